"""What a button carries comes back whole when it is pressed, and nothing else is taken for it."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adapters.discord.custom_ids import LONGEST, TEMPLATE, Press, custom_id, parse
from adapters.messages import Choice, ChoiceName
from core.ids import TableId, Turn

TABLE = TableId("07k3f9x2")
tables = st.from_regex(r"[0-9]{2}[a-z0-9]{3,8}", fullmatch=True, alphabet=st.characters(max_codepoint=127))
turns = st.builds(
    Turn, table=tables.map(TableId), hand_no=st.integers(0, 10**9), action_no=st.integers(0, 10**4)
)
choices = st.builds(
    Choice,
    name=st.sampled_from(ChoiceName),
    label=st.just(()),
    argument=st.one_of(st.just(""), st.integers(1, 10**12).map(str)),
    turn=st.none() | turns,
    table=st.none() | tables.map(TableId),
)


def test_a_custom_id_says_table_hand_action_choice_and_argument() -> None:
    turn = Turn(table=TABLE, hand_no=128, action_no=9)
    assert custom_id(Choice(name=ChoiceName.CALL, label=(), turn=turn)) == "rb:07k3f9x2:128:9:call:"
    raised = custom_id(Choice(name=ChoiceName.RAISE, label=(), argument="300", turn=turn))
    assert raised == "rb:07k3f9x2:128:9:raise:300"
    assert custom_id(Choice(name=ChoiceName.RULES, label=(), table=TABLE)) == "rb:07k3f9x2:::rules:"
    assert custom_id(Choice(name=ChoiceName.HELP, label=())) == "rb::::help:"


@given(choices)
def test_what_a_button_was_made_of_comes_back_from_its_press(choice: Choice) -> None:
    made = custom_id(choice)
    assert len(made) <= LONGEST
    assert TEMPLATE.fullmatch(made)
    press = parse(made)
    assert press is not None
    assert press.turn == choice.turn
    assert press.table == (choice.turn.table if choice.turn else choice.table)
    assert (press.name, press.argument) == (choice.name, choice.argument)


@pytest.mark.parametrize(
    "foreign",
    [
        "",
        "rb",
        "rb:07k3f9x2:128:9:call",
        "rb:07k3f9x2:128:9:call::",
        "rb:07k3f9x2:128:9:steal:",
        "rb:07k3f9x2:128::call:",
        "rb:07k3f9x2::9:call:",
        "rb::128:9:call:",
        "rb:07k3f9x2:0128:9:call:",
        "rb:07k3f9x2:-1:9:call:",
        "rb:07k3f9x2:१:9:call:",
        "rb:07K3F9:128:9:call:",
        "rb:07k3f9x2:128:9:call:\n",
        "RB:07k3f9x2:128:9:call:",
        "xrb:07k3f9x2:128:9:call:",
        "rb:07k3f9x2:128:9:raise:1 000",
        "rb:07k3f9x2:128:9:raise:" + "9" * 100,
        "p1:t7f3:128:09:c",
    ],
)
def test_a_foreign_or_garbled_custom_id_is_nobodys_press(foreign: str) -> None:
    assert parse(foreign) is None


@given(st.text(max_size=120))
def test_whatever_is_read_as_a_press_is_written_just_so(text: str) -> None:
    press = parse(text)
    if press is not None:
        choice = Choice(
            name=press.name, label=(), argument=press.argument, turn=press.turn, table=press.table
        )
        assert custom_id(choice) == text


@pytest.mark.parametrize(
    "choice",
    [
        Choice(name=ChoiceName.RAISE, label=(), argument="a:b"),
        Choice(name=ChoiceName.RAISE, label=(), argument="9" * 60),
        Choice(name=ChoiceName.CALL, label=(), turn=Turn(table=TableId("No Table"), hand_no=1, action_no=1)),
        Choice(name=ChoiceName.CALL, label=(), turn=Turn(table=TABLE, hand_no=-1, action_no=1)),
    ],
)
def test_a_choice_that_would_not_come_back_whole_is_refused(choice: Choice) -> None:
    with pytest.raises(ValueError, match="no custom_id"):
        custom_id(choice)


def test_the_longest_custom_id_that_the_template_takes_is_one_that_discord_takes() -> None:
    longest = f"rb:{'z' * 24}:{'9' * 16}:{'9' * 9}:{max(ChoiceName, key=len)}:{'9' * 24}"
    assert TEMPLATE.fullmatch(longest)
    assert len(longest) <= LONGEST
    assert isinstance(TEMPLATE, re.Pattern)
    assert parse(longest) == Press(
        table=TableId("z" * 24),
        hand_no=int("9" * 16),
        action_no=int("9" * 9),
        name=max(ChoiceName, key=len),
        argument="9" * 24,
    )
