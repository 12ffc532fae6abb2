"""Message components: how Discord stores what was sent (ids, defaults), and how a reader walks through them."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from .answers import Json

ROW, BUTTON, STRING_SELECT, TEXT_INPUT, USER_SELECT = 1, 2, 3, 4, 5
SELECTS = (3, 5, 6, 7, 8)
SECTION, TEXT_DISPLAY, THUMBNAIL, GALLERY, FILE, SEPARATOR, CONTAINER, LABEL = 9, 10, 11, 12, 13, 14, 17, 18
V2_ONLY = (SECTION, TEXT_DISPLAY, THUMBNAIL, GALLERY, FILE, SEPARATOR, CONTAINER)
LINK, PREMIUM = 5, 6  # button styles without a custom_id


def walk(components: list[Json]) -> Iterator[Json]:
    """Every component with those inside it, in the order in which they are read."""
    for component in components:
        yield component
        yield from walk(component.get("components") or [])
        for name in ("accessory", "component"):
            if isinstance(component.get(name), dict):
                yield from walk([component[name]])


def stored(components: list[Json], files: dict[str, str]) -> list[Json]:
    """As the platform gives them back: every id filled in. `files` leads attachment names to URLs."""
    taken = {item["id"] for item in walk(components) if item.get("id")}
    numbers = iter(n for n in range(1, 10_000) if n not in taken)
    return [_stored(component, numbers, files) for component in components]


def _stored(component: Json, numbers: Iterator[int], files: dict[str, str]) -> Json:
    made: Json = {name: value for name, value in component.items() if value is not None}
    made["id"] = component.get("id") or next(numbers)
    if "components" in made:
        made["components"] = [_stored(child, numbers, files) for child in made["components"]]
    if "accessory" in made:
        made["accessory"] = _stored(made["accessory"], numbers, files)
    return _with_defaults(made, files)


def _with_defaults(made: Json, files: dict[str, str]) -> Json:
    kind = made["type"]
    if kind == CONTAINER:
        made = {"accent_color": None, "spoiler": False, **made}
    elif kind == SEPARATOR:
        made = {"spacing": 1, "divider": True, **made}
    elif kind in SELECTS:
        made = {"min_values": 1, "max_values": 1, **made}
        made.pop("required", None)
    elif kind == THUMBNAIL:
        made = {"description": None, "spoiler": False, **made, "media": _media(made["media"], files)}
    elif kind == GALLERY:
        made["items"] = [
            {"description": None, "spoiler": False, **item, "media": _media(item["media"], files)}
            for item in made["items"]
        ]
    elif kind == FILE:
        made = {"name": None, "size": None, "spoiler": False, **made, "file": _media(made["file"], files)}
    if made.get("emoji"):
        made["emoji"] = {name: value for name, value in made["emoji"].items() if value is not None}
    return made


def _media(media: Json, files: dict[str, str]) -> Json:
    url = str(media["url"])
    if url.startswith("attachment://"):
        url = files.get(url.removeprefix("attachment://"), url)
    return {"id": "1", "url": url, "proxy_url": url, "width": None, "height": None}


@dataclass(frozen=True, slots=True)
class Button:
    """A button as a reader sees it; `custom_id` is None on a link."""

    label: str
    custom_id: str | None
    style: int
    disabled: bool
    url: str | None
    emoji: str | None


def buttons(components: list[Json]) -> list[Button]:
    return [
        Button(
            label=item.get("label") or "",
            custom_id=item.get("custom_id"),
            style=item["style"],
            disabled=bool(item.get("disabled")),
            url=item.get("url"),
            emoji=(item.get("emoji") or {}).get("name"),
        )
        for item in walk(components)
        if item["type"] == BUTTON
    ]


def texts(components: list[Json]) -> list[str]:
    """What text displays and gallery captions say."""
    said: list[str] = []
    for item in walk(components):
        if item["type"] == TEXT_DISPLAY:
            said.append(item["content"])
        elif item["type"] == GALLERY:
            said += [entry["description"] for entry in item["items"] if entry.get("description")]
    return said


def with_custom_id(components: list[Json], custom_id: str) -> Json | None:
    return next((item for item in walk(components) if item.get("custom_id") == custom_id), None)


def embed_texts(embeds: list[Json]) -> list[str]:
    said: list[str] = []
    for embed in embeds:
        fields: list[Json] = embed.get("fields") or []
        parts: list[Any] = [
            (embed.get("author") or {}).get("name"),
            embed.get("title"),
            embed.get("description"),
        ]
        parts += [part for entry in fields for part in (entry["name"], entry["value"])]
        parts.append((embed.get("footer") or {}).get("text"))
        said += [part for part in parts if part]
    return said


def stored_embed(embed: Json, files: dict[str, str]) -> Json:
    """An embed as the platform gives it back."""
    made: Json = {name: value for name, value in embed.items() if value is not None}
    made["type"] = "rich"
    for name in ("image", "thumbnail"):
        if name in made:
            url = _media(made[name], files)["url"]
            made[name] = {"url": url, "proxy_url": url, "width": 0, "height": 0}
    if "fields" in made:
        made["fields"] = [{"inline": False, **entry} for entry in made["fields"]]
    return made
