"""Whom a Telegram message is about: somebody it mentions, or the author of what it answers; nobody it only names."""

from typing import Any

from telegram import Message

from adapters.messages import Named
from adapters.telegram.requests import who_wrote, without_mention
from core.ids import PlayerId

ANN = {"id": 1, "is_bot": False, "first_name": "Ann"}
BOB = {"id": 2, "is_bot": False, "first_name": "Bob", "last_name": "Ray"}
DEALER = {"id": 9, "is_bot": True, "first_name": "Riverbot"}
GROUP = {"id": -45, "type": "supergroup", "title": "Cards"}


def _message(text: str, **more: Any) -> Message:
    made = Message.de_json(
        {"message_id": 50, "date": 1_800_000_000, "chat": GROUP, "from": ANN, "text": text, **more}, None
    )
    assert made is not None
    return made


def _answered(author: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {"message_id": 40, "date": 1_800_000_000, "chat": GROUP, "from": author, "text": "hi", **more}


def _named(message: Message) -> Named | None:
    who = who_wrote(message)
    assert who is not None
    return who.named


def test_a_mention_of_somebody_without_an_at_name_says_who_it_is_and_is_no_part_of_the_command() -> None:
    entity = {"type": "text_mention", "offset": 7, "length": 7, "user": BOB}
    message = _message("/grant Bob Ray 500", entities=[entity])
    assert _named(message) == Named(player=PlayerId("telegram:2"), name="Bob Ray")
    assert without_mention(message).split() == ["/grant", "500"]


def test_a_reply_is_about_the_author_of_what_it_answers() -> None:
    message = _message("/grant 500", reply_to_message=_answered(BOB), message_thread_id=40)
    assert _named(message) == Named(player=PlayerId("telegram:2"), name="Bob Ray", by_reply=True)


def test_what_stands_first_in_a_topic_and_what_bots_wrote_points_at_nobody() -> None:
    opening = _message(
        "/grant 500", reply_to_message=_answered(BOB), message_thread_id=40, is_topic_message=True
    )
    assert _named(opening) is None
    assert _named(_message("/grant 500", reply_to_message=_answered(DEALER))) is None
    channel = _answered(DEALER, sender_chat=GROUP)
    assert _named(_message("/grant 500", reply_to_message=channel)) is None


def test_an_id_that_is_typed_points_at_nobody() -> None:
    message = _message("/grant telegram:2 500")
    assert _named(message) is None
    assert without_mention(message) == "/grant telegram:2 500"
