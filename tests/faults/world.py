"""The processes of the lab: one store, two services on it, a wire between; each may be killed at any moment."""

import asyncio
import contextlib
import os
import shutil
import signal
import socket
import subprocess
import sys
from collections import Counter
from collections.abc import AsyncIterator, Callable, Iterator
from pathlib import Path
from random import Random

from redis import Redis
from redis.exceptions import RedisError

from service import keys
from service.store.embedded import Embedded
from service.store.programs import Program, program_at
from tests.faults.proxy import Proxy
from tests.faults.wire import Away, ask
from tests.store.replicated import Replicated

POLL_S = 0.02
PATIENCE_S = 60.0
DISK = "16m"
REPLICATED = ("sentinel", "cluster")


def free_port() -> int:
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return int(one.getsockname()[1])


async def until(holds: Callable[[], bool]) -> None:
    """Return when something holds that happens outside of this process."""
    while True:
        if await asyncio.to_thread(holds):
            return
        await asyncio.sleep(POLL_S)


class Ticks:
    """Counts what has happened, so that a moment can be waited for without a clock."""

    def __init__(self) -> None:
        self.now = 0
        self._waiting: list[tuple[int, asyncio.Future[None]]] = []

    def tick(self) -> int:
        """One more thing has happened; its number."""
        self.now += 1
        for when, future in self._waiting:
            if when <= self.now and not future.done():
                future.set_result(None)
        self._waiting = [each for each in self._waiting if not each[1].done()]
        return self.now

    async def more(self, count: int) -> None:
        """Return when that many more things have happened."""
        future = asyncio.get_running_loop().create_future()
        self._waiting.append((self.now + count, future))
        await future


class Server:
    """A service process on a port of its own, started again whenever it has ended."""

    def __init__(self, name: str, log: Path, *words: str) -> None:
        self.name, self.port, self._log = name, free_port(), log
        self._words = ("serve", "--port", str(self.port), *words)
        self._process: subprocess.Popen[bytes] | None = None
        self._raising: asyncio.Task[None] | None = None

    @property
    def pid(self) -> int:
        """The process that runs now, or ran last."""
        assert self._process is not None
        return self._process.pid

    async def up(self) -> None:
        """Return when it answers; it is started for that as often as it has to be."""
        if self._raising is None or self._raising.done():
            self._raising = asyncio.create_task(self._raise())
        await asyncio.shield(self._raising)

    async def _raise(self) -> None:
        async with asyncio.timeout(PATIENCE_S):
            while not await self._is_ready():
                if self._process is None or self._process.poll() is not None:
                    self._launch()
                await asyncio.sleep(POLL_S)

    def _launch(self) -> None:
        with self._log.open("ab") as log:
            command = [sys.executable, "-m", "service", *self._words]
            self._process = subprocess.Popen(command, stdout=log, stderr=log, stdin=subprocess.DEVNULL)

    async def _is_ready(self) -> bool:
        with contextlib.suppress(Away):
            return (await ask(self.port, "GET", "/ready")).status == 200
        return False

    def kill(self, *, raise_it: bool = True) -> bool:
        """SIGKILL; whether there was a process to kill. Raising it again begins at once, unless told otherwise."""
        if self._process is None or self._process.poll() is not None:
            return False
        self._process.kill()
        self._process.wait()
        if raise_it and (self._raising is None or self._raising.done()):
            self._raising = asyncio.create_task(self._raise())
        return True

    async def stop(self) -> None:
        """End it cleanly."""
        if self._raising is not None:
            self._raising.cancel()
            await asyncio.gather(self._raising, return_exceptions=True)
        if self._process is not None:
            self._process.terminate()
            await asyncio.to_thread(self._process.wait, PATIENCE_S)


class World:
    """A store and two services, both on the same matches.

    `embedded`: one service runs the store itself, as by default, and the other uses that store over the wire.
    `attached`: the store is a redis-server of its own, and both services reach it over a wire.
    `sentinel`, `cluster`: the store is several servers, as `deploy/local` sets them up.
    """

    own: Embedded | None = None
    nodes: Replicated | None = None

    def __init__(self, kind: str, folder: Path, rng: Random, disk: Path | None = None) -> None:
        self.kind, self.folder = kind, folder
        self.ticks, self.counts = Ticks(), Counter[str]()
        self.data = (disk or folder) / "data"
        self.key_file = self.data / "server.key"
        self.direct, self.proxies, self.servers = Embedded(self.data).url, list[Proxy](), list[Server]()
        if kind == "attached":
            self.own = Embedded(self.data, [debian_server()])
        if kind in REPLICATED:
            self.nodes = Replicated(kind, folder / "nodes")
            self.direct = self.nodes.url
        else:
            socket = self.direct.removeprefix("unix://")
            self.proxies = [Proxy(socket, rng) for _ in range(1 if kind == "embedded" else 2)]

    async def start(self) -> None:
        """All up."""
        if self.own is not None:
            await asyncio.to_thread(self.own.start)
        if self.kind == "embedded":
            self._add("first", "--data", str(self.data))
            await self.servers[0].up()
        else:
            self.data.mkdir(parents=True, exist_ok=True)
            keys.load_or_create(self.key_file)
        for proxy in self.proxies:
            await proxy.start()
        for place in range(len(self.servers), 2):
            url = self.proxies[min(place, len(self.proxies) - 1)].url if self.proxies else self.direct
            words = ("--redis", url, "--key-file", str(self.key_file), "--data", str(self.folder / "none"))
            self._add(("first", "second")[place], *words)
        await self.whole()

    def _add(self, name: str, *words: str) -> None:
        self.servers.append(Server(name, self.folder / f"{name}.log", *words))

    async def whole(self) -> None:
        """Return when every process is up."""
        await asyncio.gather(*(server.up() for server in self.servers))
        if self.nodes is not None:
            await until(self.nodes.is_whole)

    async def stop(self) -> None:
        for server in reversed(self.servers):
            await server.stop()
        for proxy in self.proxies:
            await proxy.close()
        if self.own is not None:
            await asyncio.to_thread(self.own.stop)
        if self.nodes is not None:
            self.nodes.stop()
        self.kill_store()  # a service that was just killed has left it running

    @property
    def server_key(self) -> bytes:
        return keys.load(self.key_file)

    def store_process(self) -> int | None:
        """The store's process, if it answers."""
        if self.nodes is None:
            with contextlib.suppress(RedisError, OSError), Redis.from_url(self.direct, socket_timeout=1) as client:
                return int(client.info("server")["process_id"])
        return None

    def kill_store(self) -> bool:
        """SIGKILL; whether there was a process to kill. Its keeper starts it again."""
        process = self.store_process()
        if process is None:
            return False
        with contextlib.suppress(ProcessLookupError):
            os.kill(process, signal.SIGKILL)
            return True
        return False

    def cut_all(self) -> None:
        """End every connection to the store, on its side."""
        with contextlib.suppress(RedisError, OSError), Redis.from_url(self.direct, socket_timeout=1) as client:
            client.client_kill_filter(_type="normal", skipme=True)
            client.client_kill_filter(_type="pubsub", skipme=True)

    @contextlib.contextmanager
    def frozen_store(self) -> Iterator[None]:
        """The store stands still."""
        process = self.store_process()
        if process is not None:
            os.kill(process, signal.SIGSTOP)
        try:
            yield
        finally:
            if process is not None:
                os.kill(process, signal.SIGCONT)


def debian_server() -> Program:
    """The redis-server on the PATH."""
    path = shutil.which("redis-server")
    assert path is not None, "redis-server is not on the PATH"
    return program_at(Path(path))


@contextlib.contextmanager
def small_disk(folder: Path) -> Iterator[Path | None]:
    """A file system of its own with little room; None where none can be had, as it takes root."""
    folder.mkdir()
    done = subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={DISK}", "conclave-lab", folder], check=False)
    try:
        yield folder if done.returncode == 0 else None
    finally:
        if done.returncode == 0:
            subprocess.run(["umount", "-l", folder], check=True)


@contextlib.asynccontextmanager
async def running(kind: str, folder: Path, rng: Random, disk: Path | None = None) -> AsyncIterator[World]:
    """A world, up; and nothing of it left afterwards."""
    world = World(kind, folder, rng, disk)
    try:
        await world.start()
        yield world
    finally:
        await world.stop()
