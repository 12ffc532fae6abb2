"""The things of the loopback Telegram: accounts, chats with members and topics, and where they are kept."""

from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .messages import Message

Json = dict[str, Any]


class ChatKind(StrEnum):
    PRIVATE = "private"
    GROUP = "group"
    SUPERGROUP = "supergroup"
    CHANNEL = "channel"


class Standing(StrEnum):
    """What somebody is in a chat, in the platform's words."""

    OWNER = "creator"
    ADMIN = "administrator"
    MEMBER = "member"
    RESTRICTED = "restricted"
    LEFT = "left"
    BANNED = "kicked"


ABSENT = (Standing.LEFT, Standing.BANNED)
RIGHTS = (
    "can_manage_chat",
    "can_delete_messages",
    "can_manage_video_chats",
    "can_restrict_members",
    "can_promote_members",
    "can_change_info",
    "can_invite_users",
    "can_post_stories",
    "can_edit_stories",
    "can_delete_stories",
    "can_pin_messages",
    "can_manage_topics",
)
ORDINARY_ADMIN = frozenset(
    {"can_manage_chat", "can_delete_messages", "can_pin_messages", "can_manage_topics"}
)


@dataclass(slots=True, kw_only=True, eq=False)
class Account:
    """A person or a bot. `started`: they once opened the private chat; `blocked`: they blocked the bot since."""

    id: int
    first_name: str
    username: str | None = None
    language_code: str | None = None
    is_bot: bool = False
    started: bool = False
    blocked: bool = False


@dataclass(slots=True, kw_only=True, eq=False)
class Member:
    """Somebody in a chat. `rights` count for administrators, `may_send` for the restricted."""

    account: Account
    standing: Standing = Standing.MEMBER
    rights: frozenset[str] = frozenset()
    may_send: bool = True

    @property
    def present(self) -> bool:
        return self.standing not in ABSENT

    @property
    def is_admin(self) -> bool:
        return self.standing in (Standing.OWNER, Standing.ADMIN)

    @property
    def muted(self) -> bool:
        return self.standing is Standing.RESTRICTED and not self.may_send

    def has(self, right: str) -> bool:
        return self.standing is Standing.OWNER or (self.standing is Standing.ADMIN and right in self.rights)


@dataclass(slots=True, kw_only=True, eq=False)
class Topic:
    """A forum topic. Its id is the `message_thread_id`, and the id of the service message that opened it."""

    id: int
    name: str
    opened: "Message"
    closed: bool = False
    deleted: bool = False


@dataclass(slots=True, kw_only=True, eq=False, repr=False)
class Chat:
    """A group, a supergroup, a channel, or the private chat with one `person`. `history` is in order of time."""

    id: int
    kind: ChatKind
    title: str = ""
    person: Account | None = None
    forum: bool = False
    members: dict[int, Member] = field(default_factory=dict)
    history: "list[Message]" = field(default_factory=list)
    messages: "dict[int, Message]" = field(default_factory=dict)
    topics: dict[int, Topic] = field(default_factory=dict)
    pinned: "list[Message]" = field(default_factory=list)
    migrated_to: "Chat | None" = None
    deleted: bool = False
    last_message_id: int = 0
    last_bot: Account | None = None

    def __repr__(self) -> str:
        return f"<Chat {self.kind} {self.title or self.person!r}>"

    @property
    def is_group(self) -> bool:
        return self.kind in (ChatKind.GROUP, ChatKind.SUPERGROUP)

    @property
    def people(self) -> tuple[Account, ...]:
        """Everybody who reads it, bots left out."""
        if self.person is not None:
            return (self.person,)
        return tuple(m.account for m in self.members.values() if m.present and not m.account.is_bot)


@dataclass(slots=True)
class World:
    """Everything there is, by id."""

    bot: Account
    accounts: dict[int, Account] = field(default_factory=dict)
    chats: dict[int, Chat] = field(default_factory=dict)

    def named(self, username: str) -> Account | None:
        """The account with that @name, in any case."""
        wanted = username.lstrip("@").lower()
        return next((a for a in self.accounts.values() if (a.username or "").lower() == wanted), None)
