"""Worked cases of tournaments with exact numbers: stacks, places, prizes and bounties are reckoned by hand."""

from dataclasses import replace
from typing import TypeVar

import pytest

from core.actions import TimeOut
from core.cardroom.event_actions import (
    AddOn,
    ChangeStart,
    Direct,
    EventAction,
    Rebuy,
    ReEnter,
    Register,
    RemoveEntrant,
)
from core.cardroom.event_news import (
    BountyWon,
    Eliminated,
    EntriesClosed,
    EventStarted,
    FinalTable,
    Held,
    RoundBegun,
    SeatDrawn,
)
from core.cardroom.event_options import BountyRule, EntryRule, EventOptions, Kind, PayoutRule
from core.cardroom.structure import Level
from core.cardroom.table import seat_of, taken
from core.cardroom.tournament import Hold, Stage, alive, prizes_now, sizes
from core.events import ButtonDrawn
from core.ids import PlayerId, SeatNo, TableId
from core.options import TableOptions
from core.poker.games import GameName
from core.poker.rounds import Betting
from core.refusals import Reason, Refused
from tests.case_hands import ACES, ALL_IN, FLAT, KINGS, play, play_hand, stack
from tests.tournament_simulator import EPOCH, HOST, Cup, person

N = TypeVar("N")
SIX = EventOptions(structure=FLAT, table=TableOptions(seats=6), late_level=0)
ONE, TWO, THREE, FOUR = (person(number) for number in range(1, 5))


def cup_of(people: int, options: EventOptions) -> Cup:
    """A cup that has begun."""
    cup = Cup(options)
    cup.register(people)
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


def wait_for_rebuys(cup: Cup) -> None:
    """Nobody buys another stack in time."""
    cup.now = max(one.until for one in cup.event.broke)
    cup.do(Direct())


def at_table(cup: Cup, table_id: TableId) -> list[PlayerId]:
    """Who sits there."""
    return [seat.player for _, seat in taken(cup.tables[table_id])]


def places(cup: Cup) -> dict[PlayerId, tuple[int, int, int]]:
    """Place, how many share it, and the prize of everybody."""
    return {one.player: (one.place, one.sharing, one.prize) for one in cup.event.results}


# Kinds


@pytest.mark.parametrize(
    ("entrants", "tables", "prizes"),
    [
        (2, 1, (2_000,)),
        (7, 1, (4_550, 2_450)),
        (9, 1, (4_500, 2_700, 1_800)),
        (27, 3, (10_800, 8_100, 4_050, 2_700, 1_350)),
        (65, 8, (19_500, 13_000, 7_800, 6_500, 5_200, 4_225, 3_575, 2_925, 2_275)),
    ],
)
def test_the_prizes_of_so_many_at_1000_each_are_known_when_entries_close(
    entrants: int, tables: int, prizes: tuple[int, ...]
) -> None:
    cup = cup_of(entrants, EventOptions(structure=FLAT, table=TableOptions(seats=9), late_level=0))
    assert told(cup, EntriesClosed) == [EntriesClosed(entries=entrants, prizes=prizes)]
    assert told(cup, EventStarted) == [EventStarted(entrants=entrants, tables=tables, pool=entrants * 1_000)]


def everybody_all_in(cup: Cup) -> None:
    """At every table that may deal one hand is played for everything."""
    for table_id in cup.event.tables:
        while table_id in cup.tables and cup.event.stage is Stage.RUNNING:
            people = at_table(cup, table_id)
            if len(people) < 2:
                break
            cup.play(table_id, TimeOut(chance=cup.fresh()))
            play(cup, table_id, dict.fromkeys(people, ALL_IN))


def test_of_89_in_a_bracket_25_pairs_play_and_39_wait_and_64_32_16_8_4_and_2_are_left() -> None:
    """The largest power of two up to 89 is 64: 89 − 64 = 25 matches of 50 people, and 89 − 50 = 39 byes."""
    cup = cup_of(89, replace(SIX, kind=Kind.BRACKET))
    assert told(cup, RoundBegun) == [RoundBegun(number=1, players=89, byes=39)]
    assert list(sizes(cup.event).values()) == [2] * 25
    while cup.event.stage is Stage.RUNNING:
        everybody_all_in(cup)
    rounds = [(one.players, one.byes) for one in told(cup, RoundBegun)]
    assert rounds == [(89, 39), (64, 0), (32, 0), (16, 0), (8, 0), (4, 0), (2, 0)]
    shared = sorted({(one.place, one.sharing) for one in cup.event.results})
    assert shared == [(1, 1), (2, 1), (3, 2), (5, 4), (9, 8), (17, 16), (33, 32), (65, 25)]
    assert sum(one.prize for one in cup.event.results) == 89_000


def test_the_winners_of_a_shootout_of_four_tables_meet_with_6000_each() -> None:
    """Sixteen at four-handed tables bring 16 × 1,500 = 24,000 chips, a quarter of them for each winner."""
    options = replace(SIX, kind=Kind.SHOOTOUT, table=TableOptions(seats=4), payout=PayoutRule.WINNER)
    cup = cup_of(16, options)
    assert list(sizes(cup.event).values()) == [4, 4, 4, 4]
    everybody_all_in(cup)
    while cup.event.round == 1:
        everybody_all_in(cup)
    (last,) = cup.event.tables
    assert [stack(cup, player) for player in at_table(cup, last)] == [6_000] * 4
    assert (cup.event.level, told(cup, RoundBegun)[-1]) == (1, RoundBegun(number=2, players=4, byes=0))
    while cup.event.stage is Stage.RUNNING:
        everybody_all_in(cup)
    assert sorted(one.prize for one in cup.event.results) == [*[0] * 15, 16_000]


@pytest.mark.parametrize("game", list(GameName))
@pytest.mark.parametrize("betting", list(Betting))
def test_a_tournament_is_played_in_every_game_and_betting(game: GameName, betting: Betting) -> None:
    levels = tuple(Level(small_blind=10 << at, big_blind=20 << at) for at in range(5))
    quick = replace(FLAT, stack=200, levels=levels, hands=2)
    table = TableOptions(seats=6, game=game, betting=betting)
    cup = cup_of(3, replace(SIX, structure=quick, table=table))
    (table_id,) = cup.event.tables
    cup.play(table_id, TimeOut(chance=cup.fresh()))
    hand = cup.tables[table_id].hand
    assert hand is not None
    assert (hand.setup.game, hand.setup.early.betting) == (game, betting)
    assert [one.prize for one in cup.finish().results] == [3_000, 0, 0]


def test_re_entries_rebuys_and_add_ons_make_the_pool_larger_and_re_entries_the_field() -> None:
    """Four entries, a rebuy, one re-entry and an add-on of 1,000 each: 7,000, of which 65 and 35 % for five."""
    structure = replace(FLAT, hands=2, break_every=1)
    options = replace(SIX, structure=structure, entry=EntryRule.REBUY, late_level=1, most_rebuys=1)
    cup = cup_of(4, options)
    (table_id,) = cup.event.tables
    cup.do(Rebuy(by=TWO))
    play_hand(cup, table_id, {ONE: ACES, THREE: KINGS}, {ONE: ALL_IN, THREE: ALL_IN})
    wait_for_rebuys(cup)
    assert told(cup, Eliminated)[-1].player == THREE
    cup.do(Rebuy(by=THREE))  # Who is out enters anew.
    play_hand(cup, table_id, {}, {})
    assert cup.event.resting_until is not None
    cup.do(AddOn(by=FOUR))
    assert (cup.event.pool, prizes_now(cup.event)) == (7_000, (4_550, 2_450))
    assert cup.event.issued == 7 * 1_500
    assert (
        sum(stack(cup, person(number)) for number in range(1, 5))
        + sum(one.coming for one in cup.event.entrants)
        == 7 * 1_500
    )


def test_who_may_enter_twice_enters_no_third_time_and_of_a_freezeout_once() -> None:
    for entry, most in ((EntryRule.RE_ENTRY, 2), (EntryRule.FREEZEOUT, 1)):
        cup = cup_of(4, replace(SIX, entry=entry, late_level=1, most_entries=2))
        (table_id,) = cup.event.tables
        for number in range(most):
            play_hand(cup, table_id, {ONE: ACES, TWO: KINGS}, {ONE: ALL_IN, TWO: ALL_IN})
            assert [one.player for one in told(cup, Eliminated)] == [TWO] * (number + 1)
            if number + 1 < most:
                cup.do(ReEnter(by=TWO))
                drawn = told(cup, SeatDrawn)[-1]
                play_hand(cup, table_id, {}, {})
                assert (drawn.player, seat_of(cup.tables[table_id], TWO)) == (TWO, drawn.seat)
                assert stack(cup, TWO) == 1_500
        for again in (ReEnter(by=TWO), Register(by=TWO, name="P2")):
            assert refused(cup, again) == (Reason.NO_RE_ENTRY, {"most": most})
        assert cup.event.pool == 4_000 + (most - 1) * 1_000


def test_a_full_field_that_is_to_start_when_it_is_full_starts_at_once() -> None:
    cup = Cup(replace(SIX, max_entrants=3, starts_at=EPOCH + 3_600_000))
    cup.register(4)
    cup.do(ChangeStart(by=HOST, starts_at=None))
    assert (cup.event.stage, len(alive(cup.event)), cup.event.pool) == (Stage.RUNNING, 3, 3_000)


# Tables


def test_the_big_blind_pays_the_ante_for_all_of_a_level_that_has_one() -> None:
    cup = cup_of(
        3, replace(SIX, structure=replace(FLAT, levels=(Level(small_blind=10, big_blind=20, ante=20),)))
    )
    (table_id,) = cup.event.tables
    cup.play(table_id, TimeOut(chance=cup.fresh()))
    deal = cup.tables[table_id].deal
    assert deal is not None
    assert deal.hand.pot == 10 + 20 + 20
    before = {one.seat: one.stack for one in deal.seated}
    paid = {
        SeatNo(seat): before[SeatNo(seat)] - chips
        for seat, chips in zip(deal.hand.setup.seats, deal.hand.round.stacks, strict=True)
    }
    assert paid == {deal.button: 0, deal.small_blind: 10, deal.big_blind: 40}


def test_the_button_is_drawn_by_high_card_at_every_first_hand_and_anew_at_the_final_table() -> None:
    """Eight at two six-handed tables; the first who is out leaves seven, and they make the final table."""
    cup = cup_of(8, SIX)
    first, last = cup.event.tables
    drawn = 0
    for table_id in (last, first):
        events = cup.play(table_id, TimeOut(chance=cup.fresh()))
        drawn += sum(isinstance(event, ButtonDrawn) for event in events)
        people = at_table(cup, table_id)[:2]
        play(cup, table_id, {} if table_id == last else dict.fromkeys(people, ALL_IN))
    assert drawn == 2
    while len(cup.event.tables) > 1:
        for table_id in cup.event.tables:
            people = at_table(cup, table_id)[:2]
            cup.play(table_id, TimeOut(chance=cup.fresh()))
            play(cup, table_id, dict.fromkeys(people, ALL_IN))
    (final,) = cup.event.tables
    assert told(cup, FinalTable) == [FinalTable(table=final, players=len(alive(cup.event)))]
    events = cup.play(final, TimeOut(chance=cup.fresh()))
    assert sum(isinstance(event, ButtonDrawn) for event in events) == 1


# Bubbles


@pytest.mark.parametrize(
    ("lost", "expected"),
    [
        (200, {3: (3, 1, 800), 4: (4, 1, 0)}),
        (600, {3: (3, 2, 400), 4: (3, 2, 400)}),
    ],
)
def test_busts_of_one_synchronised_hand_at_two_tables_rank_by_the_stacks_that_began_it(
    lost: int, expected: dict[int, tuple[int, int, int]]
) -> None:
    """Four are left at two tables, 2,000, 1,200 and 800 are paid: one began the hand with 900, the other with
    1,300 and is third, or with 900 too and they share the 800 and nothing. Whose table is over first is no matter."""
    options = replace(SIX, table=TableOptions(seats=3), payout=PayoutRule.CUSTOM, shares=(50, 30, 20))
    cup = cup_of(4, options)
    assert told(cup, Held)[-1].hold is Hold.MONEY_BUBBLE
    first, last = cup.event.tables
    (a, b), (c, d) = at_table(cup, first), at_table(cup, last)
    for table_id, winner, loser, chips in ((first, a, b, 600), (last, c, d, lost)):
        play_hand(cup, table_id, {winner: ACES, loser: KINGS}, {winner: chips, loser: chips})
    assert (stack(cup, b), stack(cup, d)) == (900, 1_500 - lost)
    play_hand(cup, last, {c: ACES, d: KINGS}, {c: ALL_IN, d: ALL_IN})
    assert told(cup, Eliminated) == []
    play_hand(cup, first, {a: ACES, b: KINGS}, {a: ALL_IN, b: ALL_IN})
    assert [one.left for one in told(cup, Eliminated)] == [2, 2]
    assert len(cup.event.tables) == 1
    play_hand(cup, cup.event.tables[0], {a: ACES, c: KINGS}, {a: ALL_IN, c: ALL_IN})
    while cup.event.stage is Stage.RUNNING:
        play_hand(cup, cup.event.tables[0], {a: ACES, c: KINGS}, {a: ALL_IN, c: ALL_IN})
    assert places(cup) == {a: (1, 1, 2_000), c: (2, 1, 1_200), d: expected[3], b: expected[4]}


def test_a_satellite_with_a_remainder_has_two_bubbles_before_the_remainder_and_before_the_tickets() -> None:
    """Seven at 1,000 for tickets of 1,500: four tickets and 1,000 for the fifth. At six the next one out gets
    nothing, at five the next one out no ticket: both hands are played by all tables together."""
    options = replace(SIX, table=TableOptions(seats=3), payout=PayoutRule.TICKETS, ticket=1_500)
    cup = cup_of(7, options)
    assert prizes_now(cup.event) == (1_500, 1_500, 1_500, 1_500, 1_000)
    held: dict[int, Hold | None] = {}
    while cup.event.stage is Stage.RUNNING:
        hold = cup.event.hold
        if not cup.event.busts:
            held[len(alive(cup.event))] = hold
        table_id = next(one for one in cup.event.tables if one not in cup.event.waiting)
        people = at_table(cup, table_id)[:2]
        wants = people if hold is None or not cup.event.busts else []
        play_hand(cup, table_id, dict(zip(people, (ACES, KINGS), strict=True)), dict.fromkeys(wants, ALL_IN))
    assert held == {7: None, 6: Hold.MONEY_BUBBLE, 5: Hold.TICKET_BUBBLE}
    assert [one.hold for one in told(cup, Held)][:2] == [Hold.MONEY_BUBBLE, Hold.TICKET_BUBBLE]
    assert sorted(one.prize for one in cup.event.results) == [0, 0, 1_000, 1_500, 1_500, 1_500, 1_500]


# Bounties


def test_whoever_is_removed_in_the_hand_that_won_a_head_takes_no_half_of_it_out_of_the_pool() -> None:
    """Three heads of 600: two are won by somebody who is removed in that hand; all 3,000 are paid out."""
    for killer in (ONE, TWO):
        victim = TWO if killer == ONE else ONE
        cup = cup_of(3, replace(SIX, bounty_rule=BountyRule.PROGRESSIVE, bounty=600))
        (table_id,) = cup.event.tables
        cup.do(RemoveEntrant(by=HOST, player=killer))
        play_hand(cup, table_id, {killer: ACES, victim: KINGS}, {killer: ALL_IN, victim: ALL_IN})
        (won,) = told(cup, BountyWon)
        assert (won.player, won.cash, won.onto_head) == (killer, 300, 300)
        assert (cup.event.stage, cup.event.pool) == (Stage.FINISHED, 0)
        assert sum(one.prize + one.bounties for one in cup.event.results) == 3_000
        bounties = {one.player: one.bounties for one in cup.event.results}
        assert bounties == {killer: 300, victim: 0, THREE: 600}
