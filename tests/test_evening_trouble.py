"""An evening in the real house when what keeps the tables fails: clear answers, nothing changed, and it goes on."""

import os
import signal
from pathlib import Path
from urllib.parse import urlsplit

import pytest
import redis.asyncio as redis

from adapters.web import visit
from bot.wiring import open_house
from core.cardroom.table import Table
from core.ids import TableId
from tests.house_evening import Evening, Tab, evening, hurry, settings, words
from tests.redis_faults import Raw, kill, mortal_server, revive

AWAY = "The dealer cannot reach the table book"


@pytest.fixture(autouse=True)
def _hurried(monkeypatch: pytest.MonkeyPatch) -> None:
    hurry(monkeypatch)
    monkeypatch.setattr(visit, "AGAIN_SECONDS", 0.05)


async def begun(here: Evening) -> tuple[Tab, Tab]:
    """Ann and Ben play: first whoever is to act, then the other."""
    ann, ben = await here.arrive("Ann"), await here.arrive("Ben")
    for tab, text in ((ann, "/new"), (ann, "/join"), (ben, "/join"), (ann, "/start")):
        assert not (await tab.command(text))["refused"]
    await ann.until(lambda: ann.whispers != {})
    await ben.until(lambda: ben.whispers != {})
    return (ann, ben) if ann.choice("fold") else (ben, ann)


async def table_key(raw: Raw, table: TableId) -> str:
    """Where the table is kept."""
    (key,) = [key async for key in raw.scan_iter(f"*:table:{table}")]
    return str(key)


async def test_a_table_of_another_schema_is_neither_guessed_nor_changed(tmp_path: Path) -> None:
    async with (
        evening(settings(tmp_path)) as here,
        redis.Redis.from_url(f"unix://{tmp_path}/valkey.sock", decode_responses=True) as client,
    ):
        raw: Raw = client
        actor, _ = await begun(here)
        table = await here.look()
        key = await table_key(raw, table.id)
        good = await raw.hgetall(key)
        newer = {"d": good["d"].replace('"schema":1', '"schema":2', 1), "v": str(int(good["v"]) + 1)}
        await raw.hset(key, mapping=newer)
        answer = await actor.command("/raise 300")
        assert answer["refused"]
        assert AWAY in words(answer["message"])
        assert (await raw.hgetall(key)) == good | newer
        assert (await here.get("health"))[0] == 200

        await raw.hset(key, mapping=good)
        assert not (await actor.command("/raise 300"))["refused"]


async def test_redis_goes_and_comes_back(tmp_path: Path) -> None:
    async with (
        mortal_server(tmp_path) as server,
        evening(settings(tmp_path / "none", REDIS_URL=server.url)) as here,
    ):
        actor, other = await begun(here)
        before = await here.look()
        kill(server)
        answer = await actor.command("/raise 300")
        assert answer["refused"]
        assert AWAY in words(answer["message"])
        status, said = await here.get("health")
        assert (status, said) == (503, '{"store": "away"}')
        assert "riverbot_store_up 0.0" in (await here.get("metrics"))[1]
        other_tab = await here.arrive(other.name, token=other.token)  # a reload
        await revive(server)
        assert await here.look() == before
        assert not (await actor.command("/raise 300"))["refused"]
        await other_tab.until(lambda: other_tab.choice("call") is not None)
        assert not (await other_tab.command("/call"))["refused"]
        assert (await here.get("health"))[0] == 200


async def test_a_page_that_was_opened_while_redis_was_away_is_shown_everything_later(tmp_path: Path) -> None:
    """In a process that has not shown the room anything yet."""
    async with mortal_server(tmp_path) as server:
        made = settings(tmp_path / "none", REDIS_URL=server.url)
        async with evening(made) as here:
            actor, _ = await begun(here)
            name, token = actor.name, actor.token
        async with evening(made) as here:
            kill(server)
            tab = await here.arrive(name, token=token)
            assert tab.frames[0]["entries"] == []
            await tab.until(lambda: any(frame["kind"] == "error" for frame in tab.frames))
            await revive(server)
            await tab.until(lambda: tab.choice("fold") is not None)
            assert "Hand #1" in tab.feed


async def test_the_embedded_server_is_started_again_when_it_dies(tmp_path: Path) -> None:
    async with evening(settings(tmp_path)) as here:
        actor, other = await begun(here)
        before = await here.look()
        async with redis.Redis.from_url(f"unix://{tmp_path}/valkey.sock") as raw:
            os.kill((await raw.info("server"))["process_id"], signal.SIGKILL)
        answer = await actor.command("/raise 300")
        if answer["refused"]:  # it took longer than a request waits
            assert AWAY in words(answer["message"])
            assert not (await actor.command("/raise 300"))["refused"]
        after: Table = await here.look()
        assert (after.id, after.hand_no, after.issued) == (before.id, before.hand_no, before.issued)
        await other.until(lambda: other.choice("call") is not None)
        assert not (await other.command("/call"))["refused"]


async def test_a_port_that_is_taken_is_said_plainly(tmp_path: Path) -> None:
    async with evening(settings(tmp_path / "one")) as here:
        taken = urlsplit(here.running.url).port
        made = settings(tmp_path / "two").model_copy(update={"web_port": taken})
        with pytest.raises(OSError, match="address already in use"):
            async with open_house(made):
                raise AssertionError("it opened")
