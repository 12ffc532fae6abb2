"""What tournaments keep about one person: their entries and results, to read, and to go by another id from now on."""

from collections.abc import AsyncIterator
from dataclasses import asdict, dataclass, replace
from typing import Any

from core.auditing import every_key, place_of
from core.cardroom.event_result import EventResult
from core.cardroom.tournament import Stage, Status, Tournament
from core.event_documents import event_document, read_event, read_result, result_document
from core.ids import PlayerId
from core.store import Store
from core.store_scripts import Script

OVER = (Stage.FINISHED, Stage.CANCELLED)

REWRITE = Script.of("""
-- KEYS 1 an event. ARGV 1 its version, 2 the document in its place. Answers 0 if it is at another one.
if redis.call('HGET', KEYS[1], 'v') ~= ARGV[1] then return 0 end
redis.call('HSET', KEYS[1], 'v', ARGV[1] + 1, 'd', ARGV[2])
return 1
""")
"""Another document of an event, which whoever holds the one before notices."""

RESTATE = Script.of("""
-- KEYS 1 results. ARGV 1 event, 2 the document, 3 the one in its place. Answers 0 if it is another one.
if redis.call('HGET', KEYS[1], ARGV[1]) ~= ARGV[2] then return 0 end
redis.call('HSET', KEYS[1], ARGV[1], ARGV[3])
return 1
""")
"""Another document of what a tournament counts."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Kept:
    """An event that names somebody, where it lies."""

    key: str
    version: int
    event: Tournament


def takes_part(event: Tournament, player: PlayerId) -> bool:
    """Whether the player is registered or has played, and the event is not over: who is out may yet win a prize."""
    entered = any(one.player == player and one.status is not Status.GONE for one in event.entrants)
    return entered and event.stage not in OVER


async def events_of(store: Store, player: PlayerId, named: bytes) -> AsyncIterator[Tournament]:
    """The tournaments that are kept and have the player's id, `named` as it stands in a document."""
    async for kept in _naming(store, named):
        if kept.event.host == player or any(one.player == player for one in kept.event.entrants):
            yield kept.event


async def told_of(store: Store, player: PlayerId, named: bytes) -> AsyncIterator[dict[str, Any]]:
    """The player's entries, as plain values."""
    async for event in events_of(store, player, named):
        yield {
            "event": event.id,
            "community": event.community,
            "name": event.name,
            "stage": event.stage,
            "host": event.host == player,
            "entries": [asdict(one) for one in event.entrants if one.player == player],
        }


async def results_of(store: Store, player: PlayerId, named: bytes) -> AsyncIterator[dict[str, Any]]:
    """What the player's finished tournaments count, as plain values."""
    async for place, _, _, result in _results(store, named):
        for row in result.rows:
            if row.player == player:
                yield {
                    "community": place_of(place)[1],
                    "event": result.event,
                    "name": result.name,
                    "at_ms": result.at_ms,
                    "row": asdict(row),
                }


async def rename_in_events(
    store: Store, player: PlayerId, named: bytes, anonymous: PlayerId, name: str
) -> None:
    """The player goes by another id and name wherever they take part no more; places and sums stay."""
    again = True
    while again:
        again = False
        async for kept in _naming(store, named):
            event = _renamed(kept.event, player, anonymous, name)
            if event != kept.event and not takes_part(kept.event, player):
                again |= not await store.run(REWRITE, (kept.key,), (kept.version, event_document(event)))
        async for place, field, document, result in _results(store, named):
            mine = [row.player == player for row in result.rows]
            rows = tuple(
                replace(row, player=anonymous, name=name) if own else row
                for row, own in zip(result.rows, mine, strict=True)
            )
            if any(mine):
                fresh = result_document(replace(result, rows=rows))
                again |= not await store.run(RESTATE, (place,), (field, document, fresh))


def _renamed(event: Tournament, player: PlayerId, anonymous: PlayerId, name: str) -> Tournament:
    entrants = tuple(
        replace(one, player=anonymous, name=name) if one.player == player else one for one in event.entrants
    )
    results = tuple(
        replace(one, player=anonymous, name=name) if one.player == player else one for one in event.results
    )
    event = replace(event, entrants=entrants, results=results)
    if event.host == player and event.stage in OVER:
        return replace(event, host=anonymous, host_name=name)
    return event


async def _naming(store: Store, named: bytes) -> AsyncIterator[_Kept]:
    async for place in every_key(store, "event"):
        version, document = await store.command("HMGET", place, "v", "d")
        if document is not None and named in document:
            yield _Kept(key=place, version=int(version), event=read_event(document))


async def _results(store: Store, named: bytes) -> AsyncIterator[tuple[str, str, bytes, EventResult]]:
    """Where it lies, its field, the document, and what that says."""
    async for place in every_key(store, "results"):
        for field, document in (await store.command("HGETALL", place)).items():
            if named in document:
                yield place, field.decode(), document, read_result(document)
