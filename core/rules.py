"""The one door: `apply` turns a table and an action into the next table and what happened, or refuses."""

from dataclasses import dataclass, replace

from core.actions import (
    Action,
    Around,
    CloseIn,
    ComeBack,
    DismissComputers,
    Grant,
    HostsOwn,
    Leave,
    OpenIn,
    OpenTable,
    People,
    Play,
    Rehouse,
    SeatComputer,
    SetPhrase,
    Sit,
    SitOut,
    StartPlay,
    TimeOut,
)
from core.cardroom import (
    aftermath,
    away,
    chips,
    hosting,
    hosts,
    pauses,
    play,
    ready_moves,
    rooms,
    seating,
    side_games,
    waitlist,
)
from core.cardroom.blinds import can_deal
from core.cardroom.event_table import is_closed_to
from core.cardroom.names import clean_name
from core.cardroom.pauses import IDLE_MS
from core.cardroom.table import Table, Wait
from core.events import Event, TableOpened
from core.host_actions import (
    CancelTable,
    ChangeOptions,
    CloseTable,
    HandOver,
    Kick,
    PauseTable,
    Reserve,
    SetCode,
)
from core.options import checked_options
from core.poker.games import GAMES
from core.poker.record import HandRecord
from core.poker.shuffle import commit
from core.refusals import Reason, Refused
from core.side_actions import (
    AddChips,
    AskToShow,
    ChooseBuying,
    ChooseSevenDeuce,
    ChooseStraddle,
    HuntRabbit,
    LeaveQueue,
    Prepare,
    Queue,
    Remind,
    ShowAfter,
    VoteAway,
    VoteBombPot,
)


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
    if state.event is not None and is_closed_to(action):
        raise Refused(Reason.IN_TOURNAMENT)
    table, record = _apply(state, action, now, events)
    if table.queue and not table.closing:
        table = waitlist.offer_seats(table, now, events)
    if table.wait is Wait.IDLE:
        table = pauses.with_alarm(table, now)
    return Outcome(state=table, events=tuple(events), record=record)


def _apply(state: Table, action: Action, now: int, events: list[Event]) -> tuple[Table, HandRecord | None]:
    if isinstance(action, Around):
        return play.follow_up(_around_the_hand(state, action, now, events), now, events)
    match action:
        case Play():
            return play.play(state, action, now, events)
        case TimeOut():
            return play.time_out(state, action, now, events)
        case Grant():
            return play.grant(state, action, now), None
        case VoteAway():
            return play.be_voted(state, action, now, events)
        case OpenTable():
            raise Refused(Reason.TABLE_EXISTS, name=state.name)


def _around_the_hand(state: Table, action: Around, now: int, events: list[Event]) -> Table:
    """Everything that leaves a hand in progress as it is."""
    match action:
        case Sit() | SeatComputer() | DismissComputers() | Leave() | SitOut() | ComeBack() | StartPlay():
            return _people(state, action, now, events)
        case Queue() | LeaveQueue() | AddChips() | ChooseBuying() | SetPhrase() | Remind():
            return _wishes(state, action, events)
        case ChooseStraddle() | ChooseSevenDeuce() | VoteBombPot() | Prepare():
            return _side_games(state, action, events)
        case ShowAfter() | AskToShow() | HuntRabbit():
            return _aftermath(state, action, events)
        case Kick() | Reserve() | SetCode() | HandOver() | ChangeOptions() | PauseTable() | CloseTable():
            return _host(state, action, now, events)
        case CancelTable():
            return pauses.cancel(state, action, events)
        case OpenIn():
            return rooms.open_in(state, action, events)
        case CloseIn():
            return rooms.close_in(state, action, events)
        case Rehouse():
            return rooms.rehouse(state, action, events)


def _people(state: Table, action: People, now: int, events: list[Event]) -> Table:
    match action:
        case Sit():
            return seating.sit(state, action, now, events)
        case SeatComputer():
            return seating.seat_computer(state, action, now, events)
        case DismissComputers():
            return seating.dismiss_computers(state, action, now, events)
        case Leave():
            return seating.leave(state, action, now, events)
        case SitOut():
            return away.sit_out(state, action, now, events)
        case ComeBack():
            return away.come_back(state, action, events)
        case StartPlay():
            return _start(state, action)


def _wishes(
    state: Table,
    action: Queue | LeaveQueue | AddChips | ChooseBuying | SetPhrase | Remind,
    events: list[Event],
) -> Table:
    match action:
        case Queue():
            return waitlist.join_queue(state, action, events)
        case LeaveQueue():
            return waitlist.leave_queue(state, action, events)
        case AddChips():
            return chips.add_chips(state, action, events)
        case ChooseBuying():
            return chips.choose_buying(state, action)
        case SetPhrase():
            return seating.set_phrase(state, action, events)
        case Remind():
            return seating.remind(state, action)


def _side_games(
    state: Table, action: ChooseStraddle | ChooseSevenDeuce | VoteBombPot | Prepare, events: list[Event]
) -> Table:
    match action:
        case ChooseStraddle():
            return side_games.choose_straddle(state, action)
        case ChooseSevenDeuce():
            return aftermath.choose_seven_deuce(state, action)
        case VoteBombPot():
            return side_games.vote_bomb_pot(state, action, events)
        case Prepare():
            return ready_moves.prepare(state, action)


def _aftermath(state: Table, action: ShowAfter | AskToShow | HuntRabbit, events: list[Event]) -> Table:
    match action:
        case ShowAfter():
            return aftermath.show_after(state, action, events)
        case AskToShow():
            return aftermath.ask_to_show(state, action, events)
        case HuntRabbit():
            return aftermath.hunt_rabbit(state, action, events)


def _host(state: Table, action: HostsOwn, now: int, events: list[Event]) -> Table:
    match action:
        case Kick():
            return hosting.kick(state, action, now, events)
        case Reserve():
            return hosting.reserve(state, action, events)
        case SetCode():
            return hosting.set_code(state, action, events)
        case HandOver():
            return hosting.hand_over(state, action, events)
        case ChangeOptions():
            return hosting.change_options(state, action, events)
        case PauseTable():
            return hosting.pause(state, action, events)
        case CloseTable():
            hosts.require_host(state, action.by)
            return replace(state, closing=True)


def _open(action: OpenTable, now: int, events: list[Event]) -> Table:
    options = checked_options(action.options)
    root = commit(bytes.fromhex(action.chance), GAMES[options.game].deck).root.hex()
    name = clean_name(action.name)
    events.append(TableOpened(room=action.room, name=name, host=action.by, root=root))
    return Table(
        id=action.table,
        community=action.community,
        rooms=rooms.rooms_at_opening(action),
        name=name,
        host=action.by,
        host_name=clean_name(action.host_name),
        owner=action.by,
        options=options,
        seats=(None,) * options.seats,
        next_secret=action.chance,
        next_root=root,
        wait=Wait.IDLE,
        deadline=now + IDLE_MS,
        idle_until=now + IDLE_MS,
    )


def _start(table: Table, action: StartPlay) -> Table:
    hosts.require_host(table, action.by)
    if table.running:
        raise Refused(Reason.ALREADY_RUNNING)
    if not can_deal(table):
        raise Refused(Reason.TOO_FEW_PLAYERS, needed=2)
    return replace(table, running=True)
