"""Where the embedded Valkey server lives on disk: data folder, socket, and the two locks that keep it single.

`owner.lock` is held by the Riverbot process that answers for the server; its text is the run id of the
server that others may attach to. `server.lock` is held by the server process itself, through an inherited
descriptor: as long as it is taken a server may still write here, whatever became of its owner. No process id
is ever read from a file.
"""

import hashlib
import os
import stat
import sys
from dataclasses import dataclass
from pathlib import Path

if sys.platform != "win32":  # on Windows open_valkey refuses before any lock is tried
    import fcntl

_LONGEST_SOCKET_PATH = 100  # bytes; the kernel takes 107 on Linux and 103 on macOS
# Fixed, as TMPDIR and XDG_RUNTIME_DIR differ between one user's processes; what is made in it is private.
_SHORT_ROOT = Path("/tmp")  # noqa: S108
_LONGEST_LOG = 1_000_000  # bytes; a longer log is set aside at the next start


class ValkeyUnavailable(Exception):
    """No embedded server can be had; the text is for the operator and says what to do."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DataFolder:
    """The files of one embedded server; all paths are absolute."""

    folder: Path
    socket: Path

    @property
    def owner_lock(self) -> Path:
        """Held by the owning Riverbot process."""
        return self.folder / "owner.lock"

    @property
    def server_lock(self) -> Path:
        """Held by the server process."""
        return self.folder / "server.lock"

    @property
    def log(self) -> Path:
        """Everything the server prints."""
        return self.folder / "valkey.log"


def prepare(folder: Path) -> DataFolder:
    """Create the folder (mode 0700) and choose the socket path, the same one in every process of this user.

    Raises ValkeyUnavailable when the folder can't be made, or isn't this user's.
    """
    try:
        home = folder.expanduser().resolve()
        _make_private(home)
        return DataFolder(folder=home, socket=_socket_path(home))
    except OSError as error:
        raise ValkeyUnavailable(
            f"The embedded Valkey server can't use its folder ({error}): choose another, or set REDIS_URL."
        ) from error


def _socket_path(home: Path) -> Path:
    beside_the_data = home / "valkey.sock"
    if len(os.fsencode(beside_the_data)) <= _LONGEST_SOCKET_PATH:
        return beside_the_data
    digest = hashlib.sha256(os.fsencode(home)).hexdigest()[:16]
    short = _SHORT_ROOT / f"riverbot-{os.geteuid()}-{digest}"
    _make_private(short)
    return short / "valkey.sock"


def _make_private(folder: Path) -> None:
    """Make `folder` a directory that only this user can enter; OSError if it is another's, or a link."""
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    found = folder.lstat()
    if not stat.S_ISDIR(found.st_mode) or found.st_uid != os.geteuid():
        raise PermissionError(f"{folder} belongs to another user")
    if stat.S_IMODE(found.st_mode) != 0o700:
        folder.chmod(0o700)


def try_lock(path: Path) -> int | None:
    """Take the lock on `path` and return the open descriptor that holds it; None while another holds it."""
    descriptor = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        os.close(descriptor)
        return None
    except OSError:
        os.close(descriptor)
        raise
    return descriptor


def is_locked(path: Path) -> bool:
    """Whether some process holds the lock on `path`."""
    descriptor = try_lock(path)
    if descriptor is None:
        return True
    os.close(descriptor)
    return False


def publish(descriptor: int, run_id: str) -> None:
    """Write into the held owner lock which server others may attach to; an empty id means none yet."""
    os.ftruncate(descriptor, 0)
    os.pwrite(descriptor, run_id.encode(), 0)


def published(path: Path) -> str:
    """The run id in the owner lock; empty while there is none."""
    return path.read_text(encoding="ascii", errors="replace")


def set_aside_long_log(log: Path) -> None:
    """Rename a log of more than a megabyte, over the one set aside before."""
    if log.exists() and log.stat().st_size > _LONGEST_LOG:
        log.replace(log.with_suffix(".log.old"))


def last_lines(log: Path, count: int = 5) -> str:
    """The last `count` lines of the log in one line, for an error text."""
    with log.open("rb") as file:
        file.seek(max(0, file.seek(0, os.SEEK_END) - 4096))
        lines = file.read().decode("utf-8", "replace").splitlines()
    return " | ".join(line.strip() for line in lines[-count:] if line.strip())
