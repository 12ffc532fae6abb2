"""A table of a tournament: how it is opened, who comes to it and goes, and what nobody may ask of it.

Its chips are the tournament's: they came from no wallet and go to none, and only the director brings or takes any.
"""

from collections.abc import Sequence
from dataclasses import replace

from core.actions import (
    Action,
    ComeBack,
    DismissComputers,
    Leave,
    SeatComputer,
    Sit,
    SitOut,
    StartPlay,
)
from core.cardroom.table import Seat, Table, Wait, put_seat, seat_at, taken
from core.events import Event, LeftWhy, SeatFreed, SeatTaken, TableClosed
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
from core.ids import CommunityId, EventId, PlayerId, RoomId, SeatNo, TableId
from core.options import AnteRule, ButtonRule, Entry, StraddleRule, TableOptions
from core.poker.games import GAMES
from core.poker.shuffle import commit
from core.side_actions import (
    AddChips,
    AwayWhen,
    ChooseBuying,
    ChooseSevenDeuce,
    ChooseStraddle,
    HuntRabbit,
    LeaveQueue,
    Queue,
    VoteBombPot,
)

_CLOSED = (
    *(Sit, SeatComputer, DismissComputers, Leave, StartPlay, Queue, LeaveQueue, AddChips, ChooseBuying),
    *(ChooseStraddle, ChooseSevenDeuce, VoteBombPot, HuntRabbit),
    *(Kick, Reserve, SetCode, HandOver, ChangeOptions, PauseTable, CloseTable, CancelTable),
)


def is_closed_to(action: Action) -> bool:
    """Whether a tournament's table does not take this: seats, chips and stakes are its director's (TDA 28: no rabbit).

    Who sits out is dealt in all the same, and may come back at any time.
    """
    later = isinstance(action, SitOut) and action.when is AwayWhen.NEXT_BLIND
    return later or isinstance(action, _CLOSED) or (isinstance(action, ComeBack) and action.post)


def event_rules(options: TableOptions, *, seats: int, small: int, big: int, ante: int) -> TableOptions:
    """The rules of a tournament's table at one level: dead button, big-blind ante, all hands up when all-in."""
    return replace(
        options,
        seats=seats,
        small_blind=small,
        big_blind=big,
        blinds_posted=True,
        ante=ante,
        ante_rule=AnteRule.BIG_BLIND if ante else AnteRule.NONE,
        most_runs=1,
        all_in_up=True,
        button_rule=ButtonRule.DEAD,
        entry=Entry.FREE,
        same_stack_minutes=0,
        straddle=StraddleRule.NONE,
        bomb_every=0,
        bomb_boards=1,
        seven_deuce=0,
        rabbit=False,
        friends_ledger=False,
    )


def open_event_table(
    *,
    id: TableId,
    event: EventId,
    community: CommunityId,
    rooms: Sequence[RoomId],
    name: str,
    host: PlayerId,
    host_name: str,
    options: TableOptions,
    secret: str,
    level: int,
    now: int,
) -> Table:
    """An empty table that waits for the director. `secret`: 32 bytes in hex for its first deck."""
    return Table(
        id=id,
        community=community,
        rooms=tuple(rooms),
        name=name,
        host=host,
        host_name=host_name,
        options=options,
        seats=(None,) * options.seats,
        running=True,
        next_secret=secret,
        next_root=commit(bytes.fromhex(secret), GAMES[options.game].deck).root.hex(),
        wait=Wait.DIRECTOR,
        deadline=now,
        event=event,
        level=level,
    )


def seated(table: Table, number: SeatNo, seat: Seat, events: list[Event]) -> Table:
    """Somebody comes with their stack; once hands were dealt, `owes_big` says that they are new here."""
    events.append(
        SeatTaken(
            seat=number,
            player=seat.player,
            name=seat.name,
            chips=seat.stack,
            computer=seat.temper is not None,
        )
    )
    seat = replace(seat, owes_big=table.hand_no > 0, owes_small=False, ready_move=None)
    return replace(table, seats=put_seat(table, number, seat), issued=table.issued + seat.stack)


def freed(table: Table, number: SeatNo, why: LeftWhy, events: list[Event]) -> tuple[Table, Seat]:
    """The table without this seat, and the seat as it was, its stack in it. Between hands only."""
    seat = seat_at(table, number)
    events.append(SeatFreed(seat=number, player=seat.player, name=seat.name, chips=seat.stack, why=why))
    return replace(table, seats=put_seat(table, number, None), issued=table.issued - seat.stack), seat


def closed(table: Table, why: LeftWhy, events: list[Event]) -> Table:
    """The table is done with; whoever still sits there goes."""
    for number, _ in taken(table):
        table, _ = freed(table, number, why, events)
    events.append(TableClosed(room=table.rooms[0], name=table.name))
    return replace(table, running=False, closed=True, wait=None, deadline=None)
