"""The text of a message as the platform keeps it: markup read, ends trimmed, commands and @names found."""

import re

from .complaints import bad_request, mistaken
from .html import parsed
from .messages import utf16
from .world import Json, World

TEXT_LIMIT, CAPTION_LIMIT = 4096, 1024  # UTF-16 code units
FOUND = (
    ("bot_command", re.compile(r"(?<![\w/<>@.])/[A-Za-z0-9_]{1,64}(?:@[A-Za-z0-9_]{3,32})?(?![\w/@])")),
    ("mention", re.compile(r"(?<!\w)@[A-Za-z0-9_]{4,32}(?!\w)")),
    ("url", re.compile(r"https?://[^\s<>\"]+")),
    ("hashtag", re.compile(r"(?<![\w#])#(?=\w*[^\W\d_])\w+")),
)
CLOSED_TO_OTHERS = ("code", "pre", "text_link", "text_mention")


def detected(text: str, given: tuple[Json, ...] = ()) -> list[Json]:
    """The entities that every app marks by itself, where no given one is in the way."""
    taken = [(e["offset"], e["offset"] + e["length"]) for e in given if e["type"] in CLOSED_TO_OTHERS]
    made: list[Json] = []
    for kind, pattern in FOUND:
        for found in pattern.finditer(text):
            start = utf16(text[: found.start()])
            end = start + utf16(found[0])
            if not any(start < high and low < end for low, high in taken):
                taken.append((start, end))
                made.append({"type": kind, "offset": start, "length": end - start})
    return made


def formatted(
    params: Json, world: World, *, words: str = "text", marks: str = "entities", limit: int = TEXT_LIMIT
) -> tuple[str, list[Json]]:
    """The text of a request and its entities. Refusal 400 if it is badly formed or too long; "" is for the caller."""
    raw, mode = str(params.get(words) or ""), str(params.get("parse_mode") or "")
    if mode and mode.lower() != "html":
        raise mistaken("parse_mode", f"unsupported parse_mode {mode}: this server reads HTML")
    text, entities = parsed(raw, world) if mode else (raw, list(params.get(marks) or []))
    text, entities = _trimmed(text, entities)
    if utf16(text) > limit:
        what = "message is too long" if words == "text" else "message caption is too long"
        raise mistaken(words, f"{what}: {utf16(text)} > {limit} UTF-16 code units")
    entities += detected(text, tuple(entities))
    return text, sorted(entities, key=lambda entity: (entity["offset"], -entity["length"]))


def required(text: str) -> str:
    if not text:
        raise bad_request("message text is empty")
    return text


def _trimmed(text: str, entities: list[Json]) -> tuple[str, list[Json]]:
    cut = len(text) - len(text.lstrip())
    kept = text.strip()
    end = utf16(kept)
    moved = []
    for entity in entities:
        start = max(0, entity["offset"] - cut)
        length = min(end, entity["offset"] - cut + entity["length"]) - start
        if length > 0:
            moved.append(entity | {"offset": start, "length": length})
    return kept, moved
