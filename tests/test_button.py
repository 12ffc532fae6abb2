"""The draw for the first button, and how button and blinds move from hand to hand."""

from collections.abc import Iterable
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.actions import Leave, Sit
from core.cardroom.button import Places, after, draw_for_button, first_places, next_places
from core.events import ButtonDrawn, HandStarted
from core.ids import SeatNo
from core.options import ButtonRule, TableOptions
from core.poker.actions import Call, Check
from core.poker.cards import FRESH_DECK, parse_cards
from core.poker.events import Posted, PostKind
from core.poker.shuffle import permutation
from core.sight import public_view
from core.views import Mark
from tests.tables import Evening, only, person

BOTH_RULES = pytest.mark.parametrize("rule", list(ButtonRule))


def seats(*numbers: int) -> list[SeatNo]:
    return [SeatNo(number) for number in numbers]


def places(button: int, small: int, big: int) -> Places:
    return Places(button=SeatNo(button), small_blind=SeatNo(small), big_blind=SeatNo(big))


def cards_first(text: str) -> list[int]:
    """A permutation of the fresh deck that begins with these cards."""
    named = [FRESH_DECK.index(card) for card in parse_cards(text)]
    return named + [at for at in range(52) if at not in named]


# ---- The draw (rules.md 5)


def test_the_highest_card_gets_the_first_button() -> None:
    drawn = draw_for_button(seats(2, 4, 5), cards_first("Kd As Qc"))

    assert drawn.seat == 4
    assert [(one.seat, one.card.value) for one in drawn.rounds[0]] == [(2, "Kd"), (4, "As"), (5, "Qc")]
    assert len(drawn.rounds) == 1


def test_suits_are_not_compared_in_the_draw_and_only_the_tied_players_draw_again() -> None:
    drawn = draw_for_button(seats(1, 3, 6), cards_first("Ks Kc Qh 2d 9c"))

    assert [[one.seat for one in each] for each in drawn.rounds] == [[1, 3, 6], [1, 3]]
    assert drawn.seat == 3


def test_a_second_tie_is_drawn_for_once_more() -> None:
    drawn = draw_for_button(seats(1, 2, 3, 4), cards_first("As Ac Ad 2h 7c 7d 6h 5s 4s"))

    assert [[one.seat for one in each] for each in drawn.rounds] == [[1, 2, 3, 4], [1, 2, 3], [1, 2]]
    assert drawn.seat == 1


def test_a_tie_below_the_top_rank_does_not_matter() -> None:
    drawn = draw_for_button(seats(1, 2, 3), cards_first("2s 2c 3h"))

    assert (drawn.seat, len(drawn.rounds)) == (3, 1)


@given(
    st.binary(min_size=32, max_size=32),
    st.sets(st.integers(1, 10), min_size=2).map(sorted),
)
def test_whoever_gets_the_button_is_alone_with_the_highest_card_of_the_last_round(
    seed: bytes, numbers: list[int]
) -> None:
    drawn = draw_for_button(seats(*numbers), permutation(seed, 52))

    left = numbers
    for cards in drawn.rounds:
        assert [one.seat for one in cards] == left
        best = max(one.card.rank for one in cards)
        left = [one.seat for one in cards if one.card.rank == best]
    assert left == [drawn.seat]
    once = [one.card for cards in drawn.rounds for one in cards]
    assert len(set(once)) == len(once)


def test_the_button_is_drawn_for_before_the_first_hand_alone() -> None:
    evening = Evening()
    evening.sit("Ann", "Bob", "Cem", "Dee")

    events = evening.start()
    drawn = only(events, ButtonDrawn)
    assert events[0] is drawn
    assert only(events, HandStarted).button == drawn.seat == evening.table.button
    assert [one.seat for one in drawn.rounds[0]] == [1, 2, 3, 4]

    evening.fold_round()
    assert not [event for event in evening.deal() if isinstance(event, ButtonDrawn)]


def test_who_sits_out_does_not_draw_for_the_button() -> None:
    evening = Evening()
    evening.sit("Ann", "Bob", "Cem")
    evening.do(Leave(by=person("Bob")))

    assert [one.seat for one in only(evening.start(), ButtonDrawn).rounds[0]] == [1, 3]


def test_the_blinds_sit_left_of_a_freshly_drawn_button() -> None:
    assert first_places(SeatNo(5), seats(1, 3, 5)) == places(5, 1, 3)
    assert first_places(SeatNo(3), seats(1, 3)) == places(3, 3, 1)


# ---- The moving button


def test_the_moving_button_goes_to_the_next_player_and_the_blinds_follow() -> None:
    table = seats(1, 2, 4, 6)
    hands = [places(1, 2, 4)]
    for _ in range(4):
        hands.append(next_places(hands[-1], table, ButtonRule.MOVING))

    assert hands[1:] == [places(2, 4, 6), places(4, 6, 1), places(6, 1, 2), places(1, 2, 4)]


def test_when_the_small_blind_is_gone_the_moving_button_stays_with_who_is_before_and_no_big_blind_is_skipped() -> (
    None
):
    assert next_places(places(1, 2, 3), seats(1, 3, 4, 5), ButtonRule.MOVING) == places(1, 3, 4)
    assert next_places(places(2, 3, 4), seats(1, 2, 4, 5, 6), ButtonRule.MOVING) == places(2, 4, 5)


def test_when_the_button_is_gone_the_moving_button_goes_on_as_ever() -> None:
    assert next_places(places(1, 2, 3), seats(2, 3, 4), ButtonRule.MOVING) == places(2, 3, 4)


def test_when_the_big_blind_is_gone_the_moving_button_has_no_small_blind_behind_it_for_a_hand() -> None:
    """Nobody pays a second small blind: the place stays with seat 3, which is empty; then it is seat 4's."""
    following = next_places(places(1, 2, 3), seats(1, 2, 4, 5), ButtonRule.MOVING)
    assert following == places(2, 3, 4)
    assert next_places(following, seats(1, 2, 4, 5), ButtonRule.MOVING) == places(2, 4, 5)


def test_when_both_blinds_are_gone_the_moving_button_is_on_who_is_dealt_in_before_the_big_blind() -> None:
    assert next_places(places(1, 2, 3), seats(1, 4, 5, 6), ButtonRule.MOVING) == places(1, 3, 4)


@given(st.lists(st.sets(st.integers(1, 10), min_size=2).map(sorted), min_size=2, max_size=12))
def test_the_moving_button_is_always_on_somebody_who_is_dealt_in_and_has_no_blind_but_heads_up(
    nights: list[list[int]],
) -> None:
    last = first_places(SeatNo(nights[0][0]), seats(*nights[0]))
    for table in nights[1:]:
        last = next_places(last, seats(*table), ButtonRule.MOVING)
        assert last.button in table
        assert len(table) == 2 or last.button not in (last.small_blind, last.big_blind)


def test_a_newcomer_between_button_and_blinds_does_not_make_the_big_blind_pay_twice() -> None:
    assert next_places(places(1, 3, 5), seats(1, 2, 3, 5), ButtonRule.MOVING) == places(3, 5, 1)


# ---- The dead button (TDA 32, product.md 3.2, cases.md 39): seats 1 to 6, button 1, small blind 2, big blind 3


def test_product_3_2_a_when_the_small_blind_busts_the_button_stands_on_the_empty_seat() -> None:
    assert next_places(places(1, 2, 3), seats(1, 3, 4, 5, 6), ButtonRule.DEAD) == places(2, 3, 4)


def test_product_3_2_b_when_the_big_blind_busts_there_is_no_small_blind_and_then_a_dead_button() -> None:
    table = seats(1, 2, 4, 5, 6)
    following = next_places(places(1, 2, 3), table, ButtonRule.DEAD)

    assert following == places(2, 3, 4)
    assert next_places(following, table, ButtonRule.DEAD) == places(3, 4, 5)


def test_product_3_2_c_when_both_blinds_bust_one_player_is_last_three_hands_running() -> None:
    table = seats(1, 4, 5, 6)
    following = next_places(places(1, 2, 3), table, ButtonRule.DEAD)

    assert following == places(2, 3, 4)
    assert next_places(following, table, ButtonRule.DEAD) == places(3, 4, 5)


def test_case_39_dead_small_blind_then_dead_button() -> None:
    evening = Evening(TableOptions(button_rule=ButtonRule.DEAD))
    evening.sit("Ann", "Bob", "Cem", "Dee")
    evening.start()
    evening.fold_round()
    evening.set_places(1, 2, 3)
    evening.do(Leave(by=person("Cem")))

    events = evening.deal()
    posts = [(event.seat, event.post, event.amount) for event in events if isinstance(event, Posted)]
    assert posts == [(4, PostKind.BIG_BLIND, 100)]
    assert only(events, HandStarted).button == 2
    # Left of the button, past the empty small blind: Dee's big blind is dealt first; Ann acts first.
    assert only(events, HandStarted).seats == (4, 1, 2)
    assert evening.to_act == person("Ann")
    marks = {seat.seat: seat.marks for seat in public_view(evening.table).seats}
    assert marks == {1: (), 2: (Mark.BUTTON,), 4: (Mark.BIG_BLIND,)}

    evening.fold_round()
    events = evening.deal()
    posts = [(event.seat, event.post, event.amount) for event in events if isinstance(event, Posted)]
    assert posts == [(4, PostKind.SMALL_BLIND, 50), (1, PostKind.BIG_BLIND, 100)]
    assert only(events, HandStarted).button == 3
    assert only(events, HandStarted).seats == (4, 1, 2)
    assert evening.to_act == person("Bob")


@BOTH_RULES
@given(nights=st.lists(st.sets(st.integers(1, 10), min_size=2).map(sorted), min_size=2, max_size=12))
def test_by_either_rule_the_big_blind_goes_to_the_next_who_is_dealt_in_and_never_stays(
    rule: ButtonRule, nights: list[list[int]]
) -> None:
    last = first_places(SeatNo(nights[0][0]), seats(*nights[0]))
    for table in nights[1:]:
        now = next_places(last, seats(*table), rule)
        assert now.big_blind in table
        assert now.big_blind != last.big_blind
        if len(table) > 2:
            assert last.big_blind is not None
            ahead = [(number - last.big_blind) % 10 or 10 for number in table]
            assert now.big_blind == table[ahead.index(min(ahead))]
        last = now


@BOTH_RULES
@given(
    first=st.integers(1, 10),
    table=st.sets(st.integers(1, 10), min_size=3),
    gone=st.lists(st.sets(st.integers(1, 10), max_size=2), min_size=1, max_size=10),
)
def test_while_players_only_leave_nobody_has_the_big_blind_twice_running(
    rule: ButtonRule, first: int, table: set[int], gone: list[set[int]]
) -> None:
    last = first_places(after(SeatNo(first), seats(*table)), seats(*sorted(table)))
    for leaving in gone:
        table = table - leaving
        if len(table) < 2:
            return
        now = next_places(last, seats(*sorted(table)), rule)
        assert now.big_blind != last.big_blind
        last = now


# ---- Heads-up (TDA 34-B, cases.md 37 and 41)


def test_case_37_heads_up_the_button_posts_small_is_dealt_last_and_acts_first_only_before_the_flop() -> None:
    evening = Evening()
    evening.sit("Ann", "Bob", buy_in=5_000)
    events = evening.start()
    button = evening.table.button
    other = 3 - (button or 0)

    posts = [(event.seat, event.post, event.amount) for event in events if isinstance(event, Posted)]
    assert posts == [(button, PostKind.SMALL_BLIND, 50), (other, PostKind.BIG_BLIND, 100)]
    assert only(events, HandStarted).seats == (other, button)
    assert evening.legal.seat == button
    assert (evening.legal.call, evening.legal.raise_min, evening.legal.raise_max) == (50, 200, 5_000)

    evening.move(Call())
    evening.move(Check())
    assert evening.legal.seat == other
    assert (evening.legal.check, evening.legal.raise_min, evening.legal.raise_max) == (True, 100, 4_900)


@BOTH_RULES
def test_heads_up_the_button_changes_sides_every_hand(rule: ButtonRule) -> None:
    last = places(2, 2, 5)
    assert next_places(last, seats(2, 5), rule) == places(5, 5, 2)
    assert next_places(places(5, 5, 2), seats(2, 5), rule) == last


@BOTH_RULES
@pytest.mark.parametrize(
    ("case", "left", "expected"),
    [
        ("i", (1, 3), places(3, 3, 1)),
        ("ii", (1, 2), places(1, 1, 2)),
        ("iii", (2, 3), places(3, 3, 2)),
    ],
)
def test_case_41_three_to_two_players(
    case: str, left: Iterable[int], expected: Places, rule: ButtonRule
) -> None:
    assert next_places(places(1, 2, 3), seats(*left), rule) == expected


@BOTH_RULES
def test_when_button_and_big_blind_go_at_once_the_big_blind_still_moves_on(rule: ButtonRule) -> None:
    assert next_places(places(1, 2, 3), seats(2, 4), rule) == places(2, 2, 4)


@BOTH_RULES
@pytest.mark.parametrize(("newcomer", "big"), [(2, 1), (4, 4), (6, 6)])
def test_a_third_player_joins_heads_up_and_the_big_blind_moves_on(
    newcomer: int, big: int, rule: ButtonRule
) -> None:
    now = next_places(places(1, 1, 3), seats(*sorted((1, 3, newcomer))), rule)

    assert (now.small_blind, now.big_blind) == (3, big)


@BOTH_RULES
def test_heads_up_to_three_and_back_nobody_has_the_big_blind_twice_running(rule: ButtonRule) -> None:
    evening = Evening(TableOptions(button_rule=rule))
    evening.sit("Ann", "Bob")
    evening.start()
    bigs = []
    for hand in range(1, 13):
        assert evening.table.big_blind_seat is not None
        bigs.append(evening.table.seats[evening.table.big_blind_seat - 1])
        if hand in (3, 9):
            evening.do(Sit(by=person("Cem"), name="Cem"))
        evening.fold_round()
        if hand == 6:
            evening.do(Leave(by=person("Cem")))
        evening.deal()

    payers = [seat.player for seat in bigs if seat is not None]
    assert len(payers) == 12
    assert not [one for one, following in pairwise(payers) if one == following]
    assert set(payers) == {person("Ann"), person("Bob"), person("Cem")}
