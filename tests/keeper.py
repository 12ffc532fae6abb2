"""A platform that keeps all it is sent, and sleeping that takes no time: for tests of what people get to see."""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field

from adapters.messages import Cards, Chips, Delivery, Line, Locale, Message, Name, Text
from adapters.texts import say
from core.ids import PlayerId, RoomId, TableId

WAIT = 10  # seconds that a real event may take
QUICK = 0.005  # seconds between two looks


async def until(done: Callable[[], bool]) -> None:
    """Wait for a real event."""
    async with asyncio.timeout(WAIT):
        while not done():  # noqa: ASYNC110 - what is waited for knows of no event
            await asyncio.sleep(QUICK)


def plain(message: Message) -> str:
    """The words of a message in English."""
    return "\n".join(map(_line, message.lines))


def _line(line: Line) -> str:
    words = []
    for piece in line.pieces:
        match piece:
            case Text():
                words.append(say(Locale.EN, piece.key, piece.numbers))
            case Name():
                words.append(piece.name)
            case Chips():
                words.append(str(piece.amount))
            case Cards():
                words += [card.value for card in piece.cards]
            case _:
                pass
    return " ".join(words)


class Naps:
    """Sleeping that takes no time, except for the lengths in `held`: those end when the test says `ring`."""

    def __init__(self) -> None:
        self.taken: list[float] = []
        self.held: set[float] = set()
        self.waiting = 0
        self._bell = asyncio.Event()

    async def __call__(self, seconds: float) -> None:
        self.taken.append(seconds)
        if seconds not in self.held:
            await asyncio.sleep(QUICK)
            return
        bell = self._bell
        self.waiting += 1
        try:
            await bell.wait()
        finally:
            self.waiting -= bell is self._bell

    def ring(self) -> None:
        """All held sleepers wake up."""
        self.waiting = 0
        self._bell.set()
        self._bell = asyncio.Event()


@dataclass(slots=True, kw_only=True)
class Keeper:
    """A platform that keeps what it is sent, in order. `fails` is raised once each by what comes next."""

    of: str = "web"
    pace: float = 0.0
    call_after: float | None = None
    posts: dict[str, list[Message]] = field(default_factory=dict)
    """Every message by its id, with all that it showed."""
    rooms: dict[str, RoomId] = field(default_factory=dict)
    whispers: list[tuple[PlayerId, str, Message | None]] = field(default_factory=list)
    calls: dict[str, Message] = field(default_factory=dict)
    """Those that were not taken back."""
    called: int = 0
    edits: int = 0
    fails: list[Exception] = field(default_factory=list)
    barred: dict[RoomId, Exception] = field(default_factory=dict)
    """Rooms that take nothing."""
    whisper_fails: dict[PlayerId, Exception] = field(default_factory=dict)
    closed: set[PlayerId] = field(default_factory=set)
    pinned: list[tuple[RoomId, str]] = field(default_factory=list)
    no_pins: Exception | None = None
    threads: dict[RoomId, RoomId] = field(default_factory=dict)
    """Where parts really are."""
    asked_for: list[tuple[RoomId, TableId, str]] = field(default_factory=list)
    """What `placed` was asked."""
    slow: asyncio.Event = field(default_factory=asyncio.Event)
    """Cleared: what comes has to wait for it."""
    waiting: int = 0
    slow_rooms: dict[RoomId, asyncio.Event] = field(default_factory=dict)
    """What comes to these has to wait as well."""
    deleted: set[str] = field(default_factory=set)
    """Messages that somebody has deleted: an edit posts them anew."""
    house: Callable[[RoomId, RoomId, TableId], Awaitable[None]] | None = None
    """Has a table open in the thread that it gets, in place of the part."""

    def __post_init__(self) -> None:
        self.slow.set()

    @property
    def platform(self) -> str:
        return self.of

    async def post(self, room: RoomId, message: Message, locale: Locale) -> str:
        await self._take_time(room)
        message_id = f"m{len(self.posts) + 1}"
        self.posts[message_id], self.rooms[message_id] = [message], room
        return message_id

    async def edit(self, room: RoomId, message_id: str, message: Message, locale: Locale) -> str:
        await self._take_time(room)
        self.edits += 1
        if message_id in self.deleted:
            return await self.post(room, message, locale)
        self.posts[message_id].append(message)
        return message_id

    async def call(self, room: RoomId, message: Message, locale: Locale) -> str:
        await self._take_time(room)
        self.called += 1
        self.calls[f"c{self.called}"] = message
        return f"c{self.called}"

    async def take_back(self, room: RoomId, message_id: str) -> None:
        self.calls.pop(message_id, None)

    async def pin(self, room: RoomId, message_id: str) -> None:
        if self.no_pins is not None:
            raise self.no_pins
        self.pinned.append((room, message_id))

    async def placed(self, room: RoomId, table: TableId, name: str) -> RoomId:
        self.asked_for.append((room, table, name))
        if room in self.barred:
            raise self.barred[room]
        thread = self.threads.get(room, room)
        if thread != room and self.house is not None:
            await self.house(room, thread, table)
        return thread

    async def whisper(self, room: RoomId, player: PlayerId, topic: str, message: Message | None) -> Delivery:
        failure = self.whisper_fails.pop(player, None)
        if failure is not None:
            raise failure
        self.whispers.append((player, topic, message))
        return Delivery.CLOSED if player in self.closed else Delivery.DELIVERED

    def now(self, message_id: str) -> Message:
        """What a message shows."""
        return self.posts[message_id][-1]

    @property
    def newest(self) -> str:
        """The words of the newest message as it is now."""
        return plain(self.now(f"m{len(self.posts)}")) if self.posts else ""

    def whispered(self, player: PlayerId) -> list[tuple[str, Message | None]]:
        """What one player was shown in private."""
        return [(topic, message) for to, topic, message in self.whispers if to == player]

    async def _take_time(self, room: RoomId) -> None:
        self.waiting += 1
        try:
            await self.slow.wait()
            if room in self.slow_rooms:
                await self.slow_rooms[room].wait()
        finally:
            self.waiting -= 1
        if room in self.barred:
            raise self.barred[room]
        if self.fails:
            raise self.fails.pop(0)
