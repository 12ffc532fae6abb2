"""Methods about the bot itself: who it is, its command menus, its name and descriptions, and its webhook."""

import re
from collections.abc import Callable
from typing import Any

from . import payloads
from .calls import Call
from .complaints import bad_request, mistaken
from .menus import scope_key
from .world import Json

LARGEST_MENU = 100
COMMAND = re.compile(r"[a-z0-9_]{1,32}")
LANGUAGE = re.compile(r"([a-z]{2})?")
SECRET = re.compile(r"[A-Za-z0-9_-]{1,256}")
PROFILE = {"Name": "name", "Description": "description", "ShortDescription": "short_description"}


def get_me(call: Call) -> Json:
    stage = call.stage
    flags = {
        "can_join_groups": True,
        "can_read_all_group_messages": not stage.privacy,
        "supports_inline_queries": False,
        "can_connect_to_business": False,
        "has_main_web_app": False,
    }
    return payloads.user(stage.bot) | flags


def _list(call: Call) -> tuple[str, str]:
    scope, language = call.params.get("scope"), call.text("language_code")
    if LANGUAGE.fullmatch(language) is None:
        raise mistaken("language_code", f"{language!r} is no two-letter ISO 639-1 code")
    number = (scope or {}).get("chat_id")
    if number is not None and number not in call.stage.world.chats:
        raise bad_request("chat not found")
    return scope_key(scope), language


def set_commands(call: Call) -> bool:
    commands: list[Json] = call.params["commands"]
    if len(commands) > LARGEST_MENU:
        raise mistaken("commands", f"BOT_COMMANDS_TOO_MUCH: {len(commands)} > {LARGEST_MENU}")
    for one in commands:
        if COMMAND.fullmatch(one["command"].removeprefix("/")) is None:
            raise mistaken("commands", f"BOT_COMMAND_INVALID: {one['command']}")
    call.stage.commands[_list(call)] = commands
    return True


def get_commands(call: Call) -> list[Json]:
    return call.stage.commands.get(_list(call), [])


def delete_commands(call: Call) -> bool:
    call.stage.commands.pop(_list(call), None)
    return True


def _setter(field: str) -> Callable[[Call], object]:
    def put(call: Call) -> bool:
        language = _list(call)[1]
        call.stage.profile[field, language] = call.text(field)
        return True

    return put


def _getter(field: str) -> Callable[[Call], object]:
    def get(call: Call) -> Json:
        kept = call.stage.profile
        return {field: kept.get((field, call.text("language_code"))) or kept.get((field, ""), "")}

    return get


def set_webhook(call: Call) -> bool:
    updates, url = call.stage.updates, call.text("url")
    secret = call.params.get("secret_token")
    if secret is not None and SECRET.fullmatch(secret) is None:
        raise mistaken("secret_token", "secret token contains unallowed characters")
    if url and not url.startswith(("https://", "http://127.0.0.1:")):
        raise mistaken("url", "bad webhook: an HTTPS URL must be provided for webhook")
    judge = call.stage.description
    updates.allow(call.params.get("allowed_updates"), judge.update_kinds if judge else frozenset())
    if call.flag("drop_pending_updates"):
        updates.waiting.clear()
    kept: dict[str, Any] = {"url": url, "secret": secret, "most": call.number("max_connections", 40)}
    updates.webhook = kept if url else None
    updates.wake()
    return True


def delete_webhook(call: Call) -> bool:
    call.stage.updates.webhook = None
    if call.flag("drop_pending_updates"):
        call.stage.updates.waiting.clear()
    return True


def webhook_info(call: Call) -> Json:
    updates = call.stage.updates
    found: Json = {
        "url": (updates.webhook or {}).get("url", ""),
        "has_custom_certificate": False,
        "pending_update_count": len(updates.waiting),
    }
    if updates.webhook is not None:
        found["max_connections"] = updates.webhook["most"]
    if updates.webhook is not None and updates.last_error is not None:
        found["last_error_date"], found["last_error_message"] = updates.last_error
    return found | ({"allowed_updates": list(updates.allowed)} if updates.allowed else {})


METHODS: dict[str, Callable[[Call], object]] = {
    "getMe": get_me,
    "setMyCommands": set_commands,
    "getMyCommands": get_commands,
    "deleteMyCommands": delete_commands,
    "setWebhook": set_webhook,
    "deleteWebhook": delete_webhook,
    "getWebhookInfo": webhook_info,
    **{f"setMy{name}": _setter(field) for name, field in PROFILE.items()},
    **{f"getMy{name}": _getter(field) for name, field in PROFILE.items()},
}
