"""A cash table's life on Telegram with the real library: queue, moves chosen ahead, time bank, showing cards, chips."""

from collections.abc import Callable

from core.cardroom.table import Seat, Table, Wait, seat_at, seat_of
from core.ids import PlayerId, SeatNo
from core.side_actions import Plan
from tests.jumping_loop import on_jumping_loop
from tests.loopback.telegram import Message, Press, User
from tests.telegram_evening import Evening, evening

pytest_plugins = ["tests.redis_server"]


@on_jumping_loop
async def test_an_evening_at_a_full_table_in_three_languages(redis_url: str) -> None:
    async with evening(redis_url) as room:
        ann = room.person("Ann", language_code="en", started=True, admin=True)
        bob = room.person("Bob", language_code="zh-hant", started=True)
        cid = room.person("Cid", language_code="zh-hans", started=True)
        dee = room.person("Dee", language_code="zh-hant", started=True)
        await room.open(ann, "pause=600 seats=3 straddle=button seven=1")
        for user in (ann, bob, cid):
            room.says(user, "/join 2000")
            await _seated(room, user)
        await _queues(room, dee)
        await room.start(ann)
        await _chooses_ahead(room)
        await _is_not_waited_for(room)
        await _brings_chips(room, bob)
        await _shows_and_hunts(room)
        await _takes_the_offered_seat(room, cid, dee)
        assert not room.server.journal.refused(429)


async def _seated(room: Evening, user: User) -> None:
    await room.until_table(lambda table: seat_of(table, _id(user)) is not None)


async def _queues(room: Evening, dee: User) -> None:
    """[Wait for a seat] under the full table, answered to Dee alone."""
    await room.until(lambda: room.buttons(room.public()[-1], "wait"))
    press = await dee.presses(room.public()[-1], room.button(room.public()[-1], "wait"))
    assert "排第 1 位候補" in press.answer
    await room.until(lambda: "Dee" in room.public()[-1].text)


async def _chooses_ahead(room: Evening) -> None:
    """Out of turn the answer says that one can choose ahead; the boxes are in the private message."""
    actor = await room.actor()
    assert actor is not None
    waits = next(user for user in room.people.values() if user is not actor and user.first_name != "Dee")
    early = await room.press(waits, "call", where=await room.live())
    assert any(words in early.answer for words in ("beforehand", "可以先"))
    direct = await _direct(room, waits, lambda message: bool(room.buttons(message, "plan")))
    await _press(room, waits, direct, "plan", "call_any")
    await room.until_table(lambda table: _plan(table, waits) is Plan.CALL_ANY)
    direct = await _direct(room, waits, lambda message: _arguments(room, message, "plan") & {"off"})
    assert any(button.label.startswith("☑") for button in direct.buttons)
    await _press(room, waits, direct, "plan", "off")
    await room.until_table(lambda table: _plan(table, waits) is None)
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
    table = await room.until_table(lambda table: table.wait is Wait.BANK)
    await room.until(lambda: room.buttons(room.public()[-1], "away"))
    assert table.hand is not None
    there = [seat_at(table, SeatNo(number)).player for number in table.hand.setup.seats]
    others = [user for user in room.people.values() if _id(user) in there and user is not slow]
    stamp = await room.stamp()
    for user in others:
        await room.press(user, "away", where=room.public()[-1])
    assert await room.stamp() != stamp


async def _brings_chips(room: Evening, bob: User) -> None:
    room.says(bob, "/topup 3k")
    await room.until(lambda: any("3,000 從下一局起" in one.text for one in bob.reads()))
    await room.until(lambda: "(+3,000 next hand)" in room.public()[-1].text)


async def _shows_and_hunts(room: Evening) -> None:
    """Everybody folds to one: the winner shows a card, and somebody who folded sees what would have come."""
    folded = None
    while (user := await room.actor()) is not None:
        folded = user
        await room.press(user, "fold")
        await room.press(user, "fold") if (await room.actor()) is user else None
    await room.settled()
    assert folded is not None
    await room.until(lambda: room.buttons(room.public()[-1], "reveal"))
    live, table = room.public()[-1], await room.table()
    assert table.deal is not None
    hand = table.deal.hand
    number = next(seat for seat, there in zip(hand.setup.seats, hand.round.live, strict=True) if there)
    winner = next(user for user in room.people.values() if seat_of(table, _id(user)) == number)
    await _press(room, winner, live, "reveal", "left")
    await room.until_table(lambda table: table.deal and table.deal.shown)
    await room.press(folded, "rabbit", where=live)
    await room.until(lambda: "Would have come:" in room.public()[-1].text)
    assert not room.buttons(room.public()[-1], "rabbit")


async def _takes_the_offered_seat(room: Evening, cid: User, dee: User) -> None:
    """Cid leaves: Dee is written to, sits down from there, and posts rather than wait for the big blind."""
    room.says(cid, "/leave")
    offer = await _direct(room, dee, lambda message: bool(room.buttons(message, "unwait")))
    assert "3 號位留給你" in offer.text
    await _press(room, dee, offer, "join")
    await room.until_table(lambda table: seat_of(table, _id(dee)) == 3)
    panel = await _direct(room, dee, lambda message: bool(room.buttons(message, "post")))
    assert "輪到大盲時發牌給你" in panel.text
    await _press(room, dee, panel, "post")
    await room.until_table(lambda table: _seat(table, dee).posts)
    await _direct(room, dee, lambda message: "下一局你會補 100" in message.text)


async def _press(
    room: Evening, user: User, message: Message, name: str, argument: str | None = None
) -> Press:
    found = [
        one
        for one in room.buttons(message, name)
        if argument is None or (one.data or "").rpartition(":")[2] == argument
    ]
    assert found, message.buttons
    return await user.presses(message, found[0])


def _arguments(room: Evening, message: Message, name: str) -> set[str]:
    return {(one.data or "").rpartition(":")[2] for one in room.buttons(message, name)}


async def _direct(room: Evening, user: User, like: Callable[[Message], object]) -> Message:
    """A private message to the user that is like that, as soon as there is one."""
    await room.until(lambda: any(like(one) for one in user.reads()))
    return next(one for one in reversed(user.reads()) if like(one))


def _id(user: User) -> PlayerId:
    return PlayerId(f"telegram:{user.id}")


def _seat(table: Table, user: User) -> Seat:
    number = seat_of(table, _id(user))
    assert number is not None
    return seat_at(table, number)


def _plan(table: Table, user: User) -> Plan | None:
    ready = _seat(table, user).ready_move
    return None if ready is None else ready.plan
