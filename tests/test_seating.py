"""Sitting down, standing up, sitting out and coming back, at any moment of a hand and between hands."""

import pytest

from core.actions import (
    Action,
    ComeBack,
    DismissComputers,
    Leave,
    SeatComputer,
    SetPhrase,
    Sit,
    SitOut,
    StartPlay,
    Temper,
)
from core.cardroom.names import LONGEST_NAME
from core.cardroom.pauses import IDLE_MS
from core.cardroom.seating import LONGEST_PHRASE
from core.cardroom.table import Wait, seat_of, taken
from core.events import (
    CameBack,
    HandCancelled,
    HandEnded,
    HandStarted,
    HostChanged,
    LeftWhy,
    PlayPaused,
    SatOutNow,
    SatOutWhy,
    SeatFreed,
    SeatTaken,
    TableClosed,
    TablePaused,
)
from core.host_actions import CancelTable, CloseTable, PauseTable
from core.ids import HOUSE, SeatNo
from core.options import ButtonRule, Entry, TableOptions
from core.poker.actions import Call, Check, Fold, RaiseTo, Show
from core.poker.events import Folded, RunsChosen
from core.poker.hand import Showing, Stage
from core.refusals import Reason, Refused
from core.sight import public_view, seat_view
from core.views import Phase, Presence
from tests.tables import Evening, computer, only, person

ANN, BOB, CEM, DEE = (person(name) for name in ("Ann", "Bob", "Cem", "Dee"))


def playing(*names: str, options: TableOptions | None = None) -> Evening:
    """These people with 10,000 each, the first hand dealt, the button with the first of them."""
    evening = Evening(options or TableOptions())
    evening.sit(*names)
    evening.do(StartPlay(by=ANN))
    evening.set_places(len(names), *((1, 2) if len(names) > 2 else (2, 1)))
    evening.deal()
    assert evening.table.button == 1
    return evening


# ---- Sitting down


def test_whoever_sits_down_gets_the_first_free_seat_and_a_hundred_big_blinds() -> None:
    evening = Evening()
    evening.sit("Ann")
    (event,) = evening.do(Sit(by=BOB, name="Bob"))

    assert event == SeatTaken(seat=SeatNo(2), player=BOB, name="Bob", chips=10_000, computer=False)
    assert evening.table.issued == 20_000


def test_a_seat_may_be_chosen() -> None:
    evening = Evening()
    evening.do(Sit(by=ANN, name="Ann", seat=SeatNo(5)))
    evening.sit("Bob")

    assert [number for number, _ in taken(evening.table)] == [1, 5]


def test_of_two_people_who_want_one_seat_the_second_is_told_a_free_one() -> None:
    evening = Evening()
    evening.do(Sit(by=ANN, name="Ann", seat=SeatNo(3)))
    refused = evening.refused(Sit(by=BOB, name="Bob", seat=SeatNo(3)))

    assert (refused.reason, refused.numbers) == (Reason.SEAT_TAKEN, {"seat": 3, "free": 1})


@pytest.mark.parametrize("seat", [-1, 0, 7, 10**9])
def test_a_seat_that_is_not_there_is_refused(seat: int) -> None:
    refused = Evening().refused(Sit(by=ANN, name="Ann", seat=SeatNo(seat)))

    assert (refused.reason, refused.numbers) == (Reason.NO_SUCH_SEAT, {"seat": seat, "seats": 6})


def test_a_full_table_takes_nobody_else() -> None:
    evening = Evening(TableOptions(seats=2))
    evening.sit("Ann", "Bob")

    for action in (
        Sit(by=CEM, name="Cem"),
        Sit(by=CEM, name="Cem", seat=SeatNo(1)),
        SeatComputer(by=ANN, player=computer(1), name="C", temper=Temper.ROCK),
    ):
        refused = evening.refused(action)
        assert (refused.reason, refused.numbers) == (Reason.TABLE_FULL, {"seats": 2})


def test_nobody_sits_twice_and_is_told_where_they_sit_and_what_they_have() -> None:
    evening = playing("Ann", "Bob", "Cem")
    refused = evening.refused(Sit(by=CEM, name="Cem again", seat=SeatNo(4)))

    # The big blind of 100 is in the middle.
    assert (refused.reason, refused.numbers) == (Reason.ALREADY_SEATED, {"seat": 3, "chips": 9_900})
    evening.fold_round()
    refused = evening.refused(Sit(by=CEM, name="Cem"))
    assert refused.numbers == {"seat": 3, "chips": 10_050}


@pytest.mark.parametrize("buy_in", [2_000, 20_000])
def test_the_ends_of_the_buy_in_range_are_within_it(buy_in: int) -> None:
    evening = Evening()
    evening.sit("Ann", buy_in=buy_in)
    assert evening.table.issued == buy_in


@pytest.mark.parametrize("buy_in", [-2_000, 0, 1_999, 20_001, 10**30])
def test_a_buy_in_out_of_range_is_refused_with_the_range(buy_in: int) -> None:
    refused = Evening().refused(Sit(by=ANN, name="Ann", buy_in=buy_in))

    assert refused.reason is Reason.BUY_IN_OUT_OF_RANGE
    assert refused.numbers == {"asked": buy_in, "minimum": 2_000, "maximum": 20_000}


@pytest.mark.parametrize(("low", "high", "expected"), [(200, 5_000, 5_000), (12_000, 20_000, 12_000)])
def test_the_usual_buy_in_stays_within_the_range(low: int, high: int, expected: int) -> None:
    evening = Evening(TableOptions(min_buy_in=low, max_buy_in=high))
    evening.sit("Ann")
    assert evening.table.issued == expected


@pytest.mark.parametrize(
    "name",
    ["", "   ", "\n\t", "\u200b", "\u202e \u2066", "x" * (LONGEST_NAME + 1), "赢" * (LONGEST_NAME + 1)],
)
def test_an_empty_or_an_invisible_or_an_overlong_name_is_refused(name: str) -> None:
    evening = Evening()
    refused = evening.refused(Sit(by=ANN, name=name))
    assert (refused.reason, refused.numbers) == (Reason.BAD_NAME, {"longest": LONGEST_NAME})

    evening.sit("Ann")
    refused = evening.refused(SeatComputer(by=ANN, player=computer(1), name=name, temper=Temper.ROCK))
    assert refused.reason is Reason.BAD_NAME


@pytest.mark.parametrize(
    ("typed", "known"),
    [
        ("  Ann \n Lee ", "Ann Lee"),
        ("<b>*_@everyone", "<b>*_@everyone"),
        ("半\ud83d", "半?"),
        ("x" * LONGEST_NAME, "x" * LONGEST_NAME),
    ],
)
def test_a_name_has_single_spaces_and_no_half_characters(typed: str, known: str) -> None:
    evening = Evening()
    evening.do(Sit(by=ANN, name=typed))
    assert evening.seat("Ann").name == known
    known.encode()


def test_two_people_may_have_one_name() -> None:
    evening = Evening()
    evening.do(Sit(by=ANN, name="Kim"))
    evening.do(Sit(by=BOB, name="Kim"))
    assert [seat.name for _, seat in taken(evening.table)] == ["Kim", "Kim (2)"]


def test_a_phrase_is_kept_for_later_hands_and_not_put_into_the_one_being_played() -> None:
    evening = playing("Ann", "Bob")
    evening.do(SetPhrase(by=BOB, phrase="  green \ud83d tea "))
    assert evening.seat("Bob").phrase == "green ? tea"
    evening.fold_round()
    evening.deal()
    evening.fold_round()

    first, second = evening.records
    assert [seat.phrase for seat in first.seats] == ["", ""]
    assert [seat.phrase for seat in second.seats] == ["", "green ? tea"]


def test_a_phrase_is_counted_in_bytes() -> None:
    evening = Evening()
    evening.sit("Ann")
    refused = evening.refused(SetPhrase(by=ANN, phrase="茶" * (LONGEST_PHRASE // 3 + 1)))
    assert (refused.reason, refused.numbers) == (Reason.PHRASE_TOO_LONG, {"longest": LONGEST_PHRASE})
    evening.do(SetPhrase(by=ANN, phrase="茶" * (LONGEST_PHRASE // 3)))


def test_where_entry_is_free_whoever_sits_down_during_a_hand_is_dealt_in_from_the_next() -> None:
    evening = playing("Ann", "Bob", options=TableOptions(entry=Entry.FREE))
    deadline = evening.table.deadline
    evening.now += 7_000
    evening.do(Sit(by=CEM, name="Cem"))

    assert evening.table.deadline == deadline
    assert {view.seat: view.presence for view in public_view(evening.table).seats}[
        SeatNo(3)
    ] is Presence.WAITING
    assert seat_view(evening.table, SeatNo(3)).seats[2].hole_cards == ()
    evening.fold_round()
    assert set(only(evening.deal(), HandStarted).seats) == {1, 2, 3}


# ---- Standing up


def test_between_hands_a_player_goes_at_once_with_all_chips() -> None:
    evening = playing("Ann", "Bob", "Cem")
    evening.fold_round()
    (event,) = evening.do(Leave(by=CEM))

    assert event == SeatFreed(seat=SeatNo(3), player=CEM, name="Cem", chips=10_050, why=LeftWhy.LEFT)
    assert evening.table.issued == 19_950
    assert evening.table.wait is Wait.DEAL


def test_a_player_who_leaves_in_turn_folds_at_once_even_if_checking_is_free() -> None:
    evening = playing("Ann", "Bob", "Cem")
    evening.move(Call())
    evening.move(Call())
    assert evening.to_act == CEM
    assert evening.legal.check
    events = evening.do(Leave(by=CEM))

    assert Folded(seat=3) in events
    assert evening.hand.street == 1
    assert evening.to_act == BOB
    # Cem's chips are in the hand until it is over.
    assert seat_of(evening.table, CEM) == 3
    assert public_view(evening.table).seats[2].presence is Presence.FOLDED


def test_a_player_who_leaves_out_of_turn_folds_when_the_turn_comes() -> None:
    evening = playing("Ann", "Bob", "Cem")
    before = evening.table.deadline
    evening.now += 1_000
    assert evening.do(Leave(by=BOB)) == ()
    assert evening.table.deadline == before
    assert evening.to_act == ANN

    events = evening.move(Call())
    assert [type(event).__name__ for event in events] == ["Called", "Folded"]
    assert evening.to_act == CEM


def test_a_player_who_leaves_while_all_in_may_still_win() -> None:
    for luck in range(40):
        evening = Evening(TableOptions(), luck=f"leave {luck}")
        evening.sit("Ann", "Bob", "Cem")
        evening.do(StartPlay(by=ANN))
        evening.set_places(3, 1, 2)
        evening.set_stacks((3_000, 10_000, 10_000, 0, 0, 0))
        evening.deal()
        evening.move(RaiseTo(to=3_000))
        evening.do(Leave(by=ANN))
        assert evening.hand.round.live[evening.hand.setup.seats.index(1)]
        evening.move(Call())
        evening.move(Call())
        evening.check_down()
        freed = only(evening.events, SeatFreed)
        assert (freed.player, freed.why) == (ANN, LeftWhy.LEFT)
        if freed.chips:
            assert freed.chips in (9_000, 4_500, 3_000)
            return
    pytest.fail("she never won")


def test_a_player_who_has_folded_and_leaves_goes_when_the_hand_is_over() -> None:
    evening = playing("Ann", "Bob", "Cem")
    evening.move(Fold())
    assert evening.do(Leave(by=ANN)) == ()
    assert evening.hand.stage is Stage.BETTING
    events = evening.move(Fold())

    assert only(events, SeatFreed).chips == 10_000
    assert only(events, HostChanged).host == BOB


def test_the_last_one_to_stay_wins_when_the_others_leave() -> None:
    evening = playing("Ann", "Bob", "Cem")
    evening.do(Leave(by=BOB))
    evening.do(Leave(by=ANN))

    assert evening.table.hand is None
    assert evening.seat("Cem").stack == 10_050
    assert evening.table.issued == 10_050


def test_whoever_leaves_gives_up_the_choice_of_boards() -> None:
    evening = playing("Ann", "Bob", options=TableOptions(most_runs=3))
    evening.all_in()
    assert evening.table.wait is Wait.RUNS
    events = evening.do(Leave(by=BOB))

    assert only(events, RunsChosen).times == 1
    assert [event.player for event in events if isinstance(event, SeatFreed)] == [BOB]


def test_whoever_leaves_at_showdown_shows_and_loses_nothing() -> None:
    evening = playing("Ann", "Bob", options=TableOptions(showing=Showing.ASK))
    evening.move(Call())
    while evening.table.wait is Wait.TURN:
        evening.move(Check())
    assert evening.table.wait is Wait.SHOW
    first = evening.to_act
    evening.do(Leave(by=first))
    assert evening.hand.ending.shown.count(True) == 1
    evening.move(Show())
    assert evening.table.issued == sum(seat.stack for _, seat in taken(evening.table))


def test_who_asked_to_leave_may_stay_after_all() -> None:
    evening = playing("Ann", "Bob", "Cem")
    evening.do(Leave(by=CEM))
    assert evening.do(ComeBack(by=CEM)) == (CameBack(seat=SeatNo(3)),)
    evening.move(Call())
    evening.move(Call())
    assert evening.to_act == CEM
    evening.check_down()
    assert seat_of(evening.table, CEM) == 3


def test_who_is_still_in_the_hand_cannot_sit_down_a_second_time_after_leaving() -> None:
    evening = playing("Ann", "Bob", "Cem")
    evening.do(Leave(by=CEM))
    assert evening.refused(Sit(by=CEM, name="Cem")).reason is Reason.ALREADY_SEATED


def test_a_free_seat_may_be_taken_by_another_who_sees_nothing_of_the_last_hand() -> None:
    evening = playing("Ann", "Bob", "Cem")
    evening.do(Leave(by=CEM))
    evening.fold_round()
    evening.do(Sit(by=DEE, name="Dee", seat=SeatNo(3)))
    view = seat_view(evening.table, SeatNo(3))

    assert view.seats[2].hole_cards == ()
    assert view.seats[2].net is None
    assert view.seats[2].presence is Presence.OWES_BLIND


# ---- Sitting out


def test_a_player_who_sits_out_plays_the_hand_and_is_dealt_no_more() -> None:
    evening = playing("Ann", "Bob", "Cem")
    assert evening.do(SitOut(by=BOB)) == (SatOutNow(seat=SeatNo(2), why=SatOutWhy.ASKED),)
    evening.move(Call())
    evening.move(Call(), "Bob")
    evening.check_down()
    assert evening.seat("Bob").sitting_out
    assert only(evening.deal(), HandStarted).seats in ((1, 3), (3, 1))
    assert public_view(evening.table).seats[1].presence is Presence.SITTING_OUT


def test_a_player_who_comes_back_is_dealt_in_again_from_the_next_hand() -> None:
    evening = playing("Ann", "Bob", "Cem")
    evening.do(SitOut(by=BOB))
    evening.fold_round()
    evening.deal()
    assert evening.do(ComeBack(by=BOB)) == (CameBack(seat=SeatNo(2)),)
    assert SeatNo(2) not in evening.hand.setup.seats
    evening.fold_round()
    assert set(only(evening.deal(), HandStarted).seats) == {1, 2, 3}


def test_sitting_out_twice_and_coming_back_twice_are_refused() -> None:
    evening = Evening()
    evening.sit("Ann")
    assert evening.refused(ComeBack(by=ANN)).reason is Reason.NOT_SITTING_OUT
    evening.do(SitOut(by=ANN))
    assert evening.refused(SitOut(by=ANN)).reason is Reason.ALREADY_SITTING_OUT


def test_play_pauses_once_when_fewer_than_two_can_be_dealt_in_and_goes_on_when_somebody_comes_back() -> None:
    evening = playing("Ann", "Bob", "Cem")
    evening.do(SitOut(by=BOB))
    evening.do(SitOut(by=CEM))
    evening.fold_round()
    assert evening.deal() == (PlayPaused(),)
    assert (evening.table.wait, evening.table.deadline) == (Wait.IDLE, evening.now + IDLE_MS)
    assert public_view(evening.table).phase is Phase.WAITING

    assert evening.do(Leave(by=CEM))[1:] == ()
    evening.now += 10**7
    evening.do(ComeBack(by=BOB))
    assert evening.table.wait is Wait.DEAL
    assert evening.ms_left == 5_000
    evening.deal()
    assert evening.table.hand_no == 2


def test_a_newcomer_ends_the_pause() -> None:
    evening = playing("Ann", "Bob")
    evening.do(SitOut(by=BOB))
    evening.fold_round()
    evening.deal()
    evening.do(Sit(by=CEM, name="Cem"))
    assert set(only(evening.deal(), HandStarted).seats) == {1, 3}


def test_a_newcomer_in_the_pause_between_hands_does_not_put_off_the_deal() -> None:
    evening = playing("Ann", "Bob")
    evening.fold_round()
    deadline = evening.table.deadline
    evening.now += 4_000
    evening.do(Sit(by=CEM, name="Cem"))
    assert evening.table.deadline == deadline


# ---- Going broke


def broke(*others: str) -> Evening:
    """Ann or Bob has lost everything to the other, and `others` folded."""
    evening = playing("Ann", "Bob", *others)
    while evening.table.hand is not None:
        if evening.to_act not in (ANN, BOB):
            evening.move(Fold())
        else:
            legal = evening.legal
            evening.move(Call() if legal.raise_max is None else RaiseTo(to=legal.raise_max))
    return evening


def loser(evening: Evening) -> str:
    (name,) = [seat.name for _, seat in taken(evening.table) if not seat.stack]
    return name


def test_a_broke_player_buys_in_again_where_they_sit() -> None:
    evening = broke()
    name = loser(evening)
    number = seat_of(evening.table, person(name))
    refused = evening.refused(Sit(by=person(name), name=name, buy_in=1))
    assert refused.reason is Reason.BUY_IN_OUT_OF_RANGE
    events = evening.do(Sit(by=person(name), name=name, buy_in=5_000))

    assert [type(event) for event in events] == [SeatFreed, SeatTaken]
    assert seat_of(evening.table, person(name)) == number
    assert evening.table.issued == 25_000
    assert set(only(evening.deal(), HandStarted).seats) == {1, 2}


@pytest.mark.parametrize("luck", range(6))
def test_a_host_who_buys_in_again_stays_the_host(luck: int) -> None:
    evening = Evening(luck=f"host {luck}")
    evening.sit("Ann", "Bob")
    evening.start()
    evening.all_in()
    name = loser(evening)
    evening.do(Sit(by=person(name), name=name))
    assert evening.table.host == ANN
    assert not [event for event in evening.events if isinstance(event, HostChanged)]


def test_the_table_waits_for_a_broke_player_whom_the_other_cannot_play_without() -> None:
    evening = broke()
    assert evening.deal() == (PlayPaused(),)
    assert not evening.table.closed
    evening.do(Sit(by=person(loser(evening)), name="Back"))
    evening.deal()
    assert evening.table.hand_no == 2


def test_a_broke_player_makes_room_when_the_others_can_play() -> None:
    evening = broke("Cem", "Dee")
    name = loser(evening)
    freed = only(evening.deal(), SeatFreed)
    assert (freed.name, freed.chips, freed.why) == (name, 0, LeftWhy.BUSTED)
    assert len(evening.hand.setup.seats) == 3


def test_a_broke_computer_makes_room() -> None:
    evening = Evening()
    evening.sit("Ann", "Bob")
    evening.seat_computers(1)
    evening.start()
    while evening.table.hand is not None:
        if evening.table.wait is Wait.COMPUTER:
            evening.time_out()
        else:
            evening.move(Fold())
    evening.set_stacks((10_000, 10_000, 0, 0, 0, 0))
    freed = only(evening.deal(), SeatFreed)
    assert (freed.player, freed.why) == (computer(0), LeftWhy.BUSTED)


# ---- Closing


def test_a_running_table_closes_when_one_is_left() -> None:
    evening = playing("Ann", "Bob")
    evening.fold_round()
    evening.do(Leave(by=BOB))
    events = evening.time_out()

    assert [type(event) for event in events] == [SeatFreed, TableClosed]
    assert isinstance(events[0], SeatFreed)
    assert (events[0].player, events[0].why) == (ANN, LeftWhy.CLOSED)
    assert evening.table.closed
    assert evening.table.issued == 0
    assert (evening.table.wait, evening.table.deadline) == (None, None)
    assert public_view(evening.table).phase is Phase.CLOSED


def test_somebody_who_sits_down_while_the_last_ones_go_is_not_put_out() -> None:
    evening = playing("Ann", "Bob")
    evening.fold_round()
    evening.do(Sit(by=CEM, name="Cem"))
    evening.do(Leave(by=ANN))
    evening.do(Leave(by=BOB))
    assert evening.time_out() == (PlayPaused(),)
    assert seat_of(evening.table, CEM) is not None
    assert evening.table.host == CEM


def test_a_paused_table_finishes_its_hand_and_deals_no_other_until_it_goes_on() -> None:
    evening = playing("Ann", "Bob")
    assert evening.do(PauseTable(by=HOUSE, paused=True)) == (TablePaused(paused=True),)
    evening.fold_round()
    evening.time_out()
    assert (evening.table.wait, evening.table.hand) == (Wait.IDLE, None)
    assert evening.do(PauseTable(by=HOUSE, paused=True)) == ()
    assert evening.refused(PauseTable(by=BOB, paused=False)).reason is Reason.HOST_ONLY
    evening.do(PauseTable(by=ANN, paused=False))
    assert evening.table.wait is Wait.DEAL
    assert any(isinstance(event, HandStarted) for event in evening.time_out())


def test_a_host_who_is_sat_out_for_missing_turns_hands_over_to_whoever_is_there() -> None:
    evening = playing("Ann", "Bob", "Cem")
    while evening.table.host == ANN:
        if evening.table.wait is Wait.DEAL or evening.to_act == ANN:
            evening.time_out()
        else:
            evening.move(Fold())
    assert evening.table.host in (BOB, CEM)
    ann = evening.table.seats[0]
    assert ann is not None
    assert ann.sitting_out


def test_a_paused_table_closes_at_once_when_one_is_left() -> None:
    evening = playing("Ann", "Bob")
    evening.do(SitOut(by=BOB))
    evening.fold_round()
    evening.deal()
    assert isinstance(evening.do(Leave(by=ANN))[-1], TableClosed)


def test_a_table_that_has_not_started_waits_for_players_and_the_next_one_runs_it() -> None:
    evening = Evening()
    evening.sit("Ann")
    evening.do(Leave(by=ANN))
    assert not evening.table.closed
    assert evening.table.host == ""
    evening.sit("Bob")
    assert evening.events[-1] == HostChanged(host=BOB, name="Bob")
    assert (evening.table.host, evening.table.host_name) == (BOB, "Bob")


def test_computers_do_not_play_alone() -> None:
    evening = Evening()
    evening.sit("Ann")
    evening.seat_computers(3)
    evening.start()
    evening.do(Leave(by=ANN))
    while evening.table.hand is not None:
        evening.time_out()
    assert isinstance(evening.time_out()[-1], TableClosed)
    assert evening.table.issued == 0


def test_computers_wait_while_the_only_person_sits_out() -> None:
    evening = Evening()
    evening.sit("Ann")
    evening.seat_computers(2)
    evening.do(SitOut(by=ANN))
    refused = evening.refused(StartPlay(by=ANN))
    assert (refused.reason, refused.numbers) == (Reason.TOO_FEW_PLAYERS, {"needed": 2})


def test_a_host_who_closes_in_mid_hand_closes_when_the_result_was_seen() -> None:
    evening = playing("Ann", "Bob", "Cem")
    assert evening.do(CloseTable(by=ANN)) == ()
    assert evening.table.closing
    assert public_view(evening.table).closing
    assert evening.to_act == ANN

    events = evening.move(Fold()) + evening.move(Fold())
    assert isinstance(events[-1], HandEnded)
    assert evening.ms_left == 5_000
    events = evening.time_out()
    assert [type(event) for event in events] == [SeatFreed, SeatFreed, SeatFreed, TableClosed]
    assert sum(event.chips for event in events if isinstance(event, SeatFreed)) == 30_000
    assert {event.why for event in events if isinstance(event, SeatFreed)} == {LeftWhy.CLOSED}
    assert len(evening.records) == 1


def test_a_host_who_closes_between_hands_closes_at_once() -> None:
    evening = playing("Ann", "Bob")
    evening.fold_round()
    assert isinstance(evening.do(CloseTable(by=ANN))[-1], TableClosed)
    assert evening.table.issued == 0


def test_the_house_undoes_a_hand_that_cannot_go_on_and_everyone_takes_what_they_began_it_with() -> None:
    evening = playing("Ann", "Bob", "Cem")
    evening.move(RaiseTo(to=4_000))
    events = evening.do(CancelTable(by=HOUSE))
    assert [type(event) for event in events] == [HandCancelled, SeatFreed, SeatFreed, SeatFreed, TableClosed]
    assert [event.chips for event in events if isinstance(event, SeatFreed)] == [10_000] * 3
    assert evening.table.issued == 0
    assert evening.records == []


def test_a_hand_that_is_over_is_not_undone() -> None:
    evening = playing("Ann", "Bob")
    evening.fold_round()
    freed = [event.chips for event in evening.do(CancelTable(by=HOUSE)) if isinstance(event, SeatFreed)]
    assert sorted(freed) == [9_950, 10_050]


def test_no_host_undoes_a_hand() -> None:
    evening = playing("Ann", "Bob")
    with pytest.raises(Refused) as refused:
        evening.do(CancelTable(by=ANN))
    assert refused.value.reason is Reason.HOST_ONLY


def test_a_table_that_never_started_can_be_closed() -> None:
    evening = Evening()
    (event,) = evening.do(CloseTable(by=ANN))
    assert isinstance(event, TableClosed)


# ---- The host


def test_a_host_who_leaves_hands_the_table_to_the_next_person_and_not_to_a_computer() -> None:
    evening = Evening()
    evening.do(Sit(by=ANN, name="Ann", seat=SeatNo(2)))
    evening.do(SeatComputer(by=ANN, player=computer(1), name="C1", temper=Temper.SHARK))
    evening.do(Sit(by=BOB, name="Bob", seat=SeatNo(4)))
    events = evening.do(Leave(by=ANN))

    assert only(events, HostChanged) == HostChanged(host=BOB, name="Bob")
    assert evening.refused(CloseTable(by=ANN)).numbers == {"name": "Bob"}
    evening.do(StartPlay(by=BOB))


def test_nobody_becomes_the_host_of_a_table_that_closes() -> None:
    evening = playing("Ann", "Bob", "Cem")
    evening.do(CloseTable(by=ANN))
    evening.fold_round()
    evening.time_out()
    assert not [event for event in evening.events if isinstance(event, HostChanged)]


@pytest.mark.parametrize(
    "action",
    [
        StartPlay(by=BOB),
        CloseTable(by=BOB),
        DismissComputers(by=BOB),
        SeatComputer(by=BOB, player=computer(9), name="C9", temper=Temper.ROCK),
    ],
)
def test_only_the_host_runs_the_table(action: Action) -> None:
    evening = Evening()
    evening.sit("Ann", "Bob")
    refused = evening.refused(action)
    assert (refused.reason, refused.numbers) == (Reason.HOST_ONLY, {"name": "Ann"})


# ---- Computers


def test_computers_are_sent_away_after_the_hand_which_they_play_to_its_end() -> None:
    evening = Evening()
    evening.sit("Ann", "Bob")
    evening.seat_computers(2)
    evening.start()
    evening.do(DismissComputers(by=ANN))
    thought = 0
    while evening.table.hand is not None:
        thought += evening.table.wait is Wait.COMPUTER
        evening.time_out()
    assert thought
    freed = [event for event in evening.events if isinstance(event, SeatFreed)]
    assert [event.why for event in freed] == [LeftWhy.DISMISSED] * 2
    assert evening.refused(DismissComputers(by=ANN)).reason is Reason.NO_COMPUTERS


def test_a_computer_is_seated_once() -> None:
    evening = Evening()
    evening.sit("Ann")
    evening.seat_computers(1)
    again = SeatComputer(by=ANN, player=computer(0), name="C0", temper=Temper.ROCK)
    assert evening.refused(again).reason is Reason.BAD_NAME
    assert [seat.temper for _, seat in taken(evening.table)] == [None, Temper.STATION]


# ---- Any moment


@pytest.mark.parametrize("rule", list(ButtonRule))
@pytest.mark.parametrize("moment", range(14))
@pytest.mark.parametrize("who", ["Ann", "Bob", "Cem", "Dee"])
def test_a_player_may_leave_at_any_moment_and_takes_exactly_their_chips(
    who: str, moment: int, rule: ButtonRule
) -> None:
    evening = playing("Ann", "Bob", "Cem", "Dee", options=TableOptions(button_rule=rule))
    for _ in range(moment):
        if evening.table.hand is not None:
            evening.move(Check() if evening.legal.check else Call())
    evening.do(Leave(by=person(who)))
    if evening.table.hand is not None:
        evening.check_down()

    assert seat_of(evening.table, person(who)) is None
    freed = only(evening.events, SeatFreed)
    (ended,) = [event for event in evening.events if isinstance(event, HandEnded)]
    assert freed.chips == 10_000 + dict(ended.nets)[freed.seat]
    assert evening.table.issued == 40_000 - freed.chips
    evening.deal()
    assert len(evening.hand.setup.seats) == 3
