"""People who use the bot: they talk, press buttons, open and block the private chat, and read."""

import re
from dataclasses import dataclass

from . import payloads
from .callbacks import press
from .faults import Troubled
from .formatting import detected
from .menus import is_ephemeral_command
from .messages import Button, Message
from .presses import Pending
from .sight import bot_sees
from .world import Account, Chat, ChatKind, Member, Standing, Topic

ANONYMOUS = Account(id=1_087_968_824, first_name="Group", username="GroupAnonymousBot", is_bot=True)
DEEP_LINK = re.compile(r"https://t\.me/(\w+)\?start=([A-Za-z0-9_-]{0,64})")


class Impossible(Exception):
    """A real app would not let this person do that."""


@dataclass(slots=True, kw_only=True, eq=False, repr=False)
class User(Account):
    """A person. What a real app would not let them do raises Impossible."""

    stage: Troubled

    def __repr__(self) -> str:
        return f"<User {self.first_name}>"

    @property
    def private(self) -> Chat:
        """Their private chat with the bot."""
        return self.stage.private_chat(self)

    def reads(self, chat: Chat | None = None) -> list[Message]:
        """What they see in the chat (None: in private), oldest first."""
        return self.stage.visible_to(self, chat or self.private)

    def last(self, chat: Chat | None = None) -> Message:
        """The newest message they see from the bot; LookupError if there is none."""
        found = [message for message in self.reads(chat) if message.author is self.stage.bot]
        if not found:
            raise LookupError(f"{self!r} sees no message of the bot")
        return found[-1]

    # Talking

    def says(
        self,
        chat: Chat,
        text: str,
        *,
        thread: Topic | int | None = None,
        reply_to: Message | None = None,
        anonymously: bool = False,
        in_name_of: Chat | None = None,
    ) -> Message:
        """Send a text. `anonymously` as an administrator may, `in_name_of` a channel of theirs."""
        self._may_talk(chat, thread)
        entities = detected(text)
        only_for = self if is_ephemeral_command(self.stage, self, chat, text) else None
        masked = anonymously or in_name_of is not None
        made = Message(
            id=0 if only_for else self.stage.message_id(chat),
            chat=chat,
            author=ANONYMOUS if masked else self,
            sent=0.0,
            text=text,
            entities=entities,
            thread=_thread(chat, thread, reply_to),
            reply_to=reply_to or _opening(chat, thread),
            only_for=only_for,
            ephemeral_id=self.stage.ephemeral_number() if only_for else 0,
            sender_chat=(in_name_of or chat) if masked else None,
        )
        return self.stage.post(made)

    def edits(self, message: Message, text: str) -> None:
        """Change a message of theirs."""
        if message.author is not self or message.deleted:
            raise Impossible(f"{message!r} is not for {self!r} to edit")
        message.text, message.entities, message.edited = text, detected(text), self.stage.clock.now()
        if bot_sees(message, self.stage.world, privacy=self.stage.privacy):
            body = payloads.message(message, self.stage.bot)
            self.stage.updates.push("edited_message", body, message.chat.id)

    def deletes(self, message: Message) -> None:
        """Delete a message of theirs, anything in their private chat, anything at all as an administrator."""
        entry = message.chat.members.get(self.id)
        if not (message.author is self or message.private or (entry and entry.has("can_delete_messages"))):
            raise Impossible(f"{message!r} is not for {self!r} to delete")
        self.stage.delete_message(message)

    # Pressing

    def presses(self, message: Message, button: str | Button, *, stale: bool = False) -> Pending:
        """Press a button, named by its label (or a part of it) or by its callback data.

        `stale`: also one that the message has lost meanwhile, seen on a screen that lags behind. An answer that the
        bot let the app keep (`cache_time`) comes from there.
        """
        if not stale and (message not in self.reads(message.chat)):
            raise Impossible(f"{self!r} does not see {message!r}")
        data = _data(message, button, stale=stale)
        return press(self.stage, self, message, data)

    def follows(self, link: str | Button) -> Message:
        """Open a deep link to the bot: the private chat with its /start and payload."""
        url = link if isinstance(link, str) else link.url or ""
        found = DEEP_LINK.fullmatch(url)
        if found is None or found[1].lower() != (self.stage.bot.username or "").lower():
            raise Impossible(f"{url!r} does not lead to the bot")
        return self.opens(found[2])

    # The private chat

    def opens(self, payload: str = "") -> Message:
        """Press Start in the private chat, coming by a deep link if there is a payload."""
        self.unblocks()
        self.started = True
        return self.says(self.private, f"/start {payload}".strip())

    def blocks(self) -> None:
        """Stop the bot: it can send nothing any more, and what they press or say does not reach it."""
        self.blocked = True
        self._doors(Standing.MEMBER, Standing.BANNED)

    def unblocks(self) -> None:
        if self.blocked:
            self.blocked = False
            self._doors(Standing.BANNED, Standing.MEMBER)

    def _doors(self, old: Standing, new: Standing) -> None:
        bot = self.stage.bot
        change = payloads.member_change(
            self.private,
            self,
            Member(account=bot, standing=old),
            Member(account=bot, standing=new),
            self.stage.clock.now(),
        )
        self.stage.updates.push("my_chat_member", change, self.id)

    # Coming and going

    def joins(self, chat: Chat) -> None:
        self.stage.set_standing(chat, self, Standing.MEMBER, by=self)
        self._service(chat, {"new_chat_members": [payloads.user(self)]})

    def leaves(self, chat: Chat) -> None:
        self._service(chat, {"left_chat_member": payloads.user(self)})
        self.stage.set_standing(chat, self, Standing.LEFT, by=self)

    def _service(self, chat: Chat, fields: dict[str, object]) -> None:
        number = self.stage.message_id(chat)
        self.stage.post(Message(id=number, chat=chat, author=self, sent=0.0, service=fields))

    def _may_talk(self, chat: Chat, thread: Topic | int | None) -> None:
        if chat.kind is ChatKind.PRIVATE:
            if chat.person is not self or not self.started or self.blocked:
                raise Impossible(f"{self!r} has no open chat here")
            return
        entry = chat.members.get(self.id)
        if entry is None or not entry.present or entry.muted or chat.deleted or chat.migrated_to is not None:
            raise Impossible(f"{self!r} cannot talk in {chat!r}")
        topic = chat.topics.get(thread.id if isinstance(thread, Topic) else thread or 0)
        if topic is not None and (topic.deleted or (topic.closed and not entry.is_admin)):
            raise Impossible(f"the topic {topic.name} is closed")
        if thread is not None and topic is None:
            raise Impossible(f"{chat!r} has no such topic")


def _data(message: Message, button: str | Button, *, stale: bool) -> str:
    versions = [message.keyboard, *(reversed(message.versions) if stale else ())]
    wanted = button if isinstance(button, str) else button.data or button.label
    for exact in (True, False):
        for item in [item for rows in versions for row in rows for item in row]:
            label, data = item["text"], item.get("callback_data")
            if wanted in (label, data) if exact else wanted in label:
                if data is None or "disabled" in item:
                    raise Impossible(f"{label!r} sends nothing to the bot")
                return str(data)
    raise Impossible(f"no button {wanted!r} among {[b.label for b in message.buttons]}")


def _thread(chat: Chat, thread: Topic | int | None, reply_to: Message | None) -> int | None:
    """In a forum the topic; in an ordinary supergroup the root of the replies, which is no topic."""
    if thread is not None:
        return thread.id if isinstance(thread, Topic) else thread
    if reply_to is None or chat.kind is not ChatKind.SUPERGROUP:
        return None
    return reply_to.thread if chat.forum else reply_to.thread or reply_to.id


def _opening(chat: Chat, thread: Topic | int | None) -> Message | None:
    """What stands in a topic without replying is sent as a reply to the topic's first message."""
    topic = chat.topics.get(thread.id if isinstance(thread, Topic) else thread or 0)
    return topic.opened if topic is not None else None
