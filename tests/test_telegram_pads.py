"""The raise keypad in place of a message's buttons: whose it is, what it counts, and what it costs the group."""

from tests.jumping_loop import on_jumping_loop
from tests.loopback.telegram import Message, User
from tests.telegram_evening import Evening, evening

pytest_plugins = ["tests.redis_server"]


async def _to_raise(room: Evening) -> tuple[User, User, Message]:
    """Two people and a hand; the one to act has opened the keypad under the table message."""
    people = [room.person("Ann", admin=True, started=True), room.person("Bob")]
    await room.open(people[0])
    for person in people:
        await room.sit(person)
    await room.start(people[0])
    message, user = await room.live(), await room.actor()
    assert user is not None
    await room.open_pad(user, message)
    return user, next(one for one in people if one is not user), message


def _labels(message: Message) -> list[list[str]]:
    return [[button.label for button in row] for row in message.rows]


@on_jumping_loop
async def test_the_keypad_takes_the_place_of_the_buttons_and_gives_it_back(redis_url: str) -> None:
    async with evening(redis_url) as room:
        user, _, message = await _to_raise(room)
        assert _labels(message) == [
            ["Min 200", "⅔ pot 233", "Pot 300"],
            ["All-in 10,000"],
            ["−100", "+100", "+500"],
            ["✔ 200"],
            ["✏ /r 200", "↩ Back"],
        ]
        await user.presses(message, "↩ Back")
        await room.until(lambda: _labels(message) == [["My cards"], ["Fold", "Call 50", "Raise…"]])


@on_jumping_loop
async def test_steps_are_echoed_and_counted_and_drawn_only_now_and_then(redis_url: str) -> None:
    async with evening(redis_url) as room:
        user, _, message = await _to_raise(room)
        edits = message.edits
        echoes = [
            (await user.presses(message, key)).answer for key in ("+500", "+100", "−100", "+500", "+500")
        ]
        assert echoes == ["700", "800", "700", "1,200", "1,700"]
        assert message.edits == edits
        await room.until(lambda: "✔ 1,700" in str(_labels(message)))
        assert message.edits == edits + 1
        await user.presses(message, "✔ 1,700")
        table = await room.table()
        assert table.deal is not None
        last = table.deal.hand.history[-1]
        assert (last.move.value, last.to) == ("raise", 1_700)


@on_jumping_loop
async def test_steps_stay_within_what_is_legal(redis_url: str) -> None:
    async with evening(redis_url) as room:
        user, _, message = await _to_raise(room)
        assert (await user.presses(message, "−100")).answer == "200"
        for _ in range(24):
            await user.presses(message, "+500")
        assert (await user.presses(message, "+500")).answer == "10,000"


@on_jumping_loop
async def test_what_was_counted_is_confirmed_whatever_the_button_still_shows(redis_url: str) -> None:
    async with evening(redis_url) as room:
        user, _, message = await _to_raise(room)
        await user.presses(message, "+500")
        await user.presses(message, "✔ 200")
        table = await room.table()
        assert table.deal is not None
        assert table.deal.hand.history[-1].to == 700


@on_jumping_loop
async def test_the_count_outlives_the_process(redis_url: str) -> None:
    async with evening(redis_url) as room:
        user, _, message = await _to_raise(room)
        await user.presses(message, "+500")
        await room.restart()
        assert (await user.presses(message, "+100")).answer == "800"
        await user.presses(message, "✔")
        table = await room.table()
        assert table.deal is not None
        assert table.deal.hand.history[-1].to == 800


@on_jumping_loop
async def test_nobody_else_can_press_the_keys(redis_url: str) -> None:
    async with evening(redis_url) as room:
        user, other, message = await _to_raise(room)
        before = await room.table()
        for key in ("+500", "✔ 200", "Min 200", "↩ Back", "✏ /r 200"):
            press = await other.presses(message, key)
            assert press.alert
            assert "not your turn" in press.answer
        assert await room.table() == before
        assert (await user.presses(message, "+100")).answer == "300"


@on_jumping_loop
async def test_an_amount_can_be_typed_instead(redis_url: str) -> None:
    async with evening(redis_url) as room:
        user, _, message = await _to_raise(room)
        told = await user.presses(message, "✏ /r 200")
        assert told.alert
        assert "/r" in told.answer
        before = (await room.table()).turn
        room.says(user, "/r 1.2k")
        table = await room.until_table(lambda table: table.turn != before)
        assert table.deal is not None
        assert table.deal.hand.history[-1].to == 1_200


@on_jumping_loop
async def test_a_group_that_has_had_its_messages_is_told_to_type(redis_url: str) -> None:
    async with evening(redis_url) as room:
        people = [room.person("Ann", admin=True, started=True), room.person("Bob")]
        await room.open(people[0])
        for person in people:
            await room.sit(person)
        await room.start(people[0])
        message, user = await room.live(), await room.actor()
        assert user is not None
        room.server.limits.halt(room.group, 30)
        press = await user.presses(message, room.button(message, "raise"))
        assert press.alert
        assert "/r 200" in press.answer


@on_jumping_loop
async def test_the_keypad_goes_with_its_turn(redis_url: str) -> None:
    async with evening(redis_url) as room:
        user, other, message = await _to_raise(room)
        room.says(user, "/call")
        await room.until(lambda: "Check" in str(_labels(message)))
        assert "✔" not in str(_labels(message))
        late = await user.presses(message, "+500", stale=True)
        assert "passed" in late.answer
        await room.go_on(other, "check")


@on_jumping_loop
async def test_a_process_that_is_started_anew_in_a_busy_minute_writes_no_more_than_the_old_one_could(
    redis_url: str,
) -> None:
    async with evening(redis_url) as room:
        user, _, message = await _to_raise(room)
        for process in range(3):
            told = ""
            for _ in range(12):
                await user.presses(message, "↩ Back")
                told = told or (await user.presses(message, "Raise", stale=True)).answer
            assert "/r 200" in told, process
            await room.restart()
        assert not room.server.journal.refused(429)
        assert room.server.journal.busiest(room.group) < 20
