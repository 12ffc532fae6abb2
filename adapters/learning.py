"""What newcomers can read, a page a topic: positions, hands, blinds, side pots, odds, mistakes (rules.md 89)."""

from typing import Final

from adapters.care_menu import TOPICS
from adapters.messages import Cards, Choice, ChoiceName, Line, Look, Message, Piece, Role, Text
from adapters.wording import DOT, joined
from core.ids import TableId
from core.poker.cards import parse_cards

LINES: Final = {
    "positions": ("order", "early", "late", "heads_up"),
    "hands": ("kicker", "board"),
    "blinds": ("forced", "turn", "missed", "ante", "straddle"),
    "betting": ("choices", "least", "total", "round", "limits"),
    "side_pots": ("why", "stacks", "bets", "main", "side", "back", "show"),
    "odds": ("price", "outs", "rule", "example", "chance"),
    "mistakes": ("m1", "m2", "m3", "m4", "m5", "m6", "m7", "m8", "m9", "m10"),
}
"""The sentences of each topic in order: texts ``learn.<topic>.<sentence>``."""
EXAMPLES: Final = (
    ("royal_flush", "As Ks Qs Js Ts"),
    ("straight_flush", "9h 8h 7h 6h 5h"),
    ("four_of_a_kind", "Qs Qh Qd Qc 5c"),
    ("full_house", "Kh Ks Kd 4h 4c"),
    ("flush", "Ad Jd 9d 6d 3d"),
    ("straight", "Tc 9d 8h 7s 6c"),
    ("three_of_a_kind", "7s 7h 7d Kc 2h"),
    ("two_pair", "Js Jh 4d 4c Ah"),
    ("pair", "Th Td Ac 6s 2h"),
    ("high_card", "Ac Qd 9s 6h 2c"),
)
"""A hand of each rank, best first."""
_EARLY: Final = ("utg", "utg1", "utg2", "utg3")
_MIDDLE: Final = ("lojack", "hijack", "cutoff")
_LAST: Final = ("button", "small_blind", "big_blind")
SIZES: Final = range(2, 11)
_IN_A_ROW: Final = 4


def learn_message(topic: str | None, table: TableId | None = None) -> Message:
    """A topic, or what there is; with a button for each, which carries the `table` of the room if there is one."""
    lines: list[Line] = []
    if topic is None:
        lines.append(Line(role=Role.TITLE, pieces=(Text(key="learn.title", strong=True),)))
        lines.append(Line(role=Role.NOTE, pieces=(Text(key="learn.about"),)))
    else:
        lines.append(Line(role=Role.TITLE, pieces=(Text(key=f"topic.{topic}", strong=True),)))
        lines += _chart(topic)
        lines += [
            Line(role=Role.NOTE, pieces=(Text(key=f"learn.{topic}.{sentence}"),)) for sentence in LINES[topic]
        ]
    lines.append(Line(role=Role.RESULT, pieces=(Text(key="play_chips"),)))
    return Message(lines=tuple(lines), choices=_rows(topic, table))


def positions(players: int) -> tuple[str, ...]:
    """The places at a table of 2 to 10, in the order of acting before the flop. Heads-up the button has the small
    blind and acts first (rules.md 15)."""
    if players == 2:
        return ("button", "big_blind")
    between = players - len(_LAST)
    middle = min(len(_MIDDLE), max(0, between - 1))
    return (*_EARLY[: between - middle], *_MIDDLE[len(_MIDDLE) - middle :], *_LAST)


def _chart(topic: str) -> list[Line]:
    if topic == "hands":
        return [
            Line(role=Role.NOTE, pieces=(Text(key=f"learn.rank.{name}"), Cards(cards=parse_cards(cards))))
            for name, cards in EXAMPLES
        ]
    if topic == "positions":
        return [Line(role=Role.NOTE, pieces=_seats(players)) for players in SIZES]
    return []


def _seats(players: int) -> tuple[Piece, ...]:
    """Who acts when: 6: UTG · HJ · CO · BTN · SB · BB."""
    places = joined([(Text(key=f"place.{place}"),) for place in positions(players)], DOT)
    return (Text(key="learn.players", numbers={"players": players}), *places)


def _rows(topic: str | None, table: TableId | None) -> tuple[tuple[Choice, ...], ...]:
    choices = [
        Choice(
            name=ChoiceName.LEARN,
            label=(Text(key=f"topic.{one}"),),
            argument=one,
            table=table,
            look=Look.PRIMARY if one == topic else Look.SECONDARY,
        )
        for one in TOPICS
    ]
    return tuple(tuple(choices[at : at + _IN_A_ROW]) for at in range(0, len(choices), _IN_A_ROW))
