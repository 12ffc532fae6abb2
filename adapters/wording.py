"""Words for what poker counts: hands, cards, seats, moves and stakes, as pieces to build lines of."""

from collections.abc import Sequence
from dataclasses import replace

from adapters.messages import Cards, Chips, Code, Name, Piece, Text
from core.ids import SeatNo
from core.options import AnteRule, AskRule, ButtonRule, Entry, StraddleRule, TableOptions
from core.poker.cards import RANKS, Card
from core.poker.hand import Showing
from core.poker.ranking import MadeHand
from core.poker.rounds import Betting, Reopening
from core.views import LastMove, Presence, SeatView, TableView

USUAL = TableOptions()
DOT = Text(key="mark.dot")
SLASH = Text(key="mark.slash")


def made_text(made: MadeHand, *, key: str = "", kicker: int | None = None) -> Text:
    """A hand in words, inside the sentence `key` if one is given, which says it as ``{made}``.

    With `kicker` (a rank) the words end in the card that decided.
    """
    numbers: dict[str, int | str] = {"list": "-".join(RANKS[rank - 2] for rank in made.ranks)}
    for name, rank in zip(("high", "low"), made.ranks, strict=False):
        numbers[name] = f"@rank.{rank}"
        numbers[f"{name}s"] = f"@ranks.{rank}"
    inner = made.text_key
    if kicker is not None:
        numbers |= {"bare": f"@{inner}", "kicker": f"@rank.{kicker}"}
        inner = "hand.with_kicker"
    if not key:
        return Text(key=inner, numbers=numbers)
    return Text(key=key, numbers={**numbers, "made": f"@{inner}"})


def card_words(cards: Sequence[Card]) -> tuple[Piece, ...]:
    """Cards spelt out, for whoever cannot see the symbols: ace of spades / queen of diamonds."""
    words = (
        Text(key="card.words", numbers={"rank": f"@rank.{card.rank}", "suit": f"@suit.{card.value[1]}"})
        for card in cards
    )
    return joined([(text,) for text in words])


def joined(parts: Sequence[Sequence[Piece]], between: Text = SLASH) -> tuple[Piece, ...]:
    """Parts of a line with `between` between them."""
    pieces: list[Piece] = []
    for part in parts:
        if pieces:
            pieces.append(between)
        pieces.extend(part)
    return tuple(pieces)


def ordinal(place: int) -> str:
    """The key, to be said with `place`: 1st, 2nd, 3rd, 4th … 11th."""
    last = 0 if place // 10 % 10 == 1 else place % 10
    return "@ordinal." + {1: "st", 2: "nd", 3: "rd"}.get(last, "th")


def seated(view: TableView, seat: SeatNo | int) -> SeatView | None:
    """The taken seat of that number."""
    return next((one for one in view.seats if one.seat == seat), None)


def name_of(view: TableView, seat: SeatNo | int, *, strong: bool = False) -> Piece:
    """The name of the player in a seat; the seat's number when nobody sits there any more."""
    found = seated(view, seat)
    if found is None:
        return Text(key="seat.number", numbers={"seat": int(seat)})
    return Name(name=found.name, player=found.player, strong=strong)


def dealt_name(view: TableView, seat: SeatNo | int, *, strong: bool = False) -> Piece:
    """The name of the player who had this seat in the hand, whoever sits there now."""
    for number, player, name in view.dealt:
        if number == seat:
            return Name(name=name, player=player, strong=strong)
    return name_of(view, seat, strong=strong)


def names_of(view: TableView, seats: Sequence[SeatNo]) -> tuple[Piece, ...]:
    """The names of several seats' players."""
    return joined([(dealt_name(view, seat),) for seat in seats])


def move_text(move: LastMove, total: int) -> Text:
    """What a seat did, to stand after its name."""
    return Text(key=f"did.{move}", numbers={"to": total})


def closed_text(view: TableView) -> Text:
    """That the table is closed; at that of a tournament nobody's chips are counted out."""
    return Text(key="table.closed" if view.event is None else "tourney.table_closed")


def as_it_ended(seat: SeatView, view: TableView) -> SeatView:
    """The seat as the hand left it: chips bought since are on their way to the next one, and no result of this.

    Bounties for seven-deuce are paid with the hand, and stand in the stack.
    """
    bought = 0 if seat.ended is None or view.options.seven_deuce else seat.stack - seat.ended
    return replace(seat, stack=seat.stack - bought, coming=bought) if bought > 0 else seat


def seat_pieces(seat: SeatView, view: TableView) -> tuple[Piece, ...]:
    """One seat's line: marks, number, name, stack, then what it has bet, done, shown, won or lost."""
    acting = seat.seat == view.to_act
    pieces: list[Piece] = [Text(key="mark.acting")] if acting else []
    pieces += [Text(key=f"felt.{mark}") for mark in seat.marks]
    pieces += [
        Text(key="mark.number", numbers={"number": seat.seat}),
        Name(name=seat.name, player=seat.player, strong=acting),
        Chips(amount=seat.stack),
    ]
    if seat.computer:
        pieces.append(Text(key="seat.computer"))
    if seat.net is not None:
        pieces.append(Chips(amount=seat.net, signed=True))
    if seat.bet:
        pieces.append(Text(key="seat.bet", numbers={"chips": seat.bet}))
    if seat.coming:
        pieces.append(Text(key="seat.coming", numbers={"chips": seat.coming}))
    return (*pieces, *_doing(seat), *_holding(seat, view))


def _doing(seat: SeatView) -> tuple[Piece, ...]:
    """The last move, then whatever of the seat's presence it does not say already."""
    pieces: tuple[Piece, ...] = ()
    if seat.last_move is not None:
        pieces = (DOT, move_text(seat.last_move, seat.last_amount))
    said = {
        Presence.IN_HAND: True,
        Presence.ALL_IN: seat.last_move is LastMove.ALL_IN,
        Presence.FOLDED: seat.last_move is LastMove.FOLD,
    }
    if said.get(seat.presence, False):
        return pieces
    return (*pieces, DOT, Text(key=f"presence.{seat.presence}"))


def _holding(seat: SeatView, view: TableView) -> tuple[Piece, ...]:
    """Tabled cards and, where there is one board, what they make with it; or the backs of cards."""
    if seat.hole_cards:
        made = () if seat.made is None or len(view.boards) > 1 else (made_text(seat.made),)
        return (Cards(cards=seat.hole_cards), *made)
    return (Cards(backs=2),) if seat.has_cards else ()


def game_pieces(options: TableOptions) -> tuple[Piece, ...]:
    """Game, betting and stakes: no-limit hold'em, blinds 50/100, ante 10."""
    numbers: dict[str, int | str] = {
        "betting": f"@betting.{options.betting}",
        "game": f"@game.{options.game}",
        "small": options.small_blind,
        "big": options.big_blind,
        "double": 2 * options.big_blind,
        "ante": options.ante,
    }
    keys = ["stakes.game"]
    if options.betting is Betting.FIXED_LIMIT:
        keys.append("stakes.limit")
    if not options.blinds_posted:
        keys.append("stakes.no_blinds")
    else:
        keys.append("stakes.blinds" if options.small_blind else "stakes.single_blind")
    if options.ante and options.ante_rule is not AnteRule.NONE:
        keys.append(f"ante.{options.ante_rule}")
    return joined([(Text(key=key, numbers=numbers),) for key in keys], DOT)


def house_rules(options: TableOptions, *, event: bool = False) -> tuple[Piece, ...]:
    """The options that differ from the usual, in words; empty when none does.

    At the table of an `event` nobody comes or goes, and there is no rabbit: those are no rules of its own.
    """
    numbers: dict[str, int | str] = {
        "runs": options.most_runs,
        "unit": options.chip_unit,
        "every": options.bomb_every,
        "ante": options.bomb_ante,
        "seven": options.seven_deuce,
        "minutes": options.same_stack_minutes,
    }
    unusual = {
        "option.runs": options.most_runs > 1,
        "option.chip_unit": options.chip_unit > 1,
        "option.burns": options.burns,
        "option.ask_to_show": options.showing is Showing.ASK,
        "option.cards_stay_down": not options.all_in_up,
        "option.dead_button": options.button_rule is ButtonRule.DEAD,
        "option.reopening_half": options.reopening is Reopening.HALF,
        "option.reopening_never": options.reopening is Reopening.NEVER,
        "option.free_entry": options.entry is Entry.FREE and not event,
        f"option.straddle_{options.straddle}": options.straddle is not StraddleRule.NONE,
        "option.bomb_every": options.bomb_every > 0,
        "option.bomb_ante": options.bomb_ante != USUAL.bomb_ante,
        "option.bomb_boards": options.bomb_boards > 1,
        "option.seven_deuce": options.seven_deuce > 0,
        f"option.asking_{options.asking}": options.asking is not AskRule.LIVE,
        "option.no_rabbit": not options.rabbit and not event,
        "option.match_stack": options.match_stack,
        "option.same_stack": options.same_stack_minutes not in (0, USUAL.same_stack_minutes),
        "option.no_same_stack": not options.same_stack_minutes and not event,
        "option.no_aids": not options.aids,
        "option.friends_ledger": options.friends_ledger,
    }
    return joined([(Text(key=key, numbers=numbers),) for key, said in unusual.items() if said], DOT)


def next_deck(root: str) -> tuple[Piece, ...]:
    """The commitment to the next deck, all of it: a shortened one could be met by another deck."""
    return (Text(key="deck.next"), Code(text=root))


def this_deck(root: str) -> tuple[Piece, ...]:
    """The deck that is dealt from, by the beginning of the commitment that was shown whole before."""
    return (Text(key="deck.root"), Code(text=root[:16]))


def pot_name(family: str, number: int, pots: int, chips: int) -> Text:
    """A pot with its chips, as `pot.…` or `award.…` says it: the pot, the main pot, the side pot, or side pot 2."""
    kind = "only" if pots == 1 else "main" if number == 0 else "side" if pots == 2 else "side_number"
    return Text(key=f"{family}.{kind}", numbers={"chips": chips, "number": number})
