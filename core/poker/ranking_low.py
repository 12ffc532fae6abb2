"""Low hands: ace-to-five with and without the eight, deuce-to-seven, and badugi.

Each function gives an int where higher wins, like the high ladders. The five-card ones grade the cards as a
high hand and take that from a ceiling.
"""

from collections.abc import Sequence
from itertools import combinations

from core.poker.cards import Card
from core.poker.ranking_high import (
    ACE_HIGH_RUNS,
    RANK_COUNTS,
    STANDARD,
    Category,
    Grading,
    RankTable,
    evaluator,
)

_CEILING = 1 << 24
_EIGHT_HIGH = 0x87654
"""The worth of 8-7-6-5-4, the weakest hand that is eight or better."""

_NO_STRAIGHTS = Grading(order=STANDARD.order, straights=())
_ACE_HIGH = Grading(order=STANDARD.order, straights=ACE_HIGH_RUNS)


def _lowest_five(ranks: list[int]) -> int:
    """The ace-to-five worth of the best five of these ranks, given with the ace as 14."""
    low_first = sorted(1 if rank == 14 else rank for rank in ranks)
    distinct = sorted(set(low_first))
    if len(distinct) >= 5:
        return _CEILING - _NO_STRAIGHTS.grade(distinct[:5])
    fives = set(combinations(low_first, min(5, len(ranks)))) if ranks else {()}
    return _CEILING - min(_NO_STRAIGHTS.grade(five) for five in fives)


_ace_to_five = RankTable(_lowest_five)
_ace_high = evaluator(_ACE_HIGH)


def ace_to_five(cards: Sequence[Card]) -> int:
    """The best low of these cards: ace low, straights and flushes ignored (rules.md 72)."""
    return _ace_to_five[sum(card.key for card in cards) & RANK_COUNTS]


def eight_or_better(cards: Sequence[Card]) -> int | None:
    """As `ace_to_five`, or None without five different ranks of eight or lower (rules.md 73)."""
    lowest = ace_to_five(cards)
    return lowest if len(cards) >= 5 and _CEILING - lowest <= _EIGHT_HIGH else None


def deuce_to_seven(cards: Sequence[Card]) -> int:
    """The best low of these cards: ace high only, straights and flushes count against it (rules.md 74)."""
    if len(cards) <= 5:
        return _CEILING - _ace_high(cards)
    return _CEILING - min(map(_ace_high, combinations(cards, 5)))


def badugi(cards: Sequence[Card]) -> int:
    """The best badugi: the most cards of different suits and ranks, then the lowest of those (rules.md 75).

    Raises `ValueError` for no cards at all.
    """
    for size in range(min(4, len(cards)), 0, -1):
        worths = [worth for some in combinations(cards, size) if (worth := _rainbow(some))]
        if worths:
            return max(worths)
    raise ValueError("there are no cards to rank")


def _rainbow(cards: tuple[Card, ...]) -> int:
    """The worth of cards that all differ in suit and in rank, else 0."""
    ranks = sorted({_ace_low(card.rank) for card in cards}, reverse=True)
    if not len(ranks) == len({card.suit for card in cards}) == len(cards):
        return 0
    worth = len(ranks)
    for rank in ranks + [15] * (4 - len(ranks)):
        worth = worth << 4 | 15 - rank
    return worth


def _ace_low(rank: int) -> int:
    return 1 if rank == 14 else rank


def read_ace_to_five(worth: int) -> tuple[Category, tuple[int, ...]]:
    """A worth from `ace_to_five` as its category and telling ranks; the ace is 14 again."""
    category, ranks = _NO_STRAIGHTS.read(_CEILING - worth)
    return category, tuple(14 if rank == 1 else rank for rank in ranks)


def read_deuce_to_seven(worth: int) -> tuple[Category, tuple[int, ...]]:
    """A worth from `deuce_to_seven` as its category and telling ranks."""
    return _ACE_HIGH.read(_CEILING - worth)


def read_badugi(worth: int) -> tuple[Category, tuple[int, ...]]:
    """A worth from `badugi` as its category and its one to four ranks from the top; the ace is 14 again."""
    names = (
        Category.ONE_CARD_BADUGI,
        Category.TWO_CARD_BADUGI,
        Category.THREE_CARD_BADUGI,
        Category.BADUGI,
    )
    count = worth >> 16
    ranks = (15 - (worth >> shift & 15) for shift in (12, 8, 4, 0)[:count])
    return names[count - 1], tuple(14 if rank == 1 else rank for rank in ranks)
