"""A player at several tables on Telegram: each one's cards and turns come, and what is typed goes to the right one."""

import asyncio

import pytest

from core.cardroom.table import Table, Wait, seat_of
from core.ids import CommunityId, PlayerId, RoomId, TableId
from tests.jumping_loop import let_pass, on_jumping_loop
from tests.loopback.telegram import Message, Topic, User
from tests.telegram_evening import Evening, evening
from tests.telegram_tourney import tourney

pytest_plugins = ["tests.redis_server"]


class _Topics:
    """Two topics of one group, with a table in each at which Ann and Bob sit."""

    def __init__(self, room: Evening) -> None:
        self.room = room
        self.ann = room.person("Ann", started=True, admin=True)
        self.bob = room.person("Bob", started=True)
        self.topics = [room.server.add_topic(room.group, name) for name in ("one", "two")]
        self.tables: list[TableId] = []

    async def open(self) -> None:
        self.ann.says(self.room.group, "/bankrules manytables=on", thread=self.topics[0])
        await let_pass(5)
        for topic in self.topics:
            self.tables.append(await self._table(topic))

    async def _table(self, topic: Topic) -> TableId:
        room, group = self.room, self.room.group
        self.ann.says(group, "/poker pause=600", thread=topic)
        place = RoomId(f"telegram:{group.id}:{topic.id}")
        await let_pass(5)
        found = await room.bot.house.table_in(place, CommunityId(f"telegram:{group.id}"))
        assert found is not None
        for user in (self.ann, self.bob):
            user.says(group, "/join 3000", thread=topic)
            await let_pass(5)
        self.ann.says(group, "/start", thread=topic)
        await let_pass(5)
        assert len([seat for seat in (await room.bot.look(found)).seats if seat]) == 2
        return found

    async def waits_for(self, at: int) -> User:
        table = await self.room.bot.look(self.tables[at])
        return _actor(self.room, table)

    async def both_shown(self, user: User) -> None:
        await self.room.until(lambda: len(self.panels(user)) == 2)

    def panels(self, user: User) -> dict[TableId, Message]:
        """The latest message of each table's hand."""
        found = {table: _panel(user, table) for table in self.tables}
        return {table: panel for table, panel in found.items() if panel is not None}


async def _shown(room: Evening, user: User, table: TableId) -> None:
    await room.until(lambda: _panel(user, table))


async def _asked(room: Evening, user: User, table: TableId) -> None:
    await room.until(lambda: _asks(_panel(user, table)))


def _panel(user: User, table: TableId) -> Message | None:
    found = (
        one for one in reversed(user.reads()) if any(f":{table}:" in (b.data or "") for b in one.buttons)
    )
    return next(found, None)


def _actor(room: Evening, table: Table) -> User:
    hand = table.hand
    assert hand is not None
    seat = table.seats[hand.setup.seats[hand.waiting_for[0]] - 1]
    assert seat is not None
    return room.people[int(seat.player.removeprefix("telegram:"))]


def _asks(panel: Message | None) -> bool:
    return panel is not None and any(":fold:" in (one.data or "") for one in panel.buttons)


@on_jumping_loop
async def test_two_tables_that_deal_at_once_both_show_a_player_their_cards_and_their_turns(
    redis_url: str,
) -> None:
    async with evening(redis_url, banked=True, forum=True) as room:
        house = _Topics(room)
        await house.open()
        for number, table in enumerate(house.tables):
            await room.bot.deal(table, 5 + number)
        for user in (house.ann, house.bob):
            await house.both_shown(user)
        first = await house.waits_for(0)
        for at, topic in enumerate(house.topics):
            (await house.waits_for(at)).says(room.group, "/call", thread=topic)
        other = house.bob if first is house.ann else house.ann
        await room.until(lambda: all(_asks(panel) for panel in house.panels(other).values()))
        titles = {panel.text.split("\n")[0] for panel in house.panels(other).values()}
        assert {title.rpartition(" › ")[2] for title in titles} == {"one", "two"}


@on_jumping_loop
async def test_a_cash_table_and_a_tournaments_table_keep_nothing_from_a_player_of_both(
    redis_url: str,
) -> None:
    async with tourney(redis_url) as cup:
        room, people = cup.room, cup.people(2)
        await room.open(people[0])
        for user in people:
            room.says(user, "/join 3000")
        await room.until_table(lambda table: all(_sits(table, user) for user in people))
        await cup.create(people[0], "Cup speed=turbo buyin=100 max=2 breaks=off")
        for user in people:
            await cup.press(user, "register")
        room.says(people[0], "/start")
        await room.until_table(lambda table: table.wait is Wait.DEAL)
        read = {user.id: len(user.reads()) for user in people}
        await room.deal()
        (table,) = await cup.go_on()
        for user in people:
            for at in (room.table_id, table.id):
                await _shown(room, user, at)
        actors = [_actor(room, await room.table()), _actor(room, await room.bot.look(table.id))]
        for actor, at in zip(actors, (room.table_id, table.id), strict=True):
            await _asked(room, actor, at)
        for user in people:
            news = [one.text for one in user.reads()[read[user.id] :]]
            assert [one for one in news if "Cup" in one and "♣" not in one]


def _sits(table: Table, user: User) -> bool:
    return seat_of(table, PlayerId(f"telegram:{user.id}")) is not None


@pytest.mark.parametrize("anew", [False, True])
def test_a_move_typed_in_private_goes_to_the_table_that_waits_for_its_player(
    redis_url: str, anew: bool
) -> None:
    @on_jumping_loop
    async def moved() -> None:
        async with evening(redis_url, banked=True, forum=True) as room:
            house = _Topics(room)
            await house.open()
            await room.bot.deal(house.tables[0], 5)
            await let_pass(10)
            first = await house.waits_for(0)
            first.says(room.group, "/call", thread=house.topics[0])
            await let_pass(10)
            second = await house.waits_for(0)
            assert second is not first
            await room.bot.deal(house.tables[1], 6)
            await let_pass(10)
            if await house.waits_for(1) is second:
                second.says(room.group, "/call", thread=house.topics[1])
                await let_pass(10)
            if anew:
                await room.restart()
            before = (await room.bot.look(house.tables[0])).turn
            second.says(second.private, "/check")
            await let_pass(10)
            assert (await room.bot.look(house.tables[0])).turn != before

    moved()


@on_jumping_loop
async def test_whoever_leaves_in_private_is_asked_which_table_and_told_which_one_it_was(
    redis_url: str,
) -> None:
    async with evening(redis_url, banked=True, forum=True) as room:
        house = _Topics(room)
        await house.open()
        bob = house.bob
        bob.says(bob.private, "/leave")
        await room.until(lambda: "Which one" in bob.reads()[-1].text)
        asked = bob.reads()[-1]
        assert [one.label.rpartition(" › ")[2] for one in asked.buttons] == ["two", "one"]
        for table in house.tables:
            assert _sits(await room.bot.look(table), bob)
        press = await bob.presses(asked, asked.buttons[0])
        assert "› two" in press.answer
        assert not _sits(await room.bot.look(house.tables[1]), bob)
        assert _sits(await room.bot.look(house.tables[0]), bob)
        bob.says(bob.private, "/leave")
        await room.until(lambda: "You leave" in bob.reads()[-1].text)
        assert "› one" in bob.reads()[-1].text
        assert not _sits(await room.bot.look(house.tables[0]), bob)


@on_jumping_loop
async def test_what_no_button_can_carry_is_answered_by_the_places_to_type_it(redis_url: str) -> None:
    async with evening(redis_url, banked=True, forum=True) as room:
        house = _Topics(room)
        await house.open()
        house.bob.says(house.bob.private, "/cut my own phrase")
        await room.until(lambda: "Which one" in house.bob.reads()[-1].text)
        told = house.bob.reads()[-1]
        assert "› one" in told.text
        assert "› two" in told.text
        assert not told.buttons


@on_jumping_loop
async def test_who_sits_elsewhere_is_told_in_which_group_or_topic(redis_url: str) -> None:
    async with evening(redis_url, banked=True, forum=True) as room:
        house = _Topics(room)
        await house.open()
        house.ann.says(room.group, "/bankrules manytables=off", thread=house.topics[0])
        topic = room.server.add_topic(room.group, "three")
        house.ann.says(room.group, "/poker", thread=topic)
        await let_pass(10)
        house.bob.says(room.group, "/join 2000", thread=topic)
        await room.until(lambda: "Card Room › " in house.bob.reads()[-1].text)


@on_jumping_loop
async def test_an_answer_with_buttons_at_one_table_outlasts_what_happens_at_another(redis_url: str) -> None:
    async with evening(redis_url, banked=True, forum=True) as room:
        house = _Topics(room)
        await house.open()
        await room.bot.deal(house.tables[0], 5)
        await let_pass(10)
        user = await house.waits_for(0)
        user.says(user.private, "/r 150")
        await room.until(lambda: "minimum" in user.reads()[-1].text)
        answer = user.reads()[-1]
        await room.bot.deal(house.tables[1], 6)
        await let_pass(20)
        assert not answer.deleted
        user.says(user.private, "/fold") if not _asks(_panel(user, house.tables[1])) else user.says(
            room.group, "/fold", thread=house.topics[0]
        )
        await room.until(lambda: answer.deleted)


@on_jumping_loop
async def test_a_turn_at_one_table_does_not_wait_for_what_merely_changes_at_another(redis_url: str) -> None:
    async with evening(redis_url, banked=True, forum=True) as room:
        house = _Topics(room)
        await house.open()
        await room.bot.deal(house.tables[0], 5)
        await let_pass(30)
        first = await house.waits_for(0)
        other = house.bob if first is house.ann else house.ann
        loop = asyncio.get_running_loop()
        panel = _panel(first, house.tables[0])
        assert panel is not None
        await room.bot.deal(house.tables[1], 6)
        began = loop.time()
        await first.presses(panel, next(one for one in panel.buttons if ":call:" in (one.data or "")))
        await _asked(room, other, house.tables[0])
        assert loop.time() - began < 4
        await _shown(room, other, house.tables[1])
        assert loop.time() - began < 8


@on_jumping_loop
async def test_a_host_who_sits_at_another_table_stops_the_one_that_is_theirs(redis_url: str) -> None:
    async with evening(redis_url, banked=True, forum=True) as room:
        house = _Topics(room)
        host = room.person("Host", started=True)
        await house.open()
        topic = room.server.add_topic(room.group, "three")
        host.says(room.group, "/poker", thread=topic)
        await let_pass(5)
        host.says(room.group, "/join 3000", thread=house.topics[0])
        await let_pass(5)
        host.says(host.private, "/stop")
        await room.until(lambda: "› three" in host.reads()[-1].text)
        assert not (await room.bot.look(house.tables[0])).closed
