"""A table: who sits where with how much, by which rules, and the hand in progress.

A chip is in exactly one place: in `Seat.stack` between hands, inside the `Hand` while its player is dealt in. What
came in when players sat down and has not gone out with them is `issued`; `chips_at` must always equal it.
"""

from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Final

from core.actions import Temper
from core.cardroom.outside import Gone, Reserved, Waiting
from core.ids import CommunityId, EventId, PlayerId, RoomId, SeatNo, TableId, Turn
from core.options import TableOptions
from core.poker.cards import Card
from core.poker.hand import Hand, Stage
from core.poker.shuffle import FIRST_PREVIOUS
from core.refusals import Reason, Refused
from core.side_actions import Buying, Plan

_NOBODY: Final = PlayerId("")


class Wait(StrEnum):
    """What the table's deadline is for."""

    DEAL = "deal"
    """The next hand is due."""
    TURN = "turn"
    BANK = "bank"
    """The player to act has used the turn clock and spends the time bank."""
    COMPUTER = "computer"
    """A computer opponent thinks."""
    RUNS = "runs"
    """Players choose how many boards."""
    SHOW = "show"
    """A player shows or mucks."""
    IDLE = "idle"
    """Nothing can be dealt; the table closes if nobody does anything."""
    DIRECTOR = "director"
    """A tournament's table between hands: its director says what is next, and is called again at the deadline."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadyMove:
    """A move chosen before the turn, for one street and price; anything that changes the price cancels it."""

    plan: Plan
    hand_no: int
    street: int
    price: int
    """The total to match when it was chosen, in chips."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Seat:
    """One taken seat. `stack` is in chips and is 0 while the player is dealt in: the hand holds it then."""

    player: PlayerId
    name: str
    stack: int
    bank_ms: int
    """What is left of the time bank."""
    temper: Temper | None = None
    """Set for a computer opponent."""
    phrase: str = ""
    sitting_out: bool = False
    leaving: bool = False
    """Wants to go: folds at the turn and leaves with the end of the hand."""
    kicked: bool = False
    """Was sent away in the middle of a hand: plays it to its end with every right, and leaves then."""
    missed: int = 0
    """Turns missed in a row."""
    coming: int = 0
    """Chips brought in during a hand; they are in the stack from the next one on."""
    unplayed: int = 0
    """Of the stack, what was brought since the last hand that was dealt to the player."""
    buying: Buying = Buying.BY_HAND
    bought: int = 0
    """The stack that automatic buying keeps or restores, in chips."""
    buying_failed: bool = False
    """Automatic buying has ended before this hand, for want of chips in the wallet."""
    owes_small: bool = False
    """The small blind passed while the player was away."""
    owes_big: bool = False
    """The big blind passed, or the player is new and has not had it."""
    posts: bool = False
    """Pays what is owed with the next hand rather than wait for the big blind."""
    out_at_blind: bool = False
    """Sits out when the big blind would be theirs."""
    away_ms: int | None = None
    """When the player was first not dealt in for sitting out, in milliseconds since the epoch."""
    away_orbits: int = 0
    """Big blinds missed since then."""
    broke_ms: int | None = None
    """Since when the seat has no chips and no hand is being played, in milliseconds since the epoch."""
    straddles: bool = False
    """Straddles whenever the table's rule lets them."""
    seven_deuce: bool = False
    """Is in the seven-deuce game."""
    ready_move: ReadyMove | None = None
    since: int = 0
    """When the player sat down, in milliseconds since the epoch."""
    remind: int = 0
    """Minutes at the table after which the player wants to be told; 0: never."""

    @property
    def going(self) -> bool:
        """The seat is free when the hand is over."""
        return self.leaving or self.kicked


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatedAtDeal:
    """A seat as it was when the hand began, for the hand's record."""

    seat: SeatNo
    player: PlayerId
    name: str
    stack: int
    phrase: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Deal:
    """The hand in progress, or the last one until the next is dealt."""

    hand: Hand
    hand_no: int
    started_ms: int
    secret: str = field(repr=False)
    """32 bytes in hex: the whole order of the deck follows from it, so it never leaves the server."""
    root: str
    previous_digest: str
    button: SeatNo
    small_blind: SeatNo | None
    big_blind: SeatNo | None
    seated: tuple[SeatedAtDeal, ...]
    paid: bool = False
    """The hand is over and its chips are back in the seats."""
    bomb: bool = False
    level: int = 0
    """Of the tournament's stakes that the hand was dealt at."""
    shown: tuple[tuple[SeatNo, tuple[Card, ...]], ...] = ()
    """Cards shown after the hand was over, by choice or because somebody asked."""
    rabbit: tuple[Card, ...] = ()
    """The cards that would have come, once somebody wanted to see them."""

    @property
    def action_no(self) -> int:
        """Counts the decisions of the hand. Choosing boards is one decision, whoever answers first."""
        hand = self.hand
        moves = len(hand.history)
        match hand.stage:
            case Stage.BETTING:
                return moves
            case Stage.RUNS:
                return moves + 1
            case Stage.SHOWDOWN | Stage.OVER:
                return moves + 2 + sum(hand.round.live) - len(hand.ending.asking)


@dataclass(frozen=True, slots=True, kw_only=True)
class Table:
    """Everything that is kept of one table. Seats are numbered from 1; `seats[0]` is seat 1."""

    id: TableId
    community: CommunityId
    rooms: tuple[RoomId, ...]
    name: str
    host: PlayerId
    """Empty when the last one left with nobody to hand the table to."""
    host_name: str
    owner: PlayerId = _NOBODY
    """Who opened the table, or whom it was handed to since: runs it again as soon as they sit down again."""
    options: TableOptions
    seats: tuple[Seat | None, ...]
    issued: int = 0
    """Chips at this table: in stacks and in the hand."""
    running: bool = False
    """The host has started play."""
    paused: bool = False
    """No hand is dealt after this one for now."""
    held: bool = False
    """It is the host who paused."""
    closing: bool = False
    """Close after this hand."""
    closed: bool = False
    hand_no: int = 0
    button: SeatNo | None = None
    big_blind_seat: SeatNo | None = None
    small_blind_seat: SeatNo | None = None
    deal: Deal | None = None
    next_secret: str = field(repr=False)
    next_root: str
    last_digest: str = FIRST_PREVIOUS.hex()
    gone: tuple[Gone, ...] = ()
    queue: tuple[Waiting, ...] = ()
    reserved: tuple[Reserved, ...] = ()
    barred: tuple[PlayerId, ...] = ()
    """Sent away by the host; a reserved seat lets them in again."""
    code: str = ""
    """Whoever is new must say it to sit down; empty for an open table."""
    next_options: TableOptions | None = None
    """The rules from the next hand on, when the host has changed them during one."""
    bomb_votes: tuple[PlayerId, ...] = ()
    away_votes: tuple[PlayerId, ...] = ()
    """Who does not want to wait for the player to act."""
    wait: Wait | None = None
    deadline: int | None = None
    """Milliseconds since the epoch; set exactly when `wait` is."""
    idle_until: int = 0
    """When a table at which nothing can be dealt closes; its deadline is sooner if a seat is due to the queue."""
    held_ms: int = 0
    """What the clock of this turn was put back by, because the player could not see it yet."""
    event: EventId | None = None
    """The tournament that the table belongs to: its chips are no wallet's then."""
    level: int = 0
    """Of the tournament's stakes from the next hand on; 0: none. `level_from`: its first hand after it went up."""
    level_from: int = 0
    entrants_left: int = 0
    """Of the whole tournament, as it was when the last hand was dealt."""

    @property
    def hand(self) -> Hand | None:
        """The hand that is being played; None between hands."""
        deal = self.deal
        return None if deal is None or deal.hand.stage is Stage.OVER else deal.hand

    @property
    def turn(self) -> Turn:
        """The present moment, as buttons carry it."""
        action_no = self.deal.action_no if self.deal is not None else 0
        return Turn(table=self.id, hand_no=self.hand_no, action_no=action_no)


def taken(table: Table) -> list[tuple[SeatNo, Seat]]:
    """The taken seats in seat order."""
    return [(SeatNo(at + 1), seat) for at, seat in enumerate(table.seats) if seat is not None]


def seat_of(table: Table, player: PlayerId) -> SeatNo | None:
    """Where a player sits."""
    return next((number for number, seat in taken(table) if seat.player == player), None)


def own_seat(table: Table, player: PlayerId) -> SeatNo:
    """The same; refuses NOT_SEATED."""
    number = seat_of(table, player)
    if number is None:
        raise Refused(Reason.NOT_SEATED)
    return number


def seat_count(table: Table) -> int:
    """Seats that may be taken: none that the rules of the next hand take away."""
    seats = len(table.seats)
    return seats if table.next_options is None else min(seats, table.next_options.seats)


def free_seats(table: Table) -> list[SeatNo]:
    """Seats that nobody sits in and the host does not keep, in order."""
    kept = {one.seat for one in table.reserved}
    seats = enumerate(table.seats[: seat_count(table)], start=1)
    return [SeatNo(number) for number, seat in seats if seat is None and number not in kept]


def seat_at(table: Table, number: SeatNo) -> Seat:
    """The seat's occupant; the seat must be taken."""
    seat = table.seats[number - 1]
    if seat is None:
        raise LookupError(f"seat {number} is free")
    return seat


def put_seat(table: Table, number: SeatNo, seat: Seat | None) -> tuple[Seat | None, ...]:
    """The table's seats with one changed."""
    return (*table.seats[: number - 1], seat, *table.seats[number:])


def with_seat(table: Table, number: SeatNo, seat: Seat | None) -> Table:
    """The table with one seat changed."""
    return replace(table, seats=put_seat(table, number, seat))


def dealt_in(table: Table, number: SeatNo) -> bool:
    """The seat has cards or bets in the hand that is being played."""
    return table.hand is not None and number in table.hand.setup.seats


def stack_at(table: Table, number: SeatNo) -> int:
    """The chips behind of the player in a taken seat, in the hand or out of it."""
    hand = table.hand
    if hand is None or not dealt_in(table, number):
        return seat_at(table, number).stack
    return hand.round.stacks[hand.setup.seats.index(number)]


def chips_at(table: Table) -> int:
    """All chips on the table: stacks, bets and pots. Always equals `table.issued`."""
    behind = sum(seat.stack + seat.coming for _, seat in taken(table))
    deal = table.deal
    if deal is None or deal.paid:
        return behind
    return behind + sum(deal.hand.round.stacks) + deal.hand.pot
