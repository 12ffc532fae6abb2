"""A cash table's life in a real browser on the real house: queue, moves chosen ahead, time bank, cards, chips."""

import os
import re
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import pytest
from playwright.async_api import Page, async_playwright, expect

from core.cardroom.table import Wait, seat_at
from core.ids import SeatNo
from tests.chromium import CHROMIUM, needs_chromium
from tests.house_evening import Evening, evening, hurry, settings
from tests.test_page_house import WAIT

pytestmark = needs_chromium
PICTURES = os.environ.get("RIVERBOT_TEST_PICTURES", "")
"""A folder for pictures of the pages on the way, to look at."""


class Room:
    """A house with people at their browsers."""

    def __init__(self, here: Evening, stack: AsyncExitStack) -> None:
        self.here = here
        self.stack = stack
        self.complaints: list[str] = []
        self.pages: dict[str, Page] = {}
        self.browser: Any = None

    async def visit(self, name: str, language: str) -> Page:
        person = await self.browser.new_context(locale=language)
        page: Page = await person.new_page()
        page.set_default_timeout(WAIT * 1_000)
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        await page.goto(self.here.running.url)
        await expect(page.locator("#people-count")).not_to_be_empty()
        self.pages[name] = page
        return page

    async def picture(self, name: str) -> None:
        for who, page in self.pages.items():
            if PICTURES:
                await page.screenshot(path=f"{PICTURES}/{name}.{who}.png")

    async def actor(self) -> str:
        """Who is to act."""
        hand = (table := await self.here.look()).hand
        assert hand is not None
        return seat_at(table, SeatNo(hand.setup.seats[hand.waiting_for[0]])).name


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


async def say(page: Page, text: str) -> None:
    await page.fill("#say", text)
    await page.press("#say", "Enter")


async def sit(page: Page, name: str) -> None:
    await page.fill("#name", name)
    await page.press("#name", "Enter")


async def pressed(page: Page, name: str, argument: str = "") -> None:
    """Press a button of the private pane."""
    await page.click(f'#whispers [data-name="{name}"][data-argument="{argument}"]')


async def test_an_evening_at_a_full_table_in_three_languages(room: Room) -> None:
    languages = {"Ann": "en-US", "Bob": "zh-TW", "Cid": "zh-CN", "Dee": "zh-TW"}
    for name, language in languages.items():
        await room.visit(name, language)
    ann = room.pages["Ann"]
    host = await room.here.arrive("Host")
    await host.command("/new seats=3 straddle=button seven=1")
    await expect(ann.locator(".table.live")).to_contain_text("button straddle")
    for name in ("Ann", "Bob", "Cid"):
        await sit(room.pages[name], name)
        await expect(room.pages[name].locator(".table.live .seat.mine .name")).to_have_text(name)
    await _queues(room)
    await host.command("/start")
    await expect(ann.locator("#whispers .card")).to_have_count(2)
    await room.picture("1-dealt")
    await _chooses_ahead(room)
    await _is_not_waited_for(room)
    await _brings_chips(room)
    await _shows_and_hunts(room)
    await _takes_the_offered_seat(room)


async def test_who_sits_out_has_one_button_to_come_back_and_it_does(room: Room) -> None:
    ann = await room.visit("Ann", "en-US")
    await sit(ann, "Ann")
    await ann.click("#seat-controls [data-press=sitout]")
    back = ann.get_by_role("button", name="I'm back")
    await expect(back).to_have_count(1)
    await expect(ann.locator("#seat-controls [data-press=sitout]")).to_be_hidden()
    await back.click()
    await expect(back).to_have_count(0)
    await expect(ann.locator("#seat-controls [data-press=sitout]")).to_be_visible()


async def _queues(room: Room) -> None:
    """Dee finds the table full, and waits."""
    dee = room.pages["Dee"]
    await sit(dee, "Dee")
    await dee.click("#replies [data-name=wait]")
    await expect(dee.locator("#replies")).to_contain_text("排第 1 位候補")
    await expect(room.pages["Ann"].locator(".table.live .notes")).to_contain_text("Waiting for a seat: Dee")
    await room.picture("0-queue")


async def _chooses_ahead(room: Room) -> None:
    """A move is chosen in the pane and taken back there, and so are the side game and sitting out."""
    actor = await room.actor()
    page = next(page for name, page in room.pages.items() if name not in (actor, "Dee"))
    await pressed(page, "plan", "call_any")
    await expect(page.locator("#whispers [data-name=plan][data-argument=off]")).to_contain_text("☑")
    await room.picture("2-planned")
    await expect(page.locator("body.my-turn")).to_have_count(0)
    await pressed(page, "plan", "off")
    await expect(page.locator("#whispers [data-name=plan][data-argument=off]")).to_have_count(0)
    await pressed(page, "seven", "on")
    await expect(page.locator("#whispers [data-name=seven][data-argument=off]")).to_be_visible()
    await pressed(page, "sitout", "blind")
    await pressed(page, "back")
    await expect(page.locator('#whispers [data-name="sitout"]')).to_be_visible()


async def _is_not_waited_for(room: Room) -> None:
    """The turn clock has run out: the two others agree not to wait for the time bank."""
    slow, dealer = await room.actor(), room.here.running.dealer
    table = await room.here.look()
    stored = await dealer._store.load(table.id)
    assert stored is not None
    await dealer.tick(table.id, stored.version, f"{77:064x}")
    assert (await room.here.look()).wait is Wait.BANK
    for name, page in room.pages.items():
        if name not in (slow, "Dee"):
            await pressed(page, "away")
    await expect(room.pages["Ann"].locator(".table.live .told")).to_contain_text(f"{slow} folds")


async def _brings_chips(room: Room) -> None:
    bob = room.pages["Bob"]
    await say(bob, "/topup 3k")
    await expect(bob.locator("#replies")).to_contain_text("3,000 從下一局起")
    await expect(room.pages["Ann"].locator(".table.live")).to_contain_text("(+3,000 next hand)")


async def _shows_and_hunts(room: Room) -> None:
    """Everybody folds to one: the winner shows a card, and somebody who folded sees what would have come."""
    folder = await room.actor()
    await pressed(room.pages[folder], "fold")
    asked = room.pages[folder].locator("#replies [data-name=fold_anyway]")
    done = room.pages[folder].locator("#whispers", has_text=re.compile("The hand is over|結束|打完"))
    await expect(asked.or_(done)).to_be_visible()
    if await asked.count():
        await asked.click()
    await expect(room.pages["Ann"].locator(".table.live .title")).to_contain_text("Hand #1:")
    table = await room.here.look()
    assert table.deal is not None
    hand = table.deal.hand
    number = next(seat for seat, there in zip(hand.setup.seats, hand.round.live, strict=True) if there)
    winner = seat_at(table, SeatNo(number)).name
    await room.picture("3-over")
    await pressed(room.pages[winner], "reveal", "left")
    await expect(room.pages["Dee"].locator(".table.live .seat .card.face")).to_have_count(1)
    await pressed(room.pages[folder], "rabbit")
    await expect(room.pages["Ann"].locator(".table.live .results")).to_contain_text("Would have come:")
    await expect(room.pages["Ann"].locator(".table.live .results .card.face")).to_have_count(5)
    await room.picture("4-shown")


async def _takes_the_offered_seat(room: Room) -> None:
    """Cid leaves: Dee is told in the pane, sits down from there, and posts rather than wait for the big blind."""
    await say(room.pages["Cid"], "/leave")
    dee = room.pages["Dee"]
    await expect(dee.locator("#whispers")).to_contain_text("號位留給你")
    await room.picture("5-offer")
    await pressed(dee, "join")
    await expect(dee.locator(".table.live .seat.mine .name")).to_have_text("Dee")
    await expect(dee.locator("#whispers")).to_contain_text("輪到大盲時發牌給你")
    await room.picture("6-owes")
    await pressed(dee, "post")
    await expect(dee.locator("#whispers")).to_contain_text("下一局你會補 100")
