"""One cash table at a time on Discord with the real client: refused with a link to the other; many, where allowed."""

from typing import Any

from core.cardroom.table import seat_of
from core.ids import PlayerId
from tests.discord_evening import evening
from tests.loopback.discord import Interaction, User

pytest_plugins = ["tests.redis_server"]


async def test_on_discord_a_second_seat_is_refused_with_a_link_to_the_first_until_the_bank_allows_many(
    redis_url: str,
) -> None:
    async with evening(redis_url, banked=True) as room:
        ann = room.person("ann", nick="Ann", locale="en-US")
        bob = room.person("bob", nick="Bob", locale="zh-TW")
        room.guild.owner_id = ann.id

        async def asked(user: User, name: str, **given: Any) -> Interaction:
            sent = await user.slash(room.place, f"poker {name}", given).settled()
            assert sent.message is not None
            assert sent.ephemeral
            return sent

        async def is_seated(user: User, seated: bool = True) -> None:
            who = PlayerId(f"discord:{user.id}")
            await room.until_table(lambda table: (seat_of(table, who) is not None) is seated)

        await room.open(ann)
        first, first_id = room.place, room.table_id
        await room.sit(bob, "2000")
        await is_seated(bob)
        await room.open(ann, channel=room.server.add_channel(room.guild, "side"))
        assert room.table_id != first_id
        refused = (await asked(bob, "join", chips="2000")).message
        assert refused is not None
        assert "一次只能坐一張" in refused.text
        assert f"<#{first.id}>" in refused.text
        await is_seated(bob, seated=False)

        told = (await asked(ann, "bank bankrules")).message
        assert told is not None
        assert "sitting at several cash tables at once is off" in told.text
        told = (await asked(ann, "bank bankrules", manytables="on")).message
        assert told is not None
        assert "sitting at several cash tables at once is on" in told.text
        await bob.slash(room.place, "poker join", {"chips": "2000"}).settled()
        await is_seated(bob)
        there = await room.bot.look(first_id)
        assert seat_of(there, PlayerId(f"discord:{bob.id}")) is not None
