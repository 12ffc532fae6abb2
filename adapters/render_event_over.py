"""How a tournament ended: places with prizes and bounties, how long it took, and the points of the season."""

from collections.abc import Sequence
from typing import Final

from adapters.event_words import button, hundredths, listed, note, rank_text, result, titled
from adapters.messages import Chips, ChoiceName, Line, Look, Message, Name, Piece, Role, Text
from adapters.wording import DOT, joined
from core.cardroom.deals import DealKind
from core.cardroom.elimination import Standing
from core.cardroom.points import shared_points
from core.cardroom.tournament import Result, Tournament, entries
from core.ids import PlayerId

MOST_ROWS: Final = 15
"""Places with a line of their own."""
_MOST_TAIL: Final = 12
"""Places after those, in one line."""
_MOST_POINTS: Final = 6


def over_message(event: Tournament) -> Message:
    """What becomes of the event's own message: short, without buttons; the results are another message."""
    lines = [titled(event, (Text(key="tourney.over", strong=True),))]
    first = [one for one in event.results if one.place == 1]
    if first:
        lines.append(result(Text(key="tourney.winner"), *joined([_who(one) for one in first], DOT)))
        lines.append(_length(event))
    return Message(lines=tuple(lines))


def cancelled_message(event: Tournament) -> Message:
    """It does not take place."""
    return Message(
        lines=(
            titled(event, (Text(key="tourney.cancelled", strong=True),)),
            note("tourney.all_refunded" if event.options.buy_in else "tourney.nothing_paid"),
        )
    )


def results_message(event: Tournament, *, deal: DealKind | None = None) -> Message:
    """Every prize with a line of its own as far as there is room, then who came next, and the points.

    `deal` says how those who were left shared, if they did.
    """
    lines = [titled(event, (Text(key="tourney.final", strong=True),))]
    shown = max(3, min(MOST_ROWS, sum(one.prize + one.bounties > 0 for one in event.results)))
    knockouts = knockouts_of(event)
    for one in event.results[:shown]:
        # Whoever came again is told of once, with the best place.
        lines.append(listed(*result_pieces(one, knockouts.pop(one.player, 0))))
    lines += _tail(event.results[shown:])
    if deal is not None:
        lines.append(note(f"tourney.shared.{deal}"))
    lines.append(_length(event))
    lines += _points(event)
    lines.append(note("play_chips"))
    choices = (
        button(event, ChoiceName.STANDINGS),
        button(event, ChoiceName.AGAIN, Look.PRIMARY),
    )
    return Message(lines=tuple(lines), choices=(choices,))


def knockouts_of(event: Tournament) -> dict[PlayerId, int]:
    """How many each player has knocked out, in all their entries."""
    found: dict[PlayerId, int] = {}
    for one in event.entrants:
        found[one.player] = found.get(one.player, 0) + one.knockouts
    return found


def result_pieces(one: Result, knockouts: int = 0) -> tuple[Piece, ...]:
    """A place, who has it, and what it brought."""
    pieces: tuple[Piece, ...] = (rank_text(one.place, one.sharing), *_who(one))
    if one.prize:
        pieces = (*pieces, Chips(amount=one.prize, signed=True))
    if one.bounties:
        pieces = (*pieces, DOT, Text(key="tourney.bounties", numbers={"chips": one.bounties}))
    if knockouts:
        pieces = (*pieces, DOT, Text(key="tourney.knockouts", numbers={"count": knockouts}))
    return pieces


def _who(one: Result) -> tuple[Piece, ...]:
    return (Name(name=one.name, player=one.player, strong=one.place == 1),)


def _tail(rest: Sequence[Result]) -> list[Line]:
    if not rest:
        return []
    said: list[tuple[Piece, ...]] = [
        (rank_text(one.place, one.sharing), Name(name=one.name, player=one.player))
        for one in rest[:_MOST_TAIL]
    ]
    if len(rest) > _MOST_TAIL:
        said.append((Text(key="tourney.more", numbers={"count": len(rest) - _MOST_TAIL}),))
    return [Line(role=Role.LOG, pieces=joined(said, DOT))]


def _length(event: Tournament) -> Line:
    minutes = max(1, round((event.over_ms - event.began_ms) / 60_000))
    return note("tourney.length", entries=entries(event), hands=event.hands, minutes=minutes)


def _points(event: Tournament) -> list[Line]:
    """What the season counts for the first ones; nothing for a small field."""
    said: list[tuple[Piece, ...]] = []
    for one in event.results[:_MOST_POINTS]:
        worth = shared_points(entries(event), Standing(place=one.place, sharing=one.sharing))
        if worth:
            name = Name(name=one.name, player=one.player)
            said.append((name, Text(key="tourney.points_won", numbers={"points": hundredths(worth)})))
    return [Line(role=Role.NOTE, pieces=(Text(key="tourney.points"), *joined(said, DOT)))] if said else []
