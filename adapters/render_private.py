"""What only one player sees: their cards, the sizes of a raise, questions, and refusals."""

from adapters.buttons import button, call_choice, move_choices, run_choices, show_choices, size_choices
from adapters.durations import in_words
from adapters.messages import (
    Cards,
    Chips,
    Choice,
    ChoiceName,
    Code,
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
from adapters.render_aids import aid_lines, buying_lines, reminder_lines
from adapters.render_refused import instead_lines, reason_key
from adapters.render_seat import seat_message, table_place
from adapters.render_table import board_lines
from adapters.seat_buttons import after_choices, plan_choices, seat_rows
from adapters.table_buttons import free_seats, wait_choice
from adapters.wording import DOT, as_it_ended, card_words, made_text, name_of
from core.ids import RoomId
from core.poker.betting import Legal
from core.refusals import Reason, Refused
from core.views import LegalView, Phase, Presence, SeatView, TableView

_RAISE_SIZES = frozenset({Reason.RAISE_TOO_SMALL, Reason.RAISE_TOO_LARGE, Reason.RAISE_NOT_FULL})
_MISREAD = frozenset(
    {
        *(Reason.FULL_WIDTH_DIGITS, Reason.NOT_AN_AMOUNT, Reason.NOT_A_COUNT, Reason.NOT_WHOLE_CHIPS),
        Reason.NUMBER_TOO_LONG,
    }
)
"""What was typed is no amount: the range is said below."""
_ABOUT_A_MOVE = (
    _RAISE_SIZES
    | _MISREAD
    | {
        Reason.BETTING_CAPPED,
        Reason.BETTING_NOT_REOPENED,
        Reason.CANNOT_CHECK,
        Reason.NOTHING_TO_CALL,
        Reason.NOT_ENOUGH_TO_RAISE,
        Reason.OPPONENTS_ALL_IN,
    }
)

_WHOSE_NAME = {
    Reason.NOT_YOUR_TURN: "who.to_act",
    Reason.TABLE_EXISTS: "who.table",
    Reason.HOST_ONLY: "who.host",
    Reason.EVENT_HOST_ONLY: "who.event_host",
    Reason.STILL_THERE: "who.table",
}


def private_message(view: TableView, *, afar: bool = False) -> Message | None:
    """The viewer's cards, what they make, what it costs to go on, and the buttons when something is asked of them.

    Whoever holds no cards in this hand is told how their seat stands, or nothing (None). With `afar` the table has
    left the room that the viewer came from, and this is all they have of it: it has a way out too.
    """
    mine = _own_seat(view)
    if mine is None or not mine.hole_cards:
        told = seat_message(view)
        return _with_a_way_out(view, told) if afar and told is not None else told
    number = Text(key="title.hand", numbers={"hand_no": view.turn.hand_no})
    lines = [
        Line(role=Role.TITLE, pieces=(number, DOT, table_place(view, mine.player))),
        Line(role=Role.HAND, pieces=(Text(key="you.cards"), Cards(cards=mine.hole_cards), *_spelt(mine))),
    ]
    lines += _made_lines(view, mine)
    lines += [line for board, line in zip(view.boards, board_lines(view), strict=True) if board]
    lines += [_stakes_line(view, mine), *aid_lines(view, mine), _standing_line(view, mine)]
    lines += [*buying_lines(view), *reminder_lines(view)]
    message = Message(lines=tuple(lines), choices=_private_choices(view))
    return _with_a_way_out(view, message) if afar else message


def raise_message(view: TableView) -> Message:
    """The legal range and a button for each usual size. Raises `ValueError` when the viewer may not raise."""
    sizes = view.legal
    if sizes is None or sizes.legal.raise_min is None or sizes.legal.raise_max is None:
        raise ValueError("there is no raise to size")
    legal = sizes.legal
    numbers: dict[str, int | str] = {
        "minimum": sizes.legal.raise_min,
        "maximum": sizes.legal.raise_max,
        "bet": view.price,
        "pot": view.total_pot,
        "call": legal.call,
    }
    verb = "raise" if view.price else "bet"
    lines = [
        Line(role=Role.TITLE, pieces=(Text(key=f"size.{verb}_range", numbers=numbers),)),
        Line(role=Role.POT, pieces=(Text(key="size.so_far", numbers=numbers),)),
        Line(
            role=Role.NOTE,
            pieces=(Text(key="size.typed"), Code(text="1.2k"), Code(text="3bb"), Code(text="pot")),
        ),
    ]
    return Message(lines=tuple(lines), choices=_rows(size_choices(view, sizes)))


def fold_question(view: TableView) -> Message:
    """Folding when checking is free is allowed, and asked about once (rules.md 26)."""
    row = (
        button(view, ChoiceName.CHECK, Look.PRIMARY, key="choice.check_instead"),
        button(view, ChoiceName.FOLD_ANYWAY, Look.DANGER),
    )
    return Message(lines=(Line(role=Role.NOTE, pieces=(Text(key="fold.free"),)),), choices=(row,))


def refusal_message(refused: Refused, view: TableView | None = None) -> Message:
    """Why not, with the numbers that would have been right, and buttons for what is possible instead.

    `view` is the asker's own, or the public's for someone without a seat.
    """
    numbers = dict(refused.numbers)
    said: dict[str, int | str] = {name: value for name, value in numbers.items() if isinstance(value, int)}
    if "hours" in numbers:
        said |= in_words({name: value for name, value in numbers.items() if isinstance(value, int)})
    if "what" in numbers:
        said["what"] = f"@setting.{numbers['what']}"
    pieces: tuple[Piece, ...] = (Text(key=reason_key(refused), numbers=said),)
    typed = [str(numbers[key]) for key in ("asked", "plain") if isinstance(numbers.get(key), str)]
    if typed:
        pieces = (*pieces, Code(text=typed[0], command=refused.reason is Reason.INCOMPLETE))
    if len(typed) > 1:
        pieces = (*pieces, DOT, Text(key="refused_plain"), Code(text=typed[1]))
    pieces = (*pieces, *_who(refused, view))
    lines = [Line(role=Role.REFUSAL, pieces=pieces), *instead_lines(refused)]
    if refused.reason in _MISREAD and {"minimum", "maximum"} <= said.keys():
        key = "refused_range" if said["minimum"] != said["maximum"] else "refused_only"
        lines.append(Line(role=Role.NOTE, pieces=(Text(key=key, numbers=said),)))
    if refused.reason is Reason.NOT_YOUR_TURN and view is not None and view.own and view.own.may_plan:
        lines.append(Line(role=Role.NOTE, pieces=(Text(key="plan.beforehand"),)))
    return Message(lines=tuple(lines), choices=() if view is None else _ways_out(refused, view))


def _who(refused: Refused, view: TableView | None) -> tuple[Piece, ...]:
    """The name that belongs to the refusal, with a word on whose it is."""
    told = str(refused.numbers.get("name", ""))
    if refused.reason is Reason.SEATED_ELSEWHERE:
        return (Place(room=RoomId(str(refused.numbers["room"])), name=told),)
    name: Piece | None = Name(name=told) if told else None
    if (
        refused.reason is Reason.NOT_YOUR_TURN
        and name is None
        and view is not None
        and view.to_act is not None
    ):
        name = name_of(view, view.to_act)
    if name is None or refused.reason not in _WHOSE_NAME:
        return ()
    return (Text(key=_WHOSE_NAME[refused.reason]), name)


def _with_a_way_out(view: TableView, message: Message) -> Message:
    """Where something can be pressed anyway: a button at every moment would ring at every move of others."""
    shut = view.phase not in (Phase.WAITING, Phase.BETWEEN_HANDS)
    if view.event is not None or (not message.choices and shut):
        return message
    return Message(lines=message.lines, choices=(*message.choices, (button(view, ChoiceName.LEAVE),)))


def _own_seat(view: TableView) -> SeatView | None:
    return next((seat for seat in view.seats if seat.seat == view.viewer), None)


def _made_lines(view: TableView, mine: SeatView) -> list[Line]:
    """What the viewer has, on each board that cards lie on."""
    if mine.made is None or not view.options.aids:
        return []
    if len(view.boards) < 2 or not any(view.boards):
        return [Line(role=Role.HAND, pieces=(made_text(mine.made, key="you.have"),))]
    return [
        Line(
            role=Role.HAND,
            pieces=(Text(key="board.number", numbers={"number": number}), made_text(made, key="you.have")),
        )
        for number, made in enumerate(mine.made_on, start=1)
    ]


def _spelt(mine: SeatView) -> tuple[Piece, ...]:
    return (DOT, *card_words(mine.hole_cards))


def _stakes_line(view: TableView, mine: SeatView) -> Line:
    """Stack, price, pot and pot odds; after the hand what was won or lost."""
    ended = as_it_ended(mine, view) if mine.net is not None else mine
    stack = Text(key="you.stack", numbers={"chips": ended.stack})
    if mine.net is not None:
        won: tuple[Piece, ...] = (stack, DOT, Text(key="you.net"), Chips(amount=mine.net, signed=True))
        if ended.stack != mine.stack:
            won = (*won, DOT, Text(key="seat.coming", numbers={"chips": ended.coming}))
        return Line(role=Role.RESULT, pieces=won)
    pot = Text(key="pot.total", numbers={"chips": view.total_pot})
    pieces: tuple[Piece, ...] = (stack, DOT, pot)
    owed = 0 if view.legal is None else view.legal.legal.call
    if owed:
        after = view.total_pot + owed
        percent = (200 * owed + after) // (2 * after)
        odds = {"percent": percent, "call": owed, "pot": after}
        pieces = (
            *pieces,
            DOT,
            Text(key="you.to_call", numbers={"chips": owed}),
            *((DOT, Text(key="you.odds", numbers={**odds})) if view.options.aids else ()),
        )
    return Line(role=Role.POT, pieces=pieces)


def _standing_line(view: TableView, mine: SeatView) -> Line:
    """Whose turn it is, or how the viewer stands."""
    until: tuple[Piece, ...] = () if view.deadline is None else (Countdown(until=view.deadline),)
    if mine.net is not None:
        return Line(role=Role.NOTE, pieces=(Text(key="you.hand_over"),))
    if view.to_act is not None and view.to_act == view.viewer:
        return Line(role=Role.ACTOR, pieces=(Text(key="you.turn", strong=True), *until))
    if view.viewer in view.choosing:
        asked = Text(key="runs.asked_you", numbers={"most": view.options.most_runs}, strong=True)
        return Line(role=Role.ACTOR, pieces=(asked, *until))
    if mine.presence in (Presence.FOLDED, Presence.ALL_IN):
        return Line(role=Role.NOTE, pieces=(Text(key=f"you.{mine.presence}"),))
    if view.to_act is None:
        return Line(role=Role.NOTE, pieces=(Text(key="you.wait"),))
    return Line(role=Role.NOTE, pieces=(Text(key="you.wait_for"), name_of(view, view.to_act), *until))


def _private_choices(view: TableView) -> tuple[tuple[Choice, ...], ...]:
    mine = _own_seat(view)
    if mine is not None and not mine.stack and view.phase in (Phase.WAITING, Phase.BETWEEN_HANDS):
        rebuy = button(view, ChoiceName.JOIN, Look.SUCCESS, key="choice.rebuy")
        row = (*((rebuy,) if view.event is None else ()), *after_choices(view))
        return (row,) if row else ()
    if view.phase is Phase.CHOOSING_RUNS and view.viewer in view.choosing:
        return (run_choices(view),)
    if view.phase is Phase.SHOWDOWN and view.to_act == view.viewer:
        return (show_choices(view),)
    return _moves(view) or seat_rows(view)


def _moves(view: TableView) -> tuple[tuple[Choice, ...], ...]:
    """What the viewer may do now, with a button for each size of raise."""
    sizes = view.legal
    if sizes is None:
        return ()
    row = move_choices(view, owed=sizes.legal.call, can_raise=sizes.legal.raise_min is not None)
    return (row, *_rows(size_choices(view, sizes)))


def _rows(choices: tuple[Choice, ...]) -> tuple[tuple[Choice, ...], ...]:
    """At most five to a row, which is what every platform takes."""
    return (choices,) if choices else ()


def _ways_out(refused: Refused, view: TableView) -> tuple[tuple[Choice, ...], ...]:
    """Buttons for what the asker can do instead."""
    if refused.reason is Reason.NOT_SEATED and view.takes_people:
        free = free_seats(view)
        return ((button(view, ChoiceName.JOIN, Look.SUCCESS) if free else wait_choice(view),),)
    if refused.reason is Reason.TABLE_FULL:
        return ((wait_choice(view),),)
    if refused.reason is Reason.NOT_YOUR_TURN and plan_choices(view):
        return (plan_choices(view),)
    if refused.reason is Reason.TOO_LATE and view.viewer is not None:
        return ((button(view, ChoiceName.CARDS),),)
    if refused.reason in _ABOUT_A_MOVE and view.legal is not None:
        return (_instead(refused, view, view.legal),)
    return ()


def _instead(refused: Refused, view: TableView, sizes: LegalView) -> tuple[Choice, ...]:
    """The nearest legal raise when one was meant, and the sizes once more (product.md 6.5); call, or check, or fold."""
    legal = sizes.legal
    row = [call_choice(view, legal.call) if legal.call else button(view, ChoiceName.CHECK, Look.PRIMARY)]
    nearest = _nearest(refused, legal)
    if nearest is not None:
        row.insert(0, button(view, ChoiceName.RAISE, argument=str(nearest), key="size.to", chips=nearest))
        row.append(button(view, ChoiceName.RAISE, key="size.back"))
    elif legal.call:
        row.append(button(view, ChoiceName.FOLD, Look.DANGER))
    return tuple(row)


def _nearest(refused: Refused, legal: Legal) -> int | None:
    """The raise that comes next to what was typed; what is no amount is next to the smallest."""
    reason = refused.reason
    if reason in _MISREAD and refused.numbers.get("minimum") == legal.raise_min:
        return legal.raise_min
    if reason not in _RAISE_SIZES:
        return None
    return legal.raise_max if reason is Reason.RAISE_TOO_LARGE else legal.raise_min
