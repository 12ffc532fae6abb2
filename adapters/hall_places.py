"""Where the tables of a tournament are in one of its halls, as a platform has them now."""

import asyncio
from typing import Final, Protocol

from adapters.messages import Place, Port
from core.cardroom.table import Table
from core.cardroom.tournament import Tournament
from core.commits import platform_of
from core.ids import RoomId, TableId, hall_of, is_part
from core.links import natural_community
from core.refusals import Refused

LINK_SECONDS: Final = 3.0
"""How long a message waits for the links to tables that are not there yet."""


class Tables(Protocol):
    """What is asked of the house."""

    async def look(self, table_id: TableId, at_least: int | None = None) -> Table:
        """The table at that version or newer; raises `Refused`."""


class HallPlaces:
    """The places on one platform."""

    def __init__(self, tables: Tables, port: Port) -> None:
        """Nobody was asked yet."""
        self._tables = tables
        self._port = port
        self._asking: dict[tuple[RoomId, TableId], asyncio.Task[Place | None]] = {}

    async def of_event(self, event: Tournament, hall: RoomId) -> tuple[dict[TableId, Place], bool]:
        """Those of the tables that play, and whether that is all that will be known for now."""
        asked = {table_id: self._ask(hall, table_id) for table_id in event.tables}
        if not asked:
            return {}, True
        await asyncio.wait(asked.values(), timeout=LINK_SECONDS)
        found: dict[TableId, Place] = {}
        for table_id, task in asked.items():
            if task.done() and not task.cancelled() and task.exception() is None:
                place = task.result()
                if place is not None:
                    found[table_id] = place
        return found, all(task.done() for task in asked.values())

    async def of_table(self, hall: RoomId, table_id: TableId) -> Place | None:
        """Where the table is, however long it takes; None when it is not open there. Raises PortError."""
        return await asyncio.shield(self._ask(hall, table_id))

    def cancel(self) -> None:
        """Nobody wants to know any more."""
        for task in self._asking.values():
            task.cancel()

    def _ask(self, hall: RoomId, table_id: TableId) -> asyncio.Task[Place | None]:
        """At most once at a time."""
        key = (hall, table_id)
        task = self._asking.get(key)
        if task is None:
            task = self._asking[key] = asyncio.create_task(self._find(hall, table_id))
            task.add_done_callback(lambda done: self._answered(key, done))
        return task

    def _answered(self, key: tuple[RoomId, TableId], task: asyncio.Task[Place | None]) -> None:
        self._asking.pop(key, None)
        if not task.cancelled():
            task.exception()  # Whoever waited for it has seen it; nobody may have.

    async def _find(self, hall: RoomId, table_id: TableId) -> Place | None:
        try:
            table = await self._tables.look(table_id, 0)
            room = room_in(table, hall)
            if room is not None and is_part(room):
                room = await self._port.placed(room, table_id, table.name)
        except Refused:
            return None
        return None if room is None else Place(room=room, name=table.name)


def room_in(table: Table, hall: RoomId) -> RoomId | None:
    """The table's room in a hall: the hall's part, or what the platform has made of that."""
    parts = [room for room in table.rooms if hall_of(room) == hall]
    here = [room for room in table.rooms if not is_part(room) and platform_of(room) == platform_of(hall)]
    near = [room for room in here if natural_community(room) == natural_community(hall)]
    return next(iter((*parts, *near, *here)), None)
