"""Hints in the private panel: the chance to win and what a call has to win, and how long somebody has been playing."""

from adapters.durations import span_of_minutes
from adapters.messages import Line, Role, Text
from adapters.odds import win_chance
from core.views import Presence, SeatView, TableView

_RIVALS = (Presence.IN_HAND, Presence.ALL_IN)


def aid_lines(view: TableView, mine: SeatView) -> tuple[Line, ...]:
    """One line when it is the viewer's turn, unless the table goes without hints."""
    if view.legal is None or not view.options.aids or len(view.boards) > 1:
        return ()
    rivals = sum(seat.presence in _RIVALS and seat.seat != mine.seat for seat in view.seats)
    board = view.boards[0] if view.boards else ()
    chance = win_chance(view.options.game, mine.hole_cards, board, rivals)
    if chance is None:
        return ()
    owed = view.legal.legal.call
    numbers: dict[str, int | str] = {"chance": chance, "rivals": rivals}
    if owed:
        after = view.total_pot + owed
        numbers |= {"percent": (200 * owed + after) // (2 * after)}
    key = "aids.chance_to_call" if owed else "aids.chance"
    return (Line(role=Role.NOTE, pieces=(Text(key=key, numbers=numbers),)),)


def buying_lines(view: TableView) -> tuple[Line, ...]:
    """That the viewer's automatic buying has ended by itself."""
    if view.own is None or not view.own.buying_failed:
        return ()
    return (Line(role=Role.NOTE, pieces=(Text(key="own.buying_failed"),)),)


def reminder_lines(view: TableView) -> tuple[Line, ...]:
    """How long the viewer has been at the table, once they wanted to be told."""
    minutes = 0 if view.own is None else view.own.played
    if not minutes:
        return ()
    return (Line(role=Role.NOTE, pieces=(Text(key="care.played", numbers=span_of_minutes(minutes)),)),)
