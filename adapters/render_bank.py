"""What the bank says: a balance, receipts, its rules, an account's entries, and what helps when chips are short."""

from collections.abc import Mapping, Sequence
from typing import Final

from adapters.messages import Chips, Choice, ChoiceName, Code, Line, Look, Message, Name, Piece, Role, Text
from adapters.wording import DOT
from core.bank_book import LedgerEntry
from core.cardroom.bank import Account, BankRules, Why
from core.cardroom.teller import MINUTE_MS, Receipt
from core.ids import HOUSE, PlayerId, TableId
from core.options import TableOptions

RULES: Final = ("opening", "daily", "refill", "transfers", "sendmost", "manytables")
_BY_OTHERS: Final = frozenset({Why.GRANT, Why.TAKE, Why.FREEZE, Why.UNFREEZE, Why.RECEIVED})
"""Entries that somebody else made, or may have made."""
_UNITS: Final = (("day", 86_400_000), ("hour", 3_600_000), ("minute", 60_000))


def balance_message(
    account: Account, rules: BankRules, times: tuple[int, int], at_table: int | None, table: TableId | None
) -> Message:
    """What is in the wallet and at the room's `table` (None: not there), and what can be claimed.

    `times`: now, and when the daily chips can be claimed.
    """
    now, daily_at = times
    lines = [
        Line(
            role=Role.TITLE,
            pieces=(Text(key="bank.balance", numbers={"chips": account.balance}, strong=True),),
        )
    ]
    if at_table is not None:
        lines.append(_note("bank.at_table", chips=at_table))
    lines.append(_daily_line(rules, now, daily_at))
    if account.frozen:
        lines.append(Line(role=Role.REFUSAL, pieces=(Text(key="bank.frozen"),)))
    row = [_choice(ChoiceName.ACCOUNT, table)]
    if daily_at <= now and not account.frozen:
        row.insert(0, _choice(ChoiceName.DAILY, table, look=Look.PRIMARY))
    if account.balance + (at_table or 0) < rules.refill and not account.frozen:
        lines.append(_note("bank.refill_from", chips=rules.refill))
        row.insert(0, _choice(ChoiceName.REFILL, table))
    return Message(lines=tuple(lines), choices=(tuple(row),))


def short_message(
    told: Message,
    account: Account,
    rules: BankRules,
    times: tuple[int, int],
    table: TableId | None,
    options: TableOptions | None,
) -> Message:
    """A refusal for want of chips, with when the next daily chips come and the buy-in that the wallet can pay.

    `times`: now, and when the daily chips can be claimed. Without `options` it is not about a buy-in.
    """
    now, daily_at = times
    row = [_choice(ChoiceName.DAILY, table, look=Look.PRIMARY)] if daily_at <= now else []
    if options is not None and options.min_buy_in <= account.balance:
        chips = min(account.balance, options.max_buy_in)
        label = (Text(key="bank.sit_with", numbers={"chips": chips}),)
        row.append(
            Choice(name=ChoiceName.JOIN, label=label, argument=str(chips), table=table, look=Look.SUCCESS)
        )
    lines = (*told.lines, _daily_line(rules, now, daily_at))
    return Message(lines=lines, choices=(tuple(row),) if row else ())


def claimed_message(what: str, receipt: Receipt, now: int) -> Message:
    """`what` is ``daily`` or ``refill``: what was given, and when it can be claimed again."""
    numbers: dict[str, int | str] = {"chips": receipt.chips, "balance": receipt.balance}
    lines = [Line(role=Role.RESULT, pieces=(Text(key=f"bank.claimed_{what}", numbers=numbers),))]
    if receipt.when > now:
        lines.append(_note("bank.next", **_until(receipt.when - now)))
    return Message(lines=tuple(lines))


def sent_message(receipt: Receipt, to: Name, now: int) -> Message:
    """A transfer is on its way."""
    sent = (Text(key="bank.sent", numbers={"chips": receipt.chips}), to)
    lines = (
        Line(role=Role.RESULT, pieces=sent),
        _note("bank.arrives", **_until(receipt.when - now)),
        _note("bank.left", chips=receipt.balance),
    )
    return Message(lines=lines)


def done_message(what: str, receipt: Receipt, whom: Name) -> Message:
    """What an administrator did: ``grant``, ``take``, ``freeze`` or ``unfreeze``, to whom, and what they have now."""
    done = (Text(key=f"bank.{what}", numbers={"chips": receipt.chips}), whom)
    lines = (Line(role=Role.RESULT, pieces=done), _note("bank.has_now", chips=receipt.balance))
    return Message(lines=lines)


def rules_message(rules: BankRules, *, changed: bool) -> Message:
    """By what rules the bank goes, each with what changes it."""
    lines = [Line(role=Role.TITLE, pieces=(Text(key="bank.rules", strong=True),))]
    if changed:
        lines.append(_note("bank.rules_changed"))
    values: dict[str, int | str] = {
        "opening": rules.opening,
        "daily": rules.daily,
        "refill": rules.refill,
        "transfers": "@switch.on" if rules.transfers else "@switch.off",
        "sendmost": rules.send_most,
        "manytables": "@switch.on" if rules.many_tables else "@switch.off",
    }
    for name in RULES:
        said = Text(key=f"bank.rule_{name}", numbers={"value": values[name]})
        lines.append(Line(role=Role.NOTE, pieces=(Code(text=f"{name}=", option=True), said)))
    if rules.refill_at_once:
        lines.append(_note("bank.lends"))
    return Message(lines=tuple(lines))


def lent_line(chips: int) -> Line:
    """What the wallet lacked for a buy-in came from the house."""
    return _note("bank.lent", chips=chips)


def deed_lines(deeds: Sequence[LedgerEntry], names: Mapping[PlayerId, Name], now: int) -> tuple[Line, ...]:
    """What administrators did at the bank, newest first: when, who, what, and to whose account."""
    if not deeds:
        return ()
    lines = [Line(role=Role.NOTE, pieces=(Text(key="bank.deeds", strong=True),))]
    for deed in deeds:
        did = Text(key=f"bank.deed.{deed.why}", numbers={"chips": abs(deed.chips)})
        whom = (names[deed.player],) if deed.player in names else ()
        lines.append(Line(role=Role.LOG, pieces=(_ago(now - deed.at), DOT, names[deed.by], did, *whom)))
    return tuple(lines)


def account_message(
    account: Account,
    whom: Name | None,
    page: tuple[Sequence[LedgerEntry], Mapping[PlayerId, Name]],
    now: int,
    table: TableId | None,
) -> Message:
    """An account's entries, newest first, with a button for older ones; `whom`: whose it is, if not the asker's.

    `page`: the entries, and what the people go by who made them.
    """
    entries, names = page
    key = "bank.account" if whom is None else "bank.account_of"
    title: tuple[Piece, ...] = (Text(key=key, strong=True), *(() if whom is None else (whom,)))
    has = Text(key="bank.balance" if whom is None else "bank.has_now", numbers={"chips": account.balance})
    lines = [
        Line(role=Role.TITLE, pieces=title),
        Line(role=Role.NOTE, pieces=(has,)),
        *[Line(role=Role.LOG, pieces=_entry(entry, names, now)) for entry in entries],
    ]
    older = entries[-1].older if entries else ""
    if not older:
        return Message(lines=tuple(lines))
    more = _choice(ChoiceName.ACCOUNT, table, argument=older, key="bank.older")
    return Message(lines=tuple(lines), choices=((more,),))


def _choice(
    name: ChoiceName,
    table: TableId | None,
    *,
    argument: str = "",
    key: str = "",
    look: Look = Look.SECONDARY,
) -> Choice:
    """A button; the room's table tells whose bank it means where it is pressed elsewhere."""
    label = (Text(key=key or f"choice.{name}"),)
    return Choice(name=name, label=label, argument=argument, table=table, look=look)


def _entry(entry: LedgerEntry, names: Mapping[PlayerId, Name], now: int) -> tuple[Piece, ...]:
    """The chips, why, in which hand of a table, by whom if that was somebody else, and how long ago; of chips that came
    back, if nobody stood up."""
    lent = entry.why == Why.REFILL and entry.by == HOUSE
    why = Text(key="bank.lent_entry" if lent else f"why.{entry.why}")
    pieces: tuple[Piece, ...] = (Chips(amount=entry.chips, signed=True), why) if entry.chips else (why,)
    if entry.hand_no:
        pieces = (*pieces, DOT, Text(key="title.hand", numbers={"hand_no": entry.hand_no}))
    if entry.by == HOUSE and entry.why == Why.CASH_OUT:
        pieces = (*pieces, DOT, Text(key="bank.by_house"))
    if entry.why in _BY_OTHERS and entry.by in names:
        pieces = (*pieces, DOT, Text(key="bank.by"), names[entry.by])
    return (*pieces, DOT, _ago(now - entry.at))


def _ago(ms: int) -> Text:
    for unit, length in _UNITS:
        if ms >= length:
            return Text(key=f"ago.{unit}", numbers={"count": ms // length})
    return Text(key="ago.now")


def _daily_line(rules: BankRules, now: int, daily_at: int) -> Line:
    if daily_at <= now:
        return _note("bank.daily_ready", chips=rules.daily)
    return _note("bank.daily_later", chips=rules.daily, **_until(daily_at - now))


def _until(ms: int) -> dict[str, int]:
    """Hours and minutes; a begun minute counts."""
    hours, minutes = divmod(-(-max(0, ms) // MINUTE_MS), 60)
    return {"hours": hours, "minutes": minutes}


def _note(key: str, **numbers: int) -> Line:
    return Line(role=Role.NOTE, pieces=(Text(key=key, numbers={**numbers}),))
