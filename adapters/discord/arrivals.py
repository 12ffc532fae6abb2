"""Serves those who press at one table in the order in which they came, however long each acknowledgement takes."""

import asyncio
from collections.abc import Hashable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from typing import Final

LONGEST_WAIT: Final = 1.0
"""Seconds that one who came before is waited for."""


@dataclass(frozen=True, slots=True)
class Arrival:
    """One's place in the line."""

    before: asyncio.Event | None

    async def turn(self) -> None:
        """Until whoever came before has been served, or takes too long."""
        if self.before is not None:
            with suppress(TimeoutError):
                async with asyncio.timeout(LONGEST_WAIT):
                    await self.before.wait()


class Arrivals:
    """A line for each key."""

    def __init__(self) -> None:
        """Nobody is here."""
        self._last: dict[Hashable, asyncio.Event] = {}

    @contextmanager
    def come(self, key: Hashable) -> Iterator[Arrival]:
        """Take the place behind whoever came last; it is given up at the end of the block."""
        before, mine = self._last.get(key), asyncio.Event()
        self._last[key] = mine
        try:
            yield Arrival(before)
        finally:
            mine.set()
            if self._last.get(key) is mine:
                del self._last[key]
