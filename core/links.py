"""Which rooms belong together, whatever platforms they are on: one community, and one table open in all of them.

A room belongs to the community of its guild, group or web room, unless that was linked: then to the one it was linked
into. That is kept in the slot of the guild or group itself; which rooms are linked with which is kept in the slot of
the community they share. A community is asked for with every command, so it is remembered here for a few seconds: as
long as a link that another process made may go unseen.
"""

import asyncio
from dataclasses import dataclass
from typing import Final

from core.commits import key
from core.ids import CommunityId, RoomId, TableId, hall_of
from core.kept import Kept
from core.refusals import Reason, Refused
from core.store import Store

CODE_SECONDS: Final = 600
BELIEVED_SECONDS: Final = 5.0
_MOST_BELIEVED: Final = 10_000
_COMMUNITY = "community"


@dataclass(frozen=True, slots=True, kw_only=True)
class Offer:
    """What a code stands for: the room whose administrator made it, and the room its table is in.

    They differ where a table has a thread of its own: `home`, the channel, is what stays linked.
    """

    home: RoomId
    room: RoomId


def natural_community(room: RoomId) -> CommunityId:
    """The guild, the group or the web room: the platform and the first part of the room's own id, or of its hall's."""
    return CommunityId(":".join(hall_of(room).split(":")[:2]))


class Links:
    """Every method raises StoreAway when Redis is away."""

    def __init__(self, store: Store, kept: Kept) -> None:
        """Reaches for nothing yet."""
        self._store = store
        self._kept = kept
        self._believed: dict[CommunityId, tuple[float, CommunityId]] = {}

    async def community_of(self, room: RoomId) -> CommunityId:
        """Whose bank and partition a room belongs to."""
        natural = natural_community(room)
        now = asyncio.get_running_loop().time()
        until, known = self._believed.get(natural, (0.0, natural))
        if until <= now:
            (kept,) = await self._kept.recall(natural, _COMMUNITY)
            known = self._believe(natural, natural if kept is None else CommunityId(kept))
        return known

    async def together(self, home: RoomId) -> tuple[RoomId, ...]:
        """The other rooms that a table of this one opens in."""
        linked = await self._linked(await self.community_of(home))
        return tuple(room for room, first in linked.items() if room != home and first == linked.get(home))

    async def tables_of(self, natural: CommunityId) -> dict[RoomId, TableId]:
        """The rooms of a guild or group that have an open table."""
        return await self._tables_in(await self.community_of(RoomId(natural)), natural)

    async def offer(self, code: str, offer: Offer) -> None:
        """Let whoever has the code link a room with this one, for ten minutes."""
        await self._kept.remember(f"link:{code}", "offer", f"{offer.home}\n{offer.room}", CODE_SECONDS)

    async def offered(self, code: str) -> Offer:
        """What the code stands for. Raises `Refused` LINK_CODE_WRONG."""
        (kept,) = await self._kept.recall(f"link:{code}", "offer")
        if kept is None:
            raise Refused(Reason.LINK_CODE_WRONG, minutes=CODE_SECONDS // 60)
        home, room = kept.split("\n")
        return Offer(home=RoomId(home), room=RoomId(room))

    async def link(self, home: RoomId, code: str, most: int) -> Offer:
        """Link a room with the one that the code was made in, at most `most` in all. The code is good for nothing then.

        Raises `Refused`: LINK_CODE_WRONG, LINK_OWN_ROOM, LINK_ALREADY, LINK_TABLE_OPEN, LINK_TOO_MANY.
        """
        natural, old = natural_community(home), await self.community_of(home)
        if home in await self._linked(old):
            raise Refused(Reason.LINK_ALREADY)
        offer = await self.offered(code)
        if offer.home == home:
            raise Refused(Reason.LINK_OWN_ROOM)
        community = await self.community_of(offer.home)
        await self._require_free(home, natural, old, community)
        linked = await self._linked(community)
        first = linked.get(offer.home, offer.home)
        if sum(one == first for one in linked.values()) >= most:
            raise Refused(Reason.LINK_TOO_MANY, most=most)
        await self._move(natural, community)
        if old != community and await self._tables_in(old, natural):
            # Somebody opened a table at this very moment.
            await self._move(natural, old)
            raise Refused(Reason.LINK_TABLE_OPEN)
        await self._store.command("HSET", self._key(community), offer.home, first, home, first)
        await self._kept.forget(f"link:{code}", "offer")
        return offer

    async def unlink(self, home: RoomId) -> None:
        """The room's tables open in no other room from now on. Raises `Refused` NOT_LINKED."""
        community = await self.community_of(home)
        linked = await self._linked(community)
        if home not in linked:
            raise Refused(Reason.NOT_LINKED)
        rest = [room for room, first in linked.items() if first == linked[home] and room != home]
        gone = [home, *(rest if len(rest) == 1 else ())]
        if linked[home] == home and len(rest) > 1:
            # The others must not be taken for those that this room is linked with next.
            pairs = [word for room in rest for word in (room, rest[0])]
            await self._store.command("HSET", self._key(community), *pairs)
        await self._store.command("HDEL", self._key(community), *gone)
        for room in gone:
            await self.come_home(room)

    async def come_home(self, home: RoomId) -> None:
        """A guild or group that shares nothing with others any more is a community of its own again."""
        natural, community = natural_community(home), await self.community_of(home)
        if community == natural or any(
            natural_community(room) == natural for room in await self._linked(community)
        ):
            return
        if not await self._tables_in(community, natural):
            await self._move(natural, natural)

    async def _require_free(
        self, home: RoomId, natural: CommunityId, old: CommunityId, community: CommunityId
    ) -> None:
        """A guild or group that is linked stays so, and leaves no table behind where nobody would look for it."""
        linked = await self._linked(old)
        if old != community and any(natural_community(room) == natural for room in linked):
            raise Refused(Reason.LINK_ALREADY)
        tables = await self._tables_in(old, natural)
        if home in tables or (old != community and tables):
            raise Refused(Reason.LINK_TABLE_OPEN)

    async def _tables_in(self, community: CommunityId, natural: CommunityId) -> dict[RoomId, TableId]:
        """The open tables of a guild's or group's rooms in the slot of one community."""
        partition = self._store.partition_of(community)
        found: dict[bytes, bytes] = await self._store.command("HGETALL", key(partition, "rooms"))
        rooms = {RoomId(room.decode()): TableId(table.decode()) for room, table in found.items()}
        return {room: table for room, table in rooms.items() if natural_community(room) == natural}

    async def _linked(self, community: CommunityId) -> dict[RoomId, RoomId]:
        """Each linked room of a community, and the first of those that it is linked with."""
        found: dict[bytes, bytes] = await self._store.command("HGETALL", self._key(community))
        return {RoomId(room.decode()): RoomId(first.decode()) for room, first in found.items()}

    async def _move(self, natural: CommunityId, community: CommunityId) -> None:
        """The guild or group belongs to this community from now on."""
        if natural == community:
            await self._kept.forget(natural, _COMMUNITY)
        else:
            await self._kept.remember(natural, _COMMUNITY, community)
        self._believe(natural, community)

    def _believe(self, natural: CommunityId, community: CommunityId) -> CommunityId:
        if len(self._believed) >= _MOST_BELIEVED:
            self._believed.clear()
        self._believed[natural] = (asyncio.get_running_loop().time() + BELIEVED_SECONDS, community)
        return community

    def _key(self, community: CommunityId) -> str:
        return key(self._store.partition_of(community), "links", community)
