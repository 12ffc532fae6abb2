"""Whole random evenings, with everything that a host can switch on, exported and stepped through hand by hand."""

from random import Random

import pytest

from core.actions import Sit, StartPlay
from core.cardroom.evening import curves
from core.cardroom.stats import counted
from core.poker.exports import BadNotation, ExportForm, exported
from core.poker.notation import Verdict
from core.poker.record import HandRecord
from core.poker.record_steps import steps
from core.poker.rounds import Reopening, StraddleStep
from tests.phh_texts import ending
from tests.table_walk import PEOPLE, Watched, some_action, some_options
from tests.tables import person

REASONS = ("one board", "begins on the flop", "two kinds", "short-deck", "nobody showed")


def evening(seed: int) -> Watched:
    chance = Random(f"exports {seed}")
    played = Watched(some_options(chance), luck=f"exports {seed}")
    for name in PEOPLE[: chance.randint(2, 8)]:
        played.ask(Sit(by=person(name), name=name))
    played.ask(StartPlay(by=played.table.host))
    for _ in range(200):
        if played.table.closed:
            break
        played.ask(some_action(played, chance))
        played.pass_time(chance)
    return played


def ends(record: HandRecord) -> list[int]:
    dealt = {seat for seat, _ in record.deal.holes}
    seats = [one for one in record.seats if one.seat in dealt]
    return [one.end for one in sorted(seats, key=lambda one: (one.seat <= record.button, one.seat))]


@pytest.mark.parametrize("seed", range(24))
def test_every_hand_of_an_evening_can_be_taken_away_and_stepped_through(seed: int) -> None:
    chance, played = Random(seed), evening(seed)
    options = played.table.options
    usual = options.reopening is Reopening.CUMULATIVE and options.chip_unit == 1
    usual = usual and options.straddle_step is StraddleStep.RAISE and options.raise_cap == 4
    for record in played.records:
        seat = chance.choice([None, *[one.seat for one in record.seats]])
        found = steps(record, seat)
        started = sum(one.stack for one in found[0].seats) + found[0].pot
        assert all(step.pot + sum(one.stack for one in step.seats) == started for step in found)
        assert [one.stack for one in found[-1].seats] == ends(record)
        assert sum(each.net for each in counted(record).values()) == sum(ends(record)) - started == 0
        for form in ExportForm:
            try:
                _, content = exported(record, seat, form)
            except BadNotation as bad:
                reason = bad.reason
            else:
                reason = ""
                if form is ExportForm.PHH and usual:
                    outcome = ending(content.decode())
                    assert outcome.verdict is Verdict.DECIDED, content.decode()
                    assert list(outcome.stacks) == [one.stack for one in found[-1].seats], content.decode()
            assert not reason or (
                form in (ExportForm.PHH, ExportForm.OHH) and any(r in reason for r in REASONS)
            )
    if played.records:
        assert sum(curve.net for curve in curves(played.records)) == sum(
            each.net for record in played.records for each in counted(record).values()
        )


def test_the_evenings_hold_hands_that_phh_can_say_and_hands_that_it_cannot() -> None:
    said = refused = 0
    for seed in range(12):
        for record in evening(seed).records:
            try:
                exported(record, None, ExportForm.PHH)
                said += 1
            except BadNotation:
                refused += 1
    assert said > 20
    assert refused > 5
