"""Deals at the end: the prizes that are left shared by chips or by what the chips are worth (ICM), to the chip."""

from collections.abc import Sequence
from enum import StrEnum
from fractions import Fraction

from core.cardroom.structure import prizes as parted

MOST_DEALERS = 10
"""Players among whom a deal can be made."""


class DealKind(StrEnum):
    """How a deal shares."""

    CHIPS = "chips"
    """Chip-chop: everyone has the lowest prize that is left for sure, the rest goes by chips."""
    ICM = "icm"
    """By the chances that each stack has for each place (Malmuth and Harville)."""


def deal_shares(kind: DealKind, stacks: Sequence[int], prizes: Sequence[int]) -> tuple[int, ...]:
    """What each stack gets of `prizes` (by place from the first, missing ones are 0), in chips; sums to them all."""
    if not 1 <= len(stacks) <= MOST_DEALERS or min(stacks) <= 0:
        raise ValueError(f"a deal is among 1 to {MOST_DEALERS} stacks")
    pays = [*prizes[: len(stacks)], *[0] * (len(stacks) - len(prizes))]
    if not sum(pays):
        return (0,) * len(stacks)
    match kind:
        case DealKind.CHIPS:
            sure = min(pays)
            rest = parted(sum(pays) - sure * len(pays), stacks)
            return tuple(sure + part for part in rest)
        case DealKind.ICM:
            return _rounded(icm(stacks, pays), sum(pays))


def icm(stacks: Sequence[int], prizes: Sequence[int]) -> tuple[Fraction, ...]:
    """What each stack is worth, exactly: the next place goes to each of those left in proportion to their chips."""
    people, total = range(len(stacks)), sum(stacks)
    worth = [Fraction(0)] * len(stacks)
    reached = {0: Fraction(1)}
    for prize in prizes[: len(stacks)]:
        after: dict[int, Fraction] = {}
        for placed, chance in reached.items():
            left = total - sum(stacks[at] for at in people if placed >> at & 1)
            for at in people:
                if not placed >> at & 1:
                    likely = chance * stacks[at] / left
                    worth[at] += likely * prize
                    after[placed | 1 << at] = after.get(placed | 1 << at, Fraction(0)) + likely
        reached = after
    return tuple(worth)


def _rounded(worth: Sequence[Fraction], total: int) -> tuple[int, ...]:
    """Whole chips by largest remainder; what ties goes to the earlier seat."""
    parts = [int(one) for one in worth]
    order = sorted(range(len(parts)), key=lambda at: (parts[at] - worth[at], at))
    for at in order[: total - sum(parts)]:
        parts[at] += 1
    return tuple(parts)
