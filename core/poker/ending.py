"""After the betting: several boards by agreement, the run-out, showing and mucking, and paying the pots."""

from dataclasses import replace

from core.poker.dealing import deal_boards, deal_street
from core.poker.events import CardsShown, HandEvent, Mucked, PotAwarded, RunsAsked, RunsChosen, Share
from core.poker.pots import Pot
from core.poker.rounds import closed_round
from core.poker.showdown import Award, awards, must_show, showing_order, strengths
from core.poker.state import Ending, Hand, Showing, Stage, changed
from core.refusals import Reason, Refused


def all_in(hand: Hand, events: list[HandEvent]) -> Hand:
    """No more betting with cards to come: hands go up, players may choose several boards, the rest is dealt."""
    if hand.setup.all_in_up:
        hand = _table_cards(hand, showing_order(hand.round.live, hand.round.aggressor), events)
    most = _most_runs(hand)
    if most > 1:
        live = hand.round.live
        seats = tuple(seat for seat, is_live in zip(hand.setup.seats, live, strict=True) if is_live)
        events.append(RunsAsked(seats=seats, most=most))
        return changed(hand, stage=Stage.RUNS)
    return _run_out(hand, 1, events)


def _most_runs(hand: Hand) -> int:
    """The table's limit, or less when the deck does not hold that many boards; 1 with several from the start."""
    if hand.setup.boards > 1:
        return 1
    to_come = hand.game.streets[hand.street + 1 :]
    a_board = sum(rule.board + hand.setup.burns for rule in to_come)
    return min(hand.setup.most_runs, (len(hand.dealt.deck) - hand.dealt.drawn) // a_board)


def _run_out(hand: Hand, times: int, events: list[HandEvent]) -> Hand:
    """Deal the rest of the board `times` over from the same deck, first board first; several boards from the start
    are dealt street by street."""
    dealt = hand.dealt
    streets = range(hand.street + 1, len(hand.game.streets))
    if times == 1:
        for street in streets:
            dealt = deal_boards(hand.setup, dealt, street, events)
    else:
        dealt = replace(dealt, boards=dealt.boards * times)
        for run in range(times):
            for street in streets:
                dealt = deal_street(hand.setup, dealt, run, street, events)
    return showdown(changed(hand, street=streets.stop - 1, dealt=dealt), events)


def choose_runs(hand: Hand, seat: int, times: int, events: list[HandEvent]) -> Hand:
    """One player's own answer; the smallest of all answers decides (rules.md 63, cases.md 81)."""
    if hand.stage is not Stage.RUNS:
        raise Refused(Reason.NOT_CHOOSING_RUNS)
    if seat not in hand.setup.seats or hand.setup.seats.index(seat) not in hand.waiting_for:
        raise Refused(Reason.NOT_CHOOSING_RUNS)
    if not 1 <= times <= _most_runs(hand):
        raise Refused(Reason.RUNS_OUT_OF_RANGE, asked=times, maximum=_most_runs(hand))
    at = hand.setup.seats.index(seat)
    answers = (*hand.ending.answers[:at], times, *hand.ending.answers[at + 1 :])
    hand = changed(hand, ending=replace(hand.ending, answers=answers))
    if times > 1 and hand.waiting_for:
        return hand
    agreed = min(said for said in answers if said)
    events.append(RunsChosen(times=agreed))
    return _run_out(hand, agreed, events)


def _table_cards(hand: Hand, order: tuple[int, ...], events: list[HandEvent]) -> Hand:
    shown = list(hand.ending.shown)
    for at in order:
        if not shown[at]:
            shown[at] = True
            events.append(CardsShown(seat=hand.setup.seats[at], cards=hand.dealt.holes[at]))
    ending = hand.ending
    return changed(
        hand,
        ending=Ending(
            answers=ending.answers,
            asking=ending.asking,
            shown=tuple(shown),
            awards=ending.awards,
            returned=ending.returned,
        ),
    )


def showdown(hand: Hand, events: list[HandEvent]) -> Hand:
    """All betting is done and the boards are complete: show, then pay."""
    order = _order(hand)
    if hand.setup.all_in_up and not all(hand.round.stacks[at] for at in order):
        return _pay_shown(_table_cards(hand, order, events), events)
    if hand.setup.showing is Showing.ASK:
        return changed(hand, stage=Stage.SHOWDOWN, ending=replace(hand.ending, asking=order))
    strong = strengths(hand.game.ladder, hand.dealt.holes, hand.dealt.boards, order)
    found = hand.pots
    show = must_show(order, found, strong)
    hand = _table_cards(hand, show, events)
    events.extend([Mucked(seat=hand.setup.seats[at]) for at in order if at not in show])
    return _pay(hand, found, strong, events)


def _order(hand: Hand) -> tuple[int, ...]:
    """Who shows when; where all-in hands are not tabled at once, players of the side pots come first (cases.md 59)."""
    now = hand.round
    return tuple(sorted(showing_order(now.live, now.aggressor), key=lambda at: not now.stacks[at]))


def show_or_muck(hand: Hand, seat: int, show: bool, events: list[HandEvent]) -> Hand:
    """One player's choice at showdown; the last one left need not show (TDA 17)."""
    if hand.stage is not Stage.SHOWDOWN:
        raise Refused(Reason.NOT_AT_SHOWDOWN)
    at, *rest = hand.ending.asking
    if hand.setup.seats[at] != seat:
        raise Refused(Reason.NOT_YOUR_TURN, seat=hand.setup.seats[at])
    if show:
        hand = _table_cards(hand, (at,), events)
    else:
        events.append(Mucked(seat=seat))
    hand = changed(hand, ending=replace(hand.ending, asking=tuple(rest)))
    alone = len(rest) == 1 and not any(hand.ending.shown)
    return _pay_shown(hand, events) if alone or not rest else hand


def take_unshown(hand: Hand, at: int, events: list[HandEvent]) -> Hand:
    """Everyone else has folded: the last player takes all pots without showing (rules.md 30)."""
    amount = sum(hand.paid) + hand.dead
    award = Award(pot=0, board=0, shares=((at, amount),), made=None)
    return _end(hand, (award,) if amount else (), events)


def _pay_shown(hand: Hand, events: list[HandEvent]) -> Hand:
    """Pay the hands that are tabled."""
    claims = tuple([at for at, shown in enumerate(hand.ending.shown) if shown])
    strong = strengths(hand.game.ladder, hand.dealt.holes, hand.dealt.boards, claims)
    return _pay(hand, hand.pots, strong, events)


def _pay(
    hand: Hand, found: tuple[Pot, ...], strong: dict[int, tuple[int, ...]], events: list[HandEvent]
) -> Hand:
    """Every pot on every board to its winners among the hands that were shown."""
    claims = tuple([at for at, shown in enumerate(hand.ending.shown) if shown])
    paid = awards(
        found,
        claims,
        strong,
        order=_order(hand),
        ladder=hand.game.ladder,
        holes=hand.dealt.holes,
        boards=hand.dealt.boards,
        unit=hand.setup.chip_unit,
    )
    return _end(hand, paid, events)


def _end(hand: Hand, found: tuple[Award, ...], events: list[HandEvent]) -> Hand:
    stacks, seats = list(hand.round.stacks), hand.setup.seats
    for award in found:
        for at, amount in award.shares:
            stacks[at] += amount
        shares = tuple([Share(seat=seats[at], amount=amount) for at, amount in award.shares])
        events.append(PotAwarded(pot=award.pot, board=award.board, shares=shares, made=award.made))
    ending = hand.ending
    over = Ending(
        answers=ending.answers, asking=(), shown=ending.shown, awards=found, returned=ending.returned
    )
    return changed(hand, stage=Stage.OVER, round=closed_round(hand.round, tuple(stacks)), ending=over)
