"""The message of a tournament that has not begun: what it is, what it costs, what it pays, and who is in."""

from adapters.event_words import button, names, note, prize_pieces, result, ticket_for, titled
from adapters.messages import (
    Choice,
    ChoiceName,
    Countdown,
    Line,
    Look,
    Message,
    Moment,
    Name,
    Piece,
    Role,
    Text,
)
from adapters.wording import DOT, joined
from core.cardroom.event_options import BountyRule, EventOptions, Every, Kind, PayoutRule, seats_of
from core.cardroom.structure import MOST_ENTRANTS, Structure, estimate
from core.cardroom.tournament import Entrant, Status, Tournament, entries, prize_pool

MINUTE_MS = 60_000


def open_message(event: Tournament, now_ms: int, zone: str) -> Message:
    """Registration, and check-in once that is open."""
    lines = [*_facts(event, now_ms, zone), *_people(event)]
    return Message(lines=tuple(lines), choices=_choices(event))


def kind_part(options: EventOptions) -> tuple[Piece, ...]:
    """Game and betting, and who plays whom."""
    table = options.table
    numbers: dict[str, int | str] = {"betting": f"@betting.{table.betting}", "game": f"@game.{table.game}"}
    game = Text(key="stakes.game", numbers=numbers)
    seats = Text(key=f"tourney.kind.{options.kind}", numbers={"seats": seats_of(options)})
    return (game, DOT, seats)


def start_pieces(event: Tournament, zone: str) -> tuple[Piece, ...]:
    """When it begins."""
    at = event.options.starts_at
    if at is None:
        return (Text(key="tourney.starts_full", numbers={"players": event.options.max_entrants}),)
    return (Text(key="tourney.starts"), Moment(at=at, zone=zone), DOT, Countdown(until=at))


def entry_pieces(options: EventOptions) -> tuple[Piece, ...]:
    """How often one may enter, and until when."""
    numbers: dict[str, int | str] = {
        "entries": options.most_entries,
        "rebuys": options.most_rebuys,
        "level": options.late_level,
    }
    late = options.kind is Kind.TABLES and options.late_level > 0
    keys = [f"tourney.entry.{options.entry}", "tourney.late" if late else "tourney.no_late"]
    return joined([(Text(key=key, numbers=numbers),) for key in keys], DOT)


def field_of(event: Tournament) -> int:
    """For how many players it is said how long it takes: those of a full sit-and-go, and of a tournament that starts
    at a time those who are in, at least one table of them."""
    options = event.options
    if options.starts_at is None:
        return options.max_entrants
    return max(entries(event), options.min_entrants, min(seats_of(options), options.max_entrants))


def expected(event: Tournament) -> tuple[int, int]:
    """(hands of one table, minutes) that it usually takes with the players of `field_of`."""
    options, people = event.options, field_of(event)
    chips = options.structure.stack * people
    if options.kind is Kind.TABLES:
        return estimate(options.structure, chips)
    hands = minutes = 0
    while people > 1:
        # Each round has its levels anew, and all the chips in equal parts.
        people = -(-people // seats_of(options))
        more = estimate(options.structure, chips // people)
        hands, minutes = hands + more[0], minutes + more[1]
    return hands, minutes


def _facts(event: Tournament, now_ms: int, zone: str) -> list[Line]:
    options = event.options
    hands, minutes = expected(event)
    lines = [
        titled(event, kind_part(options)),
        Line(role=Role.POT, pieces=start_pieces(event, zone)),
        Line(role=Role.POT, pieces=_cost(event)),
        Line(role=Role.POT, pieces=_structure(options.structure)),
    ]
    lines += pays_lines(event)
    lines.append(Line(role=Role.NOTE, pieces=entry_pieces(options)))
    if options.satellite_of is not None:
        lines.append(Line(role=Role.NOTE, pieces=ticket_for(options)))
    lines.append(note("tourney.estimate", players=field_of(event), hands=hands, minutes=minutes))
    if options.every is not Every.NONE:
        lines.append(note(f"tourney.every.{options.every}"))
    lines += _check_in_hint(event, now_ms)
    lines.append(
        Line(
            role=Role.NOTE,
            pieces=(Text(key="tourney.host"), Name(name=event.host_name, player=event.host)),
        )
    )
    return lines


def pays_lines(event: Tournament) -> list[Line]:
    """What a full sit-and-go pays; where nobody knows how many come, what those who are in are paid, or the fewest
    with whom it begins and every share is paid. By which rule is said too. Tickets are those of a full field."""
    options, there = event.options, entries(event)
    players = options.max_entrants
    if options.payout is PayoutRule.TICKETS:
        each = options.buy_in - options.bounty
        if each and (players == MOST_ENTRANTS or each * players < options.ticket):
            return [_a_ticket_for(options, -(-options.ticket // each))]
    elif options.starts_at is not None:
        players = max(there, options.min_entrants, min(len(options.shares), options.max_entrants))
    prizes = prize_pieces(event, players)
    if not prizes:
        return []
    key = "so_far" if options.starts_at is not None and players == there else "with"
    numbers: dict[str, int | str] = {"players": players, "rule": f"@payout.{options.payout}"}
    return [result(Text(key=f"tourney.pays_{key}", numbers=numbers), *prizes)]


def _a_ticket_for(options: EventOptions, count: int) -> Line:
    """Where nobody knows how many tickets there will be."""
    numbers: dict[str, int | str] = {"chips": options.ticket, "entries": count}
    return result(Text(key="tourney.tickets_each", numbers=numbers))


def _structure(structure: Structure) -> tuple[Piece, ...]:
    first = structure.levels[0]
    ante = next((number for number, level in enumerate(structure.levels, 1) if level.ante), 0)
    numbers: dict[str, int | str] = {
        "stack": structure.stack,
        "small": first.small_blind,
        "big": first.big_blind,
        "hands": structure.hands,
        "minutes": structure.minutes,
        "level": ante,
    }
    keys = ["tourney.stack", "tourney.first_blinds"]
    keys.append("tourney.level_minutes" if structure.minutes else "tourney.level_hands")
    if ante:
        keys.append("tourney.ante_from" if ante > 1 else "tourney.ante_always")
    return joined([(Text(key=key, numbers=numbers),) for key in keys], DOT)


def _cost(event: Tournament) -> tuple[Piece, ...]:
    options = event.options
    numbers: dict[str, int | str] = {
        "chips": options.buy_in,
        "bounty": options.bounty,
        "pool": prize_pool(event),
    }
    keys = ["tourney.buy_in", "tourney.pool"] if options.buy_in else ["tourney.freeroll"]
    if options.bounty_rule is not BountyRule.NONE:
        keys.append(f"tourney.bounty.{options.bounty_rule}")
    return joined([(Text(key=key, numbers=numbers),) for key in keys], DOT)


def _check_in_hint(event: Tournament, now_ms: int) -> list[Line]:
    options = event.options
    if options.starts_at is None or not options.check_in_minutes or event.checking_in:
        return []
    opens = options.starts_at - options.check_in_minutes * MINUTE_MS
    text = Text(key="tourney.check_in_from", numbers={"minutes": options.check_in_minutes})
    ahead: tuple[Piece, ...] = (Countdown(until=opens),) if opens > now_ms else ()
    return [Line(role=Role.NOTE, pieces=(text, *ahead))]


def _people(event: Tournament) -> list[Line]:
    """Who is in, who is not there yet, and who waits for a place."""
    options = event.options
    there = [one for one in event.entrants if one.status is Status.REGISTERED]
    queue = [one for one in event.entrants if one.status is Status.QUEUED]
    numbers: dict[str, int | str] = {"count": len(there), "most": options.max_entrants}
    is_limited = options.max_entrants < MOST_ENTRANTS
    if not there:
        key = "tourney.nobody" if is_limited else "tourney.nobody_so_far"
        lines = [result(Text(key=key, numbers=numbers))]
    else:
        key = "tourney.registered" if is_limited else "tourney.registered_so_far"
        lines = [result(Text(key=key, numbers=numbers, strong=True), *names(there))]
    if len(there) < options.min_entrants:
        lines.append(note("tourney.needed", players=options.min_entrants))
    if event.checking_in:
        lines += _checked_in(event, there)
    if queue:
        waiting = Text(key="tourney.queue", numbers={"count": len(queue)})
        lines.append(Line(role=Role.NOTE, pieces=(waiting, *names(queue))))
    return lines


def _checked_in(event: Tournament, there: list[Entrant]) -> list[Line]:
    absent = [one for one in there if not one.checked_in]
    numbers: dict[str, int | str] = {"here": len(there) - len(absent), "count": len(there)}
    pieces: tuple[Piece, ...] = (Text(key="tourney.checking_in", numbers=numbers, strong=True),)
    if event.options.starts_at is not None:
        pieces = (*pieces, Countdown(until=event.options.starts_at))
    lines = [Line(role=Role.ACTOR, pieces=pieces)]
    if absent:
        lines.append(Line(role=Role.NOTE, pieces=(Text(key="tourney.absent"), *names(absent))))
    return lines


def _choices(event: Tournament) -> tuple[tuple[Choice, ...], ...]:
    first = [button(event, ChoiceName.REGISTER, Look.SUCCESS), button(event, ChoiceName.UNREGISTER)]
    if event.checking_in:
        first.insert(0, button(event, ChoiceName.CHECK_IN, Look.PRIMARY))
    second = [button(event, ChoiceName.STRUCTURE), button(event, ChoiceName.PLAYERS)]
    if entries(event) >= event.options.min_entrants:
        second.append(button(event, ChoiceName.BEGIN))
    return tuple(first), tuple(second)
