"""The record of one finished hand: what the server keeps of it, and what it publishes of that to whom.

**Published record**, schema 1: a JSON object of exactly these keys. Hashes and salts are 64 lower-case hex
digits, chips and numbers whole numbers below 2**53, positions count the deck from 0 as it was dealt.

- ``schema`` 1; ``table`` text; ``hand_no``; ``started_ms`` and ``ended_ms`` (milliseconds since 1970);
  ``game`` text; ``deck_size`` 52 or 36; ``stakes`` object of name (``a-z_``) to number or text; ``button``
  seat (it may be empty)
- ``seats``: list of ``{seat, name, start, end, phrase}``: every seated player, with stacks in chips before
  and after the hand and their cut phrase; seat numbers (0 to 255) rise clockwise
- ``deal``: ``{holes: [{seat, positions}], boards: [[position…]…], burns: [position…]}``: only seats dealt in
  have holes. The order is that of `deal_map`; boards after the first repeat the positions that they share
  with it. A hand dealt to several boards from the start has their number (2 to 4) as ``boards`` in ``stakes``, and a
  bomb pot what each player was to put in, in chips, as ``bomb_ante``.
- ``cards``: list of ``{position, index, card, salt, path}`` by rising position: the proofs (see
  `core.poker.shuffle`) of all board cards and of those hole cards that were shown, of no others
- ``actions`` and ``awards``: lists of lists of text and numbers (lists within them at most three deep)
- ``root`` of this hand's deck, ``next_root`` of the next hand's, ``previous_digest`` (64 zeros at the first
  hand)
- ``digest``: SHA-256 of the record's canonical JSON without the keys ``digest``, ``later`` and ``own``. Canonical:
  UTF-8, keys sorted, no spaces, ``"`` and ``\\`` and control characters below U+0020 escaped (``\\b \\t \\n
  \\f \\r``, others ``\\u00xx`` in lower case), nothing else.
- ``later``, only if there are any: the proofs, by rising position, of hole cards that were shown to all after the hand,
  when its digest was fixed already
- ``own``, only in a copy made for one player: ``{seat, cards}``, the proofs of all of that seat's hole cards

Nothing else of the secret leaves the server, so a mucked, burnt or undealt card can be learnt from no
published record.
"""

import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Any, TypeAlias

from core.poker.cards import FRESH_DECK, SHORT_DECK, Card
from core.poker.shuffle import FIRST_PREVIOUS, CardProof, commit, cut, cut_seed

SCHEMA = 1
STREETS = (3, 1, 1)
"""Board cards of flop, turn and river."""

MOST_BOARDS = 4
"""Boards that a hand may be dealt to from the start."""

DECKS: dict[int, tuple[Card, ...]] = {len(deck): deck for deck in (FRESH_DECK, SHORT_DECK)}

Value: TypeAlias = "str | int | tuple[Value, ...]"
Row: TypeAlias = tuple[Value, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatRecord:
    """One seated player over one hand: stacks in chips, and the phrase they cut the deck with.

    ``player`` says whose own cards these are when a copy is made for somebody; it is not published.
    """

    seat: int
    player: str = ""
    name: str
    start: int
    end: int
    phrase: str


@dataclass(frozen=True, slots=True, kw_only=True)
class DealMap:
    """Which deck positions went where: (seat, positions) for each hand, each board, and the burns."""

    holes: tuple[tuple[int, tuple[int, ...]], ...]
    boards: tuple[tuple[int, ...], ...] = ()
    burns: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class HandRecord:
    """All that is kept of a finished hand, for the server alone: whoever has the secret knows every card.

    ``shown`` holds the deck positions of the hole cards that were turned up for all to see in the hand, ``later`` of
    those that were shown to all after it. ``actions`` and ``awards`` are published as they stand: they may name no
    card that was not shown.
    """

    schema: int = SCHEMA
    table: str
    hand_no: int
    started_ms: int
    ended_ms: int
    game: str
    deck_size: int = len(FRESH_DECK)
    stakes: tuple[tuple[str, int | str], ...]
    button: int
    seats: tuple[SeatRecord, ...]
    secret: str = field(repr=False)
    root: str
    next_root: str
    previous_digest: str = FIRST_PREVIOUS.hex()
    deal: DealMap
    shown: tuple[int, ...] = ()
    actions: tuple[Row, ...] = ()
    awards: tuple[Row, ...] = ()
    later: tuple[int, ...] = ()


def deal_map(
    *,
    seats: Sequence[int],
    button: int,
    hole: int,
    board_cards: int = 0,
    runs: int = 1,
    shared: int = 0,
    boards: int = 1,
    burn: bool = False,
) -> DealMap:
    """The positions a hand uses (rules.md 8 and 10).

    Hole cards go one at a time clockwise from the first seat left of the button, ``hole`` rounds. Then,
    street by street, one burn if burning and the street's cards, up to ``board_cards`` (0, 3, 4 or 5). A hand
    run several times has the first ``shared`` (0, 3 or 4) board cards in common; the rest of board 1 is dealt
    out, then that of board 2 and so on, each street with its burn. A hand with several ``boards`` from the start
    has each street dealt to board 1, then to board 2 and so on, each with its burn, and is run once. ``seats`` are
    those dealt in. Raises `ValueError` for other numbers.
    """
    order = sorted(seats, key=lambda seat: (seat <= button, seat))
    if len(set(order)) != len(order) or hole < 0 or runs < 1:
        raise ValueError("seats are dealt in once each")
    rounds = range(hole)
    holes = {seat: tuple(turn + len(order) * lap for lap in rounds) for turn, seat in enumerate(order)}
    side_by_side, burns = _streets(len(order) * hole, 0, board_cards, boards=boards, burn=burn)
    if runs > 1 and not (shared < board_cards == sum(STREETS) and boards == 1):
        raise ValueError("a hand that is run several times has full boards that differ")
    dealt = [*side_by_side]
    for _ in range(runs - 1):
        used = 1 + max(dealt[-1])
        (rest,), burnt = _streets(used, shared, board_cards, burn=burn)
        dealt.append(dealt[0][:shared] + rest)
        burns += burnt
    return DealMap(holes=tuple(sorted(holes.items())), boards=tuple(dealt), burns=burns)


def _streets(
    position: int, have: int, want: int, *, burn: bool, boards: int = 1
) -> tuple[tuple[tuple[int, ...], ...], tuple[int, ...]]:
    """Positions by board, and burns, of the streets that take all boards from ``have`` cards to ``want``."""
    if not 1 <= boards <= MOST_BOARDS:
        raise ValueError("a hand has one to four boards")
    dealt: list[list[int]] = [[] for _ in range(boards)]
    burns: list[int] = []
    counts = [0, *(sum(STREETS[: street + 1]) for street in range(len(STREETS)))]
    if have not in counts or want not in counts or have > want:
        raise ValueError("a board has 0, 3, 4 or 5 cards")
    for street in STREETS[counts.index(have) : counts.index(want)]:
        for board in dealt:
            if burn:
                burns.append(position)
                position += 1
            board.extend(range(position, position + street))
            position += street
    return tuple([tuple(board) for board in dealt if board]), tuple(burns)


def published(record: HandRecord, viewer_seat: int | None = None) -> dict[str, Any]:
    """The record as the whole table may see it, and with ``own`` when the viewer's seat was dealt in.

    The digest is the same for everybody. Raises `ValueError` when the secret does not lead to the root, or a
    position is marked as shown that is in nobody's hand.
    """
    own = next((positions for seat, positions in record.deal.holes if seat == viewer_seat), None)
    in_hands = {position for _, positions in record.deal.holes for position in positions}
    if not in_hands.issuperset((*record.shown, *record.later)):
        raise ValueError("only cards dealt to a seat can be shown")
    public = {position for board in record.deal.boards for position in board}.union(record.shown)
    later = sorted(set(record.later) - public)
    proofs = _proofs(record, public.union(own or (), later))
    document = _described(record)
    document["cards"] = [proofs[position] for position in sorted(public)]
    document["digest"] = digest_of(document)
    if later:
        document["later"] = [proofs[position] for position in later]
    if own is not None:
        document["own"] = {"seat": viewer_seat, "cards": [proofs[position] for position in own]}
    return document


def digest(record: HandRecord) -> str:
    """The digest of what is published of this hand, 64 hex digits: the next hand's ``previous_digest``."""
    return str(published(record)["digest"])


def digest_of(document: dict[str, Any]) -> str:
    """The digest of a published record, 64 hex digits, from all but its ``digest``, ``later`` and ``own``."""
    covered = {key: value for key, value in document.items() if key not in ("digest", "later", "own")}
    text = json.dumps(covered, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return sha256(text.encode()).hexdigest()


def _proofs(record: HandRecord, positions: set[int]) -> dict[int, dict[str, Any]]:
    """The proof of each of these deck positions, as it is published."""
    commitment = commit(bytes.fromhex(record.secret), DECKS[record.deck_size])
    if commitment.root.hex() != record.root:
        raise ValueError("the record's secret does not lead to its root")
    phrases = [(seat.seat, seat.phrase) for seat in record.seats]
    seed = cut_seed(commitment.root, bytes.fromhex(record.previous_digest), phrases)
    indices = cut(seed, record.deck_size)
    return {position: _proof(position, commitment.proof(indices[position])) for position in positions}


def _proof(position: int, proof: CardProof) -> dict[str, Any]:
    return {
        "position": position,
        "index": proof.index,
        "card": proof.card.value,
        "salt": proof.salt,
        "path": list(proof.path),
    }


def _described(record: HandRecord) -> dict[str, Any]:
    """Everything public but the cards and the digest."""
    return {
        "schema": record.schema,
        "table": record.table,
        "hand_no": record.hand_no,
        "started_ms": record.started_ms,
        "ended_ms": record.ended_ms,
        "game": record.game,
        "deck_size": record.deck_size,
        "stakes": dict(record.stakes),
        "button": record.button,
        "seats": [
            {
                "seat": seat.seat,
                "name": seat.name,
                "start": seat.start,
                "end": seat.end,
                "phrase": seat.phrase,
            }
            for seat in record.seats
        ],
        "deal": {
            "holes": [{"seat": seat, "positions": list(positions)} for seat, positions in record.deal.holes],
            "boards": _listed(record.deal.boards),
            "burns": list(record.deal.burns),
        },
        "actions": _listed(record.actions),
        "awards": _listed(record.awards),
        "root": record.root,
        "next_root": record.next_root,
        "previous_digest": record.previous_digest,
    }


def _listed(value: Value) -> Any:
    """Tuples as the lists that JSON has."""
    return [_listed(item) for item in value] if isinstance(value, tuple) else value
