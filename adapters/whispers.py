"""Each player's own cards, whispered when what that player sees has changed, and only then."""

from collections.abc import Sequence
from contextlib import suppress

from adapters import render
from adapters.messages import Delivery, Message, Port, PortError
from adapters.suspense import run_out_views
from core.cardroom.table import Table, seat_of, taken
from core.commits import platform_of
from core.events import Event, SeatFreed
from core.ids import PlayerId, RoomId, SeatNo, TableId
from core.sight import public_view, seat_view


class Whispers:
    """What the players of one platform have been shown in private. A closed private chat holds up nothing."""

    def __init__(self, port: Port) -> None:
        """Nobody has been shown anything yet."""
        self._port = port
        self._shown: dict[TableId, dict[PlayerId, tuple[str, Message]]] = {}
        self._closed: set[PlayerId] = set()
        self._unfilled: dict[TableId, set[PlayerId]] = {}
        """Those who read why they have no seat any more."""

    async def show(self, table: Table, commits: Sequence[Sequence[Event]] = ()) -> PortError | None:
        """Show each player what is new to them, and take away what is no longer theirs.

        Where `commits` ran the hand out, nobody learns yet how it ends: first the room sees it, street by street.
        A player who cannot be reached now keeps nobody waiting: the answer says so, and the next call tries again.
        """
        prefix, room = f"{self._port.platform}:", self._room(table)
        shown = self._shown.setdefault(table.id, {})
        players = {seat.player: number for number, seat in taken(table)} | _offers(table)
        players = {player: number for player, number in players.items() if player.startswith(prefix)}
        failed: PortError | None = None
        for player in self._unfilled.get(table.id, set()).intersection(players):
            with suppress(PortError):
                await self._port.whisper(room, player, f"{table.id}:wallet", None)
                self._unfilled[table.id].discard(player)
        for player in [*(player for player in shown if player not in players), *players]:
            seat = players.get(player)
            message = None if seat is None else self._private(table, seat, player, room, commits)
            try:
                await self._change(shown, room, player, _topic(table, player), message)
            except PortError as error:
                failed = error
        return failed

    async def part(self, table: Table, events: Sequence[Event]) -> None:
        """Tell those who have lost their seat what no room tells: why, when the table closed in mid-hand, since nobody
        may be able to read it there any more; and that their wallet was short of what would have kept the seat.

        Telling it again changes nothing. A player who cannot be reached has been counted out all the same.
        """
        prefix, room = f"{self._port.platform}:", self._room(table)
        gone = {event.player for event in events if isinstance(event, SeatFreed)}
        for player in (one for one in gone if one.startswith(prefix) and seat_of(table, one) is None):
            topic, message = f"{table.id}.closed:{table.hand_no}", render.farewell_message(events, player)
            if message is None:
                topic, message = f"{table.id}:wallet", render.unfilled_message(table.name, events, player)
                if message is not None:
                    self._unfilled.setdefault(table.id, set()).add(player)
            if message is not None:
                with suppress(PortError):
                    await self._port.whisper(room, player, topic, message)

    async def show_again(self, table: Table, room: RoomId, player: PlayerId) -> None:
        """Show one player everything anew. Raises PortError."""
        number = seat_of(table, player) or _offers(table).get(player)
        message = None if number is None else self._private(table, number, player, self._room(table), ())
        await self._port.whisper(room, player, _topic(table, player), message)

    def _room(self, table: Table) -> RoomId:
        """The table's room on this platform; any of them when it has left the one that its players came from."""
        here = (room for room in table.rooms if platform_of(room) == self._port.platform)
        return next(here, table.rooms[0])

    def _private(
        self,
        table: Table,
        seat: SeatNo,
        player: PlayerId,
        room: RoomId,
        commits: Sequence[Sequence[Event]],
    ) -> Message | None:
        """What the player in a seat is shown, or the one whom it is offered."""
        offer = next((one for one in table.queue if one.player == player and one.offered == seat), None)
        if offer is not None:
            return render.offer_message(public_view(table), seat, offer.until)
        view = seat_view(table, seat)
        view = next(iter(run_out_views(view, commits)), view)
        return render.private_message(view, afar=platform_of(room) != self._port.platform)

    def waits_for_the_room(self, table: Table) -> bool:
        """Whether somebody who has to act now takes no private messages on this platform."""
        hand = table.hand
        waiting = () if hand is None else [table.seats[hand.setup.seats[at] - 1] for at in hand.waiting_for]
        return any(seat is not None and seat.player in self._closed for seat in waiting)

    def forget(self, table_id: TableId) -> None:
        """The table is closed."""
        self._shown.pop(table_id, None)
        self._unfilled.pop(table_id, None)

    async def _change(
        self,
        shown: dict[PlayerId, tuple[str, Message]],
        room: RoomId,
        player: PlayerId,
        topic: str,
        message: Message | None,
    ) -> None:
        before = shown.get(player)
        if before is not None and (message is None or before[0] != topic):
            await self._port.whisper(room, player, before[0], None)
            del shown[player]
        if message is not None and before != (topic, message):
            delivery = await self._port.whisper(room, player, topic, message)
            (self._closed.add if delivery is Delivery.CLOSED else self._closed.discard)(player)
            shown[player] = (topic, message)


def _offers(table: Table) -> dict[PlayerId, SeatNo]:
    """The seats that are kept for people of the queue."""
    return {one.player: one.offered for one in table.queue if one.offered is not None}


def _topic(table: Table, player: PlayerId) -> str:
    """One topic a hand for whoever is dealt in: a platform that keeps private messages edits one message for each.

    Beside the hands there is one topic for the seat, so that who is away gets no new message with every hand.
    """
    dealt: set[tuple[int, PlayerId]] = set()
    if table.deal is not None:
        there = table.deal.hand.setup.seats
        dealt = {(one.seat, one.player) for one in table.deal.seated if one.seat in there}
    return f"{table.id}:{table.hand_no if (seat_of(table, player), player) in dealt else 'seat'}"
