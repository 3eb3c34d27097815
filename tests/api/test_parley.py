"""The fixture game over HTTP: windows that close by themselves, computers at the table, taking back."""

import secrets
from collections.abc import AsyncIterator

import pytest

from tests.api.conftest import Running, Table, running
from tests.games.parley import GAME


@pytest.fixture
async def parley(store_url: str) -> AsyncIterator[Running]:
    async with running(store_url, secrets.token_hex(4), games={"parley": GAME}) as one:
        yield one


async def seated(service: Running, *, computers: int = 0) -> Table:
    """Ann, a person, with another person or with computers."""
    others = [{"by": "computer", "policy": "random"}] * computers or [{"by": "person"}]
    made = (await service.post("/v1/matches", {"game": "parley", "seats": [{"by": "person"}, *others]})).json()
    table = Table(service, made["id"], made["host_token"], None)
    for seat in (await table.get("")).json()["seats"]:
        if seat["kind"] == "open":
            table.seats[seat["seat"]] = await service.claim(table, seat["seat"])
    await table.start()
    return table


async def test_a_window_closes_by_the_worker_once_its_time_has_come(parley: Running) -> None:
    table = await seated(parley)
    ann, bob = table.seats["ann"], table.seats["bob"]
    card = (await table.get("/view", ann)).json()["view"]["places"]["ann"]["hand"][0]
    await table.command(ann, {"type": "parley.Show", "card": card})
    await table.command(bob, {"type": "parley.React", "block": False})
    await parley.app.workers.work()
    before = (await table.get("/events?limit=500")).json()["events"]

    parley.clock.now += 2_000
    await parley.app.workers.work()

    after = (await table.get("/events?limit=500")).json()["events"]
    assert "parley.Answered" == before[-1]["event"]["type"]
    assert ["parley.Opened"] == [item["event"]["type"] for item in after[len(before) :]]


async def test_a_person_plays_a_whole_match_with_computers(parley: Running) -> None:
    table = await seated(parley, computers=3)
    for _ in range(200):
        parley.clock.now += 3_000
        await parley.app.workers.work()
        await table.play_one()
        if (await table.get("")).json()["status"] == "over":
            break
    assert (await table.get("")).json()["outcome"]["reason"] in {"most_points", "shared"}


async def test_a_step_taken_back_is_void_for_everyone_in_their_own_numbers(parley: Running) -> None:
    """K-UNDO-02."""
    table = await seated(parley)
    ann = table.seats["ann"]
    await table.command(ann, {"type": "parley.Shop", "goods": ["rope"]})
    void = (await table.get("/events?limit=500")).json()["events"][-1]["id"]

    await table.command(ann, {"type": "match.Undo"})

    undone = (await table.get("/events?limit=500")).json()["events"][-1]
    assert ("match.Undone", [int(void.partition("-")[2])]) == (undone["event"]["type"], undone["event"]["events"])
    assert [] == (await table.get("/view", ann)).json()["view"]["places"]["ann"]["goods"]
    seen_then = (await table.get(f"/view?at={void}")).json()["view"]["places"]["ann"]["goods"]
    assert ["rope"] == seen_then
