"""Random hold'em deals for this engine and for PokerKit, and a short reckoning of who may raise."""

import random
from collections.abc import Callable
from dataclasses import dataclass

from pokerkit import Automation, FixedLimitTexasHoldem, NoLimitTexasHoldem, State
from pokerkit.games import PotLimitPokerMixin, TexasHoldemMixin, UnfixedLimitHoldem

from core.poker.cards import FRESH_DECK, Card
from core.poker.hand import Hand, HandSetup
from core.poker.rounds import Betting
from tests.hands import simple_setup

CAP = 4
AUTOMATIONS = (
    Automation.ANTE_POSTING,
    Automation.BET_COLLECTION,
    Automation.BLIND_OR_STRADDLE_POSTING,
    Automation.HOLE_CARDS_SHOWING_OR_MUCKING,
    Automation.HAND_KILLING,
    Automation.CHIPS_PUSHING,
    Automation.CHIPS_PULLING,
)


class PotLimitTexasHoldem(PotLimitPokerMixin, TexasHoldemMixin, UnfixedLimitHoldem):
    """PokerKit has every part of pot-limit hold'em but not the game."""


@dataclass(frozen=True)
class Deal:
    """The numbers of one random hand."""

    betting: Betting
    small: int
    big: int
    ante: int
    big_blind_ante: int
    stacks: tuple[int, ...]
    deck: tuple[Card, ...]

    @property
    def big_at(self) -> int:
        """The big blind's position."""
        return 0 if len(self.stacks) == 2 else 1

    @property
    def small_at(self) -> int:
        """The small blind's position."""
        return 1 - self.big_at

    def setup(self) -> HandSetup:
        """The hand for this engine."""
        return simple_setup(
            stacks=self.stacks,
            blinds=(self.small, self.big),
            ante=self.ante,
            big_blind_ante=self.big_blind_ante,
            betting=self.betting,
            cap=CAP,
        )

    def state(self) -> State:
        """The same hand for PokerKit, hole cards dealt."""
        n = len(self.stacks)
        antes: tuple[int, ...] = (self.ante,) * n
        if self.big_blind_ante:
            antes = (0, self.big_blind_ante) + (0,) * (n - 2)
        blinds = (self.small, self.big) + (0,) * (n - 2)
        trimming = not self.big_blind_ante
        make: Callable[..., State]
        match self.betting:
            case Betting.NO_LIMIT:
                make = NoLimitTexasHoldem(AUTOMATIONS, trimming, antes, blinds, self.big)
            case Betting.POT_LIMIT:
                make = PotLimitTexasHoldem(AUTOMATIONS, trimming, antes, blinds, self.big)
            case Betting.FIXED_LIMIT:
                make = FixedLimitTexasHoldem(AUTOMATIONS, trimming, antes, blinds, self.big, 2 * self.big)
        state = make(self.stacks, n)
        for at in range(n):
            state.deal_hole(f"{self.deck[at]}{self.deck[at + n]}")
        return state


def random_deal(chance: random.Random, betting: Betting) -> Deal:
    """Two to nine players; in half of the hands anybody may have less than a blind, or less than the ante."""
    small, big = chance.choice([(1, 2), (5, 10), (10, 15), (50, 100)])
    ante = chance.choice([0, 0, 0, max(1, big // 8), big])
    big_blind_ante = big if not ante and chance.random() < 0.25 else 0
    least = chance.choice([1, 2 * big + ante + big_blind_ante])
    longest = chance.choice([3, 8, 30, 100]) * big
    stacks = [chance.randint(least, max(least, longest)) for _ in range(chance.randint(2, 9))]
    for at in range(len(stacks)):
        if least == 1 and chance.random() < 0.2:
            stacks[at] = chance.randint(1, big + ante)
    deck = tuple(chance.sample(FRESH_DECK, 52))
    return Deal(betting, small, big, ante, big_blind_ante, tuple(stacks), deck)


class Reckoning:
    """Raise rights on one street, reckoned from the moves alone (TDA 43, 47) to judge known differences by."""

    def __init__(self, deal: Deal, street: int) -> None:
        self.limit = deal.betting is Betting.FIXED_LIMIT
        self.bet = deal.big * (2 if self.limit and street >= 2 else 1)
        self.price = self.level = deal.big if street == 0 else 0
        self.full = self.bet
        self.raises = 1 if street == 0 else 0
        self.since: set[int] = set()
        self.short = False
        """A short all-in bet or raise was made on this street."""
        self.street = street

    def moved(self, at: int, to: int | None) -> None:
        """`at` folded, checked or called (`to` None), or raised."""
        if to is not None:
            by = to - self.price
            self.short |= by < self.full
            if 2 * (to - self.level) >= self.bet if self.limit else by >= self.full:
                self.full = max(self.full, by)
                self.level = to
                self.raises += 1
                self.since = set()
            self.price = to
        self.since.add(at)

    @property
    def smallest(self) -> int:
        """The smallest full raise as a total."""
        return self.level + self.bet if self.limit else self.price + self.full

    def may_raise(self, hand: Hand, at: int) -> bool:
        """Whether the rules let `at` raise, if the stack allows it and somebody could call."""
        bets, stacks, live = hand.round.bets, hand.round.stacks, hand.round.live
        if bets[at] + stacks[at] <= self.price:
            return False
        others = [other for other in range(len(bets)) if other != at and live[other]]
        if all(bets[other] + stacks[other] <= self.price for other in others):
            return False
        if self.limit:
            return self.raises < CAP and at not in self.since
        return at not in self.since or self.price - bets[at] >= self.full
