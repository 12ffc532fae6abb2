"""The clock: claims the deadlines that have passed and has the dealer move those tables on.

Any number of processes may run one. A claim is a lease, so a deadline that a process died on falls due again;
and the dealer commits only at the version that the deadline is of: nobody's time is up twice.
"""

import asyncio
import secrets
from collections.abc import Callable, Sequence
from contextlib import suppress
from math import inf

import structlog

from core.dealer import Dealer
from core.director import Director
from core.ids import EventId, TableId, is_event
from core.store import Store, StoreAway

_AT_ONCE = 32
"""Tables that are moved on at the same time, and deadlines claimed at once from a partition."""

_log = structlog.get_logger(__name__)


def _fresh_chance() -> str:
    return secrets.token_hex(32)


class Clock:
    """Lets deadlines pass while `run` runs."""

    def __init__(
        self,
        store: Store,
        dealer: Dealer,
        *,
        lease: int = 5_000,
        sweep: float = 1.0,
        pauses: tuple[float, float] = (0.25, 4.0),
        chance: Callable[[], str] = _fresh_chance,
        director: Director | None = None,
    ) -> None:
        """A claimed deadline waits `lease` ms for its claimer; `chance` draws 32 random bytes in hex.

        Every `sweep` seconds all partitions are looked at, for the deadlines of other processes. `pauses` are the
        first and the longest seconds between two tries while Redis is away. `director` sees to tournaments.
        """
        self._store = store
        self._dealer = dealer
        self._lease = lease
        self._sweep = sweep
        self._pauses = pauses
        self._chance = chance
        self._wake = asyncio.Event()
        self._next: dict[int, float] = {}
        """For each partition, when its next deadline falls due, in the loop's seconds, if that is known."""
        self._sweep_at = 0.0
        self._ticking = asyncio.Semaphore(_AT_ONCE)
        self._director = director
        dealer.on_commit.append(self._note)
        if director is not None:
            director.on_commit.append(self._note_event)

    async def run(self) -> None:
        """Run until cancelled, through every absence of Redis."""
        pause = 0.0
        while True:
            try:
                await self._let_pass()
            except StoreAway as away:
                if not pause:
                    _log.warning("clock_stopped", why=str(away))
                pause = min(2 * pause or self._pauses[0], self._pauses[1])
                self._sweep_at = 0.0
                await asyncio.sleep(pause)
                continue
            if pause:
                _log.info("clock_goes_on")
                pause = 0.0
            await self._wait()

    def _note(self, table_id: TableId) -> None:
        """A commit of this process may have set a deadline earlier than all others."""
        deadline, partition = self._dealer.deadline(table_id), self._store.partition_of_table(table_id)
        if deadline is None or partition is None:
            return
        self._expect(partition, deadline - self._dealer.clock_ms())

    def _note_event(self, event_id: EventId, due_in: int) -> None:
        """The same of a tournament and its tables, in ms from now."""
        self._expect(int(event_id[:2]), due_in)

    def _expect(self, partition: int, due_in: int) -> None:
        due = asyncio.get_running_loop().time() + due_in / 1_000
        if due < self._next.get(partition, inf):
            self._next[partition] = due
            self._wake.set()

    async def _wait(self) -> None:
        until = min(self._sweep_at, *self._next.values(), inf)
        with suppress(TimeoutError):
            async with asyncio.timeout_at(until):
                await self._wake.wait()

    async def _let_pass(self) -> None:
        """Claim what is due in the partitions that have something due, or in all when it is time to look."""
        self._wake.clear()
        now = asyncio.get_running_loop().time()
        if now >= self._sweep_at:
            self._sweep_at = now + self._sweep
            partitions: Sequence[int] = range(self._store.partitions)
        else:
            partitions = [partition for partition, due in self._next.items() if due <= now]
        for partition in partitions:
            self._next.pop(partition, None)
        claims = await self._store.claim_due(partitions, self._lease, _AT_ONCE)
        for partition, (_, next_in) in zip(partitions, claims, strict=True):
            if next_in is not None:
                self._next[partition] = min(self._next.get(partition, inf), now + next_in / 1_000)
        await asyncio.gather(*(self._tick(*claim) for claimed, _ in claims for claim in claimed))

    async def _tick(self, table_id: TableId, version: int) -> None:
        """What fails otherwise than by Redis falls due again after the lease, and stops no other table."""
        async with self._ticking:
            try:
                if not is_event(table_id):
                    await self._dealer.tick(table_id, version, self._chance())
                elif self._director is not None:
                    await self._director.tick(EventId(table_id))
            except StoreAway:
                raise
            except Exception as error:
                _log.error("deadline_failed", table=table_id, version=version, error=type(error).__name__)
