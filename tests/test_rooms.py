"""The rooms that a table is open in: it comes to one more or leaves one, and nobody at it notices."""

from dataclasses import replace

import pytest

from core.actions import CloseIn, OpenIn, Rehouse
from core.cardroom.rooms import MOST_ROOMS
from core.events import ClosedIn, Housed, OpenedIn
from core.ids import HOUSE, PlayerId, RoomId, hall_of, is_part, part_of
from core.options import TableOptions
from core.poker.actions import Call
from core.refusals import Reason, Refused
from core.rules import apply
from tests.tables import EPOCH, Evening, opening

LOBBY, CHANNEL, GROUP = RoomId("web:lobby"), RoomId("discord:1:2"), RoomId("telegram:-5")


@pytest.fixture
def evening() -> Evening:
    made = Evening()
    made.sit("Ann", "Ben", "Cat")
    return made


def test_a_table_comes_to_a_second_room_in_the_middle_of_a_hand(evening: Evening) -> None:
    evening.start()
    evening.move(Call())
    before = evening.table
    (event,) = evening.do(OpenIn(by=HOUSE, room=GROUP))
    assert event == OpenedIn(room=GROUP)
    assert evening.table == replace(before, rooms=(LOBBY, GROUP))


def test_a_table_leaves_a_room_in_the_middle_of_a_hand_and_the_hand_goes_on(evening: Evening) -> None:
    evening.do(OpenIn(by=HOUSE, room=GROUP))
    evening.start()
    before = evening.table
    (event,) = evening.do(CloseIn(by=HOUSE, room=LOBBY))
    assert event == ClosedIn(room=LOBBY)
    assert evening.table == replace(before, rooms=(GROUP,))
    evening.check_down()
    assert len(evening.records) == 1


def test_a_table_does_not_open_twice_in_one_room(evening: Evening) -> None:
    assert evening.refused(OpenIn(by=HOUSE, room=LOBBY)).reason is Reason.TABLE_EXISTS


def test_a_table_does_not_leave_its_last_room(evening: Evening) -> None:
    assert evening.refused(CloseIn(by=HOUSE, room=LOBBY)).reason is Reason.LAST_ROOM


def test_a_table_does_not_leave_a_room_that_it_is_not_in(evening: Evening) -> None:
    evening.do(OpenIn(by=HOUSE, room=GROUP))
    assert evening.refused(CloseIn(by=HOUSE, room=CHANNEL)).reason is Reason.NOT_LINKED


def test_a_table_is_open_in_a_place_that_was_made_for_it_instead_of_a_room(evening: Evening) -> None:
    evening.do(OpenIn(by=HOUSE, room=GROUP))
    evening.start()
    before = evening.table
    (event,) = evening.do(Rehouse(by=HOUSE, room=LOBBY, to=CHANNEL))
    assert event == Housed(room=CHANNEL)
    assert evening.table == replace(before, rooms=(CHANNEL, GROUP))


def test_the_house_alone_moves_a_table_and_from_a_room_that_it_is_in_to_one_that_it_is_not_in(
    evening: Evening,
) -> None:
    evening.do(OpenIn(by=HOUSE, room=GROUP))
    for action, reason in (
        (Rehouse(by=PlayerId("web:ann"), room=LOBBY, to=CHANNEL), Reason.HOST_ONLY),
        (Rehouse(by=HOUSE, room=CHANNEL, to=LOBBY), Reason.NOT_LINKED),
        (Rehouse(by=HOUSE, room=LOBBY, to=GROUP), Reason.TABLE_EXISTS),
    ):
        assert evening.refused(action).reason is reason


def test_a_part_of_a_hall_is_a_room_that_tells_its_hall() -> None:
    part = part_of(GROUP, 12)
    assert (part, hall_of(part), is_part(part)) == ("telegram:-5~12", GROUP, True)
    assert (hall_of(GROUP), is_part(GROUP)) == (GROUP, False)


@pytest.mark.parametrize("action", [OpenIn, CloseIn])
def test_nobody_but_the_house_opens_a_table_in_a_room_or_closes_it_there(
    evening: Evening, action: type[OpenIn | CloseIn]
) -> None:
    refused = evening.refused(action(by=PlayerId("web:ann"), room=GROUP))
    assert refused.reason is Reason.HOST_ONLY


def test_a_table_is_in_no_more_rooms_than_can_be_told(evening: Evening) -> None:
    for number in range(MOST_ROOMS - 1):
        evening.do(OpenIn(by=HOUSE, room=RoomId(f"discord:1:{number}")))
    refused = evening.refused(OpenIn(by=HOUSE, room=GROUP))
    assert refused.reason is Reason.LINK_TOO_MANY
    assert refused.numbers == {"most": MOST_ROOMS}


def test_a_table_opens_in_its_room_and_in_all_that_are_linked_with_it() -> None:
    action = replace(opening(TableOptions(), "1" * 64), also=(GROUP, CHANNEL, LOBBY))
    assert apply(None, action, EPOCH).state.rooms == (LOBBY, GROUP, CHANNEL)


def test_a_table_opens_nowhere_when_too_many_rooms_are_linked() -> None:
    many = tuple(RoomId(f"discord:1:{number}") for number in range(MOST_ROOMS))
    action = replace(opening(TableOptions(), "1" * 64), also=many)
    with pytest.raises(Refused) as caught:
        apply(None, action, EPOCH)
    assert caught.value.reason is Reason.LINK_TOO_MANY
