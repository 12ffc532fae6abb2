"""Tournaments in Redis: an event with its tables that are between hands, read at once and written at once."""

from collections.abc import Callable, Iterable, Sequence
from typing import Final

from core.cardroom.directing import EventOutcome
from core.cardroom.event_result import EventResult
from core.cardroom.table import Wait
from core.commits import Keeping, Short, Stored, key, stored
from core.event_commits import (
    EventAnswer,
    EventWords,
    Seen,
    StoredEvent,
    answered,
    hall_key,
    kept_answer,
    results_key,
    seen_key,
)
from core.event_documents import read_event, read_result
from core.event_scripts import DIRECT, IN_HALL, REST, SEE
from core.ids import CommunityId, EventId, RoomId, TableId, fresh_event_id
from core.kept import Kept
from core.store import Store
from core.store_scripts import RECALL

MOST_IN_HALL: Final = 20
"""Events of one hall that are told, newest first."""


class EventStore:
    """The tournaments of every community. Every method raises StoreAway when Redis is away."""

    def __init__(self, store: Store, keeping: Keeping | None = None) -> None:
        """Reaches for nothing yet."""
        self._store = store
        self._keeping = keeping or Keeping()

    def new_id(self, community: CommunityId, pick: Callable[[str], str]) -> EventId:
        """A fresh id; `pick` chooses one of the letters that it is given, as `secrets.choice` does."""
        return fresh_event_id(self._store.partition_of(community), pick)

    def partition_of(self, event_id: EventId) -> int | None:
        """Where an event is kept; None for what cannot be the id of one."""
        number = event_id[:2]
        known = number.isascii() and number.isdigit() and int(number) < self._store.partitions
        return int(number) if known and event_id[2:3] == "-" and event_id[3:].isalnum() else None

    async def see(
        self, event_id: EventId, request: str, held: StoredEvent | None = None, *, due: bool = False
    ) -> Seen:
        """The event and its waiting tables, with `due` those too whose next hand is due. `held` is what the caller
        knows of it: then it need not be read again.

        Also raises UnknownSchema and BadDocument.
        """
        partition = self.partition_of(event_id)
        if partition is None:
            return Seen(now=None, tables={})
        keys = [
            key(partition, "event", event_id),
            key(partition, "over", event_id),
            seen_key(partition, event_id, request),
        ]
        answer = await self._store.run(SEE, keys, (held.version if held else 0,))
        kept, version, document, members = answer
        if version is None:
            return Seen(now=None, tables={})
        now = held if document is None else StoredEvent(version=int(version), event=read_event(document))
        if now is None:
            raise ValueError("A version that was not held was not sent.")
        over = tuple(TableId(one.decode()) for one in sorted(members))
        tables = await self._tables(partition, {*over, *now.event.waiting})
        if due:
            others = await self._tables(partition, {*now.event.tables} - tables.keys())
            tables |= {name: one for name, one in others.items() if one.table.wait is Wait.DEAL}
        return Seen(now=now, tables=tables, over=over, done=None if kept is None else kept_answer(kept))

    async def rest(self, event_id: EventId, version: int, over: Sequence[TableId]) -> bool:
        """A call led to nothing; False when something else has come meanwhile."""
        partition = self.partition_of(event_id)
        if partition is None:
            return True
        keys = (
            key(partition, "event", event_id),
            key(partition, "due"),
            key(partition, "over", event_id),
        )
        return bool(await self._store.run(REST, keys, (event_id, version, *over)))

    async def commit(self, seen: Seen, outcome: EventOutcome, request: str, now: int) -> EventAnswer:
        """Write what the rules say if nobody was faster, in one round trip. `now`: this process's clock, in ms."""
        event = outcome.event
        partition = self.partition_of(event.id)
        if partition is None or partition != self._store.partition_of(event.community):
            raise ValueError("The id of an event begins with the partition of its community.")
        rules = self._store.bank_of(event.community)
        words = EventWords(partition, event, rules, self._keeping)
        keys, args = words.all(seen, outcome, request, now)
        answer = answered(await self._store.run(DIRECT, keys, args))
        if isinstance(answer, Short) and await self._store.let_arrive(partition, event.community):
            answer = answered(await self._store.run(DIRECT, keys, args))
        for changed in outcome.tables if isinstance(answer, int) else ():
            if changed.table.closed:
                await Kept(self._store).look_back_at(changed.table)
        return answer

    async def in_hall(self, hall: RoomId, community: CommunityId) -> tuple[EventId, ...]:
        """The tournaments of a hall, newest first, at most 20; those that are over for as long as they are kept."""
        partition = self._store.partition_of(community)
        place = hall_key(partition, hall)
        names = [one.decode() for one in await self._store.command("ZRANGE", place, 0, -1, "REV")]
        keys = (place, *[key(partition, "event", name) for name in names])
        there = await self._store.run(IN_HALL, keys, names) if names else []
        return tuple(EventId(one.decode()) for one in there[:MOST_IN_HALL])

    async def results(self, community: CommunityId) -> tuple[EventResult, ...]:
        """What every finished tournament of at least two people counts, the oldest first. Raises as `see` does."""
        place = results_key(self._store.partition_of(community), community)
        found = [read_result(document) for document in await self._store.command("HVALS", place)]
        return tuple(sorted(found, key=lambda result: (result.at_ms, result.event)))

    async def _tables(self, partition: int, ids: Iterable[TableId]) -> dict[TableId, Stored]:
        names = sorted(ids)
        calls = [(RECALL, (key(partition, "table", one), key(partition, "seen", "")), ()) for one in names]
        found: dict[TableId, Stored] = {}
        for name, (_, version, document) in zip(names, await self._store.run_all(calls), strict=True):
            table = stored(version, document)
            if table is not None:
                found[name] = table
        return found
