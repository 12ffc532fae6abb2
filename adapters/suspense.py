"""The steps of a run-out: a board that was dealt in one go is shown street by street, the result last.

These are views made of the final one by leaving out what comes later, so they cannot show anything that the final
one does not.
"""

from collections.abc import Sequence
from dataclasses import replace

from core.events import Event, HandEnded
from core.ids import SeatNo
from core.poker.cards import Card
from core.poker.events import Street, StreetDealt
from core.views import Phase, Presence, SeatView, TableView

_STREETS = {0: Street.PREFLOP, 3: Street.FLOP, 4: Street.TURN, 5: Street.RIVER}
"""The street that a board of so many cards belongs to; of several boards the fullest counts."""


def run_out_views(view: TableView, commits: Sequence[Sequence[Event]]) -> tuple[TableView, ...]:
    """Views to show before the final one: the hands turned up, then one more street at a time.

    None at all when the hand was not run out: streets that were played came by commits of their own, before the one
    that ended the hand.
    """
    last = next((events for events in reversed(commits) if _ended(events)), ())
    dealt = [event for event in last if isinstance(event, StreetDealt)]
    shown = any(seat.shown for seat in view.seats)
    if not (shown and dealt) or view.phase not in (Phase.BETWEEN_HANDS, Phase.WAITING):
        return ()
    boards: list[tuple[Card, ...]] = list(view.boards)
    steps: list[TableView] = []
    for event in reversed(dealt):
        boards[event.board] = boards[event.board][: -len(event.cards)]
        steps.append(_before_the_end(view, tuple(boards), _STREETS[max(map(len, boards))]))
    return tuple(reversed(steps))


def _ended(events: Sequence[Event]) -> bool:
    return any(isinstance(event, HandEnded) for event in events)


def _before_the_end(view: TableView, boards: tuple[tuple[Card, ...], ...], street: Street) -> TableView:
    """The table with less of the board, before anybody was paid."""
    won: dict[SeatNo, int] = {}
    for award in view.awards:
        for share in award.shares:
            won[SeatNo(share.seat)] = won.get(SeatNo(share.seat), 0) + share.amount
    return replace(
        view,
        phase=Phase.PLAYING,
        boards=boards,
        street=street,
        awards=(),
        deadline=None,
        seats=tuple(_unpaid(seat, won.get(seat.seat, 0)) for seat in view.seats),
    )


def _unpaid(seat: SeatView, won: int) -> SeatView:
    """Whoever has left took the winnings along, and has no stack any more to take them from."""
    stack = max(0, (seat.stack if seat.ended is None else seat.ended) - won)
    presence = seat.presence
    if presence in (Presence.IN_HAND, Presence.ALL_IN):
        presence = Presence.IN_HAND if stack else Presence.ALL_IN
    return replace(seat, stack=stack, presence=presence, net=None, made=None, made_on=())
