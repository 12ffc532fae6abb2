"""Straddles and bomb pots: who puts in what more than the blinds, and when everybody antes instead."""

from collections.abc import Sequence
from dataclasses import replace

from core.cardroom.table import Table, dealt_in, own_seat, seat_at, taken, with_seat
from core.events import Event
from core.ids import SeatNo
from core.options import StraddleRule
from core.refusals import Reason, Refused
from core.side_actions import ChooseStraddle, VoteBombPot
from core.side_events import BombPotVoted

FEWEST_TO_STRADDLE = 4
"""Players dealt in (product.md 4)."""


def choose_straddle(table: Table, action: ChooseStraddle) -> Table:
    """Straddle from the next hand on whenever the rule lets the player, or no longer."""
    number = own_seat(table, action.by)
    if action.on and table.options.straddle is StraddleRule.NONE:
        raise Refused(Reason.NO_STRADDLE)
    return with_seat(table, number, replace(seat_at(table, number), straddles=action.on))


def straddlers(table: Table, order: Sequence[SeatNo], blinds: Sequence[SeatNo]) -> list[SeatNo]:
    """Who straddles the next hand, in the order of posting; `order` is the order of the deal, the button last.

    Each needs more than the straddle: nobody goes all-in in the dark.
    """
    others = [seat for seat in order if seat not in blinds]
    if len(order) < FEWEST_TO_STRADDLE:
        return []
    match table.options.straddle:
        case StraddleRule.NONE:
            return []
        case StraddleRule.UNDER_THE_GUN:
            willing: list[SeatNo] = []
            for seat in others:
                if not _straddles(table, seat, len(willing)):
                    break
                willing.append(seat)
            return willing
        case StraddleRule.BUTTON:
            return [seat for seat in others[-1:] if _straddles(table, seat, 0)]
        case StraddleRule.MISSISSIPPI:
            return [seat for seat in reversed(others) if _straddles(table, seat, 0)][:1]


def straddle(table: Table, number: int) -> int:
    """Chips of the straddle after `number` others: twice the blind, then twice the one before."""
    return table.options.big_blind << (number + 1)


def vote_bomb_pot(table: Table, action: VoteBombPot, events: list[Event]) -> Table:
    """Ask for a bomb pot; more than half of those who play make the next hand one."""
    number = own_seat(table, action.by)
    if action.by in table.bomb_votes:
        raise Refused(Reason.ALREADY_VOTED)
    table = replace(table, bomb_votes=(*table.bomb_votes, action.by))
    votes, needed = len(_voting(table) & set(table.bomb_votes)), _needed(table)
    events.append(BombPotVoted(seat=number, votes=votes, needed=needed))
    return table


def bomb_due(table: Table) -> bool:
    """The next hand is a bomb pot: it is its turn, or the players want it."""
    every = table.options.bomb_every
    voted = len(_voting(table) & set(table.bomb_votes)) >= _needed(table)
    return voted or bool(every and (table.hand_no + 1) % every == 0)


def _straddles(table: Table, seat: SeatNo, number: int) -> bool:
    player = seat_at(table, seat)
    return player.straddles and player.stack > straddle(table, number)


def _voting(table: Table) -> set[str]:
    """The people who play."""
    return {
        seat.player
        for number, seat in taken(table)
        if seat.temper is None
        if (seat.stack or dealt_in(table, number)) and not seat.sitting_out
    }


def _needed(table: Table) -> int:
    return len(_voting(table)) // 2 + 1
