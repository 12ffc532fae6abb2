"""What can be asked of a table: by a player, by its host, or by the clock."""

from dataclasses import dataclass, field
from enum import StrEnum
from typing import Literal

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
from core.ids import CommunityId, PlayerId, RoomId, SeatNo, TableId, Turn
from core.options import TableOptions
from core.poker.actions import Move
from core.side_actions import (
    AddChips,
    AskToShow,
    AwayWhen,
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


class Temper(StrEnum):
    """How a computer opponent plays (rules.md 92)."""

    ROCK = "rock"
    """Tight and passive."""
    SHARK = "shark"
    """Tight and aggressive."""
    STATION = "station"
    """Loose and passive."""
    MANIAC = "maniac"
    """Loose and aggressive."""


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenTable:
    """Open a table in a room; whoever asks becomes the host. `chance`: 32 bytes for the first deck, in hex."""

    by: PlayerId
    host_name: str
    table: TableId
    community: CommunityId
    room: RoomId
    name: str
    options: TableOptions
    also: tuple[RoomId, ...] = ()
    """The rooms linked with `room`: the table opens in all of them at once."""
    chance: str = field(repr=False)
    kind: Literal["open_table"] = "open_table"


@dataclass(frozen=True, slots=True, kw_only=True)
class Sit:
    """Take a seat (any free one when `seat` is None) with `buy_in` chips (the default when None)."""

    by: PlayerId
    name: str
    seat: SeatNo | None = None
    buy_in: int | None = None
    post: bool = False
    """Post the big blind to be dealt in at once, rather than wait for it."""
    code: str = ""
    """Of a private table."""
    remind: int = 0
    """Minutes at the table after which the player wants to be told; 0: never."""
    kind: Literal["sit"] = "sit"


@dataclass(frozen=True, slots=True, kw_only=True)
class Opponent:
    """A computer opponent: id, name and temper are chosen by whoever asks for it."""

    player: PlayerId
    name: str
    temper: Temper


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatComputer:
    """Seat a computer opponent, and `others` with it: all of them or none. Host only."""

    by: PlayerId
    player: PlayerId
    name: str
    temper: Temper
    others: tuple[Opponent, ...] = ()
    kind: Literal["seat_computer"] = "seat_computer"


@dataclass(frozen=True, slots=True, kw_only=True)
class DismissComputers:
    """Send the computer opponents away after the hand. Host only."""

    by: PlayerId
    kind: Literal["dismiss_computers"] = "dismiss_computers"


@dataclass(frozen=True, slots=True, kw_only=True)
class Leave:
    """Stand up: at once between hands, else the hand is folded first."""

    by: PlayerId
    kind: Literal["leave"] = "leave"


@dataclass(frozen=True, slots=True, kw_only=True)
class SitOut:
    """Keep the seat but be dealt no more hands."""

    by: PlayerId
    when: AwayWhen = AwayWhen.NEXT_HAND
    kind: Literal["sit_out"] = "sit_out"


@dataclass(frozen=True, slots=True, kw_only=True)
class ComeBack:
    """Be dealt in again; with missed blinds from the big blind on, or from the next hand if they are posted."""

    by: PlayerId
    post: bool = False
    kind: Literal["come_back"] = "come_back"


@dataclass(frozen=True, slots=True, kw_only=True)
class StartPlay:
    """Draw for the button and begin dealing. Host only."""

    by: PlayerId
    kind: Literal["start_play"] = "start_play"


@dataclass(frozen=True, slots=True, kw_only=True)
class Play:
    """A move in the hand. A `turn` that is not the present one is refused as too late; None means 'now'."""

    by: PlayerId
    move: Move
    turn: Turn | None = None
    kind: Literal["play"] = "play"


@dataclass(frozen=True, slots=True, kw_only=True)
class SetPhrase:
    """A player's own words for the cut of every later hand."""

    by: PlayerId
    phrase: str
    kind: Literal["set_phrase"] = "set_phrase"


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenIn:
    """Be open in one more room too. The house alone asks it, when both rooms have agreed."""

    by: PlayerId
    room: RoomId
    kind: Literal["open_in"] = "open_in"


@dataclass(frozen=True, slots=True, kw_only=True)
class CloseIn:
    """Be open in this room no longer; seats and hand stay as they are. The house alone asks it."""

    by: PlayerId
    room: RoomId
    kind: Literal["close_in"] = "close_in"


@dataclass(frozen=True, slots=True, kw_only=True)
class Rehouse:
    """Leave `room` and be open in `to` instead: a place that a platform made for it. The house alone asks it."""

    by: PlayerId
    room: RoomId
    to: RoomId
    kind: Literal["rehouse"] = "rehouse"


@dataclass(frozen=True, slots=True, kw_only=True)
class TimeOut:
    """The deadline has passed. `chance`: 32 fresh random bytes in hex, for the next deck or a computer's mood.

    `short` names players whose wallet did not hold what their automatic buying asked for a moment ago.
    """

    chance: str = field(repr=False)
    short: tuple[PlayerId, ...] = ()
    kind: Literal["time_out"] = "time_out"


@dataclass(frozen=True, slots=True, kw_only=True)
class Grant:
    """What shows the player to act that it is their turn was held back by `ms` milliseconds in all: the clock did not
    run. The house asks it; less than it asked before, or for a turn that has passed, changes nothing. `unseen`: nobody
    at all can be shown the table, which may last longer."""

    turn: Turn
    ms: int
    unseen: bool = False
    kind: Literal["grant"] = "grant"


People = Sit | SeatComputer | DismissComputers | Leave | SitOut | ComeBack | StartPlay
"""Who is at the table, and whether it plays."""

HostsOwn = Kick | Reserve | SetCode | HandOver | ChangeOptions | PauseTable | CloseTable
"""What the host alone may ask."""

Around = (
    People
    | Queue
    | LeaveQueue
    | AddChips
    | ChooseBuying
    | SetPhrase
    | Remind
    | ChooseStraddle
    | ChooseSevenDeuce
    | VoteBombPot
    | Prepare
    | ShowAfter
    | AskToShow
    | HuntRabbit
    | HostsOwn
    | CancelTable
    | OpenIn
    | CloseIn
    | Rehouse
)
"""What leaves the hand that is being played as it is."""

Action = OpenTable | Play | TimeOut | Grant | VoteAway | Around
