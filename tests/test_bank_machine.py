"""A bank and its tables at random on a real server: after every step each chip is accounted for."""

import asyncio
from collections.abc import Coroutine
from contextlib import AsyncExitStack
from secrets import token_hex
from typing import Any

import redis.asyncio as redis
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, rule, run_state_machine_as_test

from core.actions import Action, ComeBack, Leave, Play, SeatComputer, Sit, StartPlay, Temper, TimeOut
from core.cardroom.bank import BankRules
from core.cardroom.table import Wait
from core.host_actions import CloseTable
from core.ids import PlayerId, TableId
from core.options import TableOptions
from core.poker.actions import Call, Check, Fold, RaiseTo
from core.poker.hand import legal_moves
from core.refusals import Refused
from core.side_actions import AddChips, Buying, ChooseBuying
from tests.banks import ANN, BOB, CAROL, GUILD, Club, clubs, everywhere

pytest_plugins = ["tests.redis_server"]
PEOPLE = st.sampled_from((ANN, BOB, CAROL, PlayerId("discord:104")))
CHIPS = st.integers(min_value=200, max_value=5_000)
HOUSES = st.integers(min_value=0, max_value=1)
TABLES = st.integers(min_value=0, max_value=1)
RULES = BankRules(opening=9_000, transfers=True, send_most=4_000)
OPTIONS = TableOptions(min_buy_in=200, max_buy_in=6_000, same_stack_minutes=0)
LONG_AGO = 1_400_000_000_000


class Evening(RuleBasedStateMachine):
    """Two processes and two tables of one community. `url` is set by the test."""

    url = ""

    def __init__(self) -> None:
        super().__init__()
        self.loop = asyncio.new_event_loop()
        self.stack = AsyncExitStack()
        self.run(self._begin())

    def run(self, work: Coroutine[Any, Any, Any]) -> Any:
        """Until it is done, or refused."""
        try:
            return self.loop.run_until_complete(work)
        except Refused:
            return None

    async def _begin(self) -> None:
        raw = await self.stack.enter_async_context(redis.Redis.from_url(self.url, decode_responses=True))
        await raw.flushall()
        self.houses: list[Club] = await self.stack.enter_async_context(
            clubs(self.url, raw, 2, everywhere(RULES))
        )
        self.tables: list[TableId] = [await self.houses[0].open(OPTIONS) for _ in range(2)]
        for player in (ANN, BOB):
            await self.houses[0].bank.account(GUILD, player)
            await self.houses[0].put_of(player, "opened", LONG_AGO)
            await self.houses[0].put_of(player, "hands", 50)
            for table in self.tables:
                await self.houses[0].sit(table, player, 3_000)
                await self.houses[0].act(table, ChooseBuying(by=player, buying=Buying.TOP_UP))

    def teardown(self) -> None:
        """Close."""
        self.run(self.stack.aclose())
        self.loop.close()

    def check(self) -> None:
        """Every chip is somewhere, and nobody has fewer than none."""
        self.run(self.houses[0].books())

    def ask(self, house: int, table: int, action: Action) -> None:
        """Of a table; a second time with the same request, which must change nothing."""
        request = token_hex(8)
        self.run(self.houses[house].act(self.tables[table], action, request))
        self.run(self.houses[1 - house].act(self.tables[table], action, request))
        self.check()

    @rule(house=HOUSES, table=TABLES, player=PEOPLE, chips=CHIPS)
    def sit(self, house: int, table: int, player: PlayerId, chips: int) -> None:
        """With whatever they ask for."""
        self.ask(house, table, Sit(by=player, name=player, buy_in=chips))

    @rule(house=HOUSES, table=TABLES, player=PEOPLE)
    def leave(self, house: int, table: int, player: PlayerId) -> None:
        """Now or after the hand."""
        self.ask(house, table, Leave(by=player))

    @rule(house=HOUSES, table=TABLES, player=PEOPLE, chips=CHIPS)
    def top_up(self, house: int, table: int, player: PlayerId, chips: int) -> None:
        """Now or for the next hand."""
        self.ask(house, table, AddChips(by=player, chips=chips))

    @rule(house=HOUSES, table=TABLES, player=PEOPLE, buying=st.sampled_from(Buying))
    def buy_by_itself(self, house: int, table: int, player: PlayerId, buying: Buying) -> None:
        """So that deadlines take chips too."""
        self.ask(house, table, ChooseBuying(by=player, buying=buying))

    @rule(table=TABLES, number=st.integers(min_value=1, max_value=3))
    def seat_computer(self, table: int, number: int) -> None:
        """Chips of the house."""
        robot = PlayerId(f"computer:{number}")
        self.ask(0, table, SeatComputer(by=ANN, player=robot, name=f"C{number}", temper=Temper.MANIAC))

    @rule(house=HOUSES, table=TABLES, steps=st.integers(min_value=1, max_value=12), all_in=st.booleans())
    def play(self, house: int, table: int, steps: int, all_in: bool) -> None:
        """Deal, and some moves."""
        self.run(self.houses[house].act(self.tables[table], StartPlay(by=ANN)))
        for _ in range(steps):
            self.run(self._step(self.houses[house], self.tables[table], all_in))
        self.check()

    async def _step(self, house: Club, table_id: TableId, all_in: bool) -> None:
        table = await house.dealer.look(table_id)
        hand = table.hand
        if hand is None or table.wait not in (Wait.TURN, Wait.BANK):
            if table.deadline is not None:
                await house.act(table_id, TimeOut(chance=token_hex(32)))
            return
        seat = table.seats[hand.setup.seats[hand.waiting_for[0]] - 1]
        legal = legal_moves(hand)
        assert seat
        assert legal
        if all_in and legal.raise_max is not None:
            await house.act(table_id, Play(by=seat.player, move=RaiseTo(to=legal.raise_max)))
        else:
            await house.act(table_id, Play(by=seat.player, move=Check() if legal.check else Call()))

    @rule(table=TABLES, player=PEOPLE, fold=st.booleans())
    def fold_or_come_back(self, table: int, player: PlayerId, fold: bool) -> None:
        """Whatever is possible."""
        self.ask(0, table, Play(by=player, move=Fold()) if fold else ComeBack(by=player))

    @rule(house=HOUSES, player=PEOPLE, daily=st.booleans())
    def claim(self, house: int, player: PlayerId, daily: bool) -> None:
        """Both at once in both processes."""
        request = token_hex(8)
        for one in (self.houses[house], self.houses[1 - house]):
            ask = one.bank.daily(GUILD, player, request, LONG_AGO) if daily else None
            self.run(ask or one.bank.refill(GUILD, player, request))
        self.check()

    @rule(house=HOUSES, player=PEOPLE, to=PEOPLE, chips=CHIPS, arrives=st.booleans())
    def send(self, house: int, player: PlayerId, to: PlayerId, chips: int, arrives: bool) -> None:
        """Half of them arrive at once."""
        self.run(self.houses[house].bank.send(GUILD, player, to, chips, token_hex(8), LONG_AGO))
        if arrives:
            self.run(self.houses[house].arrive())
        self.check()

    @rule(player=PEOPLE, chips=CHIPS, does=st.sampled_from(("grant", "take", "freeze", "thaw", "thaw")))
    def admin(self, player: PlayerId, chips: int, does: str) -> None:
        """Grants and takes, freezes and thaws."""
        bank, request = self.houses[0].bank, token_hex(8)
        match does:
            case "grant":
                self.run(bank.grant(GUILD, player, chips, request, by=CAROL, admin=True))
            case "take":
                self.run(bank.take(GUILD, player, chips, request, by=CAROL, admin=True))
            case _:
                self.run(bank.freeze(GUILD, player, does == "freeze", request, by=CAROL, admin=True))
        self.check()

    @rule(table=TABLES)
    def close_and_open(self, table: int) -> None:
        """Everyone is cashed out, now or after the hand."""
        self.ask(0, table, CloseTable(by=ANN))
        self.tables[table] = self.run(self.houses[0].open(OPTIONS))
        self.check()


def test_whatever_happens_every_chip_of_a_community_is_accounted_for(redis_url: str) -> None:
    Evening.url = redis_url
    run_state_machine_as_test(
        Evening,
        settings=settings(
            max_examples=10,
            stateful_step_count=40,
            deadline=None,
            suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
        ),
    )
