"""Is it well? `/health` for whoever restarts services, `/metrics` for graphs; neither names a player."""

from collections.abc import Awaitable, Callable

from aiohttp import web
from prometheus_client import CollectorRegistry, Counter, Gauge, generate_latest

from core.ids import TableId


class Health:
    """Counts commits and knows whether Redis answers."""

    def __init__(self, ping: Callable[[], Awaitable[bool]]) -> None:
        """`ping` says whether the store answers now."""
        self._ping = ping
        self._registry = CollectorRegistry()
        self._commits = Counter(
            "riverbot_commits", "Actions committed by this process.", registry=self._registry
        )
        self._store_up = Gauge("riverbot_store_up", "1 while Redis answers.", registry=self._registry)

    def committed(self, table_id: TableId) -> None:
        """One more action was written; which table it was stays out of the metric."""
        del table_id
        self._commits.inc()

    def add_routes(self, app: web.Application) -> None:
        """`/health` and `/metrics` on an aiohttp application."""
        app.router.add_get("/health", self._health)
        app.router.add_get("/metrics", self._metrics)

    async def _health(self, _: web.Request) -> web.Response:
        up = await self._ping()
        return web.json_response({"store": "up" if up else "away"}, status=200 if up else 503)

    async def _metrics(self, _: web.Request) -> web.Response:
        self._store_up.set(await self._ping())
        return web.Response(body=generate_latest(self._registry), content_type="text/plain")
