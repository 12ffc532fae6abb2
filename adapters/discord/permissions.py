"""What the dealer must be allowed to do in a channel: to ask for in the invitation, and to miss by name."""

import discord

from adapters.messages import Line, Message, Role, Text

VIEW = "discord.missing.view"
_KEYS = {
    "view_channel": VIEW,
    "send_messages": "discord.missing.send",
    "send_messages_in_threads": "discord.missing.thread",
    "embed_links": "discord.missing.embed",
}


def invited(*, embeds: bool) -> discord.Permissions:
    """What the invitation asks for: to see, to write, to open a thread for each table, and to pin how a tournament
    ended. Embeds when they are used.

    To read what was said before is for one thing: finding out that a table message was deleted (`watch`). Deleting
    its own messages and showing the application's own emoji needs no permission.
    """
    return discord.Permissions(
        view_channel=True,
        send_messages=True,
        send_messages_in_threads=True,
        read_message_history=True,
        create_public_threads=True,
        pin_messages=True,
        embed_links=embeds,
    )


def invite_link(application: int, *, embeds: bool) -> str:
    """The address at which a server's owner lets the dealer in."""
    scopes = ("bot", "applications.commands")
    return discord.utils.oauth_url(application, permissions=invited(embeds=embeds), scopes=scopes)


def missing(held: discord.Permissions, *, in_thread: bool, embeds: bool) -> tuple[str, ...]:
    """Text keys of what is missing to deal in a channel, or in a thread."""
    needed = ["view_channel", "send_messages_in_threads" if in_thread else "send_messages"]
    if embeds:
        needed.append("embed_links")
    return tuple(_KEYS[name] for name in needed if not getattr(held, name))


def can_open_thread(held: discord.Permissions) -> bool:
    """Whether a table may have a thread of its own."""
    return held.create_public_threads and held.send_messages_in_threads


def held_in(client: discord.Client, guild_id: int, channel_id: int) -> discord.Permissions | None:
    """What the dealer may do there; None when this process does not know the server or the channel."""
    guild = client.get_guild(guild_id)
    channel = guild.get_channel_or_thread(channel_id) if guild is not None else None
    if guild is None or channel is None or guild.me is None:
        return None
    if isinstance(channel, discord.Thread) and channel.parent is None:
        return None
    return channel.permissions_for(guild.me)


def missing_here(client: discord.Client, guild_id: int, channel_id: int, *, embeds: bool) -> tuple[str, ...]:
    """What is missing to post, as far as this process knows the server; nothing when it does not."""
    held = held_in(client, guild_id, channel_id)
    if held is None:
        return ()
    guild = client.get_guild(guild_id)
    in_thread = guild is not None and guild.get_thread(channel_id) is not None
    return missing(held, in_thread=in_thread, embeds=embeds)


def missing_message(keys: tuple[str, ...], *, playing: bool) -> Message:
    """Tells somebody what to give the dealer."""
    title = Text(key="discord.missing.playing" if playing else "discord.missing.title")
    lines = [Line(role=Role.REFUSAL, pieces=(title,))]
    lines += [Line(role=Role.NOTE, pieces=(Text(key=key, strong=True),)) for key in keys]
    return Message(lines=tuple(lines))
