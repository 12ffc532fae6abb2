"""The live message of each room: posted for a hand, edited while it lasts, closed when the next one begins.

Which message is the live one is marked in the outbox, so that whoever sends next goes on with it. It is known here
from the moment it was sent, whatever fails before the mark is written: a message is never posted twice for that.
"""

import asyncio
from collections.abc import Awaitable, Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import Final, Protocol

from adapters import render
from adapters.messages import Line, Locale, Message, Name, Port, PortError, Role, Text
from adapters.suspense import run_out_views
from adapters.wording import closed_text
from core.cardroom.table import Table
from core.events import ButtonDrawn, Event, HandEnded, HandStarted, KnockedOut, TableClosed
from core.ids import RoomId, TableId
from core.options import MOST_SEATS
from core.outbox import Entry, Mark, Outbox
from core.sight import public_view
from core.views import Phase, TableView

STREET_SECONDS: Final = 2.0
"""Between two streets of a run-out, so that people can follow it."""
MOST_NOTES: Final = 6
"""Lines about comings and goings that one message holds."""


class Records(Protocol):
    """What is asked of the house."""

    async def hand_message(self, table_id: TableId, hand_no: int) -> Message | None:
        """How a finished hand ended, for everyone."""


@dataclass(slots=True, kw_only=True)
class _Shown:
    """What this process last showed of one table: to compare with, never to go on from."""

    draw: tuple[Line, ...] = ()
    """The draw for the button, while the hand is on that it was made for."""
    out: list[Line] = field(default_factory=list)
    """Who is out of the tournament with the last hand, which no other note pushes out."""
    notes: list[Line] = field(default_factory=list)
    noted: int = 0
    """The version up to which the notes tell."""
    sent: dict[RoomId, tuple[str, Message]] = field(default_factory=dict, repr=False)
    """The live message of each room, and what it shows."""
    next_at: float = 0.0
    """When the platform takes the next edit, in the loop's seconds."""
    result: tuple[int, Message] | None = field(default=None, repr=False)
    """The hand number of the last summary that was shown, and the summary."""


class LiveMessages:
    """The live messages of one platform."""

    def __init__(
        self, records: Records, outbox: Outbox, port: Port, sleep: Callable[[float], Awaitable[None]]
    ) -> None:
        """`sleep` waits between the streets of a run-out, in seconds."""
        self._records = records
        self._outbox = outbox
        self._port = port
        self._sleep = sleep
        self._marks: dict[int, dict[RoomId, Mark]] = {}
        self._shown: dict[TableId, _Shown] = {}

    async def recall(self, partition: int) -> None:
        """Learn which messages are live in a partition. Raises StoreAway."""
        if partition not in self._marks:
            self._marks.setdefault(partition, await self._outbox.marks(partition))

    def let_go(self, partitions: Iterable[int]) -> None:
        """Another sender has these partitions: it knows better which messages are live there."""
        for partition in partitions:
            self._marks.pop(partition, None)

    def tables(self) -> list[TableId]:
        """Those that something is remembered of."""
        return list(self._shown)

    def forget(self, table_id: TableId) -> None:
        """The table is closed, or somebody else's to tell."""
        self._shown.pop(table_id, None)

    def next_at(self, table_id: TableId) -> float:
        """When the platform takes the table's next edit, in the loop's seconds."""
        return self._of(table_id).next_at

    def rest(self, table_id: TableId, seconds: float) -> None:
        """The platform wants no edit of the table for so long."""
        self._of(table_id).next_at = asyncio.get_running_loop().time() + seconds

    def note(self, table: Table, entries: Sequence[Entry]) -> None:
        """Add what happened beside the hand, once however often it has to be told.

        It stands until the next hand, the draw for the button until its hand is over. The last word of a table is about
        its closing alone; a tournament's table has none of its own, and adds to that of its last hand.
        """
        shown, view = self._of(table.id), public_view(table)
        commits = [entry.events for entry in entries if entry.version > shown.noted]
        closing = [events for events in commits if any(isinstance(one, TableClosed) for one in events)]
        alone = closing if table.event is None else []
        events = [event for commit in alone or commits for event in commit]
        if alone or any(isinstance(event, HandStarted) for event in events):
            shown.notes.clear()
            shown.out.clear()
        drawn = [event for event in events if isinstance(event, ButtonDrawn)]
        if drawn:
            shown.draw = render.feed_lines(drawn, view)
        if closing or any(isinstance(event, HandEnded) for event in events):
            shown.draw = ()
        # That the table is closed its message says in its title.
        beside = [event for event in events if not isinstance(event, ButtonDrawn | TableClosed | KnockedOut)]
        shown.out.extend(render.feed_lines([one for one in events if isinstance(one, KnockedOut)], view))
        del shown.out[:-MOST_SEATS]
        shown.notes.extend(render.feed_lines(beside, view))
        if not closing:  # Where everybody goes from a table that is broken, all of them want to read.
            del shown.notes[:-MOST_NOTES]
        shown.noted = entries[-1].version

    def untold(self, partition: int, table: Table, entries: Sequence[Entry]) -> list[tuple[Event, ...]]:
        """The events of each commit that none of the table's rooms has been shown."""
        live = [self._live(partition, room, table) for room in table.rooms]
        told = max((mark.version for mark in live if mark is not None), default=0)
        return [entry.events for entry in entries if entry.version > told]

    async def show(
        self, partition: int, room: RoomId, table: Table, entries: Sequence[Entry], locale: Locale
    ) -> Mark | None:
        """Edit the room's live message, or post the next hand's. Returns the new mark; None for a closed table.

        Raises PortError, and StoreAway.
        """
        view, shown, version = public_view(table), self._of(table.id), entries[-1].version
        live = self._live(partition, room, table)
        told = 0 if live is None else live.version
        last_word = table.closed and live is not None and live.hand_no > 0 and told < version
        if live is not None and (live.hand_no != table.hand_no or last_word):
            ended = table if last_word and table.event is not None else None
            await self._close(room, live, locale, shown, ended)
            live = None
        if table.event is not None and live is None and (table.closed or not table.hand_no):
            return None  # A tournament's table has a message from its first hand to its last.
        message_id = "" if live is None else live.message
        mark = Mark(table_id=table.id, version=version, hand_no=table.hand_no, message=message_id)
        commits = [entry.events for entry in entries if entry.version > told]
        for step in run_out_views(view, commits):
            mark = await self._send(partition, room, mark, _message(step, []), locale, shown)
            await self._sleep(STREET_SECONDS)
        message = _message(view, (*shown.draw, *shown.out, *shown.notes))
        mark = await self._send(partition, room, mark, message, locale, shown)
        if view.phase in (Phase.BETWEEN_HANDS, Phase.WAITING):
            shown.result = (table.hand_no, message)
        return None if table.closed else mark

    def is_live(self, partition: int, room: RoomId, table: Table) -> bool:
        """Whether a message of the table is live in the room."""
        return self._live(partition, room, table) is not None

    def left(self, partition: int, table: Table) -> list[RoomId]:
        """Rooms with a live message of a table that is not open there any more."""
        marks = self._marks.get(partition, {})
        return [room for room, mark in marks.items() if mark.table_id == table.id and room not in table.rooms]

    async def part(self, partition: int, room: RoomId, table: Table, locale: Locale) -> None:
        """The table has left this room: its message says so there and loses its buttons.

        Raises PortError, and StoreAway.
        """
        mark, known = self._marks[partition][room], self._of(table.id).sent.get(room)
        message = _message(public_view(table), []) if known is None else known[1]
        gone = Line(role=Role.NOTE, pieces=(Text(key="room.left", strong=True),))
        if not await self._outbox.holds(partition):
            raise PortError("another announcer has this room", retry_after=0.0)
        await self._port.edit(room, mark.message, Message(lines=(*message.lines, gone)), locale)
        self._of(table.id).sent.pop(room, None)

    def rooms(self) -> list[tuple[TableId, RoomId]]:
        """Every room with a live message that was sent from here."""
        return [(table_id, room) for table_id, shown in self._shown.items() for room in shown.sent]

    async def pause(self, table_id: TableId, room: RoomId, locale: Locale) -> None:
        """Say below the live message that the dealer is away, and take its buttons off. Raises PortError."""
        message_id, message = self._of(table_id).sent[room]
        away = Line(role=Role.NOTE, pieces=(Text(key="table.away", strong=True),))
        await self._port.edit(room, message_id, Message(lines=(*message.lines, away)), locale)

    async def resume(self, table_id: TableId, room: RoomId, locale: Locale) -> None:
        """Show the live message again as it was, under a new id if it had to be posted. Raises PortError, StoreAway."""
        shown = self._of(table_id)
        message_id, message = shown.sent[room]
        again = await self._port.edit(room, message_id, message, locale)
        shown.sent[room] = (again, message)
        for partition, marks in self._marks.items():
            mark = marks.get(room)
            if mark is not None and mark.message == message_id != again:
                marks[room] = replace(mark, message=again)
                await self._outbox.settle(partition, (), {room: marks[room]})

    async def settle(
        self, partition: int, entries: Sequence[Entry], marks: dict[RoomId, Mark | None]
    ) -> None:
        """Remove what was told from the outbox, and mark what is live. Raises StoreAway."""
        if not await self._outbox.settle(partition, entries, marks):
            self._marks.pop(partition, None)
            return
        known = self._marks.get(partition, {})
        for room, mark in marks.items():
            if mark is None:
                known.pop(room, None)

    def _of(self, table_id: TableId) -> _Shown:
        return self._shown.setdefault(table_id, _Shown())

    def _live(self, partition: int, room: RoomId, table: Table) -> Mark | None:
        """The room's live message, if it is of this table."""
        live = self._marks.get(partition, {}).get(room)
        return None if live is None or live.table_id != table.id else live

    async def _send(
        self, partition: int, room: RoomId, mark: Mark, message: Message, locale: Locale, shown: _Shown
    ) -> Mark:
        """Edit the marked message, or post it when it has no id. What is shown already is not sent again.

        Returns the mark with the message's id.
        """
        if mark.message and shown.sent.get(room) == (mark.message, message):
            return mark
        if not await self._outbox.holds(partition):
            raise PortError("another announcer has this room", retry_after=0.0)
        if mark.message:
            mark = replace(mark, message=await self._port.edit(room, mark.message, message, locale))
        else:
            mark = replace(mark, message=await self._port.post(room, message, locale))
        shown.sent[room] = (mark.message, message)
        shown.next_at = asyncio.get_running_loop().time() + self._port.pace
        if partition in self._marks:
            self._marks[partition][room] = mark
        return mark

    async def _close(
        self, room: RoomId, mark: Mark, locale: Locale, shown: _Shown, ended: Table | None = None
    ) -> None:
        """The next hand is on: the last one's message keeps its summary and loses its buttons.

        At the table of a tournament that has `ended` it also says what came of that hand, and that it was the last.
        """
        if not mark.hand_no:
            return
        summary: Message | None
        if shown.result is not None and shown.result[0] == mark.hand_no:
            summary = Message(lines=shown.result[1].lines)
        else:
            summary = await self._records.hand_message(mark.table_id, mark.hand_no)
        if ended is not None:
            last = Line(role=Role.NOTE, pieces=(Name(name=ended.name), closed_text(public_view(ended))))
            lines = () if summary is None else summary.lines
            more = [line for line in (*shown.out, *shown.notes, last) if line not in lines]
            summary = Message(lines=(*lines, *more))
        if summary is not None:
            await self._port.edit(room, mark.message, summary, locale)


def _message(view: TableView, notes: Sequence[Line]) -> Message:
    """The table message with what happened beside the hand."""
    message = render.table_message(view)
    return Message(lines=(*message.lines, *notes), choices=message.choices) if notes else message
