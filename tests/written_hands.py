"""Hands written out, as ``AsKdQh``, and what ranking says of them."""

from core.poker.cards import parse_cards, spell
from core.poker.ranking import Category, Ladder, best_five, describe, strength


def worth(cards: str, ladder: Ladder = Ladder.HIGH) -> int:
    """The strength of cards written out, on a ladder where they have one."""
    found = strength(ladder, parse_cards(cards))
    assert found is not None
    return found


def named(cards: str, ladder: Ladder = Ladder.HIGH) -> tuple[Category, tuple[int, ...], tuple[int, ...]]:
    """What cards written out are called: category, ranks, kickers."""
    made = describe(ladder, parse_cards(cards))
    return made.category, made.ranks, made.kickers


def plays(cards: str, ladder: Ladder = Ladder.HIGH) -> str:
    """The cards that play, written out."""
    return spell(best_five(ladder, parse_cards(cards)))
