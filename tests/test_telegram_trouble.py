"""What goes wrong around a table on Telegram, and how it ends: nothing leaks, no hand stops, everybody is told."""

import pytest
from aiohttp import ClientSession

from adapters.telegram.client import PROOF_HEADER
from tests.jumping_loop import let_pass, on_jumping_loop
from tests.loopback.telegram import User, ephemerals
from tests.telegram_evening import Evening, evening

pytest_plugins = ["tests.redis_server"]


async def _two_at_a_table(room: Evening, **kind: bool) -> tuple[User, User]:
    ann = room.person("Ann", admin=True, started=True)
    bob = room.person("Bob", **({"started": True} | kind))
    await room.open(ann)
    for user in (ann, bob):
        await room.sit(user)
    await room.start(ann)
    return ann, bob


@on_jumping_loop
async def test_a_table_lives_in_its_forum_topic(redis_url: str) -> None:
    async with evening(redis_url, forum=True) as room:
        room.topic = room.server.add_topic(room.group, "Poker")
        await _two_at_a_table(room)
        await room.play_out()
        said = [one for one in room.group.history if one.author is room.server.bot and not one.service]
        assert all(one.thread == room.topic.id for one in said)


@on_jumping_loop
async def test_two_topics_of_a_group_have_a_table_each(redis_url: str) -> None:
    async with evening(redis_url, forum=True) as room:
        room.topic = room.server.add_topic(room.group, "Poker")
        ann = room.person("Ann", admin=True)
        await room.open(ann)
        first = room.table_id
        room.topic = room.server.add_topic(room.group, "More poker")
        await room.open(ann)
        assert room.table_id != first


@on_jumping_loop
async def test_a_closed_topic_holds_the_table_message_until_it_is_open_again(redis_url: str) -> None:
    async with evening(redis_url, forum=True) as room:
        room.topic = room.server.add_topic(room.group, "Poker")
        await _two_at_a_table(room)
        await room.play_out()
        room.server.close_topic(room.group, room.topic)
        await room.deal()
        user = await room.actor()
        assert user is not None
        press = await room.go_on(user, "call", where=await room.mine(user))
        assert not press.answer
        room.server.reopen_topic(room.group, room.topic)
        await room.play_out()


@on_jumping_loop
async def test_a_group_that_becomes_a_supergroup_keeps_its_table(redis_url: str) -> None:
    async with evening(redis_url, supergroup=False) as room:
        await _two_at_a_table(room)
        await room.live()
        grown = room.server.migrate(room.group)
        user = await room.actor()
        assert user is not None
        await room.go_on(user, "call", where=await room.mine(user))
        await room.until(lambda: grown.messages and room.public()[-1].chat is grown)
        await room.play_out()
        user.says(grown, "/table")
        await room.until(lambda: "Hand #1" in user.last().text)
        await room.restart()
        await room.deal()
        await room.play_out()
        assert room.public()[-1].chat is grown


@on_jumping_loop
async def test_who_presses_in_a_group_that_mutes_the_dealer_is_told_why_it_stands_still(
    redis_url: str,
) -> None:
    async with evening(redis_url) as room:
        await _two_at_a_table(room)
        message, user = await room.live(), await room.actor()
        assert user is not None
        room.server.mute(room.group)
        await room.until(lambda: room.bot.room.port.trouble_in(room.room_id) is not None)
        press = await room.go_on(user, "call", where=message)
        assert press.alert
        assert "admin" in press.answer
        room.server.unmute(room.group)
        await room.play_out()


@on_jumping_loop
async def test_no_card_is_ever_sent_for_one_person_through_a_server_that_would_show_it_to_all(
    redis_url: str,
) -> None:
    async with evening(redis_url, ephemeral=False) as room:
        _, bob = await _two_at_a_table(room, started=False)
        press = await room.press(bob, "cards")
        assert press.alert
        assert "Your cards" in press.answer
        assert press.cache_seconds == 0
        assert not [
            one for one in room.group.history if one.author is room.server.bot and "Your cards" in one.text
        ]


@on_jumping_loop
async def test_a_server_that_only_pretends_to_know_private_messages_in_groups_is_given_no_card(
    redis_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It deletes such messages, and shows everybody what it was to show to one."""
    monkeypatch.setattr(ephemerals, "address", lambda *_: None)
    async with evening(redis_url) as room:
        _, bob = await _two_at_a_table(room, started=False)
        press = await room.press(bob, "cards")
        assert "Your cards" in press.answer
        shown = [one for one in room.group.history if one.author is room.server.bot]
        assert [one.deleted for one in shown if one.text == "🂠"] == [True]
        assert not [one for one in shown if "Your cards" in one.text]


@on_jumping_loop
async def test_the_same_cards_asked_for_again_take_the_place_of_the_old_ones(redis_url: str) -> None:
    async with evening(redis_url) as room:
        _, bob = await _two_at_a_table(room, started=False)
        message = await room.live()
        for _ in range(3):
            await room.press(bob, "cards", where=message)
        shown = [one for one in room.group.history if one.only_for is bob and not one.deleted]
        assert len(shown) == 1
        assert "Your cards" in shown[0].text


@on_jumping_loop
async def test_whoever_follows_the_link_under_a_table_is_seated_there(redis_url: str) -> None:
    async with evening(redis_url) as room:
        ann = room.person("Ann", admin=True, started=True)
        bob = room.person("Bob")
        await room.open(ann)
        await room.sit(ann)
        link = next(one for one in room.public()[-1].buttons if one.url)
        bob.follows(link)
        await room.until(lambda: any("seat 2" in one.text for one in bob.reads()))
        assert "cards come here" in bob.last().text
        await room.start(ann)
        await room.play_out(privately=True)


@on_jumping_loop
async def test_the_first_seat_of_a_stranger_comes_with_a_word_on_the_private_chat_and_the_second_without(
    redis_url: str,
) -> None:
    async with evening(redis_url) as room:
        bob = room.person("Bob", admin=True)
        await room.open(bob)
        first = await room.sit(bob)
        assert first.alert
        assert "Open private chat" in first.answer
        await room.until(lambda: "Bob 10,000" in room.public()[-1].text)
        await room.press(bob, "leave", where=room.public()[-1])
        await room.until(lambda: "Bob 10,000" not in room.public()[-1].text)
        second = await room.sit(bob)
        assert "Open private chat" not in second.answer


@on_jumping_loop
async def test_cards_come_as_soon_as_the_private_chat_is_opened(redis_url: str) -> None:
    async with evening(redis_url) as room:
        _, bob = await _two_at_a_table(room, started=False)
        await room.live()
        assert not bob.reads()
        bob.opens()
        await room.until(lambda: any("Your cards" in one.text for one in bob.reads()))


@on_jumping_loop
async def test_a_link_seats_nobody_who_is_not_in_the_group(redis_url: str) -> None:
    async with evening(redis_url) as room:
        ann = room.person("Ann", admin=True, started=True)
        await room.open(ann)
        eve = room.server.add_user("Eve")
        eve.opens(str(room.table_id))
        await room.until(lambda: eve.reads() and len(eve.reads()) > 1)
        assert "not in" in eve.last().text
        assert not any((await room.table()).seats)


@on_jumping_loop
async def test_a_forged_press_reaches_no_table_of_another_group(redis_url: str) -> None:
    async with evening(redis_url) as room:
        ann = room.person("Ann", admin=True, started=True)
        await room.open(ann)
        other = room.server.add_group("Elsewhere", silent=True)
        eve = room.server.add_user("Eve", other, admin=True)
        eve.says(other, "/poker")
        table = await room.server.next_message(other)
        forged = f"1:{room.table_id}:0:0:join:"
        table.keyboard[0][0]["callback_data"] = forged
        press = await eve.presses(table, forged)
        assert press.alert
        assert not any((await room.table()).seats)


@on_jumping_loop
async def test_one_group_that_is_shut_out_by_the_flood_limit_holds_up_nobody_else(redis_url: str) -> None:
    async with evening(redis_url) as room:
        await _two_at_a_table(room)
        await room.live()
        room.server.limits.halt(room.group, 40)
        while (user := await room.actor()) is not None:
            await room.go_on(user, "check", "call", where=await room.mine(user))
        assert len(room.server.journal.refused(429)) <= 1
        await room.settled()


@on_jumping_loop
async def test_only_commands_for_the_dealer_are_heard_and_each_once(redis_url: str) -> None:
    async with evening(redis_url) as room:
        await _two_at_a_table(room)
        await room.live()
        user = await room.actor()
        assert user is not None
        before = await room.table()
        other = room.server.add_bot("otherbot", room.group)
        room.says(user, f"/fold@{other.username}")
        said = room.says(user, "well, /fold")
        user.edits(said, "/fold")
        channel = room.server.add_channel()
        room.server.publish(channel, "/poker")
        await let_pass(3)
        assert await room.table() == before
        room.says(user, "/call@riverbot")
        await room.until_table(lambda table: table != before)


@on_jumping_loop
async def test_an_anonymous_administrator_can_start_the_table_and_not_sit_at_it(redis_url: str) -> None:
    async with evening(redis_url) as room:
        ann, bob = room.person("Ann", admin=True, started=True), room.person("Bob", started=True)
        await room.open(bob)
        await room.sit(bob)
        room.says(ann, "/join", anonymously=True)
        await room.until(lambda: "as the group" in room.public()[-1].text)
        assert sum(seat is not None for seat in (await room.table()).seats) == 1
        room.says(ann, "/join")
        await room.until_table(lambda table: sum(seat is not None for seat in table.seats) == 2)
        room.says(ann, "/start", anonymously=True)
        await room.until_table(lambda table: table.running)


@on_jumping_loop
async def test_only_the_host_and_administrators_start_a_table(redis_url: str) -> None:
    async with evening(redis_url) as room:
        ann, bob = room.person("Ann", started=True), room.person("Bob", started=True)
        await room.open(ann)
        for user in (ann, bob):
            await room.sit(user)
        await room.until(lambda: room.buttons(room.public()[-1], "start"))
        press = await bob.presses(room.public()[-1], room.button(room.public()[-1], "start"))
        assert press.alert
        room.server.promote(room.group, bob)
        await let_pass(61)
        await bob.presses(room.public()[-1], room.button(room.public()[-1], "start"))
        assert (await room.table()).running


@on_jumping_loop
async def test_folding_for_free_is_asked_about_once(redis_url: str) -> None:
    async with evening(redis_url) as room:
        await _two_at_a_table(room)
        first = await room.actor()
        assert first is not None
        await room.go_on(first, "call", where=await room.mine(first))
        second = await room.actor()
        assert second is not None
        mine = await room.mine(second)
        asked = await room.press(second, "fold", where=mine)
        assert asked.alert
        assert (await room.table()).hand is not None
        await room.go_on(second, "fold", where=mine)


@on_jumping_loop
async def test_a_press_that_is_not_for_the_presser_is_refused_to_them_alone(redis_url: str) -> None:
    async with evening(redis_url) as room:
        ann, bob = await _two_at_a_table(room)
        message, user = await room.live(), await room.actor()
        other = bob if user is ann else ann
        before = await room.table()
        press = await room.press(other, "call", where=message)
        assert press.alert
        assert "not your turn" in press.answer
        assert await room.table() == before


@on_jumping_loop
async def test_updates_are_taken_again_after_the_connection_was_torn(redis_url: str) -> None:
    async with evening(redis_url) as room:
        ann = room.person("Ann", admin=True, started=True)
        room.server.drop("getUpdates", times=2)
        room.server.fail("getUpdates", 502, "Bad Gateway")
        await room.open(ann)
        room.server.fail("getUpdates", 409, "Conflict: terminated by other getUpdates request")
        press = await room.sit(ann)
        assert "seat 1" in press.answer


@on_jumping_loop
async def test_a_poll_that_hangs_is_given_up_and_made_again(redis_url: str) -> None:
    async with evening(redis_url) as room:
        ann = room.person("Ann", admin=True, started=True)
        polls = len(room.server.journal.calls("getUpdates"))
        room.server.network.delay = 120.0
        await let_pass(60)
        room.server.network.delay = 0.0
        await room.open(ann)
        assert len(room.server.journal.calls("getUpdates")) > polls + 1


@on_jumping_loop
async def test_a_webhook_hears_only_whoever_knows_the_secret(redis_url: str) -> None:
    async with evening(redis_url, webhook="s3cret-Word") as room:
        ann = room.person("Ann", admin=True, started=True)
        async with ClientSession() as session:
            for headers in ({}, {PROOF_HEADER: "guessed"}):
                async with session.post(room.bot.hook, json={"update_id": 1}, headers=headers) as answer:
                    assert answer.status == 403
            async with session.post(
                room.bot.hook, data=b"\xff{", headers={PROOF_HEADER: "s3cret-Word"}
            ) as answer:
                assert answer.status == 400
        await room.open(ann)
        press = await room.sit(ann)
        assert "seat 1" in press.answer
        assert not room.server.journal.calls("getUpdates")


@on_jumping_loop
async def test_menus_are_set_for_groups_administrators_and_private_chats_in_each_language(
    redis_url: str,
) -> None:
    async with evening(redis_url) as room:
        ann = room.person("Ann", admin=True)
        mei = room.person("Mei", language_code="zh-hans")
        await room.until(lambda: len(room.server.journal.calls("setMyCommands")) == 6)
        await let_pass(1)
        assert {"start", "stop", "poker"} <= {one["command"] for one in room.server.menu(ann, room.group)}
        group = {one["command"]: one["description"] for one in room.server.menu(mei, room.group)}
        assert "stop" not in group
        assert "筹码" in room.server.menu(mei, mei.private)[0]["description"] or "牌" in group["poker"]
        await room.restart()
        await let_pass(1)
        assert len(room.server.journal.calls("setMyCommands")) == 6


@pytest.mark.parametrize("command", ["/privacy", "/settings", "/help", "/rules"])
def test_what_there_is_to_know_is_told_in_private(redis_url: str, command: str) -> None:
    @on_jumping_loop
    async def told() -> None:
        async with evening(redis_url) as room:
            ann = room.person("Ann", started=True)
            room.says(ann, command)
            await room.until(lambda: [one for one in ann.reads() if one.author is room.server.bot])
            assert not room.public()

    told()


@on_jumping_loop
async def test_a_player_who_wants_no_messages_gets_cards_by_the_button_alone(redis_url: str) -> None:
    async with evening(redis_url) as room:
        ann = room.person("Ann", admin=True, started=True)
        bob = room.person("Bob", started=True)
        bob.says(bob.private, "/settings button")
        await room.until(lambda: any("only when you press" in one.text for one in bob.reads()))
        await room.open(ann)
        for user in (ann, bob):
            await room.sit(user)
        await room.start(ann)
        await room.play_out()
        assert not [one for one in bob.reads() if "Your cards:" in one.text]


@on_jumping_loop
async def test_a_silent_player_is_called_by_a_mention_that_goes_when_they_act(redis_url: str) -> None:
    async with evening(redis_url) as room:
        await _two_at_a_table(room)
        message, user = await room.live(), await room.actor()
        assert user is not None
        await room.until(lambda: any(one.marked("text_mention") for one in room.all_public()))
        called = next(one for one in room.all_public() if one.marked("text_mention"))
        assert called.marked("text_mention") == [user.first_name]
        await room.go_on(user, "call", where=message)
        await room.until(lambda: called.deleted)


@on_jumping_loop
async def test_cards_that_are_asked_for_in_the_group_are_shown_there_to_whoever_asks_alone(
    redis_url: str,
) -> None:
    async with evening(redis_url) as room:
        await room.until(lambda: len(room.server.journal.calls("setMyCommands")) == 6)
        _, bob = await _two_at_a_table(room, started=False)
        await room.live()
        for _ in range(2):
            await let_pass(30)
            asked = room.says(bob, "/cards")
            assert asked.only_for is bob
            await room.until(lambda: room.group.history[-1].author is room.server.bot)
        shown = [
            one for one in room.group.history if one.author is room.server.bot and "Your cards" in one.text
        ]
        assert [(one.only_for, one.deleted) for one in shown] == [(bob, True), (bob, False)]


@on_jumping_loop
async def test_an_administrator_shows_cards_alone_to_whoever_writes_the_command_for_all_to_read(
    redis_url: str,
) -> None:
    async with evening(redis_url) as room:
        room.server.promote(room.group)
        _, bob = await _two_at_a_table(room, started=False)
        await room.live()
        await let_pass(30)
        assert room.says(bob, "/看牌").only_for is None
        await room.until(lambda: any("Your cards" in one.text for one in room.group.history))
        assert {one.only_for for one in room.group.history if "Your cards" in one.text} == {bob}


@on_jumping_loop
async def test_cards_that_are_asked_for_where_the_server_knows_no_such_answer_are_shown_to_nobody(
    redis_url: str,
) -> None:
    async with evening(redis_url, ephemeral=False) as room:
        _, bob = await _two_at_a_table(room, started=False)
        await room.live()
        for command in ("/cards", "/cards@riverbot"):
            await let_pass(30)
            room.says(bob, command)
        await room.until(lambda: sum("your eyes only" in one.text for one in room.public()) == 2)
        assert not [one for one in room.public() if "Your cards" in one.text]


@on_jumping_loop
async def test_a_server_that_knows_no_moments_is_sent_none(redis_url: str) -> None:
    async with evening(redis_url) as room:
        words = 'Bad Request: can\'t parse entities: Unsupported start tag "tg-time" at byte offset 7'
        room.server.fail("sendMessage", 400, words)
        await _two_at_a_table(room)
        message = await room.live()
        assert "UTC" in message.text
        assert not message.marked("date_time")
