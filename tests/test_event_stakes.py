"""What a host types of a tournament: its rules, when it starts, and what is answered that cannot be read."""

from datetime import UTC, datetime

import pytest

from adapters.event_fit import with_ticket
from adapters.event_stakes import event_options
from adapters.event_starts import same_clock_time, starts_at, zone_named
from adapters.menu import find, read
from core.cardroom.event_options import BountyRule, EntryRule, EventOptions, Every, Kind, PayoutRule
from core.cardroom.structure import PRESETS, Level, Speed
from core.refusals import Reason, Refused


def at(text: str) -> int:
    """Milliseconds since the epoch of a time in UTC."""
    return int(datetime.fromisoformat(text).replace(tzinfo=UTC).timestamp() * 1_000)


NOW = at("2026-11-30T14:00:00")
TAIPEI = "Asia/Taipei"


def typed(text: str, zone: str = "UTC") -> EventOptions:
    return event_options(read(find("create"), text), zone, NOW)


def refused(text: str) -> Refused:
    with pytest.raises(Refused) as why:
        typed(text)
    return why.value


def test_a_tournament_that_says_nothing_is_a_turbo_for_one_table_that_begins_when_it_is_full() -> None:
    options = typed("Friday")
    assert options.structure == PRESETS[Speed.TURBO]
    assert (options.max_entrants, options.starts_at, options.late_level) == (options.table.seats, None, 0)
    assert typed("Friday starts=20:00").max_entrants == 1_000
    assert typed("Friday starts=20:00").late_level == 4
    assert [typed(f"Cup entry={entry}").late_level for entry in ("re_entry", "rebuy")] == [4, 4]
    assert typed("Cup entry=rebuy late=2 max=6").late_level == 2


def test_everything_that_can_be_chosen_is_read() -> None:
    options = typed(
        "Big one speed=deep seats=9 buyin=1.5k starts=2h max=40 min=5 entry=rebuy bounty=500 knockout=progressive "
        "late=6 checkin=10 stack=5k levels=10/20,20/40/40 hands=7 breaks=3/10 every=week shotclock=20 entries=2 "
        "rebuys=4 seconds=30 bank=90 game=short_deck betting=pot_limit"
    )
    structure = options.structure
    assert structure.levels == (
        Level(small_blind=10, big_blind=20),
        Level(small_blind=20, big_blind=40, ante=40),
    )
    assert (structure.stack, structure.hands, structure.minutes) == (5_000, 7, 0)
    assert (structure.break_every, structure.break_minutes) == (3, 10)
    assert (options.buy_in, options.bounty, options.bounty_rule) == (1_500, 500, BountyRule.PROGRESSIVE)
    assert (options.min_entrants, options.max_entrants, options.entry) == (5, 40, EntryRule.REBUY)
    assert (options.late_level, options.check_in_minutes, options.shot_clock) == (6, 10, 20)
    assert (options.most_entries, options.most_rebuys, options.every) == (2, 4, Every.WEEK)
    assert (options.table.seats, options.table.turn_seconds, options.table.time_bank_seconds) == (9, 30, 90)
    assert options.starts_at == NOW + 2 * 3_600_000


def test_levels_go_by_minutes_where_those_are_said() -> None:
    assert (typed("minutes=8").structure.hands, typed("minutes=8").structure.minutes) == (0, 8)
    assert typed("breaks=off").structure.break_every == 0
    assert typed("breaks=4").structure.break_minutes == PRESETS[Speed.TURBO].break_minutes


def test_a_payout_follows_from_what_belongs_to_it() -> None:
    assert (typed("shares=50,30,20").payout, typed("shares=50,30,20").shares) == (
        PayoutRule.CUSTOM,
        (50, 30, 20),
    )
    assert typed("ticket=5000 satellite=07-k3f9mp max=20").payout is PayoutRule.TICKETS
    assert typed("payout=winner").payout is PayoutRule.WINNER


def test_half_of_the_buy_in_is_the_usual_bounty() -> None:
    assert (typed("knockout=fixed buyin=500").bounty, typed("bounty=100").bounty_rule) == (
        250,
        BountyRule.FIXED,
    )
    assert typed("buyin=free").buy_in == 0


def test_a_bracket_and_a_shootout_have_fields_of_their_own() -> None:
    bracket, shootout = typed("kind=bracket"), typed("kind=shootout seats=4")
    assert (bracket.kind, bracket.table.seats, bracket.max_entrants) == (Kind.BRACKET, 2, 8)
    assert (shootout.max_entrants, shootout.late_level) == (16, 0)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("levels=10-20", Reason.BAD_LEVELS),
        ("levels=10/20,x/40", Reason.BAD_LEVELS),
        ("breaks=often", Reason.BAD_BREAKS),
        ("shares=50,half", Reason.BAD_SHARES),
        ("starts=tomorrow", Reason.BAD_START),
        ("starts=2026-02-30T20:00", Reason.BAD_START),
        ("starts=2026-11-30T13:00", Reason.START_PASSED),
        ("starts=2029-01-01T20:00", Reason.BAD_START),
        ("checkin=10", Reason.NEEDS_START),
        ("every=week", Reason.NEEDS_START),
        ("buyin=many", Reason.NOT_AN_AMOUNT),
        ("max=many", Reason.NOT_A_COUNT),
        ("speed=slow", Reason.UNKNOWN_CHOICE),
        ("colour=red", Reason.UNKNOWN_OPTION),
    ],
)
def test_what_cannot_be_read_is_refused_with_what_would_have_been_right(text: str, reason: Reason) -> None:
    assert refused(text).reason is reason


def test_a_number_out_of_its_range_is_refused_with_the_range() -> None:
    for text, what, least, most in (
        ("max=5000", "max_entrants", 2, 1_000),
        ("late=99 starts=20:00", "late_level", 0, 60),
        ("bounty=900 buyin=500", "bounty", 1, 500),
        ("shotclock=2", "shot_clock", 5, 600),
        ("seats=12", "seats", 2, 10),
    ):
        why = refused(text)
        assert (why.reason, why.numbers) == (
            Reason.BAD_STAKES,
            {"what": what, "minimum": least, "maximum": most},
        )


@pytest.mark.parametrize(
    ("text", "asked", "fit"),
    [
        ("kind=shootout entry=rebuy", "entry=rebuy", "one_entry"),
        ("kind=bracket entry=re_entry", "entry=re_entry", "one_entry"),
        ("kind=bracket seats=6", "seats=6", "bracket_seats"),
        ("kind=shootout late=4", "late=4", "no_late"),
        ("entries=3", "entries=3", "entries"),
        ("entry=re_entry entries=1", "entries=1", "more_entries"),
        ("rebuys=3", "rebuys=3", "rebuys"),
        ("entry=re_entry rebuys=3", "rebuys=3", "rebuys"),
        ("entry=rebuy rebuys=0", "rebuys=0", "more_rebuys"),
        ("minutes=8 hands=6", "minutes=8", "hands_or_minutes"),
        ("breaks=0/5", "breaks=0/5", "breaks"),
        ("breaks=6/0", "breaks=6/0", "breaks"),
        ("ticket=900", "ticket=900", "satellite"),
        ("payout=tickets", "payout=tickets", "satellite"),
        ("satellite=07-k3f9mp payout=winner", "payout=winner", "tickets"),
        ("satellite=07-k3f9mp shares=1,1", "shares=1,1", "custom"),
        ("payout=custom", "payout=custom", "shares"),
        ("payout=flat shares=50,50", "shares=50,50", "custom"),
        ("knockout=fixed bounty=0", "bounty=0", "knockout"),
        ("buyin=free bounty=100", "bounty=100", "bounty"),
    ],
)
def test_what_does_not_go_together_is_refused_with_what_does(text: str, asked: str, fit: str) -> None:
    why = refused(text)
    assert (why.reason, why.numbers) == (Reason.DOES_NOT_FIT, {"asked": asked, "fit": fit})


@pytest.mark.parametrize(
    "text",
    [
        "kind=bracket seats=2 late=0",
        "kind=shootout entry=freezeout",
        "entry=re_entry entries=2",
        "entry=rebuy entries=2 rebuys=1",
        "minutes=8 breaks=0",
        "breaks=6/5 hands=6",
        "payout=custom shares=50,50",
        "satellite=07-k3f9mp ticket=500 payout=tickets",
        "buyin=free bounty=0",
    ],
)
def test_what_goes_together_is_taken(text: str) -> None:
    assert typed(text)


def test_a_ticket_is_worth_the_buy_in_of_its_tournament() -> None:
    assert with_ticket({"satellite": "07-k3f9mp"}, 1_000)["ticket"] == "1000"
    assert with_ticket({"satellite": "07-k3f9mp", "ticket": "1,000"}, 1_000)["ticket"] == "1,000"
    for given, buy_in, fit in (({"ticket": "900"}, 1_000, "ticket"), ({}, 0, "free")):
        with pytest.raises(Refused) as why:
            with_ticket({"satellite": "07-k3f9mp", **given}, buy_in)
        assert (why.value.reason, why.value.numbers["fit"]) == (Reason.DOES_NOT_FIT, fit)


def test_a_time_of_day_is_the_next_one_by_the_clock_of_the_community() -> None:
    # It is ten in the evening in Taipei.
    assert starts_at("23:30", TAIPEI, NOW) == at("2026-11-30T15:30:00")
    assert starts_at("20:00", TAIPEI, NOW) == at("2026-12-01T12:00:00")
    assert starts_at("22:00", TAIPEI, NOW) == at("2026-12-01T14:00:00")
    assert starts_at("2026-12-05T20:00", TAIPEI, NOW) == at("2026-12-05T12:00:00")
    assert starts_at("2026-12-05 20:00", "UTC", NOW) == at("2026-12-05T20:00:00")
    assert starts_at("２０：００", "UTC", NOW) == at("2026-11-30T20:00:00")
    assert starts_at("30m", TAIPEI, NOW) == NOW + 1_800_000
    assert starts_at("off", TAIPEI, NOW) is None


def test_a_time_of_day_stays_what_it_is_when_clocks_are_changed() -> None:
    before = at("2026-10-23T18:00:00")  # 20:00 in Berlin's summer
    assert same_clock_time(before, "Europe/Berlin", at("2026-10-26T12:00:00")) == at("2026-10-26T19:00:00")
    assert same_clock_time(before, "Europe/Berlin", at("2026-10-26T19:00:00")) == at("2026-10-27T19:00:00")


def test_a_time_zone_is_known_by_its_name_in_whatever_case() -> None:
    assert zone_named("asia/taipei").key == TAIPEI
    assert zone_named("america/new_york").key == "America/New_York"
    assert zone_named("utc").key == "UTC"
    for wrong in ("Taipei", "../etc/passwd", "", "Mars/Base"):
        with pytest.raises(Refused) as why:
            zone_named(wrong)
        assert why.value.reason is Reason.NO_SUCH_ZONE


def test_a_time_that_has_passed_is_answered_with_what_the_clock_of_the_place_shows() -> None:
    with pytest.raises(Refused) as why:
        starts_at("2026-11-30T21:59", TAIPEI, NOW)
    assert why.value.numbers == {"asked": "2026-11-30T22:00"}
