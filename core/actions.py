"""What can be asked of a table: by a player, by its host, or by the clock."""

from dataclasses import dataclass, field
from enum import StrEnum
from typing import Literal

from core.ids import CommunityId, PlayerId, RoomId, SeatNo, TableId, Turn
from core.options import TableOptions
from core.poker.actions import Move


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
    chance: str = field(repr=False)
    kind: Literal["open_table"] = "open_table"


@dataclass(frozen=True, slots=True, kw_only=True)
class Sit:
    """Take a seat (any free one when `seat` is None) with `buy_in` chips (the default when None)."""

    by: PlayerId
    name: str
    seat: SeatNo | None = None
    buy_in: int | None = None
    kind: Literal["sit"] = "sit"


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatComputer:
    """Seat a computer opponent. `player` and `name` are chosen by whoever asks."""

    by: PlayerId
    player: PlayerId
    name: str
    temper: Temper
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
    kind: Literal["sit_out"] = "sit_out"


@dataclass(frozen=True, slots=True, kw_only=True)
class ComeBack:
    """Be dealt in again from the next hand."""

    by: PlayerId
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
class CloseTable:
    """Stop dealing after this hand, cash everyone out and close. Host only."""

    by: PlayerId
    kind: Literal["close_table"] = "close_table"


@dataclass(frozen=True, slots=True, kw_only=True)
class CancelTable:
    """Undo the hand that is being played, cash everyone out and close at once. The house asks it, when a table's
    last room is gone."""

    by: PlayerId
    kind: Literal["cancel_table"] = "cancel_table"


@dataclass(frozen=True, slots=True, kw_only=True)
class PauseTable:
    """Deal no hand after this one until `paused` is taken back. Asked by the house when nobody can see the table."""

    by: PlayerId
    paused: bool
    kind: Literal["pause_table"] = "pause_table"


@dataclass(frozen=True, slots=True, kw_only=True)
class TimeOut:
    """The deadline has passed. `chance`: 32 fresh random bytes in hex, for the next deck or a computer's mood."""

    chance: str = field(repr=False)
    kind: Literal["time_out"] = "time_out"


Action = (
    OpenTable
    | Sit
    | SeatComputer
    | DismissComputers
    | Leave
    | SitOut
    | ComeBack
    | StartPlay
    | Play
    | SetPhrase
    | CloseTable
    | CancelTable
    | PauseTable
    | TimeOut
)
