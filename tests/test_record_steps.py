"""A past hand step by step: the money adds up at each, and nobody sees more than they may."""

import random
from dataclasses import replace

from core.poker.events import Called, CardsShown, Folded, HoleCardsDealt, Posted, PotAwarded, StreetDealt
from core.poker.record_steps import Step, steps
from tests.export_hands import record_of_hand, record_of_moves
from tests.hands import simple_setup
from tests.phh_hands import random_setup


def told(step: Step) -> list[str]:
    return [event.kind for event in step.events]


def test_a_hand_goes_from_the_posts_to_the_payout() -> None:
    setup = simple_setup(stacks=[1_000, 2_000, 2_000], ante=10)
    record, hand = record_of_moves(setup, "p2 to 200, p0 folds, p1 calls, p1 checks, p2 to 300, p1 folds")
    found = steps(record, 1)
    assert [told(step) for step in found] == [
        ["posted"] * 5 + ["hole_cards_dealt"],
        ["raised"],
        ["folded"],
        ["called"],
        ["street_dealt"],
        ["checked"],
        ["raised"],
        ["folded", "uncalled_returned"],
        ["pot_awarded"],
    ]
    assert [step.pot for step in found] == [180, 380, 380, 480, 480, 480, 780, 480, 0]
    assert [seat.stack for seat in found[0].seats] == [940, 1_890, 1_990]
    assert [seat.bet for seat in found[3].seats] == [50, 200, 200]
    assert [seat.bet for seat in found[4].seats] == [0, 0, 0]
    assert [step.pots for step in found[2:5]] == [(30,), (30,), (480,)]
    assert [seat.folded for seat in found[7].seats] == [True, True, False]
    assert [seat.stack for seat in found[-1].seats] == list(hand.round.stacks)
    assert found[3].boards == ()
    assert [len(board) for board in found[4].boards] == [3]


def test_the_chips_add_up_at_every_step() -> None:
    several = 0
    for number in range(150):
        chance = random.Random(f"steps {number}")
        kind = chance.choice(["NT", "FT", "NS"])
        runs = 1 if kind == "NS" else chance.choice([1, 3])
        record, hand = record_of_hand(random_setup(chance, kind, most_runs=runs), chance)
        found = steps(record, chance.choice([None, *hand.setup.seats]))
        everything = sum(hand.setup.stacks)
        for step in found:
            assert step.pot + sum(seat.stack for seat in step.seats) == everything
            assert all(seat.stack >= 0 and seat.bet >= 0 for seat in step.seats)
        assert [seat.stack for seat in found[-1].seats] == list(hand.round.stacks)
        if hand.ending.awards:
            assert list(found[-2].pots) == [pot.amount for pot in hand.pots]
            assert (found[-1].pot, found[-1].pots) == (0, ())
        assert found[-1].boards == tuple(board for board in hand.dealt.boards if board)
        several += len(hand.dealt.boards) > 1
    assert several


def test_moves_of_the_record_are_the_moves_of_the_hand() -> None:
    for number in range(40):
        chance = random.Random(f"moves {number}")
        record, hand = record_of_hand(random_setup(chance, "NT"), chance)
        seats = hand.setup.seats
        moved = [(one.move.value, seats[one.position], one.all_in) for one in hand.history]
        events = [event for step in steps(record, None) for event in step.events]
        names = {"folded": "fold", "checked": "check", "called": "call", "raised": "raise"}
        seen = [event for event in events if event.kind in names]
        assert len(seen) == len(moved)
        for event, (move, seat, all_in) in zip(seen, moved, strict=True):
            opening = "bet" if getattr(event, "opening", False) else names[event.kind]
            assert (opening, getattr(event, "seat", None)) == (move, seat)
            assert getattr(event, "all_in", False) == all_in
        posted = [event for event in events if isinstance(event, Posted)]
        assert all(event.amount > 0 for event in posted)


def test_only_the_asker_sees_their_cards_before_the_showdown() -> None:
    for number in range(80):
        chance = random.Random(f"sight {number}")
        record, hand = record_of_hand(random_setup(chance, "NT", most_runs=2), chance)
        viewer = chance.choice([None, *hand.setup.seats])
        shown: set[int] = set()
        for step in steps(record, viewer):
            shown |= {event.seat for event in step.events if isinstance(event, CardsShown)}
            for at, seat in enumerate(step.seats):
                known = hand.dealt.holes[at] if seat.seat in shown | {viewer} else ()
                assert seat.cards == known
            private = [event for event in step.events if isinstance(event, HoleCardsDealt)]
            assert all(event.only == viewer for event in private)


def test_hands_are_up_before_the_cards_that_are_still_to_come() -> None:
    setup = simple_setup(stacks=[2_000, 2_000, 2_000], most_runs=2)
    record, hand = record_of_moves(setup, "p2 to 2000, p0 folds, p1 calls, p1 runs 2, p2 runs 2")
    found = steps(record, None)
    kinds = [told(step)[0] for step in found]
    assert kinds == ["posted", "raised", "folded", "called", "cards_shown"] + ["street_dealt"] * 6 + [
        "pot_awarded"
    ]
    assert [len(board) for board in found[-2].boards] == [5, 5]
    assert found[-1].boards == hand.dealt.boards
    assert [len(step.boards) for step in found[5:11]] == [1, 1, 1, 2, 2, 2]


def test_two_boards_from_the_start_are_dealt_together() -> None:
    plain = simple_setup(players=3, ante=100, blinds_posted=False)
    bomb = replace(plain, first_street=1, full_blinds=0, boards=2)
    moves = "p0 checks, p1 checks, p2 checks, p0 to 300, p1 calls, p2 folds, p0 checks, p1 checks"
    record, hand = record_of_moves(bomb, moves)
    found = steps(record, None)
    streets = [step for step in found if isinstance(step.events[0], StreetDealt)]
    assert [[len(board) for board in step.boards] for step in streets] == [[3, 3], [4, 4], [5, 5]]
    assert [seat.stack for seat in found[-1].seats] == list(hand.round.stacks)


def test_the_last_step_pays_and_says_with_what() -> None:
    setup = simple_setup(stacks=[500, 500])
    record, _ = record_of_moves(setup, "p1 to 500, p0 calls")
    last = steps(record, None)[-1]
    awards = [event for event in last.events if isinstance(event, PotAwarded)]
    assert awards
    assert all(award.made is not None for award in awards)
    folded, _ = record_of_moves(setup, "p1 folds")
    (award,) = [event for event in steps(folded, None)[-1].events if isinstance(event, PotAwarded)]
    assert award.made is None
    assert not any(isinstance(event, Called | Folded) for event in steps(folded, None)[-1].events)
