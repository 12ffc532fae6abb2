"""A host at work, by command and by button: pause, send away, keep seats, close the door, hand over, change the rules;
and what was done is in the table's log."""

from collections.abc import Iterator
from dataclasses import fields, replace

import pytest

from adapters.discord.layout import MOST_CHARACTERS, private_view
from adapters.menu import STAKES
from adapters.messages import Locale, Message
from adapters.options_page import PAGES, TYPED, options_message
from adapters.render import table_message
from adapters.stakes import table_options
from adapters.telegram.markup import html_text
from core.cardroom.deeds import option_changes
from core.cardroom.table import chips_at, seat_at, seat_of
from core.host_actions import PauseTable
from core.ids import HOUSE, PlayerId, SeatNo
from core.options import AskRule, StraddleRule, TableOptions
from core.sight import player_view, public_view
from tests.test_commands import ANN, BOB, ZOE, People
from tests.test_render import labels, said
from tests.test_seat_commands import press

CID = PlayerId("web:cid")


@pytest.fixture
def people() -> Iterator[People]:
    opened = People()
    yield opened
    if opened.house.rooms:
        assert chips_at(opened.house.table) == opened.house.table.issued


async def answer(people: People, player: PlayerId, text: str) -> Message:
    reply = await people.ask(player, text)
    assert not reply.refused
    assert reply.message is not None
    return reply.message


def lines(message: Message) -> str:
    return "\n".join(said(message))


# Powers


@pytest.mark.parametrize(
    "deed",
    [
        *("start", "stop", "pause", "resume", "kick 1", "keep 4", "unkeep 4", "private", "public"),
        *("handover 2", "options seats=4", "options 4.rabbit.0", "log", "computer", "dismiss"),
    ],
)
async def test_nobody_but_the_host_runs_the_table_and_the_refusal_names_the_host(
    people: People, deed: str
) -> None:
    await people.told(ANN, "new")
    await people.told(ANN, "join")
    await people.told(BOB, "join")
    assert "Host: Ann" in await people.refusal(BOB, deed)


async def test_whoever_administers_the_room_may_do_what_the_host_may(people: People) -> None:
    await people.sit_two()
    await people.told(ZOE, "pause", host_powers=True)
    assert people.house.table.paused
    await people.told(ZOE, "kick bob", host_powers=True)
    assert "Zoe sent away, from seat 2, Bob" in await people.told(ANN, "log")


async def test_a_table_without_a_host_is_run_by_administrators_and_by_no_stranger(people: People) -> None:
    await people.told(ANN, "new")
    await people.told(ANN, "join")
    await people.told(ANN, "pause")
    await people.told(ANN, "leave")
    for deed in ("pause", "resume", "stop", "log", "options seats=4"):
        assert await people.refusal(ZOE, deed) == "This table has no host now: sit down to run it."
    await people.told(ZOE, "resume", host_powers=True)
    assert not people.house.table.paused
    assert "Zoe let the table go on" in await people.told(ZOE, "log", host_powers=True)


async def test_a_paused_table_deals_no_further_hand_until_it_is_resumed(people: People) -> None:
    await people.sit_two()
    assert "until you say /resume" in await people.told(ANN, "pause")
    await people.told(people.actor, "fold")
    assert people.house.table.hand is None
    assert "paused" in lines_of_table(people)
    await people.told(ANN, "resume")
    people.house.deal()
    assert people.house.table.hand is not None


def lines_of_table(people: People) -> str:
    return lines(table_message(public_view(people.house.table)))


async def test_a_player_is_sent_away_by_name_or_seat_and_comes_back_only_to_a_kept_seat(
    people: People,
) -> None:
    await people.told(ANN, "new")
    for player in (ANN, BOB, ZOE):
        await people.told(player, "join")
    await people.told(ANN, "start")
    people.house.deal()
    while people.house.table.hand is not None:
        await people.ask(people.actor, "fold_anyway")
    assert "seat 3" in (await people.told(ANN, "kick @Zoe"))
    assert seat_of(people.house.table, ZOE) is None
    assert await people.refusal(ZOE, "join")
    await people.told(ANN, "keep 5 zoe")  # known from the last hand
    await people.told(ZOE, "join")
    assert seat_of(people.house.table, ZOE) == 5
    await people.told(ANN, "kick 2")
    assert seat_of(people.house.table, BOB) is None
    assert "Nobody here goes by that name" in await people.refusal(ANN, "kick Nemo")
    assert "Nobody here goes by that name" in await people.refusal(ANN, "keep 4 Nemo")


async def test_a_seat_is_kept_for_whoever_is_mentioned_and_opened_again(people: People) -> None:
    await people.told(ANN, "new seats=2")
    await people.told(ANN, "keep 1 <@77>")
    assert people.house.table.reserved[0].player == "web:77"
    await people.told(ANN, "keep 2")
    assert "2 seats" in await people.refusal(BOB, "join")
    await people.told(ANN, "unkeep 2")
    await people.told(BOB, "join")
    assert seat_of(people.house.table, BOB) == 2


async def test_a_private_table_lets_in_whoever_knows_its_code(people: People) -> None:
    await people.told(ANN, "new")
    typed = await people.told(ANN, "private")
    code = people.house.table.code
    assert len(code) == 6
    assert f"join code={code}" in typed
    assert await people.refusal(BOB, "join")
    await people.told(BOB, f"join code={code}")
    await people.told(ANN, "private sesame")
    assert people.house.table.code == "sesame"
    await people.told(ANN, "public")
    await people.told(ZOE, "join")
    assert code not in await people.told(ANN, "log")


async def test_the_table_is_handed_over_to_somebody_at_it(people: People) -> None:
    await people.sit_two()
    assert "Bob" in await people.told(ANN, "handover 2")
    assert people.house.table.host == BOB
    assert "Host: Bob" in await people.refusal(ANN, "pause")
    assert await people.refusal(BOB, "handover 2") == "That is the host already."


async def test_whoever_administers_the_room_is_told_how_a_host_can_be_sent_away(people: People) -> None:
    await people.sit_two()
    for player, admin in ((ANN, False), (ZOE, True)):
        refused = await people.ask(player, "kick Ann", host_powers=admin)
        assert refused.message is not None
        assert "changed first with /handover" in " ".join(said(refused.message))
    await people.ask(ZOE, "handover Bob", host_powers=True)
    assert "seat 1 goes" in lines(await answer(people, BOB, "kick Ann"))


async def test_a_seat_that_is_not_kept_is_not_opened(people: People) -> None:
    await people.told(ANN, "new")
    assert await people.refusal(ANN, "unkeep 2") == "Seat 2 is not kept for anybody."


# Options


async def test_anybody_reads_every_option_with_its_value_and_its_rule(people: People) -> None:
    await people.told(ANN, "new straddle=button blinds=25/50")
    pages = [lines(await answer(people, BOB, f"options {number + 1}")) for number in range(len(PAGES))]
    assert "✱ straddle: the button" in pages[4]
    assert "✱ big blind: 50" in pages[0]
    assert "\nbetting: no-limit" in pages[0]
    assert "How large a bet may be" in pages[0]
    assert "Only the host changes anything" in pages[0]
    assert labels(await answer(people, BOB, "options"))[0] == [
        *("Stakes", "Chips", "Clock", "Showdown", "Side games")
    ]


def test_the_pages_hold_every_option_once_and_every_key_can_be_typed() -> None:
    shown = [name for page in PAGES for name in page]
    assert sorted(shown) == sorted(option.name for option in fields(TableOptions))
    assert set(TYPED.values()) <= {argument.name for argument in STAKES}
    assert set(shown) - set(TYPED) == {"game"}


@pytest.mark.parametrize("locale", Locale)
@pytest.mark.parametrize("place", range(len(PAGES)))
async def test_each_page_fits_every_platform(people: People, locale: Locale, place: int) -> None:
    await people.told(ANN, "new")
    view = player_view(people.house.table, ANN)
    old, new = TableOptions(), TableOptions(seats=9, small_blind=1_000, big_blind=2_000, burns=True)
    many = replace(new, ante=5, min_buy_in=30_000, max_buy_in=60_000, rabbit=False, aids=False, seven_deuce=3)
    message = options_message(view, place, runs_it=True, changes=option_changes(old, many))
    shown = private_view(message, locale)
    assert shown.content_length() <= MOST_CHARACTERS
    assert "…" not in lines(message)
    assert shown.total_children_count <= 40
    assert len(html_text(message, locale)) <= 4_096


async def test_the_host_presses_an_option_on_to_its_next_value(people: People) -> None:
    await people.told(ANN, "new")
    page = await answer(people, ANN, "options 4.page")
    told = await press(people, ANN, page, "rabbit hunt → off")
    assert "Changed." in told
    assert not people.house.table.options.rabbit
    page = await answer(people, ANN, "options 4.page")
    await press(people, ANN, page, "who may ask to see a mucked hand → who called the last bet")
    assert people.house.table.options.asking is AskRule.CALLER
    again = page.choices[0][2]  # the same button once more changes nothing
    assert again.argument == "4.asking.2"
    await people.told(ANN, f"options {again.argument}")
    assert people.house.table.options.asking is AskRule.CALLER


@pytest.mark.parametrize("place", range(len(PAGES)))
async def test_every_button_of_every_page_does_what_it_says(people: People, place: int) -> None:
    await people.told(ANN, "new")
    page = await answer(people, ANN, f"options {place + 1}")
    for row, words in zip(page.choices[:-1], labels(page)[:-1], strict=True):
        for choice, label in zip(row, words, strict=True):
            before = people.house.table.options
            await people.told(ANN, f"options {choice.argument}")
            after = people.house.table.options
            name = choice.argument.split(".")[1]
            assert getattr(after, name) != getattr(before, name), label
            assert replace(after, **{name: getattr(before, name)}) == before


async def test_what_is_typed_changes_that_and_leaves_the_rest(people: People) -> None:
    await people.told(ANN, "new blinds=25/50 rabbit=off seven=2 bomb=10/3/2")
    before = people.house.table.options
    told = await people.told(ANN, "options straddle=button thinking=900 orbit=7 faceup=off bomb=20")
    assert "Changed." in told
    assert people.house.table.options == replace(
        before,
        straddle=StraddleRule.BUTTON,
        computer_ms=900,
        orbit_bank_seconds=7,
        all_in_up=False,
        bomb_every=20,
    )


@pytest.mark.parametrize(
    ("typed", "blinds", "buy_in"),
    [
        ("", "50/100", (2_000, 20_000)),  # the usual one goes with the blinds
        ("1000-10000", "50/100", (2_000, 20_000)),
        ("2000-5000", "50/100", (2_000, 5_000)),
        ("2000-5000", "10/20", (2_000, 5_000)),
        ("2000-5000", "2000/4000", (4_000, 5_000)),  # less than a big blind is no buy-in
        ("2000-5000", "5000/10000", (10_000, 10_000)),
    ],
)
def test_with_other_blinds_a_buy_in_that_was_typed_stays_as_long_as_it_is_possible(
    typed: str, blinds: str, buy_in: tuple[int, int]
) -> None:
    old = table_options({"blinds": "25/50", **({"buyin": typed} if typed else {})})
    new = table_options({"blinds": blinds}, old)
    assert (new.min_buy_in, new.max_buy_in) == buy_in


async def test_the_page_says_all_that_has_changed_with_what_was_typed(people: People) -> None:
    await people.told(ANN, "new")
    told = await people.told(ANN, "options blinds=100/200 rabbit=off")
    assert "Changed." in told
    for change in ("big blind: 100 → 200", "smallest buy-in: 2,000 → 4,000", "rabbit hunt: on → off"):
        assert change in told
    told = await people.told(ANN, "options rabbit=off")
    assert "It was so already: nothing changes." in told
    assert "Changed." not in told


async def test_rules_that_change_in_mid_hand_count_from_the_next_one_on(people: People) -> None:
    await people.sit_two()
    page = lines(await answer(people, ANN, "options rabbit=off"))
    assert "from the next hand on" in page
    assert "✱ rabbit hunt: off (until the next hand on)" in page
    assert people.house.table.options.rabbit
    await people.told(people.actor, "fold")
    people.house.deal()
    assert not people.house.table.options.rabbit


async def test_a_value_out_of_range_or_an_unknown_option_is_refused(people: People) -> None:
    await people.told(ANN, "new")
    assert "must be 2 to 10" in await people.refusal(ANN, "options seats=99")
    for odd in (
        "options 9",
        "options 0.page",
        "options 4.rabbit.7",
        "options 4.game.1",
        "options x y",
        "options y=2",
    ):
        assert await people.refusal(ANN, odd)


async def test_the_lobby_leads_to_the_options_and_to_what_can_be_learnt(people: People) -> None:
    await people.told(ANN, "new")
    lobby = table_message(public_view(people.house.table))
    assert "Options, page 1 of 5" in await press(people, BOB, lobby, "Options")
    assert "Poker for newcomers" in await press(people, BOB, lobby, "Learn")


# The log


async def test_the_log_says_when_who_did_what_newest_first(people: People) -> None:
    await people.told(ANN, "new Friday")
    for player in (ANN, BOB):
        await people.told(player, "join")
    await people.told(ANN, "computer rock")
    await people.told(ANN, "keep 5")
    await people.told(ANN, "keep 6")
    await people.told(ANN, "unkeep 6")
    await people.told(ANN, "options rabbit=off seats=7")
    await people.told(ANN, "start")
    people.house.deal()
    await people.told(ANN, "dismiss")
    await people.told(ANN, "handover bob")
    await people.told(BOB, "pause")
    await people.told(BOB, "stop")
    told = (await people.told(BOB, "log")).split(" | ")
    assert told[0] == "Log · Friday"
    assert told[1] == "just now · Bob closes the table after the hand"
    assert told[2] == "1 min ago · Bob paused the table"
    assert told[3] == "2 min ago · Ann handed the table over to Bob"
    assert told[4] == "3 min ago · Ann sent the computers away"
    assert told[5] == "4 min ago · Ann began the game"
    assert told[6].startswith("5 min ago · Ann changed the rules · seats: 6 → 7 · rabbit hunt: on → off")
    assert told[7] == "6 min ago · Ann opened seat 6"
    assert told[9] == "8 min ago · Ann keeps seat 5"
    assert told[10].startswith("9 min ago · Ann seated a computer:")
    assert told[11] == "10 min ago · Ann opened the table"
    for locale in Locale:
        assert await people.told(BOB, "log", locale=locale)


async def test_an_administrator_is_named_for_what_they_did_in_the_hosts_stead(people: People) -> None:
    await people.sit_two()
    await people.told(ZOE, "options aids=off", host_powers=True)
    assert "Zoe changed the rules · hints for newcomers: on → off" in await people.told(
        ZOE, "log", host_powers=True
    )


async def test_what_changes_nothing_is_not_logged(people: People) -> None:
    await people.sit_two()
    for text in ("pause", "pause", "options aids=on"):
        await people.told(ANN, text)
    kinds = [deed.kind.value for deed in people.house.logs.deeds]
    assert kinds == ["open", "start", "pause"]


async def test_a_host_who_goes_leaves_a_line_on_whom_the_table_passed_to(people: People) -> None:
    await people.told(ANN, "new")
    for player in (ANN, BOB):
        await people.told(player, "join")
    await people.told(ANN, "leave")
    assert people.house.table.host == BOB
    assert "The dealer passed the table on to Bob" in await people.told(BOB, "log")
    assert seat_at(people.house.table, SeatNo(2)).player == BOB


async def test_only_the_host_ends_a_pause_of_the_hosts(people: People) -> None:
    await people.sit_two()
    table = people.house.table.id
    for paused in (True, False):  # a room that could not be shown for a while
        await people.house.act(table, PauseTable(by=HOUSE, paused=paused), f"house {paused}")
        assert people.house.table.paused is paused
    await people.told(ANN, "pause")
    for paused in (True, False):
        await people.house.act(table, PauseTable(by=HOUSE, paused=paused), f"house again {paused}")
        assert people.house.table.paused
    await people.told(ANN, "resume")
    assert not people.house.table.paused


# What is typed


async def test_a_seat_can_be_kept_for_whoever_was_sent_away_a_moment_ago(people: People) -> None:
    await people.sit_two()
    await people.told(ANN, "kick Bob")
    while people.house.table.hand is not None:
        await people.ask(people.actor, "fold_anyway")
    assert seat_of(people.house.table, BOB) is None
    await people.told(CID, "join")
    await people.told(ANN, "start") if not people.house.table.running else None
    people.house.deal()
    people.house.seasons.names_now[BOB] = "Bob"  # type: ignore[attr-defined]
    await people.told(ANN, "keep 4 Bob")
    assert [one.player for one in people.house.table.reserved] == [BOB]


async def test_a_name_that_two_have_gone_by_keeps_no_seat(people: People) -> None:
    await people.sit_two()
    people.house.seasons.names_now[CID] = "bob"  # type: ignore[attr-defined]
    assert "More than one person" in await people.refusal(ANN, "keep 4 Bob")


@pytest.mark.parametrize(
    ("typed", "example"),
    [("kick", "kick 3"), ("keep", "keep 3 Bob"), ("unkeep", "unkeep 3"), ("handover", "handover 3")],
)
async def test_a_command_that_lacks_a_word_says_how_it_goes(people: People, typed: str, example: str) -> None:
    await people.sit_two()
    told = await people.refusal(ANN, typed)
    assert told == f"That needs a word more. Type it like this: `{example}`"


@pytest.mark.parametrize(
    ("typed", "range_"),
    [
        ("keep Dee", " | Possible: 1 to 6."),
        ("options seats=1.5", " | Possible: 2 to 10."),
        ("options runs=1.5", " | Possible: 1 to 4."),
        (
            "options bomb=x",
            " | Every so many hands, then big blinds each, then boards. Like this: "
            "`bomb=` `10` · `10/2` · `10/2/2` · `off`",
        ),
        ("runs 1.5", " | Possible: 1."),
    ],
)
async def test_where_a_count_belongs_nobody_is_told_about_chips(
    people: People, typed: str, range_: str
) -> None:
    await people.sit_two()
    told = await people.refusal(ANN, typed)
    assert told == f"This is no whole number: `{typed.split()[-1].rpartition('=')[2]}`{range_}"


async def test_off_turns_off_what_0_does(people: People) -> None:
    await people.told(ANN, "new bomb=5 seven=2")
    await people.told(ANN, "options bomb=off seven=off rathole=off")
    options = people.house.table.options
    assert (options.bomb_every, options.seven_deuce, options.same_stack_minutes) == (0, 0, 0)


async def test_what_cannot_change_at_an_open_table_is_named(people: People) -> None:
    await people.sit_two()
    await people.told(CID, "join")
    assert "“game” stays as it is" in await people.refusal(ANN, "options game=short_deck")
    assert "“seats” stays as it is" in await people.refusal(ANN, "options seats=2")


async def test_a_hand_is_asked_for_by_name_as_well_as_by_seat(people: People) -> None:
    await people.sit_two()
    by_seat = await people.refusal(ANN, "ask 2")
    assert await people.refusal(ANN, "ask Bob") == by_seat
    assert "goes by that name" in await people.refusal(ANN, "ask Zoe")
