"""What a host may choose for a table, checked against the legal ranges."""

from dataclasses import dataclass
from enum import StrEnum

from core.poker.games import GAMES, GameName
from core.poker.hand import Showing
from core.poker.rounds import Betting, Reopening
from core.refusals import Reason, Refused

MOST_SEATS = 10
MOST_RUNS = 4
"""Boards that one pot can be run on."""
MOST_CHIPS = 1_000_000_000
"""No stack, blind or buy-in is above this, so that every sum stays far inside what a document can hold."""


class AnteRule(StrEnum):
    """Who pays the ante (rules.md 16, TDA RP-11)."""

    NONE = "none"
    EACH = "each"
    BIG_BLIND = "big_blind"


class ButtonRule(StrEnum):
    """How the button moves past an empty seat (TDA 32)."""

    MOVING = "moving"
    """To the next player who is dealt in; the usual cash-game rule."""
    DEAD = "dead"
    """The big blind moves one player each hand; the button and the small blind may fall on empty seats."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TableOptions:
    """A table's rules. Chips are ints, times are seconds."""

    game: GameName = GameName.HOLDEM
    betting: Betting = Betting.NO_LIMIT
    reopening: Reopening = Reopening.CUMULATIVE
    seats: int = 6
    small_blind: int = 50
    """0 for a single-blind game (rules.md 14); with `blinds_posted` False there are no blinds at all."""
    big_blind: int = 100
    """Also the smallest bet; in fixed-limit the small bet, and twice it the big bet."""
    blinds_posted: bool = True
    ante: int = 0
    ante_rule: AnteRule = AnteRule.NONE
    min_buy_in: int = 2_000
    max_buy_in: int = 20_000
    raise_cap: int = 4
    """Fixed-limit: bets and raises a street, the big blind being the bet before the flop (rules.md 44)."""
    chip_unit: int = 1
    """The smallest chip: pots are split down to it (TDA 20-A)."""
    burns: bool = False
    most_runs: int = 1
    showing: Showing = Showing.AUTO
    all_in_up: bool = True
    button_rule: ButtonRule = ButtonRule.MOVING
    turn_seconds: int = 45
    time_bank_seconds: int = 60
    pause_seconds: int = 5
    """Between the end of a hand and the next deal."""
    computer_ms: int = 1_400
    """How long a computer opponent seems to think, in milliseconds, so that people can follow."""


def checked_options(options: TableOptions) -> TableOptions:
    """The same options, or `Refused` BAD_STAKES with the setting, its minimum and its maximum."""
    ranges = (
        ("seats", 2, MOST_SEATS),
        ("big_blind", 1, MOST_CHIPS // 1_000),
        ("small_blind", 0, options.big_blind),
        ("ante", 0, options.big_blind * 10),
        ("min_buy_in", options.big_blind, MOST_CHIPS),
        ("max_buy_in", options.min_buy_in, MOST_CHIPS),
        ("raise_cap", 1, 10),
        ("chip_unit", 1, options.big_blind),
        ("most_runs", 1, min(MOST_RUNS, _boards_in_the_deck(options))),
        ("turn_seconds", 5, 86_400),
        ("time_bank_seconds", 0, 86_400),
        ("pause_seconds", 0, 600),
        ("computer_ms", 0, 60_000),
    )
    for what, minimum, maximum in ranges:
        if not minimum <= getattr(options, what) <= maximum:
            raise Refused(Reason.BAD_STAKES, what=what, minimum=minimum, maximum=maximum)
    return options


def _boards_in_the_deck(options: TableOptions) -> int:
    """Whole boards that are left with every seat dealt in, each street with its burn if the table burns."""
    game = GAMES[options.game]
    streets = [rule.board for rule in game.streets if rule.board]
    board = sum(streets) + (len(streets) if options.burns else 0)
    return (len(game.deck) - game.hole * options.seats) // board
