"""What can go wrong between a client and its server, on demand: a wiretap that swallows answers, and kill -9."""

import asyncio
import os
import signal
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any, TypeAlias
from urllib.parse import unquote, urlsplit

import hiredis
import redis.asyncio as redis

from bot.valkey import EmbeddedValkey, open_valkey

READ = 65_536  # bytes at a time

Raw: TypeAlias = Any
"""A plain client that decodes answers; redis-py's own types allow every answer to be everything."""


class Wiretap:
    """Between one client and the server: notes every request, and may swallow answers."""

    def __init__(self, server: str, url: str) -> None:
        self.url = url
        self.requests: list[list[bytes]] = []
        self.cut_after: int | None = None
        """Take this many more requests to the server, then hang up before the last one's answer."""
        self.deaf = False
        """Swallow every answer."""
        self.cut = asyncio.Event()
        """Set when an answer was swallowed."""
        self._server = server

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """One connection, until either side hangs up."""
        from_server, to_server = await asyncio.open_unix_connection(self._server)
        down = asyncio.create_task(self._pour(from_server, writer))
        parser = hiredis.Reader()
        try:
            while data := await reader.read(READ):
                parser.feed(data)
                while (request := parser.gets()) is not False:
                    self.requests.append(request)
                    if self.cut_after is not None:
                        self.cut_after -= 1
                if self.cut_after == 0:
                    self.cut_after = None
                    await self._swallow(down, to_server, from_server, data)
                    return
                to_server.write(data)
        finally:
            down.cancel()
            writer.close()
            to_server.close()

    async def _swallow(
        self, down: asyncio.Task[None], up: asyncio.StreamWriter, answers: asyncio.StreamReader, data: bytes
    ) -> None:
        down.cancel()
        with suppress(asyncio.CancelledError):
            await down
        up.write(data)
        await answers.read(READ)
        self.cut.set()

    async def _pour(self, answers: asyncio.StreamReader, client: asyncio.StreamWriter) -> None:
        with suppress(ConnectionError):
            while data := await answers.read(READ):
                if self.deaf:
                    self.cut.set()
                else:
                    client.write(data)
        client.close()


@asynccontextmanager
async def wiretap(url: str, folder: Path) -> AsyncIterator[Wiretap]:
    """A wiretap before the server at the unix url; give its own `url` to the client."""
    path = folder / "tap"
    tap = Wiretap(unquote(urlsplit(url).path), f"unix://{path}")
    async with await asyncio.start_unix_server(tap.serve, path):
        yield tap


@asynccontextmanager
async def mortal_server(folder: Path) -> AsyncIterator[EmbeddedValkey]:
    """A server of the test's own, for `kill` and `revive`."""
    server = await open_valkey(folder / "mortal")
    try:
        await _write_at_once(server)
        yield server
    finally:
        await server.close()


def kill(server: EmbeddedValkey) -> None:
    """kill -9; returns at once, as the kernel does."""
    assert server.server_pid
    os.kill(server.server_pid, signal.SIGKILL)


async def revive(server: EmbeddedValkey) -> None:
    """Start a killed server again, with what it had written."""
    await server.reopen()
    await _write_at_once(server)


async def _write_at_once(server: EmbeddedValkey) -> None:
    """An answer then means that it is written: by default it may wait for two seconds behind a slow fsync."""
    async with redis.Redis.from_url(server.url) as client:
        await client.config_set("appendfsync", "always")
