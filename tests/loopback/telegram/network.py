"""The wire between bot and server: its delay, failures that tests order, and connections that break."""

from dataclasses import dataclass, field
from typing import Any

from .complaints import Refusal
from .world import Chat, Json


@dataclass(slots=True)
class Failure:
    """An answer to give instead of the right one, `times` times."""

    method: str | None
    chat: Chat | None
    times: int
    refusal: Refusal

    def meets(self, method: str, params: Json) -> bool:
        here = self.chat is None or params.get("chat_id") == self.chat.id
        return self.times > 0 and here and self.method in (None, method)


@dataclass(slots=True)
class Drop:
    """A connection to break: before the call is handled, or after, so that the answer alone is lost."""

    method: str | None
    times: int
    after: bool


@dataclass(slots=True)
class Network:
    """`delay`: seconds that every call and every webhook delivery takes on the way."""

    delay: float = 0.0
    failures: list[Failure] = field(default_factory=list)
    drops: list[Drop] = field(default_factory=list)

    def failure(self, method: str, params: dict[str, Any]) -> Refusal | None:
        for failure in self.failures:
            if failure.meets(method, params):
                failure.times -= 1
                return failure.refusal
        return None

    def dropped(self, method: str, *, after: bool) -> bool:
        for drop in self.drops:
            if drop.times > 0 and drop.after is after and drop.method in (None, method):
                drop.times -= 1
                return True
        return False
