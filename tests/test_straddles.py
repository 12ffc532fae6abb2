"""Straddles, posts of players who come in, and dead blinds, with exact chips (rules.md 18, cases.md 35)."""

from collections.abc import Sequence
from dataclasses import replace

import pytest

from core.poker.actions import Call, Check, RaiseTo
from core.poker.cards import FRESH_DECK
from core.poker.events import HandEvent, Posted, PostKind
from core.poker.hand import HandSetup, Post, apply, legal_moves
from core.poker.hand import start as started
from core.poker.rounds import Betting, StraddleStep
from core.refusals import Reason, Refused
from tests.hands import follow, offer, play, pots_of, simple_setup, stacks_after


def with_posts(setup: HandSetup, *posts: tuple[int, PostKind, int]) -> HandSetup:
    """The setup with further posts behind its blinds: (position, kind, chips)."""
    more = [Post(position=at, kind=kind, amount=amount) for at, kind, amount in posts]
    return replace(setup, posts=(*setup.posts, *more))


def straddled(setup: HandSetup, *straddles: tuple[int, int]) -> HandSetup:
    """The setup with straddles by (position, chips), in order."""
    return with_posts(setup, *[(at, PostKind.STRADDLE, amount) for at, amount in straddles])


def order_of_play(setup: HandSetup) -> list[int]:
    """Positions in the order in which they act before the flop when everyone only pays."""
    hand, _ = started(setup, FRESH_DECK)
    order: list[int] = []
    while hand.street == 0:
        legal = legal_moves(hand)
        assert legal is not None
        order.append(hand.waiting_for[0])
        hand, _ = apply(hand, legal.seat, Check() if legal.check else Call())
    return order


def posted(events: Sequence[HandEvent]) -> list[tuple[int, PostKind, int, bool]]:
    return [(e.seat, e.post, e.amount, e.all_in) for e in events if isinstance(e, Posted)]


SIX = simple_setup(stack=5_000)


def test_case_35_a_straddle_is_the_price_and_its_player_acts_last_with_the_option() -> None:
    hand, events = play(straddled(SIX, (2, 200)))
    assert posted(events)[-1] == (2, PostKind.STRADDLE, 200, False)
    assert offer(hand) == "p3: call 200, raise 300-5000"
    assert order_of_play(straddled(SIX, (2, 200))) == [3, 4, 5, 0, 1, 2]
    hand, _ = follow(hand, "p3 folds, p4 calls, p5 folds, p0 calls, p1 calls")
    assert offer(hand) == "p2: check, raise 300-5000"
    hand, _ = follow(hand, "p2 to 300")
    assert offer(hand) == "p4: call 100, raise 400-5000"


def test_case_35_where_the_straddle_is_the_bring_in_the_first_raise_is_to_twice_it() -> None:
    setup = replace(straddled(SIX, (2, 200)), straddle_step=StraddleStep.BRING_IN)
    hand, _ = play(setup)
    assert offer(hand) == "p3: call 200, raise 400-5000"
    with pytest.raises(Refused) as refused:
        apply(hand, 3, RaiseTo(to=399))
    assert refused.value.numbers == {"asked": 399, "minimum": 400, "maximum": 5_000}


@pytest.mark.parametrize(
    ("straddler", "order"),
    [
        (5, [0, 1, 2, 3, 4, 5]),  # the button: the small blind is first
        (4, [5, 0, 1, 2, 3, 4]),
        (3, [4, 5, 0, 1, 2, 3]),
    ],
)
def test_a_mississippi_straddle_is_acted_on_from_its_left_blinds_included(
    straddler: int, order: list[int]
) -> None:
    assert order_of_play(straddled(SIX, (straddler, 200))) == order
    hand, _ = play(straddled(SIX, (5, 200)))
    assert offer(hand) == "p0: call 150, raise 300-5000"


@pytest.mark.parametrize(("step", "least"), [(StraddleStep.RAISE, 600), (StraddleStep.BRING_IN, 800)])
def test_a_restraddle_counts_like_a_second_raise_and_the_last_straddler_acts_last(
    step: StraddleStep, least: int
) -> None:
    """400 over 200 adds 200, so the next raise is to 600; as a bring-in of 400 it is to 800."""
    setup = replace(straddled(SIX, (2, 200), (3, 400)), straddle_step=step)
    hand, _ = play(setup)
    assert offer(hand) == f"p4: call 400, raise {least}-5000"
    assert order_of_play(setup) == [4, 5, 0, 1, 2, 3]


def test_after_the_flop_the_smallest_bet_is_the_big_blind_again() -> None:
    hand, _ = play(straddled(SIX, (2, 200)), "p3 folds, p4 folds, p5 folds, p0 folds, p1 calls, p2 checks")
    assert offer(hand) == "p1: check, raise 100-4800"


@pytest.mark.parametrize("step", StraddleStep)
def test_a_straddler_short_of_the_straddle_has_raised_all_in_for_less(step: StraddleStep) -> None:
    """150 of 200 over 100 is a raise by 50: call 150, and the least raise is still the blind's 100 more, to 250."""
    setup = replace(simple_setup(stacks=(5_000, 5_000, 150, 5_000)), straddle_step=step)
    hand, events = play(straddled(setup, (2, 200)))
    assert posted(events)[-1] == (2, PostKind.STRADDLE, 150, True)
    assert offer(hand) == "p3: call 150, raise 250-5000"
    hand, _ = follow(hand, "p3 calls, p0 calls, p1 calls")
    assert (hand.street, pots_of(hand)) == (1, [(600, (0, 1, 2, 3))])


def test_a_straddle_that_is_not_above_the_big_blind_raises_nothing_and_changes_nobodys_turn() -> None:
    setup = straddled(simple_setup(stacks=(5_000, 5_000, 5_000, 80)), (3, 200))
    hand, _ = play(setup)
    assert offer(hand) == "p2: call 100, raise 200-5000"
    assert order_of_play(setup) == [2, 0, 1]


def test_all_in_for_less_than_the_big_blind_with_a_straddle_on() -> None:
    """Small blind 50, big blind all-in 40, straddle 200, the button all-in for 60, the small blind folds.

    140 of the straddle go back (60 is the most against it). Main pot 4 x 40 = 160 for p1, p2, p3; side pot
    10 + 20 + 20 = 50 for p2 and p3. The big blind has the best hand and the button the second best.
    """
    setup = straddled(simple_setup(stacks=(5_000, 40, 5_000, 60)), (2, 200))
    hand, _ = play(setup, holes=["7h2d", "AsAh", "QsJd", "KsKh"], board="3c4d8h9s2c")
    assert offer(hand) == "p3: call 60, no raise"
    hand, _ = follow(hand, "p3 calls, p0 folds")
    assert hand.ending.returned == (2, 140)
    assert [(award.pot, award.shares) for award in hand.ending.awards] == [
        (0, ((1, 160),)),
        (1, ((3, 50),)),
    ]
    assert stacks_after(hand) == [4_950, 160, 4_940, 50]


def test_the_price_over_a_short_big_blind_is_the_straddle_and_the_step_counts_from_the_full_blind() -> None:
    setup = straddled(simple_setup(stacks=(5_000, 40, 5_000, 5_000)), (2, 200))
    hand, _ = play(setup)
    assert offer(hand) == "p3: call 200, raise 300-5000"


def limit_setup(straddle: int, stack: int = 2_000) -> HandSetup:
    stacks = (2_000, 2_000, stack, 2_000, 2_000, 2_000)
    plain = simple_setup(stacks=stacks, blinds=(10, 20), betting=Betting.FIXED_LIMIT)
    return straddled(plain, (2, straddle))


def test_in_fixed_limit_a_straddle_is_the_first_of_three_raises() -> None:
    """Blind 20, straddle 40, raises to 60 and 80: four bets, the cap."""
    hand, _ = play(limit_setup(40))
    assert offer(hand) == "p3: call 40, raise 60-60"
    hand, _ = follow(hand, "p3 to 60, p4 to 80")
    assert offer(hand) == "p5: call 80, no raise"
    with pytest.raises(Refused) as refused:
        apply(hand, 5, RaiseTo(to=100))
    assert refused.value.reason is Reason.BETTING_CAPPED


@pytest.mark.parametrize(
    ("stack", "raises", "offered"), [(29, 1, "29, raise 40-40"), (30, 2, "30, raise 50-50")]
)
def test_in_fixed_limit_a_short_straddle_is_a_raise_from_half_a_bet_on(
    stack: int, raises: int, offered: str
) -> None:
    """9 over 20 is less than half a bet: it is completed to 40. 10 is half of one: the next raise is to 50."""
    hand, _ = play(limit_setup(40, stack))
    assert hand.round.raises == raises
    assert offer(hand) == f"p3: call {offered}"


@pytest.mark.parametrize("blinds", ["both", "no small blind", "short big blind"])
def test_the_pot_limit_maximum_over_a_straddle_counts_it_and_the_full_blinds(blinds: str) -> None:
    """100 + 200 + 400 in the pot, 400 to call: 400 + 1,100 = 1,500, also when the blinds are short (TDA 54-B)."""
    stacks = (9_000, 120 if blinds == "short big blind" else 9_000, 9_000, 9_000)
    plain = simple_setup(stacks=stacks, blinds=(100, 200), betting=Betting.POT_LIMIT)
    if blinds == "no small blind":
        plain = replace(plain, posts=plain.posts[1:])
    hand, _ = play(straddled(plain, (2, 400)))
    assert offer(hand) == "p3: call 400, raise 600-1500"


RETURNING = ((3, PostKind.POST, 100), (3, PostKind.DEAD_BLIND, 50))


def test_whoever_missed_both_blinds_posts_the_big_one_live_and_the_small_one_dead() -> None:
    """50 + 100 + 100 + 50 dead = 300 in the pot; after p2's call, p3's check and p0's 50 more it is 450."""
    hand, events = play(with_posts(simple_setup(stack=1_000, players=4), *RETURNING))
    assert posted(events)[2:] == [(3, PostKind.POST, 100, False), (3, PostKind.DEAD_BLIND, 50, False)]
    assert (hand.pot, hand.dead, hand.round.price, hand.round.bets) == (300, 50, 100, (50, 100, 0, 100))
    assert offer(hand) == "p2: call 100, raise 200-1000"
    hand, _ = follow(hand, "p2 calls")
    assert offer(hand) == "p3: check, raise 200-950"
    hand, _ = follow(hand, "p3 checks, p0 calls, p1 checks")
    assert pots_of(hand) == [(450, (0, 1, 2, 3))]


def test_dead_chips_do_not_come_back_with_an_uncalled_raise() -> None:
    """p3 posts 100 and 50 dead, raises to 300 and is not called: 200 come back, and 50 + 100 + 100 + 50 are won."""
    setup = with_posts(simple_setup(stack=1_000, players=4), *RETURNING)
    hand, _ = play(setup, "p2 folds, p3 to 300, p0 folds, p1 folds")
    assert hand.ending.returned == (3, 200)
    assert stacks_after(hand) == [950, 900, 1_000, 1_150]


def test_a_short_player_coming_in_posts_the_live_blind_first_and_of_the_dead_one_what_is_left() -> None:
    """Of 120 chips 100 are live and 20 dead: p3 is all-in, and the dead 20 are in the main pot of 4 x 100 + 20."""
    setup = with_posts(simple_setup(stacks=(1_000, 1_000, 1_000, 120)), *RETURNING)
    hand, events = play(setup, "p2 calls, p0 calls, p1 checks")
    assert posted(events)[2:4] == [(3, PostKind.POST, 100, False), (3, PostKind.DEAD_BLIND, 20, True)]
    assert pots_of(hand) == [(420, (0, 1, 2, 3))]


@pytest.mark.parametrize("first", ["post", "straddle"])
def test_a_post_under_a_straddle_is_a_bet_like_any_other(first: str) -> None:
    posts = [(4, PostKind.POST, 100), (2, PostKind.STRADDLE, 200)]
    hand, _ = play(with_posts(SIX, *(posts if first == "post" else reversed(posts))))
    assert offer(hand) == "p3: call 200, raise 300-5000"
    hand, _ = follow(hand, "p3 folds")
    assert offer(hand) == "p4: call 100, raise 300-5000"


def test_a_blind_who_straddles_adds_the_difference() -> None:
    """The small blind has 50 in and adds 150: the straddle is 200."""
    hand, _ = play(straddled(SIX, (0, 150)))
    assert (hand.round.price, hand.round.bets[0]) == (200, 200)
    assert offer(hand) == "p1: call 100, raise 300-5000"
