"""How the things of the loopback Telegram are written in the Bot API's JSON."""

import hashlib
import struct

from .messages import Message, Upload
from .world import RIGHTS, Account, Chat, Json, Member, Standing

PERMISSIONS = (
    "can_send_messages",
    "can_send_audios",
    "can_send_documents",
    "can_send_photos",
    "can_send_videos",
    "can_send_video_notes",
    "can_send_voice_notes",
    "can_send_polls",
    "can_send_other_messages",
    "can_add_web_page_previews",
    "can_react_to_messages",
    "can_edit_tag",
)
LESSER_RIGHTS = ("can_change_info", "can_invite_users", "can_pin_messages", "can_manage_topics")


def user(account: Account) -> Json:
    found: Json = {"id": account.id, "is_bot": account.is_bot, "first_name": account.first_name}
    if account.username is not None:
        found["username"] = account.username
    if account.language_code is not None:
        found["language_code"] = account.language_code
    return found


def chat(place: Chat) -> Json:
    found: Json = {"id": place.id, "type": str(place.kind)}
    if place.person is not None:
        found["first_name"] = place.person.first_name
        if place.person.username is not None:
            found["username"] = place.person.username
    else:
        found["title"] = place.title
    return found | ({"is_forum": True} if place.forum else {})


def full_chat(place: Chat, bot: Account) -> Json:
    """What getChat tells."""
    gifts = dict.fromkeys(
        ("unlimited_gifts", "limited_gifts", "unique_gifts", "premium_subscription", "gifts_from_channels"),
        False,
    )
    found = chat(place) | {"accent_color_id": 0, "max_reaction_count": 11, "accepted_gift_types": gifts}
    if place.is_group:
        found["permissions"] = dict.fromkeys((*PERMISSIONS, *LESSER_RIGHTS), True)
    if place.pinned:
        found["pinned_message"] = message(place.pinned[-1], bot)
    return found


def member(entry: Member) -> Json:
    """A ChatMember of the sort that its standing makes it."""
    found: Json = {"status": str(entry.standing), "user": user(entry.account)}
    match entry.standing:
        case Standing.OWNER:
            return found | {"is_anonymous": False}
        case Standing.ADMIN:
            rights = {right: right in entry.rights for right in (*RIGHTS, "can_send_welcome_messages")}
            return found | {"can_be_edited": False, "is_anonymous": False} | rights
        case Standing.RESTRICTED:
            allowed = dict.fromkeys(PERMISSIONS, entry.may_send)
            lesser = dict.fromkeys(LESSER_RIGHTS, False)
            return found | {"is_member": True, "until_date": 0} | allowed | lesser
        case Standing.BANNED:
            return found | {"until_date": 0}
        case Standing.MEMBER | Standing.LEFT:
            return found


def message(it: Message, bot: Account, *, nested: bool = False) -> Json:
    """A message as the bot gets it. `nested`: as the message replied to, which tells no further one."""
    found: Json = {"message_id": it.id, "date": int(it.sent), "chat": chat(it.chat), "from": user(it.author)}
    if it.sender_chat is not None:
        found["sender_chat"] = chat(it.sender_chat)
    if it.thread is not None:
        found["message_thread_id"] = it.thread
        if it.chat.forum:
            found["is_topic_message"] = True
    if it.edited is not None:
        found["edit_date"] = int(it.edited)
    if it.protected:
        found["has_protected_content"] = True
    if it.only_for is not None:
        found["ephemeral_message_id"] = it.ephemeral_id
        if it.author is bot:
            found["receiver_user"] = user(it.only_for)
    if not nested and it.reply_to is not None and not it.reply_to.deleted:
        found["reply_to_message"] = message(it.reply_to, bot, nested=True)
    if it.keyboard:
        found["reply_markup"] = {"inline_keyboard": it.keyboard}
    return found | _content(it) | it.service


def _content(it: Message) -> Json:
    media = it.photo or it.document
    words, marks = ("text", "entities") if media is None else ("caption", "caption_entities")
    found: Json = {}
    if it.text:
        found[words] = it.text
    if it.entities:
        found[marks] = it.entities
    if it.photo is not None:
        found["photo"] = [photo_size(it.photo)]
    if it.document is not None:
        found["document"] = _file(it.document) | {
            "file_name": it.document.filename,
            "mime_type": it.document.content_type,
        }
    return found


def _file(upload: Upload) -> Json:
    unique = hashlib.blake2s(upload.file_id.encode(), digest_size=8).hexdigest()
    return {"file_id": upload.file_id, "file_unique_id": unique, "file_size": len(upload.data)}


def photo_size(upload: Upload) -> Json:
    width, height = 1, 1
    if upload.data[:8] == b"\x89PNG\r\n\x1a\n" and len(upload.data) >= 24:
        width, height = struct.unpack(">II", upload.data[16:24])
    return _file(upload) | {"width": width, "height": height}


def inaccessible(it: Message) -> Json:
    """A message that is gone."""
    return {"chat": chat(it.chat), "message_id": it.id, "date": 0}


def member_change(place: Chat, by: Account, old: Member, new: Member, now: float) -> Json:
    return {
        "chat": chat(place),
        "from": user(by),
        "date": int(now),
        "old_chat_member": member(old),
        "new_chat_member": member(new),
    }
