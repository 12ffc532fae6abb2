"""Equity: each hand's share of the pot over the cards still to come, by counting them all or by a sample."""

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from math import comb, sqrt
from typing import TypeAlias

from core.poker.cards import FRESH_DECK, SHORT_DECK, Card
from core.poker.ranking import Ladder, ranker

_Cards: TypeAlias = tuple[Card, ...]
_Deal: TypeAlias = tuple[_Cards, ...]
"""A hand for each unknown hole, then the rest of the board."""
_Counts: TypeAlias = list[list[int]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Equity:
    """How the hands fare against each other, in the order they were given. Holds no cards."""

    shares: tuple[float, ...]
    """Each hand's mean share of the pot, 0 to 1. They add up to 1, except on `Ladder.EIGHT_OR_BETTER`, where
    there may be no hand that qualifies."""
    wins: tuple[int, ...]
    """In how many runouts each hand wins alone."""
    ties: tuple[int, ...]
    """In how many runouts each hand splits."""
    runouts: int
    """How many runouts were looked at."""
    exact: bool
    """True if those were all there are."""
    error: float
    """The standard error of the least certain share; 0 when exact."""


def equity(
    ladder: Ladder,
    holes: Sequence[Sequence[Card]],
    board: Sequence[Card],
    dead: Collection[Card] = (),
    *,
    budget: int,
    pick: Callable[[int], int],
    board_size: int = 5,
    from_hole: int | None = None,
) -> Equity:
    """Play out the missing cards between `holes`, at most `budget` times.

    An empty hole stands for an unknown hand and is dealt as many cards as the others hold (two if none is
    known). `dead` cards cannot come. When there are no more than `budget` ways to deal what is missing, each
    is counted once; else `budget` of them are drawn with `pick(n)`, which must give uniform ints below n.
    `from_hole` is how many hole cards a hand must use (two in Omaha); None leaves it free.

    Raises `ValueError` for a card given twice or not in the ladder's deck, a board longer than `board_size`,
    fewer cards left than are missing, no holes, or a budget below one. Its text names no card.
    """
    deck = _undealt(ladder, (*board, *dead, *(card for hole in holes for card in hole)))
    if not holes or budget < 1 or len(board) > board_size:
        raise ValueError("equity takes at least one hand, a positive budget and a board that is not too long")
    hole_size = max(map(len, holes)) or 2
    sizes = [hole_size for hole in holes if not hole] + [board_size - len(board)]
    if sum(sizes) > len(deck):
        raise ValueError("too few cards are left to deal")
    ways = _ways(len(deck), sizes)
    exact = ways <= budget
    deals = _every(deck, sizes) if exact else _sample(deck, sizes, budget, pick)
    counts = _play(_rank_with_board(ladder, from_hole), holes, tuple(board), deals)
    return _summary(counts, min(ways, budget), exact)


def _undealt(ladder: Ladder, seen: Sequence[Card]) -> list[Card]:
    deck = SHORT_DECK if ladder is Ladder.SHORT_DECK else FRESH_DECK
    if len(set(seen)) < len(seen) or not set(seen) <= set(deck):
        raise ValueError("a card was given twice, or is not in this deck")
    return [card for card in deck if card not in seen]


def _ways(left: int, sizes: Iterable[int]) -> int:
    """In how many ways groups of these sizes can be dealt from `left` cards."""
    ways = 1
    for size in sizes:
        ways *= comb(left, size)
        left -= size
    return ways


def _every(deck: Sequence[Card], sizes: Sequence[int]) -> Iterator[_Deal]:
    """Every way to deal groups of these sizes."""
    first, *others = sizes
    if not others:
        yield from ((group,) for group in combinations(deck, first))
        return
    for group in combinations(deck, first):
        rest = [card for card in deck if card not in group]
        for groups in _every(rest, others):
            yield group, *groups


def _sample(
    deck: list[Card], sizes: Sequence[int], times: int, pick: Callable[[int], int]
) -> Iterator[_Deal]:
    """Random ways to deal groups of these sizes: the head of the deck is shuffled afresh each time."""
    deck = list(deck)
    needed = sum(sizes)
    for _ in range(times):
        for at in range(needed):
            other = at + pick(len(deck) - at)
            deck[at], deck[other] = deck[other], deck[at]
        groups, start = [], 0
        for size in sizes:
            groups.append(tuple(deck[start : start + size]))
            start += size
        yield tuple(groups)


def _play(
    rank: Callable[[_Cards, _Cards], int],
    holes: Sequence[Sequence[Card]],
    board: _Cards,
    deals: Iterable[_Deal],
) -> _Counts:
    """For each hand, how often it was one of k winners: ``counts[hand][k]``."""
    counts = [[0] * (len(holes) + 1) for _ in holes]
    hands = [tuple(hole) for hole in holes]
    unknown = [at for at, hole in enumerate(holes) if not hole]
    for *dealt, runout in deals:
        for at, hole in zip(unknown, dealt, strict=True):
            hands[at] = hole
        shared = board + runout
        worths = [rank(hand, shared) for hand in hands]
        best = max(worths)
        if best:
            winners = worths.count(best)
            for at, worth in enumerate(worths):
                if worth == best:
                    counts[at][winners] += 1
    return counts


def _rank_with_board(ladder: Ladder, from_hole: int | None) -> Callable[[_Cards, _Cards], int]:
    """A function from hole and board to their strength, 0 where they have none."""
    rank = ranker(ladder)
    if from_hole is None:
        return lambda hole, board: rank(hole + board) or 0
    return lambda hole, board: max(
        rank(own + shared) or 0
        for own in combinations(hole, from_hole)
        for shared in combinations(board, 5 - from_hole)
    )


def _summary(counts: _Counts, runouts: int, exact: bool) -> Equity:
    shares = tuple(sum(n / k for k, n in enumerate(row) if k) / runouts for row in counts)
    squares = (sum(n / k**2 for k, n in enumerate(row) if k) / runouts for row in counts)
    spread = max(max(square - share**2, 0.0) for square, share in zip(squares, shares, strict=True))
    return Equity(
        shares=shares,
        wins=tuple(row[1] for row in counts),
        ties=tuple(sum(row[2:]) for row in counts),
        runouts=runouts,
        exact=exact,
        error=0.0 if exact else sqrt(spread / runouts),
    )
