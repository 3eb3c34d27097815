"""Hints of new commits reach the matches somebody listens to, also over lost connections and lost hints."""

import asyncio
from collections.abc import AsyncIterator, Callable

import pytest
from redis import Redis

from service.store.embedded import Embedded
from service.store.port import Appended
from service.store.redis import RedisStore
from tests.store.commits import Chain
from tests.store.conftest import Write

Next = Callable[[], "asyncio.Future[tuple[str, int]]"]


@pytest.fixture
async def heard(store: RedisStore) -> AsyncIterator["asyncio.Queue[tuple[str, int]]"]:
    queue: asyncio.Queue[tuple[str, int]] = asyncio.Queue()

    async def listen() -> None:
        async for news in store.wakeups:
            queue.put_nowait(news)

    task = asyncio.create_task(listen())
    yield queue
    task.cancel()


@pytest.fixture
def until(heard: "asyncio.Queue[tuple[str, int]]") -> Callable[[tuple[str, int]], "asyncio.Future[None]"]:
    """Waits for a hint, through repeated and merged ones."""

    async def waited(wanted: tuple[str, int]) -> None:
        async with asyncio.timeout(10):
            while await heard.get() != wanted:
                pass

    return lambda wanted: asyncio.ensure_future(waited(wanted))


Until = Callable[[tuple[str, int]], "asyncio.Future[None]"]


async def test_a_match_is_announced_once_its_subscription_stands_and_then_by_its_commits(
    store: RedisStore, chain: Chain, write: Write, until: Until
) -> None:
    await write(chain, 1)
    await store.wakeups.subscribe("m1", 1)
    await until(("m1", 0))
    await write(chain, 1)
    await until(("m1", 2))


async def test_a_commit_of_another_process_is_heard(
    store: RedisStore, server: Embedded, prefix: str, chain: Chain, until: Until
) -> None:
    await store.wakeups.subscribe("m1")
    await until(("m1", 0))
    other = RedisStore(server.url, prefix)
    assert await other.append("m1", 0, chain.hash, chain.next()) == Appended(1)
    await other.close()
    await until(("m1", 1))


async def test_only_matches_with_a_listener_are_heard_of(
    store: RedisStore, write: Write, until: Until, heard: "asyncio.Queue[tuple[str, int]]", operator: Redis, prefix: str
) -> None:
    for match in ("m1", "m2"):
        await store.wakeups.subscribe(match)
        await until((match, 0))
    await store.wakeups.unsubscribe("m1")
    await write(Chain("m1"), 1)
    await write(Chain("m3"), 1)
    await write(Chain("m2"), 1)
    assert ("m2", 1) == await heard.get()
    assert [f"{prefix}g:{{m2}}:n"] == [name.decode() for name in operator.pubsub_channels(f"{prefix}*")]


async def test_after_a_lost_connection_every_match_is_announced_again(
    store: RedisStore, write: Write, until: Until, operator: Redis
) -> None:
    for match in ("m1", "m2"):
        await store.wakeups.subscribe(match)
        await until((match, 0))
    operator.client_kill_filter(_type="pubsub")
    await until(("m1", 0))
    await until(("m2", 0))
    await write(Chain("m2"), 1)
    await until(("m2", 1))


async def test_a_commit_whose_hint_was_lost_is_found_by_looking(
    store: RedisStore, chain: Chain, operator: Redis, prefix: str, until: Until
) -> None:
    await store.wakeups.subscribe("m1")
    await until(("m1", 0))
    for entry in (chain.add(chain.next()), chain.next()):  # written past the script, so nothing is published
        fields = ("c", entry.c, "k", entry.k, "h", entry.h, "d", entry.d[0])
        operator.execute_command("XADD", f"{prefix}g:{{m1}}:e", f"{entry.number}-0", *fields)
    await store.wakeups.look()
    await until(("m1", 2))


async def test_hints_that_nobody_takes_are_merged_and_a_wish_to_look_is_not_lost(
    store: RedisStore, chain: Chain, write: Write, operator: Redis
) -> None:
    await store.wakeups.subscribe("m1")
    news = aiter(store.wakeups)
    assert await anext(news) == ("m1", 0)
    await write(chain, 5)
    await store.wakeups.look()
    assert await anext(news) == ("m1", 5)
    operator.client_kill_filter(_type="pubsub")
    assert await anext(news) == ("m1", 0)


async def test_closing_ends_the_listening(store: RedisStore, until: Until) -> None:
    await store.wakeups.subscribe("m1")
    await until(("m1", 0))
    news = aiter(store.wakeups)
    waiting = asyncio.ensure_future(anext(news, None))
    await store.close()
    assert await waiting is None
