"""What a finished tournament counts, for the season's points and the hall of fame: people's rows, best place first."""

from collections.abc import Iterable
from dataclasses import dataclass

from core.cardroom.elimination import Standing
from core.cardroom.points import shared_points
from core.cardroom.tournament import Result, Tournament, entries
from core.ids import EventId, PlayerId

LEAST_PEOPLE = 2
"""An event of fewer people was practice, and counts nothing."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ResultRow:
    """One person, all their entries together. Prizes and bounties are wallet chips."""

    player: PlayerId
    name: str
    place: int
    """The best one."""
    sharing: int
    """How many share it."""
    points: int
    """Hundredths, for that place; 0 in a field that is too small."""
    prize: int
    bounties: int
    knockouts: int


@dataclass(frozen=True, slots=True, kw_only=True)
class EventResult:
    """One finished tournament."""

    event: EventId
    name: str
    at_ms: int
    """When it was over, in milliseconds since the epoch."""
    entries: int
    """Computers' among them."""
    rows: tuple[ResultRow, ...]


def event_result(event: Tournament) -> EventResult | None:
    """What a finished event counts; None for one of fewer than two people."""
    computers = {one.player for one in event.entrants if one.temper is not None}
    people = dict.fromkeys(result.player for result in event.results if result.player not in computers)
    if len(people) < LEAST_PEOPLE:
        return None
    count = entries(event)
    rows = [_row(event, count, [one for one in event.results if one.player == player]) for player in people]
    return EventResult(
        event=event.id,
        name=event.name,
        at_ms=event.over_ms,
        entries=count,
        rows=tuple(sorted(rows, key=lambda row: row.place)),
    )


def _row(event: Tournament, count: int, results: Iterable[Result]) -> ResultRow:
    mine = sorted(results, key=lambda result: result.place)
    best = mine[0]
    return ResultRow(
        player=best.player,
        name=best.name,
        place=best.place,
        sharing=best.sharing,
        points=shared_points(count, Standing(place=best.place, sharing=best.sharing)),
        prize=sum(one.prize for one in mine),
        bounties=sum(one.bounties for one in mine),
        knockouts=sum(one.knockouts for one in event.entrants if one.player == best.player),
    )
