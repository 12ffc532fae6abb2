"""A finished hand as a PHH file, from its record as one asker may know it; cards they do not know are ``??``.

Refused (`BadNotation`) is what PHH has no words for, because another reader would count other chips than were won:
a hand run several times, on two boards or from the flop on, fixed-limit short-deck, and antes of both kinds at once.
"""

from collections.abc import Sequence
from dataclasses import replace

from core.dates import moment_of
from core.poker.cards import Card
from core.poker.events import (
    LIVE_POSTS,
    Called,
    CardsShown,
    Checked,
    Folded,
    HandEvent,
    HoleCardsDealt,
    Mucked,
    Posted,
    PostKind,
    PotAwarded,
    Raised,
    RunsAsked,
    RunsChosen,
    StreetDealt,
    UncalledReturned,
)
from core.poker.games import GAMES, GameName
from core.poker.notation_actions import BadNotation
from core.poker.notation_record import (
    PhhRecord,
    Variant,
    blinds_total,
    format_phh,
    heads_up_reversed,
    usual_house,
)
from core.poker.record_story import Seen, Story, full_post
from core.poker.rounds import Betting


def phh_text(told: Story) -> str:
    """The hand as the text of a ``.phh`` file. Raises `BadNotation` for what PHH cannot say."""
    if len(told.boards) > 1:
        raise BadNotation("PHH has one board a hand, and this one had more")
    if not any(isinstance(event, Posted) and event.post in LIVE_POSTS for event in told.events) and _begun(
        told
    ):
        raise BadNotation("PHH has no hand that begins on the flop")
    _check_unshown(told)
    variant = _variant(told)
    antes, blinds, trimmed = _forced(told)
    fixed = variant is Variant.FIXED_LIMIT
    moment = moment_of(told.started_ms)
    house = usual_house(variant, len(told.seats), blinds_total(blinds, told.big_blind))
    if told.betting is Betting.POT_LIMIT and any(blinds):
        house = replace(house, betting=told.betting, full_blinds=told.small_blind + told.big_blind)
    return format_phh(
        PhhRecord(
            variant=variant,
            antes=heads_up_reversed(antes),
            blinds_or_straddles=heads_up_reversed(blinds),
            min_bet=told.big_blind,
            big_bet=2 * told.big_blind if fixed else told.big_blind,
            starting_stacks=tuple(one.start for one in told.seats),
            actions=(*_dealt(told), *_actions(told)),
            ante_trimming_status=trimmed,
            players=tuple(one.name for one in told.seats),
            seats=tuple(one.seat for one in told.seats),
            table=told.table,
            hand=told.hand_no,
            finishing_stacks=tuple(one.end for one in told.seats),
            house=house,
            others={
                "venue": "Riverbot",
                "year": moment.year,
                "month": moment.month,
                "day": moment.day,
                "time_zone": "UTC",
            },
        )
    )


def _check_unshown(told: Story) -> None:
    """PHH gives the chips to the hands that were shown, or all of them to the last who did not muck."""
    if sum(told.live) == 1:
        return
    won = [event for event in told.events if isinstance(event, PotAwarded)]
    winners = {share.seat for event in won for share in event.shares}
    unshown = [seat for seat in winners if not told.shown[told.position(seat)]]
    if unshown and len(winners) > 1:
        raise BadNotation("PHH cannot say who won a pot that nobody showed a hand for")


def _begun(told: Story) -> bool:
    """Whether the flop came before anybody could move."""
    later = [event for event in told.events if not isinstance(event, Posted | HoleCardsDealt)]
    return bool(later) and isinstance(later[0], StreetDealt)


def _variant(told: Story) -> Variant:
    fixed = told.betting is Betting.FIXED_LIMIT
    match told.game:
        case GameName.HOLDEM:
            return Variant.FIXED_LIMIT if fixed else Variant.NO_LIMIT
        case GameName.SHORT_DECK:
            if fixed:
                raise BadNotation("PHH has no variant for fixed-limit short-deck")
            return Variant.SHORT_DECK


def _forced(told: Story) -> tuple[list[int], list[int], bool]:
    """Antes and blinds in full by position, and whether each player's ante is only matched as far as it goes."""
    antes, blinds = [0] * len(told.seats), [0] * len(told.seats)
    kinds: set[PostKind] = set()
    for event in told.events:
        if not isinstance(event, Posted):
            continue
        at = told.position(event.seat)
        full = full_post(told, event.post, event.amount)
        kinds.add(event.post)
        match event.post:
            case PostKind.ANTE | PostKind.BIG_BLIND_ANTE | PostKind.DEAD_BLIND:
                antes[at] += full
            case PostKind.SMALL_BLIND | PostKind.BIG_BLIND | PostKind.STRADDLE:
                blinds[at] += full
            case PostKind.POST:
                blinds[at] -= full
    if PostKind.ANTE in kinds and kinds & {PostKind.BIG_BLIND_ANTE, PostKind.DEAD_BLIND}:
        raise BadNotation("PHH cannot tell two kinds of antes apart")
    if PostKind.SMALL_BLIND in kinds and PostKind.BIG_BLIND not in kinds:
        _put_missing_blind(told, blinds)
    return antes, blinds, PostKind.ANTE in kinds


def _put_missing_blind(told: Story, blinds: list[int]) -> None:
    """A big blind whose whole stack went into the ante: nothing was posted, and the price is that of the blind."""
    after = (next(at for at, blind in enumerate(blinds) if blind) + 1) % len(blinds)
    blinds[after] = told.big_blind


def _dealt(told: Story) -> list[str]:
    return [f"d dh p{at + 1} {_hand(hole, told)}" for at, hole in enumerate(told.holes)]


def _hand(hole: Seen, told: Story) -> str:
    return "".join([card or "??" for card in hole]) or "??" * GAMES[told.game].hole


def _actions(told: Story) -> list[str]:
    lines = [_line(told, event) for event in told.events]
    return [line for line in lines if line]


def _line(told: Story, event: HandEvent) -> str:
    """What PHH says of an event; nothing for what it leaves to the reader's reckoning."""
    match event:
        case Folded():
            return f"{_player(told, event.seat)} f"
        case Checked() | Called():
            return f"{_player(told, event.seat)} cc"
        case Raised():
            return f"{_player(told, event.seat)} cbr {event.to}"
        case StreetDealt():
            return f"d db {_cards(event.cards)}"
        case CardsShown():
            return _shown(told, event)
        case Mucked():
            return f"{_player(told, event.seat)} sm"
        case Posted() | HoleCardsDealt() | UncalledReturned() | RunsAsked() | RunsChosen() | PotAwarded():
            return ""


def _shown(told: Story, event: CardsShown) -> str:
    """Whoever had folded, had nobody left against them, or showed after the hand is in no showdown: their cards
    are where they were dealt."""
    at = told.position(event.seat)
    if not told.live[at] or sum(told.live) == 1 or event.cards != told.shown[at]:
        return ""
    return f"p{at + 1} sm {_hand(told.holes[at], told)}"


def _player(told: Story, seat: int) -> str:
    return f"p{told.position(seat) + 1}"


def _cards(cards: Sequence[Card]) -> str:
    return "".join(cards)
