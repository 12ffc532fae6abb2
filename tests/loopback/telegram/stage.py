"""The stage on which tests play: people and chats are put up here, and anything on it can be awaited."""

import asyncio
from collections.abc import Callable
from contextlib import suppress

from . import payloads
from .clock import Clock
from .description import official
from .journal import Change, Counts, Deed, Journal
from .limits import Limits
from .messages import Message
from .network import Network
from .presses import Pending
from .sight import bot_sees, mentioned
from .updates import Updates
from .world import ORDINARY_ADMIN, Account, Chat, ChatKind, Json, Member, Standing, Topic, World


class Stage:
    """State of one loopback Telegram with one bot. What happens here goes to the bot as updates."""

    def __init__(self, *, token: str, username: str, privacy: bool, ephemeral: bool) -> None:
        self.token = token
        self.privacy = (
            privacy  # the bot's privacy mode: of ordinary group talk it sees only what is meant for it
        )
        self.ephemeral = ephemeral  # False imitates a server older than Bot API 10.2
        self.press_life = 60.0  # seconds within which a press can be answered
        self.ephemeral_life = 15.0  # seconds after a press within which any bot may send an ephemeral message
        self.clock = Clock(self.pulse_all)
        self.journal = Journal()
        self.limits = Limits(self.clock)
        self.network = Network()
        self.description = official()
        self.updates = Updates(self.clock, self.pulse, self._judge_update)
        self._last_id = 5_000_000_000
        bot = Account(id=int(token.partition(":")[0]), first_name="Riverbot", username=username, is_bot=True)
        self.world = World(bot=bot, accounts={bot.id: bot})
        self.presses: dict[str, Pending] = {}
        self.kept_answers: dict[tuple[Account, Message, str], Pending] = {}  # in the apps, by `cache_time`
        self.commands: dict[tuple[str, str], list[Json]] = {}  # by scope (written as JSON) and language
        self.profile: dict[tuple[str, str], str] = {}  # name, description... by field and language
        self.files: dict[str, bytes] = {}  # by file_id
        self._pulse = asyncio.Event()
        self._shared_message_id = 100
        self._ephemeral_id = 0

    @property
    def bot(self) -> Account:
        return self.world.bot

    def pulse(self) -> None:
        """Something happened: let everyone who waits look again."""
        self._pulse.set()

    def pulse_all(self) -> None:
        self.updates.wake()

    def _judge_update(self, payload: Json) -> None:
        if self.description is not None:
            found = self.description.update(payload)
            self.journal.wrong_updates += [f"update: {complaint}" for complaint in found]

    async def until(self, done: Callable[[], object], seconds: float = 5.0) -> None:
        """Wait for a condition, on either side of the wire. TimeoutError after `seconds`.

        It looks again at every request, message and update, and for what only the bot knows every 20 ms.
        """
        async with asyncio.timeout(seconds):
            while not done():
                self._pulse.clear()
                with suppress(TimeoutError):
                    await asyncio.wait_for(self._pulse.wait(), 0.02)

    async def next_message(self, chat: Chat, since: int = 0, seconds: float = 5.0) -> Message:
        """The newest message of the bot in the chat, waited for if there is none after the mark."""

        def sent() -> list[Message]:
            return [
                change.message
                for change in self.journal.changes[since:]
                if change.deed is Deed.SENT and change.by_bot and change.message.chat is chat
            ]

        await self.until(sent, seconds)
        return sent()[-1]

    def new_id(self) -> int:
        self._last_id += 1
        return self._last_id

    # Putting things up

    def add_group(
        self,
        title: str = "Card Room",
        *people: Account,
        forum: bool = False,
        supergroup: bool = True,
        bot_admin: bool = False,
        silent: bool = False,
    ) -> Chat:
        """A group with the bot in it. `silent`: the bot isn't told that it was added."""
        kind = ChatKind.SUPERGROUP if supergroup or forum else ChatKind.GROUP
        chat = self.add_chat(kind, title)
        chat.forum = forum
        for account in people:
            self.enter(chat, account)
        entry = Member(account=self.bot, standing=Standing.LEFT)
        chat.members[self.bot.id] = entry
        self.set_standing(
            chat,
            self.bot,
            Standing.ADMIN if bot_admin else Standing.MEMBER,
            rights=ORDINARY_ADMIN if bot_admin else frozenset(),
            silent=silent,
        )
        return chat

    def add_chat(self, kind: ChatKind, title: str) -> Chat:
        number = self.new_id()
        chat = Chat(
            id=-number if kind is ChatKind.GROUP else -1_000_000_000_000 - number, kind=kind, title=title
        )
        self.world.chats[chat.id] = chat
        return chat

    def enter(self, chat: Chat, account: Account, *, admin: bool = False, owner: bool = False) -> Member:
        """Make the account a member."""
        standing = Standing.OWNER if owner else Standing.ADMIN if admin else Standing.MEMBER
        chat.members[account.id] = Member(account=account, standing=standing, rights=ORDINARY_ADMIN)
        return chat.members[account.id]

    def add_topic(self, chat: Chat, name: str, by: Account | None = None) -> Topic:
        """A forum topic; talk in it has its id as `thread`."""
        author = by or next(iter(chat.people), self.bot)
        service: Json = {"forum_topic_created": {"name": name, "icon_color": 7322096}}
        opened = self.post(
            Message(id=self.message_id(chat), chat=chat, author=author, sent=0.0, service=service)
        )
        opened.thread = opened.id
        topic = Topic(id=opened.id, name=name, opened=opened)
        chat.topics[topic.id] = topic
        return topic

    def private_chat(self, account: Account) -> Chat:
        """The private chat with a person, whether or not they opened it."""
        found = self.world.chats.get(account.id)
        if found is None:
            found = Chat(id=account.id, kind=ChatKind.PRIVATE, person=account)
            self.world.chats[found.id] = found
        return found

    def set_standing(
        self,
        chat: Chat,
        account: Account,
        standing: Standing,
        *,
        rights: frozenset[str] = frozenset(),
        may_send: bool = True,
        by: Account | None = None,
        silent: bool = False,
    ) -> None:
        """Change what somebody is in the chat, and tell the bot."""
        old = chat.members.get(account.id) or Member(account=account, standing=Standing.LEFT)
        new = Member(account=account, standing=standing, rights=rights, may_send=may_send)
        chat.members[account.id] = new
        actor = by or next(iter(chat.people), account)
        kind = "my_chat_member" if account is self.bot else "chat_member"
        seen = kind == "my_chat_member" or chat.members[self.bot.id].is_admin
        if seen and not silent:
            body = payloads.member_change(chat, actor, old, new, self.clock.now())
            self.updates.push(kind, body, chat.id)

    # Talking

    def message_id(self, chat: Chat) -> int:
        """Supergroups and channels number their own messages, private chats and small groups share one count."""
        if chat.kind in (ChatKind.SUPERGROUP, ChatKind.CHANNEL):
            chat.last_message_id += 1
            return chat.last_message_id
        self._shared_message_id += 1
        return self._shared_message_id

    def ephemeral_number(self) -> int:
        self._ephemeral_id += 1
        return self._ephemeral_id

    def post(self, message: Message) -> Message:
        """Put a message into its chat, by whomever, and tell the bot if it is one that it sees."""
        message.sent = self.clock.now()
        message.chat.history.append(message)
        if message.id:
            message.chat.messages[message.id] = message
        if message.author.is_bot and message.sender_chat is None:
            message.chat.last_bot = message.author
        self.record(Deed.SENT, message, mentioned(message, self.world))
        if bot_sees(message, self.world, privacy=self.privacy):
            kind = "channel_post" if message.chat.kind is ChatKind.CHANNEL else "message"
            self.updates.push(kind, payloads.message(message, self.bot), message.chat.id)
        return message

    def record(
        self, deed: Deed, message: Message, mentions: tuple[Account, ...] = (), *, by_bot: bool | None = None
    ) -> None:
        """Journal what was done to a message: by its author, if nothing else is said."""
        people = message.chat.people if message.only_for is None else (message.only_for,)
        change = Change(
            at=self.clock.now(),
            deed=deed,
            message=message,
            text=message.text,
            audience=people,
            mentions=mentions,
            by_bot=message.author is self.bot if by_bot is None else by_bot,
        )
        self.journal.changes.append(change)
        self.pulse()

    # Reading

    def visible_to(self, account: Account, chat: Chat) -> list[Message]:
        """The messages that this person reads in the chat, oldest first; an ephemeral one may stand for another."""
        seen = [message for message in chat.history if message.visible_to(account)]
        stands = {message.replaces: message for message in seen if message.replaces is not None}
        return [stands.get(message, message) for message in seen if message.replaces is None]

    def counts(self, chat: Chat | None = None, since: int = 0) -> Counts:
        return self.journal.counts(chat, since)
