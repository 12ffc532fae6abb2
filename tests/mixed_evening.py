"""One house on both loopback servers at once: a Discord channel and a Telegram group, and people in each.

The clock jumps, as it does on the Telegram evening alone, and both servers go by it. `discord` and `telegram` are the
evenings of the two rooms with the same table in them.
"""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

import pytest
from pydantic import SecretStr

from adapters.discord.client import RiverbotClient
from bot.banks import banks
from bot.discord_room import Pacing, discord_room
from bot.house import LiveHouse
from bot.settings import Settings
from bot.telegram_room import telegram_room
from core.cardroom.table import Table, chips_at
from core.dealer import Dealer
from core.ids import TableId
from core.poker.hand import Stage
from core.store import Store, connect
from tests import discord_evening, telegram_evening
from tests.discord_evening import CALL_AFTER, Naps
from tests.jumping_loop import jumping, let_pass
from tests.loopback.discord import DiscordServer
from tests.loopback.discord import User as DiscordUser
from tests.loopback.telegram import TelegramServer
from tests.loopback.telegram import User as TelegramUser
from tests.telegram_evening import EPOCH, PATIENCE

Bots = tuple[discord_evening.Bot, telegram_evening.Bot]
HEARTBEAT = 1e6
"""Seconds without a heartbeat that the library bears: it beats by the real clock."""


class Channel(discord_evening.Evening):
    """The Discord side, by the clock that jumps."""

    async def until_table(self, done: Callable[[Table], bool]) -> Table:
        async with asyncio.timeout(PATIENCE):
            while not done(table := await self.table()):
                await let_pass(0.05)
        return table


@dataclass(slots=True, kw_only=True)
class Mixed:
    """Both rooms."""

    discord: Channel
    telegram: telegram_evening.Evening
    redis_url: str
    banked: bool
    running: AsyncExitStack
    dealt: int = 0
    table_id: TableId = field(init=False)

    async def restart(self) -> None:
        """Stop the process, and start it anew."""
        await self.running.aclose()
        servers = self.discord.server, self.telegram.server
        bots = await self.running.enter_async_context(
            bots_running(*servers, self.redis_url, banked=self.banked)
        )
        self.discord.bot, self.telegram.bot = bots

    @property
    def store(self) -> Store:
        return self.discord.bot.store

    def shares(self, table_id: TableId) -> None:
        """The table is in both rooms."""
        self.table_id = self.discord.table_id = self.telegram.table_id = table_id

    async def table(self) -> Table:
        """As Redis has it; every chip is where it should be."""
        table = await self.discord.bot.look(self.table_id)
        assert chips_at(table) == table.issued
        return table

    async def start(self, host: DiscordUser) -> None:
        """`/poker start`, and the first deal."""
        asked = await host.slash(self.discord.place, "poker start")
        await self.discord.server.until(lambda: asked.message is not None and asked.message.deleted)
        await self.deal()

    async def deal(self) -> None:
        """The next hand."""
        self.dealt += 1
        await self.telegram.bot.deal(self.table_id, self.dealt)

    async def actor(self) -> DiscordUser | TelegramUser | None:
        """Who is to act, on whichever side; None when no hand is being played."""
        table = await self.table()
        hand = table.hand
        if hand is None or hand.stage is not Stage.BETTING:
            return None
        seat = table.seats[hand.setup.seats[hand.waiting_for[0]] - 1]
        assert seat is not None
        platform, _, number = seat.player.partition(":")
        side = self.discord if platform == "discord" else self.telegram
        return side.people[int(number)]

    async def go_on(self, *names: str, privately: bool = False) -> None:
        """Whoever is to act presses the first of these buttons that there is, and the hand goes on."""
        user = await self.actor()
        assert user is not None
        if isinstance(user, DiscordUser):
            panel = await self.discord.mine(user) if privately else None
            await self.discord.go_on(user, *names, where=panel)
        else:
            sheet = await self.telegram.mine(user) if privately else None
            await self.telegram.go_on(user, *names, where=sheet)

    async def play_out(self, *, privately: bool = False) -> None:
        """Everybody checks or calls until the hand is over, and both rooms show it."""
        while await self.actor() is not None:
            await self.go_on("check", "call", privately=privately)
        await self.settled()

    async def types(self, user: DiscordUser | TelegramUser, command: str) -> None:
        """A command that has the table go on, typed in the user's own room."""
        before = await self.discord.stamp()
        if isinstance(user, DiscordUser):
            await user.slash(self.discord.place, f"poker {command}")
        else:
            self.telegram.says(user, f"/{command.split()[-1]}")
        await self.discord.moved_from(before)

    async def settled(self) -> None:
        """Both rooms show that the hand is over."""
        await self.telegram.settled()
        await self.discord.settled()


@asynccontextmanager
async def bots_running(
    discord_server: DiscordServer, telegram_server: TelegramServer, redis_url: str, *, banked: bool = False
) -> AsyncIterator[Bots]:
    """One process with both platforms. `banked`: with wallets."""
    made = Settings(
        _env_file=None,
        DISCORD_TOKEN=SecretStr(discord_server.token),
        TELEGRAM_TOKEN=SecretStr(telegram_server.token),
        TELEGRAM_BASE_URL=telegram_server.base_url.removesuffix("/bot"),
    )
    loop, naps = jumping(), Naps()
    async with AsyncExitStack() as stack:
        patch = stack.enter_context(pytest.MonkeyPatch.context())
        patch.setattr(RiverbotClient, "before_identify_hook", discord_evening._at_once)
        bank_of: dict[str, Any] = {"bank_of": banks(made)} if banked else {}
        store = await stack.enter_async_context(await loop.in_real_time(connect)(redis_url, **bank_of))
        for name in ("command", "run", "run_all"):
            setattr(store, name, loop.in_real_time(getattr(store, name)))
        dealer = Dealer(store, lambda: int((EPOCH + loop.time()) * 1_000))
        house = LiveHouse(store, dealer, made.locale)
        pacing = Pacing(call_after=CALL_AFTER, retry=0.05, sleep=naps)
        channel = discord_room(
            made,
            store,
            dealer,
            house,
            pacing=pacing,
            guild_ready_timeout=0,
            heartbeat_timeout=HEARTBEAT,
        )
        group = telegram_room(made, store, dealer, house)
        told: list[str] = []
        tasks = [asyncio.create_task(one.run(told.append)) for one in (channel, group)]
        for task in tasks:
            stack.push_async_callback(_end, task)
        await telegram_server.until(
            lambda: (len(told) == 2 and channel.client.is_ready()) or any(task.done() for task in tasks)
        )
        for task in tasks:
            if task.done():
                await task
        on_discord = discord_evening.Bot(
            room=channel, house=house, dealer=dealer, store=store, naps=naps, told=told, task=tasks[0]
        )
        on_telegram = telegram_evening.Bot(
            room=group, house=house, dealer=dealer, store=store, told=told, task=tasks[1], hook=""
        )
        yield on_discord, on_telegram


async def _end(task: asyncio.Task[None]) -> None:
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)


@asynccontextmanager
async def mixed(redis_url: str, *, guild_locale: str = "en-US", banked: bool = False) -> AsyncIterator[Mixed]:
    """The doors are open."""
    loop = jumping()
    async with DiscordServer() as left, TelegramServer() as right:
        for server in (left, right):
            server.clock.now = lambda: EPOCH + loop.time()  # type: ignore[method-assign]
        right.limits.as_in_production()
        guild = left.add_guild("Card Room", locale=guild_locale)
        channel = left.add_channel(guild)
        group = right.add_group("Card Room", supergroup=True, silent=True)
        with left.pointed():
            async with AsyncExitStack() as running:
                bots = await running.enter_async_context(bots_running(left, right, redis_url, banked=banked))
                yield Mixed(
                    discord=Channel(
                        server=left,
                        bot=bots[0],
                        guild=guild,
                        channel=channel,
                        redis_url=redis_url,
                        options={},
                        running=running,
                    ),
                    telegram=telegram_evening.Evening(
                        server=right,
                        bot=bots[1],
                        group=group,
                        redis_url=redis_url,
                        options={},
                        running=running,
                    ),
                    redis_url=redis_url,
                    banked=banked,
                    running=running,
                )
