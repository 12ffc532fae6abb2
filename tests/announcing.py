"""A table, a room that keeps all it is sent, and an announcer between them: for tests of what people get to see.

No time passes but what the test lets pass: `Naps` stands in for sleeping, and no clock runs.
"""

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace

from adapters.announce import Announcer
from adapters.messages import Locale
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
from tests.keeper import QUICK, WAIT, Keeper, Naps
from tests.redis_faults import Raw

LOBBY = RoomId("web:lobby")


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
