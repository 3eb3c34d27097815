"""The kinds of server on which every test of the store runs, each started once."""

import os
import shutil
import uuid
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from pathlib import Path

import pytest
from redis import Redis

from domain.kernel.commit import Entry
from service.store.embedded import Embedded
from service.store.port import Appended
from service.store.programs import Program, program_at, programs
from service.store.redis import RedisStore
from tests.store.commits import Chain

Write = Callable[[Chain, int], Awaitable[list[Entry]]]


def programs_of(kind: str) -> list[Program]:
    if kind == "valkey":
        return programs()[:1]
    path = shutil.which("redis-server")
    if path is None:
        if os.environ.get("CI"):
            pytest.fail("redis-server is not on the PATH; CI tests both kinds of server")
        pytest.skip("redis-server is not on the PATH")
    return [program_at(Path(path))]


@pytest.fixture(scope="session", params=["valkey", "redis"])
def server(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Embedded]:
    embedded = Embedded(tmp_path_factory.mktemp(request.param) / "data", programs_of(request.param))
    embedded.start()
    yield embedded
    embedded.stop()


@pytest.fixture
def prefix() -> str:
    return f"t{uuid.uuid4().hex[:12]}:"


@pytest.fixture
async def store(server: Embedded, prefix: str) -> AsyncIterator[RedisStore]:
    made = RedisStore(server.url, prefix, look_s=0.2)
    yield made
    await made.close()


@pytest.fixture
def operator(server: Embedded) -> Iterator[Redis]:
    """A client of the server's operator, beside the store."""
    with Redis.from_url(server.url) as client:
        yield client


@pytest.fixture
def chain() -> Chain:
    return Chain("m1")


@pytest.fixture
def write(store: RedisStore) -> Write:
    """Appends that many plain commits to a match."""

    async def written(chain: Chain, count: int) -> list[Entry]:
        entries = []
        for _ in range(count):
            entry = chain.next()
            assert await store.append(chain.match, chain.number, chain.hash, entry) == Appended(entry.number)
            entries.append(chain.add(entry))
        return entries

    return written
