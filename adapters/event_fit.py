"""What of a new tournament does not go together: refused with what would, so that nothing typed is passed over."""

from collections.abc import Mapping
from typing import Final

from core.cardroom.event_options import EntryRule, Kind, PayoutRule
from core.refusals import Reason, Refused

FREE: Final = frozenset({"0", "free", "freeroll", "免費", "免费"})
"""What a tournament costs that costs nothing."""
Given = Mapping[str, str]
"""What was typed, by the argument's name; choices as their values."""


def require_fitting(given: Given) -> None:
    """Raises `Refused` DOES_NOT_FIT of the first argument of `create` that says nothing beside the others."""
    for wrong, name, fit in (*_kind_faults(given), *_entry_faults(given), *_pay_faults(given)):
        if wrong and name in given:
            raise _unfit(given, name, fit)
    if {"minutes", "hands"} <= given.keys():
        raise _unfit(given, "minutes", "hands_or_minutes")
    if any(_is_nothing(part) for part in given.get("breaks", "").split("/")) and "/" in given["breaks"]:
        raise _unfit(given, "breaks", "breaks")


def with_ticket(given: Given, buy_in: int) -> dict[str, str]:
    """The same with the ticket's worth, which is the buy-in in chips of the tournament that it is for.

    Raises `Refused` DOES_NOT_FIT when something else was typed, and when that tournament is free to enter.
    """
    if not buy_in:
        raise _unfit(given, "satellite", "free")
    ticket = given.get("ticket", "").replace(",", "")
    if ticket.isascii() and ticket.isdecimal() and int(ticket[:15]) != buy_in:
        raise _unfit(given, "ticket", "ticket", chips=buy_in)
    return {**given, "ticket": given.get("ticket", str(buy_in))}


def _kind_faults(given: Given) -> tuple[tuple[bool, str, str], ...]:
    kind = given.get("kind", Kind.TABLES)
    rounds = kind != Kind.TABLES
    return (
        (rounds and given.get("entry") in (EntryRule.RE_ENTRY, EntryRule.REBUY), "entry", "one_entry"),
        (kind == Kind.BRACKET and given.get("seats") != "2", "seats", "bracket_seats"),
        (rounds and not _is_nothing(given.get("late", "")), "late", "no_late"),
    )


def _entry_faults(given: Given) -> tuple[tuple[bool, str, str], ...]:
    entry = given.get("entry", EntryRule.FREEZEOUT)
    return (
        (entry == EntryRule.FREEZEOUT, "entries", "entries"),
        (entry == EntryRule.RE_ENTRY and given.get("entries") == "1", "entries", "more_entries"),
        (entry != EntryRule.REBUY, "rebuys", "rebuys"),
        (_is_nothing(given.get("rebuys", "")), "rebuys", "more_rebuys"),
    )


def _pay_faults(given: Given) -> tuple[tuple[bool, str, str], ...]:
    payout, tickets = given.get("payout"), "satellite" in given
    free = given.get("buyin", "").casefold() in FREE
    return (
        (not tickets, "ticket", "satellite"),
        (payout == PayoutRule.TICKETS and not tickets, "payout", "satellite"),
        (tickets and payout != PayoutRule.TICKETS, "payout", "tickets"),
        (payout == PayoutRule.CUSTOM and "shares" not in given, "payout", "shares"),
        (payout not in (None, PayoutRule.CUSTOM) or tickets, "shares", "custom"),
        (given.get("knockout") is not None and _is_nothing(given.get("bounty", "")), "bounty", "knockout"),
        (free and not _is_nothing(given.get("bounty", "")), "bounty", "bounty"),
        (free, "knockout", "bounty"),
    )


def _is_nothing(typed: str) -> bool:
    return bool(typed.strip()) and not typed.strip().strip("0０")


def _unfit(given: Given, name: str, fit: str, **numbers: int) -> Refused:
    return Refused(Reason.DOES_NOT_FIT, asked=f"{name}={given[name][:30]}", fit=fit, **numbers)
