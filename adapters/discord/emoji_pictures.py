"""Draws the emoji of the cards: four colours, a large rank over a large suit, legible at the size of a letter.

Everything is drawn large from polygons and Pillow's own font, then made smaller for smooth edges. White cards with a
grey edge stand out on Discord's light and dark themes alike.
"""

import io
from math import cos, pi, sin

from PIL import Image, ImageDraw, ImageFont

from adapters.discord.emoji import BACK, KEYS, PLACE

SIZE = 128
"""Pixels a side, which is what Discord keeps."""
MOST_BYTES = 256 * 1024
"""What Discord takes for one emoji."""
_SCALE = 4
_SIDE = SIZE * _SCALE
_CARD = (0.06, 0.0, 0.94, 1.0)
"""Left, top, right and bottom of a card as parts of the picture."""

COLOURS = {"c": "#11803b", "d": "#1668d8", "h": "#d81f2a", "s": "#1a1c22"}
"""Clubs green, diamonds blue, hearts red, spades black."""
_PAPER, _EDGE = "#ffffff", "#9aa0aa"
_BACK_PAPER, _BACK_LINES = "#26417f", "#7f9ae0"

Point = tuple[float, float]


def pictures() -> dict[str, bytes]:
    """A PNG of `SIZE` pixels a side for every one of `emoji.KEYS`."""
    return {key: picture(key) for key in KEYS}


def picture(key: str) -> bytes:
    """The PNG of one card, of the back, or of an empty place. Raises `ValueError` for any other key."""
    if key not in KEYS:
        raise ValueError(f"there is no picture of {key}")
    image = Image.new("RGBA", (_SIDE, _SIDE))
    pen = ImageDraw.Draw(image)
    if key == BACK:
        _draw_back(pen)
    elif key == PLACE:
        _draw_place(pen)
    else:
        _draw_face(pen, key[0], key[1])
    small = image.resize((SIZE, SIZE), Image.Resampling.LANCZOS)
    written = io.BytesIO()
    small.save(written, "PNG", optimize=True)
    return written.getvalue()


def _draw_face(pen: ImageDraw.ImageDraw, rank: str, suit: str) -> None:
    _draw_card(pen, _PAPER, _EDGE)
    colour = COLOURS[suit]
    text = "10" if rank == "T" else rank
    font = ImageFont.load_default(_SIDE * 0.6)
    stroke = _SIDE // (50 if text == "10" else 38)
    left, top, right, bottom = pen.textbbox((0, 0), text, font=font, stroke_width=stroke)
    at = (_SIDE / 2 - (left + right) / 2, _SIDE * 0.29 - (top + bottom) / 2)
    pen.text(at, text, fill=colour, font=font, stroke_width=stroke, stroke_fill=colour)
    for outline in _SUITS[suit]():
        pen.polygon(_placed(outline, centre=(0.5, 0.745), size=0.4), fill=colour)


def _draw_back(pen: ImageDraw.ImageDraw) -> None:
    _draw_card(pen, _PAPER, _EDGE)
    inner = (0.14, 0.08, 0.86, 0.92)
    box = tuple(side * _SIDE for side in inner)
    pen.rounded_rectangle((box[0], box[1], box[2], box[3]), _SIDE * 0.06, fill=_BACK_PAPER)
    for row in range(5):
        for column in range(4):
            centre = (0.23 + 0.18 * column, 0.17 + 0.165 * row)
            pen.polygon(_placed(_diamond()[0], centre=centre, size=0.13), fill=_BACK_LINES)


def _draw_place(pen: ImageDraw.ImageDraw) -> None:
    left, top, right, bottom = (side * _SIDE for side in _CARD)
    line = _SIDE * 0.03
    box = (left + line, top + line, right - line, bottom - line)
    pen.rounded_rectangle(
        box, _SIDE * 0.12, fill=(128, 132, 142, 40), outline=(128, 132, 142, 190), width=int(line)
    )


def _draw_card(pen: ImageDraw.ImageDraw, paper: str, edge: str) -> None:
    left, top, right, bottom = (side * _SIDE for side in _CARD)
    box = (left, top, right - 1, bottom - 1)
    pen.rounded_rectangle(box, _SIDE * 0.12, fill=paper, outline=edge, width=_SIDE // 42)


def _placed(outline: list[Point], *, centre: Point, size: float) -> list[Point]:
    """An outline within -1 … 1 at its place in the picture, `size` being its height as a part of the picture's."""
    half = _SIDE * size / 2
    return [(_SIDE * centre[0] + half * x, _SIDE * centre[1] + half * y) for x, y in outline]


def _circle(x: float, y: float, radius: float) -> list[Point]:
    steps = [2 * pi * step / 96 for step in range(96)]
    return [(x + radius * cos(angle), y + radius * sin(angle)) for angle in steps]


def _heart() -> list[list[Point]]:
    angles = [2 * pi * step / 160 for step in range(160)]
    curve = [
        (16 * sin(angle) ** 3, 13 * cos(angle) - 5 * cos(2 * angle) - 2 * cos(3 * angle) - cos(4 * angle))
        for angle in angles
    ]
    return [[(x / 16.5, -(y + 2.5) / 14.6) for x, y in curve]]


def _diamond() -> list[list[Point]]:
    return [[(0, -1), (0.78, 0), (0, 1), (-0.78, 0)]]


def _spade() -> list[list[Point]]:
    leaf = [(x, -0.84 * y - 0.16) for x, y in _heart()[0]]
    return [leaf, _stem(0.1)]


def _club() -> list[list[Point]]:
    leaves = [_circle(0, -0.52, 0.47), _circle(-0.51, 0.17, 0.47), _circle(0.51, 0.17, 0.47)]
    return [*leaves, [(-0.2, -0.3), (0.2, -0.3), (0.35, 0.3), (-0.35, 0.3)], _stem(-0.1)]


def _stem(top: float) -> list[Point]:
    return [(-0.07, top), (0.07, top), (0.16, 0.7), (0.45, 1.0), (-0.45, 1.0), (-0.16, 0.7)]


_SUITS = {"c": _club, "d": _diamond, "h": _heart, "s": _spade}
