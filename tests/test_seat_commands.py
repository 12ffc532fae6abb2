"""A player's seat by command and by button: chips, blinds owed, the queue, side games, moves chosen ahead, and cards
afterwards, worded for three languages and pressed as the platforms press them."""

from collections.abc import Iterator

import pytest

from adapters import render
from adapters.discord.custom_ids import custom_id
from adapters.discord.custom_ids import parse as discord_press
from adapters.messages import Choice, ChoiceName, Locale, Message, asks
from adapters.telegram.callback_data import LONGEST, of_choice
from adapters.telegram.callback_data import read as telegram_press
from core.cardroom.table import chips_at, seat_at, seat_of
from core.host_actions import ChangeOptions, PauseTable, Reserve, SetCode
from core.ids import PlayerId, SeatNo
from core.options import AskRule, Entry, StraddleRule, TableOptions
from core.side_actions import Buying, Plan
from core.sight import player_view, public_view
from core.views import Presence, SeatView, TableView
from tests.test_commands import ANN, BOB, ZOE, People
from tests.test_render import choices, labels, said

CID = PlayerId("web:cid")


@pytest.fixture
def people() -> Iterator[People]:
    opened = People()
    yield opened
    if opened.house.rooms:
        assert chips_at(opened.house.table) == opened.house.table.issued


def view(people: People, player: PlayerId) -> TableView:
    return player_view(people.house.table, player)


def seat(people: People, player: PlayerId) -> SeatView:
    return next(one for one in view(people, player).seats if one.player == player)


def private(people: People, player: PlayerId) -> Message:
    message = render.private_message(view(people, player))
    assert message is not None
    return message


def public(people: People) -> Message:
    return render.table_message(public_view(people.house.table))


def button(message: Message, label: str) -> Choice:
    found = [
        choice
        for row, words in zip(message.choices, labels(message), strict=True)
        for choice, word in zip(row, words, strict=True)
        if word == label
    ]
    assert found, labels(message)
    return found[0]


async def press(people: People, player: PlayerId, message: Message, label: str) -> str:
    """Press it as Discord and Telegram would, whose buttons must carry it whole; the answer as one line."""
    choice = button(message, label)
    data = of_choice(choice)
    assert len(data) <= LONGEST
    there = telegram_press(data)
    here = discord_press(custom_id(choice))
    assert there is not None
    assert here is not None
    assert (here.name, here.argument, here.turn) == (there.name, there.argument, there.turn)
    return await people.told(player, f"{here.name} {here.argument}".strip(), turn=here.turn)


async def fold_out(people: People) -> tuple[PlayerId, PlayerId]:
    """The player to act folds: (who won, who folded)."""
    folder = people.actor
    winner = people.other
    await people.told(folder, "fold")
    return winner, folder


async def sit_three(people: People, options: str = "") -> None:
    """Ann, Bob and Zoe, with the first hand dealt."""
    await people.told(ANN, f"new {options}".strip())
    for player in (ANN, BOB, ZOE):
        await people.told(player, "join")
    await people.told(ANN, "start")
    people.house.deal()


async def play_on(people: People) -> None:
    """This hand is folded, and the next one dealt."""
    while people.house.table.hand is not None:
        await people.ask(people.actor, "fold_anyway")
    people.house.deal()


async def until_big_blind(people: People, number: int) -> None:
    """Until the big blind is in this seat."""
    while people.house.table.big_blind_seat != number:
        await play_on(people)


# Stakes


async def test_a_table_is_opened_with_everything_that_a_cash_game_may_have(people: People) -> None:
    await people.told(
        ANN,
        "new Friday entry=free straddle=mississippi bomb=10/3/2 seven=2 asking=anybody rabbit=off match=on "
        "rathole=60 aids=off",
    )
    assert people.house.table.options == TableOptions(
        entry=Entry.FREE,
        straddle=StraddleRule.MISSISSIPPI,
        bomb_every=10,
        bomb_ante=3,
        bomb_boards=2,
        seven_deuce=2,
        asking=AskRule.ANYBODY,
        rabbit=False,
        match_stack=True,
        same_stack_minutes=60,
        aids=False,
    )
    told = " ".join(said(public(people)))
    for words in (
        "newcomers are dealt in at once",
        "Mississippi straddle",
        "a bomb pot every 10 hands",
        "bomb pots of 3 big blinds each",
        "bomb pots on two boards",
        "seven-deuce game for 2 big blinds",
        "everyone dealt in may ask",
        "no rabbit hunt",
        "may match the biggest stack",
        "within 60 min",
        "no hints",
    ):
        assert words in told


@pytest.mark.parametrize(
    ("typed", "bomb"), [("bomb=10", (10, 2, 1)), ("bomb=10/4", (10, 4, 1)), ("bomb=0/4/2", (0, 4, 2))]
)
async def test_of_a_bomb_pot_only_what_differs_has_to_be_said(
    people: People, typed: str, bomb: tuple[int, int, int]
) -> None:
    await people.told(ANN, f"new {typed}")
    options = people.house.table.options
    assert (options.bomb_every, options.bomb_ante, options.bomb_boards) == bomb


# Chips


async def test_chips_brought_during_a_hand_are_in_play_from_the_next_one(people: People) -> None:
    await people.sit_two("buyin=1000-20000")
    assert await people.told(ANN, "topup 3k") == "3,000 more are yours from the next hand on."
    assert "(+3,000 next hand)" in " ".join(said(public(people)))
    await fold_out(people)
    assert seat(people, ANN).stack in (12_950, 13_050)
    assert await people.told(ANN, "rebuy 50") == "50 more are in your stack."
    assert "You asked for 9,000,000." in await people.refusal(ANN, "topup 9m")


async def test_without_an_amount_the_stack_is_filled_up_to_the_usual_one(people: People) -> None:
    await people.sit_two()
    await people.told(BOB, "topup")
    assert seat(people, BOB).coming in (50, 100)  # what the blind took from the 10,000 that were bought
    await fold_out(people)
    await people.told(BOB, "topup")
    assert seat(people, BOB).stack == 20_000  # nothing is missing: as many as a stack may have
    assert "Your stack is full" in await people.refusal(BOB, "topup")


async def test_a_short_stack_is_offered_what_it_lacks_to_the_usual_one(people: People) -> None:
    await people.told(ANN, "new")
    await people.told(ANN, "join 2000")
    await people.told(BOB, "join 2000")
    await people.told(ANN, "start")
    people.house.deal()
    waits = people.other
    have = seat(people, waits).stack
    await press(people, waits, private(people, waits), f"Add {10_000 - have:,}")
    assert seat(people, waits).coming == 10_000 - have
    assert "Add" not in str(labels(private(people, waits)))
    assert "Add" not in str(
        labels(private(people, people.actor))
    )  # it is their turn: nothing stands in the way


async def test_chips_come_by_themselves_when_asked_to(people: People) -> None:
    await people.sit_two()
    for way, buying in (("rebuy", Buying.REBUY), ("topup", Buying.TOP_UP), ("off", Buying.BY_HAND)):
        assert await people.told(ANN, f"auto {way}")
        assert people.house.table.seats[0] is not None
        assert people.house.table.seats[0].buying is buying


async def test_a_broke_player_buys_in_again_by_a_button_under_the_table(people: People) -> None:
    await people.told(ANN, "new")
    await people.told(ANN, "join 2000")
    await people.told(BOB, "join 4000")
    await people.told(ANN, "start")
    people.house.deal()
    await people.told(people.actor, "allin")
    await people.told(people.actor, "call")
    broke = next((one.player for one in view(people, ANN).seats if not one.stack), None)
    if broke is None:
        pytest.fail("this deck leaves nobody broke")
    assert (await press(people, broke, public(people), "Buy in again")).endswith("more are in your stack.")
    assert seat(people, broke).stack >= 2_000
    assert "Buy in again" not in str(labels(public(people)))


# Away, and blinds owed


async def test_sitting_out_begins_with_the_next_big_blind_and_can_be_taken_back(people: People) -> None:
    await people.sit_two()
    waits = people.other
    await press(people, waits, private(people, waits), "☐ Sit out next BB")
    number = seat_of(people.house.table, waits)
    assert number is not None
    assert seat_at(people.house.table, number).out_at_blind
    await press(people, waits, private(people, waits), "☑ Sit out next BB")
    assert not seat_at(people.house.table, number).out_at_blind
    assert await people.told(waits, "sitout blind") == "You sit out when the next big blind would be yours."


async def test_a_newcomer_waits_for_the_big_blind_or_posts(people: People) -> None:
    await people.sit_two()
    reply = await people.ask(ZOE, "join")
    assert said(reply.message) == [
        "You sit in seat 3 with 10,000",
        "You are dealt in with the big blind, or in the next hand if you post 100.",
    ]
    assert labels(reply.message) == [["Post now"]]
    assert "waits for the big blind" in " ".join(said(public(people)))
    assert labels(private(people, ZOE)) == [["Post now"]]
    assert (
        await press(people, ZOE, private(people, ZOE), "Post now") == "You are dealt in from the next hand."
    )
    assert seat(people, ZOE).presence is Presence.WAITING
    await press(people, ZOE, private(people, ZOE), "Wait for the blind")
    assert seat(people, ZOE).presence is Presence.OWES_BLIND


async def test_what_is_posted_to_come_in_is_said(people: People) -> None:
    await sit_three(people)
    await until_big_blind(people, 2)  # so that the next one is seat 3, and seat 4 behind it
    await people.told(CID, "join 5000 4 post")
    await play_on(people)
    assert "Cid posts 100 to come in" in " ".join(said(public(people)))


async def test_join_may_post_at_once_and_say_the_code_of_a_private_table(people: People) -> None:
    await people.sit_two()
    people.house._take(people.house.table.id, SetCode(by=ANN, code="lucky"), "code")
    assert "ask the host for the code" in await people.refusal(ZOE, "join")
    reply = await people.ask(ZOE, "join 5000 3 post lucky")
    assert labels(reply.message) == []
    assert seat(people, ZOE).presence is Presence.WAITING
    people.house._take(people.house.table.id, SetCode(by=ANN, code="other"), "code again")
    await people.told(CID, "join code=OTHER")


async def test_who_comes_back_after_missing_blinds_is_asked_whether_to_post(people: People) -> None:
    await sit_three(people)
    await people.told(CID, "join post")
    await play_on(people)
    await until_big_blind(people, 4)
    await people.told(ZOE, "sitout")
    await play_on(people)
    while (owed := view(people, ZOE).own) is None or not (owed.owes_small and owed.owes_big):
        await play_on(people)
    await until_big_blind(people, 1)
    panel = private(people, ZOE)
    assert said(panel)[1].startswith("You sit out.")
    assert said(panel)[2] == "Blinds missed meanwhile: 150. Post them, or wait for the big blind."
    assert labels(panel) == [["I'm back", "Back, post now"]]
    reply = await people.ask(ZOE, "back")
    assert said(reply.message)[0] == "You are back."
    assert labels(reply.message) == [["Post now"]]
    await people.told(ZOE, "sitout")
    assert await press(people, ZOE, private(people, ZOE), "Back, post now")
    await play_on(people)
    told = " ".join(said(public(people)))
    assert "Zoe posts 50 dead for a missed small blind" in told
    assert "Zoe posts 100 to come in" in told


# The queue


async def test_at_a_full_table_one_waits_for_a_seat_and_is_offered_it(people: People) -> None:
    await people.sit_two("seats=2")
    assert "Wait for a seat" in labels(public(people))[0]
    assert "All 2 seats are taken" in await people.refusal(ZOE, "join")
    refused = await people.ask(ZOE, "join")
    assert labels(refused.message) == [["Wait for a seat"]]
    assert refused.message is not None
    told = await press(people, ZOE, refused.message, "Wait for a seat")
    assert told == "You are number 1 in the queue. You are told here when a seat is free."
    await people.told(CID, "wait")
    assert "Waiting for a seat: Zoe / Cid" in said(public(people))
    await people.told(BOB, "leave")
    while people.house.table.hand is not None:
        await people.told(people.actor, "fold")
    (offered, other) = people.house.table.queue
    assert offered.offered is not None
    offer = render.offer_message(public_view(people.house.table), offered.offered, offered.until)
    assert labels(offer) == [["Sit down", "No thanks"]]
    assert other.offered is None
    assert await press(people, ZOE, offer, "No thanks") == "You no longer wait for a seat."
    assert people.house.table.queue[0].player == CID
    assert await press(people, CID, offer, "Sit down")
    assert seat_of(people.house.table, CID) == 2
    assert await people.refusal(ZOE, "unwait") == "You are not waiting for a seat."


async def test_a_seat_that_the_host_keeps_is_no_free_one(people: People) -> None:
    await people.told(ANN, "new seats=2")
    await people.told(ANN, "join")
    people.house._take(people.house.table.id, Reserve(by=ANN, seat=SeatNo(2)), "keep")
    assert "Kept: Seat 2" in said(public(people))
    assert labels(public(people))[0] == ["Wait for a seat"]


# Side games


async def test_straddle_and_seven_deuce_are_boxes_in_the_panel(people: People) -> None:
    await people.sit_two("straddle=button seven=1")
    waits = people.other
    number = seat_of(people.house.table, waits)
    assert number is not None
    for label in ("Straddle", "7-2 game"):
        await press(people, waits, private(people, waits), f"☐ {label}")
        assert f"☑ {label}" in str(labels(private(people, waits)))
    assert seat_at(people.house.table, number).straddles
    assert seat_at(people.house.table, number).seven_deuce
    await press(people, waits, private(people, waits), "☑ 7-2 game")
    assert not seat_at(people.house.table, number).seven_deuce
    assert await people.told(waits, "straddle off") == "You straddle no more."
    assert await people.told(waits, "seven") == "You are in the seven-deuce game."


async def test_a_table_without_side_games_has_no_boxes_for_them(people: People) -> None:
    await people.sit_two()
    panel = str(labels(private(people, people.other)))
    assert "Straddle" not in panel
    assert "7-2" not in panel
    assert "no straddle" in await people.refusal(ANN, "straddle")
    assert "seven-deuce" in await people.refusal(ANN, "seven on")


async def test_a_straddle_is_said_with_its_chips(people: People) -> None:
    await people.told(ANN, "new straddle=under_the_gun seats=4")
    for player in (ANN, BOB, ZOE, CID):
        await people.told(player, "join")
        await people.told(player, "straddle on")
    await people.told(ANN, "start")
    people.house.deal()
    line = next(line for line in said(public(people)) if "straddles" in line)
    assert "straddles with 200" in line
    assert "straddles with 400" in line


async def test_players_vote_for_a_bomb_pot_and_it_is_announced_on_both_boards(people: People) -> None:
    await people.sit_two("bomb=0/3/2")
    for player in (ANN, BOB):
        assert await people.told(player, "bomb") == "Your vote for a bomb pot counts."
    assert "voted already" in await people.refusal(ANN, "bomb")
    await fold_out(people)
    people.house.deal()
    told = said(public(people))
    assert "Bomb pot" in told[0]
    assert "Everyone puts in 300" in told
    assert len([line for line in told if line.startswith("Board ")]) == 2


# A move before the turn


async def test_a_move_is_chosen_before_the_turn_and_pressed_again_taken_back(people: People) -> None:
    await people.sit_two()
    waits = people.other
    assert labels(private(people, waits))[0] == ["☐ Check/fold", "☐ Check only", "☐ Call any"]
    assert await press(people, waits, private(people, waits), "☐ Check only") == ""
    assert labels(private(people, waits))[0] == ["☐ Check/fold", "☑ Check only", "☐ Call any"]
    await press(people, waits, private(people, waits), "☑ Check only")
    assert view(people, waits).own is not None
    assert "☑" not in str(labels(private(people, waits)))
    await press(people, waits, private(people, waits), "☐ Call any")
    await people.told(people.actor, "raise 300")
    assert people.bet_of(waits) == 0  # the call was made at once, and the next street is on
    assert people.house.table.deal is not None
    assert people.house.table.deal.hand.street == 1


async def test_a_call_is_chosen_for_one_price_and_no_other(people: People) -> None:
    await sit_three(people)
    first = people.actor
    third = next(player for player in (ANN, BOB, ZOE) if player != first and people.bet_of(player) == 50)
    stale = private(people, third)
    assert labels(stale)[0] == ["☐ Check/fold", "☐ Call 50 only", "☐ Call any"]
    late = button(stale, "☐ Call 50 only")
    assert late.turn is not None
    await people.told(first, "call")
    assert private(people, third).choices[0][1].name is not ChoiceName.PLAN  # the turn has come
    await people.told(third, "call")


async def test_a_button_for_an_earlier_price_is_refused_as_too_late(people: People) -> None:
    await sit_three(people)
    first = people.actor
    big = next(player for player in (ANN, BOB, ZOE) if people.bet_of(player) == 100)
    check = button(private(people, big), "☐ Check only")
    any_price = button(private(people, big), "☐ Call any")
    await people.told(first, "raise 300")
    assert "passed" in await people.refusal(big, f"plan {check.argument}", turn=check.turn)
    await people.told(big, f"plan {any_price.argument}", turn=any_price.turn)
    own = view(people, big).own
    assert own is not None
    assert own.plan is Plan.CALL_ANY
    assert labels(private(people, big))[0] == ["☐ Check/fold", "☐ Call 200 only", "☑ Call any"]


async def test_the_boxes_stay_the_same_buttons_until_the_price_changes(people: People) -> None:
    """So that nobody's private message has to be edited for every move that others make."""
    await sit_three(people)
    first = people.actor
    big = next(player for player in (ANN, BOB, ZOE) if people.bet_of(player) == 100)
    before = private(people, big).choices
    await people.told(first, "call")
    assert private(people, big).choices == before
    await people.told(people.actor, "raise 400")
    assert view(people, big).legal is not None  # their turn


async def test_boxes_are_nothing_that_somebody_has_to_hurry_for(people: People) -> None:
    await people.sit_two()
    assert asks(private(people, people.actor))
    assert not asks(private(people, people.other))


async def test_out_of_turn_a_move_can_be_chosen_from_the_refusal(people: People) -> None:
    await people.sit_two()
    waits = people.other
    reply = await people.ask(waits, "call")
    assert reply.message is not None
    assert said(reply.message)[1] == "You can choose your move beforehand."
    await press(people, waits, reply.message, "☐ Check/fold")
    own = view(people, waits).own
    assert own is not None
    assert own.plan is Plan.CHECK_FOLD


async def test_a_typed_plan_is_answered_and_without_a_word_the_boxes_are_shown(people: People) -> None:
    await people.sit_two()
    waits, acts = people.other, people.actor
    assert await people.told(waits, "plan call_any") == "When your turn comes: call anything."
    assert await people.told(waits, "plan off") == "Nothing is chosen beforehand."
    reply = await people.ask(waits, "plan")
    assert labels(reply.message) == [["☐ Check/fold", "☐ Check only", "☐ Call any"]]
    assert "no turn of yours" in await people.refusal(acts, "plan")
    await people.told(waits, "預選 棄牌", locale=Locale.ZH_HANT)
    own = view(people, waits).own
    assert own is not None
    assert own.plan is Plan.FOLD
    assert "☑ Fold" in labels(private(people, waits))[0]


# The one who keeps the table waiting


async def test_a_player_on_the_time_bank_is_not_waited_for_when_the_others_agree(people: People) -> None:
    await sit_three(people)
    waits = [player for player in (ANN, BOB, ZOE) if player != people.actor]
    assert "Don't wait" not in str(labels(public(people)))
    assert "beyond their clock" in await people.refusal(waits[0], "away")
    slow = people.actor
    people.house.now = people.house.table.deadline or 0
    people.house.deal()  # the turn clock runs out: the bank is spent now
    assert view(people, waits[0]).on_time_bank
    assert "Don't wait" in str(labels(private(people, waits[1])))
    assert await press(people, waits[0], public(people), "Don't wait") == "Your vote not to wait counts."
    assert "Don't wait" not in str(labels(private(people, waits[0])))
    await press(people, waits[1], private(people, waits[1]), "Don't wait")
    assert people.actor != slow


# After the hand


async def test_the_winner_of_a_fold_out_may_show_one_card_or_both(people: People) -> None:
    await people.sit_two()
    winner, _ = await fold_out(people)
    assert labels(public(people))[1] == ["Show left", "Show right", "Show both", "Rabbit"]
    assert await press(people, winner, public(people), "Show left") == ""
    assert len(seat(people, winner).hole_cards) == 2
    shown = next(one for one in public_view(people.house.table).seats if one.player == winner)
    assert len(shown.hole_cards) == 1
    await press(people, winner, private(people, winner), "Show right")
    shown = next(one for one in public_view(people.house.table).seats if one.player == winner)
    assert len(shown.hole_cards) == 2
    assert "Show left" not in str(labels(public(people)))
    assert "Show left" not in str(labels(private(people, winner)))
    assert "no seat" in await people.refusal(CID, "reveal")


async def test_anybody_dealt_in_may_see_what_would_have_come(people: People) -> None:
    await people.sit_two()
    _, folder = await fold_out(people)
    await press(people, folder, public(people), "Rabbit")
    line = next(line for line in said(public(people)) if line.startswith("Would have come:"))
    assert len(line.removeprefix("Would have come:").split()) == 5
    assert "Rabbit" not in str(labels(public(people)))
    assert "left to come" in await people.refusal(folder, "rabbit")


async def test_without_rabbit_hunts_there_is_no_button_for_one(people: People) -> None:
    await people.sit_two("rabbit=off")
    await fold_out(people)
    assert "Rabbit" not in str(labels(public(people)))


async def test_a_mucked_hand_may_be_asked_for_by_whoever_has_the_right(people: People) -> None:
    await people.sit_two("showing=ask")
    await people.told(people.actor, "call")
    for _ in range(7):
        await people.told(people.actor, "check")
    first, second = people.actor, people.other
    await people.told(first, "show")
    await people.told(second, "muck")
    number = seat_of(people.house.table, second)
    asker = private(people, first)
    assert f"See seat {number}" in str(labels(asker))
    assert "Show left" in str(labels(private(people, second)))
    assert "Rabbit" not in str(labels(public(people)))
    await press(people, first, asker, f"See seat {number}")
    assert (
        len(next(one for one in public_view(people.house.table).seats if one.seat == number).hole_cards) == 2
    )
    assert await people.refusal(first, "ask") == "Nobody else's hand was mucked at the showdown."
    assert await people.refusal(first, f"ask {number}") == "That hand lies open already."


async def test_buttons_of_a_hand_that_is_gone_are_refused(people: People) -> None:
    await people.sit_two()
    winner, _ = await fold_out(people)
    late = button(public(people), "Show both")
    people.house.deal()
    assert "passed" in await people.refusal(winner, "reveal both", turn=late.turn)


# The foot of the table


async def test_pauses_and_rules_to_come_stand_at_the_foot(people: People) -> None:
    await people.sit_two()
    table = people.house.table
    people.house._take(table.id, PauseTable(by=ANN, paused=True), "pause")
    people.house._take(
        table.id, ChangeOptions(by=ANN, options=TableOptions(big_blind=200, small_blind=100)), "x"
    )
    told = said(public(people))
    assert "The table is paused: no hand is dealt after this one." in told
    assert "The rules change with the next hand." in told


@pytest.mark.parametrize("locale", Locale)
async def test_every_panel_is_said_in_every_language(people: People, locale: Locale) -> None:
    await people.sit_two("straddle=button seven=1")
    await people.told(ZOE, "join")
    for player in (people.other, ZOE):
        message = private(people, player)
        assert said(message, locale)
        assert all(label for row in labels(message, locale) for label in row)
        assert all(len(of_choice(choice)) <= LONGEST for choice in choices(message))


async def test_the_result_names_who_won_even_when_somebody_else_sits_there_now(people: People) -> None:
    await people.sit_two("seats=2")
    winner, _ = await fold_out(people)
    await people.told(ZOE, "wait")
    await people.told(winner, "leave")
    await people.told(ZOE, "join")
    name = winner.removeprefix("web:").title()
    assert said(public(people))[0].startswith(f"Hand #1: {name} wins")
    assert not any("Zoe folds" in line or "back to Zoe" in line for line in said(public(people)))


async def test_with_nothing_to_call_a_call_at_this_price_is_shown_as_a_check(people: People) -> None:
    await people.sit_two()
    waits = people.other  # the big blind, before the flop
    await people.told(waits, "plan call")
    assert labels(private(people, waits))[0] == ["☐ Check/fold", "☑ Check only", "☐ Call any"]
