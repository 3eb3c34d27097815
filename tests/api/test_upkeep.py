"""Matches that nobody plays: they expire, move to files, sleep and wake, and are read the same all along."""

import asyncio
import secrets
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from service import upkeep
from service.audit.inspecting import inspect
from service.settings import Settings
from service.store.redis import RedisStore
from service.store.shelved import ShelvedStore
from tests.api.conftest import Running, Table, running

DAY = 86_400_000


@pytest.fixture
def prefix() -> str:
    return secrets.token_hex(4)


@pytest.fixture
async def service(store_url: str, prefix: str, tmp_path: Path) -> AsyncIterator[Running]:
    async with running(store_url, prefix, archive=tmp_path) as one:
        yield one


async def later(service: Running, days: float) -> None:
    """Some days pass, and then there is a round."""
    service.clock.now += round(days * DAY)
    await service.app.upkeep.round()


async def in_stream(service: Running, match: str) -> bool:
    store = service.app.service.matches.store
    assert isinstance(store, ShelvedStore)
    return bool(await RedisStore.read(store, match))


def cut_short(folder: Path, match: str) -> None:
    """The match's file loses its end."""
    file = next(folder.rglob(f"{match}.*"))
    file.write_bytes(file.read_bytes()[:-100])


async def every_read(table: Table) -> dict[str, Any]:
    """The answers of every read route that looks at the match, for a seat and for a spectator."""
    found: dict[str, Any] = {}
    for token in (table.seats["roy"], table.spectator):
        for what in ("", "/view", "/view?at={}", "/events?limit=500", "/decisions", "/decisions?at={}", "/archive"):
            point = "s2-2" if token else "p-2"
            answer = await table.get(what.format(point), token)
            found[f"{token} {what}"] = (answer.status_code, answer.content)
    listed = (await table.service.get("/v1/matches")).json()["matches"]
    return found | {"list": [match for match in listed if match["id"] == table.id]}


async def streamed(table: Table) -> bytes:
    """The whole stream of a match that is over."""
    return (await table.get("/stream?after=p-0")).content


async def test_the_public_list_goes_back_so_far_and_older_matches_stay_readable(
    service: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(upkeep, "LISTED", 2)
    tables = []
    for _ in range(4):
        service.clock.now += 1
        tables.append(await service.table())
    await later(service, 0.1)
    listed = (await service.get("/v1/matches")).json()["matches"]
    assert [table.id for table in tables[:1:-1]] == [match["id"] for match in listed]
    assert [200] * 4 == [(await table.get("/view")).status_code for table in tables]


# --- unstarted -----------------------------------------------------------------------------------


async def test_a_match_that_nobody_starts_expires_after_a_day(service: Running) -> None:
    """K-LOBBY-07"""
    table = await service.table(start=False)
    await later(service, 0.99)
    assert "lobby" == (await table.get("")).json()["status"]
    await later(service, 0.01)
    said = (await table.get("")).json()
    assert ("over", "aborted") == (said["status"], said["outcome"]["reason"])
    assert 200 == (await table.get("/archive")).status_code, "it can be verified like any other"
    refused = await table.command(table.host, {"type": "match.Start"})
    assert 409 == refused.status_code


async def test_a_match_that_was_started_does_not_expire(service: Running) -> None:
    """K-LOBBY-07"""
    table = await service.table()
    await later(service, 2)
    assert "running" == (await table.get("")).json()["status"]


async def test_one_round_begins_in_ten_minutes_on_all_workers_together(store_url: str) -> None:
    prefix, settings = secrets.token_hex(4), Settings(expire_after_s=1)
    async with running(store_url, prefix, settings) as one, running(store_url, prefix, settings) as two:
        statuses = []
        for minutes in (0, 1, 9):
            table = await one.table(start=False)
            for worker in (one, two):
                worker.clock.now += minutes * 60_000 + 1_000
                await worker.app.upkeep.ask()
            statuses.append((await table.get("")).json()["status"])
        assert ["over", "lobby", "over"] == statuses


async def test_nobody_else_can_let_a_match_expire(service: Running) -> None:
    """K-LOBBY-07"""
    table = await service.table(start=False)
    assert 400 == (await table.command(table.host, {"type": "match.Expire"})).status_code


# --- ended ---------------------------------------------------------------------------------------


async def test_an_ended_match_is_archived_after_a_day_and_reads_the_same(
    service: Running, store_url: str, prefix: str, tmp_path: Path
) -> None:
    table = await service.table()
    await table.play_one()
    await table.command(table.seats["roy"], {"type": "match.Resign"})
    await service.app.listing.settle()
    before, told = await every_read(table), await streamed(table)
    await later(service, 0.9)
    assert await in_stream(service, table.id)
    await later(service, 0.1)
    assert not await in_stream(service, table.id)

    assert (before, told) == (await every_read(table), await streamed(table))
    async with running(store_url, prefix, archive=tmp_path) as other:
        table.service = other
        assert (before, told) == (await every_read(table), await streamed(table))


async def test_a_repeated_command_of_an_archived_match_is_answered_as_before(service: Running) -> None:
    table, key = await service.table(), secrets.token_hex(16)
    first = await table.command(table.seats["roy"], {"type": "match.Resign"}, key)
    await later(service, 1)
    again = await table.command(table.seats["roy"], {"type": "match.Resign"}, key)
    assert (first.content, "true") == (again.content, again.headers["Idempotent-Replayed"])


async def test_a_repeated_creation_of_an_archived_match_is_answered_as_before(service: Running) -> None:
    key = secrets.token_hex(16)
    first = await service.create(key)
    await later(service, 1)  # it expires …
    await later(service, 1)  # … and is archived
    assert first.content == (await service.create(key)).content


# --- asleep --------------------------------------------------------------------------------------


async def test_a_match_that_nobody_plays_sleeps_after_a_month_reads_the_same_and_wakes_on_a_command(
    service: Running, store_url: str, prefix: str, tmp_path: Path
) -> None:
    table = await service.table()
    await table.play_one()
    await service.app.listing.settle()
    before = await every_read(table)
    await later(service, 29.9)
    assert await in_stream(service, table.id)
    await later(service, 0.1)
    assert not await in_stream(service, table.id)
    assert before == await every_read(table)
    async with running(store_url, prefix, archive=tmp_path) as other:
        table.service = other
        other.clock.now = service.clock.now
        assert before == await every_read(table)
        assert await table.play_one()
    assert await in_stream(service, table.id)
    table.service = service
    assert await table.play_one(), "another process goes on from there"


async def test_who_listens_all_the_while_is_told_the_command_that_woke_it(service: Running) -> None:
    table = await service.table()
    seq = (await table.get("/events?limit=500")).json()["next"]
    await later(service, 30)
    headers = {"Prefer": "wait=20"}
    async with asyncio.TaskGroup() as group:
        waiting = group.create_task(table.get(f"/events?after={seq}", headers=headers))
        assert await table.play_one()
    assert waiting.result().json()["events"]


async def test_a_sleeping_match_keeps_its_due_time(service: Running) -> None:
    table, due = await service.table(), service.app.service.matches.store.due
    far = service.clock.now + 60 * DAY
    await due.put(table.id, far)
    await later(service, 31)
    assert not await in_stream(service, table.id)
    assert [(table.id, far)] == [one for one in await due.due(far) if one[0] == table.id]


# --- what goes wrong -----------------------------------------------------------------------------


async def test_a_damaged_file_makes_its_match_alone_read_only(
    service: Running, store_url: str, prefix: str, tmp_path: Path
) -> None:
    one, other = await service.table(), await service.table()
    await later(service, 30)
    cut_short(tmp_path, one.id)
    async with running(store_url, prefix, archive=tmp_path) as fresh:
        answers = [await fresh.get(f"{table.path}/view") for table in (one, other)]
    assert [503, 200] == [answer.status_code for answer in answers]
    assert answers[0].json()["type"].endswith("read-only")
    refused = await one.command(one.seats["roy"], {"type": "match.Resign"})
    assert refused.json()["type"].endswith("read-only")


async def test_without_the_folder_a_moved_match_is_read_only_and_not_gone(
    service: Running, store_url: str, prefix: str
) -> None:
    table = await service.table()
    await later(service, 30)
    async with running(store_url, prefix) as without:
        assert 503 == (await without.get(f"{table.path}/view")).status_code


async def test_one_match_in_trouble_does_not_keep_the_others_from_moving(service: Running, tmp_path: Path) -> None:
    tables = [await service.table() for _ in range(3)]
    (tmp_path / tables[1].id[:2]).write_text("where its folder must be")
    await later(service, 30)
    there = [await in_stream(service, table.id) for table in tables]
    assert there[1]
    assert not all(there)


async def test_without_an_archive_folder_nothing_moves_and_unstarted_matches_still_expire(store_url: str) -> None:
    async with running(store_url, secrets.token_hex(4), Settings(beat_s=0.05)) as service:
        started, unstarted = await service.table(), await service.table(start=False)
        await later(service, 40)
        await later(service, 40)
        assert ["running", "over"] == [(await t.get("")).json()["status"] for t in (started, unstarted)]


async def test_an_inspection_looks_into_files_and_names_a_damaged_one(service: Running, tmp_path: Path) -> None:
    one, other = await service.table(), await service.table()
    await later(service, 30)
    cut_short(tmp_path, one.id)
    matches = service.app.service.matches
    found = {health.match: health async for health in inspect(matches.store, matches.games, matches.server_key)}
    assert [] == found[other.id].faults
    assert [True] == [str(tmp_path) in fault.said for fault in found[one.id].faults]
