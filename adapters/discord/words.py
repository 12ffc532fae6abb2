"""The words of Discord's own command list, by language: names and descriptions of commands, groups and options."""

import tomllib
from importlib.resources import files
from typing import Final

from adapters.messages import Locale
from adapters.texts import TEMPLATES


def _words(locale: Locale) -> dict[str, str]:
    source = files("adapters").joinpath("locales", f"slash.{locale}.toml")
    sections = tomllib.loads(source.read_text(encoding="utf-8"))
    words = {
        f"slash.{section}.{key}": text for section, texts in sections.items() for key, text in texts.items()
    }
    return TEMPLATES[locale] | words


WORDS: Final = {locale: _words(locale) for locale in Locale}
"""By key: ``slash.name.new``, ``slash.group_name.host``, ``slash.argument.seats``, and every text of the dealer."""


def name_in(locale: Locale, section: str, name: str) -> str:
    """What a command, a group or an option is called where Discord speaks this language: in English as in the list."""
    return WORDS[locale].get(f"slash.{section}.{name}", name)
