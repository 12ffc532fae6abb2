"""What a community has chosen for its tournaments, in words."""

from adapters.event_club import Club
from adapters.messages import Line, Message, Role, Text


def club_message(club: Club, zone: str, *, changed: bool) -> Message:
    """How points are counted, and by which clock times are said."""
    best = "director.club_best" if club.best else "director.club_all"
    lines = [
        Line(role=Role.TITLE, pieces=(Text(key="director.club", strong=True),)),
        _row("director.club_zone", zone=zone),
        _row("director.club_period", period=f"@period.{club.period}"),
        _row(best, best=club.best),
        _row("director.club_formula", formula=f"@formula.{club.formula}"),
        _row("director.club_least", least=club.least),
    ]
    if changed:
        lines.append(Line(role=Role.NOTE, pieces=(Text(key="director.club_changed"),)))
    return Message(lines=tuple(lines))


def _row(key: str, **numbers: int | str) -> Line:
    return Line(role=Role.RESULT, pieces=(Text(key=key, numbers=numbers),))
