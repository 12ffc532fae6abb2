"""The queue for a full table: who waits, whom a freed seat is offered, and for how long it is kept."""

from dataclasses import replace

from core.cardroom.doors import may_enter
from core.cardroom.names import clean_name
from core.cardroom.outside import Waiting
from core.cardroom.table import Table, free_seats, seat_of, stack_at
from core.events import Event
from core.ids import PlayerId
from core.refusals import Reason, Refused
from core.side_actions import LeaveQueue, Queue
from core.side_events import Queued, QueueLeft, SeatOffered

OFFER_MS = 60_000
"""How long a freed seat is kept for whoever is first in the queue."""


def join_queue(table: Table, action: Queue, events: list[Event]) -> Table:
    """Wait for a seat. Refuses when there is one, and whoever sits or waits already."""
    may_enter(table, action.by, action.code)
    there = seat_of(table, action.by)
    if there is not None:
        raise Refused(Reason.ALREADY_SEATED, seat=there, chips=stack_at(table, there))
    place = place_of(table, action.by)
    if place is not None:
        raise Refused(Reason.ALREADY_QUEUED, place=place)
    if free_seats(table) and not table.queue:
        raise Refused(Reason.NOT_FULL)
    name = clean_name(action.name)
    events.append(Queued(player=action.by, name=name, place=len(table.queue) + 1))
    return replace(table, queue=(*table.queue, Waiting(player=action.by, name=name)))


def leave_queue(table: Table, action: LeaveQueue, events: list[Event]) -> Table:
    """Wait no longer; a seat that was kept goes to the next."""
    if place_of(table, action.by) is None:
        raise Refused(Reason.NOT_QUEUED)
    return without(table, action.by, events)


def place_of(table: Table, player: PlayerId) -> int | None:
    """A player's place in the queue, from 1."""
    places = [number for number, one in enumerate(table.queue, start=1) if one.player == player]
    return places[0] if places else None


def without(table: Table, player: PlayerId, events: list[Event]) -> Table:
    """The queue without a player; whoever takes a seat leaves it silently."""
    for one in table.queue:
        if one.player == player and seat_of(table, player) is None:
            events.append(QueueLeft(player=one.player, name=one.name))
    return replace(table, queue=tuple(one for one in table.queue if one.player != player))


def offer_seats(table: Table, now: int, events: list[Event]) -> Table:
    """Offer each free seat to the next who waits; who let an offer pass has left the queue, and who was offered a
    seat that the host has kept or taken away since is the first to get another."""
    open_ = free_seats(table)
    for at, one in enumerate(table.queue):
        if one.offered is not None and one.offered not in open_:
            waits = replace(one, offered=None, until=0)
            table = replace(table, queue=(*table.queue[:at], waits, *table.queue[at + 1 :]))
    for one in table.queue:
        if one.offered is not None and one.until <= now:
            table = without(table, one.player, events)
    kept = {one.offered for one in table.queue}
    free = [number for number in free_seats(table) if number not in kept]
    for at, one in enumerate(table.queue):
        if free and one.offered is None:
            seat, until = free.pop(0), now + OFFER_MS
            events.append(SeatOffered(seat=seat, player=one.player, name=one.name, until=until))
            offer = replace(one, offered=seat, until=until)
            table = replace(table, queue=(*table.queue[:at], offer, *table.queue[at + 1 :]))
    return table
