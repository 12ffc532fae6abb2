"""The world as Discord writes it in JSON: users, members, roles, channels, guilds and messages."""

from .answers import Json
from .clock import iso
from .messages import Attachment, Message
from .permissions import permissions_in
from .world import Account, Channel, ChannelKind, Emoji, Guild, Member, Overwrite, Role, World


def user(account: Account) -> Json:
    made: Json = {
        "id": str(account.id),
        "username": account.username,
        "avatar": None,
        "discriminator": "0" if not account.bot else "0001",
        "public_flags": 0,
        "flags": 0,
        "global_name": account.global_name,
        "primary_guild": None,
    }
    if account.bot:
        made["bot"] = True
    return made


def member(entry: Member, channel: Channel | None = None) -> Json:
    """A guild member; with a channel also their permissions there, as interactions carry them."""
    made: Json = {
        "user": user(entry.account),
        "nick": entry.nick,
        "roles": [str(role) for role in entry.roles],
        "avatar": None,
        "banner": None,
        "communication_disabled_until": None,
        "flags": 0,
        "joined_at": iso(entry.joined),
        "pending": False,
        "premium_since": None,
        "mute": False,
        "deaf": False,
    }
    if channel is not None:
        made["permissions"] = str(permissions_in(channel, entry.account))
    return made


def role(entry: Role) -> Json:
    return {
        "id": str(entry.id),
        "name": entry.name,
        "permissions": str(entry.permissions),
        "position": int(entry.managed),
        "color": 0,
        "colors": {"primary_color": 0, "secondary_color": None, "tertiary_color": None},
        "hoist": False,
        "managed": entry.managed,
        "mentionable": False,
        "icon": None,
        "unicode_emoji": None,
        "flags": 0,
    }


def overwrite(key: int, entry: Overwrite) -> Json:
    return {"id": str(key), "type": entry.type, "allow": str(entry.allow), "deny": str(entry.deny)}


def channel(entry: Channel) -> Json:
    last = next(reversed(entry.messages), None)
    made: Json = {
        "id": str(entry.id),
        "type": int(entry.kind),
        "flags": 0,
        "last_message_id": None if last is None else str(last),
    }
    if entry.guild is None:
        made["recipients"] = [user(account) for account in entry.recipients]
        return made
    made |= {"guild_id": str(entry.guild.id), "name": entry.name, "rate_limit_per_user": entry.slowmode}
    if entry.is_thread:
        return made | _thread(entry)
    made |= {"position": 0, "parent_id": None, "topic": entry.topic, "nsfw": False}
    made["permission_overwrites"] = [overwrite(key, one) for key, one in entry.overwrites.items()]
    return made


def _thread(entry: Channel) -> Json:
    made: Json = {
        "parent_id": str(entry.parent.id) if entry.parent else None,
        "owner_id": str(entry.owner_id),
        "message_count": len(entry.messages),
        "member_count": len(entry.thread_members),
        "total_message_sent": len(entry.messages),
        "thread_metadata": {
            "archived": entry.archived,
            "archive_timestamp": iso(entry.archive_changed),
            "auto_archive_duration": entry.auto_archive,
            "locked": entry.locked,
            "create_timestamp": iso(entry.created),
        },
    }
    if entry.kind is ChannelKind.PRIVATE_THREAD:
        made["thread_metadata"]["invitable"] = entry.invitable
    return made


def thread_member(entry: Channel, account: Account) -> Json:
    return {"id": str(entry.id), "user_id": str(account.id), "join_timestamp": iso(entry.created), "flags": 0}


GUILD_DEFAULTS: Json = {
    "icon": None,
    "description": None,
    "home_header": None,
    "splash": None,
    "discovery_splash": None,
    "features": [],
    "banner": None,
    "application_id": None,
    "region": "deprecated",
    "afk_channel_id": None,
    "afk_timeout": 300,
    "system_channel_id": None,
    "system_channel_flags": 0,
    "widget_enabled": False,
    "widget_channel_id": None,
    "verification_level": 0,
    "default_message_notifications": 0,
    "mfa_level": 0,
    "explicit_content_filter": 0,
    "max_presences": None,
    "max_members": 500000,
    "max_stage_video_channel_users": 50,
    "max_video_channel_users": 25,
    "vanity_url_code": None,
    "premium_tier": 0,
    "premium_subscription_count": 0,
    "rules_channel_id": None,
    "safety_alerts_channel_id": None,
    "public_updates_channel_id": None,
    "premium_progress_bar_enabled": False,
    "nsfw": False,
    "nsfw_level": 0,
    "emojis": [],
    "stickers": [],
    "incidents_data": None,
}


def guild(entry: Guild) -> Json:
    return GUILD_DEFAULTS | {
        "id": str(entry.id),
        "name": entry.name,
        "owner_id": str(entry.owner_id),
        "preferred_locale": entry.locale,
        "roles": [role(one) for one in entry.roles.values()],
    }


def guild_create(entry: Guild, world: World) -> Json:
    """The gateway's fuller form. Without the members intent it names the bot alone."""
    me = entry.members[world.bot.id]
    return guild(entry) | {
        "joined_at": iso(me.joined),
        "large": False,
        "unavailable": False,
        "member_count": len(entry.members),
        "members": [member(me)],
        "channels": [channel(one) for one in entry.channels.values() if not one.is_thread],
        "threads": [channel(one) for one in world.threads_of(entry)],
        "voice_states": [],
        "presences": [],
        "stage_instances": [],
        "guild_scheduled_events": [],
        "soundboard_sounds": [],
    }


def attachment(entry: Attachment, ephemeral: bool) -> Json:
    made: Json = {
        "id": str(entry.id),
        "filename": entry.filename,
        "size": len(entry.data),
        "url": entry.url,
        "proxy_url": entry.url,
    }
    if entry.description is not None:
        made["description"] = entry.description
    if ephemeral:
        made["ephemeral"] = True
    return made


def message(entry: Message, world: World) -> Json:
    made: Json = {
        "id": str(entry.id),
        "channel_id": str(entry.channel.id),
        "type": _message_type(entry),
        "author": user(entry.author),
        "content": entry.content,
        "embeds": entry.embeds,
        "components": entry.components,
        "attachments": [attachment(one, entry.ephemeral) for one in entry.attachments],
        "flags": entry.flags,
        "timestamp": iso(entry.created),
        "edited_timestamp": None if entry.edited is None else iso(entry.edited),
        "mentions": [user(account) for account in entry.mentions],
        "mention_roles": [],
        "mention_everyone": entry.mentions_everyone,
        "pinned": entry.pinned is not None,
        "tts": False,
    }
    if entry.interaction is not None:
        made |= {"application_id": str(world.application_id), "webhook_id": str(world.application_id)}
        made["interaction_metadata"] = entry.interaction.metadata()
    if entry.reference is not None:
        made["message_reference"] = {
            "type": 0,
            "channel_id": str(entry.reference.channel.id),
            "message_id": str(entry.reference.id),
        }
    return made


def _message_type(entry: Message) -> int:
    if entry.reference is not None:
        return 19
    return 20 if entry.interaction is not None and entry.interaction.original is entry else 0


def emoji(entry: Emoji, world: World) -> Json:
    return {
        "id": str(entry.id),
        "name": entry.name,
        "roles": [],
        "user": user(world.bot),
        "require_colons": True,
        "managed": False,
        "animated": False,
        "available": True,
    }


def application(world: World) -> Json:
    """/oauth2/applications/@me, owned by the bot's account for want of a person."""
    return {
        "id": str(world.application_id),
        "name": world.bot.username,
        "icon": None,
        "description": "",
        "type": None,
        "bot": user(world.bot),
        "verify_key": "0" * 64,
        "flags": 0,
        "flags_new": "0",
        "redirect_uris": [],
        "interactions_endpoint_url": None,
        "role_connections_verification_url": None,
        "owner": user(world.bot),
        "approximate_guild_count": len(world.guilds),
        "approximate_user_install_count": 0,
        "approximate_user_authorization_count": 0,
        "explicit_content_filter": 0,
        "team": None,
        "eligible_oauth2_scopes": [],
        "bot_public": True,
        "bot_require_code_grant": False,
    }
