"""The shuffle: fixed by its secret, cut by everybody, proven card by card, every order equally likely."""

import hmac
from collections import Counter
from hashlib import sha256
from math import factorial, sqrt
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.poker.cards import FRESH_DECK, SHORT_DECK
from core.poker.shuffle import (
    card_leaf,
    climb,
    commit,
    committed_order,
    cut,
    cut_seed,
    deal_order,
    permutation,
)

SECRETS = st.binary(min_size=32, max_size=32)
PHRASES = st.dictionaries(st.integers(0, 9), st.text(max_size=8), max_size=6)
ZERO = bytes(32)


def expected_permutation(seed: bytes, size: int) -> list[int]:
    """The first bullet of the module's description, read again by someone else."""
    stream = b"".join(sha256(seed + bytes([0, 0, 0, block])).digest() for block in range(40))
    result, read = list(range(size)), 0
    for m in range(size, 1, -1):
        while stream[read] >= 256 - 256 % m:
            read += 1
        other = stream[read] % m
        read += 1
        kept = result[m - 1]
        result[m - 1] = result[other]
        result[other] = kept
    return result


@given(SECRETS, st.integers(1, 256))
def test_a_permutation_is_the_described_one_and_has_every_entry_once(seed: bytes, size: int) -> None:
    order = permutation(seed, size)
    assert sorted(order) == list(range(size))
    assert list(order) == expected_permutation(seed, size)


@pytest.mark.parametrize("size", [0, 257])
def test_a_byte_cannot_order_none_or_more_than_256(size: int) -> None:
    with pytest.raises(ValueError, match="1 to 256"):
        permutation(ZERO, size)


def test_the_root_is_the_one_a_stranger_computes_from_the_description() -> None:
    secret = bytes(range(32))
    order = [
        FRESH_DECK[entry] for entry in expected_permutation(hmac.new(secret, b"order", "sha256").digest(), 52)
    ]
    key = hmac.new(secret, b"salt", "sha256").digest()
    nodes = [
        sha256(b"\x00" + sha256(key + bytes([0, 0, 0, at])).digest() + card.encode()).digest()
        for at, card in enumerate(order)
    ]
    nodes += [bytes(32)] * 12
    while len(nodes) > 1:
        nodes = [sha256(b"\x01" + nodes[at] + nodes[at + 1]).digest() for at in range(0, len(nodes), 2)]
    assert commit(secret).root == nodes[0]
    assert commit(secret).order == committed_order(secret) == tuple(order)
    assert commit(secret).root.hex() == "1dfc23d5e8f0cf2aba18eba337dd38270f084f0b92a4bb0509f517d2b94aaf4f"


@pytest.mark.parametrize("deck", [FRESH_DECK, SHORT_DECK, FRESH_DECK[:3]], ids=["full", "short", "three"])
def test_every_card_of_the_deck_leads_to_the_root_from_its_own_index_only(deck: tuple[str, ...]) -> None:
    commitment = commit(ZERO, tuple(card for card in FRESH_DECK if card in deck))
    for index in range(len(deck)):
        proof = commitment.proof(index)
        leaf = card_leaf(bytes.fromhex(proof.salt), proof.card)
        path = [bytes.fromhex(node) for node in proof.path]
        assert climb(leaf, proof.index, path) == commitment.root
        assert climb(leaf, proof.index ^ 1, path) != commitment.root
        assert proof.card == commitment.order[index]


@pytest.mark.parametrize("index", [-1, 52])
def test_there_is_no_proof_outside_of_the_deck(index: int) -> None:
    with pytest.raises(IndexError):
        commit(ZERO).proof(index)


def test_all_salts_differ_and_none_is_the_secret() -> None:
    salts = {salt for number in range(20) for salt in commit(bytes([number]) * 32).salts}
    assert len(salts) == 20 * 52
    assert all(len(salt) == 32 for salt in salts)


@pytest.mark.parametrize("length", [0, 31, 33])
def test_a_secret_of_another_length_is_refused(length: int) -> None:
    with pytest.raises(ValueError, match="32 bytes"):
        commit(bytes(length))


@given(SECRETS, SECRETS)
def test_the_deck_is_dealt_as_committed_and_cut(secret: bytes, seed: bytes) -> None:
    committed, indices = committed_order(secret), cut(seed)
    assert deal_order(secret, seed) == tuple(committed[index] for index in indices)
    assert set(deal_order(secret, seed, SHORT_DECK)) == set(SHORT_DECK)


def test_the_seed_of_the_cut_is_the_described_one() -> None:
    message = b"r" * 32 + b"d" * 32 + b"\0\0\0\x02\0\0\0\x06" + "é♠x".encode() + b"\0\0\0\x05\0\0\0\0"
    assert cut_seed(b"r" * 32, b"d" * 32, [(5, ""), (2, "é♠x")]) == sha256(message).digest()


@given(PHRASES, PHRASES)
def test_other_phrases_or_other_seats_make_another_seed(one: dict[int, str], other: dict[int, str]) -> None:
    seeds = cut_seed(ZERO, ZERO, one.items()), cut_seed(ZERO, ZERO, other.items())
    assert (seeds[0] == seeds[1]) == (one == other)


@pytest.mark.parametrize(
    ("root", "previous", "phrases"),
    [
        (ZERO[1:], ZERO, []),
        (ZERO, ZERO + b"0", []),
        (ZERO, ZERO, [(1, "a"), (1, "b")]),
        (ZERO, ZERO, [(-1, "a")]),
        (ZERO, ZERO, [(1 << 32, "a")]),
        (ZERO, ZERO, [(1, "\ud800")]),
    ],
    ids=["short root", "long digest", "seat twice", "negative seat", "huge seat", "half a character"],
)
def test_what_could_be_read_in_two_ways_makes_no_seed(
    root: bytes, previous: bytes, phrases: list[tuple[int, str]]
) -> None:
    with pytest.raises(ValueError):  # noqa: PT011
        cut_seed(root, previous, phrases)


def test_what_is_printed_of_a_commitment_or_proof_tells_no_card() -> None:
    commitment = commit(ZERO)
    printed = repr(commitment) + repr(commitment.proof(7)) + repr(commitment.proof(8))
    secrets = [*commitment.order, *(salt.hex() for salt in commitment.salts), *map(repr, commitment.salts)]
    assert not [word for word in secrets if word in printed.replace(repr(commitment.root), "")]


def chi_squared_of_positions(orders: list[tuple[int, ...]]) -> float:
    """Standard deviations from what uniform orders give: entry by position, freed of what its margins fix."""
    size = len(orders[0])
    counts = Counter(pair for order in orders for pair in enumerate(order))
    expected = len(orders) / size
    statistic = sum(
        (counts[position, entry] - expected) ** 2 for position in range(size) for entry in range(size)
    )
    freedom = (size - 1) ** 2
    return (statistic / expected * (size - 1) / size - freedom) / sqrt(2 * freedom)


def test_every_card_lies_at_every_position_equally_often_in_the_committed_order() -> None:
    numbers = {card: number for number, card in enumerate(FRESH_DECK)}
    secrets = [sha256(b"order %d" % run).digest() for run in range(5200)]
    orders = [tuple(numbers[card] for card in committed_order(secret)) for secret in secrets]
    assert abs(chi_squared_of_positions(orders)) < 4


def test_every_index_is_cut_to_every_position_equally_often() -> None:
    seeds = [cut_seed(ZERO, ZERO, [(1, f"phrase {run}")]) for run in range(5200)]
    assert abs(chi_squared_of_positions([cut(seed) for seed in seeds])) < 4


def test_the_bound_on_chi_squared_catches_a_card_that_stays_put_too_often() -> None:
    random = Random(7)
    orders = []
    for run in range(5200):
        order = list(range(52))
        random.shuffle(order)
        if run % 20 == 0:
            home = order.index(51)
            order[home], order[51] = order[51], 51
        orders.append(tuple(order))
    assert chi_squared_of_positions(orders) > 4


@pytest.mark.parametrize("size", [3, 4, 5])
def test_all_orders_of_a_few_cards_are_equally_likely(size: int) -> None:
    runs = 200 * factorial(size)
    counts = Counter(permutation(sha256(b"%d" % run).digest(), size) for run in range(runs))
    statistic = sum((count - 200) ** 2 / 200 for count in counts.values())
    freedom = factorial(size) - 1
    assert len(counts) == factorial(size)
    assert abs(statistic - freedom) < 4 * sqrt(2 * freedom)


@pytest.mark.parametrize("size", range(2, 53))
def test_each_first_draw_is_equally_likely_over_all_bytes(size: int, monkeypatch: pytest.MonkeyPatch) -> None:
    draws: Counter[int] = Counter()
    for byte in range(256):
        # A refused byte is followed by 0s: the mark at the end tells whether it was.
        read = iter([byte, *[0] * 60])
        monkeypatch.setattr("core.poker.shuffle._stream", lambda _, read=read: read)
        order = permutation(ZERO, size)
        if len(list(read)) == 60 - (size - 2):
            draws[order[-1]] += 1
    assert len(draws) == size
    assert len(set(draws.values())) == 1
