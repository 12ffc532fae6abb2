"""Linked rooms on a real server: who belongs together is kept, whatever process asks, and undone without a trace."""

import asyncio
from typing import TypeVar

import pytest

from adapters.commands import run
from adapters.messages import Code, Locale, Reply, Request, Text
from bot.house import LiveHouse
from core.actions import OpenIn
from core.cardroom.rooms import MOST_ROOMS
from core.cardroom.table import Table
from core.dealer import Dealer
from core.ids import HOUSE, CommunityId, PlayerId, RoomId, TableId
from core.links import BELIEVED_SECONDS
from core.refusals import Reason
from core.store import Store
from tests.redis_faults import Raw

pytest_plugins = ["tests.redis_server"]

GUILD, CHANNEL, THREAD = CommunityId("discord:9"), RoomId("discord:9:100"), RoomId("discord:9:777")
SIDE = RoomId("discord:9:200")
GROUP, TOPIC, OTHER = RoomId("telegram:-45"), RoomId("telegram:-45:7"), RoomId("telegram:-46")
OWN = CommunityId(GROUP)
T = TypeVar("T")
ANN, BOB = PlayerId("discord:1"), PlayerId("telegram:2")


class Town:
    """One process with a house in it, and people who ask it for things."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.house = LiveHouse(store, Dealer(store, lambda: 1_790_000_000_000), Locale.EN)
        self.asked = 0

    async def ask(
        self,
        room: RoomId,
        command: str,
        args: str = "",
        *,
        by: PlayerId = ANN,
        admin: bool = True,
        home: RoomId | None = None,
    ) -> Reply:
        self.asked += 1
        request = Request(
            request_id=f"{id(self)}-{self.asked}",
            room=room,
            player=by,
            name=by,
            command=command,
            args=args,
            locale=Locale.EN,
            host_powers=admin,
            home=home,
        )
        return await run(request, self.house)

    async def code(self, room: RoomId, **more: RoomId | None) -> str:
        """A fresh one, made in this room."""
        (code,) = pieces(await self.ask(room, "link", home=more.get("home")), Code)
        return code.text

    async def link(self, first: RoomId, second: RoomId) -> Reply:
        return await self.ask(second, "link", await self.code(first), by=BOB)

    async def table_in(self, room: RoomId) -> TableId | None:
        return await self.house.table_in(room, await self.house.community_of(room))

    async def table(self, room: RoomId) -> Table:
        table_id = await self.table_in(room)
        assert table_id is not None
        return await self.house.look(table_id)


def pieces(reply: Reply, kind: type[T]) -> list[T]:
    assert reply.message is not None
    return [piece for line in reply.message.lines for piece in line.pieces if isinstance(piece, kind)]


def keys(reply: Reply) -> list[str]:
    return [text.key for text in pieces(reply, Text)]


def refused(reply: Reply, reason: Reason) -> bool:
    return reply.refused and keys(reply)[0] == f"refused.{reason}"


@pytest.fixture
def town(store: Store) -> Town:
    return Town(store)


async def test_the_open_table_is_open_in_the_room_that_types_its_code(town: Town) -> None:
    await town.ask(CHANNEL, "new")
    reply = await town.link(CHANNEL, GROUP)
    assert keys(reply) == ["link.linked", "link.open_here"]
    assert (await town.table(GROUP)).rooms == (CHANNEL, GROUP)
    assert await town.house.community_of(GROUP) == GUILD


async def test_people_of_both_rooms_sit_down_at_it(town: Town) -> None:
    await town.ask(CHANNEL, "new")
    await town.link(CHANNEL, GROUP)
    await town.ask(CHANNEL, "join", by=ANN, admin=False)
    await town.ask(GROUP, "join", by=BOB, admin=False)
    table = await town.table(CHANNEL)
    assert [seat.player for seat in table.seats if seat] == [ANN, BOB]


async def test_a_link_outlives_the_process(town: Town, store: Store) -> None:
    await town.link(CHANNEL, GROUP)
    later = Town(store)
    assert await later.house.community_of(GROUP) == GUILD
    reply = await later.ask(GROUP, "new", by=BOB)
    assert keys(reply) == ["link.opened_in_all"]
    assert (await later.table(CHANNEL)).rooms == (GROUP, CHANNEL)


async def test_a_process_that_did_not_hear_of_the_link_hears_of_it_soon(town: Town, store: Store) -> None:
    elsewhere = Town(store)
    assert await elsewhere.house.community_of(GROUP) == OWN
    await town.link(CHANNEL, GROUP)
    believed = elsewhere.house.links._believed
    until, known = believed[OWN]
    believed[OWN] = (until - BELIEVED_SECONDS, known)
    assert await elsewhere.house.community_of(GROUP) == GUILD


async def test_every_later_table_opens_in_all_linked_rooms_and_in_none_beside(town: Town) -> None:
    await town.link(CHANNEL, GROUP)
    await town.link(CHANNEL, OTHER)
    await town.ask(OTHER, "new", by=BOB)
    assert set((await town.table(CHANNEL)).rooms) == {CHANNEL, GROUP, OTHER}
    reply = await town.ask(SIDE, "new")
    assert reply.message is None
    assert (await town.table(SIDE)).rooms == (SIDE,)


async def test_a_table_in_a_thread_comes_to_the_group_and_the_channel_stays_linked(town: Town) -> None:
    await town.ask(THREAD, "new", home=CHANNEL)
    await town.ask(GROUP, "link", await town.code(THREAD, home=CHANNEL), by=BOB)
    assert (await town.table(GROUP)).rooms == (THREAD, GROUP)
    await town.ask(THREAD, "stop", home=CHANNEL)
    await town.ask(RoomId("discord:9:778"), "new", home=CHANNEL)
    assert (await town.table(GROUP)).rooms == (RoomId("discord:9:778"), GROUP)


async def test_two_channels_of_one_server_share_a_table(town: Town) -> None:
    await town.ask(CHANNEL, "new")
    await town.link(CHANNEL, SIDE)
    assert (await town.table(SIDE)).rooms == (CHANNEL, SIDE)


@pytest.mark.parametrize("code", ["abcdef", "x", "{p01}", "😀", "link_code=a:b"])
async def test_a_wrong_code_is_refused(town: Town, code: str) -> None:
    assert refused(await town.ask(GROUP, "link", code, by=BOB), Reason.LINK_CODE_WRONG)


async def test_a_code_is_good_for_ten_minutes(town: Town, raw: Raw) -> None:
    code = await town.code(CHANNEL)
    (kept,) = [key async for key in raw.scan_iter(match=f"*link:{code}*")]
    assert 590 < await raw.ttl(kept) <= 600
    assert await raw.pexpire(kept, 20)
    async with asyncio.timeout(10):
        while await raw.exists(kept):
            pass
    assert refused(await town.ask(GROUP, "link", code, by=BOB), Reason.LINK_CODE_WRONG)


async def test_a_code_is_good_for_one_room(town: Town) -> None:
    code = await town.code(CHANNEL)
    await town.ask(GROUP, "link", code, by=BOB)
    assert refused(await town.ask(OTHER, "link", code, by=BOB), Reason.LINK_CODE_WRONG)


async def test_a_code_is_read_in_capitals_too(town: Town) -> None:
    code = await town.code(CHANNEL)
    assert not (await town.ask(GROUP, "link", code.upper(), by=BOB)).refused


async def test_a_room_is_not_linked_with_itself(town: Town) -> None:
    assert refused(await town.link(CHANNEL, CHANNEL), Reason.LINK_OWN_ROOM)


async def test_only_administrators_link_a_room(town: Town) -> None:
    code = await town.code(CHANNEL)
    assert refused(await town.ask(GROUP, "link", code, admin=False), Reason.LINK_ADMIN_ONLY)
    assert not (await town.ask(GROUP, "link", code, by=BOB)).refused
    assert refused(await town.ask(GROUP, "unlink", admin=False), Reason.LINK_ADMIN_ONLY)


async def test_the_host_of_a_table_who_administers_nothing_does_not_give_the_bank_of_a_server_away(
    town: Town,
) -> None:
    await town.ask(CHANNEL, "new", admin=False)
    assert refused(await town.ask(CHANNEL, "link", admin=False), Reason.LINK_ADMIN_ONLY)


async def test_a_room_with_a_table_of_its_own_is_not_linked(town: Town) -> None:
    await town.ask(GROUP, "new", by=BOB)
    assert refused(await town.link(CHANNEL, GROUP), Reason.LINK_TABLE_OPEN)
    assert await town.house.community_of(GROUP) == OWN


async def test_nor_is_one_whose_group_has_a_table_in_another_topic(town: Town) -> None:
    await town.ask(TOPIC, "new", by=BOB)
    assert refused(await town.link(CHANNEL, GROUP), Reason.LINK_TABLE_OPEN)
    assert await town.table_in(TOPIC) is not None


async def test_a_linked_room_is_not_linked_again_nor_is_another_one_of_its_group_elsewhere(
    town: Town,
) -> None:
    await town.link(CHANNEL, GROUP)
    assert refused(await town.link(SIDE, GROUP), Reason.LINK_ALREADY)
    assert refused(await town.link(OTHER, TOPIC), Reason.LINK_ALREADY)
    assert refused(await town.link(OTHER, CHANNEL), Reason.LINK_ALREADY)
    assert not (await town.link(SIDE, TOPIC)).refused


async def test_no_more_rooms_are_linked_than_a_table_may_be_in(town: Town) -> None:
    for number in range(1, MOST_ROOMS):
        assert not (await town.link(CHANNEL, RoomId(f"telegram:-{number}"))).refused
    assert refused(await town.link(CHANNEL, RoomId("telegram:-99")), Reason.LINK_TOO_MANY)
    assert await town.house.community_of(RoomId("telegram:-99")) == "telegram:-99"


async def test_a_table_leaves_a_room_that_is_unlinked_and_its_people_stay(town: Town) -> None:
    await town.ask(CHANNEL, "new")
    await town.link(CHANNEL, GROUP)
    await town.ask(GROUP, "join", by=BOB)
    reply = await town.ask(GROUP, "unlink", by=BOB)
    assert keys(reply) == ["link.unlinked", "link.left"]
    assert await town.table_in(GROUP) is None
    table = await town.table(CHANNEL)
    assert table.rooms == (CHANNEL,)
    assert [seat.player for seat in table.seats if seat] == [BOB]


async def test_an_unlinked_group_is_a_community_of_its_own_again_and_can_be_linked_anew(town: Town) -> None:
    await town.link(CHANNEL, GROUP)
    await town.ask(GROUP, "unlink", by=BOB)
    assert await town.house.community_of(GROUP) == OWN
    assert not (await town.link(OTHER, GROUP)).refused
    await town.ask(CHANNEL, "new")
    assert (await town.table(CHANNEL)).rooms == (CHANNEL,)


async def test_where_the_first_room_is_unlinked_the_table_goes_on_in_the_other(town: Town) -> None:
    await town.ask(CHANNEL, "new")
    await town.link(CHANNEL, GROUP)
    await town.ask(CHANNEL, "unlink")
    assert (await town.table(GROUP)).rooms == (GROUP,)
    assert await town.table_in(CHANNEL) is None
    await town.ask(GROUP, "stop", by=BOB)
    await town.ask(GROUP, "new", by=BOB)
    assert (await town.table(GROUP)).community == OWN


async def test_the_first_room_leaves_for_others_and_those_it_left_stay_linked(town: Town) -> None:
    await town.link(CHANNEL, GROUP)
    await town.link(CHANNEL, OTHER)
    await town.ask(CHANNEL, "unlink")
    assert not (await town.link(CHANNEL, SIDE)).refused
    assert await town.house.links.together(CHANNEL) == (SIDE,)
    assert await town.house.links.together(GROUP) == (OTHER,)


async def test_a_room_that_is_linked_with_none_is_not_unlinked(town: Town) -> None:
    assert refused(await town.ask(GROUP, "unlink", by=BOB), Reason.NOT_LINKED)


async def test_a_room_that_is_no_more_is_taken_off_the_table_and_the_last_one_ends_it(town: Town) -> None:
    await town.ask(CHANNEL, "new")
    await town.link(CHANNEL, GROUP)
    table_id = await town.table_in(CHANNEL)
    assert table_id is not None
    await town.house.lose(table_id, {GROUP})
    assert (await town.table(CHANNEL)).rooms == (CHANNEL,)
    await town.house.lose(table_id, {CHANNEL})
    assert (await town.house.look(table_id)).closed


async def test_the_table_comes_back_to_a_linked_room_that_had_lost_it(town: Town) -> None:
    await town.ask(CHANNEL, "new")
    await town.link(CHANNEL, GROUP)
    table_id = await town.table_in(CHANNEL)
    assert table_id is not None
    await town.house.lose(table_id, {GROUP})
    reply = await town.ask(GROUP, "new", by=BOB)
    assert keys(reply) == ["link.opened_here"]
    assert (await town.table(GROUP)).rooms == (CHANNEL, GROUP)
    assert refused(await town.ask(GROUP, "new", by=BOB), Reason.TABLE_EXISTS)


async def test_no_table_opens_in_a_room_that_another_one_is_in(town: Town) -> None:
    await town.ask(SIDE, "new")
    await town.ask(CHANNEL, "new")
    first = await town.table_in(CHANNEL)
    assert first is not None
    with pytest.raises(Exception, match=Reason.TABLE_EXISTS):
        await town.house.dealer.act(first, OpenIn(by=HOUSE, room=SIDE), "again")
    assert (await town.table(SIDE)).rooms == (SIDE,)


async def test_the_rooms_of_a_group_with_a_table_are_itself_and_its_topics_wherever_they_are_kept(
    town: Town,
) -> None:
    await town.ask(TOPIC, "new", by=BOB)
    await town.ask(GROUP, "new", by=BOB)
    await town.ask(RoomId("telegram:-457"), "new", by=BOB)
    assert set(await town.house.links.tables_of(OWN)) == {GROUP, TOPIC}
    await town.ask(OTHER, "new", by=BOB)
    await town.link(OTHER, CHANNEL)
    assert set(await town.house.links.tables_of(GUILD)) == {CHANNEL}
