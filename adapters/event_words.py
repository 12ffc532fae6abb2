"""Words of tournaments that several of their messages share: levels, places, shares, names and buttons, as pieces."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from adapters.messages import Chips, Choice, ChoiceName, Line, Look, Name, Piece, Place, Role, Text
from adapters.wording import DOT, joined, ordinal
from core.cardroom.event_options import EventOptions, PayoutRule
from core.cardroom.payouts import payouts
from core.cardroom.structure import Structure, level_at
from core.cardroom.tournament import Entrant, Tournament, entries, prize_pool
from core.ids import PlayerId, TableId

MOST_NAMES: Final = 12
"""Names in one line; the others are counted."""
MOST_PRIZES: Final = 6
"""Places in one line."""
_WHOLE: Final = 1_000
"""A pool that shows shares in tenths of a per cent."""

Places = Mapping[TableId, Place]
"""Where the tables of an event are, for one room."""


def note(key: str, **numbers: int | str) -> Line:
    """A line of one text."""
    return Line(role=Role.NOTE, pieces=(Text(key=key, numbers=numbers),))


def result(*pieces: Piece) -> Line:
    """A line that is to be read first."""
    return Line(role=Role.RESULT, pieces=pieces)


def listed(*pieces: Piece) -> Line:
    """One of many lines of a list, which no platform is to write small."""
    return Line(role=Role.LOG, pieces=pieces)


def titled(event: Tournament, *parts: Sequence[Piece]) -> Line:
    """The event's name, and what the message is about."""
    return Line(role=Role.TITLE, pieces=joined([(Name(name=event.name, strong=True),), *parts], DOT))


def button(
    event: Tournament, name: ChoiceName, look: Look = Look.SECONDARY, *, more: str = "", key: str = ""
) -> Choice:
    """A button of this event, labelled by `key` (by what it does when empty); `more` comes after the event's id."""
    argument = f"{event.id}.{more}" if more else event.id
    return Choice(name=name, label=(Text(key=key or f"choice.{name}"),), argument=argument, look=look)


def page_buttons(
    event: Tournament, name: ChoiceName, page: int, pages: int
) -> tuple[tuple[Choice, ...], ...]:
    """[Back] [Next], as far as there are pages."""
    row = []
    if page > 1:
        row.append(button(event, name, more=str(page - 1), key="tourney.page_back"))
    if page < pages:
        row.append(button(event, name, more=str(page + 1), key="tourney.page_next"))
    return (tuple(row),) if row else ()


def paged(count: int, on_a_page: int, page: int) -> tuple[int, int]:
    """(the page that is shown, how many there are), from 1."""
    pages = max(1, -(-count // on_a_page))
    return min(max(1, page), pages), pages


def page_part(page: int, pages: int) -> tuple[Piece, ...]:
    """Which page this is, where there are several."""
    return (Text(key="top.page", numbers={"page": page, "pages": pages}),) if pages > 1 else ()


def level_text(
    structure: Structure, number: int, key: str = "tourney.level", *, strong: bool = False
) -> Text:
    """A level's stakes, in the sentence `key`; with an ante in the one that names it."""
    level = level_at(structure, number)
    numbers: dict[str, int | str] = {
        "level": number,
        "small": level.small_blind,
        "big": level.big_blind,
        "ante": level.ante,
    }
    return Text(key=f"{key}_ante" if level.ante else key, numbers=numbers, strong=strong)


def rank_text(place: int, sharing: int = 1) -> Text:
    """``6.``, or ``5–6.`` of a place that is shared."""
    if sharing > 1:
        return Text(key="tourney.rank_shared", numbers={"first": place, "last": place + sharing - 1})
    return Text(key="tourney.rank", numbers={"rank": place})


def who(one: Entrant, *, strong: bool = False) -> tuple[Piece, ...]:
    """An entrant's name; computers are told apart."""
    name = Name(name=one.name, player=one.player, strong=strong)
    return (name, Text(key="seat.computer")) if one.temper is not None else (name,)


def names(people: Sequence[Entrant], most: int = MOST_NAMES) -> tuple[Piece, ...]:
    """The first names, and how many more there are."""
    said: list[tuple[Piece, ...]] = [who(one) for one in people[:most]]
    if len(people) > most:
        said.append((Text(key="tourney.more", numbers={"count": len(people) - most}),))
    return joined(said, DOT)


def big_blinds(chips: int, big: int) -> str:
    """``13.5``, ``120``: a stack in big blinds, to a tenth below a hundred."""
    tenths = chips * 10 // big
    return f"{tenths // 10:,}" if tenths >= 1_000 or tenths % 10 == 0 else f"{tenths // 10}.{tenths % 10}"


def tenths(value: int) -> str:
    """Tenths as ``50`` or ``6.5``."""
    return str(value // 10) if value % 10 == 0 else f"{value // 10}.{value % 10}"


def hundredths(value: int) -> str:
    """Season points: ``30.00`` as ``30``, ``21.21`` as it is."""
    whole, rest = divmod(value, 100)
    return f"{whole:,}" if not rest else f"{whole:,}.{rest:02}"


def prize_pieces(event: Tournament, players: int = 0) -> tuple[Piece, ...]:
    """What the first places get, in chips and in per cent of the pool, with those who are in or with `players` if that
    is more; empty when there is nothing to win."""
    there = entries(event)
    players = max(there, players)
    pool = prize_pool(event) + (players - there) * (event.options.buy_in - event.options.bounty)
    prizes, shares = payouts(event.options, pool, max(1, players)), _shares(event, players)
    if event.options.payout is PayoutRule.TICKETS:
        return _tickets(event, prizes)
    said: list[tuple[Piece, ...]] = []
    for at, share in enumerate(shares[:MOST_PRIZES]):
        numbers: dict[str, int | str] = {"place": at + 1, "nth": ordinal(at + 1), "percent": tenths(share)}
        if at < len(prizes):
            said.append((Text(key="tourney.pays", numbers={**numbers, "chips": prizes[at]}),))
        else:
            said.append((Text(key="tourney.pays_share", numbers=numbers),))
    if len(prizes) > MOST_PRIZES:
        more: dict[str, int | str] = {"count": len(prizes) - MOST_PRIZES, "chips": prizes[-1]}
        said.append((Text(key="tourney.pays_more", numbers=more),))
    return joined(said, DOT)


def _shares(event: Tournament, players: int) -> tuple[int, ...]:
    """Tenths of a per cent by place; none where the whole buy-in goes onto the heads."""
    if event.options.buy_in <= event.options.bounty:
        return ()
    return payouts(event.options, _WHOLE, max(1, players))


def ticket_for(options: EventOptions) -> tuple[Piece, ...]:
    """Which tournament a ticket is the entry into, and what becomes of it otherwise."""
    if not options.satellite_name:
        return (Text(key="tourney.satellite"),)
    name = Name(name=options.satellite_name, strong=True)
    return (Text(key="tourney.satellite_into"), name, DOT, Text(key="tourney.satellite_else"))


def _tickets(event: Tournament, prizes: Sequence[int]) -> tuple[Piece, ...]:
    ticket = event.options.ticket
    won = sum(chips >= ticket for chips in prizes)
    pieces: tuple[Piece, ...] = (Text(key="tourney.tickets", numbers={"count": won, "chips": ticket}),)
    if prizes and prizes[-1] < ticket:
        pieces = (*pieces, DOT, Text(key="tourney.tickets_rest", numbers={"chips": prizes[-1]}))
    return pieces


def table_links(places: Iterable[tuple[Place, int]], most: int) -> tuple[Piece, ...]:
    """Tables to go to, with how many sit there; beyond `most` they are counted."""
    known = list(places)
    said: list[tuple[Piece, ...]] = [
        (place, Text(key="tourney.table_size", numbers={"players": size})) for place, size in known[:most]
    ]
    if len(known) > most:
        said.append((Text(key="tourney.more", numbers={"count": len(known) - most}),))
    return joined(said, DOT)


def chips_of(amount: int, big: int) -> tuple[Piece, ...]:
    """A stack in chips and in big blinds."""
    return (
        Chips(amount=amount, strong=True),
        Text(key="tourney.blinds", numbers={"blinds": big_blinds(amount, big)}),
    )


def is_me(one: Entrant, viewer: PlayerId | None) -> bool:
    """Whether this is the asker's own entry."""
    return viewer is not None and one.player == viewer
