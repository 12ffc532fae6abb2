"""Puts the house together: store, dealer, clock, announcers and ports, and takes it apart again in the right order."""

import asyncio
import secrets
import time
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from functools import partial

import structlog
from aiohttp import web

from adapters.announce import Announcer
from adapters.commands import run
from adapters.halls import Halls
from adapters.messages import Reply, Request
from adapters.texts import say
from adapters.web.client import web_app
from adapters.web.hall import events_now, own_now
from adapters.web.outbound import WebPort
from bot.banks import banks
from bot.clock import Clock
from bot.health import Health
from bot.house import LiveHouse
from bot.house_events import new_director
from bot.settings import Settings
from bot.telling import halls_of
from bot.valkey import EmbeddedValkey, open_valkey
from core.dealer import Dealer
from core.ids import PlayerId, RoomId, hall_of
from core.outbox import Outbox
from core.store import Store, StoreAway, connect

log = structlog.get_logger(__name__)
REOPEN_SECONDS = 1.0
"""Between two tries to get an embedded Valkey back whose owner has gone."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Running:
    """A house that is open."""

    house: LiveHouse
    dealer: Dealer
    url: str
    """Where the web room is."""


@asynccontextmanager
async def open_house(
    settings: Settings, *, chat: bool = True, tell: Callable[[str], None] = log.info
) -> AsyncIterator[Running]:
    """Open the house and keep it running until the block is left.

    With `chat` it serves the chat platforms that are set up, and `tell` is given what their operator has to know.
    Raises ValkeyUnavailable, StoreAway, WrongPartitions or ValueError when there is nothing to keep state in, and
    OSError when the web port is taken.
    """
    async with AsyncExitStack() as stack:
        store = await _open_store(settings, stack, tell)
        dealer = Dealer(store, lambda: int(time.time() * 1_000))
        director = new_director(store, dealer.clock_ms)
        house = LiveHouse(store, dealer, settings.locale, director)
        health = Health(partial(_answers, store))
        dealer.on_commit.append(health.committed)
        port, announcer, halls = _web_room(store, dealer, house)
        telegram = None
        if chat and settings.telegram_token.get_secret_value():
            from bot.telegram_room import telegram_room

            telegram = telegram_room(settings, store, dealer, house)
        url = await _serve(settings, stack, port, health, *([telegram.add_routes] if telegram else []))
        tasks = await stack.enter_async_context(asyncio.TaskGroup())
        clock = Clock(store, dealer, director=director)
        running = [tasks.create_task(one.run()) for one in (clock, announcer, halls)]
        if chat and settings.discord_token.get_secret_value():
            from bot.discord_room import discord_room

            running.append(tasks.create_task(discord_room(settings, store, dealer, house).run(tell)))
        if telegram is not None:
            running.append(tasks.create_task(telegram.run(tell)))
        try:
            yield Running(house=house, dealer=dealer, url=url)
        finally:
            for task in running:
                task.cancel()


async def _open_store(settings: Settings, stack: AsyncExitStack, tell: Callable[[str], None]) -> Store:
    if settings.redis_url:
        return await stack.enter_async_context(await connect(settings.redis_url, bank_of=banks(settings)))
    embedded = await open_valkey(settings.folder)
    stack.push_async_callback(embedded.close)
    if not embedded.is_owner:
        tell(
            f"Another Riverbot has {settings.folder} open. Its web room shows the tables; the one here does not, "
            "until the other ends. For rooms of your own set RIVERBOT_DATA."
        )
    away = asyncio.Event()
    store = await stack.enter_async_context(
        await connect(embedded.url, bank_of=banks(settings), on_away=away.set)
    )
    keeper = asyncio.create_task(_keep_open(embedded, away))
    stack.callback(keeper.cancel)
    return store


async def _keep_open(embedded: EmbeddedValkey, away: asyncio.Event) -> None:
    """Another process owned the server and has gone: open it again under the same url."""
    while True:
        await away.wait()
        try:
            await embedded.reopen()
        except Exception as error:
            log.error("valkey_unavailable", why=str(error))
        await asyncio.sleep(REOPEN_SECONDS)
        away.clear()


async def _answers(store: Store) -> bool:
    try:
        await store.command("PING")
    except StoreAway:
        return False
    return True


def _web_room(store: Store, dealer: Dealer, house: LiveHouse) -> tuple[WebPort, Announcer, Halls]:
    async def run_request(request: Request) -> Reply:
        return await run(request, house)

    async def whisper_again(room: RoomId, player: PlayerId) -> None:
        table_id = await house.table_in(room, await house.community_of(room))
        if table_id is not None:
            await announcer.whisper_again(room, player, table_id)
        await halls.whisper_again(hall_of(room), player)
        for event_id, message in await own_now(house, room, player):
            await port.whisper(hall_of(room), player, event_id, message)

    port = WebPort(
        run=run_request,
        records=house.last_records,
        record=house.record_in,
        table_now=house.table_message,
        events_now=partial(events_now, house),
        whisper_again=whisper_again,
        say=say,
    )
    house.around = port.here
    announcer = Announcer(
        house,
        Outbox(store, port.platform, secrets.token_hex(8)),
        port,
        partitions=store.partitions,
        partition_of=store.partition_of_table,
    )
    dealer.on_commit.append(announcer.wake)
    halls = halls_of(store, house, port, announcer)
    return port, announcer, halls


async def _serve(
    settings: Settings,
    stack: AsyncExitStack,
    port: WebPort,
    health: Health,
    *more: Callable[[web.Application], None],
) -> str:
    """The web room, health, metrics and what `more` adds on one port; returns the address to open."""
    app = web_app(port, origins=settings.origins)
    for add_routes in (health.add_routes, *more):
        add_routes(app)
    runner = web.AppRunner(app, access_log=None)
    await runner.setup()
    stack.push_async_callback(runner.cleanup)
    await web.TCPSite(runner, settings.web_host, settings.web_port).start()
    host, number = runner.addresses[0][:2]
    shown = "localhost" if host in ("127.0.0.1", "0.0.0.0", "::1", "::") else host  # noqa: S104 - compared, not bound
    return f"http://{shown}:{number}/"
