"""The texts of the three languages: the same keys and slots in each, all of them used, and said as people say them."""

import ast
import re
from dataclasses import fields
from enum import StrEnum
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adapters.care_menu import SURE, TOPICS
from adapters.event_club import Formula, Period
from adapters.learning import EXAMPLES, LINES, SIZES, positions
from adapters.menu import COMMANDS, find, read
from adapters.messages import ChoiceName, Locale
from adapters.options_page import PAGES
from adapters.render_bank import RULES as BANK_RULES
from adapters.render_notes import RULES, SHORT_DECK_RULES
from adapters.table_commands import COMPUTER_NAMES
from adapters.texts import SLOT, TEMPLATES, say
from adapters.wording import made_text
from core.actions import Temper
from core.cardroom.bank import Why
from core.cardroom.deals import DealKind
from core.cardroom.deeds import DeedKind
from core.cardroom.event_options import BountyRule, EntryRule, Every, Kind, PayoutRule
from core.cardroom.stats import Style
from core.cardroom.structure import Speed
from core.cardroom.tournament import Hold
from core.events import LeftWhy, SatOutWhy
from core.options import AnteRule, AskRule, ButtonRule, Entry, StraddleRule, TableOptions
from core.poker.cards import SUITS, parse_cards
from core.poker.events import PostKind, Street
from core.poker.exports import ExportForm
from core.poker.games import GameName
from core.poker.hand import Showing
from core.poker.ranking import Category, Ladder, describe
from core.poker.rounds import Betting, Reopening, StraddleStep
from core.refusals import Reason
from core.side_actions import Plan, ShowPart
from core.views import LastMove, Mark, Presence

ADAPTERS = Path(__file__).parent.parent / "adapters"
ENGLISH = TEMPLATES[Locale.EN]

ARGUMENTS = tuple(argument for command in COMMANDS for argument in command.arguments)
SETTINGS = tuple(option.name for option in fields(TableOptions))
EVENT_SETTINGS = (
    *("buy_in", "bounty", "late_level", "most_entries", "most_rebuys", "ticket", "shares", "max_entrants"),
    *("min_entrants", "check_in_minutes", "shot_clock", "every", "stack", "levels", "level_hands"),
    *("level_minutes", "break_every", "break_minutes", "rooms"),
)
"""What the rules of tournaments say a range of."""
POTS = ("only", "main", "side", "side_number")


def values(*enums: type[StrEnum]) -> tuple[str, ...]:
    return tuple(member.value for enum in enums for member in enum)


FITS = (
    *("bounty", "bracket_seats", "breaks", "custom", "entries", "free", "hands_or_minutes", "knockout"),
    *("more_entries", "more_rebuys", "no_late", "one_entry", "rebuys", "satellite", "shares"),
    *("ticket", "tickets"),
)
"""Why what is typed for a new tournament does not go together."""

FAMILIES: dict[str, tuple[str, ...]] = {
    "ante.": (AnteRule.EACH.value, AnteRule.BIG_BLIND.value),
    "antes.": values(AnteRule),
    "argument.": tuple(argument.name for argument in ARGUMENTS),
    "asking.": values(AskRule),
    "award.": POTS,
    "blind.": ("post", "wait"),
    "buying.": ("off", "rebuy", "topup"),
    "bank.claimed_": ("daily", "refill"),
    "bank.deed.": ("grant", "take", "freeze", "unfreeze", "rules", "sent"),
    "bank.coming": ("", "_held"),
    "bank.going": ("", "_held"),
    "typed.": ("blinds", "buyin", "bomb", "choices"),
    "whom.": ("discord", "telegram", "web", "ways"),
    "bank.rule_": BANK_RULES,
    "bank.": ("freeze", "grant", "take", "unfreeze"),
    "betting.": values(Betting),
    "burns.": ("off", "on"),
    "button.": values(ButtonRule),
    "command.": tuple(command.name for command in COMMANDS),
    "computer_name.": tuple(str(number) for number in range(COMPUTER_NAMES)),
    "choice.plan_": values(Plan),
    "choice.reveal_": values(ShowPart),
    "deed.": (*values(DeedKind), "keep_for"),
    "did.": values(LastMove),
    "explained.": SETTINGS,
    "ago.": ("now", "minute", "hour", "day"),
    "options.page_": tuple(str(number + 1) for number in range(len(PAGES))),
    "place.": tuple({place for players in SIZES for place in positions(players)}),
    "learn.rank.": tuple(name for name, _ in EXAMPLES),
    "learn.": tuple(f"{topic}.{line}" for topic, lines in LINES.items() for line in lines),
    "topic.": TOPICS,
    "sure.": (SURE,),
    "straddle_step.": values(StraddleStep),
    "entry.": values(Entry),
    "feed.freed.": values(LeftWhy),
    "cancel_sure.": ("sure",),
    "file.": ("phh", "ohh", "text", "ready"),
    "fit.": FITS,
    "form.": values(ExportForm),
    "feed.sat_out.": values(SatOutWhy),
    "felt.": values(Mark),
    "game.": values(GameName),
    "hand.": values(Category),
    "help.group.": tuple({command.group for command in COMMANDS if command.group}),
    "language.": values(Locale),
    "log.": values(Street),
    "speed.": values(Speed),
    "entry_rule.": values(EntryRule),
    "knockout.": ("fixed", "progressive"),
    "payout.": values(PayoutRule),
    "event_kind.": values(Kind),
    "every.": values(Every),
    "deal_kind.": (*values(DealKind), "none"),
    "period.": values(Period),
    "formula.": values(Formula),
    "moment.weekday_": tuple(str(day) for day in range(1, 8)),
    "moment.month_": tuple(str(month) for month in range(1, 13)),
    "ordinal.": ("st", "nd", "rd", "th"),
    "tourney.bounty.": tuple(rule.value for rule in BountyRule if rule is not BountyRule.NONE),
    "tourney.deal_gives.": values(DealKind),
    "tourney.entry.": values(EntryRule),
    "tourney.every.": tuple(every.value for every in Every if every is not Every.NONE),
    "tourney.hold.": values(Hold),
    "tourney.pays_": ("so_far", "with"),
    "tourney.kind.": values(Kind),
    "tourney.level": ("", "_ante"),
    "tourney.next": ("", "_ante"),
    "tourney.not_in.": ("absent", "removed", "full"),
    "tourney.row": ("", "_ante"),
    "tourney.shared.": values(DealKind),
    "tourney.votes.": values(DealKind),
    "tourney.wants.": values(DealKind),
    "option.asking_": tuple(rule.value for rule in AskRule if rule is not AskRule.LIVE),
    "option.straddle_": tuple(rule.value for rule in StraddleRule if rule is not StraddleRule.NONE),
    "part.": values(ShowPart),
    "plan.": (*values(Plan), "off"),
    "platform.": ("discord", "telegram", "web"),
    "pot.": POTS,
    "presence.": values(Presence),
    "replay.posted.": values(PostKind),
    "rank.": tuple(str(rank) for rank in range(2, 15)),
    "ranks.": tuple(str(rank) for rank in range(2, 15)),
    "refused.": values(Reason),
    "reopening.": values(Reopening),
    "reply.buying_": ("off", "rebuy", "topup"),
    "rules.": tuple({*RULES, *SHORT_DECK_RULES}),
    "setting.": (*SETTINGS, *EVENT_SETTINGS),
    "showing.": values(Showing),
    "stats.": ("af", "pfr", "vpip", "wsd", "wtsd"),
    "straddle.": values(StraddleRule),
    "street.": values(Street),
    "style.": values(Style),
    "suit.": tuple(SUITS),
    "switch.": ("on", "off"),
    "temper.": values(Temper),
    "when.": ("now", "blind"),
    "why.": values(Why),
    "you.": (Presence.FOLDED.value, Presence.ALL_IN.value),
}
"""Keys that are put together: their beginning, and every ending it may get."""

BUTTONS = tuple(
    name.value
    for name in ChoiceName
    if name not in (ChoiceName.LANGUAGE, ChoiceName.SIT_OUT, ChoiceName.DISMISS, ChoiceName.HELP)
    and name not in (ChoiceName.PLAN, ChoiceName.REVEAL)
    and name not in (ChoiceName.HOLD, ChoiceName.CANCEL, ChoiceName.FILL)
)
FAMILIES["choice."] = BUTTONS
FAMILIES["size."] = ("bet_range", "raise_range")


def slots(template: str) -> dict[str, set[str]]:
    """The names of a template's slots, each with the ways in which it is written."""
    found: dict[str, set[str]] = {}
    for slot in SLOT.finditer(template):
        found.setdefault(slot["name"] or f"/{slot['command']}", set()).add(slot["plain"] or "")
    return found


def test_every_language_has_the_same_keys() -> None:
    for locale in Locale:
        assert TEMPLATES[locale].keys() == ENGLISH.keys()


@pytest.mark.parametrize("key", ENGLISH)
def test_a_text_has_the_same_slots_in_every_language(key: str) -> None:
    for locale in Locale:
        assert slots(TEMPLATES[locale][key]) == slots(ENGLISH[key]), locale


def test_no_text_holds_a_brace_that_is_no_slot() -> None:
    for templates in TEMPLATES.values():
        for key, template in templates.items():
            assert not set("{}") & set(SLOT.sub("", template)), key
            assert template.strip() == template, key
            assert template, key


@pytest.mark.parametrize("family", FAMILIES)
def test_everything_that_the_core_can_say_has_its_words(family: str) -> None:
    for ending in FAMILIES[family]:
        assert family + ending in ENGLISH


def literals() -> set[str]:
    """Every whole string that is written in the adapters' Python files."""
    found = set()
    for path in ADAPTERS.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                found.add(node.value)
    return found


def test_no_text_is_unused() -> None:
    used = literals() | {family + ending for family, endings in FAMILIES.items() for ending in endings}
    used |= {text.removeprefix("@") for text in used}
    assert not ENGLISH.keys() - used


def test_every_key_that_a_text_piece_is_made_with_exists() -> None:
    for path in ADAPTERS.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if not (
                isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "Text"
            ):
                continue
            for argument in node.keywords:
                if argument.arg == "key" and isinstance(argument.value, ast.Constant):
                    assert argument.value.value in ENGLISH, f"{path.name}:{node.lineno}"


def test_numbers_have_their_thousands_apart_in_every_language() -> None:
    for locale in Locale:
        assert "12,000" in say(locale, "pot.total", {"chips": 12_000})


def test_a_hand_number_is_written_without_commas() -> None:
    assert say(Locale.EN, "title.hand", {"hand_no": 1_280}) == "Hand #1280"
    assert say(Locale.ZH_HANT, "title.hand", {"hand_no": 1_280}) == "第 1280 局"


def test_english_knows_one_from_many() -> None:
    assert say(Locale.EN, "choice.runs", {"times": 1}) == "1 board"
    assert say(Locale.EN, "choice.runs", {"times": 2}) == "2 boards"


def test_an_unknown_key_is_an_error() -> None:
    with pytest.raises(KeyError, match="no_such"):
        say(Locale.EN, "no_such.key")


def test_a_number_that_is_missing_is_an_error() -> None:
    with pytest.raises(KeyError, match="chips"):
        say(Locale.EN, "pot.total", {"call": 3})


@given(st.text())
def test_what_a_person_typed_is_never_read_as_a_template(typed: str) -> None:
    said = say(Locale.EN, "refused.bad_stakes", {"what": "x" + typed, "minimum": 1, "maximum": 2})
    assert "x" + typed in said


HANDS = {
    "As Ks Qs Js Ts": ("royal flush", "皇家同花順", "皇家同花顺"),
    "9h 8h 7h 6h 5h": ("straight flush to the nine", "同花順，9 高", "9 高同花顺"),
    "Qs Qh Qd Qc 5c": ("four queens", "四條 Q", "四条 Q"),
    "Kh Ks Kd 4h 4c": ("full house, kings over fours", "葫蘆，K 滿 4", "葫芦，三张 K 带一对 4"),
    "Ad Jd 9d 6d 3d": ("flush, ace high", "同花，A 高", "A 高同花"),
    "5s 4h 3d 2c Ah": ("straight to the five", "順子，5 高", "5 高顺子"),
    "6s 6h 6d Kc 2h": ("three sixes", "三條 6", "三条 6"),
    "Ks Kh Qd Qc 2h": ("two pair, kings and queens", "兩對，K 與 Q", "两对，K 和 Q"),
    "Qs Qh 7d 2c 3h": ("pair of queens", "一對 Q", "一对 Q"),
    "Ts 8h 7d 2c 3h": ("high card, ten", "高牌 10", "高牌 10"),
}


@pytest.mark.parametrize(("cards", "words"), HANDS.items())
def test_a_hand_is_said_as_people_say_it(cards: str, words: tuple[str, str, str]) -> None:
    text = made_text(describe(Ladder.HIGH, parse_cards(cards)))
    assert tuple(say(locale, text.key, text.numbers) for locale in Locale) == words


LOWS = {
    (Ladder.ACE_TO_FIVE, "6s 4h 3d 2c Ah"): "low 6-4-3-2-A",
    (Ladder.DEUCE_TO_SEVEN, "7s 5h 4d 3c 2h"): "low 7-5-4-3-2",
    (Ladder.EIGHT_OR_BETTER, "Ks 5h 4d 3c 2h"): "no low",
    (Ladder.BADUGI, "4s 3h 2d Ac"): "badugi 4-3-2-A",
    (Ladder.BADUGI, "4s 4h 2d Ac"): "three-card badugi 4-2-A",
}


@pytest.mark.parametrize(("given_cards", "words"), LOWS.items())
def test_a_low_hand_is_said_by_its_cards(given_cards: tuple[Ladder, str], words: str) -> None:
    ladder, cards = given_cards
    text = made_text(describe(ladder, parse_cards(cards)))
    assert say(Locale.EN, text.key, text.numbers) == words
    for locale in Locale:
        assert say(locale, text.key, text.numbers)


GLOSSARY = {
    Locale.ZH_HANT: {
        "choice.fold": "棄牌",
        "choice.check": "過牌",
        "size.all_in": "全下",
        "award.side": "邊池",
    },
    Locale.ZH_HANS: {
        "choice.fold": "弃牌",
        "choice.check": "让牌",
        "size.all_in": "全下",
        "award.side": "边池",
    },
}


@pytest.mark.parametrize("locale", GLOSSARY)
def test_each_chinese_uses_the_words_of_its_own_players(locale: Locale) -> None:
    for key, word in GLOSSARY[locale].items():
        assert word in TEMPLATES[locale][key]


def test_the_two_chinese_locales_share_no_word_of_the_other_script() -> None:
    traditional, simplified = (
        set("棄過讓邊莊順對條間這個們會點發聽說請離齊單無"),
        set("弃过让边庄顺对条间这个们会点发听说请离齐单无"),
    )
    assert not simplified & set("".join(TEMPLATES[Locale.ZH_HANT].values())) - traditional
    assert not traditional & set("".join(TEMPLATES[Locale.ZH_HANS].values())) - simplified


def test_nothing_is_said_about_money_but_that_there_is_none() -> None:
    for templates in TEMPLATES.values():
        for key, template in templates.items():
            assert not set("$€£¥₿") & set(template), key


@pytest.mark.parametrize("locale", Locale)
def test_descriptions_of_commands_fit_every_platform(locale: Locale) -> None:
    for key, template in TEMPLATES[locale].items():
        if key.startswith(("command.", "argument.")):
            assert len(template) <= 100, key


@pytest.mark.parametrize("locale", [Locale.ZH_HANS, Locale.ZH_HANT])
def test_a_hand_has_one_word_in_each_chinese(locale: Locale) -> None:
    """手 in the simplified texts, 局 in the traditional ones; 牌局, 入局, 開局 and 出局 are other words."""
    files = sorted((ADAPTERS / "locales").glob(f"*{locale}.toml"))
    texts = "".join(file.read_text(encoding="utf-8") for file in files)
    other = {
        Locale.ZH_HANS: r"(?<![牌入开出])局",
        Locale.ZH_HANT: r"(?:[這每百一上下整]|hands\}|hand_no:d\}) ?手(?!上|裡)",
    }
    assert re.findall(rf".{{0,8}}(?:{other[locale]}).{{0,6}}", texts) == []


def test_a_command_is_written_as_it_is_typed_where_the_text_is_read() -> None:
    assert "/new" in say(Locale.EN, "refused.no_table")
    assert "<new>" in say(Locale.ZH_HANT, "refused.no_table", typed=lambda command: f"<{command}>")


@pytest.mark.parametrize("locale", Locale)
def test_every_command_that_a_text_names_is_one_and_chinese_texts_name_no_other(locale: Locale) -> None:
    names = {command.name for command in COMMANDS}
    for key, template in TEMPLATES[locale].items():
        for slot in SLOT.finditer(template):
            if slot["command"] is not None:
                command = find(slot["command"].partition(" ")[0])
                read(command, slot["command"].partition(" ")[2])
        if locale is not Locale.EN and not key.startswith(("argument.", "platform.")):
            bare = set(re.findall(r"(?<![A-Za-z/@=])[a-z]{3,}(?![A-Za-z=])", SLOT.sub("", template)))
            assert not bare & names, key
