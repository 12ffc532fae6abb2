"""Which of their tables a player means by what they type in private, where no group says it.

A move is meant for the table that waits for them. Of several tables that might be meant they are asked which one, by a
button for each that does it there; and an answer about one of several tables says which one that was.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Final

from adapters.menu import find
from adapters.menu_entries import HOST, MOVE, SEAT
from adapters.messages import Choice, ChoiceName, Line, Message, Place, Role, Text
from adapters.telegram.desk import Desk
from core.cardroom.table import Table, seat_of
from core.ids import PlayerId, RoomId, TableId, hall_of
from core.links import natural_community
from core.refusals import Refused

_AT_A_TABLE: Final = frozenset(
    {"leave", "sitout", "back", "start", "raise", "cards", "table", "computer", "dismiss", "hand", "stop"}
)
"""Commands about a table, beside those of the groups that are."""
GIVE_UP: Final = frozenset({"leave", "unwait", "stop"})
"""What cannot be taken back: the answer always says which table it was about."""
_ROOMS: Final = frozenset({"wait", "link", "unlink"})
"""Commands of such a group that are about a room, or a table at which one does not sit."""
_OF_GROUPS: Final = frozenset({MOVE, SEAT, HOST})
_LOOKS: Final = frozenset({"cards", "table", "hand", "plan"})
"""What changes nothing, or can be taken back: the table that waits for the asker is meant, as with a move."""
_TURN: Final = frozenset({"raise", *_LOOKS})
_PLAIN: Final = re.compile(r"[0-9A-Za-z._-]{0,24}")
"""Arguments that a button can carry."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Meant:
    """`room` is where the request goes; None: `tables` are those to choose from, by the room of each."""

    room: RoomId | None
    tables: Mapping[RoomId, Table]


def is_about_a_table(word: str) -> bool:
    """Whether a command is about a certain table."""
    try:
        return word not in _ROOMS and (word in _AT_A_TABLE or find(word).group in _OF_GROUPS)
    except Refused:
        return False


async def tables_of(desk: Desk, word: str, player: PlayerId) -> dict[RoomId, Table]:
    """The open tables that a player may mean by a command, in the groups where they were lately, the latest first.

    At those they have a seat or wait for one, or host them if the command is a host's. Raises StoreAway.
    """
    hosts = find(word).host_only
    found: dict[RoomId, Table] = {}
    homes = await desk.private.homes(player)
    for community in dict.fromkeys(natural_community(hall_of(home)) for home in homes):
        there = await desk.rooms_of(community)
        for room in sorted(there, key=lambda one: homes.index(one) if one in homes else len(homes)):
            table = await _look(desk, there[room])
            if table is None or table.id in {one.id for one in found.values()}:
                continue
            if _is_at(table, player) or (hosts and table.host == player):
                found[room] = table
    return found


def meant(word: str, player: PlayerId, tables: Mapping[RoomId, Table]) -> Meant:
    """Where a command about a table goes whose asker is at these tables; nowhere yet if that has to be asked."""
    theirs = dict(tables)
    if find(word).host_only:
        theirs = {room: one for room, one in theirs.items() if one.host == player} or theirs
    elif word in _TURN or find(word).group == MOVE:
        theirs = {room: one for room, one in theirs.items() if waits_for(one, player)} or theirs
    room = next(iter(theirs)) if len(theirs) == 1 else None
    return Meant(room=room, tables=theirs)


def waits_for(table: Table, player: PlayerId) -> bool:
    """Whether it is this player's turn."""
    hand = table.hand
    return hand is not None and seat_of(table, player) in {hand.setup.seats[at] for at in hand.waiting_for}


def which_message(word: str, args: str, tables: Mapping[RoomId, Table]) -> Message:
    """The question, with a button for each table; where no button can carry what was typed, the places to type it."""
    asked = Line(role=Role.NOTE, pieces=(Text(key="telegram.which_table"),))
    places = [Place(room=room, name=table.name) for room, table in tables.items()]
    choices = [_choice(word, args, room, table) for room, table in tables.items()]
    if all(choices):
        return Message(lines=(asked,), choices=tuple((one,) for one in choices if one is not None))
    typed = Line(role=Role.NOTE, pieces=(Text(key="telegram.type_there"),))
    return Message(lines=(asked, *(Line(role=Role.TITLE, pieces=(one,)) for one in places), typed))


def about(room: RoomId, table: Table, message: Message) -> Message:
    """The answer with a line in front that says which table it is about, unless it does so itself."""
    place = Place(room=room, name=table.name)
    if any(place in line.pieces for line in message.lines):
        return message
    return replace(message, lines=(Line(role=Role.TITLE, pieces=(place,)), *message.lines))


def _choice(word: str, args: str, room: RoomId, table: Table) -> Choice | None:
    """None where a press can say no more than the name of the command."""
    argument = args.removeprefix("chips=")
    if word not in set(ChoiceName) or _PLAIN.fullmatch(argument) is None:
        return None
    return Choice(
        name=ChoiceName(word),
        label=(Place(room=room, name=table.name),),
        argument=argument,
        turn=table.turn,
        table=table.id,
    )


async def _look(desk: Desk, table_id: TableId) -> Table | None:
    try:
        return await desk.house.look(table_id, 0)
    except Refused:
        return None


def _is_at(table: Table, player: PlayerId) -> bool:
    return seat_of(table, player) is not None or any(one.player == player for one in table.queue)
