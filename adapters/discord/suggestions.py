"""What is offered while an amount, a pair of blinds or the number of a hand is typed."""

import asyncio
from collections.abc import Iterator
from typing import Final, Protocol

from adapters.buttons import size_choices
from adapters.discord.markup import label_text
from adapters.discord.slash import LONGEST
from adapters.menu import find
from adapters.messages import Locale
from core.cardroom.tournament import Stage, Tournament
from core.ids import EventId, RoomId
from core.options import TableOptions
from core.views import Phase, TableView

Offer = tuple[str, str]
"""How it is shown, and the value that it stands for."""

MOST: Final = 25
_BLINDS: Final = (
    "1/2",
    "5/10",
    "10/20",
    "25/50",
    "50/100",
    "100/200",
    "250/500",
    "500/1000",
    "0/100",
    "none/100",
)
_BUY_INS: Final = ("20bb-200bb", "40bb-100bb", "100bb", "50bb-250bb")
_LATEST_HANDS: Final = 20
_STARTS: Final = ("10m", "30m", "1h", "2h", "18:00", "19:00", "20:00", "21:00", "22:00")
_EVENT_BUY_INS: Final = ("0", "100", "500", "1000", "2000", "5000", "10000")


class Events(Protocol):
    """What is asked of tournaments. Any of it may raise `StoreAway`."""

    async def in_hall(self, room: RoomId) -> tuple[EventId, ...]:
        """Those announced in a room, newest first."""

    async def look(self, event_id: EventId) -> Tournament:
        """One as it is written; raises `Refused` NO_EVENT."""


def offers(argument: str, typed: str, view: TableView | None, locale: Locale) -> list[Offer]:
    """What fits to what is typed already, best first; what needs a table is only offered where there is one."""
    sought = typed.strip().casefold()
    found = [
        offer for offer in _all(argument, view, locale) if sought in offer[0].casefold() or sought in offer[1]
    ]
    return found[:MOST]


def event_offers(argument: str, typed: str) -> list[Offer]:
    """The same for what a tournament's commands take."""
    if argument == "more":
        return _more(typed)
    known = {"starts": _STARTS, "buyin": _EVENT_BUY_INS}.get(argument, ())
    return [(one, one) for one in known if typed.strip().casefold() in one]


async def events_here(events: Events, hall: RoomId, typed: str) -> list[Offer]:
    """The tournaments of a channel by name, those first that are not over. Raises Refused and StoreAway."""
    found = await asyncio.gather(*(events.look(one) for one in await events.in_hall(hall)))
    found.sort(key=lambda one: one.stage in (Stage.FINISHED, Stage.CANCELLED))
    sought = typed.strip().casefold()
    names = [one.name for one in found]
    offered = [
        (one.name if names.count(one.name) == 1 else f"{one.name} · {one.id}", str(one.id)) for one in found
    ]
    return [one for one in offered if sought in one[0].casefold() or sought in one[1]][:MOST]


def _more(typed: str) -> list[Offer]:
    """What may come next behind what is typed already."""
    *done, last = typed.split(" ")
    known = {word.partition("=")[0] for word in done}
    found = [
        f"{argument.name}={choice}"
        for argument in find("create").arguments
        if argument.typed and argument.name not in known
        for choice in argument.choices or ("",)
    ]
    whole = [" ".join((*done, one)) for one in found if one.startswith(last.casefold())]
    return [(one, one) for one in whole if len(one) <= LONGEST][:MOST]


def _all(argument: str, view: TableView | None, locale: Locale) -> Iterator[Offer]:
    if argument == "blinds":
        yield from ((pair, pair) for pair in _BLINDS)
    elif argument == "buyin":
        yield from ((pair, pair) for pair in _BUY_INS)
    elif view is not None and argument == "chips":
        yield from _stacks(view.options)
    elif view is not None and argument == "amount":
        sizes = () if view.legal is None else size_choices(view, view.legal)
        yield from ((label_text(size.label, locale), size.argument) for size in sizes)
    elif view is not None and argument == "number":
        over = view.phase in (Phase.WAITING, Phase.BETWEEN_HANDS, Phase.CLOSED)
        last = view.turn.hand_no if over else view.turn.hand_no - 1
        yield from ((f"#{number}", str(number)) for number in range(last, max(0, last - _LATEST_HANDS), -1))


def _stacks(options: TableOptions) -> Iterator[Offer]:
    """The smallest and the largest, and round numbers of big blinds between."""
    known = {options.min_buy_in, options.max_buy_in}
    known |= {count * options.big_blind for count in (40, 50, 100, 200)}
    for chips in sorted(known):
        if options.min_buy_in <= chips <= options.max_buy_in:
            yield f"{chips:,}", str(chips)
