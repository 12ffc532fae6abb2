"""Chips that come to a table and go: buy-ins, top-ups, rebuys, automatic buying, and no leaving with half a stack."""

import pytest

from adapters.messages import Line, Text
from adapters.render import private_message, unfilled_message
from core.actions import Action, ComeBack, Leave, Sit, SitOut, StartPlay, TimeOut
from core.cardroom.chips import MINUTE_MS, most_chips
from core.cardroom.table import seat_of, stack_at
from core.events import HandEnded, LeftWhy, SeatFreed, SeatTaken
from core.host_actions import ChangeOptions, Kick
from core.ids import SeatNo
from core.options import Entry, TableOptions
from core.poker.actions import Call, Check, Fold, RaiseTo
from core.refusals import Reason
from core.side_actions import AddChips, Buying, ChooseBuying
from core.side_events import BuyingFailed, ChipsAdded, ChipsReturned
from core.sight import public_view, seat_view
from tests.tables import Evening, only, person

ANN, BOB, CEM, DEE = (person(name) for name in ("Ann", "Bob", "Cem", "Dee"))
FREE = TableOptions(entry=Entry.FREE)


def playing(*names: str, options: TableOptions = FREE, buy_in: int | None = None) -> Evening:
    """The first hand dealt, button with Ann in seat 1; of two she is the small blind, of three Bob is."""
    evening = Evening(options)
    evening.sit(*names, buy_in=buy_in)
    evening.do(StartPlay(by=ANN))
    evening.set_places(len(names), *((1, 2) if len(names) > 2 else (2, 1)))
    evening.deal()
    assert evening.table.button == 1
    return evening


# ---- The range


@pytest.mark.parametrize(
    ("asked", "allowed"), [(1_999, False), (2_000, True), (20_000, True), (20_001, False)]
)
def test_a_buy_in_is_between_twenty_and_two_hundred_big_blinds(asked: int, allowed: bool) -> None:
    evening = Evening()
    action = Sit(by=ANN, name="Ann", buy_in=asked)
    if allowed:
        assert only(evening.do(action), SeatTaken).chips == asked
    else:
        refused = evening.refused(action)
        assert refused.reason is Reason.BUY_IN_OUT_OF_RANGE
        assert refused.numbers == {"asked": asked, "minimum": 2_000, "maximum": 20_000}


def test_where_the_biggest_stack_may_be_matched_a_buy_in_may_be_as_large() -> None:
    """Bob has 35,000; 20,000 is the usual maximum."""
    for match_stack, most in ((True, 35_000), (False, 20_000)):
        evening = Evening(TableOptions(match_stack=match_stack))
        evening.sit("Ann", "Bob")
        evening.set_stacks([10_000, 35_000, 0, 0, 0, 0])
        assert most_chips(evening.table) == most
        assert evening.refused(Sit(by=CEM, name="Cem", buy_in=most + 1)).numbers["maximum"] == most
        evening.do(Sit(by=CEM, name="Cem", buy_in=most))
        assert evening.refused(AddChips(by=CEM, chips=1)).numbers == {"maximum": most}


# ---- Topping up


def test_between_hands_a_top_up_is_in_the_stack_at_once() -> None:
    evening = playing("Ann", "Bob")
    evening.fold_round()
    (event,) = evening.do(AddChips(by=ANN, chips=5_000))

    assert event == ChipsAdded(seat=SeatNo(1), player=ANN, name="Ann", chips=5_000, later=False)
    assert evening.seat("Ann").stack == 9_950 + 5_000
    assert evening.table.issued == 25_000


def test_during_a_hand_a_top_up_waits_until_it_is_over() -> None:
    """Ann folds her small blind of 50: 10,000 - 50 + 5,000 = 14,950."""
    evening = playing("Ann", "Bob")
    deadline = evening.table.deadline
    (event,) = evening.do(AddChips(by=ANN, chips=5_000))
    assert isinstance(event, ChipsAdded)
    assert event.later
    assert evening.legal.all_in == 10_000
    assert (evening.table.deadline, evening.table.issued) == (deadline, 25_000)
    assert [seat.coming for seat in public_view(evening.table).seats] == [5_000, 0]
    evening.fold_round()

    assert (evening.seat("Ann").stack, evening.seat("Ann").coming) == (14_950, 0)


def test_what_no_longer_fits_after_the_hand_goes_back() -> None:
    """Ann has 9,900 behind and adds 10,100, the most that fits; she wins the 200 in the middle: 10,100 + 10,100
    = 20,200 is 200 too many."""
    evening = playing("Ann", "Bob")
    evening.move(Call())
    assert evening.refused(AddChips(by=ANN, chips=10_101)).numbers["maximum"] == 10_100
    evening.do(AddChips(by=ANN, chips=10_100))
    evening.move(Check())
    events = evening.move(Fold(), "Bob")

    assert only(events, ChipsReturned) == ChipsReturned(seat=SeatNo(1), player=ANN, name="Ann", chips=200)
    assert evening.seat("Ann").stack == 20_000
    assert evening.table.issued == 20_000 + 9_900
    assert isinstance(events[-1], HandEnded)
    assert only(events, HandEnded).nets == ((2, -100), (1, 100))


def test_without_a_number_a_top_up_restores_the_last_buy_in() -> None:
    evening = playing("Ann", "Bob", buy_in=8_000)
    evening.fold_round()
    assert only(evening.do(AddChips(by=ANN)), ChipsAdded).chips == 50
    assert only(evening.do(AddChips(by=BOB)), ChipsAdded).chips == 1


def test_a_full_stack_takes_no_more() -> None:
    evening = playing("Ann", "Bob", buy_in=20_000)
    evening.fold_round()
    assert evening.refused(AddChips(by=BOB, chips=1)).reason is Reason.STACK_FULL
    assert evening.refused(AddChips(by=CEM, chips=1)).reason is Reason.NOT_SEATED


def test_a_player_who_is_all_in_may_rebuy_for_the_next_hand_and_gets_it_back_as_far_as_they_win() -> None:
    """Ann and Bob are all in for 10,000. The loser, broke, has asked for 2,000 and begins the next hand with it; the
    winner, who has 20,000 = the maximum, gets all 2,000 back."""
    evening = playing("Ann", "Bob")
    evening.move(RaiseTo(to=10_000))
    evening.do(AddChips(by=ANN, chips=2_000))
    evening.do(AddChips(by=BOB, chips=2_000))
    events = evening.move(Call())
    stacks = {evening.seat("Ann").stack, evening.seat("Bob").stack}

    assert stacks == {2_000, 20_000}
    assert only(events, ChipsReturned).chips == 2_000
    evening.deal()
    assert sorted(evening.hand.setup.stacks) == [2_000, 20_000]


def test_a_broke_player_brings_a_whole_buy_in() -> None:
    evening = playing("Ann", "Bob")
    evening.all_in()
    broke = "Ann" if not evening.seat("Ann").stack else "Bob"
    refused = evening.refused(AddChips(by=person(broke), chips=1_999))

    assert (refused.reason, refused.numbers["minimum"]) == (Reason.BUY_IN_OUT_OF_RANGE, 2_000)
    assert only(evening.do(AddChips(by=person(broke), chips=2_000)), ChipsAdded).chips == 2_000
    evening.deal()
    assert evening.table.hand is not None


# ---- Automatic buying


def test_automatic_rebuy_brings_the_last_buy_in_when_the_stack_is_gone() -> None:
    evening = playing("Ann", "Bob", buy_in=6_000)
    for name in (ANN, BOB):
        evening.do(ChooseBuying(by=name, buying=Buying.REBUY))
    evening.all_in()
    broke = "Ann" if not evening.seat("Ann").stack else "Bob"
    events = evening.deal()

    assert only(events, ChipsAdded).chips == 6_000
    assert only(events, ChipsAdded).player == person(broke)
    assert evening.table.issued == 18_000
    assert sorted(evening.hand.setup.stacks) == [6_000, 12_000]


def test_automatic_top_up_fills_the_stack_after_every_hand() -> None:
    """Ann folds 50; Bob, who is up 50, gets nothing."""
    evening = playing("Ann", "Bob")
    for name in (ANN, BOB):
        evening.do(ChooseBuying(by=name, buying=Buying.TOP_UP))
    evening.fold_round()

    assert only(evening.deal(), ChipsAdded).chips == 50
    assert sorted(evening.hand.setup.stacks) == [10_000, 10_050]


def test_automatic_buying_ends_when_the_wallet_is_short_and_only_the_player_is_told() -> None:
    evening = playing("Ann", "Bob", "Cem")
    evening.do(ChooseBuying(by=BOB, buying=Buying.TOP_UP))
    evening.fold_round()
    evening.now = evening.table.deadline or 0
    events = evening.do(TimeOut(chance=evening.chance(), short=(BOB,)))

    assert only(events, BuyingFailed) == BuyingFailed(seat=SeatNo(2), only=SeatNo(2))
    assert evening.seat("Bob").buying is Buying.BY_HAND
    assert evening.table.issued == 30_000

    told = [line.pieces for line in _read_by(evening, 2)]
    assert (Text(key="own.buying_failed"),) in told
    assert (Text(key="own.buying_failed"),) not in [line.pieces for line in _read_by(evening, 1)]
    evening.fold_round()
    evening.deal()
    assert (Text(key="own.buying_failed"),) not in [line.pieces for line in _read_by(evening, 2)]


def _read_by(evening: Evening, seat: int) -> tuple[Line, ...]:
    """What the player in a seat is shown privately."""
    message = private_message(seat_view(evening.table, SeatNo(seat)))
    assert message is not None
    return message.lines


@pytest.mark.parametrize("mended", [ChooseBuying(by=BOB, buying=Buying.TOP_UP), AddChips(by=BOB, chips=100)])
def test_who_has_seen_to_their_chips_is_told_no_more_that_buying_ended(mended: Action) -> None:
    evening = playing("Ann", "Bob", "Cem", buy_in=5_000)
    evening.do(ChooseBuying(by=BOB, buying=Buying.TOP_UP))
    evening.fold_round()
    evening.now = evening.table.deadline or 0
    evening.do(TimeOut(chance=evening.chance(), short=(BOB,)))
    assert evening.seat("Bob").buying_failed
    evening.do(mended)
    assert not evening.seat("Bob").buying_failed


def test_who_loses_the_seat_because_the_wallet_is_short_is_told_and_nobody_else() -> None:
    evening = playing("Ann", "Bob", "Cem")
    for name in (ANN, BOB, CEM):
        evening.do(ChooseBuying(by=name, buying=Buying.REBUY))
    evening.all_in()
    broke = tuple(seat.player for seat in evening.table.seats if seat and not seat.stack)
    evening.now = evening.table.deadline or 0
    events = evening.do(TimeOut(chance=evening.chance(), short=broke[:1]))
    told = {player for player in (ANN, BOB, CEM) if unfilled_message("Friday", events, player)}
    assert told == set(broke[:1])
    assert seat_of(evening.table, broke[0]) is None


def test_automatic_buying_is_for_who_plays() -> None:
    evening = playing("Ann", "Bob", "Cem")
    evening.do(ChooseBuying(by=BOB, buying=Buying.TOP_UP))
    evening.do(SitOut(by=BOB))
    evening.fold_round()
    assert not [event for event in evening.deal() if isinstance(event, ChipsAdded)]


def test_automatic_buying_stays_within_the_range_when_the_host_changes_it() -> None:
    """Bob bought in for 10,000; the most is 5,000 now: with 9,950 he gets nothing, broke he would get 5,000."""
    evening = playing("Ann", "Bob", "Cem")
    evening.do(ChooseBuying(by=BOB, buying=Buying.TOP_UP))
    evening.do(ChangeOptions(by=ANN, options=TableOptions(entry=Entry.FREE, max_buy_in=5_000)))
    evening.fold_round()
    evening.set_stacks([10_050, 3_000, 10_000, 0, 0, 0])

    assert only(evening.deal(), ChipsAdded).chips == 2_000


# ---- No ratholing


def test_who_comes_back_within_half_an_hour_brings_what_they_left_with() -> None:
    """Bob leaves with 10,050 and half an hour later may bring 2,000 again."""
    evening = playing("Ann", "Bob", "Cem", "Dee")
    evening.set_places(1, 2, 3)
    evening.fold_round()
    chips = evening.seat("Cem").stack
    assert chips == 10_050
    left = evening.now
    evening.do(Leave(by=CEM))
    refused = evening.refused(Sit(by=CEM, name="Cem", buy_in=10_049))
    assert (refused.reason, refused.numbers) == (Reason.SAME_STACK, {"asked": 10_049, "minimum": 10_050})
    evening.now = left + 30 * MINUTE_MS - 1
    assert evening.refused(Sit(by=CEM, name="Cem", buy_in=2_000)).reason is Reason.SAME_STACK
    evening.now = left + 30 * MINUTE_MS
    assert only(evening.do(Sit(by=CEM, name="Cem", buy_in=2_000)), SeatTaken).chips == 2_000


def test_the_same_stack_is_the_usual_one_to_bring_even_above_the_maximum() -> None:
    evening = playing("Ann", "Bob", "Cem", "Dee")
    evening.fold_round()
    evening.set_stacks([10_000, 30_000, 10_000, 10_000, 0, 0])
    evening.do(Leave(by=BOB))
    assert evening.refused(Sit(by=BOB, name="Bob", buy_in=30_001)).numbers == {
        "asked": 30_001,
        "minimum": 30_000,
        "maximum": 30_000,
    }
    assert only(evening.do(Sit(by=BOB, name="Bob")), SeatTaken).chips == 30_000


def test_who_left_with_less_than_a_buy_in_brings_a_buy_in() -> None:
    evening = playing("Ann", "Bob", "Cem", "Dee")
    evening.fold_round()
    evening.set_stacks([10_000, 300, 10_000, 10_000, 0, 0])
    evening.do(Leave(by=BOB))
    assert only(evening.do(Sit(by=BOB, name="Bob")), SeatTaken).chips == 2_000


def test_only_what_somebody_left_with_last_counts() -> None:
    """Bob leaves with 10,000, comes back with it, loses 4,000 and leaves: 6,000 have to come back."""
    evening = playing("Ann", "Bob", "Cem", "Dee")
    evening.fold_round()
    for stack in (10_000, 6_000):
        evening.set_stacks([10_000, stack, 10_000, 10_000, 0, 0])
        evening.do(Leave(by=BOB))
        assert only(evening.do(Sit(by=BOB, name="Bob", seat=SeatNo(2))), SeatTaken).chips == stack


def test_who_came_back_and_lost_it_all_buys_in_anew() -> None:
    evening = playing("Ann", "Bob", "Cem", "Dee")
    evening.fold_round()
    evening.do(Leave(by=BOB))
    evening.do(Sit(by=BOB, name="Bob", seat=SeatNo(2)))
    evening.set_stacks([10_000, 0, 10_000, 10_000, 0, 0])
    assert only(evening.do(Sit(by=BOB, name="Bob", buy_in=2_000)), SeatTaken).chips == 2_000


def test_chips_that_were_never_in_play_need_not_come_back() -> None:
    """Bob has 9,950 after the hand and adds 5,000 before the next one; Cem's 3,000 came in with the end of it."""
    evening = playing("Ann", "Bob", "Cem", "Dee")
    evening.set_places(1, 2, 3)
    evening.do(AddChips(by=CEM, chips=3_000))
    evening.fold_round()
    bobs, cems = evening.seat("Bob").stack, evening.seat("Cem").stack - 3_000
    evening.do(AddChips(by=BOB, chips=5_000))
    for one, name, brought in ((BOB, "Bob", bobs), (CEM, "Cem", cems)):
        evening.do(Leave(by=one))
        assert evening.refused(Sit(by=one, name=name, buy_in=2_000)).numbers["minimum"] == brought


def test_what_was_added_is_in_play_once_a_hand_was_dealt() -> None:
    evening = playing("Ann", "Bob", "Cem", "Dee")
    evening.fold_round()
    evening.do(AddChips(by=BOB, chips=5_000))
    evening.deal()
    evening.fold_round()
    stack = evening.seat("Bob").stack
    assert stack > 14_000
    evening.do(Leave(by=BOB))
    assert evening.refused(Sit(by=BOB, name="Bob", buy_in=10_000)).numbers["minimum"] == stack


def test_who_was_dealt_no_hand_brings_back_what_they_like() -> None:
    evening = playing("Ann", "Bob")
    evening.do(Sit(by=CEM, name="Cem", buy_in=9_000))
    evening.do(Leave(by=CEM))
    assert only(evening.do(Sit(by=CEM, name="Cem", buy_in=2_000)), SeatTaken).chips == 2_000


def test_coming_back_for_no_hand_does_not_wash_the_stack_away() -> None:
    """Bob left with 30,000, comes back with it and goes before a hand is dealt: 30,000 are still to come back."""
    evening = playing("Ann", "Bob", "Cem", "Dee")
    evening.fold_round()
    evening.set_stacks([10_000, 30_000, 10_000, 10_000, 0, 0])
    for _ in range(2):
        evening.do(Leave(by=BOB))
        assert evening.refused(Sit(by=BOB, name="Bob", buy_in=2_000)).numbers["minimum"] == 30_000
        evening.do(Sit(by=BOB, name="Bob"))


def test_the_same_stack_rule_can_be_off() -> None:
    evening = playing("Ann", "Bob", "Cem", options=TableOptions(same_stack_minutes=0))
    evening.fold_round()
    evening.do(Leave(by=CEM))
    assert only(evening.do(Sit(by=CEM, name="Cem", buy_in=2_000)), SeatTaken).chips == 2_000


# ---- Leaving in the middle


@pytest.mark.parametrize("going", [Leave(by=BOB), Kick(by=ANN, seat=SeatNo(2))])
def test_no_chips_come_to_a_seat_whose_player_goes_with_the_hand(going: Action) -> None:
    evening = playing("Ann", "Bob", "Cem")
    evening.do(going)
    assert evening.refused(AddChips(by=BOB, chips=1_000)).reason is Reason.LEAVING


def test_who_stays_after_all_may_bring_chips_again() -> None:
    evening = playing("Ann", "Bob", "Cem")
    evening.do(Leave(by=CEM))
    evening.do(ComeBack(by=CEM))
    assert only(evening.do(AddChips(by=CEM, chips=1_000)), ChipsAdded).later


def test_who_leaves_in_the_middle_of_a_hand_folds_and_takes_what_was_coming_too() -> None:
    """Bob leaves with his small blind of 50 in: 10,000 - 50 + 3,000 = 12,950."""
    evening = playing("Ann", "Bob", "Cem")
    evening.do(AddChips(by=BOB, chips=3_000))
    evening.do(Leave(by=BOB))
    assert stack_at(evening.table, SeatNo(2)) == 9_950
    events = evening.move(Fold())

    freed = only(events, SeatFreed)
    assert freed == SeatFreed(seat=SeatNo(2), player=BOB, name="Bob", chips=12_950, why=LeftWhy.LEFT)
    assert evening.table.issued == 20_050
    assert evening.refused(Sit(by=BOB, name="Bob", buy_in=9_949)).numbers["minimum"] == 9_950


def test_the_own_view_says_how_many_chips_still_fit() -> None:
    evening = playing("Ann", "Bob")
    evening.do(AddChips(by=ANN, chips=1_000))
    own = seat_view(evening.table, SeatNo(1)).own
    assert own is not None
    assert (own.most, own.bought, own.buying) == (20_000 - 9_950 - 1_000, 10_000, Buying.BY_HAND)
