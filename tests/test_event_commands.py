"""The commands of tournaments, whatever the platform: what is told, what wallets hold, and who may do what."""

import re
from collections.abc import AsyncIterator
from dataclasses import replace

import pytest

from adapters.messages import ChoiceName, Locale
from adapters.texts import say
from core.cardroom.event_options import EntryRule
from core.cardroom.tournament import Stage, Status
from core.ids import PlayerId, RoomId
from core.links import Offer
from core.refusals import Reason
from tests.bank_people import ANN, BOB, CAT, NAMES, ROOM, choice, fresh, pointing
from tests.event_people import Entrants, buttons, entrants
from tests.redis_faults import Raw
from tests.test_render import said

pytest_plugins = ["tests.redis_server"]

CUP = "create Cup seats=6 buyin=500"
DAN = PlayerId("discord:104")
GROUP = RoomId("telegram:-45")
ELSEWHERE = RoomId("discord:6:1")
BROKE = 20_500
"""More than a fresh wallet holds."""


@pytest.fixture
async def club(redis_url: str, raw: Raw) -> AsyncIterator[Entrants]:
    async with entrants(redis_url, raw, ROOM) as made:
        yield made
        made.room = ROOM
        await made.all_is_right()


def no(reason: Reason) -> str:
    """What that refusal says, where it has no number in it."""
    return say(Locale.EN, f"refused.{reason}")


async def heads_up(club: Entrants, options: str = "") -> None:
    """Ann's tournament of two is under way."""
    seats = "" if "seats=" in options else "seats=2"
    await club.told(ANN, f"create Duel buyin=500 {seats} {options}".strip())
    for player in (ANN, BOB):
        await club.told(player, "register")
    if (await club.event()).stage is Stage.REGISTERING:
        await club.told(ANN, "begin")
    assert (await club.event()).stage is Stage.RUNNING


async def test_a_tournament_is_announced_with_how_long_it_will_take(club: Entrants) -> None:
    told = await club.told(ANN, CUP)
    assert "Cup" in told
    # 6 stacks of 1,500 leave 50 big blinds in play at 100/200, the sixth level of 6 hands.
    assert "With 6 players it takes about 33 hands a table, some 28 minutes." in told
    event = await club.event()
    assert (event.name, event.host, event.rooms, event.options.buy_in) == ("Cup", ANN, (ROOM,), 500)
    assert "Tournament" in await club.told(ANN, "create")


async def test_the_same_request_announces_one_tournament(club: Entrants) -> None:
    request = fresh()
    assert await club.told(ANN, CUP, request_id=request) == await club.told(ANN, CUP, request_id=request)
    assert len(await club.house.events.in_hall(ROOM)) == 1


async def test_a_tournament_is_for_a_place_where_people_meet(club: Entrants) -> None:
    club.room = RoomId(ANN)
    for command in ("create Cup", "club"):
        assert "where people meet" in await club.refusal(ANN, command)


async def test_at_most_five_are_open_in_one_place(club: Entrants) -> None:
    request = fresh()
    for _ in range(4):
        await club.told(ANN, CUP)
    fifth = await club.told(ANN, CUP, request_id=request)
    assert "5 tournaments are open here" in await club.refusal(BOB, CUP)
    assert await club.told(ANN, CUP, request_id=request) == fifth
    await club.told(ANN, f"cancel {await club.newest()}")
    await club.told(BOB, CUP)


async def test_what_cannot_be_a_tournament_is_refused_with_what_could(club: Entrants) -> None:
    assert "10/20,20/40" in await club.refusal(ANN, "create Cup levels=10-20")
    assert "“most entrants” must be 2 to 1,000" in await club.refusal(ANN, "create Cup max=2000")
    assert "starts=20:00" in await club.refusal(ANN, "create Cup checkin=10")
    assert no(Reason.NO_EVENT) in await club.refusal(ANN, "create Cup ticket=100 satellite=07-abcdef")
    assert await club.house.events.in_hall(ROOM) == ()


async def test_the_buy_in_goes_into_the_pool_and_comes_back(club: Entrants) -> None:
    await club.told(ANN, CUP)
    assert "You are in: Cup" in await club.told(BOB, "register")
    assert (await club.balance(BOB), await club.pool()) == (19_500, 500)
    assert no(Reason.ALREADY_REGISTERED) in await club.refusal(BOB, "register")
    assert "back in your wallet" in await club.told(BOB, "unregister")
    assert (await club.balance(BOB), await club.pool()) == (20_000, 0)
    assert no(Reason.NOT_REGISTERED) in await club.refusal(BOB, "unregister")


async def test_a_press_twice_pays_once(club: Entrants) -> None:
    await club.told(ANN, CUP)
    request = fresh()
    for _ in range(2):
        await club.told(BOB, "register", request_id=request)
    assert (await club.balance(BOB), await club.pool()) == (19_500, 500)


async def test_the_buttons_of_the_message_are_the_commands_of_its_tournament(club: Entrants) -> None:
    await club.told(ANN, CUP)
    first, first_id = (await club.ask(BOB, "overview")).message, await club.newest()
    await club.told(ANN, "create Other seats=6 buyin=700")
    assert not (await club.press(BOB, choice(first, ChoiceName.REGISTER))).refused
    assert await club.balance(BOB) == 19_500
    for name in (ChoiceName.STRUCTURE, ChoiceName.PLAYERS):
        shown = await club.press(BOB, choice(first, name))
        assert not shown.refused, name
    assert ChoiceName.UNREGISTER not in buttons(first)  # It was asked for by somebody who was not in.
    mine = (await club.ask(BOB, f"overview event={first_id}")).message
    assert ChoiceName.REGISTER not in buttons(mine)
    assert not (await club.press(BOB, choice(mine, ChoiceName.UNREGISTER))).refused
    assert await club.balance(BOB) == 20_000


async def test_whoever_is_on_a_break_enters_nothing(club: Entrants) -> None:
    await club.told(ANN, CUP)
    await club.told(BOB, "break 7d")
    assert "break" in await club.refusal(BOB, "register")
    assert (await club.balance(BOB), await club.pool()) == (20_000, 0)


async def test_who_has_too_little_is_told_where_more_comes_from(club: Entrants) -> None:
    await club.told(ANN, f"create Cup buyin={BROKE}")
    reply = await club.ask(BOB, "register")
    assert reply.refused
    assert buttons(reply.message) == [ChoiceName.DAILY]
    assert "The buy-in is 20,500, and there are 20,000 in your wallet." in await club.refusal(BOB, "register")
    await club.told(BOB, "daily")
    await club.told(BOB, "register")
    assert (await club.balance(BOB), await club.pool()) == (21_000 - BROKE, BROKE)


async def test_who_finds_the_field_full_waits_with_the_buy_in_held(club: Entrants) -> None:
    await club.told(ANN, "create Cup buyin=500 max=2 starts=2h")
    for player in (ANN, BOB):
        await club.told(player, "register")
    assert "in the queue" in await club.told(CAT, "register")
    assert (await club.balance(CAT), await club.pool()) == (19_500, 1_500)
    await club.told(ANN, "unregister")
    assert [one.name for one in (await club.event()).entrants if one.status is Status.REGISTERED] == [
        "Bob",
        "Cat Lee",
    ]


async def test_a_sit_and_go_begins_with_its_last_entrant(club: Entrants) -> None:
    await club.told(ANN, "create Duel seats=2 buyin=500")
    await club.told(ANN, "register")
    assert "You are in" in await club.told(BOB, "register")
    assert (await club.event()).stage is Stage.RUNNING
    assert "this tournament" not in await club.told(BOB, "overview")
    assert no(Reason.EVENT_STARTED) in await club.refusal(BOB, "unregister")


async def test_check_in_is_for_those_who_are_in_and_only_when_it_is_open(club: Entrants) -> None:
    await club.told(ANN, "create Cup buyin=500 starts=2h checkin=60")
    await club.told(BOB, "register")
    assert no(Reason.NOT_CHECK_IN) in await club.refusal(BOB, "checkin")
    await club.told(ANN, "reschedule 30m")
    await club.direct()
    assert no(Reason.NOT_REGISTERED) in await club.refusal(CAT, "checkin")
    assert "You are there" in await club.told(BOB, "checkin")
    assert (await club.event()).entrants[0].checked_in


@pytest.mark.parametrize(
    "command", ["begin", "hold", "cancel", "remove Bob", "reschedule 20:00", "again", "fill 2"]
)
async def test_only_the_host_runs_it_or_who_administers_the_place(club: Entrants, command: str) -> None:
    await club.told(ANN, CUP)
    await club.told(BOB, "register")
    await club.told(CAT, "register")
    before = await club.event()
    assert await club.refusal(BOB, command) == "Only the host of the tournament can do that. Host: Ann"
    assert await club.event() == before
    if command == "hold":
        assert no(Reason.EVENT_NOT_STARTED) in await club.refusal(BOB, command, host_powers=True)
    else:
        await club.told(BOB, command, host_powers=True)


async def test_the_administrators_of_another_place_have_no_say_here(club: Entrants) -> None:
    await club.told(ANN, CUP)
    event = await club.newest()
    await club.told(BOB, "register")
    club.room = ELSEWHERE
    assert no(Reason.NO_EVENT) in await club.refusal(CAT, f"cancel {event}", host_powers=True)
    # Bob is in it, and so may ask about it anywhere, but run it nowhere.
    assert "Ann" in await club.refusal(BOB, f"cancel {event}", host_powers=True)
    assert "Cup" in await club.told(BOB, f"players {event}")


async def test_why_not_is_said_of_the_very_thing_that_was_asked(club: Entrants) -> None:
    """A tournament without rebuys says how one comes again, and a level that does not go which one it is."""
    assert "Level 2 does not go" in await club.refusal(ANN, "create Odd levels=10/20,20/10")
    assert "Level 1 does not go" in await club.refusal(ANN, "create Odd levels=20/10")
    assert "1st 66.7%" in await club.told(ANN, "create Ratio seats=6 shares=60,30")
    assert "You are not registered for this tournament." in await club.refusal(BOB, "unregister")
    await club.told(ANN, "cancel")
    await heads_up(club, "entry=re_entry entries=3")
    assert "re-entries and no rebuys" in await club.refusal(BOB, "rebuy")


async def test_who_is_called_off_has_everything_back(club: Entrants) -> None:
    await club.told(ANN, CUP)
    for player in (ANN, BOB):
        await club.told(player, "register")
    assert "You have called it off." in await club.told(ANN, "cancel")
    assert [await club.balance(one) for one in (ANN, BOB)] == [20_000, 20_000]
    assert await club.pool() == 0
    assert "This tournament was called off." in await club.refusal(ANN, "register")


async def test_the_host_takes_a_player_out_by_name_or_by_pointing(club: Entrants) -> None:
    await club.told(ANN, CUP)
    for player in (BOB, CAT):
        await club.told(player, "register")
    assert "remove Bob" in await club.refusal(ANN, "remove")
    assert "Nobody" in await club.refusal(ANN, "remove Zoe") or "Zoe" in await club.refusal(ANN, "remove Zoe")
    assert "Cat Lee" in await club.told(ANN, "remove cat lee")
    await club.told(ANN, "remove", named=pointing(BOB))
    assert [await club.balance(one) for one in (BOB, CAT)] == [20_000, 20_000]
    assert await club.pool() == 0


async def test_the_start_is_moved_by_the_clock_of_the_place(club: Entrants) -> None:
    await club.told(ANN, "create Cup starts=2h")
    await club.told(ANN, "club zone=asia/taipei", host_powers=True)
    assert "reschedule 21:00" in await club.refusal(ANN, "reschedule")
    assert "20:00, 30m" in await club.refusal(ANN, "reschedule soon")
    assert "passed already" in await club.refusal(ANN, "reschedule 2020-01-01T20:00")
    await club.told(ANN, "reschedule 2027-01-05T20:00" if await _before_2027(club) else "reschedule 30d")
    starts = (await club.event()).options.starts_at
    assert starts is not None
    if await _before_2027(club):
        assert starts == 1_799_150_400_000  # 12:00 UTC
    assert "as soon as it is full" in await club.told(ANN, "reschedule off")
    assert (await club.event()).options.starts_at is None


async def _before_2027(club: Entrants) -> bool:
    return club.house.events.now() < 1_798_761_600_000


async def test_computers_fill_the_field_and_it_begins(club: Entrants) -> None:
    await club.told(ANN, CUP)
    await club.told(ANN, "register")
    assert "2 computer opponents are in" in await club.told(ANN, "fill 2 shark")
    event = await club.event()
    names = [one.name for one in event.entrants]
    assert len(set(names)) == 3
    assert [one.temper for one in event.entrants[1:]] == ["shark", "shark"]
    assert "3 computer opponents" in await club.told(ANN, "fill")
    assert (await club.event()).stage is Stage.RUNNING
    assert (await club.balance(ANN), await club.pool()) == (19_500, 3_000)
    assert no(Reason.EVENT_STARTED) in await club.refusal(ANN, "fill 1")


async def test_a_scheduled_field_is_filled_up_to_whole_tables(club: Entrants) -> None:
    await club.told(ANN, "create Cup seats=6 starts=2h")
    await club.told(ANN, "register")
    assert "5 computer opponents" in await club.told(ANN, "fill")
    assert "20 computer opponents" in await club.told(ANN, "fill 20")
    names = [one.name for one in (await club.event()).entrants]
    assert len(set(names)) == 26


async def test_it_takes_two_to_begin(club: Entrants) -> None:
    await club.told(ANN, CUP)
    await club.told(ANN, "register")
    assert "1 player is in, and it takes 2" in await club.refusal(ANN, "begin")
    await club.told(BOB, "register")
    assert "It begins" in await club.told(ANN, "begin")
    assert no(Reason.EVENT_STARTED) in await club.refusal(ANN, "begin")


async def test_the_host_holds_it_and_lets_it_go_on(club: Entrants) -> None:
    await heads_up(club)
    for _ in range(2):
        assert "nobody has paused it. /hold on does" in await club.told(ANN, "hold")
    assert (await club.event()).paused_at is None
    held = (await club.ask(ANN, "hold on")).message
    assert "paused" in " ".join(said(held))
    assert "/hold off lets it go on" in " ".join(said(held))
    assert (await club.event()).paused_at is not None
    assert no(Reason.SAME_PAUSE) in await club.refusal(ANN, "hold on")
    for _ in range(2):
        assert "It is paused" in await club.told(ANN, "hold")
    assert (await club.event()).paused_at is not None
    assert not (await club.press(ANN, choice(held, ChoiceName.HOLD))).refused
    assert (await club.event()).paused_at is None
    await club.told(ANN, "hold on")
    assert "goes on. /hold on pauses it" in await club.told(ANN, "hold off")


async def test_a_tournament_that_is_being_played_is_called_off_when_the_host_is_sure(club: Entrants) -> None:
    await heads_up(club)
    question = (await club.ask(ANN, "cancel")).message
    assert "gets back what they paid" in " ".join(said(question))
    assert (await club.event()).stage is Stage.RUNNING
    assert "Host: Ann" in await club.refusal(BOB, "cancel")
    assert not (await club.press(ANN, choice(question, ChoiceName.CANCEL))).refused
    assert (await club.event()).stage is Stage.CANCELLED
    await heads_up(club)
    await club.told(ANN, "cancel sure")
    assert (await club.event()).stage is Stage.CANCELLED


async def test_a_word_that_is_no_choice_is_answered_with_the_choices(club: Entrants) -> None:
    await heads_up(club)
    told = await club.refusal(ANN, "deal yes")
    assert "icm" in told
    assert no(Reason.NO_EVENT) not in told


@pytest.mark.parametrize("word", ["levels", "盲注結構", "盲注结构"])
async def test_the_levels_are_found_by_what_their_button_says(club: Entrants, word: str) -> None:
    await club.told(ANN, CUP)
    assert "10/20" in await club.told(BOB, word)


async def test_who_is_too_late_for_a_freezeout_is_told_that_it_takes_nobody(club: Entrants) -> None:
    await heads_up(club)
    assert no(Reason.NO_LATE_ENTRY) in await club.refusal(CAT, "register")


async def test_the_announcement_and_the_message_say_one_estimate_and_for_how_many(club: Entrants) -> None:
    for options in ("starts=20:00", "starts=20:00 max=40", "max=6 seats=6"):
        estimate = r"With (\d+) players .* (\d+) hands .* (\d+) min"
        told = re.search(estimate, await club.told(ANN, f"create Cup {options}"))
        shown = re.search(estimate, await club.told(BOB, f"overview {await club.newest()}"))
        assert told is not None
        assert shown is not None
        assert told.groups() == shown.groups()


async def test_a_ticket_that_is_not_the_buy_in_of_its_tournament_is_refused_with_that(club: Entrants) -> None:
    await club.told(ANN, CUP)
    target = await club.newest()
    assert "500" in await club.refusal(ANN, f"create Sat ticket=900 satellite={target}")
    await club.told(ANN, f"create Sat buyin=100 max=10 satellite={target}")
    assert (await club.event(await club.newest())).options.ticket == 500


async def test_another_stack_costs_another_buy_in(club: Entrants) -> None:
    await heads_up(club, "entry=rebuy rebuys=1")
    assert "1,500 more" in await club.told(BOB, "rebuy")
    assert (await club.balance(BOB), await club.pool()) == (19_000, 1_500)
    (table,) = (await club.event()).tables
    for _ in range(2):  # What was bought comes after the first.
        await club.fold_a_hand(table)
    assert "allows 1 to each player" in await club.refusal(BOB, "rebuy")
    assert no(Reason.NOT_REGISTERED) in await club.refusal(CAT, "rebuy")
    assert "first break" in await club.refusal(BOB, "addon")


async def test_the_add_on_comes_with_the_first_break(club: Entrants) -> None:
    await heads_up(club, "entry=rebuy hands=1 breaks=1/5")
    (table,) = (await club.event()).tables
    await club.fold_a_hand(table)
    assert (await club.event()).resting_until is not None
    assert "1,500 more" in await club.told(BOB, "addon")
    assert (await club.balance(BOB), await club.pool()) == (19_000, 1_500)
    assert "once for each player" in await club.refusal(BOB, "addon")


async def test_a_freezeout_sells_no_second_stack(club: Entrants) -> None:
    await heads_up(club)
    assert "allows 0 to each player" in await club.refusal(BOB, "rebuy")


async def test_a_deal_takes_everybody_who_is_left_and_pays_to_the_chip(club: Entrants) -> None:
    await heads_up(club)
    shown = await club.ask(CAT, "deal")
    assert not shown.refused
    assert no(Reason.NOT_REGISTERED) in await club.refusal(CAT, "deal icm")
    assert "Your vote counts" in await club.told(ANN, "deal chips")
    assert "rather play on" in await club.told(ANN, "deal none")
    # One of them folds the small blind of 10, so 1,510 and 1,490 share 1,000; no other hand begins.
    await club.fold_a_hand((await club.event()).tables[0])
    for player in (ANN, BOB):
        reply = await club.press(player, choice((await club.ask(player, "deal")).message, ChoiceName.DEAL))
        assert not reply.refused
    assert (await club.event()).stage is Stage.FINISHED
    assert sorted([await club.balance(one) for one in (ANN, BOB)]) == [19_997, 20_003]
    assert await club.pool() == 0


async def test_no_deal_is_made_while_others_can_come(club: Entrants) -> None:
    await heads_up(club, "late=4 max=3")
    assert "once entries are closed" in await club.refusal(ANN, "deal icm")


async def test_the_same_again_is_another_one_by_the_same_rules(club: Entrants) -> None:
    await club.told(ANN, "create Cup seats=4 buyin=700 starts=2h entry=re_entry")
    first = await club.event()
    assert "Cup" in await club.told(ANN, f"again {first.id}")
    again, start = await club.event(), first.options.starts_at
    assert start is not None
    # To the minute: two hours from now is no round time.
    same = replace(first.options, starts_at=start - start % 60_000)
    assert (again.id != first.id, again.options, again.entrants) == (True, same, ())
    assert again.options.entry is EntryRule.RE_ENTRY
    await club.told(ANN, f"cancel {again.id}")


async def test_standings_structure_and_players_are_for_everybody(club: Entrants) -> None:
    await heads_up(club)
    for command, word in (
        ("standings", "1,500"),
        ("structure", "10/20"),
        ("players", "Bob"),
        ("overview", "Duel"),
    ):
        assert word in await club.told(CAT, command), command
    standing = (await club.ask(CAT, "standings")).message
    assert standing is not None
    assert standing.picture is not None


async def test_whoever_comes_late_gets_a_seat_and_a_full_stack(club: Entrants) -> None:
    await heads_up(club, "late=4 max=3 seats=3")
    assert "Your seat is drawn now" in await club.told(CAT, "register")
    assert (await club.balance(CAT), await club.pool()) == (19_500, 1_500)
    assert (await club.event()).issued == 4_500
    assert (await club.ask(DAN, "register", name="Dan")).refused
    assert await club.balance(DAN) == 20_000


async def test_a_tournament_is_announced_in_all_rooms_that_are_linked(club: Entrants) -> None:
    links = club.house.links
    await links.offer("abcdef", Offer(home=ROOM, room=ROOM))
    await links.link(GROUP, "abcdef", 5)
    await club.told(ANN, CUP)
    event = await club.event()
    assert event.rooms == (ROOM, GROUP)
    club.room = GROUP
    assert "You are in: Cup" in await club.told(DAN, "報名", name="Dan")
    assert [one.name for one in (await club.event()).entrants] == ["Dan"]
    for _ in range(4):
        await club.told(ANN, CUP)
    club.room = ROOM
    assert "5 tournaments are open here" in await club.refusal(BOB, CUP)


async def test_a_thread_announces_in_its_channel(club: Entrants) -> None:
    club.room = RoomId("discord:5:77")
    await club.told(ANN, CUP, home=ROOM)
    club.room = ROOM
    assert (await club.event()).rooms == (ROOM,)


async def test_with_a_number_of_chips_another_stack_means_the_one_at_a_table(club: Entrants) -> None:
    await club.told(ANN, "new pause=600")
    await club.told(ANN, "join 2000")
    for word in ("rebuy", "addon"):
        await club.told(ANN, f"{word} 500")
    assert await club.balance(ANN) == 17_000


async def test_a_room_without_a_tournament_has_none_to_speak_of(club: Entrants) -> None:
    for command in ("overview", "register", "begin", "players", "register 07-abcdef", "register 99-abcdef"):
        assert no(Reason.NO_EVENT) in await club.refusal(ANN, command), command


async def test_the_tournament_of_the_table_is_meant_where_that_is_open(club: Entrants) -> None:
    await heads_up(club)
    duel = await club.event()
    await club.told(ANN, "create Later seats=6")
    assert "Duel" not in await club.told(CAT, "overview")
    club.room = (await club.house.look(duel.tables[0])).rooms[0]
    assert club.room != ROOM
    assert "Duel" in await club.told(CAT, "overview")


async def test_the_one_that_the_asker_is_in_is_shown_without_a_question(club: Entrants) -> None:
    for name in ("First", "Second", "Third"):
        await club.told(ANN, f"create {name} seats=6")
    await club.told(BOB, "register first")
    assert "First" in await club.told(BOB, "overview")
    assert "First" in await club.told(BOB, "players")


async def test_in_a_private_chat_it_is_the_one_that_was_entered_last(club: Entrants) -> None:
    await club.told(ANN, CUP)
    await club.told(BOB, "register")
    club.room = RoomId(BOB)
    assert "Cup" in await club.told(BOB, "overview")
    assert "back in your wallet" in await club.told(BOB, "unregister")
    club.room = RoomId(CAT)
    assert no(Reason.NO_EVENT) in await club.refusal(CAT, "overview")


async def test_a_place_says_how_it_counts_and_its_administrators_change_it(club: Entrants) -> None:
    assert "times are those of UTC" in await club.told(BOB, "club")
    assert "Only those who run this place" in await club.refusal(BOB, "club best=5")
    told = await club.told(
        ANN, "club best=5 period=month points=pub least=6 zone=europe/berlin", host_powers=True
    )
    for words in ("the best 5 results", "a month", "from 6 entrants", "Europe/Berlin", "2 for coming"):
        assert words in told
    assert "Asia/Taipei" in await club.refusal(ANN, "club zone=Atlantis best=1", host_powers=True)
    assert "the best 5 results" in await club.told(BOB, "club")
    assert "0 to 1,000" in await club.refusal(ANN, "club best=9999", host_powers=True)


async def test_the_host_of_a_web_room_counts_there_as_they_like(club: Entrants) -> None:
    club.room = RoomId("web:lobby")
    assert "Only those who run this place" in await club.refusal(ANN, "club best=5")
    await club.told(ANN, "create Cup seats=6")
    assert "the best 5 results" in await club.told(ANN, "club best=5")
    assert "Only those who run this place" in await club.refusal(BOB, "club best=4")


async def test_a_season_adds_up_what_was_played_in_it(club: Entrants) -> None:
    await club.told(ANN, "create Four seats=4 buyin=500")
    for player, name in (*NAMES.items(), (DAN, "Dan")):
        await club.told(player, "register", name=name)
    await club.fold_a_hand((await club.event()).tables[0])
    for player, name in (*NAMES.items(), (DAN, "Dan")):
        await club.told(player, "deal chips", name=name)
    event = await club.event()
    assert event.stage is Stage.FINISHED
    winner = event.results[0].name
    # Ten times the square root of four entrants by the first place.
    assert re.search(rf"1\. .*{winner}.*\b20\b", await club.told(CAT, "season"))
    assert winner not in await club.told(CAT, "season last")
    await club.told(ANN, "club points=pub", host_powers=True)
    assert re.search(rf"1\. .*{winner}.*\b22\b", await club.told(CAT, "season"))
    assert winner in await club.told(CAT, "season fame")
    await club.told(ANN, "club least=5", host_powers=True)
    assert winner not in await club.told(CAT, "season")


async def test_a_season_that_never_was_is_refused_with_what_one_looks_like(club: Entrants) -> None:
    for wrong in ("2026q5", "soon", "2026-13", "20266"):
        assert "2026q4" in await club.refusal(CAT, f"season {wrong}")
    for right in ("2026q4", "2026-12", "2026", "last", "2026q4.2", "fame.2"):
        await club.told(CAT, f"season {right}")


async def test_a_tournament_of_two_counts_for_the_hall_of_fame_alone(club: Entrants) -> None:
    await heads_up(club)
    await club.fold_a_hand((await club.event()).tables[0])
    for player in (ANN, BOB):
        await club.told(player, "deal icm")
    winner = (await club.event()).results[0].name
    assert winner in await club.told(CAT, "season fame")
    assert winner not in await club.told(CAT, "season")


async def test_nobody_is_asked_about_the_table_of_the_room_when_a_tournament_says_no(club: Entrants) -> None:
    await club.sit_two()
    await club.told(ANN, f"create Cup buyin={BROKE - 2_000}")
    reply = await club.ask(CAT, "begin")
    assert reply.refused
    assert buttons(reply.message) == []
    short = await club.ask(BOB, "register")
    assert buttons(short.message) == [ChoiceName.DAILY]


async def test_what_a_computer_is_called_is_taken_by_nobody(club: Entrants) -> None:
    await club.told(ANN, "create Cup seats=6 starts=2h")
    await club.told(ANN, "fill 30")
    players = [one.player for one in (await club.event()).entrants]
    assert len({*players}) == 30
    assert all(one.startswith(PlayerId("computer:")) for one in players)


async def test_the_help_says_which_commands_are_those_of_a_tournaments_host(club: Entrants) -> None:
    for word, whose in (("begin", "限主辦人"), ("tourney", "限主辦人"), ("stop", "限桌主")):
        message = (await club.ask(ANN, f"help {word}")).message
        assert message is not None
        assert whose in "\n".join(said(message, Locale.ZH_HANT)), word
