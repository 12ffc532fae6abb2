"""The page of a table's options: each with its value and its rule in one sentence, and for the host what changes it."""

from collections.abc import Mapping
from dataclasses import replace
from enum import StrEnum
from typing import Final

from adapters.buttons import button
from adapters.messages import Choice, ChoiceName, Code, Line, Look, Message, Piece, Role, Text
from core.cardroom.deeds import OptionChange, written
from core.options import AnteRule, AskRule, ButtonRule, Entry, StraddleRule, TableOptions
from core.poker.hand import Showing
from core.poker.rounds import Betting, Reopening, StraddleStep
from core.refusals import Reason, Refused
from core.views import TableView

USUAL: Final = TableOptions()
PAGES: Final[tuple[tuple[str, ...], ...]] = (
    ("game", "betting", "small_blind", "big_blind", "blinds_posted", "ante", "ante_rule", "raise_cap"),
    ("min_buy_in", "max_buy_in", "match_stack", "same_stack_minutes", "chip_unit", "reopening"),
    (
        *("seats", "entry", "button_rule", "turn_seconds", "time_bank_seconds", "orbit_bank_seconds"),
        *("pause_seconds", "computer_ms"),
    ),
    ("showing", "all_in_up", "asking", "rabbit", "most_runs", "burns", "aids", "friends_ledger"),
    ("straddle", "straddle_step", "bomb_every", "bomb_ante", "bomb_boards", "seven_deuce"),
)
"""The options of each page; together they are all there are."""
TYPED: Final[Mapping[str, str]] = {
    "betting": "betting",
    "small_blind": "blinds",
    "big_blind": "blinds",
    "blinds_posted": "blinds",
    "ante": "ante",
    "ante_rule": "antes",
    "raise_cap": "cap",
    "min_buy_in": "buyin",
    "max_buy_in": "buyin",
    "match_stack": "match",
    "same_stack_minutes": "rathole",
    "chip_unit": "unit",
    "reopening": "reopening",
    "seats": "seats",
    "entry": "entry",
    "button_rule": "button",
    "turn_seconds": "seconds",
    "time_bank_seconds": "bank",
    "orbit_bank_seconds": "orbit",
    "pause_seconds": "pause",
    "computer_ms": "thinking",
    "showing": "showing",
    "all_in_up": "faceup",
    "asking": "asking",
    "rabbit": "rabbit",
    "most_runs": "runs",
    "burns": "burns",
    "aids": "aids",
    "friends_ledger": "ledger",
    "straddle": "straddle",
    "straddle_step": "step",
    "bomb_every": "bomb",
    "bomb_ante": "bomb",
    "bomb_boards": "bomb",
    "seven_deuce": "seven",
}
"""What each is called where it is typed; the game cannot change at a table that is open."""
FAMILIES: Final[Mapping[str, str]] = {"ante_rule": "antes", "button_rule": "button"}
"""Where the words for the values of an option are, if not under its own name."""
_VALUES: Final[Mapping[str, tuple[StrEnum | int, ...]]] = {
    "betting": tuple(Betting),
    "blinds_posted": (False, True),
    "ante_rule": tuple(AnteRule),
    "match_stack": (False, True),
    "reopening": tuple(Reopening),
    "entry": tuple(Entry),
    "button_rule": tuple(ButtonRule),
    "showing": tuple(Showing),
    "all_in_up": (False, True),
    "asking": tuple(AskRule),
    "rabbit": (False, True),
    "most_runs": (1, 2, 3, 4),
    "burns": (False, True),
    "aids": (False, True),
    "friends_ledger": (False, True),
    "straddle": tuple(StraddleRule),
    "straddle_step": tuple(StraddleStep),
    "bomb_boards": (1, 2),
}
"""Options that a press moves on to their next value."""
_IN_A_ROW: Final = 3
_MOST_CHANGES: Final = 6
"""Named under the title; the pages have them all."""


def place_of(page: str) -> tuple[int, tuple[str, int] | None]:
    """What a button or a typed page means: the page from 0, and the option with the number of its value, if any.

    Raises `Refused` UNKNOWN_OPTION.
    """
    number, _, rest = page.partition(".")
    name, _, value = rest.partition(".")
    at = (
        int(number) - 1
        if number.isascii() and number.isdigit() and len(number) < 3
        else 0
        if not page
        else -1
    )
    if not 0 <= at < len(PAGES):
        raise Refused(Reason.UNKNOWN_OPTION, asked=page[:40])
    if not rest or name == "page":
        return at, None
    if name not in _VALUES or not (value.isascii() and value.isdigit() and int(value) < len(_VALUES[name])):
        raise Refused(Reason.UNKNOWN_OPTION, asked=page[:40])
    return at, (name, int(value))


def with_value(options: TableOptions, name: str, value: int) -> TableOptions:
    """The options with one of them at the value of that number."""
    changed: dict[str, object] = {name: _VALUES[name][value]}
    return replace(options, **changed)  # type: ignore[arg-type]


def page_of_first_change(now: TableOptions, wanted: TableOptions, place: int) -> int:
    """The page that shows the first of the options that differ."""
    for at, names in enumerate(PAGES):
        if any(getattr(now, name) != getattr(wanted, name) for name in names):
            return at
    return place


def value_word(name: str, value: str | int) -> str | int:
    """A value as a slot takes it: a number, or the key of its words."""
    said = written(value)
    if isinstance(said, int):
        return said
    return f"@switch.{said}" if said in ("on", "off") else f"@{FAMILIES.get(name, name)}.{said}"


def options_message(
    view: TableView, place: int, *, runs_it: bool, changes: tuple[OptionChange, ...] | None = None
) -> Message:
    """One page. For whoever runs the table, with a button for each option of few values, and what has just changed on
    whichever page; None: nobody wanted a change."""
    now = view.coming_options or view.options
    title = Text(key="options.title", numbers={"page": place + 1, "pages": len(PAGES)}, strong=True)
    about = Text(key=f"options.page_{place + 1}")
    lines = [Line(role=Role.TITLE, pieces=(title, Text(key="mark.dot"), about))]
    if changes is not None:
        lines.append(Line(role=Role.RESULT, pieces=_changed(view, changes)))
    lines += [_line(view.options, now, name) for name in PAGES[place]]
    lines.append(Line(role=Role.NOTE, pieces=_foot(view, runs_it=runs_it)))
    rows = _value_rows(view, now, place) if runs_it else ()
    return Message(lines=tuple(lines), choices=(*rows, _pages(view, place)))


def _changed(view: TableView, changes: tuple[OptionChange, ...]) -> tuple[Piece, ...]:
    """When the rules change, and which: what one asks for may take another one along."""
    if not changes:
        return (Text(key="options.no_change"),)
    key = "options.changed" if view.coming_options is None else "options.changes_later"
    pieces: list[Piece] = [Text(key=key)]
    for at, change in enumerate(changes[:_MOST_CHANGES]):
        numbers: dict[str, int | str] = {
            "what": f"@setting.{change.name}",
            "old": value_word(change.name, change.old),
            "new": value_word(change.name, change.new),
        }
        pieces += [*([Text(key="mark.dot")] if at else []), Text(key="log.changed", numbers=numbers)]
    if len(changes) > _MOST_CHANGES:
        more: dict[str, int | str] = {"count": len(changes) - _MOST_CHANGES}
        pieces += [Text(key="mark.dot"), Text(key="log.more", numbers=more)]
    return tuple(pieces)


def _line(played: TableOptions, now: TableOptions, name: str) -> Line:
    """An option: marked when it is not the usual one, with the value that is still played when another is to come."""
    value = getattr(now, name)
    unusual = value != getattr(USUAL, name)
    numbers: dict[str, int | str] = {"what": f"@setting.{name}", "value": value_word(name, value)}
    key = "options.unusual" if unusual else "options.usual"
    pieces: list[Piece] = [Text(key=key, numbers=numbers, strong=True)]
    if getattr(played, name) != value:
        was = {"value": value_word(name, getattr(played, name))}
        pieces.append(Text(key="options.until_then", numbers=was))
    pieces += [Text(key="mark.dot"), Text(key=f"explained.{name}")]
    if name in TYPED:
        pieces.append(Code(text=f"{TYPED[name]}=", option=True))
    return Line(role=Role.NOTE, pieces=tuple(pieces))


def _foot(view: TableView, *, runs_it: bool) -> tuple[Piece, ...]:
    if not runs_it:
        return (Text(key="options.host_changes"),)
    key = "options.how_in_hand" if view.street is not None else "options.how"
    return (Text(key=key), Code(text="options seats=8 rabbit=off", command=True))


def _value_rows(view: TableView, now: TableOptions, place: int) -> tuple[tuple[Choice, ...], ...]:
    choices = [_next_value(view, now, place, name) for name in PAGES[place] if name in _VALUES]
    return tuple(tuple(choices[at : at + _IN_A_ROW]) for at in range(0, len(choices), _IN_A_ROW))


def _next_value(view: TableView, now: TableOptions, place: int, name: str) -> Choice:
    """Says which value it sets: pressed twice, it does nothing more."""
    values = _VALUES[name]
    following = (values.index(getattr(now, name)) + 1) % len(values)
    numbers: dict[str, int | str] = {
        "what": f"@setting.{name}",
        "value": value_word(name, values[following]),
    }
    made = button(view, ChoiceName.OPTIONS, argument=f"{place + 1}.{name}.{following}")
    return replace(made, label=(Text(key="options.press", numbers=numbers),))


def _pages(view: TableView, place: int) -> tuple[Choice, ...]:
    return tuple(
        button(
            view,
            ChoiceName.OPTIONS,
            Look.PRIMARY if at == place else Look.SECONDARY,
            argument=f"{at + 1}.page",
            key=f"options.page_{at + 1}",
        )
        for at in range(len(PAGES))
    )
