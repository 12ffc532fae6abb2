"""The Discord client: one automatically sharded bot that asks for nothing but the list of servers and channels."""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Any, Final, Self

import aiohttp
import discord
import structlog
from discord import ui
from discord.ext import commands

from adapters.discord import permissions
from adapters.discord.custom_ids import TEMPLATE, parse
from adapters.discord.emoji import by_key
from adapters.discord.inbound import DiscordInbound
from adapters.discord.modals import is_form
from adapters.discord.slash import Names, payload_digest, poker_group, tourney_group
from adapters.discord.threads import room_of
from core.ids import RoomId

LONGEST_WAIT: Final = 30.0
"""Seconds that a request may wait for a rate limit; the least that the library takes."""
discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False  # Nobody speaks here.
_log = structlog.get_logger(__name__)


class LoginRefused(Exception):
    """The token is not a bot's."""


class Unreachable(Exception):
    """Discord does not answer, or not as it should."""


class TableButton(ui.DynamicItem[ui.Button[Any]], template=TEMPLATE):
    """Any button of the dealer's. All there is to know is in its custom_id, so it outlives the process."""

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction[Any], item: ui.Item[Any], match: object, /
    ) -> Self:
        """The button as it stands in the message."""
        if not isinstance(item, ui.Button):
            raise TypeError("a press of something that is no button")
        return cls(item)

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        """Hand the press on."""
        press, client = parse(self.custom_id), interaction.client
        if press is not None and isinstance(client, RiverbotClient) and client.inbound is not None:
            await client.inbound.press(interaction, press)


class RiverbotClient(commands.AutoShardedBot):
    """Connects, keeps the commands up to date, and hands on what people do and which rooms disappear."""

    def __init__(
        self,
        *,
        known_commands: Callable[[], Awaitable[str | None]],
        keep_commands: Callable[[str], Awaitable[None]],
        on_gone: Callable[[RoomId], Awaitable[None]],
        on_removed: Callable[[int, Sequence[int]], Awaitable[None]],
        on_shut: Callable[[RoomId, bool], Awaitable[None]],
        embeds: bool = False,
        dev_guild: int | None = None,
        **options: Any,
    ) -> None:
        """`known_commands` and `keep_commands` remember what Discord was told of the commands; `on_gone` and
        `on_removed` are told of a channel, and of a server with its channels, that is no more, and `on_shut` of a
        thread that was locked away or may be written in again. `options` are the library's: `proxy`, `shard_ids`,
        `shard_count`. With `dev_guild` the commands are that server's alone, where they change at once.
        """
        super().__init__(
            command_prefix=commands.when_mentioned,
            help_command=None,
            intents=discord.Intents(guilds=True),
            member_cache_flags=discord.MemberCacheFlags.none(),
            chunk_guilds_at_startup=False,
            max_messages=None,
            allowed_mentions=discord.AllowedMentions.none(),
            max_ratelimit_timeout=LONGEST_WAIT,
            **options,
        )
        self.inbound: DiscordInbound | None = None
        self.emoji_markup: Mapping[str, str] = {}
        self._known_commands = known_commands
        self._keep_commands = keep_commands
        self._on_gone = on_gone
        self._on_removed = on_removed
        self._on_shut = on_shut
        self._embeds = embeds
        self._dev_guild = dev_guild

    @property
    def invite_link(self) -> str:
        """Where a server's owner lets the dealer in. Known after login."""
        return permissions.invite_link(self.application_id or 0, embeds=self._embeds)

    async def log_in(self, token: str) -> None:
        """Log in and see to the commands. Raises LoginRefused, Unreachable, StoreAway."""
        try:
            await self.login(token)
        except discord.LoginFailure:
            raise LoginRefused from None
        except (discord.HTTPException, aiohttp.ClientError, OSError) as away:
            # The library begins a new session with each login, and leaves the old one open.
            await self.http.close()
            self.http.connector = discord.utils.MISSING
            raise Unreachable(type(away).__name__) from away

    async def setup_hook(self) -> None:
        """After login, before any event."""
        if self.inbound is None:
            raise RuntimeError("nobody takes what people do")
        self.add_dynamic_items(TableButton)
        for group in (poker_group(self.inbound), tourney_group(self.inbound)):
            self.tree.add_command(group, override=True)
        await self.tree.set_translator(Names())
        await self._sync_commands()
        try:
            self.emoji_markup = by_key(str(emoji) for emoji in await self.fetch_application_emojis())
        except discord.HTTPException as refused:
            _log.warning("no_card_emoji", code=refused.code)

    async def _sync_commands(self) -> None:
        """Discord is told only of what has changed: there are few such calls a day."""
        guild = None if self._dev_guild is None else discord.Object(self._dev_guild)
        digest = f"{self.application_id} {self._dev_guild or 'everywhere'} {await payload_digest(self.tree)}"
        if await self._known_commands() == digest:
            return
        if guild is not None:
            self.tree.copy_global_to(guild=guild)
        await self.tree.sync(guild=guild)
        await self._keep_commands(digest)

    async def on_interaction(self, interaction: discord.Interaction[Any]) -> None:
        """Forms: the library knows only those that this process opened."""
        if is_form(interaction) and self.inbound is not None:
            await self.inbound.form(interaction)

    async def on_guild_channel_delete(self, channel: discord.abc.GuildChannel) -> None:
        """Its table ends."""
        await self._on_gone(room_of(channel.guild.id, channel.id))

    async def on_raw_thread_delete(self, thread: discord.RawThreadDeleteEvent) -> None:
        """Its table ends."""
        await self._on_gone(room_of(thread.guild_id, thread.thread_id))

    async def on_raw_thread_update(self, thread: discord.RawThreadUpdateEvent) -> None:
        """A thread that is locked and in the archive only a moderator can open again."""
        state = thread.data["thread_metadata"]
        shut = state["archived"] and bool(state.get("locked"))
        await self._on_shut(room_of(thread.guild_id, thread.thread_id), shut)

    async def on_guild_remove(self, guild: discord.Guild) -> None:
        """The dealer was thrown out, or the server is no more: its tables end."""
        await self._on_removed(guild.id, [channel.id for channel in guild.text_channels])
