"""What the bot has not confirmed yet: a queue for getUpdates, or for a webhook."""

import asyncio
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass

from .clock import Clock
from .complaints import Refusal, mistaken
from .world import Json

KEPT = 86_400.0  # seconds that an unconfirmed update is kept
UNASKED = ("chat_member", "message_reaction", "message_reaction_count")  # come only when they are named
WEBHOOK_SET = (
    "Conflict: can't use getUpdates method while webhook is active; "
    "use deleteWebhook to delete the webhook first"
)
OTHER_POLLER = (
    "Conflict: terminated by other getUpdates request; make sure that only one bot instance is running"
)


@dataclass(frozen=True, slots=True)
class Update:
    """`lane` is what has to stay in order on a webhook: a chat, or whoever pressed."""

    id: int
    at: float
    kind: str
    body: Json
    lane: int

    @property
    def payload(self) -> Json:
        return {"update_id": self.id, self.kind: self.body}


class Updates:
    """Updates wait here in order until an offset above them, or the webhook's 2xx, confirms them."""

    def __init__(self, clock: Clock, pulse: Callable[[], None], judge: Callable[[Json], None]) -> None:
        self._clock = clock
        self._pulse = pulse
        self._judge = judge
        self.waiting: list[Update] = []
        self.allowed: tuple[str, ...] | None = None
        self.webhook: Json | None = None
        self.last_error: tuple[int, str] | None = None  # when the webhook last failed, and how
        self.listeners: list[Callable[[], None]] = []
        self._last_id = 700_000_000
        self._came = asyncio.Event()
        self._poller: object | None = None

    def push(self, kind: str, body: Json, lane: int = 0) -> Update | None:
        """Queue an update of a kind that the bot asked for."""
        if kind in UNASKED if self.allowed is None else kind not in self.allowed:
            return None
        self._last_id += 1
        made = Update(self._last_id, self._clock.now(), kind, body, lane)
        self._judge(made.payload)
        self.waiting.append(made)
        self.wake()
        return made

    def repeat(self, update: Update) -> None:
        """Let a confirmed update come once more, under its old number, as after a crash of the platform."""
        self.waiting.insert(0, update)
        self.wake()

    def wake(self) -> None:
        self._came.set()
        for listener in self.listeners:
            listener()
        self._pulse()

    def allow(self, kinds: list[str] | None, known: frozenset[str]) -> None:
        """`allowed_updates` as last given: nothing keeps the former list, an empty one means the default."""
        if kinds is None:
            return
        strange = [kind for kind in kinds if known and kind not in known]
        if strange:
            raise mistaken("allowed_updates", f"unknown update types {strange}")
        self.allowed = tuple(kinds) or None

    def confirm(self, offset: int) -> None:
        """Forget the updates below the offset; a negative one keeps only so many from the end."""
        if offset < 0:
            self.waiting = self.waiting[offset:]
        elif offset > 0:
            self.waiting = [update for update in self.waiting if update.id >= offset]

    def settle(self, update: Update) -> None:
        with suppress(ValueError):
            self.waiting.remove(update)

    async def poll(self, offset: int, limit: int, seconds: float) -> list[Json]:
        """A long poll. Refusal 409 if a webhook is set, or as soon as another poll begins."""
        if self.webhook is not None:
            raise Refusal(409, WEBHOOK_SET)
        self._poller = me = object()
        self.wake()
        self.confirm(offset)
        until = self._clock.now() + seconds
        while True:
            if self._poller is not me:
                raise Refusal(409, OTHER_POLLER)
            oldest = self._clock.now() - KEPT
            self.waiting = [update for update in self.waiting if update.at > oldest]
            left = until - self._clock.now()
            if self.waiting or left <= 0:
                return [update.payload for update in self.waiting[:limit]]
            self._came.clear()
            with suppress(TimeoutError):
                await asyncio.wait_for(self._came.wait(), left)
