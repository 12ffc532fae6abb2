"""``/poker settings``, which only Discord has: how one's cards come, one's language, and the table one sits at."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace
from typing import Final

from adapters.discord.meant import Meant
from adapters.discord.privately import Private
from adapters.discord.slash import SETTINGS, Given
from adapters.discord.trouble import note
from adapters.discord.words import name_in
from adapters.messages import Code, Line, Locale, Message, Name, Request, Role, Text
from core.cardroom.table import Table
from core.ids import TableId
from core.refusals import Refused
from core.store import StoreAway

_WAYS: Final = {"dm": "discord.settings_dm", "panel": "discord.settings_panel"}


@dataclass(frozen=True, slots=True, kw_only=True)
class OwnSettings:
    """`look` gives a table as it is, and raises StoreAway and Refused."""

    private: Private
    meant: Meant
    look: Callable[[TableId, int], Awaitable[Table]]

    async def changed(self, request: Request, way: str | None) -> Message:
        """Have the cards come this way; without one, say how all is set."""
        try:
            if way is None:
                return await self._shown(request)
            await self.private.prefer(request.player, way)
        except StoreAway:
            return note("discord.late")
        return note(_WAYS[way])

    async def _shown(self, request: Request) -> Message:
        way, closed = await self.private.way_of(request.player)
        language = {"language": f"@language.{request.locale}"}
        lines = [
            Line(role=Role.NOTE, pieces=(Text(key=_WAYS[way]),)),
            *([Line(role=Role.NOTE, pieces=(Text(key="discord.closed_now"),))] if closed else []),
            Line(role=Role.NOTE, pieces=(Text(key="discord.settings_way"), _typed(way))),
            Line(role=Role.NOTE, pieces=(Text(key="discord.settings_language", numbers={**language}),)),
        ]
        table_id = await self.meant.table(request.room, request.player)
        if table_id is not None:
            try:
                name = Name(name=(await self.look(table_id, 0)).name, strong=True)
            except Refused:
                return Message(lines=tuple(lines))
            lines.append(Line(role=Role.NOTE, pieces=(Text(key="discord.settings_table"), name)))
        return Message(lines=tuple(lines))


def asked_about(command: str, given: Given) -> bool:
    """Whether the help of this very command is wanted, in any language."""
    word = str(given.get("command") or "").strip().casefold()
    return command == "help" and word in {name_in(locale, "name", SETTINGS) for locale in Locale}


def about() -> Message:
    """What the command does, and how it is typed."""
    return Message(lines=(_about(),))


def with_settings(message: Message) -> Message:
    """The list of commands with this one in it, before its last line."""
    return replace(message, lines=(*message.lines[:-1], _about(), *message.lines[-1:]))


def _about() -> Line:
    return Line(
        role=Role.NOTE,
        pieces=(Code(text=SETTINGS, command=True), Text(key="discord.settings_about")),
    )


def _typed(way: str) -> Code:
    """How the other way is chosen."""
    return Code(text=f"{SETTINGS} private={'panel' if way == 'dm' else 'dm'}", command=True)
