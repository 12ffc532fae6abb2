"""People who ask things of a house with a bank, on a real Redis: for the tests of what is asked there."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from itertools import count
from secrets import token_hex
from typing import Any

from adapters.commands import run
from adapters.messages import Choice, Locale, Message, Named, Reply, Request
from bot.audit import RIGHT, report
from bot.house import LiveHouse
from core.cardroom.bank import BankOf
from core.cardroom.table import Table, seat_at
from core.commits import key
from core.dealer import Dealer
from core.ids import CommunityId, PlayerId, RoomId, SeatNo
from core.poker.state import Stage
from core.store import Store, connect
from tests.banks import everywhere, now_ms
from tests.redis_faults import Raw
from tests.test_render import said

ROOM, GUILD = RoomId("discord:5:7"), CommunityId("discord:5")
ANN, BOB, CAT = (PlayerId(f"discord:{number}") for number in (101, 102, 103))
NAMES = {ANN: "Ann", BOB: "Bob", CAT: "Cat Lee"}
LONG_AGO = 1_500_000_000_000
_numbers = count(1)


@dataclass(kw_only=True)
class People:
    """Ann, Bob and Cat in a channel of their server."""

    house: LiveHouse
    dealer: Dealer
    store: Store
    raw: Raw
    room: RoomId = ROOM
    locale: Locale = Locale.EN
    dealt: int = field(default=0)

    async def ask(self, player: PlayerId, text: str, **more: Any) -> Reply:
        """Somebody types a command."""
        word, _, args = text.partition(" ")
        request = Request(
            request_id=more.pop("request_id", f"test:{next(_numbers)}"),
            room=self.room,
            player=player,
            name=more.pop("name", NAMES.get(player, player)),
            command=word,
            args=args,
            locale=self.locale,
            created=more.pop("created", LONG_AGO),
            **more,
        )
        return await run(request, self.house)

    async def told(self, player: PlayerId, text: str, **more: Any) -> str:
        """What they are told, which is no refusal."""
        reply = await self.ask(player, text, **more)
        assert not reply.refused, reply.message and said(reply.message)
        return "\n".join(said(reply.message)) if reply.message is not None else ""

    async def refusal(self, player: PlayerId, text: str, **more: Any) -> str:
        """What they are told, which is one."""
        reply = await self.ask(player, text, **more)
        assert reply.refused
        assert reply.message is not None
        return "\n".join(said(reply.message))

    async def sit_two(self, options: str = "") -> None:
        """Ann opens a table and sits down there with Bob, with 2,000 each."""
        await self.told(ANN, f"new pause=600 {options}".strip())
        for player in (ANN, BOB):
            await self.told(player, "join 2000")

    async def table(self) -> Table:
        """The room's table."""
        table_id = await self.house.table_in(self.room, GUILD)
        assert table_id is not None
        return await self.house.look(table_id)

    async def play(self) -> None:
        """Deal a hand in which whoever is first to act folds."""
        table, self.dealt = await self.table(), self.dealt + 1
        if not table.hand_no:
            await self.told(ANN, "start")
        stored = await self.store.load(table.id)
        assert stored is not None
        await self.dealer.tick(table.id, stored.version, f"{self.dealt:064x}")
        table = await self.table()
        while (hand := table.hand) is not None and hand.stage is Stage.BETTING:
            seat = hand.setup.seats[hand.waiting_for[0]]
            await self.told(seat_at(table, SeatNo(seat)).player, "fold_anyway")
            table = await self.table()

    async def put(self, player: PlayerId, **fields: int) -> None:
        """Write fields of an account behind the bank's back."""
        bank = key(self.store.partition_of(GUILD), "bank", GUILD)
        for name, value in fields.items():
            await self.raw.hset(bank, f"{name} {player}", str(value))

    async def all_is_right(self) -> None:
        """What `riverbot audit` says."""
        assert await report(self.store) == RIGHT


@asynccontextmanager
async def people(redis_url: str, raw: Raw, bank_of: BankOf | None = None) -> AsyncIterator[People]:
    """The house is open."""
    async with await connect(redis_url, bank_of=bank_of or everywhere()) as store:
        dealer = Dealer(store, now_ms)
        yield People(house=LiveHouse(store, dealer, Locale.EN), dealer=dealer, store=store, raw=raw)


def pointing(player: PlayerId, *, by_reply: bool = False) -> Named:
    """The platform says whom somebody means."""
    return Named(player=player, name=NAMES[player], by_reply=by_reply)


def choice(message: Message | None, name: str) -> Choice:
    """The first button of that name."""
    assert message is not None
    return next(one for row in message.choices for one in row if one.name == name)


def fresh() -> str:
    """A request id."""
    return token_hex(8)
