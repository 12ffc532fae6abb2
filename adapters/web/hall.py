"""What a page of a hall is shown of its tournaments before anybody has told it anything."""

from adapters import render_event
from adapters.asking import House
from adapters.event_asking import events_here, places_of
from adapters.event_choosing import OVER
from adapters.messages import Message
from core.cardroom.tournament import Stage, Status, entrant_of
from core.ids import EventId, PlayerId, RoomId


async def events_now(house: House, room: RoomId) -> tuple[Message, ...]:
    """The hall's tournaments that are not over, oldest first, each as its message has it.

    Raises `Refused`, and StoreAway.
    """
    shown = []
    for event in reversed(await events_here(house, room)):
        if event.stage not in OVER:
            places = await places_of(house, event, room)
            zone = await house.events.zone(event.community)
            shown.append(render_event.event_message(event, house.events.now(), places, zone))
    return tuple(shown)


async def own_now(house: House, room: RoomId, player: PlayerId) -> tuple[tuple[EventId, Message], ...]:
    """Where the player sits in each tournament of the hall that they play in, oldest first.

    Raises `Refused`, and StoreAway.
    """
    told = []
    for event in reversed(await events_here(house, room)):
        number = entrant_of(event, player)
        if event.stage is not Stage.RUNNING or number is None:
            continue
        if event.entrants[number].status is Status.IN:
            places = await places_of(house, event, room)
            zone = await house.events.zone(event.community)
            told.append((event.id, render_event.own_message(event, player, places, zone)))
    return tuple(told)
