"""What a tournament tells its players in private: each what concerns them, once, on their own platform."""

from dataclasses import replace

import pytest

from adapters.messages import ChoiceName, Message, Moment, Piece, Place, PortError, Text
from core.cardroom.deals import DealKind
from core.cardroom.event_actions import (
    CancelEvent,
    ChangeStart,
    CheckIn,
    RemoveEntrant,
    StartEvent,
    Unregister,
    VoteDeal,
)
from core.ids import PlayerId, part_of
from core.store import Store
from tests.event_house import hurried_ms
from tests.hall_stage import HOST, LOBBY, SIDE, HallStage, hall_stage, names
from tests.keeper import Keeper, plain, until
from tests.redis_faults import Raw

pytest_plugins = ["tests.redis_server"]

ANN, BEN = PlayerId("web:ann"), PlayerId("web:ben")
MINUTE = 60_000


@pytest.fixture
def stage(store: Store, raw: Raw) -> HallStage:
    return hall_stage(store, raw)


@pytest.fixture
def port() -> Keeper:
    return Keeper()


def told(port: Keeper, player: PlayerId) -> list[Message]:
    """What a player was told in private, but for what was taken away."""
    return [message for _, message in port.whispered(player) if message is not None]


def pieces(message: Message) -> list[Piece]:
    return [piece for line in message.lines for piece in line.pieces]


def says(message: Message, key: str) -> bool:
    return any(isinstance(piece, Text) and piece.key == key for piece in pieces(message))


async def test_everyone_is_told_where_they_sit_with_the_way_there(stage: HallStage, port: Keeper) -> None:
    async with stage.telling(port):
        await stage.announce()
        await stage.enter(ANN, BEN)
        await stage.do(StartEvent(by=HOST))
        await stage.settled()
    event = await stage.look()
    for one in event.entrants:
        (seat,) = told(port, one.player)
        assert Place(room=part_of(LOBBY, 1), name="Cup 1") in pieces(seat)
        assert f"seat {one.seat}" in plain(seat).lower()
    assert {topic for _, topic, _ in port.whispers} == {f"{event.id}:4"}


async def test_who_is_out_is_told_so_and_the_seat_is_no_longer_shown(stage: HallStage, port: Keeper) -> None:
    async with stage.telling(port):
        await stage.announce()
        await stage.enter(ANN, BEN)
        await stage.do(StartEvent(by=HOST))
        await stage.settled()
        event = await stage.play()
        await stage.settled()
    (loser,) = (one.player for one in event.results if one.place == 2)
    (winner,) = (one.player for one in event.results if one.place == 1)
    seat, away, out = port.whispered(loser)
    assert away == (seat[0], None)
    assert out[1] is not None
    assert says(out[1], "tourney.own.out")
    _, prize = told(port, winner)
    assert says(prize, "tourney.own.won")
    assert says(prize, "tourney.own.prize")


async def test_another_start_is_told_to_everyone_who_is_in(stage: HallStage, port: Keeper) -> None:
    starts = hurried_ms() + 60 * MINUTE
    stage.options = replace(stage.options, starts_at=starts)
    async with stage.telling(port):
        await stage.announce()
        await stage.enter(ANN, BEN)
        await stage.do(Unregister(by=BEN))
        await stage.do(ChangeStart(by=HOST, starts_at=starts + MINUTE))
        await stage.settled()
    (moved,) = told(port, ANN)
    assert Moment(at=starts + MINUTE, zone="UTC") in pieces(moved)
    assert told(port, BEN) == []


async def test_the_first_who_would_share_has_the_others_asked_and_no_later_vote_does(
    stage: HallStage, port: Keeper
) -> None:
    cat = PlayerId("web:cat")
    stage.options = replace(stage.options, late_level=0)
    async with stage.telling(port):
        await stage.announce()
        await stage.enter(ANN, BEN, cat)
        await stage.do(StartEvent(by=HOST))
        await stage.settled()
        for deal in (DealKind.ICM, None, DealKind.ICM):
            await stage.do(VoteDeal(by=ANN, deal=deal))
            await stage.settled()
        await stage.do(VoteDeal(by=BEN, deal=DealKind.ICM))
        await stage.settled()
    for player in (BEN, cat):
        _, asked = told(port, player)
        assert says(asked, "tourney.wants.icm")
        assert names(asked) == {ChoiceName.DEAL}
    assert len(told(port, ANN)) == 1


async def test_who_was_not_there_by_the_start_is_told_why_they_are_not_in(
    stage: HallStage, port: Keeper
) -> None:
    starts = hurried_ms() + 60 * MINUTE
    stage.options = replace(stage.options, starts_at=starts, check_in_minutes=30)
    cat = PlayerId("web:cat")
    async with stage.telling(port):
        await stage.announce()
        await stage.enter(ANN, BEN, cat)
        stage.ahead = 40 * MINUTE
        await stage.director.tick(stage.id)
        await stage.do(CheckIn(by=ANN))
        await stage.do(CheckIn(by=BEN))
        stage.ahead = 61 * MINUTE
        await stage.director.tick(stage.id)
        await stage.settled()
    refund = told(port, cat)[-1]
    assert says(refund, "tourney.not_in.absent")
    assert "1,000" in plain(refund)


async def test_everyone_who_has_not_checked_in_gets_the_button_for_it(stage: HallStage, port: Keeper) -> None:
    starts = hurried_ms() + 60 * MINUTE
    stage.options = replace(stage.options, starts_at=starts, check_in_minutes=30)
    async with stage.telling(port):
        await stage.announce()
        await stage.enter(ANN, BEN)
        stage.ahead = 40 * MINUTE
        await stage.director.tick(stage.id)
        await stage.settled()
        for player in (ANN, BEN):
            assert ChoiceName.CHECK_IN in names(told(port, player)[-1])
        await stage.do(CheckIn(by=ANN))
        await stage.settled()
    assert len(told(port, ANN)) == len(told(port, BEN)) == 1


async def test_who_was_taken_out_by_the_host_is_told_and_who_went_is_not(
    stage: HallStage, port: Keeper
) -> None:
    async with stage.telling(port):
        await stage.announce()
        await stage.enter(ANN, BEN)
        await stage.do(Unregister(by=ANN))
        await stage.do(RemoveEntrant(by=HOST, player=BEN))
        await stage.settled()
    assert told(port, ANN) == []
    (refund,) = told(port, BEN)
    assert says(refund, "tourney.own.refunded")
    assert "1,000" in plain(refund)


async def test_everyone_is_told_what_they_have_back_of_one_that_does_not_take_place(
    stage: HallStage, port: Keeper
) -> None:
    async with stage.telling(port):
        await stage.announce()
        await stage.enter(ANN, BEN)
        await stage.do(CancelEvent(by=HOST))
        await stage.settled()
    for player in (ANN, BEN):
        (refund,) = told(port, player)
        assert "1,000" in plain(refund)


async def test_who_cannot_be_reached_now_is_told_later_and_nobody_else_again(
    stage: HallStage, port: Keeper
) -> None:
    port.whisper_fails = {ANN: PortError("busy", retry_after=0.01)}
    async with stage.telling(port):
        await stage.announce()
        await stage.enter(ANN, BEN)
        await stage.do(StartEvent(by=HOST))
        await stage.settled()
    assert len(told(port, ANN)) == len(told(port, BEN)) == 1


async def test_who_is_in_no_page_of_one_hall_is_looked_for_in_the_next(
    store: Store, raw: Raw, port: Keeper
) -> None:
    stage = hall_stage(store, raw, LOBBY, SIDE)
    port.closed = {ANN}
    async with stage.telling(port):
        await stage.announce()
        await stage.enter(ANN, BEN)
        await stage.do(StartEvent(by=HOST))
        await stage.settled()
    places = [piece.room for one in told(port, ANN) for piece in pieces(one) if isinstance(piece, Place)]
    assert places == [part_of(LOBBY, 1), part_of(SIDE, 1)]
    assert len(told(port, BEN)) == 1


async def test_who_reopens_the_page_is_shown_it_again(stage: HallStage, port: Keeper) -> None:
    halls = stage.halls(port)
    async with stage.telling(port, halls=halls):
        await stage.announce()
        await stage.enter(ANN, BEN)
        await stage.do(StartEvent(by=HOST))
        await stage.settled()
        await halls.whisper_again(LOBBY, ANN)
        await halls.whisper_again(SIDE, ANN)
        await until(lambda: len(told(port, ANN)) == 2)
    first, again = port.whispered(ANN)
    assert first == again
