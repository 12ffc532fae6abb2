"""A computer opponent after the flop: what its hand is worth against what the others may hold, and what to do."""

from dataclasses import dataclass
from itertools import combinations, islice
from math import pow

from core.cardroom.practice_preflop import PLACES
from core.cardroom.practice_spot import Rival, Spot
from core.cardroom.practice_style import Mood, Style, raise_to
from core.poker.actions import Call, Check, Fold, RaiseTo
from core.poker.cards import Card
from core.poker.events import Street
from core.poker.ranking import Ladder, ranker
from core.poker.ranking_high import SHORT, STANDARD, Category

_LEVELS = 20
_OFF_RANGE = 0.12
"""How much a hand counts that its player would usually have folded: people surprise."""
_THIN = 3
"""Every third possible hand is looked at: enough to judge by, at a third of the time."""
_GOOD_DRAW = 8.0
"""Outs of an open-ended straight draw."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Reading:
    """A hand after the flop. Holds no cards."""

    strength: float
    """The chance to be ahead of everybody, given how they have bet, 0 to 1."""
    outs: float
    """Cards that would make it a winner; those for two pair or better from less count in part."""
    to_come: int
    """Board cards still to come."""

    @property
    def equity(self) -> float:
        """The chance to win if the next card is seen for this call."""
        return self.with_cards(min(1, self.to_come))

    def with_cards(self, seen: int) -> float:
        """The chance to win when so many more cards are seen before the next bet."""
        hit = min(0.6, self.outs * 0.0215 * seen)
        held = self.strength * (1 - 0.05 * seen)
        return held + (1 - held) * hit * 0.92


def after_flop(spot: Spot, style: Style, mood: Mood) -> Fold | Check | Call | RaiseTo:
    """The move on flop, turn or river."""
    reading = read(spot, mood.sample)
    if spot.legal.check:
        return _unbet(spot, reading, style, mood)
    return _bet_into(spot, reading, style, mood)


def read(spot: Spot, sample: int) -> Reading:
    """What the hand is worth. `sample` chooses which of the possible opposing hands are looked at."""
    ahead, weight = _ahead_by_level(spot, sample)
    strength = 1.0
    for rival in spot.rivals:
        strength *= _against(rival, ahead, weight)
    if len(spot.rivals) > 1:
        strength = pow(strength, 0.85)
    to_come = sum(rule.board for rule in spot.game.streets) - len(spot.board)
    return Reading(strength=strength, outs=_outs(spot) if to_come else 0.0, to_come=to_come)


def _ahead_by_level(spot: Spot, sample: int) -> tuple[list[float], list[int]]:
    """Of the opposing hands at each level before the flop: how many this one beats (ties half), how many there are."""
    rank = ranker(spot.game.ladder)
    mine = rank((*spot.cards, *spot.board)) or 0
    seen = {*spot.cards, *spot.board}
    left = [card for card in spot.game.deck if card not in seen]
    places = PLACES[spot.game.name]
    ahead, count = [0.0] * _LEVELS, [0] * _LEVELS
    thin = 2 if len(spot.board) == 5 and len(spot.rivals) == 1 else _THIN
    for low, high in islice(combinations(left, 2), sample % thin, None, thin):
        level = int(places[high.rank, low.rank, high.suit == low.suit] * _LEVELS)
        theirs = rank((low, high, *spot.board)) or 0
        count[level] += 1
        if theirs <= mine:
            ahead[level] += 0.5 if theirs == mine else 1.0
    return ahead, count


def _against(rival: Rival, ahead: list[float], count: list[int]) -> float:
    """The chance to be ahead of one opponent: first among the hands they came with, then among those they kept."""
    won = total = 0.0
    for level in range(_LEVELS):
        share = 1.0 if level < rival.width * _LEVELS else _OFF_RANGE
        won += share * ahead[level]
        total += share * count[level]
    place = won / total if total else 0.5
    bluffs = 0.25 * (1 - rival.kept) * min(1.0, 2 * place)
    return bluffs + (1 - bluffs) * max(0.0, (place - (1 - rival.kept)) / rival.kept)


def _outs(spot: Spot) -> float:
    """Cards that make a straight or flush the board does not make by itself, and in part those for lesser hands."""
    rank = ranker(spot.game.ladder)
    category = _category(spot.game.ladder, rank((*spot.cards, *spot.board)) or 0)
    if category not in _LOW_MADE:
        return 0.0
    seen = {*spot.cards, *spot.board}
    outs = 0.0
    top = max(card.rank for card in spot.board)
    for card in spot.game.deck:
        if card in seen:
            continue
        board = (*spot.board, card)
        worth = rank((*spot.cards, *board)) or 0
        made = _category(spot.game.ladder, worth)
        if made in _DRAWN:
            outs += worth > (rank(board) or 0) and _category(spot.game.ladder, rank(board) or 0) not in _DRAWN
        elif any(card.rank == own.rank for own in spot.cards):
            outs += _pairing(spot.cards, card, category, top)
    return outs


def _pairing(cards: tuple[Card, ...], card: Card, category: Category, top: int) -> float:
    """What a card counts that pairs one of the hole cards."""
    if category is Category.HIGH_CARD:
        return 0.5 if card.rank > top else 0.15
    return 0.7 if category is Category.PAIR else 0.3


_LOW_MADE = (Category.HIGH_CARD, Category.PAIR, Category.TWO_PAIR, Category.THREE_OF_A_KIND)
_DRAWN = (
    Category.STRAIGHT,
    Category.FLUSH,
    Category.FULL_HOUSE,
    Category.FOUR_OF_A_KIND,
    Category.STRAIGHT_FLUSH,
)


def _category(ladder: Ladder, worth: int) -> Category:
    return (SHORT if ladder is Ladder.SHORT_DECK else STANDARD).order[worth >> 20]


def _unbet(spot: Spot, reading: Reading, style: Style, mood: Mood) -> Check | RaiseTo:
    """Checking is free: bet for value, bet a draw, go on as the raiser, bluff, or check."""
    strong = reading.strength >= style.value
    share = _bet_share(spot, reading, style, mood)
    if share == 0.0:
        return Check()
    total = spot.bet + share * style.size * spot.pot
    return raise_to(spot, max(total, spot.big), strong=strong and reading.strength > 0.7) or Check()


def _bet_share(spot: Spot, reading: Reading, style: Style, mood: Mood) -> float:
    """How much of the pot to bet; 0 for a check."""
    vary = 0.16 * (mood.size - 0.5)
    street = spot.game.streets[spot.street].street
    if reading.strength >= style.value:
        if reading.strength > 0.93 and street is Street.FLOP and mood.sly < style.traps:
            return 0.0
        return vary + (0.5 if reading.strength < 0.8 else 0.65 if reading.strength < 0.9 else 0.8)
    if not _can_bluff(spot):
        return 0.0
    if reading.outs >= _GOOD_DRAW and reading.to_come:
        return 0.5 + vary if mood.bold < style.semis else 0.0
    alone = len(spot.rivals) == 1
    if spot.led and street is Street.FLOP and len(spot.rivals) <= 2:
        return 0.4 + vary if mood.bold < style.follows * (1.0 if alone else 0.5) else 0.0
    if spot.led and alone:
        return 0.55 + vary if mood.bold < style.follows * (0.4 if street is Street.TURN else 0.25) else 0.0
    weak = alone and spot.last and spot.rivals[0].kept > 0.6
    return 0.5 + vary if weak and reading.strength < 0.45 and mood.bold < style.bluffs else 0.0


def _can_bluff(spot: Spot) -> bool:
    """Everybody has chips enough to be bet out of the pot, and so has the bluffer."""
    least = min(rival.stack for rival in spot.rivals)
    return 2 * least >= spot.pot and 2 * spot.stack >= spot.pot


def _bet_into(spot: Spot, reading: Reading, style: Style, mood: Mood) -> Fold | Call | RaiseTo:
    """There is a bet: raise, call when the odds allow, else fold."""
    closing = spot.legal.call >= spot.stack or all(not rival.stack for rival in spot.rivals)
    chance = reading.with_cards(reading.to_come) if closing else reading.equity
    winnable = float(spot.winnable)
    if reading.outs >= _GOOD_DRAW and reading.to_come and not closing:
        later = min(spot.stack - spot.legal.call, max(rival.stack for rival in spot.rivals))
        winnable += 0.6 * min(later, spot.pot)
    wanted = spot.legal.call / winnable
    if reading.strength >= min(0.97, style.raises + 0.06 * (spot.raises - 1)):
        trap = reading.strength > 0.95 and reading.to_come and mood.sly < style.traps
        move = None if trap else _raise_by_pot(spot, 0.75 * style.size + 0.2 * (mood.size - 0.5), strong=True)
        if move is not None:
            return move
    fair = 2 * spot.legal.call <= spot.pot and _can_bluff(spot)
    if spot.raises == 1 and fair and mood.bold < _bluff_raise(reading, style):
        move = _raise_by_pot(spot, 0.75, strong=False)
        if move is not None:
            return move
    # The looser a call, the less of the stack it may cost.
    margin = style.margin if style.margin > 0 else style.margin * max(0.0, 1 - 2 * spot.call_risk)
    return Call() if chance >= wanted + margin + 0.04 * (mood.lean - 0.5) else Fold()


def _bluff_raise(reading: Reading, style: Style) -> float:
    """The chance to raise without a hand: rare, and mostly with a draw to fall back on."""
    if reading.outs >= _GOOD_DRAW and reading.to_come:
        return 0.3 * style.semis
    return 0.12 * style.bluffs


def _raise_by_pot(spot: Spot, share: float, *, strong: bool) -> RaiseTo | None:
    """Raise by a share of the pot as it would be after a call."""
    return raise_to(spot, spot.price + share * (spot.pot + spot.legal.call), strong=strong)
