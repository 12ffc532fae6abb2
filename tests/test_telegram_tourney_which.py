"""Two tournaments in one group on Telegram: told apart by name, in the language that the place has, for everybody."""

import asyncio

import pytest

from adapters.messages import PortError
from adapters.telegram import topics
from core.cardroom.tournament import Stage, entrant_of
from core.ids import EventId
from tests.jumping_loop import let_pass, on_jumping_loop
from tests.loopback.telegram import Message, User
from tests.telegram_tourney import Tourney, player, tourney
from tests.test_telegram_tourney_asked import answered

pytest_plugins = ["tests.redis_server"]


def posts(cup: Tourney) -> list[Message]:
    """The messages of the tournaments, oldest first."""
    return [one for one in cup.room.all_public() if cup.room.buttons(one, "register")]


async def two(cup: Tourney, host: User) -> tuple[EventId, EventId]:
    """Alpha, and then Beta."""
    await cup.create(host, "Alpha starts=60m buyin=100")
    alpha = cup.id
    cup.room.says(host, "/create Beta starts=60m buyin=100")
    await cup.room.until(lambda: len(posts(cup)) == 2)
    beta, _ = await cup.room.bot.house.events.in_hall(cup.room.room_id)
    return alpha, beta


@on_jumping_loop
async def test_two_tournaments_of_a_group_are_told_apart_by_name_and_by_buttons(redis_url: str) -> None:
    async with tourney(redis_url) as cup:
        host, ann, _ = cup.people(3)
        alpha, beta = await two(cup, host)
        look = cup.room.bot.house.events.look
        for privately, name, event in ((False, "alpha", alpha), (True, "BETA", beta)):
            await answered(cup, ann, f"/register {name}", privately=privately)
            assert entrant_of(await look(event), player(ann)) is not None
        public = await answered(cup, ann, "/unregister")
        asked = await answered(cup, ann, "/unregister", privately=True)
        for one in (public, asked):
            assert [each.label for each in cup.room.buttons(one, "unregister")] == ["Beta", "Alpha"]
        await ann.presses(asked, cup.room.buttons(asked, "unregister")[1])
        assert entrant_of(await look(alpha), player(ann)) is None
        assert entrant_of(await look(beta), player(ann)) is not None
        assert "Beta" in (await answered(cup, ann, "/unregister", privately=True)).text
        held = await answered(cup, host, "/cancel")
        assert [one.label for one in cup.room.buttons(held, "cancel")] == ["Beta", "Alpha"]
        await host.presses(held, cup.room.buttons(held, "cancel")[1])
        assert (await look(alpha)).stage is Stage.CANCELLED
        assert (await look(beta)).stage is Stage.REGISTERING
        assert (await answered(cup, ann, "/tourney beta")).text.startswith("Beta")


@on_jumping_loop
async def test_a_group_keeps_the_language_of_its_first_tournament(redis_url: str) -> None:
    async with tourney(redis_url) as cup:
        _, english, chinese = (*cup.people(2), cup.room.person("Mei", language_code="zh-hans"))
        await cup.create(english, "Alpha starts=60m buyin=100")
        before = posts(cup)[0].text
        cup.room.says(chinese, "/create Beta starts=60m buyin=100")
        await cup.room.until(lambda: len(posts(cup)) == 2)
        await let_pass(30)
        first, second = posts(cup)
        assert first.text == before
        assert [one.label for one in first.buttons] == [one.label for one in second.buttons]


@on_jumping_loop
async def test_a_topic_that_could_not_be_closed_is_closed_by_the_next_process(
    redis_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with tourney(redis_url, forum=True, bot_admin=True) as cup:
        room, people = cup.room, cup.people(2)
        await cup.create(people[0], "Cup speed=turbo seats=2 buyin=100 max=2 breaks=off")
        await asyncio.gather(*(cup.press(one, "register") for one in people))
        while not (tables := await cup.go_on()):
            await let_pass(1)
        (table,) = tables
        await cup.shown(table.id)
        (topic,) = room.group.topics.values()

        async def away(*_: object) -> None:
            raise PortError("not yet", 5.0)

        with monkeypatch.context() as dying:
            dying.setattr(topics.Topics, "close", away)
            while not await cup.is_over():
                for one in await cup.go_on():
                    await cup.play_hand(one.id)
                await let_pass(1)
            await let_pass(20)
            assert not topic.closed
        await room.restart()
        await room.until(lambda: topic.closed)


@on_jumping_loop
async def test_who_has_no_private_chat_turns_the_pages_of_the_levels_too(redis_url: str) -> None:
    async with tourney(redis_url, bot_admin=True) as cup:
        host, shy = cup.people(2, shy=1)
        await cup.create(host, "Cup starts=60m speed=deep")
        await cup.press(shy, "structure")
        first = [one for one in cup.room.group.history if one.only_for is shy][-1]
        (following,) = cup.room.buttons(first, "structure")
        await shy.presses(first, following)
        second = [one for one in cup.room.group.history if one.only_for is shy][-1]
        assert second.text != first.text
        assert cup.room.buttons(second, "structure")
