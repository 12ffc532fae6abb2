"""A table at which no hand can be dealt: seats that nobody uses still go to the queue, and offers still run out."""

from dataclasses import replace

import pytest

from core.actions import ComeBack, Leave, SeatComputer, Sit, SitOut, StartPlay, Temper
from core.cardroom.away import AWAY_MS
from core.cardroom.pauses import CLOSING_MS, IDLE_MS, REBUY_MS
from core.cardroom.table import Wait, seat_of
from core.cardroom.waitlist import OFFER_MS
from core.documents import read_table, table_document
from core.events import HandStarted, LeftWhy, SeatFreed, TableClosed
from core.host_actions import CloseTable, PauseTable
from core.ids import HOUSE
from core.options import TableOptions
from core.poker.actions import Fold
from core.refusals import Reason
from core.side_actions import AddChips, LeaveQueue, Queue
from core.side_events import QueueLeft, SeatOffered
from tests.tables import Evening, computer, only, person

ANN, BOB, CEM, DEE, EVA = (person(name) for name in ("Ann", "Bob", "Cem", "Dee", "Eva"))


def playing(*names: str, seats: int = 3, pause_seconds: int = 5) -> Evening:
    """The first hand dealt; the table is full."""
    evening = Evening(TableOptions(seats=seats, pause_seconds=pause_seconds))
    evening.sit(*names)
    evening.start()
    return evening


def stuck() -> Evening:
    """Ann is ready, Bob and Cem sit out since now, Dee and Eva wait; nothing can be dealt."""
    evening = playing("Ann", "Bob", "Cem")
    evening.fold_round()
    for one in (BOB, CEM):
        evening.do(SitOut(by=one))
    for name in ("Dee", "Eva"):
        evening.do(Queue(by=person(name), name=name))
    evening.deal()
    assert evening.table.wait is Wait.IDLE
    return evening


def broke() -> Evening:
    """Of two at a table for two one has lost everything; Cem waits."""
    evening = playing("Ann", "Bob", seats=2)
    evening.all_in()
    evening.do(Queue(by=CEM, name="Cem"))
    evening.deal()
    assert evening.table.wait is Wait.IDLE
    return evening


def loser(evening: Evening) -> str:
    return next(seat.name for seat in evening.table.seats if seat and not seat.stack)


def test_who_sits_out_for_a_quarter_of_an_hour_makes_room_for_the_queue_though_nothing_is_dealt() -> None:
    evening = stuck()
    away = evening.seat("Bob").away_ms
    assert away is not None
    assert evening.table.deadline == away + AWAY_MS
    events = evening.time_out()

    freed = [event for event in events if isinstance(event, SeatFreed)]
    assert [(event.player, event.why) for event in freed] == [(BOB, LeftWhy.AWAY), (CEM, LeftWhy.AWAY)]
    assert [event.player for event in events if isinstance(event, SeatOffered)] == [DEE, EVA]
    evening.do(Sit(by=DEE, name="Dee"))
    assert any(isinstance(event, HandStarted) for event in evening.deal())


def test_who_comes_back_in_time_keeps_the_seat() -> None:
    evening = stuck()
    evening.now += AWAY_MS - 10_000
    evening.do(ComeBack(by=BOB))
    evening.deal()
    assert seat_of(evening.table, BOB) is not None


def test_only_as_many_seats_are_freed_as_people_wait_for() -> None:
    evening = stuck()
    evening.do(LeaveQueue(by=EVA))
    evening.time_out()
    assert seat_of(evening.table, BOB) is None
    assert seat_of(evening.table, CEM) is not None


def test_while_nobody_waits_an_idle_table_keeps_its_people_for_half_an_hour() -> None:
    evening = stuck()
    for one in (DEE, EVA):
        evening.do(LeaveQueue(by=one))
    assert evening.ms_left == IDLE_MS
    evening.now += AWAY_MS + 60_000
    evening.do(Queue(by=DEE, name="Dee"))
    assert evening.ms_left == 0
    assert only(evening.time_out(), SeatFreed).player == BOB


def test_a_freed_seat_at_an_idle_table_does_not_put_off_its_end() -> None:
    evening = stuck()
    ends = evening.now + IDLE_MS
    while not evening.table.closed:
        evening.time_out()
    assert evening.now <= ends
    assert evening.table.issued == 0


def test_an_offer_runs_out_at_an_idle_table_too_and_the_next_is_offered_the_seat() -> None:
    evening = stuck()
    evening.do(Leave(by=CEM))
    assert evening.ms_left == OFFER_MS
    events = evening.time_out()
    assert only(events, QueueLeft).player == DEE
    assert only(events, SeatOffered).player == EVA


def test_before_the_game_begins_an_offer_runs_out_too() -> None:
    evening = Evening(TableOptions(seats=2))
    evening.sit("Ann", "Bob")
    evening.do(Queue(by=CEM, name="Cem"))
    evening.do(Leave(by=BOB))
    assert evening.ms_left == OFFER_MS
    assert only(evening.time_out(), QueueLeft).player == CEM
    assert evening.table.wait is Wait.IDLE


def test_a_broke_player_whom_play_waits_for_has_a_minute_before_the_queue_has_the_seat() -> None:
    evening = broke()
    name = loser(evening)
    since = evening.seat(name).broke_ms
    assert since is not None
    assert evening.table.deadline == since + REBUY_MS
    evening.now = since + REBUY_MS - 1
    assert seat_of(evening.table, person(name)) is not None
    events = evening.time_out()

    freed = only(events, SeatFreed)
    assert (freed.name, freed.why, freed.chips) == (name, LeftWhy.BUSTED, 0)
    assert only(events, SeatOffered).player == CEM
    evening.do(Sit(by=CEM, name="Cem"))
    assert any(isinstance(event, HandStarted) for event in evening.deal())


@pytest.mark.parametrize("again", ["join", "topup"])
def test_a_broke_player_who_buys_in_again_within_the_minute_plays_on(again: str) -> None:
    evening = broke()
    name = loser(evening)
    one = person(name)
    evening.do(Sit(by=one, name=name) if again == "join" else AddChips(by=one, chips=5_000))
    assert evening.seat(name).broke_ms is None
    assert any(isinstance(event, HandStarted) for event in evening.deal())


def test_a_table_with_alarms_is_stored_and_read_back() -> None:
    for evening in (stuck(), broke()):
        assert read_table(table_document(evening.table)) == evening.table


def test_a_table_stored_before_there_were_alarms_keeps_its_deadline() -> None:
    evening = broke()
    evening.do(LeaveQueue(by=CEM))
    deadline = evening.table.deadline
    evening.table = replace(evening.table, idle_until=0)
    assert deadline is not None
    assert isinstance(evening.time_out()[-1], TableClosed)
    assert evening.now == deadline


# ---- Paused


def test_while_the_host_has_paused_seats_are_freed_for_the_queue_all_the_same() -> None:
    evening = playing("Ann", "Bob", "Cem")
    evening.fold_round()
    evening.do(PauseTable(by=ANN, paused=True))
    evening.do(SitOut(by=CEM))
    evening.do(Queue(by=DEE, name="Dee"))
    assert evening.ms_left == AWAY_MS
    assert only(evening.time_out(), SeatFreed).player == CEM
    evening.do(Sit(by=DEE, name="Dee"))
    assert evening.table.wait is Wait.IDLE


def test_a_broke_seat_is_freed_while_the_host_has_paused() -> None:
    evening = playing("Ann", "Bob", "Cem")
    while evening.to_act not in (ANN, BOB):
        evening.move(Fold())
    evening.all_in()
    evening.do(Queue(by=DEE, name="Dee"))
    evening.do(PauseTable(by=ANN, paused=True))
    gone = {seat.player for seat in evening.table.seats if seat and not seat.stack}
    assert gone
    freed = only(evening.time_out(), SeatFreed)
    assert (freed.player in gone, freed.why) == (True, LeftWhy.BUSTED)


def test_while_the_house_has_paused_since_nobody_sees_the_table_nobody_loses_a_seat() -> None:
    evening = stuck()
    evening.do(PauseTable(by=HOUSE, paused=True))
    assert evening.ms_left == IDLE_MS
    evening.now += AWAY_MS + 60_000
    evening.do(PauseTable(by=HOUSE, paused=False))
    assert evening.ms_left == 0
    assert {event.player for event in evening.time_out() if isinstance(event, SeatFreed)} == {BOB, CEM}


# ---- Nobody left but the queue


def test_a_table_that_everybody_leaves_is_kept_for_those_who_wait() -> None:
    evening = playing("Ann", "Bob", seats=2)
    for name in ("Cem", "Dee"):
        evening.do(Queue(by=person(name), name=name))
    evening.fold_round()
    for one in (ANN, BOB):
        evening.do(Leave(by=one))
    evening.time_out()
    assert not evening.table.closed
    for name in ("Cem", "Dee"):
        evening.do(Sit(by=person(name), name=name))
    assert evening.table.host == CEM
    assert any(isinstance(event, HandStarted) for event in evening.deal())


def test_it_closes_when_those_let_the_offer_pass() -> None:
    evening = playing("Ann", "Bob", seats=2)
    evening.do(Queue(by=CEM, name="Cem"))
    evening.fold_round()
    for one in (ANN, BOB):
        evening.do(Leave(by=one))
    evening.time_out()
    assert isinstance(evening.time_out()[-1], TableClosed)
    assert evening.now < evening.table.idle_until


# ---- Closing


def test_a_closing_table_shows_its_last_result_for_a_moment_whatever_its_pause() -> None:
    evening = playing("Ann", "Bob", "Cem", pause_seconds=600)
    evening.do(CloseTable(by=ANN))
    evening.fold_round()
    assert evening.ms_left == CLOSING_MS
    assert isinstance(evening.time_out()[-1], TableClosed)


def test_a_closing_table_with_a_short_pause_waits_no_longer_than_that() -> None:
    evening = playing("Ann", "Bob", "Cem", pause_seconds=1)
    evening.do(CloseTable(by=ANN))
    evening.fold_round()
    assert evening.ms_left == 1_000


def test_nobody_comes_waits_or_brings_chips_to_a_closing_table() -> None:
    evening = playing("Ann", "Bob", "Cem", seats=4)
    evening.do(CloseTable(by=ANN))
    seat = SeatComputer(by=ANN, player=computer(1), name="C1", temper=Temper.ROCK)
    for action in (Sit(by=DEE, name="Dee"), Queue(by=DEE, name="Dee"), AddChips(by=BOB, chips=500), seat):
        assert evening.refused(action).reason is Reason.TABLE_CLOSING
    evening.fold_round()
    assert evening.refused(AddChips(by=BOB, chips=500)).reason is Reason.TABLE_CLOSING


def test_a_seat_that_is_freed_at_a_closing_table_is_offered_to_nobody() -> None:
    evening = playing("Ann", "Bob", seats=3)
    evening.sit("Cem")
    evening.do(Queue(by=DEE, name="Dee"))
    evening.do(CloseTable(by=ANN))
    assert not [event for event in evening.do(Leave(by=CEM)) if isinstance(event, SeatOffered)]


def test_a_table_that_never_began_and_is_idle_closes_after_half_an_hour() -> None:
    evening = Evening(TableOptions(seats=3))
    evening.sit("Ann", "Bob")
    assert evening.ms_left == IDLE_MS
    assert isinstance(evening.time_out()[-1], TableClosed)
    assert evening.refused(StartPlay(by=ANN)).reason is Reason.TABLE_CLOSED
