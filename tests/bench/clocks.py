"""Many clocks that end at one moment while others play: how long until all have, and what the players notice."""

import asyncio
import json
import time
from pathlib import Path
from typing import Any, Final

from redis.asyncio import Redis

from service.store.keys import shared
from tests.bench import load
from tests.bench.cpu import seconds
from tests.bench.scripts import Script
from tests.bench.wire import Caller

LANES: Final = 32  # matches that are set up at once
AHEAD_S: Final = 5  # from the last set-up to the end of all clocks
WARM: Final = 512  # matches that tell how fast they are set up; their clocks end later
SLOWER: Final = 2  # as which the others may be set up
FAR_S: Final = 86_400
PLAYED: Final = 8
RATE: Final = 100.0  # commands a second of those who play on
LOOK_S: Final = 0.1
GIVE_UP_S: Final = 180


async def _set_up(port: int, matches: int, end: float) -> None:
    """One lane of started matches, each with a person who never answers and time until `end`."""
    _, caller = await asyncio.get_running_loop().create_connection(Caller, "127.0.0.1", port)
    for _ in range(matches):
        clock = {"decision_s": max(1, round(end - time.time()))}
        asked = {"game": "parley", "seats": [{"by": "person"}], "clock": clock}
        made = await caller.ask("/v1/matches", asked)
        path = f"/v1/matches/{made['id']}"
        await caller.ask(f"{path}/seats/ann/claim", {"claim_key": "k" * 32})
        await caller.ask(f"{path}/commands", {"command": {"type": "match.Start"}}, made["host_token"])
    caller.close()


async def _set_all_up(port: int, count: int) -> float:
    """All matches, and when their clocks end."""
    began = time.time()
    await asyncio.gather(*(_set_up(port, WARM // LANES, began + FAR_S) for _ in range(LANES)))
    end = time.time() + SLOWER * count * (time.time() - began) / WARM + AHEAD_S
    await asyncio.gather(*(_set_up(port, count // LANES, end) for _ in range(LANES)))
    assert time.time() < end - 1, "the matches were set up too slowly"
    return end


async def _ended(client: "Redis[bytes]", until_ms: int) -> float:
    """When no clock is left that ends until then."""
    async with asyncio.timeout(GIVE_UP_S):
        while await client.zcount(shared("", "due"), "-inf", until_ms):  # noqa: ASYNC110  # the store tells nobody
            await asyncio.sleep(LOOK_S)
    return time.time()


async def _played(port: int, script: Script) -> list[float]:
    """Some whole matches at a steady rate: the latencies."""
    tables = await load.opened(port, script, PLAYED)
    began, pause = time.perf_counter(), PLAYED / RATE
    each = (table.play(len(script.moves), pause, began + n / RATE) for n, table in enumerate(tables))
    took = await asyncio.gather(*each)
    for table in tables:
        table.close()
    return [latency for one in took for latency in one]


async def _play_until(port: int, script: Script, done: asyncio.Event) -> list[float]:
    took: list[float] = []
    while not done.is_set():
        took += await _played(port, script)
    return sorted(took)


async def figures(port: int, folder: Path, script: Script, count: int) -> dict[str, float]:
    """All matches are set up first, then play begins, then all clocks end."""
    about: dict[str, Any] = json.loads((folder / "about.json").read_text())
    before = sorted(await _played(port, script))
    end = await _set_all_up(port, count)
    done = asyncio.Event()
    playing = asyncio.create_task(_play_until(port, script, done))
    await asyncio.sleep(max(0.0, end - 1 - time.time()))
    spent = seconds(about["service"], about["store"])
    client: Redis[bytes] = Redis.from_url(about["url"])
    until_ms = round((end + 1) * 1000)
    due = await client.zcount(shared("", "due"), "-inf", until_ms)
    ended = await _ended(client, until_ms)
    spent = seconds(about["service"], about["store"]) - spent
    done.set()
    during = await playing
    await client.aclose()
    return {
        "clocks that end within two seconds": float(due),
        "seconds until all have": ended - end,
        "CPU ms for each, the players' commands included": 1000 * spent / due,
        "play before: p50 ms": 1000 * before[len(before) // 2],
        "play before: p99 ms": 1000 * before[int(len(before) * 0.99)],
        "play meanwhile: p50 ms": 1000 * during[len(during) // 2],
        "play meanwhile: p99 ms": 1000 * during[int(len(during) * 0.99)],
    }
