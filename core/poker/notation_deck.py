"""The hand that a PHH record describes, set up for the engine: forced bets, and a deck that deals the file's cards.

A card that the file does not know is dealt from what is left of the deck. Such a placeholder decides nothing and is
told to nobody; `FileCards.holes` has None in its place.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from core.poker.cards import Card
from core.poker.events import PostKind
from core.poker.games import GAMES, GameName
from core.poker.hand import HandSetup, Post, Showing
from core.poker.notation_actions import (
    Action,
    BadNotation,
    Betting,
    DealBoard,
    DealHole,
    Remark,
    Seen,
    Showdown,
)
from core.poker.notation_record import PhhRecord, Variant, heads_up_reversed, is_straddle
from core.poker.rounds import Limits

HOLE = 2
BOARD = 5


@dataclass(frozen=True, slots=True, kw_only=True)
class FileCards:
    """All cards that a file names, wherever it names them."""

    holes: tuple[tuple[Seen, ...], ...]
    """By position; None for a card that the file never tells."""
    board: tuple[Card, ...]
    bad: BadNotation | None
    """The first action whose cards cannot be."""


def game_of(record: PhhRecord) -> GameName:
    """The variant that is dealt."""
    return GameName.SHORT_DECK if record.variant is Variant.SHORT_DECK else GameName.HOLDEM


def setup_of(record: PhhRecord) -> HandSetup:
    """The record's table with positions for seat numbers. Hands go up only when the file shows them."""
    house = record.house
    n = len(record.starting_stacks)
    early = Limits(betting=house.betting, reopening=house.reopening, bet=record.min_bet, cap=house.cap)
    late = Limits(betting=house.betting, reopening=house.reopening, bet=record.big_bet, cap=house.cap)
    return HandSetup(
        game=game_of(record),
        seats=tuple(range(n)),
        stacks=record.starting_stacks,
        posts=_posts(record),
        early=early,
        late=late,
        full_blinds=house.full_blinds,
        chip_unit=house.chip_unit,
        burns=False,
        most_runs=1 + len(house.boards),
        showing=Showing.ASK,
        all_in_up=False,
        straddle_step=house.straddle_step,
    )


def _posts(record: PhhRecord) -> tuple[Post, ...]:
    """Antes, blinds and straddles from the smallest up, so that betting opens left of the largest, and antes of some.

    Such an ante, as well as any that is not trimmed, is nobody's bet: everyone can win all of it (TDA RP-11).
    """
    n = len(record.starting_stacks)
    antes = heads_up_reversed(record.antes)
    alike = len(set(antes)) == 1
    paid = all(stack >= ante for stack, ante in zip(record.starting_stacks, antes, strict=True))
    own = record.ante_trimming_status or (alike and paid)
    kind = PostKind.ANTE if own else PostKind.BIG_BLIND_ANTE
    ante_posts = [Post(position=at, kind=kind, amount=ante) for at, ante in enumerate(antes) if ante]
    forced = [(bet, at) for at, bet in enumerate(record.blinds_or_straddles) if bet]
    forced.sort(key=lambda post: (post[0] > 0, abs(post[0]), post[1]))
    blinds = [
        Post(position=n - 1 - at if n == HOLE else at, kind=_kind(bet, record), amount=abs(bet))
        for bet, at in forced
    ]
    return (*ante_posts, *blinds) if alike else (*blinds, *ante_posts)


def _kind(bet: int, record: PhhRecord) -> PostKind:
    blinds = record.blinds_or_straddles
    if bet < 0:
        return PostKind.POST
    if is_straddle(bet, blinds, record.min_bet):
        return PostKind.STRADDLE
    small = len(blinds) - blinds.count(0) > 1 and bet == min(blind for blind in blinds if blind > 0)
    return PostKind.SMALL_BLIND if small and bet < record.min_bet else PostKind.BIG_BLIND


def cards_of(actions: Sequence[Action], record: PhhRecord) -> FileCards:
    """Gather the cards of the whole file; what is wrong with them is kept for when its action comes up."""
    deck = GAMES[game_of(record)].deck
    gathering = _Gathering(deck=deck, holes=[[] for _ in record.starting_stacks], board=[], seen=set())
    bad: BadNotation | None = None
    for number, action in enumerate(actions, 1):
        try:
            gathering.take(action)
        except BadNotation as error:
            bad = bad or BadNotation(error.reason, action=number)
    holes = tuple([(*hole, None, None)[:HOLE] for hole in gathering.holes])
    return FileCards(holes=holes, board=tuple(gathering.board[:BOARD]), bad=bad)


@dataclass(slots=True, kw_only=True)
class _Gathering:
    deck: tuple[Card, ...]
    holes: list[list[Seen]]
    board: list[Card]
    seen: set[Card]

    def take(self, action: Action) -> None:
        match action:
            case DealHole():
                self._take_hole(action)
            case DealBoard():
                for card in action.cards:
                    self._take_card(card)
                    self.board.append(card)
            case Showdown():
                self._take_shown(action)
            case Betting() | Remark():
                pass

    def _take_hole(self, action: DealHole) -> None:
        hole = self.holes[action.position]
        if len(hole) + len(action.cards) > HOLE:
            raise BadNotation(f"p{action.position + 1} gets more than two cards")
        for card in action.cards:
            if card is not None:
                self._take_card(card)
            hole.append(card)

    def _take_shown(self, action: Showdown) -> None:
        """A shown card was dealt to that player, or is what an unknown one turns out to be."""
        hole = self.holes[action.position]
        if len(set(action.cards)) < len([card for card in action.cards if card]):
            raise BadNotation(f"p{action.position + 1} shows one card twice")
        for card in action.cards:
            if card is None or card in hole:
                continue
            if None not in hole:
                raise BadNotation(
                    f"p{action.position + 1} shows {card}, which was not dealt to p{action.position + 1}"
                )
            self._take_card(card)
            hole[hole.index(None)] = card

    def _take_card(self, card: Card) -> None:
        if card not in self.deck:
            raise BadNotation(f"{card} is not in a short deck")
        if card in self.seen:
            raise BadNotation(f"{card} is dealt for the second time")
        self.seen.add(card)


def deck_of(cards: FileCards, record: PhhRecord) -> tuple[Card, ...]:
    """A deck that deals these cards without burns, and anything for those that are not known."""
    deck = GAMES[game_of(record)].deck
    named = [card for hole in cards.holes for card in hole if card] + list(cards.board)
    further = [card for board in record.house.boards for card in board]
    if len({*named, *further}) < len(named) + len(further) or not set(further) <= set(deck):
        raise BadNotation("_riverbot: boards have a card that is not left in the deck")
    if HOLE * len(cards.holes) + BOARD + len(further) > len(deck):
        raise BadNotation("_riverbot: boards have more cards than the deck")
    left = iter([card for card in deck if card not in {*named, *further}])
    holes = [[card or next(left) for card in hole] for hole in cards.holes]
    dealt = [hole[lap] for lap in range(HOLE) for hole in holes]
    board = [*cards.board, *[next(left) for _ in range(BOARD - len(cards.board))]]
    return (*dealt, *board, *further, *left)
