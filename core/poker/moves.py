"""What a move on the betting round is called: its event, and its line in the hand's history."""

from enum import StrEnum

from core.poker.events import Called, Checked, Folded, Raised
from core.poker.rounds import Round
from core.poker.value import value


class MoveName(StrEnum):
    """How a move reads in a history."""

    FOLD = "fold"
    CHECK = "check"
    CALL = "call"
    BET = "bet"
    RAISE = "raise"


@value
class Moved:
    """One line of a hand's history."""

    street: int
    position: int
    move: MoveName
    to: int
    """The player's total on the street after the move, in chips."""
    all_in: bool


def event_of(
    before: Round, after: Round, *, seat: int, at: int, street: int
) -> tuple[Folded | Checked | Called | Raised, Moved]:
    """Name the move that led from `before` to `after`, made at position `at` by table seat `seat`."""
    to = after.bets[at]
    all_in = not after.stacks[at]
    event: Folded | Checked | Called | Raised
    if not after.live[at]:
        event, move, all_in = Folded(seat=seat), MoveName.FOLD, False
    elif after.price > before.price:
        opening = before.price == 0
        event = Raised(seat=seat, to=to, by=to - before.price, opening=opening, all_in=all_in)
        move = MoveName.BET if opening else MoveName.RAISE
    elif to > before.bets[at]:
        event = Called(seat=seat, amount=to - before.bets[at], to=to, all_in=all_in)
        move = MoveName.CALL
    else:
        event, move = Checked(seat=seat), MoveName.CHECK
    return event, Moved(street=street, position=at, move=move, to=to, all_in=all_in)
