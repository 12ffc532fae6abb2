"""The feed: what happened at a table beside the hand itself, one line each, and the call to whoever is to act."""

from collections.abc import Iterable, Sequence

from adapters.messages import Cards, Code, Countdown, Line, Message, Name, Piece, Role, Text
from adapters.render_around import side_line
from adapters.wording import DOT, closed_text, joined, name_of, ordinal, seated
from core.events import (
    ButtonDrawn,
    CameBack,
    ClockReset,
    ClosedIn,
    Event,
    HandCancelled,
    HandEnded,
    HandStarted,
    HostChanged,
    Housed,
    KnockedOut,
    LeftWhy,
    OpenedIn,
    PhraseSet,
    PlayPaused,
    SatOutNow,
    SeatFreed,
    SeatTaken,
    TableClosed,
    TableOpened,
    TablePaused,
    TimeBankStarted,
    TimedOut,
)
from core.ids import PlayerId
from core.poker.events import (
    Called,
    CardsShown,
    Checked,
    Folded,
    HoleCardsDealt,
    Mucked,
    Posted,
    PotAwarded,
    Raised,
    RunsAsked,
    RunsChosen,
    StreetDealt,
    UncalledReturned,
)
from core.side_events import BuyingFailed, SideEvent
from core.views import TableView


def feed_lines(events: Iterable[Event], view: TableView) -> tuple[Line, ...]:
    """Lines for what the table message does not keep; the moves of a hand have their lines there."""
    told = list(events)
    out = [event for event in told if isinstance(event, KnockedOut)]
    lines: list[Line] = []
    for event in told:
        # How many are left is said once, after the last one who went with a hand.
        earlier = isinstance(event, KnockedOut) and event is not out[-1]
        found = _told(event, view, last=not earlier)
        lines += [Line(role=Role.LOG, pieces=pieces) for pieces in found]
    return tuple(lines)


def turn_call(view: TableView) -> Message | None:
    """A mention of the player who is to act, to be taken back when they do; None for nobody and for computers."""
    actor = None if view.to_act is None else seated(view, view.to_act)
    if actor is None or actor.computer:
        return None
    who = Name(name=actor.name, player=actor.player, mention=True, strong=True)
    owed = min(max(0, view.price - actor.bet), actor.stack)
    numbers: dict[str, int | str] = {"call": owed, "pot": view.total_pot}
    said = Text(key="turn.call" if owed else "turn.free", numbers=numbers)
    until: tuple[Piece, ...] = () if view.deadline is None else (Countdown(until=view.deadline),)
    return Message(lines=(Line(role=Role.ACTOR, pieces=(who, said, *until)),))


def farewell_message(events: Sequence[Event], player: PlayerId) -> Message | None:
    """To a player whose hand was cancelled as the table closed: why, and with how much they go; None to others."""
    cancelled = next((event for event in events if isinstance(event, HandCancelled)), None)
    closed = next((event for event in events if isinstance(event, TableClosed)), None)
    freed = (event for event in events if isinstance(event, SeatFreed) and event.player == player)
    gone = next(freed, None)
    if cancelled is None or closed is None or gone is None:
        return None
    title = (Name(name=closed.name, strong=True), Text(key="table.closed"))
    undone = Text(key="feed.hand_cancelled", numbers={"hand": cancelled.hand_no})
    return Message(
        lines=(
            Line(role=Role.TITLE, pieces=title),
            Line(role=Role.NOTE, pieces=(Text(key="farewell.why"),)),
            Line(role=Role.NOTE, pieces=(undone,)),
            Line(role=Role.RESULT, pieces=(Text(key="farewell.stack", numbers={"chips": gone.chips}),)),
        )
    )


def unfilled_message(table: str, events: Sequence[Event], player: PlayerId) -> Message | None:
    """To a player whose seat went with their last chips: their wallet was short of the usual ones; None to others."""
    short = {event.seat for event in events if isinstance(event, BuyingFailed)}
    freed = (event for event in events if isinstance(event, SeatFreed) and event.player == player)
    if not any(event.seat in short and not event.chips for event in freed):
        return None
    title = Line(role=Role.TITLE, pieces=(Name(name=table, strong=True),))
    told = ("own.broke", "own.buying_failed")
    return Message(lines=(title, *(Line(role=Role.NOTE, pieces=(Text(key=key),)) for key in told)))


def _told(event: Event, view: TableView, *, last: bool = True) -> tuple[tuple[Piece, ...], ...]:
    """The lines of one event, mostly one or none; `last`: nobody else is out by then."""
    if isinstance(event, SideEvent):
        return side_line(event, view)
    match event:
        case SeatTaken() if view.event is not None and view.turn.hand_no < 2:
            return ()  # The draw: every seat stands in the first hand.
        case SeatFreed() if view.event is not None and event.why in (LeftWhy.BUSTED, LeftWhy.CLOSED):
            return ()  # Who is out is said with the place; nobody takes a tournament's chips home.
        case SeatTaken():
            numbers: dict[str, int | str] = {"seat": event.seat, "chips": event.chips}
            key = "feed.computer_joined" if event.computer else "feed.joined"
            return ((Name(name=event.name, player=event.player), Text(key=key, numbers=numbers)),)
        case SeatFreed() if event.to:
            return (_moved(event),)
        case SeatFreed():
            gone = Text(key=f"feed.freed.{event.why}", numbers={"chips": event.chips})
            return ((Name(name=event.name, player=event.player), gone),)
        case SatOutNow():
            return ((name_of(view, event.seat), Text(key=f"feed.sat_out.{event.why}")),)
        case CameBack():
            return ((name_of(view, event.seat), Text(key="feed.came_back")),)
        case ButtonDrawn():
            return _draw(event, view)
        case TimedOut():
            return ((name_of(view, event.seat), Text(key="feed.timed_out")),)
        case HostChanged():
            return ((Name(name=event.name, player=event.host), Text(key="feed.host")),)
        case PhraseSet():
            return ((name_of(view, event.seat), Text(key="feed.phrase"), Code(text=event.phrase)),)
        case ClockReset():
            return ((Text(key="feed.clock_reset"),),)
        case HandCancelled():
            return ((Text(key="feed.hand_cancelled", numbers={"hand": event.hand_no}),),)
        case TablePaused():
            return ((Text(key="feed.table_paused" if event.paused else "feed.table_goes_on"),),)
        case PlayPaused():
            return ((Text(key="feed.paused"),),)
        case TableOpened():
            # The deck that it is bound to stands at the foot of the table's message.
            return ((Name(name=event.name), Text(key="feed.opened")),)
        case OpenedIn():
            return ((Text(key="feed.opened_in", numbers=_where(event)),),)
        case ClosedIn():
            return ((Text(key="feed.closed_in", numbers=_where(event)),),)
        case TableClosed():
            return ((Name(name=event.name), closed_text(view)),)
        case HandStarted():
            return ((Text(key="feed.bomb_pot"),),) if event.bomb else ()
        case HandEnded() | TimeBankStarted() | Posted() | HoleCardsDealt() | Folded() | Checked():
            return ()
        case Called() | Raised() | UncalledReturned() | StreetDealt() | RunsAsked() | RunsChosen():
            return ()
        case CardsShown() | Mucked() | PotAwarded() | Housed():
            return ()
        case KnockedOut():
            return (_knocked_out(event, last=last),)


def _moved(event: SeatFreed) -> tuple[Piece, ...]:
    """Where a tournament sends somebody."""
    way = Text(key="feed.moved_to", numbers={"chips": event.chips})
    pieces = (Name(name=event.name, player=event.player), way, Name(name=event.to, strong=True))
    if event.to_seat is None:
        return pieces
    return (*pieces, DOT, Text(key="seat.number", numbers={"seat": event.to_seat}))


def _knocked_out(event: KnockedOut, *, last: bool) -> tuple[Piece, ...]:
    """Who is out of a tournament, in which place, by whom, and after the `last` one how many are left with how much."""
    numbers: dict[str, int | str] = {
        "place": event.place,
        "nth": ordinal(event.place),
        "last": event.place + event.sharing - 1,
        "entries": event.entries,
        "left": event.left,
        "average": event.average,
    }
    said: list[tuple[Piece, ...]] = [
        (
            Name(name=event.name, player=event.player, strong=True),
            Text(key="feed.out_shared" if event.sharing > 1 else "feed.out", numbers=numbers),
        )
    ]
    if event.by:
        said.append((Text(key="feed.out_by"), *joined([(Name(name=name),) for name in event.by])))
    if last:
        said.append((Text(key="feed.out_left", numbers=numbers),))
    return joined(said, DOT)


def _where(event: OpenedIn | ClosedIn) -> dict[str, int | str]:
    """The platform alone: what a room is called there is nobody else's business."""
    return {"where": f"@platform.{event.room.partition(':')[0]}"}


def _draw(event: ButtonDrawn, view: TableView) -> tuple[tuple[Piece, ...], ...]:
    """The draw for the button: a line a round, and who has it (rules.md 5)."""
    lines: list[tuple[Piece, ...]] = []
    for number, cards in enumerate(event.rounds):
        drawn = joined([(name_of(view, one.seat), Cards(cards=(one.card,))) for one in cards], DOT)
        lines.append((Text(key="feed.draw_again" if number else "feed.draw"), *drawn))
    return (*lines, (name_of(view, event.seat), Text(key="feed.has_button")))
