"""One commit: what it writes, what can come of it, and how both are said to the script inside Redis."""

from dataclasses import dataclass, field
from typing import Any, TypeAlias

from core.cardroom.bank import BankRules, Move, is_computer, moves_of
from core.cardroom.comings import NOBODY, comings
from core.cardroom.deeds import Deed
from core.cardroom.history import shown_after
from core.cardroom.ledger import carried
from core.cardroom.stats import PEAKS, stat_args
from core.cardroom.table import Table, Wait
from core.dates import season_of
from core.documents import (
    deed_document,
    events_document,
    read_events,
    read_table,
    record_document,
    table_document,
)
from core.events import Event, HandEnded
from core.ids import CommunityId, PlayerId, TableId
from core.poker.record import HandRecord

Argument: TypeAlias = str | bytes | int


@dataclass(frozen=True, slots=True)
class Keeping:
    """How much is kept and for how long: hands by number, all else in seconds."""

    hands: int = 500
    """The newest of each table."""
    closed_table: int = 3_600
    hands_of_closed_table: int = 30 * 86_400
    ended_event: int = 30 * 86_400
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
    deeds: tuple[Deed, ...] = ()
    """What goes into the table's log."""


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


@dataclass(frozen=True, slots=True)
class Short:
    """Nothing was written: a player's wallet doesn't hold what the change would take out of it."""

    player: PlayerId
    balance: int
    asked: int
    frozen: bool = False
    """The account may not be drawn on at all; `balance` and `asked` are 0 then."""


@dataclass(frozen=True, slots=True)
class Elsewhere:
    """Nothing was written: by the community's rule a player sits at one table at a time, and at this one already."""

    player: PlayerId
    table_id: TableId


CommitAnswer: TypeAlias = Committed | Repeated | Conflict | RoomTaken | Short | Elsewhere


def platform_of(who: str) -> str:
    """`discord` of `discord:guild:channel`: the stream that tells the room, or the player."""
    return who.partition(":")[0]


def key(partition: int, *name: str) -> str:
    """The key of one thing in a partition."""
    return _place(partition) + ":".join(name)


def _place(partition: int) -> str:
    """What every key of a partition begins with; the braces keep them all in one slot of a cluster."""
    return f"{{p{partition:02}}}:"


def bank_keys(partition: int, community: CommunityId) -> tuple[str, str, str]:
    """Bank, ledger and chips at tables of a community."""
    bank, ledger, tables = (key(partition, name, community) for name in ("bank", "ledger", "tables"))
    return bank, ledger, tables


def seats_key(partition: int, community: CommunityId) -> str:
    """At which tables of a community each player sits: see `core.one_table`."""
    return key(partition, "at", community)


def stats_key(partition: int, community: CommunityId, season: str) -> str:
    """The counters of a community's season: a hash of whole numbers by player and count, ``discord:7|hands``."""
    return key(partition, "stats", community, season)


def sums_key(partition: int, table_id: TableId) -> str:
    """What each player brought to a table and took from it, and their name: ``discord:7|brought``."""
    return key(partition, "sums", table_id)


def written(
    change: Change, partition: int, keeping: Keeping, rules: BankRules | None = None
) -> tuple[list[str], list[Argument]]:
    """The keys and arguments of the commit script, in its order. Without `rules` chips are free."""
    before, after, record = change.before, change.after, change.record
    had = before.rooms if before else ()
    has = () if after.closed else after.rooms
    place, platforms = _place(partition), _told(after, before)
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
    if before is not None and before.deal is not None:
        later = shown_after(before.deal, change.events)
        args += ("later", before.deal.hand_no, " ".join(map(str, later))) if later else ()
    if after.closed:
        args += ("closed", keeping.closed_table * 1_000, keeping.hands_of_closed_table * 1_000)
    if rules is not None and (bank := _for_bank(change, rules)):
        keys += bank_keys(partition, after.community)
        args += bank
    if change.deeds or after.closed:
        keys.append(f"{place}log:{after.id}")
        args += [part for deed in change.deeds for part in ("log", deed_document(deed), len(keys))]
        args += ("lapse", keeping.hands_of_closed_table * 1_000, len(keys)) if after.closed else ()
    if rules is not None and (moving := comings(before, after)) is not NOBODY:
        keys += (seats_key(partition, after.community), bank_keys(partition, after.community)[0])
        args += moving.words(len(keys) - 1, len(keys), rules.many_tables)
    moved = carried(change.events)
    if moved or after.closed:
        keys.append(f"{place}sums:{after.id}")
        for one in moved:
            args += ("sum", one.player, f"{len(keys)} {one.brought} {one.taken} {one.name}")
        args += ("lapse", keeping.hands_of_closed_table * 1_000, len(keys)) if after.closed else ()
    if after.event is not None and _calls_director(change):
        keys.append(f"{place}over:{after.event}")
        args += ("over", after.event, len(keys))
    if record is not None and after.event is None and (stats := _for_stats(record)):
        keys.append(stats_key(partition, after.community, season_of(record.ended_ms)))
        args += stats
    return keys, args


def _calls_director(change: Change) -> bool:
    """The hand is over, or the director has not come since the last call."""
    before, after = change.before, change.after
    called = before is not None and (before.wait, before.deadline) == (after.wait, after.deadline)
    return after.wait is Wait.DIRECTOR and not called


def _for_stats(record: HandRecord) -> list[Argument]:
    """What a hand adds to each player's counters: sums, what is kept where it is the largest, and their names now."""
    added: dict[tuple[str, str], list[str]] = {}
    for player, name, amount in stat_args(record):
        kind = "peak" if name in PEAKS else "stat"
        added.setdefault((kind, player), []).append(f"{name} {amount}")
    words: list[Argument] = []
    for (kind, player), counts in added.items():
        words += (kind, player, " ".join(counts))
    players = {player for _, player in added}
    for one in record.seats:
        words += ("as", one.player, one.name) if one.player in players else ()
    return words


def _for_bank(change: Change, rules: BankRules) -> list[Argument]:
    """Chips that come to the table or leave it, and who has played a hand. Raises ValueError if chips came or went
    without an event that says whose they are."""
    moves, after = moves_of(change.events), change.after
    words: list[Argument] = []
    had = change.before.issued if change.before else 0
    if sum(move.issued - move.chips for move in moves) != after.issued - had:
        raise ValueError("The chips at a table changed, and no event says whose they are.")
    if moves:
        words += ("bank", rules.opening, f"{after.hand_no} {had} {after.issued} {int(rules.refill_at_once)}")
        for move in moves:
            words += ("move", move.player, move_words(move))
    for event in change.events:
        if isinstance(event, HandEnded) and change.record is not None:
            dealt_in = {seat for seat, _ in event.nets}
            people = {one.player for one in change.record.seats if one.seat in dealt_in}
            words += [word for one in people if not is_computer(one) for word in ("played", one, "")]
    return words


def move_words(move: Move) -> str:
    """A move as the scripts take it, its player apart."""
    return f"{move.chips} {move.issued} {move.why} {move.by}"


def _told(*tables: Table | None) -> set[str]:
    """The platforms of the rooms, and of the people: they may have come from a room that the table has left since."""
    told: set[str] = set()
    for table in tables:
        if table is not None:
            people = (seat.player for seat in table.seats if seat is not None and seat.temper is None)
            told.update(map(platform_of, (*table.rooms, *people)))
    return told


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
    if kind == b"SHORT":
        return Short(PlayerId(rest[0].decode()), int(rest[1]), int(rest[2]))
    if kind == b"FROZEN":
        return Short(PlayerId(rest[0].decode()), 0, 0, frozen=True)
    if kind == b"ELSEWHERE":
        return Elsewhere(PlayerId(rest[0].decode()), TableId(rest[1].decode()))
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


def member(due: bytes) -> tuple[TableId, int]:
    """The table and the version that a deadline is of."""
    table_id, _, version = due.decode().rpartition("|")
    return TableId(table_id), int(version)
