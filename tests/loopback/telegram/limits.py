"""Flood limits: how many messages and edits a chat takes in a stretch of time, and the 429 beyond it."""

import math
from collections import deque
from dataclasses import dataclass, field

from .clock import Clock
from .complaints import Refusal
from .journal import Deed
from .world import Chat, ChatKind


@dataclass(frozen=True, slots=True)
class Rule:
    """`count` calls in any stretch of `seconds`."""

    count: int
    seconds: float


@dataclass(slots=True)
class Window:
    times: deque[float] = field(default_factory=deque)

    def wait(self, rule: Rule, now: float) -> float:
        """Seconds until one more fits; 0 if it fits now."""
        while self.times and self.times[0] <= now - rule.seconds:
            self.times.popleft()
        if len(self.times) < rule.count:
            return 0.0
        return self.times[-rule.count] + rule.seconds - now


class Limits:
    """Rules may be set at any time; None means no limit. What was refused counts for nothing.

    `group` binds messages and (with `edits_count`) edits of one group together, as bots meet it, and `group_second`
    may be a shorter rule beside it; `private` binds a private chat, `overall` everything. Topics that are made or
    closed count as the messages that say so. Answers to presses, deletions and pins are free.
    """

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self.group: Rule | None = None
        self.group_second: Rule | None = None
        self.private: Rule | None = None
        self.overall: Rule | None = None
        self.edits_count = True
        self.ephemerals_count = False
        self._windows: dict[tuple[object, str], Window] = {}
        self._halts: dict[Chat | None, float] = {}

    def as_in_production(self) -> None:
        """20 messages and edits a minute in a group, 1 a second in a private chat, 30 a second overall."""
        self.group, self.private, self.overall = Rule(20, 60.0), Rule(1, 1.0), Rule(30, 1.0)

    def halt(self, chat: Chat | None, seconds: float) -> None:
        """Answer everything that counts with 429 for so long, in one chat or (None) in all of them."""
        self._halts[chat] = self._clock.now() + seconds

    def take(self, chat: Chat, deed: Deed, *, ephemeral: bool = False) -> None:
        """Count a message or an edit; Refusal 429 with retry_after (whole seconds) where it is one too many."""
        now = self._clock.now()
        waits = [until - now for place, until in self._halts.items() if place is None or place is chat]
        free = (ephemeral and not self.ephemerals_count) or (deed is Deed.EDITED and not self.edits_count)
        pairs = [] if free else self._applying(chat)
        waits += [window.wait(rule, now) for window, rule in pairs]
        longest = max(waits, default=0.0)
        if longest > 0:
            seconds = math.ceil(longest)
            raise Refusal(429, f"Too Many Requests: retry after {seconds}", {"retry_after": seconds})
        for window, _ in pairs:
            window.times.append(now)

    def _applying(self, chat: Chat) -> list[tuple[Window, Rule]]:
        private = chat.kind is ChatKind.PRIVATE
        rules = [
            (None, "overall", self.overall),
            (chat, "private", self.private if private else None),
            (chat, "group", None if private else self.group),
            (chat, "second", None if private else self.group_second),
        ]
        return [
            (self._windows.setdefault((place, name), Window()), rule)
            for place, name, rule in rules
            if rule is not None
        ]
