"""Amounts as people type them: read exactly, or refused with the reason."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adapters.amounts import parse, parse_chips, parse_count
from core.poker.betting import Legal
from core.refusals import Reason, Refused

# Bob faces Mei's raise to 300 with 450 in the pot (product.md 6.2).
FACING_300 = Legal(seat=1, check=False, call=300, raise_min=500, raise_max=10_000, all_in=10_000)
NO_RAISE = Legal(seat=1, check=False, call=300, raise_min=None, raise_max=None, all_in=300)

WAYS_TO_REFUSE = {
    Reason.NOT_AN_AMOUNT,
    Reason.NOT_WHOLE_CHIPS,
    Reason.FULL_WIDTH_DIGITS,
    Reason.NUMBER_TOO_LONG,
}


def read(text: str, legal: Legal = FACING_300, *, big_blind: int = 100) -> int:
    return parse(text, legal=legal, price=300, pot=450, big_blind=big_blind)


@pytest.mark.parametrize(
    ("text", "total"),
    [
        ("300", 300),
        ("  700 ", 700),
        ("1,200", 1_200),
        ("1.2k", 1_200),
        ("1.2K", 1_200),
        ("2 k", 2_000),
        ("3bb", 300),
        ("2.5bb", 250),
        ("2.5 BB", 250),
        ("0.01m", 10_000),
        ("1.2千", 1_200),
        ("0.5万", 5_000),
        ("0.5萬", 5_000),
        ("6大盲", 600),
        ("600.0", 600),
        ("0600", 600),
    ],
)
def test_a_typed_amount_is_taken_exactly(text: str, total: int) -> None:
    assert read(text) == total


@pytest.mark.parametrize(
    ("text", "total"),
    [
        ("min", 500),
        ("最小", 500),
        ("half", 675),
        ("½", 675),
        ("1/2", 675),
        ("half pot", 675),
        ("2/3", 800),
        ("⅔", 800),
        ("2/3 pot", 800),
        ("pot", 1_050),
        ("POT", 1_050),
        ("底池", 1_050),
        ("max", 10_000),
        ("allin", 10_000),
        ("all-in", 10_000),
        ("All in", 10_000),
        ("全下", 10_000),
        ("梭哈", 10_000),
        ("全进", 10_000),
    ],
)
def test_a_named_size_is_the_bet_plus_its_part_of_pot_and_call(text: str, total: int) -> None:
    assert read(text) == total


def test_a_named_size_that_is_no_whole_number_is_rounded_down() -> None:
    legal = Legal(seat=1, check=True, call=0, raise_min=1, raise_max=1_000, all_in=1_000)
    assert parse("2/3", legal=legal, price=0, pot=100, big_blind=1) == 66


def test_a_named_size_stays_within_the_legal_range() -> None:
    small = Legal(seat=1, check=True, call=0, raise_min=100, raise_max=400, all_in=400)
    assert parse("half", legal=small, price=0, pot=20, big_blind=100) == 100
    assert parse("pot", legal=small, price=0, pot=5_000, big_blind=100) == 400


def test_a_typed_amount_is_never_moved_into_the_legal_range() -> None:
    assert read("400") == 400
    assert read("20000") == 20_000


def test_all_in_means_everything_where_the_pot_is_the_limit() -> None:
    pot_limit = Legal(seat=1, check=False, call=300, raise_min=500, raise_max=1_050, all_in=10_000)
    assert read("max", pot_limit) == 1_050
    assert read("all-in", pot_limit) == 10_000


def test_sizes_are_given_as_they_come_when_no_raise_is_legal() -> None:
    assert read("pot", NO_RAISE) == 1_050
    assert read("min", NO_RAISE) == 400
    assert read("max", NO_RAISE) == 300


def refused(text: str, *, big_blind: int = 100) -> Refused:
    with pytest.raises(Refused) as caught:
        read(text, big_blind=big_blind)
    return caught.value


@pytest.mark.parametrize(
    "text",
    [
        "",
        "   ",
        "0",
        "0.0",
        "0bb",
        "-50",
        "−50",
        "+300",
        "lots",
        "three hundred",
        "三百",
        "12,00",
        "1,2",
        "1e9",
        "0x10",
        "1_000",
        "300 400",
        "300x",
        "5 dollars",
        "$300",
        "1/0",
        "0/3",
        "1//2",
        "k",
        "bb",
        ".5",
        "5.",
        "nan",
        "inf",
        "٣٠٠",
        "٣",
        "²",
        "①00",
        "3½",
        "⅕",
        "<b>300</b>",
    ],
)
def test_what_is_no_amount_is_refused_with_the_legal_range(text: str) -> None:
    no = refused(text)
    assert no.reason is Reason.NOT_AN_AMOUNT
    assert dict(no.numbers) == {"asked": text.strip(), "minimum": 500, "maximum": 10_000}


def test_without_a_legal_raise_no_range_is_told() -> None:
    with pytest.raises(Refused) as caught:
        read("lots", NO_RAISE)
    assert dict(caught.value.numbers) == {"asked": "lots"}


RANGE = {"minimum": 500, "maximum": 10_000}


@pytest.mark.parametrize("text", ["300.5", "1.2345k", "0.0001k", "1.200"])
def test_fractions_of_a_chip_are_refused_not_rounded(text: str) -> None:
    no = refused(text)
    assert (no.reason, dict(no.numbers)) == (Reason.NOT_WHOLE_CHIPS, {"asked": text, **RANGE})


def test_half_a_big_blind_of_25_is_no_whole_number_of_chips() -> None:
    assert refused("2.5bb", big_blind=25).reason is Reason.NOT_WHOLE_CHIPS


@pytest.mark.parametrize(
    ("text", "plain"), [("１００", "100"), ("１，２００", "1,200"), ("3０0", "300"), ("５ｋ", "5k")]
)
def test_full_width_digits_are_refused_with_the_same_in_ordinary_ones(text: str, plain: str) -> None:
    no = refused(text)
    assert no.reason is Reason.FULL_WIDTH_DIGITS
    assert dict(no.numbers) == {"asked": text, "plain": plain, **RANGE}


@pytest.mark.parametrize(
    "text", ["9" * 13, "9" * 10_000, "9" * 12 + "k", "1,000,000,000,000", "0." + "0" * 30 + "1k"]
)
def test_overlong_numbers_are_refused(text: str) -> None:
    no = refused(text)
    assert (no.reason, dict(no.numbers)) == (Reason.NUMBER_TOO_LONG, RANGE)


def test_a_long_word_is_quoted_back_in_part() -> None:
    assert len(str(refused("z" * 500).numbers["asked"])) == 40


@given(st.text(max_size=60))
def test_whatever_is_typed_is_a_whole_number_above_zero_or_refused(text: str) -> None:
    try:
        outcome: int | Reason = read(text)
    except Refused as no:
        outcome = no.reason
    assert outcome in WAYS_TO_REFUSE if isinstance(outcome, Reason) else outcome > 0


@given(st.integers(min_value=1, max_value=10**12 - 1))
def test_a_number_with_or_without_commas_is_itself(amount: int) -> None:
    assert read(str(amount)) == read(f"{amount:,}") == amount


def test_a_buy_in_may_be_the_smallest_the_largest_or_in_big_blinds() -> None:
    def sit(text: str) -> int:
        return parse_chips(text, minimum=2_000, maximum=20_000, big_blind=100)

    assert [sit(text) for text in ("min", "max", "all-in", "50bb", "5k")] == [
        2_000,
        20_000,
        20_000,
        5_000,
        5_000,
    ]
    with pytest.raises(Refused) as caught:
        sit("half")
    assert caught.value.reason is Reason.NOT_AN_AMOUNT


def test_a_count_is_plain_digits_only() -> None:
    assert (parse_count(" 6 "), parse_count("0")) == (6, 0)
    for text, reason in (
        ("", Reason.NOT_A_COUNT),
        ("-1", Reason.NOT_A_COUNT),
        ("1.5", Reason.NOT_A_COUNT),
        ("six", Reason.NOT_A_COUNT),
        ("²", Reason.NOT_A_COUNT),
        ("６", Reason.FULL_WIDTH_DIGITS),
        ("9" * 13, Reason.NUMBER_TOO_LONG),
    ):
        with pytest.raises(Refused) as caught:
            parse_count(text)
        assert caught.value.reason is reason
