"""The clock on a real server: every deadline passes once, whoever claims it, dies or stays away."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager, suppress
from pathlib import Path

import pytest
from structlog.testing import capture_logs

from bot.clock import Clock
from core.actions import Action, TimeOut
from core.cardroom.table import Table
from core.dealer import Dealer
from core.ids import RoomId, TableId
from core.rules import Outcome
from core.store import Store, connect
from tests.redis_faults import Raw, kill, mortal_server, revive
from tests.tally import StandingClock, opening, phrase, table_key, tally

pytest_plugins = ["tests.redis_server"]

PATIENCE = 20  # seconds


def dealing(store: Store) -> Dealer:
    return Dealer(store, StandingClock(), rules=tally)


@asynccontextmanager
async def running(clock: Clock) -> AsyncIterator[asyncio.Task[None]]:
    task = asyncio.create_task(clock.run())
    try:
        yield task
    finally:
        task.cancel()
        with suppress(asyncio.CancelledError):
            await task


async def tables(dealer: Dealer, store: Store, letters: str, words: str) -> list[TableId]:
    """One table for each letter, each told the words."""
    opened = []
    for letter in letters:
        action = opening(store, room=RoomId(f"web:{letter}"), letter=letter)
        await dealer.open(action, f"open {letter}")
        await dealer.act(action.table, phrase(words), f"tell {letter}")
        opened.append(action.table)
    return opened


async def until(true: Callable[[], Awaitable[bool]]) -> None:
    async with asyncio.timeout(PATIENCE):
        while not await true():
            pass


async def times_out(store: Store, ids: list[TableId]) -> list[int]:
    """How many deadlines passed at each table."""
    found = [await store.load(table_id) for table_id in ids]
    return [each.table.issued for each in found if each]


async def test_a_deadline_passes_once_with_fresh_chance(store: Store, raw: Raw) -> None:
    chances: list[str] = []

    def noting(state: Table | None, action: Action, now: int) -> Outcome:
        if isinstance(action, TimeOut):
            chances.append(action.chance)
        return tally(state, action, now)

    dealer = Dealer(store, StandingClock(), rules=noting)
    ids = await tables(dealer, store, "abc", "in 0")
    async with running(Clock(store, dealer)):
        await until(lambda: all_passed(store, ids))
    assert await times_out(store, ids) == [1, 1, 1]
    assert len(set(chances)) == 3
    assert {len(bytes.fromhex(chance)) for chance in chances} == {32}
    assert await raw.keys("*:due") == []


async def all_passed(store: Store, ids: list[TableId]) -> bool:
    return all(await times_out(store, ids))


async def test_a_deadline_far_ahead_does_not_pass(store: Store) -> None:
    dealer = dealing(store)
    far = await tables(dealer, store, "a", "in 90000")
    near = await tables(dealer, store, "b", "in 1")
    async with running(Clock(store, dealer)):
        await until(lambda: all_passed(store, near))
    assert await times_out(store, far) == [0]


async def test_a_commit_with_an_earlier_deadline_wakes_the_clock(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    dealer, looked, claim = dealing(store), asyncio.Event(), store.claim_due

    async def noted(partitions: Sequence[int], lease: int, most: int) -> object:
        claims = await claim(partitions, lease, most)
        looked.set()
        return claims

    monkeypatch.setattr(store, "claim_due", noted)
    [table_id] = await tables(dealer, store, "a", "one more")
    async with running(Clock(store, dealer, sweep=3_600.0)):
        await asyncio.wait_for(looked.wait(), PATIENCE)
        await dealer.act(table_id, phrase("in 20"), "r1")
        await until(lambda: all_passed(store, [table_id]))


async def test_two_clocks_racing_let_every_deadline_pass_once(redis_url: str, store: Store) -> None:
    dealer = dealing(store)
    ids = await tables(dealer, store, "abcdefghjkmnpqrstuvwxyz", "in 5")
    async with await connect(redis_url) as other_store:
        other = dealing(other_store)
        async with running(Clock(store, dealer)), running(Clock(other_store, other)):
            await until(lambda: all_passed(store, ids))
    assert await times_out(store, ids) == [1] * len(ids)


async def test_what_a_clock_claimed_before_it_died_passes_once_by_another(
    redis_url: str, store: Store
) -> None:
    claimed = asyncio.Event()

    class Stuck(Dealer):
        """Dies, as far as anybody can see, between claim and commit."""

        async def tick(self, table_id: TableId, version: int, chance: str) -> None:
            claimed.set()
            await asyncio.Event().wait()

    stuck = Stuck(store, StandingClock(), rules=tally)
    ids = await tables(stuck, store, "abc", "in 0")
    async with running(Clock(store, stuck, lease=60)) as dying:
        await asyncio.wait_for(claimed.wait(), PATIENCE)
        dying.cancel()
    assert await times_out(store, ids) == [0, 0, 0]
    async with await connect(redis_url) as other, running(Clock(other, dealing(other))):
        await until(lambda: all_passed(store, ids))
    assert await times_out(store, ids) == [1, 1, 1]


async def test_a_claim_of_a_version_that_has_passed_is_dropped(store: Store, raw: Raw) -> None:
    dealer = dealing(store)
    [table_id] = await tables(dealer, store, "a", "in 90000")
    due = f"{{p{table_id[:2]}}}:due"
    await raw.zadd(due, {f"{table_id}|1": 0})

    async def dropped() -> bool:
        return await raw.zscore(due, f"{table_id}|1") is None

    async with running(Clock(store, dealer)):
        await until(dropped)
    assert await times_out(store, [table_id]) == [0]
    assert await raw.zcard(due) == 1


async def test_a_table_that_cannot_be_read_stops_no_other(store: Store, raw: Raw) -> None:
    [bad] = await tables(dealing(store), store, "a", "in 0")
    await raw.hset(table_key(bad), "d", '{"schema":2}')
    dealer = dealing(store)
    good = await tables(dealer, store, "bc", "in 0")
    with capture_logs() as logs:
        async with running(Clock(store, dealer)):
            await until(lambda: all_passed(store, good))
    assert {(log["event"], log["table"], log["error"]) for log in logs} <= {
        ("deadline_failed", bad, "UnknownSchema")
    }
    assert await raw.zcard(f"{{p{bad[:2]}}}:due") == 1


async def test_the_clock_goes_on_when_redis_is_back_and_says_each_once(tmp_path: Path) -> None:
    away = asyncio.Event()
    async with (
        mortal_server(tmp_path) as server,
        await connect(server.url, patience=0.05, on_away=away.set) as store,
    ):
        dealer = dealing(store)
        [table_id] = await tables(dealer, store, "a", "in 0")
        kill(server)
        with capture_logs() as logs:
            async with running(Clock(store, dealer, sweep=3_600.0, pauses=(0.001, 0.01))):
                await asyncio.wait_for(away.wait(), PATIENCE)
                await until(lambda: said(logs, "clock_stopped"))
                await revive(server)
                await until(lambda: all_passed(store, [table_id]))
                await until(lambda: said(logs, "clock_goes_on"))
    assert [log["event"] for log in logs] == ["clock_stopped", "clock_goes_on"]
    assert logs[0]["why"].startswith("Redis is away")


async def said(logs: Sequence[object], event: str) -> bool:
    await asyncio.sleep(0)
    return event in repr(logs)
