"""Where the pieces of a line stand apart: by a space, but in Chinese neither beside punctuation nor beside a name."""

import re
from collections.abc import Callable, Iterable, Iterator
from typing import Final

from adapters.messages import Name, Piece, Place, Text

_STAND_INS: Final = frozenset({"log.house", "log.somebody", "seat.number"})
"""Texts that stand where a name would."""
_PUNCTUATION: Final = frozenset("，。、：；！？（）「」『』《》【】")
_FRINGE_BEFORE: Final = re.compile(r"^(?:<[^<>]*>|[*`\\\u2066-\u2069\s])+")
_FRINGE_AFTER: Final = re.compile(r"(?:<[^<>]*>|[*`\\\u2066-\u2069\s])+$")
"""What cannot be seen at either end of a written piece: tags, markdown and marks of direction."""
_MARKUP: Final = frozenset("*`")
_BETWEEN: Final = frozenset("·/")
"""Marks that have a space on both sides in any language."""
_TAIL: Final = 64
"""Characters of a line's end that are looked at."""


def grown_together(pieces: Iterable[Piece], write: Callable[[Piece], str]) -> Iterator[str]:
    """Each piece as `write` writes it, those that no space parts in one; without what came out empty."""
    grown, last = "", None
    for piece in pieces:
        written = write(piece)
        if not written:
            continue
        if last is None or apart(last, grown[-_TAIL:], piece, written):
            if grown:
                yield grown
            grown = written
        else:
            grown += written
        last = piece
    if grown:
        yield grown


def apart(left: Piece, left_text: str, right: Piece, right_text: str) -> bool:
    """Whether a space stands between two pieces, which are written like this."""
    if left_text[-1:] == right_text[:1] and right_text[:1] in _MARKUP:
        return True  # What is bold or code must not run into its like.
    before, after = _FRINGE_AFTER.sub("", left_text)[-1:], _FRINGE_BEFORE.sub("", right_text)[:1]
    if before in _BETWEEN or after in _BETWEEN:
        return True
    if before in _PUNCTUATION or after in _PUNCTUATION:
        return not (before and after)
    return not ((_names(left) or _names(right)) and _is_han(before) and _is_han(after))


def _names(piece: Piece) -> bool:
    return isinstance(piece, Name | Place) or (isinstance(piece, Text) and piece.key in _STAND_INS)


def _is_han(character: str) -> bool:
    return "\u3400" <= character <= "\u9fff" or "\U00020000" <= character <= "\U0003ffff"
