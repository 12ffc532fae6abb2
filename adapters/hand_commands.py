"""The commands of a player in a hand: see the cards, and make a move."""

from adapters import amounts, render
from adapters.asking import Asked
from adapters.messages import Message
from core.poker.actions import Call, Check, ChooseRuns, Fold, Muck, RaiseTo, Show
from core.refusals import Reason, Refused
from core.views import Phase


async def fold(asked: Asked) -> Message | None:
    """Fold, after asking once when checking is free (rules.md 26)."""
    view = await asked.view(held=True)
    now = asked.request.turn in (None, view.turn)
    if now and view.legal is not None and view.legal.legal.check:
        return render.fold_question(view)
    await asked.play(Fold())
    return None


async def check(asked: Asked) -> None:
    """Check."""
    await asked.play(Check())


async def call(asked: Asked) -> None:
    """Call."""
    await asked.play(Call())


async def raise_to(asked: Asked) -> Message | None:
    """Bet or raise to a total; without one, show the sizes."""
    typed = asked.given.get("amount")
    if typed is not None and amounts.means_all_in(typed):
        await all_in(asked)
        return None
    if typed is not None and amounts.is_plain(typed):
        await asked.play(RaiseTo(to=amounts.parse_count(typed)))
        return None
    view = await asked.view()
    legal = None if view.legal is None else view.legal.legal
    late = asked.request.turn not in (None, view.turn)
    if late or legal is None or (typed is None and legal.raise_min is None):
        # No total is legal, and the rules say why.
        await asked.play(RaiseTo(to=0))
        return None
    if typed is None:
        return render.raise_message(view)
    big_blind = view.options.big_blind
    to = amounts.parse(typed, legal=legal, price=view.price, pot=view.total_pot, big_blind=big_blind)
    await asked.play(RaiseTo(to=to))
    return None


async def all_in(asked: Asked) -> None:
    """Everything: a raise, or a call when there is no more than that."""
    view = await asked.view()
    if view.legal is None:
        # Not the asker's turn, and the rules say whose.
        await asked.play(RaiseTo(to=0))
    elif view.legal.legal.all_in <= view.price:
        await asked.play(Call())
    else:
        await asked.play(RaiseTo(to=view.legal.legal.all_in))


async def cards(asked: Asked) -> Message:
    """The asker's cards and what they make."""
    view = await asked.view()
    if view.viewer is None:
        raise Refused(Reason.NOT_SEATED)
    message = render.private_message(view)
    if message is None:
        raise Refused(Reason.NO_HAND if view.phase is Phase.WAITING else Reason.NOT_IN_HAND)
    return message


async def runs(asked: Asked) -> None:
    """Say how many boards to agree to."""
    times = asked.given.get("times")
    if times is None:
        raise Refused(Reason.RUNS_OUT_OF_RANGE, asked=0, maximum=(await asked.view()).options.most_runs)
    most = (await asked.view(held=True)).options.most_runs
    await asked.play(ChooseRuns(times=amounts.parse_count(times, 1, most)))


async def show(asked: Asked) -> None:
    """Table both cards at showdown."""
    await asked.play(Show())


async def muck(asked: Asked) -> None:
    """Give up the claim unseen at showdown."""
    await asked.play(Muck())
