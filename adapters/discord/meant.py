"""Which table is meant by what is typed in a channel: its own, or one of those in its threads.

Of several it is the one at which the asker sits, or for what only hosts do the one that is theirs; else they are
asked. A tournament's tables are meant by those who sit there, as long as there are others. Everything about the bank
and the asker alone is the same wherever it is typed.
"""

import asyncio
import time
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Final, Protocol, TypeAlias

import discord

from adapters.discord.suggestions import Events
from adapters.languages import Memory
from adapters.menu import find
from adapters.menu_entries import BANK, SELF
from adapters.messages import Request
from core.cardroom.table import Table, seat_of
from core.ids import CommunityId, PlayerId, RoomId, TableId, is_part
from core.refusals import Refused

_NO_TABLES_OWN: Final = frozenset({"stats", "top", "unlink"})
_JUST_OPENED: Final = 60.0
"""Seconds in which a thread may have no table yet: it is opened first."""

Places: TypeAlias = Sequence[tuple[RoomId, TableId | None]]


class House(Protocol):
    """What is asked of the house. Any of it may raise `StoreAway`, `look` also `Refused`."""

    async def community_of(self, room: RoomId) -> CommunityId:
        """Whose bank and partition a room belongs to."""

    async def table_in(self, room: RoomId, community: CommunityId) -> TableId | None:
        """The open table of a room."""

    async def look(self, table_id: TableId, at_least: int | None = None) -> Table:
        """The table at that version or newer."""

    @property
    def events(self) -> Events:
        """The tournaments."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Meant:
    """The tables of this process's channels. Every method raises StoreAway when Redis is away."""

    house: House
    memory: Memory
    _opening: asyncio.Lock = field(default_factory=asyncio.Lock)
    """A server's commands all come to one process."""

    async def opened(self, home: RoomId, thread: RoomId) -> None:
        """A table is about to open in a thread of this channel."""
        async with self._opening:
            threads = [one for one in await self._threads(home) if one != thread]
            old = [one for one in threads if not _just_opened(one)]
            found = await asyncio.gather(*(self._open_in(one) for one in old))
            over = {one for one, table in zip(old, found, strict=True) if table is None}
            still = [one for one in threads if one not in over]
            await self.memory.remember(home, "thread", " ".join((*still, thread)))
            await self.memory.remember(thread, "home", home)

    async def placed(self, request: Request) -> tuple[Request, tuple[Table, ...]]:
        """The request for the room of the table that is meant, or the tables of which it might be any."""
        places = await self._places(request.room)
        if not places:
            return request, ()
        if len(places) == 1 or _goes_anywhere(request.command):
            return replace(request, room=places[-1][0]), ()
        tables = await self._tables(places)
        there = _to_choose_from(request.player, request.command, [table for _, table in tables])
        meant = _meant(request.player, request.command, there)
        for room, table in tables:
            if meant is table:
                return replace(request, room=room), ()
        return request, there

    async def table(self, room: RoomId, player: PlayerId) -> TableId | None:
        """The open table that somebody means who is in this room."""
        places = await self._places(room)
        if len(places) == 1:
            place, known = places[0]
            return known or await self._open_in(place)
        there = _to_choose_from(player, "", [table for _, table in await self._tables(places)])
        meant = _meant(player, "", there)
        return None if meant is None else meant.id

    async def _places(self, room: RoomId) -> list[tuple[RoomId, TableId | None]]:
        """Where the tables are, oldest first. None: a single one, which nobody has looked for; it may be closed."""
        own, threads = await asyncio.gather(self._open_in(room), self._threads(room))
        here: list[tuple[RoomId, TableId | None]] = [] if own is None else [(room, own)]
        if len(here) + len(threads) < 2:
            return [*here, *((thread, None) for thread in threads)]
        found = await asyncio.gather(*(self._open_in(thread) for thread in threads))
        here += [(thread, table) for thread, table in zip(threads, found, strict=True) if table is not None]
        return here or [(threads[-1], None)]

    async def _tables(self, places: Places) -> list[tuple[RoomId, Table]]:
        found = await asyncio.gather(*(self._look(table) for _, table in places))
        return [(room, table) for (room, _), table in zip(places, found, strict=True) if table is not None]

    async def _look(self, table_id: TableId | None) -> Table | None:
        try:
            return None if table_id is None else await self.house.look(table_id, 0)
        except Refused:
            return None

    async def _open_in(self, room: RoomId) -> TableId | None:
        return await self.house.table_in(room, await self.house.community_of(room))

    async def _threads(self, home: RoomId) -> list[RoomId]:
        """Those in which a table was opened, oldest first."""
        (kept,) = await self.memory.recall(home, "thread")
        return [RoomId(room) for room in (kept or "").split()]


def _just_opened(thread: RoomId) -> bool:
    """By the time that stands in its id, which a part of a channel has none of its own for."""
    if is_part(thread):
        return False
    made = discord.utils.snowflake_time(int(thread.rpartition(":")[2])).timestamp()
    return time.time() - made < _JUST_OPENED


def _goes_anywhere(command: str) -> bool:
    return command in _NO_TABLES_OWN or find(command).group in (BANK, SELF)


def _to_choose_from(player: PlayerId, command: str, tables: Sequence[Table]) -> tuple[Table, ...]:
    """Without the tables of tournaments at which the asker does not sit, or which no host runs, if others are left."""
    hosts = bool(command) and find(command).host_only
    mine = tuple(one for one in tables if one.event is None or (_is_at(one, player) and not hosts))
    return mine or tuple(tables)


def _meant(player: PlayerId, command: str, tables: Sequence[Table]) -> Table | None:
    """The one table that somebody has to do with; of several the one that waits for them."""
    if command and find(command).host_only:
        hosted = [table for table in tables if table.host == player]
        if len(hosted) == 1:
            return hosted[0]
    if len(tables) == 1:
        return tables[0]
    own = [table for table in tables if _is_at(table, player)]
    if len(own) > 1:
        own = [table for table in own if _waits_for(table, player)]
    return own[0] if len(own) == 1 else None


def _is_at(table: Table, player: PlayerId) -> bool:
    return seat_of(table, player) is not None or any(one.player == player for one in table.queue)


def _waits_for(table: Table, player: PlayerId) -> bool:
    hand = table.hand
    return hand is not None and seat_of(table, player) in {hand.setup.seats[at] for at in hand.waiting_for}
