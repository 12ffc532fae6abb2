"""A past hand step by step, for one asker: what happened at each, and how the table stood after it.

A step is the posts with the deal, one move, one street (on all boards that got it at once), the showing of hands, the
payout, or what was shown after it; what nobody called goes back in the step of the move that nobody called.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field

from core.poker.cards import Card
from core.poker.events import (
    LIVE_POSTS,
    Called,
    CardsShown,
    Checked,
    Folded,
    HandEvent,
    HoleCardsDealt,
    Mucked,
    Posted,
    PostKind,
    PotAwarded,
    Raised,
    RunsAsked,
    RunsChosen,
    StreetDealt,
    UncalledReturned,
)
from core.poker.pots import pots
from core.poker.record import HandRecord
from core.poker.record_story import Story, story_of


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatThen:
    """One seat that was dealt in, as it stood after a step. Chips are ints."""

    seat: int
    name: str
    stack: int
    bet: int
    """On this street."""
    folded: bool
    all_in: bool
    cards: tuple[Card, ...] = field(repr=False)
    """The asker's own, and those that were shown by then."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """What happened, and the table after it."""

    events: tuple[HandEvent, ...] = field(repr=False)
    boards: tuple[tuple[Card, ...], ...]
    """As far as they were dealt; none before the flop."""
    pot: int
    """Everything in the middle, this street's bets included; 0 once it is paid."""
    pots: tuple[int, ...]
    """Main pot first, without the bets of the street while the betting goes on; none once they are paid."""
    seats: tuple[SeatThen, ...]
    """Clockwise from the left of the button."""


def steps(record: HandRecord, seat: int | None) -> tuple[Step, ...]:
    """The hand as `seat` may see it (None: as everybody does), from the posts to the payout, if there was one, and to
    what was shown after it.

    Raises `ValueError` as `core.poker.record.published` does.
    """
    told = story_of(record, seat)
    table = _Table(told)
    return tuple(table.after(events) for events in _grouped(told.events))


def _grouped(events: Iterable[HandEvent]) -> list[tuple[HandEvent, ...]]:
    groups: list[list[HandEvent]] = []
    for event in events:
        if groups and _belongs(event, groups[-1]):
            groups[-1].append(event)
        else:
            groups.append([event])
    return [tuple(group) for group in groups]


def _belongs(event: HandEvent, group: list[HandEvent]) -> bool:
    """Whether an event is of the same step as those before it."""
    last = group[-1]
    match event:
        case Posted() | HoleCardsDealt():
            return isinstance(last, Posted | HoleCardsDealt)
        case CardsShown() | Mucked():
            return isinstance(last, CardsShown | Mucked)
        case PotAwarded():
            return isinstance(last, PotAwarded)
        case StreetDealt():
            return isinstance(last, StreetDealt) and last.street is event.street
        case UncalledReturned():
            return True
        case Folded() | Checked() | Called() | Raised() | RunsAsked() | RunsChosen():
            return False


class _Table:
    """The money and the cards that lie open, as the telling goes on."""

    def __init__(self, told: Story) -> None:
        self.told = told
        seats = [one.seat for one in told.seats]
        self.stacks = {one.seat: one.start for one in told.seats}
        self.bets = dict.fromkeys(seats, 0)
        self.put = dict.fromkeys(seats, 0)
        """Over the whole hand, antes and this street's bets with it."""
        self.dead = 0
        self.folded: set[int] = set()
        self.up: dict[int, tuple[Card, ...]] = {}
        self.dealt = [0] * len(told.boards)
        self.paid = False

    def after(self, events: tuple[HandEvent, ...]) -> Step:
        """The table once these have happened."""
        for event in events:
            self._take(event)
        live = [one.seat not in self.folded for one in self.told.seats]
        collected = [put - self.bets[seat] for seat, put in self.put.items()]
        standing = () if self.paid else pots(collected, live, self.dead)
        boards = [board[:dealt] for board, dealt in zip(self.told.boards, self.dealt, strict=True) if dealt]
        return Step(
            events=events,
            boards=tuple(boards),
            pot=0 if self.paid else sum(self.put.values()) + self.dead,
            pots=tuple(pot.amount for pot in standing),
            seats=tuple(self._seat(one.seat, one.name) for one in self.told.seats),
        )

    def _seat(self, seat: int, name: str) -> SeatThen:
        folded = seat in self.folded
        stack = self.stacks[seat]
        return SeatThen(
            seat=seat,
            name=name,
            stack=stack,
            bet=self.bets[seat],
            folded=folded,
            all_in=not (stack or folded or self.paid),
            cards=self.up.get(seat, ()),
        )

    def _take(self, event: HandEvent) -> None:
        match event:
            case Posted():
                self._post(event)
            case HoleCardsDealt():
                self.up[event.seat] = event.cards
            case CardsShown():
                self._collect()
                known = self.up.get(event.seat, ())
                self.up[event.seat] = (*known, *[card for card in event.cards if card not in known])
            case Folded():
                self.folded.add(event.seat)
            case Called() | Raised():
                self._pay(event.seat, event.to - self.bets[event.seat])
            case UncalledReturned():
                self._pay(event.seat, -event.amount)
                self._collect()
            case StreetDealt():
                self._collect()
                self.dealt[event.board] = self._length(event)
            case PotAwarded():
                self.paid = True
                self._collect()
                for share in event.shares:
                    self.stacks[share.seat] += share.amount
            case Mucked():
                self._collect()
            case Checked() | RunsAsked() | RunsChosen():
                pass

    def _collect(self) -> None:
        """The betting of a street is over: its bets are in the pots."""
        self.bets = dict.fromkeys(self.bets, 0)

    def _post(self, event: Posted) -> None:
        if event.post in LIVE_POSTS:
            self._pay(event.seat, event.amount)
            return
        self.stacks[event.seat] -= event.amount
        if event.post is PostKind.ANTE:
            self.put[event.seat] += event.amount
        else:
            self.dead += event.amount

    def _pay(self, seat: int, chips: int) -> None:
        self.stacks[seat] -= chips
        self.bets[seat] += chips
        self.put[seat] += chips

    def _length(self, event: StreetDealt) -> int:
        """Cards on the board once a street is on it; a further board has those in common from the start."""
        board = self.told.boards[event.board]
        return board.index(event.cards[-1]) + 1
