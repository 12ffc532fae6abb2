"""Each player's language: the one they chose, else that of their app, else the usual one."""

import asyncio
from contextlib import suppress
from typing import Final, Protocol

from adapters.messages import Locale
from core.ids import PlayerId
from core.store import StoreAway

_CHOSEN_SECONDS: Final = 60.0
"""How long a chosen language is believed before it is looked up again: another process may have changed it."""


class Memory(Protocol):
    """What is asked of `core.kept.Kept`. Any of it may raise `StoreAway`."""

    async def remember(self, who: str, what: str, value: str, seconds: int | None = None) -> None:
        """Keep it, for so many seconds or for good."""

    async def recall(self, who: str, *whats: str) -> tuple[str | None, ...]:
        """What is kept, each None when nothing is."""

    async def forget(self, who: str, *whats: str) -> None:
        """Keep it no longer."""


class Chosen(Protocol):
    """What is asked of `core.store.Store` about languages. It may raise `StoreAway`."""

    async def locale_of(self, who: str) -> str | None:
        """The language that a room or a player chose, if any."""


class Languages:
    """The languages of one platform's players."""

    def __init__(self, memory: Memory, chosen: Chosen, usual: Locale) -> None:
        """Nobody has been heard yet."""
        self._memory = memory
        self._store = chosen
        self._usual = usual
        self._chosen: dict[PlayerId, tuple[float, Locale | None]] = {}
        self._seen: dict[PlayerId, Locale] = {}

    async def of_asker(self, player: PlayerId, client: Locale) -> Locale:
        """The language to answer in, `client` being that of the player's app. Needs no Redis to answer."""
        with suppress(StoreAway):
            if self._seen.get(player) is not client:
                await self._memory.remember(player, "locale", client.value)
                self._seen[player] = client
            return await self._choice(player) or client
        return client

    async def of(self, player: PlayerId) -> Locale:
        """The language to write to a player in. Raises StoreAway."""
        chosen = await self._choice(player)
        if chosen is not None:
            return chosen
        if player not in self._seen:
            (known,) = await self._memory.recall(player, "locale")
            if known is None:
                return self._usual
            self._seen[player] = Locale(known)
        return self._seen[player]

    def forget(self, player: PlayerId) -> None:
        """The player has just chosen another one."""
        self._chosen.pop(player, None)

    async def _choice(self, player: PlayerId) -> Locale | None:
        now = asyncio.get_running_loop().time()
        known = self._chosen.get(player)
        if known is None or known[0] < now:
            found = await self._store.locale_of(player)
            known = self._chosen[player] = (now + _CHOSEN_SECONDS, Locale(found) if found else None)
        return known[1]
