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
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from random import Random

from redis import Redis
from redis.exceptions import RedisError

from service import keys
from service.store.embedded import Embedded
from service.store.programs import Program, program_at
from tests.faults.proxy import Proxy
from tests.faults.wire import Away, ask

POLL_S = 0.02
PATIENCE_S = 60.0


def free_port() -> int:
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return int(one.getsockname()[1])


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

    def kill(self) -> bool:
        """SIGKILL; whether there was a process to kill. Raising it again begins at once."""
        if self._process is None or self._process.poll() is not None:
            return False
        self._process.kill()
        self._process.wait()
        if self._raising is None or self._raising.done():
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
    """

    def __init__(self, kind: str, folder: Path, rng: Random) -> None:
        self.kind, self.folder = kind, folder
        self.ticks, self.counts = Ticks(), Counter[str]()
        self.data = folder / "data"
        self.key_file = self.data / "server.key"
        self._own = Embedded(self.data, [debian_server()]) if kind == "attached" else None
        self.direct = Embedded(self.data).url
        self.proxies = [Proxy(self.direct.removeprefix("unix://"), rng) for _ in range(2 if self._own else 1)]
        self.servers: list[Server] = []

    async def start(self) -> None:
        """All up."""
        if self._own is not None:
            await asyncio.to_thread(self._own.start)
            keys.load_or_create(self.key_file)
        else:
            self._add("first", "--data", str(self.data))
            await self.servers[0].up()
        for proxy in self.proxies:
            await proxy.start()
            words = ("--redis", proxy.url, "--key-file", str(self.key_file), "--data", str(self.folder / "none"))
            self._add("second" if self.servers else "first", *words)
        await self.whole()

    def _add(self, name: str, *words: str) -> None:
        self.servers.append(Server(name, self.folder / f"{name}.log", *words))

    async def whole(self) -> None:
        """Return when every process is up."""
        await asyncio.gather(*(server.up() for server in self.servers))

    async def stop(self) -> None:
        for server in reversed(self.servers):
            await server.stop()
        for proxy in self.proxies:
            await proxy.close()
        if self._own is not None:
            await asyncio.to_thread(self._own.stop)
        self.kill_store()  # a service that was just killed has left it running

    @property
    def server_key(self) -> bytes:
        return keys.load(self.key_file)

    def store_process(self) -> int | None:
        """The store's process, if it answers."""
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


@contextlib.asynccontextmanager
async def running(kind: str, folder: Path, rng: Random) -> AsyncIterator[World]:
    """A world, up; and nothing of it left afterwards."""
    world = World(kind, folder, rng)
    try:
        await world.start()
        yield world
    finally:
        await world.stop()
