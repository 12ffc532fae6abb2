"""Whom a request is about: somebody the platform says was pointed at, or somebody known here by name or seat.

No id that is typed is ever believed, so nobody can be meant who is neither here nor known to the platform.
"""

from adapters.asking import Asked, incomplete
from adapters.messages import Name
from core.cardroom.bank import is_computer
from core.cardroom.table import Table, taken
from core.ids import PlayerId
from core.personal import FORMER
from core.refusals import Reason, Refused


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
    for seat, name, player in () if table is None else _there(table):
        if _bare(typed) == str(seat):
            return Name(name=name, player=player)
    return await known_as(asked, typed)


async def known_as(asked: Asked, typed: str) -> Name:
    """The one person of that name among all who are known here: at the table, in its queue, dealt in to its last hand,
    having sat there before, sent away too, or having played in the community this season.

    Raises `Refused` NO_SUCH_PLAYER, and SEVERAL_PLAYERS as chips may hang on who is meant.
    """
    table = await _table(asked)
    meant = _bare(typed)
    found: dict[PlayerId, str] = {}
    for _, name, player in () if table is None else _there(table):
        if _bare(name) == meant:
            found.setdefault(player, name)
    for player, name in await _from_before(asked, table):
        if _bare(name) == meant and not is_computer(player) and not is_former(player):
            found.setdefault(player, name)
    if not found:
        raise Refused(Reason.NO_SUCH_PLAYER, asked=typed[:40])
    if len(found) > 1:
        raise Refused(Reason.SEVERAL_PLAYERS, asked=typed[:40])
    ((player, name),) = found.items()
    return Name(name=name, player=player)


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


def _there(table: Table) -> list[tuple[int | None, str, PlayerId]]:
    """Everybody at the table by seat and name, in the queue, or dealt in to its last hand."""
    known: list[tuple[int | None, str, PlayerId]] = [
        (number, seat.name, seat.player) for number, seat in taken(table)
    ]
    known += [(None, one.name, one.player) for one in table.queue]
    if table.deal is not None:
        known += [(None, one.name, one.player) for one in table.deal.seated]
    return known


async def _from_before(asked: Asked, table: Table | None) -> list[tuple[PlayerId, str]]:
    """Who has brought chips to the table, and who has played in its community this season."""
    house = asked.house
    community = await house.community_of(asked.request.room)
    sessions = () if table is None else await house.seasons.session(table.id)
    season = await house.seasons.called(community, house.season())
    return [*((one.account.player, one.name) for one in sessions), *season.items()]


def _bare(name: str) -> str:
    return name.strip().removeprefix("@").casefold()
