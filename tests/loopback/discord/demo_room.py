"""A guild with a channel and two people, and the demo bot at work in this process."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from typing import Any

from .demo_bot import DemoBot
from .people import User
from .server import DiscordServer
from .world import Channel, Guild


class Room:
    """Ann reads Chinese and has a nickname; Bob is as people are by default."""

    def __init__(self, server: DiscordServer, locale: str = "en-US") -> None:
        self.guild: Guild = server.add_guild("Card Room", locale=locale)
        self.channel: Channel = server.add_channel(self.guild)
        self.ann: User = server.add_user("ann", self.guild, nick="Ann", locale="zh-TW")
        self.bob: User = server.add_user("bob", self.guild)


@asynccontextmanager
async def running(server: DiscordServer, **options: Any) -> AsyncIterator[DemoBot]:
    """The demo bot, connected on every shard, gone at the end."""
    with server.pointed():
        async with DemoBot(**options) as bot:
            task = asyncio.create_task(bot.start(server.token))
            try:
                await server.until(lambda: server.gateway.connected(server.shards) or task.done())
                await asyncio.wait_for(bot.wait_until_ready(), 5)
                yield bot
            finally:
                await bot.close()
                with suppress(asyncio.CancelledError):
                    await task
