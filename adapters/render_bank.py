"""What the bank says: a balance, receipts, its rules, an account's entries, and what helps when chips are short."""

from collections.abc import Mapping, Sequence
from typing import Final

from adapters.durations import span
from adapters.messages import (
    Chips,
    Choice,
    ChoiceName,
    Code,
    Line,
    Look,
    Message,
    Name,
    Piece,
    Place,
    Role,
    Text,
)
from adapters.wording import DOT
from core.bank_book import LedgerEntry, read_changes
from core.bank_ledger import OnTheWay
from core.banking import SeatedAt, Standing
from core.cardroom.bank import Account, BankRules, Why
from core.cardroom.teller import Receipt
from core.ids import HOUSE, PlayerId, TableId
from core.options import TableOptions

RULES: Final = ("opening", "daily", "refill", "transfers", "sendmost", "manytables")
_TYPED: Final = {"send_most": "sendmost", "many_tables": "manytables"}
"""Rules that are typed otherwise than they are kept."""
_SWITCHES: Final = frozenset({"transfers", "many_tables"})
_BY_OTHERS: Final = frozenset({Why.GRANT, Why.TAKE, Why.FREEZE, Why.UNFREEZE})
"""Entries that somebody else made, or may have made."""
_UNITS: Final = (("day", 86_400_000), ("hour", 3_600_000), ("minute", 60_000))


def balance_message(found: Standing, daily_at: int, here: TableId | None, break_ms: int) -> Message:
    """What is in the wallet and at the tables of the community, and what can be claimed: nothing on a break, and
    nothing from an account that is frozen.

    `here`: the room's table; `daily_at`: when the daily chips can be claimed, in milliseconds since the epoch;
    `break_ms`: milliseconds of a break to go, 0 when the player is on none.
    """
    account = found.account
    lines = [
        Line(
            role=Role.TITLE,
            pieces=(Text(key="bank.balance", numbers={"chips": account.balance}, strong=True),),
        )
    ]
    lines += [_at_table(one, here) for one in found.tables]
    own = _choice(ChoiceName.ACCOUNT, here)
    if account.frozen:
        lines.append(Line(role=Role.REFUSAL, pieces=(Text(key="bank.frozen"),)))
        return Message(lines=tuple(lines), choices=((own,),))
    if break_ms:
        lines.append(_note("refused.on_break", **span(break_ms)))
        return Message(lines=tuple(lines), choices=((own,),))
    more, row = _claims(found, daily_at, here)
    return Message(lines=(*lines, *more), choices=((*row, own),))


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
    lines = (*told.lines, _daily_line(account, rules, now, daily_at))
    return Message(lines=lines, choices=(tuple(row),) if row else ())


def claimed_message(what: str, receipt: Receipt, now: int) -> Message:
    """`what` is ``daily`` or ``refill``: what was given, and when it can be claimed again."""
    numbers: dict[str, int | str] = {"chips": receipt.chips, "balance": receipt.balance}
    lines = [Line(role=Role.RESULT, pieces=(Text(key=f"bank.claimed_{what}", numbers=numbers),))]
    if receipt.when > now:
        lines.append(_note("bank.next", **span(receipt.when - now)))
    return Message(lines=tuple(lines))


def sent_message(receipt: Receipt, to: Name, now: int) -> Message:
    """A transfer is on its way."""
    sent = (Text(key="bank.sent", numbers={"chips": receipt.chips}), to)
    lines = (
        Line(role=Role.RESULT, pieces=sent),
        _note("bank.arrives", **span(receipt.when - now)),
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
    """What administrators did at the bank, newest first: when, who, what, to whose account, which rules to what."""
    if not deeds:
        return ()
    lines = [Line(role=Role.NOTE, pieces=(Text(key="bank.deeds", strong=True),))]
    for deed in deeds:
        did = Text(key=f"bank.deed.{deed.why}", numbers={"chips": abs(deed.chips)})
        whom = (names[deed.player],) if deed.player in names else ()
        changes = _changes(deed) if deed.why == Why.RULES else ()
        pieces = (_ago(now - deed.at), DOT, names[deed.by], did, *whom, *changes)
        lines.append(Line(role=Role.LOG, pieces=pieces))
    return tuple(lines)


def send_lines(sends: Sequence[LedgerEntry], names: Mapping[PlayerId, Name], now: int) -> tuple[Line, ...]:
    """What players sent one another, newest first: when, who, how many, to whom."""
    if not sends:
        return ()
    lines = [Line(role=Role.NOTE, pieces=(Text(key="bank.sends", strong=True),))]
    for one in sends:
        sent = (names[one.player], *_sent(one, names, chips=abs(one.chips)))
        lines.append(Line(role=Role.LOG, pieces=(_ago(now - one.at), DOT, *sent)))
    return tuple(lines)


def way_lines(
    way: Sequence[OnTheWay], player: PlayerId, names: Mapping[PlayerId, Name], now: int
) -> tuple[Line, ...]:
    """What is on its way to the player and from them, with when it arrives; what should have waits to be let go on."""
    lines = []
    for one in way:
        key, other = ("coming", one.sender) if one.to == player else ("going", one.to)
        late = one.arrives <= now
        numbers: dict[str, int | str] = {"chips": one.chips, **({} if late else span(one.arrives - now))}
        said = Text(key=f"bank.{key}_held" if late else f"bank.{key}", numbers=numbers)
        lines.append(Line(role=Role.NOTE, pieces=(said, names[other])))
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
    """The chips, why, to or from whom, in which hand of a table, by whom if that was somebody else, and how long ago;
    of chips that came back, if nobody stood up."""
    lent = entry.why == Why.REFILL and entry.by == HOUSE
    why: tuple[Piece, ...] = (Text(key="bank.lent_entry" if lent else f"why.{entry.why}"),)
    if entry.why == Why.SENT:
        why = _sent(entry, names)
    elif entry.why == Why.RECEIVED and entry.by in names:
        why = (Text(key="bank.received_from"), names[entry.by])
    pieces = (Chips(amount=entry.chips, signed=True), *why) if entry.chips else why
    if entry.hand_no:
        pieces = (*pieces, DOT, Text(key="title.hand", numbers={"hand_no": entry.hand_no}))
    if entry.by == HOUSE and entry.why == Why.CASH_OUT:
        pieces = (*pieces, DOT, Text(key="bank.by_house"))
    if entry.why in _BY_OTHERS and entry.by in names:
        pieces = (*pieces, DOT, Text(key="bank.by"), names[entry.by])
    return (*pieces, DOT, _ago(now - entry.at))


def _sent(entry: LedgerEntry, names: Mapping[PlayerId, Name], *, chips: int = 0) -> tuple[Piece, ...]:
    """Sent (so many `chips`, where they are not said already), and to whom, which entries of old do not say."""
    to = names.get(PlayerId(entry.note))
    if chips:
        return (Text(key="bank.deed.sent", numbers={"chips": chips}), *(() if to is None else (to,)))
    return (Text(key="why.sent"),) if to is None else (Text(key="bank.sent_to"), to)


def _changes(deed: LedgerEntry) -> tuple[Piece, ...]:
    """Each rule that was changed, as it is typed, from what to what."""
    pieces: tuple[Piece, ...] = ()
    for name, old, new in read_changes(deed.note):
        numbers: dict[str, int | str] = {"old": old, "new": new}
        if name in _SWITCHES:
            numbers = {which: "@switch.on" if on else "@switch.off" for which, on in numbers.items()}
        rule = Code(text=f"{_TYPED.get(name, name)}=", option=True)
        pieces = (*pieces, DOT, rule, Text(key="bank.rule_change", numbers=numbers))
    return pieces


def _claims(found: Standing, daily_at: int, here: TableId | None) -> tuple[list[Line], list[Choice]]:
    """What can be claimed now and later, with buttons for what can."""
    rules, now = found.rules, found.now
    lines, row = [_daily_line(found.account, rules, now, daily_at)], []
    if daily_at <= now:
        row.append(_choice(ChoiceName.DAILY, here, look=Look.PRIMARY))
    if found.refill_from is not None and found.refill_from > now:
        lines.append(_note("bank.refill_later", chips=rules.refill, **span(found.refill_from - now)))
    elif found.refill_from is not None:
        lines.append(_note("bank.refill_from", chips=rules.refill))
        row.insert(0, _choice(ChoiceName.REFILL, here))
    return lines, row


def _at_table(one: SeatedAt, here: TableId | None) -> Line:
    if one.table == here:
        return _note("bank.at_table", chips=one.chips)
    there = Place(room=one.room, name=one.name)
    return Line(role=Role.NOTE, pieces=(Text(key="bank.at_other", numbers={"chips": one.chips}), there))


def _ago(ms: int) -> Text:
    for unit, length in _UNITS:
        if ms >= length:
            return Text(key=f"ago.{unit}", numbers={"count": ms // length})
    return Text(key="ago.now")


def _daily_line(account: Account, rules: BankRules, now: int, daily_at: int) -> Line:
    if daily_at <= now:
        return _note("bank.daily_ready", chips=rules.daily)
    key = "bank.daily_later" if account.daily else "bank.daily_first"
    return _note(key, chips=rules.daily, **span(daily_at - now))


def _note(key: str, **numbers: int | str) -> Line:
    return Line(role=Role.NOTE, pieces=(Text(key=key, numbers={**numbers}),))
