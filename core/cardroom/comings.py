"""Who comes to a cash table and who goes with one change of it, for the rule of one table at a time."""

from dataclasses import dataclass

from core.cardroom.table import Table
from core.ids import PlayerId


@dataclass(frozen=True, slots=True, kw_only=True)
class Comings:
    """People only: computer opponents sit wherever they are asked to."""

    wanting: tuple[PlayerId, ...] = ()
    """Who takes a seat or begins to wait for one: who may do so nowhere else at the same time."""
    sitting: tuple[PlayerId, ...] = ()
    """Everybody who has a seat now, if that are not the same people as before."""
    gone: tuple[PlayerId, ...] = ()

    def words(self, seats: int, bank: int, many: bool) -> tuple[str | int, ...]:
        """The same as the commit script takes it, in threes: with the numbers of the keys of the community's seats and
        of its bank, and whether it usually allows many tables."""
        said: list[str | int] = []
        for player in self.wanting:
            said += ("joins", player, f"{seats} {bank} {int(many)}")
        for what, players in (("sits", self.sitting), ("goes", self.gone)):
            for player in players:
                said += (what, player, seats)
        return tuple(said)


NOBODY = Comings()


def comings(before: Table | None, after: Table) -> Comings:
    """What the change from `before` (None: the table is new) to `after` means for its people. A tournament's seats are
    given by its director and count for nothing here."""
    if after.event is not None:
        return NOBODY
    had = frozenset() if before is None else _seated(before)
    has = frozenset() if after.closed else _seated(after)
    wanting = has - had
    if after.queue and (before is None or after.queue != before.queue):
        waited = () if before is None else before.queue
        wanting |= {one.player for one in after.queue} - {one.player for one in waited} - had
    if has == had and not wanting:
        return NOBODY
    return Comings(
        wanting=tuple(sorted(wanting)),
        sitting=tuple(sorted(has)) if has != had else (),
        gone=tuple(sorted(had - has)),
    )


def _seated(table: Table) -> frozenset[PlayerId]:
    return frozenset(seat.player for seat in table.seats if seat is not None and seat.temper is None)
