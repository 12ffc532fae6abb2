"""Large tournaments and hostile names: what is said of a thousand entrants keeps every platform's limits."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from typing import get_args

import pytest

from adapters.discord.layout import MOST_CHARACTERS, table_view
from adapters.discord.sections import sections
from adapters.messages import Cards, ChoiceName, Locale, Message, Name, Place
from adapters.render_event import (
    event_message,
    milestone_message,
    out_message,
    own_message,
    players_message,
    results_message,
    seat_message,
    standings_message,
    structure_message,
)
from adapters.telegram.markup import LONGEST_TEXT, html_text, plain_line
from adapters.visible import ELLIPSIS, width
from core.cardroom.event_news import (
    CheckInOpened,
    Eliminated,
    EventFinished,
    EventStarted,
    FinalTable,
    News,
    SeatDrawn,
)
from core.cardroom.event_options import BountyRule, EventOptions, Kind
from core.cardroom.tournament import Result, Stage, Status, Tournament
from core.ids import EventId, PlayerId, RoomId, SeatNo, TableId
from tests.event_scenes import STARTS, crowd, registered
from tests.test_render import said
from tests.tournament_simulator import Cup

LONG_NAME = "_*" * 16
TABLES = tuple(TableId(f"07t{number:05}") for number in range(112))
PLACES: Mapping[TableId, Place] = {
    table: Place(room=RoomId(f"discord:1:2~{number}"), name=f"{number:04}{LONG_NAME}"[:32])
    for number, table in enumerate(TABLES)
}


def thousand() -> Tournament:
    """A thousand are in; names of 32 characters, all of them markup."""
    return registered(
        entrants=crowd(1_000, LONG_NAME),
        pool=500_000,
        max_entrants=1_000,
        bounty_rule=BountyRule.PROGRESSIVE,
        bounty=100,
        table=replace(registered().options.table, seats=9),
        name=LONG_NAME,
    )


def under_way() -> Tournament:
    """Half of them are out."""
    event = thousand()
    entrants = tuple(
        replace(
            one,
            status=Status.IN if at < 500 else Status.OUT,
            table=TABLES[at % 112] if at < 500 else None,
            seat=SeatNo(1 + at // 112) if at < 500 else None,
        )
        for at, one in enumerate(event.entrants)
    )
    return replace(
        event,
        stage=Stage.RUNNING,
        entrants=entrants,
        tables=TABLES,
        level=9,
        issued=1_500_000,
        fallen=tuple((number,) for number in range(999, 499, -1)),
    )


def over() -> Tournament:
    """All have their places; 500 of them a prize."""
    event = under_way()
    results = tuple(
        Result(
            player=one.player,
            name=one.name,
            place=place,
            sharing=1,
            prize=max(0, 5_010 - 10 * place),
            bounties=50,
        )
        for place, one in enumerate(event.entrants, 1)
    )
    return replace(event, stage=Stage.FINISHED, results=results, tables=(), issued=0, pool=0)


@cache
def messages() -> dict[str, Message]:
    """Everything that grows with the field."""
    event, going, done = thousand(), under_way(), over()
    started = EventStarted(entrants=1_000, tables=112, pool=500_000)
    found = {
        "open": event_message(event, 0, {}, "UTC"),
        "check-in": event_message(replace(event, checking_in=True), 0, {}, "UTC"),
        "running": event_message(going, 0, PLACES, "UTC"),
        "over": event_message(done, 0, {}, "UTC"),
        "players": players_message(going),
        "last players": players_message(going, 50),
        "standings": standings_message(going, viewer=going.entrants[999].player, places=PLACES),
        "last standings": standings_message(going, viewer=going.entrants[0].player, page=50),
        "results": results_message(done),
        "all results": standings_message(done, page=25),
        "levels": structure_message(going),
        "own": own_message(going, going.entrants[0].player, PLACES, "UTC"),
        "check-in opened": milestone_message(event, CheckInOpened(starts_at=STARTS), {}, "UTC"),
        "started": milestone_message(going, started, PLACES, "UTC"),
        "final table": milestone_message(going, FinalTable(table=TABLES[0], players=9), PLACES, "UTC"),
    }
    return {what: message for what, message in found.items() if message is not None}


@pytest.mark.parametrize("locale", Locale)
def test_nothing_is_left_out_of_what_is_said_of_a_thousand_entrants(locale: Locale) -> None:
    assert len(messages()) == 15
    for what, message in messages().items():
        markdown = sections(message, locale, {}, 10 * MOST_CHARACTERS)
        assert sum(width(part.text) + 1 for part in markdown) < MOST_CHARACTERS, what
        assert width("\n".join(plain_line(line.pieces, locale) for line in message.lines)) < LONGEST_TEXT, (
            what
        )
        assert ELLIPSIS not in html_text(message, locale), what
        assert not any(ELLIPSIS in part.text for part in markdown), what
        table_view(message, locale)  # Raises for more than 40 components.


def test_buttons_name_the_event_and_the_page_in_at_most_24_characters() -> None:
    for message in messages().values():
        for row in message.choices:
            assert len(row) <= 5
            assert all(choice.argument.startswith("07-k3f9mp") for choice in row)
            assert all(len(choice.argument) <= 24 for choice in row)
            assert all(set(choice.argument) <= set("07-k3f9mp.0123456789icmhsoe") for choice in row)


def test_every_page_is_reached_and_each_entrant_stands_on_one() -> None:
    event = under_way()
    for draw, name in ((players_message, ChoiceName.PLAYERS), (standings_message, ChoiceName.STANDINGS)):
        seen: list[PlayerId | None] = []
        page = 1
        while page:
            message = draw(event, page=page)
            seen += [
                piece.player
                for line in message.lines[1:]
                for piece in line.pieces
                if isinstance(piece, Name) and line.role == "log"
            ]
            onward = [
                choice.argument.partition(".")[2]
                for row in message.choices
                for choice in row
                if choice.name is name and int(choice.argument.partition(".")[2]) > page
            ]
            page = int(onward[0]) if onward else 0
        assert len(seen) == 1_000
        assert len(set(seen)) == 1_000


def test_a_page_that_is_not_there_is_the_nearest_one() -> None:
    event = under_way()
    assert said(players_message(event, 99)) == said(players_message(event, 50))
    assert said(standings_message(event, page=0)) == said(standings_message(event))


def test_the_own_row_stands_below_a_page_that_it_is_not_on() -> None:
    event = under_way()
    rows = said(standings_message(event, viewer=event.entrants[999].player, places=PLACES))
    assert rows[-2].startswith("You: ▸ 1,000. 0999_*")


def test_names_are_pieces_that_each_platform_makes_safe() -> None:
    event = registered(name="<b>*_@everyone", entrants=crowd(3, "<b>*_@everyone"))
    for locale in Locale:
        html = html_text(event_message(event, 0, {}, "UTC"), locale)
        assert "<b>*_@everyone" not in html
        assert "&lt;b&gt;*_@everyone" in html


# A whole evening


@pytest.mark.parametrize(
    "options",
    [
        EventOptions(starts_at=None, max_entrants=30, bounty_rule=BountyRule.PROGRESSIVE, bounty=200),
        EventOptions(kind=Kind.BRACKET, late_level=0, max_entrants=8),
    ],
    ids=["tables", "bracket"],
)
def test_everything_that_happens_in_an_evening_can_be_said_and_no_card_is_in_it(
    options: EventOptions,
) -> None:
    cup = Cup(options)
    cup.register(8)
    if cup.event.stage is Stage.REGISTERING:
        cup.start()
    told: Counter[type] = Counter()
    at = 0
    while True:
        places = {
            name: Place(room=RoomId("web:lobby~1"), name=table.name) for name, table in cup.tables.items()
        }
        for news in cup.news[at:]:
            told[type(news)] += 1
            if told[type(news)] <= 3:
                check(spoken(cup.event, news, places))
        at = len(cup.news)
        if not cup.step():
            break
    assert cup.event.stage is Stage.FINISHED
    assert {EventStarted, Eliminated, EventFinished} <= told.keys()


def spoken(event: Tournament, news: News, places: Mapping[TableId, Place]) -> list[Message]:
    """All that could be said at this moment."""
    found = [milestone_message(event, news, places, "UTC"), event_message(event, 0, places, "UTC")]
    found += [players_message(event), own_message(event, PlayerId("discord:3"), places, "UTC")]
    if isinstance(news, SeatDrawn):
        found.append(seat_message(event, news, places.get(news.table)))
    if isinstance(news, Eliminated):
        found.append(out_message(event, news))
        found.append(standings_message(event, viewer=news.player, places=places))
    if isinstance(news, EventFinished):
        found.append(results_message(event, deal=news.deal))
    return [message for message in found if message is not None]


def check(found: list[Message]) -> None:
    for message in found:
        pieces = [piece for line in message.lines for piece in line.pieces]
        assert not [piece for piece in pieces if isinstance(piece, Cards)]
        for locale in Locale:
            assert all(said(message, locale))


def test_every_kind_of_news_has_a_message_or_is_silent_on_purpose() -> None:
    spoken_of = {"check_in_opened", "starts_soon", "event_started", "break_begun", "held", "final_table"}
    spoken_of |= {"round_begun", "event_cancelled", "start_changed", "event_paused"}
    private = {
        "deal_voted",
        "seat_drawn",
        "eliminated",
        "unregistered",
        "event_finished",
        "moved_up",
        "may_rebuy",
        "ticket_used",
    }
    in_the_events_own_message = {
        *("event_created", "registered", "checked_in", "stack_bought", "level_raised"),
        *("entries_closed", "bounty_won", "table_broken", "break_ended"),
    }
    kinds = {kind.__dataclass_fields__["kind"].default for kind in get_args(News)}
    assert kinds == spoken_of | private | in_the_events_own_message


def test_an_event_id_is_what_buttons_begin_with() -> None:
    assert thousand().id == EventId("07-k3f9mp")
