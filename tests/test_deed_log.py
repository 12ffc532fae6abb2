"""The audit log on a real server: each deed is written in the commit that did it, once however often it is asked."""

import pytest

from core.actions import Opponent, SeatComputer, Sit, StartPlay, Temper
from core.cardroom.deeds import Asker, DeedKind, OptionChange
from core.cardroom.table import seat_of
from core.commits import key
from core.deed_log import DeedLog
from core.host_actions import ChangeOptions, CloseTable, HandOver, Kick, PauseTable, Reserve, SetCode
from core.ids import HOUSE, PlayerId, SeatNo, TableId
from core.options import TableOptions
from core.refusals import Refused
from core.store import Store
from tests.announcing import Scene, scene, telling
from tests.keeper import Keeper
from tests.redis_faults import Raw

pytest_plugins = ["tests.redis_server"]

ANN, BOB, EVE = PlayerId("web:ann"), PlayerId("web:bob"), PlayerId("web:eve")


async def kinds(made: Scene) -> list[DeedKind]:
    """Oldest first."""
    return [one.deed.kind for one in reversed(await DeedLog(made.store).newest(made.id, 100))]


async def test_every_deed_of_the_host_is_logged_with_who_did_what_to_whom(store: Store, raw: Raw) -> None:
    made = await scene(store, raw)
    await made.sit("Ann", "Bob", "Eve")
    for action in (
        StartPlay(by=ANN),
        PauseTable(by=ANN, paused=True),
        PauseTable(by=ANN, paused=False),
        SeatComputer(
            by=ANN,
            player=PlayerId("computer:1"),
            name="Ada",
            temper=Temper.ROCK,
            others=(Opponent(player=PlayerId("computer:2"), name="Ben", temper=Temper.ROCK),),
        ),
        Kick(by=ANN, seat=SeatNo(3)),
        Reserve(by=ANN, seat=SeatNo(6)),
        Reserve(by=ANN, seat=SeatNo(6), on=False),
        SetCode(by=ANN, code="sesame"),
        SetCode(by=ANN, code=""),
        SetCode(by=ANN, code=""),
        ChangeOptions(by=ANN, options=TableOptions(rabbit=False, seats=8)),
        HandOver(by=ANN, seat=SeatNo(2)),
        CloseTable(by=BOB),
    ):
        await made.do(action)
    assert await kinds(made) == [
        *(DeedKind.OPEN, DeedKind.START, DeedKind.PAUSE, DeedKind.RESUME),
        *(DeedKind.COMPUTER, DeedKind.COMPUTER, DeedKind.KICK),
        *(DeedKind.KEEP, DeedKind.UNKEEP, DeedKind.PRIVATE, DeedKind.PUBLIC, DeedKind.OPTIONS),
        *(DeedKind.HAND_OVER, DeedKind.STOP),
    ]
    deeds = {one.deed.kind: one.deed for one in await DeedLog(store).newest(made.id, 100)}
    assert (deeds[DeedKind.KICK].name, deeds[DeedKind.KICK].whom, deeds[DeedKind.KICK].seat) == (
        "Ann",
        "Eve",
        3,
    )
    assert deeds[DeedKind.STOP].by == BOB
    assert deeds[DeedKind.OPTIONS].changes == (
        OptionChange(name="seats", old=6, new=8),
        OptionChange(name="rabbit", old="on", new="off"),
    )
    assert "sesame" not in str(await raw.xrange(key(store.partition_of_table(made.id) or 0, "log", made.id)))


async def test_a_commit_that_comes_again_is_logged_once(store: Store, raw: Raw) -> None:
    made = await scene(store, raw)
    for dealer in (made.dealer, made.dealer, made.elsewhere().dealer):
        await dealer.act(made.id, PauseTable(by=ANN, paused=True), "the same request")
    assert await kinds(made) == [DeedKind.OPEN, DeedKind.PAUSE]


async def test_whoever_acts_in_the_hosts_stead_is_the_one_who_is_logged(store: Store, raw: Raw) -> None:
    made = await scene(store, raw)
    await made.dealer.act(made.id, SetCode(by=ANN, code="x"), "a", Asker(player=EVE, name="Eve"))
    await made.do(PauseTable(by=HOUSE, paused=True))
    house, eve, _ = await DeedLog(store).newest(made.id, 100)
    assert (eve.deed.by, eve.deed.name) == (EVE, "Eve")
    assert house.deed.by == HOUSE
    assert 0 <= eve.seconds < 60


async def test_playing_and_sitting_write_no_line(store: Store, raw: Raw) -> None:
    made = await scene(store, raw)
    await made.sit("Ann", "Bob")
    await made.start()
    await made.fold_round()
    assert await kinds(made) == [DeedKind.OPEN, DeedKind.START]


async def test_a_log_expires_with_the_hands_of_a_table_that_closed(store: Store, raw: Raw) -> None:
    made = await scene(store, raw)
    name = key(store.partition_of_table(made.id) or 0, "log", made.id)
    assert await raw.pttl(name) == -1
    await made.do(CloseTable(by=ANN))
    assert (await made.look()).closed
    assert 29 * 86_400_000 < await raw.pttl(name) <= 30 * 86_400_000
    assert await kinds(made) == [DeedKind.OPEN, DeedKind.STOP]


async def test_a_log_keeps_the_newest_and_not_for_ever_more(store: Store, raw: Raw) -> None:
    made = await scene(store, raw)
    name = key(store.partition_of_table(made.id) or 0, "log", made.id)
    for _ in range(1_500):
        await raw.xadd(name, {"d": "{}"})
    await made.do(PauseTable(by=ANN, paused=True))
    assert await raw.xlen(name) < 1_300
    (newest,) = await DeedLog(store).newest(made.id, 1)
    assert newest.deed.kind is DeedKind.PAUSE


async def test_there_is_no_log_of_what_is_no_table(store: Store) -> None:
    assert await DeedLog(store).newest(TableId("nonsense"), 5) == ()


async def test_a_refused_deed_is_not_logged(store: Store, raw: Raw) -> None:
    made = await scene(store, raw)
    await made.do(Sit(by=BOB, name="Bob"))
    assert seat_of(await made.look(), BOB) == 1
    with pytest.raises(Refused, match="host_only"):
        await made.do(Kick(by=BOB, seat=SeatNo(1)))
    assert await kinds(made) == [DeedKind.OPEN]


async def test_a_pause_of_the_hosts_lasts_though_the_room_shows_the_table(store: Store, raw: Raw) -> None:
    made = await scene(store, raw)
    async with telling(made, Keeper()):
        await made.seat("Ann", "Bob")
        await made.do(PauseTable(by=ANN, paused=True))
        await made.settled()
        assert (await made.look()).paused
        await made.do(PauseTable(by=ANN, paused=False))
        await made.settled()
        assert not (await made.look()).paused
    assert await kinds(made) == [DeedKind.OPEN, DeedKind.PAUSE, DeedKind.RESUME]
