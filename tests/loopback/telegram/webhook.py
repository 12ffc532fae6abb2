"""Delivery of updates to the bot's own server: with its secret, in order per chat, again until it says yes."""

import asyncio
from contextlib import suppress

import aiohttp

from .faults import Troubled
from .updates import Update

SECRET_HEADER = "X-Telegram-Bot-Api-Secret-Token"
SLOWEST = 1.0  # seconds between attempts at last
TIMEOUT = aiohttp.ClientTimeout(total=60.0)


class Webhook:
    """Works while a webhook is set. `retry_seconds` (real time) is doubled from one attempt to the next."""

    def __init__(self, stage: Troubled) -> None:
        self._stage = stage
        self.retry_seconds = 0.02
        self._wake = asyncio.Event()
        self._lanes: dict[int, asyncio.Task[None]] = {}
        self._loop: asyncio.Task[None] | None = None
        self._session: aiohttp.ClientSession | None = None

    def start(self) -> None:
        self._session = aiohttp.ClientSession(timeout=TIMEOUT)
        self._stage.updates.listeners.append(self._wake.set)
        self._loop = asyncio.create_task(self._run())

    async def close(self) -> None:
        tasks = [task for task in (self._loop, *self._lanes.values()) if task is not None]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        if self._session is not None:
            await self._session.close()

    async def _run(self) -> None:
        while True:
            await self._wake.wait()
            self._wake.clear()
            self._lanes = {lane: task for lane, task in self._lanes.items() if not task.done()}
            for update in list(self._stage.updates.waiting):
                hook = self._stage.updates.webhook
                if hook is None or len(self._lanes) >= hook["most"]:
                    break
                if update.lane not in self._lanes:
                    self._lanes[update.lane] = asyncio.create_task(self._deliver(update))

    async def _deliver(self, update: Update) -> None:
        """Try until it is taken, or the webhook is gone, or the update was dropped."""
        pause, updates = self.retry_seconds, self._stage.updates
        while updates.webhook is not None and update in updates.waiting:
            if await self._taken(update):
                updates.settle(update)
                break
            await asyncio.sleep(pause)
            pause = min(SLOWEST, pause * 2)
        asyncio.get_running_loop().call_soon(updates.wake)

    async def _taken(self, update: Update) -> bool:
        updates, hook = self._stage.updates, self._stage.updates.webhook
        assert self._session is not None
        assert hook is not None
        await asyncio.sleep(self._stage.network.delay)
        headers = {SECRET_HEADER: hook["secret"]} if hook["secret"] else {}
        words = "Connection refused"
        with suppress(aiohttp.ClientError, TimeoutError):
            async with self._session.post(hook["url"], json=update.payload, headers=headers) as answer:
                if 200 <= answer.status < 300:
                    return True
                words = f"Wrong response from the webhook: {answer.status} {answer.reason}"
        updates.last_error = int(self._stage.clock.now()), words
        return False
