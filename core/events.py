"""What happened at a table. Everything is public except an event whose `only` names a seat."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Literal

from core.ids import PlayerId, RoomId, SeatNo
from core.poker.cards import Card
from core.poker.events import HandEvent
from core.side_events import SideEvent


class LeftWhy(StrEnum):
    """Why a seat became free."""

    LEFT = "left"
    BUSTED = "busted"
    DISMISSED = "dismissed"
    CLOSED = "closed"
    AWAY = "away"
    """Sat out for two orbits, or too long."""
    KICKED = "kicked"
    MOVED = "moved"
    """To another table of the tournament."""


class SatOutWhy(StrEnum):
    """Why a player is dealt no more hands."""

    ASKED = "asked"
    MISSED_TURNS = "missed_turns"
    AT_BLIND = "at_blind"
    """As asked before, now that the big blind would be theirs."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TableOpened:
    """A table is open in `room`; `root` commits the dealer to the first deck."""

    room: RoomId
    name: str
    host: PlayerId
    root: str
    kind: Literal["table_opened"] = "table_opened"


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatTaken:
    """A player sat down with chips that were issued for it."""

    seat: SeatNo
    player: PlayerId
    name: str
    chips: int
    computer: bool
    kind: Literal["seat_taken"] = "seat_taken"


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatFreed:
    """A player is gone and took `chips` along."""

    seat: SeatNo
    player: PlayerId
    name: str
    chips: int
    why: LeftWhy
    to: str = ""
    """The name of the table that a tournament moves the player to; empty where nobody is moved."""
    to_seat: SeatNo | None = None
    """Their seat there, if it is drawn already."""
    kind: Literal["seat_freed"] = "seat_freed"


@dataclass(frozen=True, slots=True, kw_only=True)
class SatOutNow:
    """A player keeps the seat and is dealt no more hands."""

    seat: SeatNo
    why: SatOutWhy
    kind: Literal["sat_out_now"] = "sat_out_now"


@dataclass(frozen=True, slots=True, kw_only=True)
class CameBack:
    """A player is dealt in again from the next hand."""

    seat: SeatNo
    kind: Literal["came_back"] = "came_back"


@dataclass(frozen=True, slots=True, kw_only=True)
class DrawnCard:
    """One card of the draw for the button."""

    seat: SeatNo
    card: Card


@dataclass(frozen=True, slots=True, kw_only=True)
class ButtonDrawn:
    """The draw for the button: one round of cards, more when the top rank was tied (rules.md 5)."""

    rounds: tuple[tuple[DrawnCard, ...], ...]
    seat: SeatNo
    kind: Literal["button_drawn"] = "button_drawn"


@dataclass(frozen=True, slots=True, kw_only=True)
class HandStarted:
    """A hand begins: `root` commits this deck (it was shown before), `next_root` the next one."""

    hand_no: int
    button: SeatNo
    seats: tuple[SeatNo, ...]
    root: str
    next_root: str
    bomb: bool = False
    kind: Literal["hand_started"] = "hand_started"


@dataclass(frozen=True, slots=True, kw_only=True)
class HandEnded:
    """Chips won or lost by each seat that was dealt in; `digest` is of the published record."""

    hand_no: int
    nets: tuple[tuple[SeatNo, int], ...]
    digest: str
    kind: Literal["hand_ended"] = "hand_ended"


@dataclass(frozen=True, slots=True, kw_only=True)
class HandCancelled:
    """The hand was undone: everyone has the chips they began it with."""

    hand_no: int
    kind: Literal["hand_cancelled"] = "hand_cancelled"


@dataclass(frozen=True, slots=True, kw_only=True)
class TimeBankStarted:
    """The turn clock ran out; the player now spends the time bank of `seconds`."""

    seat: SeatNo
    seconds: int
    kind: Literal["time_bank_started"] = "time_bank_started"


@dataclass(frozen=True, slots=True, kw_only=True)
class ClockReset:
    """The dealer was away when time ran out; whoever has to act gets all of it again."""

    kind: Literal["clock_reset"] = "clock_reset"


@dataclass(frozen=True, slots=True, kw_only=True)
class TimedOut:
    """All time is spent: the dealer checked or folded for the player."""

    seat: SeatNo
    kind: Literal["timed_out"] = "timed_out"


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayPaused:
    """Fewer than two players can be dealt in."""

    kind: Literal["play_paused"] = "play_paused"


@dataclass(frozen=True, slots=True, kw_only=True)
class TablePaused:
    """No hand is dealt after this one, or, with `paused` False, dealing goes on."""

    paused: bool
    kind: Literal["table_paused"] = "table_paused"


@dataclass(frozen=True, slots=True, kw_only=True)
class HostChanged:
    """Somebody else runs the table now."""

    host: PlayerId
    name: str
    kind: Literal["host_changed"] = "host_changed"


@dataclass(frozen=True, slots=True, kw_only=True)
class PhraseSet:
    """A player chose words for the cut of later hands; they are in every record, so they are public."""

    seat: SeatNo
    phrase: str
    kind: Literal["phrase_set"] = "phrase_set"


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenedIn:
    """The table is open in one more room."""

    room: RoomId
    kind: Literal["opened_in"] = "opened_in"


@dataclass(frozen=True, slots=True, kw_only=True)
class ClosedIn:
    """The table has left a room and goes on in the others."""

    room: RoomId
    kind: Literal["closed_in"] = "closed_in"


@dataclass(frozen=True, slots=True, kw_only=True)
class Housed:
    """The table is open in `room` in place of another one; nobody has to be told."""

    room: RoomId
    kind: Literal["housed"] = "housed"


@dataclass(frozen=True, slots=True, kw_only=True)
class KnockedOut:
    """Somebody is out of the tournament with the hand that is over, or with one that all tables played together."""

    seat: SeatNo
    player: PlayerId
    name: str
    place: int
    """It may yet go down while others can enter."""
    sharing: int
    """How many share the place."""
    entries: int
    left: int
    """Entrants who are still in."""
    average: int
    """Of their stacks, in tournament chips."""
    by: tuple[str, ...]
    """Names of who won their last chips; empty for who was removed."""
    kind: Literal["knocked_out"] = "knocked_out"


@dataclass(frozen=True, slots=True, kw_only=True)
class TableClosed:
    """The table is gone and everyone was cashed out."""

    room: RoomId
    name: str
    kind: Literal["table_closed"] = "table_closed"


TableEvent = (
    TableOpened
    | SeatTaken
    | SeatFreed
    | SatOutNow
    | CameBack
    | ButtonDrawn
    | HandStarted
    | HandEnded
    | HandCancelled
    | TimeBankStarted
    | ClockReset
    | TimedOut
    | PlayPaused
    | TablePaused
    | HostChanged
    | PhraseSet
    | OpenedIn
    | ClosedIn
    | Housed
    | KnockedOut
    | TableClosed
)

Event = HandEvent | TableEvent | SideEvent
