"""The record of a finished hand at a table: what is kept, so that everyone can check it and nobody can learn more."""

from collections.abc import Iterable

from core.cardroom.table import Deal, Table
from core.events import Event
from core.poker.games import GAMES
from core.poker.hand import Hand
from core.poker.record import HandRecord, Row, SeatRecord, deal_map
from core.side_events import ShownAfter


def record_of(table: Table, deal: Deal, now: int) -> HandRecord:
    """Everything about the hand in `deal`, which is over. Stacks in chips, times in milliseconds."""
    hand = deal.hand
    game = GAMES[hand.setup.game]
    board = hand.dealt.boards
    run = hand.setup.boards == 1
    holes = deal_map(
        seats=hand.setup.seats,
        button=deal.button,
        hole=game.hole,
        board_cards=len(board[0]),
        runs=len(board) if run else 1,
        shared=_shared(board) if run else 0,
        boards=hand.setup.boards,
        burn=hand.setup.burns,
    )
    shown = {seat for seat, up in zip(hand.setup.seats, hand.ending.shown, strict=True) if up}
    return HandRecord(
        table=table.id,
        hand_no=deal.hand_no,
        started_ms=deal.started_ms,
        ended_ms=now,
        game=hand.setup.game,
        deck_size=len(game.deck),
        stakes=_stakes(table, hand),
        button=deal.button,
        seats=_seats(deal),
        secret=deal.secret,
        root=deal.root,
        next_root=table.next_root,
        previous_digest=deal.previous_digest,
        deal=holes,
        shown=tuple(sorted(at for seat, positions in holes.holes if seat in shown for at in positions)),
        actions=_actions(hand),
        awards=_awards(hand),
    )


def shown_after(deal: Deal, events: Iterable[Event]) -> tuple[int, ...]:
    """The deck positions of all that was shown after the hand in `deal`, once these things have happened; () when
    nothing more was shown by them."""
    shown = [event for event in events if isinstance(event, ShownAfter)]
    if not shown:
        return ()
    hand = deal.hand
    dealt = deal_map(seats=hand.setup.seats, button=deal.button, hole=GAMES[hand.setup.game].hole)
    positions = dict(dealt.holes)
    told = [*deal.shown, *[(event.seat, event.cards) for event in shown]]
    found = {
        at
        for seat, cards in told
        for at, card in zip(positions[seat], hand.dealt.holes[hand.setup.seats.index(seat)], strict=True)
        if card in cards
    }
    return tuple(sorted(found))


def _shared(boards: tuple[tuple[object, ...], ...]) -> int:
    """How many board cards lay there before the pot was run more than once."""
    if len(boards) == 1:
        return 0
    first, second = boards[0], boards[1]
    return next((at for at, (one, other) in enumerate(zip(first, second, strict=True)) if one != other), 0)


def _seats(deal: Deal) -> tuple[SeatRecord, ...]:
    """Everyone who sat there when the hand began; who was not dealt in ends with what they had."""
    ends = dict(zip(deal.hand.setup.seats, deal.hand.round.stacks, strict=True))
    return tuple(
        SeatRecord(
            seat=one.seat,
            player=one.player,
            name=one.name,
            start=one.stack,
            end=ends.get(one.seat, one.stack),
            phrase=one.phrase,
        )
        for one in deal.seated
    )


def _stakes(table: Table, hand: Hand) -> tuple[tuple[str, int | str], ...]:
    """What was played for; the number of boards only where there were several from the start, and what everyone put
    into a bomb pot only where it was one."""
    options = table.options
    side_by_side = (("boards", hand.setup.boards),) if hand.setup.boards > 1 else ()
    bomb = (("bomb_ante", options.bomb_ante * options.big_blind),) if hand.setup.first_street else ()
    return (
        ("ante", options.ante),
        ("ante_rule", options.ante_rule.value),
        ("betting", options.betting.value),
        ("big_blind", options.big_blind),
        ("small_blind", options.small_blind),
        *side_by_side,
        *bomb,
    )


def _actions(hand: Hand) -> tuple[Row, ...]:
    """Posts, then every move: (street, seat, move, total on the street in chips)."""
    seats, streets = hand.setup.seats, GAMES[hand.setup.game].streets
    left = list(hand.setup.stacks)
    rows: list[Row] = []
    for post in hand.setup.posts:
        amount = min(post.amount, left[post.position])
        left[post.position] -= amount
        if amount:
            rows.append(("post", seats[post.position], post.kind.value, amount))
    for moved in hand.history:
        street = streets[moved.street].street.value
        rows.append((street, seats[moved.position], moved.move.value, moved.to))
    if hand.ending.returned is not None:
        at, amount = hand.ending.returned
        rows.append(("returned", seats[at], "uncalled", amount))
    return tuple(rows)


def _awards(hand: Hand) -> tuple[Row, ...]:
    """(pot, board, ((seat, chips), …)) for every pot on every board."""
    seats = hand.setup.seats
    return tuple(
        (award.pot, award.board, tuple((seats[at], amount) for at, amount in award.shares))
        for award in hand.ending.awards
    )
