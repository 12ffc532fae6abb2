"""Time of the loopback Telegram: a clock that tests push forward."""

import time
from collections.abc import Callable


class Clock:
    """Seconds since 1970. Real time runs, and `advance` adds to it, so that no test waits for a deadline."""

    def __init__(self, moved: Callable[[], None] = lambda: None) -> None:
        self._start = time.time() - time.monotonic()
        self._moved = moved

    def now(self) -> float:
        return self._start + time.monotonic()

    def advance(self, seconds: float) -> None:
        """Let `seconds` pass at once: flood limits, deadlines and long polls see them, sockets don't."""
        self._start += seconds
        self._moved()
