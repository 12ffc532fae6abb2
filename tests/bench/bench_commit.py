"""What one action costs through the dealer, against a bare SET of the document: ``python -m tests.bench.bench_commit``.

A real server, one table of six in the middle of their hands, one action at a time. Over the same connection, in turn:
SET of a document of that size, the commit script alone with its arguments ready, and the dealer (rules, encoding,
commit), without a bank and with one. The figures are medians, so that a pause of the machine counts for little.
"""

import asyncio
import tempfile
from collections.abc import Iterator
from dataclasses import replace
from itertools import count
from pathlib import Path
from secrets import choice, token_hex
from statistics import median
from sys import stdout
from time import perf_counter, time
from typing import Any

from bot.valkey import open_valkey
from core.actions import Action, OpenTable, Play, Sit, StartPlay, TimeOut
from core.cardroom.bank import BankRules
from core.cardroom.table import Table, Wait, seat_at
from core.commits import Argument, Change, Keeping, written
from core.dealer import Dealer
from core.documents import table_document
from core.ids import CommunityId, PlayerId, RoomId, SeatNo, TableId
from core.options import TableOptions
from core.poker.actions import Call, Check
from core.poker.hand import legal_moves
from core.rules import apply
from core.store import Store, connect
from core.store_scripts import COMMIT

ACTIONS = 4_000
NAMES = {
    "SET": "bare SET of the same size",
    "script": "the commit script alone",
    "apply": "the rules alone",
    "action": "one action: rules, encoding, commit",
    "banked": "the same where players have wallets",
}
HOME = CommunityId("web:home")
HOST = PlayerId("web:1")


def now_ms() -> int:
    """Milliseconds since the epoch."""
    return int(time() * 1_000)


def next_action(table: Table) -> Action:
    """Everybody checks or calls; the next hand is dealt at once."""
    hand = table.hand
    if hand is None or table.wait is not Wait.TURN:
        return TimeOut(chance=token_hex(32))
    at = SeatNo(hand.setup.seats[hand.waiting_for[0]])
    legal = legal_moves(hand)
    return Play(by=seat_at(table, at).player, move=Check() if legal and legal.check else Call())


async def six_seated(dealer: Dealer, table_id: TableId, room: str) -> Table:
    """A table of six whose first hand is dealt."""
    opening = OpenTable(
        by=HOST,
        host_name="Player 1",
        table=table_id,
        community=HOME,
        room=RoomId(room),
        name="Bench",
        options=TableOptions(max_buy_in=1_000_000),
        chance=token_hex(32),
    )
    await dealer.open(opening, f"open {room}")
    for number in range(1, 7):
        sit = Sit(by=PlayerId(f"web:{number}"), name=f"Player {number}", buy_in=1_000_000)
        await dealer.act(table_id, sit, f"sit {room} {number}")
    await dealer.act(table_id, StartPlay(by=HOST), f"start {room}")
    return (await dealer.act(table_id, TimeOut(chance=token_hex(32)), f"deal {room}")).table


def argument_lists(store: Store, table: Table) -> Iterator[tuple[list[str], list[Argument]]]:
    """For the script alone: version after version of one table that no dealer holds."""
    partition = int(table.id[:2])
    for version in count():
        change = Change(
            request=f"alone {version}",
            version=version,
            before=table if version else None,
            after=table,
            events=(),
            record=None,
            due_in=45_000 + version,
        )
        yield written(change, partition, Keeping())


async def measure(store: Store, banked: Store, actions: int) -> dict[str, list[float]]:
    """Seconds of each SET, script and action, taken in turn."""
    execute: Any = store._client.execute_command
    dealers = {"action": Dealer(store, now_ms), "banked": Dealer(banked, now_ms)}
    tables = {
        name: await six_seated(dealer, store.new_table_id(HOME, choice), f"web:{name}")
        for name, dealer in dealers.items()
    }
    played = tables["action"]
    alone = replace(played, id=store.new_table_id(HOME, choice), rooms=(RoomId("web:alone"),))
    document = table_document(played)
    seconds: dict[str, list[float]] = {name: [] for name in NAMES}
    for number, (keys, args) in zip(range(actions), argument_lists(store, alone), strict=False):
        start = perf_counter()
        await execute("SET", "bare", document)
        seconds["SET"].append(perf_counter() - start)

        start = perf_counter()
        await execute("EVALSHA", COMMIT.name, len(keys), *keys, *args)
        seconds["script"].append(perf_counter() - start)

        start = perf_counter()
        apply(tables["action"], next_action(tables["action"]), now_ms())
        seconds["apply"].append(perf_counter() - start)

        for name, dealer in dealers.items():
            action = next_action(tables[name])
            start = perf_counter()
            tables[name] = (await dealer.act(tables[name].id, action, f"{name} {number}")).table
            seconds[name].append(perf_counter() - start)
    return seconds


async def main() -> None:
    """Print the table."""
    with tempfile.TemporaryDirectory() as folder:
        server = await open_valkey(Path(folder))
        rich = BankRules(opening=2_000_000)
        async with (
            await connect(server.url) as store,
            await connect(server.url, bank_of=lambda _: rich) as banked,
        ):
            seconds = await measure(store, banked, ACTIONS)
        await server.close()
    floor = median(seconds["SET"])
    lines = [f"{'':42}{'us':>8}{'ratio':>8}"]
    for name, what in NAMES.items():
        each = median(seconds[name])
        lines.append(f"{what:42}{each * 1e6:8.0f}{each / floor:8.2f}")
    stdout.write("\n".join(lines) + "\n")


if __name__ == "__main__":
    asyncio.run(main())
