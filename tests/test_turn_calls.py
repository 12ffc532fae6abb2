"""The call to a silent player: once a turn, after a while, taken back when they act, and never for a computer."""

import pytest

from adapters.messages import Message, Name, PortError
from core.actions import SeatComputer, Temper
from core.ids import PlayerId
from core.poker.actions import Call, RaiseTo
from core.store import Store
from tests.announcing import Scene, scene, telling
from tests.keeper import Keeper, Naps, plain, until
from tests.redis_faults import Raw

pytest_plugins = ["tests.redis_server"]
AFTER = 10.0


@pytest.fixture
async def table(store: Store, raw: Raw) -> Scene:
    return await scene(store, raw)


@pytest.fixture
def port() -> Keeper:
    return Keeper(call_after=AFTER)


@pytest.fixture
def naps() -> Naps:
    naps = Naps()
    naps.held = {AFTER}
    return naps


async def silence(naps: Naps) -> None:
    """Whoever waits for a silent player has waited long enough."""
    await until(lambda: naps.waiting == 1)
    naps.ring()


def mentioned(message: Message) -> list[PlayerId | None]:
    pieces = [piece for line in message.lines for piece in line.pieces]
    return [piece.player for piece in pieces if isinstance(piece, Name) and piece.mention]


async def test_who_stays_silent_is_called_once_and_the_call_is_taken_back_when_they_act(
    table: Scene, port: Keeper, naps: Naps
) -> None:
    async with telling(table, port, naps):
        await table.seat("Ann", "Ben", "Cat")
        await table.start()
        await table.settled()
        silent = await table.to_act()
        assert port.calls == {}
        await silence(naps)
        await until(lambda: port.called == 1)
        assert mentioned(port.calls["c1"]) == [silent]
        assert "to call" in plain(port.calls["c1"])
        await table.tick()  # the time bank starts: the turn is the same
        await table.settled()
        assert naps.waiting == 0
        await table.move(Call())
        await until(lambda: port.calls == {})
        await silence(naps)
        await until(lambda: port.called == 2)
        assert mentioned(port.calls["c2"]) == [await table.to_act()]


async def test_who_acts_in_time_is_not_called(table: Scene, port: Keeper, naps: Naps) -> None:
    async with telling(table, port, naps):
        await table.seat("Ann", "Ben", "Cat")
        await table.start()
        await table.settled()
        first = await table.to_act()
        await table.move(Call())
        await table.settled()
        await silence(naps)
        await until(lambda: port.called == 1)
        assert mentioned(port.calls["c1"]) == [await table.to_act()] != [first]


async def test_who_acts_before_the_room_was_shown_it_is_not_called(
    table: Scene, port: Keeper, naps: Naps
) -> None:
    async with telling(table, port, naps):
        await table.seat("Ann", "Ben", "Cat")
        await table.start()
        await table.settled()
        first = await table.to_act()
        port.slow.clear()
        await table.move(Call())
        await until(lambda: port.waiting == 1)
        await silence(naps)
        port.slow.set()
        await table.settled()
        await silence(naps)
        await until(lambda: port.called == 1)
        assert mentioned(port.calls["c1"]) != [first]


async def test_a_call_that_is_on_its_way_when_the_player_acts_is_taken_back(
    table: Scene, port: Keeper, naps: Naps
) -> None:
    async with telling(table, port, naps):
        await table.seat("Ann", "Ben", "Cat")
        await table.start()
        await table.settled()
        port.slow.clear()
        await silence(naps)
        await until(lambda: port.waiting == 1)  # the call
        await table.move(RaiseTo(to=300))
        await until(lambda: port.waiting == 2)  # the edit
        port.slow.set()
        await until(lambda: port.called == 1)
        await table.settled()
        await until(lambda: port.calls == {})


async def test_a_call_that_the_platform_refuses_stops_nothing(table: Scene, port: Keeper, naps: Naps) -> None:
    async with telling(table, port, naps):
        await table.seat("Ann", "Ben")
        await table.start()
        await table.settled()
        port.fails = [PortError("no")]
        await silence(naps)
        await until(lambda: not port.fails)
        await table.move(RaiseTo(to=300))
        await table.settled()
        assert "raises to 300" in port.newest
        assert port.called == 0


async def test_a_computer_is_never_called(table: Scene, port: Keeper, naps: Naps) -> None:
    async with telling(table, port, naps):
        await table.seat("Ann")
        await table.do(
            SeatComputer(
                by=PlayerId("web:ann"), player=PlayerId("computer:1"), name="C", temper=Temper.STATION
            )
        )
        await table.start()
        await table.settled()
        while (await table.look()).hand is not None and await table.to_act() == "web:ann":
            await table.move(Call())
            await table.settled()
        assert await table.to_act() == "computer:1"
        assert naps.waiting == 0


async def test_a_platform_that_needs_no_calls_makes_none(table: Scene, naps: Naps) -> None:
    port = Keeper(call_after=None)
    async with telling(table, port, naps):
        await table.seat("Ann", "Ben")
        await table.start()
        await table.settled()
    assert AFTER not in naps.taken
