"""Two tournaments in one channel on Discord: told apart by name and buttons, in the language that the channel has."""

from collections.abc import AsyncIterator

import pytest

from core.cardroom.tournament import entrant_of
from core.ids import PlayerId
from tests.discord_evening import Evening, evening
from tests.discord_tourney import Tourney
from tests.loopback.discord import User

pytest_plugins = ["tests.redis_server"]


@pytest.fixture
async def room(redis_url: str) -> AsyncIterator[Evening]:
    async with evening(redis_url, banked=True) as opened:
        yield opened


async def told(room: Evening, user: User, name: str, **given: str) -> str:
    """What a command is answered."""
    asked = await user.slash(room.channel, f"tourney {name}", given).settled()
    assert asked.message is not None
    return asked.message.text


async def test_a_name_that_is_typed_means_that_tournament_and_no_name_is_asked_for(room: Evening) -> None:
    ann, cup = room.person("ann"), Tourney(room=room)
    await cup.create(ann, name="Friday Night", starts="60m")
    friday = cup.id
    await cup.create(ann, name="Beta", starts="60m")
    assert "Which tournament?" in await told(room, ann, "register")
    assert "Friday Night" in await told(room, ann, "register", event="friday night")
    event = await room.bot.house.events.look(friday)
    assert entrant_of(event, PlayerId(f"discord:{ann.id}")) is not None
    assert "Beta" in await told(room, ann, "register")
    asked = await ann.slash(room.channel, "tourney cancel", {}).settled()
    assert asked.message is not None
    assert len(room.buttons(asked.message, "cancel")) == 2
    which = await ann.autocomplete(room.channel, "tourney cancel", "event", "be")
    assert [choice["name"] for choice in which.choices] == ["Beta"]


async def test_a_channel_keeps_the_language_of_its_first_tournament(room: Evening) -> None:
    cup = Tourney(room=room)
    await cup.create(room.person("ann", locale="en-US"), name="Alpha", starts="60m")
    (alpha,) = cup.posts()
    before = alpha.text.replace("Alpha", "")
    await cup.create(room.person("mei", locale="zh-TW"), name="Beta", starts="60m")
    await room.server.until(lambda: len(cup.posts()) == 2)
    assert cup.posts()[0].text.replace("Alpha", "") == before
    assert "'Register'" in str(cup.posts()[0].components)
    assert "'Register'" in str(cup.posts()[1].components)
