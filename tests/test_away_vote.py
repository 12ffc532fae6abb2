"""The away vote: when everybody else in the hand has waited enough."""

from core.actions import SeatComputer, SitOut, StartPlay, Temper
from core.cardroom.table import Wait
from core.events import SatOutNow, SatOutWhy, TimedOut
from core.ids import SeatNo
from core.options import TableOptions
from core.poker.actions import Call, Fold
from core.poker.events import Folded
from core.refusals import Reason
from core.side_actions import VoteAway
from core.side_events import AwayVoted
from core.sight import seat_view
from tests.tables import Evening, computer, only, person

ANN, BOB, CEM, DEE, EVA = (person(name) for name in ("Ann", "Bob", "Cem", "Dee", "Eva"))


def waiting(*names: str) -> Evening:
    """These people with the button on Ann; the time bank of the first to act runs."""
    evening = Evening(TableOptions())
    evening.sit(*names)
    evening.do(StartPlay(by=ANN))
    evening.set_places(len(names), 1, 2)
    evening.deal()
    evening.time_out()
    assert evening.table.wait is Wait.BANK
    return evening


def test_when_everybody_else_agrees_the_wait_is_over_the_bank_is_spent_and_the_turn_counts_as_missed() -> (
    None
):
    """Dee, first to act of four, is away; the bank of 60 seconds is not waited for."""
    evening = waiting("Ann", "Bob", "Cem", "Dee")
    deadline = evening.table.deadline
    for votes, name in enumerate((ANN, BOB), start=1):
        (event,) = evening.do(VoteAway(by=name))
        assert isinstance(event, AwayVoted)
        assert (event.absent, event.votes, event.needed) == (4, votes, 3)
    assert evening.table.deadline == deadline
    events = evening.do(VoteAway(by=CEM, turn=evening.table.turn))

    assert only(events, TimedOut).seat == 4
    assert only(events, Folded).seat == 4
    assert not [event for event in events if isinstance(event, SatOutNow)]
    assert (evening.to_act, evening.table.wait, evening.table.away_votes) == (ANN, Wait.TURN, ())
    assert (evening.seat("Dee").missed, evening.seat("Dee").bank_ms) == (1, 0)
    evening.fold_round()
    evening.deal()
    assert 4 in evening.hand.setup.seats


def test_who_is_voted_away_twice_in_a_row_sits_out() -> None:
    """A time-out and a vote are two as well: Ann misses her turn of the first hand, and that of the second."""
    evening = waiting("Ann", "Bob", "Cem")
    for player in (BOB, CEM):
        evening.do(VoteAway(by=player))
    evening.fold_round()
    evening.deal()
    while evening.to_act != ANN:
        evening.move(Call())
    evening.do(VoteAway(by=BOB))
    events = evening.do(VoteAway(by=CEM))
    assert only(events, SatOutNow) == SatOutNow(seat=SeatNo(1), why=SatOutWhy.MISSED_TURNS)


def test_who_has_folded_still_has_a_voice() -> None:
    evening = waiting("Ann", "Bob", "Cem", "Dee")
    evening.move(Fold(), "Dee")
    evening.time_out()
    assert evening.to_act == ANN
    (event,) = evening.do(VoteAway(by=DEE))
    assert isinstance(event, AwayVoted)
    assert event.needed == 3


def test_nobody_is_voted_away_while_the_turn_clock_runs_for_the_first_time() -> None:
    evening = waiting("Ann", "Bob", "Cem", "Dee")
    evening.move(Call(), "Dee")
    assert evening.table.wait is Wait.TURN
    assert evening.refused(VoteAway(by=BOB)).reason is Reason.NOT_WAITING


def test_who_missed_the_last_turn_too_may_be_voted_away_at_once() -> None:
    evening = waiting("Ann", "Bob", "Cem")
    evening.time_out()
    evening.fold_round()
    evening.deal()
    while evening.to_act != ANN:
        evening.move(Call())
    assert (evening.table.wait, evening.seat("Ann").missed) == (Wait.TURN, 1)
    assert isinstance(evening.do(VoteAway(by=BOB))[0], AwayVoted)


def test_a_vote_counts_once_and_for_this_turn_alone() -> None:
    evening = waiting("Ann", "Bob", "Cem", "Dee")
    turn = evening.table.turn
    evening.do(VoteAway(by=ANN))
    assert evening.refused(VoteAway(by=ANN)).reason is Reason.ALREADY_VOTED
    evening.move(Call(), "Dee")
    assert evening.table.away_votes == ()
    assert evening.refused(VoteAway(by=BOB, turn=turn)).reason is Reason.TOO_LATE


def test_neither_the_absent_nor_anybody_outside_the_hand_votes() -> None:
    evening = waiting("Ann", "Bob", "Cem", "Dee")
    evening.sit("Eva")
    for name, why in ((DEE, Reason.WAITS_FOR_YOU), (EVA, Reason.NOT_IN_HAND)):
        assert evening.refused(VoteAway(by=name)).reason is why
    assert evening.refused(VoteAway(by=person("Zoe"))).reason is Reason.NOT_SEATED


def test_computers_have_no_voice() -> None:
    evening = Evening()
    evening.sit("Ann", "Bob")
    evening.do(SeatComputer(by=ANN, player=computer(1), name="C1", temper=Temper.STATION))
    evening.do(StartPlay(by=ANN))
    evening.set_places(3, 1, 2)
    evening.deal()
    evening.time_out()
    assert evening.to_act == ANN
    assert only(evening.do(VoteAway(by=BOB)), AwayVoted).needed == 1
    assert evening.seat("Ann").missed == 1


def test_who_asked_to_sit_out_already_is_only_timed_out() -> None:
    evening = waiting("Ann", "Bob", "Cem")
    evening.do(SitOut(by=ANN))
    evening.do(VoteAway(by=BOB))
    events = evening.do(VoteAway(by=CEM))
    assert only(events, TimedOut).seat == 1
    assert not [event for event in events if isinstance(event, SatOutNow)]


def test_the_own_view_says_whether_there_is_a_vote_to_give() -> None:
    evening = waiting("Ann", "Bob", "Cem", "Dee")
    evening.do(VoteAway(by=ANN))
    owns = [seat_view(evening.table, SeatNo(seat)).own for seat in (1, 2, 3, 4)]
    assert [own is not None and own.may_vote_away for own in owns] == [False, True, True, False]
