"""The things of the loopback Discord: accounts, guilds with members and roles, channels, and where they are kept."""

from dataclasses import dataclass, field
from enum import IntEnum
from typing import TYPE_CHECKING

from .permissions import ORDINARY, bits

if TYPE_CHECKING:
    from .messages import Message


class ChannelKind(IntEnum):
    TEXT = 0
    DM = 1
    PUBLIC_THREAD = 11
    PRIVATE_THREAD = 12


THREADS = (ChannelKind.PUBLIC_THREAD, ChannelKind.PRIVATE_THREAD)


@dataclass(slots=True, kw_only=True, eq=False)
class Account:
    """A person or a bot."""

    id: int
    username: str
    global_name: str | None = None
    locale: str = "en-US"
    bot: bool = False
    dm_open: bool = True

    @property
    def mention(self) -> str:
        return f"<@{self.id}>"


@dataclass(slots=True, kw_only=True, eq=False)
class Member:
    account: Account
    nick: str | None = None
    roles: tuple[int, ...] = ()
    joined: float = 0.0


@dataclass(slots=True, kw_only=True, eq=False)
class Role:
    id: int
    name: str
    permissions: int
    managed: bool = False


@dataclass(slots=True, kw_only=True, eq=False)
class Overwrite:
    """Permissions allowed or denied in one channel to a role (type 0) or a member (type 1)."""

    type: int
    allow: int = 0
    deny: int = 0


@dataclass(slots=True, kw_only=True, eq=False, repr=False)
class Guild:
    id: int
    name: str
    locale: str
    owner_id: int
    bot_role: int
    roles: dict[int, Role] = field(default_factory=dict)
    members: dict[int, Member] = field(default_factory=dict)
    channels: dict[int, "Channel"] = field(default_factory=dict)

    def __repr__(self) -> str:
        return f"<Guild {self.name!r}>"


@dataclass(slots=True, kw_only=True, eq=False, repr=False)
class Channel:
    """A text channel, a thread (it has a parent and an owner) or a direct message (it has recipients)."""

    id: int
    kind: ChannelKind
    name: str = ""
    guild: Guild | None = None
    parent: "Channel | None" = None
    owner_id: int = 0
    recipients: tuple[Account, ...] = ()
    overwrites: dict[int, Overwrite] = field(default_factory=dict)
    messages: "dict[int, Message]" = field(default_factory=dict)
    topic: str | None = None
    archived: bool = False
    locked: bool = False
    auto_archive: int = 1440
    archive_changed: float = 0.0
    created: float = 0.0
    invitable: bool = True
    slowmode: int = 0
    thread_members: dict[int, Account] = field(default_factory=dict)
    deleted: bool = False

    def __repr__(self) -> str:
        return f"<Channel {self.kind.name} {self.name!r}>"

    @property
    def mention(self) -> str:
        return f"<#{self.id}>"

    @property
    def is_thread(self) -> bool:
        return self.kind in THREADS


@dataclass(slots=True, kw_only=True, eq=False)
class Emoji:
    """An application-owned emoji and the picture it was uploaded with (a data URI)."""

    id: int
    name: str
    image: str


@dataclass(slots=True)
class World:
    """Everything there is, by id."""

    bot: Account
    application_id: int
    accounts: dict[int, Account] = field(default_factory=dict)
    guilds: dict[int, Guild] = field(default_factory=dict)
    channels: dict[int, Channel] = field(default_factory=dict)
    emojis: dict[int, Emoji] = field(default_factory=dict)

    def dm_with(self, account: Account) -> Channel | None:
        dms = (channel for channel in self.channels.values() if channel.kind is ChannelKind.DM)
        return next((channel for channel in dms if account in channel.recipients), None)

    def threads_of(self, guild: Guild) -> list[Channel]:
        return [c for c in self.channels.values() if c.guild is guild and c.is_thread and not c.archived]


def new_guild(guild_id: int, name: str, locale: str, owner_id: int, bot_role: int) -> Guild:
    """A guild with the role that everyone has and the role that the bot's invitation made."""
    guild = Guild(id=guild_id, name=name, locale=locale, owner_id=owner_id, bot_role=bot_role)
    guild.roles[guild_id] = Role(id=guild_id, name="@everyone", permissions=bits(*ORDINARY))
    guild.roles[bot_role] = Role(id=bot_role, name="Bot", permissions=bits(*ORDINARY), managed=True)
    return guild
