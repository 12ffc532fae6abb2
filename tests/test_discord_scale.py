"""Riverbot on Discord in several shards and processes on one Redis, and once as it runs in production."""

import asyncio
import os
import sys
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

from core.kept import Kept
from tests.discord_evening import Bot, Evening, bot_running, evening
from tests.loopback.discord import DiscordServer, Guild

pytest_plugins = ["tests.redis_server"]

HOUSE = Path(__file__).parent.parent


def a_room(server: DiscordServer, bot: Bot, guild: Guild) -> Evening:
    """An evening of one of several guilds."""
    return Evening(
        server=server,
        bot=bot,
        guild=guild,
        channel=server.add_channel(guild),
        redis_url="",
        options={},
        running=AsyncExitStack(),
    )


async def a_hand(room: Evening, shown_by: str) -> None:
    """Two people play one hand, partly by direct message."""
    ann, bob = room.person(f"ann-{shown_by}"), room.person(f"bob-{shown_by}")
    await room.open(ann, name=shown_by)
    await room.sit(ann)
    await room.sit(bob)
    await room.start(ann)
    await room.play_out(privately=True)


async def test_a_table_on_each_of_two_shards_is_served_by_one_process(redis_url: str) -> None:
    async with evening(redis_url, shards=2) as first:
        other = first.server.add_guild("Other room", shard=1)
        second = a_room(first.server, first.bot, other)
        await asyncio.gather(a_hand(first, "first"), a_hand(second, "second"))
        assert sorted(sent["shard"] for sent in first.server.gateway.identified) == [[0, 2], [1, 2]]


async def test_two_processes_share_one_redis_and_any_acts_on_any_table(redis_url: str) -> None:
    async with DiscordServer(shards=2) as server:
        guilds = [server.add_guild(f"Room {shard}", shard=shard) for shard in range(2)]
        with server.pointed():
            async with (
                bot_running(server, redis_url, settings=_shard(0)) as one,
                bot_running(server, redis_url, settings=_shard(1)) as two,
            ):
                rooms = [a_room(server, one, guilds[0]), a_room(server, two, guilds[1])]
                # A direct message comes to shard 0, whichever shard its table's guild is on.
                await asyncio.gather(*[a_hand(room, f"r{number}") for number, room in enumerate(rooms)])
                assert {tuple(sent["shard"]) for sent in server.gateway.identified} == {(0, 2), (1, 2)}
                assert len(server.journal.calls("PUT /applications/{application_id}/commands")) == 1
                for room in rooms:
                    assert (await one.look(room.table_id)) == (await two.look(room.table_id))


def _shard(number: int) -> dict[str, Any]:
    return {"DISCORD_SHARD_IDS": str(number), "DISCORD_SHARD_COUNT": 2}


async def test_riverbot_run_works_by_proxy_and_tls_with_nothing_patched(
    redis_url: str, tmp_path: Path
) -> None:
    async with DiscordServer() as server:
        guild = server.add_guild("Card Room")
        channel = server.add_channel(guild)
        ann, bob = server.add_user("ann", guild, locale="zh-CN"), server.add_user("bob", guild)
        async with server.production_route() as route:
            environment = {
                "PATH": os.environ["PATH"],
                "PYTHONPATH": str(HOUSE),
                "DISCORD_TOKEN": server.token,
                "PROXY_URL": route.proxy,
                "REDIS_URL": redis_url,
                "WEB_PORT": "0",
                **route.environment,
            }
            process = await asyncio.create_subprocess_exec(
                sys.executable,
                "-m",
                "bot",
                "run",
                cwd=tmp_path,
                env=environment,
                stdout=asyncio.subprocess.PIPE,
            )
            assert process.stdout is not None
            try:
                async with asyncio.timeout(20):
                    lines = [(await process.stdout.readline()).decode() for _ in range(2)]
                assert "https://discord.com/oauth2/authorize" in lines[1]
                await server.until(lambda: server.gateway.connected() and server.commands[None], 10)
                await ann.slash(channel, "poker new").settled()
                thread = next(one for one in server.world.channels.values() if one.is_thread)
                await server.until(lambda: ann.reads(thread))
                for person in (ann, bob):
                    form = await person.press(ann.reads(thread)[0], "坐下")
                    await person.submit_modal(form)
                await server.until(
                    lambda: len([b for b in ann.reads(thread)[0].buttons if "start" in str(b.custom_id)])
                )
                await ann.press(ann.reads(thread)[0], "开始")
                await server.until(lambda: ann.reads(ann.dm) and bob.reads(bob.dm), 10)
                assert "Your cards" in bob.reads(bob.dm)[0].text
                assert set(route.tunnels) == {"discord.com", "gateway.discord.gg"}
            finally:
                process.terminate()
                async with asyncio.timeout(10):
                    status = await process.wait()
            assert status == 0


async def test_what_is_kept_is_kept_for_its_time(redis_url: str) -> None:
    async with evening(redis_url) as room:
        kept = Kept(room.bot.store)
        assert await kept.recall("discord:1", "a", "b") == (None, None)
        await kept.remember("discord:1", "a", "here", 60)
        await kept.remember("discord:1", "b", "there")
        assert await kept.recall("discord:1", "a", "b") == ("here", "there")
        await kept.forget("discord:1", "a")
        assert await kept.recall("discord:1", "a", "b") == (None, "there")
