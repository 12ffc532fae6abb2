"""Between hands: who makes room, when the next hand is due, and when a table waits, idles out or closes.

While nothing can be dealt a seat is of use to nobody but the queue: it is freed when somebody waits for one.
"""

from dataclasses import replace

from core.cardroom.away import free_the_absent, kept_until
from core.cardroom.blinds import can_deal
from core.cardroom.chips import MINUTE_MS
from core.cardroom.seating import stand_up
from core.cardroom.table import Seat, Table, Wait, seat_at, taken, with_seat
from core.cardroom.waitlist import offer_seats
from core.events import Event, HandCancelled, HandEnded, LeftWhy, TableClosed
from core.host_actions import CancelTable
from core.ids import HOUSE, SeatNo
from core.poker.events import StreetDealt
from core.refusals import Reason, Refused

STREET_MS = 2_000
"""Between the streets of a run-out, so that people can follow it: the next deal waits for it."""
IDLE_MS = 30 * MINUTE_MS
"""How long a table at which nothing can be dealt keeps its room: then everyone is cashed out (product.md 6.5)."""
REBUY_MS = MINUTE_MS
"""How long a broke player has to buy in again, while nothing can be dealt, before the seat goes to the queue."""
CLOSING_MS = 5_000
"""How long the last result of a table that closes stands at most, however long the pause between hands is."""
DIRECTOR_MS = 60_000
"""How long a tournament's table waits before it calls its director again."""


def make_room(table: Table, now: int, events: list[Event]) -> Table:
    """Who has been away for too long goes, and broke computers; broke people go when the others can play without
    them, else the table waits for them."""
    if table.event is not None:
        return table
    table = free_the_absent(table, now, events)
    for number, seat in taken(table):
        if not seat.stack and (seat.temper is not None or can_deal(table)):
            table = stand_up(table, number, LeftWhy.BUSTED, now, events)
    return table


def finished(table: Table) -> bool:
    """The host closes the table, or nobody waits and only computers are left, or one player of the last hand.

    A tournament's table closes only when its director says so."""
    if table.event is not None:
        return False
    people = [seat for _, seat in taken(table) if seat.temper is None]
    played = set() if table.deal is None else {one.player for one in table.deal.seated}
    alone = len(taken(table)) == 1 and all(seat.player in played for seat in people)
    return table.closing or (table.running and not table.queue and (not people or alone))


def between_hands(table: Table, now: int, events: list[Event]) -> Table:
    """No hand is being played: set the deadline of the next deal, close once the result was seen, or wait for people.

    Whatever people do starts the wait anew.
    """
    if table.event is not None:
        return _await_director(table, now, events)
    table = _broke_since(table, now)
    if table.wait is Wait.DEAL and not (table.closing or table.paused):
        return table
    ended = any(isinstance(event, HandEnded) for event in events)
    if ended or (table.running and can_deal(table) and not finished(table)):
        return replace(table, wait=Wait.DEAL, deadline=now + _pause_ms(table, events))
    if finished(table):
        return close(table, now, events)
    return replace(table, wait=Wait.IDLE, deadline=now + IDLE_MS, idle_until=now + IDLE_MS)


def while_idle(table: Table, now: int, events: list[Event]) -> Table:
    """The deadline of a table at which nothing can be dealt: it closes, or an offer has run out, or seats are freed, as
    many as people wait for."""
    if now >= table.idle_until:
        return close(table, now, events)
    table = offer_seats(table, now, events)
    due = [(until, number) for number, seat in taken(table) if (until := _due(seat)) is not None]
    wanted = sum(one.offered is None for one in table.queue)
    for until, number in sorted(due)[:wanted]:
        if until <= now:
            why = LeftWhy.AWAY if seat_at(table, number).sitting_out else LeftWhy.BUSTED
            table = stand_up(table, number, why, now, events)
    return close(table, now, events) if finished(table) else table


def with_alarm(table: Table, now: int) -> Table:
    """An idle table with the deadline of whatever comes next: an offer runs out, a seat is due to the queue, or the
    table closes. While the house has paused it, because nobody can see it, only the last."""
    # A table that was stored before there were such alarms has its closing for a deadline.
    moments = [table.idle_until or table.deadline or now]
    if not table.paused or table.held:
        moments += [one.until for one in table.queue if one.offered is not None]
        if any(one.offered is None for one in table.queue):
            moments += [until for _, seat in taken(table) if (until := _due(seat)) is not None]
    deadline = max(now, min(moments))
    return table if deadline == table.deadline else replace(table, deadline=deadline)


def _due(seat: Seat) -> int | None:
    """Until when the seat is kept while others wait for one, in milliseconds since the epoch; None for ever."""
    away = kept_until(seat)
    broke = None if seat.broke_ms is None else seat.broke_ms + REBUY_MS
    return min((until for until in (away, broke) if until is not None), default=None)


def _broke_since(table: Table, now: int) -> Table:
    """The table with the moment noted at which each seat was without chips."""
    for number, seat in taken(table):
        if (seat.broke_ms is None) != bool(seat.stack):
            table = with_seat(table, number, replace(seat, broke_ms=None if seat.stack else now))
    return table


def _await_director(table: Table, now: int, events: list[Event]) -> Table:
    """A tournament's table waits for its director, who deals `DIRECTOR_MS` before this deadline at the earliest."""
    if table.wait in (Wait.DIRECTOR, Wait.DEAL):
        return table  # Whatever people do meanwhile, what the director has said stands.
    return replace(table, wait=Wait.DIRECTOR, deadline=now + _pause_ms(table, events) + DIRECTOR_MS)


def _pause_ms(table: Table, events: list[Event]) -> int:
    """People get longer to look at a board that was run out in one go; the very first deal comes at once."""
    if not any(isinstance(event, HandEnded) for event in events):
        return 0 if table.hand_no == 0 else table.options.pause_seconds * 1_000
    run_out = sum(isinstance(event, StreetDealt) for event in events)
    pause = table.options.pause_seconds * 1_000
    return (min(pause, CLOSING_MS) if table.closing else pause) + STREET_MS * run_out


def cancel(table: Table, action: CancelTable, events: list[Event]) -> Table:
    """Give back what everyone began the hand with; the table closes then. Only the house may ask: nobody undoes a hand
    that they lose."""
    if action.by != HOUSE:
        raise Refused(Reason.HOST_ONLY, name=table.host_name)
    deal = table.deal
    if deal is not None and not deal.paid:
        setup = deal.hand.setup
        for seat, stack in zip(setup.seats, setup.stacks, strict=True):
            number = SeatNo(seat)
            table = with_seat(table, number, replace(seat_at(table, number), stack=stack))
        events.append(HandCancelled(hand_no=deal.hand_no))
    return replace(table, deal=None, closing=True)


def close(table: Table, now: int, events: list[Event]) -> Table:
    """Cash everyone out and take the table away."""
    for number, _ in taken(table):
        table = stand_up(table, number, LeftWhy.CLOSED, now, events)
    events.append(TableClosed(room=table.rooms[0], name=table.name))
    return replace(table, running=False, closed=True, queue=(), wait=None, deadline=None)
