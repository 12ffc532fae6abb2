"""Places: who fell when, who fell together, and who gets what for it.

Of several players who bust in one hand (or in one synchronised hand of several tables, hand-for-hand) the one who
began it with more ranks higher; who began it with the same shares the place and the prizes of it.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby

from core.ids import SeatNo, TableId


@dataclass(frozen=True, slots=True, kw_only=True)
class Bust:
    """Somebody is out of chips. `stack`: what they began the hand with."""

    entrant: int
    stack: int
    table: TableId | None = None
    """Where it happened; None for who was on the way to a table."""
    seat: SeatNo | None = None
    by: tuple[str, ...] = ()
    """Names of who won their last chips."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Standing:
    """A place, and how many share it."""

    place: int
    sharing: int


def fallen_groups(busts: Iterable[Bust]) -> tuple[tuple[int, ...], ...]:
    """The entrants of one hand in the order in which they fall: the first group ranks lowest, one group shares."""
    order = sorted(busts, key=lambda bust: (bust.stack, bust.entrant))
    return tuple(
        tuple(bust.entrant for bust in group) for _, group in groupby(order, key=lambda bust: bust.stack)
    )


def standings(fallen: Sequence[Sequence[int]], entries: int) -> dict[int, Standing]:
    """The places of those who fell, of so many entries in all; who is in has none yet."""
    found: dict[int, Standing] = {}
    left = entries
    for group in fallen:
        left -= len(group)
        for entrant in group:
            found[entrant] = Standing(place=left + 1, sharing=len(group))
    return found


def shared_prizes(prizes: Sequence[int], fallen: Sequence[Sequence[int]], entries: int) -> dict[int, int]:
    """Each entrant's prize in chips: a group shares those of its places, odd chips to whoever registered first."""
    found: dict[int, int] = {}
    left = entries
    for group in fallen:
        left -= len(group)
        chips = sum(prizes[left : left + len(group)])
        each, odd = divmod(chips, len(group))
        for at, entrant in enumerate(sorted(group)):
            found[entrant] = each + (at < odd)
    return found
