"""The only file that talks to Redis: how it is reached, where a community's keys are, what is read and written.

Keys are `{pNN}:…`, NN being one of 64 partitions that the community's hash picks, so that all that one commit
touches lies in one slot of a cluster: `table:<id>`, `due` (deadlines), `seen:<request>`, `rooms`, `hands:<id>`,
`log:<id>`, `locales`, `kept:` (see `core.kept`), `at:` (see `core.one_table`), four for each bank (see
`core.bank_scripts`), and for each platform `out:`, `lease:` and `sent:` (see `core.outbox`).

Whatever keeps Redis from answering raises `StoreAway`, after a few more tries. Whether the call took effect is
then unknown: a commit may be repeated with the same request, which is never done twice, all else as it is.
"""

import asyncio
import re
from collections.abc import Awaitable, Callable, Sequence
from hashlib import sha256
from typing import Any, Final, Self, TypeVar

import redis.asyncio as redis
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff
from redis.exceptions import (
    ClusterDownError,
    MasterDownError,
    NoScriptError,
    OutOfMemoryError,
    ResponseError,
    TryAgainError,
)

from core.bank_scripts import ARRIVE
from core.cardroom.bank import BankOf, free_chips
from core.commits import (
    Argument,
    Change,
    CommitAnswer,
    Conflict,
    Keeping,
    Repeated,
    Short,
    Stored,
    answered,
    bank_keys,
    key,
    member,
    repeated,
    stored,
    written,
)
from core.documents import read_record
from core.ids import CommunityId, RoomId, TableId, fresh_table_id
from core.packing import PackingInC
from core.poker.record import HandRecord
from core.store_scripts import CLAIM, COMMIT, RECALL, Script

PARTITIONS: Final = 64
_PARTITIONS_KEY = "riverbot:partitions"
_TABLE_ID = re.compile(r"[0-9]{2}[0-9a-z]{1,20}")
_CONNECTIONS = 64
_FIRST_PAUSE, _LONGEST_PAUSE = 0.02, 0.5  # seconds between two tries

_LOST = (redis.RedisError, OSError, EOFError, RuntimeError, AttributeError)
"""The last two are what redis-py lets slip when a connection is closed in flight."""
_UNABLE = (redis.ReadOnlyError, OutOfMemoryError, ClusterDownError, MasterDownError, TryAgainError)
_UNABLE_WORDS = ("MISCONF", "NOREPLICAS", "BUSY", "LOADING")
"""A server that cannot serve now; any other error that it answers is a mistake of ours."""

_T = TypeVar("_T")
Call = tuple[Script, Sequence[str], Sequence[Argument]]


class StoreAway(Exception):
    """Redis doesn't answer, or not as a working server would. Nothing goes on until it does."""


class WrongPartitions(Exception):
    """The data was written with another number of partitions, so nothing would be found."""


async def connect(
    url: str,
    *,
    partitions: int = PARTITIONS,
    keeping: Keeping | None = None,
    bank_of: BankOf = free_chips,
    patience: float = 2.0,
    on_away: Callable[[], None] | None = None,
) -> "Store":
    """Connect to `redis://`, `rediss://` or `unix://` and see that the data is ours.

    `patience` is for how many seconds a call is tried; `on_away` is called at each try that failed. A community
    whose bank has no rules has no bank. Raises StoreAway, WrongPartitions, or ValueError for another kind of url.
    """
    client = redis.Redis.from_url(
        url,
        retry=Retry(NoBackoff(), 0),
        socket_timeout=1.0,
        socket_connect_timeout=1.0,
        max_connections=_CONNECTIONS,
        protocol=2,
    )
    pool = client.connection_pool
    pool.connection_class = type("Connection", (PackingInC, pool.connection_class), {})
    store = Store(client, partitions, keeping or Keeping(), bank_of, patience, on_away)
    try:
        await store.check_partitions()
    except BaseException:
        await store.close()
        raise
    return store


class Store:
    """The tables of every community, in Redis. Made by `connect`."""

    def __init__(
        self,
        client: redis.Redis,
        partitions: int,
        keeping: Keeping,
        bank_of: BankOf,
        patience: float,
        on_away: Callable[[], None] | None,
    ) -> None:
        """Reaches for nothing yet; see `connect`."""
        self.partitions = partitions
        self.bank_of = bank_of
        self._client = client
        self._execute: Callable[..., Awaitable[Any]] = client.execute_command
        self._keeping = keeping
        self._patience = patience
        self._on_away = on_away
        self._connections = asyncio.Semaphore(_CONNECTIONS)

    async def __aenter__(self) -> Self:
        """For `async with`."""
        return self

    async def __aexit__(self, *_: object) -> None:
        """Close."""
        await self.close()

    async def close(self) -> None:
        """Close every connection."""
        await self._client.aclose()

    # Where things are

    def partition_of(self, community: CommunityId) -> int:
        """Where everything of a community is kept: 0 to 63."""
        return int.from_bytes(sha256(community.encode()).digest()[:8]) % self.partitions

    def partition_of_table(self, table_id: TableId) -> int | None:
        """Where a table is kept; None for what cannot be the id of one."""
        if not _TABLE_ID.fullmatch(table_id) or int(table_id[:2]) >= self.partitions:
            return None
        return int(table_id[:2])

    def new_table_id(self, community: CommunityId, pick: Callable[[str], str]) -> TableId:
        """A fresh id; `pick` chooses one of the letters that it is given, as `secrets.choice` does."""
        return fresh_table_id(self.partition_of(community), pick)

    async def check_partitions(self) -> None:
        """Write the number of partitions down if nobody has. Raises StoreAway or WrongPartitions."""
        await self.command("SET", _PARTITIONS_KEY, self.partitions, "NX")
        found = int(await self.command("GET", _PARTITIONS_KEY))
        if found != self.partitions:
            raise WrongPartitions(
                f"This Redis holds {found} partitions and Riverbot is set to {self.partitions}: "
                "use another database, or the same number."
            )

    # Tables

    async def load(self, table_id: TableId) -> Stored | None:
        """The table, or None when there is none (any more). Raises StoreAway, UnknownSchema, BadDocument."""
        return (await self.recall(table_id, "")).now

    async def recall(self, table_id: TableId, request: str) -> Repeated | Conflict:
        """The table as it is, and what `request` did if it was done before. Raises as `load` does."""
        partition = self.partition_of_table(table_id)
        if partition is None:
            return Conflict(None)
        keys = (key(partition, "table", table_id), key(partition, "seen", request))
        kept, version, document = await self.run(RECALL, keys)
        now = stored(version, document)
        return Conflict(now) if kept is None else repeated(kept, now)

    async def commit(self, change: Change) -> CommitAnswer:
        """Write the change if nobody was faster, in one round trip. Raises as `load` does."""
        partition = self.partition_of_table(change.after.id)
        is_new = not change.version
        if partition is None or (is_new and partition != self.partition_of(change.after.community)):
            raise ValueError("The id of a table begins with the partition of its community.")
        words = written(change, partition, self._keeping, self.bank_of(change.after.community))
        answer = answered(await self.run(COMMIT, *words))
        if isinstance(answer, Short) and await self.let_arrive(partition, change.after.community):
            return answered(await self.run(COMMIT, *words))
        return answer

    async def let_arrive(self, partition: int, community: CommunityId) -> int:
        """Pay out the transfers of a community whose time has come, and say how many. Raises StoreAway."""
        keys = (*bank_keys(partition, community)[:2], key(partition, "held", community))
        return int(await self.run(ARRIVE, keys))

    async def table_in(self, room: RoomId, community: CommunityId) -> TableId | None:
        """The table that is open in a room. Raises StoreAway."""
        found = await self.command("HGET", key(self.partition_of(community), "rooms"), room)
        return None if found is None else TableId(found.decode())

    async def record(self, table_id: TableId, hand_no: int) -> HandRecord | None:
        """The record of one finished hand, while it is kept. Raises as `load` does."""
        found = await self._records(table_id, hand_no, hand_no, "BYSCORE")
        return found[0] if found else None

    async def last_records(self, table_id: TableId, count: int) -> tuple[HandRecord, ...]:
        """The newest `count` (1 or more) records of a table, newest first. Raises as `load` does."""
        return await self._records(table_id, 0, count - 1, "REV")

    async def _records(self, table_id: TableId, *range_: Argument) -> tuple[HandRecord, ...]:
        partition = self.partition_of_table(table_id)
        if partition is None:
            return ()
        found = await self.command("ZRANGE", key(partition, "hands", table_id), *range_)
        return tuple(read_record(document) for document in found)

    async def remember_locale(self, who: str, locale: str) -> None:
        """Keep the language of a room or a player. Raises StoreAway."""
        await self.command("HSET", key(self.partition_of(CommunityId(who)), "locales"), who, locale)

    async def locale_of(self, who: str) -> str | None:
        """The language that a room or a player chose, if any. Raises StoreAway."""
        found = await self.command("HGET", key(self.partition_of(CommunityId(who)), "locales"), who)
        return None if found is None else str(found.decode())

    # Deadlines

    async def claim_due(
        self, partitions: Sequence[int], lease: int, most: int = 32
    ) -> list[tuple[list[tuple[TableId, int]], int | None]]:
        """Claim passed deadlines for `lease` ms, at most `most` in each partition, in one round trip.

        For each partition: tables with the versions that the deadlines are of, and ms to the next deadline. A claim
        that leads to no commit within the lease falls due again. Raises StoreAway.
        """
        answers = await self.run_all([(CLAIM, (key(number, "due"),), (lease, most)) for number in partitions])
        return [
            ([member(each) for each in claimed], None if next_in < 0 else next_in)
            for next_in, *claimed in answers
        ]

    async def drop_claim(self, table_id: TableId, version: int) -> None:
        """Forget the deadline of a version that has passed. Raises StoreAway."""
        partition = self.partition_of_table(table_id)
        if partition is not None:
            await self.command("ZREM", key(partition, "due"), f"{table_id}|{version}")

    # The connection

    async def command(self, *words: Argument) -> Any:
        """One plain command that may be repeated. Raises StoreAway."""
        return await self._persist(lambda: self._execute(*words))

    async def run(self, script: Script, keys: Sequence[str], args: Sequence[Argument] = ()) -> Any:
        """Run a script: one round trip, or two when the server doesn't know it yet. Raises StoreAway."""

        async def once() -> Any:
            try:
                return await self._execute("EVALSHA", script.name, len(keys), *keys, *args)
            except NoScriptError:
                return await self._execute("EVAL", script.text, len(keys), *keys, *args)

        return await self._persist(once)

    async def run_all(self, calls: Sequence[Call]) -> list[Any]:
        """Run scripts that may be repeated, of any partitions, in one round trip. Raises StoreAway."""

        async def once() -> list[Any]:
            pipeline: Any = self._client.pipeline(transaction=False)
            for script, keys, args in calls:
                pipeline.execute_command("EVALSHA", script.name, len(keys), *keys, *args)
            answers: list[Any] = await pipeline.execute()
            return answers

        async def taught() -> list[Any]:
            try:
                return await once()
            except NoScriptError:
                for text in {script.text for script, _, _ in calls}:
                    await self._execute("SCRIPT", "LOAD", text)
                return await once()

        return await self._persist(taught) if calls else []

    async def _persist(self, attempt: Callable[[], Awaitable[_T]]) -> _T:
        """Try until it succeeds or patience has run out."""
        now = asyncio.get_running_loop().time
        pause, end = _FIRST_PAUSE, now() + self._patience
        task = asyncio.current_task()
        cancelled = task.cancelling() if task else 0
        while True:
            try:
                async with self._connections:
                    done = await attempt()
                if task and task.cancelling() > cancelled:
                    raise asyncio.CancelledError  # Lost in redis-py before Python 3.12 if it met the end of a write.
                return done
            except _LOST as error:
                if isinstance(error, ResponseError) and not _unable(error):
                    raise
                if self._on_away:
                    self._on_away()
                if now() + pause > end:
                    raise StoreAway(f"Redis is away ({type(error).__name__}).") from error
            await asyncio.sleep(pause)
            pause = min(2 * pause, _LONGEST_PAUSE)


def _unable(error: ResponseError) -> bool:
    return isinstance(error, _UNABLE) or str(error).startswith(_UNABLE_WORDS)
