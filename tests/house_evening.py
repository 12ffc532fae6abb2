"""The real house on a real Valkey, and people in it with real websockets: for tests of a whole evening."""

import asyncio
import json
import re
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from aiohttp import ClientSession, ClientWebSocketResponse, WSMsgType

from adapters import live_messages, table_commands
from adapters.stakes import table_options
from adapters.web import visit
from adapters.web.inbound import player_of
from bot.settings import Settings
from bot.wiring import Running, open_house
from core.cardroom.table import Table, chips_at, seat_of
from core.ids import CommunityId, RoomId
from core.options import TableOptions
from core.poker.cards import Card

WAIT = 20  # seconds that a real event may take
Json = dict[str, Any]
_numbers = count(1)


def hurry(monkeypatch: pytest.MonkeyPatch, pause: int | None = None) -> None:
    """Computers think for no time, a run-out is shown at once, and people may press as fast as a test does.

    `pause` is in seconds between two hands, whatever is asked for.
    """

    def quick(given: dict[str, str]) -> TableOptions:
        options = replace(table_options(given), computer_ms=5)
        return options if pause is None else replace(options, pause_seconds=pause)

    monkeypatch.setattr(table_commands, "table_options", quick)
    monkeypatch.setattr(live_messages, "STREET_SECONDS", 0.0)
    monkeypatch.setattr(visit, "A_SECOND", 10_000)


def settings(folder: Path, **more: Any) -> Settings:
    """Everything as usual, on any free port, with its data in a folder."""
    return Settings(_env_file=None, RIVERBOT_DATA=folder, WEB_PORT=0, **more)


@dataclass(slots=True, kw_only=True)
class Tab:
    """One browser tab: a socket, every frame it was sent, and what its private pane shows."""

    socket: ClientWebSocketResponse
    name: str
    token: str
    frames: list[Json] = field(default_factory=list)
    whispers: dict[str, Json] = field(default_factory=dict)
    news: asyncio.Event = field(default_factory=asyncio.Event)
    reader: asyncio.Task[None] = field(init=False)

    def __post_init__(self) -> None:
        self.reader = asyncio.create_task(self._read())

    async def until(self, done: Callable[[], bool]) -> None:
        """Wait for a frame after which it is so."""
        async with asyncio.timeout(WAIT):
            while not done():
                await self.news.wait()
                self.news.clear()

    async def ask(self, *, request: str = "", **frame: Any) -> Json:
        """Send a frame with a request id, and wait for its answer."""
        request = request or f"request-{next(_numbers)}"
        before = len(self.frames)
        await self.socket.send_json({"request": request, **frame})
        return await self.answer(request, before)

    async def answer(self, request: str, after: int = 0) -> Json:
        """What the asker alone was told, after so many frames."""
        await self.until(lambda: any(one.get("request") == request for one in self.frames[after:]))
        return next(one for one in self.frames[after:] if one.get("request") == request)

    async def sees(self, text: str) -> None:
        """Wait for public words."""
        await self.until(lambda: text in self.feed)

    async def command(self, text: str, **more: Any) -> Json:
        """Type a command."""
        return await self.ask(kind="command", text=text, **more)

    async def press(self, choice: Json, **more: Any) -> Json:
        """Press a button of a message, perhaps with another argument."""
        button = {key: choice[key] for key in ("name", "argument", "turn")}
        return await self.ask(kind="press", **{**button, **more})

    def choice(self, *names: str) -> Json | None:
        """The first of these buttons that the private pane has."""
        there = [choice for shown in self.whispers.values() for row in shown["choices"] for choice in row]
        found = {choice["name"]: choice for choice in reversed(there) if not choice["argument"]}
        return next((found[name] for name in names if name in found), None)

    @property
    def feed(self) -> str:
        """All public words that this tab was sent."""
        return " ".join(words(frame["message"]) for frame in self.frames if frame["kind"] in ("post", "edit"))

    @property
    def table(self) -> str:
        """The newest public words."""
        shown = [frame["message"] for frame in self.frames if frame["kind"] in ("post", "edit")]
        return words(shown[-1]) if shown else ""

    async def _read(self) -> None:
        async for message in self.socket:
            if message.type is WSMsgType.TEXT:
                frame: Json = json.loads(message.data)
                self.frames.append(frame)
                if frame["kind"] == "whisper":
                    if frame["message"] is None:
                        self.whispers.pop(frame["topic"], None)
                    else:
                        self.whispers[frame["topic"]] = frame["message"]
                self.news.set()
        self.news.set()


def words(message: Json | None) -> str:
    """The words of a message as the page has them."""
    pieces = [piece for line in (message or {"lines": []})["lines"] for piece in line["pieces"]]
    return " ".join(str(piece.get("text", piece.get("name", ""))) for piece in pieces)


async def arrive(session: ClientSession, url: str, name: str, *, room: str = "lobby", token: str = "") -> Tab:
    """Somebody opens the page at this address."""
    token = token or name.lower().ljust(32, "0")
    socket = await session.ws_connect(url.replace("http", "ws") + "ws")
    tab = Tab(socket=socket, name=name, token=token)
    await socket.send_json({"kind": "hello", "token": token, "name": name, "locale": "en", "room": room})
    await tab.until(lambda: any(frame["kind"] == "feed" for frame in tab.frames))
    return tab


@dataclass(slots=True, kw_only=True)
class Evening:
    """An open house, its room, and who is in it."""

    running: Running
    session: ClientSession
    room: str = "lobby"
    tabs: list[Tab] = field(default_factory=list)

    async def arrive(self, name: str, *, token: str = "") -> Tab:
        """Somebody opens the page."""
        tab = await arrive(self.session, self.running.url, name, room=self.room, token=token)
        self.tabs.append(tab)
        return tab

    async def look(self) -> Table:
        """The room's table as Redis has it; every chip is where it should be."""
        room, house = RoomId(f"web:{self.room}"), self.running.house
        table_id = await house.table_in(room, CommunityId(room))
        assert table_id is not None
        table = await house.look(table_id)
        assert chips_at(table) == table.issued
        return table

    async def get(self, path: str) -> tuple[int, str]:
        """A page of the house: status and text."""
        async with self.session.get(self.running.url + path) as answer:
            return answer.status, await answer.text()


@asynccontextmanager
async def evening(made: Settings, room: str = "lobby") -> AsyncIterator[Evening]:
    """The house is open while the block runs."""
    async with open_house(made) as running, ClientSession() as session:
        here = Evening(running=running, session=session, room=room)
        yield here
        for tab in here.tabs:
            await tab.socket.close()
            await tab.reader


def holes(table: Table) -> dict[str, tuple[Card, ...]]:
    """The cards of everyone in the last hand, by the id of the player."""
    deal = table.deal
    assert deal is not None
    seated = {int(one.seat): one.player for one in deal.seated}
    return {
        seated[seat]: hole for seat, hole in zip(deal.hand.setup.seats, deal.hand.dealt.holes, strict=True)
    }


def shown_cards(table: Table) -> set[Card]:
    """Hole cards that were tabled for everyone."""
    deal = table.deal
    assert deal is not None
    pairs = zip(deal.hand.dealt.holes, deal.hand.ending.shown, strict=True)
    return {card for hole, shown in pairs if shown for card in hole}


def card_in(card: Card, text: str) -> bool:
    """Whether a card is anywhere in a text, as a word of its own."""
    return re.search(rf"(?<![A-Za-z0-9]){card.value}(?![A-Za-z0-9])", text) is not None


def without_draw(document: Any) -> Any:
    """Frames without the cards of the draw for the button: those are of another deck than the hand's."""
    match document:
        case {"pieces": [{"key": "feed.draw" | "feed.draw_again"}, *_]}:
            return None
        case dict():
            return {key: without_draw(part) for key, part in document.items()}
        case list():
            return [without_draw(part) for part in document]
        case other:
            return other


def seat_number(table: Table, tab: Tab) -> int:
    """Where a tab's player sits."""
    number = seat_of(table, player_of(tab.token))
    assert number is not None
    return number
