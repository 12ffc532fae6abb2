"""The betting cases of cases.md by number: reopening, minimum raises, short blinds, pot-limit, limit caps."""

from dataclasses import replace

import pytest

from core.poker.actions import RaiseTo
from core.poker.events import PostKind
from core.poker.hand import Hand, Stage, apply
from core.poker.rounds import Betting
from core.refusals import Reason, Refused
from tests.hands import follow, offer, play, pots_of, simple_setup, stacks_after

LIMP_FIVE = "p2 calls, p3 calls, p4 calls, p0 calls, p1 checks"
SHORT_ALL_INS = "p0 to 100, p1 to 125, p2 calls, p3 to 200, p4 calls"


def then(hand: Hand, moves: str) -> str:
    """What is offered after some more moves."""
    return offer(follow(hand, moves)[0])


def flop_of_short_all_ins() -> Hand:
    hand, _ = play(simple_setup(stacks=(2100, 225, 2100, 300, 2100)), f"{LIMP_FIVE}, {SHORT_ALL_INS}")
    return hand


def flop(players: int, *, short: int | None = None, stack: int = 2100) -> Hand:
    """Everybody limped at 50/100; p1 has `short` chips behind."""
    stacks = [stack] * players
    if short is not None:
        stacks[1] = 100 + short
    callers = [*range(2, players), 0]
    moves = "".join(f"p{at} calls, " for at in callers)
    return play(simple_setup(stacks=stacks), f"{moves}p1 checks")[0]


def limit_turn(*, short: int, short_at: int = 1) -> Hand:
    """Fixed-limit 10/20 with bets of 20 on the turn; `short_at` has `short` chips behind on the turn."""
    stacks = [1000] * 3
    stacks[short_at] = 10 + short
    setup = simple_setup(stacks=stacks, blinds=(5, 10), betting=Betting.FIXED_LIMIT)
    return play(setup, "p2 calls, p0 calls, p1 checks, p0 checks, p1 checks, p2 checks")[0]


def test_case_1_cumulative_short_all_ins_reopen_the_betting() -> None:
    assert offer(flop_of_short_all_ins()) == "p0: call 100, raise 300-2000"


def test_case_1_a_caller_facing_less_than_a_full_raise_may_not_raise_when_the_bettor_only_calls() -> None:
    assert then(flop_of_short_all_ins(), "p0 calls") == "p2: call 75, no raise"


def test_case_3_a_full_raise_by_the_bettor_reopens_the_betting_for_the_caller() -> None:
    assert then(flop_of_short_all_ins(), "p0 to 300") == "p2: call 175, raise 400-2000"


def limp_and_short_all_in() -> Hand:
    setup = simple_setup(stacks=(40_000, 40_000, 40_000, 40_000, 7500), blinds=(2000, 4000))
    return play(setup, "p2 calls, p3 folds, p4 to 7500, p0 folds")[0]


def test_case_5_the_big_blind_keeps_the_option_over_a_short_all_in() -> None:
    assert offer(limp_and_short_all_in()) == "p1: call 3500, raise 11500-40000"


def test_case_6_a_limper_may_not_raise_a_short_all_in() -> None:
    hand, _ = follow(limp_and_short_all_in(), "p1 calls")
    assert offer(hand) == "p2: call 3500, no raise"
    with pytest.raises(Refused) as refused:
        apply(hand, 2, RaiseTo(to=11_500))
    assert refused.value.reason is Reason.BETTING_NOT_REOPENED
    assert refused.value.numbers == {"call": 3500}


def test_case_7_the_limper_may_raise_after_a_full_raise_by_the_big_blind() -> None:
    assert then(limp_and_short_all_in(), "p1 to 11500") == "p2: call 7500, raise 15500-40000"


def test_case_9_the_first_bettor_may_reraise_a_short_all_in_on_top_of_a_full_raise() -> None:
    hand, _ = play(simple_setup(stacks=(2100, 2100, 390)), "p2 calls, p0 calls, p1 checks")
    assert then(hand, "p0 to 100, p1 to 200, p2 to 290") == "p0: call 190, raise 390-2000"


def test_case_11_an_opening_all_in_below_the_minimum_bet_is_raised_by_a_full_bet() -> None:
    assert then(flop(3, short=60), "p0 checks, p1 to 60") == "p2: call 60, raise 160-2000"


def test_case_12_the_checker_may_not_raise_a_short_opening_all_in() -> None:
    assert then(flop(3, short=60), "p0 checks, p1 to 60, p2 calls") == "p0: call 60, no raise"


def test_case_13_an_all_in_of_exactly_a_full_raise_reopens() -> None:
    assert then(flop(3, short=200), "p0 to 100, p1 to 200, p2 calls") == "p0: call 100, raise 300-2000"


def test_case_14_a_limit_all_in_below_half_a_bet_is_completed() -> None:
    assert then(limit_turn(short=29), "p0 to 20, p1 to 29") == "p2: call 29, raise 40-40"


def test_case_15_a_limit_all_in_below_half_a_bet_does_not_reopen_for_the_bettor() -> None:
    assert then(limit_turn(short=29), "p0 to 20, p1 to 29, p2 calls") == "p0: call 9, no raise"


def test_case_17_a_limit_all_in_of_half_a_bet_is_a_full_raise_and_reopens() -> None:
    hand, _ = follow(limit_turn(short=30), "p0 to 20, p1 to 30")
    assert offer(hand) == "p2: call 30, raise 50-50"
    assert then(hand, "p2 calls") == "p0: call 10, raise 50-50"


def test_case_19_a_limit_opening_all_in_of_8_is_completed_to_20() -> None:
    assert then(limit_turn(short=8), "p0 checks, p1 to 8") == "p2: call 8, raise 20-20"


def test_case_21_a_raise_over_an_all_in_of_150_is_at_least_to_250() -> None:
    hand, _ = play(simple_setup(stacks=(5000, 5000, 150, 5000)), "p2 to 150")
    assert offer(hand) == "p3: call 150, raise 250-5000"


def test_case_23_each_raise_is_at_least_the_last_full_raise() -> None:
    hand, _ = play(simple_setup(stack=20_000, blinds=(25, 50)), "p2 to 125, p3 to 200, p4 to 500")
    assert offer(hand) == "p5: call 500, raise 800-20000"


def test_case_25_below_the_minimum_raise_only_all_in_is_legal() -> None:
    hand, _ = play(simple_setup(stacks=(2000, 550)), "p1 calls, p0 checks, p0 to 300")
    assert offer(hand) == "p1: call 300, raise 450-450"
    for to in (301, 449, 451, 600):
        with pytest.raises(Refused):
            apply(hand, 1, RaiseTo(to=to))


@pytest.mark.parametrize(("case", "big_blind_has"), [(26, 120), (27, 40)])
def test_cases_26_and_27_a_short_big_blind_is_called_at_the_full_blind(case: int, big_blind_has: int) -> None:
    hand, _ = play(simple_setup(stacks=(5000, big_blind_has, 5000), blinds=(100, 200)))
    assert offer(hand) == "p2: call 200, raise 400-5000"


def test_case_29_nobody_is_asked_when_the_small_blind_covers_the_all_in_big_blind() -> None:
    hand, _ = play(simple_setup(stacks=(5000, 40, 5000)), "p2 folds", holes=["AsAh", "KsKh", ""])
    assert hand.stage is Stage.OVER
    assert hand.ending.returned == (0, 10)
    assert hand.ending.shown == (True, True, False)
    assert pots_of(hand) == [(80, (0, 1))]


def test_case_30_nobody_is_asked_when_the_big_blind_covers_a_short_small_blind() -> None:
    hand, _ = play(simple_setup(stacks=(30, 5000, 5000, 5000), blinds=(100, 200)), "p2 folds, p3 folds")
    assert hand.stage is Stage.OVER
    assert hand.ending.returned == (1, 170)
    assert hand.ending.shown == (True, True, False, False)
    assert pots_of(hand) == [(60, (0, 1))]


def test_case_31_a_player_all_in_on_the_ante_plays_for_that_much_of_every_ante() -> None:
    setup = simple_setup(stacks=(5000, 5000, 10, 5000, 5000), ante=25)
    hand, _ = play(
        setup, "p3 folds, p4 folds, p0 folds", holes=["", "AsAh", "KsKh", "", ""], board="2c3d7h8sTd"
    )
    assert pots_of(hand) == [(50, (1, 2)), (160, (1,))]
    assert hand.ending.returned == (1, 50)
    assert stacks_after(hand) == [4925, 5135, 0, 4975, 4975]


def test_case_32_a_short_big_blind_pays_the_blind_before_the_big_blind_ante() -> None:
    hand, _ = play(simple_setup(stacks=(5000, 250, 5000), blinds=(100, 200), big_blind_ante=200))
    assert hand.round.bets[1] == 200
    assert hand.dead == 50
    assert offer(hand) == "p2: call 200, raise 400-5000"


def test_case_33_the_big_blind_ante_is_dead_money_in_the_main_pot() -> None:
    setup = simple_setup(players=3, blinds=(100, 200), big_blind_ante=200)
    hand, _ = play(setup, "p2 calls, p0 folds, p1 checks")
    assert pots_of(hand) == [(700, (1, 2))]


def test_case_37_heads_up_the_button_posts_small_and_acts_first_before_the_flop_and_last_after() -> None:
    hand, events = play(simple_setup(players=2, stack=5000))
    posted = [(event.seat, event.post, event.amount) for event in events if event.kind == "posted"]
    assert posted == [(1, PostKind.SMALL_BLIND, 50), (0, PostKind.BIG_BLIND, 100)]
    assert hand.dealt.holes[0][0] == hand.dealt.deck[0], "the button is dealt last"
    assert offer(hand) == "p1: call 50, raise 200-5000"
    assert then(hand, "p1 calls, p0 checks") == "p0: check, raise 100-4900"


def pot_limit(*, stacks: tuple[int, ...] = (20_000,) * 3, big_blind_ante: int = 0) -> Hand:
    setup = simple_setup(
        stacks=stacks, blinds=(100, 200), betting=Betting.POT_LIMIT, big_blind_ante=big_blind_ante
    )
    return play(setup)[0]


def test_case_63_pot_limit_counts_a_dead_small_blind_before_the_flop() -> None:
    setup = simple_setup(players=2, stack=20_000, blinds=(100, 200), betting=Betting.POT_LIMIT)
    without = replace(setup, posts=tuple(post for post in setup.posts if post.kind is PostKind.BIG_BLIND))
    assert offer(play(without)[0]) == "p1: call 200, raise 400-700"


def test_case_64_pot_limit_counts_a_short_big_blind_as_full() -> None:
    assert offer(pot_limit(stacks=(20_000, 100, 20_000))) == "p2: call 200, raise 400-700"


def test_case_64_the_missing_chips_are_counted_before_the_flop_only() -> None:
    hand, _ = follow(pot_limit(stacks=(20_000, 100, 20_000)), "p2 calls, p0 calls")
    assert offer(hand) == "p0: check, raise 200-500"


def test_case_65_a_pot_limit_raise_is_a_call_and_then_the_pot() -> None:
    hand, _ = follow(pot_limit(), "p2 calls, p0 calls, p1 checks, p0 to 300")
    assert offer(hand) == "p1: call 300, raise 600-1500"


def test_case_67_the_big_blind_ante_counts_in_the_pot_before_the_flop() -> None:
    assert offer(pot_limit(big_blind_ante=200)) == "p2: call 200, raise 400-900"


def test_case_68_the_limit_cap_allows_three_raises_after_the_blind_and_after_a_bet_alike() -> None:
    setup = simple_setup(players=3, blinds=(5, 10), betting=Betting.FIXED_LIMIT)
    hand, _ = play(setup, "p2 to 20, p0 to 30, p1 to 40")
    assert offer(hand) == "p2: call 20, no raise"
    with pytest.raises(Refused) as refused:
        apply(hand, 2, RaiseTo(to=50))
    assert refused.value.reason is Reason.BETTING_CAPPED
    hand, _ = follow(hand, "p2 calls, p0 calls, p0 to 10, p1 to 20, p2 to 30")
    assert offer(hand) == "p0: call 20, raise 40-40"
    assert then(hand, "p0 to 40") == "p1: call 20, no raise"


def test_case_69_without_a_cap_heads_up_limit_raises_go_on() -> None:
    setup = simple_setup(players=2, blinds=(5, 10), betting=Betting.FIXED_LIMIT, cap=None)
    moves = ", ".join(f"p{1 - step % 2} to {20 + 10 * step}" for step in range(9))
    assert offer(play(setup, moves)[0]) == "p0: call 10, raise 110-110"


def test_case_69_with_a_cap_it_holds_heads_up_as_well() -> None:
    setup = simple_setup(players=2, blinds=(5, 10), betting=Betting.FIXED_LIMIT)
    assert offer(play(setup, "p1 to 20, p0 to 30, p1 to 40")[0]) == "p0: call 10, no raise"
