"""Command menus: which list a person is shown in a chat, by scope and language, as the apps choose it."""

import json

from .stage import Stage
from .world import Account, Chat, ChatKind, Json


def scope_key(scope: Json | None) -> str:
    """A scope as the name under which its list is kept."""
    return json.dumps(scope or {"type": "default"}, sort_keys=True)


def menu(stage: Stage, account: Account, chat: Chat) -> list[Json]:
    """The commands in the person's menu: narrower scopes first, and in each their language first."""
    language = (account.language_code or "")[:2]
    for scope in _scopes(account, chat):
        for code in (language, ""):
            found = stage.commands.get((scope_key(scope), code))
            if found:
                return found
    return []


def _scopes(account: Account, chat: Chat) -> list[Json]:
    if chat.kind is ChatKind.PRIVATE:
        return [{"type": "chat", "chat_id": chat.id}, {"type": "all_private_chats"}, {"type": "default"}]
    entry = chat.members.get(account.id)
    admin = entry is not None and entry.is_admin
    wider: list[Json] = [{"type": "all_chat_administrators"}] if admin else []
    own: list[Json] = [{"type": "chat_administrators", "chat_id": chat.id}] if admin else []
    return [
        {"type": "chat_member", "chat_id": chat.id, "user_id": account.id},
        *own,
        {"type": "chat", "chat_id": chat.id},
        *wider,
        {"type": "all_group_chats"},
        {"type": "default"},
    ]


def is_ephemeral_command(stage: Stage, account: Account, chat: Chat, text: str) -> bool:
    """Whether the person's app sends the text for the bot's eyes only, because their menu has the command so."""
    if not stage.ephemeral or not chat.is_group or not text.startswith("/"):
        return False
    name = text[1:].split()[0].partition("@")[0] if text[1:].split() else ""
    return any(one["command"] == name and one.get("is_ephemeral") for one in menu(stage, account, chat))
