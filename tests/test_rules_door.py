"""The one door: what is refused in which state, with which numbers, and that nothing has changed then."""

from dataclasses import FrozenInstanceError, replace
from typing import Annotated

import pytest
from pydantic import Field, TypeAdapter

from core.actions import (
    Action,
    ComeBack,
    DismissComputers,
    Leave,
    OpenTable,
    Play,
    SeatComputer,
    SetPhrase,
    Sit,
    SitOut,
    StartPlay,
    Temper,
    TimeOut,
)
from core.cardroom.table import Table, Wait
from core.events import Event, TableOpened
from core.host_actions import CloseTable
from core.ids import SeatNo, TableId, Turn
from core.options import MOST_CHIPS, AnteRule, ButtonRule, TableOptions, checked_options
from core.poker.actions import Call, Check, ChooseRuns, Fold, Move, Muck, RaiseTo, Show
from core.poker.games import GameName
from core.poker.hand import Showing
from core.poker.rounds import Betting
from core.refusals import Reason, Refused
from core.rules import apply
from tests.tables import EPOCH, Evening, computer, only, opening, person

ANN, BOB, CEM, DEE = (person(name) for name in ("Ann", "Bob", "Cem", "Dee"))
CHANCE = "ab" * 32
EVENT: TypeAdapter[Event] = TypeAdapter(Annotated[Event, Field(discriminator="kind")])
TABLE = TypeAdapter(Table)


def fresh() -> Evening:
    """Ann and Bob sit; play has not started."""
    evening = Evening()
    evening.sit("Ann", "Bob")
    return evening


def betting(options: TableOptions | None = None) -> Evening:
    """Ann on the button is to act, Bob has the small blind, Cem the big; Dee looks on without a seat."""
    evening = Evening(options or TableOptions())
    evening.sit("Ann", "Bob", "Cem")
    evening.do(StartPlay(by=ANN))
    evening.set_places(3, 1, 2)
    evening.deal()
    return evening


def between_hands() -> Evening:
    evening = betting()
    evening.fold_round()
    return evening


def paused() -> Evening:
    evening = between_hands()
    evening.do(SitOut(by=ANN))
    evening.do(SitOut(by=BOB))
    evening.deal()
    assert evening.table.wait is Wait.IDLE
    return evening


def runs() -> Evening:
    evening = betting(TableOptions(most_runs=2))
    evening.all_in()
    assert evening.table.wait is Wait.RUNS
    return evening


def showdown() -> Evening:
    """Bob is asked first, then Cem and Ann."""
    evening = betting(TableOptions(showing=Showing.ASK))
    while evening.table.wait is Wait.TURN:
        evening.move(Check() if evening.legal.check else Call())
    return evening


def closed() -> Evening:
    evening = fresh()
    evening.do(CloseTable(by=ANN))
    return evening


EVERY_ACTION: list[Action] = [
    Sit(by=DEE, name="Dee"),
    SeatComputer(by=ANN, player=computer(1), name="C1", temper=Temper.ROCK),
    DismissComputers(by=ANN),
    Leave(by=ANN),
    SitOut(by=ANN),
    ComeBack(by=ANN),
    StartPlay(by=ANN),
    Play(by=ANN, move=Fold()),
    SetPhrase(by=ANN, phrase="tea"),
    CloseTable(by=ANN),
    TimeOut(chance=CHANCE),
]
EVERY_MOVE: list[Move] = [Fold(), Check(), Call(), RaiseTo(to=200), ChooseRuns(times=1), Show(), Muck()]


def answer(table: Table, action: Action) -> object:
    """The outcome, or the refusal with its numbers."""
    try:
        return apply(table, action, EPOCH)
    except Refused as refused:
        return refused.reason, dict(refused.numbers)


def kinds(action: Action) -> str:
    return action.kind


# ---- The table itself


@pytest.mark.parametrize("action", EVERY_ACTION, ids=kinds)
def test_where_no_table_is_open_everything_but_opening_one_is_refused(action: Action) -> None:
    with pytest.raises(Refused) as caught:
        apply(None, action, EPOCH)
    assert (caught.value.reason, caught.value.numbers) == (Reason.NO_TABLE, {})


@pytest.mark.parametrize("action", EVERY_ACTION, ids=kinds)
def test_at_a_closed_table_everything_but_opening_another_is_refused(action: Action) -> None:
    refused = closed().refused(action)
    assert (refused.reason, refused.numbers) == (Reason.TABLE_CLOSED, {})


def test_a_second_table_is_refused_with_the_name_of_the_first() -> None:
    refused = betting().refused(opening(TableOptions(), CHANCE))
    assert (refused.reason, refused.numbers) == (Reason.TABLE_EXISTS, {"name": "Lobby"})


def test_after_a_table_closed_another_may_be_opened() -> None:
    outcome = apply(closed().table, opening(TableOptions(seats=9), CHANCE, host="Bob"), EPOCH)
    assert outcome.state.seats == (None,) * 9
    assert (outcome.state.host, outcome.state.issued, outcome.state.hand_no) == (BOB, 0, 0)
    assert only(outcome.events, TableOpened).root == outcome.state.next_root


@pytest.mark.parametrize("name", ["", " \n", "x" * 41])
def test_a_table_without_a_proper_name_is_refused(name: str) -> None:
    for action in (
        replace(opening(TableOptions(), CHANCE), name=name),
        replace(opening(TableOptions(), CHANCE), host_name=name),
    ):
        with pytest.raises(Refused) as caught:
            apply(None, action, EPOCH)
        assert (caught.value.reason, caught.value.numbers) == (Reason.BAD_NAME, {"longest": 40})


@pytest.mark.parametrize(
    ("options", "what", "minimum", "maximum"),
    [
        (TableOptions(seats=1), "seats", 2, 10),
        (TableOptions(seats=11), "seats", 2, 10),
        (TableOptions(big_blind=0), "big_blind", 1, MOST_CHIPS // 1_000),
        (TableOptions(big_blind=10**9), "big_blind", 1, MOST_CHIPS // 1_000),
        (TableOptions(small_blind=101), "small_blind", 0, 100),
        (TableOptions(small_blind=-1), "small_blind", 0, 100),
        (TableOptions(ante=1_001, ante_rule=AnteRule.EACH), "ante", 0, 1_000),
        (TableOptions(min_buy_in=99), "min_buy_in", 100, MOST_CHIPS),
        (TableOptions(max_buy_in=1_999), "max_buy_in", 2_000, MOST_CHIPS),
        (TableOptions(max_buy_in=MOST_CHIPS + 1), "max_buy_in", 2_000, MOST_CHIPS),
        (TableOptions(raise_cap=0), "raise_cap", 1, 10),
        (TableOptions(chip_unit=0), "chip_unit", 1, 100),
        (TableOptions(most_runs=5), "most_runs", 1, 4),
        (TableOptions(most_runs=0), "most_runs", 1, 4),
        (TableOptions(turn_seconds=4), "turn_seconds", 5, 86_400),
        (TableOptions(time_bank_seconds=-1), "time_bank_seconds", 0, 86_400),
        (TableOptions(pause_seconds=601), "pause_seconds", 0, 600),
        (TableOptions(computer_ms=60_001), "computer_ms", 0, 60_000),
    ],
)
def test_stakes_out_of_range_are_refused_with_the_range(
    options: TableOptions, what: str, minimum: int, maximum: int
) -> None:
    with pytest.raises(Refused) as caught:
        apply(None, opening(options, CHANCE), EPOCH)
    assert caught.value.reason is Reason.BAD_STAKES
    assert caught.value.numbers == {"what": what, "minimum": minimum, "maximum": maximum}


@pytest.mark.parametrize(
    ("game", "seats", "burns", "most"),
    [
        (GameName.HOLDEM, 10, True, 4),
        (GameName.SHORT_DECK, 6, False, 4),
        (GameName.SHORT_DECK, 6, True, 3),
        (GameName.SHORT_DECK, 10, False, 3),
        (GameName.SHORT_DECK, 10, True, 2),
    ],
)
def test_no_more_boards_may_be_run_than_the_deck_has_cards_for(
    game: GameName, seats: int, burns: bool, most: int
) -> None:
    options = TableOptions(game=game, seats=seats, burns=burns, most_runs=most)
    assert checked_options(options) is options
    with pytest.raises(Refused) as caught:
        checked_options(replace(options, most_runs=most + 1))
    assert caught.value.numbers == {"what": "most_runs", "minimum": 1, "maximum": most}


@pytest.mark.parametrize(
    ("game", "burns", "most"), [(GameName.SHORT_DECK, True, 2), (GameName.HOLDEM, True, 4)]
)
def test_ten_players_all_in_before_the_flop_get_as_many_full_boards_as_may_be_run(
    game: GameName, burns: bool, most: int
) -> None:
    evening = Evening(TableOptions(game=game, seats=10, burns=burns, most_runs=most))
    evening.sit(*"ABCDEFGHI", "Ann")
    evening.start()
    evening.all_in()
    while evening.table.hand is not None:
        evening.move(ChooseRuns(times=most))
    deal = evening.table.deal
    assert deal is not None
    boards = deal.hand.dealt.boards
    assert [len(board) for board in boards] == [5] * most
    assert len({card for board in boards for card in board}) == 5 * most


# ---- Starting


def test_play_starts_with_two_who_can_be_dealt_in() -> None:
    evening = Evening()
    evening.sit("Ann")
    refused = evening.refused(StartPlay(by=ANN))
    assert (refused.reason, refused.numbers) == (Reason.TOO_FEW_PLAYERS, {"needed": 2})
    evening.sit("Bob")
    evening.do(SitOut(by=BOB))
    assert evening.refused(StartPlay(by=ANN)).reason is Reason.TOO_FEW_PLAYERS


@pytest.mark.parametrize("state", [betting, between_hands, paused, runs, showdown])
def test_play_that_has_started_is_not_started_again(state: object) -> None:
    assert callable(state)
    evening: Evening = state()
    assert evening.refused(StartPlay(by=ANN)).reason is Reason.ALREADY_RUNNING
    assert evening.refused(StartPlay(by=BOB)).reason is Reason.HOST_ONLY


# ---- Moves


@pytest.mark.parametrize("move", EVERY_MOVE, ids=lambda move: move.kind)
def test_where_no_hand_is_played_every_move_is_refused(move: Move) -> None:
    for evening in (fresh(), between_hands(), paused()):
        assert evening.refused(Play(by=BOB, move=move)).reason is Reason.NO_HAND
        assert evening.refused(Play(by=DEE, move=move)).reason is Reason.NOT_SEATED


@pytest.mark.parametrize("move", EVERY_MOVE, ids=lambda move: move.kind)
def test_a_move_out_of_turn_is_refused_with_the_name_of_who_is_to_act(move: Move) -> None:
    refused = betting().refused(Play(by=CEM, move=move))
    assert (refused.reason, refused.numbers) == (Reason.NOT_YOUR_TURN, {"name": "Ann"})
    refused = showdown().refused(Play(by=ANN, move=move))
    assert (refused.reason, refused.numbers) == (Reason.NOT_YOUR_TURN, {"name": "Bob"})


@pytest.mark.parametrize("move", EVERY_MOVE, ids=lambda move: move.kind)
def test_who_is_not_dealt_in_makes_no_move(move: Move) -> None:
    for evening in (betting(), runs(), showdown()):
        assert evening.refused(Play(by=DEE, move=move)).reason is Reason.NOT_SEATED
        evening.do(Sit(by=DEE, name="Dee"))
        assert evening.refused(Play(by=DEE, move=move)).reason is Reason.NOT_IN_HAND


@pytest.mark.parametrize(
    ("move", "reason", "numbers"),
    [
        (Check(), Reason.CANNOT_CHECK, {"call": 100}),
        (RaiseTo(to=199), Reason.RAISE_TOO_SMALL, {"asked": 199, "minimum": 200, "maximum": 10_000}),
        (RaiseTo(to=0), Reason.RAISE_TOO_SMALL, {"asked": 0, "minimum": 200, "maximum": 10_000}),
        (RaiseTo(to=-500), Reason.RAISE_TOO_SMALL, {"asked": -500, "minimum": 200, "maximum": 10_000}),
        (RaiseTo(to=10_001), Reason.RAISE_TOO_LARGE, {"asked": 10_001, "minimum": 200, "maximum": 10_000}),
        (RaiseTo(to=10**40), Reason.RAISE_TOO_LARGE, {"asked": 10**40, "minimum": 200, "maximum": 10_000}),
        (ChooseRuns(times=1), Reason.NOT_CHOOSING_RUNS, {}),
        (Show(), Reason.NOT_AT_SHOWDOWN, {}),
        (Muck(), Reason.NOT_AT_SHOWDOWN, {}),
    ],
)
def test_an_illegal_move_in_turn_is_refused_with_the_right_numbers(
    move: Move, reason: Reason, numbers: dict[str, int]
) -> None:
    refused = betting().refused(Play(by=ANN, move=move))
    assert (refused.reason, refused.numbers) == (reason, numbers)


def test_calling_when_nobody_has_bet_is_refused() -> None:
    evening = betting()
    evening.move(Call())
    evening.move(Call())
    assert evening.refused(Play(by=CEM, move=Call())).reason is Reason.NOTHING_TO_CALL


def test_a_raise_beyond_every_opponents_stack_is_refused_with_the_call() -> None:
    evening = betting()
    evening.move(Fold())
    evening.move(RaiseTo(to=10_000))
    refused = evening.refused(Play(by=CEM, move=RaiseTo(to=10_000)))
    assert (refused.reason, refused.numbers) == (Reason.OPPONENTS_ALL_IN, {"call": 9_900})


def test_fixed_limit_has_one_legal_raise_and_a_cap() -> None:
    evening = betting(TableOptions(betting=Betting.FIXED_LIMIT))
    refused = evening.refused(Play(by=ANN, move=RaiseTo(to=250)))
    assert (refused.reason, refused.numbers) == (
        Reason.RAISE_NOT_FULL,
        {"asked": 250, "minimum": 200, "maximum": 200},
    )
    for to in (200, 300, 400):
        evening.move(RaiseTo(to=to))
    refused = evening.refused(Play(by=ANN, move=RaiseTo(to=500)))
    assert (refused.reason, refused.numbers) == (Reason.BETTING_CAPPED, {"call": 200, "cap": 4})


@pytest.mark.parametrize("times", [-1, 0, 3, 10**9])
def test_boards_out_of_range_are_refused_with_the_most(times: int) -> None:
    refused = runs().refused(Play(by=BOB, move=ChooseRuns(times=times)))
    assert (refused.reason, refused.numbers) == (Reason.RUNS_OUT_OF_RANGE, {"asked": times, "maximum": 2})


@pytest.mark.parametrize("move", [Fold(), Check(), Call(), RaiseTo(to=200)], ids=lambda move: move.kind)
def test_after_the_betting_there_are_no_bets(move: Move) -> None:
    assert runs().refused(Play(by=BOB, move=move)).reason is Reason.NO_HAND
    assert showdown().refused(Play(by=BOB, move=move)).reason is Reason.NO_HAND


def test_boards_are_chosen_and_cards_are_shown_only_when_that_is_asked() -> None:
    assert runs().refused(Play(by=BOB, move=Show())).reason is Reason.NOT_AT_SHOWDOWN
    assert showdown().refused(Play(by=BOB, move=ChooseRuns(times=1))).reason is Reason.NOT_CHOOSING_RUNS


# ---- Turns: the moment a button was made for


def test_a_button_for_the_present_moment_works_and_pressed_again_is_too_late() -> None:
    evening = betting()
    press = Play(by=ANN, move=Call(), turn=evening.table.turn)
    evening.do(press)
    refused = evening.refused(press)
    assert (refused.reason, refused.numbers) == (Reason.TOO_LATE, {"hand_no": 1})


@pytest.mark.parametrize(
    "turn",
    [
        Turn(table=TableId("07abc"), hand_no=1, action_no=1),
        Turn(table=TableId("07abc"), hand_no=0, action_no=0),
        Turn(table=TableId("07abc"), hand_no=2, action_no=0),
        Turn(table=TableId("07xyz"), hand_no=1, action_no=0),
    ],
)
def test_a_button_of_another_moment_hand_or_table_is_too_late(turn: Turn) -> None:
    for who in (ANN, BOB):
        assert betting().refused(Play(by=who, move=Fold(), turn=turn)).reason is Reason.TOO_LATE


def test_a_second_press_of_the_button_that_ended_the_hand_is_too_late() -> None:
    evening = betting()
    evening.move(Fold())
    press = Play(by=BOB, move=Fold(), turn=evening.table.turn)
    evening.do(press)
    assert evening.table.hand is None
    refused = evening.refused(press)
    assert (refused.reason, refused.numbers) == (Reason.TOO_LATE, {"hand_no": 1})
    evening.deal()
    assert evening.refused(press).numbers == {"hand_no": 2}


def test_a_button_is_too_late_after_the_clock_decided() -> None:
    evening = betting()
    press = Play(by=ANN, move=Call(), turn=evening.table.turn)
    evening.time_out()
    assert evening.table.turn == press.turn  # On the time bank it is still the same decision.
    evening.time_out()
    assert evening.refused(press).reason is Reason.TOO_LATE


@pytest.mark.parametrize("move", [Show(), Muck()])
def test_every_showing_and_mucking_is_a_moment_of_its_own(move: Move) -> None:
    evening = showdown()
    press = Play(by=BOB, move=move, turn=evening.table.turn)
    evening.do(press)
    assert evening.refused(press).reason is Reason.TOO_LATE
    assert evening.refused(replace(press, by=CEM)).reason is Reason.TOO_LATE


def test_the_buttons_for_boards_stay_good_for_the_others() -> None:
    evening = runs()
    turn = evening.table.turn
    evening.do(Play(by=CEM, move=ChooseRuns(times=2), turn=turn))
    evening.do(Play(by=BOB, move=ChooseRuns(times=2), turn=turn))
    evening.do(Play(by=ANN, move=ChooseRuns(times=2), turn=turn))
    assert evening.refused(Play(by=ANN, move=ChooseRuns(times=2), turn=turn)).reason is Reason.TOO_LATE


# ---- Who is seated


@pytest.mark.parametrize(
    "action",
    [Leave(by=DEE), SitOut(by=DEE), ComeBack(by=DEE), SetPhrase(by=DEE, phrase="tea")],
    ids=kinds,
)
@pytest.mark.parametrize("state", [fresh, betting, between_hands, paused, runs, showdown])
def test_who_is_not_seated_has_nothing_to_leave(action: Action, state: object) -> None:
    assert callable(state)
    assert state().refused(action).reason is Reason.NOT_SEATED


# ---- Purity and storage


@pytest.mark.parametrize("state", [fresh, betting, between_hands, paused, runs, showdown, closed])
def test_the_same_action_at_the_same_table_has_the_same_outcome(state: object) -> None:
    assert callable(state)
    evening: Evening = state()
    before = evening.table
    copy = TABLE.validate_json(TABLE.dump_json(before))
    for action in EVERY_ACTION:
        assert answer(copy, action) == answer(before, action) == answer(before, action)
        assert before == copy
    assert evening.table is before


def test_a_table_cannot_be_changed_in_place() -> None:
    evening = betting()
    for value, name in (
        (evening.table, "issued"),
        (evening.seat("Ann"), "stack"),
        (evening.table.deal, "paid"),
    ):
        with pytest.raises(FrozenInstanceError):
            setattr(value, name, 7)
    assert hash(evening.table) == hash(TABLE.validate_json(TABLE.dump_json(evening.table)))


@pytest.mark.parametrize(
    "options",
    [
        TableOptions(),
        TableOptions(
            game=GameName.SHORT_DECK,
            betting=Betting.POT_LIMIT,
            ante=10,
            ante_rule=AnteRule.EACH,
            most_runs=2,
            button_rule=ButtonRule.DEAD,
        ),
        TableOptions(
            betting=Betting.FIXED_LIMIT, showing=Showing.ASK, ante=100, ante_rule=AnteRule.BIG_BLIND
        ),
    ],
    ids=["no limit", "pot limit", "fixed limit"],
)
def test_every_table_and_every_event_comes_back_from_json_as_it_was(options: TableOptions) -> None:
    evening = Evening(options)
    evening.sit("Ann", "Bob", "Cem")
    evening.do(SetPhrase(by=BOB, phrase='"茶" \\ </script>'))
    evening.do(StartPlay(by=ANN))
    while evening.table.hand_no < 8 and not evening.table.closed and evening.table.wait is not Wait.IDLE:
        if evening.table.wait is Wait.TURN and evening.table.hand_no % 2 and evening.hand.street < 2:
            evening.move(Check() if evening.legal.check else Call())
        elif evening.table.wait is Wait.TURN and evening.table.hand_no % 2:
            evening.all_in()
        elif evening.table.wait is Wait.SHOW and evening.draws % 3:
            evening.move(Muck())
        else:
            evening.time_out()
        for player in (ANN, BOB, CEM):
            try:
                evening.do(ComeBack(by=player))
            except Refused:
                continue
        again = TABLE.validate_json(TABLE.dump_json(evening.table), strict=True)
        assert again == evening.table
        assert again.turn == evening.table.turn
    evening.do(Leave(by=CEM))
    evening.do(CloseTable(by=evening.table.host))
    for event in evening.events:
        assert EVENT.validate_json(EVENT.dump_json(event), strict=True) == event
    assert len({event.kind for event in evening.events}) > 12


def test_the_first_secret_is_the_chance_of_the_opening_and_each_next_one_that_of_the_deal() -> None:
    action: OpenTable = opening(TableOptions(), CHANCE)
    table = apply(None, action, EPOCH).state
    assert table.next_secret == CHANCE
    table = apply(table, Sit(by=ANN, name="Ann"), EPOCH).state
    table = apply(table, Sit(by=BOB, name="Bob", seat=SeatNo(2)), EPOCH).state
    table = apply(table, StartPlay(by=ANN), EPOCH).state
    table = apply(table, TimeOut(chance="cd" * 32), EPOCH).state
    assert table.deal is not None
    assert (table.deal.secret, table.next_secret) == (CHANCE, "cd" * 32)
