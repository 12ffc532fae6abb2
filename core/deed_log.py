"""The audit log of a table as it is kept: written by the commits themselves, read here, newest first."""

from dataclasses import dataclass

from core.cardroom.deeds import Deed
from core.commits import key
from core.documents import read_deed
from core.ids import TableId
from core.store import Store


@dataclass(frozen=True, slots=True, kw_only=True)
class Logged:
    """One deed, and how many seconds ago it was done, by the server's clock."""

    seconds: int
    deed: Deed


class DeedLog:
    """The logs of all tables."""

    def __init__(self, store: Store) -> None:
        """Reaches for nothing yet."""
        self._store = store

    async def newest(self, table_id: TableId, most: int) -> tuple[Logged, ...]:
        """The newest deeds at a table, newest first. Raises StoreAway, UnknownSchema, BadDocument."""
        partition = self._store.partition_of_table(table_id)
        if partition is None:
            return ()
        found = await self._store.command(
            "XREVRANGE", key(partition, "log", table_id), "+", "-", "COUNT", most
        )
        now, _ = await self._store.command("TIME")
        return tuple(
            Logged(
                seconds=max(0, int(now) - int(entry_id.partition(b"-")[0]) // 1_000),
                deed=read_deed(fields[b"d"]),
            )
            for entry_id, fields in found
        )
