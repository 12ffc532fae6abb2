"""The commands of a community's bank: what one has, what can be claimed and sent, what its administrators may do."""

import re
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import replace
from typing import Final

from adapters import amounts, render_bank
from adapters.asking import Asked, incomplete
from adapters.care_commands import require_no_break
from adapters.messages import Line, Message, Name
from adapters.whom import names_of, someone, whom
from core.bank_book import LedgerEntry
from core.banking import Bank
from core.cardroom.bank import BankRules, Why
from core.cardroom.table import taken
from core.cardroom.teller import daily_from
from core.ids import HOUSE, CommunityId, PlayerId
from core.refusals import Reason, Refused
from core.store import StoreAway
from core.views import TableView

LISTED: Final = 12
"""Entries of an account in one message."""
LISTED_DEEDS: Final = 8
"""Deeds of administrators below the rules."""
LISTED_SENDS: Final = 6
"""Transfers below those."""
LISTED_WAY: Final = 5
"""Transfers that are on their way below a balance."""
_ENTRY: Final = re.compile(r"[0-9]{1,15}-[0-9]{1,6}")


async def balance(asked: Asked) -> Message:
    """What the asker has, here and at the room's table, and when there is more."""
    bank, community = await _own_bank(asked)
    player = asked.request.player
    found = await bank.standing(community, player)
    daily_at = daily_from(found.account, found.now, asked.request.created)
    table = await asked.table_if_any()
    break_ms = (await asked.house.people.standing(player)).break_ms
    told = render_bank.balance_message(found, daily_at, table, break_ms)
    return await _with_way(asked, community, told, found.now)


async def daily(asked: Asked) -> Message:
    """Today's chips; none for whoever is on a break."""
    await require_no_break(asked)
    bank, community = await _own_bank(asked)
    request = asked.request
    receipt = await bank.daily(community, request.player, request.request_id, request.created)
    return render_bank.claimed_message("daily", receipt, (await bank.look(community, request.player)).now)


async def refill(asked: Asked) -> Message:
    """Chips for whoever is broke; none for whoever is on a break."""
    await require_no_break(asked)
    bank, community = await _own_bank(asked)
    receipt = await bank.refill(community, asked.request.player, asked.request.request_id)
    now = (await bank.look(community, asked.request.player)).now
    return render_bank.claimed_message("refill", receipt, now)


async def send(asked: Asked) -> Message:
    """Chips for another player; none from whoever is on a break."""
    await require_no_break(asked)
    bank, community = await _own_bank(asked)
    to, name = await someone(asked)
    request = asked.request
    receipt = await bank.send(
        community, request.player, to, _chips(asked), request.request_id, request.created
    )
    return render_bank.sent_message(receipt, name, (await bank.look(community, request.player)).now)


async def grant(asked: Asked) -> Message:
    """Mint chips for a player."""
    bank, community = await _bank(asked)
    await _require_admin(asked, community)
    player, name = await someone(asked)
    by, request_id = asked.request.player, asked.request.request_id
    receipt = await bank.grant(community, player, _chips(asked), request_id, by=by, admin=True)
    return render_bank.done_message("grant", receipt, name)


async def take(asked: Asked) -> Message:
    """Burn chips of a player's wallet."""
    bank, community = await _bank(asked)
    await _require_admin(asked, community)
    player, name = await someone(asked)
    by, request_id = asked.request.player, asked.request.request_id
    receipt = await bank.take(community, player, _chips(asked), request_id, by=by, admin=True)
    return render_bank.done_message("take", receipt, name)


async def freeze(asked: Asked) -> Message:
    """Stop an account."""
    return await _freeze(asked, frozen=True)


async def unfreeze(asked: Asked) -> Message:
    """Let an account go on."""
    return await _freeze(asked, frozen=False)


async def bank_rules(asked: Asked) -> Message:
    """By what rules the bank goes, or other ones from now on."""
    bank, community = await _bank(asked)
    rules = await bank.rules(community)
    wanted = _wanted(asked, rules)
    if asked.given:
        await _require_admin(asked, community)
    if wanted == rules:
        return await _with_deeds(asked, community, render_bank.rules_message(rules, changed=False))
    by, request_id = asked.request.player, asked.request.request_id
    await bank.choose_rules(community, wanted, request_id, by=by, admin=True)
    return await _with_deeds(asked, community, render_bank.rules_message(wanted, changed=True))


async def account(asked: Asked) -> Message:
    """The newest entries of one's own account, or of another one for administrators; the id of an entry pages on."""
    bank, community = await _own_bank(asked)
    player, name, older = asked.request.player, None, asked.given.get("player", "")
    if _ENTRY.fullmatch(older):
        player = await bank.whose(community, older) or player
        name = (await _names(asked, (player,)))[player]
    else:
        older, name = "", await _meant(asked, community)
        player = player if name is None or name.player is None else name.player
    if player == asked.request.player:
        name = None
    else:
        await _require_admin(asked, community)
    found = await bank.look(community, player)
    entries = await bank.history(community, player, LISTED, older)
    if older and not entries:
        raise Refused(Reason.NO_SUCH_ENTRY)
    table = await asked.table_if_any()
    names = await _names(asked, (one for entry in entries for one in (entry.by, _sent_to(entry))))
    told = render_bank.account_message(found.accounts[0], name, (entries, names), found.now, table)
    return told if older else await _with_way(asked, community, told, found.now, player)


async def lent_lines(asked: Asked) -> tuple[Line, ...]:
    """That the house lent what the wallet lacked for the chips that the asker has just brought; else nothing.

    The chips are there already: nobody is refused because this cannot be read.
    """
    with suppress(StoreAway):
        bank, community = await _bank(asked)
        if chips := await bank.lent(community, asked.request.player):
            return (render_bank.lent_line(chips),)
    return ()


async def short_of_chips(asked: Asked, told: Message, view: TableView | None) -> Message:
    """The refusal of somebody who wanted to bring more chips to the table, or without one to a tournament, than they
    have, with what they can do."""
    bank, community = await _bank(asked)
    request = asked.request
    found = await bank.look(community, request.player)
    times = (found.now, daily_from(found.accounts[0], found.now, request.created))
    options = view.options if view is not None and asked.command == "join" else None
    table = None if view is None else view.table
    return render_bank.short_message(told, found.accounts[0], found.rules, times, table, options)


async def _bank(asked: Asked) -> tuple[Bank, CommunityId]:
    if PlayerId(asked.request.room) == asked.request.player:
        raise Refused(Reason.NO_TABLE)  # A private chat that belongs to no group.
    return asked.house.bank, await asked.house.community_of(asked.request.room)


async def _own_bank(asked: Asked) -> tuple[Bank, CommunityId]:
    """The same for somebody who asks about their own account: from now on others can mean them by their name."""
    bank, community = await _bank(asked)
    await bank.goes_by(community, asked.request.player, asked.request.name)
    return bank, community


async def _freeze(asked: Asked, *, frozen: bool) -> Message:
    bank, community = await _bank(asked)
    await _require_admin(asked, community)
    player, name = await someone(asked)
    by, request_id = asked.request.player, asked.request.request_id
    receipt = await bank.freeze(community, player, frozen, request_id, by=by, admin=True)
    return render_bank.done_message("freeze" if frozen else "unfreeze", receipt, name)


async def _require_admin(asked: Asked, community: CommunityId) -> None:
    """Whoever runs the server or the group. A web room has no such people: there the host of its table will do.

    Raises `Refused` ADMINS_ONLY.
    """
    if asked.request.host_powers:
        return
    if not community.startswith("web:") or await asked.table_if_any() is None:
        raise Refused(Reason.ADMINS_ONLY)
    view = await asked.view(held=True)
    if view.host != asked.request.player or view.community != community:
        raise Refused(Reason.ADMINS_ONLY)


async def _with_deeds(asked: Asked, community: CommunityId, told: Message) -> Message:
    """Below the rules, for those who may change them, what was done at this bank by hand."""
    try:
        await _require_admin(asked, community)
    except Refused:
        return told
    bank = asked.house.bank
    deeds = await bank.deeds(community, LISTED_DEEDS)
    sends = await bank.sends(community, LISTED_SENDS)
    now = (await bank.look(community, asked.request.player)).now
    people = (one for deed in (*deeds, *sends) for one in (deed.by, deed.player, _sent_to(deed)))
    names = await _names(asked, people)
    more = (*render_bank.deed_lines(deeds, names, now), *render_bank.send_lines(sends, names, now))
    return replace(told, lines=(*told.lines, *more))


async def _with_way(
    asked: Asked, community: CommunityId, told: Message, now: int, player: PlayerId | None = None
) -> Message:
    """With what is on its way to the player (the asker, unless another one is given) and from them."""
    player = player or asked.request.player
    way = (await asked.house.bank.on_the_way(community, player))[:LISTED_WAY]
    if not way:
        return told
    names = await _names(asked, (one for each in way for one in (each.sender, each.to)))
    return replace(told, lines=(*told.lines, *render_bank.way_lines(way, player, names, now)))


async def _meant(asked: Asked, community: CommunityId) -> Name | None:
    """Whose account is meant. Whoever may not see others' is not told either whether there is somebody of a name."""
    try:
        found = await whom(asked)
    except Refused as refused:
        if refused.reason in (Reason.NO_SUCH_PLAYER, Reason.SEVERAL_PLAYERS):
            await _require_admin(asked, community)
        raise
    return found


def _sent_to(entry: LedgerEntry) -> PlayerId:
    """To whom an entry says that it was sent; the house, which has no name, for all else and for those of old."""
    return PlayerId(entry.note) if entry.why == Why.SENT and entry.note else HOUSE


def _chips(asked: Asked) -> int:
    typed = asked.given.get("sum")
    if typed is None:
        raise incomplete(asked)
    return amounts.parse_number(typed)


def _wanted(asked: Asked, rules: BankRules) -> BankRules:
    def chips(name: str, now: int) -> int:
        typed = asked.given.get(name)
        if typed is None or typed == "0":
            return now if typed is None else 0
        return amounts.parse_number(typed)

    def on(name: str, now: bool) -> bool:
        typed = asked.given.get(name)
        return now if typed is None else typed == "on"

    return replace(
        rules,
        opening=chips("opening", rules.opening),
        daily=chips("daily", rules.daily),
        refill=chips("refill", rules.refill),
        send_most=chips("sendmost", rules.send_most),
        transfers=on("transfers", rules.transfers),
        many_tables=on("manytables", rules.many_tables),
    )


async def _names(asked: Asked, players: Iterable[PlayerId]) -> dict[PlayerId, Name]:
    """What these people go by: at the room's table, in their last hand of the season, when they last asked for their
    account, or as the platform mentions them.

    The house is left out: it has no name.
    """
    wanted = tuple(dict.fromkeys(one for one in players if one != HOUSE))
    known = await names_of(asked, wanted)
    if (table_id := await asked.table_if_any()) is not None:
        table = await asked.house.dealer.look(table_id, 0)
        known |= {seat.player: seat.name for _, seat in taken(table)}
        known |= {table.host: table.host_name}
    known[asked.request.player] = asked.request.name or known.get(asked.request.player, "")
    return {
        one: Name(name=known[one], player=one)
        if known.get(one)
        else Name(name=one.partition(":")[2], player=one, mention=True)
        for one in wanted
    }
