"""Commands that people type, in a group, in a topic of it, or in their private chat."""

from dataclasses import dataclass, replace
from typing import Final

import structlog
from telegram import Message as Written

from adapters.menu import find
from adapters.messages import Line, Locale, Message, Reply, Request, Role, Text
from adapters.telegram import typed
from adapters.telegram.chats import Place, is_private
from adapters.telegram.desk import Desk, joined, note
from adapters.telegram.requests import Who, request_of, who_wrote
from core.cardroom.table import seat_of
from core.ids import RoomId, TableId
from core.refusals import Refused
from core.store import StoreAway

_ANYWHERE: Final = frozenset({"rules", "help", "language"})
_ADMINISTERING: Final = frozenset(
    {"start", "stop", "computer", "dismiss", "language", "rules", "help", "table"}
)
"""What an anonymous administrator may ask for."""
_OPEN: Final = frozenset(
    {
        *typed.OWN,
        *_ADMINISTERING,
        *("new", "join", "leave", "sitout", "back", "cut"),
        *("fold", "check", "call", "raise", "allin", "runs", "show", "muck"),
    }
)
"""Commands whose answers anybody may read: not those that show cards of one's own."""
WAYS: Final = ("chat", "button")
"""How the cards of a player come: what ``/settings`` takes."""
_log = structlog.get_logger(__name__)


@dataclass(frozen=True, slots=True, kw_only=True)
class Commands:
    """Understands and answers them."""

    desk: Desk

    async def take(self, update_id: int, message: Written) -> None:
        """A message; talk is left alone."""
        who, text = who_wrote(message), message.text or ""
        if who is None:
            return
        private = message.chat.type == "private"
        if private and not text.startswith(("/", "／")):
            text = f"/{text}"
        asked = typed.read(text, self.desk.wire.bot.username)
        if asked is None or not (private or asked.addressed or typed.is_known(asked.word)):
            return
        place = Place(message.chat.id, message.message_thread_id if message.is_topic_message else None)
        async with self.desk.order.turn(place):
            who = replace(who, locale=await self.desk.locale(who.player, who.locale))
            if private:
                answer = await self._in_private(update_id, who, asked)
            else:
                answer = await self._in_group(update_id, who, place, asked)
        if answer is not None:
            await self._answer(who, place, message, asked, answer)

    async def _in_group(self, update_id: int, who: Who, place: Place, asked: typed.Typed) -> Message | None:
        try:
            room = await self.desk.chats.room(*place)
            word, args = await self._meant(room, asked)
            if who.anonymous and word not in _ADMINISTERING:
                return note("telegram.anonymous")
            if word in typed.OWN:
                return await self._own(who, asked)
            if word == "new" and await self.desk.chosen(room) is None and who.locale is not Locale.EN:
                await self.desk.house.speak(room, who.locale)
        except StoreAway:
            return note("telegram.late")
        request = await request_of(
            who, f"{update_id}", room, place.chat, self.desk.members, command=word, args=args
        )
        return await self._carried_out(request)

    async def _meant(self, room: RoomId, asked: typed.Typed) -> tuple[str, str]:
        """Command and arguments; the lobby is the room's table, or a new one."""
        if asked.word != typed.LOBBY:
            word = asked.word if asked.word in typed.OWN else _name_of(asked.word)
            return word, asked.args
        if asked.args or await self.desk.table_in(room) is None:
            return "new", asked.args
        return "table", ""

    async def _in_private(self, update_id: int, who: Who, asked: typed.Typed) -> Message | None:
        try:
            await self.desk.private.opened(who.player)
            if asked.word == "start":
                return await self._started(update_id, who, asked.args)
            if asked.word in (typed.SETTINGS, typed.PRIVACY):
                return await self._own(who, asked)
            word = _name_of(asked.word)
            if asked.word == typed.LOBBY or word == "new":
                return _how_to_begin()
            room = await self.desk.private.home(who.player)
        except StoreAway:
            return note("telegram.late")
        if room is None and word not in _ANYWHERE:
            return _how_to_begin()
        request = await request_of(
            who,
            f"{update_id}",
            room or RoomId(who.player),
            who.id,
            self.desk.members,
            command=word,
            args=asked.args,
        )
        return await self._carried_out(request)

    async def _carried_out(self, request: Request) -> Message | None:
        reply = await self.desk.carry_out(request)
        if request.command == "language":
            self.desk.languages.forget(request.player)
        if request.command == "join" and not reply.refused:
            try:
                return joined(reply.message, await self.desk.seated(request))
            except StoreAway:
                return reply.message
        return reply.message

    async def _started(self, update_id: int, who: Who, payload: str) -> Message | None:
        """The private chat was opened, perhaps by a link under a table: then its person is seated there."""
        if not payload:
            return _how_to_begin()
        try:
            table = await self.desk.house.look(TableId(payload))
        except Refused:
            return _how_to_begin()
        room = next((room for room in table.rooms if room.startswith("telegram:")), None)
        if room is None:
            return _how_to_begin()
        place = await self.desk.chats.place(room)
        if not await self.desk.members.belongs(place.chat, who.id):
            return note("telegram.not_a_member")
        await self.desk.private.settle_in(who.player, room)
        welcome = note("telegram.cards_come_here")
        if seat_of(table, who.player) is not None:
            await self.desk.again(room, who.player, table.id)
            return welcome
        request = await request_of(who, f"{update_id}", room, place.chat, self.desk.members, command="join")
        reply: Reply = await self.desk.carry_out(request)
        return reply.message if reply.refused else joined(reply.message, welcome)

    async def _own(self, who: Who, asked: typed.Typed) -> Message:
        """Raises StoreAway."""
        if asked.word == typed.PRIVACY:
            keys = ("telegram.privacy_kept", "telegram.privacy_shown", "telegram.privacy_deleted")
            return Message(lines=tuple(Line(role=Role.NOTE, pieces=(Text(key=key),)) for key in keys))
        way = asked.args.casefold()
        if way in WAYS:
            await self.desk.private.prefer(who.player, way)
        else:
            way = await self.desk.private.way(who.player)
        return note("telegram.settings_chat" if way == "chat" else "telegram.settings_button")

    async def _answer(
        self, who: Who, place: Place, message: Written, asked: typed.Typed, answer: Message
    ) -> None:
        """In private where that is open, else before everybody, if it is for everybody's eyes."""
        try:
            if is_private(RoomId(who.player)) and await self.desk.privately(who.player, answer, who.locale):
                return
        except StoreAway:
            _log.info("answer_not_private")
        if place.chat < 0:
            shown = answer if _name_of(asked.word) in _OPEN else note("telegram.in_private_only")
            await self.desk.publicly(place, shown, who.locale, message.message_id)


def _how_to_begin() -> Message:
    pieces = (Text(key="telegram.welcome"), Text(key="play_chips"))
    return Message(lines=tuple(Line(role=Role.NOTE, pieces=(piece,)) for piece in pieces))


def _name_of(word: str) -> str:
    """The command's own name; an unknown word as it is, for the house to refuse."""
    try:
        return find(word).name
    except Refused:
        return word
