"""The card emoji: every card has a picture and a name that Discord takes, and no two look alike."""

import io
import re

import pytest
from PIL import Image

from adapters.discord.emoji import BACK, KEYS, NAMES, PLACE, by_key
from adapters.discord.emoji_pictures import COLOURS, MOST_BYTES, SIZE, picture, pictures
from core.poker.cards import FRESH_DECK


@pytest.fixture(scope="module")
def drawn() -> dict[str, bytes]:
    return pictures()


def opened(png: bytes) -> Image.Image:
    return Image.open(io.BytesIO(png)).convert("RGBA")


def test_every_card_the_back_and_the_empty_place_have_a_name_and_a_picture(drawn: dict[str, bytes]) -> None:
    assert set(KEYS) == {*(card.value for card in FRESH_DECK), BACK, PLACE}
    assert len(KEYS) == 54
    assert set(drawn) == set(NAMES) == set(KEYS)


def test_the_names_are_such_as_discord_takes_and_differ_without_capitals_too() -> None:
    assert all(re.fullmatch(r"[0-9A-Za-z_]{2,32}", name) for name in NAMES.values())
    assert len({name.lower() for name in NAMES.values()}) == len(KEYS)


def test_the_pictures_are_square_small_enough_and_clear_at_the_corners(drawn: dict[str, bytes]) -> None:
    for png in drawn.values():
        image = Image.open(io.BytesIO(png))
        assert (image.format, image.size, image.mode) == ("PNG", (SIZE, SIZE), "RGBA")
        assert len(png) < MOST_BYTES
        assert image.getpixel((0, 0)) == (0, 0, 0, 0)


def test_no_two_pictures_are_the_same_even_as_small_as_a_letter(drawn: dict[str, bytes]) -> None:
    small = {key: opened(png).resize((22, 22)).tobytes() for key, png in drawn.items()}
    assert len(set(small.values())) == len(KEYS)


def test_each_suit_has_its_own_colour_and_its_own_shape(drawn: dict[str, bytes]) -> None:
    shapes = set()
    for suit, colour in COLOURS.items():
        image = opened(drawn[f"A{suit}"])
        wanted = tuple(bytes.fromhex(colour.removeprefix("#")))
        centre = image.getpixel((SIZE // 2, round(SIZE * 0.745)))
        assert isinstance(centre, tuple)
        assert centre[:3] == wanted
        lower = image.crop((0, SIZE // 2, SIZE, SIZE)).convert("L")
        shapes.add(lower.point(lambda level: 255 * (level > 200)).tobytes())
    assert len(shapes) == len(set(COLOURS.values())) == 4


def test_there_is_no_picture_of_anything_else() -> None:
    with pytest.raises(ValueError, match="no picture"):
        picture("Ax")


def test_uploaded_emoji_are_known_by_their_names_and_foreign_ones_are_left_out() -> None:
    found = by_key(["<:rb_As:123>", "<:rb_back:7>", "<:party:5>", "<a:rb_Ks:8>", "rb_Qs", "<:rb_Zz:9>"])
    assert found == {"As": "<:rb_As:123>", BACK: "<:rb_back:7>"}
