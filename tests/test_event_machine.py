"""Hundreds of short tournaments in which players, the host, the clock and the cards do anything in any order.

The wallets are booked from the moves alone, beside the event: whatever was asked, the pool is what was paid and not
paid back, the chips in play are those issued, and nobody sits or is about to sit at two places.
"""

from collections import Counter
from dataclasses import replace
from itertools import chain

from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from core.actions import Temper
from core.cardroom.deals import DealKind
from core.cardroom.event_actions import (
    AddOn,
    CancelEvent,
    ChangeStart,
    CheckIn,
    ComputerEntrant,
    Direct,
    EnterComputers,
    EventAction,
    PauseEvent,
    Rebuy,
    ReEnter,
    Register,
    RemoveEntrant,
    StartEvent,
    Unregister,
    VoteDeal,
)
from core.cardroom.event_options import BountyRule, EntryRule, EventOptions, Kind, PayoutRule
from core.cardroom.structure import Level, Structure
from core.cardroom.table import Wait, seat_at, taken
from core.cardroom.tournament import (
    Stage,
    Status,
    Tournament,
    alive,
    can_enter,
    entrant_of,
    entries,
    may_rebuy,
    people_in,
)
from core.event_documents import event_document, news_document, read_event, read_news
from core.ids import PlayerId
from core.options import TableOptions
from core.refusals import Refused
from tests.tournament_simulator import EPOCH, HOST, Cup, person

SHORT = Structure(
    stack=120,
    levels=tuple(Level(small_blind=10 << at, big_blind=20 << at) for at in range(6)),
    hands=3,
    break_every=1,
)
PEOPLE = st.integers(1, 9).map(person)
COMPUTERS = tuple(
    ComputerEntrant(player=PlayerId(f"computer:{number}"), name=f"C{number}", temper=Temper.STATION)
    for number in range(3)
)
OVER = (Stage.FINISHED, Stage.CANCELLED)
HELD = (Status.REGISTERED, Status.QUEUED, Status.IN)


@st.composite
def short_events(draw: st.DrawFn) -> EventOptions:
    """Small tables, few chips and quick levels; how one enters and what is paid out differs."""
    kind = draw(st.sampled_from((Kind.TABLES, Kind.TABLES, Kind.TABLES, Kind.SHOOTOUT, Kind.BRACKET)))
    bounty_rule = draw(st.sampled_from((BountyRule.NONE, BountyRule.FIXED, *[BountyRule.PROGRESSIVE] * 2)))
    payout = draw(st.sampled_from((PayoutRule.STANDARD, PayoutRule.FLAT, PayoutRule.TICKETS)))
    starts_at = draw(st.sampled_from((None, EPOCH + 3_600_000)))
    return EventOptions(
        kind=kind,
        table=TableOptions(seats=draw(st.integers(2, 4))),
        structure=SHORT,
        bounty_rule=bounty_rule,
        bounty=0 if bounty_rule is BountyRule.NONE else 333,
        entry=draw(
            st.sampled_from((EntryRule.REBUY, EntryRule.REBUY, EntryRule.RE_ENTRY, EntryRule.FREEZEOUT))
        ),
        late_level=draw(st.integers(0, 5)) if kind is Kind.TABLES else 0,
        most_entries=2,
        payout=payout,
        ticket=1_700 if payout is PayoutRule.TICKETS else 0,
        max_entrants=draw(st.sampled_from((4, 12, 12))),
        starts_at=starts_at,
        check_in_minutes=draw(st.sampled_from((0, 10))) if starts_at else 0,
    )


class ShortEvent(RuleBasedStateMachine):
    """One event from its announcement until it is over, and all of its tables are closed."""

    @initialize(
        options=short_events(),
        luck=st.integers(0, 10**9),
        first=st.integers(1, 8),
        begun=st.sampled_from("yyyn"),
    )
    def announced(self, options: EventOptions, luck: int, first: int, begun: str) -> None:
        self.cup = Cup(options, luck=f"{luck}")
        for number in range(1, first + 1):
            self.ask(Register(by=person(number), name=f"P{number}"))
        if begun == "y":
            self.ask(StartEvent(by=HOST))

    def one_of(self, *status: Status) -> PlayerId:
        """Somebody whose newest entry is so, if there is anybody; else somebody else."""
        newest = {one.player: one for one in self.cup.event.entrants}
        found = [player for player, one in newest.items() if one.status in status]
        return self.cup.chance.choice(found or [person(9)])

    def ask(self, action: EventAction) -> bool:
        """Whether it was done; what is refused changes nothing."""
        before, tables = self.cup.event, dict(self.cup.tables)
        try:
            self.cup.do(action)
        except Refused:
            assert (self.cup.event, self.cup.tables) == (before, tables)
            return False
        return True

    # Players

    @rule(who=PEOPLE)
    def registers(self, who: PlayerId) -> None:
        open_, was = can_enter(self.cup.event), entrant_of(self.cup.event, who)
        done = self.ask(Register(by=who, name=who))
        assert not done or (open_ and (was is None or self.cup.event.entrants[was].status is Status.OUT))

    @rule(who=PEOPLE)
    def unregisters(self, who: PlayerId) -> None:
        early = self.cup.event.stage is Stage.REGISTERING and entrant_of(self.cup.event, who) is not None
        assert self.ask(Unregister(by=who)) is early
        assert not early or self.paid_by(who) == 0

    @rule(who=PEOPLE)
    def checks_in(self, who: PlayerId) -> None:
        self.ask(CheckIn(by=who))

    @precondition(lambda self: self.cup.event.stage is Stage.RUNNING)
    @rule()
    def comes_again(self) -> None:
        again = self.cup.event.options.entry is not EntryRule.FREEZEOUT and can_enter(self.cup.event)
        assert not self.ask(ReEnter(by=self.one_of(Status.OUT))) or again

    @precondition(lambda self: self.cup.event.options.entry is EntryRule.REBUY)
    @rule()
    def buys_another_stack(self) -> None:
        open_, pool = can_enter(self.cup.event), self.cup.event.pool
        who = self.one_of(Status.IN, Status.OUT)
        newest = entrant_of(self.cup.event, who)
        twice = newest is not None and self.cup.event.entrants[newest].fresh
        done = self.ask(Rebuy(by=who))
        bought = 0 if twice else self.cup.event.options.buy_in
        assert not done or self.is_over() or ((open_ or twice) and self.cup.event.pool == pool + bought)

    @precondition(lambda self: self.cup.event.broke)
    @rule()
    def buys_back_in(self) -> None:
        """As long as the seat is kept for them and they have a right to it."""
        number = self.cup.chance.choice(self.cup.event.broke).bust.entrant
        may = may_rebuy(self.cup.event, number)
        assert self.ask(Rebuy(by=self.cup.event.entrants[number].player)) is may

    @precondition(lambda self: self.cup.event.resting_until is not None)
    @rule()
    def adds_on(self) -> None:
        assert not self.ask(AddOn(by=self.one_of(Status.IN))) or self.cup.event.breaks == 1

    @precondition(lambda self: self.cup.event.stage is Stage.RUNNING and len(alive(self.cup.event)) < 5)
    @rule(deal=st.sampled_from((*DealKind, None)), all_of_them=st.booleans())
    def would_share_what_is_left(self, deal: DealKind | None, all_of_them: bool) -> None:
        left = [self.cup.event.entrants[at].player for at in alive(self.cup.event)]
        for player in left[: None if all_of_them else 1]:
            self.ask(VoteDeal(by=player, deal=deal))

    # The host

    @rule()
    def starts(self) -> None:
        self.ask(StartEvent(by=HOST))

    @rule(count=st.integers(1, 3))
    def enters_computers(self, count: int) -> None:
        self.ask(EnterComputers(by=HOST, computers=COMPUTERS[:count]))

    @rule(minutes=st.sampled_from((None, 5, 30)))
    def moves_the_start(self, minutes: int | None) -> None:
        starts_at = None if minutes is None else self.cup.now + 60_000 * minutes
        done = self.ask(ChangeStart(by=HOST, starts_at=starts_at))
        full = entries(self.cup.event) >= self.cup.event.options.max_entrants
        assert not done or starts_at is not None or not full or self.cup.event.stage is not Stage.REGISTERING

    @rule(paused=st.booleans())
    def pauses(self, paused: bool) -> None:
        self.ask(PauseEvent(by=HOST, paused=paused))
        if self.cup.event.paused_at is not None:
            assert not [one for one in self.cup.tables.values() if one.wait is Wait.DEAL]

    @rule()
    def removes(self) -> None:
        """Seldom, or nobody is left who could play."""
        if self.cup.chance.random() < 0.2:
            self.ask(RemoveEntrant(by=HOST, player=self.one_of(*HELD)))

    @rule()
    def calls_it_off(self) -> None:
        """Seldom, or there is nothing to call off."""
        if self.cup.chance.random() < 0.04:
            self.ask(CancelEvent(by=HOST))

    # Time and cards

    @rule(minutes=st.integers(1, 6))
    def time_passes(self, minutes: int) -> None:
        self.cup.now += 60_000 * minutes
        self.ask(Direct())

    @rule(steps=st.integers(1, 30))
    def is_played(self, steps: int) -> None:
        """So far, or until the next break."""
        breaks = self.cup.event.breaks
        for _ in range(steps):
            if not self.cup.step() or self.cup.event.breaks > breaks:
                break

    @precondition(lambda self: self.cup.event.stage is Stage.RUNNING)
    @rule()
    def is_played_until_somebody_is_out(self) -> None:
        """Or until the next break."""
        before = (self.cup.event.breaks, len(alive(self.cup.event)))
        for _ in range(60):
            if (self.cup.event.breaks, len(alive(self.cup.event))) != before or not self.cup.step():
                break

    # What holds

    def is_over(self) -> bool:
        return self.cup.event.stage in OVER

    def paid_by(self, who: PlayerId) -> int:
        """What somebody has in the pool, by the moves of the bank."""
        return sum(move.issued - move.chips for move in self.cup.moves if move.player == who)

    @invariant()
    def the_pool_is_what_was_paid(self) -> None:
        event = self.cup.event
        if self.is_over():
            assert event.pool == 0
            return
        owed: Counter[PlayerId] = Counter()
        for one in event.entrants:
            owed[one.player] += one.paid
        assert all(self.paid_by(who) == paid for who, paid in owed.items())
        assert sum(owed.values()) == event.pool

    @invariant()
    def nobody_is_in_two_places(self) -> None:
        held = [one.player for one in self.cup.event.entrants if one.status in HELD]
        assert len(held) == len(set(held))
        seats = [seat.player for one in self.cup.tables.values() for _, seat in taken(one)]
        seats += [arrival.seat.player for arrival in self.cup.event.arrivals]
        assert len(seats) == len(set(seats))

    @invariant()
    def whose_seat_is_kept_misses_no_hand(self) -> None:
        for one in self.cup.event.broke:
            assert one.bust.table is not None
            assert one.bust.seat is not None
            table = self.cup.tables[one.bust.table]
            seat = seat_at(table, one.bust.seat)
            assert (table.wait, table.hand, seat.stack) == (Wait.DIRECTOR, None, 0)
            assert self.cup.event.entrants[one.bust.entrant].status is Status.IN

    @invariant()
    def the_field_is_of_people(self) -> None:
        assert people_in(self.cup.event) <= self.cup.event.options.max_entrants

    @invariant()
    def everybody_fell_once(self) -> None:
        event = self.cup.event
        fallen = [*chain.from_iterable(event.fallen), *(bust.entrant for bust in event.busts)]
        assert len(fallen) == len(set(fallen))
        out = {at for at, one in enumerate(event.entrants) if one.status is Status.OUT}
        assert out <= set(fallen) or event.stage is Stage.CANCELLED
        assert event.stage is not Stage.RUNNING or out == set(fallen)

    def teardown(self) -> None:
        cup = self.cup
        if cup.event.paused_at is not None and cup.event.stage is Stage.RUNNING:
            cup.do(PauseEvent(by=HOST, paused=False))
        if cup.event.stage is Stage.REGISTERING:
            cup.do(CancelEvent(by=HOST))
        if cup.event.stage is Stage.RUNNING:
            cup.finish(5_000)
        while cup.step():
            pass
        assert (cup.event.tables, cup.tables, cup.event.issued, cup.event.pool) == ((), {}, 0, 0)
        if cup.event.stage is Stage.CANCELLED:
            assert not any(self.paid_by(move.player) for move in cup.moves)
        assert same_when_read(cup.event)
        assert read_news(news_document(tuple(cup.news))) == tuple(cup.news)


def same_when_read(event: Tournament) -> bool:
    """What Redis keeps of it is all of it."""
    return read_event(event_document(event)) == replace(event)


TestShortEvents = ShortEvent.TestCase
TestShortEvents.settings = settings(
    max_examples=150,
    stateful_step_count=30,
    deadline=None,
    phases=(Phase.explicit, Phase.reuse, Phase.generate),  # A whole event takes minutes to be made smaller.
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much, HealthCheck.data_too_large],
)
