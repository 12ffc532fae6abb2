"""Tournaments on Telegram: twelve people at two tables of one group, and what goes wrong around such an evening."""

import asyncio
import re
from functools import partial

import pytest

from adapters.telegram import outbound
from core.cardroom.table import Table
from core.cardroom.tournament import Stage, alive
from core.ids import is_part
from tests.jumping_loop import let_pass, on_jumping_loop
from tests.loopback.telegram import User
from tests.loopback.telegram.world import Standing
from tests.telegram_tourney import Tourney, player, tourney

pytest_plugins = ["tests.redis_server"]

FIELD, STACK, BUY_IN = 12, 1_500, 500
OPTIONS = f"Cup speed=turbo seats=6 buyin={BUY_IN} breaks=off"


@on_jumping_loop
async def test_twelve_people_play_a_tournament_at_two_tables_of_one_group(redis_url: str) -> None:
    async with tourney(redis_url) as cup:
        people = cup.people(FIELD, shy=2)
        await cup.create(people[0], f"{OPTIONS} max={FIELD}")
        balance = {one: await cup.wallet(one) for one in people}
        answers = await asyncio.gather(*(cup.press(one, "register") for one in people))
        assert all(one.answer for one in answers)
        event = await cup.look()
        assert (event.stage, event.pool, len(event.tables)) == (Stage.RUNNING, FIELD * BUY_IN, 2)
        rounds = hands = 0
        while not await cup.is_over():
            playing = await cup.go_on()
            rounds, hands = rounds + bool(playing), hands + len(playing)
            if playing and rounds == 2:
                await _restart_in_mid_hand(cup, playing)
            for table in playing:
                await cup.play_hand(table.id, gamblers=2 if len(playing) == 2 else 10)
                await _know_where_they_play(cup)
            assert await cup.is_over() or await cup.chips() == FIELD * STACK
            await let_pass(0 if playing else 1)
        event = await cup.look()
        assert event.stage is Stage.FINISHED
        assert sum(one.prize for one in event.results) == FIELD * BUY_IN
        won = {one.player: one.prize for one in event.results}
        assert {one: await cup.wallet(one) for one in people} == {
            one: balance[one] - BUY_IN + won[player(one)] for one in people
        }
        await cup.room.until(lambda: cup.find("again"))
        journal = cup.room.server.journal
        assert not journal.refused(429)
        assert journal.busiest(cup.room.group) < 20
        # Its own message, that it begins, the final table and the results; each table before its first hand and after
        # its last one. And a message for each hand.
        assert cup.room.server.counts(cup.room.group).messages <= 4 + 2 * 3 + hands


async def _restart_in_mid_hand(cup: Tourney, playing: list[Table]) -> None:
    """The buttons that people were shown before are good after it."""
    for table in playing:
        user = await cup.actor(table.id)
        assert user is not None
        if user.started:
            await cup.shown(table.id, user)
    await cup.room.restart()


async def _know_where_they_play(cup: Tourney) -> None:
    """Everybody who is in and has a private chat was told there which table and seat are theirs."""
    event, tables = await cup.look(), await cup.tables()
    for number in alive(event):
        entrant = event.entrants[number]
        user = cup.room.people[int(entrant.player.removeprefix("telegram:"))]
        if user.started and entrant.table in tables and entrant.seat is not None:
            told = partial(_is_told, user, tables[entrant.table].name, entrant.seat)
            await cup.room.until(told)


def _is_told(user: User, table: str, seat: int) -> bool:
    """Whether the newest message of the tournament says so."""
    newest = next((one for one in reversed(user.reads()) if one.text.startswith("Cup\n")), None)
    found = newest and re.search(rf"{table} · \D*{seat}\b", newest.text)
    return found is not None


@on_jumping_loop
async def test_in_a_forum_each_table_has_a_topic_and_one_that_is_deleted_gives_its_table_back(
    redis_url: str,
) -> None:
    async with tourney(redis_url, forum=True, bot_admin=True) as cup:
        room = cup.room
        people = cup.people(4)
        await cup.create(people[0], "Cup speed=turbo seats=2 buyin=100 max=4 breaks=off")
        await asyncio.gather(*(cup.press(one, "register") for one in people))
        await _know_where_they_play(cup)
        first, second = (await cup.tables()).values()
        topics = {topic.name: topic for topic in room.group.topics.values()}
        assert set(topics) == {first.name, second.name}
        assert not any(is_part(one) for table in (first, second) for one in table.rooms)
        for one in people:
            (link,) = [e["url"] for m in one.reads() for e in m.entities if e["type"] == "text_link"]
            assert int(link.rpartition("/")[2]) in room.group.topics
        await room.restart()
        await cup.go_on()
        assert len(room.server.journal.calls("createForumTopic")) == 2
        message = await cup.shown(first.id)
        assert message.thread == topics[first.name].id
        assert (await cup.shown(second.id)).thread == topics[second.name].id
        room.server.delete_topic(room.group, topics[first.name])
        await cup.play_hand(first.id)
        assert all(map(is_part, (await room.bot.look(first.id)).rooms))
        assert [one.thread for one in room.all_public() if first.name in one.text][-1] is None
        while not await cup.is_over():
            for table in await cup.go_on():
                await cup.play_hand(table.id)
            await let_pass(1)
        await room.until(lambda: topics[second.name].closed)
        await room.until(lambda: any(one.pinned for one in room.all_public()))
        (pinned,) = room.group.pinned
        assert room.buttons(pinned, "again")
        assert pinned.thread is None
        assert not room.server.journal.refused(429)


@on_jumping_loop
async def test_a_tournament_in_a_group_that_threw_the_dealer_out_goes_on_in_the_private_chats(
    redis_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with tourney(redis_url) as cup:
        room, people = cup.room, cup.people(2)
        await cup.create(people[0], "Cup speed=turbo buyin=100 max=2 breaks=off")
        await asyncio.gather(*(cup.press(one, "register") for one in people))
        (table,) = await cup.go_on()
        room.server.set_standing(room.group, room.server.bot, Standing.BANNED, by=people[0])
        monkeypatch.setattr(outbound, "OUT_SECONDS", 20.0)
        await let_pass(60)
        while not await cup.is_over():
            for table in await cup.go_on():
                while (user := await cup.actor(table.id)) is not None:
                    await cup.act(table.id, user, shove=True)
            await let_pass(1)
        event = await cup.look()
        assert event.stage is Stage.FINISHED
        assert sum(one.prize for one in event.results) == 200


@on_jumping_loop
async def test_a_hand_that_is_played_in_a_group_with_a_table_of_its_own_is_the_one_that_its_player_means(
    redis_url: str,
) -> None:
    async with tourney(redis_url) as cup:
        room, people = cup.room, cup.people(2, shy=2)
        guest = room.person("Guest")
        await room.open(guest)
        await room.sit(guest)
        await cup.create(people[0], "Cup speed=turbo buyin=100 max=2 breaks=off")
        await asyncio.gather(*(cup.press(one, "register") for one in people))
        (table,) = await cup.go_on()
        user = await cup.actor(table.id)
        assert user is not None
        message = await cup.shown(table.id)
        told = (await user.presses(message, room.button(message, "cards"))).answer
        alone = [one.text for one in room.group.history if one.only_for is user]
        assert re.search("[♣♦♥♠]", "".join((told, *alone)))
        await cup.act(table.id, user, shove=False)
        room.says(guest, "/sitout")
        cash = await room.until_table(lambda one: one.seats[0] and one.seats[0].sitting_out)
        assert cash.event is None
