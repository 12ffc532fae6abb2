"""Who belongs to a group and who administers it, asked of Telegram only where it matters and kept for a moment."""

import asyncio
from typing import Final

from telegram.constants import ChatMemberStatus
from telegram.error import TelegramError

from adapters.telegram.wire import Wire
from core.ids import RoomId

BELIEVED_SECONDS: Final = 60.0
_ADMINS: Final = frozenset({ChatMemberStatus.OWNER, ChatMemberStatus.ADMINISTRATOR})
_ABSENT: Final = frozenset({ChatMemberStatus.LEFT, ChatMemberStatus.BANNED})
_MOST: Final = 10_000


class Members:
    """The standing of people in groups."""

    def __init__(self, wire: Wire) -> None:
        """Nobody is known yet."""
        self._wire = wire
        self._known: dict[tuple[int, int], tuple[float, str]] = {}

    async def administers(self, chat: int, user: int) -> bool:
        """Whether this person is an administrator of the group, or its owner."""
        return await self._standing(chat, user) in _ADMINS

    async def group_of(self, room: RoomId) -> int:
        """The chat of a room by now. Raises StoreAway."""
        return (await self._wire.place(room)).chat

    async def belongs(self, chat: int, user: int) -> bool:
        """Whether this person is in the group, whatever they may do there."""
        return await self._standing(chat, user) not in _ABSENT

    async def _standing(self, chat: int, user: int) -> str:
        """As nobody in particular when Telegram does not say."""
        now = asyncio.get_running_loop().time()
        until, standing = self._known.get((chat, user), (0.0, ""))
        if until > now:
            return standing
        try:
            standing = (await self._wire.bot.get_chat_member(chat, user)).status
        except TelegramError:
            return ChatMemberStatus.LEFT
        if len(self._known) >= _MOST:
            self._known.clear()
        self._known[chat, user] = (now + BELIEVED_SECONDS, standing)
        return standing
