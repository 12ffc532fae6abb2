"""Folds what is to be sent to the newest thing for each receiver, no more often than a platform likes."""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Generic, TypeVar

import structlog

Key = TypeVar("Key")
Value = TypeVar("Value")

_TRIES = 3
_RETRY_SECONDS = 2.0
_log = structlog.get_logger(__name__)


class Latest(Generic[Key, Value]):
    """Does `do(key, value)` in the background, one at a time for each key, skipping values that newer ones replaced."""

    def __init__(self, do: Callable[[Key, Value], Awaitable[None]], pace: float) -> None:
        """What is not urgent waits for `pace` seconds and is done as it is by then. What raises is tried again."""
        self._do = do
        self._pace = pace
        self._waiting: dict[Key, Value] = {}
        self._urgent: dict[Key, asyncio.Event] = {}
        self._working: dict[Key, asyncio.Task[None]] = {}

    def put(self, key: Key, value: Value, *, urgent: bool = False) -> None:
        """Do this next for the key, instead of whatever waits; at once if it is urgent."""
        self._waiting[key] = value
        event = self._urgent.setdefault(key, asyncio.Event())
        if urgent:
            event.set()
        if key not in self._working:
            self._working[key] = asyncio.create_task(self._work(key))

    async def close(self) -> None:
        """Drop what waits."""
        tasks = list(self._working.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _work(self, key: Key) -> None:
        urgent, pause, failures = self._urgent[key], self._pace, 0
        try:
            while key in self._waiting:
                with suppress(TimeoutError):
                    async with asyncio.timeout(pause):
                        await urgent.wait()
                urgent.clear()
                value, pause = self._waiting.pop(key), self._pace
                try:
                    await self._do(key, value)
                    failures = 0
                except Exception as error:
                    failures += 1
                    _log.warning("not_sent", error=type(error).__name__)
                    if failures < _TRIES:
                        self._waiting.setdefault(key, value)
                        pause = _RETRY_SECONDS
        finally:
            del self._working[key], self._urgent[key]
