"""Low ladders: ace-to-five, eight or better, deuce-to-seven and badugi, by the worked examples."""

from itertools import combinations

import pytest

from core.poker.cards import FRESH_DECK, parse_cards
from core.poker.ranking import Category, Ladder, best_five, strength
from tests.written_hands import named, plays, worth

# Low: rules.md 72-74


def test_w19_lows_are_compared_from_the_highest_card_down() -> None:
    low = Ladder.ACE_TO_FIVE
    assert worth("6s4d3c2hAs", low) > worth("6s5d4c2hAs", low)
    assert named("6s4d3c2hAs", low) == (Category.LOW, (6, 4, 3, 2, 14), ())


@pytest.mark.parametrize("ladder", [Ladder.ACE_TO_FIVE, Ladder.EIGHT_OR_BETTER])
def test_w20_two_wheels_split_and_nothing_is_lower(ladder: Ladder) -> None:
    assert worth("As2d3c4h5s", ladder) == worth("Ad2d3d4d5d", ladder)
    assert worth("As2d3c4h5s", ladder) > worth("As2d3c4h6s", ladder)
    assert plays("KsAs2d3cKd4h5s", ladder) == "5s 4h 3c 2d As"


def test_rules_72_a_pair_can_win_without_a_qualifier() -> None:
    low = Ladder.ACE_TO_FIVE
    assert worth("AsAdKcQhJs", low) > worth("2s2dAc3h4s", low) > worth("AsAd2c2h3s", low)
    assert worth("AsAd2c2h3s", low) > worth("AsAdAc2h3s", low) > worth("AsAdAc2h2s", low)
    assert worth("AsAdAc2h2s", low) > worth("AsAdAcAh2s", low)
    assert worth("KsQdJcTh9s", low) > worth("AsAd2c3h4s", low)
    assert named("AsAd2c3h4s", low) == (Category.PAIR, (14,), (4, 3, 2))
    assert plays("AsAdAcAh2s2d3c", low) == "2s 2d As Ad 3c"


def test_rules_73_eight_seven_six_five_four_is_the_weakest_low_that_qualifies() -> None:
    low = Ladder.EIGHT_OR_BETTER
    weakest = worth("8s7d6c5h4s", low)
    qualifying = [
        found for hand in combinations(FRESH_DECK[::4], 5) if (found := strength(low, hand)) is not None
    ]
    assert min(qualifying) == weakest
    assert len(qualifying) == 56
    for short_of_it in ("9s4d3c2hAs", "8s8d3c2hAs", "8s7d6c5hKsKdQc", "As2d3c4h"):
        assert strength(low, parse_cards(short_of_it)) is None
        assert named(short_of_it, low) == (Category.NO_LOW, (), ())
        assert plays(short_of_it, low) == ""
    assert named("8s7d6c5h4sKdKc", low) == (Category.LOW, (8, 7, 6, 5, 4), ())


def test_w21_seven_five_four_three_two_is_number_one() -> None:
    low = Ladder.DEUCE_TO_SEVEN
    assert worth("7s5d4c3h2s", low) > worth("7s6d5c3h2s", low)
    up_to_the_nine = combinations(FRESH_DECK[:32], 5)
    assert max(strength(low, hand) or 0 for hand in up_to_the_nine) == worth("7s5d4c3h2s", low)
    assert named("7s5d4c3h2s", low) == (Category.LOW, (7, 5, 4, 3, 2), ())


def test_w22_ace_to_five_in_a_row_is_ace_high_and_no_straight() -> None:
    low = Ladder.DEUCE_TO_SEVEN
    assert named("As5d4c3h2s", low) == (Category.LOW, (14, 5, 4, 3, 2), ())
    assert worth("KsQdJc9h8s", low) > worth("As5d4c3h2s", low) > worth("As6d4c3h2s", low)
    assert worth("As5d4c3h2s", low) > worth("2s2d3c4h5s", low)
    assert named("As5s4s3s2s", low) == (Category.FLUSH, (14,), (5, 4, 3, 2))
    assert plays("As5d4c3h2s", low) == "As 5d 4c 3h 2s"


def test_rules_74_straights_and_flushes_count_against_a_deuce_to_seven_low_and_a_pair_can_win() -> None:
    low = Ladder.DEUCE_TO_SEVEN
    assert worth("2s2d3c4h6s", low) > worth("2s3d4c5h6s", low) > worth("7s5s4s3s2s", low)
    assert named("2s3d4c5h6s", low) == (Category.STRAIGHT, (6,), ())
    assert named("2s2d3c4h6s", low) == (Category.PAIR, (2,), (6, 4, 3))


def test_deuce_to_seven_takes_the_worst_five_of_more_cards() -> None:
    low = Ladder.DEUCE_TO_SEVEN
    assert named("7s5s4s3s2sKd", low) == (Category.LOW, (13, 5, 4, 3, 2), ())
    assert plays("7s5s4s3s2s8d7d", low) == "7d 5s 4s 3s 2s"


# Badugi: rules.md 75


@pytest.mark.parametrize(
    ("cards", "category", "ranks"),
    [
        ("4s4h2dAc", Category.THREE_CARD_BADUGI, (4, 2, 14)),
        ("3h9h2dAc", Category.THREE_CARD_BADUGI, (3, 2, 14)),
        ("5s5hAdAc", Category.TWO_CARD_BADUGI, (5, 14)),
        ("2s9sKsAd", Category.TWO_CARD_BADUGI, (2, 14)),
        ("AsAhAdAc", Category.ONE_CARD_BADUGI, (14,)),
        ("3s8sJsKs", Category.ONE_CARD_BADUGI, (3,)),
        ("4s3h2dAc", Category.BADUGI, (4, 3, 2, 14)),
    ],
)
def test_w23_badugi_drops_cards_of_a_suit_or_rank_it_has(
    cards: str, category: Category, ranks: tuple[int, ...]
) -> None:
    assert named(cards, Ladder.BADUGI) == (category, ranks, ())
    assert tuple(card.rank for card in best_five(Ladder.BADUGI, parse_cards(cards))) == ranks


def test_rules_75_more_cards_beat_fewer_and_then_the_highest_card_decides() -> None:
    low = Ladder.BADUGI
    assert worth("KsQhJdTc", low) > worth("As2h3d3c", low)
    assert worth("4s3h2dAc", low) > worth("5s3h2dAc", low) > worth("5s4h2dAc", low) > worth("6s3h2dAc", low)
    assert worth("4s4h2dAc", low) == worth("4c2sAd9d", low)
    assert worth("As2h3d4c", low) == worth("4s3h2dAc", low)
