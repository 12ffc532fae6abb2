"""The raise keypad: it takes the place of a message's buttons while the player to act chooses a size.

Steps are counted here and echoed to whoever taps; the buttons themselves are drawn again only now and then, so that
tapping costs the group none of its messages. What was counted is kept, so another process can go on with it.
"""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Final

import structlog
from telegram import InlineKeyboardButton, InlineKeyboardMarkup
from telegram.error import TelegramError

from adapters.languages import Memory
from adapters.messages import Choice, Locale, Message
from adapters.telegram import keyboards
from adapters.telegram.callback_data import Own, Press
from adapters.telegram.chats import Place
from adapters.telegram.limiter import Weight
from adapters.telegram.wire import Wire
from adapters.texts import say
from core.ids import PlayerId, Turn
from core.poker.betting import Legal
from core.store import StoreAway

REDRAW_SECONDS: Final = 3.0
"""Between two drawings of one keypad."""
PATIENCE: Final = 1.0
"""Seconds that a keypad may take to appear; else its player is told what to type."""
KEPT_SECONDS: Final = 900
_log = structlog.get_logger(__name__)


@dataclass(slots=True, kw_only=True)
class Pad:
    """An open keypad."""

    player: PlayerId
    turn: Turn
    legal: Legal
    step: int
    """The big blind."""
    sizes: tuple[Choice, ...]
    amount: int
    drawn: int = 0
    """The amount that its buttons show."""
    redrawing: asyncio.Task[None] | None = field(default=None, repr=False)


class Pads:
    """The keypads that are open, at most one in a message."""

    def __init__(
        self, wire: Wire, memory: Memory, sleep: Callable[[float], Awaitable[None]] = asyncio.sleep
    ) -> None:
        """`sleep` waits for seconds before a keypad is drawn again."""
        self._wire = wire
        self._memory = memory
        self._sleep = sleep
        self._open: dict[tuple[int, int], Pad] = {}

    def of(self, place: Place, message_id: int) -> Pad | None:
        """The keypad in a message."""
        return self._open.get((place.chat, message_id))

    async def open(self, place: Place, message_id: int, pad: Pad, locale: Locale) -> bool:
        """Put it under the message. False when the chat takes no edit soon."""
        if await self._wire.wait(place, Weight.URGENT) > PATIENCE:
            return False
        pad.amount = await self.counted(pad.player, pad.turn, pad.amount)
        self._open[place.chat, message_id] = pad
        await self._draw(place, message_id, pad, locale)
        return True

    async def count(self, place: Place, message_id: int, pad: Pad, by: int, locale: Locale) -> int:
        """Step up or down, within what is legal; returns the new amount in chips."""
        least, most = pad.legal.raise_min or 0, pad.legal.raise_max or 0
        pad.amount = max(least, min(most, pad.amount + by))
        self._open[place.chat, message_id] = pad
        if pad.redrawing is None or pad.redrawing.done():
            pad.redrawing = asyncio.create_task(self._redraw(place, message_id, pad, locale))
        turn = pad.turn
        with suppress(StoreAway):
            value = f"{turn.table} {turn.hand_no} {turn.action_no} {pad.amount}"
            await self._memory.remember(pad.player, f"pad:{turn.table}", value, KEPT_SECONDS)
        return pad.amount

    async def counted(self, player: PlayerId, turn: Turn, usual: int) -> int:
        """The amount that was counted for this turn, also by another process."""
        with suppress(StoreAway):
            (kept,) = await self._memory.recall(player, f"pad:{turn.table}")
            if kept is not None:
                *moment, amount = kept.split()
                if moment == [turn.table, str(turn.hand_no), str(turn.action_no)]:
                    return int(amount)
        return usual

    def close(self, place: Place, message_id: int) -> None:
        """Its message gets its own buttons back, from whoever calls this."""
        pad = self._open.pop((place.chat, message_id), None)
        if pad is not None and pad.redrawing is not None:
            pad.redrawing.cancel()

    def buttons(
        self, place: Place, message_id: int, message: Message, locale: Locale
    ) -> InlineKeyboardMarkup | None:
        """The keypad that the message is to show instead of its own buttons; a keypad of another turn is closed."""
        pad = self.of(place, message_id)
        if pad is None:
            return None
        if (pad.turn.hand_no, pad.turn.action_no) not in keyboards.turns_of(message):
            self.close(place, message_id)
            return None
        pad.drawn = pad.amount
        return pad_keyboard(pad, locale)

    async def edit(
        self, place: Place, message_id: int, message: Message, locale: Locale, weight: Weight
    ) -> None:
        """Replace a message, with the keypad that is open in it or with its own buttons.

        A keypad that was opened or closed while this waited for its chat is set right after it. Raises TelegramError.
        """
        buttons = self.buttons(place, message_id, message, locale)
        before = self.of(place, message_id)
        await self._wire.edit(place, message_id, message, locale, weight, buttons)
        if self.of(place, message_id) is not before:
            buttons = self.buttons(place, message_id, message, locale)
            own = self._wire.keyboard(message, locale)
            await self._wire.edit_buttons(place, message_id, buttons or own, Weight.URGENT)

    async def _redraw(self, place: Place, message_id: int, pad: Pad, locale: Locale) -> None:
        await self._sleep(REDRAW_SECONDS)
        if self.of(place, message_id) is pad and pad.drawn != pad.amount:
            try:
                await self._draw(place, message_id, pad, locale)
            except TelegramError as refused:
                _log.info("pad_not_drawn", error=type(refused).__name__)

    async def _draw(self, place: Place, message_id: int, pad: Pad, locale: Locale) -> None:
        pad.drawn = pad.amount
        await self._wire.edit_buttons(place, message_id, pad_keyboard(pad, locale), Weight.URGENT)


def pad_keyboard(pad: Pad, locale: Locale) -> InlineKeyboardMarkup:
    """Sizes, steps and the amount to confirm, typing, and the way back."""

    def key(argument: str) -> Press:
        return Press(name=Own.PAD, argument=argument, turn=pad.turn)

    rows: list[Sequence[InlineKeyboardButton]] = [[keyboards.button(choice, locale) for choice in pad.sizes]]
    if pad.legal.raise_min != pad.legal.raise_max:
        steps = (-pad.step, pad.step, 5 * pad.step)
        rows.append([keyboards.own_button(f"{by:+,}".replace("-", "−"), key(f"{by:+d}")) for by in steps])
        rows.append([keyboards.own_button(f"✔ {pad.amount:,}", key("ok"), "success")])
    typed = keyboards.own_button(say(locale, "telegram.pad_type", {"amount": pad.amount}), key("type"))
    back = keyboards.own_button(say(locale, "telegram.pad_back"), key("back"))
    made = keyboards.markup([*rows, [typed, back]])
    if made is None:
        raise ValueError("a keypad has keys")
    return made
