"""Which room a person means: that of the table at which they sit, or the hall of the tournament that a button names.

A group may have several tables at once: its own, and those of a tournament in the parts of the hall or in topics. What
somebody types in any of its rooms about their hand is meant for the table at which they sit.
"""

from typing import Final

from adapters.menu import find
from adapters.menu_entries import TOURNEY
from adapters.messages import ChoiceName
from adapters.telegram.callback_data import Press
from adapters.telegram.chats import PLATFORM
from adapters.telegram.desk import Desk
from adapters.telegram.requests import Who
from core.cardroom.table import seat_of
from core.cardroom.tournament import Tournament, entrant_of
from core.ids import EventId, RoomId, TableId, hall_of, is_event
from core.links import natural_community
from core.refusals import Refused

AT_THE_TABLE: Final = frozenset(
    {
        *("fold", "check", "call", "raise", "allin", "show", "muck", "runs"),
        *("cards", "table", "hand", "sitout", "back", "away", "cut", "learn"),
    }
)
"""Commands that are about the table at which one sits, not about the room in which they are typed."""
EVENT_BUTTONS: Final = frozenset(
    {
        *(
            ChoiceName.REGISTER,
            ChoiceName.UNREGISTER,
            ChoiceName.CHECK_IN,
            ChoiceName.REBUY,
            ChoiceName.ADD_ON,
        ),
        *(
            ChoiceName.DEAL,
            ChoiceName.STRUCTURE,
            ChoiceName.PLAYERS,
            ChoiceName.STANDINGS,
            ChoiceName.OVERVIEW,
        ),
        *(ChoiceName.AGAIN, ChoiceName.BEGIN, ChoiceName.HOLD, ChoiceName.CANCEL, ChoiceName.FILL),
    }
)
"""Buttons whose argument begins with the id of a tournament."""
_OF_THE_CLUB: Final = frozenset({"create", "season", "club"})
"""Commands of tournaments that are about none of them."""


def event_of(press: Press) -> EventId | None:
    """The tournament that a button is of."""
    name = press.argument.partition(".")[0]
    return EventId(name) if press.name in EVENT_BUTTONS and is_event(name) else None


def is_of_events(word: str) -> bool:
    """Whether a command is one of tournaments."""
    try:
        return find(word).group == TOURNEY
    except Refused:
        return False


def is_of_one_event(word: str) -> bool:
    """Whether a command is about a certain tournament."""
    return word not in _OF_THE_CLUB and is_of_events(word)


async def own_room(desk: Desk, room: RoomId, who: Who) -> RoomId:
    """The room of the asker's own table: this one, else that of a tournament's table in the same group. Raises
    StoreAway."""
    here = await desk.table_in(room)
    if here is not None and await _sits_at(desk, here, who, of_event=False):
        return room
    others = await desk.rooms_of(natural_community(hall_of(room)))
    for other, table_id in others.items():
        if other != room and await _sits_at(desk, table_id, who, of_event=True):
            return other
    return hall_of(room) if here is None else room


async def hall_meant(desk: Desk, event_id: EventId, here: RoomId | None, who: Who) -> RoomId | None:
    """The hall on Telegram of a tournament that somebody asks about in the room `here`, or in private (None).

    None when it is not run in that group, or in no group that they are in. Raises StoreAway.
    """
    try:
        event = await desk.house.events.look(event_id)
    except Refused:
        return here or RoomId(who.player)
    halls = [room for room in event.rooms if room.startswith(f"{PLATFORM}:")]
    if here is None:
        return await _hall_of_member(desk, event, halls, who)
    chat = (await desk.chats.place(here)).chat
    for hall in halls:
        if (await desk.chats.place(hall)).chat == chat:
            return hall
    return None


async def _hall_of_member(desk: Desk, event: Tournament, halls: list[RoomId], who: Who) -> RoomId | None:
    """Who has entered it is told about it wherever they have gone since."""
    if entrant_of(event, who.player) is not None:
        return (*halls, *event.rooms)[0]
    for hall in halls:
        if await desk.members.belongs((await desk.chats.place(hall)).chat, who.id):
            return hall
    return None


async def _sits_at(desk: Desk, table_id: TableId, who: Who, *, of_event: bool) -> bool:
    try:
        table = await desk.house.look(table_id, 0)
    except Refused:
        return False
    return seat_of(table, who.player) is not None and (table.event is not None or not of_event)
