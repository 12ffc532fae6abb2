"""A request on its way through the house: who asks, at which table, what they may see of it."""

from dataclasses import dataclass, field
from typing import Any, Protocol

from adapters.messages import Line, Locale, Message, Piece, Request, Role
from core.actions import Action, OpenTable, Play
from core.cardroom.table import Table
from core.ids import CommunityId, PlayerId, RoomId, TableId
from core.poker.actions import Move
from core.refusals import Reason, Refused
from core.sight import player_view
from core.views import TableView


class TableDealer(Protocol):
    """What is asked of `core.dealer.Dealer`."""

    async def open(self, action: OpenTable, request_id: str) -> object:
        """Open a table; raises `Refused`."""

    async def act(self, table_id: TableId, action: Action, request_id: str) -> object:
        """Do it, once per request id; raises `Refused` with nothing changed."""

    async def look(self, table_id: TableId, at_least: int | None = None) -> Table:
        """The table as it is written, or as this process holds it if that is version `at_least` or newer."""


class House(Protocol):
    """What the commands need of the house they are run in. Any of it may raise `StoreAway`."""

    @property
    def dealer(self) -> TableDealer:
        """Where actions go."""

    def community_of(self, room: RoomId) -> CommunityId:
        """Whose bank and partition a room belongs to."""

    def new_table_id(self, community: CommunityId) -> TableId:
        """A fresh id in the community's partition."""

    def chance(self) -> str:
        """32 fresh random bytes, in hex."""

    async def table_in(self, room: RoomId, community: CommunityId) -> TableId | None:
        """The open table of a room, or of the player whose private room it is."""

    async def record(self, table: TableId, hand_no: int, player: PlayerId) -> dict[str, Any] | None:
        """A finished hand as it is published to this player; None when there is none of that number."""

    async def speak(self, who: RoomId | PlayerId, locale: Locale) -> None:
        """Use this language for a room or a player from now on."""


@dataclass(slots=True, kw_only=True)
class Asked:
    """A request on its way: who asks what of which table."""

    request: Request
    house: House
    given: dict[str, str] = field(default_factory=dict)
    host_only: bool = False

    async def table_if_any(self) -> TableId | None:
        """The table of the button that was pressed, or of the room."""
        if self.request.turn is not None:
            return self.request.turn.table
        room = self.request.room
        return await self.house.table_in(room, self.house.community_of(room))

    async def table(self) -> TableId:
        """The same; raises `Refused` NO_TABLE."""
        table = await self.table_if_any()
        if table is None:
            raise Refused(Reason.NO_TABLE)
        return table

    async def view(self, *, held: bool = False) -> TableView:
        """The table as the asker may see it. With `held` this process's copy will do: no round trip."""
        table = await self.house.dealer.look(await self.table(), 0 if held else None)
        return player_view(table, self.request.player)

    async def by(self) -> PlayerId:
        """Whoever administers the room may act as the host."""
        if self.host_only and self.request.host_powers:
            return (await self.view(held=True)).host
        return self.request.player

    async def act(self, action: Action, part: int = 0) -> None:
        """Have it done. A request that is done in several parts numbers them."""
        request_id = f"{self.request.request_id}:{part}" if part else self.request.request_id
        await self.house.dealer.act(await self.table(), action, request_id)

    async def play(self, move: Move) -> None:
        """Make a move at the moment that the button was made for, or now."""
        await self.act(Play(by=self.request.player, move=move, turn=self.request.turn))


def said(*pieces: Piece) -> Message:
    """A short answer."""
    return Message(lines=(Line(role=Role.NOTE, pieces=pieces),))
