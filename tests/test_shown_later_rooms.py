"""A card shown after the hand, in the web room: everyone has it in the list of hands, the record and the files."""

from base64 import b64decode
from pathlib import Path

import pytest

from adapters.web.inbound import player_of
from core.poker.verification import check
from tests.house_evening import Json, evening, holes, hurry, settings, words
from tests.test_evening import play_on, two_at_a_table


def files_in(answer: Json) -> list[str]:
    """The texts of the files that came with an answer."""
    return [b64decode(one["source"]).decode() for one in answer["message"]["files"]]


async def test_in_the_web_room_everyone_has_it_in_list_record_steps_and_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    hurry(monkeypatch)
    async with evening(settings(tmp_path)) as here:
        tabs = await two_at_a_table(here, "pause=600")
        watcher = await here.arrive("Cat")
        table = await play_on(here, list(tabs), 1, "fold")
        assert table.deal is not None
        hand = table.deal.hand
        winner = next(seat for seat, live in zip(hand.setup.seats, hand.round.live, strict=True) if live)
        who = next(one.player for one in table.deal.seated if one.seat == winner)
        left, right = holes(table)[who]
        tab = next(one for one in tabs if player_of(one.token) == who)
        answer = await tab.command("/reveal left")
        assert not answer["refused"], words(answer["message"])
        await watcher.until(lambda: left.value in repr(watcher.frames))
        await watcher.socket.send_json({"kind": "history"})
        await watcher.socket.send_json({"kind": "record", "hand_no": 1})
        await watcher.until(lambda: any(frame["kind"] == "record" for frame in watcher.frames))
        (told,) = [frame for frame in watcher.frames if frame["kind"] == "history"]
        assert [seat["cards"] for seat in told["hands"][0]["seats"] if seat["cards"]] == [[left.value]]
        (record,) = [frame["record"] for frame in watcher.frames if frame["kind"] == "record"]
        assert [proof["card"] for proof in record["later"]] == [left.value]
        assert all(one.ok for one in check(record))
        assert left.value in repr(await watcher.command("/hand 1"))
        file = await watcher.command("/hand 1 text")
        assert not file["refused"], words(file["message"])
        (attached,) = files_in(file)
        assert f"shows [{left.value}]" in attached
        assert right.value not in repr(
            [frame for frame in watcher.frames if frame["kind"] in ("record", "history")]
        )
