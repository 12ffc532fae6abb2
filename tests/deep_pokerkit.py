"""20,000 random hands of each structure against PokerKit: ``python -m tests.deep_pokerkit``, some minutes."""

import sys
from time import monotonic

from core.poker.rounds import Betting
from tests.pokerkit_comparison import Tally, compare
from tests.test_against_pokerkit import CHUNK

HANDS = 20_000


def main() -> None:
    """Print the counts for each structure; an `AssertionError` names the first hand that differs."""
    for betting in [one for one in Betting if not sys.argv[1:] or one in sys.argv[1:]]:
        begun = monotonic()
        total = Tally()
        for chunk in range(HANDS // CHUNK):
            tally = compare(betting, seed=chunk, hands=CHUNK)
            total.hands += tally.hands
            total.decisions += tally.decisions
            total.finished += tally.finished
            total.known.update(tally.known)
        sys.stdout.write(
            f"{betting}: {total.hands} hands, {total.decisions} decisions, "
            f"{total.finished} to the end, {monotonic() - begun:.0f} s\n"
        )
        for known, times in total.known.most_common():
            sys.stdout.write(f"  {times:6} {known}\n")


if __name__ == "__main__":
    main()
