"""A tournament, rooms that keep all they are sent, and what tells them of it: for tests of what a hall gets to see."""

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from secrets import token_hex

from adapters.halls import Halls
from adapters.messages import ChoiceName, Locale, Message
from bot.house import LiveHouse
from core.banking import Bank
from core.cardroom.event_actions import CreateEvent, Register
from core.cardroom.tournament import Tournament
from core.dealer import Dealer
from core.director import Director
from core.ids import PlayerId, RoomId
from core.outbox import NewsOutbox
from core.store import Store
from tests.banks import Club, now_ms
from tests.event_house import EventHouse, hurried_ms
from tests.keeper import QUICK, WAIT, Keeper, Naps
from tests.redis_faults import Raw

LOBBY, SIDE, CHANNEL = RoomId("web:lobby"), RoomId("web:side"), RoomId("discord:1:2")
HOST = PlayerId("web:host")


class Forgetful(NewsOutbox):
    """Of a process that dies: it gives nothing up."""

    async def release(self, partitions: Sequence[int]) -> None:
        """Never comes to it."""


@dataclass(kw_only=True)
class HallStage(EventHouse):
    """One event, announced in some halls."""

    rooms: tuple[RoomId, ...] = (LOBBY,)
    ahead: int = 0
    """Milliseconds that the director's clock is further ahead."""

    def new_director(self) -> Director:
        """As a process that has just started has it."""
        return Director(self.events, lambda: hurried_ms() + self.ahead, lambda: token_hex(32))

    async def announce(self, people: int = 0) -> None:
        """The host announces the event, and so many people of the web register."""
        self.id = self.events.new_id(self.club.community, self.chance.choice)
        await self.do(
            CreateEvent(
                by=HOST,
                host_name="Host",
                event=self.id,
                community=self.club.community,
                rooms=self.rooms,
                name="Cup",
                options=self.options,
            )
        )
        for number in range(people):
            await self.enter(f"web:p{number}")

    async def enter(self, *players: str) -> None:
        """These people register, named as they are."""
        for player in players:
            await self.do(Register(by=PlayerId(player), name=player.partition(":")[2]))

    async def play(self) -> Tournament:
        """The whole tournament."""
        return await self.play_on(people=True)

    async def waiting(self, platform: str = "web") -> int:
        """Commits whose news wait to be told."""
        return int(await self.club.raw.xlen(f"{{p{self.partition:02}}}:news:{platform}"))

    async def settled(self, platform: str = "web") -> None:
        """Wait until everything that was committed has been told."""
        async with asyncio.timeout(WAIT):
            while await self.waiting(platform):  # noqa: ASYNC110 - what is waited for knows of no event
                await asyncio.sleep(QUICK)

    async def lose_lease(self) -> None:
        """The lease ends, as it does for a sender that is dead or slow."""
        assert await self.club.raw.delete(f"{{p{self.partition:02}}}:news-lease:web") == 1

    async def marks(self) -> dict[str, str]:
        """The tournament's message in each hall, and how far the private messages have got."""
        found = await self.club.raw.hgetall(f"{{p{self.partition:02}}}:news-sent:web")
        return {place.partition("|")[0]: mark.rpartition("|")[2] for place, mark in found.items()}

    def halls(
        self, port: Keeper, naps: Naps | None = None, *, sender: str = "one", dies: bool = False
    ) -> Halls:
        """What tells a platform of it; it runs when `run` is awaited."""
        store = self.club.store
        house = LiveHouse(store, self.club.dealer, Locale.EN, self.director)
        halls = Halls(
            house.events,
            house,
            (Forgetful if dies else NewsOutbox)(store, port.platform, sender),
            port,
            partitions=store.partitions,
            partition_of=self.events.partition_of,
            clock_ms=now_ms,
            sleep=naps or Naps(),
        )
        self.director.on_news.append(halls.wake)
        return halls

    @asynccontextmanager
    async def telling(
        self,
        port: Keeper,
        naps: Naps | None = None,
        *,
        sender: str = "",
        dies: bool = False,
        halls: Halls | None = None,
    ) -> AsyncIterator[asyncio.Task[None]]:
        """While the block runs, the halls are told; it ends in order, or with `dies` without a word."""
        made = halls or self.halls(port, naps, sender=sender or token_hex(4), dies=dies)
        task = asyncio.create_task(made.run())
        try:
            yield task
        finally:
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)


def hall_stage(store: Store, raw: Raw, *rooms: RoomId) -> HallStage:
    """A stage on a real Redis, where chips are free; the lobby when no halls are named."""
    club = Club(store=store, bank=Bank(store), dealer=Dealer(store, now_ms), raw=raw)
    return HallStage(club=club, rooms=rooms or (LOBBY,))


def names(message: Message | None) -> set[ChoiceName]:
    """The buttons of a message."""
    assert message is not None
    return {choice.name for row in message.choices for choice in row}
