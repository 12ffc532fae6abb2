"""What a refusal says below its first line: what could have been typed instead, and how people are pointed at."""

from collections.abc import Sequence
from typing import Final

from adapters.messages import Code, Line, Piece, Role, Text
from adapters.wording import DOT, joined
from core.refusals import Reason, Refused

ID_MARK: Final = "#"
"""Between a name and the end of its person's id: ``Dee#3f2a`` is the one of the name whose id ends like that."""
_FORMS: Final = {
    "blinds": ("50/100", "0/100", "none/100"),
    "buyin": ("2000-20000", "5000"),
    "bomb": ("10", "10/2", "10/2/2", "off"),
}
"""Options of a form of their own, as they can be typed."""
_CASES: Final = {
    "called_off": "refused.event_called_off",
    "re_entry": "refused.re_entry_instead",
    "to_enter": "refused.not_enough_to_enter",
    "another": "refused.not_in_event",
    "level": "refused.bad_level",
}
"""Where one reason has several faces."""


def reason_key(refused: Refused) -> str:
    """The text that says why not."""
    return _CASES.get(str(refused.numbers.get("case", "")), f"refused.{refused.reason}")


def instead_lines(refused: Refused) -> tuple[Line, ...]:
    """The choices that an option has, the form it is typed in, or the ways to say whom one means."""
    numbers = refused.numbers
    lines: list[tuple[Piece, ...]] = []
    if refused.reason is Reason.UNKNOWN_CHOICE:
        lines.append((Text(key="typed.choices"), *_choices(str(numbers["family"]), str(numbers["choices"]))))
    if fit := str(numbers.get("fit", "")):
        said: dict[str, int | str] = {
            name: value for name, value in numbers.items() if isinstance(value, int)
        }
        lines.append((Text(key=f"fit.{fit}", numbers=said),))
    if form := str(numbers.get("form", "")):
        option = Code(text=f"{form}=", option=True)
        lines.append((Text(key=f"typed.{form}"), option, *_codes(_FORMS[form])))
    if ways := str(numbers.get("ways", "")):
        lines.append((Text(key="whom.ways"), *_codes([_way(refused, way) for way in ways.split()])))
    if platform := str(numbers.get("on", "")):
        lines.append((pointing(platform),))
    return tuple(Line(role=Role.NOTE, pieces=pieces) for pieces in lines)


def pointing(platform: str) -> Text:
    """How one says there whom one means."""
    return Text(key=f"whom.{platform}")


def _choices(family: str, choices: str) -> tuple[Piece, ...]:
    """Each as it is typed, with what it means to the reader."""
    return joined([(Code(text=one), Text(key=f"{family}.{one}")) for one in choices.split()], DOT)


def _way(refused: Refused, way: str) -> str:
    """The number of a seat as it is; the end of an id behind the name that was typed."""
    return f"{refused.numbers['asked']}{way}" if way.startswith(ID_MARK) else way


def _codes(typed: Sequence[str]) -> tuple[Piece, ...]:
    return joined([(Code(text=one),) for one in typed], DOT)
