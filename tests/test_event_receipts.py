"""What people are told of places, tickets and presses that came twice: in private, and as the answer to a command."""

from collections.abc import AsyncIterator
from dataclasses import replace
from random import Random

import pytest

from adapters.event_club import Club, Formula
from adapters.messages import Locale, Name
from bot.house import LiveHouse
from core.cardroom.event_actions import StartEvent, Unregister
from core.cardroom.event_options import PayoutRule
from core.cardroom.tournament import entrant_of
from core.ids import PlayerId
from core.store import Store
from tests.bank_people import ANN, BOB, ROOM
from tests.event_people import Entrants, entrants
from tests.hall_stage import HOST, HallStage, hall_stage
from tests.keeper import Keeper, plain
from tests.redis_faults import Raw
from tests.test_event_commands import heads_up
from tests.test_private_news import pieces, says, told

pytest_plugins = ["tests.redis_server"]
YOU, BEN, CAT = PlayerId("web:you"), PlayerId("web:ben"), PlayerId("web:cat")


@pytest.fixture
def stage(store: Store, raw: Raw) -> HallStage:
    return hall_stage(store, raw)


@pytest.fixture
async def club(redis_url: str, raw: Raw) -> AsyncIterator[Entrants]:
    async with entrants(redis_url, raw, ROOM) as made:
        yield made


async def test_whoever_moves_up_from_the_queue_is_told_in_private(stage: HallStage) -> None:
    port = Keeper()
    stage.options = replace(stage.options, max_entrants=2, starts_at=4_000_000_000_000)
    async with stage.telling(port):
        await stage.announce()
        await stage.enter(YOU, BEN, CAT)
        await stage.do(Unregister(by=YOU))
        await stage.settled()
    (message,) = told(port, CAT)
    assert says(message, "tourney.own.moved_up")
    assert told(port, BEN) == []


@pytest.mark.parametrize("is_open", [True, False])
async def test_the_winner_of_a_ticket_is_told_what_has_become_of_it(stage: HallStage, is_open: bool) -> None:
    port, main = Keeper(), HallStage(club=stage.club)
    main.chance, main.options = Random("main"), replace(main.options, late_level=0)
    await main.announce()
    await main.enter("web:x", "web:y")
    if not is_open:
        await main.do(StartEvent(by=HOST))
        await main.play()
    stage.options = replace(
        stage.options, payout=PayoutRule.TICKETS, ticket=2_000, satellite_of=main.id, satellite_name="Cup"
    )
    async with stage.telling(port):
        await stage.announce()
        await stage.enter(YOU, BEN)
        await stage.do(StartEvent(by=HOST))
        event = await stage.play()
        while event.errands:
            await stage.director.tick(stage.id)
            event = await stage.look()
        await stage.settled()
    (winner,) = (one.player for one in event.results if one.place == 1)
    last = told(port, winner)[-1]
    assert says(last, "tourney.own.ticket_used") is is_open
    assert (entrant_of(await main.look(), winner) is not None) is is_open
    if is_open:
        assert Name(name="Cup", strong=True) in pieces(last)


async def test_the_results_in_the_hall_count_as_the_club_does(stage: HallStage) -> None:
    port = Keeper()
    house = LiveHouse(stage.club.store, stage.club.dealer, Locale.EN, stage.director)
    await house.events.set_club(stage.club.community, Club(formula=Formula.PUB, least=2))
    async with stage.telling(port):
        await stage.announce()
        await stage.enter(YOU, BEN, CAT, "web:dan")
        await stage.do(StartEvent(by=HOST))
        await stage.play()
        await stage.settled()
    shown = [plain(versions[-1]) for versions in port.posts.values()]
    (line,) = [one for text in shown for one in text.splitlines() if one.startswith("Season points")]
    # Four entries: 20 for the first, and two for having come, and half a point for each knockout.
    assert float(line.split("+")[1].split(" ")[0]) >= 22


async def test_the_second_press_of_another_stack_has_the_receipt_of_the_first(club: Entrants) -> None:
    await heads_up(club, "entry=rebuy rebuys=3")
    first = await club.told(BOB, "rebuy")
    again = await club.told(BOB, "rebuy")
    assert first in again
    assert "once you have been dealt a hand" in again
    assert (await club.balance(BOB), await club.pool()) == (19_000, 1_500)


async def test_a_satellite_that_is_announced_knows_what_its_tickets_are_for(club: Entrants) -> None:
    await club.told(ANN, "create Main buyin=2000 starts=3h")
    main = await club.newest()
    await club.told(ANN, f"create Sat buyin=500 starts=2h max=8 satellite={main}")
    options = (await club.event()).options
    assert (options.satellite_of, options.satellite_name) == (main, "Main")
    assert "entry into Main" in await club.told(BOB, f"overview {await club.newest()}")
