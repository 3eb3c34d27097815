"""How soon after a SIGKILL the first command is answered, with many running matches in the store."""

import asyncio
import json
import os
import secrets
import shutil
import signal
import sys
import tempfile
import time
from itertools import count
from pathlib import Path

from redis import Redis

from domain.kernel.match.aggregate import Match
from domain.kernel.match.commands import Start
from domain.kernel.match.create import NewMatch
from domain.kernel.viewers import HOST
from service import keys, tokens
from service.app import now_ms
from service.games import installed
from service.matches import Matches
from service.seats import claim
from service.store.embedded import Embedded
from service.store.redis import RedisStore
from tests.bench.cpu import seconds
from tests.faults.wire import Away, ask
from tests.faults.world import Server

AT_ONCE = 64
TRIES = 3


class Probe:
    """A match whose host has yet to start it: the first command after a restart."""

    def __init__(self, match: str, token: str) -> None:
        self.path, self.token = f"/v1/matches/{match}/commands", token

    async def given(self, port: int, began: float) -> float:
        """Seconds until the command is acknowledged."""
        body = json.dumps({"command": {"type": "match.Start"}}).encode()
        headers = {"Authorization": f"Bearer {self.token}", "Idempotency-Key": secrets.token_hex(16)}
        while True:
            try:
                answer = await ask(port, "POST", self.path, body, **headers)
            except Away:
                await asyncio.sleep(0.01)
                continue
            if answer.status == 200:
                return time.monotonic() - began


async def filled(data: Path, many: int) -> list[Probe]:
    """So many running matches, and some that the host may still start."""
    store = RedisStore(Embedded(data).url)
    matches = Matches(store, installed(), keys.load(data / "server.key"), now_ms)
    numbers = count()

    async def fill() -> None:
        while next(numbers) < many:
            await started(matches)

    await asyncio.gather(*(fill() for _ in range(AT_ONCE)))
    probes = [Probe(await seated(matches), "") for _ in range(2 * TRIES)]
    for probe in probes:
        match = await matches.open(probe.path.split("/")[3])
        probe.token = tokens.host_token(matches.server_key, match)
    await store.close()
    return probes


async def seated(matches: Matches) -> str:
    """A match with a person on every seat."""
    game = next(iter(installed().values()))
    new = NewMatch(game=game.meta.id, bots=[None] * game.meta.counts[0], options=game.options())
    match = await matches.create(new, None)
    assert isinstance(match, Match)
    for seat in match.seats:
        await claim(matches, match.id, seat, secrets.token_hex(16), b"")
    return match.id


async def started(matches: Matches) -> None:
    await matches.submit(await seated(matches), HOST, Start())


def kill_store(data: Path) -> None:
    with Redis.from_url(Embedded(data).url) as client:
        os.kill(int(client.info("server")["process_id"]), signal.SIGKILL)


async def load_s(data: Path, scratch: Path) -> float:
    """How long the store alone takes to be ready, on a copy of the same data."""
    shutil.copytree(data, scratch, ignore=shutil.ignore_patterns("*.sock", "*.lock"))
    embedded, began = Embedded(scratch), time.monotonic()
    await asyncio.to_thread(embedded.start)
    took = time.monotonic() - began
    await asyncio.to_thread(embedded.stop)
    shutil.rmtree(scratch)
    return took


async def measured(folder: Path, many: int) -> None:
    data = folder / "data"
    server = Server("one", folder / "log", "--data", str(data))
    try:
        await server.up()
        probes = await filled(data, many)
        for both in (False, True):
            for _ in range(TRIES):
                server.kill(raise_it=False)
                if both:
                    kill_store(data)
                    load = await load_s(data, folder / "copy")
                began = time.monotonic()
                rising = asyncio.create_task(server.up())
                took = await probes.pop().given(server.port, began)
                cpu = seconds(server.pid)
                await rising
                what = f"service and store, of it load {load:.2f} s" if both else "service alone"
                print(f"  first command after SIGKILL of {what:<40}{took:>8.2f} s{cpu:>8.2f} s of CPU", flush=True)
    finally:
        await server.up()
        await server.stop()


def main() -> None:
    many = int(sys.argv[1]) if len(sys.argv) > 1 else 10_000
    print(f"{many:,} running matches in the store", flush=True)
    with tempfile.TemporaryDirectory(prefix="restart-") as folder:
        asyncio.run(measured(Path(folder), many))


if __name__ == "__main__":
    main()
