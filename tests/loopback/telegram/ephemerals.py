"""Ephemeral messages (Bot API 10.2 and 10.3): in a group, yet seen by one person and the bot alone."""

from collections.abc import Callable
from typing import Any

from .callbacks import live_press
from .calls import Call
from .complaints import bad_request, mistaken
from .doors import bot_has, known_chat
from .formatting import formatted, required
from .journal import Deed
from .keyboards import keyboard
from .messages import Message
from .world import Account, Chat, Json

EDIT_LIMIT = (
    1024  # UTF-16 code units: what servers take in editEphemeralMessageText, though 4096 are documented
)
PARAMETERS = ("ephemeral_message_parameters", "receiver_user_id", "callback_query_id")


def forget_parameters(call: Call) -> None:
    """What an older server does with parameters that it has never heard of: nothing. The message is for all to see."""
    if call.method.startswith("send"):
        for name in PARAMETERS:
            call.params.pop(name, None)


def address(call: Call, made: Message) -> None:
    """Make the message ephemeral if the call says so. Refusal 400 if the bot may not send it to that person now."""
    given = _given(call)
    reply_is_ephemeral = made.reply_to is not None and made.reply_to.ephemeral
    if given is None:
        if reply_is_ephemeral:
            raise mistaken("reply_parameters", "a reply to an ephemeral message must itself be ephemeral")
        return
    receiver = _receiver(call, made.chat, given["receiver_user_id"])
    _allowed(call, made, receiver, given)
    made.only_for = receiver
    made.ephemeral_id = call.stage.ephemeral_number()


def _given(call: Call) -> dict[str, Any] | None:
    given: dict[str, Any] | None = call.params.get("ephemeral_message_parameters")
    if given is None and "receiver_user_id" in call.params:
        return {name: call.params[name] for name in PARAMETERS[1:] if name in call.params}
    return given


def _receiver(call: Call, chat: Chat, number: int) -> Account:
    if not chat.is_group:
        raise mistaken("ephemeral_message_parameters", "ephemeral messages are for groups and supergroups")
    entry = chat.members.get(number)
    if entry is None or not entry.present or entry.account.is_bot:
        raise bad_request("the receiver of the ephemeral message is not a member of the chat")
    return entry.account


def _allowed(call: Call, made: Message, receiver: Account, given: dict[str, Any]) -> None:
    stage, replaces = call.stage, bool(given.get("replace_callback_query_message"))
    if given.get("callback_query_id"):
        press = live_press(stage, given["callback_query_id"], stage.ephemeral_life)
        if press.user is not receiver or press.message.chat is not made.chat:
            raise bad_request("the callback query is not the receiver's in this chat")
        if replaces and press.message.ephemeral:
            raise mistaken("replace_callback_query_message", "an ephemeral message is edited, not replaced")
        made.replaces = press.message if replaces else None
        return
    replied = made.reply_to
    if replied is not None and replied.ephemeral:
        if replied.only_for is not receiver or stage.clock.now() > replied.sent + stage.ephemeral_life:
            raise bad_request("the ephemeral message replied to is too old or somebody else's")
        return
    if not bot_has(call, made.chat, "can_manage_chat"):
        raise bad_request("not enough rights to send an ephemeral message unasked")


def edit_text(call: Call) -> bool:
    found = _existing(call)
    text, entities = formatted(call.params, call.stage.world, limit=EDIT_LIMIT)
    return _changed(call, found, required(text), entities)


def edit_markup(call: Call) -> bool:
    found = _existing(call)
    return _changed(call, found, found.text, found.entities)


def _changed(call: Call, found: Message, text: str, entities: list[Json]) -> bool:
    rows = keyboard(call.params)
    call.stage.limits.take(found.chat, Deed.EDITED, ephemeral=True)
    if (text, entities, rows) == (found.text, found.entities, found.keyboard):
        raise bad_request("message is not modified")
    found.versions.append(found.keyboard)
    found.text, found.entities, found.keyboard = text, entities, rows
    found.edited, found.edits = call.stage.clock.now(), found.edits + 1
    call.stage.record(Deed.EDITED, found)
    return True


def delete(call: Call) -> bool:
    found = _existing(call)
    found.deleted = True
    call.stage.record(Deed.DELETED, found)
    return True


def _existing(call: Call) -> Message:
    chat, number, receiver = (
        known_chat(call),
        call.number("ephemeral_message_id"),
        call.number("receiver_user_id"),
    )
    for message in reversed(chat.history):
        mine = message.author is call.stage.bot and not message.deleted
        if mine and message.ephemeral_id == number and (message.only_for or message.author).id == receiver:
            return message
    raise bad_request("ephemeral message not found")


METHODS: dict[str, Callable[[Call], object]] = {
    "editEphemeralMessageText": edit_text,
    "editEphemeralMessageReplyMarkup": edit_markup,
    "deleteEphemeralMessage": delete,
}
