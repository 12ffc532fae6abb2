"""A step of a past hand as it is told, in three languages, and its buttons."""

from adapters.discord.custom_ids import LONGEST, custom_id
from adapters.messages import ChoiceName, Locale, Role
from adapters.render import replay_message
from adapters.telegram.callback_data import of_choice
from core.ids import TableId
from core.poker.record_steps import steps
from tests.export_hands import record_of_moves
from tests.hands import simple_setup
from tests.test_render import labels, said

TABLE = TableId("07abc")


def evening(viewer: int | None = 1) -> list[list[str]]:
    """Every step of a hand with antes, three players and a fold on the flop, as lines."""
    setup = simple_setup(stacks=[1_000, 2_000, 2_000], ante=10)
    record, _ = record_of_moves(setup, "p2 to 200, p0 folds, p1 calls, p1 checks, p2 to 300, p1 folds")
    found = steps(record, viewer)
    return [list(said(replay_message(TABLE, 128, found, number + 1))) for number in range(len(found))]


def test_each_step_says_what_happened_and_how_the_table_stood() -> None:
    told = evening(viewer=None)
    assert told[0] == [
        "Hand #128 · step 1 of 9",
        "Ann posts an ante of 10",
        "Bo posts an ante of 10",
        "小明 posts an ante of 10",
        "Ann posts the small blind of 50",
        "Bo posts the big blind of 100",
        "Pot 180",
        "0 Ann 940 (50)",
        "1 Bo 1,890 (100)",
        "2 小明 1,990",
    ]
    assert told[1][1:3] == ["小明 raises to 200", "Pot 380"]
    assert told[2][-3:] == ["0 Ann 940 (50) · folded", "1 Bo 1,890 (100)", "2 小明 1,790 (200)"]
    assert told[4][1].startswith("Flop: ")
    assert told[4][2].startswith("Board: ")
    assert told[7][1:3] == ["Bo folds", "300 uncalled, back to 小明"]
    assert told[8][1] == "Pot of 480 to 小明"
    assert told[8][-1] == "2 小明 2,270"


def test_the_asker_sees_their_own_cards_from_the_first_step_on() -> None:
    record, hand = record_of_moves(simple_setup(players=3), "p2 folds, p0 folds")
    own = [card.value for card in hand.dealt.holes[1]]
    seat = said(replay_message(TABLE, 1, steps(record, 1), 1))[-2]
    assert all(card in seat.replace(" ", "") for card in own)
    everyone = " ".join(said(replay_message(TABLE, 1, steps(record, None), 1)))
    assert not any(card in everyone for card in own)


def test_the_buttons_lead_on_and_back_as_far_as_there_is_something() -> None:
    record, _ = record_of_moves(simple_setup(players=3), "p2 folds, p0 folds")
    found = steps(record, None)
    assert len(found) == 4
    ways = {number: labels(replay_message(TABLE, 128, found, number)) for number in (1, 2, 4)}
    assert ways[1] == [["Next ▶", "Whole hand"]]
    assert ways[2] == [["◀ Back", "Next ▶", "Whole hand"]]
    assert ways[4] == [["◀ Back", "Whole hand"]]
    for past_the_end, nearest in ((0, 1), (99, 4)):
        same = replay_message(TABLE, 128, found, nearest)
        assert replay_message(TABLE, 128, found, past_the_end) == same


def test_every_button_can_be_carried_by_both_platforms() -> None:
    record, _ = record_of_moves(simple_setup(players=3), "p2 folds, p0 folds")
    (row,) = replay_message(TABLE, 10**15, steps(record, None), 2).choices
    for choice in row:
        assert choice.name is ChoiceName.HISTORY
        assert len(custom_id(choice)) <= LONGEST
        assert len(of_choice(choice)) <= 64


def test_a_hand_run_twice_and_split_says_which_board_paid_what() -> None:
    setup = simple_setup(stacks=[2_000, 2_000, 2_000], most_runs=2)
    record, _ = record_of_moves(setup, "p2 to 2000, p0 folds, p1 calls, p1 runs 2, p2 runs 2")
    found = steps(record, None)
    last = said(replay_message(TABLE, 128, found, len(found)))
    assert [line[:8] for line in last[1:5]] == ["Board 1:", "Board 2:", "Board 1:", "Board 2:"]
    shown = said(replay_message(TABLE, 128, found, 5))
    assert shown[1].startswith("小明 shows ")
    assert "all-in" in said(replay_message(TABLE, 128, found, 2))[1]


def test_every_language_tells_every_step() -> None:
    record, _ = record_of_moves(
        simple_setup(players=3, ante=10), "p2 to 300, p0 calls, p1 folds, p0 to 500, p2 folds"
    )
    found = steps(record, 0)
    for locale in Locale:
        for number in range(len(found)):
            message = replay_message(TABLE, 128, found, number + 1)
            lines = said(message, locale)
            assert len(lines) == len(message.lines)
            assert sum(line.role is Role.SEAT for line in message.lines) == 3
            assert labels(message, locale)
