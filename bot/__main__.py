"""The `riverbot` command: play, run, verify, replay."""

import argparse
import asyncio
import signal
import sys
import webbrowser
from pathlib import Path

from pydantic import ValidationError

from bot.logs import set_up_logs
from bot.settings import Settings
from bot.verify import verify_file


def main(arguments: list[str] | None = None) -> int:
    """Run one command; the exit status is 0 for well, 1 for no, 2 for a command that could not be carried out."""
    asked = _parser().parse_args(arguments)
    match asked.command:
        case "verify":
            return verify_file(asked.file)
        case "replay":
            from bot.replay import replay_file

            return replay_file(asked.file)
        case _:
            return _open(browser=asked.command == "play" and not asked.no_browser)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="riverbot", description="The poker dealer for chat. Play chips only."
    )
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    play = commands.add_parser("play", help="open the web room and a browser on it")
    play.add_argument("--no-browser", action="store_true", help="only print the address")
    commands.add_parser("run", help="serve every platform that is set up")
    verify = commands.add_parser("verify", help="check that the deal in a hand record was fair")
    verify.add_argument("file", type=Path, help="a hand record, or a list of them, as JSON")
    replay = commands.add_parser("replay", help="play a PHH file street by street")
    replay.add_argument("file", type=Path, help="a hand in PHH")
    return parser


def _open(*, browser: bool) -> int:
    try:
        settings = Settings()
    except ValidationError as bad:
        for error in bad.errors(include_input=False, include_url=False):
            print(f"{error['loc'][0]}: {error['msg']}", file=sys.stderr)
        return 2
    set_up_logs(settings.log_level)
    try:
        asyncio.run(_until_stopped(settings, browser=browser))
    except KeyboardInterrupt:
        return 0
    except Exception as failed:
        print(f"Riverbot could not start: {_first(failed)}", file=sys.stderr)
        return 2
    return 0


async def _until_stopped(settings: Settings, *, browser: bool) -> None:
    """Serve until Ctrl-C or SIGTERM, then close in order."""
    from bot.wiring import open_house

    stop = asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(number, stop.set)
    async with open_house(settings) as running:
        print(f"The table is at {running.url} (Ctrl-C to stop)", flush=True)
        if browser:
            await asyncio.to_thread(webbrowser.open, running.url)
        await stop.wait()


def _first(group: BaseException) -> BaseException:
    return _first(group.exceptions[0]) if isinstance(group, BaseExceptionGroup) else group


if __name__ == "__main__":
    sys.exit(main())
