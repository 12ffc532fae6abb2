"""Which chat is which room: groups, topics and people by the ids that the rest of the house knows them by.

A group that becomes a supergroup gets a new id. The room keeps the old one, and both ways are remembered here. The
parts of a hall (``telegram:-45~2``), in which the tables of a tournament are open, are all in the hall's own chat.
"""

from typing import Final, NamedTuple

from adapters.languages import Memory
from core.ids import PlayerId, RoomId, hall_of

PLATFORM: Final = "telegram"
_WAS, _NOW = "was", "now"
_SUPERGROUPS: Final = 1_000_000_000_000
"""Their ids lie below minus this; what is left is their number in links."""


class Place(NamedTuple):
    """Where Telegram is to write: a chat, and in a forum one of its topics."""

    chat: int
    thread: int | None = None


def player_of(user: int) -> PlayerId:
    """``telegram:45``."""
    return PlayerId(f"{PLATFORM}:{user}")


def user_of(player: PlayerId | None) -> int | None:
    """The Telegram id of a player who is one."""
    platform, _, number = (player or "").partition(":")
    return int(number) if platform == PLATFORM and number.isascii() and number.isdigit() else None


def is_private(room: RoomId) -> bool:
    """Whether the room is somebody's private chat."""
    return user_of(PlayerId(room)) is not None


def link_to(room: RoomId) -> str | None:
    """Where people open a topic of a supergroup; None for any other room, whose name has to do."""
    platform, chat, topic = (*hall_of(room).split(":"), "", "")[:3]
    if platform != PLATFORM or not topic.isdecimal() or int(chat) >= -_SUPERGROUPS:
        return None
    return f"https://t.me/c/{-int(chat) - _SUPERGROUPS}/{topic}"


class Chats:
    """Rooms by chats and chats by rooms, through every migration. Any of it may raise `StoreAway`."""

    def __init__(self, memory: Memory) -> None:
        """Nothing is known yet."""
        self._memory = memory
        self._was: dict[int, int] = {}
        self._now: dict[int, int] = {}

    async def room(self, chat: int, thread: int | None = None) -> RoomId:
        """``telegram:-45`` or ``telegram:-45:7``, by the id that the group had first."""
        known = self._was.get(chat)
        if known is None:
            kept = (await self._memory.recall(f"{PLATFORM}:{chat}", _WAS))[0] if chat < 0 else None
            known = self._was[chat] = chat if kept is None else int(kept)
        return RoomId(f"{PLATFORM}:{known}" if thread is None else f"{PLATFORM}:{known}:{thread}")

    async def place(self, room: RoomId) -> Place:
        """Where the room is by now."""
        _, chat, *topic = hall_of(room).split(":")
        first = int(chat)
        known = self._now.get(first)
        if known is None:
            kept = (await self._memory.recall(f"{PLATFORM}:{first}", _NOW))[0] if first < 0 else None
            known = self._now[first] = first if kept is None else int(kept)
        return Place(known, int(topic[0]) if topic else None)

    async def moved(self, old: int, new: int) -> None:
        """A group has become the supergroup `new`."""
        first = int((await self.room(old)).split(":")[1])
        self._was[new], self._now[first] = first, new
        await self._memory.remember(f"{PLATFORM}:{new}", _WAS, str(first))
        await self._memory.remember(f"{PLATFORM}:{first}", _NOW, str(new))
