"""Pictures of chips: the evening's curves and the bars of a standing, as PNG, with the words that say the same.

A picture holds figures and numbered marks and no names: the one font that is always there has no Chinese and no emoji.
The numbers stand before the names in the text. Lines differ in colour, dashes and number, so that nobody needs the
colour. The ground is dark and opaque, which reads on a dark screen as well as on a light one.
"""

from collections.abc import Sequence
from io import BytesIO
from itertools import pairwise
from typing import Final

from PIL import Image, ImageDraw, ImageFont

Point = tuple[float, float]

MOST_LINES: Final = 10
"""Curves in a picture: more cannot be told apart."""
WIDTH: Final = 960
HEIGHT: Final = 600
_FINE: Final = 2
"""Drawn so many times larger and then made smaller, which smooths the edges."""
GROUND: Final = "#1b2430"
_GRID: Final = "#3a4757"
_ZERO: Final = "#8b9bb0"
INK: Final = "#e9eef5"
COLOURS: Final = (
    "#f0a30a",
    "#5bb8f5",
    "#2fc38f",
    "#f2e25c",
    "#e86f51",
    "#d48ac4",
    "#ffffff",
    "#9d8df1",
    "#b5d96b",
    "#f7a8b8",
)
_DASHES: Final = ((), (14.0, 7.0), (3.0, 6.0))
"""Lengths of line and gap: whole for the first lines, then dashed, then dotted."""
_RIGHT, _TOP, _BOTTOM = 96, 32, 62
_BARS: Final = 80
"""Where bars begin."""
_DIGIT: Final = 18.5
"""Width of a figure at the side."""
_MARK: Final = 21
"""Radius of a numbered mark."""
_LETTERS: Final = 32
"""Height of figures, so that they can be read in a picture a quarter as wide."""


def stack_graph(curves: Sequence[Sequence[int]]) -> bytes:
    """A PNG of up to ten curves: chips up or down (over 0 or under it) after each hand, from 0 before the first.

    Curve 1 is the first; all have the same number of hands. Raises `ValueError` for none, too many, or no hand.
    """
    if not 0 < len(curves) <= MOST_LINES or not curves[0]:
        raise ValueError("one to ten curves of at least one hand")
    drawing = _Drawing(HEIGHT)
    lines = [(0, *curve) for curve in curves]
    low, high = min(map(min, lines)), max(map(max, lines))
    step = _step(high - low)
    bottom, top = step * (low // step), step * -(-max(high, low + 1) // step)
    hands = len(lines[0]) - 1
    left = 30 + _DIGIT * max(len(_signed(chips)) for chips in (bottom, top))

    def at(hand: int, chips: int) -> Point:
        across, up = WIDTH - left - _RIGHT, HEIGHT - _TOP - _BOTTOM
        return left + across * hand / hands, _TOP + up * (top - chips) / (top - bottom)

    for chips in range(bottom, top + 1, step):
        drawing.line((at(0, chips), at(hands, chips)), _GRID if chips else _ZERO, 1 if chips else 2)
        drawing.text((left - 12, at(0, chips)[1]), _signed(chips), anchor="rm")
    for hand in range(0, hands + 1, max(1, _step(hands, most=6))):
        drawing.text((at(hand, 0)[0], HEIGHT - _BOTTOM + 14), f"{hand:,}", anchor="mt")
    ends = _apart([at(hands, line[-1])[1] for line in lines])
    for number in reversed(range(len(lines))):
        points = [at(hand, chips) for hand, chips in enumerate(lines[number])]
        drawing.curve(points, number)
        mark = (WIDTH - _RIGHT + 56.0, ends[number])
        drawing.line((points[-1], (mark[0] - _MARK, mark[1])), COLOURS[number], 1)
        drawing.mark(mark, number)
    return drawing.png()


def chip_bars(stacks: Sequence[int], average: int) -> bytes:
    """A PNG of a standing: a bar for each stack in chips (0 or more), numbered from 1 in the given order.

    A dashed line stands across the bars at `average` (chips), with the figure at its foot. Raises `ValueError` for no
    stack or more than ten.
    """
    if not 0 < len(stacks) <= MOST_LINES:
        raise ValueError("one to ten stacks")
    row = 2 * _MARK + 10
    foot = _TOP + row * len(stacks)
    drawing = _Drawing(foot + _BOTTOM)
    most = max(1, average, *stacks)
    across = (WIDTH - _BARS - 220) / most
    lengths = [max(2.0, across * chips) for chips in stacks]
    middles = [_TOP + row * (number + 0.5) for number in range(len(stacks))]
    for number, (length, middle) in enumerate(zip(lengths, middles, strict=True)):
        drawing.mark((46, middle), number)
        drawing.bar((_BARS, middle - 18, _BARS + length, middle + 18), COLOURS[number])
    at = _BARS + across * average
    for top in range(_TOP - 12, foot + 8, 12):
        drawing.line(((at, top), (at, top + 7)), GROUND, 7)
        drawing.line(((at, top), (at, top + 7)), INK, 3)
    drawing.text((at, foot + 14), f"{average:,}", anchor="mt")
    for chips, length, middle in zip(stacks, lengths, middles, strict=True):
        # The figures stand on ground of their own: the average never runs through one.
        drawing.text((_BARS + length + 12, middle), f"{chips:,}", anchor="lm", on_ground=True)
    return drawing.png()


def _step(span: int, *, most: int = 7) -> int:
    """The distance of grid lines: 1, 2 or 5 with zeros behind, at most `most` of them over the span."""
    unit = 1
    while True:
        for step in (unit, 2 * unit, 5 * unit):
            if span <= step * most:
                return step
        unit *= 10


def _apart(heights: Sequence[float]) -> list[float]:
    """Where the marks stand so that none covers another, near to where their lines end, in the same order."""
    gap = 2 * _MARK + 3.0
    order = sorted(range(len(heights)), key=lambda at: heights[at])
    placed: list[float] = []
    for at in order:
        placed.append(max(heights[at], placed[-1] + gap) if placed else max(heights[at], _TOP))
    limit = HEIGHT - _BOTTOM + 2.0
    for place in reversed(range(len(placed))):
        placed[place] = min(placed[place], limit)
        limit = placed[place] - gap
    ends = [0.0] * len(heights)
    for at, height in zip(order, placed, strict=True):
        ends[at] = height
    return ends


def _signed(chips: int) -> str:
    return f"{'+' if chips > 0 else '-' if chips < 0 else ''}{abs(chips):,}"


class _Drawing:
    """A dark sheet to draw on, in the pixels of the finished picture."""

    def __init__(self, height: int) -> None:
        self.size = (WIDTH, height)
        self.image = Image.new("RGB", (WIDTH * _FINE, height * _FINE), GROUND)
        self.pen = ImageDraw.Draw(self.image)

    def line(self, ends: tuple[Point, Point], colour: str, width: float) -> None:
        """A straight line."""
        self.pen.line([_fine(end) for end in ends], fill=colour, width=round(width * _FINE))

    def curve(self, points: Sequence[Point], number: int) -> None:
        """A line through the points, in its colour and its dashes."""
        dashes = _DASHES[number // 4]
        if not dashes:
            self.pen.line(
                [_fine(point) for point in points], fill=COLOURS[number], width=3 * _FINE, joint="curve"
            )
            return
        left, drawn = dashes[0], True
        for start, end in pairwise(points):
            length = ((end[0] - start[0]) ** 2 + (end[1] - start[1]) ** 2) ** 0.5
            done = 0.0
            while done < length:
                part = min(left, length - done)
                if drawn:
                    ends = (_between(start, end, done / length), _between(start, end, (done + part) / length))
                    self.line(ends, COLOURS[number], 3)
                done, left = done + part, left - part
                if left <= 0:
                    drawn = not drawn
                    left = dashes[0 if drawn else 1]

    def mark(self, centre: Point, number: int) -> None:
        """A numbered disc."""
        x, y = centre
        corners = [_fine((x - _MARK, y - _MARK)), _fine((x + _MARK, y + _MARK))]
        self.pen.ellipse(corners, fill=COLOURS[number])
        self.text(centre, str(number + 1), anchor="mm", colour=GROUND)

    def bar(self, box: tuple[float, float, float, float], colour: str) -> None:
        """A filled bar."""
        self.pen.rounded_rectangle([side * _FINE for side in box], radius=4 * _FINE, fill=colour)

    def text(
        self, where: Point, text: str, *, anchor: str, colour: str = INK, on_ground: bool = False
    ) -> None:
        """Figures, in the font that comes with the library; with `on_ground` nothing is seen behind them."""
        font = ImageFont.load_default(_LETTERS * _FINE)
        if on_ground:
            left, top, right, bottom = self.pen.textbbox(_fine(where), text, font=font, anchor=anchor)
            self.pen.rectangle((left - 8, top - 8, right + 8, bottom + 8), fill=GROUND)
        self.pen.text(_fine(where), text, fill=colour, font=font, anchor=anchor)

    def png(self) -> bytes:
        """The finished picture."""
        out = BytesIO()
        small = self.image.resize(self.size, Image.Resampling.LANCZOS)
        small.quantize(128, dither=Image.Dither.NONE).save(out, "PNG", optimize=True)
        return out.getvalue()


def _fine(point: Point) -> Point:
    return point[0] * _FINE, point[1] * _FINE


def _between(start: Point, end: Point, part: float) -> Point:
    return start[0] + (end[0] - start[0]) * part, start[1] + (end[1] - start[1]) * part
