"""What happened around the hands: chips brought, seats offered, votes, cards shown later, and what the host did."""

from dataclasses import dataclass
from typing import Literal

from core.ids import PlayerId, SeatNo
from core.poker.cards import Card


@dataclass(frozen=True, slots=True, kw_only=True)
class ChipsAdded:
    """A player brought more chips; with `later` they are in the stack from the next hand on."""

    seat: SeatNo
    player: PlayerId
    name: str
    chips: int
    later: bool
    kind: Literal["chips_added"] = "chips_added"


@dataclass(frozen=True, slots=True, kw_only=True)
class ChipsReturned:
    """What a player brought during a hand and no longer fits into the stack goes back where it came from."""

    seat: SeatNo
    player: PlayerId
    name: str
    chips: int
    kind: Literal["chips_returned"] = "chips_returned"


@dataclass(frozen=True, slots=True, kw_only=True)
class BuyingFailed:
    """A player's wallet no longer holds what their automatic buying needs; it is off now."""

    seat: SeatNo
    only: SeatNo
    kind: Literal["buying_failed"] = "buying_failed"


@dataclass(frozen=True, slots=True, kw_only=True)
class Queued:
    """Somebody waits for a seat, as number `place` of the queue."""

    player: PlayerId
    name: str
    place: int
    kind: Literal["queued"] = "queued"


@dataclass(frozen=True, slots=True, kw_only=True)
class QueueLeft:
    """Somebody waits no longer."""

    player: PlayerId
    name: str
    kind: Literal["queue_left"] = "queue_left"


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatOffered:
    """A seat is kept for the first of the queue until `until`, in milliseconds since the epoch."""

    seat: SeatNo
    player: PlayerId
    name: str
    until: int
    kind: Literal["seat_offered"] = "seat_offered"


@dataclass(frozen=True, slots=True, kw_only=True)
class AwayVoted:
    """A player does not want to wait any longer for the one to act; `needed` votes end the wait."""

    seat: SeatNo
    absent: SeatNo
    votes: int
    needed: int
    kind: Literal["away_voted"] = "away_voted"


@dataclass(frozen=True, slots=True, kw_only=True)
class BombPotVoted:
    """A player asks for a bomb pot; with `needed` votes the next hand is one."""

    seat: SeatNo
    votes: int
    needed: int
    kind: Literal["bomb_pot_voted"] = "bomb_pot_voted"


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownAfter:
    """Cards shown after the hand was over; `asker` is who asked to see them, None when it was the player's wish."""

    seat: SeatNo
    cards: tuple[Card, ...]
    asker: SeatNo | None = None
    kind: Literal["shown_after"] = "shown_after"


@dataclass(frozen=True, slots=True, kw_only=True)
class RabbitShown:
    """The board cards that would have come; they won and cost nobody anything."""

    seat: SeatNo
    """Who wanted to see them."""
    cards: tuple[Card, ...]
    kind: Literal["rabbit_shown"] = "rabbit_shown"


@dataclass(frozen=True, slots=True, kw_only=True)
class SevenDeucePaid:
    """Everyone else in the game paid the winner who showed seven-deuce."""

    seat: SeatNo
    paid: tuple[tuple[SeatNo, int], ...]
    """Who paid how many chips."""
    kind: Literal["seven_deuce_paid"] = "seven_deuce_paid"


@dataclass(frozen=True, slots=True, kw_only=True)
class HostKicked:
    """The host sends a player away."""

    by: PlayerId
    seat: SeatNo
    name: str
    kind: Literal["host_kicked"] = "host_kicked"


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatReserved:
    """The host keeps a free seat, or with `on` False has opened it again."""

    by: PlayerId
    seat: SeatNo
    on: bool
    kind: Literal["seat_reserved"] = "seat_reserved"


@dataclass(frozen=True, slots=True, kw_only=True)
class DoorChanged:
    """Whether a code is needed to sit down. The code itself is in no event."""

    by: PlayerId
    private: bool
    kind: Literal["door_changed"] = "door_changed"


@dataclass(frozen=True, slots=True, kw_only=True)
class OptionsChanged:
    """The host changed these options, by name; `later`: from the next hand on."""

    by: PlayerId
    names: tuple[str, ...]
    later: bool
    kind: Literal["options_changed"] = "options_changed"


SideEvent = (
    ChipsAdded
    | ChipsReturned
    | BuyingFailed
    | Queued
    | QueueLeft
    | SeatOffered
    | AwayVoted
    | BombPotVoted
    | ShownAfter
    | RabbitShown
    | SevenDeucePaid
    | HostKicked
    | SeatReserved
    | DoorChanged
    | OptionsChanged
)
