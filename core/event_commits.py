"""One commit of a tournament: what is read before it, the words that its script is given, and what it answers."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final, TypeAlias

from core.bank_book import pools_key
from core.cardroom.bank import BankRules, Move
from core.cardroom.directing import EventOutcome
from core.cardroom.event_news import News
from core.cardroom.event_result import event_result
from core.cardroom.table import Table
from core.cardroom.tournament import Stage, Status, Tournament
from core.commits import Argument, Keeping, Short, Stored, bank_keys, key, platform_of
from core.documents import events_document, table_document
from core.event_documents import event_document, news_document, read_news, result_document
from core.ids import FORGOTTEN, CommunityId, EventId, PlayerId, RoomId, TableId

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


@dataclass(frozen=True, slots=True)
class Occupied:
    """Nothing was written: other tables are open in these parts of the halls."""

    parts: frozenset[RoomId]


EventAnswer: TypeAlias = int | Lost | Done | Short | Occupied
"""What came of a commit; a number is the version that was written."""


def seen_key(partition: int, event: EventId, request: str) -> str:
    """What was answered to a request: of each event by itself, since who asks may number their requests anew in every
    room, and rooms share partitions."""
    return key(partition, "seen", f"{event} {request}")


def hall_key(partition: int, hall: RoomId) -> str:
    """The tournaments of a hall: a sorted set of their ids by when they were announced, in microseconds."""
    return key(partition, "hall", hall)


def results_key(partition: int, community: CommunityId) -> str:
    """What a community's finished tournaments count: a hash of documents by tournament."""
    return key(partition, "results", community)


def stakes(event: Tournament | None) -> Counter[PlayerId]:
    """What lies in the prize pool for each person who may yet get something out of it: who is out may not."""
    found: Counter[PlayerId] = Counter()
    if event is None or event.stage in (Stage.FINISHED, Stage.CANCELLED):
        return found
    for one in event.entrants:
        if one.temper is None and one.status in (Status.REGISTERED, Status.QUEUED, Status.IN):
            found[one.player] += one.paid
    return found


class EventWords:
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
            *(self._key("event", event.id), self._key("due"), seen_key(self._partition, event.id, request)),
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
        self._staked(before.event if before else None)
        if before is None:
            for hall in event.rooms:
                self._add("hall", self._place("hall", hall))
        if event.stage in (Stage.FINISHED, Stage.CANCELLED):
            self._over(before.event.stage if before else event.stage)
        return self._keys, self._args

    def _staked(self, before: Tournament | None) -> None:
        """What people have in the pool now, more or less than before."""
        had, has = stakes(before), stakes(self._event)
        for player in dict.fromkeys((*had, *has)) if self._rules else ():
            if has[player] != had[player]:
                self._add("staked", player, has[player] - had[player])

    def _over(self, before: Stage) -> None:
        """It lapses after a while; what it counts stays."""
        self._add("lapse", self._keeping.ended_event * 1_000)
        result = event_result(self._event) if before is Stage.RUNNING else None
        if result is not None:
            self._add("result", self._place("results", self._event.community), result_document(result))

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
    people = [
        one.player for one in event.entrants if one.temper is None and not one.player.startswith(FORGOTTEN)
    ]
    return sorted({platform_of(who) for who in (*event.rooms, *people)})


def _deadline(before: int | None, after: int | None, now: int, *, new: bool) -> Argument:
    """An unchanged deadline stays where the server's clock has it, whatever this process's clock says."""
    if after is None:
        return "-"
    if not new and before == after:
        return "="
    return max(0, after - now)


def kept_answer(kept: bytes) -> tuple[int, tuple[News, ...]]:
    """The answer that the script kept for a request: event, version and news."""
    _, version, news = kept.split(b" ", 2)
    return int(version), read_news(news)


def answered(answer: list[Any]) -> EventAnswer:
    """What the script said. Raises ValueError when the pool is not what the event says."""
    kind, *rest = answer
    if kind == b"OK":
        return int(rest[0])
    if kind == b"DUP":
        return Done(*kept_answer(rest[0]))
    if kind == b"CONFLICT":
        return Lost()
    if kind == b"TAKEN":
        return Occupied(frozenset(RoomId(part.decode()) for part in rest))
    if kind == b"SHORT":
        return Short(PlayerId(rest[0].decode()), int(rest[1]), int(rest[2]))
    if kind == b"FROZEN":
        return Short(PlayerId(rest[0].decode()), 0, 0, frozen=True)
    raise ValueError(
        f"The prize pool holds {int(rest[0])} chips by the bank, and another number by the event."
    )
