"""The loopback Telegram as a judge: badly formed calls, impossible buttons, HTML, and its own words."""

from typing import Any

import pytest
from aiohttp import ClientSession
from telegram.error import BadRequest

from tests.loopback.telegram import ProtocolViolation, TelegramServer
from tests.loopback.telegram.demo_bot import plain
from tests.loopback.telegram.description import official
from tests.loopback.telegram.html import parsed
from tests.loopback.telegram.world import Account, Json, World

pytestmark = pytest.mark.skipif(
    official() is None, reason="the official description is not beside this checkout"
)


async def raw(server: TelegramServer, method: str, params: dict[str, Any]) -> Json:
    """A call that the client would never make, as JSON."""
    async with (
        ClientSession() as session,
        session.post(f"{server.base_url}{server.token}/{method}", json=params) as answer,
    ):
        body: Json = await answer.json()
        return body


# The judge


BAD_CALLS: list[tuple[str, dict[str, Any], str]] = [
    ("sendMessage", {"text": "x" * 4097}, "too long"),
    ("sendMessage", {"text": "🂡" * 2049}, "4098"),
    ("sendMessage", {"text": "x", "colour": 1}, "is unknown"),
    ("sendMessage", {}, "is missing"),
    ("sendMessage", {"text": "x", "disable_notification": "maybe"}, "is no Boolean"),
    ("sendMessage", {"text": "x", "reply_parameters": {"message_id": "first"}}, "is no Integer"),
    ("sendMessage", {"text": "x", "parse_mode": "BBCode"}, "parse_mode"),
    ("sendPhoto", {"photo": "nothing-known"}, "wrong file"),
    ("setMyCommands", {"commands": [{"command": "Poker", "description": "x"}]}, "COMMAND_INVALID"),
    ("setMyCommands", {"commands": [{"command": "poker", "description": "x" * 257}]}, "257"),
    ("setMyCommands", {"commands": [{"command": "p", "description": "x"}] * 101}, "101"),
    ("setMyCommands", {"commands": [], "language_code": "zh-hant"}, "639-1"),
    ("setMyCommands", {"commands": [], "scope": {"type": "everybody"}}, "everybody"),
    ("setMyName", {"name": "x" * 65}, "65"),
    ("getUpdates", {"limit": 101}, "between 1 and 100"),
    ("createForumTopic", {"name": "x" * 129}, "129"),
    ("createForumTopic", {}, "is missing"),
    ("createForumTopic", {"name": "x", "icon_color": 1}, "icon color"),
    ("pinChatMessage", {}, "is missing"),
    ("pinChatMessage", {"message_id": 1, "quietly": True}, "is unknown"),
]
BAD_BUTTONS: list[tuple[Json, str]] = [
    ({"text": "x", "callback_data": "一" * 22}, "BUTTON_DATA_INVALID: 66 bytes"),
    ({"text": "x", "callback_data": ""}, "BUTTON_DATA_INVALID"),
    ({"text": "x", "callback_data": "x", "style": "purple"}, "purple"),
    ({"text": "x"}, "unallowed"),
    ({"text": "x", "url": "ftp://x", "callback_data": "x"}, "one thing"),
    ({"text": "x", "url": "ftp://x"}, "URL_INVALID"),
    ({"text": " ", "callback_data": "x"}, "must not be empty"),
]


@pytest.mark.parametrize(("method", "params", "words"), BAD_CALLS)
async def test_a_badly_formed_call_is_refused_and_counts_as_a_violation(
    method: str, params: dict[str, Any], words: str
) -> None:
    async with TelegramServer() as server:
        group = server.add_group(forum=True, bot_admin=True)
        chat = {"chat_id": group.id} if method.startswith(("send", "create", "pin")) else {}
        with server.journal.expecting_violations() as found:
            answer = await raw(server, method, chat | params)
        assert answer["error_code"] == 400
        assert words in str(found[0].complaints[0])


@pytest.mark.parametrize(("button", "words"), BAD_BUTTONS)
async def test_a_button_that_cannot_be_is_refused(button: Json, words: str) -> None:
    async with TelegramServer() as server:
        markup = {"inline_keyboard": [[button]]}
        params = {"chat_id": server.add_group().id, "text": "x", "reply_markup": markup}
        with server.journal.expecting_violations() as found:
            assert not (await raw(server, "sendMessage", params))["ok"]
        assert words in str(found[0].complaints[0])


async def test_a_violation_that_no_test_expected_is_raised_at_the_end() -> None:
    async def too_long() -> None:
        async with TelegramServer() as server:
            await raw(server, "answerCallbackQuery", {"callback_query_id": "1", "text": "x" * 201})

    async def none_at_all() -> None:
        async with TelegramServer() as server:
            with server.journal.expecting_violations():
                await raw(server, "getMe", {})

    with pytest.raises(ProtocolViolation, match="answerCallbackQuery: text"):
        await too_long()
    with pytest.raises(AssertionError, match="none came"):
        await none_at_all()


async def test_what_this_server_says_wrongly_is_raised_too() -> None:
    server = TelegramServer()
    message = {"message_id": 1, "date": 1, "chat": {"id": 1, "type": "private"}, "text": 5}
    server.updates.push("message", message)
    with pytest.raises(ProtocolViolation, match=r"update: message\.text"):
        server.journal.verdict()


async def test_a_wrong_token_and_an_unknown_method_are_told_apart() -> None:
    async with TelegramServer() as server:
        assert (await raw(server, "sendDice", {"chat_id": 1}))["description"] == "Not Found: method not found"
        right, server.token = server.token, "1:wrong"
        async with ClientSession() as session, session.get(f"{server.base_url}{right}/getMe") as answer:
            assert (await answer.json())["description"] == "Unauthorized"
        assert [request.status for request in server.journal.requests] == [404, 401]


# Markup

MARKED: list[tuple[str, str, list[Json]]] = [
    (
        "<b>A♠</b> <i>x</i>",
        "A♠ x",
        [{"type": "bold", "length": 2}, {"type": "italic", "offset": 3, "length": 1}],
    ),
    ("🂡<u>x</u>", "🂡x", [{"type": "underline", "offset": 2, "length": 1}]),
    ("&lt;b&gt; &amp; &quot; &copy; &#65;&#x42;", '<b> & " &copy; AB', []),
    ('<span class="tg-spoiler">x</span>', "x", [{"type": "spoiler", "length": 1}]),
    (
        "<a href='https://example.org'>x</a>",
        "x",
        [{"type": "text_link", "url": "https://example.org", "length": 1}],
    ),
    ('<a href="tg://user?id=9">x</a>', "x", []),
    ("<blockquote expandable>x</blockquote>", "x", [{"type": "expandable_blockquote", "length": 1}]),
    ('<pre><code class="language-py">x</code></pre>', "x", [{"type": "pre", "language": "py", "length": 1}]),
    ("<b></b>x", "x", []),
]
BADLY_MARKED = {
    "<b>x": 'end tag corresponding to start tag "b"',
    "x<br>": 'Unsupported start tag "br" at byte offset 1',
    "<b><i>x</b></i>": 'Unmatched end tag at byte offset 7, expected "</i>", found "</b>"',
    "x</b>": "Unexpected end tag at byte offset 1",
    "é < 3": "Unclosed start tag at byte offset 3",
    "<span>x</span>": 'must have class "tg-spoiler"',
    '<a href="x"y>z</a>': "Bad attribute",
}


@pytest.mark.parametrize(("markup", "text", "entities"), MARKED)
def test_html_becomes_text_and_entities_counted_in_utf_16(
    markup: str, text: str, entities: list[Json]
) -> None:
    world = World(bot=Account(id=1, first_name="Riverbot"))
    assert parsed(markup, world) == (text, [{"offset": 0} | entity for entity in entities])


@pytest.mark.parametrize(("markup", "words"), BADLY_MARKED.items())
async def test_bad_html_is_refused_in_the_words_of_the_platform(markup: str, words: str) -> None:
    async with TelegramServer() as server:
        params = {"chat_id": server.add_group().id, "text": markup, "parse_mode": "HTML"}
        with server.journal.expecting_violations() as found:
            assert not (await raw(server, "sendMessage", params))["ok"]
        assert words in str(found[0].description)


async def test_a_message_that_is_empty_after_its_markup_is_refused() -> None:
    async with TelegramServer() as server, plain(server) as bot:
        with pytest.raises(BadRequest, match=r"(?i)message text is empty"):
            await bot.send_message(server.add_group().id, "<b> </b>", "HTML")
