"""When a sender looks at its partitions: at once at those it is woken for, and at all of them every second."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from typing import Final

SWEEP: Final = 1.0
"""Seconds between two looks at every partition, for what another process committed or left behind."""


class Rounds:
    """The looks of one sender."""

    def __init__(self, partitions: int, take: Callable[[Sequence[int]], Awaitable[None]]) -> None:
        """`take` looks at some of so many partitions."""
        self._partitions = partitions
        self._take = take
        self._wake = asyncio.Event()
        self._woken: set[int] = set()

    def wake(self, partition: int) -> None:
        """Something waits there: look now."""
        self._woken.add(partition)
        self._wake.set()

    async def go(self) -> None:
        """Look at every partition, then for a while at those that somebody wakes this for. Raises what `take` does."""
        await self._take(range(self._partitions))
        loop = asyncio.get_running_loop()
        sweep_at = loop.time() + SWEEP
        while loop.time() < sweep_at:
            with suppress(TimeoutError):
                async with asyncio.timeout_at(sweep_at):
                    await self._wake.wait()
            self._wake.clear()
            woken, self._woken = sorted(self._woken), set()
            if woken:
                await self._take(woken)
