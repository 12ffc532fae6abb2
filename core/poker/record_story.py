"""A finished hand told anew from its record, as one asker may know it: the events in order, and the cards they saw.

Cards come from what is *published* to the asker (`core.poker.record.published`), so a mucked, burnt or undealt card
is not even at hand here. Cards that were shown after the hand come last, after the pots. What a record does not say is
when the others were shown; a hand with cards still to come when
the betting ended, where all who were left showed, is told as TDA 16 has it: hands up first, then the run-out.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

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
    Share,
    Street,
    StreetDealt,
    UncalledReturned,
)
from core.poker.games import GAMES, GameName
from core.poker.moves import MoveName
from core.poker.ranking import describe
from core.poker.record import HandRecord, SeatRecord, published
from core.poker.rounds import Betting
from core.poker.showdown import showing_order

Seen = tuple[Card | None, ...]
"""A hand; None for each card that the asker does not know."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Story:
    """One hand for one asker. Chips are ints; tuples by position count clockwise from the left of the button."""

    table: str
    hand_no: int
    started_ms: int
    game: GameName
    betting: Betting
    small_blind: int
    big_blind: int
    ante: int
    button: int
    seats: tuple[SeatRecord, ...]
    """Who was dealt in, by position."""
    others: tuple[SeatRecord, ...]
    """Who sat there and was not dealt in."""
    viewer: int | None
    """The asker's seat, if they were dealt in."""
    holes: tuple[Seen, ...] = field(repr=False)
    shown: tuple[tuple[Card, ...], ...]
    """What of each hand was turned up for everyone in the hand, by position."""
    later: tuple[tuple[Card, ...], ...]
    """What of each hand was shown to everyone after it, by position."""
    boards: tuple[tuple[Card, ...], ...]
    shared: int
    """Cards that all boards have in common; 0 where there is one board."""
    side_by_side: bool
    """The boards were dealt together, street by street, and not one after the other."""
    live: tuple[bool, ...]
    """Who had not folded in the end, by position."""
    events: tuple[HandEvent, ...] = field(repr=False)
    """Of table seats, as at the table; of private ones only the asker's own cards."""

    def position(self, seat: int) -> int:
        """Where a seat that was dealt in stands in `seats`."""
        return next(at for at, one in enumerate(self.seats) if one.seat == seat)


def story_of(record: HandRecord, seat: int | None) -> Story:
    """The hand as `seat` may know it (None: as everybody does). Raises `ValueError` as `published` does."""
    document = published(record, seat)
    public = {proof["position"]: Card(proof["card"]) for proof in document["cards"]}
    own, after = document.get("own"), document.get("later", ())
    later = {proof["position"]: Card(proof["card"]) for proof in after}
    mine = {proof["position"]: Card(proof["card"]) for proof in (own["cards"] if own else ())}
    known = public | later | mine
    positions = dict(record.deal.holes)
    seats = in_order(record)
    boards = tuple(tuple(public[at] for at in board) for board in record.deal.boards)
    stakes = dict(record.stakes)
    told = Story(
        table=record.table,
        hand_no=record.hand_no,
        started_ms=record.started_ms,
        game=GameName(record.game),
        betting=Betting(str(stakes["betting"])),
        small_blind=int(stakes["small_blind"]),
        big_blind=int(stakes["big_blind"]),
        ante=_ante(stakes),
        button=record.button,
        seats=seats,
        others=tuple(one for one in record.seats if one.seat not in positions),
        viewer=seat if own else None,
        holes=tuple(tuple(known.get(at) for at in positions[one.seat]) for one in seats),
        shown=tuple(tuple(public[at] for at in positions[one.seat] if at in public) for one in seats),
        later=tuple(tuple(later[at] for at in positions[one.seat] if at in later) for one in seats),
        boards=boards,
        shared=_shared(record.deal.boards),
        side_by_side=int(stakes.get("boards", 1)) > 1,
        live=_live(record, seats),
        events=(),
    )
    return _with_events(told, _Telling(told, record).told())


def in_order(record: HandRecord) -> tuple[SeatRecord, ...]:
    """Who was dealt in, clockwise from the left of the button."""
    dealt = {seat for seat, _ in record.deal.holes}
    seats = [one for one in record.seats if one.seat in dealt]
    return tuple(sorted(seats, key=lambda one: (one.seat <= record.button, one.seat)))


def full_post(told: Story, kind: PostKind, amount: int) -> int:
    """A forced bet in full, in chips, where a short stack paid only `amount` of it."""
    match kind:
        case PostKind.SMALL_BLIND:
            return max(amount, told.small_blind)
        case PostKind.BIG_BLIND | PostKind.POST:
            return max(amount, told.big_blind)
        case PostKind.ANTE:
            return max(amount, told.ante)
        case PostKind.BIG_BLIND_ANTE | PostKind.DEAD_BLIND | PostKind.STRADDLE:
            return amount


def _ante(stakes: Mapping[str, int | str]) -> int:
    """What each player was to put in before anything else: of a bomb pot, its own ante."""
    if "bomb_ante" in stakes:
        return int(stakes["bomb_ante"])
    return 0 if stakes["ante_rule"] == "none" else int(stakes["ante"])


def _live(record: HandRecord, seats: Sequence[SeatRecord]) -> tuple[bool, ...]:
    folded = {row[1] for row in record.actions if row[2] == MoveName.FOLD}
    return tuple(one.seat not in folded for one in seats)


def _shared(boards: Sequence[Sequence[int]]) -> int:
    if len(boards) < 2:
        return 0
    return next((at for at, cards in enumerate(zip(*boards, strict=False)) if len(set(cards)) > 1), 0)


def _with_events(told: Story, events: Iterator[HandEvent]) -> Story:
    values: dict[str, Any] = {name: getattr(told, name) for name in Story.__slots__}
    return Story(**{**values, "events": tuple(events)})


class _Telling:
    """How far the telling has come: the street, and the money of each seat."""

    def __init__(self, told: Story, record: HandRecord) -> None:
        self.told_of = told
        self.record = record
        self.streets = GAMES[told.game].streets
        self.names = [rule.street for rule in self.streets]
        self.cards = [sum([rule.board for rule in self.streets[: at + 1]]) for at in range(len(self.streets))]
        self.stacks = {one.seat: one.start for one in told.seats}
        self.bets = dict.fromkeys(self.stacks, 0)
        self.price = 0
        self.street = 0
        self.aggressor: int | None = None

    def told(self) -> Iterator[HandEvent]:
        """Posts, the asker's cards, the moves with their streets, what came back, showdown, pots, later shows."""
        rows: list[tuple[Any, ...]] = list(self.record.actions)
        yield from [self._posted(*row[1:4]) for row in rows if row[0] == "post"]
        yield from self._own_cards()
        moves = [row for row in rows if row[0] in self.names]
        for row in moves:
            yield from self._streets(self.names.index(Street(row[0])))
            yield self._moved(*row[1:4])
        for row in rows:
            if row[0] == "returned":
                yield UncalledReturned(seat=row[1], amount=row[3])
        yield from self._ending()

    def _posted(self, seat: int, kind: str, amount: int) -> Posted:
        post = PostKind(kind)
        self.stacks[seat] -= amount
        if post in LIVE_POSTS:
            self.bets[seat] += amount
            self.price = max(self.price, full_post(self.told_of, post, amount))
        return Posted(seat=seat, post=post, amount=amount, all_in=not self.stacks[seat])

    def _own_cards(self) -> Iterator[HandEvent]:
        viewer = self.told_of.viewer
        if viewer is not None:
            cards = tuple(card for card in self.told_of.holes[self.told_of.position(viewer)] if card)
            yield HoleCardsDealt(seat=viewer, cards=cards, only=viewer)

    def _moved(self, seat: int, move: str, to: int) -> HandEvent:
        paid = to - self.bets[seat]
        before = self.price
        name = MoveName(move)
        if name is not MoveName.FOLD:
            self.bets[seat] = to
            self.stacks[seat] -= paid
            self.price = max(before, to)
        all_in = not self.stacks[seat]
        match name:
            case MoveName.FOLD:
                return Folded(seat=seat)
            case MoveName.CHECK:
                return Checked(seat=seat)
            case MoveName.CALL:
                return Called(seat=seat, amount=paid, to=to, all_in=all_in)
            case MoveName.BET | MoveName.RAISE:
                self.aggressor = self.told_of.position(seat)
                opening = name is MoveName.BET
                return Raised(seat=seat, to=to, by=to - before, opening=opening, all_in=all_in)

    def _streets(self, until: int) -> Iterator[HandEvent]:
        """The streets that are dealt before the betting goes on, each to every board that has it for itself."""
        while self.street < until:
            self.street += 1
            self.bets = dict.fromkeys(self.bets, 0)
            self.price, self.aggressor = 0, None
            for board in range(len(self.told_of.boards)):
                yield from self._dealt(board, self.street)

    def _dealt(self, board: int, street: int) -> Iterator[HandEvent]:
        start, end = self.cards[street - 1], self.cards[street]
        if not board or end > self.told_of.shared:
            cards = self.told_of.boards[board][start:end]
            yield StreetDealt(street=self.names[street], board=board, cards=cards)

    def _ending(self) -> Iterator[HandEvent]:
        boards = self.told_of.boards
        left = [
            at
            for at in range(self.street + 1, len(self.cards))
            if boards and self.cards[at] <= len(boards[0])
        ]
        order = [(board, at) for board in range(len(boards)) for at in left]
        if self.told_of.side_by_side:
            order.sort(key=lambda one: one[1])
        run_out = [event for board, at in order for event in self._dealt(board, at)]
        shows = list(self._shows())
        live = [at for at, is_live in enumerate(self.told_of.live) if is_live]
        all_up = all(len(self.told_of.shown[at]) == len(self.told_of.holes[at]) for at in live)
        yield from (*shows, *run_out) if all_up else (*run_out, *shows)
        yield from self._awards()
        for one, cards in zip(self.told_of.seats, self.told_of.later, strict=True):
            if cards:
                yield CardsShown(seat=one.seat, cards=cards)

    def _shows(self) -> Iterator[HandEvent]:
        """Who was left shows or mucks in turn (TDA 17); then whoever had folded and showed all the same."""
        told = self.told_of
        rows: list[tuple[Any, ...]] = list(self.record.awards[:1])
        order = showing_order(told.live, self.aggressor)
        any_up = any(told.shown[at] for at in order)
        winners = [seat for row in rows for seat, _ in row[2]]
        for at in (*order, *[at for at, live in enumerate(told.live) if not live]):
            seat = told.seats[at].seat
            if told.shown[at]:
                yield CardsShown(seat=seat, cards=told.shown[at])
            elif at in order and len(order) > 1 and (any_up or seat not in winners):
                yield Mucked(seat=seat)

    def _awards(self) -> Iterator[HandEvent]:
        rows: list[tuple[Any, ...]] = list(self.record.awards)
        for pot, board, shares in rows:
            cards = self.told_of.shown[self.told_of.position(shares[0][0])]
            made = None
            if sum(self.told_of.live) > 1 and len(cards) == GAMES[self.told_of.game].hole:
                made = describe(GAMES[self.told_of.game].ladder, (*cards, *self.told_of.boards[board]))
            won = tuple([Share(seat=seat, amount=amount) for seat, amount in shares])
            yield PotAwarded(pot=pot, board=board, shares=won, made=made)
