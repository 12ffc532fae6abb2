"""The queue for a full table: who is offered a freed seat, for how long, and what the host's wishes do to it."""

from dataclasses import replace

from core.actions import Leave, Sit, StartPlay
from core.cardroom.table import Wait
from core.cardroom.waitlist import OFFER_MS
from core.events import Event, SeatTaken
from core.host_actions import ChangeOptions, CloseTable, Reserve, SetCode
from core.ids import SeatNo
from core.options import TableOptions
from core.refusals import Reason
from core.side_actions import LeaveQueue, Queue
from core.side_events import Queued, QueueLeft, SeatOffered
from core.sight import public_view
from tests.tables import Evening, only, person

ANN, BOB, CEM, DEE, EVA, FAY = (person(name) for name in ("Ann", "Bob", "Cem", "Dee", "Eva", "Fay"))
THREE = TableOptions(seats=3)


def full() -> Evening:
    """Ann, Bob and Cem have the three seats and are dealt in."""
    evening = Evening(THREE)
    evening.sit("Ann", "Bob", "Cem")
    evening.start()
    return evening


def queue(evening: Evening, name: str) -> tuple[Event, ...]:
    return evening.do(Queue(by=person(name), name=name))


def test_at_a_full_table_people_wait_in_order() -> None:
    evening = full()
    assert queue(evening, "Dee") == (Queued(player=DEE, name="Dee", place=1),)
    assert queue(evening, "Eva") == (Queued(player=EVA, name="Eva", place=2),)
    assert public_view(evening.table).queue == ("Dee", "Eva")
    refused = evening.refused(Queue(by=EVA, name="Eva"))
    assert (refused.reason, refused.numbers) == (Reason.ALREADY_QUEUED, {"place": 2})


def test_who_sits_here_does_not_queue_nor_does_anybody_while_there_are_seats() -> None:
    evening = full()
    refused = evening.refused(Queue(by=BOB, name="Bob"))
    assert (refused.reason, refused.numbers["seat"]) == (Reason.ALREADY_SEATED, 2)
    evening.fold_round()
    evening.do(Leave(by=CEM))
    assert evening.refused(Queue(by=DEE, name="Dee")).reason is Reason.NOT_FULL


def test_a_freed_seat_is_kept_for_the_first_of_the_queue_alone() -> None:
    evening = full()
    queue(evening, "Dee")
    queue(evening, "Eva")
    evening.fold_round()
    offered = only(evening.do(Leave(by=CEM)), SeatOffered)
    assert offered == SeatOffered(seat=SeatNo(3), player=DEE, name="Dee", until=evening.now + OFFER_MS)
    assert evening.refused(Sit(by=EVA, name="Eva")).reason is Reason.TABLE_FULL
    refused = evening.refused(Sit(by=EVA, name="Eva", seat=SeatNo(3)))
    assert (refused.reason, refused.numbers) == (Reason.SEAT_KEPT, {"seat": 3})
    events = evening.do(Sit(by=DEE, name="Dee"))

    assert only(events, SeatTaken).seat == 3
    assert not [event for event in events if isinstance(event, QueueLeft)]
    assert [one.name for one in evening.table.queue] == ["Eva"]


def test_who_lets_the_offer_pass_has_left_the_queue_and_the_next_is_offered_the_seat() -> None:
    evening = full()
    queue(evening, "Dee")
    queue(evening, "Eva")
    evening.fold_round()
    evening.do(Leave(by=CEM))
    evening.now += OFFER_MS
    events = evening.deal()

    assert only(events, QueueLeft) == QueueLeft(player=DEE, name="Dee")
    assert only(events, SeatOffered).player == EVA


def test_who_declines_the_offer_passes_it_on() -> None:
    evening = full()
    queue(evening, "Dee")
    queue(evening, "Eva")
    evening.fold_round()
    evening.do(Leave(by=CEM))
    events = evening.do(LeaveQueue(by=DEE))

    assert only(events, QueueLeft).player == DEE
    assert only(events, SeatOffered).player == EVA
    assert evening.refused(LeaveQueue(by=DEE)).reason is Reason.NOT_QUEUED


def test_with_somebody_waiting_the_last_player_is_not_sent_home() -> None:
    evening = full()
    queue(evening, "Dee")
    evening.fold_round()
    for name in (BOB, CEM):
        evening.do(Leave(by=name))
    evening.deal()
    assert not evening.table.closed
    assert evening.table.wait is Wait.IDLE
    evening.do(Sit(by=DEE, name="Dee"))
    assert evening.deal()


def test_a_seat_that_the_host_keeps_is_offered_to_nobody_and_an_offer_of_it_is_withdrawn() -> None:
    evening = full()
    queue(evening, "Dee")
    evening.fold_round()
    evening.do(Leave(by=CEM))
    evening.do(Reserve(by=ANN, seat=SeatNo(3), player=FAY))
    assert [(one.name, one.offered) for one in evening.table.queue] == [("Dee", None)]
    assert evening.refused(Sit(by=DEE, name="Dee")).reason is Reason.TABLE_FULL
    assert only(evening.do(Sit(by=FAY, name="Fay")), SeatTaken).seat == 3
    evening.do(Leave(by=BOB))
    assert [(one.name, one.offered) for one in evening.table.queue] == [("Dee", SeatNo(2))]


def test_an_offered_seat_that_new_rules_take_away_is_withdrawn_and_a_new_one_is_offered_at_once() -> None:
    evening = full()
    queue(evening, "Dee")
    evening.fold_round()
    evening.do(Leave(by=CEM))
    evening.do(ChangeOptions(by=ANN, options=replace(THREE, seats=2)))
    assert [(one.name, one.offered) for one in evening.table.queue] == [("Dee", None)]
    events = evening.do(ChangeOptions(by=ANN, options=replace(THREE, seats=4)))
    assert only(events, SeatOffered).seat == 3


def test_who_waits_does_not_need_the_code_that_came_later() -> None:
    evening = full()
    queue(evening, "Dee")
    evening.do(SetCode(by=ANN, code="tea"))
    assert evening.refused(Queue(by=EVA, name="Eva")).reason is Reason.WRONG_CODE
    evening.fold_round()
    evening.do(Leave(by=CEM))
    assert only(evening.do(Sit(by=DEE, name="Dee")), SeatTaken).seat == 3


def test_a_closed_table_has_no_queue() -> None:
    evening = full()
    queue(evening, "Dee")
    evening.do(CloseTable(by=ANN))
    evening.fold_round()
    evening.time_out()
    assert (evening.table.closed, evening.table.queue) == (True, ())


def test_before_play_the_queue_works_too() -> None:
    evening = Evening(THREE)
    evening.sit("Ann", "Bob", "Cem")
    queue(evening, "Dee")
    assert only(evening.do(Leave(by=BOB)), SeatOffered).seat == 2
    evening.do(StartPlay(by=ANN))
