"""Shows a table in all of its rooms on one platform, and takes leave of those that it has left.

The rooms are told at the same time. One that cannot be reached keeps no other waiting, on this platform or another.
A tournament's table opens in parts of halls: where those are, the platform knows, which may make a thread for each.
"""

import asyncio
from collections.abc import Sequence
from typing import Protocol

from adapters.live_messages import LiveMessages
from adapters.messages import Locale, Port, PortError
from adapters.turn_calls import TurnCalls
from core.cardroom.table import Table
from core.commits import platform_of
from core.ids import PlayerId, RoomId, TableId, is_part
from core.outbox import Entry, Mark
from core.sight import public_view


class House(Protocol):
    """What is asked of the house."""

    async def look(self, table_id: TableId, at_least: int | None = None) -> Table:
        """The table at that version or newer; raises `Refused`."""

    async def locale_of(self, who: RoomId | PlayerId) -> Locale:
        """The language of a room."""


class TableRooms:
    """The rooms of one platform."""

    def __init__(self, house: House, port: Port, live: LiveMessages, calls: TurnCalls) -> None:
        """Nothing is shown yet."""
        self._house = house
        self._port = port
        self._live = live
        self._calls = calls
        self._nowhere: dict[TableId, dict[RoomId, PortError]] = {}
        """Parts of halls that the platform has no place for now, and why."""

    def of(self, table: Table) -> list[RoomId]:
        """The table's rooms on this platform."""
        return [room for room in table.rooms if platform_of(room) == self._port.platform]

    async def housed(self, table: Table) -> Table:
        """Ask where the table's parts really are; returns it as it is open there then. Raises Refused.

        A part that has no place yet keeps the others from nothing: `show` says what is wrong there. No place is made
        for a table that is closed.
        """
        parts = [room for room in self.of(table) if is_part(room) and not table.closed]
        asked = (self._port.placed(room, table.id, table.name) for room in parts)
        places = await asyncio.gather(*asked, return_exceptions=True)
        self._nowhere.pop(table.id, None)
        moved = False
        for room, place in zip(parts, places, strict=True):
            if isinstance(place, BaseException) and not isinstance(place, PortError):
                raise place
            if place != room:
                moved = moved or not isinstance(place, PortError)
                error = place if isinstance(place, PortError) else PortError("not rehoused yet", 1.0)
                self._nowhere.setdefault(table.id, {})[room] = error
        return await self._house.look(table.id) if moved else table

    async def show(
        self, partition: int, table: Table, entries: Sequence[Entry]
    ) -> tuple[dict[RoomId, Mark | None], PortError | None]:
        """Show the table as it is. The answer has the new marks, and what kept a room from being told.

        Raises PortError when no room on this platform could be told, and asks for a pause only if the table is open
        on no other one: people who can see it play on. Raises StoreAway.
        """
        here, left = self._shown_in(partition, table), self._live.left(partition, table)
        told = await asyncio.gather(
            *(self._show_in(partition, room, table, entries) for room in here),
            *(self._part(partition, room, table) for room in left),
            return_exceptions=True,
        )
        marks: dict[RoomId, Mark | None] = {}
        failed: PortError | None = None
        for room, mark in zip((*here, *left), told, strict=True):
            if isinstance(mark, PortError):
                failed = mark
            elif isinstance(mark, BaseException):
                raise mark
            else:
                marks[room] = mark
        if failed is not None and here and not any(room in marks for room in here):
            failed.pause = failed.pause and len(here) == len(table.rooms)
            raise failed
        return marks, failed

    def _shown_in(self, partition: int, table: Table) -> list[RoomId]:
        """The table's rooms but for parts that it closed in before anything was shown there."""
        rooms = self.of(table)
        if not table.closed:
            return rooms
        return [room for room in rooms if not is_part(room) or self._live.is_live(partition, room, table)]

    async def _show_in(
        self, partition: int, room: RoomId, table: Table, entries: Sequence[Entry]
    ) -> Mark | None:
        nowhere = self._nowhere.get(table.id, {}).get(room)
        if nowhere is not None:
            raise nowhere
        locale = await self._house.locale_of(room)
        mark = await self._live.show(partition, room, table, entries, locale)
        await self._calls.follow(room, public_view(table), locale)
        return mark

    async def _part(self, partition: int, room: RoomId, table: Table) -> None:
        await self._calls.leave(room)
        await self._live.part(partition, room, table, await self._house.locale_of(room))
