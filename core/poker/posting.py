"""What is put in before the deal: antes, blinds, posts and straddles, and the betting that they open.

A blind sets the price in full even when its stack is shorter (cases.md 26), because it is owed. A straddle is a raise
made in the dark, by choice, and is treated as one:

* it sets the price by the chips that are there, so a short straddle is a short all-in raise, and one that does not
  come above the price raises nothing and changes nobody's turn;
* after a full one the next raise adds at least as much again (`StraddleStep.RAISE`, WSOP live 161), or the whole
  straddle where that is the bring-in (`StraddleStep.BRING_IN`, RRoP no-limit 2); after a short one what it was before;
* in fixed-limit it counts towards the cap as any raise does, from half a bet on (TDA 47-B);
* in pot-limit its chips are in the pot that a raise is measured by.
"""

from core.poker.events import HandEvent, Posted, PostKind
from core.poker.rounds import Betting, Round, StraddleStep, blind_round
from core.poker.state import HandSetup


class Posting:
    """The chips while they go in, position by position, and the price so far."""

    def __init__(self, setup: HandSetup) -> None:
        n = len(setup.seats)
        self.setup = setup
        self.stacks = list(setup.stacks)
        self.bets = [0] * n
        self.paid = [0] * n
        self.dead = 0
        self.blinds = 0
        """What small and big blind put in, without posts and straddles."""
        self.price = 0
        self.level = 0
        self.last_raise = setup.early.bet
        self.raises = 0
        self.first = 0
        """Where the search for the first player to act begins; one past the last position is the first again."""

    @property
    def short(self) -> int:
        """Chips missing from short or absent blinds (TDA 54-B)."""
        return max(0, self.setup.full_blinds - self.blinds) if self.price else 0

    @property
    def round(self) -> Round:
        """The betting before the flop, with nobody having acted."""
        return blind_round(
            tuple(self.stacks),
            tuple(self.bets),
            price=self.price,
            level=self.level,
            last_raise=self.last_raise,
            raises=self.raises,
            first=self.first % len(self.bets),
        )

    def owe(self, full: int) -> None:
        """The price is at least a blind of `full` chips, whatever was paid of it."""
        if full > self.price:
            self.price = self.level = full
            self.raises = 1

    def straddle(self, at: int) -> None:
        """`at` has put in a straddle: a raise, as far as the chips go."""
        to, limits = self.bets[at], self.setup.early
        by = to - self.price
        if by <= 0:
            return
        fixed = limits.betting is Betting.FIXED_LIMIT
        if 2 * (to - self.level) >= limits.bet if fixed else by >= self.last_raise:
            self.level = to
            self.raises += 1
            self.last_raise = max(
                self.last_raise, by if self.setup.straddle_step is StraddleStep.RAISE else to
            )
        self.price = to
        self.first = at + 1


def post_all(setup: HandSetup, events: list[HandEvent]) -> Posting:
    """Every post in order, each as far as the player's stack goes."""
    posting = Posting(setup)
    stacks, bets = posting.stacks, posting.bets
    for post in setup.posts:
        at = post.position
        amount = min(post.amount, stacks[at])
        stacks[at] -= amount
        match post.kind:
            case PostKind.ANTE:
                posting.paid[at] += amount
            case PostKind.BIG_BLIND_ANTE | PostKind.DEAD_BLIND:
                posting.dead += amount
            case PostKind.SMALL_BLIND | PostKind.BIG_BLIND:
                bets[at] += amount
                posting.blinds += amount
                posting.first = at + 1
                posting.owe(post.amount)
            case PostKind.POST:
                bets[at] += amount
                posting.owe(post.amount)
            case PostKind.STRADDLE:
                bets[at] += amount
                posting.straddle(at)
        if amount:
            events.append(Posted(seat=setup.seats[at], post=post.kind, amount=amount, all_in=not stacks[at]))
    return posting
