"""What commands and presses have in common: the house they ask, and the ways to answer one person."""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Final, Protocol

import structlog
from telegram import CallbackQuery
from telegram.error import TelegramError

from adapters.asking import Events
from adapters.languages import Languages, Memory
from adapters.messages import Line, Locale, Message, Reply, Request, Role, Text
from adapters.telegram.callback_data import Press
from adapters.telegram.chats import Chats, Place, user_of
from adapters.telegram.limiter import Weight
from adapters.telegram.members import Members
from adapters.telegram.order import Order
from adapters.telegram.outbound import TelegramPort
from adapters.telegram.pads import Pads
from adapters.telegram.privately import Private
from adapters.telegram.requests import Who
from adapters.telegram.trouble import Trouble, trouble_of
from adapters.telegram.wire import Wire
from core.cardroom.table import Table
from core.ids import CommunityId, PlayerId, RoomId, TableId
from core.store import StoreAway

TOLD_SECONDS: Final = 30 * 86_400
_REFUSALS: Final = frozenset({Role.REFUSAL})
_log = structlog.get_logger(__name__)


class House(Protocol):
    """What is asked of the house. Any of it may raise `StoreAway`, `look` also `Refused`."""

    async def community_of(self, room: RoomId) -> CommunityId:
        """Whose bank and partition a room belongs to."""

    async def table_in(self, room: RoomId, community: CommunityId) -> TableId | None:
        """The open table of a room."""

    async def look(self, table_id: TableId, at_least: int | None = None) -> Table:
        """The table at that version or newer."""

    async def locale_of(self, who: RoomId | PlayerId) -> Locale:
        """The language of a room."""

    async def speak(self, who: RoomId | PlayerId, locale: Locale) -> None:
        """Use this language for a room or a player from now on."""

    @property
    def events(self) -> Events:
        """The tournaments."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Pressed:
    """A press on its way: who pressed what, under which message."""

    query: CallbackQuery
    press: Press
    who: Who
    place: Place
    message: int
    room: RoomId

    @property
    def is_private(self) -> bool:
        """Whether it was in the person's own chat."""
        return self.place.chat > 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Desk:
    """`run` does what a request asks, `chosen` gives the language that a room has chosen if it has, `again` shows a
    player everything private anew, and `rooms_of` gives the rooms of a group that have a table, with the tables."""

    run: Callable[[Request], Awaitable[Reply]]
    again: Callable[[RoomId, PlayerId, TableId], Awaitable[None]]
    chosen: Callable[[str], Awaitable[str | None]]
    rooms_of: Callable[[CommunityId], Awaitable[Mapping[RoomId, TableId]]]
    house: House
    wire: Wire
    port: TelegramPort
    chats: Chats
    private: Private
    pads: Pads
    members: Members
    languages: Languages
    memory: Memory
    order: Order = field(default_factory=Order)

    async def carry_out(self, request: Request) -> Reply:
        """Run it. Whoever asks hears of a failure, whatever it is."""
        try:
            reply = await self.run(request)
            if request.command == "language":
                self.languages.forget(request.player)
            if reply.refused and reply.message is not None:
                told = await self.chats.told_apart(reply.message, _REFUSALS)
                return Reply(message=told, refused=True)
            return reply
        except Exception as error:
            _log.exception("request_failed", command=request.command[:20], error=type(error).__name__)
            return Reply(message=note("telegram.failed"), refused=True)

    async def table_in(self, room: RoomId) -> TableId | None:
        """The open table of a room. Raises StoreAway."""
        return await self.house.table_in(room, await self.house.community_of(room))

    async def privately(
        self, player: PlayerId, message: Message, locale: Locale, *, beside: bool | None = None
    ) -> bool:
        """Write it to a person's private chat. False when that is closed.

        With `beside` its buttons go when their moment is over; and if that is True, all of it does.
        """
        try:
            if await self.private.is_closed(player):
                return False
            place = Place(user_of(player) or 0)
            sent = await self.wire.post(place, message, locale, Weight.URGENT, private=True)
            if beside is not None:
                await self.private.beside.put(player, sent, message, whole=beside)
            for file in message.attachments:
                await self.wire.post_file(place, file)
            if message.picture is not None:
                await self.wire.post_picture(place, message.picture, locale)
            await self.private.opened(player)
        except TelegramError as refused:
            if trouble_of(refused) in (Trouble.CLOSED, Trouble.GONE, Trouble.SHUT):
                await self.private.closed(player)
            return False
        return True

    async def files(self, player: PlayerId, message: Message) -> bool:
        """Send the files of a message that was shown elsewhere to a person's private chat. False when it is closed."""
        try:
            if await self.private.is_closed(player):
                return False
            place, locale = Place(user_of(player) or 0), await self.languages.of(player)
            for file in message.attachments:
                await self.wire.post_file(place, file)
            if message.picture is not None:
                await self.wire.post_picture(place, message.picture, locale)
        except (TelegramError, StoreAway) as refused:
            _log.info("file_not_sent", error=type(refused).__name__)
            return False
        return True

    async def publicly(
        self, place: Place, message: Message, locale: Locale, reply_to: int | None, *, door: bool
    ) -> bool:
        """Answer before everybody; `door` is the way to the private chat. False when Telegram does not take it."""
        weight = Weight.USUAL
        try:
            await self.wire.post(place, message, locale, weight, silent=True, reply_to=reply_to, door=door)
        except TelegramError as refused:
            _log.info("answer_not_taken", error=type(refused).__name__)
            return False
        return True

    async def seated(self, request: Request) -> Message | None:
        """What to say besides to somebody who has just sat down: once, how their cards get to them."""
        await self.private.settle_in(request.player, request.room)
        if await self.private.is_closed(request.player) is False:
            return None
        (told,) = await self.memory.recall(request.player, "told")
        if told is not None:
            return None
        await self.memory.remember(request.player, "told", "1", TOLD_SECONDS)
        return note("telegram.open_once")

    async def say(self, query: CallbackQuery, text: str, *, alert: bool = False) -> None:
        """Answer a press, in passing or in a box."""
        try:
            await self.wire.answer(query.id, text, alert=alert)
        except TelegramError as refused:
            _log.info("press_not_answered", error=type(refused).__name__)

    async def locale(self, player: PlayerId, client: Locale) -> Locale:
        """The language to answer a person in."""
        return await self.languages.of_asker(player, client)


def note(key: str, **numbers: int | str) -> Message:
    """A short answer."""
    return Message(lines=(Line(role=Role.NOTE, pieces=(Text(key=key, numbers=numbers),)),))


def joined(first: Message | None, second: Message | None) -> Message | None:
    """Both, with the buttons of the first."""
    if first is None or second is None:
        return first or second
    return replace(first, lines=(*first.lines, *second.lines))


async def safely(doing: Awaitable[None]) -> None:
    """Do what matters less than the answer."""
    try:
        await doing
    except (TelegramError, StoreAway) as failed:
        _log.info("left_undone", error=type(failed).__name__)
