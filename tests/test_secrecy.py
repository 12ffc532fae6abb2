"""Nobody learns a card before its time: not from events, views, records or what Python prints of a table."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, fields, is_dataclass, replace
from functools import lru_cache
from random import Random
from typing import Annotated, Any

import pytest
from pydantic import Field, TypeAdapter

from core.actions import Sit, StartPlay, TimeOut
from core.cardroom.history import shown_after
from core.cardroom.table import Deal, Table, Wait, taken
from core.events import ButtonDrawn, Event
from core.ids import SeatNo
from core.options import TableOptions
from core.poker.actions import Call, Check, Fold, Muck, Show
from core.poker.cards import Card
from core.poker.events import CardsShown, HoleCardsDealt, PotAwarded, StreetDealt
from core.poker.games import GAMES, GameName
from core.poker.hand import Showing
from core.poker.record import HandRecord, published
from core.poker.shuffle import Commitment, commit
from core.poker.verification import check
from core.side_events import BuyingFailed, ShownAfter
from core.sight import player_view, public_view, seat_view
from core.views import TableView
from tests.table_walk import PEOPLE, Watched, some_action, some_options
from tests.tables import Evening, opening, person

EVENT: TypeAdapter[Event] = TypeAdapter(Annotated[Event, Field(discriminator="kind")])
VIEW = TypeAdapter(TableView)
CARD = re.compile(r"(?<![0-9A-Za-z])[2-9TJQKA][cdhs](?![0-9A-Za-z])")


def cards_in(thing: object) -> set[str]:
    """Every card anywhere inside, found by walking through it."""
    return {card.value for card in _walk(thing)}


def _walk(thing: object) -> Iterator[Card]:
    if isinstance(thing, Card):
        yield thing
    elif is_dataclass(thing) and not isinstance(thing, type):
        for one in fields(thing):
            yield from _walk(getattr(thing, one.name))
    elif isinstance(thing, dict):
        for value in thing.values():
            yield from _walk(value)
    elif isinstance(thing, tuple | list):
        for value in thing:
            yield from _walk(value)


def cards_said(text: str | bytes) -> set[str]:
    """Every card that stands in a text."""
    return set(CARD.findall(text if isinstance(text, str) else text.decode()))


@dataclass
class Secrets:
    """What nobody may know at this moment."""

    cards: set[str]
    words: set[str]

    def none_in(self, text: str | bytes) -> None:
        said = text if isinstance(text, str) else text.decode()
        assert not cards_said(said) & self.cards
        assert not [word for word in self.words if word in said]


def shown_of(deal: Deal) -> set[str]:
    """The cards of a hand that lie face up."""
    hand = deal.hand
    up = {card.value for board in hand.dealt.boards for card in board}
    for cards, shown in zip(hand.dealt.holes, hand.ending.shown, strict=True):
        up |= {card.value for card in cards if shown}
    return up


def held_by(deal: Deal, table: Table, number: SeatNo) -> set[str]:
    """The cards that the player in this seat was dealt."""
    seat = table.seats[number - 1]
    for one in deal.seated:
        if seat is not None and one.seat == number and one.player == seat.player:
            seats = deal.hand.setup.seats
            return (
                {card.value for card in deal.hand.dealt.holes[seats.index(number)]}
                if number in seats
                else set()
            )
    return set()


@lru_cache(maxsize=64)
def committed(secret: str, game: GameName) -> Commitment:
    """What a secret stands for, kept because every step asks for the same two."""
    return commit(bytes.fromhex(secret), GAMES[game].deck)


def secrets_of(table: Table) -> Secrets:
    """Undealt, folded, mucked and unshown cards, the secrets of both decks and the salts of unshown cards."""
    deal = table.deal
    game = table.options.game
    words = {table.next_secret, *(salt.hex() for salt in committed(table.next_secret, game).salts)}
    if deal is None:
        return Secrets(cards={card.value for card in Card}, words=words)
    deck = {card.value for card in deal.hand.dealt.deck}
    commitment = committed(deal.secret, game)
    hidden = deck - shown_of(deal)
    told = {card.value for _, cards in (*deal.shown, (0, deal.rabbit)) for card in cards}
    pairs = zip(commitment.order, commitment.salts, strict=True)
    words |= {salt.hex() for card, salt in pairs if card.value in hidden}
    return Secrets(cards=hidden - told, words=words | {deal.secret})


def check_events(table: Table, secrets: Secrets, events: tuple[Event, ...]) -> None:
    """Public events tell what is face up; a private one is for the seat whose cards it tells."""
    for event in events:
        # The printed form is what gets logged, whoever the event is for. The draw has a deck of its own.
        if not isinstance(event, ButtonDrawn):
            secrets.none_in(f"{event!r} {event!s}")
        if isinstance(event, HoleCardsDealt):
            assert event.only == event.seat
            assert table.deal is not None
            at = table.deal.hand.setup.seats.index(event.seat)
            assert event.cards == table.deal.hand.dealt.holes[at]
            continue
        assert getattr(event, "only", None) is None or isinstance(event, BuyingFailed)
        if isinstance(event, ButtonDrawn):
            continue
        assert not cards_in(event) & secrets.cards
        secrets.none_in(EVENT.dump_json(event))
        if isinstance(event, PotAwarded) and event.made is not None:
            assert table.deal is not None
            up = dict(zip(table.deal.hand.setup.seats, table.deal.hand.ending.shown, strict=True))
            assert all(up[share.seat] for share in event.shares)


def check_views(table: Table, secrets: Secrets) -> None:
    """A view tells what is face up, and the viewer's own cards."""
    public = public_view(table)
    assert not cards_in(public) & secrets.cards
    secrets.none_in(VIEW.dump_json(public))
    assert player_view(table, person("Zoe")) == public
    assert (public.viewer, public.legal) == (None, None)
    for number, _ in taken(table):
        own = held_by(table.deal, table, number) if table.deal else set()
        view = seat_view(table, number)
        left = Secrets(cards=secrets.cards - own, words=secrets.words)
        assert not cards_in(view) & left.cards
        left.none_in(VIEW.dump_json(view))
        for seat in view.seats:
            assert bool(seat.made) <= bool(seat.hole_cards)
            assert seat.shown or seat.seat == number or not seat.hole_cards
        assert view.legal is None or view.legal.legal.seat == number


def check_prints(table: Table, secrets: Secrets) -> None:
    """What Python prints of the state, as it might get into a log or a traceback."""
    for thing in (table, table.deal, table.hand, table.deal and table.deal.hand.dealt):
        secrets.none_in(f"{thing!r} {thing!s}")


def check_record(table: Table, secrets: Secrets, record: HandRecord) -> None:
    """A published record proves what was face up and, to a player, their own cards."""
    deal = table.deal
    assert deal is not None
    document = published(record)
    proven = {proof["card"] for proof in document["cards"]}
    assert proven == shown_of(deal)
    secrets.none_in(_json(document))
    secrets.none_in(repr(record))
    for number in deal.hand.setup.seats:
        own = {card.value for card in deal.hand.dealt.holes[deal.hand.setup.seats.index(number)]}
        copy = published(record, number)
        assert {proof["card"] for proof in copy["own"]["cards"]} == own
        left = secrets.cards - own
        assert not cards_said(_json(copy)) & left
        assert record.secret not in _json(copy)
    assert "own" not in published(record, 99)


def check_shown_after(
    evening: Watched, secrets: Secrets, before: Deal | None, events: tuple[Event, ...]
) -> None:
    """What was shown after the hand is proven to everyone from then on, and no more of it."""
    later = shown_after(before, events) if before else ()
    if not before or not later:
        return
    (record,) = [one for one in evening.records if one.hand_no == before.hand_no]
    document = published(replace(record, later=later))
    shown = [card for event in events if isinstance(event, ShownAfter) for card in event.cards]
    told = {card.value for card in (*shown, *[card for _, cards in before.shown for card in cards])}
    assert {proof["card"] for proof in document["later"]} == told
    assert document["digest"] == published(record)["digest"]
    assert all(finding.ok for finding in check(document))
    secrets.none_in(_json(document))


def _json(document: dict[str, Any]) -> str:
    return TypeAdapter(dict[str, Any]).dump_json(document).decode()


@pytest.mark.parametrize("seed", range(18))
def test_no_random_evening_tells_an_unshown_card(seed: int) -> None:
    chance = Random(seed)
    evening = Watched(some_options(chance), luck=f"secret {seed}")
    for name in PEOPLE[:4]:
        evening.ask(Sit(by=person(name), name=name))
    evening.ask(StartPlay(by=evening.table.host))
    for _ in range(70):
        if evening.table.closed:
            break
        known, before = len(evening.records), evening.table.deal
        events = evening.ask(some_action(evening, chance))
        secrets = secrets_of(evening.table)
        check_events(evening.table, secrets, events)
        check_views(evening.table, secrets)
        check_prints(evening.table, secrets)
        for record in evening.records[known:]:
            check_record(evening.table, secrets, record)
        check_shown_after(evening, secrets, before, events)
        evening.pass_time(chance)


@pytest.mark.parametrize("game", list(GameName))
def test_the_search_would_find_a_card_that_was_told(game: GameName) -> None:
    evening = Evening(TableOptions(game=game))
    evening.sit("Ann", "Bob")
    evening.start()
    secrets = secrets_of(evening.table)
    assert len(secrets.cards) == (52 if game is GameName.HOLDEM else 36)
    assert cards_in(evening.table) == secrets.cards
    assert cards_said(TypeAdapter(Table).dump_json(evening.table)) == secrets.cards
    dealt = next(event for event in evening.events if isinstance(event, HoleCardsDealt))
    assert cards_in(dealt) == cards_said(EVENT.dump_json(dealt)) == {card.value for card in dealt.cards}
    for leak in (evening.table.next_secret, f"[{dealt.cards[0]}]", repr(dealt.cards)):
        with pytest.raises(AssertionError):
            secrets.none_in(leak)


def test_a_player_sees_their_own_cards_and_no_one_elses() -> None:
    evening = Evening()
    evening.sit("Ann", "Bob", "Cem")
    evening.start()
    for number in evening.hand.setup.seats:
        view = seat_view(evening.table, SeatNo(number))
        at = evening.hand.setup.seats.index(number)
        assert cards_in(view) == {card.value for card in evening.hand.dealt.holes[at]}
        assert [bool(seat.hole_cards) for seat in view.seats] == [seat.seat == number for seat in view.seats]
    assert cards_in(public_view(evening.table)) == set()


def test_a_hand_that_ends_without_a_showdown_shows_nothing() -> None:
    evening = Evening()
    evening.sit("Ann", "Bob", "Cem")
    evening.start()
    evening.fold_round()
    assert not [event for event in evening.events if isinstance(event, CardsShown | StreetDealt)]
    assert cards_in(public_view(evening.table)) == set()
    assert published(evening.records[0])["cards"] == []


def test_a_folded_hand_stays_secret_when_the_others_show() -> None:
    evening = Evening()
    evening.sit("Ann", "Bob", "Cem")
    evening.start()
    folder = evening.legal.seat
    evening.move(Fold())
    evening.all_in()
    assert evening.table.deal is not None
    hand = evening.table.deal.hand
    cards = {card.value for card in hand.dealt.holes[hand.setup.seats.index(folder)]}
    assert len(cards_in(public_view(evening.table))) == 9
    assert not cards & cards_in(public_view(evening.table))
    assert not cards & cards_said(_json(published(evening.records[0])))


def test_a_mucked_hand_stays_secret_and_counts_as_gone() -> None:
    evening = Evening(TableOptions(showing=Showing.ASK))
    evening.sit("Ann", "Bob", "Cem")
    evening.start()
    while evening.table.wait is Wait.TURN:
        evening.move(Check() if evening.legal.check else Call())
    mucker = SeatNo(evening.hand.setup.seats[evening.hand.waiting_for[0]])
    cards = {card.value for card in evening.hand.dealt.holes[evening.hand.waiting_for[0]]}
    evening.move(Muck())
    assert [seat.seat for seat in public_view(evening.table).seats if not seat.has_cards] == [mucker]
    evening.move(Show())
    evening.move(Show())
    for number in {1, 2, 3} - {mucker}:
        assert not cards & cards_in(seat_view(evening.table, SeatNo(number)))
    assert cards <= cards_in(seat_view(evening.table, mucker))
    assert not cards & cards_said(_json(published(evening.records[0])))


def test_an_action_that_brings_chance_does_not_print_it() -> None:
    chance = "5e" * 32
    for action in (TimeOut(chance=chance), opening(TableOptions(), chance)):
        assert chance not in repr(action)
        assert chance not in str(action)


def test_the_draw_for_the_button_tells_nothing_of_the_decks() -> None:
    evening = Evening()
    evening.sit("Ann", "Bob")
    (drawn,) = [event for event in evening.start() if isinstance(event, ButtonDrawn)]
    rows = [one.card for cards in drawn.rounds for one in cards]
    for secret in (evening.table.next_secret, evening.table.deal.secret if evening.table.deal else ""):
        assert commit(bytes.fromhex(secret)).order[: len(rows)] != tuple(rows)
    assert evening.hand.dealt.deck[: len(rows)] != tuple(rows)
