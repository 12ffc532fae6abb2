"""Who may sit down where: private tables and their code, seats that the host keeps, people whom the host sent away."""

from dataclasses import replace

from core.cardroom.table import Table, free_seats, seat_count, seat_of
from core.ids import PlayerId, SeatNo
from core.refusals import Reason, Refused


def may_enter(table: Table, player: PlayerId, code: str) -> None:
    """Refuse TABLE_CLOSING, BARRED to somebody the host sent away, and WRONG_CODE at a private table.

    A seat that the host keeps for a player is an invitation, and whoever sits here or waits already needs none, nor do
    the host and whose table it is.
    """
    if table.closing:
        raise Refused(Reason.TABLE_CLOSING)
    waits = any(one.player == player for one in table.queue)
    runs_it = player in (table.host, table.owner)
    if waits or runs_it or _invited(table, player) or seat_of(table, player) is not None:
        return
    if player in table.barred:
        raise Refused(Reason.BARRED)
    if table.code and code.strip().casefold() != table.code.casefold():
        raise Refused(Reason.WRONG_CODE)


def sent_away(table: Table, player: PlayerId) -> bool:
    """The host has sent this player away, and keeps no seat for them."""
    return player in table.barred and not _invited(table, player)


def invited_in(table: Table, player: PlayerId) -> Table:
    """The table once a player has followed an invitation: no seat is kept for them, and nobody has sent them away."""
    if not _invited(table, player):
        return table
    kept = tuple(one for one in table.reserved if one.player != player)
    return replace(table, reserved=kept, barred=tuple(one for one in table.barred if one != player))


def open_seats(table: Table, now: int) -> list[SeatNo]:
    """Seats that are free and kept for nobody, in order."""
    kept = {one.offered for one in table.queue if one.offered is not None and one.until > now}
    return [number for number in free_seats(table) if number not in kept]


def choose_seat(table: Table, player: PlayerId, asked: SeatNo | None, now: int) -> SeatNo:
    """The seat asked for, or the one that is kept for this player, or the first that is free.

    Refuses TABLE_FULL, NO_SUCH_SEAT, SEAT_TAKEN and SEAT_KEPT (for somebody else).
    """
    seats = seat_count(table)
    if asked is not None and not 1 <= asked <= seats:
        raise Refused(Reason.NO_SUCH_SEAT, seat=asked, seats=seats)
    kept = {one.seat: one.player for one in table.reserved}
    kept |= {one.offered: one.player for one in table.queue if one.offered is not None and one.until > now}
    mine = [
        number
        for number, owner in kept.items()
        if owner == player and number <= seats and table.seats[number - 1] is None
    ]
    open_ = open_seats(table, now)
    if asked is None:
        if not mine and not open_:
            raise Refused(Reason.TABLE_FULL, seats=seats)
        return (mine or open_)[0]
    if asked in mine or asked in open_:
        return asked
    if table.seats[asked - 1] is None:
        raise Refused(Reason.SEAT_KEPT, seat=asked)
    if not mine and not open_:
        raise Refused(Reason.TABLE_FULL, seats=seats)
    raise Refused(Reason.SEAT_TAKEN, seat=asked, free=(mine or open_)[0])


def _invited(table: Table, player: PlayerId) -> bool:
    return any(one.player == player for one in table.reserved)
