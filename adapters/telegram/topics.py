"""A forum topic for each table of a tournament, where the group is a forum and the dealer may manage its topics.

A topic is made when somebody first has to know where the table is, and the table is rehoused there. Which table has
which topic is remembered, so a table gets one however often its place is asked for. A topic that is gone gives the
table back to the hall; that of a closed table is closed.
"""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Final

import structlog
from telegram import ChatMemberAdministrator, ChatMemberOwner
from telegram.error import TelegramError

from adapters.languages import Memory
from adapters.messages import Busy, PortError
from adapters.telegram.chats import Place
from adapters.telegram.limiter import Weight
from adapters.telegram.order import Order
from adapters.telegram.trouble import Trouble, pause_of, trouble_of
from adapters.telegram.wire import Wire
from adapters.visible import cut, plain_name
from core.ids import RoomId, TableId, hall_of, is_part

LONGEST_NAME: Final = 128
KEPT_SECONDS: Final = 30 * 86_400
LONGEST_WAIT: Final = 4.0
"""Seconds for which whoever asks may be kept; longer, and they had better ask again."""
BELIEVED_SECONDS: Final = 60.0
"""How long it is believed that topics may be made in a group, or may not."""
_STAYS: Final = "0"
"""In place of a topic: the table stays in the hall."""
_log = structlog.get_logger(__name__)

Rehousing = Callable[[TableId, RoomId, RoomId], Awaitable[None]]
"""Has the table leave the first room and be open in the second one instead. May raise StoreAway."""


class Topics:
    """The topics that were made. Any of it may raise `StoreAway`."""

    def __init__(self, wire: Wire, memory: Memory, rehouse: Rehousing) -> None:
        """Another process may have made some."""
        self._wire = wire
        self._memory = memory
        self._rehouse = rehouse
        self._order = Order()
        self._placed: dict[tuple[RoomId, TableId], RoomId] = {}
        self._forums: dict[int, tuple[float, bool]] = {}

    async def placed(self, part: RoomId, table: TableId, name: str) -> RoomId:
        """Where the table of a part is: in its topic, which is made now if there is none yet, or in the part itself.

        Raises PortError when Telegram does not say.
        """
        known = self._placed.get((part, table))
        if known is not None or not is_part(part):
            return known or part
        async with self._order.turn((part, table)):
            if (part, table) not in self._placed:
                self._placed[part, table] = await self._find_or_make(part, table, name)
        return self._placed[part, table]

    async def hall(self, room: RoomId) -> RoomId:
        """The hall whose table has this topic, or whose part this is; any other room is its own."""
        (kept,) = (None,) if is_part(room) else await self._memory.recall(room, "part")
        return hall_of(room if kept is None else RoomId(kept.split()[0]))

    async def gone(self, room: RoomId) -> bool:
        """Nobody can write in this room any more. False when it is no topic of a table's; else the table is in the
        hall again."""
        (kept,) = await self._memory.recall(room, "part")
        if kept is None:
            return False
        part, table = RoomId(kept.split()[0]), TableId(kept.split()[1])
        await self._memory.remember(part, f"topic:{table}", _STAYS, KEPT_SECONDS)
        self._placed[part, table] = part
        await self._rehouse(table, room, part)
        await self._memory.forget(room, "part")
        return True

    async def close(self, room: RoomId) -> None:
        """Its table is closed: people read in its topic, and write elsewhere. Raises PortError when Telegram does not
        say; then it is not closed yet, and it is remembered that it has to be."""
        self._placed = {at: where for at, where in self._placed.items() if where != room}
        (kept,) = await self._memory.recall(room, "part")
        if kept is None:
            return
        place = await self._wire.place(room)
        try:
            await self._wire.bot.close_forum_topic(
                place.chat, place.thread or 0, rate_limit_args=Weight.SPARE
            )
        except TelegramError as refused:
            if trouble_of(refused) is Trouble.LATER:
                raise PortError(f"not closed ({type(refused).__name__})", pause_of(refused, 5.0)) from refused
        await self._memory.forget(room, "part")

    async def _find_or_make(self, part: RoomId, table: TableId, name: str) -> RoomId:
        place = await self._wire.place(part)
        (kept,) = await self._memory.recall(part, f"topic:{table}")
        if kept is None:
            kept = await self._make(place, name)
            await self._memory.remember(part, f"topic:{table}", kept, KEPT_SECONDS)
        if kept == _STAYS:
            return part
        room = await self._wire.chats.room(place.chat, int(kept))
        await self._memory.remember(room, "part", f"{part} {table}", KEPT_SECONDS)
        await self._rehouse(table, part, room)
        return room

    async def _make(self, place: Place, name: str) -> str:
        wait = await self._wire.wait(place, Weight.URGENT)
        if wait > LONGEST_WAIT:
            raise Busy("the chat has had enough", wait)
        try:
            if not await self._may(place.chat):
                return _STAYS
            title = cut(plain_name(name), LONGEST_NAME) or "🏆"
            made = await self._wire.bot.create_forum_topic(place.chat, title, rate_limit_args=Weight.URGENT)
        except TelegramError as refused:
            if trouble_of(refused) is Trouble.LATER:
                raise PortError(f"no topic ({type(refused).__name__})", pause_of(refused, 5.0)) from refused
            _log.info("topic_not_made", error=type(refused).__name__)
            return _STAYS
        return str(made.message_thread_id)

    async def _may(self, chat: int) -> bool:
        """Whether it is a forum, and the dealer may manage its topics."""
        now = asyncio.get_running_loop().time()
        until, may = self._forums.get(chat, (0.0, False))
        if until <= now:
            bot = self._wire.bot
            may = bool((await bot.get_chat(chat)).is_forum)
            me = await bot.get_chat_member(chat, bot.id) if may else None
            may = isinstance(me, ChatMemberOwner) or (
                isinstance(me, ChatMemberAdministrator) and bool(me.can_manage_topics)
            )
            self._forums[chat] = (now + BELIEVED_SECONDS, may)
        return may
