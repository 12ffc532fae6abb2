"""One table at a time: where a player has a seat already, and the seats that Redis remembers though nobody has them.

`at:<community>` is a hash of the tables at which each player sits, written by the commits that seat them and let them
go. So an entry that is not true any more comes of no commit, but perhaps of data that were restored or changed by
hand: it refuses nobody, for the table itself is asked before anybody is refused.
"""

from core.cardroom.table import Table, seat_of
from core.commits import Elsewhere, key, platform_of, seats_key
from core.ids import PlayerId, RoomId
from core.refusals import Reason, Refused
from core.store import Store
from core.store_scripts import FORGET_SEAT


async def refuse_elsewhere(store: Store, wanted: Table, found: Elsewhere) -> None:
    """Refuse a seat at `wanted` to a player who has one at another table of the community. Comes back when they do not:
    then the entry is forgotten, and the commit can be tried again.

    Raises `Refused` SEATED_ELSEWHERE; else as `Store.load` does.
    """
    there = await store.load(found.table_id)
    if there is not None and not there.table.closed and seat_of(there.table, found.player) is not None:
        room = room_for(there.table, found.player)
        raise Refused(Reason.SEATED_ELSEWHERE, name=there.table.name, room=room)
    partition = store.partition_of(wanted.community)
    keys = (seats_key(partition, wanted.community), key(partition, "table", found.table_id))
    await store.run(FORGET_SEAT, keys, (found.player, found.table_id, there.version if there else 0))


def room_for(table: Table, player: PlayerId) -> RoomId:
    """The room in which a player finds the table best: one of their own platform, if it is open in any."""
    own = [room for room in table.rooms if platform_of(room) == platform_of(player)]
    return (own or list(table.rooms) or [RoomId("")])[0]
