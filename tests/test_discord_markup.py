"""How pieces are written for Discord: letters beside every card, and names that can do no harm."""

import re
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adapters.discord.emoji import KEYS, NAMES
from adapters.discord.markup import label_text, line_text, mentioned, piece_text, plain_text
from adapters.discord.names import escaped_start, safe_name
from adapters.discord.taught import typed
from adapters.menu import COMMANDS
from adapters.menu_entries import TOURNEY
from adapters.messages import (
    Cards,
    Chips,
    Code,
    Countdown,
    Line,
    Locale,
    Message,
    Moment,
    Name,
    Piece,
    Place,
    Role,
    Text,
)
from adapters.visible import LONGEST_NAME, NOBODY, cut, visible, width
from core.ids import PlayerId, RoomId
from core.poker.cards import FRESH_DECK, Card, parse_cards
from tests.discord_scenes import NASTY_NAMES, turn_call

EMOJI = {key: f"<:{NAMES[key]}:{10**18 + number}>" for number, key in enumerate(KEYS)}
PING = re.compile(r"@(everyone|here)|<@[!&]?\d+>|(?<!\\)<#\d+>")
TURNERS = set("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u200e\u200f\u061c")


def written(piece: Piece, emoji: dict[str, str] | None = None) -> str:
    return piece_text(piece, Locale.EN, emoji or {})


def shown(markdown: str) -> str:
    """What a reader sees of inline markdown: without backslashes and what cannot be seen."""
    return re.sub(r"\\([^0-9A-Za-z\s])", r"\1", markdown).translate(
        dict.fromkeys(map(ord, "\u200b\u2068\u2069"))
    )


def unescaped(markdown: str) -> str:
    """Markdown without its escaped characters: what is still markup."""
    return re.sub(r"\\[^0-9A-Za-z\s]", "", markdown)


@pytest.mark.parametrize("card", FRESH_DECK)
def test_every_card_has_its_letters_with_emoji_and_without(card: Card) -> None:
    for emoji in ({}, EMOJI):
        assert written(Cards(cards=(card,)), emoji).split()[-1] == card.value


def test_cards_are_emoji_when_there_are_some_and_symbols_otherwise() -> None:
    cards = Cards(cards=parse_cards("As Td"))
    assert written(cards) == "`A♠ 10♦` As Td"
    assert written(cards, EMOJI) == f"{EMOJI['As']}{EMOJI['Td']} As Td"
    without_ten = {key: value for key, value in EMOJI.items() if key != "Td"}
    assert written(cards, without_ten) == "`A♠ 10♦` As Td"


def test_backs_and_empty_places_are_drawn() -> None:
    assert written(Cards(backs=2)) == "🎴🎴"
    assert written(Cards(backs=2), EMOJI) == EMOJI["back"] * 2
    assert written(Cards(cards=parse_cards("Qs7d2c"), places=2)) == "`Q♠ 7♦ 2♣ · ·` Qs 7d 2c"
    assert written(Cards(places=5), EMOJI) == EMOJI["place"] * 5
    assert written(Cards()) == ""


def test_chips_have_their_thousands_and_a_sign_where_it_is_asked_for() -> None:
    assert written(Chips(amount=12_000)) == "12,000"
    assert written(Chips(amount=14_050, signed=True)) == "+14,050"
    assert written(Chips(amount=-50, signed=True)) == "−50"
    assert written(Chips(amount=0, signed=True)) == "0"
    assert written(Chips(amount=950, strong=True)) == "**950**"


def test_a_countdown_is_a_timestamp_that_the_reader_sees_run() -> None:
    assert written(Countdown(until=1_900_000_000_999)) == "<t:1900000000:R>"


def test_a_machine_text_is_inline_code_that_backticks_cannot_leave() -> None:
    assert written(Code(text="a1b2")) == "`a1b2`"
    assert written(Code(text="")) == ""
    assert written(Code(text="``x``\n`y`")).count("`") == 2
    assert "\n" not in written(Code(text="a\nb"))
    assert not PING.search(written(Code(text="@everyone <@5>")))


def test_every_example_of_the_help_is_a_slash_command_with_options_by_name() -> None:
    for command in COMMANDS:
        words = typed(command.example).split(" ")
        outer = "/tourney" if command.group == TOURNEY else "/poker"
        path = [outer, *([command.group] if command.group not in ("", TOURNEY) else []), command.name]
        assert words[: len(path)] == path
        names = {argument.name for argument in command.arguments}
        assert {word.partition(":")[0] for word in words if ":" in word} <= names
        assert "=" not in typed(command.example)
    assert typed("new Friday blinds=50/100 seats=6") == "/poker new name:Friday blinds:50/100 seats:6"
    assert typed("register") == "/tourney register"
    assert typed("no such thing") == "/poker no such thing"
    assert piece_text(Code(text="blinds=", option=True), Locale.EN) == "`blinds:`"


def test_only_a_name_that_mentions_a_member_of_discord_rings() -> None:
    mei = Name(name="Mei", player=PlayerId("discord:42"), mention=True)
    assert written(mei) == "<@42>"
    assert written(Name(name="Mei", player=PlayerId("discord:42"))) == "Mei"
    assert written(Name(name="Mei", player=PlayerId("web:42"), mention=True)) == "Mei"
    assert written(Name(name="Mei", player=PlayerId("discord:<@1>"), mention=True)) == "Mei"
    line = Line(role=Role.ACTOR, pieces=(mei, mei, Name(name="Bob", player=PlayerId("discord:7"))))
    assert mentioned(Message(lines=(line,))) == (42,)


def test_the_turn_call_mentions_the_player_and_says_the_price() -> None:
    text = plain_text(turn_call(), Locale.EN)
    assert text == "<@1001> your turn: 650 to call, pot 1,600 <t:1790000045:R>"
    assert mentioned(turn_call()) == (1001,)


def test_markup_in_a_name_is_shown_and_does_nothing() -> None:
    assert shown(safe_name("<b>*_@everyone")) == "<b>*_@everyone"
    assert shown(safe_name("||a|| ~~b~~ `c` [d](e) :f:")) == "||a|| ~~b~~ `c` [d](e) :f:"
    assert unescaped(safe_name("<b>**a**__b__")) == "b>ab"
    assert safe_name("https://example.org") == r"https\://example.org"
    assert safe_name("Ann") == "Ann"


@pytest.mark.parametrize("name", NASTY_NAMES)
def test_no_nasty_name_formats_rings_turns_or_takes_more_than_its_place(name: str) -> None:
    made = safe_name(name)
    assert not PING.search(made)
    assert not TURNERS & set(made)
    assert not re.search(r"[*_~`|\[\]<]", unescaped(made))
    assert "\n" not in made
    assert visible(name) == "" or len(visible(name)) <= LONGEST_NAME * 3
    assert width(made) <= 210


@given(
    st.text(max_size=300) | st.text(alphabet="*_~`|<>[]()#-@:\\eE \u200b\u202e\u0301\u200d👩", max_size=60)
)
def test_no_name_at_all_formats_rings_or_turns(name: str) -> None:
    made = safe_name(name)
    assert made
    assert not PING.search(made)
    assert not TURNERS & set(made)
    assert not re.search(r"[*_~`|\[\]<]", unescaped(made))
    assert not any(unicodedata.category(character) in ("Cc", "Cs") for character in made)
    assert made.encode()


def test_a_long_name_is_cut_to_what_the_eye_counts() -> None:
    family = "\U0001f469\u200d\U0001f469\u200d\U0001f467"
    assert visible("x" * 200) == "x" * 31 + "…"
    assert visible("x" * 32) == "x" * 32
    assert visible("\U0001f600" * 32) == "\U0001f600" * 32
    assert visible("\U0001f600" * 33) == "\U0001f600" * 31 + "…"
    cut_families = visible(family * 32)
    assert cut_families.endswith(family + "…")
    assert cut_families.count(family) * len(family) + 1 == len(cut_families)
    assert visible("\U0001f1f9\U0001f1fc" * 3) == "\U0001f1f9\U0001f1fc" * 3


def test_what_cannot_be_seen_is_left_out_and_a_name_of_it_has_a_stand_in() -> None:
    assert visible("a\u200b\u2060\u00adb\u3164") == "ab"
    assert visible("\u202egnp.exe") == "gnp.exe"
    assert safe_name("\u200b\u200d\u2060") == NOBODY
    assert len(visible("Z" + "\u0336" * 80)) == 4
    assert visible("é\u0301") == "é\u0301"
    assert visible("a\n\t b") == "a b"


def test_writing_from_right_to_left_stays_within_its_name() -> None:
    assert safe_name("אבי") == "\u2068אבי\u2069"
    line = line_text((Name(name="אבי"), Chips(amount=5_000), Name(name="Ann")), Locale.EN)
    assert line == "\u2068אבי\u2069 5,000 Ann"


@pytest.mark.parametrize("start", ["# a", "- a", "> a", "+ a", "-# a", "1. a", "12) a"])
def test_a_line_begins_no_heading_list_or_quotation(start: str) -> None:
    assert escaped_start(start) != start
    assert shown(escaped_start(start)) == start
    assert not re.match(r"[-+#>]|\d+[.)] ", escaped_start(start))


def test_a_line_that_begins_with_words_or_numbers_stays_as_it_is() -> None:
    for line in ("Pot 150", "1 Ann", "10,000", "1.2k", "🎴"):
        assert escaped_start(line) == line


def test_the_same_piece_is_said_in_every_language() -> None:
    piece = Text(key="pot.total", numbers={"chips": 1_600}, strong=True)
    assert [piece_text(piece, locale) for locale in Locale] == [
        "**Pot 1,600**",
        "**底池 1,600**",
        "**底池 1,600**",
    ]


def test_a_buttons_label_is_plain_text() -> None:
    pieces = (Name(name="*Ann*"), Cards(cards=parse_cards("As")), Chips(amount=5_000), Countdown(until=5))
    assert label_text(pieces, Locale.EN) == "*Ann* A♠ 5,000"


def test_a_long_message_is_cut_between_lines_to_what_an_ordinary_one_takes() -> None:
    line = Line(role=Role.LOG, pieces=(Name(name="*" * 40), Code(text="y" * 200)))
    text = plain_text(Message(lines=(line,) * 50), Locale.EN)
    assert len(text) <= 2_000
    assert text.endswith("\n…")
    assert plain_text(Message(lines=()), Locale.EN) == "…"


@given(st.text(max_size=200), st.integers(2, 90))
def test_what_is_cut_fits(text: str, longest: int) -> None:
    assert width(cut(text, longest)) <= longest


def test_a_place_is_a_link_to_the_thread_and_a_moment_is_in_each_reader_s_own_time() -> None:
    assert written(Place(room=RoomId("discord:5:7"), name="Cup 1")) == "<#7>"
    assert written(Place(room=RoomId("discord:5:7~2"), name="Cup 2")) == "Cup 2 <#7>"
    assert written(Place(room=RoomId("telegram:-45:7"), name="*Cup* 1")) == r"\*Cup\* 1"
    assert written(Place(room=RoomId("discord:dm:7"), name="Cup 1")) == "Cup 1"
    assert written(Moment(at=1_790_000_045_000, zone="Asia/Taipei")) == "<t:1790000045:f>"
