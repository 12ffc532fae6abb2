"""Straddles, bomb pots and the seven-deuce game at a table, with exact chips."""

from collections.abc import Sequence

import pytest

from core.actions import Leave, Sit, StartPlay
from core.cardroom.button import clockwise_from
from core.events import ButtonDrawn, Event, HandStarted
from core.ids import SeatNo
from core.options import ButtonRule, StraddleRule, TableOptions
from core.poker.actions import Call, Check, Fold, RaiseTo
from core.poker.events import Posted, StreetDealt
from core.poker.record import published
from core.poker.verification import check
from core.refusals import Reason
from core.side_actions import ChooseSevenDeuce, ChooseStraddle, ShowAfter, ShowPart, VoteBombPot
from core.side_events import BombPotVoted, SevenDeucePaid
from core.sight import public_view, seat_view
from core.views import Mark
from tests.rigged import rig
from tests.tables import Evening, only, person

NAMES = ("Ann", "Bob", "Cem", "Dee", "Eva", "Fay")
ANN, BOB, CEM, DEE, EVA, FAY = (person(name) for name in NAMES)


def seated(options: TableOptions, players: int = 6) -> Evening:
    """So many people, and the next button is Ann's in seat 1, with the blinds on 2 and 3."""
    evening = Evening(options)
    evening.sit(*NAMES[:players])
    evening.do(StartPlay(by=ANN))
    evening.set_places(players, 1, 2)
    return evening


def posts(events: Sequence[Event]) -> list[tuple[int, str, int]]:
    return [(event.seat, event.post.value, event.amount) for event in events if isinstance(event, Posted)]


# ---- Straddles (rules.md 18): blinds 50 and 100 in seats 2 and 3


def straddling(
    rule: StraddleRule, *willing: str, players: int = 6
) -> tuple[Evening, list[tuple[int, str, int]]]:
    """These people would straddle. What they post beside the blinds."""
    evening = seated(TableOptions(straddle=rule), players)
    for name in willing:
        evening.do(ChooseStraddle(by=person(name), on=True))
    events = evening.deal()
    assert posts(events)[:2] == [(2, "small_blind", 50), (3, "big_blind", 100)]
    return evening, posts(events)[2:]


def test_under_the_gun_straddles_twice_the_big_blind_and_the_next_one_twice_that() -> None:
    evening, extra = straddling(StraddleRule.UNDER_THE_GUN, "Dee", "Eva")
    assert extra == [(4, "straddle", 200), (5, "straddle", 400)]
    assert (evening.to_act, evening.legal.call) == (FAY, 400)
    assert evening.hand.pot == 50 + 100 + 200 + 400


def test_nobody_straddles_over_a_player_under_the_gun_who_does_not() -> None:
    _, extra = straddling(StraddleRule.UNDER_THE_GUN, "Eva", "Fay", "Ann", "Bob", "Cem")
    assert extra == []


def test_a_button_straddle_makes_the_small_blind_act_first_and_the_button_last() -> None:
    evening, extra = straddling(StraddleRule.BUTTON, "Ann", "Dee")
    assert extra == [(1, "straddle", 200)]
    order = []
    while evening.hand.street == 0:
        order.append(evening.to_act)
        evening.move(Check() if evening.legal.check else Call())
    assert order == [BOB, CEM, DEE, EVA, FAY, ANN]


def test_of_several_mississippi_straddlers_the_one_nearest_to_the_button_does_and_left_of_it_acts_first() -> (
    None
):
    """Eva and Fay would: Fay's 200, then Ann, Bob, Cem, Dee, Eva, and Fay last with the option to raise."""
    evening, extra = straddling(StraddleRule.MISSISSIPPI, "Eva", "Fay", "Bob")
    assert extra == [(6, "straddle", 200)]
    order = []
    while evening.hand.street == 0:
        order.append(evening.to_act)
        evening.move(Check() if evening.legal.check else Call())
    assert order == [ANN, BOB, CEM, DEE, EVA, FAY]


@pytest.mark.parametrize("rule", list(StraddleRule))
def test_with_three_players_nobody_straddles(rule: StraddleRule) -> None:
    evening = seated(TableOptions(straddle=rule), 3)
    if rule is not StraddleRule.NONE:
        evening.do(ChooseStraddle(by=ANN, on=True))
    assert posts(evening.deal()) == [(2, "small_blind", 50), (3, "big_blind", 100)]


@pytest.mark.parametrize(("stack", "straddles"), [(200, False), (201, True)])
def test_nobody_goes_all_in_by_a_straddle(stack: int, straddles: bool) -> None:
    evening = seated(TableOptions(straddle=StraddleRule.UNDER_THE_GUN))
    evening.do(ChooseStraddle(by=DEE, on=True))
    evening.set_stacks([10_000, 10_000, 10_000, stack, 10_000, 10_000])
    assert ((4, "straddle", 200) in posts(evening.deal())) is straddles


def test_a_straddle_stays_chosen_until_it_is_taken_back() -> None:
    evening, _ = straddling(StraddleRule.BUTTON, "Ann", "Bob")
    evening.fold_round()
    assert posts(evening.deal())[2:] == [(2, "straddle", 200)]
    evening.do(ChooseStraddle(by=CEM, on=True))
    evening.do(ChooseStraddle(by=CEM, on=False))
    evening.fold_round()
    assert posts(evening.deal())[2:] == []


def test_where_there_are_no_straddles_none_can_be_chosen() -> None:
    assert seated(TableOptions()).refused(ChooseStraddle(by=ANN, on=True)).reason is Reason.NO_STRADDLE


def test_who_posts_to_come_in_straddles_for_the_difference() -> None:
    """Button 4, blinds 5 and 1; Bob straddles 200, Gus in the empty seat 3 posts 100 and straddles 300 more: 400."""
    evening = Evening(TableOptions(straddle=StraddleRule.UNDER_THE_GUN))
    for seat, name in ((1, "Ann"), (2, "Bob"), (4, "Cem"), (5, "Dee")):
        evening.do(Sit(by=person(name), name=name, seat=SeatNo(seat)))
    evening.do(StartPlay(by=ANN))
    evening.set_places(1, 2, 4)
    evening.deal()
    evening.fold_round()
    evening.set_places(2, 4, 5)
    evening.do(Sit(by=person("Gus"), name="Gus", seat=SeatNo(3), post=True))
    for name in ("Bob", "Gus"):
        evening.do(ChooseStraddle(by=person(name), on=True))
    events = evening.deal()

    assert posts(events) == [
        (3, "post", 100),
        (5, "small_blind", 50),
        (1, "big_blind", 100),
        (2, "straddle", 200),
        (3, "straddle", 300),
    ]
    assert evening.to_act == CEM
    evening.fold_round()
    assert [finding for finding in check(published(evening.records[-1])) if not finding.ok] == []


def test_a_big_blind_all_in_for_less_with_a_straddle_on() -> None:
    """Cem has 60 for the big blind of 100, Dee straddles 200, Ann folds, Bob calls: main pot 3 x 60 = 180, side pot
    2 x 140 = 280."""
    evening = seated(TableOptions(straddle=StraddleRule.UNDER_THE_GUN), 4)
    evening.do(ChooseStraddle(by=DEE, on=True))
    evening.set_stacks([10_000, 10_000, 60, 10_000, 0, 0])
    assert posts(evening.deal()) == [(2, "small_blind", 50), (3, "big_blind", 60), (4, "straddle", 200)]
    assert (evening.to_act, evening.legal.call) == (ANN, 200)
    evening.move(Fold(), "Ann")
    evening.move(Call(), "Bob")
    evening.move(Check(), "Dee")
    assert [pot.amount for pot in evening.hand.pots] == [180, 280]


# ---- Bomb pots


def test_every_third_hand_is_a_bomb_pot_and_button_and_blinds_stay_for_the_hand_after() -> None:
    """Three antes of 2 x 100. Hands 1 and 2 have buttons 1 and 2, the bomb pot 2 again, hand 4 button 3."""
    evening = seated(TableOptions(bomb_every=3), 3)
    buttons, bombs = [], []
    for _ in range(4):
        events = evening.deal()
        buttons.append(only(events, HandStarted).button)
        bombs.append(only(events, HandStarted).bomb)
        if bombs[-1]:
            assert posts(events) == [(3, "ante", 200), (1, "ante", 200), (2, "ante", 200)]
            assert only(events, StreetDealt).street == "flop"
            assert (evening.to_act, evening.legal.check, evening.hand.pot) == (CEM, True, 600)
            view = public_view(evening.table)
            assert view.bomb
            assert [seat.marks for seat in view.seats] == [(), (Mark.BUTTON,), ()]
        evening.fold_round()
    assert (buttons, bombs) == ([1, 2, 2, 3], [False, False, True, False])


def test_more_than_half_of_the_players_make_the_next_hand_a_bomb_pot_by_vote() -> None:
    evening = seated(TableOptions(), 4)
    evening.deal()
    votes = [only(evening.do(VoteBombPot(by=name)), BombPotVoted) for name in (ANN, BOB)]
    assert [(vote.votes, vote.needed) for vote in votes] == [(1, 3), (2, 3)]
    assert evening.refused(VoteBombPot(by=ANN)).reason is Reason.ALREADY_VOTED
    evening.fold_round()
    assert not only(evening.deal(), HandStarted).bomb
    for name in (ANN, BOB, CEM):
        evening.do(VoteBombPot(by=name))
    evening.fold_round()
    assert only(evening.deal(), HandStarted).bomb
    evening.fold_round()
    assert not only(evening.deal(), HandStarted).bomb


@pytest.mark.parametrize(("every", "bombs"), [(1, [1, 2, 3, 4, 5, 6]), (2, [2, 4, 6]), (3, [3, 6]), (0, [])])
def test_the_hands_whose_number_the_option_divides_are_bomb_pots_from_the_first_on(
    every: int, bombs: list[int]
) -> None:
    evening = Evening(TableOptions(bomb_every=every))
    evening.sit("Ann", "Bob", "Cem")
    hands = [only(evening.start(), HandStarted)]
    for _ in range(5):
        evening.fold_round()
        hands.append(only(evening.deal(), HandStarted))
    assert [hand.hand_no for hand in hands if hand.bomb] == bombs


def test_when_the_first_hand_is_a_bomb_pot_the_button_is_drawn_for_and_has_its_blinds_with_the_next_hand() -> (
    None
):
    evening = Evening(TableOptions(bomb_every=5))
    evening.sit("Ann", "Bob", "Cem", "Dee")
    for player in (ANN, BOB, CEM):
        evening.do(VoteBombPot(by=player))
    first = evening.start()
    drawn = only(first, ButtonDrawn).seat
    assert (only(first, HandStarted).bomb, only(first, HandStarted).button) == (True, drawn)
    assert posts(first) == [(seat, "ante", 200) for seat in evening.hand.setup.seats]
    evening.do(Sit(by=EVA, name="Eva"))
    evening.fold_round()
    second = evening.deal()
    order = clockwise_from(drawn, [SeatNo(seat) for seat in range(1, 6)])
    assert only(second, HandStarted).button == drawn
    assert posts(second) == [(order[0], "small_blind", 50), (order[1], "big_blind", 100)]
    assert set(evening.hand.setup.seats) == {1, 2, 3, 4, 5}, "no blind has passed anybody yet"


def test_where_every_hand_is_a_bomb_pot_the_button_goes_round_all_the_same() -> None:
    evening = Evening(TableOptions(bomb_every=1))
    evening.sit("Ann", "Bob", "Cem")
    buttons = [only(evening.start(), HandStarted).button]
    for _ in range(3):
        evening.fold_round()
        buttons.append(only(evening.deal(), HandStarted).button)
    assert sorted(buttons[:3]) == [1, 2, 3]
    assert buttons[3] == buttons[0]


def test_a_bomb_pot_is_for_whoever_waits_for_the_big_blind_too_and_they_still_owe_it() -> None:
    evening = seated(TableOptions(bomb_every=2), 4)
    evening.deal()
    evening.do(Sit(by=EVA, name="Eva"))
    evening.fold_round()
    assert 5 in only(evening.deal(), HandStarted).seats
    assert evening.seat("Eva").owes_big


def test_a_bomb_pot_is_dealt_and_proved_with_the_button_on_a_seat_that_was_left() -> None:
    evening = seated(TableOptions(bomb_every=2, button_rule=ButtonRule.DEAD), 4)
    evening.deal()
    evening.fold_round()
    evening.do(Leave(by=ANN))
    assert only(evening.deal(), HandStarted).seats == (2, 3, 4)
    evening.check_down()
    assert [finding for finding in check(published(evening.records[-1])) if not finding.ok] == []


def test_a_double_board_bomb_pot_with_a_side_pot_and_odd_chips() -> None:
    """Antes 3 x 101; Bob all-in for 149 more, called twice: main pot 3 x 250 = 750. Turn 2 x 105: side pot 210.

    Board one, 375 and 105, is Cem's and Ann's with aces and kings: Cem, left of the button, has the odd chips, 188 and
    53 to 187 and 52. Board two: four nines win Bob 375, a flush wins Ann 105. So Bob 375, Cem 1,000 - 355 + 188 + 53 =
    886, Ann 645 + 187 + 52 + 105 = 989: 2,250 as at the start."""
    evening = seated(TableOptions(big_blind=101, bomb_every=2, bomb_ante=1, bomb_boards=2), 3)
    evening.deal()
    evening.fold_round()
    evening.set_places(1, 2, 3)
    evening.set_stacks([1_000, 250, 1_000, 0, 0, 0])
    assert posts(evening.deal()) == [(2, "ante", 101), (3, "ante", 101), (1, "ante", 101)]
    board = "AcKc7d" + "9c9h6h" + "2s" + "3h" + "4h" + "Jd"
    rig(evening, {"Bob": "9s9d", "Cem": "AsKd", "Ann": "AhKh"}, board)
    for move in (RaiseTo(to=149), Call(), Call(), RaiseTo(to=105), Call(), Check(), Check()):
        evening.move(move)

    assert [evening.seat(name).stack for name in ("Bob", "Cem", "Ann")] == [375, 886, 989]
    assert [len(cards) for cards in public_view(evening.table).boards] == [5, 5]


# ---- Seven-deuce: 2 big blinds, 200, from everyone in the game who took action


def deuces(*inside: str, players: int = 3) -> Evening:
    """These people are in the game; Bob holds 7-2 and is the small blind."""
    evening = seated(TableOptions(seven_deuce=2), players)
    for name in inside:
        evening.do(ChooseSevenDeuce(by=person(name), on=True))
    evening.deal()
    rig(evening, {"Ann": "KsKd", "Bob": "7s2d", "Cem": "QsQd"}, "7c7d2c9h4h")
    return evening


def test_seven_deuce_is_paid_by_everyone_and_capped_by_a_short_stack() -> None:
    """Three put in 100 and check it down; Bob's full house wins 300. Ann pays 200, Cem the 120 that he has left:
    Bob 9,900 + 300 + 320 = 10,520, Ann 9,700, Cem 0."""
    evening = seated(TableOptions(seven_deuce=2), 3)
    for name in (ANN, BOB, CEM):
        evening.do(ChooseSevenDeuce(by=name, on=True))
    evening.set_stacks([10_000, 10_000, 220, 0, 0, 0])
    evening.deal()
    rig(evening, {"Ann": "KsKd", "Bob": "7s2d", "Cem": "QsQd"}, "7c7d2c9h4h")
    evening.check_down()

    assert only(evening.events, SevenDeucePaid) == SevenDeucePaid(
        seat=SeatNo(2), paid=((SeatNo(3), 120), (SeatNo(1), 200))
    )
    assert [evening.seat(name).stack for name in ("Ann", "Bob", "Cem")] == [9_700, 10_520, 0]


def test_who_is_not_in_the_game_neither_pays_nor_is_paid() -> None:
    evening = deuces("Ann", "Bob")
    evening.check_down()
    assert only(evening.events, SevenDeucePaid).paid == ((1, 200),)
    outside = deuces("Ann", "Cem")
    outside.check_down()
    assert not [event for event in outside.events if isinstance(event, SevenDeucePaid)]


def test_who_took_no_action_does_not_pay() -> None:
    """Cem is all-in on his blind of 100 and tops up meanwhile: he has chips, but did nothing."""
    evening = seated(TableOptions(seven_deuce=2), 3)
    for name in (ANN, BOB, CEM):
        evening.do(ChooseSevenDeuce(by=name, on=True))
    evening.set_stacks([10_000, 10_000, 100, 0, 0, 0])
    evening.deal()
    rig(evening, {"Ann": "KsKd", "Bob": "7s2d", "Cem": "QsQd"}, "7c7d2c9h4h")
    evening.check_down()
    assert only(evening.events, SevenDeucePaid).paid == ((1, 200),)


def test_when_everybody_folds_seven_deuce_is_paid_once_both_cards_are_shown() -> None:
    """Bob raises to 300, both fold: 10,000 + 200; then 200 from each: 10,600."""
    evening = deuces("Ann", "Bob", "Cem")
    evening.move(Call(), "Ann")
    evening.move(RaiseTo(to=300), "Bob")
    evening.fold_round()
    assert not [event for event in evening.events if isinstance(event, SevenDeucePaid)]
    assert [event.kind for event in evening.do(ShowAfter(by=BOB, part=ShowPart.LEFT))] == ["shown_after"]
    events = evening.do(ShowAfter(by=BOB, part=ShowPart.RIGHT))

    assert [event.kind for event in events] == ["shown_after", "seven_deuce_paid"]
    assert evening.seat("Bob").stack == 10_600
    assert evening.refused(ShowAfter(by=BOB, part=ShowPart.BOTH)).reason is Reason.CANNOT_SHOW


def test_another_hand_or_a_loser_with_seven_deuce_is_paid_nothing() -> None:
    evening = deuces("Ann", "Bob", "Cem")
    evening.move(RaiseTo(to=300), "Ann")
    evening.fold_round()
    for name in (ANN, BOB):
        evening.do(ShowAfter(by=name, part=ShowPart.BOTH))
    assert not [event for event in evening.events if isinstance(event, SevenDeucePaid)]


def test_where_it_is_not_played_nobody_is_in_the_game() -> None:
    evening = seated(TableOptions(), 3)
    assert evening.refused(ChooseSevenDeuce(by=ANN, on=True)).reason is Reason.NO_SEVEN_DEUCE


def test_the_own_view_says_what_one_has_chosen() -> None:
    evening = seated(TableOptions(seven_deuce=2, straddle=StraddleRule.BUTTON), 3)
    evening.do(ChooseSevenDeuce(by=BOB, on=True))
    evening.do(ChooseStraddle(by=CEM, on=True))
    owns = [seat_view(evening.table, SeatNo(seat)).own for seat in (1, 2, 3)]
    assert [own and (own.seven_deuce, own.straddles) for own in owns] == [
        (False, False),
        (True, False),
        (False, True),
    ]
