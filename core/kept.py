"""What adapters keep beside the tables: a word about a player, a room or a platform, for a while or for good.

It lies in the slot of whom it is about, under `{pNN}:kept:<who>:<what>`. Losing it costs a convenience, never a chip.
"""

from contextlib import suppress

from core.cardroom.table import Table
from core.commits import Argument, Keeping, key
from core.ids import CommunityId, RoomId, TableId
from core.store import Store, StoreAway


class Kept:
    """Words by whom they are about and what they say. Every method raises StoreAway when Redis is away."""

    def __init__(self, store: Store) -> None:
        """Reaches for nothing yet."""
        self._store = store

    async def remember(self, who: str, what: str, value: str, seconds: int | None = None) -> None:
        """Keep it, for so many seconds or for good."""
        expiry: tuple[Argument, ...] = () if seconds is None else ("EX", seconds)
        await self._store.command("SET", self._key(who, what), value, *expiry)

    async def recall(self, who: str, *whats: str) -> tuple[str | None, ...]:
        """What is kept, each None when nothing is. One round trip."""
        found = await self._store.command("MGET", *[self._key(who, what) for what in whats])
        return tuple(None if value is None else value.decode() for value in found)

    async def forget(self, who: str, *whats: str) -> None:
        """Keep it no longer."""
        await self._store.command("DEL", *[self._key(who, what) for what in whats])

    async def look_back_at(self, table: Table) -> None:
        """The table has closed: its rooms know where their last hands are, for as long as those are kept.

        It may fail: that costs a look back, and never the table that was closed.
        """
        with suppress(StoreAway):
            for room in table.rooms:
                await self.remember(room, "last", table.id, Keeping().hands_of_closed_table)

    async def last_table(self, room: RoomId) -> TableId | None:
        """The table that closed in a room last; None when that is long ago."""
        (found,) = await self.recall(room, "last")
        return None if found is None else TableId(found)

    def _key(self, who: str, what: str) -> str:
        return key(self._store.partition_of(CommunityId(who)), "kept", who, what)
