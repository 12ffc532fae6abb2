"""An event loop whose clock jumps: when nothing happens until the next timer, that timer's time has come.

Sockets and other processes work as ever, and code under test keeps its real pauses; only the waiting is left out. A
test asks for it with `@on_jumping_loop`.
"""

import asyncio
import selectors
from collections.abc import Awaitable, Callable, Coroutine, Mapping
from functools import wraps
from typing import Any, ParamSpec, TypeVar

P = ParamSpec("P")
R = TypeVar("R")

PATIENCE = 0.002
"""Seconds of real time without any event after which the clock jumps."""
A_MOMENT = 0.00001
"""Seconds that pass with every round of the loop, so that none waits for ever for the last bit of a second."""


class _Selector(selectors.BaseSelector):
    """Waits a little for events, and makes a long wait a jump."""

    def __init__(self, jump: Callable[[float], None]) -> None:
        self.held = 0
        self._real = selectors.DefaultSelector()
        self._jump = jump

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        self._jump(A_MOMENT)
        if timeout is None or timeout <= 0 or self.held:
            return self._real.select(timeout)
        events = self._real.select(min(timeout, PATIENCE))
        if not events:
            self._jump(timeout)
        return events

    def register(self, fileobj: Any, events: int, data: Any = None) -> selectors.SelectorKey:
        return self._real.register(fileobj, events, data)

    def unregister(self, fileobj: Any) -> selectors.SelectorKey:
        return self._real.unregister(fileobj)

    def modify(self, fileobj: Any, events: int, data: Any = None) -> selectors.SelectorKey:
        return self._real.modify(fileobj, events, data)

    def get_key(self, fileobj: Any) -> selectors.SelectorKey:
        return self._real.get_key(fileobj)

    def get_map(self) -> Mapping[Any, selectors.SelectorKey]:
        return self._real.get_map()

    def close(self) -> None:
        self._real.close()


class JumpingLoop(asyncio.SelectorEventLoop):
    """Its clock all but stands still between the jumps, so a busy machine makes nothing late."""

    def __init__(self) -> None:
        self._now = 0.0
        self._waits = _Selector(self._jump)
        super().__init__(self._waits)

    def time(self) -> float:
        return self._now

    def in_real_time(self, call: Callable[P, Awaitable[R]]) -> Callable[P, Awaitable[R]]:
        """The call of another process, during which the clock does not jump."""

        async def held(*args: P.args, **kwargs: P.kwargs) -> R:
            self._waits.held += 1
            try:
                return await call(*args, **kwargs)
            finally:
                self._waits.held -= 1

        return held

    def run_in_executor(self, *args: Any) -> asyncio.Future[Any]:  # type: ignore[override]
        """The same for what a thread does."""
        self._waits.held += 1
        future = super().run_in_executor(*args)
        future.add_done_callback(self._let_go)
        return future

    def _let_go(self, _: asyncio.Future[Any]) -> None:
        self._waits.held -= 1

    def _jump(self, seconds: float) -> None:
        self._now += seconds


def on_jumping_loop(test: Callable[P, Coroutine[Any, Any, None]]) -> Callable[P, None]:
    """The test, to be run on a jumping loop of its own."""

    @wraps(test)
    def run(*args: P.args, **kwargs: P.kwargs) -> None:
        with asyncio.Runner(loop_factory=JumpingLoop) as runner:
            runner.run(test(*args, **kwargs))

    return run


async def let_pass(seconds: float) -> None:
    """Give everything else its time."""
    await asyncio.sleep(seconds)


def jumping() -> JumpingLoop:
    """The loop that runs now."""
    loop = asyncio.get_running_loop()
    assert isinstance(loop, JumpingLoop)
    return loop
