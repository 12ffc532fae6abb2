"""What is said about a tournament: the words of nine players' evening in three languages, and who may press what."""

from dataclasses import replace

import pytest

from adapters.event_words import big_blinds, hundredths
from adapters.messages import Choice, ChoiceName, Countdown, Locale, Message, Moment, Name, Place
from adapters.render_event import (
    check_in_message,
    deal_message,
    event_message,
    milestone_message,
    moved_up_message,
    new_start_message,
    out_message,
    overview_message,
    own_message,
    players_message,
    prize_message,
    proposal_message,
    rebuy_message,
    refund_message,
    results_message,
    seat_message,
    standings_message,
    structure_message,
    ticket_message,
)
from adapters.render_feed import feed_lines
from adapters.render_notes import rules_message
from adapters.render_table import table_message
from adapters.table_buttons import outsider_choices, table_choices
from adapters.wording import ordinal
from core.cardroom.deals import DealKind
from core.cardroom.event_news import (
    BreakBegun,
    CheckInOpened,
    DealVoted,
    Eliminated,
    EventCancelled,
    EventPaused,
    EventStarted,
    FinalTable,
    Held,
    RoundBegun,
    SeatDrawn,
    StartChanged,
    StartsSoon,
)
from core.cardroom.event_options import BountyRule, EntryRule, Kind, PayoutRule
from core.cardroom.structure import PRESETS, Speed
from core.cardroom.tournament import Hold, Stage, Status, Tournament
from core.events import Event, KnockedOut, LeftWhy, SeatFreed, SeatTaken, TableClosed
from core.ids import EventId, RoomId, SeatNo
from core.options import AnteRule, Entry
from core.views import Phase
from tests.event_scenes import FIRST, NAMES, PLACES, SECOND, STARTS, finished, registered, running, who
from tests.test_render import HAND_START, SUMMARY, labels, lines, said

HOUR = 3_600_000

REGISTRATION = {
    Locale.EN: [
        "Saturday turbo · no-limit hold'em · 5 seats a table",
        "Starts Sat 5 Dec, 20:00 (Taipei) · <until>",
        "Buy-in 500 play chips · prize pool 4,500",
        "1,500 chips · blinds 10/20 · 6 hands a level · big-blind ante from level 6",
        "Pays as of now, with 9 in (by the size of the field): 1st 50% = 2,250 · 2nd 30% = 1,350 · 3rd 20% = 900",
        "Up to 2 entries each · registration open up to level 4",
        "With 9 players it usually takes about 39 hands a table, about 38 minutes",
        "Check-in opens 10 minutes before the start <until>",
        "Host: Hanna",
        "Registered 9 of 20: Bob · Carol · Ted · Mei · Dan · Ann · 小明 · Zoë · Ivy",
    ],
    Locale.ZH_HANT: [
        "Saturday turbo · 無限注德州撲克 · 每桌 5 人",
        "開賽時間 12 月 5 日（週六）20:00（Taipei） · <until>",
        "報名費 500 遊戲籌碼 · 獎池 4,500",
        "起始籌碼 1,500 · 盲注 10/20 起 · 每級 6 局 · 第 6 級起收大盲前注",
        "目前 9 人的獎勵（照人數分）：第 1 名 50%（2,250） · 第 2 名 30%（1,350） · 第 3 名 20%（900）",
        "每人最多參賽 2 次 · 第 4 級結束前都能報名",
        "9 人參加的話，預估每桌打 39 局，約 38 分鐘",
        "開賽前 10 分鐘開放報到 <until>",
        "主辦：Hanna",
        "已報名 9/20：Bob · Carol · Ted · Mei · Dan · Ann · 小明 · Zoë · Ivy",
    ],
    Locale.ZH_HANS: [
        "Saturday turbo · 无限注德州扑克 · 5 人桌",
        "开赛 12 月 5 日（周六）20:00（Taipei） · <until>",
        "报名费 500 娱乐筹码 · 奖池 4,500",
        "起始筹码 1,500 · 起始盲注 10/20 · 6 手升盲 · 级别 6 起有大盲前注",
        "当前 9 人的奖励（按人数分）：第 1 名 50%（2,250） · 第 2 名 30%（1,350） · 第 3 名 20%（900）",
        "每人最多参赛 2 次 · 级别 4 结束前可以报名",
        "9 人参赛，预计每桌 39 手左右，大概 38 分钟",
        "开赛前 10 分钟开始签到 <until>",
        "主办：Hanna",
        "报名 9/20：Bob · Carol · Ted · Mei · Dan · Ann · 小明 · Zoë · Ivy",
    ],
}

RUNNING = {
    Locale.EN: [
        "Saturday turbo · Level 6: blinds 100/200, ante 200",
        "6 of 9 left · average 2,250 (11.2 BB) · 3 more out until the prizes",
        "Next level: 150/300, ante 300 · after about 4 more hands a table",
        "Tables (2): [Saturday turbo 1] (2) · [Saturday turbo 2] (4)",
        "Still to be won: 1st 2,250 · 2nd 1,350 · 3rd 900",
        "Out last: Mei (7th) · Ann (8th) · Dan (8th)",
        "Registration is closed.",
    ],
    Locale.ZH_HANT: [
        "Saturday turbo · 第 6 級：盲注 100/200，前注 200",
        "9 人剩 6 人 · 平均籌碼 2,250（11.2 BB） · 再淘汰 3 人進獎勵圈",
        "下一級：150/300，前注 300 · 每桌大約再打 4 局",
        "牌桌（2）：[Saturday turbo 1]（2 人） · [Saturday turbo 2]（4 人）",
        "還沒分出的獎勵：第 1 名 2,250 · 第 2 名 1,350 · 第 3 名 900",
        "最近出局：Mei（第 7 名） · Ann（第 8 名） · Dan（第 8 名）",
        "報名已截止。",
    ],
    Locale.ZH_HANS: [
        "Saturday turbo · 级别 6：盲注 100/200，前注 200",
        "9 人参赛，还剩 6 人 · 人均筹码 2,250（11.2BB） · 再淘汰 3 人进奖励圈",
        "下一级别 150/300，前注 300 · 每桌约 4 手后升盲",
        "牌桌（2）：[Saturday turbo 1]（2 人） · [Saturday turbo 2]（4 人）",
        "剩余奖励：第 1 名 2,250 · 第 2 名 1,350 · 第 3 名 900",
        "最近淘汰：Mei（第 7 名） · Ann（第 8 名） · Dan（第 8 名）",
        "报名已经截止。",
    ],
}

RESULTS = {
    Locale.EN: [
        "Saturday turbo · final results",
        "1. Ted +2,250 · 2 knockouts",
        "2. Carol +1,350",
        "3. Bob +900",
        "4. 小明 · 5. Ivy · 6. Zoë · 7. Mei · 8–9. Dan · 8–9. Ann",
        "9 entries, 124 hands, 51 minutes",
        "Season points: Ted +30 · Carol +21.21 · Bob +17.32 · 小明 +15 · Ivy +13.41 · Zoë +12.24",
        "Play chips only: they are worth no money and buy nothing.",
    ],
    Locale.ZH_HANT: [
        "Saturday turbo · 最終成績",
        "1. Ted +2,250 · 淘汰 2 人",
        "2. Carol +1,350",
        "3. Bob +900",
        "4. 小明 · 5. Ivy · 6. Zoë · 7. Mei · 8–9. Dan · 8–9. Ann",
        "9 人次，共 124 局、51 分鐘",
        "賽季積分：Ted +30 · Carol +21.21 · Bob +17.32 · 小明 +15 · Ivy +13.41 · Zoë +12.24",
        "只用遊戲籌碼：不值錢，也換不到任何東西。",
    ],
    Locale.ZH_HANS: [
        "Saturday turbo · 最终排名",
        "1. Ted +2,250 · 淘汰 2 人",
        "2. Carol +1,350",
        "3. Bob +900",
        "4. 小明 · 5. Ivy · 6. Zoë · 7. Mei · 8–9. Dan · 8–9. Ann",
        "9 人次参赛，打了 124 手、51 分钟",
        "赛季积分：Ted +30 · Carol +21.21 · Bob +17.32 · 小明 +15 · Ivy +13.41 · Zoë +12.24",
        "仅限娱乐筹码：没有金钱价值，也不能兑换任何东西。",
    ],
}

STANDINGS = {
    Locale.EN: [
        "Saturday turbo · standings · 6 of 9 left",
        "1. Ted 3,600 (18 BB) · [Saturday turbo 2]",
        "2. Bob 2,700 (13.5 BB) · [Saturday turbo 2]",
        "3. 小明 2,500 (12.5 BB) · [Saturday turbo 2]",
        "▸ 4. Carol 1,900 (9.5 BB) · [Saturday turbo 1]",
        "5. Zoë 1,700 (8.5 BB) · [Saturday turbo 1]",
        "6. Ivy 1,100 (5.5 BB) · [Saturday turbo 2]",
        "7. Mei · out",
        "8–9. Dan · out",
        "8–9. Ann · out",
        "In the picture: the 6 largest stacks, and a line at the average.",
    ],
    Locale.ZH_HANT: [
        "Saturday turbo · 籌碼排名 · 9 人剩 6 人",
        "1. Ted 3,600（18 BB） · [Saturday turbo 2]",
        "2. Bob 2,700（13.5 BB） · [Saturday turbo 2]",
        "3. 小明 2,500（12.5 BB） · [Saturday turbo 2]",
        "▸ 4. Carol 1,900（9.5 BB） · [Saturday turbo 1]",
        "5. Zoë 1,700（8.5 BB） · [Saturday turbo 1]",
        "6. Ivy 1,100（5.5 BB） · [Saturday turbo 2]",
        "7. Mei · 出局",
        "8–9. Dan · 出局",
        "8–9. Ann · 出局",
        "圖中是籌碼最多的 6 位，直線是平均籌碼。",
    ],
    Locale.ZH_HANS: [
        "Saturday turbo · 筹码榜 · 9 人参赛，还剩 6 人",
        "1. Ted 3,600（18BB） · [Saturday turbo 2]",
        "2. Bob 2,700（13.5BB） · [Saturday turbo 2]",
        "3. 小明 2,500（12.5BB） · [Saturday turbo 2]",
        "▸ 4. Carol 1,900（9.5BB） · [Saturday turbo 1]",
        "5. Zoë 1,700（8.5BB） · [Saturday turbo 1]",
        "6. Ivy 1,100（5.5BB） · [Saturday turbo 2]",
        "7. Mei · 已淘汰",
        "8–9. Dan · 已淘汰",
        "8–9. Ann · 已淘汰",
        "图里是筹码最多的 6 人，竖线是人均筹码。",
    ],
}

OUT = {
    Locale.EN: [
        "Saturday turbo",
        "You are out in 7th place of 9.",
        "Knocked out by Ted",
    ],
    Locale.ZH_HANT: [
        "Saturday turbo",
        "你出局了：9 人中第 7 名。",
        "淘汰你的人：Ted",
    ],
    Locale.ZH_HANS: [
        "Saturday turbo",
        "你出局了：9 人里排第 7 名。",
        "淘汰你的是 Ted",
    ],
}

BUBBLE = {
    Locale.EN: [
        "Saturday turbo · hand-for-hand",
        "4 are left and 3 are paid: the next one out wins nothing.",
        "After each hand all tables wait for each other. Out in the same round, the larger stack ranks higher.",
    ],
    Locale.ZH_HANT: [
        "Saturday turbo · 同步發牌",
        "剩 4 人，3 人有獎勵：下一位出局的人什麼也拿不到。",
        "每一局打完，各桌互相等候。同一輪出局的人，開局時籌碼較多的名次在前。",
    ],
    Locale.ZH_HANS: [
        "Saturday turbo · 同步发牌",
        "还剩 4 人，3 人有奖励：下一个出局的就是泡沫。",
        "每打完一手各桌互等。同一轮出局的，这手开始时筹码多的排名靠前。",
    ],
}

MEI_IS_OUT = Eliminated(player=who(4), name="Mei", place=7, sharing=1, left=6, by=("Ted",), entries=9)


def buttons(message: Message | None) -> list[Choice]:
    assert message is not None
    return [choice for row in message.choices for choice in row]


def names(message: Message | None) -> list[ChoiceName]:
    return [choice.name for choice in buttons(message)]


def text(message: Message | None, locale: Locale = Locale.EN) -> str:
    return "\n".join(said(message, locale))


def overview(event: Tournament) -> Message:
    return event_message(event, STARTS - HOUR, PLACES, "UTC")


# The words


@pytest.mark.parametrize("locale", Locale)
def test_the_announcement_says_what_it_is_what_it_costs_what_it_pays_and_who_is_in(locale: Locale) -> None:
    message = event_message(registered(), STARTS - HOUR, {}, "Asia/Taipei")
    assert said(message, locale) == REGISTRATION[locale]


@pytest.mark.parametrize("locale", Locale)
def test_a_running_event_says_the_level_who_is_left_and_what_is_still_to_be_won(locale: Locale) -> None:
    assert said(overview(running()), locale) == RUNNING[locale]


@pytest.mark.parametrize("locale", Locale)
def test_the_results_say_every_place_prizes_shared_places_and_points(locale: Locale) -> None:
    assert said(results_message(finished()), locale) == RESULTS[locale]


@pytest.mark.parametrize("locale", Locale)
def test_the_standing_goes_by_chips_and_then_by_place_with_the_own_row_marked(locale: Locale) -> None:
    message = standings_message(running(), viewer=who(2), places=PLACES)
    assert said(message, locale) == STANDINGS[locale]


@pytest.mark.parametrize("locale", Locale)
def test_who_is_out_is_told_the_place_and_by_whom(locale: Locale) -> None:
    assert said(out_message(running(), MEI_IS_OUT), locale) == OUT[locale]


@pytest.mark.parametrize("locale", Locale)
def test_the_bubble_is_announced_with_how_many_are_paid(locale: Locale) -> None:
    message = milestone_message(running(), Held(hold=Hold.MONEY_BUBBLE), PLACES, "UTC")
    assert said(message, locale) == BUBBLE[locale]


@pytest.mark.parametrize(
    ("place", "nth"),
    {
        1: "st",
        2: "nd",
        3: "rd",
        4: "th",
        11: "th",
        12: "th",
        13: "th",
        21: "st",
        102: "nd",
        111: "th",
    }.items(),
)
def test_english_places_have_the_endings_of_english(place: int, nth: str) -> None:
    assert ordinal(place) == f"@ordinal.{nth}"


def test_stacks_are_said_in_big_blinds_to_a_tenth_and_points_to_a_hundredth() -> None:
    assert [big_blinds(chips, 200) for chips in (2_250, 2_000, 30_000, 90)] == ["11.2", "10", "150", "0.4"]
    assert [hundredths(points) for points in (3_000, 2_121, 123_405)] == ["30", "21.21", "1,234.05"]


# Registration


def test_moments_and_countdowns_are_left_to_each_platform() -> None:
    pieces = [piece for line in overview(registered()).lines for piece in line.pieces]
    assert Moment(at=STARTS, zone="UTC") in pieces
    assert Countdown(until=STARTS) in pieces
    assert Countdown(until=STARTS - 600_000) in pieces  # Check-in.


def test_the_buttons_of_an_announcement_carry_the_event() -> None:
    message = overview(registered())
    assert labels(message) == [["Register", "Unregister"], ["Levels", "Players", "Begin now"]]
    assert {choice.argument for choice in buttons(message)} == {"07-k3f9mp"}


def test_nobody_can_begin_before_enough_are_in() -> None:
    message = overview(registered(min_entrants=10))
    assert "It takes 10 to begin." in said(message)
    assert ChoiceName.BEGIN not in names(message)


def test_a_sit_and_go_begins_when_it_is_full() -> None:
    event = registered(starts_at=None, check_in_minutes=0)
    assert "Starts as soon as 20 are in" in said(overview(event))
    assert "Check-in" not in text(overview(event))


def test_while_check_in_is_open_it_comes_first_and_says_who_is_missing() -> None:
    event = registered(checking_in=True)
    there = tuple(replace(one, checked_in=at != 3) for at, one in enumerate(event.entrants))
    message = overview(replace(event, entrants=there))
    assert names(message)[0] is ChoiceName.CHECK_IN
    assert "Check-in is open: 8 of 9 are here. <until>" in said(message)
    assert "Not here yet: Mei" in said(message)


def test_of_many_names_the_first_twelve_are_said_and_the_queue_by_itself() -> None:
    event = registered(max_entrants=15)
    more = tuple(replace(event.entrants[0], player=who(20 + at), name=f"N{at}") for at in range(8))
    queued = tuple(replace(one, status=Status.QUEUED) for one in more[6:])
    message = overview(replace(event, entrants=(*event.entrants, *more[:6], *queued)))
    assert said(message)[-2].endswith("Ivy · N0 · N1 · N2 · and 3 more")
    assert said(message)[-1] == "Waiting for a place (2): N6 · N7"


def test_bounties_are_not_in_what_the_places_pay() -> None:
    event = registered(bounty_rule=BountyRule.PROGRESSIVE, bounty=200)
    heads = tuple(replace(one, head=200) for one in event.entrants)
    told = text(overview(replace(event, entrants=heads)))
    assert "prize pool 2,700 · bounty from 200 up on every head" in told
    assert "1st 50% = 1,350" in told


def test_a_satellite_says_how_many_tickets_its_pool_pays_for() -> None:
    told = text(overview(registered(payout=PayoutRule.TICKETS, ticket=2_000)))
    assert "Pays with 20 in (tickets): 5 tickets of 2,000 each" in told


def test_a_sit_and_go_says_what_it_pays_and_how_long_it_takes_when_it_is_full() -> None:
    for rule, shares, said_so in (
        (PayoutRule.STANDARD, (), "(by the size of the field): 1st 65% = 1,950 · 2nd 35% = 1,050"),
        (PayoutRule.FLAT, (), "(the same for the top fifth): 1st 50% = 1,500 · 2nd 50% = 1,500"),
        (PayoutRule.CUSTOM, (50, 30, 20), "(own shares): 1st 50% = 1,500 · 2nd 30% = 900 · 3rd 20% = 600"),
    ):
        rules = {"starts_at": None, "max_entrants": 6, "payout": rule, "shares": shares}
        told = text(overview(registered(entrants=(), pool=0, **rules)))
        assert f"Pays with 6 in {said_so}" in told
        assert "With 6 players it usually takes" in told


def test_own_shares_of_a_scheduled_event_are_said_before_anybody_is_in() -> None:
    rules = {"payout": PayoutRule.CUSTOM, "shares": (50, 30, 20)}
    told = text(overview(registered(entrants=(), pool=0, **rules)))
    assert "Pays with 3 in (own shares): 1st 50% = 750 · 2nd 30% = 450 · 3rd 20% = 300" in told


def test_a_freeroll_has_nothing_to_pay() -> None:
    event = registered(buy_in=0, pool=0)
    assert "Free to enter, with nothing in the prize pool" in said(overview(event))
    assert "Pays" not in text(overview(event))


def test_the_shares_are_said_before_anybody_is_in() -> None:
    told = text(overview(registered(entrants=(), pool=0)))
    assert "Pays with 2 in (by the size of the field): 1st 100% = 1,000" in told
    assert "Nobody is in yet, and there is room for 20." in told


@pytest.mark.parametrize(("kind", "words"), [(Kind.SHOOTOUT, "shootout, 5 seats"), (Kind.BRACKET, "bracket")])
def test_shootouts_and_brackets_are_told_apart_and_last_several_rounds(kind: Kind, words: str) -> None:
    told = text(overview(registered(kind=kind, late_level=0)))
    assert words in told
    assert "no late registration" in told
    assert "about 39 hands" not in told


def test_minutes_and_antes_are_said_as_the_structure_has_them() -> None:
    structure = replace(PRESETS[Speed.TURBO], minutes=3, hands=0, levels=PRESETS[Speed.TURBO].levels[5:])
    told = text(overview(registered(structure=structure)))
    assert "blinds 100/200 · 3 minutes a level · big-blind ante" in told
    assert "from level" not in told


# Running


def test_late_entries_and_rebuys_have_buttons_while_they_are_possible() -> None:
    assert ChoiceName.REGISTER not in names(overview(running()))
    open_still = overview(running(level=3, entry=EntryRule.REBUY))
    assert names(open_still)[:2] == [ChoiceName.REGISTER, ChoiceName.REBUY]
    assert "Registration stays open up to level 4." in said(open_still)


def test_the_add_on_has_a_button_in_the_first_break_of_a_rebuy_event() -> None:
    resting = running(entry=EntryRule.REBUY, resting_until=STARTS, breaks=1)
    assert names(overview(resting))[0] is ChoiceName.ADD_ON
    assert "Break. Cards are dealt again <until>" in said(overview(resting))
    assert ChoiceName.ADD_ON not in names(overview(replace(resting, breaks=2)))


@pytest.mark.parametrize("hold", Hold)
def test_what_the_tables_wait_for_is_said(hold: Hold) -> None:
    for locale in Locale:
        assert len(said(overview(running(hold=hold)), locale)) == len(RUNNING[locale]) + 1


def test_a_pause_is_said_and_no_level_is_counted_down_then() -> None:
    structure = replace(PRESETS[Speed.TURBO], minutes=3, hands=0)
    going = running(structure=structure, level_since=STARTS)
    assert "Next level: 150/300, ante 300 · <until>" in said(overview(going))
    paused = said(overview(replace(going, paused_at=STARTS)))
    assert paused[1] == "The host has paused the tournament."
    assert "Next level: 150/300, ante 300" in paused


def test_tables_are_linked_with_how_many_sit_there() -> None:
    pieces = [piece for line in overview(running()).lines for piece in line.pieces]
    assert [piece for piece in pieces if isinstance(piece, Place)] == list(PLACES.values())


def test_votes_to_share_are_said_with_who_wants_it() -> None:
    message = overview(running(votes=((who(1), DealKind.ICM), (who(3), DealKind.ICM))))
    assert "2 of 6 would share by ICM: Bob · Ted" in said(message)


# Sharing


def test_a_deal_shows_what_everybody_would_get_each_way_and_adds_up() -> None:
    message = deal_message(running(votes=((who(3), DealKind.ICM),)), who(3))
    rows = said(message)[2:-1]
    assert rows[0] == "Ted 3,600 · by chips 1,200 · by ICM 1,090 · would share by ICM"
    for at in (0, 1):
        parts = [int(row.split(" · ")[1 + at].split()[-1].replace(",", "")) for row in rows]
        assert sum(parts) == 4_500
    assert [choice.argument for choice in buttons(message)] == [
        "07-k3f9mp.chips",
        "07-k3f9mp.icm",
        "07-k3f9mp.none",
    ]


def test_no_deal_is_offered_while_others_can_enter() -> None:
    assert not deal_message(running(level=2)).choices
    assert ChoiceName.DEAL not in names(overview(running(level=2)))
    assert ChoiceName.DEAL in names(overview(running()))


# The end


def test_the_message_of_an_event_that_is_over_is_short_and_has_no_buttons() -> None:
    message = overview(finished())
    assert said(message) == ["Saturday turbo · finished", "Won by Ted", "9 entries, 124 hands, 51 minutes"]
    assert not message.choices


def test_results_offer_the_same_once_more_and_say_how_prizes_were_shared() -> None:
    message = results_message(finished(), deal=DealKind.CHIPS)
    assert ChoiceName.AGAIN in names(message)
    assert "Those who were left shared the prizes by chips." in said(message)


def test_bounties_are_said_beside_prizes() -> None:
    event = finished()
    first = replace(event.results[0], bounties=700)
    message = results_message(replace(event, results=(first, *event.results[1:])))
    assert said(message)[1] == "1. Ted +2,250 · bounties +700 · 2 knockouts"


def test_small_fields_win_no_points() -> None:
    event = finished()
    small = replace(event, results=event.results[:3], entrants=event.entrants[:3])
    assert "points" not in text(results_message(small))


def test_an_event_that_is_called_off_says_that_everyone_has_their_chips_back() -> None:
    event = registered(stage=Stage.CANCELLED)
    post = milestone_message(event, EventCancelled(), {}, "UTC")
    assert said(post) == ["Saturday turbo · called off", "Buy-ins are back in the wallets."]
    assert said(overview(event)) == ["Saturday turbo · called off"]
    free = replace(event, options=registered(buy_in=0).options)
    for one in (free, replace(event, entrants=())):
        assert said(milestone_message(one, EventCancelled(), {}, "UTC")) == ["Saturday turbo · called off"]


def test_an_event_for_which_too_few_came_says_so() -> None:
    options = replace(registered().options, min_entrants=12)
    event = registered(stage=Stage.CANCELLED)
    event = replace(event, options=options, over_ms=STARTS)
    post = milestone_message(event, EventCancelled(), {}, "UTC")
    assert "It takes 12 to begin, and 9 were in." in said(post)
    early = milestone_message(replace(event, over_ms=STARTS - 1), EventCancelled(), {}, "UTC")
    assert "It takes 12 to begin, and 9 were in." not in said(early)


def test_another_start_is_told_in_a_few_words_unless_it_is_another_by_now() -> None:
    moved = StartChanged(starts_at=STARTS)
    post = milestone_message(registered(), moved, {}, "UTC")
    assert said(post) == ["Saturday turbo · another start", "Starts Sat 5 Dec, 12:00 (UTC) · <until>"]
    assert milestone_message(registered(), StartChanged(starts_at=STARTS + 1), {}, "UTC") is None
    assert milestone_message(running(), moved, {}, "UTC") is None
    own = new_start_message(registered(), "UTC", who(1))
    assert said(own)[1] == "Starts Sat 5 Dec, 12:00 (UTC) · <until>"
    assert names(own) == [ChoiceName.UNREGISTER]


def test_a_pause_and_its_end_are_told_while_they_are_so() -> None:
    held = running(paused_at=1)
    assert said(milestone_message(held, EventPaused(paused=True), {}, "UTC"))[0] == "Saturday turbo · paused"
    assert milestone_message(held, EventPaused(paused=False), {}, "UTC") is None
    goes_on = milestone_message(running(), EventPaused(paused=False), {}, "UTC")
    assert said(goes_on) == ["Saturday turbo · goes on"]
    assert milestone_message(running(), EventPaused(paused=True), {}, "UTC") is None


def test_everyone_who_has_won_something_is_told_the_place_and_the_chips() -> None:
    event = finished()
    first, second = event.results[0].player, event.results[1].player
    assert said(prize_message(event, first)) == [
        "Saturday turbo · finished",
        "You have won it.",
        "You won 2,250.",
    ]
    assert said(prize_message(event, second))[1:] == [
        "You finished in 2nd place of 9.",
        "You won 1,350.",
    ]
    shared = replace(event, shared=DealKind.ICM)
    assert said(prize_message(shared, first))[1] == "You finished in 1st place of 9."


def test_prizes_that_were_shared_have_no_winner() -> None:
    event = finished()
    by_player = {one.player: one for one in event.results}
    left = {one.player for one in event.results[:2]}
    entrants = tuple(
        replace(one, status=Status.IN if one.player in left else Status.OUT) for one in event.entrants
    )
    message = overview(replace(event, entrants=entrants, shared=DealKind.CHIPS))
    told = " · ".join(by_player[one.player].name for one in event.results[:2])
    assert said(message)[1] == f"The prizes were shared by {told}"
    tie = tuple(replace(one, place=1, sharing=2) for one in event.results[:2])
    equal = overview(replace(event, results=(*tie, *event.results[2:])))
    assert said(equal)[1] == f"Won together by {told}"


def test_a_way_to_share_is_put_to_the_others_with_the_buttons() -> None:
    event = running(votes=((who(3), DealKind.ICM),))
    vote = DealVoted(player=who(3), name="Ted", deal=DealKind.ICM, votes=1, needed=6)
    message = proposal_message(event, vote, who(4))
    assert said(message)[1] == "Ted would share by ICM"
    assert names(message) == [ChoiceName.DEAL] * 3


def test_who_is_no_longer_in_is_told_why() -> None:
    for why, told in {
        "absent": "You had not checked in by the start, so you are not dealt in.",
        "removed": "The host has taken you out of the tournament.",
        "full": "No place came free before the start.",
    }.items():
        assert said(refund_message(registered(), 500, why))[1:3] == [told, "500 are back in your wallet."]


def test_the_standing_before_the_start_says_who_will_be_in_it() -> None:
    assert said(standings_message(registered()))[1] == "It has not begun yet. Registered 9: " + " · ".join(
        NAMES
    )
    nobody = replace(registered(), entrants=())
    assert said(standings_message(nobody))[1] == "It has not begun, and nobody is in yet."


def test_what_the_asker_is_shown_alone_has_the_buttons_that_are_of_use_to_them() -> None:
    """Only the host begins it, and whoever is in does not register."""
    event = registered(checking_in=True)
    mine = names(overview_message(event, who(1), STARTS - HOUR, {}, "UTC"))
    assert ChoiceName.BEGIN not in mine
    assert ChoiceName.REGISTER not in mine
    assert ChoiceName.CHECK_IN in mine
    assert ChoiceName.UNREGISTER in mine
    hosts = names(overview_message(event, event.host, STARTS - HOUR, {}, "UTC"))
    assert ChoiceName.BEGIN in hosts
    assert ChoiceName.REGISTER in hosts
    assert ChoiceName.UNREGISTER not in hosts
    assert ChoiceName.CHECK_IN not in hosts


def test_who_waited_and_has_a_place_is_told_so() -> None:
    message = moved_up_message(registered(), who(1), "UTC")
    assert said(message)[1] == "A place has come free: you are in."


def test_who_may_buy_another_stack_is_asked_with_the_button() -> None:
    message = rebuy_message(running(), STARTS)
    assert said(message)[1:] == [
        "You are out of chips, and may buy 1,500 more for 500.",
        "Your seat is kept <until>",
    ]
    assert names(message) == [ChoiceName.REBUY]


def test_what_has_become_of_a_ticket_is_told_with_the_prize() -> None:
    event = finished()
    player = event.results[0].player
    assert said(ticket_message(event, player, registered()))[-1] == (
        "Your ticket has entered you into Saturday turbo"
    )
    assert said(ticket_message(event, player, None))[2:] == [
        "You won 2,250.",
        "You could not be entered into the other tournament, so you keep the chips.",
    ]


# Levels, players, the standing


def test_levels_are_listed_with_antes_and_breaks_and_the_one_of_now_is_marked() -> None:
    rows = said(structure_message(running()))
    assert rows[7:9] == ["▸ 6. 100/200, ante 200 · now", "Break of 5 minutes"]
    assert rows[6] == "5. 75/150"
    last = said(structure_message(running(), 2))
    assert "From there on every level doubles the one before." in last
    assert "18. 8,000/16,000, ante 16,000" in last


def test_the_levels_open_on_the_page_of_now() -> None:
    assert "▸ 17. 4,000/8,000, ante 8,000 · now" in said(structure_message(running(level=17)))


def test_players_are_listed_by_how_far_they_are() -> None:
    rows = said(players_message(running()))
    assert rows[0] == "Saturday turbo · 9 of 20 entries"
    assert rows[1:3] == ["1 Bob · 2,700", "2 Carol · 1,900"]
    assert rows[-3:] == ["7 Mei · out (7th)", "8 Dan · out (8th)", "9 Ann · out (8th)"]


def test_equal_stacks_have_the_same_rank() -> None:
    event = running()
    same = tuple(replace(one, chips=2_000) if one.chips else one for one in event.entrants)
    rows = said(standings_message(replace(event, entrants=same)))
    assert [row.split()[0] for row in rows[1:7]] == ["1."] * 6


def test_the_picture_of_the_standing_says_in_words_what_its_bars_show() -> None:
    picture = standings_message(running()).picture
    assert picture is not None
    assert picture.png.startswith(b"\x89PNG")
    alt = [piece.name for piece in picture.alt if isinstance(piece, Name)]
    assert alt == ["Ted", "Bob", "小明", "Carol", "Zoë", "Ivy"]


def test_a_finished_event_stands_by_its_results_without_a_picture() -> None:
    message = standings_message(finished(), viewer=who(1))
    assert message.picture is None
    assert said(message)[:4] == [
        "Saturday turbo · final results",
        "1. Ted +2,250",
        "2. Carol +1,350",
        "▸ 3. Bob +900",
    ]


# To one player alone


def test_who_is_drawn_is_told_the_table_the_seat_and_the_stack() -> None:
    drawn = SeatDrawn(player=who(2), name="Carol", table=FIRST, seat=SeatNo(4))
    assert said(seat_message(running(), drawn, PLACES[FIRST])) == [
        "Saturday turbo",
        "You play at [Saturday turbo 1] · Seat 4",
        "Your stack: 1,900 (9.5 BB)",
    ]


def test_who_moves_to_the_worst_seat_is_told_where() -> None:
    moved = SeatDrawn(player=who(2), name="Carol", table=SECOND, seat=None, came_from=FIRST)
    told = said(seat_message(running(), moved, PLACES[SECOND]))
    assert told[1] == "You move to [Saturday turbo 2] · the dealer has a seat for you there"


def test_who_can_come_again_is_offered_it_and_told_that_the_place_may_change() -> None:
    message = out_message(running(level=3), MEI_IS_OUT)
    assert names(message) == [ChoiceName.REGISTER]
    assert labels(message) == [["Enter again"]]
    assert "The place may still change: others can enter." in said(message)
    assert "You can enter again for 500 up to level 4." in said(message)


def test_who_is_out_of_a_full_field_is_of_it_and_may_come_again() -> None:
    assert ChoiceName.REGISTER in names(out_message(running(level=3, max_entrants=9), MEI_IS_OUT))


@pytest.mark.parametrize("changes", [{"entry": EntryRule.FREEZEOUT}, {"most_entries": 1}])
def test_who_cannot_come_again_is_not_offered_it(changes: dict[str, object]) -> None:
    assert ChoiceName.REGISTER not in names(out_message(running(level=3, **changes), MEI_IS_OUT))


def test_a_shared_place_is_said_as_one_and_a_prize_is_certain_once_entries_are_closed() -> None:
    shared = Eliminated(player=who(5), name="Dan", place=8, sharing=2, left=7, entries=9)
    assert said(out_message(running(), shared))[1] == "You are out and share places 8 to 9 of 9."
    event = running(fallen=((4, 5), (3,), (7,), (8,), (6,), (0,)))
    third = Eliminated(player=who(1), name="Bob", place=3, sharing=1, left=2, entries=9)
    assert "Your prize: 900, in your wallet when the tournament is over." in said(out_message(event, third))
    early = replace(event, level=2)
    assert "Your prize" not in text(out_message(early, third))


def test_a_refund_says_how_much_is_back() -> None:
    assert said(refund_message(registered(), 500))[1:] == [
        "You are no longer in.",
        "500 are back in your wallet.",
    ]
    gone = said(refund_message(registered(stage=Stage.CANCELLED), 500))
    assert gone[1:] == ["called off", "500 are back in your wallet."]


def test_a_call_to_check_in_has_the_button() -> None:
    assert names(check_in_message(registered(checking_in=True), "UTC"))[0] is ChoiceName.CHECK_IN


def test_everybody_can_ask_how_they_stand() -> None:
    event = registered()
    assert said(own_message(event, who(1), {}, "UTC"))[1] == "You are in."
    assert said(own_message(event, who(77), {}, "UTC"))[1] == "You are not in this tournament."
    queued = replace(
        event, entrants=(*event.entrants[:-1], replace(event.entrants[-1], status=Status.QUEUED))
    )
    assert said(own_message(queued, who(9), {}, "UTC"))[1] == "You are number 1 of 1 in the queue."
    assert said(own_message(running(), who(2), PLACES, "UTC"))[1:] == [
        "Your stack: 1,900 (9.5 BB)",
        "Rank 4 of 6",
        "You sit at [Saturday turbo 1] · Seat 1",
    ]
    assert said(own_message(running(), who(4), PLACES, "UTC"))[1] == "You are out in 7th place of 9."
    assert said(own_message(finished(), who(3), {}, "UTC"))[1:] == ["You have won it.", "You won 2,250."]
    over = own_message(registered(stage=Stage.CANCELLED), who(1), {}, "UTC")
    assert said(over)[0] == "Saturday turbo · called off"


def test_the_overview_of_one_person_says_first_how_they_stand() -> None:
    message = overview_message(running(), who(2), 0, PLACES, "UTC")
    assert said(message)[1:3] == ["Your stack: 1,900 (9.5 BB)", "Rank 4 of 6"]
    assert said(message)[4:] == RUNNING[Locale.EN][1:]
    assert names(message) == names(overview(running()))
    before = said(overview_message(registered(), who(1), STARTS - HOUR, {}, "UTC"))
    assert before[1] == "You are in."
    assert len([line for line in before if line.startswith("Starts")]) == 1
    assert overview_message(running(), who(77), 0, PLACES, "UTC") == overview(running())


# Milestones


def test_the_call_to_check_in_says_what_happens_to_whoever_does_not() -> None:
    message = milestone_message(registered(checking_in=True), CheckInOpened(starts_at=STARTS), {}, "UTC")
    assert names(message) == [ChoiceName.CHECK_IN, ChoiceName.REGISTER]
    assert said(message)[2].startswith("Whoever has not checked in by the start")
    assert len(said(message)) == 3  # Who is not here changes: the event's own message says it.


def test_what_begins_soon_can_be_entered() -> None:
    message = milestone_message(registered(), StartsSoon(starts_at=STARTS), {}, "UTC")
    assert said(message) == [
        "Saturday turbo · begins soon",
        "Starts Sat 5 Dec, 12:00 (UTC) · <until>",
    ]
    assert names(message) == [ChoiceName.REGISTER]


def test_the_start_says_where_the_tables_are() -> None:
    message = milestone_message(running(), EventStarted(entrants=9, tables=2, pool=4_500), PLACES, "UTC")
    assert said(message)[1] == "9 players at 2 tables with 1,500 chips each · prize pool 4,500"
    assert said(message)[2] == "[Saturday turbo 1] · Carol · Zoë"


def test_the_first_break_of_a_rebuy_event_offers_the_add_on() -> None:
    message = milestone_message(running(), BreakBegun(until=STARTS, add_on=True), PLACES, "UTC")
    assert names(message)[0] is ChoiceName.ADD_ON
    assert "Add-on now: 1,500 more chips for 500, once for each player, whatever they have." in said(message)
    plain = milestone_message(running(), BreakBegun(until=STARTS, add_on=False), PLACES, "UTC")
    assert ChoiceName.ADD_ON not in names(plain)


def test_the_shot_clock_is_said_with_hand_for_hand() -> None:
    message = milestone_message(running(shot_clock=20), Held(hold=Hold.FINAL_BUBBLE), PLACES, "UTC")
    assert "20 seconds a turn while it lasts." in said(message)
    assert milestone_message(running(), Held(hold=None), PLACES, "UTC") is None


def test_the_final_table_is_announced_with_the_stacks_and_the_way_there() -> None:
    message = milestone_message(running(), FinalTable(table=SECOND, players=6), PLACES, "UTC")
    assert said(message)[1:3] == [
        "Played at [Saturday turbo 2]",
        "Ted 3,600 · Bob 2,700 · 小明 2,500 · Carol 1,900 · Zoë 1,700 · Ivy 1,100",
    ]


def test_a_later_round_is_announced_with_its_byes_and_the_first_is_not() -> None:
    second = RoundBegun(number=2, players=5, byes=3)
    message = milestone_message(running(kind=Kind.BRACKET), second, PLACES, "UTC")
    assert said(message)[0] == "Saturday turbo · Round 2"
    assert said(message)[-1] == "Byes into the next round: 3"
    assert milestone_message(running(), replace(second, number=1), PLACES, "UTC") is None


# At the table


@pytest.mark.parametrize("locale", Locale)
def test_who_is_out_has_a_line_at_the_table(locale: Locale) -> None:
    out = KnockedOut(
        seat=SeatNo(4),
        player=who(4),
        name="Mei",
        place=6,
        sharing=1,
        entries=9,
        left=5,
        average=2_700,
        by=("Ted",),
    )
    (line,) = lines(feed_lines([out], HAND_START), locale)
    assert (
        line
        == {
            Locale.EN: "Mei is out in 6th place of 9 · knocked out by Ted · 5 left, average 2,700",
            Locale.ZH_HANT: "Mei 出局，9 人次中第 6 名 · 淘汰者：Ted · 剩 5 人，平均籌碼 2,700",
            Locale.ZH_HANS: "Mei 出局，9 人次里排第 6 名 · 淘汰者：Ted · 还剩 5 人，人均筹码 2,700",
        }[locale]
    )
    shared = replace(out, sharing=2, by=())
    (line,) = lines(feed_lines([shared], HAND_START))
    assert line == "Mei is out and shares places 6 to 7 · 5 left, average 2,700"


def test_two_who_are_out_in_one_hand_are_told_with_one_count_of_those_who_are_left() -> None:
    first = KnockedOut(
        seat=SeatNo(4),
        player=who(4),
        name="Mei",
        place=6,
        sharing=1,
        entries=9,
        left=4,
        average=2_700,
        by=(),
    )
    second = replace(first, seat=SeatNo(5), player=who(5), name="Dan", place=5)
    assert lines(feed_lines([first, second], HAND_START)) == [
        "Mei is out in 6th place of 9",
        "Dan is out in 5th place of 9 · 4 left, average 2,700",
    ]


def test_a_tournaments_table_has_no_words_of_a_cash_table() -> None:
    """The draw is no sitting down, who is out is told once, and nobody's chips are counted out."""
    view = replace(HAND_START, event=EventId("07-k3f9mp"), turn=replace(HAND_START.turn, hand_no=1))
    came = SeatTaken(seat=SeatNo(4), player=who(4), name="Mei", chips=1_500, computer=False)
    events: list[Event] = [
        came,
        SeatFreed(seat=SeatNo(4), player=who(4), name="Mei", chips=0, why=LeftWhy.BUSTED),
        SeatFreed(seat=SeatNo(5), player=who(5), name="Dan", chips=900, why=LeftWhy.CLOSED),
        TableClosed(room=RoomId("web:lobby~1"), name="Cup 1"),
    ]
    assert lines(feed_lines(events, view)) == ["Cup 1 is closed."]
    later = replace(view, turn=replace(view.turn, hand_no=2))
    assert lines(feed_lines([came], later)) == ["Mei sits down in seat 4 with 1,500."]
    assert said(table_message(replace(view, phase=Phase.CLOSED))) == ["Friday table is closed."]
    options = replace(HAND_START.options, entry=Entry.FREE, same_stack_minutes=0, rabbit=False)
    for text in ("newcomers", "come back with", "rabbit"):
        assert text in " ".join(said(rules_message(options))).lower()
        assert text not in " ".join(said(rules_message(options, event=True))).lower()


def test_chips_that_were_bought_after_a_hand_are_no_result_of_it() -> None:
    loser = replace(SUMMARY.seats[0], stack=1_500, ended=0)
    view = replace(SUMMARY, seats=(loser, *SUMMARY.seats[1:]))
    (line,) = (line for line in said(table_message(view)) if "Bob 0" in line)
    assert "Bob 0 -10,000 (+1,500 next hand)" in line
    same = replace(SUMMARY, seats=(replace(loser, stack=0), *SUMMARY.seats[1:]))
    assert said(table_message(same)) == said(table_message(SUMMARY))


@pytest.mark.parametrize("locale", Locale)
def test_the_first_hand_of_a_level_says_its_stakes(locale: Locale) -> None:
    options = replace(
        HAND_START.options, small_blind=100, big_blind=200, ante=200, ante_rule=AnteRule.BIG_BLIND
    )
    view = replace(HAND_START, level=6, level_raised=True, options=options)
    assert (
        said(table_message(view), locale)[1]
        == {
            Locale.EN: "▲ Level 6 from this hand on: blinds 100/200, ante 200",
            Locale.ZH_HANT: "▲ 這一局起第 6 級：盲注 100/200，前注 200",
            Locale.ZH_HANS: "▲ 本手起升到级别 6：盲注 100/200，前注 200",
        }[locale]
    )


@pytest.mark.parametrize("phase", [Phase.WAITING, Phase.BETWEEN_HANDS, Phase.PLAYING])
@pytest.mark.parametrize("hand_no", [0, 3])
def test_nobody_is_asked_to_sit_down_at_a_tournaments_table(phase: Phase, hand_no: int) -> None:
    """Its director brings people and chips; for the rest there is what any table has."""
    theirs = {
        *(ChoiceName.JOIN, ChoiceName.LEAVE, ChoiceName.WAIT, ChoiceName.COMPUTER, ChoiceName.START),
        *(ChoiceName.TOP_UP, ChoiceName.OPTIONS, ChoiceName.RABBIT),
    }
    broke = replace(HAND_START.seats[0], stack=0)
    view = replace(
        HAND_START,
        phase=phase,
        turn=replace(HAND_START.turn, hand_no=hand_no),
        seats=(broke, *HAND_START.seats[1:]),
    )
    offered = {choice.name for row in table_choices(view) for choice in row}
    assert offered & theirs or phase is Phase.PLAYING
    directed = replace(view, event=EventId("07-k3f9mp"))
    assert not {choice.name for row in table_choices(directed) for choice in row} & theirs
    assert not {choice.name for row in outsider_choices(directed, queued=False) for choice in row} & theirs
    assert "Buy-in" not in " ".join(said(table_message(directed)))


def test_later_hands_name_the_level_in_the_title_and_cash_tables_name_none() -> None:
    later = said(table_message(replace(HAND_START, level=6)))
    assert "· Level 6 ·" in later[0]
    assert "▲" not in "".join(later)
    assert "Level" not in "".join(said(table_message(HAND_START)))
