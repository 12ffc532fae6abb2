"""What a player can ask beside the play itself: chips, a place in the queue, side games, a look at cards afterwards."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Literal

from core.ids import PlayerId, SeatNo, Turn


class Buying(StrEnum):
    """How a player's stack is filled up between hands, from their own wallet."""

    BY_HAND = "by_hand"
    REBUY = "rebuy"
    """When it is gone, the last buy-in again."""
    TOP_UP = "top_up"
    """Up to the last buy-in after every hand."""


class Plan(StrEnum):
    """What a player means to do when the turn comes (product.md 6.4)."""

    CHECK_FOLD = "check_fold"
    CHECK = "check"
    CALL = "call"
    """This price and no other."""
    CALL_ANY = "call_any"
    FOLD = "fold"


class ShowPart(StrEnum):
    """Which of the own cards to show after a hand that nobody called."""

    LEFT = "left"
    RIGHT = "right"
    BOTH = "both"


class AwayWhen(StrEnum):
    """When sitting out begins."""

    NEXT_HAND = "next_hand"
    NEXT_BLIND = "next_blind"


@dataclass(frozen=True, slots=True, kw_only=True)
class AddChips:
    """Bring more chips to the table: into the stack between hands, else from the next hand on. None: as many as the
    last buy-in needs."""

    by: PlayerId
    chips: int | None = None
    kind: Literal["add_chips"] = "add_chips"


@dataclass(frozen=True, slots=True, kw_only=True)
class ChooseBuying:
    """Have the stack filled up by itself, or no longer."""

    by: PlayerId
    buying: Buying
    kind: Literal["choose_buying"] = "choose_buying"


@dataclass(frozen=True, slots=True, kw_only=True)
class Remind:
    """Be told after `minutes` at the table how long it has been, each hand from then on; 0: never."""

    by: PlayerId
    minutes: int
    kind: Literal["remind"] = "remind"


@dataclass(frozen=True, slots=True, kw_only=True)
class Queue:
    """Wait for a seat at a full table."""

    by: PlayerId
    name: str
    code: str = ""
    kind: Literal["queue"] = "queue"


@dataclass(frozen=True, slots=True, kw_only=True)
class LeaveQueue:
    """Wait no longer, or decline the seat that was offered."""

    by: PlayerId
    kind: Literal["leave_queue"] = "leave_queue"


@dataclass(frozen=True, slots=True, kw_only=True)
class VoteAway:
    """Not wait any longer for the player to act; when everyone else in the hand agrees their time is up."""

    by: PlayerId
    turn: Turn | None = None
    kind: Literal["vote_away"] = "vote_away"


@dataclass(frozen=True, slots=True, kw_only=True)
class ChooseStraddle:
    """Straddle whenever the table's rule allows it, or no longer."""

    by: PlayerId
    on: bool
    kind: Literal["choose_straddle"] = "choose_straddle"


@dataclass(frozen=True, slots=True, kw_only=True)
class ChooseSevenDeuce:
    """Be in the seven-deuce game, or no longer."""

    by: PlayerId
    on: bool
    kind: Literal["choose_seven_deuce"] = "choose_seven_deuce"


@dataclass(frozen=True, slots=True, kw_only=True)
class VoteBombPot:
    """Ask for a bomb pot; the next hand is one when more than half of those dealt in agree."""

    by: PlayerId
    kind: Literal["vote_bomb_pot"] = "vote_bomb_pot"


@dataclass(frozen=True, slots=True, kw_only=True)
class Prepare:
    """Choose a move before the turn; None takes it back."""

    by: PlayerId
    plan: Plan | None
    turn: Turn | None = None
    kind: Literal["prepare"] = "prepare"


@dataclass(frozen=True, slots=True, kw_only=True)
class ShowAfter:
    """Show own cards after a hand that ended without a showdown, or that was mucked."""

    by: PlayerId
    part: ShowPart
    hand_no: int | None = None
    kind: Literal["show_after"] = "show_after"


@dataclass(frozen=True, slots=True, kw_only=True)
class AskToShow:
    """Ask to see a hand that was mucked at the showdown of the last hand (rules.md 58, TDA 18)."""

    by: PlayerId
    seat: SeatNo
    hand_no: int | None = None
    kind: Literal["ask_to_show"] = "ask_to_show"


@dataclass(frozen=True, slots=True, kw_only=True)
class HuntRabbit:
    """See the board cards that would have come in the last hand."""

    by: PlayerId
    hand_no: int | None = None
    kind: Literal["hunt_rabbit"] = "hunt_rabbit"
