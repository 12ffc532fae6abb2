"""Tables for the tests: one evening at a table, with what happened, where every step is checked for lost chips."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from hashlib import sha256
from typing import TypeVar

import pytest

from core.actions import Action, OpenTable, Play, SeatComputer, Sit, StartPlay, Temper, TimeOut
from core.cardroom.table import Seat, Table, Wait, chips_at, seat_at, seat_of
from core.events import Event
from core.ids import CommunityId, PlayerId, RoomId, SeatNo, TableId
from core.options import TableOptions
from core.poker.actions import Call, Check, Fold, Move, RaiseTo
from core.poker.betting import Legal
from core.poker.hand import Hand, legal_moves
from core.poker.record import HandRecord
from core.refusals import Refused
from core.rules import Outcome, apply

E = TypeVar("E")
EPOCH = 1_790_000_000_000
"""When every evening begins, in milliseconds."""


def person(name: str) -> PlayerId:
    """The id of a person at a browser."""
    return PlayerId(f"web:{name.lower()}")


def computer(number: int) -> PlayerId:
    """The id of a computer opponent."""
    return PlayerId(f"computer:{number}")


def opening(options: TableOptions, chance: str, host: str = "Ann") -> OpenTable:
    """The host opens a table in the lobby."""
    return OpenTable(
        by=person(host),
        host_name=host,
        table=TableId("07abc"),
        community=CommunityId("web:home"),
        room=RoomId("web:lobby"),
        name="Lobby",
        options=options,
        chance=chance,
    )


@dataclass
class Evening:
    """One table from its opening on. Ann is the host."""

    options: TableOptions = field(default_factory=TableOptions)
    luck: str = "luck"
    now: int = EPOCH
    events: list[Event] = field(default_factory=list)
    records: list[HandRecord] = field(default_factory=list)
    draws: int = 0
    table: Table = field(init=False)

    def __post_init__(self) -> None:
        self._take(apply(None, opening(self.options, self.chance()), self.now))

    def chance(self) -> str:
        """32 bytes in hex, new ones every time and the same ones every evening."""
        self.draws += 1
        return sha256(f"{self.luck} {self.draws}".encode()).hexdigest()

    def do(self, action: Action) -> tuple[Event, ...]:
        """Do it, and say what happened."""
        return self._take(apply(self.table, action, self.now))

    def refused(self, action: Action) -> Refused:
        """It is refused, and the table is the very same and as it was."""
        before, looks = self.table, repr(self.table)
        with pytest.raises(Refused) as caught:
            apply(self.table, action, self.now)
        assert self.table is before
        assert repr(self.table) == looks
        return caught.value

    def time_out(self) -> tuple[Event, ...]:
        """Let the deadline pass."""
        assert self.table.deadline is not None
        self.now = max(self.now, self.table.deadline)
        return self.do(TimeOut(chance=self.chance()))

    def sit(self, *names: str, buy_in: int | None = None) -> None:
        """These people sit down in the first free seats."""
        for name in names:
            self.do(Sit(by=person(name), name=name, buy_in=buy_in))

    def seat_computers(self, count: int, temper: Temper = Temper.STATION) -> None:
        """Ann asks for computer opponents."""
        for number in range(count):
            self.do(SeatComputer(by=person("Ann"), player=computer(number), name=f"C{number}", temper=temper))

    def start(self) -> tuple[Event, ...]:
        """Ann starts play and the first hand is dealt."""
        self.do(StartPlay(by=self.table.host))
        return self.deal()

    def deal(self) -> tuple[Event, ...]:
        """The next hand."""
        assert self.table.wait is Wait.DEAL
        return self.time_out()

    def move(self, move: Move, name: str | None = None) -> tuple[Event, ...]:
        """A move by this person, or by whoever is to act."""
        return self.do(Play(by=person(name) if name else self.to_act, move=move))

    def fold_round(self) -> None:
        """Everyone folds until the hand is over."""
        while self.table.hand is not None:
            self.move(Fold())

    def check_down(self) -> None:
        """Everyone checks or calls until the hand is over."""
        while self.table.hand is not None:
            self.move(Check() if self.legal.check else Call())

    def all_in(self) -> None:
        """Everyone puts in what they have, until the betting is over."""
        while self.table.hand is not None and legal_moves(self.table.hand) is not None:
            legal = self.legal
            self.move(Call() if legal.raise_max is None else RaiseTo(to=legal.raise_max))

    def set_places(self, button: int, small: int, big: int) -> None:
        """Where button and blinds were in the last hand."""
        self.table = replace(
            self.table,
            button=SeatNo(button),
            small_blind_seat=SeatNo(small),
            big_blind_seat=SeatNo(big),
        )

    def set_stacks(self, stacks: Sequence[int]) -> None:
        """Stacks by seat number, from seat 1, of those who sit there."""
        seats = [
            None if seat is None else replace(seat, stack=stack)
            for seat, stack in zip(self.table.seats, stacks, strict=True)
        ]
        self.table = replace(self.table, seats=tuple(seats), issued=sum(one.stack for one in seats if one))

    def seat(self, name: str) -> Seat:
        """Where this person sits, with what is known of them."""
        number = seat_of(self.table, person(name))
        assert number is not None
        return seat_at(self.table, number)

    @property
    def hand(self) -> Hand:
        """The hand that is being played."""
        assert self.table.hand is not None
        return self.table.hand

    @property
    def legal(self) -> Legal:
        """What the player to act may do."""
        legal = legal_moves(self.hand)
        assert legal is not None
        return legal

    @property
    def to_act(self) -> PlayerId:
        """Who is to act, or the first of those who are."""
        return seat_at(self.table, SeatNo(self.hand.setup.seats[self.hand.waiting_for[0]])).player

    @property
    def ms_left(self) -> int:
        """Until the deadline."""
        assert self.table.deadline is not None
        return self.table.deadline - self.now

    def _take(self, outcome: Outcome) -> tuple[Event, ...]:
        self.table = outcome.state
        assert chips_at(self.table) == self.table.issued
        assert (self.table.wait is None) == (self.table.deadline is None)
        self.events.extend(outcome.events)
        if outcome.record is not None:
            self.records.append(outcome.record)
        return outcome.events


def only(events: Sequence[Event], kind: type[E]) -> E:
    """The one event of its kind among these."""
    (found,) = [event for event in events if isinstance(event, kind)]
    return found
