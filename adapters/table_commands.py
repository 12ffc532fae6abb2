"""The commands around the hands: open a table and run it, sit and leave, choose a language, look things up."""

from dataclasses import replace

from adapters import amounts, render
from adapters.asking import Asked, said
from adapters.bank_commands import lent_lines
from adapters.care_commands import require_no_break
from adapters.link_commands import open_here, rooms_beside
from adapters.menu import find
from adapters.messages import Attachment, Choice, ChoiceName, Locale, Look, Message, Name, Text
from adapters.stakes import table_options
from adapters.texts import say
from core.actions import (
    ComeBack,
    DismissComputers,
    Leave,
    OpenTable,
    Opponent,
    SeatComputer,
    SetPhrase,
    Sit,
    SitOut,
    StartPlay,
    Temper,
)
from core.cardroom.hosts import require_host
from core.cardroom.seating import check_computers
from core.cardroom.table import seat_of, taken
from core.commits import Keeping
from core.host_actions import CloseTable
from core.ids import PlayerId, SeatNo, TableId
from core.options import MOST_SEATS
from core.poker.exports import BadNotation, ExportForm
from core.refusals import Reason, Refused
from core.side_actions import AwayWhen
from core.sight import public_view

COMPUTER_NAMES = 12
"""Names of computer opponents in the locales."""
OWN_NAMES = {Locale.EN: "English", Locale.ZH_HANT: "繁體中文", Locale.ZH_HANS: "简体中文"}
"""What the languages are called by those who speak them."""


async def open_table(asked: Asked) -> Message | None:
    """Open a table, in the linked rooms too; whoever asks becomes its host."""
    await require_no_break(asked)
    request, house = asked.request, asked.house
    beside, table = await rooms_beside(asked)
    if table is not None:
        return await open_here(asked, table)
    community = await house.community_of(request.room)
    action = OpenTable(
        by=request.player,
        host_name=request.name,
        table=house.new_table_id(community),
        community=community,
        room=request.room,
        name=asked.given.get("name") or say(request.locale, "table.usual_name"),
        options=table_options(asked.given),
        also=beside,
        chance=house.chance(),
    )
    await house.dealer.open(action, request.request_id)
    return said(Text(key="link.opened_in_all")) if beside else None


async def join(asked: Asked) -> Message:
    """Sit down."""
    chips, seat = asked.given.get("chips"), asked.given.get("seat")
    view = await asked.view(held=True)
    options, buy_in = view.options, None
    if chips is not None:
        biggest = max((one.stack for one in view.seats), default=0) if options.match_stack else 0
        low, high = options.min_buy_in, max(options.max_buy_in, biggest)
        buy_in = amounts.parse_chips(chips, minimum=low, maximum=high, big_blind=options.big_blind)
    number = None if seat is None else SeatNo(amounts.parse_count(seat, 1, options.seats))
    request, post = asked.request, asked.given.get("blind") == "post"
    code = asked.given.get("code", "")
    after = await require_no_break(asked)
    await asked.act(
        Sit(
            by=request.player,
            name=request.name,
            seat=number,
            buy_in=buy_in,
            post=post,
            code=code,
            remind=after,
        )
    )
    view = await asked.view(held=True)
    mine = next((one for one in view.seats if one.seat == view.viewer), None)
    if mine is None:
        return said(Text(key="reply.left"))
    told = render.joined_message(view, mine)
    return replace(told, lines=(*told.lines, *await lent_lines(asked)))


async def leave(asked: Asked) -> Message:
    """Stand up."""
    await asked.act(Leave(by=asked.request.player))
    return said(Text(key="reply.left"))


async def sit_out(asked: Asked) -> Message:
    """Keep the seat and be dealt no more hands, from the next one or from the next big blind on."""
    at_blind = asked.given.get("when") == "blind"
    when = AwayWhen.NEXT_BLIND if at_blind else AwayWhen.NEXT_HAND
    await asked.act(SitOut(by=asked.request.player, when=when))
    return said(Text(key="reply.out_at_blind" if at_blind else "reply.sitting_out"))


async def back(asked: Asked) -> Message:
    """Be dealt in again; with missed blinds from the big blind on, or at once by posting them."""
    await require_no_break(asked)
    await asked.act(ComeBack(by=asked.request.player, post=asked.given.get("blind") == "post"))
    return render.back_message(await asked.view(held=True))


async def start(asked: Asked) -> None:
    """Draw for the button and deal."""
    await require_no_break(asked)
    await asked.act(StartPlay(by=await asked.by()))


async def stop(asked: Asked) -> Message:
    """Close the table, after this hand if one is being played."""
    table = await asked.table()
    await asked.act(CloseTable(by=await asked.by()))
    closed = (await asked.house.dealer.look(table, 0)).closed
    return said(Text(key="reply.stopped" if closed else "reply.stopping"))


async def dismiss(asked: Asked) -> Message:
    """Send the computer opponents away."""
    await asked.act(DismissComputers(by=await asked.by()))
    return said(Text(key="reply.dismissed"))


async def computer(asked: Asked) -> None:
    """Seat one computer opponent, or as many as asked for: all of them or none.

    Raises `Refused` COMPUTERS_OUT_OF_RANGE with how many can sit down.
    """
    await require_no_break(asked)
    by, table = await asked.by(), await asked.house.dealer.look(await asked.table(), 0)
    wanted = amounts.parse_count(asked.given.get("count", "1"), 1, table.options.seats - 1)
    if not 1 <= wanted <= MOST_SEATS:
        # More than can be asked for at all; of the others the rules say whether there are so many seats.
        require_host(table, by)
        check_computers(table, wanted, asked.house.events.now())
    first, *others = _opponents(asked, {seat.name for _, seat in taken(table)}, wanted)
    seats = SeatComputer(
        by=by, player=first.player, name=first.name, temper=first.temper, others=tuple(others)
    )
    await asked.act(seats)


def _opponents(asked: Asked, names: set[str], count: int) -> list[Opponent]:
    """Computer opponents with names that are not among these, of the temper asked for or of any."""
    known = [say(asked.request.locale, f"computer_name.{number}") for number in range(COMPUTER_NAMES)]
    free, tempers = [name for name in known if name not in names], list(Temper)
    first, found = int(asked.house.chance(), 16), list[Opponent]()
    for at in range(count):
        chance = asked.house.chance()
        temper = Temper(asked.given.get("temper", tempers[int(chance, 16) % len(tempers)]))
        name = free[(first + at) % len(free)]
        found.append(Opponent(player=PlayerId(f"computer:{chance[:12]}"), name=name, temper=temper))
    return found


async def cut(asked: Asked) -> Message:
    """Choose words for the cut of later hands; without any, say which they are now."""
    phrase = asked.given.get("phrase")
    if phrase is None:
        return said(Text(key="reply.phrase_now"), Name(name=(await asked.view(held=True)).phrase))
    await asked.act(SetPhrase(by=asked.request.player, phrase=phrase))
    return said(Text(key="reply.phrase"))


async def past_hand(asked: Asked) -> Message:
    """A finished hand with its record as a file: the one asked for, else the newest, of a closed table too.

    ``128.3`` is the third step of hand 128, which some button leads to, and ``128.phh`` the hand as such a file.
    """
    table, house = await asked.table_to_look_back_at(), asked.house
    last = await house.last_hand(table)
    if not last:
        raise Refused(Reason.NO_HAND_YET)
    typed, _, step = asked.given.get("number", "").partition(".")
    number = amounts.parse_count(typed, 1, last) if typed else last
    record = await house.record(table, number, asked.request.player) if 0 < number <= last else None
    if record is None:
        raise Refused(Reason.NO_SUCH_HAND, hand_no=number, last=last)
    form = asked.given.get("form") or (step if step in set(ExportForm) else "")
    if form:
        return render.file_message(table, number, await _file(asked, table, number, ExportForm(form)))
    if step and (at := amounts.parse_count(step)):
        steps = await house.steps(table, number, asked.request.player)
        return render.replay_message(table, number, steps, at)
    choices = (render.replay_choice(table, number, 1), *render.file_choices(table, number))
    files = (render.record_file(record),)
    return replace(render.hand_message(record), choices=(choices,), attachments=files)


async def _file(asked: Asked, table: TableId, number: int, form: ExportForm) -> Attachment:
    """Raises `Refused` CANNOT_EXPORT for a hand that the form has no words for."""
    try:
        found = await asked.house.exported(table, number, asked.request.player, form)
    except BadNotation as cannot:
        raise Refused(Reason.CANNOT_EXPORT, hand_no=number) from cannot
    if found is None:
        raise Refused(Reason.NO_SUCH_HAND, hand_no=number, last=number)
    return Attachment(name=found[0], content=found[1])


async def language(asked: Asked) -> Message:
    """A player's own language; and the room's when whoever administers it asks. Without a word, all of them."""
    typed = asked.given.get("language")
    if typed is None:
        return _languages(asked.request.locale)
    locale = Locale(typed)
    await asked.house.speak(asked.request.player, locale)
    if asked.request.host_powers:
        await asked.house.speak(asked.request.room, locale)
    return said(Text(key="reply.language", numbers={"language": f"@language.{locale}"}))


def _languages(now: Locale) -> Message:
    """The present one, and a button for each, in its own words: whoever cannot read the present one needs them."""
    row = tuple(
        Choice(
            name=ChoiceName.LANGUAGE,
            label=(Name(name=OWN_NAMES[locale]),),
            argument=locale.value,
            look=Look.PRIMARY if locale is now else Look.SECONDARY,
        )
        for locale in Locale
    )
    return replace(said(Text(key="reply.language", numbers={"language": f"@language.{now}"})), choices=(row,))


async def rules(asked: Asked) -> Message:
    """The rules of the game, and those of the room's table if there is one."""
    if await asked.table_if_any() is None:
        return render.rules_message()
    view = await asked.view(held=True)
    return render.rules_message(view.options, event=view.event is not None)


async def privacy(asked: Asked) -> Message:
    """What is kept of people, for how long, and how to have it deleted."""
    return render.privacy_message(Keeping())


async def help_(asked: Asked) -> Message:
    """The list of commands, those of a group, or all about one; what there is only to read is read at once."""
    word = asked.given.get("command")
    if word is None:
        return render.help_message()
    group = render.group_message(word.casefold())
    if group is not None:
        return group
    command = find(word)
    if command.name == "rules":
        return await rules(asked)
    if command.name == "privacy":
        return await privacy(asked)
    return render.command_message(command, asked.request.room.partition(":")[0])


async def table(asked: Asked) -> Message:
    """The table message once more, for the asker alone: whoever has no seat gets the buttons that are theirs."""
    now, player = await asked.house.dealer.look(await asked.table()), asked.request.player
    view = public_view(now)
    if seat_of(now, player) is not None:
        return render.table_message(view)
    return render.outsider_message(view, queued=any(one.player == player for one in now.queue))
