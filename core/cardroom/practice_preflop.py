"""A computer opponent before the flop: how good two cards are among all hands, and what to do with them."""

from itertools import combinations
from math import sqrt

from core.cardroom.practice_spot import Spot
from core.cardroom.practice_style import Mood, Style, raise_to
from core.poker.actions import Call, Check, Fold, RaiseTo
from core.poker.cards import Card
from core.poker.games import GAMES, GameName
from core.poker.rounds import Betting

_PUSH_STACK = 12
"""With at most so many big blinds a first raise is all-in."""
_BIG_CALL = 0.3
"""A call for this part of the stack is a decision for all of it."""

Places = dict[tuple[int, int, bool], float]


def place(game: GameName, one: Card, other: Card) -> float:
    """Which share of all two-card hands is better, 0 for the best."""
    high, low = (one.rank, other.rank) if one.rank >= other.rank else (other.rank, one.rank)
    return PLACES[game][high, low, one.suit == other.suit]


def before_flop(spot: Spot, style: Style, mood: Mood) -> Fold | Check | Call | RaiseTo:
    """The move before the flop, by position, what came before, the price, and the hand's place among all hands."""
    if spot.raises == 0:
        return _unraised(spot, style, mood)
    return _raised(spot, style, mood)


def _unraised(spot: Spot, style: Style, mood: Mood) -> Fold | Check | Call | RaiseTo:
    """Nobody has raised: raise by position, behind callers with fewer hands and to more."""
    mine = place(spot.game.name, *spot.cards)
    width = min(0.9, _open_width(spot) * style.opens)
    if mine < width:
        size = style.open_size + 0.4 * (mood.size - 0.5) + spot.callers + 0.5 * (not spot.last)
        total = max(size * spot.big, 0.75 * spot.pot)
        if min(spot.stack, spot.reach) <= _PUSH_STACK * spot.big and spot.betting is Betting.NO_LIMIT:
            total = spot.legal.all_in
        move = raise_to(spot, total, strong=mine < width)
        if move is not None:
            return move
    if spot.legal.check:
        return Check()
    joining = spot.callers > 0 or spot.behind <= 1
    if mine < (max(style.limps, style.joins) if joining else style.limps) and spot.call_risk < 0.1:
        return Call()
    odds = mine < width or _share(mine, 0.6) > spot.call_price + 0.1 + style.margin
    return Call() if odds and spot.call_risk >= 0.1 else Fold()


def _open_width(spot: Spot) -> float:
    """The usual width of a first raise: wider with fewer players behind and more antes in the pot."""
    usual = 0.14 if spot.legal.check else 0.95 / (spot.behind + 0.1)
    if spot.behind <= 1 and spot.players > 2:
        usual = min(usual, 0.48)
    antes = spot.pot / max(1, spot.big + spot.small + spot.callers * spot.big)
    return usual * 0.8**spot.callers * max(1.0, min(1.4, sqrt(antes)))


def _raised(spot: Spot, style: Style, mood: Mood) -> Fold | Check | Call | RaiseTo:
    """Somebody has raised: re-raise the best, call with what the price allows, now and then raise light."""
    mine = place(spot.game.name, *spot.cards)
    if spot.call_risk >= _BIG_CALL or all(not rival.stack for rival in spot.rivals):
        return _for_the_stack(spot, style, mine)
    usual = 0.22 if spot.raises == 1 else 0.3
    best = spot.pressure * usual * (style.reraises if spot.raises < 3 else min(1.0, style.reraises))
    calling = _call_width(spot, style)
    light = spot.raises == 1 and spot.callers == 0 and calling <= mine < 1.6 * calling + 0.03
    if mine < best or (light and mood.bold < style.lights):
        times = (2.9 if spot.last else 3.5) if spot.raises == 1 else 2.3
        total = (times + 0.3 * (mood.size - 0.5) + spot.callers) * spot.price
        move = raise_to(spot, total, strong=mine < 0.06)
        if move is not None:
            return move
    if mine < max(best, calling):
        return Call()
    return Check() if spot.legal.check else Fold()


def _call_width(spot: Spot, style: Style) -> float:
    """The hands worth a call: few at a high price, more of those that win big pots when the stacks are deep."""
    generous = max(0.12, min(1.7, 6.9 * (0.475 - spot.call_price)))
    width = spot.pressure * generous * style.calls
    one, other = spot.cards
    hidden = one.rank == other.rank or (one.suit == other.suit and abs(one.rank - other.rank) <= 2)
    deep = min(spot.stack, spot.reach) >= 15 * spot.legal.call
    return min(0.85, width * (1.5 if hidden and deep else 1.0))


def _for_the_stack(spot: Spot, style: Style, mine: float) -> Fold | Check | Call | RaiseTo:
    """Call or go all-in when the hand's share against the raiser's hands beats the pot odds."""
    share = _share(mine, spot.pressure) - 0.05 * (len(spot.rivals) > 2 and spot.callers > 0)
    if share < spot.call_price + style.margin / 2:
        return Check() if spot.legal.check else Fold()
    if share >= 0.5:
        move = raise_to(spot, spot.legal.all_in, strong=True)
        if move is not None:
            return move
    return Check() if spot.legal.check else Call()


def _share(mine: float, width: float) -> float:
    """About how much of the pot a hand at this place wins against one from the best `width` of hands."""
    return max(0.27, 0.8 - 0.36 * sqrt(mine / width))


def _worth(high: int, low: int, suited: bool) -> float:
    """Our own measure of two cards: their ranks, and how often they become straights and flushes."""
    if high == low:
        return 26 + 2.4 * high
    worth = 2.0 * high + 1.15 * low + (4.0 if suited else 0.0)
    if high == 14:
        worth += 3.0
    gap = min(high - low, low - 1) if high == 14 else high - low
    near = (0.0, 2.2, 1.4, 0.7, 0.2)[gap] if gap < 5 else 0.0
    if gap >= 5 and not suited and high < 14:
        worth -= 3.0
    return worth + (2 * near if suited else near)


def _places(deck: tuple[Card, ...]) -> Places:
    hands: dict[tuple[int, int, bool], int] = {}
    for low, high in combinations(deck, 2):
        key = (high.rank, low.rank, high.suit == low.suit)
        hands[key] = hands.get(key, 0) + 1
    better, total = 0, sum(hands.values())
    places: Places = {}
    for key in sorted(hands, key=lambda key: (_worth(*key), key), reverse=True):
        places[key] = better / total
        better += hands[key]
    return places


PLACES: dict[GameName, Places] = {name: _places(game.deck) for name, game in GAMES.items()}
"""Every hand's place among all hands of its game, by high rank, low rank, and whether it is suited."""
