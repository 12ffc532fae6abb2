"""The ``/poker`` and ``/tourney`` commands, made of the one list in `adapters.menu`, named and described in three
languages."""

import json
from collections.abc import Awaitable, Callable, Coroutine, Mapping
from dataclasses import replace
from hashlib import sha256
from inspect import Parameter, Signature
from typing import Any, Final, Protocol, TypeAlias

import discord
from discord import app_commands

from adapters.discord.words import WORDS
from adapters.event_menu import SURE
from adapters.menu import COMMANDS, Argument, Command, Kind
from adapters.menu_entries import TOURNEY
from adapters.messages import Locale
from adapters.texts import TEMPLATES
from core.options import MOST_SEATS

Press: TypeAlias = discord.Interaction[Any]
Given: TypeAlias = Mapping[str, str | int | discord.Member | discord.User | None]
Choice: TypeAlias = app_commands.Choice[str]

LOCALES: Final = {discord.Locale.taiwan_chinese: Locale.ZH_HANT, discord.Locale.chinese: Locale.ZH_HANS}
"""Discord's languages that are spoken here beside English. It does not fall back from one to the other."""
LONGEST: Final = 100
"""Characters of a typed argument."""
SETTINGS: Final = "settings"
SEAT: Final = "seat"
ENTRANT: Final = "entrant"
MORE: Final = "more"
"""The option of what has none of its own, typed as elsewhere: ``stack=5000 every=week``."""
POKER: Final = "poker"
BOTH: Final = frozenset({"standings"})
"""Commands of a tournament that stand under ``/poker`` too, where people look for them."""
EVENT: Final = "event"
"""Which tournament is meant, where that is typed."""
PRIVATE_WAYS: Final = ("dm", "panel")
SUGGESTED: Final = frozenset({"amount", "blinds", "buyin", "chips", EVENT, MORE, "number", "starts"})
"""Arguments for which something is offered while they are typed."""


class Inbound(Protocol):
    """Where commands go."""

    async def command(self, press: Press, command: str, given: Given) -> None:
        """Do it and answer."""

    async def settings(self, press: Press, way: str | None) -> None:
        """Change how the asker's cards come, or say how they do."""

    async def suggest(self, press: Press, argument: str, typed: str, *, event: bool) -> list[Choice]:
        """What to offer for an argument, of a tournament's command with `event`: at most 25."""


def locale_of(locale: discord.Locale) -> Locale:
    """The nearest language that is spoken here."""
    return LOCALES.get(locale, Locale.EN)


def poker_group(inbound: Inbound) -> app_commands.Group:
    """``/poker`` with a subcommand for each command, in its group if it has one: Discord takes 25 at each level."""
    group = _outer(POKER)
    inner: dict[str, app_commands.Group] = {}
    for command in COMMANDS:
        if command.group == TOURNEY and command.name not in BOTH:
            continue
        parent = group
        if command.name in BOTH:
            command = replace(command, arguments=())  # All words together are counted.
        elif command.group:
            parent = inner.get(command.group) or inner.setdefault(command.group, _inner(command.group))
        parent.add_command(_subcommand(command, inbound))
    for made in inner.values():
        group.add_command(made)
    group.add_command(_settings(inbound))
    return group


def tourney_group(inbound: Inbound) -> app_commands.Group:
    """``/tourney`` with a subcommand for each command of a tournament."""
    group = _outer(TOURNEY)
    for command in COMMANDS:
        if command.group == TOURNEY:
            group.add_command(_subcommand(command, inbound))
    return group


async def payload_digest(tree: app_commands.CommandTree[Any]) -> str:
    """Changes exactly when what Discord would be told of the commands changes."""
    translator = tree.translator
    if translator is None:
        raise ValueError("the commands have no translator")
    payload = [await command.get_translated_payload(tree, translator) for command in tree.get_commands()]
    return sha256(json.dumps(payload, sort_keys=True).encode()).hexdigest()


class Names(app_commands.Translator):
    """Finds the words for whatever of a command is shown, by the keys that `poker_group` put there."""

    async def translate(
        self,
        string: app_commands.locale_str,
        locale: discord.Locale,
        context: app_commands.TranslationContextTypes,
    ) -> str | None:
        """None in languages that the dealer does not speak, and for what has only one name."""
        ours = LOCALES.get(locale)
        key = string.extras.get("key")
        return WORDS[ours].get(str(key)) if ours is not None and key is not None else None


def _named(name: str, section: str = "name") -> app_commands.locale_str:
    """A name, English by default."""
    return app_commands.locale_str(name, key=f"slash.{section}.{name}")


def _worded(name: str) -> app_commands.locale_str:
    return _described(f"slash.about.{name}")


def _described(key: str) -> app_commands.locale_str:
    return app_commands.locale_str(WORDS[Locale.EN][key], key=key)


def _outer(name: str) -> app_commands.Group:
    """What stands right behind the slash."""
    return app_commands.Group(
        name=_named(name),
        description=_worded(name),
        guild_only=True,
        allowed_contexts=app_commands.AppCommandContext(guild=True, dm_channel=False, private_channel=False),
        allowed_installs=app_commands.AppInstallationType(guild=True, user=False),
    )


def _inner(name: str) -> app_commands.Group:
    """A group of subcommands; it exists as long as a command of it does."""
    return app_commands.Group(name=_named(name, "group_name"), description=_described(f"slash.group.{name}"))


def _subcommand(command: Command, inbound: Inbound) -> app_commands.Command[Any, Any, Any]:
    async def called(press: Press, **given: str | int | discord.Member | discord.User | None) -> None:
        await inbound.command(press, command.name, given)

    fields = _fields(command)
    for argument in fields:
        if argument.name in SUGGESTED:
            suggester = _suggester(inbound, argument.name, event=command.group == TOURNEY)
            app_commands.autocomplete(**{argument.name: suggester})(called)
    return _made(command.name, _described(command.text), fields, called)


def _fields(command: Command) -> tuple[Argument, ...]:
    """What is filled in, which Discord wants with all that is required first. Somebody who is not on Discord is meant
    by the seat, and in a tournament by the name."""
    fields = [argument for argument in command.arguments if not argument.typed or argument.name == EVENT]
    if any(argument.kind is Kind.PLAYER for argument in fields):
        by_name = Argument(name=ENTRANT, kind=Kind.WORDS)
        by_seat = Argument(name=SEAT, kind=Kind.NUMBER, minimum=1, maximum=MOST_SEATS)
        fields.append(by_name if command.group == TOURNEY else by_seat)
    if command.group == TOURNEY and any(
        one.typed and one.name not in (EVENT, SURE) for one in command.arguments
    ):
        fields.append(Argument(name=MORE, kind=Kind.WORDS))
    return tuple(sorted(fields, key=lambda argument: not argument.required))


def _settings(inbound: Inbound) -> app_commands.Command[Any, Any, Any]:
    way = Argument(name="private", kind=Kind.CHOICE, choices=PRIVATE_WAYS)

    async def called(press: Press, private: str | None = None) -> None:
        await inbound.settings(press, private)

    return _made(SETTINGS, _worded(SETTINGS), (way,), called)


def _made(
    name: str,
    description: app_commands.locale_str,
    arguments: tuple[Argument, ...],
    called: Callable[..., Awaitable[None]],
) -> app_commands.Command[Any, Any, Any]:
    """A command of the library, which reads what a callback takes from its signature."""
    first = Parameter("press", Parameter.POSITIONAL_OR_KEYWORD, annotation=Press)
    signed: Any = called
    signed.__signature__ = Signature([first, *[_parameter(argument) for argument in arguments]])
    app_commands.describe(**{argument.name: _about(argument) for argument in arguments})(signed)
    app_commands.rename(**{argument.name: _named(argument.name, "argument") for argument in arguments})(
        signed
    )
    choices = {argument.name: _choices(argument) for argument in arguments if argument.choices}
    app_commands.choices(**choices)(signed)
    made: app_commands.Command[Any, Any, Any] = app_commands.Command(
        name=_named(name), description=description, callback=signed
    )
    return made


def _parameter(argument: Argument) -> Parameter:
    kind: Any = app_commands.Range[str, 1, LONGEST]
    if argument.kind is Kind.PLAYER:
        kind = discord.User
    elif argument.kind is Kind.NUMBER:
        kind = app_commands.Range[int, argument.minimum, argument.maximum]
    elif argument.choices:
        kind = str
    default = Parameter.empty if argument.required else None
    annotation = kind if argument.required else kind | None
    return Parameter(argument.name, Parameter.POSITIONAL_OR_KEYWORD, default=default, annotation=annotation)


def _about(argument: Argument) -> app_commands.locale_str:
    own = f"argument.{argument.name}"
    return _described(own if own in TEMPLATES[Locale.EN] else f"slash.about.{argument.name}")


def _choices(argument: Argument) -> list[Choice]:
    family = argument.family or "slash.about"
    return [
        app_commands.Choice(name=_described(f"{family}.{choice}"), value=choice)
        for choice in argument.choices
    ]


def _suggester(
    inbound: Inbound, argument: str, *, event: bool
) -> Callable[[Press, str], Coroutine[Any, Any, list[Choice]]]:
    async def suggest(press: Press, typed: str) -> list[Choice]:
        return await inbound.suggest(press, argument, typed, event=event)

    return suggest
