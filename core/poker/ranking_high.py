"""High hands: the order of the categories, and the number a set of cards is worth in it.

A hand's worth is one int: the place of its category in the order, then five ranks of four bits each, the most
telling first (``place << 20 | rank << 16 | ...``). Comparing two ints therefore compares the hands as in
rules.md 64-69, and the same int can be read back into words.

Each card carries `Card.key`, and the plain sum of the keys tells nearly all: its low 32 bits are a number in
base five that counts each rank, and above them four bits a suit count the suits.
"""

from collections import Counter
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from enum import StrEnum

from core.poker.cards import RANKS, SUITS, Card

RANK_COUNTS = (1 << 32) - 1
"""The part of a sum of keys that counts ranks; the whole deck (5**13 - 1) does not overflow it."""

_THREE_OF_EACH_SUIT = 0x3333 << 32
_FIVE_OF_A_SUIT = 0x8888 << 32
"""With three added to each suit's count beforehand, five cards of a suit set that count's highest bit."""


class Category(StrEnum):
    """What a hand is called."""

    HIGH_CARD = "high_card"
    PAIR = "pair"
    TWO_PAIR = "two_pair"
    THREE_OF_A_KIND = "three_of_a_kind"
    STRAIGHT = "straight"
    FLUSH = "flush"
    FULL_HOUSE = "full_house"
    FOUR_OF_A_KIND = "four_of_a_kind"
    STRAIGHT_FLUSH = "straight_flush"
    ROYAL_FLUSH = "royal_flush"
    """Only a name: the straight flush to the ace (rules.md X19)."""
    LOW = "low"
    """No pair, on a ladder where the lower hand wins."""
    NO_LOW = "no_low"
    """Not eight or better."""
    BADUGI = "badugi"
    THREE_CARD_BADUGI = "three_card_badugi"
    TWO_CARD_BADUGI = "two_card_badugi"
    ONE_CARD_BADUGI = "one_card_badugi"


@dataclass(frozen=True, slots=True)
class Grading:
    """A way to grade five cards by their high categories."""

    order: tuple[Category, ...]
    """The categories, weakest first."""
    straights: tuple[tuple[int, ...], ...]
    """The sets of ranks that make a straight, best first, each from its top card down."""

    def grade(self, ranks: Collection[int], *, suited: bool = False) -> int:
        """The worth of the best five (of fewer, all) of these ranks; `suited` says they share one suit.

        Raises `ValueError` for no ranks at all.
        """
        if not ranks:
            raise ValueError("there are no cards to rank")
        counts = Counter(ranks)
        groups = sorted(counts, key=lambda rank: (counts[rank], rank), reverse=True)
        top = next((run[0] for run in self.straights if counts.keys() >= set(run)), 0)
        if suited:
            if top:
                return self._worth(Category.STRAIGHT_FLUSH, top)
            return self._worth(Category.FLUSH, *groups[:5])
        most, second = counts[groups[0]], counts[groups[1]] if len(groups) > 1 else 0
        if most == 4:
            return self._worth(Category.FOUR_OF_A_KIND, groups[0], max(groups[1:], default=0))
        if most == 3 and second >= 2:
            return self._worth(Category.FULL_HOUSE, *groups[:2])
        if top:
            return self._worth(Category.STRAIGHT, top)
        if most == 3:
            return self._worth(Category.THREE_OF_A_KIND, *groups[:3])
        if most == second == 2:
            return self._worth(Category.TWO_PAIR, *groups[:2], max(groups[2:], default=0))
        if most == 2:
            return self._worth(Category.PAIR, *groups[:4])
        return self._worth(Category.HIGH_CARD, *groups[:5])

    def read(self, worth: int) -> tuple[Category, tuple[int, ...]]:
        """A worth as its category and its telling ranks, most telling first."""
        ranks = (worth >> shift & 15 for shift in (16, 12, 8, 4, 0))
        return self.order[worth >> 20], tuple(rank for rank in ranks if rank)

    def _worth(self, category: Category, *ranks: int) -> int:
        worth = self.order.index(category)
        for rank in ranks + (0,) * (5 - len(ranks)):
            worth = worth << 4 | rank
        return worth


class RankTable(dict[int, int]):
    """What each count of ranks is worth, worked out at the first asking and kept.

    Bounded: there are 49,205 ways to choose the ranks of seven cards, and fewer for fewer cards.
    """

    __slots__ = ("_grade",)

    def __init__(self, grade: Callable[[list[int]], int]) -> None:
        super().__init__()
        self._grade = grade

    def __missing__(self, rank_counts: int) -> int:
        ranks: list[int] = []
        left = rank_counts
        for rank in range(2, len(RANKS) + 2):
            left, count = divmod(left, 5)
            ranks += [rank] * count
        worth = self[rank_counts] = self._grade(ranks)
        return worth


def evaluator(grading: Grading) -> Callable[[Sequence[Card]], int]:
    """A function from cards (one to twelve of them, all different) to the worth of their best five."""
    unsuited = RankTable(grading.grade)
    suited = RankTable(lambda ranks: grading.grade(ranks, suited=True))

    def best_flush(cards: Sequence[Card]) -> int:
        by_suit = ([card.key for card in cards if card.suit == suit] for suit in range(len(SUITS)))
        return max(suited[sum(keys) & RANK_COUNTS] for keys in by_suit if len(keys) >= 5)

    def best(cards: Sequence[Card]) -> int:
        total = _THREE_OF_EACH_SUIT
        for card in cards:
            total += card.key
        worth = unsuited[total & RANK_COUNTS]
        return max(worth, best_flush(cards)) if total & _FIVE_OF_A_SUIT else worth

    return best


def _runs(lowest: int) -> tuple[tuple[int, ...], ...]:
    """Five in a row from the ace down to those that start at rank `lowest`."""
    return tuple(tuple(range(top, top - 5, -1)) for top in range(14, lowest + 3, -1))


ACE_HIGH_RUNS = _runs(2)

STANDARD = Grading(
    order=(
        Category.HIGH_CARD,
        Category.PAIR,
        Category.TWO_PAIR,
        Category.THREE_OF_A_KIND,
        Category.STRAIGHT,
        Category.FLUSH,
        Category.FULL_HOUSE,
        Category.FOUR_OF_A_KIND,
        Category.STRAIGHT_FLUSH,
    ),
    straights=(*ACE_HIGH_RUNS, (5, 4, 3, 2, 14)),
)
"""rules.md 64-65: the ace is high, or low under the five."""

SHORT = Grading(
    order=(
        Category.HIGH_CARD,
        Category.PAIR,
        Category.TWO_PAIR,
        Category.THREE_OF_A_KIND,
        Category.STRAIGHT,
        Category.FULL_HOUSE,
        Category.FLUSH,
        Category.FOUR_OF_A_KIND,
        Category.STRAIGHT_FLUSH,
    ),
    straights=(*_runs(6), (9, 8, 7, 6, 14)),
)
"""rules.md 71: thirty-six cards, a flush over a full house, and the ace low under the nine."""

high = evaluator(STANDARD)
"""The best high hand in one to twelve different cards: a higher int wins, equal ties (rules.md 54, 64-69)."""

short_deck = evaluator(SHORT)
"""The same on the short-deck ladder (rules.md 71)."""
