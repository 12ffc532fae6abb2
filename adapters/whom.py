"""Whom a request is about: somebody the platform says was pointed at, or somebody at the table by name or seat.

No id that is typed is ever believed, so nobody can be meant who is neither here nor known to the platform.
"""

from adapters.asking import Asked
from adapters.messages import Name
from core.cardroom.table import Table, taken
from core.ids import PlayerId
from core.refusals import Reason, Refused


async def whom(asked: Asked) -> Name | None:
    """The player who is meant, with their name; None when nobody was named. Raises `Refused` NO_SUCH_PLAYER."""
    typed, named = asked.given.get("player", ""), asked.request.named
    if named is not None and not (named.by_reply and typed):
        return Name(name=named.name, player=named.player)
    if not typed:
        return None
    table = await _table(asked)
    for seat, name, player in () if table is None else _there(table):
        if _bare(typed) in (_bare(name), str(seat)):
            return Name(name=name, player=player)
    raise Refused(Reason.NO_SUCH_PLAYER, asked=typed[:40])


async def someone(asked: Asked) -> tuple[PlayerId, Name]:
    """The same where somebody has to be named."""
    found = await whom(asked)
    if found is None or found.player is None:
        raise Refused(Reason.NO_SUCH_PLAYER, asked=asked.request.command[:40])
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


def _bare(name: str) -> str:
    return name.strip().removeprefix("@").casefold()
