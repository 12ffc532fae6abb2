"""A past hand as a file to take away, in one of four forms, holding the asker's own and the shown cards only."""

import json
import re
from enum import StrEnum

from core.poker.notation_actions import BadNotation
from core.poker.notation_ohh import ohh_text
from core.poker.notation_seen import phh_text
from core.poker.notation_text import hand_text
from core.poker.record import HandRecord, published
from core.poker.record_story import story_of

__all__ = ["BadNotation", "ExportForm", "exported"]


class ExportForm(StrEnum):
    """What a hand can be taken away as."""

    PHH = "phh"
    """Poker Hand History: TOML, which PokerKit reads."""
    OHH = "ohh"
    """Open Hand History 1.4.6: JSON, which trackers read."""
    TEXT = "text"
    """Plain text in the layout of the big rooms."""
    JSON = "json"
    """The published record with its proofs: what `riverbot verify` checks."""


_ENDS = {
    ExportForm.PHH: ".phh",
    ExportForm.OHH: "-ohh.json",
    ExportForm.TEXT: ".txt",
    ExportForm.JSON: ".json",
}


def exported(record: HandRecord, seat: int | None, form: ExportForm) -> tuple[str, bytes]:
    """File name and content (UTF-8) of a hand as `seat` may know it; None: as everybody may.

    Raises `BadNotation` when the form cannot say this hand, with the reason in plain English; JSON holds every hand.
    """
    table = re.sub(r"[^A-Za-z0-9_-]", "", record.table)
    stem = f"hand-{record.hand_no}" if form is ExportForm.JSON else f"riverbot-{table}-{record.hand_no}"
    return stem + _ENDS[form], _content(record, seat, form).encode()


def _content(record: HandRecord, seat: int | None, form: ExportForm) -> str:
    match form:
        case ExportForm.PHH:
            return phh_text(story_of(record, seat))
        case ExportForm.OHH:
            return ohh_text(story_of(record, seat))
        case ExportForm.TEXT:
            return hand_text(story_of(record, seat))
        case ExportForm.JSON:
            return json.dumps(published(record, seat), ensure_ascii=False, separators=(",", ":"))
