"""`riverbot audit`: every chip of a whole Redis is added up, and whatever differs is said."""

from collections.abc import AsyncIterator
from pathlib import Path
from secrets import token_hex

import pytest

from bot.__main__ import main
from bot.audit import report
from core.actions import StartPlay, TimeOut
from core.auditing import audit
from core.cardroom.bank import BankRules
from core.cardroom.event_actions import Register
from core.commits import key
from core.ids import CommunityId
from tests.banks import ANN, BOB, CAROL, GUILD, Club, club, everywhere
from tests.event_house import EventHouse
from tests.redis_faults import Raw

pytest_plugins = ["tests.redis_server"]


@pytest.fixture
async def house(redis_url: str, raw: Raw) -> AsyncIterator[Club]:
    """A hand is being played, a transfer is on its way, and somebody else has only an account."""
    async with club(redis_url, raw, everywhere(BankRules(transfers=True))) as made:
        table = await made.open()
        for player in (ANN, BOB):
            await made.sit(table, player, 5_000)
        await made.act(table, StartPlay(by=ANN))
        await made.act(table, TimeOut(chance=token_hex(32)))
        await made.put(opened=1, hands=50)
        await made.bank.send(GUILD, ANN, CAROL, 3_000, "send", 1)
        yield made


async def said(house: Club, capsys: pytest.CaptureFixture[str]) -> tuple[int, list[str]]:
    """The exit code and the lines."""
    code = await report(house.store)
    return code, capsys.readouterr().out.splitlines()


async def test_wallets_tables_pots_and_what_is_on_the_way_come_to_what_was_issued(
    house: Club, capsys: pytest.CaptureFixture[str]
) -> None:
    assert await said(house, capsys) == (
        0,
        [
            "ok    discord:5  wallets 47,000 + tables 9,850 + pots 150 + prize pools 0 + on the way 3,000 "
            "= issued 60,000 (3 accounts, 6 entries)",
            "verdict: right, 1 community",
        ],
    )


async def test_a_redis_in_which_nobody_has_played_is_right(
    redis_url: str, raw: Raw, capsys: pytest.CaptureFixture[str]
) -> None:
    async with club(redis_url, raw) as empty:
        assert await said(empty, capsys) == (0, ["verdict: right, 0 communities"])


async def test_a_wallet_that_was_changed_by_hand_is_found(
    house: Club, capsys: pytest.CaptureFixture[str]
) -> None:
    await house.raw.hincrby(house.key("bank"), f"balance {ANN}", 5)
    code, lines = await said(house, capsys)
    assert code == 1
    assert lines[0].startswith("FAIL  discord:5  wallets 47,005")
    assert lines[1:] == [
        "FAIL  discord:5  there are 60,005 chips and 60,000 were issued",
        f"FAIL  discord:5  {ANN} has 12,005 and a ledger of 12,000",
        "verdict: wrong, 2 things differ in 1 community",
    ]


async def test_an_entry_that_was_taken_out_of_the_ledger_is_found(
    house: Club, capsys: pytest.CaptureFixture[str]
) -> None:
    (entry, *_) = await house.bank.history(GUILD, BOB, 1)
    await house.raw.xdel(house.key("ledger"), entry.id)
    code, lines = await said(house, capsys)
    assert code == 1
    assert lines[1:-1] == [f"FAIL  discord:5  {BOB} has 15,000 and a ledger of 20,000"]


async def test_chips_that_were_issued_without_an_entry_are_found(
    house: Club, capsys: pytest.CaptureFixture[str]
) -> None:
    await house.raw.hincrby(house.key("bank"), "issued", -1)
    code, lines = await said(house, capsys)
    assert code == 1
    assert lines[1:-1] == [
        "FAIL  discord:5  there are 60,000 chips and 59,999 were issued",
        "FAIL  discord:5  59,999 chips were issued and by the ledger 60,000",
    ]


async def test_a_table_that_is_gone_with_its_chips_is_found(
    house: Club, capsys: pytest.CaptureFixture[str]
) -> None:
    (table,) = await house.raw.hkeys(house.key("tables"))
    await house.raw.delete(key(house.store.partition_of(GUILD), "table", table))
    code, lines = await said(house, capsys)
    assert code == 1
    assert f"FAIL  discord:5  10,000 chips went to table {table}, which is not there" in lines


async def test_a_table_that_holds_other_chips_than_it_got_is_found(
    house: Club, capsys: pytest.CaptureFixture[str]
) -> None:
    (table,) = await house.raw.hkeys(house.key("tables"))
    await house.raw.hset(house.key("tables"), table, 10_001)
    code, lines = await said(house, capsys)
    assert code == 1
    assert f"FAIL  discord:5  table {table} holds 10,000 chips, counts 10,000 and got 10,001" in lines


async def test_a_transfer_that_vanished_on_its_way_is_found(
    house: Club, capsys: pytest.CaptureFixture[str]
) -> None:
    await house.raw.delete(house.key("held"))
    code, lines = await said(house, capsys)
    assert code == 1
    assert "FAIL  discord:5  there are 57,000 chips and 60,000 were issued" in lines


async def test_prize_pools_count(house: Club) -> None:
    event = EventHouse(club=house)
    await event.announce(2)
    await event.do(Register(by=CAROL, name="Carol"))
    books = await house.books()
    assert (books.pools, books.issued) == (3_000, 62_000)


async def test_a_pool_that_is_not_what_its_tournament_counts_is_found(house: Club) -> None:
    event = EventHouse(club=house)
    await event.announce()
    await event.do(Register(by=CAROL, name="Carol"))
    await house.put_of(CAROL, "staked", 900)
    await house.raw.hset(house.key("pools"), mapping={event.id: 1_100, "07-nowhere": 20})
    (books,) = [books async for books in audit(house.store)]
    assert books.faults == (
        f"tournament {event.id} counts 1,000 chips in its pool and got 1,100",
        "20 chips went into the pool of tournament 07-nowhere, which is not there",
        f"{CAROL} has 1,000 in prize pools and 900 by the bank",
        "there are 60,120 chips and 60,000 were issued",
    )


async def test_the_ledger_is_read_to_its_end_however_long_it_is(house: Club) -> None:
    for number in range(1_100):
        await house.bank.freeze(GUILD, BOB, not number % 2, f"freeze {number}", by=CAROL, admin=True)
    assert (await house.books()).entries == 1_106


async def test_communities_are_added_up_each_by_itself_and_tables_without_a_bank_too(
    house: Club, redis_url: str, raw: Raw
) -> None:
    house.community = CommunityId("discord:6")
    await house.sit(await house.open(), BOB, 4_000)
    async with club(redis_url, raw, lambda _: None) as free:
        free.community = CommunityId("web:home")
        await free.sit(await free.open(), ANN, 7_000)
        found = [books async for books in audit(free.store)]
    assert {(one.community, one.issued, one.tables) for one in found} == {
        (GUILD, 60_000, 9_850),
        (CommunityId("discord:6"), 20_000, 4_000),
        (CommunityId("web:home"), None, 7_000),
    }
    assert not [one.faults for one in found if one.faults]


@pytest.fixture
def settings(redis_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The command finds the server, and no settings of whoever runs the test."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("REDIS_URL", redis_url)


@pytest.mark.usefixtures("settings")
def test_the_command_says_so_with_its_exit_code(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["audit"]) == 0
    assert capsys.readouterr().out == "verdict: right, 0 communities\n"


def test_the_command_says_when_there_is_nothing_to_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("REDIS_URL", f"unix://{tmp_path}/nothing")
    assert main(["audit"]) == 2
    assert "REDIS_URL" in capsys.readouterr().err
