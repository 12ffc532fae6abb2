"""The bank, the figures and files of hands in a real browser on the real house; the books are right after."""

import asyncio
import re
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from pathlib import Path

import pytest
from playwright.async_api import Page, async_playwright, expect

from bot.audit import RIGHT, report
from core.commits import key
from core.ids import CommunityId
from tests.banks import now_ms
from tests.chromium import CHROMIUM, needs_chromium
from tests.house_evening import evening, hurry, settings
from tests.test_cash_life_page import Room, say, sit
from tests.test_page_house import WAIT

pytestmark = needs_chromium
HOME = CommunityId("web:lobby")


@pytest.fixture
async def room(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Room]:
    hurry(monkeypatch, pause=600)
    async with AsyncExitStack() as stack:
        made = Room(await stack.enter_async_context(evening(settings(tmp_path))), stack)
        playwright = await stack.enter_async_context(async_playwright())
        made.browser = await playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        stack.push_async_callback(made.browser.close)
        yield made
        assert made.complaints == []


async def told(page: Page, text: str, words: str) -> None:
    """Type a command, and read the answer."""
    await say(page, text)
    await expect(page.locator("#replies")).to_contain_text(words)


async def _opened_long_ago(room: Room) -> None:
    """Those who have an account have had it for three days."""
    store = room.here.running.house.bank._store
    bank = key(store.partition_of(HOME), "bank", HOME)
    for field in await store.command("HKEYS", bank):
        if field.startswith(b"opened "):
            await store.command("HSET", bank, field, now_ms() - 3 * 86_400_000)


async def test_chips_figures_and_files_in_the_browser_in_three_languages(room: Room) -> None:
    for name, language in {"Ann": "en-US", "Bob": "zh-TW", "Cid": "zh-CN"}.items():
        await room.visit(name, language)
    ann, bob, cid = (room.pages[name] for name in ("Ann", "Bob", "Cid"))
    await say(ann, "/new seats=3")
    for name, page in room.pages.items():
        await sit(page, name)
        await expect(page.locator(".table.live .seat.mine .name")).to_have_text(name)
    await told(bob, "/daily", "帳戶還太新")
    await _opened_long_ago(room)
    await told(bob, "/balance", "今天的 1,000 可以領了")
    await room.picture("bank-1-balance")
    await bob.click("#replies [data-name=daily]")
    await expect(bob.locator("#replies")).to_contain_text("今天的 1,000 領到了")
    await told(bob, "/daily", "這份籌碼已領過")
    await told(bob, "/grant Ann 5", "只有管理員")
    await told(ann, "/grant Bob 5000", "Gave 5,000 to Bob")
    await told(cid, "/send Ann 10", "没有开放转筹码")
    await told(cid, "/account", "带上桌")
    await room.picture("bank-2-account")

    await say(ann, "/start")
    await expect(ann.locator("#whispers .card")).to_have_count(2)
    while (table := await room.here.look()).hand is not None:
        await say(room.pages[await room.actor()], "/fold")
        async with asyncio.timeout(WAIT):
            while (await room.here.look()).turn == table.turn:
                continue
    await told(bob, "/stats Ann", "打了 1 局")
    await room.picture("bank-3-stats")
    await told(bob, "/top", "排行榜")
    await told(cid, "/ledger", "没开朋友账")
    await told(ann, "/ledger on", "Up and down at")
    await told(cid, "/ledger", "谁输谁赢")
    await told(bob, "/evening", "Ann")
    drawn = bob.locator("#replies img.picture")
    await expect(drawn).to_have_attribute("alt", re.compile("Ann"))
    assert await drawn.evaluate("image => image.naturalWidth") > 500
    small = await drawn.evaluate("image => image.clientWidth")
    await drawn.click()
    large = bob.locator("dialog.large img.picture")
    await expect(large).to_be_visible()
    assert await large.evaluate("image => image.clientWidth") > 2 * small
    await room.picture("bank-5-evening-large")
    await bob.keyboard.press("Escape")
    await expect(bob.locator("dialog.large")).to_have_count(0)

    await told(ann, "/plan nonsense", "nonsense")
    await expect(ann.locator("#replies .refused")).to_be_visible()
    await say(ann, "/computer")
    await expect(ann.locator("#replies .refused")).to_have_count(0)
    await room.picture("bank-4-evening")
    await told(cid, "/hand 1", "逐步回放")
    async with cid.expect_download() as saved:
        await cid.click('#replies [data-argument="1.phh"]')
        await cid.click("#replies a[download$='.phh']")
    file = Path(await (await saved.value).path())
    assert b'variant = "NT"' in await asyncio.to_thread(file.read_bytes)
    assert await report(room.here.running.house.bank._store) == RIGHT
