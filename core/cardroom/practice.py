"""Computer opponents: the move of one of them, in one of four tempers, from what its seat may see (rules.md 88)."""

from core.actions import Temper
from core.cardroom.practice_postflop import after_flop
from core.cardroom.practice_preflop import before_flop
from core.cardroom.practice_spot import Spot, spot_of
from core.cardroom.practice_style import Mood, Style, mood_of, style_of
from core.ids import SeatNo
from core.poker.actions import ChooseRuns, Move, Show
from core.poker.hand import Hand, Stage, legal_moves
from core.refusals import Reason, Refused


def choose(hand: Hand, number: SeatNo, temper: Temper | None, chance: str) -> Move:
    """The move of the computer opponent in table seat `number`, whose decision it is.

    `chance` is fresh randomness in hex: the same hand, temper and chance give the same move. Raises `Refused` when
    the seat has nothing to decide, and `ValueError` when `chance` is not hex.
    """
    style = style_of(temper)
    waiting = [hand.setup.seats[at] for at in hand.waiting_for]
    if not waiting:
        raise Refused(Reason.NO_HAND)
    if number not in waiting:
        raise Refused(Reason.NOT_YOUR_TURN, seat=waiting[0])
    if hand.stage is Stage.RUNS:
        return ChooseRuns(times=min(style.runs, hand.setup.most_runs))
    legal = legal_moves(hand)
    if legal is None:
        return Show()
    return _bet(spot_of(hand, hand.setup.seats.index(number), legal), style, mood_of(chance))


def _bet(spot: Spot, style: Style, mood: Mood) -> Move:
    return after_flop(spot, style, mood) if spot.board else before_flop(spot, style, mood)
