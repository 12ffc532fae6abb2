"""Makes a message's choices Discord's buttons: in rows of five, each custom_id once, a small picture on some."""

from collections.abc import Sequence
from typing import Any, TypeAlias

import discord

from adapters.discord.custom_ids import custom_id
from adapters.discord.markup import label_text
from adapters.messages import Choice, ChoiceName, Locale, Look
from adapters.visible import cut

Button: TypeAlias = discord.ui.Button[Any]
"""A button for either kind of view."""

IN_A_ROW = 5
MOST_ROWS = 5
LONGEST_LABEL = 80

_STYLES = {
    Look.PRIMARY: discord.ButtonStyle.primary,
    Look.SECONDARY: discord.ButtonStyle.secondary,
    Look.SUCCESS: discord.ButtonStyle.success,
    Look.DANGER: discord.ButtonStyle.danger,
}
_PICTURES = {
    ChoiceName.CARDS: "\U0001f440",
    ChoiceName.JOIN: "\U0001fa91",
    ChoiceName.LEAVE: "\U0001f6aa",
    ChoiceName.START: "\u25b6\ufe0f",
    ChoiceName.COMPUTER: "\U0001f916",
    ChoiceName.RULES: "\U0001f4d6",
    ChoiceName.HISTORY: "\U0001f4dc",
    ChoiceName.WAIT: "\u231b",
    ChoiceName.TOP_UP: "\U0001f501",
    ChoiceName.RABBIT: "\U0001f407",
}
"""Eyes, a chair, a door: what is not a move of the game is found at a glance, and never without its words."""


def button_rows(choices: Sequence[Sequence[Choice]], locale: Locale) -> list[list[Button]]:
    """At most five rows of one to five buttons, in the order of the choices.

    A second button that would do exactly the same is left out; a choice that no custom_id can carry is shown but
    cannot be pressed.
    """
    rows: list[list[Button]] = []
    taken: set[str] = set()
    for row in choices:
        buttons = [made for choice in row if (made := _button(choice, locale, taken)) is not None]
        rows += [buttons[at : at + IN_A_ROW] for at in range(0, len(buttons), IN_A_ROW)]
    return rows[:MOST_ROWS]


def _button(choice: Choice, locale: Locale, taken: set[str]) -> Button | None:
    """The button, unless its custom_id is taken already."""
    try:
        known, disabled = custom_id(choice), False
    except ValueError:
        known, disabled = f"-:{len(taken)}", True
    if known in taken:
        return None
    taken.add(known)
    label = cut(label_text(choice.label, locale), LONGEST_LABEL)
    return discord.ui.Button(
        style=_STYLES[choice.look],
        label=label or choice.name.value,
        custom_id=known,
        disabled=disabled,
        emoji=_PICTURES.get(choice.name),
    )
