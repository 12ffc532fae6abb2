"""What happened: every request with its verdict, and every message made, edited or deleted with who saw it."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from .complaints import Complaint
from .messages import Message
from .world import Account, Chat, Json


class ProtocolViolation(AssertionError):
    """The client sent what Telegram refuses, or this server said what Telegram never would."""


@dataclass(slots=True, kw_only=True)
class Request:
    """One Bot API call. `complaints` are about its parameters, `mismatches` about our answer."""

    at: float
    method: str
    params: Json
    status: int = 0
    description: str | None = None
    answer: Any = None
    complaints: list[Complaint] = field(default_factory=list)
    mismatches: list[Complaint] = field(default_factory=list)
    expected: bool = False


class Deed(StrEnum):
    SENT = "sent"
    EDITED = "edited"
    DELETED = "deleted"
    PINNED = "pinned"


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """Something done to a message, who could see it then, and whom it rang for."""

    at: float
    deed: Deed
    message: Message
    text: str
    audience: tuple[Account, ...]
    mentions: tuple[Account, ...] = ()
    by_bot: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class Counts:
    """How much the bot did. `messages` and `edits` are those the whole group sees."""

    messages: int
    edits: int
    private: int
    private_edits: int
    ephemeral: int
    ephemeral_edits: int
    deletions: int
    pins: int
    mentions: int


class Journal:
    """Requests and changes in order of time; `mark()` before, `counts(since=...)` after."""

    def __init__(self) -> None:
        self.requests: list[Request] = []
        self.changes: list[Change] = []
        self.wrong_updates: list[str] = []
        self._expecting = False

    def note(self, request: Request) -> None:
        request.expected = self._expecting
        self.requests.append(request)

    def mark(self) -> int:
        return len(self.changes)

    def counts(self, chat: Chat | None = None, since: int = 0) -> Counts:
        """What the bot did after the mark, in one chat or anywhere."""
        done = [
            change
            for change in self.changes[since:]
            if change.by_bot and (chat is None or change.message.chat is chat)
        ]
        made = [change for change in done if change.deed is Deed.SENT and not change.message.service]
        edited = [change for change in done if change.deed is Deed.EDITED]
        return Counts(
            messages=sum(change.message.public for change in made),
            edits=sum(change.message.public for change in edited),
            private=sum(change.message.private for change in made),
            private_edits=sum(change.message.private for change in edited),
            ephemeral=sum(change.message.ephemeral for change in made),
            ephemeral_edits=sum(change.message.ephemeral for change in edited),
            deletions=sum(change.deed is Deed.DELETED for change in done),
            pins=sum(change.deed is Deed.PINNED for change in done),
            mentions=sum(len(change.mentions) for change in made),
        )

    def busiest(self, chat: Chat, seconds: float = 60.0) -> int:
        """The most public messages and edits of the bot in the chat within any such stretch of time."""
        times = [
            change.at
            for change in self.changes
            if change.by_bot
            and change.message.chat is chat
            and change.message.public
            and not change.message.service
            and change.deed in (Deed.SENT, Deed.EDITED)
        ]
        return max((sum(start <= at < start + seconds for at in times) for start in times), default=0)

    def calls(self, method: str) -> list[Request]:
        """Requests to a method such as "sendMessage"."""
        return [request for request in self.requests if request.method == method]

    def refused(self, status: int) -> list[Request]:
        """Requests that were answered so: 429 for floods, 403 for closed doors, 409 for two pollers."""
        return [request for request in self.requests if request.status == status]

    @contextmanager
    def expecting_violations(self) -> Iterator[list[Request]]:
        """Violations in here belong to the test; the list holds them at the end. AssertionError if there were none."""
        found: list[Request] = []
        first, self._expecting = len(self.requests), True
        try:
            yield found
        finally:
            self._expecting = False
        found += [request for request in self.requests[first:] if request.complaints]
        assert found, "a violation was expected and none came"

    def verdict(self) -> None:
        """Raise ProtocolViolation for every violation that no test expected, and for every wrong word of ours."""
        lines = [
            f"{request.method}: {complaint}"
            for request in self.requests
            for complaint in ([] if request.expected else request.complaints) + request.mismatches
        ]
        if lines or self.wrong_updates:
            raise ProtocolViolation("\n".join(lines + self.wrong_updates))
