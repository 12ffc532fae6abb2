"""Tournaments on the real house through the page's websocket, without a browser."""

from pathlib import Path
from typing import Any

import pytest

from tests.house_evening import Tab, arrive, evening, hurry, settings


def places(tab: Tab) -> set[str]:
    """The rooms that the private pane leads to."""
    lines = [line for shown in tab.whispers.values() for line in shown["lines"]]
    return {piece["room"] for line in lines for piece in line["pieces"] if piece["t"] == "place"}


def heads(tab: Tab) -> list[dict[str, Any]]:
    """The messages in the newest feed that say how a tournament stands, oldest first."""
    feed = next(frame for frame in reversed(tab.frames) if frame["kind"] == "feed")
    posts = [entry["message"] for entry in feed["entries"] if entry["kind"] == "post"]
    told = [one for one in posts if one.get("event")]
    return [one for one in told if any(each["name"] == "players" for row in one["choices"] for each in row)]


async def test_after_a_restart_a_player_finds_the_tournament_and_the_way_to_their_table(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    hurry(monkeypatch)
    async with evening(settings(tmp_path)) as here:
        ann, ben = await here.arrive("Ann"), await here.arrive("Ben")
        assert not (await ann.command("/create Friday seats=2 max=2 buyin=0"))["refused"]
        for tab in (ann, ben):
            assert not (await tab.command("/register"))["refused"]
        await ann.until(lambda: places(ann) == {"web:lobby~1"})
        await ben.until(lambda: places(ben) == {"web:lobby~1"})
    async with evening(settings(tmp_path)) as here:
        ann, cid = await here.arrive("Ann"), await here.arrive("Cid")
        await ann.until(lambda: places(ann) == {"web:lobby~1"})
        assert len(heads(cid)) == 1
        there = await arrive(here.session, here.running.url, "Ann", room="lobby~1")
        here.tabs.append(there)
        await there.until(lambda: there.choice("fold", "check", "call", "plan", "sitout") is not None)
        assert len(heads(there)) == 1
        await cid.command("/standings")
        assert places(cid) == set()


async def test_after_a_restart_the_running_tournament_is_there_beside_a_newer_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    hurry(monkeypatch)
    async with evening(settings(tmp_path)) as here:
        ann, ben = await here.arrive("Ann"), await here.arrive("Ben")
        assert not (await ann.command("/create First seats=2 max=2 buyin=0"))["refused"]
        for tab in (ann, ben):
            assert not (await tab.command("/register"))["refused"]
        await ann.until(lambda: places(ann) == {"web:lobby~1"})
        assert not (await ben.command("/create Second starts=1h"))["refused"]
    async with evening(settings(tmp_path)) as here:
        cid = await here.arrive("Cid")
        assert [one["lines"][0]["pieces"][0]["name"] for one in heads(cid)] == ["First", "Second"]
