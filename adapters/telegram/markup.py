"""Writes a message's pieces as Telegram HTML, or as the plain text of an alert or a button, in a language.

Suits are text symbols and the letters stand beside them. A countdown is a moment that each reader's own app counts
down to, so nothing is edited for the sake of a clock; a point in time is written out, and the app tells by its own.
"""

import re
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from functools import partial
from html import escape
from typing import Final

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
    Role,
    Text,
)
from adapters.moments import written_moment
from adapters.spacing import grown_together
from adapters.telegram.chats import link_to, user_of
from adapters.texts import say
from adapters.visible import ELLIPSIS, cut, isolated, plain_name, visible, width
from core.ids import PlayerId
from core.poker.cards import Card, spell

LONGEST_TEXT: Final = 4_096
"""UTF-16 units of a message after its markup is read."""
LONGEST_ALERT: Final = 200
"""UTF-16 units of the answer to a press."""
LONGEST_LABEL: Final = 60
_LONGEST_PHRASE: Final = 600
_LONGEST_LINE: Final = 1_000
_LONGEST_CODE: Final = 120
_MOST_CARDS: Final = 20
_SUITS: Final = {"c": "♣", "d": "♦", "h": "♥", "s": "♠"}
_BACK: Final = "🂠"
_PLACE: Final = "·"
_CLOCK: Final = "⏳"
_ALERT_ORDER: Final = (
    Role.REFUSAL,
    Role.HAND,
    Role.ACTOR,
    Role.POT,
    Role.RESULT,
    Role.BOARD,
    Role.NOTE,
    Role.TITLE,
    Role.SEAT,
    Role.LOG,
)
_TIME_TAG: Final = re.compile(r"</?tg-time[^>]*>")


def html_text(message: Message, locale: Locale) -> str:
    """A whole message as HTML; buttons are left out."""
    lines: list[str] = []
    room = LONGEST_TEXT - 2
    for line in message.lines:
        plain = plain_line(line.pieces, locale)
        room -= width(plain) + 1
        if room < 0:
            lines.append(ELLIPSIS)
            break
        text = _joined(grown_together(line.pieces, partial(_html, locale=locale)))
        if text:
            lines.append(
                text if width(plain) < _LONGEST_LINE else escape(cut(plain, _LONGEST_LINE), quote=False)
            )
    return "\n".join(lines) or ELLIPSIS


def plain_line(pieces: Iterable[Piece], locale: Locale) -> str:
    """Pieces without markup, with a space between where one belongs."""
    return _joined(grown_together(pieces, partial(_plain, locale=locale)))


def label_text(pieces: Iterable[Piece], locale: Locale) -> str:
    """The label of a button."""
    return cut(plain_line(pieces, locale), LONGEST_LABEL) or ELLIPSIS


def cut_html(text: str, longest: int) -> str:
    """Whole lines of HTML, as many as stay within `longest` units with their markup."""
    lines = text.split("\n")
    while len(lines) > 1 and width("\n".join(lines)) > longest:
        lines.pop()
    return "\n".join(lines)


def alert_text(message: Message, locale: Locale) -> str:
    """A message as the answer to a press: its lines in the order of their weight, as many as fit whole."""
    room = LONGEST_ALERT
    kept: list[str] = []
    for line in sorted(message.lines, key=lambda line: _ALERT_ORDER.index(line.role)):
        text = plain_line(line.pieces, locale)
        if text and (width(text) < room or not kept):
            kept.append(cut(text, room))
            room -= width(kept[-1]) + 1
    return "\n".join(kept)


def without_times(text: str) -> str:
    """HTML for a server that does not know the tag of a moment."""
    return _TIME_TAG.sub("", text)


def mention(name: str, player: PlayerId | None) -> str:
    """A name that notifies its owner, who need not have an @name."""
    user = user_of(player)
    shown = escape(plain_name(name), quote=False)
    return shown if user is None else f'<a href="tg://user?id={user}">{shown}</a>'


def symbols(cards: Sequence[Card]) -> str:
    """``A♠ 10♦``."""
    return " ".join(_symbol(card) for card in cards[:_MOST_CARDS])


def written_chips(piece: Chips) -> str:
    """``12,000``, or ``+50`` and ``−50`` (a real minus sign) when signed."""
    sign = "−" if piece.amount < 0 else "+" if piece.signed and piece.amount else ""
    return f"{sign}{abs(piece.amount):,}"


def _html(piece: Piece, locale: Locale) -> str:
    match piece:
        case Text():
            return _strong(escape(_phrase(piece, locale), quote=False), strong=piece.strong)
        case Name():
            shown = (
                mention(piece.name, piece.player)
                if piece.mention
                else escape(plain_name(piece.name), quote=False)
            )
            return _strong(shown, strong=piece.strong)
        case Chips():
            return _strong(written_chips(piece), strong=piece.strong)
        case Countdown():
            return f'{_CLOCK} <tg-time unix="{piece.until // 1_000}" format="r">{_moment(piece)}</tg-time>'
        case Code():
            shown = visible(f"/{piece.text}" if piece.command else piece.text, _LONGEST_CODE)
            return f"<code>{escape(shown, quote=False)}</code>" if shown else ""
        case Cards():
            return _cards(piece)
        case Moment():
            shown = escape(written_moment(piece, locale), quote=False)
            return f'<tg-time unix="{piece.at // 1_000}">{shown}</tg-time>'
        case Place():
            shown, link = escape(plain_name(piece.name), quote=False), link_to(piece.room)
            return shown if link is None else f'<a href="{link}">{shown}</a>'


def _plain(piece: Piece, locale: Locale) -> str:
    match piece:
        case Text():
            return _phrase(piece, locale)
        case Name():
            return plain_name(piece.name)
        case Chips():
            return written_chips(piece)
        case Countdown():
            return ""
        case Code():
            return isolated(visible(piece.text, _LONGEST_CODE))
        case Cards():
            return _cards(piece)
        case Moment():
            return written_moment(piece, locale)
        case Place():
            return plain_name(piece.name)


def _phrase(piece: Text, locale: Locale) -> str:
    return cut(say(locale, piece.key, piece.numbers), _LONGEST_PHRASE)


def _moment(piece: Countdown) -> str:
    """For apps that count nothing down."""
    return datetime.fromtimestamp(piece.until // 1_000, UTC).strftime("%H:%M:%S UTC")


def _cards(piece: Cards) -> str:
    """Symbols, backs and empty places, then the letters of what is face up."""
    faces = [_symbol(card) for card in piece.cards[:_MOST_CARDS]]
    faces += [_BACK] * min(piece.backs, _MOST_CARDS) + [_PLACE] * min(piece.places, _MOST_CARDS)
    letters = f"({spell(piece.cards[:_MOST_CARDS])})" if piece.cards else ""
    return _joined((" ".join(faces), letters))


def _symbol(card: Card) -> str:
    rank = "10" if card.value[0] == "T" else card.value[0]
    return rank + _SUITS[card.value[1]]


def _strong(text: str, *, strong: bool) -> str:
    return f"<b>{text}</b>" if strong and text else text


def _joined(texts: Iterable[str]) -> str:
    return " ".join(text for text in texts if text)
