"""Time and ids of the loopback Discord: a clock that tests push forward, and ids that grow with it."""

import time
from datetime import UTC, datetime

DISCORD_EPOCH = 1_420_070_400.0  # seconds: the first moment of 2015, where Discord's ids begin


class Clock:
    """Seconds since 1970. Real time runs, and `advance` adds to it, so that no test waits for a deadline."""

    def __init__(self) -> None:
        self._start = time.time() - time.monotonic()

    def now(self) -> float:
        return self._start + time.monotonic()

    def advance(self, seconds: float) -> None:
        """Let `seconds` pass at once: deadlines, tokens and rate limits see them, sockets don't."""
        self._start += seconds


class Snowflakes:
    """Gives out ids as Discord does: milliseconds since 2015 in the high bits, unique and growing."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._last = 0

    def next(self) -> int:
        made = int((self._clock.now() - DISCORD_EPOCH) * 1000) << 22
        self._last = max(made, self._last + 1)
        return self._last

    def next_on_shard(self, shard: int, shard_count: int) -> int:
        """The next id whose guild belongs to the shard: (id >> 22) % shard_count."""
        made = self.next() >> 22
        made += (shard - made) % shard_count
        self._last = max(made << 22, self._last)
        return made << 22


def iso(seconds: float) -> str:
    """A time as the platform writes it."""
    return datetime.fromtimestamp(seconds, UTC).isoformat()
