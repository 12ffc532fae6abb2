"""A real server to test against. A test module says `pytest_plugins = ["tests.redis_server"]`.

One server runs for the session, and every test that asks for `redis_url` finds it empty.
"""

import asyncio
from collections.abc import AsyncIterator, Iterator

import pytest
import redis.asyncio as redis

from bot import valkey_process
from bot.valkey import EmbeddedValkey, ValkeyUnavailable, open_valkey
from core.store import Store, connect


@pytest.fixture(scope="session")
def _server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[EmbeddedValkey]:
    try:
        valkey_process.find_binary()
    except ValkeyUnavailable as missing:
        pytest.skip(str(missing))  # no build for this platform; a build that does not start is a failure
    server = asyncio.run(open_valkey(tmp_path_factory.mktemp("valkey")))
    yield server
    asyncio.run(server.close())


@pytest.fixture
async def raw(_server: EmbeddedValkey) -> AsyncIterator[redis.Redis]:
    """A plain client of the emptied server, to look behind the store's back."""
    async with redis.Redis.from_url(_server.url, decode_responses=True) as client:
        await client.flushall()
        yield client


@pytest.fixture
def redis_url(_server: EmbeddedValkey, raw: redis.Redis) -> str:
    """Where the emptied server is."""
    return _server.url


@pytest.fixture
async def store(redis_url: str) -> AsyncIterator[Store]:
    """A store on the emptied server."""
    async with await connect(redis_url) as made:
        yield made
