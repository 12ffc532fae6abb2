"""What a host may choose for a tournament: how one enters, what it costs, when it starts and how the pool is paid out.

All chips here but the structure's are wallet chips; times are milliseconds since the epoch or minutes, as said.
"""

from dataclasses import dataclass, field, replace
from enum import StrEnum

from core.cardroom.structure import (
    MOST_ENTRANTS,
    PRESETS,
    Speed,
    Structure,
    checked_structure,
    level_at,
)
from core.ids import EventId
from core.options import MOST_CHIPS, TableOptions, checked_options
from core.refusals import Reason, Refused


class Kind(StrEnum):
    """Who plays whom."""

    TABLES = "tables"
    """Many tables, balanced and broken until one is left."""
    SHOOTOUT = "shootout"
    """Each table plays down to one winner; the winners meet, with stacks and levels anew."""
    BRACKET = "bracket"
    """Heads-up, round by round, with byes in the first."""


class EntryRule(StrEnum):
    """Whether one can come again."""

    FREEZEOUT = "freezeout"
    RE_ENTRY = "re_entry"
    """Who is out may enter anew, to a seat that is drawn."""
    REBUY = "rebuy"
    """The same, and who has a starting stack or less may buy another one; an add-on at the first break."""


class BountyRule(StrEnum):
    """What is on each head."""

    NONE = "none"
    FIXED = "fixed"
    PROGRESSIVE = "progressive"
    """Half of it is won at once, the other half goes onto the winner's own head."""


class PayoutRule(StrEnum):
    """How the prize pool is shared."""

    STANDARD = "standard"
    WINNER = "winner"
    FLAT = "flat"
    """The top fifth gets the same each."""
    CUSTOM = "custom"
    TICKETS = "tickets"
    """A satellite: as many tickets as the pool pays for, and what is left over to the next finisher."""


class Every(StrEnum):
    """When the next one of a series is, after the one that is over."""

    NONE = "none"
    DAY = "day"
    WEEK = "week"
    MONTH = "month"
    """The same day of the next month, or its last one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class EventOptions:
    """A tournament's rules."""

    kind: Kind = Kind.TABLES
    table: TableOptions = field(default_factory=TableOptions)
    """Game, betting, seats and clocks; its stakes come from the structure."""
    structure: Structure = PRESETS[Speed.TURBO]
    buy_in: int = 1_000
    """0 for a freeroll."""
    bounty_rule: BountyRule = BountyRule.NONE
    bounty: int = 0
    """The part of the buy-in that goes onto the player's head."""
    entry: EntryRule = EntryRule.FREEZEOUT
    late_level: int = 4
    """The last level in which one may register, enter again or buy another stack; 0: only before the start."""
    most_entries: int = 3
    """Of one player."""
    most_rebuys: int = 3
    payout: PayoutRule = PayoutRule.STANDARD
    shares: tuple[int, ...] = ()
    """By place, for a custom payout; only their ratios matter."""
    ticket: int = 0
    """What a satellite's ticket is worth."""
    min_entrants: int = 2
    max_entrants: int = MOST_ENTRANTS
    starts_at: int | None = None
    """None: sit-and-go, when it is full."""
    check_in_minutes: int = 0
    """Before the start; who has not checked in by then is not dealt in. 0: nobody has to."""
    every: Every = Every.NONE
    """The next one of a series is announced when this one is over; a series has a time to start at."""
    shot_clock: int = 0
    """Seconds for a turn while all tables play hand-for-hand (TDA RP-19); 0: as long as ever."""
    satellite_of: EventId | None = None
    """A ticket is an entry into that event; who cannot enter it keeps the ticket's chips."""
    satellite_name: str = ""
    """What that event was called when this one was announced."""


def checked_event(options: EventOptions) -> EventOptions:
    """The same, or `Refused` BAD_STAKES with the setting and its range."""
    checked_structure(options.structure)
    first = level_at(options.structure, 1)
    checked_options(
        replace(options.table, small_blind=first.small_blind, big_blind=first.big_blind, ante=first.ante)
    )
    most = 9 if options.kind is Kind.SHOOTOUT else 10
    ranges = (
        ("buy_in", options.buy_in, 0, MOST_CHIPS // 1_000),
        ("bounty", options.bounty, *_bounty_range(options)),
        ("late_level", options.late_level, 0, 60 if options.kind is Kind.TABLES else 0),
        ("most_entries", options.most_entries, 1, 100),
        ("most_rebuys", options.most_rebuys, 0, 100),
        ("seats", options.table.seats, 2, most),
        ("ticket", options.ticket, *_ticket_range(options)),
        ("shares", len(options.shares), *((1, 200) if options.payout is PayoutRule.CUSTOM else (0, 0))),
        ("max_entrants", options.max_entrants, 2, MOST_ENTRANTS),
        ("min_entrants", options.min_entrants, 2, options.max_entrants),
        ("check_in_minutes", options.check_in_minutes, 0, 240 if options.starts_at is not None else 0),
        ("shot_clock", options.shot_clock, *((5, 600) if options.shot_clock else (0, 0))),
        ("every", int(options.every is not Every.NONE), 0, int(options.starts_at is not None)),
        ("satellite_of", int(options.satellite_of is not None), 0, int(options.payout is PayoutRule.TICKETS)),
    )
    for what, value, minimum, maximum in ranges:
        if not minimum <= value <= maximum:
            raise Refused(Reason.BAD_STAKES, what=what, minimum=minimum, maximum=maximum)
    if any(share < 1 for share in options.shares):
        raise Refused(Reason.BAD_STAKES, what="shares", minimum=1, maximum=MOST_CHIPS)
    return options


def seats_of(options: EventOptions) -> int:
    """Seats of one table."""
    return 2 if options.kind is Kind.BRACKET else options.table.seats


def final_size(seats: int) -> int:
    """How many play the final table: 9 of 8- and 9-handed events, 7 of 6- and 7-handed ones (TDA RP-9)."""
    return {6: 7, 7: 7, 8: 9, 9: 9}.get(seats, seats)


def _bounty_range(options: EventOptions) -> tuple[int, int]:
    return (0, 0) if options.bounty_rule is BountyRule.NONE else (1, options.buy_in)


def _ticket_range(options: EventOptions) -> tuple[int, int]:
    return (1, MOST_CHIPS) if options.payout is PayoutRule.TICKETS else (0, 0)
