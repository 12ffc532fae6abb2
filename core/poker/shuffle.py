"""Verifiable dealing: a deck fixed before the hand, cut by a seed nobody chose alone, proven card by card.

All of it, so that a stranger can write it again. ``‖`` joins bytes, ``u32(x)`` is four bytes big-endian, text
is UTF-8, every hash is SHA-256 and is written as 64 lower-case hex digits.

- **Permutation of n from a 32-byte seed.** The stream of bytes is ``SHA-256(seed ‖ u32(0)) ‖ SHA-256(seed ‖
  u32(1)) ‖ …``. Start with the list 0, 1, … n-1. For m = n, n-1, … 2: read bytes b until ``b < 256 - 256 mod
  m`` (others are skipped, so that no entry is favoured), then swap the entries m-1 and ``b mod m`` of the
  list.
- **Committed order.** The secret is 32 random bytes. With p the permutation of the deck's size from
  ``HMAC-SHA-256(secret, "order")``, committed index i holds the card ``fresh_deck[p[i]]``; the fresh deck is
  2c 2d 2h 2s 3c … As (short deck: 6c … As).
- **Salts.** ``salt_i = SHA-256(HMAC-SHA-256(secret, "salt") ‖ u32(i))``: to know some tells nothing of the
  others.
- **Tree.** ``leaf_i = SHA-256(0x00 ‖ salt_i ‖ card_i)``, the card as its two ASCII characters. Leaves of 32
  zero bytes fill up to the next power of two (64 for 52 cards and for 36). A node is ``SHA-256(0x01 ‖ left ‖
  right)``; the last one is the **root**, announced before the hand.
- **Cut.** ``seed = SHA-256(root ‖ previous ‖ for each seat, ascending: u32(seat) ‖ u32(bytes of phrase) ‖
  phrase)``, where ``previous`` is the digest of the table's previous hand record (32 zero bytes for its first
  hand). With q the permutation from that seed, deck position j is the committed index ``q[j]``; position 0 is
  dealt first.
- **Proof.** Index, card, salt, and the path: the sibling hashes from the leaf up to below the root. At height
  k (leaf: 0) our node is the right one of its pair when bit k of the index is 1.

What it proves: no card could move once the root was out, and the dealer did not choose the cut. The latter
rests on one player at least whose phrase came after the previous record was out: before that a cheating
dealer might try out times to write into that record, and for a seat of its own it might try out phrases.
What it cannot prove: the dealer's machine knows the cards, so it must be trusted not to tell them; and wrong
cards in the committed deck are found out only when they show.
"""

import hmac
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from hashlib import sha256

from core.poker.cards import FRESH_DECK, Card

SECRET_BYTES = 32
FIRST_PREVIOUS = bytes(32)
"""Stands for the previous record's digest at a table's first hand."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CardProof:
    """What proves one card against the root; salt and hashes in hex. Its repr does not tell the card."""

    index: int
    card: Card = field(repr=False)
    salt: str = field(repr=False)
    path: tuple[str, ...] = field(repr=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Commitment:
    """A deck fixed in advance. Only ``root`` may be told; the rest is the dealer's, and in no repr."""

    root: bytes
    order: tuple[Card, ...] = field(repr=False)
    salts: tuple[bytes, ...] = field(repr=False)
    levels: tuple[tuple[bytes, ...], ...] = field(repr=False)
    """The tree from the leaves to the two nodes under the root."""

    def proof(self, index: int) -> CardProof:
        """The proof of the card at this committed index; raises `IndexError` outside of the deck."""
        if not 0 <= index < len(self.order):
            raise IndexError(f"the deck has no index {index}")
        path = tuple(level[(index >> height) ^ 1].hex() for height, level in enumerate(self.levels))
        return CardProof(index=index, card=self.order[index], salt=self.salts[index].hex(), path=path)


def permutation(seed: bytes, size: int) -> tuple[int, ...]:
    """The numbers 0 to size-1 in the order the seed gives; size is 1 to 256, each order equally likely."""
    if not 1 <= size <= 256:
        raise ValueError("a permutation is of 1 to 256 entries")
    entries = list(range(size))
    stream = _stream(seed)
    for unplaced in range(size, 1, -1):
        limit = 256 - 256 % unplaced
        byte = next(stream)
        while byte >= limit:
            byte = next(stream)
        last, drawn = unplaced - 1, byte % unplaced
        entries[last], entries[drawn] = entries[drawn], entries[last]
    return tuple(entries)


def committed_order(secret: bytes, deck: tuple[Card, ...] = FRESH_DECK) -> tuple[Card, ...]:
    """The deck as the secret orders it, before the cut; raises `ValueError` unless the secret is 32 bytes."""
    if len(secret) != SECRET_BYTES:
        raise ValueError(f"a secret is {SECRET_BYTES} bytes")
    order = permutation(hmac.digest(secret, b"order", "sha256"), len(deck))
    return tuple([deck[entry] for entry in order])


def commit(secret: bytes, deck: tuple[Card, ...] = FRESH_DECK) -> Commitment:
    """Order, salts and tree of this secret; raises `ValueError` unless the secret is 32 bytes."""
    order = committed_order(secret, deck)
    key = hmac.digest(secret, b"salt", "sha256")
    salts = tuple([sha256(key + _u32(index)).digest() for index in range(len(deck))])
    leaves = [card_leaf(salt, card) for salt, card in zip(salts, order, strict=True)]
    leaves += [bytes(32)] * ((1 << (len(leaves) - 1).bit_length()) - len(leaves))
    levels = [tuple(leaves)]
    while len(levels[-1]) > 2:
        below = levels[-1]
        levels.append(tuple([_node(below[at], below[at + 1]) for at in range(0, len(below), 2)]))
    return Commitment(root=_node(*levels[-1]), order=order, salts=salts, levels=tuple(levels))


def cut_seed(root: bytes, previous_digest: bytes, phrases: Iterable[tuple[int, str]]) -> bytes:
    """The seed of the cut from (seat, phrase) pairs in any order.

    Raises `ValueError` for a seat given twice or outside of 0 to 2**32-1, for a phrase that has no UTF-8
    form, or when root and digest are not 32 bytes each: the encoding is unambiguous only so.
    """
    pairs = sorted(phrases)
    if len({seat for seat, _ in pairs}) != len(pairs):
        raise ValueError("each seat gives one phrase")
    if len(root) != 32 or len(previous_digest) != 32:
        raise ValueError("root and digest are 32 bytes each")
    message = root + previous_digest
    for seat, phrase in pairs:
        spoken = phrase.encode()
        message += _u32(seat) + _u32(len(spoken)) + spoken
    return sha256(message).digest()


def cut(seed: bytes, size: int = len(FRESH_DECK)) -> tuple[int, ...]:
    """For each deck position, the committed index that lies there."""
    return permutation(seed, size)


def deal_order(secret: bytes, seed: bytes, deck: tuple[Card, ...] = FRESH_DECK) -> tuple[Card, ...]:
    """The deck as it is dealt, first card first: committed by the secret, cut by the seed."""
    order = committed_order(secret, deck)
    return tuple([order[index] for index in cut(seed, len(deck))])


def card_leaf(salt: bytes, card: str) -> bytes:
    """The tree's leaf of a salted card."""
    return sha256(b"\x00" + salt + card.encode("ascii")).digest()


def climb(leaf: bytes, index: int, path: Iterable[bytes]) -> bytes:
    """The root that a leaf at this index and its siblings, leaf upwards, lead to."""
    node = leaf
    for sibling in path:
        node = _node(sibling, node) if index & 1 else _node(node, sibling)
        index >>= 1
    return node


def _node(left: bytes, right: bytes) -> bytes:
    return sha256(b"\x01" + left + right).digest()


def _u32(number: int) -> bytes:
    if not 0 <= number < 1 << 32:
        raise ValueError("a number of the encoding is 0 to 2**32-1")
    return number.to_bytes(4, "big")


def _stream(seed: bytes) -> Iterator[int]:
    for counter in range(1 << 32):
        yield from sha256(seed + counter.to_bytes(4, "big")).digest()
