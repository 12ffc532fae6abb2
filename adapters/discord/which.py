"""Asks which of a channel's tables is meant: by a button for each that does it there, or by a link to each."""

import re
from collections.abc import Sequence
from typing import Final

from adapters.discord.names import safe_name
from adapters.discord.threads import places_of
from adapters.messages import MOVES, Choice, ChoiceName, Line, Message, Name, Request, Role, Text
from adapters.texts import say
from core.cardroom.table import Table
from core.commits import platform_of
from core.ids import RoomId

MOST: Final = 20
"""Tables that are named."""
_PRESSED: Final = frozenset(name.value for name in ChoiceName if name not in MOVES)
"""What takes no more than a press."""
_PLAIN: Final = re.compile(r"[0-9A-Za-z._-]{0,24}")
"""Arguments that a button can carry."""


def which_buttons(request: Request, tables: Sequence[Table]) -> Message | None:
    """The question with buttons; None where the command has none."""
    if request.command not in _PRESSED:
        return None
    name, args = ChoiceName(request.command), request.args.removeprefix("chips=")
    argument = args if _PLAIN.fullmatch(args) else ""
    asked = Line(role=Role.NOTE, pieces=(Text(key="discord.which_table"),))
    row = tuple(
        Choice(name=name, label=(Name(name=one.name),), argument=argument, turn=one.turn, table=one.id)
        for one in tables[:MOST]
    )
    return Message(lines=(asked,), choices=(row,))


def which_links(request: Request, tables: Sequence[Table]) -> str:
    """The question with a link to each, as markdown."""
    named = [f"{safe_name(one.name)} {_link(one)}" for one in tables[:MOST]]
    return "\n".join((say(request.locale, "discord.which_table"), *named))


def _link(table: Table) -> str:
    here: list[RoomId] = [room for room in table.rooms if platform_of(room) == "discord"]
    return " ".join(f"<#{places_of(room)[1]}>" for room in here)
