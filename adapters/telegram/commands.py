"""Commands that people type, in a group, in a topic of it, or in their private chat."""

from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Final

import structlog
from telegram import Message as Written

from adapters import render
from adapters.menu import find
from adapters.messages import Line, Locale, Message, Reply, Request, Role, Text
from adapters.telegram import typed
from adapters.telegram.chats import Place, is_private
from adapters.telegram.desk import Desk, joined, note
from adapters.telegram.ephemerals import Ephemerals, To
from adapters.telegram.requests import Who, request_of, who_wrote, without_mention
from core.cardroom.table import seat_of
from core.ids import RoomId, TableId
from core.refusals import Refused
from core.store import StoreAway

_ANYWHERE: Final = frozenset(
    {"rules", "help", "language", "privacy", "learn", "break", "remind", "mydata", "forgetme"}
)
_ADMINISTERING: Final = frozenset(
    {
        "start",
        "stop",
        "computer",
        "dismiss",
        "language",
        "rules",
        "privacy",
        "help",
        "table",
        "link",
        "unlink",
        *("grant", "take", "freeze", "unfreeze", "bankrules", "ledger"),
        *("pause", "resume", "kick", "keep", "unkeep", "public", "handover", "options"),
    }
)
"""What an anonymous administrator may ask for."""
_OPEN: Final = frozenset(
    {
        *typed.OWN,
        *_ADMINISTERING,
        "learn",
        *("new", "join", "leave", "sitout", "back", "cut"),
        *("fold", "check", "call", "raise", "allin", "runs", "show", "muck"),
        *("topup", "auto", "post", "straddle", "seven", "wait", "unwait"),
        *("away", "bomb", "reveal", "ask", "rabbit"),
        *("daily", "refill", "send", "stats", "top", "evening"),
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
    ephemerals: Ephemerals

    async def take(self, update_id: int, message: Written) -> None:
        """A message; talk is left alone."""
        who, text = who_wrote(message), without_mention(message)
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
                return await self._settings(who, asked, room)
            if (
                word in ("new", "link")
                and await self.desk.chosen(room) is None
                and who.locale is not Locale.EN
            ):
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
            if asked.word == typed.SETTINGS:
                return await self._settings(who, asked, await self.desk.private.home(who.player))
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

    async def _settings(self, who: Who, asked: typed.Typed, room: RoomId | None) -> Message:
        """The asker's own, and those of the room and its table. Raises StoreAway."""
        way = asked.args.casefold()
        if way in WAYS:
            await self.desk.private.prefer(who.player, way)
        else:
            way = await self.desk.private.way(who.player)
        cards_come = "telegram.settings_chat" if way == "chat" else "telegram.settings_button"
        lines = [
            Line(role=Role.NOTE, pieces=(Text(key=cards_come),)),
            _language_line("telegram.settings_language", who.locale),
        ]
        if room is not None:
            lines.append(_language_line("telegram.settings_room", await self.desk.house.locale_of(room)))
            table = await self.desk.table_in(room)
            if table is not None:
                with suppress(Refused):
                    lines.append(render.options_line((await self.desk.house.look(table, 0)).options))
        return Message(lines=tuple(lines))

    async def _answer(
        self, who: Who, place: Place, message: Written, asked: typed.Typed, answer: Message
    ) -> None:
        """Where the asker alone sees it, in the group or in private; else before everybody, if it is for their eyes."""
        try:
            if await self._answered_alone(who, place, message, asked, answer):
                return
            if is_private(RoomId(who.player)) and await self.desk.privately(who.player, answer, who.locale):
                await self._settle_in(who, place, answer)
                return
        except StoreAway:
            _log.info("answer_not_private")
        if place.chat < 0:
            is_code = _name_of(asked.word) == "link" and not asked.args
            shown = answer
            if is_code or _name_of(asked.word) not in _OPEN:
                shown = note("telegram.in_private_only")
            await self.desk.publicly(place, shown, who.locale, message.message_id or None)

    async def _settle_in(self, who: Who, place: Place, answer: Message) -> None:
        """The buttons of an answer in private mean the group that was asked in, for whoever has sat nowhere yet."""
        if place.chat < 0 and answer.choices and await self.desk.private.home(who.player) is None:
            await self.desk.private.settle_in(who.player, await self.desk.chats.room(*place))

    async def _answered_alone(
        self, who: Who, place: Place, message: Written, asked: typed.Typed, answer: Message
    ) -> bool:
        """What is for the asker's eyes only is shown to them in the group, where the server can do that."""
        if place.chat > 0 or who.anonymous or _name_of(asked.word) not in typed.FOR_ONE:
            return False
        own = int(message.api_kwargs.get("ephemeral_message_id", 0))
        about = own or message.message_id
        to = To(user=who.id, reply_to=own)
        if not await self.ephemerals.show(place, to, about, answer, who.locale):
            return False
        if answer.attachments and not await self.desk.files(who.player, answer):
            told = joined(note("telegram.file_in_private"), answer) or answer
            await self.ephemerals.show(place, to, about, told, who.locale)
        return True


def _language_line(key: str, locale: Locale) -> Line:
    return Line(role=Role.NOTE, pieces=(Text(key=key, numbers={"language": f"@language.{locale}"}),))


def _how_to_begin() -> Message:
    pieces = (Text(key="telegram.welcome"), Text(key="play_chips"))
    return Message(lines=tuple(Line(role=Role.NOTE, pieces=(piece,)) for piece in pieces))


def _name_of(word: str) -> str:
    """The command's own name; an unknown word as it is, for the house to refuse."""
    try:
        return find(word).name
    except Refused:
        return word
