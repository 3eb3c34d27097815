"""A store of several servers: the same promises, and no answer before the replicas have what it is about."""

import asyncio
import subprocess
import time
from collections.abc import AsyncIterator, Iterator

import pytest
from redis.crc import key_slot

from service.store.checks import check_server
from service.store.places import Place, place_of
from service.store.port import Appended, Conflict, Duplicate, StoreRefused, Unavailable
from service.store.redis import RedisStore
from tests.store.commits import Chain
from tests.store.replicated import Replicated, replicated

PATIENCE_S = 30


@pytest.fixture(scope="module", params=["sentinel", "cluster"])
def servers(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Replicated]:
    yield from replicated(request.param, tmp_path_factory.mktemp(request.param))


@pytest.fixture
async def store(servers: Replicated, prefix: str) -> AsyncIterator[RedisStore]:
    made = RedisStore(servers.url, prefix, look_s=0.2)
    yield made
    await made.close()


async def whole(servers: Replicated) -> None:
    async with asyncio.timeout(PATIENCE_S):
        while not servers.is_whole():  # real servers come to terms with one another
            await asyncio.to_thread(time.sleep, 0.1)


async def test_matches_on_all_masters_are_kept_and_found(store: RedisStore) -> None:
    chains = [Chain(f"m{n}") for n in range(30)]
    for _ in range(3):
        entries = [chain.next() for chain in chains]
        outcomes = await asyncio.gather(
            *(store.append(c.match, c.number, c.hash, e) for c, e in zip(chains, entries, strict=True))
        )
        assert [Appended(entry.number) for entry in entries] == outcomes
        for chain, entry in zip(chains, entries, strict=True):
            chain.add(entry)
    assert [3] * 30 == [len(await store.read(chain.match)) for chain in chains]
    assert {chain.match for chain in chains} == {match async for match in store.matches()}
    first = Chain("m1")
    assert Duplicate(1) == await store.append("m1", 0, first.hash, first.next())
    assert Conflict(3) == await store.append("m1", 0, first.hash, first.next("another"))


async def test_what_stands_beside_the_streams_works_on_several_servers(store: RedisStore) -> None:
    await store.lobby.put("m1", 1, 1, b"said")
    await store.due.put("m1", 5)
    await store.names.put("m1", "roy", "Roy")
    await store.packs.put("hash", b"pack")
    assert ["m1"] == [listed.match for listed in await store.lobby.page(5)]
    assert [("m1", 5)] == await store.due.due(10)
    assert {"roy": "Roy"} == await store.names.of("m1")
    assert b"pack" == await store.packs.get("hash")
    assert await store.leases.take("m1", "me", 0, 10)
    assert await store.once.first("ticket", 1_000)


async def test_a_commit_of_another_process_wakes_whoever_listens(
    servers: Replicated, store: RedisStore, prefix: str
) -> None:
    other, heard = RedisStore(servers.url, prefix), set()
    for match in ("m1", "m2", "m3"):
        await store.wakeups.subscribe(match)
        await other.append(match, 0, Chain(match).hash, Chain(match).next())
    async with asyncio.timeout(PATIENCE_S):
        async for match, _ in store.wakeups:
            heard |= {match} if await store.read(match) else set()
            if len(heard) == 3:
                break
    await other.close()


async def test_without_enough_replicas_nothing_is_acknowledged(servers: Replicated, prefix: str) -> None:
    chain = Chain("m1")
    strict, usual = RedisStore(f"{servers.url}?replicas=3", prefix, pauses=()), RedisStore(servers.url, prefix)
    with pytest.raises(Unavailable, match="2 of 3 replicas"):
        await strict.append("m1", 0, chain.hash, chain.next())
    assert Duplicate(1) == await usual.append("m1", 0, chain.hash, chain.next())
    assert [chain.next()] == await usual.read("m1")
    await strict.close()
    await usual.close()


async def test_what_the_replicas_do_not_have_is_shown_to_nobody(servers: Replicated, prefix: str) -> None:
    chain = Chain("m1")
    hasty, careful = RedisStore(f"{servers.url}?replicas=0", prefix), RedisStore(servers.url, prefix, pauses=())
    await careful.ping()
    replicas = [port for port in servers.ports if servers.role(port) == "slave"]
    with servers.frozen(*replicas):
        assert Appended(1) == await hasty.append("m1", 0, chain.hash, chain.next())
        with pytest.raises(Unavailable, match="0 of 1 replicas"):
            await careful.read("m1")
    assert [chain.next()] == await careful.read("m1")
    await hasty.close()
    await careful.close()
    await whole(servers)


async def acknowledged(store: RedisStore, chain: Chain) -> None:
    """Append until it is acknowledged, as a client repeats its command."""
    entry = chain.next()
    while True:
        try:
            result = await store.append(chain.match, chain.number, chain.hash, entry)
        except Unavailable:
            continue
        assert result in {Appended(entry.number), Duplicate(entry.number)}
        chain.add(entry)
        return


async def test_a_slot_that_moves_to_another_master_is_found_there(servers: Replicated, prefix: str) -> None:
    if servers.kind != "cluster":
        pytest.skip("one master has all slots")
    await whole(servers)
    store, chain = RedisStore(servers.url, prefix), Chain("m1")
    await acknowledged(store, chain)
    move(servers, key_slot(b"m1"))
    async with asyncio.timeout(PATIENCE_S):
        await acknowledged(store, chain)
    assert [1, 2] == [entry.number for entry in await store.read("m1")]
    await store.close()


def move(servers: Replicated, slot: int) -> None:
    """Move all slots up to this one's to another master, as an operator does."""
    names = {port: str(servers.client(port).execute_command("CLUSTER MYID")) for port in servers.masters()}
    owner = next(port for port in names if _has(servers, port, slot))
    other = next(port for port in names if port != owner)
    first = min(low for low, _ in _slots(servers, owner))
    words = ["--cluster-from", names[owner], "--cluster-to", names[other], "--cluster-slots", str(slot - first + 1)]
    where = f"127.0.0.1:{owner}"
    done = subprocess.run(
        ["redis-cli", "--cluster", "reshard", where, *words, "--cluster-yes"],
        capture_output=True, text=True, check=False, timeout=120,
    )  # fmt: skip
    assert _has(servers, other, slot), done.stdout[-500:]


def _slots(servers: Replicated, port: int) -> list[tuple[int, int]]:
    spans = servers.client(port).execute_command("CLUSTER SLOTS")
    return [(span[0], span[1]) for span in spans if span[2][1] == port]


def _has(servers: Replicated, port: int, slot: int) -> bool:
    return any(low <= slot <= high for low, high in _slots(servers, port))


# --- what serve accepts -----------------------------------------------------------------------------


def test_a_safe_set_of_servers_is_accepted_without_a_word(servers: Replicated) -> None:
    assert () == check_server(servers.url)


def test_no_waiting_for_replicas_is_refused_or_said(servers: Replicated) -> None:
    with pytest.raises(StoreRefused, match="acknowledged before a replica has them"):
        check_server(f"{servers.url}?replicas=0")
    assert ["replicas=0: commands are acknowledged before a replica has them."] == list(
        check_server(f"{servers.url}?replicas=0", unsafe=True)
    )


def test_more_replicas_than_there_are_is_said(servers: Replicated) -> None:
    assert all("2 replicas, and 3 must have" in said for said in check_server(f"{servers.url}?replicas=3"))


def test_one_careless_replica_is_named(servers: Replicated) -> None:
    port = next(port for port in servers.ports if servers.role(port) == "slave")
    with servers.client(port) as client:
        client.config_set("appendfsync", "everysec")
        with pytest.raises(StoreRefused, match=f"127.0.0.1:{port}: appendfsync is 'everysec'"):
            check_server(servers.url)
        client.config_set("appendfsync", "always")


# --- addresses --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("url", "place"),
    [
        (
            "redis+sentinel://u:p%40@a:1,b/name?replicas=2",
            Place("sentinel", "", (("a", 1), ("b", 26379)), "name", 2, "u", "p@"),
        ),
        ("redis+cluster://a:1,[::1]:2", Place("cluster", "", (("a", 1), ("::1", 2)), "", 1)),
    ],
)
def test_addresses_of_several_servers(url: str, place: Place) -> None:
    found = place_of(url)
    assert (place.kind, place.hosts, place.name) == (found.kind, found.hosts, found.name)
    assert (place.replicas, place.username, place.password) == (found.replicas, found.username, found.password)


@pytest.mark.parametrize(
    "url",
    [
        "redis+sentinel://a:1",
        "redis+cluster://a:1/name",
        "redis+cluster://a:x",
        "redis+cluster://",
        "rediss+cluster://a:1",
        "redis+ring://a:1",
        "redis+cluster://a?replicas=many",
        "redis+cluster://a?replica=1",
    ],
)
def test_an_address_that_cannot_be_read_is_refused_in_a_sentence(url: str) -> None:
    with pytest.raises(StoreRefused, match="cannot be read"):
        place_of(url)


@pytest.mark.parametrize("url", ["redis+sentinel://:secret@127.0.0.1:1/x", "redis+cluster://:secret@127.0.0.1:1"])
def test_servers_that_are_not_there_are_named_without_a_password(url: str) -> None:
    with pytest.raises(StoreRefused, match=r"No store answers at redis\+\w+://127.0.0.1:1") as caught:
        check_server(url)
    assert "secret" not in str(caught.value)


# --- last, as it leaves a server dead ---------------------------------------------------------------


async def test_the_death_of_a_master_takes_nothing_acknowledged(servers: Replicated, store: RedisStore) -> None:
    await whole(servers)
    chains = [Chain(f"m{n}") for n in range(6)]
    master = servers.masters()[0]
    for chain in chains:
        await acknowledged(store, chain)
    servers.kill(master)
    async with asyncio.timeout(PATIENCE_S):
        for chain in chains:
            await acknowledged(store, chain)
    assert [[1, 2]] * 6 == [[entry.number for entry in await store.read(chain.match)] for chain in chains]
