"""Methods that put a new message into a chat."""

from collections.abc import Callable

from . import ephemerals, payloads
from .calls import Call
from .doors import open_chat, replied_to, speak, topic_of
from .formatting import CAPTION_LIMIT, formatted, required
from .journal import Deed
from .keyboards import keyboard
from .messages import Message
from .world import Json


def send_message(call: Call) -> Json:
    made = _draft(call, "text messages")
    made.text, made.entities = formatted(call.params, call.stage.world)
    required(made.text)
    return _sent(call, made)


def send_photo(call: Call) -> Json:
    made = _draft(call, "photos")
    made.photo = call.upload("photo")
    return _sent(call, _captioned(call, made))


def send_document(call: Call) -> Json:
    made = _draft(call, "documents")
    made.document = call.upload("document")
    return _sent(call, _captioned(call, made))


def send_chat_action(call: Call) -> bool:
    speak(call, open_chat(call))
    return True


def _captioned(call: Call, made: Message) -> Message:
    made.text, made.entities = formatted(
        call.params, call.stage.world, words="caption", marks="caption_entities", limit=CAPTION_LIMIT
    )
    return made


def _draft(call: Call, what: str) -> Message:
    chat = open_chat(call)
    speak(call, chat, what)
    replied = replied_to(call, chat)
    thread = topic_of(call, chat, replied)
    return Message(
        id=0,
        chat=chat,
        author=call.stage.bot,
        sent=0.0,
        keyboard=keyboard(call.params),
        thread=thread,
        reply_to=replied or (chat.topics[thread].opened if thread else None),
        protected=call.flag("protect_content"),
        silent=call.flag("disable_notification"),
    )


def _sent(call: Call, made: Message) -> Json:
    stage = call.stage
    ephemerals.address(call, made)
    stage.limits.take(made.chat, Deed.SENT, ephemeral=made.ephemeral)
    if not made.ephemeral:
        made.id = stage.message_id(made.chat)
    stage.post(made)
    return payloads.message(made, stage.bot)


METHODS: dict[str, Callable[[Call], object]] = {
    "sendMessage": send_message,
    "sendPhoto": send_photo,
    "sendDocument": send_document,
    "sendChatAction": send_chat_action,
}
