"""Writes a seat's line so that it is found at a glance: number, name, marks and chips first, tabled cards under it."""

from collections.abc import Iterator

from adapters.discord.markup import Emoji, joined_text, piece_text
from adapters.messages import Cards, Chips, Line, Locale, Name, Piece, Role, Text
from core.views import Presence

ASIDE = frozenset({Presence.FOLDED, Presence.SITTING_OUT, Presence.LEAVING})
"""Seats that are written small: nobody needs to look at them in this hand."""


def seat_texts(line: Line, locale: Locale, emoji: Emoji) -> Iterator[str]:
    """The one or two lines of a seat: the second holds cards that everyone can see, and what they make."""
    aside = is_aside(line)
    pieces = _once(_marks_after_name(line.pieces))
    at = next(
        (at for at, piece in enumerate(pieces) if isinstance(piece, Cards) and piece.cards), len(pieces)
    )
    yield joined_text(_written(piece, locale, emoji, aside=aside) for piece in pieces[:at])
    yield joined_text((piece_text(piece, locale, emoji) for piece in pieces[at:]), between=" · ")


def is_aside(line: Line) -> bool:
    """Whether the seat has nothing more to do with the hand."""
    return line.role is Role.SEAT and not ASIDE.isdisjoint(line.marks)


def _written(piece: Piece, locale: Locale, emoji: Emoji, *, aside: bool) -> str:
    """Names stand out where they matter; what was won or lost stands in brackets, a win in bold."""
    text = piece_text(piece, locale, emoji, bold=not aside)
    if isinstance(piece, Name) and not piece.strong and not aside:
        return f"**{text}**"
    if isinstance(piece, Chips) and piece.signed:
        return f"**({text})**" if piece.amount > 0 and not piece.strong else f"({text})"
    return text


def _marks_after_name(pieces: tuple[Piece, ...]) -> tuple[Piece, ...]:
    """Button and blinds behind the name, so that numbers and names stand under each other."""
    marks = tuple(piece for piece in pieces if isinstance(piece, Text) and piece.key.startswith("felt."))
    rest = tuple(piece for piece in pieces if piece not in marks)
    at = next((at for at, piece in enumerate(rest) if isinstance(piece, Name)), None)
    return pieces if at is None else (*rest[: at + 1], *marks, *rest[at + 1 :])


def _once(pieces: tuple[Piece, ...]) -> tuple[Piece, ...]:
    """Without the bet that the seat's last move says anyway."""
    said = {
        piece.numbers.get("to")
        for piece in pieces
        if isinstance(piece, Text) and piece.key.startswith("did.")
    }
    return tuple(
        piece
        for piece in pieces
        if not (isinstance(piece, Text) and piece.key == "seat.bet" and piece.numbers.get("chips") in said)
    )
