"""The one door: `apply` turns a table and an action into the next table and what happened, or refuses."""

from dataclasses import dataclass, replace

from core.actions import (
    Action,
    CancelTable,
    CloseTable,
    ComeBack,
    DismissComputers,
    Leave,
    OpenTable,
    PauseTable,
    Play,
    SeatComputer,
    SetPhrase,
    Sit,
    SitOut,
    StartPlay,
    TimeOut,
)
from core.cardroom import pauses, play, seating
from core.cardroom.dealing import can_deal
from core.cardroom.pauses import IDLE_MS
from core.cardroom.table import Table, Wait
from core.events import Event, TableOpened
from core.options import checked_options
from core.poker.games import GAMES
from core.poker.record import HandRecord
from core.poker.shuffle import commit
from core.refusals import Reason, Refused


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """The next state, what happened in order, and the record of a hand that ended with it."""

    state: Table
    events: tuple[Event, ...]
    record: HandRecord | None


def apply(state: Table | None, action: Action, now: int) -> Outcome:
    """Play one action on a table (None: there is no table yet) at `now`, milliseconds since the epoch.

    Raises `Refused` with the reason and the right numbers; nothing has changed then.
    """
    events: list[Event] = []
    if isinstance(action, OpenTable) and (state is None or state.closed):
        return Outcome(state=_open(action, now, events), events=tuple(events), record=None)
    if state is None:
        raise Refused(Reason.NO_TABLE)
    if state.closed:
        raise Refused(Reason.TABLE_CLOSED)
    table, record = _apply(state, action, now, events)
    return Outcome(state=table, events=tuple(events), record=record)


def _apply(state: Table, action: Action, now: int, events: list[Event]) -> tuple[Table, HandRecord | None]:
    match action:
        case Play():
            return play.play(state, action, now, events)
        case TimeOut():
            return play.time_out(state, action.chance, now, events)
        case SetPhrase():
            return seating.set_phrase(state, action, events), None
        case OpenTable():
            raise Refused(Reason.TABLE_EXISTS, name=state.name)
        case (
            Sit()
            | SeatComputer()
            | DismissComputers()
            | Leave()
            | SitOut()
            | ComeBack()
            | StartPlay()
            | CloseTable()
            | CancelTable()
            | PauseTable()
        ):
            return play.follow_up(_people(state, action, events), now, events)


def _people(
    state: Table,
    action: Sit
    | SeatComputer
    | DismissComputers
    | Leave
    | SitOut
    | ComeBack
    | StartPlay
    | CloseTable
    | CancelTable
    | PauseTable,
    events: list[Event],
) -> Table:
    """Who is at the table and whether it plays; a hand in progress is not touched here."""
    match action:
        case Sit():
            return seating.sit(state, action, events)
        case SeatComputer():
            return seating.seat_computer(state, action, events)
        case DismissComputers():
            return seating.dismiss_computers(state, action, events)
        case Leave():
            return seating.leave(state, action, events)
        case SitOut():
            return seating.sit_out(state, action, events)
        case ComeBack():
            return seating.come_back(state, action, events)
        case StartPlay():
            return _start(state, action)
        case CloseTable():
            seating.require_host(state, action.by)
            return replace(state, closing=True)
        case CancelTable():
            return pauses.cancel(state, action, events)
        case PauseTable():
            return seating.pause(state, action, events)


def _open(action: OpenTable, now: int, events: list[Event]) -> Table:
    options = checked_options(action.options)
    root = commit(bytes.fromhex(action.chance), GAMES[options.game].deck).root.hex()
    name = seating.clean_name(action.name)
    events.append(TableOpened(room=action.room, name=name, host=action.by, root=root))
    return Table(
        id=action.table,
        community=action.community,
        rooms=(action.room,),
        name=name,
        host=action.by,
        host_name=seating.clean_name(action.host_name),
        options=options,
        seats=(None,) * options.seats,
        next_secret=action.chance,
        next_root=root,
        wait=Wait.IDLE,
        deadline=now + IDLE_MS,
    )


def _start(table: Table, action: StartPlay) -> Table:
    seating.require_host(table, action.by)
    if table.running:
        raise Refused(Reason.ALREADY_RUNNING)
    if not can_deal(table):
        raise Refused(Reason.TOO_FEW_PLAYERS, needed=2)
    return replace(table, running=True)
