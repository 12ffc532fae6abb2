"""Tournaments in a real browser on the real house: announced and filled by one person, moved to another table, won."""

import asyncio
import os
from collections.abc import AsyncIterator, Mapping
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from playwright.async_api import Browser, Page, async_playwright, expect
from playwright.async_api import TimeoutError as PageTimeout

from adapters import event_commands
from adapters.event_stakes import event_options
from adapters.web.inbound import player_of
from core.cardroom import pauses
from core.cardroom.event_options import EventOptions
from core.cardroom.tournament import Tournament
from core.ids import RoomId
from tests.chromium import CHROMIUM, needs_chromium
from tests.house_evening import Evening, Tab, arrive, evening, hurry, settings
from tests.test_page_house import WAIT

pytestmark = needs_chromium
PICTURES = os.environ.get("RIVERBOT_TEST_PICTURES", "")
"""A folder for pictures of the pages on the way, to look at."""
RESULTS = ".event-card [data-name=again]"
PHONE: dict[str, Any] = {"viewport": {"width": 390, "height": 780}, "is_mobile": True, "has_touch": True}


def quick(given: Mapping[str, str], zone: str, now_ms: int) -> EventOptions:
    """As typed, but short: small stacks, and nobody waits for anything."""
    options = event_options(given, zone, now_ms)
    table = replace(options.table, computer_ms=5, pause_seconds=0)
    return replace(options, table=table, structure=replace(options.structure, stack=200))


@pytest.fixture
async def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Evening]:
    hurry(monkeypatch)
    monkeypatch.setattr(event_commands, "event_options", quick)
    monkeypatch.setattr(pauses, "STREET_MS", 0)
    async with evening(settings(tmp_path)) as house:
        yield house


@pytest.fixture
async def browser() -> AsyncIterator[Browser]:
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield browser
        await browser.close()


@asynccontextmanager
async def visitor(browser: Browser, here: Evening, token: str = "", **context: Any) -> AsyncIterator[Page]:
    """The page of a new person, or of the one who holds this token; it may meet no error."""
    complaints: list[str] = []
    person = await browser.new_context(**({"locale": "en-US"} | context))
    if token:
        await person.add_init_script(f"sessionStorage.setItem('riverbot.token', '{token}')")
    page = await person.new_page()
    page.set_default_timeout(WAIT * 1_000)
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.on("console", lambda line: complaints.append(line.text) if line.type == "error" else None)
    await page.goto(here.running.url)
    await expect(page.locator("#people-count")).not_to_be_empty()
    yield page
    assert complaints == []


async def picture(page: Page, name: str) -> None:
    if PICTURES:
        await page.screenshot(path=f"{PICTURES}/{name}.png")


async def announce(page: Page, **fields: str) -> None:
    """Fill in the form, and send it."""
    if await page.locator("#event-open").is_visible():
        await page.click("#event-open")
    else:
        await page.click("#event-box summary")
    for field, value in fields.items():
        await page.fill(f"#event-{field}", value)
    await picture(page, "1-form")
    await page.click("#event-form button")


async def shove_until_over(page: Page) -> None:
    """All in at each turn, until the results are there."""
    turn, results = page.locator("body.my-turn"), page.locator(RESULTS)
    async with asyncio.timeout(8 * WAIT):
        while True:
            await turn.or_(results).first.wait_for(timeout=4 * WAIT * 1_000)
            if await results.count():
                return
            await page.fill("#say", "/allin")
            await page.press("#say", "Enter")
            with suppress(PageTimeout):  # The next hand may have come as fast: then it is asked again.
                await page.locator("body:not(.my-turn)").wait_for(timeout=500)


async def event_of(here: Evening) -> Tournament:
    """The hall's newest tournament, as Redis has it."""
    events = here.running.house.events
    newest, *_ = await events.in_hall(RoomId(f"web:{here.room}"))
    return await events.look(newest)


@pytest.mark.parametrize("phone", [False, True], ids=["desk", "phone"])
async def test_one_person_announces_a_sit_and_go_fills_it_with_computers_and_plays_to_the_results(
    browser: Browser, here: Evening, phone: bool
) -> None:
    async with AsyncExitStack() as stack:
        page = await stack.enter_async_context(visitor(browser, here, **(PHONE if phone else {})))
        other = await stack.enter_async_context(visitor(browser, here, locale="zh-TW"))
        await announce(page, who="Ann", name="Friday night", players="6", seats="6", computers="3")
        await expect(page.locator("#event")).to_contain_text("Registered 4 of 6: Ann")
        await expect(page.locator("#sit-form")).to_be_hidden()
        await expect(other.locator("#event")).to_contain_text("已報名 4/6：Ann")
        await expect(other.locator("#event-tools")).to_be_hidden()
        await picture(page, f"2-open-{phone}")
        if phone:
            await page.click("#sheet")
        await page.fill(".event-fill input", "2")
        await page.click(".event-fill button")
        await expect(page.locator("#whispers .way")).to_be_visible()
        if phone:
            await page.click("#sheet")
        await picture(page, f"3-begun-{phone}")
        await page.click("#whispers .way")
        await expect(page.locator(".table.live .seat.mine .name")).to_have_text("Ann")
        await expect(page.locator("#whispers .way")).to_have_count(0)
        await expect(page.locator(".table.live [data-name=join]")).to_have_count(0)
        assert page.url.endswith("/r/lobby~1")
        assert await page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        await picture(page, f"4-table-{phone}")
        await shove_until_over(page)
        await expect(page.locator(f".event-card:has({RESULTS.split()[1]})")).to_contain_text("Ann")
        await picture(page, f"5-results-{phone}")
        await page.click("#to-hall")
        await expect(page.locator(RESULTS)).to_be_visible()
        await page.locator(".event-card [data-name=standings]").last.click()
        await expect(page.locator("#replies")).to_contain_text("Ann")
        await picture(page, f"6-hall-{phone}")
        await expect(other.locator(RESULTS)).to_be_visible()
        await picture(other, f"7-watcher-{phone}")


async def fold_on(tab: Tab) -> None:
    """Check or fold whenever it is this player's turn."""
    done: dict[str, Any] | None = None

    def is_asked() -> bool:
        return tab.choice("check", "fold") not in (None, done)

    while True:
        await tab.until(is_asked)
        done = tab.choice("check", "fold")
        if done is not None:
            await tab.press(done)


async def test_whoever_is_moved_is_told_in_the_old_tables_page_and_gets_there_by_one_click(
    browser: Browser, here: Evening
) -> None:
    """Two tables of two. Whoever sits first at the second one has a browser; at the first one somebody is removed."""
    people = {
        name: (await here.arrive(name, token=name[0].lower() * 64)) for name in ("Ann", "Ben", "Cid", "Dee")
    }
    host = await here.arrive("Host", token="9" * 64)
    await host.command("/create Friday seats=3 max=4 buyin=0")
    for tab in people.values():
        assert not (await tab.command("/register"))["refused"]
    await host.sees("has begun")
    event = await event_of(here)
    first, second = event.tables
    moved = next(one for one in event.entrants if one.table == second)
    stays = next(one for one in event.entrants if one.table == first)
    token = people[moved.name].token
    assert player_of(token) == moved.player
    async with visitor(browser, here, token) as page:
        await page.click("#whispers .way")
        await expect(page.locator(".table.live .seat.mine .name")).to_have_text(moved.name)
        assert page.url.endswith("/r/lobby~2")
        folding = []
        for one in event.entrants:
            room = f"{here.room}~{event.tables.index(one.table or second) + 1}"
            tab = await arrive(
                here.session, here.running.url, one.name, room=room, token=people[one.name].token
            )
            here.tabs.append(tab)
            folding.append(asyncio.create_task(fold_on(tab)))
        assert not (await host.command(f"/remove {stays.name} event={event.id}"))["refused"]
        way = page.locator("#whispers .way")
        await expect(way).to_have_text("Go to Friday 1")
        await picture(page, "8-moved")
        await way.click()
        await expect(page.locator(".table.live .seat.mine .name")).to_have_text(moved.name)
        assert page.url.endswith("/r/lobby~1")
        for task in folding:
            task.cancel()
        await asyncio.gather(*folding, return_exceptions=True)


async def test_a_start_is_told_by_each_readers_own_clock_and_calling_it_off_takes_two_presses(
    browser: Browser, here: Evening
) -> None:
    async with AsyncExitStack() as stack:
        clocks = ("Asia/Tokyo", "America/New_York")
        ann, ben = [
            await stack.enter_async_context(visitor(browser, here, timezone_id=clock)) for clock in clocks
        ]
        await ann.click("#event-box summary")
        await ann.fill("#event-who", "Ann")
        await ann.fill("#event-name", "Late night")
        await ann.select_option("#event-start", "60")
        await expect(ann.locator("#event-players-field")).to_be_hidden()
        await ann.click("#event-form button")
        await expect(ben.locator("#event")).to_contain_text("Registered 1: Ann")
        event = await event_of(here)
        assert event.options.starts_at is not None
        for page, clock in ((ann, "Asia/Tokyo"), (ben, "America/New_York")):
            at = datetime.fromtimestamp(event.options.starts_at / 1_000, ZoneInfo(clock))
            await expect(page.locator("#event time")).to_contain_text(f"{at:%H:%M}")
            await expect(page.locator("#event .countdown").first).to_contain_text("min")
        await ben.click("#event [data-name=register]")
        await ben.fill("#name", "Ben")
        await ben.press("#name", "Enter")
        await expect(ann.locator("#event")).to_contain_text("Ben")
        await ann.click("#event-points summary")
        await ann.click("#event-points [data-season='']")
        await expect(ann.locator("#replies .answer")).to_be_visible()
        await picture(ann, "9-scheduled")
        cancel = ann.get_by_role("button", name="Cancel it")
        await cancel.click()
        await ann.get_by_role("button", name="Really cancel it?").click()
        await expect(ben.locator("#event")).to_be_hidden()
        await expect(ben.locator(".event-card").last).to_contain_text("called off")
        await expect(ben.locator("#whispers .of-event")).to_contain_text("Late night")
        await picture(ben, "9-cancelled")


@pytest.mark.parametrize("phone", [False, True], ids=["desk", "phone"])
async def test_each_open_tournament_of_the_hall_has_its_own_panel_and_its_host_the_tools(
    browser: Browser, here: Evening, phone: bool
) -> None:
    async with AsyncExitStack() as stack:
        page = await stack.enter_async_context(visitor(browser, here, **(PHONE if phone else {})))
        await announce(page, who="Ann", name="First", players="6", seats="6", computers="3")
        await expect(page.locator("#event")).to_contain_text("Registered 4 of 6: Ann")
        guest = await here.arrive("Gus")
        assert not (await guest.command("/create Second starts=1h"))["refused"]
        panels = page.locator("#event .event-strip")
        await expect(panels).to_have_count(2)
        await expect(page.locator("#event .event-strip[open] > summary")).to_contain_text("First")
        if phone:
            await page.click("#sheet")
        tools = page.locator(".event-tools")
        await expect(tools).to_have_count(1)
        await expect(tools).to_contain_text("You run First")
        await picture(page, f"11-guests-{phone}")
        if phone:
            await page.click("#sheet")
        await panels.nth(1).locator("summary").click()
        await expect(page.locator("#event .event-strip[open] > summary")).to_contain_text("Second")
        await picture(page, f"12-second-open-{phone}")
        if phone:
            await page.click("#sheet")
        await page.fill("#say", "/create Third starts=2h")
        await page.press("#say", "Enter")
        await expect(tools).to_have_count(2)
        await expect(panels).to_have_count(3)
        first = page.locator(".event-tools", has_text="First")
        if await first.get_attribute("open") is None:
            await first.locator("summary").click()
        await first.get_by_role("button", name="Start now").click()
        await expect(first.get_by_role("button", name="Pause")).to_be_visible()
        await picture(page, f"13-running-{phone}")
        await first.get_by_role("button", name="Cancel it").click()
        await first.get_by_role("button", name="Really cancel it?").click()
        await expect(panels).to_have_count(2)
        await expect(tools).to_have_count(1)
        await expect(tools).to_contain_text("You run Third")
        assert await page.evaluate("document.documentElement.scrollWidth <= innerWidth")
