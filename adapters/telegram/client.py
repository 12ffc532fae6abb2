"""The Telegram bot: logs in, keeps its menus up to date, and takes updates by long polling or by webhook.

Updates are handled many at a time, as many as may be in flight; `Order` keeps those of one table apart. Polling guards
itself: a request that hangs is given up and made again, and two connections are there for it.
"""

import asyncio
import hmac
from collections.abc import Awaitable, Callable
from contextlib import suppress
from functools import partial
from hashlib import sha256
from typing import Any, Final

import structlog
from aiohttp import web
from telegram import (
    BotCommand,
    BotCommandScopeAllChatAdministrators,
    BotCommandScopeAllGroupChats,
    BotCommandScopeAllPrivateChats,
    Update,
)
from telegram.error import Conflict, InvalidToken, TelegramError
from telegram.ext import ExtBot

from adapters.messages import Locale
from adapters.telegram import typed
from adapters.telegram.inbound import KINDS
from adapters.telegram.limiter import ChatLimiter
from adapters.telegram.recent import Recent
from adapters.telegram.transport import Transport
from adapters.telegram.trouble import pause_of
from adapters.texts import say

MOST_HANDLED: Final = 256
"""Updates that are handled at one time; what comes on top waits with Telegram."""
POLL_SECONDS: Final = 25
HANG_SECONDS: Final = 15.0
"""How much longer than asked an answer may take before the connection is given up."""
PAUSES: Final = (1.0, 30.0)
"""The first and the longest seconds between two tries."""
PROOF_HEADER: Final = "X-Telegram-Bot-Api-Secret-Token"
_MENUS: Final = (
    (BotCommandScopeAllGroupChats(), typed.GROUP),
    (BotCommandScopeAllChatAdministrators(), typed.ADMIN),
    (BotCommandScopeAllPrivateChats(), typed.PRIVATE),
)
_log = structlog.get_logger(__name__)


class LoginRefused(Exception):
    """The token is not a bot's."""


class Unreachable(Exception):
    """Telegram does not answer, or not as it should."""


class TelegramClient:
    """One bot. `take` handles one update; it raises nothing."""

    def __init__(self, token: str, *, base_url: str, proxy: str | None, recent: Recent | None = None) -> None:
        """`base_url` is the server's, without the token: `https://api.telegram.org/bot`."""
        self.limiter = ChatLimiter(recent)
        self.bot: ExtBot[Any] = ExtBot(
            token,
            base_url=base_url,
            request=Transport(proxy=proxy),
            get_updates_request=Transport(proxy=proxy, most=2),
            rate_limiter=self.limiter,
        )
        self.take: Callable[[Update], Awaitable[None]] | None = None
        self._free = asyncio.Semaphore(MOST_HANDLED)
        self._handling: set[asyncio.Task[None]] = set()

    @property
    def invite_link(self) -> str:
        """Where a group's owner lets the dealer in. Known after login."""
        return f"https://t.me/{self.bot.username}?startgroup=new"

    async def log_in(self) -> None:
        """Raises LoginRefused, Unreachable."""
        try:
            await self.bot.initialize()
        except InvalidToken:
            raise LoginRefused from None
        except TelegramError as away:
            raise Unreachable(type(away).__name__) from None

    async def set_menus(self, known: str | None, chinese: Locale) -> str:
        """Tell Telegram the commands if they are not those of the digest `known`; returns their digest.

        It tells languages apart by two letters, so `chinese` stands for both ways of writing it. Raises Unreachable.
        """
        menus = [
            (scope, code, [_command(word, locale) for word in words])
            for scope, words in _MENUS
            for code, locale in ((None, Locale.EN), ("zh", chinese))
        ]
        digest = sha256(
            repr([(s.type, c, [m.to_dict() for m in w]) for s, c, w in menus]).encode()
        ).hexdigest()
        if digest != known:
            try:
                for scope, code, commands in menus:
                    await self.bot.set_my_commands(commands, scope=scope, language_code=code)
            except TelegramError as away:
                raise Unreachable(type(away).__name__) from None
        return digest

    async def poll(self) -> None:
        """Take updates by long polling, until cancelled."""
        await self._persist(self.bot.delete_webhook)
        offset = 0
        while True:
            updates = await self._persist(partial(self._ask, offset))
            for update in updates:
                offset = update.update_id + 1
                await self._hand_on(update)

    async def listen(self, url: str, secret: str) -> None:
        """Have updates sent to `url`, where `webhook` takes them, until cancelled."""
        await self._persist(
            lambda: self.bot.set_webhook(
                url, secret_token=secret, allowed_updates=list(KINDS), max_connections=100
            )
        )
        await asyncio.Event().wait()

    def webhook(self, secret: str) -> Callable[[web.Request], Awaitable[web.Response]]:
        """What answers at that address: only whoever knows the secret is heard."""

        async def received(request: web.Request) -> web.Response:
            if not hmac.compare_digest(request.headers.get(PROOF_HEADER, "").encode(), secret.encode()):
                return web.Response(status=403)
            try:
                update = Update.de_json(await request.json(), self.bot)
            except (ValueError, TypeError, KeyError):
                return web.Response(status=400)
            await self._hand_on(update)
            return web.Response()

        return received

    async def close(self) -> None:
        """Let go of what is being handled, and close the connections."""
        for task in self._handling:
            task.cancel()
        await asyncio.gather(*self._handling, return_exceptions=True)
        with suppress(TelegramError):
            await self.bot.shutdown()

    async def _ask(self, offset: int) -> tuple[Update, ...]:
        """Raises TimeoutError when the connection hangs: it lives no longer than that."""
        async with asyncio.timeout(POLL_SECONDS + HANG_SECONDS):
            return await self.bot.get_updates(offset, timeout=POLL_SECONDS, allowed_updates=list(KINDS))

    async def _persist(self, ask: Callable[[], Awaitable[Any]]) -> Any:
        """Ask until Telegram answers."""
        pause, longest = PAUSES
        while True:
            try:
                return await ask()
            except Conflict:
                _log.warning("somebody_else_polls")
            except (TelegramError, TimeoutError) as failed:
                _log.warning("telegram_unreachable", error=type(failed).__name__)
                pause = max(pause, pause_of(failed, 0.0)) if isinstance(failed, TelegramError) else pause
            await asyncio.sleep(pause)
            pause = min(2 * pause, longest)

    async def _hand_on(self, update: Update) -> None:
        """Begin with it, in the order in which updates come, once not too many are being handled."""
        if self.take is None:
            raise RuntimeError("nobody takes what people do")
        await self._free.acquire()
        task = asyncio.create_task(self._handled(update))
        self._handling.add(task)
        task.add_done_callback(self._handling.discard)

    async def _handled(self, update: Update) -> None:
        try:
            if self.take is not None:
                await self.take(update)
        finally:
            self._free.release()


def _command(word: str, locale: Locale) -> BotCommand:
    """One line of a menu; older servers take no notice of what they do not know."""
    extra = {"is_ephemeral": True} if word in typed.QUIET else None
    return BotCommand(word, say(locale, typed.described(word)), api_kwargs=extra)
