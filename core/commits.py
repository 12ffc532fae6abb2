"""One commit: what it writes, what can come of it, and how both are said to the script inside Redis."""

from dataclasses import dataclass, field
from typing import Any, TypeAlias

from core.cardroom.table import Table
from core.documents import events_document, read_events, read_table, record_document, table_document
from core.events import Event
from core.ids import RoomId, TableId
from core.poker.record import HandRecord

Argument: TypeAlias = str | bytes | int


@dataclass(frozen=True, slots=True)
class Keeping:
    """How much is kept and for how long: hands by number, all else in seconds."""

    hands: int = 500
    """The newest of each table."""
    closed_table: int = 3_600
    hands_of_closed_table: int = 30 * 86_400
    answers: int = 86_400
    """A request delivered again within this time changes nothing; platforms deliver for a day."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Stored:
    """A table as Redis has it."""

    version: int
    """Counts the commits of this table from 1."""
    table: Table = field(repr=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """`after` takes the place of `before`, which is version `version` (None and 0: the table is new)."""

    request: str
    version: int
    before: Table | None = field(repr=False)
    after: Table = field(repr=False)
    events: tuple[Event, ...] = field(repr=False)
    record: HandRecord | None = field(repr=False)
    due_in: int | None
    """Milliseconds from now to the deadline of `after`; None when it has none."""


@dataclass(frozen=True, slots=True)
class Committed:
    """Written, as this version."""

    version: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Repeated:
    """The request was done before and made `version` of `table_id`. `now` is the table that was asked about."""

    table_id: TableId
    version: int
    events: tuple[Event, ...] = field(repr=False)
    now: Stored | None


@dataclass(frozen=True, slots=True)
class Conflict:
    """Nothing was written: the table is at another version (None: there is none)."""

    now: Stored | None


@dataclass(frozen=True, slots=True)
class RoomTaken:
    """Nothing was written: another table is open in the room."""

    table_id: TableId


CommitAnswer: TypeAlias = Committed | Repeated | Conflict | RoomTaken


def platform_of(room: RoomId) -> str:
    """`discord` of `discord:guild:channel`: the stream that tells the room."""
    return room.partition(":")[0]


def key(partition: int, *name: str) -> str:
    """The key of one thing in a partition."""
    return _place(partition) + ":".join(name)


def _place(partition: int) -> str:
    """What every key of a partition begins with; the braces keep them all in one slot of a cluster."""
    return f"{{p{partition:02}}}:"


def written(change: Change, partition: int, keeping: Keeping) -> tuple[list[str], list[Argument]]:
    """The keys and arguments of the commit script, in its order."""
    before, after, record = change.before, change.after, change.record
    had = before.rooms if before else ()
    has = () if after.closed else after.rooms
    place, platforms = _place(partition), {platform_of(room) for room in (*after.rooms, *had)}
    keys = [
        f"{place}table:{after.id}",
        f"{place}due",
        f"{place}seen:{change.request}",
        f"{place}rooms",
        f"{place}hands:{after.id}",
        *[f"{place}out:{platform}" for platform in platforms],
    ]
    args: list[Argument] = [
        change.version,
        change.version + 1,
        table_document(after),
        events_document(change.events),
        after.id,
        keeping.answers * 1_000,
        _deadline(change),
        len(platforms),
    ]
    if has != had:
        args += [part for room in has if room not in had for part in ("room", room, "")]
        args += [part for room in had if room not in has for part in ("left", room, "")]
    if record is not None:
        args += ("hand", record.hand_no, record_document(record), "most", keeping.hands, "")
    if after.closed:
        args += ("closed", keeping.closed_table * 1_000, keeping.hands_of_closed_table * 1_000)
    return keys, args


def _deadline(change: Change) -> Argument:
    """An unchanged deadline stays where the server's clock has it, whatever this process's clock says."""
    if change.due_in is None or change.after.closed:
        return "-"
    if change.before is not None and change.before.deadline == change.after.deadline:
        return "="
    return max(0, change.due_in)


def answered(answer: list[Any]) -> CommitAnswer:
    """What the commit script said. Raises UnknownSchema and BadDocument for a document it brought."""
    kind, *rest = answer
    if kind == b"OK":
        return Committed(int(rest[0]))
    if kind == b"DUP":
        return repeated(rest[0], stored(*rest[1:]))
    if kind == b"CONFLICT":
        return Conflict(stored(*rest))
    return RoomTaken(TableId(rest[0].decode()))


def stored(version: bytes | int | None, document: bytes | None) -> Stored | None:
    """A table from the fields of its hash, if there are any."""
    if version is None or document is None:
        return None
    return Stored(version=int(version), table=read_table(document))


def repeated(kept: bytes, now: Stored | None) -> Repeated:
    """The answer that the commit script kept for a request: table, version and events."""
    table_id, version, events = kept.split(b" ", 2)
    return Repeated(
        table_id=TableId(table_id.decode()), version=int(version), events=read_events(events), now=now
    )
