"""A tournament: who is in it and where, which level it has reached, and what its pool holds.

Two kinds of chips never mix: `pool` is in wallet chips and leaves it only as prizes, bounties and refunds; `issued`
is in tournament chips, which are in stacks at the event's tables or on their way to one. Times are milliseconds
since the epoch.
"""

from dataclasses import dataclass
from enum import StrEnum

from core.actions import Temper
from core.cardroom.deals import DealKind
from core.cardroom.elimination import Bust
from core.cardroom.event_options import BountyRule, EntryRule, EventOptions, Kind
from core.cardroom.payouts import payouts
from core.cardroom.table import Seat
from core.ids import CommunityId, EventId, PlayerId, RoomId, SeatNo, TableId


class Stage(StrEnum):
    """How far the event is."""

    REGISTERING = "registering"
    RUNNING = "running"
    FINISHED = "finished"
    CANCELLED = "cancelled"


class Status(StrEnum):
    """What has become of an entry."""

    REGISTERED = "registered"
    QUEUED = "queued"
    """The field is full: the buy-in is held, and given back if no place comes free before the start."""
    IN = "in"
    OUT = "out"
    GONE = "gone"
    """Taken back before the start: the buy-in is refunded, and it counts for nothing."""


class Hold(StrEnum):
    """Why no table deals until all of them are between hands."""

    MONEY_BUBBLE = "money_bubble"
    """Hand-for-hand: the next one out is the last who gets nothing."""
    TICKET_BUBBLE = "ticket_bubble"
    """Hand-for-hand in a satellite: the next one out gets what the tickets leave, and no ticket."""
    FINAL_BUBBLE = "final_bubble"
    """Hand-for-hand before the final table."""
    BREAK = "break"
    FINAL_TABLE = "final_table"
    DEAL = "deal"
    ROUND = "round"
    """The next round of a shootout or a bracket."""
    END = "end"
    """It is over once the last hands are."""


HAND_FOR_HAND = frozenset({Hold.MONEY_BUBBLE, Hold.TICKET_BUBBLE, Hold.FINAL_BUBBLE})


@dataclass(frozen=True, slots=True, kw_only=True)
class Entrant:
    """One entry: whoever comes again is one more. Its number is its place in `Tournament.entrants`."""

    player: PlayerId
    name: str
    status: Status
    temper: Temper | None = None
    """Set for a computer player."""
    checked_in: bool = False
    table: TableId | None = None
    """Where the player sits or is on the way to."""
    seat: SeatNo | None = None
    """None while on the way to the worst seat, wherever that will be then."""
    chips: int = 0
    """The stack after the last hand."""
    coming: int = 0
    """Bought during a hand: in the stack from the next one on."""
    rebuys: int = 0
    added_on: bool = False
    paid: int = 0
    """Everything that went into the pool."""
    head: int = 0
    """The bounty on it, in wallet chips."""
    scalped: int = 0
    """Bounties won to keep."""
    knockouts: int = 0
    """Players whose last chips this one won, alone or with others."""
    fresh: bool = False
    """Came or bought while it ran, and was dealt no hand since."""
    removed: bool = False
    """By the host: out after the hand, the chips out of play (TDA 71-D)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Arrival:
    """Somebody on the way to a table, with the stack in the seat's."""

    entrant: int
    table: TableId
    seat: Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class Broke:
    """Out of chips in a hand after which somebody may buy another stack: nobody of it falls before that is decided."""

    bust: Bust
    until: int
    """When the seat is free, in milliseconds since the epoch."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Result:
    """How one entry ended. Chips are wallet chips."""

    player: PlayerId
    name: str
    place: int
    sharing: int
    """How many share the place."""
    prize: int
    bounties: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Tournament:
    """Everything that is kept of one event, but for its tables."""

    id: EventId
    community: CommunityId
    rooms: tuple[RoomId, ...]
    """The halls; each table is open in a part of every one."""
    name: str
    host: PlayerId
    host_name: str
    options: EventOptions
    stage: Stage = Stage.REGISTERING
    entrants: tuple[Entrant, ...] = ()
    checking_in: bool = False
    told_soon: bool = False
    """It was said that it begins within ten minutes, or there was no time to say so."""
    tables: tuple[TableId, ...] = ()
    """Those that play, in order: the last one is broken first."""
    opened: int = 0
    """Tables opened so far, for the name of the next."""
    all_tables: tuple[TableId, ...] = ()
    """Those opened so far, in order: the first is number 1."""
    waiting: tuple[TableId, ...] = ()
    """Between hands, and counted."""
    counted: tuple[tuple[TableId, int], ...] = ()
    """The last hand of each table that was counted."""
    arrivals: tuple[Arrival, ...] = ()
    level: int = 1
    level_hands: int = 0
    """Hands of all tables at this level."""
    level_since: int = 0
    hands: int = 0
    """Of all tables, since the start."""
    breaks: int = 0
    """Begun so far."""
    break_due: bool = False
    resting_until: int | None = None
    hold: Hold | None = None
    busts: tuple[Bust, ...] = ()
    """Of the hand that all tables play together, until the last of them has ended."""
    broke: tuple[Broke, ...] = ()
    """Who sits without chips; their tables deal no hand meanwhile (TDA 27: a rebuy misses none)."""
    bubble: Hold | None = None
    """Which one was announced, and not yet that it is over; a break does not end it."""
    paused_at: int | None = None
    fallen: tuple[tuple[int, ...], ...] = ()
    """Entrants in the order in which they fell; those of one group share their places."""
    votes: tuple[tuple[PlayerId, DealKind], ...] = ()
    pool: int = 0
    issued: int = 0
    round: int = 1
    """Of a shootout or a bracket."""
    results: tuple[Result, ...] = ()
    shared: DealKind | None = None
    """How those who were left at the end shared what was left, if they did."""
    began_ms: int = 0
    """When the first cards were dealt; 0 before."""
    over_ms: int = 0
    """When it was finished or called off; 0 before."""
    series_ms: int | None = None
    """The start that the next one of a series is reckoned from: as announced, whenever this one began."""
    successor: EventId | None = None
    """The next one of its series, once this one is over."""
    errands: bool = False
    """The director has yet to announce the successor, or to enter the winners of tickets."""
    deadline: int | None = None


def entrant_of(event: Tournament, player: PlayerId) -> int | None:
    """The player's newest entry that counts."""
    for number in range(len(event.entrants) - 1, -1, -1):
        one = event.entrants[number]
        if one.player == player and one.status is not Status.GONE:
            return number
    return None


def table_name(event: Tournament, number: int) -> str:
    """What the table of that number, from 1, is called."""
    return f"{event.name} {number}"


def entries(event: Tournament) -> int:
    """Entries that count: registered, in or out."""
    return sum(one.status not in (Status.GONE, Status.QUEUED) for one in event.entrants)


def people_in(event: Tournament) -> int:
    """Players who have an entry that counts, or several: the field that `max_entrants` limits."""
    return len({one.player for one in event.entrants if one.status not in (Status.GONE, Status.QUEUED)})


def alive(event: Tournament) -> list[int]:
    """Who is still in, on the way to a table or at one, if only in a seat that is kept for a rebuy."""
    return [number for number, one in enumerate(event.entrants) if one.status is Status.IN]


def is_forsaken(event: Tournament) -> bool:
    """Whether people have played, and none of them is left or may come again: computers play it out."""
    people = {one.status for one in event.entrants if one.temper is None}
    final = event.options.entry is EntryRule.FREEZEOUT or not can_enter(event)
    return Status.IN not in people and Status.OUT in people and final


def sizes(event: Tournament) -> dict[TableId, int]:
    """Players of each table, those on the way to it among them."""
    count = dict.fromkeys(event.tables, 0)
    for one in event.entrants:
        if one.status is Status.IN and one.table in count:
            count[one.table] += 1
    return count


def fresh_head(event: Tournament) -> int:
    """The bounty that a buy-in puts onto a head that has none, in wallet chips."""
    return event.options.bounty if event.options.bounty_rule is not BountyRule.NONE else 0


def is_broke(event: Tournament, number: int) -> bool:
    """Whether an entrant sits without chips, in a seat that is kept."""
    return any(one.bust.entrant == number for one in event.broke)


def may_rebuy(event: Tournament, number: int) -> bool:
    """Whether who is in may buy another stack as soon as they have lost theirs."""
    one, options = event.entrants[number], event.options
    again = options.entry is EntryRule.REBUY and one.rebuys < options.most_rebuys and one.temper is None
    return again and one.status is Status.IN and not one.removed and can_enter(event)


def at_rest(event: Tournament) -> tuple[TableId, ...]:
    """Tables between hands that need not wait for a rebuy: they may deal, give a player or be broken."""
    kept = {one.bust.table for one in event.broke}
    return tuple(one for one in event.waiting if one not in kept)


def stays_open(event: Tournament) -> bool:
    """Whether the last level of the entries goes on: somebody may buy in yet, or what was bought is not in play."""
    last = event.level == event.options.late_level
    return last and (bool(event.broke) or any(one.coming for one in event.entrants))


def prize_pool(event: Tournament) -> int:
    """The pool without the bounties and without what is held for the queue, in wallet chips."""
    queued = sum(one.paid for one in event.entrants if one.status is Status.QUEUED)
    if event.options.bounty_rule is BountyRule.NONE:
        return event.pool - queued
    heads = (one.head + one.scalped for one in event.entrants if one.status is not Status.QUEUED)
    return event.pool - queued - sum(heads)


def prizes_now(event: Tournament) -> tuple[int, ...]:
    """Chips by place, as the entries stand; the table of payouts is fixed once nobody can come any more."""
    return payouts(event.options, prize_pool(event), max(1, entries(event)))


def ticket_winners(event: Tournament) -> tuple[Result, ...]:
    """The people who have won an entry into another event, by place."""
    if event.options.satellite_of is None:
        return ()
    computers = {one.player for one in event.entrants if one.temper is not None}
    return tuple(
        one for one in event.results if one.prize >= event.options.ticket and one.player not in computers
    )


def can_enter(event: Tournament) -> bool:
    """Registration is open: before the start, and until the level that the options name."""
    if event.stage is Stage.REGISTERING:
        return True
    late = event.options.kind is Kind.TABLES and event.level <= event.options.late_level
    return event.stage is Stage.RUNNING and late and event.hold is not Hold.END
