"""The emoji of the cards: their names at Discord, and which markup draws which of them."""

import re
from collections.abc import Iterable

from core.poker.cards import FRESH_DECK

BACK = "back"
"""A card face down."""
PLACE = "place"
"""Where a card of the board will lie."""

KEYS: tuple[str, ...] = (*(card.value for card in FRESH_DECK), BACK, PLACE)
"""Everything that can be drawn: ``2c`` … ``As``, ``back``, ``place``."""

PREFIX = "rb_"
NAMES: dict[str, str] = {key: f"{PREFIX}{key}" for key in KEYS}
"""The emoji's name by key; 2 to 32 letters, digits and underscores, as Discord wants them."""

_MARKUP = re.compile(r"<:(?P<name>\w{2,32}):[0-9]{1,20}>", re.ASCII)


def by_key(markups: Iterable[str]) -> dict[str, str]:
    """The application's emoji (``<:rb_As:123>``) by key; those that are none of ours are left out."""
    named = {found["name"]: markup for markup in markups if (found := _MARKUP.fullmatch(markup))}
    return {key: named[name] for key, name in NAMES.items() if name in named}
