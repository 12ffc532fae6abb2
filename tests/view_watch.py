"""What a view may show: no card that its viewer has not seen, whatever field it stands in."""

from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from typing import Any

from core.cardroom.table import Table, taken
from core.ids import SeatNo
from core.poker.cards import Card
from core.sight import public_view, seat_view
from core.views import TableView


def check_views(table: Table) -> None:
    """Everybody sees what is public, and beside it their own cards alone."""
    seen = _public_cards(table)
    public = public_view(table)
    assert (public.own, public.legal, public.viewer) == (None, None, None)
    assert set(cards_in(public)) <= seen
    for number, _ in taken(table):
        view = seat_view(table, number)
        assert set(cards_in(view)) <= seen | _own_cards(table, number)
        assert view.own is not None


def cards_in(thing: Any) -> Iterator[Card]:
    """Every card anywhere inside a view."""
    if isinstance(thing, Card):
        yield thing
    elif is_dataclass(thing) and not isinstance(thing, type):
        for one in fields(thing):
            if not _names_cards(thing, one.name):
                yield from cards_in(getattr(thing, one.name))
    elif isinstance(thing, tuple):
        for part in thing:
            yield from cards_in(part)


def _names_cards(thing: Any, name: str) -> bool:
    """Rules of the table are no cards."""
    return isinstance(thing, TableView) and name in ("options", "coming_options")


def _public_cards(table: Table) -> set[Card]:
    deal = table.deal
    if deal is None:
        return set()
    dealt = deal.hand.dealt
    seen = {card for board in dealt.boards for card in board} | set(deal.rabbit)
    for cards, shown in zip(dealt.holes, deal.hand.ending.shown, strict=True):
        seen |= set(cards) if shown else set()
    for _, cards in deal.shown:
        seen |= set(cards)
    return seen


def _own_cards(table: Table, number: SeatNo) -> set[Card]:
    deal, seat = table.deal, table.seats[number - 1]
    if deal is None or seat is None or number not in deal.hand.setup.seats:
        return set()
    there = any(one.seat == number and one.player == seat.player for one in deal.seated)
    return set(deal.hand.dealt.holes[deal.hand.setup.seats.index(number)]) if there else set()
