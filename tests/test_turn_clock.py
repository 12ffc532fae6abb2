"""The turn clock: 45 seconds, then the time bank of 60, then the dealer checks or folds."""

import pytest

from core.actions import ComeBack, Play, SetPhrase, Sit, SitOut, StartPlay, TimeOut
from core.cardroom.table import Wait
from core.events import (
    CameBack,
    ClockReset,
    HandEnded,
    HandStarted,
    SatOutNow,
    SatOutWhy,
    SeatFreed,
    TableClosed,
    TimeBankStarted,
    TimedOut,
)
from core.host_actions import CloseTable
from core.ids import SeatNo
from core.options import TableOptions
from core.poker.actions import Call, Check, ChooseRuns, Fold, Muck, RaiseTo, Show
from core.poker.events import CardsShown, Checked, Folded, Mucked, RunsAsked, RunsChosen, StreetDealt
from core.poker.hand import Showing, Stage
from core.refusals import Reason
from core.sight import public_view
from tests.tables import Evening, only, person

ANN, BOB, CEM = (person(name) for name in ("Ann", "Bob", "Cem"))


def playing(*names: str, options: TableOptions | None = None, luck: str = "luck") -> Evening:
    """The first hand dealt, the button with Ann in seat 1."""
    evening = Evening(options or TableOptions(), luck=luck)
    evening.sit(*names)
    evening.do(StartPlay(by=ANN))
    evening.set_places(len(names), *((1, 2) if len(names) > 2 else (2, 1)))
    evening.deal()
    return evening


def at_showdown(*names: str) -> Evening:
    """Everyone checked to the end and is asked to show or muck."""
    evening = playing(*names, options=TableOptions(showing=Showing.ASK))
    while evening.table.wait is Wait.TURN:
        evening.move(Check() if evening.legal.check else Call())
    assert evening.table.wait is Wait.SHOW
    return evening


# ---- 45 seconds and the bank


def test_a_turn_lasts_45_seconds() -> None:
    evening = playing("Ann", "Bob", "Cem")
    assert (evening.table.wait, evening.ms_left) == (Wait.TURN, 45_000)
    evening.now += 30_000
    evening.move(Call())
    assert (evening.table.wait, evening.ms_left) == (Wait.TURN, 45_000)


def test_then_the_time_bank_of_60_seconds_runs() -> None:
    evening = playing("Ann", "Bob", "Cem")
    assert evening.time_out() == (TimeBankStarted(seat=SeatNo(1), seconds=60),)
    assert (evening.table.wait, evening.ms_left) == (Wait.BANK, 60_000)
    assert evening.to_act == ANN
    view = public_view(evening.table)
    assert (view.on_time_bank, view.time_bank_seconds, view.deadline) == (True, 60, evening.table.deadline)


def test_only_what_was_used_of_the_bank_is_spent() -> None:
    evening = playing("Ann", "Bob", "Cem")
    evening.time_out()
    evening.now += 12_345
    evening.move(Call())
    assert evening.seat("Ann").bank_ms == 60_000 - 12_345
    assert evening.seat("Bob").bank_ms == 60_000

    evening.move(Call())
    evening.move(Check())
    evening.move(Check())
    evening.move(Check())
    assert evening.to_act == ANN
    assert evening.time_out() == (TimeBankStarted(seat=SeatNo(1), seconds=48),)
    assert evening.ms_left == 60_000 - 12_345


def test_a_turn_within_the_clock_costs_nothing_of_the_bank() -> None:
    evening = playing("Ann", "Bob", "Cem")
    evening.now += 44_999
    evening.move(Call())
    assert evening.seat("Ann").bank_ms == 60_000


def test_a_move_after_the_bank_ran_out_still_counts_while_the_dealer_has_not_acted() -> None:
    evening = playing("Ann", "Bob", "Cem")
    evening.time_out()
    evening.now += 61_000
    evening.move(Call())
    assert evening.seat("Ann").bank_ms == 0
    assert evening.seat("Ann").missed == 0


def test_a_refused_move_stops_no_clock() -> None:
    evening = playing("Ann", "Bob", "Cem")
    evening.time_out()
    evening.now += 10_000
    evening.refused(Play(by=ANN, move=RaiseTo(to=150)))
    assert (evening.table.wait, evening.ms_left) == (Wait.BANK, 50_000)


def test_what_others_do_stops_no_clock() -> None:
    evening = playing("Ann", "Bob", "Cem")
    evening.time_out()
    deadline = evening.table.deadline
    evening.now += 10_000
    evening.do(SetPhrase(by=BOB, phrase="tea"))
    evening.do(SitOut(by=CEM))
    evening.do(ComeBack(by=CEM))
    evening.do(Sit(by=person("Dee"), name="Dee"))
    assert (evening.table.wait, evening.table.deadline) == (Wait.BANK, deadline)


def test_without_a_bank_the_clock_alone_decides() -> None:
    evening = playing("Ann", "Bob", "Cem", options=TableOptions(time_bank_seconds=0))
    events = evening.time_out()
    assert events == (TimedOut(seat=SeatNo(1)), Folded(seat=1))


@pytest.mark.parametrize("seconds", [5, 86_400])
def test_a_table_may_have_another_clock(seconds: int) -> None:
    evening = playing("Ann", "Bob", options=TableOptions(turn_seconds=seconds, time_bank_seconds=7))
    assert evening.ms_left == seconds * 1_000
    evening.time_out()
    assert evening.ms_left == 7_000


# ---- All time is spent


def test_who_owes_a_call_is_folded_when_all_time_is_spent() -> None:
    evening = playing("Ann", "Bob", "Cem")
    evening.time_out()
    assert evening.time_out() == (TimedOut(seat=SeatNo(1)), Folded(seat=1))
    assert (evening.seat("Ann").bank_ms, evening.seat("Ann").missed) == (0, 1)
    assert (evening.to_act, evening.ms_left) == (BOB, 45_000)


def test_who_may_check_is_checked_when_all_time_is_spent() -> None:
    evening = playing("Ann", "Bob", "Cem")
    evening.move(Call())
    evening.move(Call())
    evening.time_out()
    events = evening.time_out()
    assert events[:2] == (TimedOut(seat=SeatNo(3)), Checked(seat=3))
    assert evening.hand.round.live == (True, True, True)


def test_who_missed_once_has_no_bank_left_but_the_whole_clock() -> None:
    evening = playing("Ann", "Bob", options=TableOptions(orbit_bank_seconds=0))
    evening.time_out()
    evening.time_out()
    evening.deal()
    while evening.to_act != ANN:
        evening.move(Call())
    assert (evening.table.wait, evening.ms_left) == (Wait.TURN, 45_000)
    assert isinstance(evening.time_out()[0], TimedOut)


def missed_twice() -> Evening:
    """Cem, the big blind, was away for the blinds and the flop."""
    evening = playing("Ann", "Bob", "Cem")
    evening.move(Call())
    evening.move(Call())
    evening.time_out()
    evening.time_out()
    evening.move(Check())
    evening.time_out()
    assert evening.seat("Cem").missed == 2
    return evening


def test_the_second_miss_in_a_row_sits_the_player_out() -> None:
    evening = missed_twice()
    assert only(evening.events, SatOutNow) == SatOutNow(seat=SeatNo(3), why=SatOutWhy.MISSED_TURNS)
    assert evening.seat("Cem").sitting_out
    # Still in this hand, as checking was free.
    assert evening.hand.round.live == (True, True, True)
    evening.fold_round()
    assert set(only(evening.deal(), HandStarted).seats) == {1, 2}


def test_a_move_between_two_misses_starts_the_count_again() -> None:
    evening = playing("Ann", "Bob", "Cem")
    evening.move(Call())
    evening.move(Call())
    evening.time_out()
    evening.time_out()
    evening.move(Check())
    evening.move(Check())
    evening.move(Check())
    evening.move(Check())
    evening.time_out()
    assert evening.seat("Cem").missed == 1
    assert not evening.seat("Cem").sitting_out


def test_the_others_wait_three_seconds_for_who_was_sat_out_for_missing() -> None:
    evening = missed_twice()
    evening.move(Check())
    evening.move(Check())
    assert evening.to_act == CEM
    assert evening.ms_left == 3_000
    events = evening.time_out()
    assert events[:2] == (TimedOut(seat=SeatNo(3)), Checked(seat=3))
    # It is said once.
    assert only(evening.events, SatOutNow).seat == 3


def test_who_acts_after_all_is_dealt_in_again_and_everyone_is_told() -> None:
    evening = missed_twice()
    evening.move(Check())
    evening.move(Check())
    evening.now += 1_000
    events = evening.move(Check())
    assert CameBack(seat=SeatNo(3)) in events
    assert not evening.seat("Cem").sitting_out
    evening.fold_round()
    assert set(only(evening.deal(), HandStarted).seats) == {1, 2, 3}


def test_who_comes_back_by_word_has_the_whole_clock_again() -> None:
    evening = missed_twice()
    evening.do(ComeBack(by=CEM))
    evening.move(Check())
    evening.move(Check())
    assert evening.ms_left == 45_000


@pytest.mark.parametrize("misses_before", [0, 1])
@pytest.mark.parametrize("misses_after", [0, 1, 2])
def test_who_asked_to_sit_out_stays_out_whatever_they_miss_or_play(
    misses_before: int, misses_after: int
) -> None:
    evening = playing("Ann", "Bob", options=TableOptions(time_bank_seconds=0))
    evening.move(Call())
    for _ in range(misses_before):
        assert evening.to_act == BOB
        evening.time_out()
    evening.do(SitOut(by=BOB))
    missed = 0
    while evening.hand.street < 3:
        if evening.to_act == BOB and missed < misses_after:
            missed += 1
            evening.time_out()
        else:
            evening.move(Check())
    evening.check_down()
    assert evening.seat("Bob").sitting_out
    assert only(evening.events, SatOutNow).why is SatOutWhy.ASKED


# ---- Boards and showing


def test_players_who_choose_boards_share_ten_seconds() -> None:
    evening = playing("Ann", "Bob", "Cem", options=TableOptions(most_runs=2))
    evening.all_in()
    assert only(evening.events, RunsAsked).most == 2
    assert (evening.table.wait, evening.ms_left) == (Wait.RUNS, 10_000)
    evening.now += 4_000
    evening.move(ChooseRuns(times=2), "Cem")
    assert (evening.table.wait, evening.ms_left) == (Wait.RUNS, 6_000)
    events = evening.time_out()
    assert only(events, RunsChosen).times == 1
    assert not [event for event in events if isinstance(event, TimedOut)]
    assert evening.table.hand is None


def test_nobody_answers_for_who_says_two_boards_when_all_do() -> None:
    evening = playing("Ann", "Bob", options=TableOptions(most_runs=2))
    evening.all_in()
    evening.move(ChooseRuns(times=2), "Bob")
    refused = evening.refused(Play(by=BOB, move=ChooseRuns(times=1)))
    assert (refused.reason, refused.numbers) == (Reason.NOT_YOUR_TURN, {"name": "Ann"})
    events = evening.move(ChooseRuns(times=2), "Ann")
    assert only(events, RunsChosen).times == 2
    assert {event.board for event in events if isinstance(event, StreetDealt)} == {0, 1}


def test_a_computer_says_at_once_how_many_boards_it_wants() -> None:
    for luck in range(60):
        evening = Evening(TableOptions(most_runs=4), luck=f"boards {luck}")
        evening.sit("Ann")
        evening.seat_computers(1)
        evening.set_stacks((300, 300, 0, 0, 0, 0))
        evening.start()
        while evening.table.wait in (Wait.TURN, Wait.COMPUTER):
            if evening.table.wait is Wait.COMPUTER:
                evening.time_out()
            else:
                legal = evening.legal
                evening.move(Call() if legal.raise_max is None else RaiseTo(to=legal.raise_max))
        if not any(isinstance(event, RunsAsked) for event in evening.events):
            continue
        if evening.table.wait is Wait.RUNS:
            assert evening.hand.waiting_for == (evening.hand.setup.seats.index(1),)
            assert evening.ms_left == 10_000
            assert only(evening.move(ChooseRuns(times=4)), RunsChosen).times >= 2
        else:
            assert only(evening.events, RunsChosen).times == 1
        return
    pytest.fail("the computer never called")


def test_each_player_has_ten_seconds_to_show_and_shows_when_they_are_over() -> None:
    evening = at_showdown("Ann", "Bob", "Cem")
    assert (evening.to_act, evening.ms_left) == (BOB, 10_000)
    evening.now += 9_000
    evening.move(Muck())
    assert (evening.to_act, evening.ms_left) == (CEM, 10_000)
    events = evening.time_out()
    assert [event.seat for event in events if isinstance(event, CardsShown)] == [3]
    assert (evening.to_act, evening.ms_left) == (ANN, 10_000)


def test_who_does_not_answer_in_time_answers_for_nobody_else() -> None:
    evening = at_showdown("Ann", "Bob", "Cem")
    evening.time_out()
    assert evening.hand.ending.shown.count(True) == 1
    assert evening.table.wait is Wait.SHOW
    events = evening.move(Muck(), "Cem")
    assert Mucked(seat=3) in events
    assert not [event for event in evening.events if isinstance(event, CardsShown) and event.seat == 3]


def test_a_choice_of_boards_that_runs_out_leaves_showing_to_the_players() -> None:
    options = TableOptions(most_runs=2, showing=Showing.ASK, all_in_up=False)
    evening = playing("Ann", "Bob", options=options)
    evening.all_in()
    evening.time_out()
    assert evening.table.wait is Wait.SHOW
    assert not any(evening.hand.ending.shown)


def test_showing_late_is_no_missed_turn() -> None:
    evening = at_showdown("Ann", "Bob")
    evening.time_out()
    evening.time_out()
    assert (evening.seat("Ann").missed, evening.seat("Bob").missed) == (0, 0)


# ---- Computers and the next deal


def test_a_computer_moves_at_the_pace_of_the_table() -> None:
    evening = Evening(TableOptions(computer_ms=900))
    evening.sit("Ann")
    evening.seat_computers(2)
    evening.start()
    while evening.table.wait is not Wait.COMPUTER:
        evening.move(Check() if evening.legal.check else Call())
    assert evening.ms_left == 900
    mover = evening.to_act
    moves = len(evening.hand.history)
    evening.time_out()
    assert evening.table.hand is None or len(evening.hand.history) == moves + 1
    assert evening.table.hand is None or evening.to_act != mover
    assert not [event for event in evening.events if isinstance(event, TimedOut | TimeBankStarted)]


def test_the_first_hand_is_dealt_at_once_and_the_next_after_the_pause() -> None:
    evening = Evening()
    evening.sit("Ann", "Bob")
    evening.do(StartPlay(by=ANN))
    assert (evening.table.wait, evening.ms_left) == (Wait.DEAL, 0)
    evening.deal()
    evening.fold_round()
    assert (evening.table.wait, evening.ms_left) == (Wait.DEAL, 5_000)


@pytest.mark.parametrize(("streets", "extra"), [(0, 6_000), (1, 4_000), (2, 2_000), (3, 0)])
def test_a_run_out_gives_people_two_seconds_a_street_to_follow(streets: int, extra: int) -> None:
    evening = playing("Ann", "Bob")
    while evening.hand.street < streets:
        evening.move(Check() if evening.legal.check else Call())
    evening.all_in()
    assert evening.ms_left == 5_000 + extra


def test_a_hand_that_ends_with_its_deal_is_followed_by_the_whole_pause() -> None:
    evening = Evening()
    evening.sit("Ann", "Bob")
    evening.do(StartPlay(by=ANN))
    evening.set_stacks((50, 50, 0, 0, 0, 0))
    events = evening.deal()
    assert only(events, HandEnded).hand_no == 1
    assert (evening.table.wait, evening.ms_left) == (Wait.DEAL, 5_000 + 3 * 2_000)


# ---- Deadlines that don't matter any more


def test_a_table_at_which_nobody_does_anything_for_half_an_hour_cashes_out_and_closes() -> None:
    evening = Evening()
    evening.sit("Ann")
    assert evening.table.deadline == evening.now + 30 * 60_000
    evening.now += 29 * 60_000
    evening.do(Sit(by=BOB, name="Bob"))
    assert evening.table.deadline == evening.now + 30 * 60_000
    evening.now += 30 * 60_000
    events = evening.do(TimeOut(chance=evening.chance()))
    assert [type(event) for event in events] == [SeatFreed, SeatFreed, TableClosed]
    assert (evening.table.closed, evening.table.issued) == (True, 0)


def test_time_that_ran_out_while_the_dealer_was_away_is_given_again() -> None:
    evening = playing("Ann", "Bob", "Cem")
    before = evening.table
    deadline = before.deadline
    assert deadline is not None
    evening.now = deadline + 10_001
    assert evening.do(TimeOut(chance=evening.chance())) == (ClockReset(),)
    assert evening.table.deal == before.deal
    assert (evening.table.wait, evening.ms_left) == (Wait.TURN, 45_000)


def test_a_closed_table_refuses_a_deadline() -> None:
    evening = playing("Ann", "Bob")
    evening.do(CloseTable(by=ANN))
    evening.fold_round()
    evening.time_out()
    assert evening.table.deadline is None
    assert evening.refused(TimeOut(chance=evening.chance())).reason is Reason.TABLE_CLOSED


def test_every_move_sets_a_new_deadline_so_that_an_old_one_is_known() -> None:
    evening = playing("Ann", "Bob", "Cem")
    seen = {evening.table.deadline}
    for move in (Call(), Call(), Check(), Fold()):
        evening.now += 1
        evening.move(move)
        assert evening.table.deadline not in seen
        seen.add(evening.table.deadline)
    assert evening.hand.stage is Stage.BETTING
    evening.now += 1
    evening.refused(Play(by=ANN, move=Show()))
