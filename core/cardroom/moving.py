"""Moving people between the tables of a tournament: balancing, breaking a table, the final table, and arriving."""

from dataclasses import replace

from core.cardroom.balancing import halts, mover, needs_giving, worst_seat
from core.cardroom.draws import draw_places, shuffled
from core.cardroom.event_news import FinalTable, SeatDrawn, TableBroken
from core.cardroom.event_options import seats_of
from core.cardroom.event_table import closed, freed
from core.cardroom.floor import (
    Floor,
    by_player,
    final_seats,
    free_places,
    level_rules,
    send,
    settle_in,
    take_away,
)
from core.cardroom.table import Seat, Table, taken
from core.cardroom.tournament import Arrival, alive, at_rest, sizes, table_name
from core.events import Event, LeftWhy, SeatFreed
from core.ids import PlayerId, SeatNo, TableId
from core.options import TableOptions


def break_tables(floor: Floor) -> bool:
    """Break the last table while the others seat everybody; True when one is to be broken whose hand goes on."""
    while breaks(floor):
        table_id = floor.event.tables[-1]
        if table_id not in at_rest(floor.event):
            return True
        _break(floor, table_id)
    return False


def breaks(floor: Floor) -> bool:
    """Whether the players who are left fit the other tables."""
    tables = len(floor.event.tables)
    return tables > 1 and len(alive(floor.event)) <= seats_of(floor.event.options) * (tables - 1)


def balance(floor: Floor) -> None:
    """Each table between hands gives while it has two more than the smallest."""
    for table_id in at_rest(floor.event):
        while True:
            count = sizes(floor.event)
            target = needs_giving(count[table_id], count)
            there = [number for number, _ in taken(floor.tables[table_id])]
            if target is None or not there:
                break
            table = floor.tables[table_id]
            number = mover(there, table.big_blind_seat)
            entrant = by_player(floor, table)[_seat(table, number).player]
            _, seat = take_away(floor, table, number, LeftWhy.MOVED)
            send(floor, entrant, seat, target, None)
            _tell(floor, entrant, target, None, table_id)


def arrive(floor: Floor) -> None:
    """Who is on the way to a table that is between hands takes the seat that was drawn, or the worst one."""
    for arrival in floor.event.arrivals:
        if arrival.table not in floor.event.waiting:
            continue
        table = floor.tables[arrival.table]
        number = floor.event.entrants[arrival.entrant].seat
        if number is None:
            free = free_places(floor, (table.id,))[table.id] or _spare(floor, table)
            number = worst_seat(free, table.small_blind_seat, table.big_blind_seat, len(table.seats))
        settle_in(floor, arrival, number)


def halted(floor: Floor, table_id: TableId) -> bool:
    """The table waits for players, because others have three more (TDA 11)."""
    count = sizes(floor.event)
    return halts(count[table_id], count)


def draw_final_table(floor: Floor) -> None:
    """Everybody to one table: seats drawn anew, the button by the high card, the time banks full.

    Who draws the seat that they have stays in it; who changes seats at their table is told the new one, not a move.
    """
    event = floor.event
    first, seats = event.tables[0], final_seats(floor)
    order = shuffled([SeatNo(number) for number in range(1, seats + 1)], floor.chance, floor.label("final"))
    people = _everybody(floor)
    bank_ms = event.options.table.time_bank_seconds * 1_000
    drawn: list[tuple[Arrival, SeatNo, TableId]] = []
    for (entrant, (table_id, at), seat), number in zip(people, order, strict=False):
        if (table_id, at) == (first, number):
            continue
        if at is not None:
            events: list[Event] = []
            table, _ = freed(floor.tables[table_id], at, LeftWhy.MOVED, events)
            floor.keep(table, events if table_id != first else ())
        seat = replace(seat, bank_ms=bank_ms)
        drawn.append((Arrival(entrant=entrant, table=first, seat=seat), number, table_id))
    for other in event.tables[1:]:
        _close(floor, other)
    floor.keep(_for_the_final(floor.tables[first], level_rules(event, seats), bank_ms))
    floor.change(tables=(first,), waiting=(first,), arrivals=())
    for arrival, number, came_from in drawn:
        floor.put(arrival.entrant, table=first)
        settle_in(floor, arrival, number)
        _tell(floor, arrival.entrant, first, number, came_from if came_from != first else None)
    floor.news.append(FinalTable(table=first, players=len(people)))


def _for_the_final(table: Table, rules: TableOptions, bank_ms: int) -> Table:
    """The first table with the seats of the final one, and those who stay in theirs as if they had come to it."""
    kept = [seat and replace(seat, bank_ms=bank_ms, owes_big=True, ready_move=None) for seat in table.seats]
    return replace(
        table,
        options=rules,
        seats=(*kept, *[None] * (rules.seats - len(kept))),
        button=None,
        small_blind_seat=None,
        big_blind_seat=None,
    )


def _break(floor: Floor, table_id: TableId) -> None:
    """Seat cards are drawn, shuffled, and drawn again by the players in random order (TDA 10-B)."""
    event, table = floor.event, floor.tables[table_id]
    others = tuple(one for one in event.tables if one != table_id)
    here = by_player(floor, table)
    people: list[tuple[int, Seat]] = []
    for number, seat in taken(table):
        table, gone = take_away(floor, table, number, LeftWhy.MOVED)
        people.append((here[seat.player], gone))
    people += [(one.entrant, one.seat) for one in event.arrivals if one.table == table_id]
    floor.change(arrivals=tuple(one for one in event.arrivals if one.table != table_id))
    _close(floor, table_id)
    floor.change(tables=others, waiting=tuple(one for one in event.waiting if one != table_id))
    floor.news.append(TableBroken(table=table_id, name=table.name, tables=len(others)))
    places = draw_places(free_places(floor, others), sizes(floor.event), len(people), floor.chance)
    order = shuffled(people, floor.chance, floor.label("players"))
    for (entrant, seat), place in zip(order, places, strict=True):
        send(floor, entrant, seat, place.table, place.seat)
        _tell(floor, entrant, place.table, place.seat, table_id)


def _everybody(floor: Floor) -> list[tuple[int, tuple[TableId, SeatNo | None], Seat]]:
    """Everyone at the tables or on the way to one: entrant, table and seat number if they sit there yet, and seat."""
    found: list[tuple[int, tuple[TableId, SeatNo | None], Seat]] = []
    for table_id in floor.event.tables:
        here = by_player(floor, floor.tables[table_id])
        for number, seat in taken(floor.tables[table_id]):
            found.append((here[seat.player], (table_id, number), seat))
    return found + [(one.entrant, (one.table, None), one.seat) for one in floor.event.arrivals]


def _close(floor: Floor, table_id: TableId) -> None:
    events: list[Event] = []
    floor.keep(closed(floor.tables[table_id], LeftWhy.MOVED, events), events)


def _spare(floor: Floor, table: Table) -> list[SeatNo]:
    """The free seats, where every one is kept for somebody on the way."""
    drawn = {floor.event.entrants[one.entrant].seat for one in floor.event.arrivals if one.table == table.id}
    return [
        SeatNo(number)
        for number, seat in enumerate(table.seats, start=1)
        if seat is None and number not in drawn
    ]


def _seat(table: Table, number: SeatNo) -> Seat:
    return next(seat for at, seat in taken(table) if at == number)


def _tell(
    floor: Floor, entrant: int, table_id: TableId, number: SeatNo | None, came_from: TableId | None
) -> None:
    one = floor.event.entrants[entrant]
    if came_from is not None:
        _say_where_to(floor, one.player, came_from, table_id, number)
    floor.news.append(
        SeatDrawn(player=one.player, name=one.name, table=table_id, seat=number, came_from=came_from)
    )


def _say_where_to(
    floor: Floor, player: PlayerId, came_from: TableId, table_id: TableId, number: SeatNo | None
) -> None:
    """What is said at the table that they leave: not everybody can be told in private."""
    opened = floor.event.all_tables
    if len(opened) != floor.event.opened:
        return  # It began when the order was not kept yet.
    to = table_name(floor.event, opened.index(table_id) + 1)
    events = floor.changed.get(came_from, [])
    for at, event in enumerate(events):
        if isinstance(event, SeatFreed) and event.player == player:
            events[at] = replace(event, to=to, to_seat=number)
