"""What a house in memory keeps of its hosts' deeds and about its people, for tests of the commands."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from adapters.event_club import Club
from core.cardroom.deeds import Deed
from core.cardroom.event_actions import EventAction
from core.cardroom.event_result import EventResult
from core.cardroom.stats import Counts
from core.cardroom.tournament import Tournament
from core.deed_log import Logged
from core.director import EventAnswered
from core.ids import CommunityId, EventId, PlayerId, RoomId, TableId
from core.personal import Standing, There
from core.refusals import Reason, Refused
from core.seasons import Seasons, Session


@dataclass
class Diary:
    """The log of the only table; each deed was done a minute before the next."""

    deeds: list[Deed] = field(default_factory=list)

    async def newest(self, table_id: TableId, most: int) -> tuple[Logged, ...]:
        newest = list(reversed(self.deeds))[:most]
        return tuple(Logged(seconds=60 * at, deed=deed) for at, deed in enumerate(newest))


class Unplayed(Seasons):
    """Seasons and tables of which nothing was counted, but the names that a test puts there."""

    def __init__(self) -> None:
        self.names_now: dict[PlayerId, str] = {}

    async def stats(self, community: CommunityId, season: str) -> dict[PlayerId, Counts]:
        return {}

    async def names(
        self, community: CommunityId, season: str, players: Sequence[PlayerId]
    ) -> dict[PlayerId, str]:
        return {player: self.names_now[player] for player in players if player in self.names_now}

    async def session(self, table_id: TableId) -> tuple[Session, ...]:
        return ()

    async def called(self, community: CommunityId, season: str) -> dict[PlayerId, str]:
        return self.names_now


class NoEvents:
    """A house in which no tournament was ever announced."""

    async def act(self, event_id: EventId, action: EventAction, request_id: str) -> EventAnswered:
        raise Refused(Reason.NO_EVENT)

    async def look(self, event_id: EventId) -> Tournament:
        raise Refused(Reason.NO_EVENT)

    async def in_hall(self, room: RoomId) -> tuple[EventId, ...]:
        return ()

    def new_id(self, community: CommunityId, request_id: str = "") -> EventId:
        return EventId("07-nevent")

    async def results(self, community: CommunityId) -> tuple[EventResult, ...]:
        return ()

    async def zone(self, community: CommunityId) -> str:
        return "UTC"

    async def set_zone(self, community: CommunityId, zone: str) -> None: ...

    async def club(self, community: CommunityId) -> Club:
        return Club()

    async def set_club(self, community: CommunityId, club: Club) -> None: ...

    async def last_of(self, player: PlayerId) -> EventId | None:
        return None

    async def registered(self, player: PlayerId, event_id: EventId) -> None: ...

    def now(self) -> int:
        return 1_796_000_000_000


@dataclass
class Files:
    """Breaks in ms that stand until the test ends them, reminders, and what a test says of somebody."""

    breaks: dict[PlayerId, int] = field(default_factory=dict)
    reminders: dict[PlayerId, int] = field(default_factory=dict)
    looked: set[PlayerId] = field(default_factory=set)
    there: tuple[There, ...] = ()
    forgotten: list[tuple[PlayerId, PlayerId]] = field(default_factory=list)

    async def standing(self, player: PlayerId) -> Standing:
        return Standing(break_ms=self.breaks.get(player, 0), remind=self.reminders.get(player, 0))

    async def take_break(self, player: PlayerId, seconds: int) -> int:
        self.breaks[player] = max(self.breaks.get(player, 0), seconds * 1_000)
        return self.breaks[player]

    async def remind(self, player: PlayerId, minutes: int) -> None:
        self.reminders[player] = minutes

    async def may_look(self, player: PlayerId) -> bool:
        first = player not in self.looked
        self.looked.add(player)
        return first

    async def whereabouts(self, player: PlayerId) -> tuple[There, ...]:
        return self.there

    async def everything(self, player: PlayerId) -> dict[str, Any]:
        hands = [{"table": "07table0", "numbers": [1, 2]}]
        return {"player": player, "tables": [], "banks": [], "seasons": [], "hands": hands}

    async def forget(self, player: PlayerId, anonymous: PlayerId, request: str) -> None:
        self.forgotten.append((player, anonymous))
