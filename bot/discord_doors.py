"""What becomes of tables and tournaments when Discord rooms are no more: a thread, a channel, or a whole server."""

from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass

import structlog

from bot.house import LiveHouse
from core.actions import Rehouse
from core.cardroom.event_actions import CancelEvent
from core.cardroom.tournament import Stage
from core.ids import HOUSE, CommunityId, EventId, RoomId, TableId, hall_of
from core.refusals import Refused
from core.store import StoreAway

log = structlog.get_logger(__name__)


@dataclass(frozen=True, slots=True, kw_only=True)
class Doors:
    """Takes tables out of rooms that are no more, and ends those that are open nowhere else.

    A tournament's table that loses its thread gets another one: no moderator undoes a tournament by that. One whose
    halls are all gone is called off, and everyone has back what they paid.
    """

    house: LiveHouse
    tell: Callable[[RoomId, str], Awaitable[None]]
    """Says of a room, where that can still be read, that its table of this name has ended."""
    move: Callable[[RoomId, TableId], Awaitable[bool]]
    """Gives a tournament's table another thread for this one, if it was in a thread."""

    async def close_room(self, room: RoomId) -> None:
        """Nobody can see this room any more."""
        with suppress(StoreAway, Refused):
            table_id = await self.house.table_in(room, await self.house.community_of(room))
            if table_id is None:
                await self._close_hall(room)
                return
            table = await self.house.look(table_id, 0)
            if table.event is not None and await self.move(room, table_id):
                return
            await self._lose(table_id, {room})
            table = await self.house.look(table_id, 0)
            if table.closed:
                await self.tell(room, table.name)

    async def close_guild(self, guild: int, channels: Sequence[int]) -> None:
        """The dealer is not in this server any more, which had these channels."""
        with suppress(StoreAway):
            rooms = await self.house.links.tables_of(CommunityId(f"discord:{guild}"))
            for table_id in set(rooms.values()):
                await self._lose(table_id, set(rooms))
            for channel in channels:
                await self._close_hall(RoomId(f"discord:{guild}:{channel}"))

    async def rehouse(self, table_id: TableId, room: RoomId, to: RoomId) -> None:
        """The table leaves a room for another one. Raises Refused."""
        action = Rehouse(by=HOUSE, room=room, to=to)
        await self.house.dealer.act(table_id, action, f"rehouse:{room}:{to}")

    async def _lose(self, table_id: TableId, gone: set[RoomId]) -> None:
        with suppress(Refused):
            table = await self.house.look(table_id)
            if table.event is not None and not table.closed and set(table.rooms) <= gone:
                await self._call_off(table.event, gone)
            else:
                await self.house.lose(table_id, gone)
            log.info("room_gone", table=table_id)

    async def _close_hall(self, hall: RoomId) -> None:
        """The events that are announced in no other room are called off."""
        for event_id in await self.house.events.in_hall(hall):
            with suppress(Refused):
                await self._call_off(event_id, {hall})

    async def _call_off(self, event_id: EventId, gone: set[RoomId]) -> None:
        """Raises Refused."""
        event = await self.house.events.look(event_id)
        halls = {hall_of(room) for room in gone}
        if event.stage in (Stage.REGISTERING, Stage.RUNNING) and set(event.rooms) <= halls:
            await self.house.events.act(event_id, CancelEvent(by=event.host), f"gone:{event_id}")
            log.info("event_called_off", event=event_id)
