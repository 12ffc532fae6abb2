"""Which of a hall's tournaments is meant: the one of that name, else the only one that fits what is to be done with it.

Where several fit, nothing is guessed: the asker is asked, by a button for each.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Final

from adapters.event_menu import SURE
from adapters.menu_entries import Command
from adapters.messages import Choice, ChoiceName, Code, Line, Message, Name, Role, Text
from core.cardroom.event_options import EntryRule
from core.cardroom.tournament import Stage, Status, Tournament, can_enter, entrant_of
from core.ids import EventId, PlayerId, is_event
from core.refusals import Reason, Refused

OVER: Final = (Stage.FINISHED, Stage.CANCELLED)
JUST_OVER_MS: Final = 2 * 3_600_000
"""For so long the standings of a tournament that is finished are what people ask for."""
_KEY: Final = re.compile(r"(?:^|\s)event=")
_PLAIN: Final = re.compile(r"[0-9A-Za-z_-]{0,24}")
"""What a button can carry beside the tournament."""
_ENTERED: Final = (Status.REGISTERED, Status.QUEUED, Status.IN)
_LOOKS: Final = frozenset({"overview", "structure", "players", "standings"})
_RUN: Final = frozenset({"begin", "hold", "cancel", "remove", "reschedule", "again", "fill"})

Fits = Callable[[Tournament, PlayerId], bool]


class WhichEvent(Exception):
    """Several tournaments may be meant: whoever asked has to say which."""

    def __init__(self, events: Sequence[Tournament], beside: str | None = None) -> None:
        """`beside`: what was typed beside a name that several have; None where no name was typed."""
        super().__init__(f"{len(events)} tournaments")
        self.events = tuple(events)
        self.beside = beside


def named(
    command: Command, typed: str, known: Sequence[Tournament], player: PlayerId
) -> tuple[EventId | None, str]:
    """The tournament that is typed by its name in any case, behind ``event=`` or in front, and what else is typed.

    Raises `Refused` NO_EVENT where what is typed can only be a name and is none, `WhichEvent` where several have it.
    """
    head, *tail = _KEY.split(typed, maxsplit=1)
    words, has_key = (tail or [head])[0].split(), bool(tail)
    only = {one.name for one in command.arguments} <= {"event", SURE}
    before = head.strip() if has_key else ""
    if has_key and words and is_event(words[0]):
        return EventId(words[0]), " ".join([before, *words[1:]]).strip()
    least = 0 if only or has_key else 1  # What is done to it has to be left.
    for count in range(len(words) - least, 0, -1):
        called = _squeezed("".join(words[:count]).strip("“”\"'「」"))
        found = [one for one in known if _squeezed(one.name) == called]
        if found:
            rest = " ".join([before, *words[count:]]).strip()
            return _one_of(command.name, found, player, rest).id, rest
    if words and (only or has_key) and words != [SURE]:
        raise Refused(Reason.NO_EVENT)
    return None, typed


def meant(
    command: str, known: Sequence[Tournament], player: PlayerId, now_ms: int, *, powers: bool
) -> Tournament:
    """Of a hall's tournaments, newest first, the one that is meant where none was named; `powers`: the asker may do
    what hosts do. Raises `Refused` NO_EVENT, and `WhichEvent`."""
    running = [one for one in known if one.stage not in OVER]
    if command in _LOOKS:
        fitting = _worth_a_look(command, known, now_ms) or running
        mine = [one for one in fitting if _is_in(one, player)]
        fitting = mine if len(mine) == 1 else fitting
    else:
        fits = _FITS.get(command)
        fitting = [one for one in known if fits is not None and fits(one, player)]
        if command in _RUN:
            hosted = [one for one in fitting if one.host == player]
            fitting = hosted or (fitting if powers else [])
        if command == "again":
            del fitting[1:]
    if len(fitting) > 1:
        raise WhichEvent(fitting)
    mine = [one for one in running if entrant_of(one, player) is not None]
    for found in (*fitting, *mine, *running, *known):
        return found
    raise Refused(Reason.NO_EVENT)


def which_message(command: str, rest: str, events: Sequence[Tournament]) -> Message:
    """The question, with a button for each; where no button can carry the rest of what was typed, with what to type."""
    lines = [Line(role=Role.NOTE, pieces=(Text(key="director.which"),))]
    if command in set(ChoiceName) and _PLAIN.fullmatch(rest) is not None:
        argument = f".{rest}" if rest else ""
        rows = [
            (Choice(name=ChoiceName(command), label=(Name(name=one.name),), argument=f"{one.id}{argument}"),)
            for one in events
        ]
        return Message(lines=tuple(lines), choices=tuple(rows))
    for one in events:
        typed = Code(text=f"{command} {one.id} {rest}".strip(), command=True)
        lines.append(Line(role=Role.LOG, pieces=(Name(name=one.name, strong=True), typed)))
    return Message(lines=tuple(lines))


def _one_of(command: str, found: Sequence[Tournament], player: PlayerId, beside: str) -> Tournament:
    """Of several of one name: the only one that fits, else the only one that is open, else the newest of the past."""
    fits = _FITS.get(command)
    fitting = [one for one in found if fits is not None and fits(one, player)]
    fitting = fitting or [one for one in found if one.stage not in OVER] or list(found[:1])
    if len(fitting) > 1:
        raise WhichEvent(fitting, beside)
    return fitting[0]


def _worth_a_look(command: str, known: Sequence[Tournament], now_ms: int) -> list[Tournament]:
    """Those of which there are standings to see; nothing for other commands."""
    if command != "standings":
        return []
    return [
        one
        for one in known
        if one.stage is Stage.RUNNING or (one.stage is Stage.FINISHED and now_ms - one.over_ms < JUST_OVER_MS)
    ]


def _is_in(event: Tournament, player: PlayerId) -> bool:
    number = entrant_of(event, player)
    return number is not None and event.entrants[number].status in _ENTERED


def _sells(event: Tournament, player: PlayerId) -> bool:
    known = entrant_of(event, player) is not None
    return event.stage is Stage.RUNNING and event.options.entry is not EntryRule.FREEZEOUT and known


def _may_check_in(event: Tournament, player: PlayerId) -> bool:
    number = entrant_of(event, player)
    return number is not None and event.checking_in and not event.entrants[number].checked_in


def _is_registering(event: Tournament, player: PlayerId) -> bool:
    return event.stage is Stage.REGISTERING


def _is_open(event: Tournament, player: PlayerId) -> bool:
    return event.stage not in OVER


_FITS: Final[Mapping[str, Fits]] = {
    "register": lambda event, player: can_enter(event) and not _is_in(event, player),
    "unregister": lambda event, player: event.stage is Stage.REGISTERING and _is_in(event, player),
    "checkin": _may_check_in,
    "rebuy": _sells,
    "addon": _sells,
    "deal": lambda event, player: event.stage is Stage.RUNNING and _is_in(event, player),
    "begin": _is_registering,
    "reschedule": _is_registering,
    "fill": _is_registering,
    "hold": lambda event, player: event.stage is Stage.RUNNING,
    "cancel": _is_open,
    "remove": _is_open,
    "again": lambda event, player: event.stage in OVER,
}
"""With which tournaments something can be done."""


def _squeezed(name: str) -> str:
    """As names are compared: Discord's fields lose their spaces."""
    return "".join(name.split()).casefold()
