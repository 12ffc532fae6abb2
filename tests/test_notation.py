"""What is written of a finished hand in PHH, and that it is read back the same, by PokerKit as well."""

import random
import re
from dataclasses import replace

import pytest

from core.poker.cards import FRESH_DECK
from core.poker.games import GameName
from core.poker.hand import Showing, Stage, start
from core.poker.notation import (
    BadNotation,
    Verdict,
    format_phh,
    read_phh,
    record_of,
    write_phh,
)
from core.poker.rounds import Betting, Reopening
from tests.hands import play, simple_setup
from tests.phh_hands import (
    KINDS,
    beyond_pokerkit,
    play_out,
    pokerkit_stacks,
    random_hand,
    random_pokerkit_file,
)
from tests.phh_texts import HOLES, RIVER, W18, ending, phh, refused
from tests.pokerkit_deals import random_deal


def test_w18_is_read_by_pokerkit_with_the_same_stacks() -> None:
    assert pokerkit_stacks(W18) == [116, 90, 100, 94]


@pytest.mark.parametrize("kind", KINDS)
def test_a_written_hand_is_read_by_pokerkit_and_by_us_to_the_same_stacks(kind: str) -> None:
    compared = 0
    for number in range(30):
        chance = random.Random(f"written {kind} {number}")
        hand = random_hand(chance, kind)
        text = write_phh(hand, viewer=chance.choice(hand.setup.seats))
        outcome = ending(text)
        assert (outcome.verdict, outcome.stacks) == (Verdict.DECIDED, hand.round.stacks), text
        if not beyond_pokerkit(hand):
            assert pokerkit_stacks(text) == list(hand.round.stacks), text
            compared += 1
    assert compared > 20


@pytest.mark.parametrize("betting", Betting)
def test_any_hand_of_ours_comes_back_with_odd_chips_short_blinds_and_short_all_ins(betting: Betting) -> None:
    for number in range(60):
        chance = random.Random(f"{betting} {number}")
        deal = random_deal(chance, betting)
        plain, reopening = deal.setup(), chance.choice(list(Reopening))
        setup = replace(
            plain,
            early=replace(plain.early, reopening=reopening),
            late=replace(plain.late, reopening=reopening),
            chip_unit=chance.choice([1, deal.small]),
            showing=chance.choice(list(Showing)),
        )
        hand = play_out(chance, setup, deal.deck, freely=True)
        outcome = ending(write_phh(hand))
        assert (outcome.verdict, outcome.stacks) == (Verdict.DECIDED, hand.round.stacks), write_phh(hand)


@pytest.mark.parametrize("kind", KINDS)
def test_a_file_written_by_pokerkit_is_played_to_its_stacks(kind: str) -> None:
    for number in range(30):
        text, stacks = random_pokerkit_file(random.Random(f"pokerkit {kind} {number}"), kind)
        outcome = ending(text)
        assert (outcome.verdict, list(outcome.stacks)) == (Verdict.DECIDED, stacks), text


@pytest.mark.parametrize("text", [W18, phh(RIVER), phh(HOLES, antes="[0.0, 2.0, 0.0]")])
def test_a_file_read_and_written_is_read_the_same_again(text: str) -> None:
    record = read_phh(text)
    assert read_phh(format_phh(record)) == record
    assert format_phh(read_phh(format_phh(record))) == format_phh(record)


def test_fields_that_are_not_played_are_kept() -> None:
    more = {
        "event": '"Club \\"night\\" \\u001b\\u007f"',
        "time": "20:15:00",
        "year": "2024",
        "time_limit": "inf",
        "_notes": '{ loud = true, odds = [1.5, 2], "two words" = "x" }',
        "players": '["Ann", "Bo", "Zoë"]',
        "hand": '"12-b"',
        "winnings": "[0, 0, 4]",
    }
    record = read_phh(phh(HOLES, **more))
    again = read_phh(format_phh(record))
    assert again == record
    assert record.others["event"] == 'Club "night" \x1b\x7f'
    assert str(record.others["time"]) == "20:15:00"
    assert record.others["_notes"] == {"loud": True, "odds": [1.5, 2], "two words": "x"}
    assert (record.players[2], record.hand, record.winnings) == ("Zoë", "12-b", (0, 0, 4))


@pytest.mark.parametrize("kind", KINDS)
def test_only_cards_that_were_shown_or_are_the_viewers_own_are_written(kind: str) -> None:
    hidden = 0
    for number in range(40):
        chance = random.Random(f"hidden {kind} {number}")
        hand = random_hand(chance, kind)
        viewer = chance.choice([None, *hand.setup.seats])
        text = write_phh(hand, viewer=viewer)
        told = set(re.findall(r"[2-9TJQKA][cdhs]", text.partition("actions")[2]))
        allowed = {card.value for board in hand.dealt.boards for card in board}
        for at, hole in enumerate(hand.dealt.holes):
            if hand.ending.shown[at] or hand.setup.seats[at] == viewer:
                allowed |= {card.value for card in hole}
            else:
                hidden += 1
        assert told == allowed
        assert not told - allowed
    assert hidden > 40


def test_the_hand_of_a_player_who_mucked_is_not_written() -> None:
    hand, _ = play(
        simple_setup(players=2, blinds=(1, 2)),
        "p1 calls, p0 checks, p0 checks, p1 checks, p0 checks, p1 checks, p0 checks, p1 checks",
        holes=("AsAd", "7h6c"),
        board="2c8d9hJsKc",
    )
    text = write_phh(hand)
    assert "d dh p2 ????" in text
    assert "p2 sm" in read_phh(text).actions
    assert "7h6c" in write_phh(hand, viewer=1)


def test_pot_limit_is_written_as_no_limit_and_remembered_for_us() -> None:
    hand, _ = play(simple_setup(players=3, betting=Betting.POT_LIMIT), "p2 to 350, p0 folds, p1 folds")
    text = write_phh(hand)
    record = read_phh(text)
    assert record.variant == "NT"
    assert record.house.betting is Betting.POT_LIMIT
    assert ending(text).stacks == hand.round.stacks == tuple(pokerkit_stacks(text))
    bad = refused(text.replace("cbr 350", "cbr 351"))
    assert (bad.action, bad.reason) == (4, "p3 cannot bet or raise to 351: 200 to 350 is legal")


def test_rules_of_the_table_that_phh_has_no_field_for_come_back() -> None:
    setup = simple_setup(
        players=2, betting=Betting.FIXED_LIMIT, reopening=Reopening.NEVER, cap=5, chip_unit=25
    )
    hand, _ = play(setup, "p1 folds")
    house = read_phh(write_phh(hand)).house
    assert (house.reopening, house.cap, house.chip_unit) == (Reopening.NEVER, 5, 25)


def test_a_hand_run_three_times_comes_back_with_all_its_boards() -> None:
    runs = 0
    for number in range(60):
        hand = random_hand(
            random.Random(f"runs {number}"), random.Random(number).choice(("NT", "FT")), most_runs=3
        )
        text = write_phh(hand)
        assert ending(text).stacks == hand.round.stacks
        runs += len(hand.dealt.boards) > 1
    assert runs > 10


def test_what_phh_cannot_say_is_not_written() -> None:
    limit, _ = play(
        simple_setup(players=2, betting=Betting.FIXED_LIMIT, game=GameName.SHORT_DECK), "p1 folds"
    )
    with pytest.raises(BadNotation, match="no variant for fixed-limit short-deck"):
        record_of(limit)
    antes, _ = play(simple_setup(players=3, ante=5, big_blind_ante=100), "p2 folds, p0 folds")
    with pytest.raises(BadNotation, match="two kinds of antes"):
        record_of(antes)
    bomb = replace(simple_setup(players=3, blinds_posted=False, ante=100), first_street=1)
    for setup, words in (
        (bomb, "begins on the flop"),
        (replace(simple_setup(players=3), boards=2), "several boards"),
    ):
        over = play_out(random.Random(words), setup, FRESH_DECK)
        with pytest.raises(BadNotation, match=words):
            record_of(over)
    begun, _ = start(simple_setup(players=2), FRESH_DECK)
    assert begun.stage is Stage.BETTING
    with pytest.raises(ValueError, match="finished"):
        record_of(begun)


def test_a_short_big_blind_pays_its_blind_before_the_ante_for_all() -> None:
    setup = simple_setup(stacks=(1000, 130, 1000), big_blind_ante=100)
    hand, _ = play(setup, "p2 folds, p0 calls", holes=("AsAd", "7h6c", ""), board="2c8d9hJsKc")
    text = write_phh(hand)
    assert "antes = [0, 30, 0]" in text
    assert ending(text).stacks == hand.round.stacks == tuple(pokerkit_stacks(text))


def test_everybody_may_be_all_in_from_the_forced_bets() -> None:
    hand, _ = play(
        simple_setup(stacks=(50, 100), showing=Showing.ASK), holes=("AsAd", "7h6c"), board="2c8d9hJsKc"
    )
    text = write_phh(hand)
    assert ending(text).stacks == hand.round.stacks == tuple(pokerkit_stacks(text))
