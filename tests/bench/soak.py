"""Plays for long at 40 % of what the machine can do, and watches the memory: `./dev soak --minutes 30`.

Matches begin, are played to the end of their script and are left, with all who watch them, one after the other.
After a warm-up the memory of the service must stay as it is; the exit status says whether it did.
"""

import argparse
import asyncio
import gc
import json
import sys
import time

import uvloop

from tests.bench import load
from tests.bench.cpu import kib
from tests.bench.scripts import Script, longest
from tests.bench.servers import serving
from tests.harness.lab import GAMES

LOAD = 0.4
AT_ONCE = 8
WARM = 0.2
"""This share of the time is left for caches to fill."""

MAY_GROW = 1.05


async def soaked(port: int, service: int, store: int, script: Script, minutes: float) -> list[tuple[float, float]]:
    """Minutes gone by and MiB of the service, after each batch of matches. The store keeps all that was played."""
    took, passed = await load.closed_loop(port, script, AT_ONCE)
    rate = LOAD * len(took) / passed
    began, curve = time.monotonic(), []
    while (gone := (time.monotonic() - began) / 60) < minutes:
        late = await load.open_loop(port, script, AT_ONCE, rate)
        curve.append((gone, kib(service) / 1024))
        p99 = 1000 * late[int(len(late) * 0.99)]
        said = f"service {curve[-1][1]:8.1f} MiB   store {kib(store) / 1024:8.1f} MiB   p99 {p99:6.1f} ms"
        print(f"  {gone:6.1f} min   {said}", flush=True)
    return curve


def is_flat(curve: list[tuple[float, float]]) -> bool:
    """Whether the second half after the warm-up needs no more than the first."""
    warm = [mib for minute, mib in curve if minute >= WARM * curve[-1][0]]
    half = len(warm) // 2
    return not half or max(warm[half:]) <= MAY_GROW * max(warm[:half])


def main() -> None:
    parser = argparse.ArgumentParser(prog="./dev soak", description=__doc__)
    parser.add_argument("--minutes", type=float, default=30)
    minutes = parser.parse_args().minutes
    gc.freeze()
    gc.disable()  # the pauses of who measures are not those of the service
    script = longest(GAMES["ultimatum"], {})
    with serving() as (port, folder), asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        about = json.loads((folder / "about.json").read_text())
        curve = runner.run(soaked(port, about["service"], about["store"], script, minutes))
    flat = is_flat(curve)
    print(f"{minutes:g} minutes at {LOAD:.0%} load: memory {'is flat' if flat else 'GROWS'}")
    sys.exit(not flat)


if __name__ == "__main__":
    main()
