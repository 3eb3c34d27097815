"""What each weaker setting of a store can lose, measured: commits are appended while servers and links go."""

import asyncio
import contextlib
import os
import signal
import tempfile
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from redis import Redis

from service.store.embedded import Embedded
from service.store.port import Appended, Duplicate, Unavailable
from service.store.programs import programs
from service.store.redis import RedisStore
from tests.faults.world import debian_server, until
from tests.store.commits import Chain
from tests.store.replicated import Replicated

MATCHES = 32
KILLS = 10
RUNS = 3
A_WHILE_S = 0.5
HEAL_S = 90.0


@dataclass
class Found:
    """What became of the commits of one setting."""

    setting: str
    fault: str
    acknowledged: int = 0
    lost: int = 0
    matches: int = 0
    pauses: list[float] = field(default_factory=list)

    def __str__(self) -> str:
        pause = f"{max(self.pauses):.1f} s"
        if max(self.pauses) == float("inf"):
            pause = "read-only" if self.matches else "until mended"
        counts = f"{self.acknowledged:>8,} {self.lost:>7,} {self.matches:>7}"
        return f"{self.setting:<{WIDE}} {self.fault:<{WIDE}} {counts} {pause:>13}"


WIDE = 52
HEAD = f"{'setting':<{WIDE}} {'fault':<{WIDE}} {'acked':>8} {'lost':>7} {'matches':>7} {'longest pause':>13}"


class Writers:
    """As many writers as matches, each going on as soon as it is acknowledged; they remember what was."""

    def __init__(self, url: str) -> None:
        self.store = RedisStore(url, pauses=(0.0, 0.05, 0.1), reply_s=2.0)
        self.chains = [Chain(f"m{n}") for n in range(MATCHES)]
        self.acknowledged: list[list[bytes]] = [[] for _ in self.chains]
        self.last = time.monotonic()

    @contextlib.asynccontextmanager
    async def writing(self) -> AsyncIterator[None]:
        """All write, as long as the block lasts."""
        tasks = [asyncio.create_task(self._write(place)) for place in range(MATCHES)]
        try:
            yield
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)

    async def _write(self, place: int) -> None:
        chain = self.chains[place]
        while True:
            entry, began = chain.next(), time.monotonic()
            with contextlib.suppress(Unavailable):
                result = await self.store.append(chain.match, chain.number, chain.hash, entry)
                if result not in {Appended(entry.number), Duplicate(entry.number)}:
                    return  # history was lost: the service would make the match read-only
                self.acknowledged[place].append(chain.add(entry).h)
                self.last = max(self.last, began)

    async def acknowledge(self, seconds: float) -> float:
        """How long until a commit that begins now is acknowledged; infinity when none is within the time."""
        began = time.monotonic()
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await until(lambda: self.last > began)
                return time.monotonic() - began
        return float("inf")

    async def count(self, found: Found) -> None:
        """Which acknowledged commits are not in the stream as they were."""
        for chain, told in zip(self.chains, self.acknowledged, strict=True):
            there = {entry.h for entry in await self.store.read(chain.match)}
            lost = sum(h not in there for h in told)
            found.acknowledged += len(told)
            found.lost += lost
            found.matches += bool(lost)
        await self.store.close()


# --- one server ---------------------------------------------------------------------------------------


async def one_server(program: str, fsync: str) -> Found:
    """SIGKILL of a single server, again and again."""
    chosen = [debian_server()] if program == "redis" else programs()[:1]
    found = Found(f"one server, appendfsync {fsync}, {chosen[0].family} {chosen[0].version}", f"SIGKILL, {KILLS} times")
    with tempfile.TemporaryDirectory(prefix="weaker-") as folder:
        embedded = Embedded(Path(folder) / "data", chosen)
        embedded.start()
        writers = Writers(embedded.url)
        async with writers.writing():
            for _ in range(KILLS):
                with Redis.from_url(embedded.url) as client:
                    client.config_set("appendfsync", fsync)
                    process = int(client.info("server")["process_id"])
                await asyncio.sleep(A_WHILE_S)
                os.kill(process, signal.SIGKILL)
                found.pauses.append(await writers.acknowledge(HEAL_S))
        await writers.count(found)
        await asyncio.to_thread(embedded.stop)
    return found


# --- a master, two replicas, three Sentinels ----------------------------------------------------------

Fault = Callable[[Replicated, Writers], Awaitable[None]]


def master_of(nodes: Replicated) -> int:
    [master] = nodes.masters()
    return master


async def only_the_master(nodes: Replicated, writers: Writers) -> None:
    nodes.kill(master_of(nodes))


async def link_then_master(nodes: Replicated, writers: Writers) -> None:
    master = master_of(nodes)
    with cut_off(nodes, master, *(port for port in nodes.ports if port != master)):
        await asyncio.sleep(A_WHILE_S)
        nodes.kill(master)


async def laggard_is_left(nodes: Replicated, writers: Writers) -> None:
    """One replica is cut off; then master and the other replica die, so that it takes their place."""
    master = master_of(nodes)
    behind, other = (port for port in nodes.ports if port != master)
    with cut_off(nodes, master, behind):
        await asyncio.sleep(A_WHILE_S)
        nodes.kill(master)
        nodes.kill(other)


@contextlib.contextmanager
def cut_off(nodes: Replicated, master: int, *replicas: int) -> Iterator[None]:
    """These replicas hear no more of the master; the others come back to it at once."""
    with nodes.frozen(*replicas):
        with nodes.client(master) as client:
            client.client_kill_filter(_type="replica")
        yield


@dataclass(frozen=True)
class Setting:
    """How a master with replicas is run and used."""

    name: str
    replicas: int
    at_least: int = 1
    second: bool = True
    patience_s: float = HEAL_S


USUAL, HASTY = Setting("replicas=1 (default)", 1), Setting("replicas=0", 0)
NOBODY_S = 15.0
"""Long enough to see that nobody is left who could have a command."""

STRICT = Setting("replicas=2", 2, patience_s=NOBODY_S)
CARELESS = Setting("replicas=0, min-replicas-to-write 0", 0, at_least=0)
ALONE = Setting("replicas=1, with one replica alone", 1, second=False, patience_s=NOBODY_S)
LONE = ("master killed", only_the_master)
LINK = ("replicas cut off, then master killed", link_then_master)
TWO = ("a replica cut off, then both others killed", laggard_is_left)
MEASURED = (
    (USUAL, *LONE),
    (USUAL, *LINK),
    (USUAL, *TWO),
    (STRICT, *TWO),
    (HASTY, *LONE),
    (HASTY, *LINK),
    (CARELESS, *LINK),
    (ALONE, *LONE),
)


async def several(setting: Setting, name: str, fault: Fault) -> Found:
    """The same fault some times, on servers of its own each time."""
    found = Found(setting.name, f"{name}, {RUNS} times")
    for _ in range(RUNS):
        with tempfile.TemporaryDirectory(prefix="weaker-") as folder:
            nodes = Replicated("sentinel", Path(folder))
            try:
                await once(nodes, setting, fault, found)
            finally:
                nodes.stop()
    return found


async def once(nodes: Replicated, setting: Setting, fault: Fault, found: Found) -> None:
    await until(nodes.is_whole)
    need(nodes, setting.at_least)
    if not setting.second:
        master = master_of(nodes)
        nodes.kill(next(port for port in nodes.ports if port != master))
    writers = Writers(f"{nodes.url}?replicas={setting.replicas}")
    async with writers.writing():
        await asyncio.sleep(A_WHILE_S)
        await fault(nodes, writers)
        found.pauses.append(await writers.acknowledge(setting.patience_s))
    await writers.store.close()
    writers.store = RedisStore(f"{nodes.url}?replicas=0")  # so that what is there is read in any case
    async with asyncio.timeout(HEAL_S):
        await until(lambda: len(nodes.masters()) == 1)
    await writers.count(found)


def need(nodes: Replicated, replicas: int) -> None:
    """So many replicas must hear a master that takes commands."""
    for port in nodes.ports:
        with nodes.client(port) as client:
            client.config_set("min-replicas-to-write", replicas)


async def measure() -> None:
    """Measure all and print the table."""
    print(HEAD, flush=True)
    for program in ("valkey", "redis"):
        for fsync in ("always", "everysec"):
            print(await one_server(program, fsync), flush=True)
    for setting, name, fault in MEASURED:
        print(await several(setting, name, fault), flush=True)
