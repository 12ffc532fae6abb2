"""Names and phrases as somebody typed them, made fit for records whose digest must come out the same everywhere."""

import unicodedata

from core.refusals import Reason, Refused

LONGEST_NAME = 40
"""Characters."""


def clean_name(name: str) -> str:
    """A display name without the space around it; refuses one that is overlong, or that nobody could see."""
    known = clean_text(name)
    seen = any(unicodedata.category(letter)[0] not in "CZ" for letter in known)
    if not seen or len(known) > LONGEST_NAME:
        raise Refused(Reason.BAD_NAME, longest=LONGEST_NAME)
    return known


def clean_text(text: str) -> str:
    """What somebody typed, with single spaces and without the halves of characters that have no UTF-8 form."""
    return " ".join(text.encode("utf-8", "replace").decode().split())
