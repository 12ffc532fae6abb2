"""The audit log of a table in words, newest first."""

from collections.abc import Sequence

from adapters.messages import Line, Message, Name, Piece, Role, Text
from adapters.options_page import value_word
from adapters.wording import DOT
from core.cardroom.deeds import Deed, DeedKind, OptionChange
from core.deed_log import Logged
from core.ids import HOUSE

_UNITS = (("day", 86_400), ("hour", 3_600), ("minute", 60))
_MOST_CHANGES = 4


def log_message(table: str, logged: Sequence[Logged]) -> Message:
    """What was done to run a table: when, who, what, to whom, and for options from what to what."""
    lines = [Line(role=Role.TITLE, pieces=(Text(key="log.title", strong=True), DOT, Name(name=table)))]
    for one in logged:
        lines.append(Line(role=Role.LOG, pieces=(_ago(one.seconds), DOT, *_said(one.deed))))
    if not logged:
        lines.append(Line(role=Role.NOTE, pieces=(Text(key="log.empty"),)))
    return Message(lines=tuple(lines))


def _ago(seconds: int) -> Text:
    for unit, length in _UNITS:
        if seconds >= length:
            return Text(key=f"ago.{unit}", numbers={"count": seconds // length})
    return Text(key="ago.now")


def _said(deed: Deed) -> tuple[Piece, ...]:
    who: Piece = Name(name=deed.name) if deed.name else Text(key="log.somebody")
    if deed.by == HOUSE:
        who = Text(key="log.house")
    numbers: dict[str, int | str] = {} if deed.seat is None else {"seat": deed.seat}
    if deed.kind is DeedKind.KEEP and deed.whom:
        pieces: tuple[Piece, ...] = (who, Text(key="deed.keep_for", numbers=numbers))
    else:
        pieces = (who, Text(key=f"deed.{deed.kind}", numbers=numbers))
    if deed.whom:
        pieces = (*pieces, Name(name=deed.whom))
    for change in deed.changes[:_MOST_CHANGES]:
        pieces = (*pieces, DOT, _changed(change))
    left = len(deed.changes) - _MOST_CHANGES
    if left > 0:
        pieces = (*pieces, DOT, Text(key="log.more", numbers={"count": left}))
    return pieces


def _changed(change: OptionChange) -> Text:
    numbers: dict[str, int | str] = {
        "what": f"@setting.{change.name}",
        "old": value_word(change.name, change.old),
        "new": value_word(change.name, change.new),
    }
    return Text(key="log.changed", numbers=numbers)
