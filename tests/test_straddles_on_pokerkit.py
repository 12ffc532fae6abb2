"""Straddles, posts and dead blinds on PokerKit: who is to act, the call, the raises, PHH and the final stacks."""

import random
from collections.abc import Callable
from dataclasses import replace

import pytest
from pokerkit import NoLimitTexasHoldem, State

from core.poker.actions import Call, Check, Fold, RaiseTo
from core.poker.cards import FRESH_DECK
from core.poker.events import PostKind
from core.poker.hand import Hand, HandSetup, Showing, Stage, apply, legal_moves, start
from core.poker.notation import Verdict, read_phh, record_of, write_phh
from core.poker.rounds import Betting, StraddleStep
from tests.hands import play, simple_setup, stacks_after
from tests.phh_hands import CHIP, beyond_pokerkit, play_out, pokerkit_stacks
from tests.phh_texts import ending
from tests.pokerkit_deals import AUTOMATIONS, PotLimitTexasHoldem
from tests.test_straddles import SIX, straddled, with_posts


def random_straddle(chance: random.Random, betting: Betting) -> HandSetup:
    """One straddle of two to five blinds from any seat but the blinds; some straddlers are short of it."""
    players = chance.randint(3, 9)
    at = chance.randrange(2, players)
    straddle = 100 * chance.randint(2, 5)
    stacks = [100 * chance.randint(3, 60) for _ in range(players)]
    stacks[at] = chance.choice([stacks[at], chance.randint(101, straddle)])
    return straddled(simple_setup(stacks=stacks, betting=betting), (at, straddle))


def pokerkit_of(setup: HandSetup) -> State:
    """The same hand on PokerKit, hole cards dealt; its smallest raise over a straddle is one big blind more."""
    blinds = [0] * len(setup.seats)
    for post in setup.posts:
        blinds[post.position] += post.amount
    games = {Betting.NO_LIMIT: NoLimitTexasHoldem, Betting.POT_LIMIT: PotLimitTexasHoldem}
    make: Callable[..., State] = games[setup.early.betting](AUTOMATIONS, True, 0, tuple(blinds), 100)
    state = make(setup.stacks, len(blinds))
    for at in range(len(blinds)):
        state.deal_hole(f"{FRESH_DECK[at]}{FRESH_DECK[at + len(blinds)]}")
    return state


@pytest.mark.parametrize("betting", [Betting.NO_LIMIT, Betting.POT_LIMIT])
def test_pokerkit_asks_the_same_players_for_the_same_calls_and_raises(betting: Betting) -> None:
    decisions = 0
    for number in range(150):
        chance = random.Random(f"straddle {betting} {number}")
        setup = random_straddle(chance, betting)
        hand, _ = start(setup, FRESH_DECK)
        state = pokerkit_of(setup)
        step = hand.round.last_raise - 100
        """What the straddle's own raise adds to PokerKit's smallest raise, until somebody raises."""
        while hand.stage is Stage.BETTING and hand.street == 0:
            legal = legal_moves(hand)
            assert legal is not None
            assert legal.seat == state.actor_index, setup
            assert legal.call == state.checking_or_calling_amount, setup
            low = state.min_completion_betting_or_raising_to_amount
            high = state.max_completion_betting_or_raising_to_amount
            assert (legal.raise_min is None) == (low is None), setup
            if legal.raise_min is not None and low is not None and high is not None:
                ceiling = max(legal.raise_min, high)
                assert (legal.raise_min, legal.raise_max) == (min(legal.all_in, low + step), ceiling), setup
            decisions += 1
            hand, step = _same_move(chance, hand, state, step)
    assert decisions > 600


def _same_move(chance: random.Random, hand: Hand, state: State, step: int) -> tuple[Hand, int]:
    """One random move on both; a raise is a full one of at least what the straddle added and a blind more."""
    legal = legal_moves(hand)
    assert legal is not None
    low, high = legal.raise_min, legal.raise_max
    full = low is not None and low == hand.round.price + hand.round.last_raise
    roll = chance.random()
    if full and low is not None and high is not None and roll < 0.3:
        to = chance.choice([low, chance.randint(low, high)])
        state.complete_bet_or_raise_to(to)
        return apply(hand, legal.seat, RaiseTo(to=to))[0], 0
    if legal.check or roll < 0.7:
        state.check_or_call()
        return apply(hand, legal.seat, Check() if legal.check else Call())[0], step
    state.fold()
    return apply(hand, legal.seat, Fold())[0], step


def random_forced_bets(chance: random.Random) -> HandSetup:
    """Straddle and restraddle, live posts and dead blinds in any mixture, in chips that are split without odd ones."""
    players = chance.randint(4, 9)
    setup = simple_setup(
        stacks=[CHIP * chance.randint(8, chance.choice([12, 60])) for _ in range(players)],
        blinds=(CHIP, 2 * CHIP),
        showing=chance.choice(list(Showing)),
        all_in_up=chance.random() < 0.7,
    )
    straddles = chance.choice([[], [(2, 4)], [(players - 1, 4)], [(2, 4), (3, 8)]])
    posts = [(at, PostKind.STRADDLE, blinds * CHIP) for at, blinds in straddles]
    taken = {at for at, _ in straddles}
    for at in range(2, players):
        if at not in taken and chance.random() < 0.3:
            dead = [(at, PostKind.DEAD_BLIND, CHIP)] * chance.randint(0, 1)
            posts = [(at, PostKind.POST, 2 * CHIP), *dead, *posts]
    return with_posts(setup, *posts)


def test_hands_with_straddles_posts_and_dead_blinds_are_read_by_pokerkit_to_the_same_stacks() -> None:
    compared = 0
    for number in range(80):
        chance = random.Random(f"forced bets {number}")
        setup = random_forced_bets(chance)
        hand = play_out(chance, setup, tuple(chance.sample(FRESH_DECK, 52)))
        text = write_phh(hand, viewer=0)
        outcome = ending(text)
        assert (outcome.verdict, outcome.stacks) == (Verdict.DECIDED, hand.round.stacks), text
        if not beyond_pokerkit(hand):
            assert pokerkit_stacks(text) == list(hand.round.stacks), text
            compared += 1
    assert compared > 60


def test_phh_has_straddles_as_blinds_posts_below_zero_and_dead_blinds_as_an_untrimmed_ante() -> None:
    setup = with_posts(
        SIX, (4, PostKind.POST, 100), (4, PostKind.DEAD_BLIND, 50), (2, PostKind.STRADDLE, 200)
    )
    setup = replace(setup, straddle_step=StraddleStep.BRING_IN)
    hand, _ = play(setup, "p3 folds, p4 folds, p5 folds, p0 folds, p1 folds")
    record = record_of(hand)
    assert record.blinds_or_straddles == (50, 100, 200, 0, -100, 0)
    assert (record.antes, record.ante_trimming_status) == ((0, 0, 0, 0, 50, 0), False)
    read = read_phh(write_phh(hand)).house
    assert (read.straddle_step, read.full_blinds) == (StraddleStep.BRING_IN, 150)


def test_whoever_posts_to_come_in_and_straddles_is_written_with_both() -> None:
    hand, _ = play(
        with_posts(SIX, (5, PostKind.POST, 100), (5, PostKind.STRADDLE, 100)),
        ", ".join([f"p{at} folds" for at in range(5)]),
    )
    assert record_of(hand).blinds_or_straddles == (50, 100, 0, 0, 0, 200)
    assert ending(write_phh(hand)).stacks == hand.round.stacks


def test_a_short_straddle_is_written_as_far_as_it_went() -> None:
    """p3 wins 50 + 3 x 80 = 290 with aces, p1 the side pot of 2 x 20 = 40 with kings."""
    setup = straddled(simple_setup(stacks=(5_000, 5_000, 5_000, 80)), (3, 200))
    moves = "p2 calls, p0 folds, p1 checks" + ", p1 checks, p2 checks" * 3
    hand, _ = play(setup, moves, holes=["", "KsKh", "QsQh", "AsAh"], board="2c7d9hJs3c")
    assert stacks_after(hand) == [4_950, 4_940, 4_900, 290]
    text = write_phh(hand)
    assert "blinds_or_straddles = [50, 100, 0, 80]" in text
    assert ending(text).stacks == hand.round.stacks == tuple(pokerkit_stacks(text))
