"""How a client turns a typed slash command into interaction data, and what it would not let anyone type."""

from typing import Any

from . import payloads
from .answers import Json
from .stage import Stage
from .world import Account, Channel, ChannelKind, Guild

SUBCOMMAND, GROUP, STRING, INTEGER, BOOLEAN, USER, CHANNEL, NUMBER = 1, 2, 3, 4, 5, 6, 7, 10
Value = str | int | float | bool | Account | Channel
TYPES: dict[int, tuple[type, ...]] = {
    STRING: (str,),
    INTEGER: (int,),
    BOOLEAN: (bool,),
    USER: (Account,),
    CHANNEL: (Channel,),
    NUMBER: (int, float),
}


class Impossible(AssertionError):
    """A real client would not offer this."""


def named(stage: Stage, channel: Channel, typed: str) -> tuple[Json, list[Json]]:
    """The registered command and its (sub)commands down to the one typed."""
    words = typed.removeprefix("/").split()
    guild_id = channel.guild.id if channel.guild else None
    known = [*(stage.commands.get(guild_id, []) if guild_id else []), *stage.commands[None]]
    found = next((one for one in known if one["name"] == words[0] and one["type"] == 1), None)
    if found is None:
        raise Impossible(f"no command /{words[0]} among {[one['name'] for one in known]}")
    context = 1 if channel.kind is ChannelKind.DM else 0
    if found.get("contexts") is not None and context not in found["contexts"]:
        raise Impossible(f"/{words[0]} is not offered here")
    path = [found]
    for word in words[1:]:
        nested = [one for one in path[-1].get("options", []) if one["type"] in (SUBCOMMAND, GROUP)]
        step = next((one for one in nested if one["name"] == word), None)
        if step is None:
            raise Impossible(f"no {word} under /{typed}: {[one['name'] for one in nested]}")
        path.append(step)
    if any(one["type"] in (SUBCOMMAND, GROUP) for one in path[-1].get("options", [])):
        raise Impossible(f"/{typed} needs a subcommand")
    return found, path


def filled(
    stage: Stage, command: Json, path: list[Json], given: dict[str, Value], focused: str | None = None
) -> Json:
    """Interaction data for the command; while one option is focused, the others may be missing."""
    declared = {option["name"]: option for option in path[-1].get("options", [])}
    strange = sorted(set(given) - set(declared))
    missing = sorted(name for name, one in declared.items() if one.get("required") and name not in given)
    if strange or (missing and focused is None):
        raise Impossible(f"unknown options {strange}, missing options {missing}")
    resolved: Json = {}
    options = [
        _option(declared[name], value, focused == name, resolved, stage) for name, value in given.items()
    ]
    for step in reversed(path[1:]):
        options = [{"type": step["type"], "name": step["name"], "options": options}]
    data: Json = {"id": command["id"], "name": command["name"], "type": 1, "options": options}
    if "guild_id" in command:
        data["guild_id"] = command["guild_id"]
    if resolved:
        data["resolved"] = resolved
    return data


def _option(declared: Json, value: Value, focused: bool, resolved: Json, stage: Stage) -> Json:
    made: Json = {"type": declared["type"], "name": declared["name"]}
    if focused:
        if not declared.get("autocomplete"):
            raise Impossible(f"{declared['name']} has no autocompletion")
        return made | {"value": value, "focused": True}
    kinds = TYPES.get(declared["type"], ())
    if not isinstance(value, kinds) or (isinstance(value, bool) and bool not in kinds):
        raise Impossible(f"{value!r} is nothing for the option {declared['name']}")
    _within(declared, value)
    if isinstance(value, Account):
        resolve_user(resolved, value, list(stage.world.guilds.values()))
        return made | {"value": str(value.id)}
    if isinstance(value, Channel):
        resolved.setdefault("channels", {})[str(value.id)] = payloads.channel(value) | {"permissions": "0"}
        return made | {"value": str(value.id)}
    return made | {"value": value}


def _within(declared: Json, value: Any) -> None:
    choices = declared.get("choices")
    if choices and value not in [choice["value"] for choice in choices]:
        raise Impossible(f"{value!r} is no choice of {declared['name']}")
    size = len(value) if isinstance(value, str) else value
    kind = "length" if isinstance(value, str) else "value"
    low, high = declared.get(f"min_{kind}"), declared.get(f"max_{kind}")
    if (low is not None and size < low) or (high is not None and size > high):
        raise Impossible(f"{value!r} is outside {low} to {high}")


def resolve_user(resolved: Json, account: Account, guilds: list[Guild]) -> None:
    """Put a person, and their membership, into an interaction's `resolved`."""
    resolved.setdefault("users", {})[str(account.id)] = payloads.user(account)
    for guild in guilds:
        if account.id in guild.members:
            entry = payloads.member(guild.members[account.id]) | {"permissions": "0"}
            del entry["user"]
            resolved.setdefault("members", {})[str(account.id)] = entry
            return
