"""Hand records to test with, and every way of tampering with one value of a published record."""

import copy
from collections.abc import Iterator
from dataclasses import replace
from hashlib import sha256
from typing import Any

from core.poker.record import (
    DECKS,
    DealMap,
    HandRecord,
    SeatRecord,
    deal_map,
    digest,
    digest_of,
    published,
)
from core.poker.shuffle import commit

Document = dict[str, Any]
Place = tuple[str | int, ...]

NAMES = {1: "Ann", 2: "Bo <b>*_@", 3: '小明 "♠"', 5: "Łukasz\t\u2028"}
PHRASES = {1: "river", 2: "", 3: "出千必究", 5: "\\ \x00\x7f 🂡"}
CHIPS = {1: (200, 0), 2: (150, 350), 3: (90, 90), 5: (1000, 1000)}


def secret(number: int) -> bytes:
    """A secret no test has to keep."""
    return sha256(f"secret {number}".encode()).digest()


def hand(number: int, deal: DealMap, *, deck_size: int = 52, boards: int = 1, **more: Any) -> HandRecord:
    """Hand ``number`` of the example's table; several ``boards`` from the start are among its stakes."""
    deck = DECKS[deck_size]
    return HandRecord(
        table="table-7",
        hand_no=number,
        started_ms=1_790_000_000_000 + number,
        ended_ms=1_790_000_060_000 + number,
        game="no-limit hold'em",
        deck_size=deck_size,
        stakes=(
            *(("small_blind", 1), ("big_blind", 2), ("betting", "no_limit")),
            *((("boards", boards),) if boards > 1 else ()),
        ),
        seats=tuple(
            SeatRecord(seat=seat, name=NAMES[seat], start=start, end=end, phrase=PHRASES[seat])
            for seat, (start, end) in CHIPS.items()
        ),
        secret=secret(number).hex(),
        root=commit(secret(number), deck).root.hex(),
        next_root=commit(secret(number + 1), deck).root.hex(),
        deal=deal,
        actions=(("blind", 3, 1), ("blind", 5, 2), ("raise", 1, 200), ("call", 2, 200), ("fold", 3)),
        awards=(("pot", 400, ((2, 400),)),),
        **more,
    )


def one_board() -> HandRecord:
    """Hand 17, button on seat 2: seat 2 shows both its cards, seat 1 the second only, 3 and 5 nothing."""
    dealt = deal_map(seats=(1, 2, 3, 5), button=2, hole=2, board_cards=5)
    return hand(17, dealt, button=2, shown=(3, 7, 6))


def two_boards() -> HandRecord:
    """Hand 18, next after `one_board`: seat 3 sits out, burns, run twice after the flop, seat 1 mucks."""
    dealt = deal_map(seats=(1, 2, 5), button=1, hole=2, board_cards=5, runs=2, shared=3, burn=True)
    return hand(18, dealt, button=1, shown=(0, 1, 3, 4), previous_digest=digest(one_board()))


def shown_after() -> HandRecord:
    """Hand 17 once more, after which seat 1 showed its other card too, seat 5 one and seat 3 both."""
    return replace(one_board(), later=(0, 1, 2, 4))


def short_deck() -> HandRecord:
    """A hand with thirty-six cards, over on the flop, nothing shown."""
    dealt = deal_map(seats=(1, 2), button=2, hole=2, board_cards=3)
    return hand(3, dealt, button=2, deck_size=36)


def side_by_side() -> HandRecord:
    """Hand 20 on two boards from the start, with burns, over on the turn; seat 5 shows a card."""
    dealt = deal_map(seats=(1, 2, 5), button=5, hole=2, board_cards=4, boards=2, burn=True)
    return hand(20, dealt, button=5, boards=2, shown=(2,))


def places(value: Any, place: Place = ()) -> Iterator[Place]:
    """The way to each text or number in a JSON document."""
    if isinstance(value, dict):
        for key, item in value.items():
            yield from places(item, (*place, key))
    elif isinstance(value, list):
        for at, item in enumerate(value):
            yield from places(item, (*place, at))
    else:
        yield place


def at(document: Document, place: Place) -> Any:
    """What lies at a place."""
    value: Any = document
    for step in place:
        value = value[step]
    return value


def replaced(document: Document, place: Place, value: Any) -> Document:
    """A copy with another value at this place."""
    changed = copy.deepcopy(document)
    at(changed, place[:-1])[place[-1]] = value
    return changed


def tampered(document: Document) -> Iterator[tuple[Place, Document]]:
    """Each copy of the document in which one text or number is another of its kind."""
    for place in places(document):
        for value in _others(place, at(document, place)):
            yield place, replaced(document, place, value)


def _others(place: Place, value: Any) -> list[Any]:
    if isinstance(value, int):
        return [value + 1, abs(value - 1)]
    if place[-1] == "card":
        return [card.value for card in DECKS[52] if card != value][::10]
    if len(value) == 64:
        return [
            ("1" if value[0] == "0" else "0") + value[1:],
            value[:-1] + ("e" if value[-1] == "f" else "f"),
        ]
    return [value + "x", value[:-1] or "?"]


def forgeries() -> dict[str, tuple[str, Document]]:
    """Records whose digest and proofs are all in order, and the one finding that refuses each."""
    fair = deal_map(seats=(1, 2, 3, 5), button=2, hole=2, board_cards=5)
    board, holes = fair.boards[0], dict(fair.holes)
    deals = {
        "the river is a card further down": DealMap(holes=fair.holes, boards=((*board[:4], 13),)),
        "the second board is the first again": DealMap(holes=fair.holes, boards=(board, board)),
        "the second board leaves out a card": DealMap(holes=fair.holes, boards=(board, (*board[:4], 14))),
        "the second board is one card short": DealMap(holes=fair.holes, boards=(board, board[:4])),
        "a board of two cards": DealMap(holes=fair.holes, boards=(board[:2],)),
        "an empty board": DealMap(holes=fair.holes, boards=((),)),
        "a burn that is not before a street": DealMap(holes=fair.holes, boards=fair.boards, burns=(13,)),
        "two seats changed hands": DealMap(holes=tuple({**holes, 1: holes[3], 3: holes[1]}.items())),
        "one seat has a third card": DealMap(holes=tuple({**holes, 1: (*holes[1], 8)}.items())),
        "one seat was dealt in twice": DealMap(holes=(*fair.holes, fair.holes[0])),
        "nobody was dealt in": DealMap(holes=()),
    }
    documents = {name: ("deal", published(hand(17, deal, button=2))) for name, deal in deals.items()}
    twice = deal_map(seats=(1, 2, 3, 5), button=2, hole=2, board_cards=5, runs=2)
    together = deal_map(seats=(1, 2, 3, 5), button=2, hole=2, board_cards=5, boards=2)
    for name, deal, boards in (
        ("two boards from the start that were dealt one after the other", twice, 2),
        ("two boards that were dealt street by street but are not in the stakes", together, 1),
        ("three boards in the stakes and two on the table", together, 3),
        ("two boards in the stakes and one on the table", fair, 2),
        ("more boards in the stakes than can be", together, 1 << 40),
    ):
        documents[name] = ("deal", published(hand(17, deal, button=2, boards=boards)))
    for name, said in (("no boards in the stakes", 0), ("a word for the boards in the stakes", "2")):
        documents[name] = ("deal", replaced(published(hand(17, fair, button=2)), ("stakes", "boards"), said))
    fine = published(one_board())
    cards = fine["cards"]
    documents |= {
        "cards out of order": ("shown", {**fine, "cards": [*cards[1:], cards[0]]}),
        "one card listed twice": ("shown", {**fine, "cards": [*cards, cards[-1]]}),
        "a position below a short deck": (
            "form",
            replaced(published(short_deck()), ("cards", 2, "position"), 36),
        ),
        "an index below a short deck": ("form", replaced(published(short_deck()), ("cards", 2, "index"), 51)),
        "a burn below a short deck": ("form", replaced(published(short_deck()), ("deal", "burns"), [36])),
        "a deuce in a short deck": ("form", replaced(published(short_deck()), ("cards", 2, "card"), "2c")),
        "words too deep": ("form", replaced(fine, ("actions", 0), [[[[[1]]]]])),
    }
    return {
        name: (check, {**forged, "digest": digest_of(forged)}) for name, (check, forged) in documents.items()
    }


def reseated() -> Document:
    """A sound record that lists its seats the other way round."""
    document = published(one_board())
    document["seats"].reverse()
    document["digest"] = digest_of(document)
    return document
