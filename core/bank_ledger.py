"""What a bank has written down, to be read: entries, what was done by hand, transfers on their way, and names.

A name is what somebody went by when they last asked for their own account: it says whom others mean who type it, and
goes when its person asks to be forgotten. Every method raises StoreAway when Redis is away.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from core.bank_book import LedgerEntry, held_by, keys_of, names_key, read_entry
from core.bank_scripts import DEEDS, HISTORY, PAGE
from core.cardroom.bank import Why
from core.ids import CommunityId, PlayerId
from core.store import Store

_LOOKED_THROUGH: Final = 1_000
"""Newest entries of a ledger among which what was done by hand is looked for."""
_DEEDS: Final = (Why.GRANT, Why.TAKE, Why.FREEZE, Why.UNFREEZE, Why.RULES)


@dataclass(frozen=True, slots=True, kw_only=True)
class OnTheWay:
    """A transfer that has not arrived. What should have waits for an account to be thawed."""

    sender: PlayerId
    to: PlayerId
    chips: int
    arrives: int
    """Milliseconds since the epoch."""


class BankLedger:
    """The written side of the banks of all communities."""

    def __init__(self, store: Store) -> None:
        """Reaches for nothing yet."""
        self._store = store

    async def history(
        self, community: CommunityId, player: PlayerId, most: int, older: str = ""
    ) -> tuple[LedgerEntry, ...]:
        """A player's newest entries, newest first; with the `older` of the last one, those before it."""
        bank, ledger, *_ = keys_of(self._store.partition_of(community), community)
        found = await self._store.run(HISTORY, (bank, ledger), (player, most, older))
        return tuple(read_entry(raw) for raw in found)

    async def deeds(self, community: CommunityId, most: int) -> tuple[LedgerEntry, ...]:
        """What admins did lately: their gifts, takings, freezes and rules among the newest entries, newest first."""
        return await self._by_hand(community, most, _DEEDS)

    async def sends(self, community: CommunityId, most: int) -> tuple[LedgerEntry, ...]:
        """What players sent one another lately, as it left their wallets, newest first."""
        return await self._by_hand(community, most, (Why.SENT,))

    async def whose(self, community: CommunityId, entry: str) -> PlayerId | None:
        """Whose entry of the ledger that is; None when there is none of that id."""
        _, ledger, *_ = keys_of(self._store.partition_of(community), community)
        found = await self._store.run(PAGE, (ledger,), (entry, entry, 1))
        return read_entry(found[0]).player if found else None

    async def lent(self, community: CommunityId, player: PlayerId) -> int:
        """Chips that the house lent for what the player has just brought to a table; 0 for none."""
        usual = self._store.bank_of(community)
        if usual is None or not usual.refill_at_once:
            return 0
        newest = await self.history(community, player, 2)
        if len(newest) < 2 or newest[0].why not in (Why.BUY_IN, Why.TOP_UP) or newest[1].why != Why.REFILL:
            return 0
        # Both were written by the same commit, which has one clock.
        return newest[1].chips if newest[1].at == newest[0].at else 0

    async def on_the_way(self, community: CommunityId, player: PlayerId) -> tuple[OnTheWay, ...]:
        """What is on its way to a player or from them, the next to arrive first."""
        held = keys_of(self._store.partition_of(community), community)[3]
        found = await self._store.command("ZRANGE", held, 0, -1, "WITHSCORES")
        sent = [
            (*held_by(member), int(float(at))) for member, at in zip(found[::2], found[1::2], strict=True)
        ]
        return tuple(
            OnTheWay(sender=sender, to=to, chips=chips, arrives=arrives)
            for sender, to, chips, arrives in sent
            if player in (sender, to)
        )

    async def goes_by(self, community: CommunityId, player: PlayerId, name: str) -> None:
        """Remember the name of somebody who asks for their own account."""
        if name:
            names = names_key(self._store.partition_of(community), community)
            await self._store.command("HSET", names, player, name)

    async def names(self, community: CommunityId, players: Sequence[PlayerId]) -> dict[PlayerId, str]:
        """What these went by when they last asked; whoever never did is left out."""
        if not players:
            return {}
        names = names_key(self._store.partition_of(community), community)
        found = await self._store.command("HMGET", names, *players)
        return {one: name.decode() for one, name in zip(players, found, strict=True) if name is not None}

    async def called(self, community: CommunityId) -> dict[PlayerId, str]:
        """The names of all who ever asked."""
        names = names_key(self._store.partition_of(community), community)
        found = await self._store.command("HGETALL", names)
        return {PlayerId(player.decode()): name.decode() for player, name in found.items()}

    async def _by_hand(
        self, community: CommunityId, most: int, reasons: Sequence[Why]
    ) -> tuple[LedgerEntry, ...]:
        _, ledger, *_ = keys_of(self._store.partition_of(community), community)
        found = await self._store.run(DEEDS, (ledger,), (_LOOKED_THROUGH, most, *reasons))
        return tuple(read_entry(raw) for raw in found)
