"""The keys of the raise keypad: sizes, steps, [✔], typing and the way back, for the player to act alone."""

import re
from dataclasses import dataclass
from typing import Final

import structlog
from telegram.error import TelegramError

from adapters import render
from adapters.messages import Message
from adapters.telegram.desk import Desk, Pressed, note, safely
from adapters.telegram.limiter import Weight
from adapters.telegram.markup import alert_text
from adapters.telegram.pads import Pad
from core.refusals import Refused
from core.sight import player_view, public_view

_STEP: Final = re.compile(r"[+-][0-9]{1,12}")
_log = structlog.get_logger(__name__)


@dataclass(frozen=True, slots=True, kw_only=True)
class PadKeys:
    """Answers them; whether somebody may raise at all the house has said before."""

    desk: Desk

    async def confirmed(self, pressed: Pressed) -> str:
        """The amount, where the keypad's own [✔] was pressed."""
        turn, player = pressed.press.turn, pressed.who.player
        if pressed.press.argument != "ok" or turn is None:
            return ""
        pad = self.desk.pads.of(pressed.place, pressed.message)
        if pad is not None and (pad.player, pad.turn) == (player, turn):
            return str(pad.amount)
        return str(await self.desk.pads.counted(player, turn, 0) or "")

    async def press(self, pressed: Pressed, sizes: Message | None) -> None:
        """A key of the keypad, or what opens it; `sizes` is None when a raise was made."""
        if sizes is None:
            await self.desk.say(pressed.query, "")
            return
        key, locale = pressed.press.argument, pressed.who.locale
        pad = await self._pad_of(pressed, sizes)
        if pad is None:
            await self.desk.say(pressed.query, "")
        elif key == "type":
            await self.desk.say(pressed.query, self._how_to_type(pad, pressed), alert=True)
        elif key == "back":
            await self.desk.say(pressed.query, "")
            await safely(self._put_back(pressed))
        elif _STEP.fullmatch(key):
            amount = await self.desk.pads.count(pressed.place, pressed.message, pad, int(key), locale)
            await self.desk.say(pressed.query, f"{amount:,}")
        else:
            await self._open(pressed, pad)

    async def _open(self, pressed: Pressed, pad: Pad) -> None:
        locale, text = pressed.who.locale, ""
        try:
            if not await self.desk.pads.open(pressed.place, pressed.message, pad, locale):
                text = self._how_to_type(pad, pressed)
        except TelegramError as refused:
            _log.info("pad_not_drawn", error=type(refused).__name__)
            text = self._how_to_type(pad, pressed)
        await self.desk.say(pressed.query, text, alert=bool(text))

    def _how_to_type(self, pad: Pad, pressed: Pressed) -> str:
        numbers = {
            "amount": pad.amount,
            "minimum": pad.legal.raise_min or 0,
            "maximum": pad.legal.raise_max or 0,
        }
        return alert_text(note("telegram.how_to_type", **numbers), pressed.who.locale)

    async def _pad_of(self, pressed: Pressed, sizes: Message) -> Pad | None:
        """The keypad of this message and turn, made anew where another process had it."""
        turn, player = pressed.press.turn, pressed.who.player
        if turn is None:
            return None
        known = self.desk.pads.of(pressed.place, pressed.message)
        if known is not None and (known.player, known.turn) == (player, turn):
            return known
        try:
            view = player_view(await self.desk.house.look(turn.table, 0), player)
        except Refused:
            return None
        if view.legal is None or view.legal.legal.raise_min is None or view.turn != turn:
            return None
        choices = tuple(choice for row in sizes.choices for choice in row)
        least = view.legal.legal.raise_min
        return Pad(
            player=player,
            turn=turn,
            legal=view.legal.legal,
            step=view.options.big_blind,
            sizes=choices,
            amount=await self.desk.pads.counted(player, turn, least),
        )

    async def _put_back(self, pressed: Pressed) -> None:
        """The message gets its own buttons again."""
        turn = pressed.press.turn
        if turn is None:
            return
        table = await self.desk.house.look(turn.table, 0)
        if pressed.is_private:
            message = render.private_message(player_view(table, pressed.who.player))
            locale = pressed.who.locale
        else:
            message = render.table_message(public_view(table))
            locale = await self.desk.house.locale_of(pressed.room)
        self.desk.pads.close(pressed.place, pressed.message)
        if message is None:
            return
        buttons = self.desk.wire.keyboard(message, locale)
        await self.desk.wire.edit_buttons(pressed.place, pressed.message, buttons, Weight.URGENT)
