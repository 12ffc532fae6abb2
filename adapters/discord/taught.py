"""How commands are typed on Discord, where every option has a name: ``/poker new name:Friday seats:6``, and
``/tourney create name:Saturday`` for a tournament's.

Discord shows a command in the reader's language, and there takes no other name for it.
"""

from typing import Final

from adapters.discord.words import WORDS, name_in
from adapters.menu import Argument, find, read
from adapters.menu_entries import TOURNEY
from adapters.messages import Locale
from core.refusals import Refused

_POKER: Final = "poker"


def typed(example: str, locale: Locale = Locale.EN) -> str:
    """An example of `adapters.menu` as a slash command; what is none stands as it is, with the command in front."""
    word, _, rest = example.partition(" ")
    try:
        command = find(word)
        given = read(command, rest)
    except Refused:
        return _unlisted(_outer(_POKER, locale), word, rest, locale)
    keyed = [word.partition("=")[0] for word in rest.split() if "=" in word]
    by_name = {argument.name: argument for argument in command.arguments}
    first = [name for name in by_name if name not in keyed]
    options = [_option(by_name[name], given[name], locale) for name in (*first, *keyed) if name in given]
    outer = _outer(TOURNEY if command.group == TOURNEY else _POKER, locale)
    inner = [name_in(locale, "group_name", command.group)] if command.group not in ("", TOURNEY) else []
    return " ".join([outer, *inner, name_in(locale, "name", command.name), *options])


def option(name: str, locale: Locale = Locale.EN) -> str:
    """``blinds=`` of the help as the name of an option."""
    return f"{name_in(locale, 'argument', name.removesuffix('='))}:"


def _outer(name: str, locale: Locale) -> str:
    return f"/{name_in(locale, 'name', name)}"


def _unlisted(poker: str, word: str, rest: str, locale: Locale) -> str:
    """What only Discord's own list has, if anything does."""
    name, _, value = rest.partition("=")
    value = WORDS[locale].get(f"slash.about.{value}", value) if locale is not Locale.EN else value
    option_ = f"{name_in(locale, 'argument', name)}:{value}" if value else rest
    return " ".join(part for part in (poker, name_in(locale, "name", word), option_) if part)


def _option(argument: Argument, value: str, locale: Locale) -> str:
    """A choice is picked from a list, which shows it in words."""
    if argument.choices and locale is not Locale.EN:
        value = WORDS[locale].get(f"{argument.family}.{value}", value)
    return f"{name_in(locale, 'argument', argument.name)}:{value}"
