"""The store on a real server: one commit and its answers, rooms, records, deadlines, and Redis going away."""

import asyncio
from dataclasses import replace
from pathlib import Path

import pytest

from core.cardroom.table import Table
from core.commits import Change, Committed, Conflict, Keeping, Repeated, RoomTaken
from core.documents import BadDocument, UnknownSchema
from core.events import Event, PhraseSet
from core.ids import CommunityId, RoomId, SeatNo, TableId
from core.poker.record import HandRecord
from core.store import Store, StoreAway, WrongPartitions, connect
from tests.record_examples import one_board, two_boards
from tests.redis_faults import Raw, kill, mortal_server, revive, wiretap
from tests.tally import HOME, LOBBY, SECRET, opened, opening, table_key

pytest_plugins = ["tests.redis_server"]

SAID: tuple[Event, ...] = (PhraseSet(seat=SeatNo(1), phrase="river"),)


def change(
    after: Table,
    before: Table | None = None,
    *,
    version: int = 0,
    request: str = "first",
    events: tuple[Event, ...] = SAID,
    record: HandRecord | None = None,
    due_in: int | None = None,
) -> Change:
    return Change(
        request=request,
        version=version,
        before=before,
        after=after,
        events=events,
        record=record,
        due_in=due_in,
    )


@pytest.fixture
async def table(store: Store) -> Table:
    """A table that is version 1 in the store."""
    new = opened(opening(store))
    assert await store.commit(change(new, request="open")) == Committed(1)
    return new


async def everything(raw: Raw) -> dict[str, bytes]:
    """The whole database."""
    return {name: await raw.dump(name) async for name in raw.scan_iter()}


# Names and places


def test_a_table_id_begins_with_its_communitys_partition(store: Store) -> None:
    table_id = store.new_table_id(HOME, lambda letters: letters[0])
    assert table_id == f"{store.partition_of(HOME):02}222222"
    assert store.partition_of_table(table_id) == store.partition_of(HOME)


@pytest.mark.parametrize(
    "odd", ["", "7", "64kkkk", "xxkkkk", "07", "07k}", "07k|3", "07K", "٠٧k", "07" + "k" * 21]
)
def test_what_cannot_be_a_table_id_is_no_table(store: Store, odd: str) -> None:
    assert store.partition_of_table(TableId(odd)) is None


def test_communities_spread_over_all_partitions(store: Store) -> None:
    places = {store.partition_of(CommunityId(f"discord:{number}")) for number in range(2_000)}
    assert places == set(range(64))


async def test_the_number_of_partitions_is_kept_and_another_is_refused(redis_url: str) -> None:
    async with await connect(redis_url, partitions=16):
        pass
    with pytest.raises(WrongPartitions, match="16 partitions and Riverbot is set to 64"):
        await connect(redis_url)
    async with await connect(redis_url, partitions=16):
        pass


async def test_a_url_of_another_kind_is_refused() -> None:
    with pytest.raises(ValueError, match="redis://, rediss://, unix://"):
        await connect("http://localhost")


# One commit


async def test_what_was_committed_is_loaded_equal(store: Store, table: Table) -> None:
    found = await store.load(table.id)
    assert found
    assert (found.version, found.table) == (1, table)


async def test_a_table_that_is_not_there_is_none(store: Store) -> None:
    assert await store.load(TableId("07kkkkkk")) is None
    assert await store.load(TableId("nonsense")) is None


async def test_a_commit_at_the_present_version_makes_the_next(store: Store, table: Table) -> None:
    after = replace(table, hand_no=1)
    assert await store.commit(change(after, table, version=1)) == Committed(2)
    found = await store.load(table.id)
    assert found
    assert (found.version, found.table) == (2, after)


async def test_the_same_request_changes_nothing_and_gets_the_kept_answer(
    store: Store, raw: Raw, table: Table
) -> None:
    await store.commit(change(replace(table, hand_no=1), table, version=1))
    before = await everything(raw)
    again = await store.commit(change(replace(table, hand_no=7), table, version=2, events=()))
    assert isinstance(again, Repeated)
    assert (again.table_id, again.version, again.events) == (table.id, 2, SAID)
    assert again.now == await store.load(table.id)
    assert await everything(raw) == before


async def test_a_request_is_known_to_be_done_before_its_version_is_looked_at(
    store: Store, table: Table
) -> None:
    await store.commit(change(replace(table, hand_no=1), table, version=1))
    assert isinstance(await store.commit(change(replace(table, hand_no=1), table, version=1)), Repeated)


async def test_an_answer_is_kept_for_a_day(raw: Raw, store: Store, table: Table) -> None:
    left = await raw.pttl(f"{{p{table.id[:2]}}}:seen:open")
    assert 86_390_000 < left <= 86_400_000


async def test_the_loser_of_a_race_writes_nothing_and_gets_the_newer_table(
    store: Store, raw: Raw, table: Table
) -> None:
    winner = replace(table, hand_no=1)
    await store.commit(change(winner, table, version=1, request="winner"))
    before = await everything(raw)
    lost = await store.commit(change(replace(table, hand_no=9), table, version=1, request="loser"))
    assert lost == Conflict(await store.load(table.id))
    assert lost.now
    assert (lost.now.version, lost.now.table) == (2, winner)
    assert await everything(raw) == before


async def test_a_table_cannot_be_opened_twice_under_one_id(store: Store, table: Table) -> None:
    assert await store.commit(change(table)) == Conflict(await store.load(table.id))


async def test_a_table_that_is_gone_is_a_conflict_with_nothing(store: Store, raw: Raw, table: Table) -> None:
    await raw.delete(table_key(table.id))
    assert await store.commit(change(table, table, version=1)) == Conflict(None)


async def test_a_commit_is_one_request(redis_url: str, tmp_path: Path) -> None:
    async with wiretap(redis_url, tmp_path) as tap, await connect(tap.url) as store:
        new = opened(opening(store))
        await store.commit(change(new, request="open"))
        del tap.requests[:]
        await store.commit(change(replace(new, hand_no=1), new, version=1))
        assert [request[0] for request in tap.requests] == [b"EVALSHA"]


async def test_a_server_that_forgot_the_scripts_is_taught_again(store: Store, raw: Raw, table: Table) -> None:
    await raw.script_flush()
    assert await store.commit(change(replace(table, hand_no=1), table, version=1)) == Committed(2)
    await raw.script_flush()
    assert await store.claim_due([0, 1], lease=1_000) == [([], None), ([], None)]


async def test_a_table_id_of_another_partition_is_refused(store: Store, raw: Raw) -> None:
    astray = f"{(store.partition_of(HOME) + 1) % 64:02}kkkkkk"
    with pytest.raises(ValueError, match="begins with the partition"):
        await store.commit(change(replace(opened(opening(store)), id=TableId(astray))))


# Rooms and closing


async def test_an_open_table_is_found_by_its_room(store: Store, table: Table) -> None:
    assert await store.table_in(LOBBY, HOME) == table.id
    assert await store.table_in(RoomId("web:attic"), HOME) is None


async def test_a_second_table_in_a_room_is_refused_and_nothing_is_written(
    store: Store, raw: Raw, table: Table
) -> None:
    before = await everything(raw)
    second = opened(opening(store, letter="m"))
    assert await store.commit(change(second, request="second")) == RoomTaken(table.id)
    assert await everything(raw) == before


async def test_a_table_is_found_in_every_room_it_is_linked_to(store: Store, table: Table) -> None:
    both = replace(table, rooms=(LOBBY, RoomId("discord:1:2")))
    await store.commit(change(both, table, version=1, request="link"))
    assert await store.table_in(RoomId("discord:1:2"), HOME) == table.id
    await store.commit(change(table, both, version=2, request="unlink"))
    assert await store.table_in(RoomId("discord:1:2"), HOME) is None
    assert await store.table_in(LOBBY, HOME) == table.id


async def test_closing_frees_the_room_and_the_deadline_and_keeps_the_document_for_an_hour(
    store: Store, raw: Raw, table: Table
) -> None:
    waiting = replace(table, deadline=1)
    await store.commit(change(waiting, table, version=1, request="wait", due_in=0, record=one_board()))
    closed = replace(waiting, closed=True)
    await store.commit(change(closed, waiting, version=2, request="close", due_in=0))
    assert await store.table_in(LOBBY, HOME) is None
    assert await raw.zcard(f"{{p{table.id[:2]}}}:due") == 0
    found = await store.load(table.id)
    assert found
    assert found.table == closed
    assert 3_590 < await raw.ttl(table_key(table.id)) <= 3_600
    assert await raw.ttl(f"{{p{table.id[:2]}}}:hands:{table.id}") > 86_400
    assert await store.commit(change(opened(opening(store, letter="m")), request="next")) == Committed(1)


# Records


async def test_records_are_found_by_hand_number_and_newest_first(store: Store, table: Table) -> None:
    await store.commit(change(table, table, version=1, request="17", record=one_board()))
    await store.commit(change(table, table, version=2, request="18", record=two_boards()))
    assert await store.record(table.id, 17) == one_board()
    assert await store.record(table.id, 19) is None
    assert await store.last_records(table.id, 1) == (two_boards(),)
    assert await store.last_records(table.id, 9) == (two_boards(), one_board())
    assert await store.last_records(TableId("nonsense"), 9) == ()


async def test_only_the_newest_records_are_kept(redis_url: str) -> None:
    async with await connect(redis_url, keeping=Keeping(hands=3)) as store:
        table = opened(opening(store))
        await store.commit(change(table, request="open"))
        for number in range(1, 6):
            hand = replace(one_board(), hand_no=number)
            await store.commit(change(table, table, version=number, request=str(number), record=hand))
        kept = await store.last_records(table.id, 9)
        assert [hand.hand_no for hand in kept] == [5, 4, 3]


# Documents that cannot be read


@pytest.mark.parametrize(
    ("document", "why"),
    [
        (f'{{"schema":2,"table":{{"next_secret":"{SECRET}"}}}}', "has schema 2"),
        (f'{{"table":{{"next_secret":"{SECRET}"}}}}', "no schema number"),
        (f'{{"schema":"{SECRET}","table":1}}', "no schema number"),
    ],
)
async def test_an_unknown_schema_is_refused_and_quotes_no_secret(
    store: Store, raw: Raw, table: Table, document: str, why: str
) -> None:
    await raw.hset(table_key(table.id), "d", document)
    with pytest.raises(UnknownSchema, match=why) as caught:
        await store.load(table.id)
    assert SECRET not in str(caught.value)
    assert caught.value.__cause__ is caught.value.__context__ is None
    with pytest.raises(UnknownSchema):
        await store.commit(change(table, table, version=9))


@pytest.mark.parametrize(
    "document",
    ["", "[]", f'{{"schema":1,"table":{{"next_secret":"{SECRET}"}}}}', f'{{"schema":1,"table":"{SECRET}'],
)
async def test_a_damaged_document_is_refused_and_quotes_no_secret(
    store: Store, raw: Raw, table: Table, document: str
) -> None:
    await raw.hset(table_key(table.id), "d", document)
    with pytest.raises(BadDocument, match="can't be read") as caught:
        await store.load(table.id)
    assert SECRET not in str(caught.value)


def test_no_result_shows_a_table_or_an_event_in_its_repr(store: Store) -> None:
    table = opened(opening(store))
    assert SECRET not in repr(change(table, table))
    assert "river" not in repr(change(table, table))


# Deadlines


async def claimed(
    store: Store, table: Table, lease: int = 60_000
) -> tuple[list[tuple[TableId, int]], int | None]:
    [answer] = await store.claim_due([int(table.id[:2])], lease)
    return answer


async def test_a_deadline_is_claimed_when_it_has_passed_and_not_before(store: Store, table: Table) -> None:
    ahead = replace(table, deadline=1)
    await store.commit(change(ahead, table, version=1, request="wait", due_in=30_000))
    found, next_in = await claimed(store, table)
    assert not found
    assert next_in
    assert 29_000 < next_in <= 30_001
    passed = replace(table, deadline=2)
    await store.commit(change(passed, ahead, version=2, request="sooner", due_in=-5))
    while not (found := (await claimed(store, table))[0]):
        pass  # up to a millisecond of the server's own time
    assert found == [(table.id, 3)]


async def test_a_claimed_deadline_falls_due_again_after_the_lease(store: Store, table: Table) -> None:
    await store.commit(change(replace(table, deadline=1), table, version=1, request="wait", due_in=-5))
    while not (await claimed(store, table, lease=2))[0]:
        pass
    async with asyncio.timeout(5):
        while not (await claimed(store, table))[0]:
            pass
    assert (await claimed(store, table))[0] == []


async def test_a_commit_takes_the_claimed_deadline_of_the_version_before_away(
    store: Store, table: Table
) -> None:
    waiting = replace(table, deadline=1)
    await store.commit(change(waiting, table, version=1, request="wait", due_in=-5))
    while not (await claimed(store, table))[0]:
        pass
    await store.commit(change(replace(waiting, deadline=None), waiting, version=2, request="act"))
    assert await claimed(store, table) == ([], None)


async def test_an_unchanged_deadline_stays_where_the_server_has_it(
    store: Store, raw: Raw, table: Table
) -> None:
    waiting, due = replace(table, deadline=1), f"{{p{table.id[:2]}}}:due"
    await store.commit(change(waiting, table, version=1, request="wait", due_in=30_000))
    [(_, at)] = await raw.zrange(due, 0, -1, withscores=True)
    await claimed(store, table)
    await store.commit(change(waiting, waiting, version=2, request="chat", due_in=-99_000))
    assert await raw.zrange(due, 0, -1, withscores=True) == [(f"{table.id}|3", at)]


async def test_a_claim_of_an_older_version_is_dropped(store: Store, raw: Raw, table: Table) -> None:
    due = f"{{p{table.id[:2]}}}:due"
    await raw.zadd(due, {f"{table.id}|7": 0, f"{table.id}|8": 0})
    await store.drop_claim(table.id, 7)
    assert await raw.zrange(due, 0, -1) == [f"{table.id}|8"]


# Redis away


async def test_a_dead_server_is_away_and_a_new_one_has_everything(tmp_path: Path) -> None:
    async with mortal_server(tmp_path) as server, await connect(server.url, patience=0.3) as store:
        table = opened(opening(store))
        await store.commit(change(table, request="open"))
        kill(server)
        with pytest.raises(StoreAway, match=r"^Redis is away \(\w+\)\.$"):
            await store.commit(change(replace(table, hand_no=1), table, version=1))
        with pytest.raises(StoreAway):
            await store.claim_due(range(64), lease=1_000)
        with pytest.raises(StoreAway):
            await connect(server.url, patience=0.1)
        await revive(server)
        found = await store.load(table.id)
        assert found
        assert found.table == table
        assert await store.commit(change(replace(table, hand_no=1), table, version=1)) == Committed(2)


async def test_a_lost_answer_is_asked_for_again_and_the_commit_is_done_once(
    redis_url: str, tmp_path: Path
) -> None:
    tries: list[None] = []
    async with (
        wiretap(redis_url, tmp_path) as tap,
        await connect(tap.url, on_away=lambda: tries.append(None)) as store,
    ):
        table = opened(opening(store))
        await store.commit(change(table, request="open"))
        tap.cut_after = 1
        answer = await store.commit(change(replace(table, hand_no=1), table, version=1))
        assert tap.cut.is_set()
        assert tries == [None]
        assert isinstance(answer, Repeated)
        assert (answer.version, answer.events) == (2, SAID)
        assert answer.now
        assert answer.now.version == 2


@pytest.mark.parametrize(
    ("setting", "bad", "good"),
    [("maxmemory", 1, 0), ("min-replicas-to-write", 1, 0)],
    ids=["memory", "replicas"],
)
async def test_a_server_that_cannot_write_is_away_and_has_no_half_commit(
    redis_url: str, raw: Raw, table: Table, setting: str, bad: int, good: int
) -> None:
    async with await connect(redis_url, patience=0.1) as store:
        before = await everything(raw)
        await raw.config_set(setting, bad)
        try:
            with pytest.raises(StoreAway, match=r"^Redis is away \(\w+\)\.$"):
                await store.commit(change(replace(table, hand_no=1), table, version=1))
        finally:
            await raw.config_set(setting, good)
        assert await everything(raw) == before


async def test_more_calls_at_once_than_connections_wait_their_turn(redis_url: str, table: Table) -> None:
    failed: list[None] = []
    async with await connect(redis_url, on_away=lambda: failed.append(None)) as store:
        found = await asyncio.gather(*(store.load(table.id) for _ in range(300)))
    assert all(each and each.table == table for each in found)
    assert not failed
