"""What tournaments come to over a season: the table of points, and the hall of fame."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from adapters.event_club import Club, Formula
from adapters.event_seasons import SeasonRow
from adapters.event_words import hundredths, listed, note, page_part, paged, rank_text
from adapters.messages import Choice, ChoiceName, Line, Message, Name, Piece, Role, Text
from adapters.render_stats import season_text
from adapters.wording import DOT, joined
from core.cardroom.event_result import EventResult
from core.ids import PlayerId

ON_A_PAGE: Final = 15
_LATEST: Final = 5
_FAME: Final = "fame"


@dataclass(frozen=True, slots=True, kw_only=True)
class Fame:
    """What one player has won in all tournaments. Prizes and bounties are wallet chips."""

    player: PlayerId
    name: str
    wins: int
    events: int
    chips: int


def season_message(
    span: str, rows: Sequence[SeasonRow], club: Club, *, page: int = 1, viewer: PlayerId | None = None
) -> Message:
    """A page of the table of points, and the asker's own row below it where that is on another page.

    `span` is ``2026q4``, ``2026-12`` or ``2026``; the rows come most points first.
    """
    page, pages = paged(len(rows), ON_A_PAGE, page)
    parts = [(Text(key="tourney.season.title", strong=True),), (span_text(span),)]
    title = joined([*parts, *([page_part(page, pages)] if pages > 1 else [])], DOT)
    ranked = list(zip(_ranks(rows), rows, strict=True))
    shown = ranked[(page - 1) * ON_A_PAGE : page * ON_A_PAGE]
    lines = [Line(role=Role.TITLE, pieces=title)]
    lines += [listed(*_row(rank, one, club, viewer)) for rank, one in shown]
    own = [pair for pair in ranked if pair[1].player == viewer and pair not in shown]
    lines += [
        Line(role=Role.NOTE, pieces=(Text(key="top.you"), *_row(rank, one, club, viewer)))
        for rank, one in own
    ]
    if not rows:
        lines.append(note("tourney.season.nobody"))
    numbers: dict[str, int | str] = {"least": club.least, "best": club.best}
    rules = ["tourney.season.least", "tourney.season.best" if club.best else "tourney.season.all"]
    pieces = joined([(Text(key=key, numbers=numbers),) for key in rules], DOT)
    lines.append(Line(role=Role.NOTE, pieces=pieces))
    fame = Choice(name=ChoiceName.SEASON, label=(Text(key="tourney.season.fame_button"),), argument=_FAME)
    return Message(lines=tuple(lines), choices=_choices(span, page, pages, fame))


def fame_message(results: Sequence[EventResult], *, page: int = 1) -> Message:
    """Who has won most tournaments of all that are kept, and who won the last ones."""
    rows = fame_of(results)
    page, pages = paged(len(rows), ON_A_PAGE, page)
    title: tuple[Piece, ...] = joined(
        [(Text(key="tourney.season.fame", strong=True),), *([page_part(page, pages)] if pages > 1 else [])],
        DOT,
    )
    lines = [Line(role=Role.TITLE, pieces=title)]
    first = (page - 1) * ON_A_PAGE
    for at, one in enumerate(rows[first : first + ON_A_PAGE], first + 1):
        numbers: dict[str, int | str] = {"wins": one.wins, "events": one.events, "chips": one.chips}
        said = Text(key="tourney.season.fame_row", numbers=numbers)
        lines.append(listed(rank_text(at), Name(name=one.name, player=one.player), DOT, said))
    if not rows:
        lines.append(note("tourney.season.no_fame"))
    elif page == 1:
        lines += [_latest(one) for one in sorted(results, key=lambda one: -one.at_ms)[:_LATEST]]
    season = Choice(name=ChoiceName.SEASON, label=(Text(key="choice.season"),))
    return Message(lines=tuple(lines), choices=_choices(_FAME, page, pages, season))


def fame_of(results: Sequence[EventResult]) -> list[Fame]:
    """Everybody who has won something, most wins first; by chips, then by name where equal."""
    rows: dict[PlayerId, Fame] = {}
    for event in sorted(results, key=lambda one: one.at_ms):
        for row in event.rows:
            before = rows.get(row.player)
            rows[row.player] = Fame(
                player=row.player,
                name=row.name,
                wins=(before.wins if before else 0) + (row.place == 1),
                events=(before.events if before else 0) + 1,
                chips=(before.chips if before else 0) + row.prize + row.bounties,
            )
    won = [one for one in rows.values() if one.wins or one.chips]
    return sorted(won, key=lambda one: (-one.wins, -one.chips, one.name))


def span_text(span: str) -> Text:
    """A quarter, a month or a year in words."""
    if "q" in span:
        return season_text(span)
    year, _, month = span.partition("-")
    if not month:
        return Text(key="tourney.season.year", numbers={"year": int(year)})
    numbers: dict[str, int | str] = {"year": int(year), "month": f"@moment.month_{int(month)}"}
    return Text(key="tourney.season.month", numbers=numbers)


def _ranks(rows: Sequence[SeasonRow]) -> list[int]:
    """Equal points have the same rank."""
    ranks: list[int] = []
    for at, row in enumerate(rows):
        ranks.append(ranks[-1] if at and rows[at - 1].points == row.points else at + 1)
    return ranks


def _row(rank: int, row: SeasonRow, club: Club, viewer: PlayerId | None) -> tuple[Piece, ...]:
    mine = row.player == viewer
    numbers: dict[str, int | str] = {
        "points": hundredths(row.points),
        "events": row.events,
        "wins": row.wins,
        "count": row.knockouts,
    }
    keys = ["tourney.season.points", "tourney.season.played"]
    if row.wins:
        keys.append("tourney.season.won")
    if club.formula is not Formula.ROOT and row.knockouts:
        keys.append("tourney.knockouts")
    mark: tuple[Piece, ...] = (Text(key="mark.acting"),) if mine else ()
    name = Name(name=row.name, player=row.player, strong=mine)
    said = joined([(Text(key=key, numbers=numbers),) for key in keys], DOT)
    return (*mark, rank_text(rank), name, DOT, *said)


def _latest(event: EventResult) -> Line:
    """Who won it, of how many."""
    winners = [(Name(name=row.name, player=row.player),) for row in event.rows if row.place == 1]
    of = Text(key="tourney.season.of", numbers={"entries": event.entries})
    pieces: tuple[Piece, ...] = (Text(key="tourney.winner"), *joined(winners, DOT), of)
    if not winners:
        pieces = (Text(key="tourney.season.by_computer"), of)
    return Line(role=Role.LOG, pieces=(Name(name=event.name), DOT, *pieces))


def _choices(span: str, page: int, pages: int, other: Choice) -> tuple[tuple[Choice, ...], ...]:
    choices = []
    if page > 1:
        choices.append(_page(span, page - 1, "tourney.page_back"))
    if page < pages:
        choices.append(_page(span, page + 1, "tourney.page_next"))
    return ((*choices, other),)


def _page(span: str, page: int, key: str) -> Choice:
    return Choice(name=ChoiceName.SEASON, label=(Text(key=key),), argument=f"{span}.{page}")
