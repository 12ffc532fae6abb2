"""Whom a typed name means where its person is not at the table, and how people of one name are told apart."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from adapters.messages import Locale
from core.commits import key
from core.ids import PlayerId, RoomId
from tests.bank_people import ANN, BOB, CAT, GUILD, People, fresh, people, pointing
from tests.house_evening import evening, hurry, settings, words
from tests.redis_faults import Raw
from tests.test_render import said

pytest_plugins = ["tests.redis_server"]

POWER = {"host_powers": True}
DEE, OTHER_DEE = PlayerId("discord:9104"), PlayerId("discord:7105")
ELSEWHERE = RoomId("discord:5:8")


@pytest.fixture
async def club(redis_url: str, raw: Raw) -> AsyncIterator[People]:
    async with people(redis_url, raw) as made:
        yield made
        await made.all_is_right()


async def test_whoever_has_asked_for_their_account_is_meant_by_their_name_without_a_table(
    club: People,
) -> None:
    assert "Nobody here goes by that name: `Dee`" in await club.refusal(ANN, "grant Dee 50", **POWER)
    await club.told(DEE, "balance", name="Dee")
    assert "Gave 50 to Dee" in await club.told(ANN, "grant dee 50", **POWER)
    assert "Took 20 from Dee" in await club.told(ANN, "take Dee 20", **POWER)
    assert "It belongs to Dee" in await club.told(ANN, "freeze Dee", **POWER)
    assert "The account of Dee" in await club.told(ANN, "account Dee", **POWER)
    await club.told(ANN, "new")
    assert "Seat 4 is kept for Dee" in await club.told(ANN, "keep 4 Dee")
    assert "Ann keeps seat 4 for Dee" in await club.told(ANN, "log")


async def test_whoever_sits_at_another_table_of_the_community_is_meant_by_their_name(club: People) -> None:
    club.room = ELSEWHERE
    await club.told(BOB, "new")
    await club.told(DEE, "join 2000", name="Dee")
    club.room = RoomId("discord:5:7")
    assert "Gave 50 to Dee" in await club.told(ANN, "grant Dee 50", **POWER)


async def test_a_name_is_forgotten_with_its_person_and_told_to_them_before(club: People) -> None:
    await club.told(DEE, "balance", name="Dee")
    kept = await club.house.people.everything(DEE)
    assert kept["banks"][0]["name"] == "Dee"
    await club.told(DEE, "forgetme yes", name="Dee")
    names = key(club.store.partition_of(GUILD), "names", GUILD)
    assert not await club.raw.hgetall(names)
    assert "Nobody here" in await club.refusal(ANN, "grant Dee 50", **POWER)


async def test_a_refusal_says_how_people_are_pointed_at_there(club: People) -> None:
    assert "Choose the person in the player field" in await club.refusal(ANN, "grant Zoe 5", **POWER)
    assert "Choose the person in the player field" in await club.told(ANN, "help grant")
    assert "player field" not in await club.told(ANN, "help daily")
    club.room = RoomId("telegram:-5")
    assert "Reply to one of their messages" in await club.refusal(ANN, "grant Zoe 5", **POWER)
    assert "Reply to one of their messages" in await club.told(ANN, "help keep")


async def test_only_who_may_see_accounts_learns_from_the_answer_who_has_one(club: People) -> None:
    await club.told(DEE, "balance", name="Dee")
    for name in ("Dee", "Zoe"):
        assert await club.refusal(BOB, f"account {name}") == "Only those who run this place can do that."


async def test_two_of_a_name_are_not_guessed_at_and_no_id_is_shown_where_one_can_point(club: People) -> None:
    for player in (DEE, OTHER_DEE):
        await club.told(player, "balance", name="Dee")
    told = await club.refusal(ANN, "grant Dee 50", **POWER)
    assert "More than one person" in told
    assert "9104" not in told
    assert "Gave 50 to Dee" in await club.told(ANN, "grant Dee#9104 50", **POWER)
    assert "20,050" in await club.told(DEE, "balance", name="Dee")
    assert "Nobody here" in await club.refusal(ANN, "grant Dee#104 50", **POWER)


async def test_a_seat_tells_people_of_one_name_apart(club: People) -> None:
    await club.told(ANN, "new")
    await club.told(DEE, "join 2000 5", name="Dee")
    await club.told(OTHER_DEE, "balance", name="Dee")
    assert "Tell them apart like this: `5`" in await club.refusal(ANN, "grant Dee 50", **POWER)


async def test_a_seat_is_kept_for_whoever_is_replied_to(club: People) -> None:
    await club.told(ANN, "new")
    assert "is kept for Cat Lee" in await club.told(ANN, "keep 4", named=pointing(CAT, by_reply=True))
    assert "Ann keeps seat 4 for Cat Lee" in await club.told(ANN, "log")


async def test_on_the_page_everybody_in_the_room_is_meant_by_name_and_others_of_a_room_are_not(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    hurry(monkeypatch, pause=600)
    async with evening(settings(tmp_path)) as here:
        ann, dee, eve = await here.arrive("Ann"), await here.arrive("Dee"), await here.arrive("Eve")
        await ann.command("/new seats=4")
        assert "Gave 50 to Dee" in words((await ann.command("/grant Dee 50"))["message"])
        assert "kept for Dee" in words((await ann.command("/keep 4 Dee"))["message"])
        assert "for Dee" in words((await ann.command("/log"))["message"])
        await here.arrive("Dee", token="another-dee".ljust(32, "1"))
        told = words((await ann.command("/grant Dee 5"))["message"])
        assert "More than one person" in told
        ways = [word for word in told.replace("·", " ").split() if word.startswith("Dee#")]
        assert len(ways) == 2
        assert "Gave 5 to Dee" in words((await ann.command(f"/grant {ways[0]} 5"))["message"])
        assert "in this room now" in words((await ann.command("/grant Zoe 5"))["message"])
        assert dee is not eve


async def test_what_was_sent_names_both_sides_to_both_of_them_and_to_admins(club: People) -> None:
    await club.told(CAT, "bankrules transfers=on", **POWER)
    for player in (ANN, BOB):
        await club.told(player, "balance")
    await club.put(ANN, opened=1_500_000_000_000, hands=60)
    await club.told(ANN, "send Bob 700")
    assert "700 are on their way to you and arrive in 1 day, from Ann" in await club.told(BOB, "balance")
    assert "700 are on their way and arrive in 1 day, to Bob" in await club.told(ANN, "balance")
    assert "on their way to you" in await club.told(BOB, "account")
    assert "on their way" not in await club.told(CAT, "balance")
    assert "-700 sent to Bob · just now" in (await club.told(ANN, "account")).splitlines()
    rules = (await club.told(CAT, "bankrules", **POWER)).splitlines()
    assert rules[-2:] == ["Sent between players lately", "just now · Ann sent 700 to Bob"]
    assert "just now · Cat Lee changed the rules of the bank · `transfers=` off → on" in rules
    await club.told(CAT, "freeze Bob", **POWER)
    held = key(club.store.partition_of(GUILD), "held", GUILD)
    for member in await club.raw.zrange(held, 0, -1):
        await club.raw.zadd(held, {member: 1})
    assert "700 wait until neither account is frozen, from Ann" in await club.told(BOB, "balance")
    await club.told(CAT, "unfreeze Bob", **POWER)
    assert "on their way" not in await club.told(BOB, "balance")
    assert "+700 sent by Ann · just now" in (await club.told(BOB, "account")).splitlines()
    assert "+700 轉帳來自 Ann" in await _hant(club, BOB, "account")
    await club.all_is_right()


async def test_sends_do_not_push_what_admins_did_out_of_their_list(club: People) -> None:
    await club.told(CAT, "bankrules transfers=on sendmost=5000", **POWER)
    for player in (ANN, BOB):
        await club.told(player, "balance")
    await club.put(ANN, opened=1_500_000_000_000, hands=60)
    for _ in range(12):
        await club.told(ANN, "send Bob 1", request_id=fresh())
    told = await club.told(CAT, "bankrules", **POWER)
    assert told.count("Ann sent 1 to Bob") == 6
    assert "changed the rules of the bank" in told


async def test_a_balance_asks_for_a_refill_as_the_refill_itself_does(club: People) -> None:
    await club.told(CAT, "bankrules manytables=on", **POWER)
    await club.told(ANN, "new pause=600 blinds=1/2 buyin=100-20000 name=Home")
    await club.told(ANN, "join 9000")
    club.room = ELSEWHERE
    await club.told(BOB, "new pause=600 blinds=1/2 buyin=100-20000 Den")
    await club.told(ANN, "join 10900")
    assert "At the table here: 10,900." in await club.told(ANN, "balance")
    club.room = RoomId("discord:5:99")
    told = await club.told(ANN, "balance")
    assert "You have 100 in the bank." in told
    assert told.count("At another table, ") == 2
    assert "refill" not in told
    assert "less than" in await club.refusal(ANN, "refill")
    club.room = ELSEWHERE
    await club.told(ANN, "leave")
    await club.told(CAT, "take Ann 11000", named=pointing(ANN), **POWER)
    assert "refill" not in await club.told(ANN, "balance")
    club.room = RoomId("discord:5:7")
    await club.told(ANN, "leave")
    await club.told(CAT, "take Ann 8900", named=pointing(ANN), **POWER)
    assert "With so little you can have a refill up to 2,000." in await club.told(ANN, "balance")
    await club.told(ANN, "refill")
    await club.told(CAT, "take Ann 1900", named=pointing(ANN), **POWER)
    assert "a refill up to 2,000 in 6 hours." in await club.told(ANN, "balance")


async def test_on_a_break_a_balance_offers_nothing_to_claim(club: People) -> None:
    reply = await club.ask(ANN, "balance")
    assert reply.message is not None
    assert [one.name for one in reply.message.choices[0]] == ["daily", "account"]
    await club.told(ANN, "break 7d")
    reply = await club.ask(ANN, "balance")
    assert reply.message is not None
    assert said(reply.message)[1:] == ["You are on a break that you asked for: 7 days to go."]
    assert [one.name for one in reply.message.choices[0]] == ["account"]


async def test_a_break_and_a_wait_are_said_without_what_there_is_none_of(club: People) -> None:
    assert "on a break for 1 hour." in await club.told(ANN, "break 1h")
    assert "還有 1 小時。" in await _hant(club, ANN, "daily")
    assert "on a break for 7 days." in await club.told(ANN, "break 7d")
    assert "還有 7 天。" in await _hant(club, ANN, "daily")
    await club.told(BOB, "balance", created=None)
    assert "Your first daily 1,000 come in 2 days:" in await club.told(BOB, "balance", created=None)
    assert "Try again in 2 days." in await club.refusal(BOB, "daily", created=None)


async def _hant(club: People, player: PlayerId, text: str) -> str:
    reply = await club.ask(player, text)
    assert reply.message is not None
    return "\n".join(said(reply.message, Locale.ZH_HANT))
