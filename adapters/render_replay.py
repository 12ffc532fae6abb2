"""A past hand one step at a time: what happened, the boards, the pots and the seats, with buttons to go on and back.

A button's argument is ``<hand>.<step>``, steps counted from 1, and 0 for the hand as a whole. Its turn names the table,
so that it still finds the hand when another table is open in the room.
"""

from collections.abc import Sequence
from dataclasses import replace

from adapters.messages import (
    Attachment,
    Cards,
    Chips,
    Choice,
    ChoiceName,
    Code,
    Line,
    Look,
    Message,
    Name,
    Piece,
    Role,
    Text,
)
from adapters.wording import DOT, joined, made_text, move_text, pot_name
from core.ids import SeatNo, TableId, Turn
from core.poker.events import (
    Called,
    CardsShown,
    Checked,
    Folded,
    HandEvent,
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
from core.poker.exports import ExportForm
from core.poker.record_steps import SeatThen, Step
from core.views import LastMove

WHOLE = 0
"""The step that is no step: the hand as a whole."""


def replay_message(table: TableId, hand_no: int, steps: Sequence[Step], number: int) -> Message:
    """Step `number` of a hand, from 1; one that is past an end is the first or the last."""
    number = min(max(1, number), len(steps))
    step = steps[number - 1]
    title = (
        Text(key="title.hand", numbers={"hand_no": hand_no}, strong=True),
        DOT,
        Text(key="replay.step", numbers={"step": number, "steps": len(steps)}),
    )
    names = {one.seat: one.name for one in step.seats}
    pots = max(1, *(len(one.pots) for one in steps))
    happened = [pieces for event in step.events for pieces in _told(event, names, len(step.boards), pots)]
    lines = [
        Line(role=Role.TITLE, pieces=title),
        *[Line(role=Role.LOG, pieces=pieces) for pieces in happened],
        *[Line(role=Role.BOARD, pieces=pieces) for pieces in _boards(step)],
        *[Line(role=Role.POT, pieces=pieces) for pieces in _pots(step)],
        *[_seat(seat) for seat in step.seats],
    ]
    return Message(lines=tuple(lines), choices=(_ways(table, hand_no, number, len(steps)),))


def replay_choice(
    table: TableId, hand_no: int, step: int, *, key: str = "replay.begin", look: Look = Look.SECONDARY
) -> Choice:
    """The button that leads to a step."""
    return Choice(
        name=ChoiceName.HISTORY,
        label=(Text(key=key),),
        argument=f"{hand_no}.{step}",
        turn=Turn(table=table, hand_no=hand_no, action_no=0),
        table=table,
        look=look,
    )


def file_choices(table: TableId, hand_no: int) -> tuple[Choice, ...]:
    """Buttons to take the hand away: one for each form but the record, which comes with the hand itself."""
    return tuple(
        replace(
            replay_choice(table, hand_no, WHOLE),
            label=(Text(key=f"file.{form}"),),
            argument=f"{hand_no}.{form}",
        )
        for form in ExportForm
        if form is not ExportForm.JSON
    )


def file_message(table: TableId, hand_no: int, file: Attachment) -> Message:
    """A hand as a file, with the way back to its words."""
    said = Text(key="file.ready", numbers={"hand_no": hand_no})
    line = Line(role=Role.NOTE, pieces=(said, Code(text=file.name)))
    whole = replay_choice(table, hand_no, WHOLE, key="replay.whole")
    return Message(lines=(line,), choices=((whole,),), attachments=(file,))


def _ways(table: TableId, hand_no: int, number: int, last: int) -> tuple[Choice, ...]:
    """[◀ Back] [Next ▶] [Whole hand], as far as there is somewhere to go."""
    ways = []
    if number > 1:
        ways.append(replay_choice(table, hand_no, number - 1, key="replay.back"))
    if number < last:
        ways.append(replay_choice(table, hand_no, number + 1, key="replay.next", look=Look.PRIMARY))
    return (*ways, replay_choice(table, hand_no, WHOLE, key="replay.whole"))


def _told(event: HandEvent, names: dict[int, str], boards: int, pots: int) -> tuple[tuple[Piece, ...], ...]:
    """The lines of one event, mostly one."""
    match event:
        case Posted():
            posted = Text(key=f"replay.posted.{event.post}", numbers={"chips": event.amount})
            return ((Name(name=names[event.seat]), posted, *_all_in(event.all_in)),)
        case Folded():
            return ((Name(name=names[event.seat]), move_text(LastMove.FOLD, 0)),)
        case Checked():
            return ((Name(name=names[event.seat]), move_text(LastMove.CHECK, 0)),)
        case Called():
            did = move_text(LastMove.CALL, event.to)
            return ((Name(name=names[event.seat]), did, *_all_in(event.all_in)),)
        case Raised():
            did = move_text(LastMove.BET if event.opening else LastMove.RAISE, event.to)
            return ((Name(name=names[event.seat]), did, *_all_in(event.all_in)),)
        case UncalledReturned():
            back = Text(key="uncalled", numbers={"chips": event.amount})
            return ((back, Name(name=names[event.seat])),)
        case StreetDealt():
            board = () if boards == 1 else (_board(event.board, boards),)
            return ((*board, Text(key=f"log.{event.street}"), Cards(cards=event.cards)),)
        case CardsShown():
            return ((Name(name=names[event.seat]), Text(key="replay.shows"), Cards(cards=event.cards)),)
        case Mucked():
            return ((Name(name=names[event.seat]), Text(key="replay.mucks")),)
        case PotAwarded():
            return (_award(event, names, boards, pots),)
        case HoleCardsDealt() | RunsAsked() | RunsChosen():
            return ()


def _all_in(all_in: bool) -> tuple[Piece, ...]:
    return (DOT, Text(key="replay.all_in")) if all_in else ()


def _award(event: PotAwarded, names: dict[int, str], boards: int, pots: int) -> tuple[Piece, ...]:
    where = () if boards == 1 else (_board(event.board, boards),)
    split = len(event.shares) > 1
    winners = [
        (Name(name=names[share.seat]), *((Chips(amount=share.amount),) if split else ()))
        for share in event.shares
    ]
    made = () if event.made is None else (DOT, made_text(event.made))
    label = pot_name("award", event.pot, pots, sum(share.amount for share in event.shares))
    return (*where, label, *joined(winners), *made)


def _board(number: int, boards: int) -> Text:
    if boards < 2:
        return Text(key="board.only")
    return Text(key="board.number", numbers={"number": number + 1})


def _boards(step: Step) -> list[tuple[Piece, ...]]:
    return [
        (_board(number, len(step.boards)), Cards(cards=board)) for number, board in enumerate(step.boards)
    ]


def _pots(step: Step) -> list[tuple[Piece, ...]]:
    if not step.pot:
        return []
    total = (Text(key="pot.total", numbers={"chips": step.pot}),)
    pots = [(pot_name("pot", number, len(step.pots), chips),) for number, chips in enumerate(step.pots)]
    return [joined([total, *(pots if len(pots) > 1 else ())], DOT)]


def _seat(seat: SeatThen) -> Line:
    pieces: list[Piece] = [
        Text(key="mark.number", numbers={"number": seat.seat}),
        Name(name=seat.name),
        Chips(amount=seat.stack),
    ]
    if seat.bet:
        pieces.append(Text(key="replay.bet", numbers={"chips": seat.bet}))
    if seat.folded or seat.all_in:
        pieces += [DOT, Text(key="replay.folded" if seat.folded else "replay.all_in")]
    if seat.cards:
        pieces.append(Cards(cards=seat.cards))
    return Line(role=Role.SEAT, pieces=tuple(pieces), seat=SeatNo(seat.seat))
