"""Pages of events that are kept encoded: the same bytes as made anew, whoever asks and whatever was forgotten."""

import pytest

from api_schema import answers
from service.http.pages import Pages
from tests.api.conftest import JSON, Running, Table


async def played(service: Running, commands: int = 6) -> Table:
    table = await service.table()
    for _ in range(commands):
        assert await table.play_one()
    return table


async def walked(table: Table, token: str | None, limit: int) -> list[JSON]:
    """All events, page by page."""
    found: list[JSON] = []
    at, more = "", True
    while more:
        page = (await table.get(f"/events?limit={limit}{at}", token)).json()
        found += page["events"]
        at, more = f"&after={page['next']}", page["more"]
    return found


@pytest.mark.parametrize("limit", [1, 3, 500])
async def test_pages_of_any_size_hold_every_event_once(service: Running, limit: int) -> None:
    table = await played(service)
    for token in (table.seats["roy"], None):
        whole = [event["id"] for event in await walked(table, token, limit)]
        assert [f"{whole[0].partition('-')[0]}-{n + 1}" for n in range(len(whole))] == whole
        assert await walked(table, token, limit) == await walked(table, token, 500)
        await table.play_one()


async def test_a_page_is_what_the_contract_says_to_the_byte(service: Running) -> None:
    import msgspec

    table = await played(service)
    for query in ("", "?limit=2", "?after=p-2&limit=1"):
        body = (await table.get(f"/events{query}")).content
        assert msgspec.json.encode(msgspec.json.decode(body, type=answers.EventPage)) == body


async def test_what_one_viewer_asked_for_is_not_given_to_another(service: Running) -> None:
    table = await played(service)
    texts = {seat: await walked(table, token, 500) for seat, token in (*table.seats.items(), ("", None))}
    service.app.service.pages = Pages(service.app.service.matches)
    assert texts == {seat: await walked(table, token, 500) for seat, token in (("", None), *table.seats.items())}
    assert 3 == len({str(events) for events in texts.values()})


async def test_a_page_in_the_middle_is_made_without_all_before_it(service: Running) -> None:
    table = await played(service)
    whole = await walked(table, None, 500)
    service.app.service.pages = Pages(service.app.service.matches)
    page = (await table.get("/events?after=p-3&limit=2")).json()
    assert (whole[3:5], "p-5", True) == (page["events"], page["next"], page["more"])
    assert 0 == service.app.service.pages.size


async def test_what_is_kept_is_bounded_and_forgotten_oldest_first(service: Running) -> None:
    tables = [await played(service, 2) for _ in range(3)]
    fresh = [await walked(table, None, 500) for table in tables]
    for room in (0, 3_000):
        service.app.service.pages = pages = Pages(service.app.service.matches, room)
        for _ in range(2):
            assert fresh == [await walked(table, None, 500) for table in tables]
            assert pages.size <= room
