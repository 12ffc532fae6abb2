"""What happened in a tournament, for everybody to know. Chips are tournament chips unless said otherwise."""

from dataclasses import dataclass
from typing import Literal

from core.cardroom.deals import DealKind
from core.cardroom.tournament import Hold
from core.ids import PlayerId, SeatNo, TableId


@dataclass(frozen=True, slots=True, kw_only=True)
class EventCreated:
    """Registration is open."""

    name: str
    kind: Literal["event_created"] = "event_created"


@dataclass(frozen=True, slots=True, kw_only=True)
class Registered:
    """Somebody is in, or, with `queued`, waits for a place."""

    player: PlayerId
    name: str
    entrants: int
    queued: bool = False
    kind: Literal["registered"] = "registered"


@dataclass(frozen=True, slots=True, kw_only=True)
class MovedUp:
    """Somebody has a place, who had waited for one."""

    player: PlayerId
    name: str
    kind: Literal["moved_up"] = "moved_up"


@dataclass(frozen=True, slots=True, kw_only=True)
class Unregistered:
    """Somebody is no longer in: by choice, by the host, or because they did not check in."""

    player: PlayerId
    name: str
    entrants: int
    refund: int
    """In wallet chips."""
    chosen: bool = False
    """By the player's own choice."""
    why: Literal["", "absent", "removed", "full"] = ""
    """When it was not: they did not check in, the host did it, or no place came free before the start."""
    kind: Literal["unregistered"] = "unregistered"


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckInOpened:
    """Whoever is not there by the start is not dealt in."""

    starts_at: int
    kind: Literal["check_in_opened"] = "check_in_opened"


@dataclass(frozen=True, slots=True, kw_only=True)
class StartsSoon:
    """It begins within ten minutes; nobody has to check in."""

    starts_at: int
    kind: Literal["starts_soon"] = "starts_soon"


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckedIn:
    """Somebody is there."""

    player: PlayerId
    name: str
    checked_in: int
    kind: Literal["checked_in"] = "checked_in"


@dataclass(frozen=True, slots=True, kw_only=True)
class StartChanged:
    """It begins at another time."""

    starts_at: int | None
    kind: Literal["start_changed"] = "start_changed"


@dataclass(frozen=True, slots=True, kw_only=True)
class EventStarted:
    """Seats are drawn and cards are dealt."""

    entrants: int
    tables: int
    pool: int
    """In wallet chips."""
    kind: Literal["event_started"] = "event_started"


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatDrawn:
    """Where somebody plays now: after the draw, a move or a broken table. `seat` is None for the worst one there."""

    player: PlayerId
    name: str
    table: TableId
    seat: SeatNo | None
    came_from: TableId | None = None
    kind: Literal["seat_drawn"] = "seat_drawn"


@dataclass(frozen=True, slots=True, kw_only=True)
class StackBought:
    """A rebuy, or with `add_on` an add-on."""

    player: PlayerId
    name: str
    chips: int
    add_on: bool
    kind: Literal["stack_bought"] = "stack_bought"


@dataclass(frozen=True, slots=True, kw_only=True)
class MayRebuy:
    """Somebody is out of chips and may buy another stack: the seat is kept, and the table waits, until `until`, in
    milliseconds since the epoch."""

    player: PlayerId
    name: str
    until: int
    kind: Literal["may_rebuy"] = "may_rebuy"


@dataclass(frozen=True, slots=True, kw_only=True)
class LevelRaised:
    """The next hand of every table is played for more."""

    level: int
    small_blind: int
    big_blind: int
    ante: int
    kind: Literal["level_raised"] = "level_raised"


@dataclass(frozen=True, slots=True, kw_only=True)
class EntriesClosed:
    """Nobody can come any more: prizes are wallet chips by place."""

    entries: int
    prizes: tuple[int, ...]
    kind: Literal["entries_closed"] = "entries_closed"


@dataclass(frozen=True, slots=True, kw_only=True)
class Eliminated:
    """Somebody is out. `place` may yet go down while others can enter."""

    player: PlayerId
    name: str
    place: int
    sharing: int
    left: int
    by: tuple[str, ...] = ()
    """Names of who won their last chips; empty for who was removed."""
    entries: int = 0
    kind: Literal["eliminated"] = "eliminated"


@dataclass(frozen=True, slots=True, kw_only=True)
class BountyWon:
    """Wallet chips for a head: to keep, and onto the winner's own."""

    player: PlayerId
    name: str
    victim: str
    cash: int
    onto_head: int
    kind: Literal["bounty_won"] = "bounty_won"


@dataclass(frozen=True, slots=True, kw_only=True)
class TableBroken:
    """A table is done with; its players go to seats that are drawn."""

    table: TableId
    name: str
    tables: int
    kind: Literal["table_broken"] = "table_broken"


@dataclass(frozen=True, slots=True, kw_only=True)
class Held:
    """No table deals until all are between hands; with `hold` None dealing goes on as usual."""

    hold: Hold | None
    kind: Literal["held"] = "held"


@dataclass(frozen=True, slots=True, kw_only=True)
class BreakBegun:
    """Until `until`, in milliseconds since the epoch."""

    until: int
    add_on: bool
    kind: Literal["break_begun"] = "break_begun"


@dataclass(frozen=True, slots=True, kw_only=True)
class BreakEnded:
    """Cards are dealt again."""

    kind: Literal["break_ended"] = "break_ended"


@dataclass(frozen=True, slots=True, kw_only=True)
class FinalTable:
    """Everybody who is left sits at one table."""

    table: TableId
    players: int
    kind: Literal["final_table"] = "final_table"


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundBegun:
    """The winners meet, with stacks and levels anew."""

    number: int
    players: int
    byes: int
    kind: Literal["round_begun"] = "round_begun"


@dataclass(frozen=True, slots=True, kw_only=True)
class EventPaused:
    """The host has paused it, or lets it go on."""

    paused: bool
    kind: Literal["event_paused"] = "event_paused"


@dataclass(frozen=True, slots=True, kw_only=True)
class DealVoted:
    """Somebody would share like this; it takes everybody."""

    player: PlayerId
    name: str
    deal: DealKind | None
    votes: int
    needed: int
    kind: Literal["deal_voted"] = "deal_voted"


@dataclass(frozen=True, slots=True, kw_only=True)
class EventFinished:
    """It is over and the prizes are in the bank. `deal` says how it was shared, if it was."""

    winner: str
    entries: int
    pool: int
    deal: DealKind | None
    kind: Literal["event_finished"] = "event_finished"


@dataclass(frozen=True, slots=True, kw_only=True)
class TicketUsed:
    """Who has won a ticket is in the event that it was for, or, where they could not be entered, keeps the chips."""

    player: PlayerId
    name: str
    entered: bool
    kind: Literal["ticket_used"] = "ticket_used"


@dataclass(frozen=True, slots=True, kw_only=True)
class EventCancelled:
    """It does not take place; everyone has back what they paid."""

    kind: Literal["event_cancelled"] = "event_cancelled"


News = (
    EventCreated
    | Registered
    | MovedUp
    | Unregistered
    | CheckInOpened
    | StartsSoon
    | CheckedIn
    | StartChanged
    | EventStarted
    | SeatDrawn
    | StackBought
    | MayRebuy
    | LevelRaised
    | EntriesClosed
    | Eliminated
    | BountyWon
    | TableBroken
    | Held
    | BreakBegun
    | BreakEnded
    | FinalTable
    | RoundBegun
    | EventPaused
    | DealVoted
    | EventFinished
    | TicketUsed
    | EventCancelled
)
