"""The bank of a community: balances, daily chips, refills, gifts of the admins, transfers and freezing.

A request is decided by the rules of `core.cardroom.teller` on what Redis says at one moment, and booked only if
nothing has changed since; else the rules are asked again. The same request is booked once, however often it comes.
Buying in and cashing out are no business of this file: they are part of the commit at the table.

Every method raises StoreAway when Redis is away, and `Refused`: NO_BANK where chips are free, else as it says.
"""

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Final

from core.bank_book import (
    Found,
    booking_words,
    fields_of,
    keys_of,
    read_account,
    read_receipt,
    read_rules,
    receipt_words,
)
from core.bank_ledger import BankLedger
from core.bank_scripts import BOOK, LOOK
from core.cardroom import teller
from core.cardroom.bank import Account, BankRules, Move
from core.cardroom.table import Table, seat_of
from core.cardroom.teller import Booking, Receipt, chips_of, open_account
from core.commits import Argument, Stored, key
from core.ids import CommunityId, PlayerId, RoomId, TableId
from core.one_table import room_for
from core.refusals import Reason, Refused
from core.store import Store, StoreAway

_KEPT_MS: Final = 86_400_000
"""A request delivered again within this time changes nothing."""
_MOST_TRIES: Final = 2_000
"""Each lost try is somebody else's booking."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Counter:
    """What one request finds at the bank."""

    version: int
    now: int
    """Milliseconds since the epoch, by the server's clock."""
    rules: BankRules
    accounts: tuple[Account, ...]
    openings: tuple[Move, ...]
    """Those of the accounts that are not there yet."""
    done: Receipt | None
    """The request was done before, with this."""
    due: bool
    """There are transfers whose time has come."""
    table_ids: tuple[TableId, ...]
    """Where chips of the community are."""
    tables: tuple[Stored, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatedAt:
    """A table of the community at which a player sits."""

    table: TableId
    name: str
    """Of the table."""
    room: RoomId
    """Where the player finds it."""
    chips: int
    """The player's there, in the pot too."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Standing:
    """How a player stands with the bank, at one moment."""

    account: Account
    rules: BankRules
    now: int
    tables: tuple[SeatedAt, ...]
    refill_from: int | None
    """When a refill can be claimed: not later than `now` if it can. None where `refill` would not come of waiting."""


class Bank(BankLedger):
    """The banks of all communities."""

    def __init__(self, store: Store) -> None:
        """Reaches for nothing yet."""
        super().__init__(store)
        self._locks = [asyncio.Lock() for _ in range(store.partitions)]

    async def account(self, community: CommunityId, player: PlayerId) -> Account:
        """A player's account, opened if there is none yet."""
        return (await self._find(community, (player,), "")).accounts[0]

    async def look(self, community: CommunityId, player: PlayerId) -> Counter:
        """The same with the bank's rules and its clock: all that a player may want to know, at one moment."""
        return await self._find(community, (player,), "")

    async def rules(self, community: CommunityId) -> BankRules:
        """By what rules the community's bank goes now."""
        return (await self._find(community, (), "")).rules

    async def daily(
        self, community: CommunityId, player: PlayerId, request: str, created: int | None
    ) -> Receipt:
        """Today's chips. `created`: when the platform account was made, in ms since the epoch, if that is known.

        Refuses ACCOUNT_FROZEN, ACCOUNT_TOO_YOUNG, ALREADY_CLAIMED.
        """
        return await self._book(
            community,
            (player,),
            request,
            lambda at: teller.claim_daily(at.accounts[0], at.rules, at.now, created),
        )

    async def refill(self, community: CommunityId, player: PlayerId, request: str) -> Receipt:
        """Chips for someone who is broke. Refuses ACCOUNT_FROZEN, NOT_BROKE, ALREADY_CLAIMED."""

        return await self._book(
            community, (player,), request, lambda at: _claim_refill(at, player), tables=True
        )

    async def grant(
        self, community: CommunityId, player: PlayerId, chips: int, request: str, *, by: PlayerId, admin: bool
    ) -> Receipt:
        """Mint chips for a player. Refuses ADMINS_ONLY, CHIPS_OUT_OF_RANGE."""
        _require_admin(admin)
        return await self._book(
            community, (player,), request, lambda at: teller.grant(at.accounts[0], chips, by)
        )

    async def take(
        self, community: CommunityId, player: PlayerId, chips: int, request: str, *, by: PlayerId, admin: bool
    ) -> Receipt:
        """Burn chips of a player's wallet. Refuses ADMINS_ONLY, CHIPS_OUT_OF_RANGE, HAS_NOT_SO_MUCH."""
        _require_admin(admin)
        return await self._book(
            community, (player,), request, lambda at: teller.take(at.accounts[0], chips, by)
        )

    async def send(
        self,
        community: CommunityId,
        player: PlayerId,
        to: PlayerId,
        chips: int,
        request: str,
        created: int | None,
    ) -> Receipt:
        """Send chips to another player; `created` as for `daily`. Refuses as `teller.send` does."""
        return await self._book(
            community,
            (player, to),
            request,
            lambda at: teller.send(at.accounts[0], at.accounts[1], chips, at.rules, at.now, created),
        )

    async def freeze(
        self,
        community: CommunityId,
        player: PlayerId,
        frozen: bool,
        request: str,
        *,
        by: PlayerId,
        admin: bool,
    ) -> Receipt:
        """Stop an account, or let it go on. Refuses ADMINS_ONLY, FROZEN_ALREADY, NOT_FROZEN."""
        _require_admin(admin)
        return await self._book(
            community, (player,), request, lambda at: teller.freeze(at.accounts[0], frozen, by)
        )

    async def choose_rules(
        self, community: CommunityId, rules: BankRules, request: str, *, by: PlayerId, admin: bool
    ) -> Receipt:
        """Other rules for the community from now on. Refuses ADMINS_ONLY, CHIPS_OUT_OF_RANGE."""
        _require_admin(admin)
        return await self._book(community, (), request, lambda at: teller.choose_rules(rules, by, at.rules))

    async def standing(self, community: CommunityId, player: PlayerId) -> Standing:
        """How a player stands with the bank, the chips at all tables counted as `refill` counts them."""
        found = await self._with_tables(await self._find(community, (player,), ""))
        return Standing(
            account=found.accounts[0],
            rules=found.rules,
            now=found.now,
            tables=tuple(
                _seated_at(one.table, player)
                for one in found.tables
                if seat_of(one.table, player) is not None
            ),
            refill_from=_refill_from(found, player),
        )

    async def tables(self, community: CommunityId) -> tuple[Table, ...]:
        """Where chips of the community are; none where chips are free."""
        if self._store.bank_of(community) is None:
            return ()
        found = await self._with_tables(await self._find(community, (), ""))
        return tuple(one.table for one in found.tables)

    async def _book(
        self,
        community: CommunityId,
        players: Sequence[PlayerId],
        request: str,
        decide: Callable[[Counter], Booking],
        *,
        tables: bool = False,
    ) -> Receipt:
        """Decide and write, until nothing has changed in between. With `tables` those that hold chips are read too."""
        async with self._locks[self._store.partition_of(community)]:
            for _ in range(_MOST_TRIES):
                found = await self._find(community, players, request)
                if found.done is not None:
                    return found.done
                if tables:
                    found = await self._with_tables(found)
                booking = decide(found)
                booking = replace(booking, moves=(*found.openings, *booking.moves))
                receipt = await self._write(community, found, booking, request)
                if receipt is not None:
                    return receipt
        raise StoreAway("The bank is too busy.")

    async def _with_tables(self, found: Counter) -> Counter:
        loaded = [await self._store.load(one) for one in found.table_ids]
        return replace(found, tables=tuple(one for one in loaded if one is not None))

    async def _find(self, community: CommunityId, players: Sequence[PlayerId], request: str) -> Counter:
        """The bank as it is, after what is due has arrived and the first player has an account."""
        for _ in range(_MOST_TRIES):
            found = await self._look(community, players, request)
            if found.due and await self._store.let_arrive(self._store.partition_of(community), community):
                continue
            first = [move for move in found.openings if move.player == players[0]]
            if not first or found.done is not None:
                return found
            booking = Booking(
                receipt=Receipt(chips=0, balance=0), accounts=found.accounts[:1], moves=(first[0],)
            )
            await self._write(community, found, booking, "")
        raise StoreAway("The bank is too busy.")

    async def _look(self, community: CommunityId, players: Sequence[PlayerId], request: str) -> Counter:
        usual = self._store.bank_of(community)
        if usual is None:
            raise Refused(Reason.NO_BANK)
        partition = self._store.partition_of(community)
        bank, _, tables, held = keys_of(partition, community)
        fields = fields_of(players)
        keys = (bank, held, key(partition, "seen", "bank", request), tables)
        kept, now, due, values, table_ids = await self._store.run(LOOK, keys, fields)
        found: Found = dict(zip(fields, values, strict=True))
        rules = read_rules(found, usual)
        known = [read_account(found, player) for player in players]
        new = [open_account(player, rules, now) for player in players]
        pairs = list(zip(known, new, strict=True))
        return Counter(
            version=int(found["v"] or 0),
            now=now,
            rules=rules,
            accounts=tuple(opened if account is None else account for account, (opened, _) in pairs),
            openings=tuple(move for account, (_, move) in pairs if account is None),
            done=None if kept is None else read_receipt(kept),
            due=bool(due),
            table_ids=tuple(TableId(one.decode()) for one in table_ids),
        )

    async def _write(
        self, community: CommunityId, found: Counter, booking: Booking, request: str
    ) -> Receipt | None:
        """None: something has changed meanwhile, and nothing was written."""
        partition = self._store.partition_of(community)
        bank, ledger, _, held = keys_of(partition, community)
        seen = key(partition, "seen", "bank", request)
        states = [key(partition, "table", one.table.id) for one in found.tables]
        args: list[Argument] = [
            found.version,
            receipt_words(booking.receipt) if request else "",
            _KEPT_MS,
            len(states),
            *[one.version for one in found.tables],
            *booking_words(booking),
        ]
        booked = await self._store.run(BOOK, (bank, ledger, held, seen, *states), args)
        return booking.receipt if booked else None


def _claim_refill(at: Counter, player: PlayerId) -> Booking:
    has = sum(chips_of(one.table, player) for one in at.tables)
    return teller.claim_refill(at.accounts[0], at.rules, at.now, has)


def _seated_at(table: Table, player: PlayerId) -> SeatedAt:
    chips = chips_of(table, player)
    return SeatedAt(table=table.id, name=table.name, room=room_for(table, player), chips=chips)


def _refill_from(at: Counter, player: PlayerId) -> int | None:
    try:
        _claim_refill(at, player)
    except Refused as refused:
        return int(refused.numbers["when"]) if refused.reason is Reason.ALREADY_CLAIMED else None
    return at.now


def _require_admin(admin: bool) -> None:
    if not admin:
        raise Refused(Reason.ADMINS_ONLY)
