"""One random hold'em hand played on this engine and on PokerKit side by side, with the known differences named.

PokerKit 0.7.7 answers some rare situations otherwise than the rules we follow; cases.md marks them DIFF. Each is
recognised here from the situation alone (never from the answer), our answer is checked against its own short
reckoning, and it is counted. Any other difference is an `AssertionError` that tells the hand.
"""

import random
from collections import Counter
from dataclasses import dataclass, field
from enum import StrEnum

from core.poker.actions import Call, Check, Fold, RaiseTo
from core.poker.betting import Legal
from core.poker.events import HandEvent, Posted, PostKind
from core.poker.hand import Stage, apply, legal_moves, start
from core.poker.rounds import Betting
from core.poker.showdown import Award
from tests.pokerkit_deals import CAP, Deal, Reckoning, random_deal


class Known(StrEnum):
    """What PokerKit 0.7.7 answers otherwise, by its case in cases.md."""

    REOPENING = "6, 12: short all-ins count for each player apart"
    LIMIT_SHORT_RAISE = "14, 17, 19: a short limit raise is completed, or is full from half a bet"
    SHORT_BIG_BLIND = "26, 27: the call is the full blind"
    NO_DECISION = "29, 30: nobody is asked when one player has chips and owes nothing"
    SHORT_ANTE_OF_BIG_BLIND = "32: the blind before the ante"
    ODD_CHIPS = "49: odd chips one each"
    POTS_APART = "TDA 21: each pot is split by itself, also when only losers stand between two of them"
    POT_OF_FULL_BLINDS = "63, 64: pot-limit counts the full blinds"
    CAP_BEFORE_FLOP = "68: the big blind is the first bet"


@dataclass
class Tally:
    """Hands and decisions compared, and how often each known difference came up."""

    hands: int = 0
    decisions: int = 0
    finished: int = 0
    known: Counter[Known] = field(default_factory=Counter)


class Diverged(Exception):
    """A known difference after which the two games are not in the same state: the comparison of the hand ends."""


class Comparison:
    """One hand on both engines."""

    def __init__(self, deal: Deal, chance: random.Random, tally: Tally) -> None:
        self.deal, self.chance, self.tally = deal, chance, tally
        self.hand, self.dealt = start(deal.setup(), deal.deck)
        self.state = deal.state()
        self.board = 2 * len(deal.stacks)
        self.reckoning = Reckoning(deal, 0)
        self.seen: set[Known] = set()

    def run(self) -> None:
        """Play to the end, or to a difference after which the games are apart."""
        self.tally.hands += 1
        try:
            self._check_posts(self.dealt)
            while self.hand.stage is Stage.BETTING:
                self._deal_board()
                self._decide()
            self._finish()
            self.tally.finished += 1
        except Diverged:
            pass
        self.tally.known.update(self.seen)

    def _check_posts(self, events: tuple[HandEvent, ...]) -> None:
        """A big blind that cannot pay blind and big-blind ante pays the blind first; PokerKit the ante."""
        deal, at = self.deal, self.deal.big_at
        stack = deal.stacks[at]
        if not deal.big_blind_ante or stack >= deal.big + deal.big_blind_ante:
            return
        posted = {
            event.post: event.amount for event in events if isinstance(event, Posted) and event.seat == at
        }
        assert posted.get(PostKind.BIG_BLIND) == min(deal.big, stack), posted
        assert posted.get(PostKind.BIG_BLIND_ANTE, 0) == max(0, stack - deal.big), posted
        self.seen.add(Known.SHORT_ANTE_OF_BIG_BLIND)
        raise Diverged

    def _deal_board(self) -> None:
        state = self.state
        while state.can_burn_card() or state.can_deal_board():
            if state.can_burn_card():
                state.burn_card("??")
                continue
            count = 3 if not state.board_cards else 1
            cards = self.deal.deck[self.board : self.board + count]
            state.deal_board("".join(cards))
            self.board += count
            if self.hand.stage is Stage.BETTING and state.actor_index is not None:
                self._check_pots()

    def _check_pots(self) -> None:
        theirs = [(pot.amount, tuple(pot.player_indices)) for pot in self.state.pots]
        ours = [(pot.amount, pot.positions) for pot in self.hand.pots]
        assert ours == theirs, ("pots", ours, theirs)

    def _decide(self) -> None:
        hand, state = self.hand, self.state
        if self.reckoning.street != hand.street:
            self.reckoning = Reckoning(self.deal, hand.street)
        legal = legal_moves(hand)
        assert legal is not None
        assert legal.seat == state.actor_index, ("to act", legal.seat, state.actor_index)
        self.tally.decisions += 1
        self._check_call(legal)
        low, high = self._check_raise(legal)
        self._move(legal, low, high)

    def _check_call(self, legal: Legal) -> None:
        hand, state = self.hand, self.state
        theirs = state.checking_or_calling_amount
        if legal.call == theirs:
            assert legal.check == (theirs == 0)
            return
        bets = hand.round.bets
        if hand.street == 0 and max(bets) < self.deal.big:
            at = legal.seat
            assert legal.call == min(hand.round.stacks[at], self.deal.big - bets[at]), "full blind"
            self.seen.add(Known.SHORT_BIG_BLIND)
            raise Diverged
        raise AssertionError(("call", legal, theirs))

    def _check_raise(self, legal: Legal) -> tuple[int | None, int | None]:
        """Compare the legal range; what is returned is legal in both."""
        state, hand, at = self.state, self.hand, legal.seat
        reckoning = self.reckoning
        said: tuple[object, ...] = ("raise", legal, at)
        assert (legal.raise_min is not None) == reckoning.may_raise(hand, at), said
        if legal.raise_min is not None:
            assert legal.raise_min == min(legal.all_in, reckoning.smallest), said
        low = state.min_completion_betting_or_raising_to_amount
        high = state.max_completion_betting_or_raising_to_amount
        ours = legal.raise_min, legal.raise_max
        if ours == (low, high):
            return ours
        said = ("raise", legal, (low, high))
        if hand.street == 0 and max(hand.round.bets) < self.deal.big:
            self.seen.add(Known.SHORT_BIG_BLIND)
            raise Diverged
        if reckoning.limit:
            return self._check_limit_raise(legal, low, said)
        if (ours[0] is None) != (low is None):
            assert reckoning.short, said
            self.seen.add(Known.REOPENING)
            return None, None
        assert ours[0] == low, said
        assert ours[1] is not None, said
        assert high is not None, said
        assert self.deal.betting is Betting.POT_LIMIT, said
        missing = self.deal.small + self.deal.big - self._posted()
        assert hand.street == 0, said
        assert missing > 0, said
        owed = reckoning.price - hand.round.bets[at]
        assert ours[1] == min(legal.all_in, reckoning.price + hand.pot + missing + owed), said
        self.seen.add(Known.POT_OF_FULL_BLINDS)
        return low, high

    def _posted(self) -> int:
        deal = self.deal
        ends = ((deal.small_at, deal.small), (deal.big_at, deal.big))
        return sum(min(blind, max(0, deal.stacks[at] - deal.ante)) for at, blind in ends)

    def _check_limit_raise(
        self, legal: Legal, low: int | None, said: tuple[object, ...]
    ) -> tuple[int | None, int | None]:
        reckoning = self.reckoning
        if legal.raise_min is None and not reckoning.short:
            assert self.hand.street == 0, said
            assert reckoning.raises == CAP, said
            assert low is not None, said
            self.seen.add(Known.CAP_BEFORE_FLOP)
            return None, None
        assert reckoning.short, said
        self.seen.add(Known.LIMIT_SHORT_RAISE)
        return None, None

    def _move(self, legal: Legal, low: int | None, high: int | None) -> None:
        chance, at = self.chance, legal.seat
        roll = chance.random()
        if low is not None and high is not None and roll < 0.35:
            near = min(high, max(low, 3 * low))
            to = chance.choice([low, low, high, chance.randint(low, near), chance.randint(low, high)])
            self.hand, _ = apply(self.hand, at, RaiseTo(to=to))
            self.state.complete_bet_or_raise_to(to)
            self.reckoning.moved(at, to)
            return
        if legal.check:
            self.hand, _ = apply(self.hand, at, Check())
            self.state.check_or_call()
        elif roll < 0.55:
            self.hand, _ = apply(self.hand, at, Fold())
            self.state.fold()
        else:
            self.hand, _ = apply(self.hand, at, Call())
            self.state.check_or_call()
        self.reckoning.moved(at, None)

    def _finish(self) -> None:
        hand, state = self.hand, self.state
        self._deal_board()
        while state.actor_index is not None:
            able = [at for at, stack in enumerate(state.stacks) if stack and state.statuses[at]]
            assert len(able) == 1, "PokerKit still asks"
            assert state.checking_or_calling_amount == 0, "PokerKit asks to call"
            assert state.min_completion_betting_or_raising_to_amount is None
            self.seen.add(Known.NO_DECISION)
            state.check_or_call()
            self._deal_board()
        assert not state.status, "PokerKit's hand goes on"
        assert self._their_payoffs() == list(state.payoffs), ("payoffs", hand.nets, list(state.payoffs))

    def _their_payoffs(self) -> list[int]:
        """Our payoffs with odd chips as PokerKit gives them: all to the first winner of a pot, and pots are one
        when the same hands are left in them once the losers are mucked."""
        hand = self.hand
        expected = list(hand.nets)
        found = hand.ending.awards
        if not found or found[0].made is None:
            return expected
        winners = {at for award in found for at, _ in award.shares}
        alike: dict[tuple[int, ...], list[Award]] = {}
        for pot, award in zip(hand.pots, found, strict=True):
            alike.setdefault(tuple(at for at in pot.positions if at in winners), []).append(award)
        for group in alike.values():
            takers = [at for at, _ in group[0].shares]
            each, odd = divmod(sum(chips for award in group for _, chips in award.shares), len(takers))
            for at in takers:
                ours = sum(chips for award in group for who, chips in award.shares if who == at)
                theirs = each + (odd if at == takers[0] else 0)
                expected[at] += theirs - ours
                if theirs != ours:
                    self.seen.add(Known.POTS_APART if len(group) > 1 else Known.ODD_CHIPS)
        return expected


def compare(betting: Betting, seed: int, hands: int) -> Tally:
    """Compare `hands` random hands; an `AssertionError` names the hand and both answers."""
    tally = Tally()
    for number in range(hands):
        chance = random.Random(f"{betting} {seed} {number}")
        comparison = Comparison(random_deal(chance, betting), chance, tally)
        try:
            comparison.run()
        except AssertionError as error:
            deal, history = comparison.deal, comparison.hand.history
            moves = " ".join(f"p{moved.position} {moved.move} {moved.to}" for moved in history)
            raise AssertionError(f"seed {seed} hand {number}: {error} in {deal} after {moves}") from error
    return tally
