"""The commands of whoever runs a table: its host, or an administrator of the room. All others are told who is host."""

from typing import Final

from adapters import amounts, options_page, render_log
from adapters.asking import Asked, incomplete, said
from adapters.messages import Code, Message, Name, Text
from adapters.stakes import table_options
from adapters.whom import known_as, names_of
from core.cardroom.deeds import option_changes
from core.cardroom.hosts import not_the_host
from core.cardroom.table import Table, taken
from core.host_actions import ChangeOptions, HandOver, Kick, PauseTable, Reserve, SetCode
from core.ids import NAME_LENGTH, NAME_LETTERS, PlayerId, SeatNo
from core.refusals import Reason, Refused

LISTED_DEEDS: Final = 15


async def pause(asked: Asked) -> Message:
    """Deal no hand after this one."""
    await asked.act(PauseTable(by=await asked.by(), paused=True))
    return said(Text(key="host.paused"))


async def resume(asked: Asked) -> Message:
    """Deal on."""
    await asked.act(PauseTable(by=await asked.by(), paused=False))
    return said(Text(key="host.resumed"))


async def kick(asked: Asked) -> Message:
    """Send a player away, after the hand if they are in it."""
    seat = await _seat_meant(asked)
    await asked.act(Kick(by=await asked.by(), seat=seat))
    return said(Text(key="host.kicked", numbers={"seat": seat}))


async def keep(asked: Asked) -> Message:
    """Keep a seat, for somebody or for nobody."""
    seat, guest = await _seat_given(asked), asked.given.get("guest", "")
    kept_for = await _guest(asked, guest)
    if kept_for is None or kept_for.player is None:
        await asked.act(Reserve(by=await asked.by(), seat=seat))
        return said(Text(key="host.kept", numbers={"seat": seat}))
    name = "" if kept_for.mention else kept_for.name
    await asked.act(Reserve(by=await asked.by(), seat=seat, player=kept_for.player, name=name))
    return said(Text(key="host.kept_for", numbers={"seat": seat}), kept_for)


async def unkeep(asked: Asked) -> Message:
    """Open a seat that was kept."""
    seat = await _seat_given(asked)
    await asked.act(Reserve(by=await asked.by(), seat=seat, on=False))
    return said(Text(key="host.unkept", numbers={"seat": seat}))


async def private(asked: Asked) -> Message:
    """Let only those sit down who know a code: the one that is given, or a fresh one."""
    code = asked.given.get("door_code") or _fresh_code(asked.house.chance())
    await asked.act(SetCode(by=await asked.by(), code=code))
    return said(Text(key="host.private"), Code(text=f"join code={code}", command=True))


async def public(asked: Asked) -> Message:
    """Let everybody sit down."""
    await asked.act(SetCode(by=await asked.by(), code=""))
    return said(Text(key="host.public"))


async def hand_over(asked: Asked) -> Message:
    """Make somebody else at the table the host."""
    seat = await _seat_meant(asked)
    await asked.act(HandOver(by=await asked.by(), seat=seat))
    return said(Text(key="host.handed_over"), Name(name=(await asked.view(held=True)).host_name))


async def options(asked: Asked) -> Message:
    """A page of the table's rules for anybody; for the host with what changes them, or once they are changed."""
    given, asked.host_only = dict(asked.given), True
    place, pressed = options_page.place_of(given.pop("page", ""))
    if loose := given.pop("change", ""):
        raise Refused(Reason.UNKNOWN_OPTION, asked=loose[:40])
    table = await _table(asked)
    now = table.next_options or table.options
    wanted = now
    if given:
        wanted = table_options(given, now)
        place = options_page.page_of_first_change(now, wanted, place)
    elif pressed is not None:
        wanted = options_page.with_value(now, *pressed)
    changed = bool(given) or pressed is not None
    if changed:
        await asked.act(ChangeOptions(by=await asked.by(), options=wanted))
    changes = option_changes(now, wanted) if changed else None
    return options_page.options_message(
        await asked.view(held=True), place, runs_it=await _runs_it(asked), changes=changes
    )


async def log(asked: Asked) -> Message:
    """What was done to run the table, newest first."""
    table = await asked.house.dealer.look(await asked.table_to_look_back_at(), 0)
    if table.host != asked.request.player and not asked.request.host_powers:
        raise not_the_host(table)
    return render_log.log_message(table.name, await asked.house.logs.newest(table.id, LISTED_DEEDS))


async def _table(asked: Asked) -> Table:
    return await asked.house.dealer.look(await asked.table(), 0)


async def _runs_it(asked: Asked) -> bool:
    return asked.request.host_powers or (await _table(asked)).host == asked.request.player


async def _seat_given(asked: Asked) -> SeatNo:
    typed = asked.given.get("seat")
    if typed is None:
        raise incomplete(asked)
    return SeatNo(amounts.parse_count(typed, 1, len((await _table(asked)).seats)))


async def _seat_meant(asked: Asked) -> SeatNo:
    """The seat of that number, or of the player of that name. Raises `Refused` INCOMPLETE, NO_SUCH_PLAYER."""
    who = asked.given.get("who", "")
    if not who:
        raise incomplete(asked)
    return seat_of_name(await _table(asked), who)


def seat_of_name(table: Table, who: str) -> SeatNo:
    """The seat of that number, or of the player of that name. Raises `Refused` NO_SUCH_PLAYER."""
    if who.isascii() and who.isdigit() and len(who) < 3:
        return SeatNo(int(who))
    meant = _bare(who)
    found = [number for number, seat in taken(table) if _bare(seat.name) == meant]
    if not found:
        raise Refused(Reason.NO_SUCH_PLAYER, asked=who[:40])
    return found[0]


async def _guest(asked: Asked, who: str) -> Name | None:
    """Somebody who is known here by name, sent away or not, or whom the platform says was pointed at; None for nobody.

    On a platform that writes whom one mentions as ``<@123>``, anybody at all. Raises `Refused` NO_SUCH_PLAYER,
    SEVERAL_PLAYERS.
    """
    named = asked.request.named
    if named is not None and not (named.by_reply and who):
        return Name(name=named.name, player=named.player)
    if not who:
        return None
    platform = asked.request.player.partition(":")[0]
    mentioned = who.removeprefix("<@").removesuffix(">").lstrip("!")
    if who.startswith("<@") and mentioned.isascii() and mentioned.isdigit():
        player = PlayerId(f"{platform}:{mentioned}")
        name = (await names_of(asked, (player,))).get(player, "")
        return Name(name=name or mentioned, player=player, mention=not name)
    return await known_as(asked, who)


def _bare(name: str) -> str:
    return name.strip().removeprefix("@").casefold()


def _fresh_code(chance: str) -> str:
    drawn = int(chance, 16)
    return "".join(
        NAME_LETTERS[drawn // len(NAME_LETTERS) ** at % len(NAME_LETTERS)] for at in range(NAME_LENGTH)
    )
