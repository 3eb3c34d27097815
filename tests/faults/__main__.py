"""The long form of the lab: `./dev faults`. It ends with an error when anything was lost."""

import argparse
import asyncio
import logging
import secrets
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path
from random import Random

from tests.faults import weaker
from tests.faults.lab import play_round
from tests.faults.strikes import fill_disk, kills
from tests.faults.world import running, small_disk

SHARES = {"embedded": 0.45, "attached": 0.45, "sentinel": 0.04, "cluster": 0.06}
"""Which part of the kills falls to which kind of store; at several servers each takes its time to heal."""

PER_ROUND = {"embedded": 20, "attached": 20, "sentinel": 5, "cluster": 5}
DISKS = 3


def asked() -> argparse.Namespace:
    said = argparse.ArgumentParser(prog="./dev faults", description="Play matches while everything breaks, then count.")
    said.add_argument("--kills", type=int, default=1_000, help="processes to kill in all (1000)")
    said.add_argument("--seed", default=secrets.token_hex(4), help="repeats the plan of an earlier run")
    said.add_argument("--first", type=int, default=0, help="begin with this round of the plan (0)")
    said.add_argument("--only", choices=SHARES, help="on one kind of store only")
    said.add_argument("--weaker", action="store_true", help="measure instead what less careful settings lose")
    return said.parse_args()


async def rounds(kind: str, seed: str, first: int, count: int) -> Counter[str]:
    """Rounds on one kind of store until so many processes were killed."""
    with tempfile.TemporaryDirectory(prefix="faults-") as folder:
        async with running(kind, Path(folder), Random(seed)) as world:
            number = first
            while killed(world.counts) < count:
                began = time.monotonic()
                await play_round(world, f"{seed}/{kind}/{number}", kills(PER_ROUND[kind], stalls=True))
                took = time.monotonic() - began
                print(f"{kind} round {number}: {killed(world.counts)} killed so far, {took:.1f} s", flush=True)
                number += 1
        return world.counts


async def full_disks(seed: str) -> Counter[str] | None:
    """Rounds on a disk that fills; None where no small disk can be had."""
    with tempfile.TemporaryDirectory(prefix="faults-") as folder, small_disk(Path(folder) / "disk") as disk:
        if disk is None:
            print("full disk: left out, as mounting a small one takes root")
            return None
        async with running("embedded", Path(folder), Random(seed), disk) as world:
            for number in range(DISKS):
                await play_round(world, f"{seed}/disk/{number}", fill_disk)
                print(f"full disk round {number}", flush=True)
        return world.counts


def killed(counts: Counter[str]) -> int:
    """How many processes."""
    return sum(count for what, count in counts.items() if what.startswith("killed"))


def table(columns: dict[str, Counter[str]]) -> str:
    """All counts, a column for each kind of store."""
    names = sorted(set().union(*columns.values()))
    columns = columns | {"all": sum(columns.values(), Counter[str]())}
    lines = [f"{'':<20}" + "".join(f"{kind:>11}" for kind in columns)]
    lines += [f"{name:<20}" + "".join(f"{counts[name]:>11,}" for counts in columns.values()) for name in names]
    return "\n".join(lines)


def main() -> None:
    said = asked()
    logging.disable(logging.WARNING)  # that servers end is the point
    if said.weaker:
        asyncio.run(weaker.measure())
        return
    print(f"seed {said.seed}", flush=True)
    columns: dict[str, Counter[str]] = {}
    for kind, share in ({said.only: 1.0} if said.only else SHARES).items():
        columns[kind] = asyncio.run(rounds(kind, said.seed, said.first, round(said.kills * share)))
    if not said.only and (disks := asyncio.run(full_disks(said.seed))) is not None:
        columns["full disk"] = disks
    print(table(columns))
    print("Nothing acknowledged was lost, half there, there twice, out of order or answered otherwise to its key;")
    print("no stream missed an event, repeated one or had another's; every view was what its stream amounts to.")


if __name__ == "__main__":
    sys.exit(main())
