"""Moves chosen before the turn: check or fold, call this price, call any; what changes the price cancels them."""

from dataclasses import replace

from core.cardroom.hosts import MISSES_ALLOWED
from core.cardroom.table import ReadyMove, Table, dealt_in, own_seat, seat_at, with_seat
from core.ids import SeatNo
from core.poker.actions import Call, Check, Fold, Move
from core.poker.hand import Hand, Stage, legal_moves
from core.poker.moves import MoveName
from core.refusals import Reason, Refused
from core.side_actions import Plan, Prepare

_BOUND = frozenset({Plan.CALL, Plan.CHECK})
"""Moves that hold for the price they were chosen at, and no other."""


def prepare(table: Table, action: Prepare) -> Table:
    """Choose a move for when the turn comes, or take it back. Refuses whoever has no turn to come.

    Who chooses is there: turns missed before no longer count.
    """
    number = own_seat(table, action.by)
    hand = table.hand
    if action.turn is not None and action.turn.hand_no != table.hand_no:
        raise Refused(Reason.TOO_LATE, hand_no=table.hand_no)
    if hand is None:
        raise Refused(Reason.NO_HAND)
    if not dealt_in(table, number):
        raise Refused(Reason.NOT_IN_HAND)
    at = hand.setup.seats.index(number)
    now = hand.round
    if action.turn is not None and _moved_on(hand, action.turn.action_no, action.plan):
        raise Refused(Reason.TOO_LATE, hand_no=table.hand_no)
    if hand.stage is not Stage.BETTING or now.to_act == at or not now.live[at] or not now.stacks[at]:
        raise Refused(Reason.CANNOT_PREPARE)
    ready = None
    if action.plan is not None:
        ready = ReadyMove(plan=action.plan, hand_no=table.hand_no, street=hand.street, price=now.price)
    seat = seat_at(table, number)
    missed = seat.missed if seat.missed >= MISSES_ALLOWED else 0
    return with_seat(table, number, replace(seat, ready_move=ready, missed=missed))


def _moved_on(hand: Hand, action_no: int, plan: Plan | None) -> bool:
    """The choice was seen on an earlier street, or it is bound to a price that somebody has raised since."""
    since = hand.history[action_no:]
    raised = any(move.move in (MoveName.BET, MoveName.RAISE) for move in since)
    return any(move.street != hand.street for move in since) or (plan in _BOUND and raised)


def prepared_move(table: Table, hand: Hand, number: SeatNo) -> Move | None:
    """What the player whose turn it is has chosen, if it still holds."""
    seat = seat_at(table, number)
    ready, legal = standing(table, number), legal_moves(hand)
    if ready is None or legal is None or seat.temper is not None:
        return None
    same_price = hand.round.price == ready.price
    match ready.plan:
        case Plan.FOLD | Plan.CHECK_FOLD:
            return Check() if legal.check else Fold()
        case Plan.CHECK:
            return Check() if legal.check else None
        case Plan.CALL:
            return (Check() if legal.check else Call()) if same_price else None
        case Plan.CALL_ANY:
            return Check() if legal.check else Call()


def standing(table: Table, number: SeatNo) -> ReadyMove | None:
    """The move that a seat's player has chosen for this street; None when it was cancelled or there is none."""
    hand, ready = table.hand, seat_at(table, number).ready_move
    if hand is None or ready is None or (ready.hand_no, ready.street) != (table.hand_no, hand.street):
        return None
    return None if ready.plan in _BOUND and hand.round.price != ready.price else ready
