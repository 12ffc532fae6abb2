"""Showdown: in what order hands are shown, who need not show, and who wins which pot on which board."""

from collections.abc import Sequence

from core.poker.cards import Card
from core.poker.pots import Pot, split
from core.poker.ranking import Ladder, MadeHand, describe, strength
from core.poker.value import value


@value
class Award:
    """One pot on one board: `shares` are (position, chips), clockwise from the left of the button."""

    pot: int
    board: int
    shares: tuple[tuple[int, int], ...]
    made: MadeHand | None
    """The winning hand; None when everyone else had folded or mucked."""


def showing_order(live: Sequence[bool], aggressor: int | None) -> tuple[int, ...]:
    """Positions in the order of showing: the last aggressor of the last street first, else the first live seat
    left of the button, then clockwise (rules.md 56, TDA 17)."""
    first = aggressor or 0
    n = len(live)
    return tuple([at % n for at in range(first, first + n) if live[at % n]])


def strengths(
    ladder: Ladder,
    holes: Sequence[Sequence[Card]],
    boards: Sequence[Sequence[Card]],
    contenders: Sequence[int],
) -> dict[int, tuple[int, ...]]:
    """Each contender's strength on each board; higher wins, equal ties."""
    return {at: tuple([strength(ladder, (*holes[at], *board)) or 0 for board in boards]) for at in contenders}


def must_show(
    order: Sequence[int], found: Sequence[Pot], strong: dict[int, tuple[int, ...]]
) -> tuple[int, ...]:
    """Who shows when losers may muck: the first in order, then whoever beats or ties all shown so far for a pot."""
    shown: list[int] = []
    best = [[0] * len(strong[order[0]]) for _ in found]
    for at in order:
        claims = False
        for pot, beaten in zip(found, best, strict=True):
            if at in pot.positions:
                for board, mine in enumerate(strong[at]):
                    if mine >= beaten[board]:
                        beaten[board] = mine
                        claims = True
        if claims:
            shown.append(at)
    return tuple(shown)


def awards(
    found: Sequence[Pot],
    claims: Sequence[int],
    strong: dict[int, tuple[int, ...]],
    *,
    order: Sequence[int],
    ladder: Ladder,
    holes: Sequence[Sequence[Card]],
    boards: Sequence[Sequence[Card]],
    unit: int,
) -> tuple[Award, ...]:
    """Every pot to the best hand among `claims` that can win it (rules.md 47), each board its part, odd chips to
    the first board (cases.md 83) and to the first winning seat left of the button (TDA 20-A, 21).

    A pot that nobody claims goes unshown to the last in `order` who could win it: when it came to that player, all
    others had given it up.
    """
    made: list[Award] = []
    for number, pot in enumerate(found):
        contenders = [at for at in pot.positions if at in claims]
        if not contenders:
            last = [at for at in order if at in pot.positions][-1]
            made.append(Award(pot=number, board=0, shares=((last, pot.amount),), made=None))
            continue
        for board, part in enumerate(split(pot.amount, len(boards), unit)):
            best = max([strong[at][board] for at in contenders])
            winners = [at for at in contenders if strong[at][board] == best]
            made.append(
                Award(
                    pot=number,
                    board=board,
                    shares=tuple(zip(winners, split(part, len(winners), unit), strict=True)),
                    made=describe(ladder, (*holes[winners[0]], *boards[board])),
                )
            )
    return tuple(made)
