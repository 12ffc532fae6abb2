"""Wallets and tables on a real server: what a commit moves, what it refuses, and that nothing is moved twice."""

import asyncio
from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path
from secrets import token_hex

import pytest

from core.actions import Action, Play, SeatComputer, SetPhrase, StartPlay, Temper, TimeOut
from core.cardroom.bank import BankRules
from core.cardroom.table import Table
from core.events import SeatTaken
from core.host_actions import CloseTable
from core.ids import HOUSE, CommunityId, PlayerId, SeatNo
from core.poker.actions import Fold
from core.refusals import Reason, Refused
from core.rules import Outcome, apply
from core.side_actions import AddChips
from core.side_events import BuyingFailed, ChipsAdded
from tests.banks import ANN, BOB, CAROL, Club, club, clubs, everything, everywhere, refusals
from tests.redis_faults import Raw, kill, mortal_server, revive, wiretap

pytest_plugins = ["tests.redis_server"]


@pytest.fixture
async def house(redis_url: str, raw: Raw) -> AsyncIterator[Club]:
    """One process with the usual bank."""
    async with club(redis_url, raw) as made:
        yield made


# In and out


async def test_a_buy_in_opens_the_account_and_comes_out_of_it(house: Club) -> None:
    table = await house.open()
    await house.sit(table, ANN, 5_000)
    assert await house.balance(ANN) == 15_000
    assert await house.ledger(ANN) == [("opening", 20_000), ("buy_in", -5_000)]
    books = await house.books()
    assert (books.issued, books.wallets, books.tables) == (20_000, 15_000, 5_000)


async def test_an_entry_says_when_where_in_which_hand_and_by_whom(house: Club) -> None:
    table = await house.open()
    before = house.dealer.clock_ms()
    await house.sit(table, ANN, 5_000)
    (entry, opening) = await house.bank.history(house.community, ANN, 9)
    assert (entry.player, entry.chips, entry.issued, entry.why) == (ANN, -5_000, 0, "buy_in")
    assert (entry.table, entry.hand_no, entry.by, entry.older) == (table, 0, ANN, opening.id)
    assert abs(entry.at - before) < 60_000
    assert (opening.issued, opening.table, opening.hand_no, opening.by) == (20_000, None, None, HOUSE)


async def test_leaving_brings_the_stack_back(house: Club) -> None:
    table = await house.open()
    await house.sit(table, ANN, 5_000)
    await house.leave(table, ANN)
    assert await house.ledger(ANN) == [("opening", 20_000), ("buy_in", -5_000), ("cash_out", 5_000)]
    assert await house.balance(ANN) == 20_000
    assert not await house.raw.hgetall(house.key("tables"))
    assert (await house.books()).tables == 0


async def test_what_is_won_and_lost_at_the_table_comes_back_to_the_wallets_when_it_closes(
    house: Club,
) -> None:
    table = await house.open()
    for player in (ANN, BOB):
        await house.sit(table, player, 5_000)
    await house.act(table, StartPlay(by=ANN))
    dealt = await house.act(table, TimeOut(chance=token_hex(32)))
    assert (await house.books()).pots == 150
    hand = dealt.table.hand
    assert hand
    seat = dealt.table.seats[hand.setup.seats[hand.waiting_for[0]] - 1]
    assert seat
    await house.act(table, Play(by=seat.player, move=Fold()))
    assert {(await house.bank.account(house.community, one)).hands for one in (ANN, BOB)} == {1}
    await house.act(table, CloseTable(by=ANN))
    assert sorted([await house.balance(ANN), await house.balance(BOB)]) == [19_950, 20_050]
    books = await house.books()
    assert (books.issued, books.wallets, books.tables + books.pots) == (40_000, 40_000, 0)


async def test_a_top_up_comes_out_of_the_wallet(house: Club) -> None:
    table = await house.open()
    await house.sit(table, ANN, 5_000)
    await house.act(table, AddChips(by=ANN, chips=1_000))
    assert await house.balance(ANN) == 14_000
    assert (await house.books()).tables == 6_000


async def test_a_computer_brings_chips_of_the_house_and_touches_no_wallet(house: Club) -> None:
    table = await house.open()
    await house.sit(table, ANN, 5_000)
    robot = PlayerId("computer:1")
    await house.act(table, SeatComputer(by=ANN, player=robot, name="C", temper=Temper.ROCK))
    books = await house.books()
    assert (books.issued, books.tables, books.accounts) == (30_000, 15_000, 1)
    await house.act(table, CloseTable(by=ANN))
    books = await house.books()
    assert (books.issued, books.wallets, books.tables) == (20_000, 20_000, 0)


# What a wallet cannot pay


async def test_a_wallet_that_is_short_refuses_the_seat_with_nothing_changed(house: Club) -> None:
    table = await house.open()
    await house.sit(table, ANN, 5_000)
    other = await house.open()
    many = BankRules(many_tables=True)
    await house.bank.choose_rules(house.community, many, "rules", by=BOB, admin=True)
    before = await everything(house.raw)
    with pytest.raises(Refused) as refused:
        await house.sit(other, ANN, 15_001)
    assert refused.value.reason is Reason.NOT_ENOUGH_CHIPS
    assert dict(refused.value.numbers) == {"asked": 15_001, "balance": 15_000}
    assert await everything(house.raw) == before
    await house.sit(other, ANN, 15_000)
    assert await house.balance(ANN) == 0


async def test_someone_without_an_account_is_refused_more_than_the_opening_balance(house: Club) -> None:
    table = await house.open()
    before = await everything(house.raw)
    with pytest.raises(Refused) as refused:
        await house.sit(table, ANN, 20_001)
    assert dict(refused.value.numbers) == {"asked": 20_001, "balance": 20_000}
    assert await everything(house.raw) == before


async def test_a_refused_request_may_come_again_when_there_are_chips(house: Club) -> None:
    table = await house.open()
    with pytest.raises(Refused):
        await house.sit(table, ANN, 20_001, "sit")
    await house.bank.grant(house.community, ANN, 1, "grant", by=BOB, admin=True)
    await house.sit(table, ANN, 20_001, "sit")
    assert await house.balance(ANN) == 0


async def test_a_frozen_account_buys_nothing_and_is_still_paid_out(house: Club) -> None:
    table, other = await house.open(), await house.open()
    await house.sit(table, ANN, 5_000)
    await house.bank.freeze(house.community, ANN, True, "freeze", by=BOB, admin=True)
    for asked in (house.sit(other, ANN, 2_000), house.act(table, AddChips(by=ANN, chips=100))):
        with pytest.raises(Refused) as refused:
            await asked
        assert refused.value.reason is Reason.ACCOUNT_FROZEN
    await house.leave(table, ANN)
    assert await house.balance(ANN) == 20_000
    await house.bank.freeze(house.community, ANN, False, "thaw", by=BOB, admin=True)
    await house.sit(other, ANN, 2_000)
    await house.books()


def filling(state: Table | None, action: Action, now: int) -> Outcome:
    """The rules, but a deadline tops everyone up with 9,000, whom it finds short excepted."""
    if not isinstance(action, TimeOut) or state is None:
        return apply(state, action, now)
    told: list[ChipsAdded | BuyingFailed] = []
    seats = list(state.seats)
    for at, seat in enumerate(state.seats):
        if seat is not None and seat.player in action.short:
            told.append(BuyingFailed(seat=SeatNo(at + 1), only=SeatNo(at + 1)))
        elif seat is not None:
            told.append(
                ChipsAdded(seat=SeatNo(at + 1), player=seat.player, name=seat.name, chips=9_000, later=False)
            )
            seats[at] = replace(seat, stack=seat.stack + 9_000)
    issued = state.issued + sum(one.chips for one in told if isinstance(one, ChipsAdded))
    after = replace(state, seats=tuple(seats), issued=issued, deadline=None, wait=None)
    return Outcome(state=after, events=tuple(told), record=None)


async def test_a_deadline_goes_on_without_the_automatic_buying_of_those_who_are_short(
    redis_url: str, raw: Raw
) -> None:
    async with club(redis_url, raw, rules=filling) as house:
        table = await house.open()
        for player, chips in ((ANN, 15_000), (BOB, 5_000), (CAROL, 2_000)):
            await house.sit(table, player, chips)
        await house.bank.freeze(house.community, CAROL, True, "freeze", by=BOB, admin=True)
        answer = await house.dealer.tick(table, 4, token_hex(32))
        assert answer
        assert [event.kind for event in answer.events] == ["buying_failed", "chips_added", "buying_failed"]
        assert [await house.balance(one) for one in (ANN, BOB, CAROL)] == [5_000, 6_000, 18_000]
        assert (await house.books()).tables == 31_000


async def test_where_people_practise_a_wallet_is_refilled_on_the_spot(redis_url: str, raw: Raw) -> None:
    home = BankRules(opening=3_000, refill_at_once=True, many_tables=True)
    async with club(redis_url, raw, everywhere(home)) as house:
        table, other = await house.open(), await house.open()
        await house.sit(table, ANN, 2_000)
        await house.sit(other, ANN, 5_000)
        assert await house.ledger(ANN) == [
            ("opening", 3_000),
            ("buy_in", -2_000),
            ("refill", 4_000),
            ("buy_in", -5_000),
        ]
        assert await house.balance(ANN) == 0
        assert (await house.books()).issued == 7_000


async def test_chips_that_come_to_a_table_with_no_event_to_say_whose_they_are_are_not_written(
    redis_url: str, raw: Raw
) -> None:
    def careless(state: Table | None, action: Action, now: int) -> Outcome:
        outcome = apply(state, action, now)
        return replace(outcome, events=tuple(one for one in outcome.events if not isinstance(one, SeatTaken)))

    async with club(redis_url, raw, rules=careless) as house:
        table = await house.open()
        before = await everything(raw)
        with pytest.raises(ValueError, match="no event says whose"):
            await house.sit(table, ANN, 5_000)
        assert await everything(raw) == before


# Communities


async def test_every_community_has_wallets_of_its_own(house: Club) -> None:
    other = replace(house, community=CommunityId("discord:6"))
    await house.sit(await house.open(), ANN, 20_000)
    await other.sit(await other.open(), ANN, 8_000)
    assert (await house.balance(ANN), await other.balance(ANN)) == (0, 12_000)
    with pytest.raises(Refused):
        await house.sit(await house.open(), ANN, 2_000)
    await house.books()
    await other.books()


async def test_a_community_may_choose_what_a_new_account_begins_with(house: Club) -> None:
    rules = replace(await house.bank.rules(house.community), opening=4_000)
    await house.bank.choose_rules(house.community, rules, "rules", by=CAROL, admin=True)
    table = await house.open()
    with pytest.raises(Refused) as refused:
        await house.sit(table, ANN, 4_001)
    assert dict(refused.value.numbers) == {"asked": 4_001, "balance": 4_000}
    await house.sit(table, ANN, 4_000)
    assert await house.ledger(ANN) == [("opening", 4_000), ("buy_in", -4_000)]
    assert await house.balance(BOB) == 4_000
    await house.books()


async def test_where_there_is_no_bank_chips_are_free_and_no_account_is_kept(redis_url: str, raw: Raw) -> None:
    async with club(redis_url, raw, lambda _: None) as house:
        table = await house.open()
        await house.sit(table, ANN, 50_000)
        await house.leave(table, ANN)
        await house.sit(table, ANN, 50_000)
        assert not [name async for name in raw.scan_iter("*bank*")]
        with pytest.raises(Refused) as refused:
            await house.balance(ANN)
        assert refused.value.reason is Reason.NO_BANK
        assert (await house.books()).tables == 50_000


async def test_chips_from_before_there_was_a_bank_are_put_on_its_books(redis_url: str, raw: Raw) -> None:
    async with club(redis_url, raw, lambda _: None) as free:
        table = await free.open()
        await free.sit(table, ANN, 5_000)
        await free.sit(table, BOB, 6_000)
    async with club(redis_url, raw) as house:
        await house.leave(table, ANN)
        assert await house.ledger(ANN) == [("opening", 20_000), ("cash_out", 5_000)]
        books = await house.books()
        assert (books.issued, books.wallets, books.tables) == (31_000, 25_000, 6_000)


# Once, whatever happens on the way


async def test_a_repeated_request_moves_no_chips_twice(redis_url: str, raw: Raw) -> None:
    async with clubs(redis_url, raw, 3) as houses:
        table = await houses[0].open()
        answers = await asyncio.gather(*(one.sit(table, ANN, 5_000, "sit") for one in houses * 3))
        assert [answer.repeated for answer in answers].count(False) == 1
        assert await houses[0].balance(ANN) == 15_000
        answers = await asyncio.gather(*(one.leave(table, ANN, "leave") for one in houses * 3))
        assert [answer.repeated for answer in answers].count(False) == 1
        assert await houses[0].balance(ANN) == 20_000
        await houses[0].books()


async def test_a_lost_answer_moves_the_chips_once(redis_url: str, raw: Raw, tmp_path: Path) -> None:
    async with wiretap(redis_url, tmp_path) as tap, club(tap.url, raw) as house:
        table = await house.open()
        tap.cut_after = 1
        await house.sit(table, ANN, 5_000)
        assert tap.cut.is_set()
        assert await house.ledger(ANN) == [("opening", 20_000), ("buy_in", -5_000)]
        await house.bank.grant(house.community, ANN, 7, "first", by=BOB, admin=True)
        tap.cut.clear()
        tap.cut_after = 2
        receipt = await house.bank.grant(house.community, ANN, 7, "second", by=BOB, admin=True)
        assert tap.cut.is_set()
        assert (receipt.chips, receipt.balance) == (7, 15_014)
        assert await house.balance(ANN) == 15_014
        await house.books()


async def test_a_server_killed_between_a_commit_and_its_answer_has_moved_the_chips_once(
    raw: Raw, tmp_path: Path
) -> None:
    async with (
        mortal_server(tmp_path) as server,
        wiretap(server.url, tmp_path) as tap,
        club(tap.url, raw, patience=10.0) as house,
    ):
        table = await house.open()
        tap.deaf = True
        asked = asyncio.create_task(house.sit(table, ANN, 5_000, "sit"))
        await asyncio.wait_for(tap.cut.wait(), 5)
        kill(server)
        tap.deaf = False
        await revive(server)
        await asked
        assert await house.ledger(ANN) == [("opening", 20_000), ("buy_in", -5_000)]
        assert (await house.sit(table, ANN, 5_000, "sit")).repeated
        assert (await house.books()).wallets == 15_000


async def test_a_move_is_one_request_and_an_action_without_moves_says_nothing_of_a_bank(
    redis_url: str, raw: Raw, tmp_path: Path
) -> None:
    async with wiretap(redis_url, tmp_path) as tap, club(tap.url, raw) as house:
        table = await house.open()
        await house.sit(table, ANN, 5_000)
        del tap.requests[:]
        await house.sit(table, BOB, 5_000)
        await house.act(table, SetPhrase(by=BOB, phrase="river"))
        bought, spoke = tap.requests
        assert (bought[0], spoke[0]) == (b"EVALSHA", b"EVALSHA")
        assert [b":bank:" in b"".join(one) for one in (bought, spoke)] == [True, False]


async def test_two_hundred_buy_ins_and_transfers_at_once_never_overdraw_a_wallet(
    redis_url: str, raw: Raw
) -> None:
    rules = BankRules(transfers=True, send_most=1_000_000, many_tables=True)
    async with clubs(redis_url, raw, 4, everywhere(rules)) as houses:
        first = houses[0]
        tables = [await first.open() for _ in range(100)]
        await first.bank.account(first.community, ANN)
        await first.put(opened=1, hands=50)
        sits = [houses[at % 4].sit(table, ANN, 2_000 + at) for at, table in enumerate(tables)]
        sends = [
            houses[at % 4].bank.send(first.community, ANN, BOB, 100 + at, f"send {at}", 1)
            for at in range(100)
        ]
        mixed = [one for pair in zip(sits, sends, strict=True) for one in pair]
        said = refusals(await asyncio.gather(*mixed, return_exceptions=True))
        assert set(said) == {"not_enough_chips"}
        assert len(said) > 100
        balance = await first.balance(ANN)
        assert balance >= 0
        assert balance == sum(chips for _, chips in await first.ledger(ANN))
        books = await first.books()
        assert (books.issued, books.wallets + books.tables + books.on_the_way) == (40_000, 40_000)
