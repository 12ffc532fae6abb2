"""Being away from the table: sitting out now or at the big blind, coming back, and how long a seat is kept.

What a player misses meanwhile is noted when the blinds pass (`core.cardroom.blinds`).
"""

from dataclasses import replace

from core.actions import ComeBack, SitOut
from core.cardroom.chips import MINUTE_MS
from core.cardroom.doors import sent_away
from core.cardroom.hosts import MISSES_ALLOWED
from core.cardroom.seating import stand_up
from core.cardroom.table import Seat, Table, Wait, dealt_in, own_seat, seat_at, taken, with_seat
from core.events import CameBack, Event, LeftWhy, SatOutNow, SatOutWhy
from core.ids import SeatNo
from core.refusals import Reason, Refused
from core.side_actions import AwayWhen, VoteAway
from core.side_events import AwayVoted

ORBITS_AWAY = 2
"""Big blinds that a player may miss before the seat is freed (product.md 4)."""
AWAY_MS = 15 * MINUTE_MS
"""How long a seat is kept for a player who sits out."""


def sit_out(table: Table, action: SitOut, now: int, events: list[Event]) -> Table:
    """Be dealt no more hands, from the next one or from the next big blind on; the present hand goes on.

    Whoever was sat out for missing turns, and would be back with the next move, may ask to stay out.
    """
    number = own_seat(table, action.by)
    seat = seat_at(table, number)
    if seat.sitting_out and seat.missed >= MISSES_ALLOWED and action.when is AwayWhen.NEXT_HAND:
        return with_seat(table, number, replace(seat, missed=0))
    if seat.sitting_out or (seat.out_at_blind and action.when is AwayWhen.NEXT_BLIND):
        raise Refused(Reason.ALREADY_SITTING_OUT)
    if action.when is AwayWhen.NEXT_BLIND:
        return with_seat(table, number, replace(seat, out_at_blind=True))
    events.append(SatOutNow(seat=number, why=SatOutWhy.ASKED))
    return with_seat(table, number, out(replace(seat, missed=0), now))


def out(seat: Seat, now: int) -> Seat:
    """The seat with its player sitting out from `now` on."""
    return replace(seat, sitting_out=True, out_at_blind=False, posts=False, away_ms=now, away_orbits=0)


def back(seat: Seat) -> Seat:
    """The seat with its player back; what was missed is still owed."""
    return replace(seat, sitting_out=False, leaving=False, out_at_blind=False, away_ms=None, away_orbits=0)


def come_back(table: Table, action: ComeBack, events: list[Event]) -> Table:
    """Be dealt in again, or stay after having asked to leave, or post what is owed rather than wait for the blind.

    Whoever wanted to post may wait after all.
    """
    number = own_seat(table, action.by)
    seat = seat_at(table, number)
    owes = seat.owes_small or seat.owes_big
    away = seat.sitting_out or seat.going or seat.out_at_blind
    if sent_away(table, action.by):
        raise Refused(Reason.BARRED)
    if not away and action.post and not owes:
        raise Refused(Reason.NOTHING_OWED)
    if not away and action.post == seat.posts:
        raise Refused(Reason.NOT_SITTING_OUT)
    if away:
        events.append(CameBack(seat=number))
        seat = replace(back(seat), kicked=False, missed=0)
    return with_seat(table, number, replace(seat, posts=owes and action.post))


def vote_away(table: Table, action: VoteAway, events: list[Event]) -> Table:
    """Not wait any longer for the player to act, whose turn clock has run out or who missed the last turn too.

    The time-out itself is `core.cardroom.play`'s, when everybody else in the hand agrees.
    """
    if action.turn is not None and action.turn != table.turn:
        raise Refused(Reason.TOO_LATE, hand_no=table.hand_no)
    number, absent = own_seat(table, action.by), acting(table)
    late = table.wait is Wait.BANK or (absent is not None and seat_at(table, absent).missed > 0)
    if absent is None or (absent != number and not late):
        raise Refused(Reason.NOT_WAITING)
    if absent == number:
        raise Refused(Reason.WAITS_FOR_YOU)
    if not dealt_in(table, number):
        raise Refused(Reason.NOT_IN_HAND)
    if action.by in table.away_votes:
        raise Refused(Reason.ALREADY_VOTED)
    table = replace(table, away_votes=(*table.away_votes, action.by))
    needed = voters(table, absent)
    votes = len(needed & set(table.away_votes))
    events.append(AwayVoted(seat=number, absent=absent, votes=votes, needed=len(needed)))
    return table


def outvoted(table: Table) -> bool:
    """Everybody else in the hand agrees that the player to act is away."""
    absent = acting(table)
    needed = set() if absent is None else voters(table, absent)
    return bool(needed) and needed <= set(table.away_votes)


def acting(table: Table) -> SeatNo | None:
    """The person whom the turn clock or the time bank runs for."""
    hand = table.hand
    if hand is None or table.wait not in (Wait.TURN, Wait.BANK):
        return None
    return SeatNo(hand.setup.seats[hand.waiting_for[0]])


def voters(table: Table, absent: SeatNo) -> set[str]:
    """The people in the hand who are there, but for the one who is waited for."""
    return {
        seat.player
        for number, seat in taken(table)
        if number != absent and dealt_in(table, number) and seat.temper is None
        if seat.missed < MISSES_ALLOWED and not seat.leaving
    }


def free_the_absent(table: Table, now: int, events: list[Event]) -> Table:
    """Seats of people who have been away for too long, between hands."""
    for number, seat in taken(table):
        until = kept_until(seat)
        if until is not None and until <= now:
            table = stand_up(table, number, LeftWhy.AWAY, now, events)
    return table


def kept_until(seat: Seat) -> int | None:
    """When the seat of a player who sits out is freed, in milliseconds since the epoch; None for who plays."""
    if not seat.sitting_out:
        return None
    if seat.away_orbits >= ORBITS_AWAY:
        return 0
    return None if seat.away_ms is None else seat.away_ms + AWAY_MS
