"""A service that a test kills: opens a folder's store, appends one commit per line read, tells each."""

import asyncio
import sys
from pathlib import Path

from service.store.embedded import Embedded
from service.store.port import Appended
from service.store.redis import RedisStore
from tests.store.commits import Chain


async def play(url: str) -> None:
    store = RedisStore(url)
    chain = Chain("m1", await store.head("m1"))
    for _ in sys.stdin:
        entry = chain.next()
        assert await store.append("m1", chain.number, chain.hash, entry) == Appended(entry.number)
        print(chain.add(entry).number, flush=True)


embedded = Embedded(Path(sys.argv[1]))
embedded.start()
print("ready", flush=True)
asyncio.run(play(embedded.url))
