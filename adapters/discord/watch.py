"""Looks after live messages that nothing is said in: the list of servers is all that Discord tells the dealer of, so
that a moderator deleted one has to be found out.

A message that was edited a moment ago is there. Of the others one is asked after at each turn, never two at once,
and less and less often where nothing happens; asking takes the permission to read what was said before.
"""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Final

import aiohttp
import discord
import structlog

from adapters.discord.permissions import held_in
from adapters.discord.sending import Wire
from adapters.discord.threads import places_of
from core.ids import RoomId

EVERY: Final = 5.0
"""Seconds between two rounds of looks."""
BETWEEN: Final = 0.2
"""Seconds between two looks: a tenth of what Discord lets a bot ask in all, however many tables there are."""
_QUIET, _RARELY, _FORGOTTEN = 12, 12, 720
"""Looks in a row without news: after a minute only one a minute is made, after an hour none."""
_LONGEST: Final = 5.0
"""Seconds that an answer is waited for."""
_UNKNOWN_CHANNEL, _UNKNOWN_MESSAGE = 10003, 10008
_FAILED: Final = (discord.DiscordException, aiohttp.ClientError, OSError, TimeoutError)

_log = structlog.get_logger(__name__)


@dataclass(slots=True, kw_only=True)
class _Live:
    message_id: int
    looks: int = 0
    """Since it was last posted or edited."""


class Watch:
    """The live messages of this process's rooms."""

    def __init__(
        self,
        client: discord.Client,
        wire: Wire,
        *,
        on_deleted: Callable[[RoomId], bool],
        on_gone: Callable[[RoomId], Awaitable[None]],
        sleep: Callable[[float], Awaitable[None]],
    ) -> None:
        """`on_deleted` is told of a room whose live message is gone, and answers whether somebody still sees to it;
        `on_gone` is told of a room that is gone itself."""
        self._client = client
        self._wire = wire
        self._on_deleted = on_deleted
        self._on_gone = on_gone
        self._sleep = sleep
        self._live: dict[RoomId, _Live] = {}

    def touched(self, room: RoomId, message_id: str) -> None:
        """The room's live message was posted or edited just now."""
        self._live[room] = _Live(message_id=int(message_id))

    async def run(self) -> None:
        """Look, every few seconds."""
        while True:
            await self._sleep(EVERY)
            for room, live in list(self._live.items()):
                live.looks += 1
                if self._live.get(room) is live and self._is_due(room, live):
                    await self.look(room)
                    await self._sleep(BETWEEN)

    async def look(self, room: RoomId) -> None:
        """Ask after the room's live message now."""
        live = self._live.get(room)
        guild, channel = places_of(room)
        held = held_in(self._client, guild, channel)
        if live is None or held is None or not (held.view_channel and held.read_message_history):
            return
        try:
            async with asyncio.timeout(_LONGEST):
                await self._wire.ask_after(channel, live.message_id)
        except discord.NotFound as unknown:
            if self._live.get(room) is live:
                await self._missed(room, unknown.code)
        except _FAILED as failed:
            _log.info("message_not_looked_after", error=type(failed).__name__)

    def _is_due(self, room: RoomId, live: _Live) -> bool:
        if live.looks > _FORGOTTEN:
            del self._live[room]
            return False
        return 1 < live.looks <= _QUIET or live.looks % _RARELY == 0

    async def _missed(self, room: RoomId, code: int) -> None:
        """Until it is posted again it is looked for again: whoever edits it just then may not have noticed."""
        if code == _UNKNOWN_MESSAGE and self._on_deleted(room):
            return
        del self._live[room]
        if code == _UNKNOWN_CHANNEL:
            await self._on_gone(room)
