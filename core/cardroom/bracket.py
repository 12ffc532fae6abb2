"""Rounds: the heads-up bracket with its byes, and the tables of a shootout.

Of X players as many play the first round of a bracket as leave a power of two: with Y the largest power of two up to
X, 2·(X−Y) play and the others have a bye.
"""

from collections.abc import Sequence
from typing import TypeVar

T = TypeVar("T")


def byes(players: int) -> int:
    """How many need not play the first round of a bracket."""
    more = players - (1 << (players.bit_length() - 1))
    return players - 2 * more if more else 0


def pairings(drawn: Sequence[T]) -> tuple[tuple[tuple[T, T], ...], tuple[T, ...]]:
    """(pairs, byes) of a round among players in the order in which they were drawn: the first ones play."""
    play = len(drawn) - byes(len(drawn))
    return tuple(zip(drawn[:play:2], drawn[1:play:2], strict=True)), tuple(drawn[play:])


def groups(drawn: Sequence[T], seats: int) -> tuple[tuple[T, ...], ...]:
    """The tables of a shootout's round, whose sizes differ by one at most."""
    tables = max(1, -(-len(drawn) // seats))
    return tuple(tuple(drawn[at::tables]) for at in range(tables))
