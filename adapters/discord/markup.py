"""Writes a message's pieces as Discord markdown, in a language, with the cards as emoji where there are some.

`emoji` maps what is drawn (`emoji.KEYS`: ``As`` … ``2c``, ``back``, ``place``) to the markup of an uploaded emoji,
``<:rb_As:123>``. A card's letters are always written beside its picture, and its suit beside its rank without one.
"""

from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from types import MappingProxyType

from adapters.discord import taught
from adapters.discord.emoji import BACK, PLACE
from adapters.discord.names import code, escaped, escaped_start, safe_name
from adapters.messages import (
    Cards,
    Chips,
    Code,
    Countdown,
    Locale,
    Message,
    Moment,
    Name,
    Piece,
    Place,
    Text,
)
from adapters.moments import written_moment
from adapters.spacing import grown_together
from adapters.texts import say
from adapters.visible import ELLIPSIS, cut, plain_name, width
from core.ids import PlayerId, hall_of, is_part
from core.poker.cards import Card, spell

Emoji = Mapping[str, str]
NO_EMOJI: Emoji = MappingProxyType({})

LONGEST_TEXT = 600
"""Characters of one phrase."""
LONGEST_LINE = 1_000
"""Characters of one line, markup and all; what comes after is left out."""
LONGEST_CONTENT = 2_000
"""Characters of an ordinary message."""
MOST_CARDS = 20
"""Cards that one piece shows."""

SUITS = {"c": "♣", "d": "♦", "h": "♥", "s": "♠"}
PLAIN_BACK = "\U0001f3b4"
PLAIN_PLACE = "·"

_PLATES = frozenset({"mark.number", "felt.button", "felt.small_blind", "felt.big_blind"})
"""Texts that are shown as a little plate: seat numbers, and what lies on the felt before a player."""


def plain_text(message: Message, locale: Locale, emoji: Emoji = NO_EMOJI) -> str:
    """A whole message as the content of an ordinary one, 1 to 2,000 characters; buttons are left out."""
    lines = [text for line in message.lines if (text := line_text(line.pieces, locale, emoji))]
    kept: list[str] = []
    room = LONGEST_CONTENT - len(ELLIPSIS) - 1
    for line in lines:
        room -= width(line) + 1
        if room < 0:
            kept.append(ELLIPSIS)
            break
        kept.append(line)
    return "\n".join(kept) or ELLIPSIS


def line_text(pieces: Iterable[Piece], locale: Locale, emoji: Emoji = NO_EMOJI, *, bold: bool = True) -> str:
    """Pieces with a space between where one belongs; without bold inside what is bold already."""
    return joined_text(
        grown_together(pieces, partial(piece_text, locale=locale, emoji=emoji, bold=bold)),
    )


def joined_text(texts: Iterable[str], between: str = " ") -> str:
    """Written pieces as one line of at most `LONGEST_LINE`, which begins no heading, list or quotation."""
    written: list[str] = []
    room = LONGEST_LINE - 4
    for text in texts:
        if not text:
            continue
        room -= width(text) + len(between)
        if room < 0:
            written.append(ELLIPSIS)
            break
        written.append(text)
    return escaped_start(between.join(written))


def piece_text(piece: Piece, locale: Locale, emoji: Emoji = NO_EMOJI, *, bold: bool = True) -> str:
    """One piece as markdown; empty when there is nothing to see."""
    match piece:
        case Text():
            return _phrase(piece, locale, bold=bold)
        case Name():
            player = member_id(piece.player) if piece.mention else None
            if player is not None:
                return f"<@{player}>"
            return _strong(safe_name(piece.name), bold and piece.strong)
        case Cards():
            return " ".join(part for part in (faces(piece, emoji), letters(piece.cards)) if part)
        case Chips():
            return _strong(written_chips(piece), bold and piece.strong)
        case Countdown():
            return f"<t:{piece.until // 1000}:R>"
        case Code():
            return code(_code(piece, locale))
        case Moment():
            return f"<t:{piece.at // 1000}:f>"
        case Place():
            return _link(piece)


def _link(place: Place) -> str:
    """To the table's thread, which has its name; where it is in a channel, its name and the channel."""
    platform, _, where = hall_of(place.room).partition(":")
    guild, _, channel = where.partition(":")
    if platform != "discord" or not (guild.isdecimal() and channel.isdecimal()):
        return safe_name(place.name)
    link = f"<#{channel}>"
    return f"{safe_name(place.name)} {link}" if is_part(place.room) else link


def _code(piece: Code, locale: Locale) -> str:
    if piece.command:
        return taught.typed(piece.text, locale)
    return taught.option(piece.text, locale) if piece.option else piece.text


def _said(piece: Text, locale: Locale) -> str:
    said = say(locale, piece.key, piece.numbers, typed=partial(taught.typed, locale=locale))
    return cut(said, LONGEST_TEXT)


def label_text(pieces: Iterable[Piece], locale: Locale) -> str:
    """Pieces as the plain text of a button, which knows no markup and no clock."""
    return " ".join(grown_together(pieces, partial(_plain_piece, locale=locale)))


def faces(piece: Cards, emoji: Emoji = NO_EMOJI) -> str:
    """Cards, backs and empty places as emoji if there are all that it takes, else as a plate of symbols."""
    keys = [card.value for card in piece.cards[:MOST_CARDS]]
    backs, places = min(piece.backs, MOST_CARDS), min(piece.places, MOST_CARDS)
    keys += [BACK] * backs + [PLACE] * places
    if all(key in emoji for key in keys):
        return "".join(emoji[key] for key in keys)
    plate = [symbol(card) for card in piece.cards[:MOST_CARDS]] + [PLAIN_PLACE] * places
    parts = ([f"`{' '.join(plate)}`"] if plate else []) + ([PLAIN_BACK * backs] if backs > 0 else [])
    return " ".join(parts)


def letters(cards: Sequence[Card]) -> str:
    """``As Qd``: what every reader and every screen reader can tell apart."""
    return spell(cards[:MOST_CARDS])


def symbol(card: Card) -> str:
    """``A♠``; the ten is ``10``, as on the card."""
    rank = "10" if card.value[0] == "T" else card.value[0]
    return rank + SUITS[card.value[1]]


def written_chips(piece: Chips) -> str:
    """``12,000``, or ``+50`` and ``−50`` (a real minus sign) when signed."""
    if not piece.signed:
        return f"{piece.amount:,}".replace("-", "−")
    sign = "−" if piece.amount < 0 else "+" if piece.amount else ""
    return f"{sign}{abs(piece.amount):,}"


def member_id(player: PlayerId | None) -> int | None:
    """The Discord id of a player who is one: ``discord:123``."""
    platform, _, number = (player or "").partition(":")
    ours = platform == "discord" and number.isascii() and number.isdigit() and len(number) <= 20
    return int(number) if ours else None


def mentioned(message: Message) -> tuple[int, ...]:
    """The Discord ids that the message is to notify, for `discord.AllowedMentions`; nobody else is ever rung for."""
    asked = (
        member_id(piece.player)
        for line in message.lines
        for piece in line.pieces
        if isinstance(piece, Name) and piece.mention
    )
    return tuple(dict.fromkeys(player for player in asked if player is not None))


def _phrase(piece: Text, locale: Locale, *, bold: bool) -> str:
    said = _said(piece, locale)
    if piece.key in _PLATES:
        return code(said)
    return _strong(escaped(said), bold and piece.strong)


def _strong(text: str, strong: bool) -> str:
    return f"**{text}**" if strong and text else text


def _plain_piece(piece: Piece, locale: Locale) -> str:
    match piece:
        case Text():
            return _said(piece, locale)
        case Name():
            return plain_name(piece.name)
        case Cards():
            return " ".join(symbol(card) for card in piece.cards[:MOST_CARDS])
        case Chips():
            return written_chips(piece)
        case Countdown():
            return ""
        case Code():
            return cut(_code(piece, locale), LONGEST_TEXT)
        case Moment():
            return written_moment(piece, locale)
        case Place():
            return plain_name(piece.name)
