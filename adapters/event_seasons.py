"""The table of points of a month, a quarter or a year: which events count, and what everybody's best ones come to."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from adapters.event_club import Club, Formula, Period
from adapters.event_starts import zone_named
from core.cardroom.event_result import EventResult, ResultRow
from core.cardroom.points import SCALE, season_total
from core.ids import PlayerId
from core.refusals import Reason, Refused

LAST: Final = frozenset({"last", "previous", "上季", "上個", "上个"})
"""What the time before this one is called."""
FAME: Final = frozenset({"fame", "hall", "名人堂"})
_TYPED: Final = re.compile(
    r"(?P<year>[0-9]{4})(?:q(?P<quarter>[1-4])|-(?P<month>0?[1-9]|1[0-2]))?(?:\.(?P<page>[0-9]{1,4}))?"
)
_MONTHS: Final = {Period.MONTH: 1, Period.QUARTER: 3, Period.YEAR: 12}
_A_KNOCKOUT: Final = SCALE // 2
_COMING: Final = 2 * SCALE


@dataclass(frozen=True, slots=True, kw_only=True)
class Span:
    """So many months, by one zone's calendar."""

    period: Period
    year: int
    month: int
    """The first one, 1 to 12."""

    @property
    def name(self) -> str:
        """As it is typed: ``2026q4``, ``2026-12``, ``2026``."""
        match self.period:
            case Period.MONTH:
                return f"{self.year}-{self.month:02}"
            case Period.QUARTER:
                return f"{self.year}q{(self.month + 2) // 3}"
            case Period.YEAR:
                return str(self.year)

    def before(self) -> "Span":
        """The one that ends when this one begins."""
        months = self.year * 12 + self.month - 1 - _MONTHS[self.period]
        return Span(period=self.period, year=months // 12, month=months % 12 + 1)

    def holds(self, at_ms: int, zone: str) -> bool:
        """Whether a moment, in ms since the epoch, lies in it."""
        at = datetime.fromtimestamp(at_ms / 1_000, zone_named(zone))
        return 0 <= (at.year - self.year) * 12 + at.month - self.month < _MONTHS[self.period]


@dataclass(frozen=True, slots=True, kw_only=True)
class SeasonRow:
    """One player's part of a table. Points are in hundredths."""

    player: PlayerId
    name: str
    points: int
    events: int
    """Played, of those that count."""
    wins: int
    knockouts: int


def span_now(period: Period, zone: str, now_ms: int) -> Span:
    """The one that a moment lies in."""
    now = datetime.fromtimestamp(now_ms / 1_000, zone_named(zone))
    months = _MONTHS[period]
    return Span(period=period, year=now.year, month=(now.month - 1) // months * months + 1)


def span_typed(typed: str, period: Period, zone: str, now_ms: int) -> tuple[Span, int]:
    """Which one is meant, and which page of it. Raises `Refused` NO_SUCH_PERIOD."""
    now = span_now(period, zone, now_ms)
    if not typed:
        return now, 1
    if typed.casefold() in LAST:
        return now.before(), 1
    found = _TYPED.fullmatch(typed.casefold())
    if found is None or int(found["year"]) < 1:
        raise Refused(Reason.NO_SUCH_PERIOD, asked=typed[:40])
    year, page = int(found["year"]), int(found["page"] or 1)
    if found["quarter"]:
        return Span(period=Period.QUARTER, year=year, month=int(found["quarter"]) * 3 - 2), page
    if found["month"]:
        return Span(period=Period.MONTH, year=year, month=int(found["month"])), page
    return Span(period=Period.YEAR, year=year, month=1), page


def season_rows(results: Iterable[EventResult], club: Club, span: Span, zone: str) -> tuple[SeasonRow, ...]:
    """Everybody who played an event of the span that counts, most points first; by wins, then by name where equal."""
    mine: dict[PlayerId, list[tuple[ResultRow, int]]] = {}
    for event in results:
        if event.entries >= club.least and span.holds(event.at_ms, zone):
            for row in event.rows:
                mine.setdefault(row.player, []).append((row, scored(row, club)))
    rows = [_summed(player, found, club) for player, found in mine.items()]
    return tuple(sorted(rows, key=lambda row: (-row.points, -row.wins, row.name, row.player)))


def scored(row: ResultRow, club: Club) -> int:
    """What one result is worth, in hundredths of a point."""
    extra = 0 if club.formula is Formula.ROOT else row.knockouts * _A_KNOCKOUT
    return row.points + extra + (_COMING if club.formula is Formula.PUB else 0)


def _summed(player: PlayerId, found: list[tuple[ResultRow, int]], club: Club) -> SeasonRow:
    return SeasonRow(
        player=player,
        name=found[-1][0].name,
        points=season_total((points for _, points in found), club.best),
        events=len(found),
        wins=sum(row.place == 1 for row, _ in found),
        knockouts=sum(row.knockouts for row, _ in found),
    )
