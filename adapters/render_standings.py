"""The standing of a tournament: everybody who is in by chips, then who is out by place, as words and as bars."""

from collections.abc import Callable, Mapping
from functools import partial
from types import MappingProxyType
from typing import Final

from adapters.event_words import (
    Places,
    chips_of,
    is_me,
    listed,
    names,
    note,
    page_buttons,
    page_part,
    paged,
    rank_text,
    titled,
    who,
)
from adapters.messages import ChoiceName, Line, Message, Picture, Piece, Place, Role, Text
from adapters.pictures import MOST_LINES
from adapters.render_evening import standing_picture
from adapters.render_event_over import result_pieces, ticket_of
from adapters.render_event_running import average
from adapters.wording import DOT
from core.cardroom.elimination import Standing, standings
from core.cardroom.structure import level_at
from core.cardroom.tournament import Result, Stage, Status, Tournament, alive, entries
from core.ids import PlayerId, TableId

ON_A_PAGE: Final = 20
_NOWHERE: Final[Mapping[TableId, Place]] = MappingProxyType({})


def standings_message(
    event: Tournament,
    *,
    viewer: PlayerId | None = None,
    places: Places = _NOWHERE,
    page: int = 1,
) -> Message:
    """A page of it, the asker's own row marked and added below where it stands on another page.

    The first page of a running event has a picture of the largest stacks; a finished one shows what everybody won.
    """
    rows = _finished(event, viewer) if event.results else _rows(event, viewer, places)
    page, pages = paged(len(rows), ON_A_PAGE, page)
    parts = [(Text(key="tourney.final" if event.results else "tourney.standings", strong=True),)]
    if event.stage is Stage.RUNNING:
        numbers: dict[str, int | str] = {"left": len(alive(event)), "entries": entries(event)}
        parts.append((Text(key="tourney.left", numbers=numbers),))
    title = titled(event, *parts, *([page_part(page, pages)] if pages > 1 else []))
    own = next((at for at, (is_own, _) in enumerate(rows) if is_own), None)
    first = (page - 1) * ON_A_PAGE
    shown = range(first, min(first + ON_A_PAGE, len(rows)))
    lines = [title, *(listed(*rows[at][1](at == own)) for at in shown)]
    if own is not None and own not in shown:
        lines.append(Line(role=Role.NOTE, pieces=(Text(key="top.you"), *rows[own][1](True))))
    if not rows:
        lines.append(_not_begun(event))
    picture = _picture(event) if page == 1 and event.stage is Stage.RUNNING else None
    if picture is not None:
        lines.append(note("tourney.picture", count=min(MOST_LINES, len(alive(event)))))
    return Message(
        lines=tuple(lines),
        choices=page_buttons(event, ChoiceName.STANDINGS, page, pages),
        picture=picture,
    )


def _not_begun(event: Tournament) -> Line:
    """Before the start there is nothing to rank: who will be."""
    there = [one for one in event.entrants if one.status is Status.REGISTERED]
    if not there:
        return note("tourney.no_standing")
    text = Text(key="tourney.not_begun", numbers={"count": len(there)})
    return Line(role=Role.NOTE, pieces=(text, *names(there)))


def by_chips(event: Tournament) -> list[int]:
    """Everybody who is in, the largest stack first."""
    return sorted(alive(event), key=lambda number: (-event.entrants[number].chips, number))


def chip_ranks(event: Tournament) -> dict[int, int]:
    """The rank of everybody who is in; equal stacks have the same."""
    ranks: dict[int, int] = {}
    order = by_chips(event)
    for at, number in enumerate(order):
        before = order[at - 1] if at else None
        same = before is not None and event.entrants[before].chips == event.entrants[number].chips
        ranks[number] = ranks[before] if same and before is not None else at + 1
    return ranks


_Row = tuple[bool, Callable[[bool], tuple[Piece, ...]]]
"""Whether it is the asker's, and what writes it, marked or not: of a thousand rows twenty are written."""


def _rows(event: Tournament, viewer: PlayerId | None, places: Places) -> list[_Row]:
    """The asker's newest entry is theirs: the one that is in, else the best place."""
    people = event.entrants
    rows: list[_Row] = [
        (is_me(people[number], viewer), partial(_in, event, number, rank, places))
        for number, rank in chip_ranks(event).items()
    ]
    found = standings(event.fallen, entries(event))
    rows += [
        (is_me(people[number], viewer), partial(_out, event, number, standing))
        for number, standing in sorted(found.items(), key=lambda pair: (pair[1].place, pair[0]))
    ]
    return rows


def _in(event: Tournament, number: int, rank: int, places: Places, mine: bool) -> tuple[Piece, ...]:
    one = event.entrants[number]
    big = level_at(event.options.structure, event.level).big_blind
    pieces = (*_mark(mine), rank_text(rank), *who(one, strong=mine), *chips_of(one.chips, big))
    if one.table is not None and one.table in places:
        pieces = (*pieces, DOT, places[one.table])
    return pieces


def _out(event: Tournament, number: int, standing: Standing, mine: bool) -> tuple[Piece, ...]:
    rank = rank_text(standing.place, standing.sharing)
    name = who(event.entrants[number], strong=mine)
    return (*_mark(mine), rank, *name, DOT, Text(key="tourney.is_out"))


def _finished(event: Tournament, viewer: PlayerId | None) -> list[_Row]:
    return [(one.player == viewer, partial(_won, one, ticket_of(event))) for one in event.results]


def _won(one: Result, ticket: int, mine: bool) -> tuple[Piece, ...]:
    return (*_mark(mine), *result_pieces(one, ticket=ticket))


def _mark(mine: bool) -> tuple[Piece, ...]:
    return (Text(key="mark.acting"),) if mine else ()


def _picture(event: Tournament) -> Picture | None:
    """Bars of the largest stacks; the numbers in it are those of the rows."""
    order = [event.entrants[number] for number in by_chips(event)[:MOST_LINES]]
    return standing_picture([(one.name, one.chips) for one in order], average(event)) if order else None
