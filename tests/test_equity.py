"""Equity: published all-in figures, PokerKit's exact count, and samples close to the exact share."""

from collections.abc import Callable
from itertools import combinations
from math import comb
from random import Random

import pokerkit
import pytest

from core.poker.cards import FRESH_DECK, Card, parse_cards
from core.poker.equity import Equity, equity
from core.poker.ranking import Ladder


def no_chance(_: int) -> int:
    """A source of chance that an exact count must not touch."""
    raise AssertionError("an exact count draws nothing")


def run(
    holes: str,
    board: str = "",
    *,
    ladder: Ladder = Ladder.HIGH,
    budget: int = 100_000,
    pick: Callable[[int], int] = no_chance,
    dead: str = "",
    from_hole: int | None = None,
) -> Equity:
    """Equity of holes written out with commas between; an empty part is an unknown hand."""
    return equity(
        ladder,
        [parse_cards(hole) for hole in holes.split(",")],
        parse_cards(board),
        parse_cards(dead),
        budget=budget,
        pick=pick,
        from_hole=from_hole,
    )


def test_a_set_of_sevens_is_98_to_1_to_1_on_the_flop() -> None:
    found = run("7h7c,AsQd,KsQh", "Qs7d2c")
    assert [round(100 * share) for share in found.shares] == [98, 1, 1]
    assert found == Equity(
        shares=found.shares, wins=(888, 6, 6), ties=(0, 3, 3), runouts=comb(43, 2), exact=True, error=0.0
    )
    assert sum(found.shares) == pytest.approx(1)


@pytest.mark.parametrize(
    ("holes", "board"),
    [("AhKh,QsQc", "Qh7h2c"), ("9s8s,AdAc,TdTc", "Ts7d2s"), ("AsKd,AcKh,2s2d", "KsQc2h9h")],
)
def test_pokerkit_counts_the_same_shares(holes: str, board: str) -> None:
    found = run(holes, board)
    seen = parse_cards(board + holes.replace(",", ""))
    left = [card for card in FRESH_DECK if card not in seen]
    shares = [0.0] * len(found.shares)
    for runout in combinations(left, 5 - len(board) // 2):
        full = board + "".join(runout)
        hands = [pokerkit.StandardHighHand.from_game(hole, full) for hole in holes.split(",")]
        best = max(hands)
        for at, hand in enumerate(hands):
            shares[at] += (hand == best) / hands.count(best) / found.runouts
    assert list(found.shares) == pytest.approx(shares)


@pytest.mark.parametrize(
    ("holes", "published"),
    [("AsAh,KsKh", 0.82637), ("AsKs,QhQd", 0.46214), ("7s2d,AhKd", 0.32443)],
)
def test_before_the_flop_a_sample_lies_within_four_errors_of_the_published_share(
    holes: str, published: float
) -> None:
    found = run(holes, budget=4_000, pick=Random(holes).randrange)
    assert not found.exact
    assert found.runouts == 4_000
    assert 0.005 < found.error < 0.009
    assert abs(found.shares[0] - published) < 4 * found.error
    assert sum(found.shares) == pytest.approx(1)


@pytest.mark.parametrize("seed", range(5))
def test_a_sample_lies_within_four_errors_of_the_exact_share(seed: int) -> None:
    random = Random(seed)
    cards = random.sample(FRESH_DECK, 9)
    holes = [cards[:2], cards[2:4], cards[4:6]]
    exact = equity(Ladder.HIGH, holes, cards[6:], budget=1_000, pick=no_chance)
    sample = equity(Ladder.HIGH, holes, cards[6:], budget=800, pick=random.randrange)
    assert exact.exact
    assert not sample.exact
    for one, other in zip(exact.shares, sample.shares, strict=True):
        assert abs(one - other) <= 4 * sample.error


@pytest.mark.parametrize(("holes", "board"), [("AhKh,QsQc", "Qh7h2c"), ("AsKs,AhKd", "Qs7s2d")])
def test_the_error_of_a_sample_is_the_deviation_seen_over_many_samples(holes: str, board: str) -> None:
    exact = run(holes, board)
    random = Random(3)
    samples = [run(holes, board, budget=200, pick=random.randrange) for _ in range(150)]
    seen = (sum((sample.shares[0] - exact.shares[0]) ** 2 for sample in samples) / len(samples)) ** 0.5
    told = sum(sample.error for sample in samples) / len(samples)
    assert seen == pytest.approx(told, rel=0.25)


def test_the_budget_decides_between_all_runouts_and_a_sample() -> None:
    ways = comb(45, 2)
    assert run("AhKh,QsQc", "Qh7h2c", budget=ways).exact
    sample = run("AhKh,QsQc", "Qh7h2c", budget=ways - 1, pick=Random(1).randrange)
    assert (sample.exact, sample.runouts) == (False, ways - 1)


def test_with_the_board_complete_the_best_hand_has_it_all() -> None:
    assert run("AsAh,KsKh", "Qs7d2c9h3d").shares == (1.0, 0.0)
    tie = run("2s3h,2d3c,4s5s", "AsAdAhAcKd", budget=1)
    assert tie.shares == pytest.approx((1 / 3, 1 / 3, 1 / 3))
    assert (tie.wins, tie.ties, tie.runouts) == ((0, 0, 0), (1, 1, 1), 1)


def test_dead_cards_cannot_come() -> None:
    """On 9-9-A-K queens beat aces and kings with a third queen, and never beat aces full."""
    assert run("QsQh,AdAc", "9s9dAsKc").shares[0] == 0.0
    assert run("QsQh,AdKd", "9s9dAsKc").wins[0] == 2
    assert run("QsQh,AdKd", "9s9dAsKc", dead="Qd").wins[0] == 1
    assert run("QsQh,AdKd", "9s9dAsKc", dead="QdQc").wins[0] == 0


def test_an_unknown_hand_is_dealt_from_the_cards_left() -> None:
    river = run("AsAh,", "Ad7c7d2h9s")
    assert (river.exact, river.runouts) == (True, comb(45, 2))
    assert river.wins[1] == 1, "only the two other sevens beat aces full"
    turn = run("AsAh,", "Kd9c7d6h", ladder=Ladder.SHORT_DECK)
    assert (turn.exact, turn.runouts) == (True, comb(30, 2) * 28)
    assert sum(turn.shares) == pytest.approx(1)
    flop = run("AsAh,", budget=3_000, pick=Random(8).randrange)
    assert not flop.exact
    assert abs(flop.shares[0] - 0.852) < 4 * flop.error


def test_two_unknown_hands_fare_alike() -> None:
    found = run("KsKh,,", "Kd7c2s", budget=3_000, pick=Random(9).randrange)
    assert found.shares[0] > 0.9
    assert abs(found.shares[1] - found.shares[2]) < 8 * found.error


def test_every_remaining_card_comes_equally_often_in_a_sample() -> None:
    """Two of the 44 cards win for the queens, so over many samples 2/44 of the runouts do."""
    random = Random(4)
    found = run("QsQh,AdKd", "9s9dAsKc", budget=43, pick=random.randrange)
    assert not found.exact
    wins = sum(run("QsQh,AdKd", "9s9dAsKc", budget=43, pick=random.randrange).wins[0] for _ in range(400))
    assert wins / (400 * 43) == pytest.approx(2 / 44, rel=0.15)


def test_omaha_uses_exactly_two_hole_cards() -> None:
    board = "KsQsJsTs2d"
    assert run("AsAh3c4c,9s8s3h4h", board, from_hole=2).shares == (0.0, 1.0)
    assert run("AsAh3c4c,9s8s3h4h", board).shares == (1.0, 0.0)
    theirs = [pokerkit.OmahaHoldemHand.from_game(hole, board) for hole in ("AsAh3c4c", "9s8s3h4h")]
    assert theirs[0] < theirs[1]


def test_where_no_low_qualifies_nobody_has_a_share_of_it() -> None:
    low = Ladder.EIGHT_OR_BETTER
    assert run("As2h,3s4h", "KsQdJc9h9d", ladder=low).shares == (0.0, 0.0)
    found = run("As2h,KsKh", "3d4cJh9d", ladder=low)
    assert found.wins == (4 * 4, 0), "a five, a six, a seven or an eight makes the low"
    assert found.shares == (16 / 44, 0.0)


def test_hands_of_a_game_without_a_board_are_compared_as_they_are() -> None:
    hands = [parse_cards(hand) for hand in ("4s4h2dAc", "KsQhJdTc", "KdQsJhTd")]
    found = equity(Ladder.BADUGI, hands, (), budget=1, pick=no_chance, board_size=0)
    assert (found.wins, found.runouts) == ((0, 1, 0), 1)


def test_short_deck_runouts_come_from_thirty_six_cards() -> None:
    found = run("AsAh,KsKh", "Qs7d6c", ladder=Ladder.SHORT_DECK)
    assert (found.exact, found.runouts) == (True, comb(29, 2))


@pytest.mark.parametrize(
    ("holes", "board", "budget", "ladder"),
    [
        ("AsAh,AsKh", "", 10, Ladder.HIGH),
        ("AsAh,KsKh", "As7d2c", 10, Ladder.HIGH),
        ("AsAh,2s2h", "", 10, Ladder.SHORT_DECK),
        ("AsAh,KsKh", "Qs7d2c9h3d4d", 10, Ladder.HIGH),
        ("AsAh,KsKh", "Qs7d2c", 0, Ladder.HIGH),
    ],
)
def test_impossible_cards_are_refused_without_naming_one(
    holes: str, board: str, budget: int, ladder: Ladder
) -> None:
    with pytest.raises(ValueError, match=r"card|board") as refusal:
        run(holes, board, budget=budget, ladder=ladder)
    assert not any(card.value in str(refusal.value) for card in Card)


def test_more_hands_than_the_deck_can_fill_are_refused() -> None:
    with pytest.raises(ValueError, match="too few"):
        run("AsAh" + "," * 24)
    with pytest.raises(ValueError, match="at least one hand"):
        equity(Ladder.HIGH, [], (), budget=1, pick=no_chance)
