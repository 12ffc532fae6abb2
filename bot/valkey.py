"""The embedded Valkey server: started, shared or taken over under a data folder when no REDIS_URL is given.

One process owns the server, every other one that opens the same folder attaches to its socket:

- The owner holds a file lock, and the server ends with it: by SIGTERM at `close()`, and on Linux also when
  the owner is killed. What was acknowledged is in the kernel's hands at once, on the disk within a second.
- When the owner is gone, attached processes lose their connection. Each then awaits `reopen()`: one becomes
  the owner and starts the server again, the rest attach to it. The url never changes: clients just reconnect.
- A server that outlived its owner (macOS, or a system without the parent-death signal) is adopted as it runs.
- Under systemd use `KillMode=mixed`, so that the server isn't stopped before the bot that still saves to it.
"""

import asyncio
import os
import subprocess
from pathlib import Path
from urllib.parse import quote

from bot.valkey_files import (
    DataFolder,
    ValkeyUnavailable,
    is_locked,
    last_lines,
    prepare,
    publish,
    published,
    try_lock,
)
from bot.valkey_process import Answer, ask, find_binary, launch, tell_to_stop

__all__ = ["EmbeddedValkey", "ValkeyUnavailable", "open_valkey"]

_POLL = 0.004  # seconds between two looks
_PATIENCE = 10.0  # seconds without any answer; a server that says it is loading is waited for
_STEADY = 0.3  # seconds an orphan must keep answering; one told to stop falls silent within 0.1 s


async def open_valkey(folder: Path) -> "EmbeddedValkey":
    """Start the server under `folder`, or attach to the one that is there, and wait until it answers.

    Raises ValkeyUnavailable, with one sentence for the operator, when there is no binary for this system or
    the server doesn't start.
    """
    binary = find_binary()
    valkey = EmbeddedValkey(binary, prepare(folder))
    await valkey.reopen()
    return valkey


class EmbeddedValkey:
    """This process's hold on the server of a data folder; `url`, for the Redis client, never changes."""

    def __init__(self, binary: Path, place: DataFolder) -> None:
        """Remember where things are; `open_valkey` does the rest."""
        self.url = f"unix://{quote(str(place.socket))}"
        self._binary = binary
        self._place = place
        self._one_at_a_time = asyncio.Lock()
        self._owner_lock: int | None = None
        self._child: subprocess.Popen[bytes] | None = None
        self._server: Answer | None = None
        self._closed = False

    @property
    def is_owner(self) -> bool:
        """Whether the server stops when this process closes it or ends."""
        return self._owner_lock is not None

    @property
    def server_pid(self) -> int | None:
        """The server's process id, as the server itself sees it; None before it was reached."""
        return self._server.pid if self._server else None

    async def reopen(self) -> None:
        """Make sure that a server answers: call it when the connection was lost, as often as you like.

        The owner starts a dead server again and leaves a live one alone; an attached process attaches again,
        or becomes the owner if there is none. Raises ValkeyUnavailable as `open_valkey` does, and after
        `close()`.
        """
        async with self._one_at_a_time:
            if self._closed:
                raise ValkeyUnavailable("The embedded Valkey server was closed by this process.")
            if self.is_owner and self._server and await self._answers(self._server):
                return
            self._server = None
            try:
                self._server = await self._reach()
            except OSError as error:
                raise self._unavailable(str(error)) from error
            finally:
                if self._server is None:
                    self._let_go()

    async def close(self) -> None:
        """Stop the server cleanly, its command log flushed, if this process owns it; else only let go of it.

        Waits for the server's end, at most ten seconds; then our own child is killed, which loses nothing
        acknowledged.
        """
        async with self._one_at_a_time:
            self._closed = True
            try:
                if self.is_owner:
                    await self._stop()
            finally:
                self._let_go()

    async def _answers(self, known: Answer) -> bool:
        found = await ask(self._place.socket)
        return found is not None and found.run_id == known.run_id

    async def _reach(self) -> Answer:
        """Own the folder or attach to whoever does, whichever becomes possible first."""
        wait = _Wait()
        while not wait.is_over:
            if self._owner_lock is None:
                self._owner_lock = try_lock(self._place.owner_lock)
            if self._owner_lock is not None:
                publish(self._owner_lock, "")
                server = await self._own()
                publish(self._owner_lock, server.run_id)
                return server
            found = wait.note(await ask(self._place.socket))
            if found and found.ready and found.run_id == published(self._place.owner_lock):
                return found
            await asyncio.sleep(_POLL)
        raise ValkeyUnavailable(
            f"The Valkey server that another process owns in {self._place.folder} doesn't answer: stop them."
        )

    async def _own(self) -> Answer:
        """Start this folder's one server; if an orphan still runs, adopt it, or wait until it has ended."""
        wait = _Wait()
        steady_since: float | None = None
        while not wait.is_over:
            server_lock = try_lock(self._place.server_lock)
            if server_lock is not None:
                return await self._start(server_lock)
            found = wait.note(await ask(self._place.socket))
            if found is None or not found.ready:
                steady_since = None
            elif steady_since is None:
                steady_since = _now()
            elif _now() - steady_since >= _STEADY:
                return found
            await asyncio.sleep(_POLL)
        raise ValkeyUnavailable(
            f"A Valkey server runs in {self._place.folder} but doesn't answer: end it, or set REDIS_URL."
        )

    async def _start(self, server_lock: int) -> Answer:
        self._child = launch(self._binary, self._place, server_lock)
        wait = _Wait()
        while not wait.is_over and self._child.poll() is None:
            found = wait.note(await ask(self._place.socket))
            if found and found.ready:
                return found
            await asyncio.sleep(_POLL)
        raise self._unavailable(last_lines(self._place.log))

    async def _stop(self) -> None:
        if self._child is not None:
            self._child.terminate()
        else:
            await tell_to_stop(self._place.socket)
        wait = _Wait()
        while not wait.is_over:
            if not self._still_runs():
                return
            await asyncio.sleep(_POLL)

    def _still_runs(self) -> bool:
        """Whether the owned server runs: a child until it is reaped, an adopted one while it locks."""
        return self._child.poll() is None if self._child else is_locked(self._place.server_lock)

    def _let_go(self) -> None:
        """Leave no child of ours behind and free the folder for the next owner."""
        if self._child is not None:
            self._child.kill()
            self._child = None
        if self._owner_lock is not None:
            os.close(self._owner_lock)
            self._owner_lock = None

    def _unavailable(self, reason: str) -> ValkeyUnavailable:
        return ValkeyUnavailable(
            f"The embedded Valkey server didn't start; set REDIS_URL, or see to this: {reason}"
        )


class _Wait:
    """A deadline that a loading server pushes ahead: reading a large file takes what it takes."""

    def __init__(self) -> None:
        self._until = _now() + _PATIENCE

    @property
    def is_over(self) -> bool:
        return _now() >= self._until

    def note(self, found: Answer | None) -> Answer | None:
        if found is not None and not found.ready:
            self._until = _now() + _PATIENCE
        return found


def _now() -> float:
    return asyncio.get_running_loop().time()
