"""The one door to a tournament: `direct` takes what is asked or what time has brought, and says what becomes of it.

While the event runs every call also goes over the tables that are between hands: who is out, whether all of them
have to be (hand-for-hand, a break, the final table), who moves, and who deals.
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass

from core.cardroom.bank import Move
from core.cardroom.ending_event import call_off
from core.cardroom.event_actions import (
    AddOn,
    CancelEvent,
    ChangeStart,
    CheckIn,
    CreateEvent,
    Direct,
    EnterComputers,
    ErrandsDone,
    EventAction,
    HostsOwnEvent,
    PauseEvent,
    Rebuy,
    ReEnter,
    Register,
    RemoveEntrant,
    StartEvent,
    Unregister,
    VoteDeal,
)
from core.cardroom.event_news import EventCreated, News, TicketUsed
from core.cardroom.floor import Floor
from core.cardroom.hosting_event import (
    change_start,
    create,
    enter_computers,
    pass_time_before,
    pause,
    remove,
    require_event_host,
)
from core.cardroom.opening import begin
from core.cardroom.registration import add_on, check_in, re_enter, rebuy, register, unregister, vote_deal
from core.cardroom.running import advance, close_leftovers, next_deadline
from core.cardroom.table import Table
from core.cardroom.tournament import Stage, Tournament, ticket_winners
from core.events import Event
from core.ids import RoomId, TableId
from core.refusals import Reason, Refused


def stops_dealing(action: EventAction) -> bool:
    """Whether no further hand may begin after this, not even one that is due."""
    paused = isinstance(action, PauseEvent) and action.paused
    return (
        paused
        or isinstance(action, CancelEvent)
        or (isinstance(action, VoteDeal) and action.deal is not None)
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class ChangedTable:
    """A table as the director leaves it, and what has happened at it."""

    table: Table
    events: tuple[Event, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class EventOutcome:
    """The next state of the event and of the tables that change with it, what happened, and what the bank moves."""

    event: Tournament
    tables: tuple[ChangedTable, ...]
    news: tuple[News, ...]
    moves: tuple[Move, ...]


def direct(
    event: Tournament | None,
    tables: Mapping[TableId, Table],
    action: EventAction,
    now: int,
    chance: str,
    parts_taken: Collection[RoomId] = (),
) -> EventOutcome:
    """Play one action on an event (None: there is none yet) at `now`, milliseconds since the epoch.

    `tables`: all of the event's that are between hands and, where it `stops_dealing`, those that are about to deal.
    `chance`: 32 fresh random bytes in hex, for every draw and
    for the first decks of new tables. `parts_taken`: parts of the halls where other tables are open. Raises `Refused`
    with the right numbers; nothing has changed then.
    """
    if isinstance(action, CreateEvent):
        if event is not None:
            raise Refused(Reason.EVENT_EXISTS)
        floor = Floor(create(action, now), {}, now, chance, news=[EventCreated(name=action.name)])
    elif event is None:
        raise Refused(Reason.NO_EVENT)
    else:
        floor = Floor(event, dict(tables), now, chance, parts_taken=set(parts_taken))
    if not isinstance(action, Direct | ErrandsDone) and floor.event.stage in (
        Stage.FINISHED,
        Stage.CANCELLED,
    ):
        if floor.event.stage is Stage.CANCELLED:
            raise Refused(Reason.EVENT_OVER, case="called_off")
        raise Refused(Reason.EVENT_OVER)
    _do(floor, action)
    match floor.event.stage:
        case Stage.REGISTERING:
            pass
        case Stage.RUNNING:
            advance(floor)
        case Stage.FINISHED | Stage.CANCELLED:
            close_leftovers(floor)
    floor.change(deadline=next_deadline(floor.event))
    changed = (
        ChangedTable(table=floor.tables[name], events=tuple(events))
        for name, events in floor.changed.items()
        if events or tables.get(name) != floor.tables[name]
    )
    return EventOutcome(
        event=floor.event, tables=tuple(changed), news=tuple(floor.news), moves=tuple(floor.moves)
    )


def _do(floor: Floor, action: EventAction) -> None:
    match action:
        case CreateEvent():
            pass
        case Register():
            register(floor, action)
        case Unregister():
            unregister(floor, action.by)
        case CheckIn():
            check_in(floor, action)
        case ReEnter():
            re_enter(floor, action)
        case Rebuy():
            rebuy(floor, action)
        case AddOn():
            add_on(floor, action)
        case VoteDeal():
            vote_deal(floor, action)
        case StartEvent() | ChangeStart() | PauseEvent() | CancelEvent() | RemoveEntrant() | EnterComputers():
            _host(floor, action)
        case ErrandsDone():
            floor.change(errands=False)
            floor.news += [
                TicketUsed(player=one.player, name=one.name, entered=one.player in action.entered)
                for one in ticket_winners(floor.event)
            ]
        case Direct():
            if floor.event.stage is Stage.REGISTERING:
                pass_time_before(floor)


def _host(floor: Floor, action: HostsOwnEvent) -> None:
    require_event_host(floor, action.by)
    match action:
        case StartEvent():
            if floor.event.stage is not Stage.REGISTERING:
                raise Refused(Reason.EVENT_STARTED)
            begin(floor, least=2, ask=True)
        case ChangeStart():
            change_start(floor, action)
        case PauseEvent():
            pause(floor, action)
        case CancelEvent():
            call_off(floor, goes_on=False)
        case RemoveEntrant():
            remove(floor, action)
        case EnterComputers():
            enter_computers(floor, action)
