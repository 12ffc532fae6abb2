"""What a tournament says to one player alone: where they sit, how they stand, that they are out, what came back."""

from adapters.event_words import (
    Places,
    button,
    chips_of,
    note,
    result,
    titled,
)
from adapters.messages import Choice, ChoiceName, Line, Look, Message, Name, Piece, Place, Role, Text
from adapters.render_event_open import start_pieces
from adapters.render_event_over import cancelled_message
from adapters.render_standings import chip_ranks
from adapters.wording import DOT, joined, ordinal
from core.cardroom.elimination import Standing, shared_prizes, standings
from core.cardroom.event_news import Eliminated, SeatDrawn
from core.cardroom.event_options import BountyRule, EntryRule
from core.cardroom.structure import level_at
from core.cardroom.tournament import (
    Entrant,
    Stage,
    Status,
    Tournament,
    alive,
    can_enter,
    entrant_of,
    entries,
    prizes_now,
)
from core.ids import PlayerId


def own_message(event: Tournament, player: PlayerId, places: Places, zone: str) -> Message:
    """How the asker stands in it now, whatever they have just done."""
    number = entrant_of(event, player)
    if event.stage is Stage.CANCELLED:
        return cancelled_message(event)
    if number is None:
        lines = [titled(event), result(Text(key="tourney.own.none"))]
        return Message(lines=tuple(lines), choices=_enter_row(event) if can_enter(event) else ())
    one = event.entrants[number]
    match one.status:
        case Status.REGISTERED:
            return registered_message(event, one, zone)
        case Status.QUEUED:
            return _queued(event, one, zone)
        case Status.IN if event.stage is Stage.RUNNING:
            return _playing(event, number, places)
        case Status.IN:
            lines = [titled(event), result(ended_text(event, player)), *_won(event, number)]
            return Message(lines=tuple(lines), choices=watch_row(event))
        case Status.OUT | Status.GONE:
            return _fallen(event, number)


def seat_message(event: Tournament, news: SeatDrawn, place: Place | None) -> Message:
    """Where the player sits from now on; `place` is None where there is no way to the table."""
    at: tuple[Piece, ...] = () if place is None else (place,)
    key = "tourney.seat.moved" if news.came_from is not None else "tourney.seat.drawn"
    pieces: tuple[Piece, ...] = (Text(key=key), *at)
    if news.seat is not None:
        pieces = (*pieces, DOT, Text(key="seat.number", numbers={"seat": news.seat}, strong=True))
    else:
        pieces = (*pieces, DOT, Text(key="tourney.seat.worst"))
    number = entrant_of(event, news.player)
    lines = [titled(event), result(*pieces)]
    if number is not None and event.entrants[number].chips:
        big = level_at(event.options.structure, event.level).big_blind
        lines.append(result(Text(key="tourney.own.stack"), *chips_of(event.entrants[number].chips, big)))
    return Message(lines=tuple(lines))


def out_message(event: Tournament, news: Eliminated) -> Message:
    """The player is out: the place, by whom, the prize, and the way back in while there is one."""
    standing = Standing(place=news.place, sharing=news.sharing)
    lines = [titled(event), result(_place(event, standing))]
    if news.by:
        winners = joined([(Name(name=name),) for name in news.by], DOT)
        lines.append(Line(role=Role.NOTE, pieces=(Text(key="tourney.own.by"), *winners)))
    number = entrant_of(event, news.player)
    if number is not None:
        if event.entrants[number].removed:
            lines.append(note("tourney.own.removed"))
        lines += _won(event, number)
    again = number is not None and may_come_again(event, number)
    if again:
        lines.append(note("tourney.own.place_may_fall"))
        lines.append(note("tourney.own.again", chips=event.options.buy_in, level=event.options.late_level))
    elif can_enter(event):
        lines.append(note("tourney.own.place_may_fall"))
    return Message(lines=tuple(lines), choices=_enter_row(event, again=True) if again else watch_row(event))


def refund_message(event: Tournament, chips: int, why: str = "") -> Message:
    """The player is no longer in, `why`, and what they paid is back in the wallet."""
    lines = [titled(event), result(Text(key=f"tourney.not_in.{why}" if why else "tourney.own.not_in"))]
    if chips:
        lines.append(result(Text(key="tourney.own.refunded", numbers={"chips": chips})))
    if event.stage is Stage.CANCELLED:
        return Message(lines=(lines[0], result(Text(key="tourney.cancelled")), *lines[2:]))
    return Message(lines=tuple(lines), choices=_enter_row(event) if can_enter(event) else ())


def check_in_message(event: Tournament, zone: str) -> Message:
    """A call to check in."""
    lines = (
        titled(event),
        result(Text(key="tourney.own.check_in", strong=True)),
        Line(role=Role.POT, pieces=start_pieces(event, zone)),
    )
    row = (button(event, ChoiceName.CHECK_IN, Look.PRIMARY), button(event, ChoiceName.UNREGISTER))
    return Message(lines=lines, choices=(row,))


def may_come_again(event: Tournament, number: int) -> bool:
    """Whether an entry that is out may be followed by another one of the same player."""
    player, options = event.entrants[number].player, event.options
    mine = [one for one in event.entrants if one.player == player]
    return (
        options.entry is not EntryRule.FREEZEOUT
        and can_enter(event)
        and sum(one.status is Status.OUT for one in mine) < options.most_entries
        and not any(one.removed for one in mine)
    )


def registered_message(event: Tournament, one: Entrant, zone: str) -> Message:
    lines = [titled(event), result(Text(key="tourney.own.in", strong=True))]
    lines.append(Line(role=Role.POT, pieces=start_pieces(event, zone)))
    row: list[Choice] = [button(event, ChoiceName.UNREGISTER), button(event, ChoiceName.STRUCTURE)]
    if one.checked_in:
        lines.append(note("tourney.own.here"))
    elif event.checking_in:
        lines.append(note("tourney.own.check_in"))
        row.insert(0, button(event, ChoiceName.CHECK_IN, Look.PRIMARY))
    elif event.options.check_in_minutes:
        lines.append(note("tourney.own.check_in_later", minutes=event.options.check_in_minutes))
    return Message(lines=tuple(lines), choices=(tuple(row),))


def _queued(event: Tournament, one: Entrant, zone: str) -> Message:
    queue = [each.player for each in event.entrants if each.status is Status.QUEUED]
    numbers: dict[str, int | str] = {"place": queue.index(one.player) + 1, "count": len(queue)}
    lines = (
        titled(event),
        result(Text(key="tourney.own.queued", numbers=numbers, strong=True)),
        note("tourney.own.queue_why"),
        Line(role=Role.POT, pieces=start_pieces(event, zone)),
    )
    row: list[Choice] = [button(event, ChoiceName.UNREGISTER)]
    if event.checking_in and not one.checked_in:
        row.insert(0, button(event, ChoiceName.CHECK_IN, Look.PRIMARY))
    return Message(lines=lines, choices=(tuple(row),))


def _playing(event: Tournament, number: int, places: Places) -> Message:
    one = event.entrants[number]
    big = level_at(event.options.structure, event.level).big_blind
    numbers: dict[str, int | str] = {"rank": chip_ranks(event)[number], "left": len(alive(event))}
    lines = [titled(event), result(Text(key="tourney.own.stack"), *chips_of(one.chips, big))]
    lines.append(result(Text(key="tourney.own.rank", numbers=numbers)))
    where: list[tuple[Piece, ...]] = []
    if one.table is not None and one.table in places:
        where.append((places[one.table],))
    if one.seat is not None:
        where.append((Text(key="seat.number", numbers={"seat": one.seat}),))
    if where:
        lines.append(result(Text(key="tourney.own.at"), *joined(where, DOT)))
    if one.coming:
        lines.append(note("tourney.own.coming", chips=one.coming))
    if event.options.bounty_rule is not BountyRule.NONE:
        lines.append(note("tourney.own.bounty", head=one.head, won=one.scalped))
    return Message(lines=tuple(lines), choices=((button(event, ChoiceName.STANDINGS),),))


def _fallen(event: Tournament, number: int) -> Message:
    standing = standings(event.fallen, entries(event)).get(number)
    said = Text(key="tourney.own.is_out", strong=True) if standing is None else _place(event, standing)
    lines = [titled(event), result(said)]
    lines += _won(event, number)
    again = may_come_again(event, number)
    if again:
        lines.append(note("tourney.own.again", chips=event.options.buy_in, level=event.options.late_level))
    return Message(lines=tuple(lines), choices=_enter_row(event, again=True) if again else watch_row(event))


def _place(event: Tournament, standing: Standing) -> Text:
    numbers: dict[str, int | str] = {
        "place": standing.place,
        "nth": ordinal(standing.place),
        "last": standing.place + standing.sharing - 1,
        "entries": entries(event),
    }
    key = "tourney.own.out_shared" if standing.sharing > 1 else "tourney.own.out"
    return Text(key=key, numbers=numbers, strong=True)


def _won(event: Tournament, number: int) -> list[Line]:
    """The prize, certain once nobody can enter any more, and the bounties."""
    one = event.entrants[number]
    lines = []
    paid = [each for each in event.results if each.player == one.player]
    prize = sum(each.prize for each in paid)
    if not event.results and not can_enter(event):
        prize = shared_prizes(prizes_now(event), event.fallen, entries(event)).get(number, 0)
    if event.results:
        return gain_lines(prize, sum(each.bounties for each in paid))
    if prize:
        lines.append(result(Text(key="tourney.own.prize_later", numbers={"chips": prize})))
    if one.scalped:
        lines.append(result(Text(key="tourney.own.bounties", numbers={"chips": one.scalped})))
    return lines


def gain_lines(prize: int, bounties: int) -> list[Line]:
    """What it brought, in wallet chips."""
    said = (("tourney.own.prize", prize), ("tourney.own.bounties", bounties))
    return [result(Text(key=key, numbers={"chips": chips})) for key, chips in said if chips]


def ended_text(event: Tournament, player: PlayerId) -> Text:
    """The player's best place; whoever has it alone, with no deal, has won."""
    best = min((one for one in event.results if one.player == player), key=lambda one: one.place)
    if best.place == 1 and best.sharing == 1 and event.shared is None:
        return Text(key="tourney.own.won", strong=True)
    numbers: dict[str, int | str] = {
        "place": best.place,
        "nth": ordinal(best.place),
        "last": best.place + best.sharing - 1,
        "entries": entries(event),
    }
    key = "tourney.own.ended_shared" if best.sharing > 1 else "tourney.own.ended"
    return Text(key=key, numbers=numbers, strong=True)


def _enter_row(event: Tournament, *, again: bool = False) -> tuple[tuple[Choice, ...], ...]:
    key = "tourney.enter_again" if again else ""
    return ((button(event, ChoiceName.REGISTER, Look.SUCCESS, key=key),),)


def watch_row(event: Tournament) -> tuple[tuple[Choice, ...], ...]:
    return ((button(event, ChoiceName.STANDINGS),),)
