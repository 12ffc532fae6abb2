"""The floor of a tournament: what counts as a hand, what a pause stops, who moves to the final table, what is said."""

from dataclasses import replace
from typing import TypeVar

from core.actions import SitOut, TimeOut
from core.cardroom.deals import DealKind
from core.cardroom.event_actions import Direct, PauseEvent, VoteDeal
from core.cardroom.event_news import BreakBegun, FinalTable, Held, SeatDrawn
from core.cardroom.event_options import EventOptions, PayoutRule
from core.cardroom.table import Wait, seat_at, taken
from core.cardroom.tournament import Hold, Stage, Tournament, alive
from core.events import SeatFreed, SeatTaken
from core.ids import PlayerId, SeatNo, TableId
from core.options import TableOptions
from tests.case_hands import ACES, ALL_IN, FLAT, KINGS, play_hand
from tests.tournament_simulator import HOST, Cup, person

N = TypeVar("N")
SIX = EventOptions(structure=FLAT, table=TableOptions(seats=6), late_level=0)


def cup_of(people: int, options: EventOptions, luck: str = "luck") -> Cup:
    """A cup that has begun."""
    cup = Cup(options, luck=luck)
    cup.register(people)
    cup.start()
    return cup


def told(cup: Cup, kind: type[N]) -> list[N]:
    """What was announced of one kind so far."""
    return [one for one in cup.news if isinstance(one, kind)]


def where(event: Tournament) -> dict[PlayerId, tuple[TableId | None, SeatNo | None]]:
    """Table and seat of everybody who is in."""
    return {
        event.entrants[at].player: (event.entrants[at].table, event.entrants[at].seat) for at in alive(event)
    }


def bust_one(cup: Cup, table_id: TableId) -> None:
    """One hand in which the second player of a table loses everything to the first."""
    first, second = [seat.player for _, seat in taken(cup.tables[table_id])][:2]
    play_hand(cup, table_id, {first: ACES, second: KINGS}, {first: ALL_IN, second: ALL_IN})


# Counting hands


def test_a_table_that_comes_between_hands_without_having_dealt_counts_no_hand() -> None:
    """Held before its first hand, looked at again and again, and let go: two hands are dealt, and two are counted."""
    cup = cup_of(3, SIX)
    (table_id,) = cup.event.tables
    for _ in range(2):
        cup.do(PauseEvent(by=HOST, paused=True))
        cup.event = replace(cup.event, waiting=())  # As it was before tables could be held back.
        cup.do(Direct())
        cup.do(PauseEvent(by=HOST, paused=False))
    assert (cup.event.hands, cup.event.level_hands) == (0, 0)
    for hands in (1, 2):
        play_hand(cup, table_id, {}, {})
        assert (cup.event.hands, cup.event.level_hands) == (hands, hands)


def test_the_level_goes_up_after_as_many_hands_as_it_has_whoever_sits_out_meanwhile() -> None:
    cup = cup_of(3, replace(SIX, structure=replace(FLAT, hands=3)))
    (table_id,) = cup.event.tables
    levels = []
    for number in range(1, 4):
        cup.play(table_id, SitOut(by=person(number)))
        assert cup.tables[table_id].wait is Wait.DEAL
        cup.do(Direct())
        play_hand(cup, table_id, {}, {})
        levels.append(cup.event.level)
    assert levels == [1, 1, 2]


# A pause


def test_a_pause_stops_the_hand_that_was_due_and_it_is_dealt_when_the_event_goes_on() -> None:
    cup = cup_of(3, SIX)
    (table_id,) = cup.event.tables
    for hand_no in (0, 1):
        due = cup.tables[table_id].deadline
        cup.do(PauseEvent(by=HOST, paused=True))
        assert cup.tables[table_id].wait is Wait.DIRECTOR
        for _ in range(3):
            cup.now += 60_000
            cup.play(table_id, TimeOut(chance=cup.fresh()))
            cup.do(Direct())
        assert (cup.tables[table_id].hand_no, cup.event.hands) == (hand_no, hand_no)
        cup.do(PauseEvent(by=HOST, paused=False))
        assert cup.tables[table_id].wait is Wait.DEAL
        assert due is not None
        play_hand(cup, table_id, {}, {})


def test_a_short_pause_brings_the_next_hand_no_sooner() -> None:
    cup = cup_of(3, SIX)
    (table_id,) = cup.event.tables
    play_hand(cup, table_id, {}, {})
    due = cup.tables[table_id].deadline
    for paused in (True, False):
        cup.do(PauseEvent(by=HOST, paused=paused))
    assert cup.tables[table_id].deadline == due


def test_a_deal_that_all_have_agreed_on_stops_the_hand_that_was_due() -> None:
    cup = cup_of(3, SIX)
    (table_id,) = cup.event.tables
    play_hand(cup, table_id, {}, {})
    hand_no = cup.tables[table_id].hand_no
    left = [cup.event.entrants[at].player for at in alive(cup.event)]
    for player in left:
        assert cup.tables[table_id].wait is Wait.DEAL
        cup.do(VoteDeal(by=player, deal=DealKind.CHIPS))
    assert cup.event.stage is Stage.FINISHED
    assert (cup.event.hands, sum(one.prize for one in cup.event.results)) == (hand_no, 3_000)


# The final table


def test_who_draws_their_own_seat_for_the_final_table_is_told_nothing_and_another_seat_is_no_move() -> None:
    """Eight at two tables, one falls, and seven draw seats: whoever keeps table and seat neither leaves nor comes."""
    stayed = changed = moved = 0
    for luck in range(12):
        cup = cup_of(8, SIX, luck=f"final {luck}")
        first, last = cup.event.tables
        play_hand(cup, first, {}, {})
        before, news, notes = where(cup.event), len(cup.news), len(cup.notes)
        bust_one(cup, last)
        if not told(cup, FinalTable):
            before = where(cup.event)
            play_hand(cup, first, {}, {})
        after = where(cup.event)
        drawn = {one.player: one for one in cup.news[news:] if isinstance(one, SeatDrawn)}
        freed = {one.player for _, one in cup.notes[notes:] if isinstance(one, SeatFreed)}
        came = {one.player for _, one in cup.notes[notes:] if isinstance(one, SeatTaken)}
        for player, (table_id, number) in after.items():
            assert number is not None
            assert seat_at(cup.tables[first], number).player == player
            same_table, same = before[player][0] == table_id, before[player] == (table_id, number)
            assert (player in drawn, player in freed, player in came) == (not same, not same_table, not same)
            if not same:
                assert drawn[player].came_from == (None if same_table else last)
            stayed, changed, moved = (
                stayed + same,
                changed + (same_table and not same),
                moved + (not same_table),
            )
        cup.finish()
    assert min(stayed, changed, moved) > 0


# Bubbles


def test_a_bubble_is_announced_once_and_goes_on_after_a_break() -> None:
    """Four are left of four at two tables and three are paid; the first level ends, there is a break, and the bubble
    is what it was. It is over with the next one out."""
    structure = replace(FLAT, hands=1, break_every=1)
    table = TableOptions(seats=3)
    cup = cup_of(
        4, replace(SIX, structure=structure, table=table, payout=PayoutRule.CUSTOM, shares=(50, 30, 20))
    )
    assert [one.hold for one in told(cup, Held)] == [Hold.MONEY_BUBBLE]
    for table_id in cup.event.tables:
        play_hand(cup, table_id, {}, {})
    assert len(told(cup, BreakBegun)) == 1
    assert cup.event.resting_until is not None
    cup.now = cup.event.resting_until
    cup.do(Direct())
    assert cup.event.hold is Hold.MONEY_BUBBLE
    assert [one.hold for one in told(cup, Held)] == [Hold.MONEY_BUBBLE]
    bust_one(cup, cup.event.tables[0])
    play_hand(cup, cup.event.tables[-1], {}, {})
    assert cup.event.stage is Stage.RUNNING
    assert [one.hold for one in told(cup, Held)] == [Hold.MONEY_BUBBLE, None]
