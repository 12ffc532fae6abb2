"""A click on Discord: how long until it is acknowledged, beside a bare bot of the same library on the same server.

`python -m tests.bench.bench_discord` runs both as processes of their own against one loopback Discord. Each click is a
legal move at a table of its own. One by one, the next comes when the last was shown to everyone; at once, 50 tables are
clicked in the same moment, and the acknowledgements count while Riverbot has all 50 moves to commit and to show.
"""

import asyncio
import os
import sys
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from statistics import median, quantiles
from tempfile import TemporaryDirectory
from typing import Any, Self

import discord
import yarl
from discord import ui
from discord.ext import commands
from discord.gateway import DiscordWebSocket
from discord.http import Route

from adapters.discord.custom_ids import TEMPLATE
from bot.settings import Settings
from bot.valkey import open_valkey
from bot.wiring import open_house
from core.actions import OpenTable, Sit, StartPlay
from core.dealer import Dealer
from core.ids import CommunityId, PlayerId, RoomId, TableId
from core.options import TableOptions
from core.store import Store, connect
from tests.loopback.discord import Channel, DiscordServer, Interaction, Message, User

TABLES = 300
AT_ONCE = 50
WARM_UP = 50
MOST_TIMES_BARE = 2.0
LEAST_THROUGHPUT = 0.5


class Echo(ui.DynamicItem[ui.Button[Any]], template=TEMPLATE):
    """Acknowledges a press."""

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction[Any], item: ui.Item[Any], match: object, /
    ) -> Self:
        assert isinstance(item, ui.Button)
        return cls(item)

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        await interaction.response.defer()


class EchoBot(commands.AutoShardedBot):
    """Does nothing else."""

    async def setup_hook(self) -> None:
        self.add_dynamic_items(Echo)


async def run_echo() -> None:
    async with EchoBot(command_prefix=commands.when_mentioned, intents=discord.Intents(guilds=True)) as bot:
        await bot.start(os.environ["DISCORD_TOKEN"])


async def run_riverbot() -> None:
    async with open_house(Settings(_env_file=None)):
        await asyncio.Event().wait()


class Table:
    """A table where two people wait for the first move of a hand."""

    def __init__(self, channel: Channel, people: dict[PlayerId, User], table_id: TableId) -> None:
        self.channel = channel
        self.people = people
        self.id = table_id

    def message(self) -> Message | None:
        """The table message; a call to a silent player has no buttons."""
        return next(
            reversed([one for one in self.channel.messages.values() if one.public and one.buttons]), None
        )

    def button(self, *names: str) -> str | None:
        """The first button of these names in the table message."""
        message = self.message()
        ids = [str(button.custom_id) for button in message.buttons] if message is not None else []
        return next((one for name in names for one in ids if f":{name}:" in one), None)


async def open_tables(server: DiscordServer, store: Store, dealer: Dealer) -> list[Table]:
    """Put them up behind the bot's back; it will find them in the outbox."""
    guild = server.add_guild()
    community = CommunityId(f"discord:{guild.id}")
    tables: list[Table] = []
    for number in range(TABLES):
        channel = server.add_channel(guild, f"t{number}")
        users = [server.add_user(f"u{number}-{seat}", guild) for seat in range(2)]
        people = {PlayerId(f"discord:{user.id}"): user for user in users}
        host = next(iter(people))
        table_id = TableId(f"{store.partition_of(community):02}t{number}")
        opened = OpenTable(
            by=host,
            host_name="host",
            table=table_id,
            community=community,
            room=RoomId(f"{community}:{channel.id}"),
            name=f"Table {number}",
            options=TableOptions(pause_seconds=600, turn_seconds=3_600),
            chance=f"{number:064x}",
        )
        await dealer.open(opened, f"open{number}")
        for player, user in people.items():
            await dealer.act(table_id, Sit(by=player, name=user.username), f"sit{player}")
        await dealer.act(table_id, StartPlay(by=host), f"start{number}")
        stored = await store.load(table_id)
        assert stored is not None
        await dealer.tick(table_id, stored.version, f"{number + 1:064x}")
        tables.append(Table(channel, people, table_id))
    return tables


@asynccontextmanager
async def process(server: DiscordServer, what: str, **more: str) -> AsyncIterator[None]:
    """One of the bots, connected."""
    environment = {
        **os.environ,
        "DISCORD_TOKEN": server.token,
        "BENCH_API": server.api_url,
        "BENCH_GATEWAY": server.gateway_url,
        "LOG_LEVEL": "warning",
        **more,
    }
    words = (sys.executable, "-m", "tests.bench.bench_discord", what)
    made = await asyncio.create_subprocess_exec(*words, env=environment)
    try:
        await server.until(server.gateway.connected, 20)
        yield
    finally:
        made.kill()
        await made.wait()
        await server.until(lambda: not server.gateway.connected(), 20)
        server.gateway.sessions.clear()


Clicks = Sequence[Callable[[], Awaitable[Interaction]]]


async def one_by_one(server: DiscordServer, clicks: Clicks) -> list[float]:
    """Milliseconds of each."""
    times: list[float] = []
    for click in clicks:
        began = time.perf_counter()
        await click()
        times.append((time.perf_counter() - began) * 1_000)
        await quiet(server)
    return times


async def all_at_once(server: DiscordServer, clicks: Clicks) -> list[float]:
    """Clicks a second, in groups."""
    rates: list[float] = []
    for at in range(0, len(clicks), AT_ONCE):
        group = clicks[at : at + AT_ONCE]
        began = time.perf_counter()
        await asyncio.gather(*[_awaited(click()) for click in group])
        rates.append(len(group) / (time.perf_counter() - began))
        await quiet(server, 2.0)  # what is paced has gone out by then
    return rates


async def quiet(server: DiscordServer, seconds: float = 0.03) -> None:
    """Until the bot has said nothing for a moment; it looks after its messages all the time."""
    seen = -1
    while seen != (now := sum(one.method != "GET" for one in server.journal.requests)):
        seen = now
        await asyncio.sleep(seconds)


async def _awaited(click: Awaitable[Interaction]) -> Interaction:
    return await click


def clicks_of(tables: list[Table], actor: Callable[[Table], User], *names: str) -> list[Callable[[], Any]]:
    """A press at each table by whoever is to act."""

    def press(table: Table) -> Callable[[], Any]:
        message, button = table.message(), table.button(*names)
        assert message is not None
        assert button is not None
        return lambda: actor(table).click(message, button, stale=True)

    return [press(table) for table in tables]


async def main() -> int:
    with TemporaryDirectory() as folder:
        valkey = await open_valkey(Path(folder))
        try:
            async with DiscordServer() as server, await connect(valkey.url) as store:
                return await measure(server, store, valkey.url)
        finally:
            await valkey.close()


async def measure(server: DiscordServer, store: Store, redis_url: str) -> int:
    dealer = Dealer(store, lambda: int(time.time() * 1_000))
    tables = await open_tables(server, store, dealer)
    to_act: dict[TableId, User] = {}

    async def look_who() -> None:
        for table in tables:
            found = await dealer.look(table.id)
            assert found.hand is not None
            seat = found.seats[found.hand.setup.seats[found.hand.waiting_for[0]] - 1]
            assert seat is not None
            to_act[table.id] = table.people[seat.player]

    def actor(table: Table) -> User:
        return to_act[table.id]

    async with process(server, "riverbot", REDIS_URL=redis_url, WEB_PORT="0"):
        await server.until(lambda: all(table.button("call") for table in tables), 60)
        await look_who()
        await quiet(server, 2.0)
        river = await one_by_one(server, clicks_of(tables, actor, "call"))
        await server.until(lambda: all(table.button("check") for table in tables), 60)
        await look_who()
        await quiet(server, 2.0)
        river_rates = await all_at_once(server, clicks_of(tables, actor, "check"))
    async with process(server, "echo"):
        bare = await one_by_one(server, clicks_of(tables, actor, "check", "call"))
        bare_rates = await all_at_once(server, clicks_of(tables, actor, "check", "call"))
    return report(bare[WARM_UP:], river[WARM_UP:], bare_rates[1:], river_rates[1:])


def report(bare: list[float], river: list[float], bare_rates: list[float], river_rates: list[float]) -> int:
    """Print the figures; 1 if a target is missed."""
    for name, times in (("bare", bare), ("riverbot", river)):
        print(
            f"{name:9} click to callback: median {median(times):.2f} ms, p99 {quantiles(times, n=100)[98]:.2f} ms"
        )
    times_bare = median(river) / median(bare)
    throughput = median(river_rates) / median(bare_rates)
    print(f"median {times_bare:.2f} x bare (at most {MOST_TIMES_BARE})")
    print(f"{AT_ONCE} at once: bare {median(bare_rates):.0f}/s, riverbot {median(river_rates):.0f}/s")
    print(f"throughput {throughput:.0%} of bare (at least {LEAST_THROUGHPUT:.0%})")
    return int(times_bare > MOST_TIMES_BARE or throughput < LEAST_THROUGHPUT)


def pointed() -> None:
    """In a bot's process: lead the library to the loopback server."""
    Route.BASE = os.environ["BENCH_API"]
    DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(os.environ["BENCH_GATEWAY"])


if __name__ == "__main__":
    match sys.argv[1:]:
        case ["echo"]:
            pointed()
            asyncio.run(run_echo())
        case ["riverbot"]:
            pointed()
            asyncio.run(run_riverbot())
        case _:
            sys.exit(asyncio.run(main()))
