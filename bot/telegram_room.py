"""Telegram as a part of the house: client, port and announcer, put together and kept running."""

import asyncio
import secrets
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from typing import Final
from urllib.parse import urlsplit

import structlog
from aiohttp import web

from adapters.announce import Announcer
from adapters.commands import run
from adapters.halls import Halls
from adapters.languages import Languages
from adapters.messages import Locale
from adapters.telegram.answers import Answers
from adapters.telegram.chats import PLATFORM, Chats
from adapters.telegram.client import LoginRefused, TelegramClient, Unreachable
from adapters.telegram.commands import Commands
from adapters.telegram.desk import Desk
from adapters.telegram.ephemerals import Ephemerals
from adapters.telegram.inbound import Inbound
from adapters.telegram.members import Members
from adapters.telegram.outbound import CALL_AFTER, PACE, TelegramPort
from adapters.telegram.pad_keys import PadKeys
from adapters.telegram.pads import Pads
from adapters.telegram.presses import Presses
from adapters.telegram.privately import Private
from adapters.telegram.recent import Recent
from adapters.telegram.topics import Topics
from adapters.telegram.wire import Wire
from bot.house import LiveHouse
from bot.settings import Settings
from bot.telling import halls_of
from core.actions import Rehouse
from core.dealer import Dealer
from core.ids import HOUSE, PlayerId, RoomId, TableId, hall_of, is_part
from core.kept import Kept
from core.outbox import Outbox
from core.refusals import Refused
from core.store import Store, StoreAway

LOGIN_PAUSES: Final = (1.0, 60.0)
"""The first and the longest seconds between two tries to log in."""
log = structlog.get_logger(__name__)


@dataclass(frozen=True, slots=True, kw_only=True)
class Pacing:
    """Seconds between two edits of a group, and before a silent player is called; `sleep` waits between the streets
    of a run-out, before a call, before a keypad is drawn anew and before another try to log in."""

    edit: float = PACE
    call_after: float = CALL_AFTER
    sleep: Callable[[float], Awaitable[None]] = asyncio.sleep


@dataclass(frozen=True, slots=True, kw_only=True)
class TelegramRoom:
    """Made by `telegram_room`; `run` it. With a webhook, `add_routes` comes before the server starts."""

    client: TelegramClient
    port: TelegramPort
    announcer: Announcer
    halls: Halls
    private: Private
    answers: Answers
    memory: Kept
    chinese: Locale
    webhook_url: str
    secret: str = field(repr=False)
    sleep: Callable[[float], Awaitable[None]]

    def add_routes(self, app: web.Application) -> None:
        """The webhook, where there is one."""
        if self.webhook_url:
            app.router.add_post(urlsplit(self.webhook_url).path or "/", self.client.webhook(self.secret))

    async def run(self, tell: Callable[[str], None]) -> None:
        """Serve until cancelled. `tell` is given the invitation. Raises ValueError for a token that is none."""
        try:
            async with asyncio.TaskGroup() as tasks:
                await self._log_in()
                tell(f"Add Riverbot to a Telegram group: {self.client.invite_link}")
                tasks.create_task(self.announcer.run())
                tasks.create_task(self.halls.run())
                tasks.create_task(self._set_menus())
                if self.webhook_url:
                    await self.client.listen(self.webhook_url, self.secret)
                else:
                    await self.client.poll()
        finally:
            await self.answers.close()
            await self.private.close()
            await self.port.close()
            await self.client.close()

    async def _log_in(self) -> None:
        """However long Telegram cannot be reached."""
        pause, longest = LOGIN_PAUSES
        while True:
            try:
                return await self.client.log_in()
            except LoginRefused:
                raise ValueError("Telegram does not accept TELEGRAM_TOKEN") from None
            except Unreachable as away:
                log.warning("telegram_unreachable", why=str(away))
            await self.sleep(pause)
            pause = min(2 * pause, longest)

    async def _set_menus(self) -> None:
        """The lists of commands, if they have changed."""
        with suppress(StoreAway, Unreachable):
            who = f"{PLATFORM}:{self.client.bot.id}"
            (known,) = await self.memory.recall(who, "menus")
            digest = await self.client.set_menus(known, self.chinese)
            if digest != known:
                await self.memory.remember(who, "menus", digest)


def telegram_room(
    settings: Settings,
    store: Store,
    dealer: Dealer,
    house: LiveHouse,
    *,
    pacing: Pacing = Pacing(),
) -> TelegramRoom:
    """Build it."""
    memory = Kept(store)
    client = TelegramClient(
        settings.telegram_token.get_secret_value(),
        base_url=f"{settings.telegram_base_url.rstrip('/')}/bot",
        proxy=settings.proxy_url or None,
        recent=Recent(memory, dealer.clock_ms),
    )
    chats = Chats(memory)
    wire = Wire(client.bot, client.limiter, chats)
    languages = Languages(memory, store, settings.locale)
    pads = Pads(wire, memory, pacing.sleep)
    private = Private(wire, memory, languages, pads)
    port = TelegramPort(
        wire,
        private,
        pads,
        Topics(wire, memory, partial(_rehouse, house)),
        memory,
        on_gone=partial(_close_room, house),
        pace=pacing.edit,
        call_after=pacing.call_after,
    )
    announcer = Announcer(
        house,
        Outbox(store, port.platform, secrets.token_hex(8)),
        port,
        partitions=store.partitions,
        partition_of=store.partition_of_table,
        sleep=pacing.sleep,
        put_away=port.put_away,
    )
    dealer.on_commit.append(announcer.wake)

    async def again(room: RoomId, player: PlayerId, table_id: TableId) -> None:
        await announcer.whisper_again(room, player, table_id)

    desk = Desk(
        run=lambda request: run(request, house),
        again=again,
        chosen=store.locale_of,
        rooms_of=house.links.tables_of,
        house=house,
        wire=wire,
        port=port,
        chats=chats,
        private=private,
        pads=pads,
        members=Members(wire),
        languages=languages,
        memory=memory,
    )
    ephemerals = Ephemerals(wire)
    presses = Presses(desk=desk, ephemerals=ephemerals, pad_keys=PadKeys(desk=desk))
    answers = Answers(desk=desk, ephemerals=ephemerals)
    commands = Commands(desk=desk, answers=answers)
    client.take = Inbound(desk=desk, commands=commands, presses=presses).take
    return TelegramRoom(
        client=client,
        port=port,
        announcer=announcer,
        halls=halls_of(store, house, port, announcer, sleep=pacing.sleep),
        private=private,
        answers=answers,
        memory=memory,
        chinese=settings.locale if settings.locale is not Locale.EN else Locale.ZH_HANS,
        webhook_url=settings.telegram_webhook_url,
        secret=settings.telegram_webhook_secret.get_secret_value(),
        sleep=pacing.sleep,
    )


async def _close_room(house: LiveHouse, room: RoomId) -> None:
    """Nobody can see this room any more: its table goes on where else it is open, or ends.

    One of a tournament cannot end by itself: its players have their cards and buttons in their private chats.
    """
    with suppress(StoreAway, Refused):
        table_id = await house.table_in(room, await house.community_of(room))
        if table_id is None:
            return
        table = await house.look(table_id, 0)
        if table.event is None or set(table.rooms) != {room}:
            await house.lose(table_id, {room})
        log.info("room_gone", table=table_id)


async def _rehouse(house: LiveHouse, table: TableId, room: RoomId, to: RoomId) -> None:
    """A table is open in a topic made for it, or in the hall again; where it is already, nothing changes."""
    with suppress(Refused):
        if not is_part(to):
            await house.speak(to, await house.locale_of(hall_of(room)))
        await house.dealer.act(table, Rehouse(by=HOUSE, room=room, to=to), f"rehouse:{table}:{room}:{to}")
