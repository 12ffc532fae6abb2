"""Makes untrusted words fit to be seen: in one line, of a bearable length, turning nothing around.

Names come as people chose them: overrides of the writing direction, invisible characters, piles of accents, two
hundred letters. What is left keeps its letters and its emoji, up to a length. Markup is each platform's own matter.
"""

import unicodedata
from collections.abc import Iterator

LONGEST_NAME = 32
"""Visible characters of a name; what is longer ends in an ellipsis."""
MOST_MARKS = 3
"""Accents on one letter; scripts that pile them up need no more."""
MOST_POINTS = 12
"""Code points of one visible character: the largest emoji families."""
POINTS_PER_VISIBLE = 3
"""Code points of a whole text for each visible character that it may have."""
NOBODY = "?"
"""Stands for a name of which nothing can be seen."""
ELLIPSIS = "…"

ZERO_WIDTH_JOINER = "\u200d"
_BLACK_FLAG = "\U0001f3f4"
_ISOLATE, _END_ISOLATE = "\u2068", "\u2069"
_INVISIBLE = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0")
_UNWANTED = frozenset({"Cc", "Cf", "Cs", "Co"})
_MARKS = frozenset({"Mn", "Mc", "Me"})
_RIGHT_TO_LEFT = frozenset({"R", "AL", "AN"})


def visible(text: str, longest: int = LONGEST_NAME) -> str:
    """The text in one line without what cannot be seen or turns its surroundings, cut to `longest` characters.

    A character is what the eye counts: a letter with its accents, an emoji with its parts. May come out empty.
    """
    kept: list[str] = []
    points = 0
    if len(text) <= longest and text.isascii() and text.isprintable():
        return _spaced(text)
    for cluster in _clusters(_spaced(text)):
        points += len(cluster)
        if len(kept) == longest or points > longest * POINTS_PER_VISIBLE:
            return "".join(kept[: longest - 1]).rstrip() + ELLIPSIS
        kept.append(cluster)
    return "".join(kept).strip()


def plain_name(name: str) -> str:
    """A name for places that know no markup, such as the label of a button."""
    return isolated(visible(name) or NOBODY)


def isolated(text: str) -> str:
    """The text such that right-to-left writing in it leaves the order of the line around it alone."""
    turns = not text.isascii() and any(
        unicodedata.bidirectional(character) in _RIGHT_TO_LEFT for character in text
    )
    return f"{_ISOLATE}{text}{_END_ISOLATE}" if turns else text


def width(text: str) -> int:
    """Characters as the strictest counter takes them: UTF-16 units, so that an emoji is two."""
    return len(text) if text.isascii() else len(text.encode("utf-16-le", "surrogatepass")) // 2


def cut(text: str, longest: int) -> str:
    """Plain text of at most `longest` units, with an ellipsis where something is missing; whole characters only."""
    if width(text) <= longest:
        return text
    kept, used = [], 1
    for cluster in _clusters(text):
        used += width(cluster)
        if used > longest:
            break
        kept.append(cluster)
    return "".join(kept).rstrip() + ELLIPSIS


def _spaced(text: str) -> str:
    """Line ends, tabs and every run of white space as one space."""
    return " ".join(text.split())


def _clusters(text: str) -> Iterator[str]:
    """Visible characters one by one; what cannot be seen is left out, a space apart."""
    cluster = ""
    for character in text:
        if cluster and _belongs(cluster, character):
            if _fits(cluster, character):
                cluster += character
        elif _seen(character):
            if cluster:
                yield cluster.rstrip(ZERO_WIDTH_JOINER)
            cluster = character
    if cluster:
        yield cluster.rstrip(ZERO_WIDTH_JOINER)


def _seen(character: str) -> bool:
    category = unicodedata.category(character)
    return category not in _UNWANTED and category not in _MARKS and character not in _INVISIBLE


def _belongs(cluster: str, character: str) -> bool:
    """Whether the character is a part of the visible one before it."""
    if character == ZERO_WIDTH_JOINER or "\U000e0020" <= character <= "\U000e007f":
        return True
    if cluster[-1] == ZERO_WIDTH_JOINER or "\U0001f3fb" <= character <= "\U0001f3ff":
        return _is_picture(cluster[0]) and _is_picture(character)
    if _is_flag_half(cluster[0]) and _is_flag_half(character):
        return len(cluster) == 1
    return unicodedata.category(character) in _MARKS


def _fits(cluster: str, character: str) -> bool:
    """Whether a part is one to keep: joiners and tags in emoji only, and a few accents."""
    if len(cluster) >= MOST_POINTS or character in _INVISIBLE:
        return False
    if character == ZERO_WIDTH_JOINER:
        return _is_picture(cluster[0]) and cluster[-1] != ZERO_WIDTH_JOINER
    if "\U000e0020" <= character <= "\U000e007f":
        return cluster[0] == _BLACK_FLAG
    if unicodedata.category(character) in _MARKS:
        return sum(unicodedata.category(part) in _MARKS for part in cluster) < MOST_MARKS + cluster.count(
            ZERO_WIDTH_JOINER
        )
    return True


def _is_picture(character: str) -> bool:
    return character >= "\U0001f000" or unicodedata.category(character) == "So" or character in "♀♂⚕⚖✈❤"


def _is_flag_half(character: str) -> bool:
    return "\U0001f1e6" <= character <= "\U0001f1ff"
