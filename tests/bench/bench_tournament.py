"""What one process deals of a large tournament: ``python -m tests.bench.bench_tournament [seconds]``.

A real server, 1,000 computer players on 112 tables that play as fast as they can, through the dealer, the director
and the commits of both. Told are actions and hands a second, what a call of the director takes, and what one table
takes in Redis and in the process.
"""

import asyncio
import sys
import tempfile
from dataclasses import replace
from pathlib import Path
from resource import RUSAGE_SELF, getrusage
from statistics import median
from sys import stdout
from time import perf_counter, process_time

from bot.valkey import open_valkey
from core.actions import Temper
from core.cardroom.event_actions import Register
from core.cardroom.tournament import Stage, sizes
from core.commits import key
from core.ids import PlayerId, TableId, is_event
from core.store import Store
from tests.banks import Club, club
from tests.event_house import QUICK, TURBO, EventHouse

PLAYERS = 1_000
SEATS = 9
AT_ONCE = 32
TEMPERS = tuple(Temper)


async def seat_everybody(house: EventHouse) -> float:
    """Announce and register; with the last one the event is full and begins. Seconds for it all."""
    begun = perf_counter()
    await house.announce()
    for number in range(PLAYERS):
        temper = TEMPERS[number % len(TEMPERS)]
        await house.do(Register(by=PlayerId(f"computer:{number}"), name=f"C{number}", temper=temper))
    return perf_counter() - begun


async def play(house: EventHouse, seconds: float) -> tuple[int, int, list[float]]:
    """(actions, hands, seconds of each call of the director)."""
    actions = hands = 0
    calls: list[float] = []

    async def one(name: TableId, version: int) -> None:
        nonlocal actions
        answer = await house.club.dealer.tick(name, version, house.chance.randbytes(32).hex())
        actions += answer is not None

    end = perf_counter() + seconds
    while perf_counter() < end:
        claims = await house.club.store.claim_due([house.partition], 5_000, AT_ONCE)
        due = [claim for claimed, _ in claims for claim in claimed]
        await asyncio.gather(*(one(*claim) for claim in due if not is_event(claim[0])))
        if any(is_event(name) for name, _ in due):
            begun = perf_counter()
            answered = await house.director.tick(house.id)
            calls.append(perf_counter() - begun)
            hands = answered.event.hands if answered else hands
            if answered and answered.event.stage is not Stage.RUNNING:
                break
    return actions, hands, calls


async def table_bytes(store: Store, house: EventHouse) -> tuple[float, int]:
    """Bytes in Redis of the median table, and of the event."""
    event = await house.look()
    names = [key(house.partition, "table", one) for one in event.tables[:50]]
    found = [int(await store.command("MEMORY", "USAGE", name)) for name in names]
    whole = int(await store.command("MEMORY", "USAGE", key(house.partition, "event", event.id)))
    return median(found), whole


async def bench(made: Club, seconds: float) -> None:
    """Play, and say what it took."""
    options = EventHouse(club=made).options
    options = replace(options, table=replace(QUICK, seats=SEATS), structure=TURBO, late_level=0)
    house = EventHouse(club=made, options=options)
    empty = getrusage(RUSAGE_SELF).ru_maxrss
    seated = await seat_everybody(house)
    tables = len(sizes(await house.look()))
    begun, cpu = perf_counter(), process_time()
    actions, hands, calls = await play(house, seconds)
    took, cpu = perf_counter() - begun, process_time() - cpu
    in_redis, event_bytes = await table_bytes(made.store, house)
    held = (getrusage(RUSAGE_SELF).ru_maxrss - empty) / tables
    stdout.write(
        f"{PLAYERS:,} players on {tables} tables, seated in {seated:.1f} s\n"
        f"{actions / took:,.0f} actions a second ({actions / cpu:,.0f} for each second of the process), "
        f"{hands / took:,.1f} hands a second\n"
        f"a call of the director: {median(calls) * 1_000:.1f} ms median, {max(calls) * 1_000:.1f} ms at most\n"
        f"in Redis a table takes {in_redis / 1_024:.1f} KiB, the event {event_bytes / 1_024:.0f} KiB; "
        f"in the process a table takes {held:.0f} KiB\n"
    )


async def main(seconds: float) -> None:
    """On a server of its own."""
    with tempfile.TemporaryDirectory() as folder:
        server = await open_valkey(Path(folder))
        try:
            async with club(server.url, None) as made:
                await bench(made, seconds)
        finally:
            await server.close()


if __name__ == "__main__":
    asyncio.run(main(float(sys.argv[1]) if len(sys.argv) > 1 else 20.0))
