"""The web room's aiohttp application: the page, its files, its texts, and the websocket.

The page may run nothing but its own files and talk to nobody but this server; every answer's headers say so.
"""

import json
import time
import tomllib
from collections.abc import Awaitable, Callable
from pathlib import Path
from urllib.parse import urlsplit

from aiohttp import WSCloseCode, web

from adapters.messages import Locale
from adapters.web.inbound import LONGEST_FRAME, ROOM_NAME
from adapters.web.outbound import WebPort
from adapters.web.visit import visit

STATIC = Path(__file__).parent / "static"
LOCALES = Path(__file__).parent.parent / "locales"
ROOM_PATH = f"/r/{{room:{ROOM_NAME}}}"
MOST_SOCKETS = 2_000

HEADERS = {
    "Content-Security-Policy": "; ".join(
        (
            "default-src 'none'",
            "script-src 'self'",
            "style-src 'self'",
            "img-src 'self' data:",
            "connect-src 'self'",
            "manifest-src 'self'",
            "base-uri 'none'",
            "form-action 'none'",
            "frame-ancestors 'none'",
            "require-trusted-types-for 'script'",
            "trusted-types 'none'",
        )
    ),
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=()",
    "Cache-Control": "no-cache",  # ask each time; the etag makes the answer short
}

PORT = web.AppKey("port", WebPort)
ORIGINS = web.AppKey("origins", frozenset[str])
SOCKETS = web.AppKey("sockets", set[web.WebSocketResponse])
CHROME = web.AppKey("chrome", dict[str, str])


def web_app(port: WebPort, *, origins: frozenset[str] = frozenset()) -> web.Application:
    """The application. A page from this very host may open the websocket, and so may one from `origins`
    (``https://poker.example``), for a proxy that changes the Host header."""
    app = web.Application(middlewares=[_guarded])
    app[PORT] = port
    app[ORIGINS] = origins
    app[SOCKETS] = set()
    app[CHROME] = {locale.value: json.dumps(chrome(locale), ensure_ascii=False) for locale in Locale}
    app.router.add_get("/", _page)
    app.router.add_get(ROOM_PATH, _page)
    app.router.add_get("/texts/{locale}.json", _texts)
    app.router.add_get("/ws", _websocket)
    app.router.add_static("/static/", STATIC)
    app.on_shutdown.append(_say_goodbye)
    return app


def chrome(locale: Locale) -> dict[str, str]:
    """The page's own texts by key without ``web.``, placeholders as ``{name}``."""
    document = tomllib.loads((LOCALES / f"web.{locale.value}.toml").read_text(encoding="utf-8"))
    return _flat(document["web"], "")


def _flat(table: dict[str, object], prefix: str) -> dict[str, str]:
    flat: dict[str, str] = {}
    for key, value in table.items():
        if isinstance(value, dict):
            flat |= _flat(value, f"{prefix}{key}.")
        else:
            flat[prefix + key] = str(value)
    return flat


@web.middleware
async def _guarded(
    request: web.Request, handler: Callable[[web.Request], Awaitable[web.StreamResponse]]
) -> web.StreamResponse:
    """The same headers on every answer, errors included."""
    try:
        response = await handler(request)
    except web.HTTPException as answer:
        answer.headers.update(HEADERS)
        raise
    if not response.prepared:
        response.headers.update(HEADERS)
    return response


async def _page(request: web.Request) -> web.StreamResponse:
    return web.FileResponse(STATIC / "index.html")


async def _texts(request: web.Request) -> web.StreamResponse:
    texts = request.app[CHROME].get(request.match_info["locale"])
    if texts is None:
        raise web.HTTPNotFound
    return web.Response(text=texts, content_type="application/json")


async def _websocket(request: web.Request) -> web.StreamResponse:
    if not _same_house(request):
        raise web.HTTPForbidden(text="This websocket is for its own page.")
    sockets = request.app[SOCKETS]
    if len(sockets) >= MOST_SOCKETS:
        raise web.HTTPServiceUnavailable(text="Too many people are here.")
    # A frame somewhat too large is answered in words; one absurdly large ends the connection.
    socket = web.WebSocketResponse(heartbeat=25, max_msg_size=16 * LONGEST_FRAME)
    await socket.prepare(request)
    sockets.add(socket)
    try:
        await visit(request.app[PORT], socket, time.monotonic)
    finally:
        sockets.discard(socket)
    return socket


def _same_house(request: web.Request) -> bool:
    """Whether the page that asks came from this host. A client that is no browser sends no Origin."""
    origin = request.headers.get("Origin")
    return origin is None or origin in request.app[ORIGINS] or urlsplit(origin).netloc == request.host


async def _say_goodbye(app: web.Application) -> None:
    """Close every socket when the server stops; pages come back by themselves."""
    sockets = app[SOCKETS]
    for socket in tuple(sockets):
        await socket.close(code=WSCloseCode.GOING_AWAY, message=b"restarting")
