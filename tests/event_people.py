"""People who ask things of tournaments in a house with a bank, on a real Redis: for tests of what is asked there."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from secrets import token_hex
from typing import Any

from adapters.messages import Choice, Locale, Message, Reply
from bot.house import LiveHouse
from core.cardroom.table import Seat, Table, seat_at
from core.cardroom.tournament import Tournament
from core.commits import key
from core.dealer import Dealer
from core.ids import EventId, PlayerId, RoomId, SeatNo, TableId
from core.store import connect
from tests.bank_people import GUILD, People
from tests.banks import everywhere, now_ms
from tests.redis_faults import Raw


@dataclass(kw_only=True)
class Entrants(People):
    """The same people, and the tournaments of their channel."""

    async def newest(self) -> EventId:
        """The event that was announced last."""
        return (await self.house.events.in_hall(self.room))[0]

    async def event(self, event_id: str = "") -> Tournament:
        """An event as Redis has it: the named one, else the newest."""
        return await self.house.events.look(EventId(event_id) if event_id else await self.newest())

    async def balance(self, player: PlayerId) -> int:
        """What is in a wallet."""
        return (await self.house.bank.account(GUILD, player)).balance

    async def pool(self, event_id: str = "") -> int:
        """What the bank holds for an event; the event says the same."""
        event = await self.event(event_id)
        partition = self.store.partition_of(GUILD)
        held = int(await self.raw.hget(key(partition, "pools", GUILD), event.id) or 0)
        assert held == event.pool
        return held

    async def press(self, player: PlayerId, button: Choice, **more: Any) -> Reply:
        """Somebody presses a button."""
        return await self.ask(player, f"{button.name} {button.argument}".strip(), **more)

    async def direct(self) -> None:
        """Whatever is due of the newest event, until nothing is."""
        event_id = await self.newest()
        before = 0
        while (answer := await self.house.director.tick(event_id)) is not None and answer.version != before:
            before = answer.version

    async def tables(self) -> list[Table]:
        """The tables of the newest event, as Redis has them."""
        return [await self.house.look(table) for table in (await self.event()).tables]

    async def fold_a_hand(self, table_id: TableId) -> None:
        """The next hand of a table is dealt, and everybody folds who is asked."""
        while (await self.house.look(table_id)).hand is None:
            stored = await self.store.load(table_id)
            assert stored is not None
            await self.dealer.tick(table_id, stored.version, token_hex(32))
        while (seat := await self._to_act(table_id)) is not None:
            hall, self.room = self.room, (await self.house.look(table_id)).rooms[0]
            await self.told(seat.player, "fold_anyway", name=seat.name)
            self.room = hall
        await self.direct()

    async def _to_act(self, table_id: TableId) -> Seat | None:
        table = await self.house.look(table_id)
        if table.hand is None or not table.hand.waiting_for:
            return None
        return seat_at(table, SeatNo(table.hand.setup.seats[table.hand.waiting_for[0]]))


@asynccontextmanager
async def entrants(redis_url: str, raw: Raw, room: RoomId) -> AsyncIterator[Entrants]:
    """The house is open."""
    async with await connect(redis_url, bank_of=everywhere()) as store:
        dealer = Dealer(store, now_ms)
        house = LiveHouse(store, dealer, Locale.EN)
        yield Entrants(house=house, dealer=dealer, store=store, raw=raw, room=room)


def buttons(message: Message | None) -> list[str]:
    """What can be pressed."""
    assert message is not None
    return [one.name for row in message.choices for one in row]
