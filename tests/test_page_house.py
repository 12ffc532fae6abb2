"""The page in a real browser on the real house: sitting down, playing against computers, reloading, checking a hand."""

import asyncio
import json
import re
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from playwright.async_api import Browser, Page, async_playwright, expect
from playwright.async_api import TimeoutError as PageTimeout

from core.actions import Temper
from core.cardroom.practice import choose
from core.ids import SeatNo
from core.poker.actions import Call, Check, Move
from core.poker.hand import Hand, legal_moves
from tests.chromium import CHROMIUM, needs_chromium
from tests.house_evening import Evening, card_in, evening, holes, hurry, settings, shown_cards, without_draw

pytestmark = needs_chromium
WAIT = 15  # seconds that a real event may take
expect.set_options(timeout=WAIT * 1_000)

Visit = Callable[..., Awaitable[Page]]


@pytest.fixture
async def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Evening]:
    hurry(monkeypatch, pause=600)
    monkeypatch.setattr("core.cardroom.play.choose", never_fold)
    async with evening(settings(tmp_path)) as house:
        yield house


def never_fold(hand: Hand, number: SeatNo, temper: Temper | None, chance: str) -> Move:
    """A computer that always stays in, so that a person has a turn in every hand."""
    legal = legal_moves(hand)
    return choose(hand, number, temper, chance) if legal is None else Check() if legal.check else Call()


@pytest.fixture
async def browser() -> AsyncIterator[Browser]:
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield browser
        await browser.close()


@pytest.fixture
async def visit(browser: Browser, here: Evening) -> AsyncIterator[Visit]:
    """Opens the page as a new person; at the end no page may have met an error or broken its own policy."""
    complaints: list[str] = []

    async def opened(*, frames: list[str] | None = None, **context: Any) -> Page:
        person = await browser.new_context(**({"locale": "en-US"} | context))
        page = await person.new_page()
        page.set_default_timeout(WAIT * 1_000)
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.on("console", lambda line: complaints.append(line.text) if line.type == "error" else None)
        if frames is not None:
            kept = frames
            page.on(
                "websocket", lambda socket: socket.on("framereceived", lambda frame: kept.append(str(frame)))
            )
        await page.goto(here.running.url)
        await expect(page.locator("#people-count")).not_to_be_empty()
        return page

    yield opened
    assert complaints == []


async def sit(page: Page, name: str) -> None:
    await page.fill("#name", name)
    await page.press("#name", "Enter")
    await expect(page.locator(".table.live .seat.mine .name")).to_have_text(name)


async def begin(page: Page, computers: int = 2) -> None:
    """Ann's name opens a table; she fills it with computers, and starts."""
    await sit(page, "Ann")
    for number in range(computers):
        await page.click(".table.live [data-name=computer]")
        await expect(page.locator(".table.live .seat")).to_have_count(number + 2)
    await page.click(".table.live [data-name=start]")
    await expect(page.locator("#whispers .card")).to_have_count(2)


async def play_on(page: Page, *moves: str, until: str) -> None:
    """Press the first of these buttons that the pane has, until the title says so."""
    buttons = ", ".join(f"#whispers [data-name={move}][data-argument='']" for move in moves)
    async with asyncio.timeout(4 * WAIT):
        while until not in await page.locator(".table.live .title").inner_text():
            if await page.locator("body.my-turn").count():
                with suppress(PageTimeout):  # The page may move under the finger: then look again.
                    await page.locator(buttons).first.click(timeout=500, no_wait_after=True)
            await page.wait_for_timeout(20)


async def test_a_past_hand_in_an_answer_has_its_seats_in_lines_and_not_in_columns(visit: Visit) -> None:
    page = await visit()
    await begin(page, computers=1)
    await play_on(page, "check", "call", "show", until="Hand #1:")
    await page.fill("#say", "/hand 1")
    await page.press("#say", "Enter")
    seats = page.locator("#replies .answer .seat-line")
    await expect(seats).to_have_count(2)
    assert [await one.evaluate("line => getComputedStyle(line).display") for one in await seats.all()] == [
        "block",
        "block",
    ]
    assert await page.locator("#replies .seat").count() == 0


async def test_an_avatar_shows_what_a_name_begins_with_that_can_be_seen(visit: Visit) -> None:
    page = await visit()
    await page.fill("#name", "\u202egnorts")
    await page.press("#name", "Enter")
    await expect(page.locator(".table.live .seat.mine .avatar")).to_have_text("G")


async def test_a_hand_against_computers_is_played_to_its_end_and_checked(visit: Visit) -> None:
    page = await visit()
    await begin(page)
    await play_on(page, "check", "call", "show", until="Hand #1:")
    moves = ", ".join(f"#whispers [data-name={move}]" for move in ("fold", "check", "call", "raise", "show"))
    await expect(page.locator(moves)).to_have_count(0)
    await page.click("#history summary")
    await page.click("[data-verify='1']")
    await expect(page.locator(".verdict.sound")).to_be_visible()
    checks = await page.locator(".findings .ok").evaluate_all(
        "found => found.map(each => each.dataset.check)"
    )
    assert {"form", "digest", "chips", "deal", "shown", "cut", "cards", "once", "own"} <= set(checks)
    await expect(page.locator(".findings .bad")).to_have_count(0)


async def test_a_reload_in_the_middle_of_a_hand_keeps_the_cards(visit: Visit) -> None:
    page = await visit()
    await begin(page)
    await expect(page.locator("body.my-turn")).to_have_count(1)
    own = "#whispers .hand .card"
    cards = await page.locator(own).evaluate_all("found => found.map(each => each.dataset.card)")
    title = await page.locator(".table.live .title").inner_text()
    await page.reload()
    await expect(page.locator("#whispers [data-name=fold]")).to_be_visible()
    again = await page.locator(own).evaluate_all("found => found.map(each => each.dataset.card)")
    assert again == cards
    assert len(cards) == 2
    assert await page.locator(".table.live .title").inner_text() == title
    await expect(page.locator(".table.live .seat.mine .name")).to_have_text("Ann")


async def test_another_browser_is_never_sent_cards_that_are_not_its_own(visit: Visit, here: Evening) -> None:
    frames: list[str] = []
    page, other = await visit(), await visit(frames=frames)
    await begin(page)
    await play_on(page, "check", "call", "show", until="Hand #1:")
    await expect(other.locator(".table.live .title")).to_contain_text("Hand #1:")
    table = await here.look()
    sent = repr(without_draw([json.loads(frame) for frame in frames]))
    shown = shown_cards(table)
    hidden = [card for hole in holes(table).values() for card in hole if card not in shown]
    for card in hidden:
        assert not card_in(card, sent)
    assert "whisper" not in {json.loads(frame)["kind"] for frame in frames}


async def test_a_refused_raise_shows_what_is_legal_and_the_keyboard_is_enough(visit: Visit) -> None:
    page = await visit()
    await begin(page, computers=1)
    await expect(page.locator("body.my-turn")).to_have_count(1)
    await page.locator("#feed").focus()
    await page.keyboard.press("r")
    await expect(page.locator("#amount")).to_be_focused()
    await expect(page.locator("#raise-words")).to_contain_text("Raise to a total of 200 up to 10,000")
    await page.keyboard.type("101")
    await page.keyboard.press("Enter")
    await expect(page.locator("#raise-words .refusal")).to_contain_text(
        re.compile(r"The minimum is \d+ \(at most [\d,]+\)")
    )
    await expect(page.locator("#amount")).to_be_focused()
    await page.keyboard.press("Escape")
    await expect(page.locator("#raise-form")).to_be_hidden()
    await page.keyboard.press("c")
    await expect(page.locator(".told").first).to_contain_text(re.compile("Ann (calls|checks)"))
    await expect(page.locator("body.my-turn")).to_have_count(1)
    await page.keyboard.press("f")
    ended = page.locator(".table.live .title", has_text="Hand #1:")
    asked = page.locator("#replies [data-name=fold_anyway]")
    await expect(ended.or_(asked)).to_be_visible()
    if await asked.count():
        await asked.click()
        await expect(ended).to_be_visible()


@pytest.mark.parametrize("width", [360, 390])
async def test_a_phone_shows_a_full_table_without_scrolling_sideways(visit: Visit, width: int) -> None:
    page = await visit(viewport={"width": width, "height": 740}, is_mobile=True, has_touch=True)
    await begin(page, computers=5)
    await expect(page.locator("body.my-turn")).to_have_count(1)
    for locale in ("zh-Hant", "en"):
        await page.click("#sheet")
        await page.select_option("#language", locale)
        await expect(page.locator("html")).to_have_attribute("lang", locale)
        await page.click("#sheet")
        assert await page.evaluate("document.documentElement.scrollWidth") == width
        for element in await page.locator("button:visible, input:visible").all():
            box = await element.bounding_box()
            assert box is not None
            assert box["x"] >= 0
            assert box["x"] + box["width"] <= width


async def test_the_language_is_everywhere_the_chosen_one(visit: Visit) -> None:
    page = await visit()
    await begin(page, computers=1)
    await play_on(page, "check", "call", "show", until="Hand #1:")
    await page.click("#history summary")
    await page.click("[data-verify='1']")
    await page.select_option("#language", "zh-Hans")
    await expect(page.locator("html")).to_have_attribute("lang", "zh-Hans")
    await expect(page.locator(".table.live .title")).to_contain_text("手")
    await page.click("[data-verify='1']")
    await expect(page.locator(".verdict.sound")).to_be_visible()
    english = re.findall(r"[A-Za-z]{4,}", await page.locator("body").inner_text())
    names = {"Riverbot", "English", "Friday"} | set(
        re.findall(r"[A-Za-z]+", " ".join(await page.locator("bdi").all_inner_texts()))
    )
    assert [word for word in english if word not in names and not re.fullmatch("[0-9a-f]+", word)] == []
