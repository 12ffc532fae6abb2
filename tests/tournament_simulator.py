"""Whole tournaments of computer players, seeded, in memory: the rules of `direct` and `apply` and nothing between.

After each hand everything is checked that must hold then. `tests.test_director` plays on a real server.
"""

from collections import Counter
from dataclasses import dataclass, field
from hashlib import sha256
from heapq import heappop, heappush
from itertools import count
from random import Random

from core.actions import Action, Play, Temper, TimeOut
from core.cardroom.bank import Move, Why
from core.cardroom.directing import EventOutcome, direct, stops_dealing
from core.cardroom.elimination import standings
from core.cardroom.event_actions import CreateEvent, Direct, EventAction, Register, StartEvent
from core.cardroom.event_news import Eliminated, News
from core.cardroom.event_options import EventOptions, Kind, final_size, seats_of
from core.cardroom.table import Table, Wait, chips_at, seat_at, taken
from core.cardroom.tournament import (
    Stage,
    Status,
    Tournament,
    alive,
    at_rest,
    entries,
    prize_pool,
    prizes_now,
    sizes,
)
from core.events import Event, HandEnded, KnockedOut, SeatTaken
from core.ids import CommunityId, EventId, PlayerId, RoomId, SeatNo, TableId
from core.poker.actions import Call, Check, Fold, RaiseTo
from core.poker.actions import Move as HandMove
from core.poker.hand import legal_moves
from core.rules import apply

EPOCH = 1_790_000_000_000
EVENT = EventId("07-cup")
HOST = PlayerId("discord:1")
TEMPERS = tuple(Temper)
MOVE_MS = 8_000
"""What a move takes a person in chat."""


def person(number: int) -> PlayerId:
    """The id of a player."""
    return PlayerId(f"discord:{number}")


def creation(options: EventOptions) -> CreateEvent:
    """The host announces a cup."""
    return CreateEvent(
        by=HOST,
        host_name="Host",
        event=EVENT,
        community=CommunityId("discord:5"),
        rooms=(RoomId("discord:5:1"), RoomId("discord:5:2")),
        name="Cup",
        options=options,
    )


@dataclass
class Cup:
    """One event from its announcement on."""

    options: EventOptions = field(default_factory=EventOptions)
    luck: str = "luck"
    tempers: bool = False
    """Played by the practice opponents rather than by cheap random moves."""
    now: int = EPOCH
    event: Tournament = field(init=False)
    tables: dict[TableId, Table] = field(default_factory=dict)
    news: list[News] = field(default_factory=list)
    moves: list[Move] = field(default_factory=list)
    notes: list[tuple[Table, Event]] = field(default_factory=list)
    """What the director made happen at tables, each as it was left."""
    parts_taken: tuple[RoomId, ...] = ()
    """Parts of the halls where other events have a table."""
    big_blinds: dict[TableId, Counter[PlayerId]] = field(default_factory=dict)
    """At each table since somebody last came to it."""
    last_big: dict[TableId, PlayerId] = field(default_factory=dict)
    pool: int = 0
    hands: int = 0
    actions: int = 0
    draws: int = 0

    def __post_init__(self) -> None:
        self.chance = Random(self.luck)
        self._queue: list[tuple[int, int, TableId | None]] = []
        self._order = count()
        self.take(direct(None, {}, creation(self.options), self.now, self.fresh()))

    def fresh(self) -> str:
        """32 bytes in hex, new ones every time and the same ones every evening."""
        self.draws += 1
        return sha256(f"{self.luck} {self.draws}".encode()).hexdigest()

    def do(self, action: EventAction) -> tuple[News, ...]:
        """Do it, and say what happened."""
        waits = (Wait.DIRECTOR, Wait.DEAL) if stops_dealing(action) else (Wait.DIRECTOR,)
        waiting = {name: table for name, table in self.tables.items() if table.wait in waits}
        return self.take(direct(self.event, waiting, action, self.now, self.fresh(), self.parts_taken))

    def register(self, people: int, first: int = 1) -> None:
        """So many people are in."""
        for number in range(first, first + people):
            temper = TEMPERS[number % len(TEMPERS)] if self.tempers else None
            self.do(Register(by=person(number), name=f"P{number}", temper=temper))

    def start(self) -> None:
        """The host begins."""
        self.do(StartEvent(by=HOST))

    def take(self, outcome: EventOutcome) -> tuple[News, ...]:
        """Write what the rules say."""
        self.event = outcome.event
        self.news.extend(outcome.news)
        self.moves.extend(outcome.moves)
        for changed in outcome.tables:
            self.keep(changed.table)
        if self.event.deadline is not None:
            heappush(self._queue, (self.event.deadline, next(self._order), None))
        for move in outcome.moves:
            self.pool += move.issued - move.chips
        assert self.event.pool == self.pool
        self.notes.extend((changed.table, event) for changed in outcome.tables for event in changed.events)
        for changed in outcome.tables:
            for event in changed.events:
                if isinstance(event, SeatTaken):
                    self._sits_down(changed.table.id, event.player)
        check_event(self.event, self.tables)
        check_notes(outcome)
        return outcome.news

    def _sits_down(self, table_id: TableId, player: PlayerId) -> None:
        """Whoever comes, or comes again, has not sat there all along: a new entry may have the big blind at once."""
        self.big_blinds.get(table_id, Counter()).pop(player, None)
        if self.last_big.get(table_id) == player:
            del self.last_big[table_id]

    def keep(self, table: Table) -> None:
        """A table as it is now; its clock is set."""
        if table.closed:
            self.tables.pop(table.id, None)
            return
        self.tables[table.id] = table
        assert chips_at(table) == table.issued
        if table.deadline is not None and table.wait is not Wait.DIRECTOR:
            heappush(self._queue, (table.deadline, next(self._order), table.id))

    def play(self, table_id: TableId, action: Action) -> tuple[Event, ...]:
        """An action at a table; a hand that ends calls the director."""
        before = self.tables[table_id]
        outcome = apply(before, action, self.now)
        self.actions += 1
        self.keep(outcome.state)
        if outcome.state.hand_no != before.hand_no:
            check_deal(self, outcome.state, drawn=before.button is None)
        if any(isinstance(event, HandEnded) for event in outcome.events):
            self.hands += 1
            self.do(Direct())
        return outcome.events

    def step(self) -> bool:
        """The next thing that happens anywhere; False when nothing is left."""
        while self._queue:
            due, _, table_id = heappop(self._queue)
            if table_id is None:
                if self.event.deadline == due:
                    self.now = max(self.now, due)
                    self.do(Direct())
                    return True
                continue
            table = self.tables.get(table_id)
            if table is None or table.deadline != due:
                continue
            if table.hand is not None and not self.tempers and table.hand.waiting_for:
                self.now = max(self.now, due - table.options.turn_seconds * 1_000 + MOVE_MS)
                number = SeatNo(table.hand.setup.seats[table.hand.waiting_for[0]])
                move = some_move(table, self.chance)
                self.play(table_id, Play(by=seat_at(table, number).player, move=move))
            else:
                self.now = max(self.now, due)
                self.play(table_id, TimeOut(chance=self.fresh()))
            return True
        return False

    def finish(self, most: int = 2_000_000) -> Tournament:
        """Play on until it is over."""
        for _ in range(most):
            if self.event.stage is not Stage.RUNNING or not self.step():
                break
        assert self.event.stage is Stage.FINISHED, (self.event.hold, self.event.waiting, sizes(self.event))
        check_results(self.event, self.moves)
        return self.event


def some_move(table: Table, chance: Random) -> HandMove:
    """A cheap move that is mostly a call, seldom a raise, and more seldom everything."""
    assert table.hand is not None
    legal = legal_moves(table.hand)
    assert legal is not None
    dice = chance.random()
    if legal.raise_min is not None and legal.raise_max is not None and dice < 0.2:
        return RaiseTo(to=legal.raise_max if dice < 0.05 else legal.raise_min)
    if legal.check:
        return Check()
    return Fold() if dice < 0.7 else Call()


def check_event(event: Tournament, tables: dict[TableId, Table]) -> None:
    """What holds for an event after every action of its director."""
    if event.stage is not Stage.RUNNING:
        return
    on_the_way = sum(one.seat.stack for one in event.arrivals)
    coming = sum(one.coming for one in event.entrants)
    assert (
        sum(chips_at(tables[one]) for one in event.tables) + on_the_way + coming + _idle(event)
        == event.issued
    )
    count_at = sizes(event)
    waiting = [count_at[one] for one in at_rest(event)]
    free = event.hold is None and event.paused_at is None and event.resting_until is None
    if event.options.kind is Kind.TABLES:
        seats = seats_of(event.options)
        assert max(count_at.values()) <= max(seats, final_size(seats))
        breaking = len(alive(event)) <= seats * (len(event.tables) - 1)
        if free and not breaking and waiting:
            assert max(waiting) - min(count_at.values()) <= 1
    check_ranking(event)
    due: dict[TableId, set[PlayerId]] = {one: set() for one in event.tables}
    for entrant in event.entrants:
        if entrant.table in due:
            due[entrant.table].add(entrant.player)
    for arrival in event.arrivals:
        due[arrival.table].remove(event.entrants[arrival.entrant].player)
    for one in event.tables:
        assert {seat.player for _, seat in taken(tables[one])} == due[one]


def check_ranking(event: Tournament) -> None:
    """Who is out has a place or is about to get one, the places from the last one up have no gap, and as the entries
    stand the prizes are all that is not on a head."""
    fallen = [number for group in event.fallen for number in group]
    pending = [bust.entrant for bust in event.busts]
    out = [number for number, one in enumerate(event.entrants) if one.status is Status.OUT]
    assert sorted(fallen + pending) == out
    above = entries(event) - len(fallen)
    assert above == len(alive(event)) + len(pending)
    taken_up = {
        standing.place: standing.sharing for standing in standings(event.fallen, entries(event)).values()
    }
    while above < entries(event):
        above += taken_up[above + 1]
    assert sum(prizes_now(event)) == prize_pool(event) == event.pool - _on_heads(event)


def _on_heads(event: Tournament) -> int:
    """Wallet chips that are won already or lie on those who are in."""
    assert not any(one.head for one in event.entrants if one.status is Status.OUT)
    return sum(one.head + one.scalped for one in event.entrants if one.status is not Status.GONE)


def check_notes(outcome: EventOutcome) -> None:
    """Whoever is out stands under the hand that put them out, and no other hand has begun at that table."""
    told = [(one.player, one.place, one.by) for one in outcome.news if isinstance(one, Eliminated)]
    noted = [
        (event.player, event.place, event.by)
        for changed in outcome.tables
        for event in changed.events
        if isinstance(event, KnockedOut) and changed.table.hand is None
    ]
    assert sorted(told) == sorted(noted) or any(one.removed for one in outcome.event.entrants)


def _idle(event: Tournament) -> int:
    """Chips of those who have a bye."""
    if event.options.kind is Kind.TABLES:
        return 0
    return sum(
        event.entrants[number].chips for number in alive(event) if event.entrants[number].table is None
    )


def check_deal(cup: Cup, table: Table, *, drawn: bool) -> None:
    """Nobody has the big blind twice running by our doing, and of those who sit there all along nobody has had it
    twice more than another."""
    assert table.deal is not None
    here = {one.player for one in table.deal.seated}
    counted = cup.big_blinds.get(table.id, Counter())
    if not here <= counted.keys():
        counted = Counter(dict.fromkeys(here, 0))
    counted = cup.big_blinds[table.id] = Counter({player: counted[player] for player in here})
    if table.deal.big_blind is not None:
        player = {one.seat: one.player for one in table.deal.seated}[table.deal.big_blind]
        counted[player] += 1
        assert drawn or cup.last_big.get(table.id) != player
        cup.last_big[table.id] = player
    # Between the last two, the button stays with its player when the big blind busts (cases.md 41).
    assert max(counted.values()) - min(counted.values()) <= (1 if len(here) > 2 else 2)


def check_results(event: Tournament, moves: list[Move]) -> None:
    """Every entry has a place, places have no gap, and the prizes are the pool to the chip."""
    assert event.pool == 0
    places = Counter(result.place for result in event.results)
    place = 1
    while place <= entries(event):
        assert places[place] >= 1
        assert {one.sharing for one in event.results if one.place == place} == {places[place]}
        place += places[place]
    assert len(event.results) == entries(event)
    paid = sum(move.chips - move.issued for move in moves if move.why is Why.PRIZE)
    assert paid == sum(one.prize + one.bounties for one in event.results)
    assert paid == -sum(move.chips - move.issued for move in moves if move.why is Why.ENTRY) - sum(
        move.chips - move.issued for move in moves if move.why is Why.REFUND
    )
    assert event.tables == ()
    assert event.hold is None
