"""Typed commands on Telegram: who may give them, and that each of them is answered, where it should be."""

import pytest

from adapters.menu import COMMANDS
from adapters.telegram.requests import needs_powers
from tests.jumping_loop import let_pass, on_jumping_loop
from tests.loopback.telegram import Message, User
from tests.telegram_evening import Evening, evening

pytest_plugins = ["tests.redis_server"]

EYES = "\U0001f440"


async def _menus(room: Evening) -> None:
    await room.until(lambda: len(room.server.journal.calls("setMyCommands")) == 6)


async def _seated(room: Evening, *, started: bool = False) -> tuple[User, User]:
    """Ann, who is no administrator, opens a table and sits at it with Bob; the first hand is dealt."""
    await _menus(room)
    ann = room.person("Ann", started=started)
    bob = room.person("Bob", started=started)
    await room.open(ann)
    for user in (ann, bob):
        await room.sit(user)
    await room.start(ann)
    await room.live()
    return ann, bob


def _alone(room: Evening, user: User) -> list[Message]:
    """What the dealer shows this person alone in the group."""
    return [
        one
        for one in room.group.history
        if one.author is room.server.bot and one.only_for is user and not one.deleted
    ]


async def _told_alone(room: Evening, user: User, words: str) -> Message:
    await room.until(lambda: any(words in one.text for one in _alone(room, user)))
    return next(one for one in reversed(_alone(room, user)) if words in one.text)


async def _told_privately(room: Evening, user: User, words: str) -> Message:
    await room.until(lambda: any(words in one.text for one in user.reads(user.private)))
    return next(one for one in reversed(user.reads(user.private)) if words in one.text)


def _lines(room: Evening) -> list[Message]:
    """What the group sees of answers for one person's eyes."""
    return [one for one in room.public() if room.buttons(one, "peek")]


async def _line(room: Evening, typed: Message) -> Message:
    """The one below what was typed."""
    await room.until(lambda: any(one.reply_to is typed for one in _lines(room)))
    return next(one for one in _lines(room) if one.reply_to is typed)


async def _busy(room: Evening) -> None:
    """The group has had all the messages that the dealer's own pace leaves to anything beside the table."""
    bot, place = room.bot.room.client.bot, room.group.id
    for number in range(19):
        await bot.send_message(place, f"{number}", rate_limit_args=1)


def test_who_administers_the_group_is_asked_for_everything_that_only_a_host_may_do() -> None:
    for command in COMMANDS:
        if command.host_only:
            assert all(needs_powers(word) for word in (command.name, *command.aliases))
    assert needs_powers("options")
    assert not needs_powers("fold")
    assert not needs_powers("nothing of the kind")


@on_jumping_loop
async def test_an_administrator_who_is_not_the_host_can_do_everything_that_the_host_can(
    redis_url: str,
) -> None:
    async with evening(redis_url) as room:
        await _seated(room)
        boss = room.person("Boss", admin=True, started=True)
        await room.play_out()
        room.says(boss, "/pause")
        await room.until_table(lambda table: table.paused)
        room.says(boss, "/resume")
        await room.until_table(lambda table: not table.paused)
        room.says(boss, "/private secret")
        await room.until_table(lambda table: table.code)
        room.says(boss, "/public")
        await room.until_table(lambda table: not table.code)
        room.says(boss, "/handover Bob")
        await room.until_table(lambda table: table.host_name == "Bob")
        room.says(boss, "/kick Ann")
        await room.until_table(lambda table: len([seat for seat in table.seats if seat]) == 1)
        room.says(boss, "/log")
        await _told_privately(room, boss, "sent away, from seat 1, Ann")
        room.says(boss, "/options rabbit=off")
        page = await _told_privately(room, boss, "Options, page 4 of 5")
        assert not (await room.table()).options.rabbit
        await boss.presses(page, next(one for one in page.buttons if "rabbit hunt → on" in one.label))
        await room.until_table(lambda table: table.options.rabbit)
        boss.says(boss.private, "/pause")
        await room.until_table(lambda table: table.paused)


@on_jumping_loop
async def test_an_anonymous_administrator_runs_the_table_and_is_told_no_secret(redis_url: str) -> None:
    async with evening(redis_url) as room:
        await _seated(room)
        boss = room.person("Boss", admin=True)
        await room.play_out()
        room.says(boss, "/pause", anonymously=True)
        await room.until_table(lambda table: table.paused)
        room.says(boss, "/resume", anonymously=True)
        await room.until_table(lambda table: not table.paused)
        await let_pass(60)
        for command in ("/private", "/log", "/link"):
            room.says(boss, command, anonymously=True)
        await room.until(lambda: sum("Write as yourself" in one.text for one in room.public()) == 3)
        assert not (await room.table()).code
        room.says(boss, "/kick Bob", anonymously=True)
        await room.until_table(lambda table: len([seat for seat in table.seats if seat]) == 1)


@on_jumping_loop
async def test_a_refusal_is_seen_by_whoever_typed_the_command_alone(redis_url: str) -> None:
    async with evening(redis_url) as room:
        await _seated(room)
        await let_pass(30)
        user = await room.actor()
        assert user is not None
        before = len(room.public())
        room.says(user, "/r 150")
        refused = await _told_alone(room, user, "minimum is 200")
        assert "200" in refused.buttons[0].label
        await user.presses(refused, refused.buttons[0])
        await room.until_table(lambda table: table.turn.action_no == 1)
        assert len(room.public()) == before
        room.says(user, "/r 1.5")
        await _told_alone(room, user, "not your turn")
        assert refused.deleted
        assert len(room.public()) == before


@pytest.mark.parametrize("ephemeral", [True, False])
def test_what_is_refused_where_nobody_can_be_answered_alone_is_read_by_a_press_of_the_asker_and_goes(
    redis_url: str, ephemeral: bool
) -> None:
    @on_jumping_loop
    async def refused() -> None:
        async with evening(redis_url, ephemeral=ephemeral) as room:
            ann, bob = await _seated(room)
            await let_pass(60)
            typed = room.says(bob, "/grant Ann 500")
            line = await _line(room, typed)
            assert line.text == "For your eyes only."
            assert [one.label for one in line.buttons] == ["Read it", "Open private chat ↗"]
            press = await ann.presses(line, room.button(line, "peek"))
            assert "somebody else" in press.answer
            assert not [one for one in _alone(room, ann) if "somebody" in one.text]
            press = await bob.presses(line, room.button(line, "peek"))
            if ephemeral:
                await _told_alone(room, bob, "run this place")
            else:
                assert "run this place" in press.answer
            await room.until(lambda: line.deleted)
            assert not [
                one for one in room.group.history if "run this place" in one.text and not one.only_for
            ]

    refused()


@on_jumping_loop
async def test_an_answer_that_nobody_has_read_goes_within_minutes_and_has_to_be_asked_for_again(
    redis_url: str,
) -> None:
    async with evening(redis_url, ephemeral=False) as room:
        ann, _ = await _seated(room)
        await let_pass(60)
        line = await _line(room, room.says(ann, "/balance"))
        await room.restart()
        press = await ann.presses(line, room.button(line, "peek"))
        assert "ask again" in press.answer
        await room.until(lambda: line.deleted)
        line = await _line(room, room.says(ann, "/balance"))
        await let_pass(180)
        assert line.deleted


@pytest.mark.parametrize("ephemeral", [True, False])
def test_no_typed_command_is_met_with_silence_however_busy_the_group_is(
    redis_url: str, ephemeral: bool
) -> None:
    @on_jumping_loop
    async def answered() -> None:
        async with evening(redis_url, ephemeral=ephemeral) as room:
            ann, bob = await _seated(room)
            room.server.limits.ephemerals_count = True
            await let_pass(60)
            await _busy(room)
            typed = [
                room.says(user, text) for text in ("/balance", "/r 1.5", "/join 1.5") for user in (ann, bob)
            ]
            await let_pass(2)
            for one in typed:
                assert one.only_for is not None or one.reactions == [EYES], one
            await let_pass(45)
            for user in (ann, bob):
                told = [one.text for one in _alone(room, user)]
                if not ephemeral:
                    (line,) = (one for one in _lines(room) if one.reply_to and one.reply_to.author is user)
                    told = [(await user.presses(line, room.button(line, "peek"))).answer]
                assert any("no bank here" in one and "come to whole chips" in one for one in told)
            assert not [one for one in room.public() if "come to whole chips" in one.text]
            assert not room.server.journal.refused(429)

    answered()


@on_jumping_loop
async def test_what_is_for_ones_eyes_only_is_shown_to_them_alone(redis_url: str) -> None:
    async with evening(redis_url) as room:
        ann, _ = await _seated(room)
        await let_pass(60)
        room.says(ann, "/cards")
        await _told_alone(room, ann, "Your cards")
        assert not [one for one in room.public() if "eyes only" in one.text]


@on_jumping_loop
async def test_what_nobody_can_be_shown_alone_comes_with_the_way_to_the_private_chat(redis_url: str) -> None:
    async with evening(redis_url, ephemeral=False) as room:
        ann, _ = await _seated(room)
        await let_pass(60)
        shown = await _line(room, room.says(ann, "/cards"))
        press = await ann.presses(shown, room.button(shown, "peek"))
        assert "Your cards" in press.answer
        assert [one.url for one in shown.buttons[1:]] == ["https://t.me/riverbot"]
        ann.follows(f"{shown.buttons[1].url}?start=")
        ann.says(ann.private, "/cards")
        await _told_privately(room, ann, "Your cards")


@on_jumping_loop
async def test_only_an_administrator_is_given_a_code(redis_url: str) -> None:
    async with evening(redis_url, ephemeral=False) as room:
        ann, _ = await _seated(room)
        await let_pass(60)
        line = await _line(room, room.says(ann, "/link"))
        press = await ann.presses(line, room.button(line, "peek"))
        assert "Only an administrator" in press.answer


@on_jumping_loop
async def test_there_is_one_answer_with_buttons_of_the_moment_and_it_goes_with_the_hand(
    redis_url: str,
) -> None:
    async with evening(redis_url) as room:
        ann, bob = await _seated(room, started=True)
        actor = await room.actor()
        other = bob if actor is ann else ann
        for amount in (150, 300, 450):
            room.says(other, f"/r {amount}")
            await let_pass(4)
        answers = [one for one in other.private.history if "not your turn" in one.text]
        assert [one.deleted for one in answers] == [True, True, False]
        assert answers[-1].buttons
        await room.restart()
        await room.play_out()
        await room.until(lambda: answers[-1].deleted)


@on_jumping_loop
async def test_the_buttons_of_an_answer_go_once_one_of_them_is_pressed(redis_url: str) -> None:
    async with evening(redis_url) as room:
        ann, bob = await _seated(room, started=True)
        other = bob if await room.actor() is ann else ann
        room.says(other, "/r 300")
        answer = await _told_privately(room, other, "not your turn")
        await other.presses(answer, answer.buttons[0])
        await room.until(lambda: answer.deleted)


@on_jumping_loop
async def test_the_language_command_alone_offers_all_of_them(redis_url: str) -> None:
    async with evening(redis_url) as room:
        await _menus(room)
        ann = room.person("Ann", started=True)
        ann.says(ann.private, "/language")
        offer = await _told_privately(room, ann, "Language: English")
        assert [one.label for one in offer.buttons] == ["English", "繁體中文", "简体中文"]
        pressed = await ann.presses(offer, "繁體中文")
        assert "Traditional Chinese" in pressed.answer
        ann.says(ann.private, "/language")
        await _told_privately(room, ann, "語言：繁體中文")


@on_jumping_loop
async def test_the_help_knows_the_commands_that_only_telegram_has(redis_url: str) -> None:
    async with evening(redis_url) as room:
        ann = room.person("Ann", started=True)
        ann.says(ann.private, "/help settings")
        told = await _told_privately(room, ann, "How your cards come to you")
        assert "/settings chat" in told.text
        assert "/settings button" in told.text
        room.says(ann, "/help /poker")
        await _told_privately(room, ann, "Open a table here")


@on_jumping_loop
async def test_the_settings_take_no_word_that_they_do_not_know(redis_url: str) -> None:
    async with evening(redis_url) as room:
        ann = room.person("Ann", started=True)
        ann.says(ann.private, "/settings foo")
        await _told_privately(room, ann, "foo")


@on_jumping_loop
async def test_who_has_no_private_chat_is_not_told_that_cards_come_there(redis_url: str) -> None:
    async with evening(redis_url) as room:
        await _menus(room)
        bob = room.person("Bob")
        await room.open(bob)
        room.says(bob, "/settings")
        told = await _told_alone(room, bob, "until you open a private chat")
        assert "come by private chat" not in told.text
        assert [one.url for one in told.buttons] == ["https://t.me/riverbot"]
