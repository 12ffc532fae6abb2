"""What hands add up to: each count worked out by hand, the figures, the labels and the leaderboard."""

import random
from dataclasses import replace

import pytest

from core.cardroom.stats import (
    PEAKS,
    Counts,
    Figures,
    Style,
    counted,
    figures,
    leaderboard,
    read_counts,
    rounded,
    stat_args,
)
from core.ids import PlayerId
from core.poker.record import DealMap, HandRecord, Row, SeatRecord
from tests.export_hands import record_of_hand, record_of_moves
from tests.hands import simple_setup
from tests.phh_hands import random_setup

BLINDS: tuple[Row, ...] = (("post", 1, "small_blind", 50), ("post", 2, "big_blind", 100))


def record(
    actions: tuple[Row, ...],
    awards: tuple[Row, ...],
    ends: tuple[int, ...],
    *,
    board: int = 0,
    boards: int = 1,
    big_blind: int = 100,
) -> HandRecord:
    """Seats 1, 2, 3… with 1,000 chips each, the last one on the button; `board` cards on each board."""
    seats = tuple(
        SeatRecord(seat=at, player=f"web:{at}", name=f"P{at}", start=1_000, end=end, phrase="")
        for at, end in enumerate(ends, 1)
    )
    return HandRecord(
        table="07abc",
        hand_no=1,
        started_ms=0,
        ended_ms=1,
        game="holdem",
        stakes=(("big_blind", big_blind), ("small_blind", 50)),
        button=len(ends),
        seats=seats,
        secret="",
        root="",
        next_root="",
        deal=DealMap(
            holes=tuple((one.seat, (0, 1)) for one in seats),
            boards=tuple(tuple(range(10, 10 + board)) for _ in range(boards)) if board else (),
        ),
        actions=actions,
        awards=awards,
    )


def test_a_raise_called_bet_and_raised_to_the_river() -> None:
    """Blinds 50/100. P3 raises to 300, P1 folds, P2 calls 200 more: pot 50 + 300 + 300 = 650.

    Flop: P2 checks, P3 bets 200, P2 calls (1,050). Turn: P2 bets 100, P3 raises to 300, P2 calls (1,650). River:
    check, check. P2 wins 1,650. P2 put in 300 + 200 + 300 = 800: net +850, 8.5 big blinds. P3 put in 800 as well:
    net -800. P1: -50, half a big blind.
    """
    played = record(
        (
            *BLINDS,
            ("preflop", 3, "raise", 300),
            ("preflop", 1, "fold", 50),
            ("preflop", 2, "call", 300),
            ("flop", 2, "check", 0),
            ("flop", 3, "bet", 200),
            ("flop", 2, "call", 200),
            ("turn", 2, "bet", 100),
            ("turn", 3, "raise", 300),
            ("turn", 2, "call", 300),
            ("river", 2, "check", 0),
            ("river", 3, "check", 0),
        ),
        ((0, 0, ((2, 1_650),)),),
        (950, 1_850, 200),
        board=5,
    )
    assert counted(played) == {
        1: Counts(hands=1, net=-50, net_bb=-50),
        2: Counts(
            hands=1,
            vpip=1,
            raises=1,
            calls=2,
            flops=1,
            showdowns=1,
            won=1,
            net=850,
            net_bb=850,
            biggest=1_650,
        ),
        3: Counts(hands=1, vpip=1, pfr=1, raises=2, flops=1, showdowns=1, net=-800, net_bb=-800),
    }


def test_a_walk_is_no_chance_to_put_chips_in() -> None:
    """Everyone folds to P2, whose 50 come back: 50 + 50 = 100 won. Only P2's hand is left out of the share."""
    played = record(
        (
            *BLINDS,
            ("preflop", 3, "fold", 0),
            ("preflop", 1, "fold", 50),
            ("returned", 2, "uncalled", 50),
        ),
        ((0, 0, ((2, 100),)),),
        (950, 1_050, 1_000),
    )
    counts = counted(played)
    assert counts[2] == Counts(hands=1, walks=1, net=50, net_bb=50, biggest=100)
    assert counts[1] == Counts(hands=1, net=-50, net_bb=-50)
    assert figures(counts[2]).vpip is None
    assert figures(counts[1]).vpip == 0


def test_a_bomb_pot_has_no_choice_before_the_flop_and_is_in_neither_vpip_nor_pfr() -> None:
    """One hand of two has a round before the flop, and the caller called in it: 1 of 1, not 1 of 2."""
    antes: tuple[Row, ...] = tuple(("post", seat, "ante", 200) for seat in (1, 2, 3))
    moves: tuple[Row, ...] = (("flop", 1, "bet", 300), ("flop", 2, "call", 300), ("flop", 3, "fold", 0))
    bomb = counted(record((*antes, *moves), ((0, 0, ((1, 1_200),)),), (1_700, 500, 800), board=5))
    assert [each.walks for each in bomb.values()] == [1, 1, 1]
    assert (bomb[2].vpip, bomb[1].raises, bomb[2].calls, bomb[3].flops) == (0, 1, 1, 1)
    plain: tuple[Row, ...] = (*BLINDS, ("preflop", 3, "call", 100), ("preflop", 1, "fold", 50))
    both = bomb[3] + counted(record(plain, ((0, 0, ((2, 250),)),), (950, 1_150, 900), board=5))[3]
    assert (both.hands, figures(both).vpip) == (2, 1_000)


def test_a_steal_is_no_walk() -> None:
    played = record(
        (*BLINDS, ("preflop", 3, "raise", 250), ("preflop", 1, "fold", 50), ("preflop", 2, "fold", 100)),
        ((0, 0, ((3, 250),)),),
        (950, 900, 1_150),
    )
    assert [each.walks for each in counted(played).values()] == [0, 0, 0]
    assert counted(played)[3].pfr == 1


def test_completing_the_small_blind_is_a_choice_and_checking_the_big_one_is_none() -> None:
    played = record(
        (*BLINDS, ("preflop", 1, "call", 100), ("preflop", 2, "check", 100), ("flop", 1, "fold", 0)),
        ((0, 0, ((2, 200),)),),
        (900, 1_100),
        board=3,
    )
    counts = counted(played)
    assert (counts[1].vpip, counts[2].vpip) == (1, 0)
    assert (counts[1].flops, counts[2].flops) == (1, 1)
    assert (counts[1].showdowns, counts[2].showdowns) == (0, 0)
    assert counts[2].walks == 0


def test_blinds_antes_and_straddles_are_no_choice() -> None:
    forced = tuple(("post", seat, "ante", 10) for seat in (1, 2, 3))
    played = record(
        (
            *forced,
            *BLINDS,
            ("post", 3, "straddle", 200),
            ("preflop", 1, "fold", 50),
            ("preflop", 2, "fold", 100),
        ),
        ((0, 0, ((3, 280),)),),
        (940, 890, 1_170),
    )
    assert [each.vpip for each in counted(played).values()] == [0, 0, 0]
    assert counted(played)[3].walks == 1


def test_all_in_before_the_flop_sees_the_flop_and_the_showdown() -> None:
    """P1 and P2 all-in for 1,000 each, run twice, a board each: both have won at the showdown; pot 2,000."""
    played = record(
        (*BLINDS, ("preflop", 1, "raise", 1_000), ("preflop", 2, "call", 1_000)),
        ((0, 0, ((1, 1_000),)), (0, 1, ((2, 1_000),))),
        (1_000, 1_000),
        board=5,
        boards=2,
    )
    counts = counted(played)
    assert [(each.flops, each.showdowns, each.won) for each in counts.values()] == [(1, 1, 1), (1, 1, 1)]
    assert [each.biggest for each in counts.values()] == [1_000, 1_000]


def test_the_biggest_pot_of_a_hand_is_all_that_was_won_in_it() -> None:
    played = record((*BLINDS,), ((0, 0, ((1, 300),)), (1, 0, ((1, 80), (2, 80)))), (1_100, 980, 920), board=5)
    assert counted(played)[1].biggest == 380


def test_big_blinds_are_those_of_the_hand_and_halves_favour_nobody() -> None:
    """At 3 chips a big blind: +10 is 3.333 (333 hundredths), -10 is -3.333. Half a hundredth goes away from 0."""
    played = record((*BLINDS, ("preflop", 1, "fold", 10)), ((0, 0, ((2, 20),)),), (990, 1_010), big_blind=3)
    assert [each.net_bb for each in counted(played).values()] == [-333, 333]
    assert (rounded(5, 10), rounded(-5, 10), rounded(4, 10), rounded(-4, 10)) == (1, -1, 0, 0)


def test_counts_add_up_and_of_the_biggest_pot_the_larger_stays() -> None:
    one = Counts(hands=1, vpip=1, net=-50, net_bb=-50, biggest=0)
    other = Counts(hands=2, pfr=1, net=80, net_bb=40, biggest=300)
    assert one + other == Counts(hands=3, vpip=1, pfr=1, net=30, net_bb=-10, biggest=300)
    assert one + Counts() == one


def test_the_figures_of_sixty_hands() -> None:
    """VPIP 15/(60-4) = 26.79%, PFR 12/56 = 21.43%, AF 9/6 = 1.5, WTSD 6/20 = 30%, W$SD 4/6 = 66.67%.

    bb/100: 1,830 hundredths in 60 hands is 0.305 a hand, 30.5 in a hundred.
    """
    counts = Counts(
        hands=60,
        walks=4,
        vpip=15,
        pfr=12,
        raises=9,
        calls=6,
        flops=20,
        showdowns=6,
        won=4,
        net=3_660,
        net_bb=1_830,
        biggest=900,
    )
    assert figures(counts) == Figures(
        vpip=268, pfr=214, af=150, wtsd=300, wsd=667, bb_100=3_050, style=Style.TAG
    )


def test_nothing_is_divided_by_nothing() -> None:
    assert figures(Counts()) == Figures(
        vpip=None, pfr=None, af=None, wtsd=None, wsd=None, bb_100=None, style=None
    )
    assert figures(Counts(hands=1, raises=3)).af is None


@pytest.mark.parametrize(
    ("vpip", "raises", "calls", "style"),
    [
        (20, 30, 10, Style.TAG),
        (45, 30, 10, Style.LAG),
        (20, 10, 30, Style.ROCK),
        (45, 10, 30, Style.STATION),
        (28, 15, 10, Style.LAG),  # 28.0% and AF 1.5: both borders belong to the upper side
        (27, 14, 10, Style.ROCK),
        (27, 12, 0, Style.TAG),  # never called: all aggression
    ],
)
def test_a_style_is_tight_or_loose_and_passive_or_aggressive(
    vpip: int, raises: int, calls: int, style: Style
) -> None:
    assert figures(Counts(hands=100, vpip=vpip, raises=raises, calls=calls)).style is style


def test_a_style_is_spoken_of_from_fifty_hands_on() -> None:
    counts = Counts(hands=49, vpip=30, pfr=20, raises=20, calls=5)
    assert figures(counts).style is None
    assert figures(counts + Counts(hands=1)).style is Style.LAG


def test_with_few_moves_after_the_flop_the_raises_before_it_say_how_aggressive_somebody_is() -> None:
    assert figures(Counts(hands=60, vpip=10, pfr=5, calls=3)).style is Style.TAG
    assert figures(Counts(hands=60, vpip=10, pfr=4, raises=3)).style is Style.ROCK


def test_the_leaderboard_goes_by_chips_won_and_equals_share_a_rank() -> None:
    rows = leaderboard(
        {
            PlayerId("web:slow"): Counts(hands=90, net=500),
            PlayerId("web:fast"): Counts(hands=30, net=500),
            PlayerId("web:top"): Counts(hands=10, net=900),
            PlayerId("web:last"): Counts(hands=40, net=-1_900),
            PlayerId("web:never"): Counts(),
        }
    )
    assert [(row.rank, row.player) for row in rows] == [
        (1, "web:top"),
        (2, "web:fast"),
        (2, "web:slow"),
        (4, "web:last"),
    ]


def test_what_is_stored_is_what_was_counted() -> None:
    played, _ = record_of_moves(simple_setup(players=3), "p2 to 300, p0 folds, p1 calls, p1 to 500, p2 folds")
    kept: dict[str, dict[str, int]] = {}
    for player, name, amount in stat_args(played):
        assert amount
        assert (name in PEAKS) == (name == "biggest")
        kept.setdefault(player, {})[name] = amount
    counts = counted(played)
    assert read_counts(kept) == {PlayerId(f"web:{seat}"): each for seat, each in counts.items()}
    assert read_counts({"web:1": {"hands": 3, "of_a_later_version": 7}}) == {
        PlayerId("web:1"): Counts(hands=3)
    }


def test_computers_are_not_counted() -> None:
    played = record((*BLINDS, ("preflop", 1, "fold", 50)), ((0, 0, ((2, 100),)),), (950, 1_050))
    seats = (
        played.seats[0],
        SeatRecord(seat=2, player="computer:7", name="C", start=1_000, end=1_050, phrase=""),
    )
    assert {player for player, _, _ in stat_args(replace(played, seats=seats))} == {"web:1"}


def test_over_many_hands_the_nets_add_up_to_nothing_and_no_share_is_above_one() -> None:
    for number in range(120):
        chance = random.Random(f"stats {number}")
        played, hand = record_of_hand(random_setup(chance, "NT", most_runs=chance.choice([1, 2])), chance)
        counts = list(counted(played).values())
        assert sum(each.net for each in counts) == 0
        assert sum(each.showdowns for each in counts) == (
            sum(hand.round.live) if sum(hand.round.live) > 1 else 0
        )
        for each in counts:
            assert each.pfr <= each.vpip <= each.hands - each.walks <= 1
            assert each.won <= each.showdowns <= each.flops <= 1
        assert sum(each.walks for each in counts) <= 1
