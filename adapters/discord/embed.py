"""Lays a message out as an embed with ordinary buttons, for servers that are set to do without components V2.

An embed's description takes 4,096 characters and headings like any message, so nothing else of it is needed.
"""

import discord

from adapters.discord.buttons import button_rows
from adapters.discord.colours import accent
from adapters.discord.layout import PICTURE
from adapters.discord.markup import NO_EMOJI, Emoji
from adapters.discord.sections import Section, sections
from adapters.messages import Locale, Message
from adapters.visible import ELLIPSIS, width

MOST_CHARACTERS = 4_096


def table_embed(
    message: Message, locale: Locale, emoji: Emoji = NO_EMOJI
) -> tuple[discord.Embed, discord.ui.View | None]:
    """The message, and its buttons if it has any. Raises `KeyError` for a text that no language has."""
    parts = sections(message, locale, emoji, MOST_CHARACTERS)
    embed = discord.Embed(description=_description(parts) or ELLIPSIS, colour=accent(message))
    if message.picture is not None:
        embed.set_image(url=f"attachment://{PICTURE}")
    rows = button_rows(message.choices, locale)
    if not rows:
        return embed, None
    view = discord.ui.View(timeout=None)
    for number, row in enumerate(rows):
        for button in row:
            button.row = number
            view.add_item(button)
    return embed, view


def _description(parts: tuple[Section, ...]) -> str:
    """The sections under each other, with blank lines between where there is room for them."""
    airy = "\n\n".join(part.text for part in parts)
    return airy if width(airy) <= MOST_CHARACTERS else "\n".join(part.text for part in parts)
