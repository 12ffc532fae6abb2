"""A tournament through its door: registration, seats, levels, moving, bubbles, prizes; and what tables of it refuse."""

from collections.abc import Callable
from dataclasses import replace
from typing import TypeVar

import pytest

from core.actions import ComeBack, Leave, Play, Sit, SitOut, TimeOut
from core.cardroom.deals import DealKind
from core.cardroom.event_actions import (
    AddOn,
    CancelEvent,
    ChangeStart,
    CheckIn,
    Direct,
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
from core.cardroom.event_news import (
    BountyWon,
    BreakBegun,
    Eliminated,
    EntriesClosed,
    EventFinished,
    FinalTable,
    Held,
    LevelRaised,
    SeatDrawn,
    TableBroken,
)
from core.cardroom.event_options import BountyRule, EntryRule, EventOptions, Kind, PayoutRule
from core.cardroom.structure import PRESETS, Level, Speed, Structure, estimate
from core.cardroom.table import Table, Wait, seat_at, seat_of, taken
from core.cardroom.tournament import Hold, Stage, Status, alive, entries, sizes
from core.ids import PlayerId, SeatNo, TableId
from core.options import TableOptions
from core.poker.actions import Call, Check, Fold, RaiseTo
from core.poker.hand import legal_moves
from core.refusals import Reason, Refused
from core.side_actions import AwayWhen, HuntRabbit
from tests.tournament_simulator import EPOCH, HOST, Cup, person

N = TypeVar("N")
SIX = TableOptions(seats=6)
FAST = Structure(stack=1_500, levels=PRESETS[Speed.TURBO].levels, hands=2, break_every=2)
FLAT = Structure(stack=1_500, levels=(Level(small_blind=10, big_blind=20),), hands=500, break_every=0)


def refused(cup: Cup, action: EventAction) -> Refused:
    """It is refused, and nothing has changed."""
    before = cup.event
    with pytest.raises(Refused) as caught:
        cup.do(action)
    assert cup.event is before
    return caught.value


def told(cup: Cup, kind: type[N]) -> list[N]:
    """What was announced of one kind so far."""
    return [one for one in cup.news if isinstance(one, kind)]


def cup_of(people: int, options: EventOptions) -> Cup:
    """A cup that has begun."""
    cup = Cup(options)
    cup.register(people)
    cup.start()
    return cup


def until(cup: Cup, there: Callable[[], bool]) -> None:
    """Play on until something is so."""
    for _ in range(50_000):
        if there():
            return
        assert cup.step()
    raise AssertionError("it never came")


def only_table(cup: Cup) -> Table:
    """The one table of a small event."""
    return cup.tables[cup.event.tables[0]]


def deal(cup: Cup, table_id: TableId) -> None:
    """The next hand of a table."""
    table = cup.tables[table_id]
    assert table.wait is Wait.DEAL
    cup.play(table_id, TimeOut(chance=cup.fresh()))


def fold_out(cup: Cup, table_id: TableId) -> None:
    """Everyone folds until the hand is over."""
    while table_id in cup.tables and (hand := cup.tables[table_id].hand) is not None:
        number = SeatNo(hand.setup.seats[hand.waiting_for[0]])
        cup.play(table_id, Play(by=seat_at(cup.tables[table_id], number).player, move=Fold()))


def raise_once(cup: Cup, table_id: TableId) -> None:
    """Somebody raises before the flop, all others call, and nobody bets any more."""
    while (hand := cup.tables[table_id].hand) is not None:
        number, legal = SeatNo(hand.setup.seats[hand.waiting_for[0]]), legal_moves(hand)
        assert legal is not None
        by = seat_at(cup.tables[table_id], number).player
        if legal.raise_min is not None and hand.street == 0 and hand.round.price == 20:
            cup.play(table_id, Play(by=by, move=RaiseTo(to=legal.raise_min)))
        else:
            cup.play(table_id, Play(by=by, move=Check() if legal.check else Call()))


def all_in(cup: Cup, table_id: TableId, *players: PlayerId) -> None:
    """These put everything in, the others fold, until the hand is over or a person is waited for no longer."""
    while table_id in cup.tables and (hand := cup.tables[table_id].hand) is not None:
        number = SeatNo(hand.setup.seats[hand.waiting_for[0]])
        player, legal = seat_at(cup.tables[table_id], number).player, legal_moves(hand)
        assert legal is not None
        if player not in players:
            cup.play(table_id, Play(by=player, move=Fold()))
        elif legal.raise_max is not None:
            cup.play(table_id, Play(by=player, move=RaiseTo(to=legal.raise_max)))
        else:
            cup.play(table_id, Play(by=player, move=Check() if legal.check else Call()))


def set_stack(cup: Cup, player: PlayerId, chips: int) -> None:
    """Give somebody another stack between hands; what is lost or won by it is taken from or given to nobody."""
    for table in cup.tables.values():
        number = seat_of(table, player)
        if number is None:
            continue
        seat = seat_at(table, number)
        seats = [replace(one, stack=chips) if one is seat else one for one in table.seats]
        change = chips - seat.stack
        cup.tables[table.id] = replace(table, seats=tuple(seats), issued=table.issued + change)
        entrants = [
            replace(one, chips=chips) if one.player == player and one.status is Status.IN else one
            for one in cup.event.entrants
        ]
        cup.event = replace(cup.event, entrants=tuple(entrants), issued=cup.event.issued + change)


# Registration


def test_a_buy_in_is_held_in_the_pool_and_goes_back_to_who_leaves_before_the_start() -> None:
    cup = Cup(EventOptions(buy_in=500))
    cup.register(3)
    assert cup.event.pool == 1_500
    cup.do(Unregister(by=person(2)))
    assert (cup.event.pool, entries(cup.event)) == (1_000, 2)
    assert [(move.player, move.chips) for move in cup.moves][-1] == (person(2), 500)
    assert refused(cup, Unregister(by=person(2))).reason is Reason.NOT_REGISTERED
    assert refused(cup, Register(by=person(1), name="P1")).reason is Reason.ALREADY_REGISTERED


def test_a_sit_and_go_starts_when_it_is_full() -> None:
    cup = Cup(EventOptions(table=SIX, max_entrants=6))
    cup.register(5)
    stages = [cup.event.stage]
    cup.register(1, first=6)
    stages.append(cup.event.stage)
    assert stages == [Stage.REGISTERING, Stage.RUNNING]
    assert only_table(cup).wait is Wait.DEAL


def test_a_full_field_queues_and_moves_up() -> None:
    cup = Cup(EventOptions(max_entrants=2, starts_at=EPOCH + 60_000))
    cup.register(3)
    assert [one.status for one in cup.event.entrants] == [Status.REGISTERED, Status.REGISTERED, Status.QUEUED]
    cup.do(Unregister(by=person(1)))
    assert cup.event.entrants[2].status is Status.REGISTERED
    assert cup.event.pool == 2_000


def test_too_few_entrants_call_a_scheduled_event_off_with_everything_back() -> None:
    cup = Cup(EventOptions(min_entrants=3, starts_at=EPOCH + 60_000))
    cup.register(2)
    assert cup.step()
    assert (cup.event.stage, cup.event.pool) == (Stage.CANCELLED, 0)
    assert refused(cup, Register(by=person(9), name="P9")).reason is Reason.EVENT_OVER


def test_who_has_not_checked_in_is_not_dealt_in_and_the_queue_is_offered_the_seat() -> None:
    cup = Cup(EventOptions(max_entrants=3, starts_at=EPOCH + 3_600_000, check_in_minutes=10))
    cup.register(4)
    assert refused(cup, CheckIn(by=person(1))).reason is Reason.NOT_CHECK_IN
    assert cup.step()
    assert (cup.event.checking_in, cup.now) == (True, EPOCH + 3_000_000)
    for number in (1, 3, 4):
        cup.do(CheckIn(by=person(number)))
    assert cup.step()
    assert {one.player for one in cup.event.entrants if one.status is Status.IN} == {
        person(1),
        person(3),
        person(4),
    }
    assert cup.event.pool == 3_000


def test_the_host_alone_starts_moves_the_start_and_calls_it_off() -> None:
    cup = Cup(EventOptions(starts_at=EPOCH + 60_000))
    cup.register(1, first=2)
    for action in (
        StartEvent(by=person(2)),
        CancelEvent(by=person(2)),
        ChangeStart(by=person(2), starts_at=None),
    ):
        assert refused(cup, action).reason is Reason.HOST_ONLY
    assert refused(cup, StartEvent(by=HOST)).numbers == {"entrants": 1, "needed": 2}
    cup.do(ChangeStart(by=HOST, starts_at=EPOCH + 90_000))
    assert cup.event.deadline == EPOCH + 90_000
    cup.do(CancelEvent(by=HOST))
    assert (cup.event.stage, cup.event.pool) == (Stage.CANCELLED, 0)


# Late, again, and more


def test_late_entry_is_open_up_to_the_last_hand_of_the_last_level() -> None:
    cup = cup_of(3, EventOptions(structure=replace(FLAT, hands=2), table=SIX, late_level=2))
    table_id = cup.event.tables[0]
    for _ in range(3):
        deal(cup, table_id)
        fold_out(cup, table_id)
    assert (cup.event.level, cup.event.level_hands) == (2, 1)
    deal(cup, table_id)
    cup.do(Register(by=person(4), name="P4"))
    drawn = told(cup, SeatDrawn)[-1]
    assert seat_of(cup.tables[table_id], person(4)) is None
    fold_out(cup, table_id)
    assert cup.event.level == 3
    assert (drawn.player, seat_of(cup.tables[table_id], person(4))) == (person(4), drawn.seat)
    assert len(told(cup, EntriesClosed)) == 1
    closed = refused(cup, Register(by=person(5), name="P5"))
    assert (closed.reason, closed.numbers) == (Reason.REGISTRATION_CLOSED, {"level": 2})


def test_who_is_out_enters_again_into_the_seat_that_is_drawn() -> None:
    cup = cup_of(4, EventOptions(structure=FLAT, table=SIX, entry=EntryRule.RE_ENTRY, most_entries=2))
    table_id = cup.event.tables[0]
    set_stack(cup, person(1), 20)
    while cup.event.entrants[0].status is Status.IN:
        deal(cup, table_id)
        all_in(cup, table_id, person(1), person(2))
        if cup.event.entrants[0].status is Status.IN:
            set_stack(cup, person(1), 20)
    assert cup.event.stage is Stage.RUNNING
    deal(cup, table_id)
    cup.do(ReEnter(by=person(1)))
    assert cup.event.pool == 5_000
    drawn = told(cup, SeatDrawn)[-1]
    fold_out(cup, table_id)
    assert seat_of(cup.tables[table_id], person(1)) == drawn.seat
    assert refused(cup, ReEnter(by=person(1))).reason is Reason.STILL_IN
    assert refused(cup, ReEnter(by=person(77))).reason is Reason.NOT_REGISTERED


def test_a_rebuy_is_in_play_from_the_next_hand_and_refused_after_the_period() -> None:
    options = EventOptions(structure=replace(FLAT, hands=2), table=SIX, entry=EntryRule.REBUY, late_level=1)
    cup = cup_of(3, options)
    table_id = cup.event.tables[0]
    deal(cup, table_id)
    cup.do(Rebuy(by=person(2)))
    number = seat_of(cup.tables[table_id], person(2))
    assert number is not None
    assert seat_at(cup.tables[table_id], number).stack == 0
    assert cup.do(Rebuy(by=person(2))) == ()  # Pressed twice.
    fold_out(cup, table_id)
    assert seat_at(cup.tables[table_id], number).stack >= 2_970
    assert cup.event.pool == 4_000
    deal(cup, table_id)
    fold_out(cup, table_id)
    late = refused(cup, Rebuy(by=person(3)))
    assert (late.reason, late.numbers) == (Reason.REGISTRATION_CLOSED, {"level": 1})


def test_a_freezeout_sells_no_second_stack() -> None:
    cup = cup_of(3, EventOptions(structure=FLAT, table=SIX))
    assert refused(cup, Rebuy(by=person(2))).reason is Reason.NO_REBUY
    assert refused(cup, AddOn(by=person(2))).reason is Reason.NO_ADD_ON


def test_the_add_on_is_for_the_first_break_and_once() -> None:
    cup = cup_of(5, EventOptions(structure=FAST, table=SIX, entry=EntryRule.REBUY, late_level=1))
    assert refused(cup, AddOn(by=person(2))).reason is Reason.NO_ADD_ON
    table_id = cup.event.tables[0]
    for _ in range(4):
        deal(cup, table_id)
        fold_out(cup, table_id)
    assert told(cup, BreakBegun) == [BreakBegun(until=cup.now + 300_000, add_on=True)]
    cup.do(AddOn(by=person(2)))
    assert refused(cup, AddOn(by=person(2))).reason is Reason.NO_ADD_ON
    number = seat_of(cup.tables[table_id], person(2))
    assert number is not None
    assert seat_at(cup.tables[table_id], number).stack > 2_900
    assert cup.event.resting_until is not None
    cup.now = cup.event.resting_until
    cup.do(Direct())
    assert cup.tables[table_id].wait is Wait.DEAL
    assert refused(cup, AddOn(by=person(3))).reason is Reason.NO_ADD_ON


def test_a_new_level_applies_from_the_next_hand() -> None:
    cup = cup_of(3, EventOptions(structure=FAST, table=SIX))
    table_id = cup.event.tables[0]
    for big in (20, 20, 30):
        deal(cup, table_id)
        assert cup.tables[table_id].options.big_blind == big
        fold_out(cup, table_id)
    assert told(cup, LevelRaised)[0].big_blind == 30


def test_a_level_by_minutes_ends_on_time_and_stands_still_in_a_pause() -> None:
    timed = Structure(stack=1_500, levels=PRESETS[Speed.TURBO].levels, minutes=3, break_every=0)
    cup = cup_of(3, EventOptions(structure=timed, table=SIX))
    assert cup.event.deadline == EPOCH + 180_000
    cup.now += 60_000
    cup.do(PauseEvent(by=HOST, paused=True))
    assert cup.event.deadline is None
    assert refused(cup, PauseEvent(by=HOST, paused=True)).reason is Reason.SAME_PAUSE
    cup.now += 600_000
    cup.do(PauseEvent(by=HOST, paused=False))
    assert cup.event.deadline == EPOCH + 780_000
    cup.now = cup.event.deadline
    cup.do(Direct())
    assert cup.event.level == 2


def test_a_paused_event_deals_no_more_until_it_goes_on() -> None:
    cup = cup_of(3, EventOptions(structure=FLAT, table=SIX))
    table_id = cup.event.tables[0]
    deal(cup, table_id)
    cup.do(PauseEvent(by=HOST, paused=True))
    fold_out(cup, table_id)
    assert cup.tables[table_id].wait is Wait.DIRECTOR
    cup.do(PauseEvent(by=HOST, paused=False))
    assert cup.tables[table_id].wait is Wait.DEAL


# Tables


def test_a_table_is_not_broken_while_its_hand_is_all_in() -> None:
    """Seven at two six-handed tables, and one falls at the first: the second plays its hand to the end first."""
    cup = cup_of(7, EventOptions(structure=FLAT, table=SIX, late_level=1))
    first, last = cup.event.tables
    assert sorted(sizes(cup.event).values()) == [3, 4]
    victim = next(seat.player for _, seat in taken(cup.tables[first]))
    killer = [seat.player for _, seat in taken(cup.tables[first])][1]
    deal(cup, last)
    held = cup.tables[last].hand
    assert held is not None
    entrant = next(at for at, one in enumerate(cup.event.entrants) if one.player == victim)
    while cup.event.entrants[entrant].status is Status.IN:
        set_stack(cup, victim, 20)
        deal(cup, first)
        all_in(cup, first, victim, killer)
    assert [*cup.event.tables] == [first, last]
    assert cup.tables[last].hand == held
    people = [seat.player for _, seat in taken(cup.tables[last])]
    all_in(cup, last, *people)
    assert [*cup.event.tables] == [first]
    assert told(cup, TableBroken)[-1].table == last
    moved = {one.player: one for one in told(cup, SeatDrawn) if one.came_from == last}
    left = {cup.event.entrants[at].player for at in alive(cup.event)}
    assert moved.keys() == left & set(people)
    assert all(one.table == first and one.seat is not None for one in moved.values())


def test_the_next_big_blind_moves_when_one_table_has_two_more() -> None:
    cup = cup_of(11, EventOptions(structure=FLAT, table=SIX, late_level=1))
    small, large = sorted(cup.event.tables, key=lambda one: sizes(cup.event)[one])
    cup.do(RemoveEntrant(by=HOST, player=next(seat.player for _, seat in taken(cup.tables[small]))))
    deal(cup, small)
    fold_out(cup, small)
    assert sizes(cup.event) == {large: 6, small: 4}
    deal(cup, large)
    big = cup.tables[large].big_blind_seat
    assert big is not None
    mover = seat_at(cup.tables[large], SeatNo(big % 6 + 1)).player
    deal(cup, small)
    fold_out(cup, large)
    assert sizes(cup.event) == {large: 5, small: 5}
    told_of = told(cup, SeatDrawn)[-1]
    assert (told_of.player, told_of.table, told_of.seat) == (mover, small, None)
    last = cup.tables[small].big_blind_seat
    free = [number for number in range(1, 7) if cup.tables[small].seats[number - 1] is None]
    fold_out(cup, small)
    seat = seat_of(cup.tables[small], mover)
    assert last is not None
    assert seat == min(free, key=lambda number: (number - last) % 6)


def test_a_table_three_short_halts_until_somebody_comes() -> None:
    cup = cup_of(12, EventOptions(structure=FLAT, table=SIX, late_level=1))
    first, last = cup.event.tables
    deal(cup, first)
    for seat in [seat for _, seat in taken(cup.tables[last])][:3]:
        cup.do(RemoveEntrant(by=HOST, player=seat.player))
    deal(cup, last)
    fold_out(cup, last)
    assert sizes(cup.event) == {first: 6, last: 3}
    assert cup.tables[last].wait is Wait.DIRECTOR
    fold_out(cup, first)
    assert sorted(sizes(cup.event).values()) == [4, 5]
    assert cup.tables[last].wait is Wait.DEAL


def test_who_comes_between_the_button_and_the_small_blind_waits_until_the_button_has_passed() -> None:
    seen: set[bool] = set()
    for luck in range(40):
        cup = Cup(EventOptions(structure=FLAT, table=TableOptions(seats=9)), luck=f"{luck}")
        cup.register(4)
        cup.start()
        (table_id,) = cup.event.tables
        deal(cup, table_id)
        cup.do(Register(by=person(5), name="P5"))
        fold_out(cup, table_id)
        deal(cup, table_id)
        table = cup.tables[table_id]
        seat = seat_of(table, person(5))
        assert table.deal is not None
        assert seat is not None
        assert table.small_blind_seat is not None
        button = table.deal.button
        behind = 0 < (seat - button) % 9 < (table.small_blind_seat - button) % 9
        assert (seat not in table.deal.hand.setup.seats) is behind
        seen.add(behind)
        if behind:
            fold_out(cup, table_id)
            deal(cup, table_id)
            after = cup.tables[table_id].deal
            assert after is not None
            assert seat in after.hand.setup.seats
        if len(seen) == 2:
            break
    assert seen == {True, False}


def test_nobody_takes_or_leaves_a_seat_of_a_tournament_by_themselves() -> None:
    cup = cup_of(3, EventOptions(structure=FLAT, table=SIX))
    table_id = cup.event.tables[0]
    for action in (
        Sit(by=person(9), name="P9"),
        Leave(by=person(1)),
        HuntRabbit(by=person(1), hand_no=None),
        SitOut(by=person(1), when=AwayWhen.NEXT_BLIND),
        ComeBack(by=person(1), post=True),
    ):
        with pytest.raises(Refused) as caught:
            cup.play(table_id, action)
        assert caught.value.reason is Reason.IN_TOURNAMENT


def test_who_is_absent_is_dealt_in_and_blinded_out_and_may_come_back() -> None:
    cup = cup_of(3, EventOptions(structure=FLAT, table=SIX))
    table_id = cup.event.tables[0]
    cup.play(table_id, SitOut(by=person(1)))
    number = seat_of(cup.tables[table_id], person(1))
    assert number is not None
    for _ in range(3):
        deal(cup, table_id)
        dealt = cup.tables[table_id].deal
        assert dealt is not None
        assert number in dealt.hand.setup.seats
        raise_once(cup, table_id)
    assert seat_at(cup.tables[table_id], number).stack < 1_500
    cup.play(table_id, ComeBack(by=person(1)))
    assert not seat_at(cup.tables[table_id], number).sitting_out


# Bubbles and the end


def test_at_the_bubble_all_tables_play_hand_for_hand_and_the_final_table_is_drawn_anew() -> None:
    cup = cup_of(20, EventOptions(table=SIX, late_level=1))
    until(cup, lambda: cup.event.hold is Hold.FINAL_BUBBLE)
    assert told(cup, Held)[-1].hold is Hold.FINAL_BUBBLE
    assert len(alive(cup.event)) == 8
    until(cup, lambda: cup.event.stage is not Stage.RUNNING or len(alive(cup.event)) < 8)
    until(cup, lambda: len(told(cup, FinalTable)) == 1)
    final = told(cup, FinalTable)[0]
    assert final.players <= 7
    assert len(cup.tables[final.table].seats) == 7
    cup.finish()


def test_the_hand_for_hand_hand_waits_for_the_last_table() -> None:
    cup = cup_of(20, EventOptions(table=SIX, late_level=1, payout=PayoutRule.CUSTOM, shares=(5, 4, 3, 2) * 4))
    until(cup, lambda: cup.event.hold is Hold.MONEY_BUBBLE)
    hands = {one: cup.tables[one].hand_no for one in cup.event.tables}
    until(cup, lambda: cup.event.hold is not Hold.MONEY_BUBBLE or len(cup.event.waiting) == 1)
    waiting = cup.event.waiting
    if waiting and cup.event.hold is Hold.MONEY_BUBBLE:
        assert cup.tables[waiting[0]].wait is Wait.DIRECTOR
    assert all(cup.tables[one].hand_no - hands[one] <= 1 for one in hands if one in cup.tables)
    cup.finish()


@pytest.mark.parametrize("deal_kind", list(DealKind))
def test_a_deal_takes_everybody_who_is_left(deal_kind: DealKind) -> None:
    cup = cup_of(9, EventOptions(structure=FLAT, table=TableOptions(seats=9), late_level=0))
    until(cup, lambda: len(alive(cup.event)) <= 3 and cup.event.stage is Stage.RUNNING)
    left = [cup.event.entrants[at] for at in alive(cup.event)]
    for one in left[:-1]:
        cup.do(VoteDeal(by=one.player, deal=deal_kind))
        assert cup.event.stage is Stage.RUNNING
    cup.do(VoteDeal(by=left[-1].player, deal=deal_kind))
    until(cup, lambda: cup.event.stage is Stage.FINISHED or not cup.event.votes)
    if cup.event.stage is Stage.FINISHED:
        assert told(cup, EventFinished)[-1].deal is deal_kind
        prizes = [one.prize for one in cup.event.results]
        assert sum(prizes) == 9_000
        assert prizes[: len(left)] == sorted(prizes[: len(left)], reverse=True)


def test_a_removed_player_is_out_after_the_hand_and_the_chips_out_of_play() -> None:
    cup = cup_of(4, EventOptions(structure=FLAT, table=SIX, buy_in=1_000))
    table_id = cup.event.tables[0]
    deal(cup, table_id)
    cup.do(RemoveEntrant(by=HOST, player=person(2)))
    assert seat_of(cup.tables[table_id], person(2)) is not None
    fold_out(cup, table_id)
    assert seat_of(cup.tables[table_id], person(2)) is None
    assert 4_490 - 30 <= cup.event.issued <= 4_530
    assert told(cup, Eliminated)[-1].place == 4
    cup.finish()


def test_calling_a_running_event_off_gives_everything_back_and_closes_every_table() -> None:
    cup = cup_of(7, EventOptions(structure=FLAT, table=SIX, entry=EntryRule.REBUY))
    first, last = cup.event.tables
    deal(cup, first)
    cup.do(Rebuy(by=next(seat.player for _, seat in taken(cup.tables[last]))))
    cup.do(CancelEvent(by=HOST))
    assert (cup.event.stage, cup.event.pool) == (Stage.CANCELLED, 0)
    assert sum(move.chips for move in cup.moves) == 0
    assert cup.tables[first].hand is not None
    assert last not in cup.tables  # Its next hand was due, and is not dealt.
    fold_out(cup, first)
    assert [*cup.tables, *cup.event.tables] == []


def test_a_pool_of_bounties_is_paid_to_the_chip_and_the_winner_keeps_their_own_head() -> None:
    for rule in (BountyRule.FIXED, BountyRule.PROGRESSIVE):
        cup = cup_of(9, EventOptions(table=TableOptions(seats=9), bounty_rule=rule, bounty=501, late_level=0))
        event = cup.finish()
        assert sum(one.prize for one in event.results) == 9 * 499
        assert sum(one.bounties for one in event.results) == 9 * 501
        assert event.results[0].bounties >= 501
        assert len(told(cup, BountyWon)) >= 8


def test_a_satellite_ends_when_as_many_are_left_as_there_are_tickets() -> None:
    options = EventOptions(table=SIX, payout=PayoutRule.TICKETS, ticket=3_000, late_level=0)
    event = cup_of(10, options).finish()
    tickets = [one for one in event.results if one.prize == 3_000]
    assert len(tickets) >= 2
    assert sum(one.prize for one in event.results) == 10_000
    assert event.results[0].prize == 3_000


# Whole tournaments


@pytest.mark.parametrize(
    ("people", "seats", "options"),
    [
        (2, 6, EventOptions()),
        (9, 9, EventOptions(payout=PayoutRule.WINNER)),
        (27, 6, EventOptions(late_level=1)),
        (50, 9, EventOptions(late_level=2, payout=PayoutRule.FLAT)),
        (13, 3, EventOptions(late_level=0)),
        (16, 8, EventOptions(kind=Kind.SHOOTOUT, table=TableOptions(seats=4), late_level=0)),
        (11, 2, EventOptions(kind=Kind.BRACKET, late_level=0)),
        (30, 10, EventOptions(late_level=0, structure=replace(FAST, hands=6))),
    ],
)
def test_a_whole_tournament_pays_its_pool_and_ranks_everybody(
    people: int, seats: int, options: EventOptions
) -> None:
    options = replace(options, table=replace(options.table, seats=seats))
    event = cup_of(people, options).finish()
    assert len(event.results) == people
    assert sum(one.prize for one in event.results) == people * 1_000


@pytest.mark.parametrize("luck", ["one", "two", "three"])
def test_people_who_come_late_again_and_buy_more_lose_no_chip(luck: str) -> None:
    options = EventOptions(
        structure=FAST,
        table=SIX,
        entry=EntryRule.REBUY,
        late_level=5,
        bounty_rule=BountyRule.PROGRESSIVE,
        bounty=333,
        max_entrants=60,
    )
    cup = Cup(options, luck=luck)
    cup.register(8)
    cup.start()
    fresh = 9
    for step in range(4_000):
        if cup.event.stage is not Stage.RUNNING or not cup.step():
            break
        who = person(cup.chance.randint(1, fresh))
        wish: EventAction | None = None
        match step % 40:
            case 0:
                wish, fresh = Register(by=person(fresh), name="New"), fresh + 1
            case 10:
                wish = Rebuy(by=who)
            case 20:
                wish = ReEnter(by=who)
            case 25:
                wish = AddOn(by=who)
            case 30 if cup.chance.random() < 0.2:
                wish = RemoveEntrant(by=HOST, player=who)
        if wish is not None:
            try:
                cup.do(wish)
            except Refused:
                continue
    assert entries(cup.event) > 8
    cup.finish()


def test_losers_of_one_round_of_a_bracket_share_their_places() -> None:
    cup = cup_of(6, EventOptions(kind=Kind.BRACKET, late_level=0))
    event = cup.finish()
    assert sorted((one.place, one.sharing) for one in event.results) == [
        (1, 1),
        (2, 1),
        (3, 2),
        (3, 2),
        (5, 2),
        (5, 2),
    ]


@pytest.mark.parametrize(("people", "cups"), [(9, 4), (27, 1)])
def test_turbos_of_computers_end_near_their_estimate(people: int, cups: int) -> None:
    turbo = PRESETS[Speed.TURBO]
    hands = 0
    for number in range(cups):
        options = EventOptions(structure=turbo, table=TableOptions(seats=9))
        cup = Cup(options, luck=f"xturbo{people}{number}", tempers=True)
        cup.register(people)
        cup.start()
        event = cup.finish()
        hands += (event.level - 1) * turbo.hands + event.level_hands
    expected, _ = estimate(turbo, turbo.stack * people)
    assert abs(hands / cups - expected) <= 0.15 * expected
