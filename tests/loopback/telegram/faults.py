"""What goes wrong around a bot: it is thrown out, muted, demoted; topics, messages and chats go; the wire fails."""

from .complaints import Refusal
from .journal import Deed
from .messages import Message
from .network import Drop, Failure
from .stage import Stage
from .world import ORDINARY_ADMIN, Account, Chat, ChatKind, Json, Standing, Topic


class Troubled(Stage):
    """A stage with trouble on order."""

    # The bot's or a person's standing

    def kick(self, chat: Chat, account: Account | None = None, *, by: Account | None = None) -> None:
        """Throw the bot (or somebody) out."""
        self.set_standing(chat, account or self.bot, Standing.BANNED, by=by)

    def invite(self, chat: Chat, account: Account | None = None, *, by: Account | None = None) -> None:
        """Let the bot (or somebody) in again, as an ordinary member."""
        self.set_standing(chat, account or self.bot, Standing.MEMBER, by=by)

    def mute(self, chat: Chat, account: Account | None = None) -> None:
        """Forbid the bot (or somebody) to send anything."""
        self.set_standing(chat, account or self.bot, Standing.RESTRICTED, may_send=False)

    def unmute(self, chat: Chat, account: Account | None = None) -> None:
        self.set_standing(chat, account or self.bot, Standing.MEMBER)

    def promote(
        self, chat: Chat, account: Account | None = None, rights: frozenset[str] = ORDINARY_ADMIN
    ) -> None:
        """Make the bot (or somebody) an administrator with these rights."""
        self.set_standing(chat, account or self.bot, Standing.ADMIN, rights=rights)

    def demote(self, chat: Chat, account: Account | None = None) -> None:
        self.set_standing(chat, account or self.bot, Standing.MEMBER)

    # Chats

    def migrate(self, group: Chat) -> Chat:
        """A small group becomes a supergroup with a new id; the old id answers with `migrate_to_chat_id`."""
        assert group.kind is ChatKind.GROUP
        grown = self.add_chat(ChatKind.SUPERGROUP, group.title)
        grown.members = dict(group.members)
        author = next(iter(group.people), self.bot)
        self._service(group, author, {"migrate_to_chat_id": grown.id})
        group.migrated_to = grown
        self._service(grown, author, {"migrate_from_chat_id": group.id})
        return grown

    def rename(self, chat: Chat, title: str) -> None:
        chat.title = title
        self._service(chat, next(iter(chat.people), self.bot), {"new_chat_title": title})

    def delete_chat(self, chat: Chat) -> None:
        """The owner deletes the group for everybody."""
        chat.deleted = True
        self.set_standing(chat, self.bot, Standing.LEFT)

    def close_topic(self, chat: Chat, topic: Topic) -> None:
        topic.closed = True
        self._service(chat, topic.opened.author, {"forum_topic_closed": {}}, topic.id)

    def reopen_topic(self, chat: Chat, topic: Topic) -> None:
        topic.closed = False
        self._service(chat, topic.opened.author, {"forum_topic_reopened": {}}, topic.id)

    def delete_topic(self, chat: Chat, topic: Topic) -> None:
        """Delete a topic with every message in it; bots are told nothing."""
        topic.deleted = True
        for message in [m for m in chat.history if m.thread == topic.id]:
            self.delete_message(message)

    def _service(self, chat: Chat, author: Account, fields: Json, thread: int | None = None) -> Message:
        made = Message(
            id=self.message_id(chat), chat=chat, author=author, sent=0.0, service=fields, thread=thread
        )
        return self.post(made)

    def delete_message(self, message: Message, *, by_bot: bool = False) -> None:
        """Delete a message, as its author or a moderator; bots are told nothing."""
        message.deleted = True
        message.chat.messages.pop(message.id, None)
        if message.pinned:
            message.chat.pinned.remove(message)
        self.record(Deed.DELETED, message, by_bot=by_bot)

    # A channel

    def add_channel(self, title: str = "News") -> Chat:
        """A channel with the bot as an administrator."""
        channel = self.add_chat(ChatKind.CHANNEL, title)
        self.set_standing(channel, self.bot, Standing.ADMIN, rights=ORDINARY_ADMIN)
        return channel

    def publish(self, channel: Chat, text: str) -> Message:
        """A post in the channel's own name."""
        made = Message(
            id=self.message_id(channel),
            chat=channel,
            author=Account(id=136_817_688, first_name="Channel", username="Channel_Bot", is_bot=True),
            sent=0.0,
            text=text,
            sender_chat=channel,
        )
        return self.post(made)

    # The wire

    def delay(self, seconds: float) -> None:
        """Let every call take so much longer, in real time."""
        self.network.delay = seconds

    def fail(
        self,
        method: str | None,
        code: int = 500,
        description: str = "Internal Server Error",
        *,
        retry_after: int | None = None,
        migrate_to: Chat | None = None,
        times: int = 1,
        chat: Chat | None = None,
    ) -> Failure:
        """Refuse the next `times` calls of a method (None: of any), in one chat or everywhere, undone."""
        parameters: Json = {}
        if retry_after is not None:
            parameters["retry_after"] = retry_after
        if migrate_to is not None:
            parameters["migrate_to_chat_id"] = migrate_to.id
        made = Failure(method, chat, times, Refusal(code, description, parameters))
        self.network.failures.append(made)
        return made

    def drop(self, method: str | None = None, *, times: int = 1, after: bool = False) -> None:
        """Break the connection of the next calls; `after` they were carried out, so that only the answer is lost."""
        self.network.drops.append(Drop(method, times, after))
