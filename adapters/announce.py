"""Tells the rooms of one platform what was committed: one live message per hand, and whispers to the players.

Whatever waits for a table is folded into its newest view, so a busy table costs one edit and not one an action. The
message is edited while its hand lasts and a new one is posted for the next hand; what each room was shown last is
marked in the outbox, so a restarted announcer goes on with the same message. Nothing here can stop a hand: the
commit came first, and what a platform does not take now is tried again with the view of that moment.
"""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from typing import Final, Protocol

import structlog

from adapters.held_back import HeldBack
from adapters.live_messages import LiveMessages
from adapters.messages import Busy, Locale, Message, Port, PortError
from adapters.rounds import SWEEP, Rounds
from adapters.table_rooms import TableRooms
from adapters.turn_calls import TurnCalls
from adapters.whispers import Whispers
from core.cardroom.table import Table
from core.ids import PlayerId, RoomId, TableId, Turn
from core.outbox import Entry, Outbox
from core.refusals import Reason, Refused
from core.store import StoreAway

MOST_WAITING: Final = 8
"""Entries that are kept for a table which cannot be told: what is older is known to the newest view, and would keep
other tables of its partition from being read."""

_log = structlog.get_logger(__name__)


class Tables(Protocol):
    """What the announcer asks of the house."""

    async def look(self, table_id: TableId, at_least: int | None = None) -> Table:
        """The table at that version or newer; raises `Refused`."""

    async def hand_message(self, table_id: TableId, hand_no: int) -> Message | None:
        """How a finished hand ended, for everyone."""

    async def pause(self, table_id: TableId, paused: bool) -> None:
        """Deal no hand after this one, or go on; raises `Refused`."""

    async def grant(self, turn: Turn, ms: int) -> None:
        """Put the clock of a turn back by what it was held back in all, in milliseconds; raises `Refused`."""

    async def locale_of(self, who: RoomId | PlayerId) -> Locale:
        """The language of a room."""


async def _leave_open(_: RoomId) -> None:
    """Most places stay as they are when their table is closed."""


class Announcer:
    """Drains one platform's outbox into its Port while `run` runs."""

    def __init__(
        self,
        tables: Tables,
        outbox: Outbox,
        port: Port,
        *,
        partitions: int,
        partition_of: Callable[[TableId], int | None],
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
        put_away: Callable[[RoomId], Awaitable[None]] = _leave_open,
    ) -> None:
        """`sleep` waits between the streets of a run-out, in seconds; `put_away` is told of the rooms of a closed table
        when they have been shown that it is."""
        self._tables = tables
        self._outbox = outbox
        self._port = port
        self._partitions = partitions
        self._partition_of = partition_of
        self._sleep = sleep
        self._put_away = put_away
        self._rounds = Rounds(partitions, self._take)
        self._live = LiveMessages(tables, outbox, port, sleep)
        self._whispers = Whispers(port)
        self._held_back = HeldBack(tables, self._whispers)
        self._calls = TurnCalls(tables, port, sleep)
        self._rooms = TableRooms(tables, port, self._live, self._calls)
        self._telling: dict[TableId, asyncio.Task[None]] = {}
        self._news: dict[TableId, asyncio.Event] = {}

    def wake(self, table_id: TableId) -> None:
        """Something was committed for this table: look at its partition now."""
        partition = self._partition_of(table_id)
        if partition is not None:
            self._held_back.note(table_id)
            self._rounds.wake(partition)
        if table_id in self._news:
            self._news[table_id].set()

    def wake_partition(self, partition: int) -> None:
        """Something was committed for tables there, it is not known for which."""
        self._rounds.wake(partition)
        for table_id, news in self._news.items():
            if self._partition_of(table_id) == partition:
                news.set()

    async def run(self) -> None:
        """Run until cancelled, through every absence of Redis; then let others have the partitions."""
        away = False
        try:
            while True:
                try:
                    await self._rounds.go()
                    if away:
                        away = False
                        await self._tell_rooms(self._live.resume)
                except StoreAway as error:
                    _log.warning("announcer_waits", platform=self._port.platform, why=str(error))
                    if not away:
                        away = True
                        await self._tell_rooms(self._live.pause)
                    await asyncio.sleep(SWEEP)
        finally:
            self._calls.cancel()
            telling = list(self._telling.values())
            for task in telling:
                task.cancel()
            await asyncio.gather(*telling, return_exceptions=True)
            with suppress(StoreAway):
                await self._outbox.release(range(self._partitions))

    async def _tell_rooms(self, tell: Callable[[TableId, RoomId, Locale], Awaitable[None]]) -> None:
        """Tell every room that has a live message, whatever one of them makes of it."""
        for table_id, room in self._live.rooms():
            with suppress(PortError, StoreAway):
                await tell(table_id, room, await self._tables.locale_of(room))

    @property
    def telling(self) -> frozenset[TableId]:
        """The tables that are being told just now."""
        return frozenset(self._telling)

    def show_again(self, room: RoomId) -> bool:
        """A room's live message is gone: post it again, unless it is edited now. False: none was sent from here."""
        found = [table_id for table_id, shown in self._live.rooms() if shown == room]
        for table_id in found:
            if table_id not in self._telling:
                self._telling[table_id] = asyncio.create_task(self._resume(table_id, room))
        return bool(found)

    async def _resume(self, table_id: TableId, room: RoomId) -> None:
        self._news[table_id] = asyncio.Event()
        partition = self._partition_of(table_id)
        try:
            if partition is not None and await self._outbox.holds(partition):
                await self._live.resume(table_id, room, await self._tables.locale_of(room))
        except (PortError, StoreAway) as error:
            _log.warning("room_unreachable", table=table_id, why=str(error))
        finally:
            self._telling.pop(table_id, None)
            self._news.pop(table_id, None)
            self.wake(table_id)

    async def whisper_again(self, room: RoomId, player: PlayerId, table_id: TableId) -> None:
        """Show a player everything private anew: they reopened the page, or pressed [My cards]."""
        with suppress(Refused, PortError):
            await self._whispers.show_again(await self._tables.look(table_id), room, player)

    async def _take(self, partitions: Sequence[int]) -> None:
        """Read what waits, and tell it, each table on its own."""
        taken = await self._outbox.take(partitions)
        self._let_go({number for number, entries in zip(partitions, taken, strict=True) if entries is None})
        for partition, entries in zip(partitions, taken, strict=True):
            if entries is None:
                continue
            waiting: dict[TableId, list[Entry]] = {}
            for entry in entries:
                waiting.setdefault(entry.table_id, []).append(entry)
            for table_id, of_table in waiting.items():
                if table_id not in self._telling:
                    task = asyncio.create_task(self._tell_safely(partition, table_id, of_table))
                    self._telling[table_id] = task

    def _let_go(self, partitions: set[int]) -> None:
        """Another announcer has these: what was shown here is no longer what is to be seen."""
        self._live.let_go(partitions)
        for table_id in self._live.tables():
            if table_id not in self._telling and self._partition_of(table_id) in partitions:
                self._live.forget(table_id)
                self._whispers.forget(table_id)
                self._held_back.forget(table_id)

    async def _tell_safely(self, partition: int, table_id: TableId, entries: list[Entry]) -> None:
        """A table that cannot be told now is told later; it holds up no other one."""
        self._news[table_id] = asyncio.Event()
        try:
            failed = await self._tell(partition, table_id, entries)
            if failed is not None:
                _log.warning("player_unreachable", table=table_id, why=str(failed))
                await self._news_within(table_id, failed.retry_after)
        except PortError as error:
            tell = _log.debug if isinstance(error, Busy) else _log.warning
            tell("room_unreachable", table=table_id, why=str(error))
            self._live.rest(table_id, error.retry_after)
            if error.pause:
                await self._pause(table_id, True)
        except (StoreAway, Refused) as away:
            _log.warning("announcer_waits", platform=self._port.platform, table=table_id, why=str(away))
            await self._sleep(SWEEP)
        except Exception as error:
            _log.exception("telling_failed", table=table_id, error=type(error).__name__)
            await self._sleep(SWEEP)
        finally:
            self._telling.pop(table_id, None)
            self._news.pop(table_id, None)
            self.wake(table_id)

    async def _tell(self, partition: int, table_id: TableId, entries: list[Entry]) -> PortError | None:
        """Show the newest view of a table in every room of this platform, and to its players; then settle.

        Raises PortError for a room that cannot be reached now, and returns it for a player.
        """
        await self._live.recall(partition)
        try:
            table = await self._tables.look(table_id, entries[-1].version)
        except Refused as refused:
            if refused.reason is not Reason.NO_TABLE:
                raise
            await self._outbox.settle(partition, entries)
            return None
        table = await self._rooms.housed(table)
        failed = await self._whisper(partition, table, entries)
        await self._whispers.part(table, [event for entry in entries for event in entry.events])
        if await self._keep_pace(table_id):
            entries = await self._waiting_now(partition, table_id) or entries
            table = await self._tables.look(table_id, entries[-1].version)
            failed = await self._whisper(partition, table, entries)
        self._live.note(table, entries)
        if len(entries) > MOST_WAITING:
            await self._outbox.settle(partition, entries[:-MOST_WAITING])
            entries = entries[-MOST_WAITING:]
        table = await self._held_back.before(table)
        marks, behind = await self._rooms.show(partition, table, entries)
        await self._held_back.after(table)
        if table.hand is None:
            failed = await self._whispers.show(table)
        failed = failed or behind
        if table.closed:
            for room in marks:  # Before it is settled: what this process leaves undone the next one does.
                await self._put_away(room)
            await self._live.settle(partition, entries, marks)
            self._live.forget(table_id)
            self._whispers.forget(table_id)
            self._held_back.forget(table_id)
            return None
        if table.paused and not table.held and self._rooms.of(table):
            await self._pause(table_id, False)
        # The last entry comes again as long as somebody has not seen their cards, or a room is behind.
        await self._live.settle(partition, entries[:-1] if failed else entries, marks)
        return failed

    async def _whisper(self, partition: int, table: Table, entries: Sequence[Entry]) -> PortError | None:
        """Nobody waits for their own cards. How a run-out ends is whispered when the room has seen it."""
        return await self._whispers.show(table, self._live.untold(partition, table, entries))

    async def _pause(self, table_id: TableId, paused: bool) -> None:
        """A table that nobody can see waits; what the rules say of it now does not matter here."""
        with suppress(Refused):
            await self._tables.pause(table_id, paused)

    async def _keep_pace(self, table_id: TableId) -> bool:
        """Wait until the platform takes another edit, if it has to be waited for. Nobody waits for their own cards."""
        now = asyncio.get_running_loop().time
        waited = False
        while (left := self._live.next_at(table_id) - now()) > 0:
            waited = True
            if await self._news_within(table_id, left):
                table = await self._tables.look(table_id, 0)
                if table.hand is not None:
                    await self._whispers.show(table)
        return waited

    async def _news_within(self, table_id: TableId, seconds: float) -> bool:
        """Whether something more was committed for a table that is being told, as soon as it is."""
        news = self._news[table_id]
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await news.wait()
        came = news.is_set()
        news.clear()
        return came

    async def _waiting_now(self, partition: int, table_id: TableId) -> list[Entry]:
        """All that waits for a table by now."""
        (entries,) = await self._outbox.take([partition])
        return [entry for entry in entries or () if entry.table_id == table_id]
