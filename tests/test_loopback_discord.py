"""The loopback Discord, played with by an unmodified discord.py: answers, privacy, threads, limits, outages."""

import asyncio
import io

import discord
import pytest

from tests.loopback.discord import Deed, DiscordServer, Impossible, InteractionFailed
from tests.loopback.discord.demo_room import Room, running
from tests.loopback.discord.modals import Filling

MESSAGES = "POST /channels/{channel_id}/messages"
ORIGINAL = "/webhooks/{webhook_id}/{webhook_token}/messages/@original"


async def test_a_command_is_answered_in_the_channel_for_all_to_see() -> None:
    async with DiscordServer() as server, running(server):
        room = Room(server)
        opened = await room.ann.slash(room.channel, "poker new", {"blinds": "1/2"})
        assert opened.message is not None
        assert "Blinds 1/2" in opened.message.text
        assert [button.label for button in opened.message.buttons] == ["Rules", "Seat 1", "Seat 2"]
        assert room.bob.reads(room.channel) == [opened.message]
        assert server.counts(room.channel).public == 1


async def test_an_ephemeral_answer_is_seen_by_the_asker_alone() -> None:
    async with DiscordServer() as server, running(server):
        room = Room(server)
        shown = await room.ann.slash(room.channel, "poker cards")
        assert shown.ephemeral
        assert room.ann.reads(room.channel) == [shown.message]
        assert room.bob.reads(room.channel) == []
        assert [change.audience for change in server.journal.changes] == [(room.ann,)]
        assert shown.message is not None
        with pytest.raises(Impossible):
            await room.bob.click(shown.message, "seat:1")


async def test_the_language_of_the_person_and_of_the_guild_arrive() -> None:
    async with DiscordServer() as server, running(server):
        room = Room(server, locale="zh-CN")
        told = await room.ann.slash(room.channel, "poker language")
        assert told.message is not None
        assert told.message.text == "zh-TW in zh-CN"


async def test_options_are_completed_while_they_are_typed() -> None:
    async with DiscordServer() as server, running(server):
        room = Room(server)
        typing = await room.ann.autocomplete(room.channel, "poker new", "blinds", "2")
        assert [choice["value"] for choice in typing.choices] == ["2/5"]
        with pytest.raises(Impossible):
            await room.ann.slash(room.channel, "poker new")
        with pytest.raises(Impossible):
            await room.ann.slash(room.channel, "poker nothing")


async def test_a_button_still_works_after_the_bot_has_started_again() -> None:
    async with DiscordServer() as server:
        room = Room(server)
        async with running(server):
            opened = await room.ann.slash(room.channel, "poker new", {"blinds": "1/2"})
        assert opened.message is not None
        async with running(server) as second:
            seated = await room.bob.press(opened.message, "Seat 2")
            assert second.presses == [2]
        assert seated.ephemeral
        assert len(server.gateway.identified) == 2


async def test_an_update_changes_the_message_that_was_pressed() -> None:
    async with DiscordServer() as server, running(server):
        room = Room(server)
        counter = (await room.ann.slash(room.channel, "poker count")).message
        assert counter is not None
        pressed = await room.bob.click(counter, "count")
        assert pressed.updated
        assert pressed.message is counter
        assert counter.text == "Counted 1"
        assert server.counts(room.channel).edits == 1
        chosen = await room.bob.select(counter, "game", ["omaha"])
        assert chosen.message is not None
        assert chosen.message.text == "Chose omaha"
        with pytest.raises(Impossible):
            await room.bob.select(counter, "game", ["chess"])


async def test_a_modal_is_opened_filled_in_and_submitted() -> None:
    async with DiscordServer() as server, running(server):
        room = Room(server)
        opened = await room.ann.slash(room.channel, "poker raise")
        assert opened.modal is not None
        assert opened.modal["title"] == "Raise"
        filled: dict[str, Filling] = {
            "amount": "60",
            "pace": ["fast"],
            "street": "turn",
            "boards": ["two"],
            "sure": True,
        }
        done = await room.ann.submit_modal(opened, filled)
        assert done.message is not None
        assert done.message.text == "60 fast turn two True"
        mistakes: list[dict[str, Filling]] = [
            {"amount": "1" * 10},
            {"amount": ""},
            {"pace": ["never"]},
            {"street": "sixth"},
            {"tip": "1"},
        ]
        for wrong in mistakes:
            with pytest.raises(Impossible):
                await room.ann.submit_modal(opened, filled | wrong)


async def test_a_deferred_answer_comes_later_and_follow_ups_after_it() -> None:
    async with DiscordServer() as server, running(server) as bot:
        room = Room(server)
        asked = await room.ann.slash(room.channel, "poker think")
        assert asked.deferred
        assert room.ann.reads(room.channel) == []
        bot.gate.set()
        await asked.settled()
        await server.until(lambda: asked.followups)
        assert [message.text for message in room.ann.reads(room.channel)] == ["Thought", "And more"]
        assert server.counts() == server.counts(room.channel)
        assert server.counts().ephemeral == 2


async def test_what_a_token_has_said_it_can_change_and_take_back() -> None:
    async with DiscordServer() as server, running(server) as bot:
        room = Room(server)
        asked = await room.ann.slash(room.channel, "poker tidy")
        await server.until(lambda: server.journal.calls("GET " + ORIGINAL))
        assert [message.text for message in room.bob.reads(room.channel)] == ["One", "Two and a half"]
        bot.gate.set()
        await server.until(lambda: server.journal.calls("DELETE " + ORIGINAL))
        assert asked.message is not None
        assert asked.message.deleted
        assert room.bob.reads(room.channel) == []
        assert server.counts().deletions == 2


async def test_a_table_is_played_in_a_thread() -> None:
    async with DiscordServer() as server, running(server):
        room = Room(server)
        asked = await room.ann.slash(room.channel, "poker thread").settled()
        (thread,) = server.world.threads_of(room.guild)
        assert asked.message is not None
        assert thread.mention in asked.message.text
        (table,) = room.bob.reads(thread)
        seated = await room.bob.press(table, "Seat 1")
        assert seated.channel is thread


async def test_a_thread_sleeps_and_wakes() -> None:
    async with DiscordServer() as server, running(server) as bot:
        room = Room(server)
        await server.until(lambda: bot.get_channel(room.channel.id))
        parent = bot.get_channel(room.channel.id)
        assert isinstance(parent, discord.TextChannel)
        sent = await parent.send("Table 1")
        thread = await sent.create_thread(name="Table 1", auto_archive_duration=60)
        first = await thread.send("Hello")
        await thread.add_user(discord.Object(room.ann.id))
        assert [one.id for one in await parent.guild.active_threads()] == [thread.id]
        await thread.edit(name="Table one", archived=True)
        with pytest.raises(discord.HTTPException) as raised:
            await first.edit(content="Bye")
        assert raised.value.code == 50083
        await thread.send("Awake again")
        assert not server.world.channels[thread.id].archived
        server.archive(server.world.channels[thread.id], locked=True)
        for attempt in (thread.send("No"), thread.edit(archived=False), thread.delete()):
            with pytest.raises(discord.HTTPException):
                await attempt
        server.permit(room.channel, "manage_threads")
        await thread.delete()
        assert server.world.threads_of(room.guild) == []


@pytest.mark.parametrize(("open_door", "told"), [(True, "Sent"), (False, "Closed: 50007")])
async def test_a_direct_message_arrives_unless_the_door_is_closed(open_door: bool, told: str) -> None:
    async with DiscordServer() as server, running(server):
        room = Room(server)
        room.ann.dm_open = open_door
        asked = await room.ann.slash(room.channel, "poker whisper").settled()
        assert asked.message is not None
        assert asked.message.text == told
        assert len(room.ann.reads(room.ann.dm)) == 2 * int(open_door)
        assert room.bob.reads(room.ann.dm) == []
        assert server.journal.invalid_requests == int(not open_door)


async def test_a_button_in_a_direct_message_works() -> None:
    async with DiscordServer(shards=2) as server, running(server) as bot:
        room = Room(server)
        await room.ann.slash(room.channel, "poker whisper").settled()
        table = room.ann.reads(room.ann.dm)[-1]
        seated = await room.ann.press(table, "Seat 3")
        assert (bot.presses, seated.channel) == ([3], room.ann.dm)
        assert room.ann.reads(room.ann.dm)[-1] is seated.message


async def test_an_answer_after_the_deadline_is_refused() -> None:
    async with DiscordServer() as server, running(server) as bot:
        room = Room(server)
        asked = room.ann.slash(room.channel, "poker late")
        server.clock.advance(3.1)
        bot.gate.set()
        with pytest.raises(InteractionFailed, match="10062"):
            await asked
        await server.until(lambda: bot.refusals)
        assert bot.refusals == [10062]


async def test_a_second_answer_is_refused() -> None:
    async with DiscordServer() as server, running(server) as bot:
        room = Room(server)
        await room.ann.slash(room.channel, "poker twice")
        await server.until(lambda: bot.refusals)
        assert bot.refusals == [40060]


async def test_a_token_dies_after_fifteen_minutes() -> None:
    async with DiscordServer() as server, running(server) as bot:
        room = Room(server)
        await room.ann.slash(room.channel, "poker think")
        server.clock.advance(901)
        bot.gate.set()
        await server.until(lambda: bot.refusals)
        assert bot.refusals == [50027]


async def test_the_same_press_delivered_twice_reaches_the_bot_twice() -> None:
    async with DiscordServer() as server, running(server) as bot:
        room = Room(server)
        opened = await room.ann.slash(room.channel, "poker new", {"blinds": "1/2"})
        assert opened.message is not None
        press = room.bob.press(opened.message, "Seat 1")
        server.deliver(press)
        await press
        await server.until(lambda: [r.code for r in server.journal.requests].count(40060) == 1)
        assert bot.presses == [1, 1]


async def test_a_stale_press_carries_the_buttons_that_are_gone() -> None:
    async with DiscordServer() as server, running(server) as bot:
        room = Room(server)
        sent = await bot.get_partial_messageable(room.channel.id).send("x", view=_row("seat:1"))
        message = room.channel.messages[sent.id]
        await sent.edit(view=None)
        with pytest.raises(Impossible):
            await room.ann.click(message, "seat:1")
        await room.ann.click(message, "seat:1", stale=True)
        assert bot.presses == [1]


def _row(custom_id: str) -> discord.ui.View:
    view = discord.ui.View(timeout=None)
    view.add_item(discord.ui.Button(label="Go", custom_id=custom_id))
    return view


async def test_a_requested_reconnect_is_resumed_without_a_new_identify() -> None:
    async with DiscordServer() as server, running(server):
        room = Room(server)
        server.gateway.request_reconnect()
        await server.until(lambda: server.gateway.resumed)
        assert (await room.ann.slash(room.channel, "poker cards")).ephemeral
        assert len(server.gateway.identified) == 1


async def test_a_press_during_an_outage_is_replayed_and_served_once() -> None:
    async with DiscordServer() as server, running(server) as bot:
        room = Room(server)
        opened = await room.ann.slash(room.channel, "poker new", {"blinds": "1/2"})
        assert opened.message is not None
        async with server.gateway.outage(code=1011):
            press = room.bob.press(opened.message, "Seat 2")
            assert press.reply is None
        await press
        await room.ann.slash(room.channel, "poker cards")
        assert bot.presses == [2]
        assert len(server.gateway.resumed) == 1
        assert len(server.gateway.identified) == 1


async def test_an_invalid_session_is_identified_anew() -> None:
    async with DiscordServer() as server, running(server):
        room = Room(server)
        server.gateway.invalidate()
        await server.until(lambda: len(server.gateway.identified) == 2)
        assert (await room.ann.slash(room.channel, "poker cards")).ephemeral
        assert server.gateway.resumed == []


async def test_each_shard_serves_its_own_guilds() -> None:
    async with DiscordServer(shards=2) as server:
        rooms = [server.add_guild(f"Guild {shard}", shard=shard) for shard in (0, 1)]
        channels = [server.add_channel(guild) for guild in rooms]
        ann = server.add_user("ann", *rooms)
        async with running(server) as bot:
            assert sorted(bot.shards) == [0, 1]
            assert [bot.get_guild(guild.id).shard_id for guild in rooms] == [0, 1]  # type: ignore[union-attr]
            for channel in channels:
                await ann.slash(channel, "poker cards")
            server.gateway.request_reconnect(shard=1)
            await server.until(lambda: server.gateway.resumed)
            await ann.slash(channels[1], "poker cards")
        assert [one["shard"] for one in server.gateway.identified] == [[0, 2], [1, 2]]


async def test_a_full_bucket_is_waited_for_and_never_overrun() -> None:
    async with DiscordServer() as server, running(server) as bot:
        room = Room(server)
        server.limits.set(MESSAGES, 3, 0.3)
        for number in range(7):
            await bot.get_partial_messageable(room.channel.id).send(f"{number}")
        sent = server.journal.calls(MESSAGES)
        assert [request.status for request in sent] == [200] * 7
        assert sent[-1].at - sent[0].at >= 0.5


async def test_a_global_limit_is_waited_for_and_retried() -> None:
    async with DiscordServer() as server, running(server) as bot:
        room = Room(server)
        server.limits.halt(0.2)
        await bot.get_partial_messageable(room.channel.id).send("patience")
        assert [request.status for request in server.journal.calls(MESSAGES)] == [429, 200]
        assert (await room.ann.slash(room.channel, "poker cards")).ephemeral


async def test_a_limit_without_the_via_header_is_taken_for_a_ban() -> None:
    async with DiscordServer() as server, running(server) as bot:
        room = Room(server)
        server.limits.halt(60, via=False)
        with pytest.raises(discord.HTTPException) as raised:
            await bot.get_partial_messageable(room.channel.id).send("patience")
        assert raised.value.status == 429
        assert (await room.ann.slash(room.channel, "poker cards")).ephemeral  # interactions are exempt


@pytest.mark.parametrize(("taken", "code"), [("view_channel", 50001), ("send_messages", 50013)])
async def test_a_permission_that_is_taken_is_missed_until_it_is_given_back(taken: str, code: int) -> None:
    async with DiscordServer() as server, running(server) as bot:
        room = Room(server)
        server.forbid(room.channel, taken)
        target = bot.get_partial_messageable(room.channel.id)
        with pytest.raises(discord.Forbidden) as raised:
            await target.send("hello")
        assert raised.value.code == code
        channel = bot.get_channel(room.channel.id)
        assert isinstance(channel, discord.TextChannel)
        assert not getattr(channel.permissions_for(channel.guild.me), taken)
        server.permit(room.channel, taken)
        await target.send("hello")


async def test_what_is_gone_is_unknown() -> None:
    async with DiscordServer() as server, running(server) as bot:
        room = Room(server)
        target = bot.get_partial_messageable(room.channel.id)
        sent = await target.send("hello")
        assert (await target.fetch_message(sent.id)).content == "hello"
        await sent.edit(content="bye")
        assert room.ann.reads(room.channel)[0].text == "bye"
        server.delete_message(room.channel.messages[sent.id])
        for attempt in (sent.edit(content="late"), sent.delete(), target.fetch_message(sent.id)):
            with pytest.raises(discord.NotFound) as raised:
                await attempt
            assert raised.value.code == 10008
        server.delete_channel(room.channel)
        with pytest.raises(discord.NotFound) as raised:
            await target.send("hello")
        assert raised.value.code == 10003


async def test_members_and_guilds_come_and_go() -> None:
    async with DiscordServer() as server, running(server) as bot:
        room = Room(server)
        guild = await bot.fetch_guild(room.guild.id)
        cached = bot.get_guild(room.guild.id)
        assert cached is not None
        assert [one.nick for one in await cached.query_members(user_ids=[room.ann.id])] == ["Ann"]
        assert [one.id for one in await cached.fetch_channels()] == [room.channel.id]
        assert (await bot.fetch_user(room.bob.id)).name == "bob"
        assert (await guild.fetch_member(room.ann.id)).display_name == "Ann"
        server.rename(room.guild, room.ann, "Anna")
        assert (await guild.fetch_member(room.ann.id)).display_name == "Anna"
        server.remove_member(room.guild, room.ann)
        with pytest.raises(discord.NotFound) as raised:
            await guild.fetch_member(room.ann.id)
        assert raised.value.code == 10007
        server.remove_member(room.guild, server.world.bot)
        with pytest.raises(discord.Forbidden):
            await bot.get_partial_messageable(room.channel.id).send("anyone?")
        with pytest.raises(Impossible):
            await room.bob.slash(room.channel, "poker cards")


async def test_messages_of_others_are_read_but_not_changed() -> None:
    async with DiscordServer() as server, running(server) as bot:
        room = Room(server)
        target = bot.get_partial_messageable(room.channel.id)
        await room.ann.slash(room.channel, "poker cards")
        said = room.bob.say(room.channel, f"Hello {room.ann.mention}")
        sent = await target.send("And I")
        history = [one async for one in target.history(limit=10)]
        assert [one.id for one in history] == [sent.id, said.id]
        assert [change.by_bot for change in server.journal.changes] == [True, False, True]
        assert server.counts(room.channel).mentions == 0
        for attempt, code in ((history[1].edit(content="No"), 50005), (history[1].delete(), 50013)):
            with pytest.raises(discord.Forbidden) as raised:
                await attempt
            assert raised.value.code == code
        server.permit(room.channel, "manage_messages")
        await history[1].delete()
        assert room.ann.reads(room.channel)[-1].text == "And I"
        reply = await sent.reply("Answering myself")
        assert reply.reference is not None


async def test_mentions_ring_as_far_as_they_are_allowed() -> None:
    async with DiscordServer() as server, running(server) as bot:
        room = Room(server)
        target = bot.get_partial_messageable(room.channel.id)
        await target.send(f"{room.ann.mention} and {room.bob.mention}, @everyone")
        assert server.counts().mentions == 0
        mark = server.journal.mark()
        only_ann = discord.AllowedMentions(users=[discord.Object(room.ann.id)])
        turn = await target.send(f"{room.ann.mention} and {room.bob.mention}", allowed_mentions=only_ann)
        assert server.journal.changes[mark].mentions == (room.ann,)
        await turn.delete()
        assert [change.deed for change in server.journal.changes[mark:]] == [Deed.CREATED, Deed.DELETED]
        assert server.counts(since=mark).deletions == 1


async def test_emoji_of_the_application_are_uploaded_and_listed() -> None:
    async with DiscordServer() as server, running(server) as bot:
        png = b"\x89PNG\r\n\x1a\n" + bytes(32)
        made = await bot.create_application_emoji(name="spades_A", image=png)
        assert [one.id for one in await bot.fetch_application_emojis()] == [made.id]
        with pytest.raises(discord.HTTPException), server.journal.expecting_violations():
            await bot.create_application_emoji(name="spades_A", image=png)


async def test_files_are_uploaded_and_kept_by_an_edit() -> None:
    async with DiscordServer() as server, running(server) as bot:
        room = Room(server)
        target = bot.get_partial_messageable(room.channel.id)
        picture = discord.File(io.BytesIO(b"felt"), filename="table.png", description="The table")
        sent = await target.send("Look", file=picture)
        await sent.edit(content="Look again")
        kept = room.channel.messages[sent.id].attachments
        assert [(one.filename, one.data) for one in kept] == [("table.png", b"felt")]
        await sent.edit(attachments=[])
        assert room.channel.messages[sent.id].attachments == []


async def test_commands_of_one_guild_are_synced_apart_and_keep_their_ids() -> None:
    async with DiscordServer() as server, running(server) as bot:
        room = Room(server)
        bot.tree.copy_global_to(guild=discord.Object(room.guild.id))
        first = await bot.tree.sync(guild=discord.Object(room.guild.id))
        second = await bot.tree.sync(guild=discord.Object(room.guild.id))
        assert [one.id for one in first] == [one.id for one in second]
        assert first[0].id != (await bot.tree.fetch_commands())[0].id


async def test_pins_are_set_and_lifted() -> None:
    async with DiscordServer() as server, running(server) as bot:
        room = Room(server)
        target = bot.get_partial_messageable(room.channel.id)
        sent = await target.send("Table 1")
        with pytest.raises(discord.Forbidden):
            await sent.pin()
        server.permit(room.channel, "pin_messages")
        await sent.pin()
        assert [one.id async for one in target.pins()] == [sent.id]
        await sent.unpin()
        assert [one.id async for one in target.pins()] == []


async def test_a_route_can_be_made_to_fail_or_to_wait() -> None:
    async with DiscordServer() as server, running(server) as bot:
        room = Room(server)
        target = bot.get_partial_messageable(room.channel.id)
        server.rest.fail(MESSAGES, 400, 30046, "No")
        with pytest.raises(discord.HTTPException):
            await target.send("one")
        async with server.rest.hold(MESSAGES):
            sending = asyncio.create_task(target.send("two"))
            await server.until(lambda: len(server.journal.calls(MESSAGES)) == 2)
            assert room.ann.reads(room.channel) == []
        await sending
        assert [message.text for message in room.ann.reads(room.channel)] == ["two"]
