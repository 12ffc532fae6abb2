"""All that a tournament says: the one door to the files that word it."""

from dataclasses import replace

from adapters.event_words import Places
from adapters.messages import Choice, ChoiceName, Line, Message, Text
from adapters.render_event_lists import deal_message, players_message, proposal_message, structure_message
from adapters.render_event_news import milestone_message
from adapters.render_event_open import open_message
from adapters.render_event_over import cancelled_message, over_message, results_message
from adapters.render_event_own import (
    check_in_message,
    may_come_again,
    out_message,
    own_message,
    refund_message,
    seat_message,
)
from adapters.render_event_running import running_message
from adapters.render_event_told import (
    moved_up_message,
    new_start_message,
    prize_message,
    rebuy_message,
    ticket_message,
)
from adapters.render_season import fame_message, season_message
from adapters.render_standings import standings_message
from core.cardroom.tournament import Stage, Status, Tournament, entrant_of
from core.ids import PlayerId

__all__ = [
    "check_in_message",
    "deal_message",
    "event_message",
    "fame_message",
    "milestone_message",
    "moved_up_message",
    "new_start_message",
    "out_message",
    "overview_message",
    "own_message",
    "players_message",
    "prize_message",
    "proposal_message",
    "rebuy_message",
    "refund_message",
    "results_message",
    "season_message",
    "seat_message",
    "standings_message",
    "structure_message",
    "ticket_message",
]


def event_message(event: Tournament, now_ms: int, places: Places, zone: str) -> Message:
    """The event's own message in a room, which is edited as it goes on; without buttons once it is over.

    `places`: where its tables are, seen from that room; `zone`: of the community, for moments.
    """
    match event.stage:
        case Stage.REGISTERING:
            return open_message(event, now_ms, zone)
        case Stage.RUNNING:
            return running_message(event, places)
        case Stage.FINISHED:
            return over_message(event)
        case Stage.CANCELLED:
            return cancelled_message(event)


def overview_message(event: Tournament, viewer: PlayerId, now_ms: int, places: Places, zone: str) -> Message:
    """The same for one person alone, with how they stand in it first."""
    message = event_message(event, now_ms, places, zone)
    if event.stage is Stage.CANCELLED:
        return message
    rows = (_own_row(event, viewer, row) for row in message.choices)
    message = replace(message, choices=tuple(row for row in rows if row))
    if entrant_of(event, viewer) is None:
        return message
    title, *rest = message.lines
    mine = own_message(event, viewer, places, zone).lines[1:]
    # The start is said once, and so is when the check-in opens: there with the time that is left.
    own = [line for line in mine if line not in rest and not _opens(line)]
    return replace(message, lines=(title, *own, *rest))


def _opens(line: Line) -> bool:
    return any(isinstance(piece, Text) and piece.key == "tourney.own.check_in_later" for piece in line.pieces)


def _own_row(event: Tournament, viewer: PlayerId, row: tuple[Choice, ...]) -> tuple[Choice, ...]:
    """The buttons that are anything to this person: who is in registers no more, and others begin nothing."""
    number = entrant_of(event, viewer)
    one = None if number is None else event.entrants[number]
    is_in = one is not None and one.status is not Status.OUT
    no_use = {
        ChoiceName.BEGIN: viewer != event.host,
        ChoiceName.REGISTER: is_in or (number is not None and not may_come_again(event, number)),
        ChoiceName.UNREGISTER: not is_in,
        ChoiceName.CHECK_IN: one is None or one.checked_in,
        ChoiceName.REBUY: one is None,
        ChoiceName.ADD_ON: not is_in,
    }
    return tuple(choice for choice in row if not no_use.get(choice.name, False))
