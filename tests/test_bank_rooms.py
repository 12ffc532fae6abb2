"""The bank and the figures where people are, through the real Discord and Telegram clients; the books stay right."""

from functools import partial
from typing import Any

import pytest

import tests.telegram_evening
from bot.audit import RIGHT, report
from core.cardroom.table import Table, seat_of
from core.commits import key
from core.ids import CommunityId, PlayerId
from core.store import Store, connect
from tests.banks import everywhere, now_ms
from tests.discord_evening import evening as discord_evening
from tests.jumping_loop import on_jumping_loop
from tests.loopback.discord import Message as DiscordMessage
from tests.loopback.discord import User as DiscordUser
from tests.loopback.telegram import Message, User
from tests.telegram_evening import evening as telegram_evening

pytest_plugins = ["tests.redis_server"]

THREE_DAYS = 3 * 86_400_000


async def _opened_long_ago(store: Store, community: str, player: str) -> None:
    """A young account has waited for its first daily chips."""
    bank = key(store.partition_of(CommunityId(community)), "bank", community)
    await store.command("HSET", bank, f"opened {player}", now_ms() - THREE_DAYS)


async def test_an_evening_with_a_bank_on_discord_in_three_languages(
    redis_url: str,
) -> None:
    async with discord_evening(redis_url, banked=True) as room:
        ann = room.person("ann", nick="Ann", locale="en-US")
        bob = room.person("bob", nick="Bob", locale="zh-TW")
        cid = room.person("cid", nick="Cid", locale="zh-CN")
        room.guild.owner_id = ann.id
        await room.open(ann, seats=3, buyin="2000-20000")

        async def told(user: DiscordUser, name: str, **given: Any) -> DiscordMessage:
            asked = await user.slash(room.place, f"poker {name}", given).settled()
            assert asked.message is not None
            assert asked.ephemeral
            return asked.message

        community = f"discord:{room.guild.id}"
        assert "You have 20,000 in the bank" in (await told(ann, "bank balance")).text
        assert "帳戶還太新" in (await told(bob, "bank daily")).text
        await _opened_long_ago(room.bot.store, community, f"discord:{bob.id}")
        balance = await told(bob, "bank balance")
        await bob.press(balance, "領籌碼").settled()
        assert "這份籌碼已領過" in (await told(bob, "bank daily")).text
        assert "銀行裡有 21,000" in (await told(bob, "bank balance")).text

        refused = await told(bob, "bank grant", sum="5000", player=bob)
        assert "只有管理員可以這麼做。" in refused.text
        assert "Gave 5,000 to Cid" in (await told(ann, "bank grant", sum="5000", player=cid)).text
        assert "没有开放转筹码" in (await told(cid, "bank send", sum="10", player=ann)).text
        assert "Took 21,000 from Cid" in (await told(ann, "bank take", sum="21k", player=cid)).text

        for user in (ann, bob):
            await room.sit(user, "2000")
        short = await told(cid, "join", chips="5000")
        assert "银行里有 4,000" in short.text
        await cid.press(short, "带 4,000 入座").settled()
        await room.until_table(lambda table: seat_of(table, PlayerId(f"discord:{cid.id}")) is not None)
        assert "Gave 1 to Cid" in (await told(ann, "bank grant", sum="1", seat=3)).text
        listed = await told(cid, "bank account")
        assert "−4,000 带上桌" in listed.text

        await room.start(ann)
        while (acting := await room.actor()) is not None:
            await room.go_on(acting, "fold", "check")
        await room.settled()
        assert "打了 1 局" in (await told(bob, "figures stats", player=ann)).text
        assert "排行榜" in (await told(bob, "figures top")).text
        assert "开朋友账" in (await told(cid, "figures ledger")).text
        assert "even" in (await told(ann, "figures ledger", ledger="on")).text
        assert "谁输谁赢" in (await told(cid, "figures ledger")).text
        graph = await told(bob, "figures evening")
        assert [one.filename for one in graph.attachments] == ["picture.png"]
        assert graph.attachments[0].data.startswith(b"\x89PNG")
        assert "Ann" in graph.text
        hand = await told(bob, "hand", number=1, form="phh")
        assert hand.attachments[0].filename.endswith(".phh")
        assert b'variant = "NT"' in hand.attachments[0].data
        whole = await told(cid, "hand")
        pressed = await cid.press(whole, "OHH").settled()
        await room.server.until(
            lambda: any(
                file.filename.endswith("-ohh.json")
                for one in (whole, *pressed.followups)
                for file in one.attachments
            )
        )
        assert await report(room.bot.store) == RIGHT


@on_jumping_loop
async def test_an_evening_with_a_bank_on_telegram_in_three_languages(
    redis_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tests.telegram_evening, "connect", partial(connect, bank_of=everywhere()))
    async with telegram_evening(redis_url) as room:
        ann = room.person("Ann", language_code="en", started=True, admin=True)
        bob = room.person("Bob", language_code="zh-hant", started=True)
        cid = room.person("Cid", language_code="zh-hans", started=True)
        await room.open(ann, "pause=600 seats=3 blinds=50/100")

        async def told(user: User, text: str, words: str, **more: Any) -> Message:
            """Say something in the group, and read the answer in private."""
            before = len(user.reads())
            room.says(user, text, **more)
            await room.until(lambda: any(words in one.text for one in user.reads()[before:]))
            return next(one for one in user.reads()[before:] if words in one.text)

        community = f"telegram:{room.group.id}"
        await told(ann, "/balance", "You have 20,000 in the bank")
        await told(bob, "/daily", "帳戶還太新")
        await _opened_long_ago(room.bot.store, community, f"telegram:{bob.id}")
        balance = await told(bob, "/balance", "今天的 1,000 可以領了")
        claimed = await bob.presses(balance, room.button(balance, "daily"))
        assert "銀行裡現在有 21,000" in claimed.answer
        await told(bob, "/daily", "這份籌碼已領過")

        await told(bob, "/grant Bob 5000", "只有管理員可以這麼做")
        hello = room.says(cid, "hello")
        await told(ann, "/grant 5000", "Gave 5,000 to Cid", reply_to=hello)
        await told(cid, "/send 10", "没有开放转筹码", reply_to=room.says(ann, "hi"))
        await told(ann, "/take 21000", "Took 21,000 from Cid", reply_to=hello)

        for user in (ann, bob):
            room.says(user, "/join 2000")
            await room.until_table(partial(_sits, _id(user)))
        short = await told(cid, "/join 5000", "银行里有 4,000")
        await cid.presses(short, room.button(short, "join"))
        await room.until_table(lambda table: seat_of(table, _id(cid)) is not None)
        await told(ann, "/grant Cid 1", "Gave 1 to Cid")
        await told(cid, "/account", "−4,000 带上桌")

        await room.start(ann)
        while (acting := await room.actor()) is not None:
            await room.press(acting, "fold")
        await room.settled()
        await told(bob, "/stats Ann", "打了 1 局")
        await told(bob, "/top", "排行榜")
        await told(cid, "/ledger", "开朋友账")
        await told(ann, "/ledger on", "Up and down at")
        await told(cid, "/ledger", "谁输谁赢")
        room.says(bob, "/evening")
        await room.until(lambda: any(one.photo is not None for one in bob.reads()))
        room.says(bob, "/hand 1 phh")
        await room.until(
            lambda: any(one.document is not None and b"variant" in one.document.data for one in bob.reads())
        )
        assert await report(room.bot.store) == RIGHT
        assert not room.server.journal.refused(429)


def _sits(player: PlayerId, table: Table) -> bool:
    return seat_of(table, player) is not None


def _id(user: User) -> PlayerId:
    return PlayerId(f"telegram:{user.id}")
