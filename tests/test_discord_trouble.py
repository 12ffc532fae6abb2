"""What goes wrong on Discord, and how it ends: deleted, archived, forbidden, removed, limited, unreachable."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack
from typing import Any

import discord
import pytest

from core.actions import Play
from core.cardroom.table import Table
from core.host_actions import CloseTable
from core.ids import PlayerId
from core.poker.actions import Call, Check
from tests.discord_evening import ACKNOWLEDGE_WITHIN, Evening, bot_running, evening
from tests.loopback.discord import Deed, DiscordServer, User

pytest_plugins = ["tests.redis_server"]

POST = "POST /channels/{channel_id}/messages"
GET = "GET /channels/{channel_id}/messages/{message_id}"
EDIT = "PATCH /channels/{channel_id}/messages/{message_id}"


@pytest.fixture
async def room(redis_url: str) -> AsyncIterator[Evening]:
    async with evening(redis_url) as opened:
        yield opened


async def seated(room: Evening, **options: Any) -> tuple[User, User]:
    """Ann is host, Bob sits with her, the first hand is dealt."""
    ann, bob = room.person("ann"), room.person("bob", dm_open=options.pop("bobs_dm", True))
    await room.open(ann, **options)
    await room.sit(ann)
    await room.sit(bob)
    await room.start(ann)
    return ann, bob


async def actor(room: Evening) -> User:
    user = await room.actor()
    assert user is not None
    return user


async def test_without_permissions_no_table_is_opened_and_the_asker_is_told_which(room: Evening) -> None:
    ann = room.person("ann")
    room.server.forbid(room.channel, "send_messages")
    told = await ann.slash(room.channel, "poker new").settled()
    assert told.ephemeral
    assert told.message is not None
    assert "Send Messages" in told.message.text
    assert await room.bot.table_in(room.channel) is None
    room.server.permit(room.channel, "send_messages")
    await room.open(ann)


async def test_where_no_thread_may_be_opened_the_table_lives_in_the_channel(room: Evening) -> None:
    room.server.forbid(room.channel, "create_public_threads")
    await seated(room)
    assert room.place is room.channel
    await room.play_out()
    assert room.server.journal.invalid_requests == 0


async def test_a_hand_is_played_to_its_end_without_permissions_and_the_next_one_waits(room: Evening) -> None:
    """Nothing is asked of Discord in vain meanwhile, and the table goes on by itself when it is fixed."""
    ann, bob = await seated(room)
    await room.live()
    room.server.forbid(room.channel, "send_messages_in_threads")
    await room.server.until(lambda: room.bot.room.port.missing(room.room_id))
    await room.play_out()
    posts, mark = len(room.public()), room.server.journal.mark()
    await room.deal()
    user = await actor(room)
    await room.mine(user)
    assert {len(ann.reads(ann.dm)), len(bob.reads(bob.dm))} == {2}
    assert len(room.public()) == posts
    room.server.permit(room.channel, "send_messages_in_threads")
    await room.live()
    await room.play_out()
    assert room.server.counts(room.place, mark).public == 1
    assert room.server.journal.invalid_requests == 0


async def test_an_archived_thread_is_woken(room: Evening) -> None:
    await seated(room)
    message = await room.live()
    room.server.archive(room.place)
    await room.go_on(await actor(room), "call", where=message)
    assert await room.live() is message
    assert not room.place.archived


@pytest.mark.parametrize("when", ["in mid-hand", "between hands", "before the first"])
async def test_a_deleted_table_message_is_there_again_within_ten_seconds_though_nobody_does_anything(
    room: Evening, when: str
) -> None:
    if when == "before the first":
        await room.open(room.person("ann"))
    else:
        await seated(room)
    if when == "between hands":
        await room.play_out()
    message = await room.live()
    mark = room.server.journal.mark()
    for _ in range(2):
        await _looks(room)
    assert room.server.counts(room.place, mark).public == 0
    room.server.delete_message(message)
    await _looks(room)
    await room.server.until(lambda: room.public() and room.public()[-1].id > message.id)
    again = await room.live()
    assert again.text == message.text
    for _ in range(3):
        await _looks(room)
    if when != "before the first":
        await (room.play_out() if when == "in mid-hand" else room.deal())
        if when == "in mid-hand":
            assert room.public()[-1] is again
            assert room.server.counts(room.place, mark).public == 1
    assert room.server.journal.invalid_requests == 0


async def _looks(room: Evening) -> None:
    """Five seconds pass."""
    looks = room.bot.naps.looks
    room.bot.naps.look()
    await room.server.until(lambda: room.bot.naps.looks > looks)


async def test_a_move_counts_though_the_thread_is_locked_and_its_player_is_told_and_no_hand_follows(
    room: Evening,
) -> None:
    await seated(room)
    user = await actor(room)
    mine = await room.mine(user)
    room.server.archive(room.place, locked=True)
    await room.go_on(user, "call", where=mine)
    await room.server.until(lambda: room.bot.room.port.hidden)
    user = await actor(room)
    stamp = await room.stamp()
    press = await room.press(user, "check", where=await room.mine(user))
    await room.moved_from(stamp)
    await room.server.until(lambda: press.followups)
    assert "What you did counts" in press.followups[0].text
    await room.until_table(lambda table: table.paused)
    room.server.archive(room.place, archived=False)
    await room.live()
    await room.until_table(lambda table: not table.paused)
    assert not room.bot.room.port.hidden


async def test_a_message_that_may_not_be_edited_any_more_is_posted_again(room: Evening) -> None:
    await seated(room)
    message = await room.live()
    room.server.rest.fail(
        EDIT, 400, 30046, "Maximum number of edits to messages older than 1 hour reached", times=3
    )
    await room.go_on(await actor(room), "call", where=message)
    assert await room.live() is not message


@pytest.mark.parametrize("what", ["thread", "channel", "guild"])
async def test_when_the_room_is_no_more_the_hand_is_undone_and_everyone_is_told_and_counted_out(
    room: Evening, what: str
) -> None:
    ann, bob = await seated(room)
    await room.server.until(lambda: ann.reads(ann.dm) and bob.reads(bob.dm))
    await room.go_on(await actor(room), "call", where=await room.mine(await actor(room)))
    sat_with = {seat.player: seat.stack for seat in (await room.table()).seats if seat is not None}
    assert sum(sat_with.values()) < (await room.table()).issued  # the blinds are in the middle
    match what:
        case "thread":
            room.server.delete_channel(room.place)
        case "channel":
            room.server.delete_channel(room.channel)
        case _:
            room.server.remove_member(room.guild, room.server.world.bot)
    table = await room.until_table(lambda table: table.closed)
    assert table.issued == 0
    await room.server.until(lambda: len(ann.reads(ann.dm)) == len(bob.reads(bob.dm)) == 2)
    for cards, told in (ann.reads(ann.dm), bob.reads(bob.dm)):
        assert "Hand #1 was cancelled" in told.text
        assert "10,000" in told.text
        assert told.channel is cards.channel
    await room.server.until(lambda: not ann.reads(ann.dm)[0].buttons and not bob.reads(bob.dm)[0].buttons)


async def test_a_thread_that_was_deleted_while_the_bot_was_away_is_noticed(room: Evening) -> None:
    ann, bob = await seated(room)
    await room.server.until(lambda: ann.reads(ann.dm) and bob.reads(bob.dm))
    user = await actor(room)
    mine = await room.mine(user)
    (call,) = room.buttons(mine, "call")
    await room.running.aclose()
    room.server.delete_channel(room.place)
    await room.restart()
    await user.click(mine, call, stale=True)
    await room.until_table(lambda table: table.closed)


async def test_closed_direct_messages_are_tried_once_and_the_cards_come_in_a_panel(room: Evening) -> None:
    ann, bob = await seated(room, bobs_dm=False)
    await room.server.until(
        lambda: [m for m in bob.reads(room.place) if m.only_for is bob and "Your cards" in m.text]
    )
    panel = next(m for m in bob.reads(room.place) if m.only_for is bob and "Your cards" in m.text)
    assert "Direct messages from me are closed" in panel.text
    await room.play_out()
    await room.deal()
    await room.play_out()
    await room.server.until(lambda: "Hand #2" in panel.text)
    assert room.server.journal.invalid_requests == 1
    mine = ann.reads(ann.dm)[-1]
    assert not [one for name in ("fold", "check", "call", "raise") for one in room.buttons(mine, name)]


async def test_a_hand_has_one_direct_message_that_is_edited(room: Evening) -> None:
    ann, _ = await seated(room)
    await room.play_out()
    await room.server.until(lambda: "The hand is over" in ann.reads(ann.dm)[-1].text)
    assert len(ann.reads(ann.dm)) == 1
    await room.deal()
    await room.server.until(lambda: len(ann.reads(ann.dm)) == 2)
    assert "The hand is over" in ann.reads(ann.dm)[0].text
    await room.restart()
    await room.play_out()
    await room.server.until(lambda: "The hand is over" in ann.reads(ann.dm)[1].text)
    assert len(ann.reads(ann.dm)) == 2


async def test_a_silent_player_is_mentioned_once_and_the_mention_goes_when_they_act(room: Evening) -> None:
    await seated(room)
    user, mark = await actor(room), room.server.journal.mark()
    await room.live()
    await room.server.until(lambda: room.bot.naps.waiting)
    room.bot.naps.ring()
    await room.server.until(lambda: room.server.counts(since=mark).mentions)
    (call,) = [one for one in room.server.journal.changes[mark:] if one.mentions]
    assert call.mentions == (user,)
    await room.press(user, "call", where=await room.mine(user))
    await room.server.until(lambda: call.message.deleted)
    await room.play_out()
    assert room.server.counts(room.place, mark).mentions == 1


async def test_a_restart_mentions_nobody_twice_for_one_turn(room: Evening) -> None:
    await seated(room)
    user, mark = await actor(room), room.server.journal.mark()
    message = await room.live()
    await room.server.until(lambda: room.bot.naps.waiting)
    room.bot.naps.ring()
    await room.server.until(lambda: room.server.counts(since=mark).mentions)
    call = next(one.message for one in room.server.journal.changes[mark:] if one.mentions)
    await room.restart()
    await user.slash(room.place, "poker seat cut", {"phrase": "lucky seven"}).settled()
    await room.server.until(lambda: room.bot.naps.waiting)
    room.bot.naps.ring()
    await room.server.until(lambda: not room.bot.naps.waiting)
    await room.go_on(user, "call", where=message)
    await room.server.until(lambda: call.deleted)
    assert room.server.counts(room.place, mark).mentions == 1


async def test_a_name_rings_for_nobody_and_breaks_nothing(room: Evening) -> None:
    ann = room.person("ann", nick="@everyone **x** <@1> `")
    bob = room.person("bob", nick="\u202eevil\u200b")
    mark = room.server.journal.mark()
    await room.open(ann, name="@here ||table||")
    await room.sit(ann)
    await room.sit(bob)
    await room.start(ann)
    await room.play_out()
    assert not [
        one for one in room.server.journal.changes[mark:] if one.mentions or one.message.mentions_everyone
    ]


async def test_somebody_who_leaves_the_server_or_is_renamed_stops_nothing(room: Evening) -> None:
    """The seat keeps the name that it was taken under, and the clock plays for whoever is gone."""
    ann, bob = await seated(room)
    room.server.rename(room.guild, ann, "Annie")
    room.server.remove_member(room.guild, bob)
    if await actor(room) is ann:
        await room.go_on(ann, "call")
    await room.bot.deal(room.table_id, 7)
    await room.bot.deal(room.table_id, 8)
    await room.until_table(lambda table: table.hand is None or table.turn.action_no > 1)
    assert "ann" in (await room.live()).text


async def test_what_comes_quickly_is_folded_into_few_edits_that_end_with_the_newest(redis_url: str) -> None:
    async with evening(redis_url, edit=0.3) as room:
        await seated(room)
        await room.live()
        mark = room.server.journal.mark()
        for _ in range(7):
            user = await actor(room)
            table = await room.table()
            assert table.hand is not None
            by = PlayerId(f"discord:{user.id}")
            owed = max(table.hand.round.bets) > table.hand.round.bets[table.hand.waiting_for[0]]
            await room.bot.dealer.act(
                room.table_id, Play(by=by, move=Call() if owed else Check()), f"{table.turn}"
            )
        await room.live()
        assert room.server.counts(room.place, mark).edits <= 3


async def test_an_outage_of_discord_loses_no_move(room: Evening) -> None:
    await seated(room)
    message = await room.live()
    room.server.rest.fail(EDIT, 500, times=1_000)
    user, stamp = await actor(room), await room.stamp()
    await room.press(user, "call", where=message)
    await room.moved_from(stamp)
    room.server.rest.fail(EDIT, 500, times=0)
    await room.live()


async def test_a_press_that_came_too_late_to_be_acknowledged_is_dropped(room: Evening) -> None:
    await seated(room)
    message, user, before = await room.live(), await actor(room), await room.table()
    async with room.server.gateway.outage():
        press = user.click(message, room.buttons(message, "call")[0])
        room.server.clock.advance(ACKNOWLEDGE_WITHIN + 1)
    await room.server.until(lambda: press.refusal is not None)
    assert await room.table() == before


async def test_a_wrong_token_is_refused_at_the_start(redis_url: str) -> None:
    async with DiscordServer() as server:
        with server.pointed(), pytest.raises(ExceptionGroup) as failed:
            async with bot_running(server, redis_url, token="wrong.token"):
                pass
        assert "DISCORD_TOKEN" in repr(failed.value)
        assert "wrong.token" not in repr(failed.value)


async def test_a_discord_that_is_away_at_the_start_is_waited_for(redis_url: str) -> None:
    knocks: list[asyncio.StreamWriter] = []

    async def hang_up(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        knocks.append(writer)
        writer.close()

    async with (
        DiscordServer() as server,
        await asyncio.start_server(hang_up, "127.0.0.1", 0) as nobody,
        AsyncExitStack() as stack,
    ):
        port = nobody.sockets[0].getsockname()[1]
        with server.pointed():
            with pytest.MonkeyPatch.context() as patch:
                patch.setattr(discord.http.Route, "BASE", f"http://127.0.0.1:{port}/api/v10")
                entering = asyncio.create_task(stack.enter_async_context(bot_running(server, redis_url)))
                await server.until(lambda: len(knocks) > 1)
            bot = await entering
            assert bot.told


async def test_a_table_that_was_closed_leaves_a_last_word(room: Evening) -> None:
    await seated(room)
    await room.play_out()
    table = await room.table()
    await room.bot.dealer.act(table.id, CloseTable(by=table.host), "close")
    await room.server.until(lambda: "is closed" in room.public()[-1].text)
    await room.server.until(lambda: room.place.archived)
    assert not room.place.locked
    assert not [one for one in room.server.journal.changes if one.deed is Deed.DELETED and not one.by_bot]


async def _held(room: Evening, done: Callable[[Table], bool]) -> Table:
    """Seconds pass for a table that cannot be seen, until it is so."""

    def after_a_second(table: Table) -> bool:
        room.bot.naps.hold()
        return done(table)

    return await room.until_table(after_a_second)


def _in_channel(room: Evening) -> list[str]:
    """What the dealer said in the channel that the thread is of."""
    return [one.text for one in room.channel.messages.values() if not (one.ephemeral or one.loading)]


async def test_while_a_thread_is_locked_no_clock_runs_and_everyone_who_asks_is_told(room: Evening) -> None:
    ann, bob = await seated(room, bobs_dm=False, seconds=5)
    await room.live()
    before = await room.table()
    room.server.archive(room.place, locked=True)
    await room.server.until(lambda: room.bot.room.port.hidden)
    held = await _held(room, lambda table: table.held_ms > 0)
    assert held.turn == before.turn
    assert before.deadline is not None
    assert held.deadline is not None
    assert held.deadline >= before.deadline
    await room.server.until(lambda: any("cannot be shown" in text for text in _in_channel(room)))
    for user in (ann, bob):
        for command in ("table", "cards", "move call"):
            if command != "move call" or user is not await actor(room):
                asked = await user.slash(room.channel, f"poker {command}").settled()
                assert asked.message is not None
                assert "if its thread is locked" in asked.message.text
    room.server.archive(room.place, archived=False)
    await room.server.until(lambda: not room.bot.room.port.hidden)
    await room.live()
    assert sum("cannot be shown" in text for text in _in_channel(room)) == 1


async def test_a_hand_that_nobody_can_see_for_ten_minutes_is_undone_and_everyone_has_their_chips_back(
    room: Evening,
) -> None:
    await seated(room, bobs_dm=False)
    await room.live()
    room.server.archive(room.place, locked=True)
    await room.server.until(lambda: room.bot.room.port.hidden)
    await _held(room, lambda _: any("cannot be shown" in text for text in _in_channel(room)))
    later = room.bot.room.unseen.now() + 601
    room.bot.room.unseen.now = lambda: later
    table = await _held(room, lambda table: table.closed)
    assert table.issued == 0
    await room.server.until(lambda: any("is closed: for ten minutes" in text for text in _in_channel(room)))


async def test_the_channel_of_a_thread_that_is_gone_is_told_once_that_its_table_is_closed(
    room: Evening,
) -> None:
    await seated(room)
    await room.live()
    room.server.delete_channel(room.place)
    await room.until_table(lambda table: table.closed)
    await room.server.until(lambda: any("its thread is gone" in text for text in _in_channel(room)))
    await _looks(room)
    assert sum("its thread is gone" in text for text in _in_channel(room)) == 1
