"""Puts the lines of a message in sections of markdown that fit Discord's length, the least wanted lines going first."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import Enum, auto

from adapters.discord.markup import Emoji, faces, joined_text, letters, line_text
from adapters.discord.seats import is_aside, seat_texts
from adapters.messages import Cards, Line, Locale, Message, Piece, Role, Text
from adapters.visible import ELLIPSIS, width

_QUIET = "-# "
"""Discord's small grey text."""
_LARGE = "# "
_HEADING = "### "


class Part(Enum):
    """What a section is about; lines of one part that follow each other stand in one section."""

    HEAD = auto()
    FELT = auto()
    LOG = auto()
    SEATS = auto()
    RESULTS = auto()
    NOTES = auto()


_PARTS = {
    Role.TITLE: Part.HEAD,
    Role.BOARD: Part.FELT,
    Role.POT: Part.FELT,
    Role.HAND: Part.FELT,
    Role.LOG: Part.LOG,
    Role.SEAT: Part.SEATS,
    Role.ACTOR: Part.SEATS,
    Role.RESULT: Part.RESULTS,
    Role.REFUSAL: Part.RESULTS,
    Role.NOTE: Part.NOTES,
}
_WORDS_ONLY = frozenset({Role.TITLE, Role.NOTE, Role.LOG, Role.RESULT, Role.REFUSAL})
"""Help, rules, questions and refusals hold nothing else; there the notes are what is to be read, and not small."""
_LOUD = frozenset({"runs.asked", "show.asked", "lobby.waiting", "table.closing"})
"""Notes that somebody has to read now."""
_MANY_RESULTS = 6
_GIVEN_UP = (Role.LOG, Role.NOTE, Role.RESULT, Role.SEAT, Role.POT, Role.BOARD, Role.HAND, Role.ACTOR)
"""What is left out first when a message is too long; a title and a refusal go last of all."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Section:
    """Markdown of one part of a message."""

    part: Part
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class _Drawn:
    role: Role
    text: str


def sections(message: Message, locale: Locale, emoji: Emoji, longest: int) -> tuple[Section, ...]:
    """The message's lines as markdown, with at most `longest` characters in all, line ends between sections counted.

    The oldest lines of the log are left out first, then notes from the foot up, then whatever else is last; an
    ellipsis stands where something is missing. Raises `KeyError` for a text that no language has.
    """
    small = _small_roles(message)
    drawn = [one for line in message.lines for one in _drawn(line, locale, emoji, small)]
    return tuple(_grouped(_fitting(drawn, longest)))


def title_pieces(line: Line) -> tuple[tuple[Piece, ...], tuple[Piece, ...]]:
    """A title's heading, and what is said under it in small: the strong parts and the street, then the others."""
    parts = _split(line.pieces)
    leading = [part for part in parts if any(_leads(piece) for piece in part)]
    if not leading:
        return line.pieces, ()
    return _joined(leading), _joined([part for part in parts if part not in leading])


def _small_roles(message: Message) -> frozenset[Role]:
    """What is written small: log and notes unless they are the message, and results when there are many."""
    roles = [line.role for line in message.lines]
    small = set() if _WORDS_ONLY.issuperset(roles) else {Role.LOG, Role.NOTE}
    if roles.count(Role.RESULT) > _MANY_RESULTS:
        small.add(Role.RESULT)
    return frozenset(small)


def _drawn(line: Line, locale: Locale, emoji: Emoji, small: frozenset[Role]) -> Iterator[_Drawn]:
    """A line as it is written, or as two; without what came out empty."""
    loud = any(isinstance(piece, Text) and piece.key in _LOUD for piece in line.pieces)
    usual = _QUIET if line.role in small and not loud else ""
    for prefix, text in _written(line, locale, emoji, usual):
        if text:
            yield _Drawn(role=line.role, text=prefix + text)


def _written(line: Line, locale: Locale, emoji: Emoji, usual: str) -> list[tuple[str, str]]:
    """What stands before each line, and what it says."""
    match line.role:
        case Role.TITLE:
            heading, under = title_pieces(line)
            large = line_text(heading, locale, emoji, bold=False)
            return [(_HEADING, large), (_QUIET, line_text(under, locale, emoji))]
        case Role.BOARD | Role.HAND:
            return _card_line(line, locale, emoji)
        case Role.SEAT:
            prefix = _QUIET if is_aside(line) else ""
            return [(prefix, text) for text in seat_texts(line, locale, emoji)]
        case Role.ACTOR:
            return [("> ", text) for text in seat_texts(line, locale, emoji)]
        case Role.LOG | Role.NOTE | Role.POT | Role.RESULT | Role.REFUSAL:
            return [(usual, line_text(line.pieces, locale, emoji))]


def _card_line(line: Line, locale: Locale, emoji: Emoji) -> list[tuple[str, str]]:
    """Cards large in a row of their own, and all the words with the cards' letters small under it."""
    cards = [piece for piece in line.pieces if isinstance(piece, Cards)]
    row = joined_text(faces(piece, emoji) for piece in cards)
    if not row:
        return [("", line_text(line.pieces, locale, emoji))]
    if not any(piece.cards for piece in cards):
        return [(_LARGE, row)]
    words = (
        letters(piece.cards) if isinstance(piece, Cards) else line_text((piece,), locale, emoji)
        for piece in line.pieces
    )
    return [(_LARGE, row), (_QUIET, joined_text(words))]


def _fitting(drawn: list[_Drawn], longest: int) -> list[_Drawn]:
    total = sum(width(one.text) + 1 for one in drawn)
    for role in _GIVEN_UP:
        room = longest - width(_QUIET + ELLIPSIS) - 1
        if total <= longest:
            break
        places = [at for at, one in enumerate(drawn) if one.role is role]
        if not places:
            continue
        gone = []
        for at in places if role is Role.LOG else reversed(places):
            gone.append(at)
            total -= width(drawn[at].text) + 1
            if total <= room:
                break
        first = min(gone)
        drawn = [
            _Drawn(role=role, text=_QUIET + ELLIPSIS) if at == first else one
            for at, one in enumerate(drawn)
            if at == first or at not in gone
        ]
        total += width(_QUIET + ELLIPSIS) + 1
    return _cut(drawn, longest)


def _cut(drawn: Sequence[_Drawn], longest: int) -> list[_Drawn]:
    """As many lines from the head as there is room for: the last resort."""
    kept: list[_Drawn] = []
    for one in drawn:
        longest -= width(one.text) + 1
        if longest < 0:
            break
        kept.append(one)
    return kept


def _grouped(drawn: Sequence[_Drawn]) -> Iterator[Section]:
    lines: list[str] = []
    for at, one in enumerate(drawn):
        lines.append(one.text)
        part = _PARTS[one.role]
        if at + 1 == len(drawn) or _PARTS[drawn[at + 1].role] is not part:
            yield Section(part=part, text="\n".join(lines))
            lines = []


def _split(pieces: Sequence[Piece]) -> list[tuple[Piece, ...]]:
    """A line's parts between its dots."""
    parts: list[list[Piece]] = [[]]
    for piece in pieces:
        if piece == _DOT:
            parts.append([])
        else:
            parts[-1].append(piece)
    return [tuple(part) for part in parts if part]


def _joined(parts: Sequence[Sequence[Piece]]) -> tuple[Piece, ...]:
    pieces: list[Piece] = []
    for part in parts:
        pieces += [_DOT, *part] if pieces else part
    return tuple(pieces)


def _leads(piece: Piece) -> bool:
    if isinstance(piece, Text):
        return piece.strong or piece.key.startswith("street.")
    return getattr(piece, "strong", False)


_DOT = Text(key="mark.dot")
