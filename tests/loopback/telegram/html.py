"""Telegram's HTML: text and entities out of it, and the platform's refusal of what is badly formed."""

import html
import re
from dataclasses import dataclass

from .complaints import Refusal, mistaken
from .messages import utf16
from .world import Json, World

PLAIN = {
    "b": "bold",
    "strong": "bold",
    "i": "italic",
    "em": "italic",
    "u": "underline",
    "ins": "underline",
    "s": "strikethrough",
    "strike": "strikethrough",
    "del": "strikethrough",
    "code": "code",
    "pre": "pre",
    "blockquote": "blockquote",
    "tg-spoiler": "spoiler",
    "span": "spoiler",
    "a": "text_link",
    "tg-emoji": "custom_emoji",
    "tg-time": "date_time",
}
TOKEN = re.compile(r"<|&(#x[0-9a-fA-F]+|#\d+|lt|gt|amp|quot);")
TAG = re.compile(r"<(/?)([a-zA-Z][a-zA-Z0-9-]*)((?:\s+[^<>]*?)?)\s*>")
ATTRIBUTE = re.compile(r"""\s+([a-zA-Z-]+)(?:=(?:"([^"]*)"|'([^']*)'|([a-zA-Z0-9.-]+)))?""")
USER_LINK = re.compile(r"tg://user\?id=(\d+)")


@dataclass(slots=True)
class Open:
    """A tag that waits for its end; `start` in UTF-16 code units."""

    tag: str
    attributes: dict[str, str]
    start: int


class Reader:
    """Reads one text. Byte offsets in refusals count the markup, as the platform's do."""

    def __init__(self, markup: str, world: World) -> None:
        self._markup = markup
        self._world = world
        self._open: list[Open] = []
        self._parts: list[str] = []
        self._length = 0
        self._entities: list[Json] = []

    def read(self) -> tuple[str, list[Json]]:
        at = 0
        while (found := TOKEN.search(self._markup, at)) is not None:
            self._add(self._markup[at : found.start()])
            if found[0] != "<":
                self._add(html.unescape(found[0]))
                at = found.end()
                continue
            at = self._tag(found.start())
        self._add(self._markup[at:])
        if self._open:
            tag = self._open[-1].tag
            raise mistaken(
                "text", f"can't parse entities: Can't find end tag corresponding to start tag \"{tag}\""
            )
        return "".join(self._parts), self._entities

    def _add(self, text: str) -> None:
        self._parts.append(text)
        self._length += utf16(text)

    def _tag(self, at: int) -> int:
        found = TAG.match(self._markup, at)
        if found is None:
            closing = self._markup.startswith("</", at)
            raise self._refused("Unclosed end tag" if closing else "Unclosed start tag", at)
        name = found[2].lower()
        if found[1]:
            self._close(name, at)
            return found.end()
        if name not in PLAIN:
            raise self._refused(f'Unsupported start tag "{name}"', at)
        self._open.append(Open(name, self._attributes(name, found[3], at), self._length))
        return found.end()

    def _attributes(self, name: str, written: str, at: int) -> dict[str, str]:
        attributes, end = {}, 0
        for found in ATTRIBUTE.finditer(written):
            if found.start() != end:
                break
            value = found[2] or found[3] or found[4] or ""
            attributes[found[1].lower()], end = html.unescape(value), found.end()
        if written[end:].strip():
            raise self._refused(f'Bad attribute in the tag "{name}"', at)
        if name == "span" and attributes.get("class") != "tg-spoiler":
            raise self._refused('Tag "span" must have class "tg-spoiler"', at)
        return attributes

    def _close(self, name: str, at: int) -> None:
        if not self._open:
            raise self._refused("Unexpected end tag", at)
        opened = self._open.pop()
        if opened.tag != name:
            words = f'expected "</{opened.tag}>", found "</{name}>"'
            raise self._refused(f"Unmatched end tag at byte offset {self._bytes(at)}, {words}", None)
        length = self._length - opened.start
        entity = self._entity(opened)
        if length and entity is not None:
            self._entities.append(entity | {"offset": opened.start, "length": length})

    def _entity(self, opened: Open) -> Json | None:
        given = opened.attributes
        match opened.tag:
            case "a":
                return self._link(given.get("href", "").strip())
            case "blockquote" if "expandable" in given:
                return {"type": "expandable_blockquote"}
            case "tg-emoji":
                return {"type": "custom_emoji", "custom_emoji_id": given.get("emoji-id", "")}
            case "tg-time":
                return {"type": "date_time", "unix_time": int(given.get("unix") or 0)}
            case "code" if self._open and self._open[-1].tag == "pre" and "class" in given:
                self._open[-1].attributes["language"] = given["class"].removeprefix("language-")
                return None
            case "pre" if "language" in given:
                return {"type": "pre", "language": given["language"]}
        return {"type": PLAIN[opened.tag]}

    def _link(self, href: str) -> Json | None:
        named = USER_LINK.fullmatch(href)
        if named is not None:
            account = self._world.accounts.get(int(named[1]))
            if account is None:
                return None
            user = {"id": account.id, "is_bot": account.is_bot, "first_name": account.first_name}
            return {"type": "text_mention", "user": user}
        return {"type": "text_link", "url": href} if re.match(r"(https?|tg|mailto|tel):", href) else None

    def _bytes(self, at: int) -> int:
        return len(self._markup[:at].encode())

    def _refused(self, words: str, at: int | None) -> Refusal:
        where = "" if at is None else f" at byte offset {self._bytes(at)}"
        return mistaken("text", f"can't parse entities: {words}{where}")


def parsed(markup: str, world: World) -> tuple[str, list[Json]]:
    """Text and entities of Telegram HTML. Raises Refusal 400 as the platform does."""
    return Reader(markup, world).read()
