"""The outbox: what was committed and not yet told, by platform, for one sender at a time.

A sender takes a partition with a lease, sends what it got in order, asks before each message whether it still
holds the lease, and settles: what was sent is marked and removed in one step. What a dead sender left goes to the
next one, which learns from the marks which message of a room is the live one and what it shows. A message that was
sent just before its sender died may be sent again, so prefer an edit to a post. Keep the time that a platform gets
to answer below the lease.

There are two streams of each partition and platform, which know nothing of one another: `Outbox` has what happened at
tables, `NewsOutbox` what happened in tournaments. Each has leases and marks of its own.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, Generic, Protocol, TypeVar

import structlog

from core.cardroom.event_news import News
from core.commits import Argument, key
from core.documents import BadDocument, read_events
from core.event_documents import read_news
from core.events import Event
from core.ids import EventId, RoomId, TableId
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

    @classmethod
    def read(cls, entry_id: str, subject: str, version: int, document: bytes) -> "Entry":
        """As the stream has it. Raises BadDocument."""
        events = read_events(document)
        return cls(id=entry_id, table_id=TableId(subject), version=version, events=events)


@dataclass(frozen=True, slots=True, kw_only=True)
class NewsEntry:
    """What one commit has to tell of a tournament on one platform."""

    id: str
    event_id: EventId
    version: int
    """The tournament's version that these news led to."""
    news: tuple[News, ...]

    @classmethod
    def read(cls, entry_id: str, subject: str, version: int, document: bytes) -> "NewsEntry":
        """As the stream has it. Raises BadDocument."""
        return cls(id=entry_id, event_id=EventId(subject), version=version, news=read_news(document))


@dataclass(frozen=True, slots=True, kw_only=True)
class Mark:
    """The live message of a room, and what it shows."""

    table_id: TableId
    version: int
    hand_no: int
    message: str
    """The platform's id of it, in whatever form the platform's Port wants it back."""

    def written(self) -> str:
        """As it is kept."""
        return f"{self.table_id}|{self.version}|{self.hand_no}|{self.message}"

    @classmethod
    def read(cls, mark: str) -> "Mark":
        """As it was kept."""
        table_id, version, hand_no, message = mark.split("|", 3)
        return cls(table_id=TableId(table_id), version=int(version), hand_no=int(hand_no), message=message)


@dataclass(frozen=True, slots=True, kw_only=True)
class NewsMark:
    """What a hall was told of a tournament, and the tournament's message there."""

    told: int = 0
    """The version up to which everything was told."""
    telling: int = 0
    """The version of the entry that is being told."""
    items: int = 0
    """How many of its news were told already."""
    shown: int = 0
    """The version that the message shows."""
    message: str = ""
    """The platform's id of it; empty when there is none."""

    def written(self) -> str:
        """As it is kept."""
        return f"{self.told}|{self.telling}|{self.items}|{self.shown}|{self.message}"

    @classmethod
    def read(cls, mark: str) -> "NewsMark":
        """As it was kept."""
        *numbers, message = mark.split("|", 4)
        told, telling, items, shown = map(int, numbers)
        return cls(told=told, telling=telling, items=items, shown=shown, message=message)


class _Taken(Protocol):
    @property
    def id(self) -> str:
        """The stream's."""


class _Written(Protocol):
    def written(self) -> str:
        """As it is kept."""


TakenT = TypeVar("TakenT", bound=_Taken)
MarkT = TypeVar("MarkT", bound=_Written)
PlaceT = TypeVar("PlaceT", bound=str)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Form(Generic[TakenT, MarkT, PlaceT]):
    """What one stream's keys are called, and how its entries and marks are read."""

    stream: str
    lease: str
    marks: str
    entry: Callable[[str, str, int, bytes], TakenT]
    mark: Callable[[str], MarkT]
    place: Callable[[str], PlaceT]


class _Sender(Generic[TakenT, MarkT, PlaceT]):
    """One sender's side of one stream of one platform. Every method raises StoreAway when Redis is away."""

    def __init__(
        self,
        store: Store,
        platform: str,
        sender: str,
        form: _Form[TakenT, MarkT, PlaceT],
        *,
        lease: int,
        most: int,
    ) -> None:
        self._store = store
        self._platform = platform
        self._sender = sender
        self._form = form
        self._lease = lease
        self._most = most

    async def take(self, partitions: Sequence[int]) -> list[tuple[TakenT, ...] | None]:
        """For each partition: what is to be sent, oldest first, or None when another sender has it.

        One round trip. Entries come again until they are settled.
        """
        args = (self._sender, self._lease, _GROUP, self._most)
        keys = [
            (self._key(number, self._form.lease), self._key(number, self._form.stream))
            for number in partitions
        ]
        taken = await self._store.run_all([(TAKE, names, args) for names in keys])
        return [await self._entries(*of_one) for of_one in zip(partitions, taken, strict=True)]

    async def holds(self, partition: int) -> bool:
        """Whether the partition is still this sender's, for another lease: ask before each message."""
        args = (self._sender, self._lease)
        return bool(await self._store.run(HOLD, (self._key(partition, self._form.lease),), args))

    async def settle(
        self, partition: int, entries: Iterable[TakenT], marks: Mapping[PlaceT, MarkT | None] | None = None
    ) -> bool:
        """Remove what was sent and mark the rooms' live messages (None: there is none any more), in one step.

        False when another sender has the partition: then nothing changed, and the entries are the other's.
        """
        ids = [entry.id for entry in entries]
        pairs: list[Argument] = []
        for room, mark in (marks or {}).items():
            pairs += (room, mark.written() if mark else "")
        keys = [
            self._key(partition, name) for name in (self._form.lease, self._form.stream, self._form.marks)
        ]
        args: list[Argument] = [self._sender, self._lease, _GROUP, len(ids), *ids, *pairs]
        return bool(await self._store.run(SETTLE, keys, args))

    async def marks(self, partition: int) -> dict[PlaceT, MarkT]:
        """The live message of each room in the partition."""
        found: dict[bytes, bytes] = await self._store.command(
            "HGETALL", self._key(partition, self._form.marks)
        )
        return {
            self._form.place(room.decode()): self._form.mark(mark.decode()) for room, mark in found.items()
        }

    async def release(self, partitions: Sequence[int]) -> None:
        """Let another sender have them without waiting for the lease to end."""
        await self._store.run_all(
            [(RELEASE, (self._key(number, self._form.lease),), (self._sender,)) for number in partitions]
        )

    async def _entries(self, partition: int, taken: list[Any] | None) -> tuple[TakenT, ...] | None:
        """Entries that this version cannot read are left for one that can."""
        try:
            return None if taken is None else tuple(self._entry(*raw) for raw in taken)
        except BadDocument as bad:
            _log.error(
                "outbox_unreadable",
                platform=self._platform,
                stream=self._form.stream,
                partition=partition,
                why=str(bad),
            )
            await self.release([partition])
            return None

    def _entry(self, entry_id: bytes, fields: list[bytes]) -> TakenT:
        _, subject, _, version, _, document = fields
        return self._form.entry(entry_id.decode(), subject.decode(), int(version), document)

    def _key(self, partition: int, name: str) -> str:
        return key(partition, name, self._platform)


_TABLES: Final = _Form(
    stream="out", lease="lease", marks="sent", entry=Entry.read, mark=Mark.read, place=RoomId
)
_EVENTS: Final = _Form(
    stream="news", lease="news-lease", marks="news-sent", entry=NewsEntry.read, mark=NewsMark.read, place=str
)


class Outbox(_Sender[Entry, Mark, RoomId]):
    """One sender's side of what happened at the tables of one platform; marks by room."""

    def __init__(
        self, store: Store, platform: str, sender: str, *, lease: int = 15_000, most: int = 100
    ) -> None:
        """`sender` is a name that no other sender has; `lease` in ms; `most` entries at a time of a partition."""
        super().__init__(store, platform, sender, _TABLES, lease=lease, most=most)


class NewsOutbox(_Sender[NewsEntry, NewsMark, str]):
    """The same of what happened in tournaments; marks by `news_place`."""

    def __init__(
        self, store: Store, platform: str, sender: str, *, lease: int = 15_000, most: int = 100
    ) -> None:
        """As of `Outbox`."""
        super().__init__(store, platform, sender, _EVENTS, lease=lease, most=most)


def news_place(hall: str, event_id: EventId) -> str:
    """What the mark of a tournament in one hall is kept under."""
    return f"{hall}|{event_id}"
