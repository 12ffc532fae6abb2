"""Hand ladders: how strong cards are on each, what the hand is called, and which cards play.

Strengths are ints for comparing within one ladder: higher wins and equal ties, for suits never break one
(rules.md 51). Best five of seven means any five: two hole cards, one or none (rules.md 54).
"""

from collections import Counter
from collections.abc import Callable, Sequence
from enum import StrEnum
from itertools import combinations

from core.poker.cards import Card
from core.poker.ranking_high import SHORT, STANDARD, Category, high, short_deck
from core.poker.ranking_low import (
    ace_to_five,
    badugi,
    deuce_to_seven,
    eight_or_better,
    read_ace_to_five,
    read_badugi,
    read_deuce_to_seven,
)
from core.poker.value import value

__all__ = ["Category", "Ladder", "MadeHand", "best_five", "describe", "high", "ranker", "strength"]


class Ladder(StrEnum):
    """An order of hands."""

    HIGH = "high"
    """rules.md 64-69."""
    SHORT_DECK = "short_deck"
    """rules.md 71: a flush beats a full house, a straight beats three of a kind, A-6-7-8-9 is a straight."""
    ACE_TO_FIVE = "ace_to_five"
    """rules.md 72: the lowest wins, ace low, straights and flushes ignored."""
    EIGHT_OR_BETTER = "eight_or_better"
    """rules.md 73: ace-to-five, for five different ranks of eight or lower only."""
    DEUCE_TO_SEVEN = "deuce_to_seven"
    """rules.md 74: the worst high hand wins, ace high only."""
    BADUGI = "badugi"
    """rules.md 75: four cards of different suits and ranks, the lowest wins."""


@value
class MadeHand:
    """A hand in words yet to be chosen. Ranks are 2 to 14, the ace always 14."""

    category: Category
    ranks: tuple[int, ...]
    """The ranks that name it: kings over fours (13, 4), a straight or flush by its top card, a low or badugi
    by all its cards from the highest down. Empty only for `Category.NO_LOW`."""
    kickers: tuple[int, ...] = ()
    """The other cards that play, highest first."""

    @property
    def text_key(self) -> str:
        """The key of the text that says it, to be filled with the names of `ranks`."""
        return f"hand.{self.category}"


def strength(ladder: Ladder, cards: Sequence[Card]) -> int | None:
    """How strong the best hand in these cards is: higher wins, equal ties, within one ladder.

    Takes the best five of five cards or more (badugi: the best one to four), or what fewer cards make so far,
    which compares only with as many others. Always above 0; None only on `Ladder.EIGHT_OR_BETTER`, for a hand
    that is not. Raises `ValueError` for no cards.
    """
    return ranker(ladder)(cards)


def ranker(ladder: Ladder) -> Callable[[Sequence[Card]], int | None]:
    """`strength` on one ladder, for ranking many hands on it."""
    match ladder:
        case Ladder.HIGH:
            return high
        case Ladder.SHORT_DECK:
            return short_deck
        case Ladder.ACE_TO_FIVE:
            return ace_to_five
        case Ladder.EIGHT_OR_BETTER:
            return eight_or_better
        case Ladder.DEUCE_TO_SEVEN:
            return deuce_to_seven
        case Ladder.BADUGI:
            return badugi


def describe(ladder: Ladder, cards: Sequence[Card]) -> MadeHand:
    """What the best hand in these cards is; raises `ValueError` for no cards."""
    worth = strength(ladder, cards)
    if worth is None:
        return MadeHand(category=Category.NO_LOW, ranks=())
    match ladder:
        case Ladder.HIGH:
            return _named(*STANDARD.read(worth))
        case Ladder.SHORT_DECK:
            return _named(*SHORT.read(worth))
        case Ladder.ACE_TO_FIVE | Ladder.EIGHT_OR_BETTER:
            return _named_low(*read_ace_to_five(worth))
        case Ladder.DEUCE_TO_SEVEN:
            return _named_low(*read_deuce_to_seven(worth))
        case Ladder.BADUGI:
            category, ranks = read_badugi(worth)
            return MadeHand(category=category, ranks=ranks)


def best_five(ladder: Ladder, cards: Sequence[Card]) -> tuple[Card, ...]:
    """The cards that play, in the order they are spoken of: a pair first, a straight from its top.

    At most five (badugi: four), fewer if fewer are given, none if there is no eight or better. Where two
    cards would do equally, the one given first plays. Raises `ValueError` for no cards.
    """
    rank = ranker(ladder)
    worth = rank(cards)
    if worth is None:
        return ()
    # A missing card counts as rank 0 in a strength, so the smallest set that is worth as much is what plays.
    playing = next(some for size in range(1, 6) for some in combinations(cards, size) if rank(some) == worth)
    ace = 1 if _ace_plays_low(ladder, cards) else 14
    counts = Counter(card.rank for card in playing)
    order = {card.rank: (counts[card.rank], ace if card.rank == 14 else card.rank) for card in playing}
    return tuple(sorted(playing, key=lambda card: order[card.rank], reverse=True))


def _ace_plays_low(ladder: Ladder, cards: Sequence[Card]) -> bool:
    if ladder in (Ladder.ACE_TO_FIVE, Ladder.EIGHT_OR_BETTER, Ladder.BADUGI):
        return True
    made = describe(ladder, cards)
    return made.category in (Category.STRAIGHT, Category.STRAIGHT_FLUSH) and made.ranks != (14,)


def _named(category: Category, ranks: tuple[int, ...]) -> MadeHand:
    """Split the telling ranks into those that name the hand and the kickers."""
    if category is Category.STRAIGHT_FLUSH and ranks == (14,):
        category = Category.ROYAL_FLUSH
    naming = 2 if category in (Category.TWO_PAIR, Category.FULL_HOUSE) else 1
    return MadeHand(category=category, ranks=ranks[:naming], kickers=ranks[naming:])


def _named_low(category: Category, ranks: tuple[int, ...]) -> MadeHand:
    if category is Category.HIGH_CARD:
        return MadeHand(category=Category.LOW, ranks=ranks)
    return _named(category, ranks)
