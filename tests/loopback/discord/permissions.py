"""Discord's permission bits, and what a member may do in a channel after roles and overwrites."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .world import Account, Channel, Guild

BITS = {
    "administrator": 3,
    "add_reactions": 6,
    "view_channel": 10,
    "send_messages": 11,
    "manage_messages": 13,
    "embed_links": 14,
    "attach_files": 15,
    "read_message_history": 16,
    "mention_everyone": 17,
    "use_external_emojis": 18,
    "manage_threads": 34,
    "create_public_threads": 35,
    "create_private_threads": 36,
    "send_messages_in_threads": 38,
    "pin_messages": 51,
}
EVERYTHING = (1 << 53) - 1
ORDINARY = (
    "add_reactions",
    "view_channel",
    "send_messages",
    "embed_links",
    "attach_files",
    "read_message_history",
    "use_external_emojis",
    "create_public_threads",
    "create_private_threads",
    "send_messages_in_threads",
)


def bits(*names: str) -> int:
    """The bit field of the named permissions; KeyError for a name this server doesn't know."""
    return sum(1 << BITS[name] for name in names)


def guild_permissions(guild: "Guild", account: "Account") -> int:
    member = guild.members.get(account.id)
    if member is None:
        return 0
    if guild.owner_id == account.id:
        return EVERYTHING
    held = guild.roles[guild.id].permissions
    for role in member.roles:
        held |= guild.roles[role].permissions
    return EVERYTHING if held & bits("administrator") else held


def permissions_in(channel: "Channel", account: "Account") -> int:
    """Bit field in the channel (threads follow their parent); everything in a direct message."""
    if channel.guild is None:
        return EVERYTHING if account in channel.recipients or account.bot else 0
    held = guild_permissions(channel.guild, account)
    if held == EVERYTHING:
        return held
    overwrites = (channel.parent or channel).overwrites
    member = channel.guild.members.get(account.id)
    roles = member.roles if member else ()
    for group in ([channel.guild.id], roles, [account.id]):
        found = [overwrites[key] for key in group if key in overwrites]
        for deny in found:
            held &= ~deny.deny
        for allow in found:
            held |= allow.allow
    return held if held & bits("view_channel") else 0


def may(channel: "Channel", account: "Account", *names: str) -> bool:
    wanted = bits(*names)
    return permissions_in(channel, account) & wanted == wanted
