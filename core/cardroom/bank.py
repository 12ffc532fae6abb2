"""A community's chips: what is in a wallet, what moves into and out of it, and who may do what (product.md 5.1).

A chip is in one place: a wallet, a table, a transfer on its way, or a prize pool. `issued` counts the chips that were
minted and not burned, so wallets + tables + transfers + pools = issued. Every move is an entry of the ledger, and a
wallet is the sum of its player's entries. Times are milliseconds since the epoch, by the server's clock.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from enum import StrEnum

from core.events import Event, LeftWhy, SeatFreed, SeatTaken
from core.ids import HOUSE, CommunityId, PlayerId
from core.side_events import ChipsAdded, ChipsReturned


class Why(StrEnum):
    """The reason of a ledger entry."""

    OPENING = "opening"
    BUY_IN = "buy_in"
    TOP_UP = "top_up"
    CASH_OUT = "cash_out"
    COMPUTER = "computer"
    """A computer opponent brought chips that the house minted, or took some away to be burned."""
    UNBANKED = "unbanked"
    """Chips that were at a table before the community had a bank."""
    DAILY = "daily"
    REFILL = "refill"
    GRANT = "grant"
    TAKE = "take"
    SENT = "sent"
    RECEIVED = "received"
    FREEZE = "freeze"
    UNFREEZE = "unfreeze"
    ENTRY = "entry"
    """Into the prize pool of a tournament: a buy-in, re-entry, rebuy or add-on."""
    REFUND = "refund"
    """Back out of it."""
    PRIZE = "prize"
    RULES = "rules"
    """The host changed the bank's rules."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BankRules:
    """What a community's bank gives and allows. Amounts are chips; a host may change all but the last."""

    opening: int = 20_000
    daily: int = 1_000
    refill: int = 2_000
    """Someone who has less than this in all is brought up to it."""
    transfers: bool = False
    send_most: int = 5_000
    """What one player may send within 24 hours, and what one may be sent."""
    many_tables: bool = False
    """Whether a person may sit at several cash tables of the community at once."""
    refill_at_once: bool = False
    """A buy-in that the wallet cannot pay is refilled on the spot: for practice, where nobody is to be stuck."""


BankOf = Callable[[CommunityId], BankRules | None]
"""By which rules the bank of a community goes; None where chips are free."""


def free_chips(_: CommunityId) -> None:
    """No community has a bank."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Move:
    """One ledger entry to be: `chips` into the player's wallet (negative: out of it), `issued` minted or burned."""

    player: PlayerId
    chips: int
    why: Why
    by: PlayerId
    issued: int = 0
    note: str = ""
    """What else its entry says: to whom it was sent, or the rules that were changed."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Account:
    """One player's account in one community."""

    player: PlayerId
    balance: int
    opened: int
    daily: int = 0
    """When daily chips were last claimed; 0: never."""
    refilled: int = 0
    hands: int = 0
    """Played in this community."""
    staked: int = 0
    """What the player has put into the pools of tournaments that they may yet win something in."""
    frozen: str = ""
    """By whom; empty when it is not."""
    sent: tuple[tuple[int, int], ...] = ()
    """(when, chips) of the last 24 hours."""
    given: tuple[tuple[int, int], ...] = ()
    """What the player was sent in the last 24 hours."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Hold:
    """A transfer on its way."""

    sender: PlayerId
    to: PlayerId
    chips: int
    arrives: int


def moves_of(events: Iterable[Event]) -> tuple[Move, ...]:
    """What the events of one commit move between wallets and the table, in order.

    People pay from their wallets. A computer's chips come from the house and go back there: only `issued` changes.
    """
    return tuple(
        move for event in events if isinstance(event, _MOVING) and event.chips for move in [_move(event)]
    )


_MOVING = (SeatTaken, SeatFreed, ChipsAdded, ChipsReturned)


def _move(event: SeatTaken | SeatFreed | ChipsAdded | ChipsReturned) -> Move:
    to_wallet = event.chips if isinstance(event, SeatFreed | ChipsReturned) else -event.chips
    if is_computer(event.player):
        return Move(player=event.player, chips=0, issued=-to_wallet, why=Why.COMPUTER, by=HOUSE)
    why, by = _reason(event)
    return Move(player=event.player, chips=to_wallet, why=why, by=by)


def _reason(event: SeatTaken | SeatFreed | ChipsAdded | ChipsReturned) -> tuple[Why, PlayerId]:
    match event:
        case SeatTaken():
            return Why.BUY_IN, event.player
        case ChipsAdded():
            return Why.TOP_UP, event.player
        case ChipsReturned():
            return Why.CASH_OUT, HOUSE
        case SeatFreed():
            return Why.CASH_OUT, event.player if event.why is LeftWhy.LEFT else HOUSE


def is_computer(player: str) -> bool:
    """Computer opponents have no wallet."""
    return player.startswith("computer:")
