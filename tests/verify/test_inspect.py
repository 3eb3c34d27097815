"""Damage in a store is found and named by match and commit, and harms no other match."""

import io
import secrets
from collections.abc import AsyncIterator, Iterator

import pytest
from msgspec.structs import replace
from redis import Redis
from rich.console import Console

from domain.kernel.commit import Entry
from domain.kernel.match import snapshot
from domain.kernel.match.proof import Record
from service.audit import archive
from service.audit.importing import import_
from service.audit.inspecting import Health, inspect
from service.audit.records import NotDone
from service.audit.words import table as print_table
from service.store.entries import to_fields
from service.store.keys import keys_of, shared
from tests.api.conftest import Running, Table, running
from tests.api.test_problems import is_problem
from tests.verify.forging import Change, Fields, changed, flipped, rechained

COMMITS = 12


class Store:
    """A service's store, with an operator at its server who can do anything."""

    def __init__(self, service: Running, operator: Redis, prefix: str) -> None:
        self.service, self.operator, self.prefix = service, operator, prefix

    async def table(self) -> Table:
        """A running match of some commits."""
        table = await self.service.table()
        while len(await self.entries(table.id)) < COMMITS:
            assert await table.play_one()
        await self.service.app.listing.settle()
        return table

    async def entries(self, match: str) -> list[Entry]:
        return await self.service.app.service.matches.store.read(match)

    def stream(self, match: str) -> bytes:
        return keys_of(self.prefix, match).stream

    def write(self, match: str, entries: list[Entry]) -> None:
        """Put these commits in the place of the whole stream."""
        self.operator.delete(self.stream(match))
        for entry in entries:
            self.operator.execute_command("XADD", self.stream(match), f"{entry.number}-0", *to_fields(entry))

    async def put(self, match: str, number: int, **new: object) -> None:
        """Other bytes in one commit."""
        entries = await self.entries(match)
        entries[number - 1] = replace(entries[number - 1], **new)
        self.write(match, entries)

    async def health(self, match: str | None = None) -> dict[str, Health]:
        matches = self.service.app.service.matches
        found = inspect(matches.store, matches.games, matches.server_key, match)
        return {health.match: health async for health in found}

    async def faults(self, match: str) -> list[tuple[str, int]]:
        """The faults of one match, of which the only other one has none."""
        found = await self.health()
        assert [] == [fault for other in found.values() if other.match != match for fault in other.faults]
        return [(fault.kind, fault.commit) for fault in found[match].faults]


@pytest.fixture
def operator(store_url: str) -> Iterator[Redis]:
    with Redis.from_url(store_url) as client:
        yield client


@pytest.fixture
async def store(store_url: str, operator: Redis) -> AsyncIterator[Store]:
    prefix = secrets.token_hex(4)
    async with running(store_url, prefix) as service:
        yield Store(service, operator, prefix)


@pytest.fixture
async def table(store: Store) -> Table:
    """The match that will be damaged; another one is beside it."""
    await store.table()
    return await store.table()


async def test_a_store_without_damage_is_sound(store: Store, table: Table) -> None:
    await store.service.table(start=False)
    found = await store.health()
    assert 3 == len(found)
    assert [] == [fault for health in found.values() for fault in health.faults]
    assert ("ultimatum", COMMITS, "not ended") == (found[table.id].game, found[table.id].commits, found[table.id].state)


async def test_a_flipped_byte_is_named_by_match_and_commit_and_so_is_each_other_one(store: Store, table: Table) -> None:
    entries = await store.entries(table.id)
    await store.put(table.id, 6, d=(flipped(entries[5].d[0]), *entries[5].d[1:]))
    await store.put(table.id, 9, k=flipped(entries[8].k))
    assert [("chain", 6), ("chain", 9)] == await store.faults(table.id)


async def test_a_missing_commit_is_named(store: Store, table: Table) -> None:
    store.operator.xdel(store.stream(table.id), "5-0")
    assert [("order", 5)] == await store.faults(table.id)


async def test_a_lost_end_is_named_when_the_list_knew_of_it(store: Store, table: Table) -> None:
    store.write(table.id, (await store.entries(table.id))[:3])
    assert [("lost", 4)] == await store.faults(table.id)


async def test_a_lost_end_is_named_when_a_snapshot_knew_of_it(store: Store, table: Table) -> None:
    matches = store.service.app.service.matches
    await matches.store.save_snapshot(table.id, COMMITS, snapshot.take(await matches.open(table.id)))
    assert [] == await store.faults(table.id)
    store.write(table.id, (await store.entries(table.id))[:-1])
    assert [("lost", COMMITS)] == await store.faults(table.id)


async def test_a_lost_stream_is_named_when_the_list_knew_of_it(store: Store, table: Table) -> None:
    store.operator.delete(store.stream(table.id))
    assert [("lost", 1)] == await store.faults(table.id)


async def test_a_snapshot_that_says_something_else_than_the_commits_is_named(store: Store, table: Table) -> None:
    matches = store.service.app.service.matches
    kept = snapshot.of(await matches.open(table.id))
    await matches.store.save_snapshot(table.id, COMMITS, snapshot.written(replace(kept, counts={1: 1})))
    assert [("snapshot", COMMITS)] == await store.faults(table.id)


async def test_a_flipped_byte_in_a_snapshot_is_named_and_the_service_goes_by_the_commits(
    store: Store, table: Table, store_url: str
) -> None:
    matches = store.service.app.service.matches
    taken = snapshot.take(await matches.open(table.id))
    await matches.store.save_snapshot(table.id, COMMITS, flipped(taken, len(taken) // 2))
    assert [("snapshot", COMMITS)] == await store.faults(table.id)
    async with running(store_url, store.prefix) as service:
        again = Table(service, table.id, table.host, None, table.seats)
        assert (await table.get("/view")).content == (await again.get("/view")).content
        assert await again.play_one()


async def test_an_event_of_an_unknown_type_is_named(store: Store, table: Table) -> None:
    def unknown(event: Fields) -> None:
        event["type"] = "ultimatum.FromTomorrow"

    await rewritten(store, table.id, 8, unknown)
    assert [("fold", 8)] == await store.faults(table.id)


async def rewritten(store: Store, match: str, number: int, change: Change) -> None:
    """Another first event in a commit, and a new chain: what a later version could have written."""
    entries = await store.entries(match)
    entry = entries[number - 1]
    entries[number - 1] = replace(entry, d=(changed(entry.d[0], change), *entry.d[1:]))
    pack = (await store.service.app.service.matches.open(match)).pack
    store.write(match, list(rechained(Record(match, pack, entries)).entries))


async def test_what_is_no_commit_at_all_is_named(store: Store, table: Table) -> None:
    store.operator.xadd(store.stream(table.id), {"hello": "world"}, id=f"{COMMITS + 1}-0")
    (fault,) = (await store.health())[table.id].faults
    assert ("form", f"stream entry {COMMITS + 1}-0 is not a commit of this store") == (fault.kind, fault.said)


async def test_a_key_of_another_kind_in_the_place_of_a_stream_is_named(store: Store, table: Table) -> None:
    store.operator.delete(store.stream(table.id))
    store.operator.set(store.stream(table.id), b"not a stream")
    assert [("form", 0)] == await store.faults(table.id)


async def test_a_changed_pack_is_named(store: Store, table: Table) -> None:
    pack = (await store.service.app.service.matches.open(table.id)).pack.hash
    store.operator.set(shared(store.prefix, f"pack:{pack}"), b'{"id":"other"}')
    assert [("pack", 1)] == [(f.kind, f.commit) for f in (await store.health(table.id))[table.id].faults]


async def test_a_match_of_another_server_key_is_named_unless_it_has_ended(
    store: Store, table: Table, store_url: str
) -> None:
    async with running(store_url, store.prefix, key=b"o" * 32) as other:
        foreign = await other.table()
    assert [("key", 1)] == await store.faults(foreign.id)
    async with running(store_url, secrets.token_hex(4), key=b"o" * 32) as elsewhere:
        done = await elsewhere.table()
        await done.command(done.seats["roy"], {"type": "match.Resign"})
        lines = (await done.get("/archive")).content.splitlines()
    matches = store.service.app.service.matches
    await import_(matches, matches.games, *archive.parsed(lines))
    health = (await store.health(done.id))[done.id]
    assert ([], "resigned") == (health.faults, health.state)
    assert any("another server key" in note for note in health.notes)


async def test_a_match_that_nothing_knows_of_is_not_there(store: Store) -> None:
    with pytest.raises(NotDone, match="no match"):
        await store.health("a" * 20)


async def test_an_older_copy_of_the_store_is_told_by_a_receipt(store: Store, table: Table) -> None:
    given = await table.command(table.seats["roy"], {"type": "match.Consent", "what": "draw", "agree": True})
    receipt, matches = given.json()["receipt"], store.service.app.service.matches
    found = [h async for h in inspect(matches.store, matches.games, matches.server_key, table.id, (receipt,))]
    assert [[]] == [health.faults for health in found]
    store.write(table.id, (await store.entries(table.id))[:-1])
    found = [h async for h in inspect(matches.store, matches.games, matches.server_key, table.id, (receipt,))]
    assert [("receipt", 0)] == [(fault.kind, fault.commit) for fault in found[0].faults]


async def test_the_printed_table_names_match_commit_and_fault(store: Store, table: Table) -> None:
    store.operator.xdel(store.stream(table.id), "5-0")
    matches = store.service.app.service.matches
    console = Console(width=200, file=io.StringIO(), record=True)
    assert not await print_table(inspect(matches.store, matches.games, matches.server_key), console)
    said = console.export_text()
    assert f"{table.id}: order: commit 5: commit 6 stands where commit 5 must stand" in said
    assert f"2 matches, {2 * COMMITS - 1} commits: 1 damaged" in said


# --- what the service says of a damaged match -------------------------------------------------------------


async def test_the_service_says_what_is_wrong_with_a_damaged_match_and_serves_the_others(
    store: Store, table: Table, store_url: str
) -> None:
    entries = await store.entries(table.id)
    await store.put(table.id, 6, d=(flipped(entries[5].d[0]), *entries[5].d[1:]))
    async with running(store_url, store.prefix) as service:
        damaged = Table(service, table.id, table.host, None, table.seats)
        command = await damaged.command(table.seats["roy"], {"type": "match.Resign"})
        said = is_problem(command, "read-only")
        shown = (await damaged.get("")).json()
        other = await service.table()
        assert await other.play_one()

    assert "does not follow from the one before it" in said["detail"]
    assert "does not follow from the one before it" in shown["fault"]
    assert not any(digit.isdigit() for digit in said["detail"]), "the number of a commit is nobody's business"


async def test_of_a_match_without_a_readable_beginning_that_alone_is_said(
    store: Store, table: Table, store_url: str
) -> None:
    await store.put(table.id, 1, d=(b"\x81",))
    async with running(store_url, store.prefix) as service:
        damaged = Table(service, table.id, table.host, None, table.seats)
        for what in ("", "/view", "/events", "/stream", "/decisions", "/archive"):
            assert "cannot be read" in is_problem(await damaged.get(what), "read-only")["detail"], what
        assert await (await service.table()).play_one()


async def test_looking_back_over_damage_is_refused_even_where_a_snapshot_spares_the_fold(
    store: Store, table: Table, store_url: str
) -> None:
    matches = store.service.app.service.matches
    await matches.store.save_snapshot(table.id, COMMITS, snapshot.take(await matches.open(table.id)))
    entries = await store.entries(table.id)
    await store.put(table.id, 6, d=(flipped(entries[5].d[0]), *entries[5].d[1:]))
    async with running(store_url, store.prefix) as service:
        damaged = Table(service, table.id, table.host, None, table.seats)
        assert (await damaged.get("/view")).is_success
        assert "does not follow" in is_problem(await damaged.get("/events"), "read-only")["detail"]
        assert "does not follow" in is_problem(await damaged.get("/view?at=p-5"), "read-only")["detail"]


async def test_a_service_that_meets_what_is_no_commit_says_so(store: Store, table: Table) -> None:
    store.operator.xadd(store.stream(table.id), {"hello": "world"}, id=f"{COMMITS + 1}-0")
    assert "cannot be read" in (await table.get("")).json()["fault"]
    said = is_problem(await table.command(table.seats["roy"], {"type": "match.Resign"}), "read-only")
    assert "cannot be read" in said["detail"]
