"""Whom a request is about: somebody the platform says was pointed at, or somebody known here by name or seat.

No id that is typed is ever believed, so nobody can be meant who is neither here nor known to the platform: the end of
one only tells apart people of the same name.
"""

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Final

from adapters.asking import Asked, incomplete
from adapters.messages import Name
from adapters.render_refused import ID_MARK
from core.cardroom.bank import is_computer
from core.cardroom.table import Table, taken
from core.ids import PlayerId
from core.personal import FORMER
from core.refusals import Reason, Refused
from core.store import StoreAway

_END: Final = 4
"""Characters of an id that tell people apart, at the least."""
_MOST_WAYS: Final = 8
"""Of several people of one name that are told apart."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Known:
    """Somebody who can be meant."""

    player: PlayerId
    name: str
    seat: int | None = None


async def whom(asked: Asked) -> Name | None:
    """The player who is meant, with their name; None when nobody was named.

    Raises `Refused` NO_SUCH_PLAYER and SEVERAL_PLAYERS.
    """
    typed, named = asked.given.get("player", ""), asked.request.named
    if named is not None and not (named.by_reply and typed):
        return Name(name=named.name, player=named.player)
    if not typed:
        return None
    table = await _table(asked)
    for one in () if table is None else _there(table):
        if _bare(typed) == str(one.seat):
            return Name(name=one.name, player=one.player)
    return await known_as(asked, typed)


async def known_as(asked: Asked, typed: str) -> Name:
    """The one person of that name among all who are known here: at the table, in its queue, dealt in to its last hand,
    having sat there before, sent away too; in the room now, where everybody there is shown to everybody; at another
    table of the community, having played there this season, or having asked for their account.

    Raises `Refused` NO_SUCH_PLAYER, and SEVERAL_PLAYERS as chips may hang on who is meant, with what tells them apart.
    """
    known = await _everybody(asked)
    platform = asked.request.room.partition(":")[0]
    found = _of_name(known, typed)
    if not found and ID_MARK in typed:
        name, _, end = typed.rpartition(ID_MARK)
        found = [one for one in _of_name(known, name) if len(end) >= _END and one.player.endswith(end)]
    if not found:
        raise Refused(Reason.NO_SUCH_PLAYER, asked=typed[:40], on=platform)
    if len(found) > 1:
        ways = _ways(found, ids=platform == "web")
        raise Refused(Reason.SEVERAL_PLAYERS, asked=typed[:40], on=platform, ways=ways)
    return Name(name=found[0].name, player=found[0].player)


async def names_of(asked: Asked, players: Sequence[PlayerId]) -> dict[PlayerId, str]:
    """What these went by when they last asked for their account, or else in their last hand of the season; those who
    did neither are left out."""
    house = asked.house
    community = await house.community_of(asked.request.room)
    known: dict[PlayerId, str] = {}
    with suppress(StoreAway):
        known = await house.bank.names(community, players)
    return known | await house.seasons.names(community, house.season(), players)


def is_former(player: PlayerId) -> bool:
    """Whether these are the sums of somebody who was forgotten."""
    return player.startswith(FORMER)


async def someone(asked: Asked) -> tuple[PlayerId, Name]:
    """The same where somebody has to be named."""
    found = await whom(asked)
    if found is None or found.player is None:
        raise incomplete(asked)
    return found.player, found


async def _table(asked: Asked) -> Table | None:
    try:
        return await asked.house.dealer.look(await asked.table_to_look_back_at(), 0)
    except Refused as refused:
        if refused.reason is Reason.DEALER_AWAY:
            raise
        return None


def _there(table: Table) -> list[_Known]:
    """Everybody at the table by seat and name, in the queue, or dealt in to its last hand."""
    known = [_Known(seat=number, name=seat.name, player=seat.player) for number, seat in taken(table)]
    known += [_Known(name=one.name, player=one.player) for one in table.queue]
    if table.deal is not None:
        known += [_Known(name=one.name, player=one.player) for one in table.deal.seated]
    return known


async def _everybody(asked: Asked) -> list[_Known]:
    """Who can be meant by a name, those at the table first. Computers and the forgotten only while they are there."""
    house, table = asked.house, await _table(asked)
    community = await house.community_of(asked.request.room)
    sessions = () if table is None else await house.seasons.session(table.id)
    season = await house.seasons.called(community, house.season())
    around: list[tuple[PlayerId, str]] = [
        *((one.account.player, one.name) for one in sessions),
        *house.here(asked.request.room),
        *season.items(),
        *await _with_accounts(asked),
    ]
    people = [
        _Known(name=name, player=player)
        for player, name in around
        if not is_computer(player) and not is_former(player)
    ]
    return [*(() if table is None else _there(table)), *people]


async def _with_accounts(asked: Asked) -> list[tuple[PlayerId, str]]:
    """Who has asked for an account of the community's bank, or sits at one of its tables. None when that is not to be
    read: what is done with chips is refused then anyway."""
    house = asked.house
    try:
        community = await house.community_of(asked.request.room)
        names = list((await house.bank.called(community)).items())
        for table in await house.bank.tables(community):
            names += [(one.player, one.name) for one in _there(table)]
    except StoreAway:
        return []
    return names


def _of_name(known: list[_Known], typed: str) -> list[_Known]:
    """Those of that name, each once."""
    found: dict[PlayerId, _Known] = {}
    for one in known:
        if one.name and _bare(one.name) == _bare(typed):
            found.setdefault(one.player, one)
    return list(found.values())


def _ways(found: list[_Known], *, ids: bool) -> str:
    """What tells these people apart: the number of a seat, and with `ids` the end of an id."""
    length = _END
    while len({one.player[-length:] for one in found}) < len(found):
        length += 1
    ways = [
        str(one.seat) if one.seat is not None else f"{ID_MARK}{one.player[-length:]}"
        for one in found[:_MOST_WAYS]
        if ids or one.seat is not None
    ]
    return " ".join(ways)


def _bare(name: str) -> str:
    return name.strip().removeprefix("@").casefold()
