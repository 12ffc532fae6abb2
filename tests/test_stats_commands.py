"""The commands of what many hands come to, whatever the platform: figures, leaderboard, evening, ledger, files."""

import re
from collections.abc import AsyncIterator
from io import BytesIO

import pytest
from PIL import Image

from adapters.messages import ChoiceName, Locale
from core.cardroom.bank import free_chips
from core.commits import stats_key
from tests.bank_people import ANN, BOB, CAT, GUILD, People, choice, people, pointing
from tests.redis_faults import Raw
from tests.test_render import labels, said

pytest_plugins = ["tests.redis_server"]


@pytest.fixture
async def club(redis_url: str, raw: Raw) -> AsyncIterator[People]:
    async with people(redis_url, raw) as made:
        yield made
        await made.all_is_right()


async def _counted(club: People, player: str, name: str, **counts: int) -> None:
    """Put figures into the season as if they had been played."""
    season = stats_key(club.store.partition_of(GUILD), GUILD, club.house.season())
    for count, amount in counts.items():
        await club.raw.hset(season, f"{player}|{count}", str(amount))
    await club.raw.hset(season, f"{player}|as", name)


async def test_the_figures_of_a_player_are_of_this_season_and_hold_the_last_hand(club: People) -> None:
    assert "No hands in this season yet." in await club.told(ANN, "stats")
    await club.sit_two()
    await club.play()
    both = [await club.told(player, "stats") for player in (ANN, BOB)]
    assert all("1 hand\n" in told for told in both)
    assert sorted(told.splitlines()[2][:24] for told in both) == [
        "Chips won or lost: +50 ·",
        "Chips won or lost: -50 ·",
    ]
    assert "after 50 hands: 49 to go" in both[0]
    assert await club.told(CAT, "stats Ann") == both[0]
    assert await club.told(CAT, "stats", named=pointing(BOB)) == both[1]


async def test_the_style_is_said_from_fifty_hands_on_in_three_languages(club: People) -> None:
    counts = {"vpip": 10, "pfr": 9, "raises": 30, "calls": 10, "flops": 10, "showdowns": 5, "won": 3}
    await _counted(club, ANN, "Ann", hands=49, net=1_500, net_bb=1_234, biggest=900, **counts)
    assert "after 50 hands: 1 to go" in await club.told(ANN, "stats")
    await _counted(club, ANN, "Ann", hands=50)
    told = await club.told(ANN, "stats")
    assert "Tight and aggressive" in told
    assert "+24.68 big blinds in 100 hands" in told
    assert "Puts chips in before the flop (VPIP): 20.0%" in told
    assert "Bets and raises for each call (AF): 3.00" in told
    assert "Biggest pot won: 900" in told
    reply = await club.ask(ANN, "stats")
    for locale, word in ((Locale.ZH_HANT, "緊凶"), (Locale.ZH_HANS, "紧凶")):
        assert word in "\n".join(said(reply.message, locale))


async def test_the_leaderboard_has_pages_and_shows_the_asker_below_them(club: People) -> None:
    for number in range(23):
        await _counted(club, f"discord:{number}", f"P{number}", hands=10, net=1_000 - number)
    await _counted(club, ANN, "Ann", hands=3, net=-5_000)
    reply = await club.ask(ANN, "top")
    lines = (await club.told(ANN, "top")).splitlines()
    assert lines[0].endswith("page 1 of 3")
    assert lines[1] == "1. P0 +1,000 · 10 hands"
    assert lines[-1] == "You: 24. Ann -5,000 · 3 hands"
    assert reply.message is not None
    assert labels(reply.message) == [["Next ▶"]]
    later = choice(reply.message, ChoiceName.TOP).argument
    second = await club.ask(BOB, f"top {later}")
    assert second.message is not None
    assert labels(second.message) == [["◀ Back", "Next ▶"]]
    assert "11. P10 +990" in await club.told(BOB, f"top {later}")
    last = await club.told(ANN, f"top {club.house.season()}.9")
    assert last.splitlines()[-1] == "24. Ann -5,000 · 3 hands"


async def test_the_season_before_can_be_looked_back_at(club: People) -> None:
    assert "Nobody has played a hand in this season." in await club.told(ANN, "top last")
    assert "season 1 of 2024" in await club.told(ANN, "top 2024q1")
    assert "quarter of a year" in await club.refusal(ANN, "top 2024q5")


async def test_whoever_is_forgotten_keeps_no_name_on_the_leaderboard(club: People) -> None:
    await _counted(club, CAT, "Cat Lee", hands=4, net=70)
    assert "1. Cat Lee +70" in await club.told(ANN, "top")
    await club.told(CAT, "forgetme yes")
    assert "1. a former player +70 · 4 hands" in await club.told(ANN, "top")


async def test_the_evening_is_a_picture_and_words_that_say_the_same(club: People) -> None:
    await club.told(ANN, "new pause=600")
    assert "hand" in await club.refusal(ANN, "evening")
    await club.told(ANN, "join 2000")
    await club.told(BOB, "join 2000")
    for _ in range(3):
        await club.play()
    reply = await club.ask(CAT, "evening")
    assert reply.message is not None
    assert reply.message.picture is not None
    assert Image.open(BytesIO(reply.message.picture.png)).format == "PNG"
    told = await club.told(CAT, "evening")
    assert "Ann" in told
    assert "Bob" in told


async def test_the_friends_ledger_is_off_until_the_host_switches_it_on(club: People) -> None:
    await club.sit_two()
    assert "off at this table" in await club.refusal(BOB, "ledger")
    assert "host" in await club.refusal(BOB, "ledger on")
    assert "Everybody is even." in await club.told(ANN, "ledger on")
    assert "friends' ledger" in await club.told(BOB, "rules")
    await club.play()
    told = await club.told(BOB, "ledger")
    assert "1 transfer would make everybody even:" in told
    assert "gives 50 to" in told
    assert "The ledger is off" in await club.told(CAT, "ledger off", host_powers=True)
    await club.refusal(BOB, "ledger")


async def test_the_ledger_counts_what_was_brought_and_taken_by_those_who_left_too(club: People) -> None:
    await club.sit_two("ledger=on")
    await club.told(CAT, "join 3000")
    await club.play()
    left = await club.told(CAT, "ledger")
    await club.told(CAT, "leave")
    assert await club.told(CAT, "ledger") == left
    await club.told(ANN, "topup 500")
    told = await club.told(ANN, "ledger")
    assert "Ann" in told
    assert "brought 2,500" in told
    nets = [int(found.replace(",", "")) for found in re.findall(r" ([+-]?[\d,]+) · brought", told)]
    assert len(nets) == 3
    assert sum(nets) == 0
    assert any(nets)
    await club.told(ANN, "stop")
    assert "brought 2,500" in await club.told(ANN, "ledger")


async def test_the_ledger_works_where_chips_are_free_and_with_computers(redis_url: str, raw: Raw) -> None:
    async with people(redis_url, raw, free_chips) as club:
        await club.told(ANN, "new pause=600 ledger=on")
        await club.told(ANN, "join 2000")
        await club.told(ANN, "computer")
        told = await club.told(ANN, "ledger")
        assert told.count("brought") == 2
        assert "Everybody is even." in told


async def test_a_hand_is_taken_away_as_the_file_that_is_asked_for(club: People) -> None:
    await club.sit_two()
    await club.play()
    for form, begins in (("phh", b"variant"), ("ohh", b"{"), ("text", b""), ("json", b"{")):
        reply = await club.ask(ANN, f"hand 1 form={form}")
        assert not reply.refused
        assert reply.message is not None
        (file,) = reply.message.attachments
        assert begins in file.content
        assert labels(reply.message) == [["Whole hand"]]
    whole = await club.ask(BOB, "hand 1")
    assert whole.message is not None
    assert labels(whole.message) == [["Step by step", "PHH", "OHH", "Text"]]
    for pressed in whole.message.choices[0][1:]:
        assert "as a file" in await club.told(BOB, f"hand {pressed.argument}", turn=pressed.turn)
    assert "no record" in await club.refusal(ANN, "hand 9 form=phh")


async def test_a_hand_that_a_form_has_no_words_for_is_refused_and_says_which_form_has(club: People) -> None:
    await club.sit_two("bomb=1/2/2")
    for _ in range(2):
        await club.play()
    told = await club.refusal(ANN, "hand 2 form=phh")
    assert told.startswith("Hand #2 has something in it")
    assert (await club.told(ANN, "hand 2 form=json")).startswith("Hand #2 as a file")


async def test_whoever_is_forgotten_is_called_the_same_on_the_leaderboard_in_the_ledger_and_in_the_evening(
    club: People,
) -> None:
    await club.sit_two("ledger=on")
    await club.told(CAT, "join 3000")
    await club.play()
    await club.play()
    await club.told(CAT, "leave")
    await club.play()
    for command in ("top", "ledger", "evening"):
        assert "Cat Lee" in await club.told(ANN, command), command
    await club.told(CAT, "forgetme yes")
    for command in ("top", "ledger", "evening"):
        told = await club.told(ANN, command)
        assert "Cat Lee" not in told, command
        assert "a former player" in told, command
        assert "Ann" in told, command
