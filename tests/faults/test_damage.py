"""Damaged data, made on disk behind the service's back: found, named, and no harm to the other matches."""

import secrets
import shutil
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from domain.kernel.commit import Entry
from service.audit.inspecting import inspect
from service.store.embedded import MANIFEST, Embedded
from service.store.port import StoreRefused
from tests.api.conftest import Running, Table, running
from tests.api.test_problems import is_problem

MOVES = 6


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "data"


@asynccontextmanager
async def served(folder: Path) -> AsyncIterator[Running]:
    """The folder's own server and a service on it, from start to clean stop."""
    embedded = Embedded(folder)
    embedded.start()
    try:
        async with running(embedded.url, "") as service:
            yield service
    finally:
        embedded.stop()


async def played(service: Running, moves: int = MOVES) -> Table:
    table = await service.table()
    await more(table, moves)
    return table


async def more(table: Table, moves: int) -> None:
    for _ in range(moves):
        assert await table.play_one()


def at(table: Table, service: Running) -> Table:
    """The same match at another service."""
    return Table(service, table.id, table.host, table.spectator, table.seats)


async def entries(table: Table) -> list[Entry]:
    return await table.service.app.service.matches.store.read(table.id)


async def resigned(table: Table) -> object:
    return await table.command(table.seats["roy"], {"type": "match.Resign"})


async def faults(service: Running) -> dict[str, list[tuple[str, int]]]:
    matches = service.app.service.matches
    found = [health async for health in inspect(matches.store, matches.games, matches.server_key)]
    return {health.match: [(fault.kind, fault.commit) for fault in health.faults] for health in found if health.faults}


def copied(source: Path, target: Path) -> None:
    """The whole folder in the place of whatever was there."""
    shutil.rmtree(target, ignore_errors=True)
    shutil.copytree(source, target, ignore=shutil.ignore_patterns("*.sock"))


def newest_log(folder: Path) -> Path:
    named = [line.split()[1] for line in (folder / MANIFEST).read_text().splitlines() if "type i" in line]
    return folder / "appendonlydir" / named[-1]


async def test_one_flipped_bit_on_disk_is_served_to_nobody_as_true(folder: Path) -> None:
    async with served(folder) as service:
        damaged, sound = await played(service), await played(service)
        commit = (await entries(damaged))[-3]
    log = newest_log(folder)
    stored = bytearray(log.read_bytes())
    stored[stored.index(commit.d[0]) + len(commit.d[0]) // 2] ^= 1
    log.write_bytes(stored)
    async with served(folder) as service:
        said = is_problem(await resigned(at(damaged, service)), "read-only")
        assert "does not follow from the one before it" in said["detail"]
        await more(at(sound, service), 2)
        found = await faults(service)
    assert {damaged.id: [("chain", commit.number)]} == found


async def test_a_file_cut_short_takes_the_newest_commits_and_whoever_had_seen_them_is_told(folder: Path) -> None:
    async with served(folder) as service:
        sound = await played(service)
        await played(service, 1)
        cut = await played(service)
        seen = (await cut.get("/view", cut.seats["roy"])).json()["at"]
        commit = (await entries(cut))[-3]
    log = newest_log(folder)
    stored = log.read_bytes()
    log.write_bytes(stored[: stored.index(commit.h) + 8])
    async with served(folder) as service:
        assert commit.number - 1 == len(await entries(at(cut, service)))
        missed = await at(cut, service).get("/stream", cut.seats["roy"], headers={"Last-Event-ID": seen})
        is_problem(missed, "unknown-point")
        await more(at(sound, service), 2)


async def test_an_older_copy_under_a_running_service_stops_what_went_on_and_nothing_else(folder: Path) -> None:
    embedded = Embedded(folder)
    embedded.start()
    async with running(embedded.url, "") as service:
        ahead, still = await played(service), await played(service)
        embedded.stop()
        copied(folder, folder.with_name("copy"))
        embedded = Embedded(folder)
        embedded.start()
        await more(ahead, 2)
        embedded.stop()
        copied(folder.with_name("copy"), folder)
        embedded = Embedded(folder)
        embedded.start()
        try:
            assert "lost, or the history was split" in is_problem(await resigned(ahead), "read-only")["detail"]
            assert "lost" in (await ahead.get("")).json()["fault"]
            await more(still, 2)
        finally:
            embedded.stop()


async def test_a_split_history_is_found_by_whoever_saw_the_other_half(folder: Path) -> None:
    async with served(folder) as service, running(f"unix://{Embedded(folder).socket}", "") as other:
        table = await played(service)
        there = at(table, other)
        await more(there, 1)
        known = await entries(table)
        await replay_without_last(table, known)
        await more(table, 1)  # another commit under the number of the lost one
        said = is_problem(await resigned(there), "read-only")
        assert "split" in said["detail"] or "does not follow" in said["detail"]


async def replay_without_last(table: Table, known: list[Entry]) -> None:
    """Take the last commit out of the stream, as a failover without replicas would."""
    store = table.service.app.service.matches.store
    shard = store._shards.all()[0]  # type: ignore[attr-defined]
    await shard.lane.ask(b"DEL", f"g:{{{table.id}}}:e")
    head = b""
    for entry in known[:-1]:
        await store.append(table.id, entry.number - 1, head, entry)
        head = entry.h
    table.service.app.service.matches._rooms.clear()


@pytest.mark.parametrize("lost", ["appendonly.aof.manifest", "*.base.rdb"])
async def test_a_folder_without_one_of_its_files_does_not_start_as_if_it_were_new(folder: Path, lost: str) -> None:
    async with served(folder) as service:
        await played(service, 1)
    [path] = (folder / "appendonlydir").glob(lost)
    path.unlink()
    with pytest.raises(StoreRefused, match=r"restore|damaged|does not start"):
        Embedded(folder).start()


async def test_a_match_made_up_later_in_place_of_a_lost_one_has_another_receipt(folder: Path) -> None:
    async with served(folder) as service:
        table = await played(service)
        key = secrets.token_hex(16)
        copied(folder, folder.with_name("copy"))  # all that was acknowledged is on disk at each moment
        first = await table.command(table.seats["roy"], {"type": "match.Resign"}, key)
    copied(folder.with_name("copy"), folder)
    async with served(folder) as service:
        service.clock.now += 1
        again = await at(table, service).command(table.seats["roy"], {"type": "match.Resign"}, key)
    assert first.json()["receipt"] != again.json()["receipt"]
