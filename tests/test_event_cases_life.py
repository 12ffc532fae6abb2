"""Worked cases from the announcement of a tournament to its end: the largest field, a deal, and what bubbles say."""

from dataclasses import replace

import pytest

from adapters.messages import Locale
from adapters.render_event import milestone_message
from core.actions import TimeOut
from core.cardroom.deals import DealKind
from core.cardroom.event_actions import Register, VoteDeal
from core.cardroom.event_news import EventFinished, Held
from core.cardroom.event_options import EventOptions, PayoutRule
from core.cardroom.tournament import Hold, Stage, Status, entries, sizes
from core.ids import PlayerId
from core.options import TableOptions
from tests.case_hands import ACES, FLAT, KINGS, QUEENS, TENS, deal, play
from tests.event_scenes import PLACES, running
from tests.test_render import said
from tests.tournament_simulator import EPOCH, Cup, person

A, B, C, D = (person(number) for number in range(1, 5))
CARDS = {A: ACES, B: KINGS, C: QUEENS, D: TENS}
TICKETS = {
    Locale.EN: "4 are left and 3 win tickets: the next one out wins none.",
    Locale.ZH_HANT: "剩 4 人，門票 3 張：下一位出局的人拿不到門票。",
    Locale.ZH_HANS: "还剩 4 人，门票 3 张：下一个出局的人拿不到门票。",
}


def four(options: EventOptions | None = None) -> Cup:
    """Four at one table for 2,000, 1,200 and 800, in the middle of a hand that leaves 4,300, 900, 400 and 400."""
    flat = EventOptions(structure=FLAT, table=TableOptions(seats=6), late_level=0)
    cup = Cup(options or replace(flat, payout=PayoutRule.CUSTOM, shares=(50, 30, 20)))
    cup.register(4)
    cup.start()
    deal(cup, cup.event.tables[0], CARDS)
    return cup


def vote(cup: Cup, kind: DealKind | None, *players: PlayerId) -> None:
    """These would share like this."""
    for player in players:
        cup.do(VoteDeal(by=player, deal=kind))


def end_hand(cup: Cup) -> None:
    """The hand is over."""
    play(cup, cup.event.tables[0], {A: 1_100, B: 600, C: 1_100, D: 1_100})


def test_a_thousand_play_at_112_tables_of_nine_and_the_next_one_waits() -> None:
    """1,000 / 9 is 111 tables and one player: 112 tables, 104 of nine and 8 of eight."""
    cup = Cup(EventOptions(structure=FLAT, table=TableOptions(seats=9), starts_at=EPOCH + 3_600_000))
    cup.register(1_000)
    cup.do(Register(by=person(1_001), name="Late"))
    assert (entries(cup.event), cup.event.entrants[-1].status) == (1_000, Status.QUEUED)
    assert cup.event.pool == 1_001_000
    cup.start()
    counts = list(sizes(cup.event).values())
    assert (len(counts), counts.count(9), counts.count(8)) == (112, 104, 8)
    assert (cup.event.pool, cup.event.issued) == (1_000_000, 1_500_000)


def test_a_chip_chop_of_four_shares_by_their_chips_and_the_odd_chips_go_to_the_first() -> None:
    """Of 4,000 for 6,000 chips: 2,866⅔, 600, 266⅔ and 266⅔. Two chips are over: for the first and the third."""
    cup = four()
    vote(cup, DealKind.CHIPS, A, B, C, D)
    assert (cup.event.stage, cup.event.hold) == (Stage.RUNNING, Hold.DEAL)
    end_hand(cup)
    assert [(one.player, one.place, one.prize) for one in cup.event.results] == [
        (A, 1, 2_867),
        (B, 2, 600),
        (C, 3, 267),
        (D, 4, 266),
    ]
    (over,) = [one for one in cup.news if isinstance(one, EventFinished)]
    assert over.deal is DealKind.CHIPS


@pytest.mark.parametrize("against", [(), (DealKind.ICM,), (None,)])
def test_no_deal_is_made_unless_all_want_the_same(against: tuple[DealKind | None, ...]) -> None:
    cup = four()
    vote(cup, DealKind.CHIPS, A, B, C, *(D for _ in against))
    for kind in against:
        vote(cup, kind, D)
    end_hand(cup)
    assert (cup.event.stage, cup.event.hold) == (Stage.RUNNING, None)
    cup.play(cup.event.tables[0], TimeOut(chance=cup.fresh()))
    assert next(iter(cup.tables.values())).hand is not None


@pytest.mark.parametrize("locale", Locale)
def test_the_bubble_of_a_satellites_tickets_is_announced_as_what_it_is(locale: Locale) -> None:
    """Nine at 500 for tickets of 1,400: three of them, and 300 for the next one."""
    event = running(payout=PayoutRule.TICKETS, ticket=1_400)
    message = milestone_message(event, Held(hold=Hold.TICKET_BUBBLE), PLACES, "UTC")
    assert said(message, locale)[1] == TICKETS[locale]
