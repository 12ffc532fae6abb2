"""What stands at the foot of the table message: rabbit, pauses and rules to come, the queue, and the decks."""

from adapters.messages import Cards, Line, Name, Piece, Role, Text
from adapters.wording import DOT, dealt_name, joined, next_deck, this_deck
from core.poker.events import PostKind
from core.views import Phase, TableView

_TOLD = frozenset({PostKind.STRADDLE, PostKind.POST, PostKind.DEAD_BLIND})
"""Posts that the marks on the felt do not say already."""


def rabbit_lines(view: TableView) -> tuple[Line, ...]:
    """The board cards that would have come, once somebody wanted to see them."""
    if not view.rabbit:
        return ()
    return (Line(role=Role.RESULT, pieces=(Text(key="rabbit.cards"), Cards(cards=view.rabbit))),)


def post_lines(view: TableView) -> tuple[Line, ...]:
    """Straddles, and what was posted to come in; the ante of a bomb pot once for all."""
    told: list[tuple[Piece, ...]] = [
        (dealt_name(view, seat), Text(key=f"replay.posted.{kind}", numbers={"chips": chips}))
        for seat, kind, chips in view.posts
        if kind in _TOLD and chips
    ]
    if view.bomb:
        antes = max((chips for _, kind, chips in view.posts if kind is PostKind.ANTE), default=0)
        told.insert(0, (Text(key="bomb.antes", numbers={"chips": antes}),))
    return (Line(role=Role.LOG, pieces=joined(told, DOT)),) if told else ()


def foot_lines(view: TableView) -> tuple[Line, ...]:
    """What everybody should know beside the hand, and the decks that the dealer is bound to."""
    if view.phase is Phase.CLOSED:
        return ()
    said = {
        "table.closing": view.closing,
        "foot.paused": view.paused,
        "foot.rules_change": view.coming_options is not None,
        "foot.private": view.private and not view.turn.hand_no,
    }
    lines = [Line(role=Role.NOTE, pieces=(Text(key=key),)) for key, true in said.items() if true]
    if view.queue:
        names = joined([(Name(name=name),) for name in view.queue])
        lines.append(Line(role=Role.NOTE, pieces=(Text(key="foot.queue"), *names)))
    if view.kept:
        seats = joined([(Text(key="seat.number", numbers={"seat": seat}),) for seat in view.kept])
        lines.append(Line(role=Role.NOTE, pieces=(Text(key="foot.kept"), *seats)))
    return (*lines, *_decks(view))


def _decks(view: TableView) -> tuple[Line, ...]:
    decks: list[tuple[Piece, ...]] = []
    if view.turn.hand_no and view.root:
        decks.append(this_deck(view.root))
    if view.next_root:
        decks.append(next_deck(view.next_root))
    return (Line(role=Role.NOTE, pieces=joined(decks, DOT)),) if decks else ()
