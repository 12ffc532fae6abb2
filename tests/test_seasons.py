"""The season's counters on a real server: written with the hand, once, in the community's own slot."""

import asyncio
import random
from dataclasses import replace
from pathlib import Path

from core.cardroom.bank import BankRules
from core.cardroom.stats import Counts, counted
from core.cardroom.table import Table
from core.commits import Change, Committed, Conflict, Repeated, bank_keys, stats_key
from core.dates import season_of
from core.events import HandEnded
from core.ids import CommunityId, PlayerId, SeatNo
from core.poker.record import HandRecord
from core.seasons import Seasons
from core.store import Store, connect
from tests.export_hands import record_of_hand
from tests.phh_hands import random_setup
from tests.redis_faults import Raw, wiretap
from tests.tally import HOME, opened, opening

pytest_plugins = ["tests.redis_server"]

SEASON = "2026q3"


def hand(number: int) -> HandRecord:
    """A random hand of the season."""
    chance = random.Random(f"season {number}")
    record, _ = record_of_hand(random_setup(chance, "NT"), chance)
    return replace(record, hand_no=number)


async def commit(
    store: Store, table: Table, version: int, record: HandRecord, *, request: str = ""
) -> object:
    change = Change(
        request=request or f"hand {record.hand_no}",
        version=version,
        before=table,
        after=table,
        events=(),
        record=record,
        due_in=None,
    )
    return await store.commit(change)


async def open_table(store: Store) -> Table:
    new = opened(opening(store))
    change = Change(request="open", version=0, before=None, after=new, events=(), record=None, due_in=None)
    assert await store.commit(change) == Committed(1)
    return new


def together(*records: HandRecord) -> dict[PlayerId, Counts]:
    """What the records add up to, by hand."""
    sums: dict[PlayerId, Counts] = {}
    for record in records:
        players = {one.seat: PlayerId(one.player) for one in record.seats}
        for seat, counts in counted(record).items():
            sums[players[seat]] = sums.get(players[seat], Counts()) + counts
    return sums


async def test_hands_add_up_in_the_season_that_they_ended_in(store: Store) -> None:
    table, records = await open_table(store), [hand(number) for number in range(1, 21)]
    assert {season_of(record.ended_ms) for record in records} == {SEASON}
    for version, record in enumerate(records, 1):
        assert await commit(store, table, version, record) == Committed(version + 1)
    assert await Seasons(store).stats(table.community, SEASON) == together(*records)
    assert max(counts.biggest for counts in together(*records).values()) > 0


async def test_a_repeated_commit_counts_once(store: Store) -> None:
    table, record = await open_table(store), hand(1)
    assert await commit(store, table, 1, record) == Committed(2)
    for _ in range(3):
        assert isinstance(await commit(store, table, 1, record), Repeated)
        assert isinstance(await commit(store, table, 2, record), Repeated)
    assert await Seasons(store).stats(table.community, SEASON) == together(record)


async def test_of_two_commits_at_once_only_the_one_that_is_written_counts(store: Store) -> None:
    table = await open_table(store)
    answers = await asyncio.gather(
        *[commit(store, table, 1, hand(number), request=f"racer {number}") for number in range(1, 6)]
    )
    written = [number for number, answer in enumerate(answers, 1) if isinstance(answer, Committed)]
    assert len(written) == 1
    assert sum(isinstance(answer, Conflict) for answer in answers) == 4
    assert await Seasons(store).stats(table.community, SEASON) == together(hand(written[0]))


async def test_another_season_and_another_community_are_counted_apart(store: Store) -> None:
    table, record = await open_table(store), hand(1)
    later = replace(hand(2), ended_ms=record.ended_ms + 90 * 86_400_000)
    await commit(store, table, 1, record)
    await commit(store, table, 2, later)
    assert await Seasons(store).stats(table.community, SEASON) == together(record)
    assert await Seasons(store).stats(table.community, "2026q4") == together(later)
    assert await Seasons(store).stats(CommunityId("web:elsewhere"), SEASON) == {}


async def test_counters_lie_in_the_slot_of_their_community(store: Store, raw: Raw) -> None:
    table = await open_table(store)
    await commit(store, table, 1, hand(1))
    partition = store.partition_of(table.community)
    assert await raw.exists(stats_key(partition, table.community, SEASON))
    assert table.community == HOME
    assert stats_key(7, CommunityId("discord:9"), "2026q4") == "{p07}:stats:discord:9:2026q4"


async def test_a_hand_with_its_counters_is_one_request(redis_url: str, tmp_path: Path) -> None:
    async with wiretap(redis_url, tmp_path) as tap, await connect(tap.url) as store:
        table = await open_table(store)
        await commit(store, table, 1, hand(1))
        del tap.requests[:]
        await commit(store, table, 2, hand(2))
        assert [request[0] for request in tap.requests] == [b"EVALSHA"]


async def test_the_bank_and_the_counters_of_one_commit_do_not_mix(redis_url: str, raw: Raw) -> None:
    async with await connect(redis_url, bank_of=lambda _: BankRules()) as store:
        new, record = opened(opening(store)), hand(1)
        change = Change(
            request="open", version=0, before=None, after=new, events=(), record=None, due_in=None
        )
        assert await store.commit(change) == Committed(1)
        nets = tuple((SeatNo(one.seat), one.end - one.start) for one in record.seats)
        ended = HandEnded(hand_no=1, nets=nets, digest="00" * 32)
        last = replace(change, request="hand", version=1, before=new, events=(ended,), record=record)
        assert await store.commit(last) == Committed(2)
        assert await Seasons(store).stats(new.community, SEASON) == together(record)
        partition = store.partition_of(new.community)
        bank = await raw.hgetall(bank_keys(partition, new.community)[0])
        assert {name: hands for name, hands in bank.items() if "|" not in name} == {
            f"hands {one.player}": "1" for one in record.seats
        }
