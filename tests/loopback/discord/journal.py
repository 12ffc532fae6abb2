"""What happened: every REST request with its verdict, and every message made, edited or deleted with who saw it."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from .description import Complaint
from .messages import Message
from .world import Account, Channel, ChannelKind


class ProtocolViolation(AssertionError):
    """The client sent what Discord refuses, or this server answered what Discord never would."""


@dataclass(slots=True, kw_only=True)
class Request:
    """One REST call. `complaints` are about its body, `mismatches` about our answer; code is Discord's error code."""

    at: float
    method: str
    template: str
    path: str
    body: Any
    status: int = 0
    code: int | None = None
    answer: Any = None
    complaints: list[Complaint] = field(default_factory=list)
    mismatches: list[Complaint] = field(default_factory=list)
    expected: bool = False

    @property
    def route(self) -> str:
        return f"{self.method} {self.template}"


class Deed(StrEnum):
    CREATED = "created"
    EDITED = "edited"
    DELETED = "deleted"


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
    """How much the bot did: messages by audience, edits of public and of other messages, deletions, and pings."""

    public: int
    direct: int
    ephemeral: int
    edits: int
    unseen_edits: int
    deletions: int
    mentions: int


class Journal:
    """Requests and changes in order of time; `mark()` before, `counts(since=...)` after."""

    def __init__(self) -> None:
        self.requests: list[Request] = []
        self.changes: list[Change] = []
        self._expecting = False

    def note(self, request: Request) -> None:
        request.expected = self._expecting
        self.requests.append(request)

    def mark(self) -> int:
        return len(self.changes)

    def counts(self, channel: Channel | None = None, since: int = 0) -> Counts:
        """What the bot did after the mark, in one channel or anywhere."""
        done = [
            change
            for change in self.changes[since:]
            if change.by_bot and (channel is None or change.message.channel is channel)
        ]
        made = [change for change in done if change.deed is Deed.CREATED]
        edited = [change for change in done if change.deed is Deed.EDITED]
        return Counts(
            public=sum(change.message.public for change in made),
            direct=sum(change.message.channel.kind is ChannelKind.DM for change in made),
            ephemeral=sum(change.message.ephemeral for change in made),
            edits=sum(change.message.public for change in edited),
            unseen_edits=sum(not change.message.public for change in edited),
            deletions=sum(change.deed is Deed.DELETED for change in done),
            mentions=sum(len(change.mentions) for change in made),
        )

    def calls(self, route: str) -> list[Request]:
        """Requests to a route such as "POST /channels/{channel_id}/messages"."""
        return [request for request in self.requests if request.route == route]

    @property
    def invalid_requests(self) -> int:
        """Answers of 401, 403 and 429: ten thousand of them in ten minutes and Discord bans the address."""
        return sum(request.status in (401, 403, 429) for request in self.requests)

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
        """Raise ProtocolViolation for every violation that no test expected, and for every wrong answer of ours."""
        lines = [
            f"{request.method} {request.path}: {complaint}"
            for request in self.requests
            for complaint in ([] if request.expected else request.complaints) + request.mismatches
        ]
        if lines:
            raise ProtocolViolation("\n".join(lines))
