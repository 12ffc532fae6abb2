"""Which tournament a request is about, who may run it, and where its tables are."""

import asyncio
import re
from collections.abc import Sequence
from typing import Final

from adapters import event_choosing
from adapters.asking import Asked, House
from adapters.menu_entries import Command
from adapters.messages import Line, Message, Name, Piece, Place, Role
from adapters.wording import DOT
from core.cardroom.event_actions import EventAction
from core.cardroom.tournament import Tournament, entrant_of
from core.director import EventAnswered
from core.ids import EventId, PlayerId, RoomId, TableId, hall_of
from core.refusals import Reason, Refused

MOST_PLACES: Final = 30
"""Tables that are looked for, for the links to them."""
_NAMED: Final = re.compile(r"(?P<event>[0-9]{2}-[0-9a-z]{1,16})(?:\.(?P<more>[0-9A-Za-z._-]{1,24}))?")


def named_in(args: str) -> tuple[str, str, str]:
    """The id of a tournament that stands in front, what a button says with it, and all the rest."""
    first, _, rest = args.strip().partition(" ")
    found = _NAMED.fullmatch(first)
    if found is None:
        return "", "", args
    return found["event"], found["more"] or "", rest.strip()


def is_private(asked: Asked) -> bool:
    """Whether this is somebody's own chat, which belongs to no group; who writes as the group itself has a home."""
    request = asked.request
    return request.home is None and PlayerId(request.room) == request.player


def hall(asked: Asked) -> RoomId:
    """Where tournaments are announced that are asked for here: not in a thread, which may be gone tomorrow."""
    return hall_of(asked.request.home or asked.request.room)


async def name_typed(asked: Asked, command: Command, typed: str) -> str:
    """Notes the event that is typed by its name, if one is; returns what else is typed. Raises `Refused` NO_EVENT for a
    name that none has, and `WhichEvent`."""
    if not typed or not any(one.name == "event" for one in command.arguments):
        return typed
    known = await events_here(asked.house, hall(asked))
    event, rest = event_choosing.named(command, typed, known, asked.request.player)
    asked.event = event or ""
    return rest


async def event_meant(asked: Asked) -> Tournament:
    """The event that was named, else that of the table here, else the hall's that fits what is asked. In a private chat
    the one that the asker registered for last.

    Raises `Refused` NO_EVENT, and `WhichEvent` where several fit.
    """
    named = asked.event or asked.given.get("event", "")
    if named:
        return await _named(asked, EventId(named))
    table = await asked.table_if_any()
    if table is not None and (here := (await asked.house.dealer.look(table, 0)).event) is not None:
        return await asked.house.events.look(here)
    if is_private(asked):
        last = await asked.house.events.last_of(asked.request.player)
        if last is None:
            raise Refused(Reason.NO_EVENT)
        return await asked.house.events.look(last)
    known = await events_here(asked.house, hall(asked))
    request, now_ms = asked.request, asked.house.events.now()
    return event_choosing.meant(asked.command, known, request.player, now_ms, powers=request.host_powers)


async def events_here(house: House, room: RoomId) -> list[Tournament]:
    """The events of a hall, newest first."""
    found = await asyncio.gather(*(_known(house, one) for one in await house.events.in_hall(room)))
    return [one for one in found if one is not None]


async def as_host(asked: Asked, event: Tournament) -> PlayerId:
    """By whom something is done that only the host may do: the host, also in their stead by whoever administers the
    place. Raises `Refused` EVENT_HOST_ONLY with the host's name."""
    request = asked.request
    if request.player == event.host:
        return event.host
    if request.host_powers and await _is_here(asked, event):
        return event.host
    raise Refused(Reason.EVENT_HOST_ONLY, name=event.host_name)


async def act(asked: Asked, event: Tournament, action: EventAction) -> EventAnswered:
    """Have it done."""
    return await asked.house.events.act(event.id, action, asked.request.request_id)


def about(event: Tournament, *pieces: Piece) -> Message:
    """A short answer that says which event it is about."""
    name = Name(name=event.name, strong=True)
    return Message(lines=(Line(role=Role.NOTE, pieces=(name, DOT, *pieces)),))


async def zone_of(asked: Asked, event: Tournament) -> str:
    """By whose clock the times of an event are said."""
    return await asked.house.events.zone(event.community)


async def places_of(house: House, event: Tournament, beside: RoomId) -> dict[TableId, Place]:
    """Where the tables that play are, on the platform of a room, in its own hall if they are open there.

    Of a large event the first ones: nobody reads on.
    """
    tables = event.tables[:MOST_PLACES]
    found = await asyncio.gather(*(_place(house, table, beside) for table in tables))
    return {table: place for table, place in zip(tables, found, strict=True) if place is not None}


async def _place(house: House, table_id: TableId, beside: RoomId) -> Place | None:
    try:
        table = await house.dealer.look(table_id, 0)
    except Refused:
        return None
    room = nearest(table.rooms, beside)
    return None if room is None else Place(room=room, name=table.name)


def nearest(rooms: Sequence[RoomId], beside: RoomId) -> RoomId | None:
    """The room of these that is a part of the same hall, else of the same guild or group, else on the platform."""
    for depth in (0, 2, 1):
        wanted = _beginning(beside, depth)
        for room in rooms:
            if _beginning(room, depth) == wanted:
                return room
    return None


def _beginning(room: RoomId, depth: int) -> tuple[str, ...]:
    """The hall itself (0), or the first so many parts of its id."""
    parts = hall_of(room).split(":")
    return tuple(parts[:depth] if depth else parts)


async def _named(asked: Asked, event_id: EventId) -> Tournament:
    """An event of another community is nobody's business here but of those who are in it."""
    event, player = await asked.house.events.look(event_id), asked.request.player
    if player != event.host and entrant_of(event, player) is None and not await _is_here(asked, event):
        raise Refused(Reason.NO_EVENT)
    return event


async def _is_here(asked: Asked, event: Tournament) -> bool:
    return not is_private(asked) and await asked.house.community_of(hall(asked)) == event.community


async def _known(house: House, event_id: EventId) -> Tournament | None:
    try:
        return await house.events.look(event_id)
    except Refused as refused:
        if refused.reason is Reason.DEALER_AWAY:
            raise
        return None
