"""After the hand: showing cards by choice, asking to see a mucked hand, the rabbit, and the seven-deuce game.

All of it is about the hand that was just played, until the next one is dealt, and none of it touches the next one:
its deck was committed to before.
"""

from dataclasses import replace

from core.cardroom.table import Deal, Table, own_seat, seat_at, with_seat
from core.events import Event
from core.ids import PlayerId, SeatNo
from core.options import AskRule
from core.poker.cards import Card
from core.poker.hand import Showing
from core.poker.moves import MoveName
from core.refusals import Reason, Refused
from core.side_actions import AskToShow, ChooseSevenDeuce, HuntRabbit, ShowAfter, ShowPart
from core.side_events import RabbitShown, SevenDeucePaid, ShownAfter


def show_after(table: Table, action: ShowAfter, events: list[Event]) -> Table:
    """Show own cards of the last hand. Both make a seven-deuce count, when nobody called."""
    deal, number = _last_deal(table, action.hand_no), own_seat(table, action.by)
    at = _position(deal, number, action.by)
    if at is None or deal.hand.ending.shown[at]:
        raise Refused(Reason.CANNOT_SHOW)
    left, right = deal.hand.dealt.holes[at][0], deal.hand.dealt.holes[at][-1]
    cards = {ShowPart.LEFT: (left,), ShowPart.RIGHT: (right,), ShowPart.BOTH: deal.hand.dealt.holes[at]}[
        action.part
    ]
    return _shown(table, deal, number, cards, None, events)


def ask_to_show(table: Table, action: AskToShow, events: list[Event]) -> Table:
    """See a hand that went to the showdown and was mucked, if the table's rule gives the right (rules.md 58).

    Refuses HAND_OPEN, NOTHING_MUCKED, HAVE_MUCKED, CANNOT_ASK.
    """
    deal, asker = _last_deal(table, action.hand_no), own_seat(table, action.by)
    if action.seat not in askable(table, action.by):
        raise Refused(_why_not(table, deal, action))
    at = deal.hand.setup.seats.index(action.seat)
    return _shown(table, deal, action.seat, deal.hand.dealt.holes[at], asker, events)


def askable(table: Table, player: PlayerId) -> tuple[SeatNo, ...]:
    """The seats whose mucked hand this player may ask to see now."""
    deal = table.deal
    if deal is None or not deal.paid or sum(deal.hand.round.live) < 2:
        return ()
    asker = next((one.seat for one in deal.seated if one.player == player), None)
    if asker not in deal.hand.setup.seats or not _may_ask(table, deal, deal.hand.setup.seats.index(asker)):
        return ()
    return tuple(seat for seat in _unseen(deal) if seat != asker)


def _unseen(deal: Deal) -> list[SeatNo]:
    """Whose hands went to the showdown and nobody has seen."""
    live = deal.hand.round.live
    if sum(live) < 2:
        return []
    return [SeatNo(seat) for at, seat in enumerate(deal.hand.setup.seats) if live[at] and not _open(deal, at)]


def _open(deal: Deal, at: int) -> bool:
    """The whole hand of this position lies open."""
    later = dict(deal.shown).get(SeatNo(deal.hand.setup.seats[at]), ())
    return deal.hand.ending.shown[at] or len(later) == len(deal.hand.dealt.holes[at])


def _chose_to_muck(deal: Deal, at: int) -> bool:
    """Whoever mucks loses the right to ask (TDA 18); not whose hand the dealer mucked unasked, nor who won unseen."""
    hand = deal.hand
    won = any(at == winner for award in hand.ending.awards for winner, _ in award.shares)
    return hand.setup.showing is Showing.ASK and hand.round.live[at] and not (hand.ending.shown[at] or won)


def _why_not(table: Table, deal: Deal, action: AskToShow) -> Reason:
    """What is true of a hand that one cannot ask to see."""
    seats = deal.hand.setup.seats
    if action.seat in seats and _open(deal, seats.index(action.seat)):
        return Reason.HAND_OPEN
    asker = next((one.seat for one in deal.seated if one.player == action.by), None)
    if not [seat for seat in _unseen(deal) if seat != asker]:
        return Reason.NOTHING_MUCKED
    sworn_off = asker in seats and _chose_to_muck(deal, seats.index(asker))
    if sworn_off and table.options.asking in (AskRule.LIVE, AskRule.CALLER):
        return Reason.HAVE_MUCKED
    return Reason.CANNOT_ASK


def hunt_rabbit(table: Table, action: HuntRabbit, events: list[Event]) -> Table:
    """Show the board cards that would have come."""
    deal, number = _last_deal(table, action.hand_no), own_seat(table, action.by)
    cards = rabbit(table)
    if not cards or _position(deal, number, action.by) is None:
        raise Refused(Reason.NO_RABBIT)
    events.append(RabbitShown(seat=number, cards=cards))
    return replace(table, deal=replace(deal, rabbit=cards))


def rabbit(table: Table) -> tuple[Card, ...]:
    """The cards that nobody saw because everybody else folded; none once they were shown, or where that is off."""
    deal = table.deal
    if deal is None or not deal.paid or deal.rabbit or not table.options.rabbit:
        return ()
    hand = deal.hand
    if sum(hand.round.live) > 1 or len(hand.dealt.boards) > 1:
        return ()
    at = hand.dealt.drawn
    cards: tuple[Card, ...] = ()
    for rule in hand.game.streets[hand.street + 1 :]:
        at += hand.setup.burns
        cards += hand.dealt.deck[at : at + rule.board]
        at += rule.board
    return cards


def choose_seven_deuce(table: Table, action: ChooseSevenDeuce) -> Table:
    """Be in the seven-deuce game, or no longer."""
    if not table.options.seven_deuce:
        raise Refused(Reason.NO_SEVEN_DEUCE)
    number = own_seat(table, action.by)
    return with_seat(table, number, replace(seat_at(table, number), seven_deuce=action.on))


def pay_seven_deuce(table: Table, events: list[Event]) -> Table:
    """Whoever alone won the main pot and has shown seven-deuce is paid by everyone in the game who took action.

    Each pays what the table says or what they have left; the pots were paid before.
    """
    deal = table.deal
    at = None if deal is None else _sole_winner(deal)
    if deal is None or at is None or not table.options.seven_deuce:
        return table
    winner, holes = SeatNo(deal.hand.setup.seats[at]), deal.hand.dealt.holes[at]
    seen = deal.hand.ending.shown[at] or len(dict(deal.shown).get(winner, ())) == len(holes)
    if not seen or sorted(card.rank for card in holes) != [2, 7] or not _in_the_game(table, deal, winner):
        return table
    price = table.options.seven_deuce * table.options.big_blind
    acted = {move.position for move in deal.hand.history}
    paid: list[tuple[SeatNo, int]] = []
    for position, number in enumerate(deal.hand.setup.seats):
        seat = SeatNo(number)
        if seat == winner or position not in acted or not _in_the_game(table, deal, seat):
            continue
        chips = min(price, seat_at(table, seat).stack)
        if chips:
            paid.append((seat, chips))
            payer = seat_at(table, seat)
            table = with_seat(table, seat, replace(payer, stack=payer.stack - chips))
    if not paid:
        return table
    events.append(SevenDeucePaid(seat=winner, paid=tuple(paid)))
    richer = seat_at(table, winner)
    won = richer.stack + sum(chips for _, chips in paid)
    return with_seat(table, winner, replace(richer, stack=won))


def _last_deal(table: Table, hand_no: int | None) -> Deal:
    deal = table.deal
    if hand_no is not None and hand_no != table.hand_no:
        raise Refused(Reason.TOO_LATE, hand_no=table.hand_no)
    if deal is None:
        raise Refused(Reason.NO_HAND_YET)
    if not deal.paid:
        raise Refused(Reason.HAND_NOT_OVER)
    return deal


def _position(deal: Deal, number: SeatNo, player: PlayerId) -> int | None:
    """The player's position in the deal; None for somebody who was not dealt in."""
    there = any(one.seat == number and one.player == player for one in deal.seated)
    return deal.hand.setup.seats.index(number) if there and number in deal.hand.setup.seats else None


def _shown(
    table: Table,
    deal: Deal,
    number: SeatNo,
    cards: tuple[Card, ...],
    asker: SeatNo | None,
    events: list[Event],
) -> Table:
    before = dict(deal.shown).get(number, ())
    at = deal.hand.setup.seats.index(number)
    seen = tuple(card for card in deal.hand.dealt.holes[at] if card in (*before, *cards))
    if seen == before:
        raise Refused(Reason.CANNOT_SHOW)
    events.append(ShownAfter(seat=number, cards=cards, asker=asker))
    others = tuple(one for one in deal.shown if one[0] != number)
    table = replace(table, deal=replace(deal, shown=(*others, (number, seen))))
    return pay_seven_deuce(table, events) if at == _sole_winner(deal) else table


def _may_ask(table: Table, deal: Deal, at: int) -> bool:
    hand = deal.hand
    bets = (MoveName.BET, MoveName.RAISE)
    last = max([number for number, move in enumerate(hand.history) if move.move in bets], default=0)
    own = [move for move in hand.history if move.position == at]
    match table.options.asking:
        case AskRule.NOBODY:
            return False
        case AskRule.LIVE:
            return hand.round.live[at] and not _chose_to_muck(deal, at)
        case AskRule.CALLER:
            called = [move for move in hand.history[last:] if move.move is MoveName.CALL]
            kept = hand.round.live[at] and not _chose_to_muck(deal, at)
            return kept and any(move.position == at for move in called)
        case AskRule.TURN_CALLER:
            paid = [move for move in own if move.move in (*bets, MoveName.CALL)]
            return hand.round.live[at] or any(move.street >= 2 for move in paid)
        case AskRule.ANYBODY:
            return True


def _sole_winner(deal: Deal) -> int | None:
    """The position that won the whole main pot on every board; None when it was shared."""
    winners = {at for award in deal.hand.ending.awards if award.pot == 0 for at, _ in award.shares}
    return winners.pop() if len(winners) == 1 else None


def _in_the_game(table: Table, deal: Deal, number: SeatNo) -> bool:
    """The same player who was dealt in is still here, and in the seven-deuce game."""
    seat = table.seats[number - 1]
    there = seat is not None and any(one.seat == number and one.player == seat.player for one in deal.seated)
    return seat is not None and there and seat.seven_deuce
