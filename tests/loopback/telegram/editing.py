"""Methods that change, delete and pin messages that are there."""

from collections.abc import Callable
from typing import Any

from . import payloads
from .calls import Call
from .complaints import bad_request
from .doors import bot_has, open_chat, speak
from .formatting import CAPTION_LIMIT, formatted, required
from .journal import Deed
from .keyboards import keyboard
from .messages import Message
from .world import Json

DELETABLE = 48 * 3600.0  # seconds
NOT_MODIFIED = (
    "message is not modified: specified new message content and reply markup are exactly the same as a current "
    "content and reply markup of the message"
)


def edit_text(call: Call) -> Json:
    found = _own(call)
    if found.photo or found.document:
        raise bad_request("there is no text in the message to edit")
    text, entities = formatted(call.params, call.stage.world)
    return _changed(call, found, {"text": required(text), "entities": entities})


def edit_caption(call: Call) -> Json:
    found = _own(call)
    if not (found.photo or found.document):
        raise bad_request("there is no caption in the message to edit")
    return _changed(call, found, _caption(call, call.params))


def edit_media(call: Call) -> Json:
    found, media = _own(call), call.params["media"]
    upload = call.upload("media", media["media"])
    files = {"photo": upload, "document": None}
    if media["type"] != "photo":
        files = {"photo": None, "document": upload}
    return _changed(call, found, _caption(call, media) | files)


def edit_markup(call: Call) -> Json:
    return _changed(call, _own(call), {})


def react(call: Call) -> bool:
    """setMessageReaction: on any message that the bot can see, for nothing of the chat's minute."""
    chat = open_chat(call)
    found = chat.messages.get(call.number("message_id"))
    if found is None:
        raise bad_request("message to react not found")
    found.reactions = [one["emoji"] for one in call.params.get("reaction", [])]
    return True


def _caption(call: Call, params: Json) -> dict[str, Any]:
    world = call.stage.world
    text, entities = formatted(params, world, words="caption", marks="caption_entities", limit=CAPTION_LIMIT)
    return {"text": text, "entities": entities}


def _own(call: Call) -> Message:
    chat = open_chat(call)
    speak(call, chat)
    found = chat.messages.get(call.number("message_id"))
    if found is None:
        raise bad_request("message to edit not found")
    if found.author is not call.stage.bot or found.service:
        raise bad_request("message can't be edited")
    return found


def _changed(call: Call, found: Message, fields: dict[str, Any]) -> Json:
    """Lay the fields and the keyboard over the message. An edit without a keyboard takes the old one away."""
    new = fields | {"keyboard": keyboard(call.params)}
    call.stage.limits.take(found.chat, Deed.EDITED)
    if all(getattr(found, name) == value for name, value in new.items()):
        raise bad_request(NOT_MODIFIED)
    found.versions.append(found.keyboard)
    for name, value in new.items():
        setattr(found, name, value)
    found.edited, found.edits = call.stage.clock.now(), found.edits + 1
    call.stage.record(Deed.EDITED, found)
    return payloads.message(found, call.stage.bot)


def delete(call: Call) -> bool:
    chat = open_chat(call)
    found = chat.messages.get(call.number("message_id"))
    if found is None:
        raise bad_request("message to delete not found")
    own = found.author is call.stage.bot or chat.person is not None
    if not (own or bot_has(call, chat, "can_delete_messages")):
        raise bad_request("message can't be deleted")
    if call.stage.clock.now() > found.sent + DELETABLE:
        raise bad_request("message can't be deleted for everyone")
    call.stage.delete_message(found, by_bot=True)
    return True


def delete_many(call: Call) -> bool:
    """As many of them as there are; those that are gone don't matter."""
    chat = open_chat(call)
    for number in call.params["message_ids"]:
        if number in chat.messages:
            delete(Call(call.stage, call.method, {"chat_id": chat.id, "message_id": number}))
    return True


def pin(call: Call) -> bool:
    chat = open_chat(call)
    found = chat.messages.get(call.number("message_id"))
    if found is None:
        raise bad_request("message to pin not found")
    if not bot_has(call, chat, "can_pin_messages"):
        raise bad_request("not enough rights to manage pinned messages in the chat")
    if found not in chat.pinned:
        chat.pinned.append(found)
        call.stage.record(Deed.PINNED, found, by_bot=True)
        notice = {"pinned_message": payloads.message(found, call.stage.bot, nested=True)}
        stage, number = call.stage, call.stage.message_id(chat)
        stage.post(
            Message(id=number, chat=chat, author=stage.bot, sent=0.0, thread=found.thread, service=notice)
        )
    return True


def unpin(call: Call) -> bool:
    chat = open_chat(call)
    if not bot_has(call, chat, "can_pin_messages"):
        raise bad_request("not enough rights to manage pinned messages in the chat")
    number = call.number("message_id") or (chat.pinned[-1].id if chat.pinned else 0)
    found = chat.messages.get(number)
    if found is None or found not in chat.pinned:
        raise bad_request("message to unpin not found")
    chat.pinned.remove(found)
    return True


def unpin_all(call: Call) -> bool:
    chat = open_chat(call)
    if not bot_has(call, chat, "can_pin_messages"):
        raise bad_request("not enough rights to manage pinned messages in the chat")
    chat.pinned.clear()
    return True


METHODS: dict[str, Callable[[Call], object]] = {
    "editMessageText": edit_text,
    "editMessageCaption": edit_caption,
    "editMessageMedia": edit_media,
    "editMessageReplyMarkup": edit_markup,
    "setMessageReaction": react,
    "deleteMessage": delete,
    "deleteMessages": delete_many,
    "pinChatMessage": pin,
    "unpinChatMessage": unpin,
    "unpinAllChatMessages": unpin_all,
}
