"""Everything that Telegram reports: messages, presses, and what becomes of the dealer in its chats."""

from dataclasses import dataclass
from typing import Final

import structlog
from telegram import ChatMemberRestricted, ChatMemberUpdated, Message, Update
from telegram.constants import ChatMemberStatus, ChatType

from adapters.messages import Message as Said
from adapters.telegram.callback_data import Own, read
from adapters.telegram.chats import Place, player_of
from adapters.telegram.commands import Commands
from adapters.telegram.desk import Desk, note
from adapters.telegram.presses import Presses
from adapters.telegram.requests import locale_of
from adapters.telegram.trouble import Trouble
from core.ids import CommunityId, RoomId
from core.store import StoreAway

KINDS: Final = ("message", "callback_query", "my_chat_member")
"""What is asked to be reported: no edits of messages, no posts of channels."""
_GROUPS: Final = frozenset({ChatType.GROUP, ChatType.SUPERGROUP})
_OUT: Final = frozenset({ChatMemberStatus.LEFT, ChatMemberStatus.BANNED})
_log = structlog.get_logger(__name__)


@dataclass(frozen=True, slots=True, kw_only=True)
class Inbound:
    """Hands each update to where it belongs. Nothing that an update holds can stop the next one."""

    desk: Desk
    commands: Commands
    presses: Presses

    async def take(self, update: Update) -> None:
        """One update."""
        try:
            query = update.callback_query
            if query is not None:
                press = read(query.data or "")
                if press is not None and press.name is Own.PEEK:
                    await self.commands.answers.peeks.press(query, press)
                else:
                    await self.presses.take(query)
            elif update.message is not None:
                await self._message(update.update_id, update.message)
            elif update.my_chat_member is not None:
                await self._standing(update.my_chat_member)
        except Exception as error:
            _log.exception("update_failed", error=type(error).__name__)

    async def _message(self, update_id: int, message: Message) -> None:
        chat = message.chat
        if chat.type in _GROUPS:
            await self._hear_titles(message)
        if message.migrate_to_chat_id is not None:
            await self.desk.chats.moved(chat.id, message.migrate_to_chat_id)
        elif message.migrate_from_chat_id is not None:
            await self.desk.chats.moved(message.migrate_from_chat_id, chat.id)
        elif message.forum_topic_closed is not None or message.forum_topic_reopened is not None:
            room = await self.desk.chats.room(chat.id, message.message_thread_id)
            self.desk.port.heard(room, Trouble.SHUT if message.forum_topic_closed is not None else None)
        elif chat.type in _GROUPS or chat.type == ChatType.PRIVATE:
            await self.commands.take(update_id, message)

    async def _hear_titles(self, message: Message) -> None:
        """Each message tells what its group is called; the first one of a topic, which others answer, the topic."""
        chats, chat = self.desk.chats, message.chat
        answered = message.reply_to_message
        made = message.forum_topic_created or (answered and answered.forum_topic_created)
        renamed = message.forum_topic_edited
        name = (renamed and renamed.name) or (made and made.name) or ""
        try:
            await chats.called(await chats.room(chat.id), chat.title or "")
            if message.is_topic_message and message.message_thread_id is not None:
                await chats.called(await chats.room(chat.id, message.message_thread_id), name)
        except StoreAway:
            _log.info("title_not_kept")

    async def _standing(self, change: ChatMemberUpdated) -> None:
        """The dealer was let in, thrown out, muted; or a person has opened or blocked the private chat."""
        chat, new, old = change.chat, change.new_chat_member, change.old_chat_member
        if chat.type == ChatType.PRIVATE:
            player = player_of(chat.id)
            if new.status == ChatMemberStatus.BANNED:
                await self.desk.private.closed(player)
            else:
                await self.desk.private.opened(player)
            return
        if chat.type not in _GROUPS:
            return
        trouble = None
        if new.status == ChatMemberStatus.BANNED:
            trouble = Trouble.OUT
        elif isinstance(new, ChatMemberRestricted) and not new.can_send_messages:
            trouble = Trouble.SHUT
        rooms = await self._rooms(chat.id)
        for room in rooms:
            self.desk.port.heard(room, trouble)
        if not rooms and old.status in _OUT and new.status not in _OUT:
            await self._greet(change)

    async def _rooms(self, chat: int) -> list[RoomId]:
        """Those of the group that have a table."""
        try:
            return list(await self.desk.rooms_of(CommunityId(await self.desk.chats.room(chat))))
        except StoreAway:
            return []

    async def _greet(self, change: ChatMemberUpdated) -> None:
        """Says what to type to whoever let the dealer in."""
        hello: Said = note("telegram.hello")
        locale = locale_of(change.from_user.language_code)
        await self.desk.publicly(Place(change.chat.id), hello, locale, None, door=False)
