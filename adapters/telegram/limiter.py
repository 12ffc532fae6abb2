"""How often Telegram is asked for something: a queue for each chat and one over all, the weightiest request first.

A group takes about 20 messages and edits a minute, a private chat one a second, Telegram as a whole some 30 a second;
none of it is promised, and who asks too often is shut out for a while. What goes beside the queues (answers to
presses, look-ups) never waits. Being shut out of one chat holds up no other one.
"""

import asyncio
from collections import deque
from collections.abc import Callable, Coroutine, Iterable, Sequence
from enum import IntEnum
from heapq import heappop, heappush
from itertools import count
from typing import Any, Final, Protocol

from telegram.error import RetryAfter
from telegram.ext import BaseRateLimiter

from adapters.telegram.recent import Recent

MINUTE: Final = 60.0
GROUP_GAP: Final = 3.0
"""Seconds between two edits of a group's messages."""
PRIVATE_GAP: Final = 1.0
OVERALL_PER_SECOND: Final = 26
OVERALL_BURST: Final = 3
"""What may go at once beyond the even pace, so that no second sees more than 30."""
_COUNTED: Final = ("send", "edit", "delete", "pin", "createForumTopic", "closeForumTopic")
"""How the methods begin that are taken to cost a chat some of its minute: what they do, its people see."""
MOST_IDLE: Final = 4_096
"""Chats that are remembered; an idle one is soon as good as new."""


class Weight(IntEnum):
    """What waits for what: the smaller one goes first, and may use more of a group's minute.

    None is 0: the library takes that for no weight at all.
    """

    URGENT = 1
    """A player's turn, a call to them, an answer to what they pressed."""
    USUAL = 2
    SPARE = 3
    """Only when there is room: what is nice to have."""


GROUP_MINUTE: Final = {Weight.URGENT: 19, Weight.USUAL: 19, Weight.SPARE: 9}
"""Messages and edits of the last minute below which one more may go. The table message, at its own pace, comes to 17 or
18 of them, and leaves the rest to what waits for no gap."""


class Rule(Protocol):
    """When one more request may go. Times are the loop's seconds."""

    def wait(self, weight: Weight, now: float) -> float:
        """Seconds until it may; 0 or less for now."""

    def began(self, now: float) -> None:
        """One is on its way."""

    def ended(self, now: float) -> None:
        """One was answered."""


class GroupRule:
    """The minute's budget of one group."""

    def __init__(self, sent: Iterable[float] = ()) -> None:
        """`sent`: when it was written to before."""
        self._times = deque(sent)

    def sent(self) -> Sequence[float]:
        """When it was written to in the last minute, the oldest first."""
        return self._times

    def wait(self, weight: Weight, now: float) -> float:
        """The gap holds for all but the urgent."""
        while self._times and self._times[0] <= now - MINUTE:
            self._times.popleft()
        most = GROUP_MINUTE[weight]
        full = self._times[-most] + MINUTE - now if len(self._times) >= most else 0.0
        gap = self._times[-1] + GROUP_GAP - now if self._times and weight is not Weight.URGENT else 0.0
        return max(full, gap)

    def began(self, now: float) -> None:
        """Count it, even if no answer ever comes."""
        self._times.append(now)

    def ended(self, now: float) -> None:
        """Telegram has counted it at some time until now."""
        if self._times:
            self._times[-1] = now


class PrivateRule:
    """One a second."""

    def __init__(self, first: float) -> None:
        """None before `first`."""
        self._next = first

    def wait(self, weight: Weight, now: float) -> float:
        """The same for every weight."""
        return self._next - now

    def began(self, now: float) -> None:
        """Count it, even if no answer ever comes."""
        self._next = now + PRIVATE_GAP

    def ended(self, now: float) -> None:
        """Telegram has counted it at some time until now."""
        self._next = now + PRIVATE_GAP


class OverallRule:
    """An even pace with a small burst."""

    def __init__(self) -> None:
        self._due = 0.0

    def wait(self, weight: Weight, now: float) -> float:
        """The same for every weight."""
        return self._due - OVERALL_BURST / OVERALL_PER_SECOND - now

    def began(self, now: float) -> None:
        """The next one is due a little later."""
        self._due = max(self._due, now) + 1 / OVERALL_PER_SECOND

    def ended(self, now: float) -> None:
        """Counted when it began."""


class Line:
    """Requests that wait for one rule; `one_by_one` each waits until the last one was answered."""

    def __init__(self, rule: Rule, *, one_by_one: bool) -> None:
        self.rule = rule
        self._one_by_one = one_by_one
        self._busy = 0
        self._halted_until = 0.0
        self._numbers = count()
        self._waiting: list[tuple[Weight, int, asyncio.Future[None]]] = []
        self._timer: asyncio.TimerHandle | None = None

    @property
    def idle(self) -> bool:
        """Nobody waits or is on the way."""
        return not self._waiting and not self._busy

    def wait(self, weight: Weight, now: float) -> float:
        """Seconds until one of this weight could go if nobody else waited."""
        return max(self.rule.wait(weight, now), self._halted_until - now)

    async def enter(self, weight: Weight) -> None:
        """Wait for its turn; then `leave` must follow."""
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        heappush(self._waiting, (weight, next(self._numbers), turn))
        self._look()
        try:
            await turn
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled():
                self.leave()
            self._look()
            raise

    def leave(self) -> None:
        """Answered, or given up."""
        self._busy -= 1
        self.rule.ended(asyncio.get_running_loop().time())
        self._look()

    def halt(self, seconds: float) -> None:
        """Nobody goes for so long."""
        self._halted_until = max(self._halted_until, asyncio.get_running_loop().time() + seconds)

    def _look(self) -> None:
        """Let go whoever may, and look again when the next one may."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        loop = asyncio.get_running_loop()
        while self._waiting:
            weight, _, turn = self._waiting[0]
            if turn.done():
                heappop(self._waiting)
                continue
            if self._one_by_one and self._busy:
                return
            left = self.wait(weight, loop.time())
            if left > 0:
                self._timer = loop.call_later(left, self._look)
                return
            heappop(self._waiting)
            self._busy += 1
            self.rule.began(loop.time())
            turn.set_result(None)


class ChatLimiter(BaseRateLimiter[Weight]):
    """For `telegram.ext.ExtBot`: `rate_limit_args` is the request's `Weight`, USUAL when it is not given."""

    def __init__(self, recent: Recent | None = None) -> None:
        """`recent` knows what groups were sent by the process before this one."""
        self._recent = recent
        self._lines: dict[int, Line] = {}
        self._first = 0.0
        self._overall = Line(OverallRule(), one_by_one=False)

    async def initialize(self) -> None:
        """Another process may have written to anybody a moment ago."""
        self._first = asyncio.get_running_loop().time() + PRIVATE_GAP

    async def shutdown(self) -> None:
        """The next process goes on from here."""
        if self._recent is not None:
            await self._recent.close()

    async def wait(self, chat: int, weight: Weight) -> float:
        """Seconds until a request of this weight could go to the chat; 0 for now."""
        line = await self._line(chat)
        return max(0.0, line.wait(weight, asyncio.get_running_loop().time()))

    async def process_request(
        self,
        callback: Callable[..., Coroutine[Any, Any, Any]],
        args: Any,
        kwargs: dict[str, Any],
        endpoint: str,
        data: dict[str, Any],
        rate_limit_args: Weight | None,
    ) -> Any:
        """Send the request when its time has come. Raises `RetryAfter` as it comes, having halted that chat."""
        chat = data.get("chat_id")
        if not isinstance(chat, int) or not endpoint.startswith(_COUNTED):
            return await callback(*args, **kwargs)
        weight = Weight.USUAL if rate_limit_args is None else rate_limit_args
        line = await self._line(chat)
        await line.enter(weight)
        try:
            await self._overall.enter(weight)
            try:
                return await callback(*args, **kwargs)
            finally:
                self._overall.leave()
        except RetryAfter as told:
            line.halt(seconds_of(told))
            raise
        finally:
            line.leave()
            self._keep(chat, line.rule)

    async def _line(self, chat: int) -> Line:
        line = self._lines.get(chat)
        if line is None:
            rule: Rule = await self._group_rule(chat) if chat < 0 else PrivateRule(self._first)
            if len(self._lines) >= MOST_IDLE:
                self._lines = {known: line for known, line in self._lines.items() if not line.idle}
            line = self._lines.setdefault(chat, Line(rule, one_by_one=True))
        return line

    async def _group_rule(self, chat: int) -> GroupRule:
        ages = [] if self._recent is None else await self._recent.recall(chat)
        now = asyncio.get_running_loop().time()
        return GroupRule(now - age for age in ages)

    def _keep(self, chat: int, rule: Rule) -> None:
        if self._recent is not None and isinstance(rule, GroupRule):
            now = asyncio.get_running_loop().time()
            self._recent.keep(chat, [now - at for at in rule.sent()])


def seconds_of(told: RetryAfter) -> float:
    """How long Telegram wants to be left alone, in seconds."""
    after = told.retry_after
    return float(after) if isinstance(after, int | float) else after.total_seconds()
