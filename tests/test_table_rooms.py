"""A table in several rooms: each has its own message, none waits for another one, and one that is left is told so."""

import asyncio

import pytest

from adapters.messages import ChoiceName, Message, PortError
from core.actions import CloseIn, OpenIn, Rehouse
from core.host_actions import CancelTable
from core.ids import HOUSE, PlayerId, RoomId, TableId, part_of
from core.poker.actions import Call, RaiseTo
from core.store import Store
from tests.announcing import LOBBY, Scene, scene, telling
from tests.keeper import QUICK, WAIT, Keeper, Naps, plain, until
from tests.redis_faults import Raw

pytest_plugins = ["tests.redis_server"]

SIDE, CHANNEL = RoomId("web:side"), RoomId("discord:1:2")
PART, THREAD = part_of(LOBBY, 1), RoomId("web:thread")
ANN = PlayerId("web:ann")


@pytest.fixture
async def table(store: Store, raw: Raw) -> Scene:
    return await scene(store, raw)


@pytest.fixture
def port() -> Keeper:
    return Keeper()


def names(message: Message | None) -> list[ChoiceName]:
    assert message is not None
    return [choice.name for row in message.choices for choice in row]


def shown_in(port: Keeper, room: RoomId) -> list[Message]:
    """The newest message of a room, with all that it showed."""
    return next(port.posts[one] for one in reversed(port.posts) if port.rooms[one] == room)


async def test_each_room_has_a_live_message_of_its_own(table: Scene, port: Keeper) -> None:
    async with telling(table, port):
        await table.seat("Ann", "Ben")
        await table.do(OpenIn(by=HOUSE, room=SIDE))
        await table.settled()
        assert "open on the web now too" in plain(shown_in(port, LOBBY)[-1])
        await table.start()
        await table.move(Call())
        await table.settled()
        assert port.posts.keys() == {"m1", "m2", "m3", "m4"}
        assert plain(shown_in(port, SIDE)[-1]) == plain(shown_in(port, LOBBY)[-1])
        assert set(await table.marks()) == {LOBBY, SIDE}


async def test_a_room_that_the_table_leaves_is_told_so_once_and_its_buttons_go(
    table: Scene, port: Keeper
) -> None:
    async with telling(table, port):
        await table.do(OpenIn(by=HOUSE, room=SIDE))
        await table.seat("Ann", "Ben")
        await table.start()
        await table.settled()
        await table.do(CloseIn(by=HOUSE, room=SIDE))
        await table.settled()
        last = shown_in(port, SIDE)[-1]
        assert "not open here any more" in plain(last)
        assert not last.choices
        assert set(await table.marks()) == {LOBBY}
        await table.move(Call())
        await table.settled()
        assert shown_in(port, SIDE)[-1] is last
        assert ChoiceName.CHECK in names(shown_in(port, LOBBY)[-1])


async def test_an_announcer_that_knows_nothing_of_the_hand_takes_leave_of_a_room_as_well(
    table: Scene, port: Keeper
) -> None:
    async with telling(table, port):
        await table.do(OpenIn(by=HOUSE, room=SIDE))
        await table.seat("Ann", "Ben")
    later = table.elsewhere()
    await later.do(CloseIn(by=HOUSE, room=SIDE))
    async with telling(later, port, sender="two"):
        await later.settled()
        assert "not open here any more" in plain(shown_in(port, SIDE)[-1])


async def test_a_room_that_cannot_be_reached_keeps_no_other_one_waiting_and_is_caught_up_with(
    table: Scene, port: Keeper
) -> None:
    async with telling(table, port):
        await table.do(OpenIn(by=HOUSE, room=SIDE))
        await table.seat("Ann", "Ben")
        await table.settled()
        port.barred[SIDE] = PortError("muted", retry_after=0.01, pause=True)
        await table.start()
        await until(lambda: "to act" in plain(shown_in(port, LOBBY)[-1]).casefold() or "▸" in port.newest)
        assert not (await table.look()).paused
        await table.move(Call())
        await until(lambda: ChoiceName.CHECK in names(shown_in(port, LOBBY)[-1]))
        del port.barred[SIDE]
        await table.settled()
        assert plain(shown_in(port, SIDE)[-1]) == plain(shown_in(port, LOBBY)[-1])


async def test_a_table_that_is_open_on_another_platform_does_not_wait_for_this_one(
    table: Scene, port: Keeper
) -> None:
    async with telling(table, port):
        await table.seat("Ann", "Ben")
        await table.do(OpenIn(by=HOUSE, room=CHANNEL))
        await table.settled()
        port.barred[LOBBY] = PortError("no permission", retry_after=0.01, pause=True)
        await table.start()
        refused = port.waiting
        await until(lambda: len(port.whispered(ANN)) > 0)
        await table.move(Call())
        await until(lambda: port.waiting == refused == 0)
        assert not (await table.look()).paused
        del port.barred[LOBBY]
        await table.settled()
        assert not (await table.look()).paused


async def test_a_table_that_is_open_nowhere_else_waits(table: Scene, port: Keeper) -> None:
    async with telling(table, port):
        await table.seat("Ann", "Ben")
        port.barred[LOBBY] = PortError("no permission", retry_after=0.01, pause=True)
        await table.start()
        async with asyncio.timeout(WAIT):
            while not (await table.look()).paused:  # noqa: ASYNC110 - no event tells of it
                await asyncio.sleep(QUICK)


async def test_players_whose_room_the_table_has_left_play_on_in_private_with_a_way_out(
    table: Scene, port: Keeper
) -> None:
    async with telling(table, port):
        await table.seat("Ann", "Ben")
        await table.do(OpenIn(by=HOUSE, room=CHANNEL))
        await table.start()
        await table.settled()
        assert ChoiceName.LEAVE not in names(port.whispered(ANN)[-1][1])
        await table.do(CloseIn(by=HOUSE, room=LOBBY))
        await table.settled()
        actor = await table.to_act()
        assert names(port.whispered(actor)[-1][1])[-1] is ChoiceName.LEAVE
        await table.move(Call())
        await table.settled()
        actor = await table.to_act()
        assert {ChoiceName.CHECK, ChoiceName.LEAVE} <= set(names(port.whispered(actor)[-1][1]))
        await table.check_down()
        await table.settled()
        for player in (ANN, PlayerId("web:ben")):
            assert names(port.whispered(player)[-1][1])[-1] is ChoiceName.LEAVE


async def test_a_run_out_is_shown_street_by_street_in_all_rooms_at_once(table: Scene, port: Keeper) -> None:
    naps = Naps()
    async with telling(table, port, naps):
        await table.do(OpenIn(by=HOUSE, room=SIDE))
        await table.seat("Ann", "Ben")
        await table.start()
        await table.settled()
        for room in (LOBBY, SIDE):
            shown_in(port, room).clear()
        naps.held.add(2.0)
        await table.move(RaiseTo(to=10_000))
        await table.move(Call())
        for step in ("hands", "flop", "turn"):
            await until(lambda: naps.waiting == 2)
            counts = {len(shown_in(port, room)) for room in (LOBBY, SIDE)}
            assert len(counts) == 1, step
            naps.ring()
        await table.settled()


async def test_nobody_is_called_in_a_room_that_the_table_has_left(table: Scene) -> None:
    port, naps = Keeper(call_after=10.0), Naps()
    naps.held.add(10.0)
    async with telling(table, port, naps):
        await table.do(OpenIn(by=HOUSE, room=SIDE))
        await table.seat("Ann", "Ben")
        await table.start()
        await until(lambda: naps.waiting == 2)
        await table.do(CloseIn(by=HOUSE, room=SIDE))
        await until(lambda: naps.waiting == 1)
        naps.ring()
        await until(lambda: port.called == 1)
        assert len(port.calls) == 1


async def in_part(store: Store, raw: Raw, port: Keeper) -> Scene:
    """A table that opens in a part of a hall, for which the platform makes a thread."""
    made = await scene(store, raw, room=PART)

    async def house(room: RoomId, to: RoomId, table: TableId) -> None:
        if room in (await made.look()).rooms:
            await made.do(Rehouse(by=HOUSE, room=room, to=to))

    port.threads, port.house = {PART: THREAD}, house
    return made


async def test_a_table_of_a_hall_is_shown_in_the_thread_that_the_platform_makes_for_it(
    store: Store, raw: Raw, port: Keeper
) -> None:
    table = await in_part(store, raw, port)
    async with telling(table, port):
        await table.seat("Ann", "Ben")
        await table.start()
        await table.settled()
    assert set(port.rooms.values()) == {THREAD}
    assert port.asked_for[0] == (PART, table.id, "Friday")
    assert (await table.look()).rooms == (THREAD,)
    assert set(await table.marks()) == {THREAD}
    asked = len(port.asked_for)
    async with telling(table, port):
        await table.move(Call())
        await table.settled()
    assert len(port.asked_for) == asked


async def test_a_part_without_a_thread_keeps_the_table_s_other_rooms_from_nothing(
    store: Store, raw: Raw, port: Keeper
) -> None:
    table = await in_part(store, raw, port)
    await table.do(OpenIn(by=HOUSE, room=SIDE))
    port.barred = {PART: PortError("too many threads", retry_after=0.01)}
    async with telling(table, port):
        await table.sit("Ann", "Ben")
        await until(lambda: "Ben sits down" in port.newest)
        assert set(port.rooms.values()) == {SIDE}
        port.barred = {}
        await table.settled()
    assert set(port.rooms.values()) == {SIDE, THREAD}


async def test_a_part_where_the_table_is_itself_is_a_room_like_any_other(
    store: Store, raw: Raw, port: Keeper
) -> None:
    table = await scene(store, raw, room=PART)
    async with telling(table, port):
        await table.seat("Ann")
        await table.do(CancelTable(by=HOUSE))
        await table.settled()
    assert set(port.rooms.values()) == {PART}
    assert "closed" in port.newest


async def test_no_thread_is_made_for_a_table_that_has_closed_before(
    store: Store, raw: Raw, port: Keeper
) -> None:
    table = await in_part(store, raw, port)
    await table.sit("Ann")
    await table.do(CancelTable(by=HOUSE))
    async with telling(table, port):
        await table.settled()
    assert (port.asked_for, port.posts) == ([], {})
