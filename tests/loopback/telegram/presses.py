"""A press of an inline button: what the person is told when the bot answers."""

import asyncio
from collections.abc import Callable, Generator
from dataclasses import dataclass, field

from .messages import Message
from .world import Account

PATIENCE = 5.0  # seconds of real time that `await press` waits


class PressFailed(AssertionError):
    """Nobody answered the press."""


@dataclass(slots=True, kw_only=True, eq=False)
class Press:
    """A press and what became of it. Nobody but the person who pressed sees `answer`.

    `alert` tells a box with an OK button from a toast. `cached`: the person's own app answered, without the bot.
    """

    id: str
    user: Account
    message: Message
    data: str
    at: float
    answered: bool = False
    answer: str = ""
    alert: bool = False
    url: str | None = None
    cache_seconds: int = 0
    cached: bool = False
    update_id: int | None = None
    again: Callable[[], None] = lambda: None  # delivers the same press to the bot once more
    _settled: asyncio.Event = field(default_factory=asyncio.Event)

    def settle(self, text: str, alert: bool, url: str | None, cache_seconds: int) -> None:
        self.answered, self.answer, self.alert, self.url = True, text, alert, url
        self.cache_seconds = cache_seconds
        self._settled.set()


class Pending(Press):
    """A press on its way: `await pending` waits for the answer."""

    def __await__(self) -> Generator[None, None, Press]:
        return self._wait().__await__()

    async def _wait(self) -> Press:
        try:
            await asyncio.wait_for(self._settled.wait(), PATIENCE)
        except TimeoutError:
            raise PressFailed(f"{self.data!r} on {self.message!r} was not answered") from None
        return self
