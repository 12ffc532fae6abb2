"""The REST side: each request is read, limited, judged, carried out, answered and journalled here."""

import asyncio
import json
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any

from aiohttp import BodyPartReader, web

from . import routes_application, routes_channels, routes_interactions  # noqa: F401  they fill the table
from .answers import Answer, Refusal, http_response
from .calls import ROUTES, Call, Route
from .description import Complaint, Description
from .journal import Request
from .stage import Stage
from .writing import BadForm, Files

BASE = "/api/v10"
Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]


@dataclass(slots=True)
class Fault:
    """The next `times` calls of a route fail, before anything is done."""

    answer: Answer
    times: int


class Rest:
    """Serves every route of the table under /api/v10; whatever else is asked for is a violation."""

    def __init__(self, stage: Stage, description: Description | None) -> None:
        self._stage = stage
        self._description = description
        self._faults: dict[str, Fault] = {}
        self._gates: dict[str, asyncio.Event] = {}

    def fail(
        self, route: str, status: int, code: int = 0, message: str = "Failed", *, times: int = 1
    ) -> None:
        """Let the next calls of a route such as "POST /channels/{channel_id}/messages" fail."""
        self._faults[route] = Fault(Answer(status, {"message": message, "code": code}), times)

    @asynccontextmanager
    async def hold(self, route: str) -> AsyncIterator[None]:
        """Calls of the route that come in the block are carried out when it ends."""
        gate = self._gates[route] = asyncio.Event()
        try:
            yield
        finally:
            del self._gates[route]
            gate.set()

    def add_to(self, app: web.Application) -> None:
        # Literal segments first: /messages/pins and /messages/@original aren't message ids.
        for route in sorted(ROUTES, key=lambda one: one.template.replace("{", "\x7f")):
            app.router.add_route(route.method, BASE + route.template, self._handler(route))
        app.router.add_route("*", "/{anything:.*}", self._unserved)

    def _handler(self, route: Route) -> Handler:
        async def handle(request: web.Request) -> web.StreamResponse:
            body, files, fault = await _read(request)
            entry = Request(
                at=self._stage.clock.now(),
                method=route.method,
                template=route.template,
                path=request.path.removeprefix(BASE),
                body=body,
            )
            self._stage.journal.note(entry)
            if route.name in self._gates:
                self._stage.pulse()
                await self._gates[route.name].wait()
            answer = self._serve(route, request, entry, files, fault)
            self._judge_answer(entry, answer)
            self._stage.pulse()
            return http_response(answer)

        return handle

    def _serve(
        self, route: Route, request: web.Request, entry: Request, files: Files, fault: Complaint | None
    ) -> Answer:
        params = dict(request.match_info)
        if not route.by_token and request.headers.get("Authorization") != f"Bot {self._stage.token}":
            return Answer(401, {"message": "401: Unauthorized", "code": 0})
        headers, too_many = self._stage.limits.take(route.name, params)
        if too_many is not None:
            return Answer(429, too_many.body, headers | too_many.headers)
        planned = self._faults.get(route.name)
        if planned is not None and planned.times > 0:
            planned.times -= 1
            return Answer(planned.answer.status, planned.answer.body, headers)
        query = dict(request.query) | {"gateway_url": gateway_url(request)}
        try:
            self._judge_body(entry, fault)
            answer = route.function(Call(self._stage, params, query, entry.body, files))
        except BadForm as bad:
            entry.complaints += bad.complaints
            answer = bad.answer()
        except Refusal as refusal:
            answer = refusal.answer()
        return Answer(answer.status, answer.body, headers | answer.headers)

    def _judge_body(self, entry: Request, fault: Complaint | None) -> None:
        complaints = [fault] if fault is not None else []
        if self._description is not None and not complaints:
            complaints = self._description.request(entry.method, entry.template, entry.body)
        if complaints:
            raise BadForm(complaints)

    def _judge_answer(self, entry: Request, answer: Answer) -> None:
        entry.status, entry.answer = answer.status, answer.body
        if isinstance(answer.body, dict) and answer.status >= 400:
            entry.code = answer.body.get("code")
        if self._description is not None and answer.status < 500:
            entry.mismatches = self._description.answer(
                entry.method, entry.template, answer.status, answer.body
            )

    async def _unserved(self, request: web.Request) -> web.StreamResponse:
        entry = Request(
            at=self._stage.clock.now(), method=request.method, template="", path=request.path, body=None
        )
        entry.status = 404
        entry.complaints.append(Complaint((), "NOT_SERVED", "this server has no such route"))
        self._stage.journal.note(entry)
        self._stage.pulse()
        return http_response(Answer(404, {"message": "404: Not Found", "code": 0}))


def gateway_url(request: web.Request) -> str:
    """Where the gateway is, in the world that the client came from."""
    host = request.host.split(":")[0]
    return "wss://gateway.discord.gg" if host == "discord.com" else f"ws://{request.host}/gateway"


async def _read(request: web.Request) -> tuple[Any, Files, Complaint | None]:
    """Body, files by index, and a complaint if it is neither JSON nor a form as Discord wants it."""
    if request.content_type.startswith("multipart/"):
        return await _read_form(request)
    raw = await request.read()
    if not raw:
        return None, {}, None
    if request.content_type != "application/json":
        return None, {}, Complaint((), "CONTENT_TYPE_INVALID", request.content_type)
    try:
        return json.loads(raw), {}, None
    except ValueError as wrong:
        return None, {}, Complaint((), "NOT_JSON", str(wrong))


async def _read_form(request: web.Request) -> tuple[Any, Files, Complaint | None]:
    body: Any = {}
    files: Files = {}
    async for part in await request.multipart():
        assert isinstance(part, BodyPartReader)
        name, data = part.name or "", bytes(await part.read())
        index = name.removeprefix("files[").removesuffix("]")
        if name == "payload_json":
            body = json.loads(data)
        elif index.isdecimal():
            files[int(index)] = (part.filename or "file", data)
        else:
            return body, files, Complaint((name,), "FORM_FIELD_UNKNOWN", name)
    return body, files, None
