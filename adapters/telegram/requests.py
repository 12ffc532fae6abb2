"""Turns what a person did on Telegram into a `Request`."""

from dataclasses import dataclass
from typing import Final

from telegram import Message, User

from adapters.messages import Locale, Request
from adapters.telegram.chats import player_of
from adapters.telegram.members import Members
from adapters.visible import visible
from core.ids import PlayerId, RoomId, Turn

_POWERFUL: Final = frozenset({"start", "stop", "computer", "dismiss", "language"})
"""Commands by which it matters whether somebody administers the group."""
_TRADITIONAL: Final = ("hant", "-tw", "-hk", "-mo")


@dataclass(frozen=True, slots=True, kw_only=True)
class Who:
    """Who asks. An anonymous administrator is the group itself, and can do no more than administer it."""

    id: int
    name: str
    locale: Locale
    anonymous: bool = False

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
    return None if user is None or user.is_bot else who_pressed(user)


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
    """What is asked for; administrators of the group are hosts. `request_id` makes it count once."""
    powers = False
    if chat < 0 and command in _POWERFUL:
        powers = who.id == chat if who.anonymous else await members.administers(chat, who.id)
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
    )
