"""Where a line's pieces stand apart: the same on Discord, on Telegram and on the page."""

import pytest

from adapters.discord.markup import label_text, line_text
from adapters.messages import (
    Cards,
    Chips,
    Choice,
    ChoiceName,
    Code,
    Line,
    Locale,
    Message,
    Name,
    Piece,
    Role,
    Text,
)
from adapters.render_log import log_message
from adapters.telegram.markup import html_text, plain_line
from adapters.texts import say
from adapters.web.pieces import Json, drawn
from adapters.wording import DOT
from core.cardroom.deeds import Deed, DeedKind
from core.deed_log import Logged
from core.ids import HOUSE, PlayerId
from core.poker.cards import parse_cards

HANS, HANT = Locale.ZH_HANS, Locale.ZH_HANT
NOT_YET = Text(key="refused.not_your_turn")
TO_ACT = Text(key="who.to_act")


def page(pieces: tuple[Piece, ...], locale: Locale) -> str:
    """A line as the page joins its parts."""
    message = Message(lines=(Line(role=Role.NOTE, pieces=pieces),))
    parts: list[Json] = drawn(message, locale, say, PlayerId("web:1"))["lines"][0]["pieces"]
    said = [part["name"] if part["t"] == "name" else part["text"] for part in parts]
    return "".join(
        text if part.get("close") or not at else f" {text}"
        for at, (part, text) in enumerate(zip(parts, said, strict=True))
    )


LINES = [
    (HANS, (NOT_YET, TO_ACT, Name(name="bob")), "还没轮到你。正在行动：bob"),
    (HANT, (NOT_YET, TO_ACT, Name(name="Bob")), "還沒輪到你。現在輪到：Bob"),
    (Locale.EN, (NOT_YET, TO_ACT, Name(name="Bob")), "It is not your turn. To act: Bob"),
    (HANS, (Name(name="小陈"), Text(key="won.chips", numbers={"chips": 100})), "小陈赢下 100"),
    (HANS, (Name(name="Bob"), Text(key="won.chips", numbers={"chips": 100})), "Bob 赢下 100"),
    (HANT, (Text(key="you.wait_for"), Name(name="小陳")), "等候小陳"),
    (
        HANS,
        (Text(key="mark.number", numbers={"number": 1}), Name(name="小陈"), Chips(amount=50)),
        "1 小陈 50",
    ),
    (HANS, (Name(name="小陈"), DOT, Text(key="presence.folded")), "小陈 · 弃牌了"),
]


@pytest.mark.parametrize(("locale", "pieces", "line"), LINES)
def test_chinese_is_written_without_spaces_beside_its_punctuation_and_its_names(
    locale: Locale, pieces: tuple[Piece, ...], line: str
) -> None:
    assert plain_line(pieces, locale) == line
    assert html_text(Message(lines=(Line(role=Role.NOTE, pieces=pieces),)), locale) == line
    assert page(pieces, locale) == line
    assert label_text(pieces, locale) == line
    assert line_text(pieces, locale).replace("`", "").replace("\\", "") == line


def test_markup_does_not_part_what_belongs_together_and_does_not_run_into_its_like() -> None:
    strong = Name(name="小陈", strong=True)
    won = Text(key="won.chips", numbers={"chips": 5})
    assert line_text((strong, won), HANS) == "**小陈**赢下 5"
    title = Text(key="title.over", numbers={"hand_no": 3}, strong=True)
    assert line_text((title, strong), HANS) == "**第 3 手：** **小陈**"
    assert line_text((title, strong), HANS, bold=False) == "第 3 手：小陈"
    line = Line(role=Role.TITLE, pieces=(title, strong, won))
    assert html_text(Message(lines=(line,)), HANS) == "<b>第 3 手：</b><b>小陈</b>赢下 5"
    typed = (Text(key="refused.not_an_amount"), Code(text="1e9"))
    assert line_text(typed, HANT).endswith("：`1e9`")


def test_cards_and_marks_keep_their_spaces() -> None:
    pieces = (Name(name="小陈"), Cards(cards=parse_cards("As")), DOT, Text(key="presence.folded"))
    assert plain_line(pieces, HANS) == "小陈 A♠ (As) · 弃牌了"


def test_in_the_log_the_house_is_written_like_a_name() -> None:
    deed = Deed(kind=DeedKind.INHERITED, by=HOUSE, name="", whom="小陈")
    (_, line) = log_message("Friday", (Logged(deed=deed, seconds=0),)).lines
    assert plain_line(line.pieces, HANS).endswith("发牌员把桌主转给小陈")


def test_the_page_is_told_of_labels_too() -> None:
    label = (NOT_YET, TO_ACT)
    message = Message(lines=(), choices=((Choice(label=label, name=ChoiceName.RULES),),))
    (((button,),)) = drawn(message, HANS, say, PlayerId("web:1"))["choices"]
    assert [part.get("close", False) for part in button["label"]] == [False, True]
