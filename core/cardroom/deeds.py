"""The audit log of a table: what its host did, or somebody in the host's stead, one deed for each thing done.

A deed is written in the commit that did it, so there is none without the other.
"""

from dataclasses import dataclass, fields
from enum import StrEnum

from core.actions import Action, DismissComputers, OpenTable, SeatComputer, StartPlay
from core.cardroom.table import Table, seat_at, seat_of
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
from core.ids import HOUSE, PlayerId, SeatNo
from core.options import TableOptions


class DeedKind(StrEnum):
    """What was done."""

    OPEN = "open"
    START = "start"
    STOP = "stop"
    CANCEL = "cancel"
    PAUSE = "pause"
    RESUME = "resume"
    KICK = "kick"
    KEEP = "keep"
    UNKEEP = "unkeep"
    PRIVATE = "private"
    PUBLIC = "public"
    HAND_OVER = "hand_over"
    INHERITED = "inherited"
    """The host went, and the table passed to somebody else by itself."""
    OPTIONS = "options"
    COMPUTER = "computer"
    DISMISS = "dismiss"


@dataclass(frozen=True, slots=True, kw_only=True)
class Asker:
    """Who asked, when it was not the host: somebody who administers the room."""

    player: PlayerId
    name: str


@dataclass(frozen=True, slots=True, kw_only=True)
class OptionChange:
    """One option of `TableOptions` by name; a switch is ``on`` or ``off``."""

    name: str
    old: str | int
    new: str | int


@dataclass(frozen=True, slots=True, kw_only=True)
class Deed:
    """Who did what. The time is kept beside it, by the clock of the server that keeps it."""

    kind: DeedKind
    by: PlayerId
    name: str
    """Of whoever did it; empty for the house."""
    seat: SeatNo | None = None
    whom: str = ""
    """The name of the player whom it was done to, or for."""
    changes: tuple[OptionChange, ...] = ()


_Logged = (
    OpenTable
    | StartPlay
    | SeatComputer
    | DismissComputers
    | CloseTable
    | CancelTable
    | PauseTable
    | Kick
    | Reserve
    | SetCode
    | HandOver
    | ChangeOptions
)


def deeds(before: Table | None, action: Action, after: Table, asker: Asker | None = None) -> tuple[Deed, ...]:
    """What goes into the log when `action` has made `after` of `before`. `asker`: who did it in the host's stead."""
    if isinstance(action, _Logged):
        by = action.by if asker is None else asker.player
        name = _name(before, after, by) if asker is None else asker.name
        return _done(before or after, action, after, by, name)
    if before is not None and before.host != after.host and after.host:
        return (Deed(kind=DeedKind.INHERITED, by=HOUSE, name="", whom=after.host_name),)
    return ()


def _done(before: Table, action: _Logged, after: Table, by: PlayerId, name: str) -> tuple[Deed, ...]:
    def deed(
        kind: DeedKind,
        seat: SeatNo | None = None,
        whom: str = "",
        changes: tuple[OptionChange, ...] = (),
    ) -> tuple[Deed, ...]:
        return (Deed(kind=kind, by=by, name=name, seat=seat, whom=whom, changes=changes),)

    match action:
        case OpenTable():
            return deed(DeedKind.OPEN)
        case StartPlay():
            return deed(DeedKind.START)
        case CloseTable():
            return () if before.closing else deed(DeedKind.STOP)
        case CancelTable():
            return deed(DeedKind.CANCEL)
        case PauseTable():
            kind = DeedKind.PAUSE if after.paused else DeedKind.RESUME
            return deed(kind) if before.paused != after.paused else ()
        case Kick():
            return deed(DeedKind.KICK, action.seat, seat_at(before, action.seat).name)
        case Reserve():
            whom = (action.name or _name(before, after, action.player)) if action.on else ""
            return deed(DeedKind.KEEP if action.on else DeedKind.UNKEEP, action.seat, whom)
        case SetCode():
            same = before.code == after.code
            return () if same else deed(DeedKind.PRIVATE if after.code else DeedKind.PUBLIC)
        case HandOver():
            return deed(DeedKind.HAND_OVER, action.seat, after.host_name)
        case ChangeOptions():
            changes = option_changes(before.next_options or before.options, action.options)
            return deed(DeedKind.OPTIONS, changes=changes) if changes else ()
        case SeatComputer():
            came = [(action.player, action.name), *((one.player, one.name) for one in action.others)]
            each = [deed(DeedKind.COMPUTER, seat_of(after, player), known) for player, known in came]
            return tuple(one for deeds_ in each for one in deeds_)
        case DismissComputers():
            return deed(DeedKind.DISMISS)


def option_changes(old: TableOptions, new: TableOptions) -> tuple[OptionChange, ...]:
    """The options that differ, with their values."""
    return tuple(
        OptionChange(name=name, old=written(getattr(old, name)), new=written(getattr(new, name)))
        for name in (each.name for each in fields(TableOptions))
        if getattr(old, name) != getattr(new, name)
    )


def written(value: str | int) -> str | int:
    """The value of an option as it is written down: ``on`` and ``off`` for a switch."""
    if isinstance(value, bool):
        return "on" if value else "off"
    return str(value) if isinstance(value, str) else value


def _name(before: Table | None, after: Table, player: PlayerId) -> str:
    """By what name a player is known at the table; empty for somebody who is not."""
    for table in (before, after):
        number = None if table is None else seat_of(table, player)
        if table is not None and number is not None:
            return seat_at(table, number).name
        if table is not None and table.host == player:
            return table.host_name
    return ""
