"""What a button's custom_id carries: the table, the hand, the action number, what the button does, and its argument.

``rb:07k3f9:128:9:call:`` and ``rb:07k3f9:128:9:raise:300``; a button that belongs to no turn leaves hand and action
number empty (``rb:07k3f9:::rules:``), one that belongs to no table leaves that empty too. Discord takes 1 to 100
characters and wants each one once in a message.
"""

import re
from dataclasses import dataclass

from adapters.messages import Choice, ChoiceName
from core.ids import TableId, Turn

LONGEST = 100
"""Characters of a custom_id."""

_NAMES = "|".join(sorted(ChoiceName, key=len, reverse=True))
TEMPLATE = re.compile(
    r"rb:(?P<table>[0-9a-z]{0,24})"
    r":(?P<hand>(?:[1-9][0-9]{0,15}|0)?):(?P<action>(?:[1-9][0-9]{0,8}|0)?)"
    rf":(?P<name>{_NAMES}):(?P<argument>[0-9A-Za-z._-]{{0,24}})"
)
"""For `discord.ui.DynamicItem`: matches the whole of every custom_id of ours, and of nobody else."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Press:
    """A pressed button. Hand and action number are both there or both None."""

    table: TableId | None
    hand_no: int | None
    action_no: int | None
    name: ChoiceName
    argument: str

    @property
    def turn(self) -> Turn | None:
        """The turn that the button was made for."""
        if self.table is None or self.hand_no is None or self.action_no is None:
            return None
        return Turn(table=self.table, hand_no=self.hand_no, action_no=self.action_no)


def custom_id(choice: Choice) -> str:
    """The custom_id of a button; raises `ValueError` for a choice that none can carry whole."""
    turn = choice.turn
    table = (turn.table if turn is not None else choice.table) or ""
    hand_no, action_no = ("", "") if turn is None else (turn.hand_no, turn.action_no)
    made = f"rb:{table}:{hand_no}:{action_no}:{choice.name}:{choice.argument}"
    if parse(made) is None:
        raise ValueError(f"no custom_id can carry the choice {choice.name}")
    return made


def parse(custom_id: str) -> Press | None:
    """What was pressed; None for anything that `custom_id` has not made."""
    found = TEMPLATE.fullmatch(custom_id) if len(custom_id) <= LONGEST else None
    if found is None or bool(found["hand"]) != bool(found["action"]):
        return None
    if found["hand"] and not found["table"]:
        return None
    return Press(
        table=TableId(found["table"]) if found["table"] else None,
        hand_no=int(found["hand"]) if found["hand"] else None,
        action_no=int(found["action"]) if found["action"] else None,
        name=ChoiceName(found["name"]),
        argument=found["argument"],
    )
