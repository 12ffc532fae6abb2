"""The embedded Valkey server in one process, with the real binary: settings, folder, refusals."""

import asyncio
import os
import select
import stat
import sys
import threading
from pathlib import Path
from typing import Any

import pytest
import redis

from bot import valkey_files, valkey_process
from bot.valkey import ValkeyUnavailable, open_valkey

try:
    valkey_process.find_binary()
except ValkeyUnavailable as missing:
    pytest.skip(str(missing), allow_module_level=True)

needs_linux = pytest.mark.skipif(sys.platform != "linux", reason="parent-death signals and pidfd are Linux's")


def client(url: str) -> redis.Redis:
    return redis.Redis.from_url(url, decode_responses=True, socket_timeout=20)


def put(url: str, value: str) -> None:
    with client(url) as connection:
        connection.set("pot", value)


def got(url: str) -> Any:
    with client(url) as connection:
        return connection.get("pot")


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def runs(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0] != "Z"
    except FileNotFoundError:
        return False


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "data"


def test_the_server_is_private_durable_and_has_no_port(folder: Path) -> None:
    async def look() -> None:
        valkey = await open_valkey(folder)
        try:
            assert valkey.url == f"unix://{folder}/valkey.sock"
            assert [mode(folder), mode(folder / "valkey.sock")] == [0o700, 0o700]
            with client(valkey.url) as connection:
                found: dict[str, str] = connection.config_get(
                    "port", "appendonly", "appendfsync", "maxmemory-policy", "dir", "save"
                )
            assert found == {
                "port": "0",
                "appendonly": "yes",
                "appendfsync": "always",
                "maxmemory-policy": "noeviction",
                "dir": str(folder),
                "save": "",
            }
        finally:
            await valkey.close()

    asyncio.run(look())


def test_a_closed_server_has_ended_and_its_data_is_there_at_the_next_start(folder: Path) -> None:
    async def start_and_stop(value: str | None) -> Any:
        valkey = await open_valkey(folder)
        try:
            assert valkey.is_owner
            found = got(valkey.url)
            if value:
                put(valkey.url, value)
            return found, valkey.server_pid
        finally:
            await valkey.close()

    assert asyncio.run(start_and_stop("60"))[0] is None
    assert "Calling fsync() on the AOF file" in (folder / "valkey.log").read_text()
    found, pid = asyncio.run(start_and_stop(None))
    assert found == "60"
    assert not runs(pid)
    assert not (folder / "valkey.sock").exists()


@needs_linux
def test_a_server_outlives_the_thread_that_opened_it(folder: Path) -> None:
    opened: list[Any] = []
    thread = threading.Thread(target=lambda: opened.append(asyncio.run(open_valkey(folder))))
    thread.start()
    thread.join()
    valkey = opened[0]
    handle = os.pidfd_open(valkey.server_pid)
    ended_by_the_thread = select.select([handle], [], [], 0.5)[0]
    os.close(handle)
    asyncio.run(valkey.close())
    assert not ended_by_the_thread


def test_a_folder_of_strange_characters_has_a_url_that_reaches_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(valkey_files, "_LONGEST_SOCKET_PATH", 107)

    async def reach() -> None:
        valkey = await open_valkey(tmp_path / "a %41 #?\"' ä")
        try:
            put(valkey.url, "60")
            assert got(valkey.url) == "60"
        finally:
            await valkey.close()

    asyncio.run(reach())


def test_a_short_socket_folder_of_another_kind_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(valkey_files, "_LONGEST_SOCKET_PATH", 1)
    monkeypatch.setattr(valkey_files, "_SHORT_ROOT", tmp_path)
    socket = valkey_files.prepare(tmp_path / "data").socket
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    socket.parent.rmdir()
    socket.parent.symlink_to(elsewhere)
    with pytest.raises(ValkeyUnavailable, match="belongs to another user"):
        valkey_files.prepare(tmp_path / "data")


def test_without_the_wheel_the_operator_is_told_to_set_redis_url(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    with pytest.raises(ValkeyUnavailable, match="set REDIS_URL"):
        asyncio.run(open_valkey(folder))
    assert not folder.exists()


def test_a_server_that_cannot_start_is_told_with_its_last_words_and_frees_the_folder(folder: Path) -> None:
    data = folder / "appendonlydir"
    data.mkdir(parents=True)
    (data / "appendonly.aof.manifest").write_text("nonsense\n")
    for _ in range(2):
        with pytest.raises(ValkeyUnavailable, match="Invalid AOF manifest file format"):
            asyncio.run(open_valkey(folder))
    (data / "appendonly.aof.manifest").unlink()

    async def start() -> bool:
        valkey = await open_valkey(folder)
        await valkey.close()
        with pytest.raises(ValkeyUnavailable, match="closed"):
            await valkey.reopen()
        return valkey.is_owner

    assert asyncio.run(start()) is False


def test_the_servers_environment_holds_no_token(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    program = tmp_path / "environment"
    program.write_text('#!/bin/sh\necho "token:$DISCORD_TOKEN."\n')
    program.chmod(0o700)
    monkeypatch.setattr("bot.valkey.find_binary", lambda: program)
    monkeypatch.setenv("DISCORD_TOKEN", "made-up")
    with pytest.raises(ValkeyUnavailable):
        asyncio.run(open_valkey(folder))
    assert (folder / "valkey.log").read_text() == "token:.\n"
