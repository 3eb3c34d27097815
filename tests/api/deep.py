"""Drives every operation of a started service by schemathesis: `python -m tests.api.deep [its options]`."""

import logging
import os
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Final

import structlog
import uvicorn

from service.app import build_app
from service.games import installed
from service.settings import Settings
from service.store.embedded import Embedded
from service.store.redis import RedisStore

ROOT: Final = Path(__file__).parents[2]
CONFIG: Final = ROOT / "tests" / "api" / "schemathesis.toml"
LONG: Final = ("--max-examples", "500")
QUICK: Final = Settings(beat_s=0.05, stream_max_s=0, wait_max_s=0)
"""Streams and waits end at once: there are thousands of them."""


@contextmanager
def served(folder: Path) -> Iterator[str]:
    """The address of a service that runs in this process, on a port of its own and a store in the folder."""
    embedded = Embedded(folder)
    embedded.start()
    app = build_app(installed(), RedisStore(embedded.url), b"k" * 32, QUICK)
    server = uvicorn.Server(uvicorn.Config(app, port=0, log_level="error", access_log=False))
    thread = threading.Thread(target=server.run)
    thread.start()
    try:
        while not server.started and thread.is_alive():
            time.sleep(0.01)
        port = server.servers[0].sockets[0].getsockname()[1]
        yield f"http://127.0.0.1:{port}"
    finally:
        server.should_exit = True
        thread.join()
        embedded.stop()


def drive(
    url: str, folder: Path, options: Sequence[str], output: int | None = None
) -> subprocess.CompletedProcess[str]:
    """A run of schemathesis with all its checks and phases."""
    known = {"CONCLAVE_URL": url, "SCHEMATHESIS_HOOKS": "tests.api.hooks", "PYTHONPATH": str(ROOT)}
    command = [sys.executable, "-m", "schemathesis.cli", "--config-file", str(CONFIG), "run", f"{url}/openapi.json"]
    return subprocess.run(
        [*command, *options], cwd=folder, env=os.environ | known, text=True, check=False, stdout=output
    )  # fmt: skip


def main() -> int:
    """The long run; what comes back is the exit status of schemathesis."""
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(logging.ERROR))
    with tempfile.TemporaryDirectory() as name, served(Path(name)) as url:
        return drive(url, Path(name), sys.argv[1:] or LONG).returncode


if __name__ == "__main__":
    sys.exit(main())
