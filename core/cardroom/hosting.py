"""What the host may do: pause, send somebody away, keep seats, close the door, hand over, and change the rules."""

from dataclasses import fields, replace

from core.cardroom.hosts import handed_to, require_host
from core.cardroom.names import clean_text
from core.cardroom.outside import Reserved
from core.cardroom.seating import stand_up
from core.cardroom.table import Table, seat_at, taken, with_seat
from core.events import Event, LeftWhy, TablePaused
from core.host_actions import ChangeOptions, HandOver, Kick, PauseTable, Reserve, SetCode
from core.ids import HOUSE, SeatNo
from core.options import TableOptions, checked_options
from core.refusals import Reason, Refused
from core.side_events import DoorChanged, HostKicked, OptionsChanged, SeatReserved

LONGEST_CODE = 20
"""Characters of a private table's code."""


def pause(table: Table, action: PauseTable, events: list[Event]) -> Table:
    """Pause, or go on. The house may, and the host, whose pause nobody else ends."""
    require_host(table, action.by)
    held = table.held if action.by == HOUSE else action.paused
    paused = held or action.paused
    if table.paused != paused:
        events.append(TablePaused(paused=paused))
    return replace(table, paused=paused, held=held)


def kick(table: Table, action: Kick, now: int, events: list[Event]) -> Table:
    """Send a player away, between hands: who is in one plays it to its end. They come back only to a seat that is kept
    for them. Refuses CANNOT_KICK for the host, and for whose table it is while somebody else runs it."""
    require_host(table, action.by)
    number = _taken_seat(table, action.seat)
    seat = seat_at(table, number)
    if seat.player in (table.host, table.owner):
        raise Refused(Reason.CANNOT_KICK)
    events.append(HostKicked(by=action.by, seat=number, name=seat.name))
    kept = tuple(one for one in table.reserved if one.player != seat.player)
    table = replace(table, reserved=kept)
    if seat.temper is None and seat.player not in table.barred:
        table = replace(table, barred=(*table.barred, seat.player))
    return stand_up(table, number, LeftWhy.KICKED, now, events)


def reserve(table: Table, action: Reserve, events: list[Event]) -> Table:
    """Keep a free seat for a player or for nobody, or open it again."""
    require_host(table, action.by)
    if not 1 <= action.seat <= len(table.seats):
        raise Refused(Reason.NO_SUCH_SEAT, seat=action.seat, seats=len(table.seats))
    if table.seats[action.seat - 1] is not None and action.on:
        others = [SeatNo(at + 1) for at, seat in enumerate(table.seats) if seat is None]
        if not others:
            raise Refused(Reason.TABLE_FULL, seats=len(table.seats))
        raise Refused(Reason.SEAT_TAKEN, seat=action.seat, free=others[0])
    kept = tuple(one for one in table.reserved if one.seat != action.seat)
    if not action.on and kept == table.reserved:
        raise Refused(Reason.NOT_KEPT, seat=action.seat)
    if action.on:
        kept = (*kept, Reserved(seat=action.seat, player=action.player))
    events.append(SeatReserved(by=action.by, seat=action.seat, on=action.on))
    return replace(table, reserved=kept)


def set_code(table: Table, action: SetCode, events: list[Event]) -> Table:
    """Close the door to whoever does not know the code, or open it."""
    require_host(table, action.by)
    code = clean_text(action.code)
    if len(code) > LONGEST_CODE:
        raise Refused(Reason.BAD_CODE, longest=LONGEST_CODE)
    events.append(DoorChanged(by=action.by, private=bool(code)))
    return replace(table, code=code)


def hand_over(table: Table, action: HandOver, events: list[Event]) -> Table:
    """Make another person at the table the host; the table is theirs from then on. Refuses HOST_ALREADY."""
    require_host(table, action.by)
    seat = seat_at(table, _taken_seat(table, action.seat))
    if seat.temper is not None or seat.kicked:
        raise Refused(Reason.SEAT_EMPTY, seat=action.seat)
    if seat.player == table.host:
        raise Refused(Reason.HOST_ALREADY)
    return replace(handed_to(table, seat, events), owner=seat.player)


def change_options(table: Table, action: ChangeOptions, events: list[Event]) -> Table:
    """Other rules: at once between hands, else from the next hand on. Seats that people sit in stay."""
    require_host(table, action.by)
    options = checked_options(action.options)
    if options.seats < max([number for number, _ in taken(table)], default=0):
        raise Refused(Reason.CANNOT_CHANGE, what="seats")
    if options.game is not table.options.game:
        # The next deck is committed to already, and it is that of this game.
        raise Refused(Reason.CANNOT_CHANGE, what="game")
    now = table.next_options or table.options
    names = tuple(
        one.name for one in fields(TableOptions) if getattr(options, one.name) != getattr(now, one.name)
    )
    if not names:
        return table
    later = table.hand is not None
    events.append(OptionsChanged(by=action.by, names=names, later=later))
    return replace(table, next_options=options) if later else with_options(table, options)


def with_options(table: Table, options: TableOptions) -> Table:
    """The table under these rules; nobody sits in a seat that they take away, or has more time than they give."""
    most = options.time_bank_seconds * 1_000
    for number, seat in taken(table):
        if seat.bank_ms > most:
            table = with_seat(table, number, replace(seat, bank_ms=most))
    seats = (*table.seats, *[None] * options.seats)[: options.seats]
    kept = tuple(one for one in table.reserved if one.seat <= options.seats)
    return replace(table, options=options, seats=seats, reserved=kept, next_options=None)


def _taken_seat(table: Table, number: SeatNo) -> SeatNo:
    if not 1 <= number <= len(table.seats):
        raise Refused(Reason.NO_SUCH_SEAT, seat=number, seats=len(table.seats))
    if table.seats[number - 1] is None:
        raise Refused(Reason.SEAT_EMPTY, seat=number)
    return number
