"""The stage on which tests play: guilds, channels and people are put up here, and anything on it can be awaited."""

import asyncio
from collections.abc import Callable
from contextlib import suppress

from . import payloads
from .answers import Json
from .clock import Clock, Snowflakes
from .gateway import Gateway, Intent
from .interactions import Interaction
from .journal import Change, Counts, Deed, Journal
from .limits import Limits
from .messages import Message
from .permissions import bits, may
from .world import Account, Channel, ChannelKind, Guild, Member, Overwrite, World, new_guild

PATIENCE = 30.0
"""Seconds after which what a test waits for is taken to be never coming, even on a machine with a lot else to do."""


class Stage:
    """State of one loopback Discord. What changes here goes to the bot as gateway events, as its intents allow."""

    def __init__(self, *, token: str, shards: int) -> None:
        self.clock = Clock()
        self.ids = Snowflakes(self.clock)
        self.token = token
        self.shards = shards  # what GET /gateway/bot recommends
        self.deadline = 3.0  # seconds from an interaction to its first answer
        self.token_life = 900.0  # seconds that an interaction's token lives
        application_id = self.ids.next()
        bot = Account(id=application_id, username="Riverbot", bot=True)
        self.world = World(bot=bot, application_id=application_id, accounts={bot.id: bot})
        self.journal = Journal()
        self.limits = Limits(self.clock)
        self.gateway = Gateway(self)
        self.commands: dict[int | None, list[Json]] = {None: []}  # by guild, None for the global ones
        self.interactions: dict[str, Interaction] = {}  # by token
        self._pulse = asyncio.Event()
        self._audiences: dict[int, tuple[Account, ...]] = {}

    def pulse(self) -> None:
        """Something happened: let everyone who waits look again."""
        self._pulse.set()

    async def until(self, done: Callable[[], object], seconds: float = PATIENCE) -> None:
        """Wait for a condition, on either side of the wire. TimeoutError after `seconds`.

        It looks again at every request, message and gateway payload, and for what only the bot knows every 20 ms.
        """
        async with asyncio.timeout(seconds):
            while not done():
                self._pulse.clear()
                with suppress(TimeoutError):
                    await asyncio.wait_for(self._pulse.wait(), 0.02)

    # Putting things up

    def add_guild(self, name: str = "Card Room", *, locale: str = "en-US", shard: int = 0) -> Guild:
        """A guild that the bot is in, on the given shard of `shards`."""
        guild_id = self.ids.next_on_shard(shard, self.shards)
        guild = new_guild(guild_id, name, locale, owner_id=self.ids.next(), bot_role=self.ids.next())
        self.world.guilds[guild.id] = guild
        self.enter(guild, self.world.bot, roles=(guild.bot_role,))
        self.gateway.emit("GUILD_CREATE", payloads.guild_create(guild, self.world), guild.id)
        return guild

    def enter(
        self, guild: Guild, account: Account, nick: str | None = None, roles: tuple[int, ...] = ()
    ) -> Member:
        """Make the account a member."""
        member = Member(account=account, nick=nick, roles=roles, joined=self.clock.now())
        guild.members[account.id] = member
        self._audiences.clear()
        data = payloads.member(member) | {"guild_id": str(guild.id)}
        self.gateway.emit("GUILD_MEMBER_ADD", data, guild.id, Intent.GUILD_MEMBERS)
        return member

    def add_channel(self, guild: Guild, name: str = "poker") -> Channel:
        channel = Channel(id=self.ids.next(), kind=ChannelKind.TEXT, name=name, guild=guild)
        guild.channels[channel.id] = self.world.channels[channel.id] = channel
        self.gateway.emit("CHANNEL_CREATE", payloads.channel(channel), guild.id)
        return channel

    def open_dm(self, account: Account) -> Channel:
        """The direct message channel between the bot and the account; made when there is none."""
        found = self.world.dm_with(account)
        if found is None:
            found = Channel(id=self.ids.next(), kind=ChannelKind.DM, recipients=(account,))
            self.world.channels[found.id] = found
        return found

    # What moderators and members do

    def forbid(self, channel: Channel, *names: str, account: Account | None = None) -> None:
        """Take permissions (by their names in permissions.BITS) from the bot or another account in the channel."""
        entry = self._overwrite(channel, account)
        entry.deny |= bits(*names)
        entry.allow &= ~bits(*names)
        self._channel_changed(channel)

    def permit(self, channel: Channel, *names: str, account: Account | None = None) -> None:
        """Give permissions in the channel."""
        entry = self._overwrite(channel, account)
        entry.allow |= bits(*names)
        entry.deny &= ~bits(*names)
        self._channel_changed(channel)

    def _overwrite(self, channel: Channel, account: Account | None) -> Overwrite:
        return channel.overwrites.setdefault((account or self.world.bot).id, Overwrite(type=1))

    def _channel_changed(self, channel: Channel) -> None:
        assert channel.guild is not None
        self._audiences.clear()
        event = "THREAD_UPDATE" if channel.is_thread else "CHANNEL_UPDATE"
        self.gateway.emit(event, payloads.channel(channel), channel.guild.id)

    def archive(self, thread: Channel, *, archived: bool = True, locked: bool = False) -> None:
        """As a moderator or Discord's own clock does it."""
        thread.archived, thread.locked = archived, locked
        thread.archive_changed = self.clock.now()
        self._channel_changed(thread)

    def delete_channel(self, channel: Channel) -> None:
        """Delete a channel, with its threads, or a thread."""
        assert channel.guild is not None
        for thread in [c for c in self.world.channels.values() if c.parent is channel]:
            self.delete_channel(thread)
        data = payloads.channel(channel)
        channel.deleted = True
        del self.world.channels[channel.id]
        channel.guild.channels.pop(channel.id, None)
        if channel.is_thread:
            data = {name: data[name] for name in ("id", "guild_id", "parent_id", "type")}
        self.gateway.emit("THREAD_DELETE" if channel.is_thread else "CHANNEL_DELETE", data, channel.guild.id)
        self.pulse()

    def rename(self, guild: Guild, account: Account, nick: str | None) -> None:
        guild.members[account.id].nick = nick
        data = payloads.member(guild.members[account.id]) | {"guild_id": str(guild.id)}
        self.gateway.emit("GUILD_MEMBER_UPDATE", data, guild.id, Intent.GUILD_MEMBERS)

    def remove_member(self, guild: Guild, account: Account) -> None:
        """The account leaves or is thrown out. For the bot itself: the guild is gone."""
        del guild.members[account.id]
        self._audiences.clear()
        if account is self.world.bot:
            del self.world.guilds[guild.id]
            self.gateway.emit("GUILD_DELETE", {"id": str(guild.id)}, guild.id)
            return
        data = {"guild_id": str(guild.id), "user": payloads.user(account)}
        self.gateway.emit("GUILD_MEMBER_REMOVE", data, guild.id, Intent.GUILD_MEMBERS)

    def delete_message(self, message: Message, *, by_bot: bool = False) -> None:
        """Delete it, as its author or a moderator."""
        audience = self.audience(message)
        message.deleted = True
        message.channel.messages.pop(message.id, None)
        self._note(Deed.DELETED, message, audience, by_bot=by_bot)
        if not message.ephemeral:
            data: Json = {"id": str(message.id), "channel_id": str(message.channel.id)}
            self._about_message("MESSAGE_DELETE", message, data)

    def deliver(self, interaction: Interaction) -> None:
        """Send the interaction to the bot; calling it again is the platform delivering one press twice."""
        guild = interaction.channel.guild
        self.gateway.emit("INTERACTION_CREATE", interaction.payload, guild.id if guild else None, intent=0)

    # Reading

    def visible_to(self, account: Account, channel: Channel) -> list[Message]:
        """The messages that this person reads in the channel, oldest first; "is thinking" is not one."""
        return [message for message in channel.messages.values() if message.visible_to(account)]

    def audience(self, message: Message) -> tuple[Account, ...]:
        """The people who can see the message now."""
        if message.only_for is not None:
            return (message.only_for,)
        channel = message.channel
        if channel.guild is None:
            return channel.recipients
        found = self._audiences.get(channel.id)
        if found is None:
            people = [member.account for member in channel.guild.members.values() if not member.account.bot]
            found = tuple(account for account in people if may(channel, account, "view_channel"))
            self._audiences[channel.id] = found
        return found

    def counts(self, channel: Channel | None = None, since: int = 0) -> Counts:
        return self.journal.counts(channel, since)

    def record(self, deed: Deed, message: Message, mentions: tuple[Account, ...] = ()) -> None:
        """Journal a message made or edited, and tell the gateway."""
        by_bot = message.author is self.world.bot
        self._note(deed, message, self.audience(message), mentions, by_bot=by_bot)
        if not message.ephemeral:
            event = "MESSAGE_CREATE" if deed is Deed.CREATED else "MESSAGE_UPDATE"
            self._about_message(event, message, payloads.message(message, self.world))

    def _note(
        self,
        deed: Deed,
        message: Message,
        audience: tuple[Account, ...],
        mentions: tuple[Account, ...] = (),
        *,
        by_bot: bool,
    ) -> None:
        change = Change(
            at=self.clock.now(),
            deed=deed,
            message=message,
            text=message.text,
            audience=audience,
            mentions=mentions,
            by_bot=by_bot,
        )
        self.journal.changes.append(change)
        self.pulse()

    def _about_message(self, event: str, message: Message, data: Json) -> None:
        guild = message.channel.guild
        if guild is None:
            self.gateway.emit(event, data, None, Intent.DIRECT_MESSAGES)
        else:
            self.gateway.emit(event, data | {"guild_id": str(guild.id)}, guild.id, Intent.GUILD_MESSAGES)
