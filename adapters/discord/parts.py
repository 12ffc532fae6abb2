"""Where a tournament's tables are: each in a thread of its own in the channel of its hall, or in the channel itself.

A table is opened in a part of the hall, which no platform knows; when it is first to be shown a thread is made for it,
and the table moves in there. Whichever process asks, one thread is left in the end: moving in is a commit, and who
comes second puts the thread away that is not needed.
"""

import asyncio
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Final

import aiohttp
import discord
import structlog

from adapters.discord.meant import Meant
from adapters.discord.permissions import held_in
from adapters.discord.sending import Wire
from adapters.discord.threads import places_of, room_of, thread_for
from adapters.languages import Memory
from adapters.messages import PortError
from core.cardroom.table import Table
from core.commits import platform_of
from core.ids import RoomId, TableId, hall_of, is_part
from core.refusals import Refused
from core.store import StoreAway

_KEPT_SECONDS: Final = 7 * 86_400
"""Longer than any tournament lasts."""
_MOST_LOCKS: Final = 2_000
_RETRY: Final = 2.0
_FAILED: Final = (discord.HTTPException, discord.RateLimited, aiohttp.ClientError, OSError)

_log = structlog.get_logger(__name__)


class Parts:
    """The threads of this platform's event tables."""

    def __init__(
        self,
        client: discord.Client,
        wire: Wire,
        memory: Memory,
        meant: Meant,
        *,
        look: Callable[[TableId], Awaitable[Table]],
        rehouse: Callable[[TableId, RoomId, RoomId], Awaitable[None]],
        speak_like: Callable[[RoomId, RoomId], Awaitable[None]],
    ) -> None:
        """`look` gives a table as it is written, and `rehouse` has it leave a room for another one; both may raise
        Refused and StoreAway. `speak_like` has a room speak the language of a hall, and may raise StoreAway."""
        self._client = client
        self._wire = wire
        self._memory = memory
        self._meant = meant
        self._look = look
        self._rehouse = rehouse
        self._speak_like = speak_like
        self._locks: OrderedDict[TableId, asyncio.Lock] = OrderedDict()
        self._without: set[tuple[TableId, RoomId]] = set()
        """Tables that are shown in the channel itself."""
        self.left: set[RoomId] = set()
        """Threads that their table has left for good: what stands there stays as it is."""

    async def placed(self, room: RoomId, table_id: TableId, name: str) -> RoomId:
        """The room of the table that opens in this one. Raises PortError when it is not known now."""
        if not is_part(room) or (table_id, room) in self._without:
            return room
        try:
            async with self._lock(table_id):
                return await self._placed(room, table_id, name)
        except StoreAway as away:
            raise PortError(str(away), _RETRY) from away

    async def lost(self, thread: RoomId, table_id: TableId) -> bool:
        """The thread of a table is no more, or nothing can be shown in it: the table gets another one. False: nobody
        knows which part of a hall it was made for. Raises StoreAway."""
        part, home = await self._memory.recall(thread, f"part:{table_id}", "home")
        if part is None or home is None:
            return False
        async with self._lock(table_id):
            await self._memory.forget(part, f"placed:{table_id}")
            self.left.add(thread)
            with suppress(Refused):
                await self._rehouse(table_id, thread, RoomId(part))
        _log.info("thread_lost", table=table_id)
        return True

    async def _placed(self, part: RoomId, table_id: TableId, name: str) -> RoomId:
        (kept,) = await self._memory.recall(part, f"placed:{table_id}")
        thread = RoomId(kept) if kept is not None else await self._thread(part, name)
        if thread is None:
            if self._sees(part):
                self._without.add((table_id, part))
                await self._settle_in(part, part)
            return part
        if kept is None:
            await self._settle_in(part, thread)
            await self._memory.remember(part, f"placed:{table_id}", thread, _KEPT_SECONDS)
            await self._memory.remember(thread, f"part:{table_id}", part, _KEPT_SECONDS)
        try:
            await self._rehouse(table_id, part, thread)
        except Refused:
            return await self._another(part, table_id, thread)
        return thread

    async def _settle_in(self, part: RoomId, room: RoomId) -> None:
        """What is typed in the hall may be meant for the table here, which speaks the hall's language."""
        await self._meant.opened(hall_of(part), room)
        await self._speak_like(room, hall_of(part))

    async def _thread(self, part: RoomId, name: str) -> RoomId | None:
        guild_id, channel_id = places_of(part)
        guild = self._client.get_guild(guild_id)
        channel = guild.get_channel(channel_id) if guild is not None else None
        held = held_in(self._client, guild_id, channel_id)
        thread = None if held is None else await thread_for(channel, held, name)
        return None if thread is None else room_of(guild_id, thread.id)

    def _sees(self, part: RoomId) -> bool:
        held = held_in(self._client, *places_of(part))
        return held is not None and held.view_channel

    async def _another(self, part: RoomId, table_id: TableId, thread: RoomId) -> RoomId:
        """The table did not move in: it has, before; or it has closed; or another process gave it a thread."""
        rooms: tuple[RoomId, ...] = ()
        with suppress(Refused):
            rooms = (await self._look(table_id)).rooms
        if thread in rooms:
            return thread
        guild, channel = places_of(thread)
        with suppress(*_FAILED):
            await self._wire.archive(guild, channel)
        for room in rooms:
            if platform_of(room) == "discord" and not is_part(room) and places_of(room)[0] == guild:
                (home,) = await self._memory.recall(room, "home")
                if home == hall_of(part):
                    await self._memory.remember(part, f"placed:{table_id}", room, _KEPT_SECONDS)
                    return room
        return thread

    def _lock(self, table_id: TableId) -> asyncio.Lock:
        """One at a time for each table."""
        lock = self._locks.setdefault(table_id, asyncio.Lock())
        self._locks.move_to_end(table_id)
        while len(self._locks) > _MOST_LOCKS and not next(iter(self._locks.values())).locked():
            self._locks.popitem(last=False)
        return lock
