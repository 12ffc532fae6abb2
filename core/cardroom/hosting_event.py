"""What the host of a tournament asks of it, and what time brings before it starts."""

from dataclasses import replace

from core.cardroom.bank import is_computer
from core.cardroom.event_actions import (
    ChangeStart,
    CreateEvent,
    EnterComputers,
    PauseEvent,
    Register,
    RemoveEntrant,
)
from core.cardroom.event_news import CheckInOpened, EventPaused, StartChanged, StartsSoon
from core.cardroom.event_options import checked_event
from core.cardroom.floor import Floor, hold_back
from core.cardroom.names import clean_name
from core.cardroom.opening import begin, give_back
from core.cardroom.registration import register
from core.cardroom.rooms import MOST_ROOMS
from core.cardroom.starting import MINUTE_MS, SOON_MS, says_soon
from core.cardroom.tournament import Stage, Status, Tournament, entrant_of, entries
from core.ids import HOUSE, PlayerId
from core.refusals import Reason, Refused


def create(action: CreateEvent, now: int) -> Tournament:
    """A new event. Refuses BAD_STAKES."""
    rooms, options = tuple(dict.fromkeys(action.rooms)), checked_event(action.options)
    if not 1 <= len(rooms) <= MOST_ROOMS:
        raise Refused(Reason.BAD_STAKES, what="rooms", minimum=1, maximum=MOST_ROOMS)
    return Tournament(
        id=action.event,
        community=action.community,
        rooms=rooms,
        name=clean_name(action.name),
        host=action.by,
        host_name=clean_name(action.host_name),
        options=options,
        told_soon=not says_soon(options, now),
        series_ms=options.starts_at,
    )


def require_event_host(floor: Floor, player: PlayerId) -> None:
    """Refuse anybody but the host and the house."""
    if player not in (floor.event.host, HOUSE):
        raise Refused(Reason.HOST_ONLY, name=floor.event.host_name)


def change_start(floor: Floor, action: ChangeStart) -> None:
    """Another time, or a sit-and-go, which starts if it is full already; who has checked in does so again."""
    event = floor.event
    if event.stage is not Stage.REGISTERING:
        raise Refused(Reason.EVENT_STARTED)
    minutes = event.options.check_in_minutes if action.starts_at is not None else 0
    options = checked_event(replace(event.options, starts_at=action.starts_at, check_in_minutes=minutes))
    entrants = tuple(replace(one, checked_in=one.temper is not None) for one in event.entrants)
    soon = not says_soon(options, floor.now)
    floor.change(options=options, checking_in=False, told_soon=soon, entrants=entrants)
    floor.news.append(StartChanged(starts_at=action.starts_at))
    if action.starts_at is None and not _has_place(floor.event):
        begin(floor, least=options.min_entrants, ask=True)


def pause(floor: Floor, action: PauseEvent) -> None:
    """No table deals after its hand, nor one that was about to, or all go on; a level by minutes stands still."""
    event = floor.event
    if event.stage is not Stage.RUNNING:
        raise Refused(Reason.EVENT_NOT_STARTED)
    if action.paused == (event.paused_at is not None):
        raise Refused(Reason.SAME_PAUSE)
    if event.paused_at is None:
        floor.change(paused_at=floor.now)
        hold_back(floor)
    else:
        floor.change(paused_at=None, level_since=event.level_since + floor.now - event.paused_at)
    floor.news.append(EventPaused(paused=action.paused))


def remove(floor: Floor, action: RemoveEntrant) -> None:
    """Before the start with a refund; later the chips go out of play after the hand (TDA 71-D)."""
    number = entrant_of(floor.event, action.player)
    if number is None or floor.event.entrants[number].status is Status.OUT:
        raise Refused(Reason.NOT_REGISTERED, case="another")
    if floor.event.stage is Stage.REGISTERING:
        give_back(floor, number, why="removed")
    else:
        floor.put(number, removed=True)


def enter_computers(floor: Floor, action: EnterComputers) -> None:
    """Computers are in, until all of them are or the field is full. Refuses EVENT_STARTED and TABLE_FULL."""
    most = floor.event.options.max_entrants
    if floor.event.stage is not Stage.REGISTERING:
        raise Refused(Reason.EVENT_STARTED)
    if entries(floor.event) >= most:
        raise Refused(Reason.TABLE_FULL, seats=most)
    for one in action.computers:
        new = is_computer(one.player) and entrant_of(floor.event, one.player) is None
        if new and _has_place(floor.event):
            register(floor, Register(by=one.player, name=one.name, temper=one.temper))


def _has_place(event: Tournament) -> bool:
    return event.stage is Stage.REGISTERING and entries(event) < event.options.max_entrants


def pass_time_before(floor: Floor) -> None:
    """Check-in opens, or the event starts."""
    options = floor.event.options
    if options.starts_at is None:
        return
    opens = options.starts_at - options.check_in_minutes * MINUTE_MS
    if options.check_in_minutes and not floor.event.checking_in and floor.now >= opens:
        floor.change(checking_in=True)
        floor.news.append(CheckInOpened(starts_at=options.starts_at))
    if not floor.event.told_soon and options.starts_at - SOON_MS <= floor.now < options.starts_at:
        floor.change(told_soon=True)
        floor.news.append(StartsSoon(starts_at=options.starts_at))
    if floor.now >= options.starts_at:
        begin(floor, least=options.min_entrants, ask=False)
