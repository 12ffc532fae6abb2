"""What the host alone may do: kick, keep seats, close the door, hand over, change the rules, pause; and nobody else."""

from dataclasses import replace

import pytest

from core.actions import Action, ComeBack, Leave, Opponent, SeatComputer, Sit, StartPlay, Temper
from core.cardroom.table import Wait, seat_of
from core.events import (
    HandStarted,
    HostChanged,
    LeftWhy,
    PlayPaused,
    SeatFreed,
    SeatTaken,
    TableClosed,
    TablePaused,
)
from core.host_actions import ChangeOptions, CloseTable, HandOver, Kick, PauseTable, Reserve, SetCode
from core.ids import HOUSE, PlayerId, SeatNo
from core.options import ButtonRule, TableOptions
from core.poker.actions import Call, Check, Fold, RaiseTo
from core.poker.events import Street, StreetDealt
from core.poker.games import GameName
from core.refusals import Reason
from core.side_actions import AddChips
from core.side_events import DoorChanged, HostKicked, OptionsChanged, SeatReserved
from core.sight import public_view
from core.views import Presence
from tests.rigged import rig
from tests.tables import Evening, computer, only, person

ANN, BOB, CEM, DEE, EVA = (person(name) for name in ("Ann", "Bob", "Cem", "Dee", "Eva"))
OPTIONS = TableOptions()


def playing(*names: str) -> Evening:
    """The first hand dealt: button Ann, the host, in seat 1."""
    evening = Evening(OPTIONS)
    evening.sit(*names)
    evening.do(StartPlay(by=ANN))
    evening.set_places(len(names), *((1, 2) if len(names) > 2 else (2, 1)))
    evening.deal()
    return evening


@pytest.mark.parametrize(
    "action",
    [
        Kick(by=BOB, seat=SeatNo(3)),
        Reserve(by=BOB, seat=SeatNo(5)),
        SetCode(by=BOB, code="tea"),
        HandOver(by=BOB, seat=SeatNo(2)),
        ChangeOptions(by=BOB, options=replace(OPTIONS, big_blind=200)),
        PauseTable(by=BOB, paused=True),
        CloseTable(by=BOB),
        StartPlay(by=BOB),
        SeatComputer(by=BOB, player=computer(1), name="C1", temper=Temper.ROCK),
    ],
    ids=lambda action: str(action.kind),
)
def test_nobody_but_the_host_may(action: Action) -> None:
    refused = playing("Ann", "Bob", "Cem").refused(action)
    assert (refused.reason, refused.numbers) == (Reason.HOST_ONLY, {"name": "Ann"})


@pytest.mark.parametrize(
    "action",
    [
        *(PauseTable(by=EVA, paused=paused) for paused in (False, True)),
        CloseTable(by=EVA),
        StartPlay(by=EVA),
        SetCode(by=EVA, code="tea"),
    ],
    ids=lambda action: str(action.kind),
)
def test_a_table_whose_host_left_it_to_nobody_takes_no_strangers_word(action: Action) -> None:
    evening = Evening()
    evening.sit("Ann")
    evening.do(PauseTable(by=ANN, paused=True))
    evening.do(Leave(by=ANN))
    refused = evening.refused(action)
    assert (refused.reason, refused.numbers) == (Reason.NO_HOST, {})


def test_whoever_sits_down_at_a_table_without_a_host_runs_it() -> None:
    evening = Evening()
    evening.sit("Ann")
    evening.do(PauseTable(by=ANN, paused=True))
    evening.do(Leave(by=ANN))
    evening.do(Sit(by=BOB, name="Bob"))
    evening.do(PauseTable(by=BOB, paused=False))
    assert (evening.table.host, evening.table.paused) == (BOB, False)


# ---- Kicking


def test_between_hands_who_is_kicked_goes_at_once_with_all_chips_and_does_not_come_back() -> None:
    evening = playing("Ann", "Bob", "Cem")
    evening.fold_round()
    events = evening.do(Kick(by=ANN, seat=SeatNo(2)))

    assert events == (
        HostKicked(by=ANN, seat=SeatNo(2), name="Bob"),
        SeatFreed(seat=SeatNo(2), player=BOB, name="Bob", chips=9_950, why=LeftWhy.KICKED),
    )
    assert evening.refused(Sit(by=BOB, name="Bob")).reason is Reason.BARRED


def test_in_the_middle_of_a_hand_who_is_kicked_plays_it_to_its_end_with_every_right_and_goes_after_it() -> (
    None
):
    """Bob has 10,000 of the 20,000 when Ann sends him away; he has the same clock as before, calls her all-in with
    the aces and takes what he wins along."""
    evening = playing("Ann", "Bob", "Cem")
    rig(evening, {"Ann": "KsKh", "Bob": "AsAh", "Cem": "2c7d"}, "3c4d8h9sJc")
    evening.move(RaiseTo(to=10_000), "Ann")
    deadline = evening.table.deadline
    evening.do(Kick(by=ANN, seat=SeatNo(2)))
    assert (evening.to_act, evening.table.wait, evening.table.deadline) == (BOB, Wait.TURN, deadline)
    presences = {seat.name: seat.presence for seat in public_view(evening.table).seats}
    assert presences["Bob"] is Presence.IN_HAND
    assert evening.refused(ComeBack(by=BOB)).reason is Reason.BARRED
    assert evening.refused(HandOver(by=ANN, seat=SeatNo(2))).reason is Reason.SEAT_EMPTY
    evening.move(Call(), "Bob")
    events = evening.move(Fold(), "Cem")

    assert only(events, SeatFreed) == SeatFreed(
        seat=SeatNo(2), player=BOB, name="Bob", chips=20_100, why=LeftWhy.KICKED
    )
    assert evening.refused(Sit(by=BOB, name="Bob")).reason is Reason.BARRED


def test_who_is_kicked_and_then_not_there_has_the_whole_clock_and_the_time_bank_and_is_dealt_no_more() -> (
    None
):
    evening = playing("Ann", "Bob", "Cem", "Dee")
    evening.move(Fold(), "Dee")
    evening.do(Kick(by=ANN, seat=SeatNo(2)))
    evening.move(Call(), "Ann")
    assert (evening.to_act, evening.ms_left) == (BOB, OPTIONS.turn_seconds * 1_000)
    assert [event.kind for event in evening.time_out()] == ["time_bank_started"]
    assert [event.kind for event in evening.time_out()] == ["timed_out", "folded"]
    assert only(evening.move(Check(), "Cem"), StreetDealt).street is Street.FLOP
    evening.check_down()
    assert seat_of(evening.table, BOB) is None
    evening.deal()
    assert 2 not in evening.hand.setup.seats


def test_who_folded_before_being_kicked_is_shown_as_leaving_and_who_leaves_after_it_folds_at_their_turn() -> (
    None
):
    evening = playing("Ann", "Bob", "Cem", "Dee")
    evening.do(Kick(by=ANN, seat=SeatNo(3)))
    evening.do(Leave(by=CEM))
    evening.move(Call(), "Dee")
    evening.move(Call(), "Ann")
    events = evening.move(RaiseTo(to=300), "Bob")
    assert [event.kind for event in events] == ["raised", "folded"]
    evening.fold_round()
    freed = [event for event in evening.events if isinstance(event, SeatFreed)]
    assert [(event.name, event.why) for event in freed] == [("Cem", LeftWhy.KICKED)]


def test_a_seat_kept_for_a_kicked_player_during_the_hand_lets_them_stay() -> None:
    evening = playing("Ann", "Bob", "Cem")
    evening.do(Kick(by=ANN, seat=SeatNo(2)))
    evening.do(Reserve(by=ANN, seat=SeatNo(6), player=BOB))
    evening.do(ComeBack(by=BOB))
    evening.fold_round()
    evening.deal()
    assert 2 in evening.hand.setup.seats


def test_a_host_who_goes_does_not_hand_the_table_to_somebody_who_is_sent_away() -> None:
    evening = playing("Ann", "Bob", "Cem", "Dee")
    evening.do(Kick(by=ANN, seat=SeatNo(2)))
    evening.do(Leave(by=ANN))
    evening.fold_round()
    assert evening.table.host == CEM


def test_a_kicked_player_is_let_in_again_by_a_seat_that_is_kept_for_them() -> None:
    evening = playing("Ann", "Bob", "Cem")
    evening.fold_round()
    evening.do(Kick(by=ANN, seat=SeatNo(2)))
    evening.do(Reserve(by=ANN, seat=SeatNo(6), player=BOB))
    assert only(evening.do(Sit(by=BOB, name="Bob")), SeatTaken).seat == 6
    assert (evening.table.barred, evening.table.reserved) == ((), ())
    evening.do(Leave(by=BOB))
    assert only(evening.do(Sit(by=BOB, name="Bob")), SeatTaken).seat == 2


def test_the_host_kicks_neither_themselves_nor_an_empty_seat() -> None:
    evening = playing("Ann", "Bob")
    assert evening.refused(Kick(by=ANN, seat=SeatNo(1))).reason is Reason.CANNOT_KICK
    assert evening.refused(Kick(by=ANN, seat=SeatNo(4))).reason is Reason.SEAT_EMPTY
    assert evening.refused(Kick(by=ANN, seat=SeatNo(7))).reason is Reason.NO_SUCH_SEAT


def test_a_kicked_computer_may_be_seated_again() -> None:
    evening = playing("Ann", "Bob", "Cem")
    evening.fold_round()
    evening.seat_computers(1)
    evening.do(Kick(by=ANN, seat=SeatNo(4)))
    evening.seat_computers(1)
    assert evening.table.barred == ()


def test_when_the_only_other_player_is_kicked_the_hand_is_played_and_the_table_closes_with_everyone_cashed_out() -> (
    None
):
    """Bob's blind of 100 is Ann's when he folds: she goes with 10,100, he with 9,900 + 500 that were coming."""
    evening = playing("Ann", "Bob")
    evening.do(AddChips(by=BOB, chips=500))
    evening.do(Kick(by=ANN, seat=SeatNo(2)))
    evening.move(RaiseTo(to=300), "Ann")
    events = evening.move(Fold(), "Bob")
    assert only(events, SeatFreed).chips == 10_400
    events = evening.time_out()
    assert only(events, TableClosed)
    assert only(events, SeatFreed).chips == 10_100
    assert evening.table.issued == 0


# ---- Seats that are kept


def test_a_seat_is_kept_for_one_player_or_for_nobody_until_it_is_opened() -> None:
    evening = playing("Ann", "Bob")
    evening.do(Reserve(by=ANN, seat=SeatNo(3)))
    assert evening.do(Reserve(by=ANN, seat=SeatNo(4), player=EVA)) == (
        SeatReserved(by=ANN, seat=SeatNo(4), on=True),
    )
    assert public_view(evening.table).kept == (3, 4)
    assert evening.refused(Sit(by=DEE, name="Dee", seat=SeatNo(3))).reason is Reason.SEAT_KEPT
    assert evening.refused(Sit(by=DEE, name="Dee", seat=SeatNo(4))).reason is Reason.SEAT_KEPT
    assert only(evening.do(Sit(by=DEE, name="Dee")), SeatTaken).seat == 5
    assert only(evening.do(Sit(by=EVA, name="Eva")), SeatTaken).seat == 4
    evening.do(Reserve(by=ANN, seat=SeatNo(3), on=False))
    assert only(evening.do(Sit(by=CEM, name="Cem")), SeatTaken).seat == 3


def test_a_taken_seat_is_kept_for_nobody() -> None:
    evening = playing("Ann", "Bob")
    refused = evening.refused(Reserve(by=ANN, seat=SeatNo(2)))
    assert (refused.reason, refused.numbers) == (Reason.SEAT_TAKEN, {"seat": 2, "free": 3})
    assert evening.refused(Reserve(by=ANN, seat=SeatNo(9))).reason is Reason.NO_SUCH_SEAT


# ---- A private table


def test_a_private_table_is_for_who_knows_the_code_the_host_and_the_invited() -> None:
    evening = Evening(OPTIONS)
    assert evening.do(SetCode(by=ANN, code=" Blue Tea ")) == (DoorChanged(by=ANN, private=True),)
    assert public_view(evening.table).private
    assert "Blue Tea" not in repr(public_view(evening.table))
    assert evening.refused(Sit(by=BOB, name="Bob")).reason is Reason.WRONG_CODE
    assert evening.refused(Sit(by=BOB, name="Bob", code="green")).reason is Reason.WRONG_CODE
    evening.do(Sit(by=BOB, name="Bob", code="blue tea "))
    evening.do(Sit(by=ANN, name="Ann"))
    evening.do(Reserve(by=ANN, seat=SeatNo(5), player=EVA))
    assert only(evening.do(Sit(by=EVA, name="Eva")), SeatTaken).seat == 5
    evening.do(SetCode(by=ANN, code=""))
    evening.do(Sit(by=CEM, name="Cem"))
    refused = evening.refused(SetCode(by=ANN, code="x" * 21))
    assert (refused.reason, refused.numbers) == (Reason.BAD_CODE, {"longest": 20})


# ---- Handing over


def test_the_host_hands_over_to_another_person_at_the_table() -> None:
    evening = playing("Ann", "Bob", "Cem")
    assert evening.do(HandOver(by=ANN, seat=SeatNo(2))) == (HostChanged(host=BOB, name="Bob"),)
    assert evening.refused(PauseTable(by=ANN, paused=True)).reason is Reason.HOST_ONLY
    evening.do(Kick(by=BOB, seat=SeatNo(1)))
    assert evening.refused(HandOver(by=BOB, seat=SeatNo(6))).reason is Reason.SEAT_EMPTY


def test_the_table_is_not_handed_over_to_its_host() -> None:
    evening = playing("Ann", "Bob")
    assert evening.refused(HandOver(by=ANN, seat=SeatNo(1))).reason is Reason.HOST_ALREADY


def inherited() -> Evening:
    """Ann, who opened the table, has left it to Bob, who has closed its door."""
    evening = playing("Ann", "Bob", "Cem")
    evening.fold_round()
    evening.do(Leave(by=ANN))
    evening.do(SetCode(by=BOB, code="secret"))
    return evening


def test_who_runs_a_table_in_the_openers_absence_does_not_shut_them_out_and_gives_it_back() -> None:
    evening = inherited()
    assert evening.refused(Sit(by=DEE, name="Dee")).reason is Reason.WRONG_CODE
    events = evening.do(Sit(by=ANN, name="Ann"))
    assert only(events, HostChanged) == HostChanged(host=ANN, name="Ann")
    evening.do(SetCode(by=ANN, code=""))


def test_a_table_that_was_handed_over_belongs_to_the_one_who_has_it_now() -> None:
    evening = playing("Ann", "Bob", "Cem")
    evening.fold_round()
    evening.do(HandOver(by=ANN, seat=SeatNo(2)))
    evening.do(Leave(by=ANN))
    evening.do(SetCode(by=BOB, code="secret"))
    assert evening.refused(Sit(by=ANN, name="Ann")).reason is Reason.WRONG_CODE
    evening.do(Leave(by=BOB))
    assert evening.table.host == CEM
    evening.do(Sit(by=BOB, name="Bob"))
    assert evening.table.host == BOB


def test_whose_table_it_is_is_not_sent_away_by_who_runs_it_meanwhile() -> None:
    evening = playing("Ann", "Bob", "Cem")
    while evening.table.host == ANN:
        if evening.table.wait is Wait.DEAL or evening.to_act == ANN:
            evening.time_out()
        else:
            evening.move(Fold())
    assert evening.refused(Kick(by=evening.table.host, seat=SeatNo(1))).reason is Reason.CANNOT_KICK
    evening.do(HandOver(by=evening.table.host, seat=SeatNo(2 if evening.table.host == CEM else 3)))
    evening.do(Kick(by=evening.table.host, seat=SeatNo(1)))


def test_a_seat_that_is_not_kept_is_not_opened() -> None:
    evening = playing("Ann", "Bob")
    for seat in (2, 4):
        refused = evening.refused(Reserve(by=ANN, seat=SeatNo(seat), on=False))
        assert (refused.reason, refused.numbers) == (Reason.NOT_KEPT, {"seat": seat})


def test_computers_sit_down_together_or_not_at_all() -> None:
    evening = Evening(TableOptions(seats=4))
    evening.sit("Ann")
    evening.do(Reserve(by=ANN, seat=SeatNo(4)))
    others = tuple(
        Opponent(player=computer(number), name=f"C{number}", temper=Temper.ROCK) for number in (2, 3)
    )
    three = SeatComputer(by=ANN, player=computer(1), name="C1", temper=Temper.SHARK, others=others)
    refused = evening.refused(three)
    assert refused.reason is Reason.COMPUTERS_OUT_OF_RANGE
    assert refused.numbers == {"asked": 3, "minimum": 1, "maximum": 2}
    two = replace(three, others=others[:1])
    assert [event.name for event in evening.do(two) if isinstance(event, SeatTaken)] == ["C1", "C2"]
    assert evening.refused(replace(three, player=computer(4), others=())).reason is Reason.TABLE_FULL


def test_a_computer_does_not_become_the_host() -> None:
    evening = playing("Ann", "Bob")
    evening.seat_computers(1)
    assert evening.refused(HandOver(by=ANN, seat=SeatNo(3))).reason is Reason.SEAT_EMPTY


def test_a_host_who_leaves_hands_over_to_somebody_who_is_there() -> None:
    evening = playing("Ann", "Bob", "Cem")
    evening.do(Leave(by=BOB))
    evening.do(Leave(by=ANN))
    evening.fold_round()
    assert evening.table.host == CEM


# ---- Other rules


def test_rules_that_change_during_a_hand_are_those_of_the_next_one() -> None:
    evening = playing("Ann", "Bob", "Cem")
    other = replace(OPTIONS, small_blind=100, big_blind=200, button_rule=ButtonRule.DEAD)
    assert evening.do(ChangeOptions(by=ANN, options=other)) == (
        OptionsChanged(by=ANN, names=("small_blind", "big_blind", "button_rule"), later=True),
    )
    assert (evening.table.options, public_view(evening.table).coming_options) == (OPTIONS, other)
    assert evening.legal.call == 100
    evening.fold_round()
    evening.deal()
    assert (evening.table.options, evening.table.next_options) == (other, None)
    assert evening.legal.call == 200


def test_between_hands_rules_change_at_once() -> None:
    evening = playing("Ann", "Bob", "Cem")
    evening.fold_round()
    other = replace(OPTIONS, turn_seconds=20, time_bank_seconds=30)
    (event,) = evening.do(ChangeOptions(by=ANN, options=other))
    assert isinstance(event, OptionsChanged)
    assert not event.later
    assert evening.table.options == other
    assert evening.seat("Bob").bank_ms == 30_000
    assert evening.do(ChangeOptions(by=ANN, options=other)) == ()


def test_a_seat_that_somebody_sits_in_is_not_taken_away_and_one_that_will_be_gone_is_not_taken() -> None:
    evening = playing("Ann", "Bob", "Cem")
    refused = evening.refused(ChangeOptions(by=ANN, options=replace(OPTIONS, seats=2)))
    assert (refused.reason, refused.numbers) == (Reason.CANNOT_CHANGE, {"what": "seats"})
    evening.do(Reserve(by=ANN, seat=SeatNo(6), player=EVA))
    evening.do(ChangeOptions(by=ANN, options=replace(OPTIONS, seats=4)))
    assert evening.refused(Sit(by=DEE, name="Dee", seat=SeatNo(5))).reason is Reason.NO_SUCH_SEAT
    assert only(evening.do(Sit(by=EVA, name="Eva")), SeatTaken).seat == 4
    assert evening.refused(Sit(by=DEE, name="Dee")).reason is Reason.TABLE_FULL
    evening.fold_round()
    evening.deal()
    assert (len(evening.table.seats), evening.table.reserved) == (4, ())


def test_rules_out_of_range_and_another_game_are_refused() -> None:
    """The next deck is committed to, and it is that of this game."""
    evening = playing("Ann", "Bob", "Cem")
    wrong = ChangeOptions(by=ANN, options=replace(OPTIONS, seats=11))
    assert evening.refused(wrong).reason is Reason.BAD_STAKES
    short = ChangeOptions(by=ANN, options=replace(OPTIONS, game=GameName.SHORT_DECK))
    refused = evening.refused(short)
    assert (refused.reason, refused.numbers) == (Reason.CANNOT_CHANGE, {"what": "game"})


# ---- Pausing


@pytest.mark.parametrize("by", [ANN, HOUSE])
def test_a_paused_table_finishes_the_hand_and_deals_no_other_until_it_goes_on(by: PlayerId) -> None:
    evening = playing("Ann", "Bob", "Cem")
    assert evening.do(PauseTable(by=by, paused=True)) == (TablePaused(paused=True),)
    assert evening.do(PauseTable(by=by, paused=True)) == ()
    evening.fold_round()
    assert only(evening.time_out(), PlayPaused)
    assert (evening.table.wait, evening.table.hand_no) == (Wait.IDLE, 1)
    assert public_view(evening.table).paused
    evening.do(PauseTable(by=by, paused=False))
    assert only(evening.deal(), HandStarted).hand_no == 2


def test_who_sits_out_during_a_pause_misses_nothing() -> None:
    evening = playing("Ann", "Bob", "Cem")
    evening.do(PauseTable(by=ANN, paused=True))
    evening.fold_round()
    evening.time_out()
    assert [seat.presence for seat in public_view(evening.table).seats if seat.seat > 3] == []
    evening.do(Sit(by=DEE, name="Dee"))
    assert public_view(evening.table).seats[3].presence is Presence.OWES_BLIND
    assert not any(evening.seat(name).owes_big for name in ("Ann", "Bob", "Cem"))
