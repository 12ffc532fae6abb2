"""What a verifiable deal costs beside a plain shuffle and 52 hashes: ``python -m tests.bench.bench_shuffle``.

All in the same process; each figure is the best of several rounds.
"""

from collections.abc import Callable
from hashlib import sha256
from random import Random
from sys import stdout
from timeit import repeat

from core.poker.cards import FRESH_DECK
from core.poker.record import published
from core.poker.shuffle import commit, cut, cut_seed, deal_order
from core.poker.verification import check
from tests.record_examples import one_board

RUNS = 500
SECRET = bytes(range(32))
PHRASES = tuple((seat, f"phrase {seat}") for seat in range(6))


def plain_shuffle() -> None:
    """The yardstick: shuffle a deck, hash 52 times 35 bytes."""
    deck = list(FRESH_DECK)
    Random(52).shuffle(deck)
    for card in deck:
        sha256(b"\x00" + SECRET + card.encode()).digest()


def commit_and_cut() -> None:
    """All that one hand needs: root, seed, order of the deck."""
    cut(cut_seed(commit(SECRET).root, bytes(32), PHRASES))


def main() -> None:
    """Print the table."""
    record = one_board()
    document = published(record)
    figures: dict[str, Callable[[], object]] = {
        "random.shuffle and 52 SHA-256": plain_shuffle,
        "commit and cut": commit_and_cut,
        "deal_order (no tree)": lambda: deal_order(SECRET, SECRET),
        "published record, 8 cards": lambda: published(record),
        "check of it": lambda: check(document),
    }
    seconds = {name: min(repeat(run, number=RUNS, repeat=5)) / RUNS for name, run in figures.items()}
    yardstick = next(iter(seconds.values()))
    lines = [f"{'':34}{'us':>10}{'ratio':>8}"]
    lines += [f"{name:34}{each * 1e6:10.1f}{each / yardstick:8.2f}" for name, each in seconds.items()]
    stdout.write("\n".join(lines) + "\n")


if __name__ == "__main__":
    main()
