"""What may be done at a community's bank, and what it changes: claims, gifts of the host, transfers, freezing.

Who may do what is product.md 5.1: a young account waits, nothing is claimed twice, and chips go from one player to
another only where the host has allowed it, a few a day, a day later. Times are milliseconds since the epoch.
"""

from dataclasses import dataclass, fields, replace
from typing import Final

from core.cardroom.bank import Account, BankRules, Hold, Move, Why, is_computer
from core.cardroom.table import Table, dealt_in, seat_at, seat_of, stack_at
from core.ids import HOUSE, PlayerId
from core.options import MOST_CHIPS
from core.refusals import Reason, Refused

MINUTE_MS: Final = 60_000
_DAY_MINUTES: Final = 24 * 60
HOUR_MS: Final = 60 * MINUTE_MS
DAY_MS: Final = 24 * HOUR_MS
OLD_MS: Final = 30 * DAY_MS
"""A platform account younger than this waits for its first daily chips, and sends nothing."""
FIRST_DAILY_MS: Final = 48 * HOUR_MS
"""From the first use of the bank, for young accounts and for those whose age nobody knows."""
REFILL_MS: Final = 6 * HOUR_MS
HOLD_MS: Final = DAY_MS
"""A transfer is on its way for so long."""
HANDS_TO_SEND: Final = 50
"""Played in the community."""
MOST_RULE: Final = 1_000_000
"""Chips; no amount that a host sets is above this."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Receipt:
    """What came of a request."""

    chips: int
    """How many were given, taken or sent."""
    balance: int
    """Of the account afterwards; the sender's for a transfer."""
    when: int = 0
    """When it can be claimed again, or when a transfer arrives; 0 for all else."""
    repeated: bool = False
    """The request had been done before, and nothing has changed now."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Booking:
    """What one request changes, all at once. A balance changes by its player's `moves` alone."""

    receipt: Receipt
    accounts: tuple[Account, ...] = ()
    moves: tuple[Move, ...] = ()
    hold: Hold | None = None
    rules: BankRules | None = None


def open_account(player: PlayerId, rules: BankRules, now: int) -> tuple[Account, Move]:
    """A new account, and the opening balance that its first entry will put there."""
    account = Account(player=player, balance=rules.opening, opened=now)
    return account, Move(player=player, chips=rules.opening, issued=rules.opening, why=Why.OPENING, by=HOUSE)


def claim_daily(account: Account, rules: BankRules, now: int, created: int | None) -> Booking:
    """Today's chips. `created`: when the platform account was made, None when nobody knows.

    Refuses ACCOUNT_FROZEN, ACCOUNT_TOO_YOUNG and ALREADY_CLAIMED, the latter two with the time left.
    """
    _require_thawed(account)
    if now < (when := _old_enough(account, now, created)):
        raise _too_young(when, now)
    if now < (when := _a_day_later(account)):
        raise _claimed(when, now)
    move = _minted(account, rules.daily, Why.DAILY, account.player)
    return _booked(replace(account, daily=now), move, now + DAY_MS)


def daily_from(account: Account, now: int, created: int | None) -> int:
    """When the next daily chips can be claimed, in ms since the epoch; `now` if they can."""
    return max(now, _old_enough(account, now, created), _a_day_later(account))


def claim_refill(account: Account, rules: BankRules, now: int, at_tables: int) -> Booking:
    """Up to the refill for someone who has less in all; `at_tables`: chips in stacks and in pots, those on the way too.
    What is in prize pools counts with them.

    Refuses ACCOUNT_FROZEN, NOT_BROKE with what there is, and ALREADY_CLAIMED with the time left.
    """
    _require_thawed(account)
    elsewhere = at_tables + account.staked
    has = account.balance + elsewhere
    if has >= rules.refill:
        raise Refused(Reason.NOT_BROKE, balance=account.balance, at_tables=elsewhere, refill=rules.refill)
    wait = 0 if rules.refill_at_once else REFILL_MS
    if account.refilled and now < account.refilled + wait:
        raise _claimed(account.refilled + wait, now)
    move = _minted(account, rules.refill - has, Why.REFILL, account.player)
    return _booked(replace(account, refilled=now), move, now + wait)


def grant(account: Account, chips: int, by: PlayerId) -> Booking:
    """Chips that an admin mints for a player."""
    _require_amount(chips, MOST_CHIPS)
    return _booked(account, _minted(account, chips, Why.GRANT, by))


def take(account: Account, chips: int, by: PlayerId) -> Booking:
    """Chips that an admin burns from a player's wallet. Refuses HAS_NOT_SO_MUCH."""
    _require_amount(chips, MOST_CHIPS)
    if chips > account.balance:
        raise Refused(Reason.HAS_NOT_SO_MUCH, asked=chips, balance=account.balance)
    move = Move(player=account.player, chips=-chips, issued=-chips, why=Why.TAKE, by=by)
    return _booked(account, move)


def send(
    sender: Account, to: Account, chips: int, rules: BankRules, now: int, created: int | None
) -> Booking:
    """Chips for another player; they leave the wallet at once and arrive when the hold is over.

    `created`: when the sender's platform account was made. An account that nobody knows the age of counts from its
    first use here. Refuses with the gate that is closed: TRANSFERS_OFF, CANNOT_PAY_SELF, ACCOUNT_FROZEN (either),
    ACCOUNT_TOO_YOUNG, TOO_FEW_HANDS, TRANSFER_TOO_LARGE with what is left of today, NOT_ENOUGH_CHIPS.
    """
    if not rules.transfers:
        raise Refused(Reason.TRANSFERS_OFF)
    if sender.player == to.player or is_computer(to.player):
        raise Refused(Reason.CANNOT_PAY_SELF)
    _require_thawed(sender)
    _require_thawed(to)
    since = sender.opened if created is None else min(created, sender.opened)
    if now < since + OLD_MS:
        raise _too_young(since + OLD_MS, now)
    if sender.hands < HANDS_TO_SEND:
        raise Refused(Reason.TOO_FEW_HANDS, hands=sender.hands, needed=HANDS_TO_SEND)
    _require_amount(chips, MOST_CHIPS)
    sent, given = _of_today(sender.sent, now), _of_today(to.given, now)
    left = rules.send_most - max(_sum(sent), _sum(given))
    if chips > left:
        raise Refused(Reason.TRANSFER_TOO_LARGE, asked=chips, left=max(0, left))
    if chips > sender.balance:
        raise Refused(Reason.NOT_ENOUGH_CHIPS, asked=chips, balance=sender.balance)
    move = Move(player=sender.player, chips=-chips, why=Why.SENT, by=sender.player, note=to.player)
    accounts = (replace(sender, sent=(*sent, (now, chips))), replace(to, given=(*given, (now, chips))))
    hold = Hold(sender=sender.player, to=to.player, chips=chips, arrives=now + HOLD_MS)
    receipt = Receipt(chips=chips, balance=sender.balance - chips, when=hold.arrives)
    return Booking(receipt=receipt, accounts=accounts, moves=(move,), hold=hold)


def freeze(account: Account, frozen: bool, by: PlayerId) -> Booking:
    """Stop an account: no buying in, claiming or sending, and no transfer arrives; or let it go on. Logged.

    Refuses FROZEN_ALREADY and NOT_FROZEN where that would change nothing.
    """
    if bool(account.frozen) is frozen:
        raise Refused(Reason.FROZEN_ALREADY if frozen else Reason.NOT_FROZEN)
    move = Move(player=account.player, chips=0, why=Why.FREEZE if frozen else Why.UNFREEZE, by=by)
    after = replace(account, frozen=by if frozen else "")
    return Booking(receipt=Receipt(chips=0, balance=account.balance), accounts=(after,), moves=(move,))


def choose_rules(rules: BankRules, by: PlayerId, before: BankRules) -> Booking:
    """Other rules for this community from now on. Logged, with what they were before. Refuses an amount that is out of
    range."""
    for amount in (rules.opening, rules.daily, rules.refill, rules.send_most):
        _require_amount(amount, MOST_RULE, least=0)
    changes = " ".join(f"{name}:{int(old)}:{int(new)}" for name, old, new in _changed(before, rules))
    move = Move(player=HOUSE, chips=0, why=Why.RULES, by=by, note=changes)
    return Booking(receipt=Receipt(chips=0, balance=0), moves=(move,), rules=rules)


def chips_of(table: Table, player: PlayerId) -> int:
    """All of a player's chips at a table: the stack, what comes with the next hand, and what lies in the pot."""
    number = seat_of(table, player)
    if number is None:
        return 0
    chips, hand = stack_at(table, number) + seat_at(table, number).coming, table.hand
    if hand is not None and dealt_in(table, number):
        chips += hand.totals[hand.setup.seats.index(number)]
    return chips


def wait_of(ms: int) -> dict[str, int]:
    """A time to wait in `days`, `hours` and `minutes`, as it is said everywhere: a begun minute counts, from a day on
    a begun hour."""
    minutes = -(-max(0, ms) // MINUTE_MS)
    if minutes >= _DAY_MINUTES:
        minutes = -(-minutes // 60) * 60
    hours, minutes = divmod(minutes, 60)
    return {"days": hours // 24, "hours": hours % 24, "minutes": minutes}


def _changed(before: BankRules, after: BankRules) -> list[tuple[str, int, int]]:
    return [
        (each.name, getattr(before, each.name), getattr(after, each.name))
        for each in fields(BankRules)
        if getattr(before, each.name) != getattr(after, each.name)
    ]


def _old_enough(account: Account, now: int, created: int | None) -> int:
    """When a young account, or one whose age nobody knows, has waited for its first daily chips; 0 for others."""
    is_young = created is None or now - created < OLD_MS
    return account.opened + FIRST_DAILY_MS if is_young else 0


def _a_day_later(account: Account) -> int:
    """After the daily chips that were claimed last; 0 when none were."""
    return account.daily + DAY_MS if account.daily else 0


def _minted(account: Account, chips: int, why: Why, by: PlayerId) -> Move:
    return Move(player=account.player, chips=chips, issued=chips, why=why, by=by)


def _booked(account: Account, move: Move, when: int = 0) -> Booking:
    receipt = Receipt(chips=abs(move.chips), balance=account.balance + move.chips, when=when)
    return Booking(receipt=receipt, accounts=(account,), moves=(move,))


def _require_thawed(account: Account) -> None:
    if account.frozen:
        raise Refused(Reason.ACCOUNT_FROZEN)


def _require_amount(chips: int, most: int, least: int = 1) -> None:
    if not least <= chips <= most:
        raise Refused(Reason.CHIPS_OUT_OF_RANGE, asked=chips, minimum=least, maximum=most)


def _claimed(when: int, now: int) -> Refused:
    return Refused(Reason.ALREADY_CLAIMED, when=when, **wait_of(when - now))


def _too_young(when: int, now: int) -> Refused:
    return Refused(Reason.ACCOUNT_TOO_YOUNG, when=when, **wait_of(when - now))


def _of_today(sums: tuple[tuple[int, int], ...], now: int) -> tuple[tuple[int, int], ...]:
    return tuple((at, chips) for at, chips in sums if now < at + DAY_MS)


def _sum(sums: tuple[tuple[int, int], ...]) -> int:
    return sum(chips for _, chips in sums)
