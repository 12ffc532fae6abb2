"""The bank by itself: what moves between wallets and a table, and who may claim, send and grant what."""

from dataclasses import replace

import pytest

from adapters.durations import in_words
from adapters.messages import Locale
from adapters.texts import say
from bot.banks import banks
from bot.settings import Settings
from core.cardroom import teller
from core.cardroom.bank import Account, BankRules, Move, Why, moves_of
from core.cardroom.teller import DAY_MS, HOUR_MS, OLD_MS, Booking, Receipt, chips_of
from core.events import CameBack, LeftWhy, SeatFreed, SeatTaken
from core.ids import HOUSE, CommunityId, PlayerId, SeatNo
from core.poker.actions import Fold, RaiseTo
from core.refusals import Reason, Refused
from core.side_events import ChipsAdded, ChipsReturned
from tests.tables import EPOCH, Evening, computer, person

ANN, BOB, HOST = PlayerId("discord:1"), PlayerId("discord:2"), PlayerId("discord:9")
RULES = BankRules()
OPEN = BankRules(transfers=True)
OLD = EPOCH - OLD_MS


def account(player: PlayerId = ANN, **fields: object) -> Account:
    """Opened a year ago with 10,000, and fifty hands played."""
    usual = {"balance": 10_000, "opened": EPOCH - 365 * DAY_MS, "hands": 50}
    return Account(player=player, **{**usual, **fields})  # type: ignore[arg-type]


def refused(reason: Reason, **numbers: int | str) -> "pytest.RaisesExc[Refused]":
    """It is refused with this reason and these numbers, which is all that its words need in every language."""

    def fits(no: Refused) -> bool:
        spans = in_words({name: int(no.numbers.get(name, 0)) for name in ("days", "hours", "minutes")})
        words = [say(locale, f"refused.{no.reason}", {**no.numbers, **spans}) for locale in Locale]
        return all(words) and no.reason is reason and dict(no.numbers) == (numbers or dict(no.numbers))

    return pytest.raises(Refused, check=fits)


# Between wallets and the table


def test_sitting_down_takes_chips_out_of_the_wallet_and_standing_up_brings_them_back() -> None:
    sat = SeatTaken(seat=SeatNo(1), player=ANN, name="Ann", chips=5_000, computer=False)
    left = SeatFreed(seat=SeatNo(1), player=ANN, name="Ann", chips=7_000, why=LeftWhy.LEFT)
    sent_off = SeatFreed(seat=SeatNo(2), player=BOB, name="Bob", chips=300, why=LeftWhy.CLOSED)
    assert moves_of((sat, CameBack(seat=SeatNo(1)), left, sent_off)) == (
        Move(player=ANN, chips=-5_000, why=Why.BUY_IN, by=ANN),
        Move(player=ANN, chips=7_000, why=Why.CASH_OUT, by=ANN),
        Move(player=BOB, chips=300, why=Why.CASH_OUT, by=HOUSE),
    )


def test_a_top_up_leaves_the_wallet_at_once_and_what_does_not_fit_comes_back() -> None:
    added = ChipsAdded(seat=SeatNo(1), player=ANN, name="Ann", chips=900, later=True)
    back = ChipsReturned(seat=SeatNo(1), player=ANN, name="Ann", chips=200)
    assert moves_of((added, back)) == (
        Move(player=ANN, chips=-900, why=Why.TOP_UP, by=ANN),
        Move(player=ANN, chips=200, why=Why.CASH_OUT, by=HOUSE),
    )


def test_a_computers_chips_are_minted_and_burned_and_touch_no_wallet() -> None:
    sat = SeatTaken(seat=SeatNo(1), player=computer(4), name="C4", chips=5_000, computer=True)
    left = SeatFreed(seat=SeatNo(1), player=computer(4), name="C4", chips=6_000, why=LeftWhy.DISMISSED)
    assert moves_of((sat, left)) == (
        Move(player=computer(4), chips=0, issued=5_000, why=Why.COMPUTER, by=HOUSE),
        Move(player=computer(4), chips=0, issued=-6_000, why=Why.COMPUTER, by=HOUSE),
    )


def test_whoever_leaves_with_nothing_moves_nothing() -> None:
    assert not moves_of((SeatFreed(seat=SeatNo(1), player=ANN, name="Ann", chips=0, why=LeftWhy.BUSTED),))


def test_the_moves_of_an_evening_are_what_the_table_holds_after_every_action() -> None:
    evening = Evening()
    evening.sit("Ann", "Bob", buy_in=5_000)
    evening.seat_computers(1)
    evening.start()
    evening.fold_round()
    moves = moves_of(evening.events)
    assert sum(move.issued - move.chips for move in moves) == evening.table.issued > 0


def test_a_players_chips_at_a_table_are_the_stack_and_what_lies_in_the_pot() -> None:
    evening = Evening()
    evening.sit("Ann", "Bob", buy_in=5_000)
    assert chips_of(evening.table, person("Ann")) == 5_000
    evening.start()
    evening.move(RaiseTo(to=1_700))
    assert [chips_of(evening.table, person(name)) for name in ("Ann", "Bob", "Carol")] == [5_000, 5_000, 0]
    evening.move(Fold())
    assert sorted(chips_of(evening.table, person(name)) for name in ("Ann", "Bob")) == [4_900, 5_100]


# Daily chips


def test_daily_chips_are_minted_once_in_24_hours() -> None:
    booking = teller.claim_daily(account(), RULES, EPOCH, OLD)
    assert booking == Booking(
        receipt=Receipt(chips=1_000, balance=11_000, when=EPOCH + DAY_MS),
        accounts=(account(daily=EPOCH),),
        moves=(Move(player=ANN, chips=1_000, issued=1_000, why=Why.DAILY, by=ANN),),
    )
    (claimed,) = booking.accounts
    with refused(Reason.ALREADY_CLAIMED, when=EPOCH + DAY_MS, days=0, hours=23, minutes=59):
        teller.claim_daily(claimed, RULES, EPOCH + 60_000, OLD)
    with refused(Reason.ALREADY_CLAIMED, when=EPOCH + DAY_MS, days=0, hours=0, minutes=1):
        teller.claim_daily(claimed, RULES, EPOCH + DAY_MS - 1, OLD)
    assert teller.claim_daily(claimed, RULES, EPOCH + DAY_MS, OLD).receipt.chips == 1_000


@pytest.mark.parametrize(
    "created", [None, EPOCH - OLD_MS + 3 * DAY_MS, EPOCH], ids=["unknown", "27 days", "new"]
)
def test_a_young_account_gets_its_first_daily_chips_48_hours_after_its_first_use(created: int | None) -> None:
    fresh = account(opened=EPOCH)
    with refused(Reason.ACCOUNT_TOO_YOUNG, when=EPOCH + 48 * HOUR_MS, days=2, hours=0, minutes=0):
        teller.claim_daily(fresh, RULES, EPOCH, created)
    with refused(Reason.ACCOUNT_TOO_YOUNG, when=EPOCH + 48 * HOUR_MS, days=0, hours=0, minutes=1):
        teller.claim_daily(fresh, RULES, EPOCH + 48 * HOUR_MS - 1, created)
    assert teller.claim_daily(fresh, RULES, EPOCH + 48 * HOUR_MS, created).receipt.chips == 1_000


def test_an_account_of_30_days_need_not_wait_for_its_first_daily_chips() -> None:
    assert teller.claim_daily(account(opened=EPOCH), RULES, EPOCH, OLD).receipt.chips == 1_000


# The refill


def test_whoever_has_less_than_the_refill_in_all_is_brought_up_to_it() -> None:
    booking = teller.claim_refill(account(balance=300), RULES, EPOCH, 200)
    assert (booking.receipt.chips, booking.receipt.balance) == (1_500, 1_800)
    (refilled,) = booking.accounts
    with refused(Reason.ALREADY_CLAIMED, when=EPOCH + 6 * HOUR_MS, days=0, hours=6, minutes=0):
        teller.claim_refill(refilled, RULES, EPOCH, 0)
    assert teller.claim_refill(refilled, RULES, EPOCH + 6 * HOUR_MS, 0).receipt.chips == 1_700


@pytest.mark.parametrize(("balance", "at_tables"), [(2_000, 0), (0, 2_000), (1_999, 1), (0, 90_000)])
def test_chips_at_tables_count_so_that_nobody_hides_them_there_from_the_refill(
    balance: int, at_tables: int
) -> None:
    with refused(Reason.NOT_BROKE, balance=balance, at_tables=at_tables, refill=2_000):
        teller.claim_refill(account(balance=balance), RULES, EPOCH, at_tables)


def test_where_people_practise_the_refill_comes_at_once() -> None:
    rules = BankRules(refill_at_once=True)
    assert teller.claim_refill(account(balance=0, refilled=EPOCH), rules, EPOCH, 0).receipt.chips == 2_000


# Sending


def test_a_transfer_leaves_at_once_and_arrives_a_day_later() -> None:
    booking = teller.send(account(), account(BOB), 4_000, OPEN, EPOCH, OLD)
    assert booking.receipt == Receipt(chips=4_000, balance=6_000, when=EPOCH + DAY_MS)
    assert booking.moves == (Move(player=ANN, chips=-4_000, why=Why.SENT, by=ANN, note=BOB),)
    assert booking.hold
    assert (booking.hold.sender, booking.hold.to, booking.hold.chips) == (ANN, BOB, 4_000)


def test_sending_is_off_until_the_host_turns_it_on() -> None:
    with refused(Reason.TRANSFERS_OFF):
        teller.send(account(), account(BOB), 1, RULES, EPOCH, OLD)


@pytest.mark.parametrize(
    ("opened", "created"), [(EPOCH, EPOCH - OLD_MS + 1), (EPOCH - OLD_MS + 1, None)], ids=["new", "unknown"]
)
def test_only_an_account_known_for_30_days_sends(opened: int, created: int | None) -> None:
    with refused(Reason.ACCOUNT_TOO_YOUNG):
        teller.send(account(opened=opened), account(BOB), 1, OPEN, EPOCH, created)
    assert teller.send(account(opened=opened), account(BOB), 1, OPEN, EPOCH + DAY_MS, created).hold


def test_only_someone_who_has_played_50_hands_sends() -> None:
    with refused(Reason.TOO_FEW_HANDS, hands=49, needed=50):
        teller.send(account(hands=49), account(BOB), 1, OPEN, EPOCH, OLD)


def test_the_days_limit_is_of_any_24_hours_and_not_of_a_calendar_day() -> None:
    first = teller.send(account(), account(BOB), 3_000, OPEN, EPOCH, OLD)
    ann, bob = first.accounts
    with refused(Reason.TRANSFER_TOO_LARGE, asked=2_001, left=2_000):
        teller.send(ann, bob, 2_001, OPEN, EPOCH + DAY_MS - 1, OLD)
    ann, bob = teller.send(ann, bob, 2_000, OPEN, EPOCH + DAY_MS - 1, OLD).accounts
    with refused(Reason.TRANSFER_TOO_LARGE, asked=3_001, left=3_000):
        teller.send(ann, bob, 3_001, OPEN, EPOCH + DAY_MS, OLD)


def test_many_accounts_together_send_one_player_no_more_than_one_may() -> None:
    first = teller.send(account(), account(BOB), 3_000, OPEN, EPOCH, OLD)
    alt = account(PlayerId("discord:3"))
    with refused(Reason.TRANSFER_TOO_LARGE, asked=2_001, left=2_000):
        teller.send(alt, first.accounts[1], 2_001, OPEN, EPOCH, OLD)


def test_chips_sent_round_in_a_circle_use_up_everyones_limit() -> None:
    ann, bob = teller.send(account(), account(BOB), 5_000, OPEN, EPOCH, OLD).accounts
    bob, ann = teller.send(bob, ann, 5_000, OPEN, EPOCH, OLD).accounts
    with refused(Reason.TRANSFER_TOO_LARGE, asked=1, left=0):
        teller.send(ann, bob, 1, OPEN, EPOCH, OLD)


def test_nobody_sends_more_than_they_have_or_to_themselves_or_to_a_computer_or_less_than_one() -> None:
    with refused(Reason.NOT_ENOUGH_CHIPS, asked=600, balance=599):
        teller.send(account(balance=599), account(BOB), 600, OPEN, EPOCH, OLD)
    for to in (ANN, computer(1)):
        with refused(Reason.CANNOT_PAY_SELF):
            teller.send(account(), account(to), 1, OPEN, EPOCH, OLD)
    for chips in (0, -1):
        with refused(Reason.CHIPS_OUT_OF_RANGE):
            teller.send(account(), account(BOB), chips, OPEN, EPOCH, OLD)


# The admins


def test_a_frozen_account_neither_claims_nor_sends_nor_is_sent_chips() -> None:
    booking = teller.freeze(account(balance=0), True, HOST)
    assert booking.moves == (Move(player=ANN, chips=0, why=Why.FREEZE, by=HOST),)
    (frozen,) = booking.accounts
    assert frozen.frozen == HOST
    with refused(Reason.ACCOUNT_FROZEN):
        teller.claim_daily(frozen, RULES, EPOCH, OLD)
    with refused(Reason.ACCOUNT_FROZEN):
        teller.claim_refill(frozen, RULES, EPOCH, 0)
    with refused(Reason.ACCOUNT_FROZEN):
        teller.send(frozen, account(BOB), 1, OPEN, EPOCH, OLD)
    with refused(Reason.ACCOUNT_FROZEN):
        teller.send(account(BOB), frozen, 1, OPEN, EPOCH, OLD)
    (thawed,) = teller.freeze(frozen, False, HOST).accounts
    assert teller.claim_daily(thawed, RULES, EPOCH, OLD).receipt.chips == 1_000


def test_what_an_admin_grants_is_minted_and_what_they_take_is_burned_and_both_say_by_whom() -> None:
    assert teller.grant(account(), 700, HOST).moves == (
        Move(player=ANN, chips=700, issued=700, why=Why.GRANT, by=HOST),
    )
    taken = teller.take(account(), 700, HOST)
    assert taken.moves == (Move(player=ANN, chips=-700, issued=-700, why=Why.TAKE, by=HOST),)
    assert taken.receipt == Receipt(chips=700, balance=9_300)
    with refused(Reason.HAS_NOT_SO_MUCH, asked=10_001, balance=10_000):
        teller.take(account(), 10_001, HOST)
    for chips in (-5, 0, 1_000_000_001):
        with refused(Reason.CHIPS_OUT_OF_RANGE, asked=chips, minimum=1, maximum=1_000_000_000):
            teller.grant(account(), chips, HOST)


def test_the_rules_of_a_bank_stay_within_a_million() -> None:
    chosen = teller.choose_rules(OPEN, HOST, RULES)
    assert chosen.rules == OPEN
    assert [move.note for move in chosen.moves] == ["transfers:0:1"]
    for rules in (BankRules(opening=1_000_001), BankRules(daily=-1), BankRules(send_most=1_000_001)):
        with refused(Reason.CHIPS_OUT_OF_RANGE):
            teller.choose_rules(rules, HOST, RULES)


def test_a_new_account_begins_with_the_opening_balance_and_an_entry_that_says_so() -> None:
    opened, move = teller.open_account(ANN, RULES, EPOCH)
    assert opened == Account(player=ANN, balance=20_000, opened=EPOCH)
    assert move == Move(player=ANN, chips=20_000, issued=20_000, why=Why.OPENING, by=HOUSE)


# What the operator sets


def test_servers_and_groups_have_a_bank_and_at_home_nobody_is_ever_short() -> None:
    bank_of = banks(Settings(BANK_OPENING=3_000, BANK_DAILY=300, BANK_REFILL=30, _env_file=None))
    club = BankRules(opening=3_000, daily=300, refill=30)
    for community in ("discord:5", "telegram:-45"):
        assert bank_of(CommunityId(community)) == club
    assert bank_of(CommunityId("web:lobby")) == replace(club, refill_at_once=True)


def test_a_new_house_has_banks_with_the_usual_rules_unless_they_are_off(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert banks(Settings(_env_file=None))(CommunityId("discord:5")) == BankRules()
    monkeypatch.setenv("BANK", "off")
    assert banks(Settings(_env_file=None))(CommunityId("discord:5")) is None
