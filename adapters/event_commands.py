"""The commands of a tournament's players: to announce one, to be in it, to follow it, and what many of them come to."""

import asyncio
from dataclasses import replace
from typing import Final

from adapters import render_event
from adapters.asking import Asked
from adapters.care_commands import require_no_break
from adapters.event_asking import about, act, event_meant, events_here, hall, is_private, places_of, zone_of
from adapters.event_choosing import OVER
from adapters.event_fit import with_ticket
from adapters.event_menu import NO_DEAL
from adapters.event_seasons import FAME, season_rows, span_typed
from adapters.event_stakes import event_options
from adapters.event_words import note
from adapters.messages import Code, Line, Message, Name, Role, Text
from adapters.render_event_open import expected, field_of, pays_lines
from adapters.texts import say
from core.cardroom.deals import DealKind
from core.cardroom.event_actions import (
    AddOn,
    CheckIn,
    CreateEvent,
    Rebuy,
    Register,
    Unregister,
    VoteDeal,
)
from core.cardroom.event_news import News, Registered, SeatDrawn, StackBought
from core.cardroom.event_options import EventOptions
from core.cardroom.rooms import MOST_ROOMS
from core.cardroom.tournament import Status, Tournament, entrant_of
from core.ids import CommunityId, EventId, RoomId
from core.refusals import Reason, Refused

MOST_OPEN: Final = 5
"""Events that may be open in one hall at a time."""


async def create(asked: Asked) -> Message:
    """Announce a tournament in this hall and those that are linked with it; whoever asks is its host."""
    house, rooms, community = asked.house, await halls(asked), await _community(asked)
    given, target_name = asked.given, ""
    if "satellite" in given:
        target = await house.events.look(EventId(given["satellite"]))
        if target.community != community:
            raise Refused(Reason.NO_EVENT)
        given, target_name = with_ticket(given, target.options.buy_in), target.name
    options = event_options(given, await house.events.zone(community), house.events.now())
    options = replace(options, satellite_name=target_name)
    name = asked.given.get("name") or say(asked.request.locale, "director.usual_name")
    return await announce(asked, rooms, name, options)


async def halls(asked: Asked) -> tuple[RoomId, ...]:
    """Where a new event is announced. Raises `Refused` NO_HALL, and TOO_MANY_EVENTS of the hall that has enough."""
    if is_private(asked):
        raise Refused(Reason.NO_HALL)
    here, links = hall(asked), asked.house.links
    await links.come_home(here)
    rooms = (here, *await links.together(here))[:MOST_ROOMS]
    for room in rooms:
        running = [one for one in await events_here(asked.house, room) if one.stage not in OVER]
        if len(running) >= MOST_OPEN and asked.house.events.new_id(
            await _community(asked), asked.request.request_id
        ) not in {one.id for one in running}:
            raise Refused(Reason.TOO_MANY_EVENTS, most=MOST_OPEN)
    return rooms


async def announce(asked: Asked, rooms: tuple[RoomId, ...], name: str, options: EventOptions) -> Message:
    """Make it, and say how long it will take; the public message follows by itself."""
    request, community = asked.request, await _community(asked)
    action = CreateEvent(
        by=request.player,
        host_name=request.name,
        event=asked.house.events.new_id(community, request.request_id),
        community=community,
        rooms=rooms,
        name=name,
        options=options,
    )
    event = (await asked.house.events.act(action.event, action, request.request_id)).event
    # Shares that make no hundred are ratios: this is what they come to.
    pays = pays_lines(event) if options.shares else []
    return Message(lines=(_line("director.announced", event), *pays, _estimate(event), _id_line(event)))


def _id_line(event: Tournament) -> Line:
    """By what it can be told from others of its name, and what a ticket is for."""
    return Line(role=Role.NOTE, pieces=(Text(key="director.its_id"), Code(text=event.id)))


def _estimate(event: Tournament) -> Line:
    """How long it usually takes, as its message says it."""
    hands, minutes = expected(event)
    return note("director.estimate", players=field_of(event), hands=hands, minutes=minutes)


async def overview(asked: Asked) -> Message:
    """The event's message, for the asker alone."""
    event = await event_meant(asked)
    places = await places_of(asked.house, event, asked.request.room)
    zone, player = await zone_of(asked, event), asked.request.player
    message = render_event.overview_message(event, player, asked.house.events.now(), places, zone)
    return replace(message, lines=(*message.lines, _id_line(event)))


async def register(asked: Asked) -> Message:
    """Be in, also late or again."""
    event, request = await event_meant(asked), asked.request
    await require_no_break(asked)
    answered = await act(asked, event, Register(by=request.player, name=request.name))
    await asked.house.events.registered(request.player, event.id)
    if any(isinstance(one, Registered) and one.queued for one in _mine(asked, answered.news)):
        return _told("director.queued", event)
    if any(isinstance(one, SeatDrawn) for one in _mine(asked, answered.news)):
        return Message(lines=(_line("director.registered", event), note("director.seat_follows")))
    return _told("director.registered", event)


async def unregister(asked: Asked) -> Message:
    """Be out of it, with the buy-in back."""
    event = await event_meant(asked)
    await act(asked, event, Unregister(by=asked.request.player))
    return about(event, Text(key="director.unregistered"))


async def check_in(asked: Asked) -> Message:
    """Be there."""
    event = await event_meant(asked)
    now = (await act(asked, event, CheckIn(by=asked.request.player))).event
    number = entrant_of(now, asked.request.player)
    waits = number is not None and now.entrants[number].status is Status.QUEUED
    return about(event, Text(key="director.checked_in_queue" if waits else "director.checked_in"))


async def rebuy(asked: Asked) -> Message:
    """Another stack; for who is out, with a seat that is drawn."""
    event = await event_meant(asked)
    await require_no_break(asked)
    answered = await act(asked, event, Rebuy(by=asked.request.player))
    if any(isinstance(one, Registered) for one in _mine(asked, answered.news)):
        return Message(lines=(_line("director.registered", event), note("director.seat_follows")))
    bought = about(event, Text(key="director.rebought", numbers={"chips": event.options.structure.stack}))
    if any(isinstance(one, StackBought) for one in answered.news):
        return bought
    # Pressed twice: the receipt of the first press.
    number = entrant_of(answered.event, asked.request.player)
    more = number is not None and answered.event.entrants[number].rebuys
    first = bought if more else _told("director.registered", event)
    return replace(first, lines=(*first.lines, note("director.once_a_hand")))


async def add_on(asked: Asked) -> Message:
    """One more stack at the first break."""
    event = await event_meant(asked)
    await require_no_break(asked)
    await act(asked, event, AddOn(by=asked.request.player))
    return about(event, Text(key="director.added_on", numbers={"chips": event.options.structure.stack}))


async def deal(asked: Asked) -> Message:
    """A vote for a way to share, or how it would be shared."""
    event, how = await event_meant(asked), asked.more or asked.given.get("how", "")
    if how not in {*DealKind, NO_DEAL}:
        return render_event.deal_message(event, asked.request.player)
    kind = None if how == NO_DEAL else DealKind(how)
    await act(asked, event, VoteDeal(by=asked.request.player, deal=kind))
    return about(event, Text(key="director.vote_back" if kind is None else "director.voted"))


async def structure(asked: Asked) -> Message:
    """Levels and prizes."""
    return render_event.structure_message(await event_meant(asked), _page(asked))


async def players(asked: Asked) -> Message:
    """Who is in."""
    return render_event.players_message(await event_meant(asked), _page(asked) or 1)


async def standings(asked: Asked) -> Message:
    """Who has how much, as words and as a picture."""
    event = await event_meant(asked)
    places = await places_of(asked.house, event, asked.request.room)
    return await asyncio.to_thread(
        render_event.standings_message,
        event,
        viewer=asked.request.player,
        places=places,
        page=_page(asked) or 1,
    )


async def season(asked: Asked) -> Message:
    """The points of a month, a quarter or a year, or the hall of fame."""
    community, events = await _community(asked), asked.house.events
    results, which = await events.results(community), asked.given.get("which", "")
    word, _, page = which.partition(".")
    if word.casefold() in FAME:
        return render_event.fame_message(results, page=int(page[:6]) if page.isdecimal() else 1)
    club, zone = await events.club(community), await events.zone(community)
    span, number = span_typed(which, club.period, zone, events.now())
    rows = season_rows(results, club, span, zone)
    return render_event.season_message(span.name, rows, club, page=number, viewer=asked.request.player)


async def _community(asked: Asked) -> CommunityId:
    return await asked.house.community_of(hall(asked))


def _mine(asked: Asked, news: tuple[News, ...]) -> list[Registered | SeatDrawn]:
    """Of the news those that are about the asker."""
    return [
        one for one in news if isinstance(one, Registered | SeatDrawn) and one.player == asked.request.player
    ]


def _page(asked: Asked) -> int | None:
    """That of the button."""
    return int(asked.more[:6]) if asked.more.isascii() and asked.more.isdecimal() else None


def _line(key: str, event: Tournament) -> Line:
    return Line(role=Role.RESULT, pieces=(Text(key=key), Name(name=event.name, strong=True)))


def _told(key: str, event: Tournament) -> Message:
    return Message(lines=(_line(key, event),))
