"""What can be looked up: a past hand's record, the rules, and the help."""

import json
from collections.abc import Mapping
from typing import Any

from adapters.menu import COMMANDS, Command, Kind
from adapters.menu_entries import TOURNEY
from adapters.messages import Attachment, Cards, Chips, Code, Line, Message, Name, Piece, Role, Text
from adapters.render_refused import pointing
from adapters.wording import DOT, SLASH, game_pieces, house_rules, joined, move_text, pot_name, this_deck
from core.commits import Keeping
from core.options import TableOptions
from core.poker.cards import Card
from core.poker.events import LIVE_POSTS, PostKind, Street
from core.poker.games import GameName
from core.poker.moves import MoveName
from core.views import LastMove

RULES = ("deal", "betting", "amounts", "all_in", "showdown", "ranking", "fair")
SHORT_DECK_RULES = tuple("short_deck_ranking" if name == "ranking" else name for name in RULES)

_PAYING = frozenset({MoveName.CALL.value, MoveName.BET.value, MoveName.RAISE.value})

Record = Mapping[str, Any]
"""A hand record as `core.poker.record.published` gives it out."""


def hand_message(record: Record) -> Message:
    """A past hand from its published record: boards, moves, pots, each seat's shown cards and chips, and its proof."""
    faces = _faces(record)
    number = Text(key="title.hand", numbers={"hand_no": int(record["hand_no"])}, strong=True)
    bomb = record["stakes"].get("bomb_ante")
    kind: tuple[Piece, ...] = () if bomb is None else (DOT, Text(key="bomb.title", strong=True))
    antes = [] if bomb is None else [Text(key="bomb.antes", numbers={"chips": bomb})]
    lines = [
        Line(role=Role.TITLE, pieces=(number, *kind, DOT, Text(key=f"game.{GameName(record['game'])}"))),
        *[Line(role=Role.LOG, pieces=(text,)) for text in antes],
        *_boards(record, faces),
        *_log(record),
        *_awards(record),
        *_seats(record, faces),
        Line(role=Role.NOTE, pieces=this_deck(str(record["root"]))),
        Line(role=Role.NOTE, pieces=(Text(key="deck.digest"), Code(text=str(record["digest"])))),
    ]
    return Message(lines=tuple(lines))


def record_file(record: Record) -> Attachment:
    """A published record as a file for `riverbot verify`: the same bytes that the page saves."""
    text = json.dumps(record, separators=(",", ":"), ensure_ascii=False)
    return Attachment(name=f"hand-{record['hand_no']}.json", content=text.encode())


def rules_message(options: TableOptions | None = None, *, event: bool = False) -> Message:
    """How the game goes, in a few lines, and what is special at this table, which may be one of an `event`."""
    lines = [Line(role=Role.TITLE, pieces=(Text(key="rules.title", strong=True),))]
    if options is not None:
        lines.append(options_line(options, event=event))
    short_deck = options is not None and options.game is GameName.SHORT_DECK
    rules = SHORT_DECK_RULES if short_deck else RULES
    lines += [Line(role=Role.NOTE, pieces=(Text(key=f"rules.{name}"),)) for name in rules]
    lines.append(Line(role=Role.NOTE, pieces=(Text(key="play_chips"),)))
    return Message(lines=tuple(lines))


def options_line(options: TableOptions, *, event: bool = False) -> Line:
    """What is played at a table, and what is special there."""
    special = house_rules(options, event=event)
    here = (*game_pieces(options), *((DOT, *special) if special else ()))
    return Line(role=Role.RESULT, pieces=here)


def privacy_message(keeping: Keeping) -> Message:
    """What is kept of people, for how long, and how to have it deleted."""
    numbers: dict[str, int | str] = {
        "hands": keeping.hands,
        "days": keeping.hands_of_closed_table // 86_400,
    }
    keys = ("privacy.kept", "privacy.read", "privacy.long", "privacy.shown", "privacy.deleted")
    lines = [Line(role=Role.TITLE, pieces=(Text(key="privacy.title", strong=True),))]
    lines += [Line(role=Role.NOTE, pieces=(Text(key=key, numbers=numbers),)) for key in keys]
    return Message(lines=tuple(lines))


def help_message() -> Message:
    """The everyday commands with an example, the others by name, and that nothing here is worth money.

    All of them explained would be more than a message on any chat platform holds.
    """
    lines = [Line(role=Role.TITLE, pieces=(Text(key="help.title", strong=True),))]
    lines += [_example(command) for command in COMMANDS if not command.group]
    for group in dict.fromkeys(command.group for command in COMMANDS if command.group):
        names = joined([(Code(text=command.name),) for command in COMMANDS if command.group == group], DOT)
        lines.append(Line(role=Role.NOTE, pieces=(Text(key=f"help.group.{group}"), DOT, *names)))
    examples = (Code(text="help new", command=True), SLASH, Code(text="help seat", command=True))
    lines.append(Line(role=Role.NOTE, pieces=(Text(key="help.more"), *examples)))
    lines.append(Line(role=Role.RESULT, pieces=(Text(key="play_chips"),)))
    return Message(lines=tuple(lines))


def group_message(group: str) -> Message | None:
    """The commands of a group with an example each; None when there is no such group."""
    lines = [_example(command) for command in COMMANDS if command.group == group]
    title = Line(role=Role.TITLE, pieces=(Text(key=f"help.group.{group}", strong=True),))
    return Message(lines=(title, *lines)) if group and lines else None


def _example(command: Command) -> Line:
    host: tuple[Piece, ...] = (DOT, _hosts_own(command)) if command.host_only else ()
    typed = Code(text=command.example, command=True)
    return Line(role=Role.NOTE, pieces=(typed, Text(key=command.text), *host))


def _hosts_own(command: Command) -> Text:
    return Text(key="director.host_only" if command.group == TOURNEY else "help.host")


def command_message(command: Command, platform: str) -> Message:
    """One command: an example, who may use it, everything that can be given with it, and how people are pointed at."""
    title = (Code(text=command.example, command=True), Text(key=command.text))
    lines = [Line(role=Role.TITLE, pieces=title)]
    if command.host_only:
        lines.append(Line(role=Role.NOTE, pieces=(_hosts_own(command),)))
    if not command.arguments:
        lines.append(Line(role=Role.NOTE, pieces=(Text(key="help.no_options"),)))
    for argument in command.arguments:
        pieces: tuple[Piece, ...] = (
            Code(text=f"{argument.name}=", option=True),
            Text(key=f"argument.{argument.name}"),
        )
        if argument.choices:
            pieces = (*pieces, DOT, *joined([(Code(text=choice),) for choice in argument.choices]))
        lines.append(Line(role=Role.NOTE, pieces=pieces))
    if any(argument.kind is Kind.PLAYER or argument.name == "guest" for argument in command.arguments):
        lines.append(Line(role=Role.NOTE, pieces=(pointing(platform),)))
    return Message(lines=tuple(lines))


def _faces(record: Record) -> dict[int, Card]:
    """The cards that the record shows, to everyone or to the one it was made for, by their place in the deck."""
    own = record.get("own")
    proofs = [*record["cards"], *record.get("later", ()), *(own["cards"] if own is not None else ())]
    return {int(proof["position"]): Card(proof["card"]) for proof in proofs}


def _boards(record: Record, faces: Mapping[int, Card]) -> list[Line]:
    boards = [tuple(faces[position] for position in board) for board in record["deal"]["boards"]]
    return [
        Line(role=Role.BOARD, pieces=(_board_label(number, len(boards)), Cards(cards=board)))
        for number, board in enumerate(boards)
        if board
    ]


def _board_label(number: int, boards: int) -> Text:
    if boards == 1:
        return Text(key="board.only")
    return Text(key="board.number", numbers={"number": number + 1})


def _named(record: Record, seat: int) -> Piece:
    names = {one["seat"]: one["name"] for one in record["seats"]}
    return Name(name=names[seat])


def _log(record: Record) -> list[Line]:
    """One line a street; rows that are no moves (posts, returned chips) show in the seats' totals."""
    lines = []
    all_in = _all_in_rows(record)
    for street in Street:
        moves = [
            (_named(record, row[1]), move_text(LastMove.ALL_IN if at in all_in else LastMove(row[2]), row[3]))
            for at, row in enumerate(record["actions"])
            if row[0] == street.value
        ]
        if moves:
            lines.append(Line(role=Role.LOG, pieces=(Text(key=f"log.{street}"), *joined(moves, DOT))))
    return lines


def _all_in_rows(record: Record) -> set[int]:
    """Where in the record's actions a player put in the last of their chips by a move."""
    left = {seat["seat"]: seat["start"] for seat in record["seats"]}
    bets: dict[tuple[str, int], int] = {}
    found = set()
    for at, (what, seat, name, chips) in enumerate(record["actions"]):
        if what == "post":
            left[seat] -= chips
            if PostKind(name) in LIVE_POSTS:
                bets[Street.PREFLOP, seat] = bets.get((Street.PREFLOP, seat), 0) + chips
        elif name in _PAYING:
            left[seat] -= chips - bets.get((what, seat), 0)
            bets[what, seat] = chips
            if not left[seat]:
                found.add(at)
    return found


def _awards(record: Record) -> list[Line]:
    """Where each pot went, board by board."""
    pots = 1 + max((award[0] for award in record["awards"]), default=0)
    boards = 1 + max((award[1] for award in record["awards"]), default=0)
    lines = []
    for pot, board, shares in record["awards"]:
        label = pot_name("award", pot, pots, sum(chips for _, chips in shares))
        where: tuple[Piece, ...] = () if boards == 1 else (_board_label(board, boards),)
        split = len(shares) > 1
        winners = [
            (_named(record, seat), *((Chips(amount=chips),) if split else ())) for seat, chips in shares
        ]
        lines.append(Line(role=Role.RESULT, pieces=(*where, label, *joined(winners))))
    return lines


def _seats(record: Record, faces: Mapping[int, Card]) -> list[Line]:
    """Each seat that was dealt in: what it held, as far as that is known, and what it won or lost."""
    holes = {hole["seat"]: hole["positions"] for hole in record["deal"]["holes"]}
    return [
        _seat(record, seat, holes[seat["seat"]], faces) for seat in record["seats"] if seat["seat"] in holes
    ]


def _seat(record: Record, seat: Mapping[str, Any], positions: list[int], faces: Mapping[int, Card]) -> Line:
    cards = tuple(faces[position] for position in positions if position in faces)
    button: tuple[Piece, ...] = (Text(key="felt.button"),) if seat["seat"] == record["button"] else ()
    pieces: tuple[Piece, ...] = (
        *button,
        Text(key="mark.number", numbers={"number": seat["seat"]}),
        Name(name=seat["name"]),
        Cards(cards=cards) if cards else Text(key="cards.unseen"),
        Chips(amount=seat["end"]),
        Chips(amount=seat["end"] - seat["start"], signed=True),
    )
    return Line(role=Role.SEAT, pieces=pieces, seat=seat["seat"])
