"""Season points: ten times the square root of the field by place, and the best N of a player's events."""

from collections.abc import Iterable
from math import isqrt

from core.cardroom.elimination import Standing

SCALE = 100
"""Points are whole hundredths, so that every sum is exact."""
LEAST_ENTRANTS = 4
"""Smaller fields count for no season."""


def points(entries: int, place: int) -> int:
    """10·√(n/k) in hundredths, rounded down; 0 for a field that is too small."""
    if entries < LEAST_ENTRANTS:
        return 0
    return isqrt(10 * 10 * SCALE * SCALE * entries // place)


def shared_points(entries: int, standing: Standing) -> int:
    """The average of the places that are shared."""
    places = range(standing.place, standing.place + standing.sharing)
    return sum(points(entries, place) for place in places) // standing.sharing


def season_total(scored: Iterable[int], best: int) -> int:
    """The best so many results of a player; 0: all of them."""
    order = sorted(scored, reverse=True)
    return sum(order[:best] if best else order)
