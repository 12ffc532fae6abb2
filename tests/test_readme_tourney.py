"""What the README's chapter about tournaments tells people to type and press is what there is."""

import re
from pathlib import Path

import pytest

from adapters.event_menu import EVENT_STAKES
from adapters.event_stakes import event_options
from adapters.event_starts import zone_named
from adapters.menu import find, read
from adapters.menu_entries import TOURNEY
from adapters.messages import Locale
from adapters.texts import TEMPLATES
from adapters.web.client import chrome
from core.refusals import Refused

README = (Path(__file__).parent.parent / "README.md").read_text(encoding="utf-8")
CHAPTER = README.partition("## Run your first tournament")[2].partition("\n## ")[0]
CODES = re.findall(r"`([^`]+)`", CHAPTER)
SETTINGS = tuple(code for code in CODES if re.match(r"[a-z]+=", code) or code == "starts")
COMMANDS = tuple(
    code for code in CODES if code not in (*SETTINGS, "create") and not code.startswith(("/", "help "))
)
PLAIN = "Friday starts=20:00 breaks=3 speed=regular"
NOW_MS = 1_796_000_000_000


def test_the_chapter_names_commands_settings_and_buttons() -> None:
    assert len(COMMANDS) > 8
    assert len(SETTINGS) > 15


@pytest.mark.parametrize("typed", COMMANDS)
def test_a_command_of_the_chapter_can_be_typed(typed: str) -> None:
    word, _, rest = typed.partition(" ")
    command = find(word)
    given = read(command, rest)
    assert command.name == word
    assert command.group == TOURNEY
    if word == "create":
        assert event_options(given, "UTC", NOW_MS).starts_at is not None
    if word == "club":
        assert zone_named(given["zone"]).key == "Asia/Taipei"


@pytest.mark.parametrize("typed", SETTINGS)
def test_a_setting_of_the_chapter_is_taken_by_create(typed: str) -> None:
    name, _, value = typed.partition("=")
    assert name in {argument.name for argument in EVENT_STAKES}
    if value:
        plain = read(find("create"), PLAIN)
        given = read(find("create"), f"Friday {typed}")
        made = event_options({**plain, **given}, "UTC", NOW_MS)
        assert made != event_options(plain, "UTC", NOW_MS)


def test_a_setting_that_is_none_would_be_noticed() -> None:
    with pytest.raises(Refused):
        read(find("create"), "Friday kind=knockout")


def test_every_button_of_the_chapter_is_there() -> None:
    pressed = set(re.findall(r"\[([^\]]+)\](?!\()", CHAPTER))
    known = set(TEMPLATES[Locale.EN].values()) | set(chrome(Locale.EN).values())
    assert pressed
    assert pressed - known == set()
