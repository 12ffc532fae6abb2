"""Shows a table in all of its rooms on one platform, and takes leave of those that it has left.

The rooms are told at the same time. One that cannot be reached keeps no other waiting, on this platform or another.
"""

import asyncio
from collections.abc import Sequence
from typing import Protocol

from adapters.live_messages import LiveMessages
from adapters.messages import Locale, Port, PortError
from adapters.turn_calls import TurnCalls
from core.cardroom.table import Table
from core.commits import platform_of
from core.ids import PlayerId, RoomId
from core.outbox import Entry, Mark
from core.sight import public_view


class Locales(Protocol):
    """What is asked of the house."""

    async def locale_of(self, who: RoomId | PlayerId) -> Locale:
        """The language of a room."""


class TableRooms:
    """The rooms of one platform."""

    def __init__(self, house: Locales, port: Port, live: LiveMessages, calls: TurnCalls) -> None:
        """Nothing is shown yet."""
        self._house = house
        self._port = port
        self._live = live
        self._calls = calls

    def of(self, table: Table) -> list[RoomId]:
        """The table's rooms on this platform."""
        return [room for room in table.rooms if platform_of(room) == self._port.platform]

    async def show(
        self, partition: int, table: Table, entries: Sequence[Entry]
    ) -> tuple[dict[RoomId, Mark | None], PortError | None]:
        """Show the table as it is. The answer has the new marks, and what kept a room from being told.

        Raises PortError when no room on this platform could be told, and asks for a pause only if the table is open
        on no other one: people who can see it play on. Raises StoreAway.
        """
        here, left = self.of(table), self._live.left(partition, table)
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

    async def _show_in(
        self, partition: int, room: RoomId, table: Table, entries: Sequence[Entry]
    ) -> Mark | None:
        locale = await self._house.locale_of(room)
        mark = await self._live.show(partition, room, table, entries, locale)
        await self._calls.follow(room, public_view(table), locale)
        return mark

    async def _part(self, partition: int, room: RoomId, table: Table) -> None:
        await self._calls.leave(room)
        await self._live.part(partition, room, table, await self._house.locale_of(room))
