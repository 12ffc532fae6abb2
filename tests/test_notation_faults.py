"""Every way in which a PHH file can be wrong, and what is said about it."""

import random
from collections.abc import Sequence

import pytest

from core.poker.notation import (
    BadNotation,
    format_phh,
    read_phh,
)
from tests.phh_texts import ALL_IN, FLOP, HOLES, PREFLOP, RIVER, W18, ending, phh, played, refused

ILLEGAL = {
    "a player acts out of turn": ((*HOLES, "p1 cc"), 4, "it is not p1's turn: p3 is to act"),
    "a raise is too small": ((*HOLES, "p3 cbr 3"), 4, "p3 cannot bet or raise to 3: 4 to 200 is legal"),
    "a raise is above the stack": ((*HOLES, "p3 cbr 201"), 4, "to 201: 4 to 200 is legal"),
    "a bet is zero": ((*FLOP, "p1 cbr 0"), 8, "to 0: 2 to 198 is legal"),
    "a bet is below the minimum": ((*FLOP, "p1 cbr 1"), 8, "to 1: 2 to 198 is legal"),
    "a raise is no raise": ((*HOLES, "p3 cbr 2"), 4, "to 2: 4 to 200 is legal"),
    "a raise meets only all-in players": (
        (*HOLES, "p3 cbr 200", "p1 cbr 200"),
        5,
        "p1 cannot raise when nobody could call it: call 199 or fold is legal",
    ),
    "a player acts before the flop is dealt": ((*HOLES, *PREFLOP, "p1 cc"), 7, "the flop is to be dealt"),
    "the flop comes too early": ((*HOLES, "d db 2c7h9d"), 4, "no board cards are due: p3 is to act"),
    "the flop is two cards": ((*HOLES, *PREFLOP, "d db 2c7h"), 7, "the flop is 3 and not 2 cards"),
    "the turn is two cards": (
        (*FLOP, "p1 f", "p2 cc", "p3 cc", "d db 3s4s"),
        11,
        "the turn is 1 and not 2 cards",
    ),
    "a sixth board card": ((*RIVER, "d db 4h"), 17, "no board cards are due"),
    "betting without hole cards": ((*HOLES[:2], "p3 cc"), 3, "p3 has not got two hole cards yet"),
    "a third hole card": ((*HOLES, "d dh p1 2c"), 4, "p1 gets more than two cards"),
    "a card dealt to two players": (
        ("d dh p1 AsKs", "d dh p2 QdAs", *HOLES[2:]),
        2,
        "As is dealt for the second time",
    ),
    "a board card that a player has": (
        (*HOLES, *PREFLOP, "d db 2c7hAs"),
        7,
        "As is dealt for the second time",
    ),
    "a board card twice": ((*HOLES, *PREFLOP, "d db 2c2c7h"), 7, "2c is dealt for the second time"),
    "showing before the betting is over": (
        (*FLOP, "p1 sm AsKs"),
        8,
        "p1 cannot show or muck yet: p1 is to act",
    ),
    "showing other cards than were dealt": (
        (*RIVER, "p1 sm AsKd"),
        17,
        "p1 shows Kd, which was not dealt to p1",
    ),
    "showing one card twice": ((*RIVER, "p1 sm AsAs"), 17, "p1 shows one card twice"),
    "showing another player's card": ((*ALL_IN, "p2 sm AsQd"), 7, "p2 shows As, which was not dealt to p2"),
    "showing a card of the board for an unknown one": (
        [text.replace("QdQc", "????") for text in (*RIVER, "p2 sm 2cQd")],
        17,
        "2c is dealt for the second time",
    ),
    "showing unknown cards as dealt": (
        [text.replace("QdQc", "????") for text in (*RIVER, "p2 sm -")],
        17,
        "p2 shows what was dealt, but the file does not say what",
    ),
    "showing after folding": ((*RIVER, "p3 sm AhAd"), 17, "p3 has folded"),
    "showing twice": ((*RIVER, "p1 sm -", "p1 sm -"), 18, "p1 has shown or mucked before"),
    "betting after the hand": (
        (*HOLES, "p3 f", "p1 f", "p2 cc"),
        6,
        "p2 cannot bet any more: the hand is over",
    ),
    "checking again at the showdown": ((*RIVER, "p1 cc"), 17, "p1 cannot bet any more: it is the showdown"),
    "dealing after the hand": (
        (*HOLES, "p3 f", "p1 f", "d db 2c7h9d"),
        6,
        "no board cards are due: the hand is over",
    ),
    "a fold after the fold": ((*HOLES, "p3 f", "p3 f"), 5, "it is not p3's turn: p1 is to act"),
    "a player who is not there": ((*HOLES, "p4 f"), 4, "there is no p4: players are p1 to p3"),
    "p0": (("d dh p0 ????",), 1, "there is no p0"),
    "nobody": ((*HOLES, "alice f"), 4, "'alice' is not a player: players are p1 to p3"),
    "no action": ((*HOLES, "p3 hopes"), 4, "'p3 hopes' is not an action of hold'em"),
    "a stud action": (("p1 pb",), 1, "pb belongs to stud and draw games"),
    "a draw action": (("p1 sd AsKd",), 1, "sd belongs to stud and draw games"),
    "no amount": ((*HOLES, "p3 cbr"), 4, "'p3 cbr' is not an action"),
    "a word for an amount": ((*HOLES, "p3 cbr all"), 4, "'all' is not an amount of chips"),
    "a negative amount": ((*HOLES, "p3 cbr -4"), 4, "'-4' is not an amount of chips"),
    "full-width digits": ((*HOLES, "p3 cbr １００"), 4, "is not an amount of chips"),
    "half a chip": ((*HOLES, "p3 cbr 4.5"), 4, "chips are whole numbers"),
    "an endless amount": ((*HOLES, "p3 cbr " + "9" * 40), 4, "more chips than"),
    "an amount of five thousand digits": ((*HOLES, "p3 cbr " + "9" * 5000), 4, "is not an amount of chips"),
    "a card that is none": (("d dh p1 AsKx",), 1, "'Kx' is not a card"),
    "a ten in two letters": (("d dh p1 10s",), 1, "'10s' is not a row of cards"),
    "an unknown board": ((*HOLES, *PREFLOP, "d db 2c7h??"), 7, "a board card is not known"),
    "three cards shown": ((*RIVER, "p1 sm AsKs2c"), 17, "a player shows two cards at most"),
}


@pytest.mark.parametrize(("actions", "number", "reason"), ILLEGAL.values(), ids=ILLEGAL)
def test_the_first_illegal_action_is_named_with_its_number_and_the_reason(
    actions: Sequence[str], number: int, reason: str
) -> None:
    bad = refused(phh(actions))
    assert bad.action == number
    assert reason in bad.reason
    assert str(bad).startswith(f"action {number}: ")


def test_an_action_is_judged_before_the_cards_of_a_later_one() -> None:
    assert refused(phh((*HOLES, "p3 cbr 3", "p1 cc", "p2 cc", "d db AsAsAs"))).action == 4


def test_a_limit_raise_has_one_legal_amount_and_a_cap() -> None:
    limit = {"variant": '"FT"', "min_bet": "", "small_bet": "2", "big_bet": "4"}
    bad = refused(phh((*HOLES, "p3 cbr 5"), **limit))
    assert (bad.action, bad.reason) == (4, "p3 cannot bet or raise to 5: with a fixed limit only 4 is legal")
    bets = (*HOLES, "p3 cbr 4", "p1 cbr 6", "p2 cbr 8", "p3 cbr 10")
    bad = refused(phh(bets, **limit))
    assert (bad.action, bad.reason) == (
        7,
        "p3 cannot raise after 4 bets and raises on this street: call 4 or fold is legal",
    )
    assert ending(phh(bets, **limit, _riverbot="{ cap = 0 }")).why == "p1 is to act"


def test_a_short_all_in_does_not_reopen_the_betting() -> None:
    actions = (*HOLES, "p3 cbr 10", "p1 f", "p2 cbr 15", "p3 cbr 30")
    bad = refused(phh(actions, starting_stacks="[200, 15, 200]"))
    assert (bad.action, bad.reason) == (
        7,
        "p3 cannot raise when nobody could call it: call 5 or fold is legal",
    )
    actions = (*HOLES, "p3 cbr 10", "p1 cc", "p2 cbr 15", "p3 cbr 30")
    bad = refused(phh(actions, starting_stacks="[200, 15, 200]"))
    assert bad.reason == "p3 cannot raise after an all-in that was no full raise: call 5 or fold is legal"


def test_a_player_without_more_than_the_call_cannot_raise() -> None:
    bad = refused(phh((*HOLES, "p3 cbr 60", "p1 cbr 50"), starting_stacks="[50, 200, 200]"))
    assert (bad.action, bad.reason) == (5, "p1 has not enough to raise: call 49 or fold is legal")


def test_low_cards_are_not_in_a_short_deck() -> None:
    bad = refused(phh(("d dh p1 AsKs", "d dh p2 5c6c"), variant='"NS"'))
    assert (bad.action, bad.reason) == (2, "5c is not in a short deck")


FAULTY = {
    "nothing": ("", "variant is missing"),
    "a picture": ("\x00\x01", "this is not TOML"),
    "another game": (phh(HOLES, variant='"PO"'), "variant 'PO' is not dealt here"),
    "a number for the game": (phh(HOLES, variant="7"), "variant must be a text"),
    "no stacks": (phh(HOLES, starting_stacks=""), "starting_stacks is missing"),
    "a negative stack": (
        phh(HOLES, starting_stacks="[200, -5, 200]"),
        "starting_stacks: chips cannot be below 0",
    ),
    "an empty stack": (phh(HOLES, starting_stacks="[200, 0, 200]"), "without chips cannot be dealt in"),
    "an unknown stack": (phh(HOLES, starting_stacks="[200, inf, 200]"), "an unknown amount (inf)"),
    "no number": (phh(HOLES, starting_stacks="[200, nan, 200]"), "chips cannot be below 0"),
    "half a chip": (phh(HOLES, starting_stacks="[200, 0.5, 200]"), "chips are whole numbers"),
    "a huge stack": (
        phh(HOLES, starting_stacks=f"[200, {2**53}, 200]"),
        "more chips than the 9007199254740991",
    ),
    "a huger stack": (phh(HOLES, starting_stacks=f"[200, {2**70}, 200]"), "TOML integers have 64 bits"),
    "a stack of five thousand digits": (phh(HOLES, starting_stacks=f"[{'9' * 5000}]"), "this is not TOML"),
    "a hex number without end": (phh(HOLES, hand="0x" + "f" * 9000), "TOML integers have 64 bits"),
    "a float without end": (phh(HOLES, starting_stacks="[200, 1e300, 200]"), "more chips than"),
    "stacks without end together": (
        phh(HOLES, starting_stacks=f"[{2**53 - 1}, 2, 2]"),
        "add up to more chips",
    ),
    "a text for a stack": (
        phh(HOLES, starting_stacks='[200, "200", 200]'),
        "starting_stacks: chips are numbers",
    ),
    "a truth for a stack": (
        phh(HOLES, starting_stacks="[200, true, 200]"),
        "starting_stacks: chips are numbers",
    ),
    "a number for stacks": (phh(HOLES, starting_stacks="200"), "starting_stacks must be a list"),
    "one player": (phh((), starting_stacks="[200]"), "has 1 players; 2 to 10 can play"),
    "eleven players": (phh((), starting_stacks=str([200] * 11)), "has 11 players; 2 to 10 can play"),
    "antes for two of three": (phh(HOLES, antes="[0, 0]"), "antes has 2 entries for 3 players"),
    "a negative ante": (phh(HOLES, antes="[0, -1, 0]"), "antes: chips cannot be below 0"),
    "no blinds": (phh(HOLES, blinds_or_straddles=""), "blinds_or_straddles is missing"),
    "no smallest bet": (phh(HOLES, min_bet=""), "min_bet is missing"),
    "a smallest bet of nothing": (phh(HOLES, min_bet="0"), "bets are above 0"),
    "the bets of another game": (phh(HOLES, small_bet="2"), "small_bet is no field of variant NT"),
    "a bring-in": (phh(HOLES, bring_in="2"), "bring_in is no field of variant NT"),
    "no actions": (phh(HOLES, actions=""), "actions is missing"),
    "a text for actions": (phh(HOLES, actions='"p1 f"'), "actions must be a list"),
    "a seat taken twice": (phh(HOLES, seats="[1, 2, 1]"), "seats: two players have one seat"),
    "a seat with a name": (
        phh(HOLES, seats='[1, 2, "x"]'),
        "seats must be a list in which each is a whole number",
    ),
    "two names for three": (phh(HOLES, players='["Ann", "Bo"]'), "players has 2 entries for 3 players"),
    "a name that is a number": (phh(HOLES, players='["Ann", "Bo", 3]'), "players must be a list"),
    "more chips than there were": (
        phh(HOLES, finishing_stacks="[300, 300, 300]"),
        "more chips than were on the table",
    ),
    "a truth that is a number": (phh(HOLES, ante_trimming_status="1"), "must be true or false"),
    "a year in words": (phh(HOLES, year='"last"'), "year must be a whole number"),
    "a venue that is a number": (phh(HOLES, venue="1"), "venue must be a text"),
    "a hand that is a list": (phh(HOLES, hand="[1]"), "hand must be a text"),
    "a nest of lists": (phh(HOLES, _x="[" * 25 + "]" * 25), "nested too deep"),
    "an endless nest of lists": (phh(HOLES, _x="[" * 50_000), "nested too deep"),
    "a collection": ("[1]\nvariant = 'NT'\n[2]\nvariant = 'NT'", "one hand a file"),
    "a house rule of tomorrow": (phh(HOLES, _riverbot="{ wild = 1 }"), "_riverbot: 'wild' is not understood"),
    "house rules in words": (phh(HOLES, _riverbot='"none"'), "_riverbot must be a table"),
    "a way of reopening": (phh(HOLES, _riverbot='{ reopening = "x" }'), "reopening: 'x' is not one of"),
    "a way of betting": (phh(HOLES, _riverbot='{ betting = "fixed_limit" }'), "is not how variant NT is bet"),
    "no chip unit": (phh(HOLES, _riverbot="{ chip_unit = 0 }"), "chip_unit is at least 1"),
    "half a card": (phh(HOLES, _riverbot='{ boards = ["2c7"] }'), "boards are texts"),
    "no card": (phh(HOLES, _riverbot='{ boards = ["2c7x"] }'), "is not a board"),
    "a card used up": (phh(HOLES, _riverbot='{ boards = ["AsAh"] }'), "not left in the deck"),
    "boards for nothing": (
        phh((*HOLES, "p3 f", "p1 f"), _riverbot='{ boards = ["Ah"] }'),
        "nobody was all-in",
    ),
    "a deck of boards": (
        phh(
            (),
            _riverbot=str({"boards": [f"{a}{s}" for a in "23456789TJQKA" for s in "cdhs"]}).replace(":", "="),
        ),
        "more cards than the deck",
    ),
}


@pytest.mark.parametrize(("text", "reason"), FAULTY.values(), ids=FAULTY)
def test_a_faulty_file_is_refused_with_the_reason(text: str, reason: str) -> None:
    bad = refused(text)
    assert reason in bad.reason
    assert bad.action is None
    assert len(bad.reason) < 250


def test_an_action_that_is_not_a_text_is_named() -> None:
    assert refused(phh((), actions='["d dh p1 AsKs", 7]')).action == 2


def test_further_boards_need_the_cards_that_are_left() -> None:
    bad = refused(phh(ALL_IN, _riverbot='{ boards = ["Ah"] }'))
    assert (bad.action, bad.reason) == (6, "_riverbot: each further board gets 5 cards here")


@pytest.mark.parametrize("source", [W18, format_phh(read_phh(W18))], ids=["by hand", "as we write it"])
def test_a_file_cut_anywhere_is_refused_and_nothing_worse(source: str) -> None:
    whole = source.rstrip()
    for length in range(len(whole)):
        bad = refused(whole[:length])
        assert bad.reason
        assert "\n" not in bad.reason


def test_a_damaged_file_is_played_or_refused_and_nothing_worse() -> None:
    chance = random.Random(18)
    outcomes = {True: 0, False: 0}
    for _ in range(600):
        at = chance.randrange(len(W18))
        text = (
            W18[:at] + chance.choice("0123456789AKcdhsp?'\"[]{}=,. \n\x00é") + W18[at + chance.randrange(3) :]
        )
        try:
            played(text)
            outcomes[True] += 1
        except BadNotation:
            outcomes[False] += 1
    assert min(outcomes.values()) > 50
