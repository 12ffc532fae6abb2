"""The official description of Discord's REST API, as a judge of every request and every answer of ours."""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import jsonschema_rs

from .answers import Json

FILE = Path(__file__).resolve().parents[4] / "shared" / "specs" / "discord-openapi.json"
URI = "urn:loopback:discord"
# The union of callback types reads badly in an error; the body's own type says which one was meant.
CALLBACKS = {
    4: "CreateMessageInteractionCallbackRequest",
    5: "CreateMessageInteractionCallbackRequest",
    6: "UpdateMessageInteractionCallbackRequest",
    7: "UpdateMessageInteractionCallbackRequest",
    8: "ApplicationCommandAutocompleteCallbackRequest",
    9: "ModalInteractionCallbackRequest",
}

# Discord's words for the commoner errors; the others keep the name of the schema's keyword.
CODES = {
    "maxLength": "BASE_TYPE_MAX_LENGTH",
    "minLength": "BASE_TYPE_MIN_LENGTH",
    "maxItems": "BASE_TYPE_MAX_LENGTH",
    "minItems": "BASE_TYPE_MIN_LENGTH",
    "required": "BASE_TYPE_REQUIRED",
    "enum": "BASE_TYPE_CHOICES",
    "type": "BASE_TYPE_BAD_TYPE",
    "additionalProperties": "FIELD_UNKNOWN",
}


@dataclass(frozen=True, slots=True)
class Complaint:
    """Where in the body, which kind of error, and what is wrong."""

    where: tuple[str | int, ...]
    code: str
    words: str

    def __str__(self) -> str:
        return f"{'.'.join(map(str, self.where)) or 'body'}: {self.code}: {self.words}"


def strict(node: Any) -> None:
    """Forbid unknown fields wherever the description lists the known ones."""
    if isinstance(node, dict):
        if node.get("type") == "object" and "properties" in node:
            node.setdefault("additionalProperties", False)
        for child in node.values():
            strict(child)
    elif isinstance(node, list):
        for child in node:
            strict(child)


def allow(schemas: Json) -> None:
    """The harmless habits of discord.py that the description doesn't know, and one of Discord itself."""

    def accept(name: str, **properties: Json) -> None:
        schemas[name]["properties"] |= properties

    flag, either = {"type": "boolean"}, {"type": ["integer", "string", "null"]}
    # 1. `nsfw` on commands
    accept("ApplicationCommandUpdateRequest", nsfw=flag)
    accept("ApplicationCommandCreateRequest", nsfw=flag)
    # 2. `tts` on edits, and on the callback that edits
    accept("MessageEditRequestPartial", tts=flag)
    accept("IncomingWebhookUpdateRequestPartial", tts=flag)
    accept("IncomingWebhookUpdateForInteractionCallbackRequestPartial", tts=flag)
    # 3. ids as integers: of a recipient, of mentioned people, of the message that is replied to
    accept("CreatePrivateChannelRequest", recipient_id=either)
    some = {"type": "array", "items": either, "maxItems": 100, "uniqueItems": True}
    accept("MessageAllowedMentionsRequest", users=some, roles=some)
    accept("MessageReferenceRequest", message_id=either, channel_id=either, guild_id=either)
    # 4. `flags` in embeds
    accept("RichEmbed", flags={"type": "integer"})
    # 5. attachment ids as integers
    accept("MessageAttachmentRequest", id=either)
    # Discord's real answers name the errors inside a form by words, not by numbers.
    inner = schemas["InnerErrors"]["properties"]["_errors"]
    inner["items"] = {"type": "object", "required": ["code", "message"]}
    # Errors are put together by allOf, where a strict half would forbid the other half.
    for name in ("Error", "ErrorResponse", "RatelimitedResponse"):
        for half in (schemas[name], *schemas[name].get("allOf", [])):
            half.pop("additionalProperties", None)


class Description:
    """Validators, each compiled when it is first needed."""

    def __init__(self, document: Json) -> None:
        strict(document["components"]["schemas"])
        strict(document["paths"])
        allow(document["components"]["schemas"])
        self._paths = document["paths"]
        self._registry = jsonschema_rs.Registry([(URI, document)], draft=jsonschema_rs.Draft202012)
        self._validators: dict[str, Any] = {}

    def request(self, method: str, template: str, body: Any) -> list[Complaint]:
        """What is wrong with a body sent to the operation."""
        operation = self._operation(method, template)
        if operation is None:
            return [Complaint((), "UNKNOWN_OPERATION", f"{method} {template} is not in the description")]
        if "requestBody" not in operation:
            return [] if body is None else [Complaint((), "UNEXPECTED_BODY", "this operation takes no body")]
        if template.endswith("/callback") and isinstance(body, dict) and body.get("type") in CALLBACKS:
            return self._judge(f"/components/schemas/{CALLBACKS[body['type']]}", body)
        pointer = f"/paths/{_escaped(template)}/{method.lower()}/requestBody"
        return self._judge(f"{pointer}/content/application~1json/schema", body)

    def answer(self, method: str, template: str, status: int, body: Any) -> list[Complaint]:
        """What is wrong with an answer of this server."""
        operation = self._operation(method, template)
        if operation is None:
            return []
        if status >= 400:
            name = "RatelimitedResponse" if status == 429 else "ErrorResponse"
            return self._judge(f"/components/schemas/{name}", body)
        found = operation["responses"].get(str(status))
        if found is None:
            return [Complaint((), "UNKNOWN_STATUS", f"{status} is no answer to {method} {template}")]
        if "content" not in found:
            return [] if body is None else [Complaint((), "UNEXPECTED_BODY", f"{status} has no body")]
        pointer = f"/paths/{_escaped(template)}/{method.lower()}/responses/{status}"
        return self._judge(f"{pointer}/content/application~1json/schema", body)

    def _operation(self, method: str, template: str) -> Json | None:
        operation: Json | None = self._paths.get(template, {}).get(method.lower())
        return operation

    def _judge(self, pointer: str, body: Any) -> list[Complaint]:
        validator = self._validators.get(pointer)
        if validator is None:
            schema = {"$ref": f"{URI}#{pointer}"}
            validator = jsonschema_rs.Draft202012Validator(schema, registry=self._registry)
            self._validators[pointer] = validator
        if validator.is_valid(body):
            return []
        return [leaf for error in validator.iter_errors(body) for leaf in _leaves(error)]


def _escaped(template: str) -> str:
    return template.replace("/", "~1").replace("{", "%7B").replace("}", "%7D")


def _leaves(error: Any) -> Iterator[Complaint]:
    """The errors of the branch that was meant: of a union the one whose type fits, else the nearest."""
    branches = [branch for branch in getattr(error.kind, "context", None) or [] if branch]
    if branches:
        depth = len(error.instance_path)
        for inner in min(branches, key=lambda branch: _strangeness(branch, depth)):
            yield from _leaves(inner)
    else:
        code = CODES.get(error.kind.name, error.kind.name.upper())
        yield Complaint(tuple(error.instance_path), code, error.message[:300])


def _strangeness(branch: list[Any], depth: int) -> tuple[bool, int]:
    """A branch is strange if the whole, `depth` steps down, or its `type` is not of the branch's kind."""
    strange = any(
        (error.kind.name in ("type", "enum", "const") and len(error.instance_path) == depth)
        or (error.kind.name in ("enum", "const") and error.instance_path[depth:] == ["type"])
        for error in branch
    )
    return strange, len(branch)


@cache
def official() -> Description | None:
    """The description beside the checkout, or None where there is none."""
    if not FILE.exists():
        return None
    return Description(json.loads(FILE.read_text(encoding="utf-8")))
