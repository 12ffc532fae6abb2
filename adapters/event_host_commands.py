"""The commands of whoever runs a tournament: its host, and the administrators of the place in the host's stead."""

from dataclasses import replace
from typing import Final

from adapters import amounts, render_club
from adapters.asking import Asked, incomplete
from adapters.event_asking import about, act, as_host, event_meant, events_here, hall, is_private
from adapters.event_club import Club, Formula, Period
from adapters.event_commands import announce, halls
from adapters.event_menu import SURE
from adapters.event_starts import same_clock_time, starts_at, zone_named
from adapters.event_words import button
from adapters.messages import ChoiceName, Look, Message, Name, Text
from adapters.table_commands import COMPUTER_NAMES
from adapters.texts import say
from core.actions import Temper
from core.cardroom.event_actions import (
    CancelEvent,
    ChangeStart,
    ComputerEntrant,
    EnterComputers,
    PauseEvent,
    RemoveEntrant,
    StartEvent,
)
from core.cardroom.event_options import seats_of
from core.cardroom.points import LEAST_ENTRANTS
from core.cardroom.structure import MOST_ENTRANTS
from core.cardroom.tournament import Stage, Status, Tournament, people_in
from core.ids import CommunityId, PlayerId
from core.refusals import Reason, Refused

_SMALL: Final = 100
"""A field that can be filled to the last place."""
_SPAN: Final = {"best": (0, 1_000), "least": (LEAST_ENTRANTS, MOST_ENTRANTS)}


async def begin(asked: Asked) -> Message:
    """Draw seats and deal."""
    event = await event_meant(asked)
    await act(asked, event, StartEvent(by=await as_host(asked, event)))
    return about(event, Text(key="director.begun"))


async def hold(asked: Asked) -> Message:
    """Pause it or let it go on; without a word, how it is and how to change that."""
    event = await event_meant(asked)
    host, switch = await as_host(asked, event), asked.given.get("switch")
    if switch is None and event.stage is Stage.RUNNING:
        return _how_it_is(event, "director.not_held", paused=event.paused_at is not None)
    paused = switch != "off"
    await act(asked, event, PauseEvent(by=host, paused=paused))
    return _how_it_is(event, "director.goes_on", paused=paused)


def _how_it_is(event: Tournament, plays: str, *, paused: bool) -> Message:
    """Paused, or else as the text `plays` says, with the button for the other."""
    change = button(
        event,
        ChoiceName.HOLD,
        more="off" if paused else "on",
        key="director.let_go_on" if paused else "director.pause_it",
    )
    return replace(about(event, Text(key="director.held" if paused else plays)), choices=((change,),))


async def cancel(asked: Asked) -> Message:
    """Call it off; while it is being played, once they have said that they are sure."""
    event = await event_meant(asked)
    host, is_sure = await as_host(asked, event), SURE in (asked.more, asked.given.get("sure"))
    if event.stage is Stage.RUNNING and not is_sure:
        sure = button(event, ChoiceName.CANCEL, Look.DANGER, more=SURE, key=f"cancel_sure.{SURE}")
        return replace(about(event, Text(key="director.cancel_question")), choices=((sure,),))
    await act(asked, event, CancelEvent(by=host))
    return about(event, Text(key="director.cancelled"))


async def remove(asked: Asked) -> Message:
    """Take somebody out of it."""
    event = await event_meant(asked)
    host, who = await as_host(asked, event), _entrant(asked, event)
    await act(asked, event, RemoveEntrant(by=host, player=who.player or PlayerId("")))
    key = "director.removed" if event.stage is Stage.REGISTERING else "director.removed_later"
    return about(event, Text(key=key), who)


async def reschedule(asked: Asked) -> Message:
    """Begin at another time, or when it is full."""
    event = await event_meant(asked)
    host, typed = await as_host(asked, event), asked.given.get("starts", "")
    if not typed:
        raise incomplete(asked)
    events = asked.house.events
    start = starts_at(typed, await events.zone(event.community), events.now())
    await act(asked, event, ChangeStart(by=host, starts_at=start))
    return about(event, Text(key="director.full_start" if start is None else "director.rescheduled"))


async def again(asked: Asked) -> Message:
    """A new event by the same rules, at the same time of day if it had one; whoever asks is its host."""
    event, events = await event_meant(asked), asked.house.events
    await as_host(asked, event)
    start = event.options.starts_at
    if start is not None:
        start = same_clock_time(start, await events.zone(event.community), events.now())
    return await announce(asked, await halls(asked), event.name, replace(event.options, starts_at=start))


async def fill(asked: Asked) -> Message:
    """Enter computer opponents: so many, or as many as there are places at its tables."""
    event = await event_meant(asked)
    host, places = await as_host(asked, event), event.options.max_entrants - people_in(event)
    wanted = _places_at_tables(event)
    if "count" in asked.given:
        wanted = amounts.parse_count(asked.given["count"], 1, max(1, places))
    count = max(1, min(wanted, places))
    answered = await act(asked, event, EnterComputers(by=host, computers=_computers(asked, event, count)))
    came = sum(one.temper is not None for one in answered.event.entrants) - sum(
        one.temper is not None for one in event.entrants
    )
    return about(event, Text(key="director.filled", numbers={"count": came}))


async def club(asked: Asked) -> Message:
    """How points are counted here and by which clock; or other ways from now on."""
    if is_private(asked):
        raise Refused(Reason.NO_HALL)
    events, community = asked.house.events, await asked.house.community_of(hall(asked))
    if asked.given:
        await _require_admin(asked, community)
        zone = asked.given.get("zone")
        known = None if zone is None else zone_named(zone).key
        wanted = _wanted(asked, await events.club(community))
        await events.set_club(community, wanted)
        if known is not None:
            await events.set_zone(community, known)
    return render_club.club_message(
        await events.club(community), await events.zone(community), changed=bool(asked.given)
    )


def _wanted(asked: Asked, now: Club) -> Club:
    given = asked.given
    return Club(
        best=_count(asked, "best", now.best),
        period=Period(given.get("period", now.period)),
        formula=Formula(given.get("points", now.formula)),
        least=_count(asked, "least", now.least),
    )


def _count(asked: Asked, name: str, usual: int) -> int:
    """A number in its range. Raises `Refused` NOT_A_COUNT with the range."""
    if name not in asked.given:
        return usual
    low, high = _SPAN[name]
    number = amounts.parse_count(asked.given[name], low, high)
    if not low <= number <= high:
        raise Refused(Reason.NOT_A_COUNT, asked=asked.given[name][:40], minimum=low, maximum=high)
    return number


async def _require_admin(asked: Asked, community: CommunityId) -> None:
    """Whoever runs the server or the group. A web room has no such people: there the host of its table or of one of
    its tournaments will do. Raises `Refused` ADMINS_ONLY."""
    request = asked.request
    if request.host_powers:
        return
    hosts = set()
    if community.startswith("web:"):
        hosts = {one.host for one in await events_here(asked.house, hall(asked))}
        if await asked.table_if_any() is not None:
            hosts.add((await asked.view(held=True)).host)
    if request.player not in hosts:
        raise Refused(Reason.ADMINS_ONLY)


def _entrant(asked: Asked, event: Tournament) -> Name:
    """Who is meant among the entrants. Raises `Refused` INCOMPLETE, NO_SUCH_PLAYER, SEVERAL_PLAYERS."""
    typed, named = asked.given.get("player", ""), asked.request.named
    if named is not None and not (named.by_reply and typed):
        return Name(name=named.name, player=named.player)
    if not typed:
        raise incomplete(asked)
    meant = typed.strip().removeprefix("@").casefold()
    there = [one for one in event.entrants if one.status is not Status.GONE]
    found = {one.player: one.name for one in there if one.name.strip().casefold() == meant}
    if not found:
        raise Refused(Reason.NO_SUCH_PLAYER, asked=typed[:40])
    if len(found) > 1:
        raise Refused(Reason.SEVERAL_PLAYERS, asked=typed[:40])
    ((player, name),) = found.items()
    return Name(name=name, player=player)


def _places_at_tables(event: Tournament) -> int:
    """To the last place of a small field, or of the tables that are needed anyway."""
    if event.options.max_entrants <= _SMALL:
        return event.options.max_entrants - people_in(event)
    seats = seats_of(event.options)
    return seats - people_in(event) % seats


def _computers(asked: Asked, event: Tournament, count: int) -> tuple[ComputerEntrant, ...]:
    """Computer opponents with names that nobody in it has, of the temper asked for or of any."""
    chance, tempers = asked.house.chance(), list(Temper)
    first, taken = int(chance, 16), {one.name for one in event.entrants}
    made: list[ComputerEntrant] = []
    for number in range(count + len(taken)):
        called = say(asked.request.locale, f"computer_name.{(first + number) % COMPUTER_NAMES}")
        round_no = number // COMPUTER_NAMES + 1
        name = called if round_no == 1 else f"{called} {round_no}"
        if name in taken or len(made) == count:
            continue
        temper = asked.given.get("temper", tempers[(first + number) % len(tempers)])
        player = PlayerId(f"computer:{chance[:12]}{number}")
        made.append(ComputerEntrant(player=player, name=name, temper=Temper(temper)))
    return tuple(made)
