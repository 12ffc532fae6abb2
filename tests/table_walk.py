"""A random walk over the one door: people and computers come, leave and act at any moment; and what must hold then.

What they may wish beside the play is in `tests.side_walk`.
"""

from random import Random
from typing import Any

from core.actions import (
    Action,
    ComeBack,
    DismissComputers,
    Leave,
    Play,
    SeatComputer,
    SetPhrase,
    Sit,
    SitOut,
    StartPlay,
    Temper,
    TimeOut,
)
from core.cardroom.blinds import can_deal
from core.cardroom.table import Table, Wait, chips_at, dealt_in, seat_at, taken
from core.events import Event, HandEnded, HandStarted, SeatFreed, SeatTaken
from core.host_actions import CloseTable
from core.ids import PlayerId, SeatNo
from core.options import AnteRule, ButtonRule, TableOptions
from core.poker.actions import Call, Check, ChooseRuns, Fold, Move, Muck, RaiseTo, Show
from core.poker.games import GAMES, GameName
from core.poker.hand import Hand, Showing, Stage, legal_moves
from core.poker.record import HandRecord, published
from core.poker.rounds import Betting, Reopening
from core.poker.verification import check
from core.refusals import Refused
from core.rules import apply
from core.side_actions import AwayWhen
from core.side_events import ChipsAdded, ChipsReturned
from tests.blinds_watch import Dealt, check_lineup
from tests.side_walk import side_options, some_wish
from tests.tables import Evening, computer, person

PEOPLE = ("Ann", "Bob", "Cem", "Dee", "Eva", "Fay", "Gus", "Hal", "Ira", "Jon", "Kay", "Lou")
WAITS = {
    Stage.BETTING: {Wait.TURN, Wait.BANK, Wait.COMPUTER},
    Stage.RUNS: {Wait.RUNS},
    Stage.SHOWDOWN: {Wait.SHOW},
}


def some_options(chance: Random) -> TableOptions:
    """Any structure that a host may choose; short stacks, so that much is all-in."""
    big = chance.choice((2, 3, 100))
    small = chance.choice((0, big // 2, big))
    low = big * chance.choice((1, 2, 10))
    return TableOptions(
        **side_options(chance),
        game=chance.choice((GameName.HOLDEM, GameName.HOLDEM, GameName.SHORT_DECK)),
        betting=chance.choice(list(Betting)),
        reopening=chance.choice(list(Reopening)),
        seats=chance.choice((2, 3, 6, 9, 10)),
        small_blind=small,
        big_blind=big,
        blinds_posted=chance.random() < 0.85,
        ante=chance.choice((1, big, big * 3)),
        ante_rule=chance.choice(list(AnteRule)),
        min_buy_in=low,
        max_buy_in=low * chance.choice((1, 5, 100)),
        raise_cap=chance.choice((1, 4)),
        chip_unit=chance.choice((1, 1, big)),
        burns=chance.random() < 0.5,
        most_runs=chance.choice((1, 2)),
        showing=chance.choice(list(Showing)),
        all_in_up=chance.random() < 0.7,
        button_rule=chance.choice(list(ButtonRule)),
        time_bank_seconds=chance.choice((0, 20)),
        pause_seconds=chance.choice((0, 5)),
        computer_ms=chance.choice((0, 1_400)),
    )


def some_move(table: Table, chance: Random) -> Move:
    """A move that is mostly legal for whoever is to act."""
    hand = table.hand
    legal = None if hand is None else legal_moves(hand)
    if hand is None or legal is None:
        return chance.choice((Show(), Muck(), ChooseRuns(times=1), ChooseRuns(times=2), Fold()))
    free: Move = Check() if legal.check else Call()
    moves: list[Move] = [free, free, free, free, Fold(), RaiseTo(to=chance.randint(-1, legal.all_in + 1))]
    if legal.raise_min is not None and legal.raise_max is not None:
        between = chance.randint(legal.raise_min, legal.raise_max)
        moves += [RaiseTo(to=to) for to in (legal.raise_min, between, legal.raise_max)]
    return chance.choice(moves)


def some_action(evening: Evening, chance: Random) -> Action:
    """What might be asked next; much of it is refused."""
    table = evening.table
    who = person(chance.choice(PEOPLE))
    if table.wait not in (None, Wait.IDLE) and chance.random() < 0.8:
        hand = table.hand
        if chance.random() < 0.25:
            return some_wish(table, who, chance)
        if hand is None or table.wait is Wait.COMPUTER or chance.random() < 0.15:
            short = (who,) if chance.random() < 0.3 else ()
            return TimeOut(chance=evening.chance(), short=short)
        mover = seat_at(table, SeatNo(hand.setup.seats[chance.choice(hand.waiting_for)])).player
        turn = table.turn if chance.random() < 0.7 else None
        return Play(by=mover, move=some_move(table, chance), turn=turn)
    if chance.random() < 0.4:
        return some_wish(table, who, chance)
    dice = chance.random()
    if dice < 0.35:
        free = chance.choice((None, SeatNo(chance.randint(0, 11))))
        buy_in = chance.choice((None, table.options.min_buy_in, table.options.max_buy_in))
        post = chance.random() < 0.4
        return Sit(by=who, name=who[4:].title(), seat=free, buy_in=buy_in, post=post, code=table.code)
    if dice < 0.45:
        return chance.choice((Leave(by=who), Leave(by=computer(1))))
    if dice < 0.7:
        sits_out = SitOut(by=who, when=chance.choice(list(AwayWhen)))
        return chance.choice((ComeBack(by=who), ComeBack(by=who, post=True), sits_out))
    if dice < 0.78:
        number, temper = chance.randint(1, 4), chance.choice(list(Temper))
        return SeatComputer(by=table.host, player=computer(number), name=f"C{number}", temper=temper)
    if dice < 0.8:
        return DismissComputers(by=table.host)
    if dice < 0.85:
        return SetPhrase(by=who, phrase=chance.choice(("tea", "茶", "")))
    if dice < 0.9:
        return Play(by=who, move=some_move(table, chance))
    return StartPlay(by=table.host) if dice < 0.998 else CloseTable(by=table.host)


class Watched(Evening):
    """An evening of which everything is checked that must hold at any moment."""

    refusals = 0
    proved = True
    """Whether every record is proved at once."""

    def __post_init__(self) -> None:
        self.lineups: list[Dealt] = []
        super().__post_init__()

    def ask(self, action: Action) -> tuple[Event, ...]:
        """Do it if the rules let it be done; nothing may have changed if not."""
        before = self.table
        looks = hash(before)
        try:
            outcome = apply(before, action, self.now)
        except Refused:
            self.refusals += 1
            assert not isinstance(action, TimeOut), "a time-out is never refused"
            assert hash(self.table) == looks
            return ()
        assert hash(before) == looks
        events = self._take(outcome)
        check_moment(before, self.table, action)
        check_table(self.table)
        self._check_story(before, events, outcome.record)
        return events

    def pass_time(self, chance: Random) -> None:
        """Some milliseconds, mostly none beyond the deadline."""
        if self.table.deadline is not None and chance.random() < 0.5:
            self.now = max(self.now, self.table.deadline)
        self.now += chance.choice((0, 1, 700, 5_000))

    def _check_story(self, before: Table, events: tuple[Event, ...], record: HandRecord | None) -> None:
        came = sum(event.chips for event in events if isinstance(event, SeatTaken | ChipsAdded))
        went = sum(event.chips for event in events if isinstance(event, SeatFreed | ChipsReturned))
        assert self.table.issued == before.issued + came - went
        started = [event.hand_no for event in events if isinstance(event, HandStarted)]
        assert started == list(range(before.hand_no + 1, self.table.hand_no + 1))
        assert len(started) < 2
        if started:
            self.lineups.append(check_lineup(before, self.table))
        ended = [event for event in events if isinstance(event, HandEnded)]
        assert len(ended) == (record is not None)
        for event in ended:
            assert record is not None
            self._check_record(event, published(record))

    def _check_record(self, event: HandEnded, record: dict[str, Any]) -> None:
        assert sum(net for _, net in event.nets) == 0
        assert (event.hand_no, event.digest) == (record["hand_no"], record["digest"])
        assert event.digest == self.table.last_digest
        if self.proved:
            assert [finding for finding in check(record) if not finding.ok] == []


def check_moment(before: Table, after: Table, action: Action) -> None:
    """A button is good for one decision: whoever decides, the moment passes; and no moment comes twice."""
    then, now = before.turn, after.turn
    assert (now.hand_no, now.action_no) >= (then.hand_no, then.action_no)
    if before.hand is None or after.deal is None or before.deal is None:
        return
    decided = before.deal.hand != after.deal.hand
    answering = before.hand.stage is Stage.RUNS and after.deal.hand.stage is Stage.RUNS
    assert (now != then) == (decided and not answering)
    if isinstance(action, Play):
        assert decided


def check_table(table: Table) -> None:
    """What holds for every table at every moment."""
    assert chips_at(table) == table.issued
    assert (table.wait is None) == (table.deadline is None)
    assert len(table.seats) == table.options.seats
    players: list[PlayerId] = []
    for number, seat in taken(table):
        assert seat.stack >= 0
        assert seat.coming >= 0
        assert not seat.coming or dealt_in(table, number)
        assert 0 <= seat.bank_ms <= table.options.time_bank_seconds * 1_000
        players.append(seat.player)
    assert len(set(players)) == len(players)
    if table.hand is not None:
        check_hand(table, table.hand)
        return
    assert not [number for number, seat in taken(table) if seat.going]
    assert table.wait in (None, Wait.DEAL, Wait.IDLE)
    if table.closed:
        assert (players, table.issued, table.wait) == ([], 0, None)
    elif table.running and table.wait is Wait.IDLE:
        assert not can_deal(table)


def check_hand(table: Table, hand: Hand) -> None:
    """What holds while a hand is being played."""
    assert hand.waiting_for
    assert table.wait in WAITS[hand.stage]
    asked = [seat_at(table, SeatNo(hand.setup.seats[at])) for at in hand.waiting_for]
    if hand.stage is Stage.BETTING:
        assert len(asked) == 1
        assert (table.wait is Wait.COMPUTER) == (asked[0].temper is not None)
    assert not [seat for seat in asked if seat.leaving]
    assert not [number for number in hand.setup.seats if seat_at(table, SeatNo(number)).stack]
    assert min(hand.round.stacks) >= 0
    assert min(hand.round.bets) >= 0
    assert sum(pot.amount for pot in hand.pots) == hand.pot
    assert sum(hand.totals) + hand.dead == hand.pot
    check_cards(hand)


def check_cards(hand: Hand) -> None:
    """Each card is in one place."""
    dealt = hand.dealt
    assert sorted(dealt.deck) == sorted(GAMES[hand.setup.game].deck)
    placed = {card for board in dealt.boards for card in board}
    held = [card for cards in dealt.holes for card in cards]
    assert len(set(held)) == len(held) == 2 * len(hand.setup.seats)
    assert not placed.intersection(held)
    assert placed.union(held) <= set(dealt.deck[: dealt.drawn])
