"""The director on a real server: what it writes is written at once or not at all, whoever dies, and no chip is lost."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import suppress
from dataclasses import replace
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.clock import Clock
from core.cardroom.event_actions import CancelEvent, PauseEvent, Register, RemoveEntrant, Unregister
from core.cardroom.event_news import Eliminated, EventFinished, Registered
from core.cardroom.event_options import BountyRule, EntryRule, EventOptions, PayoutRule
from core.cardroom.table import Wait
from core.cardroom.tournament import Stage, alive, entries, sizes
from core.commits import key
from core.documents import BadDocument, UnknownSchema
from core.event_documents import event_document, news_document, read_event, read_news
from core.ids import EventId, PlayerId, TableId, is_event
from core.refusals import Reason, Refused
from tests.banks import ANN, BOB, club, everything
from tests.event_house import QUICK, TURBO, EventHouse
from tests.redis_faults import Raw
from tests.tournament_simulator import Cup

pytest_plugins = ["tests.redis_server"]
WAIT = 60


@pytest.fixture
async def house(redis_url: str, raw: Raw) -> AsyncIterator[EventHouse]:
    async with club(redis_url, raw) as made:
        yield EventHouse(club=made)


# Money


async def test_a_buy_in_goes_from_the_wallet_into_the_pool_and_back(house: EventHouse) -> None:
    await house.announce()
    for player in (ANN, BOB):
        await house.do(Register(by=player, name=player))
    assert [await house.club.balance(player) for player in (ANN, BOB)] == [19_000, 19_000]
    books = await house.club.books()
    assert (books.pools, books.wallets) == (2_000, 38_000)
    await house.do(Unregister(by=BOB))
    assert await house.club.balance(BOB) == 20_000
    assert await house.club.ledger(BOB) == [("opening", 20_000), ("entry", -1_000), ("refund", 1_000)]
    assert (await house.club.books()).pools == 1_000


async def test_a_wallet_that_is_short_or_frozen_is_refused_and_nothing_changes(house: EventHouse) -> None:
    house.options = replace(house.options, buy_in=30_000)
    await house.announce()
    await house.club.balance(ANN)
    before = await everything(house.club.raw)
    with pytest.raises(Refused) as caught:
        await house.do(Register(by=ANN, name="Ann"))
    assert (caught.value.reason, caught.value.numbers) == (
        Reason.NOT_ENOUGH_CHIPS,
        {"asked": 30_000, "balance": 20_000},
    )
    await house.club.put(frozen="web:admin", balance=50_000)
    with pytest.raises(Refused) as caught:
        await house.do(Register(by=ANN, name="Ann"))
    assert caught.value.reason is Reason.ACCOUNT_FROZEN
    await house.club.put(balance=20_000)
    await house.club.raw.hdel(house.club.key("bank"), f"frozen {ANN}")
    assert await everything(house.club.raw) == before


async def test_the_same_request_is_done_once(house: EventHouse) -> None:
    await house.announce()
    first = await house.do(Register(by=BOB, name="Bob"), "press 7")
    house.director = house.new_director()
    again = await house.do(Register(by=BOB, name="Bob"), "press 7")
    assert (again.repeated, again.version, again.news) == (True, first.version, first.news)
    assert isinstance(again.news[0], Registered)
    assert (await house.club.books()).pools == 1_000


async def test_two_processes_that_register_people_at_once_lose_nobody(house: EventHouse) -> None:
    await house.announce()
    directors = [house.director, house.new_director()]
    await asyncio.gather(
        *(
            directors[number % 2].act(
                house.id, Register(by=PlayerId(f"discord:{number}"), name="X"), f"request {number}"
            )
            for number in range(12)
        )
    )
    event = await house.look()
    assert (entries(event), event.pool) == (12, 12_000)
    assert len({one.name for one in event.entrants}) == 12
    assert (await house.club.books()).pools == 12_000


async def test_an_event_that_is_nowhere_is_refused(house: EventHouse) -> None:
    for name in ("99-nowhere", "xx-1", f"{house.partition:02}-nowhere", ""):
        with pytest.raises(Refused) as caught:
            await house.director.act(EventId(name), Register(by=BOB, name="Bob"), "r")
        assert caught.value.reason is Reason.NO_EVENT
    assert await house.director.tick(EventId(f"{house.partition:02}-nowhere")) is None


# Whole events


async def test_people_play_for_the_pool_and_the_books_are_right_all_the_time(house: EventHouse) -> None:
    house.options = replace(house.options, bounty_rule=BountyRule.PROGRESSIVE, bounty=333)
    await house.announce()
    people = [PlayerId(f"discord:{number}") for number in range(200, 207)]
    for player in people:
        await house.do(Register(by=player, name=player))
    await house.start()
    for _ in range(30):
        for name, version in await house.claim():
            await house.tick(name, version)
        await house.people_act()
        books = await house.club.books()
        assert (books.pools, books.tables, books.wallets) == (7_000, 0, 7 * 19_000)
    event = await house.play_on(people=True)
    won = {one.player: one.prize + one.bounties for one in event.results}
    assert sum(won.values()) == 7_000
    for player in people:
        assert await house.club.balance(player) == 19_000 + won[player]
    assert (await house.club.books()).pools == 0
    assert house.hands == event.hands


@pytest.mark.parametrize("people", [2, 9, 27])
async def test_a_tournament_of_computers_ends_with_every_chip_paid(house: EventHouse, people: int) -> None:
    house.options = replace(house.options, late_level=1)
    await house.announce(people)
    await house.start()
    event = await house.play_on()
    assert (event.stage, event.pool, event.tables) == (Stage.FINISHED, 0, ())
    assert sum(one.prize for one in event.results) == people * 1_000
    assert len([one for one in house.news if isinstance(one, EventFinished)]) == 1
    assert (await house.club.books()).issued == 0
    left = [name async for name in house.club.raw.scan_iter("*:over:*")]
    assert left == []


@pytest.mark.parametrize("luck", range(2))
async def test_a_director_that_dies_anywhere_is_followed_by_one_that_goes_on(
    house: EventHouse, luck: int
) -> None:
    house.options = replace(
        house.options, late_level=0, payout=PayoutRule.FLAT, entry=EntryRule.FREEZEOUT, bounty=100
    )
    house.options = replace(house.options, bounty_rule=BountyRule.FIXED)
    await house.announce(12)
    await house.start()
    house.events.dying = Random(luck)
    event = await house.play_on()
    assert house.events.deaths > 5
    assert event.results[0].place == 1
    assert sum(one.prize + one.bounties for one in event.results) == 12_000
    assert (await house.club.books()).issued == 0


async def test_killed_between_two_tables_hands_the_move_is_made_once(house: EventHouse) -> None:
    """The hand of the table that gives is over, the process dies, and a new one balances: nobody is doubled."""
    await house.announce(11)
    await house.start()
    event = await house.look()
    count = sizes(event)
    large = max(event.tables, key=lambda one: count[one])
    small = next(one for one in event.tables if one != large)
    victim = next(at for at in alive(event) if event.entrants[at].table == small)
    await house.do(RemoveEntrant(by=ANN, player=event.entrants[victim].player))
    moved = False
    while not moved:
        for name, version in await house.claim():
            event = await house.look()
            if is_event(name) and large in await over(house):
                house.director = house.new_director()  # Nothing was written between the hand's end and now.
            await house.tick(name, version)
        event = await house.look()
        moved = sorted(sizes(event).values()) == [5, 5] or len(event.tables) == 1 or len(alive(event)) < 10
    players = [one.player for one in event.entrants if one.table is not None]
    assert len(set(players)) == len(players) == len(alive(event))


async def test_a_hand_that_ends_while_the_director_works_is_not_forgotten(house: EventHouse) -> None:
    await house.announce(12)
    await house.start()
    seen = await house.events.see(house.id, "")
    assert seen.now is not None
    while not await over(house):
        for name, version in await house.claim():
            if not is_event(name):
                await house.tick(name, version)
    assert not await house.events.rest(house.id, seen.now.version, ())
    assert any(is_event(name) for name, _ in await house.claim())


async def test_a_table_that_waits_in_vain_calls_its_director_again(house: EventHouse) -> None:
    await house.announce(2)
    await house.start()
    while not (waiting := await over(house)):
        for name, version in await house.claim():
            if not is_event(name):
                await house.tick(name, version)
    await house.club.raw.delete(key(house.partition, "over", house.id))
    await house.club.raw.zrem(key(house.partition, "due"), f"{house.id}|0")
    (called,) = waiting
    stored = await house.club.store.load(TableId(called))
    assert stored is not None
    await house.club.dealer.tick(TableId(called), stored.version, "ab" * 32)
    assert await over(house) == {called}
    assert any(is_event(due) for due, _ in await house.claim())
    await house.play_on()


async def test_a_pause_stops_the_hands_that_were_due_at_all_tables_and_every_hand_is_counted_once(
    house: EventHouse,
) -> None:
    await house.announce(12)
    await house.start()
    await house.do(PauseEvent(by=ANN, paused=True))
    assert {one.wait for one in (await house.tables()).values()} == {Wait.DIRECTOR}
    for _ in range(3):
        for name, version in await house.claim():
            await house.tick(name, version)
    assert [one.hand_no for one in (await house.tables()).values()] == [0, 0]
    await house.do(PauseEvent(by=ANN, paused=False))
    event = await house.play_on()
    assert house.hands == event.hands > 0


async def test_a_call_that_leads_to_nothing_leaves_no_deadline(house: EventHouse) -> None:
    await house.announce(2)
    await house.start()
    due = key(house.partition, "due")
    await house.club.raw.zadd(due, {f"{house.id}|0": 1})
    version = (await house.events.see(house.id, "")).now
    assert await house.director.tick(house.id) is None
    assert await house.club.raw.zscore(due, f"{house.id}|0") is None
    assert (await house.events.see(house.id, "")).now == version


async def test_the_clock_runs_a_tournament_by_itself(house: EventHouse) -> None:
    await house.announce(5)
    clock = Clock(house.club.store, house.club.dealer, director=house.director)
    running = asyncio.create_task(clock.run())
    try:
        await house.start()
        async with asyncio.timeout(WAIT):
            await until_over(house)
    finally:
        running.cancel()
        with suppress(asyncio.CancelledError):
            await running
    assert (await house.look()).results[0].place == 1


async def test_what_happened_is_told_on_every_platform_of_the_people(house: EventHouse) -> None:
    await house.announce()
    await house.do(Register(by=ANN, name="Ann"))
    await house.do(Register(by=PlayerId("telegram:9"), name="Tel"))
    await house.start()
    told = {
        name: await house.club.raw.xrange(key(house.partition, "news", name))
        for name in ("discord", "telegram")
    }
    assert (len(told["discord"]), len(told["telegram"])) == (4, 2)
    out = await house.club.raw.xrange(key(house.partition, "out", "telegram"))
    assert len(out) == 1
    event = await house.look()
    rooms = await house.club.raw.hgetall(key(house.partition, "rooms"))
    assert rooms == {"discord:5:1~1": event.tables[0], "discord:5:2~1": event.tables[0]}
    await house.do(CancelEvent(by=ANN))


# Documents


@given(st.sampled_from(["a", "b", "c"]))
def test_an_event_and_its_news_come_back_as_they_were_written(luck: str) -> None:
    cup = Cup(EventOptions(table=QUICK, structure=TURBO), luck=luck)
    cup.register(8)
    cup.start()
    for _ in range(100):
        cup.step()
    assert read_event(event_document(cup.event)) == cup.event
    assert read_news(news_document(tuple(cup.news))) == tuple(cup.news)
    cup.finish()
    assert read_event(event_document(cup.event)) == cup.event
    assert any(isinstance(one, Eliminated) for one in read_news(news_document(tuple(cup.news))))
    with pytest.raises(UnknownSchema):
        read_event(b'{"schema": 2, "event": {}}')
    with pytest.raises(BadDocument):
        read_news(b'{"schema": 1, "news": [{"kind": "no_such"}]}')


async def over(house: EventHouse) -> set[str]:
    """The tables whose hand is over and which nobody has looked at."""
    return set(await house.club.raw.smembers(key(house.partition, "over", house.id)))


async def until_over(house: EventHouse) -> None:
    """Ask until the event is over."""
    while (await house.look()).stage is Stage.RUNNING:
        pass
