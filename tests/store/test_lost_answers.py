"""A commit whose answer is lost is sent again; the caller hears what truly became of it."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from service.store.embedded import Embedded
from service.store.port import Appended, Duplicate, Unavailable
from service.store.redis import RedisStore
from tests.store.commits import Chain

Cut = Callable[[bytes], bool]


@asynccontextmanager
async def wire(server: Embedded, path: Path, cut: Cut) -> AsyncIterator[str]:
    """A socket in front of the server that hangs up in place of an answer for which `cut` says so."""
    handlers: set[asyncio.Task[None] | None] = set()

    async def carry(source: asyncio.StreamReader, target: asyncio.StreamWriter, ends: Cut) -> None:
        while (data := await source.read(1 << 20)) and not ends(data):
            target.write(data)

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        handlers.add(asyncio.current_task())
        answers, requests = await asyncio.open_unix_connection(str(server.socket))
        there = asyncio.create_task(carry(reader, requests, lambda _: False))
        back = asyncio.create_task(carry(answers, writer, cut))
        await asyncio.wait((there, back), return_when=asyncio.FIRST_COMPLETED)
        requests.close()
        writer.close()
        await asyncio.gather(there, back, requests.wait_closed(), writer.wait_closed(), return_exceptions=True)

    async with await asyncio.start_unix_server(serve, str(path)):
        yield f"unix://{path}"
    await asyncio.gather(*(handler for handler in handlers if handler))


def first(count: int) -> Cut:
    """Cut the first answers to appends."""
    left = [count]

    def cut(data: bytes) -> bool:
        if b"OK\r\n:" not in data and b"DUP\r\n" not in data:
            return False
        left[0] -= 1
        return left[0] >= 0

    return cut


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "wire.sock"


@pytest.mark.parametrize("lost", [1, 3])
async def test_a_lost_answer_is_asked_for_again(server: Embedded, prefix: str, path: Path, lost: int) -> None:
    chain = Chain("m1")
    async with wire(server, path, first(lost)) as url:
        store = RedisStore(url, prefix, pauses=(0, 0, 0))
        assert await store.append("m1", 0, chain.hash, chain.next()) == Appended(1)
        assert await store.read("m1") == [chain.next()]
        await store.close()


async def test_a_whole_batch_without_answers_is_written_once(server: Embedded, prefix: str, path: Path) -> None:
    chains = [Chain(f"m{n}") for n in range(100)]
    async with wire(server, path, first(1)) as url:
        store = RedisStore(url, prefix, pauses=(0,))
        outcomes = await asyncio.gather(*(store.append(c.match, 0, c.hash, c.next()) for c in chains))
        assert [Appended(1)] * 100 == outcomes
        assert [[c.next()] for c in chains] == [await store.read(c.match) for c in chains]
        await store.close()


async def test_a_duplicate_of_somebody_elses_commit_stays_one_after_a_lost_answer(
    server: Embedded, prefix: str, path: Path, store: RedisStore
) -> None:
    theirs = Chain("m1").next(events=(b"theirs",))
    await store.append("m1", 0, Chain("m1").hash, theirs)
    async with wire(server, path, first(1)) as url:
        ours = RedisStore(url, prefix, pauses=(0,))
        assert await ours.append("m1", 0, Chain("m1").hash, Chain("m1").next()) == Duplicate(1)
        await ours.close()


async def test_the_repetitions_end_and_the_commit_may_be_sent_again_later(
    server: Embedded, prefix: str, path: Path, store: RedisStore
) -> None:
    chain = Chain("m1")
    async with wire(server, path, first(1_000)) as url:
        cut_off = RedisStore(url, prefix, pauses=(0, 0))
        with pytest.raises(Unavailable):
            await cut_off.append("m1", 0, chain.hash, chain.next())
        await cut_off.close()
    assert await store.append("m1", 0, chain.hash, chain.next()) == Duplicate(1)
    assert await store.read("m1") == [chain.next()]


async def test_without_a_server_all_who_wait_are_told_so(path: Path) -> None:
    store = RedisStore(f"unix://{path}", pauses=(0,))
    chains = [Chain(f"m{n}") for n in range(600)]
    outcomes = await asyncio.gather(
        *(store.append(c.match, 0, c.hash, c.next()) for c in chains), store.ping(), return_exceptions=True
    )
    assert {Unavailable} == {type(outcome) for outcome in outcomes}
    await store.close()


async def test_a_server_that_never_answers_is_given_up(path: Path) -> None:
    ended: list[asyncio.Task[None] | None] = []

    async def swallow(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        ended.append(asyncio.current_task())
        await reader.read()
        writer.close()
        await writer.wait_closed()

    store = RedisStore(f"unix://{path}", pauses=(0,), reply_s=0.02)
    async with await asyncio.start_unix_server(swallow, str(path)):
        with pytest.raises(Unavailable, match="Timeout"):
            await store.ping()
        await store.close()
    await asyncio.gather(*(task for task in ended if task))
    assert len(ended) == 2


async def test_a_lane_comes_back_with_the_server(server: Embedded, prefix: str, path: Path) -> None:
    store = RedisStore(f"unix://{path}", prefix, pauses=())
    with pytest.raises(Unavailable):
        await store.ping()
    async with wire(server, path, lambda _: False):
        await store.ping()
        await store.close()


async def test_a_task_that_waits_is_told_when_the_sending_is_cancelled(path: Path) -> None:
    store = RedisStore(f"unix://{path}", pauses=(60,))
    waiting = asyncio.ensure_future(store.ping())
    await asyncio.sleep(0)
    sender = next(lane._sender for lane in store._shards.all()[0]._others if lane._sender)
    await asyncio.sleep(0)
    sender.cancel()
    with pytest.raises(Unavailable, match="closed"):
        await waiting
