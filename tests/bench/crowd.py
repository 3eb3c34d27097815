"""Many who listen: a thousand on one match beside a bare fan-out, and thousands of matches in little memory."""

import asyncio
import contextlib
import json
import os
import signal
import statistics
import time
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import Any

from tests.bench.cpu import kib, seconds
from tests.bench.wire import Caller, Watcher

LISTENERS = 1_000
COMMANDS = 40
MATCHES = 2_500
STREAMS = 5_000
AT_ONCE = 16
WAIT_S = 20
SEATS = ("roy", "stella")

Give = Callable[[int], Any]
"""Makes something happen, with its number, that everyone is told."""


class Crowd:
    """Listeners on one path, and when the last of them was told something."""

    def __init__(self, port: int, count: int) -> None:
        self.port, self.count = port, count
        self._told, self._told_all = 0, asyncio.Event()
        self._watchers: list[Watcher] = []

    async def listen(self, path: str) -> None:
        """Everyone listens."""
        for _ in range(self.count):
            self._watchers.append(await watcher(self.port, path, self._hear))

    def _hear(self, number: int) -> None:
        self._told += 1
        if self._told == self.count:
            self._told_all.set()

    async def hear(self, give: Give, number: int) -> float:
        """Seconds from giving something until the last one has heard it."""
        self._told, self._told_all = 0, asyncio.Event()
        began = time.perf_counter()
        await asyncio.gather(give(number), asyncio.wait_for(self._told_all.wait(), WAIT_S))
        return time.perf_counter() - began

    async def see_the_end(self) -> None:
        """Return when the server has ended all streams."""
        await asyncio.wait_for(asyncio.gather(*(each.lost.wait() for each in self._watchers)), WAIT_S)

    def leave(self) -> None:
        """Nobody listens any more."""
        for each in self._watchers:
            each.close()


async def watcher(port: int, path: str, told: Callable[[int], None]) -> Watcher:
    """One live stream, open."""
    _, made = await asyncio.get_running_loop().create_connection(lambda: Watcher(told), "127.0.0.1", port)
    made.watch(path, None)
    await asyncio.wait_for(made.ready, WAIT_S)
    return made


async def caller(port: int) -> Caller:
    """One connection for commands."""
    return (await asyncio.get_running_loop().create_connection(Caller, "127.0.0.1", port))[1]


async def started(asking: Caller) -> tuple[str, dict[str, str]]:
    """A running match of two persons: its path and its tokens."""
    made = await asking.ask("/v1/matches", {"game": "ultimatum", "seats": [{"by": "person"}] * len(SEATS)})
    path, tokens = f"/v1/matches/{made['id']}", {}
    for seat in SEATS:
        tokens[seat] = (await asking.ask(f"{path}/seats/{seat}/claim", {"claim_key": f"{seat:k<32}"}))["token"]
    await asking.ask(f"{path}/commands", {"command": {"type": "match.Start"}}, made["host_token"])
    return path, tokens


async def fanned_out(port: int, path: str, give: Give, pid: int) -> tuple[float, float]:
    """CPU seconds of the server for one thing told to all, and the seconds until the last one has it."""
    crowd = Crowd(port, LISTENERS)
    await crowd.listen(path)
    for number in range(3):
        await crowd.hear(give, number)
    before = seconds(pid)
    took = [await crowd.hear(give, number) for number in range(3, 3 + COMMANDS)]
    spent = seconds(pid) - before
    crowd.leave()
    return spent / COMMANDS, statistics.median(took)


async def of_a_match(port: int, pid: int) -> tuple[float, float]:
    """The same by our service: a seat offers a draw and the other one declines, in turn."""
    asking = await caller(port)
    path, tokens = await started(asking)

    async def give(number: int) -> None:
        command = {"type": "match.Consent", "what": "draw", "agree": number % 2 == 0}
        body = json.dumps({"command": command}).encode()
        await asking.post(f"{path}/commands", body, tokens[SEATS[number % 2]])

    try:
        return await fanned_out(port, f"{path}/stream", give, pid)
    finally:
        asking.close()


async def bare(port: int, pid: int) -> tuple[float, float]:
    """The same by a bare ASGI application."""
    asking = await caller(port)

    async def give(number: int) -> None:
        await asking.post("/say", b"%d" % number, None)

    try:
        return await fanned_out(port, "/stream", give, pid)
    finally:
        asking.close()


@contextlib.asynccontextmanager
async def house(port: int) -> AsyncIterator[int]:
    """Many matches with two listeners each, all open; how many streams that are."""
    asking = [await caller(port) for _ in range(AT_ONCE)]
    watchers: list[Watcher] = []

    async def some(one: Caller) -> None:
        for _ in range(MATCHES // AT_ONCE):
            path, _ = await started(one)
            watchers.extend([await watcher(port, f"{path}/stream", int) for _ in range(STREAMS // MATCHES)])

    await asyncio.gather(*map(some, asking))
    yield len(watchers)
    for each in (*asking, *watchers):
        each.close()


async def memory(port: int, pid: int) -> tuple[float, float, int]:
    """MiB of the service before and with all those streams, and how many they are."""
    before = kib(pid)
    async with house(port) as streams:
        return before / 1024, kib(pid) / 1024, streams


async def stopped(port: int, folder: Path) -> dict[str, float]:
    """Seconds in which the service ends 1,000 streams when it is told to stop. Nothing can be measured afterwards."""
    pid = json.loads((folder / "about.json").read_text())["service"]
    asking, crowd = await caller(port), Crowd(port, LISTENERS)
    await crowd.listen((await started(asking))[0] + "/stream")
    asking.close()
    began = time.perf_counter()
    os.kill(pid, signal.SIGTERM)
    await crowd.see_the_end()
    return {"s until 1,000 streams end at a stop (≤ 1)": time.perf_counter() - began}


async def figures(port: int, folder: Path, bare_port: int, bare_pid: int) -> dict[str, float]:
    """One run of all of them."""
    pid = json.loads((folder / "about.json").read_text())["service"]
    ours, floor = await of_a_match(port, pid), await bare(bare_port, bare_pid)
    again = await of_a_match(port, pid), await bare(bare_port, bare_pid)
    cpu = statistics.median([ours[0] / floor[0], again[0][0] / again[1][0]])
    last = statistics.median([ours[1] / floor[1], again[0][1] / again[1][1]])
    idle, busy, streams = await memory(port, pid)
    return {
        "1,000 listeners: CPU ms per command": 1e3 * ours[0],
        "a bare fan-out: CPU ms": 1e3 * floor[0],
        "CPU / that of a bare fan-out (≤ 1.5)": cpu,
        "1,000 listeners: last one told after ms": 1e3 * ours[1],
        "last told / that of a bare fan-out (≤ 1.5)": last,
        "MiB before": idle,
        f"MiB with {streams} streams over {MATCHES} matches (≤ 300)": busy,
    }
