"""Methods that look at chats and people, manage topics, and answer presses."""

from collections.abc import Callable

from . import callbacks, payloads
from .calls import Call
from .complaints import bad_request, mistaken
from .doors import bot_has, known_chat, topic_named
from .journal import Deed
from .world import Json, Member, Standing

ICON_COLOURS = (7_322_096, 16_766_590, 13_338_331, 9_367_192, 16_749_490, 16_478_047)


def get_chat(call: Call) -> Json:
    return payloads.full_chat(known_chat(call), call.stage.bot)


def get_member(call: Call) -> Json:
    chat, number = known_chat(call), call.number("user_id")
    account = call.stage.world.accounts.get(number)
    if account is None or chat.person is not None:
        raise bad_request("member not found")
    return payloads.member(chat.members.get(number) or Member(account=account, standing=Standing.LEFT))


def get_administrators(call: Call) -> list[Json]:
    """Administrators, other bots left out."""
    chat, bot = known_chat(call), call.stage.bot
    if chat.person is not None:
        raise bad_request("there are no administrators in the private chat")
    admins = [entry for entry in chat.members.values() if entry.is_admin]
    return [payloads.member(one) for one in admins if not one.account.is_bot or one.account is bot]


def count_members(call: Call) -> int:
    return sum(entry.present for entry in known_chat(call).members.values())


def leave(call: Call) -> bool:
    call.stage.set_standing(known_chat(call), call.stage.bot, Standing.LEFT, by=call.stage.bot)
    return True


def create_topic(call: Call) -> Json:
    chat = known_chat(call)
    if not chat.forum:
        raise bad_request("the chat is not a forum")
    if not bot_has(call, chat, "can_manage_topics"):
        raise bad_request("not enough rights to create a topic")
    colour = call.number("icon_color", ICON_COLOURS[0])
    if colour not in ICON_COLOURS:
        raise mistaken("icon_color", "invalid icon color specified")
    call.stage.limits.take(chat, Deed.SENT)
    topic = call.stage.add_topic(chat, call.text("name"), by=call.stage.bot)
    return {"message_thread_id": topic.id, "name": topic.name, "icon_color": colour}


def close_topic(call: Call) -> bool:
    chat = known_chat(call)
    topic = topic_named(call, chat)
    if topic.closed:
        raise bad_request("TOPIC_NOT_MODIFIED")
    call.stage.limits.take(chat, Deed.SENT)
    call.stage.close_topic(chat, topic)
    return True


def reopen_topic(call: Call) -> bool:
    chat = known_chat(call)
    call.stage.reopen_topic(chat, topic_named(call, chat))
    return True


def answer_press(call: Call) -> bool:
    callbacks.answer(
        call.stage,
        call.params["callback_query_id"],
        call.text("text"),
        alert=call.flag("show_alert"),
        url=call.params.get("url"),
        seconds=call.number("cache_time"),
    )
    return True


def get_file(call: Call) -> Json:
    file_id = call.text("file_id")
    if file_id not in call.stage.files:
        raise bad_request("invalid file_id")
    size = len(call.stage.files[file_id])
    return {"file_id": file_id, "file_unique_id": f"u{file_id}", "file_size": size, "file_path": file_id}


METHODS: dict[str, Callable[[Call], object]] = {
    "getChat": get_chat,
    "getChatMember": get_member,
    "getChatAdministrators": get_administrators,
    "getChatMemberCount": count_members,
    "leaveChat": leave,
    "createForumTopic": create_topic,
    "closeForumTopic": close_topic,
    "reopenForumTopic": reopen_topic,
    "answerCallbackQuery": answer_press,
    "getFile": get_file,
}
