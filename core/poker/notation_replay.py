"""A PHH record played through the engine, action by action, up to the first one that the rules do not allow.

The engine deals and pays by itself; a file spells each of these out. So what the engine did is held back until the
file gets there: board cards until `d db`, the showdown until every player has shown or mucked. Where a file stops
before that, hands whose cards it names are turned up.
"""

from collections import deque
from collections.abc import Iterable, Iterator

from core.poker.actions import Call, Check, ChooseRuns, Fold, Move, Muck, RaiseTo, Show
from core.poker.cards import Card
from core.poker.ending import take_unshown
from core.poker.events import CardsShown, HandEvent, HoleCardsDealt, Mucked, StreetDealt
from core.poker.hand import Stage, apply, legal_moves, start
from core.poker.notation_actions import (
    Action,
    BadNotation,
    Bet,
    Betting,
    DealBoard,
    DealHole,
    Remark,
    Seen,
    Showdown,
    read_action,
)
from core.poker.notation_deck import BOARD, HOLE, cards_of, deck_of, setup_of
from core.poker.notation_record import PhhRecord
from core.poker.notation_steps import KeptFaceDown, Outcome, Step, Verdict, in_words
from core.refusals import Refused

Told = list[HandEvent | KeptFaceDown]


def replay(record: PhhRecord) -> Iterator[Step]:
    """Play the record. Raises `BadNotation` with the action's number and what would have been legal."""
    actions = [read_action(text, len(record.starting_stacks)) for text in record.actions]
    cards = cards_of(actions, record)
    playing = _Playing(record, cards.holes, deck_of(cards, record))
    yield playing.step(0, playing.begin())
    for number, action in enumerate(actions, 1):
        if cards.bad is not None and cards.bad.action == number:
            raise cards.bad
        try:
            yield playing.step(number, playing.take(action))
        except BadNotation as bad:
            raise BadNotation(bad.reason, action=number) from None
    yield playing.end(len(actions) + 1)


class _Playing:
    """The hand as the engine has it, and how far the file has come."""

    def __init__(
        self, record: PhhRecord, holes: tuple[tuple[Seen, ...], ...], deck: tuple[Card, ...]
    ) -> None:
        self.record = record
        self.holes = holes
        self.hand, self.begun = start(setup_of(record), deck)
        self.dealt: list[tuple[Seen, ...]] = [()] * len(holes)
        """Hole cards that the file has dealt so far."""
        self.waiting: deque[HandEvent] = deque()
        """What the engine did and the file has yet to say; the first of it is a street."""
        self.mucked: set[int] = set()
        self.shown: set[int] = set()
        self.face_down: set[int] = set()
        self.checked: set[int] = set()

    @property
    def in_it(self) -> list[int]:
        """Positions that have neither folded nor mucked."""
        return [at for at, live in enumerate(self.hand.round.live) if live and at not in self.mucked]

    def step(self, number: int, events: Told, outcome: Outcome | None = None) -> Step:
        """What the state is after `events`."""
        hand = self.hand
        return Step(
            action=number,
            events=tuple(events),
            pots=hand.collected_pots,
            stacks=hand.round.stacks,
            outcome=outcome,
        )

    def begin(self) -> Told:
        """The forced bets."""
        return self._go_on([event for event in self.begun if not isinstance(event, HoleCardsDealt)])

    def take(self, action: Action) -> Told:
        """Play one action; a `BadNotation` has no number yet."""
        match action:
            case Remark():
                return []
            case DealHole():
                return self._deal_hole(action)
            case DealBoard():
                self._check_dealt()
                return self._deal_board(action)
            case Betting():
                self._check_dealt()
                return self._bet(action)
            case Showdown():
                self._check_dealt()
                return self._show_or_muck(action)

    def _deal_hole(self, action: DealHole) -> Told:
        at = action.position
        self.dealt[at] += action.cards
        return [HoleCardsDealt(seat=at, cards=tuple([card for card in action.cards if card]), only=at)]

    def _check_dealt(self) -> None:
        for at, hole in enumerate(self.dealt):
            if len(hole) < HOLE:
                raise BadNotation(f"p{at + 1} has not got two hole cards yet")

    def _deal_board(self, action: DealBoard) -> Told:
        if not self.waiting:
            raise BadNotation(f"no board cards are due: {self._next()}")
        due = self.waiting[0]
        if isinstance(due, StreetDealt) and len(due.cards) != len(action.cards):
            raise BadNotation(f"the {due.street} is {len(due.cards)} and not {len(action.cards)} cards")
        return [self.waiting.popleft(), *self._go_on([]), *self._settle_if_ready()]

    def _bet(self, action: Betting) -> Told:
        hand, at = self.hand, action.position
        if hand.stage is not Stage.BETTING:
            if action.bet is Bet.CHECK_OR_CALL and self._checks_needlessly(at):
                self.checked.add(at)
                return []
            raise BadNotation(f"p{at + 1} cannot bet any more: {self._next()}")
        legal = legal_moves(hand)
        if self.waiting or legal is None or legal.seat != at:
            raise BadNotation(f"it is not p{at + 1}'s turn: {self._next()}")
        move: Move
        match action.bet:
            case Bet.FOLD:
                move = Fold()
            case Bet.CHECK_OR_CALL:
                move = Check() if legal.check else Call()
            case Bet.RAISE_TO:
                move = RaiseTo(to=action.to)
        try:
            self.hand, events = apply(hand, at, move)
        except Refused as refused:
            raise BadNotation(f"p{at + 1} {in_words(refused)}") from None
        return self._go_on(events)

    def _checks_needlessly(self, at: int) -> bool:
        """Some files ask the last player with chips, who owes nothing, to check (cases.md 29, 30)."""
        now = self.hand.round
        able = [who for who in self.in_it if now.stacks[who]]
        return (
            self.hand.stage is Stage.SHOWDOWN and able == [at] and not (now.acted[at] or at in self.checked)
        )

    def _go_on(self, events: Iterable[HandEvent]) -> Told:
        """Queue what the engine did, and give out what does not have to wait for the file."""
        self.waiting.extend(events)
        if self.hand.stage is Stage.RUNS:
            self._choose_runs()
        told: Told = []
        while self.waiting:
            event = self.waiting[0]
            if isinstance(event, StreetDealt) and event.board == 0:
                break
            told.append(self.waiting.popleft())
        return told

    def _choose_runs(self) -> None:
        boards = self.record.house.boards
        left = BOARD - len(self.hand.dealt.boards[0])
        if any(len(board) != left for board in boards):
            raise BadNotation(f"_riverbot: each further board gets {left} cards here")
        while self.hand.stage is Stage.RUNS:
            self.hand, events = apply(self.hand, self.hand.waiting_for[0], ChooseRuns(times=1 + len(boards)))
            self.waiting.extend(events)

    def _show_or_muck(self, action: Showdown) -> Told:
        at = action.position
        if self.hand.stage is Stage.BETTING:
            raise BadNotation(f"p{at + 1} cannot show or muck yet: {self._next()}")
        if not self.hand.round.live[at]:
            raise BadNotation(f"p{at + 1} has folded")
        if at in self.mucked | self.shown | self.face_down:
            raise BadNotation(f"p{at + 1} has shown or mucked before")
        return [*self._choice(action), *self._settle_if_ready()]

    def _choice(self, action: Showdown) -> Told:
        at = action.position
        if not action.cards and not action.as_dealt:
            if self.in_it == [at]:
                self.shown.add(at)
                return []
            self.mucked.add(at)
            return [Mucked(seat=at)]
        cards = self.dealt[at] if action.as_dealt else action.cards
        known = tuple([card for card in cards if card])
        if len(known) == HOLE:
            self.shown.add(at)
            return [CardsShown(seat=at, cards=known)]
        if action.as_dealt:
            raise BadNotation(f"p{at + 1} shows what was dealt, but the file does not say what")
        self.face_down.add(at)
        return [KeptFaceDown(seat=at)]

    def _settle_if_ready(self) -> Told:
        asked = set(self.in_it) - self.shown - self.face_down
        if self.hand.stage is not Stage.SHOWDOWN or self.waiting or (asked and len(self.in_it) > 1):
            return []
        return self._settle()

    def _settle(self) -> Told:
        """Pay the pots, if the file lets anyone know to whom."""
        told: list[HandEvent] = []
        if len(self.in_it) == 1:
            self.hand = take_unshown(self.hand, self.in_it[0], told)
        elif not self._unknown():
            for at in self.hand.ending.asking:
                self.hand, events = apply(self.hand, at, Muck() if at in self.mucked else Show())
                told += [event for event in events if not self._is_told(event)]
        return [*told]

    def _is_told(self, event: HandEvent) -> bool:
        match event:
            case CardsShown():
                return event.seat in self.shown
            case Mucked():
                return True
            case _:
                return False

    def _unknown(self) -> list[int]:
        """Positions whose claim cannot be judged."""
        return [at for at in self.in_it if at in self.face_down or None in self.holes[at]]

    def end(self, number: int) -> Step:
        """The file has no more actions."""
        told: Told = []
        if self.hand.stage is Stage.SHOWDOWN and (len(self.in_it) == 1 or not self.waiting):
            self._check_dealt()
            told = self._settle()
        if self.record.house.boards and len(self.hand.dealt.boards) == 1:
            raise BadNotation("_riverbot: there are further boards, but nobody was all-in before the river")
        verdict, why = Verdict.DECIDED, ""
        if self.hand.stage is not Stage.OVER:
            decidable = self.hand.stage is Stage.BETTING or self.waiting
            verdict, why = (Verdict.UNFINISHED if decidable else Verdict.UNDECIDED), self._next()
        stacks = self.hand.round.stacks
        outcome = Outcome(verdict=verdict, stacks=stacks, recorded=self._recorded(), why=why)
        return self.step(number, told, outcome)

    def _recorded(self) -> tuple[int, ...]:
        record = self.record
        if record.finishing_stacks or not record.winnings:
            return record.finishing_stacks
        before = list(self.hand.round.stacks)
        for award in self.hand.ending.awards:
            for at, chips in award.shares:
                before[at] -= chips
        return tuple([stack + won for stack, won in zip(before, record.winnings, strict=True)])

    def _next(self) -> str:
        """What the hand waits for, in words."""
        if self.waiting:
            due = self.waiting[0]
            return f"the {due.street} is to be dealt" if isinstance(due, StreetDealt) else "the hand goes on"
        match self.hand.stage:
            case Stage.BETTING:
                return f"p{self.hand.waiting_for[0] + 1} is to act"
            case Stage.RUNS | Stage.SHOWDOWN:
                names = [f"p{at + 1}" for at in self._unknown()]
                return f"the cards of {' and '.join(names)} are not known" if names else "it is the showdown"
            case Stage.OVER:
                return "the hand is over"
