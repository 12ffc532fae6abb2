"""Answers that the group is told nothing of: it sees that there is one, and whoever it is for reads it by a press.

That is the last way to somebody without a private chat, where no message can be shown to them alone without a press.
The press can: it opens a message of their own where the server has such, else a box. The line in the group goes soon.
"""

import asyncio
from dataclasses import dataclass, field, replace
from typing import Final

import structlog
from telegram import CallbackQuery
from telegram.error import TelegramError

from adapters.messages import Message
from adapters.telegram.callback_data import Press
from adapters.telegram.chats import Place
from adapters.telegram.desk import Desk, note
from adapters.telegram.ephemerals import Ephemerals, To
from adapters.telegram.limiter import Weight
from adapters.telegram.markup import alert_text
from adapters.telegram.requests import Who, who_pressed

KEPT_SECONDS: Final = 60.0
"""How long an answer waits to be read."""
_log = structlog.get_logger(__name__)


@dataclass(slots=True, kw_only=True)
class Peeks:
    """The answers that wait, by the chat and the number of the line in it."""

    desk: Desk
    ephemerals: Ephemerals
    _kept: dict[tuple[int, int], Message] = field(default_factory=dict, repr=False)
    _going: dict[tuple[int, int], asyncio.Task[None]] = field(default_factory=dict)

    async def offer(self, place: Place, who: Who, number: int, message: Message) -> bool:
        """Say below their message `number` that there is an answer. False when Telegram does not take it."""
        try:
            line = await self.desk.wire.post(
                place,
                note("telegram.in_private_only"),
                who.locale,
                Weight.USUAL,
                silent=True,
                reply_to=number or None,
                door=True,
                peek=who.id,
            )
        except TelegramError as refused:
            _log.info("answer_not_taken", error=type(refused).__name__)
            return False
        self._kept[place.chat, line] = message
        self._let_go(place, line, KEPT_SECONDS)
        return True

    async def press(self, query: CallbackQuery, press: Press) -> None:
        """[Read it]: for one person alone."""
        who = who_pressed(query.from_user)
        who = replace(who, locale=await self.desk.locale(who.player, who.locale))
        if press.argument != str(who.id) or query.message is None:
            await self.desk.say(query, alert_text(note("telegram.not_yours"), who.locale), alert=True)
            return
        place, line = Place(query.message.chat.id), query.message.message_id
        message = self._kept.get((place.chat, line))
        if message is None:
            await self.desk.say(query, alert_text(note("telegram.answer_gone"), who.locale), alert=True)
            self._let_go(place, line, 0.0)
            return
        to = To(user=who.id, query=query.id)
        if await self.ephemerals.answer(place, to, message, who.locale, door=False):
            await self.desk.say(query, "")
            self._let_go(place, line, 0.0)
        else:
            await self.desk.say(query, alert_text(message, who.locale), alert=True)

    async def close(self) -> None:
        """Take no more of them away."""
        for task in self._going.values():
            task.cancel()
        await asyncio.gather(*self._going.values(), return_exceptions=True)

    def _let_go(self, place: Place, line: int, seconds: float) -> None:
        before = self._going.pop((place.chat, line), None)
        if before is not None:
            before.cancel()
        self._going[place.chat, line] = asyncio.create_task(self._take_away(place, line, seconds))

    async def _take_away(self, place: Place, line: int, seconds: float) -> None:
        """It goes when the group has room for that; what it stood for goes now."""
        await asyncio.sleep(seconds)
        self._kept.pop((place.chat, line), None)
        try:
            await self.desk.wire.delete(place, line, Weight.SPARE)
        except TelegramError as refused:
            _log.info("not_taken_away", error=type(refused).__name__)
        self._going.pop((place.chat, line), None)
