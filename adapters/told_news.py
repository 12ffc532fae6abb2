"""The news of one tournament that wait to be told, and how far each hall and the private messages have got with them.

What was told in a hall is marked in the outbox with the next thing that is written there, and known here from the
moment it was sent. News leave the outbox in order, when all have told them: a hall that is behind keeps its own.
"""

import asyncio
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Final

from core.ids import EventId, RoomId
from core.outbox import NewsEntry, NewsMark, NewsOutbox, news_place

PRIVATE: Final = RoomId("private")
"""Stands for all private messages of a tournament, as if they were a hall."""
MOST_WAITING: Final = 20
"""Commits whose news are kept for a hall that cannot be told: more would keep others of their partition from being
read, and the tournament's message will tell how things are."""


class NewsLost(Exception):
    """Another process tells these news now."""


class ToldNews:
    """One tournament's news on one platform. What is asynchronous raises StoreAway, and NewsLost."""

    def __init__(self, outbox: NewsOutbox, partition: int, event_id: EventId) -> None:
        """Nothing is known yet."""
        self.partition = partition
        self.event_id = event_id
        self.waiting: tuple[NewsEntry, ...] = ()
        """Oldest first; empty when everything was told, or is another's to tell."""
        self.is_lost = False
        self._outbox = outbox
        self._settled = 0
        self._is_ending = False
        self._halls: tuple[RoomId, ...] = ()
        self._marks: dict[RoomId, NewsMark] = {}
        self._kept: dict[RoomId, NewsMark] = {}
        self._bells: dict[RoomId, asyncio.Event] = {}

    @property
    def newest(self) -> int:
        """The version that the newest news led to."""
        return self.waiting[-1].version if self.waiting else self._settled

    def hear(self, entries: Sequence[NewsEntry]) -> None:
        """What the outbox has: those that are known already change nothing. While one after the other finds that it is
        done nothing is heard: the outbox has it for when they begin anew."""
        new = [entry for entry in entries if entry.version > self.newest]
        if new and not self.is_lost and not self._is_ending:
            self.waiting = (*self.waiting, *new)
            self._ring()

    def is_done(self) -> bool:
        """Whether everything was told, which stays so for all who tell it until they have `ended`."""
        self._is_ending = self._is_ending or not self.waiting
        return self._is_ending

    def ended(self) -> None:
        """Nobody tells it just now: hear again."""
        self._is_ending = False

    async def recall(self, halls: Sequence[RoomId]) -> None:
        """It is told in these halls and in private: learn how far that has got."""
        if not self._halls:
            marks = await self._outbox.marks(self.partition)
            halls = (*halls, PRIVATE)
            self._kept = {hall: marks.get(news_place(hall, self.event_id), NewsMark()) for hall in halls}
            self._marks, self._halls = dict(self._kept), tuple(halls)
        self._bells = {hall: asyncio.Event() for hall in self._halls}

    def mark(self, hall: RoomId) -> NewsMark:
        """How far this hall has got."""
        return self._marks[hall]

    def next_for(self, hall: RoomId) -> NewsEntry | None:
        """The oldest news that this hall was not told."""
        told = self._marks[hall].told
        return next((entry for entry in self.waiting if entry.version > told), None)

    async def hold(self) -> None:
        """Ask before each message whether they are still ours to tell."""
        if self.is_lost or not await self._outbox.holds(self.partition):
            raise NewsLost

    def note(self, hall: RoomId, mark: NewsMark) -> None:
        """This hall has got so far; `keep` is to follow."""
        self._marks[hall] = mark

    async def keep(self, hall: RoomId, *, over: bool = False) -> None:
        """Write that down, and let go of what all have told: with the last of it, if the tournament is over, of the
        marks as well."""
        while True:
            mark, done = self._marks[hall], self._done_with(hall)
            entries = [entry for entry in self.waiting if entry.version <= done]
            if mark == self._kept[hall] and not entries:
                return
            marks: dict[str, NewsMark | None] = {news_place(hall, self.event_id): mark}
            if over and entries and entries[-1] is self.waiting[-1]:
                marks = {news_place(one, self.event_id): None for one in self._halls}
            if not await self._outbox.settle(self.partition, entries, marks):
                raise NewsLost
            # Another hall may have been done meanwhile, and have left to this one what both are done with.
            self._kept[hall] = mark
            self._forget(done)

    async def drop(self) -> None:
        """There is nothing to tell of it any more."""
        await self._outbox.settle(self.partition, self.waiting)
        self._forget(self.newest)

    def lose(self) -> None:
        """They are another's to tell."""
        self.is_lost, self.waiting = True, ()
        self._ring()

    async def more(self, hall: RoomId, seconds: float | None = None) -> None:
        """Wait until there is something else to tell, or for so long."""
        bell = self._bells[hall]
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await bell.wait()
        bell.clear()

    def _done_with(self, hall: RoomId) -> int:
        """The version up to which all are done, this hall as it is about to be kept."""
        known = {**self._kept, hall: self._marks[hall]}
        done = min(self._done(mark) for mark in known.values())
        too_old = self.waiting[-MOST_WAITING - 1].version if len(self.waiting) > MOST_WAITING else 0
        return max(done, too_old)

    def _done(self, mark: NewsMark) -> int:
        """The newest news stay until the tournament's message shows what they led to."""
        return self.newest if min(mark.told, mark.shown) >= self.newest else min(mark.told, self.newest - 1)

    def _forget(self, version: int) -> None:
        self._settled = max(self._settled, version)
        self.waiting = tuple(entry for entry in self.waiting if entry.version > version)
        if not self.waiting:
            self._ring()

    def _ring(self) -> None:
        for bell in self._bells.values():
            bell.set()


def told_all(mark: NewsMark, version: int) -> NewsMark:
    """Whatever led to this version was told, and is shown."""
    return replace(mark, told=max(mark.told, version), shown=max(mark.shown, version))
