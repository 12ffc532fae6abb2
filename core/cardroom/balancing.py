"""Balancing tables: when one has too many, who moves and to which seat (TDA 11).

The mover is the one who would have the big blind next; the worst seat is the one that has it soonest. Nobody is moved
into the small blind, and no table deals that is three players short of the largest.
"""

from collections.abc import Mapping, Sequence
from typing import TypeVar

from core.cardroom.button import after
from core.ids import SeatNo

T = TypeVar("T")

SHORT_BY = 3
"""A table that is so many players short of the largest halts."""
TOO_MANY = 2
"""A table that is so many players above the smallest gives one."""


def mover(seats: Sequence[SeatNo], big_blind: SeatNo | None) -> SeatNo:
    """Who of `seats` is next to have the big blind; before the first hand the lowest seat."""
    return after(big_blind, seats) if big_blind is not None else min(seats)


def worst_seat(
    free: Sequence[SeatNo], small_blind: SeatNo | None, big_blind: SeatNo | None, seats: int
) -> SeatNo:
    """The free seat that has the big blind soonest. With the dead button the seat of the last big blind is the small
    blind, and those between the last two blinds are the button's: the former is taken only if no other is left."""
    if big_blind is None:
        return min(free)
    waits = _between(small_blind, big_blind, seats)

    def badness(number: SeatNo) -> tuple[bool, bool, int]:
        return number == big_blind, number in waits, (number - big_blind) % seats

    return min(free, key=badness)


def largest(sizes: Mapping[T, int]) -> int:
    """Players at the largest table."""
    return max(sizes.values())


def needs_giving(size: int, sizes: Mapping[T, int]) -> T | None:
    """The smallest table, if a table of `size` players has to give one to it."""
    smallest = min(sizes, key=lambda one: sizes[one])
    return smallest if size - sizes[smallest] >= TOO_MANY else None


def halts(size: int, sizes: Mapping[T, int]) -> bool:
    """Whether a table of `size` players waits for more (TDA 11-D)."""
    return largest(sizes) - size >= SHORT_BY


def _between(small_blind: SeatNo | None, big_blind: SeatNo, seats: int) -> set[int]:
    if small_blind is None:
        return set()
    span = (big_blind - small_blind) % seats
    return {(small_blind + step - 1) % seats + 1 for step in range(1, span)}
