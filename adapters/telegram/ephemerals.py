"""Messages in a group that one person alone sees: how [My cards] shows a hand, and how a command is refused, where the
server can do that.

An older server would take no notice of whom such a message is for, and show it to everybody. So no card goes this way
before the server has proved itself: it knows the method that deletes such messages, and made one out of an empty one.
"""

import asyncio
from dataclasses import dataclass, replace
from typing import Any, Final

import structlog
from telegram import InlineKeyboardMarkup
from telegram.constants import ParseMode
from telegram.error import EndPointNotFound, TelegramError

from adapters.messages import ChoiceName, Locale, Message
from adapters.telegram.chats import Place
from adapters.telegram.limiter import GROUP_GAP, Weight
from adapters.telegram.markup import cut_html, html_text
from adapters.telegram.wire import Wire

LONGEST: Final = 1_024
"""UTF-16 units that servers take when such a message is edited, whatever is documented."""
_log = structlog.get_logger(__name__)
_EMPTY: Final = "🂠"


@dataclass(frozen=True, slots=True, kw_only=True)
class To:
    """Whom something is shown, and what lets it be: their press, or what they typed for the bot alone. An administrator
    needs neither."""

    user: int
    query: str = ""
    reply_to: int = 0

    @property
    def parameters(self) -> dict[str, Any]:
        """As they are sent."""
        receiver: dict[str, Any] = {"receiver_user_id": self.user}
        if self.query:
            receiver["callback_query_id"] = self.query
        reply = {"reply_parameters": {"ephemeral_message_id": self.reply_to}} if self.reply_to else {}
        return {"ephemeral_message_parameters": receiver} | reply


class Ephemerals:
    """What one bot shows to single people in groups."""

    def __init__(self, wire: Wire) -> None:
        """Whether the server can do it is not known yet."""
        self._wire = wire
        self._proved: bool | None = None
        self._proving = asyncio.Lock()
        self._latest: dict[tuple[Place, int], tuple[int, int]] = {}
        """For each place and person, the message they were shown last, and the table message that it was about."""
        self._answers: dict[tuple[Place, int], int] = {}
        """For each place and person, the answer with buttons of the moment that they were given last."""

    async def show(self, place: Place, to: To, about: int, message: Message, locale: Locale) -> bool:
        """Show a person a message instead of what they were shown: in its place, if that was about the same message.

        False when this server cannot, or the group has had many messages: then nothing was shown. It has no buttons.
        """
        if await self._wire.wait(place, Weight.SPARE) > GROUP_GAP:
            return False  # The group's minute is for its table.
        text = cut_html(html_text(Message(lines=message.lines), locale), LONGEST)
        try:
            if not await self._is_proved(place, to):
                return False
            before, below = self._latest.pop((place, to.user), (0, 0))
            if before and (below not in (0, about) or not await self._edit(place, to.user, before, text)):
                await self._delete(place, to.user, before)
                before = 0
            made = before or await self._send(place, to, text)
            if made:
                self._latest[place, to.user] = (made, about)
            return bool(made)
        except TelegramError:
            return False

    async def answer(self, place: Place, to: To, message: Message, locale: Locale, *, door: bool) -> bool:
        """Answer a person what they typed, beside their cards; an answer with buttons of an earlier moment goes then.

        False when this server cannot, or may not. `door` is the way to the private chat.
        """
        shown = _without_sizes(message)
        text = cut_html(html_text(Message(lines=shown.lines), locale), LONGEST)
        try:
            if not await self._is_proved(place, to):
                return False
            buttons = self._wire.keyboard(shown, locale, door=door)
            made, below = self._latest.get((place, to.user), (0, 0))
            if made and not below:
                del self._latest[place, to.user]  # What proved the server becomes the answer.
                made = made if await self._edit(place, to.user, made, text, buttons) else 0
            else:
                made = 0
            made = made or await self._send(place, to, text, buttons)
            former = self._answers.pop((place, to.user), 0)
            if made and any(one.turn is not None for row in shown.choices for one in row):
                self._answers[place, to.user] = made
            if former:
                await self._delete(place, to.user, former)
        except TelegramError as refused:
            _log.info("answer_not_shown_alone", error=type(refused).__name__)
            return False
        return bool(made)

    async def _is_proved(self, place: Place, to: To) -> bool:
        if self._proved is None:
            async with self._proving:
                if self._proved is None:
                    self._proved = await self._prove(place, to)
        return self._proved

    async def _prove(self, place: Place, to: To) -> bool:
        try:
            await self._delete(place, to.user, 1)
        except EndPointNotFound:
            return False
        made = await self._send(place, to, _EMPTY)
        if made:
            self._latest[place, to.user] = (made, 0)
        return bool(made)

    async def _send(
        self, place: Place, to: To, text: str, buttons: InlineKeyboardMarkup | None = None
    ) -> int:
        """Returns the message's id; 0 when it came out as one for everybody, which is taken away at once."""
        sent = await self._wire.bot.send_message(
            place.chat,
            text,
            parse_mode=ParseMode.HTML,
            message_thread_id=place.thread,
            reply_markup=buttons,
            disable_notification=True,
            api_kwargs=to.parameters,
            rate_limit_args=Weight.URGENT,
        )
        made = sent.api_kwargs.get("ephemeral_message_id")
        if made is None:
            await self._wire.delete(place, sent.message_id)
            return 0
        return int(made)

    async def _edit(
        self, place: Place, user: int, message: int, text: str, buttons: InlineKeyboardMarkup | None = None
    ) -> bool:
        """False for one that is not there any more."""
        parameters: dict[str, Any] = {
            "chat_id": place.chat,
            "receiver_user_id": user,
            "ephemeral_message_id": message,
            "text": text,
            "parse_mode": ParseMode.HTML.value,
        }
        if buttons is not None:
            parameters["reply_markup"] = buttons
        try:
            await self._wire.request("editEphemeralMessageText", parameters)
        except TelegramError as refused:
            return "not modified" in refused.message
        return True

    async def _delete(self, place: Place, user: int, message: int) -> None:
        """One that is not there is no error. Raises `EndPointNotFound` where there can be none."""
        parameters = {"chat_id": place.chat, "receiver_user_id": user, "ephemeral_message_id": message}
        try:
            await self._wire.request("deleteEphemeralMessage", parameters)
        except EndPointNotFound:
            raise
        except TelegramError as refused:
            _log.info("nothing_to_delete", error=type(refused).__name__)


def _without_sizes(message: Message) -> Message:
    """No button that opens a keypad in its message: this one has no number by which it could be edited that way."""
    rows = (
        tuple(one for one in row if one.name is not ChoiceName.RAISE or one.argument)
        for row in message.choices
    )
    return replace(message, choices=tuple(row for row in rows if row))
