"""The two forms that open on a press: an amount to raise to, and how to sit down.

A form's custom_id is a button's, so a form that was opened before a restart is understood after it. The library keeps
none of them.
"""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any, Final

import discord
from discord import ui

from adapters.discord.custom_ids import Press, custom_id
from adapters.messages import Choice, ChoiceName, Locale, Message, Text
from adapters.texts import say

LONGEST_AMOUNT: Final = 20
LONGEST_CODE: Final = 20
_ASKS: Final = "t"
"""Begins the argument of [Other amount…]; the legal range follows in hexadecimal digits."""


def with_other_amount(message: Message) -> Message:
    """The sizes of a raise, with a button that opens the form. The message is as `render.raise_message` made it."""
    numbers = next(
        (
            piece.numbers
            for line in message.lines
            for piece in line.pieces
            if isinstance(piece, Text) and {"minimum", "maximum"} <= piece.numbers.keys()
        ),
        None,
    )
    first = next((choice for row in message.choices for choice in row), None)
    if numbers is None or first is None or first.name is not ChoiceName.RAISE:
        return message
    low, high = int(numbers["minimum"]), int(numbers["maximum"])
    other = replace(first, argument=f"{_ASKS}{low:x}-{high:x}", label=(Text(key="discord.other_amount"),))
    return replace(message, choices=(*message.choices, (other,)))


def opens_form(press: Press) -> bool:
    """Whether this button is answered by a form."""
    asks_for_chips = press.name is ChoiceName.JOIN and not press.argument
    return asks_for_chips or (press.name is ChoiceName.RAISE and press.argument.startswith(_ASKS))


def form(press: Press, locale: Locale) -> ui.Modal:
    """The form for a press that opens one."""
    title = "discord.join_title" if press.name is ChoiceName.JOIN else "discord.amount_title"
    modal = ui.Modal(title=say(locale, title), custom_id=_same_id(press))
    for label, entry in _entries(press, locale):
        modal.add_item(ui.Label(text=label, component=entry))
    modal.stop()
    return modal


def filled(press: Press, components: Iterable[Mapping[str, Any]]) -> str:
    """The arguments of the command that a sent form means, as `menu.read` reads them."""
    values = {
        str(entry["custom_id"]): squeezed(str(entry.get("value") or "")) for entry in _inputs(components)
    }
    if press.name is ChoiceName.RAISE:
        return values.get("amount", "")
    return " ".join(f"{name}={value}" for name, value in values.items() if value)


def squeezed(typed: str) -> str:
    """An amount in one word: ``1.2 k`` as ``1.2k``."""
    return "".join(typed.split())


def _entries(press: Press, locale: Locale) -> list[tuple[str, ui.TextInput[Any]]]:
    if press.name is ChoiceName.JOIN:
        chips: ui.TextInput[Any] = ui.TextInput(custom_id="chips", required=False, max_length=LONGEST_AMOUNT)
        seat: ui.TextInput[Any] = ui.TextInput(custom_id="seat", required=False, max_length=2)
        code: ui.TextInput[Any] = ui.TextInput(custom_id="code", required=False, max_length=LONGEST_CODE)
        asked = {"discord.join_chips": chips, "discord.join_seat": seat, "discord.join_code": code}
        return [(say(locale, key), entry) for key, entry in asked.items()]
    low, _, high = press.argument.removeprefix(_ASKS).partition("-")
    numbers = {"minimum": int(low, 16), "maximum": int(high, 16)}
    amount: ui.TextInput[Any] = ui.TextInput(custom_id="amount", min_length=1, max_length=LONGEST_AMOUNT)
    return [(say(locale, "discord.amount_label", numbers), amount)]


def _same_id(press: Press) -> str:
    choice = Choice(name=press.name, label=(), argument=press.argument, turn=press.turn, table=press.table)
    return custom_id(choice)


def _inputs(components: Iterable[Mapping[str, Any]]) -> list[Mapping[str, Any]]:
    """The fields of a sent form, whether they have labels around them or rows."""
    found: list[Mapping[str, Any]] = []
    for component in components:
        inner = component.get("component")
        if inner is not None:
            found.append(inner)
        found += component.get("components", ())
    return found


def is_form(press: discord.Interaction[Any]) -> bool:
    """Whether an interaction is a form that was sent."""
    return press.type is discord.InteractionType.modal_submit
