"""The buttons of one player's seat: a move chosen ahead, blinds owed, side games, chips, and cards after the hand."""

from collections.abc import Iterator
from dataclasses import replace

from adapters.buttons import button
from adapters.messages import Choice, ChoiceName, Look, Text
from core.ids import SeatNo, Turn
from core.options import StraddleRule
from core.poker.games import GAMES
from core.side_actions import Plan, ShowPart
from core.views import LastMove, OwnSeat, Phase, Presence, SeatView, TableView

SHORT_STACK = 40
"""Big blinds below which the panel offers more chips, up to `FULL_STACK` big blinds."""
FULL_STACK = 100
OFF = "off"
BOARD_CARDS = 5
_RAISES = frozenset({LastMove.BET, LastMove.RAISE, LastMove.ALL_IN})
_OVER = (Phase.WAITING, Phase.BETWEEN_HANDS)


def seat_rows(view: TableView) -> tuple[tuple[Choice, ...], ...]:
    """What the viewer may choose while nothing is asked of them, in rows; none for the public."""
    own, mine = view.own, own_line(view)
    if own is None or mine is None:
        return ()
    wishes = tuple(replace(choice, turn=_lasting(view)) for choice in _wishes(view, own, mine))
    rows = (plan_choices(view), after_choices(view), _wait_choices(view), wishes)
    return tuple(row for row in rows if row)


def own_line(view: TableView) -> SeatView | None:
    """The viewer's seat."""
    return next((seat for seat in view.seats if seat.seat == view.viewer), None)


def plan_choices(view: TableView) -> tuple[Choice, ...]:
    """A move for when the turn comes (product.md 6.4); the chosen one is marked, and pressed again it is taken back.

    The buttons carry the moment at which the price was set: what was chosen for another price comes too late.
    """
    own, mine = view.own, own_line(view)
    if own is None or mine is None or not own.may_plan:
        return ()
    owed = min(max(0, view.price - mine.bet), mine.stack)
    turn = _lasting(view)
    usual = (Plan.CHECK_FOLD, Plan.CALL if owed else Plan.CHECK, Plan.CALL_ANY)
    # With nothing to call, to call this price only and to check only are the same.
    chosen = Plan.CHECK if own.plan is Plan.CALL and not owed else own.plan
    plans = usual if chosen is None or chosen in usual else (*usual, chosen)
    return tuple(
        replace(_toggle(view, ChoiceName.PLAN, plan, chosen is plan, chips=owed), turn=turn) for plan in plans
    )


def _lasting(view: TableView) -> Turn:
    """A moment that stays the same while others act: no private message is edited for its buttons alone."""
    dealt_in = any(seat.seat == view.viewer and seat.hole_cards for seat in view.seats)
    return (
        replace(view.turn, action_no=_priced_at(view))
        if dealt_in
        else replace(view.turn, hand_no=0, action_no=0)
    )


def _priced_at(view: TableView) -> int:
    """How many moves of the hand had been made when this street's price was what it is now."""
    earlier = sum(len(log.moves) for log in view.log if log.street != view.street)
    now = next((log.moves for log in view.log if log.street == view.street), ())
    raised = [number for number, (_, move, _) in enumerate(now, start=1) if move in _RAISES]
    return earlier + max(raised, default=0)


def after_choices(view: TableView) -> tuple[Choice, ...]:
    """Own cards that nobody saw, the cards that would have come, and hands that may be asked for."""
    own = view.own
    if own is None or view.phase not in _OVER:
        return ()
    row = list(show_after_choices(view)) if own.may_show else []
    if own.may_hunt:
        row.append(button(view, ChoiceName.RABBIT))
    for seat in own.may_ask:
        label = Text(key="choice.ask", numbers={"seat": seat})
        row.append(replace(button(view, ChoiceName.ASK, argument=str(seat)), label=(label,)))
    return tuple(row)


def show_after_choices(view: TableView) -> tuple[Choice, ...]:
    """[Show left] [Show right] [Show both]."""
    return tuple(
        button(view, ChoiceName.REVEAL, argument=part.value, key=f"choice.reveal_{part}") for part in ShowPart
    )


def _wait_choices(view: TableView) -> tuple[Choice, ...]:
    """Not to wait for whoever keeps the table waiting."""
    own = view.own
    return (away_choice(view),) if own is not None and own.may_vote_away else ()


def away_choice(view: TableView) -> Choice:
    """[Don't wait]."""
    return button(view, ChoiceName.AWAY)


def _wishes(view: TableView, own: OwnSeat, mine: SeatView) -> Iterator[Choice]:
    """Away and back, blinds that are owed, side games and chips, where they make sense now."""
    away = mine.presence in (Presence.SITTING_OUT, Presence.LEAVING)
    if away or mine.presence is Presence.OWES_BLIND:
        yield from _ways_back(view, own, away=away)
    elif own.posts and (own.owes_small or own.owes_big):
        yield button(view, ChoiceName.BACK, argument="wait", key="choice.wait_for_blind")
    elif own.may_plan:
        yield _sit_out(view, own)
        if view.options.straddle is not StraddleRule.NONE:
            yield _toggle(view, ChoiceName.STRADDLE, "on", own.straddles)
        if view.options.seven_deuce:
            yield _toggle(view, ChoiceName.SEVEN, "on", own.seven_deuce)
    chips = top_up_chips(view, own, mine)
    if chips and not away and (own.may_plan or view.phase in _OVER):
        yield button(view, ChoiceName.TOP_UP, argument=str(chips), chips=chips)


def _ways_back(view: TableView, own: OwnSeat, *, away: bool) -> Iterator[Choice]:
    owes = (own.owes_small or own.owes_big) and view.event is None
    if away:
        yield button(view, ChoiceName.BACK, Look.SUCCESS)
        if owes:
            yield button(view, ChoiceName.BACK, argument="post", key="choice.back_and_post")
    elif owes:
        yield button(view, ChoiceName.POST, Look.SUCCESS)


def _sit_out(view: TableView, own: OwnSeat) -> Choice:
    """Sit out at the next big blind, or no longer."""
    if own.out_at_blind:
        return button(view, ChoiceName.BACK, key="choice.out_at_blind_on")
    return button(view, ChoiceName.SIT_OUT, argument="blind", key="choice.out_at_blind_off")


def top_up_chips(view: TableView, own: OwnSeat, mine: SeatView) -> int:
    """Chips that fill a short stack up to the usual one; 0 for a stack that is not short, and for a broke player."""
    big, have = view.options.big_blind, mine.stack + mine.coming
    if view.event is not None or not mine.stack or have >= SHORT_STACK * big:
        return 0
    return max(0, min(own.most, FULL_STACK * big - have))


def _toggle(view: TableView, name: ChoiceName, argument: str, chosen: bool, *, chips: int = 0) -> Choice:
    """A box to tick, or the ticked one, which takes it back."""
    inner = f"choice.{name}_{argument}" if name is ChoiceName.PLAN else f"choice.{name}"
    label = Text(key="choice.on" if chosen else "choice.off", numbers={"what": f"@{inner}", "chips": chips})
    look = Look.PRIMARY if chosen else Look.SECONDARY
    return replace(button(view, name, look, argument=OFF if chosen else argument), label=(label,))


def hidden_hands(view: TableView) -> tuple[SeatNo, ...]:
    """Seats whose hand came to the end and was not seen, or not all of it."""
    whole = GAMES[view.options.game].hole
    folded = {seat for log in view.log for seat, move, _ in log.moves if move is LastMove.FOLD}
    return tuple(
        seat.seat
        for seat in view.seats
        if seat.net is not None and seat.presence is not Presence.FOLDED
        if seat.seat not in folded and len(seat.hole_cards) < whole
    )


def cards_were_left(view: TableView) -> bool:
    """Everybody else folded before the board was whole, the table shows such cards, and nobody has seen them yet."""
    folded = {seat for log in view.log for seat, move, _ in log.moves if move is LastMove.FOLD}
    in_it = [seat for seat in view.seats if seat.net is not None and seat.presence is not Presence.FOLDED]
    live = [seat for seat in in_it if seat.seat not in folded]
    one_board = len(view.boards) == 1 and len(view.boards[0]) < BOARD_CARDS
    return view.options.rabbit and not view.rabbit and one_board and len(live) == 1
