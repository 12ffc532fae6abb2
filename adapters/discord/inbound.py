"""What people do on Discord: commands, buttons and forms, each acknowledged before anything else is done.

The platform gives three seconds for the acknowledgement, so it goes out first and the work comes after. What can't be
acknowledged is dropped: it comes too late and its person was told that it failed, or it was delivered twice. Answers
go to the asker alone; the table message is the announcer's business.
"""

import asyncio
from collections.abc import Awaitable, Callable, Set
from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import Any, Final, Protocol

import aiohttp
import discord
import structlog
from discord import app_commands

from adapters.discord import modals, permissions, suggestions
from adapters.discord.arrivals import Arrivals
from adapters.discord.custom_ids import Press, parse
from adapters.discord.opening import Opening
from adapters.discord.privately import Private
from adapters.discord.requests import Interaction, arguments, named_in, player_of, request_of, room_here
from adapters.discord.sending import Drawn, Wire, for_edit
from adapters.discord.slash import Choice, Given, locale_of
from adapters.languages import Languages, Memory
from adapters.messages import ChoiceName, Line, Locale, Message, Reply, Request, Role, Text
from core.cardroom.table import Table
from core.ids import CommunityId, RoomId, TableId
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


class House(Protocol):
    """What is asked of the house. Any of it may raise `StoreAway`, `look` also `Refused`."""

    async def community_of(self, room: RoomId) -> CommunityId:
        """Whose bank and partition a room belongs to."""

    async def table_in(self, room: RoomId, community: CommunityId) -> TableId | None:
        """The open table of a room."""

    async def look(self, table_id: TableId, at_least: int | None = None) -> Table:
        """The table at that version or newer."""


@dataclass(slots=True, kw_only=True)
class DiscordInbound:
    """`run` does what a request asks, `look_after` sees whether a room's table message is still there, and `hidden`
    are the rooms in which Discord lets no table be shown now."""

    run: Callable[[Request], Awaitable[Reply]]
    house: House
    wire: Wire
    private: Private
    memory: Memory
    languages: Languages
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
            if command == "new":
                request, refusal = await self.opening.placed(interaction, request)
                if refusal is not None:
                    await self._answer(interaction, request, refusal)
                    return
            elif command == "link" and request.args:
                # The other room's table comes to where its code is typed.
                with suppress(StoreAway):
                    await self.opening.choose_language(interaction, request, request.room)
            elif command not in _PLACELESS:
                request = await self._in_its_thread(request)
            await arrival.turn()
            reply = await self._carry_out(request)
        if command == "new" and reply.message is None:
            await self._reply(interaction, {"content": self.opening.link(request)})
            return
        if command == "language":
            request = await self._in_the_new_language(interaction, request)
        await self._answer(interaction, request, self._with_missing(interaction, reply.message))
        if command == "table":
            await self.look_after(request.room)

    async def settings(self, interaction: Interaction, way: str) -> None:
        """``/poker settings``."""
        if not await self._acknowledge(interaction):
            return
        request = await self._request(interaction, "settings", "")
        key = "discord.settings_panel" if way == "panel" else "discord.settings_dm"
        try:
            await self.private.prefer(request.player, way)
        except StoreAway:
            key = "discord.late"
        await self._answer(interaction, request, _note(key))

    async def suggest(self, interaction: Interaction, argument: str, typed: str) -> list[Choice]:
        """What to offer; nothing rather than late."""
        locale = locale_of(interaction.locale)
        view = None
        with suppress(Refused, StoreAway, TimeoutError):
            async with asyncio.timeout(_SUGGEST_SECONDS):
                table_id = await self._table_here(room_here(interaction))
                if table_id is not None:
                    view = player_view(await self.house.look(table_id, 0), player_of(interaction))
        found = suggestions.offers(argument, typed, view, locale)
        return [app_commands.Choice(name=shown, value=value) for shown, value in found]

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
            await arrival.turn()
            reply = await self._carry_out(request)
        message = reply.message
        if message is not None and press.name is ChoiceName.RAISE and not args:
            message = modals.with_other_amount(message)
        message = self._with_missing(interaction, message)
        if not reply.refused and press.table is not None:
            message = await self._with_trouble(press.table, message)
        try:
            await self._answer_press(interaction, press, request, message)
        except _SENDING_FAILED as failed:
            _log.info("answer_not_taken", error=type(failed).__name__)
        except StoreAway:
            _log.info("panel_not_kept")
        if interaction.guild_id is not None:
            self.private.pressed(request.player, interaction.token)

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
                    table = await self._table_here(request.room)
                    await self._now_a_panel(interaction, request, table, sent)
        self.private.pressed(request.player, interaction.token)

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
            return Reply(message=_note("discord.failed"), refused=True)

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

    async def _in_its_thread(self, request: Request) -> Request:
        """A command in a channel whose table lives in a thread is meant for that table."""
        with suppress(StoreAway):
            room = await self._room_of_table(request.room)
            return request if room is None else replace(request, room=room)
        return request

    async def _table_here(self, room: RoomId) -> TableId | None:
        """Raises StoreAway."""
        found = await self._room_of_table(room)
        if found is None:
            return None
        return await self.house.table_in(found, await self.house.community_of(found))

    async def _room_of_table(self, room: RoomId) -> RoomId | None:
        """The room itself if it has a table, else the last thread that was opened from it. Raises StoreAway."""
        community = await self.house.community_of(room)
        if await self.house.table_in(room, community) is not None:
            return room
        (thread,) = await self.memory.recall(room, "thread")
        return None if thread is None else RoomId(thread)

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

    def _with_missing(self, interaction: Interaction, message: Message | None) -> Message | None:
        """With what the dealer needs here and has not, so that whoever presses can see to it."""
        if interaction.guild_id is None:
            return message
        in_thread = isinstance(interaction.channel, discord.Thread)
        keys = permissions.missing(interaction.app_permissions, in_thread=in_thread, embeds=self.embeds)
        if not keys:
            return message
        told = permissions.missing_message(keys, playing=True)
        return told if message is None else replace(message, lines=(*message.lines, *told.lines))

    async def _with_trouble(self, table_id: TableId, message: Message | None) -> Message | None:
        """With a word on a table that can't be shown where it is: what was done counts all the same."""
        if not self.hidden:
            return message
        with suppress(Refused, StoreAway):
            if not self.hidden.isdisjoint((await self.house.look(table_id, 0)).rooms):
                told = _note("discord.hidden")
                return told if message is None else replace(message, lines=(*message.lines, *told.lines))
        return message

    def _drawn(self, message: Message, locale: Locale) -> Drawn:
        return self.wire.drawn(message, locale, private=True)


def _note(key: str) -> Message:
    return Message(lines=(Line(role=Role.NOTE, pieces=(Text(key=key),)),))
