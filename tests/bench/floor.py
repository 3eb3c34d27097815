"""X: the bare append by redis-py's pool, 64 in flight, to the same store."""

import asyncio
import secrets
import time

from redis.asyncio import BlockingConnectionPool, Redis

from service.store.scripts import APPEND
from tests.bench.cpu import seconds

IN_FLIGHT = 64


async def bare_append(url: str, store: int, count: int) -> float:
    """CPU seconds of client and server for one append of a usual size."""
    client = Redis(connection_pool=BlockingConnectionPool.from_url(url, max_connections=IN_FLIGHT))
    script = client.register_script(APPEND.source)
    head, envelope, event = secrets.token_bytes(32), b"k" * 150, b"d" * 120
    run = secrets.token_hex(8)

    async def lane(n: int) -> None:
        keys = [f"bench:{run}:{n}", f"bench:{run}:{n}:marker"]
        for number in range(count // IN_FLIGHT):
            fields = ["c", secrets.token_bytes(16), "k", envelope, "h", head, "d", event, "d", event]
            reply = await script(keys, [number, head, "bench", *fields])
            assert reply == [b"OK", number + 1], reply

    try:
        await asyncio.gather(*(client.ping() for _ in range(IN_FLIGHT)))
        own, theirs = time.process_time(), seconds(store)
        await asyncio.gather(*map(lane, range(IN_FLIGHT)))
        spent = time.process_time() - own + seconds(store) - theirs
        return spent / (count // IN_FLIGHT * IN_FLIGHT)
    finally:
        await client.aclose()
