"""Gives a player the time that we kept their turn from them: whoever has no private chat waits for the room's message.

A platform takes an edit only now and then, and a busy room has its limits; a player's clock does not run for that.
"""

import asyncio
from math import inf
from typing import Final, Protocol

from adapters.whispers import Whispers
from core.cardroom.table import Table
from core.ids import TableId, Turn

LEAST_SECONDS: Final = 1.0
"""What is no more than that nobody misses."""


class Clocks(Protocol):
    """What is asked of the house."""

    async def look(self, table_id: TableId, at_least: int | None = None) -> Table:
        """The table at that version or newer; raises `Refused`."""

    async def grant(self, turn: Turn, ms: int) -> None:
        """Put the clock of a turn back by what it was held back in all, in milliseconds; raises `Refused`."""


class HeldBack:
    """Since when each table's rooms have not been shown what happened there. Times are the loop's seconds."""

    def __init__(self, clocks: Clocks, whispers: Whispers) -> None:
        """`whispers` knows who depends on the room's message."""
        self._clocks = clocks
        self._whispers = whispers
        self._since: dict[TableId, float] = {}
        self._being_shown: dict[TableId, float] = {}
        self._seen: dict[TableId, Turn] = {}

    def note(self, table_id: TableId) -> None:
        """Something happened."""
        self._since.setdefault(table_id, asyncio.get_running_loop().time())

    async def before(self, table: Table) -> Table:
        """The rooms are shown the table next: returns it with the clock that they are to be shown. Raises Refused."""
        earlier = self._being_shown.pop(table.id, inf)
        now = asyncio.get_running_loop().time()
        self._being_shown[table.id] = min(earlier, self._since.pop(table.id, now))
        if await self._make_up(table):
            return await self._clocks.look(table.id, 0)
        return table

    async def after(self, table: Table) -> None:
        """They were shown it, which may have taken a while. Raises Refused."""
        await self._make_up(table)
        self._being_shown.pop(table.id, None)
        self._seen[table.id] = table.turn

    def forget(self, table_id: TableId) -> None:
        """The table is closed, or somebody else's to tell."""
        for known in (self._since, self._being_shown, self._seen):
            known.pop(table_id, None)

    async def _make_up(self, table: Table) -> bool:
        """Whether there was something to make up for. Less than was made up before changes nothing."""
        held = asyncio.get_running_loop().time() - self._being_shown[table.id]
        if held < LEAST_SECONDS or self._seen.get(table.id) == table.turn:
            return False
        if not self._whispers.waits_for_the_room(table):
            return False
        if held * 1_000 < table.held_ms + LEAST_SECONDS * 1_000:
            return False
        await self._clocks.grant(table.turn, int(held * 1_000))
        return True
