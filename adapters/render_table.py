"""The public message of a table: the lobby, a hand street by street, and how it ended."""

from dataclasses import replace

from adapters.messages import (
    Cards,
    Chips,
    Countdown,
    Line,
    Message,
    Name,
    Piece,
    Role,
    Text,
)
from adapters.render_foot import foot_lines, post_lines, rabbit_lines
from adapters.table_buttons import outsider_choices, table_choices
from adapters.wording import (
    DOT,
    as_it_ended,
    closed_text,
    dealt_name,
    game_pieces,
    house_rules,
    joined,
    made_text,
    move_text,
    name_of,
    names_of,
    pot_name,
    seat_pieces,
)
from core.ids import SeatNo
from core.poker.events import PotAwarded
from core.views import Phase, StreetLog, TableView

BOARD_CARDS = 5


def table_message(view: TableView) -> Message:
    """The table as everyone sees it, with the buttons for whoever is to act. Raises `ValueError` for a seat's view."""
    if view.viewer is not None:
        raise ValueError("the table message is made of the public view")
    return Message(lines=(*_body(view), *foot_lines(view)), choices=table_choices(view))


def outsider_message(view: TableView, *, queued: bool) -> Message:
    """The same for somebody without a seat alone: only what they may press. `queued`: they wait for a seat already."""
    return replace(table_message(view), choices=outsider_choices(view, queued=queued))


def _body(view: TableView) -> tuple[Line, ...]:
    match view.phase:
        case Phase.CLOSED:
            title = Line(role=Role.TITLE, pieces=(Name(name=view.name, strong=True), closed_text(view)))
            return (title,)
        case Phase.WAITING | Phase.BETWEEN_HANDS:
            return _summary(view) if view.turn.hand_no else _lobby(view)
        case Phase.PLAYING | Phase.CHOOSING_RUNS | Phase.SHOWDOWN:
            return _hand(view)


def _lobby(view: TableView) -> tuple[Line, ...]:
    options = view.options
    facts = Text(
        key="lobby.facts" if view.event is None else "lobby.event_facts",
        numbers={
            "minimum": options.min_buy_in,
            "maximum": options.max_buy_in,
            "taken": len(view.seats),
            "seats": options.seats,
            "seconds": options.turn_seconds,
        },
    )
    lines = [
        Line(role=Role.TITLE, pieces=(Name(name=view.name, strong=True), DOT, *game_pieces(options))),
        Line(role=Role.NOTE, pieces=(facts,)),
        *_seats(view),
    ]
    special = house_rules(options, event=view.event is not None)
    if special:
        lines.append(Line(role=Role.NOTE, pieces=(Text(key="lobby.house_rules"), *special)))
    if view.host:
        host = Name(name=view.host_name, player=view.host)
        lines.append(Line(role=Role.NOTE, pieces=(Text(key="lobby.host"), host)))
    lines.append(Line(role=Role.NOTE, pieces=(Text(key="play_chips"),)))
    return tuple(lines)


def _hand(view: TableView) -> tuple[Line, ...]:
    number = Text(key="title.hand", numbers={"hand_no": view.turn.hand_no}, strong=True)
    street: tuple[Piece, ...] = () if view.street is None else (DOT, Text(key=f"street.{view.street}"))
    bomb: tuple[Piece, ...] = (DOT, Text(key="bomb.title", strong=True)) if view.bomb else ()
    table = (Name(name=view.name), *_level(view))
    title = (number, *bomb, *street, DOT, *table, DOT, *game_pieces(view.options))
    return (
        Line(role=Role.TITLE, pieces=title),
        *_level_up(view),
        *board_lines(view),
        *pot_lines(view),
        *post_lines(view),
        *log_lines(view),
        *_seats(view),
        *_asked(view),
    )


def _level(view: TableView) -> tuple[Piece, ...]:
    """The level of a tournament's table."""
    return (DOT, Text(key="title.level", numbers={"level": view.level})) if view.level else ()


def _level_up(view: TableView) -> tuple[Line, ...]:
    """That the stakes of this hand are new."""
    if not view.level_raised:
        return ()
    options = view.options
    numbers: dict[str, int | str] = {
        "level": view.level,
        "small": options.small_blind,
        "big": options.big_blind,
        "ante": options.ante,
    }
    key = "level_up.ante" if options.ante else "level_up.plain"
    return (Line(role=Role.NOTE, pieces=(Text(key=key, numbers=numbers, strong=True),)),)


def board_lines(view: TableView) -> tuple[Line, ...]:
    """One line a board, with places for the cards to come; numbered when the pot is run more than once."""
    lines = []
    for number, board in enumerate(view.boards, start=1):
        label = Text(key="board.only")
        if len(view.boards) > 1:
            label = Text(key="board.number", numbers={"number": number})
        cards = Cards(cards=board, places=BOARD_CARDS - len(board))
        lines.append(Line(role=Role.BOARD, pieces=(label, cards)))
    return tuple(lines)


def pot_lines(view: TableView) -> tuple[Line, ...]:
    """Everything in the middle; with side pots, each one and who can win it."""
    total = Text(key="pot.total", numbers={"chips": view.total_pot}, strong=True)
    lines = [Line(role=Role.POT, pieces=(total,))]
    if len(view.pots) > 1:
        for number, pot in enumerate(view.pots):
            label = pot_name("pot", number, len(view.pots), pot.amount)
            lines.append(Line(role=Role.POT, pieces=(label, DOT, *names_of(view, pot.seats))))
    return tuple(lines)


def log_lines(view: TableView) -> tuple[Line, ...]:
    """What was done, one line a street."""
    return tuple(_street_line(view, log) for log in view.log if log.moves)


def _street_line(view: TableView, log: StreetLog) -> Line:
    moves = [(dealt_name(view, seat), move_text(move, total)) for seat, move, total in log.moves]
    return Line(role=Role.LOG, pieces=(Text(key=f"log.{log.street}"), *joined(moves, DOT)))


def _seats(view: TableView) -> tuple[Line, ...]:
    lines = []
    for seat in view.seats:
        acting = seat.seat == view.to_act
        pieces = seat_pieces(seat, view)
        if acting and not seat.computer and view.deadline is not None:
            pieces = (*pieces, Countdown(until=view.deadline))
            if view.on_time_bank:
                pieces = (*pieces, Text(key="seat.time_bank"))
        lines.append(
            Line(
                role=Role.ACTOR if acting else Role.SEAT,
                pieces=pieces,
                seat=seat.seat,
                marks=(*(mark.value for mark in seat.marks), seat.presence.value),
            )
        )
    return tuple(lines)


def _asked(view: TableView) -> tuple[Line, ...]:
    """Who has to choose the number of boards, or to show."""
    if view.phase is Phase.CHOOSING_RUNS:
        asked = Text(key="runs.asked", numbers={"most": view.options.most_runs})
        return (Line(role=Role.NOTE, pieces=(asked, *names_of(view, view.choosing), *_until(view))),)
    if view.phase is Phase.SHOWDOWN and view.to_act is not None:
        return (Line(role=Role.NOTE, pieces=(Text(key="show.asked"), name_of(view, view.to_act))),)
    return ()


def _until(view: TableView) -> tuple[Piece, ...]:
    return () if view.deadline is None else (Countdown(until=view.deadline),)


def _summary(view: TableView) -> tuple[Line, ...]:
    waiting: tuple[Line, ...] = ()
    if view.phase is Phase.WAITING:
        waiting = (Line(role=Role.NOTE, pieces=(Text(key="lobby.waiting"),)),)
    ended = replace(view, seats=tuple(as_it_ended(seat, view) for seat in view.seats))
    return (*_ending(view), *_seats(ended), *waiting)


def _ending(view: TableView) -> tuple[Line, ...]:
    """How the last hand ended: winners, boards, what was done, and where each pot went."""
    if not view.turn.hand_no:
        return ()
    number = Text(key="title.over", numbers={"hand_no": view.turn.hand_no}, strong=True)
    title = Line(role=Role.TITLE, pieces=(number, *joined(_winners(view), DOT)))
    return (
        title,
        *board_lines(view),
        *log_lines(view),
        *_awards(view),
        *_uncalled(view),
        *rabbit_lines(view),
    )


def _winners(view: TableView) -> list[tuple[Piece, ...]]:
    """Each winner with all that they won, and with what, when it was with one hand."""
    won: dict[SeatNo, int] = {}
    for award in view.awards:
        for share in award.shares:
            won[SeatNo(share.seat)] = won.get(SeatNo(share.seat), 0) + share.amount
    return [
        (dealt_name(view, seat, strong=True), _won(view, seat, chips, alone=len(won) == 1))
        for seat, chips in won.items()
    ]


def _won(view: TableView, seat: SeatNo, chips: int, *, alone: bool) -> Text:
    made = view.awards[0].made if alone and len(view.boards) < 2 else None
    if made is None:
        return Text(key="won.chips", numbers={"chips": chips})
    with_hand = made_text(made, key="won.with", kicker=_deciding_kicker(view, seat))
    return Text(key=with_hand.key, numbers={**with_hand.numbers, "chips": chips})


def _deciding_kicker(view: TableView, winner: SeatNo) -> int | None:
    """The kicker that beat the best of the hands that are otherwise the same; None when no kicker was needed."""
    mine = next((seat.made for seat in view.seats if seat.seat == winner), None)
    if mine is None:
        return None
    rivals = [
        seat.made.kickers
        for seat in view.seats
        if seat.shown
        and seat.seat != winner
        and seat.made is not None
        and (seat.made.category, seat.made.ranks) == (mine.category, mine.ranks)
    ]
    if not rivals:
        return None
    pairs = zip(mine.kickers, max(rivals), strict=False)
    return next((kicker for kicker, other in pairs if kicker > other), None)


def _awards(view: TableView) -> tuple[Line, ...]:
    """A line a pot and board, unless the title has said it all."""
    if len(view.awards) == 1 and len(view.awards[0].shares) == 1:
        return ()
    pots = 1 + max((award.pot for award in view.awards), default=0)
    return tuple(Line(role=Role.RESULT, pieces=_award(view, award, pots)) for award in view.awards)


def _award(view: TableView, award: PotAwarded, pots: int) -> tuple[Piece, ...]:
    amount = sum(share.amount for share in award.shares)
    pieces: list[Piece] = [pot_name("award", award.pot, pots, amount)]
    if len(view.boards) > 1:
        pieces = [Text(key="board.number", numbers={"number": award.board + 1}), *pieces]
    split = len(award.shares) > 1
    shares = [
        (dealt_name(view, share.seat), *((Chips(amount=share.amount),) if split else ()))
        for share in award.shares
    ]
    made = () if award.made is None else (DOT, made_text(award.made))
    return (*pieces, *joined(shares), *made)


def _uncalled(view: TableView) -> tuple[Line, ...]:
    return tuple(
        Line(
            role=Role.RESULT, pieces=(Text(key="uncalled", numbers={"chips": chips}), dealt_name(view, seat))
        )
        for seat, chips in view.uncalled
    )
