"""How the help's examples are typed on Discord, where every option has a name: ``/poker new name:Friday seats:6``."""

from adapters.menu import find, read
from core.refusals import Refused


def typed(example: str) -> str:
    """An example of `adapters.menu` as a slash command; what is none stands as it is, with the command in front."""
    word, _, rest = example.partition(" ")
    try:
        command = find(word)
        given = read(command, rest)
    except Refused:
        return f"/poker {example}"
    keyed = [word.partition("=")[0] for word in rest.split() if "=" in word]
    first = [argument.name for argument in command.arguments if argument.name not in keyed]
    named = [f"{name}:{given[name]}" for name in (*first, *keyed) if name in given]
    return " ".join(["/poker", *([command.group] if command.group else []), command.name, *named])


def option(name: str) -> str:
    """``blinds=`` of the help as the name of an option."""
    return name.replace("=", ":")
