"""The call to a silent player: one mention a turn, posted after a while and taken back when they have acted."""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass
from typing import Protocol

from adapters import render
from adapters.messages import Locale, Message, Port, PortError
from core.cardroom.table import Table
from core.ids import RoomId, TableId, Turn
from core.refusals import Refused
from core.views import TableView


class Looks(Protocol):
    """What is asked of the house."""

    async def look(self, table_id: TableId, at_least: int | None = None) -> Table:
        """The table as it is; raises `Refused`."""


@dataclass(slots=True, kw_only=True)
class _Call:
    """Waiting in `task` until it is posted, then known by its id."""

    turn: Turn
    task: asyncio.Task[None]
    on_its_way: bool = False
    message_id: str = ""


class TurnCalls:
    """The calls of one platform, at most one a room."""

    def __init__(self, tables: Looks, port: Port, sleep: Callable[[float], Awaitable[None]]) -> None:
        """`sleep` waits for seconds."""
        self._tables = tables
        self._port = port
        self._sleep = sleep
        self._calls: dict[RoomId, _Call] = {}

    async def follow(self, room: RoomId, view: TableView, locale: Locale) -> None:
        """The room was shown this view: take back an old call, and get ready to call who is to act now."""
        after = self._port.call_after
        known = self._calls.get(room)
        if after is None or (known is not None and known.turn == view.turn):
            return
        if known is not None:
            del self._calls[room]
            await self._end(room, known)
        message = render.turn_call(view)
        actor = next((seat.player for seat in view.seats if seat.seat == view.to_act), "")
        if message is not None and actor.startswith(f"{self._port.platform}:"):
            task = asyncio.create_task(self._call_later(room, view, message, locale, after))
            self._calls[room] = _Call(turn=view.turn, task=task)

    async def leave(self, room: RoomId) -> None:
        """The table has left this room: nobody is called there any more."""
        known = self._calls.pop(room, None)
        if known is not None:
            await self._end(room, known)

    def cancel(self) -> None:
        """Call nobody any more."""
        for call in self._calls.values():
            call.task.cancel()

    async def _end(self, room: RoomId, call: _Call) -> None:
        if not call.on_its_way:
            call.task.cancel()
        if call.message_id:
            with suppress(PortError):
                await self._port.take_back(room, call.message_id)

    async def _call_later(
        self, room: RoomId, view: TableView, message: Message, locale: Locale, after: float
    ) -> None:
        await self._sleep(after)
        with suppress(Refused, PortError):
            if (await self._tables.look(view.table)).turn != view.turn:
                return
            call = self._calls.get(room)
            if call is None or call.turn != view.turn:
                return
            # From here on it must be known by its id, or nobody could take it back.
            call.on_its_way = True
            try:
                message_id = await self._port.call(room, message, locale)
            finally:
                call.on_its_way = False
            if self._calls.get(room) is call:
                call.message_id = message_id
            else:
                await self._port.take_back(room, message_id)
