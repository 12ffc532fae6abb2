"""Each player's own cards on Discord: by direct message, one for each hand, and in a panel that only they see.

Whoever takes no direct messages is remembered for a day, so that nobody is refused twice; their cards are then shown
in a panel through the token of their last press, which lives for fifteen minutes. Nothing here holds up a hand.
"""

import asyncio
import time
from collections.abc import Callable
from dataclasses import replace
from typing import Final, TypeAlias
from weakref import WeakValueDictionary

import discord

from adapters.discord.keeping import CLOSED_SECONDS, HAND_SECONDS, TOKEN_SECONDS, Panel, read_panel
from adapters.discord.latest import Latest
from adapters.discord.markup import member_id
from adapters.discord.sending import REPOSTED, Wire
from adapters.languages import Languages, Memory
from adapters.messages import Delivery, Line, Locale, Message, Role, Text, asks
from core.ids import PlayerId, TableId, is_event

Receiver: TypeAlias = tuple[PlayerId, TableId]
_SHUT_SECONDS: Final = 60.0
"""By then everybody has read what was written down."""
_ALREADY_GONE: Final = frozenset({10003, 10008, 10015, 50027})
"""Unknown channel, message or webhook, and a token that has died."""


class Private:
    """What players have been shown in private. `TableId` and player together have one direct message and one panel."""

    def __init__(
        self,
        wire: Wire,
        memory: Memory,
        languages: Languages,
        *,
        pace: float,
        now: Callable[[], float] = time.time,
    ) -> None:
        """`pace`: seconds between two edits of one message; `now`: seconds since the epoch."""
        self._wire = wire
        self._memory = memory
        self._languages = languages
        self._now = now
        self._outgoing: Latest[Receiver, tuple[str, Message]] = Latest(self._deliver, pace)
        self._shown: dict[Receiver, tuple[str, Message]] = {}
        self._news: dict[Receiver, list[tuple[str, Message]]] = {}
        """What tournaments have to tell, oldest first."""
        self._tokens: dict[PlayerId, tuple[float, str]] = {}
        self._unreached: set[PlayerId] = set()
        self._doors: WeakValueDictionary[PlayerId, asyncio.Lock] = WeakValueDictionary()
        self._shut: dict[PlayerId, float] = {}
        """Until when it is known here, in seconds since the epoch, that a player takes no direct messages."""

    def whisper(self, player: PlayerId, topic: str, message: Message | None) -> Delivery:
        """Show it soon. None: what was shown under the topic keeps its words and loses its buttons.

        Of what a tournament tells somebody nothing is skipped, and each thing is a message of its own.
        """
        table = TableId(topic.rpartition(":")[0])
        receiver = (player, table)
        before = self._shown.get(receiver)
        if message is None:
            if before is None or before[0] != topic or not before[1].choices:
                return Delivery.DELIVERED
            message = Message(lines=before[1].lines)
        # A turn begins or has just been taken, or the hand is another one; the pot may grow unseen for a moment.
        urgent = before is None or before[0] != topic or asks(message) or asks(before[1])
        self._shown[receiver] = (topic, message)
        if is_event(table):
            self._news.setdefault(receiver, []).append((topic, message))
        self._outgoing.put(receiver, (topic, message), urgent=urgent)
        return self._reach(player)

    def _reach(self, player: PlayerId) -> Delivery:
        return Delivery.CLOSED if player in self._unreached else Delivery.DELIVERED

    def pressed(self, player: PlayerId, token: str) -> None:
        """A press in a server was answered: its token can show this player a panel."""
        self._tokens[player] = (self._now() + TOKEN_SECONDS, token)

    async def panel_of(self, player: PlayerId, table: TableId) -> Panel | None:
        """The panel that is open, if one is. Raises StoreAway."""
        (kept,) = await self._memory.recall(player, f"panel:{table}")
        return self._living(kept)

    async def opened(self, player: PlayerId, table: TableId, token: str, message: str) -> None:
        """The player has a panel now, or has pressed a button in it: keep it up to date by this token."""
        old = await self.panel_of(player, table)
        panel = Panel(token=token, message=message, until=self._now() + TOKEN_SECONDS)
        await self._memory.remember(player, f"panel:{table}", panel.written(), TOKEN_SECONDS)
        if old is not None and old.message != message:
            await self._close(old)

    async def prefer(self, player: PlayerId, way: str) -> None:
        """`dm` or `panel`. Raises StoreAway."""
        await self._memory.remember(player, "private", way)
        await self._memory.forget(player, "closed")
        self._shut.pop(player, None)

    async def way_of(self, player: PlayerId) -> tuple[str, bool]:
        """`dm` or `panel`, and whether the player was found to take no direct messages. Raises StoreAway."""
        way, closed = await self._memory.recall(player, "private", "closed")
        return way or "dm", closed is not None

    async def close(self) -> None:
        """Send no more."""
        await self._outgoing.close()

    async def _deliver(self, receiver: Receiver, shown: tuple[str, Message]) -> None:
        if not is_event(receiver[1]):
            await self._show(receiver, shown)
            return
        news = self._news[receiver]
        while news:
            await self._show((receiver[0], TableId(news[0][0])), news[0])
            del news[0]

    async def _show(self, receiver: Receiver, shown: tuple[str, Message]) -> None:
        player, table = receiver
        topic, message = shown
        way, closed, where, direct, kept = await self._memory.recall(
            player, "private", "closed", "dm", f"dm:{table}", f"panel:{table}"
        )
        locale = await self._languages.of(player)
        reached = False
        panel = self._living(kept)
        if panel is not None:
            reached = await self._edit_panel(receiver, panel, message, locale)
        if way != "panel" and closed is None:
            reached = await self._write(receiver, topic, message, locale, where, direct) or reached
        if not reached:
            reached = await self._open_panel(receiver, message, locale, by_choice=way == "panel")
        (self._unreached.discard if reached else self._unreached.add)(player)

    async def _write(
        self,
        receiver: Receiver,
        topic: str,
        message: Message,
        locale: Locale,
        where: str | None,
        direct: str | None,
    ) -> bool:
        """One direct message a hand, edited as the hand goes on. False: this player takes none."""
        player, table = receiver
        drawn = self._wire.drawn(message, locale, private=True)
        try:
            if where is None:
                where = str(await self._wire.private_channel(member_id(player) or 0))
                await self._memory.remember(player, "dm", where)
            known, _, message_id = (direct or "").partition(" ")
            if known == topic:
                try:
                    await self._wire.edit(int(where), int(message_id), drawn)
                    return True
                except discord.HTTPException as refused:
                    if refused.code not in REPOSTED:
                        raise
            async with self._door(player):
                if self._shut.get(player, 0.0) > self._now():
                    return False
                sent = await self._wire.post(int(where), drawn)
        except (discord.Forbidden, discord.NotFound):
            self._shut[player] = self._now() + _SHUT_SECONDS
            await self._memory.remember(player, "closed", "1", CLOSED_SECONDS)
            return False
        await self._memory.remember(player, f"dm:{table}", f"{topic} {sent}", HAND_SECONDS)
        return True

    def _door(self, player: PlayerId) -> asyncio.Lock:
        """One new message at a time: of several things to tell only the first finds out that the door is shut."""
        return self._doors.setdefault(player, asyncio.Lock())

    async def _edit_panel(self, receiver: Receiver, panel: Panel, message: Message, locale: Locale) -> bool:
        drawn = self._wire.drawn(message, locale, private=True)
        try:
            await self._wire.edit_panel(panel.token, panel.message, drawn)
        except discord.HTTPException as refused:
            if refused.code not in _ALREADY_GONE:
                raise
        else:
            return True
        player, table = receiver
        newer = await self.panel_of(player, table)
        if newer is not None and newer.token != panel.token:
            # A press has given it another life meanwhile.
            return await self._edit_panel(receiver, newer, message, locale)
        await self._memory.forget(player, f"panel:{table}")
        return False

    async def _open_panel(
        self, receiver: Receiver, message: Message, locale: Locale, *, by_choice: bool
    ) -> bool:
        """Answer the player's last press once more. False when it is too long ago."""
        player, table = receiver
        until, token = self._tokens.get(player, (0.0, ""))
        if until < self._now():
            return False
        if not by_choice:
            key = "discord.closed_dm_news" if is_event(table) else "discord.closed_dm"
            why = Line(role=Role.NOTE, pieces=(Text(key=key),))
            message = replace(message, lines=(*message.lines, why))
        try:
            sent = await self._wire.open_panel(token, self._wire.drawn(message, locale, private=True))
        except discord.HTTPException as refused:
            if refused.code not in _ALREADY_GONE:
                raise
            self._tokens.pop(player, None)
            return False
        await self.opened(player, table, token, str(sent))
        return True

    async def _close(self, panel: Panel) -> None:
        try:
            await self._wire.close_panel(panel.token, panel.message)
        except discord.HTTPException as refused:
            if refused.code not in _ALREADY_GONE:
                raise

    def _living(self, kept: str | None) -> Panel | None:
        panel = read_panel(kept)
        return panel if panel is not None and panel.until > self._now() else None
