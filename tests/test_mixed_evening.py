"""One table in a Discord channel and a Telegram group at once, with two people on each: the same pots in both rooms."""

import re
from dataclasses import dataclass

from core.cardroom.table import Table
from core.poker.hand import legal_moves
from core.poker.record import HandRecord, published
from tests.jumping_loop import let_pass, on_jumping_loop
from tests.loopback import discord, telegram
from tests.mixed_evening import Mixed, mixed

pytest_plugins = ["tests.redis_server"]


@dataclass(slots=True, kw_only=True)
class People:
    """Two on each side; the first of each administers its room."""

    amy: discord.User
    ben: discord.User
    cai: telegram.User
    dan: telegram.User


def arrive(rooms: Mixed) -> People:
    here = People(
        amy=rooms.discord.person("amy", nick="Amy", locale="zh-TW"),
        ben=rooms.discord.person("ben", nick="Ben", dm_open=False),
        cai=rooms.telegram.person("小蔡", language_code="zh-hans", started=True, admin=True),
        dan=rooms.telegram.person("Dan", started=True),
    )
    rooms.discord.guild.owner_id = here.amy.id
    return here


async def code_of(rooms: Mixed, admin: discord.User) -> str:
    """`/poker host link`, for the administrator's eyes alone."""
    asked = await admin.slash(rooms.discord.place, "poker host link").settled()
    assert asked.message is not None
    assert asked.message.ephemeral
    return code_in(asked.message.text)


def code_in(text: str) -> str:
    (code,) = re.findall(r"\b([2-9a-z]{6})\W*$", text)
    return str(code)


async def open_in_both(rooms: Mixed, here: People) -> None:
    """Amy opens a table on Discord; Cai has it come to the group."""
    await rooms.discord.open(here.amy, name="Friday night")
    rooms.telegram.says(here.cai, f"/link {await code_of(rooms, here.amy)}")
    await rooms.telegram.until(rooms.telegram.public)
    rooms.shares(rooms.discord.table_id)


async def sit_down(rooms: Mixed, here: People) -> None:
    await rooms.discord.sit(here.amy, "2000")
    await rooms.telegram.sit(here.cai)
    await rooms.discord.sit(here.ben, "5000")
    await rooms.telegram.sit(here.dan)
    table = await rooms.table()
    platforms = [seat.player.partition(":")[0] for seat in table.seats if seat]
    assert platforms == ["discord", "telegram", "discord", "telegram"]


async def hand_of(rooms: Mixed, number: int) -> HandRecord:
    record = await rooms.store.record(rooms.table_id, number)
    assert record is not None
    return record


def numbers(message: discord.Message | telegram.Message) -> set[str]:
    """Every amount and number that the message shows."""
    return set(re.findall(r"\d[\d,]*", message.text))


async def both_show_the_same_pots(rooms: Mixed, number: int) -> None:
    """Those of the hand's record and no others, each room in its own language."""
    channel, group = rooms.discord.public()[-1], rooms.telegram.public()[-1]
    record = published(await hand_of(rooms, number))
    pots = {f"{sum(chips for _, chips in shares):,}" for _, _, shares in record["awards"]}
    assert pots <= numbers(channel) == numbers(group)
    for name in ("Amy", "Ben", "小蔡", "Dan"):
        assert name in channel.text
        assert name in group.text
    assert all(words in channel.text for words in ("贏得", "翻牌前"))
    assert all(words in group.text for words in ("赢", "翻牌前"))
    assert "贏" not in group.text
    assert "赢" not in channel.text


def chips(table: Table) -> int:
    return sum(seat.stack for seat in table.seats if seat)


@on_jumping_loop
async def test_three_hands_to_showdown_by_two_people_on_each_platform(redis_url: str) -> None:
    async with mixed(redis_url, guild_locale="zh-TW") as rooms:
        here = arrive(rooms)
        await open_in_both(rooms, here)
        await sit_down(rooms, here)
        total = chips(await rooms.table())
        await rooms.start(here.amy)
        await rooms.play_out()
        await both_show_the_same_pots(rooms, 1)
        await rooms.deal()
        await _with_a_restart_in_the_middle(rooms)
        await both_show_the_same_pots(rooms, 2)
        await let_pass(60)  # The new process does not know what the old one sent in its last minute.
        await rooms.deal()
        await _all_in(rooms)
        await both_show_the_same_pots(rooms, 3)
        table = await rooms.table()
        assert chips(table) == table.issued == total
        assert not [one for one in rooms.telegram.all_public() if one.marked("text_mention")]
        assert not rooms.telegram.server.journal.refused(429)
        for number in (1, 2, 3):
            assert (await hand_of(rooms, number)).awards


async def _with_a_restart_in_the_middle(rooms: Mixed) -> None:
    """From their private messages where they have some; the new process goes on in the messages of the old one."""
    await rooms.go_on("check", "call", privately=True)
    await rooms.go_on("check", "call", privately=True)
    before = await rooms.discord.live(), await rooms.telegram.live()
    await rooms.restart()
    await rooms.play_out()
    assert (rooms.discord.public()[-1], rooms.telegram.public()[-1]) == before


async def _all_in(rooms: Mixed) -> None:
    """Four stacks of three sizes: a main pot and side pots, run out in both rooms."""
    while (user := await rooms.actor()) is not None:
        hand = (await rooms.table()).hand
        legal = None if hand is None else legal_moves(hand)
        can_raise = legal is not None and legal.raise_max is not None
        await rooms.types(user, "move allin" if can_raise else "move call")
    await rooms.settled()
    table = await rooms.table()
    assert table.deal is not None
    assert len(table.deal.hand.dealt.boards[0]) == 5


@on_jumping_loop
async def test_a_table_of_the_group_comes_to_a_channel_and_its_administrator_runs_it_too(
    redis_url: str,
) -> None:
    async with mixed(redis_url) as rooms:
        here = arrive(rooms)
        await rooms.telegram.open(here.cai)
        rooms.telegram.says(here.cai, "/link")
        await rooms.telegram.until(here.cai.reads)
        code = code_in(here.cai.reads()[-1].text)
        assert not [one for one in rooms.telegram.public() if code in one.text]
        rooms.discord.place = rooms.discord.channel
        given = {"link_code": code}
        refused = await here.ben.slash(rooms.discord.channel, "poker host link", given).settled()
        assert refused.message is not None
        assert "administrator" in refused.message.text
        await here.amy.slash(rooms.discord.channel, "poker host link", given).settled()
        await rooms.discord.server.until(rooms.discord.public)
        rooms.shares(rooms.telegram.table_id)
        await sit_down(rooms, here)
        await rooms.start(here.amy)
        await rooms.play_out()
        assert numbers(rooms.discord.public()[-1]) == numbers(rooms.telegram.public()[-1])
        left = rooms.discord.public()[-1]
        await here.amy.slash(rooms.discord.channel, "poker host unlink").settled()
        await rooms.discord.server.until(lambda: "這張牌桌不再開在這裡" in left.text)
        assert (await rooms.table()).rooms == (rooms.telegram.room_id,)


@on_jumping_loop
async def test_a_table_leaves_the_group_in_mid_hand_and_its_people_play_on_and_leave_in_private(
    redis_url: str,
) -> None:
    async with mixed(redis_url) as rooms:
        here = arrive(rooms)
        await open_in_both(rooms, here)
        await sit_down(rooms, here)
        await rooms.start(here.amy)
        await rooms.go_on("call")
        rooms.telegram.says(here.cai, "/unlink")
        await rooms.telegram.until(lambda: "不再开在这里" in rooms.telegram.public()[-1].text)
        left = rooms.telegram.public()[-1]
        assert not left.buttons
        assert (await rooms.table()).rooms == (rooms.discord.room_id,)
        while await rooms.actor() is not None:
            await rooms.go_on("check", "call", privately=isinstance(await rooms.actor(), telegram.User))
        await rooms.discord.settled()
        assert rooms.telegram.public()[-1] is left
        here.dan.says(here.dan.private, "/leave")
        await rooms.discord.until_table(lambda table: len([seat for seat in table.seats if seat]) == 3)
        rooms.telegram.says(here.cai, "/poker pause=600")
        await rooms.telegram.until(lambda: rooms.telegram.public()[-1] is not left)
        assert (await rooms.table()).rooms == (rooms.discord.room_id,)


@on_jumping_loop
async def test_a_channel_is_deleted_in_mid_hand_and_the_hand_goes_on_in_the_group(redis_url: str) -> None:
    async with mixed(redis_url) as rooms:
        here = arrive(rooms)
        await open_in_both(rooms, here)
        await sit_down(rooms, here)
        await rooms.start(here.amy)
        rooms.discord.server.delete_channel(rooms.discord.place)
        await rooms.discord.until_table(lambda table: table.rooms == (rooms.telegram.room_id,))
        assert (await rooms.table()).hand is not None
        while (user := await rooms.actor()) is not None:
            if user is here.ben:
                await rooms.deal()  # He takes no direct messages: his time runs out.
            else:
                await rooms.go_on("check", "call", privately=user is here.amy)
        await rooms.telegram.settled()
        assert len((await hand_of(rooms, 1)).seats) == 4


@on_jumping_loop
async def test_a_group_is_deleted_in_mid_hand_and_the_hand_goes_on_in_the_channel(redis_url: str) -> None:
    async with mixed(redis_url) as rooms:
        here = arrive(rooms)
        await open_in_both(rooms, here)
        await sit_down(rooms, here)
        await rooms.start(here.amy)
        rooms.telegram.server.delete_chat(rooms.telegram.group)
        while (user := await rooms.actor()) is not None:
            await rooms.go_on("check", "call", privately=isinstance(user, telegram.User))
        await rooms.discord.settled()
        await rooms.discord.until_table(lambda table: table.rooms == (rooms.discord.room_id,))
        assert not (await rooms.table()).paused
        assert len((await hand_of(rooms, 1)).seats) == 4
