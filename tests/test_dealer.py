"""The dealer on a real server: once and only once, one round trip, and nothing from memory."""

import asyncio
from contextlib import AsyncExitStack
from dataclasses import replace
from pathlib import Path

import pytest
from structlog.testing import capture_logs

from core.actions import Action, SetPhrase
from core.cardroom.table import Table
from core.dealer import Answer, Dealer
from core.documents import UnknownSchema
from core.events import PhraseSet, TimedOut
from core.host_actions import CloseTable
from core.ids import RoomId, SeatNo, TableId
from core.refusals import Reason, Refused
from core.rules import Outcome
from core.store import Store, StoreAway, connect
from tests.bench.bench_commit import next_action, now_ms, six_seated
from tests.redis_faults import Raw, kill, mortal_server, revive, wiretap
from tests.tally import ANN, HOME, LOBBY, SECRET, StandingClock, opening, phrase, table_key, tally

pytest_plugins = ["tests.redis_server"]

CHANCE = "11" * 32


def dealing(store: Store) -> Dealer:
    """A dealer, as another process would have it."""
    return Dealer(store, StandingClock(), rules=tally)


@pytest.fixture
def dealer(store: Store) -> Dealer:
    return dealing(store)


@pytest.fixture
async def table_id(dealer: Dealer, store: Store) -> TableId:
    """A table at version 1 with no hand counted."""
    return (await dealer.open(opening(store), "open")).table.id


async def kept(store: Store, table_id: TableId) -> tuple[int, int]:
    """Version and hands, as Redis has them."""
    found = await store.load(table_id)
    assert found
    return found.version, found.table.hand_no


async def announced(raw: Raw, table_id: TableId) -> list[int]:
    """The versions that the outbox tells of."""
    entries = await raw.xrange(f"{{p{table_id[:2]}}}:out:web")
    return [int(fields["v"]) for _, fields in entries]


def said(answer: Answer) -> list[str]:
    return [event.phrase for event in answer.events if isinstance(event, PhraseSet)]


# One action


async def test_an_action_is_applied_written_and_answered(
    dealer: Dealer, store: Store, raw: Raw, table_id: TableId
) -> None:
    answer = await dealer.act(table_id, phrase("river"), "r1")
    assert (answer.version, answer.table.hand_no, said(answer)) == (2, 1, ["river"])
    assert (answer.repeated, answer.rewound) == (False, False)
    assert await kept(store, table_id) == (2, 1)
    assert await announced(raw, table_id) == [1, 2]


async def test_an_action_costs_one_round_trip(redis_url: str, tmp_path: Path) -> None:
    async with wiretap(redis_url, tmp_path) as tap, await connect(tap.url) as store:
        dealer = dealing(store)
        table_id = (await dealer.open(opening(store), "open")).table.id
        del tap.requests[:]
        for number in range(50):
            await dealer.act(table_id, phrase(), f"r{number}")
        assert [request[0] for request in tap.requests] == [b"EVALSHA"] * 50


async def test_a_process_that_comes_new_to_a_table_reads_it_once(
    redis_url: str, tmp_path: Path, table_id: TableId
) -> None:
    async with wiretap(redis_url, tmp_path) as tap, await connect(tap.url) as store:
        dealer = dealing(store)
        del tap.requests[:]
        for number in range(9):
            await dealer.act(table_id, phrase(), f"r{number}")
        assert len(tap.requests) <= 10 + 1  # the first EVALSHA of a script may have to teach it


async def test_what_the_rules_refuse_changes_nothing(
    dealer: Dealer, store: Store, raw: Raw, table_id: TableId
) -> None:
    before = await raw.dbsize()
    with pytest.raises(Refused) as refused:
        await dealer.act(table_id, phrase("no"), "r1")
    assert refused.value.reason is Reason.PHRASE_TOO_LONG
    assert await kept(store, table_id) == (1, 0)
    assert await raw.dbsize() == before
    assert (await dealer.act(table_id, phrase(), "r1")).version == 2


@pytest.mark.parametrize("odd", ["07kkkkkk", "nonsense", ""])
async def test_there_is_no_table_where_there_is_none(dealer: Dealer, odd: str) -> None:
    for asked in (dealer.act(TableId(odd), phrase(), "r1"), dealer.look(TableId(odd))):
        with pytest.raises(Refused) as refused:
            await asked
        assert refused.value.reason is Reason.NO_TABLE


async def test_each_commit_wakes_who_waits_for_it_and_a_refusal_nobody(
    dealer: Dealer, table_id: TableId
) -> None:
    woken: list[TableId] = []
    dealer.on_commit.append(woken.append)
    await dealer.act(table_id, phrase(), "r1")
    with pytest.raises(Refused):
        await dealer.act(table_id, phrase("no"), "r2")
    assert woken == [table_id]


async def test_an_answer_shows_no_table_and_no_event_in_its_repr(dealer: Dealer, table_id: TableId) -> None:
    shown = repr(await dealer.act(table_id, phrase("river"), "r1"))
    assert SECRET not in shown
    assert "river" not in shown


# Once and only once


async def test_the_same_request_changes_nothing_and_answers_the_same(
    dealer: Dealer, store: Store, raw: Raw, table_id: TableId
) -> None:
    first = await dealer.act(table_id, phrase("river"), "r1")
    await dealer.act(table_id, phrase("turn"), "r2")
    for again in (dealer, dealing(store)):
        answer = await again.act(table_id, phrase("river"), "r1")
        assert answer.repeated
        assert (answer.version, answer.events) == (first.version, first.events)
        assert answer.table.hand_no == 2
    assert await announced(raw, table_id) == [1, 2, 3]


async def test_a_repeated_request_is_answered_even_if_the_rules_would_refuse_it_by_now(
    store: Store, table_id: TableId
) -> None:
    def once(state: Table | None, action: Action, now: int) -> Outcome:
        if isinstance(action, SetPhrase) and state and state.hand_no:
            raise Refused(Reason.NOT_YOUR_TURN)
        return tally(state, action, now)

    dealer = Dealer(store, StandingClock(), rules=once)
    first = await dealer.act(table_id, phrase("river"), "r1")
    again = await dealer.act(table_id, phrase("river"), "r1")
    assert again == replace(first, repeated=True)
    with pytest.raises(Refused):
        await dealer.act(table_id, phrase("river"), "r2")


async def test_the_same_request_many_times_at_once_is_done_once(
    dealer: Dealer, store: Store, table_id: TableId
) -> None:
    others = [dealing(store) for _ in range(4)]
    answers = await asyncio.gather(*(each.act(table_id, phrase(), "r1") for each in (dealer, *others) * 3))
    assert [answer.repeated for answer in answers].count(False) == 1
    assert await kept(store, table_id) == (2, 1)


async def test_opening_twice_with_one_request_opens_one_table(dealer: Dealer, store: Store) -> None:
    first = await dealer.open(opening(store), "open")
    again = await dealer.open(opening(store, letter="m"), "open")
    assert again == replace(first, repeated=True)


async def test_a_second_table_in_a_room_is_refused_by_the_name_of_the_first(
    dealer: Dealer, store: Store
) -> None:
    await dealer.open(opening(store, "The Den"), "open")
    with pytest.raises(Refused) as refused:
        await dealer.open(opening(store, "Mine", letter="m"), "mine")
    assert (refused.value.reason, refused.value.numbers) == (Reason.TABLE_EXISTS, {"name": "The Den"})


async def test_a_table_id_that_is_in_use_is_refused(dealer: Dealer, store: Store, table_id: TableId) -> None:
    with pytest.raises(Refused) as refused:
        await dealer.open(opening(store, room=RoomId("web:attic")), "mine")
    assert refused.value.reason is Reason.TABLE_EXISTS
    assert (await dealer.act(table_id, phrase(), "r1")).version == 2


# Several dealers


async def test_a_dealer_whose_table_is_old_takes_the_newer_one_and_applies_again(
    dealer: Dealer, store: Store, table_id: TableId
) -> None:
    other = dealing(store)
    await other.act(table_id, phrase(), "r1")
    answer = await dealer.act(table_id, phrase(), "r2")
    assert (answer.version, answer.table.hand_no) == (3, 2)


async def test_nothing_is_refused_for_what_an_old_table_says(store: Store, table_id: TableId) -> None:
    def second_only(state: Table | None, action: Action, now: int) -> Outcome:
        if state and not state.hand_no and action == phrase("second"):
            raise Refused(Reason.NOT_YOUR_TURN)
        return tally(state, action, now)

    old = Dealer(store, StandingClock(), rules=second_only)
    with pytest.raises(Refused):
        await old.act(table_id, phrase("second"), "r1")
    await dealing(store).act(table_id, phrase("first"), "r2")
    assert (await old.act(table_id, phrase("second"), "r3")).version == 3


async def test_eight_dealers_with_two_hundred_actions_each_lose_none_and_double_none(
    redis_url: str, raw: Raw, table_id: TableId
) -> None:
    async with AsyncExitStack() as stack:
        stores = [await stack.enter_async_context(await connect(redis_url)) for _ in range(8)]

        async def two_hundred(number: int) -> list[Answer]:
            dealer = dealing(stores[number])
            return [await dealer.act(table_id, phrase(), f"{number}:{each}") for each in range(200)]

        answers = await asyncio.gather(*(two_hundred(number) for number in range(8)))
        assert await kept(stores[0], table_id) == (1_601, 1_600)
    versions = sorted(answer.version for of_one in answers for answer in of_one)
    assert versions == list(range(2, 1_602))
    assert await announced(raw, table_id) == list(range(1, 1_602))


# What goes wrong on the way


async def test_a_lost_answer_is_found_out_and_the_action_is_done_once(redis_url: str, tmp_path: Path) -> None:
    async with wiretap(redis_url, tmp_path) as tap, await connect(tap.url) as store:
        dealer = dealing(store)
        table_id = (await dealer.open(opening(store), "open")).table.id
        tap.cut_after = 1
        answer = await dealer.act(table_id, phrase("river"), "r1")
        assert tap.cut.is_set()
        assert (answer.version, said(answer)) == (2, ["river"])
        assert await kept(store, table_id) == (2, 1)


async def test_an_action_cancelled_on_the_way_is_found_done_by_its_request(
    redis_url: str, tmp_path: Path
) -> None:
    async with wiretap(redis_url, tmp_path) as tap, await connect(tap.url) as store:
        dealer = dealing(store)
        table_id = (await dealer.open(opening(store), "open")).table.id
        tap.deaf = True
        asked = asyncio.create_task(dealer.act(table_id, phrase("river"), "r1"))
        await asyncio.wait_for(tap.cut.wait(), 5)
        asked.cancel()
        with pytest.raises(asyncio.CancelledError):
            await asked
        tap.deaf = False
        assert (await dealer.look(table_id, at_least=1)).hand_no == 1
        assert (await dealer.act(table_id, phrase("turn"), "r2")).version == 3
        again = await dealer.act(table_id, phrase("river"), "r1")
        assert (again.version, said(again), again.repeated) == (2, ["river"], True)
        assert await kept(store, table_id) == (3, 2)


async def test_with_redis_away_every_action_is_refused_and_afterwards_play_goes_on(tmp_path: Path) -> None:
    async with mortal_server(tmp_path) as server, await connect(server.url, patience=0.3) as store:
        dealer = dealing(store)
        table_id = (await dealer.open(opening(store), "open")).table.id
        kill(server)
        for asked in (
            dealer.act(table_id, phrase(), "r1"),
            dealer.act(table_id, phrase("no"), "r2"),
            dealer.look(table_id),
            dealer.open(opening(store, room=RoomId("web:attic"), letter="m"), "mine"),
        ):
            with pytest.raises(Refused) as refused:
                await asked
            assert refused.value.reason is Reason.DEALER_AWAY
            assert isinstance(refused.value.__cause__, StoreAway)
        await revive(server)
        assert await kept(store, table_id) == (1, 0)
        answer = await dealer.act(table_id, phrase(), "r1")
        assert (answer.version, answer.repeated) == (2, False)


async def test_a_server_killed_in_the_middle_of_play_loses_nothing_and_doubles_nothing(
    tmp_path: Path,
) -> None:
    async with mortal_server(tmp_path) as server, await connect(server.url, patience=10.0) as store:
        dealers = [dealing(store) for _ in range(4)]
        table_id = (await dealers[0].open(opening(store), "open")).table.id
        done = 0

        async def fifty(number: int) -> list[Answer]:
            nonlocal done
            answers = []
            for each in range(50):
                answers.append(await dealers[number].act(table_id, phrase(), f"{number}:{each}"))
                done += 1
                if done in (40, 120):
                    kill(server)
                    await revive(server)
            return answers

        answers = await asyncio.gather(*(fifty(number) for number in range(4)))
        versions = sorted(answer.version for of_one in answers for answer in of_one)
        assert versions == list(range(2, 202))
        assert await kept(store, table_id) == (201, 200)


async def test_a_real_hand_goes_on_after_a_kill_with_the_same_cards_at_the_same_action(
    tmp_path: Path,
) -> None:
    async with mortal_server(tmp_path) as server:
        async with await connect(server.url) as store:
            dealer = Dealer(store, now_ms)
            table = await six_seated(dealer, store.new_table_id(HOME, lambda _: "k"), LOBBY)
            for number in range(9):
                table = (await dealer.act(table.id, next_action(table), f"before {number}")).table
        kill(server)
        await revive(server)
        async with await connect(server.url) as store:
            dealer = Dealer(store, now_ms)
            assert table.hand
            assert await dealer.look(table.id) == table
            for number in range(90):
                table = (await dealer.act(table.id, next_action(table), f"after {number}")).table
            last = table.hand_no if not table.hand else table.hand_no - 1
            assert last > 1
            assert [hand.hand_no for hand in await store.last_records(table.id, 99)] == [*range(last, 0, -1)]


async def test_a_table_of_an_unknown_schema_is_refused_and_left_alone(
    store: Store, raw: Raw, table_id: TableId
) -> None:
    await raw.hset(table_key(table_id), "d", '{"schema":2}')
    with capture_logs() as logs, pytest.raises(Refused) as refused:
        await dealing(store).act(table_id, phrase(), "r1")
    assert refused.value.reason is Reason.DEALER_AWAY
    assert isinstance(refused.value.__cause__, UnknownSchema)
    assert logs[0]["event"] == "table_unreadable"
    assert "schema 2" in logs[0]["why"]
    assert await raw.hgetall(table_key(table_id)) == {"v": "1", "d": '{"schema":2}', "t": ""}


async def test_a_table_that_a_failover_rewound_is_played_on_from_what_is_left_and_says_so(
    dealer: Dealer, store: Store, raw: Raw, table_id: TableId
) -> None:
    await dealer.act(table_id, phrase(), "r1")
    left = await raw.hgetall(table_key(table_id))
    await dealer.act(table_id, phrase(), "r2")
    await dealer.act(table_id, phrase(), "r3")
    await raw.hset(table_key(table_id), mapping=left)
    with capture_logs() as logs:
        answer = await dealer.act(table_id, phrase(), "r4")
    assert (answer.version, answer.table.hand_no, answer.rewound) == (3, 2, True)
    assert [(log["event"], log["lost"]) for log in logs] == [("table_rewound", 2)]
    assert not (await dealer.act(table_id, phrase(), "r5")).rewound


async def test_a_broken_rule_leaves_the_table_as_it_was(store: Store, table_id: TableId) -> None:
    def broken(state: Table | None, action: Action, now: int) -> Outcome:
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        await Dealer(store, StandingClock(), rules=broken).act(table_id, phrase(), "r1")
    assert await kept(store, table_id) == (1, 0)


# Looking and forgetting


async def test_a_look_sees_what_other_processes_did(dealer: Dealer, store: Store, table_id: TableId) -> None:
    await dealing(store).act(table_id, phrase(), "r1")
    assert (await dealer.look(table_id, at_least=1)).hand_no == 0
    assert (await dealer.look(table_id, at_least=2)).hand_no == 1
    await dealing(store).act(table_id, phrase(), "r2")
    assert (await dealer.look(table_id)).hand_no == 2


async def test_a_look_at_what_was_just_committed_costs_nothing(redis_url: str, tmp_path: Path) -> None:
    async with wiretap(redis_url, tmp_path) as tap, await connect(tap.url) as store:
        dealer = dealing(store)
        answer = await dealer.open(opening(store), "open")
        del tap.requests[:]
        assert await dealer.look(answer.table.id, answer.version) == answer.table
        assert not tap.requests


async def test_only_so_many_tables_are_held_and_a_forgotten_one_is_read_again(
    redis_url: str, tmp_path: Path
) -> None:
    async with wiretap(redis_url, tmp_path) as tap, await connect(tap.url) as store:
        dealer = Dealer(store, StandingClock(), rules=tally, most_held=2)
        actions = [opening(store, room=RoomId(f"web:{letter}"), letter=letter) for letter in "abc"]
        for action in actions:
            await dealer.open(action, action.room)
        oldest, *held = [action.table for action in actions]
        del tap.requests[:]
        for table_id in held:
            await dealer.look(table_id, at_least=1)
        assert not tap.requests
        assert (await dealer.act(oldest, phrase(), "r1")).table.hand_no == 1
        assert len(tap.requests) > 1


# The fence of a deadline


async def test_a_deadline_passes_at_exactly_its_version(
    dealer: Dealer, store: Store, raw: Raw, table_id: TableId
) -> None:
    await dealer.act(table_id, phrase("in 9"), "r1")
    answer = await dealer.tick(table_id, 2, CHANCE)
    assert answer
    assert answer.events == (TimedOut(seat=SeatNo(1)),)
    assert answer.table.issued == 1
    assert await raw.exists(f"{{p{table_id[:2]}}}:seen:timeout:{table_id}:2")
    assert await dealer.tick(table_id, 2, CHANCE) is None
    assert (await dealer.look(table_id)).issued == 1


async def test_a_deadline_that_another_process_set_passes_here(
    dealer: Dealer, store: Store, table_id: TableId
) -> None:
    await dealing(store).act(table_id, phrase("in 9"), "r1")
    assert await dealer.tick(table_id, 2, CHANCE)


async def test_the_deadline_of_an_older_version_is_dropped_whoever_holds_what(
    dealer: Dealer, store: Store, raw: Raw, table_id: TableId
) -> None:
    await dealer.act(table_id, phrase("in 9"), "r1")
    late = dealing(store)
    await late.look(table_id)
    await dealer.act(table_id, phrase("in 99"), "r2")
    due = f"{{p{table_id[:2]}}}:due"
    for zombie in (late, dealer, dealing(store)):
        await raw.zadd(due, {f"{table_id}|2": 0})
        assert await zombie.tick(table_id, 2, CHANCE) is None
    assert (await dealer.look(table_id)).issued == 0
    assert await raw.zrange(due, 0, -1) == [f"{table_id}|3"]


async def test_the_deadline_of_a_table_that_is_gone_is_dropped(
    dealer: Dealer, raw: Raw, table_id: TableId
) -> None:
    await dealer.act(table_id, phrase("in 9"), "r1")
    await raw.delete(table_key(table_id))
    due = f"{{p{table_id[:2]}}}:due"
    assert await raw.zcard(due) == 1
    assert await dealer.tick(table_id, 2, CHANCE) is None
    assert await dealer.tick(table_id, 2, CHANCE) is None
    assert await raw.zcard(due) == 0


async def test_a_closed_table_stays_closed(dealer: Dealer, store: Store, table_id: TableId) -> None:
    closed = await dealer.act(table_id, CloseTable(by=ANN), "r1")
    assert closed.table.closed
    assert await store.table_in(LOBBY, closed.table.community) is None
