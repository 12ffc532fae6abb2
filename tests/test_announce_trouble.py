"""What a room is shown when things go wrong: a platform that refuses, announcers that die, Redis that goes away."""

import asyncio
from pathlib import Path

import pytest
import redis.asyncio as redis
from structlog.testing import capture_logs

from adapters.messages import PortError
from core.actions import ComeBack, SitOut, StartPlay
from core.cardroom.table import Wait
from core.ids import PlayerId, RoomId
from core.poker.actions import Call, RaiseTo
from core.store import Store, connect
from tests.announcing import LOBBY, Scene, scene, telling
from tests.keeper import Keeper, Naps, plain, until
from tests.redis_faults import Raw, kill, mortal_server, revive

pytest_plugins = ["tests.redis_server"]
ANN, BEN = PlayerId("web:ann"), PlayerId("web:ben")


@pytest.fixture
async def table(store: Store, raw: Raw) -> Scene:
    return await scene(store, raw)


@pytest.fixture
def port() -> Keeper:
    return Keeper()


async def test_what_a_platform_refuses_is_tried_again_with_the_newest_view(
    table: Scene, port: Keeper
) -> None:
    async with telling(table, port):
        await table.seat("Ann", "Ben")
        await table.start()
        await table.settled()
        port.fails = [PortError("busy", retry_after=0.2)]
        told = len(port.posts["m2"])
        await table.move(RaiseTo(to=300))
        await until(lambda: not port.fails)
        await table.move(Call())
        await table.settled()
        assert list(port.posts) == ["m1", "m2"]
        assert len(port.posts["m2"]) == told + 1
        assert "· flop" in port.newest


async def test_cards_do_not_wait_for_a_room_that_does(table: Scene, port: Keeper) -> None:
    async with telling(table, port):
        await table.seat("Ann", "Ben")
        port.fails = [PortError("busy", retry_after=3_600)]
        await table.start()
        await until(lambda: not port.fails)
        await until(lambda: bool(port.whispered(ANN) and port.whispered(BEN)))
        seen = len(port.whispered(ANN))
        await table.move(RaiseTo(to=300))
        await until(lambda: len(port.whispered(ANN)) > seen)
        assert "Hand #1" not in port.newest


async def test_a_room_that_cannot_be_reached_holds_up_no_other_table(
    table: Scene, port: Keeper, store: Store, raw: Raw
) -> None:
    """Both tables are of one community, so their news come from one stream, a hundred at a time."""
    await table.sit("Ann")
    for _ in range(60):
        await table.do(SitOut(by=ANN))
        await table.do(ComeBack(by=ANN))
    other = await scene(store, raw, room=RoomId("web:side"))
    await other.sit("Ben")
    port.barred = {LOBBY: PortError("gone", retry_after=0.01)}
    async with telling(other, port):
        await until(lambda: "Ben sits down" in port.newest)
        assert set(port.rooms.values()) == {"web:side"}
        port.barred = {}
        await table.settled()
        assert "Ann" in plain(port.now("m2"))


async def test_a_message_that_was_posted_is_not_posted_again_when_something_fails_after_it(
    table: Scene, port: Keeper
) -> None:
    """The second step of a run-out fails; it goes on in the same message, with the result."""
    naps = Naps()
    naps.held = {2.0}
    await table.sit("Ann", "Ben")
    await table.start()
    await table.all_in()
    async with telling(table, port, naps):
        await until(lambda: naps.waiting == 1)
        port.fails = [PortError("busy", retry_after=0.01)]
        naps.ring()
        await table.settled()
    assert list(port.posts) == ["m1"]
    assert port.newest.startswith("Hand #1: ")
    assert naps.taken.count(2.0) == 1


async def test_whoever_takes_over_goes_on_with_the_same_message_and_loses_nothing(
    table: Scene, port: Keeper
) -> None:
    async with telling(table, port, sender="one", dies=True) as first, telling(table, port, sender="two"):
        await table.seat("Ann", "Ben", "Cat")
        await table.start()
        await table.settled()
        port.slow.clear()
        await table.move(Call())
        await until(lambda: port.waiting == 1)
        first.cancel()
        await asyncio.gather(first, return_exceptions=True)
        await table.move(RaiseTo(to=300))
        port.slow.set()
        await table.lose_lease()
        await table.settled()
        assert list(port.posts) == ["m1", "m2"]
        assert "calls 100" in port.newest
        assert "raises to 300" in port.newest


async def test_of_two_announcers_only_one_speaks(table: Scene, port: Keeper) -> None:
    other = Keeper()
    async with telling(table, port, sender="one"):
        await table.seat("Ann", "Ben")
        async with telling(table, other, sender="two"):
            await table.start()
            await table.move(RaiseTo(to=300))
            await table.settled()
    assert "raises to 300" in port.newest
    assert (other.posts, other.whispers) == ({}, [])


async def test_announcers_that_take_turns_go_on_where_the_other_left_off(table: Scene, port: Keeper) -> None:
    async with telling(table, port, sender="one"):
        await table.seat("Ann")
        other = asyncio.create_task(_speak_as_other(table, port))
        await table.lose_lease()
        await other
        assert "sitting out" in port.newest
        await table.do(ComeBack(by=ANN))
        await table.settled()
        assert "sitting out" not in port.newest


async def _speak_as_other(table: Scene, port: Keeper) -> None:
    async with telling(table, port, sender="two"):
        async with asyncio.timeout(10):
            key = f"{{p{table.store.partition_of_table(table.id):02}}}:lease:web"
            while await table.raw.get(key) != "two":
                await table.raw.delete(key)
                await asyncio.sleep(0.002)
        await table.do(SitOut(by=ANN))
        await table.settled()


async def test_a_restarted_announcer_edits_the_message_that_it_finds_marked(
    table: Scene, port: Keeper
) -> None:
    async with telling(table, port):
        await table.seat("Ann", "Ben")
        await table.start()
        await table.settled()
    await table.move(RaiseTo(to=300))
    async with telling(table, port, sender="two"):
        await table.settled()
        assert list(port.posts) == ["m1", "m2"]
        assert "raises to 300" in port.newest
        await table.fold_round()
        await table.settled()
    await table.tick()
    async with telling(table, port, sender="three"):
        await table.settled()
    assert list(port.posts) == ["m1", "m2", "m3"]
    assert port.now("m2").choices == ()
    assert "Hand #1" in plain(port.now("m2"))


async def test_a_player_who_cannot_be_reached_holds_up_nobody_and_is_shown_their_cards_later(
    table: Scene, port: Keeper
) -> None:
    async with telling(table, port):
        await table.seat("Ann", "Ben")
        port.whisper_fails = {ANN: PortError("busy", retry_after=0.05)}
        await table.start()
        await table.settled()
        assert "Hand #1" in port.newest
        assert port.whispered(ANN)
        assert port.whispered(BEN)
        assert len(port.posts) == 2


async def test_a_closed_private_chat_stops_nothing_and_is_not_asked_again(table: Scene, port: Keeper) -> None:
    port.closed = {ANN}
    async with telling(table, port):
        await table.seat("Ann", "Ben")
        await table.start()
        await table.settled()
        assert len(port.whispered(ANN)) == 1
        await table.do(SitOut(by=BEN))
        await table.settled()
        assert len(port.whispered(ANN)) == 1
        assert "Ben sits out" in port.newest


async def test_an_entry_that_this_version_cannot_follow_waits_for_one_that_can(
    table: Scene, port: Keeper, raw: Raw
) -> None:
    """The table is of another schema: nobody is told, and nothing that waits is thrown away."""
    await table.sit("Ann")
    key = f"{{p{table.store.partition_of_table(table.id):02}}}:table:{table.id}"
    document = await raw.hget(key, "d")
    await raw.hset(key, "d", document.replace('"schema":1', '"schema":2', 1))
    naps = Naps()
    naps.held = {1.0}
    with capture_logs() as logs:
        async with telling(table.elsewhere(), port, naps):
            await until(lambda: naps.waiting == 1)
            assert port.posts == {}
            await raw.hset(key, "d", document)
            naps.ring()
            await table.settled()
    assert "Ann" in port.newest
    assert any(line["event"] == "table_unreadable" for line in logs)


async def test_redis_goes_away_as_a_message_is_posted_and_it_is_not_posted_again(tmp_path: Path) -> None:
    port = Keeper()
    async with (
        mortal_server(tmp_path) as server,
        await connect(server.url, patience=0.1) as store,
        redis.Redis.from_url(server.url, decode_responses=True) as raw,
    ):
        table = await scene(store, raw)
        async with telling(table, port):
            await table.seat("Ann", "Ben")
            await table.do(StartPlay(by=ANN))
            await table.settled()
            port.slow.clear()
            await table.tick()
            await until(lambda: port.waiting == 1)
            kill(server)
            port.slow.set()
            await until(lambda: len(port.posts) == 2)
            await revive(server)
            await table.settled()
            await table.move(RaiseTo(to=300))
            await table.settled()
            assert list(port.posts) == ["m1", "m2"]
            assert "raises to 300" in port.newest
            assert (await table.marks())[LOBBY] == "m2"


async def test_while_redis_is_away_the_table_says_so_and_goes_back_to_what_it_was(tmp_path: Path) -> None:
    port = Keeper()
    async with (
        mortal_server(tmp_path) as server,
        await connect(server.url, patience=0.1) as store,
        redis.Redis.from_url(server.url, decode_responses=True) as raw,
    ):
        table = await scene(store, raw)
        async with telling(table, port):
            await table.seat("Ann", "Ben")
            await table.settled()
            before = port.newest
            kill(server)
            await until(lambda: "cannot reach the table book" in port.newest)
            await revive(server)
            await until(lambda: port.newest == before)
            assert list(port.posts) == ["m1"]


async def test_a_table_that_nobody_can_see_is_dealt_no_further_hand_until_it_can_be_seen(
    table: Scene, port: Keeper
) -> None:
    async with telling(table, port):
        await table.seat("Ann", "Ben")
        await table.start()
        await table.settled()
        port.barred = {LOBBY: PortError("permissions are missing", retry_after=0.01, pause=True)}
        await table.fold_round()
        async with asyncio.timeout(10):
            while not (await table.look()).paused:
                pass
        assert (await table.look()).wait is Wait.IDLE
        port.barred = {}
        async with asyncio.timeout(10):
            while (await table.look()).paused:
                pass
        await table.settled()
        assert (await table.look()).wait is Wait.DEAL
        assert "The table goes on." in port.newest
