"""Which of several tournaments of one place a command is about: by name, by what fits, and else by a question."""

from collections.abc import AsyncIterator

import pytest

from adapters.messages import ChoiceName
from core.cardroom.tournament import Stage, entrant_of
from core.ids import PlayerId, RoomId
from core.refusals import Reason
from tests.bank_people import ANN, BOB, CAT, ROOM
from tests.event_people import Entrants, buttons, entrants
from tests.redis_faults import Raw
from tests.test_event_commands import no
from tests.test_render import said

pytest_plugins = ["tests.redis_server"]


@pytest.fixture
async def club(redis_url: str, raw: Raw) -> AsyncIterator[Entrants]:
    async with entrants(redis_url, raw, ROOM) as made:
        yield made
        made.room = ROOM
        await made.all_is_right()


async def opened(club: Entrants, *names: str, options: str = "seats=6 buyin=100") -> dict[str, str]:
    """The ids of Ann's new tournaments by name."""
    for name in names:
        await club.told(ANN, f"create {name} {options}")
    ids = await club.house.events.in_hall(ROOM)
    return {(await club.event(one)).name: one for one in ids}


async def question(club: Entrants, command: str, *names: str, player: PlayerId = BOB) -> list[str]:
    """The buttons that somebody is asked by; they are labelled with these names, newest first."""
    reply = await club.ask(player, command)
    assert reply.message is not None
    assert "Which tournament?" in "\n".join(said(reply.message))
    shown = [one for row in reply.message.choices for one in row]
    assert [said_label for one in shown for said_label in [one.label[0].name]] == list(names)  # type: ignore[union-attr]
    return [one.argument for one in shown]


async def test_a_tournament_is_named_in_any_case_or_by_its_id(club: Entrants) -> None:
    ids = await opened(club, "Alpha", "Beta", "Friday Night")
    assert "Alpha" in await club.told(BOB, "register aLPHA")
    assert "Friday Night" in await club.told(BOB, "register friday  night")
    assert "Beta" in await club.told(BOB, f"register {ids['Beta']}")
    for one in ids.values():
        assert entrant_of(await club.event(one), BOB) is not None
    assert "Alpha" in await club.told(BOB, "unregister event=alpha")
    assert "Friday Night" in await club.told(BOB, "unregister event=FridayNight")
    assert "Alpha" in await club.told(BOB, "structure “Alpha”")
    assert "no such tournament" in await club.refusal(BOB, "register Gamma")
    assert "no such tournament" in await club.refusal(BOB, "register event=Gamma")


async def test_whoever_is_in_two_is_asked_which_one_to_leave(club: Entrants) -> None:
    ids = await opened(club, "Alpha", "Beta")
    for name in ids:
        await club.told(CAT, f"register {name}")
    arguments = await question(club, "unregister", "Beta", "Alpha", player=CAT)
    assert arguments == [ids["Beta"], ids["Alpha"]]
    assert all([entrant_of(await club.event(one), CAT) is not None for one in ids.values()])
    told = await club.told(CAT, f"unregister {ids['Alpha']}")
    assert "Alpha" in told
    assert "buy-in is back" in told
    assert entrant_of(await club.event(ids["Alpha"]), CAT) is None
    assert "Beta" in await club.told(CAT, "unregister")


async def test_whoever_registers_is_asked_among_those_they_are_not_in(club: Entrants) -> None:
    await opened(club, "Alpha", "Beta", "Gamma")
    await question(club, "register", "Gamma", "Beta", "Alpha")
    await club.told(BOB, "register beta")
    await question(club, "register", "Gamma", "Alpha")
    await club.told(BOB, "register gamma")
    assert "You are in: Alpha" in await club.told(BOB, "register")
    assert no(Reason.ALREADY_REGISTERED) in await club.refusal(BOB, "register")


async def test_a_host_is_asked_which_one_and_the_button_does_the_rest(club: Entrants) -> None:
    ids = await opened(club, "Alpha", "Beta", options="seats=2 starts=60m")
    await club.told(BOB, "create Bobs seats=6")
    await question(club, "cancel", "Beta", "Alpha", player=ANN)
    arguments = await question(club, "fill 1", "Beta", "Alpha", player=ANN)
    assert arguments == [f"{ids['Beta']}.1", f"{ids['Alpha']}.1"]
    assert "Alpha" in await club.told(ANN, f"fill {arguments[1]}")
    assert len((await club.event(ids["Alpha"])).entrants) == 1
    assert "Alpha" in await club.told(ANN, "cancel alpha")
    assert (await club.event(ids["Alpha"])).stage is Stage.CANCELLED
    assert "Beta" in await club.told(ANN, "cancel")
    assert "Bobs" in await club.told(BOB, "cancel")


async def test_what_no_button_can_carry_is_typed_with_the_id(club: Entrants) -> None:
    ids = await opened(club, "Alpha", "Beta")
    for name in ids:
        await club.told(BOB, f"register {name}", name="Bob")
    reply = await club.ask(ANN, "remove Bob")
    assert reply.message is not None
    assert buttons(reply.message) == []
    assert f"remove {ids['Alpha']} Bob" in "\n".join(said(reply.message))
    assert "Alpha" in await club.told(ANN, "remove alpha Bob")
    assert "Beta" in await club.told(ANN, f"reschedule {ids['Beta']} 45m")
    assert entrant_of(await club.event(ids["Alpha"]), BOB) is None
    assert entrant_of(await club.event(ids["Beta"]), BOB) is not None


async def test_of_two_of_one_name_the_asker_chooses_with_what_was_typed(club: Entrants) -> None:
    await club.told(ANN, "create Cup seats=2 starts=60m")
    await club.told(ANN, "create Cup seats=2 starts=90m")
    second, first = await club.house.events.in_hall(ROOM)
    assert await question(club, "register cup", "Cup", "Cup") == [second, first]
    assert await question(club, "fill cup 1", "Cup", "Cup", player=ANN) == [f"{second}.1", f"{first}.1"]
    await club.told(BOB, f"register {first}")
    assert await club.told(BOB, "unregister cup")


async def test_the_administrators_of_the_place_are_asked_about_all_of_them(club: Entrants) -> None:
    await opened(club, "Alpha", "Beta")
    reply = await club.ask(CAT, "begin", host_powers=True)
    assert buttons(reply.message) == [ChoiceName.BEGIN, ChoiceName.BEGIN]
    assert (await club.ask(CAT, "begin")).refused


async def test_after_a_final_the_standings_are_those_of_the_final(club: Entrants) -> None:
    await club.told(ANN, "create Duel seats=2 buyin=500")
    for player in (ANN, BOB):
        await club.told(player, "register")
    assert (await club.event()).stage is Stage.RUNNING
    for player in (ANN, BOB):
        await club.told(player, "deal chips")
    await club.direct()
    duel = await club.newest()
    if (await club.event(duel)).stage is not Stage.FINISHED:
        await club.fold_a_hand((await club.tables())[0].id)
    assert (await club.event(duel)).stage is Stage.FINISHED
    await opened(club, "Later")
    await club.told(BOB, "register later")
    assert "Duel" in await club.told(BOB, "standings")
    assert "Later" in await club.told(BOB, "players")


async def test_the_id_is_said_where_it_is_announced_and_where_it_is_shown(club: Entrants) -> None:
    told = await club.told(ANN, "create Cup seats=6")
    event = await club.newest()
    assert event in told
    assert event in await club.told(BOB, "overview")
    assert "Sat" in await club.told(ANN, f"create Sat satellite={event}")


async def test_a_stack_at_a_table_is_not_taken_for_a_name(club: Entrants) -> None:
    await opened(club, "Cup")
    assert "no such tournament" not in await club.refusal(BOB, "rebuy 500")
    club.room = RoomId("discord:7:1")
    assert "no such tournament" in await club.refusal(BOB, "structure Cup")
