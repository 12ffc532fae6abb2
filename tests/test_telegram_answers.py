"""What people ask about on Telegram: their settings, what is kept of them, and past hands with their files."""

import json

import pytest

from tests.jumping_loop import let_pass, on_jumping_loop
from tests.loopback.telegram import Message, User
from tests.telegram_evening import Evening, evening

pytest_plugins = ["tests.redis_server"]


async def _read(room: Evening, user: User, words: str) -> Message:
    """What the user reads in private with these words in it."""
    await room.until(lambda: any(words in one.text for one in user.reads()))
    return next(one for one in user.reads() if words in one.text)


async def _after_a_hand(room: Evening) -> tuple[User, User]:
    """Ann has a private chat, Bob has none."""
    await room.until(lambda: len(room.server.journal.calls("setMyCommands")) == 6)
    ann, bob = room.person("Ann", admin=True, started=True), room.person("Bob")
    await room.open(ann)
    for user in (ann, bob):
        await room.sit(user)
    await room.start(ann)
    await room.play_out()
    await let_pass(60)
    return ann, bob


@pytest.mark.parametrize(
    ("code", "command", "words"),
    [
        ("en", "/privacy", ("for 30 days", "To have it deleted")),
        ("zh-hant", "/隱私", ("再留 30 天", "刪除")),
        ("zh-hans", "/隐私", ("再留 30 天", "删除")),
    ],
)
def test_everybody_can_read_what_is_kept_of_them_for_how_long_and_how_to_have_it_deleted(
    redis_url: str, code: str, command: str, words: tuple[str, str]
) -> None:
    @on_jumping_loop
    async def told() -> None:
        async with evening(redis_url) as room:
            user = room.person("Mei", language_code=code, started=True)
            user.says(user.private, command)
            found = await _read(room, user, words[0])
            assert words[1] in found.text

    told()


@on_jumping_loop
async def test_who_asks_for_the_settings_reads_their_own_and_those_of_the_group_and_its_table(
    redis_url: str,
) -> None:
    async with evening(redis_url) as room:
        mei = room.person("小美", language_code="zh-hant", admin=True, started=True)
        ann = room.person("Ann", started=True)
        await room.open(mei, "blinds=25/50 pause=600")
        room.says(ann, "/settings")
        found = await _read(room, ann, "Your cards come by private chat")
        assert "Your language: English" in found.text
        assert "group: Traditional Chinese" in found.text
        assert "25/50" in found.text
        mei.says(mei.private, "/settings button")
        found = await _read(room, mei, "底牌只在按")
        assert "你的語言：繁體中文" in found.text


@on_jumping_loop
async def test_a_past_hand_comes_with_its_file_where_nobody_else_gets_it(redis_url: str) -> None:
    async with evening(redis_url) as room:
        ann, bob = await _after_a_hand(room)
        room.says(ann, "/hand 1")
        await room.until(lambda: any(one.document for one in ann.reads()))
        file = next(one.document for one in ann.reads() if one.document)
        assert file.filename == "hand-1.json"
        assert json.loads(file.data)["hand_no"] == 1
        room.says(bob, "/hand 1")
        await room.until(lambda: any("open one first" in one.text for one in room.group.history))
        shown = [one for one in room.group.history if one.author is room.server.bot and one.only_for is bob]
        assert "open one first" in shown[-1].text
        assert "The file comes" in shown[-1].text
        assert not [one for one in room.group.history if one.document]
        room.says(bob, "/evening")
        await room.until(lambda: any("The picture comes" in one.text for one in room.group.history))
        assert not [one for one in room.group.history if one.photo]
