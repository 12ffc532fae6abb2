"""Tournaments on a real server beside their play: rooms of their tables, halls, results, errands, and refills."""

from collections.abc import AsyncIterator
from dataclasses import replace
from datetime import datetime
from random import Random
from secrets import token_hex

import pytest

from core.actions import Rehouse
from core.cardroom.bank import BankRules
from core.cardroom.directing import EventOutcome
from core.cardroom.event_actions import (
    CancelEvent,
    Register,
    RemoveEntrant,
    Unregister,
)
from core.cardroom.event_news import EventCreated
from core.cardroom.event_options import EventOptions, Every, PayoutRule
from core.cardroom.event_result import event_result
from core.cardroom.tournament import Stage, Status, Tournament
from core.commits import key
from core.director import Director
from core.event_commits import EventAnswer, Seen
from core.event_documents import read_result, result_document
from core.ids import HOUSE, CommunityId, EventId, PlayerId, RoomId
from core.refusals import Reason, Refused
from core.series import next_start
from core.store import StoreAway
from tests.banks import ANN, BOB, CAROL, DAY, GUILD, club, now_ms
from tests.event_house import QUICK, TURBO, EventHouse, MortalStore
from tests.redis_faults import Raw

pytest_plugins = ["tests.redis_server"]
HALL, OTHER = RoomId("discord:5:1"), RoomId("discord:5:2")
HOUR = 3_600_000
FAST = EventOptions(table=QUICK, structure=TURBO, late_level=0)


@pytest.fixture
async def house(redis_url: str, raw: Raw) -> AsyncIterator[EventHouse]:
    async with club(redis_url, raw) as made:
        yield EventHouse(club=made, options=FAST)


def another(house: EventHouse, options: EventOptions) -> EventHouse:
    """Another event of the same club."""
    made = EventHouse(club=house.club, options=options)
    made.chance = Random("another house")
    return made


async def begun(house: EventHouse, *people: PlayerId) -> None:
    """An event in which these play."""
    await house.announce()
    for player in people:
        await house.do(Register(by=player, name=player))
    await house.start()


async def rooms_of(house: EventHouse) -> dict[str, str]:
    """Which table is open where."""
    found: dict[str, str] = await house.club.raw.hgetall(key(house.partition, "rooms"))
    return found


# Rooms


async def test_two_events_of_one_hall_play_in_parts_of_their_own(house: EventHouse) -> None:
    await begun(house, ANN, BOB)
    other = another(house, FAST)
    await begun(other, CAROL, BOB)
    (first,), (second,) = (await house.look()).tables, (await other.look()).tables
    assert await rooms_of(house) == {
        f"{HALL}~1": first,
        f"{OTHER}~1": first,
        f"{HALL}~2": second,
        f"{OTHER}~2": second,
    }
    await house.play_on(people=True)
    assert set((await rooms_of(house)).values()) == {second}
    await other.play_on(people=True)
    assert await rooms_of(house) == {}


async def test_a_table_that_has_moved_to_a_place_of_its_own_leaves_that_one_when_it_closes(
    house: EventHouse,
) -> None:
    await begun(house, ANN, BOB)
    (table,) = (await house.look()).tables
    thread = RoomId("discord:5:999")
    await house.club.dealer.act(table, Rehouse(by=HOUSE, room=RoomId(f"{HALL}~1"), to=thread), token_hex(8))
    assert await rooms_of(house) == {thread: table, f"{OTHER}~1": table}
    await house.club.raw.hset(key(house.partition, "rooms"), f"{HALL}~1", "04another")
    await house.play_on(people=True)
    assert await rooms_of(house) == {f"{HALL}~1": "04another"}


# Halls and results


async def test_a_hall_knows_its_events_newest_first_those_that_are_over_among_them(house: EventHouse) -> None:
    await house.announce()
    first = house.id
    await house.do(CancelEvent(by=ANN))
    await house.announce()
    second = house.id
    assert await house.events.in_hall(HALL, GUILD) == (second, first)
    assert await house.events.in_hall(OTHER, GUILD) == (second, first)
    assert await house.events.in_hall(RoomId("discord:5:3"), GUILD) == ()
    await house.club.raw.delete(key(house.partition, "event", first))
    assert await house.events.in_hall(HALL, GUILD) == (second,)
    assert await house.club.raw.zcard(key(house.partition, "hall", HALL)) == 1


async def test_a_hall_tells_its_twenty_newest_events(house: EventHouse) -> None:
    ids = []
    for _ in range(23):
        await house.announce()
        ids.append(house.id)
    assert await house.events.in_hall(HALL, GUILD) == tuple(reversed(ids[3:]))


async def test_an_event_that_is_over_lapses_after_thirty_days_and_what_it_counts_stays(
    house: EventHouse,
) -> None:
    await begun(house, ANN, BOB, CAROL)
    place = key(house.partition, "event", house.id)
    assert await house.club.raw.pttl(place) == -1
    event = await house.play_on(people=True)
    assert 0 < 30 * DAY - await house.club.raw.pttl(place) < HOUR
    (result,) = await house.events.results(GUILD)
    assert result == event_result(event)
    assert read_result(result_document(result)) == result
    assert await house.club.raw.pttl(key(house.partition, "results", GUILD)) == -1
    assert await house.events.results(CommunityId("discord:6")) == ()


async def test_an_event_that_was_called_off_or_had_no_two_people_counts_nothing(house: EventHouse) -> None:
    await begun(house, ANN, BOB)
    await house.do(CancelEvent(by=ANN))
    await house.announce(3)
    await house.start()
    await house.play_on()
    assert await house.events.results(GUILD) == ()
    assert await house.club.raw.pttl(key(house.partition, "event", house.id)) > 0


# Errands


async def announced(house: EventHouse) -> list[EventId]:
    """The announcements that were told in Discord."""
    told = await house.club.raw.xrange(key(house.partition, "news", "discord"))
    return [EventId(one["t"]) for _, one in told if EventCreated(name="Cup").kind in str(one["e"])]


async def settled(house: EventHouse) -> Tournament:
    """Let all that is due be done until nothing of the event is."""
    event = await house.look()
    while event.errands or event.stage is Stage.RUNNING:
        for name, version in await house.claim():
            await house.tick(name, version)
        await house.people_act()
        event = await house.look()
    return event


class DiesAfterTheEnd(MortalStore):
    """Dies at the commits of errands: before (True) or after what is written, as planned."""

    plan: list[bool]

    async def commit(self, seen: Seen, outcome: EventOutcome, request: str, now: int) -> EventAnswer:
        """As the store does, unless it dies."""
        if not self.plan or not request.startswith(("next:", "errands:")):
            return await super().commit(seen, outcome, request, now)
        if self.plan.pop(0):
            raise StoreAway("killed before the commit")
        await super().commit(seen, outcome, request, now)
        raise StoreAway("killed after the commit")


async def test_the_next_one_of_a_series_is_announced_once_however_often_the_director_dies(
    house: EventHouse,
) -> None:
    house.options = replace(FAST, starts_at=now_ms() + HOUR, every=Every.DAY)
    await begun(house, ANN, BOB)
    house.events = mortal = DiesAfterTheEnd(house.club.store)
    mortal.plan = [True, False, True, False]
    house.director = house.new_director()
    event = await settled(house)
    assert mortal.plan == []
    assert event.successor is not None
    following = await house.director.look(event.successor)
    assert following.options.starts_at == (house.options.starts_at or 0) + DAY
    assert (following.name, following.host, following.rooms) == ("Cup", ANN, event.rooms)
    assert (following.stage, following.entrants) == (Stage.REGISTERING, ())
    assert await announced(house) == [event.id, event.successor]
    assert await house.events.in_hall(HALL, GUILD) == (event.successor, event.id)


async def test_a_winner_of_a_ticket_is_in_the_event_that_it_is_for_and_has_paid_with_it(
    house: EventHouse,
) -> None:
    main = another(house, replace(FAST, buy_in=3_000))
    await main.announce()
    await main.do(Register(by=ANN, name="Ann"))
    house.options = replace(FAST, payout=PayoutRule.TICKETS, ticket=3_000, satellite_of=main.id)
    await begun(house, ANN, BOB, CAROL)
    event = await settled(house)
    (winner,) = [one.player for one in event.results if one.prize >= 3_000]
    there = await main.look()
    assert {one.player for one in there.entrants} == {ANN, winner}
    in_main = {ANN: 3_000, winner: 3_000}
    for player in (ANN, BOB, CAROL):
        won = sum(one.prize for one in event.results if one.player == player)
        assert await house.club.balance(player) == 19_000 + won - in_main.get(player, 0)
    await house.club.books()


@pytest.mark.parametrize("closed", [True, False])
async def test_a_ticket_for_an_event_that_is_closed_or_nowhere_is_its_chips(
    house: EventHouse, closed: bool
) -> None:
    main = another(house, FAST)
    await main.announce()
    if closed:
        await main.do(CancelEvent(by=ANN))
    target = main.id if closed else EventId(f"{house.partition:02}-nowhere")
    house.options = replace(FAST, payout=PayoutRule.TICKETS, ticket=2_000, satellite_of=target)
    await begun(house, ANN, BOB)
    event = await settled(house)
    assert not event.errands
    assert sorted([await house.club.balance(one) for one in (ANN, BOB)]) == [19_000, 21_000]


# The time of a series


@pytest.mark.parametrize(
    ("last", "every", "zone", "following"),
    [
        ("2026-12-05T20:00+08:00", Every.WEEK, "Asia/Taipei", "2026-12-12T20:00+08:00"),
        ("2026-10-24T20:00+02:00", Every.DAY, "Europe/Berlin", "2026-10-25T20:00+01:00"),
        ("2026-10-24T20:00+02:00", Every.DAY, "No/Where", "2026-10-25T18:00+00:00"),
        ("2026-01-31T20:00+00:00", Every.MONTH, "UTC", "2026-02-28T20:00+00:00"),
        ("2026-12-31T20:00+00:00", Every.MONTH, "UTC", "2027-01-31T20:00+00:00"),
    ],
)
def test_a_series_starts_at_the_same_time_by_the_clock_of_its_people(
    last: str, every: Every, zone: str, following: str
) -> None:
    at, then = (round(datetime.fromisoformat(one).timestamp() * 1_000) for one in (last, following))
    assert next_start(at, every, zone, at) == then


def test_a_series_leaves_out_what_has_passed_and_nothing_else_is_one() -> None:
    at = round(datetime.fromisoformat("2026-01-31T20:00+00:00").timestamp() * 1_000)
    assert next_start(at, Every.DAY, "UTC", at + 3 * DAY) == at + 4 * DAY
    march = round(datetime.fromisoformat("2026-03-31T20:00+00:00").timestamp() * 1_000)
    assert next_start(at, Every.MONTH, "UTC", at + 40 * DAY) == march
    with pytest.raises(ValueError, match="no series"):
        next_start(at, Every.NONE, "UTC", at)


async def test_the_next_start_is_reckoned_in_the_zone_of_the_community(house: EventHouse) -> None:
    starts = round(datetime.fromisoformat("2026-10-24T20:00+02:00").timestamp() * 1_000)
    asked: list[CommunityId] = []

    async def zone_of(community: CommunityId) -> str:
        asked.append(community)
        return "Europe/Berlin"

    clock = [starts - HOUR]
    house.director = Director(house.events, lambda: clock[0], lambda: token_hex(32), zone_of)
    house.options = replace(FAST, starts_at=starts, every=Every.DAY)
    await house.announce()
    clock[0] = starts
    while (event := await house.look()).stage is not Stage.CANCELLED or event.errands:
        await house.director.tick(house.id)
    assert event.successor is not None
    following = await house.director.look(event.successor)
    assert following.options.starts_at == starts + DAY + HOUR
    assert asked == [GUILD]


# Refills


async def staked(house: EventHouse, player: PlayerId) -> int:
    """What the bank says that the player has in prize pools."""
    return (await house.club.bank.account(GUILD, player)).staked


async def test_nobody_is_refilled_who_has_as_much_in_prize_pools(house: EventHouse) -> None:
    house.options = replace(FAST, buy_in=2_000)
    await house.announce()
    await house.do(Register(by=BOB, name="Bob"))
    await house.club.bank.take(GUILD, BOB, 18_000, "take", by=ANN, admin=True)
    assert (await house.club.balance(BOB), await staked(house, BOB)) == (0, 2_000)
    with pytest.raises(Refused) as caught:
        await house.club.bank.refill(GUILD, BOB, "refill")
    assert (caught.value.reason, caught.value.numbers["at_tables"]) == (Reason.NOT_BROKE, 2_000)
    await house.do(Unregister(by=BOB))
    assert (await house.club.balance(BOB), await staked(house, BOB)) == (2_000, 0)


async def test_who_is_out_of_a_tournament_and_broke_is_refilled(house: EventHouse) -> None:
    house.options = replace(FAST, buy_in=2_000)
    await begun(house, ANN, BOB, CAROL)
    await house.club.bank.take(GUILD, BOB, 18_000, "take", by=ANN, admin=True)
    await house.do(RemoveEntrant(by=ANN, player=BOB))
    while (await house.look()).entrants[1].status is not Status.OUT:
        for name, version in await house.claim():
            await house.tick(name, version)
        await house.people_act()
    assert await staked(house, BOB) == 0
    assert (await house.club.bank.refill(GUILD, BOB, "refill")).chips == BankRules().refill
    await house.play_on(people=True)
    assert [await staked(house, player) for player in (ANN, BOB, CAROL)] == [0, 0, 0]
    await house.club.books()
