"""Where a table lives: in a thread of its own where the dealer may open one, else in the channel itself."""

from typing import Final

import discord

from adapters.discord.permissions import can_open_thread
from adapters.visible import visible
from core.ids import RoomId, hall_of

LONGEST_NAME: Final = 100
ARCHIVE_MINUTES: Final = 1_440
"""A quiet thread is put away after a day. Every hand is a new message, so while it plays it is never quiet."""


def room_of(guild: int | None, channel: int) -> RoomId:
    """``discord:guild:channel``; a direct message has no guild."""
    return RoomId(f"discord:{guild or 'dm'}:{channel}")


def places_of(room: RoomId) -> tuple[int, int]:
    """Guild and channel of a room in a server; a part of a hall that has no thread is in the hall's own channel."""
    _, guild, channel = hall_of(room).split(":")
    return int(guild), int(channel)


async def thread_for(channel: object, held: discord.Permissions, name: str) -> discord.Thread | None:
    """A new thread for a table of this name; None where there is to be none, and the table stays in the channel."""
    if not isinstance(channel, discord.TextChannel) or not can_open_thread(held):
        return None
    try:
        return await channel.create_thread(
            name=visible(name, LONGEST_NAME) or "Riverbot",
            type=discord.ChannelType.public_thread,
            auto_archive_duration=ARCHIVE_MINUTES,
        )
    except (discord.HTTPException, discord.RateLimited):
        return None  # Too many threads or too fast, or a permission that has just gone.
