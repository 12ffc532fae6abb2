"""The loopback Telegram below the talk: polling, webhooks, floods, ephemeral messages, failures."""

import asyncio
import time
from datetime import timedelta
from typing import Any

import pytest
import telegram
from aiohttp import web
from telegram.error import (
    BadRequest,
    Conflict,
    Forbidden,
    NetworkError,
    RetryAfter,
    TelegramError,
)

from tests.loopback.telegram import Rule, TelegramServer
from tests.loopback.telegram.demo_bot import plain, polling, table
from tests.loopback.telegram.description import official
from tests.loopback.telegram.world import Account

pytestmark = pytest.mark.skipif(
    official() is None, reason="the official description is not beside this checkout"
)


@pytest.fixture(autouse=True)
def retry_after_is_a_timedelta(monkeypatch: pytest.MonkeyPatch) -> None:
    """What the client's next version does anyway; the present one warns of it otherwise."""
    monkeypatch.setenv("PTB_TIMEDELTA", "true")


# Polling and webhooks


async def test_updates_come_again_until_a_higher_offset_confirms_them() -> None:
    async with TelegramServer() as server, plain(server) as bot:
        ann = server.add_user("Ann", started=True)
        for text in ("one", "two", "three"):
            ann.says(ann.private, text)
        first = await bot.get_updates(timeout=0, limit=2)
        assert [u.message.text for u in first if u.message] == ["one", "two"]
        again = await bot.get_updates(timeout=0)
        assert [u.update_id for u in again][:2] == [u.update_id for u in first]
        rest = await bot.get_updates(offset=first[-1].update_id + 1, timeout=0)
        assert [u.message.text for u in rest if u.message] == ["three"]
        assert [u.update_id for u in await bot.get_updates(offset=-1, timeout=0)] == [rest[0].update_id]
        server.clock.advance(86_401)
        assert await bot.get_updates(timeout=0) == ()


async def test_a_long_poll_ends_when_something_comes_or_its_time_is_over() -> None:
    async with TelegramServer() as server, plain(server) as bot:
        ann = server.add_user("Ann", started=True)
        waiting = asyncio.create_task(bot.get_updates(timeout=30))
        await server.until(lambda: server.journal.calls("getUpdates"))
        assert not waiting.done()
        ann.says(ann.private, "now")
        assert len(await waiting) == 1
        waiting = asyncio.create_task(bot.get_updates(offset=server.updates.waiting[-1].id + 1, timeout=30))
        await server.until(
            lambda: len(server.journal.calls("getUpdates")) == 2 and not server.updates.waiting
        )
        server.clock.advance(31)
        assert await waiting == ()


async def test_only_the_asked_kinds_of_updates_are_kept() -> None:
    async with TelegramServer() as server, plain(server) as bot:
        group = server.add_group(bot_admin=True, silent=True)
        ann = server.add_user("Ann", group)
        server.mute(group, ann)
        server.unmute(group, ann)
        assert await bot.get_updates(timeout=0) == ()
        await bot.get_updates(timeout=0, allowed_updates=["chat_member"])
        ann.says(group, "/poker")
        server.mute(group, ann)
        (found,) = await bot.get_updates(timeout=0)
        assert found.chat_member is not None
        with server.journal.expecting_violations(), pytest.raises(BadRequest):
            await bot.get_updates(timeout=0, allowed_updates=["messages"])


async def test_two_pollers_are_in_conflict_and_the_later_one_wins() -> None:
    async with TelegramServer() as server, plain(server) as bot, plain(server) as other:
        first = asyncio.create_task(bot.get_updates(timeout=30))
        await server.until(lambda: server.journal.calls("getUpdates"))
        second = asyncio.create_task(other.get_updates(timeout=30))
        with pytest.raises(Conflict):
            await first
        server.add_user("Ann", started=True).opens()
        assert len(await second) == 1


async def test_polling_under_a_webhook_is_a_conflict() -> None:
    async with TelegramServer() as server, plain(server) as bot:
        await bot.set_webhook("https://example.org/hook", secret_token="S3cret", max_connections=7)
        with pytest.raises(Conflict):
            await bot.get_updates(timeout=0)
        info = await bot.get_webhook_info()
        assert (info.url, info.max_connections) == ("https://example.org/hook", 7)
        await bot.delete_webhook()
        assert await bot.get_updates(timeout=0) == ()
        with server.journal.expecting_violations(), pytest.raises(BadRequest):
            await bot.set_webhook("http://example.org/hook")
        with server.journal.expecting_violations(), pytest.raises(BadRequest):
            await bot.set_webhook("https://example.org/hook", secret_token="with space")


async def test_a_webhook_gets_each_chat_in_order_with_the_secret_and_again_after_an_error() -> None:
    got: list[tuple[str | None, str]] = []

    async def hook(request: web.Request) -> web.Response:
        body = await request.json()
        got.append((request.headers.get("X-Telegram-Bot-Api-Secret-Token"), body["message"]["text"]))
        return web.Response(status=500 if len(got) == 1 else 200)

    app = web.Application()
    app.router.add_post("/hook", hook)
    runner = web.AppRunner(app)
    await runner.setup()
    site = web.TCPSite(runner, "127.0.0.1", 0)
    await site.start()
    async with TelegramServer() as server, plain(server) as bot:
        await bot.set_webhook(f"http://127.0.0.1:{runner.addresses[0][1]}/hook", secret_token="S3cret")
        ann = server.add_user("Ann", started=True)
        ann.says(ann.private, "one")
        ann.says(ann.private, "two")
        await server.until(lambda: len(got) == 3 and not server.updates.waiting)
        assert got == [("S3cret", "one"), ("S3cret", "one"), ("S3cret", "two")]
        assert "500" in str((await bot.get_webhook_info()).last_error_message)
    await runner.cleanup()


# Floods


async def test_a_group_takes_twenty_messages_and_edits_in_a_minute() -> None:
    async with TelegramServer() as server, plain(server) as bot:
        server.limits.as_in_production()
        server.limits.overall = None
        group, other = server.add_group(), server.add_group("Other")
        sent = await bot.send_message(group.id, "0")
        for number in range(1, 20):
            await (sent.edit_text(str(number)) if number % 2 else bot.send_message(group.id, str(number)))
        with pytest.raises(RetryAfter) as halted:
            await sent.edit_text("more")
        assert 58 <= seconds(halted.value) <= 60
        await bot.send_message(other.id, "elsewhere")
        await sent.delete()
        server.clock.advance(60)
        await bot.send_message(group.id, "again")
        assert server.journal.busiest(group) == 20
        assert len(server.journal.refused(429)) == 1
        server.limits.edits_count = False
        fresh = await bot.send_message(group.id, "table")
        for number in range(25):
            await fresh.edit_text(str(number))


async def test_a_chat_takes_one_message_a_second() -> None:
    async with TelegramServer() as server, plain(server) as bot:
        server.limits.private = Rule(1, 1.0)
        ann = server.add_user("Ann", started=True)
        server.limits.group_second = Rule(1, 1.0)
        for chat in (ann.private, server.add_group()):
            await bot.send_message(chat.id, "one")
            with pytest.raises(RetryAfter) as halted:
                await bot.send_message(chat.id, "two")
            assert seconds(halted.value) == 1
            server.clock.advance(1)
            await bot.send_message(chat.id, "two")


async def test_a_halt_stops_one_chat_or_all_of_them() -> None:
    async with TelegramServer() as server, plain(server) as bot:
        group, other = server.add_group(), server.add_group("Other")
        server.limits.halt(group, 30)
        with pytest.raises(RetryAfter):
            await bot.send_message(group.id, "x")
        await bot.send_message(other.id, "x")
        server.limits.halt(None, 10)
        with pytest.raises(RetryAfter):
            await bot.send_message(other.id, "x")
        server.clock.advance(31)
        await bot.send_message(group.id, "x")


def seconds(halted: RetryAfter) -> float:
    assert isinstance(halted.retry_after, timedelta)
    return halted.retry_after.total_seconds()


# Ephemeral messages


def only_for(user: Account, **more: object) -> dict[str, Any]:
    return {"ephemeral_message_parameters": {"receiver_user_id": user.id, **more}}


async def test_an_ephemeral_answer_to_a_press_is_seen_edited_and_deleted_for_one_alone() -> None:
    async with TelegramServer() as server, plain(server) as bot:
        group = server.add_group()
        ann, bob = server.add_user("Ann", group), server.add_user("Bob", group)
        await bot.send_message(group.id, "Table", reply_markup=table())
        press = ann.presses(ann.last(group), "Join")
        kwargs = only_for(ann, callback_query_id=press.id)
        sent = await bot.send_message(group.id, "As Kd", api_kwargs=kwargs, reply_markup=table("Fold"))
        number = sent.api_kwargs["ephemeral_message_id"]
        assert (sent.message_id, ann.last(group).text, bob.last(group).text) == (0, "As Kd", "Table")
        assert server.journal.changes[-1].audience == (ann,)
        where = {"chat_id": group.id, "receiver_user_id": ann.id, "ephemeral_message_id": number}
        await bot.do_api_request("editEphemeralMessageText", api_kwargs=where | {"text": "As Kd, a pair"})
        assert ann.last(group).text == "As Kd, a pair"
        with server.journal.expecting_violations(), pytest.raises(BadRequest):
            await bot.do_api_request("editEphemeralMessageText", api_kwargs=where | {"text": "x" * 1025})
        counts = server.counts(group)
        assert (counts.messages, counts.ephemeral, counts.edits, counts.ephemeral_edits) == (1, 1, 0, 1)
        await bot.do_api_request("deleteEphemeralMessage", api_kwargs=where)
        assert ann.last(group).text == "Table"


async def test_who_may_send_an_ephemeral_message_and_when() -> None:
    async with TelegramServer() as server, plain(server) as bot:
        group = server.add_group()
        ann, bob = server.add_user("Ann", group, started=True), server.add_user("Bob", group)
        await bot.send_message(group.id, "Table", reply_markup=table())
        press = ann.presses(ann.last(group), "Join")
        refused = [only_for(ann), only_for(bob, callback_query_id=press.id), only_for(server.add_user("Cid"))]
        for kwargs in refused:
            with pytest.raises(BadRequest):
                await bot.send_message(group.id, "x", api_kwargs=kwargs)
        with server.journal.expecting_violations(), pytest.raises(BadRequest):
            await bot.send_message(ann.id, "x", api_kwargs=only_for(ann))
        server.clock.advance(16)
        with pytest.raises(BadRequest, match=r"(?i)too old"):
            await bot.send_message(group.id, "x", api_kwargs=only_for(ann, callback_query_id=press.id))
        server.promote(group)
        await bot.send_message(group.id, "any time", api_kwargs=only_for(bob))
        assert (bob.last(group).text, ann.last(group).text) == ("any time", "Table")


async def test_an_ephemeral_message_can_stand_in_place_of_the_pressed_one() -> None:
    async with TelegramServer() as server, plain(server) as bot:
        group = server.add_group()
        ann, bob = server.add_user("Ann", group), server.add_user("Bob", group)
        await bot.send_message(group.id, "Table", reply_markup=table())
        press = ann.presses(ann.last(group), "Join")
        kwargs = only_for(ann, callback_query_id=press.id, replace_callback_query_message=True)
        await bot.send_message(group.id, "Yours", api_kwargs=kwargs)
        assert [m.text for m in ann.reads(group)] == ["Yours"]
        assert [m.text for m in bob.reads(group)] == ["Table"]


async def test_an_ephemeral_command_is_seen_by_the_bot_and_answered_the_same_way() -> None:
    async with TelegramServer() as server, plain(server) as bot:
        group = server.add_group(silent=True)
        ann, bob = server.add_user("Ann", group), server.add_user("Bob", group)
        command = telegram.BotCommand("cards", "My cards", api_kwargs={"is_ephemeral": True})
        await bot.set_my_commands([command], telegram.BotCommandScopeAllGroupChats())
        asked = ann.says(group, "/cards")
        assert (asked.id, bob.reads(group)) == (0, [])
        (update,) = await bot.get_updates(timeout=0)
        assert update.message is not None
        number = update.message.api_kwargs["ephemeral_message_id"]
        reply = {"reply_parameters": {"ephemeral_message_id": number}}
        await bot.send_message(group.id, "As Kd", api_kwargs=only_for(ann) | reply)
        assert ann.last(group).text == "As Kd"
        server.clock.advance(16)
        with pytest.raises(BadRequest, match=r"(?i)too old"):
            await bot.send_message(group.id, "As Kd", api_kwargs=only_for(ann) | reply)


async def test_an_older_server_shows_everybody_what_was_meant_for_one() -> None:
    async with TelegramServer(ephemeral=False) as server, plain(server) as bot:
        group = server.add_group(bot_admin=True)
        ann, bob = server.add_user("Ann", group), server.add_user("Bob", group)
        sent = await bot.send_message(group.id, "As Kd", api_kwargs=only_for(ann))
        assert sent.message_id
        assert bob.last(group).text == "As Kd"
        where = {"chat_id": group.id, "receiver_user_id": ann.id, "ephemeral_message_id": 1}
        with pytest.raises(TelegramError, match=r"(?i)not found"):
            await bot.do_api_request("deleteEphemeralMessage", api_kwargs=where)


# Files, menus, the profile


PNG = b"\x89PNG\r\n\x1a\n" + b"\0\0\0\rIHDR" + (640).to_bytes(4) + (360).to_bytes(4) + b"\0" * 9


async def test_photos_and_documents_are_uploaded_replaced_and_fetched() -> None:
    async with TelegramServer() as server, plain(server) as bot:
        group = server.add_group()
        ann = server.add_user("Ann", group)
        sent = await bot.send_photo(group.id, PNG, "<b>Flop</b>", parse_mode="HTML", reply_markup=table())
        shown = ann.last(group)
        assert shown.photo is not None
        assert (shown.photo.data, shown.text, sent.photo[0].width) == (PNG, "Flop", 640)
        with pytest.raises(BadRequest, match=r"(?i)no text in the message"):
            await sent.edit_text("y")
        await sent.edit_caption("Turn")
        await sent.edit_media(telegram.InputMediaPhoto(PNG + b"2", "River"))
        assert (shown.photo.data[-1:], shown.text, shown.edits) == (b"2", "River", 2)
        again = await bot.send_photo(group.id, sent.photo[0].file_id)
        assert await (await again.photo[0].get_file()).download_as_bytearray() == PNG
        hand = await bot.send_document(group.id, b"PHH", filename="hand-7.phh")
        assert hand.document is not None
        assert hand.document.file_name == "hand-7.phh"


async def test_a_person_is_shown_the_narrowest_menu_there_is_in_their_language() -> None:
    async with TelegramServer() as server, plain(server) as bot:
        group = server.add_group()
        ann = server.add_user("Ann", group, language_code="zh-hant", admin=True)
        bob = server.add_user("Bob", group)
        lists: list[tuple[str, telegram.BotCommandScope | None, str | None]] = [
            ("anywhere", None, None),
            ("groups", telegram.BotCommandScopeAllGroupChats(), None),
            ("groups_zh", telegram.BotCommandScopeAllGroupChats(), "zh"),
            ("admins", telegram.BotCommandScopeAllChatAdministrators(), None),
        ]
        for name, scope, language in lists:
            await bot.set_my_commands([(name, "x")], scope=scope, language_code=language)
        assert [server.menu(user, group)[0]["command"] for user in (ann, bob)] == ["admins", "groups"]
        await bot.delete_my_commands(telegram.BotCommandScopeAllChatAdministrators())
        assert server.menu(ann, group)[0]["command"] == "groups_zh"
        assert server.menu(ann, ann.private)[0]["command"] == "anywhere"
        assert len(await bot.get_my_commands(telegram.BotCommandScopeAllGroupChats(), "zh")) == 1


async def test_the_profile_has_a_text_per_language() -> None:
    async with TelegramServer() as server, plain(server) as bot:
        await bot.set_my_description("Deals poker")
        await bot.set_my_description("發牌", language_code="zh")
        await bot.set_my_short_description("Poker")
        await bot.set_my_name("Riverbot")
        assert (await bot.get_my_description("zh")).description == "發牌"
        assert (await bot.get_my_description("fr")).description == "Deals poker"
        assert (await bot.get_my_short_description()).short_description == "Poker"


async def test_chats_and_their_members_can_be_looked_up() -> None:
    async with TelegramServer() as server, plain(server) as bot:
        group = server.add_group("Card Room", bot_admin=True)
        ann = server.add_user("Ann", group, owner=True)
        server.add_user("Bob", group)
        sent = await bot.send_message(group.id, "Table")
        await sent.pin()
        found = await bot.get_chat(group.id)
        assert (found.title, found.pinned_message and found.pinned_message.message_id) == (
            "Card Room",
            sent.message_id,
        )
        admins = await bot.get_chat_administrators(group.id)
        assert [(one.user.id, one.status) for one in admins] == [
            (server.bot.id, "administrator"),
            (ann.id, "creator"),
        ]
        assert await bot.get_chat_member_count(group.id) == 3
        await bot.unpin_chat_message(group.id)
        assert (await bot.get_chat(group.id)).pinned_message is None
        await bot.leave_chat(group.id)
        with pytest.raises(Forbidden, match="not a member"):
            await bot.send_message(group.id, "x")


# Failures of the wire


async def test_ordered_failures_come_as_often_as_ordered_where_ordered() -> None:
    async with TelegramServer() as server, plain(server) as bot:
        group, other = server.add_group(), server.add_group("Other")
        server.fail("sendMessage", 429, "Too Many Requests: retry after 3", retry_after=3, chat=group)
        await bot.send_message(other.id, "x")
        with pytest.raises(RetryAfter):
            await bot.send_message(group.id, "x")
        await bot.send_message(group.id, "x")
        server.fail(None, times=2)
        for _ in range(2):
            with pytest.raises(NetworkError):
                await bot.get_me()
        assert server.counts().messages == 2


async def test_a_torn_connection_loses_the_call_or_its_answer_alone() -> None:
    async with TelegramServer() as server, plain(server) as bot:
        group = server.add_group()
        for after in (False, True):
            server.drop("sendMessage", after=after)
            with pytest.raises(NetworkError):
                await bot.send_message(group.id, f"after: {after}")
        assert [message.text for message in group.history] == ["after: True"]


async def test_the_network_takes_its_time() -> None:
    async with TelegramServer() as server, plain(server) as bot:
        server.delay(0.05)
        began = time.monotonic()
        await asyncio.gather(*(bot.get_me() for _ in range(5)))
        assert 0.05 <= time.monotonic() - began < 1


async def test_polling_goes_on_after_a_torn_long_poll() -> None:
    async with TelegramServer() as server, polling(server) as demo:
        group = server.add_group(silent=True)
        ann = server.add_user("Ann", group)
        await server.until(lambda: server.journal.calls("getUpdates"))
        server.drop("getUpdates", after=True)
        ann.says(group, "/poker")
        await server.until(lambda: server.counts(group).messages == 1)
        assert demo.kinds() == ["message"]


async def test_many_groups_are_put_up_at_once() -> None:
    async with TelegramServer() as server, polling(server):
        rooms = server.add_groups(50, 2)
        for chat, people in rooms:
            people[0].says(chat, "/poker")
        await server.until(lambda: server.counts().messages == 50)
        presses = [people[1].presses(people[1].last(chat), "Join") for chat, people in rooms]
        assert {(await press).answer.partition(".")[0] for press in presses} == {
            f"P{number}" for number in range(50)
        }
        await server.until(lambda: server.counts().edits == 50)
