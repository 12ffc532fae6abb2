"""The message of a running tournament: the level, who is left, what is still to be won, where the tables are, and
what everybody waits for."""

from collections.abc import Mapping, Sequence
from typing import Final

from adapters.event_words import (
    Places,
    button,
    chips_of,
    level_text,
    names,
    note,
    result,
    table_links,
    titled,
)
from adapters.messages import Choice, ChoiceName, Countdown, Line, Look, Message, Name, Piece, Role, Text
from adapters.wording import DOT, joined, ordinal
from core.cardroom.deals import MOST_DEALERS
from core.cardroom.elimination import standings
from core.cardroom.event_options import BountyRule, EntryRule, Kind, PayoutRule
from core.cardroom.structure import level_at
from core.cardroom.tournament import Stage, Tournament, alive, can_enter, entries, prizes_now, sizes

MINUTE_MS: Final = 60_000
MOST_TABLES: Final = 12
"""Tables with a link in one line."""
MOST_PRIZES: Final = 5
_LAST_OUT: Final = 3


def running_message(event: Tournament, places: Places) -> Message:
    """How it goes."""
    lines = [
        titled(event, (level_text(event.options.structure, event.level, strong=True),)),
        *waiting_lines(event),
        result(*_left(event)),
        *next_level(event),
        *table_lines(event, places),
    ]
    prizes = still_to_win(event)
    if prizes:
        lines.append(result(Text(key="tourney.still_to_win"), *prizes))
    if event.options.bounty_rule is not BountyRule.NONE:
        lines.append(note("tourney.heads", chips=sum(event.entrants[at].head for at in alive(event))))
    lines += [*_last_out(event), *_votes(event), _entry(event)]
    return Message(lines=tuple(lines), choices=_choices(event))


def waiting_lines(event: Tournament) -> tuple[Line, ...]:
    """Why no cards are dealt, or not before all tables are ready."""
    if event.paused_at is not None:
        return (_loud(Text(key="tourney.paused", strong=True)),)
    if event.resting_until is not None:
        pieces: tuple[Piece, ...] = (
            Text(key="tourney.resting", strong=True),
            Countdown(until=event.resting_until),
        )
        return (_loud(*pieces),)
    if event.hold is None:
        return ()
    return (_loud(Text(key=f"tourney.hold.{event.hold}", strong=True)),)


def next_level(event: Tournament) -> tuple[Line, ...]:
    """What comes next, and when."""
    structure = event.options.structure
    text = level_text(structure, event.level + 1, "tourney.next")
    if not structure.minutes:
        tables = max(1, sum(size > 1 for size in sizes(event).values()))
        hands = max(1, -(-(structure.hands * tables - event.level_hands) // tables))
        after = Text(key="tourney.next_after", numbers={"hands": hands})
        return (Line(role=Role.NOTE, pieces=(text, DOT, after)),)
    if event.paused_at is not None or event.resting_until is not None:
        return (Line(role=Role.NOTE, pieces=(text,)),)
    until = event.level_since + structure.minutes * MINUTE_MS
    return (Line(role=Role.NOTE, pieces=(text, DOT, Countdown(until=until))),)


def table_lines(event: Tournament, places: Places) -> tuple[Line, ...]:
    """The tables in play, each with a way there and how many sit at it."""
    count = sizes(event)
    known = [(places[table], count[table]) for table in event.tables if table in places]
    if not known:
        return ()
    numbers: dict[str, int | str] = {"tables": len(event.tables)}
    return (result(Text(key="tourney.tables", numbers=numbers), *table_links(known, MOST_TABLES)),)


def still_to_win(event: Tournament) -> tuple[Piece, ...]:
    """The prizes of those who are left, the first ones in full; empty when there are none."""
    left, prizes = len(alive(event)), prizes_now(event)
    if event.options.payout is PayoutRule.TICKETS:
        numbers = {"count": sum(chips >= event.options.ticket for chips in prizes)}
        return (Text(key="tourney.tickets", numbers={**numbers, "chips": event.options.ticket}),)
    open_prizes = prizes[:left]
    said: list[tuple[Piece, ...]] = [
        (Text(key="tourney.wins", numbers={"place": at, "nth": ordinal(at), "chips": chips}),)
        for at, chips in enumerate(open_prizes[:MOST_PRIZES], 1)
    ]
    if len(open_prizes) > MOST_PRIZES:
        more: dict[str, int | str] = {"count": len(open_prizes) - MOST_PRIZES, "chips": open_prizes[-1]}
        said.append((Text(key="tourney.pays_more", numbers=more),))
    return joined(said, DOT)


def can_deal(event: Tournament) -> bool:
    """Whether those who are left may share what is left."""
    few = 2 <= len(alive(event)) <= MOST_DEALERS
    running = event.stage is Stage.RUNNING and event.options.kind is Kind.TABLES
    return running and few and not can_enter(event)


def average(event: Tournament) -> int:
    """Chips of an average stack."""
    return event.issued // max(1, len(alive(event)))


def _loud(*pieces: Piece) -> Line:
    return Line(role=Role.ACTOR, pieces=pieces)


def _left(event: Tournament) -> tuple[Piece, ...]:
    """How many are left of how many, and what they have on average."""
    left = alive(event)
    numbers: dict[str, int | str] = {"left": len(left), "entries": entries(event)}
    big = level_at(event.options.structure, event.level).big_blind
    said: list[Sequence[Piece]] = [
        (Text(key="tourney.left", numbers=numbers, strong=True),),
        (Text(key="tourney.average"), *chips_of(average(event), big)),
    ]
    if event.options.kind is not Kind.TABLES:
        said.insert(0, (Text(key="tourney.round", numbers={"round": event.round}),))
    else:
        paid = len(prizes_now(event))
        if not can_enter(event) and 0 < paid < len(left):
            said.append((Text(key="tourney.to_money", numbers={"count": len(left) - paid}),))
    return joined(said, DOT)


def _last_out(event: Tournament) -> tuple[Line, ...]:
    """The last ones who fell, the newest first; while one can enter their places are not certain."""
    found = standings(event.fallen, entries(event))
    fallen = [number for group in event.fallen for number in group][-_LAST_OUT:]
    if not fallen:
        return ()
    said: list[tuple[Piece, ...]] = []
    for number in reversed(fallen):
        one, place = event.entrants[number], found[number].place
        numbers: dict[str, int | str] = {"place": place, "nth": ordinal(place)}
        said.append((Name(name=one.name, player=one.player), Text(key="tourney.out_as", numbers=numbers)))
    return (Line(role=Role.LOG, pieces=(Text(key="tourney.last_out"), *joined(said, DOT))),)


def _votes(event: Tournament) -> tuple[Line, ...]:
    """Who would share, and how."""
    needed = sum(event.entrants[at].temper is None for at in alive(event))
    voters: Mapping[str, list[str]] = {
        deal: [player for player, voted in event.votes if voted is deal]
        for deal in dict.fromkeys(voted for _, voted in event.votes)
    }
    lines = []
    for deal, players in voters.items():
        people = [event.entrants[at] for at in alive(event) if event.entrants[at].player in players]
        numbers: dict[str, int | str] = {"count": len(people), "needed": needed}
        lines.append(
            Line(role=Role.NOTE, pieces=(Text(key=f"tourney.votes.{deal}", numbers=numbers), *names(people)))
        )
    return tuple(lines)


def _entry(event: Tournament) -> Line:
    if can_enter(event):
        return note("tourney.entry_open", level=event.options.late_level)
    return note("tourney.entry_closed")


def _choices(event: Tournament) -> tuple[tuple[Choice, ...], ...]:
    options = event.options
    first = []
    if can_enter(event):
        first.append(button(event, ChoiceName.REGISTER, Look.SUCCESS))
        if options.entry is EntryRule.REBUY:
            first.append(button(event, ChoiceName.REBUY, key="tourney.rebuy"))
    if options.entry is EntryRule.REBUY and event.resting_until is not None and event.breaks == 1:
        first.append(button(event, ChoiceName.ADD_ON, Look.PRIMARY))
    second = [
        button(event, ChoiceName.STANDINGS),
        button(event, ChoiceName.STRUCTURE),
        button(event, ChoiceName.PLAYERS),
    ]
    if can_deal(event):
        second.append(button(event, ChoiceName.DEAL))
    return tuple(row for row in (tuple(first), tuple(second)) if row)
