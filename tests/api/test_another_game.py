"""The fixture game over the same routes: a new game adds no line to the service."""

import secrets
from collections.abc import AsyncIterator

import pytest

from service.games import installed
from tests.api.conftest import JSON, Running, Table, first_of, running
from tests.games.parley import GAME


@pytest.fixture
async def both(store_url: str) -> AsyncIterator[Running]:
    games = installed() | {GAME.meta.id: GAME}
    async with running(store_url, secrets.token_hex(4), games=games) as one:
        yield one


async def parley(service: Running, people: int) -> Table:
    return await service.table(game="parley", seats=[{"by": "person"}] * people)


async def test_people_play_it_to_its_end(both: Running) -> None:
    """Windows close in their own time, so whenever nobody must act the clock is turned."""
    table = await parley(both, 3)
    for _ in range(2_000):
        if await table.play_one():
            continue
        if (await table.get("")).json()["status"] == "over":
            break
        both.clock.now += 60_000
        await both.app.workers.work()
    assert (await table.get("")).json()["outcome"]["reason"] in GAME.meta.endings


async def listed(table: Table, kind: str) -> tuple[str, JSON]:
    """The token of the seat that has such a decision, and the decision."""
    for token in table.seats.values():
        for decision in (await table.get("/decisions", token)).json()["decisions"]:
            if decision["kind"] == kind and "offers" in decision:
                return token, decision
    raise AssertionError(f"no {kind} is open")


async def test_undo_takes_back_the_last_command_and_renumbers_nothing(both: Running) -> None:
    table = await parley(both, 2)
    token, turn = await listed(table, "turn")
    before = (await table.get("/view", token)).json()
    stow = next(offer for offer in turn["offers"] if offer["command"] == "parley.Stow")
    done = (await table.command(token, first_of(stow), decision=turn["id"])).json()
    _, undo = await listed(table, "undo")
    taken = (await table.command(token, {"type": "match.Undo"}, decision=undo["id"])).json()
    event = taken["events"][0]["event"]
    assert event["events"] == [int(each["id"].partition("-")[2]) for each in done["events"]]
    after = (await table.get("/view", token)).json()
    assert (before["view"], taken["at"]) == (after["view"], after["at"])
    assert (await table.get(f"/view?at={before['at']}", token)).json() == before


async def test_with_three_a_computer_plays_on_for_who_resigns_and_the_token_ends(both: Running) -> None:
    table = await parley(both, 3)
    seat, token = next(iter(table.seats.items()))
    assert (await table.command(token, {"type": "match.Resign"})).status_code == 200
    match = (await table.get("")).json()
    assert (match["status"], match["seats"][0]["kind"]) == ("running", "bot")
    answer = await table.command(token, {"type": "match.Resign"})
    assert (answer.status_code, seat) == (401, match["seats"][0]["seat"])


async def test_a_command_of_another_game_is_refused(both: Running) -> None:
    table, other = await parley(both, 2), await both.table()
    for token in other.seats.values():
        listed = (await other.get("/decisions", token)).json()["decisions"]
        offers = [offer for decision in listed for offer in decision.get("offers", ())]
        for offer in (offer for offer in offers if offer["command"].startswith("ultimatum.")):
            answer = await table.command(next(iter(table.seats.values())), first_of(offer))
            assert (answer.status_code, answer.json()["code"]) == (409, "wrong_game")


async def test_each_game_is_created_by_its_own_number_of_seats(both: Running) -> None:
    for count, status in ((0, 400), (1, 201), (5, 201), (6, 400)):
        answer = await both.create(game="parley", seats=[{"by": "person"}] * count)
        assert answer.status_code == status
