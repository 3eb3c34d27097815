"""The service that is measured: a process of its own, with an embedded store and a sampler inside."""

import contextlib
import json
import os
import secrets
import signal
import sys
from collections import Counter
from pathlib import Path
from types import FrameType

import uvicorn
from redis import Redis

from service.app import build_app
from service.serving import Protocol, calm_collector, log_lines
from service.store.embedded import Embedded
from service.store.redis import RedisStore
from tests.bench.scripts import known_chance
from tests.harness.lab import GAMES

EVERY_S = 0.01  # of CPU time, between two looks at what runs; each costs some 50 µs
PARTS = {
    ("domain/kernel/match/aggregate.py", "see"): "view",
    ("service/http/views.py", "forms"): "view",
    ("domain/kernel/match/aggregate.py", "play"): "decide",
    ("domain/kernel/match/aggregate.py", "advance"): "decide",
}
FILES = {"service/store/": "store", "service/routes/stream.py": "stream", "service/live.py": "stream"}


class Sampler:
    """Looks every 10 ms of CPU time at what the service is doing, and counts it for a part."""

    def __init__(self) -> None:
        self.counts: Counter[str] = Counter()
        signal.signal(signal.SIGPROF, self._look)
        signal.setitimer(signal.ITIMER_PROF, EVERY_S, EVERY_S)

    def _look(self, number: int, frame: FrameType | None) -> None:
        while frame is not None:
            part = _part(frame.f_code.co_filename, frame.f_code.co_name)
            if part:
                self.counts[part] += 1
                return
            frame = frame.f_back
        self.counts["HTTP"] += 1


def _part(file: str, function: str) -> str | None:
    for (ending, name), part in PARTS.items():
        if function == name and file.endswith(ending):
            return part
    return next((part for folder, part in FILES.items() if folder in file), None)


def _interrupt(number: int, frame: FrameType | None) -> None:
    raise KeyboardInterrupt


def main(folder: Path, port: int) -> None:
    """Serve until a signal comes; at the end the sampler's counts are in `shares.json`."""
    log_lines()
    embedded = Embedded(folder / "data")
    embedded.start()
    try:
        sampler = Sampler()
        with Redis.from_url(embedded.url) as client:
            store = int(client.info()["process_id"])
        about = {"url": embedded.url, "service": os.getpid(), "store": store}
        (folder / "about.json").write_text(json.dumps(about))
        signal.signal(signal.SIGTERM, _interrupt)  # the server hands it on when it is done
        app = build_app(GAMES, RedisStore(embedded.url), secrets.token_bytes(32), chance=known_chance)
        calm_collector()
        with contextlib.suppress(KeyboardInterrupt):
            uvicorn.run(
                app,
                host="127.0.0.1",
                port=port,
                log_level="warning",
                access_log=False,
                loop="uvloop",
                http=Protocol,
                timeout_keep_alive=60,
            )
        signal.setitimer(signal.ITIMER_PROF, 0)
        (folder / "shares.json").write_text(json.dumps(sampler.counts))
    finally:
        embedded.stop()


if __name__ == "__main__":
    main(Path(sys.argv[1]), int(sys.argv[2]))
