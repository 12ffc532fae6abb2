"""Each player's own cards in their private chat: one message a hand, edited through the streets. What a tournament has
to tell them comes there too, in messages of its own that ring. Each of a player's tables has messages of its own, and
none of them gives way to another table's.

It carries the buttons when it is the player's turn, and goes out at once then; what merely changes is folded and sent
when there is room. Whoever never opened the chat, or has blocked it, is remembered and not written to until they open
it; [My cards] under the table message works for them. Nothing here holds up a hand.
"""

import asyncio
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Final

import structlog
from telegram.error import TelegramError

from adapters.languages import Languages, Memory
from adapters.messages import Delivery, Message, Role, asks
from adapters.telegram.beside import Beside
from adapters.telegram.chats import Place, user_of
from adapters.telegram.limiter import PRIVATE_GAP, Weight
from adapters.telegram.pads import Pads
from adapters.telegram.trouble import Trouble, pause_of, trouble_of
from adapters.telegram.wire import Wire
from core.ids import PlayerId, RoomId, is_event
from core.store import StoreAway

QUIET_SECONDS: Final = 1.5
"""How long a change that asks nothing of the player waits for the next one."""
FIRST_SECONDS: Final = 0.3
"""The same for the cards of a new hand: whoever acts first gets them at once, with the buttons."""
MOST_SPARE: Final = 2
"""Changes that ask nothing of anybody, on their way at one time."""
MOST_HOMES: Final = 8
"""Rooms in which a player has sat lately that are remembered."""
CLOSED_SECONDS: Final = 7 * 86_400
HAND_SECONDS: Final = 86_400
RETRY_SECONDS: Final = 2.0
_TRIES: Final = 4
_SHOWN_ROLES: Final = frozenset({Role.TITLE, Role.HAND, Role.BOARD, Role.RESULT})
"""What is worth an edit by itself; pots and whose turn it is are brought up to date with the next one."""
_log = structlog.get_logger(__name__)


@dataclass(slots=True, kw_only=True)
class _Sheet:
    """One player's message of one hand."""

    wanted: Message | None = field(repr=False)
    shown: Message | None = field(default=None, repr=False)
    message_id: int | None = None
    recalled: bool = False
    urgent: asyncio.Event = field(default_factory=asyncio.Event)
    task: asyncio.Task[None] | None = None

    @property
    def idle(self) -> bool:
        """Nothing of it is on its way."""
        return self.task is None or self.task.done()


class Private:
    """What players have been shown in their private chats."""

    def __init__(self, wire: Wire, memory: Memory, languages: Languages, pads: Pads) -> None:
        """Nobody has been written to yet."""
        self.beside = Beside(wire, memory)
        self._wire = wire
        self._memory = memory
        self._languages = languages
        self._pads = pads
        self._spare = asyncio.Semaphore(MOST_SPARE)
        self._sparing: set[PlayerId] = set()
        """Those to whom such a change is on its way."""
        self._sheets: dict[PlayerId, dict[str, _Sheet]] = {}
        self._homes: dict[PlayerId, tuple[RoomId, ...]] = {}
        """The newest first, as far as this process knows."""
        self._recalled: set[PlayerId] = set()
        """Those whose rooms of before are known as well."""
        self._closed: dict[PlayerId, bool] = {}
        self._by_button: set[PlayerId] = set()

    def whisper(self, room: RoomId, player: PlayerId, topic: str, message: Message | None) -> Delivery:
        """Show it soon, at once when something is asked of the player. None: the buttons go, the words stay."""
        of_event = is_event(topic)
        if not of_event:
            self.beside.shown(player, table_of(topic), message)
        sheets = self._sheets.setdefault(player, {})
        sheet = sheets.get(topic)
        if message is None:
            if sheet is None or sheet.wanted is None:
                return Delivery.DELIVERED
            if sheet.shown is None and sheet.idle:
                del sheets[topic]  # It found a closed door, and its moment is over.
                return Delivery.CLOSED
            message = Message(lines=sheet.wanted.lines)
        if sheet is None:
            _put_away(sheets, topic)
            sheet = sheets[topic] = _Sheet(wanted=message)
        sheet.wanted = message
        if not of_event:
            self._moved_in(player, room)
        if of_event or asks(message):
            sheet.urgent.set()
        if sheet.idle:
            sheet.task = asyncio.create_task(self._write_safely(player, topic, sheet))
        unseen = self._closed.get(player) or player in self._by_button
        return Delivery.CLOSED if unseen else Delivery.DELIVERED

    async def home(self, player: PlayerId) -> RoomId | None:
        """The room whose table the player was dealt in at last. Raises StoreAway."""
        return next(iter(await self.homes(player)), None)

    async def homes(self, player: PlayerId) -> tuple[RoomId, ...]:
        """The rooms whose tables the player was at lately, the newest first. Raises StoreAway."""
        if player not in self._recalled:
            (kept,) = await self._memory.recall(player, "room")
            before = [RoomId(room) for room in (kept or "").split()]
            known = (*self._homes.get(player, ()), *before)
            self._homes[player] = tuple(dict.fromkeys(known))[:MOST_HOMES]
            self._recalled.add(player)
        return self._homes.get(player, ())

    async def settle_in(self, player: PlayerId, room: RoomId) -> None:
        """From now on what the player types in private is meant for this room's table. Raises StoreAway."""
        if next(iter(await self.homes(player)), None) != room:
            self._moved_in(player, room)
            await self._memory.remember(player, "room", " ".join(self._homes[player]))

    async def is_closed(self, player: PlayerId) -> bool | None:
        """Whether the private chat is known to be closed, or open (False); None when nothing is known."""
        if player not in self._closed:
            closed, opened = await self._memory.recall(player, "closed", "open")
            if closed is None and opened is None:
                return None
            self._closed[player] = closed is not None
        return self._closed[player]

    async def opened(self, player: PlayerId) -> None:
        """The player wrote in private, or let the dealer in again. Raises StoreAway."""
        if await self.is_closed(player) is False:
            return
        self._closed[player] = False
        await self._memory.forget(player, "closed")
        await self._memory.remember(player, "open", "1")
        for topic, sheet in self._sheets.get(player, {}).items():
            if sheet.shown is not sheet.wanted and sheet.idle:
                sheet.urgent.set()
                sheet.task = asyncio.create_task(self._write_safely(player, topic, sheet))

    async def closed(self, player: PlayerId) -> None:
        """The player takes no private messages. Raises StoreAway."""
        if self._closed.get(player) is not True:
            self._closed[player] = True
            await self._memory.forget(player, "open")
            await self._memory.remember(player, "closed", "1", CLOSED_SECONDS)

    async def way(self, player: PlayerId) -> str:
        """``chat`` or ``button``: how the player wants their cards. Raises StoreAway."""
        (kept,) = await self._memory.recall(player, "private")
        (self._by_button.add if kept == "button" else self._by_button.discard)(player)
        return kept or "chat"

    async def prefer(self, player: PlayerId, way: str) -> None:
        """``chat`` or ``button``. Raises StoreAway."""
        await self._memory.remember(player, "private", way)

    async def close(self) -> None:
        """Send no more."""
        await self.beside.close()
        tasks = [sheet.task for sheets in self._sheets.values() for sheet in sheets.values() if sheet.task]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def _plays_at_several(self, player: PlayerId) -> bool:
        return len({table_of(topic) for topic in self._sheets.get(player, {}) if not is_event(topic)}) > 1

    def _moved_in(self, player: PlayerId, room: RoomId) -> None:
        self._homes[player] = tuple(dict.fromkeys((room, *self._homes.get(player, ()))))[:MOST_HOMES]

    async def _write_safely(self, player: PlayerId, topic: str, sheet: _Sheet) -> None:
        failures = 0
        while failures < _TRIES and sheet.shown is not sheet.wanted:
            try:
                by_button = not is_event(topic) and await self.way(player) == "button"
                if by_button or await self.is_closed(player):
                    return
                await self._write(player, topic, sheet)
                failures = 0
            except TelegramError as refused:
                if trouble_of(refused) in (Trouble.CLOSED, Trouble.GONE, Trouble.SHUT):
                    await self._remember_closed(player)
                    return
                failures += 1
                _log.info("not_whispered", error=type(refused).__name__)
                await asyncio.sleep(pause_of(refused, RETRY_SECONDS))
            except StoreAway:
                failures += 1
                await asyncio.sleep(RETRY_SECONDS)

    async def _write(self, player: PlayerId, topic: str, sheet: _Sheet) -> None:
        """Send the newest, once it is urgent or has been quiet for a while.

        What is not urgent goes in small numbers and is chosen last, so it never waits with yesterday's news while the
        player's turn comes.
        """
        if not sheet.recalled:
            (kept,) = await self._memory.recall(player, f"dm:{topic}")
            sheet.message_id, sheet.recalled = None if kept is None else int(kept), True
        left = QUIET_SECONDS if sheet.shown is not None else FIRST_SECONDS
        while not sheet.urgent.is_set():
            if left > 0:
                with suppress(TimeoutError):
                    await asyncio.wait_for(sheet.urgent.wait(), left)
            async with self._spare:
                left = await self._wire.wait(Place(user_of(player) or 0), Weight.SPARE)
                if left <= 0 and player in self._sparing:
                    left = PRIVATE_GAP  # Another table's goes first, and keeps no third one from going.
                if left <= 0 and not sheet.urgent.is_set():
                    self._sparing.add(player)
                    try:
                        await self._send_newest(player, topic, sheet)
                    finally:
                        self._sparing.discard(player)
                    return
        await self._send_newest(player, topic, sheet)

    async def _send_newest(self, player: PlayerId, topic: str, sheet: _Sheet) -> None:
        sheet.urgent.clear()
        message = sheet.wanted
        if message is None or not _worth_sending(sheet.shown, message):
            sheet.shown = message
            return
        await self._send(player, topic, sheet, message)
        sheet.shown = message

    async def _send(self, player: PlayerId, topic: str, sheet: _Sheet, message: Message) -> None:
        place = Place(user_of(player) or 0)
        locale = await self._languages.of(player)
        if self._plays_at_several(player):
            message = await self._wire.chats.told_apart(message, _SHOWN_ROLES)
        weight = Weight.URGENT if asks(message) else Weight.USUAL if sheet.shown is None else Weight.SPARE
        if sheet.message_id is not None:
            try:
                await self._pads.edit(place, sheet.message_id, message, locale, weight)
                return
            except TelegramError as refused:
                if trouble_of(refused) is not Trouble.LOST:
                    raise
        silent = not asks(message) and not is_event(topic)
        sheet.message_id = await self._wire.post(place, message, locale, weight, private=True, silent=silent)
        await self._memory.remember(player, f"dm:{topic}", str(sheet.message_id), HAND_SECONDS)

    async def _remember_closed(self, player: PlayerId) -> None:
        try:
            await self.closed(player)
        except StoreAway:
            _log.info("closed_chat_not_kept")


def table_of(topic: str) -> str:
    """The table that a topic belongs to, or the tournament; what tells of a table's end is beside its hands."""
    return topic.partition(":")[0]


def _put_away(sheets: dict[str, _Sheet], new: str) -> None:
    """A new hand: what is finished at its table is forgotten, and what would only be tidied gives way. Other tables do
    not: of theirs only what has come and has nothing to press is forgotten. News of a tournament never give way."""
    for topic, sheet in list(sheets.items()):
        if is_event(topic) is not is_event(new):
            continue
        gives_way = table_of(topic) == table_of(new) and not is_event(topic)
        shown = sheet.shown
        if sheet.idle:
            gone = gives_way or is_event(topic) or (shown is sheet.wanted and not (shown and shown.choices))
        else:
            gone = gives_way and not (shown and shown.choices)
        if gone:
            if sheet.task is not None:
                sheet.task.cancel()
            del sheets[topic]


def _worth_sending(shown: Message | None, message: Message) -> bool:
    """A change of the buttons, the cards, the board or the result."""
    return shown is None or shown.choices != message.choices or _essence(shown) != _essence(message)


def _essence(message: Message) -> list[object]:
    return [line for line in message.lines if line.role in _SHOWN_ROLES]
