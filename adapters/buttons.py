"""The buttons of a table: each carries the turn it was made for, so that a late press can be told from a good one."""

from adapters.messages import Choice, ChoiceName, Look, Text
from core.views import LegalView, Presence, TableView


def button(
    view: TableView,
    name: ChoiceName,
    look: Look = Look.SECONDARY,
    *,
    argument: str = "",
    key: str = "",
    chips: int = 0,
) -> Choice:
    """A button named by `key` (by what it does when empty), with `chips` for the label."""
    label = Text(key=key or f"choice.{name}", numbers={"chips": chips} if chips else {})
    return Choice(name=name, label=(label,), argument=argument, turn=view.turn, table=view.table, look=look)


def play_choices(view: TableView) -> tuple[tuple[Choice, ...], ...]:
    """Fold, check or call, and bet or raise, for the seat to act as the public can reckon it.

    The public view holds no legal limits. So the price comes from the bets, and against players who are all-in it is
    what they really put in (rules.md 31); whether a short all-in has reopened the betting the rules say on the press.
    """
    actor = next((seat for seat in view.seats if seat.seat == view.to_act), None)
    if actor is None:
        return ()
    rivals = [
        seat
        for seat in view.seats
        if seat.seat != actor.seat and seat.presence in (Presence.IN_HAND, Presence.ALL_IN)
    ]
    can_answer = any(seat.stack for seat in rivals)
    price = view.price if can_answer else min(view.price, max((seat.bet for seat in rivals), default=0))
    owed = min(max(0, price - actor.bet), actor.stack)
    can_raise = can_answer and actor.stack > owed
    return (move_choices(view, owed=owed, can_raise=can_raise),)


def move_choices(view: TableView, *, owed: int, can_raise: bool) -> tuple[Choice, ...]:
    """[Fold] [Check] or [Call 100], [Bet…] or [Raise…]; the last one shows the sizes."""
    row = [button(view, ChoiceName.FOLD, Look.DANGER)]
    if owed:
        row.append(call_choice(view, owed))
    else:
        row.append(button(view, ChoiceName.CHECK, Look.PRIMARY))
    if can_raise:
        row.append(button(view, ChoiceName.RAISE, key="choice.raise" if view.price else "choice.bet"))
    return tuple(row)


def call_choice(view: TableView, owed: int) -> Choice:
    """[Call 100]."""
    return button(view, ChoiceName.CALL, Look.PRIMARY, chips=owed)


def size_choices(view: TableView, sizes: LegalView) -> tuple[Choice, ...]:
    """A button for each size that differs: the smallest raise, half, two thirds and all of the pot, the largest."""
    legal = sizes.legal
    if legal.raise_max is None:
        return ()
    largest = "size.all_in" if legal.raise_max == legal.all_in else "size.most"
    named = (
        (legal.raise_max, largest),
        (legal.raise_min, "size.least"),
        (sizes.pot, "size.pot"),
        (sizes.two_thirds_pot, "size.two_thirds"),
        (sizes.half_pot, "size.half"),
    )
    keys: dict[int, str] = {}
    for total, key in named:
        if total is not None:
            keys.setdefault(total, key)
    return tuple(
        button(view, ChoiceName.RAISE, argument=str(total), key=keys[total], chips=total)
        for total in sorted(keys)
    )


def run_choices(view: TableView) -> tuple[Choice, ...]:
    """[1 board] [2 boards] … up to what the table allows."""
    return tuple(
        Choice(
            name=ChoiceName.RUNS,
            label=(Text(key="choice.runs", numbers={"times": times}),),
            argument=str(times),
            turn=view.turn,
            table=view.table,
        )
        for times in range(1, view.options.most_runs + 1)
    )


def show_choices(view: TableView) -> tuple[Choice, ...]:
    """[Show] [Muck]."""
    return (button(view, ChoiceName.SHOW, Look.PRIMARY), button(view, ChoiceName.MUCK))
