"""The pieces of a tournament by themselves: draws, balancing, places, bounties, deals, rounds and points."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.cardroom.balancing import halts, mover, needs_giving, worst_seat
from core.cardroom.bounties import Scalp, scalps, takers
from core.cardroom.bracket import byes, groups, pairings
from core.cardroom.button import Places, next_places
from core.cardroom.deals import DealKind, deal_shares, icm
from core.cardroom.draws import draw_places, shuffled, table_sizes
from core.cardroom.elimination import Bust, Standing, fallen_groups, shared_prizes, standings
from core.cardroom.event_options import BountyRule
from core.cardroom.points import points, season_total, shared_points
from core.ids import SeatNo, TableId
from core.options import ButtonRule
from core.poker.actions import Call, RaiseTo
from core.poker.hand import Hand, Stage, apply, start
from tests.hands import simple_setup, stacked_deck

CHANCE = "ab" * 32
SEATS = [SeatNo(number) for number in range(1, 10)]


# Draws


@given(st.integers(1, 1_000), st.integers(2, 10))
def test_the_fewest_tables_are_drawn_and_none_has_two_more_than_another(entrants: int, seats: int) -> None:
    sizes = table_sizes(entrants, seats)
    assert sum(sizes) == entrants
    assert max(sizes) - min(sizes) <= 1
    assert max(sizes) <= seats
    assert (len(sizes) - 1) * seats < entrants


def test_a_draw_puts_everyone_on_a_seat_of_their_own_and_keeps_the_tables_even() -> None:
    a, b, c = TableId("07a"), TableId("07b"), TableId("07c")
    drawn = draw_places({a: SEATS[:3], b: SEATS[:5], c: SEATS[:6]}, {a: 6, b: 4, c: 3}, 6, CHANCE)
    assert len(set(drawn)) == 6
    per = {table: sum(one.table == table for one in drawn) for table in (a, b, c)}
    assert sorted((per[a] + 6, per[b] + 4, per[c] + 3)) == [6, 6, 7]
    with pytest.raises(ValueError, match="fewer seats"):
        draw_places({a: SEATS[:1]}, {a: 8}, 2, CHANCE)


def test_the_same_chance_draws_the_same_and_another_label_does_not() -> None:
    things = list(range(50))
    assert sorted(shuffled(things, CHANCE, "x")) == things
    assert shuffled(things, CHANCE, "x") == shuffled(things, CHANCE, "x")
    assert shuffled(things, CHANCE, "x") != shuffled(things, CHANCE, "y")


# Balancing


def test_the_next_big_blind_moves() -> None:
    assert mover([SeatNo(1), SeatNo(4), SeatNo(7)], SeatNo(4)) == 7
    assert mover([SeatNo(1), SeatNo(4), SeatNo(7)], SeatNo(8)) == 1


def test_the_worst_seat_is_the_one_that_has_the_big_blind_soonest() -> None:
    free = [SeatNo(2), SeatNo(5), SeatNo(8)]
    assert worst_seat(free, SeatNo(3), SeatNo(4), 9) == 5
    assert worst_seat(free, SeatNo(6), SeatNo(7), 9) == 8
    assert worst_seat(free, SeatNo(8), SeatNo(9), 9) == 2


@given(st.sets(st.integers(1, 9), min_size=2, max_size=8), st.data())
def test_nobody_is_moved_into_the_small_blind_or_behind_the_button(
    there: set[int], data: st.DataObject
) -> None:
    playing = [SeatNo(number) for number in sorted(there)]
    big = data.draw(st.sampled_from(SEATS))
    small = data.draw(st.sampled_from([seat for seat in SEATS if seat != big]))
    free = [seat for seat in SEATS if seat not in there]
    seat = worst_seat(free, small, big, 9)
    between = {SeatNo((small + step - 1) % 9 + 1) for step in range((big - small) % 9 + 1)} - {small}
    if set(free) - between:
        assert seat not in between
    if len(playing) > 2:
        last = Places(button=small, small_blind=small, big_blind=big)
        after = next_places(last, sorted([*playing, seat]), ButtonRule.DEAD)
        assert after.small_blind != seat or not set(free) - between


def test_a_table_gives_when_it_has_two_more_and_halts_when_it_has_three_less() -> None:
    sizes = {"a": 9, "b": 7, "c": 6}
    assert needs_giving(9, sizes) == "c"
    assert needs_giving(7, sizes) is None
    assert halts(6, sizes)
    assert not halts(7, sizes)


# Places


def test_three_bust_in_one_hand_with_two_equal_stacks_on_the_bubble() -> None:
    """Five are left and three are paid 5,000, 3,000 and 2,000: the big one is third, the two others share fourth."""
    busts = [Bust(entrant=7, stack=900), Bust(entrant=2, stack=400), Bust(entrant=4, stack=400)]
    fallen = (*((number,) for number in (0, 1, 3, 5, 6)), *fallen_groups(busts))
    assert fallen[-2:] == ((2, 4), (7,))
    places = standings(fallen, 10)
    assert places[7] == Standing(place=3, sharing=1)
    assert places[2] == places[4] == Standing(place=4, sharing=2)
    won = shared_prizes((5_000, 3_000, 2_000), (*fallen, (8,), (9,)), 10)
    assert [won[number] for number in (9, 8, 7, 2, 4)] == [5_000, 3_000, 2_000, 0, 0]


def test_equal_stacks_share_the_prizes_of_their_places_and_the_odd_chip_goes_to_the_first_registered() -> (
    None
):
    fallen = ((0,), (5, 3), (1,))
    won = shared_prizes((500, 300, 201), fallen, 4)
    assert won == {0: 0, 3: 251, 5: 250, 1: 500}


# Bounties


def all_in_hand(stacks: tuple[int, ...], holes: list[str], board: str) -> Hand:
    """Everybody is all-in at once."""
    hand, _ = start(simple_setup(stacks=stacks), stacked_deck(holes, board))
    while hand.stage is Stage.BETTING:
        at = hand.waiting_for[0]
        seat, stack, bet = hand.setup.seats[at], hand.round.stacks[at], hand.round.bets[at]
        price = hand.round.price
        move = RaiseTo(to=stack + bet) if stack + bet > price else Call()
        hand, _ = apply(hand, seat, move)
    return hand


def test_the_bounty_goes_to_who_won_the_pot_with_the_last_chips() -> None:
    """AA with 1,000 wins the main pot; KK with 10,000 wins the side pot, and the head of QQ with 5,000."""
    hand = all_in_hand((10_000, 5_000, 1_000), ["Ks Kh", "Qs Qh", "As Ah"], "2c 7d 9s Jc 4d")
    kings, queens = SeatNo(hand.setup.seats[0]), SeatNo(hand.setup.seats[1])
    assert takers(hand, queens) == (kings,)


def test_a_progressive_bounty_of_a_split_pot_is_split_and_the_odd_chip_is_cash_to_the_first_winner() -> None:
    """Two with ace-king share the pot of the queens; of 501 one gets 251 (126 and 125), the other 250."""
    hand = all_in_hand((5_000, 5_000, 3_000), ["As Kd", "Ad Ks", "Qs Qh"], "Ac 7d 9s Jc 4d")
    first, second, queens = (SeatNo(seat) for seat in hand.setup.seats)
    assert takers(hand, queens) == (first, second)
    assert scalps(501, (first, second), BountyRule.PROGRESSIVE) == (
        Scalp(winner=first, cash=126, onto_head=125),
        Scalp(winner=second, cash=125, onto_head=125),
    )
    assert scalps(501, (first, second), BountyRule.FIXED) == (
        Scalp(winner=first, cash=251, onto_head=0),
        Scalp(winner=second, cash=250, onto_head=0),
    )
    assert scalps(0, (first,), BountyRule.FIXED) == scalps(5, (first,), BountyRule.NONE) == ()


# Deals


def test_the_independent_chip_model_is_exact() -> None:
    """5,000, 3,000 and 2,000 chips for 50, 30 and 20: 38 + 11/28, 32 + 3/4 and 28 + 6/7."""
    assert icm((5_000, 3_000, 2_000), (50, 30, 20)) == (
        Fraction(1_075, 28),
        Fraction(131, 4),
        Fraction(202, 7),
    )
    assert deal_shares(DealKind.ICM, (5_000, 3_000, 2_000), (50, 30, 20)) == (38, 33, 29)
    assert deal_shares(DealKind.ICM, (1, 1), (700, 300)) == (500, 500)


def test_a_chip_chop_gives_everyone_the_lowest_prize_and_the_rest_by_chips() -> None:
    assert deal_shares(DealKind.CHIPS, (6_000, 3_000, 1_000), (500, 300, 200)) == (440, 320, 240)
    assert deal_shares(DealKind.CHIPS, (2, 1), (100,)) == (67, 33)
    assert deal_shares(DealKind.CHIPS, (2, 1), ()) == (0, 0)


@given(st.lists(st.integers(1, 10**6), min_size=2, max_size=6), st.data())
def test_a_deal_shares_to_the_chip_and_more_chips_are_never_worth_less(
    stacks: list[int], data: st.DataObject
) -> None:
    chips = st.lists(st.integers(0, 10**6), min_size=1, max_size=len(stacks))
    pays = sorted(data.draw(chips), reverse=True)
    for kind in DealKind:
        parts = deal_shares(kind, stacks, pays)
        assert sum(parts) == sum(pays)
        for one, stack in zip(parts, stacks, strict=True):
            assert all(one + 1 >= other for other, less in zip(parts, stacks, strict=True) if less < stack)
            assert one <= pays[0] or kind is DealKind.CHIPS


def test_ten_players_make_a_deal_and_eleven_do_not() -> None:
    stacks = tuple(range(1_000, 11_000, 1_000))
    assert sum(deal_shares(DealKind.ICM, stacks, (5_000, 3_000, 2_000, 1_000))) == 11_000
    with pytest.raises(ValueError, match="1 to 10"):
        deal_shares(DealKind.ICM, (*stacks, 1), (5,))


# Rounds


def test_of_eighty_nine_players_fifty_play_the_first_round_and_thirty_nine_have_a_bye() -> None:
    pairs, idle = pairings(range(89))
    assert (len(pairs), len(idle), byes(89)) == (25, 39, 39)
    assert sorted([*(one for pair in pairs for one in pair), *idle]) == list(range(89))


@given(st.integers(2, 1_000))
def test_after_the_first_round_a_power_of_two_is_left(players: int) -> None:
    pairs, idle = pairings(range(players))
    left = len(pairs) + len(idle)
    assert left & (left - 1) == 0
    assert not byes(left) or left == 1


def test_the_tables_of_a_shootout_are_even() -> None:
    assert [len(group) for group in groups(range(30), 9)] == [8, 8, 7, 7]


# Points


def test_points_are_ten_times_the_root_of_the_field_by_place() -> None:
    assert points(36, 1) == 6_000
    assert points(36, 4) == 3_000
    assert points(10, 3) == 1_825
    assert points(3, 1) == 0
    assert shared_points(36, Standing(place=4, sharing=2)) == (3_000 + points(36, 5)) // 2


def test_the_best_results_count() -> None:
    assert season_total((100, 700, 300), 2) == 1_000
    assert season_total((100, 700, 300), 0) == 1_100
