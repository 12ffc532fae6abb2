"""What a tournament tells its players in private: where they sit, that they are out, what they have back, to check in.

A player of a platform is told by that platform, through the halls that the tournament has there.
"""

import asyncio
from dataclasses import replace

import structlog

from adapters import render_event
from adapters.hall_news import OVER, Desk
from adapters.messages import Delivery, Message, PortError
from adapters.told_news import PRIVATE, ToldNews, told_all
from core.cardroom.deals import DealKind
from core.cardroom.event_news import (
    CheckInOpened,
    DealVoted,
    Eliminated,
    EventCancelled,
    EventFinished,
    MayRebuy,
    MovedUp,
    News,
    SeatDrawn,
    StartChanged,
    TicketUsed,
    Unregistered,
)
from core.cardroom.tournament import Stage, Status, Tournament, alive, entrant_of
from core.commits import platform_of
from core.ids import PlayerId, RoomId
from core.outbox import NewsEntry
from core.refusals import Refused

_log = structlog.get_logger(__name__)


class PrivateNews:
    """The private messages of one tournament on one platform. A step raises as that of a hall does."""

    hall = PRIVATE

    def __init__(self, desk: Desk, told: ToldNews) -> None:
        """Nobody was told anything from here yet."""
        self._desk = desk
        self._told = told
        self._reached: tuple[int, set[PlayerId]] = (0, set())
        """Who has been told of the entry that led to that version."""
        self._last: dict[PlayerId, tuple[str, Message]] = {}
        self._proposed: dict[tuple[DealKind, int], int] = {}
        """The version that brought each way to share up, with so many left."""

    async def step(self) -> float | None:
        """Tell everybody who is concerned by the next news; returns the seconds for which there is nothing to do, None
        for until there are news."""
        told, entry = self._told, self._told.next_for(PRIVATE)
        if entry is None:
            await told.keep(PRIVATE, over=await self._is_over())
            return None
        event = await self._desk.events.look(told.event_id)
        halls = halls_on(event, self._desk.port.platform)
        failed = await self._tell_all(event, halls, entry) if halls else None
        if failed is not None:
            _log.warning("player_unreachable", event_id=told.event_id, why=str(failed))
            await told.more(PRIVATE, failed.retry_after)
            return 0.0
        told.note(PRIVATE, told_all(told.mark(PRIVATE), entry.version))
        return 0.0

    async def whisper_again(self, hall: RoomId, player: PlayerId) -> None:
        """Show a player the newest again that they were told in private. Raises PortError."""
        if player in self._last:
            topic, message = self._last[player]
            await self._desk.port.whisper(hall, player, topic, message)

    async def _is_over(self) -> bool:
        return (await self._desk.events.look(self._told.event_id)).stage in OVER

    async def _tell_all(
        self, event: Tournament, halls: tuple[RoomId, ...], entry: NewsEntry
    ) -> PortError | None:
        """Returns what kept somebody from being told; the next call tries again with those alone."""
        if self._reached[0] != entry.version:
            self._reached = (entry.version, set())
        concerned = self._concerned(event, entry)
        left = [player for player in concerned if player not in self._reached[1]]
        # At the same time: some tables may have to wait for their place.
        came = await asyncio.gather(
            *(self._tell(event, halls, entry, player, concerned[player]) for player in left),
            return_exceptions=True,
        )
        failed: PortError | None = None
        for player, error in zip(left, came, strict=True):
            if error is None:
                self._reached[1].add(player)
            elif isinstance(error, PortError):
                failed = error
            else:
                raise error
        return failed

    def _concerned(self, event: Tournament, entry: NewsEntry) -> dict[PlayerId, list[News]]:
        """What each player of this platform is told of the news of one commit."""
        found: dict[PlayerId, list[News]] = {}
        for one in entry.news:
            whom = self._asked(event, one, entry.version) if isinstance(one, DealVoted) else _whom(event, one)
            for player in whom:
                # Who is out with the last hand has read of the prize in that.
                said = isinstance(one, EventFinished) and player in found
                if platform_of(player) == self._desk.port.platform and not said:
                    found.setdefault(player, []).append(one)
        return found

    def _asked(self, event: Tournament, vote: DealVoted, version: int) -> list[PlayerId]:
        """Who else would have to share like this, when somebody is the first who wants it: once with so many left."""
        people = [one for one in (event.entrants[at] for at in alive(event)) if one.temper is None]
        if vote.deal is None or (vote.player, vote.deal) not in event.votes or len(people) < 2:
            return []
        first = self._proposed.setdefault((vote.deal, len(people)), version)
        agreed = [player for player, deal in event.votes if deal is vote.deal]
        return [one.player for one in people if first == version and one.player not in agreed]

    async def _tell(
        self,
        event: Tournament,
        halls: tuple[RoomId, ...],
        entry: NewsEntry,
        player: PlayerId,
        news: list[News],
    ) -> None:
        """In the first hall where the player can be reached. What they were told before loses its buttons."""
        topic, before = f"{event.id}:{entry.version}", self._last.get(player)
        for hall in halls:
            messages = [message for one in news if (message := await self._message(event, hall, player, one))]
            if not messages:
                return
            message = _together(messages)
            await self._told.hold()
            if before is not None and before[0] != topic:
                await self._desk.port.whisper(hall, player, before[0], None)
            delivery = await self._desk.port.whisper(hall, player, topic, message)
            self._last[player] = (topic, message)
            if delivery is not Delivery.CLOSED:
                return

    async def _message(self, event: Tournament, hall: RoomId, player: PlayerId, news: News) -> Message | None:
        match news:
            case SeatDrawn():
                place = await self._desk.places.of_table(hall, news.table)
                return render_event.seat_message(event, news, place)
            case Eliminated():
                return render_event.out_message(event, news)
            case Unregistered():
                return render_event.refund_message(event, news.refund, news.why)
            case EventCancelled():
                return render_event.refund_message(event, paid_by(event, player))
            case CheckInOpened():
                zone = await self._desk.events.zone(event.community)
                return render_event.check_in_message(event, zone)
            case StartChanged():
                return render_event.new_start_message(
                    event, await self._desk.events.zone(event.community), player
                )
            case DealVoted():
                return render_event.proposal_message(event, news, player)
            case MayRebuy():
                return render_event.rebuy_message(event, news.until)
            case MovedUp():
                zone = await self._desk.events.zone(event.community)
                return render_event.moved_up_message(event, player, zone)
            case TicketUsed():
                return render_event.ticket_message(event, player, await self._target(event, news))
            case EventFinished():
                return render_event.prize_message(event, player)
            case _:
                return None

    async def _target(self, event: Tournament, news: TicketUsed) -> Tournament | None:
        """The tournament that a ticket was for, when its winner is in it."""
        if not news.entered or event.options.satellite_of is None:
            return None
        try:
            return await self._desk.events.look(event.options.satellite_of)
        except Refused:
            return None


def halls_on(event: Tournament, platform: str) -> tuple[RoomId, ...]:
    """The halls of a tournament on one platform."""
    return tuple(hall for hall in event.rooms if platform_of(hall) == platform)


def paid_by(event: Tournament, player: PlayerId) -> int:
    """What a player has paid in all, in wallet chips, given back or not."""
    mine = [one for one in event.entrants if one.player == player and one.status is not Status.GONE]
    return sum(event.options.buy_in * (1 + one.rebuys + one.added_on) for one in mine)


def _whom(event: Tournament, news: News) -> list[PlayerId]:
    """Who is told this in private, if it is still so: who was moved on since is told where to, and so on."""
    match news:
        case SeatDrawn():
            number = entrant_of(event, news.player)
            there = number is not None and event.entrants[number].table == news.table
            return [news.player] if there and event.stage not in OVER else []
        case Eliminated():
            return [news.player]
        case Unregistered():
            return [] if news.chosen or entrant_of(event, news.player) is not None else [news.player]
        case EventCancelled():
            return list(dict.fromkeys(one.player for one in event.entrants if one.status is not Status.GONE))
        case CheckInOpened():
            waiting = (Status.REGISTERED, Status.QUEUED) if event.checking_in else ()
            return [one.player for one in event.entrants if one.status in waiting and not one.checked_in]
        case StartChanged():
            is_so = event.stage is Stage.REGISTERING and event.options.starts_at == news.starts_at
            waiting = (Status.REGISTERED, Status.QUEUED) if is_so else ()
            return [one.player for one in event.entrants if one.status in waiting]
        case MovedUp():
            number = entrant_of(event, news.player)
            waits = number is None or event.entrants[number].status is not Status.REGISTERED
            return [] if waits else [news.player]
        case TicketUsed():
            return [news.player]
        case MayRebuy():
            number = entrant_of(event, news.player)
            mine = None if number is None else event.entrants[number]
            is_so = mine is not None and mine.status is Status.IN and not mine.chips + mine.coming
            return [news.player] if is_so and event.stage not in OVER else []
        case EventFinished():
            won = (one.player for one in event.results if one.prize or one.bounties)
            return list(dict.fromkeys(won))
        case _:
            return []


def _together(messages: list[Message]) -> Message:
    """Several messages as one."""
    lines = tuple(line for message in messages for line in message.lines)
    choices = tuple(row for message in messages for row in message.choices)
    return replace(messages[-1], lines=lines, choices=choices)
