"""The commands around the hands: open a table and run it, sit and leave, choose a language, look things up."""

from adapters import amounts, render
from adapters.asking import Asked, said
from adapters.menu import find
from adapters.messages import Chips, Locale, Message, Name, Text
from adapters.stakes import table_options
from adapters.texts import say
from core.actions import (
    CloseTable,
    ComeBack,
    DismissComputers,
    Leave,
    OpenTable,
    SeatComputer,
    SetPhrase,
    Sit,
    SitOut,
    StartPlay,
    Temper,
)
from core.ids import PlayerId, SeatNo
from core.refusals import Reason, Refused
from core.sight import public_view
from core.views import Phase

COMPUTER_NAMES = 12
"""Names of computer opponents in the locales."""


async def open_table(asked: Asked) -> None:
    """Open a table; whoever asks becomes its host."""
    request, house = asked.request, asked.house
    community = house.community_of(request.room)
    action = OpenTable(
        by=request.player,
        host_name=request.name,
        table=house.new_table_id(community),
        community=community,
        room=request.room,
        name=asked.given.get("name") or say(request.locale, "table.usual_name"),
        options=table_options(asked.given),
        chance=house.chance(),
    )
    await house.dealer.open(action, request.request_id)


async def join(asked: Asked) -> Message:
    """Sit down."""
    chips, seat = asked.given.get("chips"), asked.given.get("seat")
    options = (await asked.view(held=True)).options
    buy_in = None
    if chips is not None:
        low, high = options.min_buy_in, options.max_buy_in
        buy_in = amounts.parse_chips(chips, minimum=low, maximum=high, big_blind=options.big_blind)
    number = None if seat is None else SeatNo(amounts.parse_count(seat))
    request = asked.request
    await asked.act(Sit(by=request.player, name=request.name, seat=number, buy_in=buy_in))
    view = await asked.view(held=True)
    mine = next((one for one in view.seats if one.seat == view.viewer), None)
    if mine is None:
        return said(Text(key="reply.left"))
    return said(Text(key="reply.joined", numbers={"seat": mine.seat}), Chips(amount=mine.stack))


async def leave(asked: Asked) -> Message:
    """Stand up."""
    await asked.act(Leave(by=asked.request.player))
    return said(Text(key="reply.left"))


async def sit_out(asked: Asked) -> Message:
    """Keep the seat and be dealt no more hands."""
    await asked.act(SitOut(by=asked.request.player))
    return said(Text(key="reply.sitting_out"))


async def back(asked: Asked) -> Message:
    """Be dealt in again."""
    await asked.act(ComeBack(by=asked.request.player))
    return said(Text(key="reply.back"))


async def start(asked: Asked) -> None:
    """Draw for the button and deal."""
    await asked.act(StartPlay(by=await asked.by()))


async def stop(asked: Asked) -> Message:
    """Close the table after this hand."""
    await asked.act(CloseTable(by=await asked.by()))
    return said(Text(key="reply.stopping"))


async def dismiss(asked: Asked) -> Message:
    """Send the computer opponents away."""
    await asked.act(DismissComputers(by=await asked.by()))
    return said(Text(key="reply.dismissed"))


async def computer(asked: Asked) -> None:
    """Seat one computer opponent, or as many as asked for and there are seats."""
    view = await asked.view(held=True)
    free = view.options.seats - len(view.seats)
    wanted = amounts.parse_count(asked.given.get("count", "1"))
    for part in range(max(1, min(wanted, free))):
        await asked.act(await _opponent(asked), part)


async def _opponent(asked: Asked) -> SeatComputer:
    """A computer opponent with a name that nobody at the table has, of the temper asked for or of any."""
    taken = {seat.name for seat in (await asked.view(held=True)).seats}
    names = [say(asked.request.locale, f"computer_name.{number}") for number in range(COMPUTER_NAMES)]
    chance = asked.house.chance()
    draw = int(chance, 16)
    free = [name for name in names if name not in taken]
    tempers = list(Temper)
    return SeatComputer(
        by=await asked.by(),
        player=PlayerId(f"computer:{chance[:12]}"),
        name=free[draw % len(free)],
        temper=Temper(asked.given.get("temper", tempers[draw // COMPUTER_NAMES % len(tempers)])),
    )


async def cut(asked: Asked) -> Message:
    """Choose words for the cut of later hands; without any, say which they are now."""
    phrase = asked.given.get("phrase")
    if phrase is None:
        return said(Text(key="reply.phrase_now"), Name(name=(await asked.view(held=True)).phrase))
    await asked.act(SetPhrase(by=asked.request.player, phrase=phrase))
    return said(Text(key="reply.phrase"))


async def past_hand(asked: Asked) -> Message:
    """A finished hand: the one asked for, else the newest."""
    view = await asked.view()
    over = view.phase in (Phase.WAITING, Phase.BETWEEN_HANDS, Phase.CLOSED)
    last = view.turn.hand_no if over else view.turn.hand_no - 1
    number = amounts.parse_count(asked.given["number"]) if "number" in asked.given else last
    record = (
        await asked.house.record(view.table, number, asked.request.player) if 0 < number <= last else None
    )
    if record is None:
        raise Refused(Reason.NO_SUCH_HAND, hand_no=number, last=max(0, last))
    return render.hand_message(record)


async def language(asked: Asked) -> Message:
    """A player's own language; and the room's when whoever administers it asks."""
    typed = asked.given.get("language")
    if typed is None:
        raise Refused(Reason.UNKNOWN_COMMAND, asked=asked.request.command[:40])
    locale = Locale(typed)
    await asked.house.speak(asked.request.player, locale)
    if asked.request.host_powers:
        await asked.house.speak(asked.request.room, locale)
    return said(Text(key="reply.language", numbers={"language": f"@language.{locale}"}))


async def rules(asked: Asked) -> Message:
    """The rules of the game, and those of the room's table if there is one."""
    here = await asked.table_if_any()
    return render.rules_message(None if here is None else (await asked.view(held=True)).options)


async def help_(asked: Asked) -> Message:
    """The list of commands, or all about one."""
    word = asked.given.get("command")
    return render.help_message() if word is None else render.command_message(find(word))


async def table(asked: Asked) -> Message:
    """The table message once more, for the asker alone."""
    return render.table_message(public_view(await asked.house.dealer.look(await asked.table())))
