"""What people ask of a tournament on Telegram: typed in the group or in private, pressed, by a link."""

import asyncio

from adapters.telegram import typed
from adapters.telegram.chats import link_to
from core.cardroom.tournament import Stage, Status, entrant_of
from core.ids import RoomId
from tests.jumping_loop import on_jumping_loop
from tests.loopback.telegram import Message, User
from tests.telegram_tourney import Tourney, player, tourney

pytest_plugins = ["tests.redis_server"]


async def answered(cup: Tourney, user: User, text: str, *, privately: bool = False) -> Message:
    """What somebody with a private chat is told there when they have typed something."""
    before = len(user.reads())
    if privately:
        user.says(user.private, text)
    else:
        cup.room.says(user, text)
    await cup.room.until(lambda: any(one.author.is_bot for one in user.reads()[before:]))
    return user.last()


@on_jumping_loop
async def test_tourney_alone_shows_the_event_of_the_hall_or_how_to_announce_one(redis_url: str) -> None:
    async with tourney(redis_url) as cup:
        _, host, _ = cup.people(3)
        assert "/create" in (await answered(cup, host, "/tourney")).text
        await cup.create(host, "Cup starts=60m")
        shown = await answered(cup, host, "/tourney")
        assert shown.text.startswith("Cup")
        assert cup.room.buttons(shown, "register")
        assert "buyin=" not in (await answered(cup, host, "/tourney standings")).text
        await answered(cup, host, "/tourney Monday starts=90m")
        assert len(await cup.room.bot.house.events.in_hall(cup.room.room_id)) == 2


@on_jumping_loop
async def test_what_is_asked_in_private_is_about_the_tournament_that_one_entered_last(redis_url: str) -> None:
    async with tourney(redis_url) as cup:
        host, ann, cai = cup.people(3)
        await cup.create(host, "Cup starts=60m buyin=100")
        await asyncio.gather(*(cup.press(one, "register") for one in (host, ann, cai)))
        cup.room.says(host, "/create Other starts=90m")
        await cup.room.until(lambda: len(cup.room.all_public()) == 2)
        assert (await answered(cup, ann, "/tourney", privately=True)).text.startswith("Cup")
        await answered(cup, ann, "/players", privately=True)
        assert "P2" in ann.last().text
        await answered(cup, ann, "unregister", privately=True)
        event = await cup.look()
        assert entrant_of(event, player(ann)) is None
        await answered(cup, ann, f"/begin {cup.id}", privately=True)
        assert (await cup.look()).stage is Stage.REGISTERING
        await answered(cup, host, f"/begin {cup.id}", privately=True)
        await cup.until(lambda event: event.stage is Stage.RUNNING)


@on_jumping_loop
async def test_who_never_opened_the_bot_registers_and_is_told_once_to_open_it(redis_url: str) -> None:
    async with tourney(redis_url) as cup:
        host, _, ann = cup.people(3, shy=1)
        await cup.create(host, "Cup starts=60m buyin=100")
        first = await cup.press(ann, "register")
        assert first.alert
        assert "私聊" in first.answer
        event = await cup.look()
        assert [one.status for one in event.entrants] == [Status.REGISTERED]
        await cup.press(ann, "unregister")
        again = await cup.press(ann, "register")
        assert again.answer
        assert "私聊" not in again.answer
        message = cup.find("register")
        assert message is not None
        (door,) = [one for one in message.buttons if one.url]
        before = await cup.wallet(ann)
        ann.follows(door)
        await cup.room.until(lambda: any(one.author.is_bot for one in ann.reads()))
        shown = ann.last()
        assert shown.text.startswith("Cup")
        assert not [one for one in shown.buttons if one.url]
        assert await cup.wallet(ann) == before
        assert (await ann.presses(shown, cup.room.button(shown, "unregister"))).answer
        assert await cup.wallet(ann) == before + 100


@on_jumping_loop
async def test_no_button_of_a_tournament_is_silent_and_long_answers_come_in_private(redis_url: str) -> None:
    async with tourney(redis_url) as cup:
        host, ann, _ = cup.people(3)
        await cup.create(host, "Cup starts=60m buyin=100")
        await cup.press(ann, "register")
        for name in ("structure", "players"):
            press = await cup.press(ann, name)
            shown = cup.room.group.history + ann.reads()
            assert press.answer or any(one.only_for is ann or one.private for one in shown)
        host_press = await cup.press(ann, "register")
        assert host_press.answer
        cup.room.says(host, "/begin")
        await cup.press(host, "register")
        cup.room.says(host, "/begin")
        await cup.until(lambda event: event.stage is Stage.RUNNING)
        await cup.room.until(lambda: cup.find("standings"))
        await cup.press(ann, "standings")
        await cup.room.until(lambda: any(one.photo for one in ann.reads()))


@on_jumping_loop
async def test_a_button_of_another_groups_tournament_enters_nobody(redis_url: str) -> None:
    """An app can send whatever it likes for a button."""
    async with tourney(redis_url) as cup:
        host, ann, _ = cup.people(3)
        await cup.create(host, "Cup starts=60m buyin=100")
        stranger = cup.room.server.add_user("Stranger", started=True, language_code="en")
        stranger.opens()
        await cup.room.until(lambda: any(one.author.is_bot for one in stranger.reads()))
        stranger.says(stranger.private, f"/register {cup.id}")
        seen = len(stranger.reads())
        await cup.room.until(lambda: len(stranger.reads()) > seen)
        assert (await cup.look()).entrants == ()
        assert stranger.opens(cup.id)
        await cup.room.until(lambda: "not in" in stranger.last().text)
        message = cup.find("register")
        assert message is not None
        data = cup.room.button(message, "register").data
        stranger.last().keyboard = [[{"text": "x", "callback_data": data}]]
        press = await stranger.presses(stranger.last(), "x")
        assert press.alert
        assert (await cup.look()).entrants == ()
        assert ann not in {one.author for one in stranger.reads()}


@on_jumping_loop
async def test_who_writes_as_the_group_holds_its_tournament_but_does_not_enter_it(redis_url: str) -> None:
    async with tourney(redis_url) as cup:
        host, *_ = cup.people(3)
        await cup.create(host, "Cup starts=60m buyin=100")
        cup.room.says(host, "/register", anonymously=True)
        cup.room.says(host, "/cancel", anonymously=True)
        event = await cup.until(lambda event: event.stage is Stage.CANCELLED)
        assert event.entrants == ()


def test_a_topic_of_a_supergroup_has_a_link_and_nothing_else_does() -> None:
    assert link_to(RoomId("telegram:-1001234567890:7")) == "https://t.me/c/1234567890/7"
    assert link_to(RoomId("telegram:-1001234567890:7~2")) == "https://t.me/c/1234567890/7"
    for room in ("telegram:-1001234567890~2", "telegram:-45:7", "discord:1:2", "web:lobby~1", "telegram:45"):
        assert link_to(RoomId(room)) is None


def test_menus_are_short() -> None:
    assert len(typed.GROUP) <= 30
    assert len(typed.PRIVATE) <= 35
    assert len(typed.ADMIN) <= 50
    for words in (typed.GROUP, typed.ADMIN, typed.PRIVATE):
        assert len(set(words)) == len(words)
        assert "tourney" in words
