"""What players did in a season or at one table, as the commits counted it: their hands, and the chips they brought."""

from collections.abc import Sequence
from dataclasses import dataclass

from core.cardroom.ledger import Account
from core.cardroom.stats import Counts, read_counts
from core.commits import stats_key, sums_key
from core.ids import CommunityId, PlayerId, TableId
from core.store import Store

_AS = "as"
"""The field of a player's name."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Session:
    """One player at one table, without the chips that are there now."""

    name: str
    account: Account


class Seasons:
    """The counters of every community and season (`core.dates.season_of`), and of every table.

    Raises StoreAway when Redis is away.
    """

    def __init__(self, store: Store) -> None:
        """Reaches for nothing yet."""
        self._store = store

    async def stats(self, community: CommunityId, season: str) -> dict[PlayerId, Counts]:
        """Everybody who was dealt in that season, with their counts, in one round trip."""
        key = stats_key(self._store.partition_of(community), community, season)
        kept: dict[str, dict[str, int]] = {}
        for field, amount in (await self._store.command("HGETALL", key)).items():
            player, _, name = field.decode().rpartition("|")
            if name != _AS:
                kept.setdefault(player, {})[name] = int(amount)
        return read_counts(kept)

    async def names(
        self, community: CommunityId, season: str, players: Sequence[PlayerId]
    ) -> dict[PlayerId, str]:
        """What these players went by in their last hand of the season; whoever is not known there is left out."""
        if not players:
            return {}
        key = stats_key(self._store.partition_of(community), community, season)
        found = await self._store.command("HMGET", key, *[f"{player}|{_AS}" for player in players])
        return {
            player: name.decode() for player, name in zip(players, found, strict=True) if name is not None
        }

    async def called(self, community: CommunityId, season: str) -> dict[PlayerId, str]:
        """What everybody who was dealt in that season went by in their last hand of it."""
        key = stats_key(self._store.partition_of(community), community, season)
        found = await self._store.command("HGETALL", key)
        names = {field.decode(): name.decode() for field, name in found.items()}
        ending = f"|{_AS}"
        return {
            PlayerId(field.removesuffix(ending)): name
            for field, name in names.items()
            if field.endswith(ending)
        }

    async def session(self, table_id: TableId) -> tuple[Session, ...]:
        """What everybody has brought to a table and taken from it so far, in no order."""
        partition = self._store.partition_of_table(table_id)
        if partition is None:
            return ()
        kept: dict[str, dict[str, str]] = {}
        for field, value in (await self._store.command("HGETALL", sums_key(partition, table_id))).items():
            player, _, name = field.decode().rpartition("|")
            kept.setdefault(player, {})[name] = value.decode()
        return tuple(
            Session(
                name=one[_AS],
                account=Account(
                    player=PlayerId(player), brought=int(one["brought"]), taken=int(one["taken"])
                ),
            )
            for player, one in kept.items()
        )
