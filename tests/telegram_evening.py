"""An evening on the loopback Telegram: a house on a real Redis, its bot on the unmodified library, and people.

The clock jumps (`tests.jumping_loop`), so every limit is the real one and nothing is waited for. `Evening.deal` lets
the deadline of the next hand pass, with the chance of the test.
"""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

from aiohttp import web
from aiohttp.test_utils import unused_port
from pydantic import SecretStr

from adapters.telegram.callback_data import read
from bot.banks import banks
from bot.house import LiveHouse
from bot.settings import Settings
from bot.telegram_room import TelegramRoom, telegram_room
from core.cardroom.table import Table, chips_at
from core.dealer import Dealer
from core.ids import CommunityId, RoomId, TableId
from core.poker.hand import Stage
from core.store import Store, connect
from tests.jumping_loop import jumping, let_pass
from tests.loopback.telegram import Button, Chat, Message, Press, TelegramServer, Topic, User

EPOCH = 1_800_000_000.0
LOOK_AGAIN = 0.5
PATIENCE = 90.0
"""Seconds, mostly jumped over, that something may take."""


@dataclass(slots=True, kw_only=True)
class Bot:
    """One process's worth of Riverbot."""

    room: TelegramRoom
    house: LiveHouse
    dealer: Dealer
    store: Store
    told: list[str]
    task: asyncio.Task[None]
    hook: str
    """Where its webhook is, if it has one."""

    async def look(self, table_id: TableId) -> Table:
        """As Redis has it; every chip is where it should be."""
        table = await self.house.look(table_id)
        assert chips_at(table) == table.issued
        return table

    async def deal(self, table_id: TableId, chance: int) -> None:
        """Let the deadline pass at which the next hand is due, whatever else happens to the table just then."""
        dealt = None
        while dealt is None:
            stored = await self.store.load(table_id)
            assert stored is not None
            dealt = await self.dealer.tick(table_id, stored.version, f"{chance:064x}")


@asynccontextmanager
async def bot_running(
    server: TelegramServer, redis_url: str, *, webhook: str = "", banked: bool = False
) -> AsyncIterator[Bot]:
    """A bot at work on the loopback server, by polling, or by a webhook whose secret is given. `banked`: with
    wallets."""
    async with AsyncExitStack() as stack:
        app = web.Application()
        hook = f"http://127.0.0.1:{unused_port()}/telegram" if webhook else ""
        made = Settings(
            _env_file=None,
            TELEGRAM_TOKEN=SecretStr(server.token),
            TELEGRAM_BASE_URL=server.base_url.removesuffix("/bot"),
            TELEGRAM_WEBHOOK_URL=hook,
            TELEGRAM_WEBHOOK_SECRET=SecretStr(webhook),
        )
        loop = jumping()
        bank_of: dict[str, Any] = {"bank_of": banks(made)} if banked else {}
        store = await stack.enter_async_context(await loop.in_real_time(connect)(redis_url, **bank_of))
        for name in ("command", "run", "run_all"):
            setattr(store, name, loop.in_real_time(getattr(store, name)))
        dealer = Dealer(store, lambda: int((EPOCH + loop.time()) * 1_000))
        house = LiveHouse(store, dealer, made.locale)
        room = telegram_room(made, store, dealer, house)
        if hook:
            room.add_routes(app)
            runner = web.AppRunner(app, access_log=None)
            await runner.setup()
            stack.push_async_callback(runner.cleanup)
            await web.TCPSite(runner, "127.0.0.1", int(hook.split(":")[2].split("/")[0])).start()
        told: list[str] = []
        task = asyncio.create_task(room.run(told.append))
        stack.push_async_callback(_end, task)
        await server.until(lambda: told or task.done())
        if task.done():
            await task
        yield Bot(room=room, house=house, dealer=dealer, store=store, told=told, task=task, hook=hook)


async def _end(task: asyncio.Task[None]) -> None:
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)


@dataclass(slots=True, kw_only=True)
class Evening:
    """A group, a table in it, and the people around it."""

    server: TelegramServer
    bot: Bot
    group: Chat
    topic: Topic | None = None
    table_id: TableId = field(init=False)
    people: dict[int, User] = field(default_factory=dict)
    dealt: int = 0
    redis_url: str
    options: dict[str, Any]
    running: AsyncExitStack
    """The bot's, to stop and start it."""

    async def restart(self) -> None:
        """Stop the bot's process, and start it anew."""
        await self.running.aclose()
        self.bot = await self.running.enter_async_context(
            bot_running(self.server, self.redis_url, **self.options)
        )

    def person(self, name: str, *, admin: bool = False, **kind: Any) -> User:
        """Somebody new in the group."""
        user = self.server.add_user(name, self.group, admin=admin, **kind)
        self.people[user.id] = user
        return user

    def says(self, user: User, text: str, **more: Any) -> Message:
        """Type something in the group, in its topic if the table is in one."""
        return user.says(self.group, text, thread=self.topic, **more)

    async def open(self, host: User, options: str = "pause=600") -> None:
        """`/poker`; hands begin when the test deals them."""
        self.says(host, f"/poker {options}".strip())
        await self.until(self.public)
        found = await self.bot.house.table_in(self.room_id, CommunityId(f"telegram:{self.group.id}"))
        assert found is not None
        self.table_id = found

    @property
    def room_id(self) -> RoomId:
        room = f"telegram:{self.group.id}"
        return RoomId(room if self.topic is None else f"{room}:{self.topic.id}")

    def public(self) -> list[Message]:
        """The messages of the dealer that everybody sees, oldest first, without the calls to silent players."""
        return [one for one in self.all_public() if not one.marked("text_mention")]

    def all_public(self) -> list[Message]:
        """The same with them."""
        history = [chat for chat in (self.group, self.group.migrated_to) if chat is not None]
        return [
            one
            for chat in history
            for one in chat.history
            if one.author is self.server.bot and not (one.ephemeral or one.deleted or one.service)
            if self.topic is None or one.thread == self.topic.id
        ]

    async def sit(self, user: User) -> Press:
        """[Sit down]."""
        return await user.presses(self.public()[-1], self.button(self.public()[-1], "join"))

    async def start(self, host: User) -> None:
        """[Start], and the first deal."""
        await self.until(lambda: self.buttons(self.public()[-1], "start"))
        await host.presses(self.public()[-1], self.button(self.public()[-1], "start"))
        await self.deal()

    async def deal(self) -> None:
        """The next hand."""
        self.dealt += 1
        await self.bot.deal(self.table_id, self.dealt)

    async def until(self, done: Callable[[], object]) -> None:
        """Wait for it, on either side of the wire."""
        async with asyncio.timeout(PATIENCE):
            while not done():
                await let_pass(LOOK_AGAIN)

    async def table(self) -> Table:
        return await self.bot.look(self.table_id)

    async def until_table(self, done: Callable[[Table], object]) -> Table:
        """Wait until the table is like that, and return it."""
        async with asyncio.timeout(PATIENCE):
            while not done(table := await self.table()):
                await let_pass(0.05)
        return table

    async def open_pad(self, user: User, message: Message) -> None:
        """[Raise…], again while a box says what to type because the chat takes no edit, until the keypad is there."""
        async with asyncio.timeout(PATIENCE):
            while told := (await user.presses(message, self.button(message, "raise"))).answer:
                assert "/r" in told
                await let_pass(LOOK_AGAIN)
        await self.until(lambda: self.buttons(message, "pad"))

    async def actor(self) -> User | None:
        """Who is to act; None when no hand is being played."""
        table = await self.table()
        hand = table.hand
        if hand is None or hand.stage is not Stage.BETTING:
            return None
        seat = table.seats[hand.setup.seats[hand.waiting_for[0]] - 1]
        assert seat is not None
        return self.people[int(seat.player.removeprefix("telegram:"))]

    async def live(self) -> Message:
        """The table message, once it shows the present moment."""
        stamp = await self.stamp()
        await self.until(lambda: self._stamped(self.public()[-1], stamp))
        return self.public()[-1]

    async def mine(self, user: User) -> Message:
        """What the player to act is shown in private, once it shows the present moment."""
        stamp = await self.stamp()
        await self.until(lambda: any(self._stamped(one, stamp) for one in user.reads()))
        return next(one for one in reversed(user.reads()) if self._stamped(one, stamp))

    async def press(self, user: User, *names: str, where: Message | None = None) -> Press:
        """Press the first button of these names that there is, in the table message unless it is said where."""
        message = where or await self.live()
        for name in names:
            for found in self.buttons(message, name):
                return await user.presses(message, found)
        raise LookupError(f"none of {names} among {message.buttons}")

    async def go_on(self, user: User, *names: str, where: Message | None = None) -> Press:
        """Press, and see that the hand has gone on."""
        before = await self.stamp()
        press = await self.press(user, *names, where=where)
        assert await self.stamp() != before, press.answer
        return press

    async def play_out(self, *, privately: bool = False) -> None:
        """Everybody checks or calls until the hand is over."""
        while (user := await self.actor()) is not None:
            private = privately and user.started and not user.blocked
            await self.go_on(user, "check", "call", where=await self.mine(user) if private else None)
        await self.settled()

    async def settled(self) -> None:
        """The table message shows that the hand is over."""
        stamp = await self.stamp()
        await self.until(
            lambda: any(stamp in (one.data or "") for one in self.buttons(self.public()[-1], "hand"))
        )

    async def stamp(self) -> str:
        turn = (await self.table()).turn
        return f":{turn.hand_no}:{turn.action_no}:"

    def buttons(self, message: Message, *names: str) -> list[Button]:
        """The buttons of these names."""
        pairs = [(one, read(one.data or "")) for one in message.buttons]
        return [one for one, press in pairs if press is not None and press.name in names]

    def button(self, message: Message, *names: str) -> Button:
        """The first of them."""
        return self.buttons(message, *names)[0]

    def _stamped(self, message: Message, stamp: str) -> bool:
        return any(stamp in (one.data or "") for one in message.buttons)


@asynccontextmanager
async def evening(
    redis_url: str,
    *,
    forum: bool = False,
    supergroup: bool = True,
    ephemeral: bool = True,
    bot_admin: bool = False,
    **options: Any,
) -> AsyncIterator[Evening]:
    """The doors are open."""
    loop = jumping()
    async with TelegramServer(ephemeral=ephemeral) as server:
        server.clock.now = lambda: EPOCH + loop.time()  # type: ignore[method-assign]
        server.limits.as_in_production()
        group = server.add_group(
            "Card Room", forum=forum, supergroup=supergroup, bot_admin=bot_admin, silent=True
        )
        async with AsyncExitStack() as running:
            bot = await running.enter_async_context(bot_running(server, redis_url, **options))
            yield Evening(
                server=server, bot=bot, group=group, redis_url=redis_url, options=options, running=running
            )
