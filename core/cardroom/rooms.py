"""The rooms that a table is open in: one more, or one less, while everything at the table stays as it is."""

from dataclasses import replace
from typing import Final

from core.actions import CloseIn, OpenIn, OpenTable, Rehouse
from core.cardroom.table import Table
from core.events import ClosedIn, Event, Housed, OpenedIn
from core.ids import HOUSE, PlayerId, RoomId
from core.refusals import Reason, Refused

MOST_ROOMS: Final = 5
"""Rooms of one table: each gets every message."""


def rooms_at_opening(action: OpenTable) -> tuple[RoomId, ...]:
    """The room that was asked for, then those linked with it, each once. Raises `Refused` LINK_TOO_MANY."""
    rooms = tuple(dict.fromkeys((action.room, *action.also)))
    _require_few(rooms)
    return rooms


def open_in(table: Table, action: OpenIn, events: list[Event]) -> Table:
    """The table is open in one more room. Raises `Refused`: HOST_ONLY, TABLE_EXISTS, LINK_TOO_MANY."""
    _require_house(table, action.by)
    if action.room in table.rooms:
        raise Refused(Reason.TABLE_EXISTS, name=table.name)
    rooms = (*table.rooms, action.room)
    _require_few(rooms)
    events.append(OpenedIn(room=action.room))
    return replace(table, rooms=rooms)


def close_in(table: Table, action: CloseIn, events: list[Event]) -> Table:
    """The table leaves a room at once; whoever came from there keeps seat, cards and chips.

    Raises `Refused`: HOST_ONLY, NOT_LINKED, or LAST_ROOM, since a table that is open nowhere has to end instead.
    """
    _require_house(table, action.by)
    if action.room not in table.rooms:
        raise Refused(Reason.NOT_LINKED)
    rooms = tuple(room for room in table.rooms if room != action.room)
    if not rooms:
        raise Refused(Reason.LAST_ROOM)
    events.append(ClosedIn(room=action.room))
    return replace(table, rooms=rooms)


def rehouse(table: Table, action: Rehouse, events: list[Event]) -> Table:
    """The table is open in another room in place of one. Raises `Refused`: HOST_ONLY, NOT_LINKED, TABLE_EXISTS."""
    _require_house(table, action.by)
    if action.room not in table.rooms:
        raise Refused(Reason.NOT_LINKED)
    if action.to in table.rooms:
        raise Refused(Reason.TABLE_EXISTS, name=table.name)
    events.append(Housed(room=action.to))
    return replace(table, rooms=tuple(action.to if room == action.room else room for room in table.rooms))


def _require_house(table: Table, by: PlayerId) -> None:
    """That a room agrees is known to whoever asked its administrators, and they cannot speak for the other room."""
    if by != HOUSE:
        raise Refused(Reason.HOST_ONLY, name=table.host_name)


def _require_few(rooms: tuple[RoomId, ...]) -> None:
    if len(rooms) > MOST_ROOMS:
        raise Refused(Reason.LINK_TOO_MANY, most=MOST_ROOMS)
