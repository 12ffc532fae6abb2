"""What a move on the betting round is called: its event, and its line in the hand's history."""

from dataclasses import dataclass
from enum import StrEnum

from core.poker.betting import Round
from core.poker.events import Called, Checked, Folded, Raised


class MoveName(StrEnum):
    """How a move reads in a history."""

    FOLD = "fold"
    CHECK = "check"
    CALL = "call"
    BET = "bet"
    RAISE = "raise"


@dataclass(frozen=True, slots=True, kw_only=True)
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
    if not after.live[at]:
        return Folded(seat=seat), _moved(street, at, MoveName.FOLD, to, False)
    if after.price > before.price:
        opening = before.price == 0
        name = MoveName.BET if opening else MoveName.RAISE
        event = Raised(seat=seat, to=to, by=to - before.price, opening=opening, all_in=all_in)
        return event, _moved(street, at, name, to, all_in)
    amount = to - before.bets[at]
    if amount:
        return Called(seat=seat, amount=amount, to=to, all_in=all_in), _moved(
            street, at, MoveName.CALL, to, all_in
        )
    return Checked(seat=seat), _moved(street, at, MoveName.CHECK, to, False)


def _moved(street: int, at: int, move: MoveName, to: int, all_in: bool) -> Moved:
    return Moved(street=street, position=at, move=move, to=to, all_in=all_in)
