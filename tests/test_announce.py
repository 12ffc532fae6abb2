"""What a room is shown of its table: one message a hand, edited in place, in order, and the newest view only."""

import pytest

from adapters.messages import ChoiceName, Code, Message
from core.actions import Leave, SitOut
from core.host_actions import CloseTable, PauseTable
from core.ids import PlayerId, RoomId
from core.options import TableOptions
from core.poker.actions import Call, ChooseRuns, Fold, RaiseTo
from core.store import Store
from tests.announcing import LOBBY, Scene, scene, telling
from tests.keeper import Keeper, Naps, plain, until
from tests.redis_faults import Raw

pytest_plugins = ["tests.redis_server"]


@pytest.fixture
async def table(store: Store, raw: Raw) -> Scene:
    return await scene(store, raw)


@pytest.fixture
def port() -> Keeper:
    return Keeper()


def names(message: Message) -> set[ChoiceName]:
    return {choice.name for row in message.choices for choice in row}


async def test_a_hand_has_one_message_that_is_edited_in_place(table: Scene, port: Keeper) -> None:
    async with telling(table, port):
        await table.seat("Ann", "Ben", "Cat")
        await table.settled()
        assert list(port.posts) == ["m1"]
        await table.start()
        await table.settled()
        shown = len(port.posts["m2"])
        for move in (Call(), RaiseTo(to=300)):
            await table.move(move)
            await table.settled()
        assert list(port.posts) == ["m1", "m2"]
        assert port.rooms["m2"] == LOBBY
        assert "raises to 300" in port.newest
        assert len(port.posts["m2"]) == shown + 2
        assert (await table.marks())[LOBBY] == "m2"


async def test_the_next_hand_has_a_new_message_and_the_old_one_keeps_its_summary_without_buttons(
    table: Scene, port: Keeper
) -> None:
    async with telling(table, port):
        await table.seat("Ann", "Ben")
        await table.start()
        await table.fold_round()
        await table.settled()
        summary = port.now("m2")
        assert "Hand #1" in plain(summary)
        assert ChoiceName.HISTORY in names(summary)
        await table.tick()
        await table.settled()
        assert port.now("m2").lines == summary.lines
        assert port.now("m2").choices == ()
        assert "Hand #2" in plain(port.now("m3"))
        assert {ChoiceName.CARDS, ChoiceName.FOLD} <= names(port.now("m3"))


async def test_what_comes_while_the_platform_is_slow_costs_one_edit_with_the_newest_view(
    table: Scene, port: Keeper
) -> None:
    async with telling(table, port):
        await table.seat("Ann", "Ben", "Cat")
        await table.start()
        await table.settled()
        port.slow.clear()
        await table.move(Call())
        await until(lambda: port.waiting == 1)
        edits = port.edits
        await table.move(RaiseTo(to=300))
        await table.move(RaiseTo(to=700))
        await table.move(Call())
        port.slow.set()
        await table.settled()
        assert port.edits == edits + 2
        words = port.newest
        assert words.index("raises to 300") < words.index("raises to 700")
        assert "calls 700" in words


async def test_a_paced_platform_is_sent_no_more_than_it_takes_but_cards_come_at_once(table: Scene) -> None:
    port = Keeper(pace=0.3)
    async with telling(table, port):
        await table.seat("Ann", "Ben")
        await table.start()
        ann, ben = PlayerId("web:ann"), PlayerId("web:ben")
        await until(lambda: bool(port.whispered(ann) and port.whispered(ben)))
        assert len(port.posts) < 2
        await table.settled()
        assert len(port.posts) == 2
        assert port.edits <= 1


async def test_comings_and_goings_are_told_once_and_the_last_six_of_them(table: Scene, port: Keeper) -> None:
    async with telling(table, port):
        await table.seat("Ann", "Ben")
        await table.settled()
        await table.do(SitOut(by=PlayerId("web:ben")))
        await table.settled()
        assert port.newest.count("Ben sits out") == 1
        for name in ("Cat", "Dan", "Eve"):
            await table.seat(name)
            await table.do(Leave(by=PlayerId(f"web:{name.lower()}")))
        await table.settled()
        assert "Ben sits out" not in port.newest
        assert "Eve" in port.newest


async def test_the_notes_of_a_hand_do_not_go_on_into_the_next(table: Scene, port: Keeper) -> None:
    async with telling(table, port):
        await table.seat("Ann", "Ben")
        await table.start()
        await table.settled()
        await table.seat("Cat")
        await table.settled()
        assert "Cat sits down" in port.newest
        await table.fold_round()
        await table.settled()
        await table.tick()
        await table.settled()
        assert "Cat sits down" not in port.newest


async def test_a_hand_that_is_run_out_is_shown_street_by_street_with_its_result_last(
    table: Scene, port: Keeper
) -> None:
    naps = Naps()
    async with telling(table, port, naps):
        await table.seat("Ann", "Ben")
        await table.start()
        await table.settled()
        await table.move(RaiseTo(to=10_000))
        await table.settled()
        told = len(port.posts["m2"])
        await table.move(Call())
        await table.settled()
        *steps, end = [plain(message) for message in port.posts["m2"][told:]]
        assert ["· flop" in step.splitlines()[0] for step in steps] == [False, True, False]
        assert ["turn" in step.splitlines()[0] for step in steps] == [False, False, True]
        assert not any("wins" in step or "split" in step for step in steps)
        assert end.startswith("Hand #1: ")
        assert naps.taken.count(2.0) == 3


async def test_nobody_learns_in_private_how_a_run_out_ends(table: Scene, port: Keeper) -> None:
    naps = Naps()
    naps.held = {2.0}
    ann = PlayerId("web:ann")
    async with telling(table, port, naps):
        await table.seat("Ann", "Ben")
        await table.start()
        await table.move(RaiseTo(to=10_000))
        await table.settled()
        await table.move(Call())
        await until(lambda: naps.waiting == 1)
        known = port.whispered(ann)
        for _ in range(3):
            await until(lambda: naps.waiting == 1)
            message = known[-1][1]
            assert message is not None
            assert message.choices == ()
            assert "all-in" in plain(message)
            assert not any(word in plain(message) for word in ("over", "You have", "Board", "this hand"))
            assert port.whispered(ann) == known
            naps.ring()
        await table.settled()
        last = port.whispered(ann)[-1][1]
        assert last is not None
        assert "this hand" in plain(last)


async def test_several_boards_are_run_out_one_card_after_the_other(store: Store, raw: Raw) -> None:
    table, port = await scene(store, raw, options=TableOptions(most_runs=2)), Keeper()
    async with telling(table, port):
        await table.seat("Ann", "Ben")
        await table.start()
        await table.all_in()
        await table.settled()
        told = len(port.posts["m2"])
        while (await table.look()).hand is not None:
            await table.move(ChooseRuns(times=2))
        await table.settled()
        assert len(port.posts["m2"][told:]) in (7, 8)
        assert "Board 2" in port.newest


async def test_a_hand_that_was_played_is_not_run_out_however_late_it_is_told(
    table: Scene, port: Keeper
) -> None:
    await table.sit("Ann", "Ben")
    await table.start()
    await table.check_down()
    naps = Naps()
    async with telling(table, port, naps):
        await table.settled()
    assert len(port.posts["m1"]) == 1
    assert 2.0 not in naps.taken


async def test_a_closed_table_has_a_last_word_and_is_marked_no_more(table: Scene, port: Keeper) -> None:
    async with telling(table, port):
        await table.seat("Ann", "Ben")
        await table.start()
        await table.do(CloseTable(by=PlayerId("web:ann")))
        await table.settled()
        assert "after this hand" in port.newest
        await table.move(Fold())
        await table.settled()
        await table.tick()
        await table.settled()
        assert (await table.look()).closed
        assert port.now("m2").choices == ()
        assert "Hand #1" in plain(port.now("m2"))
        assert "Friday" in port.newest
        assert port.newest.count("closed") == 1
        assert port.now("m3").choices == ()
        assert await table.marks() == {}


async def test_the_last_word_of_a_table_is_about_its_closing_alone(table: Scene, port: Keeper) -> None:
    async with telling(table, port):
        await table.seat("Ann", "Ben")
        await table.start()
        await table.seat("Cat")
        await table.do(PauseTable(by=PlayerId("web:ann"), paused=True))
        await table.do(CloseTable(by=PlayerId("web:ann")))
        await table.fold_round()
        await table.settled()
        await table.tick()
        await table.settled()
        assert (await table.look()).closed
        told = port.newest.split("\n")
        assert [line for line in told if "Draw" in line or "sits down" in line or "pauses" in line] == []
        assert sum("leaves with" in line or "goes with" in line or "Cat" in line for line in told) >= 1
        assert len(told) == 4


async def test_the_draw_for_the_button_is_told_while_its_hand_is_on(table: Scene, port: Keeper) -> None:
    async with telling(table, port):
        await table.seat("Ann", "Ben")
        await table.start()
        await table.settled()
        assert "Draw for the button" in port.newest
        await table.fold_round()
        await table.settled()
        assert "Hand #1" in port.newest
        assert "Draw for the button" not in port.newest
        assert "has the button" not in port.newest


async def test_the_lobby_says_once_which_deck_comes(table: Scene, port: Keeper) -> None:
    async with telling(table, port):
        await table.settled()
        root = (await table.look()).next_root
        assert len(root) == 64
        lobby = [line for message in port.posts["m1"][-1:] for line in message.lines]
        codes = [piece.text for line in lobby for piece in line.pieces if isinstance(piece, Code)]
        assert codes == [root]
        assert "is open" in port.newest


async def test_a_table_that_closes_before_its_first_hand_says_so_in_its_lobby(
    table: Scene, port: Keeper
) -> None:
    async with telling(table, port):
        await table.seat("Ann")
        await table.settled()
        await table.do(CloseTable(by=PlayerId("web:ann")))
        await table.settled()
        assert list(port.posts) == ["m1"]
        assert "closed" in port.newest
        assert port.now("m1").choices == ()


async def test_the_next_table_of_a_room_has_a_message_of_its_own(
    table: Scene, port: Keeper, store: Store, raw: Raw
) -> None:
    async with telling(table, port):
        await table.seat("Ann")
        await table.do(CloseTable(by=PlayerId("web:ann")))
        await table.settled()
    other = await scene(store, raw)
    async with telling(other, port):
        await other.settled()
    assert len(port.posts) == 2
    assert (await other.marks()) == {LOBBY: "m2"}
    assert RoomId("web:lobby") == port.rooms["m2"]
