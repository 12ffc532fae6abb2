"""The commands of a player's seat: chips, blinds owed, the queue, side games, moves chosen ahead, and cards afterwards.

What a button shows by itself is not answered; what is typed is.
"""

from dataclasses import replace

from adapters import amounts, render
from adapters.asking import Asked, said
from adapters.bank_commands import lent_lines
from adapters.care_commands import require_no_break
from adapters.host_commands import seat_of_name
from adapters.messages import Message, Text
from core.actions import ComeBack
from core.ids import SeatNo
from core.side_actions import (
    AddChips,
    AskToShow,
    Buying,
    ChooseBuying,
    ChooseSevenDeuce,
    ChooseStraddle,
    HuntRabbit,
    LeaveQueue,
    Plan,
    Prepare,
    Queue,
    ShowAfter,
    ShowPart,
    VoteAway,
    VoteBombPot,
)
from core.views import SeatView, TableView

USUAL_STACK = 100
"""Big blinds that a stack is filled up to when nobody says how many chips, if it was not bought for more."""
_BUYING = {"off": Buying.BY_HAND, "rebuy": Buying.REBUY, "topup": Buying.TOP_UP}


async def top_up(asked: Asked) -> Message:
    """Bring more chips, in play at once or from the next hand on."""
    view, typed = await asked.view(held=True), asked.given.get("chips")
    own, mine = view.own, _mine(view)
    chips = None
    if own is not None and mine is not None:
        if typed is not None:
            big_blind = view.options.big_blind
            chips = amounts.parse_chips(typed, minimum=1, maximum=max(1, own.most), big_blind=big_blind)
        elif mine.stack + mine.coming >= own.bought:
            usual = USUAL_STACK * view.options.big_blind - mine.stack - mine.coming
            chips = max(1, min(own.most, usual if usual > 0 else own.most))
    await require_no_break(asked)
    before = 0 if mine is None else mine.stack + mine.coming
    await asked.act(AddChips(by=asked.request.player, chips=chips))
    mine = _mine(await asked.view(held=True))
    added = 0 if mine is None else mine.stack + mine.coming - before
    key = "reply.chips_later" if mine is not None and mine.coming else "reply.chips_added"
    told = said(Text(key=key, numbers={"chips": added}))
    return replace(told, lines=(*told.lines, *await lent_lines(asked)))


async def auto(asked: Asked) -> Message:
    """Have the stack filled up by itself, or no longer."""
    way = asked.given.get("buying", "off")
    if way != "off":
        await require_no_break(asked)
    await asked.act(ChooseBuying(by=asked.request.player, buying=_BUYING[way]))
    return said(Text(key=f"reply.buying_{way}"))


async def post(asked: Asked) -> Message:
    """Post what is owed now, and be dealt in with the next hand."""
    await require_no_break(asked)
    await asked.act(ComeBack(by=asked.request.player, post=True))
    return render.back_message(await asked.view(held=True))


async def straddle(asked: Asked) -> Message | None:
    """Straddle from now on whenever it is possible, or no longer."""
    on = asked.given.get("switch", "on") == "on"
    await asked.act(ChooseStraddle(by=asked.request.player, on=on))
    return _if_typed(asked, "reply.straddle_on" if on else "reply.straddle_off")


async def seven(asked: Asked) -> Message | None:
    """Be in the seven-deuce game, or no longer."""
    on = asked.given.get("switch", "on") == "on"
    await asked.act(ChooseSevenDeuce(by=asked.request.player, on=on))
    return _if_typed(asked, "reply.seven_on" if on else "reply.seven_off")


async def wait(asked: Asked) -> Message:
    """Wait for a seat."""
    await require_no_break(asked)
    request = asked.request
    await asked.act(Queue(by=request.player, name=request.name, code=asked.given.get("code", "")))
    queue = (await asked.house.dealer.look(await asked.table(), 0)).queue
    places = {one.player: number for number, one in enumerate(queue, start=1)}
    return said(Text(key="reply.queued", numbers={"place": places.get(request.player, len(queue))}))


async def unwait(asked: Asked) -> Message:
    """Wait for a seat no longer, or decline the one that was offered."""
    await asked.act(LeaveQueue(by=asked.request.player))
    return said(Text(key="reply.queue_left"))


async def plan(asked: Asked) -> Message | None:
    """Choose a move for when the turn comes, or take it back."""
    typed = asked.given.get("plan")
    move = None if typed in (None, "off") else Plan(typed)
    if typed is None:
        message = render.plan_message(await asked.view())
        if message is not None:
            return message
    await asked.act(Prepare(by=asked.request.player, plan=move, turn=asked.request.turn))
    if asked.request.turn is not None:
        return None
    return said(Text(key="reply.plan_off") if move is None else _planned(move))


async def away(asked: Asked) -> Message:
    """Not wait any longer for the player to act."""
    await asked.act(VoteAway(by=asked.request.player, turn=asked.request.turn))
    return said(Text(key="reply.away_voted"))


async def bomb(asked: Asked) -> Message:
    """Ask for a bomb pot."""
    await asked.act(VoteBombPot(by=asked.request.player))
    return said(Text(key="reply.bomb_voted"))


async def reveal(asked: Asked) -> Message | None:
    """Show own cards after the hand."""
    part = ShowPart(asked.given.get("part", ShowPart.BOTH))
    await asked.act(ShowAfter(by=asked.request.player, part=part, hand_no=_hand_no(asked)))
    return None


async def ask(asked: Asked) -> Message | None:
    """Ask to see a hand that was mucked at showdown."""
    typed = asked.given.get("who")
    own = (await asked.view()).own if typed is None else None
    seats = () if own is None else own.may_ask
    seat = next(iter(seats), SeatNo(0))
    if typed is not None:
        seat = seat_of_name(await asked.house.dealer.look(await asked.table(), 0), typed)
    await asked.act(AskToShow(by=asked.request.player, seat=seat, hand_no=_hand_no(asked)))
    return None


async def rabbit(asked: Asked) -> Message | None:
    """See the board cards that would have come."""
    await asked.act(HuntRabbit(by=asked.request.player, hand_no=_hand_no(asked)))
    return None


def _hand_no(asked: Asked) -> int | None:
    """The hand that the button was made for."""
    return None if asked.request.turn is None else asked.request.turn.hand_no


def _mine(view: TableView) -> SeatView | None:
    return next((seat for seat in view.seats if seat.seat == view.viewer), None)


def _planned(move: Plan) -> Text:
    return Text(key="reply.plan", numbers={"what": f"@plan.{move}"})


def _if_typed(asked: Asked, key: str) -> Message | None:
    """The box on the button shows it already."""
    return said(Text(key=key)) if asked.request.turn is None else None
