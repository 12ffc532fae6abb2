"""Turns what a person did on Telegram into a `Request`."""

from dataclasses import dataclass, replace
from typing import Final

from telegram import Message, MessageEntity, User

from adapters.menu import find
from adapters.messages import Locale, Named, Request
from adapters.telegram.chats import PLATFORM, player_of
from adapters.telegram.members import Members
from adapters.visible import visible
from core.ids import PlayerId, RoomId, Turn
from core.refusals import Refused

_MONEY: Final = frozenset({"grant", "take", "freeze", "unfreeze", "bankrules", "account", "ledger"})
_HERE: Final = frozenset({"language"})
"""What an administrator does for the group in the group alone; in private it is their own affair."""
_POWERFUL: Final = frozenset({"options"}) | _HERE | _MONEY
"""Commands by which it matters whether somebody administers the group, beside those that only a host may give."""
_TRADITIONAL: Final = ("hant", "-tw", "-hk", "-mo")


@dataclass(frozen=True, slots=True, kw_only=True)
class Who:
    """Who asks. An anonymous administrator is the group itself, and can do no more than administer it."""

    id: int
    name: str
    locale: Locale
    anonymous: bool = False
    named: Named | None = None
    """Whom they point at, by a mention or by replying."""

    @property
    def player(self) -> PlayerId:
        """By the name that the house knows."""
        return player_of(self.id)


def locale_of(code: str | None) -> Locale:
    """The language of a person's app: ``zh-hant``, ``zh-TW``, ``zh``, ``en-GB``."""
    tag = (code or "").casefold()
    if not tag.startswith("zh"):
        return Locale.EN
    return Locale.ZH_HANT if any(part in tag for part in _TRADITIONAL) else Locale.ZH_HANS


def who_pressed(user: User) -> Who:
    """A person who pressed a button."""
    name = visible(user.full_name) or user.username or str(user.id)
    return Who(id=user.id, name=name, locale=locale_of(user.language_code))


def who_wrote(message: Message) -> Who | None:
    """The author of a message; None for bots and for posts that were forwarded by themselves."""
    if message.is_automatic_forward or message.via_bot is not None:
        return None
    masked = message.sender_chat
    if masked is not None:
        return Who(id=masked.id, name=masked.title or "", locale=Locale.EN, anonymous=True)
    user = message.from_user
    return None if user is None or user.is_bot else replace(who_pressed(user), named=_named_in(message))


def without_mention(message: Message) -> str:
    """The text without the name of somebody it points at who has no @name to be typed."""
    text = message.text or ""
    for name in message.parse_entities([MessageEntity.TEXT_MENTION]).values():
        text = text.replace(name, "", 1)
    return text


def _named_in(message: Message) -> Named | None:
    """Whom a message is about: who is mentioned in it, or who wrote what it answers."""
    for entity in message.entities:
        if entity.type == MessageEntity.TEXT_MENTION and entity.user is not None and not entity.user.is_bot:
            return Named(player=player_of(entity.user.id), name=who_pressed(entity.user).name)
    answered = message.reply_to_message
    if answered is None or answered.sender_chat is not None:
        return None
    if message.is_topic_message and answered.message_id == message.message_thread_id:
        return None  # What stands first in a topic is answered by everything in it.
    author = answered.from_user
    if author is None or author.is_bot:
        return None
    return Named(player=player_of(author.id), name=who_pressed(author).name, by_reply=True)


def needs_powers(command: str) -> bool:
    """Whether it matters for a command that somebody administers the group. So it is asked of Telegram for these."""
    try:
        known = find(command)
    except Refused:
        return False
    return known.host_only or known.name in _POWERFUL


async def _group_of(chat: int, room: RoomId, command: str, members: Members) -> int:
    """The group that a request is about; in a private chat the one whose table its person was at last, or whose
    table the button belongs to."""
    if chat < 0 or not room.startswith(f"{PLATFORM}:-") or command in _HERE:
        return chat
    return await members.group_of(room)


async def request_of(
    who: Who,
    request_id: str,
    room: RoomId,
    chat: int,
    members: Members,
    *,
    command: str,
    args: str = "",
    turn: Turn | None = None,
) -> Request:
    """What is asked for; administrators of the group are hosts. `request_id` makes it count once. Raises StoreAway."""
    powers = False
    if needs_powers(command):
        group = await _group_of(chat, room, command, members)
        if group < 0:
            powers = who.id == group if who.anonymous else await members.administers(group, who.id)
    return Request(
        request_id=f"telegram:{request_id}",
        room=room,
        player=who.player,
        name=who.name,
        command=command,
        args=args,
        locale=who.locale,
        turn=turn,
        host_powers=powers,
        named=who.named,
    )
