"""The requests that the dealer makes of Discord: post, edit, delete, in a channel, a private chat or a panel.

Nothing is looked up first: channels and messages go by their ids. Every view that is sent is stopped beforehand, so
the client keeps none of them: a press is understood from its custom_id alone.
"""

from collections.abc import Callable, Mapping
from io import BytesIO
from typing import Any, Final, TypeAlias

import discord

from adapters.discord import embed, layout, markup
from adapters.messages import Attachment, Locale, Message

Drawn: TypeAlias = dict[str, Any]
"""Keyword arguments of discord.py's sending and editing methods."""

REPOSTED: Final = frozenset({10008, 30046, 50005, 50035})
"""Why a message can't be edited and is sent anew: deleted, too old to be edited that often, another bot's, or laid out
in the other way."""


class Wire:
    """One client's requests. They raise what discord.py raises."""

    def __init__(
        self, client: discord.Client, emoji: Callable[[], Mapping[str, str]], *, embeds: bool
    ) -> None:
        """`emoji` gives the uploaded ones by key; with `embeds` nothing is laid out in components V2."""
        self._client = client
        self._emoji = emoji
        self._embeds = embeds

    def drawn(self, message: Message, locale: Locale, *, private: bool = False) -> Drawn:
        """A message as Discord takes it."""
        emoji = self._emoji()
        attached = [*message.attachments, *layout.picture_files(message)]
        files = {"files": [_file(one) for one in attached]} if attached else {}
        if self._embeds:
            shown, buttons = embed.table_embed(message, locale, emoji)
            if buttons is not None:
                buttons.stop()
            return {"embed": shown, "view": buttons, **files}
        view = (layout.private_view if private else layout.table_view)(message, locale, emoji)
        view.stop()
        return {"view": view, **files}

    async def post(self, channel: int, drawn: Drawn) -> int:
        """A new message; returns its id."""
        return (await self._client.get_partial_messageable(channel).send(**_for_new(drawn))).id

    async def call(self, channel: int, message: Message, locale: Locale) -> int:
        """A short message that rings for those whom it mentions, and for nobody else."""
        allowed = discord.AllowedMentions.none()
        allowed.users = [discord.Object(player) for player in markup.mentioned(message)]
        text = markup.plain_text(message, locale, self._emoji())
        sent = await self._client.get_partial_messageable(channel).send(text, allowed_mentions=allowed)
        return sent.id

    async def edit(self, channel: int, message_id: int, drawn: Drawn) -> None:
        """Replace a message."""
        message = self._client.get_partial_messageable(channel).get_partial_message(message_id)
        await message.edit(**for_edit(drawn))

    async def ask_after(self, channel: int, message_id: int) -> None:
        """See whether a message is still there."""
        await self._client.get_partial_messageable(channel).fetch_message(message_id)

    async def delete(self, channel: int, message_id: int) -> None:
        """Take a message away."""
        await self._client.get_partial_messageable(channel).get_partial_message(message_id).delete()

    async def pin(self, channel: int, message_id: int) -> None:
        """Pin a message."""
        await self._client.get_partial_messageable(channel).get_partial_message(message_id).pin()

    async def wake(self, channel: int) -> None:
        """Fetch a thread back from the archive."""
        thread = await self._client.fetch_channel(channel)
        if isinstance(thread, discord.Thread):
            await thread.edit(archived=False)

    async def archive(self, guild_id: int, channel: int) -> None:
        """Put a thread of the dealer's own away; nothing for any other channel."""
        guild = self._client.get_guild(guild_id)
        thread = guild.get_thread(channel) if guild is not None else None
        if thread is not None and self._client.user is not None and thread.owner_id == self._client.user.id:
            await thread.edit(archived=True)

    async def private_channel(self, user: int) -> int:
        """Where a person's direct messages go."""
        return (await self._client.create_dm(discord.Object(user))).id

    async def open_panel(self, token: str, drawn: Drawn) -> int:
        """A further answer to an interaction, for the asker alone; returns its id."""
        sent = await self._webhook(token).send(**_for_new(drawn), ephemeral=True, wait=True)
        return sent.id

    async def edit_panel(self, token: str, message: str, drawn: Drawn) -> None:
        """Replace what only the asker sees."""
        # The library says int, and the platform also takes the word for the first answer.
        identifier: Any = message
        await self._webhook(token).edit_message(identifier, **for_edit(drawn))

    async def close_panel(self, token: str, message: str) -> None:
        """Take away what only the asker sees."""
        identifier: Any = message
        await self._webhook(token).delete_message(identifier)

    def _webhook(self, token: str) -> discord.Webhook:
        webhook = discord.Webhook.partial(self._client.application_id or 0, token, client=self._client)
        webhook.type = discord.WebhookType.application
        return webhook


def for_edit(drawn: Drawn) -> Drawn:
    """In place of what a message shows: files are named as what it is to have in the end."""
    return {"attachments" if name == "files" else name: value for name, value in drawn.items()}


def _file(attachment: Attachment) -> discord.File:
    return discord.File(BytesIO(attachment.content), filename=attachment.name)


def _for_new(drawn: Drawn) -> Drawn:
    """A new message has no buttons to take away."""
    return {name: value for name, value in drawn.items() if value is not None}
