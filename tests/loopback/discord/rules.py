"""Rules for message and command bodies that the official description does not hold, written by hand."""

import re
from typing import Any

from . import components as parts
from .answers import Json
from .description import Complaint
from .messages import V2

NAME = re.compile(r"^[-_'\w]{1,32}$")
LOCALES: frozenset[str] = frozenset().union(
    ("ar", "bg", "cs", "da", "de", "el", "en-GB", "en-US", "es-419", "es-ES", "fi", "fr"),
    ("he", "hi", "hr", "hu", "id", "it", "ja", "ko", "lt", "nl", "no", "pl"),
    ("pt-BR", "ro", "ru", "sv-SE", "th", "tr", "uk", "vi", "zh-CN", "zh-TW"),
)
CONTENT_LIMIT = 2000
EMBEDS_LIMIT = 6000
V2_TEXT_LIMIT = 4000
COMPONENT_LIMIT = 40
ROW_LIMIT = 5
COMMAND_LIMIT = 8000


def message_rules(draft: Json, attachments: int = 0) -> list[Complaint]:
    """Judge a message as it would stand: for an edit, the old message with the new fields laid over it."""
    content = draft.get("content") or ""
    embeds: list[Json] = draft.get("embeds") or []
    components: list[Json] = draft.get("components") or []
    found = _components(components, bool((draft.get("flags") or 0) & V2))
    if len(content) > CONTENT_LIMIT:
        found.append(Complaint(("content",), "BASE_TYPE_MAX_LENGTH", f"{len(content)} > {CONTENT_LIMIT}"))
    total = sum(map(len, parts.embed_texts(embeds)))
    if total > EMBEDS_LIMIT:
        found.append(
            Complaint(("embeds",), "MAX_EMBED_SIZE_EXCEEDED", f"{total} > {EMBEDS_LIMIT} characters")
        )
    if (draft.get("flags") or 0) & V2 and (
        content or embeds or draft.get("poll") or draft.get("sticker_ids")
    ):
        words = "content, embeds, polls and stickers can't go with components V2"
        found.append(Complaint(("flags",), "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2", words))
    if not (
        content.strip()
        or embeds
        or components
        or attachments
        or draft.get("poll")
        or draft.get("sticker_ids")
    ):
        found.append(Complaint((), "EMPTY_MESSAGE", "Cannot send an empty message"))
    return found


def _components(components: list[Json], v2: bool) -> list[Complaint]:
    found: list[Complaint] = []
    where = ("components",)
    everything = list(parts.walk(components))
    if not v2 and len(components) > ROW_LIMIT:
        found.append(Complaint(where, "BASE_TYPE_BAD_LENGTH", f"{len(components)} rows > {ROW_LIMIT}"))
    strays = {item["type"] for item in everything if item["type"] in parts.V2_ONLY}
    if strays and not v2:
        found.append(Complaint(where, "COMPONENT_NEEDS_V2", f"types {sorted(strays)} without the V2 flag"))
    if len(everything) > COMPONENT_LIMIT:
        words = f"{len(everything)} > {COMPONENT_LIMIT}, nested ones counted"
        found.append(Complaint(where, "COMPONENT_MAX_TOTAL_EXCEEDED", words))
    total = sum(len(item["content"]) for item in everything if item["type"] == parts.TEXT_DISPLAY)
    if total > V2_TEXT_LIMIT:
        found.append(
            Complaint(where, "COMPONENT_TEXT_TOTAL_EXCEEDED", f"{total} > {V2_TEXT_LIMIT} characters")
        )
    return found + unique_ids(everything) + _buttons(everything) + _rows(everything)


def unique_ids(everything: list[Json]) -> list[Complaint]:
    found: list[Complaint] = []
    for name, code in (("custom_id", "COMPONENT_CUSTOM_ID_DUPLICATED"), ("id", "COMPONENT_ID_DUPLICATED")):
        given = [item[name] for item in everything if item.get(name)]
        twice = sorted({str(value) for value in given if given.count(value) > 1})
        if twice:
            found.append(Complaint(("components",), code, ", ".join(twice)))
    return found


def _buttons(everything: list[Json]) -> list[Complaint]:
    found: list[Complaint] = []
    for item in everything:
        if item["type"] != parts.BUTTON:
            continue
        named, url, style = item.get("custom_id"), item.get("url"), item["style"]
        if style == parts.LINK and (not url or named):
            found.append(
                Complaint(("components",), "BUTTON_LINK_NEEDS_URL", "a link has a url and no custom_id")
            )
        elif style not in (parts.LINK, parts.PREMIUM) and (url or not named):
            found.append(
                Complaint(("components",), "BUTTON_NEEDS_CUSTOM_ID", "a button has a custom_id and no url")
            )
        elif style != parts.PREMIUM and not item.get("label") and not item.get("emoji"):
            found.append(Complaint(("components",), "BUTTON_EMPTY", "a button needs a label or an emoji"))
    return found


def _rows(everything: list[Json]) -> list[Complaint]:
    found: list[Complaint] = []
    for row in everything:
        if row["type"] == parts.ROW:
            kinds = [item["type"] for item in row["components"]]
            if len(kinds) > 1 and any(kind != parts.BUTTON for kind in kinds):
                words = "a row holds up to five buttons or one select"
                found.append(Complaint(("components",), "COMPONENT_LAYOUT_WIDTH_EXCEEDED", words))
    return found


def command_rules(commands: list[Any]) -> list[Complaint]:
    """Names by Discord's pattern and without capitals, known locales, no name twice, 8000 characters in a command."""
    found: list[Complaint] = []
    names = [(command.get("type") or 1, command["name"]) for command in commands]
    found += [
        Complaint((names.index(name),), "APPLICATION_COMMANDS_DUPLICATE_NAME", name[1])
        for name in dict.fromkeys(names)
        if names.count(name) > 1
    ]
    for number, command in enumerate(commands):
        if (command.get("type") or 1) == 1:
            found += _names(command, (number,))
        total = sum(_lengths(command))
        if total > COMMAND_LIMIT:
            words = f"{total} > {COMMAND_LIMIT} characters"
            found.append(Complaint((number,), "APPLICATION_COMMAND_TOO_LARGE", words))
    return found


def _names(item: Json, where: tuple[str | int, ...]) -> list[Complaint]:
    found: list[Complaint] = []
    translated: Json = item.get("name_localizations") or {}
    for name in (item["name"], *translated.values()):
        if not NAME.match(name) or name != name.lower():
            found.append(Complaint((*where, "name"), "APPLICATION_COMMAND_INVALID_NAME", name))
    for field in ("name_localizations", "description_localizations"):
        strange = sorted(set(item.get(field) or {}) - LOCALES)
        if strange:
            found.append(Complaint((*where, field), "BASE_TYPE_CHOICES", f"no such locale: {strange}"))
    for number, option in enumerate(item.get("options") or []):
        found += _names(option, (*where, "options", number))
    return found


def _lengths(item: Json) -> list[int]:
    """Characters that count: the longest translation of names and descriptions, choices, and options inside."""
    counts: list[int] = []
    for field in ("name", "description"):
        said = [item.get(field) or "", *(item.get(f"{field}_localizations") or {}).values()]
        counts.append(max(map(len, said)))
    for choice in item.get("choices") or []:
        said = [choice["name"], *(choice.get("name_localizations") or {}).values()]
        counts += [max(map(len, said)), len(str(choice["value"]))]
    for option in item.get("options") or []:
        counts += _lengths(option)
    return counts
