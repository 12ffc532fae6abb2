"""Discord as a `Port`: the table message in its channel or thread, the call to a silent player, private cards.

The table message goes by channel and message id and never by a token, so it can be edited for as long as the table
plays. What Discord says no to becomes one of three things: a repair done at once (a deleted message is posted again,
an archived thread woken), a `PortError` that has the announcer try again with the view of that moment (a missing
permission, a limit, an outage), or the end of the room, which closes its table.
"""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from hashlib import sha256
from typing import Final

import aiohttp
import discord

from adapters.discord.parts import Parts
from adapters.discord.permissions import VIEW, held_in, missing_here
from adapters.discord.privately import Private
from adapters.discord.sending import REPOSTED, Drawn, Wire
from adapters.discord.threads import places_of
from adapters.languages import Memory
from adapters.messages import Delivery, Locale, Message, PortError
from core.ids import PlayerId, RoomId, TableId, is_part

PACE: Final = 1.5
"""Seconds between two edits of one message."""
CALL_AFTER: Final = 10.0
CALL_SECONDS: Final = 3_600
"""How long a call is remembered, so that another process can take it back."""
LONGEST_REQUEST: Final = 12.0
"""Seconds: less than the announcer's lease of a partition."""
MOST_DOUBLINGS: Final = 4
"""A room that refuses is tried less and less often: each refusal counts towards a ban."""
GONE: Final = "0"
"""The id of a message that nobody can read any more, because its room is gone."""

_UNKNOWN_CHANNEL, _ARCHIVED, _FORBIDDEN = 10003, 50083, 403


class _RoomGone(Exception):
    """The channel, the thread or the server is not there any more."""


class DiscordPort:
    """Discord as the announcer sees it."""

    def __init__(
        self,
        client: discord.Client,
        wire: Wire,
        private: Private,
        memory: Memory,
        parts: Parts,
        *,
        on_gone: Callable[[RoomId], Awaitable[None]],
        on_shown: Callable[[RoomId, str], None],
        embeds: bool = False,
        pace: float = PACE,
        call_after: float = CALL_AFTER,
        retry_after: float = 5.0,
    ) -> None:
        """`on_gone` ends the table of a room that is no more, `on_shown` is told of each message that stands there now.

        A refused room is tried again after `retry_after` seconds.
        """
        self._client = client
        self._wire = wire
        self._private = private
        self._memory = memory
        self._parts = parts
        self._on_gone = on_gone
        self._on_shown = on_shown
        self._embeds = embeds
        self._pace = pace
        self._call_after = call_after
        self._retry_after = retry_after
        self._refused: dict[RoomId, int] = {}
        self.hidden: set[RoomId] = set()
        """Rooms in which Discord lets no table be shown now, such as a locked thread."""

    @property
    def platform(self) -> str:
        """The prefix of its room and player ids."""
        return "discord"

    @property
    def pace(self) -> float:
        """Seconds between two edits of one message."""
        return self._pace

    @property
    def call_after(self) -> float | None:
        """Seconds of silence before a mention: an edit rings for nobody."""
        return self._call_after

    async def post(self, room: RoomId, message: Message, locale: Locale) -> str:
        """Post a table message; returns its id. Raises PortError."""
        return await self._lasting(room, "", message, locale)

    async def edit(self, room: RoomId, message_id: str, message: Message, locale: Locale) -> str:
        """Edit a table message; one that was deleted is posted again, under a new id. Raises PortError."""
        return await self._lasting(room, message_id, message, locale)

    async def call(self, room: RoomId, message: Message, locale: Locale) -> str:
        """Post a mention, once for each turn however many processes want to. Raises PortError."""
        asked = sha256(repr(message).encode()).hexdigest()[:16]
        (kept,) = await self._memory.recall(room, "call")
        known, _, which = (kept or "").partition(" ")
        if known and which == asked:
            return known
        if known:
            await self.take_back(room, known)
        async with self._minding(room):
            sent = str(await self._wire.call(places_of(room)[1], message, locale))
        await self._memory.remember(room, "call", f"{sent} {asked}", CALL_SECONDS)
        return sent

    async def take_back(self, room: RoomId, message_id: str) -> None:
        """Delete a mention. Raises PortError."""
        await self._memory.forget(room, "call")
        with suppress(discord.NotFound, _RoomGone):
            async with self._minding(room, posting=False):
                await self._wire.delete(places_of(room)[1], int(message_id))

    async def pin(self, room: RoomId, message_id: str) -> None:
        """Pin a message where the dealer may, and do without where it may not."""
        guild, channel = places_of(room)
        held = held_in(self._client, guild, channel)
        if held is None or not held.pin_messages:
            return
        with suppress(discord.NotFound, PortError, _RoomGone):
            async with self._minding(room, posting=False):
                await self._wire.pin(channel, int(message_id))

    async def placed(self, room: RoomId, table: TableId, name: str) -> RoomId:
        """The thread of a tournament's table, which is made when there is none; the part itself where none may be.

        Raises PortError.
        """
        try:
            async with asyncio.timeout(LONGEST_REQUEST):
                return await self._parts.placed(room, table, name)
        except TimeoutError as late:
            raise PortError("no thread yet", self._retry_after) from late

    async def whisper(self, room: RoomId, player: PlayerId, topic: str, message: Message | None) -> Delivery:
        """Show a player their cards, in the background."""
        return self._private.whisper(player, topic, message)

    async def put_away(self, room: RoomId) -> None:
        """The table is closed: its thread goes to the archive, where anybody can fetch it back from."""
        guild, channel = places_of(room)
        if is_part(room):
            return
        with suppress(discord.HTTPException, discord.RateLimited, aiohttp.ClientError, OSError):
            await self._wire.archive(guild, channel)

    def missing(self, room: RoomId) -> tuple[str, ...]:
        """Text keys of what the dealer may not do in the room, as far as this process knows."""
        return missing_here(self._client, *places_of(room), embeds=self._embeds)

    async def _lasting(self, room: RoomId, message_id: str, message: Message, locale: Locale) -> str:
        """Edit or post, and say that it is there."""
        if room in self._parts.left:
            return GONE
        try:
            shown = await self._shown(room, message_id, message, locale)
        except PortError as failed:
            if failed.pause:
                self.hidden.add(room)
            raise
        self.hidden.discard(room)
        self._refused.pop(room, None)
        if shown != GONE and _is_of_a_table(message):
            self._on_shown(room, shown)
        return shown

    async def _shown(self, room: RoomId, message_id: str, message: Message, locale: Locale) -> str:
        channel = places_of(room)[1]
        drawn = self._wire.drawn(message, locale)
        if not message_id:
            await self._forget_call(room)
        try:
            if message_id not in ("", GONE) and await self._edited(room, int(message_id), drawn):
                return message_id
            async with self._minding(room):
                return str(await self._wire.post(channel, drawn))
        except _RoomGone:
            await self._on_gone(room)
            return GONE

    async def _forget_call(self, room: RoomId) -> None:
        """A call that a process made and could not take back any more goes with the hand it was made in."""
        (kept,) = await self._memory.recall(room, "call")
        if kept is not None:
            await self.take_back(room, kept.partition(" ")[0])

    async def _edited(self, room: RoomId, message_id: int, drawn: Drawn) -> bool:
        """False: it has to be posted again."""
        async with self._minding(room, posting=False):
            try:
                await self._edit(places_of(room)[1], message_id, drawn)
            except discord.HTTPException as refused:
                if refused.code not in REPOSTED:
                    raise
                return False
        return True

    async def _edit(self, channel: int, message_id: int, drawn: Drawn) -> None:
        try:
            await self._wire.edit(channel, message_id, drawn)
        except discord.HTTPException as refused:
            if refused.code != _ARCHIVED:
                raise
            await self._wire.wake(channel)
            await self._wire.edit(channel, message_id, drawn)

    @asynccontextmanager
    async def _minding(self, room: RoomId, *, posting: bool = True) -> AsyncIterator[None]:
        """Requests about a room. Raises `PortError` for what may work later, `_RoomGone` for what never will.

        Whoever may see a channel may edit and delete what they posted there.
        """
        lacking = self.missing(room)
        if VIEW in lacking or (posting and lacking):
            raise PortError("permissions are missing", self._retry_after, pause=True)
        try:
            async with asyncio.timeout(LONGEST_REQUEST):
                yield
        except discord.RateLimited as limited:
            raise PortError("rate limit", limited.retry_after) from limited
        except discord.NotFound as unknown:
            if unknown.code == _UNKNOWN_CHANNEL:
                raise _RoomGone from unknown
            raise
        except discord.HTTPException as refused:
            if refused.status != _FORBIDDEN and refused.code != _ARCHIVED:
                raise PortError(f"no answer ({type(refused).__name__})", self._retry_after) from refused
            if self._has_left(places_of(room)[0]):
                raise _RoomGone from refused
            # A locked thread is one that nothing is posted in and nothing fetches back.
            again = self._retry_after * 2 ** min(self._refused.get(room, 0), MOST_DOUBLINGS)
            self._refused[room] = self._refused.get(room, 0) + 1
            raise PortError(f"refused with {refused.code}", again, pause=True) from refused
        except (aiohttp.ClientError, OSError) as failed:
            raise PortError(f"no answer ({type(failed).__name__})", self._retry_after) from failed

    def _has_left(self, guild: int) -> bool:
        """The dealer was removed: the server is on a shard of this process, all are known, and it is none of them."""
        shards = self._client.shard_count or 1
        own = getattr(self._client, "shard_ids", None) or range(shards)
        ours = (guild >> 22) % shards in own
        return ours and self._client.is_ready() and self._client.get_guild(guild) is None


def _is_of_a_table(message: Message) -> bool:
    """Rather than of a tournament: its buttons are made for a table."""
    return any(choice.turn or choice.table for row in message.choices for choice in row)
