"""A press on Telegram: how long until it is answered, beside a bare bot of the same library on the same server.

`python -m tests.bench.bench_telegram` runs both as processes of their own against one loopback Bot API, by polling and
then by webhook. Each press is a legal move at a table of its own. One by one, the next comes when nothing is on its way
any more; then, with every call taking 50 ms longer, tables are pressed in the same moment, again and again: 100 for the
presses a second, 200 for the slowest answer.
"""

import asyncio
import os
import sys
import time
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from statistics import median, quantiles
from tempfile import TemporaryDirectory

from aiohttp import web
from aiohttp.test_utils import unused_port
from telegram import Update
from telegram.ext import ApplicationBuilder, CallbackQueryHandler

from bot.settings import Settings
from bot.valkey import open_valkey
from bot.wiring import open_house
from core.actions import OpenTable, Sit, StartPlay
from core.dealer import Dealer
from core.ids import CommunityId, PlayerId, RoomId, TableId
from core.kept import Kept
from core.options import TableOptions
from core.store import Store, connect
from tests.loopback.telegram import Chat, Message, Pending, TelegramServer, User
from tests.loopback.telegram.callbacks import press

GROUPS = 200
TABLES = 100
"""Of the groups, for the presses a second."""
WARM_UP = 20
DELAY = 0.05
ROUNDS = 4
MOST_TIMES_BARE = 1.5
LEAST_TIMES_BARE = 5.0
SLOWEST_SECONDS = 2.0
SECRET = "a-word-between-us"

Presses = Sequence[Callable[[], Pending]]


def run_echo() -> None:
    """Answers every press, and does nothing else."""

    async def answer(update: Update, _: object) -> None:
        assert update.callback_query is not None
        await update.callback_query.answer()

    app = ApplicationBuilder().token(os.environ["TELEGRAM_TOKEN"]).base_url(os.environ["BENCH_API"]).build()
    app.add_handler(CallbackQueryHandler(answer))
    hook = os.environ.get("TELEGRAM_WEBHOOK_URL", "")
    if not hook:
        app.run_polling()
        return

    async def received(request: web.Request) -> web.Response:
        await app.update_queue.put(Update.de_json(await request.json(), app.bot))
        return web.Response()

    async def serve() -> None:
        server = web.Application()
        server.router.add_post("/telegram", received)
        runner = web.AppRunner(server, access_log=None)
        await runner.setup()
        await web.TCPSite(runner, "127.0.0.1", int(os.environ["WEB_PORT"])).start()
        async with app:
            await app.start()
            await app.bot.set_webhook(hook, secret_token=SECRET)
            await asyncio.Event().wait()

    asyncio.run(serve())


async def run_riverbot() -> None:
    async with open_house(Settings(_env_file=None)):
        await asyncio.Event().wait()


class Table:
    """A table of two, and a message of the dealer to press under."""

    def __init__(self, group: Chat, people: list[User], table_id: TableId, message: Message) -> None:
        self.group = group
        self.people = {PlayerId(f"telegram:{user.id}"): user for user in people}
        self.id = table_id
        self.message = message


async def open_tables(server: TelegramServer, store: Store, dealer: Dealer) -> list[Table]:
    """Put them up behind the bot's back. Everybody's private chat is known to be closed."""
    tables: list[Table] = []
    for number, (group, people) in enumerate(server.add_groups(GROUPS, 2, started=False)):
        community = CommunityId(f"telegram:{group.id}")
        table_id = TableId(f"{store.partition_of(community):02}t{number}")
        message = server.post(
            Message(id=server.message_id(group), chat=group, author=server.bot, sent=0.0, text=".")
        )
        table = Table(group, people, table_id, message)
        host = next(iter(table.people))
        opened = OpenTable(
            by=host,
            host_name="host",
            table=table_id,
            community=community,
            room=RoomId(community),
            name=f"Table {number}",
            options=TableOptions(pause_seconds=600, turn_seconds=3_600),
            chance=f"{number:064x}",
        )
        await dealer.open(opened, f"open{number}")
        for player, user in table.people.items():
            await dealer.act(table_id, Sit(by=player, name=user.first_name), f"sit{player}")
            await Kept(store).remember(player, "closed", "1")
        await dealer.act(table_id, StartPlay(by=host), f"start{number}")
        stored = await store.load(table_id)
        assert stored is not None
        await dealer.tick(table_id, stored.version, f"{number + 1:064x}")
        tables.append(table)
    return tables


@asynccontextmanager
async def process(server: TelegramServer, what: str, **more: str) -> AsyncIterator[None]:
    """One of the bots; with a WEB_PORT in `more` by webhook, else polling."""
    hooked = more.get("WEB_PORT", "0") != "0"
    if hooked:
        more["TELEGRAM_WEBHOOK_URL"] = f"http://127.0.0.1:{more['WEB_PORT']}/telegram"
        more["TELEGRAM_WEBHOOK_SECRET"] = SECRET
    environment = {
        **os.environ,
        "TELEGRAM_TOKEN": server.token,
        "TELEGRAM_BASE_URL": server.base_url.removesuffix("/bot"),
        "BENCH_API": server.base_url,
        "LOG_LEVEL": "error",
        **more,
    }
    method, least = ("setWebhook", 0) if hooked else ("getUpdates", 1)
    calls = len(server.journal.calls(method))
    made = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "tests.bench.bench_telegram", what, env=environment
    )
    try:
        await server.until(lambda: len(server.journal.calls(method)) > calls + least, 60)
        yield
    finally:
        made.kill()
        await made.wait()


async def one_by_one(server: TelegramServer, presses: Presses) -> list[float]:
    """Milliseconds of each."""
    times: list[float] = []
    for pressed in presses:
        began = time.perf_counter()
        await pressed()
        times.append((time.perf_counter() - began) * 1_000)
        await quiet(server)
    return times


async def all_at_once(server: TelegramServer, rounds: Sequence[Presses]) -> float:
    """Presses a second."""
    count, began = 0, time.perf_counter()
    for presses in rounds:
        made = [pressed() for pressed in presses]
        await _all_answered(server, made)
        count += len(made)
    return count / (time.perf_counter() - began)


async def slowest(server: TelegramServer, presses: Presses) -> float:
    """Seconds until the last of all has its answer, when all are pressed in the same moment."""
    began = time.perf_counter()
    await _all_answered(server, [pressed() for pressed in presses])
    return time.perf_counter() - began


async def _all_answered(server: TelegramServer, made: Sequence[Pending]) -> None:
    await server.until(lambda: all(one.answered for one in made), 60)


async def quiet(server: TelegramServer, seconds: float = 0.02) -> None:
    """Until the bot has asked for nothing for a moment."""
    seen = -1
    while seen != len(server.journal.requests):
        seen = len(server.journal.requests)
        await asyncio.sleep(seconds)


async def moves(server: TelegramServer, dealer: Dealer, tables: list[Table]) -> list[Callable[[], Pending]]:
    """At each table a legal move by whoever is to act."""
    found: list[Callable[[], Pending]] = []
    for table in tables:
        now = await dealer.look(table.id)
        assert now.hand is not None
        seat = now.seats[now.hand.setup.seats[now.hand.waiting_for[0]] - 1]
        assert seat is not None
        name = "call" if now.turn.action_no == 0 else "check"
        data = f"1:{table.id}:{now.turn.hand_no}:{now.turn.action_no}:{name}:"
        found.append(_press(server, table, table.people[seat.player], data))
    return found


def _press(server: TelegramServer, table: Table, user: User, data: str) -> Callable[[], Pending]:
    return lambda: press(server, user, table.message, data)


async def main() -> int:
    with TemporaryDirectory() as folder:
        valkey = await open_valkey(Path(folder))
        try:
            async with TelegramServer() as server, await connect(valkey.url) as store:
                return await measure(server, store, valkey.url)
        finally:
            await valkey.close()


async def measure(server: TelegramServer, store: Store, redis_url: str) -> int:
    dealer = Dealer(store, lambda: int(time.time() * 1_000))
    tables = await open_tables(server, store, dealer)
    some, rest = tables[:TABLES], tables[TABLES:]
    async with process(server, "riverbot", REDIS_URL=redis_url, WEB_PORT="0"):
        await server.until(lambda: len(server.journal.calls("sendMessage")) >= GROUPS, 120)
        await quiet(server, 2.0)
        river = await one_by_one(server, await moves(server, dealer, some))
        await quiet(server, 2.0)
        server.delay(DELAY)
        rates = [await all_at_once(server, [await moves(server, dealer, some)]) for _ in range(ROUNDS)]
        lasts = [await slowest(server, await moves(server, dealer, tables)) for _ in range(ROUNDS - 2)]
        server.delay(0)
    assert all([(await dealer.look(table.id)).turn.action_no == 2 * ROUNDS - 1 for table in some])
    async with process(server, "riverbot", REDIS_URL=redis_url, WEB_PORT=str(unused_port())):
        await quiet(server, 2.0)
        # This process has not seen the tables yet, as one has that dealt their hands.
        await one_by_one(server, await moves(server, dealer, rest))
        await quiet(server, 2.0)
        hooked = await one_by_one(server, await moves(server, dealer, rest))
    async with process(server, "echo", WEB_PORT=str(unused_port())):
        bare_hooked = await one_by_one(server, await moves(server, dealer, rest))
    async with process(server, "echo"):
        presses = await moves(server, dealer, some)
        bare = await one_by_one(server, presses)
        server.delay(DELAY)
        bare_rate = await all_at_once(server, [presses])
        server.delay(0)
    missed = report("polling", bare[WARM_UP:], river[WARM_UP:])
    missed |= report("webhook", bare_hooked[WARM_UP:], hooked[WARM_UP:])
    print(
        f"{GROUPS} tables at once, {DELAY * 1_000:.0f} ms a call: slowest answer {max(lasts):.2f} s", end=" "
    )
    print(f"(at most {SLOWEST_SECONDS})")
    return missed | report_rates(bare_rate, median(rates)) | (max(lasts) > SLOWEST_SECONDS)


def report(way: str, bare: list[float], river: list[float]) -> int:
    """Print how long answers take; 1 if the target is missed."""
    for name, times in (("bare", bare), ("riverbot", river)):
        spread = f"median {median(times):.2f} ms, p99 {quantiles(times, n=100)[98]:.2f} ms"
        print(f"{way} {name:9} press to answer: {spread}")
    times_bare = median(river) / median(bare)
    print(f"{way} median {times_bare:.2f} x bare (at most {MOST_TIMES_BARE})")
    return int(times_bare > MOST_TIMES_BARE)


def report_rates(bare_rate: float, river_rate: float) -> int:
    """Print the presses a second; 1 if the target is missed."""
    throughput = river_rate / bare_rate
    print(
        f"{TABLES} tables, {DELAY * 1_000:.0f} ms a call: bare {bare_rate:.0f}/s, riverbot {river_rate:.0f}/s"
    )
    print(f"throughput {throughput:.1f} x bare (at least {LEAST_TIMES_BARE})")
    return int(throughput < LEAST_TIMES_BARE)


if __name__ == "__main__":
    match sys.argv[1:]:
        case ["echo"]:
            run_echo()
        case ["riverbot"]:
            asyncio.run(run_riverbot())
        case _:
            sys.exit(asyncio.run(main()))
