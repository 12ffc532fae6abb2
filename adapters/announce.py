"""Tells the rooms of one platform what was committed: one live message per hand, and whispers to the players.

Whatever waits for a table is folded into its newest view, so a busy table costs one edit and not one an action. The
message is edited while its hand lasts and a new one is posted for the next hand; what each room was shown last is
marked in the outbox, so a restarted announcer goes on with the same message. Nothing here can stop a hand: the
commit came first, and what a platform does not take now is tried again with the view of that moment.
"""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Final, Protocol

import structlog

from adapters import render
from adapters.messages import Line, Locale, Message, Port, PortError
from adapters.suspense import run_out_views
from adapters.turn_calls import TurnCalls
from adapters.whispers import Whispers
from core.cardroom.table import Table
from core.events import HandStarted
from core.ids import PlayerId, RoomId, TableId
from core.outbox import Entry, Mark, Outbox
from core.refusals import Refused
from core.sight import public_view
from core.store import StoreAway
from core.views import Phase, TableView

SWEEP: Final = 1.0
"""Seconds between two looks at every partition, for what another process committed or left behind."""
STREET_SECONDS: Final = 2.0
"""Between two streets of a run-out, so that people can follow it."""
MOST_NOTES: Final = 6
"""Lines about comings and goings that one message holds."""

_log = structlog.get_logger(__name__)


class Tables(Protocol):
    """What the announcer asks of the house."""

    async def look(self, table_id: TableId, at_least: int | None = None) -> Table:
        """The table at that version or newer; raises `Refused`."""

    async def hand_message(self, table_id: TableId, hand_no: int) -> Message | None:
        """How a finished hand ended, for everyone."""

    async def locale_of(self, who: RoomId | PlayerId) -> Locale:
        """The language of a room."""


@dataclass(slots=True, kw_only=True)
class _Shown:
    """What this process last showed of one table: to compare with, never to go on from."""

    notes: list[Line] = field(default_factory=list)
    noted: int = 0
    """The version up to which the notes tell."""
    sent: dict[RoomId, tuple[str, Message]] = field(default_factory=dict, repr=False)
    """The live message of each room, and what it shows."""
    next_at: float = 0.0
    """When the platform takes the next edit, in the loop's seconds."""
    result: tuple[int, Message] | None = field(default=None, repr=False)
    """The hand number of the last summary that was shown, and the summary."""


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
    ) -> None:
        """`sleep` waits between the streets of a run-out, in seconds."""
        self._tables = tables
        self._outbox = outbox
        self._port = port
        self._partitions = partitions
        self._partition_of = partition_of
        self._sleep = sleep
        self._wake = asyncio.Event()
        self._woken: set[int] = set()
        self._marks: dict[int, dict[RoomId, Mark]] = {}
        self._shown: dict[TableId, _Shown] = {}
        self._whispers = Whispers(port)
        self._calls = TurnCalls(tables, port, sleep)
        self._telling: dict[TableId, asyncio.Task[None]] = {}
        self._news: dict[TableId, asyncio.Event] = {}

    def wake(self, table_id: TableId) -> None:
        """Something was committed for this table: look at its partition now."""
        partition = self._partition_of(table_id)
        if partition is not None:
            self._woken.add(partition)
            self._wake.set()
        if table_id in self._news:
            self._news[table_id].set()

    async def run(self) -> None:
        """Run until cancelled, through every absence of Redis; then let others have the partitions."""
        try:
            while True:
                try:
                    await self._look_around()
                except StoreAway as away:
                    _log.warning("announcer_waits", platform=self._port.platform, why=str(away))
                    await asyncio.sleep(SWEEP)
        finally:
            self._calls.cancel()
            for task in self._telling.values():
                task.cancel()
            with suppress(StoreAway):
                await self._outbox.release(range(self._partitions))

    async def whisper_again(self, room: RoomId, player: PlayerId, table_id: TableId) -> None:
        """Show a player everything private anew: they reopened the page, or pressed [My cards]."""
        with suppress(Refused, PortError):
            await self._whispers.show_again(await self._tables.look(table_id), room, player)

    async def _look_around(self) -> None:
        await self._take(range(self._partitions))
        loop = asyncio.get_running_loop()
        sweep_at = loop.time() + SWEEP
        while loop.time() < sweep_at:
            with suppress(TimeoutError):
                async with asyncio.timeout_at(sweep_at):
                    await self._wake.wait()
            self._wake.clear()
            woken, self._woken = sorted(self._woken), set()
            await self._take(woken)

    async def _take(self, partitions: Sequence[int]) -> None:
        """Read what waits, and tell it, each table on its own."""
        if not partitions:
            return
        for partition, entries in zip(partitions, await self._outbox.take(partitions), strict=True):
            if entries is None:
                self._marks.pop(partition, None)
                continue
            waiting: dict[TableId, list[Entry]] = {}
            for entry in entries:
                waiting.setdefault(entry.table_id, []).append(entry)
            for table_id, of_table in waiting.items():
                if table_id not in self._telling:
                    task = asyncio.create_task(self._tell_safely(partition, table_id, of_table))
                    self._telling[table_id] = task

    async def _tell_safely(self, partition: int, table_id: TableId, entries: list[Entry]) -> None:
        """A table that cannot be told now is told later; it holds up no other one."""
        try:
            await self._tell(partition, table_id, entries)
        except PortError as error:
            _log.warning("room_unreachable", table=table_id, why=str(error))
            await self._sleep(error.retry_after)
        except StoreAway as away:
            _log.warning("announcer_waits", platform=self._port.platform, why=str(away))
        except Exception as error:
            _log.exception("telling_failed", table=table_id, error=type(error).__name__)
            await self._sleep(SWEEP)
        finally:
            self._telling.pop(table_id, None)
            self.wake(table_id)

    async def _tell(self, partition: int, table_id: TableId, entries: list[Entry]) -> None:
        """Show the newest view of a table in every room of this platform, and to its players; then settle."""
        if partition not in self._marks:
            self._marks[partition] = await self._outbox.marks(partition)
        try:
            table = await self._tables.look(table_id, entries[-1].version)
        except Refused:
            await self._outbox.settle(partition, entries)
            return
        shown = self._shown.setdefault(table_id, _Shown())
        await self._whispers.show(table)
        if await self._keep_pace(table_id, shown):
            entries = await self._waiting_now(partition, table_id) or entries
            table = await self._tables.look(table_id, entries[-1].version)
            await self._whispers.show(table)
        self._note(table, entries, shown)
        marks: dict[RoomId, Mark | None] = {}
        for room in table.rooms:
            if room.startswith(f"{self._port.platform}:"):
                marks[room] = await self._show(partition, room, table, entries, shown)
        if await self._outbox.settle(partition, entries, marks):
            known = self._marks.setdefault(partition, {})
            known.update({room: mark for room, mark in marks.items() if mark is not None})
        else:
            self._marks.pop(partition, None)
        if table.closed:
            self._shown.pop(table_id, None)
            self._whispers.forget(table_id)
            for room in marks:
                self._marks.get(partition, {}).pop(room, None)

    async def _keep_pace(self, table_id: TableId, shown: _Shown) -> bool:
        """Wait until the platform takes another edit, if it has to be waited for. Nobody waits for their own cards."""
        loop = asyncio.get_running_loop()
        waited = False
        while (left := shown.next_at - loop.time()) > 0:
            waited = True
            news = self._news[table_id] = asyncio.Event()
            with suppress(TimeoutError):
                async with asyncio.timeout(left):
                    await news.wait()
                await self._whispers.show(await self._tables.look(table_id, 0))
        self._news.pop(table_id, None)
        return waited

    async def _waiting_now(self, partition: int, table_id: TableId) -> list[Entry]:
        """All that waits for a table by now."""
        (entries,) = await self._outbox.take([partition])
        return [entry for entry in entries or () if entry.table_id == table_id]

    def _note(self, table: Table, entries: Sequence[Entry], shown: _Shown) -> None:
        """Add what happened beside the hand, once however often it has to be told."""
        fresh = [entry for entry in entries if entry.version > shown.noted]
        events = [event for entry in fresh for event in entry.events]
        if any(isinstance(event, HandStarted) for event in events):
            shown.notes.clear()
        shown.notes.extend(render.feed_lines(events, public_view(table)))
        del shown.notes[:-MOST_NOTES]
        shown.noted = entries[-1].version

    async def _show(
        self, partition: int, room: RoomId, table: Table, entries: Sequence[Entry], shown: _Shown
    ) -> Mark | None:
        """Edit the room's live message, or post the next hand's. Returns the new mark; None for a closed table."""
        view = public_view(table)
        events = [event for entry in entries for event in entry.events]
        mark = self._marks.get(partition, {}).get(room)
        if mark is not None and mark.table_id != table.id:
            mark = None
        locale = await self._tables.locale_of(room)
        if mark is not None and (mark.hand_no != table.hand_no or table.closed):
            await self._close_message(room, mark, locale, shown)
            mark = None
        message_id = "" if mark is None else mark.message
        for step in run_out_views(view, events):
            message_id = await self._send(partition, room, message_id, _message(step, []), locale, shown)
            await self._sleep(STREET_SECONDS)
        message = _message(view, shown.notes)
        message_id = await self._send(partition, room, message_id, message, locale, shown)
        await self._calls.follow(room, view, locale)
        if table.closed:
            return None
        if view.phase in (Phase.BETWEEN_HANDS, Phase.WAITING):
            shown.result = (table.hand_no, message)
        version = entries[-1].version
        return Mark(table_id=table.id, version=version, hand_no=table.hand_no, message=message_id)

    async def _send(
        self, partition: int, room: RoomId, message_id: str, message: Message, locale: Locale, shown: _Shown
    ) -> str:
        """Edit the message, or post it when it has no id; returns the id. What is shown already is not sent again."""
        if message_id and shown.sent.get(room) == (message_id, message):
            return message_id
        if not await self._outbox.holds(partition):
            raise PortError("another announcer has this room", retry_after=0.0)
        if message_id:
            message_id = await self._port.edit(room, message_id, message, locale)
        else:
            message_id = await self._port.post(room, message, locale)
        shown.sent[room] = (message_id, message)
        shown.next_at = asyncio.get_running_loop().time() + self._port.pace
        return message_id

    async def _close_message(self, room: RoomId, mark: Mark, locale: Locale, shown: _Shown) -> None:
        """The next hand is on: the last one's message keeps its summary and loses its buttons."""
        if not mark.hand_no:
            return
        summary: Message | None
        if shown.result is not None and shown.result[0] == mark.hand_no:
            summary = Message(lines=shown.result[1].lines)
        else:
            summary = await self._tables.hand_message(mark.table_id, mark.hand_no)
        if summary is not None:
            await self._port.edit(room, mark.message, summary, locale)


def _message(view: TableView, notes: Sequence[Line]) -> Message:
    """The table message with what happened beside the hand."""
    message = render.table_message(view)
    return Message(lines=(*message.lines, *notes), choices=message.choices) if notes else message
