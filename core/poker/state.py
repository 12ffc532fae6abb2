"""The frozen state of one hand: what was fixed before the deal, the cards, the money, and what it waits for."""

from dataclasses import field
from enum import StrEnum

from core.poker.cards import Card
from core.poker.events import PostKind
from core.poker.games import GAMES, Game, GameName
from core.poker.moves import Moved
from core.poker.pots import Pot, pots
from core.poker.rounds import Limits, Round, StraddleStep
from core.poker.showdown import Award
from core.poker.value import value


class Showing(StrEnum):
    """What happens at a showdown where nobody is all-in."""

    AUTO = "auto"
    """The dealer tables every hand that has to be shown or wins, and mucks the others (TDA 17)."""
    ASK = "ask"
    """Each player in turn shows or mucks (rules.md 59)."""


class Stage(StrEnum):
    """What a hand is waiting for."""

    BETTING = "betting"
    RUNS = "runs"
    SHOWDOWN = "showdown"
    OVER = "over"


@value
class Post:
    """Chips to be put in by `position` before the deal; less goes in when the stack is shorter.

    `amount` is added to what the same player posted before: a blind who straddles to 200 posts the difference.
    """

    position: int
    kind: PostKind
    amount: int


@value
class HandSetup:
    """Everything that is fixed before the first card: who sits where, with how much, and by which rules."""

    game: GameName
    seats: tuple[int, ...]
    """Table seat numbers by position."""
    stacks: tuple[int, ...]
    """Starting stacks in chips by position; all above 0."""
    posts: tuple[Post, ...]
    """In the order of posting, straddles last; the left neighbour of the last blind, or of the last player whose
    straddle raised the price, acts first."""
    early: Limits
    """Before the flop and on it."""
    late: Limits
    """On turn and river."""
    full_blinds: int
    """Small plus big blind when nobody is short; pot-limit counts them before the flop (TDA 54-B)."""
    chip_unit: int
    burns: bool
    most_runs: int
    showing: Showing
    all_in_up: bool
    """Once someone is all-in and the betting is over, all hands are up (TDA 16)."""
    straddle_step: StraddleStep = StraddleStep.RAISE
    first_street: int = 0
    """Index of the street on which the betting begins: 1 for a bomb pot, where the flop lies at once, everyone has
    posted an ante, and nobody a blind."""
    boards: int = 1
    """Boards dealt from the start, side by side; each wins its part of every pot. With several, no pot is run more
    than once. The deck has to hold them: two fit every game at ten players."""


@value
class Dealt:
    """The cards: where they are and how far down the deck the dealer is."""

    deck: tuple[Card, ...] = field(repr=False)
    drawn: int
    holes: tuple[tuple[Card, ...], ...] = field(repr=False)
    boards: tuple[tuple[Card, ...], ...]


@value
class Ending:
    """What happens once the betting is over."""

    answers: tuple[int, ...]
    """Boards each position agreed to; 0 when it has not said, or has no say."""
    asking: tuple[int, ...]
    """Positions that still have to show or muck, in order."""
    shown: tuple[bool, ...]
    awards: tuple[Award, ...]
    returned: tuple[int, int] | None
    """(position, chips) of the uncalled bet."""


@value
class Hand:
    """One deal, from the posts to the payout."""

    setup: HandSetup
    stage: Stage
    street: int
    """Index into the game's streets."""
    dealt: Dealt
    paid: tuple[int, ...]
    """Chips in the middle from earlier streets and antes, by position; this street's are in `round.bets`."""
    dead: int
    """Chips that nobody's bet stands for: big-blind antes and dead blinds."""
    short: int
    """Chips missing from short or absent blinds, which pot-limit counts all the same before the flop."""
    round: Round
    ending: Ending
    history: tuple[Moved, ...]

    @property
    def game(self) -> Game:
        """The variant being dealt."""
        return GAMES[self.setup.game]

    @property
    def totals(self) -> tuple[int, ...]:
        """Chips put in over the whole hand by position."""
        return tuple([paid + bet for paid, bet in zip(self.paid, self.round.bets, strict=True)])

    @property
    def pot(self) -> int:
        """Everything in the middle, this street's bets included, in chips."""
        return sum(self.paid) + self.dead + sum(self.round.bets)

    @property
    def waiting_for(self) -> tuple[int, ...]:
        """Positions that have to do something now: one, or several who choose the number of boards."""
        match self.stage:
            case Stage.BETTING:
                return () if self.round.to_act is None else (self.round.to_act,)
            case Stage.RUNS:
                live = self.round.live
                return tuple(at for at, said in enumerate(self.ending.answers) if live[at] and not said)
            case Stage.SHOWDOWN:
                return self.ending.asking[:1]
            case Stage.OVER:
                return ()

    @property
    def pots(self) -> tuple[Pot, ...]:
        """Main and side pots as they stand, with the bets of this street in them."""
        return pots(self.totals, self.round.live, self.dead)

    @property
    def collected_pots(self) -> tuple[Pot, ...]:
        """Main and side pots without the bets of this street."""
        return pots(self.paid, self.round.live, self.dead)

    @property
    def nets(self) -> tuple[int, ...]:
        """Chips won or lost so far by position."""
        return tuple([now - then for now, then in zip(self.round.stacks, self.setup.stacks, strict=True)])


def limits_now(hand: Hand) -> Limits:
    """The betting limits of the present street."""
    return hand.setup.late if hand.street >= 2 else hand.setup.early


def changed(
    hand: Hand,
    *,
    stage: Stage | None = None,
    street: int | None = None,
    dealt: Dealt | None = None,
    paid: tuple[int, ...] | None = None,
    round: Round | None = None,
    ending: Ending | None = None,
) -> Hand:
    """`dataclasses.replace` spelt out: the same, at a tenth of its cost, and a hand does this twenty times."""
    return Hand(
        setup=hand.setup,
        stage=hand.stage if stage is None else stage,
        street=hand.street if street is None else street,
        dealt=dealt or hand.dealt,
        paid=hand.paid if paid is None else paid,
        dead=hand.dead,
        short=hand.short,
        round=round or hand.round,
        ending=ending or hand.ending,
        history=hand.history,
    )
