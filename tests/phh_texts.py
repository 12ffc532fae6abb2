"""PHH files for the tests: W18, and three players in a few lines, read and played."""

from collections.abc import Sequence
from pathlib import Path

import pytest

from core.poker.notation import (
    BadNotation,
    Outcome,
    Step,
    read_phh,
    replay,
)

W18 = (Path(__file__).parent / "data" / "w18.phh").read_text(encoding="utf-8")

HOLES = ("d dh p1 AsKs", "d dh p2 QdQc", "d dh p3 ????")
PREFLOP = ("p3 cc", "p1 cc", "p2 cc")
FLOP = (*HOLES, *PREFLOP, "d db 2c7h9d")
RIVER = (*FLOP, "p1 cc", "p2 cc", "p3 f", "d db 3s", "p1 cc", "p2 cc", "d db Jh", "p1 cc", "p2 cc")
ALL_IN = (*HOLES, "p3 f", "p1 cbr 200", "p2 cc")


def phh(lines: Sequence[str], **fields: str) -> str:
    """Three players with 200 each and blinds of 1 and 2, or what `fields` say in TOML ("" leaves one out)."""
    said = {
        "variant": '"NT"',
        "antes": "[0, 0, 0]",
        "blinds_or_straddles": "[1, 2, 0]",
        "min_bet": "2",
        "starting_stacks": "[200, 200, 200]",
        **fields,
        "actions": fields.get("actions", str(list(lines))),
    }
    return "\n".join(f"{name} = {value}" for name, value in said.items() if value)


def played(text: str) -> list[Step]:
    return list(replay(read_phh(text)))


def ending(text: str) -> Outcome:
    outcome = played(text)[-1].outcome
    assert outcome is not None
    return outcome


def refused(text: str) -> BadNotation:
    with pytest.raises(BadNotation) as caught:
        played(text)
    return caught.value
