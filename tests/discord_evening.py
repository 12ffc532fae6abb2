"""An evening on the loopback Discord: a house on a real Redis, its bot on the unmodified client, and people.

No clock runs: `Evening.deal` lets the deadline of the next hand pass, with the chance of the test. `Naps` stands in for
sleeping, so that a run-out is shown at once and a silent player is called when the test says so.
"""

import asyncio
import time
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from functools import partial
from random import Random
from typing import Any

import pytest
from pydantic import SecretStr

from adapters.discord import unseen
from adapters.discord.client import RiverbotClient
from adapters.discord.watch import EVERY
from bot.banks import banks
from bot.discord_room import DiscordRoom, Pacing, discord_room
from bot.house import LiveHouse
from bot.house_events import zone_of
from bot.settings import Settings
from core.cardroom.table import Table, chips_at
from core.dealer import Dealer
from core.director import Director
from core.event_store import EventStore
from core.ids import CommunityId, RoomId, TableId
from core.kept import Kept
from core.poker.hand import Stage
from core.store import Store, connect
from tests.loopback.discord import Channel, DiscordServer, Guild, Interaction, Message, User

CALL_AFTER = 10.0
PATIENCE = 30.0
"""Seconds that anything is waited for, on a machine with a lot else to do."""
ACKNOWLEDGE_WITHIN = 60.0
"""Discord's three seconds, for such a machine."""


class Naps:
    """Sleeping that takes no time, except before a call to a silent player, which waits for `ring`, before a look at
    the live messages, which waits for `look`, and before one at tables that cannot be seen, which waits for `hold`."""

    def __init__(self) -> None:
        self.waiting = 0
        self.looks = 0
        """That were begun."""
        self._bell = asyncio.Event()
        self._looks = asyncio.Event()
        self._holds = asyncio.Event()

    async def __call__(self, seconds: float) -> None:
        if seconds == EVERY:
            self.looks += 1
            await self._looks.wait()
            return
        if seconds == unseen.EVERY:
            await self._holds.wait()
            return
        if seconds != CALL_AFTER:
            await asyncio.sleep(0)
            return
        self.waiting += 1
        try:
            await self._bell.wait()
        finally:
            self.waiting -= 1

    def ring(self) -> None:
        """Ten silent seconds have passed."""
        self._bell.set()
        self._bell = asyncio.Event()

    def look(self) -> None:
        """Five seconds have passed."""
        self._looks.set()
        self._looks = asyncio.Event()

    def hold(self) -> None:
        """A second has passed."""
        self._holds.set()
        self._holds = asyncio.Event()


@dataclass(slots=True, kw_only=True)
class Bot:
    """One process's worth of Riverbot."""

    room: DiscordRoom
    house: LiveHouse
    dealer: Dealer
    store: Store
    naps: Naps
    told: list[str]
    task: asyncio.Task[None]

    async def table_in(self, channel: Channel) -> TableId | None:
        """The open table of a channel or thread."""
        assert channel.guild is not None
        room = RoomId(f"discord:{channel.guild.id}:{channel.id}")
        return await self.house.table_in(room, CommunityId(f"discord:{channel.guild.id}"))

    async def look(self, table_id: TableId) -> Table:
        """As Redis has it; every chip is where it should be."""
        table = await self.house.look(table_id)
        assert chips_at(table) == table.issued
        return table

    async def deal(self, table_id: TableId, chance: int) -> None:
        """Let the deadline pass at which the next hand is due."""
        stored = await self.store.load(table_id)
        assert stored is not None
        await self.dealer.tick(table_id, stored.version, f"{chance:064x}")


@asynccontextmanager
async def bot_running(
    server: DiscordServer,
    redis_url: str,
    *,
    edit: float = 0.0,
    settings: dict[str, Any] | None = None,
    token: str = "",
    banked: bool = False,
) -> AsyncIterator[Bot]:
    """A bot at work, connected on every shard of its own; the server must be `pointed`. `banked`: with wallets."""
    made = Settings(_env_file=None, DISCORD_TOKEN=SecretStr(token or server.token), **(settings or {}))
    naps = Naps()
    async with AsyncExitStack() as stack:
        patch = stack.enter_context(pytest.MonkeyPatch.context())
        patch.setattr(RiverbotClient, "before_identify_hook", _at_once)
        bank_of = banks(made) if banked else _no_bank
        store = await stack.enter_async_context(await connect(redis_url, patience=PATIENCE, bank_of=bank_of))
        dealer = Dealer(store, lambda: int(time.time() * 1_000))
        chance = Random("director")
        director = Director(
            EventStore(store),
            dealer.clock_ms,
            lambda: chance.randbytes(32).hex(),
            partial(zone_of, Kept(store)),
        )
        house = LiveHouse(store, dealer, made.locale, director)
        pacing = Pacing(edit=edit, call_after=CALL_AFTER, retry=0.05, sleep=naps)
        room = discord_room(made, store, dealer, house, pacing=pacing, guild_ready_timeout=0)
        told: list[str] = []
        task = asyncio.create_task(room.run(told.append))
        stack.push_async_callback(_end, task)
        await server.until(lambda: room.client.is_ready() or task.done())
        if task.done():
            await task
        yield Bot(room=room, house=house, dealer=dealer, store=store, naps=naps, told=told, task=task)


def _no_bank(_: CommunityId) -> None:
    """Most evenings are played without wallets."""


async def _end(task: asyncio.Task[None]) -> None:
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)


async def _at_once(*_: object, **__: object) -> None:
    """Discord's five seconds between shards are not waited for."""


@dataclass(slots=True, kw_only=True)
class Evening:
    """A guild with a channel, a table in it, and the people around it."""

    server: DiscordServer
    bot: Bot
    guild: Guild
    channel: Channel
    place: Channel = field(init=False)
    """Where the table is: a thread, or the channel."""
    table_id: TableId = field(init=False)
    people: dict[int, User] = field(default_factory=dict)
    dealt: int = 0
    redis_url: str
    options: dict[str, Any]
    running: AsyncExitStack
    """The bot's, to stop and start it."""

    async def restart(self) -> None:
        """Stop the bot's process when it has written down what it has shown, and start it anew."""
        await self.server.until(lambda: not self.bot.room.announcer.telling)
        await self.running.aclose()
        self.bot = await self.running.enter_async_context(
            bot_running(self.server, self.redis_url, **self.options)
        )

    def person(self, name: str, **kind: Any) -> User:
        """Somebody new in the guild."""
        user = self.server.add_user(name, self.guild, **kind)
        self.people[user.id] = user
        return user

    async def open(self, host: User, channel: Channel | None = None, **options: str | int) -> Interaction:
        """`/poker new`; the table is in `place` then. Hands begin when the test deals them."""
        given: dict[str, Any] = {"pause": 600, **options}
        asked = await host.slash(channel or self.channel, "poker new", given).settled()
        threads = [
            one for one in self.server.world.channels.values() if one.is_thread and one.guild is self.guild
        ]
        for place in [*reversed(threads), channel or self.channel]:
            found = await self.bot.table_in(place)
            if found is not None:
                self.place, self.table_id = place, found
                break
        await self.server.until(lambda: self.public())
        return asked

    @property
    def room_id(self) -> RoomId:
        return RoomId(f"discord:{self.guild.id}:{self.place.id}")

    def public(self) -> list[Message]:
        """The messages of the dealer that everybody sees, oldest first."""
        return [
            one for one in self.place.messages.values() if not (one.ephemeral or one.loading or one.deleted)
        ]

    async def sit(self, user: User, chips: str = "") -> Interaction:
        """[Sit down] and the form."""
        await self.server.until(lambda: any(self.buttons(one, "join") for one in self.public()))
        message = next(one for one in reversed(self.public()) if self.buttons(one, "join"))
        form = await user.click(message, self.buttons(message, "join")[0])
        sent = await user.submit_modal(form, {"chips": chips} if chips else {})
        await self.server.until(lambda: sent.followups)
        return sent

    async def start(self, host: User) -> None:
        """`/poker start`, and the first deal."""
        asked = await host.slash(self.place, "poker start")
        await self.server.until(lambda: asked.message is not None and asked.message.deleted)
        await self.deal()

    async def deal(self) -> None:
        """The next hand."""
        self.dealt += 1
        await self.bot.deal(self.table_id, self.dealt)

    async def table(self) -> Table:
        return await self.bot.look(self.table_id)

    async def actor(self) -> User | None:
        """Who is to act; None when no hand is being played."""
        table = await self.table()
        hand = table.hand
        if hand is None or hand.stage is not Stage.BETTING:
            return None
        seat = table.seats[hand.setup.seats[hand.waiting_for[0]] - 1]
        assert seat is not None
        return self.people[int(seat.player.removeprefix("discord:"))]

    async def live(self) -> Message:
        """The table message, once it shows the present moment."""
        stamp = await self.stamp()
        await self.server.until(lambda: any(stamp in i for i in self.buttons(self.public()[-1])))
        return self.public()[-1]

    async def mine(self, user: User) -> Message:
        """What the player to act is shown in private, once it shows the present moment."""
        stamp = await self.stamp()

        def shown() -> list[Message]:
            panels = [one for one in self.place.messages.values() if one.only_for is user and not one.deleted]
            return [
                m for m in [*panels, *user.dm.messages.values()] if any(stamp in i for i in self.buttons(m))
            ]

        await self.server.until(shown)
        return shown()[-1]

    async def press(self, user: User, *names: str, where: Message | None = None) -> Interaction:
        """Press the first button of these names that there is, in the table message unless it is said where."""
        message = where or await self.live()
        for name in names:
            for custom_id in self.buttons(message, name):
                return await user.click(message, custom_id)
        raise LookupError(f"none of {names} among {self.buttons(message)}")

    async def go_on(self, user: User, *names: str, where: Message | None = None) -> None:
        """Press, and see that the hand has gone on."""
        before = await self.stamp()
        await self.press(user, *names, where=where)
        await self.moved_from(before)

    async def moved_from(self, stamp: str) -> None:
        """Wait until the table has moved on."""
        await self.until_table(lambda table: _stamp(table) != stamp)

    async def until_table(self, done: Callable[[Table], bool]) -> Table:
        """Wait until the table, as Redis has it, is so."""
        async with asyncio.timeout(PATIENCE):
            while True:
                stored = await self.bot.store.load(self.table_id)
                assert stored is not None
                if done(stored.table):
                    return stored.table

    async def play_out(self, *, privately: bool = False) -> None:
        """Everybody checks or calls until the hand is over."""
        while (user := await self.actor()) is not None:
            await self.go_on(user, "check", "call", where=await self.mine(user) if privately else None)
        await self.settled()

    async def shove(self, user: User) -> None:
        """[Raise…] and the largest size, or call when there is nothing to raise."""
        before = await self.stamp()
        message = await self.live()
        if not self.buttons(message, "raise"):
            await self.go_on(user, "call")
            return
        sizes = await self.press(user, "raise")
        await self.server.until(lambda: sizes.followups)
        offered = [one for one in self.buttons(sizes.followups[0], "raise") if one.split(":")[5].isdecimal()]
        await user.click(sizes.followups[0], max(offered, key=lambda one: int(one.split(":")[5])))
        await self.moved_from(before)

    async def settled(self) -> None:
        """The hand is over, and the table message shows it."""
        stamp = _stamp(await self.until_table(lambda table: table.hand is None))
        await self.server.until(lambda: any(stamp in i for i in self.buttons(self.public()[-1], "hand")))

    async def stamp(self) -> str:
        """The present moment, as it stands in custom_ids."""
        return _stamp(await self.table())

    def buttons(self, message: Message, name: str = "") -> list[str]:
        """The custom_ids of a message's buttons, all or those of one name."""
        ids = [button.custom_id for button in message.buttons if button.custom_id is not None]
        return [one for one in ids if not name or one.split(":")[4] == name]


def _stamp(table: Table) -> str:
    return f":{table.turn.hand_no}:{table.turn.action_no}:"


@asynccontextmanager
async def evening(redis_url: str, *, shards: int = 1, **options: Any) -> AsyncIterator[Evening]:
    """The doors are open."""
    async with DiscordServer(shards=shards) as server:
        server.deadline = ACKNOWLEDGE_WITHIN
        guild = server.add_guild("Card Room")
        channel = server.add_channel(guild)
        with server.pointed():
            async with AsyncExitStack() as running:
                bot = await running.enter_async_context(bot_running(server, redis_url, **options))
                yield Evening(
                    server=server,
                    bot=bot,
                    guild=guild,
                    channel=channel,
                    redis_url=redis_url,
                    options=options,
                    running=running,
                )
