"""The web as a `Port`: who is listening in which room, what they have been shown, and how they are sent more.

A room's feed (messages of the dealer and what people said) is kept in memory, so that whoever comes later,
reloads or changes the language sees it. What is private is kept nowhere but with the open connection it was
sent to.
"""

import asyncio
import secrets
from collections import deque
from collections.abc import Awaitable, Callable, Iterator, Sequence
from dataclasses import dataclass, field
from time import time

from adapters.messages import Delivery, Locale, Message, Reply, Request
from adapters.web.history import Published
from adapters.web.pieces import Json, Say, drawn
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

    def people(self) -> list[Json]:
        """Everyone in the room once, in order of arrival."""
        named = {listener.player: listener.name for listener in self.listeners}
        return [{"player": player, "name": name} for player, name in named.items()]

    def to_all(self, frame: Json) -> None:
        """The same frame to every connection."""
        for listener in self.listeners:
            listener.send(frame)


async def _no_table(_: RoomId) -> None:
    """A house that keeps no tables over a restart."""


@dataclass(slots=True, kw_only=True)
class WebPort:
    """The web room. Its callables are the house's: `run` does what a request asks, `records` gives the newest
    published hands of a room's table (newest first) and `record` one of them by number, both as the player
    may see them, `table_now` words the table of a room as it is, `whisper_again` makes the announcer send a
    player everything private anew, `say` words a text key."""

    run: Callable[[Request], Awaitable[Reply]]
    records: Callable[[RoomId, PlayerId, int], Awaitable[Sequence[Published]]]
    record: Callable[[RoomId, PlayerId, int], Awaitable[Published | None]]
    whisper_again: Callable[[RoomId, PlayerId], Awaitable[None]]
    say: Say
    table_now: Callable[[RoomId], Awaitable[Message | None]] = _no_table
    now: Callable[[], float] = time
    """Seconds since the epoch."""
    feeds: dict[RoomId, Feed] = field(default_factory=dict, repr=False)

    @property
    def platform(self) -> str:
        """The prefix of its room and player ids."""
        return "web"

    async def post(self, room: RoomId, message: Message, locale: Locale) -> str:
        """Add a message to a room's feed; `locale` is the room's, each browser has its own."""
        return self._post(room, message)

    async def edit(self, room: RoomId, message_id: str, message: Message, locale: Locale) -> str:
        """Replace a message; one that is no longer remembered is posted again, under a new id."""
        for posted in self._feed(room).posts:
            if posted.id == message_id:
                return self._edit(room, posted, message)
        return self._post(room, message)

    @property
    def pace(self) -> float:
        """A page takes every change as it comes."""
        return 0.0

    @property
    def call_after(self) -> float | None:
        """An open page says by itself whose turn it is."""
        return None

    async def call(self, room: RoomId, message: Message, locale: Locale) -> str:
        """Post it like any other message."""
        return self._post(room, message)

    async def take_back(self, room: RoomId, message_id: str) -> None:
        """Forget a message; pages that have it keep it until they load the feed anew."""
        feed = self._feed(room)
        feed.posts = deque((one for one in feed.posts if one.id != message_id), maxlen=MOST_POSTS)

    async def whisper(self, room: RoomId, player: PlayerId, topic: str, message: Message | None) -> Delivery:
        """Show a player something in the private pane of their open pages; CLOSED if there is none."""
        listening = list(self._listening(room, player))
        for listener in listening:
            if message is None:
                listener.whispers.pop(topic, None)
            else:
                listener.whispers[topic] = message
            listener.send(self._whispered(listener, topic, message))
        return Delivery.DELIVERED if listening else Delivery.CLOSED

    async def arrive(self, listener: Listener) -> None:
        """A page has opened (again): it gets the feed, and through `whisper_again` what is private.

        Raises whatever keeps the house from saying how things are. The page listens then all the same, and this may
        be called again until it succeeds.
        """
        failed: Exception | None = None
        try:
            if not self._feed(listener.room).posts:
                await self._stand_in(listener.room)
        except Exception as error:
            failed = error
        feed = self._feed(listener.room)
        if listener not in feed.listeners:
            feed.listeners.append(listener)
            self._show(listener)
            self.show_people(listener.room)
        if failed is not None:
            raise failed
        await self.whisper_again(listener.room, listener.player)

    def depart(self, listener: Listener) -> None:
        """A page is gone; a room with nobody in it and nothing of the dealer's is forgotten."""
        feed = self._feed(listener.room)
        if listener in feed.listeners:
            feed.listeners.remove(listener)
        if not feed.listeners and not feed.posts:
            del self.feeds[listener.room]
        else:
            self.show_people(listener.room)

    def speak(self, listener: Listener, locale: Locale) -> None:
        """Show one page everything in another language."""
        listener.locale = locale
        self._show(listener)
        for topic, message in listener.whispers.items():
            listener.send(self._whispered(listener, topic, message))

    def rename(self, listener: Listener, name: str) -> None:
        """A player goes by another name, on each of their pages."""
        for same in self._listening(listener.room, listener.player):
            same.name = name
        self.show_people(listener.room)

    def chat(self, listener: Listener, said_id: str, text: str) -> None:
        """Say something to the room; the same id twice is heard once."""
        feed = self._feed(listener.room)
        if any(said.id == said_id for said in feed.said):
            return
        said = Said(
            id=said_id, at=self._milliseconds(), player=listener.player, name=listener.name, text=text
        )
        feed.said.append(said)
        feed.to_all(_chat_frame(said))

    def show_people(self, room: RoomId) -> None:
        """Tell everyone who is here."""
        feed = self._feed(room)
        feed.to_all({"kind": "people", "people": feed.people()})

    def show_reply(self, listener: Listener, request: str, reply: Reply) -> None:
        """Answer the asker alone."""
        message = reply.message and drawn(reply.message, listener.locale, self.say, listener.player)
        listener.send({"kind": "reply", "request": request, "message": message, "refused": reply.refused})

    def _show(self, listener: Listener) -> None:
        """The whole feed of a room, oldest first, in one frame; `now` sets the page's countdowns right."""
        feed = self._feed(listener.room)
        posts = [
            (
                posted.at,
                {"kind": "post", "id": posted.id, "at": posted.at, "message": self._drawn(listener, posted)},
            )
            for posted in feed.posts
        ]
        entries = sorted(
            posts + [(said.at, _chat_frame(said)) for said in feed.said], key=lambda entry: entry[0]
        )
        listener.send(
            {
                "kind": "feed",
                "player": listener.player,
                "locale": listener.locale.value,
                "now": self._milliseconds(),
                "entries": [frame for _, frame in entries],
            }
        )

    async def _stand_in(self, room: RoomId) -> None:
        """After a restart nothing is remembered: show the table as it is, until the announcer speaks."""
        message = await self.table_now(room)
        feed = self._feed(room)
        if message is not None and not feed.posts:
            self._post(room, message)
            feed.posts[-1].stands_in = True

    def _post(self, room: RoomId, message: Message) -> str:
        feed = self._feed(room)
        if feed.posts and feed.posts[-1].stands_in:
            return self._edit(room, feed.posts[-1], message)
        posted = Posted(id=secrets.token_hex(6), at=self._milliseconds(), message=message)
        feed.posts.append(posted)
        self._each(feed, {"kind": "post", "id": posted.id, "at": posted.at}, message)
        return posted.id

    def _edit(self, room: RoomId, posted: Posted, message: Message) -> str:
        posted.message, posted.stands_in = message, False
        self._each(self._feed(room), {"kind": "edit", "id": posted.id}, message)
        return posted.id

    def _each(self, feed: Feed, frame: Json, message: Message) -> None:
        """A public message to every connection, drawn for each."""
        for listener in feed.listeners:
            listener.send({**frame, "message": drawn(message, listener.locale, self.say, listener.player)})

    def _drawn(self, listener: Listener, posted: Posted) -> Json:
        return drawn(posted.message, listener.locale, self.say, listener.player)

    def _whispered(self, listener: Listener, topic: str, message: Message | None) -> Json:
        shown = message and drawn(message, listener.locale, self.say, listener.player)
        return {"kind": "whisper", "topic": topic, "message": shown}

    def _listening(self, room: RoomId, player: PlayerId) -> Iterator[Listener]:
        feed = self.feeds.get(room)
        return (listener for listener in (feed.listeners if feed else ()) if listener.player == player)

    def _feed(self, room: RoomId) -> Feed:
        return self.feeds.setdefault(room, Feed())

    def _milliseconds(self) -> int:
        return int(self.now() * 1_000)


def _chat_frame(said: Said) -> Json:
    return {
        "kind": "chat",
        "id": said.id,
        "at": said.at,
        "player": said.player,
        "name": said.name,
        "text": said.text,
    }
