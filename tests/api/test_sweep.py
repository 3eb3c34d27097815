"""What is only a hint is made again from the streams."""

import asyncio

import pytest

from service.store.port import Unavailable
from service.sweep import sweep
from tests.api.conftest import Running


async def test_a_lost_list_entry_and_a_lost_due_time_come_back(service: Running) -> None:
    seats = [{"by": "person"}, {"by": "computer", "policy": "first"}]
    table = await service.table(options={"first_player": "roy"}, seats=seats)
    app, store = service.app, service.app.service.matches.store
    await app.listing.settle()
    created = (await table.get("")).json()["created_at"]
    await store.lobby.remove(table.id, created)
    for match, was in await store.due.due(service.clock.now):
        await store.due.settle(match, was, None)
    assert [] == (await service.get("/v1/matches")).json()["matches"]

    found = await sweep(app.service.matches, app.listing, app.workers)

    assert 1 == found
    assert [table.id] == [match["id"] for match in (await service.get("/v1/matches")).json()["matches"]]


async def test_a_finished_match_is_left_as_it_is(service: Running) -> None:
    table = await service.table()
    await table.command(table.seats["roy"], {"type": "match.Resign"})
    await service.app.listing.settle()

    assert 0 == await sweep(service.app.service.matches, service.app.listing, service.app.workers)


async def test_a_due_time_is_noted_however_often_the_store_is_away(
    service: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    due, tries, noted = service.app.service.matches.store.due, [], asyncio.Event()
    put = type(due).put

    async def away_twice(match: str, due_ms: int) -> None:
        tries.append(match)
        if len(tries) < 3:
            raise Unavailable("away")
        await put(due, match, due_ms)
        noted.set()

    monkeypatch.setattr(due, "put", away_twice)
    monkeypatch.setattr("service.workers.POLL_S", 0)
    seats = [{"by": "person"}, {"by": "computer", "policy": "first"}]
    table = await service.table(options={"first_player": "roy"}, seats=seats)
    await asyncio.wait_for(noted.wait(), 10)
    assert [table.id] * 3 == tries[:3]


async def test_a_computer_plays_on_when_the_store_was_away_at_its_turn(
    service: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    workers, leases, tries = service.app.workers, service.app.service.matches.store.leases, []
    take = type(leases).take

    async def away_once(*asked: object) -> bool:
        tries.append(asked)
        if len(tries) == 1:
            raise Unavailable("away")
        return await take(leases, *asked)

    async def nothing(*_: object) -> list[tuple[str, int]]:
        return []

    await workers.stop()
    monkeypatch.setattr(leases, "take", away_once)
    monkeypatch.setattr(service.app.service.matches.store.due, "due", nothing)
    seats = [{"by": "person"}, {"by": "computer", "policy": "first"}]
    table = await service.table(options={"first_player": "roy"}, seats=seats)
    await workers.work()
    await workers.work()
    decisions = (await table.get("/decisions", table.seats["stella"])).json()["decisions"]
    assert ["stella"] == [decision["seat"] for decision in decisions if decision["must"]]
