"""Pages of events that are kept encoded: the same bytes as made anew, whoever asks and whatever was forgotten."""

import msgspec
import pytest

from api_schema import answers
from service import histories
from service.http.pages import Pages
from service.http.views import BLOCK, openings
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


def test_openings_number_the_events_of_a_viewer_over_the_edges_of_blocks() -> None:
    for after, until in ((0, 1), (0, BLOCK), (BLOCK - 1, BLOCK + 1), (BLOCK, BLOCK + 2), (7, 2 * BLOCK + 3)):
        assert [b',{"id":"s1-%d",' % (n + 1) for n in range(after, until)] == openings("s1", after, until)


async def looked_back(service: Running, table: Table) -> None:
    """Read all as somebody for whom nothing is kept, so that the match's history is needed."""
    matches = service.app.service.matches
    matches._rooms.clear()
    service.app.service.pages = Pages(matches)
    room = await matches.room(table.id)
    room.recent.clear()
    assert (await table.get("/events?limit=1000")).json()["events"]


async def test_a_history_is_read_once_for_all_who_look_back_and_then_only_continued(
    service: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await played(service)
    reads: list[int] = []
    opening = service.app.service.matches._opening
    whole = type(opening).history

    async def counted(*of: object) -> object:
        reads.append(1)
        return await whole(*of)  # type: ignore[arg-type]  # handed on as it came

    monkeypatch.setattr(type(opening), "history", counted)
    for _ in range(3):
        await looked_back(service, table)
    assert 1 == len(reads)
    await table.play_one()
    before = await walked(table, table.seats["roy"], 500)
    assert 1 == len(reads)
    service.app.service.matches._histories._kept.clear()
    service.app.service.pages = Pages(service.app.service.matches)
    assert before == await walked(table, table.seats["roy"], 500)


async def test_few_histories_are_kept_and_the_last_one_always(
    service: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(histories, "MOST", 1)
    for table in [await played(service, 2) for _ in range(3)]:
        await looked_back(service, table)
        kept = service.app.service.matches._histories
        assert [table.id] == list(kept._kept)
        assert kept._size == sum(len(told.events) for told in kept._kept[table.id])
