"""One Bot API call as it came over the wire: parameters read, uploads set apart."""

import json
from dataclasses import dataclass, field
from typing import Any

from aiohttp import web
from aiohttp.web_request import FileField

from .complaints import mistaken
from .description import Description
from .faults import Troubled
from .messages import Upload
from .world import Json

# Text whatever it looks like; the official description, where it is there, knows the others.
TEXTS = (
    "text",
    "caption",
    "name",
    "description",
    "short_description",
    "callback_query_id",
    "url",
    "secret_token",
    "language_code",
)


@dataclass(slots=True)
class Call:
    """`params` have their JSON read; an upload stands there as "attach://field" and lies in `files`."""

    stage: Troubled
    method: str
    params: Json
    files: dict[str, Upload] = field(default_factory=dict)

    def number(self, name: str, otherwise: int = 0) -> int:
        return int(self.params.get(name) or otherwise)

    def text(self, name: str) -> str:
        return str(self.params.get(name) or "")

    def flag(self, name: str) -> bool:
        return bool(self.params.get(name))

    def upload(self, name: str, what: object = None) -> Upload:
        """The file that a parameter (or `what` stands in it) names: uploaded now, or known by its id."""
        given = str(what or self.params.get(name) or "")
        if given.startswith("attach://"):
            found = self.files.get(given.removeprefix("attach://"))
            if found is None:
                raise mistaken(name, f"can't find the attached file {given}")
            self.stage.files[found.file_id] = found.data
            return found
        if given.startswith(("http://", "https://")):
            return Upload(
                f"web-{self.stage.new_id()}", given.rpartition("/")[2], b"", "application/octet-stream"
            )
        if given not in self.stage.files:
            raise mistaken(name, "wrong file identifier/HTTP URL specified")
        return Upload(given, given, self.stage.files[given], "application/octet-stream")


async def read_call(stage: Troubled, request: web.Request, method: str, judge: Description | None) -> Call:
    """Read a call in any of the ways in which clients may send one. Refusal 400 where that is impossible."""
    raw: dict[str, Any] = dict(request.query)
    call = Call(stage, method, {})
    if request.content_type == "application/json":
        raw |= await request.json()
    elif request.method == "POST":
        for name, value in (await request.post()).items():
            if not isinstance(value, FileField):
                raw[name] = value
                continue
            call.files[name] = _upload(stage, value)
            if judge is None or judge.text_only(method, name):
                raw[name] = f"attach://{name}"
    call.params = {name: _meant(method, name, value, judge) for name, value in raw.items()}
    return call


def _upload(stage: Troubled, value: FileField) -> Upload:
    return Upload(f"file-{stage.new_id()}", value.filename, value.file.read(), value.content_type)


def _meant(method: str, name: str, value: Any, judge: Description | None) -> Any:
    textual = name in TEXTS or (judge is not None and judge.text_only(method, name))
    if not isinstance(value, str) or textual or value == "":
        return value
    try:
        return json.loads(value)
    except ValueError:
        return value
