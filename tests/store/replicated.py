"""Replicated stores for tests: what `deploy/local` sets up, on ports of their own."""

import contextlib
import os
import shutil
import signal
import socket
import subprocess
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest
from redis import Redis
from redis.exceptions import RedisError

ROOT = Path(__file__).parents[2]
LOCAL = ROOT / "deploy" / "local"
SERVERS = {"sentinel": 6, "cluster": 9}
BUS = 10_000


class Replicated:
    """The servers of one store, each a process in a folder named by its port."""

    def __init__(self, kind: str, folder: Path) -> None:
        self.kind, self.folder, self.first = kind, folder, _free_ports(SERVERS[kind])
        try:
            self.url = _local(kind, str(folder), str(self.first))
        except AssertionError:
            self.stop()  # those that had started
            raise

    @property
    def ports(self) -> range:
        """The servers that hold data."""
        return range(self.first, self.first + (3 if self.kind == "sentinel" else 9))

    def client(self, port: int) -> Redis:
        return Redis(port=port, socket_timeout=2, decode_responses=True)

    def role(self, port: int) -> str:
        """`master`, `slave`, or `away`."""
        with contextlib.suppress(RedisError, OSError), self.client(port) as client:
            return str(client.info("replication")["role"])
        return "away"

    def masters(self) -> list[int]:
        return [port for port in self.ports if self.role(port) == "master"]

    def is_whole(self) -> bool:
        """Every server is there and every master has its two replicas, in step."""
        try:
            return all(self._in_step(port) for port in self.ports) and len(self.masters()) == len(self.ports) // 3
        except (RedisError, OSError):
            return False

    def _in_step(self, port: int) -> bool:
        with self.client(port) as client:
            info = client.info("replication")
            if info["role"] == "slave":
                return bool(info["master_link_status"] == "up")
            good = self.kind == "sentinel" or client.execute_command("CLUSTER INFO")["cluster_state"] == "ok"
            return good and info["connected_slaves"] == 2 and info["min_slaves_good_slaves"] == 2

    def process(self, port: int) -> int:
        return int((self.folder / str(port) / "pid").read_text())

    def kill(self, port: int) -> None:
        """SIGKILL."""
        with contextlib.suppress(ProcessLookupError):
            os.kill(self.process(port), signal.SIGKILL)

    def start(self, port: int) -> None:
        """Start it again, as it was started first."""
        _local("start", str(self.folder / str(port)))

    @contextlib.contextmanager
    def frozen(self, *ports: int) -> Iterator[None]:
        """These servers stand still."""
        processes = [self.process(port) for port in ports]
        for process in processes:
            os.kill(process, signal.SIGSTOP)
        try:
            yield
        finally:
            for process in processes:
                with contextlib.suppress(ProcessLookupError):
                    os.kill(process, signal.SIGCONT)

    def stop(self) -> None:
        for port in range(self.first, self.first + SERVERS[self.kind]):
            with contextlib.suppress(OSError, ValueError):
                os.kill(self.process(port), signal.SIGKILL)


def _local(*words: str) -> str:
    done = subprocess.run([LOCAL, *words], capture_output=True, text=True, check=False, timeout=60)
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


def _free_ports(count: int) -> int:
    """The first of so many free ports in a row; a cluster needs others, higher up, as well."""
    rng = Random(os.urandom(8))
    while True:
        first = rng.randrange(10_000, 22_000)  # below the ports that systems give to clients
        if all(_is_free(port) and _is_free(port + BUS) for port in range(first, first + count)):
            return first


def _is_free(port: int) -> bool:
    with socket.socket() as one:
        return one.connect_ex(("127.0.0.1", port)) != 0


def replicated(kind: str, folder: Path) -> Iterator[Replicated]:
    """The store, up; a skip where the programs are missing."""
    if shutil.which("redis-server") is None or shutil.which("redis-cli") is None:
        if os.environ.get("CI"):
            pytest.fail("redis-server and redis-cli are not on the PATH; CI tests replicated stores")
        pytest.skip("redis-server and redis-cli are not on the PATH")
    made = Replicated(kind, folder)
    try:
        yield made
    finally:
        made.stop()
