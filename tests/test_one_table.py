"""One cash table at a time: refused elsewhere in the community with a way there, unless its bank's rules allow many."""

import asyncio
from collections.abc import AsyncIterator
from dataclasses import replace
from random import Random

import pytest

from adapters.messages import Place
from adapters.render import refusal_message
from core.actions import Leave, Play, SeatComputer, StartPlay, Temper
from core.cardroom.bank import BankRules
from core.cardroom.comings import NOBODY, comings
from core.cardroom.table import seat_of
from core.host_actions import CancelTable, CloseTable, Kick
from core.ids import HOUSE, CommunityId, EventId, PlayerId, RoomId, SeatNo, TableId
from core.options import TableOptions
from core.poker.actions import Fold
from core.refusals import Reason, Refused
from core.side_actions import LeaveQueue, Queue
from tests.banks import ANN, BOB, CAROL, Club, club, clubs, everywhere, refusals
from tests.redis_faults import Raw
from tests.tables import Evening, person

pytest_plugins = ["tests.redis_server"]

DEE = PlayerId("discord:104")
FULL = TableOptions(seats=2, max_buy_in=50_000, same_stack_minutes=0)


@pytest.fixture
async def house(redis_url: str, raw: Raw) -> AsyncIterator[Club]:
    async with club(redis_url, raw) as made:
        yield made


async def refused_at(house: Club, table: TableId, player: PlayerId = ANN) -> Refused:
    with pytest.raises(Refused) as caught:
        await house.sit(table, player, 2_000)
    assert caught.value.reason is Reason.SEATED_ELSEWHERE
    return caught.value


async def seats_of(house: Club, player: PlayerId, *tables: TableId) -> list[TableId]:
    """At which of these tables the player has a seat, which is what the community's hash has to say."""
    found = [one for one in tables if seat_of(await house.dealer.look(one), player) is not None]
    kept = await house.raw.hget(house.key("at"), player)
    assert sorted((kept or "").split()) == sorted(found)
    return found


async def test_a_second_seat_in_the_community_is_refused_with_the_table_and_nothing_is_moved(
    house: Club,
) -> None:
    here, there = await house.open(), await house.open()
    await house.sit(here, ANN, 2_000)
    before = await house.balance(ANN)
    refused = await refused_at(house, there)
    assert refused.numbers == {"name": "Club", "room": f"discord:5:{here}"}
    assert await house.balance(ANN) == before
    assert await seats_of(house, ANN, here, there) == [here]
    await house.sit(there, BOB, 2_000)
    assert (await house.books()).tables == 4_000


async def test_whoever_stood_up_may_sit_elsewhere(house: Club) -> None:
    here, there = await house.open(), await house.open()
    for _ in range(2):
        await house.sit(here, ANN, 2_000)
        await refused_at(house, there)
        await house.leave(here, ANN)
        await house.sit(there, ANN, 2_000)
        await refused_at(house, here)
        await house.leave(there, ANN)
    assert await seats_of(house, ANN, here, there) == []
    assert await house.raw.exists(house.key("at")) == 0


async def test_who_leaves_in_a_hand_is_at_the_table_until_it_is_over(house: Club) -> None:
    here, there = await house.open(), await house.open()
    for player in (ANN, BOB):
        await house.sit(here, player, 2_000)
    await house.act(here, StartPlay(by=ANN))
    started = await house.dealer.look(here)
    version = int(await house.raw.hget(f"{{p{here[:2]}}}:table:{here}", "v"))
    dealt = await house.dealer.tick(here, version, "5e" * 32)
    assert started.hand is None
    assert dealt is not None
    assert dealt.table.hand is not None
    left = await house.leave(here, ANN)
    if left.table.hand is not None:
        await refused_at(house, there)
        while (table := await house.dealer.look(here)).hand is not None:
            to_act = table.hand.setup.seats[table.hand.waiting_for[0]]
            seat = table.seats[to_act - 1]
            assert seat is not None
            await house.act(here, Play(by=seat.player, move=Fold()))
    await house.sit(there, ANN, 2_000)
    assert await seats_of(house, ANN, here, there) == [there]


@pytest.mark.parametrize(
    "ends",
    [Kick(by=ANN, seat=SeatNo(2)), CloseTable(by=ANN), CancelTable(by=HOUSE)],
    ids=lambda one: one.kind,
)
async def test_sent_away_or_closed_or_cancelled_the_person_is_free(
    house: Club, ends: Kick | CloseTable | CancelTable
) -> None:
    here, there = await house.open(), await house.open()
    await house.sit(here, ANN, 2_000)
    await house.sit(here, BOB, 2_000)
    await house.act(here, ends)
    await house.sit(there, BOB, 2_000)
    assert await seats_of(house, BOB, here, there) == [there]


async def test_waiting_for_a_seat_elsewhere_is_refused_and_so_is_an_offered_one(house: Club) -> None:
    full, there = await house.open(FULL), await house.open()
    for player in (BOB, CAROL):
        await house.sit(full, player, 2_000)
    await house.sit(there, ANN, 2_000)
    with pytest.raises(Refused) as caught:
        await house.act(full, Queue(by=ANN, name="Ann"))
    assert caught.value.reason is Reason.SEATED_ELSEWHERE
    await house.leave(there, ANN)
    await house.act(full, Queue(by=ANN, name="Ann"))
    await house.sit(there, ANN, 2_000)
    await house.leave(full, BOB)
    table = await house.dealer.look(full)
    assert [one.offered for one in table.queue] == [SeatNo(1)]
    await refused_at(house, full)
    await house.act(full, LeaveQueue(by=ANN))
    await house.leave(there, ANN)
    await house.sit(full, ANN, 2_000)


async def test_many_tables_are_allowed_by_the_banks_rules_and_not_from_then_on_when_they_are_not(
    house: Club,
) -> None:
    here, there, third = [await house.open() for _ in range(3)]
    await house.sit(here, ANN, 2_000)
    rules = replace(await house.bank.rules(house.community), many_tables=True)
    await house.bank.choose_rules(house.community, rules, "rules 1", by=CAROL, admin=True)
    assert (await house.bank.rules(house.community)).many_tables
    await house.sit(there, ANN, 2_000)
    assert await seats_of(house, ANN, here, there, third) == [here, there]
    one = replace(rules, many_tables=False)
    await house.bank.choose_rules(house.community, one, "rules 2", by=CAROL, admin=True)
    await refused_at(house, third)
    await house.leave(here, ANN)
    assert (await refused_at(house, third)).numbers["room"] == f"discord:5:{there}"
    await house.leave(there, ANN)
    await house.sit(third, ANN, 2_000)


async def test_the_rule_holds_within_one_community(redis_url: str, raw: Raw, house: Club) -> None:
    await house.sit(await house.open(), ANN, 2_000)
    async with club(redis_url, raw) as other:
        other.community = CommunityId("discord:6")
        await other.sit(await other.open(), ANN, 2_000)


async def test_where_chips_are_free_there_is_no_such_rule(redis_url: str, raw: Raw) -> None:
    async with club(redis_url, raw, lambda _: None) as free:
        for _ in range(2):
            await free.sit(await free.open(), ANN, 2_000)


async def test_computers_sit_wherever_they_are_asked_to(house: Club) -> None:
    for host in (ANN, BOB):
        table = await house.open(host=host)
        await house.sit(table, host, 2_000)
        computer = SeatComputer(by=host, player=PlayerId("computer:1"), name="C", temper=Temper.STATION)
        await house.act(table, computer)
    assert sorted(await house.raw.hkeys(house.key("at"))) == [ANN, BOB]


# A seat that is remembered though nobody has it


@pytest.mark.parametrize("where", ["closed", "gone", "empty"])
async def test_an_entry_without_a_seat_refuses_nobody_and_is_forgotten(house: Club, where: str) -> None:
    other, here = await house.open(), await house.open()
    if where == "closed":
        await house.act(other, CancelTable(by=HOUSE))
    if where == "gone":
        other = TableId(other[:2] + "zzzz")
    stale = [other, TableId(other[:2] + "yyyy")]
    await house.raw.hset(house.key("at"), ANN, " ".join(stale))
    await house.sit(here, ANN, 2_000)
    assert await house.raw.hget(house.key("at"), ANN) == here


async def test_a_seat_that_was_forgotten_is_remembered_when_the_next_one_sits_down(house: Club) -> None:
    here, there = await house.open(), await house.open()
    await house.sit(here, ANN, 2_000)
    await house.raw.delete(house.key("at"))
    await house.sit(here, BOB, 2_000)
    await refused_at(house, there)


# At the same time


async def test_two_hundred_sits_at_five_tables_at_once_leave_one_seat(redis_url: str, raw: Raw) -> None:
    async with clubs(redis_url, raw, 4, everywhere(BankRules(opening=1_000_000))) as houses:
        tables = [await houses[0].open() for _ in range(5)]
        chance = Random("sits")
        asks = [
            chance.choice(houses).sit(chance.choice(tables), ANN, 2_000, f"sit {number}")
            for number in range(200)
        ]
        answers = await asyncio.gather(*asks, return_exceptions=True)
        reasons = refusals(answers)
        assert set(reasons) <= {Reason.SEATED_ELSEWHERE, Reason.ALREADY_SEATED}
        assert len(reasons) == 199
        (there,) = [one for one in tables if seat_of(await houses[0].dealer.look(one), ANN) is not None]
        assert await raw.hget(houses[0].key("at"), ANN) == there
        assert await houses[0].balance(ANN) == 998_000
        await houses[0].books()


@pytest.mark.parametrize("seed", range(6))
async def test_whatever_people_do_at_once_nobody_has_two_seats_and_nobody_is_locked_out(
    redis_url: str, raw: Raw, seed: int
) -> None:
    chance, people = Random(f"tables {seed}"), (ANN, BOB, CAROL, DEE)
    async with clubs(redis_url, raw, 3, everywhere(BankRules(opening=1_000_000))) as houses:
        tables = [await houses[0].open(FULL) for _ in range(4)]
        for _ in range(8):
            asks = [some_ask(chance, chance.choice(houses), tables, people) for _ in range(25)]
            refusals(await asyncio.gather(*asks, return_exceptions=True))
            looked = [await houses[0].dealer.look(one) for one in tables]
            tables = [one.id if not one.closed else await houses[0].open(FULL) for one in looked]
            for player in people:
                where = await seats_of(houses[0], player, *[one.id for one in looked if not one.closed])
                assert len(where) <= 1
                if not where:
                    own = await houses[0].open(FULL)
                    await houses[0].sit(own, player, 2_000)
                    await houses[0].leave(own, player)
        await houses[0].books()


async def some_ask(chance: Random, house: Club, tables: list[TableId], people: tuple[PlayerId, ...]) -> None:
    """Somebody sits down, waits for a seat, gets up, is sent away, or the table ends."""
    table, player = chance.choice(tables), chance.choice(people)
    match chance.randrange(12):
        case 0:
            await house.act(table, Kick(by=ANN, seat=SeatNo(chance.randint(1, 2))))
        case 1:
            await house.act(table, CancelTable(by=HOUSE) if chance.random() < 0.3 else CloseTable(by=ANN))
        case 2 | 3:
            await house.act(table, Queue(by=player, name=player))
        case 4 | 5 | 6:
            await house.leave(table, player)
        case _:
            await house.sit(table, player, 2_000)


# What one change of a table means


def test_only_a_change_of_people_says_anything() -> None:
    played = Evening()
    empty = played.table
    played.sit("Ann", "Bob")
    both = played.table
    played.seat_computers(1)
    assert comings(None, empty) is NOBODY
    ann, bob = person("Ann"), person("Bob")
    assert comings(empty, both).wanting == comings(empty, both).sitting == (ann, bob)
    assert comings(both, played.table) is NOBODY
    played.do(Leave(by=bob))
    gone = comings(both, played.table)
    assert (gone.wanting, gone.sitting, gone.gone) == ((), (ann,), (bob,))
    assert comings(played.table, replace(played.table, closed=True)).gone == (ann,)


def test_a_seat_in_a_tournament_is_no_seat_here() -> None:
    played = Evening()
    before = replace(played.table, event=EventId("07-k3f9mp"))
    played.sit("Ann")
    assert comings(before, replace(played.table, event=EventId("07-k3f9mp"))) is NOBODY


# How it is said


def room_of(message_of: Refused) -> Place:
    (place,) = [
        piece
        for line in refusal_message(message_of).lines
        for piece in line.pieces
        if isinstance(piece, Place)
    ]
    return place


async def test_the_refusal_says_the_table_and_leads_to_it(house: Club) -> None:
    here, there = await house.open(), await house.open()
    await house.sit(here, ANN, 2_000)
    assert room_of(await refused_at(house, there)) == Place(room=RoomId(f"discord:5:{here}"), name="Club")
