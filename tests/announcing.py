"""A table, a room that keeps all it is sent, and an announcer between them: for tests of what people get to see.

No time passes but what the test lets pass: `Naps` stands in for sleeping, and no clock runs.
"""

import asyncio
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace

from adapters.announce import Announcer
from adapters.messages import Cards, Chips, Delivery, Line, Locale, Message, Name, Text
from adapters.texts import say
from bot.house import LiveHouse
from core.actions import Action, OpenTable, Play, Sit, StartPlay
from core.cardroom.table import Table, chips_at, seat_at
from core.dealer import Dealer
from core.ids import CommunityId, PlayerId, RoomId, SeatNo, TableId
from core.options import TableOptions
from core.outbox import Outbox
from core.poker.actions import Call, Check, Fold, Move, RaiseTo
from core.poker.hand import legal_moves
from core.store import Store
from tests.redis_faults import Raw

WAIT = 10  # seconds that a real event may take
LOBBY = RoomId("web:lobby")
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
    slow: asyncio.Event = field(default_factory=asyncio.Event)
    """Cleared: what comes has to wait for it."""
    waiting: int = 0

    def __post_init__(self) -> None:
        self.slow.set()

    @property
    def platform(self) -> str:
        return "web"

    async def post(self, room: RoomId, message: Message, locale: Locale) -> str:
        await self._take_time(room)
        message_id = f"m{len(self.posts) + 1}"
        self.posts[message_id], self.rooms[message_id] = [message], room
        return message_id

    async def edit(self, room: RoomId, message_id: str, message: Message, locale: Locale) -> str:
        await self._take_time(room)
        self.edits += 1
        self.posts[message_id].append(message)
        return message_id

    async def call(self, room: RoomId, message: Message, locale: Locale) -> str:
        await self._take_time(room)
        self.called += 1
        self.calls[f"c{self.called}"] = message
        return f"c{self.called}"

    async def take_back(self, room: RoomId, message_id: str) -> None:
        self.calls.pop(message_id, None)

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
        finally:
            self.waiting -= 1
        if room in self.barred:
            raise self.barred[room]
        if self.fails:
            raise self.fails.pop(0)


@dataclass(slots=True, kw_only=True)
class Scene:
    """A table in a room, on a real Redis."""

    store: Store
    raw: Raw
    dealer: Dealer
    house: LiveHouse
    id: TableId
    asked: int = 0

    async def do(self, action: Action) -> None:
        """Do it."""
        self.asked += 1
        await self.dealer.act(self.id, action, f"{self.id}-{self.asked}")

    async def sit(self, *names: str, buy_in: int | None = None) -> None:
        """These people sit down."""
        for name in names:
            await self.do(Sit(by=PlayerId(f"web:{name.lower()}"), name=name, buy_in=buy_in))

    async def seat(self, *names: str) -> None:
        """These people sit down, and that is told."""
        await self.sit(*names)
        await self.settled()

    async def start(self) -> None:
        """Play begins, and the first hand is dealt."""
        await self.do(StartPlay(by=(await self.look()).host))
        await self.tick()

    async def tick(self) -> None:
        """Let the table's deadline pass."""
        stored = await self.store.load(self.id)
        assert stored is not None
        await self.dealer.tick(self.id, stored.version, f"{stored.version:064x}")

    async def move(self, move: Move) -> None:
        """A move by whoever is to act."""
        await self.do(Play(by=(await self.to_act()), move=move))

    async def fold_round(self) -> None:
        """Everyone folds until the hand is over."""
        while (await self.look()).hand is not None:
            await self.move(Fold())

    async def check_down(self) -> None:
        """Everyone checks or calls until the hand is over."""
        while (hand := (await self.look()).hand) is not None:
            legal = legal_moves(hand)
            await self.move(Check() if legal is not None and legal.check else Call())

    async def all_in(self) -> None:
        """Everyone puts in what they have, until the betting is over."""
        while (hand := (await self.look()).hand) is not None and (legal := legal_moves(hand)) is not None:
            if legal.raise_max is not None:
                await self.move(RaiseTo(to=legal.raise_max))
            else:
                await self.move(Call() if legal.call else Check())

    async def look(self) -> Table:
        """As Redis has it; every chip is where it should be."""
        table = await self.dealer.look(self.id)
        assert chips_at(table) == table.issued
        return table

    async def to_act(self) -> PlayerId:
        """Who is to act."""
        table = await self.look()
        assert table.hand is not None
        return seat_at(table, SeatNo(table.hand.setup.seats[table.hand.waiting_for[0]])).player

    def elsewhere(self) -> "Scene":
        """The same table in a process that holds nothing yet."""
        dealer = Dealer(self.store, self.dealer.clock_ms)
        house = LiveHouse(self.store, dealer, Locale.EN)
        return replace(self, dealer=dealer, house=house)

    async def settled(self) -> None:
        """Wait until everything that was committed has been told."""
        stream = f"{{p{self.store.partition_of_table(self.id):02}}}:out:web"
        async with asyncio.timeout(WAIT):
            while await self.raw.xlen(stream):  # noqa: ASYNC110 - as above
                await asyncio.sleep(QUICK)

    async def lose_lease(self) -> None:
        """The lease ends, as it does for a sender that is dead or slow."""
        assert await self.raw.delete(f"{{p{self.store.partition_of_table(self.id):02}}}:lease:web") == 1

    async def marks(self) -> dict[str, str]:
        """The live message of each room."""
        found = await self.raw.hgetall(f"{{p{self.store.partition_of_table(self.id):02}}}:sent:web")
        return {room: mark.rsplit("|", 1)[1] for room, mark in found.items()}


async def scene(
    store: Store, raw: Raw, *, room: RoomId = LOBBY, options: TableOptions | None = None
) -> Scene:
    """Ann opens a table in a room."""
    dealer = Dealer(store, lambda: 1_790_000_000_000)
    house = LiveHouse(store, dealer, Locale.EN)
    community = CommunityId("web:home")
    made = Scene(store=store, raw=raw, dealer=dealer, house=house, id=house.new_table_id(community))
    opening = OpenTable(
        by=PlayerId("web:ann"),
        host_name="Ann",
        table=made.id,
        community=community,
        room=room,
        name="Friday",
        options=options or TableOptions(),
        chance=f"{7:064x}",
    )
    await dealer.open(opening, f"open-{made.id}")
    return made


class Forgetful(Outbox):
    """Of a process that dies: it gives nothing up."""

    async def release(self, partitions: Sequence[int]) -> None:
        """Never comes to it."""


def announcer(
    scene: Scene, port: Keeper, naps: Naps | None = None, *, sender: str = "one", dies: bool = False
) -> Announcer:
    """An announcer for the scene's dealer; it runs when `run` is awaited."""
    outbox = (Forgetful if dies else Outbox)(scene.store, port.platform, sender)
    made = Announcer(
        scene.house,
        outbox,
        port,
        partitions=scene.store.partitions,
        partition_of=scene.store.partition_of_table,
        sleep=naps or Naps(),
    )
    scene.dealer.on_commit.append(made.wake)
    return made


@asynccontextmanager
async def telling(
    scene: Scene, port: Keeper, naps: Naps | None = None, *, sender: str = "one", dies: bool = False
) -> AsyncIterator[asyncio.Task[None]]:
    """While the block runs, an announcer does; it ends in order, or with `dies` without a word."""
    task = asyncio.create_task(announcer(scene, port, naps, sender=sender, dies=dies).run())
    try:
        yield task
    finally:
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
