"""What only the host can ask of a table, or the house in their place."""

from dataclasses import dataclass
from typing import Final, Literal

from core.ids import PlayerId, SeatNo
from core.options import TableOptions

_NOBODY: Final = PlayerId("")


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
    """Deal no hand after this one until `paused` is taken back. Host only; the house asks it while nobody can see the
    table, and does not end a pause of the host's."""

    by: PlayerId
    paused: bool
    kind: Literal["pause_table"] = "pause_table"


@dataclass(frozen=True, slots=True, kw_only=True)
class Kick:
    """Send a player away, after the hand if they are in one, and keep them from sitting down again. Host only."""

    by: PlayerId
    seat: SeatNo
    kind: Literal["kick"] = "kick"


@dataclass(frozen=True, slots=True, kw_only=True)
class Reserve:
    """Keep a free seat for `player` (nobody when empty), or with `on` False open it again. Host only."""

    by: PlayerId
    seat: SeatNo
    player: PlayerId = _NOBODY
    name: str = ""
    """Of `player`, for the log: they need not be at the table."""
    on: bool = True
    kind: Literal["reserve"] = "reserve"


@dataclass(frozen=True, slots=True, kw_only=True)
class SetCode:
    """Let only those sit down who know a code; an empty one opens the table to everybody. Host only."""

    by: PlayerId
    code: str
    kind: Literal["set_code"] = "set_code"


@dataclass(frozen=True, slots=True, kw_only=True)
class HandOver:
    """Make the player in a seat the host. Host only."""

    by: PlayerId
    seat: SeatNo
    kind: Literal["hand_over"] = "hand_over"


@dataclass(frozen=True, slots=True, kw_only=True)
class ChangeOptions:
    """Play by other rules from the next hand on. Host only."""

    by: PlayerId
    options: TableOptions
    kind: Literal["change_options"] = "change_options"
