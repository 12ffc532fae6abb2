"""After the hand: showing by choice, asking to see a mucked hand, and the rabbit."""

import pytest

from core.actions import Sit, StartPlay
from core.events import HandEnded
from core.ids import PlayerId, SeatNo
from core.options import AskRule, TableOptions
from core.poker.actions import Call, Check, Fold, Move, Muck, RaiseTo, Show
from core.poker.cards import parse_cards
from core.poker.hand import Showing
from core.refusals import Reason
from core.side_actions import AskToShow, HuntRabbit, ShowAfter, ShowPart
from core.side_events import RabbitShown, ShownAfter
from core.sight import public_view, seat_view
from tests.rigged import rig
from tests.tables import Evening, only, person

NAMES = ("Ann", "Bob", "Cem", "Dee", "Eva")
ANN, BOB, CEM, DEE, EVA = (person(name) for name in NAMES)


def playing(players: int = 3, options: TableOptions | None = None) -> Evening:
    """The first hand dealt: button Ann in seat 1, blinds Bob and Cem."""
    evening = Evening(options or TableOptions())
    evening.sit(*NAMES[:players])
    evening.do(StartPlay(by=ANN))
    evening.set_places(players, 1, 2)
    evening.deal()
    rig(evening, {"Ann": "AsKd", "Bob": "QsQd", "Cem": "JsJd"})
    return evening


def play(evening: Evening, *moves: Move) -> None:
    """These moves, one after the other, by whoever is to act."""
    for move in moves:
        evening.move(move)


def folded_out() -> Evening:
    """Ann raised and won unseen with As Kd."""
    evening = playing()
    evening.move(RaiseTo(to=300))
    evening.fold_round()
    return evening


def public_cards(evening: Evening, seat: int) -> str:
    return "".join(public_view(evening.table).seats[seat - 1].hole_cards)


# ---- Showing by choice


@pytest.mark.parametrize(
    ("part", "cards"), [(ShowPart.LEFT, "As"), (ShowPart.RIGHT, "Kd"), (ShowPart.BOTH, "AsKd")]
)
def test_the_winner_of_a_fold_out_may_show_left_right_or_both(part: ShowPart, cards: str) -> None:
    evening = folded_out()
    assert public_cards(evening, 1) == ""
    assert evening.do(ShowAfter(by=ANN, part=part)) == (
        ShownAfter(seat=SeatNo(1), cards=parse_cards(cards), asker=None),
    )
    assert public_cards(evening, 1) == cards
    assert "".join(seat_view(evening.table, SeatNo(1)).seats[0].hole_cards) == "AsKd"


def test_one_card_after_the_other_makes_both_and_no_card_is_shown_twice() -> None:
    evening = folded_out()
    evening.do(ShowAfter(by=ANN, part=ShowPart.RIGHT))
    assert evening.refused(ShowAfter(by=ANN, part=ShowPart.RIGHT)).reason is Reason.CANNOT_SHOW
    evening.do(ShowAfter(by=ANN, part=ShowPart.LEFT))
    assert public_cards(evening, 1) == "AsKd"
    assert evening.refused(ShowAfter(by=ANN, part=ShowPart.BOTH)).reason is Reason.CANNOT_SHOW


def test_who_folded_may_show_too_but_nobody_shows_cards_that_are_not_theirs() -> None:
    evening = folded_out()
    evening.do(Sit(by=DEE, name="Dee"))
    evening.do(ShowAfter(by=BOB, part=ShowPart.BOTH))
    assert public_cards(evening, 2) == "QsQd"
    assert evening.refused(ShowAfter(by=DEE, part=ShowPart.BOTH)).reason is Reason.CANNOT_SHOW
    assert evening.refused(ShowAfter(by=EVA, part=ShowPart.BOTH)).reason is Reason.NOT_SEATED


@pytest.mark.parametrize(
    "wish",
    [ShowAfter(by=ANN, part=ShowPart.BOTH), HuntRabbit(by=ANN), AskToShow(by=ANN, seat=SeatNo(2))],
    ids=lambda wish: str(wish.kind),
)
def test_what_comes_after_the_hand_is_refused_during_it_because_it_is_not_over_and_before_any_because_none_is(
    wish: ShowAfter | HuntRabbit | AskToShow,
) -> None:
    assert playing().refused(wish).reason is Reason.HAND_NOT_OVER
    evening = Evening()
    evening.sit("Ann", "Bob")
    assert evening.refused(wish).reason is Reason.NO_HAND_YET


def test_cards_are_shown_between_the_end_of_the_hand_and_the_next_deal() -> None:
    evening = playing()
    evening.fold_round()
    hand_no, deadline = evening.table.hand_no, evening.table.deadline
    evening.do(ShowAfter(by=ANN, part=ShowPart.LEFT, hand_no=hand_no))
    assert evening.table.deadline == deadline
    evening.deal()
    assert evening.refused(ShowAfter(by=ANN, part=ShowPart.BOTH, hand_no=hand_no)).reason is Reason.TOO_LATE
    assert public_cards(evening, 1) == ""


def test_the_winner_is_asked_whether_to_show_who_folded_is_not() -> None:
    evening = folded_out()
    owns = [seat_view(evening.table, SeatNo(seat)).own for seat in (1, 2, 3)]
    assert [own is not None and own.may_show for own in owns] == [True, False, False]


# ---- Who may ask (rules.md 58)


def called_down(rule: AskRule) -> Evening:
    """Bob bets on every street with the best hand. Ann folds on the flop, Eva calls flop and turn and folds on the
    river, Cem and Dee call to the end and muck."""
    evening = playing(5, TableOptions(asking=rule))
    evening.do(Sit(by=person("Zoe"), name="Zoe"))
    rig(
        evening,
        {"Ann": "3s4d", "Bob": "AsAd", "Cem": "KsKd", "Dee": "QsQd", "Eva": "JsJd"},
        "2c7d9h5s8c",
    )
    play(evening, Call(), Call(), Call(), Call(), Check())
    play(evening, RaiseTo(to=200), Call(), Call(), Call(), Fold())
    play(evening, RaiseTo(to=400), Call(), Call(), Call())
    play(evening, RaiseTo(to=800), Call(), Call(), Fold())
    only(evening.events, HandEnded)
    assert (public_cards(evening, 2), public_cards(evening, 3)) == ("AsAd", "")
    return evening


BOTH, CEMS, DEES, NONE = (3, 4), (3,), (4,), ()


@pytest.mark.parametrize(
    ("rule", "may"),
    [
        (AskRule.NOBODY, (NONE, NONE, NONE, NONE, NONE, NONE)),
        (AskRule.LIVE, (NONE, BOTH, DEES, CEMS, NONE, NONE)),
        (AskRule.CALLER, (NONE, NONE, DEES, CEMS, NONE, NONE)),
        (AskRule.TURN_CALLER, (NONE, BOTH, DEES, CEMS, BOTH, NONE)),
        (AskRule.ANYBODY, (BOTH, BOTH, DEES, CEMS, BOTH, NONE)),
    ],
)
def test_rules_58_who_may_ask_to_see_a_mucked_hand(rule: AskRule, may: tuple[tuple[int, ...], ...]) -> None:
    """In the order Ann, Bob, Cem, Dee, Eva and Zoe, who was not dealt in."""
    evening = called_down(rule)
    for seat, asked in enumerate(may, start=1):
        own = seat_view(evening.table, SeatNo(seat)).own
        assert own is not None
        assert own.may_ask == asked
    by: PlayerId
    for by, asked in zip((ANN, BOB, CEM, DEE, EVA, person("Zoe")), may, strict=True):
        for seat in (2, 3, 4):
            if seat not in asked:
                why = Reason.HAND_OPEN if seat == 2 else Reason.CANNOT_ASK
                assert evening.refused(AskToShow(by=by, seat=SeatNo(seat))).reason is why


def test_a_hand_that_was_asked_for_is_seen_by_everybody_and_is_asked_for_once() -> None:
    evening = called_down(AskRule.LIVE)
    assert evening.do(AskToShow(by=BOB, seat=SeatNo(3), hand_no=1)) == (
        ShownAfter(seat=SeatNo(3), cards=parse_cards("KsKd"), asker=SeatNo(2)),
    )
    assert public_cards(evening, 3) == "KsKd"
    assert evening.refused(AskToShow(by=DEE, seat=SeatNo(3))).reason is Reason.HAND_OPEN
    assert evening.refused(AskToShow(by=BOB, seat=SeatNo(4), hand_no=2)).reason is Reason.TOO_LATE


def test_who_bet_on_the_turn_and_folded_later_may_ask_where_the_turn_counts() -> None:
    """Dee bets the turn, is raised on the river and folds; Bob calls and mucks."""
    evening = playing(4, TableOptions(asking=AskRule.TURN_CALLER))
    rig(evening, {"Ann": "3s4d", "Bob": "QsQd", "Cem": "AsAd", "Dee": "JsJd"}, "2c7d9h5s8c")
    play(evening, Call(), Fold(), Call(), Check(), Check(), Check(), Check())
    play(evening, Check(), Check(), RaiseTo(to=100), Call(), Call())
    play(evening, Check(), RaiseTo(to=500), Fold(), Call())
    own = seat_view(evening.table, SeatNo(4)).own
    assert own is not None
    assert own.may_ask == (2,)


def test_nobody_asks_for_a_hand_that_nobody_called() -> None:
    evening = folded_out()
    assert evening.refused(AskToShow(by=BOB, seat=SeatNo(1))).reason is Reason.NOTHING_MUCKED


def mucked_twice(rule: AskRule) -> Evening:
    """Cem calls the river and, with Dee, mucks after Bob, who bet, has shown: each by choice. Ann folded."""
    evening = playing(4, TableOptions(asking=rule, showing=Showing.ASK))
    rig(evening, {"Ann": "3s4d", "Bob": "AsAd", "Cem": "KsKd", "Dee": "QsQd"}, "2c7d9h5s8c")
    play(evening, Call(), Fold(), Call(), Check())
    while evening.table.hand is not None and evening.table.hand.street < 3:
        play(evening, Check())
    play(evening, RaiseTo(to=800), Call(), Call())
    play(evening, Show(), Muck(), Muck())
    only(evening.events, HandEnded)
    return evening


@pytest.mark.parametrize(
    ("rule", "why"),
    [
        (AskRule.LIVE, Reason.HAVE_MUCKED),
        (AskRule.CALLER, Reason.HAVE_MUCKED),
        (AskRule.NOBODY, Reason.CANNOT_ASK),
        (AskRule.TURN_CALLER, None),
        (AskRule.ANYBODY, None),
    ],
)
def test_tda_18_who_chose_to_muck_has_lost_the_right_to_ask_where_folding_loses_it_too(
    rule: AskRule, why: Reason | None
) -> None:
    evening = mucked_twice(rule)
    ask = AskToShow(by=CEM, seat=SeatNo(4))
    if why is None:
        assert only(evening.do(ask), ShownAfter).seat == 4
    else:
        assert evening.refused(ask).reason is why


def test_tda_18_showing_afterwards_does_not_bring_the_right_back_and_who_tabled_has_it() -> None:
    evening = mucked_twice(AskRule.LIVE)
    evening.do(ShowAfter(by=CEM, part=ShowPart.BOTH))
    assert evening.refused(AskToShow(by=CEM, seat=SeatNo(4))).reason is Reason.HAVE_MUCKED
    assert evening.refused(AskToShow(by=BOB, seat=SeatNo(3))).reason is Reason.HAND_OPEN
    assert only(evening.do(AskToShow(by=BOB, seat=SeatNo(4))), ShownAfter).seat == 4
    assert evening.refused(AskToShow(by=BOB, seat=SeatNo(4))).reason is Reason.HAND_OPEN


# ---- The rabbit


def test_the_rabbit_is_the_board_that_would_have_come() -> None:
    evening = folded_out()
    deck = evening.table.deal.hand.dealt.deck if evening.table.deal else ()
    assert evening.do(HuntRabbit(by=BOB)) == (RabbitShown(seat=SeatNo(2), cards=deck[6:11]),)
    assert public_view(evening.table).rabbit == deck[6:11]
    assert evening.refused(HuntRabbit(by=ANN)).reason is Reason.NO_RABBIT


def test_the_rabbit_passes_over_the_cards_that_would_have_been_burnt() -> None:
    evening = playing(3, TableOptions(burns=True))
    play(evening, Call(), Call(), Check(), RaiseTo(to=100), Fold(), Fold())
    deck = evening.table.deal.hand.dealt.deck if evening.table.deal else ()
    assert deck
    # Six hole cards, burn and flop end at 10: the turn is 11, the river 13.
    assert only(evening.do(HuntRabbit(by=ANN)), RabbitShown).cards == (deck[11], deck[13])


def test_there_is_no_rabbit_after_a_showdown_a_river_or_where_it_is_off() -> None:
    shown = playing()
    shown.check_down()
    river = playing()
    play(river, Call(), Call(), Check(), *[Check()] * 6, RaiseTo(to=100), Fold(), Fold())
    off = playing(3, TableOptions(rabbit=False))
    off.fold_round()
    for evening in (shown, river, off):
        assert evening.refused(HuntRabbit(by=ANN)).reason is Reason.NO_RABBIT


def test_only_who_was_dealt_in_hunts_the_rabbit() -> None:
    evening = folded_out()
    evening.do(Sit(by=DEE, name="Dee"))
    assert evening.refused(HuntRabbit(by=DEE)).reason is Reason.NO_RABBIT
    owns = [seat_view(evening.table, SeatNo(seat)).own for seat in (1, 4)]
    assert [own is not None and own.may_hunt for own in owns] == [True, False]


def test_the_rabbit_never_touches_the_next_hand() -> None:
    """With and without it the next root, the next deck and the next hole cards are the same."""
    hunted, left = folded_out(), folded_out()
    hunted.do(HuntRabbit(by=CEM))
    assert hunted.table.next_root == left.table.next_root
    hunted.deal()
    left.deal()
    assert hunted.table.deal is not None
    assert left.table.deal is not None
    assert hunted.table.deal.root == left.table.deal.root
    assert hunted.hand.dealt == left.hand.dealt
    assert hunted.table.next_root == left.table.next_root
    assert public_view(hunted.table).rabbit == ()
