"""The buttons under the table message: what anybody may press, before a hand, in it and after it."""

from adapters.buttons import button, play_choices, run_choices, show_choices
from adapters.messages import Choice, ChoiceName, Look
from adapters.seat_buttons import away_choice, cards_were_left, hidden_hands, show_after_choices
from core.views import Phase, Presence, TableView

_LOOKING_UP = (ChoiceName.LEAVE, ChoiceName.RULES, ChoiceName.OPTIONS, ChoiceName.LEARN)
_IN_AN_EVENT = (ChoiceName.RULES, ChoiceName.LEARN)


def table_choices(view: TableView) -> tuple[tuple[Choice, ...], ...]:
    """Rows of buttons for everybody who sees the table."""
    match view.phase:
        case Phase.WAITING | Phase.BETWEEN_HANDS:
            return _between(view)
        case Phase.PLAYING:
            return (_looking_on(view), *play_choices(view))
        case Phase.CHOOSING_RUNS:
            return (_looking_on(view), run_choices(view))
        case Phase.SHOWDOWN:
            return (_looking_on(view), show_choices(view))
        case Phase.CLOSED:
            return ()


def outsider_choices(view: TableView, *, queued: bool) -> tuple[tuple[Choice, ...], ...]:
    """What somebody without a seat may press: sit down, wait for a seat unless they do, and read the rules."""
    if view.phase is Phase.CLOSED:
        return ()
    free, row = free_seats(view), []
    if free and view.takes_people:
        row.append(button(view, ChoiceName.JOIN, Look.SUCCESS))
    if not queued and free <= len(view.queue) and view.takes_people:
        row.append(wait_choice(view))
    return ((*row, button(view, ChoiceName.RULES)),)


def free_seats(view: TableView) -> int:
    """Seats that nobody sits in and the host does not keep."""
    over = view.phase in (Phase.WAITING, Phase.BETWEEN_HANDS)
    # After a hand the views still name players who left with it; their seats are free.
    taken = {seat.seat for seat in view.seats if not (over and seat.presence is Presence.LEAVING)}
    seats = view.options.seats if view.coming_options is None else view.coming_options.seats
    kept = [seat for seat in view.kept if seat not in taken]
    return max(0, min(seats, view.options.seats) - len(taken) - len(kept))


def wait_choice(view: TableView) -> Choice:
    """[Wait for a seat]."""
    return button(view, ChoiceName.WAIT)


def _looking_on(view: TableView) -> tuple[Choice, ...]:
    """The way to one's cards, to the queue for a seat, and not to wait for a player whose time bank runs."""
    row = [button(view, ChoiceName.CARDS)]
    if not free_seats(view) and view.takes_people:
        row.append(wait_choice(view))
    if view.on_time_bank:
        row.append(away_choice(view))
    return tuple(row)


def _between(view: TableView) -> tuple[tuple[Choice, ...], ...]:
    rows = [_seating(view)]
    if view.phase is Phase.WAITING:
        names = _LOOKING_UP if view.event is None else _IN_AN_EVENT
        rows.append(tuple(button(view, name) for name in names))
    rows.append(_after_the_hand(view))
    return tuple(row for row in rows if row)


def _seating(view: TableView) -> tuple[Choice, ...]:
    """A seat or a place in the queue, and between hands the record of the last one. Before the first, everything."""
    free, hand_no = free_seats(view), view.turn.hand_no
    row = [button(view, ChoiceName.JOIN, Look.SUCCESS)] if free and view.takes_people else []
    if free <= len(view.queue) and view.takes_people:
        row.append(wait_choice(view))
    if hand_no:
        row.append(button(view, ChoiceName.HISTORY, argument=str(hand_no)))
    if view.phase is Phase.BETWEEN_HANDS or view.event is not None:
        return tuple(row)
    if free and view.takes_people:
        row.append(button(view, ChoiceName.COMPUTER))
    ready = [seat for seat in view.seats if seat.presence is Presence.WAITING]
    if not hand_no and len(ready) > 1:
        row.append(button(view, ChoiceName.START, Look.PRIMARY))
    return tuple(row)


def _after_the_hand(view: TableView) -> tuple[Choice, ...]:
    """Cards that nobody saw, the cards that would have come, and more chips for the broke."""
    if not view.turn.hand_no:
        return ()
    people = {seat.seat for seat in view.seats if not seat.computer and seat.presence is not Presence.LEAVING}
    row = list(show_after_choices(view)) if people & set(hidden_hands(view)) else []
    if cards_were_left(view):
        row.append(button(view, ChoiceName.RABBIT))
    broke = any(seat.seat in people and not seat.stack and not seat.coming for seat in view.seats)
    if broke and view.event is None:
        row.append(button(view, ChoiceName.TOP_UP, Look.SUCCESS, key="choice.rebuy"))
    return tuple(row)
