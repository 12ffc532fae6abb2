"""The money in the middle: the uncalled bet, main and side pots, and how one pot is shared.

Pots are computed once, from what each player put in over the whole hand, folded players included. They are never
kept up to date along the way, so they cannot drift.
"""

from collections.abc import Sequence

from core.poker.value import value


@value
class Pot:
    """Chips, and the positions that can win them."""

    amount: int
    positions: tuple[int, ...]


def uncalled(totals: Sequence[int]) -> tuple[int, int] | None:
    """(position, chips) of the bet that nobody matched, or None (rules.md 48).

    `totals`: what each position put in over the whole hand, folded ones included.
    """
    most = max(totals)
    if totals.count(most) > 1:
        return None
    at = totals.index(most)
    return at, most - max(0, *totals[:at], *totals[at + 1 :])


def pots(totals: Sequence[int], live: Sequence[bool], dead: int = 0) -> tuple[Pot, ...]:
    """Main pot first, then side pots (rules.md 45-49); pots that the same players contest are one.

    A layer ends only where a player still in the hand is all-in for less, so folded chips never make a pot of
    their own. `dead`: chips that belong to nobody's bet, such as a big-blind ante; they go to the main pot.
    """
    contenders = tuple([at for at, is_live in enumerate(live) if is_live])
    levels = sorted({totals[at] for at in contenders})
    if len(levels) == 1:
        amount = sum(totals) + dead
        return (Pot(amount=amount, positions=contenders),) if amount else ()
    found: list[Pot] = []
    below = 0
    for level in levels:
        amount = sum([min(total, level) - below for total in totals if total > below])
        if not found:
            amount += dead
        if amount:
            positions = tuple([at for at in contenders if totals[at] >= level])
            found.append(Pot(amount=amount, positions=positions))
        below = level
    above = sum([total - below for total in totals if total > below])
    if above:
        found[-1] = Pot(amount=found[-1].amount + above, positions=found[-1].positions)
    return tuple(found)


def split(amount: int, ways: int, unit: int) -> tuple[int, ...]:
    """`amount` in `ways` shares as even as the chips allow; the first shares get the odd chips.

    Whole chips of `unit` go one each, in order; what is less than one chip goes to the first (rules.md 52, 53,
    TDA 20-A, cases.md 49). The order of shares is clockwise from the left of the button.
    """
    units, crumbs = divmod(amount, unit)
    each, odd = divmod(units, ways)
    shares = [(each + (turn < odd)) * unit for turn in range(ways)]
    shares[0] += crumbs
    return tuple(shares)
