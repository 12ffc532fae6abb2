"""The official description of the Bot API, as a judge of every request, every answer and every update of ours."""

import json
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from .complaints import Complaint
from .prose import Prose, read
from .world import Json

FILE = Path(__file__).resolve().parents[4] / "shared" / "specs" / "telegram-bot-api-10.3.json"
ARRAY = "Array of "
SCALARS: dict[str, tuple[type, ...]] = {"Integer": (int,), "Float": (int, float), "String": (str,)}
# The description gives this constant number the type of text.
CORRECTED = {("InaccessibleMessage", "date"): ["Integer"]}


@dataclass(frozen=True, slots=True)
class Field:
    name: str
    types: tuple[str, ...]
    required: bool
    prose: Prose


class Description:
    """Types and methods by name, each with its fields."""

    def __init__(self, raw: Json) -> None:
        self.version: str = raw["version"]
        self._types = {name: _fields(one) for name, one in raw["types"].items()}
        self._methods = {name: _fields(one) for name, one in raw["methods"].items()}
        self._returns: dict[str, tuple[str, ...]] = {
            name: tuple(one["returns"]) for name, one in raw["methods"].items()
        }
        self.update_kinds = frozenset(self._types["Update"]) - {"update_id"}

    def knows(self, method: str) -> bool:
        return method in self._methods

    def text_only(self, method: str, name: str) -> bool:
        """Whether a parameter is text whatever it looks like."""
        field = self._methods.get(method, {}).get(name)
        return field is not None and field.types == ("String",)

    def request(self, method: str, params: Json) -> list[Complaint]:
        """Parameters as they were meant (JSON read, numbers as numbers)."""
        return self._object(self._methods[method], params, "")

    def answer(self, method: str, result: Any) -> list[Complaint]:
        return self._value(self._returns[method], result, "result")

    def update(self, payload: Json) -> list[Complaint]:
        return self._value(("Update",), payload, "")

    def _object(self, fields: dict[str, Field], value: Json, where: str) -> list[Complaint]:
        found = []
        for name, field in fields.items():
            if field.required and name not in value:
                found.append(Complaint(f"{where}.{name}".lstrip("."), "is missing"))
        for name, inner in value.items():
            known = fields.get(name)
            path = f"{where}.{name}".lstrip(".")
            if known is None:
                found.append(Complaint(path, "is unknown"))
                continue
            wrong = self._value(known.types, inner, path)
            words = None if wrong else known.prose.complaint(inner)
            found += wrong or ([Complaint(path, words)] if words else [])
        return found

    def _value(self, types: tuple[str, ...], value: Any, where: str) -> list[Complaint]:
        if isinstance(value, list):
            inner = tuple(name.removeprefix(ARRAY) for name in types if name.startswith(ARRAY))
            if inner:
                return [c for i, item in enumerate(value) for c in self._value(inner, item, f"{where}.{i}")]
        elif isinstance(value, dict):
            tries = [self._object(self._types[name], value, where) for name in types if name in self._types]
            if tries:
                return min(tries, key=len)
        elif any(_scalar(name, value) for name in types):
            return []
        return [Complaint(where, f"{type(value).__name__} is no {' or '.join(types)}")]


def _scalar(name: str, value: Any) -> bool:
    if isinstance(value, bool):
        return name == "Boolean"
    return isinstance(value, SCALARS.get(name, ()))


def _fields(raw: Json) -> dict[str, Field]:
    found = {}
    for one in raw["fields"]:
        types = CORRECTED.get((raw["name"], one["name"]), one["types"])
        prose = read(raw["name"], one["name"], types, one["description"])
        needed = (
            one["required"] or prose.constant
        )  # what tells one sort of object from another has to be there
        found[one["name"]] = Field(one["name"], tuple(types), needed, prose)
    return found


@cache
def official() -> Description | None:
    """The description that lies beside this checkout, or None where it doesn't."""
    if not FILE.is_file():
        return None
    return Description(json.loads(FILE.read_text("utf-8")))
