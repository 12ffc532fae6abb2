"""The outbox: what was committed and not yet told, by platform, for one sender at a time.

A sender takes a partition with a lease, sends what it got in order, asks before each message whether it still
holds the lease, and settles: what was sent is marked and removed in one step. What a dead sender left goes to the
next one, which learns from the marks which message of a room is the live one and what it shows. A message that was
sent just before its sender died may be sent again, so prefer an edit to a post. Keep the time that a platform gets
to answer below the lease.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

import structlog

from core.commits import Argument, key
from core.documents import BadDocument, read_events
from core.events import Event
from core.ids import RoomId, TableId
from core.store import Store
from core.store_scripts import HOLD, RELEASE, SETTLE, TAKE

_GROUP: Final = "senders"
"""Also the name of its only consumer: the lease says whose it is."""

_log = structlog.get_logger(__name__)


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """What one commit has to tell to the rooms of its table on one platform."""

    id: str
    table_id: TableId
    version: int
    """The table's version that these events led to."""
    events: tuple[Event, ...] = field(repr=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Mark:
    """The live message of a room, and what it shows."""

    table_id: TableId
    version: int
    hand_no: int
    message: str
    """The platform's id of it, in whatever form the platform's Port wants it back."""


class Outbox:
    """One sender's side of the outbox of one platform. Every method raises StoreAway when Redis is away."""

    def __init__(
        self, store: Store, platform: str, sender: str, *, lease: int = 15_000, most: int = 100
    ) -> None:
        """`sender` is a name that no other sender has; `lease` in ms; `most` entries at a time of a partition."""
        self._store = store
        self._platform = platform
        self._sender = sender
        self._lease = lease
        self._most = most

    async def take(self, partitions: Sequence[int]) -> list[tuple[Entry, ...] | None]:
        """For each partition: what is to be sent, oldest first, or None when another sender has it.

        One round trip. Entries come again until they are settled.
        """
        args = (self._sender, self._lease, _GROUP, self._most)
        taken = await self._store.run_all(
            [(TAKE, (self._key(number, "lease"), self._key(number, "out")), args) for number in partitions]
        )
        return [await self._entries(*of_one) for of_one in zip(partitions, taken, strict=True)]

    async def holds(self, partition: int) -> bool:
        """Whether the partition is still this sender's, for another lease: ask before each message."""
        args = (self._sender, self._lease)
        return bool(await self._store.run(HOLD, (self._key(partition, "lease"),), args))

    async def settle(
        self, partition: int, entries: Iterable[Entry], marks: Mapping[RoomId, Mark | None] | None = None
    ) -> bool:
        """Remove what was sent and mark the rooms' live messages (None: there is none any more), in one step.

        False when another sender has the partition: then nothing changed, and the entries are the other's.
        """
        ids = [entry.id for entry in entries]
        pairs: list[Argument] = []
        for room, mark in (marks or {}).items():
            pairs += (room, _written(mark))
        keys = [self._key(partition, name) for name in ("lease", "out", "sent")]
        args: list[Argument] = [self._sender, self._lease, _GROUP, len(ids), *ids, *pairs]
        return bool(await self._store.run(SETTLE, keys, args))

    async def marks(self, partition: int) -> dict[RoomId, Mark]:
        """The live message of each room in the partition."""
        found: dict[bytes, bytes] = await self._store.command("HGETALL", self._key(partition, "sent"))
        return {RoomId(room.decode()): _read(mark.decode()) for room, mark in found.items()}

    async def release(self, partitions: Sequence[int]) -> None:
        """Let another sender have them without waiting for the lease to end."""
        await self._store.run_all(
            [(RELEASE, (self._key(number, "lease"),), (self._sender,)) for number in partitions]
        )

    async def _entries(self, partition: int, taken: list[Any] | None) -> tuple[Entry, ...] | None:
        """Entries that this version cannot read are left for one that can."""
        try:
            return None if taken is None else tuple(_entry(*raw) for raw in taken)
        except BadDocument as bad:
            _log.error("outbox_unreadable", platform=self._platform, partition=partition, why=str(bad))
            await self.release([partition])
            return None

    def _key(self, partition: int, name: str) -> str:
        return key(partition, name, self._platform)


def _entry(entry_id: bytes, fields: list[bytes]) -> Entry:
    _, table_id, _, version, _, events = fields
    return Entry(
        id=entry_id.decode(),
        table_id=TableId(table_id.decode()),
        version=int(version),
        events=read_events(events),
    )


def _written(mark: Mark | None) -> str:
    return f"{mark.table_id}|{mark.version}|{mark.hand_no}|{mark.message}" if mark else ""


def _read(mark: str) -> Mark:
    table_id, version, hand_no, message = mark.split("|", 3)
    return Mark(table_id=TableId(table_id), version=int(version), hand_no=int(hand_no), message=message)
