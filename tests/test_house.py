"""The rules of the house that no linter knows, held mechanically."""

import ast
import os
import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

HOUSE = Path(__file__).parent.parent
ROOMS = ("core", "adapters", "bot")
LONGEST_FILE = 320  # lines
ENV_LINE = re.compile(r"^(?:# ?)?([A-Z][A-Z0-9_]*)=(.*)$", re.MULTILINE)
# Written in halves, so that this file doesn't hold what it looks for.
INDEX_HOSTS = tuple(
    name + "." + end for name, end in (("pypi", "org"), ("pythonhosted", "org"), ("npmjs", "org"))
)


def python_files(*rooms: str) -> list[Path]:
    found = sorted(path for room in rooms for path in (HOUSE / room).rglob("*.py"))
    assert found
    return found


def tracked_files() -> list[Path]:
    """Every file of the checkout that git keeps or would keep."""
    if not (HOUSE / ".git").exists() or not shutil.which("git"):
        pytest.skip("not a git checkout")
    command = ["git", "-C", str(HOUSE), "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    names = subprocess.run(command, check=True, capture_output=True, text=True).stdout.split("\0")
    return [HOUSE / name for name in names if name and (HOUSE / name).is_file()]


def env_example() -> dict[str, str]:
    """The variables of .env.example with their values, commented out or not."""
    return dict(ENV_LINE.findall((HOUSE / ".env.example").read_text(encoding="utf-8")))


def settings_fields() -> dict[str, Any]:
    """Environment name to default, of every setting."""
    from bot.settings import Settings

    prefix = str(Settings.model_config.get("env_prefix", ""))
    return {
        str(field.validation_alias or prefix + name).upper(): field.get_default(call_default_factory=True)
        for name, field in Settings.model_fields.items()
    }


def test_every_file_opens_with_a_sentence_saying_what_it_is_for() -> None:
    silent = [
        path for path in python_files(*ROOMS, "tests") if not ast.get_docstring(ast.parse(path.read_bytes()))
    ]
    assert not silent


def test_no_file_outgrows_its_purpose() -> None:
    lengths = {path: len(path.read_text(encoding="utf-8").splitlines()) for path in python_files(*ROOMS)}
    assert not {str(path): lines for path, lines in lengths.items() if lines > LONGEST_FILE}


def test_the_example_settings_name_every_setting_and_no_other() -> None:
    assert set(env_example()) == set(settings_fields())


def test_the_example_settings_are_the_defaults(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from bot.settings import Settings

    for name in set(os.environ) & set(settings_fields()):
        monkeypatch.delenv(name)
    written = {name: value for name, value in env_example().items() if value.strip()}
    example = tmp_path / "example.env"
    example.write_text("".join(f"{name}={value}\n" for name, value in written.items()), encoding="utf-8")

    assert Settings(_env_file=example) == Settings(_env_file=None)
    unwritten = {name: default for name, default in settings_fields().items() if name not in written}
    assert not {name: default for name, default in unwritten.items() if default is not None and str(default)}


def test_no_file_names_the_host_of_a_package_index() -> None:
    named = [
        path for path in tracked_files() if any(host.encode() in path.read_bytes() for host in INDEX_HOSTS)
    ]
    assert not named


@pytest.mark.parametrize("lock", ["requirements.lock", "requirements-dev.lock"])
def test_a_lock_file_holds_only_pinned_and_hashed_releases(lock: str) -> None:
    text = (HOUSE / lock).read_text(encoding="utf-8").replace("\\\n", " ")
    pinned = re.compile(r"[a-z0-9.\[\]-]+==[\w.+]+( ; [^/]+?)?(\s+--hash=sha256:[0-9a-f]{64})+\s*")
    assert text
    assert [line for line in text.splitlines() if not pinned.fullmatch(line)] == []


def test_what_the_readme_names_exists() -> None:
    readme = (HOUSE / "README.md").read_text(encoding="utf-8")
    links = {target.split("#")[0] for target in re.findall(r"\]\((?!https?:|mailto:|#)([^)\s]+)\)", readme)}
    paths = set(re.findall(r"`((?:core|adapters|bot|tests|deploy|docs)/[\w./-]*)`", readme))
    assert not {path for path in links | paths if not (HOUSE / path).exists()}

    errands = set(re.findall(r"\bmake ([a-z]+)\b", "\n".join(re.findall(r"`[^`]+`", readme))))
    assert errands <= set(
        re.findall(r"^([a-z]+):", (HOUSE / "Makefile").read_text(encoding="utf-8"), re.MULTILINE)
    )
