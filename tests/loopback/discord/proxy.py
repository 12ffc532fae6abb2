"""A CONNECT proxy and certificates, by which a client that believes it talks to discord.com reaches the loopback."""

import asyncio
import ssl
import tempfile
from contextlib import suppress
from pathlib import Path

import trustme

HOSTS = ("discord.com", "gateway.discord.gg", "gateway-loopback.discord.gg", "cdn.discordapp.com")


class ProductionRoute:
    """What an unpatched client needs: `proxy` for its proxy setting, and trust in our authority.

    For a bot in its own process put `environment` into its environment; in this process give `ssl_context` to its
    connector.
    """

    def __init__(self) -> None:
        self._authority = trustme.CA()
        self._folder = tempfile.TemporaryDirectory()
        self.ca_file = Path(self._folder.name) / "ca.pem"
        self._authority.cert_pem.write_to_path(str(self.ca_file))
        self.ssl_context = ssl.create_default_context(cafile=str(self.ca_file))
        self.tunnels: list[str] = []
        self._target = 0
        self._server: asyncio.Server | None = None
        self._tasks: set[asyncio.Task[None]] = set()

    def server_context(self) -> ssl.SSLContext:
        """For the TLS side of the loopback server."""
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        self._authority.issue_cert(*HOSTS).configure_cert(context)
        return context

    @property
    def environment(self) -> dict[str, str]:
        return {"SSL_CERT_FILE": str(self.ca_file)}

    @property
    def proxy(self) -> str:
        assert self._server is not None
        return f"http://127.0.0.1:{self._server.sockets[0].getsockname()[1]}"

    async def open(self, target: int) -> None:
        """Lead every tunnel to the TLS port."""
        self._target = target
        self._server = await asyncio.start_server(self._serve, "127.0.0.1", 0)

    async def close(self) -> None:
        if self._server is not None:
            self._server.close()
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        self._folder.cleanup()

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        self._tasks.add(task)
        try:
            with suppress(ConnectionError, asyncio.IncompleteReadError, asyncio.CancelledError):
                await self._tunnel(reader, writer)
        finally:
            self._tasks.discard(task)
            writer.close()

    async def _tunnel(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        head = (await reader.readuntil(b"\r\n\r\n")).decode()
        method, address, _ = head.split(" ", 2)
        host = address.split(":")[0]
        self.tunnels.append(host)
        if method != "CONNECT" or host not in HOSTS:
            writer.write(b"HTTP/1.1 403 Forbidden\r\n\r\n")
            await writer.drain()
            return
        far_reader, far_writer = await asyncio.open_connection("127.0.0.1", self._target)
        writer.write(b"HTTP/1.1 200 Connection established\r\n\r\n")
        try:
            await asyncio.gather(_pump(reader, far_writer), _pump(far_reader, writer))
        finally:
            far_writer.close()


async def _pump(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    while data := await reader.read(65536):
        writer.write(data)
        await writer.drain()
    if writer.can_write_eof():
        writer.write_eof()
