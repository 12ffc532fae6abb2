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
    LedgerEntry,
    booking_words,
    fields_of,
    keys_of,
    read_account,
    read_entry,
    read_receipt,
    read_rules,
    receipt_words,
)
from core.bank_scripts import BOOK, DEEDS, HISTORY, LOOK, PAGE
from core.cardroom import teller
from core.cardroom.bank import Account, BankRules, Move, Why
from core.cardroom.teller import Booking, Receipt, chips_of, open_account
from core.commits import Argument, Stored, key
from core.ids import CommunityId, PlayerId, TableId
from core.refusals import Reason, Refused
from core.store import Store, StoreAway

_KEPT_MS: Final = 86_400_000
"""A request delivered again within this time changes nothing."""
_LOOKED_THROUGH: Final = 1_000
"""Newest entries of a ledger among which the deeds of its admins are looked for."""
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


class Bank:
    """The banks of all communities."""

    def __init__(self, store: Store) -> None:
        """Reaches for nothing yet."""
        self._store = store
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

        def decide(at: Counter) -> Booking:
            has = sum(chips_of(one.table, player) for one in at.tables)
            return teller.claim_refill(at.accounts[0], at.rules, at.now, has)

        return await self._book(community, (player,), request, decide, tables=True)

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
        return await self._book(community, (), request, lambda _: teller.choose_rules(rules, by))

    async def history(
        self, community: CommunityId, player: PlayerId, most: int, older: str = ""
    ) -> tuple[LedgerEntry, ...]:
        """A player's newest entries, newest first; with the `older` of the last one, those before it."""
        bank, ledger, *_ = keys_of(self._store.partition_of(community), community)
        found = await self._store.run(HISTORY, (bank, ledger), (player, most, older))
        return tuple(read_entry(raw) for raw in found)

    async def deeds(self, community: CommunityId, most: int) -> tuple[LedgerEntry, ...]:
        """What admins did lately: their gifts, takings, freezes and rules among the newest entries, newest first."""
        _, ledger, *_ = keys_of(self._store.partition_of(community), community)
        found = await self._store.run(DEEDS, (ledger,), (_LOOKED_THROUGH, most))
        return tuple(read_entry(raw) for raw in found)

    def lends(self, community: CommunityId) -> bool:
        """Whether the house lends what a buy-in lacks there."""
        usual = self._store.bank_of(community)
        return usual is not None and usual.refill_at_once

    async def lent(self, community: CommunityId, player: PlayerId) -> int:
        """Chips that the house lent for what the player has just brought to a table; 0 for none."""
        if not self.lends(community):
            return 0
        newest = await self.history(community, player, 2)
        if len(newest) < 2 or newest[0].why not in (Why.BUY_IN, Why.TOP_UP) or newest[1].why != Why.REFILL:
            return 0
        # Both were written by the same commit, which has one clock.
        return newest[1].chips if newest[1].at == newest[0].at else 0

    async def whose(self, community: CommunityId, entry: str) -> PlayerId | None:
        """Whose entry of the ledger that is; None when there is none of that id."""
        _, ledger, *_ = keys_of(self._store.partition_of(community), community)
        found = await self._store.run(PAGE, (ledger,), (entry, entry, 1))
        return read_entry(found[0]).player if found else None

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
                    loaded = [await self._store.load(one) for one in found.table_ids]
                    found = replace(found, tables=tuple(one for one in loaded if one is not None))
                booking = decide(found)
                booking = replace(booking, moves=(*found.openings, *booking.moves))
                receipt = await self._write(community, found, booking, request)
                if receipt is not None:
                    return receipt
        raise StoreAway("The bank is too busy.")

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


def _require_admin(admin: bool) -> None:
    if not admin:
        raise Refused(Reason.ADMINS_ONLY)
