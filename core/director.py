"""The director: takes an action to its tournament, asks the rules, and has the event and its tables written together.

It stands beside the dealer and works as the dealer does: one action at a time for each event in this process, the
event held as it was last written or read, nothing told before it is written. The tables go on by themselves while a
hand is played; the commit that ends one calls the director, and whoever dies on the way there is called again.
"""

import asyncio
from collections import OrderedDict
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Final

import structlog

from core.cardroom.directing import ChangedTable, direct
from core.cardroom.event_actions import Direct, EventAction
from core.cardroom.event_news import News
from core.cardroom.tournament import Tournament
from core.commits import Short
from core.documents import BadDocument
from core.event_store import Done, EventStore, Lost, Seen, StoredEvent
from core.ids import EventId
from core.refusals import Reason, Refused
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


class Director:
    """The one door to every tournament: `act`, `tick` and `look`."""

    def __init__(self, events: EventStore, clock_ms: Callable[[], int], chance: Callable[[], str]) -> None:
        """`clock_ms` gives milliseconds since the epoch, `chance` 32 fresh random bytes in hex."""
        self.on_commit: list[Callable[[EventId, int], None]] = []
        """Called after each commit of this process with ms to the first deadline that it set, if it set any."""
        self._events = events
        self._clock_ms = clock_ms
        self._chance = chance
        self._places: OrderedDict[EventId, _Place] = OrderedDict()

    async def act(self, event_id: EventId, action: EventAction, request_id: str) -> EventAnswered:
        """Do an action, once however often `request_id` comes. Raises Refused with nothing changed.

        After DEALER_AWAY alone it is unknown whether it was done: the same `request_id` finds out.
        """
        try:
            place = self._at(event_id)
            async with place.lock:
                for _ in range(_MOST_TRIES):
                    seen = await self._see(place, event_id, request_id)
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

    async def _see(self, place: _Place, event_id: EventId, request_id: str) -> Seen:
        seen = await self._events.see(event_id, request_id, place.held)
        place.held = seen.now
        return seen

    async def _write(
        self, place: _Place, seen: Seen, action: EventAction, request_id: str
    ) -> EventAnswered | None:
        """Ask the rules and commit what they say. None: somebody else was faster."""
        now, before = self._clock_ms(), seen.now
        tables = {name: one.table for name, one in seen.tables.items()}
        outcome = direct(before.event if before else None, tables, action, now, self._chance())
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
                self._wake(outcome.event.id, now, outcome.event.deadline, *_deadlines(outcome.tables))
                return EventAnswered(event=outcome.event, version=version, news=outcome.news)
            case Lost():
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

    def _wake(self, event_id: EventId, now: int, *deadlines: int | None) -> None:
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
