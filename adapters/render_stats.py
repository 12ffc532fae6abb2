"""What many hands come to, in words: a player's figures, a leaderboard, and the friends' ledger of a table."""

from collections.abc import Mapping, Sequence
from typing import Final

from adapters.messages import Chips, Choice, ChoiceName, Line, Message, Name, Piece, Role, Text
from adapters.wording import DOT
from core.cardroom.ledger import Account, Transfer
from core.cardroom.stats import LABELLED_FROM, Counts, Figures, Standing, figures
from core.ids import PlayerId, TableId

ON_A_PAGE: Final = 10
"""Players of a leaderboard."""
_SHARES: Final = ("vpip", "pfr", "wtsd", "wsd")


def stats_message(name: Name, season: str, counts: Counts) -> Message:
    """One player's season. How they play is said from 50 hands on."""
    found = figures(counts)
    title = (Text(key="stats.of", strong=True), name, DOT, season_text(season))
    lines = [Line(role=Role.TITLE, pieces=title)]
    if not counts.hands:
        return Message(lines=(*lines, _note("stats.no_hands")))
    lines.append(_note("stats.hands", hands=counts.hands))
    net: tuple[Piece, ...] = (Text(key="stats.net"), Chips(amount=counts.net, signed=True))
    if found.bb_100 is not None:
        net = (*net, DOT, Text(key="stats.bb_100", numbers={"value": _hundredths(found.bb_100, signed=True)}))
    lines.append(Line(role=Role.RESULT, pieces=net))
    if counts.biggest:
        lines.append(_note("stats.biggest", chips=counts.biggest))
    lines += [_note(f"stats.{which}", value=_share(getattr(found, which))) for which in _SHARES]
    lines.append(_note("stats.af", value=_hundredths(found.af)))
    lines.append(_style(found, counts.hands))
    return Message(lines=tuple(lines))


def top_message(
    season: str,
    board: Sequence[Standing],
    names: Mapping[PlayerId, str],
    page: int,
    viewer: PlayerId,
    table: TableId | None,
) -> Message:
    """A page of the leaderboard, from 1, with the viewer's own row below it when that is on another one.

    The room's table tells whose season the buttons mean where they are pressed elsewhere.
    """
    pages = max(1, -(-len(board) // ON_A_PAGE))
    page = min(max(1, page), pages)
    shown = board[(page - 1) * ON_A_PAGE : page * ON_A_PAGE]
    title: tuple[Piece, ...] = (Text(key="top.title", strong=True), season_text(season))
    if pages > 1:
        title = (*title, DOT, Text(key="top.page", numbers={"page": page, "pages": pages}))
    lines = [Line(role=Role.TITLE, pieces=title)]
    lines += [Line(role=Role.RESULT, pieces=_row(one, names)) for one in shown]
    own = [one for one in board if one.player == viewer and one not in shown]
    lines += [Line(role=Role.NOTE, pieces=(Text(key="top.you"), *_row(one, names))) for one in own]
    if not board:
        lines.append(_note("top.nobody"))
    row = []
    if page > 1:
        row.append(_page(season, page - 1, "tourney.page_back", table))
    if page < pages:
        row.append(_page(season, page + 1, "tourney.page_next", table))
    return Message(lines=tuple(lines), choices=(tuple(row),) if row else ())


def shown_players(board: Sequence[Standing], page: int, viewer: PlayerId) -> tuple[PlayerId, ...]:
    """Everybody whose name `top_message` may want."""
    pages = max(1, -(-len(board) // ON_A_PAGE))
    first = (min(max(1, page), pages) - 1) * ON_A_PAGE
    players = [one.player for one in board[first : first + ON_A_PAGE]]
    return (*players, *([viewer] if viewer not in players else []))


def ledger_message(
    table: str,
    accounts: Sequence[Account],
    transfers: Sequence[Transfer] | None,
    names: Mapping[PlayerId, str],
) -> Message:
    """Who is up and who is down at a table, and the fewest transfers that would make them even, in play chips.

    `transfers` is None when the figures do not add up, as of a table that was open before there was a ledger.
    """
    lines = [Line(role=Role.TITLE, pieces=(Text(key="ledger.title", strong=True), Name(name=table)))]
    for one in accounts:
        brought = Text(key="ledger.brought", numbers={"brought": one.brought, "taken": one.taken})
        named = _who(one.player, names)
        lines.append(
            Line(
                role=Role.RESULT,
                pieces=(named, Chips(amount=one.net, signed=True, strong=True), DOT, brought),
            )
        )
    if transfers is None:
        lines.append(_note("ledger.unknown"))
    elif not transfers:
        lines.append(_note("ledger.even"))
    else:
        lines.append(_note("ledger.settle", count=len(transfers)))
        lines += [Line(role=Role.LOG, pieces=_transfer(one, names)) for one in transfers]
    lines.append(_note("play_chips"))
    return Message(lines=tuple(lines))


def ledger_off_message() -> Message:
    """Nobody sees the ledger any more."""
    return Message(lines=(_note("ledger.off"),))


def season_text(season: str) -> Text:
    """``2026q4`` in words."""
    year, _, quarter = season.partition("q")
    return Text(key="stats.season", numbers={"year": int(year), "quarter": int(quarter)})


def _row(one: Standing, names: Mapping[PlayerId, str]) -> tuple[Piece, ...]:
    return (
        Text(key="top.rank", numbers={"rank": one.rank}),
        _who(one.player, names),
        Chips(amount=one.counts.net, signed=True),
        DOT,
        Text(key="top.hands", numbers={"hands": one.counts.hands}),
    )


def _who(player: PlayerId, names: Mapping[PlayerId, str]) -> Piece:
    """A player's name, or that there was one who has been forgotten."""
    name = names.get(player)
    return Text(key="stats.former") if name is None else Name(name=name, player=player)


def _page(season: str, page: int, key: str, table: TableId | None) -> Choice:
    return Choice(name=ChoiceName.TOP, label=(Text(key=key),), argument=f"{season}.{page}", table=table)


def _transfer(one: Transfer, names: Mapping[PlayerId, str]) -> tuple[Piece, ...]:
    return (
        _who(one.giver, names),
        Text(key="ledger.to", numbers={"chips": one.chips}),
        _who(one.taker, names),
    )


def _style(found: Figures, hands: int) -> Line:
    if found.style is None:
        return _note("stats.style_later", hands=LABELLED_FROM, left=max(1, LABELLED_FROM - hands))
    return Line(role=Role.RESULT, pieces=(Text(key=f"style.{found.style}"),))


def _share(tenths: int | None) -> str:
    """Tenths of a percent as ``23.4%``."""
    return "–" if tenths is None else f"{tenths // 10}.{tenths % 10}%"


def _hundredths(value: int | None, *, signed: bool = False) -> str:
    if value is None:
        return "–"
    sign = "−" if value < 0 else "+" if signed and value else ""
    return f"{sign}{abs(value) // 100}.{abs(value) % 100:02}"


def _note(key: str, **numbers: int | str) -> Line:
    return Line(role=Role.NOTE, pieces=(Text(key=key, numbers=numbers),))
