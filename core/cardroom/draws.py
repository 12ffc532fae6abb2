"""Draws of a tournament: seats at the start, for late comers, and when a table is broken.

Every draw comes from the `chance` that it is given, 32 random bytes in hex, under a label of its own: the same two
give the same draw.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import TypeVar

from core.ids import SeatNo, TableId

T = TypeVar("T")


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """One seat of one table."""

    table: TableId
    seat: SeatNo


def secret(chance: str, label: str) -> str:
    """32 bytes in hex that nobody can tell without `chance`."""
    return sha256(f"{label} ".encode() + bytes.fromhex(chance)).hexdigest()


def shuffled(things: Sequence[T], chance: str, label: str) -> list[T]:
    """All of them, each order equally likely."""
    order, numbers = list(things), _numbers(chance, label)
    for left in range(len(order), 1, -1):
        limit = (1 << 32) - (1 << 32) % left
        number = next(numbers)
        while number >= limit:
            number = next(numbers)
        at = number % left
        order[left - 1], order[at] = order[at], order[left - 1]
    return order


def letters(chance: str, label: str, alphabet: str) -> Iterator[str]:
    """Endless letters of the alphabet."""
    return (alphabet[number % len(alphabet)] for number in _numbers(chance, label))


def table_sizes(entrants: int, seats: int) -> tuple[int, ...]:
    """The sizes of the fewest tables that seat them all: no two differ by more than one."""
    tables = max(1, -(-entrants // seats))
    each, more = divmod(entrants, tables)
    return tuple(each + (at < more) for at in range(tables))


def draw_places(
    free: Mapping[TableId, Sequence[SeatNo]], sizes: Mapping[TableId, int], people: int, chance: str
) -> list[Place]:
    """Seats for so many people in random order: each time one of a table that has the fewest players (TDA 7, 10).

    Dealing them out to people in random order as well is the two-step draw of a broken table (TDA 10-B). Raises
    ValueError when there are not enough.
    """
    left = {table: shuffled(free[table], chance, f"seats {table}") for table in free}
    count, drawn = dict(sizes), list[Place]()
    order = shuffled(sorted(left), chance, "tables")
    for _ in range(people):
        table = min((one for one in order if left[one]), key=lambda one: count[one], default=None)
        if table is None:
            raise ValueError("there are fewer seats than people")
        drawn.append(Place(table=table, seat=left[table].pop()))
        count[table] += 1
    return shuffled(drawn, chance, "cards")


def _numbers(chance: str, label: str) -> Iterator[int]:
    """Endless numbers of 32 bits."""
    seed, block = bytes.fromhex(secret(chance, label)), 0
    while True:
        digest = sha256(seed + block.to_bytes(4)).digest()
        yield from (int.from_bytes(digest[at : at + 4]) for at in range(0, 32, 4))
        block += 1
