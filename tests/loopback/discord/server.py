"""The loopback Discord as one object: it starts, is pointed at by a client, and gives its verdict at the end."""

from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from types import TracebackType
from typing import Self

from aiohttp import web

from .description import official
from .people import User
from .proxy import ProductionRoute
from .rest import BASE, Rest
from .stage import Stage
from .world import Guild


class DiscordServer(Stage):
    """`async with DiscordServer() as server:` serves REST and gateway on 127.0.0.1 until the block ends.

    Leaving the block raises ProtocolViolation if the client sent anything that Discord refuses and no test expected.
    """

    def __init__(self, *, token: str = "loopback.token", shards: int = 1) -> None:  # noqa: S107  opens nothing
        super().__init__(token=token, shards=shards)
        self.rest = Rest(self, official())
        self._runner: web.AppRunner | None = None
        self._port = 0

    async def __aenter__(self) -> Self:
        app = web.Application(client_max_size=32 * 1024 * 1024)
        app.router.add_get("/", self.gateway.serve)
        app.router.add_get("/gateway", self.gateway.serve)
        app.router.add_get("/gateway/", self.gateway.serve)
        self.rest.add_to(app)
        self._runner = web.AppRunner(app, access_log=None, shutdown_timeout=1.0)
        await self._runner.setup()
        site = web.TCPSite(self._runner, "127.0.0.1", 0)
        await site.start()
        self._port = self._runner.addresses[-1][1]
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.gateway.close()
        assert self._runner is not None
        await self._runner.cleanup()
        if error is None:
            self.journal.verdict()

    @property
    def api_url(self) -> str:
        return f"http://127.0.0.1:{self._port}{BASE}"

    @property
    def gateway_url(self) -> str:
        return f"ws://127.0.0.1:{self._port}/gateway"

    def add_user(
        self,
        name: str,
        *guilds: Guild,
        locale: str = "en-US",
        nick: str | None = None,
        global_name: str | None = None,
        dm_open: bool = True,
    ) -> User:
        """A person who is in the guilds; `nick` is their name there, `dm_open` whether the bot may write to them."""
        user = User(
            id=self.ids.next(),
            username=name,
            global_name=global_name,
            locale=locale,
            dm_open=dm_open,
            stage=self,
        )
        self.world.accounts[user.id] = user
        for guild in guilds:
            self.enter(guild, user, nick)
        return user

    @contextmanager
    def pointed(self) -> Iterator[None]:
        """Lead every discord.py client of this process here, by the addresses it holds as class attributes."""
        import discord
        import yarl
        from discord.gateway import DiscordWebSocket
        from discord.http import Route

        before = Route.BASE, DiscordWebSocket.DEFAULT_GATEWAY, discord.Asset.BASE
        Route.BASE = self.api_url
        DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(self.gateway_url)
        discord.Asset.BASE = f"http://127.0.0.1:{self._port}/cdn"
        try:
            yield
        finally:
            Route.BASE, DiscordWebSocket.DEFAULT_GATEWAY, discord.Asset.BASE = before

    @asynccontextmanager
    async def production_route(self) -> AsyncIterator[ProductionRoute]:
        """Lead a client here that is patched in nothing: by its proxy setting, with real host names and TLS."""
        assert self._runner is not None
        route = ProductionRoute()
        site = web.TCPSite(self._runner, "127.0.0.1", 0, ssl_context=route.server_context())
        await site.start()
        await route.open(self._runner.addresses[-1][1])
        try:
            yield route
        finally:
            await self.gateway.close()
            await route.close()
            await site.stop()
