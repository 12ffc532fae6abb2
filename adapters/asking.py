"""A request on its way through the house: who asks, at which table, what they may see of it."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

from adapters.event_club import Club
from adapters.menu import find
from adapters.messages import Line, Locale, Message, Piece, Request, Role
from core.actions import Action, OpenTable, Play
from core.banking import Bank
from core.cardroom.again import done_already
from core.cardroom.deeds import Asker
from core.cardroom.evening import Curve
from core.cardroom.event_actions import EventAction
from core.cardroom.event_result import EventResult
from core.cardroom.table import Table
from core.cardroom.tournament import Tournament
from core.deed_log import Logged
from core.director import EventAnswered
from core.ids import CommunityId, EventId, PlayerId, RoomId, TableId
from core.links import Offer
from core.personal import Standing, There
from core.poker.actions import Move
from core.poker.exports import ExportForm
from core.poker.record_steps import Step
from core.refusals import Reason, Refused
from core.seasons import Seasons
from core.sight import player_view
from core.views import TableView


class TableDealer(Protocol):
    """What is asked of `core.dealer.Dealer`."""

    async def open(self, action: OpenTable, request_id: str) -> object:
        """Open a table; raises `Refused`."""

    async def act(
        self, table_id: TableId, action: Action, request_id: str, asker: Asker | None = None
    ) -> object:
        """Do it, once per request id; raises `Refused` with nothing changed. `asker`: who asks in the host's stead."""

    async def look(self, table_id: TableId, at_least: int | None = None) -> Table:
        """The table as it is written, or as this process holds it if that is version `at_least` or newer."""


class RoomLinks(Protocol):
    """What is asked of `core.links.Links`. Any of it may raise `StoreAway`, and `Refused`."""

    async def together(self, home: RoomId) -> tuple[RoomId, ...]:
        """The other rooms that a table of this one opens in."""

    async def offer(self, code: str, offer: Offer) -> None:
        """Let whoever has the code link a room with this one, for a while."""

    async def link(self, home: RoomId, code: str, most: int) -> Offer:
        """Link a room with the one that the code was made in."""

    async def unlink(self, home: RoomId) -> None:
        """The room's tables open in no other room from now on."""

    async def come_home(self, home: RoomId) -> None:
        """Where nothing is shared any more, the community is the room's own again."""


class TableLogs(Protocol):
    """What is asked of `core.deed_log.DeedLog`. It may raise `StoreAway`."""

    async def newest(self, table_id: TableId, most: int) -> tuple[Logged, ...]:
        """What was done at a table, newest first."""


class People(Protocol):
    """What is asked of `core.personal.Personal`. Any of it may raise `StoreAway`."""

    async def standing(self, player: PlayerId) -> Standing:
        """Whether the player is on a break, and when they want to be reminded."""

    async def take_break(self, player: PlayerId, seconds: int) -> int:
        """Begin a break, or make it longer; answers the milliseconds to go."""

    async def remind(self, player: PlayerId, minutes: int) -> None:
        """Remind the player after so long at a table; 0: never."""

    async def may_look(self, player: PlayerId) -> bool:
        """Whether it is long enough since everything about the player was looked for."""

    async def whereabouts(self, player: PlayerId) -> tuple[There, ...]:
        """The tables at which the player sits or waits."""

    async def everything(self, player: PlayerId) -> dict[str, Any]:
        """All that is kept about the player, for JSON."""

    async def forget(self, player: PlayerId, anonymous: PlayerId, request: str) -> None:
        """Delete what can be, and keep the player's counters under another id."""


class Events(Protocol):
    """What is asked about tournaments. Any of it may raise `StoreAway`."""

    async def act(self, event_id: EventId, action: EventAction, request_id: str) -> EventAnswered:
        """Do it, once per request id; raises `Refused` with nothing changed."""

    async def look(self, event_id: EventId) -> Tournament:
        """The event as it is written; raises `Refused` NO_EVENT."""

    async def in_hall(self, room: RoomId) -> tuple[EventId, ...]:
        """The newest events of the hall that a room is or belongs to, newest first, those that are over among them."""

    def new_id(self, community: CommunityId, request_id: str = "") -> EventId:
        """An id in the community's partition: a fresh one, or the one that belongs to a request."""

    async def results(self, community: CommunityId) -> tuple[EventResult, ...]:
        """What each finished event counts."""

    async def zone(self, community: CommunityId) -> str:
        """By which clock the community lives: a name of the IANA list."""

    async def set_zone(self, community: CommunityId, zone: str) -> None:
        """It lives by another one from now on."""

    async def club(self, community: CommunityId) -> Club:
        """How the community counts its tournaments."""

    async def set_club(self, community: CommunityId, club: Club) -> None:
        """It counts them like this from now on."""

    async def last_of(self, player: PlayerId) -> EventId | None:
        """The event that the player registered for last."""

    async def registered(self, player: PlayerId, event_id: EventId) -> None:
        """That is this one from now on."""

    def now(self) -> int:
        """Milliseconds since the epoch."""


class House(Protocol):
    """What the commands need of the house they are run in. Any of it may raise `StoreAway`."""

    @property
    def dealer(self) -> TableDealer:
        """Where actions go."""

    @property
    def links(self) -> RoomLinks:
        """Which rooms share their tables."""

    @property
    def logs(self) -> TableLogs:
        """What the hosts of tables did."""

    @property
    def people(self) -> People:
        """What is kept about people."""

    async def community_of(self, room: RoomId) -> CommunityId:
        """Whose bank and partition a room belongs to."""

    def new_table_id(self, community: CommunityId) -> TableId:
        """A fresh id in the community's partition."""

    def chance(self) -> str:
        """32 fresh random bytes, in hex."""

    async def table_in(self, room: RoomId, community: CommunityId) -> TableId | None:
        """The open table of a room, or of the player whose private room it is."""

    def here(self, room: RoomId) -> Sequence[tuple[PlayerId, str]]:
        """Who is in a room now, and by what name, where everybody there is shown that; nobody on other platforms."""

    async def last_table(self, room: RoomId) -> TableId | None:
        """The table that was open in a room last; None when that is long ago."""

    async def last_hand(self, table: TableId) -> int:
        """The number of a table's newest finished hand, open or closed; 0 when there is none yet."""

    async def record(self, table: TableId, hand_no: int, player: PlayerId) -> dict[str, Any] | None:
        """A finished hand as it is published to this player; None when there is none of that number."""

    async def steps(self, table: TableId, hand_no: int, player: PlayerId) -> tuple[Step, ...]:
        """A finished hand step by step, as this player may see it; none when there is none of that number."""

    @property
    def events(self) -> Events:
        """The tournaments of all communities."""

    @property
    def bank(self) -> Bank:
        """The banks of all communities."""

    @property
    def seasons(self) -> Seasons:
        """What players did in each season and at each table."""

    def season(self) -> str:
        """The season that it is now."""

    async def curves(self, table: TableId) -> tuple[Curve, ...]:
        """What everybody was up or down after each hand of a table that is kept."""

    async def exported(
        self, table: TableId, hand_no: int, player: PlayerId, form: ExportForm
    ) -> tuple[str, bytes] | None:
        """A finished hand as a file for this player; None when there is none. Raises `BadNotation`."""

    async def speak(self, who: RoomId | PlayerId, locale: Locale) -> None:
        """Use this language for a room or a player from now on."""


_PASSED = frozenset({Reason.TOO_LATE, Reason.NOT_YOUR_TURN, Reason.NO_HAND})
"""What the second press of a button is refused with."""


@dataclass(slots=True, kw_only=True)
class Asked:
    """A request on its way: who asks what of which table."""

    request: Request
    house: House
    given: dict[str, str] = field(default_factory=dict)
    host_only: bool = False
    command: str = ""
    """The name of the command, whatever it was called."""
    asker: Asker | None = None
    """Who asks, where it is not the host but somebody who may act as the host."""
    event: str = ""
    """The id of the tournament that a button is of, or that was typed in front; empty when none was named."""
    more: str = ""
    """What the button says beside it: a page, a way to share."""
    beside: str = ""
    """What was typed beside the tournament."""

    async def table_if_any(self) -> TableId | None:
        """The table of the button that was pressed, or of the room."""
        if self.request.turn is not None:
            return self.request.turn.table
        room = self.request.room
        return await self.house.table_in(room, await self.house.community_of(room))

    async def table(self) -> TableId:
        """The same; raises `Refused` NO_TABLE."""
        table = await self.table_if_any()
        if table is None:
            raise Refused(Reason.NO_TABLE)
        return table

    async def table_to_look_back_at(self) -> TableId:
        """The same, or the table that closed here last; raises `Refused` NO_TABLE."""
        table = await self.table_if_any() or await self.house.last_table(self.request.room)
        if table is None:
            raise Refused(Reason.NO_TABLE)
        return table

    async def view(self, *, held: bool = False) -> TableView:
        """The table as the asker may see it. With `held` this process's copy will do: no round trip."""
        table = await self.house.dealer.look(await self.table(), 0 if held else None)
        return player_view(table, self.request.player)

    async def by(self) -> PlayerId:
        """Whoever administers the room may act as the host, and in the stead of one who left the table to nobody."""
        request = self.request
        if self.host_only and request.host_powers:
            host = (await self.view(held=True)).host
            if host != request.player:
                self.asker = Asker(player=request.player, name=request.name)
            return host
        return request.player

    async def act(self, action: Action, part: int = 0) -> None:
        """Have it done. A request that is done in several parts numbers them."""
        request_id = f"{self.request.request_id}:{part}" if part else self.request.request_id
        await self.house.dealer.act(await self.table(), action, request_id, self.asker)

    async def play(self, move: Move) -> None:
        """Make a move at the moment that the button was made for, or now. Made there already, it is well (6.5)."""
        action = Play(by=self.request.player, move=move, turn=self.request.turn)
        try:
            await self.act(action)
        except Refused as refused:
            known = refused.reason in _PASSED and await self.house.dealer.look(await self.table(), 0)
            if not known or not done_already(known, action):
                raise


def incomplete(asked: Asked) -> Refused:
    """What a command is answered that needs more than was typed: how it goes."""
    return Refused(Reason.INCOMPLETE, asked=find(asked.command).example)


def said(*pieces: Piece) -> Message:
    """A short answer."""
    return Message(lines=(Line(role=Role.NOTE, pieces=pieces),))
