"""Server programs that are measured, each on a port of its own for a while."""

import contextlib
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import IO

START_S = 30


@contextlib.contextmanager
def serving() -> Iterator[tuple[int, Path]]:
    """The service on a port of its own, and the folder that it writes to."""
    with tempfile.TemporaryDirectory(prefix="bench-") as made:
        folder = Path(made)
        with (folder / "log").open("wb") as log, running("tests.bench.served", made, log=log) as (port, _):
            yield port, folder


@contextlib.contextmanager
def running(module: str, *words: str, log: IO[bytes] | None = None) -> Iterator[tuple[int, int]]:
    """A server program on a port of its own: that, and its process."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port: int = free.getsockname()[1]
    server = subprocess.Popen([sys.executable, "-m", module, *words, str(port)], stderr=log)
    try:
        _await(port, server)
        yield port, server.pid
    finally:
        server.terminate()
        with contextlib.suppress(subprocess.TimeoutExpired):
            server.wait(15)
        server.kill()


def _await(port: int, server: subprocess.Popen[bytes]) -> None:
    end = time.monotonic() + START_S
    while time.monotonic() < end and server.poll() is None:
        with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), 1):
            return
        time.sleep(0.05)
    raise SystemExit("the service did not start")
