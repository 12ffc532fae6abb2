"""The `riverbot` command: play, run, emoji, verify, replay, audit."""

import argparse
import asyncio
import errno
import signal
import sys
import webbrowser
from functools import partial
from pathlib import Path

import structlog
from pydantic import ValidationError

from bot.logs import set_up_logs
from bot.settings import Settings
from bot.verify import verify_file
from core.store import StoreAway


def main(arguments: list[str] | None = None) -> int:
    """Run one command; the exit status is 0 for well, 1 for no, 2 for a command that could not be carried out."""
    asked = _parser().parse_args(arguments)
    match asked.command:
        case "verify":
            return verify_file(asked.file)
        case "replay":
            from bot.replay import replay_file

            return replay_file(asked.file)
        case "emoji":
            return _upload_emoji()
        case "audit":
            return _audit()
        case _:
            play = asked.command == "play"
            return _open(browser=play and not asked.no_browser, chat=not play)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="riverbot", description="The poker dealer for chat. Play chips only."
    )
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    play = commands.add_parser("play", help="open the web room and a browser on it")
    play.add_argument("--no-browser", action="store_true", help="only print the address")
    commands.add_parser("run", help="serve every platform that is set up")
    commands.add_parser("emoji", help="give the Discord application pictures of the cards, once")
    commands.add_parser("audit", help="add up every chip of every community and say what differs")
    verify = commands.add_parser("verify", help="check that the deal in a hand record was fair")
    verify.add_argument("file", type=Path, help="a hand record, or a list of them, as JSON")
    replay = commands.add_parser("replay", help="play a PHH file street by street")
    replay.add_argument("file", type=Path, help="a hand in PHH")
    return parser


def _settings() -> Settings | None:
    """None when they are bad, which is said."""
    try:
        return Settings()
    except ValidationError as bad:
        for error in bad.errors(include_input=False, include_url=False):
            print(": ".join((*map(str, error["loc"]), error["msg"])), file=sys.stderr)
        return None


def _upload_emoji() -> int:
    settings = _settings()
    if settings is None:
        return 2
    from bot.emoji import upload

    try:
        print(upload(settings))
    except ValueError as failed:
        print(f"Nothing more was uploaded: {failed}", file=sys.stderr)
        return 2
    return 0


def _audit() -> int:
    settings = _settings()
    if settings is None:
        return 2
    from bot.audit import audit_redis

    try:
        return audit_redis(settings)
    except Exception as failed:
        print(f"Nothing was audited: {_why(failed, settings)}", file=sys.stderr)
        return 2


def _open(*, browser: bool, chat: bool) -> int:
    settings = _settings()
    if settings is None:
        return 2
    set_up_logs(settings.log_level)
    try:
        asyncio.run(_until_stopped(settings, browser=browser, chat=chat))
    except KeyboardInterrupt:
        return 0
    except Exception as failed:
        first = _first(failed)
        if isinstance(failed, BaseExceptionGroup) and not isinstance(first, ValueError):
            # It was open and met what nobody had foreseen: whoever mends it needs to know where.
            structlog.get_logger(__name__).error("stopped", exc_info=first)
            print(f"Riverbot has stopped: {type(first).__name__}", file=sys.stderr)
        else:
            print(f"Riverbot could not start: {_why(first, settings)}", file=sys.stderr)
        return 2
    return 0


async def _until_stopped(settings: Settings, *, browser: bool, chat: bool) -> None:
    """Serve until Ctrl-C or SIGTERM, then close in order."""
    from bot.wiring import open_house

    stop = asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(number, stop.set)
    async with open_house(settings, chat=chat, tell=partial(print, flush=True)) as running:
        print(f"The table is at {running.url} (Ctrl-C to stop)", flush=True)
        if browser:
            await asyncio.to_thread(webbrowser.open, running.url)
        await stop.wait()


def _why(error: BaseException, settings: Settings) -> str:
    """What failed, and which setting is about it."""
    if isinstance(error, OSError) and error.errno == errno.EADDRINUSE:
        return f"port {settings.web_port} is taken; set WEB_PORT to another one, or to 0 for any."
    return f"{error} (REDIS_URL)" if settings.redis_url and isinstance(error, StoreAway) else str(error)


def _first(group: BaseException) -> BaseException:
    return _first(group.exceptions[0]) if isinstance(group, BaseExceptionGroup) else group


if __name__ == "__main__":
    sys.exit(main())
