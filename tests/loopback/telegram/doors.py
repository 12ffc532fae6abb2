"""Whether the bot may do something in a chat, and the platform's words where it may not."""

from .calls import Call
from .complaints import Refusal, bad_request, forbidden
from .messages import Message
from .world import Chat, ChatKind, Member, Standing, Topic

NAMES = {ChatKind.GROUP: "group", ChatKind.SUPERGROUP: "supergroup", ChatKind.CHANNEL: "channel"}


def known_chat(call: Call) -> Chat:
    """The chat of the call, whether or not the bot may write there. Refusal 400 or 403 where it can't even look."""
    world, number = call.stage.world, call.params.get("chat_id")
    chat = world.chats.get(number) if isinstance(number, int) else None
    if chat is None and isinstance(number, int) and number in world.accounts:
        chat = call.stage.private_chat(world.accounts[number])
    if chat is None:
        raise bad_request("chat not found")
    if chat.migrated_to is not None:
        words = "Bad Request: group chat was upgraded to a supergroup chat"
        raise Refusal(400, words, {"migrate_to_chat_id": chat.migrated_to.id})
    if chat.deleted:
        raise forbidden(f"the {NAMES[chat.kind]} chat was deleted")
    if chat.person is None:
        _as_member(call, chat)
    return chat


def open_chat(call: Call) -> Chat:
    """The chat of the call, where the bot may write. Refusal 403 for private chats that are closed to it."""
    chat = known_chat(call)
    person = chat.person
    if person is not None:
        if person.is_bot:
            raise forbidden("bot can't send messages to bots")
        if person.blocked:
            raise forbidden("bot was blocked by the user")
        if not person.started:
            raise forbidden("bot can't initiate conversation with a user")
    return chat


def speak(call: Call, chat: Chat, what: str = "text messages") -> None:
    """Refusal 400 if the bot is muted in the chat."""
    if chat.person is None and _as_member(call, chat).muted:
        raise bad_request(f"not enough rights to send {what} to the chat")


def bot_has(call: Call, chat: Chat, right: str) -> bool:
    return chat.person is not None or _as_member(call, chat).has(right)


def _as_member(call: Call, chat: Chat) -> Member:
    bot = call.stage.bot
    entry = chat.members.get(bot.id) or Member(account=bot, standing=Standing.LEFT)
    if entry.standing is Standing.BANNED:
        raise forbidden(f"bot was kicked from the {NAMES[chat.kind]} chat")
    if not entry.present:
        raise forbidden(f"bot is not a member of the {NAMES[chat.kind]} chat")
    return entry


def topic_of(call: Call, chat: Chat, replied: Message | None) -> int | None:
    """The topic that a message goes to: the one named, else that of the message replied to. Refusal 400 if shut."""
    number = call.number("message_thread_id") or (replied.thread if replied and chat.forum else None)
    if not number:
        return None
    topic = chat.topics.get(number)
    if topic is None or topic.deleted:
        raise bad_request("message thread not found")
    if topic.closed and not bot_has(call, chat, "can_manage_topics"):
        raise bad_request("TOPIC_CLOSED")
    return topic.id


def topic_named(call: Call, chat: Chat) -> Topic:
    """The topic to manage. Refusal 400 if there is none or the bot has no right to."""
    topic = chat.topics.get(call.number("message_thread_id"))
    if topic is None or topic.deleted:
        raise bad_request("message thread not found")
    if not bot_has(call, chat, "can_manage_topics"):
        raise bad_request("not enough rights to manage topics in the chat")
    return topic


def replied_to(call: Call, chat: Chat) -> Message | None:
    """The message that `reply_parameters` name. Refusal 400 if it is gone and the bot insists on it."""
    given = call.params.get("reply_parameters") or {}
    if "ephemeral_message_id" in given:
        number = given["ephemeral_message_id"]
        found = next((m for m in chat.history if m.ephemeral_id == number and not m.deleted), None)
    else:
        number = given.get("message_id") or call.number("reply_to_message_id")
        found = chat.messages.get(number)
    lenient = given.get("allow_sending_without_reply") or call.flag("allow_sending_without_reply")
    if number and found is None and not lenient:
        raise bad_request("message to be replied not found")
    return found
