"""Why a request is refused: the client's mistake (a Complaint), or the state of the world (a Refusal)."""

from dataclasses import dataclass

from .world import Json


@dataclass(frozen=True, slots=True)
class Complaint:
    """Where in the request, and what is wrong with it: Telegram refuses such a request whatever the world is like."""

    where: str
    words: str

    def __str__(self) -> str:
        return f"{self.where or 'request'}: {self.words}"


class Refusal(Exception):
    """An answer with `ok: false`. `complaint` is set where the client should have known better."""

    def __init__(
        self, code: int, description: str, parameters: Json | None = None, complaint: Complaint | None = None
    ) -> None:
        super().__init__(f"{code} {description}")
        self.code = code
        self.description = description
        self.parameters = parameters or {}
        self.complaint = complaint


def bad_request(words: str) -> Refusal:
    return Refusal(400, f"Bad Request: {words}")


def forbidden(words: str) -> Refusal:
    return Refusal(403, f"Forbidden: {words}")


def mistaken(where: str, words: str) -> Refusal:
    """A 400 that counts as a violation."""
    return Refusal(400, f"Bad Request: {words}", complaint=Complaint(where, words))
