"""The games: what a variant deals, street by street, and on which ladder it is ranked."""

from dataclasses import dataclass
from enum import StrEnum

from core.poker.cards import FRESH_DECK, SHORT_DECK, Card
from core.poker.events import Street
from core.poker.ranking import Ladder


class GameName(StrEnum):
    """The variants that can be dealt."""

    HOLDEM = "holdem"
    SHORT_DECK = "short_deck"


@dataclass(frozen=True, slots=True, kw_only=True)
class StreetRule:
    """One betting round: the board cards dealt before it, and whether fixed-limit uses the big bet."""

    street: Street
    board: int
    big_bet: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Game:
    """A variant: `hole` private cards each, then its streets, ranked on `ladder`."""

    name: GameName
    deck: tuple[Card, ...]
    hole: int
    streets: tuple[StreetRule, ...]
    ladder: Ladder


_BOARD_STREETS = (
    StreetRule(street=Street.PREFLOP, board=0, big_bet=False),
    StreetRule(street=Street.FLOP, board=3, big_bet=False),
    StreetRule(street=Street.TURN, board=1, big_bet=True),
    StreetRule(street=Street.RIVER, board=1, big_bet=True),
)

GAMES: dict[GameName, Game] = {
    GameName.HOLDEM: Game(
        name=GameName.HOLDEM, deck=FRESH_DECK, hole=2, streets=_BOARD_STREETS, ladder=Ladder.HIGH
    ),
    GameName.SHORT_DECK: Game(
        name=GameName.SHORT_DECK, deck=SHORT_DECK, hole=2, streets=_BOARD_STREETS, ladder=Ladder.SHORT_DECK
    ),
}
"""Every game by its name (rules.md 2, 11, 70, 71)."""
