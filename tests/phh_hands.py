"""Random finished hands, on this engine and on PokerKit, for what is written to PHH and read from it.

All amounts are multiples of 2,520, which any number of winners up to ten can share without odd chips, and a street
has no raise after a short all-in: what PokerKit does otherwise there is compared in pokerkit_comparison.py.
"""

import random
from collections.abc import Iterator
from dataclasses import replace

from pokerkit import FixedLimitTexasHoldem, NoLimitShortDeckHoldem, NoLimitTexasHoldem, State
from pokerkit.notation import HandHistory

from core.poker.actions import Call, Check, ChooseRuns, Fold, Muck, RaiseTo, Show
from core.poker.betting import Legal
from core.poker.cards import FRESH_DECK, SHORT_DECK, Card
from core.poker.events import PostKind
from core.poker.games import GameName
from core.poker.hand import Hand, HandSetup, Post, Showing, Stage, apply, legal_moves, start
from core.poker.rounds import Betting
from tests.hands import simple_setup
from tests.pokerkit_deals import AUTOMATIONS

CHIP = 2_520
KINDS = ("NT", "FT", "NS")


def random_setup(chance: random.Random, kind: str, *, most_runs: int = 1) -> HandSetup:
    """Two to nine players with blinds and perhaps antes of either kind; short-deck also with the button's blind."""
    players = chance.randint(2, 9)
    ante, shared = chance.choice([(0, 0), (CHIP, 0), (2 * CHIP, 0), (0, 2 * CHIP)])
    least = 4 + ante // CHIP + shared // CHIP
    setup = simple_setup(
        stacks=[CHIP * chance.randint(least, chance.choice([12, 40, 200])) for _ in range(players)],
        blinds=(CHIP, 2 * CHIP),
        ante=ante,
        big_blind_ante=shared,
        betting=Betting.FIXED_LIMIT if kind == "FT" else Betting.NO_LIMIT,
        cap=None if players == 2 else 4,
        game=GameName.SHORT_DECK if kind == "NS" else GameName.HOLDEM,
        seats=sorted(chance.sample(range(1, 11), players)),
        showing=chance.choice(list(Showing)),
        all_in_up=chance.random() < 0.7,
        burns=chance.random() < 0.5,
        most_runs=most_runs,
    )
    if kind == "NS" and chance.random() < 0.5:
        button = Post(position=players - 1, kind=PostKind.BIG_BLIND, amount=2 * CHIP)
        antes = [post for post in setup.posts if post.kind is PostKind.ANTE]
        return replace(setup, posts=(*antes, button))
    return setup


def random_hand(chance: random.Random, kind: str, *, most_runs: int = 1) -> Hand:
    """Played to the end by random legal moves."""
    deck = SHORT_DECK if kind == "NS" else FRESH_DECK
    return play_out(
        chance, random_setup(chance, kind, most_runs=most_runs), tuple(chance.sample(deck, len(deck)))
    )


def play_out(
    chance: random.Random, setup: HandSetup, deck: tuple[Card, ...], *, freely: bool = False
) -> Hand:
    """Random legal moves; unless `freely`, only those that PokerKit allows too, in multiples of `CHIP`."""
    hand, _ = start(setup, deck)
    street, raises, short = 0, 1, False
    while hand.stage is not Stage.OVER:
        if hand.street != street:
            street, raises, short = hand.street, 0, False
        seat = setup.seats[hand.waiting_for[0]]
        match hand.stage:
            case Stage.RUNS:
                hand, _ = apply(hand, seat, ChooseRuns(times=chance.randint(2, setup.most_runs)))
            case Stage.SHOWDOWN:
                hand, _ = apply(hand, seat, Show() if chance.random() < 0.6 else Muck())
            case Stage.BETTING:
                move = _move(chance, hand, freely or (raises < 4 and not short), 1 if freely else CHIP)
                before = hand.round
                if isinstance(move, RaiseTo):
                    raises += 1
                    short = move.to - before.price < before.last_raise
                hand, _ = apply(hand, seat, move)
    return hand


def _move(chance: random.Random, hand: Hand, may_raise: bool, chip: int) -> Fold | Check | Call | RaiseTo:
    legal = legal_moves(hand)
    assert isinstance(legal, Legal)
    if may_raise and legal.raise_min is not None and legal.raise_max is not None and chance.random() < 0.35:
        return RaiseTo(to=_multiple(chance, legal.raise_min, legal.raise_max, chip))
    if legal.check:
        return Check()
    return Fold() if chance.random() < 0.3 else Call()


def _multiple(chance: random.Random, low: int, high: int, chip: int) -> int:
    near = min(high, 3 * low)
    return chance.choice([low, high, chance.randrange(low, near + 1, chip)])


def beyond_pokerkit(hand: Hand) -> bool:
    """Whether somebody mucked so that PokerKit finds no winner: of a side pot, which goes with the pot below it, or
    of everything, which the last one left takes without showing."""
    shown = hand.ending.shown
    live = [at for at, is_live in enumerate(hand.round.live) if is_live]
    return len(live) > 1 and any(not any(shown[at] for at in pot.positions) for pot in hand.pots)


def pokerkit_stacks(text: str) -> list[int]:
    """The final stacks as PokerKit plays the file; fails when it cannot, or does not reach the end."""
    *_, last = HandHistory.loads(text)
    assert not last.status, "PokerKit's hand goes on"
    return list(last.stacks)


def random_pokerkit_file(chance: random.Random, kind: str) -> tuple[str, list[int]]:
    """A hand dealt, played and written by PokerKit, and its final stacks."""
    players = chance.randint(2, 9)
    antes = chance.choice([[0] * players, [CHIP] * players])
    blinds = [CHIP, 2 * CHIP] + [0] * (players - 2)
    stacks = [CHIP * chance.randint(5, chance.choice([12, 40, 200])) for _ in range(players)]
    trimming = chance.random() < 0.5
    game: FixedLimitTexasHoldem | NoLimitShortDeckHoldem | NoLimitTexasHoldem
    if kind == "FT":
        game = FixedLimitTexasHoldem(AUTOMATIONS, trimming, antes, blinds, 2 * CHIP, 4 * CHIP)
    elif kind == "NS":
        game = NoLimitShortDeckHoldem(AUTOMATIONS, trimming, antes, blinds, 2 * CHIP)
    else:
        game = NoLimitTexasHoldem(AUTOMATIONS, trimming, antes, blinds, 2 * CHIP)
    state: State = game(stacks, players)
    deck = SHORT_DECK if kind == "NS" else FRESH_DECK
    cards = iter(chance.sample(deck, len(deck)))
    for _ in range(players):
        state.deal_hole(next(cards) + next(cards))
    _play_pokerkit(chance, state, cards)
    history = HandHistory.from_game_state(game, state, finishing_stacks=list(state.stacks))
    history.ante_trimming_status = trimming
    return history.dumps(), list(state.stacks)


def _play_pokerkit(chance: random.Random, state: State, cards: Iterator[Card]) -> None:
    street, raises, short = 0, 1, False
    while state.status:
        if state.can_burn_card():
            state.burn_card("??")
        elif state.can_deal_board():
            state.deal_board("".join(next(cards) for _ in range(1 if state.board_cards else 3)))
        else:
            if state.street_index != street:
                street, raises, short = state.street_index or 0, 0, False
            low = state.min_completion_betting_or_raising_to_amount
            high = state.max_completion_betting_or_raising_to_amount
            if low is not None and high is not None and raises < 4 and not short and chance.random() < 0.35:
                to = _multiple(chance, low, high, CHIP)
                short = to - max(state.bets) < _full_raise(state)
                raises += 1
                state.complete_bet_or_raise_to(to)
            elif state.checking_or_calling_amount and chance.random() < 0.3:
                state.fold()
            else:
                state.check_or_call()


def _full_raise(state: State) -> int:
    assert state.street is not None
    return max(
        state.completion_betting_or_raising_amount, state.street.min_completion_betting_or_raising_amount
    )
