"""A house with a bank, for the tests: tables of a Discord server on a real Redis, and what its wallets hold."""

from collections.abc import AsyncIterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from itertools import count
from secrets import token_hex
from time import time

from core.actions import Action, Leave, OpenTable, Sit
from core.auditing import Books, audit
from core.banking import Bank
from core.cardroom.bank import BankOf, BankRules
from core.commits import key
from core.dealer import Answer, Dealer, Rules
from core.ids import CommunityId, PlayerId, RoomId, TableId
from core.options import TableOptions
from core.refusals import Refused
from core.rules import apply
from core.store import Store, connect
from tests.redis_faults import Raw

GUILD = CommunityId("discord:5")
ANN, BOB, CAROL = (PlayerId(f"discord:{number}") for number in (101, 102, 103))
DAY = 86_400_000
NAMES = count(1)


def now_ms() -> int:
    """Milliseconds since the epoch."""
    return int(time() * 1_000)


def everywhere(rules: BankRules | None = None) -> BankOf:
    """Every community has a bank with these rules."""
    return lambda _: rules or BankRules()


@dataclass(kw_only=True)
class Club:
    """One process of the house."""

    store: Store
    bank: Bank
    dealer: Dealer
    raw: Raw
    community: CommunityId = GUILD

    async def open(self, options: TableOptions | None = None, host: PlayerId = ANN) -> TableId:
        """A new table in a room of its own."""
        table = TableId(f"{self.store.partition_of(self.community):02}{next(NAMES):06}")
        action = OpenTable(
            by=host,
            host_name="Host",
            table=table,
            community=self.community,
            room=RoomId(f"{self.community}:{table}"),
            name="Club",
            options=options or TableOptions(max_buy_in=50_000, same_stack_minutes=0),
            chance=token_hex(32),
        )
        return (await self.dealer.open(action, token_hex(8))).table.id

    async def act(self, table: TableId, action: Action, request: str = "") -> Answer:
        """An action, with a request id of its own unless one is given."""
        return await self.dealer.act(table, action, request or token_hex(8))

    async def sit(self, table: TableId, player: PlayerId, chips: int, request: str = "") -> Answer:
        """Sit down with so many chips."""
        return await self.act(table, Sit(by=player, name=player, buy_in=chips), request)

    async def leave(self, table: TableId, player: PlayerId, request: str = "") -> Answer:
        """Stand up."""
        return await self.act(table, Leave(by=player), request)

    async def balance(self, player: PlayerId) -> int:
        """What is in a wallet."""
        return (await self.bank.account(self.community, player)).balance

    async def ledger(self, player: PlayerId) -> list[tuple[str, int]]:
        """Why and how many chips, oldest first."""
        entries = await self.bank.history(self.community, player, 1_000)
        return [(entry.why, entry.chips) for entry in reversed(entries)]

    async def put(self, **fields: int | str) -> None:
        """Write fields of Ann's account behind the bank's back."""
        for name, value in fields.items():
            await self.put_of(ANN, name, value)

    async def put_of(self, player: PlayerId, name: str, value: int | str) -> None:
        """Write one field of an account behind the bank's back."""
        await self.raw.hset(self.key("bank"), f"{name} {player}", str(value))

    async def arrive(self) -> None:
        """The hold of every transfer is over."""
        for member in await self.raw.zrange(self.key("held"), 0, -1):
            await self.raw.zadd(self.key("held"), {member: 1})

    def key(self, name: str) -> str:
        """One key of the community's bank."""
        return key(self.store.partition_of(self.community), name, self.community)

    async def books(self) -> Books:
        """The community's books, which have to be right."""
        found = {books.community: books async for books in audit(self.store)}
        assert not [books.faults for books in found.values() if books.faults]
        return found[self.community]


@asynccontextmanager
async def club(
    url: str, raw: Raw, bank_of: BankOf | None = None, rules: Rules = apply, patience: float = 2.0
) -> AsyncIterator[Club]:
    """A process of the house on this server, in which every community has a bank unless it is said otherwise."""
    async with await connect(url, bank_of=bank_of or everywhere(), patience=patience) as store:
        yield Club(store=store, bank=Bank(store), dealer=Dealer(store, now_ms, rules=rules), raw=raw)


@asynccontextmanager
async def clubs(url: str, raw: Raw, number: int, bank_of: BankOf | None = None) -> AsyncIterator[list[Club]]:
    """Several processes."""
    async with AsyncExitStack() as stack:
        yield [await stack.enter_async_context(club(url, raw, bank_of)) for _ in range(number)]


def refusals(answers: Sequence[object]) -> list[str]:
    """The reasons of those that were refused; anything else that was raised is raised again."""
    for answer in answers:
        if isinstance(answer, BaseException) and not isinstance(answer, Refused):
            raise answer
    return [answer.reason.value for answer in answers if isinstance(answer, Refused)]


async def everything(raw: Raw) -> dict[str, bytes]:
    """The whole database."""
    return {name: await raw.dump(name) async for name in raw.scan_iter()}
