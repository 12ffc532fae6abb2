"""Says things: a text key and its numbers, in one of the languages of `adapters/locales`.

A template holds slots. ``{chips}`` writes an int as ``12,000`` and a string as it is; ``{hand_no:d}`` leaves the
commas out; ``{seats|seat|seats}`` picks the word for one or for more, without the number. A value that begins with
``@`` is the key of another text, said with the same numbers. ``{/raise 300}`` is a command, which each platform writes
as it is typed there.
"""

import re
import tomllib
from collections.abc import Callable, Mapping
from importlib.resources import files
from typing import Any

from adapters.messages import Locale

PREFIXES = (
    *("", "around.", "bank.", "care.", "director.", "discord.", "event.", "host.", "learn.", "money."),
    *("privacy.", "refused.", "telegram.", "replay.", "rooms.", "seat.", "stats.", "tourney."),
)
"""Of the files of each language."""

SLOT = re.compile(
    r"\{(?:/(?P<command>[a-z][a-z0-9 =]*)"
    r"|(?P<name>\w+)(?::(?P<plain>d)|\|(?P<one>[^|}]*)\|(?P<more>[^|}]*))?)\}"
)


def _flat(section: Mapping[str, Any], prefix: str = "") -> dict[str, str]:
    """Nested sections as dotted keys."""
    texts: dict[str, str] = {}
    for name, value in section.items():
        if isinstance(value, Mapping):
            texts.update(_flat(value, f"{prefix}{name}."))
        else:
            texts[prefix + name] = str(value)
    return texts


def _read(locale: Locale) -> dict[str, str]:
    """The dealer's own texts, then those of the platforms that have some."""
    texts: dict[str, str] = {}
    for prefix in PREFIXES:
        source = files("adapters").joinpath("locales", f"{prefix}{locale}.toml")
        texts |= _flat(tomllib.loads(source.read_text(encoding="utf-8")))
    return texts


TEMPLATES: dict[Locale, dict[str, str]] = {locale: _read(locale) for locale in Locale}
"""Every template by language and dotted key; read once."""


def _with_slash(command: str) -> str:
    return f"/{command}"


def say(
    locale: Locale,
    key: str,
    numbers: Mapping[str, int | str] | None = None,
    *,
    typed: Callable[[str], str] = _with_slash,
) -> str:
    """The text `key` in this language with its slots filled; numbers that it has no slot for are ignored.

    `typed` says how a command is typed where the text is read.

    Raises `KeyError` for an unknown key, or naming the slot that has no number. The result is plain text: escaping
    it is the platform's craft.
    """
    given = numbers or {}

    def filled(slot: re.Match[str]) -> str:
        if slot["command"] is not None:
            return typed(slot["command"])
        value = given[slot["name"]]
        if slot["one"] is not None:
            return slot["one"] if value == 1 else slot["more"]
        if isinstance(value, str):
            return say(locale, value[1:], given, typed=typed) if value.startswith("@") else value
        return str(value) if slot["plain"] else f"{value:,}".replace("-", "−")

    return SLOT.sub(filled, TEMPLATES[locale][key])
