"""Each player's own cards, whispered when what that player sees has changed, and only then."""

from collections.abc import Sequence

from adapters import render
from adapters.messages import Message, Port, PortError
from adapters.suspense import run_out_views
from core.cardroom.table import Table, seat_of, taken
from core.events import Event
from core.ids import PlayerId, RoomId, TableId
from core.sight import seat_view
from core.views import TableView


class Whispers:
    """What the players of one platform have been shown in private. A closed private chat holds up nothing."""

    def __init__(self, port: Port) -> None:
        """Nobody has been shown anything yet."""
        self._port = port
        self._shown: dict[TableId, dict[PlayerId, tuple[str, Message]]] = {}

    async def show(self, table: Table, commits: Sequence[Sequence[Event]] = ()) -> PortError | None:
        """Show each player what is new to them, and take away what is no longer theirs.

        Where `commits` ran the hand out, nobody learns yet how it ends: first the room sees it, street by street.
        A player who cannot be reached now keeps nobody waiting: the answer says so, and the next call tries again.
        """
        prefix = f"{self._port.platform}:"
        room = next((room for room in table.rooms if room.startswith(prefix)), None)
        if room is None:
            return None
        shown = self._shown.setdefault(table.id, {})
        players = {seat.player: number for number, seat in taken(table) if seat.player.startswith(prefix)}
        failed: PortError | None = None
        for player in [*(player for player in shown if player not in players), *players]:
            seat = players.get(player)
            message = None if seat is None else _private(seat_view(table, seat), commits)
            try:
                await self._change(shown, room, player, _topic(table), message)
            except PortError as error:
                failed = error
        return failed

    async def show_again(self, table: Table, room: RoomId, player: PlayerId) -> None:
        """Show one player everything anew. Raises PortError."""
        number = seat_of(table, player)
        message = None if number is None else render.private_message(seat_view(table, number))
        await self._port.whisper(room, player, _topic(table), message)

    def forget(self, table_id: TableId) -> None:
        """The table is closed."""
        self._shown.pop(table_id, None)

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
            await self._port.whisper(room, player, topic, message)
            shown[player] = (topic, message)


def _private(view: TableView, commits: Sequence[Sequence[Event]]) -> Message | None:
    return render.private_message(next(iter(run_out_views(view, commits)), view))


def _topic(table: Table) -> str:
    """One topic a hand: a platform that keeps private messages edits one message for each."""
    return f"{table.id}:{table.hand_no}"
