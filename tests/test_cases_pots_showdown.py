"""The cases of cases.md on pots, odd chips, showdown and several boards, by number."""

import pytest

from core.poker.actions import ChooseRuns, Muck
from core.poker.events import HandEvent
from core.poker.hand import Showing, Stage, apply
from core.refusals import Reason, Refused
from tests.hands import follow, play, pots_of, simple_setup, stacks_after

DRY_BOARD = "2c7d9hJs3c"


def kinds(events: tuple[HandEvent, ...], *wanted: str) -> list[str]:
    """The events of some kinds in order, with their seat where they have one."""
    return [f"{event.kind} {getattr(event, 'seat', '')}".strip() for event in events if event.kind in wanted]


def test_case_43_three_layers_go_to_the_best_hand_that_can_win_each() -> None:
    hand, _ = play(
        simple_setup(stacks=(600, 300, 100, 600)),
        "p2 calls, p3 to 600, p0 calls, p1 calls",
        holes=["8c8d", "KsKh", "AsAh", "QsQh"],
        board="2c3d5h9sTd",
    )
    assert pots_of(hand) == [(400, (0, 1, 2, 3)), (600, (0, 1, 3)), (600, (0, 3))]
    assert stacks_after(hand) == [0, 600, 400, 600]


def test_case_45_the_uncalled_part_of_an_over_bet_returns() -> None:
    hand, _ = play(
        simple_setup(stacks=(5000, 500)),
        "p1 calls, p0 checks, p0 to 1000, p1 calls",
        holes=["KsKh", "AsAh"],
        board=DRY_BOARD,
    )
    assert hand.ending.returned == (0, 600)
    assert pots_of(hand) == [(1000, (0, 1))]
    assert stacks_after(hand) == [4500, 1000]


def test_case_47_a_tie_with_dead_money_is_split_evenly() -> None:
    hand, _ = play(
        simple_setup(stack=1000, players=3),
        "p2 to 1000, p0 folds, p1 calls",
        holes=["", "AsKh", "AhKs"],
        board=DRY_BOARD,
    )
    assert pots_of(hand) == [(2050, (1, 2))]
    assert stacks_after(hand) == [950, 1025, 1025]


def test_case_49_two_odd_chips_go_one_each_clockwise_from_the_button() -> None:
    hand, _ = play(
        simple_setup(stack=100, players=4, blinds=(1, 2)),
        "p2 calls, p3 calls, p0 calls, p1 to 6, p2 calls, p3 calls, p0 folds"
        + ", p1 checks, p2 checks, p3 checks" * 3,
        holes=["", "AsKh", "AhKs", "AdKd"],
        board=DRY_BOARD,
    )
    assert pots_of(hand) == [(20, (1, 2, 3))]
    assert stacks_after(hand) == [98, 101, 101, 100]


CHECKED_TO_THE_RIVER = (
    "p2 calls, p3 calls, p0 calls, p1 checks" + ", p0 checks, p1 checks, p2 checks, p3 checks" * 2
)
RIVER_BET = f"{CHECKED_TO_THE_RIVER}, p0 checks, p1 to 100, p2 folds, p3 calls, p0 calls"
RIVER_RAISE = f"{CHECKED_TO_THE_RIVER}, p0 to 100, p1 calls, p2 to 300, p3 folds, p0 calls, p1 calls"


@pytest.mark.parametrize(
    ("case", "moves", "order"), [(55, RIVER_BET, (1, 3, 0)), (57, RIVER_RAISE, (2, 0, 1))]
)
def test_cases_55_and_57_the_last_aggressor_of_the_river_shows_first_then_clockwise(
    case: int, moves: str, order: tuple[int, ...]
) -> None:
    hand, _ = play(simple_setup(players=4, showing=Showing.ASK), moves)
    assert hand.stage is Stage.SHOWDOWN
    assert hand.ending.asking == order
    with pytest.raises(Refused) as refused:
        apply(hand, order[1], Muck())
    assert refused.value.reason is Reason.NOT_YOUR_TURN


def test_case_55_the_dealer_shows_what_must_be_shown_and_mucks_the_rest_in_that_order() -> None:
    holes = ["QsQh", "KsKh", "", "8s8h"]
    _, events = play(simple_setup(players=4), RIVER_BET, holes=holes, board=DRY_BOARD)
    assert kinds(events, "cards_shown") == ["cards_shown 1"]
    assert kinds(events, "mucked") == ["mucked 3", "mucked 0"]


def test_without_a_bet_on_the_river_the_first_live_seat_left_of_the_button_shows_first() -> None:
    moves = f"{CHECKED_TO_THE_RIVER}, p0 folds, p1 checks, p2 checks, p3 checks"
    hand, _ = play(simple_setup(players=4, showing=Showing.ASK), moves)
    assert hand.ending.asking == (1, 2, 3)


SIDE_POT_CHECKED = "p2 to 300, p3 calls, p0 calls, p1 calls" + ", p0 checks, p1 checks, p3 checks" * 3


def test_case_59_all_hands_are_tabled_when_one_is_all_in_and_the_side_pot_was_checked_down() -> None:
    setup = simple_setup(stacks=(1000, 1000, 300, 1000))
    holes = ["4s4h", "5s5h", "AsAh", "6s6h"]
    hand, events = play(setup, SIDE_POT_CHECKED, holes=holes, board=DRY_BOARD)
    assert sorted(kinds(events, "cards_shown", "mucked")) == [f"cards_shown {at}" for at in range(4)]
    assert hand.ending.shown == (True, True, True, True)


def test_case_59_where_hands_stay_down_the_side_pot_players_show_before_the_all_in_player() -> None:
    setup = simple_setup(stacks=(1000, 1000, 300, 1000), all_in_up=False, showing=Showing.ASK)
    hand, _ = play(setup, SIDE_POT_CHECKED)
    assert hand.ending.asking == (0, 1, 3, 2)


def test_case_60_an_all_in_hand_and_its_caller_are_up_before_the_river_and_cannot_be_mucked() -> None:
    moves = "p1 calls, p0 checks, p0 checks, p1 checks, p0 to 900, p1 calls"
    hand, events = play(simple_setup(stacks=(1000, 2000), showing=Showing.ASK), moves)
    order = [event.kind for event in events if event.kind in ("street_dealt", "cards_shown", "mucked")]
    assert order == ["street_dealt"] * 2 + ["cards_shown"] * 2 + ["street_dealt"]
    assert hand.stage is Stage.OVER
    with pytest.raises(Refused) as refused:
        apply(hand, 1, Muck())
    assert refused.value.reason is Reason.NOT_AT_SHOWDOWN


def test_case_61_who_mucks_gets_nothing_though_the_board_plays() -> None:
    checks = "p1 calls, p0 checks" + ", p0 checks, p1 checks" * 3
    setup = simple_setup(stacks=(1000, 1000), showing=Showing.ASK)
    hand, events = play(setup, f"{checks}, p0 shows, p1 mucks", holes=["2c3d", "4c5d"], board="AsKsQsJsTs")
    assert kinds(events, "cards_shown", "mucked") == ["cards_shown 0", "mucked 1"]
    assert stacks_after(hand) == [1100, 900]


def test_the_last_hand_left_when_all_others_have_mucked_need_not_be_shown() -> None:
    checks = "p1 calls, p0 checks" + ", p0 checks, p1 checks" * 3
    setup = simple_setup(stacks=(1000, 1000), showing=Showing.ASK)
    hand, events = play(setup, f"{checks}, p0 mucks", holes=["AsAh", "4c5d"], board=DRY_BOARD)
    assert kinds(events, "cards_shown") == []
    assert stacks_after(hand) == [900, 1100]


def test_a_side_pot_is_won_by_its_last_player_who_has_not_mucked() -> None:
    """p2 is all-in for 300 in the main pot; p0 mucks the side pot, so p1 has it without showing for it."""
    setup = simple_setup(stacks=(1000, 1000, 300), all_in_up=False, showing=Showing.ASK)
    checks = ", p0 checks, p1 checks" * 2
    moves = f"p2 to 300, p0 calls, p1 calls{checks}, p0 to 200, p1 calls"
    hand, _ = play(setup, f"{moves}, p0 mucks, p1 mucks", holes=["", "", "AsAh"], board=DRY_BOARD)
    assert stacks_after(hand) == [500, 900, 900]


def test_a_called_hand_mucked_before_the_main_pot_is_shown_gets_no_part_of_it() -> None:
    setup = simple_setup(stacks=(1000, 1000, 300), all_in_up=False, showing=Showing.ASK)
    moves = "p2 to 300, p0 calls, p1 calls, p0 to 200, p1 calls" + ", p0 checks, p1 checks" * 2
    hand, _ = play(
        setup, f"{moves}, p0 shows, p1 mucks, p2 shows", holes=["QsQh", "KsKh", "AsAh"], board=DRY_BOARD
    )
    assert stacks_after(hand) == [900, 500, 900]


def test_case_81_each_answer_on_the_boards_belongs_to_the_player_who_gave_it() -> None:
    hand, events = play(simple_setup(stack=1000, players=3, most_runs=3), "p2 to 1000, p0 folds, p1 calls")
    assert kinds(events, "runs_asked") == ["runs_asked"]
    assert hand.waiting_for == (1, 2)
    hand, _ = follow(hand, "p2 runs 3")
    assert hand.ending.answers == (0, 0, 3)
    assert hand.waiting_for == (1,)
    for seat in (0, 2):
        with pytest.raises(Refused) as refused:
            apply(hand, seat, ChooseRuns(times=2))
        assert refused.value.reason is Reason.NOT_CHOOSING_RUNS
    hand, events = follow(hand, "p1 runs 2")
    assert hand.ending.answers == (0, 2, 3)
    assert [event.times for event in events if event.kind == "runs_chosen"] == [2]
    assert len(hand.dealt.boards) == 2


@pytest.mark.parametrize("times", [0, -1, 4])
def test_a_number_of_boards_outside_the_tables_range_is_refused(times: int) -> None:
    hand, _ = play(simple_setup(stack=1000, players=3, most_runs=3), "p2 to 1000, p0 folds, p1 calls")
    with pytest.raises(Refused) as refused:
        apply(hand, 1, ChooseRuns(times=times))
    assert refused.value.numbers == {"asked": times, "maximum": 3}


def test_one_board_is_dealt_as_soon_as_somebody_wants_one() -> None:
    hand, _ = play(
        simple_setup(stack=1000, players=3, most_runs=4), "p2 to 1000, p0 folds, p1 calls, p1 runs 1"
    )
    assert hand.stage is Stage.OVER
    assert len(hand.dealt.boards) == 1


def test_case_83_the_odd_chip_goes_to_the_first_board() -> None:
    hand, events = play(
        simple_setup(stacks=(1000, 1001, 1000), blinds=(1, 2), most_runs=2),
        "p2 to 1000, p0 folds, p1 calls, p1 runs 2, p2 runs 2",
        holes=["", "KsKh", "AsAh"],
        board="2c7d9hJs3c" + "2d7c9dJhKc",
    )
    assert [(award.board, award.shares) for award in hand.ending.awards] == [
        (0, ((2, 1001),)),
        (1, ((1, 1000),)),
    ]
    assert stacks_after(hand) == [999, 1001, 1001]
    assert len(kinds(events, "street_dealt")) == 6


@pytest.mark.parametrize("most", [2, 3, 4])
def test_boards_share_what_lies_already_and_no_card_is_dealt_twice(most: int) -> None:
    moves = "p1 calls, p0 checks, p0 to 900, p1 calls" + f", p0 runs {most}, p1 runs {most}"
    hand, _ = play(simple_setup(stacks=(1000, 1000), most_runs=most, burns=True), moves)
    boards = hand.dealt.boards
    assert len(boards) == most
    assert len({board[:3] for board in boards}) == 1
    dealt = [*boards[0][:3], *(card for board in boards for card in board[3:])]
    dealt += [card for cards in hand.dealt.holes for card in cards]
    assert len(set(dealt)) == len(dealt) == 3 + 2 * most + 4


def test_three_players_all_in_run_it_three_times_with_a_side_pot() -> None:
    """Main pot 3 x 300 = 900, 300 a board; side pot 2 x 301 = 602, of which the boards carry 201, 201 and 200.

    Aces win the first board and kings its side pot, queens all of the second, kings all of the third: p0 300, p1
    201 + 300 + 200 = 701, p2 300 + 201 = 501.
    """
    hand, events = play(
        simple_setup(stacks=(300, 601, 601), most_runs=3),
        "p2 to 601, p0 calls, p1 calls, p0 runs 3, p2 runs 3, p1 runs 3",
        holes=["AsAh", "KsKh", "QsQh"],
        board="2c7d9h3cTd" + "Qc8d6h3dJc" + "Kc8h6s4d2d",
    )
    assert [(award.pot, award.board, award.shares) for award in hand.ending.awards] == [
        (0, 0, ((0, 300),)),
        (0, 1, ((2, 300),)),
        (0, 2, ((1, 300),)),
        (1, 0, ((1, 201),)),
        (1, 1, ((2, 201),)),
        (1, 2, ((1, 200),)),
    ]
    assert stacks_after(hand) == [300, 701, 501]
    assert len(kinds(events, "street_dealt")) == 9
