"""The embedded Valkey server among several processes, with the real binary: one server, no loss."""

import json
import os
import select
import shutil
import signal
import stat
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from pathlib import Path
from types import TracebackType
from typing import Any

import pytest
import redis

from bot import valkey_files, valkey_process
from bot.valkey import ValkeyUnavailable

try:
    valkey_process.find_binary()
except ValkeyUnavailable as missing:
    pytest.skip(str(missing), allow_module_level=True)

needs_linux = pytest.mark.skipif(sys.platform != "linux", reason="parent-death signals and pidfd are Linux's")
ROOT = Path(__file__).parents[1]
PATIENCE = 20  # seconds

# A process that opens the folder when told to, and then does what each line of its input says.
PROCESS = """
import asyncio, json, sys
from pathlib import Path
import bot.valkey_process
from bot.valkey import open_valkey

def say(valkey):
    print(json.dumps([valkey.is_owner, valkey.server_pid, valkey.url] if valkey else "here"), flush=True)

async def main():
    folder, bot.valkey_process.TETHERED = Path(sys.argv[1]), sys.argv[2] == "tethered"
    valkey = None
    say(valkey)
    while word := (await asyncio.to_thread(sys.stdin.readline)).strip():
        if word == "open":
            valkey = await open_valkey(folder)
        else:
            await getattr(valkey, word)()
        say(valkey)

asyncio.run(main())
"""


class Starter:
    """Another Riverbot process that holds, or wants, the server of a folder."""

    def __init__(self, folder: Path, *, tethered: bool = True) -> None:
        tie = "tethered" if tethered and sys.platform == "linux" else "loose"
        self.process = subprocess.Popen(
            [sys.executable, "-c", PROCESS, str(folder), tie],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            cwd=ROOT,
        )
        self.tie, self.is_owner, self.server_pid, self.url = tie, False, 0, ""
        self.heard()

    def __enter__(self) -> "Starter":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.kill()
        if self.tie == "loose" and self.server_pid:
            with suppress(ProcessLookupError):
                os.kill(self.server_pid, signal.SIGTERM)

    def told(self, word: str) -> None:
        assert self.process.stdin
        self.process.stdin.write(word + "\n")
        self.process.stdin.flush()

    def heard(self) -> None:
        assert self.process.stdout
        assert select.select([self.process.stdout], [], [], PATIENCE)[0], "no word from the process"
        answer = json.loads(self.process.stdout.readline())
        if answer != "here":
            self.is_owner, self.server_pid, self.url = answer

    def does(self, word: str) -> "Starter":
        self.told(word)
        self.heard()
        return self

    def kill(self) -> None:
        """Kill -9, and reap."""
        self.process.kill()
        self.process.wait(PATIENCE)
        for pipe in (self.process.stdin, self.process.stdout):
            assert pipe
            pipe.close()


def client(url: str) -> redis.Redis:
    return redis.Redis.from_url(url, decode_responses=True, socket_timeout=PATIENCE)


def put(url: str, value: str) -> None:
    with client(url) as connection:
        connection.set("pot", value)


def got(url: str) -> Any:
    with client(url) as connection:
        return connection.get("pot")


def await_end(pid: int) -> None:
    """Wait for the end of a process that need not be our child."""
    try:
        handle = os.pidfd_open(pid)
    except ProcessLookupError:
        return
    try:
        assert select.select([handle], [], [], PATIENCE)[0], f"process {pid} still runs"
    finally:
        os.close(handle)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "data"


@pytest.fixture
def long_folder(tmp_path: Path) -> Iterator[Path]:
    home = tmp_path / ("the river " * 9) / ("50% of a flush, called #1? Ä " * 2)
    yield home
    shutil.rmtree(valkey_files.prepare(home).socket.parent)


@needs_linux
def test_a_killed_owner_takes_its_server_along_and_the_next_start_has_the_data(folder: Path) -> None:
    with Starter(folder) as first, Starter(folder) as second:
        first.does("open")
        put(first.url, "120")
        first.kill()
        second.does("open")  # at once: the old server may still be answering
        assert second.is_owner
        assert second.server_pid != first.server_pid
        await_end(first.server_pid)
        assert got(second.url) == "120"
        second.kill()
        await_end(second.server_pid)


@needs_linux
def test_files_of_an_unclean_stop_are_survived(folder: Path) -> None:
    with Starter(folder) as first, Starter(folder) as second:
        first.does("open")
        put(first.url, "240")
        os.kill(first.server_pid, signal.SIGKILL)
        await_end(first.server_pid)
        first.kill()
        assert (folder / "valkey.sock").is_socket()
        (folder / "valkey.pid").write_text(str(os.getpid()))
        (folder / "owner.lock").write_text("0" * 40)
        second.does("open")
        assert second.is_owner
        assert got(second.url) == "240"


def test_six_racing_processes_make_one_owner_and_five_attached(folder: Path) -> None:
    with ExitStack() as stack:
        starters = [stack.enter_context(Starter(folder)) for _ in range(6)]
        for starter in starters:
            starter.told("open")
        for starter in starters:
            starter.heard()
        assert sorted(starter.is_owner for starter in starters) == [False] * 5 + [True]
        assert len({starter.server_pid for starter in starters}) == 1
        assert len({starter.url for starter in starters}) == 1


@needs_linux
def test_six_racing_processes_agree_also_while_the_old_server_is_dying(folder: Path) -> None:
    with ExitStack() as stack:
        old = stack.enter_context(Starter(folder)).does("open")
        put(old.url, "480")
        starters = [stack.enter_context(Starter(folder)) for _ in range(6)]
        old.kill()
        for starter in starters:
            starter.told("open")
        for starter in starters:
            starter.heard()
        assert sum(starter.is_owner for starter in starters) == 1
        assert len({starter.server_pid for starter in starters} - {old.server_pid}) == 1
        assert old.server_pid not in {starter.server_pid for starter in starters}
        assert {got(starter.url) for starter in starters} == {"480"}


@needs_linux
def test_ctrl_c_in_the_owners_terminal_does_not_reach_the_server(folder: Path) -> None:
    with Starter(folder) as owner:
        owner.does("open")
        assert os.getpgid(owner.server_pid) != os.getpgid(owner.process.pid)


def test_an_attached_process_that_closes_leaves_the_server_alone(folder: Path) -> None:
    with Starter(folder) as owner, Starter(folder) as attached:
        owner.does("open")
        attached.does("open").does("close")
        put(owner.url, "60")
        assert got(owner.url) == "60"


@pytest.mark.parametrize("end", ["close", "kill"])
def test_an_attached_process_becomes_the_owner_when_the_owner_is_gone(folder: Path, end: str) -> None:
    with Starter(folder) as owner, Starter(folder) as heir, Starter(folder) as other:
        owner.does("open")
        heir.does("open")
        other.does("open")
        put(heir.url, "60")
        if end == "close":
            owner.does("close")
        else:
            owner.kill()
        heir.does("reopen")
        other.does("reopen")
        assert (heir.is_owner, other.is_owner) == (True, False)
        assert heir.url == other.url == owner.url
        assert heir.server_pid == other.server_pid
        assert got(other.url) == "60"


@needs_linux
def test_an_owner_starts_its_dead_server_again_and_leaves_a_live_one_alone(folder: Path) -> None:
    with Starter(folder) as owner:
        first = owner.does("open").server_pid
        put(owner.url, "60")
        assert owner.does("reopen").server_pid == first
        os.kill(first, signal.SIGKILL)
        await_end(first)
        assert owner.does("reopen").server_pid != first
        assert owner.is_owner
        assert got(owner.url) == "60"


@needs_linux
def test_an_orphan_is_adopted_and_closed_by_its_new_owner(folder: Path) -> None:
    with Starter(folder, tethered=False) as first, Starter(folder) as second, Starter(folder) as third:
        first.does("open")
        put(first.url, "60")
        first.kill()
        assert got(first.url) == "60"
        second.does("open")
        third.does("open")
        assert (second.is_owner, third.is_owner) == (True, False)
        assert first.server_pid == second.server_pid == third.server_pid
        second.does("close")
        await_end(first.server_pid)


def test_a_folder_too_long_for_a_socket_gets_a_short_private_one(long_folder: Path) -> None:
    with Starter(long_folder) as owner, Starter(long_folder) as attached:
        owner.does("open")
        attached.does("open")
        put(owner.url, "60")
        assert got(attached.url) == "60"
        assert not attached.is_owner
        socket = valkey_files.prepare(long_folder).socket
        assert len(os.fsencode(socket)) < 100
        assert socket.is_socket()
        assert stat.S_IMODE(socket.parent.stat().st_mode) == 0o700
        assert (long_folder / "appendonlydir").is_dir()
