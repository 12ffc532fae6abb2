"""Which chat is which room: groups, topics and people by the ids that the rest of the house knows them by.

A group that becomes a supergroup gets a new id. The room keeps the old one, and both ways are remembered here. The
parts of a hall (``telegram:-45~2``), in which the tables of a tournament are open, are all in the hall's own chat.
What a group and a topic are called is heard with what is written there, so that nothing has to be asked for.
"""

from collections.abc import Collection
from dataclasses import replace
from typing import Final, NamedTuple

from adapters import messages
from adapters.languages import Memory
from core.ids import PlayerId, RoomId, hall_of

PLATFORM: Final = "telegram"
_WAS, _NOW, _TITLE = "was", "now", "title"
TITLE_SECONDS: Final = 30 * 86_400
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
        self._titles: dict[RoomId, str] = {}
        """Empty where none is known."""

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

    async def called(self, room: RoomId, title: str) -> None:
        """A group or a topic is called so by now."""
        if title and self._titles.get(room) != title:
            self._titles[room] = title
            await self._memory.remember(room, _TITLE, title, TITLE_SECONDS)

    async def title(self, room: RoomId) -> str:
        """What tells a room from others: the group, and the topic in it; empty where that is not known."""
        where = hall_of(room)
        if not where.startswith(f"{PLATFORM}:-"):
            return ""
        group = RoomId(":".join(where.split(":")[:2]))
        titles = [await self._title(one) for one in dict.fromkeys((group, where))]
        return " › ".join(one for one in titles if one)

    async def told_apart(
        self, message: messages.Message, roles: Collection[messages.Role]
    ) -> messages.Message:
        """The message with the name of its group behind each table's, in lines of these roles and on buttons."""
        lines = [
            replace(line, pieces=await self._placed(line.pieces)) if line.role in roles else line
            for line in message.lines
        ]
        choices = [
            tuple([replace(one, label=await self._placed(one.label)) for one in row])
            for row in message.choices
        ]
        return replace(message, lines=tuple(lines), choices=tuple(choices))

    async def _title(self, room: RoomId) -> str:
        if room not in self._titles:
            (kept,) = await self._memory.recall(room, _TITLE)
            self._titles[room] = kept or ""
        return self._titles[room]

    async def _placed(self, pieces: tuple[messages.Piece, ...]) -> tuple[messages.Piece, ...]:
        return tuple([await self._named(one) if isinstance(one, messages.Place) else one for one in pieces])

    async def _named(self, place: messages.Place) -> messages.Place:
        title = await self.title(place.room)
        return replace(place, name=f"{place.name} · {title}") if title else place

    async def moved(self, old: int, new: int) -> None:
        """A group has become the supergroup `new`."""
        first = int((await self.room(old)).split(":")[1])
        self._was[new], self._now[first] = first, new
        await self._memory.remember(f"{PLATFORM}:{new}", _WAS, str(first))
        await self._memory.remember(f"{PLATFORM}:{first}", _NOW, str(new))
