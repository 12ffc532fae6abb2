"""Commands as people type them: ``/r 300``, ``/poker@riverbot blinds=50/100``, ``／加注 300``; and their menus."""

import re
from dataclasses import dataclass
from typing import Final

from adapters.menu import find
from core.refusals import Refused

_COMMAND: Final = re.compile(r"[/／](?P<word>[^\s@]{1,32})(?:@(?P<bot>\w+))?(?:\s+(?P<args>.*))?", re.DOTALL)
LONGEST: Final = 1_024
"""Characters of a command that are read."""

LOBBY, TOURNEY, SETTINGS = "poker", "tourney", "settings"
OWN: Final = {
    LOBBY: "telegram.command.poker",
    TOURNEY: "telegram.command.tourney",
    SETTINGS: "telegram.command.settings",
}
"""Commands of Telegram's own, with the keys of their descriptions."""

_PLAY = ("r", "fold", "check", "call", "allin")
_SEAT = ("join", "leave", "sitout", "back", "topup", "wait")
_BANK = ("balance", "daily", "stats", "top", "evening")
_KNOW = (*_BANK, "cards", "hand", "table", "rules", "language", SETTINGS, "learn", "privacy", "help")
_HOST = ("pause", "resume", "kick", "options", "log")
_SELF = ("break", "remind", "mydata", "forgetme")
_EVENT = (TOURNEY, "standings", "season")
GROUP: Final = (LOBBY, *_EVENT, *_SEAT, *_PLAY, *_KNOW)
ADMIN: Final = (
    *(LOBBY, "start", "stop", *_HOST, "computer", "dismiss"),
    *("create", *_EVENT, "begin", "hold", "reschedule", "cancel", "remove", "fill", "club"),
    *(*_SEAT, *_PLAY, *_KNOW),
)
PRIVATE: Final = (*_PLAY, *_EVENT, *_SEAT, "cut", *_SELF, *_KNOW)
"""What each menu lists; everything else can be typed all the same."""
FOR_ONE: Final = frozenset({"cards", "hand", "private"})
"""Commands whose answers nobody else may see, and which stand in the group in one place, as [My cards] does."""
QUIET: Final = FOR_ONE | {*_SEAT, *_PLAY, *_EVENT, *_KNOW}
"""Where the server can do that, nobody else sees these commands either: so whoever is not an administrator can let the
dealer answer them alone, too."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Typed:
    """A command: its word in small letters, what follows it, and whether it names a bot."""

    word: str
    args: str
    addressed: bool


def read(text: str, bot: str) -> Typed | None:
    """What was typed for the bot of that @name; None for talk, and for what is meant for another bot."""
    found = _COMMAND.fullmatch(text[:LONGEST].strip())
    if found is None:
        return None
    named = found["bot"]
    if named is not None and named.casefold() != bot.casefold():
        return None
    args = " ".join((found["args"] or "").split())
    return Typed(word=found["word"].casefold(), args=args, addressed=named is not None)


def is_known(word: str) -> bool:
    """Whether it is a command of the dealer's at all."""
    if word in OWN:
        return True
    try:
        find(word)
    except Refused:
        return False
    return True


def described(word: str) -> str:
    """The key of a command's description."""
    return OWN.get(word) or find(word).text
