"""Discord as a part of the house: client, port and announcer, put together and kept running."""

import asyncio
import secrets
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from functools import partial
from typing import Any, Final

import structlog

from adapters.announce import Announcer
from adapters.commands import run
from adapters.discord.client import LoginRefused, RiverbotClient, Unreachable
from adapters.discord.homes import Homes
from adapters.discord.inbound import DiscordInbound
from adapters.discord.meant import Meant
from adapters.discord.opening import Opening
from adapters.discord.outbound import CALL_AFTER, PACE, DiscordPort
from adapters.discord.own_settings import OwnSettings
from adapters.discord.parts import Parts
from adapters.discord.permissions import VIEW
from adapters.discord.privately import Private
from adapters.discord.sending import Wire
from adapters.discord.unseen import Unseen
from adapters.discord.watch import Watch
from adapters.halls import Halls
from adapters.languages import Languages
from adapters.messages import Locale
from bot.discord_doors import Doors
from bot.house import LiveHouse
from bot.settings import Settings
from bot.telling import halls_of
from core.dealer import Dealer
from core.ids import RoomId, TableId
from core.kept import Kept
from core.outbox import Outbox
from core.store import Store, StoreAway

APPLICATION: Final = "discord"
"""Whom words about the application itself are kept under."""
LOGIN_PAUSES: Final = (1.0, 60.0)
"""The first and the longest seconds between two tries to log in."""
LOOKS_AGAIN: Final = 100
"""Twentieths of a second that a table which is being told is waited for."""

log = structlog.get_logger(__name__)


@dataclass(frozen=True, slots=True, kw_only=True)
class Pacing:
    """Seconds: between two edits of a message, before a silent player is called, before a refused room is tried.

    `sleep` waits between the streets of a run-out, before a call and before another try.
    """

    edit: float = PACE
    call_after: float = CALL_AFTER
    retry: float = 5.0
    sleep: Callable[[float], Awaitable[None]] = asyncio.sleep


@dataclass(frozen=True, slots=True, kw_only=True)
class DiscordRoom:
    """Made by `discord_room`; `run` it."""

    client: RiverbotClient
    port: DiscordPort
    announcer: Announcer
    halls: Halls
    private: Private
    watch: Watch
    unseen: Unseen
    token: str = field(repr=False)
    sleep: Callable[[float], Awaitable[None]]

    async def run(self, tell: Callable[[str], None]) -> None:
        """Serve until cancelled. `tell` is given the invitation. Raises ValueError for a token that is none."""
        try:
            async with asyncio.TaskGroup() as tasks:
                tasks.create_task(self.announcer.run())
                tasks.create_task(self.halls.run())
                tasks.create_task(self.watch.run())
                tasks.create_task(self.unseen.run())
                await self._log_in()
                tell(f"Invite Riverbot to a Discord server: {self.client.invite_link}")
                await self.client.connect()
        finally:
            await self.private.close()
            await self.client.close()

    async def _log_in(self) -> None:
        """However long Discord cannot be reached."""
        pause, longest = LOGIN_PAUSES
        while True:
            try:
                return await self.client.log_in(self.token)
            except LoginRefused:
                raise ValueError("Discord does not accept DISCORD_TOKEN") from None
            except (Unreachable, StoreAway) as away:
                log.warning("discord_unreachable", why=str(away))
            await self.sleep(pause)
            pause = min(2 * pause, longest)


def discord_room(
    settings: Settings,
    store: Store,
    dealer: Dealer,
    house: LiveHouse,
    *,
    pacing: Pacing = Pacing(),
    **options: Any,
) -> DiscordRoom:
    """Build it. `options` go to the client as they are."""
    memory, embeds = Kept(store), settings.discord_embeds
    doors = Doors(
        house=house,
        tell=lambda room, name: homes.gone(room, name),  # Made below, as what follows.
        move=lambda room, table_id: parts.lost(room, table_id),
    )
    client = RiverbotClient(
        known_commands=partial(_recall, memory),
        keep_commands=partial(memory.remember, APPLICATION, "commands"),
        on_gone=doors.close_room,
        on_removed=doors.close_guild,
        on_shut=lambda room, shut: look_again(room, shut),  # Made below.
        embeds=embeds,
        dev_guild=settings.discord_dev_guild,
        proxy=settings.proxy_url or None,
        shard_ids=settings.shard_ids,
        shard_count=settings.discord_shard_count,
        **options,
    )
    wire = Wire(client, lambda: client.emoji_markup, embeds=embeds)
    languages = Languages(memory, store, settings.locale)
    homes = Homes(client, wire, memory, house.locale_of, embeds=embeds)
    private = Private(wire, memory, languages, pace=pacing.edit)
    watch = Watch(
        client,
        wire,
        on_deleted=lambda room: announcer.show_again(room),  # Made below.
        on_gone=doors.close_room,
        sleep=pacing.sleep,
    )
    meant = Meant(house=house, memory=memory)
    parts = Parts(
        client,
        wire,
        memory,
        meant,
        look=house.look,
        rehouse=doors.rehouse,
        speak_like=partial(_speak_like, store, house),
    )
    port = DiscordPort(
        client,
        wire,
        private,
        memory,
        parts,
        on_gone=doors.close_room,
        on_shown=watch.touched,
        embeds=embeds,
        pace=pacing.edit,
        call_after=pacing.call_after,
        retry_after=pacing.retry,
    )
    client.inbound = DiscordInbound(
        run=lambda request: run(request, house),
        house=house,
        wire=wire,
        private=private,
        languages=languages,
        meant=meant,
        own_settings=OwnSettings(private=private, meant=meant, look=house.look),
        opening=Opening(
            memory=memory,
            meant=meant,
            chosen=store.locale_of,
            speak=house.speak,
            usual=settings.locale,
            embeds=embeds,
        ),
        look_after=watch.look,
        hidden=port.hidden,
        embeds=embeds,
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

    async def look_again(room: RoomId, shut: bool) -> None:
        """Find out soon that nothing can be shown in this room any more, or that it can again."""
        if not shut and room not in port.hidden:
            return
        for _ in range(LOOKS_AGAIN):
            if not announcer.telling:
                break
            await asyncio.sleep(0.05)  # Whoever is telling just then may have been there before.
        announcer.show_again(room)

    async def move(room: RoomId, table_id: TableId) -> bool:
        """Out of a thread in which nothing can be shown, if its channel can be seen."""
        if VIEW in port.missing(room) or not await parts.lost(room, table_id):
            return False
        port.hidden.discard(room)
        return True

    return DiscordRoom(
        client=client,
        port=port,
        announcer=announcer,
        halls=halls_of(store, house, port, announcer, sleep=pacing.sleep),
        private=private,
        watch=watch,
        unseen=Unseen(
            house, port.hidden, homes.tell, move=move, sleep=pacing.sleep, clock_ms=dealer.clock_ms
        ),
        token=settings.discord_token.get_secret_value(),
        sleep=pacing.sleep,
    )


async def _speak_like(store: Store, house: LiveHouse, room: RoomId, hall: RoomId) -> None:
    """A thread speaks the language of its channel, if that has chosen one. Raises StoreAway."""
    chosen = await store.locale_of(hall)
    if chosen is not None:
        await house.speak(room, Locale(chosen))


async def _recall(memory: Kept) -> str | None:
    return (await memory.recall(APPLICATION, "commands"))[0]
