"""What a computer opponent may know when it decides: its own cards, and what everybody at the table can see.

A decision is made from a `Spot` alone. Building it never looks at the other players' cards or at the deck, so no
computer opponent can play on what a person in its seat would not know (rules.md 88).
"""

from dataclasses import dataclass, field

from core.poker.betting import Legal
from core.poker.cards import Card
from core.poker.events import LIVE_POSTS
from core.poker.games import Game
from core.poker.hand import Hand
from core.poker.moves import Moved, MoveName
from core.poker.rounds import Betting
from core.poker.state import HandSetup, limits_now

_LEAST_KEPT = 0.08


@dataclass(frozen=True, slots=True, kw_only=True)
class Rival:
    """A live opponent, and how their betting so far reads."""

    stack: int
    """Chips behind."""
    bet: int
    """Chips on this street."""
    width: float
    """The share of all hands, best first, that people come this far with before the flop; 1 is any two cards."""
    kept: float
    """The share of those, best first, that they would have gone on with since."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Spot:
    """One decision as its player sees it; amounts in chips, bets as totals of the street."""

    game: Game = field(repr=False)
    betting: Betting
    legal: Legal
    cards: tuple[Card, ...] = field(repr=False)
    board: tuple[Card, ...]
    street: int
    players: int
    """How many were dealt in."""
    rivals: tuple[Rival, ...]
    pot: int
    """Everything in the middle."""
    winnable: int
    """What can be won by calling: the pot with the call in it, without side pots of others."""
    price: int
    bet: int
    stack: int
    reach: int
    """The largest total that any rival could still match."""
    small: int
    big: int
    behind: int
    """Opponents who have yet to act on this street and come after."""
    last: bool
    """Nobody comes after on this street and the later ones."""
    led: bool
    """The last bet or raise of the streets before was this player's."""
    raises: int
    """Bets and raises on this street, the blinds not counted."""
    callers: int
    """Who called the present price; before a raise these are the limpers."""
    pressure: float
    """`Rival.width` of whoever raised last on this street; 1 when nobody did."""

    @property
    def call_risk(self) -> float:
        """The part of the stack that a call costs, 0 to 1."""
        return self.legal.call / self.stack

    @property
    def call_price(self) -> float:
        """The pot odds as the share of the time that a call has to win, 0 to 1."""
        return self.legal.call / self.winnable if self.legal.call else 0.0


@dataclass(frozen=True, slots=True)
class _Story:
    """What the moves so far tell, by position."""

    widths: list[float]
    kept: list[float]
    raises: int
    callers: int
    raiser: int | None
    """Who raised last on this street."""
    leader: int | None
    """Who bet or raised last on an earlier one."""


def spot_of(hand: Hand, at: int, legal: Legal) -> Spot:
    """The decision of position `at`, whose turn it is, with what is legal."""
    now = hand.round
    totals = hand.totals
    full = totals[at] + legal.call
    story = _story(hand)
    others = [other for other, live in enumerate(now.live) if live and other != at]
    able = [other for other in others if now.stacks[other]]
    big = hand.setup.early.bet
    return Spot(
        game=hand.game,
        betting=limits_now(hand).betting,
        legal=legal,
        cards=hand.dealt.holes[at],
        board=hand.dealt.boards[0],
        street=hand.street,
        players=len(now.live),
        rivals=tuple(_rival(hand, other, story) for other in others),
        pot=hand.pot,
        winnable=hand.dead + legal.call + sum(min(total, full) for total in totals),
        price=max(now.price, now.bets[at]),
        bet=now.bets[at],
        stack=now.stacks[at],
        reach=max(now.stacks[other] + now.bets[other] for other in others),
        small=max(0, hand.setup.full_blinds - big),
        big=big,
        behind=sum(not now.acted[other] for other in able),
        last=all(other < at for other in able),
        led=story.leader == at,
        raises=story.raises,
        callers=story.callers,
        pressure=1.0 if story.raiser is None else story.widths[story.raiser],
    )


def _rival(hand: Hand, at: int, story: _Story) -> Rival:
    return Rival(
        stack=hand.round.stacks[at],
        bet=hand.round.bets[at],
        width=story.widths[at],
        kept=max(_LEAST_KEPT, story.kept[at]),
    )


def _story(hand: Hand) -> _Story:
    n = len(hand.setup.seats)
    widths, kept = [1.0] * n, [1.0] * n
    raises = callers = 0
    raiser: int | None = None
    leader: int | None = None
    street = 0
    for moved, pot_share in _with_sizes(hand):
        if moved.street != street:
            leader, raiser = leader if raiser is None else raiser, None
            street, raises, callers = moved.street, 0, 0
        at = moved.position
        if street == 0:
            widths[at] = min(widths[at], _width(moved.move, raises, n))
        else:
            kept[at] *= _kept(moved.move, pot_share)
        match moved.move:
            case MoveName.BET | MoveName.RAISE:
                raises, callers, raiser = raises + 1, 0, at
            case MoveName.CALL:
                callers += 1
            case MoveName.FOLD | MoveName.CHECK:
                pass
    if street != hand.street:
        leader, raiser = leader if raiser is None else raiser, None
        raises = callers = 0
    return _Story(widths, kept, raises, callers, raiser, leader)


def _with_sizes(hand: Hand) -> list[tuple[Moved, float]]:
    """Each move with the chips it put in as a share of the pot before it."""
    bets = _blinds(hand.setup)
    street = 0
    chips: list[int] = []
    for moved in hand.history:
        if moved.street != street:
            street, bets = moved.street, [0] * len(bets)
        chips.append(moved.to - bets[moved.position])
        bets[moved.position] = moved.to
    pot = hand.pot - sum(chips)
    sized: list[tuple[Moved, float]] = []
    for moved, added in zip(hand.history, chips, strict=True):
        sized.append((moved, added / pot if pot else 1.0))
        pot += added
    return sized


def _blinds(setup: HandSetup) -> list[int]:
    """What blinds, posts and straddles put in, by position; a short stack posts what it has."""
    left, bets = list(setup.stacks), [0] * len(setup.stacks)
    for post in setup.posts:
        amount = min(post.amount, left[post.position])
        left[post.position] -= amount
        if post.kind in LIVE_POSTS:
            bets[post.position] += amount
    return bets


def _width(move: MoveName, raises: int, players: int) -> float:
    """The share of hands that people make this move with before the flop, after so many raises."""
    match move:
        case MoveName.BET | MoveName.RAISE:
            opening = 0.7 if players == 2 else 0.42 if players == 3 else 0.28
            return (opening, 0.09)[raises] if raises < 2 else 0.035
        case MoveName.CALL:
            return (0.55, 0.3, 0.1)[raises] if raises < 3 else 0.05
        case MoveName.FOLD | MoveName.CHECK:
            return 1.0


def _kept(move: MoveName, pot_share: float) -> float:
    """The share of their hands that people make this move with after the flop, by its size."""
    match move:
        case MoveName.BET:
            return 0.72 if pot_share < 0.4 else 0.58 if pot_share < 0.8 else 0.45
        case MoveName.RAISE:
            return 0.35
        case MoveName.CALL:
            return 0.8 if pot_share < 0.25 else 0.68
        case MoveName.FOLD | MoveName.CHECK:
            return 1.0
