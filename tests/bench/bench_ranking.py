"""How many times faster `high` ranks seven cards than PokerKit does: ``python -m tests.bench.bench_ranking``.

Both rank the same random hands in the same process; each figure is the best of several rounds.
"""

from collections.abc import Callable
from functools import partial
from random import Random
from sys import stdout
from time import perf_counter

from pokerkit import Card as TheirCard
from pokerkit import StandardHighHand

from core.poker.cards import FRESH_DECK, Card
from core.poker.ranking import Ladder, high, strength
from core.poker.ranking_high import STANDARD, evaluator

HANDS = 20_000
THEIR_HANDS = 1_000
ROUNDS = 7


def seconds_per_hand(rank: Callable[[], None], hands: int, rounds: int = ROUNDS) -> float:
    """The least seconds a hand over some rounds of `rank`, which ranks `hands` hands."""
    times = []
    for _ in range(rounds):
        start = perf_counter()
        rank()
        times.append(perf_counter() - start)
    return min(times) / hands


def over(rank: Callable[[tuple[Card, ...]], object], hands: list[tuple[Card, ...]]) -> Callable[[], None]:
    """A run of `rank` over all the hands."""

    def run() -> None:
        for hand in hands:
            rank(hand)

    return run


def main() -> None:
    """Print the table."""
    random = Random(52)
    hands = [tuple(random.sample(FRESH_DECK, 7)) for _ in range(HANDS)]
    their_hands = [tuple(TheirCard.parse("".join(hand))) for hand in hands[:THEIR_HANDS]]

    def run_theirs() -> None:
        for hand in their_hands:
            StandardHighHand.from_game(hand[:2], hand[2:])

    theirs = seconds_per_hand(run_theirs, THEIR_HANDS, rounds=3)
    figures = {
        "PokerKit StandardHighHand": theirs,
        "high, nothing remembered yet": seconds_per_hand(over(evaluator(STANDARD), hands), HANDS, rounds=1),
        "high": seconds_per_hand(over(high, hands), HANDS),
    }
    for ladder in (Ladder.HIGH, Ladder.SHORT_DECK, Ladder.ACE_TO_FIVE, Ladder.EIGHT_OR_BETTER):
        figures[f"strength, {ladder}"] = seconds_per_hand(over(partial(strength, ladder), hands), HANDS)
    lines = [f"{'':34}{'us a hand':>10}{'a second':>12}{'ratio':>8}"]
    for name, each in figures.items():
        lines.append(f"{name:34}{each * 1e6:10.2f}{1 / each:12,.0f}{theirs / each:8.0f}")
    stdout.write("\n".join(lines) + "\n")


if __name__ == "__main__":
    main()
