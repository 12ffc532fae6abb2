"""What can be seen of a table: by everyone, or by the player in one seat. Nothing else leaves the core."""

from dataclasses import dataclass
from enum import StrEnum

from core.ids import CommunityId, EventId, PlayerId, RoomId, SeatNo, TableId, Turn
from core.options import TableOptions
from core.poker.betting import Legal
from core.poker.cards import Card
from core.poker.events import PostKind, PotAwarded, Street
from core.poker.ranking import MadeHand
from core.side_actions import Buying, Plan


class Phase(StrEnum):
    """Where a table is."""

    WAITING = "waiting"
    """No hand is being played and none is due: too few players, or not started."""
    PLAYING = "playing"
    CHOOSING_RUNS = "choosing_runs"
    SHOWDOWN = "showdown"
    """Somebody has to show or muck."""
    BETWEEN_HANDS = "between_hands"
    """The last hand is over and the next one is due."""
    CLOSED = "closed"


class Presence(StrEnum):
    """What a seat's player is doing."""

    IN_HAND = "in_hand"
    ALL_IN = "all_in"
    FOLDED = "folded"
    WAITING = "waiting"
    """Seated, to be dealt in from the next hand."""
    OWES_BLIND = "owes_blind"
    """Seated, to be dealt in with the big blind, or sooner by posting."""
    SITTING_OUT = "sitting_out"
    LEAVING = "leaving"


class Mark(StrEnum):
    """The buttons on the felt."""

    BUTTON = "button"
    SMALL_BLIND = "small_blind"
    BIG_BLIND = "big_blind"


class LastMove(StrEnum):
    """The last thing a seat did on this street."""

    FOLD = "fold"
    CHECK = "check"
    CALL = "call"
    BET = "bet"
    RAISE = "raise"
    ALL_IN = "all_in"


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatView:
    """One taken seat. `hole_cards` holds tabled cards, or the viewer's own."""

    seat: SeatNo
    player: PlayerId
    name: str
    stack: int
    bet: int
    presence: Presence
    marks: tuple[Mark, ...]
    computer: bool
    has_cards: bool
    """Dealt in and neither folded nor mucked; the cards are face down unless `hole_cards` shows them."""
    hole_cards: tuple[Card, ...]
    shown: bool
    """The cards are tabled for everyone."""
    made: MadeHand | None
    """What the cards in `hole_cards` make with the board."""
    last_move: LastMove | None
    last_amount: int
    """The total of `last_move` on this street in chips; 0 for fold and check."""
    net: int | None
    """Chips won or lost, once the hand is over."""
    coming: int = 0
    """Chips brought in during the hand, for the next one."""
    made_on: tuple[MadeHand, ...] = ()
    """What they make with each board, where there are several."""
    ended: int | None = None
    """The stack that the hand left, once it is over: `stack` has what was bought since as well."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PotView:
    """A pot and the seats that can win it; 0 is the main pot. Street bets are not in it yet."""

    amount: int
    seats: tuple[SeatNo, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class LegalView:
    """What the viewer may do now, with sizes for the raise buttons (totals in chips)."""

    legal: Legal
    half_pot: int | None
    two_thirds_pot: int | None
    pot: int | None
    """Raise-to totals, bet + f x (pot + call), within the legal range; None when no raise is legal."""


@dataclass(frozen=True, slots=True, kw_only=True)
class StreetLog:
    """The moves of one street: (seat, move, total)."""

    street: Street
    moves: tuple[tuple[SeatNo, LastMove, int], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class OwnSeat:
    """What only the player in a seat needs to know of it."""

    buying: Buying
    bought: int
    """Chips that automatic buying keeps or restores."""
    buying_failed: bool
    """Automatic buying has ended by itself: the wallet lacks the chips."""
    most: int
    """Chips that may still be brought in; 0 when the stack is full."""
    owes_small: bool
    owes_big: bool
    posts: bool
    """Pays what is owed with the next hand."""
    out_at_blind: bool
    straddles: bool
    seven_deuce: bool
    plan: Plan | None
    """The move chosen before the turn, while it stands."""
    may_plan: bool
    """A move may be chosen now: the turn is still to come."""
    may_vote_away: bool
    may_show: bool
    """Own cards of the hand that is over may be shown."""
    may_hunt: bool
    may_ask: tuple[SeatNo, ...]
    """Seats whose mucked hand may be asked for."""
    played: int = 0
    """Minutes at the table when this hand began, if the player wanted to be told by then; else 0."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TableView:
    """One table as seen from `viewer`'s seat; from the public's when it is None."""

    table: TableId
    community: CommunityId
    rooms: tuple[RoomId, ...]
    name: str
    host: PlayerId
    host_name: str
    options: TableOptions
    phase: Phase
    closing: bool
    """The host closes the table after this hand."""
    turn: Turn
    """Goes on every button."""
    viewer: SeatNo | None
    street: Street | None
    boards: tuple[tuple[Card, ...], ...]
    """One board, or several when the pot is run more than once."""
    pots: tuple[PotView, ...]
    total_pot: int
    """All pots and street bets, in chips."""
    price: int
    """The bet to match on this street."""
    seats: tuple[SeatView, ...]
    """Taken seats in seat order."""
    to_act: SeatNo | None
    choosing: tuple[SeatNo, ...]
    """Seats that still have to say how many boards they agree to."""
    deadline: int | None
    """Milliseconds since the epoch at which the table moves on by itself."""
    on_time_bank: bool
    time_bank_seconds: int
    """What the seat to act has left in the bank."""
    legal: LegalView | None
    """Only for the viewer, only when it is their turn."""
    log: tuple[StreetLog, ...]
    awards: tuple[PotAwarded, ...]
    uncalled: tuple[tuple[SeatNo, int], ...]
    root: str
    """Commits the deck of the hand that is being played (or the last one)."""
    next_root: str
    phrase: str
    """The viewer's own words for the cut."""
    paused: bool = False
    private: bool = False
    """A code is needed to sit down."""
    queue: tuple[str, ...] = ()
    """Names of who waits for a seat, in order."""
    kept: tuple[SeatNo, ...] = ()
    """Free seats that are kept for somebody."""
    bomb: bool = False
    posts: tuple[tuple[SeatNo, PostKind, int], ...] = ()
    """What was put in before the deal, in order: seat, what for, chips as far as the stack went."""
    dealt: tuple[tuple[SeatNo, PlayerId, str], ...] = ()
    """Who was dealt in, by seat and name: after the hand somebody else may sit there."""
    rabbit: tuple[Card, ...] = ()
    """Board cards that would have come, once somebody wanted to see them."""
    coming_options: TableOptions | None = None
    """The rules from the next hand on, when the host has changed them; a tournament's levels are no such change."""
    own: OwnSeat | None = None
    """Only for the viewer."""
    event: EventId | None = None
    """The tournament that the table belongs to."""
    level: int = 0
    """Of the tournament's stakes, from 1 on; 0 where there is none."""
    level_raised: bool = False
    """This hand is the first one here since the level went up."""
    entrants_left: int = 0
    """Of the whole tournament, as it was when this hand was dealt."""

    @property
    def takes_people(self) -> bool:
        """Whether people may come to a seat here by themselves; in a tournament the director sends them."""
        return self.event is None and self.phase is not Phase.CLOSED and not self.closing
