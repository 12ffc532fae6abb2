"""The web as a `Port`: who is listening in which room, what they have been shown, and how they are sent more.

A room's feed (messages of the dealer and what people said) is kept in memory, so that whoever comes later,
reloads or changes the language sees it. What is private is kept nowhere but with the open connection it was
sent to.
"""

import secrets
from collections import deque
from collections.abc import Awaitable, Callable, Iterator, Sequence
from dataclasses import dataclass, field
from time import time

from adapters.messages import Delivery, Locale, Message, Reply, Request
from adapters.web.feeds import (
    MOST_POSTS,
    Feed,
    Listener,
    Posted,
    Said,
    chat_frame,
    is_kept_up_to_date,
    is_of_same_event,
    tells_of_event,
)
from adapters.web.history import Published
from adapters.web.pieces import Json, Say, drawn
from core.ids import PlayerId, RoomId, TableId, hall_of, is_event


async def _nothing(_: RoomId) -> None:
    """A house that keeps nothing over a restart."""


async def _no_events(_: RoomId) -> tuple[Message, ...]:
    """A house without tournaments."""
    return ()


@dataclass(slots=True, kw_only=True)
class WebPort:
    """The web room. Its callables are the house's: `run` does what a request asks, `records` gives the newest
    published hands of a room's table (newest first) and `record` one of them by number, both as the player
    may see them, `table_now` words the table of a room as it is and `events_now` the tournaments of a
    hall, `whisper_again` sends a player everything private anew, `say` words a text key."""

    run: Callable[[Request], Awaitable[Reply]]
    records: Callable[[RoomId, PlayerId, int], Awaitable[Sequence[Published]]]
    record: Callable[[RoomId, PlayerId, int], Awaitable[Published | None]]
    whisper_again: Callable[[RoomId, PlayerId], Awaitable[None]]
    say: Say
    table_now: Callable[[RoomId], Awaitable[Message | None]] = _nothing
    events_now: Callable[[RoomId], Awaitable[Sequence[Message]]] = _no_events
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
        return self._post(room, message, again=True)

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

    async def pin(self, room: RoomId, message_id: str) -> None:
        """Nothing is pinned here."""

    async def placed(self, room: RoomId, table: TableId, name: str) -> RoomId:
        """The part itself is where the table is."""
        return room

    async def whisper(self, room: RoomId, player: PlayerId, topic: str, message: Message | None) -> Delivery:
        """Show a player something in the private pane of their open pages; CLOSED if there is none.

        What is about a tournament is shown in every part of its hall, the newest word of it in place of the one before.
        """
        listening = list(self._listening(room, player))
        if is_event(topic):
            topic = topic.partition(":")[0]
            listening = [one for part in self._parts(room) for one in self._listening(part, player)]
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
        feed.to_all(chat_frame(said))

    def show_people(self, room: RoomId) -> None:
        """Tell everyone who is here."""
        feed = self._feed(room)
        feed.to_all({"kind": "people", "people": feed.people()})

    def here(self, room: RoomId) -> list[tuple[PlayerId, str]]:
        """Who has a page of the room open, as everybody there is shown it."""
        feed = self.feeds.get(room)
        return list({one.player: one.name for one in (feed.listeners if feed else ()) if one.name}.items())

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
                {
                    "kind": "post",
                    "id": posted.id,
                    "at": posted.at,
                    "message": self._drawn(listener, posted.message),
                },
            )
            for posted in (*feed.posts, *self._told_in_hall(listener.room))
        ]
        entries = sorted(
            posts + [(said.at, chat_frame(said)) for said in feed.said], key=lambda entry: entry[0]
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
        """After a restart nothing is remembered: show how things are, until the announcer and the halls speak."""
        known = self.feeds.get(room)
        if known is None or all(tells_of_event(one.message) for one in known.posts):
            message = await self.table_now(room)
            if message is not None:
                self._post_stand_in(room, message)
        hall = hall_of(room)
        if hall in self.feeds and self.feeds[hall].knows_events:
            return
        messages = await self.events_now(hall)
        feed = self._feed(hall)
        if not feed.knows_events:
            feed.knows_events = True
            told = [posted.message for posted in feed.posts if is_kept_up_to_date(posted.message)]
            for message in messages:
                if not any(is_of_same_event(one, message) for one in told):
                    self._post_stand_in(hall, message)

    def _post_stand_in(self, room: RoomId, message: Message) -> None:
        self._post(room, message)
        self._feed(room).posts[-1].stands_in = True

    def _post(self, room: RoomId, message: Message, *, again: bool = False) -> str:
        """Not `again`, what is said of a tournament is something new beside the message that is kept up to date."""
        feed, tells = self._feed(room), tells_of_event(message)
        for posted in feed.posts:
            same = is_of_same_event(posted.message, message) if tells else not tells_of_event(posted.message)
            if posted.stands_in and same and (again or not tells):
                return self._edit(room, posted, message)
        posted = Posted(id=secrets.token_hex(6), at=self._milliseconds(), message=message)
        feed.posts.append(posted)
        self._each(room, {"kind": "post", "id": posted.id, "at": posted.at}, message)
        return posted.id

    def _edit(self, room: RoomId, posted: Posted, message: Message) -> str:
        posted.message, posted.stands_in = message, False
        self._each(room, {"kind": "edit", "id": posted.id}, message)
        return posted.id

    def _each(self, room: RoomId, frame: Json, message: Message) -> None:
        """A public message to every connection, drawn for each; of a tournament also to those in its hall's parts."""
        for part in self._parts(room) if tells_of_event(message) else (room,):
            for listener in self._feed(part).listeners:
                listener.send({**frame, "message": self._drawn(listener, message)})

    def _told_in_hall(self, room: RoomId) -> list[Posted]:
        """What a part is shown of its hall's feed."""
        hall = self.feeds.get(hall_of(room)) if hall_of(room) != room else None
        return [posted for posted in (hall.posts if hall else ()) if tells_of_event(posted.message)]

    def _parts(self, hall: RoomId) -> list[RoomId]:
        """The hall and its parts, as far as they are remembered."""
        return [room for room in self.feeds if room == hall or hall_of(room) == hall]

    def _drawn(self, listener: Listener, message: Message) -> Json:
        """A public message for one connection; ``event`` marks what a tournament's page part is for."""
        shown = drawn(message, listener.locale, self.say, listener.player)
        return {**shown, "event": True} if tells_of_event(message) else shown

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
