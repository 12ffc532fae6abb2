"""The browser's check of a hand record finds, word for word, what Python's does."""

import json
import shutil
import subprocess
from hashlib import sha256
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

from core.poker.record import digest_of, published
from core.poker.shuffle import permutation
from core.poker.verification import check, check_chain
from tests.record_examples import (
    forgeries,
    one_board,
    replaced,
    reseated,
    short_deck,
    shown_after,
    side_by_side,
    tampered,
    two_boards,
)

STATIC = Path(__file__).parent.parent / "adapters" / "web" / "static"
PROGRAM = """
import { readFileSync } from "node:fs";
import { check, checkChain, digestOf, permutation } from "./verify.js";
import { sha256 } from "./sha256.js";
const { records, chains, lengths, sizes } = JSON.parse(readFileSync(0, "utf8"));
const message = (length) => Uint8Array.from({ length }, (_, at) => (at * 7 + length) % 256);
const checked = records.map(check);
console.log(JSON.stringify({
  checked,
  digests: records.map((record, at) => (checked[at][0].ok ? digestOf(record) : "")),
  chained: chains.map(checkChain),
  hashes: lengths.map((length) => Buffer.from(sha256(message(length))).toString("hex")),
  orders: sizes.map((size) => permutation(message(32), size)),
}));
"""


def node() -> str:
    """A Node to run the page's script in: the machine's own or the one inside Playwright."""
    if found := shutil.which("node"):
        return found
    spec = find_spec("playwright")
    for folder in (spec and spec.submodule_search_locations) or ():
        bundled = Path(folder) / "driver" / "node"
        if bundled.exists():
            return str(bundled)
    pytest.skip("no Node to run verify.js in")


def in_node(folder: Path, **given: Any) -> Any:
    """What the page's script answers to these."""
    for name in ("verify.js", "sha256.js"):
        shutil.copy(STATIC / name, folder)
    (folder / "package.json").write_text('{"type":"module"}')
    (folder / "program.js").write_text(PROGRAM)
    request = {"records": [], "chains": [], "lengths": [], "sizes": [], **given}
    run = subprocess.run(
        [node(), "program.js"],
        cwd=folder,
        input=json.dumps(request),
        capture_output=True,
        encoding="utf-8",
        timeout=120,
        check=False,
    )
    assert run.returncode == 0, run.stderr
    return json.loads(run.stdout)


def as_dicts(findings: list[Any]) -> list[dict[str, Any]]:
    names = ("check", "ok", "detail", "hand_no")
    return [{name: getattr(finding, name) for name in names} for finding in findings]


def test_sha_256_and_the_cut_are_the_same_in_the_browser(tmp_path: Path) -> None:
    def message(length: int) -> bytes:
        return bytes((at * 7 + length) % 256 for at in range(length))

    lengths, sizes = [*range(260), 5000], [*range(1, 257)]
    answer = in_node(tmp_path, lengths=lengths, sizes=sizes)
    assert answer["hashes"] == [sha256(message(length)).hexdigest() for length in lengths]
    assert answer["orders"] == [list(permutation(message(32), size)) for size in sizes]


def test_the_browser_finds_what_python_finds_in_sound_and_in_tampered_records(tmp_path: Path) -> None:
    sound = [
        published(record, viewer)
        for record in (one_board(), two_boards(), short_deck(), side_by_side(), shown_after())
        for viewer in (None, 1, 3, 5)
    ]
    changed = [document for original in sound[3::4] for _, document in [*tampered(original)][::2]]
    disguised = [{**document, "digest": digest_of(document)} for document in changed]
    records = sound + changed + disguised + [document for _, document in forgeries().values()] + [reseated()]
    answer = in_node(tmp_path, records=records)
    for record, found, digest in zip(records, answer["checked"], answer["digests"], strict=True):
        assert found == as_dicts(check(record))
        assert digest == (digest_of(record) if found[0]["ok"] else "")
    assert all(finding["ok"] for found in answer["checked"][: len(sound)] for finding in found)
    assert not any(
        all(finding["ok"] for finding in found) for found in answer["checked"][len(sound) :][: len(changed)]
    )


def test_the_browser_refuses_the_nonsense_that_python_refuses(tmp_path: Path) -> None:
    document = published(shown_after(), 1)
    values: list[Any] = [
        None,
        True,
        1.5,
        -1,
        2**53,
        2**70,
        "",
        "\ud800",
        [],
        {},
        "AS",
        "0" * 63,
        "F" * 64,
        [[[[[[1]]]]]],
    ]
    places: list[tuple[str | int, ...]] = [
        *((key,) for key in document),
        *(("seats", 0, key) for key in document["seats"][0]),
        *(("cards", 0, key) for key in document["cards"][0]),
        *(("own", key) for key in document["own"]),
        *(("later", 0, key) for key in document["later"][0]),
        *(("deal", key) for key in document["deal"]),
        ("stakes", "Big"),
        ("stakes", "__proto__"),
        ("seats", 0, "hasOwnProperty"),
        ("actions", 0),
        ("actions", 0, 0),
    ]
    records = [*values, *(replaced(document, place, value) for place in places for value in values)]
    answer = in_node(tmp_path, records=records)
    for record, found in zip(records, answer["checked"], strict=True):
        assert found == as_dicts(check(record)), record


def test_the_browser_follows_a_chain_as_python_does(tmp_path: Path) -> None:
    first, second = published(one_board(), 1), published(two_boards())
    chains: list[list[Any]] = [
        [],
        [first],
        [first, second],
        [second, first],
        [first, None, second],
        [replaced(first, ("seats", 0, "name"), "Eve"), second],
        [replaced(first, ("next_root",), "0" * 64), second],
    ]
    answer = in_node(tmp_path, chains=chains)
    assert answer["chained"] == [as_dicts(check_chain(chain)) for chain in chains]
