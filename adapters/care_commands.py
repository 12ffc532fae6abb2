"""The commands by which players look after themselves: breaks, reminders, and what is kept about them."""

import json
import re
from contextlib import suppress
from typing import Final

from adapters.asking import Asked, said
from adapters.care_menu import SURE
from adapters.durations import span, span_of_minutes
from adapters.learning import learn_message
from adapters.messages import Attachment, Choice, ChoiceName, Code, Line, Look, Message, Role, Text
from core.actions import SitOut
from core.cardroom.table import Table, seat_at, seat_of
from core.cardroom.teller import wait_of
from core.ids import PlayerId
from core.personal import AGAIN_SECONDS, FORMER
from core.refusals import Reason, Refused
from core.side_actions import Buying, ChooseBuying, LeaveQueue, Remind

_SPAN: Final = re.compile(r"([1-9][0-9]{0,4})(m|min|分|分鐘|分钟|h|小時|小时|d|天|日|w|週|周)")
_MINUTES: Final = {
    **dict.fromkeys(("m", "min", "分", "分鐘", "分钟"), 1),
    **dict.fromkeys(("h", "小時", "小时"), 60),
    **dict.fromkeys(("d", "天", "日"), 24 * 60),
    **dict.fromkeys(("w", "週", "周"), 7 * 24 * 60),
}
BREAK_MINUTES: Final = (60, 365 * 24 * 60)
REMIND_MINUTES: Final = (15, 12 * 60)
OFF: Final = frozenset({"off", "關", "关", "0"})


async def require_no_break(asked: Asked) -> int:
    """Refuse ON_BREAK to whoever has asked to be kept from playing. Answers after how many minutes at a table the
    player wants to be told (0: never), which lies beside it."""
    standing = await asked.house.people.standing(asked.request.player)
    if standing.break_ms:
        raise Refused(Reason.ON_BREAK, **wait_of(standing.break_ms))
    return standing.remind


async def take_break(asked: Asked) -> Message:
    """Be kept from playing for a while; it can be made longer, and by nobody shorter."""
    minutes = _minutes(asked.given.get("span", ""), BREAK_MINUTES, Reason.BREAK_SPAN)
    left = await asked.house.people.take_break(asked.request.player, minutes * 60)
    await _play_no_more(asked)
    stands = left > (minutes + 1) * 60_000
    lines = [
        Text(key="care.break_stands" if stands else "care.break", numbers=span(left)),
        Text(key="care.break_means"),
    ]
    return Message(lines=tuple(Line(role=Role.NOTE, pieces=(text,)) for text in lines))


async def _play_no_more(asked: Asked) -> None:
    """Wherever the player is: dealt no more hands, no chips by themselves, no place in a queue."""
    house, player = asked.house, asked.request.player
    here = await asked.table_if_any()
    there = [one.table for one in await house.people.whereabouts(player)]
    for table in dict.fromkeys([*([] if here is None else [here]), *there]):
        # What was done meanwhile need not be done again.
        with suppress(Refused):
            for action in _ends(await house.dealer.look(table, 0), player):
                await house.dealer.act(table, action, f"{asked.request.request_id}:{action.kind}:{table}")


def _ends(table: Table, player: PlayerId) -> list[ChooseBuying | SitOut | LeaveQueue]:
    """What ends a player's part in a table, but for the hand that is being played."""
    number = seat_of(table, player)
    if number is None:
        return [LeaveQueue(by=player)] if any(one.player == player for one in table.queue) else []
    seat = seat_at(table, number)
    ends: list[ChooseBuying | SitOut | LeaveQueue] = []
    if seat.buying is not Buying.BY_HAND:
        ends.append(ChooseBuying(by=player, buying=Buying.BY_HAND))
    # Also of who was sat out for missing turns, and would be back with the next move.
    if not seat.sitting_out or seat.missed:
        ends.append(SitOut(by=player))
    return ends


async def remind(asked: Asked) -> Message:
    """Be told after so long at a table, or no longer."""
    typed = asked.given.get("after", "").casefold()
    minutes = 0 if typed in OFF else _minutes(typed, REMIND_MINUTES, Reason.REMIND_SPAN)
    player = asked.request.player
    await asked.house.people.remind(player, minutes)
    if await asked.table_if_any() is not None and (await asked.view(held=True)).viewer is not None:
        await asked.act(Remind(by=player, minutes=minutes))
    if not minutes:
        return said(Text(key="care.remind_off"))
    return said(Text(key="care.remind", numbers=span_of_minutes(minutes)))


async def my_data(asked: Asked) -> Message:
    """Everything that is kept about the asker, as a file for them alone. Refuses ASKED_LATELY."""
    people, player = asked.house.people, asked.request.player
    if not await people.may_look(player):
        raise Refused(Reason.ASKED_LATELY, seconds=AGAIN_SECONDS)
    kept = await people.everything(player)
    numbers: dict[str, int | str] = {
        "tables": len(kept["tables"]),
        "banks": len(kept["banks"]),
        "seasons": len(kept["seasons"]),
        "hands": sum(len(one["numbers"]) for one in kept["hands"]),
    }
    content = json.dumps(kept, ensure_ascii=False, indent=1).encode()
    return Message(
        lines=(
            Line(role=Role.TITLE, pieces=(Text(key="care.data", strong=True),)),
            Line(role=Role.NOTE, pieces=(Text(key="care.data_holds", numbers=numbers),)),
            Line(
                role=Role.NOTE,
                pieces=(Text(key="care.data_delete"), Code(text="forgetme", command=True)),
            ),
        ),
        attachments=(Attachment(name="riverbot-data.json", content=content),),
    )


async def forget_me(asked: Asked) -> Message:
    """Delete what is kept about the asker, once they have said that they are sure. Refuses STILL_THERE."""
    people, player = asked.house.people, asked.request.player
    for there in await people.whereabouts(player):
        raise Refused(Reason.STILL_THERE, name=there.name)
    if asked.given.get("sure") != SURE:
        return _question()
    anonymous = PlayerId(f"{FORMER}{asked.house.chance()[:12]}")
    await people.forget(player, anonymous, asked.request.request_id)
    keys = ("care.forgotten", "care.what_stays")
    return Message(lines=tuple(Line(role=Role.NOTE, pieces=(Text(key=key),)) for key in keys))


async def learn(asked: Asked) -> Message:
    """What newcomers can read; the buttons stay in one message where the room has a table."""
    return learn_message(asked.given.get("topic"), await asked.table_if_any())


def _question() -> Message:
    keys = ("care.forget_what", "care.what_stays")
    lines = [Line(role=Role.TITLE, pieces=(Text(key="care.forget", strong=True),))]
    lines += [Line(role=Role.NOTE, pieces=(Text(key=key),)) for key in keys]
    sure = Choice(
        name=ChoiceName.FORGET_ME,
        label=(Text(key="choice.forgetme"),),
        argument=SURE,
        look=Look.DANGER,
    )
    return Message(lines=tuple(lines), choices=((sure,),))


def _minutes(typed: str, bounds: tuple[int, int], reason: Reason) -> int:
    """``90m``, ``2h``, ``7d``, ``1w`` in minutes."""
    found = _SPAN.fullmatch(typed.strip().casefold())
    minutes = 0 if found is None else int(found[1]) * _MINUTES[found[2]]
    if not bounds[0] <= minutes <= bounds[1]:
        raise Refused(reason)
    return minutes
