"""Ten hands on Discord by three people in two languages, with everything going wrong that does on a real evening."""

import asyncio
from typing import Any

import pytest

from core.cardroom.table import Table
from tests.discord_evening import Evening, evening
from tests.loopback.discord import User

pytest_plugins = ["tests.redis_server"]


async def test_three_people_play_ten_hands_through_every_trouble(redis_url: str) -> None:
    async with evening(redis_url) as room:
        people = [
            room.person("ann", nick="Ann", locale="zh-TW"),
            room.person("bob", dm_open=False),
            room.person("cid", nick="**Cid** @everyone"),
        ]
        await room.open(people[0], name="Friday night", entry="free")
        for user, chips in zip(people, ("2000", "5000", "10000"), strict=True):
            await room.sit(user, chips)
        hands = [
            _by_the_table_message,
            _by_direct_message_and_panel,
            _all_in_with_side_pots,
            _reconnecting,
            _restarting,
            _clicking_twice,
            _clicking_late,
            _with_a_late_redis,
            _with_the_message_deleted,
            _with_permission_lost,
        ]
        for number, hand in enumerate(hands, start=1):
            mark = room.server.journal.mark()
            await (room.deal() if number > 1 else room.start(people[0]))
            await hand(room, people, redis_url)
            await room.settled()
            counts = room.server.counts(room.place, mark)
            assert counts.public <= 2, hand.__name__
            assert counts.mentions == 0, hand.__name__
            assert (await room.table()).hand_no == number
            await _back_in(room, people)
        assert room.server.journal.invalid_requests == 1  # the closed direct message, once


async def _back_in(room: Evening, people: list[User]) -> None:
    """Whoever is broke sits down again."""
    table = await room.table()
    for user in people:
        seat = _seat(table, user)
        if seat is not None and not seat.stack:
            await user.slash(room.place, "poker leave").settled()
        if seat is None or not seat.stack:
            await room.sit(user, "2000")


def _seat(table: Table, user: User) -> Any:
    return next((seat for seat in table.seats if seat and seat.player == f"discord:{user.id}"), None)


async def _by_the_table_message(room: Evening, people: list[User], redis_url: str) -> None:
    await room.play_out()


async def _by_direct_message_and_panel(room: Evening, people: list[User], redis_url: str) -> None:
    await room.play_out(privately=True)
    ann, bob, cid = people
    assert "你的手牌" in ann.reads(ann.dm)[-1].text
    assert "Your cards" in cid.reads(cid.dm)[-1].text
    assert not bob.reads(bob.dm)


async def _all_in_with_side_pots(room: Evening, people: list[User], redis_url: str) -> None:
    while (user := await room.actor()) is not None:
        await room.shove(user)
    await room.settled()
    record = await room.bot.store.record(room.table_id, 3)
    assert record is not None
    assert "邊池" in room.public()[-1].text


async def _reconnecting(room: Evening, people: list[User], redis_url: str) -> None:
    """What is pressed while the connection is down is done when it is back, once."""
    user, message, stamp = await room.actor(), await room.live(), await room.stamp()
    assert user is not None
    async with room.server.gateway.outage():
        press = user.click(message, room.buttons(message, "call")[0])
    await press
    await room.moved_from(stamp)
    assert len(_history(await room.table())) == 1
    await room.play_out()
    assert room.server.gateway.resumed


async def _restarting(room: Evening, people: list[User], redis_url: str) -> None:
    """The buttons of the message that the old process left work with the new one, which goes on in that message."""
    user, message = await room.actor(), await room.live()
    assert user is not None
    await room.restart()
    await room.go_on(user, "call", where=message)
    await room.play_out()
    assert room.public()[-1] is message


async def _clicking_twice(room: Evening, people: list[User], redis_url: str) -> None:
    """The second press is answered as the first was; the same press delivered twice is none."""
    user, message, stamp = await room.actor(), await room.live(), await room.stamp()
    assert user is not None
    (call,) = room.buttons(message, "call")
    first, second = user.click(message, call), user.click(message, call)
    room.server.deliver(first)
    await room.moved_from(stamp)
    await second
    behind_them = await room.press(user, "cards", where=message)
    await room.server.until(lambda: behind_them.followups)
    assert len(_history(await room.table())) == 1
    assert not first.followups
    assert not second.followups
    await room.play_out()


async def _clicking_late(room: Evening, people: list[User], redis_url: str) -> None:
    """A button of an earlier moment, seen on a screen that lags behind, changes nothing."""
    user, message = await room.actor(), await room.live()
    assert user is not None
    (fold,) = room.buttons(message, "fold")
    await room.go_on(user, "call")
    await room.live()
    before = await room.table()
    late = await user.click(message, fold, stale=True)
    await room.server.until(lambda: late.followups)
    assert late.followups[0].ephemeral
    assert await room.table() == before
    await room.play_out()


async def _with_a_late_redis(room: Evening, people: list[User], redis_url: str) -> None:
    """A press is acknowledged before Redis is asked for anything."""
    user, stamp, store = await room.actor(), await room.stamp(), room.bot.store
    assert user is not None
    message, here = await room.live(), asyncio.Event()
    run, command = store.run, store.command

    async def late_run(*args: Any) -> Any:
        await here.wait()
        return await run(*args)

    async def late_command(*args: Any) -> Any:
        await here.wait()
        return await command(*args)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(store, "run", late_run)
        patch.setattr(store, "command", late_command)
        press = await room.press(user, "call", where=message)
        assert press.deferred
        here.set()
        await room.moved_from(stamp)
    await room.play_out()


async def _with_the_message_deleted(room: Evening, people: list[User], redis_url: str) -> None:
    """A moderator deletes the table message: it is posted again."""
    user, message = await room.actor(), await room.live()
    assert user is not None
    room.server.delete_message(message)
    await room.go_on(user, "check", "call", where=await room.mine(user))
    assert (await room.live()) is not message
    await room.play_out()


async def _with_permission_lost(room: Evening, people: list[User], redis_url: str) -> None:
    """Whoever presses is told what is missing, nothing is asked of Discord in vain, and it goes on when it is fixed."""
    user, message = await room.actor(), await room.live()
    assert user is not None
    room.server.forbid(room.channel, "send_messages_in_threads")
    await room.server.until(lambda: room.bot.room.port.missing(room.room_id))
    press = await room.press(user, "call", where=message)
    await room.server.until(lambda: press.followups)
    told = press.followups[0]
    assert told.ephemeral
    assert any(words in told.text for words in ("Send Messages in Threads", "在討論串中傳送訊息"))
    edits = message.edits
    room.server.permit(room.channel, "send_messages_in_threads")
    await room.server.until(lambda: message.edits > edits)
    await room.play_out()


def _history(table: Table) -> tuple[Any, ...]:
    assert table.deal is not None
    return table.deal.hand.history
