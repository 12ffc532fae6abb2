"""Turns what a person did on Discord into a `Request`."""

import re
from typing import Any, Final

import discord

from adapters.discord.custom_ids import Press
from adapters.discord.modals import squeezed
from adapters.discord.slash import ENTRANT, MORE, SEAT, Given
from adapters.discord.threads import room_of
from adapters.menu import Kind, find
from adapters.messages import Locale, Named, Request
from adapters.visible import visible
from core.ids import PlayerId, RoomId

Interaction = discord.Interaction[Any]
_DAY_AND_TIME: Final = re.compile(r"(?<=\d)\s+(?=\d)")
"""Between the two is a T in one word."""
_ONE_WORD: Final = frozenset({Kind.AMOUNT, Kind.WORD})


def player_of(interaction: Interaction) -> PlayerId:
    """``discord:123``."""
    return PlayerId(f"discord:{interaction.user.id}")


def name_of(user: discord.User | discord.Member) -> str:
    """What the server calls them, else what Discord does; a nickname may have nothing that can be seen."""
    return visible(user.display_name) or visible(user.name) or str(user.id)


def room_here(interaction: Interaction) -> RoomId:
    """The channel or thread that it was done in."""
    return room_of(interaction.guild_id, interaction.channel_id or 0)


def home_here(interaction: Interaction) -> RoomId:
    """The channel, of a thread the one that it was opened from; a post of a forum is a place of its own."""
    channel = interaction.channel
    if isinstance(channel, discord.Thread) and not isinstance(channel.parent, discord.ForumChannel):
        return room_of(interaction.guild_id, channel.parent_id)
    return room_here(interaction)


def request_of(
    interaction: Interaction, command: str, args: str, locale: Locale, press: Press | None = None
) -> Request:
    """What is asked for: the interaction's id makes it count once. Managers of the server or channel are hosts."""
    held = interaction.permissions
    return Request(
        request_id=f"discord:{interaction.id}",
        room=room_here(interaction),
        player=player_of(interaction),
        name=name_of(interaction.user),
        command=command,
        args=args,
        locale=locale,
        turn=None if press is None else press.turn,
        host_powers=interaction.guild_id is not None and (held.manage_guild or held.manage_channels),
        created=int(interaction.user.created_at.timestamp() * 1_000),
        home=home_here(interaction),
    )


def named_in(given: Given) -> Named | None:
    """Whom a command's options point at."""
    for value in given.values():
        if isinstance(value, discord.Member | discord.User):
            return Named(player=PlayerId(f"discord:{value.id}"), name=name_of(value))
    return None


def arguments(command: str, given: Given) -> str:
    """A command's options as `menu.read` reads them; words of any number come last.

    Who is pointed at is no text (`named_in`); the number of a seat is, and the name of somebody in a tournament. What
    has no field of its own stands in the one for more as it is typed elsewhere.
    """
    words: list[str] = []
    rest = ""
    fields = find(command).arguments
    loose = next((argument.name for argument in fields if argument.kind is Kind.WORDS), "")
    for argument in fields:
        value = given.get(argument.name)
        if argument.kind is Kind.PLAYER:
            value = (given.get(SEAT) or given.get(ENTRANT)) if value is None else None
        if value is None:
            continue
        if argument.name == loose or (argument.kind is Kind.PLAYER and isinstance(value, str)):
            rest = str(value)
        elif argument.kind is Kind.WORDS:
            words.append(f"{argument.name}={squeezed(_DAY_AND_TIME.sub('T', str(value)))}")
        else:
            text = squeezed(str(value)) if argument.kind in _ONE_WORD else str(value)
            words.append(f"{argument.name}={text}")
    return " ".join([*words, str(given.get(MORE) or ""), rest]).strip()
