"""People who have no seat here and are known all the same: who left, who waits, and for whom a seat is kept."""

from dataclasses import dataclass

from core.ids import PlayerId, SeatNo


@dataclass(frozen=True, slots=True, kw_only=True)
class Gone:
    """Who left with how many chips, and until when they must bring as many back (milliseconds since the epoch)."""

    player: PlayerId
    chips: int
    until: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Waiting:
    """Somebody in the queue for a seat; with `offered` one is kept for them until `until` (milliseconds)."""

    player: PlayerId
    name: str
    offered: SeatNo | None = None
    until: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Reserved:
    """A free seat that the host keeps: for `player`, or closed when that is empty."""

    seat: SeatNo
    player: PlayerId
