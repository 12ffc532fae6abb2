"""REST: who the bot is, where its gateway is, its commands, emoji, guilds and members."""

import re

from . import payloads
from .answers import Answer, Json, Refusal, missing_access, unknown, unknown_member
from .calls import Call, route
from .description import Complaint
from .rules import command_rules
from .world import Emoji, Guild
from .writing import BadForm

EMOJI_NAME = re.compile(r"^\w{2,32}$", re.ASCII)
EMOJI_BYTES = 256 * 1024
EMOJI_COUNT = 2000


@route("GET", "/users/@me")
def get_my_user(call: Call) -> Answer:
    more = {"mfa_enabled": False, "locale": "en-US", "premium_type": 0, "email": None, "verified": True}
    return Answer(200, payloads.user(call.stage.world.bot) | more)


@route("GET", "/users/{user_id}")
def get_user(call: Call) -> Answer:
    account = call.stage.world.accounts.get(int(call.params["user_id"]))
    if account is None:
        raise unknown(10013, "User")
    return Answer(200, payloads.user(account))


@route("GET", "/oauth2/applications/@me")
@route("GET", "/applications/@me")
def get_my_application(call: Call) -> Answer:
    return Answer(200, payloads.application(call.stage.world))


@route("GET", "/gateway/bot")
def get_bot_gateway(call: Call) -> Answer:
    limit = {"max_concurrency": 1, "remaining": 1000, "reset_after": 0, "total": 1000}
    url = call.query["gateway_url"]
    return Answer(200, {"url": url, "shards": call.stage.shards, "session_start_limit": limit})


def _key(call: Call) -> int | None:
    if call.params["application_id"] != str(call.stage.world.application_id):
        raise missing_access()
    if "guild_id" not in call.params:
        return None
    return _guild(call).id


def _guild(call: Call) -> Guild:
    found = call.stage.world.guilds.get(int(call.params["guild_id"]))
    if found is None:
        raise missing_access()
    return found


@route("GET", "/applications/{application_id}/commands")
@route("GET", "/applications/{application_id}/guilds/{guild_id}/commands")
def list_commands(call: Call) -> Answer:
    return Answer(200, call.stage.commands.get(_key(call), []))


@route("PUT", "/applications/{application_id}/commands")
@route("PUT", "/applications/{application_id}/guilds/{guild_id}/commands")
def bulk_set_commands(call: Call) -> Answer:
    """Overwrite all. A command that keeps its name keeps its id."""
    key = _key(call)
    complaints = command_rules(call.body)
    if complaints:
        raise BadForm(complaints)
    known = {(old["type"], old["name"]): old["id"] for old in call.stage.commands.get(key, [])}
    made = [_command(call, body, key) for body in call.body]
    for command in made:
        command["id"] = known.get((command["type"], command["name"]), command["id"])
    call.stage.commands[key] = made
    return Answer(200, made)


@route("POST", "/applications/{application_id}/commands")
@route("POST", "/applications/{application_id}/guilds/{guild_id}/commands")
def create_command(call: Call) -> Answer:
    """Put in one command, in place of the one with its name."""
    key = _key(call)
    complaints = command_rules([call.body])
    if complaints:
        raise BadForm(complaints)
    made = _command(call, call.body, key)
    held = call.stage.commands.setdefault(key, [])
    old = [one for one in held if (one["type"], one["name"]) == (made["type"], made["name"])]
    if old:
        made["id"] = old[0]["id"]
        held.remove(old[0])
    held.append(made)
    return Answer(200 if old else 201, made)


def _command(call: Call, body: Json, guild_id: int | None) -> Json:
    made: Json = {name: value for name, value in body.items() if value is not None}
    made["options"] = [_option(option) for option in body.get("options") or []]
    permissions = body.get("default_member_permissions")
    made |= {
        "id": str(call.stage.ids.next()),
        "application_id": str(call.stage.world.application_id),
        "version": str(call.stage.ids.next()),
        "type": body.get("type") or 1,
        "description": body.get("description") or "",
        "default_member_permissions": None if permissions is None else str(permissions),
    }
    if guild_id is not None:
        made["guild_id"] = str(guild_id)
    return made


def _option(option: Json) -> Json:
    made: Json = {name: value for name, value in option.items() if value is not None}
    if "options" in made:
        made["options"] = [_option(one) for one in made["options"]]
    return made


@route("GET", "/applications/{application_id}/emojis")
def list_emojis(call: Call) -> Answer:
    _key(call)
    world = call.stage.world
    return Answer(200, {"items": [payloads.emoji(one, world) for one in world.emojis.values()]})


@route("POST", "/applications/{application_id}/emojis")
def create_emoji(call: Call) -> Answer:
    _key(call)
    world, name, image = call.stage.world, call.body["name"], str(call.body["image"])
    complaints: list[Complaint] = []
    if not EMOJI_NAME.match(name):
        complaints.append(Complaint(("name",), "STRING_TYPE_REGEX", "letters, digits and underscores"))
    if any(one.name == name for one in world.emojis.values()):
        complaints.append(Complaint(("name",), "APPLICATION_EMOJI_NAME_ALREADY_TAKEN", name))
    if not image.startswith("data:image/") or len(image) * 3 // 4 > EMOJI_BYTES:
        complaints.append(Complaint(("image",), "IMAGE_INVALID", "a data URI of at most 256 KiB"))
    if complaints:
        raise BadForm(complaints)
    if len(world.emojis) >= EMOJI_COUNT:
        raise Refusal(400, 30008, f"Maximum number of emojis reached ({EMOJI_COUNT})")
    made = Emoji(id=call.stage.ids.next(), name=name, image=image)
    world.emojis[made.id] = made
    return Answer(201, payloads.emoji(made, world))


@route("GET", "/applications/{application_id}/emojis/{emoji_id}")
def get_emoji(call: Call) -> Answer:
    return Answer(200, payloads.emoji(_emoji(call), call.stage.world))


@route("DELETE", "/applications/{application_id}/emojis/{emoji_id}")
def delete_emoji(call: Call) -> Answer:
    del call.stage.world.emojis[_emoji(call).id]
    return Answer(204)


def _emoji(call: Call) -> Emoji:
    _key(call)
    found = call.stage.world.emojis.get(int(call.params["emoji_id"]))
    if found is None:
        raise unknown(10014, "Emoji")
    return found


@route("GET", "/guilds/{guild_id}")
def get_guild(call: Call) -> Answer:
    return Answer(200, payloads.guild(_guild(call)))


@route("GET", "/guilds/{guild_id}/channels")
def list_guild_channels(call: Call) -> Answer:
    return Answer(200, [payloads.channel(one) for one in _guild(call).channels.values() if not one.is_thread])


@route("GET", "/guilds/{guild_id}/threads/active")
def list_active_threads(call: Call) -> Answer:
    threads = call.stage.world.threads_of(_guild(call))
    bot = call.stage.world.bot
    joined = [payloads.thread_member(one, bot) for one in threads if bot.id in one.thread_members]
    shown = [payloads.channel(one) for one in threads]
    return Answer(200, {"threads": shown, "members": joined, "has_more": False})


@route("GET", "/guilds/{guild_id}/members/{user_id}")
def get_guild_member(call: Call) -> Answer:
    member = _guild(call).members.get(int(call.params["user_id"]))
    if member is None:
        raise unknown_member()
    return Answer(200, payloads.member(member))


@route("DELETE", "/users/@me/guilds/{guild_id}")
def leave_guild(call: Call) -> Answer:
    call.stage.remove_member(_guild(call), call.stage.world.bot)
    return Answer(204)
