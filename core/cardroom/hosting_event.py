"""What the host of a tournament asks of it, and what time brings before it starts."""

from dataclasses import replace

from core.cardroom.event_actions import ChangeStart, CreateEvent, PauseEvent, RemoveEntrant
from core.cardroom.event_news import CheckInOpened, EventPaused, StartChanged
from core.cardroom.event_options import checked_event
from core.cardroom.floor import Floor
from core.cardroom.hands_over import MINUTE_MS
from core.cardroom.names import clean_name
from core.cardroom.opening import begin, give_back
from core.cardroom.tournament import Stage, Status, Tournament, entrant_of
from core.ids import HOUSE, PlayerId
from core.refusals import Reason, Refused


def create(action: CreateEvent) -> Tournament:
    """A new event. Refuses BAD_STAKES."""
    if not action.rooms:
        raise Refused(Reason.BAD_STAKES, what="rooms", minimum=1, maximum=200)
    return Tournament(
        id=action.event,
        community=action.community,
        rooms=action.rooms,
        name=clean_name(action.name),
        host=action.by,
        host_name=clean_name(action.host_name),
        options=checked_event(action.options),
    )


def require_event_host(floor: Floor, player: PlayerId) -> None:
    """Refuse anybody but the host and the house."""
    if player not in (floor.event.host, HOUSE):
        raise Refused(Reason.HOST_ONLY, name=floor.event.host_name)


def change_start(floor: Floor, action: ChangeStart) -> None:
    """Another time, or a sit-and-go; who has checked in does so again."""
    event = floor.event
    if event.stage is not Stage.REGISTERING:
        raise Refused(Reason.EVENT_STARTED)
    minutes = event.options.check_in_minutes if action.starts_at is not None else 0
    options = checked_event(replace(event.options, starts_at=action.starts_at, check_in_minutes=minutes))
    entrants = tuple(replace(one, checked_in=False) for one in event.entrants)
    floor.change(options=options, checking_in=False, entrants=entrants)
    floor.news.append(StartChanged(starts_at=action.starts_at))


def pause(floor: Floor, action: PauseEvent) -> None:
    """No table deals after its hand, or all go on; a level by minutes stands still meanwhile."""
    event = floor.event
    if event.stage is not Stage.RUNNING:
        raise Refused(Reason.EVENT_NOT_STARTED)
    if action.paused == (event.paused_at is not None):
        raise Refused(Reason.SAME_PAUSE)
    if event.paused_at is None:
        floor.change(paused_at=floor.now)
    else:
        floor.change(paused_at=None, level_since=event.level_since + floor.now - event.paused_at)
    floor.news.append(EventPaused(paused=action.paused))


def remove(floor: Floor, action: RemoveEntrant) -> None:
    """Before the start with a refund; later the chips go out of play after the hand (TDA 71-D)."""
    number = entrant_of(floor.event, action.player)
    if number is None or floor.event.entrants[number].status is Status.OUT:
        raise Refused(Reason.NOT_REGISTERED)
    if floor.event.stage is Stage.REGISTERING:
        give_back(floor, number)
    else:
        floor.put(number, removed=True)


def pass_time_before(floor: Floor) -> None:
    """Check-in opens, or the event starts."""
    options = floor.event.options
    if options.starts_at is None:
        return
    opens = options.starts_at - options.check_in_minutes * MINUTE_MS
    if options.check_in_minutes and not floor.event.checking_in and floor.now >= opens:
        floor.change(checking_in=True)
        floor.news.append(CheckInOpened(starts_at=options.starts_at))
    if floor.now >= options.starts_at:
        begin(floor, least=options.min_entrants, ask=False)
