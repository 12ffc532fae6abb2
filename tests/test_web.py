"""The web room's protocol over real sockets: what a browser may send, what it is sent, and what it never is."""

import asyncio
import json
import re
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass
from html.parser import HTMLParser
from typing import Any

import pytest
from aiohttp import ClientWebSocketResponse, WSMsgType, WSServerHandshakeError
from aiohttp.test_utils import TestClient, TestServer

from adapters.messages import (
    Cards,
    Chips,
    Delivery,
    Line,
    Locale,
    Message,
    Name,
    Picture,
    Reply,
    Request,
    Role,
)
from adapters.web import feeds
from adapters.web.client import STATIC, chrome, web_app
from adapters.web.feeds import Listener
from adapters.web.inbound import BadFrame, parse, player_of, room_of
from adapters.web.pieces import drawn, drawn_piece, written_chips
from adapters.web.visit import BURST, MOST_STRIKES, Allowance
from core.ids import PlayerId
from core.poker.cards import parse_cards
from tests.web_demo import HANDS, ROOM, Script, cards_in, lobby, say

ANN, BEN = "a" * 64, "b" * 64
WAIT = 5  # seconds that a real event may take


@dataclass(slots=True, kw_only=True)
class Tab:
    """One browser tab: a socket, and every frame it was sent."""

    socket: ClientWebSocketResponse
    token: str
    frames: list[dict[str, Any]]

    async def send(self, **frame: Any) -> None:
        await self.socket.send_json(frame)

    async def press(self, name: str, request: str = "request-1", **more: Any) -> None:
        await self.send(kind="press", request=request, name=name, **more)

    async def frame(self, kind: str) -> dict[str, Any]:
        """The next frame of this kind; those before it are kept as well."""
        async with asyncio.timeout(WAIT):
            while True:
                frame = json.loads(await self.socket.receive_str())
                self.frames.append(frame)
                if frame["kind"] == kind:
                    return dict(frame)

    def text(self) -> str:
        """All that this tab has ever been sent."""
        return json.dumps(self.frames, ensure_ascii=False)


Open = Callable[..., Awaitable[Tab]]


@pytest.fixture
def script() -> Script:
    return Script()


@pytest.fixture
async def client(script: Script) -> AsyncIterator[TestClient[Any, Any]]:
    async with TestClient(TestServer(web_app(script.port))) as client:
        yield client


@pytest.fixture
def open_tab(client: TestClient[Any, Any]) -> Open:
    async def opened(token: str = ANN, name: str = "Ann", **more: Any) -> Tab:
        tab = Tab(socket=await client.ws_connect("/ws"), token=token, frames=[])
        await tab.send(
            **({"kind": "hello", "token": token, "name": name, "locale": "en", "room": "lobby"} | more)
        )
        await tab.frame("feed")
        return tab

    return opened


async def test_the_page_may_run_its_own_files_and_nothing_else(client: TestClient[Any, Any]) -> None:
    for path in ("/", "/r/friday-night", "/static/room.js", "/nowhere"):
        answer = await client.get(path)
        policy = answer.headers["Content-Security-Policy"]
        assert "script-src 'self';" in policy
        assert "unsafe" not in policy
        assert "default-src 'none'" in policy
        assert "frame-ancestors 'none'" in policy
        assert answer.headers["Referrer-Policy"] == "no-referrer"
        assert answer.headers["X-Content-Type-Options"] == "nosniff"
    assert (await client.get("/r/Not%20A%20Room")).status == 404
    assert (await client.get("/static/../client.py")).status == 404


def test_the_page_holds_no_script_no_style_and_no_foreign_address() -> None:
    found: list[str] = []

    class Reader(HTMLParser):
        def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
            names = dict(attrs)
            if tag == "style" or (tag == "script" and "src" not in names):
                found.append(tag)
            found.extend(name for name in names if name == "style" or name.startswith("on"))
            found.extend(value for name in ("src", "href") if (value := names.get(name)) and "//" in value)

    Reader().feed((STATIC / "index.html").read_text(encoding="utf-8"))
    assert found == []
    for path in STATIC.glob("*.js"):
        assert not re.search(
            r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\(", path.read_text()
        )


async def test_a_file_that_has_not_changed_is_not_sent_again(client: TestClient[Any, Any]) -> None:
    first = await client.get("/static/room.css")
    assert first.status == 200
    again = await client.get("/static/room.css", headers={"If-None-Match": first.headers["ETag"]})
    assert again.status == 304


async def test_the_page_has_its_words_in_every_language(client: TestClient[Any, Any]) -> None:
    english = chrome(Locale.EN)
    slots = {key: sorted(re.findall(r"\{\w+\}", text)) for key, text in english.items()}
    for locale in Locale:
        texts = await (await client.get(f"/texts/{locale.value}.json")).json()
        assert {key: sorted(re.findall(r"\{\w+\}", text)) for key, text in texts.items()} == slots
    assert (await client.get("/texts/xx.json")).status == 404


def test_every_word_the_page_asks_for_is_there_and_no_other() -> None:
    sources = "".join(path.read_text() for path in STATIC.iterdir() if path.suffix in (".js", ".html"))
    asked = set(re.findall(r'\bsay\("([a-z0-9_.]+)"', sources))
    asked |= set(re.findall(r'data-(?:text|label|placeholder)="([a-z0-9_.]+)"', sources))
    asked |= set(re.findall(r'say\(\w+(?:\.\w+)? \? "([a-z0-9_.]+)" : "([a-z0-9_.]+)"', sources)[0])
    asked |= set(re.findall(r'"(event\.[a-z_]+)"', sources))
    asked |= {"verify.ok", "verify.bad"}
    families = ("rank.", "suit.", "mark.", "puck.", "check.", "error.", "sit.enter_")
    known = set(chrome(Locale.EN))
    assert asked - known == set()
    assert {key for key in known - asked if not key.startswith(families)} == set()


async def test_a_newcomer_is_shown_the_feed_in_the_order_it_was_said(script: Script, open_tab: Open) -> None:
    ann = await open_tab()
    await script.port.post(ROOM, lobby(), Locale.EN)
    await ann.frame("post")
    await ann.send(kind="chat", request="chat-0001", text="hello")
    await ann.frame("chat")
    ben = await open_tab(BEN, "Ben")
    entries = ben.frames[-1]["entries"]
    assert [entry["kind"] for entry in entries] == ["post", "chat"]
    assert entries[0]["message"]["lines"][0]["pieces"][0]["text"] == "Friday table"
    assert entries[1]["text"] == "hello"


async def test_an_edit_replaces_a_message_and_a_forgotten_one_is_posted_again(
    script: Script, open_tab: Open
) -> None:
    ann = await open_tab()
    first = await script.port.post(ROOM, lobby(), Locale.EN)
    assert (await ann.frame("post"))["id"] == first
    assert await script.port.edit(ROOM, first, lobby(), Locale.EN) == first
    assert (await ann.frame("edit"))["id"] == first
    again = await script.port.edit(ROOM, "0123456789ab", lobby(), Locale.EN)
    assert again not in (first, "0123456789ab")
    assert (await ann.frame("post"))["id"] == again


async def test_each_browser_reads_in_its_own_language_and_may_change_it(
    script: Script, open_tab: Open
) -> None:
    await script.port.post(ROOM, lobby(), Locale.EN)
    ann = await open_tab(locale="zh-Hant")
    assert "週五牌桌" in ann.text()
    await ann.press("join")
    await ann.frame("whisper")
    await ann.send(kind="locale", locale="zh-Hans")
    assert "周五牌桌" in json.dumps(await ann.frame("feed"), ensure_ascii=False)
    assert "你有：一对皇后" in json.dumps(await ann.frame("whisper"), ensure_ascii=False)


async def test_nobody_is_sent_the_cards_of_another(script: Script, open_tab: Open) -> None:
    ann, ben = await open_tab(), await open_tab(BEN, "Ben")
    await ann.press("join")
    await ben.press("join")
    for number in range(4):
        await ann.press("call", f"request-call-{number}")
        await ann.frame("reply")
    for tab in (ann, ben):
        await tab.send(kind="locale", locale="en")
        await tab.frame("feed")
    watcher = await open_tab("c" * 64, "Cat")
    mine, others = set(HANDS[0]), set(HANDS[1])
    shown = cards_in(script.public())
    assert all(card in ann.text() for card in mine)
    assert all(card in ben.text() for card in others)
    for tab, secret in ((ann, others), (ben, mine), (watcher, mine | others)):
        for card in secret - shown:
            assert f'"{card}"' not in tab.text()


async def test_the_id_that_others_see_does_not_open_the_seat(script: Script, open_tab: Open) -> None:
    ann, ben = await open_tab(), await open_tab(BEN, "Ben")
    await ann.press("join")
    await ann.frame("whisper")
    await ben.send(kind="chat", request="chat-0001", text="hi")
    await ben.frame("chat")
    assert ANN not in ben.text()
    seen = next(person["player"] for person in ben.frames[1]["people"] if person["name"] == "Ann")
    assert seen == player_of(ANN)
    thief = await open_tab(seen.removeprefix("web:").ljust(64, "0"), "Thief")
    assert not any(frame["kind"] == "whisper" for frame in thief.frames)
    assert player_of(thief.token) != player_of(ANN)


async def test_a_reload_in_the_middle_of_a_hand_brings_the_cards_back(open_tab: Open) -> None:
    ann = await open_tab()
    await ann.press("join")
    await ann.frame("whisper")
    await ann.socket.close()
    again = await open_tab()
    assert [entry["kind"] for entry in again.frames[0]["entries"]] == ["post", "post"]
    whisper = await again.frame("whisper")
    assert whisper["message"]["lines"][1]["pieces"][1]["cards"] == list(HANDS[0])


async def test_after_a_restart_the_table_is_there_before_the_dealer_speaks(
    script: Script, open_tab: Open
) -> None:
    script.seats[player_of(ANN)] = "Ann"  # as an earlier process had left it
    ann = await open_tab()
    [entry] = ann.frames[-1]["entries"]
    assert entry["message"]["lines"][0]["pieces"][0]["text"] == "Hand #3"
    assert await script.port.edit(ROOM, "0123456789ab", lobby(), Locale.EN) == entry["id"]
    assert (await ann.frame("edit"))["id"] == entry["id"]
    assert await script.port.post(ROOM, lobby(), Locale.EN) != entry["id"]


async def test_a_press_becomes_a_request_with_the_turn_of_its_button(script: Script, open_tab: Open) -> None:
    ann = await open_tab(locale="zh-Hant")
    turn = {"table": "07demo", "hand_no": 3, "action_no": 9}
    await ann.press("raise", "1234-abcd-5678", argument="800", turn=turn)
    await ann.frame("reply")
    player = player_of(ANN)
    [asked] = script.asked
    assert asked == Request(
        request_id=f"{player}:1234-abcd-5678",
        room=ROOM,
        player=player,
        name="Ann",
        command="raise",
        args="800",
        locale=Locale.ZH_HANT,
        turn=asked.turn,
    )
    assert asked.turn is not None
    assert (asked.turn.table, asked.turn.hand_no, asked.turn.action_no) == ("07demo", 3, 9)


@pytest.mark.parametrize(
    ("typed", "command", "args"),
    [
        ("/raise 1.2k", "raise", "1.2k"),
        ("/Raise   to\t60 ", "raise", "to 60"),
        ("／加注 ６０", "加注", "６０"),
        ("/fold", "fold", ""),
        ("/", "", ""),
    ],
)
async def test_a_typed_command_is_split_at_its_first_space(
    script: Script, open_tab: Open, typed: str, command: str, args: str
) -> None:
    ann = await open_tab()
    await ann.send(kind="command", request="command-1", text=typed)
    await ann.frame("reply")
    assert [(asked.command, asked.args) for asked in script.asked] == [(command, args)]


async def test_a_request_sent_twice_is_asked_under_one_id(script: Script, open_tab: Open) -> None:
    ann = await open_tab()
    await ann.press("join")
    await ann.socket.close()
    again = await open_tab()
    await again.press("join")
    await again.frame("reply")
    assert len({asked.request_id for asked in script.asked}) == 1


async def test_a_refusal_is_told_to_the_asker_alone(open_tab: Open) -> None:
    ann, ben = await open_tab(), await open_tab(BEN, "Ben")
    await ann.press("raise", argument="400")
    reply = await ann.frame("reply")
    assert reply["refused"] is True
    assert reply["request"] == "request-1"
    assert "Minimum is 500" in reply["message"]["lines"][0]["pieces"][0]["text"]
    await ben.send(kind="history")
    await ben.frame("history")
    assert "Minimum" not in ben.text()


@pytest.mark.parametrize(
    ("sent", "what"),
    [
        ("{", "bad_json"),
        ("[" * 3_000, "bad_json"),
        ("1e999", "bad_frame"),
        ("null", "bad_frame"),
        ("[]", "bad_frame"),
        ('{"kind": "secrets"}', "bad_frame"),
        ('{"kind": "press", "name": "fold"}', "bad_frame"),
        ('{"kind": "press", "name": "shuffle", "request": "request-1"}', "bad_frame"),
        ('{"kind": "press", "name": "fold", "request": "request-1", "player": "web:x"}', "bad_frame"),
        ('{"kind": "chat", "request": "request-1", "text": " \\u0000 "}', "bad_frame"),
        ('{"kind": "record", "hand_no": -1}', "bad_frame"),
        ('{"kind": "record", "hand_no": 1e300}', "bad_frame"),
        ('{"kind": "hello", "token": "' + "d" * 64 + '", "room": "lobby"}', "bad_frame"),
        ('{"kind": "chat", "text": "' + "x" * 5_000 + '"}', "too_large"),
        (b"\x00\x01", "bad_frame"),
    ],
)
async def test_a_bad_frame_is_answered_and_the_connection_stays(
    script: Script, open_tab: Open, sent: str | bytes, what: str
) -> None:
    ann = await open_tab()
    if isinstance(sent, bytes):
        await ann.socket.send_bytes(sent)
    else:
        await ann.socket.send_str(sent)
    error = await ann.frame("error")
    assert error["what"] == what
    assert f"error.{what}" in chrome(Locale.EN)
    assert script.asked == []
    await ann.press("join", "request-2")
    assert (await ann.frame("reply"))["request"] == "request-2"


def test_an_error_names_the_request_it_is_about_when_it_can_be_read() -> None:
    with pytest.raises(BadFrame) as caught:
        parse('{"kind": "press", "request": "request-1", "name": "shuffle"}')
    assert caught.value.request == "request-1"
    with pytest.raises(BadFrame) as caught:
        parse('{"kind": "press", "request": "<script>", "name": "fold"}')
    assert caught.value.request is None


@pytest.mark.parametrize(
    "first",
    [
        {"kind": "history"},
        {"kind": "hello", "token": "short", "room": "lobby"},
        {"kind": "hello", "token": ANN, "room": "../lobby"},
        {"kind": "hello", "token": ANN, "room": "lobby\n"},
    ],
)
async def test_who_does_not_say_hello_is_told_and_let_go(
    client: TestClient[Any, Any], first: dict[str, str]
) -> None:
    socket = await client.ws_connect("/ws")
    await socket.send_json(first)
    assert (await socket.receive_json(timeout=WAIT))["kind"] == "error"
    assert (await socket.receive(timeout=WAIT)).type is WSMsgType.CLOSE
    assert socket.close_code == 1008


async def test_too_many_frames_are_refused_and_far_too_many_end_the_visit(
    script: Script, open_tab: Open
) -> None:
    ann = await open_tab()
    for number in range(BURST + 5):
        await ann.press("cards", f"request-{number}")
    error = await ann.frame("error")
    assert error["what"] == "too_fast"
    assert BURST <= len(script.asked) < BURST + 5
    for number in range(2 * MOST_STRIKES):
        if ann.socket.closed:
            break
        await ann.press("cards", f"request-more-{number}")
    while not ann.socket.closed:
        await ann.socket.receive(timeout=WAIT)
    assert ann.socket.close_code == 1008


def test_an_allowance_grows_back_with_time_but_not_above_the_burst() -> None:
    allowance = Allowance(at=100.0)
    assert all(allowance.spend(100.0) for _ in range(BURST))
    assert not allowance.spend(100.0)
    assert allowance.spend(101.0)
    assert sum(allowance.spend(10_000.0) for _ in range(2 * BURST)) == BURST


async def test_the_websocket_is_for_pages_of_this_host(script: Script) -> None:
    app = web_app(script.port, origins=frozenset({"https://poker.example"}))
    async with TestClient(TestServer(app)) as client:
        own = str(client.make_url("")).rstrip("/")
        for origin in (own, "https://poker.example"):
            socket = await client.ws_connect("/ws", origin=origin)
            await socket.close()
        for origin in ("https://evil.example", "null", own + ".evil.example", "http://127.0.0.1:1"):
            with pytest.raises(WSServerHandshakeError) as refused:
                await client.ws_connect("/ws", origin=origin)
            assert refused.value.status == 403


async def test_what_is_said_is_heard_in_its_room_once_and_as_it_was_typed(open_tab: Open) -> None:
    ann, ben = await open_tab(), await open_tab(BEN, "<b>*_@everyone")
    elsewhere = await open_tab("c" * 64, "Cat", room="other")
    said = "<img src=x onerror=alert(1)> *_`@everyone"
    for _ in range(2):
        await ben.send(kind="chat", request="chat-0001", text=said)
        await ben.frame("reply")
    await ben.send(kind="chat", request="chat-0002", text="second")
    heard = [await ann.frame("chat"), await ann.frame("chat")]
    assert [(chat["text"], chat["name"]) for chat in heard] == [
        (said, "<b>*_@everyone"),
        ("second", "<b>*_@everyone"),
    ]
    await elsewhere.send(kind="history")
    await elsewhere.frame("history")
    assert not any(frame["kind"] == "chat" for frame in elsewhere.frames)


async def test_who_has_no_name_is_asked_for_one_before_speaking(open_tab: Open) -> None:
    ann = await open_tab(name="")
    await ann.send(kind="chat", request="chat-0001", text="hello")
    assert (await ann.frame("error"))["what"] == "name_first"
    await ann.send(kind="name", name="  Ann\n ")
    await ann.send(kind="chat", request="chat-0001", text="hello")
    assert (await ann.frame("chat"))["name"] == "Ann"


async def test_the_people_of_a_room_are_listed_as_they_come_and_go(open_tab: Open) -> None:
    ann = await open_tab()
    await ann.frame("people")
    ben = await open_tab(BEN, "Ben")
    assert [person["name"] for person in (await ann.frame("people"))["people"]] == ["Ann", "Ben"]
    await ben.socket.close()
    assert [person["name"] for person in (await ann.frame("people"))["people"]] == ["Ann"]


async def test_a_whisper_goes_to_every_tab_of_its_player_and_can_be_taken_away(
    script: Script, open_tab: Open
) -> None:
    one, two, ben = await open_tab(), await open_tab(), await open_tab(BEN, "Ben")
    secret = Message(lines=(Line(role=Role.HAND, pieces=(Cards(cards=parse_cards("AsQd")),)),))
    assert await script.port.whisper(ROOM, player_of(ANN), "hand", secret) is Delivery.DELIVERED
    for tab in (one, two):
        assert (await tab.frame("whisper"))["message"]["lines"][0]["pieces"][0]["cards"] == ["As", "Qd"]
    await script.port.whisper(ROOM, player_of(ANN), "hand", None)
    assert (await one.frame("whisper"))["message"] is None
    await one.send(kind="locale", locale="zh-Hans")
    await one.frame("feed")
    await one.send(kind="history")
    await one.frame("history")
    assert sum(frame["kind"] == "whisper" for frame in one.frames) == 2
    await ben.send(kind="history")
    await ben.frame("history")
    assert "As" not in ben.text()
    assert await script.port.whisper(ROOM, PlayerId("web:nobody"), "hand", secret) is Delivery.CLOSED


async def test_a_failure_in_the_house_is_told_without_its_reasons(script: Script, open_tab: Open) -> None:
    async def broken(request: Request) -> Reply:
        raise RuntimeError("the deck is As Kd Qc")

    ann = await open_tab()
    script.port.run = broken
    await ann.press("fold")
    assert await ann.frame("error") == {"kind": "error", "what": "failed", "request": "request-1"}
    await ann.send(kind="history")
    await ann.frame("history")
    assert "deck" not in ann.text()


async def test_past_hands_are_listed_newest_first_and_given_out_whole(open_tab: Open) -> None:
    ann, watcher = await open_tab(), await open_tab("c" * 64, "Cat")
    await ann.press("join")
    await ann.frame("whisper")
    await ann.send(kind="history")
    hands = (await ann.frame("history"))["hands"]
    assert [hand["hand_no"] for hand in hands] == [2, 1]
    assert [len(board) for board in hands[0]["boards"]] == [5]
    assert [(seat["name"], seat["net"], len(seat["cards"]), seat["own"]) for seat in hands[0]["seats"]] == [
        ("Bob", -300, 0, False),
        ("<b>*_Ted", 600, 2, False),
        ("小美", -300, 2, True),
    ]
    await watcher.send(kind="record", hand_no=2)
    record = (await watcher.frame("record"))["record"]
    assert record["hand_no"] == 2
    assert "own" not in record
    await watcher.send(kind="record", hand_no=99)
    assert await watcher.frame("record") == {"kind": "record", "hand_no": 99, "record": None}


async def test_a_browser_too_slow_to_listen_holds_nobody_up(script: Script) -> None:
    slow = Listener(room=ROOM, player=player_of(ANN), name="Ann", locale=Locale.EN)
    await script.port.arrive(slow)
    message_id = await script.port.post(ROOM, lobby(), Locale.EN)
    assert not slow.too_slow.is_set()
    for _ in range(feeds.MOST_WAITING):
        await script.port.edit(ROOM, message_id, lobby(), Locale.EN)
    assert slow.too_slow.is_set()


async def test_an_empty_room_without_a_table_is_forgotten(script: Script, open_tab: Open) -> None:
    ann = await open_tab()
    tab = await open_tab(BEN, "Ben", room="passing-by")
    await tab.send(kind="chat", request="chat-0001", text="anyone?")
    await tab.frame("reply")
    assert room_of("passing-by") in script.port.feeds
    await tab.socket.close()
    await ann.send(kind="history")
    await ann.frame("history")
    assert room_of("passing-by") not in script.port.feeds


@pytest.mark.parametrize(
    ("chips", "written"),
    [
        (Chips(amount=12_000), "12,000"),
        (Chips(amount=0), "0"),
        (Chips(amount=50, signed=True), "+50"),
        (Chips(amount=-4_000, signed=True), "−4,000"),
        (Chips(amount=0, signed=True), "0"),
    ],
)
def test_chips_are_written_in_thousands_with_a_real_minus(chips: Chips, written: str) -> None:
    assert written_chips(chips) == written


def test_a_player_sees_their_own_name_marked() -> None:
    name = Name(name="Ann", player=player_of(ANN))
    assert drawn_piece(name, Locale.EN, say, player_of(ANN))["you"] is True
    assert drawn_piece(name, Locale.EN, say, player_of(BEN))["you"] is False
    assert drawn_piece(Name(name="Ann"), Locale.EN, say, player_of(ANN))["you"] is False


def test_a_picture_comes_with_the_words_that_say_the_same() -> None:
    picture = Picture(png=b"\x89PNG", alt=(Name(name="Ann"),))
    frame = drawn(Message(lines=(), picture=picture), Locale.EN, say, player_of(ANN))
    assert frame["picture"]["source"] == "data:image/png;base64,iVBORw=="
    assert frame["picture"]["alt"][0]["name"] == "Ann"
