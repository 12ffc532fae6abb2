"""The loopback Telegram, used by an unmodified python-telegram-bot: groups, topics, presses, privacy, trouble."""

import pytest
import telegram
from telegram.error import BadRequest, ChatMigrated, Forbidden, RetryAfter

from tests.loopback.telegram import Impossible, PressFailed, Rule, Standing, TelegramServer
from tests.loopback.telegram.demo_bot import plain, polling, table
from tests.loopback.telegram.description import official

pytestmark = pytest.mark.skipif(
    official() is None, reason="the official description is not beside this checkout"
)


async def test_a_command_in_a_group_is_answered_with_a_table() -> None:
    async with TelegramServer() as server, polling(server):
        group = server.add_group("Card Room")
        ann, bob = server.add_user("Ann", group), server.add_user("Bob", group)
        said = ann.says(group, "/poker")
        shown = await server.next_message(group)
        assert (shown.text, shown.marked("bold")) == ("Table", ["Table"])
        assert [(b.label, b.style) for b in shown.rows[0]] == [("Join", "success"), ("Leave", "danger")]
        assert server.visible_to(bob, group) == [said, shown]
        assert server.counts(group).messages == 1
        assert server.journal.busiest(group) == 1


async def test_a_press_is_answered_for_the_presser_alone_and_edits_the_table() -> None:
    async with TelegramServer() as server, polling(server):
        group = server.add_group()
        ann, bob = server.add_user("Ann", group), server.add_user("Bob", group)
        ann.says(group, "/poker")
        shown, mark = await server.next_message(group), server.journal.mark()
        press = await bob.presses(shown, "join")
        assert (press.answer, press.alert) == ("Bob is in", False)
        await server.until(lambda: shown.edits)
        assert (shown.text, shown.buttons[0].label) == ("In: Bob", "Join too")
        assert (server.counts(group, mark).edits, server.counts(group, mark).messages) == (1, 0)
        with pytest.raises(Impossible):
            await ann.presses(shown, "Fold")
        stranger = server.add_user("Cid")
        with pytest.raises(Impossible):
            await stranger.presses(shown, "Join")


async def test_an_answer_with_a_cache_time_is_repeated_by_the_app_until_it_is_over() -> None:
    async with TelegramServer() as server, polling(server) as demo:
        group = server.add_group()
        ann = server.add_user("Ann", group)
        ann.says(group, "/poker")
        shown = await server.next_message(group)
        first = await ann.presses(shown, "Leave")
        assert (first.alert, first.cached) == (True, False)
        again = await ann.presses(shown, "Leave")
        assert (again.answer, again.cached) == (first.answer, True)
        server.clock.advance(6)
        assert not (await ann.presses(shown, "Leave")).cached
        assert demo.kinds().count("callback_query") == 2


async def test_a_press_delivered_twice_reaches_the_bot_twice_and_the_second_answer_is_too_late() -> None:
    async with TelegramServer() as server, polling(server) as demo:
        group = server.add_group()
        ann = server.add_user("Ann", group)
        ann.says(group, "/poker")
        press = await ann.presses(await server.next_message(group), "Leave")
        press.again()
        await server.until(lambda: len(server.journal.calls("answerCallbackQuery")) == 2)
        await server.until(lambda: server.journal.refused(400))
        assert "query is too old" in (server.journal.refused(400)[0].description or "")
        assert demo.kinds().count("callback_query") == 2


async def test_a_press_is_answered_too_late_after_its_life() -> None:
    async with TelegramServer() as server, plain(server) as bot:
        group = server.add_group()
        ann = server.add_user("Ann", group)
        await bot.send_message(group.id, "Table", reply_markup=table())
        press = ann.presses(ann.last(group), "Join")
        server.clock.advance(server.press_life + 1)
        with pytest.raises(BadRequest, match=r"(?i)Query is too old"):
            await bot.answer_callback_query(press.id, "late")
        with pytest.raises(BadRequest, match=r"(?i)Query is too old"):
            await bot.answer_callback_query("12345", "never asked")
        assert not press.answered


async def test_a_stale_press_carries_what_the_message_has_become() -> None:
    async with TelegramServer() as server, polling(server) as demo:
        group = server.add_group()
        ann = server.add_user("Ann", group)
        sent = await demo.bot.send_message(group.id, "Table", reply_markup=table())
        shown = ann.last(group)
        await sent.edit_text("Over")
        assert shown.buttons == []
        with pytest.raises(Impossible):
            await ann.presses(shown, "Leave")
        assert (await ann.presses(shown, "Leave", stale=True)).alert
        server.delete_message(shown)
        server.clock.advance(6)
        await ann.presses(shown, "leave", stale=True)
        queries = [update.callback_query for update in demo.seen if update.callback_query]
        assert isinstance(queries[0].message, telegram.Message)
        assert queries[0].message.text == "Over"
        assert queries[1].message is not None
        assert not queries[1].message.is_accessible


async def test_privacy_mode_lets_only_what_is_meant_for_the_bot_through() -> None:
    async with TelegramServer() as server, polling(server) as demo:
        group = server.add_group(silent=True)
        ann, other = server.add_user("Ann", group), server.add_bot("otherbot", group)
        from_bot = await demo.bot.send_message(group.id, "Hello")
        unseen = ["good morning", "/poker@otherbot", "/撲克", "say /poker"]
        for text in unseen:
            ann.says(group, text)
        other.says(group, "I am a bot")
        ann.says(group, "/poker")
        seen = ["/help@riverbot", "hi @riverbot"]
        for text in seen:
            ann.says(group, text)
        ann.says(group, "a reply", reply_to=group.messages[from_bot.message_id])
        ann.says(group, "a reply to the other bot", reply_to=group.history[-4])
        group.last_bot = None
        ann.says(group, "/last")
        await server.until(lambda: len(demo.seen) >= 4)
        texts = [update.effective_message.text for update in demo.seen if update.effective_message]
        assert texts == [*seen, "a reply", "/last"]


@pytest.mark.parametrize("way", ["privacy off", "administrator"])
async def test_without_privacy_the_bot_sees_all_talk(way: str) -> None:
    async with TelegramServer(privacy=way == "administrator") as server, polling(server) as demo:
        group = server.add_group(bot_admin=way == "administrator", silent=True)
        ann = server.add_user("Ann", group)
        said = ann.says(group, "good morning")
        ann.edits(said, "good evening")
        await server.until(lambda: len(demo.seen) == 2)
        assert demo.kinds() == ["message", "edited_message"]
        assert (await demo.bot.get_me()).can_read_all_group_messages is (way == "privacy off")


async def test_topics_take_what_belongs_to_them_and_refuse_when_closed_or_gone() -> None:
    async with TelegramServer() as server, polling(server) as demo:
        forum = server.add_group(forum=True)
        ann = server.add_user("Ann", forum)
        topic = server.add_topic(forum, "Poker")
        ann.says(forum, "/poker", thread=topic)
        shown = await server.next_message(forum)
        assert shown.thread == topic.id
        asked = next(u.message for u in demo.seen if u.message and u.message.text == "/poker")
        assert asked.is_topic_message
        assert asked.reply_to_message is not None
        assert asked.reply_to_message.forum_topic_created
        server.close_topic(forum, topic)
        with pytest.raises(BadRequest, match=r"(?i)TOPIC_CLOSED"):
            await demo.bot.send_message(forum.id, "x", message_thread_id=topic.id)
        with pytest.raises(Impossible):
            ann.says(forum, "x", thread=topic)
        server.reopen_topic(forum, topic)
        await demo.bot.send_message(forum.id, "x", message_thread_id=topic.id)
        server.delete_topic(forum, topic)
        with pytest.raises(BadRequest, match=r"(?i)thread not found"):
            await demo.bot.send_message(forum.id, "x", message_thread_id=topic.id)
        with pytest.raises(BadRequest, match=r"(?i)message to edit not found"):
            await demo.bot.edit_message_text("y", forum.id, shown.id)
        with pytest.raises(BadRequest, match=r"(?i)not enough rights to create a topic"):
            await demo.bot.create_forum_topic(forum.id, "Mine")
        server.promote(forum)
        made = await demo.bot.create_forum_topic(forum.id, "Mine")
        await demo.bot.close_forum_topic(forum.id, made.message_thread_id)
        await demo.bot.send_message(forum.id, "administrators may", message_thread_id=made.message_thread_id)
        with pytest.raises(BadRequest, match=r"(?i)TOPIC_NOT_MODIFIED"):
            await demo.bot.close_forum_topic(forum.id, made.message_thread_id)
        server.limits.group = Rule(1, 60.0)
        await demo.bot.create_forum_topic(forum.id, "Another")
        with pytest.raises(RetryAfter):
            await demo.bot.create_forum_topic(forum.id, "One more")


async def test_a_reply_in_an_ordinary_supergroup_has_a_thread_that_is_no_topic() -> None:
    async with TelegramServer() as server, polling(server) as demo:
        group = server.add_group(silent=True)
        ann = server.add_user("Ann", group)
        sent = await demo.bot.send_message(group.id, "Table")
        ann.says(group, "/poker", reply_to=group.messages[sent.message_id])
        await server.until(lambda: demo.seen)
        message = demo.seen[0].message
        assert message is not None
        assert (message.message_thread_id, message.is_topic_message) == (sent.message_id, None)
        with pytest.raises(BadRequest, match=r"(?i)message thread not found"):
            await demo.bot.send_message(group.id, "x", message_thread_id=sent.message_id)


async def test_a_group_that_grows_into_a_supergroup_says_where_it_went() -> None:
    async with TelegramServer() as server, polling(server) as demo:
        group = server.add_group(supergroup=False, silent=True)
        ann = server.add_user("Ann", group)
        sent = await demo.bot.send_message(group.id, "Table")
        grown = server.migrate(group)
        with pytest.raises(ChatMigrated) as moved:
            await demo.bot.send_message(group.id, "x")
        assert moved.value.new_chat_id == grown.id
        with pytest.raises(BadRequest, match=r"(?i)message to edit not found"):
            await demo.bot.edit_message_text("y", grown.id, sent.message_id)
        ann.says(grown, "/poker")
        await server.next_message(grown)
        pairs = [
            (u.message.migrate_to_chat_id, u.message.migrate_from_chat_id) for u in demo.seen if u.message
        ]
        assert pairs[:2] == [(grown.id, None), (None, group.id)]
        with pytest.raises(Impossible):
            ann.says(group, "/poker")


async def test_private_chats_are_closed_until_opened_and_again_when_blocked() -> None:
    async with TelegramServer() as server, polling(server) as demo:
        group = server.add_group(silent=True)
        ann = server.add_user("Ann", group, username="ann")
        ann.says(group, "/whisper")
        await server.until(lambda: demo.told)
        assert "can't initiate conversation" in demo.told[0]
        with pytest.raises(Impossible):
            ann.says(ann.private, "hello")
        ann.says(group, "/poker")
        ann.follows((await server.next_message(group)).button("Open"))
        assert (await server.next_message(ann.private)).text == "Hello table-7"
        ann.says(group, "/whisper")
        await server.until(lambda: len(ann.reads()) == 3)
        assert ann.last().protected
        assert server.counts(ann.private).private == 2
        ann.blocks()
        with pytest.raises(Forbidden, match="blocked by the user"):
            await demo.bot.edit_message_text("y", ann.id, ann.last().id)
        with pytest.raises(BadRequest, match=r"(?i)chat not found"):
            await demo.bot.send_message(42, "x")
        ann.opens()
        assert (await server.next_message(ann.private, server.journal.mark() - 1)).text == "Hello"
        assert demo.kinds().count("my_chat_member") == 2
        with pytest.raises(Impossible):
            ann.follows("https://t.me/otherbot?start=x")


async def test_a_bot_that_is_thrown_out_muted_or_demoted_is_told_so() -> None:
    async with TelegramServer() as server, polling(server) as demo:
        group = server.add_group(bot_admin=True)
        ann = server.add_user("Ann", group, owner=True)
        sent = await demo.bot.send_message(group.id, "Table", reply_markup=table())
        assert await demo.bot.pin_chat_message(group.id, sent.message_id)
        assert group.pinned == [group.messages[sent.message_id]]
        assert await demo.bot.delete_message(group.id, ann.says(group, "hm").id)
        server.demote(group)
        with pytest.raises(BadRequest, match=r"(?i)not enough rights to manage pinned"):
            await demo.bot.unpin_chat_message(group.id)
        with pytest.raises(BadRequest, match=r"(?i)can't be deleted"):
            await demo.bot.delete_message(group.id, ann.says(group, "hm").id)
        server.mute(group)
        with pytest.raises(BadRequest, match=r"(?i)not enough rights to send text messages"):
            await demo.bot.send_message(group.id, "x")
        member = await demo.bot.get_chat_member(group.id, server.bot.id)
        assert isinstance(member, telegram.ChatMemberRestricted)
        server.unmute(group)
        server.kick(group)
        with pytest.raises(Forbidden, match="kicked from the supergroup"):
            await demo.bot.send_message(group.id, "x")
        press = ann.presses(group.messages[sent.message_id], "Join")
        server.invite(group)
        server.delete_chat(group)
        with pytest.raises(Forbidden, match="was deleted"):
            await demo.bot.send_message(group.id, "x")
        await server.until(lambda: demo.kinds().count("my_chat_member") == 7)
        standings = [u.my_chat_member.new_chat_member.status for u in demo.seen if u.my_chat_member]
        wanted = ["ADMIN", "MEMBER", "RESTRICTED", "MEMBER", "BANNED", "MEMBER", "LEFT"]
        assert standings == [Standing[name] for name in wanted]
        assert not press.answered


async def test_messages_that_are_gone_or_unchanged_or_not_its_own_are_refused() -> None:
    async with TelegramServer() as server, plain(server) as bot:
        group = server.add_group()
        ann = server.add_user("Ann", group)
        sent = await bot.send_message(group.id, " <b>Table</b> ", "HTML", reply_markup=table())
        with pytest.raises(BadRequest, match=r"(?i)message is not modified"):
            await sent.edit_text("<strong>Table</strong>", "HTML", reply_markup=table())
        await sent.edit_reply_markup(None)
        assert ann.last(group).edits == 1
        with pytest.raises(BadRequest, match=r"(?i)can't be edited"):
            await bot.edit_message_text("y", group.id, ann.says(group, "mine").id)
        with pytest.raises(BadRequest, match=r"(?i)message to be replied not found"):
            await bot.send_message(group.id, "x", reply_parameters=telegram.ReplyParameters(999))
        lenient = telegram.ReplyParameters(999, allow_sending_without_reply=True)
        assert (await bot.send_message(group.id, "x", reply_parameters=lenient)).reply_to_message is None
        server.delete_message(group.messages[sent.message_id])
        for attempt in (sent.edit_text("y"), sent.delete(), sent.pin()):
            with pytest.raises(BadRequest, match=r"(?i)not found"):
                await attempt
        old = await bot.send_message(group.id, "old")
        server.clock.advance(49 * 3600)
        with pytest.raises(BadRequest, match=r"(?i)can't be deleted"):
            await old.delete()


async def test_anonymous_administrators_and_channels_come_under_other_names() -> None:
    async with TelegramServer() as server, polling(server) as demo:
        group, news = server.add_group(silent=True), server.add_channel("News")
        ann = server.add_user("Ann", group, admin=True)
        ann.says(group, "/poker", anonymously=True)
        ann.says(group, "/poker", in_name_of=news)
        server.publish(news, "/poker")
        await server.until(lambda: demo.kinds().count("channel_post"))
        messages = [update.message for update in demo.seen if update.message]
        assert [m.sender_chat.id for m in messages if m.sender_chat] == [group.id, news.id]
        assert messages[0].from_user is not None
        assert messages[0].from_user.username == "GroupAnonymousBot"


async def test_people_who_come_and_go_are_announced() -> None:
    async with TelegramServer() as server, polling(server) as demo:
        group = server.add_group(silent=True)
        ann = server.add_user("Ann", username="ann")
        ann.joins(group)
        ann.leaves(group)
        await server.until(lambda: len(demo.seen) == 2)
        assert [bool(u.message and u.message.new_chat_members) for u in demo.seen] == [True, False]
        assert isinstance(await demo.bot.get_chat_member(group.id, ann.id), telegram.ChatMemberLeft)


async def test_a_mention_rings_for_members_unless_it_is_silent() -> None:
    async with TelegramServer() as server, plain(server) as bot:
        group = server.add_group()
        ann, bob = server.add_user("Ann", group), server.add_user("Bob", group, username="bob_b")
        text = f'<a href="tg://user?id={ann.id}">Ann</a> and @bob_b, not <code>@bob_b</code>'
        await bot.send_message(group.id, text, "HTML")
        assert server.journal.changes[-1].mentions == (ann, bob)
        await bot.send_message(group.id, text, "HTML", disable_notification=True)
        assert server.counts(group).mentions == 2
        assert ann.last(group).marked("text_mention") == ["Ann"]


async def test_nobody_answering_a_press_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tests.loopback.telegram.presses.PATIENCE", 0.01)
    async with TelegramServer() as server, plain(server) as bot:
        group = server.add_group()
        ann = server.add_user("Ann", group)
        await bot.send_message(group.id, "Table", reply_markup=table())
        with pytest.raises(PressFailed):
            await ann.presses(ann.last(group), "Join")
