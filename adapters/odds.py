"""A rough chance to win against hands that could be anything, for the private panel of newcomers.

Before the flop it is looked up, later it is sampled: few hands, since it is reckoned while others wait, and always the
same ones for the same cards, so that the number stays when the panel is drawn again. A call takes one to two ms, and
the second one for the same cards nothing.
"""

from collections.abc import Sequence
from functools import lru_cache
from random import Random
from typing import Final

from adapters.preflop_chances import PREFLOP
from core.poker.cards import RANKS, Card
from core.poker.equity import equity
from core.poker.games import GAMES, GameName
from core.poker.ranking import Ladder

RANKED_HANDS: Final = 200
"""Hands that are ranked for one number: a standard error of five to seven percent, hence the rounding."""
ROUNDED_TO: Final = 5
_HOLE: Final = 2


def win_chance(game: GameName, hole: Sequence[Card], board: Sequence[Card], rivals: int) -> int | None:
    """Percent of the pot that `hole` wins on average against so many unknown hands; None where nobody can say.

    With a board it is rounded to five percent, and never 0 or 100 as long as that is not certain.
    """
    ladder = GAMES[game].ladder
    if len(hole) != _HOLE or rivals < 1 or ladder not in (Ladder.HIGH, Ladder.SHORT_DECK):
        return None
    if not board and ladder is Ladder.HIGH and rivals <= len(PREFLOP["AA"]):
        return PREFLOP[starting_hand(hole)][rivals - 1]
    return _sampled(ladder, tuple(sorted(hole)), tuple(board), rivals)


def starting_hand(hole: Sequence[Card]) -> str:
    """``AA``, ``AKs`` or ``AKo``."""
    high, low = sorted(hole, key=lambda card: card.rank, reverse=True)
    ranks = RANKS[high.rank - 2] + RANKS[low.rank - 2]
    if high.rank == low.rank:
        return ranks
    return ranks + ("s" if high.value[1] == low.value[1] else "o")


@lru_cache(maxsize=2_048)
def _sampled(ladder: Ladder, hole: tuple[Card, ...], board: tuple[Card, ...], rivals: int) -> int:
    drawn = Random(" ".join((*hole, *board, str(rivals))))  # noqa: S311 - a rough estimate; no card is dealt by it
    holes = [hole, *[()] * rivals]
    budget = max(1, RANKED_HANDS // len(holes))
    share = equity(
        ladder, holes, board, budget=budget, pick=lambda below: int(drawn.random() * below)
    ).shares[0]
    nearest = ROUNDED_TO * round(100 * share / ROUNDED_TO)
    return min(max(nearest, ROUNDED_TO), 100 - ROUNDED_TO)
