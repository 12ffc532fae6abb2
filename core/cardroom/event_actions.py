"""What can be asked of a tournament: by its players, by its host, or by the clock."""

from dataclasses import dataclass
from typing import Literal

from core.actions import Temper
from core.cardroom.deals import DealKind
from core.cardroom.event_options import EventOptions
from core.ids import CommunityId, EventId, PlayerId, RoomId


@dataclass(frozen=True, slots=True, kw_only=True)
class CreateEvent:
    """Announce a tournament; whoever asks is its host."""

    by: PlayerId
    host_name: str
    event: EventId
    community: CommunityId
    rooms: tuple[RoomId, ...]
    name: str
    options: EventOptions
    kind: Literal["create_event"] = "create_event"


@dataclass(frozen=True, slots=True, kw_only=True)
class Register:
    """Pay the buy-in and be in, before the start or late; a full field queues. `temper` is for computers."""

    by: PlayerId
    name: str
    temper: Temper | None = None
    kind: Literal["register"] = "register"


@dataclass(frozen=True, slots=True, kw_only=True)
class Unregister:
    """Before the start: be out of it, with the buy-in back."""

    by: PlayerId
    kind: Literal["unregister"] = "unregister"


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckIn:
    """Be there."""

    by: PlayerId
    kind: Literal["check_in"] = "check_in"


@dataclass(frozen=True, slots=True, kw_only=True)
class StartEvent:
    """Begin now. Host only."""

    by: PlayerId
    kind: Literal["start_event"] = "start_event"


@dataclass(frozen=True, slots=True, kw_only=True)
class ChangeStart:
    """Begin at another time (milliseconds since the epoch; None: when it is full). Host only."""

    by: PlayerId
    starts_at: int | None
    kind: Literal["change_start"] = "change_start"


@dataclass(frozen=True, slots=True, kw_only=True)
class PauseEvent:
    """Deal no more hands for now, or go on. Host only."""

    by: PlayerId
    paused: bool
    kind: Literal["pause_event"] = "pause_event"


@dataclass(frozen=True, slots=True, kw_only=True)
class CancelEvent:
    """Call it off: everyone has back all that they paid. Host only."""

    by: PlayerId
    kind: Literal["cancel_event"] = "cancel_event"


@dataclass(frozen=True, slots=True, kw_only=True)
class RemoveEntrant:
    """Before the start with a refund; later out after the hand, with the chips out of play. Host only."""

    by: PlayerId
    player: PlayerId
    kind: Literal["remove_entrant"] = "remove_entrant"


@dataclass(frozen=True, slots=True, kw_only=True)
class ReEnter:
    """Come again after busting: another buy-in, a full stack, and a seat that is drawn."""

    by: PlayerId
    kind: Literal["re_enter"] = "re_enter"


@dataclass(frozen=True, slots=True, kw_only=True)
class Rebuy:
    """Another starting stack for another buy-in, with a starting stack or less."""

    by: PlayerId
    kind: Literal["rebuy"] = "rebuy"


@dataclass(frozen=True, slots=True, kw_only=True)
class AddOn:
    """One more starting stack at the first break, whatever one has."""

    by: PlayerId
    kind: Literal["add_on"] = "add_on"


@dataclass(frozen=True, slots=True, kw_only=True)
class VoteDeal:
    """Share what is left like this (None: play on); it takes everybody who is left."""

    by: PlayerId
    deal: DealKind | None
    kind: Literal["vote_deal"] = "vote_deal"


@dataclass(frozen=True, slots=True, kw_only=True)
class ComputerEntrant:
    """A computer player, named by whoever asks for it."""

    player: PlayerId
    name: str
    temper: Temper


@dataclass(frozen=True, slots=True, kw_only=True)
class EnterComputers:
    """Before the start: these are in, as far as there are places. Host only."""

    by: PlayerId
    computers: tuple[ComputerEntrant, ...]
    kind: Literal["enter_computers"] = "enter_computers"


@dataclass(frozen=True, slots=True, kw_only=True)
class ErrandsDone:
    """The director has announced the next one of the series, and entered who had won a ticket."""

    entered: tuple[PlayerId, ...] = ()
    """Those who are in the event that the tickets are for."""
    kind: Literal["errands_done"] = "errands_done"


@dataclass(frozen=True, slots=True, kw_only=True)
class Direct:
    """The clock: a hand is over, or the event's own deadline has passed."""

    kind: Literal["direct"] = "direct"


PlayersOwn = Register | Unregister | CheckIn | ReEnter | Rebuy | AddOn | VoteDeal
HostsOwnEvent = StartEvent | ChangeStart | PauseEvent | CancelEvent | RemoveEntrant | EnterComputers
EventAction = CreateEvent | PlayersOwn | HostsOwnEvent | ErrandsDone | Direct
