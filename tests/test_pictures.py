"""The evening in curves and words, and what a picture must and must not hold."""

import random
from dataclasses import replace
from io import BytesIO

import pytest
from PIL import Image

from adapters.messages import Line, Locale, Name, Role
from adapters.pictures import COLOURS, GROUND, HEIGHT, INK, MOST_LINES, WIDTH, chip_bars, stack_graph
from adapters.render import evening_message
from adapters.render_evening import standing_picture
from core.cardroom.evening import Curve, curves
from core.ids import PlayerId
from core.poker.record import HandRecord
from tests.export_hands import record_of_hand
from tests.phh_hands import random_setup
from tests.test_render import lines, said


def evening(hands: int) -> list[HandRecord]:
    records = []
    for number in range(1, hands + 1):
        chance = random.Random(f"evening {number}")
        record, _ = record_of_hand(random_setup(chance, "NT"), chance)
        records.append(replace(record, hand_no=number))
    return records


def image_of(png: bytes) -> Image.Image:
    with Image.open(BytesIO(png)) as opened:
        assert opened.format == "PNG"
        return opened.convert("RGB")


def light(colour: tuple[int, int, int]) -> float:
    """The relative luminance of WCAG 2."""
    parts = [part / 255 for part in colour]
    red, green, blue = [
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    ]
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def test_curves_add_up_what_each_hand_won_and_lost() -> None:
    records = evening(30)
    found = curves(reversed(records))
    assert all(len(curve.nets) == 30 for curve in found)
    for hand in range(30):
        assert sum(curve.nets[hand] for curve in found) == 0
    for curve in found:
        seats = [one for record in records for one in record.seats if one.player == curve.player]
        assert curve.net == sum(one.end - one.start for one in seats)
    assert [curve.net for curve in found] == sorted((curve.net for curve in found), reverse=True)


def test_a_curve_is_level_while_its_player_is_not_dealt_in() -> None:
    records = evening(12)
    for curve in curves(records):
        before = 0
        for record, net in zip(records, curve.nets, strict=True):
            if curve.player not in {one.player for one in record.seats}:
                assert net == before
            before = net


def test_the_words_say_what_the_picture_says() -> None:
    found = curves(evening(30))
    message = evening_message(found)
    assert message.picture is not None
    told = said(message)
    assert told[0] == "The evening: 30 hands"
    assert len(told) == 1 + len(found)
    assert told[1].startswith(f"1 {found[0].name} +{found[0].net:,} (between ")
    names = [piece.name for piece in message.picture.alt if isinstance(piece, Name)]
    assert names == [curve.name for curve in found]
    for locale in Locale:
        assert all(said(message, locale))


def test_of_more_than_ten_players_those_that_moved_furthest_have_a_curve() -> None:
    many = [Curve(player=PlayerId(f"web:{at}"), name=f"P{at}", nets=(0, 100 * (6 - at))) for at in range(13)]
    message = evening_message(many)
    assert message.picture is not None
    names = [piece.name for piece in message.picture.alt if isinstance(piece, Name)]
    assert names == [f"P{at}" for at in (0, 1, 2, 3, 4, 8, 9, 10, 11, 12)]
    assert len(said(message)) == 14
    assert any(line.startswith("P6 ") for line in said(message))


@pytest.mark.parametrize("players", [1, 2, 6, 10])
def test_a_graph_is_one_size_small_and_has_a_line_of_its_own_for_everyone(players: int) -> None:
    chance = random.Random(f"graph {players}")
    nets = [[chance.randint(-5_000, 5_000) for _ in range(60)] for _ in range(players)]
    png = stack_graph(nets)
    picture = image_of(png)
    assert picture.size == (WIDTH, HEIGHT)
    assert len(png) < 200_000
    background = picture.getpixel((2, 2))
    marks = {picture.getpixel((WIDTH - 34 - 11, y)) for y in range(HEIGHT)} - {background}
    assert len(marks) >= players


def test_every_line_stands_out_from_the_ground_and_from_a_light_page() -> None:
    def rgb(colour: str) -> tuple[int, int, int]:
        red, green, blue = bytes.fromhex(colour[1:])
        return red, green, blue

    ground = light(rgb(GROUND))
    for colour in (*COLOURS, INK):
        assert (light(rgb(colour)) + 0.05) / (ground + 0.05) > 4.5
    assert 1.05 / (ground + 0.05) > 7
    assert len(set(COLOURS)) == MOST_LINES


def test_a_graph_takes_whatever_happened() -> None:
    for nets in ([[0], [0]], [[5], [-5]], [[10**9] * 3], [[-1, -2, -3]], [[0] * 2_000]):
        assert image_of(stack_graph(nets)).size == (WIDTH, HEIGHT)
    refused: list[list[list[int]]] = [[], [[]], [[1]] * 11]
    for wrong in refused:
        with pytest.raises(ValueError, match="one to ten"):
            stack_graph(wrong)


def test_bars_are_as_long_as_the_stacks_are_high() -> None:
    picture = image_of(chip_bars([1_000, 500, 0], 1_000))
    background = picture.getpixel((2, 2))

    def length(row: int) -> int:
        y = 32 + 52 * row + 42  # below the figures, inside the bar
        return sum(picture.getpixel((x, y)) != background for x in range(80, WIDTH - 230))

    assert 0 < length(2) < 8
    assert abs(length(0) + 10 - 2 * length(1)) < 12
    with pytest.raises(ValueError, match="one to ten"):
        chip_bars([], 0)


def test_a_line_across_the_bars_stands_at_the_average_and_runs_through_no_figure() -> None:
    picture = image_of(chip_bars([1_000, 500, 0], 600))
    between_the_bars = range(78, 91)
    bright = [x for x in range(90, WIDTH) if any(is_bright(picture, x, y) for y in between_the_bars)]
    assert 0 < max(bright) - min(bright) < 6
    assert abs(sum(bright) / len(bright) - (80 + 660 * 0.6)) < 3

    crossed, plain = (image_of(chip_bars([1_000, 500, 0], average)) for average in (540, 0))
    figures = [(x, y) for x in range(428, 480) for y in range(100, 122)]
    assert [at for at in figures if is_bright(crossed, *at) != is_bright(plain, *at)] == []


def is_bright(picture: Image.Image, x: int, y: int) -> bool:
    pixel = picture.getpixel((x, y))
    assert isinstance(pixel, tuple)
    return light((pixel[0], pixel[1], pixel[2])) > 0.4


def test_ten_bars_have_ten_colours() -> None:
    seen = {colour for _, colour in image_of(chip_bars([1_000] * 10, 500)).getcolors(100_000) or ()}
    assert {tuple(bytes.fromhex(colour[1:])) for colour in COLOURS} <= seen


def test_a_standings_words_number_the_names_as_the_bars_are() -> None:
    picture = standing_picture([("Ann", 1_200), ("小明 🃏", 300)], 750)
    written = lines((Line(role=Role.NOTE, pieces=picture.alt),), Locale.EN)
    assert written == ["Chips as bars, with a line at the average of 750: 1 Ann 1,200 · 2 小明 🃏 300"]
    assert [piece.name for piece in picture.alt if isinstance(piece, Name)] == ["Ann", "小明 🃏"]
