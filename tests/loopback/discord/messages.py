"""A message of the loopback Discord: what it holds, who sees it, whom it mentions, and what a reader finds in it."""

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from . import components as parts
from .answers import Json
from .permissions import may
from .world import Account, Channel, ChannelKind

if TYPE_CHECKING:
    from .interactions import Interaction

EPHEMERAL, LOADING, V2 = 1 << 6, 1 << 7, 1 << 15
SUPPRESS_EMBEDS = 1 << 2
SUPPRESS_NOTIFICATIONS = 1 << 12
MENTION = re.compile(r"<@!?(\d+)>")


@dataclass(frozen=True, slots=True)
class Attachment:
    id: int
    filename: str
    data: bytes
    description: str | None = None

    @property
    def url(self) -> str:
        return f"https://cdn.discordapp.com/attachments/{self.id}/{self.filename}"


@dataclass(slots=True, kw_only=True, eq=False, repr=False)
class Message:
    """`components` and `embeds` are as the platform gives them back; `versions` keeps the components it had before."""

    id: int
    channel: Channel
    author: Account
    created: float
    content: str = ""
    embeds: list[Json] = field(default_factory=list)
    components: list[Json] = field(default_factory=list)
    attachments: list[Attachment] = field(default_factory=list)
    flags: int = 0
    edited: float | None = None
    mentions: tuple[Account, ...] = ()
    mentions_everyone: bool = False
    only_for: Account | None = None
    interaction: "Interaction | None" = None
    reference: "Message | None" = None
    pinned: float | None = None
    deleted: bool = False
    edits: int = 0
    versions: list[list[Json]] = field(default_factory=list)

    def __repr__(self) -> str:
        return f"<Message by {self.author.username} in {self.channel!r}: {self.text[:200]!r}>"

    @property
    def ephemeral(self) -> bool:
        return self.only_for is not None

    @property
    def loading(self) -> bool:
        """A deferred answer that still says "is thinking"."""
        return bool(self.flags & LOADING)

    @property
    def public(self) -> bool:
        return not self.ephemeral and self.channel.kind is not ChannelKind.DM

    @property
    def text(self) -> str:
        """Every word in it, from top to bottom: content, embeds, text displays. Button labels are in `buttons`."""
        said = [self.content, *parts.embed_texts(self.embeds), *parts.texts(self.components)]
        return "\n".join(line for line in said if line)

    @property
    def buttons(self) -> list[parts.Button]:
        return parts.buttons(self.components)

    def button(self, label: str) -> parts.Button:
        """The first button whose label holds the text; LookupError names those there are."""
        for button in self.buttons:
            if label in button.label:
                return button
        raise LookupError(f"no button {label!r} among {[button.label for button in self.buttons]}")

    def visible_to(self, account: Account) -> bool:
        """Whether a person with the channel open would read it now."""
        if self.deleted or self.loading or (self.only_for is not None and self.only_for is not account):
            return False
        return may(self.channel, account, "view_channel")


def pinged(message: Message, allowed: Json | None, accounts: dict[int, Account]) -> tuple[Account, ...]:
    """Who gets a notification: users named in content or text displays, as far as `allowed_mentions` lets them."""
    if message.flags & SUPPRESS_NOTIFICATIONS:
        return ()
    written = "\n".join([message.content, *parts.texts(message.components)])
    named = [
        accounts[int(found)] for found in dict.fromkeys(MENTION.findall(written)) if int(found) in accounts
    ]
    if allowed is None or "users" in (allowed.get("parse") or []):
        return tuple(named)
    listed = {int(user) for user in allowed.get("users") or []}
    return tuple(account for account in named if account.id in listed)


def pings_everyone(message: Message, allowed: Json | None) -> bool:
    """Whether @everyone or @here in it would ring (where the bot has the permission)."""
    if allowed is not None and "everyone" not in (allowed.get("parse") or []):
        return False
    written = "\n".join([message.content, *parts.texts(message.components)])
    rings = re.search(r"@(everyone|here)\b", written) is not None
    return rings and may(message.channel, message.author, "mention_everyone")
