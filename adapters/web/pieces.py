"""Turns a message's typed pieces into JSON for one pair of eyes: in their language, their own name marked.

Nothing is escaped here, because nothing is markup: the page writes every text as text.
"""

import base64
from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeAlias

from adapters.messages import (
    Attachment,
    Cards,
    Chips,
    Choice,
    Code,
    Countdown,
    Line,
    Locale,
    Message,
    Moment,
    Name,
    Piece,
    Place,
    Text,
)
from adapters.moments import written_moment
from adapters.spacing import apart
from core.ids import PlayerId

Json: TypeAlias = dict[str, Any]
"""A JSON object."""

Say: TypeAlias = Callable[[Locale, str, Mapping[str, int | str]], str]
"""The texts: language, key, numbers to fill in."""


def drawn(message: Message, locale: Locale, say: Say, viewer: PlayerId) -> Json:
    """A whole message: ``{lines: [...], choices: [[...]...], picture?: {source, alt}, files?: [{name, source}]}``."""
    picture: Json = {}
    if message.picture is not None:
        source = "data:image/png;base64," + base64.b64encode(message.picture.png).decode()
        alt = _drawn_pieces(message.picture.alt, locale, say, viewer)
        picture = {"picture": {"source": source, "alt": alt}}
    return {
        "lines": [_drawn_line(line, locale, say, viewer) for line in message.lines],
        "choices": [
            [_drawn_choice(choice, locale, say, viewer) for choice in row] for row in message.choices
        ],
        **picture,
        **({"files": [_file(one) for one in message.attachments]} if message.attachments else {}),
    }


def _file(attachment: Attachment) -> Json:
    return {"name": attachment.name, "source": base64.b64encode(attachment.content).decode()}


def _drawn_pieces(pieces: Sequence[Piece], locale: Locale, say: Say, viewer: PlayerId) -> list[Json]:
    """Pieces of one line; ``close`` marks one that no space parts from the piece before it."""
    parts = [drawn_piece(piece, locale, say, viewer) for piece in pieces]
    words = [part["name"] if part["t"] == "name" else part.get("text", "") for part in parts]
    for at in range(1, len(parts)):
        if not apart(pieces[at - 1], words[at - 1], pieces[at], words[at]):
            parts[at]["close"] = True
    return parts


def drawn_piece(piece: Piece, locale: Locale, say: Say, viewer: PlayerId) -> Json:
    """One piece, told apart by ``t``; a countdown's ``until`` is in milliseconds since the epoch.

    A text keeps its key, so that the page can draw what others must write (``felt.button``) instead of writing it.
    """
    match piece:
        case Text():
            words = say(locale, piece.key, piece.numbers)
            return {"t": "text", "key": piece.key, "text": words, "strong": piece.strong}
        case Name():
            you = piece.player == viewer
            return {"t": "name", "name": piece.name, "you": you, "strong": piece.strong}
        case Cards():
            faces = [card.value for card in piece.cards]
            return {"t": "cards", "cards": faces, "backs": piece.backs, "places": piece.places}
        case Chips():
            return {
                "t": "chips",
                "text": written_chips(piece),
                "amount": piece.amount,
                "strong": piece.strong,
            }
        case Countdown():
            return {"t": "countdown", "until": piece.until}
        case Code():
            return {"t": "code", "text": f"/{piece.text}" if piece.command else piece.text}
        case Moment():
            return {"t": "moment", "at": piece.at, "text": written_moment(piece, locale)}
        case Place():
            return {"t": "place", "room": piece.room, "text": piece.name}


def written_chips(piece: Chips) -> str:
    """``12,000``, or ``+50`` and ``−50`` (a real minus sign) when signed."""
    sign = ("−" if piece.amount < 0 else "+" if piece.amount else "") if piece.signed else ""
    return f"{sign}{abs(piece.amount) if piece.signed else piece.amount:,}"


def _drawn_line(line: Line, locale: Locale, say: Say, viewer: PlayerId) -> Json:
    return {
        "role": line.role.value,
        "seat": line.seat,
        "marks": list(line.marks),
        "pieces": _drawn_pieces(line.pieces, locale, say, viewer),
    }


def _drawn_choice(choice: Choice, locale: Locale, say: Say, viewer: PlayerId) -> Json:
    turn = choice.turn
    return {
        "name": choice.name.value,
        "argument": choice.argument,
        "turn": turn and {"table": turn.table, "hand_no": turn.hand_no, "action_no": turn.action_no},
        "look": choice.look.value,
        "label": _drawn_pieces(choice.label, locale, say, viewer),
    }
