"""Whatever there is to say, Discord takes it: every scene and every message, as components and as an embed."""

from collections.abc import Callable

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from adapters.discord import colours
from adapters.discord.custom_ids import parse
from adapters.discord.embed import table_embed
from adapters.discord.emoji import KEYS, NAMES
from adapters.discord.layout import MOST_CHARACTERS, private_view, table_view
from adapters.discord.markup import Emoji, mentioned
from adapters.messages import (
    Cards,
    Chips,
    Choice,
    ChoiceName,
    Code,
    Countdown,
    Line,
    Locale,
    Look,
    Message,
    Name,
    Role,
    Text,
)
from adapters.texts import SLOT, TEMPLATES
from adapters.visible import width
from core.ids import PlayerId, TableId, Turn
from core.poker.cards import FRESH_DECK, parse_cards
from tests.discord_judge import Json, as_components, as_embed, buttons, complaints, texts, walked
from tests.discord_scenes import NASTY_NAMES, SCENES, payload
from tests.test_discord_markup import PING, TURNERS

EMOJI: Emoji = {key: f"<:{NAMES[key]}:{10**18 + number}>" for number, key in enumerate(KEYS)}
MADE = {name: scene() for name, scene in SCENES.items()}
BODIES = (as_components, as_embed)
Body = Callable[[Message, Locale, Emoji], Json]

NUMBERS: dict[str, int | str] = {
    slot["name"]: 1_234_567 for text in TEMPLATES[Locale.EN].values() for slot in SLOT.finditer(text)
}
TURN = Turn(table=TableId("07k3f9"), hand_no=128, action_no=3)

names = st.builds(
    Name,
    name=st.text(max_size=250) | st.sampled_from(NASTY_NAMES),
    player=st.sampled_from((None, PlayerId("discord:42"), PlayerId("web:7"))),
    strong=st.booleans(),
)
pieces = st.one_of(
    st.builds(
        Text,
        key=st.sampled_from(sorted(TEMPLATES[Locale.EN])),
        numbers=st.just(NUMBERS),
        strong=st.booleans(),
    ),
    names,
    st.builds(
        Cards,
        cards=st.lists(st.sampled_from(FRESH_DECK), max_size=8).map(tuple),
        backs=st.integers(0, 30),
        places=st.integers(0, 30),
    ),
    st.builds(Chips, amount=st.integers(-(10**12), 10**12), signed=st.booleans(), strong=st.booleans()),
    st.builds(Countdown, until=st.integers(0, 4 * 10**12)),
    st.builds(Code, text=st.text(max_size=300)),
)
lines = st.builds(
    Line,
    role=st.sampled_from(Role),
    pieces=st.lists(pieces, max_size=12).map(tuple),
    marks=st.sampled_from(((), ("folded",), ("button", "in_hand"))),
)
choices = st.builds(
    Choice,
    name=st.sampled_from(ChoiceName),
    label=st.lists(pieces, max_size=3).map(tuple),
    argument=st.sampled_from(("", "1", "2", "300", "a:b", "x" * 200)),
    turn=st.sampled_from((None, TURN)),
    look=st.sampled_from(Look),
)
messages = st.builds(
    Message,
    lines=st.lists(lines, max_size=60).map(tuple),
    choices=st.lists(st.lists(choices, max_size=8).map(tuple), max_size=8).map(tuple),
)


@pytest.mark.parametrize("emoji", [{}, EMOJI], ids=["plain", "emoji"])
@pytest.mark.parametrize("locale", Locale)
@pytest.mark.parametrize("body", BODIES)
@pytest.mark.parametrize("scene", SCENES)
def test_every_scene_is_taken_in_every_language(scene: str, body: Body, locale: Locale, emoji: Emoji) -> None:
    made = body(MADE[scene], locale, emoji)
    assert complaints(made) == []
    assert not PING.search(texts(made))
    assert not TURNERS & set(texts(made))
    assert all(parse(button["custom_id"]) for button in buttons(made))


@settings(
    max_examples=150, deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large]
)
@given(messages, st.sampled_from(Locale), st.sampled_from(({}, EMOJI)))
def test_every_message_is_taken(message: Message, locale: Locale, emoji: Emoji) -> None:
    assert mentioned(message) == ()
    for body in BODIES:
        made = body(message, locale, emoji)
        assert complaints(made) == []
        assert not PING.search(texts(made))
        known = [button["custom_id"] for button in buttons(made)]
        assert len(set(known)) == len(known)
        assert all(parse(button["custom_id"]) or button["disabled"] for button in buttons(made))
        assert width(texts(made)) <= MOST_CHARACTERS + 96


def test_what_one_player_sees_is_laid_out_the_same_way() -> None:
    for message in MADE.values():
        assert payload(private_view(message, Locale.EN)) == payload(table_view(message, Locale.EN))


def line(role: Role, text: str) -> Line:
    return Line(role=role, pieces=(Name(name=text),))


def test_the_oldest_of_the_log_goes_first_then_the_notes_and_the_seats_stay() -> None:
    long = "".join(chr(0x4E00 + number) for number in range(32))
    log = tuple(line(Role.LOG, f"{number} {long}") for number in range(150))
    title, seat = line(Role.TITLE, "Hand"), line(Role.SEAT, "Ann")
    said = texts(as_components(Message(lines=(title, *log, seat)), Locale.EN, {}))
    assert "149 " in said
    assert "0 一" not in said.split("…")[0]
    assert said.index("…") < said.index("149 ")
    assert "**Ann**" in said
    assert "Hand" in said
    notes = tuple(line(Role.NOTE, f"n{number} {long}") for number in range(150))
    said = texts(as_components(Message(lines=(title, *log, seat, *notes)), Locale.EN, {}))
    assert "149 " not in said.replace("n149", "")
    assert "**Ann**" in said
    assert "n0 " in said
    assert "n149 " not in said
    assert said.count("-# …") == 2


def test_a_message_that_fits_loses_nothing() -> None:
    said = texts(as_components(MADE["ten_players"], Locale.EN, EMOJI))
    assert "-# …" not in said
    for name in ("Ann", "Bob", "Hana"):
        assert f"**{name}**" in said


def test_five_buttons_stand_in_a_row_and_the_same_press_is_offered_once() -> None:
    sizes = tuple(
        Choice(name=ChoiceName.RAISE, label=(Chips(amount=size),), argument=str(size), turn=TURN)
        for size in (1, 2, 3, 4, 5, 6, 6)
    )
    made = as_components(Message(lines=(), choices=(sizes, ())), Locale.EN, {})
    rows = [item["components"] for item in walked(made["components"]) if item["type"] == 1]
    assert [[button["label"] for button in row] for row in rows] == [["1", "2", "3", "4", "5"], ["6"]]
    assert complaints(made) == []


def test_a_choice_that_no_custom_id_carries_is_shown_and_cannot_be_pressed() -> None:
    choice = Choice(name=ChoiceName.CALL, label=(Code(text="x"),), argument="a:b", turn=TURN)
    (button,) = buttons(as_components(Message(lines=(), choices=((choice,),)), Locale.EN, {}))
    assert button["disabled"]
    assert parse(button["custom_id"]) is None


def test_a_message_with_nothing_in_it_is_still_a_message() -> None:
    for body in BODIES:
        assert complaints(body(Message(lines=()), Locale.EN, {})) == []


def test_the_board_is_large_and_its_letters_stand_under_it() -> None:
    board = Line(
        role=Role.BOARD, pieces=(Text(key="board.only"), Cards(cards=parse_cards("Qs7d2c"), places=2))
    )
    said = texts(as_components(Message(lines=(board,)), Locale.EN, EMOJI))
    assert said.splitlines() == [
        "# " + "".join(EMOJI[key] for key in ("Qs", "7d", "2c", "place", "place")),
        "-# Board: Qs 7d 2c",
    ]
    empty = Line(role=Role.BOARD, pieces=(Text(key="board.only"), Cards(places=5)))
    assert texts(as_components(Message(lines=(empty,)), Locale.EN, {})) == "# `· · · · ·`"


def test_the_title_is_the_hand_and_the_street_and_the_stakes_stand_small_under_it() -> None:
    said = texts(as_components(MADE["turn"], Locale.EN, {})).splitlines()
    assert said[:2] == ["### Hand #1 · flop", "-# Friday table · no-limit hold'em · blinds 50/100"]


def test_the_seat_to_act_stands_out_and_a_folded_one_stands_back() -> None:
    said = texts(as_components(MADE["turn"], Locale.EN, {})).splitlines()
    assert "> ▸ `1` **Ann** `Ⓓ` 9,700 🎴🎴 <t:1790000045:R>" in said
    assert "-# `2` Bob `SB` 9,950 · folds" in said
    assert "`4` **Mei** 9,050 · bets 650 🎴🎴" in said


def test_tabled_cards_stand_under_their_seat_with_what_they_make() -> None:
    said = texts(as_components(MADE["summary"], Locale.EN, {})).splitlines()
    assert "`2♥ K♣` · 2h Kc" not in said
    at = said.index("`4` **Mei** 14,800 **(+8,550)**")
    assert said[at + 1] == "`2♥ K♣` 2h Kc · pair of kings"
    assert "`1` **Ann** `Ⓓ` 0 (−1,150) · all-in" in said


def test_help_and_rules_are_written_in_full_size() -> None:
    for name in ("help_message", "rules_message"):
        assert "-# " not in texts(as_components(MADE[name], Locale.EN, {}))


def test_what_is_asked_is_written_in_full_size_and_the_deck_small_below_it() -> None:
    for scene, asked in (("choosing_runs", "All-in. How many"), ("showdown", "To show or muck: Carol")):
        said = texts(as_components(MADE[scene], Locale.EN, {})).splitlines()
        assert any(one.startswith(asked) for one in said)
        assert said[-1].startswith("-# Deck: ")


@pytest.mark.parametrize(
    ("scene", "colour"),
    [
        ("lobby", colours.CALM),
        ("turn", colours.PLAY),
        ("run_out", colours.ALL_IN),
        ("choosing_runs", colours.ALL_IN),
        ("showdown", colours.PLAY),
        ("summary", colours.OVER),
        ("closed", colours.CLOSED),
        ("refused", colours.REFUSED),
        ("private", colours.PLAY),
    ],
)
def test_the_edge_has_the_colour_of_the_tables_state(scene: str, colour: int) -> None:
    (container,) = payload(table_view(MADE[scene], Locale.EN))
    assert container["accent_color"] == colour
    embed, _ = table_embed(MADE[scene], Locale.EN)
    assert embed.to_dict()["color"] == colour
