"""What the web room remembers of each room, and who listens there.

Parts of a hall (`core.ids`) are rooms of their own; what the dealer says of a tournament in the hall is seen in them
too, because whoever plays at one of its tables has that page open and not the hall's.
"""

import asyncio
from collections import deque
from dataclasses import dataclass, field

from adapters.event_asking import named_in
from adapters.messages import ChoiceName, Locale, Message, Name, Text
from adapters.web.pieces import Json
from core.ids import PlayerId, RoomId

MOST_POSTS = 30
"""Messages of the dealer that a room remembers."""
MOST_CHAT = 100
MOST_WAITING = 256
"""Frames that may wait for one slow browser before it is cut off; coming back it gets everything anew."""


@dataclass(slots=True, kw_only=True)
class Posted:
    """A message of the dealer in a room's feed."""

    id: str
    at: int
    """Milliseconds since the epoch."""
    message: Message = field(repr=False)
    stands_in: bool = False
    """Shown before the announcer has said anything since the process began: its next message takes this place."""


@dataclass(slots=True, kw_only=True)
class Said:
    """Something a person said."""

    id: str
    at: int
    player: PlayerId
    name: str
    text: str = field(repr=False)


@dataclass(slots=True, kw_only=True, eq=False)
class Listener:
    """One open connection."""

    room: RoomId
    player: PlayerId
    name: str
    locale: Locale
    frames: asyncio.Queue[Json] = field(default_factory=lambda: asyncio.Queue(MOST_WAITING), repr=False)
    whispers: dict[str, Message] = field(default_factory=dict, repr=False)
    too_slow: asyncio.Event = field(default_factory=asyncio.Event)

    def send(self, frame: Json) -> None:
        """Queue a frame; never waits, so no browser can hold up a table."""
        try:
            self.frames.put_nowait(frame)
        except asyncio.QueueFull:
            self.too_slow.set()


@dataclass(slots=True, kw_only=True)
class Feed:
    """What a room remembers, and who listens to it."""

    posts: deque[Posted] = field(default_factory=lambda: deque(maxlen=MOST_POSTS))
    said: deque[Said] = field(default_factory=lambda: deque(maxlen=MOST_CHAT))
    listeners: list[Listener] = field(default_factory=list)
    knows_events: bool = False
    """A hall has been shown its tournaments since the process began: what follows is told by itself."""

    def people(self) -> list[Json]:
        """Everyone in the room once, in order of arrival."""
        named = {listener.player: listener.name for listener in self.listeners}
        return [{"player": player, "name": name} for player, name in named.items()]

    def to_all(self, frame: Json) -> None:
        """The same frame to every connection."""
        for listener in self.listeners:
            listener.send(frame)


def tells_of_event(message: Message) -> bool:
    """Whether a message is about a tournament as a whole, and not about a table."""
    if not message.lines or any(line.seat is not None for line in message.lines):
        return False
    first = message.lines[0].pieces
    return any(isinstance(piece, Text) and piece.key.startswith("tourney.") for piece in first)


def is_kept_up_to_date(message: Message) -> bool:
    """Whether this is the message that says how a tournament stands, until it is over."""
    choices = (choice for row in message.choices for choice in row)
    return tells_of_event(message) and any(choice.name is ChoiceName.PLAYERS for choice in choices)


def is_of_same_event(one: Message, other: Message) -> bool:
    """Whether both messages keep the same tournament up to date; one that is over has no buttons that say which."""
    if not (tells_of_event(one) and tells_of_event(other)):
        return False
    ids = [_event_of(message) for message in (one, other)]
    return ids[0] == ids[1] if all(ids) else _named(one) == _named(other)


def _event_of(message: Message) -> str:
    """The tournament that the buttons are about; empty when they do not say."""
    arguments = (choice.argument for row in message.choices for choice in row)
    return next((event for event, _, _ in map(named_in, arguments) if event), "")


def _named(message: Message) -> str:
    return next((piece.name for piece in message.lines[0].pieces if isinstance(piece, Name)), "")


def chat_frame(said: Said) -> Json:
    """What somebody said, for the page."""
    return {
        "kind": "chat",
        "id": said.id,
        "at": said.at,
        "player": said.player,
        "name": said.name,
        "text": said.text,
    }
