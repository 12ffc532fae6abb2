"""Who sits at which table as a tournament begins: for all to read, as not everybody has a private chat."""

from adapters.event_words import Places, listed, names
from adapters.messages import Code, Line, Name, Role, Text
from adapters.render_event_running import table_lines
from adapters.wording import DOT
from core.cardroom.tournament import Tournament, alive
from core.options import MOST_SEATS

MOST_LISTED = 30
"""Players who are told their tables by name; of a larger field each asks for their own."""


def seat_lines(event: Tournament, places: Places) -> tuple[Line, ...]:
    """The tables with their players, or of a large field the tables alone; and where one's own seat is said."""
    own = (Text(key="tourney.seats_told"), Code(text="overview", command=True))
    told = Line(role=Role.NOTE, pieces=own)
    people = [event.entrants[number] for number in alive(event)]
    if len(people) > MOST_LISTED:
        return (*table_lines(event, places), told)
    lines = []
    for at, table in enumerate(event.tables, 1):
        there = [one for one in people if one.table == table]
        place = places.get(table) or Name(name=f"{event.name} {at}")
        lines.append(listed(place, DOT, *names(there, MOST_SEATS)))
    return (*lines, told)
