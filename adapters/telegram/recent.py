"""When each group was written to in its last minute, kept beyond the life of a process: Telegram remembers it too."""

import asyncio
from collections.abc import Callable, Sequence
from typing import Final

import structlog

from adapters.languages import Memory
from adapters.telegram.chats import PLATFORM
from core.store import StoreAway

SECONDS: Final = 60
_log = structlog.get_logger(__name__)


class Recent:
    """Ages of what was sent, in seconds. Losing them costs a refusal by Telegram at worst."""

    def __init__(self, memory: Memory, clock_ms: Callable[[], int]) -> None:
        """`clock_ms` gives milliseconds since the epoch."""
        self._memory = memory
        self._clock_ms = clock_ms
        self._keeping: set[asyncio.Task[None]] = set()

    async def recall(self, chat: int) -> list[float]:
        """What another process, or this one before it was started anew, sent there; the oldest first."""
        try:
            (kept,) = await self._memory.recall(f"{PLATFORM}:{chat}", "sent")
        except StoreAway:
            return []
        now = self._clock_ms()
        return [(now - int(at)) / 1_000 for at in (kept or "").split()]

    def keep(self, chat: int, ages: Sequence[float]) -> None:
        """Nobody waits for it."""
        now = self._clock_ms()
        times = " ".join(str(now + 1 - int(age * 1_000)) for age in ages)
        task = asyncio.create_task(self._keep(chat, times))
        self._keeping.add(task)
        task.add_done_callback(self._keeping.discard)

    async def close(self) -> None:
        """Until all of it is kept."""
        await asyncio.gather(*self._keeping, return_exceptions=True)

    async def _keep(self, chat: int, times: str) -> None:
        try:
            await self._memory.remember(f"{PLATFORM}:{chat}", "sent", times, SECONDS)
        except StoreAway:
            _log.info("recent_not_kept")
