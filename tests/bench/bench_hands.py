"""Complete random six-handed no-limit hands a second, with full events, against PokerKit in the same run.

Both sides shuffle a deck, deal, and let every player choose evenly among fold (never when checking is free, which
PokerKit does not offer), check or call, and a uniformly random raise. The two take turns in short batches, so that a
busy machine slows both alike; the ratio is what counts.
"""

import random
import statistics
import time
from collections.abc import Callable

from pokerkit import Automation, NoLimitTexasHoldem

from core.poker.actions import Call, Check, Fold, RaiseTo
from core.poker.cards import FRESH_DECK
from core.poker.hand import Stage, apply, legal_moves, start
from core.poker.ranking import high
from core.poker.rounds import Betting
from tests.hands import simple_setup

ROUNDS = 15
OURS_A_BATCH = 1_000
THEIRS_A_BATCH = 60
AUTOMATIONS = tuple(Automation)
SETUP = simple_setup(players=6, stack=10_000, betting=Betting.NO_LIMIT)


def play_ours(chance: random.Random) -> None:
    """One hand on our engine."""
    deck = list(FRESH_DECK)
    chance.shuffle(deck)
    hand, _ = start(SETUP, tuple(deck))
    while hand.stage is not Stage.OVER:
        legal = legal_moves(hand)
        assert legal is not None
        moves = ["call"] if legal.check else ["fold", "call"]
        if legal.raise_min is not None:
            moves.append("raise")
        move: Fold | Check | Call | RaiseTo
        match chance.choice(moves):
            case "fold":
                move = Fold()
            case "call":
                move = Check() if legal.check else Call()
            case _:
                assert legal.raise_min is not None
                assert legal.raise_max is not None
                move = RaiseTo(to=chance.randint(legal.raise_min, legal.raise_max))
        hand, _ = apply(hand, legal.seat, move)


def play_theirs(chance: random.Random) -> None:
    """One hand on PokerKit, everything that can be automated automated."""
    state = NoLimitTexasHoldem.create_state(AUTOMATIONS, False, 0, (50, 100), 100, (10_000,) * 6, 6)
    while state.status:
        moves = ["fold", "call"] if state.can_fold() else ["call"]
        if state.can_complete_bet_or_raise_to():
            moves.append("raise")
        match chance.choice(moves):
            case "fold":
                state.fold()
            case "call":
                state.check_or_call()
            case _:
                low = state.min_completion_betting_or_raising_to_amount
                high = state.max_completion_betting_or_raising_to_amount
                assert low is not None
                assert high is not None
                state.complete_bet_or_raise_to(chance.randint(low, high))


def warm_up(chance: random.Random) -> None:
    """Rank enough hands that the ladder has met nearly all of them, as in a process that has run for a while."""
    for _ in range(200_000):
        high(chance.sample(FRESH_DECK, 7))


def rate(play: Callable[[random.Random], None], hands: int, chance: random.Random) -> float:
    """Hands a second of processor time."""
    begun = time.process_time()
    for _ in range(hands):
        play(chance)
    return hands / (time.process_time() - begun)


def main() -> None:
    """Print both rates and the ratio."""
    ours_chance, theirs_chance = random.Random(1), random.Random(1)
    warm_up(ours_chance)
    rate(play_ours, 3_000, ours_chance)
    rate(play_theirs, 30, theirs_chance)
    pairs = [
        (rate(play_ours, OURS_A_BATCH, ours_chance), rate(play_theirs, THEIRS_A_BATCH, theirs_chance))
        for _ in range(ROUNDS)
    ]
    ours, theirs = (statistics.median(column) for column in zip(*pairs, strict=True))
    ratio = statistics.median(mine / other for mine, other in pairs)
    print(f"hands a second: riverbot {ours:,.0f}, pokerkit {theirs:,.0f}; ratio {ratio:.1f} (goal 15)")


if __name__ == "__main__":
    main()
