"""A loopback Discord: gateway v10 and REST v10 for tests with a real, unmodified client.

    async with DiscordServer(shards=2) as server:
        guild = server.add_guild("Card Room", locale="zh-TW", shard=1)
        channel = server.add_channel(guild, "poker")
        ann = server.add_user("ann", guild, locale="zh-CN", nick="Ann", dm_open=False)
        with server.pointed():
            ...start the bot...
            deal = await ann.slash(channel, "poker new", {"blinds": "1/2"})
            assert deal.ephemeral and "1/2" in deal.message.text
            press = await ann.press(channel_message, "Call").settled()

Every request body is held against the official description and our own rules; at the end of the block a violation
that no test expected (`server.journal.expecting_violations()`) raises ProtocolViolation. Time runs by itself and by
`server.clock.advance(seconds)`. `server.until(condition)` waits for anything to become true.
"""

from .interactions import Interaction, InteractionFailed, Kind, Pending, Reply
from .journal import Change, Counts, Deed, Journal, ProtocolViolation, Request
from .messages import Message
from .options import Impossible
from .people import User
from .server import DiscordServer
from .world import Channel, Guild

__all__ = [
    "Change",
    "Channel",
    "Counts",
    "Deed",
    "DiscordServer",
    "Guild",
    "Impossible",
    "Interaction",
    "InteractionFailed",
    "Journal",
    "Kind",
    "Message",
    "Pending",
    "ProtocolViolation",
    "Reply",
    "Request",
    "User",
]
