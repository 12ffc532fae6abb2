"""Tournaments in the web room's protocol: pages of a hall's parts, what is seen there, and what one person is told."""

import json
from typing import Any

import pytest
from aiohttp.test_utils import TestClient

from adapters.messages import (
    Choice,
    ChoiceName,
    Delivery,
    Line,
    Locale,
    Message,
    Moment,
    Name,
    Place,
    Role,
    Text,
)
from adapters.web.inbound import player_of
from adapters.web.pieces import drawn_piece
from core.ids import PlayerId, RoomId
from tests.test_web import ANN, BEN, Open, client, open_tab, script
from tests.web_demo import ROOM, Script, lobby, say

__all__ = ["client", "open_tab", "script"]
EVENT = "07-k3f9mp"
SECOND = RoomId("web:lobby~2")


def event_message(name: str = "Friday", event: str = EVENT) -> Message:
    """What a hall is told of its tournament, and without an `event` of one that is over."""
    title = Line(role=Role.TITLE, pieces=(Name(name=name), Text(key="tourney.sample")))
    button = Choice(name=ChoiceName.PLAYERS, argument=event, label=(Text(key="stakes"),))
    return Message(lines=(title,), choices=((button,),) if event else ())


def moved() -> Message:
    """What one player is told of their new seat."""
    line = Line(role=Role.NOTE, pieces=(Place(room=SECOND, name="Table 2"),))
    return Message(lines=(line,))


@pytest.fixture(autouse=True)
def words(monkeypatch: pytest.MonkeyPatch) -> None:
    """The script's texts have one more."""
    monkeypatch.setitem(say.__globals__["TEXTS"], "tourney.sample", dict.fromkeys(Locale, "sample"))


@pytest.mark.parametrize(
    ("path", "status"),
    [
        ("/r/lobby~2", 200),
        ("/r/friday-night~112", 200),
        ("/r/lobby%7E2", 200),
        ("/r/lobby~0", 404),
        ("/r/lobby~", 404),
        ("/r/~2", 404),
        ("/r/lobby~2~3", 404),
        ("/r/lobby~1000", 404),
    ],
)
async def test_a_part_of_a_hall_has_a_page_of_its_own(
    client: TestClient[Any, Any], path: str, status: int
) -> None:
    assert (await client.get(path)).status == status


async def test_what_is_said_in_a_part_stays_there(script: Script, open_tab: Open) -> None:
    hall, part = await open_tab(), await open_tab(BEN, "Ben", room="lobby~2")
    await part.send(kind="chat", request="chat-0001", text="nice hand")
    await part.frame("chat")
    await script.port.post(SECOND, lobby(), Locale.EN)
    await part.frame("post")
    await hall.send(kind="history")
    await hall.frame("history")
    assert not {"chat", "post"} & {frame["kind"] for frame in hall.frames}


async def test_a_tournaments_message_is_seen_in_the_hall_and_in_each_of_its_parts(
    script: Script, open_tab: Open
) -> None:
    hall, part = await open_tab(), await open_tab(BEN, "Ben", room="lobby~2")
    elsewhere = await open_tab("c" * 64, "Cat", room="other~2")
    posted = await script.port.post(ROOM, event_message(), Locale.EN)
    for tab in (hall, part):
        frame = await tab.frame("post")
        assert (frame["id"], frame["message"]["event"]) == (posted, True)
    await script.port.edit(ROOM, posted, event_message("Saturday"), Locale.EN)
    for tab in (hall, part):
        frame = await tab.frame("edit")
        assert frame["id"] == posted
        assert frame["message"]["lines"][0]["pieces"][0]["name"] == "Saturday"
    later = await open_tab("d" * 64, "Dan", room="lobby~7")
    assert [entry["id"] for entry in later.frames[-1]["entries"]] == [posted]
    await elsewhere.send(kind="history")
    await elsewhere.frame("history")
    assert "Friday" not in elsewhere.text()


async def test_a_table_of_the_hall_is_not_seen_in_its_parts(script: Script, open_tab: Open) -> None:
    hall, part = await open_tab(), await open_tab(BEN, "Ben", room="lobby~2")
    await script.port.post(ROOM, lobby(), Locale.EN)
    assert "event" not in (await hall.frame("post"))["message"]
    await part.send(kind="history")
    await part.frame("history")
    assert not any(frame["kind"] == "post" for frame in part.frames)
    later = await open_tab("d" * 64, "Dan", room="lobby~2")
    assert later.frames[-1]["entries"] == []


async def test_who_is_moved_is_told_in_whatever_part_of_the_hall_they_have_open(
    script: Script, open_tab: Open
) -> None:
    hall, old = await open_tab(), await open_tab(room="lobby~1")
    other, elsewhere = await open_tab(BEN, "Ben", room="lobby~1"), await open_tab(room="other")
    told = await script.port.whisper(ROOM, player_of(ANN), f"{EVENT}:12", moved())
    assert told is Delivery.DELIVERED
    for tab in (hall, old):
        frame = await tab.frame("whisper")
        assert frame["message"]["lines"][0]["pieces"] == [
            {"t": "place", "room": "web:lobby~2", "text": "Table 2"}
        ]
    for tab in (other, elsewhere):
        await tab.send(kind="history")
        await tab.frame("history")
        assert "Table 2" not in tab.text()
    assert await script.port.whisper(ROOM, PlayerId("web:nobody"), f"{EVENT}:12", moved()) is Delivery.CLOSED


async def test_the_newest_word_of_a_tournament_takes_the_place_of_the_one_before(
    script: Script, open_tab: Open
) -> None:
    ann = await open_tab()
    await script.port.whisper(ROOM, player_of(ANN), f"{EVENT}:12", moved())
    first = await ann.frame("whisper")
    await script.port.whisper(ROOM, player_of(ANN), f"{EVENT}:15", event_message())
    assert (await ann.frame("whisper"))["topic"] == first["topic"]
    await ann.send(kind="locale", locale="zh-Hant")
    await ann.frame("feed")
    await ann.send(kind="history")
    await ann.frame("history")
    assert sum(frame["kind"] == "whisper" for frame in ann.frames) == 3


async def test_the_cards_of_a_table_are_whispered_in_its_own_part_alone(
    script: Script, open_tab: Open
) -> None:
    hall, part = await open_tab(), await open_tab(room="lobby~2")
    await script.port.whisper(SECOND, player_of(ANN), "07k3f9mp:4", lobby())
    await part.frame("whisper")
    await hall.send(kind="history")
    await hall.frame("history")
    assert not any(frame["kind"] == "whisper" for frame in hall.frames)


async def test_after_a_restart_the_tournament_is_there_before_anybody_speaks_of_it(
    script: Script, open_tab: Open
) -> None:
    async def events_now(room: RoomId) -> tuple[Message, ...]:
        return (event_message("As it is"),) if room == ROOM else ()

    script.port.events_now = events_now
    part = await open_tab(room="lobby~2")
    [entry] = part.frames[-1]["entries"]
    assert entry["message"]["event"] is True
    await script.port.post(ROOM, lobby(), Locale.EN)
    assert await script.port.edit(ROOM, "0123456789ab", event_message("News"), Locale.EN) == entry["id"]
    assert (await part.frame("edit"))["id"] == entry["id"]
    assert await script.port.post(ROOM, event_message("Next"), Locale.EN) != entry["id"]


async def test_after_a_restart_every_open_tournament_is_there_and_each_is_kept_up_to_date_where_it_stands(
    script: Script, open_tab: Open
) -> None:
    async def events_now(room: RoomId) -> tuple[Message, ...]:
        return event_message("Running"), event_message("Announced", "07-second")

    script.port.events_now = events_now
    # The newer one has been spoken of before anybody is there.
    known = await script.port.edit(ROOM, "0123456789ab", event_message("Announced", "07-second"), Locale.EN)
    hall = await open_tab()
    first, second = [entry["id"] for entry in hall.frames[-1]["entries"]]
    assert first == known
    later = await open_tab(BEN, "Ben")
    assert [entry["id"] for entry in later.frames[-1]["entries"]] == [first, second]
    assert await script.port.edit(ROOM, "fedcba987654", event_message("Running", ""), Locale.EN) == second


def test_a_moment_comes_as_a_number_for_the_readers_clock_with_words_for_all_others() -> None:
    piece = drawn_piece(Moment(at=1_796_472_000_000, zone="Asia/Taipei"), Locale.EN, say, player_of(ANN))
    assert (piece["t"], piece["at"]) == ("moment", 1_796_472_000_000)
    assert "Taipei" in piece["text"]
    assert json.dumps(piece)
