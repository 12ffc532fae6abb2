"""Hand histories: a finished hand written as PHH, and the door to reading (`read_phh`) and playing one (`replay`).

A written hand holds the cards that were shown and those of the one player it is written for; all others are ``??``.
"""

from collections.abc import Sequence

from core.poker.cards import Card
from core.poker.events import PostKind
from core.poker.games import GameName
from core.poker.hand import Hand, Stage
from core.poker.moves import Moved, MoveName
from core.poker.notation_actions import BadNotation
from core.poker.notation_read import read_phh
from core.poker.notation_record import (
    House,
    PhhRecord,
    Variant,
    blinds_total,
    format_phh,
    heads_up_reversed,
)
from core.poker.notation_replay import replay
from core.poker.notation_steps import KeptFaceDown, Outcome, Step, Verdict
from core.poker.rounds import Betting
from core.poker.showdown import showing_order

__all__ = [
    "BadNotation",
    "KeptFaceDown",
    "Outcome",
    "PhhRecord",
    "Step",
    "Verdict",
    "format_phh",
    "read_phh",
    "record_of",
    "replay",
    "write_phh",
]

STREET_CARDS = (0, 3, 4, 5)
"""Cards on the board by street."""


def write_phh(
    hand: Hand,
    *,
    viewer: int | None = None,
    players: Sequence[str] = (),
    table: str | int | None = None,
    hand_no: int | None = None,
    seat_count: int | None = None,
) -> str:
    """A finished hand as a PHH file. `viewer`: the table seat whose own cards are written too; `players`: names by
    position. Raises as `record_of`."""
    return format_phh(
        record_of(hand, viewer=viewer, players=players, table=table, hand_no=hand_no, seat_count=seat_count)
    )


def record_of(
    hand: Hand,
    *,
    viewer: int | None = None,
    players: Sequence[str] = (),
    table: str | int | None = None,
    hand_no: int | None = None,
    seat_count: int | None = None,
) -> PhhRecord:
    """A finished hand as a PHH record; the arguments are those of `write_phh`.

    Raises `ValueError` for a hand that is not over, and `BadNotation` for what PHH cannot say: fixed-limit
    short-deck, a bomb pot, several boards from the start, or in one hand antes of each and chips for the whole pot (a
    big blind's ante, a dead blind).
    """
    if hand.stage is not Stage.OVER:
        raise ValueError("only a finished hand is written")
    setup = hand.setup
    if setup.first_street:
        raise BadNotation("PHH cannot tell of a hand that begins on the flop")
    if setup.boards > 1:
        raise BadNotation("PHH cannot tell of several boards that are dealt from the start")
    antes, blinds = _forced_bets(hand)
    return PhhRecord(
        variant=_variant(hand),
        antes=heads_up_reversed(antes),
        blinds_or_straddles=heads_up_reversed(blinds),
        min_bet=setup.early.bet,
        big_bet=setup.late.bet,
        starting_stacks=setup.stacks,
        actions=tuple(_actions(hand, viewer)),
        ante_trimming_status=any(antes) and not hand.dead,
        players=tuple(players),
        seats=setup.seats,
        seat_count=seat_count,
        table=table,
        hand=hand_no,
        finishing_stacks=hand.round.stacks,
        house=_house(hand, blinds_total(blinds, setup.early.bet)),
    )


def _variant(hand: Hand) -> Variant:
    fixed = hand.setup.early.betting is Betting.FIXED_LIMIT
    match hand.setup.game:
        case GameName.HOLDEM:
            return Variant.FIXED_LIMIT if fixed else Variant.NO_LIMIT
        case GameName.SHORT_DECK:
            if fixed:
                raise BadNotation("PHH has no variant for fixed-limit short-deck")
            return Variant.SHORT_DECK


def _house(hand: Hand, blinds: int) -> House:
    limits = hand.setup.early
    pot_limit = limits.betting is Betting.POT_LIMIT
    begun = _shared_board(hand)
    return House(
        betting=limits.betting,
        reopening=limits.reopening,
        straddle_step=hand.setup.straddle_step,
        cap=limits.cap if limits.betting is Betting.FIXED_LIMIT else None,
        chip_unit=hand.setup.chip_unit,
        full_blinds=hand.setup.full_blinds if pot_limit else blinds,
        boards=tuple([board[begun:] for board in hand.dealt.boards[1:]]),
    )


def _shared_board(hand: Hand) -> int:
    """Cards that were on the board when the betting ended."""
    last = hand.history[-1].street if hand.history else 0
    return STREET_CARDS[last]


def _forced_bets(hand: Hand) -> tuple[list[int], list[int]]:
    """Antes, and blinds and straddles, by position; posts to come in are below 0.

    Of dead chips, which become antes that are not trimmed, only what was paid: PHH has them before the blinds. A
    straddle, too, as far as it went: it is that much of a raise, and no blind that is owed in full.
    """
    n = len(hand.setup.seats)
    antes, blinds = [0] * n, [0] * n
    left = list(hand.setup.stacks)
    for post in hand.setup.posts:
        at = post.position
        paid = min(post.amount, left[at])
        left[at] -= paid
        match post.kind:
            case PostKind.ANTE:
                antes[at] += post.amount
            case PostKind.BIG_BLIND_ANTE | PostKind.DEAD_BLIND:
                if any(each.kind is PostKind.ANTE for each in hand.setup.posts):
                    raise BadNotation("PHH cannot tell two kinds of antes apart")
                antes[at] += paid
            case PostKind.SMALL_BLIND | PostKind.BIG_BLIND:
                blinds[at] += post.amount
            case PostKind.STRADDLE:
                blinds[at] = abs(blinds[at]) + paid
            case PostKind.POST:
                blinds[at] -= post.amount
    return antes, blinds


def _actions(hand: Hand, viewer: int | None) -> list[str]:
    setup, live = hand.setup, hand.round.live
    shown = hand.ending.shown
    lines = [
        f"d dh p{at + 1} {_cards(hole) if shown[at] or setup.seats[at] == viewer else '????'}"
        for at, hole in enumerate(hand.dealt.holes)
    ]
    dealt = 0
    for moved in hand.history:
        lines += _streets(hand, dealt, moved.street)
        dealt = moved.street
        lines.append(_move(moved))
    last = STREET_CARDS.index(len(hand.dealt.boards[0]))
    board = _streets(hand, dealt, last)
    if sum(live) == 1:
        return lines + board
    showdown = _showdown(hand)
    return lines + (showdown + board if setup.all_in_up and last > dealt else board + showdown)


def _streets(hand: Hand, after: int, until: int) -> list[str]:
    """The board cards of the streets after `after`."""
    board = hand.dealt.boards[0]
    return [
        f"d db {_cards(board[STREET_CARDS[street] : STREET_CARDS[street + 1]])}"
        for street in range(after, until)
    ]


def _move(moved: Moved) -> str:
    player = f"p{moved.position + 1}"
    match moved.move:
        case MoveName.FOLD:
            return f"{player} f"
        case MoveName.CHECK | MoveName.CALL:
            return f"{player} cc"
        case MoveName.BET | MoveName.RAISE:
            return f"{player} cbr {moved.to}"


def _showdown(hand: Hand) -> list[str]:
    """Shows and mucks; one who won because all others mucked did neither."""
    now, ending = hand.round, hand.ending
    lines: list[str] = []
    for at in showing_order(now.live, now.aggressor):
        if ending.shown[at]:
            lines.append(f"p{at + 1} sm {_cards(hand.dealt.holes[at])}")
        elif any(ending.shown) or at != ending.awards[0].shares[0][0]:
            lines.append(f"p{at + 1} sm")
    return lines


def _cards(cards: Sequence[Card]) -> str:
    return "".join(cards)
