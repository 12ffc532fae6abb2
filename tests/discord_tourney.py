"""A tournament on the loopback Discord: announced, entered and played by people who press what they are shown.

No clock runs: `Tourney.go_on` calls the director and lets the pause before each table's next hand pass.
"""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeVar

from core.cardroom.table import Table, Wait
from core.cardroom.tournament import Stage, Tournament
from core.ids import EventId, RoomId, TableId
from core.poker.hand import Stage as HandStage
from tests.discord_evening import PATIENCE, Evening
from tests.loopback.discord import Channel, Counts, Interaction, Message, User

Seen = TypeVar("Seen")


@dataclass(slots=True, kw_only=True)
class Tourney:
    """One event in the evening's channel."""

    room: Evening
    id: EventId = field(init=False)
    dealt: int = 0
    marks: dict[TableId, int] = field(default_factory=dict)
    """Where in the journal each table's hand began."""
    counts: list[Counts] = field(default_factory=list)
    """Of each table's hand that is over."""
    calls: list[Message] = field(default_factory=list)

    @property
    def hall(self) -> RoomId:
        return RoomId(f"discord:{self.room.guild.id}:{self.room.channel.id}")

    async def create(self, host: User, **options: Any) -> Interaction:
        """`/tourney create`."""
        asked = await host.slash(self.room.channel, "tourney create", options).settled()
        found = await self.room.bot.house.events.in_hall(self.hall)
        if found:
            self.id = found[0]
            await self.room.server.until(lambda: self.button("register"))
        return asked

    def posts(self) -> list[Message]:
        """What the dealer said in the hall, oldest first."""
        return public(self.room.channel)

    def button(self, name: str) -> tuple[Message, str] | None:
        """The newest button of that name in the hall."""
        for message in reversed(self.posts()):
            for custom_id in self.room.buttons(message, name):
                return message, custom_id
        return None

    async def press(self, user: User, name: str) -> Interaction:
        """Press it, and be answered."""
        found = self.button(name)
        assert found is not None, f"no button {name}"
        pressed = await user.click(*found)
        await self.room.server.until(lambda: pressed.followups)
        return pressed

    async def enter(self, people: Sequence[User]) -> None:
        """[Register], all at once."""
        await asyncio.gather(*(self.press(one, "register") for one in people))

    async def until_table(self, table_id: TableId, done: Callable[[Table], bool]) -> Table:
        """Wait until a table, as Redis has it, is so."""
        return await _until(lambda: self.room.bot.look(table_id), done)

    async def look(self) -> Tournament:
        """As Redis has it."""
        return await self.room.bot.house.events.look(self.id)

    async def until(self, done: Callable[[Tournament], bool]) -> Tournament:
        """Wait until the event, as Redis has it, is so."""
        return await _until(self.look, done)

    async def tables(self) -> dict[TableId, Table]:
        """Those that play; every chip is where it should be."""
        event = await self.look()
        return {one: await self.room.bot.look(one) for one in event.tables}

    async def chips(self) -> int:
        """Tournament chips in seats, in pots and on the way to a table."""
        event = await self.look()
        there = sum(one.issued for one in (await self.tables()).values())
        return there + sum(one.seat.stack for one in event.arrivals)

    def place(self, table: Table) -> Channel:
        """Where the table is."""
        (room,) = [one for one in table.rooms if one.startswith("discord:")]
        return self.room.server.world.channels[int(room.partition("~")[0].rpartition(":")[2])]

    async def go_on(self, *, seen: bool = True) -> list[Table]:
        """Let the director look, and each of its tables deal that is to. Returns those that are in mid-hand then, when
        everybody has `seen` it."""
        bot = self.room.bot
        await bot.house.director.tick(self.id)
        for table in (await self.tables()).values():
            if table.wait is Wait.DEAL:
                self.dealt += 1
                self.marks[table.id] = self.room.server.journal.mark()
                await self._deal(table.id)
        playing = [one.id for one in (await self.tables()).values() if one.hand is not None]
        if seen:
            await asyncio.gather(*(self.shown(one) for one in playing))
        return [await bot.look(one) for one in playing]

    async def _deal(self, table_id: TableId) -> None:
        """The pause before the next hand is over, whoever gives the table a room meanwhile."""
        bot = self.room.bot
        while (stored := await bot.store.load(table_id)) is not None and stored.table.wait is Wait.DEAL:
            await bot.dealer.tick(table_id, stored.version, f"{self.dealt:064x}")

    async def actor(self, table_id: TableId) -> User | None:
        """Who is to act at a table."""
        table = await self.room.bot.look(table_id)
        hand = table.hand
        if hand is None or hand.stage is not HandStage.BETTING:
            return None
        seat = table.seats[hand.setup.seats[hand.waiting_for[0]] - 1]
        assert seat is not None
        return self.room.people[int(seat.player.removeprefix("discord:"))]

    async def shown(
        self, table_id: TableId, user: User | None = None, where: Channel | None = None
    ) -> Message:
        """The table message, wherever it is if that is not said, or what a player is shown in private, at the present
        moment."""
        table = await self.room.bot.look(table_id)
        stamp = f":{table.id}:{table.turn.hand_no}:{table.turn.action_no}:"
        channels = self.room.server.world.channels

        def found() -> list[Message]:
            places = [one for one in channels.values() if one.guild] if user is None else [user.dm]
            return [
                one
                for channel in ([where] if where else places)
                for one in channel.messages.values()
                if not one.deleted and not one.ephemeral and any(stamp in i for i in self.room.buttons(one))
            ]

        await self.room.server.until(found)
        return found()[-1]

    async def act(self, table_id: TableId, *, shove: bool, privately: bool) -> bool:
        """Whoever is to act at a table does it by a button: all in, or else as little as goes. False: nobody is."""
        user = await self.actor(table_id)
        if user is None:
            return False
        before = (await self.room.bot.look(table_id)).turn
        message = await self.shown(table_id, user if privately else None)
        buttons = self.room.buttons(message)
        sizes = [one for one in buttons if _name(one) == "raise"]
        if shove and sizes:
            await self._raise(user, message, sizes)
        else:
            wanted = ("call", "check") if shove else ("check", "fold")
            await user.click(message, next(one for name in wanted for one in buttons if _name(one) == name))
        await self.until_table(table_id, lambda table: table.turn != before)
        return True

    async def _raise(self, user: User, message: Message, sizes: list[str]) -> None:
        """All in: at once where the largest size has a button, else by way of [Raise…]."""
        known = [one for one in sizes if one.split(":")[5].isdecimal()]
        if not known:
            pressed = await user.click(message, sizes[0])
            await self.room.server.until(lambda: pressed.followups)
            message = pressed.followups[0]
            known = [one for one in self.room.buttons(message, "raise") if one.split(":")[5].isdecimal()]
            known = known or self.room.buttons(message, "call")  # Nobody is left who could call a raise.
        await user.click(message, max(known, key=lambda one: int(one.split(":")[5] or 0)))

    async def play_hand(self, table_id: TableId, *, shove: bool, privately: bool = False) -> None:
        """To its end, and until everybody can see how it ended."""
        while await self.act(table_id, shove=shove, privately=privately):
            pass
        table = await self.until_table(table_id, lambda table: table.hand is None)
        await self.told(table)
        self.counts.append(self.room.server.counts(self.place(table), self.marks[table_id]))

    async def call(self, table_id: TableId) -> None:
        """Ten seconds pass at the only table: whoever is to act is called by a mention."""
        await self.shown(table_id)
        server, mark = self.room.server, self.room.server.journal.mark()
        await server.until(lambda: self.room.bot.naps.waiting)
        self.room.bot.naps.ring()
        await server.until(lambda: server.counts(since=mark).mentions)
        self.calls += [one.message for one in server.journal.changes[mark:] if one.mentions]

    async def told(self, table: Table) -> None:
        """Until the table message shows the table as it is."""
        announcer = self.room.bot.room.announcer
        stamp = f":{table.id}:{table.hand_no}:"
        here = self.place(table)
        await self.room.server.until(
            lambda: (
                table.id not in announcer.telling
                and any(stamp in i for one in public(here) for i in self.room.buttons(one))
            )
        )

    async def is_over(self) -> bool:
        return (await self.look()).stage in (Stage.FINISHED, Stage.CANCELLED)


async def _until(look: Callable[[], Awaitable[Seen]], done: Callable[[Seen], bool]) -> Seen:
    """Look again and again, which only Redis can be asked."""
    async with asyncio.timeout(PATIENCE):
        while True:
            seen = await look()
            if done(seen):
                return seen
            await asyncio.sleep(0.01)


def public(channel: Channel) -> list[Message]:
    """The messages that everybody sees, oldest first."""
    return [one for one in channel.messages.values() if not (one.ephemeral or one.loading or one.deleted)]


def _name(custom_id: str) -> str:
    return custom_id.split(":")[4]
