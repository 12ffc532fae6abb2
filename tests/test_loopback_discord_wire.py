"""The loopback Discord on the wire: what a client must not send, the gateway's frames, and a run as in production."""

import asyncio
import json
import os
import sys
import zlib
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import aiohttp
import discord
import pytest

from tests.loopback.discord import DiscordServer, ProtocolViolation
from tests.loopback.discord.demo_bot import DemoBot
from tests.loopback.discord.demo_room import Room
from tests.loopback.discord.description import official

MESSAGES = "POST /channels/{channel_id}/messages"
needs_description = pytest.mark.skipif(official() is None, reason="the official description is not here")

# What the client must not send

BUTTON = {"type": 2, "style": 1, "label": "Go", "custom_id": "go"}
TEXT = {"type": 10, "content": "Hello"}


def rows(*buttons: dict[str, Any]) -> list[dict[str, Any]]:
    return [{"type": 1, "components": [button]} for button in buttons]


def numbered(count: int) -> list[dict[str, Any]]:
    return [BUTTON | {"custom_id": f"go{number}"} for number in range(count)]


BY_HAND = {
    "content_2001": {"content": "x" * 2001},
    "embeds_6001": {"embeds": [{"description": "x" * 3001}, {"description": "x" * 3000}]},
    "six_rows": {"components": rows(*numbered(6))},
    "custom_id_twice": {"components": rows(BUTTON, BUTTON)},
    "link_without_url": {"components": rows({"type": 2, "style": 5, "label": "Go"})},
    "content_with_v2": {"content": "x", "flags": 1 << 15, "components": [TEXT]},
    "v2_without_flag": {"components": [TEXT]},
    "nothing": {"content": " "},
    "nested_41": {
        "flags": 1 << 15,
        "components": [{"type": 17, "components": [TEXT] * 20}, {"type": 17, "components": [TEXT] * 19}],
    },
    "v2_text_4001": {"flags": 1 << 15, "components": [{"type": 10, "content": "x" * 2001}] * 2},
}
BY_DESCRIPTION = {
    "custom_id_101": {"components": rows(BUTTON | {"custom_id": "x" * 101})},
    "label_81": {"components": rows(BUTTON | {"label": "x" * 81})},
    "six_in_a_row": {"components": [{"type": 1, "components": numbered(6)}]},
    "title_257": {"embeds": [{"title": "x" * 257}]},
    "eleven_embeds": {"embeds": [{"title": "x"}] * 11},
    "unknown_field": {"content": "x", "colour": 1},
    "wrong_type": {"content": 1},
}


async def post(server: DiscordServer, path: str, body: Any, method: str = "POST") -> tuple[int, Any]:
    headers = {"Authorization": f"Bot {server.token}"}
    async with (
        aiohttp.ClientSession(headers=headers) as session,
        session.request(method, server.api_url + path, json=body) as answer,
    ):
        if answer.status == 204:
            return 204, None
        assert answer.headers["Content-Type"] == "application/json"
        return answer.status, json.loads(await answer.text())


async def refused(server: DiscordServer, body: Any) -> Any:
    with server.journal.expecting_violations():
        status, answer = await post(server, f"/channels/{Room(server).channel.id}/messages", body)
    assert status == 400
    return answer


@pytest.mark.parametrize("body", BY_HAND.values(), ids=BY_HAND.keys())
async def test_a_rule_that_is_written_by_hand_is_kept(body: Any) -> None:
    async with DiscordServer() as server:
        assert (await refused(server, body))["code"] in (50035, 50006)


@needs_description
@pytest.mark.parametrize("body", BY_DESCRIPTION.values(), ids=BY_DESCRIPTION.keys())
async def test_the_official_description_is_kept(body: Any) -> None:
    async with DiscordServer() as server:
        assert (await refused(server, body))["code"] == 50035


@needs_description
async def test_an_error_names_the_field_as_discord_does() -> None:
    async with DiscordServer() as server:
        answer = await refused(server, {"components": rows(BUTTON | {"label": "x" * 81})})
        (error,) = answer["errors"]["components"]["0"]["components"]["0"]["label"]["_errors"]
        assert error["code"] == "BASE_TYPE_MAX_LENGTH"


@pytest.mark.parametrize(
    "command",
    [
        {"name": "Poker", "description": "x"},
        {"name": "po ker", "description": "x"},
        {"name": "poker", "description": "x", "name_localizations": {"zh-Hant": "x"}},
        {"name": "poker", "description": "x", "options": [{"type": 3, "name": "A", "description": "x"}]},
    ],
)
async def test_a_command_name_follows_the_pattern_and_the_locales(command: Any) -> None:
    async with DiscordServer() as server:
        path = f"/applications/{server.world.application_id}/commands"
        with server.journal.expecting_violations():
            assert (await post(server, path, [command], "PUT"))[0] == 400
        fine = [{"name": "poker", "description": "x", "name_localizations": {"zh-TW": "撲克"}}]
        assert (await post(server, path, fine, "PUT"))[0] == 200


async def misanswered(server: DiscordServer) -> None:
    server.rest.fail(MESSAGES, 200)
    await post(server, f"/channels/{Room(server).channel.id}/messages", {"content": "x"})


@needs_description
async def test_an_answer_that_discord_never_gives_is_our_own_violation() -> None:
    with pytest.raises(ProtocolViolation, match="author"):
        async with DiscordServer() as server:
            await misanswered(server)


@pytest.mark.parametrize(
    ("path", "complaint"),
    [("/channels/{channel}/messages", "EMPTY_MESSAGE"), ("/nothing/here", "NOT_SERVED")],
)
async def test_a_violation_that_no_test_expected_fails_it(path: str, complaint: str) -> None:
    with pytest.raises(ProtocolViolation, match=complaint):
        async with DiscordServer() as server:
            await post(server, path.format(channel=Room(server).channel.id), {})


async def test_each_answer_tells_its_bucket_and_an_empty_one_is_refused() -> None:
    async with DiscordServer() as server, aiohttp.ClientSession() as session:
        server.limits.as_in_production()
        room, told = Room(server), []
        for _ in range(6):
            async with session.post(
                f"{server.api_url}/channels/{room.channel.id}/messages",
                json={"content": "x"},
                headers={"Authorization": f"Bot {server.token}"},
            ) as answer:
                told.append((answer.status, answer.headers["X-RateLimit-Remaining"], "Via" in answer.headers))
        assert told == [*((200, str(left), False) for left in (4, 3, 2, 1, 0)), (429, "0", True)]
        server.clock.advance(5)
        assert (await post(server, f"/channels/{room.channel.id}/messages", {"content": "x"}))[0] == 200


async def test_the_smaller_routes_are_served_too() -> None:
    """Leaving the block holds their answers against the official description."""
    async with DiscordServer() as server:
        room = Room(server)
        guild, channel = f"/guilds/{room.guild.id}", f"/channels/{room.channel.id}"
        application = f"/applications/{server.world.application_id}"
        command = {"name": "poker", "description": "x"}
        image = {"name": "spade", "image": "data:image/png;base64,AAAA"}
        emoji = (await post(server, f"{application}/emojis", image))[1]["id"]
        calls = [
            ("POST", f"{application}/commands", command, 201),
            ("POST", f"{application}/commands", command, 200),
            ("GET", f"{application}/emojis/{emoji}", None, 200),
            ("DELETE", f"{application}/emojis/{emoji}", None, 204),
            ("GET", f"{application}/emojis/{emoji}", None, 404),
            ("GET", channel, None, 200),
            ("POST", f"{channel}/typing", None, 204),
            ("PUT", f"{channel}/thread-members/@me", None, 204),
            ("DELETE", channel, None, 403),
            ("GET", guild, None, 200),
            ("DELETE", f"/users/@me{guild}", None, 204),
            ("GET", guild, None, 403),
        ]
        for method, path, body, status in calls:
            assert (await post(server, path, body, method))[0] == status, (method, path)


async def test_a_wrong_token_is_refused() -> None:
    async with DiscordServer() as server:
        with server.pointed():
            async with DemoBot() as bot:
                with pytest.raises(discord.LoginFailure):
                    await bot.login("wrong")


# The gateway, frame by frame


@asynccontextmanager
async def dialled(server: DiscordServer) -> AsyncIterator[aiohttp.ClientWebSocketResponse]:
    async with (
        aiohttp.ClientSession() as session,
        session.ws_connect(server.gateway_url + "?v=10&encoding=json&compress=zlib-stream") as socket,
    ):
        yield socket


def identify(server: DiscordServer, **more: Any) -> dict[str, Any]:
    return {"op": 2, "d": {"token": server.token, "intents": 1, "shard": [0, 1], "properties": {}} | more}


async def test_frames_are_one_zlib_stream() -> None:
    async with DiscordServer() as server, dialled(server) as socket:
        Room(server)
        inflate = zlib.decompressobj()
        await socket.send_json({"op": 1, "d": None})
        await socket.send_json(identify(server))
        frames = [await socket.receive_bytes() for _ in range(4)]
        assert all(frame.endswith(b"\x00\x00\xff\xff") for frame in frames)
        told = [json.loads(inflate.decompress(frame)) for frame in frames]
        assert [one["op"] for one in told] == [10, 11, 0, 0]
        assert [one["t"] for one in told[2:]] == ["READY", "GUILD_CREATE"]
        assert told[2]["d"]["resume_gateway_url"].startswith(server.gateway_url)


@pytest.mark.parametrize(
    ("payload", "code"),
    [
        ({"op": 2, "d": {"token": "wrong", "intents": 1}}, 4004),
        ({"op": 2, "d": {"token": "loopback.token", "intents": 1, "shard": [2, 2]}}, 4010),
        ({"op": 2, "d": {"token": "loopback.token", "intents": 1 << 15}}, 4014),
        ({"op": 3, "d": {}}, 4003),
        ({"op": 77, "d": {}}, 4001),
        ({"op": 1, "d": "x" * 4096}, 4002),
    ],
)
async def test_a_client_that_breaks_the_protocol_is_closed_with_its_code(payload: Any, code: int) -> None:
    async with DiscordServer() as server, dialled(server) as socket:
        await socket.send_json(payload)
        async with asyncio.timeout(5):
            while not socket.closed:
                await socket.receive()
        assert socket.close_code == code


async def frames(socket: aiohttp.ClientWebSocketResponse) -> AsyncIterator[dict[str, Any]]:
    inflate = zlib.decompressobj()
    while True:
        yield json.loads(inflate.decompress(await asyncio.wait_for(socket.receive_bytes(), 5)))


async def test_a_session_that_nobody_knows_is_invalid() -> None:
    async with DiscordServer() as server, dialled(server) as socket:
        await socket.send_json({"op": 6, "d": {"token": server.token, "session_id": "gone", "seq": 3}})
        told = [frame async for frame in first(frames(socket), 2)]
        assert told[1] == {"op": 9, "d": False}


async def test_an_identify_too_soon_after_the_last_is_invalid() -> None:
    async with DiscordServer() as server:
        server.gateway.identify_seconds = 5.0
        last = []
        for wait in (0, 1, 5):
            server.clock.advance(wait)
            async with dialled(server) as socket:
                await socket.send_json(identify(server))
                last.append([frame async for frame in first(frames(socket), 2)][1]["op"])
        assert last == [0, 9, 0]


async def test_a_dead_connection_acknowledges_no_heartbeat() -> None:
    async with DiscordServer() as server, dialled(server) as socket:
        server.gateway.acknowledging = False
        await socket.send_json({"op": 1, "d": None})
        await socket.send_json(identify(server))
        told = [frame async for frame in first(frames(socket), 2)]
        assert [one["op"] for one in told] == [10, 0]
        assert server.gateway.heartbeats == 1


async def first(source: AsyncIterator[Any], count: int) -> AsyncIterator[Any]:
    for _ in range(count):
        yield await anext(source)


# As in production


async def test_a_bot_of_its_own_process_is_served_by_real_names_and_tls_with_nothing_patched() -> None:
    async with DiscordServer(shards=1) as server, server.production_route() as route:
        room = Room(server)
        environment = os.environ | route.environment | {"DEMO_TOKEN": server.token, "DEMO_PROXY": route.proxy}
        process = await asyncio.create_subprocess_exec(
            sys.executable,
            "-m",
            "tests.loopback.discord.demo_bot",
            env=environment,
            cwd=Path(__file__).parent.parent,
        )
        try:
            await server.until(server.gateway.connected, 20)
            opened = await room.ann.slash(room.channel, "poker new", {"blinds": "1/2"})
            assert opened.message is not None
            assert (await room.bob.press(opened.message, "Seat 2")).ephemeral
            server.gateway.request_reconnect()
            await server.until(lambda: server.gateway.resumed)
            assert (await room.ann.slash(room.channel, "poker cards")).ephemeral
        finally:
            process.kill()
            await process.wait()
        assert set(route.tunnels) == {"discord.com", "gateway.discord.gg", "gateway-loopback.discord.gg"}
