"""What is offered while an amount, a pair of blinds or the number of a hand is typed."""

from collections.abc import Iterator
from typing import Final

from adapters.buttons import size_choices
from adapters.discord.markup import label_text
from adapters.messages import Locale
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


def offers(argument: str, typed: str, view: TableView | None, locale: Locale) -> list[Offer]:
    """What fits to what is typed already, best first; what needs a table is only offered where there is one."""
    sought = typed.strip().casefold()
    found = [
        offer for offer in _all(argument, view, locale) if sought in offer[0].casefold() or sought in offer[1]
    ]
    return found[:MOST]


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
