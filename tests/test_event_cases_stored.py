"""Worked cases of tournaments on a real server: cards are chosen, processes die between commits, wallets are exact."""

from collections.abc import AsyncIterator
from dataclasses import dataclass, replace
from random import Random
from secrets import token_hex
from typing import TypeVar

import pytest

from core.actions import Action, Play
from core.cardroom.event_actions import Register, RemoveEntrant
from core.cardroom.event_news import BountyWon, SeatDrawn, TableBroken
from core.cardroom.event_options import BountyRule, EventOptions, PayoutRule
from core.cardroom.table import Table, Wait, seat_at, taken
from core.cardroom.tournament import Stage, Tournament, alive, sizes
from core.commits import key
from core.event_documents import read_news
from core.ids import PlayerId, SeatNo, TableId
from core.rules import Outcome, apply
from core.store import StoreAway
from tests.banks import ANN, club
from tests.case_hands import ACES, ALL_IN, BOARD, FLAT, KINGS, QUEENS, TENS, next_move
from tests.event_house import QUICK, EventHouse, in_play
from tests.redis_faults import Raw
from tests.rigged import rigged

N = TypeVar("N")
pytest_plugins = ["tests.redis_server"]
A, B, C, D = (PlayerId(f"discord:{number}") for number in range(301, 305))
BEFORE, AFTER, LIVES = 0.1, 0.2, 0.9
"""When a director dies: before its commit is written, or before it hears of it."""


@dataclass
class Rigging:
    """The rules of tables, but that the next hands of some have cards of one's choice."""

    holes: dict[PlayerId, str] | tuple[str, ...] = ()
    """By player, or by position from the first seat left of the button, as far as it matters."""
    board: str = BOARD

    def __call__(self, table: Table | None, action: Action, now: int) -> Outcome:
        """As `apply` does."""
        outcome = apply(table, action, now)
        after = outcome.state
        if table is None or after.hand_no == table.hand_no or after.hand is None or not self.holes:
            return outcome
        order = [seat_at(after, SeatNo(seat)).player for seat in after.hand.setup.seats]
        by_place = self.holes if isinstance(self.holes, tuple) else [self.holes.get(one, "") for one in order]
        held = {player: cards for player, cards in zip(order, by_place, strict=False) if cards}
        return replace(outcome, state=rigged(after, held, self.board))


class Fate(Random):
    """Says what becomes of each commit in turn, and nothing happens to those after them."""

    def __init__(self, *fates: float) -> None:
        super().__init__()
        self.fates = list(fates)

    def random(self) -> float:
        """What becomes of the next one."""
        return self.fates.pop(0) if self.fates else LIVES


@dataclass(kw_only=True)
class CaseHouse(EventHouse):
    """An event whose hands go as a case says."""

    rigging: Rigging

    async def begin(self, *players: PlayerId) -> None:
        """The event is announced, these are in, and it begins."""
        await self.announce()
        for player in players:
            await self.do(Register(by=player, name=player))
        await self.start()

    async def deal(
        self, table_id: TableId, holes: dict[PlayerId, str] | tuple[str, ...] = (), board: str = BOARD
    ) -> Table:
        """The next hand of a table is dealt."""
        self.rigging.holes, self.rigging.board = holes, board
        stored = await self.club.store.load(table_id)
        assert stored is not None
        assert stored.table.wait is Wait.DEAL
        answer = await self.club.dealer.tick(table_id, stored.version, token_hex(32))
        assert answer is not None
        return answer.table

    async def play(self, table_id: TableId, puts_in: dict[PlayerId, int]) -> None:
        """It is played to its end; the director has yet to look at it."""
        while (table := await self.club.dealer.look(table_id)).hand is not None:
            player, move = next_move(table, puts_in)
            await self.club.dealer.act(table_id, Play(by=player, move=move), token_hex(8))

    async def look_at_it(self) -> Tournament:
        """The director looks at what is over; one that dies is followed by another."""
        while True:
            try:
                answer = await self.director.tick(self.id)
            except StoreAway:
                self.director = self.new_director()
                continue
            if answer is None:
                return await self.look()
            self.news.extend(answer.news)

    async def hand(self, holes: dict[PlayerId, str], puts_in: dict[PlayerId, int]) -> Tournament:
        """A whole hand of the only table."""
        (table_id,) = (await self.look()).tables
        await self.deal(table_id, holes)
        await self.play(table_id, puts_in)
        return await self.look_at_it()

    async def told(self, kind: type[N]) -> list[N]:
        """What was written of one kind for the people of Discord."""
        stream = await self.club.raw.xrange(key(self.partition, "news", "discord"))
        news = [one for _, entry in stream for one in read_news(entry["e"])]
        return [one for one in news if isinstance(one, kind)]

    async def stacks(self) -> dict[PlayerId, int]:
        """Who has how much between hands."""
        tables = (await self.tables()).values()
        return {seat.player: seat.stack for table in tables for _, seat in taken(table)}

    async def won(self, *players: PlayerId) -> list[int]:
        """What each has in the wallet beyond the 19,000 that the buy-in left; the books are right."""
        assert (await self.club.books()).faults == ()
        return [await self.club.balance(player) - 19_000 for player in players]


@pytest.fixture
async def house(redis_url: str, raw: Raw) -> AsyncIterator[CaseHouse]:
    rigging = Rigging()
    options = EventOptions(structure=FLAT, table=replace(QUICK, seats=6), late_level=0)
    async with club(redis_url, raw, rules=rigging) as made:
        yield CaseHouse(club=made, rigging=rigging, options=options)


async def test_three_bust_in_one_hand_with_two_equal_stacks_on_the_bubble(house: CaseHouse) -> None:
    """Four at 1,000 for 50, 30 and 20 %: 2,000, 1,200 and 800. One begins the last hand with 900 and is second; two
    begin it with 400 and share the third prize and the bubble, 400 each."""
    house.options = replace(house.options, payout=PayoutRule.CUSTOM, shares=(50, 30, 20))
    await house.begin(A, B, C, D)
    cards = {A: ACES, B: KINGS, C: QUEENS, D: TENS}
    await house.hand(cards, {A: 1_100, B: 600, C: 1_100, D: 1_100})
    assert await house.stacks() == {A: 4_300, B: 900, C: 400, D: 400}
    event = await house.hand(cards, dict.fromkeys(cards, ALL_IN))
    assert event.stage is Stage.FINISHED
    ranks = {one.player: (one.place, one.sharing, one.prize) for one in event.results}
    assert ranks == {A: (1, 1, 2_000), B: (2, 1, 1_200), C: (3, 2, 400), D: (3, 2, 400)}
    assert await house.won(A, B, C, D) == [2_000, 1_200, 400, 400]


async def test_a_progressive_knockout_with_a_split_pot_is_paid_to_the_chip(house: CaseHouse) -> None:
    """Three heads of 501 and a prize of 3 × 499 = 1,497. Two split the pot of the third: of the 501 the first gets 251
    (126 to keep and 125 onto the head), the other 250 (125 and 125). Then the first wins the head of the other, 626:
    313 to keep, 313 onto the own head. So 126 + 313 + (501 + 125 + 313) = 1,378, and 125 for the other."""
    house.options = replace(
        house.options, bounty_rule=BountyRule.PROGRESSIVE, bounty=501, payout=PayoutRule.WINNER
    )
    await house.begin(A, B, C)
    (table_id,) = (await house.look()).tables
    table = await house.deal(table_id, ("As Kd", "Ad Ks", QUEENS), "Ac 7d 9s Jc 4d")
    assert table.hand is not None
    first, second, last = (seat_at(table, SeatNo(seat)).player for seat in table.hand.setup.seats)
    await house.play(table_id, dict.fromkeys((first, second, last), ALL_IN))
    event = await house.look_at_it()
    heads = {one.player: (one.scalped, one.head) for one in event.entrants}
    assert heads == {first: (126, 626), second: (125, 626), last: (0, 0)}
    assert await house.stacks() == {first: 2_250, second: 2_250}
    await house.hand({first: ACES, second: KINGS}, {first: ALL_IN, second: ALL_IN})
    assert [(one.cash, one.onto_head) for one in await house.told(BountyWon)] == [
        (126, 125),
        (125, 125),
        (313, 313),
    ]
    assert await house.won(first, second, last) == [1_497 + 1_378, 125, 0]


@pytest.mark.parametrize(("falling", "won"), [((C,), [2_000, 2_000, 1_000]), ((B, C), [2_000, 1_500, 1_500])])
async def test_a_satellite_pays_its_tickets_and_the_remainder_to_the_next_one(
    house: CaseHouse, falling: tuple[PlayerId, ...], won: list[int]
) -> None:
    """Five at 1,000 for tickets of 2,000: two tickets and 1,000 for the third. When the third falls it is over; when
    second and third fall together with the same stack they share a ticket and the remainder, 1,500 each."""
    house.options = replace(house.options, payout=PayoutRule.TICKETS, ticket=2_000)
    fifth = PlayerId("discord:305")
    await house.begin(A, B, C, D, fifth)
    cards = {A: ACES, B: QUEENS, C: TENS, D: KINGS, fifth: "8s 8h"}
    event = await house.hand(cards, {A: ALL_IN, B: 100, C: 100, D: ALL_IN, fifth: ALL_IN})
    assert (event.stage, len(alive(event))) == (Stage.RUNNING, 3)
    assert await house.stacks() == {A: 4_700, B: 1_400, C: 1_400}
    event = await house.hand(cards, dict.fromkeys((A, *falling), ALL_IN))
    assert event.stage is Stage.FINISHED
    assert await house.won(A, B, C, D, fifth) == [*won, 0, 0]


@pytest.mark.parametrize("fates", [(BEFORE,), (AFTER,), (BEFORE, AFTER), (BEFORE, BEFORE, LIVES, AFTER)])
async def test_killed_between_two_tables_hands_the_next_big_blind_moves_once_with_every_chip(
    house: CaseHouse, fates: tuple[float, ...]
) -> None:
    """Eleven at two tables, 6 and 5; one of the five is removed, with 1,500 less what the blinds made of it. When the
    hand of the six is over the next big blind goes to the four: 5 and 5, whichever commit the director dies at."""
    await house.begin(*(PlayerId(f"discord:{number}") for number in range(401, 412)))
    event = await house.look()
    large, small = sorted(event.tables, key=lambda one: -sizes(event)[one])
    tables = await house.tables()
    gone = taken(tables[small])[0][1].player
    await house.deal(small)
    await house.do(RemoveEntrant(by=ANN, player=gone))
    await house.play(small, {})
    event = await house.look_at_it()
    assert sizes(event) == {large: 6, small: 4}
    await house.deal(small)
    await house.deal(large)
    await house.play(large, {})
    before = await house.club.dealer.look(large)
    assert before.big_blind_seat is not None
    mover = seat_at(before, SeatNo(before.big_blind_seat % 6 + 1))
    house.events.dying = Fate(*fates)
    event = await house.look_at_it()
    assert sizes(event) == {large: 5, small: 5}
    assert [(one.entrant, one.seat.player, one.seat.stack) for one in event.arrivals] == [
        (entrant_at(event, mover.player), mover.player, mover.stack)
    ]
    await house.play(small, {})
    event = await house.look_at_it()
    assert event.arrivals == ()
    assert house.events.deaths == sum(fate < LIVES for fate in fates)
    seats = [seat.player for table in (await house.tables()).values() for _, seat in taken(table)]
    assert len(seats) == len(set(seats)) == 10
    assert (await house.stacks())[mover.player] == mover.stack
    assert event.issued == in_play(await house.tables())
    moved = [one for one in await house.told(SeatDrawn) if one.came_from == large]
    assert [(one.player, one.table) for one in moved] == [(mover.player, small)]


@pytest.mark.parametrize("fates", [(LIVES,), (BEFORE,), (AFTER,), (BEFORE, AFTER)])
async def test_a_table_that_is_to_be_broken_plays_its_all_in_first_whichever_process_dies(
    house: CaseHouse, fates: tuple[float, ...]
) -> None:
    """Seven at two six-handed tables, 4 and 3. At the second the first to act is all-in when one falls at the first:
    six are left and the first seats them, but the hand goes on, and the big blind calls. Who loses is out, and the
    others move; who won has both stacks and the small blind: 2 × 1,500 + 10."""
    house.options = replace(house.options, late_level=1)
    await house.begin(*(PlayerId(f"discord:{number}") for number in range(401, 408)))
    event = await house.look()
    first, last = event.tables
    assert sorted(sizes(event).values()) == [3, 4]
    others = sizes(event)[last] - 1
    table = await house.deal(last, ("", KINGS, ACES))
    assert table.hand is not None
    winner, loser = (seat_at(table, SeatNo(table.hand.setup.seats[at])).player for at in (2, 1))
    both = {winner: ALL_IN, loser: ALL_IN}
    mover, move = next_move(table, both)
    assert mover == winner
    await house.club.dealer.act(last, Play(by=winner, move=move), token_hex(8))
    here = [seat.player for _, seat in taken(await house.club.dealer.look(first))][:2]
    await house.deal(first, dict(zip(here, (ACES, KINGS), strict=True)))
    await house.play(first, dict.fromkeys(here, ALL_IN))
    house.events.dying = Fate(*fates)
    event = await house.look_at_it()
    assert ([*event.tables], len(alive(event))) == ([first, last], 6)
    assert (await house.club.dealer.look(last)).hand is not None
    await house.play(last, both)
    house.events.dying = Fate(*fates)
    await house.look_at_it()
    await house.deal(first)
    await house.play(first, {})
    event = await house.look_at_it()
    assert house.events.deaths == 2 * sum(fate < LIVES for fate in fates)
    stacks = await house.stacks()
    assert ([*event.tables], len(stacks), stacks[winner]) == ([first], 5, 3_010)
    assert sum(stacks.values()) == event.issued == 7 * 1_500
    assert [one.table for one in await house.told(TableBroken)] == [last]
    assert sum(one.came_from == last for one in await house.told(SeatDrawn)) == others


def entrant_at(event: Tournament, player: PlayerId) -> int:
    """The number of a player's only entry."""
    (number,) = [number for number, one in enumerate(event.entrants) if one.player == player]
    return number
