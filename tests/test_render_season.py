"""The table of points and the hall of fame, in words."""

from dataclasses import replace

import pytest

from adapters.event_club import Club, Formula
from adapters.event_seasons import SeasonRow
from adapters.messages import ChoiceName, Locale, Message
from adapters.render_event import fame_message, season_message
from core.cardroom.event_result import EventResult, ResultRow
from core.ids import EventId
from tests.event_scenes import who
from tests.test_render import labels, said

NAMES = ("Ted", "Carol", "小明")
ROWS = tuple(
    SeasonRow(player=who(at), name=name, points=points, events=3, wins=wins, knockouts=4)
    for at, name, points, wins in ((1, "Ted", 6_000, 2), (2, "Carol", 4_121, 1), (3, "小明", 4_121, 0))
)


def many(count: int) -> tuple[SeasonRow, ...]:
    return tuple(replace(ROWS[2], player=who(at), name=f"P{at}", points=9_000 - at) for at in range(count))


def arguments(message: Message) -> list[tuple[ChoiceName, str]]:
    return [(choice.name, choice.argument) for row in message.choices for choice in row]


def event(number: int, *order: str) -> EventResult:
    rows = tuple(
        ResultRow(
            player=who(NAMES.index(name)),
            name=name,
            place=place,
            sharing=1,
            points=0,
            prize=1_000 if place == 1 else 0,
            bounties=50,
            knockouts=0,
        )
        for place, name in enumerate(order, 1)
    )
    return EventResult(
        event=EventId(f"07-{number}"), name=f"Cup {number}", at_ms=number, entries=len(order), rows=rows
    )


SEASON = {
    Locale.EN: [
        "Tournament points · season 4 of 2026",
        "1. Ted · 60 points · 3 tournaments · 2 won",
        "▸ 2. Carol · 41.21 points · 3 tournaments · 1 won",
        "2. 小明 · 41.21 points · 3 tournaments",
        "Tournaments of 4 entries or more count · all results of a player",
    ],
    Locale.ZH_HANT: [
        "錦標賽積分 · 2026 年第 4 季",
        "1. Ted · 60 分 · 參賽 3 場 · 奪冠 2 次",
        "▸ 2. Carol · 41.21 分 · 參賽 3 場 · 奪冠 1 次",
        "2. 小明 · 41.21 分 · 參賽 3 場",
        "滿 4 人的比賽才計分 · 每人的成績全部計入",
    ],
    Locale.ZH_HANS: [
        "锦标赛积分榜 · 2026 年第 4 季度",
        "1. Ted · 60 分 · 打了 3 场 · 2 冠",
        "▸ 2. Carol · 41.21 分 · 打了 3 场 · 1 冠",
        "2. 小明 · 41.21 分 · 打了 3 场",
        "至少 4 人参赛才计分 · 每人所有成绩都算",
    ],
}


@pytest.mark.parametrize("locale", Locale)
def test_the_table_of_points_ranks_equal_points_alike_and_marks_the_own_row(locale: Locale) -> None:
    assert said(season_message("2026q4", ROWS, Club(), viewer=who(2)), locale) == SEASON[locale]


def test_a_month_and_a_year_are_said_as_such() -> None:
    assert said(season_message("2026-12", ROWS, Club()))[0] == "Tournament points · Dec 2026"
    assert said(season_message("2026", ROWS, Club()))[0] == "Tournament points · 2026"
    assert said(season_message("2026-12", ROWS, Club()), Locale.ZH_HANT)[0] == "錦標賽積分 · 2026 年 12 月"


def test_knockouts_are_said_where_they_count_and_so_are_the_rules() -> None:
    club = Club(formula=Formula.KNOCKOUTS, best=5, least=6)
    told = said(season_message("2026q4", ROWS, club))
    assert told[1] == "1. Ted · 60 points · 3 tournaments · 2 won · 4 knockouts"
    assert told[-1] == "Tournaments of 6 entries or more count · each player's best 5 results"


def test_a_long_table_has_pages_and_the_own_row_below() -> None:
    message = season_message("2026q4", many(40), Club(), page=2, viewer=who(39))
    assert said(message)[0].endswith("page 2 of 3")
    assert said(message)[1].startswith("16. P15 ·")
    assert said(message)[-2].startswith("You: ▸ 40. P39 ·")
    season = ChoiceName.SEASON
    assert arguments(message) == [(season, "2026q4.1"), (season, "2026q4.3"), (season, "fame")]


def test_a_season_without_points_says_so() -> None:
    assert "Nobody has points yet." in said(season_message("2026q4", (), Club()))


def test_the_hall_of_fame_counts_wins_and_then_chips_and_names_the_last_winners() -> None:
    results = [event(1, "Ted", "Carol"), event(3, "Ted", "小明", "Carol"), event(2, "Carol", "Ted")]
    message = fame_message(results)
    assert said(message) == [
        "Hall of fame",
        "1. Ted · 2 of 3 won, 2,150 play chips",
        "2. Carol · 1 of 3 won, 1,150 play chips",
        "3. 小明 · 0 of 1 won, 50 play chips",
        "Cup 3 · Won by Ted (3 entries)",
        "Cup 2 · Won by Carol (2 entries)",
        "Cup 1 · Won by Ted (2 entries)",
    ]
    assert labels(message) == [["Season"]]


def test_before_the_first_winner_the_hall_is_empty() -> None:
    assert said(fame_message([])) == ["Hall of fame", "No tournament has been won yet."]
