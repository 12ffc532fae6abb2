"""A finished hand as an Open Hand History 1.4.6 file, from its record as one asker may know it.

One object ``ohh``. All amounts are whole chips. ``currency`` must be there and must be three letters: ``XPM`` is what
the format has for play money since 1.4.6, a code of no currency, so that no tracker counts chips as money. Fields that
are only for tournaments, or that may be missing (``table_handle``, ``table_skin``), are left out.

The cards of a player who is not the asker are in no ``Dealt Cards``; what they showed is in ``Shows Cards``. The format
tells a further board by its streets once more, and by the flag ``Run_It_Twice`` that it was a run of the same pot and
not, as in a double-board bomb pot, dealt beside the other. Short-deck is none of its games and is
refused (`BadNotation`).
"""

import json
from collections.abc import Iterable
from typing import Any, Final

from core.dates import moment_of
from core.poker.cards import Card
from core.poker.events import (
    LIVE_POSTS,
    Called,
    CardsShown,
    Checked,
    Folded,
    HandEvent,
    HoleCardsDealt,
    Mucked,
    Posted,
    PostKind,
    PotAwarded,
    Raised,
    RunsAsked,
    RunsChosen,
    StreetDealt,
    UncalledReturned,
)
from core.poker.games import GameName
from core.poker.notation_actions import BadNotation
from core.poker.record_story import Story
from core.poker.rounds import Betting

SPEC: Final = "1.4.6"
SITE: Final = "Riverbot"
PLAY_MONEY: Final = "XPM"
BET_TYPES: Final = {Betting.NO_LIMIT: "NL", Betting.POT_LIMIT: "PL", Betting.FIXED_LIMIT: "FL"}

Json = dict[str, Any]


def ohh_text(told: Story) -> str:
    """The hand as the text of a file. Raises `BadNotation` for a game that the format does not know."""
    return json.dumps({"ohh": _hand(told)}, ensure_ascii=False, indent=2) + "\n"


def _hand(told: Story) -> Json:
    now = moment_of(told.started_ms)
    date = f"{now.year:04}-{now.month:02}-{now.day:02}T{now.hour:02}:{now.minute:02}:{now.second:02}Z"
    seated = sorted((*told.seats, *told.others), key=lambda one: one.seat)
    hero: Json = {} if told.viewer is None else {"hero_player_id": told.viewer}
    return {
        "spec_version": SPEC,
        "site_name": SITE,
        "network_name": SITE,
        "internal_version": "1.0.0",
        "game_number": f"{told.table}-{told.hand_no}",
        "start_date_utc": date,
        "table_name": told.table,
        "game_type": _game(told.game),
        "bet_limit": {"bet_type": BET_TYPES[told.betting], "bet_cap": 0},
        "table_size": max(2, seated[-1].seat),
        "currency": PLAY_MONEY,
        "dealer_seat": told.button,
        "small_blind_amount": told.small_blind,
        "big_blind_amount": told.big_blind,
        "ante_amount": told.ante,
        **hero,
        "flags": _flags(told),
        "players": [
            {
                "id": one.seat,
                "seat": one.seat,
                "name": one.name,
                "starting_stack": one.start,
                "is_sitting_out": one in told.others,
            }
            for one in seated
        ],
        "rounds": _rounds(told),
        "pots": _pots(told.events),
    }


def _game(game: GameName) -> str:
    match game:
        case GameName.HOLDEM:
            return "Holdem"
        case GameName.SHORT_DECK:
            raise BadNotation("Open Hand History has no short-deck")


def _flags(told: Story) -> list[str]:
    several = ["Run_It_Twice"] if len(told.boards) > 1 and not told.side_by_side else []
    return several if told.viewer is not None else [*several, "Observed"]


def _rounds(told: Story) -> list[Json]:
    """Each street with its actions, each further board's street, and the showdown."""
    rounds: list[Json] = [_round("Preflop", ())]
    bets: dict[int, int] = {}
    for event in told.events:
        if isinstance(event, StreetDealt):
            rounds.append(_round(event.street.value.capitalize(), event.cards))
            bets.clear()
            continue
        action = _action(event, bets, first=len(rounds) == 1)
        if action is None:
            continue
        if isinstance(event, CardsShown | Mucked) and rounds[-1]["street"] != "Showdown":
            rounds.append(_round("Showdown", ()))
        rounds[-1]["actions"].append(action)
    return _showdown_last(rounds)


def _showdown_last(rounds: list[Json]) -> list[Json]:
    """The showdown is the last round, also where the hands were up before the last cards came."""
    ordered = sorted(rounds, key=lambda one: one["street"] == "Showdown")
    number = 0
    for at, one in enumerate(ordered):
        one["id"] = at
        for action in one["actions"]:
            action["action_number"] = number
            number += 1
    return ordered


def _round(street: str, cards: Iterable[Card]) -> Json:
    return {"id": 0, "street": street, "cards": [card.value for card in cards], "actions": []}


def _action(event: HandEvent, bets: dict[int, int], *, first: bool) -> Json | None:
    """One action; None for what the format leaves to its reader or tells elsewhere.

    `bets` are the chips of each seat on this street and are kept up to date. On the `first` street there is no bet,
    only a raise; its amount is what the player adds.
    """
    match event:
        case Posted():
            if event.post in LIVE_POSTS:
                bets[event.seat] = bets.get(event.seat, 0) + event.amount
            return _named(event.seat, _POSTS[event.post], amount=event.amount, is_allin=event.all_in)
        case HoleCardsDealt():
            return _named(event.seat, "Dealt Cards", cards=[card.value for card in event.cards])
        case Folded():
            return _named(event.seat, "Fold")
        case Checked():
            return _named(event.seat, "Check")
        case Called():
            bets[event.seat] = event.to
            return _named(event.seat, "Call", amount=event.amount, is_allin=event.all_in)
        case CardsShown():
            return _named(event.seat, "Shows Cards", cards=[card.value for card in event.cards])
        case Mucked():
            return _named(event.seat, "Mucks Cards")
        case Raised():
            added = event.to - bets.get(event.seat, 0)
            bets[event.seat] = event.to
            name = "Bet" if event.opening and not first else "Raise"
            return _named(event.seat, name, amount=added, is_allin=event.all_in)
        case StreetDealt() | UncalledReturned() | RunsAsked() | RunsChosen() | PotAwarded():
            return None


def _named(seat: int, action: str, **more: Any) -> Json:
    return {"action_number": 0, "player_id": seat, "action": action, **more}


_POSTS: Final = {
    PostKind.ANTE: "Post Ante",
    PostKind.BIG_BLIND_ANTE: "Post Ante",
    PostKind.SMALL_BLIND: "Post SB",
    PostKind.BIG_BLIND: "Post BB",
    PostKind.POST: "Post Extra Blind",
    PostKind.DEAD_BLIND: "Post Dead",
    PostKind.STRADDLE: "Straddle",
}


def _pots(events: Iterable[HandEvent]) -> list[Json]:
    """Each pot over all its boards; what nobody called is in none."""
    wins: dict[int, dict[int, int]] = {}
    for event in events:
        if isinstance(event, PotAwarded):
            pot = wins.setdefault(event.pot, {})
            for share in event.shares:
                pot[share.seat] = pot.get(share.seat, 0) + share.amount
    return [
        {
            "number": number,
            "amount": sum(pot.values()),
            "rake": 0,
            "player_wins": [{"player_id": seat, "win_amount": chips} for seat, chips in pot.items()],
        }
        for number, pot in sorted(wins.items())
    ]
