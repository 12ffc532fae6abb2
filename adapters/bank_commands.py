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
from adapters.whom import someone, whom
from core.banking import Bank
from core.cardroom.bank import BankRules
from core.cardroom.table import taken
from core.cardroom.teller import chips_of, daily_from
from core.ids import HOUSE, CommunityId, PlayerId, TableId
from core.refusals import Reason, Refused
from core.store import StoreAway
from core.views import TableView

LISTED: Final = 12
"""Entries of an account in one message."""
LISTED_DEEDS: Final = 8
"""Deeds of administrators below the rules."""
_ENTRY: Final = re.compile(r"[0-9]{1,15}-[0-9]{1,6}")


async def balance(asked: Asked) -> Message:
    """What the asker has, here and at the room's table, and when there is more."""
    bank, community = await _bank(asked)
    found = await bank.look(community, asked.request.player)
    account = found.accounts[0]
    daily_at = daily_from(account, found.now, asked.request.created)
    table = await asked.table_if_any()
    there = None if table is None else await _at_table(asked, table)
    return render_bank.balance_message(account, found.rules, (found.now, daily_at), there, table)


async def daily(asked: Asked) -> Message:
    """Today's chips; none for whoever is on a break."""
    await require_no_break(asked)
    bank, community = await _bank(asked)
    request = asked.request
    receipt = await bank.daily(community, request.player, request.request_id, request.created)
    return render_bank.claimed_message("daily", receipt, (await bank.look(community, request.player)).now)


async def refill(asked: Asked) -> Message:
    """Chips for whoever is broke; none for whoever is on a break."""
    await require_no_break(asked)
    bank, community = await _bank(asked)
    receipt = await bank.refill(community, asked.request.player, asked.request.request_id)
    now = (await bank.look(community, asked.request.player)).now
    return render_bank.claimed_message("refill", receipt, now)


async def send(asked: Asked) -> Message:
    """Chips for another player; none from whoever is on a break."""
    await require_no_break(asked)
    bank, community = await _bank(asked)
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
    bank, community = await _bank(asked)
    player, name, older = asked.request.player, None, asked.given.get("player", "")
    if _ENTRY.fullmatch(older):
        player = await bank.whose(community, older) or player
        name = None if player == asked.request.player else Name(name=await _name(asked, community, player))
    else:
        older, name = "", await whom(asked)
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
    names = await _names(asked, community, (entry.by for entry in entries))
    return render_bank.account_message(found.accounts[0], name, (entries, names), found.now, table)


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
    now = (await bank.look(community, asked.request.player)).now
    names = await _names(asked, community, (one for deed in deeds for one in (deed.by, deed.player)))
    return replace(told, lines=(*told.lines, *render_bank.deed_lines(deeds, names, now)))


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


async def _at_table(asked: Asked, table_id: TableId) -> int | None:
    """The asker's chips at the table; None when they have no seat there."""
    table = await asked.house.dealer.look(table_id, 0)
    seated = any(seat is not None and seat.player == asked.request.player for seat in table.seats)
    return chips_of(table, asked.request.player) if seated else None


async def _name(asked: Asked, community: CommunityId, player: PlayerId) -> str:
    """What a player went by in their last hand of the season, else as the platform numbers them."""
    names = await asked.house.seasons.names(community, asked.house.season(), (player,))
    return names.get(player, player.partition(":")[2])


async def _names(asked: Asked, community: CommunityId, players: Iterable[PlayerId]) -> dict[PlayerId, Name]:
    """What these people go by: at the room's table, in their last hand of the season, or as the platform mentions them.

    The house is left out: it has no name.
    """
    wanted = tuple(dict.fromkeys(one for one in players if one != HOUSE))
    known = dict(await asked.house.seasons.names(community, asked.house.season(), wanted))
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
