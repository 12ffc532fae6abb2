"""The worked examples W1 to W18 of rules.md, by number, and the boundary lists of its row 40."""

from itertools import combinations

import pytest

from core.poker.cards import FRESH_DECK, parse_cards
from core.poker.hand import Hand
from core.poker.pots import split
from core.poker.ranking import Category, Ladder, describe, strength
from core.poker.rounds import Betting, Reopening
from tests.hands import follow, offer, play, pots_of, simple_setup, stacks_after
from tests.written_hands import plays, worth


def then(hand: Hand, moves: str) -> str:
    return offer(follow(hand, moves)[0])


@pytest.mark.parametrize(("players", "burns", "used"), [(22, True, 52), (23, False, 51)])
def test_w1_22_players_with_burns_or_23_without_use_the_whole_deck(
    players: int, burns: bool, used: int
) -> None:
    calls = ", ".join(
        f"p{at % players} {'checks' if at == players + 1 else 'calls'}" for at in range(2, players + 2)
    )
    streets = "".join(f", p{at} checks" for _ in range(3) for at in range(players))
    hand, _ = play(simple_setup(players=players, burns=burns), calls + streets)
    assert hand.dealt.drawn == used
    assert len(hand.dealt.boards[0]) == 5


def test_w2_blinds_of_10_and_15_make_the_smallest_opening_raise_30() -> None:
    assert (
        offer(play(simple_setup(players=3, stack=1000, blinds=(10, 15)))[0]) == "p2: call 15, raise 30-1000"
    )


def test_w3_after_an_opening_bet_of_10_the_next_raise_is_to_20() -> None:
    hand, _ = play(
        simple_setup(players=3, stack=1000, blinds=(5, 10)), "p2 calls, p0 calls, p1 checks, p0 to 10"
    )
    assert offer(hand) == "p1: call 10, raise 20-990"


def w4(reopening: Reopening) -> Hand:
    """A bets 500, B raises to 1,000, C calls, D all-in 1,300, E all-in 1,700; positions are A to E."""
    setup = simple_setup(stacks=(5100, 5100, 5100, 1400, 1800), reopening=reopening)
    limps = "p2 calls, p3 calls, p4 calls, p0 calls, p1 checks"
    return play(setup, f"{limps}, p0 to 500, p1 to 1000, p2 calls, p3 to 1300, p4 to 1700")[0]


@pytest.mark.parametrize("reopening", Reopening)
def test_w4_who_faces_a_full_raise_may_raise_under_every_rule(reopening: Reopening) -> None:
    assert offer(w4(reopening)) == "p0: call 1200, raise 2200-5000"


@pytest.mark.parametrize("move", ["calls", "folds"])
@pytest.mark.parametrize(
    ("reopening", "may"),
    [
        (Reopening.NEVER, "no raise"),
        (Reopening.HALF, "raise 2200-5000"),
        (Reopening.CUMULATIVE, "raise 2200-5000"),
    ],
)
def test_w4_short_all_ins_reopen_by_the_tables_rule(reopening: Reopening, may: str, move: str) -> None:
    hand, _ = follow(w4(reopening), f"p0 {move}")
    assert offer(hand) == f"p1: call 700, {may}"
    assert then(hand, "p1 calls") == f"p2: call 700, {may}"


def test_row_38_an_all_in_of_exactly_half_a_raise_does_not_reopen_under_the_half_rule() -> None:
    for short, may in ((150, "no raise"), (151, "raise 251-2000")):
        setup = simple_setup(stacks=(2100, 100 + short, 2100), reopening=Reopening.HALF)
        hand, _ = play(setup, f"p2 calls, p0 calls, p1 checks, p0 to 100, p1 to {short}, p2 calls")
        assert offer(hand) == f"p0: call {short - 100}, {may}"


def row_40() -> Hand:
    """50/100: A bets 100, B all-in 125, C calls 125, D all-in 200, E calls."""
    setup = simple_setup(stacks=(2100, 225, 2100, 300, 2100))
    limps = "p2 calls, p3 calls, p4 calls, p0 calls, p1 checks"
    return play(setup, f"{limps}, p0 to 100, p1 to 125, p2 calls, p3 to 200, p4 calls")[0]


def test_row_40_a_bettor_facing_a_full_bet_of_short_all_ins_may_raise() -> None:
    assert offer(row_40()) == "p0: call 100, raise 300-2000"


def test_row_40_a_caller_facing_75_may_not_raise_and_facing_175_may() -> None:
    assert then(row_40(), "p0 calls") == "p2: call 75, no raise"
    assert then(row_40(), "p0 to 300") == "p2: call 175, raise 400-2000"


def test_row_40_the_smallest_raise_is_the_last_full_raise_above_the_last_all_in() -> None:
    setup = simple_setup(stacks=(5000, 600, 750, 900, 5000))
    limps = "p2 calls, p3 calls, p4 calls, p0 calls, p1 checks"
    hand, _ = play(setup, f"{limps}, p0 to 300, p1 to 500, p2 to 650, p3 to 800")
    assert offer(hand) == "p4: call 800, raise 1100-4900"


def test_row_40_a_limper_may_not_raise_when_the_big_blind_only_calls_a_short_all_in() -> None:
    setup = simple_setup(stacks=(40_000, 40_000, 40_000, 7500), blinds=(2000, 4000))
    hand, _ = play(setup, "p2 calls, p3 to 7500, p0 folds")
    assert offer(hand) == "p1: call 3500, raise 11500-40000"
    assert then(hand, "p1 calls") == "p2: call 3500, no raise"


def w5() -> Hand:
    """A pot of 1,000 on the flop with three players, pot-limit 50/100: four antes of 25 and 300 from each."""
    setup = simple_setup(players=4, ante=25, betting=Betting.POT_LIMIT)
    hand, _ = play(setup, "p2 to 300, p3 folds, p0 calls, p1 calls")
    assert hand.pot == 1000
    return hand


def test_w5_a_pot_limit_raise_over_100_into_1000_puts_in_1300_at_most() -> None:
    hand, _ = follow(w5(), "p0 to 100")
    assert offer(hand) == "p1: call 100, raise 200-1300"
    assert follow(hand, "p1 to 1300")[0].pot == 2400


def test_w6_the_next_pot_raise_is_to_4900_for_the_bettor_and_to_5000_for_a_fresh_player() -> None:
    hand, _ = follow(w5(), "p0 to 100, p1 to 1300")
    assert offer(hand) == "p2: call 1300, raise 2500-5000"
    assert follow(hand, "p2 to 5000")[0].pot == 7400
    hand, _ = follow(hand, "p2 folds")
    assert offer(hand) == "p0: call 1200, raise 2500-4900"
    assert follow(hand, "p0 to 4900")[0].pot == 7200


def test_row_41_the_first_pot_limit_raise_at_100_200_is_to_700_at_most() -> None:
    setup = simple_setup(players=3, blinds=(100, 200), betting=Betting.POT_LIMIT)
    assert offer(play(setup)[0]) == "p2: call 200, raise 400-700"


def test_w7_in_a_limit_game_the_bet_is_the_big_blind_and_doubles_on_the_turn() -> None:
    hand, _ = play(simple_setup(players=2, stack=100, blinds=(1, 2), betting=Betting.FIXED_LIMIT))
    assert offer(hand) == "p1: call 1, raise 4-4"
    hand, _ = follow(hand, "p1 calls, p0 checks")
    assert offer(hand) == "p0: check, raise 2-2"
    for _ in range(2):
        hand, _ = follow(hand, "p0 checks, p1 checks")
        assert offer(hand) == "p0: check, raise 4-4"


def test_w8_a_limit_round_is_bet_raise_reraise_and_cap() -> None:
    setup = simple_setup(players=3, stack=100, blinds=(1, 1), betting=Betting.FIXED_LIMIT)
    hand, _ = play(setup, "p2 calls, p0 checks, p1 checks, p0 to 1, p1 to 2, p2 to 3, p0 to 4")
    assert offer(hand) == "p1: call 2, no raise"


def test_w9_an_all_in_of_1000_and_two_stacks_of_3000_make_a_main_pot_and_a_side_pot() -> None:
    setup = simple_setup(stacks=(1000, 3000, 3000))
    hand, _ = play(setup, "p2 to 3000, p0 calls, p1 calls")
    assert pots_of(hand) == [(3000, (0, 1, 2)), (4000, (1, 2))]


def test_w10_four_pots_are_won_in_turn_and_a_folded_hand_wins_nothing() -> None:
    """Positions: D, E, F, A, B, C. Strengths F > A > B > D > E > C; F folds with 500 in."""
    setup = simple_setup(stacks=(800, 800, 2000, 50, 250, 350), blinds_posted=False)
    holes = ["TsTh", "9s9h", "AsAh", "KsKh", "QsQh", "8s8h"]
    moves = "p0 to 500, p1 calls, p2 calls, p3 calls, p4 calls, p5 calls, p0 to 300, p1 calls, p2 folds"
    hand, _ = play(setup, moves, holes=holes, board="2c3d4h6c7d")
    assert pots_of(hand) == [(300, (0, 1, 3, 4, 5)), (1000, (0, 1, 4, 5)), (400, (0, 1, 5)), (1050, (0, 1))]
    assert [award.shares for award in hand.ending.awards] == [
        ((3, 300),),
        ((4, 1000),),
        ((0, 400),),
        ((0, 1050),),
    ]
    assert stacks_after(hand) == [1450, 0, 1500, 300, 1000, 0]


@pytest.mark.parametrize(("unit", "paid"), [(10, (340, 330, 330)), (1, (334, 333, 333))])
def test_w11_and_w12_the_odd_chip_goes_to_the_first_winner_left_of_the_button(
    unit: int, paid: tuple[int, int, int]
) -> None:
    """A is the dealer, so positions are B, C, D, E, A; C, D and E tie for 1,000."""
    hand, _ = play(
        simple_setup(players=5, stack=1000, chip_unit=unit),
        "p2 to 200, p3 calls, p4 calls, p0 calls, p1 calls"
        + ", p0 checks, p1 checks, p2 checks, p3 checks, p4 checks" * 3,
        holes=["3s3h", "TsAh", "ThAd", "TdAc", "4s4h"],
        board="KcQdJh7s2c",
    )
    assert pots_of(hand) == [(1000, (0, 1, 2, 3, 4))]
    assert hand.ending.awards[0].shares == tuple(zip((1, 2, 3), paid, strict=True))


def test_w12_two_odd_chips_go_one_each() -> None:
    assert split(1001, 3, 1) == (334, 334, 333)


def test_w13_the_nuts_on_2_3_7_8_q_are_pocket_queens() -> None:
    board = parse_cards("2c3d7h8sQc")
    others = [card for card in FRESH_DECK if card not in board]
    best = max(combinations(others, 2), key=lambda pair: strength(Ladder.HIGH, (*pair, *board)) or 0)
    assert {card.rank for card in best} == {12}
    assert describe(Ladder.HIGH, (*best, *board)).category is Category.THREE_OF_A_KIND
    assert [card[0] for card in parse_cards(plays("QdQh2c3d7h8sQc"))] == list("QQQ87")


def test_w14_the_kicker_decides_between_pairs_of_eights() -> None:
    assert worth("Js8c6c7d8hQsKc") > worth("9s8d6c7d8hQsKc")
    assert [card[0] for card in parse_cards(plays("Js8c6c7d8hQsKc"))] == list("88KQJ")
    assert [card[0] for card in parse_cards(plays("9s8d6c7d8hQsKc"))] == list("88KQ9")


def test_w15_a_kicker_that_does_not_play_ties() -> None:
    assert worth("Js8c7d8hKsQcAd") == worth("9s8d7d8hKsQcAd")
    assert [card[0] for card in parse_cards(plays("Js8c7d8hKsQcAd"))] == list("88AKQ")


def test_w16_full_house_over_flush_over_straight_over_trips() -> None:
    board = "4cKs4h8s7s"
    bob, carol, ted, alice = (worth(hole + board) for hole in ("Ac4d", "As9s", "KhKd", "5d6d"))
    assert ted > carol > alice > bob


TURN = "8sQc8h4c"
W17 = {"Bob": "KhQs", "Carol": "QhTd", "Ted": "Jc2c", "Alice": "Tc9c"}


@pytest.mark.parametrize(
    ("river", "order"),
    [
        ("", [["Bob"], ["Carol"]]),
        ("7c", [["Ted"], ["Alice"], ["Bob"], ["Carol"]]),
        ("Js", [["Alice"]]),
        ("Jh", [["Alice"]]),
        ("Jd", [["Alice"]]),
        ("As", [["Bob", "Carol"]]),
    ],
)
def test_w17_the_river_changes_who_leads(river: str, order: list[list[str]]) -> None:
    worths = {name: worth(hole + TURN + river) for name, hole in W17.items()}
    ranking = [
        [name for name in W17 if worths[name] == value]
        for value in sorted(set(worths.values()), reverse=True)
    ]
    assert ranking[: len(order)] == order


def test_w18_a_whole_hand_goes_as_written_and_bob_wins_26() -> None:
    """Blinds 1/2. Positions: Bob (small blind), Carol (big blind), Ted, Alice (button)."""
    setup = simple_setup(stack=100, players=4, blinds=(1, 2))
    holes = ["Qs9h", "KsJh", "", "Ac7c"]
    pre, flop = "p2 folds, p3 calls, p0 calls, p1 checks", "p0 checks, p1 to 2, p3 to 4, p0 calls, p1 calls"
    turn, river = "p0 checks, p1 checks, p3 checks", "p0 to 4, p1 calls, p3 folds"
    board = "9cKc3h5s9d"
    for moves, pot in ((pre, 6), (f"{pre}, {flop}", 18), (f"{pre}, {flop}, {turn}", 18)):
        assert play(setup, moves, holes=holes, board=board)[0].pot == pot
    hand, events = play(setup, f"{pre}, {flop}, {turn}, {river}", holes=holes, board=board)
    assert pots_of(hand) == [(26, (0, 1))]
    assert hand.ending.awards[0].shares == ((0, 26),)
    assert stacks_after(hand) == [116, 90, 100, 94]
    made = hand.ending.awards[0].made
    assert made is not None
    assert (made.category, made.ranks, made.kickers) == (Category.THREE_OF_A_KIND, (9,), (13, 12))
    assert next(event.seat for event in events if event.kind == "cards_shown") == 0


def test_row_31_nobody_may_raise_what_no_opponent_could_call() -> None:
    """The blinds have 100 in all: a raise over 100 could win nothing more."""
    hand, _ = play(simple_setup(stacks=(100, 100, 5000)))
    assert offer(hand) == "p2: call 100, no raise"


def test_row_52_what_is_less_than_one_chip_goes_to_the_first_winner() -> None:
    assert split(1005, 3, 10) == (345, 330, 330)
