"""What a page of a hall is shown of its tournaments before anybody has told it anything."""

from adapters import render_event
from adapters.asking import House
from adapters.event_asking import OVER, events_here, places_of
from adapters.messages import Message
from core.cardroom.tournament import Stage, Status, entrant_of
from core.ids import EventId, PlayerId, RoomId


async def event_now(house: House, room: RoomId) -> Message | None:
    """The hall's newest tournament that is not over, as its message has it; None when there is none.

    Raises `Refused`, and StoreAway.
    """
    for event in await events_here(house, room):
        if event.stage not in OVER:
            places = await places_of(house, event, room)
            zone = await house.events.zone(event.community)
            return render_event.event_message(event, house.events.now(), places, zone)
    return None


async def own_now(house: House, room: RoomId, player: PlayerId) -> tuple[EventId, Message] | None:
    """Where the player sits in a tournament that runs in the hall; None when they play in none.

    Raises `Refused`, and StoreAway.
    """
    for event in await events_here(house, room):
        number = entrant_of(event, player)
        if event.stage is not Stage.RUNNING or number is None:
            continue
        if event.entrants[number].status is Status.IN:
            places = await places_of(house, event, room)
            zone = await house.events.zone(event.community)
            return event.id, render_event.own_message(event, player, places, zone)
    return None
