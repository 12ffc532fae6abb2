"""The X rows of rules.md that concern one hand, by number: the standard reading is the default."""

from core.poker.cards import parse_cards
from core.poker.hand import Showing, Stage
from core.poker.ranking import Category, Ladder, describe, strength
from core.poker.rounds import Reopening
from tests.hands import follow, offer, play, pots_of, simple_setup, stacks_after
from tests.written_hands import worth

CHECKS = {n: "".join(f", p{at} checks" for at in range(n)) for n in range(2, 6)}


def test_x1_heads_up_the_button_speaks_first_before_the_flop_and_the_big_blind_after() -> None:
    hand, _ = play(simple_setup(players=2))
    assert hand.waiting_for == (1,)
    for street in ("p1 calls, p0 checks", "p0 checks, p1 checks", "p0 checks, p1 checks"):
        hand, _ = follow(hand, street)
        assert hand.waiting_for == (0,)


def test_x2_the_seat_left_of_the_button_posts_the_small_blind_and_heads_up_the_button() -> None:
    for players, small, big in ((2, 1, 0), (3, 0, 1), (9, 0, 1)):
        _, events = play(simple_setup(players=players))
        posted = {event.post: event.seat for event in events if event.kind == "posted"}
        assert posted == {"small_blind": small, "big_blind": big}


def test_x3_posts_come_first_then_two_cards_each_then_one_round_before_the_flop() -> None:
    _, events = play(simple_setup(players=3), "p2 calls, p0 calls, p1 checks")
    assert [event.kind for event in events] == (
        ["posted"] * 2 + ["hole_cards_dealt"] * 3 + ["called"] * 2 + ["checked", "street_dealt"]
    )


def test_x4_everyone_is_asked_before_the_flop_and_only_the_big_blind_may_check() -> None:
    hand, _ = play(simple_setup(players=4))
    for call in ("p2: call 100", "p3: call 100", "p0: call 50"):
        assert offer(hand).startswith(call)
        hand, _ = follow(hand, f"{call[:2]} calls")
    assert offer(hand) == "p1: check, raise 200-10000"
    assert hand.street == 0
    assert follow(hand, "p1 checks")[0].street == 1


def test_x5_the_first_live_seat_left_of_the_button_opens_later_rounds() -> None:
    hand, _ = play(simple_setup(players=4), "p2 calls, p3 calls, p0 folds, p1 checks")
    assert hand.waiting_for == (1,)
    hand, _ = follow(hand, "p1 folds, p2 checks, p3 checks")
    assert hand.waiting_for == (2,)


def test_x6_after_a_bet_of_10_raised_to_30_the_next_raise_is_to_50() -> None:
    setup = simple_setup(players=3, stack=1000, blinds=(5, 10))
    hand, _ = play(setup, "p2 calls, p0 calls, p1 checks, p0 to 10, p1 to 30")
    assert offer(hand) == "p2: call 30, raise 50-990"


def test_x7_short_all_ins_add_up_for_each_player_by_default() -> None:
    assert simple_setup().early.reopening is Reopening.CUMULATIVE


def test_x9_eight_unequal_stacks_make_seven_pots_and_the_deepest_layer_returns() -> None:
    stacks = (200, 100, 800, 700, 600, 500, 400, 300)
    calls = "".join(f", p{at % 8} calls" for at in range(3, 9))
    hand, _ = play(simple_setup(stacks=stacks), f"p2 to 800{calls}")
    assert hand.ending.returned == (2, 100)
    assert [amount for amount, _ in pots_of(hand)] == [800, 700, 600, 500, 400, 300, 200]
    assert [len(positions) for _, positions in pots_of(hand)] == [8, 7, 6, 5, 4, 3, 2]


def test_x10_no_limit_has_no_cap_on_the_size_or_number_of_raises() -> None:
    setup = simple_setup(players=2, stack=1_000_000)
    moves = ", ".join(f"p{1 - step % 2} to {200 + 100 * step}" for step in range(20))
    assert offer(play(setup, moves)[0]) == "p1: call 100, raise 2200-1000000"


def test_x11_a_side_pot_goes_to_the_best_hand_that_can_win_it() -> None:
    setup = simple_setup(stacks=(500, 1000, 1000, 1000))
    holes = ["AsAh", "8s8h", "KsKh", "QsQh"]
    moves = "p2 to 1000, p3 calls, p0 calls, p1 calls"
    hand, _ = play(setup, moves, holes=holes, board="2c3d5h6cTd")
    assert stacks_after(hand) == [2000, 0, 1500, 0]


def test_x12_odd_chips_go_to_winners_only() -> None:
    setup = simple_setup(players=4, stack=1000, blinds=(1, 2), ante=1)
    moves = "p2 to 5, p3 calls, p0 calls, p1 folds" + ", p0 checks, p2 checks, p3 checks" * 3
    hand, _ = play(setup, moves, holes=["3s4h", "", "AsKh", "AhKs"], board="2c7d9hJsKd")
    assert hand.ending.awards[0].shares == ((2, 11), (3, 10))


def test_x13_equal_full_houses_from_shared_cards_are_compared_by_their_pairs() -> None:
    assert worth("AsAd" + "KsKhKd7c2d") > worth("QsQd" + "KsKhKd7c2d")


def test_x14_a_tie_is_split_evenly_in_each_pot_whatever_was_put_in() -> None:
    setup = simple_setup(stacks=(400, 1000, 1000))
    hand, _ = play(
        setup, "p2 to 1000, p0 calls, p1 calls", holes=["AsKh", "AhKs", "QsJh"], board="2c7d9hKd3c"
    )
    assert stacks_after(hand) == [600, 1800, 0]


def test_x15_a_pair_on_the_board_is_no_draw_five_cards_are_compared() -> None:
    moves = "p2 calls, p0 folds, p1 checks" + ", p1 checks, p2 checks" * 3
    hand, _ = play(simple_setup(players=3), moves, holes=["", "As4h", "Qs4d"], board="8c8d9hJs3c")
    assert stacks_after(hand) == [9950, 10_150, 9900]


def test_x15_identical_hands_split_and_the_chips_of_folded_players_stay_in_the_pot() -> None:
    moves = "p2 calls, p0 folds, p1 checks" + ", p1 checks, p2 checks" * 3
    hand, _ = play(simple_setup(players=3), moves, holes=["", "2s4h", "2h4d"], board="AcAdAhKsKc")
    assert stacks_after(hand) == [9950, 10_025, 10_025]


def test_x16_losers_may_muck_without_an_all_in_and_all_hands_are_up_with_one() -> None:
    holes = ["AsAh", "KsKh"]
    checked = "p1 calls, p0 checks" + CHECKS[2] * 3
    hand, _ = play(simple_setup(players=2), checked, holes=holes, board="2c7d9hJs3c")
    assert hand.ending.shown == (True, False)
    hand, _ = play(simple_setup(players=2), "p1 to 10000, p0 calls", holes=holes, board="2c7d9hJs3c")
    assert hand.ending.shown == (True, True)
    hand, _ = play(simple_setup(players=2, showing=Showing.ASK), checked, holes=holes)
    assert hand.stage is Stage.SHOWDOWN


def test_x17_two_to_ten_players_can_be_dealt_in() -> None:
    for players in range(2, 11):
        hand, _ = play(simple_setup(players=players))
        assert len({card for cards in hand.dealt.holes for card in cards}) == 2 * players


def test_x18_burns_are_an_option_and_take_one_card_before_each_street() -> None:
    checked = "p1 calls, p0 checks" + CHECKS[2] * 3
    plain, _ = play(simple_setup(players=2), checked)
    burnt, _ = play(simple_setup(players=2, burns=True), checked)
    deck = plain.dealt.deck[4:]
    assert plain.dealt.boards == (deck[:5],)
    assert burnt.dealt.boards == ((*deck[1:4], deck[5], deck[7]),)


def test_x19_a_royal_flush_is_a_name_for_the_highest_straight_flush() -> None:
    royal, next_best = parse_cards("AsKsQsJsTs"), parse_cards("KsQsJsTs9s")
    assert describe(Ladder.HIGH, royal).category is Category.ROYAL_FLUSH
    assert describe(Ladder.HIGH, next_best).category is Category.STRAIGHT_FLUSH
    assert (strength(Ladder.HIGH, royal) or 0) > (strength(Ladder.HIGH, next_best) or 0)


def test_x20_folding_is_allowed_when_checking_is_free() -> None:
    hand, _ = play(simple_setup(players=2), "p1 calls, p0 folds")
    assert hand.stage is Stage.OVER
    assert stacks_after(hand) == [9900, 10_100]
