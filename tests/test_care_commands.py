"""Looking after oneself: breaks from playing, reminders, what is kept and deleted, and pages to learn from."""

import json
import time
from collections.abc import Iterator
from dataclasses import replace

import pytest

from adapters import render
from adapters.care_menu import TOPICS
from adapters.discord.layout import MOST_CHARACTERS, private_view
from adapters.learning import EXAMPLES, SIZES, learn_message, positions
from adapters.messages import ChoiceName, Locale, Message
from adapters.odds import ROUNDED_TO, starting_hand, win_chance
from adapters.preflop_chances import PREFLOP
from adapters.telegram.markup import html_text
from core.cardroom.away import out
from core.cardroom.table import chips_at, seat_at, seat_of, with_seat
from core.ids import CommunityId, PlayerId, SeatNo, TableId
from core.options import TableOptions
from core.personal import There
from core.poker.cards import parse_cards
from core.poker.games import GameName
from core.poker.ranking import Ladder, describe
from core.side_actions import Buying
from core.sight import player_view
from tests.tables import Evening, person
from tests.test_commands import ANN, BOB, ZOE, People
from tests.test_render import labels, said
from tests.test_seat_commands import press

DAY_MS = 86_400_000


@pytest.fixture
def people() -> Iterator[People]:
    opened = People()
    yield opened
    if opened.house.rooms:
        assert chips_at(opened.house.table) == opened.house.table.issued


# Breaks


async def test_on_a_break_one_can_neither_join_nor_queue_nor_bring_chips_but_leave(people: People) -> None:
    await people.sit_two()
    assert "You are on a break for 7 days." in await people.told(BOB, "break 7d")
    for text in ("join", "wait", "topup 100"):
        assert "a break that you asked for: 7 days" in await people.refusal(BOB, text)
    await people.told(BOB, "leave")
    while people.house.table.hand is not None:
        await people.ask(people.actor, "fold_anyway")
    assert seat_of(people.house.table, BOB) is None
    assert "a break that you asked for" in await people.refusal(BOB, "join")
    people.house.people.breaks.clear()  # it is over
    await people.told(BOB, "join")


async def test_on_a_break_one_opens_no_table(people: People) -> None:
    await people.told(ANN, "break 1h")
    assert "a break that you asked for" in await people.refusal(ANN, "new")
    assert not people.house.rooms


async def test_a_break_ends_the_automatic_buying_at_the_table(people: People) -> None:
    await people.sit_two()
    await people.told(BOB, "auto topup")
    await people.told(BOB, "break 2h")
    number = seat_of(people.house.table, BOB)
    assert number is not None
    assert seat_at(people.house.table, number).buying is Buying.BY_HAND


async def test_who_takes_a_break_at_the_table_plays_the_hand_out_and_is_dealt_no_more_until_it_is_over(
    people: People,
) -> None:
    await people.sit_two()
    await people.told(BOB, "break 1h")
    table = people.house.table
    number = seat_of(table, BOB)
    assert number is not None
    assert seat_at(table, number).sitting_out
    while people.house.table.hand is not None:
        await people.ask(people.actor, "fold_anyway")
    wishes = ("back", "post", "start", "computer", "join", "wait", "topup", "auto topup", "auto rebuy", "new")
    for text in wishes:
        assert "a break that you asked for" in await people.refusal(BOB, text), text
    await people.told(BOB, "auto off")
    people.house.people.breaks.clear()  # it is over
    await people.told(BOB, "back")


async def test_a_break_ends_at_every_table_what_the_player_has_there_by_wish(people: People) -> None:
    """Who was sat out for missing turns, and would be back with the next move, stays out; who waits, waits no more."""
    await people.sit_two("seats=2")
    table = people.house.table
    number = seat_of(table, BOB)
    assert number is not None
    absent = out(replace(seat_at(table, number), missed=2), people.house.now)
    people.house.tables[table.id] = with_seat(table, number, absent)
    await people.told(BOB, "break 1h")
    seat = seat_at(people.house.table, number)
    assert (seat.sitting_out, seat.missed) == (True, 0)
    await people.told(ZOE, "wait")
    await people.told(ZOE, "break 1h")
    assert people.house.table.queue == ()


async def test_a_break_cannot_be_made_shorter(people: People) -> None:
    await people.told(BOB, "break 7d")
    assert "cannot be made shorter" in await people.told(BOB, "break 1h")
    assert people.house.people.breaks[BOB] == 7 * DAY_MS
    assert "28 days" in await people.told(BOB, "break 4w")


@pytest.mark.parametrize("span", ["59m", "366d", "0h", "-1d", "7", "x", "1y", "٧d"])
async def test_a_break_takes_an_hour_to_a_year(people: People, span: str) -> None:
    assert "from 1 hour to 365 days" in await people.refusal(BOB, f"break {span}")
    assert not people.house.people.breaks


@pytest.mark.parametrize(("span", "hours"), [("60m", 1), ("2 h", 0), ("36h", 36), ("1天", 24), ("3小時", 3)])
async def test_a_break_is_typed_as_people_type_it(people: People, span: str, hours: int) -> None:
    if hours:
        await people.told(BOB, f"break {span}")
        assert people.house.people.breaks[BOB] == hours * 3_600_000
    else:
        await people.refusal(BOB, f"break {span}")


# Reminders


async def test_a_reminder_is_shown_with_each_hand_once_its_time_at_the_table_has_passed(
    people: People,
) -> None:
    await people.told(BOB, "remind 45m")
    await people.sit_two()
    assert "at this table" not in private(people, BOB)
    people.house.now += 44 * 60_000
    await next_hand(people)
    assert "at this table" not in private(people, BOB)
    people.house.now += 61 * 60_000
    await next_hand(people)
    assert "You have been at this table for 1 hour and 45 minutes." in private(people, BOB)
    assert "at this table" not in private(people, ANN)
    await people.told(BOB, "remind off")
    assert "at this table" not in private(people, BOB)
    assert people.house.people.reminders[BOB] == 0


async def test_a_reminder_can_be_asked_for_at_the_table(people: People) -> None:
    await people.sit_two()
    people.house.now += 3 * 3_600_000
    await people.told(ANN, "remind 2h")
    await next_hand(people)
    assert "at this table for 3 hours." in private(people, ANN)
    assert "15 minutes to 12 hours" in await people.refusal(ANN, "remind 5m")


def private(people: People, player: PlayerId) -> str:
    message = render.private_message(player_view(people.house.table, player))
    return "" if message is None else " ".join(said(message))


async def next_hand(people: People) -> None:
    while people.house.table.hand is not None:
        await people.ask(people.actor, "fold_anyway")
    people.house.deal()


# What is kept


async def test_what_is_kept_comes_as_one_json_file_and_not_too_often(people: People) -> None:
    reply = await people.ask(ANN, "mydata")
    assert reply.message is not None
    (file,) = reply.message.attachments
    assert json.loads(file.content)["player"] == ANN
    assert "2 hands" in " ".join(said(reply.message))
    assert "60 seconds" in await people.refusal(ANN, "mydata")


async def test_whoever_is_at_a_table_settles_the_chips_before_being_forgotten(people: People) -> None:
    await people.sit_two()
    table = people.house.table
    there = There(
        table=TableId(table.id), community=CommunityId("web"), name=table.name, seat=1, chips=10_000
    )
    people.house.people.there = (there,)
    for text in ("forgetme", "forgetme yes"):
        refused = await people.refusal(ANN, text)
        assert "Leave the table first" in refused
        assert table.name in refused
    assert not people.house.people.forgotten


async def test_being_forgotten_takes_a_second_step_that_says_what_stays(people: People) -> None:
    reply = await people.ask(BOB, "forgetme")
    assert reply.message is not None
    assert "until they expire" in " ".join(said(reply.message))
    assert not people.house.people.forgotten
    assert "It is deleted" in await press(people, BOB, reply.message, "Delete it all")
    ((player, anonymous),) = people.house.people.forgotten
    assert player == BOB
    assert anonymous.startswith("gone:")
    assert BOB not in anonymous


# Learning


@pytest.mark.parametrize("locale", Locale)
@pytest.mark.parametrize("topic", [None, *TOPICS])
async def test_every_page_fits_every_platform_and_leads_to_every_other(
    people: People, locale: Locale, topic: str | None
) -> None:
    message = learn_message(topic)
    assert private_view(message, locale).content_length() <= MOST_CHARACTERS
    assert len(html_text(message, locale)) <= 4_096
    topics = [choice.argument for row in message.choices for choice in row]
    assert topics == list(TOPICS)
    assert said(await answer(people, topic, locale), locale) == said(message, locale)


async def answer(people: People, topic: str | None, locale: Locale) -> Message:
    reply = await people.ask(ANN, "learn" if topic is None else f"learn {topic}", locale=locale)
    assert not reply.refused
    assert reply.message is not None
    return reply.message


def test_the_position_chart_names_every_place_in_the_order_of_acting() -> None:
    for players in SIZES:
        places = positions(players)
        assert len(places) == len(set(places)) == players
        assert places[-1] == "big_blind"
    assert positions(2) == ("button", "big_blind")
    assert positions(3) == ("button", "small_blind", "big_blind")
    assert positions(6) == ("utg", "hijack", "cutoff", "button", "small_blind", "big_blind")
    assert "6 players: UTG · HJ · CO · BTN · SB · BB" in said(learn_message("positions"))


def test_each_example_on_the_hand_card_is_the_hand_that_it_stands_for() -> None:
    ranked = [describe(Ladder.HIGH, parse_cards(cards)).text_key for _, cards in EXAMPLES]
    assert ranked == [f"hand.{name}" for name, _ in EXAMPLES]


def test_the_worked_side_pot_is_what_the_table_pays() -> None:
    """Ann 1,000, Bob 3,000, Cid 5,000 of 8,000: main 3 x 1,000, side 2 x 2,000, and 2,000 uncalled."""
    evening = Evening(options=TableOptions(min_buy_in=1_000, small_blind=50, big_blind=100))
    evening.sit("Ann", "Bob", "Cid")
    evening.set_stacks((1_000, 3_000, 8_000, 0, 0, 0)[: len(evening.table.seats)])
    evening.start()
    evening.all_in()
    events = [event for event in evening.events if event.kind in ("pot_awarded", "uncalled_returned")]
    awarded = sorted(
        sum(share.amount for share in event.shares) for event in events if event.kind == "pot_awarded"
    )
    assert awarded == [3_000, 4_000]


# Odds


def test_before_the_flop_the_chance_is_looked_up() -> None:
    assert len(PREFLOP) == 169
    assert all(len(shares) == 9 for shares in PREFLOP.values())
    assert all(list(shares) == sorted(shares, reverse=True) for shares in PREFLOP.values())
    hand = parse_cards("As Ah")
    assert win_chance(GameName.HOLDEM, hand, (), 1) == PREFLOP["AA"][0]
    assert starting_hand(parse_cards("2h 7s")) == "72o"
    assert starting_hand(parse_cards("Ks As")) == "AKs"


def test_the_chance_is_the_same_whenever_it_is_asked_and_near_the_truth() -> None:
    hole, board = parse_cards("As Qd"), parse_cards("Qs 7d 2c")
    first = win_chance(GameName.HOLDEM, hole, board, 2)
    assert first == win_chance(GameName.HOLDEM, tuple(reversed(hole)), board, 2)
    assert first is not None
    assert first % ROUNDED_TO == 0
    assert 65 <= first <= 90  # 77 by a large sample
    assert win_chance(GameName.HOLDEM, parse_cards("2s 2d"), parse_cards("As Ks Qs Js Ts"), 1) == 50


def test_a_chance_costs_little() -> None:
    """CPU time of this thread alone, so that other work on the machine doesn't count."""
    boards = [parse_cards(text) for text in ("Qs 7d 2c", "9h 8h 3s", "Ah Kd 4c 4s", "Td 6c 5c 2h 2d")]
    started = time.thread_time()
    for board in boards:
        for rivals in (1, 2, 5):
            win_chance(GameName.HOLDEM, parse_cards("Ac 8d"), board, rivals)
    assert (time.thread_time() - started) / 12 < 0.05


async def test_on_ones_turn_the_panel_says_the_chance_and_what_a_call_has_to_win(people: People) -> None:
    await people.sit_two()
    mine = people.actor
    told = private(people, mine)
    assert "against 1 random hand; a call pays from 25% on." in told  # 50 into 150
    assert "pot odds 25% (50 of 200)" in told
    assert "random" not in private(people, people.other)
    await people.told(ANN, "options aids=off")
    await next_hand(people)
    told = private(people, people.actor)
    assert "random" not in told
    assert "odds" not in told
    assert "You have" not in told


async def test_with_nothing_to_call_the_panel_says_the_chance_alone(people: People) -> None:
    await people.sit_two()
    await people.told(people.actor, "call")
    assert "% against 1 random hand." in private(people, people.actor)


def test_buttons_of_learning_carry_the_rooms_table() -> None:
    message = learn_message("odds", TableId("07k3f9"))
    assert {choice.table for row in message.choices for choice in row} == {"07k3f9"}
    assert {choice.name for row in message.choices for choice in row} == {ChoiceName.LEARN}
    assert labels(message)[0][0] == "Positions"


def test_a_seat_remembers_since_when_its_player_is_there() -> None:
    evening = Evening()
    evening.sit("Ann")
    assert seat_at(evening.table, SeatNo(1)).since == evening.now
    assert replace(evening.seat("Ann"), since=0).remind == 0
    assert seat_of(evening.table, person("Ann")) == 1
