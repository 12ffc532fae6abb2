"""The dealer: takes an action to its table, asks the rules, and has the store write what they say.

One action at a time for each table in this process. The process holds each table as it last wrote or read it, so
an action costs one round trip; if another process was faster, the store brings the newer table and the rules are
asked again. Nobody is told anything before it is written, and nothing goes on from memory: when it is unknown
whether something was written, the dealer lets go of the table and reads it again.
"""

import asyncio
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Final

import structlog

from core.actions import Action, OpenTable, TimeOut
from core.cardroom.deeds import Asker, deeds
from core.cardroom.table import Table, Wait
from core.commits import Change, Committed, Conflict, Elsewhere, Repeated, RoomTaken, Short, Stored
from core.documents import BadDocument
from core.events import Event
from core.ids import TableId
from core.kept import Kept
from core.one_table import refuse_elsewhere
from core.refusals import Reason, Refused
from core.rules import Outcome, apply
from core.store import Store, StoreAway

Rules = Callable[[Table | None, Action, int], Outcome]
_MOST_TRIES: Final = 2_000
"""Each lost try is an action of somebody else that was written meanwhile; no table sees so many in that time."""

_log = structlog.get_logger(__name__)


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """What came of an action."""

    table: Table = field(repr=False)
    """As it is now."""
    version: int
    """Of the table, as the action left it."""
    events: tuple[Event, ...] = field(repr=False)
    """What the action made happen, private events among them."""
    repeated: bool = False
    """The request had been done before, and now nothing has changed."""
    rewound: bool = False
    """A failover lost the table's newest changes, and play goes on from what is left: say so at the table."""


class _Place:
    """What this process knows of one table; `async with` it for one action at a time."""

    __slots__ = ("_lock", "held", "newest", "rewound", "users")

    def __init__(self) -> None:
        self._lock = asyncio.Lock()
        self.users = 0
        """Who is here or waits to be."""
        self.held: Stored | None = None
        self.newest = 0
        """The version that was last acknowledged to this process."""
        self.rewound = False

    async def __aenter__(self) -> "_Place":
        self.users += 1
        try:
            await self._lock.acquire()
        except BaseException:
            self.users -= 1
            raise
        return self

    async def __aexit__(self, *_: object) -> None:
        self._lock.release()
        self.users -= 1

    def hold(self, now: Stored | None) -> None:
        """Take what the store has. It is behind what was acknowledged only if a failover lost something."""
        self.held = now
        if now is None:
            return
        if now.version < self.newest:
            self.rewound = True
            lost = self.newest - now.version
            _log.warning("table_rewound", table=now.table.id, version=now.version, lost=lost)
        self.newest = now.version


class _SayingAway:
    """Whoever asked is told that the dealer is away; the operator is told more."""

    __slots__ = ("_table_id",)

    def __init__(self, table_id: TableId) -> None:
        self._table_id = table_id

    def __enter__(self) -> None:
        pass

    def __exit__(self, kind: object, error: BaseException | None, _: object) -> None:
        if isinstance(error, BadDocument):
            _log.error("table_unreadable", table=self._table_id, why=str(error))
        if isinstance(error, StoreAway | BadDocument):
            raise Refused(Reason.DEALER_AWAY) from error


class Dealer:
    """The one door to every table: `open`, `act`, `tick` and `look`."""

    def __init__(
        self, store: Store, clock_ms: Callable[[], int], *, rules: Rules = apply, most_held: int = 1_000
    ) -> None:
        """`clock_ms` gives milliseconds since the epoch; `most_held` tables are remembered."""
        self.clock_ms = clock_ms
        self.on_commit: list[Callable[[TableId], None]] = []
        """Called after each commit of this process, so that the announcer and the clock wake up."""
        self._store = store
        self._rules = rules
        self._most_held = most_held
        self._places: OrderedDict[TableId, _Place] = OrderedDict()

    async def open(self, action: OpenTable, request_id: str) -> Answer:
        """Open a table, once however often `request_id` comes.

        Raises Refused with what the rules say, TABLE_EXISTS (in that room), or DEALER_AWAY.
        """
        with _SayingAway(action.table):
            async with self._at(action.table) as place:
                answer = await self._write(place, None, action, request_id)
                if answer is None:
                    raise Refused(Reason.TABLE_EXISTS, name=action.name)
                return answer

    async def act(
        self, table_id: TableId, action: Action, request_id: str, asker: Asker | None = None
    ) -> Answer:
        """Do an action, once however often `request_id` comes. Raises Refused with nothing changed.

        `asker` is who asked in the host's stead, for the log.

        After DEALER_AWAY alone it is unknown whether it was done: the same `request_id` finds out.
        """
        with _SayingAway(table_id):
            async with self._at(table_id) as place:
                return await self._settle(place, table_id, action, request_id, asker)

    async def tick(self, table_id: TableId, version: int, chance: str) -> Answer | None:
        """Let the deadline of exactly this version pass; None when the table has moved on.

        `chance` is 32 random bytes in hex. Raises StoreAway, BadDocument, or Refused if the rules see no deadline.
        """
        async with self._at(table_id) as place:
            if place.held is None or place.held.version != version:
                place.hold(await self._store.load(table_id))
            if place.held is None or place.held.version != version:
                await self._store.drop_claim(table_id, version)
                return None
            request_id = f"timeout:{table_id}:{version}"
            return await self._write(place, place.held, TimeOut(chance=chance), request_id)

    async def look(self, table_id: TableId, at_least: int | None = None) -> Table:
        """The table as Redis has it, or as this process holds it if that is version `at_least` or newer.

        Raises Refused: NO_TABLE, or DEALER_AWAY.
        """
        with _SayingAway(table_id):
            held = self._held(table_id)
            if held is not None and at_least is not None and held.version >= at_least:
                return held.table
            async with self._at(table_id) as place:
                place.hold(await self._store.load(table_id))
                if place.held is None:
                    raise Refused(Reason.NO_TABLE)
                return place.held.table

    def deadline(self, table_id: TableId) -> int | None:
        """When the table moves on by itself, in ms since the epoch, as far as this process knows."""
        held = self._held(table_id)
        if held is not None and held.table.wait is Wait.DIRECTOR:
            return self.clock_ms()  # Its tournament was called in the same commit.
        return held.table.deadline if held else None

    async def _settle(
        self, place: _Place, table_id: TableId, action: Action, request_id: str, asker: Asker | None
    ) -> Answer:
        """Apply the action to the newest table there is, until nobody else is faster."""
        current = False
        for _ in range(_MOST_TRIES):
            if place.held is None:
                found = await self._store.recall(table_id, request_id)
                place.hold(found.now)
                if isinstance(found, Repeated):
                    return await self._repeated(found)
                current = True
            if place.held is None:
                raise Refused(Reason.NO_TABLE)
            try:
                answer = await self._write(place, place.held, action, request_id, asker)
            except Refused:
                if current:
                    raise
                place.held = None  # Perhaps the table was old, or the request is done: read before refusing.
                continue
            if answer is not None:
                return answer
            current = True
        raise Refused(Reason.DEALER_AWAY)

    async def _write(
        self,
        place: _Place,
        before: Stored | None,
        action: Action,
        request_id: str,
        asker: Asker | None = None,
    ) -> Answer | None:
        """Ask the rules and commit what they say. None: another process was faster; its table is held now."""
        now = self.clock_ms()
        outcome = self._rules(before.table if before else None, action, now)
        deadline = outcome.state.deadline
        change = Change(
            request=request_id,
            version=before.version if before else 0,
            before=before.table if before else None,
            after=outcome.state,
            events=outcome.events,
            record=outcome.record,
            due_in=None if deadline is None else deadline - now,
            deeds=deeds(before.table if before else None, action, outcome.state, asker),
        )
        try:
            result = await self._store.commit(change)
        except BaseException:
            place.held = None  # Whether it was written is unknown.
            raise
        match result:
            case Committed(version):
                if outcome.state.closed:
                    await Kept(self._store).look_back_at(outcome.state)
                return self._committed(place, Stored(version=version, table=outcome.state), outcome.events)
            case Repeated(now=newest):
                place.hold(newest)
                return await self._repeated(result)
            case Conflict(newest):
                place.hold(newest)
                return None
            case Short():
                return await self._write(place, before, _without(action, result), request_id, asker)
            case Elsewhere():
                await refuse_elsewhere(self._store, outcome.state, result)
                return await self._write(place, before, action, request_id, asker)
            case RoomTaken(other):
                there = await self._store.load(other)
                raise Refused(Reason.TABLE_EXISTS, name=there.table.name if there else other)

    def _committed(self, place: _Place, now: Stored, events: tuple[Event, ...]) -> Answer:
        place.hold(now)
        rewound, place.rewound = place.rewound, False
        for wake in self.on_commit:
            wake(now.table.id)
        return Answer(table=now.table, version=now.version, events=events, rewound=rewound)

    async def _repeated(self, done: Repeated) -> Answer:
        """What the request did when it was done, which for `open` may have been at a table of another id."""
        now = done.now
        if now is None or now.table.id != done.table_id:
            now = await self._store.load(done.table_id)
        if now is None:
            raise Refused(Reason.NO_TABLE)
        return Answer(table=now.table, version=done.version, events=done.events, repeated=True)

    def _held(self, table_id: TableId) -> Stored | None:
        place = self._places.get(table_id)
        return place.held if place else None

    def _at(self, table_id: TableId) -> _Place:
        """The place of a table. For a new one, the tables that were not used for longest are forgotten."""
        place = self._places.get(table_id)
        if place is not None:
            self._places.move_to_end(table_id)
            return place
        if self._store.partition_of_table(table_id) is None:
            raise Refused(Reason.NO_TABLE)
        spare = len(self._places) + 1 - self._most_held
        if spare > 0:
            idle = [known for known, place in self._places.items() if not place.users]
            for known in idle[:spare]:
                del self._places[known]
        place = self._places[table_id] = _Place()
        return place


def _without(action: Action, short: Short) -> TimeOut:
    """The same deadline without the chips of a player whose wallet did not hold them. Everybody else is refused."""
    if isinstance(action, TimeOut) and short.player not in action.short:
        return replace(action, short=(*action.short, short.player))
    if short.frozen:
        raise Refused(Reason.ACCOUNT_FROZEN)
    raise Refused(Reason.NOT_ENOUGH_CHIPS, asked=short.asked, balance=short.balance)
