"""Filling in modals and menus as a client does, within their limits."""

from collections.abc import Sequence

from . import components as parts
from .answers import Json
from .options import Impossible, resolve_user
from .world import Account, Channel

RADIO, CHECKBOXES, CHECKBOX = 21, 22, 23
Filling = str | bool | Sequence[str | Account]


def picked(item: Json, values: Sequence[str | Account], channel: Channel) -> Json:
    """`values` and `resolved` of a menu's interaction data."""
    low = item.get("min_values", 1)
    high = item.get("max_values", 1)
    if not low <= len(values) <= high:
        raise Impossible(f"{len(values)} picked of {low} to {high}")
    resolved: Json = {}
    for value in values:
        if isinstance(value, Account):
            resolve_user(resolved, value, [channel.guild] if channel.guild else [])
        elif item["type"] == parts.STRING_SELECT:
            _offered(item, value)
    made: Json = {"values": [str(one.id) if isinstance(one, Account) else one for one in values]}
    return made | ({"resolved": resolved} if resolved else {})


def _offered(item: Json, value: str) -> None:
    offered = [option["value"] for option in item["options"]]
    if value not in offered:
        raise Impossible(f"{value!r} is not on the list {offered}")


def submission(modal: Json, values: dict[str, Filling], channel: Channel) -> Json:
    """Interaction data of a filled-in modal: one entry per component, `resolved` for people that were picked."""
    fields = {item["custom_id"] for item in parts.walk(modal["components"]) if "custom_id" in item}
    strange = sorted(set(values) - fields)
    if strange:
        raise Impossible(f"no fields {strange} among {sorted(fields)}")
    resolved: Json = {}
    entries = [
        _entry(number, item, values, channel, resolved)
        for number, item in enumerate(modal["components"], start=1)
    ]
    made: Json = {"custom_id": modal["custom_id"], "components": entries}
    return made | ({"resolved": resolved} if resolved else {})


def _entry(number: int, item: Json, values: dict[str, Filling], channel: Channel, resolved: Json) -> Json:
    made: Json = {"type": item["type"], "id": item.get("id") or number}
    if item["type"] == parts.ROW:
        return made | {"components": [_field(one, values, channel, resolved) for one in item["components"]]}
    if item["type"] == parts.LABEL:
        return made | {"component": _field(item["component"], values, channel, resolved)}
    return made


def _field(item: Json, values: dict[str, Filling], channel: Channel, resolved: Json) -> Json:
    made: Json = {"type": item["type"], "id": item.get("id") or 100, "custom_id": item["custom_id"]}
    given = values.get(item["custom_id"])
    if item["type"] == parts.TEXT_INPUT:
        return made | {"value": _typed(item, item.get("value") or "" if given is None else given)}
    if item["type"] == CHECKBOX:
        return made | {"value": bool(item.get("default")) if given is None else bool(given)}
    if item["type"] == RADIO:
        chosen = _standing(item)[:1] if given is None else [str(given)]
        _enough(item, len(chosen))
        for one in chosen:
            _offered(item, one)
        return made | {"value": chosen[0] if chosen else None}
    chosen_many: Sequence[str | Account] = (
        _standing(item) if given is None or isinstance(given, str | bool) else given
    )
    if item["type"] == CHECKBOXES:
        return made | {"values": list(chosen_many)}
    _enough(item, len(chosen_many))
    found = picked(item | ({} if item.get("required", True) else {"min_values": 0}), chosen_many, channel)
    for kind, entries in found.pop("resolved", {}).items():
        resolved.setdefault(kind, {}).update(entries)
    return made | found


def _standing(item: Json) -> list[str]:
    """What is picked before anyone touches it."""
    return [option["value"] for option in item.get("options") or [] if option.get("default")]


def _enough(item: Json, count: int) -> None:
    if item.get("required", True) and not count:
        raise Impossible(f"{item['custom_id']} is required")


def _typed(item: Json, text: object) -> str:
    if not isinstance(text, str):
        raise Impossible(f"{text!r} can't be typed into {item['custom_id']}")
    if item.get("required", True) and not text:
        raise Impossible(f"{item['custom_id']} is required")
    low, high = item.get("min_length") or 0, item.get("max_length") or 4000
    if text and not low <= len(text) <= high:
        raise Impossible(f"{len(text)} characters are outside {low} to {high}")
    return text
