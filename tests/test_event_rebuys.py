"""Who busts in a tournament: the rebuy comes before the next hand, and whoever enters again takes nobody's place."""

from dataclasses import replace
from typing import TypeVar

import pytest

from core.actions import Temper
from core.cardroom.event_actions import (
    CancelEvent,
    Direct,
    EventAction,
    Rebuy,
    ReEnter,
    Register,
    RemoveEntrant,
    Unregister,
)
from core.cardroom.event_news import BountyWon, Eliminated, EntriesClosed, MayRebuy
from core.cardroom.event_options import BountyRule, EntryRule, EventOptions
from core.cardroom.table import Wait, seat_of
from core.cardroom.tournament import Stage, Status, alive, entries, people_in, prize_pool
from core.event_documents import event_document, news_document, read_event, read_news
from core.ids import PlayerId, TableId
from core.options import TableOptions
from core.refusals import Reason, Refused
from tests.case_hands import ACES, ALL_IN, FLAT, KINGS, QUEENS, TENS, play_hand, stack
from tests.tournament_simulator import HOST, Cup, person

N = TypeVar("N")
ONE, TWO, THREE, FOUR = (person(number) for number in range(1, 5))
REBUYS = EventOptions(
    structure=FLAT, table=TableOptions(seats=6), entry=EntryRule.REBUY, late_level=1, max_entrants=3
)
HOLES = {ONE: ACES, TWO: KINGS, THREE: QUEENS, FOUR: TENS}
WINDOW = 30_000


def cup_of(people: int, options: EventOptions) -> Cup:
    """A cup that has begun: it is full, or the host begins."""
    cup = Cup(options)
    cup.register(people)
    if cup.event.stage is Stage.REGISTERING:
        cup.start()
    return cup


def told(cup: Cup, kind: type[N]) -> list[N]:
    """What was announced of one kind so far."""
    return [one for one in cup.news if isinstance(one, kind)]


def refused(cup: Cup, action: EventAction) -> tuple[Reason, dict[str, object]]:
    """Why it is refused, and the numbers that would have been right."""
    with pytest.raises(Refused) as caught:
        cup.do(action)
    return caught.value.reason, dict(caught.value.numbers)


def all_in(cup: Cup, *players: PlayerId, table_id: TableId | None = None) -> None:
    """The next hand: these put everything in, and the first of them by number has the best cards."""
    at = table_id or cup.event.tables[0]
    holes = {one: HOLES[one] for one in players}
    play_hand(cup, at, holes, dict.fromkeys(players, ALL_IN))


def later(cup: Cup, ms: int) -> None:
    """Time passes, and the director looks."""
    cup.now += ms
    cup.do(Direct())


# The rebuy comes first


def test_three_all_in_on_the_first_hand_and_the_two_who_bust_are_offered_a_rebuy_in_their_seats() -> None:
    cup = cup_of(3, REBUYS)
    (table_id,) = cup.event.tables
    seats = {one: seat_of(cup.tables[table_id], one) for one in (TWO, THREE)}
    all_in(cup, ONE, TWO, THREE)
    until = cup.now + WINDOW
    assert sorted(told(cup, MayRebuy), key=lambda one: one.name) == [
        MayRebuy(player=TWO, name="P2", until=until),
        MayRebuy(player=THREE, name="P3", until=until),
    ]
    assert (cup.event.stage, told(cup, Eliminated), cup.event.deadline) == (Stage.RUNNING, [], until)
    assert cup.tables[table_id].wait is Wait.DIRECTOR
    assert read_event(event_document(cup.event)) == cup.event
    assert read_news(news_document(tuple(cup.news))) == tuple(cup.news)
    cup.do(Rebuy(by=TWO))
    assert (stack(cup, TWO), cup.event.pool, entries(cup.event)) == (1_500, 4_000, 3)
    assert cup.tables[table_id].wait is Wait.DIRECTOR  # It waits for the other one.
    cup.do(Rebuy(by=THREE))
    assert cup.tables[table_id].wait is Wait.DEAL
    assert {one: seat_of(cup.tables[table_id], one) for one in (TWO, THREE)} == seats
    assert (cup.event.issued, cup.event.deadline, cup.event.broke) == (7_500, None, ())


def test_who_does_not_buy_in_time_is_out_and_the_hand_is_ranked_by_the_stacks_that_began_it() -> None:
    cup = cup_of(3, REBUYS)
    all_in(cup, ONE, TWO, THREE)
    later(cup, WINDOW - 1)
    assert len(alive(cup.event)) == 3
    later(cup, 1)
    assert [(one.place, one.sharing, one.by) for one in told(cup, Eliminated)] == [(2, 2, ("P1",))] * 2
    assert cup.event.stage is Stage.FINISHED
    assert cup.event.results[0].player == ONE


def test_who_has_no_rebuy_left_and_computers_fall_with_the_others_of_the_hand() -> None:
    """Computers are not offered any; they began with as much, so they share the places with who lets it pass."""
    cup = Cup(replace(REBUYS, max_entrants=4))
    cup.register(3)
    cup.do(Register(by=FOUR, name="C", temper=Temper.ROCK))
    all_in(cup, ONE, TWO, FOUR)
    assert [one.player for one in told(cup, MayRebuy)] == [TWO]
    assert told(cup, Eliminated) == []
    later(cup, WINDOW)
    assert sorted((one.name, one.place, one.sharing) for one in told(cup, Eliminated)) == [
        ("C", 3, 2),
        ("P2", 3, 2),
    ]


def test_nobody_waits_for_who_has_no_rebuy_left() -> None:
    cup = cup_of(3, replace(REBUYS, most_rebuys=1))
    (table_id,) = cup.event.tables
    all_in(cup, ONE, TWO)
    cup.do(Rebuy(by=TWO))
    all_in(cup, ONE, TWO)
    assert [one.player for one in told(cup, Eliminated)] == [TWO]
    assert cup.tables[table_id].wait is Wait.DEAL
    assert refused(cup, Rebuy(by=TWO)) == (Reason.NO_REBUY, {"most": 1})


def test_who_is_removed_while_their_seat_is_kept_is_out_at_once() -> None:
    cup = cup_of(3, REBUYS)
    all_in(cup, ONE, TWO)
    cup.do(RemoveEntrant(by=HOST, player=TWO))
    assert [one.player for one in told(cup, Eliminated)] == [TWO]
    assert cup.tables[cup.event.tables[0]].wait is Wait.DEAL


def test_an_event_called_off_while_a_seat_is_kept_gives_everything_back() -> None:
    cup = cup_of(3, REBUYS)
    all_in(cup, ONE, TWO)
    cup.do(CancelEvent(by=HOST))
    assert (cup.event.stage, cup.event.pool, cup.event.broke) == (Stage.CANCELLED, 0, ())


def test_the_level_of_the_rebuys_goes_on_until_who_busts_in_its_last_hand_has_decided() -> None:
    """Three at 1,000 and a rebuy: prizes of 4,000 are told once nobody can buy any more."""
    cup = cup_of(3, replace(REBUYS, structure=replace(FLAT, hands=1)))
    all_in(cup, ONE, TWO)
    assert (cup.event.level, told(cup, EntriesClosed)) == (1, [])
    cup.do(Rebuy(by=TWO))
    assert cup.event.level == 2
    assert told(cup, EntriesClosed) == [EntriesClosed(entries=3, prizes=(4_000,))]
    assert refused(cup, Rebuy(by=THREE))[0] is Reason.REGISTRATION_CLOSED


def test_a_level_by_minutes_that_is_over_waits_for_the_rebuy_and_not_for_ever() -> None:
    timed = replace(FLAT, hands=0, minutes=1)
    cup = cup_of(3, replace(REBUYS, structure=timed))
    cup.now += 50_000
    all_in(cup, ONE, TWO)
    later(cup, 10_000)
    assert (cup.event.level, cup.event.deadline) == (1, cup.now + WINDOW - 10_000)
    later(cup, WINDOW - 10_000)
    assert (cup.event.level, [one.player for one in told(cup, Eliminated)]) == (2, [TWO])


def test_other_tables_go_on_while_one_waits_for_a_rebuy_and_it_neither_gives_nor_is_broken() -> None:
    cup = cup_of(8, replace(REBUYS, table=TableOptions(seats=4), max_entrants=8))
    first, last = cup.event.tables
    players = [one.player for one in cup.event.entrants if one.table == last][:2]
    cards = dict(zip(players, (ACES, KINGS), strict=True))
    play_hand(cup, last, cards, dict.fromkeys(players, ALL_IN))
    for _ in range(2):
        play_hand(cup, first, {}, {})
    assert cup.tables[first].wait is Wait.DEAL
    assert cup.tables[last].wait is Wait.DIRECTOR
    assert [*cup.event.tables] == [first, last]
    cup.do(Rebuy(by=players[1]))
    assert cup.tables[last].wait is Wait.DEAL


# Heads


@pytest.mark.parametrize(
    ("rule", "heads"),
    [(BountyRule.FIXED, [300, 300, 300]), (BountyRule.PROGRESSIVE, [450, 300, 300])],
)
def test_a_head_is_won_with_the_last_chips_and_the_rebuy_puts_a_new_one_on(
    rule: BountyRule, heads: list[int]
) -> None:
    """Three heads of 300 of 3,000; the fourth stack brings 1,000 and another 300: the prizes are 4 × 700."""
    cup = cup_of(3, replace(REBUYS, bounty_rule=rule, bounty=300))
    all_in(cup, ONE, TWO)
    (won,) = told(cup, BountyWon)
    assert (won.player, won.victim, won.cash + won.onto_head) == (ONE, "P2", 300)
    assert cup.event.entrants[1].head == 0
    cup.do(Rebuy(by=TWO))
    assert [one.head for one in cup.event.entrants] == heads
    assert (cup.event.pool, prize_pool(cup.event)) == (4_000, 2_800)


def test_a_stack_that_was_bought_before_the_bust_saves_no_head() -> None:
    """It is in play from the next hand on, so the last chips of this one were lost all the same."""
    cup = cup_of(3, replace(REBUYS, bounty_rule=BountyRule.FIXED, bounty=300))
    cup.do(Rebuy(by=TWO))
    all_in(cup, ONE, TWO)
    assert (told(cup, MayRebuy), told(cup, Eliminated), stack(cup, TWO)) == ([], [], 1_500)
    assert [(one.player, one.cash) for one in told(cup, BountyWon)] == [(ONE, 300)]
    assert [one.head for one in cup.event.entrants] == [300, 300, 300]
    assert (cup.event.pool, prize_pool(cup.event)) == (4_000, 2_800)


# Again and again


def test_a_sit_and_go_that_began_full_takes_everybody_again_who_is_out() -> None:
    """Three of three: two of them enter again, and a fourth player finds the field full."""
    cup = cup_of(3, replace(REBUYS, entry=EntryRule.RE_ENTRY, late_level=2, most_entries=3))
    for again in range(1, 3):
        all_in(cup, ONE, TWO)
        assert told(cup, Eliminated)[-1].player == TWO
        cup.do(ReEnter(by=TWO))
        assert (entries(cup.event), people_in(cup.event), cup.event.pool) == (
            3 + again,
            3,
            3_000 + again * 1_000,
        )
        play_hand(cup, cup.event.tables[0], {}, {})
    assert refused(cup, Register(by=FOUR, name="P4")) == (Reason.TABLE_FULL, {"seats": 3})
    all_in(cup, ONE, TWO)
    assert refused(cup, ReEnter(by=TWO)) == (Reason.NO_RE_ENTRY, {"most": 3})


def test_re_entries_take_no_place_of_a_field_that_is_not_full() -> None:
    """Nine may come and eight are in: one enters again, and the ninth still finds a place."""
    options = replace(REBUYS, entry=EntryRule.RE_ENTRY, table=TableOptions(seats=9), max_entrants=9)
    cup = cup_of(8, options)
    all_in(cup, ONE, TWO)
    cup.do(ReEnter(by=TWO))
    assert (entries(cup.event), people_in(cup.event)) == (9, 8)
    cup.do(Register(by=person(9), name="P9"))
    assert (entries(cup.event), people_in(cup.event)) == (10, 9)
    assert refused(cup, Register(by=person(10), name="P10")) == (Reason.TABLE_FULL, {"seats": 9})


# Names


def test_a_name_is_free_again_once_its_entry_is_taken_back() -> None:
    cup = Cup(replace(REBUYS, max_entrants=6))
    for _ in range(3):
        cup.do(Register(by=ONE, name="Bob"))
        assert cup.event.entrants[-1].name == "Bob"
        cup.do(Unregister(by=ONE))
    cup.do(Register(by=TWO, name="Bob"))
    cup.do(Register(by=ONE, name="Bob"))
    names = {one.player: one.name for one in cup.event.entrants if one.status is not Status.GONE}
    assert names == {TWO: "Bob", ONE: "Bob (2)"}
