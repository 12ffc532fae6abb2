"""The floor: a tournament and its tables while one action is worked out, with all that the action makes happen.

It is a draft that nobody else sees: the door takes values and gives values back.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final

from core.cardroom.bank import Move, Why, is_computer
from core.cardroom.draws import letters, secret, shuffled
from core.cardroom.event_news import News
from core.cardroom.event_options import final_size, seats_of
from core.cardroom.event_table import event_rules, freed, open_event_table, seated
from core.cardroom.pauses import DIRECTOR_MS
from core.cardroom.structure import level_at
from core.cardroom.table import Seat, Table, Wait, taken
from core.cardroom.tournament import (
    HAND_FOR_HAND,
    Arrival,
    Entrant,
    Status,
    Tournament,
    alive,
    is_forsaken,
    table_name,
)
from core.events import Event, LeftWhy
from core.ids import HOUSE, NAME_LENGTH, NAME_LETTERS, PlayerId, RoomId, SeatNo, TableId, part_of
from core.options import TableOptions

HURRIED_MS: Final = 50
"""How long a computer thinks where only computers are left, in milliseconds."""
HURRIED_PAUSE: Final = 1
"""Seconds between two hands there: results come soon, and every hand can still be told."""


@dataclass(slots=True)
class Floor:
    """`tables` are all that are between hands; `changed` says what happened at those that were changed."""

    event: Tournament
    tables: dict[TableId, Table]
    now: int
    chance: str = field(repr=False)
    news: list[News] = field(default_factory=list)
    moves: list[Move] = field(default_factory=list)
    changed: dict[TableId, list[Event]] = field(default_factory=dict)
    draws: int = 0
    parts_taken: set[RoomId] = field(default_factory=set)
    """Parts of the halls where another table is open."""

    def change(self, **fields: Any) -> None:
        """Other values for some fields of the event."""
        self.event = replace(self.event, **fields)

    def put(self, number: int, **fields: Any) -> Entrant:
        """Other values for some fields of one entrant."""
        entrants = self.event.entrants
        changed = replace(entrants[number], **fields)
        self.event = replace(self.event, entrants=(*entrants[:number], changed, *entrants[number + 1 :]))
        return changed

    def keep(self, table: Table, events: Sequence[Event] = ()) -> None:
        """A table as it is now, and what has happened at it."""
        self.tables[table.id] = table
        self.changed.setdefault(table.id, []).extend(events)

    def label(self, what: str) -> str:
        """The name of one more draw of this action."""
        self.draws += 1
        return f"{what} {self.draws}"


def pay_in(floor: Floor, number: int, chips: int) -> None:
    """Chips of a wallet go into the pool; a computer's are minted."""
    one = floor.put(number, paid=floor.event.entrants[number].paid + chips)
    if chips:
        floor.moves.append(_move(one.player, -chips, Why.ENTRY, one.player))
        floor.change(pool=floor.event.pool + chips)


def pay_out(floor: Floor, player: PlayerId, chips: int, why: Why) -> None:
    """Chips of the pool go into a wallet; a computer's are burned."""
    if chips:
        floor.moves.append(_move(player, chips, why, HOUSE))
        floor.change(pool=floor.event.pool - chips)


def _move(player: PlayerId, chips: int, why: Why, by: PlayerId) -> Move:
    if is_computer(player):
        return Move(player=player, chips=0, issued=-chips, why=why, by=HOUSE)
    return Move(player=player, chips=chips, why=why, by=by)


def fresh_seat(floor: Floor, number: int, chips: int) -> Seat:
    """The seat of somebody who has just come into the event."""
    one, table = floor.event.entrants[number], floor.event.options.table
    return Seat(
        player=one.player,
        name=one.name,
        stack=chips,
        bank_ms=table.time_bank_seconds * 1_000,
        temper=one.temper,
        bought=chips,
        since=floor.now,
    )


def level_rules(event: Tournament, seats: int) -> TableOptions:
    """The rules of a table of so many seats at the event's level; turns are short while all play hand-for-hand, and
    computers hurry once nobody else is left."""
    level, table = level_at(event.options.structure, event.level), event.options.table
    if event.options.shot_clock and event.hold in HAND_FOR_HAND:
        table = replace(table, turn_seconds=min(table.turn_seconds, event.options.shot_clock))
    if is_forsaken(event):
        table = replace(
            table,
            computer_ms=min(table.computer_ms, HURRIED_MS),
            pause_seconds=min(table.pause_seconds, HURRIED_PAUSE),
        )
    return event_rules(table, seats=seats, small=level.small_blind, big=level.big_blind, ante=level.ante)


def open_table(floor: Floor) -> TableId:
    """One more table, empty and between hands."""
    event, label = floor.event, floor.label("table")
    pick = letters(floor.chance, label, NAME_LETTERS)
    table_id = TableId(event.id[:2] + "".join(next(pick) for _ in range(NAME_LENGTH)))
    table = open_event_table(
        id=table_id,
        event=event.id,
        community=event.community,
        rooms=_free_parts(floor),
        name=table_name(event, event.opened + 1),
        host=event.host,
        host_name=event.host_name,
        options=level_rules(event, seats_of(event.options)),
        secret=secret(floor.chance, f"deck {label}"),
        level=event.level,
        now=floor.now,
    )
    floor.keep(table)
    floor.change(
        tables=(*event.tables, table_id),
        waiting=(*event.waiting, table_id),
        opened=event.opened + 1,
        all_tables=(*event.all_tables, table_id),
    )
    return table_id


def _free_parts(floor: Floor) -> tuple[RoomId, ...]:
    """A part of every hall, of the number of the next table, or of the first one after it that is free everywhere."""
    number = floor.event.opened + 1
    while floor.parts_taken.intersection(parts := [part_of(hall, number) for hall in floor.event.rooms]):
        number += 1
    floor.parts_taken.update(parts)
    return tuple(parts)


def send(floor: Floor, number: int, seat: Seat, table_id: TableId, to: SeatNo | None) -> None:
    """Somebody is on the way to a table: to a seat that was drawn, or to the worst one."""
    floor.put(number, status=Status.IN, table=table_id, seat=to, chips=seat.stack)
    arrival = Arrival(entrant=number, table=table_id, seat=seat)
    floor.change(arrivals=(*floor.event.arrivals, arrival))


def take_away(floor: Floor, table: Table, number: SeatNo, why: LeftWhy) -> tuple[Table, Seat]:
    """The seat's player leaves the table, with the stack in the seat."""
    events: list[Event] = []
    table, seat = freed(table, number, why, events)
    floor.keep(table, events)
    return table, seat


def settle_in(floor: Floor, arrival: Arrival, number: SeatNo) -> None:
    """Somebody has arrived."""
    events: list[Event] = []
    table = seated(floor.tables[arrival.table], number, arrival.seat, events)
    floor.keep(table, events)
    floor.put(arrival.entrant, seat=number)
    floor.change(arrivals=tuple(one for one in floor.event.arrivals if one is not arrival))


def free_places(floor: Floor, tables: Sequence[TableId]) -> Mapping[TableId, list[SeatNo]]:
    """Seats of each table that nobody sits in or has drawn; one less for each who is on the way to the worst."""
    seats = range(1, seats_of(floor.event.options) + 1)
    held: dict[TableId, set[SeatNo]] = {one: set() for one in tables}
    coming = dict.fromkeys(tables, 0)
    for number in alive(floor.event):
        one = floor.event.entrants[number]
        if one.table in held and one.seat is not None:
            held[one.table].add(one.seat)
        elif one.table in coming:
            coming[one.table] += 1
    found: dict[TableId, list[SeatNo]] = {}
    for table in tables:
        free = [SeatNo(number) for number in seats if number not in held[table]]
        kept = coming[table]
        found[table] = sorted(shuffled(free, floor.chance, floor.label("kept"))[kept:]) if kept else free
    return found


def by_player(floor: Floor, table: Table) -> dict[PlayerId, int]:
    """The entrants who sit at a table."""
    here = {
        one.player: number
        for number, one in enumerate(floor.event.entrants)
        if one.status is Status.IN and one.table == table.id
    }
    return {seat.player: here[seat.player] for _, seat in taken(table)}


def is_between_hands(table: Table) -> bool:
    """The table waits for the director."""
    return table.wait is Wait.DIRECTOR


def final_seats(floor: Floor) -> int:
    """Seats of the final table."""
    seats = seats_of(floor.event.options)
    return max(seats, final_size(seats))


def hold_back(floor: Floor) -> None:
    """Tables whose next hand was due wait for the director again."""
    for table in [table for table in floor.tables.values() if table.wait is Wait.DEAL]:
        deadline = (table.deadline or floor.now) + DIRECTOR_MS
        floor.keep(replace(table, wait=Wait.DIRECTOR, deadline=deadline))
        floor.change(waiting=(*floor.event.waiting, table.id))
