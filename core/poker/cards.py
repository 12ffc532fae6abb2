"""Cards: the fifty-two of them, their order, and how they are written.

A card is two characters, rank then suit: ``As``, ``Td``, ``2c``. Being a string, it goes into JSON, logs of
public boards and dictionaries as it is; being an enum member, there is exactly one object for each card.
"""

from collections.abc import Iterable
from enum import StrEnum

RANKS = "23456789TJQKA"
SUITS = "cdhs"


class Card(StrEnum):
    """One playing card. ``Card("As")`` parses; anything else raises `ValueError`."""

    rank: int
    """2 to 14; the ace is 14."""
    suit: int
    """0 to 3: clubs, diamonds, hearts, spades, the alphabetical order (suits never break ties)."""
    key: int
    """What ranking_high.py adds up: one in the rank's base-five digit and one in the suit's four bits."""

    C2, D2, H2, S2 = "2c", "2d", "2h", "2s"
    C3, D3, H3, S3 = "3c", "3d", "3h", "3s"
    C4, D4, H4, S4 = "4c", "4d", "4h", "4s"
    C5, D5, H5, S5 = "5c", "5d", "5h", "5s"
    C6, D6, H6, S6 = "6c", "6d", "6h", "6s"
    C7, D7, H7, S7 = "7c", "7d", "7h", "7s"
    C8, D8, H8, S8 = "8c", "8d", "8h", "8s"
    C9, D9, H9, S9 = "9c", "9d", "9h", "9s"
    CT, DT, HT, ST = "Tc", "Td", "Th", "Ts"
    CJ, DJ, HJ, SJ = "Jc", "Jd", "Jh", "Js"
    CQ, DQ, HQ, SQ = "Qc", "Qd", "Qh", "Qs"
    CK, DK, HK, SK = "Kc", "Kd", "Kh", "Ks"
    CA, DA, HA, SA = "Ac", "Ad", "Ah", "As"

    def __new__(cls, text: str) -> "Card":
        card = str.__new__(cls, text)
        card._value_ = text
        card.rank = RANKS.index(text[0]) + 2
        card.suit = SUITS.index(text[1])
        card.key = 5 ** (card.rank - 2) + (1 << (32 + 4 * card.suit))
        return card


FRESH_DECK: tuple[Card, ...] = tuple(Card)
"""Fifty-two cards in the order of a fresh deck: deuces to aces, clubs diamonds hearts spades in each rank."""

SHORT_DECK: tuple[Card, ...] = tuple(card for card in FRESH_DECK if card.rank >= 6)
"""The thirty-six cards of short-deck hold'em (rules.md 71)."""


def parse_cards(text: str) -> tuple[Card, ...]:
    """``"AsKd"`` or ``"As Kd"`` as cards; raises `ValueError` naming the first part that is no card."""
    letters = "".join(text.split())
    pairs = [letters[at : at + 2] for at in range(0, len(letters), 2)]
    return tuple(Card(pair) for pair in pairs)


def spell(cards: Iterable[Card]) -> str:
    """Cards as plain text, one space between: ``As Kd``."""
    return " ".join(card.value for card in cards)
