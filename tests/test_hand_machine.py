"""A hypothesis machine that plays hands of every kind and checks after each move what must always hold."""

import random
from collections import Counter
from dataclasses import fields, replace
from itertools import pairwise

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule
from pydantic import TypeAdapter

from core.poker.actions import Call, Check, ChooseRuns, Fold, Move, Muck, RaiseTo, Show
from core.poker.betting import Legal
from core.poker.cards import Card
from core.poker.events import CardsShown, HandEvent, PostKind, PotAwarded, StreetDealt, UncalledReturned
from core.poker.games import GAMES, GameName
from core.poker.hand import Hand, HandSetup, Post, Showing, Stage, apply, legal_moves, start
from core.poker.rounds import Betting, Reopening, StraddleStep
from core.refusals import Refused
from tests.hands import simple_setup

HANDS = TypeAdapter(Hand)
EVENTS: TypeAdapter[tuple[HandEvent, ...]] = TypeAdapter(tuple[HandEvent, ...])


@st.composite
def setups(draw: st.DrawFn) -> HandSetup:
    """What `plain_setups` deals, as it is, with posts and straddles, as a bomb pot, or on two boards."""
    setup = draw(plain_setups())
    kind = draw(st.sampled_from(["plain", "plain", "posts", "bomb"]))
    boards = draw(st.sampled_from([1, 1, 2]))
    if kind == "posts":
        setup = replace(setup, posts=(*setup.posts, *draw(further_posts(setup))))
    if kind == "bomb":
        antes = [Post(position=at, kind=PostKind.ANTE, amount=20) for at in range(len(setup.seats))]
        setup = replace(setup, posts=tuple(antes), first_street=1)
    return replace(setup, boards=boards, straddle_step=draw(st.sampled_from(StraddleStep)))


@st.composite
def further_posts(draw: st.DrawFn, setup: HandSetup) -> list[Post]:
    """Live posts, dead blinds and straddles of any size by anybody, in any order."""
    kinds = st.sampled_from([PostKind.POST, PostKind.DEAD_BLIND, PostKind.STRADDLE, PostKind.STRADDLE])
    posts = st.builds(
        Post,
        position=st.integers(0, len(setup.seats) - 1),
        kind=kinds,
        amount=st.integers(1, 5 * setup.early.bet),
    )
    return draw(st.lists(posts, max_size=4))


@st.composite
def plain_setups(draw: st.DrawFn) -> HandSetup:
    """Any game, structure and option; stacks from one chip on; several boards as far as the deck reaches."""
    game = draw(st.sampled_from(GameName))
    burns = draw(st.booleans())
    players = draw(st.integers(2, 10))
    spare = len(GAMES[game].deck) - 2 * players
    boards = spare // (8 if burns else 5)
    big = draw(st.sampled_from([2, 10, 15, 100]))
    stack = st.one_of(st.integers(1, 2 * big), st.integers(1, 20 * big), st.just(10 * big))
    return simple_setup(
        stacks=draw(st.lists(stack, min_size=players, max_size=players)),
        blinds=(draw(st.integers(1, big)), big),
        blinds_posted=draw(st.sampled_from([True, True, True, False])),
        ante=draw(st.sampled_from([0, 0, 1, big])),
        big_blind_ante=draw(st.sampled_from([0, 0, big])),
        betting=draw(st.sampled_from(Betting)),
        reopening=draw(st.sampled_from(Reopening)),
        cap=draw(st.sampled_from([4, 4, None])),
        chip_unit=draw(st.sampled_from([1, 1, 5])),
        burns=burns,
        most_runs=draw(st.integers(1, max(1, min(4, boards)))),
        showing=draw(st.sampled_from(Showing)),
        all_in_up=draw(st.booleans()),
        game=game,
        seats=tuple(3 * at % 11 for at in range(1, players + 1)),
    )


def refused(hand: Hand, seat: int, move: Move) -> None:
    """`move` is refused."""
    try:
        apply(hand, seat, move)
    except Refused:
        return
    raise AssertionError(f"{move} was accepted")


def cards_in(value: object) -> set[Card]:
    """Every card anywhere in an event."""
    if isinstance(value, Card):
        return {value}
    if isinstance(value, tuple):
        return {card for part in value for card in cards_in(part)}
    if hasattr(value, "__dataclass_fields__"):
        return {card for field in fields(value) for card in cards_in(getattr(value, field.name))}  # type: ignore[arg-type]
    return set()


class HandMachine(RuleBasedStateMachine):
    """Hands of all kinds, one after the other."""

    hand: Hand
    news: tuple[HandEvent, ...]

    @initialize(setup=setups(), seed=st.integers(0, 2**32))
    def deal(self, setup: HandSetup, seed: int) -> None:
        deck = GAMES[setup.game].deck
        self.hand, self.news = start(setup, tuple(random.Random(seed).sample(deck, len(deck))))
        self.all_news: tuple[HandEvent, ...] = self.news

    @precondition(lambda self: self.hand.stage is Stage.OVER)
    @rule(setup=setups(), seed=st.integers(0, 2**32))
    def deal_again(self, setup: HandSetup, seed: int) -> None:
        self.deal(setup, seed)

    def play(self, seat: int, move: Move) -> None:
        before = self.hand
        self.hand, self.news = apply(before, seat, move)
        self.all_news += self.news
        assert self.hand.setup is before.setup
        betting = isinstance(move, Fold | Check | Call | RaiseTo)
        assert len(self.hand.history) == len(before.history) + betting
        assert self.news or isinstance(move, ChooseRuns), "a move that nothing tells of"

    @precondition(lambda self: self.hand.stage is Stage.BETTING)
    @rule(choice=st.sampled_from(["pay", "pay", "pay", "fold", "low", "high", "some"]), part=st.floats(0, 1))
    def bet(self, choice: str, part: float) -> None:
        legal = legal_moves(self.hand)
        assert legal is not None
        low, high = legal.raise_min, legal.raise_max
        if low is None or high is None or choice in ("pay", "fold"):
            move: Move = Check() if legal.check else Call()
            self.play(legal.seat, Fold() if choice == "fold" else move)
            return
        to = {"low": low, "high": high}.get(choice, low + int(part * (high - low)))
        self.play(legal.seat, RaiseTo(to=to))

    @precondition(lambda self: self.hand.stage is Stage.RUNS)
    @rule(part=st.integers(0, 9), times=st.integers(1, 4))
    def choose(self, part: int, times: int) -> None:
        waiting = self.hand.waiting_for
        seat = self.hand.setup.seats[waiting[part % len(waiting)]]
        self.play(seat, ChooseRuns(times=min(times, self.hand.setup.most_runs)))

    @precondition(lambda self: self.hand.stage is Stage.SHOWDOWN)
    @rule(show=st.booleans())
    def show_or_muck(self, show: bool) -> None:
        seat = self.hand.setup.seats[self.hand.waiting_for[0]]
        self.play(seat, Show() if show else Muck())

    @invariant()
    def chips_are_conserved_and_nobody_is_negative(self) -> None:
        hand = self.hand
        assert min(hand.round.stacks) >= 0
        assert min(hand.round.bets) >= 0
        assert min(hand.paid) >= 0
        in_the_middle = 0 if hand.stage is Stage.OVER else hand.pot
        assert sum(hand.round.stacks) + in_the_middle == sum(hand.setup.stacks)

    @invariant()
    def pots_are_what_was_put_in_and_only_live_players_win_them(self) -> None:
        hand = self.hand
        assert sum(pot.amount for pot in hand.pots) == hand.pot == sum(hand.totals) + hand.dead
        for pot in hand.pots:
            assert pot.amount > 0
            assert pot.positions
            assert all(hand.round.live[at] for at in pot.positions)
        members = [set(pot.positions) for pot in hand.pots]
        assert all(inner < outer for outer, inner in pairwise(members))
        if hand.stage is Stage.OVER:
            paid = sum(share.amount for e in self.all_news if isinstance(e, PotAwarded) for share in e.shares)
            assert paid == hand.pot
            back = sum(event.amount for event in self.all_news if isinstance(event, UncalledReturned))
            assert back == (hand.ending.returned[1] if hand.ending.returned else 0)

    @invariant()
    def nobody_wins_more_than_his_own_stack_from_each(self) -> None:
        hand = self.hand
        for at, won in enumerate(hand.nets):
            others = sum(min(total, hand.totals[at]) for who, total in enumerate(hand.totals) if who != at)
            assert won <= others + hand.dead

    @invariant()
    def exactly_one_is_to_act_or_the_betting_is_over(self) -> None:
        hand = self.hand
        match hand.stage:
            case Stage.BETTING:
                (at,) = hand.waiting_for
                assert hand.round.live[at]
                assert hand.round.stacks[at] > 0
            case Stage.RUNS:
                assert hand.waiting_for
                assert legal_moves(hand) is None
            case Stage.SHOWDOWN:
                assert len(hand.waiting_for) == 1
            case Stage.OVER:
                assert hand.waiting_for == ()
                assert hand.ending.awards or hand.pot == 0

    @invariant()
    def each_card_is_in_one_place(self) -> None:
        dealt, deck = self.hand.dealt, GAMES[self.hand.setup.game].deck
        boards = dealt.boards
        shared = min(
            (at for at, cards in enumerate(zip(*boards, strict=False)) if len(set(cards)) > 1),
            default=len(boards[0]),
        )
        places = [card for cards in dealt.holes for card in cards]
        places += boards[0][:shared] if len(boards) > 1 else boards[0]
        places += [card for board in boards for card in board[shared:]] if len(boards) > 1 else []
        places += dealt.deck[dealt.drawn :]
        assert dealt.drawn <= len(deck)
        assert max(Counter(places).values()) == 1
        assert set(dealt.deck) == set(deck)
        shown = any(award.made for award in self.hand.ending.awards)
        assert not shown or {len(board) for board in boards} == {5}

    @invariant()
    def a_hand_and_its_events_survive_json(self) -> None:
        assert HANDS.validate_json(HANDS.dump_json(self.hand)) == self.hand
        assert EVENTS.validate_json(EVENTS.dump_json(self.news)) == self.news

    @invariant()
    def no_public_event_holds_an_unshown_card(self) -> None:
        hand = self.hand
        hidden = {c for at, cards in enumerate(hand.dealt.holes) if not hand.ending.shown[at] for c in cards}
        hidden |= set(hand.dealt.deck[hand.dealt.drawn :])
        for event in self.all_news:
            if getattr(event, "only", None) is None:
                assert not cards_in(event) & hidden
        shown = {event.seat for event in self.all_news if isinstance(event, CardsShown)}
        assert shown == {hand.setup.seats[at] for at, up in enumerate(hand.ending.shown) if up}
        told = {card for event in self.all_news if isinstance(event, StreetDealt) for card in event.cards}
        assert told == {card for board in hand.dealt.boards for card in board}

    @invariant()
    def what_is_offered_is_accepted_and_its_neighbours_are_refused(self) -> None:
        before = HANDS.dump_json(self.hand)
        legal = legal_moves(self.hand)
        if legal is not None:
            self.probe(legal)
        for seat in {*self.hand.setup.seats} - {self.hand.setup.seats[at] for at in self.hand.waiting_for}:
            for move in (Fold(), Check(), Call(), RaiseTo(to=1), ChooseRuns(times=1), Show(), Muck()):
                refused(self.hand, seat, move)
        assert HANDS.dump_json(self.hand) == before, "a refusal changed the hand"

    def probe(self, legal: Legal) -> None:
        hand, seat = self.hand, legal.seat
        apply(hand, seat, Fold())
        if legal.check:
            apply(hand, seat, Check())
            refused(hand, seat, Call())
        else:
            refused(hand, seat, Check())
            apply(hand, seat, Call())
        low, high = legal.raise_min, legal.raise_max
        bad = [0, -1, 10**30, legal.all_in + 1]
        if low is None or high is None:
            bad += [legal.all_in, hand.round.price, hand.round.price + hand.round.last_raise]
        else:
            assert low <= high <= legal.all_in
            apply(hand, seat, RaiseTo(to=low))
            apply(hand, seat, RaiseTo(to=high))
            bad += [low - 1, high + 1]
        for to in bad:
            refused(hand, seat, RaiseTo(to=to))
        for move in (ChooseRuns(times=1), Show(), Muck()):
            refused(hand, seat, move)


HandMachine.TestCase.settings = settings(max_examples=100, stateful_step_count=40, deadline=None)
TestHandMachine = HandMachine.TestCase
