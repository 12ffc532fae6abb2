"""What is said at a moment of a tournament: to the room in a message of its own, or to one player alone."""

from adapters.event_words import (
    Places,
    button,
    note,
    result,
    titled,
)
from adapters.messages import (
    Chips,
    ChoiceName,
    Countdown,
    Line,
    Look,
    Message,
    Name,
    Piece,
    Role,
    Text,
)
from adapters.render_event_open import start_pieces
from adapters.render_event_over import called_off_message
from adapters.render_event_running import still_to_win, table_lines
from adapters.render_event_seats import seat_lines
from adapters.render_standings import by_chips
from adapters.wording import DOT, joined
from core.cardroom.event_news import (
    BountyWon,
    BreakBegun,
    BreakEnded,
    CheckedIn,
    CheckInOpened,
    DealVoted,
    Eliminated,
    EntriesClosed,
    EventCancelled,
    EventCreated,
    EventFinished,
    EventPaused,
    EventStarted,
    FinalTable,
    Held,
    LevelRaised,
    MayRebuy,
    MovedUp,
    News,
    Registered,
    RoundBegun,
    SeatDrawn,
    StackBought,
    StartChanged,
    StartsSoon,
    TableBroken,
    TicketUsed,
    Unregistered,
)
from core.cardroom.tournament import Hold, Stage, Tournament, can_enter, prize_pool, prizes_now
from core.options import MOST_SEATS


def milestone_message(event: Tournament, news: News, places: Places, zone: str) -> Message | None:
    """A new message for what everybody has to notice; None for what the event's own message tells well enough."""
    match news:
        case CheckInOpened():
            return _check_in_opened(event, zone)
        case StartsSoon():
            lines = (titled(event, (Text(key="tourney.soon", strong=True),)), _start_line(event, zone))
            row = (button(event, ChoiceName.REGISTER, Look.SUCCESS),)
            return Message(lines=lines, choices=(row,))
        case EventStarted():
            return _started(event, news, places)
        case BreakBegun():
            return _break(event, news)
        case Held():
            return _held(event, news)
        case FinalTable():
            return _final_table(event, news, places)
        case RoundBegun():
            return _round(event, news, places)
        case EventCancelled():
            return called_off_message(event)
        case StartChanged():
            return _new_start(event, news, zone)
        case EventPaused():
            return _paused(event, news)
        case EventCreated() | Registered() | MovedUp() | Unregistered() | CheckedIn() | SeatDrawn():
            return None
        case MayRebuy() | StackBought() | LevelRaised() | EntriesClosed() | Eliminated() | BountyWon():
            return None
        case BreakEnded() | TableBroken() | DealVoted() | EventFinished() | TicketUsed():
            return None


def _start_line(event: Tournament, zone: str) -> Line:
    return Line(role=Role.POT, pieces=start_pieces(event, zone))


def _check_in_opened(event: Tournament, zone: str) -> Message:
    title = titled(event, (Text(key="tourney.check_in_open", strong=True),))
    # Who is not there yet stands in the event's own message, which goes on with them.
    lines = [title, _start_line(event, zone), note("tourney.check_in_why")]
    row = (
        button(event, ChoiceName.CHECK_IN, Look.PRIMARY),
        button(event, ChoiceName.REGISTER, Look.SUCCESS),
    )
    return Message(lines=tuple(lines), choices=(row,))


def _new_start(event: Tournament, news: StartChanged, zone: str) -> Message | None:
    """A short word; None when it has been put off again, or begun."""
    if event.stage is not Stage.REGISTERING or event.options.starts_at != news.starts_at:
        return None
    title = titled(event, (Text(key="tourney.new_start", strong=True),))
    row = (button(event, ChoiceName.REGISTER, Look.SUCCESS),)
    return Message(lines=(title, _start_line(event, zone)), choices=(row,))


def _paused(event: Tournament, news: EventPaused) -> Message | None:
    """That no hand is dealt after those that are on, or that it goes on; None when it is otherwise by now."""
    if (event.paused_at is not None) != news.paused:
        return None
    if not news.paused:
        return Message(lines=(titled(event, (Text(key="tourney.goes_on", strong=True),)),))
    title = titled(event, (Text(key="tourney.pause", strong=True),))
    return Message(lines=(title, note("tourney.pause_how")))


def _started(event: Tournament, news: EventStarted, places: Places) -> Message:
    numbers: dict[str, int | str] = {
        "players": news.entrants,
        "tables": news.tables,
        "pool": prize_pool(event),
        "stack": event.options.structure.stack,
    }
    lines = [
        titled(event, (Text(key="tourney.started", strong=True),)),
        result(Text(key="tourney.started_with", numbers=numbers)),
        *seat_lines(event, places),
    ]
    row = [button(event, ChoiceName.STANDINGS), button(event, ChoiceName.STRUCTURE)]
    if can_enter(event):
        row.insert(0, button(event, ChoiceName.REGISTER, Look.SUCCESS))
    return Message(lines=tuple(lines), choices=(tuple(row),))


def _break(event: Tournament, news: BreakBegun) -> Message:
    until = (Text(key="tourney.break_until"), Countdown(until=news.until))
    lines = [
        titled(event, (Text(key="tourney.break", strong=True),)),
        result(*until),
    ]
    row = [button(event, ChoiceName.STANDINGS)]
    if news.add_on:
        numbers: dict[str, int | str] = {
            "stack": event.options.structure.stack,
            "chips": event.options.buy_in,
        }
        lines.append(note("tourney.add_on_now", **numbers))
        row.insert(0, button(event, ChoiceName.ADD_ON, Look.PRIMARY))
    return Message(lines=tuple(lines), choices=(tuple(row),))


def _held(event: Tournament, news: Held) -> Message | None:
    """Hand-for-hand; that it is over the next message of the tables shows."""
    if news.hold is Hold.MONEY_BUBBLE:
        paid = len(prizes_now(event))
        text = Text(key="tourney.bubble", numbers={"left": paid + 1, "paid": paid})
    elif news.hold is Hold.TICKET_BUBBLE:
        tickets = sum(chips >= event.options.ticket for chips in prizes_now(event))
        text = Text(key="tourney.ticket_bubble", numbers={"left": tickets + 1, "tickets": tickets})
    elif news.hold is Hold.FINAL_BUBBLE:
        text = Text(key="tourney.final_bubble")
    else:
        return None
    lines = [titled(event, (Text(key="tourney.hand_for_hand", strong=True),)), result(text)]
    if event.options.shot_clock:
        lines.append(note("tourney.shot_clock", seconds=event.options.shot_clock))
    lines.append(note("tourney.together"))
    return Message(lines=tuple(lines), choices=((button(event, ChoiceName.STANDINGS),),))


def _final_table(event: Tournament, news: FinalTable, places: Places) -> Message:
    title = titled(event, (Text(key="tourney.final_table", strong=True),))
    people: list[tuple[Piece, ...]] = []
    for number in by_chips(event)[:MOST_SEATS]:
        one = event.entrants[number]
        people.append((Name(name=one.name, player=one.player), Chips(amount=one.chips)))
    lines = [title]
    if news.table in places:
        lines.append(result(Text(key="tourney.played_at"), places[news.table]))
    lines.append(Line(role=Role.LOG, pieces=joined(people, DOT)))
    prizes = still_to_win(event)
    if prizes:
        lines.append(result(Text(key="tourney.still_to_win"), *prizes))
    return Message(lines=tuple(lines), choices=((button(event, ChoiceName.STANDINGS),),))


def _round(event: Tournament, news: RoundBegun, places: Places) -> Message | None:
    """The first round is told with the start."""
    if news.number == 1:
        return None
    numbers: dict[str, int | str] = {"round": news.number, "players": news.players}
    lines = [
        titled(event, (Text(key="tourney.round", numbers=numbers, strong=True),)),
        result(Text(key="tourney.round_with", numbers=numbers)),
        *table_lines(event, places),
    ]
    if news.byes:
        lines.append(note("tourney.byes", count=news.byes))
    return Message(lines=tuple(lines), choices=((button(event, ChoiceName.STANDINGS),),))
