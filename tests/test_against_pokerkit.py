"""Random hold'em hands against PokerKit: the same legal ranges at every decision, the same pots and payoffs.

By default a seeded slice of each structure; with ``RIVERBOT_DEEP=1`` 20,000 hands of each, of which the slice is the
beginning. ``python -m tests.deep_pokerkit`` plays the 20,000 and prints what was counted.
"""

import os
import sys

import pytest

from core.poker.rounds import Betting
from tests.pokerkit_comparison import compare

CHUNK = 250  # hands
CHUNKS = 80 if os.environ.get("RIVERBOT_DEEP") == "1" else 6


@pytest.mark.parametrize("chunk", range(CHUNKS))
@pytest.mark.parametrize("betting", Betting)
def test_random_hands_go_as_in_pokerkit_but_for_the_known_differences(betting: Betting, chunk: int) -> None:
    tally = compare(betting, seed=chunk, hands=CHUNK)
    sys.stdout.write(f"{tally}\n")
    assert tally.hands == CHUNK
    assert tally.finished > 0.8 * CHUNK, "too few hands were compared to the end"
