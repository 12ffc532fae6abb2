"""`riverbot replay FILE.phh`: plays a hand history through the engine and prints it street by street."""

import sys
from pathlib import Path

from bot.replay_story import Story
from core.poker.notation import BadNotation, read_phh, replay

LEGAL, ILLEGAL, UNREADABLE = 0, 1, 2
MOST_BYTES = 1_000_000
"""One hand is a few thousand bytes."""


def replay_file(path: Path) -> int:
    """Print the hand in the file with its pots and final stacks; the answer is the exit code.

    0: every action is legal. 1: one is not; it is named with the reason. 2: the file cannot be read as one hand.
    """
    try:
        record = read_phh(_text(path))
    except BadNotation as bad:
        return _refuse(bad, ILLEGAL if bad.action else UNREADABLE)
    story = Story(record)
    _tell(*story.opening())
    try:
        for step in replay(record):
            _tell(*story.lines(step))
    except BadNotation as bad:
        return _refuse(bad, ILLEGAL)
    _tell("verdict: legal")
    return LEGAL


def _text(path: Path) -> str:
    try:
        with path.open("rb") as file:
            content = file.read(MOST_BYTES + 1)
    except OSError as error:
        raise BadNotation(error.strerror or "the file cannot be opened") from None
    if len(content) > MOST_BYTES:
        raise BadNotation("the file is far too large for one hand")
    try:
        return content.decode("utf-8")
    except UnicodeDecodeError:
        raise BadNotation("this is not text in UTF-8; the file may have been cut off") from None


def _refuse(bad: BadNotation, code: int) -> int:
    if bad.action is None:
        _tell(f"verdict: {'unreadable' if code == UNREADABLE else 'illegal'}, {bad.reason}")
    else:
        _tell(f"verdict: illegal, action {bad.action}: {bad.reason}")
    return code


def _tell(*lines: str) -> None:
    """Print; what the terminal has no letters for becomes a question mark."""
    for line in lines:
        coding = sys.stdout.encoding or "utf-8"
        print(line.encode(coding, "replace").decode(coding))
