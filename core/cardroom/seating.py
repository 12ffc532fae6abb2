"""Sitting down and standing up: seats, buy-ins, sitting out, and who runs the table."""

import unicodedata
from dataclasses import replace

from core.actions import (
    ComeBack,
    DismissComputers,
    Leave,
    PauseTable,
    SeatComputer,
    SetPhrase,
    Sit,
    SitOut,
    Temper,
)
from core.cardroom.table import Seat, Table, dealt_in, seat_at, seat_of, stack_at, taken, with_seat
from core.events import (
    CameBack,
    Event,
    HostChanged,
    LeftWhy,
    PhraseSet,
    SatOutNow,
    SatOutWhy,
    SeatFreed,
    SeatTaken,
    TablePaused,
)
from core.ids import HOUSE, PlayerId, SeatNo
from core.refusals import Reason, Refused

LONGEST_NAME = 40
"""Characters."""
LONGEST_PHRASE = 64
"""Bytes in UTF-8."""
MISSES_ALLOWED = 2
"""Turns missed in a row before the dealer sits a player out."""
DEFAULT_BUY_IN = 100
"""Big blinds, where the table's range allows it."""


def sit(table: Table, action: Sit, events: list[Event]) -> Table:
    """Take a free seat with chips issued for it; a broke player buys in again where they sit.

    Refuses a second seat, a taken seat and a buy-in out of range.
    """
    there = seat_of(table, action.by)
    if there is not None:
        if seat_at(table, there).stack or dealt_in(table, there):
            raise Refused(Reason.ALREADY_SEATED, seat=there, chips=stack_at(table, there))
        phrase = seat_at(table, there).phrase
        table = _freed(table, there, LeftWhy.BUSTED, events)
    else:
        phrase = ""
    number = _free_seat(table, action.seat if there is None else action.seat or there)
    chips = _buy_in(table, action.buy_in)
    table = _seat(table, number, action.by, action.name, chips, None, events)
    table = with_seat(table, number, replace(seat_at(table, number), phrase=phrase))
    return relieve_host(table, events) if table.host else _handed_to(table, seat_at(table, number), events)


def seat_computer(table: Table, action: SeatComputer, events: list[Event]) -> Table:
    """Seat a computer opponent with the default buy-in. Host only."""
    require_host(table, action.by)
    if seat_of(table, action.player) is not None:
        raise Refused(Reason.BAD_NAME, longest=LONGEST_NAME)
    number, chips = _free_seat(table, None), _buy_in(table, None)
    return _seat(table, number, action.player, action.name, chips, action.temper, events)


def leave(table: Table, action: Leave, events: list[Event]) -> Table:
    """Stand up; a player who is dealt in goes when the hand is over, and folds at their turn."""
    return stand_up(table, _own_seat(table, action.by), LeftWhy.LEFT, events)


def dismiss_computers(table: Table, action: DismissComputers, events: list[Event]) -> Table:
    """Send every computer opponent away, those in the hand after it. Host only."""
    require_host(table, action.by)
    computers = [number for number, seat in taken(table) if seat.temper is not None]
    if not computers:
        raise Refused(Reason.NO_COMPUTERS)
    for number in computers:
        table = stand_up(table, number, LeftWhy.DISMISSED, events)
    return table


def sit_out(table: Table, action: SitOut, events: list[Event]) -> Table:
    """Be dealt no more hands; the hand being played goes on."""
    number = _own_seat(table, action.by)
    seat = seat_at(table, number)
    if seat.sitting_out:
        raise Refused(Reason.ALREADY_SITTING_OUT)
    events.append(SatOutNow(seat=number, why=SatOutWhy.ASKED))
    return with_seat(table, number, replace(seat, sitting_out=True, missed=0))


def come_back(table: Table, action: ComeBack, events: list[Event]) -> Table:
    """Be dealt in again, or stay after having asked to leave."""
    number = _own_seat(table, action.by)
    seat = seat_at(table, number)
    if not (seat.sitting_out or seat.leaving):
        raise Refused(Reason.NOT_SITTING_OUT)
    events.append(CameBack(seat=number))
    return with_seat(table, number, replace(seat, sitting_out=False, leaving=False, missed=0))


def pause(table: Table, action: PauseTable, events: list[Event]) -> Table:
    """Pause, or go on. The house may, and the host."""
    if action.by != HOUSE:
        require_host(table, action.by)
    if table.paused == action.paused:
        return table
    events.append(TablePaused(paused=action.paused))
    return replace(table, paused=action.paused)


def set_phrase(table: Table, action: SetPhrase, events: list[Event]) -> Table:
    """Choose one's own words for the cut of every later hand."""
    number = _own_seat(table, action.by)
    phrase = clean_text(action.phrase)
    if len(phrase.encode()) > LONGEST_PHRASE:
        raise Refused(Reason.PHRASE_TOO_LONG, longest=LONGEST_PHRASE)
    events.append(PhraseSet(seat=number, phrase=phrase))
    return with_seat(table, number, replace(seat_at(table, number), phrase=phrase))


def stand_up(table: Table, number: SeatNo, why: LeftWhy, events: list[Event]) -> Table:
    """Free a seat and cash its chips out, now or, for a player who is dealt in, when the hand is over."""
    seat = seat_at(table, number)
    if dealt_in(table, number):
        return with_seat(table, number, replace(seat, leaving=True))
    freed = _freed(table, number, why, events)
    host_goes = seat.player == table.host and why is not LeftWhy.CLOSED
    return _pass_on_host(freed, events) if host_goes else freed


def require_host(table: Table, player: PlayerId) -> None:
    """Refuse anybody but the host; a table that its host has left to nobody takes anyone's word."""
    if table.host and player != table.host:
        raise Refused(Reason.HOST_ONLY, name=table.host_name)


def relieve_host(table: Table, events: list[Event]) -> Table:
    """A host who was sat out for missing turns is not there: the next person who is runs the table."""
    away = any(seat.player == table.host and seat.missed >= MISSES_ALLOWED for _, seat in taken(table))
    heir = next((seat for _, seat in taken(table) if seat.temper is None and not seat.sitting_out), None)
    return _handed_to(table, heir, events) if away and heir is not None else table


def _freed(table: Table, number: SeatNo, why: LeftWhy, events: list[Event]) -> Table:
    """The table without this seat's player and chips."""
    seat = seat_at(table, number)
    events.append(SeatFreed(seat=number, player=seat.player, name=seat.name, chips=seat.stack, why=why))
    return replace(with_seat(table, number, None), issued=table.issued - seat.stack)


def _pass_on_host(table: Table, events: list[Event]) -> Table:
    """A host who leaves hands the table to the next person seated, and with nobody there to the next who sits down."""
    heir = next((seat for _, seat in taken(table) if seat.temper is None), None)
    if heir is None:
        return replace(table, host=PlayerId(""), host_name="")
    return _handed_to(table, heir, events)


def _handed_to(table: Table, heir: Seat, events: list[Event]) -> Table:
    events.append(HostChanged(host=heir.player, name=heir.name))
    return replace(table, host=heir.player, host_name=heir.name)


def _seat(
    table: Table,
    number: SeatNo,
    player: PlayerId,
    name: str,
    chips: int,
    temper: Temper | None,
    events: list[Event],
) -> Table:
    known = clean_name(name)
    if known in {other.name for _, other in taken(table)}:
        known = f"{known} ({number})"
    bank_ms = table.options.time_bank_seconds * 1_000
    seat = Seat(player=player, name=known, stack=chips, bank_ms=bank_ms, temper=temper)
    computer = temper is not None
    events.append(SeatTaken(seat=number, player=player, name=known, chips=chips, computer=computer))
    return replace(with_seat(table, number, seat), issued=table.issued + chips)


def clean_name(name: str) -> str:
    """A display name without the space around it; refuses one that is overlong, or that nobody could see."""
    known = clean_text(name)
    seen = any(unicodedata.category(letter)[0] not in "CZ" for letter in known)
    if not seen or len(known) > LONGEST_NAME:
        raise Refused(Reason.BAD_NAME, longest=LONGEST_NAME)
    return known


def clean_text(text: str) -> str:
    """What somebody typed, with single spaces and without the halves of characters that have no UTF-8 form: it goes
    into records whose digest must come out the same everywhere."""
    return " ".join(text.encode("utf-8", "replace").decode().split())


def _own_seat(table: Table, player: PlayerId) -> SeatNo:
    number = seat_of(table, player)
    if number is None:
        raise Refused(Reason.NOT_SEATED)
    return number


def _free_seat(table: Table, asked: SeatNo | None) -> SeatNo:
    free = [SeatNo(at + 1) for at, seat in enumerate(table.seats) if seat is None]
    if not free:
        raise Refused(Reason.TABLE_FULL, seats=len(table.seats))
    if asked is None:
        return free[0]
    if not 1 <= asked <= len(table.seats):
        raise Refused(Reason.NO_SUCH_SEAT, seat=asked, seats=len(table.seats))
    if asked not in free:
        raise Refused(Reason.SEAT_TAKEN, seat=asked, free=free[0])
    return asked


def _buy_in(table: Table, asked: int | None) -> int:
    low, high = table.options.min_buy_in, table.options.max_buy_in
    if asked is None:
        return max(low, min(high, DEFAULT_BUY_IN * table.options.big_blind))
    if not low <= asked <= high:
        raise Refused(Reason.BUY_IN_OUT_OF_RANGE, asked=asked, minimum=low, maximum=high)
    return asked
