"""The panel of a seat whose player holds no cards: away, waiting for the big blind or without chips; and an offer."""

from adapters.buttons import button
from adapters.messages import (
    Chips,
    Choice,
    ChoiceName,
    Countdown,
    Line,
    Look,
    Message,
    Name,
    Piece,
    Place,
    Role,
    Text,
)
from adapters.seat_buttons import own_line, plan_choices, seat_rows
from adapters.wording import DOT
from core.commits import platform_of
from core.ids import PlayerId, SeatNo
from core.views import OwnSeat, Phase, Presence, SeatView, TableView


def seat_message(view: TableView) -> Message | None:
    """How the viewer stands who was not dealt in, with what they can do about it; None when there is nothing to say."""
    own, mine = view.own, own_line(view)
    if own is None or mine is None or view.phase is Phase.CLOSED:
        return None
    told = _told(view, own, mine)
    if not told:
        return None
    title = Line(role=Role.TITLE, pieces=(table_place(view, mine.player, strong=True), DOT, _stack(mine)))
    lines = [Line(role=Role.NOTE, pieces=(piece,)) for piece in told]
    return Message(lines=(title, *lines), choices=_choices(view, mine))


def offer_message(view: TableView, seat: SeatNo, until: int) -> Message:
    """To the first of the queue: a seat is kept for them until `until`, in milliseconds since the epoch."""
    options = view.options
    buy_in: dict[str, int | str] = {"minimum": options.min_buy_in, "maximum": options.max_buy_in}
    lines = (
        Line(role=Role.TITLE, pieces=(Name(name=view.name, strong=True),)),
        Line(
            role=Role.NOTE,
            pieces=(Text(key="offer.seat", numbers={"seat": seat}, strong=True), Countdown(until=until)),
        ),
        Line(role=Role.NOTE, pieces=(Text(key="offer.buy_in", numbers=buy_in),)),
    )
    row = (button(view, ChoiceName.JOIN, Look.SUCCESS), button(view, ChoiceName.UNWAIT))
    return Message(lines=lines, choices=(row,))


def table_place(view: TableView, player: PlayerId, *, strong: bool = False) -> Name | Place:
    """The table's name, and the way to it from the private chat of a player whose platform it is on: two of theirs
    may have the same name. A page shows it beside the table anyway."""
    platform = platform_of(player)
    far = (room for room in view.rooms if platform_of(room) == platform != "web")
    room = next(far, None)
    return Name(name=view.name, strong=strong) if room is None else Place(room=room, name=view.name)


def plan_message(view: TableView) -> Message | None:
    """The moves that the viewer may choose ahead; None when there is no turn to come."""
    row = plan_choices(view)
    line = Line(role=Role.NOTE, pieces=(Text(key="plan.beforehand"),))
    return Message(lines=(line,), choices=(row,)) if row else None


def joined_message(view: TableView, mine: SeatView) -> Message:
    """Where the viewer sits now and with how much; and how to be dealt in when it is not with the next hand."""
    pieces = (Text(key="reply.joined", numbers={"seat": mine.seat}), Chips(amount=mine.stack))
    return _with_blind(view, Line(role=Role.NOTE, pieces=pieces))


def back_message(view: TableView) -> Message:
    """The viewer is dealt in again, at once or with the big blind."""
    mine = own_line(view)
    waits = mine is not None and mine.presence is Presence.OWES_BLIND
    key = "reply.back_with_blind" if waits else "reply.back"
    return _with_blind(view, Line(role=Role.NOTE, pieces=(Text(key=key),)))


def _with_blind(view: TableView, line: Line) -> Message:
    own, mine = view.own, own_line(view)
    if own is None or mine is None or mine.presence is not Presence.OWES_BLIND:
        return Message(lines=(line,))
    waits = Text(key="own.waits_for_blind", numbers={"chips": owed_chips(view, own)})
    post = button(view, ChoiceName.POST, Look.SUCCESS)
    return Message(lines=(line, Line(role=Role.NOTE, pieces=(waits,))), choices=((post,),))


def _told(view: TableView, own: OwnSeat, mine: SeatView) -> list[Piece]:
    if mine.presence is Presence.SITTING_OUT:
        owes = Text(key="own.owes", numbers={"chips": owed_chips(view, own)})
        return [Text(key="own.away"), *([owes] if own.owes_small or own.owes_big else [])]
    if mine.presence is Presence.OWES_BLIND:
        return [Text(key="own.waits_for_blind", numbers={"chips": owed_chips(view, own)})]
    if not mine.stack and not mine.coming and view.turn.hand_no:
        failed = [Text(key="own.buying_failed")] if own.buying_failed else []
        return [Text(key="own.broke"), *failed]
    if own.posts and (own.owes_small or own.owes_big):
        return [Text(key="own.posts", numbers={"chips": owed_chips(view, own)})]
    return []


def owed_chips(view: TableView, own: OwnSeat) -> int:
    """What posting now costs, in chips."""
    options = view.options
    return options.big_blind * own.owes_big + options.small_blind * own.owes_small


def _stack(mine: SeatView) -> Text:
    return Text(key="you.stack", numbers={"chips": mine.stack})


def _choices(view: TableView, mine: SeatView) -> tuple[tuple[Choice, ...], ...]:
    if not mine.stack and not mine.coming and view.event is None:
        rebuy = button(view, ChoiceName.TOP_UP, Look.SUCCESS, key="choice.rebuy")
        return ((rebuy, button(view, ChoiceName.LEAVE)),)
    return seat_rows(view)
