"""What Telegram is shown: escaped, neutralised, within its lengths, and the same back from every button."""

import re
from html import unescape

import pytest
from hypothesis import given
from hypothesis import strategies as st

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
    Moment,
    Name,
    Piece,
    Place,
    Role,
    Text,
)
from adapters.telegram import callback_data, keyboards, markup, typed
from adapters.telegram.requests import locale_of
from adapters.texts import TEMPLATES
from adapters.visible import visible, width
from core.ids import PlayerId, RoomId, TableId, Turn
from core.poker.cards import parse_cards

TURN = Turn(table=TableId("07k3f9ab"), hand_no=128, action_no=9)


def html(*pieces: Piece, locale: Locale = Locale.EN) -> str:
    return markup.html_text(Message(lines=(Line(role=Role.NOTE, pieces=pieces),)), locale)


def test_a_name_full_of_markup_is_shown_as_it_is() -> None:
    assert html(Name(name="<b>*_@all</b> & co")) == "&lt;b&gt;*_@all&lt;/b&gt; &amp; co"


def test_a_strong_name_is_bold() -> None:
    assert html(Name(name="Mei", strong=True), Chips(amount=-50, signed=True)) == "<b>Mei</b> −50"


@pytest.mark.parametrize(
    ("typed_name", "shown"),
    [
        ("evil\u202egnp.exe", "evilgnp.exe"),
        ("a\u200bb\u2060c\ufeffd", "abcd"),
        ("\u3164\u200b\u2800", "?"),
        ("x" * 60, "x" * 31 + "…"),
        ("two\nlines\tand  more", "two lines and more"),
        ("z" + "\u0301" * 30, "z" + "\u0301" * 3),
        ("👩‍👩‍👧‍👦 Ann", "👩‍👩‍👧‍👦 Ann"),
        ("דוד", "\u2068דוד\u2069"),
    ],
)
def test_a_name_cannot_disturb_what_stands_around_it(typed_name: str, shown: str) -> None:
    assert html(Name(name=typed_name)) == shown


@given(st.text(max_size=300))
def test_no_name_makes_a_tag_or_a_long_line(name: str) -> None:
    shown = html(Name(name=name))
    assert "<" not in shown
    assert len(visible(name)) <= 3 * 32
    assert "\n" not in unescape(shown)


def test_a_mention_rings_by_the_id_and_needs_no_username() -> None:
    piece = Name(name="<Mei>", player=PlayerId("telegram:45"), mention=True)
    assert html(piece) == '<a href="tg://user?id=45">&lt;Mei&gt;</a>'


def test_nobody_of_another_platform_is_mentioned() -> None:
    assert html(Name(name="Mei", player=PlayerId("discord:45"), mention=True)) == "Mei"


def test_cards_are_symbols_with_their_letters_beside() -> None:
    cards = Cards(cards=tuple(parse_cards("As Td")), places=3)
    assert html(cards) == "A♠ 10♦ · · · (As Td)"
    assert html(Cards(backs=2)) == "🂠 🂠"


def test_a_countdown_is_a_moment_that_every_app_counts_down_to_by_itself() -> None:
    shown = html(Countdown(until=1_800_000_045_000))
    assert shown == '⏳ <tg-time unix="1800000045" format="r">08:00:45 UTC</tg-time>'
    assert markup.without_times(shown) == "⏳ 08:00:45 UTC"


@given(st.lists(st.lists(st.text(max_size=400), max_size=6), max_size=80))
def test_no_message_is_longer_than_telegram_takes(lines: list[list[str]]) -> None:
    made = Message(
        lines=tuple(Line(role=Role.NOTE, pieces=tuple(Code(text=text) for text in texts)) for texts in lines)
    )
    shown = unescape(re.sub(r"<[^>]*>", "", markup.html_text(made, Locale.EN)))
    assert 0 < width(shown) <= markup.LONGEST_TEXT
    assert width(markup.alert_text(made, Locale.EN)) <= markup.LONGEST_ALERT


def test_an_alert_tells_the_cards_before_the_rest() -> None:
    hand = Line(role=Role.HAND, pieces=(Text(key="you.cards"), Cards(cards=tuple(parse_cards("As Qd")))))
    title = Line(role=Role.TITLE, pieces=(Code(text="t" * 119),))
    long = Line(role=Role.NOTE, pieces=(Code(text="n" * 119),))
    shown = markup.alert_text(Message(lines=(title, long, hand)), Locale.ZH_HANT)
    assert shown.startswith("你的手牌 A♠ Q♦ (As Qd)")


@pytest.mark.parametrize("locale", Locale)
def test_every_text_of_an_alert_fits_into_one(locale: Locale) -> None:
    alone = [
        key for key in TEMPLATES[locale] if key.startswith(("refused.", "telegram.")) and "privacy" not in key
    ]
    for key in alone:
        # The first press of [Sit down] is told the seat besides.
        assert width(TEMPLATES[locale][key]) <= (160 if key == "telegram.open_once" else 200), key


CHOICES = st.builds(
    Choice,
    name=st.sampled_from(ChoiceName),
    label=st.just((Text(key="choice.fold"),)),
    argument=st.one_of(
        st.just(""), st.integers(0, 10**12).map(str), st.from_regex(r"[0-9A-Za-z._-]{0,12}", fullmatch=True)
    ),
    turn=st.one_of(
        st.none(),
        st.builds(
            Turn, table=st.just(TURN.table), hand_no=st.integers(0, 10**9), action_no=st.integers(0, 9_999)
        ),
    ),
    table=st.sampled_from([None, TURN.table]),
)


@given(CHOICES)
def test_a_button_comes_back_as_what_it_was_in_64_bytes(choice: Choice) -> None:
    data = callback_data.of_choice(choice)
    press = callback_data.read(data)
    assert len(data.encode()) <= callback_data.LONGEST
    assert press is not None
    assert (press.name, press.argument, press.turn) == (choice.name, choice.argument, choice.turn)
    assert press.table == (choice.turn.table if choice.turn else choice.table)


def test_what_no_button_can_carry_is_refused_when_it_is_made() -> None:
    with pytest.raises(ValueError, match="raise"):
        callback_data.of_choice(Choice(name=ChoiceName.RAISE, label=(), argument="x" * 25, turn=TURN))


@given(st.text(max_size=80))
def test_foreign_callback_data_is_no_press(data: str) -> None:
    assert callback_data.read(data) is None or data.startswith("1:")


def test_buttons_are_coloured_and_three_to_a_row() -> None:
    row = tuple(
        Choice(
            name=ChoiceName.RAISE,
            label=(Text(key="size.to", numbers={"chips": chips}),),
            argument=str(chips),
            turn=TURN,
            look=look,
        )
        for chips, look in (
            (500, Look.DANGER),
            (675, Look.PRIMARY),
            (800, Look.SUCCESS),
            (1050, Look.SECONDARY),
        )
    )
    made = keyboards.keyboard(Message(lines=(), choices=(row,)), Locale.EN, "riverbot")
    assert made is not None
    assert [[one.style for one in row] for row in made.inline_keyboard] == [
        ["danger", "primary", "success"],
        [None],
    ]
    assert made.inline_keyboard[1][0].text == "To 1,050"


def test_beside_a_free_seat_stands_the_way_to_the_private_chat() -> None:
    join = Choice(name=ChoiceName.JOIN, label=(Text(key="choice.join"),), turn=TURN, table=TURN.table)
    made = keyboards.keyboard(Message(lines=(), choices=((join,),)), Locale.EN, "riverbot")
    assert made is not None
    assert made.inline_keyboard[1][0].url == "https://t.me/riverbot?start=07k3f9ab"


@pytest.mark.parametrize(
    ("text", "word", "args"),
    [
        ("/r 300", "r", "300"),
        ("/R@RiverBot   1.2k  ", "r", "1.2k"),
        ("／加注 300", "加注", "300"),
        ("/poker\nblinds=50/100", "poker", "blinds=50/100"),
    ],
)
def test_a_command_is_read_however_it_is_typed(text: str, word: str, args: str) -> None:
    found = typed.read(text, "riverbot")
    assert found is not None
    assert (found.word, found.args) == (word, args)


@pytest.mark.parametrize("text", ["hello", "", "/fold@otherbot", "r 300", "/ r"])
def test_talk_and_what_is_meant_for_another_bot_is_no_command(text: str) -> None:
    assert typed.read(text, "riverbot") is None


@pytest.mark.parametrize(
    ("code", "locale"),
    [
        (None, Locale.EN),
        ("de", Locale.EN),
        ("zh", Locale.ZH_HANS),
        ("zh-hans", Locale.ZH_HANS),
        ("zh-CN", Locale.ZH_HANS),
        ("zh-hant", Locale.ZH_HANT),
        ("zh-TW", Locale.ZH_HANT),
        ("zh-hk", Locale.ZH_HANT),
    ],
)
def test_the_two_ways_of_writing_chinese_are_told_apart(code: str | None, locale: Locale) -> None:
    assert locale_of(code) is locale


def test_every_menu_lists_commands_that_there_are() -> None:
    for word in {*typed.GROUP, *typed.ADMIN, *typed.PRIVATE}:
        assert typed.is_known(word)
        assert re.fullmatch(r"[a-z0-9_]{1,32}", word)
        for locale in Locale:
            assert 0 < len(TEMPLATES[locale][typed.described(word)]) <= 256


@pytest.mark.parametrize(
    ("locale", "words"),
    [
        (Locale.EN, "Wed 2 Dec, 20:00 (Taipei)"),
        (Locale.ZH_HANT, "12 月 2 日（週三）20:00（Taipei）"),
        (Locale.ZH_HANS, "12 月 2 日（周三）20:00（Taipei）"),
    ],
)
def test_a_point_in_time_is_written_by_the_clock_of_its_zone_and_apps_may_tell_it_by_their_own(
    locale: Locale, words: str
) -> None:
    moment = Moment(at=1_796_212_800_000, zone="Asia/Taipei")
    text = html(moment, locale=locale)
    assert text == f'<tg-time unix="1796212800">{words}</tg-time>'
    assert markup.without_times(text) == words == markup.plain_line((moment,), locale)


def test_a_table_in_a_topic_has_a_link_and_any_other_table_a_name() -> None:
    topic, part = (Place(room=RoomId(f"telegram:-1001234567890{at}"), name="Cup <2>") for at in (":7", "~2"))
    assert html(topic) == '<a href="https://t.me/c/1234567890/7">Cup &lt;2&gt;</a>'
    assert html(part) == "Cup &lt;2&gt;"
