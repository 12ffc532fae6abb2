"""Ten hands on Telegram by three people in two languages, with everything going wrong that does on a real evening."""

from typing import Any

from core.cardroom.table import Table
from tests.jumping_loop import let_pass, on_jumping_loop
from tests.loopback.telegram import User
from tests.telegram_evening import Evening, evening

pytest_plugins = ["tests.redis_server"]


@on_jumping_loop
async def test_three_people_play_ten_hands_through_every_trouble(redis_url: str) -> None:
    async with evening(redis_url) as room:
        people = [
            room.person("小安", language_code="zh-hant", started=True, admin=True),
            room.person("Bob"),
            room.person("<b>Cid</b> & @all", started=True),
        ]
        await room.open(people[0], "pause=600 entry=free")
        for user in people:
            await room.sit(user)
        hands = [
            _by_the_table_message,
            _in_the_private_chats,
            _all_in_with_side_pots,
            _by_one_who_never_opened_the_chat,
            _blocking_in_mid_hand,
            _restarting,
            _pressing_twice,
            _pressing_late,
            _with_the_message_deleted,
            _kicked_and_back,
        ]
        for number, hand in enumerate(hands, start=1):
            mark = room.server.journal.mark()
            if hand is _by_one_who_never_opened_the_chat:
                await let_pass(60)  # A group that has had many messages is shown cards in a box instead.
            await (room.deal() if number > 1 else room.start(people[0]))
            await hand(room, people)
            await room.settled()
            counts = room.server.counts(room.group, mark)
            assert counts.messages <= 2, hand.__name__
            assert counts.mentions == 0, hand.__name__
            assert (await room.table()).hand_no == number
            await _back_in(room, people)
        journal = room.server.journal
        assert not journal.refused(429)
        assert journal.busiest(room.group) < 20
        assert len([one for one in journal.refused(403) if one.method == "sendMessage"]) == 1


async def _back_in(room: Evening, people: list[User]) -> None:
    """Whoever is broke sits down again."""
    table = await room.table()
    for user in people:
        seat = _seat(table, user)
        if seat is not None and not seat.stack:
            await _told(room, user, "/leave")
        if seat is None or not seat.stack:
            await _told(room, user, "/join 2000")


async def _told(room: Evening, user: User, command: str) -> None:
    """A command, carried out."""
    before = (await room.table()).seats
    room.says(user, command)
    await room.until_table(lambda table: table.seats != before)


def _seat(table: Table, user: User) -> Any:
    return next((seat for seat in table.seats if seat and seat.player == f"telegram:{user.id}"), None)


async def _by_the_table_message(room: Evening, people: list[User]) -> None:
    live = await room.live()
    assert "翻牌前" in live.text or "pre-flop" in live.text
    await room.play_out()


async def _in_the_private_chats(room: Evening, people: list[User]) -> None:
    """The buttons come with the cards, in the player's own language; nobody waits for the group's message."""
    while (user := await room.actor()) is not None:
        where = await room.mine(user) if user.started else None
        if where is not None:
            assert where.protected
            assert ("手牌" in where.text) == (user is people[0])
        await room.go_on(user, "check", "call", where=where)


async def _all_in_with_side_pots(room: Evening, people: list[User]) -> None:
    while (user := await room.actor()) is not None:
        message = await room.live()
        before = await room.stamp()
        if not room.buttons(message, "raise"):
            await room.go_on(user, "call")
            continue
        await room.open_pad(user, message)
        sizes = [
            one for one in room.buttons(message, "raise") if one.data and one.data.split(":")[5].isdecimal()
        ]
        await user.presses(message, max(sizes, key=lambda one: int((one.data or "").split(":")[5])))
        assert await room.stamp() != before
    await room.settled()
    table = await room.table()
    assert table.deal is not None
    assert len(table.deal.hand.dealt.boards[0]) == 5


async def _by_one_who_never_opened_the_chat(room: Evening, people: list[User]) -> None:
    """Bob has no private chat: [My cards] shows his hand to him alone."""
    bob = people[1]
    press = await room.press(bob, "cards")
    assert not press.answer
    alone = [one for one in room.group.history if one.only_for is bob and not one.deleted]
    assert len([one for one in alone if "Your cards" in one.text]) == 1
    assert not [one for one in room.public() if "Your cards" in one.text]
    await room.play_out()


async def _blocking_in_mid_hand(room: Evening, people: list[User]) -> None:
    """Cid blocks the dealer and plays on by the group's buttons; later he lets it in again and gets his cards."""
    cid = people[2]
    cid.blocks()
    await room.play_out(privately=True)
    cid.unblocks()


async def _restarting(room: Evening, people: list[User]) -> None:
    """The buttons of the message that the old process left work with the new one, which goes on in that message."""
    user, message = await room.actor(), await room.live()
    assert user is not None
    mine = await room.mine(people[0]) if user is people[0] else None
    await room.restart()
    await room.go_on(user, "call", where=mine or message)
    await room.play_out()
    assert room.public()[-1] is message


async def _pressing_twice(room: Evening, people: list[User]) -> None:
    """The second press gets the receipt of the first and does nothing; the same press delivered twice is none."""
    user, message = await room.actor(), await room.live()
    assert user is not None
    call = room.button(message, "call")
    first, second = user.presses(message, call), user.presses(message, call)
    first.again()
    await first
    assert not first.answer
    assert (await second).answer == first.answer
    assert len(_history(await room.table())) == 1
    await room.play_out()


async def _pressing_late(room: Evening, people: list[User]) -> None:
    """A button of an earlier moment, seen on a screen that lags behind, changes nothing."""
    user, message = await room.actor(), await room.live()
    assert user is not None
    fold = room.button(message, "fold")
    await room.go_on(user, "call")
    await room.live()
    before = await room.table()
    late = await user.presses(message, fold, stale=True)
    assert late.answer
    assert not late.alert
    assert await room.table() == before
    await room.play_out()


async def _with_the_message_deleted(room: Evening, people: list[User]) -> None:
    """An administrator deletes the table message: it is posted again."""
    user, message = await room.actor(), await room.live()
    assert user is not None
    people[0].deletes(message)
    room.says(user, "/call")
    await room.until(lambda: room.public() and room.public()[-1].id > message.id)
    await room.play_out()


async def _kicked_and_back(room: Evening, people: list[User]) -> None:
    """The hand waits for the dealer to be let in again; meanwhile the private chats play on."""
    user = await room.actor()
    assert user is not None
    message = await room.live()
    room.server.kick(room.group)
    if user.started:
        await room.go_on(user, "call", where=await room.mine(user))
    room.server.invite(room.group)
    await room.play_out()
    assert room.public()[-1] is message


def _history(table: Table) -> tuple[Any, ...]:
    assert table.deal is not None
    return table.deal.hand.history
