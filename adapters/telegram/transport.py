"""Carries the requests of python-telegram-bot over aiohttp: its own transport stalls when many are in flight."""

from typing import Any, Final
from urllib.parse import urlencode

import aiohttp
from telegram.error import NetworkError, TimedOut
from telegram.request import BaseRequest, RequestData

MOST_AT_ONCE: Final = 64
"""Requests in flight; what comes on top waits for a connection."""
READ_SECONDS: Final = 10.0
CONNECT_SECONDS: Final = 5.0
_FORM: Final = {"Content-Type": "application/x-www-form-urlencoded"}


class Transport(BaseRequest):
    """One pool of connections."""

    def __init__(self, *, proxy: str | None = None, most: int = MOST_AT_ONCE) -> None:
        """`proxy`: `http://host:port`."""
        self._proxy = proxy
        self._most = most
        self._session: aiohttp.ClientSession | None = None

    @property
    def read_timeout(self) -> float:
        """Seconds that an answer may take."""
        return READ_SECONDS

    async def initialize(self) -> None:
        """Open the pool."""
        if self._session is None or self._session.closed:
            connector = aiohttp.TCPConnector(limit=self._most, limit_per_host=self._most)
            self._session = aiohttp.ClientSession(connector=connector, trust_env=False)

    async def shutdown(self) -> None:
        """Close the pool."""
        if self._session is not None:
            await self._session.close()

    async def do_request(
        self,
        url: str,
        method: str,
        request_data: RequestData | None = None,
        read_timeout: Any = BaseRequest.DEFAULT_NONE,
        write_timeout: Any = BaseRequest.DEFAULT_NONE,
        connect_timeout: Any = BaseRequest.DEFAULT_NONE,
        pool_timeout: Any = BaseRequest.DEFAULT_NONE,
    ) -> tuple[int, bytes]:
        """Send one request. What goes wrong names no address: the token is in it."""
        if self._session is None:
            raise NetworkError("the transport is not open")
        seconds = read_timeout if isinstance(read_timeout, int | float) else READ_SECONDS
        timeout = aiohttp.ClientTimeout(total=seconds + CONNECT_SECONDS, sock_connect=CONNECT_SECONDS)
        body, headers = _body(request_data)
        try:
            async with self._session.request(
                method, url, data=body, headers=headers, timeout=timeout, proxy=self._proxy
            ) as answer:
                return answer.status, await answer.read()
        except TimeoutError:
            raise TimedOut from None
        except (aiohttp.ClientError, OSError) as failed:
            raise NetworkError(type(failed).__name__) from None


def _body(data: RequestData | None) -> tuple[Any, dict[str, str]]:
    if data is None:
        return None, {}
    files = data.multipart_data
    if not files:
        return urlencode(data.json_parameters).encode(), _FORM
    form = aiohttp.FormData()
    for name, value in data.json_parameters.items():
        form.add_field(name, value)
    for name, (filename, content, kind) in files.items():
        form.add_field(name, content, filename=filename, content_type=kind)
    return form, {}
