"""A group, a topic or the dealer's place in it is gone in mid-hand: nobody wins or loses, and everybody is told."""

from adapters.telegram.outbound import OUT_SECONDS
from core.cardroom.table import Table
from core.ids import CommunityId
from tests.jumping_loop import let_pass, on_jumping_loop
from tests.loopback.telegram import Message, User
from tests.telegram_evening import Evening, evening

pytest_plugins = ["tests.redis_server"]


async def _in_mid_hand(room: Evening) -> tuple[User, User]:
    """Two people with their private chats open; the first of them has called."""
    ann = room.person("Ann", admin=True, started=True)
    mei = room.person("小美", language_code="zh-hant", started=True)
    await room.open(ann)
    for user in (ann, mei):
        await room.sit(user)
    await room.start(ann)
    await room.live()
    return ann, mei


async def _call(room: Evening) -> None:
    user = await room.actor()
    assert user is not None
    await room.go_on(user, "call", where=await room.mine(user))


async def _undone(room: Evening, *people: User) -> None:
    """The table is closed with no chip on it, and its players have read why, each in their own language."""

    def closed(table: Table) -> bool:
        return table.closed

    table = await room.until_table(closed)
    assert (table.deal, table.issued, any(table.seats)) == (None, 0, False)
    words = {"en": "Hand #1 was cancelled", "zh-hant": "第 1 局作廢"}
    for user in people:
        told = await _read(room, user, words[user.language_code or "en"])
        assert "10,000" in told.text
        assert not told.buttons


async def _read(room: Evening, user: User, words: str) -> Message:
    """What the user reads with these words in it."""
    await room.until(lambda: any(words in one.text for one in user.reads()))
    return next(one for one in user.reads() if words in one.text)


@on_jumping_loop
async def test_a_topic_that_is_deleted_in_mid_hand_undoes_the_hand(redis_url: str) -> None:
    async with evening(redis_url, forum=True) as room:
        room.topic = room.server.add_topic(room.group, "Poker")
        people = await _in_mid_hand(room)
        room.server.delete_topic(room.group, room.topic)
        await _call(room)
        await _undone(room, *people)


@on_jumping_loop
async def test_a_group_that_is_deleted_in_mid_hand_undoes_the_hand(redis_url: str) -> None:
    async with evening(redis_url) as room:
        people = await _in_mid_hand(room)
        room.server.delete_chat(room.group)
        await _call(room)
        await _undone(room, *people)


@on_jumping_loop
async def test_a_group_that_throws_the_dealer_out_may_let_it_in_again_for_a_while(redis_url: str) -> None:
    async with evening(redis_url) as room:
        people = await _in_mid_hand(room)
        room.server.kick(room.group)
        await _call(room)
        asked = len(room.server.journal.requests)
        await let_pass(OUT_SECONDS / 2)
        assert not (await room.table()).closed
        group = [
            one for one in room.server.journal.requests[asked:] if one.params.get("chat_id") == room.group.id
        ]
        assert len(group) <= 1
        await let_pass(OUT_SECONDS / 2 + 30)
        await _undone(room, *people)


@on_jumping_loop
async def test_the_rooms_of_a_group_are_itself_and_its_topics_and_no_group_of_a_longer_number(
    redis_url: str,
) -> None:
    async with evening(redis_url, forum=True) as room:
        ann = room.person("Ann", admin=True)
        await room.open(ann)
        found = {room.room_id: room.table_id}
        room.topic = room.server.add_topic(room.group, "Poker")
        await room.open(ann)
        found[room.room_id] = room.table_id
        links = room.bot.house.links
        assert await links.tables_of(CommunityId(f"telegram:{room.group.id}")) == found
        assert not await links.tables_of(CommunityId(f"telegram:{room.group.id}"[:-1]))
