"""What one action costs through the dealer, against a bare SET of the document: ``python -m tests.bench.bench_commit``.

A real server, one table of six in the middle of their hands, one action at a time. In turns of a few hundred each, over
the same connection: SET of a document of that size, the commit script alone with its arguments ready, and the dealer
(rules, encoding, commit). The figures are medians, so that a pause of the machine counts for nothing.
"""

import asyncio
import tempfile
from collections.abc import Awaitable, Callable, Iterator
from itertools import count
from pathlib import Path
from secrets import token_hex
from statistics import median
from sys import stdout
from time import perf_counter, time

from bot.valkey import open_valkey
from core.actions import Action, OpenTable, Play, Sit, StartPlay, TimeOut
from core.cardroom.table import Table, Wait, seat_at
from core.commits import Change, Keeping, written
from core.dealer import Dealer
from core.documents import table_document
from core.ids import CommunityId, PlayerId, RoomId, SeatNo, TableId
from core.options import TableOptions
from core.poker.actions import Call, Check
from core.poker.hand import legal_moves
from core.rules import apply
from core.store import Store, connect
from core.store_scripts import COMMIT

ROUNDS, TURN = 12, 300
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


async def timed(once: Callable[[], Awaitable[object]], times: list[float]) -> None:
    """Seconds of one call."""
    start = perf_counter()
    await once()
    times.append(perf_counter() - start)


def commits(store: Store, table: Table, numbers: Iterator[int]) -> Callable[[], Awaitable[object]]:
    """The script alone: version after version of one and the same table."""
    versions = count()
    partition = int(table.id[:2])

    async def once() -> object:
        return await store.run(COMMIT, *arguments)

    def prepared() -> Awaitable[object]:
        nonlocal arguments
        arguments = written(
            Change(
                request=f"alone {next(numbers)}",
                version=next(versions),
                before=None,
                after=table,
                events=(),
                record=None,
                due_in=45_000,
            ),
            partition,
            Keeping(),
        )
        return once()

    arguments = ((), ())
    return prepared
