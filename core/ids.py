"""The names of things: players, rooms, tables, seats, and the turn that a button belongs to."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, NewType

PlayerId = NewType("PlayerId", str)
"""``discord:123``, ``telegram:45``, ``web:k3f9``, ``computer:4``: the prefix picks the Port."""

HOUSE = PlayerId("house")
"""The bot itself, when it asks something of a table; no platform gives such a name."""

FORGOTTEN: Final = "gone:"
"""How the ids begin that the sums and places of forgotten people go by."""

RoomId = NewType("RoomId", str)
"""``discord:guild:channel``, ``telegram:-45:7``, ``web:lobby``; a part of a hall, ``web:lobby~2``, is a room too.

A hall is a room in which a tournament is announced and run; each of its tables is open in a part of every hall.
"""

_PART: Final = "~"

CommunityId = NewType("CommunityId", str)
"""A guild, a group or a linked set of rooms: everything that shares one bank and one Redis slot."""

TableId = NewType("TableId", str)
"""Two digits of the partition, then a short random name: ``07k3f9``."""

NAME_LETTERS: Final = "23456789abcdefghjkmnpqrstuvwxyz"
"""None that is easily read as another one."""
NAME_LENGTH: Final = 6

EventId = NewType("EventId", str)
"""A tournament: two digits of the partition, a hyphen (no table has one), then a short random name: ``07-k3f9mp``."""

SeatNo = NewType("SeatNo", int)
"""1 to 10, clockwise."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Turn:
    """The moment a button was made for: pressing it at any other moment is too late."""

    table: TableId
    hand_no: int
    action_no: int
    """Counts every move of the hand from 0."""


def part_of(hall: RoomId, number: int) -> RoomId:
    """The part of a hall with a number, from 1 on: one table of a tournament is open there."""
    return RoomId(f"{hall}{_PART}{number}")


def hall_of(room: RoomId) -> RoomId:
    """The hall that a room is a part of; a room that is no part is its own hall."""
    return RoomId(room.partition(_PART)[0])


def is_part(room: RoomId) -> bool:
    """Whether this is a part of a hall, rather than a room that a platform knows."""
    return _PART in room


def is_event(name: str) -> bool:
    """Whether this is the id of a tournament rather than of a table."""
    return name[2:3] == "-"


def fresh_event_id(partition: int, pick: Callable[[str], str]) -> EventId:
    """A fresh id of a tournament in a partition; `pick` chooses one of the letters that it is given."""
    return EventId(f"{partition:02}-{''.join(pick(NAME_LETTERS) for _ in range(NAME_LENGTH))}")


def fresh_table_id(partition: int, pick: Callable[[str], str]) -> TableId:
    """A fresh id of a table in a partition; `pick` chooses one of the letters that it is given."""
    return TableId(f"{partition:02}{''.join(pick(NAME_LETTERS) for _ in range(NAME_LENGTH))}")
