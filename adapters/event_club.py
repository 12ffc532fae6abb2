"""How a community counts its tournaments: what a place is worth, over which months, and how many of one's results."""

import json
from dataclasses import asdict, dataclass
from enum import StrEnum
from typing import Final

from core.cardroom.points import LEAST_ENTRANTS

USUAL_ZONE: Final = "UTC"


class Period(StrEnum):
    """How long a table of points goes on."""

    MONTH = "month"
    QUARTER = "quarter"
    YEAR = "year"


class Formula(StrEnum):
    """What an event is worth to those who played it."""

    ROOT = "root"
    """Ten times the square root of the field by the place."""
    KNOCKOUTS = "knockouts"
    """The same, and half a point for each player knocked out."""
    PUB = "pub"
    """The same, and two points for having come."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Club:
    """What a community has chosen."""

    best: int = 0
    """Results of a player that count, the best ones; 0 for all of them."""
    period: Period = Period.QUARTER
    formula: Formula = Formula.ROOT
    least: int = LEAST_ENTRANTS
    """Entries of an event that counts, at least."""


def club_document(club: Club) -> str:
    """As it is kept."""
    return json.dumps(asdict(club))


def read_club(document: str) -> Club:
    """As it was kept."""
    kept = json.loads(document)
    return Club(
        best=int(kept["best"]),
        period=Period(kept["period"]),
        formula=Formula(kept["formula"]),
        least=int(kept["least"]),
    )
