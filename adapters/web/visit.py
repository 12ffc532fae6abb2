"""One browser's visit over its websocket: hello, then frames in and frames out until it leaves."""

import asyncio
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

import structlog
from aiohttp import WSCloseCode, WSMsgType, web

from adapters.web.feeds import Listener
from adapters.web.history import summed_up
from adapters.web.inbound import (
    AskHistory,
    AskRecord,
    BadFrame,
    Chat,
    Command,
    Frame,
    Hello,
    Press,
    Rename,
    Speak,
    parse,
    player_of,
    request_of,
    room_of,
)
from adapters.web.outbound import WebPort

log: Any = structlog.get_logger()

BURST = 30
"""Frames that may come at once."""
A_SECOND = 6
"""Frames a second in the long run."""
MOST_STRIKES = 100
"""Frames beyond that before the connection is cut."""
LISTED_HANDS = 20
HELLO_SECONDS = 10
AGAIN_SECONDS = 2.0
"""Until a page whose arrival failed is shown everything after all, in case the house can by then."""


@dataclass(slots=True, kw_only=True)
class Allowance:
    """How many more frames a connection may send; time in seconds comes as an argument."""

    left: float = BURST
    at: float = 0.0
    strikes: int = 0

    def spend(self, now: float) -> bool:
        """Whether one more frame is all right; if not it counts as a strike."""
        self.left = min(BURST, self.left + max(0.0, now - self.at) * A_SECOND)
        self.at = now
        if self.left < 1:
            self.strikes += 1
            return False
        self.left -= 1
        return True


async def visit(port: WebPort, socket: web.WebSocketResponse, clock: Callable[[], float]) -> None:
    """Serve one prepared websocket until it closes. `clock`: seconds that only rise."""
    hello = await _first_frame(socket)
    if hello is None:
        return
    listener = Listener(
        room=room_of(hello.room), player=player_of(hello.token), name=hello.name, locale=hello.locale
    )
    tasks = [asyncio.create_task(_write(listener, socket))]
    try:
        if not await _arrive(port, listener):
            tasks.append(asyncio.create_task(_arrive_later(port, listener)))
        await _read(port, listener, socket, clock)
    finally:
        port.depart(listener)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


async def _first_frame(socket: web.WebSocketResponse) -> Hello | None:
    """The hello; anything else is told so, and the connection ends."""
    try:
        async with asyncio.timeout(HELLO_SECONDS):
            message = await socket.receive()
        frame = parse(message.data) if message.type is WSMsgType.TEXT else None
        if isinstance(frame, Hello):
            return frame
        what = "hello_first"
    except TimeoutError:
        what = "hello_first"
    except BadFrame as bad:
        what = bad.what
    if not socket.closed:
        await socket.send_json({"kind": "error", "what": what, "request": None})
        await socket.close(code=WSCloseCode.POLICY_VIOLATION, message=what.encode())
    return None


async def _arrive(port: WebPort, listener: Listener) -> bool:
    """Whether the page could be shown everything; if not it is told so."""
    try:
        await port.arrive(listener)
    except Exception as error:
        log.warning("web_arrival_failed", room=listener.room, error=type(error).__name__)
        listener.send({"kind": "error", "what": "failed", "request": None})
        return False
    return True


async def _arrive_later(port: WebPort, listener: Listener) -> None:
    arrived = False
    while not arrived:
        await asyncio.sleep(AGAIN_SECONDS)
        with suppress(Exception):
            await port.arrive(listener)
            arrived = True


async def _write(listener: Listener, socket: web.WebSocketResponse) -> None:
    """Send what is queued, in order; a browser too slow to take it is cut off and may come back."""
    slow = asyncio.create_task(_cut_off_when_slow(listener, socket))
    try:
        while True:
            await socket.send_json(await listener.frames.get())
    except ConnectionError:
        return
    finally:
        slow.cancel()


async def _cut_off_when_slow(listener: Listener, socket: web.WebSocketResponse) -> None:
    await listener.too_slow.wait()
    await socket.close(code=WSCloseCode.TRY_AGAIN_LATER, message=b"too slow")


async def _read(
    port: WebPort, listener: Listener, socket: web.WebSocketResponse, clock: Callable[[], float]
) -> None:
    allowance = Allowance(at=clock())
    async for message in socket:
        if message.type is WSMsgType.ERROR:
            return
        request: str | None = None
        try:
            if message.type is not WSMsgType.TEXT:
                raise BadFrame("bad_frame")
            frame = parse(message.data)
            request = getattr(frame, "request", None)
            if not allowance.spend(clock()):
                raise BadFrame("too_fast", request)
            await _take(port, listener, frame)
        except BadFrame as bad:
            listener.send({"kind": "error", "what": bad.what, "request": bad.request})
            allowance.strikes += bad.what != "too_fast"
        except Exception:
            log.exception("web_frame_failed", room=listener.room)
            listener.send({"kind": "error", "what": "failed", "request": request})
        if allowance.strikes > MOST_STRIKES:
            await socket.close(code=WSCloseCode.POLICY_VIOLATION, message=b"too fast")
            return


async def _take(port: WebPort, listener: Listener, frame: Frame) -> None:
    """Do what one frame asks."""
    match frame:
        case Hello():
            raise BadFrame("bad_frame")
        case Press() | Command():
            request = request_of(
                frame,
                room=listener.room,
                player=listener.player,
                name=listener.name,
                locale=listener.locale,
            )
            port.show_reply(listener, frame.request, await port.run(request))
        case Chat():
            if not listener.name:
                raise BadFrame("name_first", frame.request)
            port.chat(listener, f"{listener.player}:{frame.request}", frame.text)
            listener.send({"kind": "reply", "request": frame.request, "message": None, "refused": False})
        case Rename():
            port.rename(listener, frame.name)
        case Speak():
            port.speak(listener, frame.locale)
        case AskHistory():
            records = await port.records(listener.room, listener.player, LISTED_HANDS)
            listener.send({"kind": "history", "hands": [summed_up(record) for record in records]})
        case AskRecord():
            record = await port.record(listener.room, listener.player, frame.hand_no)
            listener.send({"kind": "record", "hand_no": frame.hand_no, "record": record})
