"""How a tournament is played: blind levels, presets, how long it takes, and how the prize pool is shared out.

Levels go by hands, as suits chat, or by minutes. The ladders and payouts are product.md 3.4's; all amounts are chips.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from core.refusals import Reason, Refused

HAND_SECONDS = 50
"""What a hand takes in chat, for the estimate."""
MOST_ENTRANTS = 1_000
_LARGE_FIELD = 50
"""Entrants beyond which an event lasts longer than its chips alone say: tables wait for one another."""


class Speed(StrEnum):
    """The presets."""

    TURBO = "turbo"
    REGULAR = "regular"
    DEEP = "deep"


@dataclass(frozen=True, slots=True, kw_only=True)
class Level:
    """The stakes of one level; the ante is paid by the big blind."""

    small_blind: int
    big_blind: int
    ante: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Structure:
    """Starting stacks and levels. A level lasts `hands`, or `minutes` when that is set."""

    stack: int
    levels: tuple[Level, ...]
    hands: int = 0
    minutes: int = 0
    break_every: int = 6
    """Levels between two breaks; 0 for none."""
    break_minutes: int = 5


def _levels(blinds: Sequence[tuple[int, int]], antes_from: int) -> tuple[Level, ...]:
    return tuple(
        Level(small_blind=small, big_blind=big, ante=big if number >= antes_from else 0)
        for number, (small, big) in enumerate(blinds, start=1)
    )


_TURBO = (
    (10, 20), (15, 30), (25, 50), (50, 100), (75, 150), (100, 200), (150, 300), (200, 400), (300, 600), (400, 800),
    (600, 1_200), (800, 1_600), (1_000, 2_000), (1_500, 3_000), (2_000, 4_000), (3_000, 6_000), (4_000, 8_000),
)  # fmt: skip
_REGULAR = (
    (10, 20), (15, 30), (20, 40), (25, 50), (30, 60), (50, 100), (75, 150), (100, 200), (150, 300), (200, 400),
    (300, 600), (400, 800), (600, 1_200), (800, 1_600), (1_000, 2_000), (1_500, 3_000), (2_000, 4_000),
)  # fmt: skip
_DEEP = (
    (25, 50), (50, 100), (75, 150), (100, 200), (150, 300), (200, 400), (300, 600), (400, 800), (600, 1_200),
    (800, 1_600), (1_000, 2_000), (1_500, 3_000), (2_000, 4_000), (3_000, 6_000), (4_000, 8_000),
)  # fmt: skip
PRESETS: dict[Speed, Structure] = {
    Speed.TURBO: Structure(stack=1_500, levels=_levels(_TURBO, 6), hands=6),
    Speed.REGULAR: Structure(stack=3_000, levels=_levels(_REGULAR, 7), hands=10),
    Speed.DEEP: Structure(stack=10_000, levels=_levels(_DEEP, 7), hands=15),
}


def level_at(structure: Structure, number: int) -> Level:
    """Level `number`, from 1. After the last one of the ladder each level doubles the one before."""
    levels = structure.levels
    if number <= len(levels):
        return levels[number - 1]
    last, doublings = levels[-1], number - len(levels)
    return Level(
        small_blind=last.small_blind << doublings,
        big_blind=last.big_blind << doublings,
        ante=last.ante << doublings,
    )


def last_level(structure: Structure, chips: int, blinds: int = 20) -> int:
    """The first level at which there are `blinds` big blinds or fewer in play, all stacks together."""
    number = 1
    while level_at(structure, number).big_blind * blinds < chips:
        number += 1
    return number


def estimate(structure: Structure, chips: int) -> tuple[int, int]:
    """(hands of one table, minutes) that an event with so many chips in play usually takes, breaks included.

    It ends in the middle of the level that leaves some fifty big blinds in play, forty in a large field: measured on
    the presets with computer players (`tests.tournament_simulator`). Two alone are often quicker.
    """
    blinds = 40 if chips > structure.stack * _LARGE_FIELD else 50
    return _until(structure, 2 * last_level(structure, chips, blinds) - 1)


def longest(structure: Structure, chips: int) -> tuple[int, int]:
    """The same of a slow one: up to the end of the level that leaves twenty big blinds (product.md 3.4)."""
    return _until(structure, 2 * last_level(structure, chips))


def _until(structure: Structure, halves: int) -> tuple[int, int]:
    """So many halves of levels."""
    whole = (halves - 1) // 2
    rest = whole // structure.break_every * structure.break_minutes if structure.break_every else 0
    if structure.minutes:
        minutes = structure.minutes * halves // 2
        return minutes * 60 // HAND_SECONDS, minutes + rest
    hands = structure.hands * halves // 2
    return hands, -(-hands * HAND_SECONDS // 60) + rest


def checked_structure(structure: Structure) -> Structure:
    """The same, or `Refused` BAD_STAKES with the setting and its range."""
    ranges = (
        ("stack", structure.stack, structure.levels[0].big_blind * 2 if structure.levels else 1, 10_000_000),
        ("levels", len(structure.levels), 1, 60),
        ("level_hands", structure.hands, 0 if structure.minutes else 1, 1_000),
        ("level_minutes", structure.minutes, 0, 1_440),
        ("break_every", structure.break_every, 0, 60),
        ("break_minutes", structure.break_minutes, 0, 240),
    )
    for what, value, minimum, maximum in ranges:
        if not minimum <= value <= maximum:
            raise Refused(Reason.BAD_STAKES, what=what, minimum=minimum, maximum=maximum)
    least = 1
    for number, level in enumerate(structure.levels, start=1):
        if not 0 < level.small_blind <= level.big_blind or level.big_blind < least:
            raise Refused(
                Reason.BAD_STAKES,
                what="big_blind",
                minimum=max(least, level.small_blind),
                maximum=10_000_000,
                level=number,
                case="level",
            )
        least = level.big_blind
    return structure


_PAYOUTS: tuple[tuple[int, tuple[int, ...]], ...] = (
    (4, (1_000,)),
    (7, (650, 350)),
    (15, (500, 300, 200)),
    (20, (400, 300, 200, 100)),
    (27, (400, 300, 150, 100, 50)),
    (45, (370, 220, 150, 110, 80, 70)),
    (65, (300, 200, 120, 100, 80, 65, 55, 45, 35)),
)
"""Up to so many entrants: per mille of the pool by place."""
_LARGE_PAID = 7
"""Beyond the table one in so many is paid."""


def shares(entrants: int) -> tuple[int, ...]:
    """The usual shares by place; only their ratios matter. Beyond 65 entrants one in seven is paid, the weight of a
    place being one over (its rank + 1) to the power 0.8, which keeps the smallest prize above a buy-in."""
    for most, table in _PAYOUTS:
        if entrants <= most:
            return table
    return tuple(round(100_000 / (place + 1) ** 0.8) for place in range(1, entrants // _LARGE_PAID + 1))


def prizes(pool: int, weights: Sequence[int]) -> tuple[int, ...]:
    """The pool in chips by place, to the chip: by largest remainder, and what ties goes to the better place."""
    whole = sum(weights)
    if pool < 0 or whole <= 0:
        raise ValueError("a pool is shared by positive weights")
    parts = [pool * weight // whole for weight in weights]
    order = sorted(range(len(parts)), key=lambda at: (-(pool * weights[at] % whole), at))
    for at in order[: pool - sum(parts)]:
        parts[at] += 1
    return tuple(parts)
