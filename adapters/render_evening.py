"""The evening in words and as a picture, and the picture of a standing: the numbers in it stand before the names."""

from collections.abc import Sequence

from adapters.messages import Chips, Line, Message, Name, Picture, Piece, Role, Text
from adapters.pictures import MOST_LINES, chip_bars, stack_graph
from adapters.wording import DOT, joined
from core.cardroom.evening import Curve


def evening_message(curves: Sequence[Curve]) -> Message:
    """Who is up and who is down over the evening, the best first, with everyone's curve; of more than ten players the
    ten that moved furthest have one. Raises `ValueError` for no curve."""
    drawn = _drawn(curves)
    hands: dict[str, int | str] = {"hands": len(curves[0].nets)}
    title = Line(role=Role.TITLE, pieces=(Text(key="evening.title", numbers=hands, strong=True),))
    lines = [
        Line(role=Role.RESULT, pieces=(*_numbered(curve, drawn), _between(curve.nets))) for curve in curves
    ]
    told = joined([_numbered(curve, drawn) for curve in drawn], DOT)
    picture = Picture(
        png=stack_graph([curve.nets for curve in drawn]),
        alt=(Text(key="evening.alt", numbers=hands), *told),
    )
    return Message(lines=(title, *lines), picture=picture)


def standing_picture(stacks: Sequence[tuple[str, int]], average: int) -> Picture:
    """Bars for up to ten (name, chips), in the given order, numbered from 1, with a line at the average of chips.

    Raises `ValueError` for none or more.
    """
    told = joined(
        [
            (Text(key="mark.number", numbers={"number": number}), Name(name=name), Chips(amount=chips))
            for number, (name, chips) in enumerate(stacks, 1)
        ],
        DOT,
    )
    alt = (Text(key="evening.standing_alt", numbers={"chips": average}), *told)
    return Picture(png=chip_bars([chips for _, chips in stacks], average), alt=alt)


def _drawn(curves: Sequence[Curve]) -> list[Curve]:
    furthest = sorted(curves, key=lambda curve: min(0, *curve.nets) - max(0, *curve.nets))[:MOST_LINES]
    return [curve for curve in curves if curve in furthest]


def _numbered(curve: Curve, drawn: Sequence[Curve]) -> tuple[Piece, ...]:
    """The curve's number in the picture, if it is there, the name (none: they were forgotten), and the chips."""
    number: tuple[Piece, ...] = ()
    if curve in drawn:
        number = (Text(key="mark.number", numbers={"number": drawn.index(curve) + 1}),)
    who: Piece = Name(name=curve.name, player=curve.player) if curve.name else Text(key="stats.former")
    return (*number, who, Chips(amount=curve.net, signed=True))


def _between(nets: Sequence[int]) -> Text:
    return Text(key="evening.between", numbers={"low": min(0, *nets), "high": max(0, *nets)})
