"""What a tournament tells one player of its own accord: another start, a place, another stack, a prize, a ticket."""

from dataclasses import replace

from adapters.event_words import button, note, result, titled
from adapters.messages import ChoiceName, Countdown, Line, Look, Message, Name, Role, Text
from adapters.render_event_open import start_pieces
from adapters.render_event_own import ended_text, gain_lines, own_message, registered_message, watch_row
from core.cardroom.tournament import Status, Tournament, entrant_of, ticket_winners
from core.ids import PlayerId


def prize_message(event: Tournament, player: PlayerId) -> Message:
    """It is over: the best place of somebody who won something, and all that it brought."""
    mine = [one for one in event.results if one.player == player]
    lines = [titled(event, (Text(key="tourney.over"),)), result(ended_text(event, player))]
    lines += gain_lines(sum(one.prize for one in mine), sum(one.bounties for one in mine))
    number = entrant_of(event, player)
    if event.shared is not None and number is not None and event.entrants[number].status is Status.IN:
        lines.append(note(f"tourney.shared.{event.shared}"))
    if any(one.player == player for one in ticket_winners(event)):
        lines.append(note("tourney.satellite"))
    return Message(lines=tuple(lines), choices=watch_row(event))


def ticket_message(event: Tournament, player: PlayerId, target: Tournament | None) -> Message:
    """What has become of a ticket, below the prize: its winner is in `target`, or keeps the chips."""
    message = prize_message(event, player)
    lines = [line for line in message.lines if line != note("tourney.satellite")]
    if target is None:
        lines.append(note("tourney.own.ticket_kept"))
        return replace(message, lines=tuple(lines))
    entered = result(Text(key="tourney.own.ticket_used"), Name(name=target.name, strong=True))
    row = (button(target, ChoiceName.OVERVIEW),)
    return replace(message, lines=(*lines, entered), choices=(row,))


def rebuy_message(event: Tournament, until: int) -> Message:
    """To who is out of chips: the seat is kept until then, in milliseconds since the epoch, for another stack."""
    numbers: dict[str, int | str] = {"chips": event.options.buy_in, "stack": event.options.structure.stack}
    lines = (
        titled(event),
        result(Text(key="tourney.own.may_rebuy", numbers=numbers, strong=True)),
        Line(role=Role.NOTE, pieces=(Text(key="tourney.own.seat_kept"), Countdown(until=until))),
    )
    return Message(
        lines=lines, choices=((button(event, ChoiceName.REBUY, Look.SUCCESS, key="tourney.rebuy"),),)
    )


def moved_up_message(event: Tournament, player: PlayerId, zone: str) -> Message:
    """To who has waited for a place: there is one."""
    number = entrant_of(event, player)
    if number is None:
        return own_message(event, player, {}, zone)
    message = registered_message(event, event.entrants[number], zone)
    came = result(Text(key="tourney.own.moved_up", strong=True))
    return replace(message, lines=(message.lines[0], came, *message.lines[2:]))


def new_start_message(event: Tournament, zone: str, player: PlayerId) -> Message:
    """It begins at another time: to who is in or waits for a place."""
    number = entrant_of(event, player)
    lines = [
        titled(event, (Text(key="tourney.new_start", strong=True),)),
        Line(role=Role.POT, pieces=start_pieces(event, zone)),
    ]
    row = [button(event, ChoiceName.UNREGISTER)]
    if number is not None and event.checking_in and not event.entrants[number].checked_in:
        lines.append(note("tourney.own.check_in"))
        row.insert(0, button(event, ChoiceName.CHECK_IN, Look.PRIMARY))
    elif event.options.check_in_minutes and event.options.starts_at is not None:
        lines.append(note("tourney.own.check_in_later", minutes=event.options.check_in_minutes))
    return Message(lines=tuple(lines), choices=(tuple(row),))
