"""What a host may choose for a table, checked against the legal ranges."""

from dataclasses import dataclass
from enum import StrEnum

from core.poker.games import GAMES, GameName
from core.poker.hand import Showing
from core.poker.rounds import Betting, Reopening, StraddleStep
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
    """How the button moves past an empty seat (TDA 32). By either rule the big blind goes to the next player who is
    dealt in, and the small blind to the last big blind; nobody has it when that player is gone."""

    MOVING = "moving"
    """To the last small blind, or who is dealt in before it: never on an empty seat; the usual cash-game rule."""
    DEAD = "dead"
    """To where the small blind was, an empty seat or not."""


class Entry(StrEnum):
    """How a player enters a game that is being played, or returns to one after missing blinds."""

    WAIT = "wait"
    """With the big blind, or sooner by posting what is owed: the big blind live, a missed small blind dead."""
    FREE = "free"
    """With the next hand, for nothing."""


class StraddleRule(StrEnum):
    """Who may straddle: put in a blind twice the one before, act last before the flop (rules.md 18)."""

    NONE = "none"
    UNDER_THE_GUN = "under_the_gun"
    """The player left of the big blind, and then the next ones in turn, each for twice the last."""
    BUTTON = "button"
    MISSISSIPPI = "mississippi"
    """Anybody but the blinds; of several who would, the one nearest to the button."""


class AskRule(StrEnum):
    """Who may ask to see a hand that was called and mucked unseen at showdown (rules.md 58)."""

    NOBODY = "nobody"
    LIVE = "live"
    """Players who were in at the showdown and did not choose to muck (TDA 18)."""
    CALLER = "caller"
    """Those of them who called the last bet."""
    TURN_CALLER = "turn_caller"
    """Players who put in chips on the turn or later, or were still in then."""
    ANYBODY = "anybody"
    """Everyone who was dealt in, folded or not."""


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
    orbit_bank_seconds: int = 5
    """What a player's time bank gains each time the big blind is theirs, up to `time_bank_seconds`."""
    entry: Entry = Entry.WAIT
    match_stack: bool = False
    """A buy-in or top-up may go up to the biggest stack at the table, when that is above `max_buy_in`."""
    same_stack_minutes: int = 30
    """Who comes back within this time brings at least what they left with; 0 turns it off."""
    straddle: StraddleRule = StraddleRule.NONE
    straddle_step: StraddleStep = StraddleStep.RAISE
    bomb_every: int = 0
    """Hands whose number this divides are bomb pots: everyone antes, no blinds, betting begins on the flop. With 1
    every hand is, from the first on; 0: only by vote."""
    bomb_ante: int = 2
    """Big blinds that each player puts into a bomb pot."""
    bomb_boards: int = 1
    """Boards of a bomb pot; each pot is split between two."""
    seven_deuce: int = 0
    """Big blinds that everyone in the game pays to a winner who shows seven-deuce; 0 turns it off."""
    asking: AskRule = AskRule.LIVE
    rabbit: bool = True
    """After a fold-out, a player who was dealt in may see the cards that would have come."""
    aids: bool = True
    """Hints for newcomers in private messages: what one has, and the chances."""
    friends_ledger: bool = False
    """Everybody at the table may see who is up and who is down in chips, and what would make them even."""


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
        ("orbit_bank_seconds", 0, 3_600),
        ("same_stack_minutes", 0, 1_440),
        ("bomb_every", 0, 100),
        ("bomb_ante", 1, 10),
        ("bomb_boards", 1, min(2, _boards_in_the_deck(options))),
        ("seven_deuce", 0, 10),
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
