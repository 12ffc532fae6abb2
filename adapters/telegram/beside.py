"""The latest answer with buttons of the moment in each player's private chat, beside the message of the hand.

There is one for each player and table: the next one takes its place, and it goes when its moment is over, so that no
dead button looks alive.
"""

import asyncio
from collections.abc import Coroutine
from dataclasses import dataclass
from typing import Final

import structlog
from telegram.error import TelegramError

from adapters.languages import Memory
from adapters.messages import MOVES, Choice, ChoiceName, Message, asks
from adapters.telegram.chats import Place, user_of
from adapters.telegram.limiter import Weight
from adapters.telegram.wire import Wire
from core.ids import PlayerId
from core.store import StoreAway

KEPT_SECONDS: Final = 86_400
MOST_KNOWN: Final = 8_192
"""Players at tables of whom it is remembered that nothing is there."""
_log = structlog.get_logger(__name__)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Aside:
    """A message, the moment that it was for, whether it asks ahead of the turn, and whether all of it is to go."""

    message: int
    hand: int
    action: int
    ahead: bool
    whole: bool

    def is_over(self, shown: Message | None) -> bool:
        """By what the player is shown of the hand."""
        turns = {
            (one.turn.hand_no, one.turn.action_no) for one in _of_the_moment(shown) if one.turn is not None
        }
        if not self.ahead:
            return (self.hand, self.action) not in turns
        return shown is None or asks(shown) or self.hand not in {hand for hand, _ in turns}


class Beside:
    """What was put there. Nothing of it holds up a hand."""

    def __init__(self, wire: Wire, memory: Memory) -> None:
        """Another process may have put something there."""
        self._wire = wire
        self._memory = memory
        self._asides: dict[tuple[PlayerId, str], _Aside | None] = {}
        self._clearing: set[asyncio.Task[None]] = set()

    async def put(self, player: PlayerId, number: int, message: Message, *, whole: bool) -> None:
        """It was sent as message `number`; with `whole` it is deleted later, not only its buttons. Raises StoreAway."""
        moments = _of_the_moment(message)
        turn = next((one.turn for one in moments if one.turn is not None), None)
        if turn is None:
            return
        former = await self._aside(player, turn.table)
        ahead = any(one.name is ChoiceName.PLAN for one in moments)
        new = _Aside(message=number, hand=turn.hand_no, action=turn.action_no, ahead=ahead, whole=whole)
        self._asides[player, turn.table] = new
        kept = f"{number} {new.hand} {new.action} {ahead:d} {whole:d}"
        await self._memory.remember(player, f"beside:{turn.table}", kept, KEPT_SECONDS)
        if former is not None:
            self._later(self._take_away(player, former))

    def shown(self, player: PlayerId, table: str, message: Message | None) -> None:
        """The player is shown that of the table's hand: what belongs to an earlier moment of it goes."""
        if (player, table) not in self._asides or self._asides[player, table] is not None:
            self._later(self._clear(player, table, message))

    def pressed(self, player: PlayerId, number: int) -> None:
        """A button of that message did what it says."""
        for (whose, table), aside in self._asides.items():
            if whose == player and aside is not None and aside.message == number:
                self._later(self._clear(player, table, None))

    async def close(self) -> None:
        """Clear no more."""
        for task in self._clearing:
            task.cancel()
        await asyncio.gather(*self._clearing, return_exceptions=True)

    def _later(self, clearing: Coroutine[None, None, None]) -> None:
        task = asyncio.create_task(clearing)
        self._clearing.add(task)
        task.add_done_callback(self._clearing.discard)

    async def _aside(self, player: PlayerId, table: str) -> _Aside | None:
        if (player, table) not in self._asides:
            (kept,) = await self._memory.recall(player, f"beside:{table}")
            found = None
            if kept is not None:
                number, hand, action, ahead, whole = (int(part) for part in kept.split())
                found = _Aside(message=number, hand=hand, action=action, ahead=bool(ahead), whole=bool(whole))
            self._asides.setdefault((player, table), found)
        return self._asides[player, table]

    async def _clear(self, player: PlayerId, table: str, shown: Message | None) -> None:
        try:
            aside = await self._aside(player, table)
            if aside is None or not aside.is_over(shown):
                return
            self._asides[player, table] = None
            if len(self._asides) > MOST_KNOWN:
                self._asides = {whose: one for whose, one in self._asides.items() if one is not None}
            await self._memory.forget(player, f"beside:{table}")
        except StoreAway:
            return
        await self._take_away(player, aside)

    async def _take_away(self, player: PlayerId, aside: _Aside) -> None:
        place = Place(user_of(player) or 0)
        try:
            if aside.whole:
                await self._wire.delete(place, aside.message, Weight.SPARE)
            else:
                await self._wire.edit_buttons(place, aside.message, None, Weight.SPARE)
        except TelegramError as refused:
            _log.info("not_taken_away", error=type(refused).__name__)


def _of_the_moment(message: Message | None) -> list[Choice]:
    """The buttons that mean nothing any more when the hand has gone on."""
    if message is None:
        return []
    return [one for row in message.choices for one in row if one.name in MOVES or one.name is ChoiceName.PLAN]
