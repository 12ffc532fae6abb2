"""The director: takes an action to its tournament, asks the rules, and has the event and its tables written together.

It stands beside the dealer and works as the dealer does: one action at a time for each event in this process, the
event held as it was last written or read, nothing told before it is written. The tables go on by themselves while a
hand is played; the commit that ends one calls the director, and whoever dies on the way there is called again.

An event that is over may leave errands at others: the next one of its series is announced, and who has won a ticket is
entered. They are due until they are written down as done, and each of them is done once however often it is tried.
"""

import asyncio
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

import structlog

from core.cardroom.directing import ChangedTable, direct, stops_dealing
from core.cardroom.event_actions import CreateEvent, Direct, ErrandsDone, EventAction, Register
from core.cardroom.event_news import News
from core.cardroom.tournament import Tournament, ticket_winners
from core.commits import Short
from core.documents import BadDocument
from core.event_commits import Done, Lost, Occupied, Seen, StoredEvent
from core.event_store import EventStore
from core.ids import CommunityId, EventId, PlayerId, RoomId
from core.refusals import Reason, Refused
from core.series import next_start
from core.store import StoreAway

_MOST_TRIES: Final = 2_000
_MOST_HELD: Final = 200
"""Events that are remembered between two actions."""

_log = structlog.get_logger(__name__)


@dataclass(frozen=True, slots=True, kw_only=True)
class EventAnswered:
    """What came of an action."""

    event: Tournament = field(repr=False)
    """As it is now."""
    version: int
    news: tuple[News, ...] = field(repr=False)
    repeated: bool = False
    """The request had been done before, and now nothing has changed."""


@dataclass(slots=True)
class _Place:
    """What this process knows of one event."""

    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    held: StoredEvent | None = None
    parts_taken: set[RoomId] = field(default_factory=set)
    """Where other tables were open when tables of this event were to be opened there."""


class Director:
    """The one door to every tournament: `act`, `tick` and `look`."""

    def __init__(
        self,
        events: EventStore,
        clock_ms: Callable[[], int],
        chance: Callable[[], str],
        zone_of: Callable[[CommunityId], Awaitable[str]] | None = None,
    ) -> None:
        """`clock_ms` gives milliseconds since the epoch, `chance` 32 fresh random bytes in hex, and `zone_of` the name
        of a community's time zone: by its clock the events of a series start at the same time. None: UTC for all."""
        self.on_commit: list[Callable[[EventId, int], None]] = []
        """Called after each commit of this process with ms to the first deadline that it set, if it set any."""
        self.on_news: list[Callable[[EventId], None]] = []
        """Called after each commit of this process."""
        self._events = events
        self._clock_ms = clock_ms
        self._chance = chance
        self._zone_of = zone_of
        self._places: OrderedDict[EventId, _Place] = OrderedDict()

    async def act(self, event_id: EventId, action: EventAction, request_id: str) -> EventAnswered:
        """Do an action, once however often `request_id` comes. Raises Refused with nothing changed.

        After DEALER_AWAY alone it is unknown whether it was done: the same `request_id` finds out.
        """
        try:
            place = self._at(event_id)
            async with place.lock:
                for _ in range(_MOST_TRIES):
                    seen = await self._see(place, event_id, request_id, due=stops_dealing(action))
                    if seen.done is not None and seen.now is not None:
                        return _repeated(seen.now, *seen.done)
                    answer = await self._write(place, seen, action, request_id)
                    if answer is not None:
                        return answer
            raise Refused(Reason.DEALER_AWAY)
        except (StoreAway, BadDocument) as error:
            if isinstance(error, BadDocument):
                _log.error("event_unreadable", event=event_id, why=str(error))
            raise Refused(Reason.DEALER_AWAY) from error

    async def tick(self, event_id: EventId) -> EventAnswered | None:
        """Do what time and the ends of hands ask for; None when that is nothing. Raises StoreAway or BadDocument."""
        answer = await self._tick(event_id)
        held = self._at(event_id).held
        if held is not None and held.event.errands:
            await self._do_errands(held.event)
        return answer

    async def _tick(self, event_id: EventId) -> EventAnswered | None:
        place = self._at(event_id)
        async with place.lock:
            for _ in range(_MOST_TRIES):
                seen = await self._see(place, event_id, "")
                if seen.now is None:
                    await self._events.rest(event_id, 0, seen.over)
                    return None
                version = seen.now.version
                answer = await self._write(place, seen, Direct(), f"event:{event_id}:{version}")
                if answer is None:
                    continue
                return None if answer.version == version else answer
        raise StoreAway("The event is too busy.")

    async def look(self, event_id: EventId) -> Tournament:
        """The event as Redis has it. Raises Refused: NO_EVENT, or DEALER_AWAY."""
        try:
            place = self._at(event_id)
            async with place.lock:
                seen = await self._see(place, event_id, "")
        except (StoreAway, BadDocument) as error:
            raise Refused(Reason.DEALER_AWAY) from error
        if seen.now is None:
            raise Refused(Reason.NO_EVENT)
        return seen.now.event

    async def _see(self, place: _Place, event_id: EventId, request_id: str, *, due: bool = False) -> Seen:
        seen = await self._events.see(event_id, request_id, place.held, due=due)
        place.held = seen.now
        return seen

    async def _write(
        self, place: _Place, seen: Seen, action: EventAction, request_id: str
    ) -> EventAnswered | None:
        """Ask the rules and commit what they say. None: somebody else was faster."""
        now, before = self._clock_ms(), seen.now
        tables = {name: one.table for name, one in seen.tables.items()}
        event, taken = before.event if before else None, place.parts_taken
        outcome = direct(event, tables, action, now, self._chance(), taken)
        idle = before is not None and outcome.event == before.event and not outcome.tables
        if before is not None and idle and isinstance(action, Direct):
            rests = await self._events.rest(before.event.id, before.version, seen.over)
            return EventAnswered(event=before.event, version=before.version, news=()) if rests else None
        try:
            result = await self._events.commit(seen, outcome, request_id, now)
        except BaseException:
            place.held = None  # Whether it was written is unknown.
            raise
        match result:
            case int(version):
                place.held = StoredEvent(version=version, event=outcome.event)
                place.parts_taken.clear()
                self._wake(outcome.event.id, now, outcome.event.deadline, *_deadlines(outcome.tables))
                return EventAnswered(event=outcome.event, version=version, news=outcome.news)
            case Lost():
                return None
            case Occupied(parts):
                place.parts_taken |= parts
                return None
            case Done(version, news):
                again = await self._see(place, outcome.event.id, "")
                if again.now is None:
                    raise Refused(Reason.NO_EVENT)
                return _repeated(again.now, version, news)
            case Short(frozen=True):
                raise Refused(Reason.ACCOUNT_FROZEN)
            case Short(balance=balance, asked=asked):
                raise Refused(Reason.NOT_ENOUGH_CHIPS, asked=asked, balance=balance)

    async def _do_errands(self, event: Tournament) -> None:
        """What an event that is over leaves to be done at others. Raises StoreAway: then they are due again."""
        if event.successor is not None:
            await self._try(event.successor, await self._next_of(event, event.successor), f"next:{event.id}")
        target, entered = event.options.satellite_of, list[PlayerId]()
        if target is not None and await self._is_near(target, event):
            for winner in ticket_winners(event):
                register = Register(by=winner.player, name=winner.name)
                if await self._try(target, register, f"ticket:{event.id}:{winner.player}"):
                    entered.append(winner.player)
        await self._try(event.id, ErrandsDone(entered=tuple(entered)), f"errands:{event.id}")

    async def _next_of(self, event: Tournament, successor: EventId) -> CreateEvent:
        """The announcement of the next one of the series."""
        zone = await self._zone_of(event.community) if self._zone_of else "UTC"
        last, options = event.series_ms, event.options
        starts_at = next_start(last or event.over_ms, options.every, zone, self._clock_ms())
        return CreateEvent(
            by=event.host,
            host_name=event.host_name,
            event=successor,
            community=event.community,
            rooms=event.rooms,
            name=event.name,
            options=replace(options, starts_at=starts_at),
        )

    async def _is_near(self, target: EventId, event: Tournament) -> bool:
        """Whether the tickets are for an event of the same community: its wallets have nothing to do with others."""
        try:
            return (await self.look(target)).community == event.community
        except Refused as refused:
            if refused.reason is Reason.DEALER_AWAY:
                raise StoreAway("The event cannot be looked at.") from refused
            return False

    async def _try(self, event_id: EventId, action: EventAction, request: str) -> bool:
        """An errand: what is refused was done before, or cannot be done and need not be. Raises StoreAway."""
        try:
            await self.act(event_id, action, request)
            return True
        except Refused as refused:
            if refused.reason is Reason.DEALER_AWAY:
                raise StoreAway("An errand waits.") from refused
            return False

    def _wake(self, event_id: EventId, now: int, *deadlines: int | None) -> None:
        for tell in self.on_news:
            tell(event_id)
        known = [one for one in deadlines if one is not None]
        if known:
            for wake in self.on_commit:
                wake(event_id, max(0, min(known) - now))

    def _at(self, event_id: EventId) -> _Place:
        place = self._places.get(event_id)
        if place is None:
            if self._events.partition_of(event_id) is None:
                raise Refused(Reason.NO_EVENT)
            while len(self._places) >= _MOST_HELD:
                idle = next((name for name, one in self._places.items() if not one.lock.locked()), None)
                if idle is None:
                    break
                del self._places[idle]
            place = self._places[event_id] = _Place()
        self._places.move_to_end(event_id)
        return place


def _deadlines(tables: Sequence[ChangedTable]) -> list[int | None]:
    return [one.table.deadline for one in tables]


def _repeated(now: StoredEvent, version: int, news: tuple[News, ...]) -> EventAnswered:
    return EventAnswered(event=now.event, version=version, news=news, repeated=True)
