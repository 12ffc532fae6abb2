"""What is kept about a person on a real server: breaks, everything in one document, and what deleting it leaves."""

import asyncio
import json

import pytest

from adapters.messages import Locale
from bot.house import LiveHouse
from core.actions import Leave
from core.cardroom.event_actions import Register, Unregister
from core.commits import stats_key, sums_key
from core.ids import PlayerId
from core.kept import Kept
from core.personal import NOBODY, Personal
from core.side_actions import Queue
from core.store import Store
from tests.announcing import scene
from tests.banks import ANN, BOB, GUILD, club
from tests.event_house import EventHouse
from tests.redis_faults import Raw

pytest_plugins = ["tests.redis_server"]

HOUR = 3_600
GONE = PlayerId("gone:1")


# Breaks


async def test_a_break_ends_by_itself(store: Store, raw: Raw) -> None:
    people = Personal(store)
    assert (await people.standing(ANN)).break_ms == 0
    left = await people.take_break(ANN, HOUR)
    assert 3_590_000 < left <= 3_600_000
    assert 3_590_000 < (await people.standing(ANN)).break_ms <= 3_600_000
    (name,) = [name async for name in raw.scan_iter() if name.endswith(":break")]
    assert 3_590 < await raw.ttl(name) <= 3_600
    assert (await people.standing(BOB)).break_ms == 0


async def test_a_break_grows_and_never_shrinks_whoever_asks_at_once(store: Store) -> None:
    people = Personal(store)
    lengths = [HOUR, 7 * 24 * HOUR, 2 * HOUR, 24 * HOUR]
    await asyncio.gather(*[people.take_break(ANN, length) for length in lengths])
    assert (await people.standing(ANN)).break_ms > 6.9 * 24 * HOUR * 1_000
    assert await people.take_break(ANN, HOUR) > 6.9 * 24 * HOUR * 1_000
    assert await people.take_break(ANN, 365 * 24 * HOUR) > 364.9 * 24 * HOUR * 1_000


async def test_a_reminder_is_kept_until_it_is_taken_back(store: Store) -> None:
    people = Personal(store)
    await people.remind(ANN, 90)
    assert (await people.standing(ANN)).remind == 90
    await people.remind(ANN, 0)
    assert (await people.standing(ANN)).remind == 0


async def test_everything_is_looked_for_once_a_minute(store: Store) -> None:
    people = Personal(store)
    assert await people.may_look(ANN)
    assert not await people.may_look(ANN)
    assert await people.may_look(BOB)


# Reading


async def test_everything_about_a_player_is_in_one_document_and_nothing_about_others(
    redis_url: str, raw: Raw
) -> None:
    async with club(redis_url, raw) as house:
        table = await house.open()
        await house.sit(table, ANN, 5_000)
        await house.sit(table, BOB, 6_000)
        counters = stats_key(house.store.partition_of(GUILD), GUILD, "2026-Q4")
        await raw.hset(counters, mapping={f"{ANN}|hands": "12", f"{ANN}|net": "-40", f"{BOB}|hands": "9"})
        kept = Kept(house.store)
        await kept.remember(ANN, "private", "panel")
        await kept.remember(ANN, "panel:07abc", "1 2 secret-token")
        await kept.remember(BOB, "private", "dm")
        await house.store.remember_locale(ANN, "zh-Hant")
        found = await Personal(house.store).everything(ANN)
        found = json.loads(json.dumps(found))
        assert found["player"] == ANN
        assert found["language"] == "zh-Hant"
        assert found["settings"] == {"private": "panel"}
        assert [(one["name"], one["seat"], one["chips"]) for one in found["tables"]] == [("Club", 1, 5_000)]
        (bank,) = found["banks"]
        assert bank["community"] == GUILD
        assert bank["account"]["balance"] == sum(entry["chips"] for entry in bank["ledger"])
        assert bank["ledger"][0]["why"] == "opening"
        assert found["seasons"] == [
            {"community": GUILD, "season": "2026-Q4", "counts": {"hands": 12, "net": -40}}
        ]
        assert found["brought"] == [{"table": table, "brought": 5_000, "taken": 0}]
        assert BOB not in json.dumps(found)
        assert "secret" not in json.dumps(found)


async def test_own_hands_are_listed_by_table_and_number(store: Store, raw: Raw) -> None:
    made = await scene(store, raw)
    await made.sit("Ann", "Bob")
    await made.start()
    await made.fold_round()
    await made.tick()
    await made.fold_round()
    people = Personal(store)
    assert (await people.everything(PlayerId("web:ann")))["hands"] == [{"table": made.id, "numbers": [1, 2]}]
    assert (await people.everything(PlayerId("web:an")))["hands"] == []


async def test_whoever_waits_for_a_seat_is_at_the_table_too(store: Store, raw: Raw) -> None:
    made = await scene(store, raw)
    await made.sit("Ann", "Bob", "Cid", "Dan", "Eve", "Flo")
    await made.do(Queue(by=PlayerId("web:gus"), name="Gus"))
    people = Personal(store)
    (there,) = await people.whereabouts(PlayerId("web:gus"))
    assert (there.name, there.seat, there.chips) == ("Friday", None, 0)
    assert await people.whereabouts(PlayerId("web:hal")) == ()


# Forgetting


async def test_who_is_forgotten_leaves_sums_that_still_add_up_and_no_name(redis_url: str, raw: Raw) -> None:
    async with club(redis_url, raw) as house:
        table = await house.open(host=BOB)
        await house.sit(table, ANN, 5_000)
        await house.act(table, Leave(by=ANN))
        counters = stats_key(house.store.partition_of(GUILD), GUILD, "2026-Q4")
        await raw.hset(counters, mapping={f"{ANN}|hands": "12", f"{ANN}|net": "-40", f"{BOB}|hands": "9"})
        kept, people = Kept(house.store), Personal(house.store)
        await raw.hset(counters, f"{ANN}|as", "Ann")
        sums = sums_key(house.store.partition_of(GUILD), table)
        assert await raw.hget(sums, f"{ANN}|brought") == "5000"
        await kept.remember(ANN, "dm", "77")
        await kept.remember(BOB, "dm", "78")
        await house.store.remember_locale(ANN, "zh-Hant")
        await people.take_break(ANN, HOUR)
        for _ in range(2):  # a second time it changes nothing
            await people.forget(ANN, GONE, "forget")
        assert await house.balance(ANN) == 0
        assert await raw.hgetall(counters) == {
            f"{GONE}|hands": "12",
            f"{GONE}|net": "-40",
            f"{BOB}|hands": "9",
        }
        assert await raw.hgetall(sums) == {
            f"{GONE}|brought": "5000",
            f"{GONE}|taken": "5000",
            f"{GONE}|as": NOBODY,
        }
        assert await kept.recall(ANN, "dm") == (None,)
        assert await kept.recall(BOB, "dm") == ("78",)
        assert await house.store.locale_of(ANN) is None
        assert (await people.standing(ANN)).break_ms > 0  # nobody gets out of a break this way
        assert (await house.books()).faults == ()
        await house.sit(table, BOB, 5_000)


async def test_whoever_is_in_a_tournament_is_told_so_and_goes_by_no_name_in_it_once_it_is_over(
    redis_url: str, raw: Raw
) -> None:
    async with club(redis_url, raw) as house:
        event, people = EventHouse(club=house), Personal(house.store)
        await event.announce()
        for player, name in ((ANN, "Ann"), (BOB, "Bob")):
            await event.do(Register(by=player, name=name))
        (there,) = await people.whereabouts(ANN)
        assert (there.event, there.table, there.name, there.seat, there.chips) == (
            event.id,
            "",
            "Cup",
            None,
            1_000,
        )
        await event.start()
        (at_table,) = await people.whereabouts(ANN)
        assert (at_table.event, at_table.table) == (event.id, (await event.look()).tables[0])
        await people.forget(BOB, GONE, "forget")  # nobody did what they should have before
        assert (await event.look()).entrants[1].player == BOB
        over = await event.play_on(people=True)
        assert await people.whereabouts(ANN) == ()
        found = json.loads(json.dumps(await people.everything(ANN)))
        (told,) = found["tournaments"]
        assert (told["event"], told["stage"], told["host"]) == (event.id, "finished", True)
        assert [one["name"] for one in told["entries"]] == ["Ann"]
        assert [one["row"]["player"] for one in found["results"]] == [ANN]
        places = [one.place for one in over.results]
        for _ in range(2):
            await people.forget(ANN, GONE, "forget")
        gone = await event.look()
        assert [one.place for one in gone.results] == places
        assert {(one.player, one.name) for one in gone.entrants} == {(GONE, NOBODY), (BOB, "Bob")}
        assert (gone.host, gone.host_name) == (GONE, NOBODY)
        (result,) = await event.events.results(GUILD)
        assert {(row.player, row.name) for row in result.rows} == {(GONE, NOBODY), (BOB, "Bob")}
        found = await people.everything(ANN)
        assert (found["tournaments"], found["results"]) == ([], [])


async def test_nobody_is_told_of_a_tournament_at_a_place_where_only_the_forgotten_were(
    redis_url: str, raw: Raw
) -> None:
    async with club(redis_url, raw) as house:
        event, tel = EventHouse(club=house), PlayerId("telegram:9")
        await event.announce()
        await event.do(Register(by=tel, name="Tel"))
        await event.do(Unregister(by=tel))
        await Personal(house.store).forget(tel, GONE, "forget")
        (entry,) = (await event.look()).entrants
        assert (entry.player, entry.name) == (GONE, NOBODY)
        await event.do(Register(by=BOB, name="Bob"))
        streams = {name.rpartition(":")[2] async for name in raw.scan_iter("*:news:*")}
        assert streams == {"discord", "telegram"}


async def test_being_forgotten_gives_nobody_a_second_opening_balance(redis_url: str, raw: Raw) -> None:
    async with club(redis_url, raw) as house:
        before = await house.balance(ANN)
        assert before > 0
        await Personal(house.store).forget(ANN, GONE, "forget")
        assert await house.balance(ANN) == 0


async def test_the_house_speaks_no_language_of_somebody_it_has_forgotten(store: Store, raw: Raw) -> None:
    made = await scene(store, raw)
    house = LiveHouse(store, made.dealer, Locale.EN)
    await house.speak(ANN, Locale.ZH_HANT)
    await house.people.forget(ANN, GONE, "forget")
    assert await LiveHouse(store, made.dealer, Locale.EN).locale_of(ANN) is Locale.EN


@pytest.mark.parametrize("odd", ["web:a*", "web:[ab]", "web:?"])
async def test_no_id_stands_for_anybody_else(store: Store, odd: str) -> None:
    kept = Kept(store)
    await kept.remember("web:ab", "dm", "1")
    found = await Personal(store).everything(PlayerId(odd))
    assert found["settings"] == {}
