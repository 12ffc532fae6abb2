"""The bank's commands, whatever the platform: what is told, who may do what, and that it is booked once."""

from collections.abc import AsyncIterator

import pytest

from adapters.messages import ChoiceName
from core.cardroom.bank import BankRules, free_chips
from core.ids import RoomId
from tests.bank_people import ANN, BOB, CAT, People, choice, fresh, people, pointing
from tests.banks import everywhere
from tests.redis_faults import Raw
from tests.test_render import labels

pytest_plugins = ["tests.redis_server"]


@pytest.fixture
async def club(redis_url: str, raw: Raw) -> AsyncIterator[People]:
    async with people(redis_url, raw) as made:
        yield made
        await made.all_is_right()


async def test_a_balance_says_what_there_is_and_that_the_daily_chips_are_ready(club: People) -> None:
    reply = await club.ask(ANN, "balance")
    assert await club.told(ANN, "balance") == "You have 20,000 in the bank.\nYour daily 1,000 are ready."
    assert reply.message is not None
    assert labels(reply.message) == [["Daily chips", "My account"]]
    await club.sit_two()
    assert "At the table here: 2,000." in await club.told(ANN, "balance")


async def test_daily_chips_come_once_a_day_and_say_when_the_next_do(club: People) -> None:
    request = fresh()
    first = await club.told(ANN, "daily", request_id=request)
    assert first.startswith("Here are your 1,000 for today. You have 21,000 in the bank.\nThe next ones in ")
    assert await club.told(ANN, "daily", request_id=request) == first
    refused = await club.refusal(ANN, "daily")
    assert refused.startswith("You have had these chips. The next are ready in 1 day.")
    again = await club.ask(ANN, "balance")
    assert again.message is not None
    assert labels(again.message) == [["My account"]]
    assert "The next daily 1,000 come in 1 day." in await club.told(ANN, "balance")


async def test_an_account_whose_age_nobody_knows_waits_for_its_first_daily_chips(club: People) -> None:
    await club.told(ANN, "balance", created=None)
    assert "too new for that. Try again in 2 days." in await club.refusal(ANN, "daily", created=None)
    assert "Your first daily 1,000 come in 2 days:" in await club.told(ANN, "balance", created=None)


async def test_whoever_is_on_a_break_claims_nothing(club: People) -> None:
    await club.told(ANN, "break 7d")
    for claim in ("daily", "refill"):
        assert "break" in await club.refusal(ANN, claim)
    assert "20,000" in await club.told(ANN, "balance")


async def test_whoever_is_broke_is_refilled_and_finds_the_button_for_it(club: People) -> None:
    await club.told(ANN, "balance")
    assert "less than 2,000" in await club.refusal(ANN, "refill")
    await club.told(BOB, "take 19900", named=pointing(ANN), host_powers=True)
    reply = await club.ask(ANN, "balance")
    assert choice(reply.message, ChoiceName.REFILL)
    assert "You have 2,000 in the bank" in await club.told(ANN, "refill")


async def test_only_those_who_run_the_place_give_take_freeze_and_change_rules(club: People) -> None:
    for command in ("grant 500", "take 500", "freeze", "unfreeze", "bankrules daily=5", "account"):
        told = await club.refusal(ANN, command, named=pointing(BOB))
        assert told == "Only those who run this place can do that.", command
    assert "a new account begins with 20,000" in await club.told(ANN, "bankrules")


async def test_the_host_of_a_table_may_not_mint_chips_unless_it_is_their_own_web_room(
    club: People,
) -> None:
    await club.sit_two()
    assert "Only those" in await club.refusal(ANN, "grant Bob 500")
    club.room = RoomId("web:home")
    await club.told(ANN, "new")
    await club.told(BOB, "join 2000")
    assert "Gave 500 to Bob" in await club.told(ANN, "grant Bob 500")
    assert "Only those" in await club.refusal(BOB, "grant Ann 500")


async def test_chips_are_given_to_whom_the_platform_points_at_or_to_a_name_at_the_table(
    club: People,
) -> None:
    await club.sit_two()
    await club.told(CAT, "join 2000")
    power = {"host_powers": True}
    told = await club.told(ANN, "grant 5000", named=pointing(BOB), **power)
    assert told == "Gave 5,000 to Bob\nIn the bank now: 23,000."
    assert "Gave 700 to Cat Lee" in await club.told(ANN, "grant cat lee 700", **power)
    assert "Gave 1,500 to Bob" in await club.told(ANN, "grant 2 1.5k", **power)
    by_name = await club.told(ANN, "take Bob 1", named=pointing(CAT, by_reply=True), **power)
    assert "Took 1 from Bob" in by_name
    by_mention = await club.told(ANN, "take Bob 1", named=pointing(CAT), **power)
    assert "Took 1 from Cat Lee" in by_mention
    for typed in ("discord:102", "telegram:9", "<@102>", "Zoe"):
        assert "goes by that name" in await club.refusal(ANN, f"grant {typed} 5", **power), typed


async def test_a_word_for_everything_gives_nobody_everything(club: People) -> None:
    for amount in ("all", "max", "-5", "0", "pot"):
        told = await club.refusal(ANN, f"grant {amount}", named=pointing(BOB), host_powers=True)
        assert "amount" in told or "1 to" in told, amount


async def test_a_frozen_account_says_so_and_goes_on_when_it_is_let(club: People) -> None:
    await club.told(CAT, "freeze", named=pointing(ANN), host_powers=True)
    assert "This account is frozen" in await club.told(ANN, "balance")
    assert "frozen" in await club.refusal(ANN, "daily")
    await club.told(CAT, "unfreeze", named=pointing(ANN), host_powers=True)
    assert "1,000" in await club.told(ANN, "daily")


async def test_chips_are_sent_only_where_the_rules_allow_it(club: People) -> None:
    await club.told(ANN, "balance")
    assert await club.refusal(ANN, "send 500", named=pointing(BOB)) == "Sending chips is switched off here."
    told = await club.told(CAT, "bankrules transfers=on sendmost=800 daily=0", host_powers=True)
    assert "These hold from now on." in told
    assert "sending chips is on" in told
    await club.put(ANN, opened=1_500_000_000_000, hands=60)
    assert "800 can still be sent" in await club.refusal(ANN, "send 900", named=pointing(BOB))
    sent = await club.told(ANN, "send 500", named=pointing(BOB))
    assert sent == "500 are on their way to Bob\nThey arrive in 1 day.\nYou have 19,500 left in the bank."
    assert "another person" in await club.refusal(ANN, "send 5", named=pointing(ANN))


async def test_an_account_lists_its_newest_entries_and_pages_to_the_older_ones(club: People) -> None:
    await club.sit_two()
    for chips in range(1, 14):
        await club.told(CAT, f"grant {chips}", named=pointing(BOB), host_powers=True)
    reply = await club.ask(BOB, "account")
    told = await club.told(BOB, "account")
    assert told.splitlines()[2] == "+13 given by the house · by 103 · just now"
    assert len(told.splitlines()) == 2 + 12
    older = choice(reply.message, ChoiceName.ACCOUNT).argument
    rest = (await club.told(BOB, f"account {older}")).splitlines()
    assert rest[2:] == [
        "+1 given by the house · by 103 · just now",
        "-2,000 brought to a table · just now",
        "+20,000 a new account · just now",
    ]
    assert "Only those" in await club.refusal(ANN, f"account {older}")
    assert "The account of" in await club.told(CAT, f"account {older}", host_powers=True)
    assert "The account of Bob" in await club.told(CAT, "account Bob", host_powers=True)


async def test_whoever_cannot_pay_a_buy_in_is_offered_what_they_can_and_the_daily_chips(
    club: People,
) -> None:
    await club.sit_two()
    await club.told(BOB, "take 15000", named=pointing(CAT), host_powers=True)
    reply = await club.ask(CAT, "join 6000")
    assert reply.refused
    assert reply.message is not None
    assert labels(reply.message) == [["Daily chips", "Sit down with 5,000"]]
    assert "Your daily 1,000 are ready." in await club.refusal(CAT, "join 6000")
    await club.told(CAT, choice(reply.message, ChoiceName.DAILY).name.value)
    assert "The next daily 1,000 come in" in await club.refusal(CAT, "join 7000")
    offered = choice(reply.message, ChoiceName.JOIN)
    await club.told(CAT, f"join {offered.argument}")
    assert "At the table here: 5,000." in await club.told(CAT, "balance")


async def test_a_wallet_below_the_smallest_buy_in_is_offered_no_seat(club: People) -> None:
    await club.sit_two()
    await club.told(BOB, "take 19900", named=pointing(CAT), host_powers=True)
    reply = await club.ask(CAT, "join 2000")
    assert reply.message is not None
    assert labels(reply.message) == [["Daily chips"]]


async def test_where_chips_are_free_there_is_no_bank(redis_url: str, raw: Raw) -> None:
    async with people(redis_url, raw, free_chips) as club:
        for command in ("balance", "daily", "refill", "account", "bankrules"):
            assert "no bank here" in await club.refusal(ANN, command)


POWER = {"host_powers": True}


async def test_being_forgotten_is_no_way_round_what_can_be_claimed_once(club: People) -> None:
    await club.told(ANN, "balance")
    await club.told(BOB, "take 19900", named=pointing(ANN), **POWER)
    await club.told(ANN, "daily")
    await club.told(ANN, "refill")
    await club.told(ANN, "forgetme yes")
    assert "You have 0 in the bank." in await club.told(ANN, "balance")
    for claim in ("refill", "daily"):
        assert "You have had these chips." in await club.refusal(ANN, claim)


async def test_a_frozen_account_stays_as_it_is_when_its_player_is_forgotten(club: People) -> None:
    await club.told(ANN, "balance")
    await club.told(BOB, "freeze", named=pointing(ANN), **POWER)
    assert "an account that is frozen" in await club.told(ANN, "forgetme yes")
    told = await club.told(ANN, "balance")
    assert "You have 20,000 in the bank." in told
    assert "This account is frozen" in told


async def test_freezing_twice_is_refused_and_no_entry_of_the_ledger(club: People) -> None:
    await club.told(CAT, "freeze", named=pointing(ANN), **POWER)
    assert (
        await club.refusal(CAT, "freeze", named=pointing(ANN), **POWER) == "That account is frozen already."
    )
    assert (await club.told(ANN, "account")).count("frozen") == 1
    await club.told(CAT, "unfreeze", named=pointing(ANN), **POWER)
    assert await club.refusal(CAT, "unfreeze", named=pointing(ANN), **POWER) == "That account is not frozen."


async def test_taking_more_than_there_is_speaks_of_the_other_wallet(club: People) -> None:
    told = await club.refusal(CAT, "take 999999", named=pointing(BOB), **POWER)
    assert told == "There are 20,000 in that wallet, fewer than the 999,999 you asked for."


async def test_whoever_stood_up_or_played_here_this_season_can_still_be_named(club: People) -> None:
    await club.sit_two()
    await club.told(CAT, "join 2000")
    await club.play()
    await club.told(CAT, "leave")
    await club.play()
    assert "Took 5 from Cat Lee" in await club.told(ANN, "take cat lee 5", **POWER)
    await club.told(ANN, "stop")
    assert "Took 5 from Bob" in await club.told(ANN, "take Bob 5", **POWER)
    assert "goes by that name" in await club.refusal(ANN, "take Zoe 5", **POWER)


async def test_a_name_that_two_have_gone_by_is_refused_and_a_seat_is_not(club: People) -> None:
    await club.told(ANN, "new")
    await club.told(ANN, "join 2000")
    await club.told(CAT, "join 2000", name="Bob")
    await club.told(CAT, "leave")
    await club.told(BOB, "join 2000")
    assert "More than one person" in await club.refusal(ANN, "grant Bob 5", **POWER)
    assert "Gave 5 to Bob" in await club.told(ANN, "grant 2 5", **POWER)


async def test_what_admins_did_is_told_by_whom_in_the_account_and_to_admins_below_the_rules(
    club: People,
) -> None:
    await club.sit_two()
    await club.told(ANN, "grant Bob 500", **POWER)
    await club.told(ANN, "freeze Bob", **POWER)
    await club.told(ANN, "bankrules daily=900", **POWER)
    entries = (await club.told(BOB, "account")).splitlines()
    assert "account frozen · by Ann · just now" in entries
    assert "+500 given by the house · by Ann · just now" in entries
    told = (await club.told(CAT, "bankrules", **POWER)).splitlines()
    assert told[-4:] == [
        "Done here by hand lately",
        "just now · Ann changed the rules of the bank · `daily=` 1,000 → 900",
        "just now · Ann froze the account of Bob",
        "just now · Ann gave 500 to Bob",
    ]
    assert "by hand" not in await club.told(BOB, "bankrules")


async def test_rules_that_are_what_they_were_are_no_deed(club: People) -> None:
    assert "from now on" not in await club.told(CAT, "bankrules daily=1000", **POWER)
    assert "by hand" not in await club.told(CAT, "bankrules", **POWER)


async def test_a_command_that_lacks_a_word_says_how_it_goes(club: People) -> None:
    await club.told(CAT, "bankrules transfers=on", **POWER)
    for typed, example in {
        "send": "send Bob 500",
        "send 500": "send Bob 500",
        "grant": "grant Bob 5000",
        "take": "take Bob 5000",
        "freeze": "freeze Bob",
        "unfreeze": "unfreeze Bob",
    }.items():
        told = await club.refusal(ANN, typed, **POWER)
        assert told == f"That needs a word more. Type it like this: `{example}`", typed
    assert "send Bob 500" in await club.refusal(ANN, "send", named=pointing(BOB))


async def test_whoever_is_on_a_break_sends_nothing(club: People) -> None:
    await club.told(CAT, "bankrules transfers=on", **POWER)
    await club.put(ANN, opened=1_500_000_000_000, hands=60, balance=0)
    await club.told(ANN, "break 7d")
    assert "a break that you asked for" in await club.refusal(ANN, "send 500", named=pointing(BOB))


async def test_a_web_room_says_that_the_house_lends_what_a_buy_in_lacks(redis_url: str, raw: Raw) -> None:
    home = BankRules(opening=3_000, refill_at_once=True)
    async with people(redis_url, raw, everywhere(home)) as club:
        assert "the house lends what a buy-in lacks" in await club.told(ANN, "bankrules")
        await club.told(ANN, "new")
        assert "lent" not in await club.told(ANN, "join 2500")
        assert "The house lent 500 of it" in await club.told(ANN, "topup 1000")
        assert "lent" not in await club.told(BOB, "join 3000")
        assert "The house lent 4,000 of it" in await club.told(CAT, "join 7000")
        assert "+4,000 lent by the house · just now" in (await club.told(CAT, "account")).splitlines()
        await club.all_is_right()


async def test_where_nothing_is_lent_nobody_speaks_of_it(club: People) -> None:
    assert "lends" not in await club.told(ANN, "bankrules")
