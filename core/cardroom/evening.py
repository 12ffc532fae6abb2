"""An evening at a table in curves: what each player was up or down after each hand, from the hands' records."""

from collections.abc import Iterable
from dataclasses import dataclass

from core.ids import PlayerId
from core.poker.record import HandRecord


@dataclass(frozen=True, slots=True, kw_only=True)
class Curve:
    """One player's evening. Chips that were bought or taken away are no win and no loss."""

    player: PlayerId
    name: str
    """As it was in their last hand."""
    nets: tuple[int, ...]
    """Chips won less chips lost, after each hand of the evening; level while they were not dealt in."""

    @property
    def net(self) -> int:
        """After the last hand."""
        return self.nets[-1]


def curves(records: Iterable[HandRecord]) -> tuple[Curve, ...]:
    """Everybody who was dealt in, most chips won first, equals by id. `records` in any order, each hand once."""
    hands = sorted(records, key=lambda record: record.hand_no)
    names: dict[str, str] = {}
    nets: dict[str, list[int]] = {}
    for played, record in enumerate(hands):
        dealt = {seat for seat, _ in record.deal.holes}
        for line in nets.values():
            line.append(line[-1])
        for one in record.seats:
            if one.seat in dealt:
                names[one.player] = one.name
                line = nets.setdefault(one.player, [0] * (played + 1))
                line[-1] += one.end - one.start
    found = [
        Curve(player=PlayerId(player), name=names[player], nets=tuple(line)) for player, line in nets.items()
    ]
    return tuple(sorted(found, key=lambda curve: (-curve.net, curve.player)))
