"""A scripted table for the web room's tests: real frames and a real port, and a hand whose end is known.

`python -m tests.web_demo 8123` serves it, to look at the page. Whoever joins gets the next hand of `HANDS`; every
check or call deals the next street, the fourth ends the hand; a raise below 500 is refused with its range.
"""

import asyncio
import sys
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from aiohttp import web

from adapters.messages import (
    Cards,
    Chips,
    Choice,
    ChoiceName,
    Code,
    Countdown,
    Line,
    Locale,
    Look,
    Message,
    Name,
    Piece,
    Reply,
    Request,
    Role,
    Text,
)
from adapters.web.client import web_app
from adapters.web.outbound import WebPort
from core.ids import PlayerId, RoomId, SeatNo, TableId, Turn
from core.poker.cards import Card, parse_cards
from core.poker.record import HandRecord, SeatRecord, deal_map, digest, published
from core.poker.shuffle import commit

ROOM = RoomId("web:lobby")
HANDS = tuple(parse_cards(text) for text in ("AsQd", "7h7c", "KsQh", "JdTd", "9c8c", "2s2h"))
BOARD = parse_cards("Qs7d2cKh4s")
STREETS = (0, 3, 4, 5)
"""Board cards on each street."""

TEXTS: Mapping[str, Mapping[Locale, str]] = {
    key: dict(zip((Locale.EN, Locale.ZH_HANT, Locale.ZH_HANS), words, strict=True))
    for key, words in {
        "title.hand": ("Hand #{hand_no}", "第 {hand_no} 手", "第 {hand_no} 手"),
        "title.over": ("Hand #{hand_no} —", "第 {hand_no} 手 —", "第 {hand_no} 手 —"),
        "won.chips": ("wins {chips}, three sevens", "贏得 {chips}，三條七", "赢得 {chips}，三条七"),
        "stakes": ("no-limit hold’em 50/100", "無限注德州撲克 50/100", "无限注德州扑克 50/100"),
        "mark.dot": ("·", "·", "·"),
        "mark.number": ("{number}", "{number}", "{number}"),
        "mark.acting": ("▸", "▸", "▸"),
        "felt.button": ("Ⓓ", "Ⓓ", "Ⓓ"),
        "felt.small_blind": ("SB", "小盲", "小盲"),
        "felt.big_blind": ("BB", "大盲", "大盲"),
        "street.0": ("pre-flop", "翻牌前", "翻牌前"),
        "street.1": ("flop", "翻牌", "翻牌"),
        "street.2": ("turn", "轉牌", "转牌"),
        "street.3": ("river", "河牌", "河牌"),
        "log.0": ("pre-flop:", "翻牌前：", "翻牌前："),
        "log.1": ("flop:", "翻牌：", "翻牌："),
        "log.2": ("turn:", "轉牌：", "转牌："),
        "log.3": ("river:", "河牌：", "河牌："),
        "board.only": ("Board", "公共牌", "公共牌"),
        "pot.total": ("Pot {chips}", "底池 {chips}", "底池 {chips}"),
        "did.raise": ("raises to {to}", "加注到 {to}", "加注到 {to}"),
        "did.call": ("calls {to}", "跟注 {to}", "跟注 {to}"),
        "did.fold": ("folds", "棄牌", "弃牌"),
        "did.check": ("checks", "過牌", "让牌"),
        "seat.bet": ("bet {chips}", "下注 {chips}", "下注 {chips}"),
        "made.trips": ("three sevens", "三條七", "三条七"),
        "deck.next": ("next deck", "下一副牌", "下一副牌"),
        "feed.joined": ("sits down with {chips}", "帶 {chips} 入座", "带 {chips} 坐下"),
        "lobby": ("Friday table", "週五牌桌", "周五牌桌"),
        "lobby.facts": (
            "buy-in 2,000–20,000 · 45 s",
            "買入 2,000–20,000 · 45 秒",
            "买入 2,000–20,000 · 45 秒",
        ),
        "you.cards": ("Your cards", "你的牌", "你的牌"),
        "you.have": ("You have: pair of queens", "你有：一對皇后", "你有：一对皇后"),
        "card.words": ("ace of spades / queen of diamonds", "黑桃A / 方塊Q", "黑桃A / 方块Q"),
        "you.odds": (
            "pot odds 25% (300 of 1,200)",
            "底池賠率 25%（1,200 之 300）",
            "底池赔率 25%（1,200 之 300）",
        ),
        "you.stack": ("stack {chips}", "籌碼 {chips}", "筹码 {chips}"),
        "you.turn": ("Your turn", "輪到你了", "轮到你了"),
        "you.wait_for": ("Waiting for", "等待", "等待"),
        "you.hand_over": ("The hand is over.", "這手牌結束了。", "这手牌结束了。"),
        "choice.fold": ("Fold", "棄牌", "弃牌"),
        "choice.call": ("Call {chips}", "跟注 {chips}", "跟注 {chips}"),
        "choice.raise": ("Raise…", "加注…", "加注…"),
        "choice.join": ("Sit down", "入座", "坐下"),
        "choice.computer": ("Add computer", "加入電腦", "添加电脑"),
        "choice.start": ("Start", "開始", "开始"),
        "choice.hand": ("History", "紀錄", "记录"),
        "choice.cards": ("My cards", "看牌", "看牌"),
        "size.min": ("Min {chips}", "最小 {chips}", "最小 {chips}"),
        "size.half": ("½ pot {chips}", "½ 池 {chips}", "½ 池 {chips}"),
        "size.two_thirds": ("⅔ pot {chips}", "⅔ 池 {chips}", "⅔ 池 {chips}"),
        "size.pot": ("Pot {chips}", "滿池 {chips}", "满池 {chips}"),
        "size.all_in": ("All-in {chips}", "全下 {chips}", "全下 {chips}"),
        "size.range": ("Raise to 500–10,000", "加注到 500–10,000", "加注到 500–10,000"),
        "refused.raise_too_small": (
            "Minimum is 500 (bet 300 + raise 200), maximum 10,000. You asked for {asked}",
            "最少 500（下注 300 + 加注 200），最多 10,000。你輸入了 {asked}",
            "最少 500（下注 300 + 加注 200），最多 10,000。你输入了 {asked}",
        ),
        "refused.unknown_command": ("There is no such command.", "沒有這個指令。", "没有这个命令。"),
    }.items()
}


def say(locale: Locale, key: str, numbers: Mapping[str, int | str]) -> str:
    """The script's texts, in the way of `adapters.texts.say`."""
    written = {name: f"{value:,}" if isinstance(value, int) else value for name, value in numbers.items()}
    return TEXTS[key][locale].format(**written)


def text(key: str, **numbers: int | str) -> Text:
    return Text(key=key, numbers=numbers)


def strong(key: str, **numbers: int | str) -> Text:
    return Text(key=key, numbers=numbers, strong=True)


def line(role: Role, *pieces: Piece) -> Line:
    return Line(role=role, pieces=pieces)


def sample_records(last: int) -> list[HandRecord]:
    """Hands 1 to `last` of one table, really shuffled, cut and committed; seat 2 showed its cards."""
    secrets = [bytes([number]) * 32 for number in range(1, last + 2)]
    roots = [commit(secret).root.hex() for secret in secrets]
    records: list[HandRecord] = []
    for number in range(1, last + 1):
        chain: dict[str, Any] = {"previous_digest": digest(records[-1])} if records else {}
        deal = deal_map(seats=(1, 2, 3), button=1, hole=2, board_cards=5)
        records.append(
            HandRecord(
                table="07demo",
                hand_no=number,
                started_ms=1_700_000_000_000,
                ended_ms=1_700_000_060_000,
                game="holdem",
                stakes=(("big_blind", 100),),
                button=1,
                seats=(
                    SeatRecord(seat=1, name="Bob", start=10_000, end=9_700, phrase="river"),
                    SeatRecord(seat=2, name="<b>*_Ted", start=12_000, end=12_600, phrase=""),
                    SeatRecord(seat=3, name="小美", start=4_000, end=3_700, phrase="四季"),
                ),
                secret=secrets[number - 1].hex(),
                root=roots[number - 1],
                next_root=roots[number],
                deal=deal,
                shown=dict(deal.holes)[2],
                **chain,
            )
        )
    return records


@dataclass(slots=True, kw_only=True, eq=False)
class Script:
    """The scripted table: who joined, which street it is, and everything it was asked."""

    seats: dict[PlayerId, str] = field(default_factory=dict)
    street: int = 0
    hand_no: int = 3
    action_no: int = 0
    message_id: str = ""
    asked: list[Request] = field(default_factory=list)
    changed: asyncio.Condition = field(default_factory=asyncio.Condition)
    port: WebPort = field(init=False)

    def __post_init__(self) -> None:
        self.port = WebPort(
            run=self.run,
            records=self.records,
            record=self.record,
            table_now=self.table_now,
            whisper_again=self.whisper_again,
            say=say,
        )

    async def run(self, request: Request) -> Reply:
        """Do what the script foresees; the same request id twice changes nothing the second time."""
        again = any(known.request_id == request.request_id for known in self.asked)
        self.asked.append(request)
        async with self.changed:
            self.changed.notify_all()
        if again:
            return Reply(message=None)
        match request.command:
            case "new":
                self.message_id = await self.port.post(ROOM, lobby(), Locale.EN)
            case "join":
                await self._join(request)
            case "check" | "call" | "fold":
                await self._next_street()
            case "start":
                self.street, self.action_no, self.hand_no, self.message_id = 0, 0, self.hand_no + 1, ""
                await self.show()
            case "raise":
                return await self._raise(request)
            case "computer" | "sitout" | "leave" | "back" | "dismiss" | "cards":
                return Reply(message=None)
            case _:
                return Reply(message=Message(lines=(refusal("unknown_command"),)), refused=True)
        return Reply(message=None)

    async def records(self, room: RoomId, player: PlayerId, count: int) -> Sequence[Mapping[str, Any]]:
        """The two hands before this one, newest first; whoever sits has seat 3's own cards in them."""
        seat = 3 if player in self.seats else None
        return [published(record, seat) for record in reversed(sample_records(2))][:count]

    async def record(self, room: RoomId, player: PlayerId, hand_no: int) -> Mapping[str, Any] | None:
        """One of them."""
        records = await self.records(room, player, 2)
        return next((record for record in records if record["hand_no"] == hand_no), None)

    async def table_now(self, room: RoomId) -> Message | None:
        """The hand, when somebody has joined it."""
        return self.public() if self.seats and room == ROOM else None

    async def whisper_again(self, room: RoomId, player: PlayerId) -> None:
        """The player's own cards, when they have any."""
        if player in self.seats:
            await self.port.whisper(room, player, "hand", self.private(player))

    async def show(self) -> None:
        """The table to everyone, and to each player what is theirs."""
        if self.message_id:
            self.message_id = await self.port.edit(ROOM, self.message_id, self.public(), Locale.EN)
        else:
            self.message_id = await self.port.post(ROOM, self.public(), Locale.EN)
        for player in self.seats:
            await self.port.whisper(ROOM, player, "hand", self.private(player))

    @property
    def turn(self) -> Turn:
        return Turn(table=TableId("07demo"), hand_no=self.hand_no, action_no=self.action_no)

    @property
    def over(self) -> bool:
        return self.street >= len(STREETS)

    def public(self) -> Message:
        """The table message in the pieces that the house's render file uses."""
        board = BOARD[: STREETS[min(self.street, 3)]]
        title = (strong("title.hand", hand_no=self.hand_no), text("mark.dot"))
        lines = [
            line(Role.TITLE, *title, text(f"street.{min(self.street, 3)}"), text("mark.dot"), text("stakes"))
        ]
        if self.over:
            over = strong("title.over", hand_no=self.hand_no)
            lines = [line(Role.TITLE, over, Name(name="Ted", strong=True), text("won.chips", chips=24_050))]
        lines += [
            line(Role.BOARD, text("board.only"), Cards(cards=board, places=5 - len(board))),
            line(Role.POT, strong("pot.total", chips=950 + 900 * self.street)),
            *(self._log(street) for street in range(min(self.street + 1, 4))),
            *self._seats(),
            line(Role.NOTE, text("deck.next"), Code(text="3f8a901c77d2be45")),
        ]
        return Message(lines=tuple(lines), choices=self._public_choices())

    def private(self, player: PlayerId) -> Message:
        """A player's cards, odds and buttons."""
        hand = HANDS[list(self.seats).index(player)]
        lines = [
            line(
                Role.TITLE,
                text("title.hand", hand_no=self.hand_no),
                text("mark.dot"),
                Name(name="Friday table"),
            ),
            line(Role.HAND, text("you.cards"), Cards(cards=hand), text("mark.dot"), text("card.words")),
            line(Role.HAND, text("you.have")),
        ]
        if self.over:
            lines.append(line(Role.NOTE, text("you.hand_over")))
            return Message(lines=tuple(lines))
        odds = (text("you.stack", chips=10_000), text("mark.dot"), text("you.odds"))
        lines.append(line(Role.POT, *odds))
        if player != self.actor:
            lines.append(line(Role.NOTE, text("you.wait_for"), Name(name=self.seats[self.actor])))
            return Message(lines=tuple(lines))
        lines.append(line(Role.ACTOR, strong("you.turn"), Countdown(until=_soon())))
        moves = (
            self._choice(ChoiceName.FOLD, Look.DANGER),
            self._choice(ChoiceName.CALL, Look.PRIMARY, chips=300),
            self._choice(ChoiceName.RAISE),
        )
        return Message(lines=tuple(lines), choices=(moves, self._sizes()))

    @property
    def actor(self) -> PlayerId:
        """Whoever joined first is asked first, then the next one."""
        return list(self.seats)[self.action_no % len(self.seats)]

    async def _join(self, request: Request) -> None:
        self.seats[request.player] = request.name
        name = Name(name=request.name, player=request.player)
        joined = line(Role.LOG, name, text("feed.joined", chips=10_000))
        await self.port.post(ROOM, Message(lines=(joined,)), Locale.EN)
        await self.show()

    async def _next_street(self) -> None:
        self.street, self.action_no = self.street + 1, self.action_no + 1
        await self.show()

    async def _raise(self, request: Request) -> Reply:
        if not request.args:
            return Reply(
                message=Message(lines=(line(Role.TITLE, text("size.range")),), choices=(self._sizes(),))
            )
        if not request.args.isdecimal() or int(request.args) < 500:
            refused = refusal("raise_too_small", asked=request.args)
            return Reply(message=Message(lines=(refused,), choices=(self._sizes()[:1],)), refused=True)
        await self._next_street()
        return Reply(message=None)

    def _seats(self) -> tuple[Line, ...]:
        others = (("Bob", 9_700, "call"), ("Carol", 7_950, "fold"), ("<b>*_Ted @everyone", 11_700, "raise"))
        lines = [
            self._seat(number, Name(name=name), stack, move)
            for number, (name, stack, move) in enumerate(others, 1)
        ]
        for number, (player, name) in enumerate(self.seats.items(), len(others) + 1):
            acting = player == self.actor and not self.over
            lines.append(self._seat(number, Name(name=name, player=player), 10_000, "", acting=acting))
        return tuple(lines)

    def _seat(self, number: int, name: Name, stack: int, move: str, *, acting: bool = False) -> Line:
        marks = {1: ("button",), 2: ("small_blind", "folded"), 3: ("big_blind",)}.get(number, ())
        pieces: list[Piece] = [text("mark.acting")] if acting else []
        pieces += [text(f"felt.{mark}") for mark in marks if mark != "folded"]
        pieces += [text("mark.number", number=number), name, Chips(amount=stack)]
        if self.over and number < 4:
            net = {1: -300, 2: -50, 3: 14_050}[number]
            pieces.append(Chips(amount=net, signed=True))
        if move in ("call", "raise"):
            pieces.append(text("seat.bet", chips=300))
        if move:
            pieces += [text("mark.dot"), text(f"did.{move}", to=300)]
        if self.over and number == 3:
            pieces += [Cards(cards=parse_cards("7s7c")), text("made.trips")]
        elif move != "fold":
            pieces.append(Cards(backs=2))
        if acting:
            pieces.append(Countdown(until=_soon()))
        role = Role.ACTOR if acting else Role.SEAT
        return Line(role=role, pieces=tuple(pieces), seat=SeatNo(number), marks=marks)

    def _log(self, street: int) -> Line:
        done = (Name(name="Ted"), text("did.raise", to=300), text("mark.dot"), Name(name="Bob"))
        return line(Role.LOG, text(f"log.{street}"), *done, text("did.call", to=300))

    def _sizes(self) -> tuple[Choice, ...]:
        sizes = (("min", 500), ("half", 675), ("two_thirds", 800), ("pot", 1_050), ("all_in", 10_000))
        return tuple(
            Choice(
                name=ChoiceName.RAISE,
                label=(text(f"size.{key}", chips=total),),
                argument=str(total),
                turn=self.turn,
            )
            for key, total in sizes
        )

    def _choice(self, name: ChoiceName, look: Look = Look.SECONDARY, **numbers: int) -> Choice:
        return Choice(name=name, label=(text(f"choice.{name}", **numbers),), turn=self.turn, look=look)

    def _public_choices(self) -> tuple[tuple[Choice, ...], ...]:
        if self.over:
            history = Choice(
                name=ChoiceName.HISTORY, label=(text("choice.hand"),), argument="2", turn=self.turn
            )
            return ((self._choice(ChoiceName.JOIN, Look.SUCCESS), history),)
        return ((self._choice(ChoiceName.CARDS), self._choice(ChoiceName.FOLD, Look.DANGER)),)


def lobby() -> Message:
    """A table before its first hand."""
    row = (
        Choice(name=ChoiceName.JOIN, label=(text("choice.join"),), look=Look.SUCCESS),
        Choice(name=ChoiceName.COMPUTER, label=(text("choice.computer"),)),
        Choice(name=ChoiceName.START, label=(text("choice.start"),), look=Look.PRIMARY),
    )
    title = line(Role.TITLE, strong("lobby"), text("mark.dot"), text("stakes"))
    return Message(lines=(title, line(Role.NOTE, text("lobby.facts"))), choices=(row,))


def refusal(reason: str, **numbers: int | str) -> Line:
    return line(Role.REFUSAL, text(f"refused.{reason}", **numbers))


def cards_in(message: Message) -> set[Card]:
    """Every face-up card of a message."""
    return {
        card
        for each in message.lines
        for piece in each.pieces
        if isinstance(piece, Cards)
        for card in piece.cards
    }


def _soon() -> int:
    return int((time.time() + 45) * 1_000)


if __name__ == "__main__":
    script = Script()
    app: web.Application = web_app(script.port)

    async def open_lobby(_: web.Application) -> None:
        script.message_id = await script.port.post(ROOM, lobby(), Locale.EN)

    app.on_startup.append(open_lobby)
    web.run_app(app, host="127.0.0.1", port=int(sys.argv[1]), print=None)
