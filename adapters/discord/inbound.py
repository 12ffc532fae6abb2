"""What people do on Discord: commands, buttons and forms, each acknowledged before anything else is done.

The platform gives three seconds for the acknowledgement, so it goes out first and the work comes after. What can't be
acknowledged is dropped: it comes too late and its person was told that it failed, or it was delivered twice. Answers
go to the asker alone; the table message is the announcer's business.
"""

import asyncio
from collections.abc import Awaitable, Callable, Set
from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import Any, Final

import aiohttp
import discord
import structlog
from discord import app_commands

from adapters.discord import modals, suggestions
from adapters.discord.arrivals import Arrivals
from adapters.discord.custom_ids import Press, parse
from adapters.discord.meant import House, Meant
from adapters.discord.opening import CREATE, NEW, Opening
from adapters.discord.own_settings import OwnSettings, about, asked_about, with_settings
from adapters.discord.privately import Private
from adapters.discord.requests import (
    Interaction,
    arguments,
    home_here,
    named_in,
    player_of,
    request_of,
    room_here,
)
from adapters.discord.sending import Drawn, Wire, for_edit
from adapters.discord.slash import EVENT, Choice, Given, locale_of
from adapters.discord.trouble import note, with_hidden, with_missing
from adapters.discord.which import which_buttons, which_links
from adapters.languages import Languages
from adapters.menu import find
from adapters.menu_entries import TOURNEY
from adapters.messages import ChoiceName, Locale, Message, Reply, Request
from core.cardroom.table import Table
from core.ids import RoomId, TableId
from core.refusals import Refused
from core.sight import player_view
from core.store import StoreAway

_log = structlog.get_logger(__name__)
_SUGGEST_SECONDS: Final = 1.5
_TOGETHER_SECONDS: Final = 0.2
"""How long work waits at most for the acknowledgement of others."""
_PLACELESS: Final = frozenset({"new", "language", "rules", "privacy", "help"})
"""Commands that mean the channel they are typed in, even where a table lives in a thread of it."""
_SENDING_FAILED: Final = (discord.HTTPException, discord.RateLimited, aiohttp.ClientError, OSError)


@dataclass(slots=True, kw_only=True)
class DiscordInbound:
    """`run` does what a request asks, `look_after` sees whether a room's table message is still there, and `hidden`
    are the rooms in which Discord lets no table be shown now."""

    run: Callable[[Request], Awaitable[Reply]]
    house: House
    wire: Wire
    private: Private
    languages: Languages
    meant: Meant
    own_settings: OwnSettings
    opening: Opening
    look_after: Callable[[RoomId], Awaitable[None]]
    hidden: Set[RoomId]
    embeds: bool
    _arrivals: Arrivals = field(default_factory=Arrivals)
    _unacknowledged: int = 0
    _calm: asyncio.Event = field(default_factory=asyncio.Event)
    """Set when the last of those that came together is acknowledged."""

    async def command(self, interaction: Interaction, command: str, given: Given) -> None:
        """A ``/poker`` command."""
        with self._arrivals.come(room_here(interaction)) as arrival:
            if not await self._acknowledge(interaction):
                return
            request = await self._request(interaction, command, arguments(command, given))
            request = replace(request, named=named_in(given))
            if asked_about(command, given):
                await self._answer(interaction, request, about())
                return
            if command in (NEW, CREATE):
                opening = self.opening.placed if command == NEW else self.opening.announced
                request, refusal = await opening(interaction, request)
                if refusal is not None:
                    await self._answer(interaction, request, refusal)
                    return
            elif command == "link" and request.args and request.host_powers:
                # The other room's table comes to where its code is typed.
                with suppress(StoreAway):
                    await self.opening.choose_language(interaction, request, request.room)
            elif command not in _PLACELESS and find(command).group != TOURNEY:
                with suppress(StoreAway):
                    request, several = await self.meant.placed(request)
                    if several:
                        await self._ask_which(interaction, request, several)
                        return
            await arrival.turn()
            reply = await self._carry_out(request)
        if command == NEW and reply.message is None:
            await self._reply(interaction, {"content": self.opening.link(request)})
            return
        if command == "language":
            request = await self._in_the_new_language(interaction, request)
        message = reply.message
        if command == "help" and not request.args and message is not None:
            message = with_settings(message)
        message = await self._with_trouble(interaction, request, reply, message)
        await self._answer(interaction, request, message)
        if command == "table":
            await self.look_after(request.room)

    async def settings(self, interaction: Interaction, way: str | None) -> None:
        """``/poker settings``."""
        if not await self._acknowledge(interaction):
            return
        request = await self._request(interaction, "settings", "")
        await self._answer(interaction, request, await self.own_settings.changed(request, way))

    async def suggest(
        self, interaction: Interaction, argument: str, typed: str, *, event: bool
    ) -> list[Choice]:
        """What to offer; nothing rather than late."""
        locale = locale_of(interaction.locale)
        if event and argument != EVENT:
            return _offered(suggestions.event_offers(argument, typed))
        if event:
            with suppress(Refused, StoreAway, TimeoutError):
                async with asyncio.timeout(_SUGGEST_SECONDS):
                    here = home_here(interaction)
                    return _offered(await suggestions.events_here(self.house.events, here, typed))
            return []
        view = None
        with suppress(Refused, StoreAway, TimeoutError):
            async with asyncio.timeout(_SUGGEST_SECONDS):
                table_id = await self.meant.table(room_here(interaction), player_of(interaction))
                if table_id is not None:
                    view = player_view(await self.house.look(table_id, 0), player_of(interaction))
        return _offered(suggestions.offers(argument, typed, view, locale))

    async def press(self, interaction: Interaction, press: Press) -> None:
        """A button."""
        if modals.opens_form(press):
            locale = locale_of(interaction.locale)
            with suppress(*_SENDING_FAILED):
                await interaction.response.send_modal(modals.form(press, locale))
            return
        await self._pressed(interaction, press, press.argument)

    async def form(self, interaction: Interaction) -> None:
        """A form that was sent. Its custom_id says which button opened it."""
        data: Any = interaction.data or {}
        press = parse(str(data.get("custom_id", "")))
        components = data.get("components")
        if press is not None and isinstance(components, list):
            await self._pressed(interaction, press, modals.filled(press, components))

    async def _pressed(self, interaction: Interaction, press: Press, args: str) -> None:
        with self._arrivals.come(press.table or room_here(interaction)) as arrival:
            if not await self._acknowledge(interaction):
                return
            request = await self._request(interaction, press.name.value, args, press)
            if interaction.guild_id is not None:
                self.private.pressed(request.player, interaction.token)
            await arrival.turn()
            reply = await self._carry_out(request)
        message = reply.message
        if message is not None and press.name is ChoiceName.RAISE and not args:
            message = modals.with_other_amount(message)
        message = await self._with_trouble(interaction, request, reply, message)
        try:
            await self._answer_press(interaction, press, request, message)
        except _SENDING_FAILED as failed:
            _log.info("answer_not_taken", error=type(failed).__name__)
        except StoreAway:
            _log.info("panel_not_kept")

    async def _answer_press(
        self, interaction: Interaction, press: Press, request: Request, message: Message | None
    ) -> None:
        """In a message of the asker's own it takes that message's place; else it is a new one that only they see."""
        source = interaction.message
        if source is not None and source.flags.ephemeral and press.table is not None:
            panel = await self.private.panel_of(request.player, press.table)
            if panel is not None and panel.message == str(source.id):
                await self.private.opened(request.player, press.table, interaction.token, panel.message)
            elif message is None:
                await interaction.delete_original_response()
                return
            else:
                await self._reply(interaction, self._drawn(message, request.locale))
                await self._now_a_panel(interaction, request, press.table, source.id)
                return
        if message is not None:
            drawn = self._drawn(message, request.locale)
            sent = await self.wire.open_panel(interaction.token, drawn)
            await self._now_a_panel(interaction, request, press.table, sent)

    async def _now_a_panel(
        self, interaction: Interaction, request: Request, table: TableId | None, message_id: int
    ) -> None:
        """An answer that shows the asker's cards stays up to date from now on."""
        if request.command == ChoiceName.CARDS and table is not None and interaction.guild_id is not None:
            await self.private.opened(request.player, table, interaction.token, str(message_id))

    async def _answer(self, interaction: Interaction, request: Request, message: Message | None) -> None:
        """Fill in what a command's acknowledgement promised, or take the promise back when there is nothing to say."""
        if message is None:
            with suppress(*_SENDING_FAILED):
                await interaction.delete_original_response()
        else:
            sent = await self._reply(interaction, self._drawn(message, request.locale))
            if sent is not None and request.command == ChoiceName.CARDS:
                with suppress(StoreAway):
                    table = await self.meant.table(request.room, request.player)
                    await self._now_a_panel(interaction, request, table, sent)
        self.private.pressed(request.player, interaction.token)

    async def _ask_which(self, interaction: Interaction, request: Request, tables: tuple[Table, ...]) -> None:
        """Several tables could be meant."""
        buttons = which_buttons(request, tables)
        if buttons is None:
            await self._reply(interaction, {"content": which_links(request, tables)})
        else:
            await self._reply(interaction, self._drawn(buttons, request.locale))

    async def _reply(self, interaction: Interaction, drawn: Drawn) -> int | None:
        try:
            return (await interaction.edit_original_response(**for_edit(drawn))).id
        except _SENDING_FAILED as failed:
            _log.info("answer_not_taken", error=type(failed).__name__)
            return None

    async def _carry_out(self, request: Request) -> Reply:
        """Whatever goes wrong is told to the asker as well as to the operator."""
        try:
            return await self.run(request)
        except Exception as failed:
            _log.exception("request_failed", command=request.command, error=type(failed).__name__)
            return Reply(message=note("discord.failed"), refused=True)

    async def _request(
        self, interaction: Interaction, command: str, args: str, press: Press | None = None
    ) -> Request:
        locale = await self.languages.of_asker(player_of(interaction), locale_of(interaction.locale))
        return request_of(interaction, command, args, locale, press)

    async def _in_the_new_language(self, interaction: Interaction, request: Request) -> Request:
        """The answer to a choice of language is the first thing said in it."""
        self.languages.forget(request.player)
        locale = await self.languages.of_asker(request.player, locale_of(interaction.locale))
        return replace(request, locale=locale)

    async def _acknowledge(self, interaction: Interaction) -> bool:
        """Tell Discord within its three seconds that the press has arrived. False: leave it alone.

        Of many that come together all are acknowledged before the work for any begins, within reason.
        """
        self._unacknowledged += 1
        self._calm.clear()
        try:
            await interaction.response.defer(ephemeral=True)
        except _SENDING_FAILED as failed:
            _log.info("press_not_acknowledged", error=type(failed).__name__)
            return False
        finally:
            self._unacknowledged -= 1
            if not self._unacknowledged:
                self._calm.set()
        with suppress(TimeoutError):
            async with asyncio.timeout(_TOGETHER_SECONDS):
                await self._calm.wait()
        return True

    async def _with_trouble(
        self, interaction: Interaction, request: Request, reply: Reply, message: Message | None
    ) -> Message | None:
        """With what is wrong with the table's place, if anything is."""
        message = with_missing(interaction, message, embeds=self.embeds)
        hidden = self.hidden & {request.room}
        if request.turn is not None and self.hidden:
            with suppress(Refused, StoreAway):
                hidden = self.hidden & set((await self.house.look(request.turn.table, 0)).rooms)
        return with_hidden(hidden, request, reply, message)

    def _drawn(self, message: Message, locale: Locale) -> Drawn:
        return self.wire.drawn(message, locale, private=True)


def _offered(found: list[suggestions.Offer]) -> list[Choice]:
    return [app_commands.Choice(name=shown, value=value) for shown, value in found]
