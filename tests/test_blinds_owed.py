"""Blinds that are owed: who waits for the big blind, who posts what, and what the blinds pass while one is away."""

from itertools import pairwise

import pytest

from core.actions import ComeBack, Leave, SeatComputer, Sit, SitOut, StartPlay, Temper
from core.cardroom.away import AWAY_MS, ORBITS_AWAY
from core.cardroom.seating import blinds_are_owed
from core.cardroom.table import Wait, seat_at, taken
from core.events import Event, HandStarted, LeftWhy, PlayPaused, SatOutNow, SatOutWhy, SeatFreed
from core.ids import SeatNo
from core.options import AnteRule, ButtonRule, Entry, TableOptions
from core.poker.events import Posted
from core.poker.record import published
from core.poker.verification import check
from core.refusals import Reason
from core.side_actions import AwayWhen
from core.sight import public_view, seat_view
from core.views import Mark, Presence
from tests.tables import Evening, computer, only, person

NAMES = ("Ann", "Bob", "Cem", "Dee", "Eva", "Fay", "Gus", "Hal", "Ira", "Jon")
ANN, BOB, CEM, DEE, EVA = (person(name) for name in NAMES[:5])
BOTH_RULES = pytest.mark.parametrize("rule", list(ButtonRule))


def playing(*names: str, options: TableOptions | None = None, seats: tuple[int, ...] = ()) -> Evening:
    """These people with 10,000 each; the first hand is dealt with the button on the first of them."""
    evening = Evening(options or TableOptions(seats=10))
    for at, name in enumerate(names):
        seat = SeatNo(seats[at]) if seats else None
        evening.do(Sit(by=person(name), name=name, seat=seat))
    evening.do(StartPlay(by=ANN))
    there = [number for number, _ in taken(evening.table)]
    small, big = (there[0], there[1]) if len(there) > 2 else (there[1], there[0])
    evening.set_places(there[-1], small, big)
    evening.deal()
    assert evening.table.button == there[0]
    return evening


def next_hand(evening: Evening) -> tuple[Event, ...]:
    """This hand is folded and the next one dealt."""
    if evening.table.hand is not None:
        evening.fold_round()
    return evening.deal()


def posts(events: tuple[Event, ...]) -> list[tuple[int, str, int]]:
    """(seat, what, chips) of everything posted."""
    return [(event.seat, event.post.value, event.amount) for event in events if isinstance(event, Posted)]


def dealt(events: tuple[Event, ...]) -> set[int]:
    """The seats that are dealt in."""
    return set(only(events, HandStarted).seats)


# ---- Newcomers


def test_a_newcomer_waits_for_the_big_blind() -> None:
    """Button 1, blinds 2 and 3; Eva sits down in seat 5 behind Dee's 4: she is in two hands later, on the big blind."""
    evening = playing("Ann", "Bob", "Cem", "Dee")
    evening.do(Sit(by=EVA, name="Eva", seat=SeatNo(5)))
    assert public_view(evening.table).seats[4].presence is Presence.OWES_BLIND
    first, second = next_hand(evening), next_hand(evening)

    assert (posts(first), dealt(first)) == ([(3, "small_blind", 50), (4, "big_blind", 100)], {1, 2, 3, 4})
    assert (posts(second), dealt(second)) == (
        [(4, "small_blind", 50), (5, "big_blind", 100)],
        {1, 2, 3, 4, 5},
    )
    assert not evening.seat("Eva").owes_big


def test_a_newcomer_may_post_the_big_blind_and_is_dealt_in_at_once_without_anybody_losing_a_turn() -> None:
    """Eva in seat 5 posts 100 live: pot 50 + 100 + 100 = 250, she may check when nobody raises, Ann and Bob call."""
    evening = playing("Ann", "Bob", "Cem", "Dee")
    evening.do(Sit(by=EVA, name="Eva", seat=SeatNo(5), post=True))
    events = next_hand(evening)

    assert posts(events) == [(5, "post", 100), (3, "small_blind", 50), (4, "big_blind", 100)]
    assert (evening.hand.pot, evening.to_act) == (250, EVA)
    assert (evening.legal.check, evening.legal.raise_min) == (True, 200)
    assert not evening.seat("Eva").posts


def test_nobody_is_dealt_in_between_the_button_and_the_blinds_even_by_posting() -> None:
    """Seats 1, 3, 5, 6 with the button on 1; Eva sits down in seat 4 between the blinds 3 and 5 and posts. The button
    goes to 3 and the blinds to 5 and 6: she waits. With the button on 5 she posts behind the blinds 6 and 1."""
    evening = playing("Ann", "Bob", "Cem", "Dee", seats=(1, 3, 5, 6))
    evening.do(Sit(by=EVA, name="Eva", seat=SeatNo(4), post=True))
    assert dealt(next_hand(evening)) == {1, 3, 5, 6}
    events = next_hand(evening)

    assert posts(events) == [(4, "post", 100), (6, "small_blind", 50), (1, "big_blind", 100)]
    assert dealt(events) == {1, 3, 4, 5, 6}


@BOTH_RULES
@pytest.mark.parametrize("players", range(3, 10))
def test_a_newcomer_in_any_seat_comes_in_with_the_big_blind_within_an_orbit(
    players: int, rule: ButtonRule
) -> None:
    for free in range(1, players + 2):
        seats = tuple(number for number in range(1, players + 2) if number != free)
        options = TableOptions(seats=10, button_rule=rule)
        evening = playing(*NAMES[:players], options=options, seats=seats)
        evening.do(Sit(by=person("Zoe"), name="Zoe", seat=SeatNo(free)))
        bigs = [evening.table.big_blind_seat]
        waits = 0
        while free not in dealt(next_hand(evening)):
            bigs.append(evening.table.big_blind_seat)
            waits += 1
            assert waits <= players
        assert evening.table.big_blind_seat == free
        # From there the big blind goes round once: everybody has it exactly once, and then Zoe again.
        round_ = [evening.table.big_blind_seat]
        for _ in range(players + 1):
            next_hand(evening)
            round_.append(evening.table.big_blind_seat)
        assert sorted(round_[:-1], key=lambda seat: seat or 0) == sorted((*seats, free))
        assert round_[-1] == free
        assert not [one for one, following in pairwise([*bigs, *round_]) if one == following]


@BOTH_RULES
@pytest.mark.parametrize(("newcomer", "hands"), [(2, 2), (4, 1), (6, 1)])
def test_a_third_player_joins_two_with_the_big_blind(newcomer: int, hands: int, rule: ButtonRule) -> None:
    """Seats 1 (button) and 5, big blind 5. Behind it the newcomer has the next big blind, in front the one after."""
    evening = playing("Ann", "Bob", options=TableOptions(seats=6, button_rule=rule), seats=(1, 3))
    evening.do(Sit(by=CEM, name="Cem", seat=SeatNo(newcomer), post=True))
    for _ in range(hands - 1):
        assert newcomer not in dealt(next_hand(evening))
    last_big = evening.table.big_blind_seat
    events = next_hand(evening)

    assert posts(events) == [(last_big, "small_blind", 50), (newcomer, "big_blind", 100)]
    assert len(dealt(events)) == 3
    assert evening.table.button not in (last_big, newcomer)


def test_with_nobody_to_play_against_but_newcomers_the_game_starts_anew_and_nobody_owes() -> None:
    evening = playing("Ann", "Bob")
    evening.do(SitOut(by=BOB))
    evening.do(Sit(by=CEM, name="Cem"))
    evening.do(Sit(by=DEE, name="Dee"))

    assert dealt(next_hand(evening)) == {1, 3, 4}
    assert not [name for name in ("Ann", "Cem", "Dee") if evening.seat(name).owes_big]


def test_anew_with_a_dead_button_nothing_is_dead_and_nobody_sits_between_button_and_blinds() -> None:
    """Blinds were 2 and 3; only Ann in seat 1 is left. With 4 and 5 new the big blind is 4, small 1, button 5."""
    evening = playing("Ann", "Bob", "Cem", options=TableOptions(button_rule=ButtonRule.DEAD))
    for name in ("Dee", "Eva"):
        evening.do(Sit(by=person(name), name=name))
    evening.do(SitOut(by=BOB))
    evening.do(SitOut(by=CEM))
    events = next_hand(evening)

    assert posts(events) == [(1, "small_blind", 50), (4, "big_blind", 100)]
    assert evening.table.button == 5


def test_with_free_entry_a_newcomer_is_dealt_in_at_once_for_nothing() -> None:
    evening = playing("Ann", "Bob", "Cem", "Dee", options=TableOptions(entry=Entry.FREE))
    evening.do(Sit(by=EVA, name="Eva", post=True))
    events = next_hand(evening)

    assert posts(events) == [(3, "small_blind", 50), (4, "big_blind", 100)]
    assert dealt(events) == {1, 2, 3, 4, 5}


def test_where_no_blinds_are_posted_nobody_owes_any() -> None:
    options = TableOptions(blinds_posted=False, ante=10, ante_rule=AnteRule.EACH)
    evening = playing("Ann", "Bob", "Cem", options=options)
    evening.do(Sit(by=DEE, name="Dee"))

    assert not blinds_are_owed(evening.table)
    assert posts(next_hand(evening)) == [(seat, "ante", 10) for seat in (3, 4, 1, 2)]


def test_a_computer_that_comes_to_a_game_posts_and_never_waits_behind_the_blinds() -> None:
    evening = playing("Ann", "Bob", "Cem", "Dee")
    evening.do(SeatComputer(by=ANN, player=computer(1), name="C1", temper=Temper.ROCK))

    assert (5, "post", 100) in posts(next_hand(evening))


def test_before_the_first_hand_nobody_owes_anything() -> None:
    evening = Evening()
    evening.sit("Ann", "Bob", "Cem", "Dee")
    assert dealt(evening.start()) == {1, 2, 3, 4}


def test_when_the_big_blind_leaves_a_newcomer_behind_has_the_next_one_and_the_small_blind_is_dead() -> None:
    """Button 1, blinds 2 and 3. Cem leaves, Zoe sits in 4: big blind 4, nobody pays a second small blind."""
    for rule in ButtonRule:
        options = TableOptions(seats=6, button_rule=rule)
        evening = playing("Ann", "Bob", "Cem", "Dee", options=options, seats=(1, 2, 3, 5))
        evening.do(Leave(by=CEM))
        evening.do(Sit(by=person("Zoe"), name="Zoe", seat=SeatNo(4)))
        assert posts(next_hand(evening)) == [(4, "big_blind", 100)]
        assert evening.table.button == 2


# ---- Missed blinds


def missed(evening: Evening, name: str, hands: int) -> None:
    """This person sits out for so many deals."""
    evening.do(SitOut(by=person(name)))
    for _ in range(hands):
        next_hand(evening)


def test_who_missed_both_blinds_posts_the_big_blind_live_and_the_small_blind_dead() -> None:
    """Button 1, blinds 2, 3; Dee in seat 4 of 6 sits out for three deals: both blinds pass her. She comes back and
    posts 100 live and 50 dead: pot 50 + 100 + 100 + 50 = 300, and it costs her nothing to stay."""
    evening = playing(*NAMES[:6])
    missed(evening, "Dee", 3)
    assert (evening.seat("Dee").owes_small, evening.seat("Dee").owes_big) == (True, True)
    assert seat_view(evening.table, SeatNo(4)).own is not None
    evening.do(ComeBack(by=DEE, post=True))
    events = next_hand(evening)

    assert posts(events) == [
        (4, "dead_blind", 50),
        (4, "post", 100),
        (1, "small_blind", 50),
        (2, "big_blind", 100),
    ]
    assert evening.hand.pot == 300
    assert evening.hand.dead == 50
    at = evening.hand.setup.seats.index(4)
    assert (evening.hand.round.bets[at], evening.hand.round.stacks[at]) == (100, 9_850)
    evening.fold_round()
    assert [finding for finding in check(published(evening.records[-1])) if not finding.ok] == []


def test_who_missed_the_small_blind_alone_posts_it_dead_and_has_no_live_bet() -> None:
    """Cem has the big blind and wins Bob's 50, then sits out for the small one: 10,050 - 50 = 10,000."""
    evening = playing("Ann", "Bob", "Cem", "Dee", "Eva")
    missed(evening, "Cem", 2)
    assert (evening.seat("Cem").owes_small, evening.seat("Cem").owes_big) == (True, False)
    evening.do(ComeBack(by=CEM, post=True))
    events = next_hand(evening)

    assert [post for post in posts(events) if post[0] == 3] == [(3, "dead_blind", 50)]
    at = evening.hand.setup.seats.index(3)
    assert (evening.hand.round.bets[at], evening.hand.round.stacks[at]) == (0, 10_000)


def test_who_comes_back_and_waits_has_the_big_blind_alone_to_pay() -> None:
    evening = playing("Ann", "Bob", "Cem", "Dee", "Eva")
    missed(evening, "Dee", 3)
    evening.do(ComeBack(by=DEE))
    while 4 not in dealt(events := next_hand(evening)):
        pass

    assert [post for post in posts(events) if post[0] == 4] == [(4, "big_blind", 100)]
    assert not evening.seat("Dee").owes_small


def test_who_comes_back_before_a_blind_has_passed_owes_nothing() -> None:
    evening = playing("Ann", "Bob", "Cem", "Dee", "Eva")
    evening.do(SitOut(by=EVA))
    next_hand(evening)
    evening.do(ComeBack(by=EVA))

    assert 5 in dealt(next_hand(evening))
    assert evening.refused(ComeBack(by=EVA, post=True)).reason is Reason.NOTHING_OWED
    assert evening.refused(ComeBack(by=EVA)).reason is Reason.NOT_SITTING_OUT


def test_coming_back_in_the_middle_of_a_hand_counts_from_the_next_one() -> None:
    evening = playing("Ann", "Bob", "Cem", "Dee", "Eva")
    evening.do(SitOut(by=EVA))
    next_hand(evening)
    deadline = evening.table.deadline
    evening.do(ComeBack(by=EVA))

    assert 5 not in evening.hand.setup.seats
    assert evening.table.deadline == deadline


def test_whoever_waits_may_still_choose_to_post() -> None:
    evening = playing("Ann", "Bob", "Cem", "Dee")
    evening.do(Sit(by=EVA, name="Eva"))
    evening.do(ComeBack(by=EVA, post=True))

    assert evening.seat("Eva").posts
    assert (5, "post", 100) in posts(next_hand(evening))


def test_in_a_game_of_one_blind_nobody_owes_a_small_one() -> None:
    evening = playing("Ann", "Bob", "Cem", "Dee", "Eva", options=TableOptions(small_blind=0))
    missed(evening, "Cem", 2)
    assert not evening.seat("Cem").owes_small


@BOTH_RULES
@pytest.mark.parametrize("players", range(3, 8))
def test_who_sits_out_the_hand_after_the_small_blind_and_comes_back_dodges_no_big_blind(
    players: int, rule: ButtonRule
) -> None:
    """Nobody has two small blinds without a big one between them, and nobody more big blinds than another by over 1."""
    evening = playing(*NAMES[:players], options=TableOptions(seats=10, button_rule=rule))
    paid: dict[int, list[str]] = {}
    for _ in range(8 * players):
        if evening.seat("Bob").sitting_out:
            evening.do(ComeBack(by=BOB))
        elif evening.table.small_blind_seat == 2:
            evening.do(SitOut(by=BOB))
        for seat, what, _ in posts(next_hand(evening)):
            paid.setdefault(seat, []).append(what)
    bigs = {seat: kinds.count("big_blind") for seat, kinds in paid.items()}
    assert max(bigs.values()) - min(bigs.values()) <= 1
    for kinds in paid.values():
        assert "small_blind" not in [after for before, after in pairwise(kinds) if before == "small_blind"]


@BOTH_RULES
def test_when_the_small_blind_sits_out_the_next_big_blind_is_nobody_elses(rule: ButtonRule) -> None:
    """Six players, button 1, blinds 2 and 3; Bob sits out: big blind 4 and small blind 3, not 5 and 4."""
    evening = playing(*NAMES[:6], options=TableOptions(button_rule=rule))
    evening.do(SitOut(by=BOB))
    assert posts(next_hand(evening)) == [(3, "small_blind", 50), (4, "big_blind", 100)]
    assert evening.table.button == (1 if rule is ButtonRule.MOVING else 2)


@BOTH_RULES
def test_when_the_big_blind_sits_out_there_is_no_small_blind_and_they_owe_it_when_they_come_back(
    rule: ButtonRule,
) -> None:
    evening = playing(*NAMES[:6], options=TableOptions(button_rule=rule))
    evening.do(SitOut(by=CEM))
    assert posts(next_hand(evening)) == [(4, "big_blind", 100)]
    assert evening.table.button == 2
    evening.do(ComeBack(by=CEM, post=True))
    while 3 not in dealt(events := next_hand(evening)):
        assert 3 < (evening.table.big_blind_seat or 0) < 6, (
            "between the button and the blinds for one hand at most"
        )
    assert [post for post in posts(events) if post[0] == 3] == [(3, "dead_blind", 50)]


# ---- Sitting out at the big blind, and how long a seat is kept


def test_who_sits_out_at_the_next_big_blind_plays_until_then() -> None:
    evening = playing("Ann", "Bob", "Cem", "Dee", "Eva")
    evening.do(SitOut(by=EVA, when=AwayWhen.NEXT_BLIND))
    assert evening.refused(SitOut(by=EVA, when=AwayWhen.NEXT_BLIND)).reason is Reason.ALREADY_SITTING_OUT
    assert 5 in dealt(next_hand(evening))
    events = next_hand(evening)

    assert only(events, SatOutNow) == SatOutNow(seat=SeatNo(5), why=SatOutWhy.AT_BLIND)
    assert posts(events) == [(4, "small_blind", 50), (1, "big_blind", 100)]
    assert evening.seat("Eva").owes_big


def test_of_two_the_one_who_sits_out_at_the_big_blind_is_not_dealt_in_and_the_table_waits() -> None:
    evening = playing("Ann", "Bob")
    evening.do(SitOut(by=ANN, when=AwayWhen.NEXT_BLIND))
    events = next_hand(evening)

    assert [event.kind for event in events] == ["sat_out_now", "play_paused"]
    assert (evening.table.wait, evening.table.hand_no) == (Wait.IDLE, 1)
    assert evening.seat("Ann").sitting_out


def test_before_the_first_hand_too_whoever_wants_to_sits_out_at_the_big_blind() -> None:
    evening = Evening()
    evening.sit("Ann", "Bob")
    evening.do(StartPlay(by=ANN))
    for name in (ANN, BOB):
        evening.do(SitOut(by=name, when=AwayWhen.NEXT_BLIND))
    events = evening.deal()

    assert only(events, PlayPaused)
    assert evening.table.hand_no == 0


def test_a_seat_is_freed_when_two_big_blinds_have_passed() -> None:
    """Of five, Eva sits out: the big blind passes her with the second deal and the sixth."""
    evening = playing("Ann", "Bob", "Cem", "Dee", "Eva")
    evening.do(SitOut(by=EVA))
    orbits = []
    while not (freed := [e for e in next_hand(evening) if isinstance(e, SeatFreed)]):
        orbits.append(evening.seat("Eva").away_orbits)

    assert orbits == [0, 1, 1, 1, 1, ORBITS_AWAY]
    assert freed == [SeatFreed(seat=SeatNo(5), player=EVA, name="Eva", chips=10_000, why=LeftWhy.AWAY)]


def test_a_seat_is_freed_after_fifteen_minutes() -> None:
    evening = playing("Ann", "Bob", "Cem", "Dee", "Eva")
    evening.do(SitOut(by=EVA))
    left = evening.now + AWAY_MS
    evening.fold_round()
    evening.now = left - 1
    assert not [event for event in evening.deal() if isinstance(event, SeatFreed)]
    evening.fold_round()
    evening.now = left

    assert only(evening.deal(), SeatFreed).why is LeftWhy.AWAY


def test_the_time_bank_gains_five_seconds_with_every_big_blind_up_to_its_size() -> None:
    """60 seconds spent down to 0, then 5 with the next big blind; a full bank of 60 stays."""
    evening = playing("Ann", "Bob", "Cem")
    evening.time_out()
    evening.time_out()
    assert evening.seat("Ann").bank_ms == 0
    evening.fold_round()
    evening.deal()
    assert evening.table.big_blind_seat == 1
    assert (evening.seat("Ann").bank_ms, evening.seat("Bob").bank_ms) == (5_000, 60_000)


# ---- The dead button at the table (product.md 3.2): button 1, blinds 2 and 3


def dead(*gone: str, players: int = 6) -> Evening:
    """Six players with a dead button; after the hand with button 1 these leave."""
    evening = playing(*NAMES[:players], options=TableOptions(seats=6, button_rule=ButtonRule.DEAD))
    evening.fold_round()
    for name in gone:
        evening.do(Leave(by=person(name)))
    return evening


def marked(evening: Evening) -> tuple[int | None, list[int], list[int]]:
    """Where the button is, and who is marked as small and big blind."""
    seats = public_view(evening.table).seats
    small, big = (
        [one.seat for one in seats if mark in one.marks] for mark in (Mark.SMALL_BLIND, Mark.BIG_BLIND)
    )
    return evening.table.button, list(small), list(big)


def test_3_2_a_the_small_blind_goes_and_the_button_stands_on_the_empty_seat() -> None:
    evening = dead("Bob")
    assert posts(next_hand(evening)) == [(3, "small_blind", 50), (4, "big_blind", 100)]
    assert marked(evening) == (2, [3], [4])


def test_3_2_b_the_big_blind_goes_there_is_no_small_blind_and_then_a_dead_button() -> None:
    evening = dead("Cem")
    assert posts(next_hand(evening)) == [(4, "big_blind", 100)]
    assert marked(evening) == (2, [], [4])
    assert posts(next_hand(evening)) == [(4, "small_blind", 50), (5, "big_blind", 100)]
    assert marked(evening) == (3, [4], [5])


def test_3_2_c_both_blinds_go_and_one_player_is_last_three_hands_running() -> None:
    evening = dead("Bob", "Cem")
    assert posts(next_hand(evening)) == [(4, "big_blind", 100)]
    assert evening.hand.setup.seats[-1] == 1
    assert posts(next_hand(evening)) == [(4, "small_blind", 50), (5, "big_blind", 100)]
    assert evening.hand.setup.seats[-1] == 1


def test_3_2_d_of_three_who_become_two_nobody_has_the_big_blind_twice() -> None:
    """Button 1, blinds 2 and 3: whoever goes, 3 is not big blind again; if 3 goes, 1 keeps the button."""
    expected = {"Ann": (3, [3], [2]), "Bob": (3, [3], [1]), "Cem": (1, [1], [2])}
    for gone, where in expected.items():
        evening = dead(gone, players=3)
        next_hand(evening)
        assert marked(evening) == where


def test_a_newcomer_does_not_move_a_dead_button() -> None:
    """(a) with Zoe in the empty seat 2 and a free seat 4: the button is on 2, where she is not dealt in."""
    evening = dead("Bob")
    evening.do(Sit(by=person("Zoe"), name="Zoe", seat=SeatNo(2), post=True))
    events = next_hand(evening)
    assert posts(events) == [(2, "post", 100), (3, "small_blind", 50), (4, "big_blind", 100)]
    assert evening.table.button == 2


# ---- All told


@BOTH_RULES
def test_at_a_full_table_everybody_has_each_blind_exactly_once_an_orbit(rule: ButtonRule) -> None:
    evening = playing(*NAMES, options=TableOptions(seats=10, button_rule=rule))
    paid = [(evening.table.small_blind_seat, evening.table.big_blind_seat)]
    for _ in range(9):
        next_hand(evening)
        paid.append((evening.table.small_blind_seat, evening.table.big_blind_seat))

    assert sorted(small or 0 for small, _ in paid) == list(range(1, 11))
    assert sorted(big or 0 for _, big in paid) == list(range(1, 11))
    assert not any(seat_at(evening.table, SeatNo(number)).owes_big for number in range(1, 11))
