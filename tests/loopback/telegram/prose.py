"""What the official description says in sentences rather than in types: lengths, ranges, constants and choices."""

import re
from dataclasses import dataclass

from .messages import utf16

SIZE = re.compile(r"(?<![\d.])(\d+)-(\d+) (characters|bytes)")
RANGE = re.compile(r"Values between (\d+)-(\d+)|, (\d+)-(\d+)\. ")
CONSTANT = re.compile(r"(?:always|must be) ['*](\w+)['*]\.?$")
CHOICE = re.compile(r"(?:[Mm]ust be|can be|Currently,? can be) (?:either |one of )?(?='\w+')")
SENTENCE_END = re.compile(r"\.(?: [A-Z]|$)")
QUOTED = re.compile(r"'(\w+)'")
# The platform's own words for the commoner of these mistakes.
WORDS = {
    ("InlineKeyboardButton", "callback_data"): "BUTTON_DATA_INVALID",
    ("answerCallbackQuery", "text"): "MESSAGE_TOO_LONG",
    ("sendMessage", "text"): "message is too long",
    ("editMessageText", "text"): "MESSAGE_TOO_LONG",
    ("sendPhoto", "caption"): "message caption is too long",
}


@dataclass(frozen=True, slots=True)
class Prose:
    """Sizes are in UTF-16 code units or bytes, both ends included; `parsed` sizes hold after markup is taken out."""

    smallest: int = 0
    largest: int | None = None
    in_bytes: bool = False
    parsed: bool = False
    between: tuple[int, int] | None = None
    choices: frozenset[str] = frozenset()
    constant: bool = False
    words: str | None = None

    def complaint(self, value: object) -> str | None:
        """What is wrong with a text or a number, if anything is."""
        if isinstance(value, str):
            return self._about_text(value)
        if self.between is not None and isinstance(value, int):
            low, high = self.between
            return None if low <= value <= high else f"{value} is not between {low} and {high}"
        return None

    def _about_text(self, value: str) -> str | None:
        if self.choices and value not in self.choices:
            return f"{value!r} is none of {', '.join(sorted(self.choices))}"
        if self.largest is None or self.parsed:
            return None
        size = len(value.encode()) if self.in_bytes else utf16(value)
        if self.smallest <= size <= self.largest:
            return None
        unit = "bytes" if self.in_bytes else "UTF-16 code units"
        told = f"{size} {unit} are not {self.smallest}-{self.largest}"
        return f"{self.words}: {told}" if self.words else told


def read(owner: str, name: str, types: list[str], description: str) -> Prose:
    """Understand the description of one field."""
    size, span = SIZE.search(description), RANGE.search(description)
    numbers = [int(number) for number in span.groups() if number] if span and "Integer" in types else []
    textual = "String" in types
    constant = CONSTANT.search(description.split("\n")[0]) if textual else None
    return Prose(
        smallest=int(size[1]) if size and textual else 0,
        largest=int(size[2]) if size and textual else None,
        in_bytes=bool(size and size[3] == "bytes"),
        parsed="entities parsing" in description or "entity parsing" in description,
        between=(numbers[0], numbers[1]) if numbers else None,
        choices=frozenset({constant[1]}) if constant else _choices(description) if textual else frozenset(),
        constant=constant is not None,
        words=WORDS.get((owner, name)),
    )


def _choices(description: str) -> frozenset[str]:
    first = description.split("\n")[0]
    start = CHOICE.search(first)
    if start is None:
        return frozenset()
    rest = first[start.end() :]
    end = SENTENCE_END.search(rest)
    return frozenset(QUOTED.findall(rest[: end.start()] if end else rest))
