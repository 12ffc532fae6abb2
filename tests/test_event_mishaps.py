"""What went wrong at tournaments and must not again: the queue's money, double presses, lost requests."""

import asyncio
from collections.abc import AsyncIterator
from dataclasses import replace

import pytest

from core.actions import Temper
from core.cardroom.event_actions import CheckIn, CreateEvent, Rebuy, Register, Unregister
from core.cardroom.event_news import MovedUp, Unregistered
from core.cardroom.event_options import BountyRule, EntryRule, EventOptions
from core.cardroom.tournament import Stage, Status, is_forsaken, prize_pool, prizes_now
from core.ids import CommunityId, PlayerId, RoomId
from core.options import TableOptions
from core.refusals import Reason, Refused
from tests.banks import ANN, club
from tests.case_hands import ACES, ALL_IN, FLAT, KINGS, play_hand
from tests.event_house import EventHouse
from tests.redis_faults import Raw
from tests.tournament_simulator import EPOCH, Cup, person

pytest_plugins = ["tests.redis_server"]
HOUR = 3_600_000
ONE, TWO, THREE = (person(number) for number in range(1, 4))
SIX = EventOptions(structure=FLAT, table=TableOptions(seats=6), late_level=0)


@pytest.fixture
async def house(redis_url: str, raw: Raw) -> AsyncIterator[EventHouse]:
    async with club(redis_url, raw) as made:
        yield EventHouse(club=made)


# The queue


def test_what_is_held_for_the_queue_is_no_prize_pool() -> None:
    """Four pay 50,000; two of them have a place, and play for 100,000."""
    cup = Cup(EventOptions(max_entrants=2, buy_in=50_000, starts_at=EPOCH + 2 * HOUR))
    cup.register(4)
    assert (cup.event.pool, prize_pool(cup.event), prizes_now(cup.event)) == (200_000, 100_000, (100_000,))


def test_nor_are_the_bounties_of_the_queue() -> None:
    """Each of three pays 1,000, of which 400 are on the head: two have a place, and 1,200 are in the pool."""
    options = EventOptions(
        max_entrants=2, starts_at=EPOCH + HOUR, bounty_rule=BountyRule.FIXED, bounty=400, buy_in=1_000
    )
    cup = Cup(options)
    cup.register(3)
    assert (cup.event.pool, prize_pool(cup.event)) == (3_000, 1_200)
    cup.do(Unregister(by=ONE))
    assert (cup.event.pool, prize_pool(cup.event)) == (2_000, 1_200)


def test_whoever_moves_up_from_the_queue_is_told_so() -> None:
    cup = Cup(EventOptions(max_entrants=2, starts_at=EPOCH + HOUR))
    cup.register(4)
    news = cup.do(Unregister(by=TWO))
    assert [one for one in news if isinstance(one, MovedUp)] == [MovedUp(player=THREE, name="P3")]
    assert cup.event.entrants[2].status is Status.REGISTERED


# Check-in


def test_whoever_registers_while_check_in_is_open_is_there() -> None:
    cup = Cup(EventOptions(starts_at=EPOCH + HOUR, check_in_minutes=10))
    cup.register(2)
    assert cup.step()
    assert cup.event.checking_in
    cup.do(CheckIn(by=ONE))
    cup.do(Register(by=THREE, name="P3"))
    assert cup.step()
    there = {one.player for one in cup.event.entrants if one.status is Status.IN}
    assert (cup.event.stage, there, cup.event.pool) == (Stage.RUNNING, {ONE, THREE}, 2_000)
    assert [one.player for one in cup.news if isinstance(one, Unregistered)] == [TWO]


def test_nobody_passes_the_queue_while_people_check_in_and_who_missed_it_reads_so() -> None:
    """One and two are in, three and four wait; two leaves, and five comes: three has the place at the start."""
    cup = Cup(EventOptions(max_entrants=2, starts_at=EPOCH + HOUR, check_in_minutes=10))
    cup.register(4)
    assert cup.step()
    for player in (ONE, THREE):
        cup.do(CheckIn(by=player))
    cup.do(Unregister(by=TWO))
    cup.do(Register(by=person(5), name="P5"))
    assert cup.event.entrants[-1].status is Status.QUEUED
    assert cup.step()
    assert {one.player for one in cup.event.entrants if one.status is Status.IN} == {ONE, THREE}
    why = {one.player: one.why for one in cup.news if isinstance(one, Unregistered) and not one.chosen}
    assert why == {person(4): "absent", person(5): "full"}
    assert cup.event.pool == 2_000


# Pressed twice


def test_buying_another_stack_with_a_double_press_after_busting_costs_one_buy_in() -> None:
    options = replace(SIX, entry=EntryRule.REBUY, late_level=1, buy_in=500)
    cup = Cup(options)
    cup.register(3)
    cup.start()
    (table,) = cup.event.tables
    play_hand(cup, table, {ONE: ACES, TWO: KINGS}, {ONE: ALL_IN, TWO: ALL_IN})
    assert cup.do(Rebuy(by=TWO)) != ()
    again = cup.do(Rebuy(by=TWO))
    assert (again, cup.event.pool, cup.event.issued) == ((), 2_000, 4 * 1_500)
    play_hand(cup, table, {}, {})
    assert cup.do(Rebuy(by=TWO)) != ()  # A hand later it is another one.
    assert cup.event.pool == 2_500


def test_whoever_has_just_entered_late_buys_no_second_stack_by_a_double_press() -> None:
    cup = Cup(replace(SIX, entry=EntryRule.REBUY, late_level=1))
    cup.register(2)
    cup.start()
    cup.do(Register(by=THREE, name="P3"))
    assert (cup.do(Rebuy(by=THREE)), cup.event.pool) == ((), 3_000)


# Nobody is left but computers


def of_computers(options: EventOptions) -> Cup:
    """One person and three computers play, and the person loses everything in the first hand."""
    cup = Cup(options)
    cup.register(1)
    for number in (2, 3, 4):
        cup.do(Register(by=PlayerId(f"computer:{number}"), name=f"C{number}", temper=Temper.ROCK))
    cup.start()
    (table,) = cup.event.tables
    rival = PlayerId("computer:2")
    assert cup.tables[table].options.computer_ms == 1_400
    play_hand(cup, table, {ONE: KINGS, rival: ACES}, {ONE: ALL_IN, rival: ALL_IN})
    return cup


def test_computers_hurry_once_no_person_is_left() -> None:
    cup = of_computers(SIX)
    (table,) = cup.event.tables
    assert is_forsaken(cup.event)
    chips = cup.event.issued
    play_hand(cup, table, {}, {})
    rules = cup.tables[table].options
    assert (rules.computer_ms, rules.pause_seconds) == (50, 1)
    due, now = cup.tables[table].deadline, cup.now
    assert due is not None
    assert (due - now, cup.event.issued) == (1_000, chips)


def test_computers_take_their_time_while_the_person_may_come_again() -> None:
    cup = of_computers(replace(SIX, entry=EntryRule.RE_ENTRY, late_level=4))
    (table,) = cup.event.tables
    play_hand(cup, table, {}, {})
    assert not is_forsaken(cup.event)
    assert cup.tables[table].options.computer_ms == 1_400


def test_computers_that_play_for_people_who_watch_do_not_hurry() -> None:
    cup = Cup(SIX)
    for number in (2, 3):
        cup.do(Register(by=PlayerId(f"computer:{number}"), name=f"C{number}", temper=Temper.ROCK))
    cup.start()
    assert not is_forsaken(cup.event)


# Requests


def creation(house: EventHouse, number: int) -> CreateEvent:
    """An event of a room of its own."""
    community = CommunityId(f"web:room{number}")
    return CreateEvent(
        by=ANN,
        host_name="Ann",
        event=house.events.new_id(community, house.chance.choice),
        community=community,
        rooms=(RoomId(community),),
        name="T",
        options=house.options,
    )


async def test_who_numbers_requests_anew_in_every_room_makes_an_event_in_each(house: EventHouse) -> None:
    """More rooms than there are partitions: some share one, and what is remembered of a request there."""
    actions = [creation(house, number) for number in range(80)]
    made = await asyncio.gather(*(house.director.act(one.event, one, "request 1") for one in actions))
    assert [one.event.id for one in made] == [one.event for one in actions]
    assert not any(one.repeated for one in made)
    again = await house.new_director().act(actions[0].event, actions[0], "request 1")
    assert (again.repeated, again.event.id) == (True, actions[0].event)


async def test_an_id_that_is_taken_makes_no_second_event(house: EventHouse) -> None:
    action = creation(house, 1)
    await house.director.act(action.event, action, "request 1")
    with pytest.raises(Refused) as caught:
        await house.director.act(action.event, action, "request 2")
    assert caught.value.reason is Reason.EVENT_EXISTS
