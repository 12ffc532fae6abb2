"""A hand that is run out: its steps, street by street, add up and give nothing away."""

from itertools import pairwise

import pytest

from adapters.render import table_message
from adapters.suspense import run_out_views
from core.actions import Leave
from core.events import Event
from core.options import TableOptions
from core.poker.actions import Call, Check, ChooseRuns, Fold, RaiseTo
from core.poker.events import Street
from core.sight import public_view
from core.views import Phase, Presence, TableView
from tests.keeper import plain
from tests.tables import Evening, person


def run_out(evening: Evening, runs: int = 1) -> tuple[TableView, tuple[TableView, ...]]:
    """Everyone goes all-in: the view of the end, and the steps before it."""
    commits: list[tuple[Event, ...]] = [evening.start()]
    count = len(evening.events)
    evening.all_in()
    commits.append(tuple(evening.events[count:]))
    while evening.table.hand is not None:
        commits.append(evening.move(ChooseRuns(times=runs)))
    view = public_view(evening.table)
    return view, run_out_views(view, commits)


def three(luck: str, runs: int = 1) -> Evening:
    evening = Evening(options=TableOptions(most_runs=runs), luck=luck)
    for name, chips in (("Ann", 2_000), ("Ben", 5_000), ("Cat", 9_000)):
        evening.sit(name, buy_in=chips)
    return evening


@pytest.mark.parametrize("luck", ["a", "b", "c", "d", "e"])
@pytest.mark.parametrize("runs", [1, 2, 3])
def test_the_chips_of_every_step_add_up(luck: str, runs: int) -> None:
    evening = three(luck, runs)
    _, steps = run_out(evening, runs)
    assert len(steps) == 3 * runs
    for step in steps:
        assert sum(seat.stack + seat.bet for seat in step.seats) + step.total_pot == evening.table.issued
        assert sum(pot.amount for pot in step.pots) == step.total_pot
        assert min(seat.stack for seat in step.seats) >= 0


def test_the_hands_are_up_first_and_then_one_street_is_added_at_a_time() -> None:
    view, steps = run_out(three("a"))
    assert [len(step.boards[0]) for step in steps] == [0, 3, 4]
    assert [step.street for step in steps] == [Street.PREFLOP, Street.FLOP, Street.TURN]
    for step in steps:
        assert all(seat.hole_cards for seat in step.seats)
        assert step.boards[0] == view.boards[0][: len(step.boards[0])]


def test_boards_fill_one_after_the_other() -> None:
    view, steps = run_out(three("a", 2), 2)
    assert [step.street for step in steps[3:]] == [Street.RIVER] * 3
    sizes = [tuple(len(board) for board in step.boards) for step in (*steps, view)]
    assert sizes == [(0, 0), (3, 0), (4, 0), (5, 0), (5, 3), (5, 4), (5, 5)]
    assert all(one < other for one, other in pairwise(sizes))


@pytest.mark.parametrize("luck", ["a", "b", "c", "d"])
@pytest.mark.parametrize("runs", [1, 2])
def test_no_step_says_who_won(runs: int, luck: str) -> None:
    evening = three(luck, runs)
    view, steps = run_out(evening, runs)
    assert view.awards
    for step in steps:
        words = plain(table_message(step))
        assert step.phase is Phase.PLAYING
        assert (step.awards, step.deadline, step.to_act) == ((), None, None)
        assert all(seat.net is None and seat.made is None for seat in step.seats)
        assert "wins" not in words
        assert "+" not in words
        # Ann and Ben are all-in whoever wins, and Cat has the uncalled chips left.
        assert [seat.presence for seat in step.seats] == [Presence.ALL_IN, Presence.ALL_IN, Presence.IN_HAND]


def test_a_winner_who_has_left_meanwhile_owes_nothing() -> None:
    evening = three("a", 2)
    evening.start()
    evening.all_in()
    commits = []
    for name in ("Ann", "Ben", "Cat"):
        commits.append(evening.do(Leave(by=person(name))))
        if evening.table.hand is None:
            break
    steps = run_out_views(public_view(evening.table), commits)
    assert all(seat.stack >= 0 for step in steps for seat in step.seats)


def test_a_hand_that_was_played_to_the_river_has_no_steps() -> None:
    evening = Evening()
    evening.sit("Ann", "Ben")
    commits = [evening.start()]
    while evening.table.hand is not None:
        count = len(evening.events)
        evening.move(Check() if evening.legal.check else Call())
        commits.append(tuple(evening.events[count:]))
    assert run_out_views(public_view(evening.table), commits) == ()


def test_a_hand_that_ends_by_folding_has_no_steps() -> None:
    evening = Evening()
    evening.sit("Ann", "Ben", "Cat")
    commits = [evening.start(), evening.move(RaiseTo(to=300)), evening.move(Fold()), evening.move(Fold())]
    assert run_out_views(public_view(evening.table), commits) == ()


def test_when_the_next_hand_is_on_there_are_no_steps_any_more() -> None:
    evening = three("d")  # with this luck somebody else can go on against Cat
    commits = [evening.start()]
    evening.all_in()
    commits.append(tuple(evening.events))
    assert run_out_views(public_view(evening.table), commits)
    commits.append(evening.deal())
    assert evening.table.hand is not None
    assert run_out_views(public_view(evening.table), commits) == ()
