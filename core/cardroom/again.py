"""Whether somebody says once more what they did at that very moment: the second press of a button is no mistake."""

from core.actions import Play
from core.cardroom.table import Table
from core.poker.actions import Call, Check, ChooseRuns, Fold, Move, Muck, RaiseTo, Show
from core.poker.moves import Moved, MoveName
from core.poker.state import Hand, Stage


def done_already(table: Table, action: Play) -> bool:
    """Whether this move was made by this player in the hand and at the action that its button was made for.

    Without a button nothing was done already: whoever types a move twice means it twice (product.md 6.5).
    """
    turn, deal = action.turn, table.deal
    if turn is None or deal is None or (turn.table, turn.hand_no) != (table.id, deal.hand_no):
        return False
    number = next((one.seat for one in deal.seated if one.player == action.by), None)
    if number is None or number not in deal.hand.setup.seats:
        return False
    at = deal.hand.setup.seats.index(number)
    history = deal.hand.history
    if turn.action_no < len(history):
        moved = history[turn.action_no]
        return moved.position == at and _is(moved, action.move)
    return turn.action_no > len(history) and _is_done(deal.hand, at, action.move)


def _is(moved: Moved, move: Move) -> bool:
    """Whether a line of the history is this move."""
    match move:
        case Fold():
            return moved.move is MoveName.FOLD
        case Check():
            return moved.move is MoveName.CHECK
        case Call():
            return moved.move is MoveName.CALL
        case RaiseTo():
            return moved.move in (MoveName.BET, MoveName.RAISE) and moved.to == move.to
        case ChooseRuns() | Show() | Muck():
            return False


def _is_done(hand: Hand, at: int, move: Move) -> bool:
    """Whether the player at this position has made this choice after the betting."""
    decided = hand.stage in (Stage.SHOWDOWN, Stage.OVER) and at not in hand.ending.asking
    match move:
        case ChooseRuns():
            return hand.ending.answers[at] == move.times
        case Show():
            return decided and hand.ending.shown[at]
        case Muck():
            return decided and hand.round.live[at] and not hand.ending.shown[at]
        case Fold() | Check() | Call() | RaiseTo():
            return False
