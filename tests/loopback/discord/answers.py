"""What a REST call gets: an answer with a status, or a refusal with one of Discord's error codes."""

import json
from dataclasses import dataclass, field
from typing import Any

from aiohttp import web

Json = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Answer:
    """A status and the JSON that goes with it (None: no body)."""

    status: int = 200
    body: Any = None
    headers: dict[str, str] = field(default_factory=dict)


class Refusal(Exception):
    """The platform says no: HTTP status, Discord's own code, and its words."""

    def __init__(self, status: int, code: int, message: str, errors: Json | None = None) -> None:
        super().__init__(f"{status} {code} {message}")
        self.status = status
        self.code = code
        self.message = message
        self.errors = errors

    def answer(self) -> Answer:
        body: Json = {"message": self.message, "code": self.code}
        if self.errors:
            body["errors"] = self.errors
        return Answer(self.status, body)


def unknown(code: int, what: str) -> Refusal:
    return Refusal(404, code, f"Unknown {what}")


def unknown_channel() -> Refusal:
    return unknown(10003, "Channel")


def unknown_message() -> Refusal:
    return unknown(10008, "Message")


def unknown_member() -> Refusal:
    return unknown(10007, "Member")


def unknown_webhook() -> Refusal:
    return unknown(10015, "Webhook")


def unknown_interaction() -> Refusal:
    """Too late, or no such interaction."""
    return unknown(10062, "interaction")


def already_acknowledged() -> Refusal:
    return Refusal(400, 40060, "Interaction has already been acknowledged.")


def token_expired() -> Refusal:
    return Refusal(401, 50027, "Invalid Webhook Token")


def missing_access() -> Refusal:
    return Refusal(403, 50001, "Missing Access")


def missing_permissions() -> Refusal:
    return Refusal(403, 50013, "Missing Permissions")


def closed_dm() -> Refusal:
    return Refusal(403, 50007, "Cannot send messages to this user")


def thread_archived() -> Refusal:
    return Refusal(400, 50083, "Thread is archived")


def error_tree(complaints: list[tuple[list[str | int], str, str]]) -> Json:
    """Discord's nested `errors` object from (where, code, words)."""
    tree: Json = {}
    for where, code, words in complaints:
        node = tree
        for step in where:
            node = node.setdefault(str(step), {})
        node.setdefault("_errors", []).append({"code": code, "message": words})
    return tree


def invalid_form(complaints: list[tuple[list[str | int], str, str]]) -> Refusal:
    """50035 with one entry per complaint."""
    return Refusal(400, 50035, "Invalid Form Body", error_tree(complaints))


def http_response(answer: Answer) -> web.Response:
    """The bytes of an answer. The content type is exactly application/json: with a charset the client sees text."""
    if answer.body is None:
        return web.Response(status=answer.status, headers=answer.headers)
    text = json.dumps(answer.body, separators=(",", ":"), ensure_ascii=False)
    headers = {**answer.headers, "Content-Type": "application/json"}
    return web.Response(status=answer.status, body=text.encode(), headers=headers)
