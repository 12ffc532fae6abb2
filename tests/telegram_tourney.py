"""A tournament on the loopback Telegram: announced in a group, entered and played by people who press and type.

No clock runs: `Tourney.go_on` calls the director and lets the pause before each table's next hand pass.
"""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

from core.cardroom.table import Table, Wait
from core.cardroom.tournament import Stage, Tournament
from core.ids import CommunityId, EventId, PlayerId, TableId
from core.poker.hand import Stage as HandStage
from core.poker.hand import legal_moves
from tests.jumping_loop import let_pass
from tests.loopback.telegram import Message, Press, User
from tests.telegram_evening import PATIENCE, Evening, evening

MOST_BEHIND = 240.0
"""Seconds, mostly jumped over."""
LANGUAGES = ("zh-hans", "en", "zh-hant")


@asynccontextmanager
async def tourney(redis_url: str, **options: Any) -> AsyncIterator["Tourney"]:
    """The doors are open."""
    async with evening(redis_url, banked=True, **options) as room:
        yield Tourney(room=room)


@dataclass(slots=True, kw_only=True)
class Tourney:
    """One event in the evening's group."""

    room: Evening
    id: EventId = field(init=False)
    dealt: int = 0
    behind: list[float] = field(default_factory=list)
    """Seconds from the end of each hand until the group had seen it."""

    def people(self, count: int, *, shy: int = 0) -> list[User]:
        """Somebody of each language in turn, the first one an administrator; the last `shy` have no private chat."""
        return [
            self.room.person(
                f"P{number}",
                started=number <= count - shy,
                language_code=LANGUAGES[number % 3],
                admin=number == 1,
            )
            for number in range(1, count + 1)
        ]

    async def create(self, host: User, line: str) -> None:
        """`/create`, its answer in private, and the message with [Register]."""
        before = len(host.reads())
        self.room.says(host, f"/create {line}")
        await self.room.until(lambda: self.find("register") and (not host.started or host.reads()[before:]))
        (self.id,) = await self.room.bot.house.events.in_hall(self.room.room_id)

    def find(self, name: str) -> Message | None:
        """The newest message in the group that has a button of that name."""
        found = (one for one in reversed(self.room.all_public()) if self.room.buttons(one, name))
        return next(found, None)

    async def press(self, user: User, name: str) -> Press:
        """Press it, and be answered."""
        message = self.find(name)
        assert message is not None, f"no button {name}"
        return await user.presses(message, self.room.button(message, name))

    async def look(self) -> Tournament:
        """As Redis has it."""
        return await self.room.bot.house.events.look(self.id)

    async def until(self, done: Callable[[Tournament], object]) -> Tournament:
        """Wait until the event, as Redis has it, is so."""
        async with asyncio.timeout(PATIENCE):
            while not done(event := await self.look()):
                await let_pass(0.1)
        return event

    async def tables(self) -> dict[TableId, Table]:
        """Those that play; every chip is where it should be."""
        return {one: await self.room.bot.look(one) for one in (await self.look()).tables}

    async def chips(self) -> int:
        """Tournament chips in seats, in pots and on the way to a table."""
        event = await self.look()
        there = sum(one.issued for one in (await self.tables()).values())
        return there + sum(one.seat.stack for one in event.arrivals)

    async def wallet(self, user: User) -> int:
        """Chips in the bank of the group."""
        community = CommunityId(f"telegram:{self.room.group.id}")
        account = await self.room.bot.house.bank.account(community, player(user))
        return account.balance

    async def go_on(self) -> list[Table]:
        """Let the director look, and each of its tables deal that is to. Returns those that are in mid-hand then."""
        bot = self.room.bot
        await bot.house.director.tick(self.id)
        for table in (await self.tables()).values():
            if table.wait is Wait.DEAL:
                stored = await bot.store.load(table.id)
                assert stored is not None
                self.dealt += 1
                await bot.dealer.tick(table.id, stored.version, f"{self.dealt:064x}")
        return [one for one in (await self.tables()).values() if one.hand is not None]

    async def actor(self, table_id: TableId) -> User | None:
        """Who is to act at a table."""
        table = await self.room.bot.look(table_id)
        hand = table.hand
        if hand is None or hand.stage is not HandStage.BETTING:
            return None
        seat = table.seats[hand.setup.seats[hand.waiting_for[0]] - 1]
        assert seat is not None
        return self.room.people[int(seat.player.removeprefix("telegram:"))]

    async def stamp(self, table_id: TableId) -> str:
        """The present moment of a table, as it stands in its buttons."""
        turn = (await self.room.bot.look(table_id)).turn
        return f":{turn.table}:{turn.hand_no}:{turn.action_no}:"

    async def shown(self, table_id: TableId, user: User | None = None) -> Message:
        """The table message, or what a player is shown in private, at the present moment."""
        stamp = await self.stamp(table_id)

        def found() -> Message | None:
            there = self.room.all_public() if user is None else user.reads()
            return next((one for one in reversed(there) if stamped(one, stamp)), None)

        await self.room.until(found)
        message = found()
        assert message is not None
        return message

    async def act(self, table_id: TableId, user: User, *, shove: bool) -> None:
        """By the buttons of the private chat; who has none types it in the group."""
        before = await self.stamp(table_id)
        if not user.started:
            self.room.says(user, await self._all_in(table_id) if shove else "/fold")
        elif shove:
            await self.shove(table_id, user)
        else:
            await self._press(await self.shown(table_id, user), user, "check", "fold")
        async with asyncio.timeout(PATIENCE):
            while await self.stamp(table_id) == before:
                await let_pass(0.1)

    async def _all_in(self, table_id: TableId) -> str:
        """What is typed to gamble; against those who are all-in for less there is nothing but a call."""
        hand = (await self.room.bot.look(table_id)).hand
        moves = None if hand is None else legal_moves(hand)
        return "/call" if moves is not None and moves.raise_min is None else "/allin"

    async def shove(self, table_id: TableId, user: User) -> None:
        """The largest size; [Call] where there is nothing to raise."""
        message = await self.shown(table_id, user)
        sizes = [
            one
            for one in self.room.buttons(message, "raise")
            if (one.data or "").rpartition(":")[2].isdecimal()
        ]
        if sizes:
            await user.presses(message, max(sizes, key=lambda one: int((one.data or "").rpartition(":")[2])))
        else:
            await self._press(message, user, "call", "check")

    async def _press(self, message: Message, user: User, *names: str) -> None:
        found = next(one for name in names for one in self.room.buttons(message, name))
        await user.presses(message, found)

    async def play_hand(self, table_id: TableId, gamblers: int = 10) -> None:
        """So many go all in and the others give way, until everybody in the group can see how it ended."""
        hand = (await self.room.bot.look(table_id)).hand_no
        gambling: set[User] = set()
        while (user := await self.actor(table_id)) is not None:
            shove = user in gambling or len(gambling) < gamblers
            gambling |= {user} if shove else set()
            await self.act(table_id, user, shove=shove)
        await self.ended(table_id, hand)

    async def ended(self, table_id: TableId, hand: int) -> None:
        """Until everybody in the group can see how a hand ended: a busy group takes its time."""
        stamp = f":{table_id}:{hand}:"

        def is_shown() -> bool:
            pressed = (
                button.data or ""
                for one in self.room.all_public()
                for button in self.room.buttons(one, "hand")
            )
            return any(stamp in data for data in pressed)

        began = self.room.server.clock.now()
        async with asyncio.timeout(MOST_BEHIND):
            while not is_shown():
                await let_pass(0.5)
        self.behind.append(self.room.server.clock.now() - began)

    async def is_over(self) -> bool:
        return (await self.look()).stage in (Stage.FINISHED, Stage.CANCELLED)


def player(user: User) -> PlayerId:
    """By the name that the house knows."""
    return PlayerId(f"telegram:{user.id}")


def stamped(message: Message, stamp: str) -> bool:
    """Whether a message has a button of that moment."""
    return any(stamp in (one.data or "") for one in message.buttons)
