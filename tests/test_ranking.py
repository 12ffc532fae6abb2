"""Hand ladders: every five-card hand counted, the worked examples, and PokerKit's order on random hands."""

from collections import Counter
from itertools import combinations, pairwise
from random import Random

import pokerkit
import pytest

from core.poker.cards import FRESH_DECK, SHORT_DECK, Card, parse_cards, spell
from core.poker.ranking import Category, Ladder, MadeHand, best_five, describe, high, strength
from core.poker.ranking_high import STANDARD
from tests.written_hands import named, plays, worth

NAMES = (
    Category.HIGH_CARD,
    Category.PAIR,
    Category.TWO_PAIR,
    Category.THREE_OF_A_KIND,
    Category.STRAIGHT,
    Category.FLUSH,
    Category.FULL_HOUSE,
    Category.FOUR_OF_A_KIND,
    Category.STRAIGHT_FLUSH,
)


# Every hand


def test_the_2_598_960_five_card_hands_fall_into_the_published_categories() -> None:
    worths = Counter(map(high, combinations(FRESH_DECK, 5)))
    counts: Counter[Category] = Counter()
    for hand, times in worths.items():
        counts[STANDARD.read(hand)[0]] += times
    assert counts == {
        Category.STRAIGHT_FLUSH: 40,
        Category.FOUR_OF_A_KIND: 624,
        Category.FULL_HOUSE: 3_744,
        Category.FLUSH: 5_108,
        Category.STRAIGHT: 10_200,
        Category.THREE_OF_A_KIND: 54_912,
        Category.TWO_PAIR: 123_552,
        Category.PAIR: 1_098_240,
        Category.HIGH_CARD: 1_302_540,
    }
    assert len(worths) == 7462
    assert worths[worth("AsKsQsJsTs")] == 4


def test_the_376_992_short_deck_hands_fall_into_their_categories() -> None:
    worths = Counter(strength(Ladder.SHORT_DECK, hand) for hand in combinations(SHORT_DECK, 5))
    assert sum(worths.values()) == 376_992
    # Thirty-six cards: nine ranks, and six straights from A-6-7-8-9 to T-J-Q-K-A.
    assert worths[worth("AsKsQsJsTs", Ladder.SHORT_DECK)] == 4
    straights = [worth(run, Ladder.SHORT_DECK) for run in ("As6c7c8c9c", "6s7c8c9cTc", "TsJcQcKcAc")]
    assert [worths[straight] for straight in straights] == [4**5 - 4] * 3
    assert straights == sorted(straights)
    flushes = sum(times for hand, times in worths.items() if hand and hand >> 20 == 6)
    assert flushes == 4 * (126 - 6)


def test_best_five_of_seven_is_the_best_of_the_twenty_one_fives() -> None:
    random = Random(7)
    for ladder in (Ladder.HIGH, Ladder.SHORT_DECK, Ladder.ACE_TO_FIVE, Ladder.EIGHT_OR_BETTER):
        for size in (6, 7):
            for _ in range(300):
                hand = random.sample(SHORT_DECK if ladder is Ladder.SHORT_DECK else FRESH_DECK[:36], size)
                fives = [strength(ladder, five) for five in combinations(hand, 5)]
                best = max((found for found in fives if found is not None), default=None)
                assert strength(ladder, hand) == best


# PokerKit agrees


ORACLES: dict[Ladder, tuple[type[pokerkit.Hand], tuple[Card, ...], int]] = {
    Ladder.HIGH: (pokerkit.StandardHighHand, FRESH_DECK, 7),
    Ladder.SHORT_DECK: (pokerkit.ShortDeckHoldemHand, SHORT_DECK, 7),
    Ladder.ACE_TO_FIVE: (pokerkit.RegularLowHand, FRESH_DECK, 7),
    Ladder.EIGHT_OR_BETTER: (pokerkit.EightOrBetterLowHand, FRESH_DECK, 7),
    Ladder.DEUCE_TO_SEVEN: (pokerkit.StandardLowHand, FRESH_DECK, 5),
    Ladder.BADUGI: (pokerkit.BadugiHand, FRESH_DECK, 4),
}


@pytest.mark.parametrize("ladder", Ladder)
def test_pokerkit_puts_random_hands_in_the_same_order(ladder: Ladder) -> None:
    oracle, deck, size = ORACLES[ladder]
    random = Random(f"order on {ladder}")
    hands = [random.sample(deck, size) for _ in range(500 if size == 7 else 2000)]
    # A few ranks only, so that pairs, ties and close calls are frequent.
    hands += [random.sample(deck[-20:] if deck is SHORT_DECK else deck[:20], size) for _ in range(300)]
    theirs = [oracle.from_game_or_none("".join(hand)) for hand in hands]
    ours = [strength(ladder, hand) for hand in hands]
    assert [found is None for found in ours] == [found is None for found in theirs]
    both = [(us, them) for us, them in zip(ours, theirs, strict=True) if us is not None and them is not None]
    both.sort(key=lambda pair: pair[0])
    for (our_low, their_low), (our_high, their_high) in pairwise(both):
        assert (our_low == our_high) == (their_low == their_high)
        assert their_low <= their_high
    assert len(both) > 100


# High: rules.md 64-69


def test_rules_64_the_categories_in_order() -> None:
    weakest_first = ["AsQd9c6h2s", "TsTdAc8h3s", "JsJd4c4hAs", "7s7d7cKh2s", "Ts9d8c7h6s"]
    weakest_first += ["AdJd9d6d3d", "8s8d8cKhKs", "QsQdQcQh5s", "9h8h7h6h5h", "AsKsQsJsTs"]
    worths = [worth(hand) for hand in weakest_first]
    assert worths == sorted(set(worths))
    assert [named(hand)[0] for hand in weakest_first] == [*NAMES, Category.ROYAL_FLUSH]


def test_rules_65_the_ace_is_low_only_in_the_lowest_straight() -> None:
    assert named("As2d3c4h5s") == (Category.STRAIGHT, (5,), ())
    assert worth("As2d3c4h5s") < worth("2s3d4c5h6s") < worth("TsJdQcKhAs")
    assert named("QsKdAc2h3s")[0] is Category.HIGH_CARD
    assert plays("As2d3c4h5sKdKc") == "5s 4h 3c 2d As"
    assert plays("TsJdQcKhAs2d2c") == "As Kh Qc Jd Ts"
    assert named("Ah2h3h4h5h") == (Category.STRAIGHT_FLUSH, (5,), ())


@pytest.mark.parametrize(
    ("cards", "category", "ranks", "kickers"),
    [
        ("AsKsQsJsTs", Category.ROYAL_FLUSH, (14,), ()),
        ("9h8h7h6h5h", Category.STRAIGHT_FLUSH, (9,), ()),
        ("2d3d4d5d6d", Category.STRAIGHT_FLUSH, (6,), ()),
        ("QsQhQdQc5s", Category.FOUR_OF_A_KIND, (12,), (5,)),
        ("8s8h8dKsKc", Category.FULL_HOUSE, (8, 13), ()),
        ("TsThTd6s6c", Category.FULL_HOUSE, (10, 6), ()),
        ("KsKhKd5s5c", Category.FULL_HOUSE, (13, 5), ()),
        ("AdJd9d6d3d", Category.FLUSH, (14,), (11, 9, 6, 3)),
        ("4s5s7sTsKs", Category.FLUSH, (13,), (10, 7, 5, 4)),
        ("Ts9h8d7c6s", Category.STRAIGHT, (10,), ()),
        ("7s8h9dTcJs", Category.STRAIGHT, (11,), ()),
        ("7s7h7dKs2c", Category.THREE_OF_A_KIND, (7,), (13, 2)),
        ("3s3h3d5sQc", Category.THREE_OF_A_KIND, (3,), (12, 5)),
        ("JsJh4s4dAc", Category.TWO_PAIR, (11, 4), (14,)),
        ("8s8h9s9dAc", Category.TWO_PAIR, (9, 8), (14,)),
        ("QsQh5s5dTc", Category.TWO_PAIR, (12, 5), (10,)),
        ("TsThAs8d3c", Category.PAIR, (10,), (14, 8, 3)),
        ("7s7h4sTdQc", Category.PAIR, (7,), (12, 10, 4)),
        ("AsQh9s6d2c", Category.HIGH_CARD, (14,), (12, 9, 6, 2)),
    ],
)
def test_rules_67_the_examples_are_called_what_they_are(
    cards: str, category: Category, ranks: tuple[int, ...], kickers: tuple[int, ...]
) -> None:
    made = describe(Ladder.HIGH, parse_cards(cards))
    assert made == MadeHand(category=category, ranks=ranks, kickers=kickers)
    assert made.text_key == f"hand.{category.value}"


@pytest.mark.parametrize(
    ("better", "worse"),
    [
        ("QsQhQdQc6s", "QsQhQdQc5s"),
        ("9s9h9d2s2c", "8s8h8dAsAc"),
        ("8s8h8dKsKc", "8s8h8dQsQc"),
        ("AdJd9d6d3d", "AsJs9s5s4s"),
        ("Ts9h8d7c6s", "9h8d7c6s5s"),
        ("7s7h7dKs3c", "7s7h7dKs2c"),
        ("7s7h7dAs2c", "7s7h7dKsQc"),
        ("JsJh4s4dAc", "TsTh9s9dAc"),
        ("JsJh5s5d2c", "JsJh4s4dAc"),
        ("JsJh4s4dAc", "JsJh4s4dKc"),
        ("TsThAs8d4c", "TsThAs8d3c"),
        ("AsQh9s6d3c", "AsQh9s6d2c"),
    ],
)
def test_rules_66_and_68_the_next_card_decides_between_equal_categories(better: str, worse: str) -> None:
    assert worth(better) > worth(worse)


def test_rules_69_hands_made_on_the_board_are_decided_by_the_cards_beside_them() -> None:
    assert worth("As2c" + "9s9h9d9c5s") > worth("Ks2d" + "9s9h9d9c5s")
    assert worth("8s8c" + "9s9h9d5c5s") > worth("6s6c" + "9s9h9d5c5s")
    assert worth("Ah3c" + "9s9h9d7c4s") > worth("Kh3d" + "9s9h9d7c4s")


@pytest.mark.parametrize("board", ["AsKdQhJcTs", "9s9h9d9cAs", "AsAdKsKdQc", "KhJh9h7h5h"])
def test_rules_55_a_board_that_is_everyones_best_hand_ties(board: str) -> None:
    assert worth("2c3d" + board) == worth("4c5d" + board) == worth(board)
    assert set(plays("2c3d" + board).split()) == set(spell(parse_cards(board)).split())


def test_rules_51_suits_never_break_ties() -> None:
    assert worth("AsKsQsJsTs") == worth("AcKcQcJcTc")
    assert worth("AsQd9c6h2s") == worth("AdQh9s6c2d")


def test_w13_a_pair_of_queens_is_the_nut_hand_on_2_3_7_8_q() -> None:
    board = "2s3d7c8hQs"
    left = [card for card in FRESH_DECK if card not in parse_cards(board)]
    holes = list(combinations(left, 2))
    best = max(high((*hole, *parse_cards(board))) for hole in holes)
    nuts = [hole for hole in holes if high((*hole, *parse_cards(board))) == best]
    assert {card.rank for hole in nuts for card in hole} == {12}
    assert len(nuts) == 3
    assert named("QhQd" + board) == (Category.THREE_OF_A_KIND, (12,), (8, 7))


def test_w14_the_fifth_card_decides() -> None:
    board = "6s7d8cQhKs"
    assert named("Jd8s" + board) == (Category.PAIR, (8,), (13, 12, 11))
    assert named("9d8d" + board) == (Category.PAIR, (8,), (13, 12, 9))
    assert worth("Jd8s" + board) > worth("9d8d" + board)


def test_w15_a_sixth_card_does_not_decide() -> None:
    board = "7s8cKdQhAs"
    assert worth("Jd8s" + board) == worth("9d8d" + board)
    assert plays("Jd8s" + board) == "8s 8c As Kd Qh"


def test_w16_ted_carol_alice_bob() -> None:
    board = "4cKs4h8s7s"
    ted, carol, alice, bob = (hole + board for hole in ("KhKd", "As9s", "5d6d", "Ac4d"))
    assert worth(ted) > worth(carol) > worth(alice) > worth(bob)
    assert named(ted) == (Category.FULL_HOUSE, (13, 4), ())
    assert named(carol) == (Category.FLUSH, (14,), (13, 9, 8, 7))
    assert named(alice) == (Category.STRAIGHT, (8,), ())
    assert named(bob) == (Category.THREE_OF_A_KIND, (4,), (14, 13))


def test_w17_the_turn_and_four_rivers() -> None:
    turn = "8sQc8h4c"
    holes = {"Bob": "KhQs", "Carol": "QhTd", "Ted": "Jc2c", "Alice": "Tc9c"}

    def order(river: str) -> list[str]:
        return sorted(holes, key=lambda name: worth(holes[name] + turn + river), reverse=True)

    assert order("")[:2] == ["Bob", "Carol"]
    assert named("KhQs" + turn) == (Category.TWO_PAIR, (12, 8), (13,))
    assert order("7c") == ["Ted", "Alice", "Bob", "Carol"]
    assert named("Jc2c" + turn + "7c") == (Category.FLUSH, (12,), (11, 7, 4, 2))
    for jack in ("Js", "Jh", "Jd"):
        assert order(jack)[0] == "Alice"
        assert named("Tc9c" + turn + jack) == (Category.STRAIGHT, (12,), ())
    assert worth("KhQs" + turn + "As") == worth("QhTd" + turn + "As")
    assert set(order("As")[:2]) == {"Bob", "Carol"}
    assert plays("KhQs" + turn + "As") == "Qs Qc 8s 8h As"


def test_w18_trips_beat_two_pair_at_the_showdown() -> None:
    board = "9cKc3h5s9d"
    assert named("Qs9h" + board) == (Category.THREE_OF_A_KIND, (9,), (13, 12))
    assert named("KsJh" + board) == (Category.TWO_PAIR, (13, 9), (11,))
    assert worth("Qs9h" + board) > worth("KsJh" + board)


def test_seven_cards_with_two_threes_three_pairs_or_six_in_a_row_use_the_best_five() -> None:
    assert named("KsKhKd4s4h4d2c") == (Category.FULL_HOUSE, (13, 4), ())
    assert named("KsKh8d8s4h4dAc") == (Category.TWO_PAIR, (13, 8), (14,))
    assert named("KsKh8d8s4h4d2c") == (Category.TWO_PAIR, (13, 8), (4,))
    assert named("QsQhQdQc4h4d4c") == (Category.FOUR_OF_A_KIND, (12,), (4,))
    assert named("4s5h6d7c8h9dAc") == (Category.STRAIGHT, (9,), ())
    assert named("2s4s6s8sTsQsAs") == (Category.FLUSH, (14,), (12, 10, 8, 6))
    assert named("As2s3s4s5s6dKs") == (Category.STRAIGHT_FLUSH, (5,), ())


def test_fewer_than_five_cards_are_called_what_they_are_so_far() -> None:
    assert named("AsAd") == (Category.PAIR, (14,), ())
    assert named("AsKs") == (Category.HIGH_CARD, (14,), (13,))
    assert named("7s7d7c") == (Category.THREE_OF_A_KIND, (7,), ())
    assert named("7s7dKcKh") == (Category.TWO_PAIR, (13, 7), ())
    assert named("7s7d7h7c") == (Category.FOUR_OF_A_KIND, (7,), ())
    assert named("9s8s7s6s")[0] is Category.HIGH_CARD
    assert worth("AsAd") > worth("KsKd") > worth("AsKs") > worth("AsQs")
    assert plays("7s2dKcKh") == "Kc Kh 7s 2d"


@pytest.mark.parametrize("ladder", [one for one in Ladder if one is not Ladder.EIGHT_OR_BETTER])
def test_no_cards_have_no_strength(ladder: Ladder) -> None:
    with pytest.raises(ValueError, match="no cards"):
        strength(ladder, ())


# Short deck: rules.md 71


def test_rules_71_short_deck_puts_the_flush_over_the_full_house_and_the_straight_over_three_of_a_kind() -> (
    None
):
    short = Ladder.SHORT_DECK
    assert worth("AdJd9d8d6d", short) > worth("KsKhKd7s7c", short)
    assert worth("9s9h9d9c6s", short) > worth("AdJd9d8d6d", short)
    assert worth("As6d7c8h9s", short) > worth("AsAdAcKhQs", short)


def test_rules_71_the_ace_plays_low_under_the_nine() -> None:
    short = Ladder.SHORT_DECK
    assert named("As6d7c8h9s", short) == (Category.STRAIGHT, (9,), ())
    assert worth("As6d7c8h9s", short) < worth("6d7c8h9sTs", short)
    assert plays("As6d7c8h9sKdKc", short) == "9s 8h 7c 6d As"
    assert named("Ad6d7d8d9d", short) == (Category.STRAIGHT_FLUSH, (9,), ())
    assert named("AsKsQsJsTs", short) == (Category.ROYAL_FLUSH, (14,), ())
    assert named("As6d7c8h9s")[0] is Category.HIGH_CARD


@pytest.mark.parametrize("ladder", Ladder)
def test_the_cards_that_play_are_worth_as_much_as_all_of_them(ladder: Ladder) -> None:
    random = Random(f"plays on {ladder}")
    size = 4 if ladder is Ladder.BADUGI else 7
    for _ in range(60):
        hand = random.sample(SHORT_DECK if ladder is Ladder.SHORT_DECK else FRESH_DECK, size)
        playing = best_five(ladder, hand)
        found = strength(ladder, hand)
        if found is None:
            assert playing == ()
            continue
        assert strength(ladder, playing) == found
        assert set(playing) <= set(hand)
        if ladder is not Ladder.BADUGI:
            assert len(playing) == 5
