"""`riverbot verify FILE`: says whether a published hand record, or several in a row, can be believed."""

import json
from pathlib import Path
from typing import Any

from core.poker.record import SCHEMA
from core.poker.verification import check_chain

SOUND, REFUSED, UNREADABLE = 0, 1, 2


def verify_file(path: str | Path) -> int:
    """Print one line for each check of the file and a verdict; the answer is the exit code.

    The file holds one published record, or a list of a table's records in the order played. 0: everything
    holds. 1: something does not. 2: the file cannot be read as records of this schema.
    """
    try:
        content = json.loads(Path(path).read_text(encoding="utf-8"), object_pairs_hook=_without_repeats)
    except OSError as error:
        print(f"verdict: unreadable, {error.strerror or 'the file cannot be opened'}")
        return UNREADABLE
    except (ValueError, RecursionError):
        print("verdict: unreadable, this is not JSON text in UTF-8")
        return UNREADABLE
    records = content if isinstance(content, list) else [content]
    if not records or not all(_is_record(record) for record in records):
        print(f"verdict: unreadable, this is not a hand record of schema {SCHEMA}")
        return UNREADABLE
    findings = check_chain(records)
    for finding in findings:
        hand = f"hand {finding.hand_no}" if finding.hand_no else "a hand"
        print(f"{'ok  ' if finding.ok else 'FAIL'}  {hand}  {finding.check}: {finding.detail}")
    failed = sum(not finding.ok for finding in findings)
    if failed:
        print(f"verdict: refused, {failed} of {len(findings)} checks failed")
        return REFUSED
    proven = sum(
        len(record["cards"]) + len(record.get("later", ())) + len(record.get("own", {}).get("cards", ()))
        for record in records
    )
    print(
        f"verdict: sound, {proven} card proofs in {len(records)} {'hand' if len(records) == 1 else 'hands'}"
    )
    return SOUND


def _is_record(record: object) -> bool:
    return isinstance(record, dict) and type(record.get("schema")) is int and record["schema"] == SCHEMA


def _without_repeats(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """A JSON object; one that names a key twice says two things at once and is refused."""
    named = dict(pairs)
    if len(named) != len(pairs):
        raise ValueError("a key is there twice")
    return named
