"""The counter of the bank on a real server: claims, transfers and admins, twice, at once, and by those who cheat."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from dataclasses import replace
from pathlib import Path
from secrets import token_hex
from typing import Any

import pytest

from core.actions import Play, SetPhrase, StartPlay, TimeOut
from core.bank_scripts import LOOK
from core.cardroom.bank import BankRules
from core.cardroom.teller import DAY_MS, HOUR_MS, Receipt
from core.commits import Argument, Stored
from core.ids import CommunityId, PlayerId, TableId
from core.options import TableOptions
from core.poker.actions import RaiseTo
from core.refusals import Reason, Refused
from core.store import StoreAway
from core.store_scripts import Script
from tests.banks import ANN, BOB, CAROL, GUILD, Club, club, clubs, everything, everywhere, now_ms, refusals
from tests.redis_faults import Raw, kill, mortal_server, wiretap

pytest_plugins = ["tests.redis_server"]
LONG_AGO = 1_400_000_000_000
"""When the platform accounts of grown-ups were made."""


@pytest.fixture
async def house(redis_url: str, raw: Raw) -> AsyncIterator[Club]:
    """One process; transfers are on."""
    async with club(redis_url, raw, everywhere(BankRules(transfers=True))) as made:
        yield made


async def known(house: Club, *players: PlayerId) -> None:
    """These have had an account for long and have played."""
    for player in players:
        await house.bank.account(house.community, player)
        await house.put_of(player, "opened", LONG_AGO)
        await house.put_of(player, "hands", 50)


def after_first_look(
    house: Club, monkeypatch: pytest.MonkeyPatch, act: Callable[[], Awaitable[object]]
) -> list[Sequence[str]]:
    """Let somebody act between the bank's first look and what it books upon it; the looks are noted."""
    run, looks = house.store.run, list[Sequence[str]]()

    async def run_while_others_act(script: Script, keys: Sequence[str], args: Sequence[Argument] = ()) -> Any:
        found = await run(script, keys, args)
        if script is LOOK:
            looks.append(keys)
            if len(looks) == 1:
                await act()
        return found

    monkeypatch.setattr(house.store, "run", run_while_others_act)
    return looks


# Accounts


async def test_an_account_is_opened_once_however_many_ask_at_once(redis_url: str, raw: Raw) -> None:
    async with clubs(redis_url, raw, 4) as houses:
        found = await asyncio.gather(*(one.bank.account(GUILD, ANN) for one in houses * 5))
        assert {account.balance for account in found} == {20_000}
        assert await houses[0].ledger(ANN) == [("opening", 20_000)]
        assert (await houses[0].books()).issued == 20_000


async def test_history_is_read_page_by_page_and_holds_nobody_elses_entries(house: Club) -> None:
    for number in range(1, 8):
        await house.bank.grant(GUILD, ANN, number, f"ann {number}", by=CAROL, admin=True)
        await house.bank.grant(GUILD, BOB, 99, f"bob {number}", by=CAROL, admin=True)
    first = await house.bank.history(GUILD, ANN, 3)
    assert [entry.chips for entry in first] == [7, 6, 5]
    rest = await house.bank.history(GUILD, ANN, 99, first[-1].older)
    assert [entry.chips for entry in rest] == [4, 3, 2, 1, 20_000]
    assert rest[-1].older == ""
    assert await house.bank.history(GUILD, PlayerId("discord:77"), 9) == ()
    assert await house.bank.history(GUILD, BOB, 9, first[-1].older) == ()


# Daily chips


async def test_daily_chips_are_given_once_to_the_same_request_to_others_and_in_every_process(
    redis_url: str, raw: Raw
) -> None:
    async with clubs(redis_url, raw, 3) as houses:
        same = [one.bank.daily(GUILD, ANN, "same", LONG_AGO) for one in houses * 3]
        others = [one.bank.daily(GUILD, ANN, f"other {at}", LONG_AGO) for at, one in enumerate(houses * 3)]
        answers = await asyncio.gather(*same, *others, return_exceptions=True)
        given = [one for one in answers if isinstance(one, Receipt) and not one.repeated]
        assert len(given) == 1
        assert set(refusals(answers)) == {"already_claimed"}
        assert await houses[0].ledger(ANN) == [("opening", 20_000), ("daily", 1_000)]
        await houses[0].books()


async def test_a_repeated_claim_is_answered_as_it_was(house: Club) -> None:
    first = await house.bank.daily(GUILD, ANN, "claim", LONG_AGO)
    assert (first.chips, first.balance) == (1_000, 21_000)
    assert abs(first.when - now_ms() - DAY_MS) < 60_000
    await house.sit(await house.open(), ANN, 5_000)
    assert await house.bank.daily(GUILD, ANN, "claim", LONG_AGO) == replace(first, repeated=True)
    assert await house.balance(ANN) == 16_000


async def test_a_first_claim_that_comes_too_early_starts_the_48_hours(house: Club) -> None:
    with pytest.raises(Refused) as refused:
        await house.bank.daily(GUILD, ANN, "early", now_ms())
    assert (refused.value.reason, refused.value.numbers["days"]) == (Reason.ACCOUNT_TOO_YOUNG, 2)
    opened = int(await house.raw.hget(house.key("bank"), f"opened {ANN}"))
    with pytest.raises(Refused) as refused:
        await house.bank.daily(GUILD, ANN, "still early", None)
    assert refused.value.numbers["when"] == opened + 48 * HOUR_MS
    await house.put(opened=opened - 48 * HOUR_MS)
    assert (await house.bank.daily(GUILD, ANN, "in time", None)).chips == 1_000


async def test_a_farm_of_new_accounts_gets_no_daily_chips_and_can_send_none_on(house: Club) -> None:
    for number in range(20):
        alt = PlayerId(f"discord:{number}")
        for asked, reason in (
            (house.bank.daily(GUILD, alt, f"daily {number}", now_ms() - 29 * DAY_MS), "account_too_young"),
            (house.bank.refill(GUILD, alt, f"refill {number}"), "not_broke"),
            (house.bank.send(GUILD, alt, ANN, 1, f"send {number}", now_ms()), "account_too_young"),
            (house.bank.send(GUILD, alt, ANN, 1, f"old {number}", LONG_AGO), "too_few_hands"),
        ):
            assert refusals(await asyncio.gather(asked, return_exceptions=True)) == [reason]
    assert (await house.books()).on_the_way == 0


async def test_a_farm_of_old_accounts_sends_one_player_a_days_limit_in_all(house: Club) -> None:
    alts = [PlayerId(f"discord:{number}") for number in range(10)]
    await known(house, *alts)
    sends = [house.bank.send(GUILD, alt, ANN, 2_000, f"send {alt}", LONG_AGO) for alt in alts]
    said = refusals(await asyncio.gather(*sends, return_exceptions=True))
    assert said == ["transfer_too_large"] * 8
    assert (await house.books()).on_the_way == 4_000


# The refill


async def test_a_refill_is_for_someone_who_has_nothing_anywhere(house: Club) -> None:
    table = await house.open()
    await house.sit(table, ANN, 20_000)
    with pytest.raises(Refused) as refused:
        await house.bank.refill(GUILD, ANN, "refill")
    assert dict(refused.value.numbers) == {"balance": 0, "at_tables": 20_000, "refill": 2_000}
    await house.leave(table, ANN)
    with pytest.raises(Refused) as refused:
        await house.bank.refill(GUILD, ANN, "after leaving")
    assert refused.value.reason is Reason.NOT_BROKE


async def test_chips_in_the_pot_count_as_much_as_those_in_the_stack(house: Club) -> None:
    table = await house.open()
    for player in (ANN, BOB):
        await house.sit(table, player, 20_000)
    await house.act(table, StartPlay(by=ANN))
    dealt = (await house.act(table, TimeOut(chance=token_hex(32)))).table
    assert dealt.hand
    seat = dealt.seats[dealt.hand.setup.seats[dealt.hand.waiting_for[0]] - 1]
    assert seat
    await house.act(table, Play(by=seat.player, move=RaiseTo(to=20_000)))
    with pytest.raises(Refused) as refused:
        await house.bank.refill(GUILD, seat.player, "all in")
    assert refused.value.numbers["at_tables"] == 20_000


async def test_whoever_is_broke_is_refilled_once_in_six_hours_in_every_process(
    redis_url: str, raw: Raw
) -> None:
    async with clubs(redis_url, raw, 3) as houses:
        first = houses[0]
        await first.bank.take(GUILD, ANN, 19_900, "take", by=CAROL, admin=True)
        asked = [one.bank.refill(GUILD, ANN, f"refill {at}") for at, one in enumerate(houses * 3)]
        answers = await asyncio.gather(*asked, return_exceptions=True)
        assert len([one for one in answers if isinstance(one, Receipt)]) == 1
        assert await first.balance(ANN) == 2_000
        await first.sit(await first.open(), ANN, 2_000)
        await first.bank.take(GUILD, BOB, 20_000, "bob", by=CAROL, admin=True)
        assert (await first.bank.refill(GUILD, BOB, "bob too")).chips == 2_000
        await first.bank.take(GUILD, BOB, 1_000, "again", by=CAROL, admin=True)
        with pytest.raises(Refused) as refused:
            await first.bank.refill(GUILD, BOB, "too soon")
        assert refused.value.reason is Reason.ALREADY_CLAIMED
        await first.books()


async def test_a_table_that_moves_on_while_a_refill_is_decided_has_it_decided_again(
    house: Club, redis_url: str, raw: Raw, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await house.open(TableOptions(min_buy_in=1_000))
    await house.sit(table, ANN, 1_200)
    await house.bank.take(GUILD, ANN, 18_800, "take", by=CAROL, admin=True)
    loaded: list[int] = []
    async with club(redis_url, raw) as other:
        load = house.store.load

        async def load_while_others_act(table_id: TableId) -> Stored | None:
            found = await load(table_id)
            if not loaded:
                await other.act(table, SetPhrase(by=ANN, phrase="river"))
            loaded.append(0 if found is None else found.version)
            return found

        monkeypatch.setattr(house.store, "load", load_while_others_act)
        assert (await house.bank.refill(GUILD, ANN, "refill")).chips == 800
    assert loaded == [2, 3]


# Transfers


async def test_a_transfer_is_on_its_way_for_a_day_and_then_arrives_by_itself(house: Club) -> None:
    await known(house, ANN)
    receipt = await house.bank.send(GUILD, ANN, BOB, 3_000, "send", None)
    assert (receipt.chips, receipt.balance) == (3_000, 17_000)
    assert abs(receipt.when - now_ms() - DAY_MS) < 60_000
    assert await house.bank.send(GUILD, ANN, BOB, 3_000, "send", None) == replace(receipt, repeated=True)
    assert await house.balance(BOB) == 20_000
    assert (await house.books()).on_the_way == 3_000
    await house.arrive()
    assert await house.balance(BOB) == 23_000
    assert (await house.bank.history(GUILD, BOB, 1))[0].by == ANN
    assert await house.ledger(BOB) == [("opening", 20_000), ("received", 3_000)]
    assert await house.ledger(ANN) == [("opening", 20_000), ("sent", -3_000)]
    assert (await house.books()).on_the_way == 0


async def test_what_has_arrived_pays_a_buy_in_though_nobody_has_looked_at_the_bank(house: Club) -> None:
    await known(house, ANN)
    await house.bank.send(GUILD, ANN, BOB, 3_000, "send", None)
    table = await house.open()
    with pytest.raises(Refused):
        await house.sit(table, BOB, 23_000)
    await house.arrive()
    await house.sit(table, BOB, 23_000)
    assert await house.balance(BOB) == 0
    await house.books()


async def test_chips_sent_round_in_a_circle_run_into_everyones_limit(house: Club) -> None:
    ring = (ANN, BOB, CAROL)
    await known(house, *ring)
    for at, player in enumerate(ring):
        await house.bank.send(GUILD, player, ring[(at + 1) % 3], 5_000, f"round {at}", None)
    await house.arrive()
    for at, player in enumerate(ring):
        for to in (ring[(at + 1) % 3], ring[(at + 2) % 3]):
            with pytest.raises(Refused) as refused:
                await house.bank.send(GUILD, player, to, 1, f"again {at} {to}", None)
            assert dict(refused.value.numbers) == {"asked": 1, "left": 0}
    assert {await house.balance(player) for player in ring} == {20_000}


async def test_chips_that_go_to_a_table_while_a_transfer_is_decided_are_not_sent_as_well(
    house: Club, redis_url: str, raw: Raw, monkeypatch: pytest.MonkeyPatch
) -> None:
    await known(house, ANN, BOB)
    table = await house.open()
    async with club(redis_url, raw) as other:
        looks = after_first_look(house, monkeypatch, lambda: other.sit(table, ANN, 18_000))
        with pytest.raises(Refused) as refused:
            await house.bank.send(GUILD, ANN, BOB, 3_000, "send", None)
    assert dict(refused.value.numbers) == {"asked": 3_000, "balance": 2_000}
    assert len(looks) == 2


async def test_chips_that_arrive_while_a_refill_is_decided_count(
    house: Club, redis_url: str, raw: Raw, monkeypatch: pytest.MonkeyPatch
) -> None:
    await known(house, ANN, BOB)
    await house.bank.send(GUILD, ANN, BOB, 3_000, "send", None)
    await house.bank.take(GUILD, BOB, 20_000, "take", by=CAROL, admin=True)

    async def arrive() -> None:
        await house.arrive()
        assert await house.store.let_arrive(house.store.partition_of(GUILD), GUILD) == 1

    after_first_look(house, monkeypatch, arrive)
    with pytest.raises(Refused) as refused:
        await house.bank.refill(GUILD, BOB, "refill")
    assert refused.value.numbers["balance"] == 3_000


@pytest.mark.parametrize("stopped", [ANN, BOB], ids=["sender", "receiver"])
async def test_a_transfer_of_a_frozen_account_waits_until_it_is_thawed(
    house: Club, stopped: PlayerId
) -> None:
    await known(house, ANN)
    await house.bank.send(GUILD, ANN, BOB, 3_000, "send", None)
    await house.bank.freeze(GUILD, stopped, True, "freeze", by=CAROL, admin=True)
    await house.arrive()
    assert await house.balance(BOB) == 20_000
    await house.bank.freeze(GUILD, stopped, False, "thaw", by=CAROL, admin=True)
    assert await house.balance(BOB) == 23_000
    assert [why for why, _ in await house.ledger(stopped)].count("unfreeze") == 1
    await house.books()


async def test_nobody_claims_or_sends_while_frozen(house: Club) -> None:
    await known(house, ANN)
    await house.bank.freeze(GUILD, ANN, True, "freeze", by=CAROL, admin=True)
    asked = (
        house.bank.daily(GUILD, ANN, "daily", LONG_AGO),
        house.bank.refill(GUILD, ANN, "refill"),
        house.bank.send(GUILD, ANN, BOB, 1, "send", LONG_AGO),
        house.bank.send(GUILD, BOB, ANN, 1, "to", LONG_AGO),
    )
    said = refusals(await asyncio.gather(*asked, return_exceptions=True))
    assert said == ["account_frozen"] * 4


async def test_nobody_is_paid_from_a_community_in_which_they_have_not_earned_it(house: Club) -> None:
    await known(house, ANN)
    other = replace(house, community=CommunityId("discord:6"))
    with pytest.raises(Refused) as refused:
        await other.bank.send(other.community, ANN, BOB, 1, "send", LONG_AGO)
    assert refused.value.reason is Reason.TOO_FEW_HANDS
    assert (await house.bank.daily(GUILD, ANN, "daily", LONG_AGO)).chips == 1_000
    assert (await other.bank.daily(other.community, ANN, "daily 2", LONG_AGO)).balance == 21_000
    assert await house.balance(ANN) == 21_000


# Admins


async def test_only_an_admin_grants_takes_freezes_and_chooses_the_rules(house: Club) -> None:
    before = await everything(house.raw)
    asked = (
        house.bank.grant(GUILD, ANN, 5, "grant", by=ANN, admin=False),
        house.bank.take(GUILD, BOB, 5, "take", by=ANN, admin=False),
        house.bank.freeze(GUILD, BOB, True, "freeze", by=ANN, admin=False),
        house.bank.choose_rules(GUILD, BankRules(), "rules", by=ANN, admin=False),
    )
    said = refusals(await asyncio.gather(*asked, return_exceptions=True))
    assert said == ["admins_only"] * 4
    assert await everything(house.raw) == before


async def test_what_an_admin_does_is_in_the_ledger_with_who_did_it(house: Club) -> None:
    await house.bank.grant(GUILD, ANN, 700, "grant", by=CAROL, admin=True)
    await house.bank.take(GUILD, ANN, 300, "take", by=CAROL, admin=True)
    await house.bank.freeze(GUILD, ANN, True, "freeze", by=CAROL, admin=True)
    await house.bank.choose_rules(GUILD, BankRules(daily=5), "rules", by=CAROL, admin=True)
    done = await house.bank.history(GUILD, ANN, 3)
    assert [(entry.why, entry.chips, entry.issued, entry.by) for entry in done] == [
        ("freeze", 0, 0, CAROL),
        ("take", -300, -300, CAROL),
        ("grant", 700, 700, CAROL),
    ]
    assert [entry.by for entry in await house.bank.history(GUILD, PlayerId("house"), 9)] == [CAROL]
    assert (await house.books()).issued == 20_400


async def test_a_community_keeps_the_rules_that_its_admin_chose(redis_url: str, raw: Raw) -> None:
    chosen = BankRules(opening=7, daily=5, refill=6, transfers=True, send_most=3)
    async with clubs(redis_url, raw, 2) as houses:
        await houses[0].bank.choose_rules(GUILD, chosen, "rules", by=CAROL, admin=True)
        assert await houses[1].bank.rules(GUILD) == chosen
        assert await houses[1].bank.rules(CommunityId("discord:6")) == BankRules()
        assert await houses[1].balance(ANN) == 7
        assert (await houses[1].bank.daily(GUILD, ANN, "daily", LONG_AGO)).chips == 5
        await houses[0].bank.choose_rules(
            GUILD, replace(chosen, transfers=False), "off", by=CAROL, admin=True
        )
        assert not (await houses[1].bank.rules(GUILD)).transfers


# What goes wrong on the way


async def test_a_lost_answer_books_once(redis_url: str, raw: Raw, tmp_path: Path) -> None:
    async with wiretap(redis_url, tmp_path) as tap, club(tap.url, raw) as house:
        await house.bank.account(GUILD, ANN)
        await house.bank.daily(GUILD, BOB, "first", LONG_AGO)
        tap.cut_after = 2
        receipt = await house.bank.daily(GUILD, ANN, "daily", LONG_AGO)
        assert tap.cut.is_set()
        assert (receipt.chips, receipt.balance) == (1_000, 21_000)
        assert await house.ledger(ANN) == [("opening", 20_000), ("daily", 1_000)]


async def test_with_redis_away_nothing_is_booked(raw: Raw, tmp_path: Path) -> None:
    async with mortal_server(tmp_path) as server, club(server.url, raw, patience=0.3) as house:
        await house.bank.account(GUILD, ANN)
        kill(server)
        with pytest.raises(StoreAway):
            await house.bank.daily(GUILD, ANN, "daily", LONG_AGO)
