"""The `riverbot` process dies in the middle of a hand, in every way, and the hand goes on: same turn, same cards."""

import asyncio
import os
import signal
import subprocess
import sys
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeVar

import pytest
import redis.asyncio as redis
from aiohttp import ClientSession

from bot import valkey_process
from bot.valkey import ValkeyUnavailable
from core.cardroom.table import Table, chips_at
from core.documents import read_table
from tests.house_evening import WAIT, Tab, arrive, words
from tests.redis_faults import Raw

try:
    valkey_process.find_binary()
except ValkeyUnavailable as missing:
    pytest.skip(str(missing), allow_module_level=True)

T = TypeVar("T")
ROOT = Path(__file__).parents[1]
BROKEN = """
import sys
from bot.clock import Clock

async def run(self):
    raise RuntimeError("a fault")

Clock.run = run
from bot.__main__ import main
sys.exit(main(["run"]))
"""


@dataclass(slots=True, kw_only=True)
class Bot:
    """A `riverbot run` on a data folder."""

    folder: Path
    process: subprocess.Popen[str] = field(init=False)
    url: str = ""

    def start(self, *command: str) -> None:
        """Start it, and do not wait."""
        kept = {name: os.environ[name] for name in ("PATH", "HOME", "LANG") if name in os.environ}
        self.process = subprocess.Popen(
            [sys.executable, *(command or ("-m", "bot", "run"))],
            cwd=self.folder.parent,
            env={**kept, "PYTHONPATH": str(ROOT), "RIVERBOT_DATA": str(self.folder), "WEB_PORT": "0"},
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )

    async def opened(self) -> None:
        """Wait until it says where it is."""
        assert self.process.stdout is not None
        async with asyncio.timeout(WAIT):
            line = "Another"
            while line.startswith("Another"):  # process has the folder, it says: to whoever reads
                line = await asyncio.to_thread(self.process.stdout.readline)
        assert line.startswith("The table is at http"), self.end()
        self.url = line.split()[4]

    def end(self, number: int = signal.SIGKILL) -> tuple[int, str]:
        """Send it a signal and wait: its exit status, and what it said on standard error."""
        self.process.send_signal(number)
        _, said = self.process.communicate(timeout=WAIT)
        return self.process.returncode, said


@dataclass(slots=True, kw_only=True)
class Play:
    """A data folder, the processes on it, and people in their rooms."""

    folder: Path
    session: ClientSession
    bots: list[Bot] = field(default_factory=list)
    tabs: list[Tab] = field(default_factory=list)

    async def open(self) -> Bot:
        """One more process."""
        bot = Bot(folder=self.folder)
        bot.start()
        self.bots.append(bot)
        await bot.opened()
        return bot

    async def arrive(self, bot: Bot, name: str) -> Tab:
        """Somebody opens the page of a process."""
        tab = await arrive(self.session, bot.url, name)
        self.tabs.append(tab)
        return tab

    async def begun(self, bot: Bot, other: Bot | None = None) -> tuple[Tab, Tab]:
        """Ann and Ben play, Ben perhaps at another process: first whoever is to act, then the other."""
        ann, ben = await self.arrive(bot, "Ann"), await self.arrive(other or bot, "Ben")
        for tab, text in ((ann, "/new"), (ann, "/join"), (ben, "/join"), (ann, "/start")):
            assert not (await tab.command(text))["refused"]
        await ann.until(lambda: ann.whispers != {})
        hand = (await self.table()).hand
        assert hand is not None
        first = hand.setup.seats[hand.waiting_for[0]]
        return (ann, ben) if first == 1 else (ben, ann)

    async def table(self) -> Table:
        """As it is kept; every chip is where it should be."""

        async def look(raw: Raw) -> Table:
            (key,) = [key async for key in raw.scan_iter("*:table:*")]
            return read_table(await raw.hget(key, "d"))

        table = await self._behind(look)
        assert chips_at(table) == table.issued == 20_000
        return table

    async def lease_ends(self) -> None:
        """Nobody holds the right to speak in the web rooms."""

        async def delete(raw: Raw) -> None:
            for key in [key async for key in raw.scan_iter("*:lease:web")]:
                await raw.delete(key)

        await self._behind(delete)

    async def _behind(self, do: Callable[[Raw], Awaitable[T]]) -> T:
        """Behind the back of the processes; while their server changes hands it is tried again."""
        async with asyncio.timeout(WAIT):
            while True:
                with suppress(redis.RedisError, OSError):
                    async with redis.Redis.from_url(f"unix://{self.folder}/valkey.sock") as raw:
                        return await do(raw)
                await asyncio.sleep(0.02)


@pytest.fixture
async def play(tmp_path: Path) -> AsyncIterator[Play]:
    async with ClientSession() as session:
        play = Play(folder=tmp_path / "data", session=session)
        yield play
        for bot in play.bots:
            if bot.process.poll() is None:
                bot.end()
        for tab in play.tabs:
            await tab.socket.close()
            await tab.reader


def private(tab: Tab) -> list[str]:
    """The words and cards in a tab's private pane, countdowns left out."""
    pieces = [piece for shown in tab.whispers.values() for line in shown["lines"] for piece in line["pieces"]]
    return [str(piece.get("cards", piece.get("text"))) for piece in pieces if piece["t"] != "countdown"]


@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGTERM, signal.SIGINT])
async def test_a_hand_goes_on_after_a_restart_at_the_same_turn_with_the_same_cards(
    play: Play, how: signal.Signals
) -> None:
    actor, other = await play.begun(await play.open())
    assert not (await actor.command("/raise 300"))["refused"]
    await other.until(lambda: other.choice("call") is not None)
    before, seen = await play.table(), private(other)
    status, said = play.bots[0].end(how)
    assert status == (-signal.SIGKILL if how == signal.SIGKILL else 0)
    assert "Traceback" not in said
    assert all(name not in said for name in ("hole", "secret", "<Card"))

    bot = await play.open()
    assert await play.table() == before
    again = await play.arrive(bot, other.name)
    await again.until(lambda: again.choice("call") is not None)
    assert private(again) == seen
    late = await play.arrive(bot, actor.name)
    assert (await late.command("/fold"))["refused"]
    choice = again.choice("call")
    assert choice is not None
    assert not (await again.press(choice))["refused"]
    after = await play.table()
    assert after.hand is not None
    assert after.hand.dealt.holes == before.hand.dealt.holes if before.hand else False
    assert len(after.hand.dealt.boards[0]) == 3


async def test_two_processes_share_a_table_and_the_one_that_is_left_goes_on(play: Play) -> None:
    first, second = await play.open(), await play.open()
    actor, other = await play.begun(first, second)
    assert not (await actor.command("/raise 300"))["refused"]
    assert (await actor.command("/call"))["refused"]
    answer = await other.command("/raise 900")
    assert not answer["refused"], words(answer["message"])
    assert not (await actor.command("/call"))["refused"]
    before = await play.table()
    first.end()
    left = next(tab for tab in (actor, other) if tab.name == "Ben")
    async with asyncio.timeout(WAIT):
        while True:
            await asyncio.sleep(0.05)
            answer = await left.command("/cards")
            if not answer["refused"]:
                break
    assert await play.table() == before
    await play.lease_ends()
    ann = await play.arrive(second, "Ann")
    assert "flop" in words(ann.frames[0]["entries"][0]["message"])
    hand = before.hand
    assert hand is not None
    acting = ann if hand.setup.seats[hand.waiting_for[0]] == 1 else left
    waiting = left if acting is ann else ann
    assert not (await acting.command("/check"))["refused"]
    await waiting.until(lambda: waiting.choice("check") is not None)
    assert not (await waiting.command("/check"))["refused"]
    await left.sees("Hand #1 · turn")
    await ann.sees("Hand #1 · turn")


def test_what_goes_wrong_while_it_runs_is_logged_with_its_place(tmp_path: Path) -> None:
    bot = Bot(folder=tmp_path / "data")
    bot.start("-c", BROKEN)
    _, said = bot.process.communicate(timeout=WAIT)
    assert bot.process.returncode == 2
    assert "Riverbot has stopped: RuntimeError" in said
    assert 'raise RuntimeError("a fault")' in said or "in run" in said
    assert "could not start" not in said
