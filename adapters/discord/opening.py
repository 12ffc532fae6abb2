"""``/poker new`` and ``/tourney create``: whether the dealer may deal here, the thread that a table gets, the hall of a
tournament, and the language of the room."""

from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Final

import discord

from adapters.discord import permissions
from adapters.discord.meant import Meant
from adapters.discord.requests import Interaction
from adapters.discord.slash import LOCALES
from adapters.discord.threads import places_of, room_of, thread_for
from adapters.languages import Memory
from adapters.menu import find, read
from adapters.messages import Locale, Message, Request
from adapters.stakes import table_options
from adapters.texts import say
from core.cardroom.names import clean_name
from core.ids import RoomId
from core.options import checked_options
from core.refusals import Refused
from core.store import StoreAway

NEW: Final = "new"
CREATE: Final = "create"


@dataclass(frozen=True, slots=True, kw_only=True)
class Opening:
    """`chosen` gives the language that a room has chosen and `speak` chooses it; both may raise StoreAway. `usual` is
    the language of a place where nobody chose one."""

    memory: Memory
    meant: Meant
    chosen: Callable[[str], Awaitable[str | None]]
    speak: Callable[[RoomId, Locale], Awaitable[None]]
    usual: Locale
    embeds: bool

    async def placed(self, interaction: Interaction, request: Request) -> tuple[Request, Message | None]:
        """The request for the room that the table is to live in; or what stands in the way.

        What the rules would refuse gets no thread and is refused where it was typed.
        """
        held = interaction.app_permissions
        in_thread = isinstance(interaction.channel, discord.Thread)
        keys = permissions.missing(held, in_thread=in_thread, embeds=self.embeds)
        if keys:
            return request, permissions.missing_message(keys, playing=False)
        try:
            given = read(find(request.command), request.args)
            name = given.get("name") or say(request.locale, "table.usual_name")
            checked_options(table_options(given))
            clean_name(name)
            # Nobody finds an empty thread if Redis is away.
            await self.memory.recall(request.room, "thread")
        except (Refused, StoreAway):
            return request, None
        thread = await thread_for(interaction.channel, held, name)
        room = request.room if thread is None else room_of(interaction.guild_id, thread.id)
        try:
            await self._settle_in(interaction, request, room)
        except StoreAway:
            return request, None
        return replace(request, room=room), None

    async def announced(self, interaction: Interaction, request: Request) -> tuple[Request, Message | None]:
        """The request to announce a tournament in the channel, of a thread the one that it was opened from; or what
        stands in the way."""
        hall = request.home or request.room
        in_thread = isinstance(interaction.channel, discord.Thread) and hall == request.room
        keys = permissions.missing(interaction.app_permissions, in_thread=in_thread, embeds=self.embeds)
        if keys:
            return request, permissions.missing_message(keys, playing=False)
        with suppress(StoreAway):
            await self.choose_language(interaction, request, hall)
        return request, None

    def link(self, request: Request) -> str:
        """Says where the table is."""
        return f"{say(request.locale, 'discord.table_in')} <#{places_of(request.room)[1]}>"

    async def _settle_in(self, interaction: Interaction, request: Request, room: RoomId) -> None:
        if request.home is not None and room != request.home:
            await self.meant.opened(request.home, room)
        await self.choose_language(interaction, request, room)

    async def choose_language(self, interaction: Interaction, request: Request, room: RoomId) -> None:
        """A room without a language gets one for good: that of its channel, which is that of the server or of whoever
        opened the first table there. Raises StoreAway."""
        if await self.chosen(room) is not None:
            return
        home = request.home or room
        kept = None if home == room else await self.chosen(home)
        locale = self._first_language(interaction, request) if kept is None else Locale(kept)
        for place in dict.fromkeys((home, room)) if kept is None else (room,):
            await self.speak(place, locale)

    def _first_language(self, interaction: Interaction, request: Request) -> Locale:
        """English is also what is understood of every language that is not spoken here."""
        server = interaction.guild_locale
        of_server = LOCALES.get(server) if server is not None else None
        return of_server or (self.usual if request.locale is Locale.EN else request.locale)
