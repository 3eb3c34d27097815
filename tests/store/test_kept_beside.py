"""What is kept beside the streams: snapshots, markers, lobby, due times, names, packs, leases, what was done once."""

import pytest
from redis import Redis

from domain.kernel.commit import Entry
from service.store import index
from service.store.embedded import Embedded
from service.store.port import Appended, Closed, Damaged, Listed, Loaded, Marker, Snapshot
from service.store.redis import RedisStore
from tests.store.commits import Chain
from tests.store.conftest import Write

# --- snapshots ---------------------------------------------------------------------------------


async def test_a_match_without_snapshot_is_loaded_whole(store: RedisStore, chain: Chain, write: Write) -> None:
    entries = await write(chain, 3)
    assert await store.load("m1") == Loaded(None, entries, None)
    assert await store.load("none") == Loaded(None, [], None)


async def test_a_snapshot_comes_with_its_commit_and_the_tail(store: RedisStore, chain: Chain, write: Write) -> None:
    entries = await write(chain, 4)
    await store.save_snapshot("m1", 2, b"state at 2")
    assert await store.load("m1") == Loaded(Snapshot(2, b"state at 2", entries[1]), entries[2:], None)
    await store.save_snapshot("m1", 4, b"state at 4")
    assert await store.load("m1") == Loaded(Snapshot(4, b"state at 4", entries[3]), [], None)


async def test_an_older_snapshot_never_replaces_a_newer_one(store: RedisStore, chain: Chain, write: Write) -> None:
    entries = await write(chain, 12)
    await store.save_snapshot("m1", 10, b"ten")
    await store.save_snapshot("m1", 9, b"nine")
    assert (await store.load("m1")).snapshot == Snapshot(10, b"ten", entries[9])
    await store.save_snapshot("m1", 10, b"ten, by newer code")
    assert (await store.load("m1")).snapshot == Snapshot(10, b"ten, by newer code", entries[9])


async def test_a_snapshot_beyond_the_stream_comes_without_commit(store: RedisStore, chain: Chain, write: Write) -> None:
    await write(chain, 2)
    await store.save_snapshot("m1", 5, b"of a history that is lost")
    assert await store.load("m1") == Loaded(Snapshot(5, b"of a history that is lost", None), [], None)


# --- archive marker ----------------------------------------------------------------------------


def marker_at(entry: Entry, reason: str = "archived") -> Marker:
    return Marker("asleep" if reason == "asleep" else "archived", entry.number, entry.h)


@pytest.mark.parametrize("reason", ["archived", "asleep"])
async def test_an_archived_stream_is_gone_and_takes_no_commit(
    store: RedisStore, chain: Chain, write: Write, reason: str
) -> None:
    marker = marker_at((await write(chain, 3))[-1], reason)
    await store.save_snapshot("m1", 3, b"state")
    assert await store.archive("m1", marker)
    assert await store.load("m1") == Loaded(None, [], marker)
    assert await store.marker("m1") == marker
    assert await store.append("m1", 3, chain.hash, chain.next()) == Closed(marker.reason)
    assert await store.append("m1", 0, Chain("m1").hash, Chain("m1").next()) == Closed(marker.reason)


async def test_a_stream_that_went_on_is_not_archived(store: RedisStore, chain: Chain, write: Write) -> None:
    entries = await write(chain, 3)
    assert not await store.archive("m1", marker_at(entries[1]))
    assert not await store.archive("m1", Marker("archived", 3, bytes(32)))
    assert not await store.archive("none", marker_at(entries[2]))
    assert await store.load("m1") == Loaded(None, entries, None)


async def test_archiving_may_be_repeated(store: RedisStore, chain: Chain, write: Write) -> None:
    marker = marker_at((await write(chain, 2))[-1])
    assert [True, True] == [await store.archive("m1", marker), await store.archive("m1", marker)]


async def test_a_match_wakes_only_with_its_whole_stream(
    store: RedisStore, chain: Chain, write: Write, operator: Redis, prefix: str
) -> None:
    entries = await write(chain, 3)
    await store.archive("m1", marker_at(entries[-1], "asleep"))
    stream = f"{prefix}g:{{m1}}:e"
    for entry in entries:
        assert not await store.unarchive("m1")
        fields = {"c": entry.c, "k": entry.k, "h": entry.h, "d": entry.d[0]}
        operator.execute_command(
            "XADD", stream, f"{entry.number}-0", *(part for pair in fields.items() for part in pair)
        )
    assert await store.unarchive("m1")
    assert not await store.unarchive("m1")
    assert await store.append("m1", 3, chain.hash, chain.next()) == Appended(4)


async def test_a_marker_of_another_form_is_damage(store: RedisStore, operator: Redis, prefix: str) -> None:
    operator.set(f"{prefix}g:{{m1}}:a", "gone 3 00")
    with pytest.raises(Damaged):
        await store.marker("m1")


async def test_every_match_with_a_stream_or_a_marker_is_found(store: RedisStore, server: Embedded, prefix: str) -> None:
    written = {f"m{n}" for n in range(300)}
    for match in written:
        await store.append(match, 0, Chain(match).hash, Chain(match).next())
    await store.save_snapshot("only a snapshot", 1, b"")
    await store.archive("m7", marker_at(Chain("m7").next()))
    assert written == {match async for match in store.matches()}
    other = RedisStore(server.url, prefix + "*")
    assert set() == {match async for match in other.matches()}
    await other.close()


# --- lobby -------------------------------------------------------------------------------------


async def test_the_lobby_is_paged_newest_first_even_within_a_millisecond(store: RedisStore) -> None:
    for n in range(25):
        await store.lobby.put(f"m{n:02d}", 1_000 + n // 10, 1, b"summary %d" % n)
    seen: list[Listed] = []
    while page := await store.lobby.page(7, (seen[-1].created_ms, seen[-1].match) if seen else None):
        assert len(page) <= 7
        seen += page
    assert [Listed(f"m{n:02d}", 1_000 + n // 10, b"summary %d" % n, 1) for n in range(24, -1, -1)] == seen


@pytest.mark.parametrize("most", [0, 3, 24, 25, 99])
async def test_the_lobby_is_trimmed_to_the_newest(
    store: RedisStore, monkeypatch: pytest.MonkeyPatch, most: int
) -> None:
    monkeypatch.setattr(index, "TRIMMED", 10)
    for n in range(25):
        await store.lobby.put(f"m{n:02d}", 1_000 + n, 1, b"summary")
    newest = (await store.lobby.page(99))[:most]
    await store.lobby.trim(most)
    assert newest == await store.lobby.page(99)


async def test_the_lobby_keeps_the_newest_summary_whatever_order_they_come_in(store: RedisStore) -> None:
    await store.lobby.put("m1", 5, 2, b"two seats \x00 taken")
    await store.lobby.put("m1", 5, 1, b"one seat taken")
    assert [Listed("m1", 5, b"two seats \x00 taken", 2)] == await store.lobby.page(10)
    await store.lobby.put("m1", 5, 10, b"running")
    assert [Listed("m1", 5, b"running", 10)] == await store.lobby.page(10)


async def test_a_match_can_be_taken_off_the_lobby(store: RedisStore) -> None:
    await store.lobby.put("m1", 5, 1, b"a")
    await store.lobby.put("m2", 6, 1, b"b")
    await store.lobby.remove("m2", 6)
    assert [Listed("m1", 5, b"a", 1)] == await store.lobby.page(10)


# --- due times ---------------------------------------------------------------------------------


async def test_what_is_due_comes_longest_waiting_first(store: RedisStore) -> None:
    for match, due in {"m1": 300, "m2": 100, "m3": 200, "m4": 1_796_018_067_361}.items():
        await store.due.put(match, due)
    assert [("m2", 100), ("m3", 200)] == await store.due.due(299)
    assert [("m2", 100)] == await store.due.due(300, limit=1)
    assert await store.due.next_ms() == 100
    assert [("m4", 1_796_018_067_361)] == (await store.due.due(1_796_018_067_361))[3:]


async def test_only_the_worker_that_looked_postpones(store: RedisStore) -> None:
    await store.due.put("m1", 100)
    await store.due.put("m1", 500)
    assert [("m1", 100)] == await store.due.due(1_000)
    await store.due.put("m1", 50)
    assert not await store.due.settle("m1", 100, 700)
    assert await store.due.settle("m1", 50, 700)
    assert await store.due.next_ms() == 700
    assert await store.due.settle("m1", 700, None)
    assert await store.due.next_ms() is None
    assert not await store.due.settle("m1", 700, 900)


# --- names, packs, leases ----------------------------------------------------------------------


async def test_names_are_kept_by_seat_and_can_be_erased(store: RedisStore) -> None:
    await store.names.put("m1", "s1", "Zoë")
    await store.names.put("m1", "s2", "Bo")
    await store.names.put("m2", "s1", "Al")
    assert {"s1": "Zoë", "s2": "Bo"} == await store.names.of("m1")
    await store.names.erase("m1", "s1")
    assert {"s2": "Bo"} == await store.names.of("m1")
    await store.names.erase("m1")
    assert [{}, {"s1": "Al"}] == [await store.names.of("m1"), await store.names.of("m2")]


async def test_a_pack_is_kept_under_its_hash(store: RedisStore) -> None:
    await store.packs.put("abc", b"cards")
    await store.packs.put("abc", b"other cards")
    assert [b"cards", None] == [await store.packs.get("abc"), await store.packs.get("abd")]


async def test_a_lease_is_held_by_one_until_it_ends(store: RedisStore) -> None:
    leases = store.leases
    assert await leases.take("m1", "a", now_ms=0, for_ms=100)
    assert not await leases.take("m1", "b", now_ms=99, for_ms=100)
    assert await leases.take("m1", "a", now_ms=50, for_ms=100)
    assert not await leases.take("m1", "b", now_ms=149, for_ms=100)
    assert await leases.take("m1", "b", now_ms=150, for_ms=100)
    await leases.release("m1", "a")
    assert not await leases.take("m1", "a", now_ms=200, for_ms=100)
    await leases.release("m1", "b")
    assert await leases.take("m1", "a", now_ms=200, for_ms=100)


# --- the file behind it all --------------------------------------------------------------------


async def test_no_step_is_a_block_of_writes(store: RedisStore, server: Embedded, chain: Chain, write: Write) -> None:
    """A torn MULTI at the end of the file can take later commits with it, so there never is one."""
    last = (await write(chain, 2))[-1]
    await store.save_snapshot("m1", 2, b"state")
    await store.lobby.put("m1", 1, 1, b"s")
    await store.lobby.remove("m1", 1)
    await store.due.put("m1", 1)
    await store.due.settle("m1", 1, 2)
    await store.due.settle("m1", 2, None)
    await store.names.put("m1", "s1", "n")
    await store.names.erase("m1")
    await store.packs.put("h", b"p")
    await store.leases.take("m1", "a", 0, 1)
    await store.leases.take("m1", "b", 5, 1)
    await store.leases.release("m1", "b")
    await store.archive("m1", marker_at(last))
    written = b"".join(path.read_bytes() for path in (server.folder / "appendonlydir").glob("*.incr.aof"))
    assert {True} == {command in written.upper() for command in (b"XADD", b"HSET", b"ZADD", b"UNLINK")}
    assert b"MULTI" not in written.upper()


# --- what was done once --------------------------------------------------------------------------


async def test_a_thing_is_done_for_the_first_time_once_and_is_forgotten_after_its_time(
    store: RedisStore, operator: Redis, prefix: str
) -> None:
    assert [True, False, True] == [await store.once.first(name, 60_000) for name in ("a", "a", "b")]
    assert 0 < operator.pttl(f"{prefix}x:once:a") <= 60_000
