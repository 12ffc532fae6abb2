"""A cash table's life on Discord with the real client: queue, moves chosen ahead, time bank, showing cards, chips."""

from collections.abc import Callable

from core.cardroom.table import Seat, Table, Wait, seat_at, seat_of
from core.ids import PlayerId, SeatNo
from core.side_actions import Plan
from tests.discord_evening import Evening, evening
from tests.loopback.discord import Interaction, Message, User

pytest_plugins = ["tests.redis_server"]


async def test_an_evening_at_a_full_table_in_three_languages(redis_url: str) -> None:
    async with evening(redis_url) as room:
        ann = room.person("ann", nick="Ann", locale="en-US")
        bob = room.person("bob", nick="Bob", locale="zh-TW")
        cid = room.person("cid", nick="Cid", locale="zh-CN")
        dee = room.person("dee", nick="Dee", locale="zh-TW")
        await room.open(ann, seats=3, straddle="button", seven=1)
        for user in (ann, bob, cid):
            await room.sit(user, "2000")
        await _queues(room, dee)
        await room.start(ann)
        await _chooses_ahead(room)
        await _is_not_waited_for(room)
        await _brings_chips(room, bob)
        await _shows_and_hunts(room)
        await _takes_the_offered_seat(room, cid, dee)


async def _queues(room: Evening, dee: User) -> None:
    """[Wait for a seat] under the full table, answered to Dee alone."""
    await room.server.until(lambda: room.buttons(room.public()[-1], "wait"))
    press = await room.press(dee, "wait", where=room.public()[-1])
    await room.server.until(lambda: press.followups)
    assert "排第 1 位候補" in press.followups[0].text
    assert press.followups[0].only_for is dee
    await room.server.until(lambda: "Dee" in room.public()[-1].text)


async def _chooses_ahead(room: Evening) -> None:
    """Out of turn a move can be chosen from the refusal and from the private message, and is taken back there."""
    actor = await room.actor()
    assert actor is not None
    waits = next(user for user in room.people.values() if user is not actor and user.username != "dee")
    early = await room.press(waits, "call", where=await room.live())
    await room.server.until(lambda: early.followups)
    await _press(room, waits, early.followups[0], "plan", "call_any")
    assert (await room.until_table(lambda table: _plan(table, waits) is not None)) is not None
    direct = await _direct(room, waits, lambda message: ":plan:off" in str(room.buttons(message, "plan")))
    assert any(label.startswith("☑") for label in (button.label for button in direct.buttons))
    await _press(room, waits, direct, "plan", "off")
    await room.until_table(lambda table: _plan(table, waits) is None)
    direct = await _direct(room, waits, lambda message: ":plan:off" not in str(room.buttons(message, "plan")))
    await _press(room, waits, direct, "seven", "on")
    await room.until_table(lambda table: _seat(table, waits).seven_deuce)
    await _press(room, waits, direct, "sitout", "blind")
    await room.until_table(lambda table: _seat(table, waits).out_at_blind)
    again = await _direct(room, waits, lambda message: bool(room.buttons(message, "back")))
    await _press(room, waits, again, "back")
    await room.until_table(lambda table: not _seat(table, waits).out_at_blind)


async def _is_not_waited_for(room: Evening) -> None:
    """The turn clock has run out: the two others agree not to wait for the time bank."""
    slow = await room.actor()
    await room.bot.deal(room.table_id, 77)
    await room.until_table(lambda table: table.wait is Wait.BANK)
    await room.server.until(lambda: room.buttons(room.public()[-1], "away"))
    table = await room.table()
    assert table.hand is not None
    there = [seat_at(table, SeatNo(number)).player for number in table.hand.setup.seats]
    others = [user for user in room.people.values() if f"discord:{user.id}" in there and user is not slow]
    stamp = await room.stamp()
    for user in others:
        await room.press(user, "away", where=room.public()[-1])
    await room.moved_from(stamp)


async def _brings_chips(room: Evening, bob: User) -> None:
    told = await bob.slash(room.place, "poker seat topup", {"chips": "3k"}).settled()
    assert told.message is not None
    assert "3,000 從下一局起" in told.message.text
    await room.server.until(lambda: "(+3,000 next hand)" in room.public()[-1].text)


async def _shows_and_hunts(room: Evening) -> None:
    """Everybody folds to one: the winner shows a card, and somebody who folded sees what would have come."""
    folded = None
    while (user := await room.actor()) is not None:
        folded = user
        await room.go_on(user, "fold")
        if (await room.table()).hand is None:
            break
    await room.settled()
    assert folded is not None
    live = room.public()[-1]
    await room.server.until(lambda: room.buttons(room.public()[-1], "reveal"))
    table = await room.table()
    assert table.deal is not None
    winner = next(
        user
        for user in room.people.values()
        if (number := seat_of(table, PlayerId(f"discord:{user.id}"))) in table.deal.hand.setup.seats
        and table.deal.hand.round.live[table.deal.hand.setup.seats.index(number or 0)]
    )
    await _press(room, winner, live, "reveal", "left")
    await room.until_table(lambda table: bool(table.deal and table.deal.shown))
    await room.press(folded, "rabbit", where=live)
    await room.server.until(lambda: "Would have come:" in room.public()[-1].text)
    assert not room.buttons(room.public()[-1], "rabbit")


async def _takes_the_offered_seat(room: Evening, cid: User, dee: User) -> None:
    """Cid leaves: Dee is written to, sits down from there, and posts rather than wait for the big blind."""
    await cid.slash(room.place, "poker leave").settled()
    offer = await _direct(room, dee, lambda message: bool(room.buttons(message, "unwait")))
    assert "3 號位留給你" in offer.text
    form = await dee.click(offer, room.buttons(offer, "join")[0])
    await dee.submit_modal(form, {"chips": "2000"})
    await room.until_table(lambda table: seat_of(table, PlayerId(f"discord:{dee.id}")) == 3)
    panel = await _direct(room, dee, lambda message: bool(room.buttons(message, "post")))
    assert "輪到大盲時發牌給你" in panel.text
    await _press(room, dee, panel, "post")
    await room.until_table(lambda table: _seat(table, dee).posts)
    await _direct(room, dee, lambda message: "下一局你會補 100" in message.text)


async def _press(
    room: Evening, user: User, message: Message, name: str, argument: str | None = None
) -> Interaction:
    found = [
        one for one in room.buttons(message, name) if argument is None or one.rpartition(":")[2] == argument
    ]
    assert found, room.buttons(message)
    return await user.click(message, found[0])


async def _direct(room: Evening, user: User, like: Callable[[Message], bool]) -> Message:
    """A direct message to the user that is like that, as soon as there is one."""
    await room.server.until(lambda: any(like(one) for one in user.reads(user.dm)))
    return next(one for one in reversed(user.reads(user.dm)) if like(one))


def _seat(table: Table, user: User) -> Seat:
    number = seat_of(table, PlayerId(f"discord:{user.id}"))
    assert number is not None
    return seat_at(table, number)


def _plan(table: Table, user: User) -> Plan | None:
    ready = _seat(table, user).ready_move
    return None if ready is None else ready.plan
