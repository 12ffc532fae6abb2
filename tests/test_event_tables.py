"""Tables of a tournament as people see them: where they are, at which level, who is out; what is before and after."""

from collections.abc import Callable
from dataclasses import replace
from functools import partial

import pytest

from core.actions import Play, Temper, TimeOut
from core.cardroom.directing import direct
from core.cardroom.event_actions import (
    CancelEvent,
    ChangeStart,
    CheckIn,
    ComputerEntrant,
    Direct,
    EnterComputers,
    ErrandsDone,
    Register,
    RemoveEntrant,
)
from core.cardroom.event_news import Eliminated, EventCancelled, StartsSoon
from core.cardroom.event_options import EventOptions, Every, PayoutRule, checked_event
from core.cardroom.event_result import event_result
from core.cardroom.structure import PRESETS, Level, Speed, Structure
from core.cardroom.table import seat_at
from core.cardroom.tournament import HAND_FOR_HAND, Stage, Status, alive, ticket_winners
from core.events import KnockedOut
from core.ids import EventId, PlayerId, RoomId, SeatNo, TableId, part_of
from core.options import TableOptions
from core.poker.actions import Call, Check, Fold, RaiseTo
from core.poker.hand import legal_moves
from core.refusals import Reason, Refused
from core.sight import public_view
from tests.tournament_simulator import EPOCH, HOST, Cup, creation, person

HALLS = (RoomId("discord:5:1"), RoomId("discord:5:2"))
SIX = TableOptions(seats=6)
FLAT = Structure(stack=1_500, levels=(Level(small_blind=10, big_blind=20),), hands=500, break_every=0)
QUICK = Structure(stack=1_500, levels=PRESETS[Speed.TURBO].levels, hands=2, break_every=0)
MINUTE = 60_000
HOUR = 60 * MINUTE


def cup_of(people: int, options: EventOptions, luck: str = "luck") -> Cup:
    """A cup that has begun."""
    cup = Cup(options, luck=luck)
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


def _over(cup: Cup) -> bool:
    return cup.event.stage in (Stage.FINISHED, Stage.CANCELLED)


def _held_or_over(cup: Cup) -> bool:
    return cup.event.hold in HAND_FOR_HAND or _over(cup)


def play_hand(cup: Cup, table_id: TableId, *everything: PlayerId) -> None:
    """Deal a hand in which these put everything in and the others fold."""
    cup.play(table_id, TimeOut(chance=cup.fresh()))
    while table_id in cup.tables and (hand := cup.tables[table_id].hand) is not None:
        number, legal = SeatNo(hand.setup.seats[hand.waiting_for[0]]), legal_moves(hand)
        player = seat_at(cup.tables[table_id], number).player
        assert legal is not None
        if player not in everything:
            cup.play(table_id, Play(by=player, move=Check() if legal.check else Fold()))
        elif legal.raise_max is not None:
            cup.play(table_id, Play(by=player, move=RaiseTo(to=legal.raise_max)))
        else:
            cup.play(table_id, Play(by=player, move=Check() if legal.check else Call()))


def notes(cup: Cup) -> list[KnockedOut]:
    """Who was out, as it stood at the tables."""
    return [event for _, event in cup.notes if isinstance(event, KnockedOut)]


# Where tables are


def test_a_table_is_open_in_a_part_of_every_hall() -> None:
    cup = cup_of(14, EventOptions(table=SIX))
    rooms = [cup.tables[one].rooms for one in cup.event.tables]
    assert rooms == [tuple(part_of(hall, number) for hall in HALLS) for number in (1, 2, 3)]


def test_a_part_where_another_event_plays_is_left_alone_in_every_hall() -> None:
    cup = Cup(EventOptions(table=SIX))
    cup.parts_taken = (part_of(HALLS[0], 1), part_of(HALLS[1], 3))
    cup.register(8)
    cup.start()
    rooms = [cup.tables[one].rooms for one in cup.event.tables]
    assert rooms == [tuple(part_of(hall, number) for hall in HALLS) for number in (2, 4)]


def test_an_event_has_one_hall_at_least_and_five_at_most() -> None:
    for count in (0, 6):
        rooms = tuple(RoomId(f"web:{number}") for number in range(count))
        action = replace(creation(EventOptions()), rooms=rooms)
        with pytest.raises(Refused) as caught:
            direct(None, {}, action, EPOCH, "00" * 32)
        assert caught.value.numbers == {"what": "rooms", "minimum": 1, "maximum": 5}
    twice = replace(creation(EventOptions()), rooms=(HALLS[0], HALLS[0]))
    assert direct(None, {}, twice, EPOCH, "00" * 32).event.rooms == (HALLS[0],)


# What a table's view says


def test_a_view_tells_the_event_the_level_and_how_many_are_left() -> None:
    cup = cup_of(14, EventOptions(table=SIX, structure=FLAT))
    play_hand(cup, cup.event.tables[0])
    view = public_view(cup.tables[cup.event.tables[0]])
    assert (view.event, view.level, view.entrants_left) == (cup.event.id, 1, 14)


def test_the_first_hand_of_a_level_that_went_up_is_marked_and_no_other() -> None:
    cup = cup_of(2, EventOptions(table=SIX, structure=QUICK))
    table_id, marked = cup.event.tables[0], list[tuple[int, int]]()
    seen = 0
    while seen < 5 and cup.event.stage is Stage.RUNNING:
        play_hand(cup, table_id)
        if table_id in cup.tables:
            view = public_view(cup.tables[table_id])
            seen = view.turn.hand_no
            if view.level_raised:
                marked.append((view.turn.hand_no, view.level))
    assert marked == [(3, 2), (5, 3)]


def test_the_hand_that_is_over_is_still_shown_with_its_own_stakes_when_the_next_one_is_due() -> None:
    cup = cup_of(2, EventOptions(table=SIX, structure=QUICK))
    table_id = cup.event.tables[0]
    for _ in range(2):
        play_hand(cup, table_id)
    assert cup.event.level == 2
    view = public_view(cup.tables[table_id])
    assert (view.turn.hand_no, view.level, view.options.big_blind) == (2, 1, QUICK.levels[0].big_blind)
    assert view.coming_options is None
    cup.play(table_id, TimeOut(chance=cup.fresh()))
    view = public_view(cup.tables[table_id])
    assert (view.turn.hand_no, view.level, view.options.big_blind) == (3, 2, QUICK.levels[1].big_blind)
    assert view.level_raised


def test_a_table_of_no_tournament_has_no_level() -> None:
    cup = cup_of(2, EventOptions(table=SIX, structure=QUICK))
    bare = replace(cup.tables[cup.event.tables[0]], event=None, level=0, level_from=0)
    view = public_view(bare)
    assert (view.event, view.level, view.level_raised) == (None, 0, False)


# Who is out


def test_who_is_out_stands_under_the_hand_with_place_average_and_who_did_it() -> None:
    cup = cup_of(4, EventOptions(table=SIX, structure=FLAT, late_level=0))
    table_id = cup.event.tables[0]
    until_out = 0
    while not notes(cup) and until_out < 20:
        play_hand(cup, table_id, person(1), person(2))
        until_out += 1
    (note,) = notes(cup)
    (news,) = [one for one in cup.news if isinstance(one, Eliminated)]
    winner = "P1" if note.name == "P2" else "P2"
    assert note.by == news.by == (winner,)
    assert (note.place, note.sharing, note.left, note.average) == (4, 1, 3, 2_000)
    assert (news.place, news.left, news.entries) == (4, 3, 4)
    hero = next(one for one in cup.event.entrants if one.name == winner)
    assert hero.knockouts == 1


def test_whoever_the_host_removed_was_knocked_out_by_nobody() -> None:
    cup = cup_of(4, EventOptions(table=SIX, structure=FLAT, late_level=0))
    table_id = cup.event.tables[0]
    cup.do(RemoveEntrant(by=HOST, player=person(3)))
    play_hand(cup, table_id)
    (note,) = notes(cup)
    assert (note.name, note.by, note.place) == ("P3", (), 4)
    assert sum(one.knockouts for one in cup.event.entrants) == 0


def test_hand_for_hand_places_are_told_at_their_own_table_when_all_tables_are_over() -> None:
    options = EventOptions(table=SIX, late_level=1, payout=PayoutRule.CUSTOM, shares=(5, 4, 3, 2) * 4)
    seen = 0
    for luck in ("a", "b", "c", "d"):
        cup = cup_of(20, options, luck)
        until(cup, partial(_held_or_over, cup))
        while cup.event.hold in HAND_FOR_HAND:
            before, held = len(notes(cup)), cup.event.busts
            cup.step()
            if held and len(notes(cup)) > before:
                seen += 1
                tables = {table.id for table, event in cup.notes if isinstance(event, KnockedOut)}
                assert {bust.table for bust in held} <= tables
                fresh = {event.player: event.seat for event in notes(cup)[before:]}
                for bust in held:
                    assert fresh[cup.event.entrants[bust.entrant].player] == bust.seat
    assert seen


def test_knockouts_come_to_one_for_each_player_who_is_out_or_more_where_a_pot_was_split() -> None:
    cup = cup_of(27, EventOptions(table=SIX, late_level=1))
    event = cup.finish()
    assert sum(one.knockouts for one in event.entrants) == sum(len(note.by) for note in notes(cup)) >= 26


# The shot clock


def test_turns_are_short_while_all_tables_play_hand_for_hand_and_long_again_after_it() -> None:
    cup = cup_of(20, EventOptions(table=SIX, late_level=1, shot_clock=15))
    assert {table.options.turn_seconds for table in cup.tables.values()} == {45}
    until(cup, lambda: cup.event.hold in HAND_FOR_HAND and not cup.event.waiting)
    until(cup, lambda: {one.options.turn_seconds for one in cup.tables.values()} == {15})
    until(cup, lambda: cup.event.hold is None and len(cup.event.tables) == 1 and not cup.event.waiting)
    assert [table.options.turn_seconds for table in cup.tables.values()] == [45]


# Before the start


def test_it_is_said_once_that_it_starts_within_ten_minutes() -> None:
    cup = Cup(EventOptions(table=SIX, starts_at=EPOCH + HOUR))
    cup.register(3)
    assert cup.event.deadline == EPOCH + 50 * MINUTE
    assert cup.step()
    assert cup.news[-1] == StartsSoon(starts_at=EPOCH + HOUR)
    assert cup.event.deadline == EPOCH + HOUR
    cup.do(Direct())
    assert [one for one in cup.news if isinstance(one, StartsSoon)] == [StartsSoon(starts_at=EPOCH + HOUR)]
    cup.do(ChangeStart(by=HOST, starts_at=EPOCH + 2 * HOUR))
    assert cup.event.deadline == EPOCH + 110 * MINUTE
    assert cup.step()
    assert cup.news[-1] == StartsSoon(starts_at=EPOCH + 2 * HOUR)
    assert cup.step()
    assert cup.event.stage is Stage.RUNNING


def test_it_is_not_said_where_people_check_in_nor_when_it_is_announced_as_late_as_that() -> None:
    late = Cup(EventOptions(table=SIX, starts_at=EPOCH + 5 * MINUTE))
    checked = Cup(EventOptions(table=SIX, starts_at=EPOCH + HOUR, check_in_minutes=5))
    for cup, first in ((late, EPOCH + 5 * MINUTE), (checked, EPOCH + 55 * MINUTE)):
        cup.register(2)
        assert cup.event.deadline == first
        while cup.step() and cup.event.stage is Stage.REGISTERING:
            pass
        assert not [one for one in cup.news if isinstance(one, StartsSoon)]


def computers(*numbers: int) -> tuple[ComputerEntrant, ...]:
    """Computer players by number."""
    return tuple(
        ComputerEntrant(player=PlayerId(f"computer:{number}"), name=f"C{number}", temper=Temper.ROCK)
        for number in numbers
    )


def test_the_host_enters_computers_as_far_as_there_are_places() -> None:
    cup = Cup(EventOptions(table=SIX, max_entrants=4, starts_at=EPOCH + HOUR))
    cup.register(2)
    cup.do(EnterComputers(by=HOST, computers=computers(1, 1, 2, 3)))
    assert [one.name for one in cup.event.entrants] == ["P1", "P2", "C1", "C2"]
    assert {one.status for one in cup.event.entrants} == {Status.REGISTERED}
    assert cup.event.pool == 4_000
    for by, reason in ((HOST, Reason.TABLE_FULL), (person(2), Reason.HOST_ONLY)):
        with pytest.raises(Refused) as caught:
            cup.do(EnterComputers(by=by, computers=computers(4)))
        assert caught.value.reason is reason


def test_computers_that_fill_a_sit_and_go_start_it_and_nobody_enters_a_person_this_way() -> None:
    cup = Cup(EventOptions(table=SIX, max_entrants=3))
    person_too = ComputerEntrant(player=person(9), name="P9", temper=Temper.ROCK)
    cup.do(EnterComputers(by=HOST, computers=(person_too, *computers(1, 2, 3, 4))))
    assert cup.event.stage is Stage.RUNNING
    assert [one.player for one in cup.event.entrants] == ["computer:1", "computer:2", "computer:3"]
    with pytest.raises(Refused) as caught:
        cup.do(EnterComputers(by=HOST, computers=computers(5)))
    assert caught.value.reason is Reason.EVENT_STARTED


def test_computers_are_there_when_people_check_in() -> None:
    cup = Cup(EventOptions(table=SIX, starts_at=EPOCH + HOUR, check_in_minutes=10))
    cup.register(2)
    cup.do(EnterComputers(by=HOST, computers=computers(1, 2)))
    cup.do(ChangeStart(by=HOST, starts_at=EPOCH + 2 * HOUR))
    assert cup.step()
    cup.do(CheckIn(by=person(1)))
    assert cup.step()
    assert [cup.event.entrants[at].name for at in alive(cup.event)] == ["P1", "C1", "C2"]


# What comes after it


def test_a_series_goes_on_when_it_was_played_or_too_few_came_and_ends_when_the_host_calls_it_off() -> None:
    weekly = EventOptions(table=SIX, structure=QUICK, starts_at=EPOCH + HOUR, every=Every.WEEK, late_level=0)
    played, lonely, cancelled = Cup(weekly), Cup(weekly), Cup(weekly)
    played.register(3)
    lonely.register(1)
    cancelled.register(3)
    for cup in (played, lonely):
        cup.do(ChangeStart(by=HOST, starts_at=EPOCH + 2 * HOUR))
        until(cup, partial(_over, cup))
        successor = cup.event.successor
        assert successor is not None
        assert (successor[:3], len(successor)) == ("07-", 9)
        assert (cup.event.errands, cup.event.deadline) == (True, cup.event.over_ms)
        assert cup.event.series_ms == EPOCH + HOUR
        cup.do(ErrandsDone())
        assert (cup.event.errands, cup.event.deadline, cup.event.successor) == (False, None, successor)
    assert isinstance(lonely.news[-1], EventCancelled)
    cancelled.do(CancelEvent(by=HOST))
    assert (cancelled.event.successor, cancelled.event.errands) == (None, False)


@pytest.mark.parametrize(
    ("options", "what"),
    [
        (EventOptions(every=Every.DAY), "every"),
        (EventOptions(satellite_of=EventId("07-main")), "satellite_of"),
        (EventOptions(shot_clock=4), "shot_clock"),
    ],
)
def test_a_series_has_a_time_and_a_satellite_has_tickets(options: EventOptions, what: str) -> None:
    with pytest.raises(Refused) as caught:
        checked_event(options)
    assert caught.value.numbers["what"] == what


def test_the_winners_of_tickets_are_people_and_whoever_got_less_is_none() -> None:
    options = EventOptions(
        table=SIX, payout=PayoutRule.TICKETS, ticket=3_000, late_level=0, satellite_of=EventId("07-main")
    )
    cup = cup_of(10, options)
    event = cup.finish()
    winners = ticket_winners(event)
    assert [one.prize for one in winners] == [3_000] * 3
    assert event.errands
    computer = replace(event.entrants[0], player=winners[0].player, temper=Temper.ROCK)
    assert len(ticket_winners(replace(event, entrants=(computer, *event.entrants[1:])))) == 2


def test_a_result_counts_every_person_once_with_the_best_place_and_all_that_was_won() -> None:
    cup = cup_of(9, EventOptions(table=TableOptions(seats=9), late_level=0))
    event = cup.finish()
    result = event_result(event)
    assert result is not None
    assert (result.entries, result.at_ms, len(result.rows)) == (9, event.over_ms, 9)
    assert [row.place for row in result.rows] == [one.place for one in event.results]
    assert result.rows[0].points == 3_000
    assert sum(row.prize for row in result.rows) == 9_000
    assert sum(row.knockouts for row in result.rows) >= 8
    again = replace(event.results[-1], player=event.results[0].player, bounties=70)
    twice = event_result(replace(event, results=(*event.results[:-1], again)))
    assert twice is not None
    assert (len(twice.rows), twice.rows[0].place, twice.rows[0].bounties) == (8, 1, 70)


def test_an_evening_of_one_person_and_computers_counts_for_nobody() -> None:
    cup = Cup(EventOptions(table=SIX, structure=QUICK, late_level=0))
    cup.do(Register(by=person(1), name="P1"))
    cup.do(EnterComputers(by=HOST, computers=computers(1, 2, 3)))
    cup.start()
    assert event_result(cup.finish()) is None
