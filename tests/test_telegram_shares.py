"""Several tables of one chat take turns: each at the pace of the chat, none left out."""

from adapters.telegram.shares import Shares
from core.ids import RoomId

CHAT, OTHER = -45, -46
ONE, TWO, THREE = (RoomId(f"telegram:-45~{number}") for number in (1, 2, 3))


def test_a_table_of_its_own_never_waits() -> None:
    shares = Shares(3.4)
    assert [shares.wait(CHAT, ONE, at) for at in (0.0, 3.4, 6.8)] == [0.0, 0.0, 0.0]


def test_tables_of_one_chat_go_in_turn_and_those_of_another_chat_do_not_wait_for_them() -> None:
    shares = Shares(3.0)
    assert [shares.wait(CHAT, room, 0.0) for room in (ONE, TWO, THREE)] == [0.0, 3.0, 6.0]
    assert shares.wait(OTHER, RoomId("telegram:-46"), 0.0) == 0.0
    assert shares.wait(CHAT, ONE, 1.0) == 8.0
    assert shares.wait(CHAT, TWO, 2.0) == 1.0
    assert [shares.wait(CHAT, room, at) for at, room in ((3.0, TWO), (6.0, THREE), (9.0, ONE))] == [0.0] * 3


def test_what_cannot_wait_puts_off_what_can() -> None:
    shares = Shares(3.0)
    shares.went(CHAT, ONE, 0.0)
    assert shares.wait(CHAT, TWO, 1.0) == 2.0
    shares.went(CHAT, TWO, 1.0)
    assert shares.wait(CHAT, ONE, 3.0) > 0
