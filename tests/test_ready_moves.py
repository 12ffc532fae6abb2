"""Moves chosen before the turn: what they do when it comes, and what cancels them."""

import pytest

from core.actions import Leave, Sit, StartPlay
from core.cardroom.table import Wait
from core.ids import SeatNo
from core.poker.actions import Call, Check, Fold, RaiseTo
from core.poker.events import Called, Checked, Folded, StreetDealt
from core.refusals import Reason
from core.side_actions import Plan, Prepare
from core.sight import public_view, seat_view
from tests.tables import Evening, only, person

ANN, BOB, CEM, DEE = (person(name) for name in ("Ann", "Bob", "Cem", "Dee"))


def playing() -> Evening:
    """Button Ann, small blind Bob, big blind Cem, and Dee is to act."""
    evening = Evening()
    evening.sit("Ann", "Bob", "Cem", "Dee")
    evening.do(StartPlay(by=ANN))
    evening.set_places(4, 1, 2)
    evening.deal()
    assert evening.to_act == DEE
    return evening


def plan_of(evening: Evening, seat: int) -> Plan | None:
    own = seat_view(evening.table, SeatNo(seat)).own
    assert own is not None
    return own.plan


def test_a_prepared_fold_is_played_the_moment_the_turn_comes() -> None:
    evening = playing()
    deadline = evening.table.deadline
    assert evening.do(Prepare(by=ANN, plan=Plan.FOLD)) == ()
    assert evening.table.deadline == deadline
    events = evening.move(Call(), "Dee")

    assert [event.kind for event in events] == ["called", "folded"]
    assert evening.to_act == BOB
    assert evening.seat("Ann").ready_move is None


def test_several_prepared_moves_follow_each_other_in_one_step() -> None:
    """Dee calls; Ann calls any, Bob calls 50, Cem checks: the flop is there."""
    evening = playing()
    for name, plan in ((ANN, Plan.CALL_ANY), (BOB, Plan.CALL), (CEM, Plan.CHECK)):
        evening.do(Prepare(by=name, plan=plan))
    events = evening.move(Call(), "Dee")

    assert [event.kind for event in events] == ["called", "called", "called", "checked", "street_dealt"]
    assert evening.hand.pot == 400


@pytest.mark.parametrize(
    ("plan", "what"),
    [
        (Plan.CHECK_FOLD, Folded),
        (Plan.FOLD, Folded),
        (Plan.CALL_ANY, Called),
        (Plan.CALL, None),
        (Plan.CHECK, None),
    ],
)
def test_a_raise_cancels_a_call_and_a_check_but_not_check_or_fold_nor_call_any(
    plan: Plan, what: type | None
) -> None:
    evening = playing()
    evening.do(Prepare(by=ANN, plan=plan))
    assert plan_of(evening, 1) is plan
    events = evening.move(RaiseTo(to=300), "Dee")

    assert len(events) == (1 if what is None else 2)
    if what is None:
        assert plan_of(evening, 1) is None
        assert (evening.to_act, evening.table.wait) == (ANN, Wait.TURN)
    else:
        assert isinstance(events[1], what)
        assert evening.to_act == BOB


def test_check_or_fold_checks_when_that_is_free() -> None:
    evening = playing()
    evening.do(Prepare(by=CEM, plan=Plan.CHECK_FOLD))
    for name in ("Dee", "Ann", "Bob"):
        evening.move(Call(), name)
    assert only(evening.events, Checked).seat == 3


def test_a_fold_that_would_be_for_nothing_is_a_check() -> None:
    evening = playing()
    evening.do(Prepare(by=CEM, plan=Plan.FOLD))
    for name in ("Dee", "Ann", "Bob"):
        evening.move(Call(), name)
    assert only(evening.events, Checked).seat == 3


def test_a_plan_is_for_one_street() -> None:
    """Dee has called and prepares a fold in case of a raise; none comes, and on the flop she has no plan."""
    evening = playing()
    evening.move(Call(), "Dee")
    evening.do(Prepare(by=DEE, plan=Plan.FOLD))
    evening.move(Call(), "Ann")
    evening.move(Call(), "Bob")
    assert only(evening.move(Check(), "Cem"), StreetDealt)
    assert plan_of(evening, 4) is None
    evening.move(Check(), "Bob")
    evening.move(Check(), "Cem")
    assert (evening.to_act, evening.table.wait) == (DEE, Wait.TURN)


def test_a_plan_is_for_one_hand() -> None:
    evening = playing()
    evening.do(Prepare(by=CEM, plan=Plan.CALL_ANY))
    evening.fold_round()
    evening.deal()
    assert plan_of(evening, 3) is None


def test_a_plan_can_be_taken_back_and_changed() -> None:
    evening = playing()
    evening.do(Prepare(by=ANN, plan=Plan.FOLD))
    evening.do(Prepare(by=ANN, plan=Plan.CALL))
    assert plan_of(evening, 1) is Plan.CALL
    evening.do(Prepare(by=ANN, plan=None))
    evening.move(Call(), "Dee")
    assert evening.to_act == ANN


def test_only_who_has_a_turn_to_come_can_prepare() -> None:
    evening = playing()
    turn = evening.table.turn
    assert evening.refused(Prepare(by=DEE, plan=Plan.FOLD)).reason is Reason.CANNOT_PREPARE
    evening.do(Sit(by=person("Eva"), name="Eva"))
    assert evening.refused(Prepare(by=person("Eva"), plan=Plan.FOLD)).reason is Reason.NOT_IN_HAND
    assert evening.refused(Prepare(by=person("Zoe"), plan=Plan.FOLD)).reason is Reason.NOT_SEATED
    evening.move(Fold(), "Dee")
    assert evening.refused(Prepare(by=DEE, plan=Plan.FOLD)).reason is Reason.CANNOT_PREPARE
    evening.fold_round()
    assert evening.refused(Prepare(by=ANN, plan=Plan.FOLD)).reason is Reason.NO_HAND
    evening.deal()
    assert evening.refused(Prepare(by=DEE, plan=Plan.FOLD, turn=turn)).reason is Reason.TOO_LATE


def test_who_is_all_in_has_nothing_to_prepare() -> None:
    evening = playing()
    evening.move(RaiseTo(to=10_000), "Dee")
    assert evening.refused(Prepare(by=DEE, plan=Plan.CALL_ANY)).reason is Reason.CANNOT_PREPARE
    evening.do(Prepare(by=BOB, plan=Plan.CALL))
    own = seat_view(evening.table, SeatNo(4)).own
    assert own is not None
    assert not own.may_plan


def test_who_leaves_folds_whatever_was_prepared() -> None:
    evening = playing()
    evening.do(Prepare(by=ANN, plan=Plan.CALL_ANY))
    evening.do(Leave(by=ANN))
    events = evening.move(Call(), "Dee")
    assert only(events, Folded).seat == 1


def test_who_prepares_is_there_and_has_missed_nothing() -> None:
    evening = playing()
    evening.move(Call(), "Dee")
    evening.move(Call(), "Ann")
    evening.move(Call(), "Bob")
    evening.time_out()
    evening.time_out()
    assert evening.seat("Cem").missed == 1
    evening.do(Prepare(by=CEM, plan=Plan.CHECK))
    assert evening.seat("Cem").missed == 0


def test_nobody_else_sees_what_is_prepared() -> None:
    evening = playing()
    before = public_view(evening.table), seat_view(evening.table, SeatNo(2))
    evening.do(Prepare(by=ANN, plan=Plan.FOLD))
    assert (public_view(evening.table), seat_view(evening.table, SeatNo(2))) == before
