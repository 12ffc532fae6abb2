"""Linking rooms, so that one table is open in all of them: a code made in one room is typed in the other."""

from typing import Final

from adapters.asking import Asked, said
from adapters.messages import Code, Message, Text
from core.actions import CloseIn, OpenIn
from core.cardroom.rooms import MOST_ROOMS
from core.ids import HOUSE, RoomId, TableId
from core.links import CODE_SECONDS, Offer, natural_community
from core.refusals import Reason, Refused

_LETTERS: Final = "23456789abcdefghjkmnpqrstuvwxyz"
"""None that is easily read as another one."""
_LENGTH: Final = 6


async def link(asked: Asked) -> Message:
    """Without a code: make one. With one: link this room with that of the code, and open the other's table here."""
    _require_powers(asked)
    code = asked.given.get("link_code")
    if code is None:
        return await _offer(asked)
    request = asked.request
    offer = await asked.house.links.link(_home(asked), code.casefold(), MOST_ROOMS)
    table = await _first_table(asked, (offer.room, offer.home))
    if table is None:
        return said(Text(key="link.linked"))
    try:
        await asked.house.dealer.act(table, OpenIn(by=HOUSE, room=request.room), request.request_id)
    except Refused as refused:
        if refused.reason is Reason.DEALER_AWAY:
            raise
        return said(Text(key="link.linked"))
    return said(Text(key="link.linked"), Text(key="link.open_here"))


async def unlink(asked: Asked) -> Message:
    """Take the table out of this room and open later ones apart."""
    _require_powers(asked)
    request, house, home = asked.request, asked.house, _home(asked)
    table = await asked.table_if_any()
    await house.links.unlink(home)
    if table is not None:
        try:
            await house.dealer.act(table, CloseIn(by=HOUSE, room=request.room), request.request_id)
        except Refused as refused:
            if refused.reason is Reason.DEALER_AWAY:
                raise
            return said(Text(key="link.unlinked"))
        await house.links.come_home(home)
    return said(Text(key="link.unlinked"), *([] if table is None else [Text(key="link.left")]))


async def rooms_beside(asked: Asked) -> tuple[tuple[RoomId, ...], TableId | None]:
    """The rooms that a new table opens in beside its own, and the table that is open there already, if one is."""
    home = _home(asked)
    await asked.house.links.come_home(home)
    beside = await asked.house.links.together(home)
    return beside, await _first_table(asked, beside)


async def open_here(asked: Asked, table: TableId) -> Message:
    """The table of the linked rooms comes back to a room that had lost it. Raises `Refused` TABLE_EXISTS."""
    room, house = asked.request.room, asked.house
    known = await house.dealer.look(table, 0)
    if any(natural_community(one) == natural_community(room) for one in known.rooms):
        raise Refused(Reason.TABLE_EXISTS, name=known.name)
    await house.dealer.act(table, OpenIn(by=HOUSE, room=room), asked.request.request_id)
    return said(Text(key="link.opened_here"))


async def _offer(asked: Asked) -> Message:
    """The code, in the asker's own language and for their eyes."""
    house = asked.house
    drawn = int(house.chance(), 16)
    code = "".join(_LETTERS[drawn // len(_LETTERS) ** at % len(_LETTERS)] for at in range(_LENGTH))
    await house.links.offer(code, Offer(home=_home(asked), room=asked.request.room))
    how = Text(key="link.code", numbers={"minutes": CODE_SECONDS // 60})
    return said(Text(key="link.shares"), how, Code(text=code))


async def _first_table(asked: Asked, rooms: tuple[RoomId, ...]) -> TableId | None:
    for room in rooms:
        table = await asked.house.table_in(room, await asked.house.community_of(room))
        if table is not None:
            return table
    return None


def _home(asked: Asked) -> RoomId:
    return asked.request.home or asked.request.room


def _require_powers(asked: Asked) -> None:
    """Linked rooms share a bank and each other's administrators: that is not for the host of a table to give away."""
    if not asked.request.host_powers:
        raise Refused(Reason.LINK_ADMIN_ONLY)
