"""Buttons as Telegram shows them: rows of a phone's width, coloured by how much they stand out."""

from collections.abc import Iterable, Sequence
from typing import Final

from telegram import InlineKeyboardButton, InlineKeyboardMarkup

from adapters.messages import Choice, ChoiceName, Locale, Look, Message
from adapters.telegram.callback_data import Own, Press, of_choice, written
from adapters.telegram.markup import label_text
from adapters.texts import say
from core.ids import is_event

MOST_IN_ROW: Final = 3
_STYLES: Final = {
    Look.PRIMARY: "primary",
    Look.SUCCESS: "success",
    Look.DANGER: "danger",
    Look.SECONDARY: None,
}

Rows = Sequence[Sequence[InlineKeyboardButton]]


def keyboard(
    message: Message,
    locale: Locale,
    bot: str,
    *,
    door: bool = False,
    private: bool = False,
    peek: int = 0,
) -> InlineKeyboardMarkup | None:
    """A message's buttons; beside a free seat goes the way to the private chat with `bot`, its @name, and so it does
    below a tournament that can be entered, unless that is shown in `private`.

    A seat that was offered was so in the private chat already. With `door` the way there goes along in any case.
    `peek` is the person who may read an answer by a press.
    """
    rows = [[button(choice, locale) for choice in row] for row in message.choices]
    if peek:
        read_it = Press(name=Own.PEEK, argument=str(peek))
        rows.append([own_button(say(locale, "telegram.peek"), read_it, "primary")])
    table = next(
        (one.table for row in message.choices for one in row if one.name is ChoiceName.JOIN and one.table),
        None,
    )
    event = next((one.argument for one in _choices(message) if _enters(one)), None)
    if table is not None and not any(one.name is ChoiceName.UNWAIT for one in _choices(message)):
        rows.append([InlineKeyboardButton(say(locale, "telegram.open_bot"), url=deep_link(bot, table))])
    elif event is not None and not private:
        rows.append([InlineKeyboardButton(say(locale, "telegram.open_bot"), url=deep_link(bot, event))])
    elif door:
        rows.append([InlineKeyboardButton(say(locale, "telegram.open_bot"), url=deep_link(bot))])
    return markup(rows)


def markup(rows: Rows) -> InlineKeyboardMarkup | None:
    """Rows cut to a phone's width; None for no button at all."""
    cut = [row[at : at + MOST_IN_ROW] for row in rows for at in range(0, len(row), MOST_IN_ROW)]
    return InlineKeyboardMarkup(cut) if cut else None


def button(choice: Choice, locale: Locale) -> InlineKeyboardButton:
    """One choice."""
    return InlineKeyboardButton(
        label_text(choice.label, locale), callback_data=of_choice(choice), style=_STYLES[choice.look]
    )


def own_button(label: str, press: Press, style: str | None = None) -> InlineKeyboardButton:
    """A button of Telegram's own."""
    return InlineKeyboardButton(label, callback_data=written(press), style=style)


def deep_link(bot: str, came_from: str = "") -> str:
    """Where a person opens the private chat, and says which table or tournament they came from."""
    return f"https://t.me/{bot}?start={came_from}" if came_from else f"https://t.me/{bot}"


def turns_of(message: Message) -> set[tuple[int, int]]:
    """The moments that the buttons were made for, as hand and action numbers."""
    return {(one.turn.hand_no, one.turn.action_no) for one in _choices(message) if one.turn is not None}


def _enters(choice: Choice) -> bool:
    """Whether it enters a tournament."""
    return choice.name is ChoiceName.REGISTER and is_event(choice.argument)


def _choices(message: Message) -> Iterable[Choice]:
    return (choice for row in message.choices for choice in row)
