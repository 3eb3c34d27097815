"""Runs the measurements one after the other and prints one table. Ratios of one run are what counts."""

import argparse
import asyncio
import gc
import json
import os
import signal
import statistics
import time
from pathlib import Path
from typing import Any

import uvloop

from tests.bench import clocks, crowd, kernel, load, pages, verifying
from tests.bench.cpu import seconds
from tests.bench.floor import bare_append
from tests.bench.peer import beside
from tests.bench.scripts import Script, longest
from tests.bench.servers import running, serving
from tests.harness.lab import GAMES

parser = argparse.ArgumentParser(prog="python -m tests.bench", description=__doc__)
parser.add_argument("--quick", action="store_true", help="fewer matches and one round")
parser.add_argument("--peer", type=Path, metavar="DIR", help="only the rounds beside another project's server")
parser.add_argument("--crowd", action="store_true", help="only what many listeners and pages of events take")
parser.add_argument("--clocks", action="store_true", help="only what clocks that all end at once take")
parser.add_argument("--rounds", type=int, default=5, help="how many of these")
ASKED = parser.parse_args()
QUICK = ASKED.quick
ROUNDS = 1 if QUICK else 5


def at(sorted_: list[float], share: float) -> float:
    """A percentile in milliseconds."""
    return 1000 * sorted_[min(len(sorted_) - 1, int(len(sorted_) * share))]


async def measured(port: int, folder: Path, script: Script, matches: int) -> dict[str, float]:
    """Closed loop, idle and open loop for one game."""
    about: dict[str, Any] = json.loads((folder / "about.json").read_text())
    await load.closed_loop(port, script, matches)  # warm
    x = await bare_append(about["url"], about["store"], 6_400)
    before = seconds(about["service"], about["store"]), seconds(about["store"])
    took, passed = await load.closed_loop(port, script, matches)
    spent, stored = seconds(about["service"], about["store"]) - before[0], seconds(about["store"]) - before[1]
    rate = len(took) / passed
    idle = [at((await load.closed_loop(port, script, 1))[0], 0.5) for _ in range(ROUNDS)]
    half = [at(await load.open_loop(port, script, 8, 0.4 * rate), 0.99) for _ in range(ROUNDS)]
    cpu = spent / len(took)
    return {
        "commands": len(took),
        "commands/s": rate,
        "p50 ms": at(took, 0.5),
        "p99 ms": at(took, 0.99),
        "CPU µs/command": 1e6 * cpu,
        "of it store µs": 1e6 * stored / len(took),
        "X µs": 1e6 * x,
        "CPU / X": cpu / x,
        "idle p50 ms": statistics.median(idle),
        "p99 ms at 40 %": statistics.median(half),
        "p99 at 40 % / idle p50": statistics.median(p / i for p, i in zip(half, idle, strict=True)),
    }


def play(name: str, options: dict[str, Any], matches: int) -> None:
    """Measure one game and print its part of the table."""
    script = longest(GAMES[name], options)
    with serving() as (port, folder):
        with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
            figures = runner.run(measured(port, folder, script, matches))
        shares = folder / "shares.json"
        told = f"{name}: {matches} matches x {len(script.moves)} commands, {len(script.seats)} seats + 1 spectator"
        print(told, flush=True)
        for what, figure in figures.items():
            print(f"  {what:<24}{figure:>10,.2f}")
        _stop_and_tell(folder, shares)


def crowds() -> None:
    """Measure many listeners and pages of events, and print their part of the table."""
    with (
        serving() as (port, folder),
        running("tests.bench.bare") as (bare_port, bare_pid),
        asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner,
    ):
        figures = runner.run(crowd.figures(port, folder, bare_port, bare_pid))
        figures |= runner.run(crowd.stopped(port, folder))
    with serving() as (port, folder), asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        figures |= runner.run(pages.figures(port, folder))
    print("many who listen")
    for what, figure in figures.items():
        print(f"  {what:<50}{figure:>12,.2f}")


def ends() -> None:
    """Measure many clocks that end at once, and print their part of the table."""
    script = longest(GAMES["ultimatum"], {})
    with serving() as (port, folder), asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        figures = runner.run(clocks.figures(port, folder, script, 1_024 if QUICK else 10_016))
    print("clocks that end at once")
    for what, figure in figures.items():
        print(f"  {what:<50}{figure:>12,.2f}")


def _stop_and_tell(folder: Path, shares: Path) -> None:
    os.kill(json.loads((folder / "about.json").read_text())["service"], signal.SIGTERM)
    end = time.monotonic() + 15
    while not shares.exists() and time.monotonic() < end:
        time.sleep(0.05)
    if shares.exists():
        time.sleep(0.1)
        counts = json.loads(shares.read_text())
        total = sum(counts.values()) or 1
        said = ", ".join(f"{part} {100 * n / total:.0f} %" for part, n in sorted(counts.items()))
        print(f"  {'of the service':<24}{said}")


def main() -> None:
    gc.freeze()
    gc.disable()  # the pauses of who measures are not those of the service
    if ASKED.peer:
        beside(ASKED.peer.resolve(), ASKED.rounds)
        return
    if ASKED.crowd:
        crowds()
        return
    if ASKED.clocks:
        ends()
        return
    matches = 32 if QUICK else 64  # X has 64 in flight, too
    play("ultimatum", {}, matches)
    play("bazaar", {"moves": 1_000}, matches)
    crowds()
    ends()
    print("in memory")
    for what, figure in (kernel.figures() | verifying.figures()).items():
        print(f"  {what:<40}{figure:>12,.3f}")


if __name__ == "__main__":
    main()
