"""Whether the chips add up: every wallet against its ledger, and wallets, tables, transfers and pools against issued.

A bank is read at one moment, tables, tournaments and all; its ledger after that, up to the entry that was the newest
then, which is the same because nothing is ever taken out of a ledger.
"""

from collections import Counter
from collections.abc import AsyncIterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from core.bank_book import LedgerEntry, keys_of, pools_key, read_entry
from core.bank_scripts import PAGE, SNAPSHOT
from core.cardroom.table import Table, chips_at, taken
from core.cardroom.tournament import Tournament
from core.commits import key
from core.documents import read_table
from core.event_commits import stakes
from core.event_documents import read_event
from core.ids import CommunityId, EventId, TableId
from core.store import Store

_AT_ONCE = 1_000
"""Ledger entries, and keys."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Books:
    """One community's chips. `issued` is None where there is no bank: then those are free that are at tables."""

    community: CommunityId
    issued: int | None
    wallets: int = 0
    on_the_way: int = 0
    """In transfers that have not arrived."""
    tables: int = 0
    """In stacks, and brought for the next hand."""
    pots: int = 0
    """In bets and pots."""
    pools: int = 0
    accounts: int = 0
    entries: int = 0
    faults: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class _Snapshot:
    """A bank and the tables that its chips are at, at one moment."""

    fields: Mapping[str, int | str]
    newest: str
    held: Sequence[int]
    tables: Mapping[TableId, int]
    pools: Mapping[EventId, int]
    documents: Mapping[TableId, Table | None]
    events: Mapping[EventId, Tournament | None] = field(repr=False)


@dataclass(slots=True)
class _Sums:
    """What a ledger comes to."""

    wallets: Counter[str] = field(default_factory=Counter)
    issued: int = 0
    entries: int = 0

    def add(self, entry: LedgerEntry) -> None:
        """One more entry."""
        self.wallets[entry.player] += entry.chips
        self.issued += entry.issued
        self.entries += 1


async def audit(store: Store) -> AsyncIterator[Books]:
    """The books of every community of this Redis. Raises StoreAway, UnknownSchema, BadDocument."""
    banked: set[TableId] = set()
    found = [place_of(name) async for name in every_key(store, "bank")]
    for partition, name in sorted(found):
        community = CommunityId(name)
        seen = await _snapshot(store, partition, community)
        banked |= seen.tables.keys()
        ledger = _Sums()
        async for entry in _ledger(store, partition, community, seen.newest):
            ledger.add(entry)
        yield _books(community, seen, ledger)
    async for free in _without_bank(store, banked):
        yield free


def _books(community: CommunityId, seen: _Snapshot, ledger: _Sums) -> Books:
    faults: list[str] = []
    balances = {
        name.removeprefix("balance "): int(chips)
        for name, chips in seen.fields.items()
        if name.startswith("balance ")
    }
    issued, wallets = int(seen.fields.get("issued", 0)), sum(balances.values())
    behind, pots = _at_tables(seen, faults)
    held, pools = sum(seen.held), _in_pools(seen, faults)
    total = wallets + behind + pots + held + pools
    if total != issued:
        faults.append(f"there are {total:,} chips and {issued:,} were issued")
    faults += _against_ledger(balances, issued, ledger)
    return Books(
        community=community,
        issued=issued,
        wallets=wallets,
        on_the_way=held,
        tables=behind,
        pots=pots,
        pools=pools,
        accounts=sum(name.startswith("opened ") for name in seen.fields),
        entries=ledger.entries,
        faults=tuple(faults),
    )


def _at_tables(seen: _Snapshot, faults: list[str]) -> tuple[int, int]:
    """Chips in stacks and in pots."""
    stacks = pots = 0
    for table_id, chips in seen.tables.items():
        table = seen.documents[table_id]
        if table is None:
            faults.append(f"{chips:,} chips went to table {table_id}, which is not there")
            continue
        behind, in_pots = _chips(table)
        stacks, pots = stacks + behind, pots + in_pots
        if not behind + in_pots == table.issued == chips:
            faults.append(
                f"table {table_id} holds {behind + in_pots:,} chips, counts {table.issued:,} and got {chips:,}"
            )
    return stacks, pots


def _in_pools(seen: _Snapshot, faults: list[str]) -> int:
    """Chips in prize pools: of each event what the bank says it is, and of each player what their entries say."""
    staked: Counter[str] = Counter()
    for event_id, chips in seen.pools.items():
        event = seen.events[event_id]
        if event is None:
            faults.append(f"{chips:,} chips went into the pool of tournament {event_id}, which is not there")
            continue
        staked.update(stakes(event))
        if event.pool != chips:
            faults.append(f"tournament {event_id} counts {event.pool:,} chips in its pool and got {chips:,}")
    known = {
        name.removeprefix("staked "): int(chips)
        for name, chips in seen.fields.items()
        if name.startswith("staked ")
    }
    faults += [
        f"{player} has {staked[player]:,} in prize pools and {known.get(player, 0):,} by the bank"
        for player in sorted(staked.keys() | known.keys())
        if staked[player] != known.get(player, 0)
    ]
    return sum(seen.pools.values())


def _chips(table: Table) -> tuple[int, int]:
    """Behind and in the middle."""
    deal = table.deal
    pot = 0 if deal is None or deal.paid else deal.hand.pot
    return chips_at(table) - pot, pot


def _against_ledger(balances: Mapping[str, int], issued: int, ledger: _Sums) -> list[str]:
    sums = ledger.wallets
    faults = [
        f"{player} has {balances.get(player, 0):,} and a ledger of {sums[player]:,}"
        for player in sorted(balances.keys() | sums.keys())
        if balances.get(player, 0) != sums[player] or sums[player] < 0
    ]
    if ledger.issued != issued:
        faults.append(f"{issued:,} chips were issued and by the ledger {ledger.issued:,}")
    return faults


async def _snapshot(store: Store, partition: int, community: CommunityId) -> _Snapshot:
    """Asks again when chips went to another table or pool between finding out which there are and reading them."""
    bank, ledger, tables, held = keys_of(partition, community)
    ids: list[TableId] = []
    event_ids: list[EventId] = []
    while True:
        states = [key(partition, "table", one) for one in ids]
        states += [key(partition, "event", one) for one in event_ids]
        keys = (bank, ledger, held, tables, pools_key(partition, community), *states)
        fields, newest, transfers, at, in_pools, documents = await store.run(SNAPSHOT, keys)
        chips = {TableId(name): int(value) for name, value in _pairs(at)}
        pools = {EventId(name): int(value) for name, value in _pairs(in_pools)}
        if chips.keys() <= set(ids) and pools.keys() <= set(event_ids):
            break
        ids, event_ids = list(chips), list(pools)
    there = zip(ids, documents[: len(ids)], strict=True)
    events = zip(event_ids, documents[len(ids) :], strict=True)
    return _Snapshot(
        fields=dict(_pairs(fields)),
        newest="" if newest is None else newest.decode(),
        held=[int(member.split()[-1]) for member in transfers],
        tables=chips,
        pools=pools,
        documents={one: None if raw is None else read_table(raw) for one, raw in there},
        events={one: None if raw is None else read_event(raw) for one, raw in events},
    )


def _pairs(flat: Sequence[bytes]) -> list[tuple[str, str]]:
    return [(name.decode(), value.decode()) for name, value in zip(flat[::2], flat[1::2], strict=True)]


async def _ledger(
    store: Store, partition: int, community: CommunityId, newest: str
) -> AsyncIterator[LedgerEntry]:
    _, ledger, *_ = keys_of(partition, community)
    start = "-"
    while newest:
        page: list[Any] = await store.run(PAGE, (ledger,), (start, newest, _AT_ONCE))
        for raw in page:
            yield read_entry(raw)
        if len(page) < _AT_ONCE:
            return
        start = f"({page[-1][0].decode()}"


async def _without_bank(store: Store, banked: set[TableId]) -> AsyncIterator[Books]:
    """Tables whose chips no bank gave out, by community."""
    free: dict[CommunityId, Books] = {}
    async for name in every_key(store, "table"):
        table_id = TableId(place_of(name)[1])
        found = None if table_id in banked else await store.load(table_id)
        if found is None or found.table.event is not None or not taken(found.table):
            continue
        table, (behind, pot) = found.table, _chips(found.table)
        known = free.get(table.community, Books(community=table.community, issued=None))
        fault = f"table {table_id} holds {behind + pot:,} chips and counts {table.issued:,}"
        free[table.community] = Books(
            community=table.community,
            issued=None,
            tables=known.tables + behind,
            pots=known.pots + pot,
            faults=known.faults if behind + pot == table.issued else (*known.faults, fault),
        )
    for community in sorted(free):
        yield free[community]


async def every_key(store: Store, kind: str) -> AsyncIterator[str]:
    """Every key of a kind, once."""
    cursor, known = 0, set[bytes]()
    while True:
        cursor, names = await store.command("SCAN", cursor, "MATCH", f"{{p*}}:{kind}:*", "COUNT", _AT_ONCE)
        for name in names:
            if name not in known:
                yield name.decode()
        known |= set(names)
        if not int(cursor):
            return


def place_of(name: str) -> tuple[int, str]:
    """The partition, and whose key it is."""
    tag, _, whose = name.split(":", 2)
    return int(tag[2:-1]), whose
