"""What a button's callback data carries: the table, the hand, the action number, what the button does, its argument.

``1:07k3f9:128:9:call:`` and ``1:07k3f9:128:9:raise:300``; a button that belongs to no turn leaves hand and action
number empty, one that belongs to no table leaves that empty too. Telegram takes 1 to 64 bytes.
"""

import re
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from adapters.messages import Choice, ChoiceName
from core.ids import TableId, Turn

LONGEST: Final = 64
"""Bytes of callback data; all that is written here is ASCII."""


class Own(StrEnum):
    """What buttons of Telegram's own do."""

    PAD = "pad"
    """A key of the raise keypad: ``+100``, ``-100``, ``ok``, ``back``, ``type``."""
    PEEK = "peek"
    """Reads an answer for one person, whose number it carries."""


_NAMES = "|".join(sorted([*ChoiceName, *Own], key=len, reverse=True))
_FORM = re.compile(
    r"1:(?P<table>[0-9a-z]{0,22}):(?P<hand>[0-9]{0,16}):(?P<action>[0-9]{0,6})"
    rf":(?P<name>{_NAMES}):(?P<argument>[0-9A-Za-z.+_-]{{0,24}})"
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Press:
    """A pressed button. Its turn, if it has one, is of its table."""

    name: ChoiceName | Own
    argument: str = ""
    table: TableId | None = None
    turn: Turn | None = None


def written(press: Press) -> str:
    """The callback data of a button; raises `ValueError` when it cannot carry this whole."""
    turn = press.turn
    table = (turn.table if turn is not None else press.table) or ""
    moment = ":" if turn is None else f"{turn.hand_no}:{turn.action_no}"
    data = f"1:{table}:{moment}:{press.name}:{press.argument}"
    if read(data) is None:
        raise ValueError(f"no callback data can carry the button {press.name}")
    return data


def of_choice(choice: Choice) -> str:
    """The callback data of a choice."""
    return written(Press(name=choice.name, argument=choice.argument, table=choice.table, turn=choice.turn))


def read(data: str) -> Press | None:
    """What was pressed; None for anything that `written` has not made."""
    found = _FORM.fullmatch(data) if len(data) <= LONGEST else None
    if (
        found is None
        or bool(found["hand"]) != bool(found["action"])
        or (found["hand"] and not found["table"])
    ):
        return None
    table = TableId(found["table"]) if found["table"] else None
    turn = None
    if table is not None and found["hand"]:
        turn = Turn(table=table, hand_no=int(found["hand"]), action_no=int(found["action"]))
    named = found["name"]
    name = Own(named) if named in set(Own) else ChoiceName(named)
    return Press(name=name, argument=found["argument"], table=table, turn=turn)
