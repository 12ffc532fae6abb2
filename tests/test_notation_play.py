"""Playing a PHH file: streets and pots, forced bets of every kind, and where a file leaves the hand undecided."""

import re

from core.poker.cards import Card
from core.poker.events import HoleCardsDealt, Posted, PostKind
from core.poker.notation import (
    Outcome,
    Step,
    Verdict,
)
from tests.phh_texts import ALL_IN, FLOP, HOLES, PREFLOP, RIVER, W18, ending, phh, played, refused


def test_w18_goes_pot_by_pot_to_bobs_26() -> None:
    steps = played(W18)
    streets = [sum(pot.amount for pot in step.pots) for step in steps if _deals_a_street(step)]
    assert streets == [6, 18, 18]
    assert sum(pot.amount for pot in steps[-1].pots) == 26
    assert ending(W18) == Outcome(
        verdict=Verdict.DECIDED, stacks=(116, 90, 100, 94), recorded=(116, 90, 100, 94), why=""
    )


def _deals_a_street(step: Step) -> bool:
    return any(event.kind == "street_dealt" for event in step.events if hasattr(event, "kind"))


def test_heads_up_the_button_posts_the_small_blind() -> None:
    text = phh(
        ("d dh p1 ????", "d dh p2 ????", "p2 f"),
        antes="[0, 0]",
        blinds_or_straddles="[1, 2]",
        starting_stacks="[200, 200]",
    )
    assert ending(text).stacks == (201, 199)


def test_a_straddle_opens_the_betting_on_its_left() -> None:
    text = phh(
        ("d dh p1 ????", "d dh p2 ????", "d dh p3 ????", "p1 cbr 8", "p2 f", "p3 f"),
        blinds_or_straddles="[1, 2, 4]",
    )
    assert ending(text).stacks == (206, 198, 196)


def test_a_post_to_come_in_does_not_move_the_opening() -> None:
    text = phh(
        (*[f"d dh p{at} ????" for at in (1, 2, 3, 4)], "p3 f", "p4 cc", "p1 f", "p2 cc"),
        antes="[0, 0, 0, 0]",
        blinds_or_straddles="[1, 2, 0, -2]",
        starting_stacks="[200, 200, 200, 200]",
    )
    assert ending(text).why == "the flop is to be dealt"


def test_untrimmed_antes_are_won_in_full_by_whoever_could_not_pay_theirs() -> None:
    actions = (
        *("d dh p1 KsKd", "d dh p2 QdQc", "d dh p3 AsAd", "p1 cc", "p2 cc", "d db 2c7h9d"),
        *("p1 cc", "p2 cc", "d db 3s", "p1 cc", "p2 cc", "d db Jh", "p1 cc", "p2 cc"),
        *("p1 sm -", "p2 sm -", "p3 sm -"),
    )
    short = {"antes": "[10, 10, 10]", "starting_stacks": "[200, 200, 4]"}
    assert ending(phh(actions, **short)).stacks == (192, 188, 24)
    assert ending(phh(actions, **short, ante_trimming_status="true")).stacks == (204, 188, 12)


def test_a_check_that_decides_nothing_is_taken_once() -> None:
    """The last player with chips is asked by some writers although nobody could bet (cases.md 29)."""
    fields = {"antes": "[0, 0]", "blinds_or_straddles": "[1, 2]", "starting_stacks": "[200, 1]"}
    tail = ("d db 2c7h9d", "d db 3s", "d db Jh", "p1 sm -", "p2 sm -")
    head = ("d dh p1 AsKs", "d dh p2 QdQc")
    assert ending(phh((*head, "p1 cc", *tail), **fields)).stacks == (199, 2)
    assert ending(phh((*head, *tail), **fields)).stacks == (199, 2)
    assert refused(phh((*head, "p1 cc", "p1 cc", *tail), **fields)).action == 4


def test_hands_that_the_file_names_are_turned_up_where_it_ends_without_a_showdown() -> None:
    assert ending(phh(RIVER)).stacks == (198, 204, 198)


def test_the_result_is_undecided_when_a_hand_at_the_showdown_is_unknown() -> None:
    unknown = [text.replace("QdQc", "????") for text in RIVER]
    outcome = ending(phh((*unknown, "p1 sm AsKs", "p2 sm ????")))
    assert (outcome.verdict, outcome.recorded) == (Verdict.UNDECIDED, ())
    assert outcome.why == "the cards of p2 are not known"
    assert outcome.stacks == (198, 198, 198)
    assert ending(phh(unknown, winnings="[0, 6, 0]")).recorded == (198, 204, 198)
    assert ending(phh(unknown, finishing_stacks="[198, 203, 198]")).recorded == (198, 203, 198)


def test_the_last_one_left_wins_with_an_unknown_hand_when_the_others_muck() -> None:
    unknown = [text.replace("QdQc", "????") for text in RIVER]
    for choices in (("p1 sm",), ("p2 sm ????", "p1 sm"), ("p1 sm", "p2 sm"), ("p1 sm", "p2 sm QdQc")):
        assert ending(phh((*unknown, *choices))).stacks == (198, 204, 198)


def test_a_winner_may_show_after_everybody_folded() -> None:
    steps = played(phh((*HOLES, "p3 f", "p1 f", "p2 sm Qc??", "# a long look")))
    assert steps[-3].events
    assert ending(phh((*HOLES, "p3 f", "p1 f", "p2 sm -"))).stacks == (199, 201, 200)


def test_a_file_may_stop_before_the_hand_does() -> None:
    for actions, why in (
        ((), "p3 is to act"),
        (HOLES, "p3 is to act"),
        ((*HOLES, *PREFLOP), "the flop is to be dealt"),
        (FLOP, "p1 is to act"),
        (ALL_IN, "the flop is to be dealt"),
    ):
        outcome = ending(phh(actions))
        assert (outcome.verdict, outcome.why) == (Verdict.UNFINISHED, why)


def test_a_placeholder_for_an_unknown_card_is_in_no_step() -> None:
    text = phh([action.replace("QdQc", "????") for action in (*RIVER, "p1 sm AsKs")])
    told = set(re.findall(r"'([2-9TJQKA][cdhs])'", repr(played(text))))
    named = {"As", "Ks", "2c", "7h", "9d", "3s", "Jh"}
    assert told == named
    dealt = [event for step in played(text) for event in step.events if isinstance(event, HoleCardsDealt)]
    assert [event.cards for event in dealt] == [(Card("As"), Card("Ks")), (), ()]


def test_antes_of_each_player_are_posted_by_each() -> None:
    steps = played(phh(HOLES, antes="[1, 1, 1]"))
    posted = [(event.seat, event.post) for event in steps[0].events if isinstance(event, Posted)]
    assert posted == [
        *[(at, PostKind.ANTE) for at in range(3)],
        (0, PostKind.SMALL_BLIND),
        (1, PostKind.BIG_BLIND),
    ]


def test_hole_cards_may_come_one_at_a_time() -> None:
    one_by_one = ("d dh p1 As", "d dh p2 Qd", "d dh p3 ??", "d dh p1 Ks", "d dh p2 Qc", "d dh p3 ??")
    assert ending(phh((*one_by_one, *RIVER[3:]))).stacks == ending(phh(RIVER)).stacks
