"""The tournaments as the adapters see them (`adapters.asking.Events`), on one director."""

import secrets
from collections.abc import Callable
from functools import partial
from hashlib import sha256
from typing import Final

from adapters.event_club import USUAL_ZONE, Club, club_document, read_club
from core.cardroom.event_actions import EventAction
from core.cardroom.event_result import EventResult
from core.cardroom.tournament import Tournament
from core.director import Director, EventAnswered
from core.event_store import EventStore
from core.ids import CommunityId, EventId, PlayerId, RoomId, hall_of
from core.kept import Kept
from core.links import Links
from core.store import Store

_ZONE, _CLUB, _LAST = "zone", "club", "event"
_LAST_SECONDS: Final = 30 * 86_400
"""As long as an event that is over is kept."""


async def zone_of(kept: Kept, community: CommunityId) -> str:
    """By which clock a community lives. Raises StoreAway."""
    (found,) = await kept.recall(community, _ZONE)
    return found or USUAL_ZONE


def new_director(store: Store, clock_ms: Callable[[], int]) -> Director:
    """The one that commands and clock of a process share."""
    chance = partial(secrets.token_hex, 32)
    return Director(EventStore(store), clock_ms, chance, partial(zone_of, Kept(store)))


class LiveEvents:
    """Every method may raise StoreAway."""

    def __init__(self, store: Store, director: Director, links: Links, clock_ms: Callable[[], int]) -> None:
        """Reaches for nothing yet."""
        self._store = EventStore(store)
        self._kept = Kept(store)
        self._director = director
        self._links = links
        self._clock_ms = clock_ms

    async def act(self, event_id: EventId, action: EventAction, request_id: str) -> EventAnswered:
        """Do it, once per request id. Raises `Refused` with nothing changed."""
        return await self._director.act(event_id, action, request_id)

    async def look(self, event_id: EventId) -> Tournament:
        """The event as Redis has it. Raises `Refused` NO_EVENT."""
        return await self._director.look(event_id)

    async def in_hall(self, room: RoomId) -> tuple[EventId, ...]:
        """The newest events of a room's hall, newest first."""
        hall = hall_of(room)
        return await self._store.in_hall(hall, await self._links.community_of(hall))

    def new_id(self, community: CommunityId, request_id: str = "") -> EventId:
        """A fresh id; of a request always the same one, so that it makes one event however often it comes."""
        if not request_id:
            return self._store.new_id(community, secrets.choice)
        drawn = list(sha256(f"{community} {request_id}".encode()).digest())
        return self._store.new_id(community, lambda letters: letters[drawn.pop() % len(letters)])

    async def results(self, community: CommunityId) -> tuple[EventResult, ...]:
        """What each finished event of the community counts."""
        return await self._store.results(community)

    async def zone(self, community: CommunityId) -> str:
        """By which clock the community lives."""
        return await zone_of(self._kept, community)

    async def set_zone(self, community: CommunityId, zone: str) -> None:
        """It lives by another one from now on."""
        await self._kept.remember(community, _ZONE, zone)

    async def club(self, community: CommunityId) -> Club:
        """How the community counts its tournaments."""
        (found,) = await self._kept.recall(community, _CLUB)
        return Club() if found is None else read_club(found)

    async def set_club(self, community: CommunityId, club: Club) -> None:
        """It counts them like this from now on."""
        await self._kept.remember(community, _CLUB, club_document(club))

    async def last_of(self, player: PlayerId) -> EventId | None:
        """The event that the player registered for last; None when that is long ago."""
        (found,) = await self._kept.recall(player, _LAST)
        return None if found is None else EventId(found)

    async def registered(self, player: PlayerId, event_id: EventId) -> None:
        """That is this one from now on."""
        await self._kept.remember(player, _LAST, event_id, _LAST_SECONDS)

    def now(self) -> int:
        """Milliseconds since the epoch."""
        return self._clock_ms()
