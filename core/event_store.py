"""Tournaments in Redis: an event with its tables that are between hands, read at once and written at once."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, TypeAlias

from core.bank_book import pools_key
from core.cardroom.bank import BankRules, Move
from core.cardroom.directing import EventOutcome
from core.cardroom.event_news import News
from core.cardroom.table import Table
from core.cardroom.tournament import Tournament
from core.commits import Argument, Keeping, Short, Stored, bank_keys, key, platform_of, stored
from core.documents import events_document, table_document
from core.event_documents import event_document, news_document, read_event, read_news
from core.event_scripts import DIRECT, REST, SEE
from core.ids import CommunityId, EventId, PlayerId, TableId, fresh_event_id
from core.kept import Kept
from core.store import Store
from core.store_scripts import RECALL

NEWS_KEPT: Final = 10_000
"""Of one partition and platform."""


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredEvent:
    """An event as Redis has it."""

    version: int
    event: Tournament = field(repr=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Seen:
    """An event, its tables that are between hands, and which of them nobody has looked at since."""

    now: StoredEvent | None
    tables: Mapping[TableId, Stored] = field(repr=False)
    over: tuple[TableId, ...] = ()
    done: tuple[int, tuple[News, ...]] | None = None
    """The request was done before: the version that it made, and its news."""


@dataclass(frozen=True, slots=True)
class Lost:
    """Nothing was written: somebody was faster."""


@dataclass(frozen=True, slots=True)
class Done:
    """The request had been done before."""

    version: int
    news: tuple[News, ...] = field(repr=False)


EventAnswer: TypeAlias = int | Lost | Done | Short
"""What came of a commit; a number is the version that was written."""


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

    async def see(self, event_id: EventId, request: str, held: StoredEvent | None = None) -> Seen:
        """The event and its waiting tables. `held` is what the caller knows of it: then it need not be read again.

        Also raises UnknownSchema and BadDocument.
        """
        partition = self.partition_of(event_id)
        if partition is None:
            return Seen(now=None, tables={})
        keys = [
            key(partition, "event", event_id),
            key(partition, "over", event_id),
            key(partition, "seen", request),
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
        return Seen(now=now, tables=tables, over=over, done=None if kept is None else _kept(kept))

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
        words = _Words(partition, event, rules, self._keeping)
        keys, args = words.all(seen, outcome, request, now)
        answer = _answered(await self._store.run(DIRECT, keys, args))
        if isinstance(answer, Short) and await self._store.let_arrive(partition, event.community):
            answer = _answered(await self._store.run(DIRECT, keys, args))
        for changed in outcome.tables if isinstance(answer, int) else ():
            if changed.table.closed:
                await Kept(self._store).look_back_at(changed.table)
        return answer

    async def _tables(self, partition: int, ids: Iterable[TableId]) -> dict[TableId, Stored]:
        names = sorted(ids)
        calls = [(RECALL, (key(partition, "table", one), key(partition, "seen", "")), ()) for one in names]
        found: dict[TableId, Stored] = {}
        for name, (_, version, document) in zip(names, await self._store.run_all(calls), strict=True):
            table = stored(version, document)
            if table is not None:
                found[name] = table
        return found


class _Words:
    """The keys and arguments of one commit."""

    def __init__(self, partition: int, event: Tournament, rules: BankRules | None, keeping: Keeping) -> None:
        self._partition = partition
        self._event = event
        self._rules = rules
        self._keeping = keeping
        self._keys: list[str] = []
        self._args: list[Argument] = []

    def all(
        self, seen: Seen, outcome: EventOutcome, request: str, now: int
    ) -> tuple[list[str], list[Argument]]:
        """In the order of the script."""
        event, before = self._event, seen.now
        bank, ledger, _ = bank_keys(self._partition, event.community)
        self._keys = [
            *(self._key("event", event.id), self._key("due"), self._key("seen", request)),
            *(self._key("over", event.id), self._key("rooms"), bank, ledger),
            pools_key(self._partition, event.community),
        ]
        version = before.version if before else 0
        news = news_document(outcome.news)
        self._args = [
            *(version, version + 1, event_document(event), news, event.id, self._keeping.answers * 1_000),
            _deadline(before.event.deadline if before else None, event.deadline, now, new=before is None),
            self._rules.opening if self._rules else 0,
            int(self._rules.refill_at_once) if self._rules else 0,
            event.pool if self._rules else "-",
        ]
        for changed in outcome.tables:
            self._table(changed.table, seen.tables.get(changed.table.id), now)
            self._tell("out", changed.table.id, changed.table, events_document(changed.events), seen)
        for table_id in seen.over:
            self._add("done", table_id)
        if outcome.news:
            for platform in _platforms(event):
                self._stream("news", platform, event.id, version + 1, news, NEWS_KEPT)
        for move in outcome.moves if self._rules else ():
            self._move(move)
        return self._keys, self._args

    def _table(self, table: Table, before: Stored | None, now: int) -> None:
        version, at = before.version if before else 0, self._place("table", table.id)
        deadline = _deadline(before.table.deadline if before else None, table.deadline, now, new=not before)
        self._add("table", table.id, at, version, deadline, table_document(table))
        if table.closed:
            hands, keeping = self._place("hands", table.id), self._keeping
            self._add(
                *("closed", table.id, at, hands),
                *(keeping.closed_table * 1_000, keeping.hands_of_closed_table * 1_000),
            )
        for room in table.rooms:
            if table.closed or before is None:
                self._add("left" if table.closed else "room", room, table.id)

    def _tell(self, stream: str, name: str, table: Table, document: bytes, seen: Seen) -> None:
        before = seen.tables.get(table.id)
        people = [
            seat.player
            for one in (table, before.table if before else table)
            for seat in one.seats
            if seat is not None and seat.temper is None
        ]
        version = (before.version if before else 0) + 1
        for platform in sorted({platform_of(who) for who in (*table.rooms, *people)}):
            self._stream(stream, platform, name, version, document)

    def _stream(
        self, stream: str, platform: str, name: str, version: int, document: bytes, most: Argument = ""
    ) -> None:
        self._add("tell", name, self._place(stream, platform), version, document, most)

    def _move(self, move: Move) -> None:
        self._add("move", move.player, move.chips, move.issued, move.why, move.by)

    def _add(self, *words: Argument) -> None:
        self._args += (*words, *[""] * (6 - len(words)))

    def _place(self, *name: str) -> int:
        """The number of a key, counted from 1 as the script does."""
        self._keys.append(self._key(*name))
        return len(self._keys)

    def _key(self, *name: str) -> str:
        return key(self._partition, *name)


def _platforms(event: Tournament) -> list[str]:
    """Where an event is told: of its rooms, and of its people."""
    people = [one.player for one in event.entrants if one.temper is None]
    return sorted({platform_of(who) for who in (*event.rooms, *people)})


def _deadline(before: int | None, after: int | None, now: int, *, new: bool) -> Argument:
    """An unchanged deadline stays where the server's clock has it, whatever this process's clock says."""
    if after is None:
        return "-"
    if not new and before == after:
        return "="
    return max(0, after - now)


def _kept(kept: bytes) -> tuple[int, tuple[News, ...]]:
    """The answer that the script kept for a request: event, version and news."""
    _, version, news = kept.split(b" ", 2)
    return int(version), read_news(news)


def _answered(answer: list[Any]) -> EventAnswer:
    kind, *rest = answer
    if kind == b"OK":
        return int(rest[0])
    if kind == b"DUP":
        return Done(*_kept(rest[0]))
    if kind == b"CONFLICT":
        return Lost()
    if kind == b"SHORT":
        return Short(PlayerId(rest[0].decode()), int(rest[1]), int(rest[2]))
    if kind == b"FROZEN":
        return Short(PlayerId(rest[0].decode()), 0, 0, frozen=True)
    raise ValueError(
        f"The prize pool holds {int(rest[0])} chips by the bank, and another number by the event."
    )
