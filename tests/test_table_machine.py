"""Many evenings at many tables, at random: no chip is lost, nobody waits for ever, every record proves itself."""

from itertools import pairwise
from random import Random

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from core.actions import ComeBack, Leave, Play, SeatComputer, Sit, SitOut, StartPlay, Temper, TimeOut
from core.cardroom.table import Wait
from core.documents import read_table, table_document
from core.events import HandEnded, HandStarted, SatOutNow, SeatFreed, TimedOut
from core.options import ButtonRule, TableOptions
from core.poker.events import Mucked, Posted, RunsChosen, StreetDealt
from core.poker.hand import Showing
from core.poker.record import published
from core.poker.rounds import Betting
from core.poker.verification import check_chain
from core.side_actions import AwayWhen
from tests.blinds_watch import check_fair
from tests.side_walk import some_wish
from tests.table_walk import PEOPLE, Watched, check_table, some_action, some_move, some_options
from tests.tables import computer, person
from tests.view_watch import check_views


def walk(seed: int, steps: int, *, look: bool = False) -> Watched:
    """One random evening of so many steps, or until the table closes. With `look` every record is proved at once and
    the views are looked at now and then."""
    chance = Random(seed)
    evening = Watched(some_options(chance), luck=f"walk {seed}")
    evening.proved = look
    for name in PEOPLE[: chance.randint(1, 9)]:
        evening.ask(Sit(by=person(name), name=name))
    evening.ask(StartPlay(by=evening.table.host))
    for step in range(steps):
        if evening.table.closed:
            break
        evening.ask(some_action(evening, chance))
        evening.pass_time(chance)
        if look and step % 6 == 0:
            check_views(evening.table)
    check_fair(evening.lineups)
    assert read_table(table_document(evening.table)) == evening.table
    return evening


@pytest.mark.parametrize("seed", range(24))
def test_whatever_happens_at_a_table_no_chip_is_lost_and_play_goes_on(seed: int) -> None:
    evening = walk(seed, 250, look=True)
    records = [published(record) for record in evening.records]
    assert [finding for finding in check_chain(records) if not finding.ok] == []
    numbers = [record["hand_no"] for record in records]
    assert numbers == list(range(1, len(numbers) + 1))


def test_the_random_evenings_see_everything_that_can_happen() -> None:
    kinds: set[str] = set()
    hands = refusals = rounds = 0
    for seed in range(100, 190):
        evening = walk(seed, 300)
        rounds += check_fair(evening.lineups)
        kinds |= {event.kind for event in evening.events}
        hands += len(evening.records)
        refusals += evening.refusals
        for kind, found in (
            ("boards", any(isinstance(one, RunsChosen) and one.times > 1 for one in evening.events)),
            ("second board", any(isinstance(one, StreetDealt) and one.board for one in evening.events)),
            ("busted", any(isinstance(one, SeatFreed) and one.why == "busted" for one in evening.events)),
            ("mucked", any(isinstance(one, Mucked) for one in evening.events)),
            ("bomb", any(isinstance(one, HandStarted) and one.bomb for one in evening.events)),
        ):
            if found:
                kinds.add(kind)
        kinds |= {one.post.value for one in evening.events if isinstance(one, Posted)}
        kinds |= {one.why.value for one in evening.events if isinstance(one, SatOutNow | SeatFreed)}
    wanted = {"table_opened", "seat_taken", "seat_freed", "sat_out_now", "came_back", "button_drawn"}
    wanted |= {"hand_started", "hand_ended", "time_bank_started", "timed_out", "play_paused", "host_changed"}
    wanted |= {"phrase_set", "table_closed", "posted", "hole_cards_dealt", "folded", "checked", "called"}
    wanted |= {"raised", "uncalled_returned", "runs_asked", "cards_shown", "pot_awarded"}
    wanted |= {"boards", "second board", "busted", "mucked"}
    wanted |= {"chips_added", "chips_returned", "buying_failed", "queued", "queue_left", "seat_offered"}
    wanted |= {"away_voted", "bomb_pot_voted", "shown_after", "rabbit_shown"}
    wanted |= {"host_kicked", "seat_reserved", "door_changed", "options_changed", "table_paused"}
    wanted |= {"post", "straddle", "ante", "big_blind_ante", "bomb", "at_blind", "away", "kicked"}
    assert wanted <= kinds
    assert hands > 1_000
    assert refusals > 3_000
    assert rounds > 50


@pytest.mark.parametrize("rule", list(ButtonRule))
def test_heads_up_nobody_has_the_big_blind_twice_running(rule: ButtonRule) -> None:
    evening = Watched(TableOptions(seats=6, button_rule=rule), luck="two")
    evening.sit("Ann", "Bob")
    evening.start()
    chance = Random(5)
    payers = []
    while evening.table.hand_no < 40:
        if evening.table.hand is None:
            for name in ("Ann", "Bob"):
                if not evening.seat(name).stack:
                    evening.ask(Sit(by=person(name), name=name))
            evening.deal()
            assert evening.table.big_blind_seat is not None
            seat = evening.table.seats[evening.table.big_blind_seat - 1]
            assert seat is not None
            payers.append(seat.player)
        else:
            evening.ask(Play(by=evening.to_act, move=some_move(evening.table, chance)))
    assert len(payers) > 30
    assert not [one for one, following in pairwise(payers) if one == following]


def test_computers_and_the_clock_alone_keep_a_table_going() -> None:
    evening = Watched(TableOptions(betting=Betting.POT_LIMIT, showing=Showing.ASK), luck="clock")
    evening.sit("Ann")
    evening.seat_computers(3, Temper.MANIAC)
    evening.start()
    steps = 0
    while evening.table.wait not in (None, Wait.IDLE) and evening.table.hand_no < 25:
        evening.now = max(evening.now, evening.table.deadline or 0)
        evening.ask(TimeOut(chance=evening.chance()))
        steps += 1
        if evening.seat("Ann").sitting_out:
            evening.ask(ComeBack(by=person("Ann")))
        assert steps < 2_000
    assert [event for event in evening.events if isinstance(event, TimedOut)]
    assert sum(isinstance(event, HandStarted) for event in evening.events) >= 2
    assert sum(isinstance(event, HandEnded) for event in evening.events) >= 2


class TableMachine(RuleBasedStateMachine):
    """What hypothesis tries, so that a failure comes back as the shortest evening that shows it."""

    @initialize(seed=st.integers(0, 2**32))
    def open(self, seed: int) -> None:
        self.evening = Watched(some_options(Random(seed)), luck=str(seed))
        for name in PEOPLE[:3]:
            self.evening.ask(Sit(by=person(name), name=name))
        self.evening.ask(StartPlay(by=self.evening.table.host))

    @rule(name=st.sampled_from(PEOPLE))
    def sit(self, name: str) -> None:
        self.evening.ask(Sit(by=person(name), name=name))

    @rule(name=st.sampled_from(PEOPLE))
    def leave(self, name: str) -> None:
        self.evening.ask(Leave(by=person(name)))

    @rule(name=st.sampled_from(PEOPLE), back=st.booleans(), post=st.booleans())
    def sit_out_or_come_back(self, name: str, back: bool, post: bool) -> None:
        when = AwayWhen.NEXT_BLIND if post else AwayWhen.NEXT_HAND
        self.evening.ask(ComeBack(by=person(name), post=post) if back else SitOut(by=person(name), when=when))

    @rule(number=st.integers(1, 3), temper=st.sampled_from(Temper))
    def seat_computer(self, number: int, temper: Temper) -> None:
        host = self.evening.table.host
        self.evening.ask(SeatComputer(by=host, player=computer(number), name=f"C{number}", temper=temper))

    @precondition(lambda self: self.evening.table.hand is not None)
    @rule(seed=st.integers(0, 2**16))
    def play(self, seed: int) -> None:
        move = some_move(self.evening.table, Random(seed))
        self.evening.ask(Play(by=self.evening.to_act, move=move, turn=self.evening.table.turn))

    @precondition(lambda self: self.evening.table.wait not in (None, Wait.IDLE, Wait.TURN, Wait.BANK))
    @rule()
    def go_on(self) -> None:
        self.evening.time_out()

    @precondition(lambda self: self.evening.table.deadline is not None)
    @rule()
    def time_out(self) -> None:
        self.evening.now = max(self.evening.now, self.evening.table.deadline or 0)
        self.evening.ask(TimeOut(chance=self.evening.chance()))

    @rule(name=st.sampled_from(PEOPLE), seed=st.integers(0, 2**16))
    def wish(self, name: str, seed: int) -> None:
        self.evening.ask(some_wish(self.evening.table, person(name), Random(seed)))

    @rule()
    def start(self) -> None:
        self.evening.ask(StartPlay(by=self.evening.table.host))

    @invariant()
    def everything_holds(self) -> None:
        check_table(self.evening.table)
        check_views(self.evening.table)


TestTableMachine = TableMachine.TestCase
TestTableMachine.settings = settings(max_examples=30, stateful_step_count=40)
