"""Tells the halls of one platform what happens in tournaments, and the players what concerns them alone.

The news of a tournament are told hall by hall, each at its own speed: one that is slow or forbidden keeps neither
another hall waiting nor another tournament. A restarted process goes on with the same message in each hall. Nothing
here can hold up a table: the commit came first.
"""

import asyncio
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Final, Protocol, TypeAlias

import structlog

from adapters.hall_news import Desk, Events, HallNews
from adapters.hall_places import HallPlaces
from adapters.messages import Busy, Locale, Port, PortError
from adapters.private_news import PrivateNews, halls_on
from adapters.rounds import SWEEP, Rounds
from adapters.told_news import NewsLost, ToldNews
from core.cardroom.table import Table
from core.ids import EventId, PlayerId, RoomId, TableId
from core.outbox import NewsEntry, NewsOutbox
from core.refusals import Reason, Refused
from core.store import StoreAway

_MOST_REMEMBERED: Final = 500
"""Tournaments of which it is remembered how far they were told, after all of it was."""

_log = structlog.get_logger(__name__)


class House(Protocol):
    """What is asked of the house about tables and languages."""

    async def look(self, table_id: TableId, at_least: int | None = None) -> Table:
        """The table at that version or newer; raises `Refused`."""

    async def locale_of(self, who: RoomId | PlayerId) -> Locale:
        """The language of a room."""


_Teller: TypeAlias = HallNews | PrivateNews


@dataclass(slots=True, kw_only=True)
class _Telling:
    """One tournament: its news, and who tells them."""

    told: ToldNews
    private: PrivateNews
    halls: tuple[HallNews, ...] = ()
    task: asyncio.Task[None] | None = field(default=None, repr=False)


class Halls:
    """Drains one platform's news into its Port while `run` runs."""

    def __init__(
        self,
        events: Events,
        house: House,
        outbox: NewsOutbox,
        port: Port,
        *,
        partitions: int,
        partition_of: Callable[[EventId], int | None],
        clock_ms: Callable[[], int],
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        """`clock_ms`: milliseconds since the epoch; `sleep` waits before something is tried again, in seconds."""
        self._outbox = outbox
        self._port = port
        self._partitions = partitions
        self._partition_of = partition_of
        self._sleep = sleep
        self._places = HallPlaces(house, port)
        self._desk = Desk(events=events, locales=house, places=self._places, port=port, clock_ms=clock_ms)
        self._rounds = Rounds(partitions, self._take)
        self._tellings: OrderedDict[EventId, _Telling] = OrderedDict()

    def wake(self, event_id: EventId) -> None:
        """Something was committed for this tournament: look at its partition now."""
        partition = self._partition_of(event_id)
        if partition is not None:
            self._rounds.wake(partition)

    async def run(self) -> None:
        """Run until cancelled, through every absence of Redis; then let others have the partitions."""
        try:
            while True:
                try:
                    await self._rounds.go()
                except StoreAway as error:
                    _log.warning("halls_wait", platform=self._port.platform, why=str(error))
                    self._forget_idle()
                    await asyncio.sleep(SWEEP)
        finally:
            self._places.cancel()
            tasks = [one.task for one in self._tellings.values() if one.task is not None]
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
            with suppress(StoreAway):
                await self._outbox.release(range(self._partitions))

    async def whisper_again(self, hall: RoomId, player: PlayerId) -> None:
        """Show a player again what they were told in private last: they reopened the page."""
        for one in list(self._tellings.values()):
            if any(each.hall == hall for each in one.halls):
                with suppress(PortError):
                    await one.private.whisper_again(hall, player)

    async def _take(self, partitions: Sequence[int]) -> None:
        """Read what waits, and have it told, each tournament on its own."""
        taken = await self._outbox.take(partitions)
        for partition, entries in zip(partitions, taken, strict=True):
            if entries is None:
                self._let_go(partition)
                continue
            waiting: dict[EventId, list[NewsEntry]] = {}
            for entry in entries:
                waiting.setdefault(entry.event_id, []).append(entry)
            for event_id, of_event in waiting.items():
                self._hear(partition, event_id, of_event)

    def _let_go(self, partition: int) -> None:
        """Another process has it: it knows better how far these were told."""
        for one in self._tellings.values():
            if one.told.partition == partition:
                one.told.lose()
        self._forget_idle(lost=True)

    def _forget_idle(self, most: int = 0, *, lost: bool = False) -> None:
        """Those that nothing is to be told of now, but for the newest `most`; of the `lost` ones alone."""
        idle = [name for name, one in self._tellings.items() if one.task is None]
        for name in idle[: len(idle) - most]:
            if not lost or self._tellings[name].told.is_lost:
                del self._tellings[name]

    def _hear(self, partition: int, event_id: EventId, entries: Sequence[NewsEntry]) -> None:
        one = self._tellings.get(event_id)
        if one is None:
            self._forget_idle(_MOST_REMEMBERED)
            told = ToldNews(self._outbox, partition, event_id)
            one = self._tellings[event_id] = _Telling(told=told, private=PrivateNews(self._desk, told))
        self._tellings.move_to_end(event_id)
        one.told.hear(entries)
        if one.task is None and one.told.waiting:
            one.task = asyncio.create_task(self._tell(event_id, one))

    async def _tell(self, event_id: EventId, one: _Telling) -> None:
        """Until everything was told of this tournament."""
        try:
            while one.told.waiting and not await self._is_ready(one):
                await self._sleep(SWEEP)
            async with asyncio.TaskGroup() as tasks:
                tellers: tuple[_Teller, ...] = (one.private, *one.halls)
                for teller in tellers:
                    tasks.create_task(self._keep_telling(one.told, teller))
        finally:
            one.task = None
            one.told.ended()
            if one.told.is_lost:
                self._tellings.pop(event_id, None)
            self._rounds.wake(one.told.partition)

    async def _is_ready(self, one: _Telling) -> bool:
        """Learn where it is told, and how far that has got."""
        try:
            event = await self._desk.events.look(one.told.event_id)
            halls = halls_on(event, self._port.platform)
            await one.told.recall(halls)
            if not one.halls:
                one.halls = tuple(HallNews(self._desk, one.told, hall) for hall in halls)
            return True
        except Refused as refused:
            if refused.reason is Reason.NO_EVENT:
                with suppress(StoreAway):
                    await one.told.drop()
        except StoreAway as away:
            _log.warning("halls_wait", platform=self._port.platform, why=str(away))
        return False

    async def _keep_telling(self, told: ToldNews, teller: _Teller) -> None:
        """One hall, or all private messages, as long as there is something to tell anywhere."""
        while not told.is_done():
            try:
                seconds = await teller.step()
                if seconds is None or seconds > 0:
                    await told.more(teller.hall, seconds)
            except PortError as error:
                tell = _log.debug if isinstance(error, Busy) else _log.warning
                tell("hall_unreachable", event_id=told.event_id, hall=teller.hall, why=str(error))
                await self._sleep(error.retry_after)
            except NewsLost:
                told.lose()
            except (StoreAway, Refused) as away:
                _log.warning("halls_wait", platform=self._port.platform, why=str(away))
                await self._sleep(SWEEP)
            except Exception as error:
                _log.exception("telling_failed", event_id=told.event_id, error=type(error).__name__)
                await self._sleep(SWEEP)
