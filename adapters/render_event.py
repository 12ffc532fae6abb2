"""All that a tournament says: the one door to the files that word it."""

from dataclasses import replace

from adapters.event_words import Places
from adapters.messages import Message
from adapters.render_event_lists import deal_message, players_message, structure_message
from adapters.render_event_news import milestone_message
from adapters.render_event_open import open_message
from adapters.render_event_over import cancelled_message, over_message, results_message
from adapters.render_event_own import (
    check_in_message,
    out_message,
    own_message,
    refund_message,
    seat_message,
)
from adapters.render_event_running import running_message
from adapters.render_season import fame_message, season_message
from adapters.render_standings import standings_message
from core.cardroom.tournament import Stage, Tournament, entrant_of
from core.ids import PlayerId

__all__ = [
    "check_in_message",
    "deal_message",
    "event_message",
    "fame_message",
    "milestone_message",
    "out_message",
    "overview_message",
    "own_message",
    "players_message",
    "refund_message",
    "results_message",
    "season_message",
    "seat_message",
    "standings_message",
    "structure_message",
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
    if entrant_of(event, viewer) is None or event.stage is Stage.CANCELLED:
        return message
    title, *rest = message.lines
    mine = own_message(event, viewer, places, zone).lines[1:]
    own = [line for line in mine if line not in rest]  # The start is said once.
    return replace(message, lines=(title, *own, *rest))
