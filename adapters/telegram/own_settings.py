"""The commands that only Telegram has: how cards come, in which language, and the help about them."""

from contextlib import suppress
from typing import Final

from adapters import render
from adapters.messages import Code, Line, Locale, Message, Reply, Role, Text
from adapters.telegram import typed
from adapters.telegram.answers import CARDS_BY_BUTTON, CARDS_BY_CHAT
from adapters.telegram.desk import Desk
from adapters.telegram.requests import Who
from core.ids import RoomId
from core.refusals import Reason, Refused

WAYS: Final = ("chat", "button")
"""How the cards of a player come: what ``/settings`` takes."""
_WAYS_TOLD: Final = (("chat", "telegram.way_chat"), ("button", "telegram.way_button"))


async def settings(desk: Desk, who: Who, asked: typed.Typed, room: RoomId | None) -> Reply:
    """The asker's own, and those of the room and its table. Raises StoreAway."""
    way = asked.args.casefold()
    if way in WAYS:
        await desk.private.prefer(who.player, way)
    elif way:
        return _unknown(asked.args)
    else:
        way = await desk.private.way(who.player)
    cards_come = CARDS_BY_CHAT if way == "chat" else "telegram.settings_button"
    if way == "chat" and await desk.private.is_closed(who.player):
        cards_come = CARDS_BY_BUTTON
    lines = [
        Line(role=Role.NOTE, pieces=(Text(key=cards_come),)),
        _language_line("telegram.settings_language", who.locale),
    ]
    if room is not None:
        lines.append(_language_line("telegram.settings_room", await desk.house.locale_of(room)))
        table = await desk.table_in(room)
        if table is not None:
            with suppress(Refused):
                lines.append(render.options_line((await desk.house.look(table, 0)).options))
    return Reply(message=Message(lines=tuple(lines)))


def own_help(word: str) -> Message:
    """What `help` tells of a command that only Telegram has."""
    example = f"{word} {WAYS[0]}" if word == typed.SETTINGS else word
    lines = [Line(role=Role.TITLE, pieces=(Code(text=example, command=True), Text(key=typed.OWN[word])))]
    if word == typed.SETTINGS:
        lines += [
            Line(
                role=Role.NOTE,
                pieces=(Code(text=f"{word} {way}", command=True), Text(key=key)),
            )
            for way, key in _WAYS_TOLD
        ]
    return Message(lines=tuple(lines))


def _unknown(word: str) -> Reply:
    refused = Refused(Reason.UNKNOWN_COMMAND, asked=word[:40])
    return Reply(message=render.refusal_message(refused, None), refused=True)


def _language_line(key: str, locale: Locale) -> Line:
    return Line(role=Role.NOTE, pieces=(Text(key=key, numbers={"language": f"@language.{locale}"}),))
