"""What can be looked up in a tournament: its levels, its players, and how those who are left could share."""

from dataclasses import replace
from typing import Final

from adapters.event_words import (
    button,
    level_text,
    listed,
    note,
    page_buttons,
    page_part,
    paged,
    result,
    titled,
    who,
)
from adapters.messages import Chips, ChoiceName, Line, Look, Message, Name, Piece, Role, Text
from adapters.render_event_open import entry_pieces
from adapters.render_event_running import can_deal
from adapters.wording import DOT, joined, ordinal
from core.cardroom.deals import MOST_DEALERS, DealKind, deal_shares
from core.cardroom.elimination import Standing, standings
from core.cardroom.event_news import DealVoted
from core.cardroom.event_options import BountyRule
from core.cardroom.tournament import Entrant, Stage, Status, Tournament, alive, entries, prizes_now

LEVELS_ON_A_PAGE: Final = 15
PLAYERS_ON_A_PAGE: Final = 20
_ORDER: Final = (Status.IN, Status.REGISTERED, Status.QUEUED, Status.OUT)


def structure_message(event: Tournament, page: int | None = None) -> Message:
    """The levels with antes and breaks, the one of now marked; without `page` the one that it stands on."""
    structure = event.options.structure
    now = event.level if event.stage is Stage.RUNNING else 0
    # One level beyond the ladder shows how it goes on.
    count = max(len(structure.levels), now) + 1
    current = 1 + (max(1, now) - 1) // LEVELS_ON_A_PAGE
    page, pages = paged(count, LEVELS_ON_A_PAGE, current if page is None else page)
    title = titled(event, (Text(key="tourney.structure"),), *_parts(page_part(page, pages)))
    numbers: dict[str, int | str] = {
        "stack": structure.stack,
        "hands": structure.hands,
        "minutes": structure.minutes,
    }
    key = "tourney.structure_minutes" if structure.minutes else "tourney.structure_hands"
    lines = [title, Line(role=Role.NOTE, pieces=(Text(key=key, numbers=numbers),))]
    first = (page - 1) * LEVELS_ON_A_PAGE + 1
    for number in range(first, min(count, first + LEVELS_ON_A_PAGE - 1) + 1):
        lines += _level(event, number, here=number == now)
    if page == pages:
        lines.append(note("tourney.doubles"))
    lines.append(Line(role=Role.NOTE, pieces=entry_pieces(event.options)))
    return Message(lines=tuple(lines), choices=page_buttons(event, ChoiceName.STRUCTURE, page, pages))


def players_message(event: Tournament, page: int = 1) -> Message:
    """Everybody who has entered, by how far they are and in the order in which they came."""
    people = sorted(
        ((number, one) for number, one in enumerate(event.entrants) if one.status in _ORDER),
        key=lambda pair: (_ORDER.index(pair[1].status), pair[0]),
    )
    page, pages = paged(len(people), PLAYERS_ON_A_PAGE, page)
    numbers: dict[str, int | str] = {"count": entries(event), "most": event.options.max_entrants}
    title = titled(
        event, (Text(key="tourney.registered_of", numbers=numbers),), *_parts(page_part(page, pages))
    )
    lines = [title]
    places = standings(event.fallen, entries(event))
    first = (page - 1) * PLAYERS_ON_A_PAGE
    for at, (number, one) in enumerate(people[first : first + PLAYERS_ON_A_PAGE], first + 1):
        mark = Text(key="mark.number", numbers={"number": at})
        lines.append(listed(mark, *_player(event, one, places.get(number))))
    if not people:
        lines.append(note("tourney.nobody", most=event.options.max_entrants))
    return Message(lines=tuple(lines), choices=page_buttons(event, ChoiceName.PLAYERS, page, pages))


def deal_message(event: Tournament, viewer: str | None = None) -> Message:
    """What each of those who are left would get by either way of sharing, the votes, and the buttons to vote."""
    title = titled(event, (Text(key="tourney.deal", strong=True),))
    if not can_deal(event):
        return Message(lines=(title, note("refused.no_deal", most=MOST_DEALERS)))
    left = sorted(alive(event), key=lambda number: (-event.entrants[number].chips, number))
    stacks = [event.entrants[number].chips for number in left]
    prizes = prizes_now(event)[: len(left)]
    votes = dict(event.votes)
    lines = [title, note("tourney.deal_how")]
    parts = {kind: deal_shares(kind, stacks, prizes) for kind in DealKind} if min(stacks) > 0 else {}
    for at, number in enumerate(left):
        one = event.entrants[number]
        strong = viewer is not None and one.player == viewer
        pieces: tuple[Piece, ...] = (*who(one, strong=strong), Chips(amount=one.chips))
        for kind, shares in parts.items():
            pieces = (*pieces, DOT, Text(key=f"tourney.deal_gives.{kind}", numbers={"chips": shares[at]}))
        if one.player in votes:
            pieces = (*pieces, DOT, Text(key=f"tourney.wants.{votes[one.player]}"))
        lines.append(listed(*pieces))
    lines.append(note("tourney.deal_all"))
    choices = (
        button(event, ChoiceName.DEAL, Look.PRIMARY, more=DealKind.CHIPS, key="tourney.deal_chips"),
        button(event, ChoiceName.DEAL, Look.PRIMARY, more=DealKind.ICM, key="tourney.deal_icm"),
        button(event, ChoiceName.DEAL, more="none", key="tourney.deal_none"),
    )
    return Message(lines=tuple(lines), choices=(choices,))


def proposal_message(event: Tournament, vote: DealVoted, viewer: str) -> Message:
    """To the others who are left: somebody would share the prizes, what each would get, and the buttons."""
    message = deal_message(event, viewer)
    asked = result(
        Name(name=vote.name, player=vote.player), Text(key=f"tourney.wants.{vote.deal}", strong=True)
    )
    return replace(message, lines=(message.lines[0], asked, *message.lines[1:]))


def _parts(part: tuple[Piece, ...]) -> tuple[tuple[Piece, ...], ...]:
    return (part,) if part else ()


def _level(event: Tournament, number: int, *, here: bool) -> list[Line]:
    structure = event.options.structure
    text = level_text(structure, number, "tourney.row", strong=here)
    pieces: tuple[Piece, ...] = (text,)
    if here:
        pieces = (Text(key="mark.acting"), text, DOT, Text(key="tourney.now"))
    lines = [listed(*pieces)]
    if structure.break_every and number % structure.break_every == 0:
        lines.append(
            Line(
                role=Role.NOTE,
                pieces=(Text(key="tourney.break_after", numbers={"minutes": structure.break_minutes}),),
            )
        )
    return lines


def _player(event: Tournament, one: Entrant, standing: Standing | None) -> tuple[Piece, ...]:
    said = [_status(one, standing)]
    if event.stage is Stage.RUNNING and event.options.bounty_rule is not BountyRule.NONE and one.head:
        said.append((Text(key="tourney.head", numbers={"chips": one.head}),))
    if one.rebuys:
        said.append((Text(key="tourney.rebuys", numbers={"count": one.rebuys}),))
    return joined([who(one), *(part for part in said if part)], DOT)


def _status(one: Entrant, standing: Standing | None) -> tuple[Piece, ...]:
    match one.status:
        case Status.IN:
            return (Chips(amount=one.chips),)
        case Status.REGISTERED:
            return (Text(key="tourney.here"),) if one.checked_in else ()
        case Status.QUEUED:
            return (Text(key="tourney.waits"),)
        case Status.OUT | Status.GONE:
            said = Text(key="tourney.is_out")
            if standing is None:
                return (said,)
            numbers: dict[str, int | str] = {"place": standing.place, "nth": ordinal(standing.place)}
            return (said, Text(key="tourney.out_as", numbers=numbers))
