"""The feed of what happens around the hands: chips brought, seats offered, votes, cards shown, what the host did."""

from adapters.messages import Cards, Name, Piece, Text
from adapters.wording import DOT, joined, name_of
from core.side_events import (
    AwayVoted,
    BombPotVoted,
    BuyingFailed,
    ChipsAdded,
    ChipsReturned,
    DoorChanged,
    HostKicked,
    OptionsChanged,
    Queued,
    QueueLeft,
    RabbitShown,
    SeatOffered,
    SeatReserved,
    SevenDeucePaid,
    ShownAfter,
    SideEvent,
)
from core.views import TableView

Pieces = tuple[Piece, ...]


def side_line(event: SideEvent, view: TableView) -> tuple[Pieces, ...]:
    """What everyone is told of it: a line, or none."""
    match event:
        case ChipsAdded() | ChipsReturned() | Queued() | QueueLeft() | SeatOffered():
            return (_of_a_person(event),)
        case AwayVoted() | BombPotVoted():
            return (_of_a_vote(event, view),)
        case ShownAfter() | RabbitShown() | SevenDeucePaid():
            return (_of_cards(event, view),)
        case HostKicked() | SeatReserved() | DoorChanged() | OptionsChanged():
            return (_of_the_host(event, view),)
        case BuyingFailed():
            return ()


def _of_a_person(event: ChipsAdded | ChipsReturned | Queued | QueueLeft | SeatOffered) -> Pieces:
    who = Name(name=event.name, player=event.player)
    match event:
        case ChipsAdded():
            key = "feed.chips_later" if event.later else "feed.chips_added"
            return (who, Text(key=key, numbers={"chips": event.chips}))
        case ChipsReturned():
            return (who, Text(key="feed.chips_returned", numbers={"chips": event.chips}))
        case Queued():
            return (who, Text(key="feed.queued", numbers={"place": event.place}))
        case QueueLeft():
            return (who, Text(key="feed.queue_left"))
        case SeatOffered():
            called = Name(name=event.name, player=event.player, mention=True)
            return (called, Text(key="feed.offered", numbers={"seat": event.seat}))


def _of_a_vote(event: AwayVoted | BombPotVoted, view: TableView) -> Pieces:
    count = {"votes": event.votes, "needed": event.needed}
    match event:
        case AwayVoted():
            said = Text(key="feed.away_voted", numbers=dict(count))
            return (name_of(view, event.seat), said, name_of(view, event.absent))
        case BombPotVoted():
            key = "feed.bomb_agreed" if event.votes >= event.needed else "feed.bomb_voted"
            return (name_of(view, event.seat), Text(key=key, numbers=dict(count)))


def _of_cards(event: ShownAfter | RabbitShown | SevenDeucePaid, view: TableView) -> Pieces:
    match event:
        case ShownAfter():
            shown = (name_of(view, event.seat), Text(key="feed.shows"), Cards(cards=event.cards))
            if event.asker is None:
                return shown
            return (*shown, DOT, Text(key="feed.asked_by"), name_of(view, event.asker))
        case RabbitShown():
            return (name_of(view, event.seat), Text(key="feed.rabbit"))
        case SevenDeucePaid():
            chips = sum(amount for _, amount in event.paid)
            return (name_of(view, event.seat), Text(key="feed.seven_deuce", numbers={"chips": chips}))


def _of_the_host(event: HostKicked | SeatReserved | DoorChanged | OptionsChanged, view: TableView) -> Pieces:
    match event:
        case HostKicked():
            return (Name(name=event.name), Text(key="feed.kicked"))
        case SeatReserved():
            key = "feed.seat_kept" if event.on else "feed.seat_open"
            return (Text(key=key, numbers={"seat": event.seat}),)
        case DoorChanged():
            return (Text(key="feed.door_closed" if event.private else "feed.door_open"),)
        case OptionsChanged():
            names = joined([(Text(key=f"setting.{name}"),) for name in event.names], DOT)
            return (Text(key="feed.options_later" if event.later else "feed.options_now"), *names)
