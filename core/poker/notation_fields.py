"""The fields of a PHH file one by one: the TOML itself, and each value taken out as the type it must have.

Each function that takes a field out raises `BadNotation` when it is not what it should be.
"""

import tomllib
from enum import StrEnum
from typing import Any, TypeVar

from core.poker.notation_actions import MOST_CHIPS, BadNotation, quoted

T = TypeVar("T")
E = TypeVar("E", bound=StrEnum)

DEEPEST = 20
"""Lists and tables within one another."""

_KINDS: dict[type[Any], str] = {
    str: "a text",
    int: "a whole number",
    bool: "true or false",
    list: "a list",
    dict: "a table",
}


def toml_fields(text: str) -> dict[str, Any]:
    """The fields of one hand; raises `BadNotation` for what is not TOML, or is out of all proportion."""
    try:
        fields = tomllib.loads(text)
    except RecursionError:
        raise BadNotation("this is not a hand history: it is nested too deep") from None
    except ValueError as error:
        cut = "; the file may have been cut off" if "end of document" in str(error) else ""
        raise BadNotation(f"this is not TOML: {ascii(str(error))[1:-1][:120]}{cut}") from None
    _check_size(fields)
    if fields and all(isinstance(value, dict) for value in fields.values()):
        raise BadNotation("this holds a collection of hands; one hand a file is read")
    return fields


def _check_size(value: object, depth: int = 0) -> None:
    if depth > DEEPEST:
        raise BadNotation("this is not a hand history: it is nested too deep")
    if isinstance(value, int) and not -(2**63) <= value < 2**63:
        raise BadNotation("a number is too large: TOML integers have 64 bits")
    if isinstance(value, dict):
        value = list(value.values())
    if isinstance(value, list):
        for inner in value:
            _check_size(inner, depth + 1)


def required(fields: dict[str, Any], name: str, kind: type[T]) -> T:
    """Take out a field that must be there."""
    if name not in fields:
        raise BadNotation(f"{name} is missing")
    value = fields.pop(name)
    if type(value) is not kind:
        raise BadNotation(f"{name} must be {_KINDS[kind]}")
    return value


def optional(fields: dict[str, Any], name: str, kind: type[T]) -> T | None:
    """Take out a field that may be there."""
    return required(fields, name, kind) if name in fields else None


def label(fields: dict[str, Any], name: str) -> str | int | None:
    """Take out a name or a number, if it is there."""
    return optional(fields, name, int) if type(fields.get(name)) is int else optional(fields, name, str)


def choice(fields: dict[str, Any], name: str, kind: type[E], usual: E) -> E:
    """Take out one of the values of `kind`, or have `usual`."""
    said = optional(fields, name, str)
    if said is None:
        return usual
    try:
        return kind(said)
    except ValueError:
        raise BadNotation(f"{name}: {quoted(said)} is not one of {', '.join(kind)}") from None


def each(fields: dict[str, Any], name: str, players: int, kind: type[T]) -> tuple[T, ...]:
    """Take out a list with an entry a player; empty when it is not there."""
    values = optional(fields, name, list) or []
    if any(type(value) is not kind for value in values):
        raise BadNotation(f"{name} must be a list in which each is {_KINDS[kind]}")
    if values and len(values) != players:
        raise BadNotation(f"{name} has {len(values)} entries for {players} players")
    return tuple(values)


def chips_each(fields: dict[str, Any], name: str, players: int, *, signed: bool = False) -> tuple[int, ...]:
    """Take out amounts of chips, one a player; only if `signed` they may be below 0."""
    values: list[Any] = required(fields, name, list)
    if len(values) != players:
        raise BadNotation(f"{name} has {len(values)} entries for {players} players")
    return tuple([_whole(value, name, signed=signed) for value in values])


def chips(fields: dict[str, Any], name: str) -> int:
    """Take out an amount of chips."""
    if name not in fields:
        raise BadNotation(f"{name} is missing")
    return _whole(fields.pop(name), name)


def _whole(value: object, name: str, *, signed: bool = False) -> int:
    """Chips, from a TOML integer or a float without a fraction."""
    if type(value) is not int and not isinstance(value, float):
        raise BadNotation(f"{name}: chips are numbers")
    if value == float("inf"):
        raise BadNotation(f"{name}: an unknown amount (inf) cannot be played")
    if value != value or (value < 0 and not signed):
        raise BadNotation(f"{name}: chips cannot be below 0")
    if abs(value) > MOST_CHIPS:
        raise BadNotation(f"{name}: more chips than the {MOST_CHIPS} that can be counted")
    if value != int(value):
        raise BadNotation(f"{name}: chips are whole numbers")
    return int(value)
