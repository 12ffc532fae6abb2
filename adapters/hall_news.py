"""One tournament in one hall: its message, edited in place, what is worth a post of its own, and the results.

News are posted at once. The tournament's message shows them all, as seldom as the platform's pace has it: a hundred
registrations cost a few edits.
"""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Final, Protocol

import structlog

from adapters import render_event
from adapters.event_club import Club
from adapters.hall_places import HallPlaces
from adapters.messages import Locale, Message, Port, PortError
from adapters.told_news import ToldNews
from core.cardroom.event_news import EventCancelled, EventFinished, EventPaused, News
from core.cardroom.tournament import Stage, Tournament
from core.ids import CommunityId, EventId, PlayerId, RoomId, is_part
from core.outbox import NewsEntry

OVER: Final = frozenset({Stage.FINISHED, Stage.CANCELLED})
PACES: Final = {Stage.REGISTERING: 2, Stage.RUNNING: 10}
"""How many of the platform's paces are between two edits: tables that play need them more."""

_log = structlog.get_logger(__name__)


class Events(Protocol):
    """What is asked of the house about tournaments."""

    async def look(self, event_id: EventId) -> Tournament:
        """The tournament as it is; raises `Refused`."""

    async def zone(self, community: CommunityId) -> str:
        """The time zone of a community."""

    async def club(self, community: CommunityId) -> Club:
        """How a community counts its tournaments."""


class Locales(Protocol):
    """What is asked of the house about languages."""

    async def locale_of(self, who: RoomId | PlayerId) -> Locale:
        """The language of a room."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Desk:
    """What everybody who tells of tournaments on one platform works with."""

    events: Events
    locales: Locales
    places: HallPlaces
    port: Port
    clock_ms: Callable[[], int]


class HallNews:
    """What one hall is told. A step raises PortError, StoreAway, Refused and NewsLost."""

    def __init__(self, desk: Desk, told: ToldNews, hall: RoomId) -> None:
        """Nothing was told from here yet."""
        self._desk = desk
        self._told = told
        self._hall = hall
        self._seen: tuple[int, Tournament] | None = None
        self._next_at = 0.0
        self._is_partial = False
        self._last: Message | None = None

    @property
    def hall(self) -> RoomId:
        """Which one it is."""
        return self._hall

    async def step(self) -> float | None:
        """Tell the next thing; returns the seconds for which there is nothing to do, None for until there are news."""
        told, newest = self._told, self._told.newest
        event = await self._look(newest)
        mark, entry, is_over = told.mark(self._hall), told.next_for(self._hall), event.stage in OVER
        if entry is not None and (mark.message or is_over):
            await self._tell(event, entry)
            return 0.0
        if entry is None and mark.shown >= newest and not self._is_partial:
            await told.keep(self._hall, over=is_over)
            return None
        wait = self._next_at - asyncio.get_running_loop().time()
        if wait > 0 and mark.message:
            await told.keep(self._hall)
            return wait
        await self._show(event, newest)
        await told.keep(self._hall, over=is_over)
        return 0.0

    async def _look(self, newest: int) -> Tournament:
        """The tournament at that version or newer."""
        if self._seen is None or self._seen[0] != newest:
            self._seen = (newest, await self._desk.events.look(self._told.event_id))
            if self._seen[1].stage in OVER:
                self._next_at = 0.0
        return self._seen[1]

    async def _tell(self, event: Tournament, entry: NewsEntry) -> None:
        """Post what one commit has to tell, each thing once."""
        told, hall, mark = self._told, self._hall, self._told.mark(self._hall)
        begun = mark.items if mark.telling == entry.version else 0
        zone = await self._desk.events.zone(event.community)
        for at, news in enumerate(entry.news):
            message = None if at < begun else await self._message(event, news, zone)
            if message is None:
                continue
            await told.hold()
            posted = await self._desk.port.post(hall, message, await self._desk.locales.locale_of(hall))
            mark = replace(mark, telling=entry.version, items=at + 1)
            told.note(hall, mark)
            await told.keep(hall)
            if isinstance(news, EventFinished):
                await self._pin(posted)
            if isinstance(news, EventPaused):
                await self._tell_tables(event, message)
        told.note(hall, replace(mark, told=entry.version))

    async def _message(self, event: Tournament, news: News, zone: str) -> Message | None:
        """The post that the news are worth, if they are worth one: who is out their hand's own message tells."""
        if isinstance(news, EventFinished):
            club = await self._desk.events.club(event.community)
            return render_event.results_message(event, deal=news.deal, club=club)
        if event.stage in OVER and not isinstance(news, EventCancelled):
            return None  # What has passed by now would only confuse.
        message = render_event.milestone_message(event, news, {}, zone)
        if message is None or not event.tables:
            return message
        places, _ = await self._desk.places.of_event(event, self._hall)
        return render_event.milestone_message(event, news, places, zone)

    async def _tell_tables(self, event: Tournament, message: Message) -> None:
        """The same where tables have places of their own: whoever plays there does not read the hall."""
        places, _ = await self._desk.places.of_event(event, self._hall)
        # A page of the web is a place of its own; elsewhere a part without a thread is the hall itself.
        apart = self._desk.port.platform == "web"
        rooms = {place.room for place in places.values() if apart or not is_part(place.room)} - {self._hall}
        for room in sorted(rooms):
            try:
                await self._desk.port.post(room, message, await self._desk.locales.locale_of(self._hall))
            except PortError as error:
                _log.warning("table_not_told", event_id=event.id, room=room, why=str(error))

    async def _pin(self, message_id: str) -> None:
        try:
            await self._desk.port.pin(self._hall, message_id)
        except PortError as refused:
            _log.debug("not_pinned", event_id=self._told.event_id, why=str(refused))

    async def _show(self, event: Tournament, newest: int) -> None:
        """Edit the tournament's message, or post it with the first news. One that is over gets none any more."""
        told, hall, mark, desk = self._told, self._hall, self._told.mark(self._hall), self._desk
        if mark.message or event.stage not in OVER:
            message = await self._drawn(event)
            if message != self._last or not mark.message:
                await told.hold()
                mark = replace(mark, message=await self._sent(mark.message, message))
                self._last = message
                pace = desk.port.pace * PACES.get(event.stage, 1)
                self._next_at = asyncio.get_running_loop().time() + pace
        told.note(hall, replace(mark, shown=newest))

    async def _sent(self, message_id: str, message: Message) -> str:
        locale = await self._desk.locales.locale_of(self._hall)
        if message_id:
            return await self._desk.port.edit(self._hall, message_id, message, locale)
        return await self._desk.port.post(self._hall, message, locale)

    async def _drawn(self, event: Tournament) -> Message:
        places, is_all = await self._desk.places.of_event(event, self._hall)
        self._is_partial = not is_all
        zone = await self._desk.events.zone(event.community)
        message = render_event.event_message(event, self._desk.clock_ms(), places, zone)
        return replace(message, choices=()) if event.stage in OVER else message
