"""The page in a real browser: sitting, playing, reloading, keys, languages, widths, and checking a hand."""

import asyncio
import json
import re
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from typing import Any

import pytest
from aiohttp.test_utils import TestServer
from playwright.async_api import Browser, Page, async_playwright, expect

from adapters.messages import (
    Cards,
    Chips,
    Choice,
    ChoiceName,
    Code,
    Line,
    Locale,
    Message,
    Name,
    Piece,
    Role,
    Text,
)
from adapters.web.client import SOCKETS, web_app
from core.ids import PlayerId, RoomId, SeatNo
from tests.chromium import CHROMIUM, needs_chromium
from tests.web_demo import HANDS, ROOM, Script, lobby

pytestmark = needs_chromium

WAIT = 10  # seconds that a real event may take
expect.set_options(timeout=WAIT * 1_000)

Visit = Callable[..., Awaitable[Page]]

WITHOUT_LOCKS = "Object.defineProperty(Navigator.prototype, 'locks', { value: undefined })"
"""What a browser is like on plain http from another computer."""
PHONE: dict[str, Any] = {"viewport": {"width": 390, "height": 844}, "is_mobile": True, "has_touch": True}


@pytest.fixture
async def browser() -> AsyncIterator[Browser]:
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield browser
        await browser.close()


@pytest.fixture
def script() -> Script:
    return Script()


@pytest.fixture
async def server(script: Script) -> AsyncIterator[TestServer]:
    server = TestServer(web_app(script.port))
    await server.start_server()
    script.message_id = await script.port.post(ROOM, lobby(), Locale.EN)
    yield server
    await server.close()


@pytest.fixture
async def visit(browser: Browser, server: TestServer) -> AsyncIterator[Visit]:
    """Opens the page as a new person; at the end no page may have met an error or broken its own policy."""
    complaints: list[str] = []

    async def opened(
        path: str = "/", *, frames: list[str] | None = None, before: str = "", **context: Any
    ) -> Page:
        person = await browser.new_context(**({"locale": "en-US"} | context))
        if before:
            await person.add_init_script(before)
        page = await person.new_page()
        page.set_default_timeout(WAIT * 1_000)
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.on("console", lambda line: complaints.append(line.text) if line.type == "error" else None)
        if frames is not None:
            kept = frames
            page.on(
                "websocket", lambda socket: socket.on("framereceived", lambda frame: kept.append(str(frame)))
            )
        await page.goto(str(server.make_url(path)))
        await expect(page.locator("#people-count")).not_to_be_empty()
        return page

    yield opened
    assert [line for line in complaints if "WebSocket" not in line] == []


async def sit(page: Page, name: str) -> None:
    await page.fill("#name", name)
    await page.press("#name", "Enter")
    await expect(page.locator("#whispers .card")).to_have_count(2)


async def asked(script: Script, command: str, args: str = "") -> None:
    """Wait until the house was asked for this."""
    async with asyncio.timeout(WAIT), script.changed:
        await script.changed.wait_for(
            lambda: any((request.command, request.args) == (command, args) for request in script.asked)
        )


async def test_a_name_is_enough_to_sit_and_play_a_hand_to_its_end(visit: Visit) -> None:
    page = await visit()
    await sit(page, "Ann")
    await expect(page.locator(".table.live .seat.mine .name")).to_have_text("Ann")
    assert await page.get_by_role("img", name="ace of spades").count() == 1
    await expect(page.locator("#sit-form")).to_be_hidden()
    for street in (3, 4, 5):
        await page.click("#whispers [data-name=call]")
        await expect(page.locator(".table.live .boards .face")).to_have_count(street)
        await expect(page.locator(".table.live .boards .place")).to_have_count(5 - street)
    await page.click("#whispers [data-name=call]")
    await expect(page.locator(".table.live .title")).to_contain_text("wins 24,050")
    await expect(page.locator("#whispers button")).to_have_count(0)


async def test_in_an_empty_room_sitting_down_opens_the_table(visit: Visit, script: Script) -> None:
    page = await visit("/r/quiet")
    await page.fill("#name", "Ann")
    await page.press("#name", "Enter")
    await asked(script, "join")
    assert [(request.room, request.command) for request in script.asked] == [
        ("web:quiet", "new"),
        ("web:quiet", "join"),
    ]


async def test_a_reload_in_the_middle_of_a_hand_shows_everything_again(visit: Visit) -> None:
    page = await visit()
    await sit(page, "Ann")
    await page.click("#whispers [data-name=call]")
    await expect(page.locator(".table.live .boards .face")).to_have_count(3)
    await page.reload()
    await expect(page.locator(".table.live .boards .face")).to_have_count(3)
    await expect(page.locator("#whispers [data-card=As]")).to_be_visible()
    await expect(page.locator(".table.live .seat.mine .name")).to_have_text("Ann")


async def test_another_browser_is_never_sent_my_cards(visit: Visit) -> None:
    frames: list[str] = []
    ann = await visit()
    ben = await visit(frames=frames)
    await sit(ann, "Ann")
    await sit(ben, "Ben")
    await ann.click("#whispers [data-name=call]")
    await expect(ben.locator(".table.live .boards .face")).to_have_count(3)
    assert any("whisper" in frame for frame in frames)
    for card in set(HANDS[0]) - {"Qs"}:
        assert not any(f'"{card}"' in frame for frame in frames)
    assert await ben.locator(".table.live .back").count() > 0


async def test_several_tabs_are_several_players(visit: Visit) -> None:
    one = await visit()
    await sit(one, "Ann")
    two = await one.context.new_page()
    await two.goto(one.url)
    await expect(two.locator("#name")).to_have_value("Ann")
    await sit(two, "Ann again")
    await expect(two.locator("#whispers [data-card='7h']")).to_be_visible()


@pytest.mark.parametrize("before", ["", WITHOUT_LOCKS], ids=["locks", "signs of life"])
async def test_a_new_tab_is_the_player_of_a_closed_one_and_of_no_open_one(visit: Visit, before: str) -> None:
    closed = await visit(before=before)
    await sit(closed, "Ann")
    room, url = closed.context, closed.url
    async with closed.expect_event("close"):
        await closed.close(run_before_unload=True)
    pages = [await room.new_page(), await room.new_page()]
    await asyncio.gather(*(page.goto(url) for page in pages))
    for page in pages:
        await expect(page.locator("#people-count")).to_have_text("2 here")
        await expect(page.locator(".table.live .seat .name").last).to_have_text("Ann")
    mine = [await page.locator(".seat.mine").count() for page in pages]
    assert sorted(mine) == [0, 1]
    ann, other = sorted(pages, key=lambda page: mine[pages.index(page)], reverse=True)
    await expect(ann.locator("#whispers [data-card=As]")).to_be_visible()
    await expect(ann.locator("#rename")).to_have_value("Ann")
    await sit(other, "Ben")
    await expect(other.locator("#whispers [data-card='7h']")).to_be_visible()
    for page, name in ((ann, "Ann"), (other, "Ben")):
        await page.reload()
        await expect(page.locator(".table.live .seat.mine .name")).to_have_text(name)


def seat(number: int, player: PlayerId | None, name: str, chips: int, *more: Piece, marks: str = "") -> Line:
    pieces = (Name(name=name, player=player), Chips(amount=chips), *more)
    return Line(role=Role.SEAT, pieces=pieces, seat=SeatNo(number), marks=tuple(marks.split()))


async def test_whoever_has_lost_everything_is_offered_to_buy_in_again(visit: Visit, script: Script) -> None:
    page = await visit()
    await sit(page, "Ann")
    (ann,) = script.seats
    title = Line(role=Role.TITLE, pieces=(Text(key="lobby"),))
    cards = Choice(name=ChoiceName.CARDS, label=(Text(key="choice.cards"),))
    join = Choice(name=ChoiceName.JOIN, label=(Text(key="choice.join"),))
    form = page.locator("#again")

    async def shown(chips: int, *choices: Choice) -> None:
        message = Message(lines=(title, seat(1, ann, "Ann", chips)), choices=(choices,))
        await script.port.post(ROOM, message, Locale.EN)
        await expect(page.locator(".table.live .seat.mine .chips")).to_have_text(f"{chips:,}")

    await shown(0, cards)
    await expect(form).to_be_hidden()
    await shown(0)
    await expect(form.get_by_role("button", name="Buy in again")).to_be_visible()
    script.asked.clear()
    await form.get_by_role("button").click()
    await asked(script, "join")
    script.asked.clear()
    await script.port.whisper(ROOM, ann, "hand", Message(lines=(title,), choices=((join,),)))
    await page.locator("#whispers [data-name=join]").wait_for()
    await shown(0)
    await expect(form).to_be_hidden()
    await page.locator("#whispers [data-name=join]").click()
    await asked(script, "join")
    await shown(500)
    await script.port.whisper(ROOM, ann, "hand", None)
    await expect(page.locator("#whispers button")).to_have_count(0)
    await expect(form).to_be_hidden()


async def test_on_a_phone_the_raise_field_is_in_sight_as_soon_as_it_opens(visit: Visit) -> None:
    page = await visit(**PHONE)
    await sit(page, "Ann")
    await page.click("#whispers [data-name=call]")
    await expect(page.locator(".table.live .boards .face")).to_have_count(3)
    await page.click("#whispers [data-name=raise]")
    await expect(page.locator("#raise-words")).to_contain_text("Raise to 500–10,000")
    for part in ("#amount", "#raise-form .primary"):
        await expect(page.locator(part)).to_be_in_viewport(ratio=1)
    await page.fill("#amount", "400")
    await page.press("#amount", "Enter")
    await expect(page.locator("#raise-words .refusal")).to_be_visible()
    for part in ("#amount", "#raise-form .primary"):
        await expect(page.locator(part)).to_be_in_viewport(ratio=1)


async def test_on_a_phone_the_moves_keep_clear_of_the_cards(visit: Visit, script: Script) -> None:
    page = await visit(**PHONE)
    await sit(page, "Ann")
    (ann,) = script.seats
    short = script.private(ann)
    lines = tuple(each for each in short.lines if each.role in (Role.HAND, Role.ACTOR))[::2]
    await script.port.whisper(ROOM, ann, "hand", Message(lines=lines, choices=short.choices))
    await expect(page.locator("#whispers .pot")).to_have_count(0)
    card = await page.locator("#whispers .card").first.bounding_box()
    move = await page.locator("#whispers [data-name=fold]").bounding_box()
    assert card is not None
    assert move is not None
    assert move["y"] >= card["y"] + card["height"] + 6


async def test_on_a_phone_names_and_large_bets_are_whole(visit: Visit, script: Script) -> None:
    page = await visit(**PHONE)
    bet, backs = Text(key="pot.total", numbers={"chips": 1_000_000}), Cards(backs=2)
    lines = (
        Line(role=Role.TITLE, pieces=(Text(key="lobby"),)),
        seat(1, None, "Kingfisher", 1_000_000, bet, backs, marks="button small_blind"),
        seat(2, None, "Kittiwake", 1_000_000, bet, backs, marks="big_blind"),
    )
    await script.port.post(ROOM, Message(lines=lines), Locale.EN)
    await expect(page.locator(".table.live .seat")).to_have_count(2)
    for part in await page.locator(".seat, .seat .name, .seat .did, .seat .held").all():
        room = "part => [part.scrollWidth - part.clientWidth, part.scrollHeight - part.clientHeight]"
        assert max(await part.evaluate(room)) <= 1


async def test_a_root_takes_one_line_and_is_whole_for_whoever_wants_it(visit: Visit, script: Script) -> None:
    page = await visit()
    root = "3f8a901c77d2be45" * 4
    lines = (Line(role=Role.NOTE, pieces=(Text(key="deck.next"), Code(text=root))),)
    await script.port.post(ROOM, Message(lines=lines), Locale.EN)
    code = page.locator("code.root")
    await expect(code).to_have_text(root)
    await expect(code).to_have_attribute("title", root)
    cut = "code => code.scrollWidth > code.clientWidth"
    assert await code.evaluate(cut)
    await code.click()
    assert not await code.evaluate(cut)
    assert await page.evaluate("getSelection().toString()") == root


async def test_a_refused_raise_shows_the_legal_range_and_stays_open(visit: Visit, script: Script) -> None:
    page = await visit()
    await sit(page, "Ann")
    await page.click("#whispers [data-name=raise]")
    await expect(page.locator("#raise-words .choice-row button")).to_have_count(5)
    await expect(page.locator("#raise-words")).to_contain_text("Raise to 500–10,000")
    await page.fill("#amount", "400")
    await page.press("#amount", "Enter")
    await expect(page.locator("#raise-words .refusal")).to_contain_text("Minimum is 500")
    await expect(page.locator("#raise-words .choice-row button")).to_have_count(5)
    await expect(page.locator("#amount")).to_be_focused()
    await expect(page.locator("#amount")).to_have_attribute("aria-invalid", "true")
    await page.fill("#amount", "800")
    await page.press("#amount", "Enter")
    await expect(page.locator("#raise-form")).to_be_hidden()
    await asked(script, "raise", "800")


async def test_a_hand_can_be_played_with_the_keyboard_alone(visit: Visit, script: Script) -> None:
    page = await visit()
    await page.keyboard.press("Tab")
    await expect(page.locator(".skip")).to_be_focused()
    await page.keyboard.press("Enter")
    await page.keyboard.press("Tab")
    while not await page.evaluate("document.activeElement.id === 'name'"):
        await page.keyboard.press("Tab")
    await page.keyboard.type("Fran Cr")
    assert script.asked == []
    await page.keyboard.press("Enter")
    await expect(page.locator("#whispers .card")).to_have_count(2)
    await page.locator("#feed").focus()
    await page.keyboard.press("r")
    await expect(page.locator("#amount")).to_be_focused()
    await page.keyboard.type("fcr")
    await page.keyboard.press("Escape")
    await expect(page.locator("#raise-form")).to_be_hidden()
    assert await page.evaluate("document.activeElement !== document.body")
    await page.keyboard.press("c")
    await asked(script, "call")
    await page.keyboard.press("f")
    await asked(script, "fold")
    assert not {request.args for request in script.asked} - {""}


async def test_typing_to_the_room_never_makes_a_move(visit: Visit, script: Script) -> None:
    page = await visit()
    await sit(page, "Ann")
    await page.locator("#feed").focus()
    await page.keyboard.press("/")
    await expect(page.locator("#say")).to_have_value("/")
    await page.fill("#say", "")
    await page.keyboard.type("call? raise? fold!")
    await page.keyboard.press("Enter")
    await expect(page.locator(".chat .said")).to_have_text("call? raise? fold!")
    assert [request.command for request in script.asked] == ["join"]
    await page.locator("#shortcuts").uncheck()
    await page.locator("#feed").focus()
    await page.keyboard.press("f")
    await page.fill("#say", "/raise 60")
    await page.keyboard.press("Enter")
    await asked(script, "raise", "60")
    assert [request.command for request in script.asked] == ["join", "raise"]


async def test_a_move_typed_without_the_slash_is_a_move(visit: Visit, script: Script) -> None:
    page = await visit()
    await sit(page, "Ann")
    for text in ("fold, you fox", "call me later"):
        await page.fill("#say", text)
        await page.keyboard.press("Enter")
        await expect(page.locator(".chat .said").last).to_have_text(text)
    assert [request.command for request in script.asked] == ["join"]
    for text, *move in (
        ("raise 300", "raise", "300"),
        ("Check", "check"),
        ("call", "call"),
        ("allin", "allin"),
        ("fold", "fold"),
    ):
        await page.fill("#say", text)
        await page.keyboard.press("Enter")
        await asked(script, *move)
    await expect(page.locator(".chat")).to_have_count(2)


async def test_what_people_type_is_shown_as_text_and_never_run(visit: Visit) -> None:
    ann, ben = await visit(), await visit()
    evil = "<img src=x onerror=alert(1)>"
    await sit(ben, evil)
    await ben.fill("#say", f"<script>alert(1)</script>{evil}")
    await ben.press("#say", "Enter")
    await expect(ann.locator(".chat .said")).to_have_text(f"<script>alert(1)</script>{evil}")
    await expect(ann.locator(".chat .name")).to_have_text(evil)
    await expect(ann.locator(".table.live .seat .name").last).to_have_text(evil)
    assert await ann.locator("#feed img, #feed script").count() == 0


async def test_the_language_can_be_switched_in_the_middle_of_a_hand(visit: Visit) -> None:
    page = await visit(locale="zh-TW")
    await expect(page.locator("#sit-form button")).to_have_text("入座")
    await sit(page, "小美")
    await page.select_option("#language", "zh-Hans")
    await expect(page.locator("#whispers [data-name=raise] .label")).to_have_text("加注…")
    await expect(page.locator("#whispers [data-name=fold] .label")).to_have_text("弃牌")
    await expect(page.locator(".table.live .title")).to_contain_text("翻牌前")
    await expect(page.locator("html")).to_have_attribute("lang", "zh-Hans")
    await page.reload()
    await expect(page.locator("#whispers [data-name=fold] .label")).to_have_text("弃牌")


@pytest.mark.parametrize("scheme", ["light", "dark"])
async def test_a_narrow_phone_shows_everything_without_scrolling_sideways(visit: Visit, scheme: str) -> None:
    page = await visit(
        viewport={"width": 360, "height": 640}, is_mobile=True, has_touch=True, color_scheme=scheme
    )
    await sit(page, "A name that is long for a narrow phone")
    for opened in (False, True):
        if opened:
            await page.click("#sheet")
            await expect(page.locator("#history")).to_be_visible()
        assert await page.evaluate("document.documentElement.scrollWidth") == 360
        for element in await page.locator("button:visible, input:visible").all():
            box = await element.bounding_box()
            assert box is not None
            assert box["x"] >= 0
            assert box["x"] + box["width"] <= 360
    for move in ("fold", "call", "raise"):
        await expect(page.locator(f"#whispers [data-name={move}]")).to_be_in_viewport(ratio=1)


async def test_who_wants_no_motion_gets_none(visit: Visit) -> None:
    page = await visit(reduced_motion="reduce")
    await sit(page, "Ann")
    moving = "document.getAnimations().length"
    await page.click("#whispers [data-name=call]")
    await expect(page.locator(".table.live .boards .fresh")).to_have_count(3)
    assert await page.evaluate(moving) == 0


async def test_every_control_has_a_name_and_turns_are_called_out(visit: Visit) -> None:
    page = await visit()
    await sit(page, "Ann")
    await expect(page.locator("#urgent")).to_contain_text("Your turn")
    await expect(page.locator("#urgent")).to_contain_text("ace of spades, queen of diamonds")
    assert (await page.title()).startswith("●")
    await page.click("#whispers [data-name=call]")
    await expect(page.locator("#polite")).to_contain_text("queen of spades, seven of diamonds, two of clubs")
    tree = await page.locator("body").aria_snapshot()
    assert not re.findall(
        r"^\s*- (?:button|textbox|combobox|checkbox|link)(?:\s*\[[^\]]*\])*:?$", tree, re.MULTILINE
    )
    for role, name in (("main", "Table and chat"), ("complementary", "Only you see this")):
        assert f'- {role} "{name}"' in tree


async def test_older_hands_stay_in_the_feed_closed(visit: Visit) -> None:
    page = await visit()
    await sit(page, "Ann")
    await page.fill("#say", "/start")
    await page.press("#say", "Enter")
    await expect(page.locator(".table.live .title")).to_contain_text("Hand #4")
    old = page.locator("details.table.old")
    await expect(old).to_have_count(1)
    await expect(old.locator(".seats")).to_be_hidden()
    await old.locator("summary").click()
    await expect(old.locator(".seats")).to_be_visible()
    assert await old.locator("button").count() == 0


async def test_a_past_hand_is_checked_in_the_browser(visit: Visit) -> None:
    page = await visit()
    await page.click("#history summary")
    await page.click("[data-verify='2']")
    await expect(page.locator(".verdict.sound")).to_be_visible()
    checks = await page.locator(".findings .ok").evaluate_all(
        "found => found.map(each => each.dataset.check)"
    )
    assert {"digest", "cut", "cards", "link"} <= set(checks)
    await expect(page.locator(".findings .bad")).to_have_count(0)


async def test_a_past_hand_with_another_card_fails_its_check(visit: Visit, script: Script) -> None:
    honest = script.port.record

    async def swapped(room: RoomId, player: PlayerId, hand_no: int) -> Mapping[str, Any] | None:
        record: dict[str, Any] = json.loads(json.dumps(await honest(room, player, hand_no)))
        record["cards"][0]["card"] = "Ah" if record["cards"][0]["card"] != "Ah" else "Ad"
        return record

    script.port.record = swapped
    page = await visit()
    await page.click("#history summary")
    await page.click("[data-verify='1']")
    await expect(page.locator(".verdict.unsound")).to_be_visible()
    await expect(page.locator(".findings [data-check=cards].bad")).to_be_visible()


async def test_what_is_pressed_without_a_connection_is_sent_when_it_is_back(
    visit: Visit, script: Script, server: TestServer
) -> None:
    page = await visit()
    await sit(page, "Ann")
    pressed = page.evaluate(
        """new Promise((done) => new MutationObserver((_, watcher) => {
            if (!document.body.classList.contains("lost")) return;
            watcher.disconnect();
            document.querySelector("#whispers [data-name=call]").click();
            done(document.querySelector("#status").textContent);
        }).observe(document.body, { attributes: true }))"""
    )
    watching = asyncio.ensure_future(pressed)
    await page.evaluate("1")  # the watcher is in place
    assert server.app is not None
    sockets = server.app[SOCKETS]
    for socket in tuple(sockets):
        await socket.close()
    assert "Reconnecting" in await watching
    await asked(script, "call")
    await expect(page.locator(".table.live .boards .face")).to_have_count(3)
    assert sum(request.command == "call" for request in script.asked) == 1
