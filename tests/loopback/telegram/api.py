"""The Bot API over HTTP: one route, every call judged, carried out, journalled and answered."""

import asyncio
from collections.abc import Callable

from aiohttp import web

from . import editing, ephemerals, profile, rooms, sending
from .calls import Call, read_call
from .complaints import Refusal
from .faults import Troubled
from .journal import Request

METHODS: dict[str, Callable[[Call], object]] = {
    **sending.METHODS,
    **editing.METHODS,
    **ephemerals.METHODS,
    **rooms.METHODS,
    **profile.METHODS,
}
POLL = "getUpdates"
LONGEST_POLL = 50  # seconds: the platform cuts longer ones


class Api:
    """Answers calls to /bot<token>/<method> and serves uploaded files."""

    def __init__(self, stage: Troubled) -> None:
        self._stage = stage

    def add_to(self, app: web.Application) -> None:
        app.router.add_route("*", "/bot{token}/{method}", self._serve)
        app.router.add_get("/file/bot{token}/{name}", self._file)

    async def _serve(self, request: web.Request) -> web.Response:
        stage, method = self._stage, request.match_info["method"]
        call = await read_call(stage, request, method, stage.description)
        noted = Request(at=stage.clock.now(), method=method, params=call.params)
        stage.journal.note(noted)
        if stage.network.delay:
            await asyncio.sleep(stage.network.delay)
        if stage.network.dropped(method, after=False):
            return _torn(request)
        try:
            if request.match_info["token"] != stage.token:
                raise Refusal(401, "Unauthorized")
            noted.answer = await self._result(call, noted)
            noted.status = 200
        except Refusal as refusal:
            self._refused(noted, refusal)
        if noted.status == 200 and stage.description is not None:
            noted.mismatches = stage.description.answer(method, noted.answer)
        stage.pulse()
        if stage.network.dropped(method, after=True):
            return _torn(request)
        return _response(noted)

    def _refused(self, noted: Request, refusal: Refusal) -> None:
        noted.status, noted.description = refusal.code, refusal.description
        noted.answer = refusal.parameters or None
        if refusal.complaint is not None and refusal.complaint not in noted.complaints:
            noted.complaints.append(refusal.complaint)

    async def _result(self, call: Call, noted: Request) -> object:
        stage, handler = self._stage, METHODS.get(call.method)
        if not stage.ephemeral:
            ephemerals.forget_parameters(call)
        old = not stage.ephemeral and call.method in ephemerals.METHODS
        if (handler is None and call.method != POLL) or old:
            raise Refusal(404, "Not Found: method not found")
        if stage.description is not None:
            noted.complaints = stage.description.request(call.method, call.params)
            if noted.complaints:
                raise Refusal(400, f"Bad Request: {noted.complaints[0]}")
        failure = stage.network.failure(call.method, call.params)
        if failure is not None:
            raise failure
        return await self._poll(call) if handler is None else handler(call)

    async def _poll(self, call: Call) -> object:
        updates, judge = self._stage.updates, self._stage.description
        updates.allow(call.params.get("allowed_updates"), judge.update_kinds if judge else frozenset())
        seconds = min(call.number("timeout"), LONGEST_POLL)
        return await updates.poll(call.number("offset"), call.number("limit", 100), seconds)

    async def _file(self, request: web.Request) -> web.Response:
        data = self._stage.files.get(request.match_info["name"])
        if data is None or request.match_info["token"] != self._stage.token:
            return web.Response(status=404)
        return web.Response(body=data)


def _torn(request: web.Request) -> web.Response:
    if request.transport is not None:
        request.transport.abort()
    return web.Response(status=502)


def _response(noted: Request) -> web.Response:
    if noted.status == 200:
        return web.json_response({"ok": True, "result": noted.answer})
    body = {"ok": False, "error_code": noted.status, "description": noted.description}
    if noted.answer:
        body["parameters"] = noted.answer
    return web.json_response(body, status=noted.status)
