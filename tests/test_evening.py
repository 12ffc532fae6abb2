"""An evening in the real house over real websockets: hands to the end, bad input, and what nobody may ever see."""

import asyncio
import logging
from pathlib import Path

import pytest
from structlog.testing import capture_logs

from adapters.web.inbound import player_of
from core.cardroom.table import Table
from tests.house_evening import (
    Evening,
    Tab,
    card_in,
    evening,
    holes,
    hurry,
    seat_number,
    settings,
    shown_cards,
    without_draw,
    words,
)


@pytest.fixture(autouse=True)
def _hurried(monkeypatch: pytest.MonkeyPatch) -> None:
    hurry(monkeypatch)


async def two_at_a_table(here: Evening, options: str = "") -> tuple[Tab, Tab]:
    """Ann and Ben sit and play has begun: first whoever is to act, then the other."""
    ann, ben = await here.arrive("Ann"), await here.arrive("Ben")
    for tab, text in ((ann, f"/new {options}"), (ann, "/join"), (ben, "/join"), (ann, "/start")):
        answer = await tab.command(text)
        assert not answer["refused"], words(answer["message"])
    await ann.until(lambda: ann.whispers != {})
    await ben.until(lambda: ben.whispers != {})
    return (ann, ben) if ann.choice("fold") else (ben, ann)


async def play_on(here: Evening, people: list[Tab], hands: int, *moves: str) -> Table:
    """Everyone presses the first of these buttons that they have, once a turn, until so many hands are over.

    It may end earlier: the people can all be broke.
    """
    done: set[str] = set()
    async with asyncio.timeout(40):
        while True:
            table = await here.look()
            if table.hand is None and table.hand_no and (table.hand_no >= hands or table.wait is None):
                return table
            for tab in people:
                choice = tab.choice("fold") if moves == ("allin",) else tab.choice(*moves)
                if choice is not None and (turn := f"{tab.name} {choice['turn']}") not in done:
                    done.add(turn)
                    await (tab.command("/allin") if moves == ("allin",) else tab.press(choice))
            await asyncio.sleep(0.005)


async def test_two_people_and_computers_play_hands_to_the_showdown(tmp_path: Path) -> None:
    async with evening(settings(tmp_path)) as here:
        ann, ben = await here.arrive("Ann"), await here.arrive("Ben")
        for tab, text in (
            (ann, "/new pause=0"),
            (ann, "/join"),
            (ben, "/join"),
            (ann, "/computer station 2"),
            (ann, "/start"),
        ):
            assert not (await tab.command(text))["refused"]
        table = await play_on(here, [ann, ben], 4, "check", "call", "show")
        assert table.issued == 40_000
        await ann.until(lambda: "wins" in ann.feed or "split" in ann.feed)
        await ann.socket.send_json({"kind": "history"})
        await ann.until(lambda: any(frame["kind"] == "history" for frame in ann.frames))
        told = next(frame for frame in ann.frames if frame["kind"] == "history")
        nets = [seat["net"] for hand in told["hands"] for seat in hand["seats"]]
        assert len(nets) >= 2 * table.hand_no
        assert sum(nets) == 0


@pytest.mark.parametrize("moves", [("check", "call", "show"), ("allin",), ("fold",)])
async def test_nobody_is_sent_a_card_that_is_not_theirs_to_see(
    tmp_path: Path,
    capfd: pytest.CaptureFixture[str],
    caplog: pytest.LogCaptureFixture,
    moves: tuple[str, ...],
) -> None:
    """One hand in each room, so that a card's code can only mean that one card."""
    caplog.set_level(logging.DEBUG)
    with capture_logs() as logs:
        async with evening(settings(tmp_path)) as here:
            for room in ("one", "two", "three"):
                here.room = room
                await _one_hand(here, moves)
            told = "".join((await here.get("metrics"))[1] + (await here.get("health"))[1])
    out = capfd.readouterr()
    said = " ".join([told, out.out, out.err, caplog.text, *map(repr, logs)])
    for tab in here.tabs:
        assert tab.token not in said
        for other in here.tabs:
            assert other is tab or other.token not in repr(tab.frames)
    assert not any(name in said for name in ("ace of", "king of", "hole_cards", "<Card."))


async def _one_hand(here: Evening, moves: tuple[str, ...]) -> None:
    tabs = list(await two_at_a_table(here, "pause=600"))
    watcher = await here.arrive("Cat")
    table = await play_on(here, tabs, 1, *moves)
    for tab in (*tabs, watcher):
        await tab.sees("Hand #1:")
        await tab.command("/table")
        await tab.command("/hand 1")
        for frame in (
            {"kind": "history"},
            {"kind": "record", "hand_no": 1},
            {"kind": "locale", "locale": "en"},
        ):
            await tab.socket.send_json(frame)
        await tab.command("/help")
    hands, shown = holes(table), shown_cards(table)
    for tab in (*tabs, watcher):
        sent, own = repr(without_draw(tab.frames)), hands.get(player_of(tab.token), ())
        assert all(card_in(card, sent) for card in own)
        for cards in hands.values():
            for card in cards:
                assert card in own or card in shown or not card_in(card, sent)


BAD_AMOUNTS = [
    ("150", "The minimum is 200 (at most 10,000)"),
    ("20000", "The maximum is 10,000 (at least 200)"),
    ("0", "200 to 10,000"),
    ("-300", "200 to 10,000"),
    ("-1", "200 to 10,000"),
    ("300.5", "whole chips"),
    ("2.333bb", "whole chips"),
    ("lots", "200 to 10,000"),
    ("three hundred", ""),
    ("３００", "300"),
    ("²", ""),
    ("١٢٣", ""),
    ("1e3", "200 to 10,000"),
    ("0x12c", "200 to 10,000"),
    ("9" * 199, "too long"),
    ("9" * 19, "too long"),
    ("nan", "200 to 10,000"),
    ("300; drop", ""),
]


async def test_a_bad_amount_is_answered_with_the_right_numbers_and_changes_nothing(tmp_path: Path) -> None:
    async with evening(settings(tmp_path)) as here:
        actor, _ = await two_at_a_table(here)
        before = await here.look()
        button = actor.choice("raise")
        assert button is not None
        for typed, expected in BAD_AMOUNTS:
            answer = await actor.press(button, argument=typed)
            assert answer["kind"] == "reply", typed
            assert answer["refused"], typed
            assert expected in words(answer["message"]), typed
        typed_out = await actor.command("/raise 150")
        assert "The minimum is 200" in words(typed_out["message"])
        assert await here.look() == before


async def test_what_comes_too_late_out_of_turn_or_twice_changes_nothing(tmp_path: Path) -> None:
    async with evening(settings(tmp_path)) as here:
        actor, other = await two_at_a_table(here)
        stale = actor.choice("call")
        assert stale is not None
        before = await here.look()
        answer = await other.command("/raise 300")
        assert answer["refused"]
        assert f"{actor.name}" in words(answer["message"])
        assert "turn" in words(answer["message"])
        assert await here.look() == before

        assert not (await actor.command("/raise 300", request="the-same-request"))["refused"]
        raised = await here.look()
        again = await actor.command("/raise 300", request="the-same-request")
        assert not again["refused"]
        assert await here.look() == raised != before
        not_yours = await other.command("/call", request="the-same-request")  # it is the actor's own id
        assert not not_yours["refused"]

        called = await here.look()
        late = await actor.press(stale)
        assert late["refused"]
        assert "hand #1" in words(late["message"])
        assert await here.look() == called


async def test_a_seat_is_taken_once_by_one_person(tmp_path: Path) -> None:
    async with evening(settings(tmp_path)) as here:
        ann, ben, cat = [await here.arrive(name) for name in ("Ann", "Ben", "Cat")]
        await ann.command("/new")
        assert not (await ann.command("/join 5000 3"))["refused"]
        before = await here.look()
        twice = await ann.command("/join 5000 4")
        assert twice["refused"]
        assert "seat 3 with 5,000" in words(twice["message"])
        taken = await ben.command("/join 5000 3")
        assert taken["refused"]
        assert "Seat 3 is taken. Seat 1 is free." in words(taken["message"])
        for text, expected in (
            ("/join 1999", "2,000"),
            ("/join 20001", "20,000"),
            ("/join 5000 7", "1 to 6"),
            ("/join 5000 0", "1 to 6"),
            ("/join ５０００", "5000"),
            ("/join 5000 三", ""),
        ):
            answer = await ben.command(text)
            assert answer["refused"], text
            assert expected in words(answer["message"]), text
        assert await here.look() == before

        requests = [{"kind": "command", "request": "at-once-1", "text": "/join 5000 6"}] * 2
        for tab, request in zip((ben, cat), requests, strict=True):
            await tab.socket.send_json(request)
        for tab in (ben, cat):
            await tab.answer("at-once-1")
        table = await here.look()
        seated = [
            tab for tab in (ben, cat) if player_of(tab.token) in {seat.player for seat in table.seats if seat}
        ]
        assert len(seated) == 1
        assert seat_number(table, seated[0]) == 6
        assert table.issued == 10_000


async def test_who_has_no_seat_or_no_table_is_told_so(tmp_path: Path) -> None:
    async with evening(settings(tmp_path)) as here:
        ann = await here.arrive("Ann")
        for text in ("/join", "/raise 5", "/start", "/cards", "/leave", "/hand 1"):
            answer = await ann.command(text)
            assert answer["refused"], text
            assert "No table" in words(answer["message"]), (text, words(answer["message"]))
        await ann.command("/new")
        twice = await ann.command("/new")
        assert twice["refused"]
        cat = await here.arrive("Cat")
        for text, expected in (
            ("/leave", "seat"),
            ("/cards", "seat"),
            ("/fold", "seat"),
            ("/start", "Ann"),
            ("/stop", "Ann"),
            ("/hand 7", "No hand has been finished"),
            ("/nonsense", "nonsense"),
        ):
            answer = await cat.command(text)
            assert answer["refused"], text
            assert expected in words(answer["message"]), text
