"""Holds the clock of a hand that Discord does not let us show: its thread is locked, or writing in it forbidden.

Nobody loses a turn that they cannot see. It lasts ten minutes at most: then the hand is undone, and everyone is
counted out (product.md 6.5). Where the table is open in another room too, people see it there and it plays on.

A tournament's table is moved to another thread at once, because others wait for it. Where there can be none it plays
on after those ten minutes: people have their cards and buttons in private, and no tournament is undone by a lock.
"""

import time
from collections.abc import Awaitable, Callable, Collection, Set
from contextlib import suppress
from typing import Final, Protocol

from core.cardroom.table import Table
from core.ids import CommunityId, RoomId, TableId, Turn
from core.refusals import Refused
from core.store import StoreAway

EVERY: Final = 1.2
"""Seconds between two looks: less than half of what the shortest turn takes."""
MOST_SECONDS: Final = 600.0
_NEARLY_UP_MS: Final = 5_000
_HEAD_START_MS: Final = 60_000
"""No turn gets longer by it than a whole one."""


class House(Protocol):
    """What is asked of the house. Any of it may raise `StoreAway`, and `Refused`."""

    async def community_of(self, room: RoomId) -> CommunityId:
        """Whose bank and partition a room belongs to."""

    async def table_in(self, room: RoomId, community: CommunityId) -> TableId | None:
        """The open table of a room."""

    async def look(self, table_id: TableId, at_least: int | None = None) -> Table:
        """The table as it is written."""

    async def grant(self, turn: Turn, ms: int, *, unseen: bool = False) -> None:
        """Put the clock of a turn back by what it was held back in all, in milliseconds."""

    async def lose(self, table_id: TableId, gone: Collection[RoomId]) -> None:
        """Rooms are no more: without any the table ends, the hand undone and everyone counted out."""


class Unseen:
    """The tables of this process that nobody can see."""

    def __init__(
        self,
        house: House,
        hidden: Set[RoomId],
        tell: Callable[[RoomId, str, str, bool], Awaitable[None]],
        *,
        move: Callable[[RoomId, TableId], Awaitable[bool]],
        sleep: Callable[[float], Awaitable[None]],
        clock_ms: Callable[[], int],
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        """`hidden` are the rooms in which nothing can be shown now. `tell` says something about a room's table where
        it can be read: room, text key, table name, and whether that is the last of it. `move` gives a tournament's
        table another room for this one, if it can. `clock_ms`: since the epoch.
        """
        self._house = house
        self._hidden = hidden
        self._tell = tell
        self._move = move
        self._sleep = sleep
        self._clock_ms = clock_ms
        self.now = now
        """Seconds of a clock that is never put back."""
        self._since: dict[TableId, float] = {}
        self._turns: dict[TableId, tuple[Turn, float]] = {}
        self._unheld: set[TableId] = set()
        """Tournaments' tables that have been held for long enough."""

    async def run(self) -> None:
        """Look, again and again."""
        while True:
            await self._sleep(EVERY)
            if self._hidden or self._since:
                with suppress(StoreAway):
                    await self.look()

    async def look(self) -> None:
        """Hold the clocks of what cannot be seen now, and give those back who can be seen again. Raises StoreAway."""
        unseen = {table.id: table for table in await self._tables()}
        self._unheld &= unseen.keys()
        for table_id in set(self._since) - unseen.keys():
            await self._seen_again(table_id)
        for table in unseen.values():
            with suppress(Refused):
                await self._hold(table)

    async def _tables(self) -> list[Table]:
        """Those in mid-hand all of whose rooms are hidden."""
        found: list[Table] = []
        for room in list(self._hidden):
            with suppress(Refused):
                table_id = await self._house.table_in(room, await self._house.community_of(room))
                table = None if table_id is None else await self._house.look(table_id)
                if table is not None and table.hand is not None and set(table.rooms) <= self._hidden:
                    found.append(table)
        return found

    async def _hold(self, table: Table) -> None:
        if table.id in self._unheld or (table.event is not None and await self._moved(table)):
            return
        now = self.now()
        if table.id not in self._since:
            self._since[table.id] = now
            await self._say(table, "discord.table_hidden")
        if now - self._since[table.id] >= MOST_SECONDS:
            self._forget(table.id)
            if table.event is not None:
                self._unheld.add(table.id)
                return
            await self._house.lose(table.id, table.rooms)
            await self._say(table, "discord.table_lost", last=True)
            return
        turn, since = self._turns.get(table.id, (None, now))
        if turn != table.turn:
            since = now
            self._turns[table.id] = (table.turn, now)
        if table.deadline is not None and table.deadline - self._clock_ms() < _NEARLY_UP_MS:
            ms = int((now - since) * 1_000) + _HEAD_START_MS
            await self._house.grant(table.turn, ms, unseen=True)

    async def _moved(self, table: Table) -> bool:
        """Whether a tournament's table is elsewhere now, with a whole turn for whoever is to act."""
        found = [await self._move(room, table.id) for room in table.rooms]
        if any(found):
            await self._house.grant(table.turn, 2 * _HEAD_START_MS, unseen=True)
        return any(found)

    async def _seen_again(self, table_id: TableId) -> None:
        """A whole turn for whoever is to act, who sees it only now."""
        turn, since = self._turns.get(table_id, (None, 0.0))
        self._forget(table_id)
        if turn is not None:
            with suppress(Refused):
                ms = int((self.now() - since) * 1_000) + 2 * _HEAD_START_MS
                await self._house.grant(turn, ms, unseen=True)

    async def _say(self, table: Table, key: str, *, last: bool = False) -> None:
        for room in table.rooms:
            await self._tell(room, key, table.name, last)

    def _forget(self, table_id: TableId) -> None:
        self._since.pop(table_id, None)
        self._turns.pop(table_id, None)
