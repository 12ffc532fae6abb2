"""What everybody can read of where people sit in a tournament: not each of them can be told in private."""

from dataclasses import replace

import pytest

from adapters import render
from adapters.messages import Code, Line, Name, Place
from adapters.render_event import milestone_message
from core.cardroom.event_news import EventStarted, SeatDrawn
from core.cardroom.event_options import EventOptions
from core.cardroom.tournament import alive
from core.events import LeftWhy, SeatFreed
from core.ids import RoomId
from core.options import TableOptions
from core.sight import public_view
from tests.tournament_simulator import Cup

SMALL = EventOptions(table=TableOptions(seats=3), max_entrants=90)


def begun(people: int) -> Cup:
    """A cup that has just begun."""
    cup = Cup(SMALL, luck="seats")
    cup.register(people)
    cup.start()
    return cup


def has_begun(cup: Cup) -> tuple[Line, ...]:
    """What a hall is told of the start."""
    event = cup.event
    places = {table: Place(room=RoomId("web:h"), name=f"T{at}") for at, table in enumerate(event.tables, 1)}
    news = EventStarted(entrants=len(event.entrants), tables=len(event.tables), pool=0)
    message = milestone_message(event, news, places, "UTC")
    assert message is not None
    return message.lines


def test_the_start_of_a_small_field_names_everybody_at_their_table() -> None:
    cup = begun(7)
    rows = {
        place.name: {piece.name for piece in line.pieces if isinstance(piece, Name)}
        for line in has_begun(cup)
        for place in line.pieces[:1]
        if isinstance(place, Place)
    }
    for at, table in enumerate(cup.event.tables, 1):
        assert rows[f"T{at}"] == {one.name for one in cup.event.entrants if one.table == table}
    assert sum(map(len, rows.values())) == 7


def test_of_a_large_field_everybody_is_told_where_to_ask() -> None:
    cup = begun(31)
    lines = has_begun(cup)
    named = {piece.name for line in lines for piece in line.pieces if isinstance(piece, Name)}
    assert not named & {one.name for one in cup.event.entrants}
    assert Code(text="overview", command=True) in lines[-1].pieces


@pytest.mark.parametrize("people", [4, 7])
def test_the_table_that_somebody_leaves_says_where_they_go(people: int) -> None:
    cup = begun(people)
    names = {cup.tables[one].id: cup.tables[one].name for one in cup.event.tables}
    moved: list[SeatDrawn] = []
    while not moved:
        before = len(cup.news)
        assert cup.step()
        moved = [one for one in cup.news[before:] if isinstance(one, SeatDrawn) and one.came_from is not None]
    freed = [one for _, one in cup.notes if isinstance(one, SeatFreed) and one.why is LeftWhy.MOVED]
    assert {(one.player, names[one.table], one.seat) for one in moved} == {
        (one.player, one.to, one.to_seat) for one in freed
    }
    view = public_view(cup.tables[cup.event.tables[0]])
    (line,) = render.feed_lines([freed[0]], view)
    assert Name(name=freed[0].to, strong=True) in line.pieces
    (plain,) = render.feed_lines([replace(freed[0], to="")], view)
    assert plain != line
    assert alive(cup.event)
