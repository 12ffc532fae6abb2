"""The start of a tournament: who is dealt in, the draw of seats, and whoever comes late or again."""

from typing import Literal

from core.cardroom.bank import Why
from core.cardroom.bracket import groups, pairings
from core.cardroom.draws import Place, draw_places, shuffled, table_sizes
from core.cardroom.ending_event import call_off
from core.cardroom.event_news import EntriesClosed, EventStarted, MovedUp, RoundBegun, SeatDrawn, Unregistered
from core.cardroom.event_options import Kind, seats_of
from core.cardroom.floor import (
    Floor,
    free_places,
    fresh_seat,
    open_table,
    pay_out,
    send,
    settle_in,
)
from core.cardroom.tournament import (
    Arrival,
    Stage,
    Status,
    can_enter,
    entries,
    prizes_now,
    sizes,
)
from core.ids import SeatNo
from core.refusals import Reason, Refused


def begin(floor: Floor, *, least: int, ask: bool) -> None:
    """Draw seats and deal. With too few entrants a host who asks is refused, and the clock calls it off."""
    if floor.event.checking_in:
        _drop_absent(floor)
    there = _with_status(floor, Status.REGISTERED)
    if len(there) < least:
        if ask:
            raise Refused(Reason.TOO_FEW_ENTRANTS, entrants=len(there), needed=least)
        call_off(floor, goes_on=True)
        return
    for number in _with_status(floor, Status.QUEUED):
        missed = floor.event.checking_in and not floor.event.entrants[number].checked_in
        give_back(floor, number, why="absent" if missed else "full")
    floor.change(stage=Stage.RUNNING, checking_in=False, level_since=floor.now, began_ms=floor.now)
    stack = floor.event.options.structure.stack
    for number in there:
        floor.put(number, status=Status.IN)
    floor.change(issued=stack * len(there))
    match floor.event.options.kind:
        case Kind.TABLES:
            _draw_tables(floor, there, stack)
        case Kind.SHOOTOUT | Kind.BRACKET:
            draw_round(floor, there)
    event = floor.event
    floor.news.insert(0, EventStarted(entrants=len(there), tables=len(event.tables), pool=event.pool))
    if not can_enter(event):
        floor.news.append(EntriesClosed(entries=entries(event), prizes=prizes_now(event)))


def give_back(
    floor: Floor, number: int, *, chosen: bool = False, why: Literal["", "absent", "removed", "full"] = ""
) -> None:
    """An entry is taken back before the start, with all that was paid for it; the first in the queue moves up.

    `chosen` by the player, or done to them, and `why`.
    """
    one = floor.event.entrants[number]
    was = one.status
    pay_out(floor, one.player, one.paid, Why.REFUND)
    floor.put(number, status=Status.GONE, head=0, paid=0)
    floor.news.append(
        Unregistered(
            player=one.player,
            name=one.name,
            entrants=entries(floor.event),
            refund=one.paid,
            chosen=chosen,
            why=why,
        )
    )
    if was is Status.REGISTERED and not floor.event.checking_in:
        move_up(floor)


def move_up(floor: Floor) -> None:
    """The first in the queue has a place."""
    queued = _with_status(floor, Status.QUEUED)
    if queued and entries(floor.event) < floor.event.options.max_entrants:
        _give_place(floor, queued[0])


def come_late(floor: Floor, number: int) -> None:
    """A full stack and a random seat at a table with the fewest players; a new table when all are full (TDA 7, 8)."""
    event = floor.event
    stack = event.options.structure.stack
    free = free_places(floor, event.tables)
    if not any(free.values()):
        open_table(floor)
        free = free_places(floor, floor.event.tables)
    open_seats = {table: seats for table, seats in free.items() if seats}
    count = sizes(floor.event)
    (place,) = draw_places(open_seats, count, 1, floor.chance)
    floor.change(issued=floor.event.issued + stack)
    send(floor, number, fresh_seat(floor, number, stack), place.table, place.seat)
    _tell(floor, number, place)


def draw_round(floor: Floor, players: list[int]) -> None:
    """The tables of a round of a shootout or a bracket, all stacks anew: the chips of the losers stay in play, in
    equal parts, the odd ones with whoever was drawn first."""
    event = floor.event
    drawn = shuffled(players, floor.chance, floor.label("round"))
    if event.options.kind is Kind.BRACKET:
        pairs, idle = pairings(drawn)
        parties: tuple[tuple[int, ...], ...] = pairs
    else:
        parties, idle = groups(drawn, seats_of(event.options)), ()
    each, odd = divmod(event.issued, len(drawn))
    for at, number in enumerate(drawn):
        # What somebody with a bye bought at the break is among the chips that are dealt out.
        floor.put(number, chips=each + (at < odd), coming=0, table=None, seat=None)
    for party in parties:
        table_id = open_table(floor)
        for at, number in enumerate(party, start=1):
            _sit_down(floor, number, Place(table=table_id, seat=SeatNo(at)))
    floor.news.append(RoundBegun(number=event.round, players=len(drawn), byes=len(idle)))


def _draw_tables(floor: Floor, players: list[int], stack: int) -> None:
    tables = [open_table(floor) for _ in table_sizes(len(players), seats_of(floor.event.options))]
    places = draw_places(free_places(floor, tables), dict.fromkeys(tables, 0), len(players), floor.chance)
    for number, place in zip(players, places, strict=True):
        floor.put(number, chips=stack)
        _sit_down(floor, number, place)


def _sit_down(floor: Floor, number: int, place: Place) -> None:
    """At a table that has not dealt yet."""
    seat = fresh_seat(floor, number, floor.event.entrants[number].chips)
    floor.put(number, table=place.table)
    settle_in(floor, Arrival(entrant=number, table=place.table, seat=seat), place.seat)
    _tell(floor, number, place)


def _drop_absent(floor: Floor) -> None:
    """Who has not checked in has the buy-in back; their places go to those in the queue who have."""
    for number in _with_status(floor, Status.REGISTERED):
        if not floor.event.entrants[number].checked_in:
            give_back(floor, number, why="absent")
    for number in _with_status(floor, Status.QUEUED):
        if (
            floor.event.entrants[number].checked_in
            and entries(floor.event) < floor.event.options.max_entrants
        ):
            _give_place(floor, number)


def _give_place(floor: Floor, number: int) -> None:
    one = floor.put(number, status=Status.REGISTERED)
    floor.news.append(MovedUp(player=one.player, name=one.name))


def _with_status(floor: Floor, status: Status) -> list[int]:
    return [number for number, one in enumerate(floor.event.entrants) if one.status is status]


def _tell(floor: Floor, number: int, place: Place) -> None:
    one = floor.event.entrants[number]
    floor.news.append(SeatDrawn(player=one.player, name=one.name, table=place.table, seat=place.seat))
