"""Telegram as a `Port`: the table message in its group or topic, the call to a silent player, private cards.

What Telegram says no to becomes one of three things: a repair done at once (a deleted message is posted again, a moved
group followed), a `PortError` that has the announcer try again with the view of that moment (a limit, a mute, an
outage), or the end of the room, which closes its table. A chat may have several tables, each in a room of its own (the
parts of a tournament's hall), which share what the chat takes.
"""

import asyncio
from collections import deque
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from typing import Final

from telegram.error import TelegramError

from adapters.languages import Memory
from adapters.messages import Busy, ChoiceName, Delivery, Line, Locale, Message, PortError
from adapters.telegram.chats import PLATFORM, Place
from adapters.telegram.limiter import Weight
from adapters.telegram.pads import Pads
from adapters.telegram.privately import Private
from adapters.telegram.shares import Shares
from adapters.telegram.topics import Topics
from adapters.telegram.trouble import Trouble, pause_of, trouble_of
from adapters.telegram.wire import Wire
from core.ids import PlayerId, RoomId, TableId, hall_of
from core.store import StoreAway

PACE: Final = 3.4
"""Seconds between two edits of one group: what comes to 18 in a minute."""
CALL_AFTER: Final = 10.0
CALL_SECONDS: Final = 3_600
"""How long a call is remembered, so that another process can take it back."""
RETRY_SECONDS: Final = 5.0
OUT_RETRY_SECONDS: Final = 10.0
OUT_SECONDS: Final = 600.0
"""How long a group that threw the dealer out may let it in again before its table is closed."""
LONGEST_WAIT: Final = 4.0
"""Seconds that a message may wait for its chat; longer, and it had better be drawn anew then."""
LONGEST_REQUEST: Final = 12.0
"""Seconds: less than the announcer's lease of a partition."""
MOST_UNTIDY: Final = 5
"""Old messages of a room that still wait to lose their buttons."""
GONE: Final = "0"
"""The id of a message that nobody can read any more, because its room is gone."""


_MOVES: Final = frozenset(
    {ChoiceName.FOLD, ChoiceName.CHECK, ChoiceName.CALL, ChoiceName.RAISE, ChoiceName.RUNS, ChoiceName.SHOW}
)
_UNHURRIED: Final = frozenset({ChoiceName.REGISTER, ChoiceName.CHECK_IN, ChoiceName.STANDINGS})
"""Buttons of a tournament's message: it counts people and chips, and can wait like any other edit."""


class _RoomGone(Exception):
    """The group or the topic is not there any more."""


class TelegramPort:
    """Telegram as the announcer sees it."""

    def __init__(
        self,
        wire: Wire,
        private: Private,
        pads: Pads,
        topics: Topics,
        memory: Memory,
        *,
        on_gone: Callable[[RoomId], Awaitable[None]],
        pace: float = PACE,
        call_after: float = CALL_AFTER,
    ) -> None:
        """`on_gone` ends the table of a room that is no more."""
        self._wire = wire
        self._private = private
        self._pads = pads
        self._topics = topics
        self._memory = memory
        self._shares = Shares(pace)
        self._on_gone = on_gone
        self._pace = pace
        self._call_after = call_after
        self._troubles: dict[RoomId, Trouble] = {}
        self._out_since: dict[RoomId, float] = {}
        self._shown: dict[RoomId, tuple[str, tuple[Line, ...]]] = {}
        self._untidy: dict[RoomId, deque[int]] = {}
        self._tidying: dict[RoomId, asyncio.Task[None]] = {}

    @property
    def platform(self) -> str:
        """The prefix of its room and player ids."""
        return PLATFORM

    @property
    def pace(self) -> float:
        """Seconds between two edits of one message."""
        return self._pace

    @property
    def call_after(self) -> float | None:
        """Seconds of silence before a mention: an edit rings for nobody."""
        return self._call_after

    def trouble_in(self, room: RoomId) -> Trouble | None:
        """What keeps the dealer from writing there, as far as this process knows."""
        return self._troubles.get(hall_of(room))

    async def post(self, room: RoomId, message: Message, locale: Locale) -> str:
        """Post a table message; returns its id. Raises PortError."""
        return await self._lasting(room, "", message, locale)

    async def edit(self, room: RoomId, message_id: str, message: Message, locale: Locale) -> str:
        """Edit a table message; one that was deleted is posted again, under a new id. Raises PortError."""
        if not message.choices and self._shown.get(room) == (message_id, message.lines):
            self._tidy_later(room, int(message_id))
            return message_id
        return await self._lasting(room, message_id, message, locale)

    async def call(self, room: RoomId, message: Message, locale: Locale) -> str:
        """Post a mention. Raises PortError."""
        with suppress(_RoomGone):
            async with self._minding(room, Weight.URGENT) as place:
                sent = str(await self._wire.post(place, message, locale, Weight.URGENT))
            await self._memory.remember(room, "call", sent, CALL_SECONDS)
            return sent
        return GONE

    async def take_back(self, room: RoomId, message_id: str) -> None:
        """Delete a mention. Raises PortError."""
        if message_id == GONE:
            return
        with suppress(_RoomGone):
            async with self._minding(room, Weight.USUAL) as place:
                await self._wire.delete(place, int(message_id))
        with suppress(StoreAway):
            await self._memory.forget(room, "call")

    async def pin(self, room: RoomId, message_id: str) -> None:
        """Pin a public message, silently; where the dealer may not, nothing happens."""
        if message_id == GONE:
            return
        with suppress(TelegramError, StoreAway):
            await self._wire.pin(await self._wire.place(room), int(message_id))

    async def placed(self, room: RoomId, table: TableId, name: str) -> RoomId:
        """The topic of a tournament's table, in a forum where the dealer may make one; else the part of the hall
        itself. Raises PortError."""
        try:
            return await self._topics.placed(room, table, name)
        except StoreAway as away:
            raise PortError("no answer (StoreAway)", RETRY_SECONDS) from away

    async def hall(self, room: RoomId) -> RoomId:
        """The hall that a room belongs to, also where it is the topic of a table. Raises StoreAway."""
        return await self._topics.hall(room)

    async def put_away(self, room: RoomId) -> None:
        """The table of this room is closed and everybody has seen it. Raises StoreAway."""
        self._shown.pop(room, None)
        await self._topics.close(room)

    async def whisper(self, room: RoomId, player: PlayerId, topic: str, message: Message | None) -> Delivery:
        """Show a player their cards, in the background."""
        return self._private.whisper(room, player, topic, message)

    def heard(self, room: RoomId, trouble: Trouble | None) -> None:
        """What Telegram said of the dealer's standing in the room: that of a hall is that of its parts."""
        hall = hall_of(room)
        if trouble is None:
            self._troubles.pop(hall, None)
            self._out_since.pop(hall, None)
        else:
            self._troubles[hall] = trouble

    async def close(self) -> None:
        """Tidy up no more."""
        tasks = list(self._tidying.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _lasting(self, room: RoomId, message_id: str, message: Message, locale: Locale) -> str:
        if message_id == GONE:
            return GONE
        names = {choice.name for row in message.choices for choice in row}
        matters = not message_id or (names and not names & _MOVES and not names & _UNHURRIED)
        weight = Weight.URGENT if matters else Weight.USUAL
        if not message_id:
            await self._forget_call(room)
        try:
            async with self._minding(room, weight) as place:
                in_turn = bool(message_id) and bool(names & (_MOVES | _UNHURRIED))
                self._take_turn(room, place, in_turn=in_turn)
                if not message_id or not await self._edited(place, int(message_id), message, locale, weight):
                    message_id = str(await self._wire.post(place, message, locale, Weight.URGENT))
        except _RoomGone:
            await self._end(room)
            return GONE
        self._shown[room] = (message_id, message.lines)
        return message_id

    def _take_turn(self, room: RoomId, place: Place, *, in_turn: bool) -> None:
        """Where a chat has several tables, what can wait goes in its turn. Raises PortError when that is later."""
        now = asyncio.get_running_loop().time()
        if not in_turn:
            self._shares.went(place.chat, room, now)
        elif (left := self._shares.wait(place.chat, room, now)) > 0:
            raise Busy("other tables of the chat come first", left)

    async def _end(self, room: RoomId) -> None:
        """A room is gone: a tournament's table is in its hall again, any other one ends. Raises PortError."""
        try:
            if not await self._topics.gone(room):
                await self._on_gone(room)
        except StoreAway as away:
            raise PortError("no answer (StoreAway)", RETRY_SECONDS) from away

    async def _edited(
        self, place: Place, message_id: int, message: Message, locale: Locale, weight: Weight
    ) -> bool:
        """False for a message that is not there any more."""
        try:
            await self._pads.edit(place, message_id, message, locale, weight)
        except TelegramError as refused:
            if trouble_of(refused) is not Trouble.LOST:
                raise
            return False
        return True

    async def _forget_call(self, room: RoomId) -> None:
        """A call that a process made and could not take back any more goes with the hand it was made in."""
        (kept,) = await self._memory.recall(room, "call")
        if kept is not None:
            await self.take_back(room, kept)

    def _tidy_later(self, room: RoomId, message_id: int) -> None:
        """An old message loses its buttons when the group has room for it."""
        self._untidy.setdefault(room, deque(maxlen=MOST_UNTIDY)).append(message_id)
        known = self._tidying.get(room)
        if known is None or known.done():
            self._tidying[room] = asyncio.create_task(self._tidy(room))

    async def _tidy(self, room: RoomId) -> None:
        untidy = self._untidy[room]
        while untidy:
            with suppress(TelegramError, StoreAway):
                await self._wire.edit_buttons(await self._wire.place(room), untidy[0], None, Weight.SPARE)
            untidy.popleft()

    @asynccontextmanager
    async def _minding(self, room: RoomId, weight: Weight) -> AsyncIterator[Place]:
        """Requests about a room. Raises `PortError` for what may work later, `_RoomGone` for what never will."""
        if self.trouble_in(room) is Trouble.OUT:
            raise self._out(room)
        try:
            place = await self._wire.place(room)
            wait = await self._wire.wait(place, weight)
            if wait > LONGEST_WAIT:
                raise Busy("the chat has had enough", wait)
            async with asyncio.timeout(LONGEST_REQUEST):
                yield place
        except TelegramError as refused:
            raise self._meant(room, refused) from refused
        except (TimeoutError, StoreAway) as away:
            raise PortError(f"no answer ({type(away).__name__})", RETRY_SECONDS) from away
        self.heard(room, None)

    def _meant(self, room: RoomId, refused: TelegramError) -> Exception:
        trouble = trouble_of(refused)
        if trouble is Trouble.GONE:
            return _RoomGone()
        if trouble is Trouble.OUT:
            self.heard(room, trouble)
            return self._out(room)
        if trouble is Trouble.SHUT:
            self.heard(room, trouble)
        return PortError(f"refused ({type(refused).__name__})", pause_of(refused, RETRY_SECONDS))

    def _out(self, room: RoomId) -> Exception:
        """Thrown out: for a while it may have been a mistake."""
        now = asyncio.get_running_loop().time()
        since = self._out_since.setdefault(hall_of(room), now)
        return _RoomGone() if now - since >= OUT_SECONDS else PortError("thrown out", OUT_RETRY_SECONDS)
