"""How a tournament is played: levels, presets, how long it takes, and who gets what of the pool."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.cardroom.event_options import EventOptions, PayoutRule
from core.cardroom.payouts import payouts, ticket_payouts
from core.cardroom.structure import (
    PRESETS,
    Level,
    Speed,
    Structure,
    checked_structure,
    estimate,
    last_level,
    level_at,
    longest,
    prizes,
    shares,
)
from core.refusals import Reason, Refused

TURBO = PRESETS[Speed.TURBO]


def test_the_presets_are_those_of_the_book() -> None:
    assert [PRESETS[speed].stack for speed in Speed] == [1_500, 3_000, 10_000]
    assert [PRESETS[speed].stack // level_at(PRESETS[speed], 1).big_blind for speed in Speed] == [
        75,
        150,
        200,
    ]
    assert level_at(TURBO, 5) == Level(small_blind=75, big_blind=150)
    assert level_at(TURBO, 6) == Level(small_blind=100, big_blind=200, ante=200)
    for preset in PRESETS.values():
        assert checked_structure(preset) == preset


def test_after_the_ladder_each_level_doubles_the_one_before() -> None:
    top = len(TURBO.levels)
    assert level_at(TURBO, top) == Level(small_blind=4_000, big_blind=8_000, ante=8_000)
    assert level_at(TURBO, top + 3) == Level(small_blind=32_000, big_blind=64_000, ante=64_000)


def test_nine_players_of_a_turbo_take_forty_hands_and_sixty_at_most() -> None:
    assert last_level(TURBO, 13_500) == 10
    assert estimate(TURBO, 13_500) == (39, 38)
    assert longest(TURBO, 13_500) == (60, 55)


def test_levels_by_minutes_are_estimated_in_minutes() -> None:
    timed = Structure(stack=1_500, levels=TURBO.levels, minutes=3, break_every=0)
    assert longest(timed, 13_500) == (36, 30)


@pytest.mark.parametrize(
    "wrong",
    [
        Structure(stack=10, levels=TURBO.levels, hands=6),
        Structure(stack=1_500, levels=(), hands=6),
        Structure(stack=1_500, levels=TURBO.levels, hands=0),
        Structure(stack=1_500, levels=(TURBO.levels[3], TURBO.levels[0]), hands=6),
    ],
)
def test_a_structure_that_makes_no_sense_is_refused(wrong: Structure) -> None:
    with pytest.raises(Refused) as caught:
        checked_structure(wrong)
    assert caught.value.reason is Reason.BAD_STAKES


@pytest.mark.parametrize(
    ("entrants", "paid"),
    [
        (2, (2_000,)),
        (7, (4_550, 2_450)),
        (9, (4_500, 2_700, 1_800)),
        (27, (10_800, 8_100, 4_050, 2_700, 1_350)),
        (65, (19_500, 13_000, 7_800, 6_500, 5_200, 4_225, 3_575, 2_925, 2_275)),
    ],
)
def test_the_pool_is_paid_by_the_table_of_the_book(entrants: int, paid: tuple[int, ...]) -> None:
    assert payouts(EventOptions(), entrants * 1_000, entrants) == paid


def test_odd_chips_go_by_largest_remainder_and_then_to_the_better_place() -> None:
    assert prizes(1_001, (650, 350)) == (651, 350)
    assert prizes(100, (1, 1, 1)) == (34, 33, 33)
    assert prizes(105, (370, 220, 150, 110, 80, 70)) == (39, 23, 16, 12, 8, 7)


@given(st.integers(0, 10**9), st.lists(st.integers(1, 10**6), min_size=1, max_size=200))
def test_a_pool_is_paid_out_to_the_chip_and_nobody_is_off_by_one(pool: int, weights: list[int]) -> None:
    paid = prizes(pool, weights)
    assert sum(paid) == pool
    whole = sum(weights)
    for chips, weight in zip(paid, weights, strict=True):
        assert abs(chips * whole - pool * weight) < whole
    ordered = sorted(weights, reverse=True)
    assert list(prizes(pool, ordered)) == sorted(prizes(pool, ordered), reverse=True)


@given(st.integers(2, 1_000), st.sampled_from((PayoutRule.STANDARD, PayoutRule.WINNER, PayoutRule.FLAT)))
def test_every_field_is_paid_to_the_chip_and_who_is_paid_gets_the_buy_in_back(
    entrants: int, rule: PayoutRule
) -> None:
    paid = payouts(EventOptions(payout=rule), entrants * 1_000, entrants)
    assert sum(paid) == entrants * 1_000
    assert list(paid) == sorted(paid, reverse=True)
    assert paid[-1] >= 1_000
    assert 1 <= len(paid) <= max(1, entrants // 2)


def test_nobody_beyond_the_field_is_paid() -> None:
    options = EventOptions(payout=PayoutRule.CUSTOM, shares=(5, 3, 2))
    assert payouts(options, 1_000, 2) == (625, 375)
    assert payouts(options, 0, 2) == ()


@given(st.integers(1, 1_000))
def test_shares_never_grow_with_the_place(entrants: int) -> None:
    assert list(shares(entrants)) == sorted(shares(entrants), reverse=True)


def test_a_satellite_pays_tickets_and_the_remainder_to_the_next_finisher() -> None:
    assert ticket_payouts(10_000, 3_000, 10) == (3_000, 3_000, 3_000, 1_000)
    assert ticket_payouts(9_000, 3_000, 9) == (3_000, 3_000, 3_000)
    assert ticket_payouts(2_500, 3_000, 5) == (2_500,)
    assert ticket_payouts(7_000, 3_000, 2) == (4_000, 3_000)
