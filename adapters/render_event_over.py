"""How a tournament ended: places with prizes and bounties, how long it took, and the points of the season."""

from collections.abc import Sequence
from typing import Final

from adapters.event_club import Club
from adapters.event_seasons import scored
from adapters.event_words import button, hundredths, listed, note, rank_text, result, ticket_for, titled
from adapters.messages import Chips, ChoiceName, Line, Look, Message, Name, Piece, Role, Text
from adapters.wording import DOT, joined
from core.cardroom.deals import DealKind
from core.cardroom.event_options import PayoutRule
from core.cardroom.event_result import event_result
from core.cardroom.tournament import Result, Status, Tournament, entries
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
        lines += [_winners(event, first), _length(event)]
    return Message(lines=tuple(lines))


def _winners(event: Tournament, first: Sequence[Result]) -> Line:
    """Who won, alone or together, or who shared the prizes."""
    key = "tourney.winner" if len(first) == 1 else "tourney.winners"
    if event.shared is not None:
        left = {one.player for one in event.entrants if one.status is Status.IN}
        first, key = [one for one in event.results if one.player in left], "tourney.sharers"
    unique = {one.player: _who(one) for one in reversed(first)}
    return result(Text(key=key), *joined(list(reversed(unique.values())), DOT))


def cancelled_message(event: Tournament) -> Message:
    """What becomes of the event's own message when it does not take place; the news are another message."""
    return Message(lines=(titled(event, (Text(key="tourney.cancelled", strong=True),)),))


def called_off_message(event: Tournament) -> Message:
    """The news that it does not take place: why, if too few came, and that what was paid is back."""
    lines = [titled(event, (Text(key="tourney.cancelled", strong=True),))]
    options, there = event.options, [one for one in event.entrants if one.status is not Status.GONE]
    came = sum(one.status is not Status.QUEUED for one in there)
    is_late = options.starts_at is not None and event.over_ms >= options.starts_at
    if is_late and not event.began_ms and came < options.min_entrants:
        lines.append(note("tourney.too_few", count=came, needed=options.min_entrants))
    if options.buy_in and any(one.temper is None for one in there):
        lines.append(note("tourney.all_refunded"))
    return Message(lines=tuple(lines))


def results_message(event: Tournament, *, deal: DealKind | None = None, club: Club | None = None) -> Message:
    """Every prize with a line of its own as far as there is room, then who came next, and the points.

    `deal` says how those who were left shared, if they did, and `club` how the points are counted here.
    """
    lines = [titled(event, (Text(key="tourney.final", strong=True),))]
    shown = max(3, min(MOST_ROWS, sum(one.prize + one.bounties > 0 for one in event.results)))
    knockouts = knockouts_of(event)
    for one in event.results[:shown]:
        # Whoever came again is told of once, with the best place.
        lines.append(listed(*result_pieces(one, knockouts.pop(one.player, 0), ticket=ticket_of(event))))
    lines += _tail(event.results[shown:])
    if deal is not None:
        lines.append(note(f"tourney.shared.{deal}"))
    lines.append(_length(event))
    if event.options.satellite_of is not None:
        lines.append(Line(role=Role.NOTE, pieces=ticket_for(event.options)))
    lines += _points(event, club)
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


def ticket_of(event: Tournament) -> int:
    """What a ticket is worth, in chips; 0 where none can be won."""
    return event.options.ticket if event.options.payout is PayoutRule.TICKETS else 0


def result_pieces(one: Result, knockouts: int = 0, *, ticket: int = 0) -> tuple[Piece, ...]:
    """A place, who has it, and what it brought: also a ticket, if one can be won."""
    pieces: tuple[Piece, ...] = (rank_text(one.place, one.sharing), *_who(one))
    chips = one.prize
    if ticket and chips >= ticket:
        pieces, chips = (*pieces, Text(key="tourney.won_ticket")), chips - ticket
    if chips:
        pieces = (*pieces, Chips(amount=chips, signed=True))
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


def _points(event: Tournament, club: Club | None) -> list[Line]:
    """What the season counts for the first ones, as the table of points has it; nothing for a small field."""
    counted, club = event_result(event), club or Club()
    said: list[tuple[Piece, ...]] = []
    for row in counted.rows if counted is not None and counted.entries >= club.least else ():
        worth = scored(row, club)
        if worth and len(said) < _MOST_POINTS:
            name = Name(name=row.name, player=row.player)
            said.append((name, Text(key="tourney.points_won", numbers={"points": hundredths(worth)})))
    return [Line(role=Role.NOTE, pieces=(Text(key="tourney.points"), *joined(said, DOT)))] if said else []
