"""What is only a hint is made again from the streams."""

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
