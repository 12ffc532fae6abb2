"""Says in a channel what cannot be said in a thread of it: that nothing can be shown there, or that it is gone."""

from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Final

import aiohttp
import discord

from adapters.discord.permissions import missing_here
from adapters.discord.sending import Wire
from adapters.discord.threads import places_of
from adapters.languages import Memory
from adapters.messages import Line, Locale, Message, Name, Role, Text
from core.ids import RoomId
from core.store import StoreAway

_FAILED: Final = (discord.HTTPException, discord.RateLimited, aiohttp.ClientError, OSError)

_SAID_SECONDS: Final = 600
"""How long the same is not said again, by this process or another."""


class Homes:
    """The channels that tables have their threads in."""

    def __init__(
        self,
        client: discord.Client,
        wire: Wire,
        memory: Memory,
        locale_of: Callable[[RoomId], Awaitable[Locale]],
        *,
        embeds: bool,
    ) -> None:
        """`locale_of` gives a room's language, and may raise StoreAway."""
        self._client = client
        self._wire = wire
        self._memory = memory
        self._locale_of = locale_of
        self._embeds = embeds
        self._done_with: set[RoomId] = set()

    async def gone(self, thread: RoomId, table_name: str) -> None:
        """The thread is no more, and its table has ended."""
        await self.tell(thread, "discord.thread_gone", table_name, last=True)

    async def tell(self, thread: RoomId, key: str, table_name: str, last: bool = False) -> None:
        """One line about the table of a thread; nothing where it is in no thread, or the channel takes none.

        After a `last` one there is nothing more to say about that thread.
        """
        if thread in self._done_with:
            return
        if last:
            self._done_with.add(thread)
        with suppress(StoreAway, *_FAILED):
            home, said_last = await self._memory.recall(thread, "home", "told")
            if home is None or said_last == key:
                return
            await self._memory.remember(thread, "told", key, _SAID_SECONDS)
            guild, channel = places_of(RoomId(home))
            if missing_here(self._client, guild, channel, embeds=self._embeds):
                return
            said = Line(role=Role.NOTE, pieces=(Name(name=table_name, strong=True), Text(key=key)))
            drawn = self._wire.drawn(Message(lines=(said,)), await self._locale_of(thread))
            await self._wire.post(channel, drawn)
            if last:
                await self._memory.forget(thread, "home")
