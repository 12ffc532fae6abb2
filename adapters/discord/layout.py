"""Lays a message out as one container of Discord's components (V2): sections of text, thin lines, rows of buttons.

Whatever the message, the view keeps Discord's limits: 40 components with those inside others, 4,000 characters in
all texts together, five buttons a row. `emoji` maps `emoji.KEYS` to the markup of uploaded emoji, ``<:rb_As:123>``.
"""

from collections.abc import Sequence

from discord import MediaGalleryItem
from discord.ui import ActionRow, Container, File, LayoutView, MediaGallery, Separator, TextDisplay

from adapters.discord.buttons import button_rows
from adapters.discord.colours import accent
from adapters.discord.markup import NO_EMOJI, Emoji, label_text
from adapters.discord.sections import Part, Section, sections
from adapters.messages import Attachment, Locale, Message
from adapters.visible import ELLIPSIS, cut

MOST_COMPONENTS = 40
MOST_CHARACTERS = 4_000
LONGEST_ALT = 1_000
"""Characters of what is said instead of a picture."""
PICTURE = "picture.png"

_LINED = frozenset({Part.SEATS, Part.RESULTS})
"""Parts with a line above and below."""


def table_view(message: Message, locale: Locale, emoji: Emoji = NO_EMOJI) -> LayoutView:
    """The public message of a table. Raises `KeyError` for a text that no language has, and nothing else."""
    return _view(message, locale, emoji)


def private_view(message: Message, locale: Locale, emoji: Emoji = NO_EMOJI) -> LayoutView:
    """What one player sees alone: the same, for the panel and for a private chat."""
    return _view(message, locale, emoji)


def picture_files(message: Message) -> tuple[Attachment, ...]:
    """The file that a message's picture is shown from."""
    if message.picture is None:
        return ()
    return (Attachment(name=PICTURE, content=message.picture.png),)


def _view(message: Message, locale: Locale, emoji: Emoji) -> LayoutView:
    rows = button_rows(message.choices, locale)
    parts = sections(message, locale, emoji, MOST_CHARACTERS)
    pictures = 0 if message.picture is None else 1
    room = MOST_COMPONENTS - 1 - pictures - len(message.attachments) - sum(1 + len(row) for row in rows)
    view = LayoutView(timeout=None)
    container: Container[LayoutView] = Container(accent_colour=accent(message))
    for item in _texts(parts, room):
        container.add_item(item)
    if message.picture is not None:
        alt = cut(label_text(message.picture.alt, locale), LONGEST_ALT)
        container.add_item(MediaGallery(MediaGalleryItem(f"attachment://{PICTURE}", description=alt)))
    for file in message.attachments:
        container.add_item(File(f"attachment://{file.name}"))
    for row in rows:
        container.add_item(ActionRow(*row))
    view.add_item(container)
    return view


def _texts(parts: Sequence[Section], room: int) -> list[TextDisplay[LayoutView] | Separator[LayoutView]]:
    """A text for every section with lines between, as many lines as there is room for; never nothing at all."""
    if not parts:
        return [TextDisplay(ELLIPSIS)] if room == MOST_COMPONENTS - 1 else []
    if len(parts) > room:
        return [TextDisplay("\n".join(part.text for part in parts))]
    items: list[TextDisplay[LayoutView] | Separator[LayoutView]] = []
    spare = room - len(parts)
    for part, before in zip(parts, (None, *parts), strict=False):
        if before is not None and spare and _LINED & {part.part, before.part}:
            items.append(Separator())
            spare -= 1
        items.append(TextDisplay(part.text))
    return items
