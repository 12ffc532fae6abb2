"""Checks a published hand record by itself, with nothing but Python's standard library.

`check` answers one `Finding` for each of these, in this order, and the record is sound when all of them are:

- ``form``: the keys and types of schema 1 as `core.poker.record` lists them (if not, this is the only
  finding)
- ``digest``: the digest is that of the record's own words
- ``chips``: the seats hold as many chips after the hand as before it, and so does each seat without cards
- ``deal``: hole cards, boards and burns lie at the positions that seats, button and boards give (`deal_map`),
  as boards side by side where the stakes say so, otherwise as one board that may have been run again
- ``shown``: every board card is proven, and of the other cards only ones that were dealt to a seat
- ``cut``: each proven card lies at the committed index where root, previous digest and phrases cut it to
- ``cards``: each proven card, with its salt and path, leads to the root
- ``once``: no card twice, no position with two cards
- ``later``: (only where cards were shown after the hand) each of them was dealt to a seat, and none was shown before
- ``own``: (only in a player's own copy) all of that seat's hole cards are proven

Names, times, actions and awards (and a button's place among empty seats) are words that no cut can prove:
the digest covers them, and the next hand's cut has used that digest. `check_chain` therefore adds a ``link``
for each pair of hands: same table, next number, the root that the first hand announced, and the first hand's
digest. ``adapters/web/static/verify.js`` does the same, word for word, in a browser.
"""

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, TypeAlias, TypeGuard

from core.poker.record import DECKS, SCHEMA, deal_map, digest_of
from core.poker.shuffle import card_leaf, climb, cut, cut_seed

PATH_LENGTH = 6
"""Both decks, of 52 and of 36 cards, fill a tree of 64 leaves."""

Shape: TypeAlias = "Callable[[object], bool] | list[Shape] | dict[str, Shape]"
Document: TypeAlias = dict[str, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """One check of one hand: its name as listed above, whether it holds, and a sentence saying what."""

    check: str
    ok: bool
    detail: str
    hand_no: int = 0


def check(document: object) -> list[Finding]:
    """All findings about one published record; never raises, whatever it is given."""
    if not _well_formed(document):
        return [Finding(check="form", ok=False, detail="the record is not complete and well formed")]
    hand_no: int = document["hand_no"]
    findings = [
        Finding(check="form", ok=True, detail="the record is complete and well formed", hand_no=hand_no)
    ]
    for name, sentence, problem_of in _CHECKS:
        if name not in _OPTIONAL or name in document:
            problem = problem_of(document)
            findings.append(Finding(check=name, ok=not problem, detail=problem or sentence, hand_no=hand_no))
    return findings


def check_chain(documents: Sequence[object]) -> list[Finding]:
    """All findings about several records of one table in the order played, and about their links."""
    findings = [finding for document in documents for finding in check(document)]
    for before, after in pairwise(documents):
        if _well_formed(before) and _well_formed(after):
            problem = _link(before, after)
            sentence = "it follows the hand before it: same table, announced root, digest"
            findings.append(
                Finding(check="link", ok=not problem, detail=problem or sentence, hand_no=after["hand_no"])
            )
    return findings


def _link(before: Document, after: Document) -> str:
    if after["table"] != before["table"] or after["hand_no"] != before["hand_no"] + 1:
        return "it is not the next hand of the same table"
    if after["root"] != before["next_root"]:
        return "its root is not the one announced during the hand before it"
    if after["previous_digest"] != digest_of(before):
        return "its cut did not use the digest of the hand before it"
    return ""


def _digest(document: Document) -> str:
    return "" if digest_of(document) == document["digest"] else "the digest is that of another record"


def _chips(document: Document) -> str:
    before = sum(seat["start"] for seat in document["seats"])
    after = sum(seat["end"] for seat in document["seats"])
    if before != after:
        return f"{before} chips before the hand, {after} after it"
    dealt_in = {hole["seat"] for hole in document["deal"]["holes"]}
    idle = [seat for seat in document["seats"] if seat["seat"] not in dealt_in]
    return (
        "" if all(seat["start"] == seat["end"] for seat in idle) else "a seat without cards won or lost chips"
    )


def _deal(document: Document) -> str:
    deal = document["deal"]
    holes = {hole["seat"]: tuple(hole["positions"]) for hole in deal["holes"]}
    boards = tuple(tuple(board) for board in deal["boards"])
    seated = [seat["seat"] for seat in document["seats"]]
    counts = {len(positions) for positions in holes.values()}
    if len(holes) != len(deal["holes"]) or not set(holes) <= set(seated) or len(counts) != 1:
        return "the hands were not dealt to seats, once each and of one size"
    side_by_side = document["stakes"].get("boards", 1)
    shared = 0
    if len(boards) > 1:
        agreeing = [one == other for one, other in zip(boards[0], boards[1], strict=False)]
        shared = [*agreeing, False].index(False)
    try:
        rule = deal_map(
            seats=tuple(holes),
            button=document["button"],
            hole=counts.pop(),
            board_cards=len(boards[0]) if boards else 0,
            runs=1 if side_by_side != 1 else max(1, len(boards)),
            shared=0 if side_by_side != 1 else shared,
            boards=side_by_side if isinstance(side_by_side, int) else 0,
            burn=bool(deal["burns"]),
        )
    except ValueError:
        return "the boards are none that can be dealt"
    if dict(rule.holes) != holes or rule.boards != boards or rule.burns != tuple(deal["burns"]):
        return "the positions are not those of the dealing order"
    return ""


def _shown(document: Document) -> str:
    positions = [proof["position"] for proof in document["cards"]]
    board = {position for board in document["deal"]["boards"] for position in board}
    in_hands = {position for hole in document["deal"]["holes"] for position in hole["positions"]}
    if sorted(set(positions)) != positions:
        return "the cards are not listed by position"
    if not board <= set(positions):
        return "a board card comes without its proof"
    return "" if set(positions) <= board | in_hands else "a card is shown that was dealt to nobody"


def _cut(document: Document) -> str:
    phrases = [(seat["seat"], seat["phrase"]) for seat in document["seats"]]
    seed = cut_seed(bytes.fromhex(document["root"]), bytes.fromhex(document["previous_digest"]), phrases)
    indices = cut(seed, document["deck_size"])
    wrong = [proof["position"] for proof in _proofs(document) if indices[proof["position"]] != proof["index"]]
    return f"position {wrong[0]} was not cut to that index" if wrong else ""


def _cards(document: Document) -> str:
    root = bytes.fromhex(document["root"])
    for proof in _proofs(document):
        leaf = card_leaf(bytes.fromhex(proof["salt"]), proof["card"])
        if climb(leaf, proof["index"], map(bytes.fromhex, proof["path"])) != root:
            return f"the card at position {proof['position']} does not lead to the root"
    return ""


def _once(document: Document) -> str:
    placed = {(proof["position"], proof["card"]) for proof in _proofs(document)}
    one_each = len({position for position, _ in placed}) == len({card for _, card in placed}) == len(placed)
    return "" if one_each else "a card is in two places, or a place has two cards"


def _later(document: Document) -> str:
    positions = [proof["position"] for proof in document["later"]]
    before = {proof["position"] for proof in document["cards"]}
    in_hands = {position for hole in document["deal"]["holes"] for position in hole["positions"]}
    if sorted(set(positions)) != positions:
        return "the cards shown after the hand are not listed by position"
    if not in_hands.issuperset(positions):
        return "a card is shown after the hand that was dealt to nobody"
    return "a card is shown after the hand that was shown before" if before.intersection(positions) else ""


def _own(document: Document) -> str:
    own = document["own"]
    positions = [proof["position"] for proof in own["cards"]]
    hand = [hole["positions"] for hole in document["deal"]["holes"] if hole["seat"] == own["seat"]]
    return "" if hand == [positions] else "the own cards are not the ones dealt to that seat"


_CHECKS: tuple[tuple[str, str, Callable[[Document], str]], ...] = (
    ("digest", "the digest is that of this record", _digest),
    ("chips", "no chips were made or lost, and only seats with cards won or lost any", _chips),
    ("deal", "seats and boards got the deck positions of the dealing order", _deal),
    ("shown", "every board card is proven, and nothing that was dealt to nobody is", _shown),
    ("cut", "the deck was cut by root, previous record and the players' phrases", _cut),
    ("cards", "every proven card was fixed by the root before the hand", _cards),
    ("once", "no card is in two places", _once),
    ("later", "the cards shown after the hand are ones that were dealt to a seat", _later),
    ("own", "the own cards are the ones dealt to that seat", _own),
)


def _proofs(document: Document) -> list[Document]:
    """The public proofs, those of cards shown after the hand, and the player's own."""
    return [*document["cards"], *document.get("later", ()), *document.get("own", {"cards": []})["cards"]]


def _whole(value: object, limit: int = 1 << 53) -> bool:
    return type(value) is int and 0 <= value < limit


def _seat(value: object) -> bool:
    return _whole(value, 256)


def _position(value: object) -> bool:
    return _whole(value, 52)


def _text(value: object) -> bool:
    return isinstance(value, str) and not re.search("[\ud800-\udfff]", value)


def _hash(value: object) -> bool:
    return isinstance(value, str) and re.fullmatch("[0-9a-f]{64}", value) is not None


def _path(value: object) -> bool:
    return isinstance(value, list) and len(value) == PATH_LENGTH and all(map(_hash, value))


def _card(value: object) -> bool:
    return isinstance(value, str) and value in DECKS[52]


def _scalar(value: object) -> bool:
    return _text(value) or (type(value) is int and abs(value) < 1 << 53)


def _row(value: object, depth: int = 4) -> bool:
    return isinstance(value, list) and all(
        _scalar(item) or (depth > 1 and _row(item, depth - 1)) for item in value
    )


def _stakes(value: object) -> bool:
    return isinstance(value, dict) and all(
        isinstance(name, str) and re.fullmatch("[a-z_]+", name) and _scalar(amount)
        for name, amount in value.items()
    )


_PROOFS: Shape = [{"position": _position, "index": _position, "card": _card, "salt": _hash, "path": _path}]
_PUBLIC: dict[str, Shape] = {
    "schema": lambda value: type(value) is int and value == SCHEMA,
    "table": _text,
    "hand_no": _whole,
    "started_ms": _whole,
    "ended_ms": _whole,
    "game": _text,
    "deck_size": lambda value: type(value) is int and value in DECKS,
    "stakes": _stakes,
    "button": _seat,
    "seats": [{"seat": _seat, "name": _text, "start": _whole, "end": _whole, "phrase": _text}],
    "deal": {
        "holes": [{"seat": _seat, "positions": [_position]}],
        "boards": [[_position]],
        "burns": [_position],
    },
    "cards": _PROOFS,
    "actions": [_row],
    "awards": [_row],
    "root": _hash,
    "next_root": _hash,
    "previous_digest": _hash,
    "digest": _hash,
}
_OPTIONAL: dict[str, Shape] = {"later": _PROOFS, "own": {"seat": _seat, "cards": _PROOFS}}
"""What is there only in some copies of a record; its digest leaves it out."""


def _fits(value: object, shape: Shape) -> bool:
    if isinstance(shape, dict):
        return (
            isinstance(value, dict)
            and value.keys() == shape.keys()
            and all(_fits(value[key], inner) for key, inner in shape.items())
        )
    if isinstance(shape, list):
        return isinstance(value, list) and all(_fits(item, shape[0]) for item in value)
    return shape(value)


def _well_formed(document: object) -> TypeGuard[Document]:
    """Types and keys as listed, no seat twice, and all within the deck that was used."""
    if not isinstance(document, dict):
        return False
    there = {name: shape for name, shape in _OPTIONAL.items() if name in document}
    if not _fits(document, {**_PUBLIC, **there}):
        return False
    size: int = document["deck_size"]
    seats = [seat["seat"] for seat in document["seats"]]
    proofs = _proofs(document)
    used: Iterable[int] = [number for proof in proofs for number in (proof["position"], proof["index"])]
    return (
        len(set(seats)) == len(seats)
        and all(number < size for number in used)
        and all(proof["card"] in DECKS[size] for proof in proofs)
        and all(position < size for position in _dealt(document["deal"]))
    )


def _dealt(deal: Document) -> list[int]:
    hands = [hole["positions"] for hole in deal["holes"]]
    return [position for part in (*hands, *deal["boards"], deal["burns"]) for position in part]
