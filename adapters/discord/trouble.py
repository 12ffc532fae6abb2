"""What the asker is told of trouble with the place where a table is, below whatever they are answered."""

from collections.abc import Set
from dataclasses import replace

import discord

from adapters.discord import permissions
from adapters.discord.requests import Interaction
from adapters.messages import MOVES, ChoiceName, Line, Message, Reply, Request, Role, Text
from core.ids import RoomId


def note(*keys: str) -> Message:
    """A few sentences."""
    return Message(lines=(Line(role=Role.NOTE, pieces=tuple(Text(key=key) for key in keys)),))


def with_missing(interaction: Interaction, message: Message | None, *, embeds: bool) -> Message | None:
    """With what the dealer needs here and has not, so that whoever presses can see to it."""
    if interaction.guild_id is None:
        return message
    in_thread = isinstance(interaction.channel, discord.Thread)
    keys = permissions.missing(interaction.app_permissions, in_thread=in_thread, embeds=embeds)
    return _below(message, permissions.missing_message(keys, playing=True)) if keys else message


def with_hidden(
    rooms: Set[RoomId], request: Request, reply: Reply, message: Message | None
) -> Message | None:
    """With a word on a table that can't be shown where it is, in one of these rooms: a move counts all the same."""
    if not rooms:
        return message
    moved = not reply.refused and reply.message is None and request.command in set(MOVES) | {ChoiceName.PLAN}
    return _below(message, note(*(("discord.counts",) if moved else ()), "discord.hidden"))


def _below(message: Message | None, told: Message) -> Message:
    return told if message is None else replace(message, lines=(*message.lines, *told.lines))
