"""The published hand record: it proves what was shown and tells nothing else; what a deal puts where."""

import json
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

from core.poker.cards import FRESH_DECK
from core.poker.record import DealMap, HandRecord, deal_map, digest, digest_of, published
from core.poker.shuffle import card_leaf, commit, cut_seed, deal_order
from core.poker.verification import check
from tests.record_examples import (
    at,
    hand,
    one_board,
    places,
    secret,
    short_deck,
    side_by_side,
    two_boards,
)

EXAMPLES = {
    "one board": one_board,
    "two boards": two_boards,
    "short deck": short_deck,
    "side by side": side_by_side,
}
VECTORS = Path(__file__).parent / "vectors" / "hand_records.json"


def dealt(record: HandRecord) -> tuple[str, ...]:
    """The whole deck of a record, as only the dealer knows it."""
    seed = cut_seed(
        bytes.fromhex(record.root),
        bytes.fromhex(record.previous_digest),
        [(seat.seat, seat.phrase) for seat in record.seats],
    )
    return deal_order(bytes.fromhex(record.secret), seed)


@pytest.mark.parametrize("viewer", [None, 1, 2, 3, 5])
@pytest.mark.parametrize("example", EXAMPLES)
def test_a_record_as_published_is_sound_for_everyone(example: str, viewer: int | None) -> None:
    record = EXAMPLES[example]()
    document = json.loads(json.dumps(published(record, viewer)))
    assert all(finding.ok for finding in check(document))
    assert document["digest"] == digest(record)
    assert ("own" in document) == (viewer in dict(record.deal.holes))


def test_published_records_keep_their_format() -> None:
    kept = json.loads(VECTORS.read_text(encoding="utf-8"))
    assert kept == {
        "one board": published(one_board(), 3),
        "two boards": published(two_boards()),
        "short deck": published(short_deck(), 1),
    }


def test_the_digest_is_sha_256_of_the_canonical_json_without_digest_and_own() -> None:
    document = {"b": 1, "a": ["é\u2028\x7f", '"\\\n\x01'], "digest": "x", "own": {}}
    text = '{"a":["é\u2028\x7f","\\"\\\\\\n\\u0001"],"b":1}'
    assert digest_of(document) == sha256(text.encode()).hexdigest()


def test_the_cards_published_are_the_shown_ones_and_the_board() -> None:
    record = one_board()
    deck = dealt(record)
    cards = {proof["position"]: proof["card"] for proof in published(record)["cards"]}
    assert cards == {position: deck[position] for position in (3, 6, 7, *range(8, 13))}
    own = published(record, 3)["own"]
    assert [(proof["position"], proof["card"]) for proof in own["cards"]] == [(0, deck[0]), (4, deck[4])]


def hidden_words(record: HandRecord, viewer: int | None) -> list[str]:
    """All that the viewer must not learn: the secret, and each hidden card's salt and leaf."""
    commitment = commit(bytes.fromhex(record.secret))
    document = published(record, viewer)
    proofs = [*document["cards"], *document.get("own", {}).get("cards", [])]
    hidden = set(range(52)) - {proof["index"] for proof in proofs}
    return [record.secret, *(commitment.salts[index].hex() for index in hidden)]


@pytest.mark.parametrize("viewer", [None, 1, 2, 3, 5])
@pytest.mark.parametrize("example", [one_board, two_boards, side_by_side])
def test_no_record_holds_the_secret_or_the_salt_or_name_of_a_hidden_card(
    example: Callable[[], HandRecord], viewer: int | None
) -> None:
    record = example()
    text = json.dumps(published(record, viewer))
    assert not [word for word in hidden_words(record, viewer) if word in text]
    named = {card for card in FRESH_DECK if f'"{card.value}"' in text}
    positions = {position for board in record.deal.boards for position in board}.union(record.shown)
    positions.update(dict(record.deal.holes).get(viewer or 0, ()))
    assert named == {dealt(record)[position] for position in positions}


def test_a_mucked_card_is_not_found_by_trying_every_card_with_every_published_word() -> None:
    record = one_board()
    document = published(record, 3)
    words = {value for place in places(document) if isinstance(value := at(document, place), str)}
    hashes = [bytes.fromhex(word) for word in words if len(word) == 64]
    salts = [*hashes, *(word.encode() for word in words), b"", bytes(32)]
    proofs = [*document["cards"], *document["own"]["cards"]]
    proven = {card_leaf(bytes.fromhex(proof["salt"]), proof["card"]) for proof in proofs}
    found = {leaf for salt in salts for card in FRESH_DECK if (leaf := card_leaf(salt, card)) in hashes}
    assert found <= proven

    # The same search does find the hidden neighbour of a shown card once its true salt is among the words.
    neighbour = next(proof["index"] ^ 1 for proof in proofs if bytes.fromhex(proof["path"][0]) not in proven)
    salt = commit(bytes.fromhex(record.secret)).salts[neighbour]
    assert [card for card in FRESH_DECK if card_leaf(salt, card) in hashes]


def test_what_is_printed_of_a_record_tells_no_card() -> None:
    assert one_board().secret not in repr(one_board())


def test_cards_are_dealt_one_at_a_time_from_the_left_of_the_button() -> None:
    assert deal_map(seats=(5, 1, 3), button=3, hole=2) == DealMap(
        holes=((1, (1, 4)), (3, (2, 5)), (5, (0, 3)))
    )


def test_heads_up_the_button_gets_the_second_and_the_last_card() -> None:
    assert dict(deal_map(seats=(2, 7), button=2, hole=2).holes) == {7: (0, 2), 2: (1, 3)}


def test_with_a_dead_button_the_next_seat_after_it_gets_the_first_card() -> None:
    assert dict(deal_map(seats=(1, 3, 5), button=4, hole=1).holes) == {5: (0,), 1: (1,), 3: (2,)}


def test_a_card_is_burnt_before_each_street_when_the_table_burns() -> None:
    deal = deal_map(seats=(1, 2), button=1, hole=2, board_cards=5, burn=True)
    assert (deal.boards, deal.burns) == (((5, 6, 7, 9, 11),), (4, 8, 10))
    assert deal_map(seats=(1, 2), button=1, hole=2, board_cards=4).boards == ((4, 5, 6, 7),)


def test_later_boards_come_after_the_first_is_full_and_keep_what_was_out() -> None:
    deal = deal_map(seats=(1, 2), button=1, hole=2, board_cards=5, runs=3, shared=4, burn=True)
    assert deal.boards == ((5, 6, 7, 9, 11), (5, 6, 7, 9, 13), (5, 6, 7, 9, 15))
    assert deal.burns == (4, 8, 10, 12, 14)
    whole = deal_map(seats=(1, 2), button=1, hole=2, board_cards=5, runs=2)
    assert whole.boards == ((4, 5, 6, 7, 8), (9, 10, 11, 12, 13))


def test_boards_from_the_start_get_each_street_in_turn_with_a_burn_for_each() -> None:
    deal = deal_map(seats=(1, 2), button=1, hole=2, board_cards=5, boards=2, burn=True)
    assert deal.boards == ((5, 6, 7, 13, 17), (9, 10, 11, 15, 19))
    assert deal.burns == (4, 8, 12, 14, 16, 18)
    assert deal_map(seats=(1, 2), button=1, hole=2, board_cards=3, boards=2).boards == ((4, 5, 6), (7, 8, 9))
    assert deal_map(seats=(1, 2), button=1, hole=2, boards=2).boards == ()


@pytest.mark.parametrize(
    "numbers",
    [
        {"boards": 0},
        {"boards": 5},
        {"board_cards": 5, "boards": 2, "runs": 2},
        {"seats": (1, 1)},
        {"hole": -1},
        {"runs": 0},
        {"board_cards": 2},
        {"board_cards": 4, "runs": 2},
        {"board_cards": 5, "runs": 2, "shared": 5},
        {"board_cards": 5, "runs": 2, "shared": 1},
    ],
    ids=str,
)
def test_a_deal_that_cannot_be_is_refused(numbers: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match=r"once each|a board has|full boards|to four boards"):
        deal_map(**{"seats": (1, 2), "button": 1, "hole": 2, **numbers})


def test_a_record_is_not_published_with_a_secret_of_another_root() -> None:
    with pytest.raises(ValueError, match="root") as refusal:
        published(_with_another_secret())
    assert secret(1).hex() not in str(refusal.value)


def _with_another_secret() -> HandRecord:
    record = one_board()
    fields = {name: getattr(record, name) for name in record.__slots__}
    return HandRecord(**{**fields, "secret": secret(1).hex()})


@pytest.mark.parametrize("position", [8, 20])
def test_only_cards_out_of_a_hand_can_be_shown(position: int) -> None:
    with pytest.raises(ValueError, match="shown"):
        published(hand(4, one_board().deal, button=2, shown=(0, position)))
