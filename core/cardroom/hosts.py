"""Who runs the table: what is theirs alone to ask, and to whom it passes when they go.

To whom it passes by itself runs it only until the owner, who opened the table or was handed it, sits down again.
"""

from dataclasses import replace

from core.cardroom.table import Seat, Table, taken
from core.events import Event, HostChanged
from core.ids import HOUSE, PlayerId
from core.refusals import Reason, Refused

MISSES_ALLOWED = 2
"""Turns missed in a row before the dealer sits a player out."""


def require_host(table: Table, player: PlayerId) -> None:
    """Refuse anybody but the host and the house. Raises `Refused` HOST_ONLY, or NO_HOST.

    A table that its host has left to nobody has the empty id for a host, in whose stead an administrator may ask.
    """
    if player not in (table.host, HOUSE):
        raise not_the_host(table)


def not_the_host(table: Table) -> Refused:
    """What somebody is told who asks for what only the host may do."""
    return Refused(Reason.HOST_ONLY, name=table.host_name) if table.host else Refused(Reason.NO_HOST)


def relieve_host(table: Table, events: list[Event]) -> Table:
    """A host who was sat out for missing turns is not there: the next person who is runs the table."""
    if table.event is not None:
        return table
    away = any(seat.player == table.host and seat.missed >= MISSES_ALLOWED for _, seat in taken(table))
    there = (seat for _, seat in taken(table) if seat.temper is None and not seat.sitting_out)
    heir = next((seat for seat in there if not seat.going), None)
    return handed_to(table, heir, events) if away and heir is not None else table


def pass_on(table: Table, events: list[Event]) -> Table:
    """A host who leaves hands the table to the next person seated, and with nobody there to the next who sits down."""
    people = [seat for _, seat in taken(table) if seat.temper is None]
    heir = next(
        (seat for seat in people if not (seat.sitting_out or seat.going)), people[0] if people else None
    )
    if heir is None:
        return replace(table, host=PlayerId(""), host_name="")
    return handed_to(table, heir, events)


def handed_to(table: Table, heir: Seat, events: list[Event]) -> Table:
    """Make this player the host."""
    events.append(HostChanged(host=heir.player, name=heir.name))
    return replace(table, host=heir.player, host_name=heir.name)
